%% inv: 1
inv(int8(1))
inv([])
inv(true)
%> ans = 1
%> ans = [](0x0)
%> ans = 1

%% inv: 2
[x,r]=inv([1 2;2 4])
[x,r]=inv([1 2;3 4])
inv(0)
%> x =
%>
%>    Inf   Inf
%>    Inf   Inf
%>
%> r = 0
%> x =
%>
%>   -2.0000   1.0000
%>    1.5000  -0.5000
%>
%> r = 0.047619
%> ans = Inf

%% inv: 3
inv(single([1 2;3 4]))
%> ans =
%>
%>   -2.0000   1.0000
%>    1.5000  -0.5000
%>

%% inv: what is refused or warned of, 4
inv([1 2;2 4])
%> warning: matrix singular to machine precision
%> ans =
%>
%>    Inf   Inf
%>    Inf   Inf
%>

%% inv: what is refused or warned of, 5
inv([1 2 3])
%> error: inverse: A must be a square matrix

%% inv: what is refused or warned of, 6
inv('a')
%> error: invalid conversion from string to real matrix

%% inv: what is refused or warned of, 7
inv([1 2;3 NaN])
%> warning: matrix singular to machine precision
%> ans =
%>
%>    Inf   Inf
%>    Inf   Inf
%>

%% inv: what is refused or warned of, 8
inv({1})
%> error: inv: wrong type argument 'cell'

%% inv: what is refused or warned of, 9
inv([1 2;2 4+eps*2])
%> warning: matrix singular to machine precision
%> ans =
%>
%>    Inf   Inf
%>    Inf   Inf
%>

%% inv: what is refused or warned of, 10
inv(ones(2,2,2))
%> error: inverse requires square matrix

%% inv: what is refused or warned of, 11
inv([1 2;2 4])
%> warning: matrix singular to machine precision
%> ans =
%>
%>    Inf   Inf
%>    Inf   Inf
%>

%% operators: 1
[1 2 3]\1
1/0
%> ans =
%>
%>    0.071429
%>    0.142857
%>    0.214286
%>
%> ans = Inf

%% operators: what is refused or warned of, 2
[1 2;2 4]\[1;2]
%> warning: matrix singular to machine precision
%> ans =
%>
%>    0.2000
%>    0.4000
%>

%% operators: what is refused or warned of, 3
[1 2;0 0]\[1;2]
%> warning: matrix singular to machine precision
%> ans =
%>
%>    0.2000
%>    0.4000
%>

%% operators: what is refused or warned of, 4
[1 2;2 4+eps*2]\[1;2]
%> warning: matrix singular to machine precision
%> ans =
%>
%>    0.2000
%>    0.4000
%>

%% operators: what is refused or warned of, 5
[1 2;2 4]/[1 2;2 4]
%> warning: matrix singular to machine precision
%> ans =
%>
%>    0.2000   0.4000
%>    0.4000   0.8000
%>

%% operators: what is refused or warned of, 6
[1 2 3]'\1
%> error: operator \: nonconformant arguments (op1 is 3x1, op2 is 1x1)

%% operators: what is refused or warned of, 7
[1 NaN;2 4]\[1;2]
%> warning: matrix singular to machine precision
%> ans =
%>
%>    NaN
%>    NaN
%>

%% operators: what is refused or warned of, 8
[1 2;3 4]\int8([1;2])
%> error: binary operator '\' not implemented for 'matrix' by 'int8 matrix' operations

%% det: 1
det([1 2;3 4])
det([])
det(int8([1 2;3 4]))
%> ans = -2
%> ans = 1
%> ans = -2

%% det: 2
det({})
[d,r]=det([1 2;3 4])
%> ans = 1
%> d = -2
%> r = 0.047619

%% det: what is refused or warned of, 3
det([1 2 3])
%> error: det: A must be a square matrix

%% det: what is refused or warned of, 4
det('ab')
%> error: det: A must be a square matrix

