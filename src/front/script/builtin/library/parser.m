% inputParser: an object whose property spec has what was added, by kind: names, values, checks.

function p = inputParser()
  none = struct('names', {{}}, 'values', {{}}, 'checks', {{}});
  spec = struct('Required', none, 'Optional', none, 'Parameter', none, 'Switch', none);
  p = __object__('inputParser', struct('CaseSensitive', false, 'FunctionName', '', 'KeepUnmatched', false, ...
      'PartialMatching', true, 'StructExpand', true, 'Parameters', {{}}, 'Results', struct(), ...
      'Unmatched', struct(), 'UsingDefaults', {{}}, 'spec', spec));
end

function add_argument(p, kind, name, value, check, caller)
  if ~isvarname(name)
    error('inputParser.%s: NAME must be a valid variable name', caller);
  end
  if any(strcmp(p.Parameters, name))
    error('inputParser.%s: argname ''%s'' has already been specified', caller, name);
  end
  p.spec.(kind).names{end + 1} = name;
  p.spec.(kind).values{end + 1} = value;
  p.spec.(kind).checks{end + 1} = check;
  p.Parameters{end + 1} = name;
end

function addRequired(p, name, check)
  if nargin < 3, check = []; end
  s = p.spec;
  if ~isempty(s.Optional.names) || ~isempty(s.Parameter.names) || ~isempty(s.Switch.names)
    error('inputParser.addRequired: can''t have a Required argument after Optional, Parameter, or Switch');
  end
  add_argument(p, 'Required', name, [], check, 'addRequired');
end

function addOptional(p, name, value, check)
  if nargin < 4, check = []; end
  if ~isempty(p.spec.Parameter.names) || ~isempty(p.spec.Switch.names)
    error('inputParser.Optional: can''t have Optional arguments after Parameter or Switch');
  end
  add_argument(p, 'Optional', name, value, check, 'addOptional');
end

function addParameter(p, name, value, check, varargin)
  if nargin < 4 || ischar(check), check = []; end
  add_argument(p, 'Parameter', name, value, check, 'addParameter');
end

function addParamValue(p, name, value, check)
  if nargin < 4, check = []; end
  add_argument(p, 'Parameter', name, value, check, 'addParamValue');
end

function addSwitch(p, name)
  add_argument(p, 'Switch', name, false, [], 'addSwitch');
end

function fail_parse(p, varargin)
  text = sprintf(varargin{:});
  if ~isempty(p.FunctionName), text = [p.FunctionName ': ' text]; end
  error('%s', text);
end

% What is wrong with the value, or ''.
function told = failed_check(check, value)
  told = '';
  if isempty(check), return, end
  try
    ok = check(value);
  catch err
    told = err.message;
  end
  if ~isempty(strfind(told, 'value on the right hand side')) || ~isempty(strfind(told, 'called with too many outputs'))
    told = '';
    try
      check(value); % it gives nothing, but fails where the value is wrong
    catch err
      told = err.message;
    end
    ok = true;
  end
  told = regexprep(told, '^validateattributes: ', '');
  if ~isempty(told), return, end
  if ~all(ok(:)), told = ['Checked with "' regexprep(func2str(check), '^@(?=\w)', '') '"']; end
end

function check_argument(p, name, check, value)
  told = failed_check(check, value);
  if ~isempty(told), fail_parse(p, 'failed validation of %s. %s', upper(name), told); end
end

function at = find_argument(p, kind, name)
  if p.CaseSensitive
    at = find(strcmp(p.spec.(kind).names, name), 1);
  else
    at = find(strcmpi(p.spec.(kind).names, name), 1);
  end
end

% Optional arguments from input k + 1 on; a text that one refuses may be the name of a parameter.
function [results, k] = take_optional(p, results, inputs, k)
  s = p.spec.Optional;
  for n = 1:numel(s.names)
    if k >= numel(inputs), return, end
    value = inputs{k + 1};
    if ~isempty(failed_check(s.checks{n}, value))
      if ischar(value) || (p.StructExpand && isstruct(value)), return, end
      fail_parse(p, "failed validation of %s\nValidation function: %s", upper(s.names{n}), func2str(s.checks{n}));
    end
    results.(s.names{n}) = value;
    k++;
  end
end

function [results, unmatched] = take_named(p, results, inputs, k)
  unmatched = struct();
  while k < numel(inputs)
    name = inputs{++k};
    if p.StructExpand && isstruct(name) && isscalar(name)
      pairs = [fieldnames(name)'; struct2cell(name)'];
      inputs = [inputs(1:k), pairs(:)', inputs(k + 1:end)];
      continue
    end
    if ~ischar(name), fail_parse(p, 'non-string for Parameter name or Switch'); end
    at = find_argument(p, 'Parameter', name);
    if ~isempty(at)
      if k >= numel(inputs), fail_parse(p, 'no value for parameter ''%s''', upper(name)); end
      name = p.spec.Parameter.names{at};
      value = inputs{++k};
      check_argument(p, name, p.spec.Parameter.checks{at}, value);
      results.(name) = value;
    elseif ~isempty(find_argument(p, 'Switch', name))
      results.(p.spec.Switch.names{find_argument(p, 'Switch', name)}) = true;
    elseif p.KeepUnmatched && k < numel(inputs)
      unmatched.(name) = inputs{++k};
    else
      fail_parse(p, 'argument ''%s'' is not a valid parameter', upper(name));
    end
  end
end

function parse(p, varargin)
  s = p.spec;
  results = struct();
  needed = numel(s.Required.names);
  if numel(varargin) < needed
    if isempty(p.FunctionName), error('inputParser.parse: not enough input arguments'); end
    error('Invalid call to %s', p.FunctionName);
  end
  for k = 1:needed
    check_argument(p, s.Required.names{k}, s.Required.checks{k}, varargin{k});
    results.(s.Required.names{k}) = varargin{k};
  end
  [results, k] = take_optional(p, results, varargin, needed);
  [results, left] = add_missing(results, s.Optional, {});
  [results, unmatched] = take_named(p, results, varargin, k);
  [results, left] = add_missing(results, s.Parameter, left);
  [results, left] = add_missing(results, s.Switch, left);
  p.Results = results;
  p.Unmatched = unmatched;
  p.UsingDefaults = left;
end

function [results, left] = add_missing(results, kind, left)
  for k = 1:numel(kind.names)
    if ~isfield(results, kind.names{k})
      results.(kind.names{k}) = kind.values{k};
      left{end + 1} = kind.names{k};
    end
  end
end
