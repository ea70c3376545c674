%% integral: smooth, with tolerances, backwards
printf('%.8f\n', integral(@(x) x.^2, 0, 3))
printf('%.8f\n', integral(@(x) exp(-x.^2), -1, 1, 'RelTol', 1e-10))
printf('%.8f\n', integral(@sin, pi, 0))
%> 9.00000000
%> 1.49364827
%> -2.00000000

%% integral: infinite limits
printf('%.6f\n', integral(@(x) exp(-x.^2), -Inf, Inf))
printf('%.6f\n', integral(@(x) exp(-x), 0, Inf))
printf('%.6f\n', integral(@(x) exp(x), -Inf, 0))
%> 1.772454
%> 1.000000
%> 1.000000

%% integral: ends where the function is infinite
printf('%.6f\n', integral(@(x) 1 ./ sqrt(x), 0, 1))
printf('%.6f\n', integral(@(x) log(x), 0, 1))
%> 2.000000
%> -1.000000

%% integral: oscillations and a kink
printf('%.6f\n', integral(@(x) cos(50 * x), 0, 1))
printf('%.6f\n', integral(@(x) abs(x - 0.3), 0, 1))
%> -0.005247
%> 0.290000

%% integral: complex values
z = integral(@(x) exp(1i * x), 0, pi);
printf('%.6f %.6f\n', real(z), imag(z))
%> 0.000000 2.000000

%% integral: arrays as values
q = integral(@(x) [x, x^2; 1, sin(x)], 0, 1, 'ArrayValued', true);
printf('%.6f ', q); printf('\n');
%> 0.500000 1.000000 0.333333 0.459698 

%% quadgk: value and error bound
[q, err] = quadgk(@(x) x .* sin(1 ./ x) .* sqrt(abs(1 - x)), 0.1, 3);
printf('%.6f %d\n', q, err < 1e-5)
printf('%.6f\n', quadgk(@(x) 1 ./ (1 + x.^2), -Inf, Inf))
%> 1.982795 1
%> 3.141593

%% quad: one number at a time
printf('%.6f\n', quad(@(x) x * sin(1 / x) * sqrt(abs(1 - x)), 0.1, 3))
printf('%.6f\n', quad('sin', 0, pi))
%> 1.982794
%> 2.000000

%% quadl and quadv
printf('%.6f\n', quadl(@(x) x .* exp(x), 0, 1))
printf('%.6f\n', quadv(@(x) x * exp(x), 0, 1))
q = quadv(@(x) [x, 2 * x; 3 * x, 1], 0, 2);
printf('%.6f ', q); printf('\n');
%> 1.000000
%> 1.000000
%> 2.000000 6.000000 4.000000 2.000000 

%% dblquad and integral2
printf('%.5f\n', dblquad(@(x, y) x .* y, 0, 1, 0, 2))
printf('%.5f\n', integral2(@(x, y) x .^ 2 + y, 0, 1, 0, 1))
printf('%.5f\n', integral2(@(x, y) x .* y, 0, 1, @(x) x, 1))
%> 1.00000
%> 0.83333
%> 0.12500

%% nothing to integrate over
disp(integral(@(x) x, 2, 2))
%> 0

%% trapz: constant, and uneven points
printf('%g %g\n', trapz([0 1 4], [2 2 2]), trapz([0 0.5 2], [1 3 2]))
x = linspace(0, pi, 101);
printf('%.4f\n', trapz(x, sin(x)))
%> 8 4.75
%> 1.9998

%% cumtrapz ends where trapz does
x = linspace(0, 2, 7);
y = cumtrapz(x, x .^ 2);
printf('%.6f %.6f\n', y(end), trapz(x, x .^ 2))
disp(size(cumtrapz(ones(3, 2), 2)))
%> 2.703704 2.703704
%>    3   2
