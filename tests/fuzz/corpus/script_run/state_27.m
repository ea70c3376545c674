a = 1; b = 2; c = 3;
clear a c
exist('a'), exist('b'), exist('c')
