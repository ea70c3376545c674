%% regexp('hello world','o')
try, [s, e, te, m, t, n, sp] = regexp('hello world','o'), catch err, disp(err.message), end
%> s =
%>
%>    5   8
%>
%> e =
%>
%>    5   8
%>
%> te =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = o
%>   [1,2] = o
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%> }
%>
%> n =
%>
%>   1x2 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = hell
%>   [1,2] =  w
%>   [1,3] = rld
%> }
%>

%% regexp('hello','x')
try, [s, e, te, m, t, n, sp] = regexp('hello','x'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = hello
%> }
%>

%% regexp('ab12cd','(\d)(\d)')
try, [s, e, te, m, t, n, sp] = regexp('ab12cd','(\d)(\d)'), catch err, disp(err.message), end
%> s = 3
%> e = 4
%> te =
%> {
%>   [1,1] =
%>
%>      3   3
%>      4   4
%>
%> }
%>
%> m =
%> {
%>   [1,1] = 12
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = 1
%>     [1,2] = 2
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = ab
%>   [1,2] = cd
%> }
%>

%% regexp('ab12','(?<l>[a-z]+)(?<d>\d+)')
try, [s, e, te, m, t, n, sp] = regexp('ab12','(?<l>[a-z]+)(?<d>\d+)'), catch err, disp(err.message), end
%> s = 1
%> e = 4
%> te =
%> {
%>   [1,1] =
%>
%>      1   2
%>      3   4
%>
%> }
%>
%> m =
%> {
%>   [1,1] = ab12
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = ab
%>     [1,2] = 12
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>     l = ab
%>     d = 12
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('ab12cd34','(?<l>[a-z]+)(?<d>\d+)')
try, [s, e, te, m, t, n, sp] = regexp('ab12cd34','(?<l>[a-z]+)(?<d>\d+)'), catch err, disp(err.message), end
%> s =
%>
%>    1   5
%>
%> e =
%>
%>    4   8
%>
%> te =
%> {
%>   [1,1] =
%>
%>      1   2
%>      3   4
%>
%>   [1,2] =
%>
%>      5   6
%>      7   8
%>
%> }
%>
%> m =
%> {
%>   [1,1] = ab12
%>   [1,2] = cd34
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = ab
%>     [1,2] = 12
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = cd
%>     [1,2] = 34
%>   }
%>
%> }
%>
%> n =
%>
%>   1x2 struct array containing the fields:
%>
%>     l
%>     d
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%>   [1,3] = 
%> }
%>

%% regexp('','a')
try, [s, e, te, m, t, n, sp] = regexp('','a'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%> }
%>

%% regexp('abc','')
try, [s, e, te, m, t, n, sp] = regexp('abc',''), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = abc
%> }
%>

%% regexp('abc','b*')
try, [s, e, te, m, t, n, sp] = regexp('abc','b*'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = c
%> }
%>

%% regexp('abc','b*','emptymatch')
try, [s, e, te, m, t, n, sp] = regexp('abc','b*','emptymatch'), catch err, disp(err.message), end
%> s =
%>
%>    1   2   3   4
%>
%> e =
%>
%>    0   2   2   3
%>
%> te =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%>   [1,3] = [](0x2)
%>   [1,4] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 
%>   [1,2] = b
%>   [1,3] = 
%>   [1,4] = 
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%>   [1,3] = {}(1x0)
%>   [1,4] = {}(1x0)
%> }
%>
%> n =
%>
%>   1x4 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = a
%>   [1,3] = 
%>   [1,4] = c
%>   [1,5] = 
%> }
%>

%% regexp('ab','(a)|(b)')
try, [s, e, te, m, t, n, sp] = regexp('ab','(a)|(b)'), catch err, disp(err.message), end
%> s =
%>
%>    1   2
%>
%> e =
%>
%>    1   2
%>
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>
%>   [1,2] =
%>
%>      2   2
%>
%> }
%>
%> m =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = b
%>   }
%>
%> }
%>
%> n =
%>
%>   1x2 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%>   [1,3] = 
%> }
%>

%% regexp('ab','(a)|(b)','once')
try, [s, e, te, m, t, n, sp] = regexp('ab','(a)|(b)','once'), catch err, disp(err.message), end
%> s = 1
%> e = 1
%> te =
%>
%>    1   1
%>
%> m = a
%> t =
%> {
%>   [1,1] = a
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = b
%> }
%>

%% regexp('ab','(a)(c)?b')
try, [s, e, te, m, t, n, sp] = regexp('ab','(a)(c)?b'), catch err, disp(err.message), end
%> s = 1
%> e = 2
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>
%> }
%>
%> m =
%> {
%>   [1,1] = ab
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('ab','(a)(c)?(b)')
try, [s, e, te, m, t, n, sp] = regexp('ab','(a)(c)?(b)'), catch err, disp(err.message), end
%> s = 1
%> e = 2
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>      2   2
%>
%> }
%>
%> m =
%> {
%>   [1,1] = ab
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>     [1,2] = b
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('ab','(x)?ab')
try, [s, e, te, m, t, n, sp] = regexp('ab','(x)?ab'), catch err, disp(err.message), end
%> s = 1
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = ab
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('aab','(a)(a)')
try, [s, e, te, m, t, n, sp] = regexp('aab','(a)(a)'), catch err, disp(err.message), end
%> s = 1
%> e = 2
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>      2   2
%>
%> }
%>
%> m =
%> {
%>   [1,1] = aa
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>     [1,2] = a
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = b
%> }
%>

