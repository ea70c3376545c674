%% inputname
1;
function f(a, b), disp(inputname(1)); disp(inputname(2)); end
x = 1; y = 2;
f(x, y)
%> x
%> y

%% nested cells and functions of them
data = {1, {2, 'three'}, [4 5 6]};
data{2}{2}(1), data{3}(end), numel(data{2})
%> ans = t
%> ans = 6
%> ans = 2

%% a struct of handles
ops.add = @(a, b) a + b;
ops.mul = @(a, b) a * b;
names = fieldnames(ops);
for k = 1:numel(names), disp(ops.(names{k})(3, 4)), end
%> 7
%> 12

%% a queue of work
queue = {1};
seen = [];
while !isempty(queue)
  x = queue{1};
  queue(1) = [];
  seen(end + 1) = x;
  if x < 4, queue{end + 1} = x * 2; queue{end + 1} = x + 1; end
end
seen
%> seen =
%>
%>    1   2   2   4   3   4   3   6   4   6   4
%>

%% a matrix by nested loops
n = 4;
p = zeros(n);
for i = 1:n
  for j = 1:i
    if j == 1 || j == i
      p(i, j) = 1;
    else
      p(i, j) = p(i - 1, j - 1) + p(i - 1, j);
    end
  end
end
p
%> p =
%>
%>    1   0   0   0
%>    1   1   0   0
%>    1   2   1   0
%>    1   3   3   1
%>

%% words are counted
words = {'a', 'b', 'a', 'c', 'a'};
count = struct();
for k = 1:numel(words)
  w = words{k};
  if isfield(count, w), count.(w) += 1; else, count.(w) = 1; end
end
count
%> count =
%>
%>   scalar structure containing the fields:
%>
%>     a = 3
%>     b = 1
%>     c = 1
%>

%% accumulating text
out = '';
for k = 1:3, out = [out sprintf('%d,', k)]; end
out(end) = []
%> out = 1,2,3

%% early exit of nested loops by a flag
found = false;
for i = 1:3
  for j = 1:3
    if i * j == 4, found = true; break, end
  end
  if found, break, end
end
i, j
%> i = 2
%> j = 2

%% logical results of comparisons print
x = 3 > 2
y = [1 2 3] == [1 5 3]
z = ~y
%> x = 1
%> y =
%>
%>   1  0  1
%>
%> z =
%>
%>   0  1  0
%>

%% int arithmetic in loops
s = int32(0);
for k = int32(1):int32(5), s = s + k; end
s, class(s)
%> s = 15
%> ans = int32

%% single arithmetic in loops
s = single(0);
for k = 1:3, s = s + k / 3; end
s, class(s)
%> s = 2
%> ans = single

%% saturation in loops
s = uint8(250);
for k = 1:10, s += 1; end
s
%> s = 255

%% complex numbers in loops
z = 0;
for k = 1:3, z = z * 1i + k; end
z
%> z =  2 + 2i

%% a loop over a range with a step that is not exact
t = [];
for x = 0:0.1:1, t(end + 1) = x; end
numel(t), t(end) == 1
%> ans = 11
%> ans = 1

%% a loop backwards over fractions
n = 0;
for x = 1:-0.25:0, n++; end
n, x
%> n = 5
%> x = 0

%% while with several conditions
a = 1; b = 10;
while a < b && mod(a * b, 7) != 0
  a++; b--;
end
a, b
%> a = 4
%> b = 7

%% if with mixed types
if 'abc' == 'abc', disp('same'), end
if strcmp('a', {'a', 'b'}), disp('all'), else, disp('not all'), end
%> same
%> not all

%% the value of a variable of a loop that breaks
for k = 1:10
  if k ^ 2 > 30, break, end
end
k
%> k = 6

%% try in a loop in a function
1;
function n = survivors(fs)
  n = 0;
  for k = 1:numel(fs)
    try
      fs{k}();
      n++;
    catch
    end
  end
end
survivors({@() 1, @() error('x'), @() [1 2] + [1 2 3], @() 2})
%> ans = 2

%% unwind_protect in a function that fails
1;
function f()
  unwind_protect
    x = [1 2 3];
    x(10)
  unwind_protect_cleanup
    disp('closed')
  end_unwind_protect
end
try, f(), catch e, disp(e.message), end
%> closed
%> x(10): out of bound 3 (dimensions are 1x3)

%% nested unwind_protect
unwind_protect
  unwind_protect
    disp(1)
  unwind_protect_cleanup
    disp(2)
  end_unwind_protect
  disp(3)
unwind_protect_cleanup
  disp(4)
end_unwind_protect
%> 1
%> 2
%> 3
%> 4

%% an error in a cleanup
try
  unwind_protect
    error('first');
  unwind_protect_cleanup
    error('second');
  end_unwind_protect
catch e
  disp(e.message)
end
%> second

%% return inside nested blocks
1;
function r = f(x)
  r = 0;
  for i = 1:3
    switch i
      case 2
        try
          if x, r = i; return, end
        catch
          r = -1;
        end
    end
  end
  r = 100;
end
f(true), f(false)
%> ans = 2
%> ans = 100

%% break out of unwind_protect in a while in a function
1;
function n = f()
  n = 0;
  while true
    unwind_protect
      n++;
      if n == 3, break; end
    unwind_protect_cleanup
      printf('c%d ', n);
    end_unwind_protect
  end
