% Further reads, writes and deletions, nested ones among them.

%% x([1 0 2])
x=[1 2 3];
x([1 0 2])

%% x([1 -1])
x=[1 2 3];
x([1 -1])

%% x([1 1.5])
x=[1 2 3];
x([1 1.5])

%% x([1 NaN])
x=[1 2 3];
x([1 NaN])

%% x([1 2 9])
x=[1 2 3];
x([1 2 9])

%% m([1 5])=[] ...
m=[8 1 6;3 5 7;4 9 2];
m([1 5])=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([1 2 3])=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([])=[];m

%% m(0,:)=[]
m=[8 1 6;3 5 7;4 9 2];
m(0,:)=[]

%% m(1.5,:)=[]
m=[8 1 6;3 5 7;4 9 2];
m(1.5,:)=[]

%% x([1 0])=[]
x=[1 2 3];
x([1 0])=[]

%% x([1 0])=5
x=[1 2 3];
x([1 0])=5

%% x({1})=[]
x=[1 2 3];
x({1})=[]

%% x({1})=1
x=[1 2 3];
x({1})=1

%% x(s)=1
x=[1 2 3]; s.a=1;s.b='hi';
x(s)=1

%% x([1+i 2])
x=[1 2 3];
x([1+i 2])

%% x(1+1e-10)
x=[1 2 3];
x(1+1e-10)

%% x(1.23456789)
x=[1 2 3];
x(1.23456789)

%% x(123456.5)
x=[1 2 3];
x(123456.5)

%% x(3:5)=[]
x=[1 2 3];
x(3:5)=[]

%% m(:,:,1)=[]
m=[8 1 6;3 5 7;4 9 2];
m(:,:,1)=[]

%% m(:,:,2)=[]
m=[8 1 6;3 5 7;4 9 2];
m(:,:,2)=[]

%% m(logical([0 0 0]),:)=[] ...
m=[8 1 6;3 5 7;4 9 2];
m(logical([0 0 0]),:)=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1,:,:)=[]
clear -all
x=[1 2 3];
x(:)=1:3

%% x(:)=zeros(1,0)
x=[1 2 3];
x(:)=zeros(1,0)

%% z(:)=1:3
z=[];
z(:)=1:3

%% z(:,:,2)=ones(2) ...
z=[];
z(:,:,2)=ones(2)
clear -all
z=[];
z(:,:,:)=ones(2,2,2);size(z)
clear -all
z=[];
z(1,:)=1:3

%% z(2,:,:)=ones(2,2);size(z) ...
z=[];
z(2,:,:)=ones(2,2);size(z)
clear -all
z=[];
z([1 2],:)=5
clear -all
z=[];
z(:,:)=5

%% b(2)=NaN
b=true;
b(2)=NaN

%% z([],:)=5 ...
z=[];
z([],:)=5
clear -all
z=[];
z(:,[])=ones(0,3)
clear -all
b=true;
b([1 2])=[0 2]

%% sc(:)=[1 2]
sc=5;
sc(:)=[1 2]

%% sc(1)=[1 2]
sc=5;
sc(1)=[1 2]

%% sc(1:2)=[3 4] ...
sc=5;
sc(1:2)=[3 4]
clear -all
sc=5;
sc(3:4)=[3 4]
clear -all
sc=5;
sc(1)=[]

%% sc(:)=[] ...
sc=5;
sc(:)=[]
clear -all
s.a=1;s.b='hi';
s(:)=[]
clear -all
c={1,'two',[3 4]};
c(:)=[]

%% c(1,:)=[] ...
c={1,'two',[3 4]};
c(1,:)=[]
clear -all
c={1,'two',[3 4]};
c{1}=[]
clear -all
c={1,'two',[3 4]};
c([])=[]

%% c(4)=[]
c={1,'two',[3 4]};
c(4)=[]

%% c(0)=[]
c={1,'two',[3 4]};
c(0)=[]

%% c(0)=1
c={1,'two',[3 4]};
c(0)=1

%% c{0}=1
c={1,'two',[3 4]};
c{0}=1

%% c{1.5}=1
c={1,'two',[3 4]};
c{1.5}=1

