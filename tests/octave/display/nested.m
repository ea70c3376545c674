%% shown: s.a = 1; s.b = 'text'; s.c = [1 2;3 4]; s.d =
s.a = 1; s.b = 'text'; s.c = [1 2;3 4]; s.d = {1,'x'}; s
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     b = text
%>     c =
%>
%>        1   2
%>        3   4
%>
%>     d =
%>     {
%>       [1,1] = 1
%>       [1,2] = x
%>     }
%>
%>

%% shown: s.a.b.c.d = 5
s.a.b.c.d = 5
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a =
%>
%>       scalar structure containing the fields:
%>
%>         b =
%>
%>           scalar structure containing the fields:
%>
%>             c: 1x1 scalar struct
%>
%>
%>

%% shown: s.a.b.c = [1 2]; s.a.b.d = 'x'; s.a.b.e = {1}
s.a.b.c = [1 2]; s.a.b.d = 'x'; s.a.b.e = {1}; s.a.b.f = @sin; s.a.b.g = true; s.a.b.h = int8([1 2]); s.a.b.i = 1+2i; s.a.b.j = single(1); s.a.b.k = 1:3; s.a.b.l = "dq"; s.a.b.m = []; s
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a =
%>
%>       scalar structure containing the fields:
%>
%>         b =
%>
%>           scalar structure containing the fields:
%>
%>             c: 1x2 matrix
%>             d: 1x1 sq_string
%>             e: 1x1 cell
%>             f: 1x1 function handle
%>             g: 1x1 bool
%>             h: 1x2 int8 matrix
%>             i: 1x1 complex scalar
%>             j: 1x1 float scalar
%>             k: 1x3 double_range
%>             l: 1x2 string
%>             m: 0x0 matrix
%>
%>
%>

%% shown: c = {1, 'two', [3 4;5 6]; {7, {8}}, [], {}}
c = {1, 'two', [3 4;5 6]; {7, {8}}, [], {}}
%> c =
%> {
%>   [1,1] = 1
%>   [2,1] =
%>   {
%>     [1,1] = 7
%>     [1,2] =
%>     {
%>       [1,1] = 8
%>     }
%>
%>   }
%>
%>   [1,2] = two
%>   [2,2] = [](0x0)
%>   [1,3] =
%>
%>      3   4
%>      5   6
%>
%>   [2,3] = {}(0x0)
%> }
%>

