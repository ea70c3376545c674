%% unique: unique([3112]), unique([3;1;1]), unique([31;12])
x = unique([3 1 1 2])
x = unique([3;1;1])
x = unique([3 1;1 2])
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>    1
%>    3
%>
%> x =
%>
%>    1
%>    2
%>    3
%>

%% unique: unique([1NaNNaN]), unique([]), unique(zeros(1,0))
x = unique([1 NaN NaN])
x = unique([])
x = unique(zeros(1,0))
%> x =
%>
%>      1   NaN   NaN
%>
%> x = [](0x0)
%> x = [](0x1)

%% unique: unique([12;12;34],"rows"), unique([3121],"stable"), unique([12],"foo")
x = unique([1 2;1 2;3 4],"rows")
x = unique([3 1 2 1],"stable")
try
  x = unique([1 2],"foo");
catch err
  disp(err.message)
end
%> x =
%>
%>    1   2
%>    3   4
%>
%> x =
%>
%>    3   1   2
%>
%> unique: invalid option

%% unique: unique(int8([31])), [y,i,j]=unique([3112]), [y,i,j]=unique([3;1;1;2])
x = unique(int8([3 1]))
[y,i,j]=unique([3 1 1 2])
[y,i,j]=unique([3;1;1;2])
%> x =
%>
%>   1  3
%>
%> y =
%>
%>    1   2   3
%>
%> i =
%>
%>    2
%>    4
%>    1
%>
%> j =
%>
%>    3
%>    1
%>    1
%>    2
%>
%> y =
%>
%>    1
%>    2
%>    3
%>
%> i =
%>
%>    2
%>    4
%>    1
%>
%> j =
%>
%>    3
%>    1
%>    1
%>    2
%>

%% unique: [y,i,j]=unique([31;12]), [y,i,j]=unique([3112],'first'), [y,i,j]=unique([3112],'last')
[y,i,j]=unique([3 1;1 2])
[y,i,j]=unique([3 1 1 2],'first')
[y,i,j]=unique([3 1 1 2],'last')
%> y =
%>
%>    1
%>    2
%>    3
%>
%> i =
%>
%>    2
%>    4
%>    1
%>
%> j =
%>
%>    3
%>    1
%>    1
%>    2
%>
%> y =
%>
%>    1   2   3
%>
%> i =
%>
%>    2
%>    4
%>    1
%>
%> j =
%>
%>    3
%>    1
%>    1
%>    2
%>
%> y =
%>
%>    1   2   3
%>
%> i =
%>
%>    3
%>    4
%>    1
%>
%> j =
%>
%>    3
%>    1
%>    1
%>    2
%>

%% unique: [y,i]=unique([3112],'stable'), [y,i,j]=unique({'b','a','b'}), [y,i,j]=unique({'b';'a';'b'})
[y,i]=unique([3 1 1 2],'stable')
[y,i,j]=unique({'b','a','b'})
[y,i,j]=unique({'b';'a';'b'})
%> y =
%>
%>    3   1   2
%>
%> i =
%>
%>    1
%>    2
%>    4
%>
%> y =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>
%> i =
%>
%>    2
%>    1
%>
%> j =
%>
%>    2
%>    1
%>    2
%>
%> y =
%> {
%>   [1,1] = a
%>   [2,1] = b
%> }
%>
%> i =
%>
%>    2
%>    1
%>
%> j =
%>
%>    2
%>    1
%>    2
%>

