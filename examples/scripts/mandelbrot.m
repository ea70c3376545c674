% The Mandelbrot set, all points at once.
[re, im] = meshgrid(linspace(-2.1, 0.7, 72), linspace(-1.2, 1.2, 25));
c = re + 1i * im;
z = zeros(size(c));
turns = zeros(size(c));
for k = 1:60
  inside = abs(z) <= 2;
  z(inside) = z(inside).^2 + c(inside);
  turns += inside;
end
shades = ' .:-=+*%@#';
level = min(floor(turns / 6) + 1, numel(shades));
for row = 1:rows(level)
  disp(shades(level(row, :)));
end
printf("%d of %d points never left\n", sum(turns(:) == 60), numel(turns));
