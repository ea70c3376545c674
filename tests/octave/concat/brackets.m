%% rows and columns
[1 2 3]
[1, 2; 3, 4]
[[1 2]; [3 4]]
[[1; 2], [3; 4]]
[1 2]'
%> ans =
%>
%>    1   2   3
%>
%> ans =
%>
%>    1   2
%>    3   4
%>
%> ans =
%>
%>    1   2
%>    3   4
%>
%> ans =
%>
%>    1   3
%>    2   4
%>
%> ans =
%>
%>    1
%>    2
%>

%% blanks and signs
[1 -2]
[1 - 2]
[1 , -2]
[1 -2 + 3]
a = 5; [a' 1]
[a -1]
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
%>    5   1
%>
%> ans =
%>
%>    5  -1
%>

%% dimensions that do not fit
try, [1 2; 3], catch e, disp(e.message), end
try, [1 2, [3; 4]], catch e, disp(e.message), end
try, [[1 2]; [1 2 3]], catch e, disp(e.message), end
try, [1 2; 3 4; 5], catch e, disp(e.message), end
try, [ones(2, 3), ones(3, 3)], catch e, disp(e.message), end
try, [ones(2, 2, 2); ones(2, 3, 2)], catch e, disp(e.message), end
%> vertical dimensions mismatch (1x2 vs 1x1)
%> horizontal dimensions mismatch (1x2 vs 2x1)
%> vertical dimensions mismatch (1x2 vs 1x3)
%> vertical dimensions mismatch (2x2 vs 1x1)
%> horizontal dimensions mismatch (2x3 vs 3x3)
%> vertical dimensions mismatch (2x2x2 vs 2x3x2)

%% empty parts
[[], 1]
[[]; 1 2]
[zeros(1, 0), 1]
[zeros(1, 0); 1 2]
[[] []]
[]
%> ans = 1
%> ans =
%>
%>    1   2
%>
%> ans = 1
%> ans =
%>
%>    1   2
%>
%> ans = [](0x0)
%> ans = [](0x0)

%% empty parts that do not fit
try, [zeros(0, 3); 1 2], catch e, disp(e.message), end
try, [zeros(3, 0), [1; 2]], catch e, disp(e.message), end
try, [zeros(0, 2); zeros(0, 3)], catch e, disp(e.message), end
%> vertical dimensions mismatch (0x3 vs 1x2)
%> horizontal dimensions mismatch (3x0 vs 2x1)
%> vertical dimensions mismatch (0x2 vs 0x3)

%% sizes of empty results
size([zeros(0, 2) zeros(0, 3)])
size([zeros(1, 0); zeros(2, 0)])
size([zeros(1, 0), zeros(2, 0)])
size([])
size([zeros(0,3); zeros(0,3)])
%> ans =
%>
%>    0   5
%>
%> ans =
%>
%>    3   0
%>
%> ans =
%>
%>    2   0
%>
%> ans =
%>
%>    0   0
%>
%> ans =
%>
%>    0   3
%>

%% the first integer class wins
[int8(1) int16(300)]
[int16(300) int8(1)]
class([int8(1) 2.7])
[int8(1) 2.7]
[single(1) int8(2)]
[uint8(200) int8(-5)]
%> ans =
%>
%>     1  127
%>
%> ans =
%>
%>   300    1
%>
%> ans = int8
%> ans =
%>
%>   1  3
%>
%> ans =
%>
%>   1  2
%>
%> ans =
%>
%>   200    0
%>

%% single wins over double
class([single(1) 2])
class([1 single(2)])
class([true single(1)])
[single(1.5) true]
%> ans = single
%> ans = single
%> ans = single
%> ans =
%>
%>    1.5000   1.0000
%>

%% logical stays logical alone
[true false]
class([true false])
[true 2]
class([true; false])
class([true [] false])
class([true int8(2)])
%> ans =
%>
%>   1  0
%>
%> ans = logical
%> ans =
%>
%>    1   2
%>
%> ans = logical
%> ans = double
%> ans = int8

%% text with text
['abc' 'def']
['ab'; 'cd']
["a" 'b']
['a', '', 'b']
size(['' ''])
%> ans = abcdef
%> ans =
%>
%> ab
%> cd
%>
%> ans = ab
%> ans = ab
%> ans =
%>
%>    0   0
%>

%% text with numbers
['a' 66]
[72 'i']
['a' true]
class(['a' 66])
['x' int8(65)]
%> warning: implicit conversion from numeric to char
%> ans = aB
%> warning: implicit conversion from numeric to char
%> ans = Hi
%> warning: implicit conversion from numeric to char
%> ans = a
%> warning: implicit conversion from numeric to char
%> ans = char
%> warning: implicit conversion from numeric to char
%> ans = xA

%% rows of text of different lengths
x = ['abc'; 'd']
size(x)
['a'; 'bcd']
vertcat('ab', 'cd')
%> x =
%>
%> abc
%> d  
%>
%> ans =
%>
%>    2   3
%>
%> ans =
%>
%> a  
%> bcd
%>
%> ans =
%>
%> ab
%> cd
%>

%% vertcat and horzcat that do not fit
try, vertcat([1 2], [1 2 3]), catch e, disp(e.message), end
try, horzcat([1; 2], 3), catch e, disp(e.message), end
try, vertcat('abc', 'd'), catch e, disp(e.message), end
%> cat: dimension mismatch
%> cat: dimension mismatch
%> cat: dimension mismatch

%% complex parts
[1i 2]
[1; 2i]
isreal([1+0i 2])
[single(1i) 2]
%> ans =
%>
%>    0 + 1i   2 + 0i
%>
%> ans =
%>
%>    1 + 0i
%>    0 + 2i
%>
%> ans = 1
%> ans =
%>
%>    0 + 1i   2 + 0i
%>

%% ranges in brackets
[1:3]
[1:3 4]
[1:3; 4:6]
[0 1:0 5]
%> ans =
%>
%>    1   2   3
%>
%> ans =
%>
%>    1   2   3   4
%>
%> ans =
%>
%>    1   2   3
%>    4   5   6
%>
%> ans =
%>
%>    0   5
%>

%% cells in brackets
[{1}, {2}]
[{1}, 2]
[1, {2}]
[{1}; {2}]
size([{1}, {}])
[{1}, 'ab']
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%> }
%>
%> ans =
%>
%>    1   1
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = ab
%> }
%>

