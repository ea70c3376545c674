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
%% large arrays have the numbers of small ones
%! random numbers are frit's own
rng(3); a = rand(1,5000); rng(3); b = rand(1,10); disp(isequal(a(1:10), b))
rng(3); a = randn(1,5000); rng(3); b = randn(1,10); disp(max(abs(a(1:10) - b)) < 1e-14)
rng(3); a = rand(1,5000,'single'); rng(3); b = rand(1,10,'single'); disp(isequal(a(1:10), b))
rng(3); a = randi(10,1,5000); rng(3); b = randi(10,1,7); disp(isequal(a(1:7), b))
s = rng; x = rand(1,3); rng(s); y = rand(1,3); disp(isequal(x, y))
%> 1
%> 1
%> 1
%> 1
%> 1

%% moments of distributions
x = rand(1,50000); disp(all(x > 0 & x < 1)), disp(abs(mean(x) - 0.5) < 0.01)
x = randn(1,50000); disp(abs(mean(x)) < 0.03), disp(abs(var(x) - 1) < 0.05)
x = randp(3,1,20000); disp(abs(mean(x) - 3) < 0.1), disp(abs(var(x) - 3) < 0.3)
x = randp(100,1,5000); disp(abs(mean(x) - 100) < 1)
x = randg(2.5,1,20000); disp(abs(mean(x) - 2.5) < 0.1), disp(abs(var(x) - 2.5) < 0.3)
x = rande(1,20000); disp(abs(mean(x) - 1) < 0.05)
p = randperm(1000); disp(isequal(sort(p), 1:1000)), disp(numel(unique(randperm(50,10))))
%> 1
%> 1
%> 1
%> 1
%> 1
%> 1
%> 1
%> 1
%> 1
%> 1
%> 1
%> 10

