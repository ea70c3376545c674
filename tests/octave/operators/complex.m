%% complex numbers print
1i
3 + 4i
[1+2i 3.5]
-1i
1e6i
%> ans =  0 + 1i
%> ans =  3 + 4i
%> ans =
%>
%>    1.0000 + 2.0000i   3.5000 +      0i
%>
%> ans =  0 - 1i
%> ans =        0 + 1000000i

%% sums of complex numbers
(1 + 2i) + (3 - 2i)
(1 + 2i) - 2i
1i + 1
[1i 2] + [1 2i]
%> ans = 4
%> ans = 1
%> ans =  1 + 1i
%> ans =
%>
%>    1 + 1i   2 + 2i
%>

%% results without imaginary parts are real
isreal((1 + 2i) + (3 - 2i))
isreal(1i * 1i)
iscomplex([1i 2] - [1i 0])
isreal(complex(1, 0))
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 0

%% products of complex numbers
(1 + 2i) * (3 - 1i)
2 * (1 + 2i)
1i * 1i
[1 2i] * [1; 2]
[1i 2] .* [1i 2]
%> ans =  5 + 5i
%> ans =  2 + 4i
%> ans = -1
%> ans =  1 + 4i
%> ans =
%>
%>   -1   4
%>

%% quotients of complex numbers
(1 + 2i) / (3 - 4i)
1 / 1i
(2 + 4i) / 2
[1i 2] ./ [2 1i]
(1 + 1i) / 0
%> ans = -0.2000 + 0.4000i
%> ans =  0 - 1i
%> ans =  1 + 2i
%> ans =
%>
%>         0 + 0.5000i        0 - 2.0000i
%>
%> ans =  Inf + Infi

%% infinity times complex numbers
Inf * (1 + 1i)
(Inf + 1i) * 2
2 * (Inf + 1i)
Inf * 1i
%> ans =  Inf + Infi
%> ans =  Inf +   2i
%> ans =  Inf +   2i
%> ans =  NaN + Infi

%% parts
real(3 + 4i)
imag(3 + 4i)
abs(3 + 4i)
conj(3 + 4i)
arg(1i)
angle(-1)
%> ans = 3
%> ans = 4
%> ans = 5
%> ans =  3 - 4i
%> ans = 1.5708
%> ans = 3.1416

%% single complex numbers
single(1i)
class(single(1) + 2i)
class(single(1i) * 2)
single(1 + 2i) * 2
%> ans =  0 + 1i
%> ans = single
%> ans = single
%> ans =  2 + 4i

%% integers are not complex
try, int8(1) + 1i, catch e, disp(e.message), end
try, 1i * int8(2), catch e, disp(e.message), end
try, int8([1 2]) .* [1i 2], catch e, disp(e.message), end
try, int8(1i), catch e, disp(e.message), end
try, uint8(1 + 2i), catch e, disp(e.message), end
%> binary operator '+' not implemented for 'int8 scalar' by 'complex scalar' operations
%> binary operator '*' not implemented for 'complex scalar' by 'int8 scalar' operations
%> binary operator '.*' not implemented for 'int8 matrix' by 'complex matrix' operations
%> invalid conversion from complex scalar to int8
%> invalid conversion from complex scalar to uint8

%% solving with complex numbers
[1 1i; 0 2] \ [1; 2]
[2 1i] / 2
%> ans =
%>
%>    1 - 1i
%>    1 + 0i
%>
%> ans =
%>
%>    1.0000 +      0i        0 + 0.5000i
%>

%% complex truth
if 1i, disp(1), end
if 0i, disp(1), else, disp(0), end
any([0 1i])
all([1i 0])
%> 1
%> 0
%> ans = 1
%> ans = 0

%% complex and logical
true + 1i
'a' * 1i
[true 1i]
%> ans =  1 + 1i
%> ans =   0 + 97i
%> ans =
%>
%>    1 + 0i   0 + 1i
%>

%% large complex arrays
z = (1:5000) + 1i * (5000:-1:1); w = z .* conj(z); w(3)
isreal(real(w))
y = z .^ 2; y(2)
s = z * 2 + 1i; s(1)
d = z ./ 2; d(5000)
%> ans = 2.4980e+07
%> ans = 1
%> ans = -2.4990e+07 + 1.9996e+04i
%> ans =      2 + 10001i
%> ans =  2.5000e+03 + 5.0000e-01i

%% large results without imaginary parts
z = (1:5000) * 1i; w = z .* z; w(2)
isreal(w)
w(1:3) < 0
%> ans = -4
%> ans = 1
%> ans =
%>
%>   1  1  1
%>

%% a square of a grid of points
[x, y] = meshgrid(linspace(-2, 1, 80), linspace(-1, 1, 60)); c = x + 1i * y; z = c; for k = 1:5, z = z .^ 2 + c; end
sum(abs(z(:)) < 2)
%> ans = 1936