%% regexp('hello','l','once')
try, [s, e, te, m, t, n, sp] = regexp('hello','l','once'), catch err, disp(err.message), end
%> s = 3
%> e = 3
%> te = [](0x2)
%> m = l
%> t = {}(0x0)
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = he
%>   [1,2] = lo
%> }
%>

%% regexp('hello','x','once')
try, [s, e, te, m, t, n, sp] = regexp('hello','x','once'), catch err, disp(err.message), end
%> s = [](0x0)
%> e = [](0x0)
%> te = [](0x0)
%> m = 
%> t = {}(0x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp = hello

%% regexp('hello','(x)','once')
try, [s, e, te, m, t, n, sp] = regexp('hello','(x)','once'), catch err, disp(err.message), end
%> s = [](0x0)
%> e = [](0x0)
%> te = [](0x0)
%> m = 
%> t = {}(0x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp = hello

%% regexp('hello','(l)(l)','once')
try, [s, e, te, m, t, n, sp] = regexp('hello','(l)(l)','once'), catch err, disp(err.message), end
%> s = 3
%> e = 4
%> te =
%>
%>    3   3
%>    4   4
%>
%> m = ll
%> t =
%> {
%>   [1,1] = l
%>   [2,1] = l
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = he
%>   [1,2] = o
%> }
%>

%% regexp('short test string','\w*r\w*')
try, [s, e, te, m, t, n, sp] = regexp('short test string','\w*r\w*'), catch err, disp(err.message), end
%> s =
%>
%>     1   12
%>
%> e =
%>
%>     5   17
%>
%> te =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = short
%>   [1,2] = string
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%> }
%>
%> n =
%>
%>   1x2 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] =  test 
%>   [1,3] = 
%> }
%>

%% regexp('foo bar','(?<=o) ')
try, [s, e, te, m, t, n, sp] = regexp('foo bar','(?<=o) '), catch err, disp(err.message), end
%> s = 4
%> e = 4
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] =  
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = foo
%>   [1,2] = bar
%> }
%>

%% regexp('foobar','foo(?=bar)')
try, [s, e, te, m, t, n, sp] = regexp('foobar','foo(?=bar)'), catch err, disp(err.message), end
%> s = 1
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = foo
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = bar
%> }
%>

%% regexp('foobaz','foo(?!bar)')
try, [s, e, te, m, t, n, sp] = regexp('foobaz','foo(?!bar)'), catch err, disp(err.message), end
%> s = 1
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = foo
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = baz
%> }
%>

%% regexp('abcabc','(abc)\1')
try, [s, e, te, m, t, n, sp] = regexp('abcabc','(abc)\1'), catch err, disp(err.message), end
%> s = 1
%> e = 6
%> te =
%> {
%>   [1,1] =
%>
%>      1   3
%>
%> }
%>
%> m =
%> {
%>   [1,1] = abcabc
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = abc
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('AbC','b','ignorecase')
try, [s, e, te, m, t, n, sp] = regexp('AbC','b','ignorecase'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = A
%>   [1,2] = C
%> }
%>

%% regexp("a\nb",'a.b')
try, [s, e, te, m, t, n, sp] = regexp("a\nb",'a.b'), catch err, disp(err.message), end
%> s = 1
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = a
%> b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp("a\nb",'a.b','dotexceptnewline')
try, [s, e, te, m, t, n, sp] = regexp("a\nb",'a.b','dotexceptnewline'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%> b
%> }
%>

%% regexp("a\nb",'^b')
try, [s, e, te, m, t, n, sp] = regexp("a\nb",'^b'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%> b
%> }
%>

%% regexp("a\nb",'^b','lineanchors')
try, [s, e, te, m, t, n, sp] = regexp("a\nb",'^b','lineanchors'), catch err, disp(err.message), end
%> s = 3
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>
%>   [1,2] = 
%> }
%>

%% regexp('a b','a b','freespacing')
try, [s, e, te, m, t, n, sp] = regexp('a b','a b','freespacing'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a b
%> }
%>

%% regexp('aXbX','X$')
try, [s, e, te, m, t, n, sp] = regexp('aXbX','X$'), catch err, disp(err.message), end
%> s = 4
%> e = 4
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = X
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = aXb
%>   [1,2] = 
%> }
%>

%% regexp("ab\n",'b$')
try, [s, e, te, m, t, n, sp] = regexp("ab\n",'b$'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = 
%>
%> }
%>

%% regexp('<a><b>','<.*?>')
try, [s, e, te, m, t, n, sp] = regexp('<a><b>','<.*?>'), catch err, disp(err.message), end
%> s =
%>
%>    1   4
%>
%> e =
%>
%>    3   6
%>
%> te =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = <a>
%>   [1,2] = <b>
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%> }
%>
%> n =
%>
%>   1x2 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%>   [1,3] = 
%> }
%>

