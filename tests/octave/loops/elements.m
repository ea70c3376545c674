Loops that read and write elements of arrays.

%% each element depends on the one before
v = zeros(1, 10); v(1) = 1;
for i = 2:10
  v(i) = v(i-1) * 2;
end
v
%> v =
%>
%>      1     2     4     8    16    32    64   128   256   512
%>

%% fibonacci
f = ones(1, 15);
for k = 3:15
  f(k) = f(k-1) + f(k-2);
end
f
%> f =
%>
%>  Columns 1 through 13:
%>
%>      1     1     2     3     5     8    13    21    34    55    89   144   233
%>
%>  Columns 14 and 15:
%>
%>    377   610
%>

%% a sum of elements
v = (1:100) .^ 2; s = 0;
for i = 1:numel(v)
  s = s + v(i);
end
s
%> s = 338350

%% a matrix by rows and columns
m = zeros(4, 3);
for i = 1:4
  for j = 1:3
    m(i, j) = 10 * i + j;
  end
end
m
%> m =
%>
%>    11   12   13
%>    21   22   23
%>    31   32   33
%>    41   42   43
%>

%% a matrix by linear index
m = magic(4); s = 0;
for k = 1:16
  m(k) = m(k) - k;
end
m
%> m =
%>
%>    15   -3   -6    0
%>     3    5    0   -6
%>     6    0   -5   -3
%>     0    6    3  -15
%>

%% last element
v = [5 6 7];
for i = 1:3
  v(end) = v(end) + v(i);
end
v
%> v =
%>
%>     5    6   36
%>

%% end in both subscripts
m = reshape(1:12, 3, 4); s = 0;
for i = 1:3
  s = s + m(end, i) + m(i, end) + m(end);
end
s
%> s = 87

%% three subscripts
a = zeros(2, 3, 2);
for i = 1:2
  for j = 1:3
    for k = 1:2
      a(i, j, k) = 100 * i + 10 * j + k;
    end
  end
end
a
%> a =
%>
%> ans(:,:,1) =
%>
%>    111   121   131
%>    211   221   231
%>
%> ans(:,:,2) =
%>
%>    112   122   132
%>    212   222   232
%>

%% fewer subscripts than extents
a = reshape(1:24, 2, 3, 4); s = 0;
for j = 1:12
  s = s + a(2, j);
end
s
%> s = 156

%% sizes
m = ones(3, 5); s = 0;
for i = 1:size(m, 1)
  for j = 1:size(m, 2)
    s = s + numel(m) + length(m) + rows(m) + columns(m) + ndims(m);
  end
end
s
%> s = 450

%% growing at the end
q = [];
for i = 1:20
  q(end+1) = i * i;
end
q(end), numel(q), size(q)
%> ans = 400
%> ans = 20
%> ans =
%>
%>     1   20
%>

%% growing a column
q = zeros(2, 1);
for i = 1:5
  q(end+1) = i;
end
q'
size(q)
%> ans =
%>
%>    0   0   1   2   3   4   5
%>
%> ans =
%>
%>    7   1
%>

%% growing by a counter
n = 0; r = [];
for i = 1:50
  if mod(i, 7) == 0
    n = n + 1;
    r(n) = i;
  end
end
r
%> r =
%>
%>     7   14   21   28   35   42   49
%>

%% growing with a hole
v = 1;
for i = 2:3:11
  v(i) = i;
end
v
%> v =
%>
%>     1    2    0    0    5    0    0    8    0    0   11
%>

%% a scalar grows into a vector
x = 5;
for i = 1:3
  x(i) = i + 0.5;
end
x
%> x =
%>
%>    1.5000   2.5000   3.5000
%>

%% growing a matrix
m = [];
for i = 1:3
  m(i, 2) = i;
end
m
%> m =
%>
%>    0   1
%>    0   2
%>    0   3
%>

%% sieve
n = 60; p = true(1, n); p(1) = false;
for i = 2:7
  if p(i)
    for j = i*i:i:n
      p(j) = false;
    end
  end
