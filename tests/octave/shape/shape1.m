%% repmat: repmat([12],2,2), repmat([12],2), repmat([12],[22])
x = repmat([1 2],2,2)
x = repmat([1 2],2)
x = repmat([1 2],[2 2])
%> x =
%>
%>    1   2   1   2
%>    1   2   1   2
%>
%> x =
%>
%>    1   2   1   2
%>    1   2   1   2
%>
%> x =
%>
%>    1   2   1   2
%>    1   2   1   2
%>

%% repmat: repmat("ab",1,2), repmat({1},2,2), repmat(1,0,3)
x = repmat("ab",1,2)
x = repmat({1},2,2)
x = repmat(1,0,3)
%> x = abab
%> x =
%> {
%>   [1,1] = 1
%>   [2,1] = 1
%>   [1,2] = 1
%>   [2,2] = 1
%> }
%>
%> x = [](0x3)

%% repmat: repmat([12],[122]), repmat(int8(3),2,1), repmat([],2,2)
x = repmat([1 2],[1 2 2])
x = repmat(int8(3),2,1)
x = repmat([],2,2)
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   2   1   2
%>
%> ans(:,:,2) =
%>
%>    1   2   1   2
%>
%> x =
%>
%>   3
%>   3
%>
%> x = [](0x0)

%% repmat: repmat(1,-1,2), repmat(1,[]), repmat([12],2,[])
x = repmat(1,-1,2)
x = repmat(1,[])
x = repmat([1 2],2,[])
%> x = [](0x2)
%> x = 1
%> x =
%>
%>    1   2
%>    1   2
%>

%% repmat: repmat('ab',2,2), repmat([1;2],1,3), repmat([12],[112])
x = repmat('ab',2,2)
x = repmat([1;2],1,3)
x = repmat([1 2],[1 1 2])
%> x =
%>
%> abab
%> abab
%>
%> x =
%>
%>    1   1   1
%>    2   2   2
%>
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   2
%>
%> ans(:,:,2) =
%>
%>    1   2
%>

%% repmat: repmat({'a'},2,1), repmat([],3,3), repmat(1:2,[212])
x = repmat({'a'},2,1)
x = repmat([],3,3)
x = repmat(1:2,[2 1 2])
%> x =
%> {
%>   [1,1] = a
%>   [2,1] = a
%> }
%>
%> x = [](0x0)
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

%% size: size(rand(3)), size([]), size([123])
x = size(rand(3))
x = size([])
x = size([1 2 3])
%> x =
%>
%>    3   3
%>
%> x =
%>
%>    0   0
%>
%> x =
%>
%>    1   3
%>

%% size: size([12;34],1), size(1,0), size(1,-1)
x = size([1 2;3 4],1)
try
  x = size(1,0);
catch err
  disp(err.message)
end
try
  x = size(1,-1);
catch err
  disp(err.message)
end
%> x = 2
%> size: requested dimension DIM (= 0) out of range
%> size: requested dimension DIM (= -1) out of range

%% size: size(1,1.5), size(ones(2,3,4),[13]), size(ones(2,3,4),1,3)
try
  x = size(1,1.5);
catch err
  disp(err.message)
end
x = size(ones(2,3,4),[1 3])
x = size(ones(2,3,4),1,3)
%> conversion of 1.5 to octave_idx_type value failed
%> x =
%>
%>    2   4
%>
%> x =
%>
%>    2   4
%>

%% size: size(1,[12;34]), size("abc"), size({})
x = size(1,[1 2;3 4])
x = size("abc")
x = size({})
%> x =
%>
%>    1   1   1   1
%>
%> x =
%>
%>    1   3
%>
%> x =
%>
%>    0   0
%>

%% size: size(1,"a"), [a,b]=size(ones(2,3,4)), [a,b,c,d]=size(ones(2,3))
try
  x = size(1,"a");
catch err
  disp(err.message)
end
[a,b]=size(ones(2,3,4))
[a,b,c,d]=size(ones(2,3))
%> invalid conversion from string to real N-D array
%> a = 2
%> b = 12
%> a = 2
%> b = 3
%> c = 1
%> d = 1

%% size: [a,b]=size(ones(2,3,4),1,2), [a,b]=size(ones(2,3,4),[13]), x=size(randn(2,0))
[a,b]=size(ones(2,3,4),1,2)
[a,b]=size(ones(2,3,4),[1 3])
x=size(randn(2,0))
%> a = 2
%> b = 3
%> a = 2
%> b = 4
%> x =
%>
%>    2   0
%>

