%% messages and results that random scripts asked for
isargout(1)
cellfun('isempty', {}), cellfun('length', cell(0, 1)), cellfun(@isempty, {})
try, idivide(uint8(3), int32(3)), catch e, disp(e.message), end
try, reshape(1:6, 0, []), catch e, disp(e.message), end
try, [a, b] = ind2sub([2 3], 12345.678), catch e, disp(e.message), end
%> ans = 1
%> ans = [](0x0)
%> ans = [](0x1)
%> idivide: integer type of X (uint8) must match integer type of Y (int32)
%> reshape: can't reshape 1x6 array to 0x0 array
%> ind2sub: invalid index index 12345.7: subscripts must be either integers 1 to (2^63)-1 or logicals
