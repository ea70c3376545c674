Loops inside loops that go through arrays and numbers.

%% through a row
v = [3 1 4 1 5]; s = 0;
for i = 1:3
  for x = v
    s = s + i * x;
  end
end
s, x
%> s = 84
%> x = 5

%% through a row that is left in the middle
v = [3 1 4 1 5]; w = 1:3; s = 0;
try
  for i = 1:3
    for x = v
      s = s + w(x);
    end
  end
catch e
  disp(e.message)
end
s, x, i
%> w(4): out of bound 3 (dimensions are 1x3)
%> s = 4
%> x = 4
%> i = 1

%% printing in the middle
v = [2 7 1];
for i = 1:2
  for x = v
    y = x + i;
    if y > 7
      printf('%d %d %d\n', i, x, y);
    end
  end
end
y
%> 1 7 8
%> 2 7 9
%> y = 3

%% through a row that changes
v = [1 2 3]; s = 0;
for i = 1:2
  for x = v
    s = s + x;
    v(1) = v(1) + 10;
  end
end
s, v
%> s = 42
%> v =
%>
%>    61    2    3
%>

%% through an empty row
v = zeros(1, 0); c = 0;
for i = 1:2
  for x = v
    c = 1;
  end
end
c, size(x)
%> c = 0
%> ans =
%>
%>    1   0
%>

%% through a column
v = [1; 2; 3]; c = 0;
for i = 1:2
  for x = v
    c = c + sum(x);
  end
end
c, x
%> c = 12
%> x =
%>
%>    1
%>    2
%>    3
%>

%% through a number
c = 0; n = 4;
for i = 1:3
  for x = n
    c = c + x;
  end
  for x = i * 2
    c = c + x;
  end
end
c, x
%> c = 24
%> x = 6

%% through integers
v = int8([100 50 25]); s = int8(0);
for i = 1:2
  for x = v
    s = s + x;
  end
end
s, class(x)
%> s = 127
%> ans = int8

%% through text
t = 'abc'; s = 0;
for i = 1:2
  for c = t
    s = s + c;
  end
end
s, c
%> s = 588
%> c = c

%% through a field
p.v = [1 2 3]; s = 0;
for i = 1:2
  for x = p.v
    s = s * 2 + x;
  end
end
s
%> s = 99

%% the array of the function
1;
function s = nested(v)
  s = 0;
  for a = v
    for b = v
      if a < b
        s = s + a * b;
      end
    end
  end
end
nested([1 2 3 4])
%> ans = 35
