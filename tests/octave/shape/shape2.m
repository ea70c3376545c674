%% circshift: circshift(reshape(1:8,2,2,2),1,3), circshift([123;456],1,2), circshift({1,2,3},1){1}
x = circshift(reshape(1:8,2,2,2),1,3)
x = circshift([1 2 3;4 5 6],1,2)
x = circshift({1,2,3},1){1}
%> x =
%>
%> ans(:,:,1) =
%>
%>    5   7
%>    6   8
%>
%> ans(:,:,2) =
%>
%>    1   3
%>    2   4
%>
%> x =
%>
%>    3   1   2
%>    6   4   5
%>
%> x = 3

%% shift: shift([123],1)
x = shift([1 2 3],1)
%> x =
%>
%>    3   1   2
%>

%% tril: tril(magic(3)), tril(magic(3),1), tril(ones(2,3))
x = tril(magic(3))
x = tril(magic(3),1)
x = tril(ones(2,3))
%> x =
%>
%>    8   0   0
%>    3   5   0
%>    4   9   2
%>
%> x =
%>
%>    8   1   0
%>    3   5   7
%>    4   9   2
%>
%> x =
%>
%>    1   0   0
%>    1   1   0
%>

%% tril: tril(ones(2,2,2)), tril([123;456;789],-1), tril(magic(4),-1)
try
  x = tril(ones(2,2,2));
catch err
  disp(err.message)
end
x = tril([1 2 3;4 5 6;7 8 9],-1)
x = tril(magic(4),-1)
%> tril: need a 2-D matrix
%> x =
%>
%>    0   0   0
%>    4   0   0
%>    7   8   0
%>
%> x =
%>
%>     0    0    0    0
%>     5    0    0    0
%>     9    7    0    0
%>     4   14   15    0
%>

%% tril: tril(ones(3),-1)
x = tril(ones(3),-1)
%> x =
%>
%>    0   0   0
%>    1   0   0
%>    1   1   0
%>

%% triu: triu(magic(3)), triu(magic(3),-1), triu({1,2;3,4})
x = triu(magic(3))
x = triu(magic(3),-1)
x = triu({1,2;3,4})
%> x =
%>
%>    8   1   6
%>    0   5   7
%>    0   0   2
%>
%> x =
%>
%>    8   1   6
%>    3   5   7
%>    0   9   2
%>
%> x =
%> {
%>   [1,1] = 1
%>   [2,1] = [](0x0)
%>   [1,2] = 2
%>   [2,2] = 4
%> }
%>

%% triu: triu(1:3), triu(1), triu([123;456;789],1)
x = triu(1:3)
x = triu(1)
x = triu([1 2 3;4 5 6;7 8 9],1)
%> x =
%>
%>    1   2   3
%>
%> x = 1
%> x =
%>
%>    0   2   3
%>    0   0   6
%>    0   0   0
%>

%% triu: triu(ones(3,4),1), triu(ones(2,3))
x = triu(ones(3,4),1)
x = triu(ones(2,3))
%> x =
%>
%>    0   1   1   1
%>    0   0   1   1
%>    0   0   0   1
%>
%> x =
%>
%>    1   1   1
%>    0   1   1
%>

%% vec: vec([12;34]), vec([12],3)
x = vec([1 2;3 4])
x = vec([1 2],3)
%> x =
%>
%>    1
%>    3
%>    2
%>    4
%>
%> x =
%>
%> ans(:,:,1) = 1
%> ans(:,:,2) = 2
%>

%% vech: vech([12;23]), vech(1)
x = vech([1 2;2 3])
x = vech(1)
%> x =
%>
%>    1
%>    2
%>    3
%>
%> x = 1

%% postpad: postpad([12],4), postpad([123],2), postpad([12],4,9)
x = postpad([1 2],4)
x = postpad([1 2 3],2)
x = postpad([1 2],4,9)
%> x =
%>
%>    1   2   0   0
%>
%> x =
%>
%>    1   2
%>
%> x =
%>
%>    1   2   9   9
%>

