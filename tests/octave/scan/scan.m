%% cumsum: cumsum([]), cumsum(zeros(0,3)), cumsum(int8([100100]))
x = cumsum([])
x = cumsum(zeros(0,3))
x = cumsum(int8([100 100]))
%> x = [](0x0)
%> x = [](0x3)
%> x =
%>
%>    100   200
%>

%% cumsum: cumsum([12;34],2), cumsum({1}), cumsum(true)
x = cumsum([1 2;3 4],2)
try
  x = cumsum({1});
catch err
  disp(err.message)
end
x = cumsum(true)
%> x =
%>
%>    1   3
%>    3   7
%>
%> cumsum: wrong type argument 'cell'
%> x = 1

%% cumsum: cumsum([12;34],3), cumsum([12],0), cumsum(single([12]))
x = cumsum([1 2;3 4],3)
try
  x = cumsum([1 2],0);
catch err
  disp(err.message)
end
x = cumsum(single([1 2]))
%> x =
%>
%>    1   2
%>    3   4
%>
%> cumsum: invalid dimension argument = 0
%> x =
%>
%>    1   3
%>

%% cumsum: cumsum([1NaN2]), cumsum(ones(2,2,2),3), cumsum("a")
x = cumsum([1 NaN 2])
x = cumsum(ones(2,2,2),3)
try
  x = cumsum("a");
catch err
  disp(err.message)
end
%> x =
%>
%>      1   NaN   NaN
%>
%> x =
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
%> cumsum: wrong type argument 'string'

%% cumsum: cumsum([12;34]), cumsum(reshape(1:8,2,2,2),3), cumsum([12;34],'native')
x = cumsum([1 2;3 4])
x = cumsum(reshape(1:8,2,2,2),3)
x = cumsum([1 2;3 4],'native')
%> x =
%>
%>    1   2
%>    4   6
%>
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   3
%>    2   4
%>
%> ans(:,:,2) =
%>
%>     6   10
%>     8   12
%>
%> x =
%>
%>    1   2
%>    4   6
%>

%% cumprod: cumprod([123]), cumprod([12;34],2), cumprod([12;34])
x = cumprod([1 2 3])
x = cumprod([1 2;3 4],2)
x = cumprod([1 2;3 4])
%> x =
%>
%>    1   2   6
%>
%> x =
%>
%>     1    2
%>     3   12
%>
%> x =
%>
%>    1   2
%>    3   8
%>

%% cumprod: cumprod(single([123]))
x = cumprod(single([1 2 3]))
%> x =
%>
%>    1   2   6
%>

%% cummax: cummax([132NaN5]), cummax([132]), cummax([13;21],2)
x = cummax([1 3 2 NaN 5])
x = cummax([1 3 2])
x = cummax([1 3;2 1],2)
%> x =
%>
%>    1   3   3   3   5
%>
%> x =
%>
%>    1   3   3
%>
%> x =
%>
%>    1   3
%>    2   2
%>

%% cummax: cummax({1}), cummax([NaN1NaN]), [w,i]=cummax([1325])
try
  x = cummax({1});
catch err
  disp(err.message)
end
x = cummax([NaN 1 NaN])
[w,i]=cummax([1 3 2 5])
%> cummax: wrong type argument 'cell'
%> x =
%>
%>    NaN     1     1
%>
%> w =
%>
%>    1   3   3   5
%>
%> i =
%>
%>    1   2   2   4
%>

%% cummax: cummax([132;415]), cummax([3NaN51])
x = cummax([1 3 2;4 1 5])
x = cummax([3 NaN 5 1])
%> x =
%>
%>    1   3   2
%>    4   3   5
%>
%> x =
%>
%>    3   3   5   5
%>

%% cummin: cummin([NaN32NaN5]), cummin([312]), [w,i]=cummin([NaN325])
x = cummin([NaN 3 2 NaN 5])
x = cummin([3 1 2])
[w,i]=cummin([NaN 3 2 5])
%> x =
%>
%>    NaN     3     2     2     2
%>
%> x =
%>
%>    3   1   1
%>
%> w =
%>
%>    NaN     3     2     2
%>
%> i =
%>
%>    1   2   3   3
%>

