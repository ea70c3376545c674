% Products of vectors and blocks.

function z = dot(x, y, dim)
  if ! (isnumeric(x) && isnumeric(y))
    error('dot: X and Y must be numeric');
  end
  if nargin == 2 && isvector(x) && isvector(y)
    if numel(x) != numel(y)
      error('dot: sizes of X and Y must match');
    end
    if isfloat(x) && isfloat(y)
      z = x(:)' * y(:);
    else
      z = sum(x(:) .* y(:));
    end
    return;
  end
  if ! isequal(size(x), size(y))
    error('dot: sizes of X and Y must match');
  end
  if nargin == 2 && isequal(size(x), [0 0])
    z = zeros(1, 0);
    return;
  elseif nargin == 2
    dim = find(size(x) != 1, 1);
    if isempty(dim)
      dim = 1;
    end
  elseif ! (isscalar(dim) && dim >= 1 && dim == fix(dim))
    error('dot: DIM must be a valid dimension');
  end
  z = sum(conj(x) .* y, dim);
end

function z = cross(x, y, dim)
  if ndims(x) == 2 && ndims(y) == 2 && nargin == 2
    if iscolumn(x) && isrow(y)
      warning('cross: taking cross product of column by row');
      y = y.';
    elseif isrow(x) && iscolumn(y)
      warning('cross: taking cross product of row by column');
      x = x.';
    end
  end
  if ! isequal(size(x), size(y))
    error('cross: X and Y must have the same dimensions');
  end
  if nargin == 2
    dim = find(size(x) == 3, 1);
    if isempty(dim)
      error('cross: must have at least one dimension with 3 elements');
    end
  elseif size(x, dim) != 3
    error('cross: dimension DIM must have 3 elements');
  end
  order = 1:ndims(x);
  order([1 dim]) = order([dim 1]);
  shape = size(permute(x, order));
  u = reshape(permute(x, order), 3, []);
  v = reshape(permute(y, order), 3, []);
  z = [u(2,:) .* v(3,:) - u(3,:) .* v(2,:)
       u(3,:) .* v(1,:) - u(1,:) .* v(3,:)
       u(1,:) .* v(2,:) - u(2,:) .* v(1,:)];
  z = permute(reshape(z, shape), order);
end

function z = kron(a, b, varargin)
  if ischar(a) || ischar(b)
    error('invalid conversion from string to real matrix');
  end
  a = a(:,:);
  b = b(:,:);
  if isinteger(a)
    a = double(a);
  end
  if isinteger(b)
    b = double(b);
  end
  [ra, ca] = size(a);
  [rb, cb] = size(b);
  if isempty(a) || isempty(b)
    z = zeros(ra * rb, ca * cb);
  else
    z = reshape(reshape(b, [rb 1 cb 1]) .* reshape(a, [1 ra 1 ca]), ra * rb, ca * cb);
  end
  for k = 1:numel(varargin)
    z = kron(z, varargin{k});
  end
end
