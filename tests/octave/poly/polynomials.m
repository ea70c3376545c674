%% polyfit: 1
[p,S]=polyfit([1 2 3 4],[1 4 9 15],1)
[p,S,mu]=polyfit([1 2 3 4],[1 4 9 15],1); p, S.df, S.normr, mu
polyfit([1 2 3]',[1 4 9]',1)
%> p =
%>
%>    4.7000  -4.5000
%>
%> S =
%>
%>   scalar structure containing the fields:
%>
%>     yf =
%>
%>         0.2000    4.9000    9.6000   14.3000
%>
%>     X =
%>
%>        1   1
%>        2   1
%>        3   1
%>        4   1
%>
%>     R =
%>
%>       -5.4772  -1.8257
%>             0  -0.8165
%>
%>     C =
%>
%>        0.2000  -0.5000
%>       -0.5000   1.5000
%>
%>     df = 2
%>     normr = 1.5166
%>
%> p =
%>
%>    6.0677   7.2500
%>
%> ans = 2
%> ans = 1.5166
%> mu =
%>
%>    2.5000   1.2910
%>
%> ans =
%>
%>    4.0000  -3.3333
%>

%% polyfit: 2
polyfit([1 2 3 4],[1 4 9 15],logical([1 0 1]))
%> ans =
%>
%>    0.9341        0   0.2442
%>

%% polyfit: what is refused or warned of, 3
polyfit([1 2],[1 2 3],1)
%> error: polyfit: X and Y must have the same number of points

%% polyfit: what is refused or warned of, 4
polyfit([1 2 3],[1 2 3],-1)
%> error: polyfit: N must be a non-negative integer

%% polyval: 1
polyval([1 2 3],2)
polyval([1 2 3],[1 2;3 4])
polyval([],1)
%> ans = 11
%> ans =
%>
%>     6   11
%>    18   27
%>
%> ans = 0

%% polyval: 2
polyval([1 2],[])
polyval([1 2 3],2,[],[1 2])
[y,dy]=polyval([1 2],3,struct("R",1,"normr",1,"df",1))
%> ans = [](0x0)
%> ans = 4.2500
%> y = 5
%> dy = 3.3166

%% polyval: 3
polyval([1 0 -1],1i)
polyval(1,[1 2 3])
%> ans = -2
%> ans =
%>
%>    1   1   1
%>

%% polyval: what is refused or warned of, 4
polyval([1 2;3 4],1)
%> error: polyval: P must be a numeric floating point vector

%% polyval: what is refused or warned of, 5
polyval({},1)
%> error: polyval: P must be a numeric floating point vector

%% polyval: what is refused or warned of, 6
polyval("a",1)
%> error: polyval: P must be a numeric floating point vector

%% roots: 1
roots([1 -3 2])
roots([1 0 1])
roots([])
%> ans =
%>
%>    2
%>    1
%>
%> ans =
%>
%>    0 + 1i
%>    0 - 1i
%>
%> ans = [](0x0)

%% roots: 2
roots([0 0])
roots(5)
roots([0 1 -1 0])
%> ans = [](0x0)
%> ans = [](0x1)
%> ans =
%>
%>    1
%>    0
%>

%% roots: 3
roots([2 -4])
roots([1 -6 11 -6])
%> ans = 2
%> ans =
%>
%>    3
%>    2
%>    1
%>

%% roots: what is refused or warned of, 4
roots([1 NaN])
%> error: roots: inputs must not contain Inf or NaN

%% roots: what is refused or warned of, 5
roots({})
%> error: isfinite: not defined for cell

%% poly: 1
poly([1 2;3 4])
poly([1 2 3])
poly([])
%> ans =
%>
%>    1  -5  -2
%>
%> ans =
%>
%>     1   -6   11   -6
%>
%> ans = 1

%% poly: 2
poly([1i -1i])
poly(2)
poly([1+i 2])
%> ans =
%>
%>    1   0   1
%>
%> ans =
%>
%>    1  -2
%>
%> ans =
%>
%>    1 + 0i  -3 - 1i   2 + 2i
%>

%% deconv: 1
deconv([1 3 5 3],[1 1])
[b,r]=deconv([1 3 5 4],[1 1])
[b,r]=deconv([1 2],[1 2 3])
%> ans =
%>
%>    1   2   3
%>
%> b =
%>
%>    1   2   3
%>
%> r =
%>
%>    0   0   0   1
%>
%> b = 0
%> r =
%>
%>    1   2
%>

%% deconv: 2
[b,r]=deconv([2 4],2)
%> b =
%>
%>    1   2
%>
%> r =
%>
%>    0   0
%>

%% deconv: what is refused or warned of, 3
deconv([1 2;3 4],1)
%> error: deconv: Y and A must be vectors

%% deconv: what is refused or warned of, 4
deconv([1 2 3],[0 1])
%> error: filter: the first element of A must be nonzero

%% polyder: 1
polyder([1 2 3])
polyder(5)
polyder([1 2],[1 3])
%> ans =
%>
%>    2   2
%>
%> ans = 0
%> ans = 1

%% polyder: 2
[q,d]=polyder([1 2],[1 3])
polyder([0 0 1 2])
polyder([1;2;3])
%> q = 1
%> d =
%>
%>    1   6   9
%>
%> ans =
%>
%>    0   0   1
%>
%> ans =
%>
%>    2   2
%>

%% polyder: what is refused or warned of, 3
polyder([])
%> error: polyder: argument must be a vector

%% polyder: what is refused or warned of, 4
polyder({})
%> error: polyder: argument must be a vector

%% polyint: 1
polyint([1 2 3])
polyint([2 2],5)
polyint([])
%> ans =
%>
%>    0.3333   1.0000   3.0000        0
%>
%> ans =
%>
%>    1   2   5
%>
%> ans = [](0x0)

%% polyint: 2
polyint({})
polyint([1;2])
%> ans = [](0x0)
%> ans =
%>
%>    0.5000   2.0000        0
%>

%% polyreduce: 1
polyreduce([0 0 1 2])
%> ans =
%>
%>    1   2
%>

%% compan: 1
compan([1 2 3])
%> ans =
%>
%>   -2  -3
%>    1   0
%>

%% polyout: 1
polyout([1 2 3])
polyout([1 -2 3],"x")
%> 1*s^2 + 2*s^1 + 3
%> 1*x^2 - 2*x^1 + 3

%% residue: 1
[r,p,k]=residue([1 2],[1 3 2])
%> r =
%>
%>    0
%>    1
%>
%> p =
%>
%>   -2
%>   -1
%>
%> k = [](0x0)
