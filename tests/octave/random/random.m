%% randn: randn("state",1)
try
  x = randn("state",1);
catch err
  disp(err.message)
end
%> value on right hand side of assignment is undefined

%% randi: randi(10,2,3)*0, randi([55],1,3), randi([53])
x = randi(10,2,3)*0
x = randi([5 5],1,3)
try
  x = randi([5 3]);
catch err
  disp(err.message)
end
%> x =
%>
%>    0   0   0
%>    0   0   0
%>
%> x =
%>
%>    5   5   5
%>
%> randi: require IMIN <= IMAX

%% randperm: randperm(5,3)*0, randperm(3,5), randperm(-1)
x = randperm(5,3)*0
try
  x = randperm(3,5);
catch err
  disp(err.message)
end
try
  x = randperm(-1);
catch err
  disp(err.message)
end
%> x =
%>
%>    0   0   0
%>
%> randperm: M must be less than or equal to N
%> randperm: M and N must be non-negative

%% randperm: x=randperm(0)
x=randperm(0)
%> x = [](1x0)
