% Matrices with names.

function m = magic(n)
  n = fix(n);
  if n < 0
    error('magic: N must be non-negative');
  elseif n == 0
    m = [];
  elseif mod(n, 2) == 1
    [j, i] = meshgrid(1:n);
    a = mod(i + j - (n + 3) / 2, n);
    b = mod(i + 2 * j - 2, n);
    m = n * a + b + 1;
  elseif mod(n, 4) == 0
    m = reshape(1:n * n, n, n)';
    k = [1:4:n, 4:4:n];
    l = fliplr(k);
    keep = [2:4:n, 3:4:n];
    other = fliplr(keep);
    t = n * n + 1 - m;
    m(k, k) = t(k, k);
    m(keep, keep) = t(keep, keep);
  else
    h = n / 2;
    a = magic(h);
    m = [a, a + 2 * h * h; a + 3 * h * h, a + h * h];
    k = (h - 1) / 2;
    if k > 1
      at = [2:k, n - k + 2:n];
      left = [1:h];
      m(:, [1:k, n - k + 2:n]) = m([left + h, left], [1:k, n - k + 2:n]);
    else
      m(:, 1) = m([h + 1:n, 1:h], 1);
    end
    middle = k + 1;
    m([middle, middle + h], 1) = m([middle + h, middle], 1);
    m([middle, middle + h], middle) = m([middle + h, middle], middle);
  end
end

function h = hilb(n)
  if ! isscalar(n)
    error('hilb: N must be a scalar integer');
  end
  i = 1:n;
  h = 1 ./ (i' + i - 1);
end

function h = invhilb(n)
  if ! isscalar(n)
    error('invhilb: N must be a scalar integer');
  end
  h = zeros(n);
  p = n;
  for i = 1:n
    r = p * p;
    h(i, i) = r / (2 * i - 1);
    for j = i + 1:n
      r = -(n - j + 1) * r * (n + j - 1) / (j - 1) ^ 2;
      h(i, j) = r / (i + j - 1);
      h(j, i) = h(i, j);
    end
    p = (n - i) * p * (n + i) / i ^ 2;
  end
end

function v = vander(c, n)
  if ! isvector(c)
    error('vander: polynomial C must be a vector');
  end
  if nargin == 1
    n = numel(c);
  end
  v = c(:) .^ (n - 1:-1:0);
end

function t = toeplitz(c, r)
  if nargin == 1
    if ! (isvector(c) || isscalar(c) || isempty(c))
      error('toeplitz: C must be a vector');
    end
    r = c;
    if iscomplex(c)
      c = conj(c);
      c(1) = conj(c(1));
    end
  else
    if ! ((isvector(c) || isempty(c)) && (isvector(r) || isempty(r)))
      error('toeplitz: C and R must be vectors');
    end
    if ! isempty(c) && ! isempty(r) && r(1) != c(1)
      warning('toeplitz: column wins diagonal conflict');
    end
  end
  m = numel(c);
  n = numel(r);
  if m == 0 || n == 0
    t = zeros(m, n);
    return;
  end
  all = [r(n:-1:2)(:); c(:)];
  t = reshape(all((0:m - 1)' + (n:-1:1)), m, n);
end

function h = hankel(c, r)
  if nargin == 1
    if ! isvector(c)
      error('hankel: C must be a vector');
    end
    n = numel(c);
    all = [c(:); zeros(n - 1, 1)];
    h = reshape(all((1:n)' + (0:n - 1)), n, n);
  else
    if ! (isvector(c) && isvector(r))
      error('hankel: C and R must be vectors');
    end
    if r(1) != c(end)
      warning('hankel: column wins anti-diagonal conflict');
    end
    all = [c(:); r(2:end)(:)];
    h = reshape(all((1:numel(c))' + (0:numel(r) - 1)), numel(c), numel(r));
  end
end

function p = pascal(n, t)
  if nargin == 1
    t = 0;
  end
  if ! (isscalar(n) && isscalar(t))
    error('pascal: N and T must be scalars');
  elseif t < -1 || t > 2
    error('pascal: T must be -1, 0, 1, or 2');
  end
  p = zeros(n);
  if n > 0
    p(:, 1) = 1;
  end
  for j = 2:n
    for i = j:n
      p(i, j) = p(i - 1, j - 1) + p(i - 1, j);
    end
  end
  if t != -1
    p = p .* (-1) .^ (0:n - 1);
  end
  if t == 0
    p = p * p';
  elseif t == 2
    p = rot90(p, 3);
    if mod(n, 2) != 1
      p = -p;
    end
  end
end

function r = rosser()
  r = [611, 196, -192, 407, -8, -52, -49, 29;
       196, 899, 113, -192, -71, -43, -8, -44;
       -192, 113, 899, 196, 61, 49, 8, 52;
       407, -192, 196, 611, 8, 44, 59, -23;
       -8, -71, 61, 8, 411, -599, 208, 208;
       -52, -43, 49, 44, -599, 411, 208, 208;
       -49, -8, 8, 59, 208, 208, 99, -911;
       29, -44, 52, -23, 208, 208, -911, 99];
end

function w = wilkinson(n)
  if ! (isscalar(n) && n >= 0 && n == fix(n))
    error('wilkinson: N must be a non-negative integer');
  end
  side = ones(max(n - 1, 0), 1);
  w = zeros(n);
  if n > 0
    w = diag(abs(-(n - 1) / 2:(n - 1) / 2));
  end
  if n > 1
    w = w + diag(side, -1) + diag(side, 1);
  end
end

function h = hadamard(n)
  [f, k] = log2(n);
  if f != 0.5
    error('hadamard: N must be 2^k*p, for p = 1, 12, 20 or 28');
  end
  h = 1;
  for i = 1:k - 1
    h = [h, h; h, -h];
  end
end

function y = logspace(a, b, n)
  if nargin == 2
    n = 50;
  end
  if ! (isscalar(a) && isscalar(b) && isscalar(n))
    error('logspace: arguments A, B, and N must be scalars');
  end
  if b == pi
    b = log10(pi);
  end
  y = 10 .^ linspace(a, b, fix(n));
end
