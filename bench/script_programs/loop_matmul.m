% A product of matrices by three loops.
n = round(64 * sqrt(size_)); A = reshape(mod(1:n * n, 13), n, n); B = reshape(mod(1:n * n, 7), n, n); C = zeros(n);
for i = 1:n
  for j = 1:n
    s = 0;
    for k = 1:n
      s = s + A(i, k) * B(k, j);
    end
    C(i, j) = s;
  end
end
printf('%d\n', sum(C(:)), C(n, n));
