% Casts and classes.

%% typecast(single(1),'uint32')
typecast(single(1),'uint32')

%% typecast(uint8([1 2 3]),'uint16')
typecast(uint8([1 2 3]),'uint16')

%% typecast(uint8([0 0 128 63]),'single')
typecast(uint8([0 0 128 63]),'single')

%% cast(5.7,'int8'), cast(5,'foo')
cast(5.7,'int8'), cast(5,'foo')

%% double('a'), double({1})
double('a'), double({1})

%% int8('a'), int8({1}), logical([1 2 0]), logical(NaN), logical('a')
int8('a'), int8({1}), logical([1 2 0]), logical(NaN), logical('a')

%% logical({1})
logical({1})

%% char(65), char([72 105]), char('a','bcd'), char({'x','yz'}), char(65.5
char(65), char([72 105]), char('a','bcd'), char({'x','yz'}), char(65.5)

%% char({1})
char({1})

%% char(struct())
char(struct())

%% single({1})
single({1})

%% double(struct('a',1))
double(struct('a',1))

%% isa(5,'float'), isa(int8(5),'integer'), isa(5,'numeric'), isa(single(1
isa(5,'float'), isa(int8(5),'integer'), isa(5,'numeric'), isa(single(1),'float'), isa(true,'numeric'), isa(5,{'double','char'})

%% class(1), class('a'), class({}), class(struct()), class(@sin), class(t
class(1), class('a'), class({}), class(struct()), class(@sin), class(true), class(1:3), class(single(1))

