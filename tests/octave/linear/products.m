%% kron: 1
kron([1 2],[1;1])
kron([1 2;3 4],eye(2))
kron(1,[])
%> ans =
%>
%>    1   2
%>    1   2
%>
%> ans =
%>
%>    1   0   2   0
%>    0   1   0   2
%>    3   0   4   0
%>    0   3   0   4
%>
%> ans = [](0x0)

%% kron: 2
kron(int8([1 2]),2)
kron([1 2],[1 2],[1 2])
kron(single(2),[1 2])
%> ans =
%>
%>    2   4
%>
%> ans =
%>
%>    1   2   2   4   2   4   4   8
%>
%> ans =
%>
%>    2   4
%>

%% kron: 3
kron([1i 2],[1 1])
kron(true,[1 2])
kron(ones(2,2,2),1)
%> ans =
%>
%>    0 + 1i   0 + 1i   2 + 0i   2 + 0i
%>
%> ans =
%>
%>    1   2
%>
%> ans =
%>
%>    1   1   1   1
%>    1   1   1   1
%>

%% cross: 1
cross([1 0 0],[0 1 0])
cross([1;2;3],[4;5;6])
cross([1 2 3;4 5 6],[7 8 9;1 2 3],2)
%> ans =
%>
%>    0   0   1
%>
%> ans =
%>
%>   -3
%>    6
%>   -3
%>
%> ans =
%>
%>    -6   12   -6
%>     3   -6    3
%>

%% cross: 2
cross([1 2 3;4 5 6;7 8 9],eye(3))
cross([1i 2 3],[1 2 3])
cross([1 2 3;4 5 6],[7 8 9;1 2 3])
%> ans =
%>
%>    0  -8   6
%>    7   0  -3
%>   -4   2   0
%>
%> ans =
%>
%>    0 + 0i   3 - 3i  -2 + 2i
%>
%> ans =
%>
%>    -6   12   -6
%>     3   -6    3
%>

%% cross: what is refused or warned of, 3
cross([1 2],[3 4])
%> error: cross: must have at least one dimension with 3 elements

%% cross: what is refused or warned of, 4
cross([1 2 3],[4;5;6])
%> warning: cross: taking cross product of row by column
%> ans =
%>
%>   -3
%>    6
%>   -3
%>

%% cross: what is refused or warned of, 5
cross([1 2 3],[1 2 3 4])
%> error: cross: X and Y must have the same dimensions

%% cross: what is refused or warned of, 6
cross([1 2 3;4 5 6],[7 8 9;1 2 3],1)
%> error: cross: dimension DIM must have 3 elements

%% dot: 1
dot([1 2 3],[4 5 6])
dot([1;2],[3 4])
dot([1 2;3 4],[5 6;7 8])
%> ans = 32
%> ans = 11
%> ans =
%>
%>    26   44
%>

%% dot: 2
dot([1 2;3 4],[5 6;7 8],2)
dot([1i 2],[3 4])
dot([],[])
%> ans =
%>
%>    17
%>    53
%>
%> ans =  8 - 3i
%> ans = [](1x0)

%% dot: 3
dot(int8([1 2]),int8([3 4]))
dot(single([1 2]),[3 4])
dot(int8([100 100]),int8([3 4]))
%> ans = 11
%> ans = 11
%> ans = 254

%% dot: 4
dot([1 2],[3 4],3)
dot(ones(2,2,2),ones(2,2,2))
dot(zeros(0,3),zeros(0,3))
%> ans =
%>
%>    3   8
%>
%> ans =
%>
%> ans(:,:,1) =
%>
%>    2   2
%>
%> ans(:,:,2) =
%>
%>    2   2
%>
%> ans =
%>
%>    0   0   0
%>

%% dot: what is refused or warned of, 5
dot([1 2 3],[1 2])
%> error: dot: sizes of X and Y must match

%% dot: what is refused or warned of, 6
dot({},1)
%> error: dot: X and Y must be numeric

%% dot: what is refused or warned of, 7
dot([1 2;3 4],[5 6])
%> error: dot: sizes of X and Y must match

%% dot: what is refused or warned of, 8
dot(true,true)
%> error: dot: X and Y must be numeric

%% dot: what is refused or warned of, 9
dot([1 2;3 4],[5 6;7 8],0)
%> error: dot: DIM must be a valid dimension

%% mpower: 1
mpower(2,3)
%> ans = 8

%% plus: 1
plus(1,2,3)
%> ans = 6

%% times: 1
times(1,2,3,4)
%> ans = 24

%% and: 1
and(1,0,1)
%> ans = 0

%% mtimes: 1
mtimes([1 2],[3;4])
mtimes(1,2,3)
%> ans = 11
%> ans = 6

%% mtimes: what is refused or warned of, 2
mtimes([1 2],[3 4])
%> error: operator *: nonconformant arguments (op1 is 1x2, op2 is 1x2)

%% uminus: 1
uminus([1 2])
%> ans =
%>
%>   -1  -2
%>

%% not: 1
not(1)
%> ans = 0

%% mldivide: 1
mldivide([1 2;3 4],[1;2])
%> ans =
%>
%>         0
%>    0.5000
%>

%% mrdivide: 1
mrdivide([1 2],[1 2;3 4])
%> ans =
%>
%>    1   0
%>

%% transpose: 1
transpose([1 2i])
%> ans =
%>
%>    1 + 0i
%>    0 + 2i
%>

%% ctranspose: 1
ctranspose([1 2i])
%> ans =
%>
%>    1 - 0i
%>    0 - 2i
%>

%% ge: 1
ge(1,2)
%> ans = 0

%% power: 1
power(2,3)
%> ans = 8

%% ldivide: 1
ldivide(2,3)
%> ans = 1.5000

%% rdivide: 1
rdivide(3,2)
%> ans = 1.5000

%% ne: 1
ne(1,2)
%> ans = 1

%% xor: 1
xor(1,0)
%> ans = 1

%% horzcat: 1
horzcat(1,2)
%> ans =
%>
%>    1   2
%>

%% uplus: 1
uplus(5)
%> ans = 5

%% colon: 1
colon(1,3)
colon(1,2,7)
%> ans =
%>
%>    1   2   3
%>
%> ans =
%>
%>    1   3   5   7
%>