%% size: x=size(randn(4,1)),y=size(randi(9,2,5)),z=sort(randperm(4)), x=size(rande(2,3)),y=size(randg(2
x = size(randn(4,1)), y = size(randi(9,2,5)), z = sort(randperm(4))
x = size(rande(2,3)), y = size(randg(2,2,2)), z = size(randp(3,1,4))
x = size(zeros(3,0,2))
%> x =
%>
%>    4   1
%>
%> y =
%>
%>    2   5
%>
%> z =
%>
%>    1   2   3   4
%>
%> x =
%>
%>    2   3
%>
%> y =
%>
%>    2   2
%>
%> z =
%>
%>    1   4
%>
%> x =
%>
%>    3   0   2
%>

%% cat: cat(1,[12],[34]), cat(3,[12],[34]), cat(2)
x = cat(1,[1 2],[3 4])
x = cat(3,[1 2],[3 4])
x = cat(2)
%> x =
%>
%>    1   2
%>    3   4
%>
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   2
%>
%> ans(:,:,2) =
%>
%>    3   4
%>
%> x = [](0x0)

%% cat: cat(1), cat(4,1,2), cat(1,[12],[123])
x = cat(1)
x = cat(4,1,2)
try
  x = cat(1,[1 2],[1 2 3]);
catch err
  disp(err.message)
end
%> x = [](0x0)
%> x =
%>
%> ans(:,:,1,1) = 1
%> ans(:,:,1,2) = 2
%>
%> cat: dimension mismatch

%% cat: cat(0,1,2), cat(1.5,1,2), cat(2,{1},2)
try
  x = cat(0,1,2);
catch err
  disp(err.message)
end
x = cat(1.5,1,2)
x = cat(2,{1},2)
%> cat: DIM must be a valid dimension
%> x =
%>
%>    1
%>    2
%>
%> x =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>

%% cat: cat(1,{1},{2}), cat(1,int8(1),2.7), cat(2,"a",66)
x = cat(1,{1},{2})
x = cat(1,int8(1),2.7)
x = cat(2,"a",66)
%> x =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%> }
%>
%> x =
%>
%>   1
%>   3
%>
%> warning: implicit conversion from numeric to char
%> x = aB

%% cat: cat(3,[],[12]), cat(1,[],[12]), cat(1,zeros(1,0),[12])
x = cat(3,[],[1 2])
x = cat(1,[],[1 2])
try
  x = cat(1,zeros(1,0),[1 2]);
catch err
  disp(err.message)
end
%> x =
%>
%>    1   2
%>
%> x =
%>
%>    1   2
%>
%> cat: dimension mismatch

%% cat: cat(2,zeros(1,0),[1;2]), cat(3,zeros(1,0),[1;2]), cat(1,struct("a",1),struct("a",2))
try
  x = cat(2,zeros(1,0),[1;2]);
catch err
  disp(err.message)
end
try
  x = cat(3,zeros(1,0),[1;2]);
catch err
  disp(err.message)
end
x = cat(1,struct("a",1),struct("a",2))
%> cat: dimension mismatch
%> cat: dimension mismatch
%> x =
%>
%>   2x1 struct array containing the fields:
%>
%>     a
%>

%% cat: cat(1,@sin,@cos), cat(2,reshape(1:4,2,1,2),reshape(5:8,2,1,2)), cat(3,1,2,3)
try
  x = cat(1,@sin,@cos);
catch err
  disp(err.message)
end
x = cat(2,reshape(1:4,2,1,2),reshape(5:8,2,1,2))
x = cat(3,1,2,3)
%> octave_base_value::resize (): wrong type argument 'function handle'
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   5
%>    2   6
%>
%> ans(:,:,2) =
%>
%>    3   7
%>    4   8
%>
%> x =
%>
%> ans(:,:,1) = 1
%> ans(:,:,2) = 2
%> ans(:,:,3) = 3
%>

%% horzcat: horzcat(), horzcat(1,[23]), horzcat([1;2],3)
x = horzcat()
x = horzcat(1,[2 3])
try
  x = horzcat([1;2],3);
catch err
  disp(err.message)
end
%> x = [](0x0)
%> x =
%>
%>    1   2   3
%>
%> cat: dimension mismatch

%% horzcat: horzcat("a",{1}), horzcat('ab','cd'), horzcat([],[12])
x = horzcat("a",{1})
x = horzcat('ab','cd')
x = horzcat([],[1 2])
%> x =
%> {
%>   [1,1] = a
%>   [1,2] = 1
%> }
%>
%> x = abcd
%> x =
%>
%>    1   2
%>

%% vertcat: vertcat([12],[34]), vertcat([12],3), vertcat([12],[34],[56])
x = vertcat([1 2],[3 4])
try
  x = vertcat([1 2],3);
catch err
  disp(err.message)
end
x = vertcat([1 2],[3 4],[5 6])
%> x =
%>
%>    1   2
%>    3   4
%>
%> cat: dimension mismatch
%> x =
%>
%>    1   2
%>    3   4
%>    5   6
%>

%% vertcat: vertcat('abc','def')
x = vertcat('abc','def')
%> x =
%>
%> abc
%> def
%>

%% numel: numel([12;34]), numel([12;34],1,":"), numel({1,2})
x = numel([1 2;3 4])
x = numel([1 2;3 4],1,":")
x = numel({1,2})
%> x = 4
%> x = 2
%> x = 2

%% numel: numel(linspace(0,1)), numel('hello')
x = numel(linspace(0,1))
x = numel('hello')
%> x = 100
%> x = 5

%% ndims: ndims(ones(2,3,4)), ndims(5)
x = ndims(ones(2,3,4))
x = ndims(5)
%> x = 3
%> x = 2

%% length: length([]), length(ones(2,5,3)), length(zeros(3,7))
x = length([])
x = length(ones(2,5,3))
x = length(zeros(3,7))
%> x = 0
%> x = 5
%> x = 7

%% columns: columns([12]), x=columns(ones(2,3)),y=rows(ones(2,3)),z=ndims(ones(2,3,4)), columns('abc')
x = columns([1 2])
x = columns(ones(2,3)), y = rows(ones(2,3)), z = ndims(ones(2,3,4))
x = columns('abc')
%> x = 2
%> x = 3
%> y = 2
%> z = 3
%> x = 3

%% rows: rows([12])
x = rows([1 2])
%> x = 1

%% isempty: isempty([]), isempty(""), x=isempty([]),y=numel(zeros(3,0)),z=size(zeros(3,0))
x = isempty([])
x = isempty("")
x = isempty([]), y = numel(zeros(3,0)), z = size(zeros(3,0))
%> x = 1
%> x = 1
%> x = 1
%> y = 0
%> z =
%>
%>    3   0
%>

%% isempty: isempty('')
x = isempty('')
%> x = 1

%% isnull: isnull([])
x = isnull([])
%> x = 1

%% squeeze: squeeze(ones(1,1,3)), squeeze(ones(2,1,3)), squeeze(ones(1,3))
x = squeeze(ones(1,1,3))
x = squeeze(ones(2,1,3))
x = squeeze(ones(1,3))
%> x =
%>
%>    1
%>    1
%>    1
%>
%> x =
%>
%>    1   1   1
%>    1   1   1
%>
%> x =
%>
%>    1   1   1
%>

%% squeeze: squeeze({1}), squeeze(reshape(1:4,1,2,2)), squeeze(permute(reshape(1:6,1,2,3),[213]))
x = squeeze({1})
x = squeeze(reshape(1:4,1,2,2))
x = squeeze(permute(reshape(1:6,1,2,3),[2 1 3]))
%> x =
%> {
%>   [1,1] = 1
%> }
%>
%> x =
%>
%>    1   3
%>    2   4
%>
%> x =
%>
%>    1   3   5
%>    2   4   6
%>

%% squeeze: squeeze(zeros(1,1,0))
x = squeeze(zeros(1,1,0))
%> x = [](0x1)

%% reshape: reshape(1:6,2,3), reshape(1:6,[23]), reshape(1:6,[],2)
x = reshape(1:6,2,3)
x = reshape(1:6,[2 3])
x = reshape(1:6,[],2)
%> x =
%>
%>    1   3   5
%>    2   4   6
%>
%> x =
%>
%>    1   3   5
%>    2   4   6
%>
%> x =
%>
%>    1   4
%>    2   5
%>    3   6
%>

%% reshape: reshape(1:6,4,2), reshape(1:6,[],4), reshape(1:6,[],[])
try
  x = reshape(1:6,4,2);
catch err
  disp(err.message)
end
try
  x = reshape(1:6,[],4);
catch err
  disp(err.message)
end
try
  x = reshape(1:6,[],[]);
catch err
  disp(err.message)
end
%> reshape: can't reshape 1x6 array to 4x2 array
%> reshape: SIZE is not divisible by the product of known dimensions (= 4)
%> reshape: only a single dimension can be unknown

%% reshape: reshape(1:6,-1,3), reshape(1:6,2,3,1,1), reshape(1:6,6)
try
  x = reshape(1:6,-1,3);
catch err
  disp(err.message)
end
x = reshape(1:6,2,3,1,1)
try
  x = reshape(1:6,6);
catch err
  disp(err.message)
end
%> reshape: SIZE must be non-negative
%> x =
%>
%>    1   3   5
%>    2   4   6
%>
%> reshape: SIZE must have 2 or more dimensions

%% reshape: reshape([],0,3), reshape({1,2},2,1), reshape("abcd",2,2)
x = reshape([],0,3)
x = reshape({1,2},2,1)
x = reshape("abcd",2,2)
%> x = [](0x3)
%> x =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%> }
%>
%> x =
%>
%> ac
%> bd
%>