%% cells that do not fit
try, [{1 2}; {3}], catch e, disp(e.message), end
try, [{1}; {2, 3}], catch e, disp(e.message), end
try, [{1; 2}, {3}], catch e, disp(e.message), end
%> vertical dimensions mismatch (1x2 vs 1x1)
%> vertical dimensions mismatch (1x1 vs 1x2)
%> horizontal dimensions mismatch (2x1 vs 1x1)

%% cells and empties
size([{1} []])
size([[] {1}])
size([{} {}])
size([{}; {1}])
size([{1 2}; []])
%> ans =
%>
%>    1   1
%>
%> ans =
%>
%>    1   1
%>
%> ans =
%>
%>    0   0
%>
%> ans =
%>
%>    1   1
%>
%> ans =
%>
%>    1   2
%>

%% literals of cells
{1, 'a'; 2, 'b'}
{}
{{}}
{[1 2; 3 4]}
size({1, {}})
c = {1, {2, 3}}
%> ans =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%>   [1,2] = a
%>   [2,2] = b
%> }
%>
%> ans = {}(0x0)
%> ans =
%> {
%>   [1,1] = {}(0x0)
%> }
%>
%> ans =
%> {
%>   [1,1] =
%>
%>      1   2
%>      3   4
%>
%> }
%>
%> ans =
%>
%>    1   2
%>
%> c =
%> {
%>   [1,1] = 1
%>   [1,2] =
%>   {
%>     [1,1] = 2
%>     [1,2] = 3
%>   }
%>
%> }
%>

%% literals of cells that do not fit
%! rows of cells fail as rows of matrices do
try, {1, 2; 3}, catch e, disp(e.message), end
try, {[1 2; 3]}, catch e, disp(e.message), end
%> vertical dimensions mismatch (1x2 vs 1x1)
%> vertical dimensions mismatch (1x2 vs 1x1)

%% structs in brackets
s = [struct('a', 1), struct('a', 2)]; size(s)
s(2).a
t = [s; s]; size(t)
size([struct('a', {1, 2}), struct('a', 3)])
%> ans =
%>
%>    1   2
%>
%> ans = 2
%> ans =
%>
%>    2   2
%>
%> ans =
%>
%>    1   3
%>

%% structs with fields in another order
s = [struct('a', 1, 'b', 2), struct('b', 4, 'a', 3)]; s(2).a
fieldnames(s)
%> ans = 3
%> ans =
%> {
%>   [1,1] = a
%>   [2,1] = b
%> }
%>

%% structs that do not go together
try, [struct('a', 1), struct('b', 2)], catch e, disp(e.message), end
try, [struct('a', 1), 1], catch e, disp(e.message), end
try, [1, struct('a', 1)], catch e, disp(e.message), end
%> cat: field names mismatch in concatenating structs
%> concatenation operator not implemented for 'struct' by 'scalar' operations
%> concatenation operator not implemented for 'matrix' by 'scalar struct' operations

%% structs and empties
size([struct('a', 1) []])
size([[] struct('a', 1)])
%> ans =
%>
%>    1   1
%>
%> ans =
%>
%>    1   1
%>

%% handles do not go into brackets
try, [@sin, @cos], catch e, disp(e.message), end
try, [1, @sin], catch e, disp(e.message), end
%> octave_base_value::resize (): wrong type argument 'function handle'
%> concatenation operator not implemented for 'matrix' by 'function handle' operations

