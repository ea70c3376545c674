%% packages: folders +name
1;
function put(name, text)
  f = fopen(name, 'w'); fprintf(f, '%s\n', text); fclose(f);
end
mkdir('+geo'); mkdir('+geo/+deep');
put('+geo/area.m', 'function [a, b] = area(r), a = pi * r ^ 2; b = 2; end');
put('+geo/+deep/f.m', 'function r = f(x), if nargin < 1, x = 7; end, r = x + 1; end');
rehash();
geo.area(2)
[a, b] = geo.area(1)
geo.deep.f
geo.deep.f(3)
h = @geo.area; h(1)
cellfun(@geo.deep.f, {1, 2})
feval('geo.deep.f', 9)
try, geo.nope(1), catch e, disp(e.message), end
x = geo.deep.f(1) + geo.deep.f
func2str(h)
geo = struct('area', 5); geo.area
%> ans = 12.566
%> a = 3.1416
%> b = 2
%> ans = 8
%> ans = 4
%> ans = 3.1416
%> ans =
%>
%>    2   3
%>
%> ans = 10
%> member 'nope' in package 'geo' does not exist
%> x = 10
%> ans = geo.area
%> ans = 5

%% private folders
1;
function put(name, text)
  f = fopen(name, 'w'); fprintf(f, '%s\n', text); fclose(f);
end
mkdir('private'); mkdir('sub'); mkdir('sub/private');
put('private/hid.m', 'function r = hid(x), r = hid2(x) * 2; end');
put('private/hid2.m', 'function r = hid2(x), r = x + 100; end');
put('usehid.m', 'function r = usehid(x), r = hid(x); end');
put('sub/private/hid.m', 'function r = hid(x), r = -x; end');
put('sub/usesub.m', 'function r = usesub(x), r = hid(x); end');
rehash(); addpath('sub');
usehid(1)
usesub(5)
usehid(2)
%> ans = 202
%> ans = -5
%> ans = 204

%% the file that runs
1;
function put(name, text)
  f = fopen(name, 'w'); fprintf(f, '%s\n', text); fclose(f);
end
put('inner.m', 'disp(mfilename())');
put('fun.m', 'function fun(), disp(mfilename()), inner, end');
rehash();
mfilename()
inner
fun
[~, name] = fileparts(mfilename('fullpath'))
%> ans = case
%> inner
%> fun
%> inner
%> name = case
