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

%% sqrt: sqrt([4-9]), sqrt(single([14-1]))
x = sqrt([4 -9])
x = sqrt(single([1 4 -1]))
%> x =
%>
%>    2 + 0i   0 + 3i
%>
%> x =
%>
%>    1 + 0i   2 + 0i   0 + 1i
%>

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

%% floor: floor(int8(3)), floor(true), floor("a")
x = floor(int8(3))
x = floor(true)
x = floor("a")
%> x = 3
%> x = 1
%> x = 97

%% floor: x=floor(2.7+3.2i),y=round(-0.5),z=fix([-2.52.5])
x = floor(2.7+3.2i), y = round(-0.5), z = fix([-2.5 2.5])
%> x =  2 + 3i
%> y = -1
%> z =
%>
%>   -2   2
%>

%% round: round(single(2.5)), round(-2.5)
x = round(single(2.5))
x = round(-2.5)
%> x = 3
%> x = -3

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

%% log: log(-1), log([1-10])
x = log(-1)
x = log([1 -1 0])
%> x =       0 + 3.1416i
%> x =
%>
%>         0 +      0i        0 + 3.1416i     -Inf +      0i
%>

%% log2: log2(-1), [f,e]=log2([10.30-8Inf])
x = log2(-1)
[f,e]=log2([1 0.3 0 -8 Inf])
%> x =       0 + 4.5324i
%> f =
%>
%>    0.5000   0.6000        0  -0.5000      Inf
%>
%> e =
%>
%>    1  -1   0   4   0
%>

%% log10: log10(-10)
x = log10(-10)
%> x =  1.0000 + 1.3644i

%% log1p: log1p(-2)
x = log1p(-2)
%> x =       0 + 3.1416i

%% asin: asin(2), asin([0.52])
x = asin(2)
x = asin([0.5 2])
%> x =  1.5708 - 1.3170i
%> x =
%>
%>    0.5236 +      0i   1.5708 - 1.3170i
%>

%% acos: acos(2), acos([-20.52])
x = acos(2)
x = acos([-2 0.5 2])
%> x =       0 + 1.3170i
%> x =
%>
%>    3.1416 - 1.3170i   1.0472 +      0i        0 + 1.3170i
%>

%% acosh: acosh(0.5)
x = acosh(0.5)
%> x =       0 + 1.0472i

%% atanh: atanh(2)
x = atanh(2)
%> x =  0.5493 + 1.5708i

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

%% sign: sign([]), sign([-302NaN])
x = sign([])
x = sign([-3 0 2 NaN])
%> x = [](0x0)
%> x =
%>
%>     -1     0     1   NaN
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

%% mod: mod(int8(-128),int8(-1)), mod(10,[34;56])
x = mod(int8(-128),int8(-1))
x = mod(10,[3 4;5 6])
%> x = 0
%> x =
%>
%>    1   2
%>    0   4
%>

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

%% atan2: atan2(1+i,2), atan2([1-1],[1-1])
try
  x = atan2(1+i,2);
catch err
  disp(err.message)
end
x = atan2([1 -1],[1 -1])
%> atan2: not defined for complex numbers
%> x =
%>
%>    0.7854  -2.3562
%>

%% hypot: hypot(3,4), hypot(single(3),4), hypot(int8(3),4)
x = hypot(3,4)
x = hypot(single(3),4)
x = hypot(int8(3),4)
%> x = 5
%> x = 5
%> x = 5

%% hypot: hypot([35],[4;12])
x = hypot([3 5],[4;12])
%> x =
%>
%>     5.0000    6.4031
%>    12.3693   13.0000
%>

%% power: power(2,3), power([123],2)
x = power(2,3)
x = power([1 2 3],2)
%> x = 8
%> x =
%>
%>    1   4   9
%>

%% lgamma: lgamma(-0.5)
x = lgamma(-0.5)
%> x =  1.2655 + 3.1416i

%% gammaln: gammaln(3), gammaln([110100])
x = gammaln(3)
x = gammaln([1 10 100])
%> x = 0.6931
%> x =
%>
%>           0    12.8018   359.1342
%>

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

%% factorial: factorial(171)
x = factorial(171)
%> x = Inf

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

%% nchoosek: nchoosek('abc',2)
x = nchoosek('abc',2)
%> x =
%>
%> ab
%> ac
%> bc
%>

%% beta: beta(2,3), beta([12],3)
x = beta(2,3)
x = beta([1 2],3)
%> x = 0.083333
%> x =
%>
%>    0.333333   0.083333
%>

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

%% erfcinv: erfcinv(0.5)
x = erfcinv(0.5)
%> x = 0.4769

%% cbrt: cbrt(27), cbrt(-27), cbrt([8-827])
x = cbrt(27)
x = cbrt(-27)
x = cbrt([8 -8 27])
%> x = 3.0000
%> x = -3.0000
%> x =
%>
%>    2  -2   3
%>

%% realsqrt: realsqrt(-1), realsqrt([49])
try
  x = realsqrt(-1);
catch err
  disp(err.message)
end
x = realsqrt([4 9])
%> realsqrt: produced complex result
%> x =
%>
%>    2   3
%>

%% reallog: reallog(-1)
try
  x = reallog(-1);
catch err
  disp(err.message)
end
%> reallog: produced complex result

%% realpow: realpow(-1,0.5)
try
  x = realpow(-1,0.5);
catch err
  disp(err.message)
end
%> realpow: produced complex result

%% gcd: gcd(12,18), gcd(int8(12),int8(18)), gcd(2.5,1)
x = gcd(12,18)
x = gcd(int8(12),int8(18))
try
  x = gcd(2.5,1);
catch err
  disp(err.message)
end
%> x = 6
%> x = 6
%> gcd: all values must be integers

%% gcd: [g,c,d]=gcd(12,18), gcd([1218],6)
[g,c,d]=gcd(12,18)
x = gcd([12 18],6)
%> g = 6
%> c = -1
%> d = 1
%> x =
%>
%>    6   6
%>

%% lcm: lcm(4,6), lcm(4,6,10), lcm(int8(4),6)
x = lcm(4,6)
x = lcm(4,6,10)
x = lcm(int8(4),6)
%> x = 12
%> x = 60
%> x = 12

%% lcm: lcm([46],10)
x = lcm([4 6],10)
%> x =
%>
%>    20   30
%>

%% primes: primes(20), primes(1), primes(int8(20))
x = primes(20)
x = primes(1)
x = primes(int8(20))
%> x =
%>
%>     2    3    5    7   11   13   17   19
%>
%> x = [](1x0)
%> x =
%>
%>    2   3   5   7  11  13  17  19
%>

%% primes: primes("a"), primes(30), primes(2)
x = primes("a")
x = primes(30)
x = primes(2)
%> x =
%>
%>  Columns 1 through 16:
%>
%>     2    3    5    7   11   13   17   19   23   29   31   37   41   43   47   53
%>
%>  Columns 17 through 25:
%>
%>    59   61   67   71   73   79   83   89   97
%>
%> x =
%>
%>     2    3    5    7   11   13   17   19   23   29
%>
%> x = 2

%% primes: primes(2.5), primes(50)
x = primes(2.5)
x = primes(50)
%> x = 2
%> x =
%>
%>     2    3    5    7   11   13   17   19   23   29   31   37   41   43   47
%>

%% isprime: isprime(7), isprime([1234]), isprime(-3)
x = isprime(7)
x = isprime([1 2 3 4])
x = isprime(-3)
%> x = 1
%> x =
%>
%>   0  1  1  0
%>
%> x = 1
