%% a list in brackets
c = {1, 2, 3};
[c{:}]
[c{2:3}]
%> ans =
%>
%>    1   2   3
%>
%> ans =
%>
%>    2   3
%>

%% a list in braces
c = {1, 2};
{c{:}, 3}
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%>   [1,3] = 3
%> }
%>

%% a list in the middle
c = {2, 3};
[1, c{:}, 4]
%> ans =
%>
%>    1   2   3   4
%>

%% an empty list
c = {};
[1, c{:}, 2]
numel({c{:}})
size([c{:}])
%> ans =
%>
%>    1   2
%>
%> ans = 0
%> ans =
%>
%>    0   0
%>

%% a list of one is a value
c = {5, 6};
x = c{2}
y = c{1} + 1
%> x = 6
%> y = 6

%% a list as a statement
c = {1, 'two'};
c{:}
%> ans = 1
%> ans = two

%% a struct list as a statement
s = struct('a', {1, 2});
s.a
%> ans = 1
%> ans = 2

%% struct fields in brackets
s = struct('a', {1, 2, 3});
[s.a]
{s.a}
%> ans =
%>
%>    1   2   3
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%>   [1,3] = 3
%> }
%>

%% a list is dealt out
c = {1, 2, 3};
[a, b] = c{:}
[a, b, d] = c{1:3};
d
%> a = 1
%> b = 2
%> d = 3

%% a list on the left side
[c{1:3}] = deal(0);
c
[c{1:2}] = deal(4, 5);
c
%> c =
%> {
%>   [1,1] = 0
%>   [1,2] = 0
%>   [1,3] = 0
%> }
%>
%> c =
%> {
%>   [1,1] = 4
%>   [1,2] = 5
%>   [1,3] = 0
%> }
%>

%% fields on the left side
s = struct('a', {1, 2});
[s.a] = deal(7);
s(1).a, s(2).a
[s.a] = deal(8, 9);
s(1).a, s(2).a
%> ans = 7
%> ans = 7
%> ans = 8
%> ans = 9

%% a new field on the left side
s = struct('a', {1, 2});
[s.b] = deal('x', 'y');
s(2).b
%> ans = y

%% fields of some on the left side
s = struct('a', {1, 2, 3});
[s(2:3).a] = deal(0);
[s.a]
%> ans =
%>
%>    1   0   0
%>

%% mixed targets
[a, b{2}, s.f] = deal(1, 2, 3);
a, b, s
%> a = 1
%> b =
%> {
%>   [1,1] = [](0x0)
%>   [1,2] = 2
%> }
%>
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     f = 3
%>

%% targets are assigned from the left
x = [1 2 3];
[x(1), x(2)] = deal(10, 20);
x
%> x =
%>
%>    10   20    3
%>

%% targets with ~
[~, i] = max([4 9 2])
[~, ~, v] = deal(1, 2, 3)
%> i = 2
%> v = 3

%% one target in brackets
[x] = 5
[q(3)] = 2
%> x = 5
%> q =
%>
%>    0   0   2
%>

%% end in braces
c = {1, 2, 3};
c{end}
c{end - 1}
c{end + 1} = 4;
numel(c)
%> ans = 3
%> ans = 2
%> ans = 4

%% end inside a call
x = 1:10;
x(min(end, 20))
x(max(1, end - 2))
%> ans = 10
%> ans = 8

%% end is that of the innermost index
a = [10 20 30];
b = [1 2];
a(b(end))
%> ans = 20

%% end in several subscripts
m = magic(4);
m(end, 1), m(1, end), m(end), m(end, end)
%> ans = 4
%> ans = 13
%> ans = 1
%> ans = 1

%% end with fewer subscripts than dimensions
a = zeros(2, 3, 4);
size(a(:, end))
a(2, end) = 5;
a(2, 3, 4)
%> ans =
%>
%>    2   1
%>
%> ans = 5

%% end in ranges
x = 1:6;
x(end:-1:1)
x([1 end])
x(2:end)
%> ans =
%>
%>    6   5   4   3   2   1
%>
%> ans =
%>
%>    1   6
%>
%> ans =
%>
%>    2   3   4   5   6
%>

%% end of a field
s.v = [1 2 3];
s.v(end)
s.v(end + 1) = 4;
s.v
%> ans = 3
%> ans =
%>
%>    1   2   3   4
%>

%% end of a cell in a struct
s.c = {1, 2};
s.c{end}
s.c{end + 1} = 'new';
numel(s.c)
%> ans = 2
%> ans = 3

%% end of a struct array
s(3).a = 1;
s(end).a
s(end + 1).a = 2;
numel(s)
%> ans = 1
%> ans = 4

