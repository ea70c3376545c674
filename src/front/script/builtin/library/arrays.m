% Arrays of arrays' elements, and differences between neighbours.

function v = vech(x)
  if ! (ndims(x) == 2 && rows(x) == columns(x))
    error('vech: X must be square');
  end
  v = x(tril(true(size(x))));
  v = v(:);
end

function [err, varargout] = common_size(varargin)
  err = 0;
  full = [1, 1];
  for k = 1:numel(varargin)
    if ! isscalar(varargin{k})
      full = size(varargin{k});
      break;
    end
  end
  for k = 1:numel(varargin)
    if ! isscalar(varargin{k}) && ! isequal(size(varargin{k}), full)
      err = 1;
    end
  end
  varargout = varargin;
  if ! err
    for k = 1:numel(varargin)
      if isscalar(varargin{k}) && prod(full) != 1
        varargout{k} = repmat(varargin{k}, full);
      end
    end
  end
end

function y = bsxfun(f, a, b)
  if ischar(f)
    f = str2func(f);
  end
  n = max(ndims(a), ndims(b));
  for k = 1:n
    p = size(a, k);
    q = size(b, k);
    if p != q && p != 1 && q != 1
      error('bsxfun: nonconformant dimensions: %s and %s', sizes_text__(a), sizes_text__(b));
    end
  end
  y = f(a, b);
end

function t = sizes_text__(x)
  t = sprintf('%dx', size(x));
  t = t(1:end - 1);
end

function y = accumdim(subs, vals, dim, n, fn, fill)
  if nargin < 3 || isempty(dim)
    dim = find(size(vals) != 1, 1);
    if isempty(dim)
      dim = 1;
    end
  end
  if nargin < 4 || isempty(n)
    n = max([0; subs(:)]);
  end
  if nargin < 6
    fill = 0;
  end
  full = size(vals);
  full(dim) = n;
  order = [dim, setdiff(1:ndims(vals), dim)];
  vals = reshape(permute(vals, order), size(vals, dim), []);
  y = repmat(fill, n, columns(vals));
  for k = 1:n
    at = subs(:) == k;
    if any(at)
      if nargin < 5 || isempty(fn)
        y(k, :) = sum(vals(at, :), 1);
      else
        y(k, :) = fn(vals(at, :), 1);
      end
    end
  end
  y = ipermute(reshape(y, full(order)), order);
end

function varargout = gradient(m, varargin)
  if ! (isnumeric(m) || islogical(m))
    error('gradient: first input must be an array or a function');
  end
  if isvector(m)
    if numel(varargin) && ! isscalar(varargin{1})
      x = varargin{1};
    elseif numel(varargin)
      x = (0:numel(m) - 1) * varargin{1};
    else
      x = 0:numel(m) - 1;
    end
    y = slopes__(m(:), x(:));
    varargout{1} = reshape(y, size(m));
    return;
  end
  n = ndims(m);
  for k = 1:max(nargout, 1)
    dim = k;
    if k < 3
      dim = 3 - k;
    end
    x = 0:size(m, dim) - 1;
    if numel(varargin)
      h = varargin{min(k, numel(varargin))};
      if isscalar(h)
        x = x * h;
      else
        x = h;
      end
    end
    order = [dim, setdiff(1:n, dim)];
    p = permute(m, order);
    full = size(p);
    y = slopes__(reshape(p, full(1), []), x(:));
    varargout{k} = ipermute(reshape(y, full), order);
  end
end

function y = slopes__(m, x)
  n = rows(m);
  y = zeros(size(m), class(m));
  if n < 2
    return;
  end
  y(1, :) = (m(2, :) - m(1, :)) / (x(2) - x(1));
  y(n, :) = (m(n, :) - m(n - 1, :)) / (x(n) - x(n - 1));
  if n > 2
    y(2:n - 1, :) = (m(3:n, :) - m(1:n - 2, :)) ./ (x(3:n) - x(1:n - 2));
  end
end

function d = del2(m)
  n = ndims(m);
  d = zeros(size(m));
  count = 0;
  for dim = 1:n
    if size(m, dim) < 3
      continue;
    end
    count++;
    order = [dim, setdiff(1:n, dim)];
    p = permute(m, order);
    full = size(p);
    p = reshape(p, full(1), []);
    r = full(1);
    y = zeros(size(p));
    y(2:r - 1, :) = p(3:r, :) - 2 * p(2:r - 1, :) + p(1:r - 2, :);
    if r > 3
      y(1, :) = 2 * y(2, :) - y(3, :);
      y(r, :) = 2 * y(r - 1, :) - y(r - 2, :);
    else
      y(1, :) = y(2, :);
      y(r, :) = y(2, :);
    end
    d = d + ipermute(reshape(y, full), order);
  end
  d = d / (2 * n);
end

function varargout = runlength(x)
  if ! isvector(x)
    error('runlength: X must be a numeric vector');
  end
  x = x(:).';
  at = [find(x(1:end - 1) != x(2:end)), numel(x)];
  varargout{1} = diff([0, at]);
  varargout{2} = x(at);
end

function out = powerset(a)
  a = unique(a);
  n = numel(a);
  out = cell(1, 2 ^ n);
  for k = 0:2 ^ n - 1
    out{k + 1} = a(logical(bitget(k, 1:n)));
    if iscell(a), out{k + 1} = reshape(out{k + 1}, 1, []); end
  end
  if ~iscell(a), out{1} = zeros(1, 0); end
end
