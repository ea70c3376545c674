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

%% bitand: bitand(true,true), bitand(single(5),4), bitand(uint8([1210]),uint8(6))
x = bitand(true,true)
x = bitand(single(5),4)
x = bitand(uint8([12 10]),uint8(6))
%> x = 1
%> x = 4
%> x =
%>
%>   4  2
%>

%% bitand: bitand(uint64(18446744073709551615),uint64(255)), b=bitand(7,[12;48])
x = bitand(uint64(18446744073709551615),uint64(255))
b = bitand(7,[1 2;4 8])
%> x = 255
%> b =
%>
%>    1   2
%>    4   0
%>

%% bitor: bitor(12,10), bitor(5,[128]), bitor(uint8([124]),uint8(8))
x = bitor(12,10)
x = bitor(5,[1 2 8])
x = bitor(uint8([1 2 4]),uint8(8))
%> x = 14
%> x =
%>
%>     5    7   13
%>
%> x =
%>
%>    9  10  12
%>

%% bitxor: bitxor(12,10), bitxor("a",1), bitxor(uint16(65535),255)
x = bitxor(12,10)
try
  x = bitxor("a",1);
catch err
  disp(err.message)
end
x = bitxor(uint16(65535),255)
%> x = 6
%> bitxor: invalid operand type
%> x = 65280

%% bitxor: bitxor(int64(-1),int64(1))
x = bitxor(int64(-1),int64(1))
%> x = -2

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

%% bitshift: bitshift(-5,1), bitshift(uint8(1),0:7), bitshift(int16([100-100]),-2)
x = bitshift(-5,1)
x = bitshift(uint8(1),0:7)
x = bitshift(int16([100 -100]),-2)
%> x = -10
%> x =
%>
%>     1    2    4    8   16   32   64  128
%>
%> x =
%>
%>    25  -25
%>

%% bitshift: bitshift(uint64(1),63), bitshift([123],[123]), bitshift(uint8(1),8)
x = bitshift(uint64(1),63)
x = bitshift([1 2 3],[1 2 3])
x = bitshift(uint8(1),8)
%> x = 9223372036854775808
%> x =
%>
%>     2    8   24
%>
%> x = 0

%% bitcmp: bitcmp(uint8(1)), bitcmp(1), bitcmp(int8(1))
x = bitcmp(uint8(1))
x = bitcmp(1)
x = bitcmp(int8(1))
%> x = 254
%> x = 9.0072e+15
%> x = -2

%% bitcmp: bitcmp(uint8([0255])), bitcmp(int16(0))
x = bitcmp(uint8([0 255]))
x = bitcmp(int16(0))
%> x =
%>
%>   255    0
%>
%> x = -1

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

%% bitget: bitget(uint8(37),1:8)
x = bitget(uint8(37),1:8)
%> x =
%>
%>   1  0  1  0  0  1  0  0
%>

%% bitset: bitset(0,3), bitset(uint8(7),1,0), bitset(10,[12])
x = bitset(0,3)
x = bitset(uint8(7),1,0)
x = bitset(10,[1 2])
%> x = 4
%> x = 6
%> x =
%>
%>    11   10
%>

%% bitset: bitset(uint8(0),[135]), bitset(uint8(5),1,0)
x = bitset(uint8(0),[1 3 5])
x = bitset(uint8(5),1,0)
%> x =
%>
%>    1   4  16
%>
%> x = 4
