%% fzero: in an interval
x = fzero(@cos, [1 2]);
printf('%.10f\n', x)
[x, fval, info] = fzero(@(x) x^3 - 2, [0 2]);
printf('%.10f %d %d\n', x, abs(fval) < 1e-12, info)
%> 1.5707963268
%> 1.2599210499 1 1

%% fzero: from a point
printf('%.8f\n', fzero(@(x) x^2 - 4, 1))
printf('%.8f\n', fzero('sin', 3))
printf('%.8f\n', fzero(@(x) x + 1, 0))
%> 2.00000000
%> 3.14159265
%> -1.00000000

%% fzero: no change of sign
fzero(@(x) x^2 + 1, [0 1])
%> error: fzero: not a valid initial bracketing

%% fzero: options
o = optimset('TolX', 1e-3);
x = fzero(@(x) x^2 - 2, [0 2], o);

%% fminbnd
[x, fval, info] = fminbnd(@(x) (x - 2)^2 + 1, 0, 5);
printf('%.5f %.8f %d\n', x, fval, info)
printf('%.5f\n', fminbnd(@cos, 3, 4))
%> 2.00000 1.00000000 1
%> 3.14159

%% fminbnd: an interval the wrong way round
fminbnd(@(x) x, 1, 0)
%> error: fminbnd: the lower bound cannot be greater than the upper one

%% fminsearch: Rosenbrock's valley
x = fminsearch(@(p) 100 * (p(2) - p(1)^2)^2 + (1 - p(1))^2, [-1.2 1], optimset('TolX', 1e-8, 'TolFun', 1e-8));
printf('%.3f %.3f\n', x)
%> 1.000 1.000

%% fminsearch keeps the shape of the start
x = fminsearch(@(p) sum((p - [1; 2]).^2), [0; 0]);
disp(size(x))
printf('%.2f %.2f\n', x)
%>    2   1
%> 1.00 2.00

%% fminunc
[x, fval] = fminunc(@(p) (p(1) - 3)^2 + (p(2) + 1)^2 + 2, [0 0]);
printf('%.4f %.4f %.6f\n', x, fval)
%> 3.0000 -1.0000 2.000000

%% fsolve: one equation, two equations
[x, fvec, info] = fsolve(@(x) x^2 - 2, 1);
printf('%.6f %d\n', x, info)
[x, fvec, info] = fsolve(@(x) [x(1)^2 + x(2)^2 - 1; x(1) - x(2)], [1; 0.5], optimset('TolFun', 1e-10));
printf('%.6f %.6f %d\n', x, info)
%> 1.414214 1
%> 0.707107 0.707107 1

%% fsolve keeps the shape
x = fsolve(@(x) x - [1 2 3], [0 0 0]);
disp(size(x))
printf('%.4f ', x); printf('\n');
%>    1   3
%> 1.0000 2.0000 3.0000 

%% optimset and optimget
o = optimset('tolx', 1e-3, 'MaxIter', 5);
printf('%g %g %g\n', optimget(o, 'TolX'), o.MaxIter, optimget(o, 'TolFun', 7))
p = optimset(o, 'MaxIter', 9);
printf('%g %g\n', o.MaxIter, p.MaxIter)
%> 0.001 5 7
%> 5 9

%% lsqnonneg
x = lsqnonneg([1 0; 0 1], [1; -2]);
disp(x')
x = lsqnonneg([1 2; 3 4; 5 6], [1; 2; 3]);
printf('%.6f %.6f\n', x)
%>    1   0
%> 0.000000 0.500000
