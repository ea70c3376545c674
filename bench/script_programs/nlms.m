% Adaptive filters side by side, normalised least mean squares.
p = 128; C = round(2048 * size_); T = 50;
k = reshape(1:p * C, p, C); w = sin(k / 7); W = zeros(p, C);
for t = 1:T
  x = mod(k * 0.6180339887 + t * 0.7548776662, 1) - 0.5;
  d = sum(x .* w, 1);
  e = d - sum(x .* W, 1);
  W = W + 0.5 * x .* (e ./ (sum(x .^ 2, 1) + 1e-3));
end
printf('%.9g\n', mean(((W - w) .^ 2)(:)), mean(e .^ 2));
