1.'
1..*x
[1. 2.]
[1 .5]
'it''s'
"a\tb\"c\\"
"a""b"
'a\n'
x = 'a';
x = a';
x = [a'; b'];
hold on
