%% sqrt: sqrt({1}), sqrt("a"), sqrt(int8(4))
try
  x = sqrt({1});
catch err
  disp(err.message)
end
try
  x = sqrt("a");
catch err
  disp(err.message)
end
x = sqrt(int8(4))
%> sqrt: not defined for cell
%> sqrt: argument must be numeric
%> x = 2

%% sqrt: sqrt(true), sqrt(-1), sqrt(single(-1))
x = sqrt(true)
x = sqrt(-1)
x = sqrt(single(-1))
%> x = 1
%> x =  0 + 1i
%> x =  0 + 1i

%% sqrt: sqrt([4-9]), sqrt(single([14-1])), x=sqrt([-14]),y=log([-11])
x = sqrt([4 -9])
x = sqrt(single([1 4 -1]))
x = sqrt([-1 4]), y = log([-1 1])
%> x =
%>
%>    2 + 0i   0 + 3i
%>
%> x =
%>
%>    1 + 0i   2 + 0i   0 + 1i
%>
%> x =
%>
%>    0 + 1i   2 + 0i
%>
%> y =
%>
%>         0 + 3.1416i        0 +      0i
%>

%% sqrt: sqrt(-4)
x = sqrt(-4)
%> x =  0 + 2i

%% abs: abs({1}), abs(int8(-128)), abs(true)
try
  x = abs({1});
catch err
  disp(err.message)
end
x = abs(int8(-128))
x = abs(true)
%> abs: not defined for cell
%> x = 127
%> x = 1

%% abs: abs("a"), abs([3+4i,-2]), abs(int8([-128127]))
x = abs("a")
x = abs([3+4i, -2])
x = abs(int8([-128 127]))
%> x = 97
%> x =
%>
%>    5   2
%>
%> x =
%>
%>   127  127
%>

%% abs: abs(intmin('int64')), abs(-3+4i)
x = abs(intmin('int64'))
x = abs(-3+4i)
%> x = 9223372036854775807
%> x = 5

%% sin: sin(int8(4))
x = sin(int8(4))
%> x = -0.7568

%% exp: exp(int32(2)), exp(710), exp([01;2-Inf])
x = exp(int32(2))
x = exp(710)
x = exp([0 1;2 -Inf])
%> x = 7.3891
%> x = Inf
%> x =
%>
%>    1.0000   2.7183
%>    7.3891        0
%>

%% exp: exp(1)
x = exp(1)
%> x = 2.7183

%% floor: floor(int8(3)), floor(true), floor("a")
x = floor(int8(3))
x = floor(true)
x = floor("a")
%> x = 3
%> x = 1
%> x = 97

%% floor: x=floor(2.7+3.2i),y=round(-0.5),z=fix([-2.52.5]), x=floor([]),y=sqrt(zeros(0,3)), floor(-1.5)
x = floor(2.7+3.2i), y = round(-0.5), z = fix([-2.5 2.5])
x = floor([]), y = sqrt(zeros(0,3))
x = floor(-1.5)
%> x =  2 + 3i
%> y = -1
%> z =
%>
%>   -2   2
%>
%> x = [](0x0)
%> y = [](0x3)
%> x = -2

%% round: round(single(2.5)), round(-2.5), round([2.53.5-2.50.5])
x = round(single(2.5))
x = round(-2.5)
x = round([2.5 3.5 -2.5 0.5])
%> x = 3
%> x = -3
%> x =
%>
%>    3   4  -3   1
%>

%% round: round(-1.5)
x = round(-1.5)
%> x = -2

%% gamma: gamma(int8(3)), gamma(-1), gamma(0)
x = gamma(int8(3))
x = gamma(-1)
x = gamma(0)
%> x = 2
%> x = Inf
%> x = Inf

%% gamma: gamma(171), gamma(172), gamma([0.515-0.5-1])
x = gamma(171)
x = gamma(172)
x = gamma([0.5 1 5 -0.5 -1])
%> x = 7.2574e+306
%> x = Inf
%> x =
%>
%>     1.7725    1.0000   24.0000   -3.5449       Inf
%>

