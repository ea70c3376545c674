% struct and functions about fields.

%% ismatrix(5), ismatrix({}), ismatrix(ones(2,2,2)), ismatrix(' ...
ismatrix(5), ismatrix({}), ismatrix(ones(2,2,2)), ismatrix('a'), ismatrix(struct())
clear -all
issquare([]), issquare(5), issquare(ones(2,3)), issquare(ones(2,2,2))
clear -all
isempty(struct()), isempty(''), isempty(0), isempty({}), isempty(zeros(0,3))
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 0
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 1

%% isinteger(1), isinteger(int8(1)) ...
isinteger(1), isinteger(int8(1))
clear -all
iscellstr({}), iscellstr({'a'}), iscellstr({1}), iscellstr('a')
clear -all
isobject(1), isjava(1), isstruct(1), isstruct(struct())
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 0
%> ans = 0
%> ans = 0
%> ans = 1

%% int8(struct())
int8(struct())
%> error: invalid conversion from scalar struct to int8

%% validatestring('RED',{'red'}) ...
validatestring('RED',{'red'})
clear -all
isequal(1,1), isequal(1,2), isequal([1 2],[1 2],[1 2]), isequal('a','a'), isequal('a',97), isequal({1,'a'},{1,'a'}), isequal(struct('a',1),struct('a',1)), isequal(struct('a',1,'b',2),struct('b',2,'a',1))
clear -all
isequal(NaN,NaN), isequal([],''), isequal([],{}), isequal(zeros(0,1),zeros(1,0)), isequal(int8(1),1), isequal(single(1),1), isequal(true,1), isequal(1:3,[1 2 3]), isequal({},[])
%> ans = red
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0

%% struct('a')
struct('a')
%> error: struct: additional arguments must occur as "field", VALUE pairs

%% struct('a',1,'b')
struct('a',1,'b')
%> error: struct: additional arguments must occur as "field", VALUE pairs

%% func2str(@(varargin) numel(varargin)) ...
func2str(@(varargin) numel(varargin))
clear -all
struct('a',{1,2,3},'b',5)
clear -all
struct('a',{{1,2}})
%> ans = @(varargin) numel (varargin)
%> ans =
%>
%>   1x3 struct array containing the fields:
%>
%>     a
%>     b
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a =
%>     {
%>       [1,1] = 1
%>       [1,2] = 2
%>     }
%>
%>

%% struct('a',{1,2},'b',{1,2,3})
struct('a',{1,2},'b',{1,2,3})
%> error: struct: dimensions of parameter 2 do not match those of parameter 4

%% struct(5)
struct(5)
%> error: struct: additional arguments must occur as "field", VALUE pairs

%% struct({1})
struct({1})
%> error: struct: additional arguments must occur as "field", VALUE pairs

%% struct('a',{}) ...
struct('a',{})
clear -all
struct('1a',2)
clear -all
struct('a',{1;2})
%> ans =
%>
%>   0x0 struct array containing the fields:
%>
%>     a
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     1a = 2
%>
%> ans =
%>
%>   2x1 struct array containing the fields:
%>
%>     a
%>

%% struct(struct('q',1)) ...
struct(struct('q',1))
clear -all
struct([])
clear -all
struct('a',[])
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     q = 1
%>
%> ans =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = [](0x0)
%>

%% fieldnames(5)
fieldnames(5)
%> error: fieldnames: Invalid input argument

%% fieldnames(struct('a',1,'b',2)) ...
fieldnames(struct('a',1,'b',2))
clear -all
fieldnames(struct())
clear -all
isfield(struct('a',1),'a'), isfield(struct('a',1),'b'), isfield(5,'a'), isfield(struct('a',1),{'a','b',5}), isfield(struct('a',1),5)
%> ans =
%> {
%>   [1,1] = a
%>   [2,1] = b
%> }
%>
%> ans = {}(0x1)
%> ans = 1
%> ans = 0
%> ans = 0
%> ans =
%>
%>   1  0  0
%>
%> ans = 0

%% rmfield(struct('a',1),'q')
rmfield(struct('a',1),'q')
%> error: rmfield: structure does not contain field q

%% rmfield(5,'a')
rmfield(5,'a')
%> error: rmfield: first argument must be a struct

%% rmfield(struct('a',1,'b',2),'a') ...
rmfield(struct('a',1,'b',2),'a')
clear -all
rmfield(struct('a',1,'b',2,'c',3),{'a','c'})
clear -all
setfield(struct('a',1),'b',5)
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     b = 2
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     b = 2
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     b = 5
%>

%% getfield(struct('a',1),'b')
getfield(struct('a',1),'b')
%> error: structure has no member 'b'

%% getfield(struct('a',1),'a') ...
getfield(struct('a',1),'a')
clear -all
s=struct('a',{{1,2}}); getfield(s,'a',{2})
clear -all
s=struct('a',1); s=setfield(s,'a',{3},7); s.a
%> ans = 1
%> ans =
%> {
%>   [1,1] = 2
%> }
%>
%> ans =
%>
%>    1   0   7
%>

%% orderfields(struct('b',1,'a',2)) ...
orderfields(struct('b',1,'a',2))
clear -all
s.a=1;s.b='hi';
[s,p]=orderfields(struct('b',1,'a',2)); p
clear -all
orderfields(struct('b',1,'a',2),{'b','a'})
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = 2
%>     b = 1
%>
%> p =
%>
%>    2
%>    1
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     b = 1
%>     a = 2
%>

%% orderfields(struct('b',1,'a',2),struct('b',1,'a',0)) ...
orderfields(struct('b',1,'a',2),struct('b',1,'a',0))
clear -all
orderfields(struct('b',1,'a',2),[2 1])
clear -all
struct2cell(struct('a',1,'b','x'))
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     b = 1
%>     a = 2
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = 2
%>     b = 1
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [2,1] = x
%> }
%>

