% celldisp, nargchk, subsref, subsasgn, paths.

%% celldisp
c={1,{2,'x'},[1 2;3 4]};
celldisp(c)
celldisp({1,2},'b')
%> c{1} = 
%>
%> 1
%>
%> c{2}{1} = 
%>
%> 2
%>
%> c{2}{2} = 
%>
%> x
%>
%> c{3} = 
%>
%>    1   2
%>    3   4
%>
%> b{1} = 
%>
%> 1
%>
%> b{2} = 
%>
%> 2
%>

%% nargchk
nargchk(1,2,5)
nargchk(1,2,0)
x=nargchk(1,2,3,'struct')
x=nargchk(1,2,2,'struct')
%> ans = too many input arguments
%> ans = not enough input arguments
%> x =
%>
%>   scalar structure containing the fields:
%>
%>     message = too many input arguments
%>     identifier = Octave:nargchk:too-many-inputs
%>
%> x =
%>
%>   0x1 struct array containing the fields:
%>
%>     message
%>     identifier
%>

%% subsref and subsasgn
s.a={1,[4 5 6]};
subsref(s,substruct('.','a','{}',{2},'()',{3}))
subsasgn([1 2 3],substruct('()',{2}),9)
q=subsasgn(s,substruct('.','a','{}',{2}),'z'); q.a
%> ans = 6
%> ans =
%>
%>    1   9   3
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = z
%> }
%>

%% subsref says what it is given
s.a=1;
subsref(s,5)
%> error: subsref: second argument must be a structure with fields 'type' and 'subs'

%% genpath and addpath
mkdir('one'); mkdir('one/two');
genpath('one')
addpath(genpath('one'));
f=fopen('one/two/inb.m','w'); fputs(f,"function r=inb()\n r=42;\nend\n"); fclose(f);
inb()
%> ans = one:one/two
%> ans = 42

%% narginchk
1;
function f(varargin), narginchk(1,2); disp(nargin); end
f(1)
f(1,2,3)
%> 1
%> error: narginchk: too many input arguments

%% inputname and nargin of functions
1;
function g(a,b), printf('%s|%s|%d\n',inputname(1),inputname(2),nargin); end
x=1; y=2; g(x,y)
%> x|y|2

%% validateattributes names the argument
validateattributes([1 2],{'numeric'},{'scalar'})
%> error: input must be scalar

%% validateattributes of a class
validateattributes('a',{'numeric','logical'},{},'fn','x')
%> error: fn: x must be of class:
%>
%>   double int16 int32 int64 int8 logical single uint16 uint32 uint64 uint8
%>
%> but was of class char

%% validateattributes lets pass
validateattributes(5,{'numeric'},{'positive','integer','scalar','finite'}); disp('ok')
%> ok

%% deal
[a,b]=deal({1},2)
[a,b]=deal(1,2,3)
%> a =
%> {
%>   [1,1] = 1
%> }
%>
%> b = 2
%> error: deal: nargin > 1 and nargin != nargout

%% handles and captures
k=3; f=@(x) x*k; k=5; f(2)
g=@plus; g(1,2)
h=@() deal(1,2); [a,b]=h()
%> ans = 6
%> ans = 3
%> a = 1
%> b = 2

%% isargout and nargout
1;
function varargout=v(), for k=1:max(nargout,1), varargout{k}=k*nargout; end, end
x=v(), [a,b,c]=v()
%> x = 1
%> a = 3
%> b = 6
%> c = 9