%% gamma: gamma([171172-1.5]), gamma(5)
x = gamma([171 172 -1.5])
x = gamma(5)
%> x =
%>
%>    7.2574e+306           Inf    2.3633e+00
%>
%> x = 24

%% log: log(-1), log([1-10]), log(0)
x = log(-1)
x = log([1 -1 0])
x = log(0)
%> x =       0 + 3.1416i
%> x =
%>
%>         0 +      0i        0 + 3.1416i     -Inf +      0i
%>
%> x = -Inf

%% log2: log2(-1), [f,e]=log2([10.30-8Inf]), log2([8-8])
x = log2(-1)
[f,e]=log2([1 0.3 0 -8 Inf])
x = log2([8 -8])
%> x =       0 + 4.5324i
%> f =
%>
%>    0.5000   0.6000        0  -0.5000      Inf
%>
%> e =
%>
%>    1  -1   0   4   0
%>
%> x =
%>
%>    3.0000 +      0i   3.0000 + 4.5324i
%>

%% log10: log10(-10)
x = log10(-10)
%> x =  1.0000 + 1.3644i

%% log1p: log1p(-2), log1p(1e-12)
x = log1p(-2)
x = log1p(1e-12)
%> x =       0 + 3.1416i
%> x = 1.0000e-12

%% asin: asin(2), asin([0.52]), asin(1.5)
x = asin(2)
x = asin([0.5 2])
x = asin(1.5)
%> x =  1.5708 - 1.3170i
%> x =
%>
%>    0.5236 +      0i   1.5708 - 1.3170i
%>
%> x =  1.5708 - 0.9624i

%% acos: acos(2), acos([-20.52])
x = acos(2)
x = acos([-2 0.5 2])
%> x =       0 + 1.3170i
%> x =
%>
%>    3.1416 - 1.3170i   1.0472 +      0i        0 + 1.3170i
%>

%% acosh: acosh(0.5), acosh([0.52])
x = acosh(0.5)
x = acosh([0.5 2])
%> x =       0 + 1.0472i
%> x =
%>
%>         0 + 1.0472i   1.3170 +      0i
%>

%% atanh: atanh(2), atanh([0.52])
x = atanh(2)
x = atanh([0.5 2])
%> x =  0.5493 + 1.5708i
%> x =
%>
%>    0.5493 +      0i   0.5493 + 1.5708i
%>

%% sign: sign(-0), sign(int8(-3)), sign(3+4i)
x = sign(-0)
x = sign(int8(-3))
x = sign(3+4i)
%> x = 0
%> x = -1
%> x =  0.6000 + 0.8000i

%% sign: sign("a"), sign(true), sign(-2)
try
  x = sign("a");
catch err
  disp(err.message)
end
x = sign(true)
x = sign(-2)
%> signum: argument must be numeric
%> x = 1
%> x = -1

%% sign: sign([]), sign([-302NaN]), x=sign(-0),y=abs(-0),z=1/abs(-0)
x = sign([])
x = sign([-3 0 2 NaN])
x = sign(-0), y = abs(-0), z = 1/abs(-0)
%> x = [](0x0)
%> x =
%>
%>     -1     0     1   NaN
%>
%> x = 0
%> y = 0
%> z = Inf

%% sign: sign(-3:3)
x = sign(-3:3)
%> x =
%>
%>   -1  -1  -1   0   1   1   1
%>

%% mod: mod(5,0), mod(-1,3), mod(5,-3)
x = mod(5,0)
x = mod(-1,3)
x = mod(5,-3)
%> x = 5
%> x = 2
%> x = -1

%% mod: mod(int8(-5),int8(3)), mod(uint8(5),uint8(0)), mod(5,Inf)
x = mod(int8(-5),int8(3))
x = mod(uint8(5),uint8(0))
x = mod(5,Inf)
%> x = 1
%> x = 5
%> x = NaN

%% mod: mod(-5,Inf), mod(int8(5),2.5), mod(int8(5),int16(3))
x = mod(-5,Inf)
x = mod(int8(5),2.5)
try
  x = mod(int8(5),int16(3));
