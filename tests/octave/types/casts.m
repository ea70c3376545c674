% Casts and classes.

%% typecast(single(1),'uint32')
typecast(single(1),'uint32')
%> ans = 1065353216

%% typecast(uint8([1 2 3]),'uint16')
typecast(uint8([1 2 3]),'uint16')
%> error: typecast: incorrect number of input values to make output value

%% typecast(uint8([0 0 128 63]),'single')
typecast(uint8([0 0 128 63]),'single')
%> ans = 1

%% cast(5.7,'int8'), cast(5,'foo')
cast(5.7,'int8'), cast(5,'foo')
%> ans = 6
%> error: cast: type conversion to 'foo' is not supported

%% double('a'), double({1})
double('a'), double({1})
%> ans = 97
%> error: invalid conversion from cell to double

%% int8('a'), int8({1}), logical([1 2 0]), logical(NaN), logical('a')
int8('a'), int8({1}), logical([1 2 0]), logical(NaN), logical('a')
%> ans = 97
%> error: invalid conversion from cell to int8

%% logical({1})
logical({1})
%> error: logical: wrong type argument 'cell'

%% char(65), char([72 105]), char('a','bcd'), char({'x','yz'}), char(65.5
char(65), char([72 105]), char('a','bcd'), char({'x','yz'}), char(65.5)
%> ans = A
%> ans = Hi
%> ans =
%>
%> a  
%> bcd
%>
%> ans =
%>
%> x 
%> yz
%>
%> ans = B

%% char({1})
char({1})
%> ans = 

%% char(struct())
char(struct())
%> error: octave_base_value::convert_to_str_internal (): wrong type argument 'scalar struct'

%% single({1})
single({1})
%> error: invalid conversion from cell to single

%% double(struct('a',1))
double(struct('a',1))
%> error: invalid conversion from scalar struct to double

%% isa(5,'float'), isa(int8(5),'integer'), isa(5,'numeric'), isa(single(1
isa(5,'float'), isa(int8(5),'integer'), isa(5,'numeric'), isa(single(1),'float'), isa(true,'numeric'), isa(5,{'double','char'})
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0
%> ans =
%>
%>   1  0
%>

%% class(1), class('a'), class({}), class(struct()), class(@sin), class(t
class(1), class('a'), class({}), class(struct()), class(@sin), class(true), class(1:3), class(single(1))
%> ans = double
%> ans = char
%> ans = cell
%> ans = struct
%> ans = function_handle
%> ans = logical
%> ans = double
%> ans = single