%% cummin: cummin([132;415],2), cummin([NaN21])
x = cummin([1 3 2;4 1 5],2)
x = cummin([NaN 2 1])
%> x =
%>
%>    1   1   1
%>    4   1   1
%>
%> x =
%>
%>    NaN     2     1
%>

%% diff: diff([149]), diff([149],2), diff([12;48],1,2)
x = diff([1 4 9])
x = diff([1 4 9],2)
x = diff([1 2;4 8],1,2)
%> x =
%>
%>    3   5
%>
%> x = 2
%> x =
%>
%>    1
%>    4
%>

%% diff: diff([]), diff(5), diff([123],5)
x = diff([])
x = diff(5)
x = diff([1 2 3],5)
%> x = [](0x0)
%> x = [](0x0)
%> x = [](1x0)

%% diff: diff(int8([15])), diff([12],-1), diff([12],1,3)
x = diff(int8([1 5]))
try
  x = diff([1 2],-1);
catch err
  disp(err.message)
end
try
  x = diff([1 2],1,3);
catch err
  disp(err.message)
end
%> x = 4
%> diff: order K must be non-negative
%> diff: DIM must be a valid dimension

%% diff: diff("ab"), diff([truefalse]), x=diff([149;235],1,2)
try
  x = diff("ab");
catch err
  disp(err.message)
end
x = diff([true false])
x=diff([1 4 9;2 3 5],1,2)
%> diff: X must be numeric or logical
%> x = -1
%> x =
%>
%>    3   5
%>    1   2
%>

%% diff: x=diff([1491625],3), x=diff(single([149])), x=diff(uint8([142]))
x=diff([1 4 9 16 25],3)
x=diff(single([1 4 9]))
x=diff(uint8([1 4 2]))
%> x =
%>
%>    0   0
%>
%> x =
%>
%>    3   5
%>
%> x =
%>
%>   3  0
%>

%% diff: diff([14;916]), diff([14916],2), diff([1;4;9])
x = diff([1 4;9 16])
x = diff([1 4 9 16],2)
x = diff([1;4;9])
%> x =
%>
%>     8   12
%>
%> x =
%>
%>    2   2
%>
%> x =
%>
%>    3
%>    5
%>

%% diff: diff(cat(3,[12],[48]),1,3), diff([12;48]), diff(1)
x = diff(cat(3,[1 2],[4 8]),1,3)
x = diff([1 2;4 8])
x = diff(1)
%> x =
%>
%>    3   6
%>
%> x =
%>
%>    3   6
%>
%> x = [](0x0)

%% diff: diff([13610],2)
x = diff([1 3 6 10],2)
%> x =
%>
%>    1   1
%>

%% del2: del2(magic(4))
x = del2(magic(4))
%> x =
%>
%>    15.0000   -5.5000   -6.5000    9.0000
%>     0.5000   -5.0000   -3.0000    3.5000
%>    -3.5000    3.0000    5.0000   -0.5000
%>    -9.0000    6.5000    5.5000  -15.0000
%>

%% gradient: gradient([14916]), gradient([14916],2), gradient([12;35])
x = gradient([1 4 9 16])
x = gradient([1 4 9 16],2)
x = gradient([1 2;3 5])
%> x =
%>
%>    3   4   6   7
%>
%> x =
%>
%>    1.5000   2.0000   3.0000   3.5000
%>
%> x =
%>
%>    1   1
%>    2   2
%>

%% gradient: gradient([1491625]), gradient([124;248])
x = gradient([1 4 9 16 25])
x = gradient([1 2 4;2 4 8])
%> x =
%>
%>    3   4   6   8   9
%>
%> x =
%>
%>    1.0000   1.5000   2.0000
%>    2.0000   3.0000   4.0000
%>
