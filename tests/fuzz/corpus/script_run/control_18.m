a = reshape(1:8, 2, 2, 2);
n = 0;
for c = a, n += 1; end
n, c
