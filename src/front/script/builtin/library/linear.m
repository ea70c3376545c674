% Linear algebra that others of its functions say.

function a = full(a)
end

function t = trace(a)
  if ndims(a) > 2
    error('trace: only valid on 2-D objects');
  elseif isempty(a)
    t = 0;
  elseif isvector(a)
    t = a(1);
  else
    t = sum(diag(a));
  end
end

function r = rank(a, tol)
  if isempty(a)
    r = 0;
    return;
  end
  s = svd(a);
  if nargin == 1
    tol = max(size(a)) * s(1) * eps(class(s));
  end
  r = sum(s > tol);
end

function x = pinv(a, tol)
  if isempty(a)
    x = zeros(0, 0);
    return;
  end
  [u, s, v] = svd(a, 0);
  n = min(size(a));
  s = diag(s(1:n,1:n));
  if nargin == 1
    tol = max(size(a)) * s(1) * eps(class(s));
  end
  r = sum(s > tol);
  if r == 0
    x = zeros(columns(a), rows(a), class(s));
  else
    x = (v(:,1:r) ./ s(1:r).') * u(:,1:r)';
  end
end

function q = null(a, tol)
  if isempty(a) && isnumeric(a)
    if columns(a) == 0
      q = [];
    else
      q = eye(columns(a));
    end
    return;
  end
  [~, s, v] = svd(a);
  n = min(size(a));
  s = diag(s(1:n,1:n));
  if nargin == 1
    tol = max(size(a)) * s(1) * eps(class(s));
  end
  q = v(:, sum(s > tol) + 1:end);
  q(abs(q) < eps(class(s))) = 0;
end

function q = orth(a, tol)
  if isempty(a)
    q = [];
    return;
  end
  [u, s] = svd(a);
  n = min(size(a));
  s = diag(s(1:n,1:n));
  if nargin == 1
    tol = max(size(a)) * s(1) * eps(class(s));
  end
  q = -u(:, 1:sum(s > tol));
end

function c = cond(a, p)
  if ndims(a) > 2
    error('cond: A must be a 2-D matrix');
  end
  if nargin < 2
    p = 2;
  end
  if ! ischar(p) && p == 2
    if isempty(a)
      c = 0;
      return;
    end
    if isnumeric(a) && any(! isfinite(a(:)))
      error('cond: A must not contain Inf or NaN values');
    end
    s = svd(a);
    if s(end) == 0
      c = s(1) * Inf;
      if s(1) == 0
        c = Inf;
      end
      c = cast(c, class(s));
    else
      c = s(1) / s(end);
    end
  else
    c = norm(a, p) * norm(inv(a), p);
  end
end

function x = linsolve(a, b, options)
  if ! (isnumeric(a) && isnumeric(b))
    error('linsolve: A and B must be numeric');
  end
  turned = false;
  if nargin == 3
    if ! isstruct(options)
      error('linsolve: OPTS must be a structure');
    end
    turned = isfield(options, 'TRANSA') && options.TRANSA;
    if isfield(options, 'LT') && options.LT
      a = tril(a);
    elseif isfield(options, 'UT') && options.UT
      a = triu(a);
    end
  end
  if turned
    x = a' \ b;
  else
    x = a \ b;
  end
end

function n = vecnorm(a, p, dim)
  if ! isnumeric(a)
    error('vecnorm: A must be numeric');
  end
  if nargin < 2
    p = 2;
  end
  if ! (isnumeric(p) && isscalar(p) && isreal(p) && p > 0)
    error('vecnorm: P must be positive real scalar or Inf');
  end
  if nargin < 3
    dim = find(size(a) > 1, 1);
    if isempty(dim)
      dim = 1;
    end
  elseif ! (isscalar(dim) && dim > 0 && dim == fix(dim))
    error('vecnorm: DIM must be positive integer');
  end
  if p == 1
    n = sum(abs(a), dim);
  elseif p == 2
    n = sqrt(sum(real(a) .^ 2 + imag(a) .^ 2, dim));
  elseif p == Inf
    n = max(abs(a), [], dim);
  else
    n = sum(abs(a) .^ p, dim) .^ (1 / p);
  end
end

function [a, k] = rref(a, tol)
  if ndims(a) > 2
    error('rref: A must be a 2-dimensional matrix');
  end
  [m, n] = size(a);
  if nargin < 2
    tol = eps(class(a)) * max(m, n) * norm(a, Inf);
  end
  k = [];
  row = 1;
  for column = 1:n
    if row > m
      break;
    end
    [most, at] = max(abs(a(row:m, column)));
    at = at + row - 1;
    if most <= tol
      a(row:m, column) = 0;
      continue;
    end
    k(end+1) = column;
    a([at row], column:n) = a([row at], column:n);
    a(row, column:n) = a(row, column:n) / a(row, column);
    others = [1:row-1, row+1:m];
    a(others, column:n) = a(others, column:n) - a(others, column) * a(row, column:n);
    row++;
  end
end

function [c, s] = givens(x, y)
  if ! (isscalar(x) && isscalar(y))
    error('givens: X and Y must be scalars');
  end
  r = hypot(abs(x), abs(y));
  if y == 0
    c = 1;
    s = 0;
  elseif x == 0
    c = 0;
    s = 1;
  else
    c = abs(x) / r;
    s = x / abs(x) * conj(y) / r;
  end
  if nargout < 2
    c = [c, s; -conj(s), c];
  end
end

% Scaling and squaring with the diagonal Padé approximant of order 8.
function e = expm(a)
  if ! isnumeric(a) || ndims(a) > 2 || rows(a) != columns(a)
    error('expm: A must be a square matrix');
  end
  if isempty(a)
    e = a;
    return;
  elseif isscalar(a)
    e = exp(a);
    return;
  end
  n = rows(a);
  mean_value = trace(a) / n;
  if real(mean_value) > 0
    a = a - mean_value * eye(n);
  end
  [~, power] = log2(norm(a, 'inf'));
  s = min(max(0, power), 1023);
  a = a * 2 ^ (-s);
  c = [5.0000000000000000e-1, 1.1666666666666667e-1, 1.6666666666666667e-2, 1.6025641025641026e-3, ...
       1.0683760683760684e-4, 4.8562548562548563e-6, 1.3875013875013875e-7, 1.9270852604185938e-9];
  b = a * a;
  one = eye(n);
  even = b * (c(8) * b + c(6) * one) + c(4) * one;
  even = b * (b * even + c(2) * one) + one;
  odd = b * (c(7) * b + c(5) * one) + c(3) * one;
  odd = a * (b * odd + c(1) * one);
  e = (even - odd) \ (even + odd);
  for k = 1:s
    e = e * e;
  end
  if real(mean_value) > 0
    e = exp(mean_value) * e;
  end
end

% The square root of an upper triangular matrix, column by column.
function r = sqrt_of_triangle(t)
  n = rows(t);
  r = zeros(n);
  for j = 1:n
    r(j,j) = sqrt(t(j,j));
    for i = j-1:-1:1
      under = r(i,i) + r(j,j);
      if under == 0
        under = eps;
      end
      r(i,j) = (t(i,j) - r(i,i+1:j-1) * r(i+1:j-1,j)) / under;
    end
  end
end

function s = without_rounding(s, real_in)
  if real_in && all(abs(imag(s(:))) <= 10 * rows(s) * eps * max(1, norm(s, 1)))
    s = real(s);
  end
end

function s = sqrtm(a)
  if ndims(a) > 2 || rows(a) != columns(a)
    error('sqrtm: A must be a square matrix');
  end
  if isempty(a)
    s = a;
    return;
  end
  if isnumeric(a) && isequal(a, diag(diag(a)))
    s = diag(sqrt(diag(a)));
    return;
  end
  [u, t] = schur(a, 'complex');
  s = without_rounding(u * sqrt_of_triangle(t) * u', isreal(a));
end

% Roots are taken until the rest is near one, then a Padé approximant by partial fractions.
function s = logm(a, iterations)
  if ndims(a) > 2 || rows(a) != columns(a)
    error('logm: A must be a square matrix');
  end
  n = rows(a);
  if isscalar(a) && isnumeric(a)
    s = log(a);
    return;
  elseif isnumeric(a) && isequal(a, diag(diag(a)))
    s = diag(log(diag(a)));
    return;
  end
  [u, t] = schur(a, 'complex');
  values = diag(t);
  if any(real(values) < 0 & abs(imag(values)) <= eps * abs(real(values)))
    warning('Octave:logm:non-principal', ...
            'logm: principal matrix logarithm is not defined for matrices with negative eigenvalues; computing non-principal logarithm');
  end
  k = 0;
  while norm(t - eye(n), 1) > 0.25 && k < 100
    t = sqrt_of_triangle(t);
    k++;
  end
  t = t - eye(n);
  m = 8;
  beta = 0.5 ./ sqrt(1 - (2 * (1:m-1)) .^ -2);
  [v, d] = eig(diag(beta, 1) + diag(beta, -1));
  nodes = (diag(d) + 1) / 2;
  weights = v(1,:) .^ 2;
  s = zeros(n);
  for j = 1:m
    s = s + weights(j) * ((eye(n) + nodes(j) * t) \ t);
  end
  s = without_rounding(2 ^ k * (u * s * u'), isreal(a) && all(real(values) >= 0));
end
