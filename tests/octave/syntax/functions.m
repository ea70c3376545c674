%% f = @(x) sin(x)+1e3*x-[1 2;3 4](1,:)'
f = @(x) sin(x)+1e3*x-[1 2;3 4](1,:)'
%> f =
%>
%> @(x) sin (x) + 1e3 * x - [1, 2; 3, 4] (1, :)'
%>

%% f = @(x) ~x & !x ~= 3
f = @(x) ~x & !x ~= 3
%> f =
%>
%> @(x) !x & !x != 3
%>

%% f = @() x.a(3).("b"){2}
f = @() x.a(3).("b"){2}
%> f =
%>
%> @() x.a (3).("b") {2}
%>

%% f = @(x) @(y) x+y
f = @(x) @(y) x+y
%> f =
%>
%> @(x) @(y)x + y
%>

%% f = @(x) (x+1)*2
f = @(x) (x+1)*2
%> f =
%>
%> @(x) (x + 1) * 2
%>

%% f = @(x) 1:2:x
f = @(x) 1:2:x
%> f =
%>
%> @(x) 1:2:x
%>

%% f = @(x) x.'+x'
f = @(x) x.'+x'
%> f =
%>
%> @(x) x.' + x'
%>

%% f = @(x) x(:,end)
f = @(x) x(:,end)
%> f =
%>
%> @(x) x (:, end)
%>

%% f = @(x,~) x
f = @(x,~) x
%> f =
%>
%> @(x, ~) x
%>

%% f = @(x) x&&1||0
f = @(x) x&&1||0
%> f =
%>
%> @(x) x && 1 || 0
%>

%% f = @(x) [1,2; 3]
f = @(x) [1,2
3]
%> f =
%>
%> @(x) [1, 2; 3]
%>

%% f = @(x) 1i*1e-3
f = @(x) 1i*1e-3
%> f =
%>
%> @(x) 1i * 1e-3
%>

%% f = @(x) f(1){2}(3).d
f = @(x) f(1){2}(3).d
%> f =
%>
%> @(x) f (1) {2} (3).d
%>

%% f = @(x) ((x))
f = @(x) ((x))
%> f =
%>
%> @(x) ((x))
%>

%% f = @(x) "a""b"
f = @(x) "a""b"
%> f =
%>
%> @(x) "a\"b"
%>

%% f = @(x, varargin) numel(varargin); f(1, 2, 3)
f = @(x, varargin) numel(varargin); f(1, 2, 3)
%> ans = 2

%% f = @plus; f(1, 2)
f = @plus; f(1, 2)
%> ans = 3

%% f = @() 7; f()
f = @() 7; f()
%> ans = 7

%% f = @(x) x'; f([1 2])
f = @(x) x'; f([1 2])
%> ans =
%>
%>    1
%>    2
%>

%% f = @(x) @(y) x - y; f(5)(3)
f = @(x) @(y) x - y; f(5)(3)
%> ans = 2

%% f = @(x) [x -1]; f(3)
f = @(x) [x -1]; f(3)
%> ans =
%>
%>    3  -1
%>

%% c = {@(x) x + 1, @(x) x * 2}; c{2}(4)
c = {@(x) x + 1, @(x) x * 2}; c{2}(4)
%> ans = 8

%% s.f = @(x) x + 1; s.f(3)
s.f = @(x) x + 1; s.f(3)
%> ans = 4

%% k = 2; f = @(x) x * k; k = 5; f(3)
k = 2; f = @(x) x * k; k = 5; f(3)
%> ans = 6

%% func2str(@(x) x + 1)
func2str(@(x) x + 1)
%> ans = @(x) x + 1

%% f = str2func("@(x) x .^ 2"); f(3)
f = str2func("@(x) x .^ 2"); f(3)
%> ans = 9

%% f = @sin; f (0)
f = @sin; f (0)
%> ans = 0

%% cellfun(@(x) x(end), {1:3, 4:6})
cellfun(@(x) x(end), {1:3, 4:6})
%> ans =
%>
%>    3   6
%>

%% arrayfun(@(k) k^2, 1:3)
arrayfun(@(k) k^2, 1:3)
%> ans =
%>
%>    1   4   9
%>

%% g = @(varargin) varargin{end}; g(1, 2, 9)
g = @(varargin) varargin{end}; g(1, 2, 9)
%> ans = 9

%% default values
1;
function r = f(a, b = 3), r = a + b; end
f(1), f(1, 1)
%> ans = 4
%> ans = 2

%% varargout
1;
function varargout = f(), varargout = {1, 2}; end
[a, b] = f()
%> a = 1
%> b = 2

%% nargin and nargout
1;
function [a, b] = f(varargin), a = nargin; b = nargout; end
[p, q] = f(1, 2, 3)
%> p = 3
%> q = 2

%% early return
1;
function r = f(x)
 r = 1;
 if x, return, end
 r = 2;
end
[f(0) f(1)]
%> ans =
%>
%>    2   1
%>

%% recursion
1;
function r = fact(n), if n < 2, r = 1; else r = n * fact(n - 1); end, end
fact(6)
%> ans = 720

%% endfunction
1;
function f, disp(1), endfunction
f
%> 1

%% outputs without commas
1;
function [a b] = f, a = 1; b = 2; end
[x y] = f
%> x = 1
%> y = 2

%% ignored parameter
1;
function r = f(~, b), r = b; end
f(1, 2)
%> ans = 2

%% an output that is a parameter
1;
function x = f(x), x = x + 1; end
f(3)
%> ans = 4

%% persistent
1;
function r = f, persistent n = 0; n++; r = n; end
f; f; f
%> ans = 3