%% regexp('<a><b>','<.*>')
try, [s, e, te, m, t, n, sp] = regexp('<a><b>','<.*>'), catch err, disp(err.message), end
%> s = 1
%> e = 6
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = <a><b>
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('aaa','a{2}')
try, [s, e, te, m, t, n, sp] = regexp('aaa','a{2}'), catch err, disp(err.message), end
%> s = 1
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = aa
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = a
%> }
%>

%% regexp('aaa','a{2,}')
try, [s, e, te, m, t, n, sp] = regexp('aaa','a{2,}'), catch err, disp(err.message), end
%> s = 1
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = aaa
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('aaa','a{1,2}?')
try, [s, e, te, m, t, n, sp] = regexp('aaa','a{1,2}?'), catch err, disp(err.message), end
%> s =
%>
%>    1   2   3
%>
%> e =
%>
%>    1   2   3
%>
%> te =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%>   [1,3] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = a
%>   [1,2] = a
%>   [1,3] = a
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%>   [1,3] = {}(1x0)
%> }
%>
%> n =
%>
%>   1x3 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%>   [1,3] = 
%>   [1,4] = 
%> }
%>

%% regexp('aaa','a++a')
try, [s, e, te, m, t, n, sp] = regexp('aaa','a++a'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = aaa
%> }
%>

%% regexp('aaa','(?>a+)a')
try, [s, e, te, m, t, n, sp] = regexp('aaa','(?>a+)a'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = aaa
%> }
%>

%% regexp('a.b','\.')
try, [s, e, te, m, t, n, sp] = regexp('a.b','\.'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = .
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% regexp('a[b','\[')
try, [s, e, te, m, t, n, sp] = regexp('a[b','\['), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = [
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% regexp('a-b','[a\-]')
try, [s, e, te, m, t, n, sp] = regexp('a-b','[a\-]'), catch err, disp(err.message), end
%> s =
%>
%>    1   2
%>
%> e =
%>
%>    1   2
%>
%> te =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = a
%>   [1,2] = -
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%> }
%>
%> n =
%>
%>   1x2 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%>   [1,3] = b
%> }
%>

%% regexp('a]b','[]]')
try, [s, e, te, m, t, n, sp] = regexp('a]b','[]]'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = ]
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% regexp('a^b','[\^]')
try, [s, e, te, m, t, n, sp] = regexp('a^b','[\^]'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = ^
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% regexp('a1','[[:alpha:]]')
try, [s, e, te, m, t, n, sp] = regexp('a1','[[:alpha:]]'), catch err, disp(err.message), end
%> s = 1
%> e = 1
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = a
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 1
%> }
%>

%% regexp('a1','[^[:alpha:]]')
try, [s, e, te, m, t, n, sp] = regexp('a1','[^[:alpha:]]'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 1
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = 
%> }
%>

%% regexp('the cat','\<c')
try, [s, e, te, m, t, n, sp] = regexp('the cat','\<c'), catch err, disp(err.message), end
%> s = 5
%> e = 5
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = c
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = the 
%>   [1,2] = at
%> }
%>

%% regexp('the cat','e\>')
try, [s, e, te, m, t, n, sp] = regexp('the cat','e\>'), catch err, disp(err.message), end
%> s = 3
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = e
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = th
%>   [1,2] =  cat
%> }
%>

%% regexp('a\b','\\')
try, [s, e, te, m, t, n, sp] = regexp('a\b','\\'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = \
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% regexp('foo','(?i)FOO')
try, [s, e, te, m, t, n, sp] = regexp('foo','(?i)FOO'), catch err, disp(err.message), end
%> s = 1
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = foo
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('foo','(?i:F)oo')
try, [s, e, te, m, t, n, sp] = regexp('foo','(?i:F)oo'), catch err, disp(err.message), end
%> s = 1
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = foo
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('ab','(?#c)b')
try, [s, e, te, m, t, n, sp] = regexp('ab','(?#c)b'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = 
%> }
%>

%% regexp('xay','x(?:a)y')
try, [s, e, te, m, t, n, sp] = regexp('xay','x(?:a)y'), catch err, disp(err.message), end
%> s = 1
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = xay
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('2020-01-02','(\d+)-(\d+)-(\d+)')
try, [s, e, te, m, t, n, sp] = regexp('2020-01-02','(\d+)-(\d+)-(\d+)'), catch err, disp(err.message), end
%> s = 1
%> e = 10
%> te =
%> {
%>   [1,1] =
%>
%>       1    4
%>       6    7
%>       9   10
%>
%> }
%>
%> m =
%> {
%>   [1,1] = 2020-01-02
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = 2020
%>     [1,2] = 01
%>     [1,3] = 02
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp({'abc','xbz'},'b')
try, [s, e, te, m, t, n, sp] = regexp({'abc','xbz'},'b'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = 2
%>   [1,2] = 2
%> }
%>
%> e =
%> {
%>   [1,1] = 2
%>   [1,2] = 2
%> }
%>
%> te =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = [](0x2)
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = [](0x2)
%>   }
%>
%> }
%>
%> m =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = b
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = b
%>   }
%>
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = {}(1x0)
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = {}(1x0)
%>   }
%>
%> }
%>
%> n =
%> {
%>   [1,1] =
%>
%>     scalar structure containing the fields:
%>
%>
%>   [1,2] =
%>
%>     scalar structure containing the fields:
%>
%>
%> }
%>
%> sp =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>     [1,2] = c
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = x
%>     [1,2] = z
%>   }
%>
%> }
%>

