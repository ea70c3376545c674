%% numbers as text: sprintf 1
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", 3.5), catch err, disp(err.message), end
try, x = sprintf("%s|", -1), catch err, disp(err.message), end
try, x = sprintf("%s|", 1e10), catch err, disp(err.message), end

%% numbers as text: sprintf 2
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", 123456), catch err, disp(err.message), end
try, x = sprintf("%s|", 1114111), catch err, disp(err.message), end
try, x = sprintf("%s|", 256), catch err, disp(err.message), end

%% numbers as text: sprintf 3
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", pi), catch err, disp(err.message), end
try, x = sprintf("%10s|", pi), catch err, disp(err.message), end
try, x = sprintf("%.2s|", pi), catch err, disp(err.message), end

%% numbers as text: sprintf 4
%! Octave prints nothing for a number that is no character
try, x = sprintf("%5s|", 3.5), catch err, disp(err.message), end
try, x = sprintf("%s|", 1e5), catch err, disp(err.message), end
try, x = sprintf("%s|", 123456789), catch err, disp(err.message), end

%% numbers as text: sprintf 5
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", "a", 1.5, "b"), catch err, disp(err.message), end
try, x = sprintf("%s|", -65), catch err, disp(err.message), end
try, x = sprintf("%s|", single(pi)), catch err, disp(err.message), end

%% numbers as text: sprintf 6
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", 0.1), catch err, disp(err.message), end
try, x = sprintf("%s|", 1e15+0.5), catch err, disp(err.message), end
try, x = sprintf("%s|", 123456.789), catch err, disp(err.message), end

%% numbers as text: sprintf 7
%! Octave prints nothing for a number that is no character
try, x = sprintf("%s|", int64(300)), catch err, disp(err.message), end
