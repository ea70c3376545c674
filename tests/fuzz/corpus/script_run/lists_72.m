s = struct('a', {1, 2});
s(1) = struct('a', 9);
s(1).a
