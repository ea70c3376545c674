x.^-y
x.^-y.^z
a' .* b'
a'*b'
[a'*b' c']
[a*b' c']
[a{1}' b{2}']
[a.b' c']
[1 2]'
{'a' 'b'}'
"a"'
x=y';z=w'
