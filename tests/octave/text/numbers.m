%% numbers and text: num2str 1
try, x = num2str(pi), catch err, disp(err.message), end
try, x = num2str(5), catch err, disp(err.message), end
try, x = num2str(-5), catch err, disp(err.message), end
try, x = num2str(0), catch err, disp(err.message), end
try, x = num2str(1e10), catch err, disp(err.message), end
%> x = 3.1416
%> x = 5
%> x = -5
%> x = 0
%> x = 10000000000

%% numbers and text: num2str 2
try, x = num2str(123456789), catch err, disp(err.message), end
try, x = num2str(1.5), catch err, disp(err.message), end
try, x = num2str(-0.5), catch err, disp(err.message), end
try, x = num2str(1e-5), catch err, disp(err.message), end
try, x = num2str(123456.789), catch err, disp(err.message), end
%> x = 123456789
%> x = 1.5
%> x = -0.5
%> x = 1e-05
%> x = 123456.789

%% numbers and text: num2str 3
try, x = num2str(1e15), catch err, disp(err.message), end
try, x = num2str(1e16), catch err, disp(err.message), end
try, x = num2str(1e20), catch err, disp(err.message), end
try, x = num2str(99999.5), catch err, disp(err.message), end
try, x = num2str(0.1), catch err, disp(err.message), end
%> x = 1000000000000000
%> x = 1e+16
%> x = 1e+20
%> x = 99999.5
%> x = 0.1

%% numbers and text: num2str 4
try, x = num2str(1/3), catch err, disp(err.message), end
try, x = num2str(100.125), catch err, disp(err.message), end
try, x = num2str(1e5+0.1), catch err, disp(err.message), end
try, x = num2str(12345678.9), catch err, disp(err.message), end
try, x = num2str(NaN), catch err, disp(err.message), end
%> x = 0.33333
%> x = 100.125
%> x = 100000.1
%> x = 12345678.9
%> x = NaN

%% numbers and text: num2str 5
try, x = num2str(Inf), catch err, disp(err.message), end
try, x = num2str(-Inf), catch err, disp(err.message), end
try, x = num2str([1 2 3]), catch err, disp(err.message), end
try, x = num2str([1 -2 3]), catch err, disp(err.message), end
try, x = num2str([1.5 2 3]), catch err, disp(err.message), end
%> x = Inf
%> x = -Inf
%> x = 1  2  3
%> x = 1 -2  3
%> x = 1.5           2           3

%% numbers and text: num2str 6
try, x = num2str([1 2;3 4]), catch err, disp(err.message), end
try, x = num2str([1.5 2;-3 4]), catch err, disp(err.message), end
try, x = num2str([1 NaN 3]), catch err, disp(err.message), end
try, x = num2str([1.5 NaN Inf]), catch err, disp(err.message), end
try, x = num2str([NaN NaN]), catch err, disp(err.message), end
%> x =
%>
%> 1  2
%> 3  4
%>
%> x =
%>
%> 1.5           2
%>  -3           4
%>
%> x = 1  NaN    3
%> x = 1.5         NaN         Inf
%> x = NaN  NaN

%% numbers and text: num2str 7
try, x = num2str([10 200 3000]), catch err, disp(err.message), end
try, x = num2str([0.001 1000]), catch err, disp(err.message), end
try, x = num2str([1e10 1]), catch err, disp(err.message), end
try, x = num2str([1e-5 1]), catch err, disp(err.message), end
try, x = num2str([pi;exp(1)]), catch err, disp(err.message), end
%> x = 10   200  3000
%> x = 0.001           1000
%> x = 10000000000            1
%> x = 1e-05           1
%> x =
%>
%> 3.1416
%> 2.7183
%>

%% numbers and text: num2str 8
try, x = num2str([]), catch err, disp(err.message), end
try, x = num2str(zeros(0,3)), catch err, disp(err.message), end
try, x = num2str("abc"), catch err, disp(err.message), end
try, x = num2str(true), catch err, disp(err.message), end
try, x = num2str([true false]), catch err, disp(err.message), end
%> x = 
%> x = 
%> x = abc
%> x = 1
%> x = 1  0

