%% quotients and bits
rat(pi), rat(0.5), rat([0.1 2; 1/3 -7]), rat(-0), [n, d] = rat([pi 0.75]), rat(12345.678), rat(2.5), rat(0.00012), rat(-1.5)
[n, d] = rat(0.3333)
rat(pi, 1e-2)
num2hex(1), num2hex([1 -2.5]), hex2num('4005bf0a8b145769'), hex2num({'4', 'bff'}), num2hex(single(1))
%> ans = 3 + 1/(7 + 1/16)
%> ans = 1 + 1/(-2)
%> ans =
%>
%> 0 + 1/10
%> 0 + 1/3 
%> 2       
%> -7      
%>
%> ans = 0
%> n =
%>
%>    355     3
%>
%> d =
%>
%>    113     4
%>
%> ans = 12346 + 1/(-3)
%> ans = 3 + 1/(-2)
%> ans = 0 + 1/(8333 + 1/3)
%> ans = -2 + 1/2
%> n = 3333
%> d = 10000
%> ans = 3 + 1/7
%> ans = 3ff0000000000000
%> ans =
%>
%> 3ff0000000000000
%> c004000000000000
%>
%> ans = 2.7183
%> ans =
%>
%>    2  -1
%>
%> ans = 3f800000

%% mustBe
try, mustBePositive(-1), catch e, disp(e.message), end
try, mustBeInteger(1.5), catch e, disp(e.message), end
try, mustBeNonempty([]), catch e, disp(e.message), end
try, mustBeMember(3, [1 2]), catch e, disp(e.message), end
try, mustBeNumeric('a'), catch e, disp(e.message), end
try, mustBeNonnegative(-1), catch e, disp(e.message), end
%> input must be positive; found 1 elements that were not: values -1
%> input must be integer-valued; but it had fractional values in some elements
%> input must not be empty
%> input must be one of the specified valid values; found 1 elements that were not
%> input must be numeric; found a char
%> input must be non-negative; found 1 elements that were not: values -1

%% polygons and boxes
polyarea([0 1 1 0], [0 0 1 1])
inpolygon([0.5 2 1], [0.5 2 0.5], [0 1 1 0], [0 0 1 1])
[in, on] = inpolygon([0.5 2 1], [0.5 2 0.5], [0 1 1 0], [0 0 1 1])
triplequad(@(x, y, z) x + y + z, 0, 1, 0, 1, 0, 1)
rectint([0 0 1 1], [0.5 0.5 1 1])
%> ans = 1
%> ans =
%>
%>   1  0  1
%>
%> in =
%>
%>   1  0  1
%>
%> on =
%>
%>   0  0  1
%>
%> ans = 1.5000
%> ans = 0.2500

%% powerset, bincoeff, newline
powerset([1 2]), bincoeff(5, 2), bincoeff(-2, 3), bincoeff(4, 7), double(newline)
%> ans =
%> {
%>   [1,1] = [](1x0)
%>   [1,2] = 1
%>   [1,3] = 2
%>   [1,4] =
%>
%>      1   2
%>
%> }
%>
%> ans = 10
%> ans = -4
%> ans = 0
%> ans = 10