%% regexp('abc',{'a','b'})
try, [s, e, te, m, t, n, sp] = regexp('abc',{'a','b'}), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> e =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> te =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = [](0x2)
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = [](0x2)
%>   }
%>
%> }
%>
%> m =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = b
%>   }
%>
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = {}(1x0)
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = {}(1x0)
%>   }
%>
%> }
%>
%> n =
%> {
%>   [1,1] =
%>
%>     scalar structure containing the fields:
%>
%>
%>   [1,2] =
%>
%>     scalar structure containing the fields:
%>
%>
%> }
%>
%> sp =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = 
%>     [1,2] = bc
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = a
%>     [1,2] = c
%>   }
%>
%> }
%>

%% regexp({'abc','xbz'},{'a','b'})
try, [s, e, te, m, t, n, sp] = regexp({'abc','xbz'},{'a','b'}), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> e =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> te =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = [](0x2)
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = [](0x2)
%>   }
%>
%> }
%>
%> m =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = b
%>   }
%>
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = {}(1x0)
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = {}(1x0)
%>   }
%>
%> }
%>
%> n =
%> {
%>   [1,1] =
%>
%>     scalar structure containing the fields:
%>
%>
%>   [1,2] =
%>
%>     scalar structure containing the fields:
%>
%>
%> }
%>
%> sp =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = 
%>     [1,2] = bc
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = x
%>     [1,2] = z
%>   }
%>
%> }
%>

%% regexp('abc','(','once')
try, [s, e, te, m, t, n, sp] = regexp('abc','(','once'), catch err, disp(err.message), end
%> regexp: missing ) at position 1 of expression

%% regexp('abc','[a')
try, [s, e, te, m, t, n, sp] = regexp('abc','[a'), catch err, disp(err.message), end
%> regexp: missing terminating ] for character class at position 2 of expression

%% regexp('abc','*a')
try, [s, e, te, m, t, n, sp] = regexp('abc','*a'), catch err, disp(err.message), end
%> regexp: nothing to repeat at position 0 of expression

%% regexp('abc','a)')
try, [s, e, te, m, t, n, sp] = regexp('abc','a)'), catch err, disp(err.message), end
%> regexp: unmatched parentheses at position 1 of expression

%% regexp('abc','a**')
try, [s, e, te, m, t, n, sp] = regexp('abc','a**'), catch err, disp(err.message), end
%> regexp: nothing to repeat at position 2 of expression

%% regexp('abc','b','foo')
try, [s, e, te, m, t, n, sp] = regexp('abc','b','foo'), catch err, disp(err.message), end
%> regexp: unrecognized option

%% regexp('abc','(?<n>b)')
try, [s, e, te, m, t, n, sp] = regexp('abc','(?<n>b)'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] =
%>
%>      2   2
%>
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = b
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>     n = b
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = c
%> }
%>

%% regexp('abc','(?<n>x)')
try, [s, e, te, m, t, n, sp] = regexp('abc','(?<n>x)'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>     n
%>
%> sp =
%> {
%>   [1,1] = abc
%> }
%>

%% regexp('abc','(?<n>x)','once')
try, [s, e, te, m, t, n, sp] = regexp('abc','(?<n>x)','once'), catch err, disp(err.message), end
%> s = [](0x0)
%> e = [](0x0)
%> te = [](0x0)
%> m = 
%> t = {}(0x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>     n
%>
%> sp = abc

%% regexp('abc','(?<n>b)','once')
try, [s, e, te, m, t, n, sp] = regexp('abc','(?<n>b)','once'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%>
%>    2   2
%>
%> m = b
%> t =
%> {
%>   [1,1] = b
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>     n = b
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = c
%> }
%>

%% regexp('aabb','(?<x>a)|(?<y>b)')
try, [s, e, te, m, t, n, sp] = regexp('aabb','(?<x>a)|(?<y>b)'), catch err, disp(err.message), end
%> s =
%>
%>    1   2   3   4
%>
%> e =
%>
%>    1   2   3   4
%>
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>
%>   [1,2] =
%>
%>      2   2
%>
%>   [1,3] =
%>
%>      3   3
%>
%>   [1,4] =
%>
%>      4   4
%>
%> }
%>
%> m =
%> {
%>   [1,1] = a
%>   [1,2] = a
%>   [1,3] = b
%>   [1,4] = b
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = a
%>   }
%>
%>   [1,3] =
%>   {
%>     [1,1] = b
%>   }
%>
%>   [1,4] =
%>   {
%>     [1,1] = b
%>   }
%>
%> }
%>
%> n =
%>
%>   1x4 struct array containing the fields:
%>
%>     x
%>     y
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%>   [1,3] = 
%>   [1,4] = 
%>   [1,5] = 
%> }
%>

