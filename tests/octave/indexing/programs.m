% Small programs of cells, structs, maps, calls and indices.

%% x=struct('a',{1,2,3}); x(2)=[]; {x.a} ...
x=struct('a',{1,2,3}); x(2)=[]; {x.a}
clear -all
x.y=1:5; x.y(end)=[]; x.y(end+1)=9; x.y
clear -all
x={}; x{end+1}=1; x{end+1}='b'; numel(x)
clear -all
x={1,{2,{3}}}; x{2}{2}{1}
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 3
%> }
%>
%> ans =
%>
%>    1   2   3   4   9
%>
%> ans = 2
%> ans = 3

%% x={1,{2,{3}}}; x{2}{2}{1}=9; x{2}{2}{1} ...
x={1,{2,{3}}}; x{2}{2}{1}=9; x{2}{2}{1}
clear -all
a.b.c.d=1; a.b.c.e=2; fieldnames(a.b.c)'
clear -all
s=struct(); s.('x1')=1; s.('x2')=2; for f=fieldnames(s)', disp(f{1}), end
clear -all
c=cell(2,3); c{2,3}='z'; size(c), iscellstr(c)
%> ans = 9
%> ans =
%> {
%>   [1,1] = d
%>   [1,2] = e
%> }
%>
%> x1
%> x2
%> ans =
%>
%>    2   3
%>
%> ans = 0

%% c={1,'a';2,'b'}; c(:,1) ...
c={1,'a';2,'b'}; c(:,1)
clear -all
c={1,'a';2,'b'}; [c{:,1}]
clear -all
c={3,1,2}; m=[c{:}]; sort(m)
clear -all
s(2).v=5; s(1)
%> ans =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%> }
%>
%> ans =
%>
%>    1   2
%>
%> ans =
%>
%>    1   2   3
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     v = [](0x0)
%>

%% s=struct('n',{'a','b'}); {s.n} ...
s=struct('n',{'a','b'}); {s.n}
clear -all
s=struct('n',{3,1,2}); [~,i]=sort([s.n]); s=s(i); [s.n]
clear -all
x=magic(4); x(:,2)=[]; x
clear -all
x=1:5; x(x>2)=0
%> ans =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>
%> ans =
%>
%>    1   2   3
%>
%> x =
%>
%>    16    3   13
%>     5   10    8
%>     9    6   12
%>     4   15    1
%>
%> x =
%>
%>    1   2   0   0   0
%>

%% x=1:5; x(logical([1 0 1 0 1])) ...
x=1:5; x(logical([1 0 1 0 1]))
clear -all
x=eye(3); x(2,:)=[]
clear -all
x='hello'; x([1 end])='HO'
clear -all
x='hello'; x(end:-1:1)
%> ans =
%>
%>    1   3   5
%>
%> x =
%>
%>    1   0   0
%>    0   0   1
%>
%> x = HellO
%> ans = olleh

%% x=[]; x(3)=1 ...
x=[]; x(3)=1
clear -all
x=zeros(2,2); x(:)=1:4
clear -all
x=zeros(2,2,'int8'); x(1)=300
clear -all
x=1:3; x(5)=9; x
%> x =
%>
%>    0   0   1
%>
%> x =
%>
%>    1   3
%>    2   4
%>
%> x =
%>
%>   127    0
%>     0    0
%>
%> x =
%>
%>    1   2   3   0   9
%>

%% x=1:3; x(end+1)=4; x ...
x=1:3; x(end+1)=4; x
clear -all
x=(1:3)'; x(end+1)=4; x
clear -all
x=5; x(3)=1
clear -all
x=int8([1 2 3]); x(2)=2.7
%> x =
%>
%>    1   2   3   4
%>
%> x =
%>
%>    1
%>    2
%>    3
%>    4
%>
%> x =
%>
%>    5   0   1
%>
%> x =
%>
%>   1  3  3
%>

%% x=true(1,3); x(2)=false ...
x=true(1,3); x(2)=false
clear -all
a={}; a(3)={5}
clear -all
a={1,2,3}; a([1 3])=[]
clear -all
a={1,2,3}; b=a; b{1}=9; a{1}
%> x =
%>
%>   1  0  1
%>
%> a =
%> {
%>   [1,1] = [](0x0)
%>   [1,2] = [](0x0)
%>   [1,3] = 5
%> }
%>
%> a =
%> {
%>   [1,1] = 2
%> }
%>
%> ans = 1

%% s.x=[1 2 3]; t=s; t.x(1)=9; s.x ...
s.x=[1 2 3]; t=s; t.x(1)=9; s.x
clear -all
x=rand(3)>2; any(x(:))
clear -all
x=reshape(1:8,2,2,2); x(:,:,1)=[]; x
clear -all
x=reshape(1:8,2,2,2); x(:,:,end+1)=[9 9;9 9]; size(x)
%> ans =
%>
%>    1   2   3
%>
%> ans = 0
%> x =
%>
%>    5   7
%>    6   8
%>
%> ans =
%>
%>    2   2   3
%>

%% x=reshape(1:24,2,3,4); x(2,:,3) ...
x=reshape(1:24,2,3,4); x(2,:,3)
clear -all
x=reshape(1:24,2,3,4); squeeze(x(1,2,:))'
clear -all
x=1:10; x([2 4])=[]; x
clear -all
x=1:10; x(1:2:end)=0
%> ans =
%>
%>    14   16   18
%>
%> ans =
%>
%>     3    9   15   21
%>
%> x =
%>
%>     1    3    5    6    7    8    9   10
%>
%> x =
%>
%>     0    2    0    4    0    6    0    8    0   10
%>

