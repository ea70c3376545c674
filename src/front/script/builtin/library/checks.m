% mustBe...: errors where an argument is not what it must be. The caller's name for it is told where it has one.

function fail_must(label, varargin)
  if isempty(label), label = 'input'; end
  error('%s %s', label, sprintf(varargin{:}));
end

function mustBeFinite(x)
  bad = find(~isfinite(x(:)));
  if ~isempty(bad)
    fail_must(inputname(1), 'must be finite; found %d non-finite elements: indexes %s', numel(bad), mat2str(bad'));
  end
end

function mustBeInteger(x)
  label = inputname(1);
  if isinteger(x) || islogical(x), return, end
  if ~isreal(x), fail_must(label, 'must be integer-valued; but it was complex'); end
  if any(~isfinite(x(:))), fail_must(label, 'must be integer-valued; but there were non-finite values'); end
  if any(x(:) ~= fix(x(:))), fail_must(label, 'must be integer-valued; but it had fractional values in some elements'); end
end

function mustBeMember(x, valid)
  bad = nnz(~ismember(x, valid));
  if bad > 0
    fail_must(inputname(1), 'must be one of the specified valid values; found %d elements that were not', bad);
  end
end

function mustBeNonempty(x)
  if isempty(x), fail_must(inputname(1), 'must not be empty'); end
end

function mustBeNumeric(x)
  if ~isnumeric(x), fail_must(inputname(1), 'must be numeric; found a %s', class(x)); end
end

function mustBeNumericOrLogical(x)
  if ~isnumeric(x) && ~islogical(x), fail_must(inputname(1), 'must be numeric or logical; found a %s', class(x)); end
end

function mustBeReal(x)
  if ~isreal(x), fail_must(inputname(1), 'must be real; found a complex %s', class(x)); end
end

function check_all(label, x, good, what)
  bad = x(~good);
  if ~isempty(bad)
    fail_must(label, 'must be %s; found %d elements that were not: values %s', what, numel(bad), mat2str(bad(:)'));
  end
end

function mustBePositive(x)
  check_all(inputname(1), x, x > 0, 'positive');
end

function mustBeNonnegative(x)
  check_all(inputname(1), x, x >= 0, 'non-negative');
end

function mustBeNegative(x)
  check_all(inputname(1), x, x < 0, 'negative');
end

function mustBeNonpositive(x)
  check_all(inputname(1), x, x <= 0, 'non-positive');
end

function mustBeNonzero(x)
  check_all(inputname(1), x, x ~= 0, 'non-zero');
end

function mustBeNonNan(x)
  check_all(inputname(1), x, ~isnan(x), 'non-NaN');
end
