%% sum: sum({1}), sum("abc"), sum(struct())
try
  x = sum({1});
catch err
  disp(err.message)
end
x = sum("abc")
try
  x = sum(struct());
catch err
  disp(err.message)
end
%> sum: wrong type argument 'cell'
%> x = 294
%> sum: wrong type argument 'scalar struct'

%% sum: sum(int8([100100])), sum(zeros(0,3)), sum([])
x = sum(int8([100 100]))
x = sum(zeros(0,3))
x = sum([])
%> x = 200
%> x =
%>
%>    0   0   0
%>
%> x = 0

%% sum: sum(zeros(3,0)), sum(zeros(1,0)), sum(ones(2,3),3)
x = sum(zeros(3,0))
x = sum(zeros(1,0))
x = sum(ones(2,3),3)
%> x = [](1x0)
%> x = 0
%> x =
%>
%>    1   1   1
%>    1   1   1
%>

%% sum: sum(1,0), sum(1,-1), sum(1,1.5)
try
  x = sum(1,0);
catch err
  disp(err.message)
end
try
  x = sum(1,-1);
catch err
  disp(err.message)
end
x = sum(1,1.5)
%> sum: invalid dimension DIM = 0
%> sum: invalid dimension DIM = -1
%> x = 1

%% sum: sum([12;34],2), sum(1:3,"native"), sum(true,"native")
x = sum([1 2;3 4],2)
x = sum(1:3,"native")
x = sum(true,"native")
%> x =
%>
%>    3
%>    7
%>
%> x = 6
%> x = 1

%% sum: sum([truetrue],"native"), sum(int8([12]),"double"), sum(1:3,"extra")
x = sum([true true],"native")
x = sum(int8([1 2]),"double")
x = sum(1:3,"extra")
%> x = 1
%> x = 3
%> x = 6

%% sum: sum(1:3,"foo"), sum(1,2,3), sum([1+i2])
try
  x = sum(1:3,"foo");
catch err
  disp(err.message)
end
try
  x = sum(1,2,3);
catch err
  disp(err.message)
end
x = sum([1+i 2])
%> sum: unrecognized type argument 'foo'
%> Invalid call to sum
%> x =  3 + 1i

%% sum: sum([12;34]), sum(ones(2,3,2)), sum(int8([100100]),'native')
x = sum([1 2;3 4])
x = sum(ones(2,3,2))
x = sum(int8([100 100]),'native')
%> x =
%>
%>    4   6
%>
%> x =
%>
%> ans(:,:,1) =
%>
%>    2   2   2
%>
%> ans(:,:,2) =
%>
%>    2   2   2
%>
%> x = 127

%% sum: sum(single([1.52.5])), sum([truetruefalse]), sum([1+2i3;45i])
x = sum(single([1.5 2.5]))
x = sum([true true false])
x = sum([1+2i 3;4 5i])
%> x = 4
%> x = 2
%> x =
%>
%>    5 + 2i   3 + 5i
%>

%% sum: sum(zeros(0,0),1), sum(zeros(0,0),2), sum(zeros(2,0),2)
x = sum(zeros(0,0),1)
x = sum(zeros(0,0),2)
x = sum(zeros(2,0),2)
%> x = 0
%> x = [](0x1)
%> x =
%>
%>    0
%>    0
%>

