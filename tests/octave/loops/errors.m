What goes wrong in loops, and what is left then.

%% reading past the end
v = [1 2 3]; s = 0;
try
  for i = 1:5
    s = s + v(i);
  end
catch e
  disp(e.message)
end
s, i
%> v(4): out of bound 3 (dimensions are 1x3)
%> s = 6
%> i = 4

%% a subscript of zero
v = [1 2 3];
try
  for i = 2:-1:-1
    v(i) = i;
  end
catch e
  disp(e.message)
end
v, i
%> v(0): subscripts must be either integers 1 to (2^63)-1 or logicals
%> v =
%>
%>    1   2   3
%>
%> i = 0

%% a subscript that is no whole number
v = 1:5; s = 0;
try
  for i = 1:0.5:3
    s = s + v(i);
  end
catch e
  disp(e.message)
end
s, i
%> v(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals
%> s = 1
%> i = 1.5000

%% rows past the end
m = ones(2, 3);
try
  for i = 1:3
    m(i, 2) = m(i, 2) + 1;
  end
catch e
  disp(e.message)
end
m, i
%> m(3,_): out of bound 2 (dimensions are 2x3)
%> m =
%>
%>    1   2   1
%>    1   2   1
%>
%> i = 3

%% columns past the end
m = ones(2, 3); s = 0;
try
  for j = 1:9
    s = s + m(1, j);
  end
catch e
  disp(e.message)
end
s
%> m(_,4): out of bound 3 (dimensions are 2x3)
%> s = 3

%% a variable that is not defined
try
  for i = 1:3
    if i == 3
      x = nobody + 1;
    end
    y = i;
  end
catch e
  disp(e.message)
end
y
%> 'nobody' undefined near line 4, column 11
%> y = 2

%% a variable that is not defined yet
try
  for i = 1:3
    if i > 5
      z = 1;
    end
    w = z;
  end
catch e
  disp(e.message)
end
i
%> 'z' undefined near line 6, column 9
%> i = 1

%% an error of the script's own
c = 0;
try
  for i = 1:10
    c = c + i;
    if c > 20
      error('too much: %d', c);
    end
  end
catch e
  disp(e.message)
end
c, i
%> too much: 21
%> c = 21
%> i = 6

%% integers of different classes
a = int8(1); b = int16(2);
try
  for i = 1:3
    if i == 2
      c = a + b;
    end
  end
catch e
  disp(e.message)
end
i
%> binary operator '+' not implemented for 'int8 scalar' by 'int16 scalar' operations
%> i = 2

%% the error of an inner loop
m = zeros(2); n = 0;
try
  for i = 1:3
    for j = 1:3
      n = n + 1;
      x = m(i, j);
    end
  end
catch e
  disp(e.message)
end
n, i, j
%> m(_,3): out of bound 2 (dimensions are 2x2)
%> n = 3
%> i = 1
%> j = 3

%% an error in a function that a loop calls
1;
function y = pick(v, k)
  y = v(k) + 1;
end
v = 1:3; s = 0;
try
  for i = 1:5
    s = s + pick(v, i);
  end
catch e
  disp(e.message)
end
s, i
%> v(4): out of bound 3 (dimensions are 1x3)
%> s = 9
%> i = 4

%% loops go on after an error
for t = 1:3
  s = 0;
  try
    for i = 1:4
      s = s + 1;
      if s > t
        error('at %d', s);
      end
    end
  catch e
    disp(e.message)
  end
  s
end
%> at 2
%> s = 2
%> at 3
%> s = 3
%> at 4
%> s = 4

%% printing from time to time
for i = 1:10
  x = i * i;
  if mod(i, 4) == 0
    printf('%d: %d\n', i, x);
  end
end
x
%> 4: 16
%> 8: 64
%> x = 100

%% a statement that shows its value
for i = 1:3
  if i > 1
    y = i + 1
  end
end
%> y = 3
%> y = 4

%% a variable that becomes an array
x = 1;
for i = 1:4
  if i == 3
    x = [1 2 3];
  end
  y = numel(x);
end
x, y
%> x =
%>
%>    1   2   3
%>
%> y = 3

%% a variable that becomes text
for i = 1:3
  if i == 2
    x = 'two';
  else
    x = i;
  end
end
x
%> x = 3

%% an array that becomes a number
v = [1 2 3];
for i = 1:3
  if i == 2
    v = 7;
  end
end
v
%> v = 7

%% an array that gets another class
v = zeros(1, 3);
for i = 1:3
  if i == 2
    v(i) = int8(5);
  else
    v(i) = 1.5;
  end
end
v, class(v)
%> v =
%>
%>    1.5000   5.0000   1.5000
%>
%> ans = double

%% a logical array that gets a number
p = false(1, 3);
for i = 1:2
  p(i) = 1;
end
p, class(p)
%> p =
%>
%>   1  1  0
%>
%> ans = logical

%% complex numbers
z = 0;
for k = 1:4
  z = z * 1i + k;
end
z
%> z =  2 + 2i

%% a complex element
v = zeros(1, 3);
for k = 1:3
  v(k) = sqrt(2 - k);
end
v
%> v =
%>
%>    1 + 0i   0 + 0i   0 + 1i
%>

%% return from a function inside loops
1;
function [r, c] = where(m, x)
  r = 0; c = 0;
  for i = 1:rows(m)
    for j = 1:columns(m)
      if m(i,j) == x
        r = i; c = j;
        return
      end
    end
  end
end
[r, c] = where(magic(4), 13)
[r, c] = where(magic(4), 99)
%> r = 1
%> c = 4
%> r = 0
%> c = 0

%% global variables
global g
g = 0;
1;
function add_to(x)
  global g
  for i = 1:x
    g = g + i;
  end
end
add_to(4); add_to(3);
g
%> g = 16

%% persistent variables
1;
function r = calls()
  persistent n
  if isempty(n), n = 0; end
  for i = 1:3
    n = n + 1;
  end
  r = n;
end
calls(); calls();
calls()
%> ans = 9

%% recursion and loops
1;
function r = count(n)
  r = 1;
  for i = 1:n
    r = r + count(n - i);
  end
end
count(6)
%> ans = 64

%% functions with several statements
1;
function y = clamp(x, lo, hi)
  if x < lo
    y = lo;
    return
  end
  if x > hi
    y = hi;
  else
    y = x;
  end
end
s = 0;
for i = -5:5
  s = s * 2 + clamp(i, -2, 3);
end
s
%> s = -3851

%% functions with loops
1;
function r = power_sum(n, p)
  r = 0;
  for k = 1:n
    r = r + k ^ p;
  end
end
t = 0;
for i = 1:5
  t = t + power_sum(i, 2);
end
t
%> t = 105

%% a function that gives nothing
1;
function r = maybe(x)
  if x > 2
    r = x;
  end
end
try
  for i = 3:-1:1
    y = maybe(i);
  end
catch e
  disp(e.message)
end
y, i
%> 'r' undefined near line 2, column 10
%> y = 3
%> i = 2

%% a function of an array
1;
function s = total(v)
  s = 0;
  for i = 1:numel(v)
    s = s + v(i);
  end
end
m = [1 2; 3 4]; s = 0;
for k = 1:3
  s = s + total(m);
  m(1) = m(1) + 1;
end
s
%> s = 33

%% evaluated text in a loop
s = 0;
for i = 1:3
  eval('s = s + i;');
end
s
%> s = 6

%% cells and structs beside numbers
c = cell(1, 3); st.n = 0;
for i = 1:3
  c{i} = i * 2;
  st.n = st.n + i;
end
c, st.n
%> c =
%> {
%>   [1,1] = 2
%>   [1,2] = 4
%>   [1,3] = 6
%> }
%>
%> ans = 6

%% anonymous functions
f = @(x) x ^ 2 + 1; s = 0;
for i = 1:4
  s = s + f(i);
end
s
%> s = 34

%% unwind_protect in a loop
n = 0;
for i = 1:3
  unwind_protect
    n = n + i;
  unwind_protect_cleanup
    n = n * 2;
  end_unwind_protect
end
n
%> n = 22

%% a condition that is empty
c = 0; x = [];
for i = 1:3
  if x
    c = 1;
  end
end
c
%> c = 0

%% a condition that is an array
v = [1 1 1]; c = 0;
for i = 1:3
  if v
    c = c + 1;
  end
  v(2) = 0;
end
c
%> c = 1