%% postpad: postpad([1;2],3), postpad([12;34],3), postpad([12;34],3,0,2)
x = postpad([1;2],3)
x = postpad([1 2;3 4],3)
x = postpad([1 2;3 4],3,0,2)
%> x =
%>
%>    1
%>    2
%>    0
%>
%> x =
%>
%>    1   2
%>    3   4
%>    0   0
%>
%> x =
%>
%>    1   2   0
%>    3   4   0
%>

%% postpad: postpad([123],5)
x = postpad([1 2 3],5)
%> x =
%>
%>    1   2   3   0   0
%>

%% prepad: prepad([12],4), prepad([123],2), prepad([1;2],3)
x = prepad([1 2],4)
x = prepad([1 2 3],2)
x = prepad([1;2],3)
%> x =
%>
%>    0   0   1   2
%>
%> x =
%>
%>    2   3
%>
%> x =
%>
%>    0
%>    1
%>    2
%>

%% resize: resize([12;34],3), resize([12;34],1,3), resize([12;34],[33])
x = resize([1 2;3 4],3)
x = resize([1 2;3 4],1,3)
x = resize([1 2;3 4],[3 3])
%> x =
%>
%>    1   2   0
%>    3   4   0
%>    0   0   0
%>
%> x =
%>
%>    1   2   0
%>
%> x =
%>
%>    1   2   0
%>    3   4   0
%>    0   0   0
%>

%% resize: resize([12;34],3,2)
x = resize([1 2;3 4],3,2)
%> x =
%>
%>    1   2
%>    3   4
%>    0   0
%>

%% repelem: repelem([123],2), repelem([123],[123]), repelem([12;34],2,3)
x = repelem([1 2 3],2)
x = repelem([1 2 3],[1 2 3])
x = repelem([1 2;3 4],2,3)
%> x =
%>
%>    1   1   2   2   3   3
%>
%> x =
%>
%>    1   2   2   3   3   3
%>
%> x =
%>
%>    1   1   1   2   2   2
%>    1   1   1   2   2   2
%>    3   3   3   4   4   4
%>    3   3   3   4   4   4
%>

%% repelem: repelem([12;34],1,[21]), repelem([1;2],2), repelem([12;34],2)
x = repelem([1 2;3 4],1,[2 1])
x = repelem([1;2],2)
try
  x = repelem([1 2;3 4],2);
catch err
  disp(err.message)
end
%> x =
%>
%>    1   1   2
%>    3   3   4
%>
%> x =
%>
%>    1
%>    1
%>    2
%>    2
%>
%> repelem: 2D Array requires 3 or more input arguments, but only 2 given

%% repelem: repelem("ab",2), repelem({1,2},2), repelem([12;34],2,2)
x = repelem("ab",2)
x = repelem({1,2},2)
x = repelem([1 2;3 4],2,2)
%> x = aabb
%> x =
%> {
%>   [1,1] = 1
%>   [1,2] = 1
%>   [1,3] = 2
%>   [1,4] = 2
%> }
%>
%> x =
%>
%>    1   1   2   2
%>    1   1   2   2
%>    3   3   4   4
%>    3   3   4   4
%>

%% repelem: repelem([123],[021])
x = repelem([1 2 3],[0 2 1])
%> x =
%>
%>    2   2   3
%>

%% sub2ind: sub2ind([23],1,2), sub2ind([23],[12],[13]), sub2ind([23],3,1)
x = sub2ind([2 3],1,2)
x = sub2ind([2 3],[1 2],[1 3])
try
  x = sub2ind([2 3],3,1);
catch err
  disp(err.message)
end
%> x = 3
%> x =
%>
%>    1   6
%>
%> index (3,_): out of bound 2 (dimensions are 2x3)

%% sub2ind: sub2ind([23],0,1), sub2ind([23],1.5,1), sub2ind([23],[12],1)
try
  x = sub2ind([2 3],0,1);
catch err
  disp(err.message)
end
try
  x = sub2ind([2 3],1.5,1);
catch err
  disp(err.message)
end
try
  x = sub2ind([2 3],[1 2],1);
catch err
  disp(err.message)
end
%> index (0,_): subscripts must be either integers 1 to (2^63)-1 or logicals
%> index (1.5,_): subscripts must be either integers 1 to (2^63)-1 or logicals
%> sub2ind: all subscripts must be of the same size

