%% zeros: zeros({1}), zeros(2,"int8"), zeros(2,3,"like",int8(1))
try
  x = zeros({1});
catch err
  disp(err.message)
end
x = zeros(2,"int8")
x = zeros(2,3,"like",int8(1))
%> octave_base_value::array_value(): wrong type argument 'cell'
%> x =
%>
%>   0  0
%>   0  0
%>
%> x =
%>
%>   0  0  0
%>   0  0  0
%>

%% zeros: zeros([23]), zeros(2,3,4), zeros(-1)
x = zeros([2 3])
x = zeros(2,3,4)
x = zeros(-1)
%> x =
%>
%>    0   0   0
%>    0   0   0
%>
%> x =
%>
%> ans(:,:,1) =
%>
%>    0   0   0
%>    0   0   0
%>
%> ans(:,:,2) =
%>
%>    0   0   0
%>    0   0   0
%>
%> ans(:,:,3) =
%>
%>    0   0   0
%>    0   0   0
%>
%> ans(:,:,4) =
%>
%>    0   0   0
%>    0   0   0
%>
%> x = [](0x0)

%% zeros: zeros(0), zeros(2,[]), zeros([2;3])
x = zeros(0)
x = zeros(2,[])
x = zeros([2;3])
%> x = [](0x0)
%> x = [](2x0)
%> x =
%>
%>    0   0   0
%>    0   0   0
%>

%% zeros: zeros(1,2,1,1), zeros(2.5), zeros(NaN)
x = zeros(1,2,1,1)
try
  x = zeros(2.5);
catch err
  disp(err.message)
end
try
  x = zeros(NaN);
catch err
  disp(err.message)
end
%> x =
%>
%>    0   0
%>
%> conversion of 2.5 to octave_idx_type value failed
%> conversion of nan to octave_idx_type value failed

%% zeros: zeros(Inf), zeros("int8"), zeros(2,"foo")
try
  x = zeros(Inf);
catch err
  disp(err.message)
end
x = zeros("int8")
try
  x = zeros(2,"foo");
catch err
  disp(err.message)
end
%> conversion of inf to octave_idx_type value failed
%> x = 0
%> invalid data type specified

%% zeros: zeros(2,2,"like",1i), zeros([12],[34]), zeros(2,"char")
x = zeros(2,2,"like",1i)
x = zeros([1 2],[3 4])
try
  x = zeros(2,"char");
catch err
  disp(err.message)
end
%> x =
%>
%>    0   0
%>    0   0
%>
%> x =
%>
%>    0   0   0
%>
%> zeros: invalid class name

%% zeros: zeros(2,"logical"), zeros(0,3), zeros(3,0)
x = zeros(2,"logical")
x = zeros(0,3)
x = zeros(3,0)
%> x =
%>
%>   0  0
%>   0  0
%>
%> x = [](0x3)
%> x = [](3x0)

%% ones: ones(2,2,"uint8"), ones(2,3)*2, ones(0,3)
x = ones(2,2,"uint8")
x = ones(2,3)*2
x = ones(0,3)
%> x =
%>
%>   1  1
%>   1  1
%>
%> x =
%>
%>    2   2   2
%>    2   2   2
%>
%> x = [](0x3)

%% Inf: Inf(2,"int8"), Inf(1,2,"single"), Inf("int8")
try
  x = Inf(2,"int8");
catch err
  disp(err.message)
end
x = Inf(1,2,"single")
try
  x = Inf("int8");
catch err
  disp(err.message)
end
%> Inf: invalid class name
%> x =
%>
%>    Inf   Inf
%>
%> Inf: invalid class name

%% Inf: Inf
x = Inf
%> x = Inf

%% pi: pi("single"), pi(2), pi*2
x = pi("single")
x = pi(2)
x = pi*2
%> x = 3.1416
%> x =
%>
%>    3.1416   3.1416
%>    3.1416   3.1416
%>
%> x = 6.2832

%% eye: eye(2,"int8"), eye(-1), eye(0,3)
x = eye(2,"int8")
x = eye(-1)
x = eye(0,3)
%> x =
%>
%>   1  0
%>   0  1
%>
%> x = [](0x0)
%> x = [](0x3)

%% true: true(2), true(2,"like",1), true(2)(1)
x = true(2)
try
  x = true(2,"like",1);
catch err
  disp(err.message)
end
x = true(2)(1)
%> x =
%>
%>   1  1
%>   1  1
%>
%> true: input followed by "like" must be logical
%> x = 1

%% true: true(1,2)
x = true(1,2)
%> x =
%>
%>   1  1
%>

%% false: false(2,3)
x = false(2,3)
%> x =
%>
%>   0  0  0
%>   0  0  0
%>

