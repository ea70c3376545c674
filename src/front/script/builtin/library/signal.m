% Signals.

function y = conv(a, b, shape)
  if ! (isvector(a) && isvector(b)) || iscell(a) || iscell(b)
    error('conv: both arguments A and B must be vectors');
  end
  if nargin < 3
    shape = 'full';
  elseif ! any(strcmp(shape, {'full', 'same', 'valid'}))
    error('conv: SHAPE argument must be "full", "same", or "valid"');
  end
  y = conv2(a(:), b(:));
  n = numel(a);
  m = numel(b);
  if (strcmp(shape, 'full') && n <= m && isrow(b)) || ((n > m || ! strcmp(shape, 'full')) && isrow(a))
    y = y.';
  end
  if strcmp(shape, 'same')
    first = ceil((numel(y) - n) / 2);
    y = y(first + (1:n));
  elseif strcmp(shape, 'valid')
    if m > n && isrow(a)
      y = zeros(1, 0);
    elseif m > n
      y = zeros(0, 1);
    else
      y = y(m:n);
    end
  end
end

function y = fftconv(a, b, n)
  if ! (isvector(a) && isvector(b))
    error('fftconv: both A and B must be vectors');
  end
  m = numel(a) + numel(b) - 1;
  if nargin < 3
    n = m;
  end
  y = ifft(fft(a(:), max(n, m)) .* fft(b(:), max(n, m)));
  y = y(1:max(n, m)).';
  if iscolumn(a) && iscolumn(b) && m > 1
    y = y.';
  end
end

function y = fftfilt(b, x, n)
  row = isrow(x);
  if row
    x = x.';
  end
  m = rows(x) + numel(b) - 1;
  y = ifft(fft(x, m) .* fft(b(:), m));
  y = y(1:rows(x), :);
  if isreal(b) && isreal(x)
    y = real(y);
    if all(b(:) == fix(b(:))) && all(x(:) == fix(x(:)))
      y = round(y);
    end
  end
  if row
    y = y.';
  end
end

function y = filter2(b, x, shape)
  if nargin < 3
    shape = 'same';
  end
  y = conv2(x, b(rows(b):-1:1, columns(b):-1:1), shape);
end

function y = fftshift(x, dim)
  if ! (isnumeric(x) || islogical(x) || ischar(x))
    error('fftshift: X must be a vector or matrix');
  end
  if nargin == 2
    n = size(x, dim);
    y = circshift(x, floor(n / 2), dim);
    return;
  end
  y = x;
  if isvector(x)
    n = numel(x);
    k = ceil(n / 2);
    y = x([k+1:n, 1:k]);
  else
    for d = 1:ndims(x)
      y = circshift(y, floor(size(x, d) / 2), d);
    end
  end
end

function y = ifftshift(x, dim)
  if ! (isnumeric(x) || islogical(x) || ischar(x))
    error('ifftshift: X must be a vector or matrix');
  end
  if nargin == 2
    n = size(x, dim);
    y = circshift(x, -floor(n / 2), dim);
    return;
  end
  y = x;
  if isvector(x)
    n = numel(x);
    k = floor(n / 2);
    y = x([k+1:n, 1:k]);
  else
    for d = 1:ndims(x)
      y = circshift(y, -floor(size(x, d) / 2), d);
    end
  end
end

function n = nextpow2(x)
  if ! isnumeric(x)
    error('nextpow2: X must be numeric');
  end
  [f, n] = log2(abs(x));
  n(f == 0.5) = n(f == 0.5) - 1;
  n(isnan(x)) = NaN;
  n(isinf(x)) = Inf;
end

function y = detrend(x, p)
  if nargin < 2
    p = 1;
  end
  if ! isnumeric(x) || ndims(x) > 2
    error('detrend: X must be a numeric vector or matrix');
  end
  if ischar(p) && strcmp(p, 'constant')
    p = 0;
  elseif ischar(p) && strcmp(p, 'linear')
    p = 1;
  elseif ischar(p) || ! isscalar(p) || p < 0 || p != fix(p)
    error('detrend: P must be "constant", "linear", or a positive integer');
  end
  row = isvector(x) && isrow(x);
  if row
    x = x.';
  end
  n = rows(x);
  b = ((1:n)' * ones(1, p + 1)) .^ (ones(n, 1) * (0:p));
  y = x - b * (b \ x);
  if row
    y = y.';
  end
end

function y = sinc(x)
  y = ones(size(x));
  at = x != 0;
  t = pi * x(at);
  y(at) = sin(t) ./ t;
end

function y = unwrap(x, tol, dim)
  if ! isnumeric(x)
    error('unwrap: X must be a numeric matrix or vector');
  end
  if nargin < 2 || isempty(tol)
    tol = pi;
  end
  tol = abs(tol);
  if nargin < 3
    dim = find(size(x) > 1, 1);
    if isempty(dim)
      dim = 1;
    end
  end
  if size(x, dim) < 2
    y = x;
    return;
  end
  d = diff(x, 1, dim);
  turns = ceil((abs(d) - tol) ./ (2 * pi)) .* (abs(d) > tol);
  turns = -sign(d) .* turns * 2 * pi;
  first = size(x);
  first(dim) = 1;
  y = x + cat(dim, zeros(first), cumsum(turns, dim));
end

function y = hilbert(x)
  row = isrow(x);
  if row
    x = x.';
  end
  n = rows(x);
  h = zeros(n, 1);
  h(1) = 1;
  h(2:ceil(n / 2)) = 2;
  if mod(n, 2) == 0
    h(n / 2 + 1) = 1;
  end
  y = ifft(fft(real(x)) .* h);
  if row
    y = y.';
  end
end

function [h, w] = freqz(b, a, n, whole)
  if nargin < 2 || isempty(a)
    a = 1;
  end
  if nargin < 3 || isempty(n)
    n = 512;
  end
  if ischar(n)
    n = 512;
    whole = 'whole';
    all_of_it = true;
  else
    all_of_it = nargin > 3 && ! isempty(whole);
  end
  if ! isscalar(n)
    w = n(:);
  elseif all_of_it
    w = 2 * pi * (0:n-1)' / n;
  else
    w = pi * (0:n-1)' / n;
  end
  z = cos(w) + 1i * (0 - sin(w));
  h = polyval(fliplr(b(:).'), z) ./ polyval(fliplr(a(:).'), z);
end

function [p, w] = periodogram(x, window, n, range)
  x = x(:);
  if nargin < 2 || isempty(window)
    window = ones(numel(x), 1);
  end
  if nargin < 3 || isempty(n)
    n = max(256, 2 ^ ceil(log2(numel(x))));
  end
  window = window(:);
  p = abs(fft(x .* window, n)) .^ 2 / sum(window .^ 2) / (2 * pi);
  w = 2 * pi * (0:n-1)' / n;
  if isreal(x)
    half = floor(n / 2) + 1;
    p = p(1:half);
    w = w(1:half);
    if mod(n, 2) == 0
      p(2:end-1) = 2 * p(2:end-1);
    else
      p(2:end) = 2 * p(2:end);
    end
  end
end
