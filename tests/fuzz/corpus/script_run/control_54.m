switch 'a', case 97, disp('number'), otherwise, disp('no'), end
switch 97, case 'a', disp('text'), otherwise, disp('no'), end
