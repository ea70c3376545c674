%% solving
[2 0; 0 4] \ [2; 4]
[1 2; 3 4] \ [5; 6]
[2 4; 6 8] / [2 0; 0 4]
%> ans =
%>
%>    1
%>    1
%>
%> ans =
%>
%>   -4.0000
%>    4.5000
%>
%> ans =
%>
%>    1   1
%>    3   2
%>

%% least squares
[1 1; 1 2; 1 3] \ [1; 2; 2]
[1 2 3; 4 5 6] \ [1; 2]
[1; 2; 3] \ [2; 4; 6]
%> ans =
%>
%>    0.6667
%>    0.5000
%>
%> ans =
%>
%>   -0.055556
%>    0.111111
%>    0.277778
%>
%> ans = 2.0000

%% singular matrices
[1 2; 2 4] \ [1; 2]
inv([1 2; 2 4])
%> warning: matrix singular to machine precision
%> ans =
%>
%>    0.2000
%>    0.4000
%>
%> warning: matrix singular to machine precision
%> ans =
%>
%>    Inf   Inf
%>    Inf   Inf
%>

%% triangular matrices
[2 1; 0 4] \ [4; 8]
[2 0; 1 4] \ [4; 8]
%> ans =
%>
%>    1
%>    2
%>
%> ans =
%>
%>    2.0000
%>    1.5000
%>

%% quotients of empties
[] \ []
zeros(0, 2) \ zeros(0, 3)
zeros(2, 0) / zeros(3, 0)
%> ans = [](0x0)
%> ans =
%>
%>    0   0   0
%>    0   0   0
%>
%> ans =
%>
%>    0   0   0
%>    0   0   0
%>

%% quotients that do not fit
try, [1 2; 3 4] \ 1, catch e, disp(e.message), end
try, 2 / [1 2; 3 4], catch e, disp(e.message), end
try, [1 2 3] / [1 2], catch e, disp(e.message), end
try, ones(2, 2, 2) \ 1; ones(2,2,2) \ ones(2, 2), catch e, disp(e.message), end
%> operator \: nonconformant arguments (op1 is 2x2, op2 is 1x1)
%> operator /: nonconformant arguments (op1 is 1x1, op2 is 2x2)
%> operator /: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> operator \: nonconformant arguments (op1 is 2x4, op2 is 1x1)

%% products of singles
single([1 2; 3 4]) * [1; 2]
class(single([1 2]) * [1; 2])
class(single([2 0; 0 2]) \ [1; 2])
%> ans =
%>
%>     5
%>    11
%>
%> ans = single
%> ans = single

%% products of logicals and text
[true true] * [1; 2]
'ab' * [1; 2]
true(2) * 2
%> ans = 3
%> ans = 293
%> ans =
%>
%>    2   2
%>    2   2
%>

%% large products
a = reshape(1:10000, 100, 100) / 1000; b = a'; c = a * b; c(3, 5)
d = b * a; trace(d)
e = a * ones(100, 1); e(7)
size(ones(1, 5000) * ones(5000, 1))
%> ans = 3287.5
%> ans = 3.3338e+05
%> ans = 495.70
%> ans =
%>
%>    1   1
%>

%% large transposes
a = reshape(1:6000, 60, 100); b = a'; b(2, 3)
size(b)
c = b'; isequal(a, c)
d = a' + 1; d(100, 60)
%> ans = 63
%> ans =
%>
%>    100    60
%>
%> ans = 1
%> ans = 6001

%% products of integers with numbers
int8([1 2; 3 4]) * 2
3 * int8([10 50])
int8([1 2; 3 4]) / 2
int8([7 9]) ./ int8([2 2])
2 \ int8([1 3])
%> ans =
%>
%>   2  4
%>   6  8
%>
%> ans =
%>
%>    30  127
%>
%> ans =
%>
%>   1  1
%>   2  2
%>
%> ans =
%>
%>   4  5
%>
%> ans =
%>
%>   1  2
%>

%% products of integer matrices
try, int8([1 2; 3 4]) * [1; 2], catch e, disp(e.message), end
try, [1 2; 3 4] * int8([1; 2]), catch e, disp(e.message), end
try, int8([1 2]) * int8([1; 2]), catch e, disp(e.message), end
try, 2 / int8([1 2]), catch e, disp(e.message), end
try, int8([1 2]) \ 2, catch e, disp(e.message), end
%> binary operator '*' not implemented for 'int8 matrix' by 'matrix' operations
%> binary operator '*' not implemented for 'matrix' by 'int8 matrix' operations
%> binary operator '*' not implemented for 'int8 matrix' by 'int8 matrix' operations
%> binary operator '/' not implemented for 'scalar' by 'int8 matrix' operations
%> binary operator '\' not implemented for 'int8 matrix' by 'scalar' operations
