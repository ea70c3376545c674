% cellfun, arrayfun, structfun, feval and handles.

%% cellfun(@(x) error('a:b','c'), {1})
cellfun(@(x) error('a:b','c'), {1})
%> error: c

%% arrayfun(@(x) [x x], 1:3)
arrayfun(@(x) [x x], 1:3)
%> error: arrayfun: all values must be scalars when UniformOutput = true

%% arrayfun(@(x) 'ab', 1:3)
arrayfun(@(x) 'ab', 1:3)
%> error: arrayfun: all values must be scalars when UniformOutput = true

%% arrayfun(@(x) x, 1:3)
arrayfun(@(x) x, 1:3)
%> ans =
%>
%>    1   2   3
%>

%% arrayfun(@(x,y) x+y, 1:3, 4:6)
arrayfun(@(x,y) x+y, 1:3, 4:6)
%> ans =
%>
%>    5   7   9
%>

%% arrayfun(@(x,y) x+y, 1:3, 4:5)
arrayfun(@(x,y) x+y, 1:3, 4:5)
%> error: arrayfun: dimensions mismatch

%% arrayfun(@(x) {x}, 1:3)
arrayfun(@(x) {x}, 1:3)
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%>   [1,3] = 3
%> }
%>

%% arrayfun(@(x) {x}, 1:3, 'UniformOutput', false)
arrayfun(@(x) {x}, 1:3, 'UniformOutput', false)
%> ans =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = 1
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = 2
%>   }
%>
%>   [1,3] =
%>   {
%>     [1,1] = 3
%>   }
%>
%> }
%>

%% [a,b]=arrayfun(@(x) max([x 2]), 1:3)
[a,b]=arrayfun(@(x) max([x 2]), 1:3)
%> a =
%>
%>    2   2   3
%>
%> b =
%>
%>    2   1   1
%>

%% arrayfun(@(x) x>1, 1:3), class(ans)
arrayfun(@(x) x>1, 1:3), class(ans)
%> ans =
%>
%>   0  1  1
%>
%> ans = logical

%% arrayfun(@(x) 'a', 1:3), class(ans)
arrayfun(@(x) 'a', 1:3), class(ans)
%> ans = aaa
%> ans = char

%% arrayfun(@(x) int8(x), [1 2;3 4]), class(ans)
arrayfun(@(x) int8(x), [1 2;3 4]), class(ans)
%> ans =
%>
%>   1  2
%>   3  4
%>
%> ans = int8

%% arrayfun(@disp, 1:3)
arrayfun(@disp, 1:3)
%> 1
%> 2
%> 3

%% arrayfun(@(s) s.a, struct('a',{1,2}))
arrayfun(@(s) s.a, struct('a',{1,2}))
%> ans =
%>
%>    1   2
%>

%% arrayfun(@(x) x, [])
arrayfun(@(x) x, [])

%% arrayfun(@(x) x, {1,2}, 'UniformOutput', false)
arrayfun(@(x) x, {1,2}, 'UniformOutput', false)
%> ans =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = 1
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = 2
%>   }
%>
%> }
%>

%% arrayfun('sin', [0 0])
arrayfun('sin', [0 0])
%> ans =
%>
%>    0   0
%>

%% arrayfun(@(x) error('a'), 1:2, 'ErrorHandler', @(e,x) e.index)
arrayfun(@(x) error('a'), 1:2, 'ErrorHandler', @(e,x) e.index)
%> ans =
%>
%>    1   2
%>

