x = 1:5;
x(x > 2) = 0;
x
x(logical([1 0 0 0 1])) = [8 9];
x
