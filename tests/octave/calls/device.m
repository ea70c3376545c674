% Arrays are moved by frit itself.

%% gpuArray and gather
%! Octave has neither
x = gpuArray([1 2 3]);
[a, b] = gather(x, 5)
isgpuarray(x)
%> a =
%>
%>    1   2   3
%>
%> b = 5
%> ans = 0
