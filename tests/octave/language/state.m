%% global variables
1;
function set_it(), global G; G = 5; end
function r = get_it(), global G; r = G; end
global G
G = 1;
set_it();
G
G = 7;
get_it()
%> G = 5
%> ans = 7

%% a global without a value is empty
global H
H, size(H)
%> H = [](0x0)
%> ans =
%>
%>    0   0
%>

%% a global with a value
global K = 3
K
global K = 4
K
%> K = 3
%> K = 3

%% several globals
global A B
A = 1; B = 2;
1;
function r = both(), global A B; r = A + B; end
both()
%> ans = 3

%% a global array in place
global V
V = zeros(1, 3);
1;
function put(k, x), global V; V(k) = x; end
put(2, 5); put(4, 1);
V
%> V =
%>
%>    0   5   0   1
%>

%% clear of a global leaves the value
global G
G = 3;
clear G
exist('G')
global G
G
%> ans = 0
%> G = 3

%% persistent
1;
function r = count()
  persistent n;
  if isempty(n), n = 0; end
  n++;
  r = n;
end
count(); count(); count()
%> ans = 3

%% persistent with a value
1;
function r = count()
  persistent n = 10;
  n++;
  r = n;
end
count(), count()
%> ans = 11
%> ans = 12

%% persistent arrays
1;
function r = remember(x)
  persistent all;
  all(end + 1) = x;
  r = all;
end
remember(1); remember(5); remember(9)
%> ans =
%>
%>    1   5   9
%>

%% persistent variables of different functions
1;
function r = f(), persistent n = 0; n++; r = n; end
function r = g(), persistent n = 100; n++; r = n; end
f(); f(); g();
f(), g()
%> ans = 3
%> ans = 102

%% eval
eval('x = 3;');
x
eval('y = x + 1')
%> x = 3
%> y = 4

%% eval with a catch
eval('error("abc")', 'disp("caught")');
eval('1 +', 'disp("no such text")');
%> caught
%> no such text

%% eval gives a value
z = eval('1 + 2')
z = eval('3;') + 1
%> z = 3
%> z = 4

%% eval prints
eval('5')
eval('5;')
ans
%> ans = 5
%> ans = 5

%% eval in a function has its variables
1;
function r = f(a), eval('r = a * 2;'); end
f(21)
%> ans = 42

%% eval makes variables in a function
1;
function r = f(), eval('hidden = 4;'); r = hidden + 1; end
f()
%> ans = 5

%% eval of several statements
eval('a = 1; b = 2; c = a + b')
%> c = 3

%% eval of a loop
eval('for i = 1:3, t(i) = i^2; end'); t
%> t =
%>
%>    1   4   9
%>

%% eval of an error
try, eval('error("in:eval", "text")'); catch e, disp(e.identifier), end
%> in:eval

%% evalc
s = evalc('disp(5)')
s = evalc('x = 3');
s
isempty(evalc('x = 4;'))
%> s = 5
%>
%> s = x = 3
%>
%> ans = 1

%% nested eval
eval('eval(''q = 5;'')'); q
%> q = 5

%% eval of a function definition
eval('function r = made(x), r = x * 3; end');
made(4)
%> ans = 12

%% evalin and assignin
1;
function f(), assignin('caller', 'made', 7); disp(evalin('caller', 'here')); end
here = 'caller here';
f();
made
%> caller here
%> made = 7

%% assignin base
1;
function f(), g(); end
function g(), assignin('base', 'deep', 1); end
f();
deep
%> deep = 1

%% exist
x = 1;
exist('x'), exist('nope'), exist('sin') > 0
%> ans = 1
%> ans = 0
%> ans = 1

%% clear
x = 1; y = 2; xy = 3;
clear x
exist('x'), exist('y')
clear x*
exist('xy')
%> ans = 0
%> ans = 1
%> ans = 0

%% clear all
x = 1; y = 2;
clear all
exist('x'), exist('y')
%> ans = 0
%> ans = 0

%% clear with several names
a = 1; b = 2; c = 3;
clear a c
exist('a'), exist('b'), exist('c')
%> ans = 0
%> ans = 1
%> ans = 0

%% clear in a function
1;
function r = f(x), clear x; r = exist('x'); end
f(3)
%> ans = 0

%% clear -x
a = 1; b = 2; c = 3;
clear -x b
exist('a'), exist('b')
%> ans = 0
%> ans = 1

%% who lists variables
isvarname('abc'), isvarname('1a')
%> ans = 1
%> ans = 0

%% command syntax
format long
pi
format short
pi
format
%> ans = 3.141592653589793
%> ans = 3.1416

