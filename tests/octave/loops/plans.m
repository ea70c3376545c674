Loops over statements on large arrays, which become one loop of the IR.

%% what is carried, what is assigned anew, the loop's variable
x = ones(5000, 1); a = 0.5;
for t = 1:20
  z = x * 2;
  x = z * a + t / 8;
end
sum(x), sum(z), t
%> ans = 136250
%> ans = 247500
%> t = 20

%% a scalar beside it
x = (1:5000) / 64; s = 0; n = 7;
for k = 3:2:41
  x = x + 0.25;
  s = s + sum(x) / 1024;
  n = n + 1;
end
s, n, k, x(end)
%> s = 4071.8
%> n = 27
%> k = 41
%> ans = 83.125

%% columns and rows by the turn
X = reshape(1:40 * 5000, 5000, 40); Y = zeros(5000, 40); Z = zeros(40, 5000); y = zeros(5000, 1);
for t = 2:39
  y = y / 2 + X(:, t - 1);
  Y(:, t + 1) = y - X(:, 41 - t);
  Z(t, :) = 2 * t;
end
sum(Y(:)), sum(y), Z(38:40, 7)', size(Y), t
%> ans = 1.5275e+10
%> ans = 1.8250e+09
%> ans =
%>
%>    76   78    0
%>
%> ans =
%>
%>    5000     40
%>
%> t = 39

%% the order is turned, steps are fractions
x = zeros(64, 80);
for v = 1:-0.125:0, x = x + v; end
x(5), v
for v = 10:-1:1, x = x * 0.5 + v; end
x(7), v
%> ans = 4.5000
%> v = 0
%> ans = 3.9810
%> v = 1

%% variables that change places
a = ones(4500, 1); b = 2 * a; c = 3 * a;
for t = 1:7
  d = a; a = b; b = c; c = d + 1;
end
a(1), b(2), c(3), d(4)
%> ans = 4
%> ans = 5
%> ans = 4
%> ans = 3

%% a class that changes in the first turn
x = int32(ones(70, 70)); y = single(0.1) * ones(5000, 1); w = ones(5000, 1);
for t = 1:9
  x = x * 1.5;
  w = w .* y + 1;
end
class(x), x(1), class(w), w(1) > 1.111 & w(1) < 1.1112
%> ans = int32
%> ans = 62
%> ans = single
%> ans = 1

%% no turn, one turn
x = ones(5000, 1);
for t = 1:0, x = x + 1; q = 1; end
x(1), exist('q'), t
for t = 5, x = x + t; end
x(1), t
%> ans = 1
%> ans = 0
%> t = [](1x0)
%> ans = 6
%> t = 5

%% an index that leaves the array
X = ones(5000, 10); y = zeros(5000, 1);
try
  for t = 1:12
    y = y + X(:, t);
    z = t;
  end
catch e
  disp(e.message)
end
y(1), t, z
%> X(_,11): out of bound 10 (dimensions are 5000x10)
%> ans = 10
%> t = 11
%> z = 10

%% shapes that stop fitting in the middle
x = ones(5000, 1); n = 5000;
try
  for t = 1:10
    x = x + ones(n, 1);
    n = n + (t == 6);
  end
catch e
  disp(e.message)
end
x(1), t, n
%> operator +: nonconformant arguments (op1 is 5000x1, op2 is 5001x1)
%> ans = 7
%> t = 7
%> n = 5001

%% functions, handles and inner loops
1;
function r = half(x, t), r = x / 2 + t; end
x = ones(5000, 1); f = @(u) u + 1;
for t = 1:12
  for k = 1:3, x = f(x); end
  x = half(x, t);
end
x(1)
%> ans = 25

%% what turns print, and what they ask
x = ones(5000, 1);
for t = 1:5
  x = x + t;
  if x(1) > 5, disp(t), end
end
for t = 1:4, x = x + 1; if t == 3, break, end, end
x(1), t
m = containers.Map(); m('n') = 0;
for t = 1:5, x = x * 1; m('n') = m('n') + 1; end
m('n')
%> 3
%> 4
%> 5
%> ans = 19
%> t = 3
%> ans = 5

%% what is known to be positive
x = (1:5000)';
for t = 1:10, x = sqrt(x .* x + 1); end
round(x(1:3)' * 1e6)
for t = 1:3, x = sqrt(x - 4); end
iscomplex(x), round(real(x(1)) * 1e4)
%> ans =
%>
%>    3.3166e+06   3.7417e+06   4.3589e+06
%>
%> ans = 1
%> ans = 4999

%% complex arrays
z = zeros(64, 64); c = repmat(linspace(-2, 1, 64), 64, 1) + 1i * repmat(linspace(-1, 1, 64)', 1, 64); n = zeros(64, 64);
for k = 1:20
  z = z .* z + c;
  n = n + (abs(z) < 2);
end
sum(n(:)), k
%> ans = 33438
%> k = 20

%% products of matrices
A = reshape(mod((1:4900) * 7, 11), 70, 70) / 400; x = ones(70, 70);
for t = 1:6, x = A * x + t; end
round(sum(x(:)) * 1e6)
%> ans = 8.6160e+10

%% draws of random numbers come in the same order
%! the same loop with while, where turns are gone through one by one
rand('seed', 3); randn('seed', 3); a = zeros(5000, 1); b = a; ra = rand(1);
for t = 1:9, a = a + rand(5000, 1) .* randn(5000, 1); u = rand(70); end
r = rand(1);
rand('seed', 3); randn('seed', 3); rb = rand(1); t = 0;
while t < 9, t++; b = b + rand(5000, 1) .* randn(5000, 1); v = rand(70); end
isequal(a, b), isequal(r, rand(1)), isequal(u, v)
%> ans = 1
%> ans = 1
%> ans = 1
