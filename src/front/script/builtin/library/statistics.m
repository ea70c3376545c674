% What samples say: quantiles, moments, correlation.

function dim = first_dimension__(x)
  dim = find(size(x) != 1, 1);
  if isempty(dim)
    dim = 1;
  end
end

function check_numbers__(name, x)
  if ! (isnumeric(x) || islogical(x))
    error('%s: X must be a numeric vector or matrix', name);
  end
end

function y = range(x, dim)
  if nargin == 1
    y = max(x) - min(x);
  else
    y = max(x, [], dim) - min(x, [], dim);
  end
end

function [s, l] = bounds(x, dim, nanflag)
  if ! (isnumeric(x) || islogical(x))
    error('bounds: X must be a numeric vector or matrix');
  end
  if nargin < 2
    dim = first_dimension__(x);
  elseif ischar(dim)
    dim = first_dimension__(x);
  elseif ! (isscalar(dim) && dim == fix(dim) && dim > 0)
    error('bounds: DIM must be an integer and a valid dimension');
  end
  s = min(x, [], dim);
  l = max(x, [], dim);
end

function q = quantile(x, p, dim, method)
  if nargin < 2
    p = [];
  end
  if nargin < 4
    method = 5;
  end
  if ! (isnumeric(x) || islogical(x))
    error('quantile: X must be a numeric vector or matrix');
  end
  if isempty(p)
    p = [0, 0.25, 0.5, 0.75, 1];
  end
  if ! (isnumeric(p) && isvector(p))
    error('quantile: P must be a numeric vector');
  end
  vector = (nargin < 3 || isempty(dim)) && isvector(x) && ! isscalar(x) && ! isscalar(p);
  if nargin < 3 || isempty(dim)
    dim = first_dimension__(x);
  elseif ! (isscalar(dim) && dim == fix(dim) && dim > 0 && dim <= ndims(x))
    error('quantile: DIM must be a positive integer');
  end
  if ! isa(x, 'single')
    x = double(x);
  end
  order = [dim, setdiff(1:ndims(x), dim)];
  x = permute(x, order);
  full = size(x);
  x = sort(reshape(x, full(1), []));
  q = quantile_of_columns__(x, p(:), method);
  full(1) = numel(p);
  q = ipermute(reshape(q, full), order);
  if vector
    q = reshape(q, size(p));
  end
end

function q = quantile_of_columns__(x, p, method)
  q = NaN(numel(p), columns(x), class(x));
  n = sum(! isnan(x), 1);
  for c = 1:columns(x)
    m = n(c);
    if m == 0
      continue;
    end
    switch method
      case 1
        at = max(ceil(m * p), 1);
        low = at; weight = zeros(size(p));
      case 2
        t = m * p;
        low = max(ceil(t), 1);
        high = min(floor(t + 1), m);
        q(:, c) = (x(low, c) + x(high, c)) / 2;
        continue;
      case 3
        t = max(round(m * p), 1);
        half = m * p - floor(m * p) == 0.5 & mod(floor(m * p), 2) == 0;
        t(half) = max(floor(m * p(half)), 1);
        low = min(t, m); weight = zeros(size(p));
      otherwise
        switch method
          case 4
            t = m * p;
          case 5
            t = m * p + 0.5;
          case 6
            t = (m + 1) * p;
          case 7
            t = (m - 1) * p + 1;
          case 8
            t = (m + 1 / 3) * p + 1 / 3;
          case 9
            t = (m + 0.25) * p + 0.375;
          otherwise
            error('quantile: Unknown METHOD, ''%d''', method);
        end
        t = max(min(t, m), 1);
        low = floor(t);
        weight = t - low;
    end
    high = min(low + 1, m);
    q(:, c) = (1 - weight) .* x(low, c) + weight .* x(high, c);
  end
end

function q = prctile(x, p, dim)
  if ! (isnumeric(x) || islogical(x))
    error('prctile: X must be a numeric vector or matrix');
  end
  if nargin < 2 || isempty(p)
    p = [0, 25, 50, 75, 100];
  end
  if nargin < 3
    dim = first_dimension__(x);
  end
  q = quantile(x, p / 100, dim);
end

function y = iqr(x, dim)
  if ! (isnumeric(x) || islogical(x))
    error('iqr: X must be a numeric vector or matrix');
  end
  if nargin < 2
    dim = first_dimension__(x);
  elseif strcmp(dim, 'all')
    x = x(:);
    dim = 1;
  end
  y = diff(quantile(x, [0.25, 0.75], dim), [], dim);
end

