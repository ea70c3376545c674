v = zeros(1,4);
for i = 1:4, v(i) = 8*i; end
s = 0;
for i = 1:4, s = s + v(i); end
v, s
