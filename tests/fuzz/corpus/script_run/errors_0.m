try
  error('my:id', 'value %d is bad', 7);
catch e
  disp(e.message), disp(e.identifier), class(e)
end
