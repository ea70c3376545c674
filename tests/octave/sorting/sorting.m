%% sort: sort(randperm(5)), sort([312]), sort([3NaN1])
x = sort(randperm(5))
x = sort([3 1 2])
x = sort([3 NaN 1])
%> x =
%>
%>    1   2   3   4   5
%>
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>      1     3   NaN
%>

%% sort: sort([3NaN1],"descend"), sort([31;25],2), sort([31;25],1,"descend")
x = sort([3 NaN 1],"descend")
x = sort([3 1;2 5],2)
x = sort([3 1;2 5],1,"descend")
%> x =
%>
%>    NaN     3     1
%>
%> x =
%>
%>    1   3
%>    2   5
%>
%> x =
%>
%>    3   5
%>    2   1
%>

%% sort: sort("hello")*1, sort([1+i1-i-1]), sort([truefalse])
x = sort("hello")*1
x = sort([1+i 1-i -1])
x = sort([true false])
%> x =
%>
%>    101   104   108   108   111
%>
%> x =
%>
%>   -1 + 0i   1 - 1i   1 + 1i
%>
%> x =
%>
%>   0  1
%>

%% sort: sort(int8([3-1])), sort([12],3), sort([12],0)
x = sort(int8([3 -1]))
x = sort([1 2],3)
try
  x = sort([1 2],0);
catch err
  disp(err.message)
end
%> x =
%>
%>   -1   3
%>
%> x =
%>
%>    1   2
%>
%> sort: DIM must be a valid dimension

%% sort: sort([12],"foo"), sort([]), sort(zeros(0,3))
try
  x = sort([1 2],"foo");
catch err
  disp(err.message)
end
x = sort([])
x = sort(zeros(0,3))
%> sort: MODE must be either "ascend" or "descend"
%> x = [](0x0)
%> x = [](0x3)

%% sort: sort([312],"ascend"), [s,i]=sort([312]), [s,i]=sort([3NaN1NaN],'descend')
x = sort([3 1 2],"ascend")
[s,i]=sort([3 1 2])
[s,i]=sort([3 NaN 1 NaN],'descend')
%> x =
%>
%>    1   2   3
%>
%> s =
%>
%>    1   2   3
%>
%> i =
%>
%>    2   3   1
%>
%> s =
%>
%>    NaN   NaN     3     1
%>
%> i =
%>
%>    2   4   1   3
%>

%% sort: [s,i]=sort({'b','a'}), [s,i]=sort([110],'descend'), [s,i]=sort([truefalsetrue])
[s,i]=sort({'b','a'})
[s,i]=sort([1 1 0],'descend')
[s,i]=sort([true false true])
%> s =
%> {
%>   [1,1] = a
%>   [1,2] = b
%> }
%>
%> i =
%>
%>    2   1
%>
%> s =
%>
%>    1   1   0
%>
%> i =
%>
%>    1   2   3
%>
%> s =
%>
%>   0  1  1
%>
%> i =
%>
%>    2   1   3
%>

%% sort: [s,i]=sort([31;12],2,'descend'), [q,w]=sort([1+2i,-3,0.5]), sort([312;978],2)
[s,i]=sort([3 1;1 2],2,'descend')
[q,w]=sort([1+2i, -3, 0.5])
x = sort([3 1 2;9 7 8],2)
%> s =
%>
%>    3   1
%>    2   1
%>
%> i =
%>
%>    1   2
%>    2   1
%>
%> q =
%>
%>    0.5000 +      0i   1.0000 + 2.0000i  -3.0000 +      0i
%>
%> w =
%>
%>    3   1   2
%>
%> x =
%>
%>    1   2   3
%>    7   8   9
%>

%% sort: sort([531;284],'descend'), sort({'pear','apple','fig'}), sort('octave')
x = sort([5 3 1;2 8 4],'descend')
x = sort({'pear','apple','fig'})
x = sort('octave')
%> x =
%>
%>    5   8   4
%>    2   3   1
%>
%> x =
%> {
%>   [1,1] = apple
%>   [1,2] = fig
%>   [1,3] = pear
%> }
%>
%> x = aceotv

%% sort: sort([3+4i1-2]), sort(int8([5-39])), sort(uint64([18446744073709551615318446744073709551614]))
x = sort([3+4i 1 -2])
x = sort(int8([5 -3 9]))
x = sort(uint64([18446744073709551615 3 18446744073709551614]))
%> x =
%>
%>    1 + 0i  -2 + 0i   3 + 4i
%>
%> x =
%>
%>   -3   5   9
%>
%> x =
%>
%>                      3  18446744073709551615  18446744073709551615
%>

