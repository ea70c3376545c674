% Steps on one long row of singles.
n = round(5000001 * size_);
x = single(linspace(0, 4 * pi, n));
y = sin(x) .* exp(-x / 10);
y = y .* cos(x / 4) + 0.25 * (y .^ 2);
y = tanh(y) + 0.1 * y;
printf('%.6g\n', double(max(y)), double(min(y)), double(y(1 + floor(n / 3))));
