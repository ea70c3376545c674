% The longest chain of halvings and triplings.
longest = 0; at = 0;
for s = 1:round(3000 * size_)
  n = s; c = 1;
  while n ~= 1
    if mod(n, 2) == 0, n = n / 2; else, n = 3 * n + 1; end
    c = c + 1;
  end
  if c > longest, longest = c; at = s; end
end
printf('%d\n', longest, at);