%% sort: sort(cat(3,[31],[12]),3), sort([NaN132],'descend'), sort([1+i,2,-3i],'descend')
x = sort(cat(3,[3 1],[1 2]),3)
x = sort([NaN 1 3 2],'descend')
x = sort([1+i, 2, -3i],'descend')
%> x =
%>
%> ans(:,:,1) =
%>
%>    1   1
%>
%> ans(:,:,2) =
%>
%>    3   2
%>
%> x =
%>
%>    NaN     3     2     1
%>
%> x =
%>
%>    0 - 3i   2 + 0i   1 + 1i
%>

%% sort: [s,i]=sort([2121]), sort([3;1;2]), sort({'b';'a'})
[s,i]=sort([2 1 2 1])
x = sort([3;1;2])
x = sort({'b';'a'})
%> s =
%>
%>    1   1   2   2
%>
%> i =
%>
%>    2   4   1   3
%>
%> x =
%>
%>    1
%>    2
%>    3
%>
%> x =
%> {
%>   [1,1] = a
%>   [2,1] = b
%> }
%>

%% sort: sort([12;05],1)
x = sort([1 2;0 5],1)
%> x =
%>
%>    0   2
%>    1   5
%>

%% sortrows: sortrows([31;12;11]), sortrows([31;12;11],-1), sortrows([31;12;11],2)
x = sortrows([3 1;1 2;1 1])
x = sortrows([3 1;1 2;1 1],-1)
x = sortrows([3 1;1 2;1 1],2)
%> x =
%>
%>    1   1
%>    1   2
%>    3   1
%>
%> x =
%>
%>    3   1
%>    1   2
%>    1   1
%>
%> x =
%>
%>    3   1
%>    1   1
%>    1   2
%>

%% sortrows: sortrows([31;12;11],[1-2]), sortrows([12],3), x=sortrows({'pear';'apple'})
x = sortrows([3 1;1 2;1 1],[1 -2])
try
  x = sortrows([1 2],3);
catch err
  disp(err.message)
end
x=sortrows({'pear';'apple'})
%> x =
%>
%>    1   2
%>    1   1
%>    3   1
%>
%> sortrows: all elements of C must be in the range [1, columns (A)]
%> x =
%> {
%>   [1,1] = apple
%>   [2,1] = pear
%> }
%>

%% sortrows: [s,i]=sortrows([31;12;11]), sortrows([31;15;22]), sortrows([31;15;30],[1-2])
[s,i]=sortrows([3 1;1 2;1 1])
x = sortrows([3 1;1 5;2 2])
x = sortrows([3 1;1 5;3 0],[1 -2])
%> s =
%>
%>    1   1
%>    1   2
%>    3   1
%>
%> i =
%>
%>    3
%>    2
%>    1
%>
%> x =
%>
%>    1   5
%>    2   2
%>    3   1
%>
%> x =
%>
%>    1   5
%>    3   1
%>    3   0
%>

%% sortrows: sortrows({'pear';'apple';'fig'}), sortrows([12;11;05],-2), sortrows([31;12],-1)
x = sortrows({'pear';'apple';'fig'})
x = sortrows([1 2;1 1;0 5],-2)
x = sortrows([3 1;1 2],-1)
%> x =
%> {
%>   [1,1] = apple
%>   [2,1] = fig
%>   [3,1] = pear
%> }
%>
%> x =
%>
%>    0   5
%>    1   2
%>    1   1
%>
%> x =
%>
%>    3   1
%>    1   2
%>

%% issorted: issorted([123]), issorted([31]), issorted([112])
x = issorted([1 2 3])
x = issorted([3 1])
x = issorted([1 1 2])
%> x = 1
%> x = 0
%> x = 1

%% issorted: issorted({"a","b"}), issorted([321],"descend"), issorted([1223])
x = issorted({"a","b"})
x = issorted([3 2 1],"descend")
x = issorted([1 2 2 3])
%> x = 1
%> x = 1
%> x = 1

%% issorted: x=issorted([321]),y=issorted([])
x = issorted([3 2 1]), y = issorted([])
%> x = 0
%> y = 1

%% nth_element: nth_element([5314],2), [n]=nth_element([5314],1:2)
x = nth_element([5 3 1 4],2)
[n]=nth_element([5 3 1 4],1:2)
%> x = 3
%> n =
%>
%>    1   3
%>
