%% int8 rounds and saturates
int8([2.5 -2.5 0.5 1.4999 1e30 -1e30 NaN])
int8(100) + int8(100)
int8(5) - int8(10)
intmax('int8') + 1
intmin('int8') - 1
%> ans =
%>
%>      3    -3     1     1   127  -128     0
%>
%> ans = 127
%> ans = -5
%> ans = 127
%> ans = -128

%% int8 products and quotients
int8(7) / int8(2)
int8(7) * 0.5
int8(100) * int8(100)
int8(5) / 0
int8(0) / 0
class(int8(1) * 2)
%> ans = 4
%> ans = 4
%> ans = 127
%> ans = 127
%> ans = 0
%> ans = int8

%% int8 arrays
x = int8([1 2 3])
x * 100
x / 2
-x
x(2) = 2.7
%> x =
%>
%>   1  2  3
%>
%> ans =
%>
%>   100  127  127
%>
%> ans =
%>
%>   1  1  2
%>
%> ans =
%>
%>   -1  -2  -3
%>
%> x =
%>
%>   1  3  3
%>

%% uint8 rounds and saturates
uint8([2.5 -2.5 0.5 1.4999 1e30 -1e30 NaN])
uint8(100) + uint8(100)
uint8(5) - uint8(10)
intmax('uint8') + 1
intmin('uint8') - 1
%> ans =
%>
%>     3    0    1    1  255    0    0
%>
%> ans = 200
%> ans = 0
%> ans = 255
%> ans = 0

%% uint8 products and quotients
uint8(7) / uint8(2)
uint8(7) * 0.5
uint8(100) * uint8(100)
uint8(5) / 0
uint8(0) / 0
class(uint8(1) * 2)
%> ans = 4
%> ans = 4
%> ans = 255
%> ans = 255
%> ans = 0
%> ans = uint8

%% uint8 arrays
x = uint8([1 2 3])
x * 100
x / 2
-x
x(2) = 2.7
%> x =
%>
%>   1  2  3
%>
%> ans =
%>
%>   100  200  255
%>
%> ans =
%>
%>   1  1  2
%>
%> ans =
%>
%>   0  0  0
%>
%> x =
%>
%>   1  3  3
%>

%% int16 rounds and saturates
int16([2.5 -2.5 0.5 1.4999 1e30 -1e30 NaN])
int16(100) + int16(100)
int16(5) - int16(10)
intmax('int16') + 1
intmin('int16') - 1
%> ans =
%>
%>        3      -3       1       1   32767  -32768       0
%>
%> ans = 200
%> ans = -5
%> ans = 32767
%> ans = -32768

%% int16 products and quotients
int16(7) / int16(2)
int16(7) * 0.5
int16(100) * int16(100)
int16(5) / 0
int16(0) / 0
class(int16(1) * 2)
%> ans = 4
%> ans = 4
%> ans = 10000
%> ans = 32767
%> ans = 0
%> ans = int16

%% int16 arrays
x = int16([1 2 3])
x * 100
x / 2
-x
x(2) = 2.7
%> x =
%>
%>   1  2  3
%>
%> ans =
%>
%>   100  200  300
%>
%> ans =
%>
%>   1  1  2
%>
%> ans =
%>
%>   -1  -2  -3
%>
%> x =
%>
%>   1  3  3
%>

%% uint16 rounds and saturates
uint16([2.5 -2.5 0.5 1.4999 1e30 -1e30 NaN])
uint16(100) + uint16(100)
uint16(5) - uint16(10)
intmax('uint16') + 1
intmin('uint16') - 1
%> ans =
%>
%>       3      0      1      1  65535      0      0
%>
%> ans = 200
%> ans = 0
%> ans = 65535
%> ans = 0

%% uint16 products and quotients
uint16(7) / uint16(2)
uint16(7) * 0.5
uint16(100) * uint16(100)
uint16(5) / 0
uint16(0) / 0
class(uint16(1) * 2)
%> ans = 4
%> ans = 4
%> ans = 10000
%> ans = 65535
%> ans = 0
%> ans = uint16

%% uint16 arrays
x = uint16([1 2 3])
x * 100
x / 2
-x
x(2) = 2.7
%> x =
%>
%>   1  2  3
%>
%> ans =
%>
%>   100  200  300
%>
%> ans =
%>
%>   1  1  2
%>
%> ans =
%>
%>   0  0  0
%>
%> x =
%>
%>   1  3  3
%>

%% int32 rounds and saturates
int32([2.5 -2.5 0.5 1.4999 1e30 -1e30 NaN])
int32(100) + int32(100)
int32(5) - int32(10)
intmax('int32') + 1
intmin('int32') - 1
%> ans =
%>
%>  Columns 1 through 6:
%>
%>             3           -3            1            1   2147483647  -2147483648
%>
%>  Column 7:
%>
%>             0
%>
%> ans = 200
%> ans = -5
%> ans = 2147483647
%> ans = -2147483648

