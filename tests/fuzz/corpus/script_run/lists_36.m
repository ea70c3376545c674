s.alpha = 1; s.beta = 2;
for c = {'alpha', 'beta'}, disp(s.(c{1})), end
