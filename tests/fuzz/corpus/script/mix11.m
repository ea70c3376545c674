format long
disp -1
disp hello, disp x
disp a{b, c} d
close all; clc
warning off all % c
print -dpng 'a b.png'
a -1
a=1; a -1
a=1; a - 1
pi -1
cd ..