function y = skewness(x, flag, dim)
  check_numbers__('skewness', x);
  if nargin < 2 || isempty(flag)
    flag = 1;
  end
  if nargin < 3
    dim = first_dimension__(x);
  end
  n = size(x, dim);
  x = center(x, dim);
  s = std(x, 1, dim);
  y = sum(x .^ 3, dim) ./ (n * s .^ 3);
  y(s == 0) = NaN;
  if flag == 0 && n > 2
    y = y * sqrt(n * (n - 1)) / (n - 2);
  end
end

function y = kurtosis(x, flag, dim)
  check_numbers__('kurtosis', x);
  if nargin < 2 || isempty(flag)
    flag = 1;
  end
  if nargin < 3
    dim = first_dimension__(x);
  end
  n = size(x, dim);
  x = center(x, dim);
  s = std(x, 1, dim);
  y = sum(x .^ 4, dim) ./ (n * s .^ 4);
  y(s == 0) = NaN;
  if flag == 0 && n > 3
    y = 3 + (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * y - 3 * (n - 1));
  end
end

function y = moment(x, p, varargin)
  check_numbers__('moment', x);
  dim = first_dimension__(x);
  kind = '';
  for k = 1:numel(varargin)
    if ischar(varargin{k})
      kind = varargin{k};
    else
      dim = varargin{k};
    end
  end
  if any(kind == 'c')
    x = center(x, dim);
  end
  if any(kind == 'a')
    x = abs(x);
  end
  y = sum(x .^ p, dim) / size(x, dim);
end

function y = center(x, dim)
  if ! (isnumeric(x) || islogical(x))
    error('center: X must be a numeric vector or matrix');
  end
  if nargin < 2
    dim = first_dimension__(x);
  elseif ! (isscalar(dim) && dim == fix(dim) && dim > 0)
    error('center: DIM must be an integer and a valid dimension');
  end
  if isinteger(x) || islogical(x)
    x = double(x);
  end
  if isempty(x)
    y = x;
  else
    y = x - mean(x, dim);
  end
end

function [z, mu, s] = zscore(x, opt, dim)
  if ! (isnumeric(x) || islogical(x))
    error('zscore: X must be a numeric vector or matrix');
  end
  if nargin < 2 || isempty(opt)
    opt = 0;
  end
  if nargin < 3
    dim = first_dimension__(x);
  end
  if isinteger(x) || islogical(x)
    x = double(x);
  end
  mu = mean(x, dim);
  s = std(x, opt, dim);
  d = s;
  d(d == 0) = 1;
  z = (x - mu) ./ d;
end

function [z, c, s] = normalize(x, varargin)
  method = 'zscore';
  kind = 'std';
  dim = first_dimension__(x);
  k = 1;
  if k <= numel(varargin) && isnumeric(varargin{k})
    dim = varargin{k};
    k++;
  end
  if k <= numel(varargin)
    method = varargin{k};
    k++;
    if k <= numel(varargin)
      kind = varargin{k};
    end
  end
  switch method
    case 'zscore'
      if strcmp(kind, 'robust')
        c = median(x, dim);
        s = median(abs(x - c), dim);
      else
        c = mean(x, dim);
        s = std(x, 0, dim);
      end
    case 'norm'
      if ischar(kind)
        kind = 2;
      end
      c = 0;
      s = sum(abs(x) .^ kind, dim) .^ (1 / kind);
      if isinf(kind)
        s = max(abs(x), [], dim);
      end
    case 'range'
      if ischar(kind)
        kind = [0, 1];
      end
      low = min(x, [], dim);
      high = max(x, [], dim);
      s = (high - low) / (kind(2) - kind(1));
      c = low - kind(1) * s;
    case 'center'
      s = 1;
      if ischar(kind) && strcmp(kind, 'median')
        c = median(x, dim);
      elseif ischar(kind)
        c = mean(x, dim);
      else
        c = kind;
      end
    case 'scale'
      c = 0;
      if ischar(kind)
        s = std(x, 0, dim);
      else
        s = kind;
      end
    otherwise
      error('normalize: unknown METHOD ''%s''', method);
  end
  z = (x - c) ./ s;
end

function y = rescale(x, l, u)
  if nargin == 1
    l = 0;
    u = 1;
  end
  low = min(x(:));
  high = max(x(:));
  if isempty(x) || high == low
    y = l + zeros(size(x));
    return;
  end
  y = l + (x - low) ./ (high - low) .* (u - l);
end

function c = cov(x, varargin)
  if ! (isnumeric(x) || islogical(x))
    error('cov: X and Y must be numeric matrices or vectors');
  end
  opt = 0;
  two = false;
  if numel(varargin) && ! (isscalar(varargin{1}) && ! isscalar(x)) && ! isempty(varargin{1})
    y = varargin{1};
    two = true;
    if numel(varargin) > 1
      opt = varargin{2};
    end
  elseif numel(varargin)
    opt = varargin{1};
  end
  if isrow(x)
    x = x.';
  end
  if two
    if isrow(y)
      y = y.';
    end
    if rows(x) != rows(y)
      error('cov: X and Y must have the same number of observations');
    end
  else
    y = x;
  end
  n = rows(x);
  x = center(x, 1);
  y = center(y, 1);
  if n == 1
    c = zeros(columns(x), columns(y));
  else
    c = x' * y / (n - 1 + opt);
  end
