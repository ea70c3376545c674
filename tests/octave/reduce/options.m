%% sums over all dimensions, some of them, and without NaN
%! MATLAB's 'all', 'omitnan' and lists of dimensions are there; Octave 7 lacks them
x = sum([1 2;3 4], 'all')
y = squeeze(sum(ones(2,3,4), [1 2]))'
z = sum([1 NaN 3], 'omitnan')
w = prod([1 2;3 4], 'all')
%> x = 10
%> y =
%>
%>    6   6   6   6
%>
%> z = 4
%> w = 24

%% largest and smallest of all elements
%! MATLAB's 'all' and lists of dimensions are there; Octave 7 lacks them
x = max([1 5;7 2], [], 'all')
y = min([1 5;7 2], [], 'all')
z = squeeze(max(reshape(1:8,2,2,2), [], [1 2]))'
%> x = 7
%> y = 1
%> z =
%>
%>    4   8
%>

%% means over all dimensions, some of them, and without NaN
%! MATLAB's 'all', 'omitnan' and lists of dimensions are there; Octave 7 lacks them
x = mean([1 2;3 4], 'all')
y = squeeze(mean(reshape(1:8,2,2,2), [1 2]))'
z = mean([1 NaN 3], 'omitnan')
w = class(mean(single([1 2;3 4]), [1 2], 'native'))
%> x = 2.5000
%> y =
%>
%>    2.5000   6.5000
%>
%> z = 2
%> w = single

%% any and all of all elements
%! MATLAB's 'all' is there; Octave 7 lacks it
x = any([0 0;0 1], 'all')
y = all([1 1;0 1], 'all')
%> x = 1
%> y = 0

%% medians and spreads of all elements, and without NaN
%! MATLAB's 'all' and 'omitnan' are there; Octave 7 lacks them
x = median([1 2;3 10], 'all')
y = median([1 NaN 3], 'omitnan')
z = std([1 2;3 4], 0, 'all')
w = var([1 NaN 3], 0, 'omitnan')
%> x = 2.5000
%> y = 2
%> z = 1.2910
%> w = 2

%% the second output of var and std is the mean
%! MATLAB's second output is there; Octave 7 lacks it
[v, m] = var([1 2 3])
[s, m] = std([1 2;3 5])
%> v = 1
%> m = 2
%> s =
%>
%>    1.4142   2.1213
%>
%> m =
%>
%>    2.0000   3.5000
%>

%% singles are summed to all their digits
%! Octave adds singles one after another and gives 16777216
x = single(ones(1, 20000000));
printf('%d\n', sum(x))
%> 20000000

%% extremes without NaN by MATLAB's names
%! these are in a package of Octave's
x = nanmax([1 NaN 3])
y = nansum([1 NaN])
z = nanmean([1 NaN 4])
%> x = 3
%> y = 1
%> z = 2.5000
