% Polynomials, the coefficient of the highest power first.

function [p, s, mu] = polyfit(x, y, n)
  if ! size_equal(x, y)
    if ! (isvector(x) && isvector(y) && numel(x) == numel(y))
      error('polyfit: X and Y must have the same number of points');
    end
  end
  if islogical(n)
    mask = n(:).';
    n = numel(mask) - 1;
  else
    if ! (isscalar(n) && n >= 0 && ! isinf(n) && n == fix(n))
      error('polyfit: N must be a non-negative integer');
    end
    mask = true(1, n + 1);
  end
  row = rows(y) == 1;
  x = x(:);
  y = y(:);
  if nargout > 2
    mu = [mean(x), std(x)];
    x = (x - mu(1)) / mu(2);
  end
  a = x .^ (n:-1:0);
  used = find(mask);
  [q, r, order] = qr(a(:, mask), 0);
  p = zeros(n + 1, 1);
  p(used(order)) = r \ (q' * y);
  if nargout > 1
    s.yf = a * p;
    normr = norm(s.yf - y);
    if row
      s.yf = s.yf.';
    end
    s.X = a(:, mask);
    s.R = r;
    c = inv(r);
    s.C(order, order) = c * c';
    s.df = max(0, numel(y) - sum(mask));
    s.normr = normr;
  end
  p = p.';
end

function [y, dy] = polyval(p, x, s, mu)
  if ! ((isvector(p) || isempty(p)) && isfloat(p))
    error('polyval: P must be a numeric floating point vector');
  end
  if ! isfloat(x) && ! isempty(x)
    error('polyval: X must be numeric floating point');
  elseif isempty(x)
    y = [];
    dy = [];
    return;
  elseif isempty(p)
    y = zeros(size(x));
    dy = y;
    return;
  end
  if nargin > 3
    x = (x - mu(1)) / mu(2);
  end
  y = p(1) + zeros(size(x), class(x));
  for k = 2:numel(p)
    y = y .* x + p(k);
  end
  if nargout > 1
    a = x(:) .^ (numel(p)-1:-1:0);
    dy = reshape(sqrt(1 + sumsq(a / s.R, 2)) * s.normr / sqrt(s.df), size(x));
  end
end

function y = polyvalm(p, x)
  if rows(x) != columns(x) || ndims(x) > 2
    error('polyvalm: second argument must be a square matrix');
  end
  y = zeros(size(x));
  for k = 1:numel(p)
    y = y * x + p(k) * eye(rows(x));
  end
end

function r = roots(v)
  if ! (isvector(v) || isempty(v))
    error('Octave:invalid-fun-call', 'Invalid call to roots');
  elseif any(! isfinite(v(:)))
    error('roots: inputs must not contain Inf or NaN');
  end
  v = v(:);
  n = numel(v);
  if isempty(v)
    r = [];
    return;
  end
  f = find(v != 0);
  if isempty(f)
    r = [];
    return;
  end
  last = f(end);
  v = v(f(1):last);
  m = numel(v);
  r = zeros(n - last, 1);
  if m > 1
    a = diag(ones(1, m - 2), -1);
    a(1,:) = -v(2:m) / v(1);
    r = [eig(a); r];
  end
end

function a = compan(c)
  if ! isvector(c)
    error('compan: C must be a vector');
  end
  n = numel(c);
  if n == 1
    a = [];
  else
    a = diag(ones(1, n - 2), -1);
    a(1,:) = -c(2:n)(:).' / c(1);
  end
end

function y = poly(x)
  if isempty(x)
    y = 1;
    return;
  end
  if isvector(x)
    v = x(:);
  elseif ndims(x) == 2 && rows(x) == columns(x)
    v = eig(x);
  else
    error('Octave:invalid-fun-call', 'Invalid call to poly');
  end
  n = numel(v);
  y = zeros(1, n + 1);
  y(1) = 1;
  for j = 1:n
    y(2:j+1) = y(2:j+1) - v(j) * y(1:j);
  end
  if ! isreal(v)
    up = sort(v(imag(v) > 0));
    down = sort(conj(v(imag(v) < 0)));
    if numel(up) == numel(down) && all(up == down)
      y = real(y);
    end
  elseif isreal(x)
    y = real(y);
  end
end

function [b, r] = deconv(y, a)
  if ! (isvector(y) && isvector(a))
    error('deconv: Y and A must be vectors');
  end
  ny = numel(y);
  na = numel(a);
  if ny < na
    b = 0;
    r = y;
    return;
  end
  n = ny - na + 1;
  start = zeros(1, n);
  start(1) = 1;
  b = filter(y(:).', a(:).', start);
  r = y - reshape(conv(a(:).', b), size(y));
  if iscolumn(y) && ny > 1
    b = b(:);
  end
end

function p = polyreduce(p)
  if ! isvector(p)
    error('polyreduce: P must be a non-empty vector');
  end
  k = find(p != 0, 1);
  if isempty(k)
    p = 0;
  else
    p = p(k:end);
  end
end

function c = add_polynomials(a, b)
  n = max(numel(a), numel(b));
  c = [zeros(1, n - numel(a)), a] + [zeros(1, n - numel(b)), b];
end

function d = derivative(p)
  n = numel(p);
  if n <= 1
    d = 0;
  else
    d = p(1:n-1) .* (n-1:-1:1);
  end
end

function [q, d] = polyder(p, a)
  if ! isvector(p)
    error('polyder: argument must be a vector');
  end
  p = p(:).';
  if nargin == 1
    q = derivative(p);
    return;
  end
  if ! isvector(a)
    error('polyder: argument must be a vector');
  end
  a = a(:).';
  if nargout == 1
    q = derivative(conv(p, a));
    return;
  end
  q = polyreduce(add_polynomials(conv(derivative(p), a), -conv(p, derivative(a))));
  d = polyreduce(conv(a, a));
end

function q = polyint(p, k)
  if nargin < 2
    k = 0;
  end
  if isempty(p)
    q = [];
    return;
  elseif ! isvector(p)
    error('polyint: argument must be a vector');
  end
  n = numel(p);
  q = [p(:).' ./ (n:-1:1), k];
end

function polyout(c, x)
  if nargin < 2
    x = 's';
  end
  n = numel(c);
  text = '';
  for k = 1:n
    v = c(k);
    if k == 1
      text = sprintf('%.5g', v);
    elseif v < 0
      text = sprintf('%s - %.5g', text, -v);
    else
      text = sprintf('%s + %.5g', text, v);
    end
    if k < n
      text = sprintf('%s*%s^%d', text, x, n - k);
    end
  end
  printf('%s\n', text);
end

% Partial fractions of b / a, poles of one value next to each other.
function [r, p, k, e] = residue(b, a)
  b = polyreduce(b(:).');
  a = polyreduce(a(:).');
  b = b / a(1);
  a = a / a(1);
  k = [];
  if numel(b) >= numel(a)
    [k, b] = deconv(b, a);
    b = polyreduce(b);
  end
  p = roots(a);
  [~, order] = sort(abs(p), 'descend');
  p = p(order);
  n = numel(p);
  e = ones(n, 1);
  j = 1;
  while j <= n
    same = find(abs(p - p(j)) <= 1e-3 * max(1, abs(p(j))) & (1:n)' >= j);
    rest = setdiff((j:n)', same);
    p(j:n) = [ones(numel(same), 1) * mean(p(same)); p(rest)];
    e(j:j+numel(same)-1) = (1:numel(same))';
    j = j + numel(same);
  end
  m = zeros(n);
  for j = 1:n
    others = poly(p([find(abs(p - p(j)) > 0); repmat(find(abs(p - p(j)) == 0, 1), sum(abs(p - p(j)) == 0) - e(j), 1)]));
    m(n-numel(others)+1:n, j) = others(:);
  end
  r = m \ [zeros(n - numel(b), 1); b(:)];
end

% p (x) in terms of (x - mu(1)) / mu(2).
function g = polyaffine(f, mu)
  if nargin != 2 || ! isvector(f) || numel(mu) != 2
    error('polyaffine: F and MU must be vectors');
  end
  n = numel(f);
  g = 0;
  for k = 1:n
    g = conv(g, [1, -mu(1)] / mu(2));
    g(end) = g(end) + f(k);
  end
  g = reshape(g(end-n+1:end), size(f));
end

function g = polygcd(b, a, tol)
  if nargin < 3
    tol = sqrt(eps);
  end
  if numel(a) == 1 || numel(b) == 1
    if a == 0
      g = b;
    elseif b == 0
      g = a;
    else
      g = ones(class(a));
    end
    return;
  end
  a = a / a(1);
  tol = tol * norm(b, Inf);
  while true
    [d, r] = deconv(b, a);
    at = find(abs(r) > tol, 1);
    if isempty(at)
      g = a;
      break;
    end
    r = r(at:end);
    b = a;
    a = r / r(1);
  end
end

function q = ppder_of(pp)
  k = pp.order;
  if k <= 1
    q = mkpp(pp.breaks, zeros(pp.pieces * prod(pp.dim), 1), pp.dim);
  else
    q = mkpp(pp.breaks, pp.coefs(:,1:k-1) .* (k-1:-1:1), pp.dim);
  end
end

function pp = ppder(pp, m)
  if nargin < 2
    m = 1;
  end
  if ! (isstruct(pp) && isfield(pp, 'form') && strcmp(pp.form, 'pp'))
    error('ppder: PP must be a structure');
  end
  for j = 1:m
    pp = ppder_of(pp);
  end
end

function q = ppint(pp, c)
  if nargin < 2
    c = 0;
  end
  if ! (isstruct(pp) && isfield(pp, 'form') && strcmp(pp.form, 'pp'))
    error('ppint: PP must be a structure');
  end
  k = pp.order;
  coefs = [pp.coefs ./ (k:-1:1), zeros(rows(pp.coefs), 1)];
  h = diff(pp.breaks);
  start = c;
  for j = 1:pp.pieces
    coefs(j,end) = start;
    start = polyval(coefs(j,:), h(j));
  end
  q = mkpp(pp.breaks, coefs, pp.dim);
end
