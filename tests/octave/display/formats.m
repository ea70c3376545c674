%% format long: pi
format long
x = pi
x = [1.5 pi; NaN 4]
x = 100
%> x = 3.141592653589793
%> x =
%>
%>    1.500000000000000   3.141592653589793
%>                  NaN   4.000000000000000
%>
%> x = 100

%% format long: [1 2 3]
format long
x = [1 2 3]
x = single(pi)
x = 0:0.1:0.3
%> x =
%>
%>    1   2   3
%>
%> x = 3.1415927
%> x =
%>
%>  Columns 1 through 3:
%>
%>                     0    0.100000000000000    0.200000000000000
%>
%>  Column 4:
%>
%>     0.300000000000000
%>

%% format long: 1+pi*i
format long
x = 1+pi*i
x = [1+2i 0.5]
x = int8(5)
%> x =  1.000000000000000 + 3.141592653589793i
%> x =
%>
%>  Column 1:
%>
%>    1.000000000000000 + 2.000000000000000i
%>
%>  Column 2:
%>
%>    0.500000000000000 +                 0i
%>
%> x = 5

%% format long: {1, pi}
format long
x = {1, pi}
x = 1e-5
x = [1e-5 1e5]
%> x =
%> {
%>   [1,1] = 1
%>   [1,2] = 3.141592653589793
%> }
%>
%> x = 1.000000000000000e-05
%> x =
%>
%>    1.000000000000000e-05   1.000000000000000e+05
%>

%% format long: -1/3
format long
x = -1/3
x = 0
x = NaN
%> x = -0.333333333333333
%> x = 0
%> x = NaN

%% format long: 12345.678
format long
x = 12345.678
x = [99999.5 1]
x = 1e10
%> x = 12345.67800000000
%> x =
%>
%>    9.999950000000000e+04   1.000000000000000e+00
%>
%> x = 10000000000

%% format short g: pi
format short g
x = pi
x = [1.5 pi; NaN 4]
x = 100
%> x = 3.1416
%> x =
%>
%>           1.5       3.1416
%>           NaN            4
%>
%> x =   100

%% format short g: [1 2 3]
format short g
x = [1 2 3]
x = single(pi)
x = 0:0.1:0.3
%> x =
%>
%>             1            2            3
%>
%> x = 3.1416
%> x =
%>
%>             0          0.1          0.2          0.3
%>

%% format short g: 1+pi*i
format short g
x = 1+pi*i
x = [1+2i 0.5]
x = int8(5)
%> x =           1 +      3.1416i
%> x =
%>
%>             1 +           2i          0.5 +           0i
%>
%> x = 5

%% format short g: {1, pi}
format short g
x = {1, pi}
x = 1e-5
x = [1e-5 1e5]
%> x =
%> {
%>   [1,1] =     1
%>   [1,2] = 3.1416
%> }
%>
%> x = 1e-05
%> x =
%>
%>         1e-05        1e+05
%>

%% format short g: -1/3
format short g
x = -1/3
x = 0
x = NaN
%> x = -0.33333
%> x =     0
%> x =   NaN

%% format short g: 12345.678
format short g
x = 12345.678
x = [99999.5 1]
x = 1e10
%> x = 12346
%> x =
%>
%>         1e+05            1
%>
%> x = 1e+10

%% format long g: pi
format long g
x = pi
x = [1.5 pi; NaN 4]
x = 100
%> x = 3.141592653589793
%> x =
%>
%>                      1.5       3.141592653589793
%>                      NaN                       4
%>
%> x =              100

%% format long g: [1 2 3]
format long g
x = [1 2 3]
x = single(pi)
x = 0:0.1:0.3
%> x =
%>
%>                        1                       2                       3
%>
%> x = 3.1415927
%> x =
%>
%>  Columns 1 through 3:
%>
%>                        0                     0.1                     0.2
%>
%>  Column 4:
%>
%>                      0.3
%>

%% format long g: 1+pi*i
format long g
x = 1+pi*i
x = [1+2i 0.5]
x = int8(5)
%> x =                      1 +      3.141592653589793i
%> x =
%>
%>  Column 1:
%>
%>                        1 +                      2i
%>
%>  Column 2:
%>
%>                      0.5 +                      0i
%>
%> x = 5

%% format long g: {1, pi}
format long g
x = {1, pi}
x = 1e-5
x = [1e-5 1e5]
%> x =
%> {
%>   [1,1] =                1
%>   [1,2] = 3.141592653589793
%> }
%>
%> x =            1e-05
%> x =
%>
%>                    1e-05                  100000
%>

%% format long g: -1/3
format long g
x = -1/3
x = 0
x = NaN
%> x = -0.3333333333333333
%> x =                0
%> x =              NaN

%% format long g: 12345.678
format long g
x = 12345.678
x = [99999.5 1]
x = 1e10
%> x =        12345.678
%> x =
%>
%>                  99999.5                       1
%>
%> x =      10000000000

%% format short e: pi
format short e
x = pi
x = [1.5 pi; NaN 4]
x = 100
%> x = 3.1416e+00
%> x =
%>
%>    1.5000e+00   3.1416e+00
%>           NaN   4.0000e+00
%>
%> x = 1.0000e+02