end
find(p)
class(p)
%> ans =
%>
%>  Columns 1 through 16:
%>
%>     2    3    5    7   11   13   17   19   23   29   31   37   41   43   47   53
%>
%>  Column 17:
%>
%>    59
%>
%> ans = logical

%% sieve with numbers in a logical array
p = true(1, 20);
for i = 4:2:20
  p(i) = 0;
end
sum(p), class(p)
%> ans = 11
%> ans = logical

%% bubble sort
v = [5 2 9 1 7 3 8];
n = numel(v);
for i = 1:n-1
  for j = 1:n-i
    if v(j) > v(j+1)
      t = v(j); v(j) = v(j+1); v(j+1) = t;
    end
  end
end
v
%> v =
%>
%>    1   2   3   5   7   8   9
%>

%% insertion sort
v = [4 1 3 9 7 2];
for i = 2:numel(v)
  x = v(i); j = i - 1;
  while j >= 1 && v(j) > x
    v(j+1) = v(j);
    j = j - 1;
  end
  v(j+1) = x;
end
v
%> v =
%>
%>    1   2   3   4   7   9
%>

%% binary search
v = 1:3:100; lo = 1; hi = numel(v); want = 58;
while lo < hi
  mid = floor((lo + hi) / 2);
  if v(mid) < want
    lo = mid + 1;
  else
    hi = mid;
  end
end
lo, v(lo)
%> lo = 20
%> ans = 58

%% doolittle
A = [4 3 2; 8 8 5; 4 7 9]; n = 3;
L = eye(n) * 1; U = zeros(n);
for i = 1:n
  for j = i:n
    s = 0;
    for k = 1:i-1
      s = s + L(i,k) * U(k,j);
    end
    U(i,j) = A(i,j) - s;
  end
  for j = i+1:n
    s = 0;
    for k = 1:i-1
      s = s + L(j,k) * U(k,i);
    end
    L(j,i) = (A(j,i) - s) / U(i,i);
  end
end
L(2:3,1:2), U
%> ans =
%>
%>    2   1
%>    1   2
%>
%> U =
%>
%>    4   3   2
%>    0   2   1
%>    0   0   5
%>

%% product of matrices
a = magic(3); b = a'; c = zeros(3);
for i = 1:3
  for j = 1:3
    for k = 1:3
      c(i,j) = c(i,j) + a(i,k) * b(k,j);
    end
  end
end
c
%> c =
%>
%>    101    71    53
%>     71    83    71
%>     53    71   101
%>

%% pascal's triangle
p = zeros(6);
for i = 1:6
  p(i,1) = 1;
  for j = 2:i
    p(i,j) = p(i-1,j-1) + p(i-1,j);
  end
end
p
%> p =
%>
%>     1    0    0    0    0    0
%>     1    1    0    0    0    0
%>     1    2    1    0    0    0
%>     1    3    3    1    0    0
%>     1    4    6    4    1    0
%>     1    5   10   10    5    1
%>

%% game of life, one step
g = zeros(6); g(3,2:4) = 1; h = zeros(6);
for i = 2:5
  for j = 2:5
    s = 0;
    for p = -1:1
      for q = -1:1
        if p ~= 0 || q ~= 0
          s = s + g(i+p, j+q);
        end
      end
    end
    if s == 3 || (s == 2 && g(i,j))
      h(i,j) = 1;
    end
  end
end
h
%> h =
%>
%>    0   0   0   0   0   0
%>    0   0   1   0   0   0
%>    0   0   1   0   0   0
%>    0   0   1   0   0   0
%>    0   0   0   0   0   0
%>    0   0   0   0   0   0
%>

%% integers in an array
v = int8([100 120 -100]);
for i = 1:3
  v(i) = v(i) + 20;
end
v, class(v)
%> v =
%>
%>    120   127   -80
%>
%> ans = int8

