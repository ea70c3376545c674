% Zeros, minima and systems of equations.

function options = optimset(varargin)
  options = struct();
  k = 1;
  while k <= nargin && (isstruct(varargin{k}) || isempty(varargin{k}))
    if isstruct(varargin{k})
      for name = fieldnames(varargin{k}).'
        options.(name{1}) = varargin{k}.(name{1});
      end
    end
    k++;
  end
  if k == nargin && ischar(varargin{k})
    options = optimset('TolX', 1e-4);
    return;
  end
  while k < nargin
    options.(option_name(varargin{k})) = varargin{k+1};
    k += 2;
  end
end

% Options are known in any case of letters.
function name = option_name(name)
  known = {'AutoScaling', 'CheckHessian', 'ComplexEqn', 'Display', 'FinDiffType', 'FunValCheck', 'FunctionLink', ...
           'GradObj', 'Jacobian', 'MaxFunEvals', 'MaxIter', 'OutputFcn', 'TolFun', 'TolX', 'TypicalX', 'Updating'};
  k = find(strcmpi(name, known));
  if ! isempty(k)
    name = known{k};
  end
end

function value = optimget(options, name, value)
  if nargin < 3
    value = [];
  end
  name = option_name(name);
  if isfield(options, name) && ! isempty(options.(name))
    value = options.(name);
  end
end

% Brent's: bisection that interpolates where it may.
function [x, fval, info, output] = fzero(f, x0, options)
  if nargin < 3
    options = struct();
  end
  if ischar(f)
    f = str2func(f);
  end
  tol = optimget(options, 'TolX', eps);
  most = optimget(options, 'MaxIter', 1000);
  a = x0(1);
  fa = f(a);
  calls = 1;
  if numel(x0) > 1
    b = x0(2);
    fb = f(b);
    calls++;
  else
    [a, b, fa, fb, calls] = bracket_zero(f, a, fa, calls);
  end
  if ! (sign(fa) * sign(fb) <= 0)
    error('Octave:bad-bracket', 'fzero: not a valid initial bracketing');
  end
  [x, fval, iterations, calls, a, b] = brent_zero(f, a, b, fa, fb, tol, most, calls);
  info = 1;
  if iterations >= most
    info = 0;
  end
  output.iterations = iterations;
  output.funcCount = calls;
  output.algorithm = 'bisection, interpolation';
  output.bracketx = [min(a, b), max(a, b)];
  output.brackety = [f(min(a, b)), f(max(a, b))];
end

function [a, b, fa, fb, calls] = bracket_zero(f, a, fa, calls)
  b = a;
  fb = fa;
  if fa == 0
    return;
  end
  if a == 0
    size_of = 1;
  else
    size_of = a;
  end
  for s = [-.01 .025 -.05 .10 -.25 .50 -1 2.5 -5 10 -50 100 500 1000]
    b = size_of + size_of * s;
    fb = f(b);
    calls++;
    if sign(fa) * sign(fb) <= 0
      return;
    end
  end
end

function [x, fx, turns, calls, a, b] = brent_zero(f, a, b, fa, fb, tol, most, calls)
  if abs(fa) < abs(fb)
    [a, b, fa, fb] = deal(b, a, fb, fa);
  end
  c = a;
  fc = fa;
  d = b - a;
  e = d;
  turns = 0;
  while fb != 0 && turns < most
    turns++;
    if sign(fb) == sign(fc)
      c = a;
      fc = fa;
      d = b - a;
      e = d;
    end
    if abs(fc) < abs(fb)
      [a, b, c] = deal(b, c, b);
      [fa, fb, fc] = deal(fb, fc, fb);
    end
    near = 2 * eps * abs(b) + 0.5 * min(tol, 1);
    m = (c - b) / 2;
    if abs(m) <= near
      break;
    end
    if abs(e) < near || abs(fa) <= abs(fb)
      d = m;
      e = m;
    else
      s = fb / fa;
      if a == c
        p = 2 * m * s;
        q = 1 - s;
      else
        q = fa / fc;
        r = fb / fc;
        p = s * (2 * m * q * (q - r) - (b - a) * (r - 1));
        q = (q - 1) * (r - 1) * (s - 1);
      end
      if p > 0
        q = -q;
      else
        p = -p;
      end
      if 2 * p < min(3 * m * q - abs(near * q), abs(e * q))
        e = d;
        d = p / q;
      else
        d = m;
        e = m;
      end
    end
    a = b;
    fa = fb;
    if abs(d) > near
      b = b + d;
    else
      b = b + sign(m) * near;
    end
    fb = f(b);
    calls++;
  end
  x = b;
  fx = fb;
  a = b;
  b = c;
end

