% Interpolation and piecewise polynomials.

function pp = mkpp(x, p, d)
  if numel(x) < 2
    error('mkpp: BREAKS must have at least one interval');
  end
  if nargin < 3
    d = 1;
  end
  n = numel(x) - 1;
  pp.form = 'pp';
  pp.breaks = x(:).';
  pp.coefs = reshape(p, n * prod(d), []);
  pp.pieces = n;
  pp.order = columns(pp.coefs);
  pp.dim = d;
end

function [x, p, n, k, d] = unmkpp(pp)
  if ! (isstruct(pp) && isfield(pp, 'form') && strcmp(pp.form, 'pp'))
    error('unmkpp: PP must be a piecewise polynomial structure');
  end
  x = pp.breaks;
  p = pp.coefs;
  n = pp.pieces;
  k = pp.order;
  d = pp.dim;
end

function y = ppval(pp, xi)
  if ! (isstruct(pp) && isfield(pp, 'form') && strcmp(pp.form, 'pp'))
    error('ppval: first argument must be a pp-form structure');
  end
  x = pp.breaks;
  n = pp.pieces;
  d = prod(pp.dim);
  k = pp.order;
  at = xi(:).';
  index = lookup(x(2:n), at) + 1;
  step = at - x(index);
  c = reshape(pp.coefs, [d, n, k]);
  y = reshape(c(:, index, 1), d, numel(at));
  for j = 2:k
    y = y .* step + reshape(c(:, index, j), d, numel(at));
  end
  if d == 1
    y = reshape(y, size(xi));
  elseif isvector(xi)
    y = reshape(y, [pp.dim, numel(xi)]);
  else
    y = reshape(y, [pp.dim, size(xi)]);
  end
end

% The c of (x, y) whose pieces are a + b t + c t^2 + d t^3, ends as the kind says; y has a column for each function.
function c = spline_curvature(h, slope, first, last)
  n = numel(h) + 1;
  m = columns(slope);
  diagonal = [0; 2 * (h(1:n-2) + h(2:n-1)); 0];
  right = [zeros(1, m); 3 * diff(slope); zeros(1, m)];
  below = [0; h(1:n-2); 0];
  above = [0; h(2:n-1); 0];
  if isempty(first)
    if n == 3
      c = repmat((slope(2,:) - slope(1,:)) / (h(1) + h(2)), 3, 1);
      return;
    end
    diagonal(2) = diagonal(2) + h(1) + h(1) ^ 2 / h(2);
    above(2) = above(2) - h(1) ^ 2 / h(2);
    diagonal(n-1) = diagonal(n-1) + h(n-1) + h(n-1) ^ 2 / h(n-2);
    below(n-1) = below(n-1) - h(n-1) ^ 2 / h(n-2);
    from = 2;
    to = n - 1;
  else
    diagonal(1) = 2 * h(1);
    above(1) = h(1);
    right(1,:) = 3 * (slope(1,:) - first);
    diagonal(n) = 2 * h(n-1);
    below(n) = h(n-1);
    right(n,:) = 3 * (last - slope(n-1,:));
    from = 1;
    to = n;
  end
  for k = from+1:to
    w = below(k) / diagonal(k-1);
    diagonal(k) = diagonal(k) - w * above(k-1);
    right(k,:) = right(k,:) - w * right(k-1,:);
  end
  c = zeros(n, m);
  c(to,:) = right(to,:) / diagonal(to);
  for k = to-1:-1:from
    c(k,:) = (right(k,:) - above(k) * c(k+1,:)) / diagonal(k);
  end
  if isempty(first)
    c(1,:) = c(2,:) + h(1) / h(2) * (c(2,:) - c(3,:));
    c(n,:) = c(n-1,:) + h(n-1) / h(n-2) * (c(n-1,:) - c(n-2,:));
  end
end

