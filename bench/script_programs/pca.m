% The largest components of a data matrix, by a power iteration.
n = round(100000 * size_); d = 128;
X = reshape(mod((1:n * d) * 48271, 65537) / 65537, n, d);
X = X - mean(X, 1);
X(:, 1) = X(:, 1) * 3;
C = X' * X / (n - 1);
V = eye(d, 4);
for k = 1:30
  [V, R] = qr(C * V, 0);
end
printf('%.9g\n', sort(diag(V' * C * V))(end), trace(C));
