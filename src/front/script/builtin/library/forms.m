% What a matrix is like.

function r = issymmetric(a, tol)
  if ! (isnumeric(a) || islogical(a) || ischar(a))
    error('issymmetric: A must be a numeric, logical, or character matrix');
  end
  r = ndims(a) == 2 && matrix_is_turned('issymmetric', a, a.', nargin > 1 && tol);
  if nargin > 1 && tol != 0 && isnumeric(a) && issquare(a)
    r = norm(a - a.', Inf) / norm(a, Inf) <= tol;
  end
end

function r = ishermitian(a, tol)
  r = ndims(a) == 2 && matrix_is_turned('ishermitian', a, a', false);
  if nargin > 1 && tol != 0 && isnumeric(a) && issquare(a)
    r = norm(a - a', Inf) / norm(a, Inf) <= tol;
  end
end

function r = matrix_is_turned(name, a, b, near)
  r = (isnumeric(a) || islogical(a) || (ischar(a) && strcmp(name, 'issymmetric'))) && ...
      ndims(a) == 2 && rows(a) == columns(a) && all(a(:) == b(:));
end

function r = isdefinite(a, tol)
  if ! isfloat(a)
    a = double(a);
  end
  if nargin < 2
    tol = 100 * eps(class(a)) * norm(a, 'fro');
  end
  r = false;
  if ishermitian(a)
    [~, p] = chol(a - tol * eye(rows(a)));
    r = p == 0;
  end
end

function r = isbanded(a, lower, upper)
  if ! (isscalar(lower) && isscalar(upper) && lower >= 0 && upper >= 0 && lower == fix(lower) && upper == fix(upper))
    error('isbanded: LOWER and UPPER must be non-negative integers');
  end
  r = (isnumeric(a) || islogical(a)) && ndims(a) == 2 && isequal(a, triu(tril(a, upper), -lower));
end

function r = isdiag(a)
  r = (isnumeric(a) || islogical(a)) && ndims(a) == 2;
  if r
    [i, j] = find(a);
    r = all(i(:) == j(:));
  end
end

function r = istril(a)
  r = (isnumeric(a) || islogical(a)) && ndims(a) == 2;
  if r
    [i, j] = find(a);
    r = all(i(:) >= j(:));
  end
end

function r = istriu(a)
  r = (isnumeric(a) || islogical(a)) && ndims(a) == 2;
  if r
    [i, j] = find(a);
    r = all(i(:) <= j(:));
  end
end

function [g, y] = planerot(x)
  g = givens(x(1), x(2));
  y = g * x(:);
end

function [x, flag, relres, iter, resvec] = pcg(a, b, tol, most, m1, m2, x0)
  if nargin < 3 || isempty(tol)
    tol = 1e-6;
  end
  if nargin < 4 || isempty(most)
    most = min(20, numel(b));
  end
  if nargin < 7 || isempty(x0)
    x0 = zeros(numel(b), 1);
  end
  if isnumeric(a)
    apply = @(v) a * v;
  else
    apply = a;
  end
  x = x0;
  r = b - apply(x);
  p = zeros(size(b));
  flag = 1;
  resvec = norm(r);
  old = 1;
  for iter = 0:most
    if norm(r) <= tol * norm(b)
      flag = 0;
      break;
    elseif iter == most
      break;
    end
    z = r;
    if nargin > 4 && ! isempty(m1)
      z = m1 \ z;
    end
    if nargin > 5 && ! isempty(m2)
      z = m2 \ z;
    end
    now = r' * z;
    if iter == 0
      p = z;
    else
      p = z + now / old * p;
    end
    q = apply(p);
    step = now / (p' * q);
    x = x + step * p;
    r = r - step * q;
    old = now;
    resvec(end+1,1) = norm(r);
  end
  relres = norm(r) / norm(b);
end

function [beta, sigma, r] = ols(y, x)
  beta = x \ y;
  r = y - x * beta;
  sigma = r' * r / (rows(y) - rank(x));
end

function [x, stdx, mse, s] = lscov(a, b, v)
  if nargin > 2 && ! isempty(v)
    if isvector(v)
      v = sqrt(v(:));
      a = a .* v;
      b = b .* v;
    else
      c = chol(v)';
      a = c \ a;
      b = c \ b;
    end
  end
  [q, r] = qr(a, 0);
  x = r \ (q' * b);
  mse = sumsq(b - a * x) / (rows(a) - columns(a));
  c = inv(r' * r);
  s = c * mse(1);
  stdx = sqrt(diag(c) * mse);
end

function c = newline()
  c = "\n";
end
