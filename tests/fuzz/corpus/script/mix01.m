1:n'
a:b:c == d
a < b & c | d && e || f
a & b == c
a + b * c - d
a \ b ./ c
a - -b
a--b
a++b
++a
a++
x = a++
