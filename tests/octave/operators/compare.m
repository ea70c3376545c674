%% comparisons of numbers
1 < 2
2 <= 2
3 == 4
3 != 4
3 >= 4
5 > 4
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 0
%> ans = 1

%% comparisons of arrays
[1 2 3] > 2
[1 2; 3 4] == [1 0; 3 0]
[1 2] < [0; 3]
[] == 1
zeros(0, 3) == 1
%> ans =
%>
%>   0  0  1
%>
%> ans =
%>
%>   1  0
%>   1  0
%>
%> ans =
%>
%>   0  0
%>   1  1
%>
%> ans = [](0x0)
%> ans = [](0x3)

%% comparisons of text
'abc' == 'abd'
'abc' == 'b'
'abc' < 'b'
"abc" != 'abc'
%> ans =
%>
%>   1  1  0
%>
%> ans =
%>
%>   0  1  0
%>
%> ans =
%>
%>   1  0  0
%>
%> ans =
%>
%>   0  0  0
%>

%% texts of different lengths
try, 'abc' == 'ab', catch e, disp(e.message), end
try, 'abc' < 'abcd', catch e, disp(e.message), end
%> mx_el_eq: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> mx_el_lt: nonconformant arguments (op1 is 1x3, op2 is 1x4)

%% comparisons between classes
int8(5) == 5.5
int8(5) < 5.5
uint8(200) > int8(100)
true == 1
'a' == 97
single(0.1) == 0.1
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1

%% 64-bit comparisons are exact
int64(9007199254740992) + int64(1) == int64(9007199254740992)
intmax('int64') == intmax('int64') - 1
intmax('uint64') > intmax('int64')
uint64(5) > -1
int64(-1) < uint64(0)
%> ans = 0
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 1

%% 64-bit integers and doubles
int64(5) == 5
int64(5) < 5.5
int64(5) >= 5.5
uint64(5) != 5
intmin('int64') < -1e30
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 0

%% complex numbers are equal in both parts
1i == 1i
1 + 1i == 1 - 1i
[1i 2] == [1i 3]
1i != 0
%> ans = 1
%> ans = 0
%> ans =
%>
%>   1  0
%>
%> ans = 1

%% complex numbers are ordered by size and angle
1i < 2
2i > 1
1i > 1
-1 < 1i
[3+4i 1] > [5 1i]
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans =
%>
%>   1  0
%>

%% complex comparisons with angles
1 + 1i < 1 - 1i
-1i < 1i
(-1 + 0i) >= 1i
%> ans = 0
%> ans = 1
%> ans = 0

%% NaN compares false
NaN == NaN
NaN < 1
NaN != NaN
[NaN 1] > 0
[1 NaN] == [1 NaN]
%> ans = 0
%> ans = 0
%> ans = 1
%> ans =
%>
%>   0  1
%>
%> ans =
%>
%>   1  0
%>

%% cells do not compare
try, {1} == {1}, catch e, disp(e.message), end
try, {1} < 2, catch e, disp(e.message), end
try, 'a' == {1}, catch e, disp(e.message), end
try, struct('a', 1) == 1, catch e, disp(e.message), end
try, @sin == 1, catch e, disp(e.message), end
%> binary operator '==' not implemented for 'cell' by 'cell' operations
%> binary operator '<' not implemented for 'cell' by 'scalar' operations
%> binary operator '==' not implemented for 'scalar' by 'cell' operations
%> binary operator '==' not implemented for 'scalar struct' by 'scalar' operations
%> binary operator '==' not implemented for 'function handle' by 'scalar' operations

%% and, or
1 & 0
1 | 0
[1 0 2] & [1 1 0]
[1 0] | [0; 1]
'a' & 1
%> ans = 0
%> ans = 1
%> ans =
%>
%>   1  0  0
%>
%> ans =
%>
%>   1  0
%>   1  1
%>
%> ans = 1

%% and, or of empties
[] & 1
[] | []
1 & zeros(0, 3)
%> ans = [](0x0)
%> ans = [](0x0)
%> ans = [](0x3)

%% and, or of NaN
try, NaN & 1, catch e, disp(e.message), end
try, 1 | NaN, catch e, disp(e.message), end
try, [1 NaN] & [1 1], catch e, disp(e.message), end
try, ![1 NaN], catch e, disp(e.message), end
try, !NaN, catch e, disp(e.message), end
%> invalid conversion from NaN to logical
%> invalid conversion from NaN to logical
%> invalid conversion from NaN to logical
%> invalid conversion from NaN to logical
%> invalid conversion from NaN to logical

%% and, or of complex numbers
1i & 1
0i | 0
!(1i)
%> ans = 1
%> ans = 0
%> ans = 0

%% and, or of what has no truth
try, {1} & 1, catch e, disp(e.message), end
try, 1 | {1}, catch e, disp(e.message), end
try, struct() & 1, catch e, disp(e.message), end
try, !{1}, catch e, disp(e.message), end
try, !struct(), catch e, disp(e.message), end
%> binary operator '&' not implemented for 'cell' by 'scalar' operations
%> binary operator '|' not implemented for 'scalar' by 'cell' operations
%> binary operator '&' not implemented for 'scalar struct' by 'scalar' operations
%> unary operator '!' not implemented for 'cell' operands
%> unary operator '!' not implemented for 'scalar struct' operands

%% short circuits
1 && 0
0 && error('no')
1 || error('no')
[1 1] && 1
[1 0] && 1
[] && 1
[] || 1
%> ans = 0
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 1

%% short circuits of what has no truth
try, NaN && 1, catch e, disp(e.message), end
try, 1 && NaN, catch e, disp(e.message), end
try, {1} && 1, catch e, disp(e.message), end
%> invalid conversion from NaN to logical
%> invalid conversion from NaN to logical
%> invalid conversion from cell array to logical value

%% xor and its friends
xor(true, false)
xor([1 0], [1 1])
any([0 0 1])
all([1 1 0])
%> ans = 1
%> ans =
%>
%>   0  1
%>
%> ans = 1
%> ans = 0

%% if of arrays
if [1 1], disp('yes'), else, disp('no'), end
if [1 0], disp('yes'), else, disp('no'), end
if [], disp('yes'), else, disp('no'), end
if 'a', disp('yes'), end
if 1i, disp('yes'), end
%> yes
%> no
%> no
%> yes
%> yes

%% if of NaN and cells
try, if NaN, end, catch e, disp(e.message), end
try, if [1 NaN], end, catch e, disp(e.message), end
try, if {1}, end, catch e, disp(e.message), end
%> invalid conversion from NaN to logical
%> invalid conversion from NaN to logical
%> invalid conversion from cell array to logical value

%% masks of large arrays
x = (1:10000)'; m = x > 5000 & x <= 6000; sum(m)
class(m)
n = !m; sum(n)
sum(x == 7 | x == 9)
%> ans = 1000
%> ans = logical
%> ans = 9000
%> ans = 2

%% comparisons of large arrays with NaN
x = (1:5000)'; x(3) = NaN; sum(x > 0)
sum(x == x)
sum(x != x)
%> ans = 4999
%> ans = 4999
%> ans = 1
