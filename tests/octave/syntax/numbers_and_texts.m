%% 1e3
1e3
%> ans = 1000

%% 1d3
1d3
%> ans = 1000

%% 1E-2
1E-2
%> ans = 0.010000

%% 1_000
1_000
%> ans = 1000

%% .5
.5
%> ans = 0.5000

%% 5.
5.
%> ans = 5

%% 0xFF
0xFF
%> ans = 255

%% class(0xFF)
class(0xFF)
%> ans = uint8

%% class(0x1FF)
class(0x1FF)
%> ans = uint16

%% class(0x001)
class(0x001)
%> ans = uint16

%% 0x1Fs8
0x1Fs8
%> ans = 31

%% class(0x1Fs8)
class(0x1Fs8)
%> ans = int8

%% 0b101
0b101
%> ans = 5

%% class(0b111111111)
class(0b111111111)
%> ans = uint16

%% 0xFFFFFFFFFF
0xFFFFFFFFFF
%> ans = 1099511627775

%% 1i
1i
%> ans =  0 + 1i

%% 2.5j
2.5j
%> ans =       0 + 2.5000i

%% 1e3i
1e3i
%> ans =     0 + 1000i

%% 1.^2
1.^2
%> ans = 1

%% 1./4
1./4
%> ans = 0.2500

%% 2.*3
2.*3
%> ans = 6

%% 3.'
3.'
%> ans = 3

%% 1..*2
1..*2
%> ans = 2

%% [1.' 2.']
[1.' 2.']
%> ans =
%>
%>    1   2
%>

%% 1e400
1e400
%> ans = Inf

%% -1e400
-1e400
%> ans = -Inf

%% 0x7FFFFFFFFFFFFFFFs64
0x7FFFFFFFFFFFFFFFs64
%> ans = 9223372036854775807

%% "a\tb"
"a\tb"
%> ans = a	b

%% "a\x41\101\n"
"a\x41\101\n"
%> ans = aAA
%>

%% "a""b"
"a""b"
%> ans = a"b

%% 'a""b'
'a""b'
%> ans = a""b

%% 'it''s'
'it''s'
%> ans = it's

%% 'a\tb'
'a\tb'
%> ans = a\tb

%% "\\"
"\\"
%> ans = \

%% double("\a\b\f\r\v\0")
double("\a\b\f\r\v\0")
%> ans =
%>
%>     7    8   12   13   11    0
%>

%% double('\n')
double('\n')
%> ans =
%>
%>     92   110
%>

%% "tab\there"
"tab\there"
%> ans = tab	here

%% ['abc'](2)
['abc'](2)
%> ans = b

%% "abc"(end)
"abc"(end)
%> ans = c

%% 'a' + 1
'a' + 1
%> ans = 98

%% size('')
size('')
%> ans =
%>
%>    0   0
%>

%% size("")
size("")
%> ans =
%>
%>    0   0
%>

%% "con.."
"con\
tinued"
%> ans = continued

%% numel("a..")
numel("a\
b")
%> ans = 2
