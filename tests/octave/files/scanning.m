%% scanning: strncmp('','',2), strncmp('ab','ab',5), strnc
strncmp('','',2), strncmp('ab','ab',5), strncmpi('ab','ab',5), strncmpi('','',2), strncmp('a','ab',2), strncmp({'',''},'',1)
x = textscan("1,2\n3,4",'%f,%f')
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0
%> ans =
%>
%>   1  1
%>
%> x =
%> {
%>   [1,1] =
%>
%>      1
%>      3
%>
%>   [1,2] =
%>
%>      2
%>      4
%>
%> }
%>

%% scanning: x = textscan("1 a\n2 b",'%d %s'); x{1}, x{2}
x = textscan("1 a\n2 b",'%d %s'); x{1}, x{2}
x = textscan("1;2;3",'%f','Delimiter',';'); x{1}
%> ans =
%>
%>   1
%>   2
%>
%> ans =
%> {
%>   [1,1] = a
%>   [2,1] = b
%> }
%>
%> ans =
%>
%>    1
%>    2
%>    3
%>

%% scanning: x = textscan("h1\n1 2\n3 4",'%f %f','HeaderLi
x = textscan("h1\n1 2\n3 4",'%f %f','HeaderLines',1); x{1}, x{2}
x = textscan("a,b,c\nd,e,f",'%s %s %s','Delimiter',','); x{3}
%> ans =
%>
%>    1
%>    3
%>
%> ans =
%>
%>    2
%>    4
%>
%> ans =
%> {
%>   [1,1] = c
%>   [2,1] = f
%> }
%>

%% scanning: x = untabify("\thi")
x = untabify("\thi")
isstrprop('ab1 ','alpha')
%> x =         hi
%> ans =
%>
%>   1  1  0  0
%>

%% scanning: isstrprop('ab1 ','digit')
isstrprop('ab1 ','digit')
isstrprop('aB','upper')
%> ans =
%>
%>   0  0  1  0
%>
%> ans =
%>
%>   0  1
%>

%% scanning: x = textscan('1 2 3', '%f')
x = textscan('1 2 3', '%f')
x = textscan('', '%f')
%> x =
%> {
%>   [1,1] =
%>
%>      1
%>      2
%>      3
%>
%> }
%>
%> x =
%> {
%>   [1,1] = [](0x1)
%> }
%>

%% scanning: x = textscan("1,,3\n4,5,6", '%f %f %f', 'Deli
x = textscan("1,,3\n4,5,6", '%f %f %f', 'Delimiter', ',')
x = textscan("1 2\n3", '%f %f')
%> x =
%> {
%>   [1,1] =
%>
%>      1
%>      4
%>
%>   [1,2] =
%>
%>      NaN
%>        5
%>
%>   [1,3] =
%>
%>      3
%>      6
%>
%> }
%>
%> x =
%> {
%>   [1,1] =
%>
%>      1
%>      3
%>
%>   [1,2] = 2
%> }
%>

%% scanning: fid = fopen('a.txt', 'w'); fprintf(fid, 'x 1\
fid = fopen('a.txt', 'w'); fprintf(fid, 'x 1\ny 2\n'); fclose(fid); fid = fopen('a.txt'); c = textscan(fid, '%s %f'); fclose(fid); c{1}, c{2}
%> ans =
%> {
%>   [1,1] = x
%>   [2,1] = y
%> }
%>
%> ans =
%>
%>    1
%>    2
%>

%% scanning: c = textscan('1 2 3 4 5 6', '%d %*d %f'); c{1
c = textscan('1 2 3 4 5 6', '%d %*d %f'); c{1}, c{2}, numel(c)
%> ans =
%>
%>   1
%>   4
%>
%> ans =
%>
%>    3
%>    6
%>
%> ans = 2

%% scanning: c = textscan('1 2 3 4', '%f', 2); c{1}
c = textscan('1 2 3 4', '%f', 2); c{1}
%> ans =
%>
%>    1
%>    2
%>
