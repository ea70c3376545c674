x = 5; x = 'text'; x = {1}; x = struct('a', 1);
x.a
