%% files: fid = fopen('a.txt', 'w')
fid = fopen('a.txt', 'w')
fprintf(fid, 'line 1\nline 2\n');
fclose(fid)
x = fileread('a.txt')
%> fid = 3
%> ans = 0
%> x = line 1
%> line 2
%>

%% files: fid = fopen('nofile.txt')
fid = fopen('nofile.txt')
[fid, msg] = fopen('nofile.txt')
%> fid = -1
%> fid = -1
%> msg = No such file or directory

%% files: fid = fopen('a.txt', 'w'); fputs(fid, "one\nt
fid = fopen('a.txt', 'w'); fputs(fid, "one\ntwo\nthree"); fclose(fid);
fid = fopen('a.txt');
a = fgetl(fid), b = fgets(fid), feof(fid), c = fgetl(fid), feof(fid), d = fgetl(fid), fclose(fid);
%> a = one
%> b = two
%>
%> ans = 0
%> c = three
%> ans = 1
%> d = -1

%% files: fid = fopen('a.txt', 'w'); fputs(fid, "1 2\n3
fid = fopen('a.txt', 'w'); fputs(fid, "1 2\n3 4\n"); fclose(fid);
fid = fopen('a.txt'); n = 0;
while ischar(l = fgetl(fid)), n++; printf('<%s>\n', l); end
n, fclose(fid);
%> <1 2>
%> <3 4>
%> n = 2

%% files: fid = fopen('b.bin', 'wb'); n = fwrite(fid, [
fid = fopen('b.bin', 'wb'); n = fwrite(fid, [1 2 3 255]), m = fwrite(fid, [1.5 2.5], 'double'); fclose(fid);
fid = fopen('b.bin', 'rb'); x = fread(fid, 4, 'uint8')', y = fread(fid, Inf, 'double')', z = fread(fid), fclose(fid);
%> n = 4
%> x =
%>
%>      1     2     3   255
%>
%> y =
%>
%>    1.5000   2.5000
%>
%> z = [](0x1)

%% files: fid = fopen('c.bin', 'w'); fwrite(fid, int16(
fid = fopen('c.bin', 'w'); fwrite(fid, int16([1 -2 300]), 'int16'); fclose(fid);
fid = fopen('c.bin'); x = fread(fid, [1 3], 'int16'), frewind(fid); y = fread(fid, 3, 'int16=>int16'), class(y), fseek(fid, 2, 'bof'); z = fread(fid, 1, '*int16'), ftell(fid), fclose(fid);
%> x =
%>
%>      1    -2   300
%>
%> y =
%>
%>      1
%>     -2
%>    300
%>
%> ans = int16
%> z = -2
%> ans = 4

%% files: try, fclose(100), catch e, disp(e.message), e
try, fclose(100), catch e, disp(e.message), end
try, fgetl(100), catch e, disp(e.message), end
try, fprintf(100, 'a'), catch e, disp(e.message), end
%> fclose: invalid stream number = 100
%> fgetl: invalid stream number = 100
%> fprintf: invalid stream number = 100

%% files: [d, n, e] = fileparts('/a/b/c.txt')
[d, n, e] = fileparts('/a/b/c.txt')
[d, n, e] = fileparts('c')
%> d = /a/b
%> n = c
%> e = .txt
%> d = 
%> n = c
%> e = 

%% files: [d, n, e] = fileparts('a/b/')
[d, n, e] = fileparts('a/b/')
[d, n, e] = fileparts('.x')
d = fileparts('/a')
%> d = a/b
%> n = 
%> e = 
%> d = 
%> n = 
%> e = .x
%> d = /

%% files: fullfile('a', 'b', 'c.m'), fullfile('a/', '/b
fullfile('a', 'b', 'c.m'), fullfile('a/', '/b'), fullfile('a', ''), fullfile('', 'b'), fullfile({'a', 'b'}, 'c')
%> ans = a/b/c.m
%> ans = a/b
%> ans = a
%> ans = b
%> ans =
%> {
%>   [1,1] = a/c
%>   [1,2] = b/c
%> }
%>

%% files: fid = fopen('a.txt', 'w'); fclose(fid); isfil
fid = fopen('a.txt', 'w'); fclose(fid); isfile('a.txt'), isfolder('.'), isfile('zzz'), isfolder({'.', 'zz'}), exist('a.txt')
%> ans = 1
%> ans = 1
%> ans = 0
%> ans =
%>
%>   1  0
%>
%> ans = 2

%% files: mkdir('sub'), [s, m, id] = mkdir('sub')
mkdir('sub'), [s, m, id] = mkdir('sub')
rmdir('sub'), isfolder('sub')
%> s = 1
%> m = directory exists
%> id = mkdir
%> ans = 0

%% files: fid = fopen('a.txt', 'w'); fclose(fid); delet
fid = fopen('a.txt', 'w'); fclose(fid); delete('a.txt'), exist('a.txt'), [err, msg] = unlink('zzz')
%> ans = 0
%> err = -1
%> msg = No such file or directory

%% files: a = 1; b = [1 2;3 4]; c = 'hello'; save('-tex
a = 1; b = [1 2;3 4]; c = 'hello'; save('-text', 'v.txt', 'a', 'b', 'c'); clear a b c
load('v.txt'); a, b, c
q = load('v.txt', 'a', 'c')
%> a = 1
%> b =
%>
%>    1   2
%>    3   4
%>
%> c = hello
%> q =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     c = hello
%>

%% files: d = {1, 'x'; [1 2 3], {2}}; s.a = 1; s.b = 'q
d = {1, 'x'; [1 2 3], {2}}; s.a = 1; s.b = 'q'; save('-text', 'v.txt', 'd', 's'); clear all
load('v.txt'); d, s
%> d =
%> {
%>   [1,1] = 1
%>   [2,1] =
%>
%>      1   2   3
%>
%>   [1,2] = x
%>   [2,2] =
%>   {
%>     [1,1] = 2
%>   }
%>
%> }
%>
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     b = q
%>

%% files: e = true; f = int8([1 2]); g = 1+2i; h = [1+2
e = true; f = int8([1 2]); g = 1+2i; h = [1+2i 3]; k = []; m = ['ab';'cd']; z = single(2.5); l = [true false]; n = [NaN -Inf pi]; save v.txt; clear all
load v.txt
e, f, g, h, k, m, z, l, n
%> e = 1
%> f =
%>
%>   1  2
%>
%> g =  1 + 2i
%> h =
%>
%>    1 + 2i   3 + 0i
%>
%> k = [](0x0)
%> m =
%>
%> ab
%> cd
%>
%> z = 2.5000
%> l =
%>
%>   1  0
%>
%> n =
%>
%>       NaN     -Inf   3.1416
%>

%% files: s = struct('q', {1, 'a'}); n = ones(2,2,2); s
s = struct('q', {1, 'a'}); n = ones(2,2,2); save('v.txt', 's', 'n'); clear all; load v.txt; s, s(2), n
%> s =
%>
%>   1x2 struct array containing the fields:
%>
%>     q
%>
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     q = a
%>
%> n =
%>
%> ans(:,:,1) =
%>
%>    1   1
%>    1   1
%>
%> ans(:,:,2) =
%>
%>    1   1
%>    1   1
%>

%% files: x = [1 2;3 4.5]; save('-ascii', 'x.txt', 'x')
x = [1 2;3 4.5]; save('-ascii', 'x.txt', 'x'); fileread('x.txt'), y = load('x.txt')
%> ans =  1.00000000e+00 2.00000000e+00
%>  3.00000000e+00 4.50000000e+00
%>
%> y =
%>
%>    1.0000   2.0000
%>    3.0000   4.5000
%>

%% files: try, load('nofile.txt'), catch e, disp(e.mess
try, load('nofile.txt'), catch e, disp(e.message), end
%> load: unable to find file nofile.txt

%% files: dlmwrite('d.csv', [1 2.5;3 4]); fileread('d.c
dlmwrite('d.csv', [1 2.5;3 4]); fileread('d.csv'), dlmread('d.csv'), csvread('d.csv')
%> ans = 1,2.5
%> 3,4
%>
%> ans =
%>
%>    1.0000   2.5000
%>    3.0000   4.0000
%>
%> ans =
%>
%>    1.0000   2.5000
%>    3.0000   4.0000
%>

%% files: csvwrite('e.csv', [1 2;3 4]); fileread('e.csv
csvwrite('e.csv', [1 2;3 4]); fileread('e.csv'), dlmread('e.csv', ',', 1, 0)
%> ans = 1,2
%> 3,4
%>
%> ans =
%>
%>    3   4
%>

%% files: dlmwrite('d.txt', [1 2;3 pi], 'delimiter', '\
dlmwrite('d.txt', [1 2;3 pi], 'delimiter', '\t', 'precision', 4); fileread('d.txt'), dlmread('d.txt', '\t')
dlmwrite('d.txt', [1 2;3 pi], ' '); fileread('d.txt')
%> ans = 1	2
%> 3	3.142
%>
%> ans =
%>
%>    1.0000   2.0000
%>    3.0000   3.1420
%>
%> ans = 1 2
%> 3 3.141592653589793
%>

%% files: a = sscanf('3 4 5', '%d')', b = sscanf('1.5,2
a = sscanf('3 4 5', '%d')', b = sscanf('1.5,2.5', '%f,%f')', c = sscanf('abc 12', '%s %d')'
[a, n] = sscanf('10 20', '%d')
%> a =
%>
%>    3   4   5
%>
%> b =
%>
%>    1.5000   2.5000
%>
%> c =
%>
%>    97   98   99   12
%>
%> a =
%>
%>    10
%>    20
%>
%> n = 2

%% files: sscanf('x=5', 'x=%d'), sscanf('12abc', '%d%s'
sscanf('x=5', 'x=%d'), sscanf('12abc', '%d%s')', sscanf('1 2 3 4', '%d', [2 2]), sscanf('1 2 3', '%d', 2), sscanf('abc', '%d')
%> ans = 5
%> ans =
%>
%>    12   97   98   99
%>
%> ans =
%>
%>    1   3
%>    2   4
%>
%> ans =
%>
%>    1
%>    2
%>
%> ans = [](0x1)

%% files: sscanf('ff', '%x'), [a, b] = sscanf('3 hello'
sscanf('ff', '%x'), [a, b] = sscanf('3 hello', '%d %s', 'C'), sscanf('3.7', '%d'), sscanf('1,2,3', '%d,')', sscanf('hello', '%c')
%> ans = 255
%> a = 3
%> b = hello
%> ans = 3
%> ans =
%>
%>    1   2   3
%>
%> ans = hello

%% files: sscanf('hello', '%2c'), sscanf('5 apples', '%
sscanf('hello', '%2c'), sscanf('5 apples', '%d %*s'), sscanf('', '%d'), sscanf('10:20', '%d:%d')', sscanf('1e3', '%g'), sscanf('aabc', '%[ab]')
%> ans = hello
%> ans = 5
%> ans = [](0x1)
%> ans =
%>
%>    10   20
%>
%> ans = 1000
%> ans = aab

%% files: sscanf('  42', '%i'), sscanf('0x1A', '%i'), s
sscanf('  42', '%i'), sscanf('0x1A', '%i'), sscanf('NaN Inf', '%f')', sscanf('12', '%1d')', sscanf('-5', '%d'), sscanf('+5', '%f')
%> ans = 42
%> ans = 26
%> ans =
%>
%>    NaN   Inf
%>
%> ans =
%>
%>    1   2
%>
%> ans = -5
%> ans = 5

%% files: fid = fopen('a.txt', 'w'); fprintf(fid, '1 2\
fid = fopen('a.txt', 'w'); fprintf(fid, '1 2\n3 4\n'); fclose(fid); fid = fopen('a.txt'); x = fscanf(fid, '%d', [2 Inf]), fclose(fid);
%> x =
%>
%>    1   3
%>    2   4
%>

%% files: fid = fopen('a.txt', 'a'); fprintf(fid, 'x');
fid = fopen('a.txt', 'a'); fprintf(fid, 'x'); fclose(fid); fid = fopen('a.txt', 'a'); fprintf(fid, 'y'); fclose(fid); fileread('a.txt')
%> ans = xy

%% files: stdin, stdout, stderr
stdin, stdout, stderr
SEEK_SET, SEEK_CUR, SEEK_END
%> ans = 0
%> ans = 1
%> ans = 2
%> ans = -1
%> ans = 0
%> ans = 1

%% files: ischar(tempdir), ischar(tempname), isfile(tem
ischar(tempdir), ischar(tempname), isfile(tempname)
%> ans = 1
%> ans = 1
%> ans = 0

%% files: fid = fopen('a.txt','w'); fdisp(fid, [1 2;3 4
fid = fopen('a.txt','w'); fdisp(fid, [1 2;3 4]); fclose(fid); fileread('a.txt')
%> ans =    1   2
%>    3   4
%>

%% files: try, fopen('a.txt', 'z'), catch e, disp(e.mes
try, fopen('a.txt', 'z'), catch e, disp(e.message), end
try, fileread('nofile'), catch e, disp(e.message), end
%> invalid mode specified
%> fileread: cannot open file
