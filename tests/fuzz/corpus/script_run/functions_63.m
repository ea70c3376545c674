1;
function s = set(s), s.a = 100; end
s.a = 1;
t = set(s);
s.a, t.a
