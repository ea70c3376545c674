% Ordinary differential equations by embedded Runge-Kutta pairs.

function options = odeset(varargin)
  options = struct();
  names = {'AbsTol', 'BDF', 'Events', 'InitialSlope', 'InitialStep', 'Jacobian', 'JConstant', 'JPattern', ...
           'Mass', 'MassSingular', 'MaxOrder', 'MaxStep', 'MStateDependence', 'MvPattern', 'NonNegative', ...
           'NormControl', 'OutputFcn', 'OutputSel', 'Refine', 'RelTol', 'Stats', 'Vectorized'};
  for k = 1:numel(names)
    options.(names{k}) = [];
  end
  k = 1;
  while k <= nargin && isstruct(varargin{k})
    for name = fieldnames(varargin{k}).'
      if ! isempty(varargin{k}.(name{1}))
        options.(name{1}) = varargin{k}.(name{1});
      end
    end
    k++;
  end
  while k < nargin
    at = find(strcmpi(varargin{k}, names));
    if isempty(at)
      options.(varargin{k}) = varargin{k+1};
    else
      options.(names{at}) = varargin{k+1};
    end
    k += 2;
  end
end

function value = odeget(options, name, value)
  if nargin < 3
    value = [];
  end
  if isfield(options, name) && ! isempty(options.(name))
    value = options.(name);
  end
end

% Nodes, stages, weights and those of the error; the last stage is the first of the next step.
function [c, a, b, e, order] = pair_of_45()
  c = [0; 1/5; 3/10; 4/5; 8/9; 1; 1];
  a = [0 0 0 0 0 0 0
       1/5 0 0 0 0 0 0
       3/40 9/40 0 0 0 0 0
       44/45 -56/15 32/9 0 0 0 0
       19372/6561 -25360/2187 64448/6561 -212/729 0 0 0
       9017/3168 -355/33 46732/5247 49/176 -5103/18656 0 0
       35/384 0 500/1113 125/192 -2187/6784 11/84 0];
  b = a(7,:)';
  e = [71/57600; 0; -71/16695; 71/1920; -17253/339200; 22/525; -1/40];
  order = 5;
end

function [c, a, b, e, order] = pair_of_23()
  c = [0; 1/2; 3/4; 1];
  a = [0 0 0 0
       1/2 0 0 0
       0 3/4 0 0
       2/9 1/3 4/9 0];
  b = a(4,:)';
  e = [-5/72; 1/12; 1/9; -1/8];
  order = 3;
end

function varargout = ode45(f, tspan, y0, varargin)
  [c, a, b, e, order] = pair_of_45();
  [varargout{1:max(nargout, 1)}] = integrate_pair('ode45', f, tspan, y0, varargin, c, a, b, e, order, 4, nargout);
end

function varargout = ode23(f, tspan, y0, varargin)
  [c, a, b, e, order] = pair_of_23();
  [varargout{1:max(nargout, 1)}] = integrate_pair('ode23', f, tspan, y0, varargin, c, a, b, e, order, 1, nargout);
end

function y = between(order, t, y0, y1, h, k)
  if order == 5
    t2 = t .^ 2;
    t3 = t .^ 3;
    t4 = t .^ 4;
    w = [t - 2.853580065386283 * t2 + 3.071743463453112 * t3 - 1.127017565386283 * t4
         zeros(size(t))
         4.023133379230305 * t2 - 6.249321565289132 * t3 + 2.675424484351598 * t4
         -3.732401961588505 * t2 + 10.06897058984368 * t3 - 5.685526961588504 * t4
         2.554803830184942 * t2 - 6.399112377351017 * t3 + 3.521932367920791 * t4
         -1.374424114218602 * t2 + 3.272657752246729 * t3 - 1.767281257075746 * t4
         1.382468931778144 * t2 - 3.764937863556287 * t3 + 2.382468931778144 * t4];
    y = y0 + h * (k * w);
  else
    d0 = h * k(:,1);
    d1 = h * k(:,end);
    y = (1 - t) .^ 2 .* (1 + 2 * t) .* y0 + t .^ 2 .* (3 - 2 * t) .* y1 + ...
        t .* (1 - t) .^ 2 .* d0 - t .^ 2 .* (1 - t) .* d1;
  end
