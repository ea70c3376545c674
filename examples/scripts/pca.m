% Principal components: the directions in which data spread most.
n = 500; d = 4;
t = (1:n)' / n;
A = [sin(7 * t), cos(5 * t), sin(11 * t) .* t, t.^2];
mixing = [2 0 1 0; 0 1 0 0.5; 1 0 3 0; 0 0.2 0 1];
X = A * mixing;

X = X - mean(X);
C = X' * X / (n - 1);
[V, D] = eig(C);
[variance, order] = sort(diag(D), 'descend');
V = V(:, order);
share = 100 * variance / sum(variance);

for k = 1:d
  printf("component %d: %6.2f %% of the variance\n", k, share(k));
end
scores = X * V(:, 1:2);
back = scores * V(:, 1:2)';
printf("error of two components: %.4f\n", norm(X - back, 'fro') / norm(X, 'fro'));
printf("orthogonal: %d\n", norm(V' * V - eye(d)) < 1e-10);
