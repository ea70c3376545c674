for i = 1:3
  for j = 1:3
    if j == 2, break, end
    printf('%d %d\n', i, j);
  end
end