%% arrayfun(@(x) error('q:r','a'), 1:2, 'ErrorHandler', @(e,x) e, 'Unifor
arrayfun(@(x) error('q:r','a'), 1:2, 'ErrorHandler', @(e,x) e, 'UniformOutput', false){2}
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     identifier = q:r
%>     message = a
%>     index = 2
%>

%% cellfun(@numel, {1,[1 2],'abc'})
cellfun(@numel, {1,[1 2],'abc'})
%> ans =
%>
%>    1   2   3
%>

%% cellfun('length', {1,[1 2],'abc'})
cellfun('length', {1,[1 2],'abc'})
%> ans =
%>
%>    1   2   3
%>

%% cellfun('isempty', {1,[],''})
cellfun('isempty', {1,[],''})
%> ans =
%>
%>   0  1  1
%>

%% cellfun(@isempty, {})
cellfun(@isempty, {})

%% cellfun('size', {1,[1 2;3 4]}, 2)
cellfun('size', {1,[1 2;3 4]}, 2)
%> ans =
%>
%>    1   2
%>

%% cellfun('prodofsize', {1,[1 2;3 4]})
cellfun('prodofsize', {1,[1 2;3 4]})
%> ans =
%>
%>    1   4
%>

%% cellfun('ndims', {1,ones(2,2,2)})
cellfun('ndims', {1,ones(2,2,2)})
%> ans =
%>
%>    2   3
%>

%% cellfun('isreal', {1,i})
cellfun('isreal', {1,i})
%> ans =
%>
%>   1  0
%>

%% cellfun('islogical', {1,true})
cellfun('islogical', {1,true})
%> ans =
%>
%>   0  1
%>

%% cellfun(@upper, {'a','b'}, 'UniformOutput', false)
cellfun(@upper, {'a','b'}, 'UniformOutput', false)
%> ans =
%> {
%>   [1,1] = A
%>   [1,2] = B
%> }
%>

%% cellfun(@(x) [x 'z'], {'a','b'}, 'UniformOutput', 0)
cellfun(@(x) [x 'z'], {'a','b'}, 'UniformOutput', 0)
%> ans =
%> {
%>   [1,1] = az
%>   [1,2] = bz
%> }
%>

%% cellfun(@(x) [1 2], {1,2})
cellfun(@(x) [1 2], {1,2})
%> error: cellfun: all values must be scalars when UniformOutput = true

%% cellfun(@(x,y) x*y, {1,2}, {3,4})
cellfun(@(x,y) x*y, {1,2}, {3,4})
%> ans =
%>
%>    3   8
%>

%% cellfun(@(x,y) x*y, {1,2}, {3})
cellfun(@(x,y) x*y, {1,2}, {3})
%> ans =
%>
%>    3   6
%>

%% cellfun(@numel, 5)
cellfun(@numel, 5)
%> error: cellfun: C must be a cell array

%% cellfun({1},{1})
cellfun({1},{1})
%> error: cellfun: argument NAME must be a string or function handle

%% cellfun('nosuchfn',{1})
cellfun('nosuchfn',{1})
%> error: cellfun: invalid function NAME: nosuchfn

%% [a,b]=cellfun(@max, {[1 5 2],[7 3]})
[a,b]=cellfun(@max, {[1 5 2],[7 3]})
%> a =
%>
%>    5   7
%>
%> b =
%>
%>    2   1
%>

%% [a,b]=cellfun(@max, {[1 5 2],[7 3]}, 'UniformOutput', false)
[a,b]=cellfun(@max, {[1 5 2],[7 3]}, 'UniformOutput', false)
%> a =
%> {
%>   [1,1] = 5
%>   [1,2] = 7
%> }
%>
%> b =
%> {
%>   [1,1] = 2
%>   [1,2] = 1
%> }
%>

%% cellfun(@(x) disp(x), {1,2})
cellfun(@(x) disp(x), {1,2})
%> 1
%> 2

%% x=cellfun(@(x) disp(x), {1,2})
x=cellfun(@(x) disp(x), {1,2})
%> error: cellfun: all values must be scalars when UniformOutput = true

%% cellfun(@(x) x, {1,true})
cellfun(@(x) x, {1,true})
%> ans =
%>
%>    1   1
%>

%% cellfun(@(x) x, {single(1),2})
cellfun(@(x) x, {single(1),2})
%> ans =
%>
%>    1   2
%>

%% cellfun(@(x) x, {int8(1),2})
cellfun(@(x) x, {int8(1),2})
%> ans =
%>
%>   1  2
%>

%% cellfun(@(x) x, {1;2}), cellfun(@(x) x, cell(0,3))
cellfun(@(x) x, {1;2}), cellfun(@(x) x, cell(0,3))
%> ans =
%>
%>    1
%>    2
%>

%% cellfun(@(x) {x}, {1,2})
cellfun(@(x) {x}, {1,2})
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>

%% cellfun(@(x) struct('a',x), {1,2})
cellfun(@(x) struct('a',x), {1,2})
%> ans =
%>
%>   1x2 struct array containing the fields:
%>
%>     a
%>

%% cellfun(@(x) 1i*x, {1,2})
cellfun(@(x) 1i*x, {1,2})
%> ans =
%>
%>    0 + 1i   0 + 2i
%>

%% cellfun(@(x) x, {1,2}, 'BadOption', true)
cellfun(@(x) x, {1,2}, 'BadOption', true)
%> error: cellfun: unrecognized parameter BadOption

%% structfun(@(x) x*2, struct('a',1,'b',2))
structfun(@(x) x*2, struct('a',1,'b',2))
%> ans =
%>
%>    2
%>    4
%>

%% structfun(@(x) x*2, struct('a',1,'b',2), 'UniformOutput', false)
structfun(@(x) x*2, struct('a',1,'b',2), 'UniformOutput', false)
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = 2
%>     b = 4
%>

%% structfun(@(x) [x x], struct('a',1,'b',2))
structfun(@(x) [x x], struct('a',1,'b',2))
%> error: cellfun: all values must be scalars when UniformOutput = true

%% structfun(@(x) x, struct())
structfun(@(x) x, struct())
%> ans = [](0x1)

%% feval(@plus,1,2), feval('plus',1,2)
feval(@plus,1,2), feval('plus',1,2)
%> ans = 3
%> ans = 3

%% func2str(@(x) x.^2+1)
func2str(@(x) x.^2+1)
%> ans = @(x) x .^ 2 + 1

%% str2func('sin'), str2func('@(x) x')
str2func('sin'), str2func('@(x) x')
%> ans = @sin
%> ans =
%>
%> @(x) x
%>

%% str2func('not a fn name!')
str2func('not a fn name!')
%> ans = @not a fn name!

%% is_function_handle(str2func('sin'))
is_function_handle(str2func('sin'))
%> ans = 1

%% nthargout(2,@size,ones(3,4))
nthargout(2,@size,ones(3,4))
%> ans = 4

%% nthargout(0,@size,1)
nthargout(0,@size,1)
%> error: nthargout: N and NTOT must consist of positive integers