%% x=[1 2;3 4]; x(end,end) ...
x=[1 2;3 4]; x(end,end)
clear -all
x=[1 2;3 4]; x(end)
clear -all
x=[1 2;3 4]; x(3,3)=9
clear -all
x=[1 2;3 4]; x(:,end+1)=[5;6]
%> ans = 4
%> ans = 4
%> x =
%>
%>    1   2   0
%>    3   4   0
%>    0   0   9
%>
%> x =
%>
%>    1   2   5
%>    3   4   6
%>

%% x=[1 2;3 4]; x(:)' ...
x=[1 2;3 4]; x(:)'
clear -all
c={'a','b'}; c{3}='c'; strjoin(c,'-')
clear -all
c=num2cell(1:3); [a,b,d]=c{:}; [a b d]
clear -all
s.a=1; s.b=2; c=struct2cell(s); c'
%> ans =
%>
%>    1   3   2   4
%>
%> ans = a-b-c
%> ans =
%>
%>    1   2   3
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>

%% [q.x,q.y]=deal(1,2); q ...
[q.x,q.y]=deal(1,2); q
clear -all
x.a=1; x=rmfield(x,'a'); isempty(fieldnames(x))
clear -all
m=containers.Map(); m('k')=1; m('k')=m('k')+1; m('k')
clear -all
m=containers.Map({'a','b'},[1 2]); cell2mat(values(m))
%> q =
%>
%>   scalar structure containing the fields:
%>
%>     x = 1
%>     y = 2
%>
%> ans = 1
%> ans = 2
%> ans =
%>
%>    1   2
%>

%% m=containers.Map('KeyType','int32','ValueType','double'); m( ...
m=containers.Map('KeyType','int32','ValueType','double'); m(5)=2; m(3)=1; cell2mat(keys(m))
clear -all
isfield(struct('a',1),{'a';'b'})
clear -all
x=3; x+=2
clear -all
x=[1 2 3]; x(2)+=5
%> ans =
%>
%>   3  5
%>
%> ans =
%>
%>   1
%>   0
%>
%> x = 5
%> x =
%>
%>    1   7   3
%>

%% s.k=1; s.k+=4; s.k ...
s.k=1; s.k+=4; s.k
clear -all
c={1}; c{1}*=3
clear -all
x=1:5; x(end)--; x
clear -all
switch 'abc', case {'x','abc'}, disp('hit'), end
%> ans = 5
%> c =
%> {
%>   [1,1] = 3
%> }
%>
%> x =
%>
%>    1   2   3   4   4
%>
%> hit

%% cellfun(@(x,y) [x y],{'a','b'},{'c','d'},'UniformOutput',fal ...
cellfun(@(x,y) [x y],{'a','b'},{'c','d'},'UniformOutput',false)
clear -all
arrayfun(@(k) k*2,magic(3))
clear -all
cellfun(@isempty,{[],1,''})
clear -all
cellfun(@length,{'ab',[1 2 3],{}})
%> ans =
%> {
%>   [1,1] = ac
%>   [1,2] = bd
%> }
%>
%> ans =
%>
%>    16    2   12
%>     6   10   14
%>     8   18    4
%>
%> ans =
%>
%>   1  0  1
%>
%> ans =
%>
%>    2   3   0
%>

%% [mx,ix]=cellfun(@max,{[3 9 1],[4 2]}) ...
[mx,ix]=cellfun(@max,{[3 9 1],[4 2]})
clear -all
s=struct('a',{1,2}); arrayfun(@(e) e.a*10,s)
clear -all
structfun(@(v) v+1,struct('p',1,'q',2))'
clear -all
validatestring('app',{'apple','pear'})
%> mx =
%>
%>    9   4
%>
%> ix =
%>
%>    2   1
%>
%> ans =
%>
%>    10   20
%>
%> ans =
%>
%>    2   3
%>
%> ans = apple

%% nthargout(2,@sort,[3 1 2]) ...
nthargout(2,@sort,[3 1 2])
clear -all
deal(5)
clear -all
num2cell([1 2;3 4])
clear -all
ischar('a'), ischar({'a'}), iscellstr({'a','b'})
%> ans =
%>
%>    2   3   1
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [2,1] = 3
%>   [1,2] = 2
%>   [2,2] = 4
%> }
%>
%> ans = 1
%> ans = 0
%> ans = 1

%% isa(int8(1),'integer'), isa(1,'float'), isa('a','char') ...
isa(int8(1),'integer'), isa(1,'float'), isa('a','char')
clear -all
typecast(single(pi),'uint32')
clear -all
bitand(uint8(12),uint8(10))
clear -all
swapbytes(uint16(1))
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1078530011
%> ans = 8
%> ans = 256

%% getfield(struct('a',struct('b',7)),'a','b') ...
getfield(struct('a',struct('b',7)),'a','b')
clear -all
setfield(struct('a',1),'a',2)
clear -all
substr=struct('a',{{1,2}}); substr.a{2}
clear -all
isempty(struct('a',{})), isempty(struct())
%> ans = 7
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     a = 2
%>
%> ans = 2
%> ans = 1
%> ans = 0
