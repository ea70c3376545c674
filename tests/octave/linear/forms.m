%% issymmetric, ishermitian
disp([issymmetric([1 2;2 1]), issymmetric([1 2;3 1]), issymmetric([1 2 3]), issymmetric([]), issymmetric('a')])
disp([ishermitian([1 1i;-1i 2]), ishermitian([1 1i;1i 2]), issymmetric([1 1i;1i 2])])
disp([issymmetric([1 2.1;2 1], 0.2), issymmetric(5), issymmetric(true)])
%>   1  0  0  1  1
%>   1  0  1
%>   1  1  1

%% issymmetric: no cells
issymmetric({})
%> error: issymmetric: A must be a numeric, logical, or character matrix

%% isdefinite
disp([isdefinite([2 1;1 2]), isdefinite([1 2;2 1]), isdefinite(5), isdefinite([1 2;3 4])])
%>   1  0  1  0

%% isdiag, istril, istriu
disp([isdiag(eye(3)), isdiag([1 2;0 1]), isdiag(5), isdiag([1 0 0]), isdiag({})])
disp([istril([1 0;2 3]), istril([1 2;0 3]), istriu([1 2;0 3]), istriu([1 0;2 3]), istriu('a')])
%>   1  0  1  1  0
%>   1  0  1  0  0

%% isbanded
disp([isbanded([1 2 0;3 4 5;0 6 7], 1, 1), isbanded([1 2 3;3 4 5;0 6 7], 1, 1), isbanded(eye(4), 0, 0)])
%>   1  0  1

%% isbanded: what it refuses
isbanded([1 2], -1, 0)
%> error: isbanded: LOWER and UPPER must be non-negative integers

%% pcg
A = [4 1;1 3]; b = [1;2];
[x, flag] = pcg(A, b, 1e-10);
printf('%.6f %.6f %d\n', x, flag)
%> 0.090909 0.636364 0

%% ols and lscov
x = [1 1;1 2;1 3]; y = [1;2;2];
printf('%.4f %.4f\n', ols(y, x))
printf('%.4f %.4f\n', lscov(x, y))
printf('%.4f %.4f\n', lscov(x, y, [1;2;1]))
%> 0.6667 0.5000
%> 0.6667 0.5000
%> 0.7500 0.5000

%% planerot
[G, y] = planerot([3; 4]);
disp(G), disp(round(y * 1e6) / 1e6)
%>    0.6000   0.8000
%>   -0.8000   0.6000
%>    5
%>    0
