function g(x)
  eval('q = 1');
  disp(q(min(end, x(end))));
end
function h(x)
  x(min(end, y(end))) = @(z) z(x(end), w);
end
function tell
  helper
  v
end
