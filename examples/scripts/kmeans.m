% Clusters by k-means: three groups of points that overlap a little.
n = 300;
angle = 2 * pi * mod((1:n)' * 0.6180339887, 1);
radius = mod((1:n)' * 0.7548776662, 1);
group = mod((1:n)', 3) + 1;
centres = [0 0; 3 1; 1 4];
points = centres(group, :) + radius .* [cos(angle), sin(angle)];

means = points([2, 3, 4], :);
for turn = 1:50
  distance = zeros(n, 3);
  for k = 1:3
    distance(:, k) = sum((points - means(k, :)).^2, 2);
  end
  [nearest, label] = min(distance, [], 2);
  old = means;
  for k = 1:3
    means(k, :) = mean(points(label == k, :), 1);
  end
  if isequal(old, means), break, end
end
printf("settled after %d turns\n", turn);
for k = 1:3
  printf("cluster %d: %d points around (%.3f, %.3f)\n", k, sum(label == k), means(k, :));
end
printf("sum of squares %.4f\n", sum(nearest));
