% Assignments to elements, fields and cells; deletions.

%% x(0)=1
x=[1 2 3];
x(0)=1

%% x(1.5)=1
x=[1 2 3];
x(1.5)=1

%% x(-1)=1
x=[1 2 3];
x(-1)=1

%% x(1,0)=1
x=[1 2 3];
x(1,0)=1

%% m(0,1)=1
m=[8 1 6;3 5 7;4 9 2];
m(0,1)=1

%% m(1,1.5)=2
m=[8 1 6;3 5 7;4 9 2];
m(1,1.5)=2

%% x(1:2)=[7 8 9]
x=[1 2 3];
x(1:2)=[7 8 9]

%% x(:)=[7 8]
x=[1 2 3];
x(:)=[7 8]

%% x(5)=9 ...
x=[1 2 3];
x(5)=9
clear -all
x=[1 2 3];
x([1 2])=[7;8]
clear -all
x=[1 2 3];
x(:)=[4;5;6]

%% m(:)=1:8
m=[8 1 6;3 5 7;4 9 2];
m(:)=1:8

%% x(:)=0 ...
x=[1 2 3];
x(:)=0
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:)=1:9
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:,1)=[1 2 3]

%% m(:,1)=[1 2]
m=[8 1 6;3 5 7;4 9 2];
m(:,1)=[1 2]

%% m(1:2,1:2)=[1 2 3 4]
m=[8 1 6;3 5 7;4 9 2];
m(1:2,1:2)=[1 2 3 4]

%% m(1,:)=[1;2;3] ...
m=[8 1 6;3 5 7;4 9 2];
m(1,:)=[1;2;3]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1:2,1:2)=[1 2;3 4]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1:2,1:2)=5

%% m(12)=1
m=[8 1 6;3 5 7;4 9 2];
m(12)=1

%% m(4,4)=1 ...
m=[8 1 6;3 5 7;4 9 2];
m(4,4)=1
clear -all
x=[1 2 3];
x(2,2)=5
clear -all
q(3)=5

%% q(:)=[1 2 3]
q(:)=[1 2 3]

%% q(2,3)=5 ...
q(2,3)=5
clear -all
q(:)=5
clear -all
q(:,1)=[1 2 3]

%% q(:,1)=[1;2;3] ...
q(:,1)=[1;2;3]
clear -all
q(2,:)=[1 2 3]
clear -all
q(:,:)=[1 2;3 4]

%% q(3)='a' ...
q(3)='a'
clear -all
q(2)=true
clear -all
q(2)=int8(5)

%% q(2)=single(5) ...
q(2)=single(5)
clear -all
q(3)={1}
clear -all
q{3}=1

%% q.a=1 ...
q.a=1
clear -all
q(2).a=1
clear -all
q(2,2).a.b=3

%% x(2)=int8(300) ...
x=[1 2 3];
x(2)=int8(300)
clear -all
x=[1 2 3];
x(2)='a'
clear -all
x=[1 2 3];
x(2)=true

%% x(2)=single(0.1) ...
x=[1 2 3];
x(2)=single(0.1)
clear -all
x=[1 2 3];
x(2)=1+2i
clear -all
b=true;
b(3)=true

%% b(2)=5 ...
b=true;
b(2)=5
clear -all
b=true;
b(3)='a'
clear -all
i8=int8([1 2 3]);
i8(2)=300.7

%% i8(2)=int16(5) ...
i8=int8([1 2 3]);
i8(2)=int16(5)
clear -all
i8=int8([1 2 3]);
i8(2)=single(2.5)
clear -all
i8=int8([1 2 3]);
i8(2)=true

%% i8(2)='a' ...
i8=int8([1 2 3]);
i8(2)='a'
clear -all
i8=int8([1 2 3]);
i8(2)=1+2i
clear -all
str='hello';
str(2)=65

%% str(2)='X' ...
str='hello';
str(2)='X'
clear -all
str='hello';
str(8)='X'
clear -all
str='hello';
str(2)=int8(65)

%% x(2)={1}
x=[1 2 3];
x(2)={1}

