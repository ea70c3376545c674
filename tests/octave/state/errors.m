% error, warning, what catch gives.

%% error("abc %d")
error("abc %d")
%> error: abc %d

%% error("a%%b")
error("a%%b")
%> error: a%%b

%% error('a%%b')
error('a%%b')
%> error: a%%b

%% error('a%%b',1)
error('a%%b',1)
%> error: a%b

%% error('a\tb',1)
error('a\tb',1)
%> error: a	b

%% error('x:y','%s')
error('x:y','%s')

%% error('x:y z',5)
error('x:y z',5)
%> error: x:y z

%% error('x:%d',5)
error('x:%d',5)
%> error: x:5

%% error('%s','a:b')
error('%s','a:b')
%> error: a:b

%% error('MyPkg:myid','Value %d is %s',3,'bad')
error('MyPkg:myid','Value %d is %s',3,'bad')
%> error: Value 3 is bad

%% error(struct('message','','identifier','a:b'))
error(struct('message','','identifier','a:b'))

%% error(struct('a',5))
error(struct('a',5))

%% x.message='q'; x.identifier='r:s'; x.stack=struct('file','f','name','n
x.message='q'; x.identifier='r:s'; x.stack=struct('file','f','name','n','line',1,'column',2); error(x)
%> error: q

%% try, error('x'); catch e, s=size(e), end
try, error('x'); catch e, s=size(e), end
%> s =
%>
%>    1   1
%>

%% e=[]; try, error('x:y','m'); catch e, end; e.message
e=[]; try, error('x:y','m'); catch e, end; e.message
%> ans = m

%% try, error('x:y','m'); catch ME, fprintf('%s\n', ME.message); end
try, error('x:y','m'); catch ME, fprintf('%s\n', ME.message); end
%> m

%% try, error('x'), catch disp('c'), end
try, error('x'), catch disp('c'), end
%> c

%% try error('x'), end, disp('after')
try error('x'), end, disp('after')
%> after

%% warning('foo:bar','baz'); lastwarn
warning('foo:bar','baz'); lastwarn
%> warning: baz
%> ans = baz

%% s=warning('query','nosuch:id')
s=warning('query','nosuch:id')
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     identifier = nosuch:id
%>     state = on
%>

%% warning('off','x:y'); s=warning('query','x:y')
warning('off','x:y'); s=warning('query','x:y')
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     identifier = x:y
%>     state = off
%>

%% [msg,id]=lasterr()
[msg,id]=lasterr()
%> msg = 
%> id = 

%% s = warning('error','k:l')
s = warning('error','k:l')
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     identifier = k:l
%>     state = on
%>

%% warning('foo','k:l')
warning('foo','k:l')
%> warning: foo

%% warning('on','verbose')
warning('on','verbose')

%% ws = warning('off','p:q'); warning(ws); warning('p:q','shown')
ws = warning('off','p:q'); warning(ws); warning('p:q','shown')
%> warning: shown

%% error('Octave:some-id', 'abc')
error('Octave:some-id', 'abc')
%> error: abc

%% error("id:x", "line\n")
error("id:x", "line\n")
%> error: line

%% a = 1; a(5)
a = 1; a(5)
%> error: a(5): out of bound 1 (dimensions are 1x1)

%% f = @(x) x(7); f(1)
f = @(x) x(7); f(1)
%> error: x(7): out of bound 1 (dimensions are 1x1)

%% f = @(x) error('in:f','boo %d',x); f(3)
f = @(x) error('in:f','boo %d',x); f(3)
%> error: boo 3

%% a=3; f=@() a; a=4; f()
a=3; f=@() a; a=4; f()
%> ans = 3