%% det: what is refused or warned of, 5
det(ones(2,2,2))
%> error: matrix must be square

%% trace: 1
trace([1 2;3 4])
trace([1 2 3])
trace([])
%> ans = 5
%> ans = 1
%> ans = 0

%% trace: 2
trace(5)
trace(int8([1 2;3 4]))
%> ans = 5
%> ans = 5

%% trace: what is refused or warned of, 3
trace(ones(2,2,2))
%> error: trace: only valid on 2-D objects

%% rank: 1
rank([1 2;2 4])
rank([])
rank(magic(4))
%> ans = 1
%> ans = 0
%> ans = 3

%% rank: 2
rank(magic(4),100)
%> ans = 0

%% pinv: 1
pinv([1 2;3 4;5 6])
pinv([])
pinv(zeros(2,3))
%> ans =
%>
%>   -1.3333  -0.3333   0.6667
%>    1.0833   0.3333  -0.4167
%>
%> ans = [](0x0)
%> ans =
%>
%>    0   0
%>    0   0
%>    0   0
%>

%% pinv: 2
pinv(0)
pinv({})
pinv(int8(1))
%> ans = 0
%> ans = [](0x0)
%> ans = 1

%% pinv: 3
pinv(zeros(0,3))
pinv(5)
%> ans = [](0x0)
%> ans = 0.2000

%% rcond: 1
rcond([1 2;3 4])
rcond([])
rcond([1 2;2 4])
%> ans = 0.047619
%> ans = Inf
%> ans = 0

%% rcond: 2
rcond([1 Inf;2 3])
%> ans = 0

%% rcond: what is refused or warned of, 3
rcond([1 2 3])
%> error: matrix must be square

%% linsolve: 1
linsolve([1 2;3 4],[1;2])
linsolve([1 2;3 4],[1;2],struct("TRANSA",true))
linsolve([1 2;0 4],[1;2],struct("UT",true))
%> ans =
%>
%>         0
%>    0.5000
%>
%> ans =
%>
%>    1
%>    0
%>
%> ans =
%>
%>         0
%>    0.5000
%>

%% linsolve: what is refused or warned of, 2
linsolve([1 2;3 4],[1;2;3])
%> error: operator \: nonconformant arguments (op1 is 2x2, op2 is 3x1)

%% linsolve: what is refused or warned of, 3
linsolve({},1)
%> error: linsolve: A and B must be numeric

%% det: 1
det(5)
%> ans = 5

%% trace: 1
trace({})
%> ans = 0

%% inv: 1
inv([2 0;0 4])
inv(1i)
%> ans =
%>
%>    0.5000        0
%>         0   0.2500
%>
%> ans =  0 - 1i

%% inv: what is refused or warned of, 2
inv([2 1;0 0])
%> warning: matrix singular to machine precision
%> ans =
%>
%>    Inf   Inf
%>    Inf   Inf
%>

%% inv: what is refused or warned of, 3
inv([0 0;0 0])
%> warning: matrix singular to machine precision
%> ans =
%>
%>    Inf   Inf
%>    Inf   Inf
%>

%% operators: 1
[1 2;3 4]^2
[1 2;3 4]^-1
[1 2;3 4]^0.5
%> ans =
%>
%>     7   10
%>    15   22
%>
%> ans =
%>
%>   -2.0000   1.0000
%>    1.5000  -0.5000
%>
%> ans =
%>
%>    0.5537 + 0.4644i   0.8070 - 0.2124i
%>    1.2104 - 0.3186i   1.7641 + 0.1458i
%>

%% operators: 2
2^[1 2;3 4]
%> ans =
%>
%>    10.483   14.152
%>    21.228   31.711
%>

%% operators: what is refused or warned of, 3
[1 2;3 4]^[1 2;3 4]
%> error: can't do A ^ B for A and B both matrices

%% operators: what is refused or warned of, 4
[1 2 3]^2
%> error: for x^y, only square matrix arguments are permitted and one argument must be scalar.  Use .^ for elementwise power.
