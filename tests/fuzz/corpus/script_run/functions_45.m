feval('plus', 1, 2)
feval(@minus, 5, 2)
1;
function r = mine(x), r = x * 2; end
feval('mine', 4)
feval(@mine, 5)
