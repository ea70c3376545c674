% Bubble sort.
n = round(500 * sqrt(size_)); v = mod((1:n) * 7919, 1009);
for i = 1:n - 1
  for j = 1:n - i
    if v(j) > v(j + 1)
      h = v(j); v(j) = v(j + 1); v(j + 1) = h;
    end
  end
end
printf('%d\n', v(1), v(floor(n / 2)), v(n), all(diff(v) >= 0));