catch err
  disp(err.message)
end
%> x = NaN
%> x = 2
%> mod: cannot combine int8 and int16

%% mod: mod(single(5),3), mod(1+i,2), mod({1},2)
x = mod(single(5),3)
try
  x = mod(1+i,2);
catch err
  disp(err.message)
end
try
  x = mod({1},2);
catch err
  disp(err.message)
end
%> x = 2
%> mod: not defined for complex numbers
%> mod: wrong type argument 'cell'

%% mod: mod([123],[12]), mod([5-5;7-7],3), mod([5;6],[234])
try
  x = mod([1 2 3],[1 2]);
catch err
  disp(err.message)
end
x = mod([5 -5;7 -7],3)
x = mod([5;6],[2 3 4])
%> mod: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> x =
%>
%>    2   1
%>    1   2
%>
%> x =
%>
%>    1   2   1
%>    0   0   2
%>

%% mod: mod(0.3,0.1), mod(-1,[012]), mod(uint8([200100]),uint8(7))
x = mod(0.3,0.1)
x = mod(-1,[0 1 2])
x = mod(uint8([200 100]),uint8(7))
%> x = 0
%> x =
%>
%>   -1   0   1
%>
%> x =
%>
%>   4  2
%>

%% mod: mod(int8(-128),int8(-1)), mod(10,[34;56]), mod(int64(9223372036854775807),int64(10))
x = mod(int8(-128),int8(-1))
x = mod(10,[3 4;5 6])
x = mod(int64(9223372036854775807),int64(10))
%> x = 0
%> x =
%>
%>    1   2
%>    0   4
%>
%> x = 7

%% mod: mod(uint64(18446744073709551615),uint64(10)), mod([12;34],[2;3]), mod(5.5,2)
x = mod(uint64(18446744073709551615),uint64(10))
x = mod([1 2;3 4],[2;3])
x = mod(5.5,2)
%> x = 5
%> x =
%>
%>    1   0
%>    0   1
%>
%> x = 1.5000

%% mod: mod(-1e-20,3)
x = mod(-1e-20,3)
%> x = 3

%% rem: rem(-5,3), rem(5,0), rem(5,Inf)
x = rem(-5,3)
x = rem(5,0)
x = rem(5,Inf)
%> x = -2
%> x = NaN
%> x = NaN

%% rem: rem(int8(-128),int8(-1)), rem([5-5;7-7],[3-3]), rem(1,0.1)
x = rem(int8(-128),int8(-1))
x = rem([5 -5;7 -7],[3 -3])
x = rem(1,0.1)
%> x = 0
%> x =
%>
%>    2  -2
%>    1  -1
%>
%> x = 0

%% rem: rem(5,[123]), rem(-1,3)
x = rem(5,[1 2 3])
x = rem(-1,3)
%> x =
%>
%>    0   1   2
%>
%> x = -1

%% atan2: atan2(1,{1}), atan2([123],[12]), atan2(int8(1),2)
try
  x = atan2(1,{1});
catch err
  disp(err.message)
end
try
  x = atan2([1 2 3],[1 2]);
catch err
  disp(err.message)
end
x = atan2(int8(1),2)
%> atan2: wrong type argument 'cell'
%> atan2: nonconformant arguments (op1 is 1x3, op2 is 1x2)
%> x = 0.4636

%% atan2: atan2(1+i,2), atan2([1-1],[1-1]), atan2(0,-1)
try
  x = atan2(1+i,2);
catch err
  disp(err.message)
end
x = atan2([1 -1],[1 -1])
x = atan2(0,-1)
%> atan2: not defined for complex numbers
%> x =
%>
%>    0.7854  -2.3562
%>
%> x = 3.1416

%% atan2: atan2(-0,-1), atan2(1,1)
x = atan2(-0,-1)
x = atan2(1,1)
%> x = -3.1416
%> x = 0.7854

%% hypot: hypot(3,4), hypot(single(3),4), hypot(int8(3),4)
x = hypot(3,4)
x = hypot(single(3),4)
x = hypot(int8(3),4)
%> x = 5
%> x = 5
%> x = 5

