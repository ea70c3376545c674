if [1 1 0], disp('yes'), else, disp('no'), end
if [1 2 3], disp('yes'), else, disp('no'), end
