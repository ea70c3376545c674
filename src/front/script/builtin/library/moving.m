% Functions of windows that move along a dimension.

function y = movfun(f, x, len, varargin)
  dim = find(size(x) != 1, 1);
  if isempty(dim)
    dim = 1;
  end
  ends = 'shrink';
  for k = 1:2:numel(varargin) - 1
    switch lower(varargin{k})
      case 'dim'
        dim = varargin{k + 1};
      case 'endpoints'
        ends = varargin{k + 1};
      case {'samplepoints', 'nancond', 'outdim'}
      otherwise
        error('movfun: unknown option ''%s''', varargin{k});
    end
  end
  if isscalar(len)
    if ! (len > 1 && len == fix(len))
      error('movfun: WLEN must be an integer > 1');
    end
    before = floor(len / 2);
    after = len - 1 - before;
  elseif numel(len) == 2 && all(len >= 0 & len == fix(len))
    before = len(1);
    after = len(2);
  else
    error('movfun: WLEN must be a scalar or 2-element array of integers >= 0');
  end
  order = [dim, setdiff(1:ndims(x), dim)];
  p = permute(x, order);
  full = size(p);
  p = reshape(p, full(1), []);
  n = rows(p);
  at = (1:n)';
  if ! ischar(ends)
    p = [repmat(ends, before, columns(p)); p; repmat(ends, after, columns(p))];
  elseif strcmp(ends, 'fill')
    p = [NaN(before, columns(p)); p; NaN(after, columns(p))];
  elseif strcmp(ends, 'same')
    p = [repmat(p(1, :), before, 1); p; repmat(p(n, :), after, 1)];
  elseif strcmp(ends, 'periodic')
    p = p(mod((1 - before:n + after) - 1, n) + 1, :);
  elseif ! strcmp(ends, 'shrink')
    error('movfun: unknown Endpoints ''%s''', ends);
  end
  shrink = ischar(ends) && strcmp(ends, 'shrink');
  y = zeros(n, columns(p));
  for i = 1:n
    if shrink
      y(i, :) = f(p(max(1, i - before):min(n, i + after), :));
    else
      y(i, :) = f(p(i:i + before + after, :));
    end
  end
  y = ipermute(reshape(y, full), order);
end

function y = movmean(x, len, varargin)
  y = movfun(@(v) mean(v, 1), x, len, varargin{:});
end

function y = movmedian(x, len, varargin)
  y = movfun(@(v) median(v, 1), x, len, varargin{:});
end

function y = movmin(x, len, varargin)
  y = movfun(@(v) min(v, [], 1), x, len, varargin{:});
end

function y = movmax(x, len, varargin)
  y = movfun(@(v) max(v, [], 1), x, len, varargin{:});
end

function y = movsum(x, len, varargin)
  y = movfun(@(v) sum(v, 1), x, len, varargin{:});
end

function y = movprod(x, len, varargin)
  y = movfun(@(v) prod(v, 1), x, len, varargin{:});
end

function y = movstd(x, len, opt, varargin)
  if nargin < 3
    opt = 0;
  end
  y = movfun(@(v) std(v, opt, 1), x, len, varargin{:});
end

function y = movvar(x, len, opt, varargin)
  if nargin < 3
    opt = 0;
  end
  y = movfun(@(v) var(v, opt, 1), x, len, varargin{:});
end

function y = movrange(x, len, varargin)
  y = movfun(@(v) max(v, [], 1) - min(v, [], 1), x, len, varargin{:});
end

function y = movmad(x, len, varargin)
  y = movfun(@(v) mad(v, 0, 1), x, len, varargin{:});
end