%% x(2)=s
x=[1 2 3]; s.a=1;s.b='hi';
x(2)=s

%% x(2)=f
x=[1 2 3]; f=@(x)x+1;
x(2)=f

%% x{2}=1
x=[1 2 3];
x{2}=1

%% x.a=1
x=[1 2 3];
x.a=1

%% x(2).a=1
x=[1 2 3];
x(2).a=1

%% c(2)=[] ...
c={1,'two',[3 4]};
c(2)=[]
clear -all
c={1,'two',[3 4]};
c(2)={5}
clear -all
c={1,'two',[3 4]};
c(2)=5

%% c{2}=5 ...
c={1,'two',[3 4]};
c{2}=5
clear -all
c={1,'two',[3 4]};
c{6}=1
clear -all
c={1,'two',[3 4]};
c(6)={1}

%% c{:}=5
c={1,'two',[3 4]};
c{:}=5

%% c{[1 2]}=5
c={1,'two',[3 4]};
c{[1 2]}=5

%% c(1:2)={1,2,3}
c={1,'two',[3 4]};
c(1:2)={1,2,3}

%% c.a=1
c={1,'two',[3 4]};
c.a=1

%% c(2).a=1
c={1,'two',[3 4]};
c(2).a=1

%% c(:)={0} ...
c={1,'two',[3 4]};
c(:)={0}
clear -all
s.a=1;s.b='hi';
s.c=5
clear -all
s.a=1;s.b='hi';
s(3).a=7

%% s(2)=5
s.a=1;s.b='hi';
s(2)=5

%% s(2)=t(1)
s.a=1;s.b='hi'; t=struct('f',{1,2,3});
s(2)=t(1)

%% s(2)=struct('a',5,'b',6) ...
s.a=1;s.b='hi';
s(2)=struct('a',5,'b',6)
clear -all
s.a=1;s.b='hi';
s(2)=struct('b',5,'a',6)
clear -all
t=struct('f',{1,2,3});
t(2).f=10

%% t.f=5
t=struct('f',{1,2,3});
t.f=5

%% t.g=5
t=struct('f',{1,2,3});
t.g=5

%% t(2)=5
t=struct('f',{1,2,3});
t(2)=5

%% t(5).f=1 ...
t=struct('f',{1,2,3});
t(5).f=1
clear -all
t=struct('f',{1,2,3});
t(2)=[]
clear -all
t=struct('f',{1,2,3});
t(2).g=5

%% s{2}=1
s.a=1;s.b='hi';
s{2}=1

%% f(2)=1
f=@(x)x+1;
f(2)=1

%% f.a=1
f=@(x)x+1;
f.a=1

%% f{1}=1
f=@(x)x+1;
f{1}=1

%% str{2}=1
str='hello';
str{2}=1

%% str.a=1
str='hello';
str.a=1

%% b.a=1
b=true;
b.a=1

%% sc.a=1
sc=5;
sc.a=1

%% sc{2}=1
sc=5;
sc{2}=1

%% sc(2)=3 ...
sc=5;
sc(2)=3
clear -all
sc=5;
sc(2,2)=3
clear -all
z=[];
z(3)=1

%% z(:)=1 ...
z=[];
z(:)=1
clear -all
z=[];
z(:)=[]
clear -all
z=[];
z(:,1)=[1;2]

%% z(:,end+1)=[1;2] ...
z=[];
z(:,end+1)=[1;2]
clear -all
z=[];
z(end+1,:)=[1 2]
clear -all
z=[];
z{2}=1

%% z.a=1 ...
z=[];
z.a=1
clear -all
z=[];
z(2).a=1
clear -all
z=[];
z(2)='a'

%% z(2)=true ...
z=[];
z(2)=true
clear -all
z=[];
z(2)=int8(3)
clear -all
z=[];
z(2)=single(2)

%% x(10)=[]
x=[1 2 3];
x(10)=[]

%% x(2)=[] ...
x=[1 2 3];
x(2)=[]
clear -all
x=[1 2 3];
x([1 3])=[]
clear -all
x=[1 2 3];
x(:)=[]

