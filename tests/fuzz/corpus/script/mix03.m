[a b] = f
[~, i] = max(x)
[!, i] = max(x)
[a.b, c{2}] = deal(1)
x.y.z = 1
x(1).y{2} = 3
x.("n") = 1
x.(n)(2)
x.end
x.if = 3
x.'
x.y'
