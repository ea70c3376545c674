1;
function f(x), error('f:bad', 'bad %d', x); end
try
  f(3)
catch e
  disp(e.message)
end
