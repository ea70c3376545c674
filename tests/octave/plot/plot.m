%% plots: plot(1:3, [4 5 6]); print -dpng p.png
%! Octave would draw it itself, and its files are others
plot(1:3, [4 5 6]); print -dpng p.png
isfile('p.png')
fid = fopen('p.png'); x = fread(fid, 8)', fclose(fid);
%> warning: plots have no window here: print -dpng FILE or print -dsvg FILE writes them
%> ans = 1
%> x =
%>
%>    137    80    78    71    13    10    26    10
%>

%% plots: figure; plot(1:3); hold on; plot([3 2 1]
%! Octave would draw it itself, and its files are others
figure; plot(1:3); hold on; plot([3 2 1], 'r--o'); title('t'); xlabel('x'); ylabel('y'); legend('a', 'b'); grid on; print -dsvg p.svg
x = fileread('p.svg'); numel(strfind(x, '<polyline')), numel(strfind(x, '<circle')), any(strfind(x, '>t<'))
%> warning: plots have no window here: print -dpng FILE or print -dsvg FILE writes them
%> ans = 2
%> ans = 3
%> ans = 1

%% plots: bar([3 1 2]); saveas(gcf, 'b.svg'); x =
%! Octave would draw it itself, and its files are others
bar([3 1 2]); saveas(gcf, 'b.svg'); x = fileread('b.svg'); numel(strfind(x, '<rect'))
%> warning: plots have no window here: print -dpng FILE or print -dsvg FILE writes them
%> ans = 5

%% plots: imagesc([1 2;3 4]); print('i.svg', '-dsv
%! Octave would draw it itself, and its files are others
imagesc([1 2;3 4]); print('i.svg', '-dsvg'); x = fileread('i.svg'); numel(strfind(x, '#440154')), numel(strfind(x, '#fde725'))
%> warning: plots have no window here: print -dpng FILE or print -dsvg FILE writes them
%> ans = 1
%> ans = 1

%% plots: scatter([1 2 3], [1 4 9]); print s.svg;
%! Octave would draw it itself, and its files are others
scatter([1 2 3], [1 4 9]); print s.svg; x = fileread('s.svg'); numel(strfind(x, '<circle'))
%> warning: plots have no window here: print -dpng FILE or print -dsvg FILE writes them
%> ans = 3

%% plots: plot([1 NaN 3]); axis([0 5 0 5]); xlim([
%! Octave would draw it itself, and its files are others
plot([1 NaN 3]); axis([0 5 0 5]); xlim([1 3]); close all; disp('no window')
%> warning: plots have no window here: print -dpng FILE or print -dsvg FILE writes them
%> no window

%% plots: try, plot(1:3, 1:4), catch e, disp(e.mes
%! Octave would draw it itself, and its files are others
try, plot(1:3, 1:4), catch e, disp(e.message), end
try, print -dpdf a.pdf, catch e, disp(e.message), end
%> warning: plots have no window here: print -dpng FILE or print -dsvg FILE writes them
%> plot: vector lengths must match
%> print: only PNG and SVG files can be written