%% linspace: linspace(1,2,3), linspace(1,5,1), linspace(1,5,0)
x = linspace(1,2,3)
x = linspace(1,5,1)
x = linspace(1,5,0)
%> x =
%>
%>    1.0000   1.5000   2.0000
%>
%> x = 5
%> x = [](1x0)

%% linspace: linspace([1;2],[3;4],3), linspace(1,5,2.7), linspace(single(1),2,3)
x = linspace([1;2],[3;4],3)
x = linspace(1,5,2.7)
x = linspace(single(1),2,3)
%> x =
%>
%>    1   2   3
%>    2   3   4
%>
%> x =
%>
%>    1   5
%>
%> x =
%>
%>    1.0000   1.5000   2.0000
%>

%% linspace: linspace(0,1,[12]), linspace(1,1,3), linspace("a",1,3)
try
  x = linspace(0,1,[1 2]);
catch err
  disp(err.message)
end
x = linspace(1,1,3)
try
  x = linspace("a",1,3);
catch err
  disp(err.message)
end
%> linspace: N must be a scalar
%> x =
%>
%>    1   1   1
%>
%> invalid conversion from string to real N-D array

%% linspace: linspace(int8(1),5,3), linspace(1,5,-3), linspace([12],[34],0)
x = linspace(int8(1),5,3)
x = linspace(1,5,-3)
x = linspace([1 2],[3 4],0)
%> x =
%>
%>    1   3   5
%>
%> x = [](1x0)
%> x = [](2x0)

%% linspace: linspace(-1,1,5)(3), linspace(0,1,4)-[0123]/3, linspace(1+i,2,3)
x = linspace(-1,1,5)(3)
x = linspace(0,1,4)-[0 1 2 3]/3
x = linspace(1+i,2,3)
%> x = 0
%> x =
%>
%>             0            0   1.1102e-16            0
%>
%> x =
%>
%>    1.0000 + 1.0000i   1.5000 + 0.5000i   2.0000 +      0i
%>

%% linspace: linspace(1,2,NaN), linspace(5,1,5), linspace(0,Inf,3)
x = linspace(1,2,NaN)
x = linspace(5,1,5)
x = linspace(0,Inf,3)
%> x = [](1x0)
%> x =
%>
%>    5   4   3   2   1
%>
%> x =
%>
%>      0   Inf   Inf
%>

%% linspace: linspace(-Inf,Inf,3), linspace(Inf,Inf,3), linspace(0,1,5)
x = linspace(-Inf,Inf,3)
x = linspace(Inf,Inf,3)
x = linspace(0,1,5)
%> x =
%>
%>   -Inf     0   Inf
%>
%> x =
%>
%>    Inf   Inf   Inf
%>
%> x =
%>
%>         0   0.2500   0.5000   0.7500   1.0000
%>

%% linspace: linspace(5,1,3), linspace(1,10,4)', linspace(0,1,1)
x = linspace(5,1,3)
x = linspace(1,10,4)'
x = linspace(0,1,1)
%> x =
%>
%>    5   3   1
%>
%> x =
%>
%>     1
%>     4
%>     7
%>    10
%>
%> x = 1

%% logspace: logspace(0,2,3), logspace(0,pi,3), logspace(0,3,4)
x = logspace(0,2,3)
x = logspace(0,pi,3)
x = logspace(0,3,4)
%> x =
%>
%>      1    10   100
%>
%> x =
%>
%>    1.0000   1.7725   3.1416
%>
%> x =
%>
%>       1     10    100   1000
%>

%% logspace: logspace(1,2,2)
x = logspace(1,2,2)
%> x =
%>
%>     10   100
%>

%% colon: colon(1,3), colon(1,2,5), colon(1,2)
x = colon(1,3)
x = colon(1,2,5)
x = colon(1,2)
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>    1   3   5
%>
%> x =
%>
%>    1   2
%>

%% colon: colon(1,2,7), colon(5,1)
x = colon(1,2,7)
x = colon(5,1)
%> x =
%>
%>    1   3   5   7
%>
%> x = [](1x0)

%% eps: eps(1), eps([11000InfNaN]), eps(single(1))
x = eps(1)
x = eps([1 100 0 Inf NaN])
x = eps(single(1))
%> x = 2.2204e-16
%> x =
%>
%>     2.2204e-16    1.4211e-14   4.9407e-324           NaN           NaN
%>
%> x = 1.1921e-07

%% eps: eps("single"), eps(2,2), x=eps(single(1)),y=realmax,z=intmin('int16')
x = eps("single")
x = eps(2,2)
x = eps(single(1)), y = realmax, z = intmin('int16')
%> x = 1.1921e-07
%> x =
%>
%>    2.2204e-16   2.2204e-16
%>    2.2204e-16   2.2204e-16
%>
%> x = 1.1921e-07
%> y = 1.7977e+308
%> z = -32768

%% eps: eps
x = eps
%> x = 2.2204e-16

