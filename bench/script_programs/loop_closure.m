% The transitive closure of a graph.
n = round(70 * sqrt(size_)); G = mod(reshape((1:n * n) .^ 2, n, n), 29) == 1;
for k = 1:n
  for i = 1:n
    if G(i, k)
      for j = 1:n
        G(i, j) = G(i, j) || G(k, j);
      end
    end
  end
end
printf('%d\n', sum(G(:)), G(1, n));
