%% for over the fields of a struct
s.a = 1; s.b = 'x';
for [v, k] = s
  k, v
end
k, v
%> k = a
%> v = 1
%> k = b
%> v = x
%> k = b
%> v = x

%% for over the fields of a struct array
t = struct('c', {1, 2});
for [v, k] = t, k, v, end
%> k = c
%> v =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>

%% for over the fields of a struct without any
for [v, k] = struct(), disp('never'), end
exist('v')
%> ans = 0

%% for over the fields of what is no struct
try, for [v, k] = 3, end, catch e, disp(e.message), end
%> in statement 'for [X, Y] = VAL', VAL must be a structure

%% continue and break in a loop over fields
s.a = 1; s.b = 2; s.c = 3;
for [v, k] = s, if k == 'a', continue, end, disp(k), break, end
%> b

%% loops over fields in loops over fields, and fields that are cells
s.a.x = {1, 2}; s.b.y = [];
for [v, k] = s
  for [w, n] = v
    printf('%s.%s %s %d\n', k, n, class(w), numel(w));
  end
end
%> a.x cell 2
%> b.y double 0

%% in a function, with an error inside
1;
function total(s)
  n = 0;
  for [v, k] = s
    n += v;
    if n > 2, error('%s is too much', k); end
  end
end
try, total(struct('p', 1, 'q', 2)), catch e, disp(e.message), end
%> q is too much