%% end of an undefined variable in a store
clear z
z(end + 1) = 5;
z(end + 1) = 6;
z
%> error: invalid use of 'end': may only be used to index existing value

%% end twice in one store
x = 1:3;
x(end + 1) = x(end);
x
%> x =
%>
%>    1   2   3   3
%>

%% end inside of a function that is called in an index
x = 1:5;
x(floor(end / 2))
%> ans = 2

%% end inside braces inside parens
c = {[1 2 3], [4 5]};
c{end}(end)
c{1}(end) = 30;
c{1}
%> ans = 5
%> ans =
%>
%>     1    2   30
%>

%% end of text
s = 'hello';
s(end)
s(end:-1:1)
%> ans = o
%> ans = olleh

%% nested structs are made on the way
a.b.c.d = 5;
a.b.c.d
a.b.e(3) = 1;
a.b.e
%> ans = 5
%> ans =
%>
%>    0   0   1
%>

%% cells in cells
c{2}{3} = 1;
size(c), size(c{2})
%> ans =
%>
%>    1   2
%>
%> ans =
%>
%>    1   3
%>

%% structs in cells
c{1}.x = 1;
c{1}.y.z = 'a';
c{1}.y.z
%> ans = a

%% struct arrays grow
s(2).a = 5;
isempty(s(1).a), s(2).a
%> ans = 1
%> ans = 5

%% dynamic fields
f = 'name';
s.(f) = 3;
s.name
s.([f '2']) = 4;
fieldnames(s)
%> ans = 3
%> ans =
%> {
%>   [1,1] = name
%>   [2,1] = name2
%> }
%>

%% dynamic fields are read
s.alpha = 1; s.beta = 2;
for c = {'alpha', 'beta'}, disp(s.(c{1})), end
%> 1
%> 2

%% deleting elements
x = 1:5;
x(2) = [];
x
x([1 end]) = [];
x
%> x =
%>
%>    1   3   4   5
%>
%> x =
%>
%>    3   4
%>

%% deleting rows and columns
m = magic(3);
m(2, :) = [];
m
m(:, 1) = [];
m
%> m =
%>
%>    8   1   6
%>    4   9   2
%>
%> m =
%>
%>    1   6
%>    9   2
%>

%% deleting everything
x = 1:3;
x(:) = [];
size(x)
%> ans =
%>
%>    0   0
%>

%% deleting cells
c = {1, 2, 3};
c(2) = [];
c
%> c =
%> {
%>   [1,1] = 1
%>   [1,2] = 3
%> }
%>

%% deleting struct elements
s = struct('a', {1, 2, 3});
s(2) = [];
[s.a]
%> ans =
%>
%>    1   3
%>

%% deleting by a mask
x = 1:6;
x(x > 3) = [];
x
%> x =
%>
%>    1   2   3
%>

%% [] as a value is stored in cells
c = {1, 2};
c{1} = [];
c
%> c =
%> {
%>   [1,1] = [](0x0)
%>   [1,2] = 2
%> }
%>

%% x(:) = fills
x = zeros(2, 2);
x(:) = 1:4;
x
x(:) = 7;
x
%> x =
%>
%>    1   3
%>    2   4
%>
%> x =
%>
%>    7   7
%>    7   7
%>

%% a mask on the left side
x = 1:5;
x(x > 2) = 0;
x
x(logical([1 0 0 0 1])) = [8 9];
x
%> x =
%>
%>    1   2   0   0   0
%>
%> x =
%>
%>    8   2   0   0   9
%>

%% growing fills with zeros
x = 1;
x(4) = 2
m = 1;
m(2, 3) = 5
%> x =
%>
%>    1   0   0   2
%>
%> m =
%>
%>    1   0   0
%>    0   0   5
%>

%% growing a cell, text and logicals
c = {}; c{3} = 1
t = 'a'; t(3) = 'c'; double(t)
b = true; b(3) = true
%> c =
%> {
%>   [1,1] = [](0x0)
%>   [1,2] = [](0x0)
%>   [1,3] = 1
%> }
%>
%> ans =
%>
%>    97    0   99
%>
%> b =
%>
%>   1  0  1
%>

%% [x, v] grows
x = [];
for i = 1:3, x = [x, i]; end
x
y = [];
for i = 1:3, y = [y; i i^2]; end
y
%> x =
%>
%>    1   2   3
%>
%> y =
%>
%>    1   1
%>    2   4
%>    3   9
%>

%% storing another class
x = [1 2 3];
x(2) = int8(5);
class(x), x
y = int8([1 2]);
y(1) = 3.7;
y
%> ans = double
%> x =
%>
%>    1   5   3
%>
%> y =
%>
%>   4  2
%>

