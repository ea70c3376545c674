% eval, clear, exist and the like.

%% double('abc') ...
double('abc')
clear -all
char()
clear -all
char([65 66;67 68])
%> ans =
%>
%>    97   98   99
%>
%> ans = 
%> ans =
%>
%> AB
%> CD
%>

%% char(ones(2,2,2)*65) ...
char(ones(2,2,2)*65)
clear -all
typecast(1,'uint8')
clear -all
typecast(uint8([1;2;3;4]),'uint16')
%> ans =
%>
%> ans(:,:,1) =
%>
%> AA
%> AA
%>
%> ans(:,:,2) =
%>
%> AA
%> AA
%>
%> ans =
%>
%>     0    0    0    0    0    0  240   63
%>
%> ans =
%>
%>    513
%>   1027
%>

%% typecast('abcd','uint32') ...
typecast('abcd','uint32')
clear -all
typecast(single([1 2]),'double')
clear -all
typecast([1 2;3 4],'uint8')
%> ans = 1684234849
%> ans = 2.0000
%> ans =
%>
%>     0
%>     0
%>     0
%>     0
%>     0
%>     0
%>   240
%>    63
%>     0
%>     0
%>     0
%>     0
%>     0
%>     0
%>     8
%>    64
%>     0
%>     0
%>     0
%>     0
%>     0
%>     0
%>     0
%>    64
%>     0
%>     0
%>     0
%>     0
%>     0
%>     0
%>    16
%>    64
%>

%% typecast(5,'double') ...
typecast(5,'double')
clear -all
cast(300,'uint8')
clear -all
cast('a','double')
%> ans = 5
%> ans = 255
%> ans = 97

%% isspace('a b') ...
isspace('a b')
clear -all
isstring('a'), isstring("a")
clear -all
iskeyword('for'), iskeyword('foo')
%> ans =
%>
%>   0  1  0
%>
%> ans = 0
%> ans = 0
%> ans = 1
%> ans = 0

%% exist('pi'), exist(5)
exist('pi'), exist(5)
%> ans = 5
%> error: exist: NAME must be a string

%% ispc, isunix, ismac ...
ispc, isunix, ismac
clear -all
who_cares=1; clear('who_cares'); exist('who_cares')
clear -all
clear nosuch_xyz
%> ans = 0
%> ans = 1
%> ans = 0
%> ans = 0

%% a=1; clear -all; exist('a') ...
a=1; clear -all; exist('a')
clear -all
a=1; clear all; exist('a')
clear -all
x=[1 2 3];
eval('x=1;y=2;'); x+y
%> ans = 0
%> ans = 0
%> ans = 3

%% eval('bad syntax here','disp(''caught'')') ...
eval('bad syntax here','disp(''caught'')')
clear -all
eval('1;2')
clear -all
s=evalc('disp(5)')
%> caught
%> ans = 2
%> s = 5
%>

%% s=evalc('error(''boo'')')
s=evalc('error(''boo'')')
%> error: boo

%% evalin('caller','1;')
evalin('caller','1;')

%% eval(5)
eval(5)
%> error: eval: TRY must be a string

%% evalc(5)
evalc(5)
%> error: eval: TRY must be a string

%% s=evalc('x=3')
s=evalc('x=3')
%> s = x = 3
%>