%% fractions are rounded in an array of integers
v = zeros(1, 4, 'int32');
for i = 1:4
  v(i) = i / 2;
end
v
%> v =
%>
%>   1  1  2  2
%>

%% singles in an array
v = zeros(1, 3, 'single');
for i = 1:3
  v(i) = 1 / i;
end
printf('%.9g %.9g %.9g %s\n', v, class(v));
%> 1 0.5 0.333333343 single

%% unsigned bytes
b = uint8(0:5:25); s = 0;
for i = 1:6
  s = s + double(b(i));
  b(i) = 255 - b(i);
end
s, b
%> s = 75
%> b =
%>
%>   255  250  245  240  235  230
%>

%% text by character
t = 'hello world'; c = 0;
for i = 1:length(t)
  if t(i) == 'o' || t(i) == 'l'
    c = c + 1;
  end
end
c
%> c = 5

%% text is changed
t = 'abcde';
for i = 1:5
  t(i) = char(t(i) - 32);
end
t
%> t = ABCDE

%% counting characters
t = 'mississippi'; n = zeros(1, 26);
for i = 1:numel(t)
  k = t(i) - 'a' + 1;
  n(k) = n(k) + 1;
end
n([9 13 16 19])
%> ans =
%>
%>    4   1   2   4
%>

%% an array is not changed where another variable has it
a = 1:5; b = a;
for i = 1:5
  a(i) = 0;
end
a, b
%> a =
%>
%>    0   0   0   0   0
%>
%> b =
%>
%>    1   2   3   4   5
%>

%% a range becomes an array
r = 1:4;
for i = 1:4
  r(i) = r(i) * i;
end
r
%> r =
%>
%>     1    4    9   16
%>

%% elements of the array that is gone through
v = [1 2 3];
for x = v
  v(x) = 10 * x;
end
v
%> v =
%>
%>    10   20   30
%>

%% an index that is a logical variable picks by mask
v = [7 8 9]; s = 0; t = true;
for i = 1:2
  s = s + v(t);
end
s
%> s = 14

%% prefix sums in place
v = ones(1, 8);
for i = 2:8
  v(i) = v(i) + v(i-1);
end
v
%> v =
%>
%>    1   2   3   4   5   6   7   8
%>

%% reversing
v = 1:7; n = 7;
for i = 1:floor(n/2)
  t = v(i); v(i) = v(n+1-i); v(n+1-i) = t;
end
v
%> v =
%>
%>    7   6   5   4   3   2   1
%>

%% histogram
x = mod((1:200) * 37, 10); h = zeros(1, 10);
for i = 1:200
  h(x(i) + 1) = h(x(i) + 1) + 1;
end
h
%> h =
%>
%>    20   20   20   20   20   20   20   20   20   20
%>

%% heat in a rod
u = zeros(1, 9); u(5) = 1; w = u;
for t = 1:10
  for i = 2:8
    w(i) = u(i) + 0.25 * (u(i-1) - 2 * u(i) + u(i+1));
  end
  for i = 1:9
    u(i) = w(i);
  end
end
printf('%.6f ', u); disp('')
%> 0.000000 0.059143 0.115513 0.159073 0.175835 0.159073 0.115513 0.059143 0.000000 

%% longest common subsequence
a = 'ABCBDAB'; b = 'BDCABA';
c = zeros(8, 7);
for i = 1:7
  for j = 1:6
    if a(i) == b(j)
      c(i+1,j+1) = c(i,j) + 1;
    else
      c(i+1,j+1) = max(c(i,j+1), c(i+1,j));
    end
  end
end
c(8,7)
%> ans = 4

%% updates of elements
v = [1 2 3];
for i = 1:3
  v(i) += i;
  v(i) *= 2;
end
v
%> v =
%>
%>     4    8   12
%>

%% an element of a scalar
x = 3; s = 0;
for i = 1:3
  s = s + x(1);
  x(1) = x(1) + 1;
end
s, x
%> s = 12
%> x = 6
