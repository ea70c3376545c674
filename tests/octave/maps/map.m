% containers.Map: keys, values, methods, shared copies, errors.

%% m=containers.Map(); m('a')=1; m('b')=[1 2]; m.keys(), m.values(), m.Co
m=containers.Map(); m('a')=1; m('b')=[1 2]; m.keys(), m.values(), m.Count, m.length(), m.isKey('a')
%> ans =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] =
%>
%>      1   2
%>
%> }
%>
%> ans = 2
%> ans = 2
%> ans = 1

%% m=containers.Map(); m('zz')
m=containers.Map(); m('zz')
%> error: containers.Map: specified key <zz> does not exist

%% m=containers.Map('KeyType','double','ValueType','any'); m(3)=1; m(7)
m=containers.Map('KeyType','double','ValueType','any'); m(3)=1; m(7)
%> error: containers.Map: specified key <7> does not exist

%% m=containers.Map('KeyType','double','ValueType','any'); m('a')=1
m=containers.Map('KeyType','double','ValueType','any'); m('a')=1
%> error: containers.Map: specified key type does not match the type of this container

%% m=containers.Map(); m(1)=1
m=containers.Map(); m(1)=1
%> error: containers.Map: specified key type does not match the type of this container

%% m=containers.Map({'a','b'},{1,2}); m, class(m), size(m), numel(m), iso
%! numel is the number of keys, as in MATLAB
m=containers.Map({'a','b'},{1,2}); m, class(m), size(m), numel(m), isobject(m), isempty(m), length(m)
%> m =
%>
%>   containers.Map object with properties:
%>
%>     Count     : 2
%>     KeyType   : char
%>     ValueType : double
%>
%>
%> ans = containers.Map
%> ans =
%>
%>    2   1
%>
%> ans = 2
%> ans = 1
%> ans = 0
%> ans = 2

%% m=containers.Map({'a','b'},{1,2}); keys(m), values(m), values(m,{'a'})
m=containers.Map({'a','b'},{1,2}); keys(m), values(m), values(m,{'a'})
%> ans =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> ans =
%> {
%>   [1,1] = 1
%> }
%>

%% m=containers.Map({'a','b'},{1,2}); values(m,{'q'})
m=containers.Map({'a','b'},{1,2}); values(m,{'q'})
%> error: containers.Map: key <q> does not exist

%% m=containers.Map({'a','b'},[1 2]); m.ValueType, m.KeyType
m=containers.Map({'a','b'},[1 2]); m.ValueType, m.KeyType
%> ans = double
%> ans = char

%% m=containers.Map([1 2 3],{'x','y','z'}); m.ValueType, m.KeyType, m(2),
m=containers.Map([1 2 3],{'x','y','z'}); m.ValueType, m.KeyType, m(2), m.keys()
%> ans = char
%> ans = double
%> ans = y
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%>   [1,3] = 3
%> }
%>

%% m=containers.Map('a',5); m.keys(), m.ValueType
m=containers.Map('a',5); m.keys(), m.ValueType
%> ans =
%> {
%>   [1,1] = a
%> }
%>
%> ans = double

