if x, y = 3 4, end
x = [1 2
y = 3
for i = 1:3 disp(] ), end
while true, z = ); end
if a
  b = 'unclosed
  c = 3 $ 4;
else if
end
q = (1 + 2
r = 5;
f = @(x if;
x = y = 3 = 4;
1 = 2;
[a, 3] = f;
function g(x, )
  break
end
endwhile
