%% interp1: 1
interp1([1 2 3],[4 5 7],2.5)
interp1([1 2 3],[4 5 7],[0 1.5 4])
interp1([1 2 3],[4 5 7],[0 1.5 4],"linear","extrap")
%> ans = 6
%> ans =
%>
%>        NA   4.5000       NA
%>
%> ans =
%>
%>    3.0000   4.5000   9.0000
%>

%% interp1: 2
interp1([1 2 3],[4 5 7],[0 1.5 4],"linear",0)
interp1([1 2 3],[4 5 7],[0 1.5 4],"nearest")
interp1([1 2 3],[4 5 7],[1.5 2.5],"previous")
%> ans =
%>
%>         0   4.5000        0
%>
%> ans =
%>
%>     NA     5    NA
%>
%> ans =
%>
%>    4   5
%>

%% interp1: 3
interp1([1 2 3],[4 5 7],[1.5 2.5],"next")
interp1([1 2 3 4],[1 4 9 16],2.5,"cubic")
interp1([1 2 3 4],[1 4 9 16],2.5,"pchip")
%> ans =
%>
%>    5   7
%>
%> ans = 6.2396
%> ans = 6.2396

%% interp1: 4
interp1([1 2 3 4],[1 4 9 16],2.5,"spline")
interp1([4 5 7],1.5)
interp1([1 2 3],[4 5;6 7;8 9],[1.5 2.5])
%> ans = 6.2500
%> ans = 4.5000
%> ans =
%>
%>    5   6
%>    7   8
%>

%% interp1: 5
interp1([1 2 3],[4 5 7],[1.5;2.5])
interp1([1 2 3]',[4 5 7]',[1.5 2.5])
interp1([3 2 1],[4 5 7],1.5)
%> ans =
%>
%>    4.5000
%>    6.0000
%>
%> ans =
%>
%>    4.5000   6.0000
%>
%> ans = 6

%% interp1: 6
interp1([1 1 2],[4 5 7],1.5)
interp1([1 2 3],[4 5 7],[1 2;2.5 3])
%> ans = 6
%> ans =
%>
%>    4   5
%>    6   7
%>

%% interp1: 7
interp1([1 2 3],[4 5 7],NaN)
interp1([1 2 3],[4 5 7],[0 4],"nearest","extrap")
interp1([1 2 3],[4 5 7],[0 4],"spline")
%> ans =  NA
%> ans =
%>
%>    4   7
%>
%> ans =
%>
%>     NA    NA
%>

%% interp1: 8
interp1([1 2 3],[4 5 7],[0 4],"spline","extrap")
interp1([1 2 3 4],[1 4 9 16],[0 5],"pchip","extrap")
interp1([1 2 3],[4 5 7],3)
%> ans =
%>
%>     4   10
%>
%> ans =
%>
%>     0.5000   24.6667
%>
%> ans = 7

%% interp1: 9
interp1([1 2 3],[4 5 7],[],"linear")
interp1([1 2 3],[4 5 7],[1.5 2.5],"*linear")
interp1([1 2 3],[4 5 7],1.5,"LINEAR")
%> ans = [](0x0)
%> ans =
%>
%>    4.5000   6.0000
%>
%> ans = 4.5000

%% interp1: 10
interp1([1 2 3],[1 2 3; 4 5 6; 7 8 9],[1.5;2.5],"spline")
interp1([1 2 3],single([4 5 7]),1.5)
%> ans =
%>
%>    2.5000   3.5000   4.5000
%>    5.5000   6.5000   7.5000
%>
%> ans = 4.5000

%% interp1: 11
interp1([1 2 2 3],[1 2 3 4],2)
interp1([1 2 2 3],[1 2 3 4],2,"left")
%> ans = 3
%> ans = 2

%% interp1: what is refused or warned of, 12
interp1([1 2 3],[4 5 7],1.5,"foo")
%> error: interp1: invalid METHOD 'foo'

%% interp1: what is refused or warned of, 13
interp1([1],[4],1)
%> error: interp1: minimum of 2 points required in each dimension

%% interp2: 1
interp2([1 2;3 4],1.5,1.5)
interp2([1 2 3],[1 2],[1 2 3;4 5 6],2.5,1.5)
interp2([1 2;3 4],3,3)
%> ans = 2.5000
%> ans = 4
%> ans =  NA