function pp = spline(x, y, xi)
  x = x(:);
  n = numel(x);
  if n < 2
    error('spline: requires at least 2 points');
  end
  if isvector(y)
    a = y(:);
    d = 1;
  else
    d = size(y)(1:end-1);
    a = reshape(y, prod(d), []).';
  end
  if ! any(rows(a) == [n, n + 2])
    error('spline: length of X and Y must match');
  end
  first = [];
  last = [];
  if rows(a) == n + 2
    first = a(1,:);
    last = a(end,:);
    a = a(2:end-1,:);
  end
  if any(diff(x) < 0)
    [x, order] = sort(x);
    a = a(order,:);
  end
  h = diff(x);
  slope = diff(a) ./ h;
  if n == 2 && isempty(first)
    pieces = cat(3, slope, a(1,:));
  else
    if n == 2
      c = [3 * slope - 2 * first - last; -3 * slope + first + 2 * last] / h;
    else
      c = spline_curvature(h, slope, first, last);
    end
    b = slope - h .* (2 * c(1:n-1,:) + c(2:n,:)) / 3;
    pieces = cat(3, diff(c) ./ (3 * h), c(1:n-1,:), b, a(1:n-1,:));
    if n == 3 && isempty(first)
      pieces = cat(3, c(1,:), slope(1,:) - h(1) * c(1,:), a(1,:));
      x = x([1 3]);
    end
  end
  pieces = permute(pieces, [2 1 3]);
  pp = mkpp(x, reshape(pieces, [], size(pieces, 3)), d);
  if nargin > 2
    pp = ppval(pp, xi);
  end
end

% Slopes that keep what rises rising: harmonic means inside, one-sided parabolas at the ends.
function d = pchip_end(h1, h2, s1, s2)
  d = ((2 * h1 + h2) * s1 - h1 * s2) / (h1 + h2);
  d(sign(d) != sign(s1)) = 0;
  wide = sign(s1) != sign(s2) & abs(d) > 3 * abs(s1);
  d(wide) = 3 * s1(wide);
end

function pp = pchip(x, y, xi)
  x = x(:);
  n = numel(x);
  if n < 2
    error('pchip: X must be at least of length 2');
  end
  if isvector(y)
    a = y(:);
    dims = 1;
  else
    dims = size(y)(1:end-1);
    a = reshape(y, prod(dims), []).';
  end
  if rows(a) != n
    error('pchip: length of X and Y must match');
  end
  h = diff(x);
  if any(h < 0)
    [x, order] = sort(x);
    a = a(order,:);
    h = diff(x);
  end
  s = diff(a) ./ h;
  if n == 2
    d = [s; s];
  else
    s1 = s(1:n-2,:);
    s2 = s(2:n-1,:);
    w1 = 2 * h(2:n-1) + h(1:n-2);
    w2 = h(2:n-1) + 2 * h(1:n-2);
    inner = (w1 + w2) ./ (w1 ./ s1 + w2 ./ s2);
    inner(s1 .* s2 <= 0) = 0;
    d = [pchip_end(h(1), h(2), s(1,:), s(2,:)); inner; ...
         pchip_end(h(n-1), h(n-2), s(n-1,:), s(n-2,:))];
  end
  d1 = d(1:n-1,:);
  d2 = d(2:n,:);
  pieces = cat(3, (d1 + d2 - 2 * s) ./ h .^ 2, (3 * s - 2 * d1 - d2) ./ h, d1, a(1:n-1,:));
  pieces = permute(pieces, [2 1 3]);
  pp = mkpp(x, reshape(pieces, [], 4), dims);
  if nargin > 2
    pp = ppval(pp, xi);
  end
end