%% regexp('ab','(a)(b)','names')
try, [s, e, te, m, t, n, sp] = regexp('ab','(a)(b)','names'), catch err, disp(err.message), end
%> s =
%>
%>   scalar structure containing the fields:
%>
%>
%> e = 1
%> te = 2
%> m =
%> {
%>   [1,1] =
%>
%>      1   1
%>      2   2
%>
%> }
%>
%> t =
%> {
%>   [1,1] = ab
%> }
%>
%> n =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>     [1,2] = b
%>   }
%>
%> }
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('ab','b','match')
try, [s, e, te, m, t, n, sp] = regexp('ab','b','match'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = b
%> }
%>
%> e = 2
%> te = 2
%> m =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = 
%> }
%>

%% regexp('a,b,c',',','split')
try, [s, e, te, m, t, n, sp] = regexp('a,b,c',',','split'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = a
%>   [1,2] = b
%>   [1,3] = c
%> }
%>
%> e =
%>
%>    2   4
%>
%> te =
%>
%>    2   4
%>
%> m =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%> }
%>
%> t =
%> {
%>   [1,1] = ,
%>   [1,2] = ,
%> }
%>
%> n =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%> }
%>
%> sp =
%>
%>   1x2 struct array containing the fields:
%>
%>

%% regexp('abc','(b)','tokens','match')
try, [s, e, te, m, t, n, sp] = regexp('abc','(b)','tokens','match'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = b
%>   }
%>
%> }
%>
%> e =
%> {
%>   [1,1] = b
%> }
%>
%> te = 2
%> m = 2
%> t =
%> {
%>   [1,1] =
%>
%>      2   2
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = c
%> }
%>

%% regexp('foo123bar','\d+','match','once')
try, [s, e, te, m, t, n, sp] = regexp('foo123bar','\d+','match','once'), catch err, disp(err.message), end
%> s = 123
%> e = 4
%> te = 6
%> m = [](0x2)
%> t = {}(0x0)
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = foo
%>   [1,2] = bar
%> }
%>

%% regexp('foo123bar','(\d)(\d)','tokens','once')
try, [s, e, te, m, t, n, sp] = regexp('foo123bar','(\d)(\d)','tokens','once'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%> }
%>
%> e = 4
%> te = 5
%> m =
%>
%>    4   4
%>    5   5
%>
%> t = 12
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = foo
%>   [1,2] = 3bar
%> }
%>

%% regexp('foo','\d','match','once')
try, [s, e, te, m, t, n, sp] = regexp('foo','\d','match','once'), catch err, disp(err.message), end
%> s = 
%> e = [](0x0)
%> te = [](0x0)
%> m = [](0x0)
%> t = {}(0x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp = foo

%% regexp('foo','(\d)','tokens','once')
try, [s, e, te, m, t, n, sp] = regexp('foo','(\d)','tokens','once'), catch err, disp(err.message), end
%> s = {}(0x0)
%> e = [](0x0)
%> te = [](0x0)
%> m = [](0x0)
%> t = 
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp = foo

%% regexp('foo','(\d)','names','once')
try, [s, e, te, m, t, n, sp] = regexp('foo','(\d)','names','once'), catch err, disp(err.message), end
%> s =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> e = [](0x0)
%> te = [](0x0)
%> m = [](0x0)
%> t = 
%> n = {}(0x0)
%> sp = foo

%% regexp('foo','(\d)','start','once')
try, [s, e, te, m, t, n, sp] = regexp('foo','(\d)','start','once'), catch err, disp(err.message), end
%> s = [](0x0)
%> e = [](0x0)
%> te = [](0x0)
%> m = 
%> t = {}(0x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp = foo

%% regexp('foo','(\d)','split','once')
try, [s, e, te, m, t, n, sp] = regexp('foo','(\d)','split','once'), catch err, disp(err.message), end
%> s = foo
%> e = [](0x0)
%> te = [](0x0)
%> m = [](0x0)
%> t = 
%> n = {}(0x0)
%> sp =
%>
%>   0x0 struct array containing the fields:
%>
%>

%% regexp('foo','(\d)','tokenExtents','once')
try, [s, e, te, m, t, n, sp] = regexp('foo','(\d)','tokenExtents','once'), catch err, disp(err.message), end
%> s = [](0x0)
%> e = [](0x0)
%> te = [](0x0)
%> m = 
%> t = {}(0x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp = foo

%% regexp('f1o2','(\d)','tokenExtents')
try, [s, e, te, m, t, n, sp] = regexp('f1o2','(\d)','tokenExtents'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] =
%>
%>      2   2
%>
%>   [1,2] =
%>
%>      4   4
%>
%> }
%>
%> e =
%>
%>    2   4
%>
%> te =
%>
%>    2   4
%>
%> m =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> t =
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
%> n =
%>
%>   1x2 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = f
%>   [1,2] = o
%>   [1,3] = 
%> }
%>

%% regexp('f1o2','\d','tokenExtents')
try, [s, e, te, m, t, n, sp] = regexp('f1o2','\d','tokenExtents'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%> }
%>
%> e =
%>
%>    2   4
%>
%> te =
%>
%>    2   4
%>
%> m =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%> }
%>
%> n =
%>
%>   1x2 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = f
%>   [1,2] = o
%>   [1,3] = 
%> }
%>

