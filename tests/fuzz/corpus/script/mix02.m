a(1)++
--1
a += b * 2
a ^= 2
a |= b
a &= b
a .*= b
a **= 2
a \= b
a ** b .** c
x = y = 3
[a, b] = f(1)
