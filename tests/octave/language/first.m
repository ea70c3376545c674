%% numbers print
x = 3
y = 2.5
%> x = 3
%> y = 2.5000

%% an error ends the script
disp(1)
error('my:id', 'no %d', 5)
disp(2)
%> 1
%> error: no 5

%% a warning goes on
warning('careful');
x = [1 2];
disp(x)
%> warning: careful
%>    1   2
