[c{1:3}] = deal(0);
c
[c{1:2}] = deal(4, 5);
c
