%% eig: 1
eig([2 1;1 3])
eig([])
[v,d]=eig([])
%> ans =
%>
%>    1.3820
%>    3.6180
%>
%> ans = [](0x0)
%> v = [](0x0)
%> d = [](0x0)

%% eig: 2
eig({})
eig([1 2;3 4],[2 0;0 3])
[v,d]=eig([2 1;1 3],'vector'); abs(v), d
%> ans = [](0x0)
%> ans =
%>
%>   -0.1667
%>    2.0000
%>
%> ans =
%>
%>    0.8507   0.5257
%>    0.5257   0.8507
%>
%> d =
%>
%>    1.3820
%>    3.6180
%>

%% eig: 3
eig([1 2i;3 4])
eig(5)
[v,d]=eig(5)
%> ans =
%>
%>    0.4194 - 1.4419i
%>    4.5806 + 1.4419i
%>
%> ans = 5
%> v = 1
%> d = 5

%% eig: 4
eig(single([2 1;1 3]))
eig([1 2;3 4],[0 0;0 1])
%> ans =
%>
%>    1.3820
%>    3.6180
%>
%> ans =
%>
%>    Inf
%>     -2
%>

%% eig: what is refused or warned of, 5
eig([1 2 3])
%> error: eig: A must be a square matrix

%% eig: what is refused or warned of, 6
eig([1 NaN;1 2])
%> error: EIG: matrix contains Inf or NaN values

%% eig: what is refused or warned of, 7
eig({1})
%> error: eig: wrong type argument 'cell'

%% eig: what is refused or warned of, 8
eig(int8(1))
%> error: eig: wrong type argument 'int8 scalar'

%% eig: what is refused or warned of, 9
eig('a')
%> error: eig: wrong type argument 'sq_string'

%% eig: what is refused or warned of, 10
eig(true)
%> error: eig: wrong type argument 'bool'

%% eig: what is refused or warned of, 11
eig(ones(2,2,2))
%> error: EIG requires square matrix

%% eig: what is refused or warned of, 12
eig([1 2;3 4],[1 2 3])
%> error: eig: B must be a square matrix

%% eig: what is refused or warned of, 13
eig([1 2;3 4],'foo')
%> error: eig: invalid option "foo"

%% svd: 1
svd([1 2;3 4])
svd([])
[u,s,v]=svd([])
%> ans =
%>
%>    5.4650
%>    0.3660
%>
%> ans = [](0x1)
%> u = [](0x0)
%> s = [](0x0)
%> v = [](0x0)

%% svd: 2
svd(zeros(0,3))
[u,s,v]=svd(zeros(0,3))
[u,s,v]=svd(zeros(3,0),0)
%> ans = [](0x1)
%> u = [](0x0)
%> s = [](0x3)
%> v =
%>
%>    1   0   0
%>    0   1   0
%>    0   0   1
%>
%> u = [](3x0)
%> s = [](0x0)
%> v = [](0x0)

%% svd: 3
svd(int8(1))
svd(5)
s=svd([1 2;3 4],0)
%> ans = 1
%> ans = 5
%> s =
%>
%>    5.4650
%>    0.3660
%>

%% svd: what is refused or warned of, 4
svd([1 NaN])
%> error: svd: cannot take SVD of matrix containing Inf or NaN values

%% svd: what is refused or warned of, 5
svd({})
%> error: svd: wrong type argument 'cell'

%% svd: what is refused or warned of, 6
svd(ones(2,2,2))
%> error: svd: A must be a 2-D matrix

%% svd: what is refused or warned of, 7
svd('ab')
%> error: invalid conversion from string to real matrix

%% svd: what is refused or warned of, 8
svd([1 Inf])
%> error: svd: cannot take SVD of matrix containing Inf or NaN values

%% null: 1
null([1 1;1 1])
null([1 2;3 4])
null([])
%> ans =
%>
%>    0.7071
%>   -0.7071
%>
%> ans = [](2x0)
%> ans = [](0x0)

%% null: 2
null([1 0;0 0])
null([1 1],0.1)
null(zeros(0,3))
%> ans =
%>
%>    0
%>    1
%>
%> ans =
%>
%>   -0.7071
%>    0.7071
%>
%> ans =
%>
%>    1   0   0
%>    0   1   0
%>    0   0   1
%>

%% null: what is refused or warned of, 3
null({})
%> error: svd: wrong type argument 'cell'

%% orth: 1
abs(orth([1 1;1 1]))
abs(orth([1 2;3 4]))
orth([])
%> ans =
%>
%>    0.7071
%>    0.7071
%>
%> ans =
%>
%>    0.4046   0.9145
%>    0.9145   0.4046
%>
%> ans = [](0x0)

%% orth: 2
orth(zeros(2))
%> ans = [](2x0)

%% cond: 1
cond([1 2;3 4])
cond([1 2;2 4]) > 1e15
cond([1 2;3 4],1)
%> ans = 14.933
%> ans = 1
%> ans = 21.000

%% cond: 2
cond([])
cond([1 2 3])
cond({})
%> ans = 0
%> ans = 1
%> ans = 0

%% cond: 3
cond(0)
cond([1 2;3 4],"fro")
%> ans = Inf
%> ans = 15.000

%% cond: what is refused or warned of, 4
cond([1 2 3],1)
%> error: inverse: A must be a square matrix

%% cond: what is refused or warned of, 5
cond(ones(2,2,2))
%> error: cond: A must be a 2-D matrix

%% cond: what is refused or warned of, 6
cond([1 NaN])
%> error: cond: A must not contain Inf or NaN values

%% cond: what is refused or warned of, 7
cond('a')
%> error: invalid conversion from string to real matrix