%% realmax: realmax("single")
x = realmax("single")
%> x = 3.4028e+38

%% realmin: realmin, realmin("single")
x = realmin
x = realmin("single")
%> x = 2.2251e-308
%> x = 1.1755e-38

%% intmax: intmax("int8"), intmax("foo"), intmax
x = intmax("int8")
try
  x = intmax("foo");
catch err
  disp(err.message)
end
x = intmax
%> x = 127
%> intmax: not defined for 'foo' objects
%> x = 2147483647

%% intmin: intmin("int8"), intmin(int16(5)), intmin
x = intmin("int8")
x = intmin(int16(5))
x = intmin
%> x = -128
%> x = -32768
%> x = -2147483648

%% flintmax: flintmax("single"), flintmax
x = flintmax("single")
x = flintmax
%> x = 1.6777e+07
%> x = 9.0072e+15

%% magic: magic(3), magic(4), magic(5)
x = magic(3)
x = magic(4)
x = magic(5)
%> x =
%>
%>    8   1   6
%>    3   5   7
%>    4   9   2
%>
%> x =
%>
%>    16    2    3   13
%>     5   11   10    8
%>     9    7    6   12
%>     4   14   15    1
%>
%> x =
%>
%>    17   24    1    8   15
%>    23    5    7   14   16
%>     4    6   13   20   22
%>    10   12   19   21    3
%>    11   18   25    2    9
%>

%% magic: magic(6), magic(2), magic(0)
x = magic(6)
x = magic(2)
x = magic(0)
%> x =
%>
%>    35    1    6   26   19   24
%>     3   32    7   21   23   25
%>    31    9    2   22   27   20
%>     8   28   33   17   10   15
%>    30    5   34   12   14   16
%>     4   36   29   13   18   11
%>
%> x =
%>
%>    4   3
%>    1   2
%>
%> x = [](0x0)

%% magic: magic(10)(1:3), magic(7)
x = magic(10)(1:3)
x = magic(7)
%> x =
%>
%>    92   98    4
%>
%> x =
%>
%>    30   39   48    1   10   19   28
%>    38   47    7    9   18   27   29
%>    46    6    8   17   26   35   37
%>     5   14   16   25   34   36   45
%>    13   15   24   33   42   44    4
%>    21   23   32   41   43    3   12
%>    22   31   40   49    2   11   20
%>

%% hilb: hilb(2), hilb(3)
x = hilb(2)
x = hilb(3)
%> x =
%>
%>    1.0000   0.5000
%>    0.5000   0.3333
%>
%> x =
%>
%>    1.0000   0.5000   0.3333
%>    0.5000   0.3333   0.2500
%>    0.3333   0.2500   0.2000
%>

%% invhilb: invhilb(3)
x = invhilb(3)
%> x =
%>
%>      9   -36    30
%>    -36   192  -180
%>     30  -180   180
%>

%% vander: vander([123]), vander([123],2), vander([234])
x = vander([1 2 3])
x = vander([1 2 3],2)
x = vander([2 3 4])
%> x =
%>
%>    1   1   1
%>    4   2   1
%>    9   3   1
%>
%> x =
%>
%>    1   1
%>    2   1
%>    3   1
%>
%> x =
%>
%>     4    2    1
%>     9    3    1
%>    16    4    1
%>

%% vander: vander([23]), vander(1:3)
x = vander([2 3])
x = vander(1:3)
%> x =
%>
%>    2   1
%>    3   1
%>
%> x =
%>
%>    1   1   1
%>    4   2   1
%>    9   3   1
%>

%% toeplitz: toeplitz([123]), toeplitz([123],[156]), toeplitz([123],[456])
x = toeplitz([1 2 3])
x = toeplitz([1 2 3],[1 5 6])
x = toeplitz([1 2 3],[4 5 6])
%> x =
%>
%>    1   2   3
%>    2   1   2
%>    3   2   1
%>
%> x =
%>
%>    1   5   6
%>    2   1   5
%>    3   2   1
%>
%> warning: toeplitz: column wins diagonal conflict
%> x =
%>
%>    1   5   6
%>    2   1   5
%>    3   2   1
%>

%% toeplitz: x=toeplitz([12+i3]), toeplitz([123],[145]), toeplitz(1:3)
x=toeplitz([1 2+i 3])
x = toeplitz([1 2 3],[1 4 5])
x = toeplitz(1:3)
%> x =
%>
%>    1 + 0i   2 + 1i   3 + 0i
%>    2 - 1i   1 + 0i   2 + 1i
%>    3 - 0i   2 - 1i   1 + 0i
%>
%> x =
%>
%>    1   4   5
%>    2   1   4
%>    3   2   1
%>
%> x =
%>
%>    1   2   3
%>    2   1   2
%>    3   2   1
%>

