1;
function r = f(), persistent n = 0; n++; r = n; end
function r = g(), persistent n = 100; n++; r = n; end
f(); f(); g();
f(), g()
