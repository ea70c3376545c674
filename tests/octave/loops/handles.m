Loops that call functions by handles.

%% an anonymous function
f = @(x) x ^ 2 + 1; s = 0;
for i = 1:50
  s = s + f(i);
end
s
%> s = 42975

%% with captured numbers
a = 2; b = 0.5; f = @(x, y) a * x + b * y; s = 0;
for i = 1:30
  s = s + f(i, -i);
end
s
%> s = 697.50

%% what was captured stays
a = 1; f = @(x) a + x; s = 0;
for i = 1:5
  a = 100;
  s = s + f(i);
end
s
%> s = 20

%% with a captured array
w = [3 1 4 1 5]; f = @(k) w(k) * numel(w); s = 0;
for i = 1:5
  s = s + f(i);
  w(i) = 0;
end
s, w
%> s = 70
%> w =
%>
%>    0   0   0   0   0
%>

%% an index that is out of a captured array
w = [1 2 3]; f = @(k) w(k); s = 0;
try
  for i = 1:5
    s = s + f(i);
  end
catch e
  disp(e.message)
end
s, i
%> w(4): out of bound 3 (dimensions are 1x3)
%> s = 6
%> i = 4

%% functions by name
f = @sin; g = @(x) max(x, 0.5); s = 0;
for i = 1:20
  s = s + f(i) + g(f(i));
end
printf('%.12g\n', s);
%> 13.449175588

%% a function of the script's by its handle
1;
function r = triple(x)
  r = 3 * x;
end
f = @triple; s = 0;
for i = 1:10
  s = s + f(i);
end
s
%> s = 165

%% handles as arguments
1;
function x = newton(f, df, x)
  for k = 1:20
    x = x - f(x) / df(x);
  end
end
p = 2;
x = newton(@(x) x ^ 2 - p, @(x) 2 * x, 1);
printf('%.12f\n', x);
s = 0;
g = @(x) x ^ 3 - 5; dg = @(x) 3 * x ^ 2;
for i = 1:5
  s = s + newton(g, dg, i);
end
printf('%.12f\n', s);
%> 1.414213562373
%> 8.549879733383

%% a variable that gets another handle
f = @(x) x + 1; s = 0;
for i = 1:6
  if i == 4
    f = @(x) x * 10;
  end
  s = s + f(i);
end
s
%> s = 159

%% handles made in a loop
for k = 1:3
  f = @(x) k * x;
  s = 0;
  for i = 1:4
    s = s + f(i);
  end
  s
end
%> s = 10
%> s = 20
%> s = 30

%% a handle that gives an array
f = @(x) [x, 2 * x]; s = 0;
for i = 1:3
  v = f(i);
  s = s + v(2);
end
s
%> s = 12

%% handles of handles
f = @(x) x + 1; g = @(x) f(f(x)); s = 0;
for i = 1:4
  s = s + g(i);
end
s
%> s = 18

%% runge and kutta
f = @(t, y) -2 * y + t; y = 1; t = 0; h = 0.01;
for n = 1:100
  k1 = f(t, y);
  k2 = f(t + h / 2, y + h / 2 * k1);
  k3 = f(t + h / 2, y + h / 2 * k2);
  k4 = f(t + h, y + h * k3);
  y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  t = t + h;
end
printf('%.12f %.12f\n', t, y);
%> 1.000000000000 0.419169104504

%% bisection
f = @(x) cos(x) - x; lo = 0; hi = 1; n = 0;
while hi - lo > 1e-10
  mid = (lo + hi) / 2;
  if f(lo) * f(mid) <= 0
    hi = mid;
  else
    lo = mid;
  end
  n++;
end
printf('%.8f %d\n', lo, n);
%> 0.73908513 34

%% several results
1;
function [s, d] = sums(a, b)
  s = a + b; d = a - b;
end
x = 1; y = 2; v = zeros(1, 3);
for i = 1:6
  [x, y] = sums(x, y);
  [v(mod(i, 3) + 1), ~] = sums(i, x);
end
x, y, v
%> x = 8
%> y = 16
%> v =
%>
%>    14    8   17
%>

%% arguments that may be left out
1;
function r = scaled(x, by, plus)
  if nargin < 2
    by = 2;
  end
  if nargin < 3, plus = 0; end
  r = x * by + plus;
end
s = 0;
for i = 1:10
  s = s + scaled(i) + scaled(i, 3) + scaled(i, 1, 0.5);
end
s
%> s = 335

%% results that nobody wants
1;
function [a, b] = pair(x)
  a = x;
  b = 0;
  if nargout > 1
    b = 10 * x;
  end
end
s = 0;
for i = 1:5
  s = s + pair(i);
  [p, q] = pair(i);
  s = s + q;
end
s
%> s = 165
