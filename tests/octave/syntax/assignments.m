%% assignment in an expression
x = y = 3
%> x = 3

%% assignment in a condition
%! no warning about a condition that assigns
if (x = 3) disp(x), end
%> 3

%% several, some ignored
[~, i] = max([1 5 2])
%> i = 2

%% ! for ~
[!, i] = max([1 5 2])
%> i = 2

%% blanks between targets
[a b] = deal(1, 2)
%> a = 1
%> b = 2

%% fields and elements
[s.a, c{2}, m(3)] = deal(1, 2, 3)
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>
%> c =
%> {
%>   [1,1] = [](0x0)
%>   [1,2] = 2
%> }
%>
%> m =
%>
%>    0   0   3
%>

%% a chain
x.y(2).z{3} = 5
%> x =
%>
%>   scalar structure containing the fields:
%>
%>     y =
%>
%>       1x2 struct array containing the fields:
%>
%>         z
%>
%>

%% dynamic field
n = 'ab'; x.(n) = 1; x.([n 'c']) = 2
%> x =
%>
%>   scalar structure containing the fields:
%>
%>     ab = 1
%>     abc = 2
%>

%% keyword as field
x.end = 1; x.if = 2; x.end + x.if
%> ans = 3

%% update +=
x = 3; x += 2 * 3
%> x = 9

%% update -=
x = 3; x -= 1
%> x = 2

%% update *=
x = [1 2]; x *= 2
%> x =
%>
%>    2   4
%>

%% update /=
x = 3; x /= 2
%> x = 1.5000

%% update ^=
x = 3; x ^= 2
%> x = 9

%% update |=
x = 0; x |= 1
%> x = 1

%% update &=
x = 3; x &= 0
%> x = 0

%% update of an element
x = [1 2 3]; x(2) += 5
%> x =
%>
%>    1   7   3
%>

%% update of a field
s.n = 1; s.n *= 8
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     n = 8
%>

%% x++ as a statement
x = 1; x++; x
%> x = 2

%% x-- as a statement
x = 1; x--; x
%> x = 0

%% ++x
x = 1; ++x; x
%> x = 2

%% value of x++
x = 1; y = x++; [x y]
%> ans =
%>
%>    2   1
%>

%% value of ++x
x = 1; y = ++x; [x y]
%> ans =
%>
%>    2   2
%>

%% element ++
x = [1 2 3]; x(2)++; x
%> x =
%>
%>    1   3   3
%>

%% deletion
x = 1:5; x(2) = []
%> x =
%>
%>    1   3   4   5
%>

%% deletion with end
x = 1:5; x([1 end]) = []
%> x =
%>
%>    2   3   4
%>

%% growth
x = []; x(end + 1) = 3; x(end + 1) = 4
%> x =
%>
%>    3   4
%>

%% growth of a cell
c = {}; c{end + 1} = 'a'; c{end + 1} = 2
%> c =
%> {
%>   [1,1] = a
%>   [1,2] = 2
%> }
%>

%% ans
3 + 4; ans * 2
%> ans = 14

%% ans is kept by assignments
3; x = 5; ans
%> ans = 3

%% a field of ans
struct("a", 7); ans.a
%> ans = 7

%% swap
[a, b] = deal(1, 2); [a, b] = deal(b, a)
%> a = 2
%> b = 1