%% interp2: 2
interp2([1 2;3 4],1)
interp2(1:3,1:2,[1 2 3;4 5 6],[1.5 2.5],[1;2])
interp2(magic(4),[1.5 2.5],[2.5 3.5],"nearest")
%> ans =
%>
%>    1.0000   1.5000   2.0000
%>    2.0000   2.5000   3.0000
%>    3.0000   3.5000   4.0000
%>
%> ans =
%>
%>    1.5000   2.5000
%>    4.5000   5.5000
%>
%> ans =
%>
%>     7   15
%>

%% interp2: 3
interp2([1 2;3 4],3,3,"linear",0)
%> ans = 0

%% spline: 1
spline([0 1 2 3],[0 1 8 27],1.5)
pp=spline([0 1 2 3],[0 1 8 27])
spline([0 1],[0 1],0.5)
%> ans = 3.3750
%> pp =
%>
%>   scalar structure containing the fields:
%>
%>     form = pp
%>     breaks =
%>
%>        0   1   2   3
%>
%>     coefs =
%>
%>         1    0    0    0
%>         1    3    3    1
%>         1    6   12    8
%>
%>     pieces = 3
%>     order = 4
%>     dim = 1
%>
%> ans = 0.5000

%% spline: 2
spline([0 1 2],[0 1 4],1.5)
spline([0 1 2],[0 0 1 4 4],1.5)
spline(0:3,[0 1 8 27;1 2 3 4],[1.5 2.5])
%> ans = 2.2500
%> ans = 2.2500
%> ans =
%>
%>     3.3750   15.6250
%>     2.5000    3.5000
%>

%% pchip: 1
pchip([0 1 2 3],[0 1 8 27],1.5)
%> ans = 3.4399

%% pchip: what is refused or warned of, 2
pchip([0 1 2],[0 1])
%> error: pchip: length of X and Y must match

%% ppval: 1
ppval(mkpp([0 1 2],[1 0;2 1]),[0.5 1.5])
ppval(spline([0 1 2 3],[0 1 8 27]),[0.5;1.5])
%> ans =
%>
%>    0.5000   2.0000
%>
%> ans =
%>
%>    0.1250
%>    3.3750
%>

%% ppval: what is refused or warned of, 2
ppval(1,1)
%> error: ppval: first argument must be a pp-form structure

%% unmkpp: 1
[x,p,n,k,d]=unmkpp(mkpp([0 1 2],[1 0;2 1]))
%> x =
%>
%>    0   1   2
%>
%> p =
%>
%>    1   0
%>    2   1
%>
%> n = 2
%> k = 2
%> d = 1

%% unmkpp: what is refused or warned of, 2
unmkpp(1)
%> error: unmkpp: PP must be a piecewise polynomial structure

%% mkpp: 1
pp=mkpp([0 1],[1 2 3])
%> pp =
%>
%>   scalar structure containing the fields:
%>
%>     form = pp
%>     breaks =
%>
%>        0   1
%>
%>     coefs =
%>
%>        1   2   3
%>
%>     pieces = 1
%>     order = 3
%>     dim = 1
%>

%% mkpp: what is refused or warned of, 2
mkpp(1,1)
%> error: mkpp: BREAKS must have at least one interval

%% trapz: 1
trapz([1 2 3])
trapz([1 3 4],[1 2 3])
trapz([1 2;3 4])
%> ans = 4
%> ans = 5.5000
%> ans =
%>
%>    2   3
%>

%% trapz: 2
trapz([1 2;3 4],2)
trapz([])
trapz([1 2],[1 2;3 4],2)
%> ans =
%>
%>    1.5000
%>    3.5000
%>
%> ans = 0
%> ans =
%>
%>    1.5000
%>    3.5000
%>

%% trapz: 3
trapz(5)
trapz([1 2 3],[1 2;3 4;5 6],1)
%> ans = 0
%> ans =
%>
%>    6   8
%>

%% trapz: what is refused or warned of, 4
trapz([1 2 3],[1 2])
%> error: trapz: length of X and length of Y along DIM must match

%% cumtrapz: 1
cumtrapz([1 2 3])
cumtrapz([1 3 4],[1 2 3])
cumtrapz([1 2;3 4])
%> ans =
%>
%>         0   1.5000   4.0000
%>
%> ans =
%>
%>         0   3.0000   5.5000
%>
%> ans =
%>
%>    0   0
%>    2   3
%>
