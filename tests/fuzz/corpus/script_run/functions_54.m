1;
function r = area(w, h)
  switch nargin
    case 1, r = w^2;
    case 2, r = w*h;
  end
end
area(3), area(3, 4)
