% How many coins are needed for every sum: dynamic programming.
coins = [1 5 10 12 25 50]; n = round(20000 * size_);
best = zeros(1, n + 1);
for v = 1:n
  least = Inf;
  for c = 1:numel(coins)
    if coins(c) <= v
      q = best(v - coins(c) + 1) + 1;
      if q < least, least = q; end
    end
  end
  best(v + 1) = least;
end
printf('%d\n', sum(best), best(n + 1));
