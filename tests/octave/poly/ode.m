%% ode45: decay
[t, y] = ode45(@(t, y) -y, [0 1], 1);
printf('%d %d %.3f\n', t(1), t(end), y(end))
%> 0 1 0.368

%% ode45: at the times asked for
[t, y] = ode45(@(t, y) -y, [0 0.5 1], 1);
disp(t')
disp(size(y))
printf('%.3f ', y); printf('\n');
%>         0   0.5000   1.0000
%>    3   1
%> 1.000 0.607 0.368 

%% ode45: an oscillator, tight tolerances
o = odeset('RelTol', 1e-8, 'AbsTol', 1e-10);
[t, y] = ode45(@(t, y) [y(2); -y(1)], [0 2*pi], [1; 0], o);
printf('%.5f %.5f\n', abs(y(end,:)))
%> 1.00000 0.00000

%% ode45: parameters behind the options
[t, y] = ode45(@(t, y, a, b) a * y + b, [0 1], 1, odeset(), -1, 2);
printf('%.3f\n', y(end))
%> 1.632

%% ode45: backwards
[t, y] = ode45(@(t, y) y, [1 0], exp(1));
printf('%.3f %.3f\n', t(end), y(end))
%> 0.000 1.000

%% ode45: a struct for one output
s = ode45(@(t, y) -y, [0 1], 1);
printf('%s %d %d\n', s.solver, isfield(s, 'x'), size(s.x, 1))
%> ode45 1 1

%% ode45: van der Pol's
o = odeset('RelTol', 1e-8, 'AbsTol', 1e-8);
[t, y] = ode45(@(t, y) [y(2); (1 - y(1)^2) * y(2) - y(1)], [0 5 10], [2 0], o);
printf('%.4f %.4f\n', y')
%> 2.0000 0.0000
%> -0.8371 1.3071
%> -2.0083 0.0329

%% ode45: an event ends it
%! Octave looks for it along a straight line: at 1.424, where the ball is above the ground
o = odeset('Events', @(t, y) deal(y(1), 1, -1));
[t, y, te, ye, ie] = ode45(@(t, y) [y(2); -9.81], [0 5], [10; 0], o);
printf('%.3f %.3f %d\n', te, ye(2), ie)
%> warning: Solver was stopped by a call of 'break' in the main iteration loop at time t = 1.427843 before the endpoint at tend = 5.000000 was reached.  This may happen because the @odeplot function returned 'true' or the @event function returned 'true'.
%> 1.428 -14.007 1

%% ode45: a span of one time
ode45(@(t, y) -y, [0], 1)
%> error: ode45: TRANGE must contain at least 2 elements

%% ode45: an empty span
ode45(@(t, y) -y, [1 1], 1)
%> error: ode45: invalid time span, TRANGE(1) == TRANGE(2)

%% ode23
[t, y] = ode23(@(t, y) -2 * y, [0 0.25 0.5], [1; 2], odeset('RelTol', 1e-7, 'AbsTol', 1e-9));
printf('%.5f %.5f\n', y')
%> 1.00000 2.00000
%> 0.60653 1.21306
%> 0.36788 0.73576

%% odeset and odeget
o = odeset('RelTol', 1e-4, 'abstol', 1e-5);
printf('%g %g %g\n', odeget(o, 'RelTol'), o.AbsTol, odeget(o, 'MaxStep', 3))
%> 0.0001 1e-05 3