%% sub2ind: sub2ind([234],1,5), sub2ind([23],2), sub2ind([34],[13],[24])
x = sub2ind([2 3 4],1,5)
x = sub2ind([2 3],2)
x = sub2ind([3 4],[1 3],[2 4])
%> x = 9
%> x = 2
%> x =
%>
%>     4   12
%>

%% sub2ind: sub2ind([234],2,3,4)
x = sub2ind([2 3 4],2,3,4)
%> x = 24

%% ind2sub: ind2sub([23],4), ind2sub([23],7), ind2sub([23],0)
x = ind2sub([2 3],4)
try
  x = ind2sub([2 3],7);
catch err
  disp(err.message)
end
try
  x = ind2sub([2 3],0);
catch err
  disp(err.message)
end
%> x = 4
%> ind2sub: index out of range
%> ind2sub: invalid index index 0: subscripts must be either integers 1 to (2^63)-1 or logicals

%% ind2sub: [i,j]=ind2sub([23],[146]), [i,j]=ind2sub([234],[1824])
[i,j]=ind2sub([2 3],[1 4 6])
[i,j]=ind2sub([2 3 4],[1 8 24])
%> i =
%>
%>    1   2   2
%>
%> j =
%>
%>    1   2   3
%>
%> i =
%>
%>    1   2   2
%>
%> j =
%>
%>     1    4   12
%>

%% accumarray: accumarray([1;2;1],[10;20;30]), accumarray([11;22;11],[1;2;3]), accumarray([1;2;4],1)
x = accumarray([1;2;1],[10;20;30])
x = accumarray([1 1;2 2;1 1],[1;2;3])
x = accumarray([1;2;4],1)
%> x =
%>
%>    40
%>    20
%>
%> x =
%>
%>    4   0
%>    0   2
%>
%> x =
%>
%>    1
%>    1
%>    0
%>    1
%>