%% size(struct2cell(struct('a',{1,2},'b','x'))) ...
size(struct2cell(struct('a',{1,2},'b','x')))
clear -all
cell2struct({1;2},{'a';'b'},1)
clear -all
cell2struct({1,2},{'a','b'},2)
%> ans =
%>
%>    2   1   2
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     b = 2
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     b = 2
%>

%% cell2struct({1;2},{'a'},1)
cell2struct({1;2},{'a'},1)
%> error: cell2struct: number of FIELDS does not match dimension

%% cell2struct({1;2},['a';'b'],1)
cell2struct({1;2},['a';'b'],1)
%> error: cell2struct: FIELDS must be a cell array of strings or a scalar string

%% numfields(struct('a',1,'b',2)), numfields(5)
numfields(struct('a',1,'b',2)), numfields(5)
%> ans = 2
%> error: numfields: argument must be a struct

%% cell2struct({1,2;3,4},{'a','b'},2) ...
cell2struct({1,2;3,4},{'a','b'},2)
clear -all
isrow(struct('a',{1,2}))
clear -all
size(struct('a',{1,2,3})), numel(struct('a',{1,2,3})), ndims(struct())
%> ans =
%>
%>   2x1 struct array containing the fields:
%>
%>     a
%>     b
%>
%> ans = 1
%> ans =
%>
%>    1   3
%>
%> ans = 3
%> ans = 2

%% num2cell([1 2;3 4],2) ...
num2cell([1 2;3 4],2)
clear -all
num2cell(struct('a',{1,2}))
clear -all
cell2mat({1,2;3,4})
%> ans =
%> {
%>   [1,1] =
%>
%>      1   2
%>
%>   [2,1] =
%>
%>      3   4
%>
%> }
%>
%> ans =
%> {
%>   [1,1] =
%>
%>     scalar structure containing the fields:
%>
%>       a = 1
%>
%>   [1,2] =
%>
%>     scalar structure containing the fields:
%>
%>       a = 2
%>
%> }
%>
%> ans =
%>
%>    1   2
%>    3   4
%>

%% cell2mat({struct('a',1),struct('a',2)}) ...
cell2mat({struct('a',1),struct('a',2)})
clear -all
mat2cell(reshape(1:16,4,4),[1 3],[2 2])
clear -all
mat2cell(1:4,1,[2 2])
%> ans =
%>
%>   1x2 struct array containing the fields:
%>
%>     a
%>
%> ans =
%> {
%>   [1,1] =
%>
%>      1   5
%>
%>   [2,1] =
%>
%>      2   6
%>      3   7
%>      4   8
%>
%>   [1,2] =
%>
%>       9   13
%>
%>   [2,2] =
%>
%>      10   14
%>      11   15
%>      12   16
%>
%> }
%>
%> ans =
%> {
%>   [1,1] =
%>
%>      1   2
%>
%>   [1,2] =
%>
%>      3   4
%>
%> }
%>

%% s=struct('x',{10,20}); [s.x] ...
s=struct('x',{10,20}); [s.x]
clear -all
s=struct('x',{10,20}); s(2)=[]
clear -all
s=struct('x',{10,20}); s(1)
%> ans =
%>
%>    10   20
%>
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     x = 10
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     x = 10
%>

%% s=struct('x',{10,20}); s(:).x ...
s=struct('x',{10,20}); s(:).x
clear -all
s=struct('x',{10,20}); [s.x]=deal(1,2); s(2).x
clear -all
s=struct('x',{10,20}); [s.y]=deal('q'); s(1)
%> ans = 10
%> ans = 20
%> ans = 2
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     x = 10
%>     y = q
%>

%% s=[struct('a',1),struct('b',2)];
s=[struct('a',1),struct('b',2)];
%> error: cat: field names mismatch in concatenating structs

%% s=[struct('a',1),struct('a',2)]; size(s) ...
s=[struct('a',1),struct('a',2)]; size(s)
clear -all
s=[struct('a',1);struct('a',2)]; size(s)
clear -all
s=struct('a',1); s(3).a=5; s(2)
%> ans =
%>
%>    1   2
%>
%> ans =
%>
%>    2   1
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = [](0x0)
%>

%% s=struct('a',1); s.('b')=2; s ...
s=struct('a',1); s.('b')=2; s
clear -all
s=struct('a',1); fn='a'; s.(fn)
clear -all
isrow('abc'), isvarname('a.b')
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     b = 2
%>
%> ans = 1
%> ans = 1
%> ans = 0

%% getfield(5,'a')
getfield(5,'a')
%> error: scalar cannot be indexed with .

%% substr='x'; isstruct(substr) ...
substr='x'; isstruct(substr)
clear -all
nthargout(2,@max,[1 5 3])
clear -all
version
%> ans = 0
%> ans = 2
%> ans = 7.3.0
