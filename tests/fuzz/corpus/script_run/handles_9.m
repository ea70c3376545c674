1;
function r = sq(x), r = x^2; end
f = @sq;
f(5)
