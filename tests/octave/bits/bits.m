%% bitand: bitand(12,10), bitand(uint8(12),10), bitand(1.5,1)
x = bitand(12,10)
x = bitand(uint8(12),10)
x = bitand(1.5,1)
%> x = 8
%> x = 8
%> x = 0

%% bitand: bitand(-1,1), bitand(uint8(1),int8(1)), bitand([12],[123])
x = bitand(-1,1)
try
  x = bitand(uint8(1),int8(1));
catch err
  disp(err.message)
end
try
  x = bitand([1 2],[1 2 3]);
catch err
  disp(err.message)
end
%> x = 0
%> bitand: must have matching operand types
%> bitand: size of X and Y must match, or one operand must be a scalar

%% bitand: bitand(true,true), bitand(single(5),4)
x = bitand(true,true)
x = bitand(single(5),4)
%> x = 1
%> x = 4

%% bitor: bitor(12,10)
x = bitor(12,10)
%> x = 14

%% bitxor: bitxor(12,10), bitxor("a",1)
x = bitxor(12,10)
try
  x = bitxor("a",1);
catch err
  disp(err.message)
end
%> x = 6
%> bitxor: invalid operand type

%% bitshift: bitshift(1,3), bitshift(16,-2), bitshift(uint8(255),1)
x = bitshift(1,3)
x = bitshift(16,-2)
x = bitshift(uint8(255),1)
%> x = 8
%> x = 4
%> x = 254

%% bitshift: bitshift(uint8(1),[123]), bitshift(1,60), bitshift(10,1,4)
x = bitshift(uint8(1),[1 2 3])
x = bitshift(1,60)
x = bitshift(10,1,4)
%> x =
%>
%>   2  4  8
%>
%> x = 0
%> x = 4

%% bitshift: bitshift(int8(-1),1), bitshift(1.5,1), bitshift(int8(64),1)
x = bitshift(int8(-1),1)
x = bitshift(1.5,1)
x = bitshift(int8(64),1)
%> x = -2
%> x = 2
%> x = -128

%% bitshift: bitshift(-5,1)
x = bitshift(-5,1)
%> x = -10

%% bitcmp: bitcmp(uint8(1)), bitcmp(1), bitcmp(int8(1))
x = bitcmp(uint8(1))
x = bitcmp(1)
x = bitcmp(int8(1))
%> x = 254
%> x = 9.0072e+15
%> x = -2

%% bitget: bitget(5,1:3), bitget(5,0), bitget(uint8(5),9)
x = bitget(5,1:3)
try
  x = bitget(5,0);
catch err
  disp(err.message)
end
try
  x = bitget(uint8(5),9);
catch err
  disp(err.message)
end
%> x =
%>
%>   1  0  1
%>
%> bitget: N must be in the range [1,53]
%> bitget: N must be in the range [1,8]

%% bitset: bitset(0,3), bitset(uint8(7),1,0), bitset(10,[12])
x = bitset(0,3)
x = bitset(uint8(7),1,0)
x = bitset(10,[1 2])
%> x = 4
%> x = 6
%> x =
%>
%>    11   10
