% Planets that pull each other: positions as the columns of a matrix, leapfrog steps.
m = [1, 0.001, 0.0005];
p = [0 1 0; 0 0 1.6];
v = [0 0 -0.79; 0 1 0];
v(:, 1) = -(v(:, 2) * m(2) + v(:, 3) * m(3)) / m(1);
dt = 0.002;

function a = pull(p, m)
  dx = p(1, :) - p(1, :)';
  dy = p(2, :) - p(2, :)';
  r3 = (dx.^2 + dy.^2 + 1e-9).^1.5;
  a = [sum(dx .* m ./ r3, 2)'; sum(dy .* m ./ r3, 2)'];
end

function e = energy(p, v, m)
  e = 0.5 * sum(m .* sum(v.^2, 1));
  for i = 1:numel(m)
    for j = i + 1:numel(m)
      e = e - m(i) * m(j) / norm(p(:, i) - p(:, j));
    end
  end
end

before = energy(p, v, m);
a = pull(p, m);
for k = 1:2000
  v = v + dt / 2 * a;
  p = p + dt * v;
  a = pull(p, m);
  v = v + dt / 2 * a;
end
after = energy(p, v, m);
printf("energy %.6e, after 2000 steps %.6e\n", before, after);
printf("the inner planet is at (%.4f, %.4f)\n", p(1, 2) - p(1, 1), p(2, 2) - p(2, 1));
printf("energy was kept: %d\n", abs(after - before) < 1e-5 * abs(before));
