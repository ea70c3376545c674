1;
function r = one(a), r = a; end
[a, b] = one(1)
