Loops over scalars: sums, classes, rounding, the loop variable afterwards.

%% a sum
x = 0;
for i = 1:1000
  x = x + i;
end
x, i
%> x = 500500
%> i = 1000

%% while with a condition of two parts
n = 0; s = 0;
while n < 100 && s < 1000
  n = n + 1;
  s = s + n;
end
n, s
%> n = 45
%> s = 1035

%% do until
k = 0;
do
  k = k + 3;
until k > 20
k
%> k = 21

%% do until with continue goes to the condition
k = 0; c = 0;
do
  k++;
  if mod(k, 2) == 0, continue, end
  c = c + 1;
until k >= 9
k, c
%> k = 9
%> c = 5

%% a loop without turns leaves an empty row
for i = 5:1
  x = 1;
end
i
%> i = [](1x0)

%% a loop without turns over a matrix
for i = zeros(0, 3)
end
size(i)
%> ans =
%>
%>    0   3
%>

%% an inner loop without turns
for i = 1:3
  for j = i:2
  end
  if i < 3, printf('%d %d\n', i, j); end
end
j
%> 1 2
%> 2 2
%> j = [](1x0)

%% steps that are no whole numbers
for x = 0:0.1:0.3
  printf('%.17g\n', x);
end
x
%> 0
%> 0.10000000000000001
%> 0.20000000000000001
%> 0.29999999999999999
%> x = 0.3000

%% a step downwards
s = '';
for k = 10:-3:0
  s = [s, sprintf('%d ', k)];
end
s
%> s = 10 7 4 1 

%% a range whose limit is no whole number
c = 0;
for k = 1:2:9.5
  c = c + k;
end
c, k
%> c = 25
%> k = 9

%% the loop variable is changed in the body
for i = 1:5
  i = i * 10;
end
i
%> i = 50

%% bounds are evaluated once
n = 3; c = 0;
for i = 1:n
  n = 10;
  c = c + 1;
end
c
%> c = 3

%% break leaves the inner loop only
c = 0;
for i = 1:4
  for j = 1:4
    if j > i, break, end
    c = c + 1;
  end
end
c, i, j
%> c = 10
%> i = 4
%> j = 4

%% continue goes on with the next turn
s = 0;
for i = 1:10
  if mod(i, 3) ~= 0, continue, end
  s = s + i;
end
s
%> s = 18

%% if, elseif, else
a = 0; b = 0; c = 0;
for i = -5:5
  if i < 0
    a = a + 1;
  elseif i == 0
    b = b + 1;
  else
    c = c + 1;
  end
end
[a b c]
%> ans =
%>
%>    5   1   5
%>

%% switch on numbers and lists of numbers
r = zeros(1, 3);
for i = 1:12
  switch mod(i, 5)
    case 0
      r(1) = r(1) + 1;
    case {1, 2}
      r(2) = r(2) + 1;
    otherwise
      r(3) = r(3) + 1;
  end
end
r
%> r =
%>
%>    2   6   4
%>

%% logical variables
f = false; c = 0;
for i = 1:9
  f = ~f;
  if f, c = c + 1; end
end
f, c, class(f)
%> f = 1
%> c = 5
%> ans = logical

%% a variable that is a logical or a number
for i = 1:4
  if i == 2
    x = true;
  else
    x = i;
  end
end
x, class(x)
for i = 1:2
  if i == 2
    x = i > 1;
  else
    x = i;
  end
end
x, class(x)
%> x = 4
%> ans = double
%> x = 1
%> ans = logical

%% integers saturate and round
x = int8(100); y = int32(7);
for i = 1:10
  x = x + 5;
  y = y / 2;
end
x, y, class(y)
%> x = 127
%> y = 1
%> ans = int32

%% integers with doubles
k = int32(1);
for i = 1:5
  k = k * 2.6;
end
k
%> k = 143

%% unsigned integers do not go below zero
u = uint8(3);
for i = 1:5
  u = u - 1;
end
u, class(u)
%> u = 0
%> ans = uint8

%% singles
s = single(1);
for i = 1:20
  s = s / 3 + 1;
end
printf('%.9g %s\n', s, class(s));
%> 1.5 single

%% characters are numbers
c = 'a'; s = 0;
for i = 1:5
  s = s + c;
  c = char(c + 1);
end
s, c
%> s = 495
%> c = f

%% collatz
n = 27; k = 0;
while n ~= 1
  if mod(n, 2) == 0
    n = n / 2;
  else
    n = 3 * n + 1;
  end
  k = k + 1;
end
k
%> k = 111

%% mod and rem of signs and fractions
a = 0;
for i = -7:7
  a = a * 3 + mod(i, 3) - rem(i, 3) + mod(i, -4) + mod(i / 4, 0.75);
end
printf('%.15g\n', a);
%> 879981.75

%% rounding functions
s = 0;
for x = -2.5:0.5:2.5
  s = 10 * s + floor(x) + 2 * ceil(x) + 3 * round(x) + 4 * fix(x) + sign(x);
end
s
%> s = -2.7261e+11

%% minimum and maximum without NaN
m = -Inf; l = Inf;
for i = 1:10
  x = mod(i * 7, 11);
  if i == 4, x = NaN; end
  m = max(m, x);
  l = min(l, x);
