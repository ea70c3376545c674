%% filter: 1
filter(1,[1 -0.5],[1 1 1])
filter([1 1]/2,1,[1 2 3 4])
[y,z]=filter(1,[1 -0.5],[1 1 1])
%> ans =
%>
%>    1.0000   1.5000   1.7500
%>
%> ans =
%>
%>    0.5000   1.5000   2.5000   3.5000
%>
%> y =
%>
%>    1.0000   1.5000   1.7500
%>
%> z = 0.8750

%% filter: 2
filter(1,[1 -0.5],[1 1 1],0.5)
filter([],1,[1 2])
filter(1,[],[1 2])
%> ans =
%>
%>    1.5000   1.7500   1.8750
%>
%> ans =
%>
%>    0   0
%>
%> ans =
%>
%>    Inf   Inf
%>

%% filter: 3
filter(1,1,[])
filter(1,[2 -1],[1 2;3 4])
filter([1 1],1,[1 2;3 4],[],2)
%> ans = [](0x0)
%> ans =
%>
%>    0.5000   1.0000
%>    1.7500   2.5000
%>
%> ans =
%>
%>    1   3
%>    3   7
%>

%% filter: 4
filter([1 2;3 4],1,1)
filter([1 1i],1,[1 2 3])
filter(single([1 1]),1,[1 2 3])
%> ans = 1
%> ans =
%>
%>    1 + 0i   2 + 1i   3 + 2i
%>
%> ans =
%>
%>    1   3   5
%>

%% filter: 5
class(filter(single([1 1]),1,[1 2 3]))
filter([1 1],1,int8([1 2 3]))
filter([1 1],1,[1;2;3])
%> ans = single
%> ans =
%>
%>    1   3   5
%>
%> ans =
%>
%>    1
%>    3
%>    5
%>

%% filter: 6
[y,z]=filter([1 2 3],1,[1;2])
[y,z]=filter(2,1,[1 2])
filter([1 1],1,[1 2;3 4],[5 6])
%> y =
%>
%>    1
%>    4
%>
%> z =
%>
%>    7
%>    6
%>
%> y =
%>
%>    2   4
%>
%> z = [](0x1)
%> ans =
%>
%>    6   8
%>    4   6
%>

%% filter: 7
[y,z]=filter([1 1],1,ones(2,3,2))
filter([1 1],1,[1 2 3],[],1)
[y,z]=filter([1 1 1],1,[1 2;3 4],[],2)
%> y =
%>
%> ans(:,:,1) =
%>
%>    1   1   1
%>    2   2   2
%>
%> ans(:,:,2) =
%>
%>    1   1   1
%>    2   2   2
%>
%> z =
%>
%> ans(:,:,1) =
%>
%>    1   1   1
%>
%> ans(:,:,2) =
%>
%>    1   1   1
%>
%> ans =
%>
%>    1   2   3
%>
%> y =
%>
%>    1   3
%>    3   7
%>
%> z =
%>
%>    3   7
%>    2   4
%>

%% filter: what is refused or warned of, 8
filter(1,[0 1],[1 2])
%> error: filter: the first element of A must be nonzero

%% filter: what is refused or warned of, 9
filter(1,[1 -0.5],[1 1 1],[1 2])
%> error: filter: first dimension of SI must be of length max (length (a), length (b)) - 1

%% filter: what is refused or warned of, 10
filter({},1,1)
%> error: filter: A and B must be vectors

%% filter: what is refused or warned of, 11
filter(1,1,1,[],3)
%> error: filter: DIM must be a valid dimension

%% filter: what is refused or warned of, 12
filter(1,[1 -0.5],"ab")
%> error: filter: X and SI must be arrays

%% conv: 1
conv([1 2 3],[1 1])
conv([1 2 3],[1 1],"same")
conv([1 2 3],[1 1],"valid")
%> ans =
%>
%>    1   3   5   3
%>
%> ans =
%>
%>    3   5   3
%>
%> ans =
%>
%>    3   5
%>

%% conv: 2
conv([1;2],[1 1])
conv([1 2],[1;1])
conv(int8([1 2]),[1 1])
%> ans =
%>
%>    1   3   2
%>
%> ans =
%>
%>    1
%>    3
%>    2
%>
%> ans =
%>
%>    1   3   2
%>

