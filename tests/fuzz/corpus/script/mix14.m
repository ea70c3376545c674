while true break; end
for i = 1:3, i, end
for (i = 1:3) i, end
for i = (1:3) i, end
for k = {1,2}, k, end
for x.a = 1:2, end
parfor (i = 1:3, 4) i, end
parfor i = 1:3, i, endparfor
do x++; until x > 3
switch a, case 1, b, case {2, 3}, c, otherwise, d, end
switch (a)
 % c
 case 'x'
 b
end
try, a, catch, b, end
