% Cells and functions about them.

%% isvector([]), isvector(5), isvector(zeros(1,0)), isvector(on ...
isvector([]), isvector(5), isvector(zeros(1,0)), isvector(ones(2,2)), isvector('abc'), isvector({1,2})
clear -all
isscalar(5), isscalar({1}), isscalar([]), isscalar('a')
clear -all
isrow([]), isrow(zeros(1,0)), isrow('abc'), iscolumn(zeros(0,1)), iscolumn(5)

%% iscomplex(1i), iscomplex(1), iscomplex('a') ...
iscomplex(1i), iscomplex(1), iscomplex('a')
clear -all
isnumeric(1), isnumeric('a'), isnumeric(true), isnumeric({})
clear -all
isfloat(1), isfloat(single(1)), isfloat(int8(1)), isfloat('a')

%% logical({1})
logical({1})

%% isa(1,'foo'), isa({},'cell'), isa(@sin,'function_handle') ...
isa(1,'foo'), isa({},'cell'), isa(@sin,'function_handle')
clear -all
logical([])
clear -all
logical(1i)

%% char('abc',[65 66]) ...
char('abc',[65 66])
clear -all
char({'a';'bcd'},'e')
clear -all
char({'a',{'b'}})

%% char({}) ...
char({})
clear -all
char('')
clear -all
char('','a')

%% typecast({},'uint8')
typecast({},'uint8')

%% cast({},'double')
cast({},'double')

%% validatestring('g',{'green','grey'})
validatestring('g',{'green','grey'})

%% cast(single(5),'like',int8(1)) ...
cast(single(5),'like',int8(1))
clear -all
validatestring('r',{'red','green'})
clear -all
validatestring('gre',{'green','greens'})

%% validatestring(5,{'a'})
validatestring(5,{'a'})

%% validatestring('z',{'red','blue'},'myfn')
validatestring('z',{'red','blue'},'myfn')

%% validatestring('z',{'red','blue'},'myfn','color')
validatestring('z',{'red','blue'},'myfn','color')

%% validatestring('z',{'red','blue'},'myfn','color',3)
validatestring('z',{'red','blue'},'myfn','color',3)

%% validatestring('z',{'red','blue'},3)
validatestring('z',{'red','blue'},3)

%% validatestring('z',{})
validatestring('z',{})

%% isequaln(NaN,NaN), isequaln({NaN},{NaN}), isequaln([1 NaN],[ ...
isequaln(NaN,NaN), isequaln({NaN},{NaN}), isequaln([1 NaN],[1 NaN])
clear -all
is_dq_string("a"), is_sq_string('a'), is_dq_string('a')
clear -all
isindex(3), isindex(0), isindex([1 2]), isindex(1.5), isindex(3,2), isindex(true)

%% cell('a')
cell('a')

%% cell({1})
cell({1})

%% cell(2), cell(2,3), size(cell(2,3,4)), cell(0), cell([1 2]), ...
cell(2), cell(2,3), size(cell(2,3,4)), cell(0), cell([1 2]), cell(-1)
clear -all
num2cell([1 2;3 4])
clear -all
num2cell('ab')

%% num2cell({1,2}) ...
num2cell({1,2})
clear -all
num2cell([])
clear -all
num2cell([1 2;3 4],1)

%% cell2mat({[1 2],[3];[4 5],[6]}) ...
cell2mat({[1 2],[3];[4 5],[6]})
clear -all
cell2mat({})
clear -all
cell2mat({'ab','c'})

%% cell2mat({1,'a'})
cell2mat({1,'a'})

%% cell2mat(5)
cell2mat(5)

%% cell2mat({1,{2}})
cell2mat({1,{2}})

%% cell2mat({[1 2],[3;4]})
cell2mat({[1 2],[3;4]})

%% mat2cell(1:4,1,[2 3])
mat2cell(1:4,1,[2 3])

%% mat2cell((1:4)',[2 2]) ...
mat2cell((1:4)',[2 2])
clear -all
iscell({}), iscell(1)
clear -all
cellfun(@isempty,{})

%% cellslices(1:4,[1 3],[2 4]) ...
cellslices(1:4,[1 3],[2 4])
clear -all
x=[1 2 3];
cellfun(@(x) x, {}, 'UniformOutput', false)
clear -all
iscellstr({'a',1})

%% cellstr('') ...
cellstr('')
clear -all
sort({'b','a','C'})
clear -all
idx=cellfun('isempty',{1,[],3})

%% vertcat({1},{2}), [{1},{2,3}], [{1};2] ...
vertcat({1},{2}), [{1},{2,3}], [{1};2]
clear -all
c={1,2}; [c{:}]
clear -all
c={1,2}; c(:)'

%% c={}; c{2,2}=5 ...
c={}; c{2,2}=5
clear -all
c={1,2,3}; c(2)=[]; numel(c)
clear -all
a.b.c=5; a.b.c

