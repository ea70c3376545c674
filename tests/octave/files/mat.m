%% MAT-files: every kind of value, written and read
a = 1.5; b = [1 2; 3 4]; c = 'text'; d = {1, 'two', [3 4 5]}; s.x = 1; s.y = 'yy'; t = struct('p', {1, 'q'});
i = int8([1 -2]); u = intmax('uint64'); z = [1+2i 3]; l = [true false]; f = single(2.5); e = []; n = reshape(1:8, 2, 2, 2);
r = 1:5; m = ['ab'; 'cd']; ec = {}; w = int16(-300); ee = ''; fz = single([1i 2]); es = struct('q', {});
names = {'a', 'b', 'c', 'd', 's', 't', 'i', 'u', 'z', 'l', 'f', 'e', 'n', 'r', 'm', 'ec', 'w', 'ee', 'fz', 'es'};
save('-v7', 'all.mat', names{:});
v = load('all.mat');
fieldnames(v)'
for k = 1:numel(names)
  if strcmp(class(v.(names{k})), class(eval(names{k}))) && isequal(v.(names{k}), eval(names{k})), continue, end
  printf('%s differs\n', names{k});
end
load('all.mat', 'b', 'w*');
b, w
%> ans =
%> {
%>   [1,1] = a
%>   [1,2] = b
%>   [1,3] = c
%>   [1,4] = d
%>   [1,5] = s
%>   [1,6] = t
%>   [1,7] = i
%>   [1,8] = u
%>   [1,9] = z
%>   [1,10] = l
%>   [1,11] = f
%>   [1,12] = e
%>   [1,13] = n
%>   [1,14] = r
%>   [1,15] = m
%>   [1,16] = ec
%>   [1,17] = w
%>   [1,18] = ee
%>   [1,19] = fz
%>   [1,20] = es
%> }
%>
%> b =
%>
%>    1   2
%>    3   4
%>
%> w = -300

%% MAT-files: some variables, of a struct's fields, one after another
x = 3; y = 'abc'; s = struct('p', {{1, 2}}, 'q', magic(4));
save -v6 one.mat x y
save('-v6', 'two.mat', '-struct', 's');
clear x y
load one.mat
x, y
t = load('two.mat')
save -v6 -append one.mat t
w = load('one.mat'); fieldnames(w)'
%> x = 3
%> y = abc
%> t =
%>
%>   scalar structure containing the fields:
%>
%>     p =
%>     {
%>       [1,1] = 1
%>       [1,2] = 2
%>     }
%>
%>     q =
%>
%>        16    2    3   13
%>         5   11   10    8
%>         9    7    6   12
%>         4   14   15    1
%>
%>
%> ans =
%> {
%>   [1,1] = x
%>   [1,2] = y
%>   [1,3] = t
%> }
%>

%% MAT-files that Octave has compressed
h = [ ...
  '20202020202020200001494d0f0000007f000000789c4dcdcd0a82501086e1cf45621b69e1a2450b91909010cbca7e4c4f5d4197e3d24b' ...
  'ee123a32afd081e1996f98e1c4923e81147a23993e6af1976d1668f02e7da5d3c2f4c697b326c21e53ec7085dfde74e40c5b4cf08d6bdc' ...
  'a0cc71be9fff7fe21dcf78c103eeb0c01a1b7ce016f778c42bdef084255698bb1f7c7c12750f00000046000000789ce363606038c1c4c0' ...
  'c006a4398098058819819815ca07b1bd184134234325902d08c45380ea8b19f2197219521914184a80640590d401b247454745074e1404' ...
  '00ea44773d0f00000078000000789ce363606098c0c8c0c006a43980980988815c0656289f118e19198ac1e22c0c0e5031109dc84019e0' ...
  '03620124fb61f6c1ec674272134cbd0503423d1b4ef7420027541c023ed883f41b20e96727a09f1de85f06060507747d2c04f409025d9d' ...
  '04752fb23e0e2cfa9891f43102798c4ccc0c004dfc06220f00000048020000789c2dcf5b48d36118c7f147b1583731ecaeab11bb11bc10' ...
  'e9c6087a1923a42b11098a081583882e2cc28820fe766286c8d6c1b4a2d456d9c9b48359d9c1b56aa5a6969dcd0eee22a10bb59bbc89e6' ...
  'bebfb1f1d99767ef9ef7bfd4cc6a179b65dee633ccc97c16a917bea7b2e6d8ee8c4b321fb7f0a3ec6b660dfa1dae9045b24486d02b5597' ...
  'a1ab506f506f565763608bce6d556fd7bc16fd3b756e1746eb34dfa3deabf93e8c789aef571fd0ff1ec2d461ed8b60e911cd1bd1d7a4f3' ...
  '51cc8be91e4731784cfb8e63cd09dda319932775be15c3a7343f8de9333a7f16e3e774cf360cb5eb7c072664e43c96c775df0b38275317' ...
  'b1e3929eaf13ab2feb39af60f1559dbf86f9d7d1d785b937b4bf1beb655e0f3648ff4d6c95c15bd823dd6d1c933577705e467bb1e02e26' ...
  '65559ff6dfc37619be8fd332fa004bfa312d630fb5ff11cecaf8e3ac5ee1133a825e5a1d1aa0db06b43f4157a225d4c1a73a8fde6f7579' ...
  '92ee430b3ca3236873ea4dcfe9147a2b5fd01de8f953b487de8cbafa253d8e56fa8aee472b1ea43b07b57f886e41cb1fa61bd17cafe983' ...
  '68b923b437a2e71fcdea1c5abd3aa1ce1ba3d7a235a887d4fe3774055aab7a521d7c4b6f43eb51ff55bb713a8236a65efe8eae41d7a59e' ...
  '5787dfd3517413ea820f741d5a529dff91ae42d7adb64f74195abb7a4e1dfe4c37a34dab577fd17e746975c904dd849656affa4ac7d0fd' ...
  '52bb49ba056d56bdee1b1d47f70fbdc2ef59031bd122ea5ef4d2ea653f988730b003bd36f5a8e6f6932e42af521d434ba8ff681e9ca2d7' ...
  '4f69ff94fb0fd0312ab8' ...
  ];
f = fopen('z.mat', 'w');
fwrite(f, ['MATLAB 5.0 MAT-file' repmat(' ', 1, 97)]);
fwrite(f, hex2dec(reshape(h, 2, [])'));
fclose(f);
load z.mat
x, y, s, sum(w), w(end)
%> x =
%>
%>    35    1    6   26   19   24
%>     3   32    7   21   23   25
%>    31    9    2   22   27   20
%>     8   28   33   17   10   15
%>    30    5   34   12   14   16
%>     4   36   29   13   18   11
%>
%> y = some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, some text, 
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a =
%>     {
%>       [1,1] = 1
%>       [2,1] = 2.5000
%>       [1,2] = b
%>       [2,2] =
%>
%>         1  2  3
%>
%>     }
%>
%>
%> ans = 2686700
%> ans = 40000
