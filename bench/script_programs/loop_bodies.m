% Bodies on a line that draw each other.
n = 30; x = (1:n) .^ 1.1; v = zeros(1, n); m = 1 + mod(1:n, 3);
for t = 1:round(60 * size_)
  a = zeros(1, n);
  for i = 1:n
    for j = 1:n
      if i ~= j
        d = x(j) - x(i);
        a(i) = a(i) + m(j) * d / (abs(d) ^ 3 + 0.1);
      end
    end
  end
  v = v + a * 0.01;
  x = x + v * 0.01;
end
printf('%.10g\n', sum(x), abs(sum(v .* m)) < 1e-9);
