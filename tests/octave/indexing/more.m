% Further reads, writes and deletions, nested ones among them.

%% x([1 0 2])
x=[1 2 3];
x([1 0 2])
%> error: x(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x([1 -1])
x=[1 2 3];
x([1 -1])
%> error: x(-1): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x([1 1.5])
x=[1 2 3];
x([1 1.5])
%> error: x(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x([1 NaN])
x=[1 2 3];
x([1 NaN])
%> error: x(nan): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x([1 2 9])
x=[1 2 3];
x([1 2 9])
%> error: x(9): out of bound 3 (dimensions are 1x3)

%% m([1 5])=[] ...
m=[8 1 6;3 5 7;4 9 2];
m([1 5])=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([1 2 3])=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([])=[];m
%> m =
%>
%>    3
%>    4
%>    1
%>    9
%>    6
%>    7
%>    2
%>
%> m =
%>
%>    1
%>    5
%>    9
%>    6
%>    7
%>    2
%>
%> m =
%>
%>    8   1   6
%>    3   5   7
%>    4   9   2
%>

%% m(0,:)=[]
m=[8 1 6;3 5 7;4 9 2];
m(0,:)=[]
%> error: m0: subscripts must be either integers 1 to (2^63)-1 or logicals

%% m(1.5,:)=[]
m=[8 1 6;3 5 7;4 9 2];
m(1.5,:)=[]
%> error: m1.5: subscripts must be either integers 1 to (2^63)-1 or logicals

%% x([1 0])=[]
x=[1 2 3];
x([1 0])=[]
%> error: x0: subscripts must be either integers 1 to (2^63)-1 or logicals

%% x([1 0])=5
x=[1 2 3];
x([1 0])=5
%> error: x(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x({1})=[]
x=[1 2 3];
x({1})=[]
%> error: x<cell>: subscripts must be either integers 1 to (2^63)-1 or logicals

%% x({1})=1
x=[1 2 3];
x({1})=1
%> error: x(<cell>): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(s)=1
x=[1 2 3]; s.a=1;s.b='hi';
x(s)=1
%> error: x(<scalar struct>): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x([1+i 2])
x=[1 2 3];
x([1+i 2])
%> error: x(<complex matrix>): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(1+1e-10)
x=[1 2 3];
x(1+1e-10)
%> error: x(1+1e-10): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(1.23456789)
x=[1 2 3];
x(1.23456789)
%> error: x(1.23457): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(123456.5)
x=[1 2 3];
x(123456.5)
%> error: x(123456-0.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% x(3:5)=[]
x=[1 2 3];
x(3:5)=[]
%> error: A(I) = []: index out of bounds: value 5 out of bound 3

%% m(:,:,1)=[]
m=[8 1 6;3 5 7;4 9 2];
m(:,:,1)=[]
%> error: invalid dimension in delete_elements

%% m(:,:,2)=[]
m=[8 1 6;3 5 7;4 9 2];
m(:,:,2)=[]
%> error: invalid dimension in delete_elements

%% m(logical([0 0 0]),:)=[] ...
m=[8 1 6;3 5 7;4 9 2];
m(logical([0 0 0]),:)=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1,:,:)=[]
clear -all
x=[1 2 3];
x(:)=1:3
%> m =
%>
%>    8   1   6
%>    3   5   7
%>    4   9   2
%>
%> m =
%>
%>    3   5   7
%>    4   9   2
%>
%> x =
%>
%>    1   2   3
%>

%% x(:)=zeros(1,0)
x=[1 2 3];
x(:)=zeros(1,0)
%> error: =: nonconformant arguments (op1 is 3x1, op2 is 1x0)

%% z(:)=1:3
z=[];
z(:)=1:3
%> error: =: nonconformant arguments (op1 is 0x1, op2 is 1x3)

%% z(:,:,2)=ones(2) ...
z=[];
z(:,:,2)=ones(2)
clear -all
z=[];
z(:,:,:)=ones(2,2,2);size(z)
clear -all
z=[];
z(1,:)=1:3
%> z =
%>
%> ans(:,:,1) =
%>
%>    0   0
%>    0   0
%>
%> ans(:,:,2) =
%>
%>    1   1
%>    1   1
%>
%> ans =
%>
%>    2   2   2
%>
%> z =
%>
%>    1   2   3
%>

%% z(2,:,:)=ones(2,2);size(z) ...
z=[];
z(2,:,:)=ones(2,2);size(z)
clear -all
z=[];
z([1 2],:)=5
clear -all
z=[];
z(:,:)=5
%> ans =
%>
%>    2   2   2
%>
%> z =
%>
%>    5
%>    5
%>
%> z = 5

%% b(2)=NaN
b=true;
b(2)=NaN
%> error: invalid conversion from NaN to logical

%% z([],:)=5 ...
z=[];
z([],:)=5
clear -all
z=[];
z(:,[])=ones(0,3)
clear -all
b=true;
b([1 2])=[0 2]
%> z = [](0x1)
%> z = [](0x0)
%> warning: value not equal to 1 or 0 converted to logical 1
%> b =
%>
%>   0  1
%>

%% sc(:)=[1 2]
sc=5;
sc(:)=[1 2]
%> error: =: nonconformant arguments (op1 is 1x1, op2 is 1x2)

%% sc(1)=[1 2]
sc=5;
sc(1)=[1 2]
%> error: =: nonconformant arguments (op1 is 1x1, op2 is 1x2)

%% sc(1:2)=[3 4] ...
sc=5;
sc(1:2)=[3 4]
clear -all
sc=5;
sc(3:4)=[3 4]
clear -all
sc=5;
sc(1)=[]
%> sc =
%>
%>    3   4
%>
%> sc =
%>
%>    5   0   3   4
%>
%> sc = [](1x0)

%% sc(:)=[] ...
sc=5;
sc(:)=[]
clear -all
s.a=1;s.b='hi';
s(:)=[]
clear -all
c={1,'two',[3 4]};
c(:)=[]
%> sc = [](0x0)
%> s =
%>
%>   0x0 struct array containing the fields:
%>
%>     a
%>     b
%>
%> c = {}(0x0)

%% c(1,:)=[] ...
c={1,'two',[3 4]};
c(1,:)=[]
clear -all
c={1,'two',[3 4]};
c{1}=[]
clear -all
c={1,'two',[3 4]};
c([])=[]
%> c = {}(0x3)
%> c =
%> {
%>   [1,1] = [](0x0)
%>   [1,2] = two
%>   [1,3] =
%>
%>      3   4
%>
%> }
%>
%> c =
%> {
%>   [1,1] = 1
%>   [1,2] = two
%>   [1,3] =
%>
%>      3   4
%>
%> }
%>

%% c(4)=[]
c={1,'two',[3 4]};
c(4)=[]
%> error: A(I) = []: index out of bounds: value 4 out of bound 3

%% c(0)=[]
c={1,'two',[3 4]};
c(0)=[]
%> error: c(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% c(0)=1
c={1,'two',[3 4]};
c(0)=1
%> error: c(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% c{0}=1
c={1,'two',[3 4]};
c{0}=1
%> error: c(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% c{1.5}=1
c={1,'two',[3 4]};
c{1.5}=1
%> error: c(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% c{1,0}=1
c={1,'two',[3 4]};
c{1,0}=1
%> error: c(_,0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% s(0).a=1
s.a=1;s.b='hi';
s(0).a=1
%> error: s(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% s(1.5).a=1
s.a=1;s.b='hi';
s(1.5).a=1
%> error: s(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% s(0)
s.a=1;s.b='hi';
s(0)
%> error: s(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% t(0)=[]
t=struct('f',{1,2,3});
t(0)=[]
%> error: t(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% t(7)=[]
t=struct('f',{1,2,3});
t(7)=[]
%> error: A(I) = []: index out of bounds: value 7 out of bound 3

%% c{2,2}=1 ...
c={1,'two',[3 4]};
c{2,2}=1
clear -all
s.a=1;s.b='hi';
s(2,2).a=1;size(s)
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:,:,2)=1;size(n3)
%> c =
%> {
%>   [1,1] = 1
%>   [2,1] = [](0x0)
%>   [1,2] = two
%>   [2,2] = 1
%>   [1,3] =
%>
%>      3   4
%>
%>   [2,3] = [](0x0)
%> }
%>
%> ans =
%>
%>    2   2
%>
%> ans =
%>
%>    2   3   4   2
%>

%% m(1,:)=[] ...
m=[8 1 6;3 5 7;4 9 2];
m(1,:)=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1,:)=''
clear -all
x=[1 2 3];
x(1)=""
%> m =
%>
%>    3   5   7
%>    4   9   2
%>
%> m =
%>
%>    3   5   7
%>    4   9   2
%>
%> x =
%>
%>    2   3
%>

%% x=[1 2 3];x(2)=zeros(0,0)
x=[1 2 3];x(2)=zeros(0,0)
%> error: =: nonconformant arguments (op1 is 1x1, op2 is 0x0)

%% x(1:2)=zeros(0,0)
x=[1 2 3];
x(1:2)=zeros(0,0)
%> error: =: nonconformant arguments (op1 is 2x1, op2 is 0x0)

%% c(1)=cell(0,0)
c={1,'two',[3 4]};
c(1)=cell(0,0)
%> error: =: nonconformant arguments (op1 is 1x1, op2 is 0x0)

%% c(2)={}
c={1,'two',[3 4]};
c(2)={}
%> error: =: nonconformant arguments (op1 is 1x1, op2 is 0x0)

%% c([1 2])={}
c={1,'two',[3 4]};
c([1 2])={}
%> error: =: nonconformant arguments (op1 is 2x1, op2 is 0x0)

%% c(1:2)=zeros(0,0) ...
c={1,'two',[3 4]};
c(1:2)=zeros(0,0)
clear -all
c={1,'two',[3 4]};
c(2)=cell(1,1)
clear -all
str='hello';
str(1)=''
%> c =
%> {
%>   [1,1] = [](0x0)
%>   [1,2] = [](0x0)
%>   [1,3] =
%>
%>      3   4
%>
%> }
%>
%> c =
%> {
%>   [1,1] = 1
%>   [1,2] = [](0x0)
%>   [1,3] =
%>
%>      3   4
%>
%> }
%>
%> str = ello

%% s.a(2)=[]
s.a=1;s.b='hi';
s.a(2)=[]
%> error: A(I) = []: index out of bounds: value 2 out of bound 1

%% s.a(1)=[] ...
s.a=1;s.b='hi';
s.a(1)=[]
clear -all
c={1,'two',[3 4]};
c{3}(1)=[]
clear -all
t=struct('f',{1,2,3});
t(2).f(1)=[]
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = [](1x0)
%>     b = hi
%>
%> c =
%> {
%>   [1,1] = 1
%>   [1,2] = two
%>   [1,3] = 4
%> }
%>
%> t =
%>
%>   1x3 struct array containing the fields:
%>
%>     f
%>

%% c{1}{2}=5
c={1,'two',[3 4]};
c{1}{2}=5
%> error: scalar cannot be indexed with {

%% c{2}{2}=5
c={1,'two',[3 4]};
c{2}{2}=5
%> error: sq_string cannot be indexed with {

%% s.a{2}=5
s.a=1;s.b='hi';
s.a{2}=5
%> error: scalar cannot be indexed with {

%% t(1).f=[] ...
t=struct('f',{1,2,3});
t(1).f=[]
clear -all
s.a=1;s.b='hi';
s.b(1)=[]
clear -all
s.a=1;s.b='hi';
s.q{2}.r(3)=4
%> t =
%>
%>   1x3 struct array containing the fields:
%>
%>     f
%>
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     b = i
%>
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     b = hi
%>     q =
%>     {
%>       [1,1] = [](0x0)
%>       [1,2] =
%>
%>         scalar structure containing the fields:
%>
%>           r =
%>
%>              0   0   4
%>
%>
%>     }
%>
%>

%% s.q(3).r=4 ...
s.a=1;s.b='hi';
s.q(3).r=4
clear -all
s.a=1;s.b='hi';
s.q=5;s.q(3)=1
clear -all
v.x(2).y{3}=1;v
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     b = hi
%>     q =
%>
%>       1x3 struct array containing the fields:
%>
%>         r
%>
%>
%> s =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>     b = hi
%>     q =
%>
%>        5   0   1
%>
%>
%> v =
%>
%>   scalar structure containing the fields:
%>
%>     x =
%>
%>       1x2 struct array containing the fields:
%>
%>         y
%>
%>

%% v(3)=1;v(2)=[];v ...
v(3)=1;v(2)=[];v
clear -all
v{2}(3).x='a';class(v{2})
clear -all
v(2).x(3)=1;v(2)
%> v =
%>
%>    0   1
%>
%> ans = struct
%> ans =
%>
%>   scalar structure containing the fields:
%>
%>     x =
%>
%>        0   0   1
%>
%>

%% und(1)=[]
und(1)=[]
%> error: A(I) = []: index out of bounds: value 1 out of bound 0

%% und(:)=[] ...
und(:)=[]
clear -all
und{1}=[]
clear -all
x=[1 2 3];
x(int8([1 2]))=7
%> und = [](0x0)
%> und =
%> {
%>   [1,1] = [](0x0)
%> }
%>
%> x =
%>
%>    7   7   3
%>

%% x(single(2))=7 ...
x=[1 2 3];
x(single(2))=7
clear -all
x=[1 2 3];
x('a')=1;size(x)
clear -all
x=[1 2 3];
x(true)=9
%> x =
%>
%>    1   7   3
%>
%> ans =
%>
%>     1   97
%>
%> x =
%>
%>    9   2   3
%>

%% x(false)=9 ...
x=[1 2 3];
x(false)=9
clear -all
x=[1 2 3];
x(false)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(false)
%> x =
%>
%>    1   2   3
%>
%> ans = [](0x0)
%> ans = [](0x0)

%% sc(false) ...
sc=5;
sc(false)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(true,:)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:,true)
%> ans = [](0x0)
%> ans =
%>
%>    8   1   6
%>
%> ans =
%>
%>    8
%>    3
%>    4
%>

%% x(:,:)=5 ...
x=[1 2 3];
x(:,:)=5
clear -all
x=[1 2 3];
x(:,:,1)=5
clear -all
x=[1 2 3];
x(1,:)=[4;5;6]
%> x =
%>
%>    5   5   5
%>
%> x =
%>
%>    5   5   5
%>
%> x =
%>
%>    4   5   6
%>

%% x(1,[1 2])=[7;8] ...
x=[1 2 3];
x(1,[1 2])=[7;8]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([1 2],1)=[7 8]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1:2,:,1)=ones(2,3)
%> x =
%>
%>    7   8   3
%>
%> m =
%>
%>    7   1   6
%>    8   5   7
%>    4   9   2
%>
%> m =
%>
%>    1   1   1
%>    1   1   1
%>    4   9   2
%>

%% m(:,:)=1:9
m=[8 1 6;3 5 7;4 9 2];
m(:,:)=1:9
%> error: =: nonconformant arguments (op1 is 3x3, op2 is 1x9)

%% m(:,1)=[] ...
m=[8 1 6;3 5 7;4 9 2];
m(:,1)=[]
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:)=zeros(2,12);size(n3)
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:)=5;size(n3)
%> m =
%>
%>    1   6
%>    5   7
%>    9   2
%>
%> ans =
%>
%>    2   3   4
%>
%> ans =
%>
%>    2   3   4
%>

%% n3(:,5)=7;n3(:,:,2) ...
n3=reshape(1:24,2,3,4);
n3(:,5)=7;n3(:,:,2)
clear -all
n3=reshape(1:24,2,3,4);
n3(:)=1:24;size(n3)
clear -all
r=1:5;
r(2:3)=[]
%> ans =
%>
%>     7    7   11
%>     8    7   12
%>
%> ans =
%>
%>    2   3   4
%>
%> r =
%>
%>    1   4   5
%>

%% r(1,2) ...
r=1:5;
r(1,2)
clear -all
r=1:5;
r(1,:)
clear -all
r=1:5;
r(:,2)
%> ans = 2
%> ans =
%>
%>    1   2   3   4   5
%>
%> ans = 2

%% r(2,1)
r=1:5;
r(2,1)
%> error: r(2,_): out of bound 1 (dimensions are 1x5)

%% r(:,:) ...
r=1:5;
r(:,:)
clear -all
r=1:5;
r(1,1,1)
clear -all
r=1:5;
r([true false true false false])
%> ans =
%>
%>    1   2   3   4   5
%>
%> ans = 1
%> ans =
%>
%>    1   3
%>

%% r(10:-1:1)
r=1:5;
r(10:-1:1)
%> error: r(10): out of bound 5 (dimensions are 1x5)

%% r(5:-1:1) ...
r=1:5;
r(5:-1:1)
clear -all
x=[1 2 3];
x(3:-1:1)
clear -all
x=[1 2 3];
x(3:-1:1)=[7 8 9]
%> ans =
%>
%>    5   4   3   2   1
%>
%> ans =
%>
%>    3   2   1
%>
%> x =
%>
%>    9   8   7
%>

%% i8(3:-1:1) ...
i8=int8([1 2 3]);
i8(3:-1:1)
clear -all
'abc'(2)
clear -all
'abc'([1 1;2 2])
%> ans =
%>
%>   3  2  1
%>
%> ans = b
%> ans =
%>
%> aa
%> bb
%>

%% 'abc'(:) ...
'abc'(:)
clear -all
{1,2,3}(2)
clear -all
{1,2,3}{2}
%> ans =
%>
%> a
%> b
%> c
%>
%> ans =
%> {
%>   [1,1] = 2
%> }
%>
%> ans = 2

%% {1,2,3}{:} ...
{1,2,3}{:}
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:,1)(2)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(2,:)(3)
%> ans = 1
%> ans = 2
%> ans = 3
%> ans = 3
%> ans = 7

%% m(2,:)(4)
m=[8 1 6;3 5 7;4 9 2];
m(2,:)(4)
%> error: m(4): out of bound 3 (dimensions are 1x3)

%% m(2,:){1}
m=[8 1 6;3 5 7;4 9 2];
m(2,:){1}
%> error: matrix cannot be indexed with {

%% s.b{1}
s.a=1;s.b='hi';
s.b{1}
%> error: sq_string cannot be indexed with {

%% s.b.x
s.a=1;s.b='hi';
s.b.x
%> error: sq_string cannot be indexed with .

%% s.a.x
s.a=1;s.b='hi';
s.a.x
%> error: scalar cannot be indexed with .

%% c{2}.x
c={1,'two',[3 4]};
c{2}.x
%> error: sq_string cannot be indexed with .

%% c{2}{1}
c={1,'two',[3 4]};
c{2}{1}
%> error: sq_string cannot be indexed with {

%% c{:}.x
c={1,'two',[3 4]};
c{:}.x
%> error: a cs-list cannot be further indexed

%% c{:}(1)
c={1,'two',[3 4]};
c{:}(1)
%> error: a cs-list cannot be further indexed

%% t.f(1)
t=struct('f',{1,2,3});
t.f(1)
%> error: a cs-list cannot be further indexed

%% s.b(1:2) ...
s.a=1;s.b='hi';
s.b(1:2)
clear -all
t=struct('f',{1,2,3});
t(1:2).f
clear -all
t=struct('f',{1,2,3});
t(:).f
%> ans = hi
%> ans = 1
%> ans = 2
%> ans = 1
%> ans = 2
%> ans = 3

%% [t.f] ...
t=struct('f',{1,2,3});
[t.f]
clear -all
t=struct('f',{1,2,3});
[t([]).f]
clear -all
t=struct('f',{1,2,3});
t([])
%> ans =
%>
%>    1   2   3
%>
%> ans = [](0x0)
%> ans =
%>
%>   0x0 struct array containing the fields:
%>
%>     f
%>

%% t([]).f ...
t=struct('f',{1,2,3});
t([]).f
clear -all
c={1,'two',[3 4]};
c([])
clear -all
c={1,'two',[3 4]};
c{[]}
%> ans = {}(0x0)

%% x(1,1,1,1,2)
x=[1 2 3];
x(1,1,1,1,2)
%> error: x(...[x4]...2): out of bound 1 (dimensions are 1x3)

%% [c{[]}] ...
c={1,'two',[3 4]};
[c{[]}]
clear -all
x=[1 2 3];
x(1,1,1,1,1)
clear -all
f=@(x)x+1;
f
%> ans = [](0x0)
%> ans = 1
%> f =
%>
%> @(x) x + 1
%>

%% x.y
x=[1 2 3];
x.y
%> error: matrix cannot be indexed with .

%% x.y.z
x=[1 2 3];
x.y.z
%> error: matrix cannot be indexed with .

%% x(1).y
x=[1 2 3];
x(1).y
%> error: scalar cannot be indexed with .

%% sc(1).y
sc=5;
sc(1).y
%> error: scalar cannot be indexed with .

%% sc(1){1}
sc=5;
sc(1){1}
%> error: scalar cannot be indexed with {

%% b.x.y
b=true;
b.x.y
%> error: bool cannot be indexed with .

%% x{1}{1}
x=[1 2 3];
x{1}{1}
%> error: matrix cannot be indexed with {

%% x(1){1}
x=[1 2 3];
x(1){1}
%> error: scalar cannot be indexed with {

%% f.x.y
f=@(x)x+1;
f.x.y
%> error: function handle cannot be indexed with .

%% und.x.y
und.x.y
%> error: 'und' undefined near line 1, column 1

%% und(1).x
und(1).x
%> error: 'und' undefined near line 1, column 1

%% pi{1}
pi{1}
%> error: scalar cannot be indexed with {

%% x(1)(1)(1) ...
x=[1 2 3];
x(1)(1)(1)
clear -all
pi(2)
%> ans = 1
%> ans =
%>
%>    3.1416   3.1416
%>    3.1416   3.1416
%>