%% command syntax with quotes
disp hello
disp 'hello you'
%> hello
%> hello you

%% hold on and friends do nothing
more off
disp('on')
%> on

%% isargout
1;
function [a, b] = f(), a = isargout(1); b = isargout(2); end
[~, q] = f()
%> q = 1

%% inputname and names
x = 3;
exist('x', 'var'), exist('sin', 'builtin') > 0
%> ans = 1
%> ans = 1

%% tic and toc
t = tic;
toc(t) >= 0
e = toc(t);
e < 100
%> ans = 1
%> ans = 1

%% nargin checks
1;
function f(varargin), narginchk(1, 2); disp('fine'); end
f(1)
try, f(), catch e, disp(e.identifier), end
%> fine
%>

%% isvarname, func names, mfilename
ischar(mfilename())
%> ans = 1

%% a script's name in functions
1;
function r = f(), r = 5; end
is_function_handle(@f), exist('f')
%> ans = 1
%> ans = 103

%% variables of a script are there for eval in functions' callers
x = 10;
r = eval('x * 2')
%> r = 20

%% numbers of many forms
0x1F, 1e3, 1E-2, .5, 5., 0b101, 1i
%> ans = 31
%> ans = 1000
%> ans = 0.010000
%> ans = 0.5000
%> ans = 5
%> ans = 5
%> ans =  0 + 1i

%% text of two kinds
'a\n', "a\tb", 'it''s', "say \"hi\"", ["ab"; "cd"]
%> ans = a\n
%> ans = a	b
%> ans = it's
%> ans = say "hi"
%> ans =
%>
%> ab
%> cd
%>

%% comments
x = 1; % comment
y = 2; # comment
%{
block
%}
z = x + ... comment
    y
%> z = 3

%% continuation in brackets
m = [1, 2, ...
     3, 4
     5, 6, 7, 8]
%> m =
%>
%>    1   2   3   4
%>    5   6   7   8
%>

%% blanks in brackets
[1 -2], [1 - 2], [1 , -2], [1 -2 + 3]
a = 3;
[a' a'], [a ' b']
%> ans =
%>
%>    1  -2
%>
%> ans = -1
%> ans =
%>
%>    1  -2
%>
%> ans =
%>
%>    1   1
%>
%> ans =
%>
%>    3   3
%>
%> warning: implicit conversion from numeric to char
%> ans =  b

%% transposes and quotes
a = [1 2];
a', a.', [a']', {a'}
%> ans =
%>
%>    1
%>    2
%>
%> ans =
%>
%>    1
%>    2
%>
%> ans =
%>
%>    1   2
%>
%> ans =
%> {
%>   [1,1] =
%>
%>      1
%>      2
%>
%> }
%>

%% precedence
-2 ^ 2, 2 ^ -1, -2 ^ -2, !1 == 0, 2 ^ 3 ^ 2
1:3 + 1, 1 + 1:3
~1 + 1
1 - 1:3
%> ans = -4
%> ans = 0.5000
%> ans = -0.2500
%> ans = 1
%> ans = 64
%> ans =
%>
%>    1   2   3   4
%>
%> ans =
%>
%>    2   3
%>
%> ans = 1
%> ans =
%>
%>    0   1   2   3
%>

%% comparisons chain
3 > 2 > 1, 1 < 2 == 1
%> ans = 0
%> ans = 1

%% logical operators
1 & 0 | 1, 1 | 0 & 0, xor(1, 0)
%> ans = 1
%> ans = 1
%> ans = 1

%% power of matrices
[1 2; 3 4] ^ 2, 2 .^ [1 2 3], [1 2 3] .^ 2
%> ans =
%>
%>     7   10
%>    15   22
%>
%> ans =
%>
%>    2   4   8
%>
%> ans =
%>
%>    1   4   9
%>

%% division
6 / 4, 4 \ 6, [2 4] ./ 2, 2 ./ [2 4], [2 4] .\ 8
%> ans = 1.5000
%> ans = 1.5000
%> ans =
%>
%>    1   2
%>
%> ans =
%>
%>    1.0000   0.5000
%>
%> ans =
%>
%>    4   2
%>

%% semicolons and commas
x = 1; y = 2, z = 3;
x; y, z
%> y = 2
%> y = 2
%> z = 3

%% printing of names and expressions
x = 3;
x, x + 1, (x), -x
%> x = 3
%> ans = 4
%> x = 3
%> ans = -3

%% ans keeps the last expression
1 + 1;
ans * 10;
ans
%> ans = 20