end

function varargout = integrate_pair(name, f, tspan, y0, extra, c, a, b, e, order, refine, wanted)
  options = struct();
  if ! isempty(extra) && isstruct(extra{1})
    options = extra{1};
    extra(1) = [];
  elseif ! isempty(extra) && isempty(extra{1})
    extra(1) = [];
  end
  if ischar(f)
    f = str2func(f);
  end
  if ! isnumeric(tspan) || ! isvector(tspan)
    error('Octave:invalid-input-arg', '%s: TRANGE must be a numeric vector', name);
  elseif numel(tspan) < 2
    error('Octave:invalid-input-arg', '%s: TRANGE must contain at least 2 elements', name);
  elseif tspan(1) == tspan(2)
    error('Octave:invalid-input-arg', '%s: invalid time span, TRANGE(1) == TRANGE(2)', name);
  elseif ! isnumeric(y0) || ! isvector(y0)
    error('Octave:invalid-input-arg', '%s: INIT must be a numeric vector', name);
  end
  g = @(t, y) f(t, y, extra{:})(:);
  reltol = odeget(options, 'RelTol', 1e-3);
  abstol = odeget(options, 'AbsTol', 1e-6)(:);
  refine = odeget(options, 'Refine', refine);
  events = odeget(options, 'Events', []);
  tspan = tspan(:).';
  t = tspan(1);
  last = tspan(end);
  way = sign(last - t);
  biggest = odeget(options, 'MaxStep', abs(last - t) / 10);
  y = y0(:);
  n = numel(y);
  stages = numel(c);
  k = zeros(n, stages);
  k(:,1) = g(t, y);
  h = odeget(options, 'InitialStep', first_step(g, t, y, k(:,1), order, abstol, reltol, way));
  h = min(abs(h), biggest);
  ts = t;
  ys = y;
  given = numel(tspan) > 2;
  next = 2;
  [te, ye, ie] = deal([]);
  if ! isempty(events)
    [old, ~, ~] = events(t, y, extra{:});
    old = old(:);
  end
  failed = 0;
  while way * (last - t) > 0
    if t + way * h * 1.0000001 == t
      warning('integrate_adaptive:unexpected_termination', ...
              'Solving was not successful.  The iterative integration loop exited at time t = %f before the endpoint at tend = %f was reached.  This may happen if the stepsize becomes too small.  Try to reduce the value of "InitialStep" and/or "MaxStep" with the command "odeset".', t, last);
      break;
    end
    h = min(h, abs(last - t));
    s = way * h;
    for j = 2:stages
      k(:,j) = g(t + c(j) * s, y + s * (k(:,1:j-1) * a(j,1:j-1)'));
    end
    y1 = y + s * (k * b);
    err = norm(s * (k * e) ./ max(abstol, reltol * max(abs(y), abs(y1))), Inf);
    if ! (err <= 1)
      failed++;
      h = h * max(0.2, 0.8 * err ^ (-1 / order));
      if isnan(h)
        h = abs(s) / 5;
      end
      continue;
    end
    t1 = t + s;
    if abs(last - t1) <= eps * abs(last)
      t1 = last;
    end
    stop = false;
    if ! isempty(events)
      [t1, y1, new, stop, te, ye, ie] = look_for_events(events, extra, order, t, y, t1, y1, s, k, old, te, ye, ie);
      old = new;
    end
    if given
      while next <= numel(tspan) && way * (t1 - tspan(next)) >= 0
        ts(end+1) = tspan(next);
        ys(:,end+1) = between(order, (tspan(next) - t) / s, y, y1, s, k);
        if tspan(next) == t1
          ys(:,end) = y1;
        end
        next++;
      end
    else
      if refine > 1
        u = (1:refine-1) / refine;
        if stop
          u = u * (t1 - t) / s;
        end
        ts = [ts, t + u * s];
        ys = [ys, between(order, u, y, y1, s, k)];
      end
      ts(end+1) = t1;
      ys(:,end+1) = y1;
    end
    t = t1;
    y = y1;
    k(:,1) = k(:,stages);
    if stop
      warning('integrate_adaptive:unexpected_termination', ...
              'Solver was stopped by a call of ''break'' in the main iteration loop at time t = %f before the endpoint at tend = %f was reached.  This may happen because the @odeplot function returned ''true'' or the @event function returned ''true''.', t, last);
      if given && ts(end) != t
        ts(end+1) = t;
        ys(:,end+1) = y;
      end
      break;
    end
    h = min(biggest, h * min(5, max(0.2, 0.8 * max(err, 1e-10) ^ (-1 / order))));
  end
  if wanted == 1
    solution.ie = ie;
    solution.xe = te;
    solution.ye = ye;
    solution.x = ts;
    solution.y = ys;
    solution.solver = name;
    varargout{1} = solution;
  else
    varargout = {ts.', ys.', te, ye, ie};
    varargout = varargout(1:max(wanted, 1));
  end
end

function h = first_step(g, t, y, slope, order, abstol, reltol, way)
  scale = abstol + abs(y) * reltol;
  d0 = norm(y ./ scale, Inf);
  d1 = norm(slope ./ scale, Inf);
  if d0 < 1e-5 || d1 < 1e-5
    h0 = 1e-6;
  else
    h0 = 0.01 * d0 / d1;
  end
  other = g(t + way * h0, y + way * h0 * slope);
  d2 = norm((other - slope) ./ scale, Inf) / h0;
  if max(d1, d2) <= 1e-15
    h1 = max(1e-6, h0 * 1e-3);
  else
    h1 = (0.01 / max(d1, d2)) ^ (1 / order);
  end
  h = min(100 * h0, h1);
end

% Where a function of the events changes its sign in a step.
function [t1, y1, new, stop, te, ye, ie] = look_for_events(events, extra, order, t, y, t1, y1, s, k, old, te, ye, ie)
  [new, ends, direction] = events(t1, y1, extra{:});
  new = new(:);
  stop = false;
  for j = 1:numel(new)
    crossed = old(j) * new(j) < 0 || (new(j) == 0 && old(j) != 0);
    if ! crossed || (direction(j) != 0 && sign(new(j) - old(j)) != direction(j))
      continue;
    end
    low = 0;
    high = (t1 - t) / s;
    for turn = 1:60
      u = (low + high) / 2;
      [value, ~, ~] = events(t + u * s, between(order, u, y, y1, s, k), extra{:});
      if sign(value(j)) == sign(old(j))
        low = u;
      else
        high = u;
      end
    end
    at = between(order, high, y, y1, s, k);
    te(end+1,1) = t + high * s;
    ye(end+1,:) = at.';
    ie(end+1,1) = j;
    if ends(j)
      t1 = t + high * s;
      y1 = at;
      [new, ~, ~] = events(t1, y1, extra{:});
      new = new(:);
      stop = true;
      return;
    end
  end
end

function [x, state, message] = lsode(f, x0, t)
  if ischar(f)
    f = str2func(f);
  end
  t = t(:).';
  g = @(t, x) f(x, t);
  if numel(t) == 1
    x = x0(:).';
  elseif numel(t) == 2
    [~, x] = ode45(g, [t(1), (t(1) + t(2)) / 2, t(2)], x0(:), odeset('RelTol', 1e-9, 'AbsTol', 1e-10));
    x = x([1 3],:);
  else
    [~, x] = ode45(g, t, x0(:), odeset('RelTol', 1e-9, 'AbsTol', 1e-10));
  end
  state = 2;
  message = 'successful exit';
end
