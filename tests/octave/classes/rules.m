%% the class of a sum
class(1 + 1)
class(single(1) + 1)
class(int8(1) + 1)
class(int8(1) + single(1))
class(true + true)
class('a' + 'b')
%> ans = double
%> ans = single
%> ans = int8
%> ans = int8
%> ans = double
%> ans = double

%% the class of logical and text with others
class(true + int8(1))
class('a' + int8(1))
class(true + single(1))
class('a' + single(1))
class(true + 'a')
%> ans = int8
%> ans = int8
%> ans = single
%> ans = single
%> ans = double

%% text as numbers
'a' + 1
'abc' + 1
'a' * 2
-'a'
'a' + 'b'
%> ans = 98
%> ans =
%>
%>     98    99   100
%>
%> ans = 194
%> ans = -97
%> ans = 195

%% logicals as numbers
true + true
true * 3
-true
true / 2
[true false] + 1
%> ans = 2
%> ans = 3
%> ans = -1
%> ans = 0.5000
%> ans =
%>
%>    2   1
%>

%% two integer classes
try, int8(1) + int16(1), catch e, disp(e.message), end
try, int8([1 2]) .* uint8(1), catch e, disp(e.message), end
try, int32(5) / int64(2), catch e, disp(e.message), end
try, uint8(1) - int8([1 2]), catch e, disp(e.message), end
%> binary operator '+' not implemented for 'int8 scalar' by 'int16 scalar' operations
%> binary operator '.*' not implemented for 'int8 matrix' by 'uint8 scalar' operations
%> binary operator '/' not implemented for 'int32 scalar' by 'int64 scalar' operations
%> binary operator '-' not implemented for 'uint8 scalar' by 'int8 matrix' operations

%% the class of comparisons
class(1 < 2)
class(int8(1) == 1)
class('a' == 'a')
class(!1)
class(1 & 1)
%> ans = logical
%> ans = logical
%> ans = logical
%> ans = logical
%> ans = logical

%% single precision
single(pi)
single(1) / 3
single(16777216) + 1
single(0.1) + 0.2
double(single(0.1))
%> ans = 3.1416
%> ans = 0.3333
%> ans = 1.6777e+07
%> ans = 0.3000
%> ans = 0.1000

%% single overflow
single(1e38) * 10
single(1e-45) / 2
realmax('single') * 2
single(3.5e38)
%> ans = Inf
%> ans = 0
%> ans = Inf
%> ans = Inf

%% single arrays
x = single([1.5 2.5])
x + 1
x .* 2
class(x .* 2)
x'
%> x =
%>
%>    1.5000   2.5000
%>
%> ans =
%>
%>    2.5000   3.5000
%>
%> ans =
%>
%>    3   5
%>
%> ans = single
%> ans =
%>
%>    1.5000
%>    2.5000
%>

%% casts between integers
int8(uint8(200))
uint8(int8(-5))
int16(int8(-100))
uint64(int64(-1))
int64(uint64(18446744073709551615))
%> ans = 127
%> ans = 0
%> ans = -100
%> ans = 0
%> ans = 9223372036854775807

%% casts of text
double('AB')
int8('a')
char(65)
char([72 105])
single('a')
%> ans =
%>
%>    65   66
%>
%> ans = 97
%> ans = A
%> ans = Hi
%> ans = 97

%% casts to logical
logical(5)
logical([0 1 -2])
logical('a')
class(logical(1))
logical([])
%> ans = 1
%> ans =
%>
%>   0  1  1
%>
%> error: logical: wrong type argument 'sq_string'

%% casts to logical that fail
try, logical(NaN), catch e, disp(e.message), end
try, logical([1 NaN]), catch e, disp(e.message), end
try, logical({1}), catch e, disp(e.message), end
try, logical(1i), catch e, disp(e.message), end
%> invalid conversion from NaN to logical
%> invalid conversion from NaN to logical
%> logical: wrong type argument 'cell'
%> ans = 1

%% casts that fail
try, int8({1}), catch e, disp(e.message), end
try, double({1}), catch e, disp(e.message), end
try, int8(struct()), catch e, disp(e.message), end
try, single(@sin), catch e, disp(e.message), end
%> invalid conversion from cell to int8
%> invalid conversion from cell to double
%> invalid conversion from scalar struct to int8
%> invalid conversion from function handle to single

%% casts of complex numbers
single(1 + 2i)
double(single(1i))
%> ans =  1 + 2i
%> ans =  0 + 1i

%% 64-bit integers are exact
x = int64(9007199254740992) + int64(1)
x + 1
x * 2
x - 9007199254740992
int64(9223372036854775807) - int64(1)
%> x = 9007199254740993
%> ans = 9007199254740994
%> ans = 18014398509481986
%> ans = 1
%> ans = 9223372036854775806

%% 64-bit integers with fractions
int64(5) * 0.5
int64(7) / 2
int64(10) * 1.26
int64(-5) * 0.5
uint64(5) - 5.5
%> ans = 3
%> ans = 4
%> ans = 13
%> ans = -3
%> ans = 0

