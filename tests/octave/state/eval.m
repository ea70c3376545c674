% eval, clear, exist, errors of calls.

%% error('abc')
error('abc')

%% error('abc %d\n')
error('abc %d\n')

%% error('abc %d',5)
error('abc %d',5)

%% error('a:b')
error('a:b')

%% error('a:b','msg')
error('a:b','msg')

%% error('a:b','msg %s','x')
error('a:b','msg %s','x')

%% error('a:b c')
error('a:b c')

%% error('a:b %d',3)
error('a:b %d',3)

%% error('with space: %d',3)
error('with space: %d',3)

%% error('id:x','with newline\n')
error('id:x','with newline\n')

%% error("with newline\n")
error("with newline\n")

%% error('tab\there')
error('tab\there')

%% error('50% done')
error('50% done')

%% error('%d%%',50)
error('%d%%',50)

%% error('')
error('')

%% error(struct('message','mm','identifier','i:d'))
error(struct('message','mm','identifier','i:d'))

%% error(struct('message','mm'))
error(struct('message','mm'))

%% try, error('a:b','q'); catch err, disp(err.message), disp(err.identifi
try, error('a:b','q'); catch err, disp(err.message), disp(err.identifier), disp(class(err)), disp(isstruct(err)), disp(isobject(err)), fieldnames(err), end

%% try, error('a:b','q'); catch err, rethrow(err); end
try, error('a:b','q'); catch err, rethrow(err); end

%% try, error('a:b','q'); catch, disp(lasterr()), end
try, error('a:b','q'); catch, disp(lasterr()), end

%% rethrow(struct('message','m','identifier','x:y'))
rethrow(struct('message','m','identifier','x:y'))

%% rethrow(struct('message','m'))
rethrow(struct('message','m'))

%% rethrow(5)
rethrow(5)

%% lasterr('foo'); lasterr()
lasterr('foo'); lasterr()

%% x=lasterr()
x=lasterr()

%% warning('hello')
warning('hello')

%% warning('hello %d',3)
warning('hello %d',3)

%% warning('a:b','hello %d',3)
warning('a:b','hello %d',3)

%% warning('a:b')
warning('a:b')

%% warning('off','a:b'); warning('a:b','no'); warning('on','a:b'); warnin
warning('off','a:b'); warning('a:b','no'); warning('on','a:b'); warning('a:b','yes')

%% warning('off','all'); warning('no'); warning('on','all'); warning('yes
warning('off','all'); warning('no'); warning('on','all'); warning('yes')

%% warning('error','a:b'); warning('a:b','yes')
warning('error','a:b'); warning('a:b','yes')

%% warning('on','a:b');s=warning('query','a:b')
warning('on','a:b');s=warning('query','a:b')

%% s=warning('off','a:b')
s=warning('off','a:b')

%% warning('x:y','q'); [m,id]=lastwarn()
warning('x:y','q'); [m,id]=lastwarn()

%% lastwarn('new'); lastwarn()
lastwarn('new'); lastwarn()

%% lastwarn('new','i:d'); [a,b]=lastwarn()
lastwarn('new','i:d'); [a,b]=lastwarn()

%% warning off; warning('q'); warning on; warning('z')
warning off; warning('q'); warning on; warning('z')

%% warning('off'); warning('q'); warning('on');
warning('off'); warning('q'); warning('on');

%% warning(struct('identifier','a:b','state','off')); warning('a:b','hidd
warning(struct('identifier','a:b','state','off')); warning('a:b','hidden')

%% warning('on','a:b','local')
warning('on','a:b','local')

%% warning('with newline\n')
warning('with newline\n')

%% warning("with newline\n")
warning("with newline\n")

%% warning('')
warning('')

%% undefined_fn(1)
undefined_fn(1)

%% undefined_var
undefined_var

%% x=undefined_var+1
x=undefined_var+1

%% [1 2]+[1 2 3]
[1 2]+[1 2 3]

%% ones(2,3)*ones(2,3)
ones(2,3)*ones(2,3)

%% feval('nosuch')
feval('nosuch')

%% feval(5)
feval(5)

%% validateattributes(5,{'char'},{})
validateattributes(5,{'char'},{})

%% validateattributes(-5,{'numeric'},{'positive'})
validateattributes(-5,{'numeric'},{'positive'})

%% validateattributes([1 2],{'numeric'},{'scalar'})
validateattributes([1 2],{'numeric'},{'scalar'})

%% validateattributes(5,{'char'},{},'fn','arg',2)
validateattributes(5,{'char'},{},'fn','arg',2)

%% a=1; clear a; a
a=1; clear a; a

%% isvarname('a1'), isvarname('1a'), isvarname('for'), isvarname(5)
isvarname('a1'), isvarname('1a'), isvarname('for'), isvarname(5)

%% nthargout(2,@max,[3 9 2])
nthargout(2,@max,[3 9 2])

%% nthargout([1 2],@max,[3 9 2])
nthargout([1 2],@max,[3 9 2])

%% nthargout(3,3,@size,ones(2,3,4))
nthargout(3,3,@size,ones(2,3,4))

%% deal(1,2)
deal(1,2)

%% [a,b]=deal(1,2,3)
[a,b]=deal(1,2,3)

%% [a,b]=deal(7)
[a,b]=deal(7)

%% f=str2func('@(x) x+1'); f(2), func2str(f), func2str(@sin)
f=str2func('@(x) x+1'); f(2), func2str(f), func2str(@sin)

%% func2str(5)
func2str(5)

%% f=@(x,y) x.^2+y'; f, disp(f), class(f)
f=@(x,y) x.^2+y'; f, disp(f), class(f)

%% is_function_handle(@sin), is_function_handle('sin')
is_function_handle(@sin), is_function_handle('sin')

%% a=5; s=evalc('a'); s
a=5; s=evalc('a'); s

%% eval('1+','disp(1)')
eval('1+','disp(1)')

%% eval('error("boo")','disp(lasterr())')
eval('error("boo")','disp(lasterr())')

%% x=eval('5')
x=eval('5')

%% x=eval('5;')
x=eval('5;')

%% eval('y=3'); y
eval('y=3'); y

%% evalin('base','1')
evalin('base','1')

%% assignin('base','q1',5)
assignin('base','q1',5)

%% assignin('foo','q1',5)
assignin('foo','q1',5)

%% assignin('base','1x',5)
assignin('base','1x',5)

%% setenv('FOO_','bar'); getenv('FOO_')
setenv('FOO_','bar'); getenv('FOO_')

%% x=1; y=2; clear x; exist('x'), exist('y')
x=1; y=2; clear x; exist('x'), exist('y')

%% x1=1; x2=2; y=3; clear x*; exist('x1'), exist('y')
x1=1; x2=2; y=3; clear x*; exist('x1'), exist('y')

%% x=1;y=2; clear -x x; exist('x'), exist('y')
x=1;y=2; clear -x x; exist('x'), exist('y')

%% isglobal('a'), global a; isglobal('a')
isglobal('a'), global a; isglobal('a')

%% validatestring('app',{'apple','banana'})
validatestring('app',{'apple','banana'})

%% validatestring('x',{'apple','banana'})
validatestring('x',{'apple','banana'})

