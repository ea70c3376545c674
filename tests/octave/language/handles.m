%% an anonymous function
f = @(x) x + 1;
f(2)
%> ans = 3

%% its text
f = @(x, y) x.^2 + y'
%> f =
%>
%> @(x, y) x .^ 2 + y'
%>

%% func2str
func2str(@(x) x.^2 + sin(x))
func2str(@sin)
%> ans = @(x) x .^ 2 + sin (x)
%> ans = sin

%% it captures values when it is made
a = 1;
f = @(x) x + a;
a = 100;
f(1)
%> ans = 2

%% it captures through others
a = 2;
f = @(x) @(y) a*x + y;
g = f(3);
g(4)
%> ans = 10

%% it is called with no arguments
f = @() 42;
f()
%> ans = 42

%% its name alone is no call
f = @() 42;
g = f;
class(g)
%> ans = function_handle

%% a handle of a builtin
f = @sin;
f(0)
class(f)
%> ans = 0
%> ans = function_handle

%% a handle shows its name
f = @sin
g = {@cos}
%> f = @sin
%> g =
%> {
%>   [1,1] = @cos
%> }
%>

%% a handle of a function of the script
1;
function r = sq(x), r = x^2; end
f = @sq;
f(5)
%> ans = 25

%% too many arguments
f = @(x) x;
f(1, 2)
%> error: @<anonymous>: function called with too many inputs

%% missing arguments
f = @(x, y) x + y;
f(1)
%> error: 'y' undefined near line 1, column 17

%% missing arguments that are not used
f = @(x, y) x;
f(1)
%> ans = 1

%% varargin in an anonymous function
f = @(varargin) numel(varargin);
f(), f(1, 2, 3)
%> ans = 0
%> ans = 3

%% several values from an anonymous function
f = @(v) max(v);
[m, i] = f([3 9 4])
%> m = 9
%> i = 2

%% an anonymous function without a value
f = @() disp('hello');
f()
%> hello

%% more outputs than it gives
f = @(x) x;
[a, b] = f(1)
%> a = 1
%> error: element number 2 undefined in return list

%% nargin of a handle
nargin(@(x, y) x), nargin(@(varargin) 1)
%> ans = 2
%> ans = -1

%% handles in cells and structs
c = {@(x) x + 1, @(x) x * 2};
c{2}(5)
s.f = @(x) x - 1;
s.f(10)
%> ans = 10
%> ans = 9

%% a handle as an argument
1;
function r = apply(f, x), r = f(x); end
apply(@(t) t^2, 3)
apply(@abs, -3)
%> ans = 9
%> ans = 3

%% composing
compose = @(f, g) @(x) f(g(x));
h = compose(@(x) x + 1, @(x) x * 2);
h(5)
%> ans = 11

%% is_function_handle
is_function_handle(@sin), is_function_handle('sin')
%> ans = 1
%> ans = 0

%% a handle of a function that is not there
f = @no_such;
f(1)
%> error: invalid function handle, unable to find function for @no_such

%% handles compare
f = @sin;
isequal(f, @sin), isequal(f, @cos)
%> ans = 1
%> ans = 0

%% str2func
f = str2func('@(x) x + 1');
f(1)
g = str2func('abs');
g(-2)
%> ans = 2
%> ans = 2

%% a handle cannot be indexed with {
f = @sin;
f{1}
%> error: function handle cannot be indexed with {

%% a handle has no fields
f = @sin;
f.a
%> error: function handle cannot be indexed with .

%% an anonymous function in a cellfun
cellfun(@(x) x * 2, {1, 2, 3})
%> ans =
%>
%>    2   4   6
%>

%% cellfun by name
cellfun('isempty', {1, [], ''})
cellfun(@numel, {'ab', 'c', ''})
%> ans =
%>
%>   0  1  1
%>
%> ans =
%>
%>    2   1   0
%>

%% cellfun with cells as results
cellfun(@(x) [x x], {1, 2}, 'UniformOutput', false)
%> ans =
%> {
%>   [1,1] =
%>
%>      1   1
%>
%>   [1,2] =
%>
%>      2   2
%>
%> }
%>

%% cellfun that must give scalars
cellfun(@(x) [x x], {1, 2})
%> error: cellfun: all values must be scalars when UniformOutput = true

%% cellfun with several outputs
[a, b] = cellfun(@max, {[1 5 2], [7 3]})
%> a =
%>
%>    5   7
%>
%> b =
%>
%>    2   1
%>

%% cellfun over two cells
cellfun(@(a, b) a + b, {1, 2}, {10, 20})
%> ans =
%>
%>    11   22
%>

%% arrayfun
arrayfun(@(k) k^2, 1:4)
arrayfun(@(k) {k}, 1:2, 'UniformOutput', false)
%> ans =
%>
%>     1    4    9   16
%>
%> ans =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = 1
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = 2
%>   }
%>
%> }
%>

%% errors inside cellfun
try
  cellfun(@(x) error('my:id', 'bad %d', x), {7});
catch e
  disp(e.message), disp(e.identifier)
end
%> bad 7
%> my:id

%% ErrorHandler
r = cellfun(@(x) error('bad'), {1, 2}, 'ErrorHandler', @(e, x) x * 10)
%> r =
%>
%>    10   20
%>

%% captures of matrices stay as they were
A = [1 2; 3 4];
f = @() A(2, 1);
A = 0;
f()
%> ans = 3

%% a captured variable that is not there fails when it is called
f = @() not_there + 1;
try
  f()
catch e
  disp(e.message)
end
%> 'not_there' undefined near line 1, column 9

%% end in an anonymous function
f = @(v) v(end);
f([1 2 3])
%> ans = 3

%% conditional evaluation
iff = @(c, a, b) {b, a}{c + 1};
iff(true, 'yes', 'no'), iff(false, 'yes', 'no')
%> ans = yes
%> ans = no

%% recursion through a handle
1;
function r = fix(f, n), if n == 0, r = 1; else, r = n * f(f, n - 1); end, end
fix(@fix, 5)
%> ans = 120

%% a handle printed inside a struct
s.f = @(x) x + 1
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     f =
%>
%> @(x) x + 1
%>
%>

%% transposes and strings in its text
f = @(x) [x', "a b", 'cd']
%> f =
%>
%> @(x) [x', "a b", 'cd']
%>

%% logical operators in its text
f = @(a, b) a && !b || ~a
%> f =
%>
%> @(a, b) a && !b || !a
%>

%% ranges and cells in its text
f = @(n) {1:n, n:-1:1, [1, 2; 3, 4]}
%> f =
%>
%> @(n) {1:n, n:-1:1, [1, 2; 3, 4]}
%>
