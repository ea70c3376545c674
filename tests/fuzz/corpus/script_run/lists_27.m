x = 1:3;
x(end + 1) = x(end);
x
