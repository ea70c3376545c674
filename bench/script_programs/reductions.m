% Sums, means, deviations and extremes of a tall matrix, one after another.
n = round(1000000 * size_); d = 16; s = 0;
X = reshape(mod((1:n * d) * 16807, 65521) / 65521, n, d);
for k = 1:4
  Y = X * k + 0.25;
  s = s + sum(mean(Y, 1)) + sum(std(Y, 0, 1)) + sum(max(Y, [], 2)) / n + min(Y(:)) + sum(sum(Y .^ 2, 1)) / n;
end
printf('%.9g\n', s);