%% sum: sum(int64([92233720368547758071]),'native'), sum(reshape(1:24,2,3,4),3), sum('abc'),sum("abc",2
x = sum(int64([9223372036854775807 1]),'native')
x = sum(reshape(1:24,2,3,4),3)
x = sum('abc'), sum("abc",2)
%> x = 9223372036854775807
%> x =
%>
%>    40   48   56
%>    44   52   60
%>
%> x = 294
%> ans = 294

%% sum: sum(uint8([200200])), sum(1:0), sum(int64(2)^53)
x = sum(uint8([200 200]))
x = sum(1:0)
x = sum(int64(2)^53)
%> x = 400
%> x = 0
%> x = 9.0072e+15

%% max: max({1}), max([]), max(zeros(0,3))
try
  x = max({1});
catch err
  disp(err.message)
end
x = max([])
x = max(zeros(0,3))
%> max: wrong type argument 'cell'
%> x = [](0x0)
%> x = [](0x3)

%% max: max(zeros(3,0)), max(int8([12]),2.7), max([1NaN3])
x = max(zeros(3,0))
x = max(int8([1 2]),2.7)
x = max([1 NaN 3])
%> x = [](1x0)
%> x =
%>
%>   3  3
%>
%> x = 3

%% max: max([NaNNaN]), max([12;34],[],2), max(3,[15])
x = max([NaN NaN])
x = max([1 2;3 4],[],2)
x = max(3,[1 5])
%> x = NaN
%> x =
%>
%>    2
%>    4
%>
%> x =
%>
%>    3   5
%>

%% max: max("a","b"), max("ab"), max([1+i2])
x = max("a","b")
x = max("ab")
x = max([1+i 2])
%> x = 98
%> x = 98
%> x = 2

%% max: max(true,false), max([truefalse]), max([12],[],3)
x = max(true,false)
x = max([true false])
x = max([1 2],[],3)
%> x = 1
%> x = 1
%> x =
%>
%>    1   2
%>

%% max: max([12],2,3), max(int8(1),int16(2)), max([123],[12])
x = max([1 2],2,3)
x = max(int8(1),int16(2))
try
  x = max([1 2 3],[1 2]);
catch err
  disp(err.message)
end
%> warning: max: second argument is ignored
%> x =
%>
%>    1   2
%>
%> x = 2
%> max: nonconformant arguments (op1 is 1x3, op2 is 1x2)

%% max: max(single(1),2), max({1},1), max([],[],1)
x = max(single(1),2)
try
  x = max({1},1);
catch err
  disp(err.message)
end
x = max([],[],1)
%> x = 2
%> max: cannot compute max (cell, scalar)
%> x = [](0x0)

%% max: max(int8(100),200), max([],1), max(zeros(0,3),1)
x = max(int8(100),200)
x = max([],1)
x = max(zeros(0,3),1)
%> x = 127
%> x = [](0x0)
%> x = [](0x3)

%% max: [m,i]=max([15;72]), [m,i]=max([NaN2;NaN1]), [m,i]=max([15;72],[],2)
[m,i]=max([1 5;7 2])
[m,i]=max([NaN 2;NaN 1])
[m,i]=max([1 5;7 2],[],2)
%> m =
%>
%>    7   5
%>
%> i =
%>
%>    2   1
%>
%> m =
%>
%>    NaN     2
%>
%> i =
%>
%>    1   1
%>
%> m =
%>
%>    5
%>    7
%>
%> i =
%>
%>    2
%>    1
%>

%% max: [m,i]=max([]), [m,i]=max(5), [m,i]=max([122],[],3)
[m,i]=max([])
[m,i]=max(5)
[m,i]=max([1 2 2],[],3)
%> m = [](0x0)
%> i = [](0x0)
%> m = 5
%> i = 1
%> m =
%>
%>    1   2   2
%>
%> i =
%>
%>    1   1   1
%>

%% max: max([428;193]), max([428;193],[],2), max(int8([15]),int8(3))
x = max([4 2 8;1 9 3])
x = max([4 2 8;1 9 3],[],2)
x = max(int8([1 5]),int8(3))
%> x =
%>
%>    4   9   8
%>
%> x =
%>
%>    8
%>    9
%>
%> x =
%>
%>   3  5
%>

%% max: max([12;34],[2;3]), max('ab','ba'), x=max([]),y=max(zeros(0,3)),z=max(zeros(3,0))
x = max([1 2;3 4],[2;3])
x = max('ab','ba')
x = max([]), y = max(zeros(0,3)), z = max(zeros(3,0))
%> x =
%>
%>    2   2
%>    3   4
%>
%> x =
%>
%>    98   98
%>
%> x = [](0x0)
%> y = [](0x3)
%> z = [](1x0)

%% max: max(int64([92233720368547758079223372036854775806])), max(reshape(1:24,2,3,4),[],3), max([],[],
x = max(int64([9223372036854775807 9223372036854775806]))
x = max(reshape(1:24,2,3,4),[],3)
x = max([], [], 2)
%> x = 9223372036854775807
%> x =
%>
%>    19   21   23
%>    20   22   24
%>
%> x = [](0x0)

%% max: x=max(5,[]),y=min([],[]), max(NaN,[1NaN3]), max(single(NaN),2)
x = max(5,[]), y = min([],[])
x = max(NaN,[1 NaN 3])
x = max(single(NaN),2)
%> x = [](0x0)
%> y = [](0x0)
%> x =
%>
%>      1   NaN     3
%>
%> x = 2

%% max: max(1:0), [m,i]=max([19;91],[],1), max(5,[19;72])
x = max(1:0)
[m,i] = max([1 9;9 1],[],1)
x = max(5,[1 9;7 2])
%> x = [](1x0)
%> m =
%>
%>    9   9
%>
%> i =
%>
%>    2   1
%>
%> x =
%>
%>    5   9
%>    7   5
%>

%% max: max(int32(5),2.6), max('abc')
x = max(int32(5),2.6)
x = max('abc')
%> x = 5
%> x = 99

%% prod: prod([]), prod(int8([1002])), prod([12;34])
x = prod([])
x = prod(int8([100 2]))
x = prod([1 2;3 4])
%> x = 1
%> x = 200
%> x =
%>
%>    3   8
%>

%% prod: prod({1}), prod("a"), prod(single(3))
try
  x = prod({1});
catch err
  disp(err.message)
end
x = prod("a")
x = prod(single(3))
%> prod: wrong type argument 'cell'
%> x = 97
%> x = 3

%% prod: prod([23],"native"), x=prod(single([123])), prod([12;34],2)
x = prod([2 3],"native")
x=prod(single([1 2 3]))
x = prod([1 2;3 4],2)
%> x = 6
%> x = 6
%> x =
%>
%>     2
%>    12
%>

%% prod: prod(zeros(0,3)), prod(int16([200200])), prod(single([1e201e20]))
x = prod(zeros(0,3))
x = prod(int16([200 200]))
x = prod(single([1e20 1e20]))
%> x =
%>
%>    1   1   1
%>
%> x = 40000
%> x = Inf

%% sumsq: sumsq([123]), sumsq([1+i2]), sumsq([12;34],2)
x = sumsq([1 2 3])
x = sumsq([1+i 2])
x = sumsq([1 2;3 4],2)
%> x = 14
%> x = 6
%> x =
%>
%>     5
%>    25
%>

%% sumsq: sumsq([34i])
x = sumsq([3 4i])
%> x = 25

%% min: min([],1), min(NaN,3), min([12;05])
x = min([],1)
x = min(NaN,3)
x = min([1 2;0 5])
%> x = [](0x0)
%> x = 3
%> x =
%>
%>    0   2
%>

%% min: min([422],[],2), [m,i]=min([422]), min([4NaN;NaNNaN])
x = min([4 2 2],[],2)
[m,i]=min([4 2 2])
x = min([4 NaN;NaN NaN])
%> x = 2
%> m = 2
%> i = 2
%> x =
%>
%>      4   NaN
%>

%% min: min(zeros(1,0)), [m,i]=min([311]), min([123],2)
x = min(zeros(1,0))
[m,i] = min([3 1 1])
x = min([1 2 3],2)
%> x = [](1x0)
%> m = 1
%> i = 2
%> x =
%>
%>    1   2   2
%>

%% any: any([]), any(zeros(0,3)), any(zeros(3,0))
x = any([])
x = any(zeros(0,3))
x = any(zeros(3,0))
%> x = 0
%> x =
%>
%>   0  0  0
%>
%> x = [](1x0)

%% any: any([01;00]), any([001],1), any(1,0)
x = any([0 1;0 0])
x = any([0 0 1],1)
x = any(1,0)
%> x =
%>
%>   0  1
%>
%> x =
%>
%>   0  0  1
%>
%> x = 1

%% any: x=any([00;03]),y=all([11;03]),z=any(zeros(0,3)), any(reshape([00100000],2,2,2),3)
x = any([0 0;0 3]), y = all([1 1;0 3]), z = any(zeros(0,3))
x = any(reshape([0 0 1 0 0 0 0 0],2,2,2),3)
%> x =
%>
%>   0  1
%>
%> y =
%>
%>   0  1
%>
%> z =
%>
%>   0  0  0
%>
%> x =
%>
%>   0  1
%>   0  0
%>

%% mean: mean([]), mean(zeros(0,3)), mean(int8([12]))
x = mean([])
x = mean(zeros(0,3))
x = mean(int8([1 2]))
%> x = NaN
%> x = [](0x1)
%> x = 1.5000

%% mean: mean([12;34],2,"g"), mean([124],"h"), mean(zeros(3,0))
x = mean([1 2;3 4],2,"g")
x = mean([1 2 4],"h")
x = mean(zeros(3,0))
%> x =
%>
%>    1.4142
%>    3.4641
%>
%> x = 1.7143
%> x = [](1x0)

%% mean: mean([12;34],1), mean([12;34],3), mean(1,0)
x = mean([1 2;3 4],1)
x = mean([1 2;3 4],3)
try
  x = mean(1,0);
catch err
  disp(err.message)
end
%> x =
%>
%>    2   3
%>
%> x =
%>
%>    1   2
%>    3   4
%>
%> mean: DIM must be an integer and a valid dimension

%% mean: mean(true), mean(single([12])), mean(int8([100100100]))
x = mean(true)
x = mean(single([1 2]))
x = mean(int8([100 100 100]))
%> x = 1
%> x = 1.5000
%> x = 100

%% mean: mean([12],"double"), mean([12],1.5), x=mean(ones(2,3,2),3)
x = mean([1 2],"double")
try
  x = mean([1 2],1.5);
catch err
  disp(err.message)
end
x=mean(ones(2,3,2),3)
%> x = 1.5000
%> mean: DIM must be an integer and a valid dimension
%> x =
%>
%>    1   1   1
%>    1   1   1
%>

%% mean: x=mean(int8([100120127])), x=mean('abc'), x=mean({1})
x=mean(int8([100 120 127]))
try
  x=mean('abc');
catch err
  disp(err.message)
end
try
  x=mean({1});
catch err
  disp(err.message)
end
%> x = 115.67
%> mean: X must be a numeric vector or matrix
%> mean: X must be a numeric vector or matrix

%% mean: mean([12;34]), mean([12;34],2), mean(int32([124]))
x = mean([1 2;3 4])
x = mean([1 2;3 4],2)
x = mean(int32([1 2 4]))
%> x =
%>
%>    2   3
%>
%> x =
%>
%>    1.5000
%>    3.5000
%>
%> x = 2.3333

%% mean: mean(single([12;34])), mean(uint8([200201])), mean(zeros(0,1))
x = mean(single([1 2;3 4]))
x = mean(uint8([200 201]))
x = mean(zeros(0,1))
%> x =
%>
%>    2   3
%>
%> x = 200.50
%> x = NaN

%% median: median([]), median([132]), median([12;34])
try
  x = median([]);
catch err
  disp(err.message)
end
x = median([1 3 2])
x = median([1 2;3 4])
%> median: X cannot be an empty matrix
%> x = 2
%> x =
%>
%>    2   3
%>

%% median: median([1NaN]), median(int8([12])), median([12;34],2)
x = median([1 NaN])
x = median(int8([1 2]))
x = median([1 2;3 4],2)
%> x = NaN
%> x = 2
%> x =
%>
%>    1.5000
%>    3.5000
%>

%% median: x=median([12;34;59]), x=median(int32([1234])), median([31415])
x=median([1 2;3 4;5 9])
x=median(int32([1 2 3 4]))
x = median([3 1 4 1 5])
%> x =
%>
%>    3   4
%>
%> x = 3
%> x = 3

%% median: median([12;34;56]), median(cat(3,[12],[34],[59]),3), median(single([132]))
x = median([1 2;3 4;5 6])
x = median(cat(3,[1 2],[3 4],[5 9]),3)
x = median(single([1 3 2]))
%> x =
%>
%>    3   4
%>
%> x =
%>
%>    3   4
%>
%> x = 2

%% median: median([12;NaN4])
x = median([1 2;NaN 4])
%> x =
%>
%>    NaN     3
%>

%% mode: mode([12233]), mode([]), mode([12;13])
x = mode([1 2 2 3 3])
x = mode([])
x = mode([1 2;1 3])
%> x = 2
%> x = [](1x0)
%> x =
%>
%>    1   2
%>

%% mode: mode([3311]), mode([1NaNNaN]), mode(int8([112]))
x = mode([3 3 1 1])
x = mode([1 NaN NaN])
x = mode(int8([1 1 2]))
%> x = 1
%> x = 1
%> x = 1

%% mode: [m,f,c]=mode([12233]), x=mode([1122;3334],2), mode([122333])
[m,f,c]=mode([1 2 2 3 3])
x=mode([1 1 2 2;3 3 3 4],2)
x = mode([1 2 2 3 3 3])
%> m = 2
%> f = 2
%> c =
%> {
%>   [1,1] =
%>
%>      2
%>      3
%>
%> }
%>
%> x =
%>
%>    1
%>    3
%>
%> x = 3

%% mode: mode([1122NaN])
x = mode([1 1 2 2 NaN])
%> x = 1

%% std: std([1234]), std([]), std(5)
x = std([1 2 3 4])
x = std([])
x = std(5)
%> x = 1.2910
%> x = NaN
%> x = 0

%% std: std(int8([12])), std([12;35]), std([12;35],0,2)
x = std(int8([1 2]))
x = std([1 2;3 5])
x = std([1 2;3 5],0,2)
%> x = 0.7071
%> x =
%>
%>    1.4142   2.1213
%>
%> x =
%>
%>    0.7071
%>    1.4142
%>

%% std: std([123],1), x=std([12;35],1,2), std([24445579])
x = std([1 2 3],1)
x=std([1 2;3 5],1,2)
x = std([2 4 4 4 5 5 7 9])
%> x = 0.8165
%> x =
%>
%>    0.5000
%>    1.0000
%>
%> x = 2.1381
