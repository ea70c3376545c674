%% whole powers
2 ^ 10
[1 2 3] .^ 2
2 .^ [1 2 3]
[1 2; 3 4] .^ [2 1; 0 3]
%> ans = 1024
%> ans =
%>
%>    1   4   9
%>
%> ans =
%>
%>    2   4   8
%>
%> ans =
%>
%>     1    2
%>     1   64
%>

%% powers of negatives
(-8) ^ (1/3)
(-2) ^ 2
(-2) ^ 3
(-2) ^ -1
[-1 4] .^ 0.5
%> ans =  1.0000 + 1.7321i
%> ans = 4
%> ans = -8
%> ans = -0.5000
%> ans =
%>
%>    0.0000 + 1.0000i   2.0000 +      0i
%>

%% a negative exponent in an array
[1 2 4] .^ -1
[1 2 4] .^ -2
0 .^ [0 1 -1]
%> ans =
%>
%>    1.0000   0.5000   0.2500
%>
%> ans =
%>
%>    1.000000   0.250000   0.062500
%>
%> ans =
%>
%>      1     0   Inf
%>

%% special powers
0 ^ 0
Inf ^ 0
NaN ^ 0
0 ^ -1
1 ^ Inf
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = Inf
%> ans = 1

%% powers of complex numbers
(1i) ^ 2
(1 + 2i) ^ 2
(1i) ^ 0
2 ^ (1i)
[1i 2] .^ 2
%> ans = -1
%> ans = -3 + 4i
%> ans = 1
%> ans =  0.7692 + 0.6390i
%> ans =
%>
%>   -1   4
%>

%% powers of matrices
%! the identity prints as any matrix
[1 2; 3 4] ^ 2
[1 2; 3 4] ^ 3
[1 2; 3 4] ^ 0
[2 0; 0 4] ^ -1
%> ans =
%>
%>     7   10
%>    15   22
%>
%> ans =
%>
%>     37    54
%>     81   118
%>
%> ans =
%>
%>    1   0
%>    0   1
%>
%> ans =
%>
%>    0.5000        0
%>         0   0.2500
%>

%% a matrix to a fraction
[4 0; 0 9] ^ 0.5
[2 1; 1 2] ^ 0.5
%> ans =
%>
%>    2   0
%>    0   3
%>
%> ans =
%>
%>    1.3660   0.3660
%>    0.3660   1.3660
%>

%% a number to a matrix
2 ^ [1 0; 0 2]
2 ^ [1 2; 3 4]
%> ans =
%>
%>    2   0
%>    0   4
%>
%> ans =
%>
%>    10.483   14.152
%>    21.228   31.711
%>

%% what powers of matrices cannot do
try, [1 2] ^ 2, catch e, disp(e.message), end
try, 2 ^ [1 2], catch e, disp(e.message), end
try, [1 2; 3 4] ^ [1 2; 3 4], catch e, disp(e.message), end
try, ones(2, 2, 2) ^ 2, catch e, disp(e.message), end
%> for x^y, only square matrix arguments are permitted and one argument must be scalar.  Use .^ for elementwise power.
%> for x^y, only square matrix arguments are permitted and one argument must be scalar.  Use .^ for elementwise power.
%> can't do A ^ B for A and B both matrices
%> for x^y, only square matrix arguments are permitted and one argument must be scalar.  Use .^ for elementwise power.

%% powers of singles
single(2) ^ 3
single(2) ^ 0.5
class(single(2) ^ 2)
class(2 ^ single(2))
single(-4) ^ 0.5
%> ans = 8
%> ans = 1.4142
%> ans = single
%> ans = single
%> ans = -8.7423e-08 + 2.0000e+00i

%% powers of logicals and text
true ^ 2
2 ^ true
'a' ^ 2
[true false] .^ 2
%> ans = 1
%> ans = 2
%> ans = 9409
%> ans =
%>
%>    1   0
%>

%% powers of integers
int8(2) ^ 3
int8(2) ^ 7
int8(-2) ^ 7
int8(2) .^ [1 2 3]
2 .^ int8([1 2 3])
%> ans = 8
%> ans = 127
%> ans = -128
%> ans =
%>
%>   2  4  8
%>
%> ans =
%>
%>   2  4  8
%>

%% integers to negative powers
int8(2) ^ -1
int8(4) ^ -1
int8(2) ^ int8(-1)
int8(1) ^ int8(-1)
int8(-1) ^ int8(-3)
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 1
%> ans = -1

%% integers to fractions
int32(16) ^ 0.5
int32(2) ^ 0.5
int8(-8) ^ (1/3)
uint8(2) ^ 8
uint8(2) ^ 7.9
%> ans = 4
%> ans = 1
%> ans = 0
%> ans = 255
%> ans = 239

%% 64-bit powers
int64(2) ^ 62
int64(3) ^ 39
int64(3) ^ 41
int64(-2) ^ 63
uint64(2) ^ 64
%> ans = 4611686018427387904
%> ans = 4052555153018976267
%> ans = 9223372036854775807
%> ans = -9223372036854775808
%> ans = 18446744073709551615

%% integer matrices have no powers
try, int8([1 2; 3 4]) ^ 2, catch e, disp(e.message), end
try, 2 ^ int8([1 2; 3 4]), catch e, disp(e.message), end
%> binary operator '^' not implemented for 'int8 matrix' by 'scalar' operations
%> binary operator '^' not implemented for 'scalar' by 'int8 matrix' operations

%% squares of large arrays
x = (1:5000)' / 100; y = x .^ 2; y(5000)
z = x .^ 0.5; z(100)
w = x .^ -1; w(200)
v = (-x) .^ 3; v(100)
%> ans = 2500
%> ans = 1
%> ans = 0.5000
%> ans = -1

%% roots of large arrays with negatives
x = (1:5000) - 3; y = x .^ 0.5; y(1:4)
isreal(y)
%> ans =
%>
%>    0.0000 + 1.4142i   0.0000 + 1.0000i        0 +      0i   1.0000 +      0i
%>
%> ans = 0