%% regexp('f1','(\d)','tokenExtents','once')
try, [s, e, te, m, t, n, sp] = regexp('f1','(\d)','tokenExtents','once'), catch err, disp(err.message), end
%> s =
%>
%>    2   2
%>
%> e = 2
%> te = 2
%> m = 1
%> t =
%> {
%>   [1,1] = 1
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = f
%>   [1,2] = 
%> }
%>

%% regexp('aXb','x','ignorecase','match')
try, [s, e, te, m, t, n, sp] = regexp('aXb','x','ignorecase','match'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = X
%> }
%>
%> e = 2
%> te = 2
%> m =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% regexp('one two','(\w+) (\w+)')
try, [s, e, te, m, t, n, sp] = regexp('one two','(\w+) (\w+)'), catch err, disp(err.message), end
%> s = 1
%> e = 7
%> te =
%> {
%>   [1,1] =
%>
%>      1   3
%>      5   7
%>
%> }
%>
%> m =
%> {
%>   [1,1] = one two
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = one
%>     [1,2] = two
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('abc','.')
try, [s, e, te, m, t, n, sp] = regexp('abc','.'), catch err, disp(err.message), end
%> s =
%>
%>    1   2   3
%>
%> e =
%>
%>    1   2   3
%>
%> te =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%>   [1,3] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = a
%>   [1,2] = b
%>   [1,3] = c
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%>   [1,3] = {}(1x0)
%> }
%>
%> n =
%>
%>   1x3 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%>   [1,3] = 
%>   [1,4] = 
%> }
%>

%% regexp('abc','(.)(.)?')
try, [s, e, te, m, t, n, sp] = regexp('abc','(.)(.)?'), catch err, disp(err.message), end
%> s =
%>
%>    1   3
%>
%> e =
%>
%>    2   3
%>
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>      2   2
%>
%>   [1,2] =
%>
%>      3   3
%>
%> }
%>
%> m =
%> {
%>   [1,1] = ab
%>   [1,2] = c
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>     [1,2] = b
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = c
%>   }
%>
%> }
%>
%> n =
%>
%>   1x2 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%>   [1,3] = 
%> }
%>

%% regexp('abab','(ab)*')
try, [s, e, te, m, t, n, sp] = regexp('abab','(ab)*'), catch err, disp(err.message), end
%> s = 1
%> e = 4
%> te =
%> {
%>   [1,1] =
%>
%>      3   4
%>
%> }
%>
%> m =
%> {
%>   [1,1] = abab
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = ab
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('abab','(a|b)*')
try, [s, e, te, m, t, n, sp] = regexp('abab','(a|b)*'), catch err, disp(err.message), end
%> s = 1
%> e = 4
%> te =
%> {
%>   [1,1] =
%>
%>      4   4
%>
%> }
%>
%> m =
%> {
%>   [1,1] = abab
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = b
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('ab','(a*)(b*)')
try, [s, e, te, m, t, n, sp] = regexp('ab','(a*)(b*)'), catch err, disp(err.message), end
%> s = 1
%> e = 2
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>      2   2
%>
%> }
%>
%> m =
%> {
%>   [1,1] = ab
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>     [1,2] = b
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('b','(a*)(b*)')
try, [s, e, te, m, t, n, sp] = regexp('b','(a*)(b*)'), catch err, disp(err.message), end
%> s = 1
%> e = 1
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = b
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('b','(a*)b')
try, [s, e, te, m, t, n, sp] = regexp('b','(a*)b'), catch err, disp(err.message), end
%> s = 1
%> e = 1
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('b','(a)*b')
try, [s, e, te, m, t, n, sp] = regexp('b','(a)*b'), catch err, disp(err.message), end
%> s = 1
%> e = 1
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('xaby','(a)(?:b)(c)*')
try, [s, e, te, m, t, n, sp] = regexp('xaby','(a)(?:b)(c)*'), catch err, disp(err.message), end
%> s = 2
%> e = 3
%> te =
%> {
%>   [1,1] =
%>
%>      2   2
%>
%> }
%>
%> m =
%> {
%>   [1,1] = ab
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = x
%>   [1,2] = y
%> }
%>

%% regexp('a','(a)|(b)|(c)')
try, [s, e, te, m, t, n, sp] = regexp('a','(a)|(b)|(c)'), catch err, disp(err.message), end
%> s = 1
%> e = 1
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>
%> }
%>
%> m =
%> {
%>   [1,1] = a
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('c','(a)|(b)|(c)')
try, [s, e, te, m, t, n, sp] = regexp('c','(a)|(b)|(c)'), catch err, disp(err.message), end
%> s = 1
%> e = 1
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>
%> }
%>
%> m =
%> {
%>   [1,1] = c
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = c
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('key=val','(?<k>\w+)=(?<v>\w*)')
try, [s, e, te, m, t, n, sp] = regexp('key=val','(?<k>\w+)=(?<v>\w*)'), catch err, disp(err.message), end
%> s = 1
%> e = 7
%> te =
%> {
%>   [1,1] =
%>
%>      1   3
%>      5   7
%>
%> }
%>
%> m =
%> {
%>   [1,1] = key=val
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = key
%>     [1,2] = val
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>     k = key
%>     v = val
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('ab  cd','\s+','split')
try, [s, e, te, m, t, n, sp] = regexp('ab  cd','\s+','split'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = ab
%>   [1,2] = cd
%> }
%>
%> e = 3
%> te = 4
%> m =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> t =
%> {
%>   [1,1] =   
%> }
%>
%> n =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> sp =
%>
%>   scalar structure containing the fields:
%>
%>

%% regexp(' a ','\s','split')
try, [s, e, te, m, t, n, sp] = regexp(' a ','\s','split'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = 
%>   [1,2] = a
%>   [1,3] = 
%> }
%>
%> e =
%>
%>    1   3
%>
%> te =
%>
%>    1   3
%>
%> m =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%> }
%>
%> t =
%> {
%>   [1,1] =  
%>   [1,2] =  
%> }
%>
%> n =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%> }
%>
%> sp =
%>
%>   1x2 struct array containing the fields:
%>
%>

%% regexp('aaa','a','split')
try, [s, e, te, m, t, n, sp] = regexp('aaa','a','split'), catch err, disp(err.message), end
%> s =
%> {
%>   [1,1] = 
%>   [1,2] = 
%>   [1,3] = 
%>   [1,4] = 
%> }
%>
%> e =
%>
%>    1   2   3
%>
%> te =
%>
%>    1   2   3
%>
%> m =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%>   [1,3] = [](0x2)
%> }
%>
%> t =
%> {
%>   [1,1] = a
%>   [1,2] = a
%>   [1,3] = a
%> }
%>
%> n =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%>   [1,3] = {}(1x0)
%> }
%>
%> sp =
%>
%>   1x3 struct array containing the fields:
%>
%>

