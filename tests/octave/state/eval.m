% eval, clear, exist, errors of calls.

%% error('abc')
error('abc')
%> error: abc

%% error('abc %d\n')
error('abc %d\n')
%> error: abc %d\n

%% error('abc %d',5)
error('abc %d',5)
%> error: abc 5

%% error('a:b')
error('a:b')
%> error: call to error with message identifier 'a:b' requires message

%% error('a:b','msg')
error('a:b','msg')
%> error: msg

%% error('a:b','msg %s','x')
error('a:b','msg %s','x')
%> error: msg x

%% error('a:b c')
error('a:b c')
%> error: a:b c

%% error('a:b %d',3)
error('a:b %d',3)
%> error: a:b 3

%% error('with space: %d',3)
error('with space: %d',3)
%> error: with space: 3

%% error('id:x','with newline\n')
error('id:x','with newline\n')
%> error: with newline

%% error("with newline\n")
error("with newline\n")
%> error: with newline

%% error('tab\there')
error('tab\there')
%> error: tab\there

%% error('50% done')
error('50% done')
%> error: 50% done

%% error('%d%%',50)
error('%d%%',50)
%> error: 50%

%% error('')
error('')

%% error(struct('message','mm','identifier','i:d'))
error(struct('message','mm','identifier','i:d'))
%> error: mm

%% error(struct('message','mm'))
error(struct('message','mm'))
%> error: mm

