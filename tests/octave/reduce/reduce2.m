%% bounds: bounds([312]), [s,l]=bounds([312])
x = bounds([3 1 2])
[s,l]=bounds([3 1 2])
%> x = 1
%> s = 1
%> l = 3

%% mad: mad([124]), mad([124],1)
x = mad([1 2 4])
x = mad([1 2 4],1)
%> x = 1.1111
%> x = 1

%% rescale: rescale([123])
x = rescale([1 2 3])
%> x =
%>
%>         0   0.5000   1.0000

%% ranks: ranks([312])
x = ranks([3 1 2])
%> x =
%>
%>    3   1   2
