% Integrals by adaptive Gauss-Kronrod rules of 15 points.

function [x, w, v] = kronrod_rule()
  half = [0.99145537112081264, 0.94910791234275852, 0.86486442335976907, 0.74153118559939444, ...
          0.58608723546769113, 0.40584515137739717, 0.20778495500789847];
  x = [-half, 0, fliplr(half)]';
  half = [0.022935322010529225, 0.063092092629978553, 0.10479001032225018, 0.14065325971552592, ...
          0.16900472663926790, 0.19035057806478541, 0.20443294007529889];
  w = [half, 0.20948214108472783, fliplr(half)];
  half = [0.12948496616886969, 0.27970539148927667, 0.38183005050511894];
  v = zeros(1, 15);
  v(2:2:14) = [half, 0.41795918367346939, fliplr(half)];
end

% Intervals (a row of begins, a row of ends) until the sum of their errors is small.
function [q, err] = kronrod(f, from, to, abstol, reltol, most)
  [x, w, v] = kronrod_rule();
  q0 = 0;
  err0 = 0;
  while true
    mid = (from + to) / 2;
    half = (to - from) / 2;
    t = mid + x * half;
    y = reshape(f(t(:)), size(t));
    parts = (w * y) .* half;
    errors = abs(parts - (v * y) .* half);
    q = q0 + sum(parts);
    err = err0 + sum(errors);
    tol = max(abstol, reltol * abs(q));
    if ! isfinite(q) || err <= tol
      return;
    end
    good = errors <= tol * abs(half) / sum(abs(half)) | abs(half) <= eps * abs(mid);
    if all(good)
      return;
    end
    q0 = q0 + sum(parts(good));
    err0 = err0 + sum(errors(good));
    from = from(! good);
    to = to(! good);
    mid = mid(! good);
    if 2 * numel(from) > most
      q = q0 + sum(parts(! good));
      warning('quadgk: maximum interval count (%d) exceeded', most);
      return;
    end
    [from, to] = deal([from, mid], [mid, to]);
  end
end

% The same over limits that may be infinite; ends may be singular.
function [q, err] = kronrod_between(f, a, b, points, abstol, reltol)
  if a == b
    q = 0;
    err = 0;
    return;
  elseif a > b
    [q, err] = kronrod_between(f, b, a, points, abstol, reltol);
    q = -q;
    return;
  end
  if isinf(a) && isinf(b)
    g = @(t) f(t ./ (1 - t .^ 2)) .* (1 + t .^ 2) ./ (1 - t .^ 2) .^ 2;
    edges = linspace(-1, 1, 11);
  elseif isinf(b)
    g = @(t) 2 * t ./ (1 - t) .^ 3 .* f(a + (t ./ (1 - t)) .^ 2);
    edges = linspace(0, 1, 11);
  elseif isinf(a)
    g = @(t) -2 * t ./ (1 + t) .^ 3 .* f(b - (t ./ (1 + t)) .^ 2);
    edges = linspace(-1, 0, 11);
  else
    g = @(t) f((b - a) / 4 * t .* (3 - t .^ 2) + (b + a) / 2) .* (b - a) * 3 / 4 .* (1 - t .^ 2);
    edges = linspace(-1, 1, 11);
    for p = points(:).'
      u = fzero(@(t) (b - a) / 4 * t .* (3 - t .^ 2) + (b + a) / 2 - p, [-1, 1]);
      edges = sort([edges, u]);
    end
  end
  [q, err] = kronrod(g, edges(1:end-1), edges(2:end), abstol, reltol, 1300);
end

function [abstol, reltol, points, whole] = integral_options(name, abstol, reltol, args)
  points = [];
  whole = false;
  k = 1;
  while k < numel(args)
    switch lower(args{k})
      case 'abstol'
        abstol = args{k+1};
      case 'reltol'
        reltol = args{k+1};
      case 'waypoints'
        points = args{k+1};
      case 'arrayvalued'
        whole = args{k+1};
      case 'maxintervalcount'
      otherwise
        error('%s: unknown property "%s"', name, args{k});
    end
    k += 2;
  end
end