function yi = interp1(x, y, varargin)
  method = 'linear';
  extrap = NA;
  right = true;
  numbers = {};
  for k = 1:numel(varargin)
    v = varargin{k};
    if ischar(v)
      v = lower(v);
      switch v
        case 'extrap'
          extrap = 'extrap';
        case 'pp'
        case 'right'
          right = true;
        case 'left'
          right = false;
        otherwise
          method = v;
      end
    elseif isempty(numbers) && k == 1
      numbers = {v};
    else
      extrap = v;
    end
  end
  if isempty(numbers)
    xi = y;
    y = x;
    if isvector(y)
      y = y(:);
    end
    x = (1:rows(y))';
  else
    xi = numbers{1};
  end
  method = regexprep(method, '^\*', '');
  x = double(x(:));
  n = numel(x);
  if isvector(y)
    y = y(:);
  end
  shape = size(y);
  if n < 2
    error('interp1: minimum of 2 points required in each dimension');
  end
  y = y(:,:);
  if any(diff(x) < 0)
    [x, order] = sort(x);
    y = y(order,:);
  end
  at = double(xi(:));
  yi = interp1_at(x, y, at, method, right);
  if ! ischar(extrap)
    out = ! (at >= x(1) & at <= x(n));
    yi(out,:) = extrap;
  end
  if columns(y) == 1 && numel(shape) == 2
    yi = reshape(yi, size(xi));
  elseif isvector(xi)
    yi = reshape(yi, [numel(xi), shape(2:end)]);
  else
    yi = reshape(yi, [size(xi), shape(2:end)]);
  end
end

