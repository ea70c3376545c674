% Columns of text files, and what is seldom asked of text.

function c = textscan(source, template, varargin)
  limit = Inf;
  if ischar(source)
    text = source;
  else
    text = fread(source, Inf, 'uint8=>char')';
  end
  if nargin < 2 || isempty(template)
    template = '%f';
  end
  if ! isempty(varargin) && isnumeric(varargin{1})
    limit = varargin{1};
    varargin(1) = [];
  end
  c = scan_columns(text, template, limit, varargin);
end

function varargout = strread(text, template, varargin)
  if nargin < 2
    template = '%f';
  end
  varargout = scan_columns(text, template, Inf, varargin);
end

function varargout = textread(file, template, varargin)
  varargout = scan_columns(fileread(file), template, Inf, varargin);
end

function c = scan_columns(text, template, limit, options)
  separators = '';
  skip = 0;
  for k = 1:2:numel(options) - 1
    switch lower(options{k})
      case 'delimiter'
        separators = do_string_escapes(strjoin(cellstr(options{k + 1})', ''));
      case 'headerlines'
        skip = options{k + 1};
    end
  end
  for k = 1:skip
    at = find(text == "\n", 1);
    if isempty(at)
      text = '';
    else
      text = text(at + 1:end);
    end
  end
  words = regexp(template, '%(\*?)[\d.]*([a-zA-Z]\d*|\[[^\]]*\])([^%\s]*)', 'tokens');
  for k = 1:numel(words)
    last = words{k}{end};
    if ! isempty(last) && ! any(last(1) == '%fdsuqcn*[')
      separators = [separators last];
    end
  end
  c = read_columns(text, template, separators, limit);
end

% Fields of all lines in turn go to the columns of the template.
function c = read_columns(text, template, separators, limit)
  kinds = regexp(template, '%\*?[\d.]*(?:[a-zA-Z]\d*|\[[^\]]*\])', 'match');
  n = numel(kinds);
  c = cell(1, n);
  for k = 1:n
    c{k} = {};
  end
  lines = strsplit(strrep(text, "\r", ''), "\n", 'CollapseDelimiters', false);
  column = 1;
  for j = 1:numel(lines)
    fields = fields_of(lines{j}, separators);
    for f = 1:numel(fields)
      if numel(c{column}) >= limit
        break;
      end
      c{column}{end + 1, 1} = fields{f};
      column = mod(column, n) + 1;
    end
  end
  keep = true(1, n);
  for k = 1:n
    keep(k) = kinds{k}(2) != '*';
    c{k} = column_of(c{k}, kinds{k});
  end
  c = c(keep);
end

function fields = fields_of(line, separators)
  if isempty(strtrim(line))
    fields = {};
  elseif isempty(separators)
    fields = regexp(line, '\S+', 'match');
  else
    fields = strtrim(ostrsplit(line, separators));
  end
end

function x = column_of(fields, kind)
  kind = regexprep(kind, '^%\*?[\d.]*', '');
  if any(kind(1) == 'sq[c')
    x = fields;
    return;
  end
  x = zeros(numel(fields), 1);
  for k = 1:numel(fields)
    x(k) = str2double(fields{k});
  end
  if kind(1) == 'd'
    x = feval(integer_class('int', kind), x);
  elseif kind(1) == 'u'
    x = feval(integer_class('uint', kind), x);
  end
end

function y = untabify(text, width, strip)
  if nargin < 2
    width = 8;
  end
  y = '';
  for k = 1:numel(text)
    if text(k) == "\t"
      y = [y blanks(width - mod(numel(y), width))];
    else
      y(end + 1) = text(k);
    end
  end
end

function y = isstrprop(text, kind)
  switch kind
    case {'alpha', 'alphabetic'}
      y = isalpha(text);
    case {'alnum', 'alphanum'}
      y = isalnum(text);
    case {'digit', 'lower', 'upper', 'cntrl', 'punct', 'space', 'graph', 'print', 'xdigit', 'ascii'}
      y = feval(['is' kind], text);
    case 'wspace'
      y = isspace(text);
    case 'graphic'
      y = isgraph(text);
    otherwise
      error('isstrprop: invalid string type: %s', kind);
  end
end

function name = integer_class(name, kind)
  if numel(kind) == 1
    name = [name '32'];
  else
    name = [name kind(2:end)];
  end
end