%% storing complex
x = [1 2];
x(1) = 2i;
x
%> x =
%>
%>    0 + 2i   2 + 0i
%>

%% op-assignments
x = 5;
x += 2, x -= 1, x *= 3, x /= 2, x ^= 2
%> x = 7
%> x = 6
%> x = 18
%> x = 9
%> x = 81

%% op-assignment of elements
x = [1 2 3];
x(2) += 10;
x(end) *= 2;
x
%> x =
%>
%>     1   12    6
%>

%% op-assignment of matrices
x = [1 2];
x += [1; 2]
x .*= 2;
x
%> x =
%>
%>    2   3
%>    3   4
%>
%> x =
%>
%>    4   6
%>    6   8
%>

%% op-assignment of fields and cells
s.a = 1; s.a += 5;
c = {1, 2}; c{2} -= 7;
s.a, c
%> ans = 6
%> c =
%> {
%>   [1,1] = 1
%>   [1,2] = -5
%> }
%>

%% ++ and --
x = 1;
x++; x
x--; x
++x; x
s.n = 0; s.n++; s.n
v = [1 2]; v(1)++; v
%> x = 2
%> x = 1
%> x = 2
%> ans = 1
%> v =
%>
%>    2   2
%>

%% |= and &=
x = true; x &= false
x |= true
%> x = 0
%> x = 1

%% several assignments on a line
a = 1, b = 2; c = 3
%> a = 1
%> c = 3

%% an assignment prints the whole variable
x = 1:3;
x(2) = 7
s.a = 1
%> x =
%>
%>    1   7   3
%>
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>

%% a chain of calls and indices
s.m = magic(3);
s.m(2, :)(3)
c = {{1, 2}, {3, {4, 5}}};
c{2}{2}{1}
%> ans = 7
%> ans = 4

%% a field of a call's result
struct('a', 5).a
%> ans = 5

%% braces of a call's result
num2cell([4 5 6]){2}
%> ans = 5

%% the transpose of a part
m = [1 2; 3 4];
m(1, :)'
%> ans =
%>
%>    1
%>    2
%>

%% logical indexing with another's condition
a = [5 3 8 1];
a(a > mean(a))
%> ans =
%>
%>    5   8
%>

%% find in an index
a = [0 3 0 5];
a(find(a))
%> ans =
%>
%>    3   5
%>

%% an index that is a matrix
x = [10 20 30 40];
x([1 2; 3 4])
%> ans =
%>
%>    10   20
%>    30   40
%>

%% colon gives a column
m = [1 2; 3 4];
m(:)'
m(:, 1)
m(1, :)
%> ans =
%>
%>    1   3   2   4
%>
%> ans =
%>
%>    1
%>    3
%>
%> ans =
%>
%>    1   2
%>

%% numel of lists in calls
c = {1, 2, 3};
numel(c), length({c{:}, c{:}})
%> ans = 3
%> ans = 6

%% a list that goes into a function with a fixed part
c = {2, 'x'};
sprintf('%d-%d-%s', 1, c{:})
%> ans = 1-2-x

%% cellfun over struct fields
s = struct('a', {1, 2, 3});
sum([s.a])
%> ans = 6

%% arguments that are lists in an index
m = magic(4);
k = {2, 3};
m(k{:})
m(k{:}) = 100;
m(2, 3)
%> ans = 10
%> ans = 100

%% x(idx).f of a struct array as a value
s = struct('a', {1, 2});
t = s(2);
t.a
%> ans = 2

%% a struct array element is replaced
s = struct('a', {1, 2});
s(1) = struct('a', 9);
s(1).a
%> ans = 9

%% ranges stay what they are
r = 1:5;
r(2) = 10;
r
%> r =
%>
%>     1   10    3    4    5
%>

%% an assignment is an expression
a = b = 3
c = (d = 4) + 1
%> a = 3
%> c = 5

%% x++ as a value
x = 1;
y = x++ * 10
x
%> y = 10
%> x = 2

%% a swap by indexing
v = [1 2 3];
v([1 3]) = v([3 1])
%> v =
%>
%>    3   2   1
%>

%% a struct in a struct array in a cell
c{2}.list(3).name = 'deep';
c{2}.list(3).name, size(c{2}.list), isempty(c{2}.list(1).name)
%> ans = deep
%> ans =
%>
%>    1   3
%>
%> ans = 1

%% cells grow by end
c = {};
for i = 1:3, c{end + 1} = i * 2; end
c
%> c =
%> {
%>   [1,1] = 2
%>   [1,2] = 4
%>   [1,3] = 6
%> }
%>

%% a field grows by end
s.list = [];
for i = 1:3, s.list(end + 1) = i; end
s.list
%> ans =
%>
%>    1   2   3
%>