%% numbers and text: num2str 9
try, x = num2str(int8(5)), catch err, disp(err.message), end
try, x = num2str(int8([1 -2 100])), catch err, disp(err.message), end
try, x = num2str(int64(9223372036854775807)), catch err, disp(err.message), end
try, x = num2str(single(pi)), catch err, disp(err.message), end
try, x = num2str(single(3.14159265)), catch err, disp(err.message), end
%> x = 5
%> x = 1   -2  100
%> x = 9.223372036854776e+18
%> x = 3.1416
%> x = 3.1416

%% numbers and text: num2str 10
try, x = num2str(single([1.5 2])), catch err, disp(err.message), end
try, x = num2str(pi,4), catch err, disp(err.message), end
try, x = num2str(pi,8), catch err, disp(err.message), end
try, x = num2str(pi,0), catch err, disp(err.message), end
try, x = num2str(123.456,2), catch err, disp(err.message), end
%> x = 1.5           2
%> x = 3.142
%> x = 3.1415927
%> x = 3
%> x = 1.2e+02

%% numbers and text: num2str 11
try, x = num2str(123456,3), catch err, disp(err.message), end
try, x = num2str([pi exp(1)],4), catch err, disp(err.message), end
try, x = num2str([1 2 3],5), catch err, disp(err.message), end
try, x = num2str([1.5 22.25;3 4],3), catch err, disp(err.message), end
try, x = num2str(pi,20), catch err, disp(err.message), end
%> x = 1.23e+05
%> x = 3.142      2.718
%> x = 1           2           3
%> x =
%>
%> 1.5      22.2
%>   3         4
%>
%> x = 3.141592653589793116

%% numbers and text: num2str 12
try, x = num2str(1e10,3), catch err, disp(err.message), end
try, x = num2str(5,10), catch err, disp(err.message), end
try, x = num2str(-pi,4), catch err, disp(err.message), end
try, x = num2str([1 2;3 4],10), catch err, disp(err.message), end
try, x = num2str(0.1,20), catch err, disp(err.message), end
%> x = 1e+10
%> x = 5
%> x = -3.142
%> x =
%>
%> 1                2
%> 3                4
%>
%> x = 0.10000000000000000555

%% numbers and text: num2str 13
try, x = num2str(NaN,4), catch err, disp(err.message), end
try, x = num2str(int8(5),3), catch err, disp(err.message), end
try, x = num2str([pi;-exp(1)],4), catch err, disp(err.message), end
try, x = num2str(1234567,3), catch err, disp(err.message), end
try, x = num2str(pi,"%5.2f"), catch err, disp(err.message), end
%> x = NaN
%> x = 5
%> x =
%>
%>  3.142
%> -2.718
%>
%> x = 1.23e+06
%> x = 3.14

%% numbers and text: num2str 14
try, x = num2str([1 2 3],"%d"), catch err, disp(err.message), end
try, x = num2str([1 2 3],"%d "), catch err, disp(err.message), end
try, x = num2str([1 2;3 4],"%d "), catch err, disp(err.message), end
try, x = num2str([1 2;3 4],"%5.1f"), catch err, disp(err.message), end
try, x = num2str([1 2 3],"%d,"), catch err, disp(err.message), end
%> x = 123
%> x = 1 2 3
%> x =
%>
%> 1 2
%> 3 4
%>
%> x =
%>
%> 1.0  2.0
%> 3.0  4.0
%>
%> x = 1,2,3,

%% numbers and text: num2str 15
try, x = num2str(pi,"%10.5f"), catch err, disp(err.message), end
try, x = num2str([1.5 2.5],"%g\n"), catch err, disp(err.message), end
try, x = num2str(5,"abc"), catch err, disp(err.message), end
try, x = num2str([1 2;3 4],"%d,%d;"), catch err, disp(err.message), end
try, x = num2str(1.5,"%d"), catch err, disp(err.message), end
%> x = 3.14159
%> x =
%>
%> 1.5
%> 2.5
%>
%> x = abc
%> x = 1,2;3,4;
%> x = 1.5

