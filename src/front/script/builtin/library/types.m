% Checks of arguments that say best in this language what they do.

function str = validatestring(str, options, varargin)
  if ! ischar(str) || ! isrow(str)
    error('validatestring: STR must be a single character string');
  elseif ! iscellstr(options)
    error('validatestring: STRARRAY must be a cellstr');
  end
  who = 'validatestring';
  what = '';
  place = '';
  named = 0;
  for k = 1:numel(varargin)
    v = varargin{k};
    if isnumeric(v)
      place = sprintf('argument #%d', v);
    elseif named == 0
      if ! isempty(v)
        who = v;
      end
      named = 1;
    else
      if ! isempty(v)
        what = ['variable ', v];
      end
      named = 2;
    end
  end
  if ! isempty(what) && ! isempty(place)
    told = [' (', what, ', ', place, ')'];
  elseif ! isempty(what) || ! isempty(place)
    told = [' (', what, place, ')'];
  else
    told = '';
  end
  n = numel(str);
  fit = false(1, numel(options));
  for k = 1:numel(options)
    fit(k) = strncmpi(str, options{k}, n);
  end
  found = options(fit);
  names = strjoin(cellfun(@(t) ['''', t, ''''], options(:)', 'UniformOutput', false), ', ');
  if isempty(found)
    if ! isempty(names)
      names = ["\n", names];
    end
    error('%s: ''%s''%s does not match any of%s', who, str, told, names);
  end
  lengths = cellfun(@numel, found);
  [least, at] = min(lengths);
  short = found{at};
  same = true;
  for k = 1:numel(found)
    same = same && strncmpi(short, found{k}, least);
  end
  if ! same
    names = strjoin(cellfun(@(t) ['''', t, ''''], found(:)', 'UniformOutput', false), ', ');
    error('%s: ''%s''%s matches multiple possible values:%s', who, str, told, ["\n", names]);
  end
  str = short;
end
