%% gammainc
printf('%.10f ', gammainc([0 0.5 1 2 10 50], 2)); printf('\n');
printf('%.10f ', gammainc(1, [0.1 0.5 1 5 20])); printf('\n');
printf('%.10g ', gammainc([1 5 30], 3, 'upper')); printf('\n');
%> 0.0000000000 0.0902040104 0.2642411177 0.5939941503 0.9995006008 1.0000000000 
%> 0.9758726563 0.8427007929 0.6321205588 0.0036598468 0.0000000000 
%> 0.9196986029 0.1246520195 4.501016648e-11 

%% betainc
printf('%.10f ', betainc([0 0.1 0.5 0.9 1], 2, 3)); printf('\n');
printf('%.10f ', betainc(0.3, [0.5 1 5], [5 1 0.5])); printf('\n');
%> 0.0000000000 0.0523000000 0.6875000000 0.9963000000 1.0000000000 
%> 0.9347377538 0.3000000000 0.0006913034 

%% betainc: out of its range
betainc(2, 1, 1)
%> error: betainc: X must be in the range [0, 1]

%% expint
printf('%.10f ', expint([0.01 0.1 0.5 1 2 3 10])); printf('\n');
disp(expint(0))
%> 4.0379295765 1.8229239584 0.5597735948 0.2193839344 0.0489005107 0.0130483811 0.0000041570 
%> Inf

%% ellipke
[k, e] = ellipke([0 0.5 0.9 -1]);
printf('%.10f ', k, e); printf('\n');
disp(ellipke(1))
%> 1.5707963268 1.8540746773 2.5780921133 1.3110287771 1.5707963268 1.3506438810 1.1047747327 1.9100988945 
%> Inf

%% ellipke: what it refuses
ellipke(2)
%> error: ellipke: M must be <= 1

%% legendre
printf('%.6f ', legendre(2, [0 0.5 1])); printf('\n');
printf('%.6f ', legendre(3, 0.3)); printf('\n');
printf('%.6f ', legendre(2, 0.3, 'norm'), legendre(2, 0.3, 'sch')); printf('\n');
%> -0.500000 -0.000000 3.000000 -0.125000 -1.299038 2.250000 1.000000 -0.000000 0.000000 
%> -0.382500 0.787000 4.095000 -13.021270 
%> -0.577116 0.554189 0.881104 -0.365000 0.495681 0.788083 

%% cart2pol and back
[t, r] = cart2pol([1 0 -1], [0 2 0]);
printf('%.6f ', t, r); printf('\n');
[x, y] = pol2cart(pi / 6, 2);
printf('%.6f %.6f\n', x, y)
disp(cart2pol([3 4]))
[t, r, z] = cart2pol(1, 1, 5);
printf('%.6f %.6f %g\n', t, r, z)
%> 0.000000 1.570796 3.141593 1.000000 2.000000 1.000000 
%> 1.732051 1.000000
%> 0.9273
%> 0.785398 1.414214 5

%% cart2sph and back
[t, p, r] = cart2sph(1, 2, 2);
printf('%.6f %.6f %.6f\n', t, p, r)
[x, y, z] = sph2cart(t, p, r);
printf('%.6f %.6f %.6f\n', x, y, z)
%> 1.107149 0.729728 3.000000
%> 1.000000 2.000000 2.000000

%% polyaffine and polygcd
disp(polyaffine([1 2], [1 2]))
disp(round(polygcd([1 -3 2], [1 -1]) * 1e6) / 1e6)
disp(round(polygcd(poly([1 2 3]), poly([2 3 5])) * 1e4) / 1e4)
%>    0.5000   1.5000
%>    1  -1
%>    1  -5   6

%% ppder and ppint
pp = mkpp([0 1 2], [1 0 0; 1 2 1]);
d = ppder(pp);
disp(ppval(d, [0.5 1.5]))
q = ppint(pp);
disp(ppval(q, [1 2]))
%>    1   3
%>    0.3333   2.6667

%% lsode
x = lsode(@(x, t) -x, 1, [0 1 2]);
printf('%.6f ', x); printf('\n');
x = lsode(@(x, t) [x(2); -x(1)], [1; 0], [0 pi/2 pi]);
printf('%d %d %.4f\n', size(x), x(3, 1))
%> 1.000000 0.367879 0.135335 
%> 3 2 -1.0000

%% quad2d
printf('%.6f\n', quad2d(@(x, y) x .* y, 0, 1, 0, 2))
%> 1.000000