%% cat
cat(1, [1 2], [3 4])
cat(2, [1; 2], [3; 4])
cat(3, [1 2], [3 4])
size(cat(4, 1, 2))
cat(1)
%> ans =
%>
%>    1   2
%>    3   4
%>
%> ans =
%>
%>    1   3
%>    2   4
%>
%> ans =
%>
%> ans(:,:,1) =
%>
%>    1   2
%>
%> ans(:,:,2) =
%>
%>    3   4
%>
%> ans =
%>
%>    1   1   1   2
%>
%> ans = [](0x0)

%% cat that does not fit
try, cat(1, [1 2], 3), catch e, disp(e.message), end
try, cat(2, [1; 2], 3), catch e, disp(e.message), end
try, cat(3, [1 2], 3), catch e, disp(e.message), end
%> cat: dimension mismatch
%> cat: dimension mismatch
%> cat: dimension mismatch

%% horzcat and vertcat
horzcat(1, 2, 3)
vertcat(1, 2, 3)
horzcat()
vertcat('ab', 'cd')
horzcat({1}, {2})
%> ans =
%>
%>    1   2   3
%>
%> ans =
%>
%>    1
%>    2
%>    3
%>
%> ans = [](0x0)
%> ans =
%>
%> ab
%> cd
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>

%% three dimensions side by side
size([ones(2, 2, 2), ones(2, 3, 2)])
size([ones(2, 2, 2); ones(1, 2, 2)])
x = cat(3, [1 2; 3 4], [5 6; 7 8]); x(:, :, 2)
size(cat(3, ones(2, 2, 2), ones(2, 2)))
%> ans =
%>
%>    2   5   2
%>
%> ans =
%>
%>    3   2   2
%>
%> ans =
%>
%>    5   6
%>    7   8
%>
%> ans =
%>
%>    2   2   3
%>

%% lists in brackets
c = {1, 2, 3}; [c{:}]
s(1).a = 4; s(2).a = 5; [s.a]
[c{[1 3]}, 9]
size([c{[]}])
%> ans =
%>
%>    1   2   3
%>
%> ans =
%>
%>    4   5
%>
%> ans =
%>
%>    1   3   9
%>
%> ans =
%>
%>    0   0
%>

%% growing
x = []; for k = 1:5, x = [x, k]; end, x
y = ''; for k = 'abc', y = [y k]; end, y
z = []; for k = 1:3, z = [z; k, k ^ 2]; end, z
%> x =
%>
%>    1   2   3   4   5
%>
%> y = abc
%> z =
%>
%>    1   1
%>    2   4
%>    3   9
%>

%% growing at the end
x = []; for k = 1:5, x(end + 1) = k; end, x
c = {}; c{end + 1} = 1; c{end + 1} = 'a'; c
%> x =
%>
%>    1   2   3   4   5
%>
%> c =
%> {
%>   [1,1] = 1
%>   [1,2] = a
%> }
%>

%% large parts
x = 1:3000; y = [x, x]; size(y)
y(3001)
z = [x; x * 2]; z(:, 3000)
w = [x', x' + 1]; w(5, :)
sum([x x x])
%> ans =
%>
%>       1   6000
%>
%> ans = 1
%> ans =
%>
%>    3000
%>    6000
%>
%> ans =
%>
%>    5   6
%>
%> ans = 1.3504e+07

%% large parts that wait
x = (1:5000)'; y = [x + 1; x * 2]; size(y)
y([1 5000 5001 end])
z = [x, x .^ 2]; z(3, :)
class([single(x); x])
%> ans =
%>
%>    10000       1
%>
%> ans =
%>
%>        2
%>     5001
%>        2
%>    10000
%>
%> ans =
%>
%>    3   9
%>
%> ans = single

%% large integers in brackets
x = uint8(ones(1, 5000)); y = [x, 300, -5]; y(end - 2:end)
class(y)
class([x; x])
%> ans =
%>
%>     1  255    0
%>
%> ans = uint8
%> ans = uint8

%% double quotes stay
x = ["a\tb" 'c'];
double(x)
size("")
%> ans =
%>
%>    97    9   98   99
%>
%> ans =
%>
%>    0   0
%>

%% line ends in brackets
x = [1 2
3 4]
y = [1 2 ...
3 4]
z = {1
'a'}
%> x =
%>
%>    1   2
%>    3   4
%>
%> y =
%>
%>    1   2   3   4
%>
%> z =
%> {
%>   [1,1] = 1
%>   [2,1] = a
%> }
%>

%% commas and semicolons at ends
[1, 2, ]
[1; 2; ]
{1, 2, }
[1 2;]
%> ans =
%>
%>    1   2
%>
%> ans =
%>
%>    1
%>    2
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> ans =
%>
%>    1   2
%>
