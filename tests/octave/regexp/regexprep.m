%% replacing: regexprep 1
try, x = regexprep('hello','l','L'), catch err, disp(err.message), end
try, x = regexprep('hello','l','L','once'), catch err, disp(err.message), end
try, x = regexprep('hello','(l)(o)','$2$1'), catch err, disp(err.message), end
try, x = regexprep('hello','x','y'), catch err, disp(err.message), end
%> x = heLLo
%> x = heLlo
%> x = helol
%> x = hello

%% replacing: regexprep 2
try, x = regexprep('abc','(a)','[$1]'), catch err, disp(err.message), end
try, x = regexprep('abc','a','$0'), catch err, disp(err.message), end
try, x = regexprep('abc','a','\$1'), catch err, disp(err.message), end
try, x = regexprep('abc','b','\n'), catch err, disp(err.message), end
%> x = [a]bc
%> x = abc
%> x = $1bc
%> x = a
%> c

%% replacing: regexprep 3
try, x = regexprep('abc','b',"\n"), catch err, disp(err.message), end
try, x = regexprep('abc','b','\\'), catch err, disp(err.message), end
try, x = regexprep('Hello','h','j','ignorecase'), catch err, disp(err.message), end
try, x = regexprep({'ab','cb'},'b','x'), catch err, disp(err.message), end
%> x = a
%> c
%> x = a\c
%> x = jello
%> x =
%> {
%>   [1,1] = ax
%>   [1,2] = cx
%> }
%>

%% replacing: regexprep 4
try, x = regexprep('abc',{'a','b'},{'1','2'}), catch err, disp(err.message), end
try, x = regexprep('abc',{'a','b'},'z'), catch err, disp(err.message), end
try, x = regexprep('abc','(x)?b','<$1>'), catch err, disp(err.message), end
try, x = regexprep('','a','b'), catch err, disp(err.message), end
%> x = 12c
%> x = zzc
%> x = a<>c
%> x = 

%% replacing: regexprep 5
try, x = regexprep('abc','','x'), catch err, disp(err.message), end
try, x = regexprep('abc','x*','-'), catch err, disp(err.message), end
try, x = regexprep('abc','x*','-','emptymatch'), catch err, disp(err.message), end
try, x = regexprep('aaa','a*','b'), catch err, disp(err.message), end
%> x = abc
%> x = abc
%> x = -a-b-c-
%> x = b

%% replacing: regexprep 6
try, x = regexprep('abc','(?<n>b)','[$1]'), catch err, disp(err.message), end
try, x = regexprep('abc','b','$2'), catch err, disp(err.message), end
try, x = regexprep('abc','(b)','$1$1$1'), catch err, disp(err.message), end
try, x = regexprep('hello world','(\w+) (\w+)','$2 $1'), catch err, disp(err.message), end
%> x = a[b]c
%> x = ac
%> x = abbbc
%> x = world hello

%% replacing: regexprep 7
try, x = regexprep('abc','B','x'), catch err, disp(err.message), end
try, x = regexprep('a.b','\.','\.'), catch err, disp(err.message), end
try, x = regexprep('a b','\s','_'), catch err, disp(err.message), end
try, x = regexprep("a\nb",'\n',' '), catch err, disp(err.message), end
%> x = abc
%> x = a.b
%> x = a_b
%> x = a b

%% replacing: regexprep 8
try, x = regexprep('path/to','/','\\'), catch err, disp(err.message), end
try, x = regexprep('abc','(b)','$10'), catch err, disp(err.message), end
try, x = regexprep('abc','b','a$'), catch err, disp(err.message), end
try, x = regexprep('aBc','[A-Z]','${lower($0)}'), catch err, disp(err.message), end
%> x = path\to
%> x = ab0c
%> x = aa$c
%> x = a${lower(B)}c

%% replacing: regexprep 9
try, x = regexprep('abc','^','x'), catch err, disp(err.message), end
try, x = regexprep('abc','$','x'), catch err, disp(err.message), end
try, x = regexprep('abcabc','b','','once'), catch err, disp(err.message), end
try, x = regexprep('  x  ','^\s+|\s+$',''), catch err, disp(err.message), end
%> x = abc
%> x = abc
%> x = acabc
%> x = x