%% hypot: hypot([35],[4;12]), hypot(1e200,1e200)
x = hypot([3 5],[4;12])
x = hypot(1e200,1e200)
%> x =
%>
%>     5.0000    6.4031
%>    12.3693   13.0000
%>
%> x = 1.4142e+200

%% power: power(2,3), power([123],2), power(-8,1/3)
x = power(2,3)
x = power([1 2 3],2)
x = power(-8,1/3)
%> x = 8
%> x =
%>
%>    1   4   9
%>
%> x =  1.0000 + 1.7321i

%% lgamma: lgamma(-0.5)
x = lgamma(-0.5)
%> x =  1.2655 + 3.1416i

%% gammaln: gammaln(3), gammaln([110100]), gammaln([0.5100])
x = gammaln(3)
x = gammaln([1 10 100])
x = gammaln([0.5 100])
%> x = 0.6931
%> x =
%>
%>           0    12.8018   359.1342
%>
%> x =
%>
%>      0.5724   359.1342
%>

%% gammaln: gammaln(10)
x = gammaln(10)
%> x = 12.802

%% factorial: factorial(5), factorial(-1), factorial(2.5)
x = factorial(5)
try
  x = factorial(-1);
catch err
  disp(err.message)
end
try
  x = factorial(2.5);
catch err
  disp(err.message)
end
%> x = 120
%> factorial: all N must be real non-negative integers
%> factorial: all N must be real non-negative integers

%% factorial: factorial(int8(5)), factorial(int8(6)), factorial([01510])
x = factorial(int8(5))
x = factorial(int8(6))
x = factorial([0 1 5 10])
%> x = 120
%> x = 720
%> x =
%>
%>    1.0000e+00   1.0000e+00   1.2000e+02   3.6288e+06
%>

%% factorial: factorial(171), factorial([34])
x = factorial(171)
x = factorial([3 4])
%> x = Inf
%> x =
%>
%>     6   24
%>

%% nchoosek: nchoosek(5,2), nchoosek(40,20), nchoosek(1:4,2)
x = nchoosek(5,2)
x = nchoosek(40,20)
x = nchoosek(1:4,2)
%> x = 10
%> x = 1.3785e+11
%> x =
%>
%>    1   2
%>    1   3
%>    1   4
%>    2   3
%>    2   4
%>    3   4
%>

%% nchoosek: nchoosek(5,6), nchoosek(10,3), nchoosek([123],2)
try
  x = nchoosek(5,6);
catch err
  disp(err.message)
end
x = nchoosek(10,3)
x = nchoosek([1 2 3],2)
%> nchoosek: N must be a non-negative integer >= K
%> x = 120
%> x =
%>
%>    1   2
%>    1   3
%>    2   3
%>

%% nchoosek: nchoosek('abc',2), nchoosek(30,15), nchoosek(4,0)
x = nchoosek('abc',2)
x = nchoosek(30,15)
x = nchoosek(4,0)
%> x =
%>
%> ab
%> ac
%> bc
%>
%> x = 1.5512e+08
%> x = 1

%% nchoosek: nchoosek(5,3), nchoosek([10203040],3)
x = nchoosek(5,3)
x = nchoosek([10 20 30 40],3)
%> x = 10
%> x =
%>
%>    10   20   30
%>    10   20   40
%>    10   30   40
%>    20   30   40
%>

%% beta: beta(2,3), beta([12],3)
x = beta(2,3)
x = beta([1 2],3)
%> x = 0.083333
%> x =
%>
%>    0.333333   0.083333
%>

%% erf: erf(1)
x = erf(1)
%> x = 0.8427

%% erfinv: erfinv(0.5), erfinv(2), erfinv([-0.500.50.99])
x = erfinv(0.5)
x = erfinv(2)
x = erfinv([-0.5 0 0.5 0.99])
%> x = 0.4769
%> x = NaN
%> x =
%>
%>   -0.4769        0   0.4769   1.8214
%>
