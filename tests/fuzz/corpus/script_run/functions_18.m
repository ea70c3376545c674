1;
function r = add(varargin), r = plus(varargin{:}); end
add(3, 4)
