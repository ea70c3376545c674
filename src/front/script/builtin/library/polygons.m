% Areas and insides of polygons and rectangles.

function a = polyarea(x, y, dim)
  if nargin < 3, dim = find(size(x) > 1, 1); end
  if isempty(dim), dim = 1; end
  if ~size_equal(x, y), error('polyarea: X and Y must have the same shape'); end
  a = abs(sum(x .* (circshift(y, -1, dim) - circshift(y, 1, dim)), dim)) / 2;
end

function [in, on] = inpolygon(x, y, px, py)
  if ~size_equal(x, y), error('inpolygon: X and Y must be real arrays of the same size'); end
  in = on = false(size(x));
  n = numel(px);
  for k = 1:n
    j = mod(k - 2, n) + 1;
    dx = px(j) - px(k); dy = py(j) - py(k);
    side = dx .* (y - py(k)) - (x - px(k)) .* dy;
    crosses = (py(k) <= y & y < py(j)) | (py(j) <= y & y < py(k));
    hit = crosses & 0 < side .* dy;
    in(hit) = ~in(hit);
    near = side == 0 & (x - px(k)) .* (x - px(j)) <= 0 & (y - py(k)) .* (y - py(j)) <= 0;
    on |= near;
  end
  in |= on;
end

function area = rectint(a, b)
  area = zeros(rows(a), rows(b));
  for k = 1:rows(b)
    w = min(a(:, 1) + a(:, 3), b(k, 1) + b(k, 3)) - max(a(:, 1), b(k, 1));
    h = min(a(:, 2) + a(:, 4), b(k, 2) + b(k, 4)) - max(a(:, 2), b(k, 2));
    area(:, k) = max(w, 0) .* max(h, 0);
  end
end