%% reshape: reshape(1:6,2.5,2), reshape(1:6,[23],1), reshape(1:8,2,2,2)
try
  x = reshape(1:6,2.5,2);
catch err
  disp(err.message)
end
try
  x = reshape(1:6,[2 3],1);
catch err
  disp(err.message)
end
x = reshape(1:8,2,2,2)
%> reshape: can't reshape 1x6 array to 2x2 array
%> reshape: can't reshape 1x6 array to 2x1 array
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   3
%>    2   4
%>
%> ans(:,:,2) =
%>
%>    5   7
%>    6   8
%>

%% reshape: reshape(1:6,3,[]), reshape('abcdef',2,3)
x = reshape(1:6,3,[])
x = reshape('abcdef',2,3)
%> x =
%>
%>    1   4
%>    2   5
%>    3   6
%>
%> x =
%>
%> ace
%> bdf
%>

%% permute: permute([12;34],[21]), permute(ones(2,3),[312]), permute(1,[11])
x = permute([1 2;3 4],[2 1])
x = permute(ones(2,3),[3 1 2])
try
  x = permute(1,[1 1]);
catch err
  disp(err.message)
end
%> x =
%>
%>    1   3
%>    2   4
%>
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   1
%>
%> ans(:,:,2) =
%>
%>    1   1
%>
%> ans(:,:,3) =
%>
%>    1   1
%>
%> permute: permutation vector cannot contain identical elements

