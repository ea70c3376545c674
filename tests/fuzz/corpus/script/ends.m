x(min(end, 3), f(1)(end)) = y{end}.z(end - 1);
