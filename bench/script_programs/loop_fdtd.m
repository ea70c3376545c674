% Waves in one dimension: fields that drive each other, by slices.
n = 400; e = zeros(1, n); h = zeros(1, n - 1);
for t = 1:round(4000 * size_)
  h(1:n - 1) = h(1:n - 1) + 0.5 * (e(2:n) - e(1:n - 1));
  e(2:n - 1) = e(2:n - 1) + 0.5 * (h(2:n - 1) - h(1:n - 2));
  e(200) = e(200) + exp(-((t - 40) / 12) ^ 2);
end
printf('%.9g\n', sum(e .^ 2), e(100), h(300));
