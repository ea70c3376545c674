[a,' b']
@(x) x + 1
@() disp(1)
@(x, ~) x
@(x, varargin) numel(varargin)
@(x) @(y) x + y
@plus
@pkg.f
cellfun(@(x) x(1), c)
f(@(x) x, 1)
a(@(x) x')
1e3
