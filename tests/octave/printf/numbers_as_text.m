%% numbers as text: sprintf 1
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", 3.5), catch err, disp(err.message), end
try, x = sprintf("%s|", -1), catch err, disp(err.message), end
try, x = sprintf("%s|", 1e10), catch err, disp(err.message), end
%> x = 3.5|
%> x = -1|
%> x = 1e+10|

%% numbers as text: sprintf 2
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", 123456), catch err, disp(err.message), end
try, x = sprintf("%s|", 1114111), catch err, disp(err.message), end
try, x = sprintf("%s|", 256), catch err, disp(err.message), end
%> x = 123456|
%> x = 1.11411e+06|
%> x = 256|

%% numbers as text: sprintf 3
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", pi), catch err, disp(err.message), end
try, x = sprintf("%10s|", pi), catch err, disp(err.message), end
try, x = sprintf("%.2s|", pi), catch err, disp(err.message), end
%> x = 3.14159|
%> x =    3.14159|
%> x = 3.1|

%% numbers as text: sprintf 4
%! Octave prints nothing for a number that is no character
try, x = sprintf("%5s|", 3.5), catch err, disp(err.message), end
try, x = sprintf("%s|", 1e5), catch err, disp(err.message), end
try, x = sprintf("%s|", 123456789), catch err, disp(err.message), end
%> x =   3.5|
%> x = 100000|
%> x = 1.23457e+08|

%% numbers as text: sprintf 5
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", "a", 1.5, "b"), catch err, disp(err.message), end
try, x = sprintf("%s|", -65), catch err, disp(err.message), end
try, x = sprintf("%s|", single(pi)), catch err, disp(err.message), end
%> x = a|1.5|b|
%> x = -65|
%> x = 3.14159|

%% numbers as text: sprintf 6
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", 0.1), catch err, disp(err.message), end
try, x = sprintf("%s|", 1e15+0.5), catch err, disp(err.message), end
try, x = sprintf("%s|", 123456.789), catch err, disp(err.message), end
%> x = 0.1|
%> x = 1e+15|
%> x = 123457|

%% numbers as text: sprintf 7
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", int64(300)), catch err, disp(err.message), end
%> x = 300|