%% format short e: [1 2 3]
format short e
x = [1 2 3]
x = single(pi)
x = 0:0.1:0.3
%> x =
%>
%>    1.0000e+00   2.0000e+00   3.0000e+00
%>
%> x = 3.1416e+00
%> x =
%>
%>              0    1.0000e-01    2.0000e-01    3.0000e-01
%>

%% format short e: 1+pi*i
format short e
x = 1+pi*i
x = [1+2i 0.5]
x = int8(5)
%> x =  1.0000e+00 + 3.1416e+00i
%> x =
%>
%>    1.0000e+00 + 2.0000e+00i   5.0000e-01 +          0i
%>
%> x = 5

%% format short e: {1, pi}
format short e
x = {1, pi}
x = 1e-5
x = [1e-5 1e5]
%> x =
%> {
%>   [1,1] = 1.0000e+00
%>   [1,2] = 3.1416e+00
%> }
%>
%> x = 1.0000e-05
%> x =
%>
%>    1.0000e-05   1.0000e+05
%>

%% format short e: -1/3
format short e
x = -1/3
x = 0
x = NaN
%> x = -3.3333e-01
%> x =          0
%> x = NaN

%% format short e: 12345.678
format short e
x = 12345.678
x = [99999.5 1]
x = 1e10
%> x = 1.2346e+04
%> x =
%>
%>    1.0000e+05   1.0000e+00
%>
%> x = 1.0000e+10

%% format long e: pi
format long e
x = pi
x = [1.5 pi; NaN 4]
x = 100
%> x = 3.141592653589793e+00
%> x =
%>
%>    1.500000000000000e+00   3.141592653589793e+00
%>                      NaN   4.000000000000000e+00
%>
%> x = 1.000000000000000e+02

%% format long e: [1 2 3]
format long e
x = [1 2 3]
x = single(pi)
x = 0:0.1:0.3
%> x =
%>
%>    1.000000000000000e+00   2.000000000000000e+00   3.000000000000000e+00
%>
%> x = 3.1415927e+00
%> x =
%>
%>  Columns 1 through 3:
%>
%>                         0    1.000000000000000e-01    2.000000000000000e-01
%>
%>  Column 4:
%>
%>     3.000000000000000e-01
%>

%% format long e: 1+pi*i
format long e
x = 1+pi*i
x = [1+2i 0.5]
x = int8(5)
%> x =  1.000000000000000e+00 + 3.141592653589793e+00i
%> x =
%>
%>  Column 1:
%>
%>    1.000000000000000e+00 + 2.000000000000000e+00i
%>
%>  Column 2:
%>
%>    5.000000000000000e-01 +                     0i
%>
%> x = 5

%% format long e: {1, pi}
format long e
x = {1, pi}
x = 1e-5
x = [1e-5 1e5]
%> x =
%> {
%>   [1,1] = 1.000000000000000e+00
%>   [1,2] = 3.141592653589793e+00
%> }
%>
%> x = 1.000000000000000e-05
%> x =
%>
%>    1.000000000000000e-05   1.000000000000000e+05
%>

%% format long e: -1/3
format long e
x = -1/3
x = 0
x = NaN
%> x = -3.333333333333333e-01
%> x =                     0
%> x = NaN

%% format long e: 12345.678
format long e
x = 12345.678
x = [99999.5 1]
x = 1e10
%> x = 1.234567800000000e+04
%> x =
%>
%>    9.999950000000000e+04   1.000000000000000e+00
%>
%> x = 1.000000000000000e+10

%% format without words
format long
x = pi
format
x = pi
%> x = 3.141592653589793
%> x = 3.1416

%% format as a function
format('long')
x = pi
format('short')
x = pi
%> x = 3.141592653589793
%> x = 3.1416

%% format compact 1
format compact
x = [1 2;3 4]
x = {1,[1 2]}
x = 3
%> x =
%>    1   2
%>    3   4
%>
%> x =
%> {
%>   [1,1] = 1
%>   [1,2] =
%>      1   2
%> }
%>
%> x = 3

%% format compact 2
format compact
s.a = [1 2]; s.b.c = 1
x = 'a'
%> s =
%>   scalar structure containing the fields:
%>     a =
%>        1   2
%>     b =
%>       scalar structure containing the fields:
%>         c = 1
%>
%> x = a

%% format compact 3
format compact
x = ones(2,2,2)
x = ['ab';'cd']
%> x =
%> ans(:,:,1) =
%>    1   1
%>    1   1
%> ans(:,:,2) =
%>    1   1
%>    1   1
%>
%> x =
%> ab
%> cd
%>

%% format compact 4
format compact
f = @(x) x+1
x = struct('a',{1,2})
%> f =
%> @(x) x + 1
%>
%> x =
%>   1x2 struct array containing the fields:
%>     a
%>

%% format compact 5
format compact
x = 1:40
x = []
%> x =
%>  Columns 1 through 16:
%>     1    2    3    4    5    6    7    8    9   10   11   12   13   14   15   16
%>  Columns 17 through 32:
%>    17   18   19   20   21   22   23   24   25   26   27   28   29   30   31   32
%>  Columns 33 through 40:
%>    33   34   35   36   37   38   39   40
%>
%> x = [](0x0)
