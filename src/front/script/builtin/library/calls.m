% Functions about calls and arguments.

function out = nthargout(n, varargin)
  if isnumeric(varargin{1})
    total = varargin{1};
    f = varargin{2};
    args = varargin(3:end);
  else
    total = max(n(:));
    f = varargin{1};
    args = varargin(2:end);
  end
  if any(n != fix(n)) || any(n <= 0) || total <= 0 || total != fix(total)
    error('nthargout: N and NTOT must consist of positive integers');
  end
  outs = cell(1, total);
  [outs{:}] = feval(f, args{:});
  if numel(n) == 1
    out = outs{n};
  else
    out = outs(n);
  end
end

function validateattributes(a, cls, attr, varargin)
  who = '';
  name = 'input';
  if numel(varargin) == 1 && isnumeric(varargin{1})
    name = sprintf('argument number %d', varargin{1});
  elseif numel(varargin) >= 1
    who = varargin{1};
    if ! isempty(who)
      who = [who, ': '];
    end
    if numel(varargin) >= 2
      name = varargin{2};
      if isempty(name)
        name = 'input';
      end
    end
    if numel(varargin) >= 3
      name = sprintf('%s (argument #%i)', name, varargin{3});
    end
  end
  if ! isempty(cls)
    fits = false;
    for k = 1:numel(cls)
      fits = fits || isa(a, cls{k});
    end
    if ! fits
      told = {};
      for k = 1:numel(cls)
        switch cls{k}
          case 'float', told = [told, {'double', 'single'}];
          case 'numeric'
            told = [told, {'double', 'single', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'}];
          otherwise, told{end + 1} = cls{k};
        end
      end
      error('Octave:invalid-type', '%s%s must be of class:\n\n  %s\n\nbut was of class %s', who, name, strjoin(unique(told), ' '), class(a));
    end
  end
  k = 1;
  while k <= numel(attr)
    word = lower(attr{k});
    k = k + 1;
    wrong = false;
    switch word
      case '2d', wrong = ndims(a) != 2;
      case '3d', wrong = ndims(a) > 3;
      case 'column', wrong = ! iscolumn(a);
      case 'row', wrong = ! isrow(a);
      case 'scalar', wrong = ! isscalar(a);
      case 'vector', wrong = ! isvector(a);
      case 'square', wrong = ! issquare(a);
      case 'nonempty', wrong = isempty(a);
      case 'nonsparse', wrong = false;
      case 'binary', wrong = ! islogical(a) && any((a(:) != 1) & (a(:) != 0));
      case 'even', wrong = any(rem(a(:), 2) != 0);
      case 'odd', wrong = any(mod(a(:), 2) != 1);
      case 'integer', wrong = ! isinteger(a) && any(fix(a(:)) != a(:));
      case 'real', wrong = ! isreal(a);
      case 'finite', wrong = ! isinteger(a) && ! all(isfinite(a(:)));
      case 'nonnan', wrong = ! isinteger(a) && any(isnan(a(:)));
      case 'nonnegative', wrong = any(a(:) < 0);
      case 'nonzero', wrong = any(a(:) == 0);
      case 'positive', wrong = any(a(:) <= 0);
      case 'decreasing', wrong = any(isnan(a(:))) || any(diff(a(:)) >= 0);
      case 'increasing', wrong = any(isnan(a(:))) || any(diff(a(:)) <= 0);
      case 'nondecreasing', wrong = any(isnan(a(:))) || any(diff(a(:)) < 0);
      case 'nonincreasing', wrong = any(isnan(a(:))) || any(diff(a(:)) > 0);
      case 'size'
        want = attr{k};
        k = k + 1;
        sz = size(a);
        wrong = numel(sz) != numel(want) || any((sz != want) & ! isnan(want));
        word = 'size';
        if wrong
          told = strrep(strjoin(arrayfun(@(n) sprintf('%d', n), want, 'UniformOutput', false), 'x'), 'NaN', 'N');
          got = strjoin(arrayfun(@(n) sprintf('%d', n), sz, 'UniformOutput', false), 'x');
          error('Octave:incorrect-size', '%s%s must be of size %s but was %s', who, name, told, got);
        end
      case 'numel'
        want = attr{k};
        k = k + 1;
        if numel(a) != want
          error('Octave:incorrect-numel', '%s%s must have %d elements', who, name, want);
        end
      case 'ncols'
        want = attr{k};
        k = k + 1;
        if columns(a) != want
          error('Octave:incorrect-numcols', '%s%s must have %d columns', who, name, want);
        end
      case 'nrows'
        want = attr{k};
        k = k + 1;
        if rows(a) != want
          error('Octave:incorrect-numrows', '%s%s must have %d rows', who, name, want);
        end
      case 'ndims'
        want = attr{k};
        k = k + 1;
        if ndims(a) != want
          error('Octave:incorrect-numdims', '%s%s must have %d dimensions', who, name, want);
        end
      case '>'
        want = attr{k};
        k = k + 1;
        if ! all(a(:) > want)
          error('Octave:expected-greater', '%s%s must be greater than %f', who, name, want);
        end
      case '>='
        want = attr{k};
        k = k + 1;
        if ! all(a(:) >= want)
          error('Octave:expected-greater-equal', '%s%s must be greater than or equal to %f', who, name, want);
        end
      case '<'
        want = attr{k};
        k = k + 1;
        if ! all(a(:) < want)
          error('Octave:expected-less', '%s%s must be less than %f', who, name, want);
        end
      case '<='
        want = attr{k};
        k = k + 1;
        if ! all(a(:) <= want)
          error('Octave:expected-less-equal', '%s%s must be less than or equal to %f', who, name, want);
        end
      otherwise
        error('Octave:invalid-input-arg', 'validateattributes: unknown ATTRIBUTE %s', word);
    end
    if wrong
      error(['Octave:expected-', word], '%s%s must be %s', who, name, word);
    end
  end
end

function msg = nargchk(least, most, args, kind)
  if nargin < 4
    kind = 'string';
  end
  if least > most
    error('nargchk: MINARGS must be <= MAXARGS');
  end
  msg = struct('message', '', 'identifier', '');
  if args < least
    msg.message = 'not enough input arguments';
    msg.identifier = 'Octave:nargchk:not-enough-inputs';
  elseif args > most
    msg.message = 'too many input arguments';
    msg.identifier = 'Octave:nargchk:too-many-inputs';
  end
  if strcmpi(kind, 'string')
    msg = msg.message;
  elseif isempty(msg.message)
    msg = repmat(msg, 0, 1);
  end
end
