t = tic;
toc(t) >= 0
e = toc(t);
e < 100
