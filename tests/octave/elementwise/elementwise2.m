%% isprime: isprime(2.5), isprime([21517;1097])
try
  x = isprime(2.5);
catch err
  disp(err.message)
end
x = isprime([2 15 17;1 0 97])
%> isprime: X contains non-integer entries
%> x =
%>
%>   1  0  1
%>   0  0  1
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

%% factor: [p,n]=factor(60)
[p,n]=factor(60)
%> p =
%>
%>    2   3   5
%>
%> n =
%>
%>    2   1   1
%>

%% idivide: idivide(int32(7),int32(2)), idivide(int32(7),int32(2),"ceil"), idivide(int32(7),int32(2),"r
x = idivide(int32(7),int32(2))
x = idivide(int32(7),int32(2),"ceil")
x = idivide(int32(7),int32(2),"round")
%> x = 3
%> x = 4
%> x = 4

%% idivide: idivide(int32([7-7]),int32(2),'floor')
x = idivide(int32([7 -7]),int32(2),'floor')
%> x =
%>
%>    3  -4
%>

%% fix: fix(-2.5)
x = fix(-2.5)
%> x = -2

%% real: real("a"), x=real([1+2i3]),y=imag([1+2i3]),z=conj([1+2i3])
x = real("a")
x = real([1+2i 3]), y = imag([1+2i 3]), z = conj([1+2i 3])
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

%% imag: imag(3)
x = imag(3)
%> x = 0

%% conj: conj(int8(3))
x = conj(int8(3))
%> x = 3

%% arg: arg(-1)
x = arg(-1)
%> x = 3.1416

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

%% isnan: isnan([1NaNInf])
x = isnan([1 NaN Inf])
%> x =
%>
%>   0  1  0
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

%% expm1: expm1(1e-10)
x = expm1(1e-10)
%> x = 1.0000e-10

%% sec: sec(1)
x = sec(1)
%> x = 1.8508

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

%% acot: acot(2)
x = acot(2)
%> x = 0.4636

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

%% sind: sind(30)
x = sind(30)
%> x = 0.5000

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

%% xor: xor(1,0), xor([10],[1;0])
x = xor(1,0)
x = xor([1 0],[1;0])
%> x = 1
%> x =
%>
%>   0  1
%>   1  0
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

%% nextpow2: nextpow2(100), nextpow2(0), nextpow2(-5)
x = nextpow2(100)
x = nextpow2(0)
x = nextpow2(-5)
%> x = 7
%> x = 0
%> x = 3

%% nextpow2: nextpow2(Inf), nextpow2([123])
x = nextpow2(Inf)
x = nextpow2([1 2 3])
%> x = Inf
%> x =
%>
%>    0   1   2
%>

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

%% times: times(2,3,4)
x = times(2,3,4)
%> x = 24

%% plus: plus(1,2,3)
x = plus(1,2,3)
%> x = 6

%% and: and(1,0,1)
x = and(1,0,1)
%> x = 0
