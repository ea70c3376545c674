%% nnz: nnz([102]), x=nnz([10;01]),y=find([01;10])', x=nnz(rand(100)>2)
x = nnz([1 0 2])
x = nnz([1 0;0 1]), y = find([0 1;1 0])'
x = nnz(rand(100)>2)
%> x = 2
%> x = 2
%> y =
%>
%>    2   3
%>
%> x = 0

%% nnz: nnz([])
x = nnz([])
%> x = 0

%% find: find([0101]), find([0;1;1]), find([01;11])
x = find([0 1 0 1])
x = find([0;1;1])
x = find([0 1;1 1])
%> x =
%>
%>    2   4
%>
%> x =
%>
%>    2
%>    3
%>
%> x =
%>
%>    2
%>    3
%>    4
%>

%% find: find([0101],1), find([0101],1,"last"), find([])
x = find([0 1 0 1],1)
x = find([0 1 0 1],1,"last")
x = find([])
%> x = 2
%> x = 4
%> x = [](0x0)

%% find: find(zeros(1,0)), find(zeros(0,1)), find(0)
x = find(zeros(1,0))
x = find(zeros(0,1))
x = find(0)
%> x = [](1x0)
%> x = [](0x1)
%> x = [](0x0)

%% find: find(zeros(2,2)), find([000]), find([0;0])
x = find(zeros(2,2))
x = find([0 0 0])
x = find([0;0])
%> x = [](0x1)
%> x = [](1x0)
%> x = [](0x1)

%% find: find(1,-1), find(1,1.5), find(1,1,"foo")
try
  x = find(1,-1);
catch err
  disp(err.message)
end
try
  x = find(1,1.5);
catch err
  disp(err.message)
end
try
  x = find(1,1,"foo");
catch err
  disp(err.message)
end
%> find: N must be a non-negative integer
%> find: N must be a non-negative integer
%> find: DIRECTION must be "first" or "last"

%% find: [r,c]=find([01;11]), [r,c,v]=find([07;51]), [r,c,v]=find([075]>1)
[r,c]=find([0 1;1 1])
[r,c,v]=find([0 7;5 1])
[r,c,v]=find([0 7 5]>1)
%> r =
%>
%>    2
%>    1
%>    2
%>
%> c =
%>
%>    1
%>    2
%>    2
%>
%> r =
%>
%>    2
%>    1
%>    2
%>
%> c =
%>
%>    1
%>    2
%>    2
%>
%> v =
%>
%>    5
%>    7
%>    1
%>
%> r =
%>
%>    1   1
%>
%> c =
%>
%>    2   3
%>
%> v =
%>
%>   1  1
%>

%% find: [r,c]=find([011]), [r,c]=find(ones(2,1,2)), [r,c]=find([])
[r,c]=find([0 1 1])
[r,c]=find(ones(2,1,2))
[r,c]=find([])
%> r =
%>
%>    1   1
%>
%> c =
%>
%>    2   3
%>
%> r =
%>
%>    1
%>    2
%>    1
%>    2
%>
%> c =
%>
%>    1
%>    1
%>    2
%>    2
%>
%> r = [](0x0)
%> c = [](0x0)

%% find: find([0305]), find([03;20]), find([1111],2)
x = find([0 3 0 5])
x = find([0 3;2 0])
x = find([1 1 1 1],2)
%> x =
%>
%>    2   4
%>
%> x =
%>
%>    2
%>    3
%>
%> x =
%>
%>    1   2
%>

%% find: find([00]), find(zeros(0,3))
x = find([0 0])
x = find(zeros(0,3))
%> x = [](1x0)
%> x = [](0x1)

%% lookup: lookup([123],[0.512.54]), lookup([321],[2.5]), lookup({"a","c"},"b")
x = lookup([1 2 3],[0.5 1 2.5 4])
x = lookup([3 2 1],[2.5])
x = lookup({"a","c"},"b")
%> x =
%>
%>    0   1   2   3
%>
%> x = 1
%> x = 1

%% lookup: lookup([102030],[5102540]), lookup([123],2), lookup([123],[01.59])
x = lookup([10 20 30],[5 10 25 40])
x = lookup([1 2 3],2)
x = lookup([1 2 3],[0 1.5 9])
%> x =
%>
%>    0   1   2   3
%>
%> x = 2
%> x =
%>
%>    0   1   3
%>

%% lookup: lookup([123],[])
x = lookup([1 2 3],[])
%> x = [](0x0)

%% histc: histc([12235],1:5), histc([12235],[135]), histc([1;2],[12])
x = histc([1 2 2 3 5],1:5)
x = histc([1 2 2 3 5],[1 3 5])
x = histc([1;2],[1 2])
%> x =
%>
%>    1   2   1   0   1
%>
%> x =
%>
%>    3   1   1
%>
%> x =
%>
%>    1
%>    1
%>

%% histc: histc([12;13],1:3), histc([],1:3), [n,i]=histc([1227],1:3)
x = histc([1 2;1 3],1:3)
x = histc([],1:3)
[n,i]=histc([1 2 2 7],1:3)
%> x =
%>
%>    2   0
%>    0   1
%>    0   1
%>
%> x = [](3x0)
%> n =
%>
%>    1   2   0
%>
%> i =
%>
%>    1   2   2   0
%>

%% histc: histc([11259],[0246]), x=histc([123456],[036]), histc([0.511.52],[012])
x = histc([1 1 2 5 9],[0 2 4 6])
x = histc([1 2 3 4 5 6],[0 3 6])
x = histc([0.5 1 1.5 2],[0 1 2])
%> x =
%>
%>    2   1   1   0
%>
%> x =
%>
%>    2   3   1
%>
%> x =
%>
%>    1   2   1
%>

%% hist: hist([12235]), hist([12235],3), hist([12235],[135])
x = hist([1 2 2 3 5])
x = hist([1 2 2 3 5],3)
x = hist([1 2 2 3 5],[1 3 5])
%> x =
%>
%>    1   0   2   0   1   0   0   0   0   1
%>
%> x =
%>
%>    3   1   1
%>
%> x =
%>
%>    3   1   1
%>

%% hist: hist([1223],2,1), [n,x]=hist([1227],3), [n,x]=hist([1227])
x = hist([1 2 2 3],2,1)
[n,x]=hist([1 2 2 7],3)
[n,x]=hist([1 2 2 7])
%> x =
%>
%>    0.7500   0.2500
%>
%> n =
%>
%>    3   0   1
%>
%> x =
%>
%>    2   4   6
%>
%> n =
%>
%>    1   2   0   0   0   0   0   0   0   1
%>
%> x =
%>
%>  Columns 1 through 8:
%>
%>    1.3000   1.9000   2.5000   3.1000   3.7000   4.3000   4.9000   5.5000
%>
%>  Columns 9 and 10:
%>
%>    6.1000   6.7000
%>

%% hist: [n,x]=hist([12;27],2), hist([122333]), hist([11259],3,1)
[n,x]=hist([1 2;2 7],2)
x = hist([1 2 2 3 3 3])
x = hist([1 1 2 5 9],3,1)
%> n =
%>
%>    2   1
%>    0   1
%>
%> x =
%>
%>    2.5000
%>    5.5000
%>
%> x =
%>
%>    1   0   0   0   2   0   0   0   0   3
%>
%> x =
%>
%>    0.6000   0.2000   0.2000
%>