%% x(1,2)=[]
x=[1 2 3];
x(1,2)=[]

%% x(1,:)=[] ...
x=[1 2 3];
x(1,:)=[]
clear -all
x=[1 2 3];
x(:,2)=[]
clear -all
x=[1 2 3];
x(:,:)=[]

%% x(0)=[]
x=[1 2 3];
x(0)=[]

%% x(1.5)=[]
x=[1 2 3];
x(1.5)=[]

%% x([])=[] ...
x=[1 2 3];
x([])=[]
clear -all
x=[1 2 3];
x(logical([1 0 1]))=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(2)=[]

%% m(1,1)=[]
m=[8 1 6;3 5 7;4 9 2];
m(1,1)=[]

%% m(1:3,1)=[]
m=[8 1 6;3 5 7;4 9 2];
m(1:3,1)=[]

%% m(2,:)=[] ...
m=[8 1 6;3 5 7;4 9 2];
m(2,:)=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:,[1 3])=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:)=[]

%% m(:,:)=[] ...
m=[8 1 6;3 5 7;4 9 2];
m(:,:)=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([],:)=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([],1)=[]

%% m(4,:)=[]
m=[8 1 6;3 5 7;4 9 2];
m(4,:)=[]

%% m(:,4)=[]
m=[8 1 6;3 5 7;4 9 2];
m(:,4)=[]

%% m([])=[] ...
m=[8 1 6;3 5 7;4 9 2];
m([])=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1:3,:)=[]
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:,2)=[]

%% n3(:,1)=[] ...
n3=reshape(1:24,2,3,4);
n3(:,1)=[]
clear -all
n3=reshape(1:24,2,3,4);
n3(1,:)=[]
clear -all
n3=reshape(1:24,2,3,4);
n3(:)=[]

%% n3(1:2,2,1:4)=[];size(n3)
n3=reshape(1:24,2,3,4);
n3(1:2,2,1:4)=[];size(n3)

%% n3(1,:,:)=[] ...
n3=reshape(1:24,2,3,4);
n3(1,:,:)=[]
clear -all
n3=reshape(1:24,2,3,4);
n3(3)=[]
clear -all
x=[1 2 3];
x(end+1)=4

%% x(end+1)=[]
x=[1 2 3];
x(end+1)=[]

%% x(1)=zeros(1,0)
x=[1 2 3];
x(1)=zeros(1,0)

%% x(1)={}
x=[1 2 3];
x(1)={}

%% x(1)='' ...
x=[1 2 3];
x(1)=''
clear -all
x=[1 2 3];
x(2)=""
clear -all
x=[1 2 3];
x(1:2)=[]

%% x([1 2])=zeros(1,0)
x=[1 2 3];
x([1 2])=zeros(1,0)

%% x([])=[1 2]
x=[1 2 3];
x([])=[1 2]

%% x([])=5 ...
x=[1 2 3];
x([])=5
clear -all
x=[1 2 3];
x([])=[]
clear -all
x=[1 2 3];
x(logical([0 0 0]))=5

%% x(logical([1 0 1]))=[10 20 30]
x=[1 2 3];
x(logical([1 0 1]))=[10 20 30]

%% m(m>4)=[1 2]
m=[8 1 6;3 5 7;4 9 2];
m(m>4)=[1 2]

%% x(logical([1 0 1]))=[10 20] ...
x=[1 2 3];
x(logical([1 0 1]))=[10 20]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(m>4)=0
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:,:,2)=ones(3)

%% m(:,:,2)=ones(2)
m=[8 1 6;3 5 7;4 9 2];
m(:,:,2)=ones(2)

%% m(:,:,2)=1 ...
m=[8 1 6;3 5 7;4 9 2];
m(:,:,2)=1
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1,1,2)=7
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:,5)=1;size(n3)

%% n3(1,13)=1
n3=reshape(1:24,2,3,4);
n3(1,13)=1

%% n3(25)=1
n3=reshape(1:24,2,3,4);
n3(25)=1

%% n3(3,13)=1
n3=reshape(1:24,2,3,4);
n3(3,13)=1

