% Questions about types, and casts.

%% double(@sin)
double(@sin)

%% int8(@sin)
int8(@sin)

%% double(containers.Map())
double(containers.Map())

%% logical('abc')
logical('abc')

%% int8(1i)
int8(1i)

%% typecast(1,'foo')
typecast(1,'foo')

%% typecast(uint8([1 0]),'logical')
typecast(uint8([1 0]),'logical')

%% cast(1,5)
cast(1,5)

%% nargin(5)
nargin(5)

