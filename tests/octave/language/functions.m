%% a function is used before it is defined
%! Octave defines functions when it gets there; here they are known from the start, as in MATLAB
disp(twice(4))
function r = twice(x)
  r = 2 * x;
end
%> 8

%% several outputs
1;
function [a, b, c] = three()
  a = 1; b = 2; c = 3;
end
x = three()
[x, y] = three()
[x, y, z] = three();
z
%> x = 1
%> x = 1
%> y = 2
%> z = 3

%% outputs that nobody wants
1;
function [a, b] = two(), a = 1; b = 2; end
[~, q] = two()
[p, ~] = two()
%> q = 2
%> p = 1

%% a function without outputs
1;
function hello(name), printf('hello %s\n', name); end
hello('you')
hello you
%> hello you
%> hello you

%% a value from a function without outputs
1;
function nothing(), end
x = nothing()
%> error: nothing: function called with too many outputs

%% an output that was not set
1;
function r = unset(), end
unset()
x = unset()
%> error: 'r' undefined near line 2, column 10

%% one of several outputs was not set
1;
function [a, b] = half(), a = 1; end
[x, y] = half()
%> error: 'b' undefined near line 2, column 14

%% the first of several outputs was not set
1;
function [a, b] = half(), b = 1; end
[x, y] = half()
%> error: 'a' undefined near line 2, column 11

%% too many arguments
1;
function r = one(a), r = a; end
one(1, 2)
%> error: one: function called with too many inputs

%% too many outputs
1;
function r = one(a), r = a; end
[a, b] = one(1)
%> error: one: function called with too many outputs

%% an argument that is missing
1;
function r = one(a), r = a + 1; end
one()
%> error: 'a' undefined near line 2, column 26

%% a missing argument that is not used
1;
function r = second(a, b), r = a; end
second(5)
%> ans = 5

%% nargin and nargout
1;
function [a, b] = counts(x, y, z)
  printf('%d in, %d out\n', nargin, nargout);
  a = 1; b = 2;
end
counts();
counts(1);
x = counts(1, 2);
[x, y] = counts(1, 2, 3);
[~, ~] = counts();
%> 0 in, 0 out
%> 1 in, 0 out
%> 2 in, 1 out
%> 3 in, 2 out
%> 0 in, 2 out

%% nargout of a call in an expression
1;
function r = f(), r = nargout; end
f()
x = f() + 0
disp(f())
y = [f(), f()]
%> ans = 0
%> x = 1
%> 1
%> y =
%>
%>    1   1
%>

%% defaults by nargin
1;
function r = power_of(x, p)
  if nargin < 2, p = 2; end
  r = x ^ p;
end
power_of(3), power_of(3, 3)
%> ans = 9
%> ans = 27

%% exist asks for an argument
1;
function r = g(a), r = exist('a', 'var'); end
g(), g(1)
%> ans = 0
%> ans = 1

%% varargin
1;
function r = count(varargin), r = numel(varargin); end
count(), count(1, 'two', [3 4])
%> ans = 0
%> ans = 3

%% varargin behind others
1;
function show_all(first, varargin)
  disp(first)
  for k = 1:numel(varargin), disp(varargin{k}), end
end
show_all(1)
show_all(1, 'two', 3)
%> 1
%> 1
%> two
%> 3

%% varargin is passed on
1;
function r = add(varargin), r = plus(varargin{:}); end
add(3, 4)
%> ans = 7

%% an empty varargin
1;
function f(varargin), size(varargin), end
f()
%> ans =
%>
%>    0   0
%>

%% varargout
1;
function varargout = give(n)
  for k = 1:n, varargout{k} = 10 * k; end
end
[a, b] = give(2)
[a, b, c] = give(3);
c
give(1)
%> a = 10
%> b = 20
%> c = 30
%> ans = 10

%% varargout has too few
1;
function varargout = give(n)
  for k = 1:n, varargout{k} = k; end
end
[a, b] = give(1)
%> a = 1
%> error: element number 2 undefined in return list

%% no varargout at all
1;
function varargout = give(), end
give()
x = give()
%> error: value on right hand side of assignment is undefined

%% varargout behind others
1;
function [a, varargout] = give(), a = 1; varargout = {2, 3}; end
[x, y, z] = give()
%> x = 1
%> y = 2
%> z = 3

%% recursion
1;
function r = fact(n)
  if n <= 1, r = 1; else, r = n * fact(n - 1); end
end
fact(5), fact(10)
%> ans = 120
%> ans = 3628800

%% recursion of two functions
1;
function r = is_even(n), if n == 0, r = true; else, r = is_odd(n - 1); end, end
function r = is_odd(n), if n == 0, r = false; else, r = is_even(n - 1); end, end
is_even(10), is_odd(7)
%> ans = 1
%> ans = 1