%% accumarray: accumarray([1;2;1],[1;2;3],[31]), accumarray([1;2;1],[1;2;3],[],@max), accumarray([1;2;1
x = accumarray([1;2;1],[1;2;3],[3 1])
x = accumarray([1;2;1],[1;2;3],[],@max)
x = accumarray([1;2;1],[1;2;3],[4 1],@(x) numel(x),-1)
%> x =
%>
%>    4
%>    2
%>    0
%>
%> x =
%>
%>    3
%>    2
%>
%> x =
%>
%>    2
%>    1
%>   -1
%>   -1
%>

%% accumarray: accumarray([1;3],[1;2],[31],@(x){x}), accumarray([0;1],1), accumarray({[1;2],[1;2]},[5;6
x = accumarray([1;3],[1;2],[3 1],@(x){x})
try
  x = accumarray([0;1],1);
catch err
  disp(err.message)
end
x = accumarray({[1;2],[1;2]},[5;6])
%> x =
%> {
%>   [1,1] = 1
%>   [2,1] = [](0x0)
%>   [3,1] = 2
%> }
%>
%> accumarray: indices must be positive integers
%> x =
%>
%>    5   0
%>    0   6
%>

%% accumarray: accumarray([1;2],[1;2;3]), accumarray([1;2;2],[5;6;7],[],@min), accumarray([1;3],[5;6],[
try
  x = accumarray([1;2],[1;2;3]);
catch err
  disp(err.message)
end
x = accumarray([1;2;2],[5;6;7],[],@min)
x = accumarray([1;3],[5;6],[],@prod)
%> accumarray: dimension mismatch
%> x =
%>
%>    5
%>    6
%>
%> x =
%>
%>    5
%>    0
%>    6
%>

%% accumarray: a=accumarray([11;22;11],[1;2;3],[23]), a=accumarray([1;2;1],[5;6;7],[],@(v){sort(v)}), a
a=accumarray([1 1;2 2;1 1],[1;2;3],[2 3])
a=accumarray([1;2;1],[5;6;7],[],@(v){sort(v)})
a=accumarray([1;2;2],[5;6;7],[3 1],@mean)
%> a =
%>
%>    4   0   0
%>    0   2   0
%>
%> a =
%> {
%>   [1,1] =
%>
%>      5
%>      7
%>
%>   [2,1] = 6
%> }
%>
%> a =
%>
%>    5.0000
%>    6.5000
%>         0
%>

%% accumarray: accumarray([1;2;1;3],[10;20;30;40]), accumarray([11;22;11],[1;2;3],[22],@max), x=accumar
x = accumarray([1;2;1;3],[10;20;30;40])
x = accumarray([1 1;2 2;1 1],[1;2;3],[2 2],@max)
x = accumarray([1 2 1]',[1 2 3]',[2 1],@(v) max(v))
%> x =
%>
%>    40
%>    20
%>    40
%>
%> x =
%>
%>    3   0
%>    0   2
%>
%> x =
%>
%>    3
%>    2
%>

%% accumarray: x=accumarray([11;12;22],[123]), accumarray([1;2;1],[1;2;3],[31],[],5), x=accumarray([1;2
x = accumarray([1 1;1 2;2 2],[1 2 3])
x = accumarray([1;2;1],[1;2;3],[3 1],[],5)
x = accumarray([1;2;4],[1;2;3],[],@(v){v})
%> x =
%>
%>    1   2
%>    0   3
%>
%> x =
%>
%>    4
%>    2
%>    5
%>
%> x =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%>   [3,1] = [](0x0)
%>   [4,1] = 3
%> }
%>

%% accumarray: accumarray([11;22],[56]), accumarray({[12],[11]},[34]), accumarray([2;2],[1;1],[32])
x = accumarray([1 1;2 2],[5 6])
x = accumarray({[1 2],[1 1]},[3 4])
x = accumarray([2;2],[1;1],[3 2])
%> x =
%>
%>    5   0
%>    0   6
%>
%> x =
%>
%>    3
%>    4
%>
%> x =
%>
%>    0   0
%>    2   0
%>    0   0
%>

%% accumdim: accumdim([1;2;1],[101;202;303])
x = accumdim([1;2;1],[10 1;20 2;30 3])
%> x =
%>
%>    40    4
%>    20    2
%>

%% bsxfun: bsxfun(@plus,[12],[1;2]), bsxfun("minus",[12],[1;2]), bsxfun(@(a,b)a*2,1,2)
x = bsxfun(@plus,[1 2],[1;2])
x = bsxfun("minus",[1 2],[1;2])
x = bsxfun(@(a,b) a*2,1,2)
%> x =
%>
%>    2   3
%>    3   4
%>
%> x =
%>
%>    0   1
%>   -1   0
%>
%> x = 2

%% bsxfun: bsxfun(@plus,[123],[12]), bsxfun(@times,[1;2],[123])
try
  x = bsxfun(@plus,[1 2 3],[1 2]);
catch err
  disp(err.message)
end
x = bsxfun(@times,[1;2],[1 2 3])
%> bsxfun: nonconformant dimensions: 1x3 and 1x2
%> x =
%>
%>    1   2   3
%>    2   4   6
%>

%% merge: merge(true,1,2), merge([truefalse],[12],[34]), merge(1,2,3)
x = merge(true,1,2)
x = merge([true false],[1 2],[3 4])
x = merge(1,2,3)
%> x = 1
%> x =
%>
%>    1   4
%>
%> x = 2

%% merge: [t]=merge([truefalse],1,2), merge([truefalsetrue],[123],[456])
[t]=merge([true false],1,2)
x = merge([true false true],[1 2 3],[4 5 6])
%> t =
%>
%>    1   2
%>
%> x =
%>
%>    1   5   3
%>

%% ifelse: ifelse(true,1,2)
x = ifelse(true,1,2)
%> x = 1

%% swapbytes: swapbytes(uint16(1)), swapbytes(uint16([1256]))
x = swapbytes(uint16(1))
x = swapbytes(uint16([1 256]))
%> x = 256
%> x =
%>
%>   256    1
%>

%% runlength: runlength([220]), [u,v]=runlength([22044401111])
x = runlength([2 2 0])
[u,v]=runlength([2 2 0 4 4 4 0 1 1 1 1])
%> x =
%>
%>    2   1
%>
%> u =
%>
%>    2   1   3   1   4
%>
%> v =
%>
%>    2   0   4   0   1
%>

%% common_size: [err,a,b]=common_size([12],3)
[err,a,b]=common_size([1 2],3)
%> err = 0
%> a =
%>
%>    1   2
%>
%> b =
%>
%>    3   3
%>
