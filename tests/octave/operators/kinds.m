%% operators on {1}
try, 1 + {1}, catch e, disp(e.message), end
try, 1 - {1}, catch e, disp(e.message), end
try, 1 .* {1}, catch e, disp(e.message), end
try, 1 * {1}, catch e, disp(e.message), end
try, 1 / {1}, catch e, disp(e.message), end
try, {1} \ [1 2], catch e, disp(e.message), end
try, {1} ^ [1 2], catch e, disp(e.message), end
try, {1} < [1 2], catch e, disp(e.message), end
try, {1} == [1 2], catch e, disp(e.message), end
try, {1} & [1 2], catch e, disp(e.message), end
%> binary operator '+' not implemented for 'scalar' by 'cell' operations
%> binary operator '-' not implemented for 'scalar' by 'cell' operations
%> binary operator '.*' not implemented for 'scalar' by 'cell' operations
%> binary operator '*' not implemented for 'scalar' by 'cell' operations
%> binary operator '/' not implemented for 'scalar' by 'cell' operations
%> binary operator '\' not implemented for 'cell' by 'matrix' operations
%> binary operator '^' not implemented for 'cell' by 'matrix' operations
%> binary operator '<' not implemented for 'cell' by 'matrix' operations
%> binary operator '==' not implemented for 'cell' by 'matrix' operations
%> binary operator '&' not implemented for 'cell' by 'matrix' operations

%% operators on struct('a', 1)
try, 1 + struct('a', 1), catch e, disp(e.message), end
try, 1 - struct('a', 1), catch e, disp(e.message), end
try, 1 .* struct('a', 1), catch e, disp(e.message), end
try, 1 * struct('a', 1), catch e, disp(e.message), end
try, 1 / struct('a', 1), catch e, disp(e.message), end
try, struct('a', 1) \ [1 2], catch e, disp(e.message), end
try, struct('a', 1) ^ [1 2], catch e, disp(e.message), end
try, struct('a', 1) < [1 2], catch e, disp(e.message), end
try, struct('a', 1) == [1 2], catch e, disp(e.message), end
try, struct('a', 1) & [1 2], catch e, disp(e.message), end
%> binary operator '+' not implemented for 'scalar' by 'scalar struct' operations
%> binary operator '-' not implemented for 'scalar' by 'scalar struct' operations
%> binary operator '.*' not implemented for 'scalar' by 'scalar struct' operations
%> binary operator '*' not implemented for 'scalar' by 'scalar struct' operations
%> binary operator '/' not implemented for 'scalar' by 'scalar struct' operations
%> binary operator '\' not implemented for 'scalar struct' by 'matrix' operations
%> binary operator '^' not implemented for 'scalar struct' by 'matrix' operations
%> binary operator '<' not implemented for 'scalar struct' by 'matrix' operations
%> binary operator '==' not implemented for 'scalar struct' by 'matrix' operations
%> binary operator '&' not implemented for 'scalar struct' by 'matrix' operations

%% operators on @sin
try, 1 + @sin, catch e, disp(e.message), end
try, 1 - @sin, catch e, disp(e.message), end
try, 1 .* @sin, catch e, disp(e.message), end
try, 1 * @sin, catch e, disp(e.message), end
try, 1 / @sin, catch e, disp(e.message), end
try, @sin \ [1 2], catch e, disp(e.message), end
try, @sin ^ [1 2], catch e, disp(e.message), end
try, @sin < [1 2], catch e, disp(e.message), end
try, @sin == [1 2], catch e, disp(e.message), end
try, @sin & [1 2], catch e, disp(e.message), end
%> binary operator '+' not implemented for 'scalar' by 'function handle' operations
%> binary operator '-' not implemented for 'scalar' by 'function handle' operations
%> binary operator '.*' not implemented for 'scalar' by 'function handle' operations
%> binary operator '*' not implemented for 'scalar' by 'function handle' operations
%> binary operator '/' not implemented for 'scalar' by 'function handle' operations
%> binary operator '\' not implemented for 'function handle' by 'matrix' operations
%> binary operator '^' not implemented for 'function handle' by 'matrix' operations
%> binary operator '<' not implemented for 'function handle' by 'matrix' operations
%> binary operator '==' not implemented for 'function handle' by 'matrix' operations
%> binary operator '&' not implemented for 'function handle' by 'matrix' operations

