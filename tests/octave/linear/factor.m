%% lu: 1
lu([1 2;3 4])
[l,u]=lu([1 2;3 4])
lu([])
%> ans =
%>
%>    3.0000   4.0000
%>    0.3333   0.6667
%>
%> l =
%>
%>    0.3333   1.0000
%>    1.0000        0
%>
%> u =
%>
%>    3.0000   4.0000
%>         0   0.6667
%>
%> ans = [](0x0)

%% lu: 2
[l,u,p]=lu([])
lu(int8([1 2]))
[l,u,p]=lu([1 2;3 4],'vector')
%> l = [](0x0)
%> u = [](0x0)
%> p = [](0x0)
%> ans =
%>
%>    1   2
%>
%> l =
%>
%>    1.0000        0
%>    0.3333   1.0000
%>
%> u =
%>
%>    3.0000   4.0000
%>         0   0.6667
%>
%> p =
%>
%>    2
%>    1
%>

%% lu: 3
lu([1 2 3;4 5 6]')
lu({})
lu(ones(2,2,2))
%> ans =
%>
%>    3.0000   6.0000
%>    0.3333   2.0000
%>    0.6667   0.5000
%>
%> ans = [](0x0)
%> ans =
%>
%>    1   1   1   1
%>    1   0   0   0
%>

%% lu: 4
lu([1 NaN;2 3])
%> ans =
%>
%>    2.0000   3.0000
%>    0.5000      NaN
%>

%% lu: what is refused or warned of, 5
lu('a')
%> error: invalid conversion from string to real matrix

%% chol: 1
chol([2 1;1 2])
[r,p]=chol([1 2;2 1])
chol([2 1;1 2],'lower')
%> ans =
%>
%>    1.4142   0.7071
%>         0   1.2247
%>
%> r = 1
%> p = 2
%> ans =
%>
%>    1.4142        0
%>    0.7071   1.2247
%>

%% chol: 2
chol([2 1;0 2])
chol([])
chol(int8(1))
%> ans =
%>
%>    1.4142   0.7071
%>         0   1.2247
%>
%> ans = [](0x0)
%> ans = 1

%% chol: 3
[r,p]=chol([2 1 0;1 2 3;0 3 1])
chol([2 1i;-1i 2])
chol({})
%> r =
%>
%>    1.4142   0.7071
%>         0   1.2247
%>
%> p = 3
%> ans =
%>
%>    1.4142 +      0i        0 + 0.7071i
%>         0 +      0i   1.2247 +      0i
%>
%> ans = [](0x0)

%% chol: 4
chol([2 1;1 2],'upper')
[r,p]=chol([2 1;1 2])
%> ans =
%>
%>    1.4142   0.7071
%>         0   1.2247
%>
%> r =
%>
%>    1.4142   0.7071
%>         0   1.2247
%>
%> p = 0

%% chol: what is refused or warned of, 5
chol([1 2;2 1])
%> error: chol: input matrix must be positive definite

%% chol: what is refused or warned of, 6
chol([1 2 3])
%> error: chol: requires square matrix

%% chol: what is refused or warned of, 7
chol(-1)
%> error: chol: input matrix must be positive definite

%% chol: what is refused or warned of, 8
[r,p,q]=chol([2 1;1 2])
%> error: chol: using three output arguments, matrix A must be sparse

%% chol: what is refused or warned of, 9
chol([1 2;2 1],'lower')
%> error: chol: input matrix must be positive definite

%% chol: what is refused or warned of, 10
chol(ones(2,2,2))
%> error: chol: requires square matrix

%% chol: what is refused or warned of, 11
chol([2 1;1 2],'foo')
%> error: chol: optional argument must be one of "vector", "lower", or "upper"

%% qr: 1
[q,r]=qr([1 2;3 4;5 6])
[q,r]=qr([1 2;3 4;5 6],0)
%> q =
%>
%>   -0.1690   0.8971   0.4082
%>   -0.5071   0.2760  -0.8165
%>   -0.8452  -0.3450   0.4082
%>
%> r =
%>
%>   -5.9161  -7.4374
%>         0   0.8281
%>         0        0
%>
%> q =
%>
%>   -0.1690   0.8971
%>   -0.5071   0.2760
%>   -0.8452  -0.3450
%>
%> r =
%>
%>   -5.9161  -7.4374
%>         0   0.8281
%>

%% qr: 2
[q,r,p]=qr([1 2;3 4;5 6],0)
qr([])
[q,r]=qr([])
%> q =
%>
%>   -0.2673   0.8729
%>   -0.5345   0.2182
%>   -0.8018  -0.4364
%>
%> r =
%>
%>   -7.4833  -5.8797
%>         0  -0.6547
%>
%> p =
%>
%>    2   1
%>
%> ans = [](0x0)
%> q = [](0x0)
%> r = [](0x0)

%% qr: 3
[q,r]=qr([1 2 3;3 4 5],0)
qr(int8(1))
[c,r]=qr([1 2;3 4;5 6],[1;2;3],0)
%> q =
%>
%>   -0.3162  -0.9487
%>   -0.9487   0.3162
%>
%> r =
%>
%>   -3.1623  -4.4272  -5.6921
%>         0  -0.6325  -1.2649
%>
%> ans = 1
%> c =
%>
%>   -3.7187
%>    0.4140
%>
%> r =
%>
%>   -5.9161  -7.4374
%>         0   0.8281
%>

%% qr: 4
[q,r,p]=qr([1 2;3 4;5 6],"vector")
qr(zeros(0,3))
%> q =
%>
%>   -0.2673   0.8729   0.4082
%>   -0.5345   0.2182  -0.8165
%>   -0.8018  -0.4364   0.4082
%>
%> r =
%>
%>   -7.4833  -5.8797
%>         0  -0.6547
%>         0        0
%>
%> p =
%>
%>    2   1
%>
%> ans = [](0x3)

%% qr: 5
[q,r]=qr(zeros(3,0))
[q,r]=qr(zeros(0,3))
%> q =
%>
%>    1   0   0
%>    0   1   0
%>    0   0   1
%>
%> r = [](3x0)
%> q = [](0x0)
%> r = [](0x3)

%% qr: what is refused or warned of, 7
qr({})
%> error: qr: wrong type argument 'cell'

%% qr: what is refused or warned of, 8
qr([1 2;3 4;5 6],"foo")
%> error: qr: type for P must be 'matrix' or 'vector', not foo

%% schur: 1
schur([1 2;3 4])
[u,s]=schur([1 2;3 4])
[u,s]=schur([0 1;-1 0])
%> ans =
%>
%>   -0.3723  -1.0000
%>         0   5.3723
%>
%> u =
%>
%>   -0.8246  -0.5658
%>    0.5658  -0.8246
%>
%> s =
%>
%>   -0.3723  -1.0000
%>         0   5.3723
%>
%> u =
%>
%>    1   0
%>    0   1
%>
%> s =
%>
%>    0   1
%>   -1   0
%>

%% schur: 2
schur([])
schur([1 2;3 4],"real")
%> ans = [](0x0)
%> ans =
%>
%>   -0.3723  -1.0000
%>         0   5.3723
%>

%% schur: what is refused or warned of, 3
schur([1 2 3])
%> error: schur: A must be a square matrix

%% schur: what is refused or warned of, 4
schur({})
%> error: schur: wrong type argument 'cell'

%% hess: 1
[p,h]=hess([1 2 3;4 5 6;7 8 10])
%> p =
%>
%>    1.0000        0        0
%>         0  -0.4961  -0.8682
%>         0  -0.8682   0.4961
%>
%> h =
%>
%>     1.0000   -3.5970   -0.2481
%>    -8.0623   14.8000    2.4000
%>          0    0.4000    0.2000
%>

%% hess: what is refused or warned of, 2
hess([1 2 3])
%> error: hess: A must be a square matrix

%% expm: 1
expm([0 1;0 0])
expm([1 2;3 4])
expm([])
%> ans =
%>
%>    1   1
%>    0   1
%>
%> ans =
%>
%>     51.969    74.737
%>    112.105   164.074
%>
%> ans = [](0x0)

%% expm: 2
expm(1)
%> ans = 2.7183

%% expm: what is refused or warned of, 3
expm([1 2 3])
%> error: expm: A must be a square matrix

%% expm: what is refused or warned of, 4
expm({})
%> error: expm: A must be a square matrix

%% expm: what is refused or warned of, 5
expm(ones(2,2,2))
%> error: expm: A must be a square matrix

%% logm: what is refused or warned of, 1
logm([1 2;3 4])
%> warning: logm: principal matrix logarithm is not defined for matrices with negative eigenvalues; computing non-principal logarithm
%> ans =
%>
%>   -0.3504 + 2.3911i   0.9294 - 1.0938i
%>    1.3940 - 1.6406i   1.0436 + 0.7505i
%>

%% logm: what is refused or warned of, 2
logm([1 2 3])
%> error: logm: A must be a square matrix

%% logm: what is refused or warned of, 3
logm({})
%> error: schur: wrong type argument 'cell'

%% sqrtm: 1
sqrtm([4 1;0 9])
sqrtm([1 2;3 4])
sqrtm([])
%> ans =
%>
%>    2.0000   0.2000
%>         0   3.0000
%>
%> ans =
%>
%>    0.5537 + 0.4644i   0.8070 - 0.2124i
%>    1.2104 - 0.3186i   1.7641 + 0.1458i
%>
%> ans = [](0x0)

%% sqrtm: 2
sqrtm(4)
%> ans = 2

%% sqrtm: what is refused or warned of, 3
sqrtm([1 2 3])
%> error: sqrtm: A must be a square matrix

%% rref: 1
rref([1 2 3;4 5 6])
[r,k]=rref(magic(4))
rref([])
%> ans =
%>
%>    1   0  -1
%>    0   1   2
%>
%> r =
%>
%>    1   0   0   1
%>    0   1   0   3
%>    0   0   1  -3
%>    0   0   0   0
%>
%> k =
%>
%>    1   2   3
%>
%> ans = [](0x0)

%% rref: 2
rref([1 2;2 4],0.1)
%> ans =
%>
%>    1   2
%>    0   0
%>

%% rref: what is refused or warned of, 3
rref(ones(2,2,2))
%> error: rref: A must be a 2-dimensional matrix

%% givens: 1
givens(1,1)
[c,s]=givens(1,1)
%> ans =
%>
%>    0.7071   0.7071
%>   -0.7071   0.7071
%>
%> c = 0.7071
%> s = 0.7071

%% qr: one output is the triangle
%! Octave leaves the reflections below the diagonal
r = qr([1 2;3 4])
r = qr([1 2;3 4;5 6], 0)
%> r =
%>
%>   -3.1623  -4.4272
%>         0  -0.6325
%>
%> r =
%>
%>   -5.9161  -7.4374
%>         0   0.8281
%>
