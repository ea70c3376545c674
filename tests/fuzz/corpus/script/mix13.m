x = \
 5
%{
block
%{
nested
%}
%}
x
# c
#{
b
#}
x
a;b,c
d
1;;2
if a, b, end
if a b, end
if (a) b; c, end
if a, b, elseif c, d, else, e, end
if a
b
else if c
d
end
end
if a | b & c, d, end
while a, b, end