%% operators on struct('a', {1, 2})
try, 1 + struct('a', {1, 2}), catch e, disp(e.message), end
try, 1 - struct('a', {1, 2}), catch e, disp(e.message), end
try, 1 .* struct('a', {1, 2}), catch e, disp(e.message), end
try, 1 * struct('a', {1, 2}), catch e, disp(e.message), end
try, 1 / struct('a', {1, 2}), catch e, disp(e.message), end
try, struct('a', {1, 2}) \ [1 2], catch e, disp(e.message), end
try, struct('a', {1, 2}) ^ [1 2], catch e, disp(e.message), end
try, struct('a', {1, 2}) < [1 2], catch e, disp(e.message), end
try, struct('a', {1, 2}) == [1 2], catch e, disp(e.message), end
try, struct('a', {1, 2}) & [1 2], catch e, disp(e.message), end
%> binary operator '+' not implemented for 'scalar' by 'struct' operations
%> binary operator '-' not implemented for 'scalar' by 'struct' operations
%> binary operator '.*' not implemented for 'scalar' by 'struct' operations
%> binary operator '*' not implemented for 'scalar' by 'struct' operations
%> binary operator '/' not implemented for 'scalar' by 'struct' operations
%> binary operator '\' not implemented for 'struct' by 'matrix' operations
%> binary operator '^' not implemented for 'struct' by 'matrix' operations
%> binary operator '<' not implemented for 'struct' by 'matrix' operations
%> binary operator '==' not implemented for 'struct' by 'matrix' operations
%> binary operator '&' not implemented for 'struct' by 'matrix' operations

%% unary operators on what is no number
try, -{1}, catch e, disp(e.message), end
try, +{1}, catch e, disp(e.message), end
try, !{1}, catch e, disp(e.message), end
try, -struct(), catch e, disp(e.message), end
try, -@sin, catch e, disp(e.message), end
try, @sin', catch e, disp(e.message), end
%> unary operator '-' not implemented for 'cell' operands
%> unary operator '+' not implemented for 'cell' operands
%> unary operator '!' not implemented for 'cell' operands
%> unary operator '-' not implemented for 'scalar struct' operands
%> unary operator '-' not implemented for 'function handle' operands
%> unary operator ''' not implemented for 'function handle' operands

%% names of operands
try, single(1) + {1}, catch e, disp(e.message), end
try, single([1 2]) + {1}, catch e, disp(e.message), end
try, 1i + {1}, catch e, disp(e.message), end
try, [1i 2] + {1}, catch e, disp(e.message), end
try, single(1i) + {1}, catch e, disp(e.message), end
try, int8(1) + {1}, catch e, disp(e.message), end
try, uint16([1 2]) + {1}, catch e, disp(e.message), end
%> binary operator '+' not implemented for 'float scalar' by 'cell' operations
%> binary operator '+' not implemented for 'float matrix' by 'cell' operations
%> binary operator '+' not implemented for 'complex scalar' by 'cell' operations
%> binary operator '+' not implemented for 'complex matrix' by 'cell' operations
%> binary operator '+' not implemented for 'float complex scalar' by 'cell' operations
%> binary operator '+' not implemented for 'int8 scalar' by 'cell' operations
%> binary operator '+' not implemented for 'uint16 matrix' by 'cell' operations

%% names of operands that were converted
try, true + {1}, catch e, disp(e.message), end
try, [true false] + {1}, catch e, disp(e.message), end
try, 'a' + {1}, catch e, disp(e.message), end
try, 'ab' + {1}, catch e, disp(e.message), end
try, (1:3) + {1}, catch e, disp(e.message), end
try, [] + {1}, catch e, disp(e.message), end
%> binary operator '+' not implemented for 'scalar' by 'cell' operations
%> binary operator '+' not implemented for 'matrix' by 'cell' operations
%> binary operator '+' not implemented for 'scalar' by 'cell' operations
%> binary operator '+' not implemented for 'matrix' by 'cell' operations
%> binary operator '+' not implemented for 'matrix' by 'cell' operations
%> binary operator '+' not implemented for 'matrix' by 'cell' operations

%% names of operands on both sides
try, {1} + {2}, catch e, disp(e.message), end
try, {1} + struct(), catch e, disp(e.message), end
try, @sin + {1}, catch e, disp(e.message), end
try, struct() + struct('a', {1, 2}), catch e, disp(e.message), end
%> binary operator '+' not implemented for 'cell' by 'cell' operations
%> binary operator '+' not implemented for 'cell' by 'scalar struct' operations
%> binary operator '+' not implemented for 'function handle' by 'cell' operations
%> binary operator '+' not implemented for 'scalar struct' by 'struct' operations

%% cells transpose
{1, 2; 3, 4}'
size({1, 2, 3}')
{}'
%> ans =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%>   [1,2] = 3
%>   [2,2] = 4
%> }
%>
%> ans =
%>
%>    3   1
%>
%> ans = {}(0x0)

%% the identifier of an operator that is not there
try, 1 + {1}, catch e, disp(e.identifier), end
%>

%% maps have no operators
try, containers.Map() + 1, catch e, disp(e.message), end
try, 1 - containers.Map(), catch e, disp(e.message), end
%> plus method not defined for containers.Map class
%> minus method not defined for containers.Map class
