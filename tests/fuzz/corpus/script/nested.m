function r = outer(a)
  n = a;
  r = inner(2);
  function s = inner(b)
    n = n + b;
    s = @(x) x + n + b + a;
    own = 1;
  end
end
