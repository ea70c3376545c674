Loops over fields of structs.

%% a number
st.a = 0; st.b = 'text';
for i = 1:100
  st.a = st.a + i;
end
st
%> st =
%>
%>   scalar structure containing the fields:
%>
%>     a = 5050
%>     b = text
%>

%% parameters
p.alpha = 0.5; p.beta = 2; v = zeros(1, 5);
for i = 1:5
  v(i) = p.alpha * i + p.beta;
end
v
%> v =
%>
%>    2.5000   3.0000   3.5000   4.0000   4.5000
%>

%% an array in a struct
s.v = zeros(1, 6); s.n = 6;
for i = 1:s.n
  s.v(i) = i ^ 2;
end
s.v, s.n
%> ans =
%>
%>     1    4    9   16   25   36
%>
%> ans = 6

%% the last element of an array in a struct
s.v = [1 2 3];
for i = 1:3
  s.v(end) = s.v(end) + s.v(i) + numel(s.v);
end
s.v
%> ans =
%>
%>     1    2   27
%>

%% growing an array in a struct
s.q = [];
for i = 1:20
  s.q(end+1) = i;
end
numel(s.q), s.q(20)
%> ans = 20
%> ans = 20

%% a copy is not changed
s.a = 1; s.v = [1 2 3]; t = s;
for i = 1:3
  s.a = s.a * 2;
  s.v(i) = 0;
end
s.a, s.v, t.a, t.v
%> ans = 8
%> ans =
%>
%>    0   0   0
%>
%> ans = 1
%> ans =
%>
%>    1   2   3
%>

%% an array that a field shares with a variable
v = [1 2 3]; s.v = v; w = s.v;
for i = 1:3
  s.v(i) = s.v(i) + v(i);
  v(i) = 0;
end
s.v, v, w
%> ans =
%>
%>    2   4   6
%>
%> v =
%>
%>    0   0   0
%>
%> w =
%>
%>    1   2   3
%>

%% a field that is made in the loop
s.a = 1;
for i = 1:4
  s.b = i;
  s.a = s.a + s.b;
end
s
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 11
%>     b = 4
%>

%% a field that is not there
s.a = 1; c = 0;
try
  for i = 1:4
    c = c + 1;
    if i == 3
      c = c + s.nothing;
    end
  end
catch e
  disp(e.message)
end
c, i
%> structure has no member 'nothing'
%> c = 3
%> i = 3

%% past the end of a field
s.v = [1 2 3]; c = 0;
try
  for i = 1:9
    c = c + s.v(i);
  end
catch e
  disp(e.message)
end
c
%> s(4): out of bound 3 (dimensions are 1x3)
%> c = 6

%% a range in a field
s.r = 1:4; c = 0;
for i = 1:4
  c = c + s.r(i);
end
c, s.r
%> c = 10
%> ans =
%>
%>    1   2   3   4
%>

%% the struct itself changes
s.a = 1;
for i = 1:5
  s.a = s.a + 1;
  if i == 3
    s = struct('a', 100);
  end
end
s
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 102
%>

%% a struct array
s = struct('a', {1, 2, 3}); c = 0;
for i = 1:3
  c = c + s(i).a;
  s(i).a = c;
end
c, s(3).a
%> c = 6
%> ans = 6

%% a field that becomes text
s.a = 1;
for i = 1:3
  if i == 2
    s.a = 'two';
  end
end
s
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = two
%>

%% in a function
1;
function s = walk(s, n)
  for i = 1:n
    s.x = s.x + s.v * s.dt;
    s.v = s.v - s.x * s.dt;
  end
end
p = struct('x', 1, 'v', 0, 'dt', 0.01);
q = walk(p, 1000);
printf('%.12f %.12f %g\n', q.x, q.v, p.x);
%> -0.841769174912 0.544062872953 1

%% nested fields
s.a.b = 1;
for i = 1:3
  s.a.b = s.a.b * 2;
end
s.a.b
%> ans = 8

%% a map beside
m = containers.Map(); s.a = 0;
for i = 1:3
  s.a = s.a + i + m.Count;
end
s.a
%> ans = 6