end
f()
%> c1 c2 c3 ans = 3

%% eval in a loop
for k = 1:3, eval(sprintf('v%d = %d;', k, k * 10)); end
v1, v2, v3
%> v1 = 10
%> v2 = 20
%> v3 = 30

%% eval that changes the loop's variables
x = 0;
for k = 1:3, eval('x = x + k;'); end
x
%> x = 6

%% evalc of several lines
s = evalc('for k = 1:2, k, end');
s
%> s = k = 1
%> k = 2
%>

%% evalin of the base's variables from a function
1;
function r = peek(), r = evalin('base', 'secret'); end
secret = 42;
peek()
%> ans = 42

%% assignin makes a variable that eval sees
1;
function put(name, v), assignin('caller', name, v); end
put('made_here', 5);
eval('made_here + 1')
%> ans = 6

%% exist of different things
x = 1;
exist('x'), exist('x', 'var'), exist('no_such_thing')
%> ans = 1
%> ans = 1
%> ans = 0

%% a function handle to a function with several outputs
1;
function [a, b] = divmod(x, y), a = floor(x / y); b = mod(x, y); end
f = @divmod;
[q, r] = f(17, 5)
c = cell(1, 2);
[c{:}] = f(23, 7);
c
%> q = 3
%> r = 2
%> c =
%> {
%>   [1,1] = 3
%>   [1,2] = 2
%> }
%>

%% outputs into a range of cells
c = cell(1, 3);
[c{1:2}] = size(ones(2, 3));
c
%> c =
%> {
%>   [1,1] = 2
%>   [1,2] = 3
%>   [1,3] = [](0x0)
%> }
%>

%% a variable number of outputs
for k = 1:3
  o = cell(1, k);
  [o{:}] = size(ones(2, 3, 4));
  disp([o{:}])
end
%>    2   3   4
%>     2   12
%>    2   3   4

%% nthargout
nthargout(2, @max, [3 9 2])
%> ans = 2

%% arguments that are lists of lists
a = {1, 2}; b = {3};
numel({a{:}, b{:}, 4})
plus(a{1}, b{:})
%> ans = 4
%> ans = 4

%% struct fields of a function's result
1;
function s = make(), s.x = 1; s.y.z = [1 2 3]; end
make().y.z(2)
%> ans = 2

%% a transpose of a function's result
1;
function r = col(), r = [1; 2; 3]; end
col()'
%> ans =
%>
%>    1   2   3
%>

%% command syntax of own functions
1;
function shout(varargin), printf('%s! ', varargin{:}); printf('\n'); end
shout hello world
shout('a', 'b')
%> hello! world! 
%> a! b! 

%% logical short cuts with functions
1;
function r = say(x), printf('%d ', x); r = x; end
say(0) && say(1);
say(1) || say(0);
if say(1) && say(0) || say(1), disp('yes'), end
%> 0 1 1 0 1 yes

%% operators as functions
plus(1, 2), minus(5, 3), times(2, 4), rdivide(9, 3), power(2, 3), mtimes([1 2], [3; 4])
eq(1, 1), lt(1, 2), and(1, 0), or(1, 0), not(1), uminus(4)
%> ans = 3
%> ans = 2
%> ans = 8
%> ans = 3
%> ans = 8
%> ans = 11
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 0
%> ans = -4

%% numbers print in every form
x = 1e10
y = 1e-10
z = [1e10 1]
w = 100000
v = 99999.5
u = [0.001 1000]
%> x = 1.0000e+10
%> y = 1.0000e-10
%> z =
%>
%>    1.0000e+10   1.0000e+00
%>
%> w = 100000
%> v = 1.0000e+05
%> u =
%>
%>    1.0000e-03   1.0000e+03
%>

%% ans in expressions
3;
ans + 1
ans * 2
%> ans = 4
%> ans = 8

%% long lines are continued
x = 1 + ...
    2 + ...
    3
%> x = 6

%% block comments inside functions
1;
function r = f()
  %{
  r = 1;
  %}
  r = 2;
end
f()
%> ans = 2

%% # comments and #{ blocks
x = 1; # one
#{
x = 2;
#}
x
%> x = 1

%% semicolons inside matrices over lines
m = [1 2
     3 4]
c = {'a', ...
     'b'}
%> m =
%>
%>    1   2
%>    3   4
%>
%> c =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% printf with no data and with much
printf('plain\n');
printf('%d\n', [1 2 3]);
printf('%d %s\n', 1, 'a', 2, 'b');
%> plain
%> 1
%> 2
%> 3
%> 1 a
%> 2 b

%% a list as a condition is false
c = {1, 2};
if c{:}, disp('yes'), else, disp('no'), end
s = struct('f', {1, 2});
while s.f, disp('never'), break, end
%> no

%% the stack of an error in eval is that of the function
1;
function f()
  eval('error("in the text")');
end
try, f(), catch e, disp(e.stack(1).name), disp(e.stack(1).line), end
%> f
%> 3

%% a function that is defined again counts for those that call it
1;
function r = f(x), r = x + 1; end
function r = g(x), r = f(x) * 10; end
g(1)
eval('function r = f(x), r = x + 100; end');
g(1), f(1)
%> ans = 20
%> ans = 1010
%> ans = 101