function yi = interp1_at(x, y, at, method, right)
  n = numel(x);
  switch method
    case 'linear'
      if right
        k = lookup(x(2:n-1), at) + 1;
      else
        k = n - 1 - lookup(-x(n-1:-1:2), -at);
      end
      yi = y(k,:) + (y(k+1,:) - y(k,:)) .* ((at - x(k)) ./ (x(k+1) - x(k)));
      exact = at == x(k);
      yi(exact,:) = y(k(exact),:);
    case 'nearest'
      k = lookup((x(1:n-1) + x(2:n)) / 2, at) + 1;
      yi = y(k,:);
    case 'previous'
      k = max(1, lookup(x, at));
      yi = y(k,:);
    case 'next'
      k = max(1, min(n, n + 1 - lookup(-x(n:-1:1), -at)));
      yi = y(k,:);
    case {'cubic', 'pchip'}
      yi = columns_of(pchip(x, y.', at), numel(at));
    case 'spline'
      yi = columns_of(spline(x, y.', at), numel(at));
    otherwise
      error('interp1: invalid METHOD ''%s''', method);
  end
end

function y = columns_of(y, n)
  if isvector(y)
    if rows(y) != n
      y = y.';
    end
  else
    y = y.';
  end
end

function zi = interp2(varargin)
  method = 'linear';
  extrap = NA;
  n = nargin;
  while n > 0 && ischar(varargin{n})
    n--;
  end
  last = nargin;
  if n < nargin
    method = lower(varargin{n+1});
  else
    for k = 2:nargin
      if ischar(varargin{k})
        method = lower(varargin{k});
        extrap = varargin{k+1};
        n = k - 1;
        break;
      end
    end
  end
  switch n
    case {1, 2}
      z = varargin{1};
      m = 1;
      if n == 2
        m = varargin{2};
      end
      [r, c] = size(z);
      x = 1:c;
      y = (1:r)';
      xi = linspace(1, c, (c - 1) * 2 ^ m + 1);
      yi = linspace(1, r, (r - 1) * 2 ^ m + 1)';
    case 3
      [z, xi, yi] = varargin{1:3};
      x = 1:columns(z);
      y = (1:rows(z))';
    case 5
      [x, y, z, xi, yi] = varargin{1:5};
    otherwise
      error('Octave:invalid-fun-call', 'Invalid call to interp2');
  end
  if ! isvector(x)
    x = x(1,:);
  end
  if ! isvector(y)
    y = y(:,1);
  end
  if numel(x) != columns(z) || numel(y) != rows(z)
    error('interp2: X and Y must be matrices equal in size to Z');
  end
  if isvector(xi) && isvector(yi) && isrow(xi) && iscolumn(yi) && ! (isscalar(xi) && isscalar(yi))
    [xi, yi] = meshgrid(xi, yi);
  elseif ! size_equal(xi, yi)
    error('interp2: XI and YI must be matrices of equal size');
  end
  x = x(:);
  y = y(:);
  switch method
    case 'linear'
      j = lookup(x(2:end-1), xi) + 1;
      i = lookup(y(2:end-1), yi) + 1;
      j = reshape(j, size(xi));
      i = reshape(i, size(xi));
      u = (xi - reshape(x(j), size(xi))) ./ reshape(x(j+1) - x(j), size(xi));
      v = (yi - reshape(y(i), size(xi))) ./ reshape(y(i+1) - y(i), size(xi));
      r = rows(z);
      k = i + (j - 1) * r;
      a = reshape(z(k), size(xi));
      b = reshape(z(k + r), size(xi));
      c = reshape(z(k + 1), size(xi));
      d = reshape(z(k + r + 1), size(xi));
      zi = a + (b - a) .* u + (c - a) .* v + (a - b - c + d) .* u .* v;
    case 'nearest'
      j = lookup((x(1:end-1) + x(2:end)) / 2, xi) + 1;
      i = lookup((y(1:end-1) + y(2:end)) / 2, yi) + 1;
      zi = reshape(z(i(:) + (j(:) - 1) * rows(z)), size(xi));
    case {'spline', 'cubic', 'pchip'}
      kind = method;
      if strcmp(kind, 'cubic')
        kind = 'pchip';
      end
      zi = zeros(size(xi));
      for k = 1:numel(xi)
        line = interp1(y, z, yi(k), kind, 'extrap');
        zi(k) = interp1(x, line(:), xi(k), kind, 'extrap');
      end
    otherwise
      error('interp2: invalid interpolation METHOD ''%s''', method);
  end
  zi(! (xi >= min(x) & xi <= max(x) & yi >= min(y) & yi <= max(y))) = extrap;
end

function z = trapz(x, y, dim)
  if nargin == 1
    z = trapz_of([], x, []);
  elseif nargin == 2 && isscalar(y) && ! isscalar(x)
    z = trapz_of([], x, y);
  elseif nargin == 2
    z = trapz_of(x, y, []);
  else
    z = trapz_of(x, y, dim);
  end
end

function z = trapz_of(x, y, dim)
  if isempty(dim)
    dim = find(size(y) != 1, 1);
    if isempty(dim)
      dim = 1;
    end
  elseif ! (isscalar(dim) && dim == fix(dim) && dim >= 1 && dim <= ndims(y))
    error('trapz: DIM must be an integer and a valid dimension');
  end
  n = size(y, dim);
  before = repmat({':'}, 1, ndims(y));
  after = before;
  before{dim} = 1:n-1;
  after{dim} = 2:n;
  if isempty(y) && isequal(size(y), [0 0])
    z = 0;
    return;
  end
  sums = y(before{:}) + y(after{:});
  if isempty(x)
    z = 0.5 * sum(sums, dim);
    return;
  end
  z = 0.5 * sum(trapz_steps('trapz', x, y, dim) .* sums, dim);
end

function h = trapz_steps(name, x, y, dim)
  if isvector(x)
    if numel(x) != size(y, dim)
      error('%s: length of X and length of Y along DIM must match', name);
    end
    shape = ones(1, max(ndims(y), dim));
    shape(dim) = numel(x) - 1;
    h = reshape(diff(x(:)), shape);
  else
    if ! size_equal(x, y)
      error('%s: X and Y must have same shape', name);
    end
    h = diff(x, 1, dim);
  end
end

function z = cumtrapz(x, y, dim)
  if nargin == 1
    y = x;
    x = [];
  elseif nargin == 2 && isscalar(y) && ! isscalar(x)
    dim = y;
    y = x;
    x = [];
  end
  if ! exist('dim', 'var') || isempty(dim)
    dim = find(size(y) != 1, 1);
    if isempty(dim)
      dim = 1;
    end
  elseif ! (isscalar(dim) && dim == fix(dim) && dim >= 1 && dim <= ndims(y))
    error('cumtrapz: DIM must be an integer and a valid dimension');
  end
  n = size(y, dim);
  before = repmat({':'}, 1, ndims(y));
  after = before;
  before{dim} = 1:n-1;
  after{dim} = 2:n;
  parts = y(before{:}) + y(after{:});
  if ! isempty(x)
    parts = parts .* trapz_steps('cumtrapz', x, y, dim);
  end
  shape = size(y);
  shape(dim) = 1;
  z = cat(dim, zeros(shape), 0.5 * cumsum(parts, dim));
end
