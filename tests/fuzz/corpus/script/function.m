function r = f(a, varargin)
  r = sin(a) + k;
  k = numel(varargin);
end
