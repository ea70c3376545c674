% Factors of a matrix without pivots, element by element.
n = round(64 * sqrt(size_)); A = reshape(mod((1:n * n) .^ 2, 17), n, n) + 20 * eye(n); L = eye(n); U = zeros(n);
for i = 1:n
  for k = i:n
    s = 0;
    for j = 1:i - 1, s = s + L(i, j) * U(j, k); end
    U(i, k) = A(i, k) - s;
  end
  for k = i + 1:n
    s = 0;
    for j = 1:i - 1, s = s + L(k, j) * U(j, i); end
    L(k, i) = (A(k, i) - s) / U(i, i);
  end
end
printf('%.9g\n', sum(L(:)), prod(diag(U)) ^ (1 / n));