%% c{1,0}=1
c={1,'two',[3 4]};
c{1,0}=1

%% s(0).a=1
s.a=1;s.b='hi';
s(0).a=1

%% s(1.5).a=1
s.a=1;s.b='hi';
s(1.5).a=1

%% s(0)
s.a=1;s.b='hi';
s(0)

%% t(0)=[]
t=struct('f',{1,2,3});
t(0)=[]

%% t(7)=[]
t=struct('f',{1,2,3});
t(7)=[]

%% c{2,2}=1 ...
c={1,'two',[3 4]};
c{2,2}=1
clear -all
s.a=1;s.b='hi';
s(2,2).a=1;size(s)
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:,:,2)=1;size(n3)

%% m(1,:)=[] ...
m=[8 1 6;3 5 7;4 9 2];
m(1,:)=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1,:)=''
clear -all
x=[1 2 3];
x(1)=""

%% x=[1 2 3];x(2)=zeros(0,0)
x=[1 2 3];x(2)=zeros(0,0)

%% x(1:2)=zeros(0,0)
x=[1 2 3];
x(1:2)=zeros(0,0)

%% c(1)=cell(0,0)
c={1,'two',[3 4]};
c(1)=cell(0,0)

%% c(2)={}
c={1,'two',[3 4]};
c(2)={}

%% c([1 2])={}
c={1,'two',[3 4]};
c([1 2])={}

%% c(1:2)=zeros(0,0) ...
c={1,'two',[3 4]};
c(1:2)=zeros(0,0)
clear -all
c={1,'two',[3 4]};
c(2)=cell(1,1)
clear -all
str='hello';
str(1)=''

%% s.a(2)=[]
s.a=1;s.b='hi';
s.a(2)=[]

%% s.a(1)=[] ...
s.a=1;s.b='hi';
s.a(1)=[]
clear -all
c={1,'two',[3 4]};
c{3}(1)=[]
clear -all
t=struct('f',{1,2,3});
t(2).f(1)=[]

%% c{1}{2}=5
c={1,'two',[3 4]};
c{1}{2}=5

%% c{2}{2}=5
c={1,'two',[3 4]};
c{2}{2}=5

%% s.a{2}=5
s.a=1;s.b='hi';
s.a{2}=5

%% t(1).f=[] ...
t=struct('f',{1,2,3});
t(1).f=[]
clear -all
s.a=1;s.b='hi';
s.b(1)=[]
clear -all
s.a=1;s.b='hi';
s.q{2}.r(3)=4

%% s.q(3).r=4 ...
s.a=1;s.b='hi';
s.q(3).r=4
clear -all
s.a=1;s.b='hi';
s.q=5;s.q(3)=1
clear -all
v.x(2).y{3}=1;v

%% v(3)=1;v(2)=[];v ...
v(3)=1;v(2)=[];v
clear -all
v{2}(3).x='a';class(v{2})
clear -all
v(2).x(3)=1;v(2)

%% und(1)=[]
und(1)=[]

%% und(:)=[] ...
und(:)=[]
clear -all
und{1}=[]
clear -all
x=[1 2 3];
x(int8([1 2]))=7

%% x(single(2))=7 ...
x=[1 2 3];
x(single(2))=7
clear -all
x=[1 2 3];
x('a')=1;size(x)
clear -all
x=[1 2 3];
x(true)=9

%% x(false)=9 ...
x=[1 2 3];
x(false)=9
clear -all
x=[1 2 3];
x(false)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(false)

%% sc(false) ...
sc=5;
sc(false)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(true,:)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:,true)

%% x(:,:)=5 ...
x=[1 2 3];
x(:,:)=5
clear -all
x=[1 2 3];
x(:,:,1)=5
clear -all
x=[1 2 3];
x(1,:)=[4;5;6]

%% x(1,[1 2])=[7;8] ...
x=[1 2 3];
x(1,[1 2])=[7;8]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([1 2],1)=[7 8]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1:2,:,1)=ones(2,3)

%% m(:,:)=1:9
m=[8 1 6;3 5 7;4 9 2];
m(:,:)=1:9

