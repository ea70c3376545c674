%% ranges
1:5
0:0.25:1
5:-2:0
1:0
3:3
%> ans =
%>
%>    1   2   3   4   5
%>
%> ans =
%>
%>          0    0.2500    0.5000    0.7500    1.0000
%>
%> ans =
%>
%>    5   3   1
%>
%> ans = [](1x0)
%> ans = 3

%% a range counts with a tolerance
numel(0:0.1:0.3)
numel(0:0.1:1)
x = 0:0.1:0.3; x(4) <= 0.3
numel(0:0.01:1)
numel(1:0.2:2)
%> ans = 4
%> ans = 11
%> ans = 1
%> ans = 101
%> ans = 6

%% minus a range
-(1:3)
r = -(0:2:6)
1 ./ -(0:1)
%> ans =
%>
%>   -1  -2  -3
%>
%> r =
%>
%>    0  -2  -4  -6
%>
%> ans =
%>
%>   -Inf    -1
%>

%% a range and a number
(1:3) + 1
1 - (1:3)
(1:3) * 2
(1:4) / 2
2 .^ (0:4)
%> ans =
%>
%>    2   3   4
%>
%> ans =
%>
%>    0  -1  -2
%>
%> ans =
%>
%>    2   4   6
%>
%> ans =
%>
%>    0.5000   1.0000   1.5000   2.0000
%>
%> ans =
%>
%>     1    2    4    8   16
%>

%% ranges and arrays
(1:3) + [1 1 1]
(1:3)'
(1:3) * [1; 2; 3]
(1:3) .* (1:3)'
%> ans =
%>
%>    2   3   4
%>
%> ans =
%>
%>    1
%>    2
%>    3
%>
%> ans = 14
%> ans =
%>
%>    1   2   3
%>    2   4   6
%>    3   6   9
%>

%% ranges of no elements
zeros(1, 0)
1:0
(1:0) + 1
size(5:1)
isempty(2:1)
%> ans = [](1x0)
%> ans = [](1x0)
%> ans = [](1x0)
%> ans =
%>
%>    1   0
%>
%> ans = 1

%% ranges of integers
int8(1):int8(3)
class(int8(1):3)
1:int16(4)
uint8(5):-1:1
uint8(250):255
%> ans =
%>
%>   1  2  3
%>
%> ans = int8
%> ans =
%>
%>   1  2  3  4
%>
%> ans =
%>
%>   5  4  3  2  1
%>
%> ans =
%>
%>   250  251  252  253  254  255
%>

%% ranges of integers that fail
try, int8(1):int16(3), catch e, disp(e.message), end
try, int8(1):2.5, catch e, disp(e.message), end
try, int8(1):0.5:3, catch e, disp(e.message), end
try, int8(1):300, catch e, disp(e.message), end
%> incompatible types found in range expression
%> colon operator upper bound invalid (not an integer or out of range for given integer type)
%> colon operator increment invalid (not an integer)
%> colon operator upper bound invalid (not an integer or out of range for given integer type)

%% ranges of singles
single(1):3
class(single(0):0.5:1)
class(1:3)
%> ans =
%>
%>    1   2   3
%>
%> ans = single
%> ans = double

%% ranges of text
'a':'e'
class('a':'c')
double('a':'c')
%> ans = abcde
%> ans = char
%> ans =
%>
%>    97   98   99
%>

%% ranges of what is not a number
try, {1}:3, catch e, disp(e.message), end
try, 1:{3}, catch e, disp(e.message), end
try, 1:Inf, catch e, disp(e.message), end
%> invalid types found in range expression
%> invalid types found in range expression
%> range with infinite number of elements cannot be stored

%% a range with NaN
1:NaN
NaN:1
1:NaN:3
%> ans = NaN
%> ans = NaN
%> ans = NaN

%% a step of zero
1:0:3
size(1:0:3)
%> ans = [](1x0)
%> ans =
%>
%>    1   0
%>

%% a range without end is not stored
try, 1:Inf, catch e, disp(e.message), end
try, 0:-1:-Inf, catch e, disp(e.message), end
%> range with infinite number of elements cannot be stored
%> range with infinite number of elements cannot be stored

%% classes of ranges
class(0:1)
class(int8(0):1)
isreal(1:3)
%> ans = double
%> ans = int8
%> ans = 1

%% elements of ranges
r = 0:0.1:1; r(4) == 0.3
r(end)
r([1 3])
x = 10:-3:0; x(end)
%> ans = 0
%> ans = 1
%> ans =
%>
%>         0   0.2000
%>
%> ans = 1

%% sums over ranges
sum(1:100)
sum(0:0.5:2)
prod(1:6)
mean(1:4)
%> ans = 5050
%> ans = 5
%> ans = 720
%> ans = 2.5000

%% large ranges
r = 1:100000; sum(r)
s = r * 2 + 1; s(end)
t = r .* r; t(300)
sum(r(r > 99990))
%> ans = 5.0000e+09
%> ans = 200001
%> ans = 90000
%> ans = 999955

%% loops over ranges
for k = 0:0.1:0.3, printf('%g ', k), end, printf('\n')
for k = 3:-1:1, printf('%d ', k), end, printf('\n')
for k = 1:0, disp(k), end
k
%> 0 0.1 0.2 0.3 
%> 3 2 1 
%> k = [](1x0)