%% try, error('a:b','q'); catch err, disp(err.message), disp(err.identifi
try, error('a:b','q'); catch err, disp(err.message), disp(err.identifier), disp(class(err)), disp(isstruct(err)), disp(isobject(err)), fieldnames(err), end
%> q
%> a:b
%> struct
%> 1
%> 0
%> ans =
%> {
%>   [1,1] = message
%>   [2,1] = identifier
%>   [3,1] = stack
%> }
%>

%% try, error('a:b','q'); catch err, rethrow(err); end
try, error('a:b','q'); catch err, rethrow(err); end
%> error: q

%% try, error('a:b','q'); catch, disp(lasterr()), end
try, error('a:b','q'); catch, disp(lasterr()), end
%> q

%% rethrow(struct('message','m','identifier','x:y'))
rethrow(struct('message','m','identifier','x:y'))
%> error: m

%% rethrow(struct('message','m'))
rethrow(struct('message','m'))
%> error: rethrow: ERR struct must contain the fields 'message' and 'identifier'

%% rethrow(5)
rethrow(5)
%> error: octave_base_value::map_value(): wrong type argument 'scalar'

%% lasterr('foo'); lasterr()
lasterr('foo'); lasterr()
%> ans = foo

%% x=lasterr()
x=lasterr()
%> x = 

%% warning('hello')
warning('hello')
%> warning: hello

%% warning('hello %d',3)
warning('hello %d',3)
%> warning: hello 3

%% warning('a:b','hello %d',3)
warning('a:b','hello %d',3)
%> warning: hello 3

%% warning('a:b')
warning('a:b')
%> warning: call to warning with message identifier 'a:b' requires message

%% warning('off','a:b'); warning('a:b','no'); warning('on','a:b'); warnin
warning('off','a:b'); warning('a:b','no'); warning('on','a:b'); warning('a:b','yes')
%> warning: yes

%% warning('off','all'); warning('no'); warning('on','all'); warning('yes
%! Octave adds warnings about its own files here
warning('off','all'); warning('no'); warning('on','all'); warning('yes')
%> warning: yes

%% warning('error','a:b'); warning('a:b','yes')
warning('error','a:b'); warning('a:b','yes')
%> error: yes

%% warning('on','a:b');s=warning('query','a:b')
warning('on','a:b');s=warning('query','a:b')
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     identifier = a:b
%>     state = on
%>

%% s=warning('off','a:b')
s=warning('off','a:b')
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     identifier = a:b
%>     state = on
%>

%% warning('x:y','q'); [m,id]=lastwarn()
warning('x:y','q'); [m,id]=lastwarn()
%> warning: q
%> m = q
%> id = x:y

%% lastwarn('new'); lastwarn()
lastwarn('new'); lastwarn()
%> ans = new

%% lastwarn('new','i:d'); [a,b]=lastwarn()
lastwarn('new','i:d'); [a,b]=lastwarn()
%> a = new
%> b = i:d

%% warning off; warning('q'); warning on; warning('z')
%! Octave adds warnings about its own files here
warning off; warning('q'); warning on; warning('z')
%> warning: z

%% warning('off'); warning('q'); warning('on');
%! Octave adds warnings about its own files here
warning('off'); warning('q'); warning('on');

%% warning(struct('identifier','a:b','state','off')); warning('a:b','hidd
warning(struct('identifier','a:b','state','off')); warning('a:b','hidden')

%% warning('on','a:b','local')
warning('on','a:b','local')

%% warning('with newline\n')
warning('with newline\n')
%> warning: with newline\n

%% warning("with newline\n")
warning("with newline\n")
%> warning: with newline

%% warning('')
warning('')

%% undefined_fn(1)
undefined_fn(1)
%> error: 'undefined_fn' undefined near line 1, column 1

%% undefined_var
undefined_var
%> error: 'undefined_var' undefined near line 1, column 1

%% x=undefined_var+1
x=undefined_var+1
%> error: 'undefined_var' undefined near line 1, column 3

%% [1 2]+[1 2 3]
[1 2]+[1 2 3]
%> error: operator +: nonconformant arguments (op1 is 1x2, op2 is 1x3)

%% ones(2,3)*ones(2,3)
ones(2,3)*ones(2,3)
%> error: operator *: nonconformant arguments (op1 is 2x3, op2 is 2x3)

%% feval('nosuch')
feval('nosuch')
%> error: feval: function 'nosuch' not found

%% feval(5)
feval(5)
%> error: feval: first argument must be a string, inline function, or a function handle

%% validateattributes(5,{'char'},{})
validateattributes(5,{'char'},{})
%> error: input must be of class:
%>
%>   char
%>
%> but was of class double

%% validateattributes(-5,{'numeric'},{'positive'})
validateattributes(-5,{'numeric'},{'positive'})
%> error: input must be positive

%% validateattributes([1 2],{'numeric'},{'scalar'})
validateattributes([1 2],{'numeric'},{'scalar'})
%> error: input must be scalar

%% validateattributes(5,{'char'},{},'fn','arg',2)
validateattributes(5,{'char'},{},'fn','arg',2)
%> error: fn: arg (argument #2) must be of class:
%>
%>   char
%>
%> but was of class double

%% a=1; clear a; a
a=1; clear a; a
%> error: 'a' undefined near line 1, column 15

%% isvarname('a1'), isvarname('1a'), isvarname('for'), isvarname(5)
isvarname('a1'), isvarname('1a'), isvarname('for'), isvarname(5)
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 0

%% nthargout(2,@max,[3 9 2])
nthargout(2,@max,[3 9 2])
%> ans = 2

%% nthargout([1 2],@max,[3 9 2])
nthargout([1 2],@max,[3 9 2])
%> ans =
%> {
%>   [1,1] = 9
%>   [1,2] = 2
%> }
%>

%% nthargout(3,3,@size,ones(2,3,4))
nthargout(3,3,@size,ones(2,3,4))
%> ans = 4

%% deal(1,2)
deal(1,2)
%> error: deal: nargin > 1 and nargin != nargout

%% [a,b]=deal(1,2,3)
[a,b]=deal(1,2,3)
%> error: deal: nargin > 1 and nargin != nargout

%% [a,b]=deal(7)
[a,b]=deal(7)
%> a = 7
%> b = 7

%% f=str2func('@(x) x+1'); f(2), func2str(f), func2str(@sin)
f=str2func('@(x) x+1'); f(2), func2str(f), func2str(@sin)
%> ans = 3
%> ans = @(x) x + 1
%> ans = sin

%% func2str(5)
func2str(5)
%> error: func2str: FCN_HANDLE argument must be a function handle object

%% f=@(x,y) x.^2+y'; f, disp(f), class(f)
f=@(x,y) x.^2+y'; f, disp(f), class(f)
%> f =
%>
%> @(x, y) x .^ 2 + y'
%>
%> @(x, y) x .^ 2 + y'
%> ans = function_handle

%% is_function_handle(@sin), is_function_handle('sin')
is_function_handle(@sin), is_function_handle('sin')
%> ans = 1
%> ans = 0

%% a=5; s=evalc('a'); s
a=5; s=evalc('a'); s
%> s = a = 5
%>

%% eval('1+','disp(1)')
eval('1+','disp(1)')
%> 1

%% eval('error("boo")','disp(lasterr())')
eval('error("boo")','disp(lasterr())')
%> boo

%% x=eval('5')
x=eval('5')
%> x = 5

%% x=eval('5;')
x=eval('5;')
%> x = 5

%% eval('y=3'); y
eval('y=3'); y
%> y = 3
%> y = 3

%% evalin('base','1')
evalin('base','1')
%> ans = 1

%% assignin('base','q1',5)
assignin('base','q1',5)

%% assignin('foo','q1',5)
assignin('foo','q1',5)
%> error: assignin: CONTEXT must be "caller" or "base"

%% assignin('base','1x',5)
assignin('base','1x',5)
%> error: assignin: invalid variable name '1x'

%% setenv('FOO_','bar'); getenv('FOO_')
setenv('FOO_','bar'); getenv('FOO_')
%> ans = bar

%% x=1; y=2; clear x; exist('x'), exist('y')
x=1; y=2; clear x; exist('x'), exist('y')
%> ans = 0
%> ans = 1

%% x1=1; x2=2; y=3; clear x*; exist('x1'), exist('y')
x1=1; x2=2; y=3; clear x*; exist('x1'), exist('y')
%> ans = 0
%> ans = 1

%% x=1;y=2; clear -x x; exist('x'), exist('y')
x=1;y=2; clear -x x; exist('x'), exist('y')
%> ans = 1
%> ans = 0

%% isglobal('a'), global a; isglobal('a')
isglobal('a'), global a; isglobal('a')
%> ans = 0
%> ans = 1

%% validatestring('app',{'apple','banana'})
validatestring('app',{'apple','banana'})
%> ans = apple

%% validatestring('x',{'apple','banana'})
validatestring('x',{'apple','banana'})
%> error: validatestring: 'x' does not match any of
%> 'apple', 'banana'