%% permute: permute(ones(2,3,4),[21]), permute({1,2},[21]), permute(reshape(1:6,1,2,3),[321])
try
  x = permute(ones(2,3,4),[2 1]);
catch err
  disp(err.message)
end
x = permute({1,2},[2 1])
x = permute(reshape(1:6,1,2,3),[3 2 1])
%> permute: invalid permutation vector
%> x =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%> }
%>
%> x =
%>
%>    1   2
%>    3   4
%>    5   6
%>

%% permute: permute(reshape(1:24,2,3,4),[231])(:,:,2), permute([12;34],[312])
x = permute(reshape(1:24,2,3,4),[2 3 1])(:,:,2)
x = permute([1 2;3 4],[3 1 2])
%> x =
%>
%>     2    8   14   20
%>     4   10   16   22
%>     6   12   18   24
%>
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   3
%>
%> ans(:,:,2) =
%>
%>    2   4
%>

%% ipermute: ipermute(ones(2,3,4),[312])
x = ipermute(ones(2,3,4),[3 1 2])
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   1   1   1
%>    1   1   1   1
%>    1   1   1   1
%>
%> ans(:,:,2) =
%>
%>    1   1   1   1
%>    1   1   1   1
%>    1   1   1   1
%>

%% fliplr: fliplr([123]), fliplr({1,2}), fliplr("abc")
x = fliplr([1 2 3])
x = fliplr({1,2})
x = fliplr("abc")
%> x =
%>
%>    3   2   1
%>
%> x =
%> {
%>   [1,1] = 2
%>   [1,2] = 1
%> }
%>
%> x = cba

%% fliplr: fliplr(ones(2,2,2)), fliplr([]), fliplr([123;456])
x = fliplr(ones(2,2,2))
x = fliplr([])
x = fliplr([1 2 3;4 5 6])
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   1
%>    1   1
%>
%> ans(:,:,2) =
%>
%>    1   1
%>    1   1
%>
%> x = [](0x0)
%> x =
%>
%>    3   2   1
%>    6   5   4
%>