%% hankel: hankel([123]), hankel([123],[345]), hankel([123],[945])
x = hankel([1 2 3])
x = hankel([1 2 3],[3 4 5])
x = hankel([1 2 3],[9 4 5])
%> x =
%>
%>    1   2   3
%>    2   3   0
%>    3   0   0
%>
%> x =
%>
%>    1   2   3
%>    2   3   4
%>    3   4   5
%>
%> warning: hankel: column wins anti-diagonal conflict
%> x =
%>
%>    1   2   3
%>    2   3   4
%>    3   4   5
%>

%% pascal: pascal(3), pascal(3,1), pascal(3,-1)
x = pascal(3)
x = pascal(3,1)
x = pascal(3,-1)
%> x =
%>
%>    1   1   1
%>    1   2   3
%>    1   3   6
%>
%> x =
%>
%>    1   0   0
%>    1  -1   0
%>    1  -2   1
%>
%> x =
%>
%>    1   0   0
%>    1   1   0
%>    1   2   1
%>

%% pascal: pascal(3,2), pascal(4)
x = pascal(3,2)
x = pascal(4)
%> x =
%>
%>    1   1   1
%>   -2  -1   0
%>    1   0   0
%>
%> x =
%>
%>     1    1    1    1
%>     1    2    3    4
%>     1    3    6   10
%>     1    4   10   20
%>

%% rosser: rosser()(1,:)
x = rosser()(1,:)
%> x =
%>
%>    611   196  -192   407    -8   -52   -49    29
%>

%% wilkinson: wilkinson(3), wilkinson(1), wilkinson(0)
x = wilkinson(3)
x = wilkinson(1)
x = wilkinson(0)
%> x =
%>
%>    1   1   0
%>    1   0   1
%>    0   1   1
%>
%> x = 0
%> x = [](0x0)

%% wilkinson: wilkinson(5)
x = wilkinson(5)
%> x =
%>
%>    2   1   0   0   0
%>    1   1   1   0   0
%>    0   1   0   1   0
%>    0   0   1   1   1
%>    0   0   0   1   2
%>

%% diag: diag([12;34]), diag([12;34],1), diag([12;34],5)
x = diag([1 2;3 4])
x = diag([1 2;3 4],1)
x = diag([1 2;3 4],5)
%> x =
%>
%>    1
%>    4
%>
%> x = 2
%> x = [](0x1)

%% diag: diag({1,2}), x=diag([12;34]),y=diag([56],1), diag([123],-1)
x = diag({1,2})
x = diag([1 2;3 4]), y = diag([5 6],1)
x = diag([1 2 3],-1)
%> x =
%> {
%>   [1,1] = 1
%>   [2,1] = [](0x0)
%>   [1,2] = [](0x0)
%>   [2,2] = 2
%> }
%>
%> x =
%>
%>    1
%>    4
%>
%> y =
%>
%>    0   5   0
%>    0   0   6
%>    0   0   0
%>
%> x =
%>
%>    0   0   0   0
%>    1   0   0   0
%>    0   2   0   0
%>    0   0   3   0
%>

%% blkdiag: blkdiag([12],3), blkdiag(1,[2;3],[]), blkdiag(zeros(0,2),1)
x = blkdiag([1 2],3)
x = blkdiag(1,[2;3],[])
x = blkdiag(zeros(0,2),1)
%> x =
%>
%>    1   2   0
%>    0   0   3
%>
%> x =
%>
%>    1   0
%>    0   2
%>    0   3
%>
%> x =
%>
%>    0   0   1
%>

%% blkdiag: blkdiag([12;34],5), blkdiag(1,2,[34])
x = blkdiag([1 2;3 4],5)
x = blkdiag(1,2,[3 4])
%> x =
%>
%>    1   2   0
%>    3   4   0
%>    0   0   5
%>
%> x =
%>
%>    1   0   0   0
%>    0   2   0   0
%>    0   0   3   4
%>

%% NaN: NaN(2), x=NaN(1,3),y=Inf(2,1),z=true(2), NaN(2,1)
x = NaN(2)
x = NaN(1,3), y = Inf(2,1), z = true(2)
x = NaN(2,1)
%> x =
%>
%>    NaN   NaN
%>    NaN   NaN
%>
%> x =
%>
%>    NaN   NaN   NaN
%>
%> y =
%>
%>    Inf
%>    Inf
%>
%> z =
%>
%>   1  1
%>   1  1
%>
%> x =
%>
%>    NaN
%>    NaN
%>

%% nan: nan
x = nan
%> x = NaN

%% inf: inf
x = inf
%> x = Inf

%% NA: NA
x = NA
%> x =  NA

%% i: i, i*2
x = i
x = i*2
%> x =  0 + 1i
%> x =  0 + 2i

%% j: j
x = j
%> x =  0 + 1i
