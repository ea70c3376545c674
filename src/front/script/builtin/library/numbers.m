% Functions of numbers that others say: roots, logarithms, binomial coefficients, angles.

function y = realsqrt(x)
  if ! isreal(x)
    error('realsqrt: produced complex result');
  end
  y = sqrt(x);
  if iscomplex(y)
    error('realsqrt: produced complex result');
  end
end

function y = reallog(x)
  if ! isreal(x)
    error('reallog: produced complex result');
  end
  y = log(x);
  if iscomplex(y)
    error('reallog: produced complex result');
  end
end

function z = realpow(x, y)
  z = x .^ y;
  if iscomplex(z)
    error('realpow: produced complex result');
  end
end

function y = nthroot(x, n)
  if iscomplex(x) || iscomplex(n)
    error('nthroot: X and N must be real');
  end
  if ! (isscalar(n) && n == fix(n) || isscalar(n) && isinf(n)) || n == 0
    error('nthroot: N must be a real nonzero scalar');
  end
  if n == 3
    y = cbrt(x);
  elseif n == -3
    y = 1 ./ cbrt(x);
  elseif mod(n, 2) == 1 || n == fix(n) && mod(abs(n), 2) == 1
    y = abs(x) .^ (1 / n) .* sign(x);
  elseif any(x(:) < 0)
    error('nthroot: N must be an odd integer if X contains negative values');
  else
    y = x .^ (1 / n);
  end
  if ! isinf(n)
    finite = isfinite(y) & y != 0 & isfinite(x);
    step = (x ./ (y .^ (n - 1)) - y) / n;
    better = y + step;
    if isscalar(y)
      if finite && isfinite(better)
        y = better;
      end
    else
      finite = finite & isfinite(better);
      y(finite) = better(finite);
    end
  end
end

function y = beta(a, b)
  y = exp(betaln(a, b));
end

function y = betaln(a, b)
  if ! isreal(a) || ! isreal(b)
    error('betaln: A and B must be real');
  end
  y = real(gammaln(a) + gammaln(b) - gammaln(a + b));
end

function c = nchoosek(v, k)
  if ! (isscalar(k) && isreal(k) && k >= 0 && k == fix(k)) || ! isnumeric(k) && ! islogical(k)
    error('nchoosek: K must be an integer >= 0');
  end
  if isscalar(v)
    if ! (isreal(v) && v >= 0 && v == fix(v) && v >= k)
      error('nchoosek: N must be a non-negative integer >= K');
    end
    k = min(k, v - k);
    c = ones(class(v));
    n = v - k;
    for i = 1:k
      g = gcd(c, i);
      c = c / g * ((n + i) / (i / g));
    end
    c = round(c);
    if c > flintmax(ifelse(isa(c, 'single'), 'single', 'double'))
      warning('Octave:nchoosek:large-output', 'nchoosek: possible loss of precision');
    end
  else
    c = __combinations__(v(:).', k);
  end
end

function y = pow2(f, e)
  if nargin == 1
    y = 2 .^ f;
  else
    y = f .* 2 .^ fix(e);
  end
end

function y = deg2rad(x)
  if ! isfloat(x)
    error('deg2rad: DEG must be a floating point class (double or single)');
  end
  y = x * (pi / 180);
end

function y = rad2deg(x)
  if ! isfloat(x)
    error('rad2deg: RAD must be a floating point class (double or single)');
  end
  y = x * (180 / pi);
end

function p = list_primes(n)
  if nargin == 0
    n = 25;
  end
  if ! (isscalar(n) && n == fix(n))
    error('list_primes: N must be a scalar');
  end
  top = max(20, ceil(n * (log(max(n, 2)) + log(log(max(n, 3))) + 1)));
  p = primes(top);
  p = p(1:n);
end

function y = cplxpair(z, tol, dim)
  if isempty(z)
    y = zeros(size(z));
    return;
  end
  if nargin < 2 || isempty(tol)
    tol = 100 * eps(class(z));
  end
  if nargin < 3
    dim = find(size(z) != 1, 1);
    if isempty(dim)
      dim = 1;
    end
  end
  order = [dim, setdiff(1:ndims(z), dim)];
  z = permute(z, order);
  full = size(z);
  y = reshape(z, full(1), []);
  for c = 1:columns(y)
    y(:, c) = pairs_of_column(y(:, c), tol);
  end
  y = ipermute(reshape(y, full), order);
end

function z = pairs_of_column(z, tol)
  flat = abs(imag(z)) <= tol * abs(z);
  reals = sort(real(z(flat)));
  z = z(! flat);
  low = z(imag(z) < 0);
  high = z(imag(z) > 0);
  if numel(low) != numel(high)
    error('cplxpair: could not pair all complex numbers');
  end
  [unused, at] = sort(real(low));
  low = low(at);
  both = [];
  for k = 1:numel(low)
    [d, j] = min(abs(high - conj(low(k))));
    if d > tol * abs(low(k)) * 10
      error('cplxpair: could not pair all complex numbers');
    end
    both = [both; low(k); conj(low(k))];
    high(j) = [];
  end
  z = [both; reals];
end

function b = bincoeff(n, k)
  [n, k] = deal(n + zeros(size(k)), k + zeros(size(n)));
  b = zeros(size(n));
  ok = k >= 0 & k == fix(k);
  b(~ok & isnan(n)) = NaN;
  b(k == 0) = 1;
  y = ok & k > 0 & n >= 0;
  b(y) = exp(gammaln(n(y) + 1) - gammaln(k(y) + 1) - gammaln(n(y) - k(y) + 1));
  y = ok & k > 0 & n < 0;
  b(y) = (-1) .^ k(y) .* exp(gammaln(abs(n(y)) + k(y)) - gammaln(k(y) + 1) - gammaln(abs(n(y))));
  whole = ok & n == fix(n);
  b(whole & n >= 0 & k > n) = 0;
  b(whole) = round(b(whole));
end
