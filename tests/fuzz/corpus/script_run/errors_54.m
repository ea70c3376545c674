for i = 1:3
  try
    if i == 2, break; end
    disp(i)
  catch
    disp('never')
  end
end
try, error('x'); catch, disp('caught'), end