function [x, fval, info, output] = fminbnd(f, a, b, options)
  if nargin < 4
    options = struct();
  end
  if ischar(f)
    f = str2func(f);
  end
  if a > b
    error('Octave:invalid-input-arg', 'fminbnd: the lower bound cannot be greater than the upper one');
  end
  tol = optimget(options, 'TolX', 1e-8);
  most = optimget(options, 'MaxIter', Inf);
  gold = 0.5 * (3 - sqrt(5));
  x = a + gold * (b - a);
  [v, w] = deal(x, x);
  e = 0;
  d = 0;
  fval = f(x);
  [fv, fw] = deal(fval, fval);
  calls = 1;
  turns = 0;
  info = 1;
  while true
    m = (a + b) / 2;
    near = 2 * sqrt(eps) * abs(x) + tol / 3;
    near = sqrt(eps) * abs(x) + tol / 3;
    if abs(x - m) <= 2 * near - (b - a) / 2
      break;
    elseif turns >= most
      info = 0;
      break;
    end
    turns++;
    golden = true;
    if abs(e) > near
      r = (x - w) * (fval - fv);
      q = (x - v) * (fval - fw);
      p = (x - v) * q - (x - w) * r;
      q = 2 * (q - r);
      if q > 0
        p = -p;
      end
      q = abs(q);
      r = e;
      e = d;
      if abs(p) < abs(q * r / 2) && p > q * (a - x) && p < q * (b - x)
        d = p / q;
        u = x + d;
        if u - a < 2 * near || b - u < 2 * near
          d = near * (sign(m - x) + (m == x));
        end
        golden = false;
      end
    end
    if golden
      if x < m
        e = b - x;
      else
        e = a - x;
      end
      d = gold * e;
    end
    u = x + max(abs(d), near) * (sign(d) + (d == 0));
    fu = f(u);
    calls++;
    if fu < fval
      if u < x
        b = x;
      else
        a = x;
      end
      [v, w, x] = deal(w, x, u);
      [fv, fw, fval] = deal(fw, fval, fu);
    else
      if u < x
        a = u;
      else
        b = u;
      end
      if fu <= fw || w == x
        [v, w] = deal(w, u);
        [fv, fw] = deal(fw, fu);
      elseif fu <= fv || v == x || v == w
        v = u;
        fv = fu;
      end
    end
  end
  output.iterations = turns;
  output.funcCount = calls;
  output.algorithm = 'golden section search, parabolic interpolation';
  output.bracket = [a, b];
end

% Nelder and Mead's simplex.
function [x, fval, info, output] = fminsearch(f, x0, options, varargin)
  if nargin < 3 || isempty(options)
    options = struct();
  end
  if isstruct(f)
    error('fminsearch: problem structures are not there');
  end
  if ischar(f)
    f = str2func(f);
  end
  tolx = min(optimget(options, 'TolX', 1e-4), 1e-6);
  tolf = min(optimget(options, 'TolFun', 1e-4), 1e-8);
  n = numel(x0);
  most = optimget(options, 'MaxIter', 400 * n);
  points = repmat(x0(:), 1, n + 1);
  values = zeros(1, n + 1);
  for k = 1:n
    if points(k,k+1) == 0
      points(k,k+1) = 0.00025;
    else
      points(k,k+1) = 1.05 * points(k,k+1);
    end
  end
  g = @(p) f(reshape(p, size(x0)), varargin{:});
  for k = 1:n+1
    values(k) = g(points(:,k));
  end
  calls = n + 1;
  turns = 0;
  info = 1;
  while true
    [values, order] = sort(values);
    points = points(:,order);
    if max(max(abs(points(:,2:end) - points(:,1)))) <= tolx && max(abs(values(2:end) - values(1))) <= tolf
      break;
    elseif turns >= most
      info = 0;
      break;
    end
    turns++;
    middle = mean(points(:,1:n), 2);
    worst = points(:,n+1);
    p = middle + (middle - worst);
    v = g(p);
    calls++;
    if v < values(1)
      p2 = middle + 2 * (middle - worst);
      v2 = g(p2);
      calls++;
      if v2 < v
        [p, v] = deal(p2, v2);
      end
    elseif v >= values(n)
      if v < values(n+1)
        p2 = middle + 0.5 * (middle - worst);
      else
        p2 = middle - 0.5 * (middle - worst);
      end
      v2 = g(p2);
      calls++;
      if v2 < min(v, values(n+1))
        [p, v] = deal(p2, v2);
      else
        for k = 2:n+1
          points(:,k) = points(:,1) + 0.5 * (points(:,k) - points(:,1));
          values(k) = g(points(:,k));
        end
        calls += n;
        continue;
      end
    end
    points(:,n+1) = p;
    values(n+1) = v;
  end
  x = reshape(points(:,1), size(x0));
  fval = values(1);
  output.iterations = turns;
  output.funcCount = calls;
  output.algorithm = 'Nelder-Mead simplex direct search';
  output.message = '';
end

function g = gradient_of(f, x, fx)
  g = zeros(numel(x), 1);
  for k = 1:numel(x)
    h = eps ^ (1 / 3) * max(1, abs(x(k)));
    up = x;
    down = x;
    up(k) = x(k) + h;
    down(k) = x(k) - h;
    g(k) = (f(up) - f(down)) / (up(k) - down(k));
  end