%% 64-bit quotients
int64(9007199254740993) / int64(3)
int64(-7) / int64(2)
int64(5) / int64(0)
int64(-5) / 0
intmin('int64') / int64(-1)
%> ans = 3002399751580331
%> ans = -4
%> ans = 9223372036854775807
%> ans = -9223372036854775808
%> ans = 9223372036854775807

%% 64-bit saturation
intmax('int64') + intmax('int64')
intmin('int64') - 1
-intmin('int64')
intmax('uint64') * 2
uint64(3) - uint64(5)
intmax('int64') * intmin('int64')
%> ans = 9223372036854775807
%> ans = -9223372036854775808
%> ans = 9223372036854775807
%> ans = 18446744073709551615
%> ans = 0
%> ans = -9223372036854775808

%% idivide
idivide(int32(7), int32(2))
idivide(int32(7), int32(2), 'ceil')
idivide(int32(7), int32(2), 'round')
idivide(int32(-7), int32(2), 'floor')
%> ans = 3
%> ans = 4
%> ans = 4
%> ans = -4

%% mod and rem of integers
mod(int8(-7), int8(3))
rem(int8(-7), int8(3))
mod(uint8(7), uint8(0))
mod(10, 3)
mod(-1, 3)
%> ans = 2
%> ans = -1
%> ans = 7
%> ans = 1
%> ans = 2

%% intmax and intmin
intmax
intmin('int8')
intmax('uint8')
class(intmax('int16'))
%> ans = 2147483647
%> ans = -128
%> ans = 255
%> ans = int16

%% isa
isa(1, 'numeric')
isa(int8(1), 'integer')
isa(single(1), 'float')
isa(true, 'numeric')
isa('a', 'char')
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 1

%% classes of literals
class(1)
class('a')
class(true)
class({})
class(struct())
class(@sin)
class([])
class(1:3)
%> ans = double
%> ans = char
%> ans = logical
%> ans = cell
%> ans = struct
%> ans = function_handle
%> ans = double
%> ans = double

%% class of an element
x = int8([1 2 3]); class(x(2))
y = single(5); y(3) = 2; class(y)
s = 'abc'; class(s(1))
b = [true false]; class(b(1))
%> ans = int8
%> ans = single
%> ans = char
%> ans = logical

%% sums keep or change the class
class(sum(int8([100 100])))
sum(int8([100 100]))
class(sum(single([1 2])))
class(sum([true true]))
class(prod(int8([2 3])))
%> ans = double
%> ans = 200
%> ans = single
%> ans = double
%> ans = double

%% large integer arrays saturate
x = uint8(mod(0:4999, 256)); y = x + 100; max(y)
class(y)
z = x * 0.5; z(1:6)
w = x - 100; w(102)
v = x ./ 2; v(4)
%> ans = 255
%> ans = uint8
%> ans =
%>
%>   0  1  1  2  2  3
%>
%> ans = 1
%> ans = 2

%% large integer arrays round half away
x = int16((0:5000) - 2500); y = x / 2; y([1 2 2500 2502 2504])
z = x * 0.5; isequal(y, z)
int8(x)([1 end])
%> ans =
%>
%>   -1250  -1250     -1      1      2
%>
%> ans = 1
%> ans =
%>
%>   -128  127
%>

%% large casts
x = (0:5000) / 2; a = int32(x); a(2:5)
b = single(x); class(b)
c = uint8(x); c(end)
d = double(c); d(end)
class(x > 5)
%> ans =
%>
%>   1  1  2  2
%>
%> ans = single
%> ans = 255
%> ans = 255
%> ans = logical

%% large singles
x = single(1:5000); y = x * 2 + 1; class(y)
y(end)
z = x + (1:5000); class(z)
z(3)
%> ans = single
%> ans = 10001
%> ans = single
%> ans = 6

%% large logicals
x = true(1, 5000); y = x + x; class(y)
sum(y)
z = !x; any(z)
class(-x)
%> ans = double
%> ans = 10000
%> ans = 0
%> ans = double

%% large sums of two integer classes
x = int8(ones(1, 5000)); try, x + int16(1), catch e, disp(e.message), end
try, x .* [1 2], catch e, disp(e.message), end
try, x + {1}, catch e, disp(e.message), end
try, x * x, catch e, disp(e.message), end
%> binary operator '+' not implemented for 'int8 matrix' by 'int16 scalar' operations
%> product: nonconformant arguments (op1 is 1x5000, op2 is 1x2)
%> binary operator '+' not implemented for 'int8 matrix' by 'cell' operations
%> binary operator '*' not implemented for 'int8 matrix' by 'int8 matrix' operations

%% large 64-bit integers
x = int64(9007199254740992) + int64(0:4999); x(2) - x(1)
y = x + 1; y(1)
z = x == x(2); sum(z)
%> ans = 1
%> ans = 9007199254740993
%> ans = 1
