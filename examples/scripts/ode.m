% An oscillator with friction by a Runge-Kutta method of our own, beside the exact solution.
steps_tried = [50 100 200];

function [t, y] = rk4(f, span, y0, steps)
  h = (span(2) - span(1)) / steps;
  t = linspace(span(1), span(2), steps + 1)';
  y = zeros(steps + 1, numel(y0));
  y(1, :) = y0;
  for k = 1:steps
    s = y(k, :)';
    k1 = f(t(k), s);
    k2 = f(t(k) + h / 2, s + h / 2 * k1);
    k3 = f(t(k) + h / 2, s + h / 2 * k2);
    k4 = f(t(k) + h, s + h * k3);
    y(k + 1, :) = (s + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))';
  end
end

c = 0.2; w = 2;
f = @(t, y) [y(2); -2 * c * y(2) - w^2 * y(1)];
wd = sqrt(w^2 - c^2);
exact = @(t) exp(-c * t) .* (cos(wd * t) + c / wd * sin(wd * t));
for steps = steps_tried
  [t, y] = rk4(f, [0 10], [1 0], steps);
  printf("%3d steps: error %.2e\n", steps, max(abs(y(:, 1) - exact(t))));
end
crossings = sum(diff(sign(y(:, 1))) != 0);
printf("%d passages through zero\n", crossings);
