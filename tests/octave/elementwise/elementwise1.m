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

%% abs: abs("a")
x = abs("a")
%> x = 97

%% sin: sin(int8(4))
x = sin(int8(4))
%> x = -0.7568

%% exp: exp(int32(2)), exp(710)
x = exp(int32(2))
x = exp(710)
%> x = 7.3891
%> x = Inf

%% floor: floor(int8(3)), floor(true), floor("a")
x = floor(int8(3))
x = floor(true)
x = floor("a")
%> x = 3
%> x = 1
%> x = 97

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

%% gamma: gamma(171), gamma(172)
x = gamma(171)
x = gamma(172)
%> x = 7.2574e+306
%> x = Inf

%% log: log(-1)
x = log(-1)
%> x =       0 + 3.1416i

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

%% log10: log10(-10)
x = log10(-10)
%> x =  1.0000 + 1.3644i

%% log1p: log1p(-2)
x = log1p(-2)
%> x =       0 + 3.1416i

%% asin: asin(2)
x = asin(2)
%> x =  1.5708 - 1.3170i

%% acos: acos(2)
x = acos(2)
%> x =       0 + 1.3170i

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

%% sign: sign([])
x = sign([])
%> x = [](0x0)

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

%% mod: mod([123],[12])
try
  x = mod([1 2 3],[1 2]);
catch err
  disp(err.message)
end
%> mod: nonconformant arguments (op1 is 1x3, op2 is 1x2)

%% rem: rem(-5,3), rem(5,0), rem(5,Inf)
x = rem(-5,3)
x = rem(5,0)
x = rem(5,Inf)
%> x = -2
%> x = NaN
%> x = NaN

%% rem: rem(int8(-128),int8(-1))
x = rem(int8(-128),int8(-1))
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

%% atan2: atan2(1+i,2)
try
  x = atan2(1+i,2);
catch err
  disp(err.message)
end
%> atan2: not defined for complex numbers

%% hypot: hypot(3,4), hypot(single(3),4), hypot(int8(3),4)
x = hypot(3,4)
x = hypot(single(3),4)
x = hypot(int8(3),4)
%> x = 5
%> x = 5
%> x = 5

%% power: power(2,3)
x = power(2,3)
%> x = 8

%% lgamma: lgamma(-0.5)
x = lgamma(-0.5)
%> x =  1.2655 + 3.1416i

%% gammaln: gammaln(3)
x = gammaln(3)
%> x = 0.6931

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

%% factorial: factorial(int8(5)), factorial(int8(6))
x = factorial(int8(5))
x = factorial(int8(6))
%> x = 120
%> x = 720

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

%% nchoosek: nchoosek(5,6)
try
  x = nchoosek(5,6);
catch err
  disp(err.message)
end
%> nchoosek: N must be a non-negative integer >= K

%% beta: beta(2,3)
x = beta(2,3)
%> x = 0.083333

%% erfinv: erfinv(0.5), erfinv(2)
x = erfinv(0.5)
x = erfinv(2)
%> x = 0.4769
%> x = NaN

%% erfcinv: erfcinv(0.5)
x = erfcinv(0.5)
%> x = 0.4769

%% cbrt: cbrt(27), cbrt(-27)
x = cbrt(27)
x = cbrt(-27)
%> x = 3.0000
%> x = -3.0000

%% realsqrt: realsqrt(-1)
try
  x = realsqrt(-1);
catch err
  disp(err.message)
end
%> realsqrt: produced complex result

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

%% gcd: [g,c,d]=gcd(12,18)
[g,c,d]=gcd(12,18)
%> g = 6
%> c = -1
%> d = 1

%% lcm: lcm(4,6), lcm(4,6,10), lcm(int8(4),6)
x = lcm(4,6)
x = lcm(4,6,10)
x = lcm(int8(4),6)
%> x = 12
%> x = 60
%> x = 12

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

%% primes: primes(2.5)
x = primes(2.5)
%> x = 2

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

%% isprime: isprime(2.5)
try
  x = isprime(2.5);
catch err
  disp(err.message)
end
%> isprime: X contains non-integer entries

%% factor: factor(60), factor(1), factor(0)
x = factor(60)
x = factor(1)
x = factor(0)
%> x =
%>
%>    2   2   3   5
%>
%> x = 1
%> x = 0

%% factor: [p,n]=factor(60)
[p,n]=factor(60)
%> p =
%>
%>    2   3   5
%>
%> n =
%>
%>    2   1   1

%% idivide: idivide(int32(7),int32(2)), idivide(int32(7),int32(2),"ceil"), idivide(int32(7),int32(2),"r
x = idivide(int32(7),int32(2))
x = idivide(int32(7),int32(2),"ceil")
x = idivide(int32(7),int32(2),"round")
%> x = 3
%> x = 4
%> x = 4

%% idivide: idivide(int32(7),int32(2),"floor"), idivide(7,2)
x = idivide(int32(7),int32(2),"floor")
try
  x = idivide(7,2);
catch err
  disp(err.message)
end
%> x = 3
%> idivide: at least one input (X or Y) must be an integer type

%% fix: fix(-2.5)
x = fix(-2.5)
%> x = -2

%% real: real("a")
x = real("a")
%> x = 97

%% imag: imag(3)
x = imag(3)
%> x = 0