end

% Quasi-Newton steps with the inverse Hessian by BFGS.
function [x, fval, info, output, grad, hess] = fminunc(f, x0, options)
  if nargin < 3
    options = struct();
  end
  if ischar(f)
    f = str2func(f);
  end
  most = optimget(options, 'MaxIter', 400);
  tol = optimget(options, 'TolFun', 1e-6);
  x = x0;
  fval = f(x);
  g = gradient_of(f, x, fval);
  n = numel(x);
  h = eye(n);
  info = 0;
  for turns = 1:most
    if norm(g) <= 1e-8 * max(1, norm(x(:)))
      info = 1;
      break;
    end
    d = -h * g;
    if g' * d >= 0
      h = eye(n);
      d = -g;
    end
    step = 1;
    while step > 1e-14
      next = x + reshape(step * d, size(x));
      value = f(next);
      if value <= fval + 1e-4 * step * (g' * d)
        break;
      end
      step = step / 2;
    end
    if step <= 1e-14
      info = 3;
      break;
    end
    ng = gradient_of(f, next, value);
    s = step * d;
    y = ng - g;
    small = abs(value - fval) <= tol * 1e-6 * max(1, abs(fval)) && norm(s) <= 1e-10 * max(1, norm(x(:)));
    x = next;
    fval = value;
    g = ng;
    if s' * y > 1e-14
      r = 1 / (s' * y);
      h = (eye(n) - r * s * y') * h * (eye(n) - r * y * s') + r * (s * s');
    end
    if small
      info = 1;
      break;
    end
  end
  output.iterations = turns;
  output.successful = turns;
  output.funcCount = turns;
  grad = reshape(g, size(x));
  hess = inv(h);
end

function j = jacobian_of(f, x, fx)
  j = zeros(numel(fx), numel(x));
  for k = 1:numel(x)
    h = sqrt(eps) * max(1, abs(x(k)));
    up = x;
    up(k) = x(k) + h;
    j(:,k) = (f(up)(:) - fx) / (up(k) - x(k));
  end
end

% Damped Gauss-Newton steps (Levenberg, Marquardt).
function [x, fvec, info, output, jac] = fsolve(f, x0, options)
  if nargin < 3
    options = struct();
  end
  if ischar(f)
    f = str2func(f);
  end
  tol = min(optimget(options, 'TolFun', 1e-6), 1e-6);
  most = optimget(options, 'MaxIter', 400);
  given = strcmpi(optimget(options, 'Jacobian', 'off'), 'on');
  x = x0;
  value = f(x);
  fvec = value(:);
  damp = 0;
  info = 0;
  for turns = 1:most
    if given
      [~, jac] = f(x);
    else
      jac = jacobian_of(f, x, fvec);
    end
    if norm(fvec, Inf) <= tol * 1e-8
      info = 1;
      break;
    end
    done = false;
    while true
      if damp == 0 && rows(jac) == columns(jac) && rcond(jac) > 1e-12
        d = -jac \ fvec;
      else
        d = -[jac; sqrt(max(damp, 1e-12)) * eye(numel(x))] \ [fvec; zeros(numel(x), 1)];
      end
      next = x + reshape(d, size(x));
      value = f(next);
      if norm(value(:)) < norm(fvec)
        damp = damp / 10;
        if damp < 1e-10
          damp = 0;
        end
        break;
      end
      damp = max(10 * damp, 1e-4);
      if norm(d) <= eps * max(1, norm(x(:))) || damp > 1e12
        done = true;
        break;
      end
    end
    if done
      info = 1;
      if norm(fvec) > sqrt(tol) * 10
        info = -3;
      end
      break;
    end
    x = next;
    fvec = value(:);
  end
  fvec = reshape(fvec, size(value));
  output.iterations = turns;
  output.successful = turns;
  output.funcCount = turns;
end

% Lawson and Hanson's active sets.
function [x, resnorm, residual, exitflag] = lsqnonneg(c, d, x0, options)
  n = columns(c);
  x = zeros(n, 1);
  free = false(n, 1);
  w = c' * (d - c * x);
  turns = 0;
  while any(! free) && any(w(! free) > 1e-10 * norm(c, 1)) && turns < 10 * n
    turns++;
    v = w;
    v(free) = -Inf;
    [~, k] = max(v);
    free(k) = true;
    while true
      s = zeros(n, 1);
      s(free) = c(:,free) \ d;
      if all(s(free) > 0)
        break;
      end
      bad = free & s <= 0;
      step = min(x(bad) ./ (x(bad) - s(bad)));
      x = x + step * (s - x);
      free(free & x <= 1e-14) = false;
    end
    x = s;
    w = c' * (d - c * x);
  end
  residual = d - c * x;
  resnorm = residual' * residual;
  exitflag = turns;
end
