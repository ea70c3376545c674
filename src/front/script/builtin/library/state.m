% Checks that scripts make of themselves.

function assert(cond, varargin)
  if numel(varargin) == 0 || (numel(varargin) >= 1 && ischar(varargin{1}) && ! ischar(cond) && islogical(cond))
    if (! isnumeric(cond) && ! islogical(cond)) || isempty(cond) || ! all(cond(:))
      if numel(varargin) == 0
        told = inputname(1);
        if isempty(told)
          told = 'cond';
        end
        error('assert (%s) failed', told);
      end
      error(varargin{:});
    end
    return;
  end
  expected = varargin{1};
  tol = 0;
  if numel(varargin) > 1
    tol = varargin{2};
  end
  why = assert_differs(cond, expected, tol);
  if ! isempty(why)
    error("ASSERT errors for:  assert (cond,expected,tol)\n\n  Location  |  Observed  |  Expected  |  Reason\n%s", why);
  end
end

function why = assert_differs(a, b, tol)
  why = '';
  if ischar(b)
    if ! ischar(a)
      why = sprintf('    []            O            E         Expected is char, but observed is %s', class(a));
    elseif ! isequal(a, b)
      why = sprintf('    []            %s            %s         Strings don''t match', a, b);
    end
  elseif iscell(b)
    if ! iscell(a) || ! isequal(size(a), size(b))
      why = sprintf('    ()            O            E         Dimensions don''t match');
    else
      for k = 1:numel(b)
        if isempty(why)
          why = assert_differs(a{k}, b{k}, tol);
        end
      end
    end
  elseif isstruct(b)
    if ! isequal(a, b)
      why = sprintf('    ()            O            E         Structure sizes don''t match');
    end
  elseif ! isequal(size(a), size(b)) && ! (isscalar(b) && numel(a) > 0 && tol != 0)
    why = sprintf('     .          O(%s)       E(%s)      Dimensions don''t match', assert_size(a), assert_size(b));
  else
    why = assert_elements(double(a), double(b), tol);
  end
end

function why = assert_elements(a, b, tol)
  why = '';
  b = b + zeros(size(a));
  for k = 1:numel(a)
    same = (isnan(a(k)) && isnan(b(k))) || a(k) == b(k);
    err = abs(a(k) - b(k));
    kind = 'Abs';
    if tol < 0
      kind = 'Rel';
      if b(k) != 0
        err = err / abs(b(k));
      end
    end
    if ! same && ! (err <= abs(tol))
      if numel(a) == 1
        place = '()';
      elseif isvector(a)
        place = sprintf('(%d)', k);
      else
        [r, c] = ind2sub(size(a), k);
        place = sprintf('(%d,%d)', r, c);
      end
      line = sprintf('    %s           %g            %g         %s err %.5g exceeds tol %.5g by %.1g', place, a(k), b(k), kind, err, abs(tol), err - abs(tol));
      if isempty(why)
        why = line;
      else
        why = [why, "\n", line];
      end
    end
  end
end

function t = assert_size(x)
  t = strrep(mat2str(size(x)), ' ', 'x');
  t = t(2:end - 1);
end
