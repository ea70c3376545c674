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

%% isinf: isinf({1})
try
  x = isinf({1});
catch err
  disp(err.message)
end
%> isinf: not defined for cell

%% isfinite: isfinite("ab")
x = isfinite("ab")
%> x =
%>
%>   1  1

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

%% xor: xor(1,0), xor([10],[1;0])
x = xor(1,0)
x = xor([1 0],[1;0])
%> x = 1
%> x =
%>
%>   0  1
%>   1  0

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
