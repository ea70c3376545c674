1;
function r = deep(n), r = deep(n + 1); end
try
  deep(1)
catch e
  disp(e.message)
end
