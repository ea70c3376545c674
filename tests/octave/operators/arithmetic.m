%% sums of numbers
1 + 2
0.1 + 0.2
1e308 * 10
-1/0
0/0
%> ans = 3
%> ans = 0.3000
%> ans = Inf
%> ans = -Inf
%> ans = NaN

%% a zero keeps its sign where it shows
1 / -0
1 / -(0)
a = [0 -0]; 1 ./ a
%> ans = -Inf
%> ans = -Inf
%> ans =
%>
%>    Inf  -Inf
%>

%% rows and columns broadcast
[1 2 3] + [10; 20]
[1 2 3] .* [1; 2; 3]
[1; 2] - [1 2]
%> ans =
%>
%>    11   12   13
%>    21   22   23
%>
%> ans =
%>
%>    1   2   3
%>    2   4   6
%>    3   6   9
%>
%> ans =
%>
%>    0  -1
%>    1   0
%>

%% three dimensions broadcast
x = ones(2, 1, 3) + [1 2];
size(x)
x(:, :, 3)
%> ans =
%>
%>    2   2   3
%>
%> ans =
%>
%>    2   3
%>    2   3
%>

%% a number with a matrix
[1 2; 3 4] + 1
2 * [1 2; 3 4]
[1 2; 3 4] / 2
2 \ [1 2; 3 4]
%> ans =
%>
%>    2   3
%>    4   5
%>
%> ans =
%>
%>    2   4
%>    6   8
%>
%> ans =
%>
%>    0.5000   1.0000
%>    1.5000   2.0000
%>
%> ans =
%>
%>    0.5000   1.0000
%>    1.5000   2.0000
%>

%% empty operands
[] + 1
zeros(0, 3) + 1
zeros(0, 3) + zeros(1, 3)
[] .* []
zeros(3, 0) * zeros(0, 2)
%> ans = [](0x0)
%> ans = [](0x3)
%> ans = [](0x3)
%> ans = [](0x0)
%> ans =
%>
%>    0   0
%>    0   0
%>    0   0
%>

%% nonconformant sums
try, [1 2 3] + [1 2], catch e, disp(e.message), end
try, [1 2 3] - [1; 2]; [1 2 3] - [1 2], catch e, disp(e.message), end
try, ones(2, 3) + ones(3, 2), catch e, disp(e.message), end
try, ones(2, 3, 4) + ones(2, 3, 5), catch e, disp(e.message), end
%> operator +: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> operator -: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> operator +: nonconformant arguments (op1 is 2x3, op2 is 3x2)
%> operator +: nonconformant arguments (op1 is 2x3x4, op2 is 2x3x5)

%% nonconformant products and quotients
try, [1 2 3] .* [1 2], catch e, disp(e.message), end
try, [1 2 3] ./ [1 2], catch e, disp(e.message), end
try, [1 2 3] .\ [1 2], catch e, disp(e.message), end
try, [1 2 3] .^ [1 2], catch e, disp(e.message), end
try, [1 2 3] * [1 2 3], catch e, disp(e.message), end
try, [1 2; 3 4] \ [1 2 3], catch e, disp(e.message), end
try, [1 2] / [1 2 3], catch e, disp(e.message), end
%> product: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> quotient: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> quotient: nonconformant arguments (op1 is 1x2, op2 is 1x3)
%> operator .^: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> operator *: nonconformant arguments (op1 is 1x3, op2 is 1x3)
%> operator \: nonconformant arguments (op1 is 2x2, op2 is 1x3)
%> operator /: nonconformant arguments (op1 is 1x2, op2 is 1x3)

%% nonconformant comparisons
try, [1 2 3] == [1 2], catch e, disp(e.message), end
try, [1 2 3] != [1 2], catch e, disp(e.message), end
try, [1 2 3] < [1 2], catch e, disp(e.message), end
try, [1 2 3] <= [1 2], catch e, disp(e.message), end
try, [1 2 3] > [1 2], catch e, disp(e.message), end
try, [1 2 3] >= [1 2], catch e, disp(e.message), end
try, [1 2 3] & [1 2], catch e, disp(e.message), end
try, [1 2 3] | [1 2], catch e, disp(e.message), end
%> mx_el_eq: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> mx_el_ne: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> mx_el_lt: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> mx_el_le: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> mx_el_gt: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> mx_el_ge: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> mx_el_and: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> mx_el_or: nonconformant arguments (op1 is 1x3, op2 is 1x2)

%% an error in a sum ends the script
x = 1
[1 2] + [1 2 3]
x = 2
%> x = 1
%> error: operator +: nonconformant arguments (op1 is 1x2, op2 is 1x3)

