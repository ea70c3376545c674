% Edges of a picture: a smooth blur, Sobel's differences, a threshold.
n = 64;
[x, y] = meshgrid(linspace(-1, 1, n));
picture = double(x.^2 + y.^2 < 0.5) + 0.5 * (abs(x - 0.3) < 0.1);

kernel = [1 2 1]' * [1 2 1] / 16;
smooth = conv2(picture, kernel, 'same');

dx = conv2(smooth, [-1 0 1; -2 0 2; -1 0 1], 'same');
dy = conv2(smooth, [-1 -2 -1; 0 0 0; 1 2 1], 'same');
strength = sqrt(dx.^2 + dy.^2);
edges = strength > 0.5 * max(strength(:));

printf("mean brightness %.6f, after the blur %.6f\n", mean(picture(:)), mean(smooth(:)));
printf("strongest edge %.6f, %d pixels of edges\n", max(strength(:)), sum(edges(:)));
marks = ' #';
for row = 4:8:n
  disp(marks(edges(row, 1:2:end) + 1));
end