%% n3(1,:)=1:12 ...
n3=reshape(1:24,2,3,4);
n3(1,:)=1:12
clear -all
n3=reshape(1:24,2,3,4);
n3(:,:,1)=ones(2,3)
clear -all
n3=reshape(1:24,2,3,4);
n3(1,:,:)=ones(3,4)

%% n3(1,1,:)=1:3
n3=reshape(1:24,2,3,4);
n3(1,1,:)=1:3

%% n3(1,:,:)=ones(1,3,4);size(n3) ...
n3=reshape(1:24,2,3,4);
n3(1,:,:)=ones(1,3,4);size(n3)
clear -all
n3=reshape(1:24,2,3,4);
n3(1,1,:)=1:4
clear -all
x=[1 2 3];
x(3,:)=[4 5 6]

%% x(:,5)=[1;2]
x=[1 2 3];
x(:,5)=[1;2]

%% x(:,5)=1 ...
x=[1 2 3];
x(:,5)=1
clear -all
x=[1 2 3];
x(3,3)=int8(5)
clear -all
r=1:5;
r(3)=10

%% r(7)=1 ...
r=1:5;
r(7)=1
clear -all
r=1:5;
r(2)=[]
clear -all
r=1:5;
r(:)=1

%% str(2)=[] ...
str='hello';
str(2)=[]
clear -all
c={1,'two',[3 4]};
c{2}=[]
clear -all
c={1,'two',[3 4]};
c{2}(3)=5

%% c{2}.a=1
c={1,'two',[3 4]};
c{2}.a=1

%% c{5}.a=3 ...
c={1,'two',[3 4]};
c{5}.a=3
clear -all
s.a=1;s.b='hi';
s.a(3)=5
clear -all
s.a=1;s.b='hi';
s.z(3)=5

%% s.a.b=5
s.a=1;s.b='hi';
s.a.b=5

%% s.b.c=1
s.a=1;s.b='hi';
s.b.c=1

%% s.b(2).c=1
s.a=1;s.b='hi';
s.b(2).c=1

%% s.z{3}=5 ...
s.a=1;s.b='hi';
s.z{3}=5
clear -all
s.a=1;s.b='hi';
s.z.y.x=5
clear -all
s.a=1;s.b='hi';
s(2).z.y(3).x=1

%% t(2).f.x=9
t=struct('f',{1,2,3});
t(2).f.x=9

%% x(1e20)=1
x=[1 2 3];
x(1e20)=1

%% t(2).f(3)=9 ...
t=struct('f',{1,2,3});
t(2).f(3)=9
clear -all
i8=int8([1 2 3]);
i8(5)=1
clear -all
i8=int8([1 2 3]);
i8(1:2)=[1.5 2.5]

%% x(2:3)=int8([1 2]) ...
x=[1 2 3];
x(2:3)=int8([1 2])
clear -all
x=[1 2 3];
x(1:2)=single([1 2])
clear -all
x=[1 2 3];
x(1:2)='ab'

%% i8(2)=NaN ...
i8=int8([1 2 3]);
i8(2)=NaN
clear -all
b=true;
b(:)=0
clear -all
x=[1 2 3];
x(1,1,1,2)=5

%% cc=cell(2,2);cc{3,3}=1 ...
cc=cell(2,2);cc{3,3}=1
clear -all
cc={};cc{end+1}=1;cc{end+1}='a'
clear -all
cc={};cc(end+1)=5

%% cc={};cc(end+1,:)={1,2} ...
cc={};cc(end+1,:)={1,2}
clear -all
cc={1,2,3};cc([1 3])=[]
clear -all
cc={1,2,3};cc{2}=[];cc

%% cc={1,2;3,4};cc(1,:)=[] ...
cc={1,2;3,4};cc(1,:)=[]
clear -all
cc={1,2;3,4};cc(1)=[]
clear -all
ss=struct();ss(2)=struct()

%% ss=struct('a',{});ss(1).a=5 ...
ss=struct('a',{});ss(1).a=5
clear -all
ss=struct('a',{});ss(3).a=5;size(ss)
clear -all
ss=[];ss(end+1).a=5;ss(end+1).a=6

