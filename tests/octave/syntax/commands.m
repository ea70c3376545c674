%% a word
disp hello
%> hello

%% two commands on a line
disp hello, disp x
%> hello
%> x

%% quotes
disp 'a b'
%> a b

%% double quotes
disp "a\tb"
%> a	b

%% quotes within a word
disp a'b c'd
%> ab cd

%% brackets keep blanks
disp a{b, c}
%> a{b, c}

%% a comment ends it
disp a% b
%> a

%% an operator without a blank behind it
disp -1
%> -1

%% == without a blank
disp ==3
%> ==3

%% a variable is no command
%! a name that is a variable is no command, as in MATLAB; Octave refuses the text
a = 5; a -1
%> ans = 4

%% blanks on both sides
a = 5; a - 1
%> ans = 4

%% a loop variable
%! a name that is a variable is no command, as in MATLAB; Octave refuses the text
for k = 3, k -1, end
%> ans = 2

%% a parameter
%! a name that is a variable is no command, as in MATLAB; Octave refuses the text
1;
function f(k)
 k -1
end
f(5)
%> ans = 4

%% assignment
disp = 3
%> disp = 3

%% assignment without a blank behind it
disp =3
%> disp = 3

%% parentheses behind a blank
disp (3)
%> 3

%% pi
pi -3
%> ans = 0.1416

%% format
x = pi; format long, x
format short
x
%> x = 3.141592653589793
%> x = 3.1416

%% in an if
if true, disp yes, end
%> yes

%% semicolon
disp a; disp b;
%> a
%> b

%% ./x
disp ./x
%> ./x

%% ..
disp ..
%> ..

%% two words
1;
function show(varargin), printf("<%s>", varargin{:}); disp(""); end
show one two -3 "four five"
%> <one><two><-3><four five>

%% a global is a variable
%! a name that is a variable is no command, as in MATLAB; Octave refuses the text
global g = 4
g -1
%> ans = 3

%% an output is a variable
%! a name that is a variable is no command, as in MATLAB; Octave refuses the text
1;
function r = f(), r = 2; r -1, end
f();
%> ans = 1
