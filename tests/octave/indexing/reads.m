% What an index picks, and what it says where there is nothing.

%% x(0)
x=[1 2 3];
x(0)
%> error: x(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(-1)
x=[1 2 3];
x(-1)
%> error: x(-1): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(1.5)
x=[1 2 3];
x(1.5)
%> error: x(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(7)
x=[1 2 3];
x(7)
%> error: x(7): out of bound 3 (dimensions are 1x3)

%% m(4,1)
m=[8 1 6;3 5 7;4 9 2];
m(4,1)
%> error: m(4,_): out of bound 3 (dimensions are 3x3)

%% m(1,4)
m=[8 1 6;3 5 7;4 9 2];
m(1,4)
%> error: m(_,4): out of bound 3 (dimensions are 3x3)

%% m(0,1)
m=[8 1 6;3 5 7;4 9 2];
m(0,1)
%> error: m(0,_): subscripts must be either integers 1 to (2^63)-1 or logicals

%% m(1,0)
m=[8 1 6;3 5 7;4 9 2];
m(1,0)
%> error: m(_,0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% m(1,-2)
m=[8 1 6;3 5 7;4 9 2];
m(1,-2)
%> error: m(_,-2): subscripts must be either integers 1 to (2^63)-1 or logicals

%% m(1.2,1)
m=[8 1 6;3 5 7;4 9 2];
m(1.2,1)
%> error: m(1.2,_): subscripts must be either integers 1 to (2^63)-1 or logicals

%% m(1,1.2)
m=[8 1 6;3 5 7;4 9 2];
m(1,1.2)
%> error: m(_,1.2): subscripts must be either integers 1 to (2^63)-1 or logicals

%% m(10)
m=[8 1 6;3 5 7;4 9 2];
m(10)
%> error: m(10): out of bound 9 (dimensions are 3x3)

%% m(1,1,2)
m=[8 1 6;3 5 7;4 9 2];
m(1,1,2)
%> error: m(_,_,2): out of bound 1 (dimensions are 3x3)

%% m(1,1,0)
m=[8 1 6;3 5 7;4 9 2];
m(1,1,0)
%> error: m(_,_,0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% n3(1,13)
n3=reshape(1:24,2,3,4);
n3(1,13)
%> error: n3(_,13): out of bound 12 (dimensions are 2x3x4)

%% n3(3,1,1)
n3=reshape(1:24,2,3,4);
n3(3,1,1)
%> error: n3(3,_,_): out of bound 2 (dimensions are 2x3x4)

%% n3(1,1,5)
n3=reshape(1:24,2,3,4);
n3(1,1,5)
%> error: n3(_,_,5): out of bound 4 (dimensions are 2x3x4)

%% n3(1,4,1)
n3=reshape(1:24,2,3,4);
n3(1,4,1)
%> error: n3(_,4,_): out of bound 3 (dimensions are 2x3x4)

%% n3(1,2,3,4)
n3=reshape(1:24,2,3,4);
n3(1,2,3,4)
%> error: n3(_,_,_,4): out of bound 1 (dimensions are 2x3x4)

%% n3(1,13)
n3=reshape(1:24,2,3,4);
n3(1,13)
%> error: n3(_,13): out of bound 12 (dimensions are 2x3x4)

%% n3(25)
n3=reshape(1:24,2,3,4);
n3(25)
%> error: n3(25): out of bound 24 (dimensions are 2x3x4)

%% [1 2 3](0)
[1 2 3](0)
%> error: index (0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% [1 2 3](7)
[1 2 3](7)
%> error: index (7): out of bound 3 (dimensions are 1x3)

%% [1 2 3](1.5)
[1 2 3](1.5)
%> error: index (1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% m(:,:,2)
m=[8 1 6;3 5 7;4 9 2];
m(:,:,2)
%> error: m(_,_,2): out of bound 1 (dimensions are 3x3)

%% x('a')
x=[1 2 3];
x('a')
%> error: x(97): out of bound 3 (dimensions are 1x3)

%% x("a")
x=[1 2 3];
x("a")
%> error: x(97): out of bound 3 (dimensions are 1x3)

%% x({1})
x=[1 2 3];
x({1})
%> error: x(<cell>): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(s)
x=[1 2 3]; s.a=1;s.b='hi';
x(s)
%> error: x(<scalar struct>): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(f)
x=[1 2 3]; f=@(x)x+1;
x(f)
%> error: x(<function handle>): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(1+2i)
x=[1 2 3];
x(1+2i)
%> error: x(1+2i): subscripts must be real (forgot to initialize i or j?)

%% x(NaN)
x=[1 2 3];
x(NaN)
%> error: x(nan): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(Inf)
x=[1 2 3];
x(Inf)
%> error: x(inf): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(1e20)
x=[1 2 3];
x(1e20)
%> error: x(1e+20): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x([true false true true])
x=[1 2 3];
x([true false true true])
%> error: x(4): out of bound 3 (dimensions are 1x3)

%% x(logical([0 0 0 0 1]))
x=[1 2 3];
x(logical([0 0 0 0 1]))
%> error: x(5): out of bound 3 (dimensions are 1x3)

%% x(true) ...
x=[1 2 3];
x(true)
clear -all
x=[1 2 3];
x([true false true false])
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(logical([1 0 1]),:)
%> ans = 1
%> ans =
%>
%>    1   3
%>
%> ans =
%>
%>    8   1   6
%>    4   9   2
%>

%% m(logical([1 0 1 1]),:)
m=[8 1 6;3 5 7;4 9 2];
m(logical([1 0 1 1]),:)
%> error: m(4,_): out of bound 3 (dimensions are 3x3)

%% m(:,logical([1 0 1 1]))
m=[8 1 6;3 5 7;4 9 2];
m(:,logical([1 0 1 1]))
%> error: m(_,4): out of bound 3 (dimensions are 3x3)

%% x() ...
x=[1 2 3];
x()
clear -all
x=[1 2 3];
x(:)
clear -all
x=[1 2 3];
x(:)'
%> warning: 'matrix' object indexed with empty index list
%> ans =
%>
%>    1   2   3
%>
%> ans =
%>
%>    1
%>    2
%>    3
%>
%> ans =
%>
%>    1   2   3
%>

%% m(:)' ...
m=[8 1 6;3 5 7;4 9 2];
m(:)'
clear -all
x=[1 2 3];
x([])
clear -all
x=[1 2 3];
x(zeros(1,0))
%> ans =
%>
%>    8   3   4   1   5   9   6   7   2
%>
%> ans = [](0x0)
%> ans = [](1x0)

%% x(zeros(0,1)) ...
x=[1 2 3];
x(zeros(0,1))
clear -all
x=[1 2 3];
x(zeros(0,3))
clear -all
x=[1 2 3];
x(zeros(2,0))
%> ans = [](1x0)
%> ans = [](0x3)
%> ans = [](2x0)

%% m([]) ...
m=[8 1 6;3 5 7;4 9 2];
m([])
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(zeros(1,0))
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(zeros(0,1))
%> ans = [](0x0)
%> ans = [](1x0)
%> ans = [](0x1)

%% sc([]) ...
sc=5;
sc([])
clear -all
sc=5;
sc(zeros(0,3))
clear -all
sc=5;
sc(zeros(1,0))
%> ans = [](0x0)
%> ans = [](0x3)
%> ans = [](1x0)

%% sc([1 1;1 1]) ...
sc=5;
sc([1 1;1 1])
clear -all
sc=5;
sc(:)
clear -all
sc=5;
sc(1,1,1)
%> ans =
%>
%>    5   5
%>    5   5
%>
%> ans = 5
%> ans = 5

%% sc(2)
sc=5;
sc(2)
%> error: sc(2): out of bound 1 (dimensions are 1x1)

%% sc(0)
sc=5;
sc(0)
%> error: sc(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% sc(1,2)
sc=5;
sc(1,2)
%> error: sc(_,2): out of bound 1 (dimensions are 1x1)

%% sc(1.5)
sc=5;
sc(1.5)
%> error: sc(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% sc([1 1 1]) ...
sc=5;
sc([1 1 1])
clear -all
sc=5;
sc([1;1;1])
clear -all
x=[1 2 3];
x([1 2;3 1])
%> ans =
%>
%>    5   5   5
%>
%> ans =
%>
%>    5
%>    5
%>    5
%>
%> ans =
%>
%>    1   2
%>    3   1
%>

%% x([1;2]) ...
x=[1 2 3];
x([1;2])
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([1 2])
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([1;2])
%> ans =
%>
%>    1   2
%>
%> ans =
%>
%>    8   3
%>
%> ans =
%>
%>    8
%>    3
%>

%% m(m>100) ...
m=[8 1 6;3 5 7;4 9 2];
m(m>100)
clear -all
x=[1 2 3];
x(x>100)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(logical(eye(3)))
%> ans = [](0x1)
%> ans = [](1x0)
%> ans =
%>
%>    8
%>    5
%>    2
%>

%% x(logical([1 0 1]')) ...
x=[1 2 3];
x(logical([1 0 1]'))
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:)
clear -all
n3=reshape(1:24,2,3,4);
n3(:,1)
%> ans =
%>
%>    1   3
%>
%> ans =
%>
%>     1    3    5    7    9   11   13   15   17   19   21   23
%>     2    4    6    8   10   12   14   16   18   20   22   24
%>
%> ans =
%>
%>    1
%>    2
%>

%% n3(2,:) ...
n3=reshape(1:24,2,3,4);
n3(2,:)
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:,1)
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:,:,1)
%> ans =
%>
%>     2    4    6    8   10   12   14   16   18   20   22   24
%>
%> ans =
%>
%>    1   3   5
%>    2   4   6
%>
%> ans =
%>
%> ans(:,:,1) =
%>
%>    1   3   5
%>    2   4   6
%>
%> ans(:,:,2) =
%>
%>     7    9   11
%>     8   10   12
%>
%> ans(:,:,3) =
%>
%>    13   15   17
%>    14   16   18
%>
%> ans(:,:,4) =
%>
%>    19   21   23
%>    20   22   24
%>

%% n3(1,1,:) ...
n3=reshape(1:24,2,3,4);
n3(1,1,:)
clear -all
n3=reshape(1:24,2,3,4);
n3(1,:,1)
clear -all
n3=reshape(1:24,2,3,4);
n3(:,2,[1 2])
%> ans =
%>
%> ans(:,:,1) = 1
%> ans(:,:,2) = 7
%> ans(:,:,3) = 13
%> ans(:,:,4) = 19
%>
%> ans =
%>
%>    1   3   5
%>
%> ans =
%>
%> ans(:,:,1) =
%>
%>    3
%>    4
%>
%> ans(:,:,2) =
%>
%>     9
%>    10
%>

%% z(1)
z=[];
z(1)
%> error: z(1): out of bound 0 (dimensions are 0x0)

%% z(0)
z=[];
z(0)
%> error: z(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% size(n3([])) ...
n3=reshape(1:24,2,3,4);
size(n3([]))
clear -all
n3=reshape(1:24,2,3,4);
size(n3(:,[],:))
clear -all
z=[];
z(:)
%> ans =
%>
%>    0   0
%>
%> ans =
%>
%>    2   0   4
%>
%> ans = [](0x1)

%% z(1,1)
z=[];
z(1,1)
%> error: z(1,_): out of bound 0 (dimensions are 0x0)

%% z(:,1)
z=[];
z(:,1)
%> error: z(_,1): out of bound 0 (dimensions are 0x0)

%% z(1,:)
z=[];
z(1,:)
%> error: z(1,_): out of bound 0 (dimensions are 0x0)

%% c(4)
c={1,'two',[3 4]};
c(4)
%> error: c(4): out of bound 3 (dimensions are 1x3)

%% c{4}
c={1,'two',[3 4]};
c{4}
%> error: c(4): out of bound 3 (dimensions are 1x3)

%% c{0}
c={1,'two',[3 4]};
c{0}
%> error: c(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% c{1.5}
c={1,'two',[3 4]};
c{1.5}
%> error: c(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% c(0)
c={1,'two',[3 4]};
c(0)
%> error: c(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% c{1,4}
c={1,'two',[3 4]};
c{1,4}
%> error: c(_,4): out of bound 3 (dimensions are 1x3)

%% c{2,1}
c={1,'two',[3 4]};
c{2,1}
%> error: c(2,_): out of bound 1 (dimensions are 1x3)

%% z(:,:) ...
z=[];
z(:,:)
clear -all
c={1,'two',[3 4]};
c{:}
clear -all
c={1,'two',[3 4]};
c([1 3])
%> ans = [](0x0)
%> ans = 1
%> ans = two
%> ans =
%>
%>    3   4
%>
%> ans =
%> {
%>   [1,1] = 1
%>   [1,2] =
%>
%>      3   4
%>
%> }
%>

%% s(2)
s.a=1;s.b='hi';
s(2)
%> error: s(2): out of bound 1 (dimensions are 1x1)

%% s(0)
s.a=1;s.b='hi';
s(0)
%> error: s(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% s.c
s.a=1;s.b='hi';
s.c
%> error: structure has no member 'c'

%% s(2).a
s.a=1;s.b='hi';
s(2).a
%> error: s(2): out of bound 1 (dimensions are 1x1)

%% t(4)
t=struct('f',{1,2,3});
t(4)
%> error: t(4): out of bound 3 (dimensions are 1x3)

%% t(4).f
t=struct('f',{1,2,3});
t(4).f
%> error: t(4): out of bound 3 (dimensions are 1x3)

%% c{[1 3]} ...
c={1,'two',[3 4]};
c{[1 3]}
clear -all
t=struct('f',{1,2,3});
t.f
clear -all
t=struct('f',{1,2,3});
t(2)
%> ans = 1
%> ans =
%>
%>    3   4
%>
%> ans = 1
%> ans = 2
%> ans = 3
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     f = 2
%>

%% t.g
t=struct('f',{1,2,3});
t.g
%> error: structure has no member 'g'

%% f{1}
f=@(x)x+1;
f{1}
%> error: function handle cannot be indexed with {

%% f.a
f=@(x)x+1;
f.a
%> error: function handle cannot be indexed with .

%% x{1}
x=[1 2 3];
x{1}
%> error: matrix cannot be indexed with {

%% x.a
x=[1 2 3];
x.a
%> error: matrix cannot be indexed with .

%% str{1}
str='hello';
str{1}
%> error: sq_string cannot be indexed with {

%% str.a
str='hello';
str.a
%> error: sq_string cannot be indexed with .

%% str(7)
str='hello';
str(7)
%> error: str(7): out of bound 5 (dimensions are 1x5)

%% str(0)
str='hello';
str(0)
%> error: str(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% t([1 3]) ...
t=struct('f',{1,2,3});
t([1 3])
clear -all
f=@(x)x+1;
f(1)
clear -all
str='hello';
str([1 1 1])
%> ans =
%>
%>   1x2 struct array containing the fields:
%>
%>     f
%>
%> ans = 2
%> ans = hhh

%% sc{1}
sc=5;
sc{1}
%> error: scalar cannot be indexed with {

%% sc.a
sc=5;
sc.a
%> error: scalar cannot be indexed with .

%% b{1}
b=true;
b{1}
%> error: bool cannot be indexed with {

%% b.a
b=true;
b.a
%> error: bool cannot be indexed with .

%% b(2)
b=true;
b(2)
%> error: b(2): out of bound 1 (dimensions are 1x1)

%% i8{1}
i8=int8([1 2 3]);
i8{1}
%> error: int8 matrix cannot be indexed with {

%% i8(7)
i8=int8([1 2 3]);
i8(7)
%> error: i8(7): out of bound 3 (dimensions are 1x3)

%% i8(1.5)
i8=int8([1 2 3]);
i8(1.5)
%> error: i8(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% i8(0)
i8=int8([1 2 3]);
i8(0)
%> error: i8(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% i8.a
i8=int8([1 2 3]);
i8.a
%> error: int8 matrix cannot be indexed with .

%% r(7)
r=1:5;
r(7)
%> error: r(7): out of bound 5 (dimensions are 1x5)

%% r(0)
r=1:5;
r(0)
%> error: r(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% r(1.5)
r=1:5;
r(1.5)
%> error: r(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% r{1}
r=1:5;
r{1}
%> error: double_range cannot be indexed with {

%% r.a
r=1:5;
r.a
%> error: double_range cannot be indexed with .

%% r([1 3 5]) ...
r=1:5;
r([1 3 5])
clear -all
r=1:5;
r(2:4)
clear -all
r=1:5;
r(:)
%> ans =
%>
%>    1   3   5
%>
%> ans =
%>
%>    2   3   4
%>
%> ans =
%>
%>    1
%>    2
%>    3
%>    4
%>    5
%>

%% r(:)' ...
r=1:5;
r(:)'
clear -all
r=1:5;
r([1 2;3 4])
clear -all
r=1:5;
r(end)
%> ans =
%>
%>    1   2   3   4   5
%>
%> ans =
%>
%>    1   2
%>    3   4
%>
%> ans = 5

%% c.a
c={1,'two',[3 4]};
c.a
%> error: cell cannot be indexed with .

%% s{1}
s.a=1;s.b='hi';
s{1}
%> error: struct cannot be indexed with {

%% t{1}
t=struct('f',{1,2,3});
t{1}
%> error: struct cannot be indexed with {

%% und(1)
und(1)
%> error: 'und' undefined near line 1, column 1

%% und{1}
und{1}
%> error: 'und' undefined near line 1, column 1

%% und.a
und.a
%> error: 'und' undefined near line 1, column 1

%% x(2:5)
x=[1 2 3];
x(2:5)
%> error: x(5): out of bound 3 (dimensions are 1x3)

%% x(3:-1:0)
x=[1 2 3];
x(3:-1:0)
%> error: x(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% m(2:5,1)
m=[8 1 6;3 5 7;4 9 2];
m(2:5,1)
%> error: m(5,_): out of bound 3 (dimensions are 3x3)

%% m(:,4)
m=[8 1 6;3 5 7;4 9 2];
m(:,4)
%> error: m(_,4): out of bound 3 (dimensions are 3x3)

%% m(4,:)
m=[8 1 6;3 5 7;4 9 2];
m(4,:)
%> error: m(4,_): out of bound 3 (dimensions are 3x3)

%% m(:,0)
m=[8 1 6;3 5 7;4 9 2];
m(:,0)
%> error: m(_,0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% m(0,:)
m=[8 1 6;3 5 7;4 9 2];
m(0,:)
%> error: m(0,_): subscripts must be either integers 1 to (2^63)-1 or logicals

%% n3(:,:,0)
n3=reshape(1:24,2,3,4);
n3(:,:,0)
%> error: n3(_,_,0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% n3(:,:,5)
n3=reshape(1:24,2,3,4);
n3(:,:,5)
%> error: n3(_,_,5): out of bound 4 (dimensions are 2x3x4)

%% n3(0,:,:)
n3=reshape(1:24,2,3,4);
n3(0,:,:)
%> error: n3(0,_,_): subscripts must be either integers 1 to (2^63)-1 or logicals

%% n3(:,0,:)
n3=reshape(1:24,2,3,4);
n3(:,0,:)
%> error: n3(_,0,_): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(1,2,3)
x=[1 2 3];
x(1,2,3)
%> error: x(_,_,3): out of bound 1 (dimensions are 1x3)

%% x(int8(0))
x=[1 2 3];
x(int8(0))
%> error: x(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(int8(-3))
x=[1 2 3];
x(int8(-3))
%> error: x(-3): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(single(1.5))
x=[1 2 3];
x(single(1.5))
%> error: x(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(single(0))
x=[1 2 3];
x(single(0))
%> error: x(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(uint8(200))
x=[1 2 3];
x(uint8(200))
%> error: x(200): out of bound 3 (dimensions are 1x3)

%% x('a'+0)
x=[1 2 3];
x('a'+0)
%> error: x(97): out of bound 3 (dimensions are 1x3)

%% str('a')
str='hello';
str('a')
%> error: str(97): out of bound 5 (dimensions are 1x5)

%% c{1}(2)
c={1,'two',[3 4]};
c{1}(2)
%> error: c(2): out of bound 1 (dimensions are 1x1)

%% c{3}(3)
c={1,'two',[3 4]};
c{3}(3)
%> error: c(3): out of bound 2 (dimensions are 1x2)

%% s.a(2)
s.a=1;s.b='hi';
s.a(2)
%> error: s(2): out of bound 1 (dimensions are 1x1)

%% s.b(9)
s.a=1;s.b='hi';
s.b(9)
%> error: s(9): out of bound 2 (dimensions are 1x2)

%% t(2).f(3)
t=struct('f',{1,2,3});
t(2).f(3)
%> error: t(3): out of bound 1 (dimensions are 1x1)

%% c{3}(0)
c={1,'two',[3 4]};
c{3}(0)
%> error: c(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% m(1e10)
m=[8 1 6;3 5 7;4 9 2];
m(1e10)
%> error: m(10000000000): out of bound 9 (dimensions are 3x3)

%% m(1e10,1)
m=[8 1 6;3 5 7;4 9 2];
m(1e10,1)
%> error: m(10000000000,_): out of bound 3 (dimensions are 3x3)

%% x(2^53)
x=[1 2 3];
x(2^53)
%> error: x(9007199254740992): out of bound 3 (dimensions are 1x3)

%% x(-1.5)
x=[1 2 3];
x(-1.5)
%> error: x(-1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% r(logical([1 0 1 0 1])) ...
r=1:5;
r(logical([1 0 1 0 1]))
clear -all
x=[1 2 3];
x(int8(2))
clear -all
x=[1 2 3];
x(1:0)
%> ans =
%>
%>    1   3   5
%>
%> ans = 2
%> ans = [](1x0)

%% x(-Inf)
x=[1 2 3];
x(-Inf)
%> error: x(-inf): subscripts must be either integers 1 to (2^63)-1 or logicals
