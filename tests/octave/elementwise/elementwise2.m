%% erfcinv: erfcinv(0.5), erfcinv([0.11.9])
x = erfcinv(0.5)
x = erfcinv([0.1 1.9])
%> x = 0.4769
%> x =
%>
%>    1.1631  -1.1631
%>

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

%% cbrt: cbrt(-8)
x = cbrt(-8)
%> x = -2

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

%% gcd: gcd([1218],[827])
x = gcd([12 18],[8 27])
%> x =
%>
%>    4   9
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

%% primes: primes(2.5), primes(50), primes(100)(end)
x = primes(2.5)
x = primes(50)
x = primes(100)(end)
%> x = 2
%> x =
%>
%>     2    3    5    7   11   13   17   19   23   29   31   37   41   43   47
%>
%> x = 97

%% primes: primes(10)
x = primes(10)
%> x =
%>
%>    2   3   5   7
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

%% isprime: isprime(2.5), isprime([21517;1097]), isprime(0:5)
try
  x = isprime(2.5);
catch err
  disp(err.message)
end
x = isprime([2 15 17;1 0 97])
x = isprime(0:5)
%> isprime: X contains non-integer entries
%> x =
%>
%>   1  0  1
%>   0  0  1
%>
%> x =
%>
%>   0  0  1  1  0  1
%>

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

%% factor: [p,n]=factor(60), factor(97), factor(12)
[p,n]=factor(60)
x = factor(97)
x = factor(12)
%> p =
%>
%>    2   3   5
%>
%> n =
%>
%>    2   1   1
%>
%> x = 97
%> x =
%>
%>    2   2   3
%>

