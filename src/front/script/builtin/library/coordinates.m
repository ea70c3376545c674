% Coordinates of other kinds.

function [x, y, z] = take_columns(args)
  z = [];
  x = args{1};
  if numel(args) == 1
    y = x(:,2);
    if columns(x) > 2
      z = x(:,3);
    end
    x = x(:,1);
  else
    y = args{2};
    if numel(args) > 2
      z = args{3};
    end
  end
end

function [theta, r, z] = cart2pol(varargin)
  [x, y, z] = take_columns(varargin);
  theta = atan2(y, x);
  r = sqrt(x .^ 2 + y .^ 2);
end

function [x, y, z] = pol2cart(varargin)
  [theta, r, z] = take_columns(varargin);
  x = r .* cos(theta);
  y = r .* sin(theta);
end

function [theta, phi, r] = cart2sph(varargin)
  [x, y, z] = take_columns(varargin);
  theta = atan2(y, x);
  phi = atan2(z, sqrt(x .^ 2 + y .^ 2));
  r = sqrt(x .^ 2 + y .^ 2 + z .^ 2);
end

function [x, y, z] = sph2cart(varargin)
  [theta, phi, r] = take_columns(varargin);
  x = r .* cos(phi) .* cos(theta);
  y = r .* cos(phi) .* sin(theta);
  z = r .* sin(phi);
end
