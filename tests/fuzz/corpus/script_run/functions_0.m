disp(twice(4))
function r = twice(x)
  r = 2 * x;
end
