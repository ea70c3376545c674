% Questions about types, and casts.

%% double(@sin)
double(@sin)
%> error: invalid conversion from function handle to double

%% int8(@sin)
int8(@sin)
%> error: invalid conversion from function handle to int8

%% double(containers.Map())
double(containers.Map())
%> error: invalid conversion from object to double

%% logical('abc')
logical('abc')
%> error: logical: wrong type argument 'sq_string'

%% int8(1i)
int8(1i)
%> error: invalid conversion from complex scalar to int8

%% typecast(1,'foo')
typecast(1,'foo')
%> error: typecast: cannot convert to foo class

%% typecast(uint8([1 0]),'logical')
typecast(uint8([1 0]),'logical')
%> error: typecast: cannot convert to logical class

%% cast(1,5)
cast(1,5)
%> error: cast: TYPE must be a string

%% nargin(5)
nargin(5)
%> error: nargin: FCN must be a string or function handle