%% unique: [y,i]=unique({'b','a','b'},'stable'), [y,i,j]=unique([12;12;04],'rows'), [y,i]=unique([12;12
[y,i]=unique({'b','a','b'},'stable')
[y,i,j]=unique([1 2;1 2;0 4],'rows')
[y,i]=unique([1 2;1 2;0 4],'rows','stable')
%> y =
%> {
%>   [1,1] = b
%>   [1,2] = a
%> }
%>
%> i =
%>
%>    1
%>    2
%>
%> y =
%>
%>    0   4
%>    1   2
%>
%> i =
%>
%>    3
%>    1
%>
%> j =
%>
%>    2
%>    2
%>    1
%>
%> y =
%>
%>    1   2
%>    0   4
%>
%> i =
%>
%>    1
%>    3
%>

%% unique: [y,i,j]=unique([1NaNNaN]), [y,i,j]=unique([]), [y,i,j]=unique(5)
[y,i,j]=unique([1 NaN NaN])
[y,i,j]=unique([])
[y,i,j]=unique(5)
%> y =
%>
%>      1   NaN   NaN
%>
%> i =
%>
%>    1
%>    2
%>    3
%>
%> j =
%>
%>    1
%>    2
%>    3
%>
%> y = [](0x0)
%> i = [](0x0)
%> j = [](0x0)
%> y = 5
%> i = 1
%> j = 1

%% unique: y=unique('hello'), y=unique({}), y=unique(cell(0,1))
y=unique('hello')
y=unique({})
y=unique(cell(0,1))
%> y = ehlo
%> y = {}(0x0)
%> y = {}(0x1)

%% unique: y=unique({'a','b';'c','a'}), unique([31231]), unique({'b','a','b'})
y=unique({'a','b';'c','a'})
x = unique([3 1 2 3 1])
x = unique({'b','a','b'})
%> y =
%> {
%>   [1,1] = a
%>   [2,1] = b
%>   [3,1] = c
%> }
%>
%> x =
%>
%>    1   2   3
%>
%> x =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% unique: unique(int64([922337203685477580792233720368547758069223372036854775807])), unique([12;21;12
x = unique(int64([9223372036854775807 9223372036854775806 9223372036854775807]))
x = unique([1 2;2 1;1 2],'rows')
[u,i,j]=unique([10 20 10])
%> x = 9223372036854775807
%> x =
%>
%>    1   2
%>    2   1
%>
%> u =
%>
%>    10   20
%>
%> i =
%>
%>    1
%>    2
%>
%> j =
%>
%>    1
%>    2
%>    1
%>

%% unique: unique({'z','a','z'})
x = unique({'z','a','z'})
%> x =
%> {
%>   [1,1] = a
%>   [1,2] = z
%> }
%>

%% union: union([13],[23]), union([1;3],[2;3]), union([1;3],[23])
x = union([1 3],[2 3])
x = union([1;3],[2;3])
x = union([1;3],[2 3])
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>    1
%>    2
%>    3
%>
%> x =
%>
%>    1
%>    2
%>    3
%>

%% union: union([],[12]), union(int8(1),2), [c,ia,ib]=union([31],[21])
x = union([],[1 2])
x = union(int8(1),2)
[c,ia,ib]=union([3 1],[2 1])
%> x =
%>
%>    1
%>    2
%>
%> x =
%>
%>   1  2
%>
%> c =
%>
%>    1   2   3
%>
%> ia =
%>
%>    2
%>    1
%>
%> ib = 1

%% union: [c,ia,ib]=union([3;1],[2;1]), [c,ia,ib]=union([315],[52],'stable'), [c,ia,ib]=union({'b','a'}
[c,ia,ib]=union([3;1],[2;1])
[c,ia,ib]=union([3 1 5],[5 2],'stable')
[c,ia,ib]=union({'b','a'},{'a','c'})
%> c =
%>
%>    1
%>    2
%>    3
%>
%> ia =
%>
%>    2
%>    1
%>
%> ib = 1
%> c =
%>
%>    3   1   5   2
%>
%> ia =
%>
%>    1
%>    2
%>    3
%>
%> ib = 2
%> c =
%> {
%>   [1,1] = a
%>   [1,2] = b
%>   [1,3] = c
%> }
%>
%> ia =
%>
%>    2
%>    1
%>
%> ib = 2

%% union: c=union({'b';'a'},{'a';'c'}), c=union({'b'},'a'), c=union([12;34],[12;00],'rows')
c=union({'b';'a'},{'a';'c'})
c=union({'b'},'a')
c=union([1 2;3 4],[1 2;0 0],'rows')
%> c =
%> {
%>   [1,1] = a
%>   [2,1] = b
%>   [3,1] = c
%> }
%>
%> c =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>
%> c =
%>
%>    0   0
%>    1   2
%>    3   4
%>

%% union: c=union([12;34],5), c=union([],[]), c=union(zeros(1,0),[12])
c=union([1 2;3 4],5)
c=union([],[])
c=union(zeros(1,0),[1 2])
%> c =
%>
%>    1
%>    2
%>    3
%>    4
%>    5
%>
%> c = [](0x1)
%> c =
%>
%>    1   2
%>

%% union: c=union(int8([12]),int8(3)), c=union('ab','bc'), c=union([1NaN],[NaN2])
c=union(int8([1 2]),int8(3))
c=union('ab','bc')
c=union([1 NaN],[NaN 2])
%> c =
%>
%>   1  2  3
%>
%> c = abc
%> c =
%>
%>      1     2   NaN   NaN
%>

%% union: union([12],[25]), union({'a'},{'b'})
x = union([1 2],[2 5])
x = union({'a'},{'b'})
%> x =
%>
%>    1   2   5
%>
%> x =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>

%% intersect: intersect([123],[234]), intersect([],[1]), [c,ia,ib]=intersect([315],[51])
x = intersect([1 2 3],[2 3 4])
x = intersect([],[1])
[c,ia,ib]=intersect([3 1 5],[5 1])
%> x =
%>
%>    2   3
%>
%> x = [](0x0)
%> c =
%>
%>    1   5
%>
%> ia =
%>
%>    2
%>    3
%>
%> ib =
%>
%>    2
%>    1
%>

%% intersect: c=intersect({'b','a'},{'a','c'}), c=intersect({'b';'a'},{'a','c'}), c=intersect([12;34],[
c=intersect({'b','a'},{'a','c'})
c=intersect({'b';'a'},{'a','c'})
c=intersect([1 2;3 4],[1 2;0 0],'rows')
%> c =
%> {
%>   [1,1] = a
%> }
%>
%> c =
%> {
%>   [1,1] = a
%> }
%>
%> c =
%>
%>    1   2
%>

%% intersect: c=intersect([12;34],[14]), c=intersect([12],[34]), c=intersect([1;2],[3;4])
c=intersect([1 2;3 4],[1 4])
c=intersect([1 2],[3 4])
c=intersect([1;2],[3;4])
%> c =
%>
%>    1
%>    4
%>
%> c = [](1x0)
%> c = [](0x1)

%% intersect: c=intersect({'a'},{'b'}), c=intersect([1NaN],[NaN1]), intersect([123],[317])
c=intersect({'a'},{'b'})
c=intersect([1 NaN],[NaN 1])
x = intersect([1 2 3],[3 1 7])
%> c = {}(0x0)
%> c = 1
%> x =
%>
%>    1   3
%>

%% intersect: intersect([513],[35])
x = intersect([5 1 3],[3 5])
%> x =
%>
%>    3   5
%>

%% setdiff: setdiff([123],2), setdiff([311],2), setdiff([],[1])
x = setdiff([1 2 3],2)
x = setdiff([3 1 1],2)
x = setdiff([],[1])
%> x =
%>
%>    1   3
%>
%> x =
%>
%>    1   3
%>
%> x = [](0x0)

%% setdiff: setdiff([12],[]), [c,ia]=setdiff([3155],[5]), [c,ia]=setdiff([3;1;5],[5])
x = setdiff([1 2],[])
[c,ia]=setdiff([3 1 5 5],[5])
[c,ia]=setdiff([3;1;5],[5])
%> x =
%>
%>    1   2
%>
%> c =
%>
%>    1   3
%>
%> ia =
%>
%>    2
%>    1
%>
%> c =
%>
%>    1
%>    3
%>
%> ia =
%>
%>    2
%>    1
%>

%% setdiff: [c,ia]=setdiff([5313],[1],'stable'), c=setdiff({'b','a'},{'a','c'}), c=setdiff({'b';'a'},{'
[c,ia]=setdiff([5 3 1 3],[1],'stable')
c=setdiff({'b','a'},{'a','c'})
c=setdiff({'b';'a'},{'a'})
%> c =
%>
%>    5   3
%>
%> ia =
%>
%>    1
%>    2
%>
%> c =
%> {
%>   [1,1] = b
%> }
%>
%> c =
%> {
%>   [1,1] = b
%> }
%>

%% setdiff: c=setdiff({'b','a'},'a'), c=setdiff([12;34],[12;00],'rows'), c=setdiff([12;34],1)
c=setdiff({'b','a'},'a')
c=setdiff([1 2;3 4],[1 2;0 0],'rows')
c=setdiff([1 2;3 4],1)
%> c =
%> {
%>   [1,1] = b
%> }
%>
%> c =
%>
%>    3   4
%>
%> c =
%>
%>    2
%>    3
%>    4
%>

%% setdiff: c=setdiff([1;2],[12]), c=setdiff([12],[12]), c=setdiff({'a'},{'a'})
c=setdiff([1;2],[1 2])
c=setdiff([1 2],[1 2])
c=setdiff({'a'},{'a'})
%> c = [](0x1)
%> c = [](1x0)
%> c = {}(1x0)

%% setdiff: c=setdiff('abc','b'), c=setdiff([1NaN],[NaN]), setdiff([5433],[4])
c=setdiff('abc','b')
c=setdiff([1 NaN],[NaN])
x = setdiff([5 4 3 3],[4])
%> c = ac
%> c =
%>
%>      1   NaN
%>
%> x =
%>
%>    3   5
%>

%% setdiff: setdiff({'a','b'},{'b'})
x = setdiff({'a','b'},{'b'})
%> x =
%> {
%>   [1,1] = a
%> }
%>

%% setxor: setxor([12],[23]), [c,ia,ib]=setxor([315],[52]), c=setxor([12;34],[12;00],'rows')
x = setxor([1 2],[2 3])
[c,ia,ib]=setxor([3 1 5],[5 2])
c=setxor([1 2;3 4],[1 2;0 0],'rows')
%> x =
%>
%>    1   3
%>
%> c =
%>
%>    1   2   3
%>
%> ia =
%>
%>    2
%>    1
%>
%> ib = 2
%> c =
%>
%>    0   0
%>    3   4
%>

%% setxor: c=setxor([1;2],[2;3]), c=setxor({'a','b'},{'b','c'}), setxor([123],[34])
c=setxor([1;2],[2;3])
c=setxor({'a','b'},{'b','c'})
x = setxor([1 2 3],[3 4])
%> c =
%>
%>    1
%>    3
%>
%> c =
%> {
%>   [1,1] = a
%>   [1,2] = c
%> }
%>
%> x =
%>
%>    1   2   4
%>

%% ismember: ismember(2,[12]), ismember([15;23],[12]), ismember([12;34],[34],"rows")
x = ismember(2,[1 2])
x = ismember([1 5;2 3],[1 2])
x = ismember([1 2;3 4],[3 4],"rows")
%> x = 1
%> x =
%>
%>   1  0
%>   1  0
%>
%> x =
%>
%>   0
%>   1
%>

%% ismember: ismember(NaN,[NaN1]), ismember("a","abc"), ismember("abc",{"abc","d"})
x = ismember(NaN,[NaN 1])
x = ismember("a","abc")
x = ismember("abc",{"abc","d"})
%> x = 0
%> x = 1
%> x = 1

%% ismember: ismember({"a","z"},{"a"}), ismember({1},{2}), ismember(1,{1})
x = ismember({"a","z"},{"a"})
try
  x = ismember({1},{2});
catch err
  disp(err.message)
end
try
  x = ismember(1,{1});
catch err
  disp(err.message)
end
%> x =
%>
%>   1  0
%>
%> ismember: A and B must be arrays or cell arrays of strings
%> ismember: A and B must be arrays or cell arrays of strings

%% ismember: [t,i]=ismember([152],[211]), [t,i]=ismember({'a','z'},{'z','a'}), [t,i]=ismember('a',{'z',
[t,i]=ismember([1 5 2],[2 1 1])
[t,i]=ismember({'a','z'},{'z','a'})
[t,i]=ismember('a',{'z','a'})
%> t =
%>
%>   1  0  1
%>
%> i =
%>
%>    3   0   1
%>
%> t =
%>
%>   1  1
%>
%> i =
%>
%>    2   1
%>
%> t = 1
%> i = 2

%% ismember: [t,i]=ismember([12;34],[34;12],'rows'), ismember([173],[31]), ismember('b',{'a','b'})
[t,i]=ismember([1 2;3 4],[3 4;1 2],'rows')
x = ismember([1 7 3],[3 1])
x = ismember('b',{'a','b'})
%> t =
%>
%>   1
%>   1
%>
%> i =
%>
%>    2
%>    1
%>
%> x =
%>
%>   1  0  1
%>
%> x = 1

%% ismember: ismember({'a','q'},{'q','r'}), ismember(3,[]), ismember([],1)
x = ismember({'a','q'},{'q','r'})
x = ismember(3,[])
x = ismember([],1)
%> x =
%>
%>   0  1
%>
%> x = 0
%> x = [](0x0)

%% ismember: ismember('abc','cde')
x = ismember('abc','cde')
%> x =
%>
%>   0  0  1
%>