%% conv: 3
conv(2,[1 2 3])
conv([1 2 3 4 5],[1 1 1],"same")
conv([1 2],[1 1 1 1],"same")
%> ans =
%>
%>    2   4   6
%>
%> ans =
%>
%>     3    6    9   12    9
%>
%> ans =
%>
%>    3   3
%>

%% conv: 4
conv([1i 2],[1 1])
conv([1 1 1],[1 2 3 4],"valid")
%> ans =
%>
%>    0 + 1i   2 + 1i   2 + 0i
%>
%> ans = [](1x0)

%% conv: what is refused or warned of, 5
conv([],1)
%> error: conv: both arguments A and B must be vectors

%% conv: what is refused or warned of, 6
conv([1 2;3 4],1)
%> error: conv: both arguments A and B must be vectors

%% conv: what is refused or warned of, 7
conv([1 2 3],[1 1],"foo")
%> error: conv: SHAPE argument must be "full", "same", or "valid"

%% conv: what is refused or warned of, 8
conv({},1)
%> error: conv: both arguments A and B must be vectors

%% conv: what is refused or warned of, 9
conv("a",1)
%> error: invalid conversion from string to real matrix

%% conv2: 1
conv2([1 2;3 4],[1 1])
conv2([1 2;3 4],ones(2),"same")
conv2([1 2;3 4],ones(2),"valid")
%> ans =
%>
%>    1   3   2
%>    3   7   4
%>
%> ans =
%>
%>    10    6
%>     7    4
%>
%> ans = 10

%% conv2: 2
conv2([1 2;3 4],ones(3),"valid")
conv2([1 2],[1 2],[1 2;3 4])
conv2(int8([1 2]),[1 1])
%> ans = [](0x0)
%> ans =
%>
%>     1    4    4
%>     5   18   16
%>     6   20   16
%>
%> ans =
%>
%>    1   3   2
%>

%% conv2: 3
conv2([],1)
conv2([1 2;3 4],[])
conv2(magic(3),[1 0;0 -1],"same")
%> ans = [](0x0)
%> ans = [](0x0)
%> ans =
%>
%>   -3   6  -6
%>    6  -3  -7
%>   -4  -9  -2
%>

%% conv2: 4
conv2(single([1 2]),[1 1])
conv2([1i 2],[1 1])
conv2([1 2;3 4],5)
%> ans =
%>
%>    1   3   2
%>
%> ans =
%>
%>    0 + 1i   2 + 1i   2 + 0i
%>
%> ans =
%>
%>     5   10
%>    15   20
%>

%% conv2: 5
conv2(magic(4),[1 2 1],"same")
conv2(magic(4),[1 2 1;3 4 5; 1 1 1;2 2 2],"same")
%> ans =
%>
%>    34   23   21   29
%>    21   37   39   26
%>    25   29   31   30
%>    22   47   45   17
%>
%> ans =
%>
%>     96   149   168   128
%>    131   206   205   145
%>    106   195   216   133
%>     50    77    80    52
%>

%% conv2: what is refused or warned of, 6
conv2([1 2;3 4],[1 1],"foo")
%> error: conv2: SHAPE type not valid

%% conv2: what is refused or warned of, 8
conv2(ones(2,2,2),1)
%> error: conv2: A and B must be 1-D vectors or 2-D matrices

%% filter2: 1
filter2(ones(2)/4,magic(3))
filter2([1 2],[1 2;3 4],"full")
filter2([1 2],[1 2;3 4],"valid")
%> ans =
%>
%>    4.2500   4.7500   3.2500
%>    5.2500   5.7500   2.2500
%>    3.2500   2.7500   0.5000
%>
%> ans =
%>
%>     2    5    2
%>     6   11    4
%>
%> ans =
%>
%>     5
%>    11
%>

%% freqz: 1
[h,w]=freqz([1 1],1,4)
%> h =
%>
%>    2.0000 +      0i
%>    1.7071 - 0.7071i
%>    1.0000 - 1.0000i
%>    0.2929 - 0.7071i
%>
%> w =
%>
%>         0
%>    0.7854
%>    1.5708
%>    2.3562
%>