end
m, l
%> m = 10
%> l = 1

%% powers
s = 0;
for i = 1:10
  s = s + i ^ 2 - i ^ 3 / 100 + 2 ^ i + i ^ -1 + i ^ 0.5;
end
printf('%.12g\n', s);
%> 2426.14724644

%% mathematical functions
s = 0;
for i = 1:100
  s = s + sin(i) * cos(i) + exp(-i) + log(i) + sqrt(i) + atan2(i, 3) + tanh(i / 50);
end
printf('%.12g\n', s);
%> 1246.680948

%% the square root of a negative number is complex
x = 2;
for i = 1:4
  x = x - 1.5;
  y = sqrt(x);
end
x, y
%> x = -4
%> y =  0 + 2i

%% the logarithm of a negative number is complex
for i = 3:-1:-1
  y = log(i);
end
printf('%.5f %.5f\n', real(y), imag(y));
%> 0.00000 3.14159

%% a power that becomes complex
for i = 2:-1:-2
  y = i ^ 0.5;
end
printf('%.5f %.5f\n', real(y), imag(y));
%> 0.00000 1.41421

%% division by zero
s = 0;
for i = -1:1
  s = s + 1 / (1 / i);
end
s
%> s = 0

%% not a number compares false
c = 0; x = NaN;
for i = 1:3
  if x == x, c = c + 1; end
  if x ~= i, c = c + 10; end
  if x < i || x >= i, c = c + 100; end
end
c
%> c = 30

%% short circuits do not look at what is not there
v = [1 2 3]; c = 0;
for i = 1:6
  if i <= 3 && v(i) > 1
    c = c + v(i);
  end
  if i > 3 || v(i) == 1
    c = c + 10;
  end
end
c
%> c = 45

%% values of && and ||
for i = 1:3
  a = i > 1 && i < 3;
  b = i == 1 || i == 3;
end
a, b, class(a)
%> a = 0
%> b = 1
%> ans = logical

%% bits of whole numbers
x = 0;
for i = 1:20
  x = bitxor(bitand(x * 3 + i, 255), bitor(i, 16));
end
x
%> x = 48

%% a generator of numbers
seed = 12345; s = 0;
for i = 1:1000
  seed = mod(seed * 16807, 2147483647);
  s = s + seed / 2147483647;
end
seed
printf('%.12g\n', s);
%> seed = 1.4084e+09
%> 491.228123529

%% updates in place
x = 1; y = 10;
for i = 1:4
  x += i;
  x *= 2;
  y -= 1;
  y /= 2;
end
x, y
%> x = 68
%> y = -0.3125

%% counting up and down
k = 0;
for i = 1:5
  k++;
end
k
for i = 1:3
  k--;
end
k
%> k = 5
%> k = 2

%% several statements in a line
for i = 1:3, a = i; b = 2 * a; c = a + b; end, [a b c]
%> ans =
%>
%>    3   6   9
%>

%% a variable that is set in the last turn only
for i = 1:5
  if i == 5, z = i; end
end
z
%> z = 5

%% mandelbrot
c = 0;
for p = 1:12
  for q = 1:12
    cx = -2 + 3 * p / 12; cy = -1.5 + 3 * q / 12;
    x = 0; y = 0; k = 0;
    while k < 50 && x * x + y * y < 4
      t = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = t;
      k = k + 1;
    end
    c = c + k;
  end
end
c
%> c = 1920

%% greatest common divisor
a = 1071; b = 462;
while b
  t = mod(a, b);
  a = b;
  b = t;
end
a
%> a = 21

%% newton
x = 1; k = 0;
while abs(x * x - 2) > 1e-12
  x = x - (x * x - 2) / (2 * x);
  k = k + 1;
end
printf('%.10f %d\n', x, k);
%> 1.4142135624 5

%% a constant is a function
s = 0;
for i = 1:3
  s = s + pi * i + e;
end
printf('%.10f\n', s);
%> 27.0044014069

%% a variable hides a function
pi = 3; s = 0;
for i = 1:3
  s = s + pi;
end
s
%> s = 9

%% parfor
s = 0;
parfor i = 1:10
  s = s + i;
end
s
%> s = 55

%% hexadecimal steps of integers
s = int32(0);
for i = int32(1):int32(5)
  s = s + i;
end
s, class(i)
%> s = 15
%> ans = int32

%% over a column each turn is the column
for x = [1; 2; 3]
  x'
end
%> ans =
%>
%>    1   2   3
%>

%% over a matrix each turn is a column
s = 0;
for x = [1 2 3; 4 5 6]
  s = s + x(1) * x(2);
end
s, x
%> s = 32
%> x =
%>
%>    3
%>    6
%>

%% over a row of results
v = [3 1 4 1 5]; s = 0;
for x = v
  s = 10 * s + x;
end
s, x
%> s = 31415
%> x = 5

%% over a scalar
for x = 7
  y = x;
end
x, y
%> x = 7
%> y = 7

%% over text
s = 0;
for c = 'abc'
  s = s + c;
end
s, class(c)
%> s = 294
%> ans = char