%% m(:,1)=[] ...
m=[8 1 6;3 5 7;4 9 2];
m(:,1)=[]
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:)=zeros(2,12);size(n3)
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:)=5;size(n3)

%% n3(:,5)=7;n3(:,:,2) ...
n3=reshape(1:24,2,3,4);
n3(:,5)=7;n3(:,:,2)
clear -all
n3=reshape(1:24,2,3,4);
n3(:)=1:24;size(n3)
clear -all
r=1:5;
r(2:3)=[]

%% r(1,2) ...
r=1:5;
r(1,2)
clear -all
r=1:5;
r(1,:)
clear -all
r=1:5;
r(:,2)

%% r(2,1)
r=1:5;
r(2,1)

%% r(:,:) ...
r=1:5;
r(:,:)
clear -all
r=1:5;
r(1,1,1)
clear -all
r=1:5;
r([true false true false false])

%% r(10:-1:1)
r=1:5;
r(10:-1:1)

%% r(5:-1:1) ...
r=1:5;
r(5:-1:1)
clear -all
x=[1 2 3];
x(3:-1:1)
clear -all
x=[1 2 3];
x(3:-1:1)=[7 8 9]

%% i8(3:-1:1) ...
i8=int8([1 2 3]);
i8(3:-1:1)
clear -all
'abc'(2)
clear -all
'abc'([1 1;2 2])

%% 'abc'(:) ...
'abc'(:)
clear -all
{1,2,3}(2)
clear -all
{1,2,3}{2}

%% {1,2,3}{:} ...
{1,2,3}{:}
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:,1)(2)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(2,:)(3)

%% m(2,:)(4)
m=[8 1 6;3 5 7;4 9 2];
m(2,:)(4)

%% m(2,:){1}
m=[8 1 6;3 5 7;4 9 2];
m(2,:){1}

%% s.b{1}
s.a=1;s.b='hi';
s.b{1}

%% s.b.x
s.a=1;s.b='hi';
s.b.x

%% s.a.x
s.a=1;s.b='hi';
s.a.x

%% c{2}.x
c={1,'two',[3 4]};
c{2}.x

%% c{2}{1}
c={1,'two',[3 4]};
c{2}{1}

%% c{:}.x
c={1,'two',[3 4]};
c{:}.x

%% c{:}(1)
c={1,'two',[3 4]};
c{:}(1)

%% t.f(1)
t=struct('f',{1,2,3});
t.f(1)

%% s.b(1:2) ...
s.a=1;s.b='hi';
s.b(1:2)
clear -all
t=struct('f',{1,2,3});
t(1:2).f
clear -all
t=struct('f',{1,2,3});
t(:).f

%% [t.f] ...
t=struct('f',{1,2,3});
[t.f]
clear -all
t=struct('f',{1,2,3});
[t([]).f]
clear -all
t=struct('f',{1,2,3});
t([])

%% t([]).f ...
t=struct('f',{1,2,3});
t([]).f
clear -all
c={1,'two',[3 4]};
c([])
clear -all
c={1,'two',[3 4]};
c{[]}

%% x(1,1,1,1,2)
x=[1 2 3];
x(1,1,1,1,2)

%% [c{[]}] ...
c={1,'two',[3 4]};
[c{[]}]
clear -all
x=[1 2 3];
x(1,1,1,1,1)
clear -all
f=@(x)x+1;
f

%% x.y
x=[1 2 3];
x.y

%% x.y.z
x=[1 2 3];
x.y.z

%% x(1).y
x=[1 2 3];
x(1).y

%% sc(1).y
sc=5;
sc(1).y

%% sc(1){1}
sc=5;
sc(1){1}

%% b.x.y
b=true;
b.x.y

%% x{1}{1}
x=[1 2 3];
x{1}{1}

%% x(1){1}
x=[1 2 3];
x(1){1}

%% f.x.y
f=@(x)x+1;
f.x.y

%% und.x.y
und.x.y

%% und(1).x
und(1).x

%% pi{1}
pi{1}

%% x(1)(1)(1) ...
x=[1 2 3];
x(1)(1)(1)
clear -all
pi(2)