end

function r = corr(x, y)
  if ! (isnumeric(x) || islogical(x))
    error('corr: X and Y must be numeric');
  end
  if nargin < 2
    y = x;
  end
  if rows(x) != rows(y)
    error('corr: X and Y must have the same number of observations');
  end
  c = cov(double_or_single__(x), double_or_single__(y));
  r = c ./ (std(x)' * std(y));
end

function x = double_or_single__(x)
  if ! isfloat(x)
    x = double(x);
  end
end

function [r, p] = corrcoef(x, y)
  if nargin > 1
    x = [x(:), y(:)];
  elseif isrow(x)
    x = x(:);
  end
  if isscalar(x)
    r = NaN;
    return;
  end
  c = cov(x);
  s = sqrt(diag(c));
  r = c ./ (s * s');
  n = rows(r);
  for k = 1:n
    if ! isnan(r(k, k))
      r(k, k) = 1;
    end
  end
  if nargout > 1
    error('corrcoef: p-values are not computed');
  end
end

function y = mad(x, opt, dim)
  check_numbers__('mad', x);
  if nargin < 2 || isempty(opt)
    opt = 0;
  end
  if nargin < 3
    dim = first_dimension__(x);
  end
  if opt == 0
    y = mean(abs(x - mean(x, dim)), dim);
  else
    y = median(abs(x - median(x, dim)), dim);
  end
end

function y = ranks(x, dim)
  if nargin < 2
    dim = first_dimension__(x);
  end
  order = [dim, setdiff(1:ndims(x), dim)];
  x = permute(x, order);
  full = size(x);
  x = reshape(x, full(1), []);
  y = zeros(size(x));
  for c = 1:columns(x)
    [s, i] = sort(x(:, c));
    k = 1;
    n = rows(x);
    while k <= n
      last = k;
      while last < n && s(last + 1) == s(k)
        last++;
      end
      y(i(k:last), c) = (k + last) / 2;
      k = last + 1;
    end
  end
  y = ipermute(reshape(y, full), order);
end

function r = spearman(x, y)
  if nargin < 2
    y = x;
  end
  if isrow(x)
    x = x.';
  end
  if isrow(y)
    y = y.';
  end
  r = corr(ranks(x), ranks(y));
end

function [nn, xx] = hist(y, varargin)
  if isvector(y)
    y = y(:);
    row = true;
  else
    row = false;
  end
  if ! isreal(y)
    error('hist: Y must be real-valued');
  end
  low = min(y(:));
  high = max(y(:));
  x = 10;
  if numel(varargin)
    x = varargin{1};
  end
  if isscalar(x)
    if x <= 0
      error('hist: number of bins NBINS must be positive');
    end
    n = x;
    d = (high - low) / n / 2;
    x = low + d * (1:2:2 * n - 1);
    if low == high
      x = low + ((1:n) - (n + 1) / 2) / n;
    end
  end
  x = sort(double(x(:)));
  edges = (x(1:end - 1) + x(2:end)) / 2;
  counts = zeros(numel(x), columns(y));
  for c = 1:columns(y)
    v = double(y(! isnan(y(:, c)), c));
    at = ones(size(v));
    if ! isempty(edges)
      at = lookup(edges, v);
      inside = at > 0;
      at(inside) = at(inside) - (edges(at(inside)) == v(inside));
      at = at + 1;
    end
    counts(:, c) = accumarray(at(:), 1, [numel(x), 1]);
  end
  if numel(varargin) > 1
    counts = counts ./ sum(counts, 1) .* varargin{2};
  end
  if row
    nn = counts.';
    xx = x.';
  else
    nn = counts;
    xx = x;
  end
end

function [m, i] = nanmax(varargin)
  [m, i] = max(varargin{:});
end

function [m, i] = nanmin(varargin)
  [m, i] = min(varargin{:});
end

function y = nansum(x, varargin)
  x(isnan(x)) = 0;
  y = sum(x, varargin{:});
end

function y = nanmean(x, varargin)
  y = mean(x, varargin{:}, 'omitnan');
end

function y = nanmedian(x, varargin)
  y = median(x, varargin{:}, 'omitnan');
end

function y = nanstd(x, opt, varargin)
  if nargin < 2
    opt = 0;
  end
  y = std(x, opt, varargin{:}, 'omitnan');
end

function y = nanvar(x, opt, varargin)
  if nargin < 2
    opt = 0;
  end
  y = var(x, opt, varargin{:}, 'omitnan');
end
