% Growth, empties, classes and saturation.

%% r(2)={1}
r=1:5;
r(2)={1}
%> error: operator =: no conversion for assignment of 'cell' to indexed 'matrix'

%% r(2)=s
s.a=1;s.b='hi'; r=1:5;
r(2)=s
%> error: operator =: no conversion for assignment of 'scalar struct' to indexed 'matrix'

%% "abc"{1}
"abc"{1}
%> error: string cannot be indexed with {

%% 'abc'.x
'abc'.x
%> error: sq_string cannot be indexed with .

%% z(1)={}
z=[];
z(1)={}
%> error: operator =: no conversion for assignment of 'cell' to indexed 'matrix'

%% q(2)={}
q(2)={}
%> error: =: nonconformant arguments (op1 is 1x1, op2 is 0x0)

%% q={};q(2)={}
q={};q(2)={}
%> error: =: nonconformant arguments (op1 is 1x1, op2 is 0x0)

%% q={};q(2)=[]
q={};q(2)=[]
%> error: A(I) = []: index out of bounds: value 2 out of bound 0

%% q(3)=1+2i ...
q(3)=1+2i
clear -all
q(1)=1+2i
clear -all
q={};q{2}=[]
%> q =
%>
%>    0 + 0i   0 + 0i   1 + 2i
%>
%> q =  1 + 2i
%> q =
%> {
%>   [1,1] = [](0x0)
%>   [1,2] = [](0x0)
%> }
%>

%% b=[true true];b(1)='a'
b=[true true];b(1)='a'
%> error: octave_base_value::bool_array_value(): wrong type argument 'sq_string'

%% b(2)='a' ...
b=true;
b(2)='a'
clear -all
b=true;
b(:)='a'
clear -all
b=true;
b(2)=single(3)
%> warning: value not equal to 1 or 0 converted to logical 1
%> b =
%>
%>   1  1
%>
%> warning: value not equal to 1 or 0 converted to logical 1
%> b = 1
%> b =
%>
%>    1   3
%>

%% x=single([1 2]);x(2)=pi;class(x) ...
x=single([1 2]);x(2)=pi;class(x)
clear -all
[q(1:2)]=deal(3)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(:,:,:,2)=1;size(m)
%> ans = single
%> q =
%>
%>    3   3
%>
%> ans =
%>
%>    3   3   1   2
%>

%% z(:,1,:)=ones(2,3);size(z) ...
z=[];
z(:,1,:)=ones(2,3);size(z)
clear -all
z=[];
z(:,1,:)=ones(2,1,3);size(z)
clear -all
z=[];
z(1,:,:)=ones(2,3);size(z)
%> ans =
%>
%>    2   1   3
%>
%> ans =
%>
%>    2   1   3
%>
%> ans =
%>
%>    1   2   3
%>

%% z(:,:,1)=5;size(z) ...
z=[];
z(:,:,1)=5;size(z)
clear -all
z=[];
z(:,2)=5
clear -all
z=[];
z(2,:)=5
%> ans =
%>
%>    1   1
%>
%> z =
%>
%>    0   5
%>
%> z =
%>
%>    0
%>    5
%>

%% z(2,:)=[]
z=[];
z(2,:)=[]
%> error: A(..,I,..) = []: index out of bounds: value 2 out of bound 0

%% z([1 2],:)=[1 2 3]
z=[];
z([1 2],:)=[1 2 3]
%> error: =: nonconformant arguments (op1 is 2x3, op2 is 1x3)

%% z(1:2,1:3)=1:6
z=[];
z(1:2,1:3)=1:6
%> error: =: nonconformant arguments (op1 is 2x3, op2 is 1x6)

%% z(:,[1 2])=[1 2] ...
z=[];
z(:,[1 2])=[1 2]
clear -all
z=[];
z([1 2],:)=[1 2 3;4 5 6]
clear -all
z=[];
z(3,:,2)=[1 2 3];size(z)
%> z =
%>
%>    1   2
%>
%> z =
%>
%>    1   2   3
%>    4   5   6
%>
%> ans =
%>
%>    3   3   2
%>

%% zz=zeros(0,0,2);zz(:,:,3)=1;size(zz) ...
zz=zeros(0,0,2);zz(:,:,3)=1;size(zz)
clear -all
zz=zeros(0,3);zz(:,2)=5
clear -all
zz=zeros(0,3);zz(:,5)=5
%> ans =
%>
%>    0   0   3
%>
%> zz = [](0x3)
%> zz = [](0x5)

%% zz=zeros(0,3);zz(2,:)=5 ...
zz=zeros(0,3);zz(2,:)=5
clear -all
zz=zeros(0,3);zz(:)=5
clear -all
zz=zeros(0,3);zz(:,:)=5
%> zz =
%>
%>    0   0   0
%>    5   5   5
%>
%> zz = [](0x3)
%> zz = [](0x3)

%% zz=zeros(0,3);zz(:,1)=[] ...
zz=zeros(0,3);zz(:,1)=[]
clear -all
zz=zeros(0,3);zz(:,1)=zeros(0,1)
clear -all
zz=zeros(0,3);zz([])=zeros(0,1)
%> zz = [](0x2)
%> zz = [](0x3)
%> zz = [](0x3)

%% zz=zeros(0,3);zz(1,:)=zeros(1,0)
zz=zeros(0,3);zz(1,:)=zeros(1,0)
%> error: =: nonconformant arguments (op1 is 1x3, op2 is 1x0)

%% zz=zeros(0,3);zz([],1)=ones(0,1) ...
zz=zeros(0,3);zz([],1)=ones(0,1)
clear -all
x=[1 2 3];
x([])=zeros(0,3)
clear -all
x=[1 2 3];
x([],1)=zeros(0,3)
%> zz = [](0x3)
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>    1   2   3
%>

%% x(1:0)=[1 2]
x=[1 2 3];
x(1:0)=[1 2]
%> error: =: nonconformant arguments (op1 is 0x1, op2 is 1x2)

%% m(:,1:0)=ones(3,2)
m=[8 1 6;3 5 7;4 9 2];
m(:,1:0)=ones(3,2)
%> error: =: nonconformant arguments (op1 is 3x0, op2 is 3x2)

%% x(zeros(0,3))=[] ...
x=[1 2 3];
x(zeros(0,3))=[]
clear -all
x=[1 2 3];
x(1:0)=5
clear -all
m=[8 1 6;3 5 7;4 9 2];
m(1:0,:)=5
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>    1   2   3
%>
%> m =
%>
%>    8   1   6
%>    3   5   7
%>    4   9   2
%>

%% n3(:,:,[])=ones(2,3);size(n3)
n3=reshape(1:24,2,3,4);
n3(:,:,[])=ones(2,3);size(n3)
%> error: =: nonconformant arguments (op1 is 2x3x0, op2 is 2x3)

%% n3(:,:,[])=5;size(n3) ...
n3=reshape(1:24,2,3,4);
n3(:,:,[])=5;size(n3)
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([1 1 2])=[5 6 7]
clear -all
m=[8 1 6;3 5 7;4 9 2];
m([1 1],1)=[5 6]
%> ans =
%>
%>    2   3   4
%>
%> m =
%>
%>    6   1   6
%>    7   5   7
%>    4   9   2
%>
%> m =
%>
%>    6   1   6
%>    3   5   7
%>    4   9   2
%>

%% x(end)=[] ...
x=[1 2 3];
x(end)=[]
clear -all
x=[1 2 3];
x(end+2)=1
clear -all
c={1,'two',[3 4]};
c(end)=[]
%> x =
%>
%>    1   2
%>
%> x =
%>
%>    1   2   3   0   1
%>
%> c =
%> {
%>   [1,1] = 1
%>   [1,2] = two
%> }
%>

%% c(5)=[]
c={1,'two',[3 4]};
c(5)=[]
%> error: A(I) = []: index out of bounds: value 5 out of bound 3

%% c={};c(1)=[]
c={};c(1)=[]
%> error: A(I) = []: index out of bounds: value 1 out of bound 0

%% c{end}(end+1)=9;c{3} ...
c={1,'two',[3 4]};
c{end}(end+1)=9;c{3}
clear -all
c={};c(:)=[]
clear -all
c={};c(:)={1}
%> ans =
%>
%>    3   4   9
%>
%> c = {}(0x0)
%> c = {}(0x0)

%% c={};c{:} ...
c={};c{:}
clear -all
c={};c(1:2)={1,2}
clear -all
c={};c(2,2)={1};size(c)
%> c =
%> {
%>   [1,1] = 1
%>   [1,2] = 2
%> }
%>
%> ans =
%>
%>    2   2
%>

%% c={1,2;3,4};c(:,end+1)={5;6} ...
c={1,2;3,4};c(:,end+1)={5;6}
clear -all
c={1,2;3,4};c(:,1)=[]
clear -all
c={1,2;3,4};c{:,1}
%> c =
%> {
%>   [1,1] = 1
%>   [2,1] = 3
%>   [1,2] = 2
%>   [2,2] = 4
%>   [1,3] = 5
%>   [2,3] = 6
%> }
%>
%> c =
%> {
%>   [1,1] = 2
%>   [2,1] = 4
%> }
%>
%> ans = 1
%> ans = 3

%% c={1,2;3,4};c{5}
c={1,2;3,4};c{5}
%> error: c(5): out of bound 4 (dimensions are 2x2)

%% c={1,2;3,4};c{3,1}
c={1,2;3,4};c{3,1}
%> error: c(3,_): out of bound 2 (dimensions are 2x2)

%% c={1,2;3,4};c(3,1)
c={1,2;3,4};c(3,1)
%> error: c(3,_): out of bound 2 (dimensions are 2x2)

%% x=5;x{1}
x=5;x{1}
%> error: scalar cannot be indexed with {

%% c={1,2;3,4};c{3} ...
c={1,2;3,4};c{3}
clear -all
c={1,2;3,4};c{2,:}
clear -all
x=5;x(:,:,1)
%> ans = 2
%> ans = 3
%> ans = 4
%> ans = 5

%% x=int8(5);x(2)=1000 ...
x=int8(5);x(2)=1000
clear -all
x=uint8(5);x(2)=-3
clear -all
x=uint8([1 2]);x(1)=int8(-3)
%> x =
%>
%>     5  127
%>
%> x =
%>
%>   5  0
%>
%> x =
%>
%>   0  2
%>

%% x=int32([1 2]);x(1)=2.5;x(2)=-2.5 ...
x=int32([1 2]);x(1)=2.5;x(2)=-2.5
clear -all
x=int64([1 2]);x(1)=9007199254740993
%> x =
%>
%>    3  -3
%>
%> x =
%>
%>   9007199254740992                 2
%>

%% x=uint64([1 2]);x(1)=uint64(18446744073709551615) ...
x=uint64([1 2]);x(1)=uint64(18446744073709551615)
clear -all
x=1:3;x(2)=int64(9007199254740993)
%> x =
%>
%>   18446744073709551615                     2
%>
%> x =
%>
%>    1.0000e+00   9.0072e+15   3.0000e+00
%>
