x = 1:10;
x(min(end, 20))
x(max(1, end - 2))