%% ss=[];ss(1)=struct('a',1);ss(2)=struct('a',2)
ss=[];ss(1)=struct('a',1);ss(2)=struct('a',2)

%% zz=zeros(0,3);zz(end+1,:)=[1 2]
zz=zeros(0,3);zz(end+1,:)=[1 2]

%% zz=zeros(0,3);zz(end+1,:)=[1 2 3] ...
zz=zeros(0,3);zz(end+1,:)=[1 2 3]
clear -all
zz=zeros(3,0);zz(:,end+1)=[1 2 3]
clear -all
zz=zeros(3,0);zz(:,end+1)=5

%% zz=zeros(3,0);zz(2)=5
zz=zeros(3,0);zz(2)=5

%% zz=zeros(2,0,3);zz(2)=5
zz=zeros(2,0,3);zz(2)=5

%% zz=zeros(0,3);zz(2)=5 ...
zz=zeros(0,3);zz(2)=5
clear -all
zz='';zz(3)='a';double(zz)
clear -all
zz='';zz(end+1)=65

%% zz='';zz(end+1)='a' ...
zz='';zz(end+1)='a'
clear -all
zz=zeros(1,0);zz(3)=1
clear -all
zz=[1;2];zz(4)=1

%% zz=1:3;zz(2)=1+i;zz(2)=5 ...
zz=1:3;zz(2)=1+i;zz(2)=5
clear -all
zz=[1+2i 3];zz(1)=[]
clear -all
zz=[1+2i 3+i];zz(1)=4

%% zz=[1+2i 3];zz(1)=5;isreal(zz) ...
zz=[1+2i 3];zz(1)=5;isreal(zz)
clear -all
x=[1 2 3];
[x(1),x(2)]=deal(7,8)
clear -all
x=[1 2 3];
x(:,1)=[]

%% x(1,2,3)=[]
x=[1 2 3];
x(1,2,3)=[]

%% x(2,:)=[]
x=[1 2 3];
x(2,:)=[]

%% m(1:2,:)=[1 2 3]
m=[8 1 6;3 5 7;4 9 2];
m(1:2,:)=[1 2 3]

%% m(:,1)={1}
m=[8 1 6;3 5 7;4 9 2];
m(:,1)={1}

%% m(1)={1}
m=[8 1 6;3 5 7;4 9 2];
m(1)={1}

%% m(:,logical([1 0 1]))=[] ...
m=[8 1 6;3 5 7;4 9 2];
m(:,logical([1 0 1]))=[]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:,1)=[]
clear -all
c={1,'two',[3 4]};
c(1)=struct('a',1)

%% c(3)=f ...
c={1,'two',[3 4]}; f=@(x)x+1;
c(3)=f
clear -all
s.a=1;s.b='hi';
s(1)=[]
clear -all
s.a=1;s.b='hi';
s.a=[]

%% s(2)=[]
s.a=1;s.b='hi';
s(2)=[]

%% c{1:2}=deal(0)
c={1,'two',[3 4]};
c{1:2}=deal(0)

%% [c{1:2}]=deal(0) ...
c={1,'two',[3 4]};
[c{1:2}]=deal(0)
clear -all
s.a=1;s.b='hi';
[s.a,s.b]=deal(1,2)
clear -all
t=struct('f',{1,2,3});
[t.f]=deal(0);t(3).f

%% t(1:2).f=3
t=struct('f',{1,2,3});
t(1:2).f=3

%% x(1:2)=c
x=[1 2 3]; c={1,'two',[3 4]};
x(1:2)=c

%% x(1:2)=c(1:2)
x=[1 2 3]; c={1,'two',[3 4]};
x(1:2)=c(1:2)

%% fn=@sin;fn(2)=@cos
fn=@sin;fn(2)=@cos

%% x(3)=@sin
x=[1 2 3];
x(3)=@sin

%% und2(2)=@sin
und2(2)=@sin

%% und2(1)=@sin
und2(1)=@sin

