cd ~/x
x (1)
x == 1
x ==1
x = 1
x =1
disp {1}
a.b -1
for i = 1:3, a -1, end
i=0; i -1
x = 5 % comment
x = ...
 5
