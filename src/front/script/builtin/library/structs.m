% Fields by names and subscripts that are values.

function out = getfield(s, varargin)
  out = s;
  for k = 1:numel(varargin)
    v = varargin{k};
    if iscell(v)
      out = out(v{:});
    else
      out = out.(v);
    end
  end
end

function s = setfield(s, varargin)
  v = varargin{end};
  path = varargin(1:end - 1);
  s = set_path(s, path, v);
end

function s = set_path(s, path, v)
  first = path{1};
  if numel(path) == 1
    if iscell(first)
      s(first{:}) = v;
    else
      s.(first) = v;
    end
    return;
  end
  if iscell(first)
    second = path{2};
    if numel(path) == 2
      s(first{:}).(second) = v;
    else
      inner = [];
      if isfield(s, second)
        inner = s(first{:}).(second);
      end
      s(first{:}).(second) = set_path(inner, path(3:end), v);
    end
  else
    inner = [];
    if isfield(s, first)
      inner = s.(first);
    end
    s.(first) = set_path(inner, path(2:end), v);
  end
end

function s = substruct(varargin)
  if rem(numel(varargin), 2)
    print_usage();
  end
  s = struct('type', varargin(1:2:end), 'subs', varargin(2:2:end));
end

function v = subsref(v, idx)
  if ! isstruct(idx) || ! isfield(idx, 'type') || ! isfield(idx, 'subs')
    error('subsref: second argument must be a structure with fields ''type'' and ''subs''');
  end
  for k = 1:numel(idx)
    subs = idx(k).subs;
    switch idx(k).type
      case '()', v = v(subs{:});
      case '{}', v = v{subs{:}};
      case '.', v = v.(subs);
      otherwise, error('subsref: type string ''%s'' is none of (), {} and .', idx(k).type);
    end
  end
end

function v = subsasgn(v, idx, rhs)
  if ! isstruct(idx) || ! isfield(idx, 'type') || ! isfield(idx, 'subs')
    error('subsasgn: second argument must be a structure with fields ''type'' and ''subs''');
  end
  if numel(idx) > 1
    inner = [];
    try
      inner = subsref(v, idx(1));
    catch
      inner = [];
    end
    rhs = subsasgn(inner, idx(2:end), rhs);
  end
  subs = idx(1).subs;
  switch idx(1).type
    case '()', v(subs{:}) = rhs;
    case '{}', v{subs{:}} = rhs;
    case '.', v.(subs) = rhs;
    otherwise, error('subsasgn: type string ''%s'' is none of (), {} and .', idx(1).type);
  end
end

% What `for [value, key] = s` goes over: a column {value; key} for each field.
function out = __pairs__(s)
  if ~isstruct(s)
    error('in statement ''for [X, Y] = VAL'', VAL must be a structure');
  end
  names = fieldnames(s)';
  if isscalar(s)
    values = struct2cell(s)';
  else
    values = cell(1, numel(names));
    for k = 1:numel(names)
      values{k} = reshape({s.(names{k})}, size(s));
    end
  end
  out = [values; names];
end
