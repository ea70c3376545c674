% Cells and functions about them.

%% isvector([]), isvector(5), isvector(zeros(1,0)), isvector(on ...
isvector([]), isvector(5), isvector(zeros(1,0)), isvector(ones(2,2)), isvector('abc'), isvector({1,2})
clear -all
isscalar(5), isscalar({1}), isscalar([]), isscalar('a')
clear -all
isrow([]), isrow(zeros(1,0)), isrow('abc'), iscolumn(zeros(0,1)), iscolumn(5)
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1

%% iscomplex(1i), iscomplex(1), iscomplex('a') ...
iscomplex(1i), iscomplex(1), iscomplex('a')
clear -all
isnumeric(1), isnumeric('a'), isnumeric(true), isnumeric({})
clear -all
isfloat(1), isfloat(single(1)), isfloat(int8(1)), isfloat('a')
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 0

%% logical({1})
logical({1})
%> error: logical: wrong type argument 'cell'

%% isa(1,'foo'), isa({},'cell'), isa(@sin,'function_handle') ...
isa(1,'foo'), isa({},'cell'), isa(@sin,'function_handle')
clear -all
logical([])
clear -all
logical(1i)
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = [](0x0)
%> ans = 1

%% char('abc',[65 66]) ...
char('abc',[65 66])
clear -all
char({'a';'bcd'},'e')
clear -all
char({'a',{'b'}})
%> ans =
%>
%> abc
%> AB 
%>
%> ans =
%>
%> a  
%> bcd
%> e  
%>
%> ans =
%>
%> a
%> b
%>

%% char({}) ...
char({})
clear -all
char('')
clear -all
char('','a')
%> ans = 
%> ans = 
%> ans =
%>
%>  
%> a
%>

%% typecast({},'uint8')
typecast({},'uint8')
%> error: typecast: invalid input CLASS: cell

%% cast({},'double')
cast({},'double')
%> error: cast: type conversion from 'cell' is not supported

%% validatestring('g',{'green','grey'})
validatestring('g',{'green','grey'})
%> error: validatestring: 'g' matches multiple possible values:
%> 'green', 'grey'

%% cast(single(5),'like',int8(1)) ...
cast(single(5),'like',int8(1))
clear -all
validatestring('r',{'red','green'})
clear -all
validatestring('gre',{'green','greens'})
%> ans = 5
%> ans = red
%> ans = green

%% validatestring(5,{'a'})
validatestring(5,{'a'})
%> error: validatestring: STR must be a single character string

%% validatestring('z',{'red','blue'},'myfn')
validatestring('z',{'red','blue'},'myfn')
%> error: myfn: 'z' does not match any of
%> 'red', 'blue'

%% validatestring('z',{'red','blue'},'myfn','color')
validatestring('z',{'red','blue'},'myfn','color')
%> error: myfn: 'z' (variable color) does not match any of
%> 'red', 'blue'

%% validatestring('z',{'red','blue'},'myfn','color',3)
validatestring('z',{'red','blue'},'myfn','color',3)
%> error: myfn: 'z' (variable color, argument #3) does not match any of
%> 'red', 'blue'

%% validatestring('z',{'red','blue'},3)
validatestring('z',{'red','blue'},3)
%> error: validatestring: 'z' (argument #3) does not match any of
%> 'red', 'blue'

%% validatestring('z',{})
validatestring('z',{})
%> error: validatestring: 'z' does not match any of

%% isequaln(NaN,NaN), isequaln({NaN},{NaN}), isequaln([1 NaN],[ ...
isequaln(NaN,NaN), isequaln({NaN},{NaN}), isequaln([1 NaN],[1 NaN])
clear -all
is_dq_string("a"), is_sq_string('a'), is_dq_string('a')
clear -all
isindex(3), isindex(0), isindex([1 2]), isindex(1.5), isindex(3,2), isindex(true)
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 1

%% cell('a')
cell('a')
%> error: invalid conversion from string to real N-D array

%% cell({1})
cell({1})
%> error: octave_base_value::array_value(): wrong type argument 'cell'

%% cell(2), cell(2,3), size(cell(2,3,4)), cell(0), cell([1 2]), ...
cell(2), cell(2,3), size(cell(2,3,4)), cell(0), cell([1 2]), cell(-1)
clear -all
num2cell([1 2;3 4])
clear -all
num2cell('ab')
%> ans =
%> {
%>   [1,1] = [](0x0)
%>   [2,1] = [](0x0)
%>   [1,2] = [](0x0)
%>   [2,2] = [](0x0)
%> }
%>
%> ans =
%> {
%>   [1,1] = [](0x0)
%>   [2,1] = [](0x0)
%>   [1,2] = [](0x0)
%>   [2,2] = [](0x0)
%>   [1,3] = [](0x0)
%>   [2,3] = [](0x0)
%> }
%>
%> ans =
%>
%>    2   3   4
%>
%> ans = {}(0x0)
%> ans =
%> {
%>   [1,1] = [](0x0)
%>   [1,2] = [](0x0)
%> }
%>
%> ans = {}(0x0)
%> ans =
%> {
%>   [1,1] = 1
%>   [2,1] = 3
%>   [1,2] = 2
%>   [2,2] = 4
%> }
%>
%> ans =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% num2cell({1,2}) ...
num2cell({1,2})
clear -all
num2cell([])
clear -all
num2cell([1 2;3 4],1)
%> ans =
%> {
%>   [1,1] =
%>   {
%>     [1,1] = 1
%>   }
%>
%>   [1,2] =
%>   {
%>     [1,1] = 2
%>   }
%>
%> }
%>
%> ans = {}(0x0)
%> ans =
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

%% cell2mat({[1 2],[3];[4 5],[6]}) ...
cell2mat({[1 2],[3];[4 5],[6]})
clear -all
cell2mat({})
clear -all
cell2mat({'ab','c'})
%> ans =
%>
%>    1   2   3
%>    4   5   6
%>
%> ans = [](0x0)
%> ans = abc

%% cell2mat({1,'a'})
cell2mat({1,'a'})
%> error: cell2mat: wrong type elements or mixed cells, structs, and matrices

%% cell2mat(5)
cell2mat(5)
%> error: cell2mat: C must be a cell array

%% cell2mat({1,{2}})
cell2mat({1,{2}})
%> error: cell2mat: wrong type elements or mixed cells, structs, and matrices

%% cell2mat({[1 2],[3;4]})
cell2mat({[1 2],[3;4]})
%> error: cat: dimension mismatch

%% mat2cell(1:4,1,[2 3])
mat2cell(1:4,1,[2 3])
%> error: mat2cell: mismatch on dimension 2 (4 != 5)

%% mat2cell((1:4)',[2 2]) ...
mat2cell((1:4)',[2 2])
clear -all
iscell({}), iscell(1)
clear -all
cellfun(@isempty,{})
%> ans =
%> {
%>   [1,1] =
%>
%>      1
%>      2
%>
%>   [2,1] =
%>
%>      3
%>      4
%>
%> }
%>
%> ans = 1
%> ans = 0

%% cellslices(1:4,[1 3],[2 4]) ...
cellslices(1:4,[1 3],[2 4])
clear -all
x=[1 2 3];
cellfun(@(x) x, {}, 'UniformOutput', false)
clear -all
iscellstr({'a',1})
%> ans =
%> {
%>   [1,1] =
%>
%>      1   2
%>
%>   [1,2] =
%>
%>      3   4
%>
%> }
%>
%> ans = {}(0x0)
%> ans = 0

%% cellstr('') ...
cellstr('')
clear -all
sort({'b','a','C'})
clear -all
idx=cellfun('isempty',{1,[],3})
%> ans =
%> {
%>   [1,1] = 
%> }
%>
%> ans =
%> {
%>   [1,1] = C
%>   [1,2] = a
%>   [1,3] = b
%> }
%>
%> idx =
%>
%>   0  1  0
%>

%% vertcat({1},{2}), [{1},{2,3}], [{1};2] ...
vertcat({1},{2}), [{1},{2,3}], [{1};2]
clear -all
c={1,2}; [c{:}]
clear -all
c={1,2}; c(:)'
%> ans =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%> }
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%>   [1,3] = 3
%> }
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [2,1] = 2
%> }
%>
%> ans =
%>
%>    1   2
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>

%% c={}; c{2,2}=5 ...
c={}; c{2,2}=5
clear -all
c={1,2,3}; c(2)=[]; numel(c)
clear -all
a.b.c=5; a.b.c
%> c =
%> {
%>   [1,1] = [](0x0)
%>   [2,1] = [](0x0)
%>   [1,2] = [](0x0)
%>   [2,2] = 5
%> }
%>
%> ans = 2
%> ans = 5
