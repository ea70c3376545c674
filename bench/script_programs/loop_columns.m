% Gram and Schmidt on columns of a matrix, and a list that grows.
n = round(60 * sqrt(size_)); A = reshape(sin((1:n * n) .^ 1.3), n, n) + eye(n); Q = zeros(n); g = [];
for r = 1:5
  for j = 1:n
    v = A(:, j);
    for k = 1:j - 1
      v = v - (Q(:, k)' * A(:, j)) * Q(:, k);
    end
    s = sqrt(v' * v);
    Q(:, j) = v / s;
    g(end + 1) = s;
  end
end
printf('%.8g\n', sum(abs(Q(:))), numel(g), g(end));