%% fibonacci
1;
function r = fib(n)
  if n < 2
    r = n;
    return
  end
  r = fib(n-1) + fib(n-2);
end
fib(15)
%> ans = 610

%% endless recursion is an error
1;
function r = deep(n), r = deep(n + 1); end
try
  deep(1)
catch e
  disp(e.message)
end
%> max_recursion_depth exceeded

%% return leaves the function
1;
function r = early(x)
  r = 1;
  if x, return, end
  r = 2;
end
early(true), early(false)
%> ans = 1
%> ans = 2

%% return in a loop
1;
function r = first_over(v, lim)
  r = -1;
  for k = 1:numel(v)
    if v(k) > lim, r = k; return, end
  end
end
first_over([1 5 9], 4), first_over([1 2], 4)
%> ans = 2
%> ans = -1

%% arguments are copies
1;
function r = change(v), v(1) = 100; r = v; end
a = [1 2 3];
b = change(a);
a, b
%> a =
%>
%>    1   2   3
%>
%> b =
%>
%>    100     2     3
%>

%% an output of the name of an argument
1;
function x = bump(x), x = x + 1; end
y = 5;
bump(y), y
%> ans = 6
%> y = 5

%% a function's variables are its own
1;
function f(), hidden = 3; end
hidden = 1;
f();
hidden
%> hidden = 1

%% a variable hides a function
sum = 5;
sum
sum(1)
%> sum = 5
%> ans = 5

%% a cleared variable shows the function again
sum = 5;
clear sum
sum([1 2 3])
%> ans = 6

%% a function that is not there
try
  no_such_function(1)
catch e
  disp(e.message), disp(e.identifier)
end
%> 'no_such_function' undefined near line 2, column 3
%> Octave:undefined-function

%% a variable that is not there
x = 1 + no_such_variable
%> error: 'no_such_variable' undefined near line 1, column 9

%% a variable that is not there, on a later line
x = 1;
y = x + (2 * nope);
%> error: 'nope' undefined near line 2, column 14

%% several statements of functions in one script
1;
function a(), disp('a'), end
function b(), disp('b'); a(), end
b()
%> b
%> a

%% a function with no argument list
1;
function greet
  disp('hi')
end
greet
greet()
%> hi
%> hi

%% a function with an output but no argument list
1;
function r = seven
  r = 7;
end
seven + 1
x = seven;
x
%> ans = 8
%> x = 7

%% ignored parameters
1;
function r = second(~, b), r = b; end
second(1, 2)
%> ans = 2

%% comments at odd places
function r = f(x) % a comment
  % another
  r = x; # and one
end % f
f(3)
%> warning: function name 'f' does not agree with function filename 'case.m'
%> error: 'x' undefined near line 3, column 7

%% endfunction
function r = f(x)
  r = x + 1;
endfunction
f(1)
%> warning: function name 'f' does not agree with function filename 'case.m'
%> error: 'x' undefined near line 2, column 7

%% nargin of a function by name
1;
function [a, b] = f(x, y, z), end
function g(x, varargin), end
nargin('f'), nargout('f'), nargin('g')
%> ans = 3
%> ans = 2
%> ans = -2

%% cs-list as arguments
c = {1, 2};
plus(c{:})
max([c{:}])
%> ans = 3
%> ans = 2

%% struct fields as arguments
s = struct('v', {3, 4});
plus(s.v)
%> ans = 7

%% feval of a name and a handle
feval('plus', 1, 2)
feval(@minus, 5, 2)
1;
function r = mine(x), r = x * 2; end
feval('mine', 4)
feval(@mine, 5)
%> ans = 3
%> ans = 3
%> ans = 8
%> ans = 10

%% feval with outputs
[m, i] = feval('max', [3 9 2])
%> m = 9
%> i = 2

%% a result is indexed at once
1;
function r = vec(), r = [10 20 30]; end
vec()(2)
magic(3)(2, 3)
%> ans = 20
%> ans = 7

%% deal
[a, b] = deal(1, 2)
[c, d] = deal(7)
%> a = 1
%> b = 2
%> c = 7
%> d = 7

%% swap
a = 1; b = 2;
[a, b] = deal(b, a)
%> a = 2
%> b = 1

%% printing of several assigned values
[m, i] = max([4 8 6])
%> m = 8
%> i = 2

%% ans is set by calls
plus(1, 2);
ans
3 + 4;
ans
%> ans = 3
%> ans = 7

%% ans is not set by assignments
x = 5;
exist('ans')
%> ans = 2

%% a call of a function sets no ans without a value
1;
function f(), end
f();
exist('ans')
%> ans = 1

%% nested calls
max(min(5, 3), abs(-4))
%> ans = 4

%% the same function with different numbers of arguments
1;
function r = area(w, h)
  switch nargin
    case 1, r = w^2;
    case 2, r = w*h;
  end
end
area(3), area(3, 4)
%> ans = 9
%> ans = 12