function [q, err] = integral(f, a, b, varargin)
  if nargin < 3
    error('Octave:invalid-fun-call', 'Invalid call to integral');
  end
  [abstol, reltol, points, whole] = integral_options('integral', 1e-10, 1e-6, varargin);
  if whole
    [q, err] = quadv(f, a, b, abstol);
  else
    [q, err] = kronrod_between(f, a, b, points, abstol, reltol);
  end
end

function [q, err] = quadgk(f, a, b, varargin)
  if nargin < 3
    error('Octave:invalid-fun-call', 'Invalid call to quadgk');
  end
  if ischar(f)
    f = str2func(f);
  end
  if ! isempty(varargin) && ! ischar(varargin{1})
    abstol = 1e-10;
    reltol = 1e-6;
    if ! isempty(varargin{1})
      abstol = varargin{1};
    end
    if numel(varargin) > 1 && ! isempty(varargin{2})
      reltol = varargin{2};
    end
    points = [];
  else
    [abstol, reltol, points] = integral_options('quadgk', 1e-10, 1e-6, varargin);
  end
  [q, err] = kronrod_between(f, a, b, points, abstol, reltol);
end

function q = quadl(f, a, b, tol, trace, varargin)
  if ischar(f)
    f = str2func(f);
  end
  q = kronrod_between(@(x) f(x, varargin{:}), a, b, [], 1e-10, 1e-10);
end

function [q, ier, nfun, err] = quad(f, a, b, tol, sing)
  if ischar(f)
    f = str2func(f);
  end
  [q, err] = kronrod_between(@(x) arrayfun(f, x), a, b, [], 1e-10, 1e-10);
  ier = 0;
  nfun = 21;
end

% Of values that are arrays: one interval after another.
function [q, nfun] = quadv(f, a, b, tol, trace, varargin)
  if nargin < 4 || isempty(tol)
    tol = 1e-6;
  end
  if ischar(f)
    f = str2func(f);
  end
  [x, w, v] = kronrod_rule();
  from = a;
  to = b;
  q = 0;
  nfun = 0;
  while ! isempty(from)
    mid = (from(end) + to(end)) / 2;
    half = (to(end) - from(end)) / 2;
    one = 0;
    other = 0;
    for k = 1:15
      y = f(mid + half * x(k), varargin{:});
      one = one + w(k) * y;
      other = other + v(k) * y;
    end
    nfun += 15;
    if max(abs(one(:) - other(:))) * abs(half) <= max(tol * 1e-3, 1e-13 * max(abs(one(:)))) || ...
       abs(half) < 1e-10 * abs(b - a)
      q = q + one * half;
      from(end) = [];
      to(end) = [];
    else
      last = to(end);
      to(end) = mid;
      from(end+1) = mid;
      to(end+1) = last;
    end
  end
end

function q = dblquad(f, xa, xb, ya, yb, tol, varargin)
  if ischar(f)
    f = str2func(f);
  end
  q = integral2(@(x, y) f(x, y), xa, xb, ya, yb);
end

function q = integral2(f, xa, xb, ya, yb, varargin)
  if ! is_function_handle(ya)
    ya = @(x) ya;
  end
  if ! is_function_handle(yb)
    yb = @(x) yb;
  end
  q = kronrod_between(@(x) arrayfun(@(u) integral2_line(f, u, ya(u), yb(u)), x), xa, xb, [], 1e-10, 1e-8);
end

function q = integral2_line(f, x, ya, yb)
  q = kronrod_between(@(y) f(x * ones(size(y)), y), ya, yb, [], 1e-10, 1e-8);
end

function q = quad2d(f, xa, xb, ya, yb, varargin)
  q = integral2(f, xa, xb, ya, yb);
end

function q = triplequad(f, xa, xb, ya, yb, za, zb, tol)
  if nargin < 8 || isempty(tol), tol = 1e-6; end
  if ischar(f), f = str2func(f); end
  q = dblquad(@(y, z) inner_quad(f, xa, xb, y, z, tol), ya, yb, za, zb, tol);
end

function q = inner_quad(f, xa, xb, y, z, tol)
  q = zeros(size(y));
  for k = 1:numel(y)
    q(k) = quadgk(@(x) f(x, y(k), z), xa, xb, 'AbsTol', tol);
  end
end
