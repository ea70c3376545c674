x = zeros(0, 1);
for i = 1:3, x(end + 1, 1) = i; end
x