%% struct arrays grow by end
s = struct('a', {});
for i = 1:3, s(end + 1).a = i; end
[s.a]
%> ans =
%>
%>    1   2   3
%>

%% a column grows
x = zeros(0, 1);
for i = 1:3, x(end + 1, 1) = i; end
x
%> x =
%>
%>    1
%>    2
%>    3
%>

%% rows are added
m = [];
for i = 1:3, m(end + 1, :) = [i i * 2]; end
m
%> m =
%>
%>    1   2
%>    2   4
%>    3   6
%>

%% 3-d stores
a = zeros(2, 2);
a(:, :, 2) = [1 2; 3 4];
size(a), a(2, 1, 2)
%> ans =
%>
%>    2   2   2
%>
%> ans = 3

%% a scalar is spread over what is picked
x = 1:5;
x(2:4) = 0
m = eye(2);
m(:, 1) = 7
%> x =
%>
%>    1   0   0   0   5
%>
%> m =
%>
%>    7   0
%>    7   1
%>

%% an empty index changes nothing
x = 1:3;
x([]) = 5
x([]) = []
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>    1   2   3
%>

%% a store of an empty value into cells
c = cell(1, 2);
c(1) = []
%> c =
%> {
%>   [1,1] = [](0x0)
%> }
%>

%% parentheses of a cell give cells
c = {1, 'b', [1 2]};
c(2), c([1 3])
%> ans =
%> {
%>   [1,1] = b
%> }
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] =
%>
%>      1   2
%>
%> }
%>

%% cells are stored in cells
c = {1, 2};
c(2) = {'x'};
c
%> c =
%> {
%>   [1,1] = 1
%>   [1,2] = x
%> }
%>

%% logical masks of cells and structs
c = {1, 2, 3};
c(logical([1 0 1]))
s = struct('a', {1, 2, 3});
t = s([true false true]);
[t.a]
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 3
%> }
%>
%> ans =
%>
%>    1   3
%>

%% a variable that becomes another class
x = 5; x = 'text'; x = {1}; x = struct('a', 1);
x.a
%> ans = 1

%% a scalar is indexed
x = 5;
x(1), x(1, 1), x([1 1 1]), x(:), x(end)
%> ans = 5
%> ans = 5
%> ans =
%>
%>    5   5   5
%>
%> ans = 5
%> ans = 5

%% a range is indexed
r = 10:10:50;
r(2), r(end), r([1 3]), r(r > 20)
%> ans = 20
%> ans = 50
%> ans =
%>
%>    10   30
%>
%> ans =
%>
%>    30   40   50
%>

%% text is indexed and changed
s = 'hello';
s(1) = 'J'
s([1 end])
s(end + 1:end + 3) = 'abc'
%> s = Jello
%> ans = Jo
%> s = Jelloabc

%% true as an index
x = [4 5 6];
x(true), x([true true false])
%> ans = 4
%> ans =
%>
%>    4   5
%>

%% a(:, k) of several k
m = magic(4);
m(:, [1 end])
m([1 2], :)
%> ans =
%>
%>    16   13
%>     5    8
%>     9   12
%>     4    1
%>
%> ans =
%>
%>    16    2    3   13
%>     5   11   10    8
%>

%% an index by a matrix of the same shape
m = [4 3; 2 1];
m(m)
%> ans =
%>
%>    1   3
%>    2   4
%>

%% numbers of subscripts
a = reshape(1:24, 2, 3, 4);
a(2, 3), a(2, 3, 4), a(24), a(1, end), a(end, 1, 2)
%> ans = 6
%> ans = 24
%> ans = 24
%> ans = 23
%> ans = 8

%% swapping columns
m = [1 2; 3 4];
m(:, [1 2]) = m(:, [2 1])
%> m =
%>
%>    2   1
%>    4   3
%>

%% the diagonal by linear indices
m = zeros(3);
m(1:4:end) = 1
%> m =
%>
%>    1   0   0
%>    0   1   0
%>    0   0   1
%>

%% nested index of a call in an index
x = 1:10;
x(numel(x) - 1), x(max(find(x < 5)))
%> ans = 9
%> ans = 4

%% dynamic fields on the left and nested
s = struct();
for k = 1:3, s.(sprintf('f%d', k)).v = k; end
s.f2.v, fieldnames(s)'
%> ans = 2
%> ans =
%> {
%>   [1,1] = f1
%>   [1,2] = f2
%>   [1,3] = f3
%> }
%>

%% deal into fields and cells
[s.a, c{1}, v(3)] = deal(1, 2, 3);
s, c, v
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>
%> c =
%> {
%>   [1,1] = 2
%> }
%>
%> v =
%>
%>    0   0   3
%>
