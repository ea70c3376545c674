% Special functions by series and continued fractions.

function y = gammainc(x, a, tail)
  if nargin < 3
    tail = 'lower';
  end
  if ! any(strcmp(tail, {'lower', 'upper'}))
    error('gammainc: invalid value for TAIL');
  elseif any(x(:) < 0) || any(a(:) < 0)
    error('gammainc: X and A must be non-negative');
  end
  [x, a] = same_size('gammainc', x, a);
  y = zeros(size(x));
  for k = 1:numel(x)
    y(k) = gammainc_one(x(k), a(k), strcmp(tail, 'upper'));
  end
end

function y = gammainc_one(x, a, upper)
  if x == 0 || a == 0
    y = double((a == 0) != upper);
    return;
  elseif isinf(x)
    y = double(! upper);
    return;
  end
  front = exp(a * log(x) - x - gammaln(a));
  if x < a + 1
    term = 1 / a;
    total = term;
    n = a;
    while abs(term) > eps * abs(total) / 4
      n = n + 1;
      term = term * x / n;
      total = total + term;
    end
    y = front * total;
    if upper
      y = 1 - y;
    end
  else
    b = x + 1 - a;
    c = 1e300;
    d = 1 / b;
    h = d;
    for n = 1:10000
      an = -n * (n - a);
      b = b + 2;
      d = 1 / (an * d + b);
      c = b + an / c;
      h = h * d * c;
      if abs(d * c - 1) < eps
        break;
      end
    end
    y = front * h;
    if ! upper
      y = 1 - y;
    end
  end
end

function [a, b, c] = same_size(name, a, b, c)
  if nargin < 4
    c = 1;
  end
  shape = size(a);
  if isscalar(a)
    shape = size(b);
    if isscalar(b)
      shape = size(c);
    end
  end
  one = ones(shape);
  if ! ((isscalar(a) || isequal(size(a), shape)) && (isscalar(b) || isequal(size(b), shape)) && ...
        (isscalar(c) || isequal(size(c), shape)))
    error('%s: all arguments must be of common size or scalars', name);
  end
  a = double(a) .* one;
  b = double(b) .* one;
  c = double(c) .* one;
end

function y = betainc(x, a, b, tail)
  if nargin < 4
    tail = 'lower';
  end
  if any(x(:) < 0 | x(:) > 1)
    error('betainc: X must be in the range [0, 1]');
  elseif any(a(:) <= 0)
    error('betainc: A must be strictly positive');
  elseif any(b(:) <= 0)
    error('betainc: B must be strictly positive');
  end
  [x, a, b] = same_size('betainc', x, a, b);
  y = zeros(size(x));
  for k = 1:numel(x)
    y(k) = betainc_one(x(k), a(k), b(k));
  end
  if strcmp(tail, 'upper')
    y = 1 - y;
  end
end

function y = betainc_one(x, a, b)
  if x == 0 || x == 1
    y = x;
    return;
  end
  turned = x > (a + 1) / (a + b + 2);
  if turned
    [x, a, b] = deal(1 - x, b, a);
  end
  front = exp(a * log(x) + b * log1p(-x) - gammaln(a) - gammaln(b) + gammaln(a + b)) / a;
  c = 1;
  d = 1 / (1 - (a + b) * x / (a + 1));
  h = d;
  for m = 1:10000
    t = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + t * d);
    c = 1 + t / c;
    h = h * d * c;
    t = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + t * d);
    c = 1 + t / c;
    h = h * d * c;
    if abs(d * c - 1) < eps
      break;
    end
  end
  y = front * h;
  if turned
    y = 1 - y;
  end
end

function y = expint(x)
  y = zeros(size(x));
  for k = 1:numel(x)
    y(k) = expint_one(x(k));
  end
end

function y = expint_one(x)
  if x == 0
    y = Inf;
  elseif isreal(x) && x > 0 && isinf(x)
    y = 0;
  elseif abs(x) <= 2 || (real(x) < 0 && abs(x) < 30)
    total = 0;
    term = 1;
    for n = 1:400
      term = -term * x / n;
      total = total - term / n;
      if abs(term) < eps * abs(total) / 4
        break;
      end
    end
    y = total - 0.57721566490153286061 - log(x);
  else
    b = x + 1;
    c = 1e300;
    d = 1 / b;
    h = d;
    for n = 1:10000
      a = -n ^ 2;
      b = b + 2;
      d = 1 / (a * d + b);
      c = b + a / c;
      h = h * c * d;
      if abs(c * d - 1) < eps
        break;
      end
    end
    y = h * exp(-x);
  end
end

function [k, e] = ellipke(m)
  if any(m(:) > 1)
    error('ellipke: M must be <= 1');
  end
  a = ones(size(m));
  b = sqrt(1 - m);
  c = sqrt(abs(m));
  total = m / 2;
  f = 0.5;
  for n = 1:20
    t = (a + b) / 2;
    c = (a - b) / 2;
    b = sqrt(a .* b);
    a = t;
    f = 2 * f;
    total = total + f * c .^ 2;
    if all(c(:) <= eps * a(:))
      break;
    end
  end
  k = pi ./ (2 * a);
  e = k .* (1 - total);
  k(m == 1) = Inf;
  e(m == 1) = 1;
end

function l = legendre(n, x, kind)
  if nargin < 3
    kind = 'unnorm';
  end
  if ! (isscalar(n) && n >= 0 && n == fix(n))
    error('legendre: N must be a real non-negative integer');
  elseif any(x(:) < -1 | x(:) > 1)
    error('legendre: X must be real-valued vector in the range -1 <= X <= 1');
  end
  x = x(:).';
  l = zeros(n + 1, numel(x));
  s = sqrt(1 - x .^ 2);
  for m = 0:n
    p = ones(size(x));
    for k = 1:m
      p = -p .* (2 * k - 1) .* s;
    end
    last = zeros(size(x));
    for k = m+1:n
      [p, last] = deal(((2 * k - 1) * x .* p - (k + m - 1) * last) / (k - m), p);
    end
    if strcmp(kind, 'norm')
      p = p * (-1) ^ m * sqrt((n + 0.5) * exp(gammaln(n - m + 1) - gammaln(n + m + 1)));
    elseif strcmp(kind, 'sch') && m > 0
      p = p * (-1) ^ m * sqrt(2 * exp(gammaln(n - m + 1) - gammaln(n + m + 1)));
    end
    l(m+1,:) = p;
  end
end