%% fliplr: fliplr(1:0), fliplr([12;34])
x = fliplr(1:0)
x = fliplr([1 2;3 4])
%> x = [](1x0)
%> x =
%>
%>    2   1
%>    4   3
%>

%% flipud: flipud([123]), flipud({1;2}), flipud('ab')
x = flipud([1 2 3])
x = flipud({1;2})
x = flipud('ab')
%> x =
%>
%>    1   2   3
%>
%> x =
%> {
%>   [1,1] = 2
%>   [2,1] = 1
%> }
%>
%> x = ab

%% flip: flip([123]), flip([12;34]), flip([12;34],2)
x = flip([1 2 3])
x = flip([1 2;3 4])
x = flip([1 2;3 4],2)
%> x =
%>
%>    3   2   1
%>
%> x =
%>
%>    3   4
%>    1   2
%>
%> x =
%>
%>    2   1
%>    4   3
%>

%% flip: flip(1:3,3), flip(1:3,0), flip(reshape(1:8,2,2,2),3)
x = flip(1:3,3)
try
  x = flip(1:3,0);
catch err
  disp(err.message)
end
x = flip(reshape(1:8,2,2,2),3)
%> x =
%>
%>    1   2   3
%>
%> flip: DIM must be a positive integer
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

%% rot90: rot90([12;34]), rot90([12;34],2), rot90([12;34],-1)
x = rot90([1 2;3 4])
x = rot90([1 2;3 4],2)
x = rot90([1 2;3 4],-1)
%> x =
%>
%>    2   4
%>    1   3
%>
%> x =
%>
%>    4   3
%>    2   1
%>
%> x =
%>
%>    3   1
%>    4   2
%>

%% rot90: rot90([12;34],1.5), rot90(ones(2,2,2)), rot90([123;456])
try
  x = rot90([1 2;3 4],1.5);
catch err
  disp(err.message)
end
x = rot90(ones(2,2,2))
x = rot90([1 2 3;4 5 6])
%> rot90: K must be a single real integer
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   1
%>    1   1
%>
%> ans(:,:,2) =
%>
%>    1   1
%>    1   1
%>
%> x =
%>
%>    3   6
%>    2   5
%>    1   4
%>

%% rot90: rot90([123;456],3), x=rot90(magic(3),2), rot90([123])
x = rot90([1 2 3;4 5 6],3)
x = rot90(magic(3),2)
x = rot90([1 2 3])
%> x =
%>
%>    4   1
%>    5   2
%>    6   3
%>
%> x =
%>
%>    2   9   4
%>    7   5   3
%>    6   1   8
%>
%> x =
%>
%>    3
%>    2
%>    1
%>

%% rotdim: rotdim([12;34]), rotdim([12;34],2)
x = rotdim([1 2;3 4])
x = rotdim([1 2;3 4],2)
%> x =
%>
%>    2   4
%>    1   3
%>
%> x =
%>
%>    4   3
%>    2   1
%>

%% circshift: circshift([123],1), circshift([12;34;56],1), circshift([12;34],1,2)
x = circshift([1 2 3],1)
x = circshift([1 2;3 4;5 6],1)
x = circshift([1 2;3 4],1,2)
%> x =
%>
%>    3   1   2
%>
%> x =
%>
%>    5   6
%>    1   2
%>    3   4
%>
%> x =
%>
%>    2   1
%>    4   3
%>

%% circshift: circshift([123],-1), circshift([],1), circshift([12;34],[11])
x = circshift([1 2 3],-1)
x = circshift([],1)
x = circshift([1 2;3 4],[1 1])
%> x =
%>
%>    2   3   1
%>
%> x = [](0x0)
%> x =
%>
%>    4   3
%>    2   1
%>

%% circshift: circshift([123],1.5), circshift([123],1,4), circshift({1,2},1)
try
  x = circshift([1 2 3],1.5);
catch err
  disp(err.message)
end
try
  x = circshift([1 2 3],1,4);
catch err
  disp(err.message)
end
x = circshift({1,2},1)
%> circshift: all values of N must be integers
%> circshift: N must be a vector, no longer than the number of dimensions in X
%> x =
%> {
%>   [1,1] = 2
%>   [1,2] = 1
%> }
%>

%% circshift: circshift("abc",1), circshift(1:5,2), circshift([12;34;56],-1)
x = circshift("abc",1)
x = circshift(1:5,2)
x = circshift([1 2;3 4;5 6],-1)
%> x = cab
%> x =
%>
%>    4   5   1   2   3
%>
%> x =
%>
%>    3   4
%>    5   6
%>    1   2
%>