%% the identifier of nonconformant operands
try, [1 2] + [1 2 3], catch e, disp(e.identifier), end
%> Octave:nonconformant-args

%% products of matrices
[1 2; 3 4] * [5; 6]
[1 2 3] * [4; 5; 6]
[1; 2] * [3 4]
[1 2; 3 4] * [1 0; 0 1]
%> ans =
%>
%>    17
%>    39
%>
%> ans = 32
%> ans =
%>
%>    3   4
%>    6   8
%>
%> ans =
%>
%>    1   2
%>    3   4
%>

%% dimensions in the message of a product
try, ones(2, 3) * ones(2, 3), catch e, disp(e.message), end
try, ones(2, 2, 2) * ones(2, 2), catch e, disp(e.message), end
try, ones(1, 3) * ones(1, 3), catch e, disp(e.message), end
%> operator *: nonconformant arguments (op1 is 2x3, op2 is 2x3)
%> operator *: nonconformant arguments (op1 is 2x4, op2 is 2x2)
%> operator *: nonconformant arguments (op1 is 1x3, op2 is 1x3)

%% unary minus
-5
-[1 -2; 3 0]
-(-3)
x = 4; -x ^ 2
2 ^ -1
%> ans = -5
%> ans =
%>
%>   -1   2
%>   -3   0
%>
%> ans = 3
%> ans = -16
%> ans = 0.5000

%% unary plus
+5
+[1 2]
+true
+'a'
class(+true)
%> ans = 5
%> ans =
%>
%>    1   2
%>
%> ans = 1
%> ans = 97
%> ans = double

%% not
!1
!0
![1 0 2]
~[]
!'a'
%> ans = 0
%> ans = 1
%> ans =
%>
%>   0  1  0
%>
%> ans = [](0x0)
%> ans = 0

%% precedence
2 ^ 3 ^ 2
-2 ^ 2
!1 == 0
1:3 + 1
2 * 3 + 4 * 5
1 - 2 - 3
8 / 4 / 2
%> ans = 64
%> ans = -4
%> ans = 1
%> ans =
%>
%>    1   2   3   4
%>
%> ans = 26
%> ans = -4
%> ans = 1

%% transposes
[1 2; 3 4]'
[1 2 3]'
[1; 2]'
[1 2; 3 4].'
zeros(0, 3)'
%> ans =
%>
%>    1   3
%>    2   4
%>
%> ans =
%>
%>    1
%>    2
%>    3
%>
%> ans =
%>
%>    1   2
%>
%> ans =
%>
%>    1   3
%>    2   4
%>
%> ans = [](3x0)

%% transposes of complex numbers
[1+2i 3]'
[1+2i 3].'
(1i)'
%> ans =
%>
%>    1 - 2i
%>    3 - 0i
%>
%> ans =
%>
%>    1 + 2i
%>    3 + 0i
%>
%> ans =  0 - 1i

%% a transpose of more dimensions
try, ones(2, 2, 2)', catch e, disp(e.message), end
try, ones(2, 2, 2).', catch e, disp(e.message), end
%> transpose not defined for N-D objects
%> transpose not defined for N-D objects

%% division by zero
[1 -1 0] / 0
5 ./ [0 1]
0 \ 5
%> ans =
%>
%>    Inf  -Inf   NaN
%>
%> ans =
%>
%>    Inf     5
%>
%> ans = Inf

%% inf and nan
Inf - Inf
Inf * 0
[NaN 1] + 1
NaN == NaN
Inf == Inf
%> ans = NaN
%> ans = NaN
%> ans =
%>
%>    NaN     2
%>
%> ans = 0
%> ans = 1

%% operators assign
x = 5; x += 2
x -= 3
x *= 4
x /= 8
x ^= 2
%> x = 7
%> x = 4
%> x = 16
%> x = 2
%> x = 4

%% operators assign arrays
x = [1 2 3]; x += 1
x .*= [1 2 3]
x = x'; x -= 1
%> x =
%>
%>    2   3   4
%>
%> x =
%>
%>     2    6   12
%>
%> x =
%>
%>     1
%>     5
%>    11
%>

%% values are copies
a = [1 2 3]; b = a; b(2) = 20;
a
b
%> a =
%>
%>    1   2   3
%>
%> b =
%>
%>     1   20    3
%>

%% long sums stay exact
x = 2^53; x + 1 - x
1e16 + 1 - 1e16
sum([0.1 0.2 0.3]) == 0.6
%> ans = 0
%> ans = 0
%> ans = 0
