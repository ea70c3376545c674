%% messages and results that random scripts asked for
isargout(1)
cellfun('isempty', {}), cellfun('length', cell(0, 1)), cellfun(@isempty, {})
try, idivide(uint8(3), int32(3)), catch e, disp(e.message), end
try, reshape(1:6, 0, []), catch e, disp(e.message), end
try, [a, b] = ind2sub([2 3], 12345.678), catch e, disp(e.message), end
%> ans = 1
%> ans = [](0x0)
%> ans = [](0x1)
%> idivide: integer type of X (uint8) must match integer type of Y (int32)
%> reshape: can't reshape 1x6 array to 0x0 array
%> ind2sub: invalid index index 12345.7: subscripts must be either integers 1 to (2^63)-1 or logicals

%% format bank
format bank
x = [1 2.5; 100 -3], z = [0 1], w = [NaN 1], a = single(2.345), c = 1:3, d = [1e6 2.5], e = 12345678.9, g = {1.5, [1 2]}
format
x
%> x =
%>
%>      1.00     2.50
%>    100.00    -3.00
%>
%> z =
%>
%>       0   1.00
%>
%> w =
%>
%>     NaN   1.00
%>
%> a = 2.35
%> c =
%>
%>    1.00   2.00   3.00
%>
%> d =
%>
%>    1000000.00         2.50
%>
%> e = 12345678.90
%> g =
%> {
%>   [1,1] = 1.50
%>   [1,2] =
%>
%>      1.00   2.00
%>
%> }
%>
%> x =
%>
%>      1.0000     2.5000
%>    100.0000    -3.0000
%>

%% shifts out of signed integers, and by what is no whole number
bitshift(int8(5), 7), bitshift(int8(-128), -3), bitshift(int8(-5), 2), bitshift(int8([1 -1 127]), 1), bitshift(int16(-1), 3)
try, bitshift(3, -1.5), catch e, disp(e.message), end
%> ans = 0
%> ans = -16
%> ans = -20
%> ans =
%>
%>    2  -2  -2
%>
%> ans = -8
%> bitshift: K must be a scalar or array of integers

%% A OP= X of what is not there
w = 1:4; try, w(5) += 1, catch e, disp(e.message), end
w(2) += 5
c = {1}; try, c{3} += 1, catch e, disp(e.message), end
s.a = [1 2]; try, s.a(5) += 1, catch e, disp(e.message), end
%> w(5): out of bound 4 (dimensions are 1x4)
%> w =
%>
%>    1   7   3   4
%>
%> c(3): out of bound 1 (dimensions are 1x1)
%> s(5): out of bound 2 (dimensions are 1x2)

%% strjust keeps ends of lines
double(strjust(["ab  "; "  c\n"], 'right'))
%> ans =
%>
%>    32   32   97   98
%>    32   32   99   10
%>

%% a field of an anonymous function
try, (@(a) a.b).a, catch e, disp(e.message), end
f = @(x) x; try, f.y, catch e, disp(e.message), end
try, f.y(3), catch e, disp(e.message), end
%> function handle cannot be indexed with .
%> function handle cannot be indexed with .
%> function handle cannot be indexed with .

%% strsplit at blanks of every kind; texts of several rows
strsplit("a b\n"), strsplit("a\tb"), strsplit(" a  b ")
try, strsplit(['ab'; 'cd']), catch e, disp(e.message), end
try, strtok(['ab'; 'cd']), catch e, disp(e.message), end
%> ans =
%> {
%>   [1,1] = a
%>   [1,2] = b
%>   [1,3] = 
%> }
%>
%> ans =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>
%> ans =
%> {
%>   [1,1] = 
%>   [1,2] = a
%>   [1,3] = b
%>   [1,4] = 
%> }
%>
%> strsplit: S must be a char row vector
%> strtok: STR cannot be a 2-D character array

%% maps: as many values as keys; keys of another class
try, containers.Map('k', {}), catch e, disp(e.message), end
m = containers.Map([1 2], {'p', 'q'});
try, values(m, {'a'}), catch e, disp(e.message), end
values(m, {2})
%> containers.Map: the number of keys and values must match
%> containers.Map: key <a> does not exist
%> ans =
%> {
%>   [1,1] = q
%> }
%>

%% accumarray of -0, and ind2sub that looks for wrong subscripts first
1 ./ accumarray([1; 2], [-0; 1])'
try, [a, b] = ind2sub([2 3], [7 -2]), catch e, disp(e.message), end
%> ans =
%>
%>    Inf     1
%>
%> ind2sub: invalid index index -2: subscripts must be either integers 1 to (2^63)-1 or logicals

%% extremes of complex numbers and integers are refused
z = (1:5000)' / 7 + 1i * mod((1:5000)', 13);
try, max(z, int16(2)); catch e, disp(e.message), end
try, r = max([1+2i 3], int16(2)), class(r), catch e, disp(e.message), end
try, r = min(int8([1 5]), [3i 2]), class(r), catch e, disp(e.message), end
try, r = max(true, 1+2i), class(r), catch e, disp(e.message), end
try, r = max(1+2i, int64(2)), class(r), catch e, disp(e.message), end
try, r = mod(1+2i, int8(2)), catch e, disp(e.message), end
try, r = max(single(1+2i), 5), class(r), catch e, disp(e.message), end
%> max: cannot compute max (complex matrix, int16 scalar)
%> max: cannot compute max (complex matrix, int16 scalar)
%> min: cannot compute min (int8 matrix, complex matrix)
%> r =  1 + 2i
%> ans = double
%> max: cannot compute max (complex scalar, int64 scalar)
%> mod: not defined for complex numbers
%> r = 5
%> ans = single
