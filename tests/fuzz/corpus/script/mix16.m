a.b.c(3).d{4}.e
a(1, :)(2)
(a)(1)
(1:3)'
(a = 3)
f(x = 3)
if (a = 3) b, end
a' '
x.y = @(z) z.w
spmd, a, end
__LINE__
a(end).b(end)