%% numbers and text: num2str 16
try, x = num2str(1+2i), catch err, disp(err.message), end
try, x = num2str(1.5-2.5i), catch err, disp(err.message), end
try, x = num2str([1+2i 3-4i]), catch err, disp(err.message), end
try, x = num2str([1.5+2i;3-4i]), catch err, disp(err.message), end
try, x = num2str(1+2i,4), catch err, disp(err.message), end
%> x = 1+2i
%> x = 1.5-2.5i
%> x = 1+2i   3-4i
%> x =
%>
%> 1.5+2i
%>   3-4i
%>
%> x = 1+2i

%% numbers and text: num2str 17
try, x = num2str(pi+1i,4), catch err, disp(err.message), end
try, x = num2str(1i), catch err, disp(err.message), end
try, x = num2str([1+10i 300-4i]), catch err, disp(err.message), end
try, x = num2str(pi*(1+i),8), catch err, disp(err.message), end
try, x = num2str(1+2i,"%d"), catch err, disp(err.message), end
%> x = 3.142+1i
%> x = 0+1i
%> x = 1+10i    300-4i
%> x = 3.1415927+3.1415927i
%> x = 1+2i

%% numbers and text: num2str 18
try, x = num2str({1}), catch err, disp(err.message), end
try, x = num2str(1,{1}), catch err, disp(err.message), end
try, x = num2str(1,-1), catch err, disp(err.message), end
try, x = num2str(ones(2,2,2)), catch err, disp(err.message), end
try, x = num2str(cat(3,[1 2],[3 4])), catch err, disp(err.message), end
%> num2str: X must be a numeric, logical, or character array
%> num2str: PRECISION must be a scalar integer >= 0
%> num2str: PRECISION must be a scalar integer >= 0
%> x =
%>
%> 1  1  1  1
%> 1  1  1  1
%>
%> x = 1  2  3  4

%% numbers and text: num2str 19
try, x = num2str(1:3), catch err, disp(err.message), end
try, x = num2str(0:0.5:1), catch err, disp(err.message), end
try, x = num2str(1e-320), catch err, disp(err.message), end
try, x = num2str(-0), catch err, disp(err.message), end
try, x = num2str([0 0]), catch err, disp(err.message), end
%> x = 1  2  3
%> x = 0         0.5           1
%> x = 9.9999e-321
%> x = -0
%> x = 0  0

%% numbers and text: num2str 20
try, x = num2str([0.5;100;-3]), catch err, disp(err.message), end
try, x = num2str(1e100), catch err, disp(err.message), end
try, x = num2str(1.23e100), catch err, disp(err.message), end
try, x = num2str([1e100 1]), catch err, disp(err.message), end
try, x = num2str(-1e10), catch err, disp(err.message), end
%> x =
%>
%> 0.5
%> 100
%>  -3
%>
%> x = 1e+100
%> x = 1.23e+100
%> x = 1e+100                      1
%> x = -10000000000

%% numbers and text: num2str 21
try, x = num2str(99999), catch err, disp(err.message), end
try, x = num2str(100000), catch err, disp(err.message), end
try, x = num2str(999999.5), catch err, disp(err.message), end
try, x = num2str(0.99999999), catch err, disp(err.message), end
try, x = num2str(3.99999999), catch err, disp(err.message), end
%> x = 99999
%> x = 100000
%> x = 999999.5
%> x = 1
%> x = 4