%% int32 products and quotients
int32(7) / int32(2)
int32(7) * 0.5
int32(100) * int32(100)
int32(5) / 0
int32(0) / 0
class(int32(1) * 2)
%> ans = 4
%> ans = 4
%> ans = 10000
%> ans = 2147483647
%> ans = 0
%> ans = int32

%% int32 arrays
x = int32([1 2 3])
x * 100
x / 2
-x
x(2) = 2.7
%> x =
%>
%>   1  2  3
%>
%> ans =
%>
%>   100  200  300
%>
%> ans =
%>
%>   1  1  2
%>
%> ans =
%>
%>   -1  -2  -3
%>
%> x =
%>
%>   1  3  3
%>

%% uint32 rounds and saturates
uint32([2.5 -2.5 0.5 1.4999 1e30 -1e30 NaN])
uint32(100) + uint32(100)
uint32(5) - uint32(10)
intmax('uint32') + 1
intmin('uint32') - 1
%> ans =
%>
%>  Columns 1 through 6:
%>
%>            3           0           1           1  4294967295           0
%>
%>  Column 7:
%>
%>            0
%>
%> ans = 200
%> ans = 0
%> ans = 4294967295
%> ans = 0

%% uint32 products and quotients
uint32(7) / uint32(2)
uint32(7) * 0.5
uint32(100) * uint32(100)
uint32(5) / 0
uint32(0) / 0
class(uint32(1) * 2)
%> ans = 4
%> ans = 4
%> ans = 10000
%> ans = 4294967295
%> ans = 0
%> ans = uint32

%% uint32 arrays
x = uint32([1 2 3])
x * 100
x / 2
-x
x(2) = 2.7
%> x =
%>
%>   1  2  3
%>
%> ans =
%>
%>   100  200  300
%>
%> ans =
%>
%>   1  1  2
%>
%> ans =
%>
%>   0  0  0
%>
%> x =
%>
%>   1  3  3
%>

%% int64 rounds and saturates
int64([2.5 -2.5 0.5 1.4999 1e30 -1e30 NaN])
int64(100) + int64(100)
int64(5) - int64(10)
intmax('int64') + 1
intmin('int64') - 1
%> ans =
%>
%>  Columns 1 through 3:
%>
%>                      3                    -3                     1
%>
%>  Columns 4 through 6:
%>
%>                      1   9223372036854775807  -9223372036854775808
%>
%>  Column 7:
%>
%>                      0
%>
%> ans = 200
%> ans = -5
%> ans = 9223372036854775807
%> ans = -9223372036854775808

%% int64 products and quotients
int64(7) / int64(2)
int64(7) * 0.5
int64(100) * int64(100)
int64(5) / 0
int64(0) / 0
class(int64(1) * 2)
%> ans = 4
%> ans = 4
%> ans = 10000
%> ans = 9223372036854775807
%> ans = 0
%> ans = int64

%% int64 arrays
x = int64([1 2 3])
x * 100
x / 2
-x
x(2) = 2.7
%> x =
%>
%>   1  2  3
%>
%> ans =
%>
%>   100  200  300
%>
%> ans =
%>
%>   1  1  2
%>
%> ans =
%>
%>   -1  -2  -3
%>
%> x =
%>
%>   1  3  3
%>

%% uint64 rounds and saturates
uint64([2.5 -2.5 0.5 1.4999 1e30 -1e30 NaN])
uint64(100) + uint64(100)
uint64(5) - uint64(10)
intmax('uint64') + 1
intmin('uint64') - 1
%> ans =
%>
%>  Columns 1 through 3:
%>
%>                      3                     0                     1
%>
%>  Columns 4 through 6:
%>
%>                      1  18446744073709551615                     0
%>
%>  Column 7:
%>
%>                      0
%>
%> ans = 200
%> ans = 0
%> ans = 18446744073709551615
%> ans = 0

%% uint64 products and quotients
uint64(7) / uint64(2)
uint64(7) * 0.5
uint64(100) * uint64(100)
uint64(5) / 0
uint64(0) / 0
class(uint64(1) * 2)
%> ans = 4
%> ans = 4
%> ans = 10000
%> ans = 18446744073709551615
%> ans = 0
%> ans = uint64

%% uint64 arrays
x = uint64([1 2 3])
x * 100
x / 2
-x
x(2) = 2.7
%> x =
%>
%>   1  2  3
%>
%> ans =
%>
%>   100  200  300
%>
%> ans =
%>
%>   1  1  2
%>
%> ans =
%>
%>   0  0  0
%>
%> x =
%>
%>   1  3  3
%>