%% idivide: idivide(int32(7),int32(2)), idivide(int32(7),int32(2),"ceil"), idivide(int32(7),int32(2),"r
x = idivide(int32(7),int32(2))
x = idivide(int32(7),int32(2),"ceil")
x = idivide(int32(7),int32(2),"round")
%> x = 3
%> x = 4
%> x = 4

%% idivide: idivide(int32([7-7]),int32(2),'floor'), idivide(int32([789]),int32([234]),'round'), idivide
x = idivide(int32([7 -7]),int32(2),'floor')
x = idivide(int32([7 8 9]),int32([2 3 4]),'round')
x = idivide(int8(100),0.3)
%> x =
%>
%>    3  -4
%>
%> x =
%>
%>   4  3  2
%>
%> x = 127

%% idivide: idivide(int32(10),int32(3))
x = idivide(int32(10),int32(3))
%> x = 3

%% fix: fix(-2.5), x=fix(-3.7),y=rem(-7,3),z=mod(-7,3),w=mod(7,-3), fix(2.7)
x = fix(-2.5)
x = fix(-3.7), y = rem(-7,3), z = mod(-7,3), w = mod(7,-3)
x = fix(2.7)
%> x = -2
%> x = -3
%> y = -1
%> z = 2
%> w = -2
%> x = 2

%% real: real("a"), x=real([1+2i3]),y=imag([1+2i3]),z=conj([1+2i3]), x=real(sqrt(-1)),y=imag(log(-1))
x = real("a")
x = real([1+2i 3]), y = imag([1+2i 3]), z = conj([1+2i 3])
x = real(sqrt(-1)), y = imag(log(-1))
%> x = 97
%> x =
%>
%>    1   3
%>
%> y =
%>
%>    2   0
%>
%> z =
%>
%>    1 - 2i   3 - 0i
%>
%> x = 0
%> y = 3.1416

%% imag: imag(3)
x = imag(3)
%> x = 0

%% conj: conj(int8(3)), conj(1+2i)
x = conj(int8(3))
x = conj(1+2i)
%> x = 3
%> x =  1 - 2i

%% arg: arg(-1), arg(1i)
x = arg(-1)
x = arg(1i)
%> x = 3.1416
%> x = 1.5708

%% angle: angle(1+i)
x = angle(1+i)
%> x = 0.7854

%% isnan: isnan("a"), isnan({1}), isnan(int8(1))
x = isnan("a")
try
  x = isnan({1});
catch err
  disp(err.message)
end
x = isnan(int8(1))
%> x = 0
%> isnan: not defined for cell
%> x = 0

%% isnan: isnan([1NaNInf]), x=isnan([NaN1;2NaN]),y=any(isnan([NaN1;2NaN]))
x = isnan([1 NaN Inf])
x = isnan([NaN 1;2 NaN]), y = any(isnan([NaN 1;2 NaN]))
%> x =
%>
%>   0  1  0
%>
%> x =
%>
%>   1  0
%>   0  1
%>
%> y =
%>
%>   1  1
%>

%% isinf: isinf({1}), isinf([1NaN-Inf])
try
  x = isinf({1});
catch err
  disp(err.message)
end
x = isinf([1 NaN -Inf])
%> isinf: not defined for cell
%> x =
%>
%>   0  0  1
%>

%% isfinite: isfinite("ab"), isfinite([1NaNInf])
x = isfinite("ab")
x = isfinite([1 NaN Inf])
%> x =
%>
%>   1  1
%>
%> x =
%>
%>   1  0  0
%>

%% expm1: expm1(1e-10), expm1(1e-12)
x = expm1(1e-10)
x = expm1(1e-12)
%> x = 1.0000e-10
%> x = 1.0000e-12

%% sec: sec(1), sec(0)
x = sec(1)
x = sec(0)
%> x = 1.8508
%> x = 1

%% csc: csc(1)
x = csc(1)
%> x = 1.1884

%% cot: cot(1)
x = cot(1)
%> x = 0.6421

%% asec: asec(2)
x = asec(2)
%> x = 1.0472

%% acsc: acsc(2)
x = acsc(2)
%> x = 0.5236

%% acot: acot(2), acot(1)
x = acot(2)
x = acot(1)
%> x = 0.4636
%> x = 0.7854

%% sech: sech(1)
x = sech(1)
%> x = 0.6481

%% asech: asech(0.5)
x = asech(0.5)
%> x = 1.3170

%% acsch: acsch(1)
x = acsch(1)
%> x = 0.8814

%% acoth: acoth(2)
x = acoth(2)
%> x = 0.5493

%% sind: sind(30), sind(90)
x = sind(30)
x = sind(90)
%> x = 0.5000
%> x = 1

%% cosd: cosd(60)
x = cosd(60)
%> x = 0.5000

%% atand: atand(1)
x = atand(1)
%> x = 45

%% deg2rad: deg2rad(180)
x = deg2rad(180)
%> x = 3.1416

%% rad2deg: rad2deg(pi)
x = rad2deg(pi)
%> x = 180

%% cplxpair: cplxpair([1+i1-i]), x=cplxpair([1+i31-i])
x = cplxpair([1+i 1-i])
x=cplxpair([1+i 3 1-i])
%> x =
%>
%>    1 - 1i   1 + 1i
%>
%> x =
%>
%>    1 - 1i   1 + 1i   3 + 0i
%>

%% xor: xor(1,0), xor([10],[1;0]), xor(true,[truefalse])
x = xor(1,0)
x = xor([1 0],[1;0])
x = xor(true,[true false])
%> x = 1
%> x =
%>
%>   0  1
%>   1  0
%>
%> x =
%>
%>   0  1
%>

%% perms: perms([123]), perms("ab"), perms([])
x = perms([1 2 3])
x = perms("ab")
x = perms([])
%> x =
%>
%>    3   2   1
%>    3   1   2
%>    2   3   1
%>    2   1   3
%>    1   3   2
%>    1   2   3
%>
%> x =
%>
%> ba
%> ab
%>
%> x = [](1x0)

%% perms: perms([12])
x = perms([1 2])
%> x =
%>
%>    2   1
%>    1   2
%>

%% nextpow2: nextpow2(100), nextpow2(0), nextpow2(-5)
x = nextpow2(100)
x = nextpow2(0)
x = nextpow2(-5)
%> x = 7
%> x = 0
%> x = 3

%% nextpow2: nextpow2(Inf), nextpow2([123]), nextpow2([10010.31024])
x = nextpow2(Inf)
x = nextpow2([1 2 3])
x = nextpow2([100 1 0.3 1024])
%> x = Inf
%> x =
%>
%>    0   1   2
%>
%> x =
%>
%>     7    0   -1   10
%>

%% nextpow2: nextpow2(5)
x = nextpow2(5)
%> x = 3

%% pow2: pow2(3), pow2(2,3)
x = pow2(3)
x = pow2(2,3)
%> x = 8
%> x = 16

%% signbit: signbit(-1)
x = signbit(-1)
%> x = 1

%% list_primes: list_primes(3)
x = list_primes(3)
%> x =
%>
%>    2   3   5
%>

%% tan: x=tan(pi/4),y=tanh(0.5),z=cosh(1),w=sinh(-1)
x = tan(pi/4), y = tanh(0.5), z = cosh(1), w = sinh(-1)
%> x = 1.0000
%> y = 0.4621
%> z = 1.5431
%> w = -1.1752

%% atan: x=atan(1),y=asinh(2),z=cos([0pi/2pi])
x = atan(1), y = asinh(2), z = cos([0 pi/2 pi])
%> x = 0.7854
%> y = 1.4436
%> z =
%>
%>    1.0000e+00   6.1232e-17  -1.0000e+00
%>

%% ceil: ceil(single(-0.2))
x = ceil(single(-0.2))
%> x = 0
