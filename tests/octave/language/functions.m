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

%% comments at odd places
1;
function r = f(x) % a comment
  % another
  r = x; # and one
end % f
f(3)
%> ans = 3

%% endfunction
1;
function r = f(x)
  r = x + 1;
endfunction
f(1)
%> ans = 2

%% a value of a call that gives several
1;
function [a, b] = two(), a = 1; b = 2; end
two() + 10
[two(), two()]
x = {two()}
%> ans = 11
%> ans =
%>
%>    1   1
%>
%> x =
%> {
%>   [1,1] = 1
%> }
%>

%% functions of functions
1;
function r = outer_most(x), r = middle(x) + 1; end
function r = middle(x), r = inner_most(x) * 2; end
function r = inner_most(x), r = x - 1; end
outer_most(5)
%> ans = 9

%% a function changes nothing of the script
1;
function f(), x = 5; y = 6; end
x = 1;
f();
x, exist('y')
%> x = 1
%> ans = 0

%% arguments are computed from the left
1;
function r = tell(x), printf('%d ', x); r = x; end
function r = sum3(a, b, c), r = a + b + c; end
sum3(tell(1), tell(2), tell(3))
%> 1 2 3 ans = 6

%% an argument that is an assignment's target
1;
function [a, b] = order(x, y), a = y; b = x; end
a = 1; b = 2;
[a, b] = order(a, b)
%> a = 2
%> b = 1

%% growing an argument
1;
function v = push(v, x), v(end + 1) = x; end
v = [];
for i = 1:4, v = push(v, i); end
v
%> v =
%>
%>    1   2   3   4
%>

%% struct arguments are copies
1;
function s = set(s), s.a = 100; end
s.a = 1;
t = set(s);
s.a, t.a
%> ans = 1
%> ans = 100

%% cell arguments are copies
1;
function c = set(c), c{1} = 'new'; end
c = {'old'};
d = set(c);
c{1}, d{1}
%> ans = old
%> ans = new

%% an output is assigned in a branch
1;
function r = sgn(x)
  if x > 0
    r = 1;
  elseif x < 0
    r = -1;
  else
    r = 0;
  end
end
sgn(5), sgn(-2), sgn(0)
%> ans = 1
%> ans = -1
%> ans = 0

%% an output that only one branch assigns
1;
function r = only(x), if x, r = 1; end, end
only(true)
y = only(false)
%> ans = 1
%> error: 'r' undefined near line 2, column 10

%% while loops in functions
1;
function n = collatz(x)
  n = 0;
  while x != 1
    if mod(x, 2) == 0, x = x / 2; else, x = 3 * x + 1; end
    n++;
  end
end
collatz(27)
%> ans = 111

%% greatest common divisor
1;
function a = my_gcd(a, b)
  while b
    [a, b] = deal(b, mod(a, b));
  end
end
my_gcd(48, 36)
%> ans = 12

%% bubble sort
1;
function v = bubble(v)
  n = numel(v);
  do
    swapped = false;
    for i = 1:n-1
      if v(i) > v(i+1)
        v([i i+1]) = v([i+1 i]);
        swapped = true;
      end
    end
  until !swapped
end
bubble([5 2 9 1 7])
%> ans =
%>
%>    1   2   5   7   9
%>

%% primes by a sieve
1;
function p = sieve(n)
  is_prime = true(1, n);
  is_prime(1) = false;
  for i = 2:floor(sqrt(n))
    if is_prime(i)
      is_prime(i*i:i:n) = false;
    end
  end
  p = find(is_prime);
end
sieve(30)
%> ans =
%>
%>     2    3    5    7   11   13   17   19   23   29
%>

%% towers of Hanoi
1;
function n = hanoi(k, a, b, c)
  if k == 0, n = 0; return; end
  n = hanoi(k - 1, a, c, b) + 1 + hanoi(k - 1, c, b, a);
end
hanoi(6, 'A', 'B', 'C')
%> ans = 63

%% binary search
1;
function at = find_in(v, x)
  lo = 1; hi = numel(v); at = 0;
  while lo <= hi
    mid = floor((lo + hi) / 2);
    if v(mid) == x, at = mid; return
    elseif v(mid) < x, lo = mid + 1;
    else, hi = mid - 1;
    end
  end
end
find_in([1 3 5 7 9], 7), find_in([1 3 5], 4)
%> ans = 4
%> ans = 0

%% text is built in a loop
1;
function s = stars(n), s = ''; for i = 1:n, s = [s '*']; end, end
for k = 1:3, disp(stars(k)), end
%> *
%> **
%> ***
