%% times: times(2,3,4)
x = times(2,3,4)
%> x = 24

%% plus: plus(1,2,3)
x = plus(1,2,3)
%> x = 6

%% and: and(1,0,1)
x = and(1,0,1)
%> x = 0

%% cosh: cosh(100)
x = cosh(100)
%> x = 1.3441e+43