%% shown: c = {@sin, @(x) x.^2, true, int8([1 2]), 1:3,
c = {@sin, @(x) x.^2, true, int8([1 2]), 1:3, 1+2i, single(2.5), NaN}
%> c =
%> {
%>   [1,1] = @sin
%>   [1,2] =
%>
%> @(x) x .^ 2
%>
%>   [1,3] = 1
%>   [1,4] =
%>
%>     1  2
%>
%>   [1,5] =
%>
%>      1   2   3
%>
%>   [1,6] =  1 + 2i
%>   [1,7] = 2.5000
%>   [1,8] = NaN
%> }
%>

%% shown: s = struct('a', {{1, 2}}, 'b', 'x')
s = struct('a', {{1, 2}}, 'b', 'x')
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a =
%>     {
%>       [1,1] = 1
%>       [1,2] = 2
%>     }
%>
%>     b = x
%>

%% shown: s = struct('a', {1, 2, 3})
s = struct('a', {1, 2, 3})
s(2)
%> s =
%>
%>   1x3 struct array containing the fields:
%>
%>     a
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = 2
%>

%% shown: s = struct()
s = struct()
t = struct('a', {})
%> s =
%>
%>   scalar structure containing the fields:
%>
%>
%> t =
%>
%>   0x0 struct array containing the fields:
%>
%>     a
%>

%% shown: c = cell(2)
c = cell(2)
c{3} = 1
%> c =
%> {
%>   [1,1] = [](0x0)
%>   [2,1] = [](0x0)
%>   [1,2] = [](0x0)
%>   [2,2] = [](0x0)
%> }
%>
%> c =
%> {
%>   [1,1] = [](0x0)
%>   [2,1] = [](0x0)
%>   [1,2] = 1
%>   [2,2] = [](0x0)
%> }
%>

%% shown: s.x = 1:30
s.x = 1:30
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     x =
%>
%>      Columns 1 through 16:
%>
%>         1    2    3    4    5    6    7    8    9   10   11   12   13   14   15   16
%>
%>      Columns 17 through 30:
%>
%>        17   18   19   20   21   22   23   24   25   26   27   28   29   30
%>
%>

%% shown: s.x = {1:30}
s.x = {1:30}
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     x =
%>     {
%>       [1,1] =
%>
%>        Columns 1 through 16:
%>
%>           1    2    3    4    5    6    7    8    9   10   11   12   13   14   15   16
%>
%>        Columns 17 through 30:
%>
%>          17   18   19   20   21   22   23   24   25   26   27   28   29   30
%>
%>     }
%>
%>

%% shown: c = {zeros(2,2,2)}
c = {zeros(2,2,2)}
%> c =
%> {
%>   [1,1] =
%>
%>   ans(:,:,1) =
%>
%>      0   0
%>      0   0
%>
%>   ans(:,:,2) =
%>
%>      0   0
%>      0   0
%>
%> }
%>

%% shown: s.t = ['ab';'cd']; s.e = ''; s.z = zeros(0,3)
s.t = ['ab';'cd']; s.e = ''; s.z = zeros(0,3); s
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     t =
%>
%> ab
%> cd
%>
%>     e = 
%>     z = [](0x3)
%>

%% shown: c = {['ab';'cd'], ''}
c = {['ab';'cd'], ''}
%> c =
%> {
%>   [1,1] =
%>
%> ab
%> cd
%>
%>   [1,2] = 
%> }
%>

%% shown: s.f = @(x, y) x + y
s.f = @(x, y) x + y
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     f =
%>
%> @(x, y) x + y
%>
%>

%% shown: c = {struct('a', {{1, struct('b', 2)}})}
c = {struct('a', {{1, struct('b', 2)}})}
%> c =
%> {
%>   [1,1] =
%>
%>     scalar structure containing the fields:
%>
%>       a =
%>       {
%>         [1,1] = 1
%>         [1,2] =
%>
%>           scalar structure containing the fields:
%>
%>             b = 2
%>
%>       }
%>
%>
%> }
%>

%% shown: x = cell(2,2,2)
x = cell(2,2,2)
%> x = {2x2x2 Cell Array}

%% shown: x = {[1.5 NaN; 1e5 1e-5], -0.5}
x = {[1.5 NaN; 1e5 1e-5], -0.5}
%> x =
%> {
%>   [1,1] =
%>
%>      1.5000e+00          NaN
%>      1.0000e+05   1.0000e-05
%>
%>   [1,2] = -0.5000
%> }
%>

%% shown: disp({1, 'a', [1 2]})
disp({1, 'a', [1 2]})
disp(struct('a', 1))
disp(struct('a', {1,2}))
%> {
%>   [1,1] = 1
%>   [1,2] = a
%>   [1,3] =
%>
%>      1   2
%>
%> }
%>     a = 1
%>   1x2 struct array containing the fields:
%>
%>     a

%% shown: disp(pi), disp([1.5 2]), disp('abc'), disp(['
disp(pi), disp([1.5 2]), disp('abc'), disp(['ab';'cd']), disp([]), disp(zeros(0,3)), disp({}), disp(true), disp(int8([1 2])), disp(1:3)
%> 3.1416
%>    1.5000   2.0000
%> abc
%> ab
%> cd
%> [](0x0)
%> [](0x3)
%> {}(0x0)
%> 1
%>   1  2
%>    1   2   3

%% shown: x = disp([1 2;3 4])
x = disp([1 2;3 4])
size(x)
%> x =    1   2
%>    3   4
%>
%> ans =
%>
%>     1   18
%>

%% shown: disp(@sin), disp(@(x) x + 1)
disp(@sin), disp(@(x) x + 1)
%> @sin
%> @(x) x + 1

%% shown: display(5)
display(5)
%> 5

%% shown: x = 1:3; x, y = x'
x = 1:3; x, y = x'
x;
%> x =
%>
%>    1   2   3
%>
%> y =
%>
%>    1
%>    2
%>    3
%>

%% shown: 1 + 1
1 + 1
ans * 2;
ans
%> ans = 2
%> ans = 4

%% shown: [1 2 3](2)
[1 2 3](2)
'abc'(1)
{1,2}{2}
%> ans = 2
%> ans = a
%> ans = 2

%% shown: a.b = 1; a.b
a.b = 1; a.b
c = {5}; c{1}
c(1)
%> ans = 1
%> ans = 5
%> ans =
%> {
%>   [1,1] = 5
%> }
%>

%% shown: m = containers.Map(); m('a') = 1; m
m = containers.Map(); m('a') = 1; m
%> m =
%>
%>   containers.Map object with properties:
%>
%>     Count     : 1
%>     KeyType   : char
%>     ValueType : any
%>
%>

%% shown: m = containers.Map({'a','b'}, [1 2]); c = {m}
m = containers.Map({'a','b'}, [1 2]); c = {m}
%> c =
%> {
%>   [1,1] =
%>
%>     containers.Map object with properties:
%>
%>                Count: [1x1 uint64]
%>              KeyType: char
%>            ValueType: double
%>                  map: [1x1 struct]
%>         numeric_keys: 0
%>
%> }
%>

%% shown: s.m = containers.Map('KeyType','double','Valu
s.m = containers.Map('KeyType','double','ValueType','any')
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     m =
%>
%>       containers.Map object with properties:
%>
%>                  Count: [1x1 uint64]
%>                KeyType: double
%>              ValueType: any
%>                    map: [1x1 struct]
%>           numeric_keys: 1
%>
%>

%% shown: x = reshape(1:8, 2, 2, 2)
x = reshape(1:8, 2, 2, 2)
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   3
%>    2   4
%>
%> ans(:,:,2) =
%>
%>    5   7
%>    6   8
%>

%% shown: x = ones(1,1,3)
x = ones(1,1,3)
%> x =
%>
%> ans(:,:,1) = 1
%> ans(:,:,2) = 1
%> ans(:,:,3) = 1
%>

%% shown: x = cat(3, [1 2], [100.5 200])
x = cat(3, [1 2], [100.5 200])
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   2
%>
%> ans(:,:,2) =
%>
%>    100.50   200.00
%>

%% shown: x = cat(3, int8([1 2]), int8([100 -20]))
x = cat(3, int8([1 2]), int8([100 -20]))
%> x =
%>
%> ans(:,:,1) =
%>
%>      1     2
%>
%> ans(:,:,2) =
%>
%>    100   -20
%>

%% shown: x = ones(2,2,2) == 1
x = ones(2,2,2) == 1
%> x =
%>
%> ans(:,:,1) =
%>
%>   1  1
%>   1  1
%>
%> ans(:,:,2) =
%>
%>   1  1
%>   1  1
%>

%% shown: x = cat(3, 'ab', 'cd')
x = cat(3, 'ab', 'cd')
%> x = ans(:,:,1) = ab
%> ans(:,:,2) = cd

%% shown: x = repmat('ab', [2 2 2])
x = repmat('ab', [2 2 2])
%> x =
%>
%> ans(:,:,1) =
%>
%> abab
%> abab
%>
%> ans(:,:,2) =
%>
%> abab
%> abab
%>

%% shown: x = zeros(2,2,0)
x = zeros(2,2,0)
%> x = [](2x2x0)

%% shown: x = ones(2,2,2,2)*0.5
x = ones(2,2,2,2)*0.5
%> x =
%>
%> ans(:,:,1,1) =
%>
%>    0.5000   0.5000
%>    0.5000   0.5000
%>
%> ans(:,:,2,1) =
%>
%>    0.5000   0.5000
%>    0.5000   0.5000
%>
%> ans(:,:,1,2) =
%>
%>    0.5000   0.5000
%>    0.5000   0.5000
%>
%> ans(:,:,2,2) =
%>
%>    0.5000   0.5000
%>    0.5000   0.5000
%>

%% shown: x = cat(3, [1+i 2], [3 4])
x = cat(3, [1+i 2], [3 4])
%> x =
%>
%> ans(:,:,1) =
%>
%>    1 + 1i   2 + 0i
%>
%> ans(:,:,2) =
%>
%>    3   4
%>

%% shown: x = true(3,30)
x = true(3,30)
%> x =
%>
%>  Columns 1 through 26:
%>
%>   1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
%>   1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
%>   1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
%>
%>  Columns 27 through 30:
%>
%>   1  1  1  1
%>   1  1  1  1
%>   1  1  1  1
%>

%% shown: x = int8(ones(2,40))
x = int8(ones(2,40))
%> x =
%>
%>  Columns 1 through 26:
%>
%>   1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
%>   1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
%>
%>  Columns 27 through 40:
%>
%>   1  1  1  1  1  1  1  1  1  1  1  1  1  1
%>   1  1  1  1  1  1  1  1  1  1  1  1  1  1
%>

%% shown: x = (1:30)*1.5
x = (1:30)*1.5
%> x =
%>
%>  Columns 1 through 8:
%>
%>     1.5000    3.0000    4.5000    6.0000    7.5000    9.0000   10.5000   12.0000
%>
%>  Columns 9 through 16:
%>
%>    13.5000   15.0000   16.5000   18.0000   19.5000   21.0000   22.5000   24.0000
%>
%>  Columns 17 through 24:
%>
%>    25.5000   27.0000   28.5000   30.0000   31.5000   33.0000   34.5000   36.0000
%>
%>  Columns 25 through 30:
%>
%>    37.5000   39.0000   40.5000   42.0000   43.5000   45.0000
%>

%% shown: x = ones(2,20)*(1+2i)
x = ones(2,20)*(1+2i)
%> x =
%>
%>  Columns 1 through 8:
%>
%>    1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i
%>    1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i
%>
%>  Columns 9 through 16:
%>
%>    1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i
%>    1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i   1 + 2i
%>
%>  Columns 17 through 20:
%>
%>    1 + 2i   1 + 2i   1 + 2i   1 + 2i
%>    1 + 2i   1 + 2i   1 + 2i   1 + 2i
%>

%% shown: x = repmat('abcdefghij', 1, 12)
x = repmat('abcdefghij', 1, 12)
%> x = abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij

%% shown: x = 1:100
x = 1:100
%> x =
%>
%>  Columns 1 through 13:
%>
%>      1     2     3     4     5     6     7     8     9    10    11    12    13
%>
%>  Columns 14 through 26:
%>
%>     14    15    16    17    18    19    20    21    22    23    24    25    26
%>
%>  Columns 27 through 39:
%>
%>     27    28    29    30    31    32    33    34    35    36    37    38    39
%>
%>  Columns 40 through 52:
%>
%>     40    41    42    43    44    45    46    47    48    49    50    51    52
%>
%>  Columns 53 through 65:
%>
%>     53    54    55    56    57    58    59    60    61    62    63    64    65
%>
%>  Columns 66 through 78:
%>
%>     66    67    68    69    70    71    72    73    74    75    76    77    78
%>
%>  Columns 79 through 91:
%>
%>     79    80    81    82    83    84    85    86    87    88    89    90    91
%>
%>  Columns 92 through 100:
%>
%>     92    93    94    95    96    97    98    99   100
%>

%% shown: x = rand(3,30) > 2
x = rand(3,30) > 2
%> x =
%>
%>   0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
%>   0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
%>   0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
%>

%% shown: x = (1:11)*1e5+0.5
x = (1:11)*1e5+0.5
%> x =
%>
%>  Columns 1 through 6:
%>
%>    1.0000e+05   2.0000e+05   3.0000e+05   4.0000e+05   5.0000e+05   6.0000e+05
%>
%>  Columns 7 through 11:
%>
%>    7.0000e+05   8.0000e+05   9.0000e+05   1.0000e+06   1.1000e+06
%>

%% shown: x = (1:17)'
x = (1:17)'
%> x =
%>
%>     1
%>     2
%>     3
%>     4
%>     5
%>     6
%>     7
%>     8
%>     9
%>    10
%>    11
%>    12
%>    13
%>    14
%>    15
%>    16
%>    17
%>

%% shown: disp((1:30)*1.5)
disp((1:30)*1.5)
%>  Columns 1 through 8:
%>
%>     1.5000    3.0000    4.5000    6.0000    7.5000    9.0000   10.5000   12.0000
%>
%>  Columns 9 through 16:
%>
%>    13.5000   15.0000   16.5000   18.0000   19.5000   21.0000   22.5000   24.0000
%>
%>  Columns 17 through 24:
%>
%>    25.5000   27.0000   28.5000   30.0000   31.5000   33.0000   34.5000   36.0000
%>
%>  Columns 25 through 30:
%>
%>    37.5000   39.0000   40.5000   42.0000   43.5000   45.0000

%% shown: disp(ones(2,2,2))
disp(ones(2,2,2))
%> ans(:,:,1) =
%>
%>    1   1
%>    1   1
%>
%> ans(:,:,2) =
%>
%>    1   1
%>    1   1

%% shown: x = -0
x = -0
y = [0 -0]
z = 1/-0
%> x = 0
%> y =
%>
%>    0   0
%>
%> z = -Inf

%% shown: x = 1:3 == 2
x = 1:3 == 2
y = ~x
z = 5 > 3
%> x =
%>
%>   0  1  0
%>
%> y =
%>
%>   1  0  1
%>
%> z = 1

%% shown: fdisp(stdout, [1 2;3 4])
fdisp(stdout, [1 2;3 4])
fdisp(stdout, 'a')
%>    1   2
%>    3   4
%> a

%% shown: puts('abc\n'); puts("abc\n")
puts('abc\n'); puts("abc\n")
fputs(stdout, "x\n")
fprintf('%d\n', 3)
fprintf(1, '%d\n', 3)
fprintf('text\n')
%> abc\nabc
%> ans = 0
%> x
%> ans = 0
%> 3
%> 3
%> text

%% shown: x = fprintf('abc\n')
x = fprintf('abc\n')
printf("%s\n", 'z')
%> abc
%> x = 4
%> z