%% m=containers.Map({'a','b'},{1,2}); remove(m,'a'); m.keys(), remove(m,'
m=containers.Map({'a','b'},{1,2}); remove(m,'a'); m.keys(), remove(m,'q')
%> ans =
%> {
%>   [1,1] = b
%> }
%>
%> ans =
%>
%>   containers.Map object with properties:
%>
%>     Count     : 1
%>     KeyType   : char
%>     ValueType : double
%>
%>

%% m=containers.Map({'a','b'},{1,2}); m.foo
m=containers.Map({'a','b'},{1,2}); m.foo
%> error: containers.Map: unknown property 'foo'

%% m=containers.Map({'a','b'},{1,2}); m{1}
m=containers.Map({'a','b'},{1,2}); m{1}
%> error: containers.Map: only '()' indexing is supported

%% m=containers.Map({'a','b'},{1,2}); m('a','b')
m=containers.Map({'a','b'},{1,2}); m('a','b')
%> ans = 1

%% m=containers.Map({'a','b'},{[1 2 3],struct('x',5)}); m('a')(2), m('b')
m=containers.Map({'a','b'},{[1 2 3],struct('x',5)}); m('a')(2), m('b').x
%> ans = 2
%> ans = 5

%% m=containers.Map({'a','b'},{[1 2 3],struct('x',5)}); m('a')(2)=7; m('a
m=containers.Map({'a','b'},{[1 2 3],struct('x',5)}); m('a')(2)=7; m('a')
%> error: containers.Map: only one level of indexing is supported

%% m=containers.Map({'a','b'},{[1 2 3],struct('x',5)}); m('b').x=7; m('b'
m=containers.Map({'a','b'},{[1 2 3],struct('x',5)}); m('b').x=7; m('b')
%> error: containers.Map: only one level of indexing is supported

%% m=containers.Map('UniformValues',false); m('a')={1}; m('a')
%! Octave's own text of this call makes a map of doubles
m=containers.Map('UniformValues',false); m('a')={1}; m('a')
%> ans =
%> {
%>   [1,1] = 1
%> }
%>

%% m=containers.Map({'a','b'},{1,2},'UniformValues',false); m.ValueType
m=containers.Map({'a','b'},{1,2},'UniformValues',false); m.ValueType
%> ans = any

%% m=containers.Map({'a','b'},{1,'x'}); m.ValueType
m=containers.Map({'a','b'},{1,'x'}); m.ValueType
%> ans = any

%% m=containers.Map({'a','b'},{'u','x'}); m.ValueType, m('a')=5
m=containers.Map({'a','b'},{'u','x'}); m.ValueType, m('a')=5
%> ans = char
%> error: containers.Map: specified value type does not match the type of this container

%% m=containers.Map('KeyType','char','ValueType','double'); m('a')='x'
m=containers.Map('KeyType','char','ValueType','double'); m('a')='x'
%> error: containers.Map: specified value type does not match the type of this container

%% m=containers.Map('KeyType','char','ValueType','double'); m('a')=[1 2]
m=containers.Map('KeyType','char','ValueType','double'); m('a')=[1 2]
%> error: containers.Map: specified value type does not match the type of this container

%% m=containers.Map('KeyType','int32','ValueType','double'); m(2.7)=1; m.
m=containers.Map('KeyType','int32','ValueType','double'); m(2.7)=1; m.keys(){1}, class(m.keys(){1}), m.isKey(3)
%> ans = 3
%> ans = int32
%> ans = 1

%% m=containers.Map(); n=m; n('x')=1; m.Count
m=containers.Map(); n=m; n('x')=1; m.Count
%> ans = 1

%% m=containers.Map({'a','b'},{1,2}); m.isKey({'a','z',5})
m=containers.Map({'a','b'},{1,2}); m.isKey({'a','z',5})
%> ans =
%>
%>   1  0  0
%>

%% m=containers.Map({'a','b'},{1,2}); m.isKey(5)
m=containers.Map({'a','b'},{1,2}); m.isKey(5)
%> ans = 0

%% m=containers.Map({'b','a','B'},{1,2,3}); m.keys(), m.values()
m=containers.Map({'b','a','B'},{1,2,3}); m.keys(), m.values()
%> ans =
%> {
%>   [1,1] = B
%>   [1,2] = a
%>   [1,3] = b
%> }
%>
%> ans =
%> {
%>   [1,1] = 3
%>   [1,2] = 2
%>   [1,3] = 1
%> }
%>

%% m=containers.Map({'a','b'},{1,2,3})
m=containers.Map({'a','b'},{1,2,3})
%> error: containers.Map: the number of keys and values must match

%% m=containers.Map('KeyType','foo','ValueType','any')
m=containers.Map('KeyType','foo','ValueType','any')
%> error: containers.Map: unsupported KeyType

%% m=containers.Map('KeyType','char','ValueType','foo')
m=containers.Map('KeyType','char','ValueType','foo')
%> error: containers.Map: unsupported ValueType

%% m=containers.Map(); m.Count=5
m=containers.Map(); m.Count=5
%> error: containers.Map: properties are read-only

%% m=containers.Map(); for i=1:3, m(sprintf('%d',i))=i; end; for k=m.keys
m=containers.Map(); for i=1:3, m(sprintf('%d',i))=i; end; for k=m.keys(), disp(k{1}), end
%> 1
%> 2
%> 3

%% m=containers.Map(); m('a')=1; m('a')+=5; m('a')
m=containers.Map(); m('a')=1; m('a')+=5; m('a')
%> ans = 6

%% m=containers.Map('KeyType','double','ValueType','any'); m([1 2])=1
m=containers.Map('KeyType','double','ValueType','any'); m([1 2])=1
%> error: containers.Map: specified key type does not match the type of this container

%% m=containers.Map('KeyType','double','ValueType','any'); m(NaN)=1; m.ke
m=containers.Map('KeyType','double','ValueType','any'); m(NaN)=1; m.keys()
%> ans =
%> {
%>   [1,1] = NaN
%> }
%>

%% a=containers.Map({'a'},{1}); b=containers.Map({'b'},{2}); c=[a;b]; c.k
a=containers.Map({'a'},{1}); b=containers.Map({'b'},{2}); c=[a;b]; c.keys()
%> ans =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% a=containers.Map({'a'},{1}); disp(a)
a=containers.Map({'a'},{1}); disp(a)
%>   containers.Map object with properties:
%>
%>     Count     : 1
%>     KeyType   : char
%>     ValueType : double
%>

%% a=containers.Map({'a'},{1}); isequal(a,a)
a=containers.Map({'a'},{1}); isequal(a,a)
%> ans = 1

%% a=containers.Map({'a'},{1}); b=containers.Map({'a'},{1}); isequal(a,b)
a=containers.Map({'a'},{1}); b=containers.Map({'a'},{1}); isequal(a,b)
%> ans = 1

%% a=containers.Map({'a'},{1}); s.m=a; s.m('q')=5; a.keys(), s.m.Count, s
a=containers.Map({'a'},{1}); s.m=a; s.m('q')=5; a.keys(), s.m.Count, s.m.keys(){2}
%> ans =
%> {
%>   [1,1] = a
%>   [1,2] = q
%> }
%>
%> ans = 2
%> ans = q

%% a=containers.Map({'a'},{1}); c={a}; c{1}('q')=5; a.Count
a=containers.Map({'a'},{1}); c={a}; c{1}('q')=5; a.Count
%> ans = 2

%% m=containers.Map('KeyType','double','ValueType','any'); m(3)='c'; m(1)
m=containers.Map('KeyType','double','ValueType','any'); m(3)='c'; m(1)='a'; m.keys(), m.values(), class(m.keys(){1})
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 3
%> }
%>
%> ans =
%> {
%>   [1,1] = a
%>   [1,2] = c
%> }
%>
%> ans = double

%% m=containers.Map({'a','b','c'},{1,2,3}); remove(m,{'a','b'}); m.keys()
m=containers.Map({'a','b','c'},{1,2,3}); remove(m,{'a','b'}); m.keys()
%> ans =
%> {
%>   [1,1] = c
%> }
%>

%% m=containers.Map({'a','b','c'},{1,2,3}); m.remove('a'); m.keys()
m=containers.Map({'a','b','c'},{1,2,3}); m.remove('a'); m.keys()
%> ans =
%> {
%>   [1,1] = b
%>   [1,2] = c
%> }
%>

%% m=containers.Map(5,'x'); m(5), m.KeyType, m.ValueType
m=containers.Map(5,'x'); m(5), m.KeyType, m.ValueType
%> ans = x
%> ans = double
%> ans = char

%% m=containers.Map({1,2},{3,4}); m.KeyType, m.ValueType, m.keys()
m=containers.Map({1,2},{3,4}); m.KeyType, m.ValueType, m.keys()
%> ans = double
%> ans = double
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>

%% m=containers.Map(single(5),'x'); m.KeyType
m=containers.Map(single(5),'x'); m.KeyType
%> ans = single

%% m=containers.Map({'a',5},{3,4})
m=containers.Map({'a',5},{3,4})
%> error: containers.Map: when using multiple key types, all types must be numeric

%% m=containers.Map('KeyType','double','ValueType','any'); m(7)
m=containers.Map('KeyType','double','ValueType','any'); m(7)
%> error: containers.Map: specified key <7> does not exist

%% m=containers.Map({'a','a'},{3,4}); m.Count, m('a')
m=containers.Map({'a','a'},{3,4}); m.Count, m('a')
%> ans = 1
%> ans = 4

%% m=containers.Map({},{}); m.Count
m=containers.Map({},{}); m.Count
%> error: containers.Map: empty keys are not allowed

%% m=containers.Map({'a','b'},{1,2}); m.values({'b','a'})
m=containers.Map({'a','b'},{1,2}); m.values({'b','a'})
%> ans =
%> {
%>   [1,1] = 2
%>   [1,2] = 1
%> }
%>

%% m=containers.Map({'a','b'},{1,2}); m.values('b')
m=containers.Map({'a','b'},{1,2}); m.values('b')
%> error: containers.Map: input argument 'keySet' must be a cell

%% m=containers.Map(); m(:)
m=containers.Map(); m(:)
%> error: containers.Map: specified key <:> does not exist

%% m=containers.Map({'a','b'},{1,2}); m(1)
m=containers.Map({'a','b'},{1,2}); m(1)
%> error: containers.Map: specified key type does not match the type of this container

%% m=containers.Map([1 2],{1,2}); m('x')
m=containers.Map([1 2],{1,2}); m('x')
%> error: containers.Map: specified key type does not match the type of this container

%% m=containers.Map([1 2],{1,2}); remove(m,5)
m=containers.Map([1 2],{1,2}); remove(m,5)
%> ans =
%>
%>   containers.Map object with properties:
%>
%>     Count     : 2
%>     KeyType   : double
%>     ValueType : double
%>
%>

%% m=containers.Map({'a'},{1}); ismethod(m,'keys'), isa(m,'containers.Map
m=containers.Map({'a'},{1}); ismethod(m,'keys'), isa(m,'containers.Map'), isa(m,'handle'), isstruct(m), iscell(m)
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 0
