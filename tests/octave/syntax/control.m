%% if on one line
if 1 disp(3), end
%> 3

%% if with parentheses
if (1) disp(3), end
%> 3

%% elseif
x = 2;
if x == 1
 disp(1)
elseif x == 2
 disp(2)
else
 disp(3)
end
%> 2

%% else if
x = 3;
if x == 1
 disp(1)
else if x == 2
 disp(2)
else
 disp(3)
end
end
%> 3

%% endif and friends
if 1, for k = 1:2, k, endfor, endif
while 0, endwhile
switch 1, case 1, disp(1), endswitch
%> k = 1
%> k = 2
%> 1

%% for with parentheses
for (k = 1:2) disp(k); end
%> 1
%> 2

%% for over a range in parentheses
for k = (1:2) disp(k); end
%> 1
%> 2

%% for without a comma
for k = 1:2 disp(k); end
%> 1
%> 2

%% for over cells
for k = {1, 2; 3, 4} k, end
%> k =
%> {
%>   [1,1] = 1
%>   [2,1] = 3
%> }
%>
%> k =
%> {
%>   [1,1] = 2
%>   [2,1] = 4
%> }
%>

%% for over text
for k = 'ab' k, end
%> k = a
%> k = b

%% for into a field
for s.a = 1:2, end, s
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 2
%>

%% parfor
parfor k = 1:2, disp(k), endparfor
%> 1
%> 2

%% do until
x = 0; do x++; until x == 3
x
%> x = 3

%% while with break
x = 0; while true, x++; if x > 2 break; end, end, x
%> x = 3

%% continue
for k = 1:4, if mod(k, 2), continue, end, k, end
%> k = 2
%> k = 4

%% switch with cells
for k = 1:4, switch k, case {1, 3}, disp("odd"), case 2, disp("two"), otherwise, disp("else"), end, end
%> odd
%> two
%> odd
%> else

%% switch on text
switch 'abc', case {'x', 'abc'}, disp(1), otherwise, disp(2), end
%> 1

%% switch with a comment
switch 1
 % comment
 case 1
 disp(1)
end
%> 1

%% try on one line
try error("x"); catch err, disp(err.message); end
%> x

%% catch without a name
try error("x"); catch disp(lasterr); end
%> x

%% catch on its line
try
 error("a:b", "x %d", 3)
catch e
 disp(e.identifier), disp(e.message)
end_try_catch
%> a:b
%> x 3

%% catch with a comment
try, error("x")
catch % nothing
 disp(1)
end
%> 1

%% try without catch
try, error("x"), end, disp(2)
%> 2

%% unwind_protect
unwind_protect
 error("a")
unwind_protect_cleanup
 disp("cleaned")
end_unwind_protect
%> cleaned
%> error: a

%% unwind_protect without an error
unwind_protect, disp(1), unwind_protect_cleanup, disp(2), end
%> 1
%> 2

%% statements without separators
x = 1;;; y = 2,, z = 3
%> y = 2
%> z = 3

%% continuation
x = 1 + ...
 2 + ... comment
 3
%> x = 6

%% | in a condition looks no further
if 1 | error("no"), disp(1), end
%> warning: Matlab-style short-circuit operation performed for operator |
%> 1

%% & in a condition looks no further
if 0 & error("no"), disp(1), else, disp(2), end
%> warning: Matlab-style short-circuit operation performed for operator &
%> 2

%% global with a value
global g = 3; g
%> g = 3

%% spmd
spmd, disp(3), end
%> 3
