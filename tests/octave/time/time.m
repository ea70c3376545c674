%% time: datenum(1970,1,1), datenum([2020 2 29]), date
datenum(1970,1,1), datenum([2020 2 29]), datenum(2020,13,1), datenum(2020,1,[1 2 3]), datenum([2020 1 1 12 0 0])
%> ans = 719529
%> ans = 737850
%> ans = 738157
%> ans =
%>
%>    737791   737792   737793
%>
%> ans = 7.3779e+05

%% time: datestr(730000), datestr(730000.5), datestr([
datestr(730000), datestr(730000.5), datestr([2020 3 4 5 6 7])
%> ans = 02-Sep-1998
%> ans = 02-Sep-1998 12:00:00
%> ans = 04-Mar-2020 05:06:07

%% time: for k = 0:10, disp(datestr(738000.75432, k)),
for k = 0:10, disp(datestr(738000.75432, k)), end
%> 28-Jul-2020 18:06:13
%> 28-Jul-2020
%> 07/28/20
%> Jul
%> J
%> 07
%> 07/28
%> 28
%> Tue
%> T
%> 2020

%% time: for k = 11:20, disp(datestr(738000.75432, k))
for k = 11:20, disp(datestr(738000.75432, k)), end
%> 20
%> Jul20
%> 18:06:13
%>  6:06:13 PM
%> 18:06
%>  6:06 PM
%> Q3-20
%> Q3
%> 28/07
%> 28/07/20

%% time: for k = 21:31, disp(datestr(738000.75432, k))
for k = 21:31, disp(datestr(738000.75432, k)), end
%> Jul.28,2020 18:06:13
%> Jul.28,2020
%> 07/28/2020
%> 28/07/2020
%> 20/07/28
%> 2020/07/28
%> Q3-2020
%> Jul2020
%> 2020-07-28
%> 20200728T180613
%> 2020-07-28 18:06:13

%% time: datestr(738000.123, 'yyyy/mm/dd HH:MM:SS.FFF'
datestr(738000.123, 'yyyy/mm/dd HH:MM:SS.FFF'), datestr(738000.75, 'HH:MM PM'), datestr(738000, 'dddd, dd mmmm yyyy')
%> ans = 2020/07/28 02:57:07.200
%> ans =  6:00 PM
%> ans = Tuesday, 28 July 2020

%% time: [n, s] = weekday(738000), weekday(738004)
[n, s] = weekday(738000), weekday(738004)
%> n = 3
%> s = Tue
%> ans = 7

%% time: datevec(738000.5), [y, m, d] = datevec(738000
datevec(738000.5), [y, m, d] = datevec(738000.25)
%> ans =
%>
%>    2020      7     28     12      0      0
%>
%> y = 2020
%> m = 7
%> d = 28

%% time: etime([2020 1 1 0 1 0.5], [2020 1 1 0 0 0])
etime([2020 1 1 0 1 0.5], [2020 1 1 0 0 0])
%> ans = 60.500

%% time: is_leap_year(2000), is_leap_year(1900), is_le
is_leap_year(2000), is_leap_year(1900), is_leap_year(2024), eomday(2020, 2), eomday(2021, 2), eomday(2021, 12)
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 29
%> ans = 28
%> ans = 31

%% time: id = tic; class(id), t = toc(id); t >= 0, cla
id = tic; class(id), t = toc(id); t >= 0, class(t)
%> ans = uint64
%> ans = 1
%> ans = double

%% time: tic; t = toc; t >= 0 && t < 5
tic; t = toc; t >= 0 && t < 5
%> ans = 1

%% time: size(clock()), ischar(date), numel(date), now
size(clock()), ischar(date), numel(date), now > 738000, time > 1.6e9, cputime >= 0
%> ans =
%>
%>    1   6
%>
%> ans = 1
%> ans = 11
%> ans = 1
%> ans = 1
%> ans = 1

%% time: t0 = clock(); etime(clock(), t0) >= 0
t0 = clock(); etime(clock(), t0) >= 0
%> ans = 1

%% time: datestr([738000; 738001]), datestr(738000.999
datestr([738000; 738001]), datestr(738000.999999999)
%> ans =
%>
%> 28-Jul-2020
%> 29-Jul-2020
%>
%> ans = 29-Jul-2020

%% time: datenum(2000, 1, 1) - datenum(1999, 1, 1), da
datenum(2000, 1, 1) - datenum(1999, 1, 1), datenum(2001, 1, 1) - datenum(2000, 1, 1)
%> ans = 365
%> ans = 366