%% numbers and text: num2str 22
try, x = num2str([1 2 3]'), catch err, disp(err.message), end
try, x = num2str(rand(2)>2), catch err, disp(err.message), end
try, x = num2str([1e5 2e5]), catch err, disp(err.message), end
try, x = num2str([1e15 1]), catch err, disp(err.message), end
try, x = num2str([1e16 1]), catch err, disp(err.message), end
%> x =
%>
%> 1
%> 2
%> 3
%>
%> x =
%>
%> 0  0
%> 0  0
%>
%> x = 100000  200000
%> x = 1000000000000000                 1
%> x = 1e+16                      1

%% numbers and text: num2str 23
try, x = num2str([1.5 1e15]), catch err, disp(err.message), end
try, x = num2str([1.5 1e16]), catch err, disp(err.message), end
try, x = num2str(123.456e10), catch err, disp(err.message), end
try, x = num2str([1 1000000.5]), catch err, disp(err.message), end
try, x = mat2str([1 2;3 4]), catch err, disp(err.message), end
%> x = 1.5       1000000000000000
%> x = 1.5                  1e+16
%> x = 1234560000000
%> x = 1         1000000.5
%> x = [1 2;3 4]

%% numbers and text: mat2str 24
try, x = mat2str(pi), catch err, disp(err.message), end
try, x = mat2str(pi,4), catch err, disp(err.message), end
try, x = mat2str([1.5 pi],4), catch err, disp(err.message), end
try, x = mat2str([]), catch err, disp(err.message), end
try, x = mat2str(zeros(0,3)), catch err, disp(err.message), end
%> x = 3.14159265358979
%> x = 3.142
%> x = [1.5 3.142]
%> x = []
%> x = []

%% numbers and text: mat2str 25
try, x = mat2str(true), catch err, disp(err.message), end
try, x = mat2str([true false]), catch err, disp(err.message), end
try, x = mat2str(1+2i), catch err, disp(err.message), end
try, x = mat2str([1+2i 3.5-1i]), catch err, disp(err.message), end
try, x = mat2str(single(pi)), catch err, disp(err.message), end
%> x = true
%> x = [true false]
%> x = 1+2i
%> x = [1+2i 3.5-1i]
%> x = 3.14159274101257

%% numbers and text: mat2str 26
try, x = mat2str(single(pi),"class"), catch err, disp(err.message), end
try, x = mat2str(int8([1 2])), catch err, disp(err.message), end
try, x = mat2str(int8([1 2]),"class"), catch err, disp(err.message), end
try, x = mat2str([NaN Inf -Inf]), catch err, disp(err.message), end
try, x = mat2str(0.1), catch err, disp(err.message), end
%> x = single(3.14159274101257)
%> x = [1 2]
%> x = int8([1 2])
%> x = [NaN Inf -Inf]
%> x = 0.1

%% numbers and text: mat2str 27
try, x = mat2str(1/3), catch err, disp(err.message), end
try, x = mat2str(1e10), catch err, disp(err.message), end
try, x = mat2str(1e-10), catch err, disp(err.message), end
try, x = mat2str(ones(2,2,2)), catch err, disp(err.message), end
try, x = mat2str([1;2]), catch err, disp(err.message), end
%> x = 0.333333333333333
%> x = 10000000000
%> x = 1e-10
%> mat2str: X must be two dimensional
%> x = [1;2]

%% numbers and text: mat2str 28
try, x = mat2str(1:3), catch err, disp(err.message), end
try, x = mat2str(-0), catch err, disp(err.message), end
try, x = mat2str(1e15), catch err, disp(err.message), end
try, x = mat2str(1e16), catch err, disp(err.message), end
try, x = mat2str(123456789.123), catch err, disp(err.message), end
%> x = [1 2 3]
%> x = -0
%> x = 1e+15
%> x = 1e+16
%> x = 123456789.123

%% numbers and text: mat2str 29
try, x = mat2str(pi,[4 2]), catch err, disp(err.message), end
try, x = mat2str(pi+pi*i,[4 2]), catch err, disp(err.message), end
try, x = mat2str(true,"class"), catch err, disp(err.message), end
try, x = mat2str([1 2],"class"), catch err, disp(err.message), end
try, x = mat2str(int8(5)), catch err, disp(err.message), end
%> x = 3.142
%> x = 3.142+3.1i
%> x = logical(true)
%> x = double([1 2])
%> x = 5

%% numbers and text: mat2str 30
try, x = mat2str(single(0.1)), catch err, disp(err.message), end
try, x = mat2str(zeros(3,0)), catch err, disp(err.message), end
try, x = mat2str(single([]),"class"), catch err, disp(err.message), end
try, x = mat2str(uint8(200)), catch err, disp(err.message), end
try, x = mat2str(logical([1 0;0 1])), catch err, disp(err.message), end
%> x = 0.100000001490116
%> x = []
%> x = single([])
%> x = 200
%> x = [true false;false true]

%% numbers and text: mat2str 31
try, x = mat2str(1e5), catch err, disp(err.message), end
try, x = mat2str(100000.5), catch err, disp(err.message), end
try, x = mat2str(-1.5), catch err, disp(err.message), end
try, x = mat2str([0.1 -0.2]), catch err, disp(err.message), end
try, x = int2str(3.7), catch err, disp(err.message), end
%> x = 100000
%> x = 100000.5
%> x = -1.5
%> x = [0.1 -0.2]
%> x = 4

%% numbers and text: int2str 32
try, x = int2str([1.2 2.7]), catch err, disp(err.message), end
try, x = int2str("a"), catch err, disp(err.message), end
try, x = int2str(-0.5), catch err, disp(err.message), end
try, x = int2str(2.5), catch err, disp(err.message), end
try, x = int2str([1 2;3 4]*1.4), catch err, disp(err.message), end
%> x = 1  3
%> x = a
%> x = -1
%> x = 3
%> x =
%>
%> 1  3
%> 4  6
%>

%% numbers and text: int2str 33
try, x = int2str([]), catch err, disp(err.message), end
try, x = int2str(NaN), catch err, disp(err.message), end
try, x = int2str(1e10), catch err, disp(err.message), end
try, x = int2str({1}), catch err, disp(err.message), end
try, x = int2str(int8(5)), catch err, disp(err.message), end
%> x = 
%> x = NaN
%> x = 10000000000
%> int2str: N must be a numeric, logical, or character array
%> x = 5

%% numbers and text: int2str 34
try, x = int2str(true), catch err, disp(err.message), end
try, x = int2str(1.5+2i), catch err, disp(err.message), end
try, x = int2str(1e20), catch err, disp(err.message), end
try, x = str2double("1.5"), catch err, disp(err.message), end
try, x = str2double("1e3"), catch err, disp(err.message), end
%> x = 1
%> x = 2
%> x = 100000000000000000000
%> x = 1.5000
%> x = 1000

%% numbers and text: str2double 35
try, x = str2double("abc"), catch err, disp(err.message), end
try, x = str2double(""), catch err, disp(err.message), end
try, x = str2double("  12  "), catch err, disp(err.message), end
try, x = str2double("1,000"), catch err, disp(err.message), end
try, x = str2double("1+2i"), catch err, disp(err.message), end
%> x = NaN
%> x = NaN
%> x = 12
%> x = 1000
%> x =  1 + 2i

%% numbers and text: str2double 36
try, x = str2double("i"), catch err, disp(err.message), end
try, x = str2double("-i"), catch err, disp(err.message), end
try, x = str2double("2i"), catch err, disp(err.message), end
try, x = str2double("1 + 2i"), catch err, disp(err.message), end
try, x = str2double("1 2"), catch err, disp(err.message), end
%> x =  0 + 1i
%> x =  0 - 1i
%> x =  0 + 2i
%> x =  1 + 2i
%> x = NaN

%% numbers and text: str2double 37
try, x = str2double("Inf"), catch err, disp(err.message), end
try, x = str2double("-inf"), catch err, disp(err.message), end
try, x = str2double("NaN"), catch err, disp(err.message), end
try, x = str2double("1e"), catch err, disp(err.message), end
try, x = str2double("1d3"), catch err, disp(err.message), end
%> x = Inf
%> x = -Inf
%> x = NaN
%> x = NaN
%> x = NaN

%% numbers and text: str2double 38
try, x = str2double("1e3i"), catch err, disp(err.message), end
try, x = str2double("i*2"), catch err, disp(err.message), end
try, x = str2double("2*i"), catch err, disp(err.message), end
try, x = str2double("1+i*2"), catch err, disp(err.message), end
try, x = str2double({"1","a";"3","4"}), catch err, disp(err.message), end
%> x =     0 + 1000i
%> x =  0 + 2i
%> x =  0 + 2i
%> x =  1 + 2i
%> x =
%>
%>      1   NaN
%>      3     4
%>

%% numbers and text: str2double 39
try, x = str2double({1,"2"}), catch err, disp(err.message), end
try, x = str2double(5), catch err, disp(err.message), end
try, x = str2double([]), catch err, disp(err.message), end
try, x = str2double(["1";"2"]), catch err, disp(err.message), end
try, x = str2double({}), catch err, disp(err.message), end
%> x =
%>
%>    NaN     2
%>
%> x = NaN
%> x = NaN
%> x =
%>
%>    1
%>    2
%>
%> x = [](0x0)

%% numbers and text: str2double 40
try, x = str2double("0x10"), catch err, disp(err.message), end
try, x = str2double(".5"), catch err, disp(err.message), end
try, x = str2double("5."), catch err, disp(err.message), end
try, x = str2double("+5"), catch err, disp(err.message), end
try, x = str2double("--5"), catch err, disp(err.message), end
%> x = NaN
%> x = 0.5000
%> x = 5
%> x = 5
%> x = 5

%% numbers and text: str2double 41
try, x = str2double("1e5.5"), catch err, disp(err.message), end
try, x = str2double("Inf-Inf*i"), catch err, disp(err.message), end
try, x = str2double("infinity"), catch err, disp(err.message), end
try, x = str2double("1i+2"), catch err, disp(err.message), end
try, x = str2double("2j"), catch err, disp(err.message), end
%> x = NaN
%> x =  Inf - Infi
%> x = NaN
%> x =  2 + 1i
%> x =  0 + 2i

%% numbers and text: str2double 42
try, x = str2double("1e+5"), catch err, disp(err.message), end
try, x = str2double("1E-5"), catch err, disp(err.message), end
try, x = str2double("1 e5"), catch err, disp(err.message), end
try, x = str2double("1.2.3"), catch err, disp(err.message), end
try, x = str2double("i2"), catch err, disp(err.message), end
%> x = 100000
%> x = 1.0000e-05
%> x = NaN
%> x = NaN
%> x = NaN

%% numbers and text: str2double 43
try, x = str2double("1,222.5"), catch err, disp(err.message), end
try, x = str2double(true), catch err, disp(err.message), end
try, x = str2double({"1",{"2"}}), catch err, disp(err.message), end
try, x = str2double("1 - i"), catch err, disp(err.message), end
try, x = str2double("1-Inf*i"), catch err, disp(err.message), end
%> x = 1222.5
%> x = NaN
%> x =
%>
%>      1   NaN
%>
%> x =  1 - 1i
%> x =    1 - Infi

%% numbers and text: str2double 44
try, x = str2double("Infi"), catch err, disp(err.message), end
try, x = str2double("nani"), catch err, disp(err.message), end
try, x = str2double("1e400"), catch err, disp(err.message), end
try, x = str2double("- 5"), catch err, disp(err.message), end
try, x = str2double("5 -"), catch err, disp(err.message), end
%> x =    0 + Infi
%> x = NaN
%> x = NaN
%> x = -5
%> x = NaN

%% numbers and text: str2double 45
try, x = str2double("1D5"), catch err, disp(err.message), end
try, x = str2double("\t5\n"), catch err, disp(err.message), end
try, x = str2double("5\0"), catch err, disp(err.message), end
try, x = str2double("1+2"), catch err, disp(err.message), end
try, x = str2double("1i2"), catch err, disp(err.message), end
%> x = NaN
%> x = 5
%> x = NaN
%> x = NaN
%> x = NaN

%% numbers and text: str2double 46
try, x = str2double("i1"), catch err, disp(err.message), end
try, x = str2double("1i+2i"), catch err, disp(err.message), end
try, x = str2double("1_000"), catch err, disp(err.message), end
try, x = str2double(zeros(2,2)), catch err, disp(err.message), end
try, x = str2num("5"), catch err, disp(err.message), end
%> x = NaN
%> x = NaN
%> x = NaN
%> x = NaN
%> x = 5

%% numbers and text: str2num 47
try, x = str2num("[1 2 3]"), catch err, disp(err.message), end
try, x = str2num("1 2;3 4"), catch err, disp(err.message), end
try, x = str2num("abc_q"), catch err, disp(err.message), end
try, x = str2num(5), catch err, disp(err.message), end
try, x = str2num("pi*2"), catch err, disp(err.message), end
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>    1   2
%>    3   4
%>
%> x = [](0x0)
%> str2num: S must be a string or string array
%> x = 6.2832

%% numbers and text: str2num 48
try, x = str2num(""), catch err, disp(err.message), end
try, x = str2num(["1";"2"]), catch err, disp(err.message), end
try, x = dec2bin(5), catch err, disp(err.message), end
try, x = dec2bin(5,8), catch err, disp(err.message), end
try, x = dec2bin([1 2 3]), catch err, disp(err.message), end
%> x = [](0x0)
%> x =
%>
%>    1
%>    2
%>
%> x = 101
%> x = 00000101
%> x =
%>
%> 01
%> 10
%> 11
%>

%% numbers and text: dec2bin 49
try, x = dec2bin(0), catch err, disp(err.message), end
try, x = dec2bin(-3), catch err, disp(err.message), end
try, x = dec2bin(1.5), catch err, disp(err.message), end
try, x = dec2bin(2^53), catch err, disp(err.message), end
try, x = dec2bin({1,2}), catch err, disp(err.message), end
%> x = 0
%> x = 11111101
%> dec2bin: input must be integers
%> x = 100000000000000000000000000000000000000000000000000000
%> x =
%>
%> 01
%> 10
%>

%% numbers and text: dec2bin 50
try, x = dec2bin(int8(5)), catch err, disp(err.message), end
try, x = dec2bin("a"), catch err, disp(err.message), end
try, x = dec2bin(-200), catch err, disp(err.message), end
try, x = dec2hex(255), catch err, disp(err.message), end
try, x = dec2hex(255,4), catch err, disp(err.message), end
%> x = 101
%> dec2bin: input must be integers
%> x = 1111111100111000
%> x = FF
%> x = 00FF

%% numbers and text: dec2hex 51
try, x = dec2hex(-1), catch err, disp(err.message), end
try, x = dec2base(10,3), catch err, disp(err.message), end
try, x = dec2base(10,"ab"), catch err, disp(err.message), end
try, x = dec2base(10,1), catch err, disp(err.message), end
try, x = dec2base(10,37), catch err, disp(err.message), end
%> x = FF
%> x = 101
%> x = baba
%> dec2base: BASE must be an integer between 2 and 36, or a string of symbols
%> dec2base: BASE must be an integer between 2 and 36, or a string of symbols

%% numbers and text: dec2base 52
try, x = dec2base(10,16,5), catch err, disp(err.message), end
try, x = dec2base(-1,3), catch err, disp(err.message), end
try, x = dec2base(1.5,3), catch err, disp(err.message), end
try, x = bin2dec("101"), catch err, disp(err.message), end
try, x = bin2dec("1 0 1"), catch err, disp(err.message), end
%> x = 0000A
%> dec2base: input must be real non-negative integers
%> dec2base: input must be real non-negative integers
%> x = 5
%> x = 5

%% numbers and text: bin2dec 53
try, x = bin2dec({"1","10"}), catch err, disp(err.message), end
try, x = bin2dec(["01";"10"]), catch err, disp(err.message), end
try, x = bin2dec("12"), catch err, disp(err.message), end
try, x = bin2dec(""), catch err, disp(err.message), end
try, x = bin2dec(5), catch err, disp(err.message), end
%> x =
%>
%>    1
%>    2
%>
%> x =
%>
%>    1
%>    2
%>
%> x = NaN
%> x = [](0x1)
%> base2dec: S must be a string or cellstring

%% numbers and text: hex2dec 54
try, x = hex2dec("FF"), catch err, disp(err.message), end
try, x = hex2dec("ff"), catch err, disp(err.message), end
try, x = hex2dec({"A";"1F"}), catch err, disp(err.message), end
try, x = hex2dec("G"), catch err, disp(err.message), end
try, x = base2dec("11",3), catch err, disp(err.message), end
%> x = 255
%> x = 255
%> x =
%>
%>    10
%>    31
%>
%> x = NaN
%> x = 4

%% numbers and text: base2dec 55
try, x = base2dec("ab","ab"), catch err, disp(err.message), end
try, x = base2dec("1",1), catch err, disp(err.message), end
try, x = dec2bin(5,2), catch err, disp(err.message), end
try, x = dec2bin([1;200]), catch err, disp(err.message), end
try, x = dec2bin([1 2;3 4]), catch err, disp(err.message), end
%> x = 1
%> base2dec: BASE must be between 2 and 36, or a string of symbols
%> x = 101
%> x =
%>
%> 00000001
%> 11001000
%>
%> x =
%>
%> 001
%> 011
%> 010
%> 100
%>

%% char of arrays of more than two dimensions
x = char("a", cat(3, "bc", "de"))
%> error: char: unable to convert some args to strings
