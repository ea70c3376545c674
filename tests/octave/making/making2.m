%% I: I
x = I
%> x =  0 + 1i

%% J: J
x = J
%> x =  0 + 1i

%% e: e
x = e
%> x = 2.7183

%% meshgrid: meshgrid(1:2,1:3), meshgrid(1:2), [x,y]=meshgrid(1:3,1:2)
x = meshgrid(1:2,1:3)
x = meshgrid(1:2)
[x,y]=meshgrid(1:3,1:2)
%> x =
%>
%>    1   2
%>    1   2
%>    1   2
%>
%> x =
%>
%>    1   2
%>    1   2
%>
%> x =
%>
%>    1   2   3
%>    1   2   3
%>
%> y =
%>
%>    1   1   1
%>    2   2   2
%>

%% meshgrid: [x,y,z]=meshgrid(1:2,1:2,1:2), [x,y]=meshgrid([12],[345]), x=meshgrid(1:3),size(x)
[x,y,z]=meshgrid(1:2,1:2,1:2)
[x,y]=meshgrid([1 2],[3 4 5])
x = meshgrid(1:3), size(x)
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   2
%>    1   2
%>
%> ans(:,:,2) =
%>
%>    1   2
%>    1   2
%>
%> y =
%>
%> ans(:,:,1) =
%>
%>    1   1
%>    2   2
%>
%> ans(:,:,2) =
%>
%>    1   1
%>    2   2
%>
%> z =
%>
%> ans(:,:,1) =
%>
%>    1   1
%>    1   1
%>
%> ans(:,:,2) =
%>
%>    2   2
%>    2   2
%>
%> x =
%>
%>    1   2
%>    1   2
%>    1   2
%>
%> y =
%>
%>    3   3
%>    4   4
%>    5   5
%>
%> x =
%>
%>    1   2   3
%>    1   2   3
%>    1   2   3
%>
%> ans =
%>
%>    3   3
%>

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

%% ndgrid: [a,b,c]=ndgrid(1:2,1:3,1:2);size(a),squeeze(c(1,1,:))'
[a,b,c] = ndgrid(1:2,1:3,1:2); size(a), squeeze(c(1,1,:))'
%> ans =
%>
%>    2   3   2
%>
%> ans =
%>
%>    1   2
%>

%% hadamard: hadamard(2)
x = hadamard(2)
%> x =
%>
%>    1   1
%>    1  -1
%>
