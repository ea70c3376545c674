% Bisection, again and again.
1;
function r = f_value(x), r = x ^ 3 - x - 2; end
s = 0;
for k = 1:round(20000 * size_)
  a = 1; b = 2 + k / 100000; m = 0;
  while b - a > 1e-10
    m = (a + b) / 2;
    if f_value(a) * f_value(m) <= 0, b = m; else, a = m; end
  end
  s = s + m;
end
printf('%.12g\n', s);