%% regexp('abc','\x62')
try, [s, e, te, m, t, n, sp] = regexp('abc','\x62'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = c
%> }
%>

%% regexp('abc','\o142')
try, [s, e, te, m, t, n, sp] = regexp('abc','\o142'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = c
%> }
%>

%% regexp('a/b','[/]')
try, [s, e, te, m, t, n, sp] = regexp('a/b','[/]'), catch err, disp(err.message), end
%> s = 2
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = /
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% regexp('tab	x','\t')
try, [s, e, te, m, t, n, sp] = regexp('tab	x','\t'), catch err, disp(err.message), end
%> s = 4
%> e = 4
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 	
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = tab
%>   [1,2] = x
%> }
%>

%% regexp("tab\tx",'\t')
try, [s, e, te, m, t, n, sp] = regexp("tab\tx",'\t'), catch err, disp(err.message), end
%> s = 4
%> e = 4
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 	
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = tab
%>   [1,2] = x
%> }
%>

%% regexp('hello','l+','start')
try, [s, e, te, m, t, n, sp] = regexp('hello','l+','start'), catch err, disp(err.message), end
%> s = 3
%> e = 4
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = ll
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = he
%>   [1,2] = o
%> }
%>

%% regexp('hello','l','end')
try, [s, e, te, m, t, n, sp] = regexp('hello','l','end'), catch err, disp(err.message), end
%> s =
%>
%>    3   4
%>
%> e =
%>
%>    3   4
%>
%> te =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = l
%>   [1,2] = l
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%> }
%>
%> n =
%>
%>   1x2 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = he
%>   [1,2] = 
%>   [1,3] = o
%> }
%>

%% regexp('foo.bar','^(.*)\.(.*)$')
try, [s, e, te, m, t, n, sp] = regexp('foo.bar','^(.*)\.(.*)$'), catch err, disp(err.message), end
%> s = 1
%> e = 7
%> te =
%> {
%>   [1,1] =
%>
%>      1   3
%>      5   7
%>
%> }
%>
%> m =
%> {
%>   [1,1] = foo.bar
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = foo
%>     [1,2] = bar
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('aaa','^a')
try, [s, e, te, m, t, n, sp] = regexp('aaa','^a'), catch err, disp(err.message), end
%> s = 1
%> e = 1
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = a
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = aa
%> }
%>

%% regexp('ab','(?=b)')
try, [s, e, te, m, t, n, sp] = regexp('ab','(?=b)'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = ab
%> }
%>

%% regexp('ab','(?=b)','emptymatch')
try, [s, e, te, m, t, n, sp] = regexp('ab','(?=b)','emptymatch'), catch err, disp(err.message), end
%> s = 2
%> e = 1
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% regexp('ab','$','emptymatch')
try, [s, e, te, m, t, n, sp] = regexp('ab','$','emptymatch'), catch err, disp(err.message), end
%> s = 3
%> e = 2
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = ab
%>   [1,2] = 
%> }
%>

%% regexp('ab','^','emptymatch')
try, [s, e, te, m, t, n, sp] = regexp('ab','^','emptymatch'), catch err, disp(err.message), end
%> s = 1
%> e = 0
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = ab
%> }
%>

