%% norm: 1
norm([3 4])
norm([1 2;3 4])
norm([1 2;3 4],1)
%> ans = 5
%> ans = 5.4650
%> ans = 6

%% norm: 2
norm([1 2;3 4],Inf)
norm([1 2;3 4],"fro")
norm([1 2;3 4],"inf")
%> ans = 7
%> ans = 5.4772
%> ans = 7

%% norm: 3
norm([1 2 3],1)
norm([1 2 3],Inf)
norm([1 2 3],-Inf)
%> ans = 6
%> ans = 3
%> ans = 1

%% norm: 4
norm([1 2 3],3)
norm([1 2 3],0)
norm([1 2 3],0.5)
%> ans = 3.3019
%> ans = 3
%> ans = 17.192

%% norm: 5
norm([])
norm([1 2;3 4],3)
norm([1 NaN])
%> ans = 0
%> ans = 5.7331
%> ans = NaN

%% norm: 6
norm([1 Inf])
norm(single([3 4]))
norm([3 4i])
%> ans = Inf
%> ans = 5
%> ans = 5

%% norm: 7
norm([1 2;3 4],"rows")
norm([1 2;3 4],"columns")
norm([1 2;3 4],1,"rows")
%> ans =
%>
%>    2.2361
%>    5.0000
%>
%> ans =
%>
%>    3.1623   4.4721
%>
%> ans =
%>
%>    3
%>    7
%>

%% norm: 8
norm([1 2],"fro")
norm([1e200 1e200])
norm([NaN 1;1 1])
%> ans = 2.2361
%> ans = 1.4142e+200
%> ans = NaN

%% norm: 9
norm([Inf 1;1 1])
norm([],1)
norm([1 2],{})
%> ans = NaN
%> ans = 0
%> ans = 2.2361

%% norm: 10
norm([1 2;3 4],"cols")
%> ans =
%>
%>    3.1623   4.4721
%>

%% norm: what is refused or warned of, 11
norm(int8([3 4]))
%> error: xnorm: wrong type argument 'int8 matrix'

%% norm: what is refused or warned of, 12
norm({})
%> error: xnorm: wrong type argument 'cell'

%% norm: what is refused or warned of, 13
norm('a')
%> error: xnorm: wrong type argument 'sq_string'

%% norm: what is refused or warned of, 14
norm(ones(2,2,2))
%> error: norm: only valid for 2-D objects

%% norm: what is refused or warned of, 15
norm([1 2;3 4],"foo")
%> error: norm: unrecognized option: foo

%% norm: what is refused or warned of, 16
norm(true)
%> error: xnorm: wrong type argument 'bool'

%% norm: what is refused or warned of, 17
norm([1 2],[1 2])
%> error: norm: wrong type argument 'matrix'

%% vecnorm: 1
vecnorm([3 4;6 8])
vecnorm([3 4;6 8],2,2)
vecnorm([3 4;6 8],1)
%> ans =
%>
%>    6.7082   8.9443
%>
%> ans =
%>
%>     5
%>    10
%>
%> ans =
%>
%>     9   12
%>

%% vecnorm: 2
vecnorm([3 4;6 8],Inf)
vecnorm([3 4])
vecnorm([3 4;6 8],3,2)
%> ans =
%>
%>    6   8
%>
%> ans = 5
%> ans =
%>
%>    4.4979
%>    8.9959
%>

%% vecnorm: 3
vecnorm([3 4;6 8],2,3)
%> ans =
%>
%>    3   4
%>    6   8
%>

%% vecnorm: what is refused or warned of, 4
vecnorm({})
%> error: vecnorm: A must be numeric

%% vecnorm: what is refused or warned of, 5
vecnorm([3 4;6 8],0)
%> error: vecnorm: P must be positive real scalar or Inf
