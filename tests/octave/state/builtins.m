% eval, clear, exist and the like.

%% double('abc') ...
double('abc')
clear -all
char()
clear -all
char([65 66;67 68])

%% char(ones(2,2,2)*65) ...
char(ones(2,2,2)*65)
clear -all
typecast(1,'uint8')
clear -all
typecast(uint8([1;2;3;4]),'uint16')

%% typecast('abcd','uint32') ...
typecast('abcd','uint32')
clear -all
typecast(single([1 2]),'double')
clear -all
typecast([1 2;3 4],'uint8')

%% typecast(5,'double') ...
typecast(5,'double')
clear -all
cast(300,'uint8')
clear -all
cast('a','double')

%% isspace('a b') ...
isspace('a b')
clear -all
isstring('a'), isstring("a")
clear -all
iskeyword('for'), iskeyword('foo')

%% exist('pi'), exist(5)
exist('pi'), exist(5)

%% ispc, isunix, ismac ...
ispc, isunix, ismac
clear -all
who_cares=1; clear('who_cares'); exist('who_cares')
clear -all
clear nosuch_xyz

%% a=1; clear -all; exist('a') ...
a=1; clear -all; exist('a')
clear -all
a=1; clear all; exist('a')
clear -all
x=[1 2 3];
eval('x=1;y=2;'); x+y

%% eval('bad syntax here','disp(''caught'')') ...
eval('bad syntax here','disp(''caught'')')
clear -all
eval('1;2')
clear -all
s=evalc('disp(5)')

%% s=evalc('error(''boo'')')
s=evalc('error(''boo'')')

%% evalin('caller','1;')
evalin('caller','1;')

%% eval(5)
eval(5)

%% evalc(5)
evalc(5)

%% s=evalc('x=3')
s=evalc('x=3')

