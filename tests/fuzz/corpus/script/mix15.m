try, a, catch err, b, end
try
 a
catch err
 b
end_try_catch
try
 a
catch
 b
end
try a, catch disp(1), end
try, a, end
unwind_protect, a, unwind_protect_cleanup, b, end_unwind_protect
global a b = 3 c
persistent n
return
x = 3, y = 4; z
while 1, if a, continue, end, end
f(a, 'b', 3)
