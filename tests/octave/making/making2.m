%% ndgrid: ndgrid(1:2,1:3), [x,y]=ndgrid(1:2), [x,y]=ndgrid([12],[345])
x = ndgrid(1:2,1:3)
[x,y]=ndgrid(1:2)
[x,y]=ndgrid([1 2],[3 4 5])
%> x =
%>
%>    1   1   1
%>    2   2   2
%>
%> x =
%>
%>    1   1
%>    2   2
%>
%> y =
%>
%>    1   2
%>    1   2
%>
%> x =
%>
%>    1   1   1
%>    2   2   2
%>
%> y =
%>
%>    3   4   5
%>    3   4   5
%>

%% hadamard: hadamard(2)
x = hadamard(2)
%> x =
%>
%>    1   1
%>    1  -1
%>