%% regexp('ab','','emptymatch')
try, [s, e, te, m, t, n, sp] = regexp('ab','','emptymatch'), catch err, disp(err.message), end
%> s =
%>
%>    1   2   3
%>
%> e =
%>
%>    0   1   2
%>
%> te =
%> {
%>   [1,1] = [](0x2)
%>   [1,2] = [](0x2)
%>   [1,3] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 
%>   [1,2] = 
%>   [1,3] = 
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%>   [1,2] = {}(1x0)
%>   [1,3] = {}(1x0)
%> }
%>
%> n =
%>
%>   1x3 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = a
%>   [1,3] = b
%>   [1,4] = 
%> }
%>

%% regexp('','','emptymatch')
try, [s, e, te, m, t, n, sp] = regexp('','','emptymatch'), catch err, disp(err.message), end
%> s = 1
%> e = 0
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('','^$','emptymatch')
try, [s, e, te, m, t, n, sp] = regexp('','^$','emptymatch'), catch err, disp(err.message), end
%> s = 1
%> e = 0
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('','(a*)','emptymatch')
try, [s, e, te, m, t, n, sp] = regexp('','(a*)','emptymatch'), catch err, disp(err.message), end
%> s = 1
%> e = 0
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = 
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('','(a*)','once')
try, [s, e, te, m, t, n, sp] = regexp('','(a*)','once'), catch err, disp(err.message), end
%> s = [](0x0)
%> e = [](0x0)
%> te = [](0x0)
%> m = 
%> t = {}(0x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp = 

%% regexp('','(a*)')
try, [s, e, te, m, t, n, sp] = regexp('','(a*)'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%> }
%>

%% regexp('foobarfoo','(?<!bar)foo')
try, [s, e, te, m, t, n, sp] = regexp('foobarfoo','(?<!bar)foo'), catch err, disp(err.message), end
%> s = 1
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = foo
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = barfoo
%> }
%>

%% regexp('price: $5','\$(\d)')
try, [s, e, te, m, t, n, sp] = regexp('price: $5','\$(\d)'), catch err, disp(err.message), end
%> s = 8
%> e = 9
%> te =
%> {
%>   [1,1] =
%>
%>      9   9
%>
%> }
%>
%> m =
%> {
%>   [1,1] = $5
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = 5
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = price: 
%>   [1,2] = 
%> }
%>

%% regexp('a|b','a\|b')
try, [s, e, te, m, t, n, sp] = regexp('a|b','a\|b'), catch err, disp(err.message), end
%> s = 1
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = a|b
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = 
%> }
%>

%% regexp('aé','é')
try, [s, e, te, m, t, n, sp] = regexp('aé','é'), catch err, disp(err.message), end
%> s = 2
%> e = 3
%> te =
%> {
%>   [1,1] = [](0x2)
%> }
%>
%> m =
%> {
%>   [1,1] = é
%> }
%>
%> t =
%> {
%>   [1,1] = {}(1x0)
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = a
%>   [1,2] = 
%> }
%>

%% regexp('word1 word2','\bword\d\b')
try, [s, e, te, m, t, n, sp] = regexp('word1 word2','\bword\d\b'), catch err, disp(err.message), end
%> s = [](1x0)
%> e = [](1x0)
%> te = {}(1x0)
%> m = {}(1x0)
%> t = {}(1x0)
%> n =
%>
%>   0x0 struct array containing the fields:
%>
%>
%> sp =
%> {
%>   [1,1] = word1 word2
%> }
%>

%% regexp('x=1;y=2','(\w)=(\d)','names')
try, [s, e, te, m, t, n, sp] = regexp('x=1;y=2','(\w)=(\d)','names'), catch err, disp(err.message), end
%> s =
%>
%>   1x2 struct array containing the fields:
%>
%>
%> e =
%>
%>    1   5
%>
%> te =
%>
%>    3   7
%>
%> m =
%> {
%>   [1,1] =
%>
%>      1   1
%>      3   3
%>
%>   [1,2] =
%>
%>      5   5
%>      7   7
%>
%> }
%>
%> t =
%> {
%>   [1,1] = x=1
%>   [1,2] = y=2
%> }
%>
%> n =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = x
%>     [1,2] = 1
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = y
%>     [1,2] = 2
%>   }
%>
%> }
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = ;
%>   [1,3] = 
%> }
%>

%% regexp('abc','(?<first>a)(?<second>b)?(?<third>x)?')
try, [s, e, te, m, t, n, sp] = regexp('abc','(?<first>a)(?<second>b)?(?<third>x)?'), catch err, disp(err.message), end
%> s = 1
%> e = 2
%> te =
%> {
%>   [1,1] =
%>
%>      1   1
%>      2   2
%>
%> }
%>
%> m =
%> {
%>   [1,1] = ab
%> }
%>
%> t =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = a
%>     [1,2] = b
%>   }
%>
%> }
%>
%> n =
%>
%>   scalar structure containing the fields:
%>
%>     first = a
%>     second = b
%>     third = 
%>
%> sp =
%> {
%>   [1,1] = 
%>   [1,2] = c
%> }
%>
