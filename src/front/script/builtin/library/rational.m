% Numbers as quotients of integers, and as the digits of their bits.

function varargout = rat(x, tol)
  if ~isfloat(x)
    error('rat: X must be a single or double array');
  end
  finite = x(isfinite(x));
  if nargin < 2, tol = 1e-6 * sum(abs(finite(:))); end
  n = zeros(size(x));
  d = ones(size(x));
  texts = cell(numel(x), 1);
  for k = 1:numel(x)
    [n(k), d(k), texts{k}] = one_quotient(double(x(k)), tol);
  end
  if nargout > 1
    varargout = {n, d};
  else
    varargout = {char(texts)};
  end
end

% The continued fraction of x, until what it says is close enough.
function [n, d, text] = one_quotient(x, tol)
  if ~isfinite(x)
    n = sign(x); d = 0; text = num2str(x);
    if isnan(x), n = NaN; d = 1; end
    return
  end
  before = [1 0];
  n = round(x); d = 1;
  rest = x - n;
  text = sprintf('%d', n);
  open = 0;
  pending = [];
  while abs(x - n / d) >= tol && rest ~= 0
    step = round(1 / rest);
    rest = 1 / rest - step;
    now = [n d] * step + before;
    before = [n d];
    n = now(1); d = now(2);
    if ~isempty(pending)
      text = sprintf('%s + 1/(%d', text, pending);
      open++;
    end
    pending = step;
  end
  if ~isempty(pending) && pending < 0
    text = sprintf('%s + 1/(%d)', text, pending);
  elseif ~isempty(pending)
    text = sprintf('%s + 1/%d', text, pending);
  end
  text = [text repmat(')', 1, open)];
  if d < 0, n = -n; d = -d; end
end

function out = num2hex(x)
  if isa(x, 'single')
    bits = typecast(x(:), 'uint32'); digits = 8;
  elseif isinteger(x) || ischar(x) || islogical(x)
    if ~isinteger(x), x = uint8(x); end
    digits = 2 * numel(typecast(x(1), 'uint8'));
    bits = typecast(x(:), sprintf('uint%d', 4 * digits));
  else
    bits = typecast(double(x(:)), 'uint64'); digits = 16;
  end
  out = repmat('0', numel(bits), digits);
  letters = '0123456789abcdef';
  for k = digits:-1:1
    out(:, k) = letters(double(bitand(bits, 15)) + 1);
    bits = bitshift(bits, -4);
  end
end

function out = hex2num(text, class_)
  if nargin < 2, class_ = 'double'; end
  shape = [];
  if iscell(text), shape = size(text); text = char(text); end
  sizes = struct('double', 16, 'single', 8, 'int8', 2, 'uint8', 2, 'int16', 4, 'uint16', 4, 'int32', 8, 'uint32', 8, ...
                 'int64', 16, 'uint64', 16, 'char', 2, 'logical', 2);
  if ~isfield(sizes, class_), error('hex2num: unrecognized CLASS ''%s''', class_); end
  digits = sizes.(class_);
  if columns(text) > digits, error('hex2num: S must be no more than %d characters', digits); end
  bits = zeros(rows(text), 1, sprintf('uint%d', 4 * digits));
  for k = 1:digits
    bits = bitshift(bits, 4);
    if k <= columns(text)
      [found, at] = ismember(lower(text(:, k)), '0123456789abcdef');
      if any(~found & text(:, k) ~= ' '), error('hex2num: invalid character found in string S'); end
      bits = bitor(bits, cast(max(at - 1, 0), class(bits)));
    end
  end
  if strcmp(class_, 'char'), out = char(bits); elseif strcmp(class_, 'logical'), out = logical(bits);
  else, out = typecast(bits, class_); end
  if ~isempty(shape), out = reshape(out, shape); end
end
