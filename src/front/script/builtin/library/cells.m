% Cells of matrices and matrices of cells.

function m = cell2mat(c)
  if ! iscell(c)
    error('cell2mat: C must be a cell array');
  end
  if isempty(c)
    m = zeros(size(c));
    return;
  end
  isc = cellfun('isclass', c, 'cell');
  iss = cellfun('isclass', c, 'struct');
  known = cellfun('isnumeric', c) | cellfun('islogical', c) | cellfun('isclass', c, 'char');
  chars = cellfun('isclass', c, 'char');
  if ! (all(known(:)) && (all(chars(:)) || ! any(chars(:)))) && ! all(isc(:)) && ! all(iss(:))
    error('cell2mat: wrong type elements or mixed cells, structs, and matrices');
  end
  if numel(c) == 1
    m = c{1};
    return;
  end
  n = ndims(c);
  while n > 2
    c = join_along(c, n);
    n = n - 1;
  end
  % Rows first where there are fewer of them, as the sum of both is the same.
  if size(c, 1) < size(c, 2)
    c = join_along(c, 1);
    m = horzcat(c{:});
  else
    c = join_along(c, 2);
    m = vertcat(c{:});
  end
end

function out = join_along(c, dim)
  sz = size(c);
  sz(end + 1:dim) = 1;
  inner = prod(sz(1:dim - 1));
  n = sz(dim);
  outer = prod(sz(dim + 1:end));
  c = reshape(c, [inner, n, outer]);
  sz(dim) = 1;
  out = cell(sz);
  for k = 1:inner
    for o = 1:outer
      parts = c(k, :, o);
      out{k + inner * (o - 1)} = cat(dim, parts{:});
    end
  end
end

function c = mat2cell(x, varargin)
  sz = size(x);
  n = numel(varargin);
  if n == 1
    for d = 2:numel(sz)
      varargin{d} = sz(d);
    end
  end
  n = numel(varargin);
  sz(end + 1:n) = 1;
  parts = ones(1, max(n, 2));
  for d = 1:n
    total = sum(varargin{d});
    if total != sz(d)
      error('mat2cell: mismatch on dimension %d (%d != %d)', d, sz(d), total);
    end
    parts(d) = numel(varargin{d});
  end
  for d = n + 1:numel(sz)
    varargin{d} = sz(d);
    parts(d) = 1;
  end
  n = numel(varargin);
  c = cell(parts);
  for k = 1:numel(c)
    at = cell(1, n);
    rest = k - 1;
    for d = 1:n
      p = mod(rest, parts(d)) + 1;
      rest = floor(rest / parts(d));
      ends = cumsum(varargin{d}(:)');
      at{d} = ends(p) - varargin{d}(p) + 1:ends(p);
    end
    c{k} = x(at{:});
  end
end

function celldisp(c, name)
  if ! iscell(c)
    error('celldisp: argument must be a cell array');
  end
  if nargin < 2
    name = inputname(1);
  end
  for k = 1:numel(c)
    if isvector(c) || isempty(c)
      told = sprintf('%s{%d}', name, k);
    else
      at = cell(1, ndims(c));
      [at{:}] = ind2sub(size(c), k);
      told = sprintf('%s{%s}', name, strjoin(cellfun(@(n) sprintf('%d', n), at, 'UniformOutput', false), ','));
    end
    if iscell(c{k})
      celldisp(c{k}, told);
    elseif isempty(c{k})
      printf("%s = [](%dx%d)\n", told, rows(c{k}), columns(c{k}));
    else
      printf("%s = \n\n", told);
      disp(c{k});
      printf("\n");
    end
  end
end
