% Arrays that are large enough to be recorded: the same as small ones.

%% disp(sum(abs(x)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(abs(x)))
%> 1.6667e+04

%% disp(sum(exp(x))), disp(class(exp(s))), disp(size(exp(y)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(exp(x)))
disp(class(exp(s)))
disp(size(exp(y)))
%> 4.6809e+04
%> single
%>    100   200

%% disp(sum(sqrt(abs(x))))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(sqrt(abs(x))))
%> 1.7016e+04

%% q=sqrt(x); disp(iscomplex(q)), disp(abs(sum(q)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
q=sqrt(x);
disp(iscomplex(q))
disp(abs(sum(q)))
%> 1
%> 1.3334e+04

%% q=log(x+2); disp(iscomplex(q)), disp(sum(q))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
q=log(x+2);
disp(iscomplex(q))
disp(sum(q))
%> 0
%> 1.6968e+04

%% q=log(x); disp(iscomplex(q)), disp(abs(q(1)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
q=log(x);
disp(iscomplex(q))
disp(abs(q(1)))
%> 1
%> 3.1416

%% q=asin(x); disp(iscomplex(q)), disp(q(1)), disp(q(end))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
q=asin(x);
disp(iscomplex(q))
disp(q(1))
disp(q(end))
%> 1
%> -1.5708
%>  1.5708 - 1.3170i

%% disp(sum(round(x*10))), disp(sum(fix(x*10))), disp(sum(floor(x*10))), disp(sum(ceil(x*10))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(round(x*10)))
disp(sum(fix(x*10)))
disp(sum(floor(x*10)))
disp(sum(ceil(x*10)))
%> 100000
%> 96667
%> 90001
%> 109999

%% r=round([0.5 1.5 2.5 -0.5 -1.5 -2.5 0.49999999999999994 x]); disp(r(1:7))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
r=round([0.5 1.5 2.5 -0.5 -1.5 -2.5 0.49999999999999994 x]);
disp(r(1:7))
%>    1   2   3  -1  -2  -3   0

%% disp(sum(sign(x))), disp(class(sign(s))), disp(sum(sign(w)(:)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(sign(x)))
disp(class(sign(s)))
disp(sum(sign(w)(:)))
%> 6666
%> single
%> 20000

%% disp(sum(mod(y,7)(:))), disp(sum(rem(-y,7)(:))), disp(sum(mod(y,0)(:))), disp(sum(mod(x,0.
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(mod(y,7)(:)))
disp(sum(rem(-y,7)(:)))
disp(sum(mod(y,0)(:)))
disp(sum(mod(x,0.1)))
%> 59998
%> -59998
%> 2.0001e+08
%> 999.90

%% disp(sum(mod(-y,7)(:))), disp(sum(mod(y,-7)(:))), disp(class(mod(s,3)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(mod(-y,7)(:)))
disp(sum(mod(y,-7)(:)))
disp(class(mod(s,3)))
%> 60003
%> -60003
%> single

%% disp(sum(atan2(x,1))), disp(sum(hypot(x,x+1)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(atan2(x,1)))
disp(sum(hypot(x,x+1)))
%> 6471.5
%> 3.5477e+04

%% disp(sum(isnan(z))), disp(sum(isinf(z))), disp(sum(isfinite(z))), disp(class(isnan(z)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(isnan(z)))
disp(sum(isinf(z)))
disp(sum(isfinite(z)))
disp(class(isnan(z)))
%> 2857
%> 0
%> 17143
%> logical

%% disp(size(sum(y))), disp(sum(y)(1:3)), disp(size(sum(y,2))), disp(sum(y,2)(1:3)'), disp(si
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(size(sum(y)))
disp(sum(y)(1:3))
disp(size(sum(y,2)))
disp(sum(y,2)(1:3)')
disp(size(sum(y,3)))
%>      1   200
%>     5050   15050   25050
%>    100     1
%>    1.9902e+06   1.9904e+06   1.9906e+06
%>    100   200

%% disp(sum(b(:))), disp(sum(sum(b)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(b(:)))
disp(sum(sum(b)))
%> 15000
%> 15000

%% disp(mean(y)(1:3)), disp(mean(y(:))), disp(class(mean(s))), disp(mean(w)(1:3)), disp(mean(
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(mean(y)(1:3))
disp(mean(y(:)))
disp(class(mean(s)))
disp(mean(w)(1:3))
disp(mean(b(:)))
%>     50.500   150.500   250.500
%> 1.0000e+04
%> single
%>     50.500   150.500   250.500
%> 0.7500

%% disp(prod(y(:)*0+1.0001)), disp(sumsq(x)), disp(meansq(x)), disp(sumsq(c))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(prod(y(:)*0+1.0001))
disp(sumsq(x))
disp(meansq(x))
disp(sumsq(c))
%> 7.3883
%> 2.0002e+04
%> 1.0001
%> 1.0001e+05

%% disp(max(x)), disp(min(x)), disp(max(z)), disp(min(z)), disp(max(y)(1:3)), disp(max(y,[],2
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(max(x))
disp(min(x))
disp(max(z))
disp(min(z))
disp(max(y)(1:3))
disp(max(y,[],2)(1:3)')
%> 2
%> -1
%> 2
%> -1
%>    100   200   300
%>    19901   19902   19903

%% nn=NaN(100,200); disp(max(nn)(1:2)), nn(1,1)=3; disp(max(nn)(1:2)), [m,i]=max(nn); disp(i(
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
nn=NaN(100,200);
disp(max(nn)(1:2))
nn(1,1)=3;
disp(max(nn)(1:2))
[m,i]=max(nn);
disp(i(1:3))
%>    NaN   NaN
%>      3   NaN
%>    1   1   1

%% [m,i]=max(z); disp([m i]), [m,i]=min(z); disp([m i]), [m,i]=max(y,[],2); disp(i(1:3)')
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
[m,i]=max(z);
disp([m i])
[m,i]=min(z);
disp([m i])
[m,i]=max(y,[],2);
disp(i(1:3)')
%>        2   20000
%>   -1   1
%>    200   200   200

%% [m,i]=max(w(:)); disp(m), disp(class(m)), disp(i)
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
[m,i]=max(w(:));
disp(m)
disp(class(m))
disp(i)
%> 20000
%> int32
%> 20000

%% disp(sum(max(x,0))), disp(sum(min(x,0))), disp(sum(max(z,0))), disp(sum(max(z,z+1)(1:4))),
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(max(x,0)))
disp(sum(min(x,0)))
disp(sum(max(z,0)))
disp(sum(max(z,z+1)(1:4)))
disp(sum(max(0,z)))
%> 1.3334e+04
%> -3333.7
%> 1.1429e+04
%> 9.0005e-04
%> 1.1429e+04

%% disp(class(max(s,1))), disp(sum(max(w,100)(:))), disp(class(max(w,100)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(class(max(s,1)))
disp(sum(max(w,100)(:)))
disp(class(max(w,100)))
%> single
%> 2.0001e+08
%> int32

%% disp(sum(isnan(max(z,NaN))))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(isnan(max(z,NaN))))
%> 2857

%% disp(any(x>1.99)), disp(all(x>-2)), disp(any(y(:)>20000)), disp(size(any(y))), disp(size(a
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(any(x>1.99))
disp(all(x>-2))
disp(any(y(:)>20000))
disp(size(any(y)))
disp(size(all(y,2)))
disp(class(any(x)))
%> 1
%> 1
%> 0
%>      1   200
%>    100     1
%> logical

%% disp(var(x)), disp(std(x)), disp(std(y)(1:2)), disp(var(y,0,2)(1:2)'), disp(var(x,1)), dis
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(var(x))
disp(std(x))
disp(std(y)(1:2))
disp(var(y,0,2)(1:2)')
disp(var(x,1))
disp(class(std(s)))
%> 0.7501
%> 0.8661
%>    29.011   29.011
%>    3.3500e+07   3.3500e+07
%> 0.7501
%> single

%% disp(cumsum(x)(end)), disp(cumsum(y)(end,1:3)), disp(cumsum(y,2)(1:3,end)'), disp(cumprod(
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(cumsum(x)(end))
disp(cumsum(y)(end,1:3))
disp(cumsum(y,2)(1:3,end)')
disp(cumprod(x*0+1.0001)(end))
disp(class(cumsum(s)))
%> 10000
%>     5050   15050   25050
%>    1.9902e+06   1.9904e+06   1.9906e+06
%> 7.3883
%> single

%% disp(cummax(x)(end)), disp(cummin(x)(end)), disp(cummax(z)(end))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(cummax(x)(end))
disp(cummin(x)(end))
disp(cummax(z)(end))
%> 2
%> -1
%> 2

%% disp(diff(x)(1:2)), disp(size(diff(y))), disp(size(diff(y,1,2))), disp(sum(diff(y)(:))), d
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(diff(x)(1:2))
disp(size(diff(y)))
disp(size(diff(y,1,2)))
disp(sum(diff(y)(:)))
disp(sum(diff(y,2,2)(:)))
%>    1.5001e-04   1.5001e-04
%>     99   200
%>    100   199
%> 19800
%> 0

%% disp(size(permute(y,[2 1]))), disp(permute(y,[2 1])(1:3)), disp(size(permute(y,[3 1 2]))),
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(size(permute(y,[2 1])))
disp(permute(y,[2 1])(1:3))
disp(size(permute(y,[3 1 2])))
disp(permute(reshape(y,10,10,200),[3 1 2])(1:3))
%>    200   100
%>      1   101   201
%>      1   100   200
%>      1   101   201

%% disp(fliplr(y)(1:3)), disp(flipud(y)(1:3)), disp(rot90(y)(1:3)), disp(flip(x)(1:3))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(fliplr(y)(1:3))
disp(flipud(y)(1:3))
disp(rot90(y)(1:3))
disp(flip(x)(1:3))
%>    19901   19902   19903
%>    100    99    98
%>    19901   19801   19701
%>    2.0000   1.9998   1.9997

%% disp(circshift(x,1)(1:3)), disp(circshift(y,[1 2])(1:3)), disp(circshift(y,-1,2)(1:3))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(circshift(x,1)(1:3))
disp(circshift(y,[1 2])(1:3))
disp(circshift(y,-1,2)(1:3))
%>    2.0000  -1.0000  -0.9998
%>    19900   19801   19802
%>    101   102   103

%% r=repmat([1 2 3]',[1 100 50]); disp(size(r)), disp(r(:,7,9)')
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
r=repmat([1 2 3]',[1 100 50]);
disp(size(r))
disp(r(:,7,9)')
%>      3   100    50
%>    1   2   3

%% disp(size(zeros(200,200))), disp(sum(ones(200,300)(:))), disp(class(zeros(200,200,'single'
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(size(zeros(200,200)))
disp(sum(ones(200,300)(:)))
disp(class(zeros(200,200,'single')))
disp(class(ones(100,100,'int8')))
disp(sum(pi(100,100)(:)))
%>    200   200
%> 60000
%> single
%> int8
%> 3.1416e+04

%% [X,Y]=meshgrid(1:200,1:100); disp(size(X)), disp(X(1:2,1:3)), disp(Y(1:2,1:3)), disp(sum(X
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
[X,Y]=meshgrid(1:200,1:100);
disp(size(X))
disp(X(1:2,1:3))
disp(Y(1:2,1:3))
disp(sum(X(:))+sum(Y(:)))
%>    100   200
%>    1   2   3
%>    1   2   3
%>    1   1   1
%>    2   2   2
%> 3020000

%% disp(sum(sort(x,'descend')(1:3))), [s1,i1]=sort(mod(y(:)*7919,10007)); disp(s1(1:5)'), dis
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(sort(x,'descend')(1:3)))
[s1,i1]=sort(mod(y(:)*7919,10007));
disp(s1(1:5)')
disp(i1(1:5)')
%> 5.9995
%>    0   1   1   2   2
%>    10007    8967   18974    7927   17934

%% disp(numel(unique(mod(y,13)))), disp(sum(ismember(y(:),[1 5 99]))), disp(numel(find(y>1500
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(numel(unique(mod(y,13))))
disp(sum(ismember(y(:),[1 5 99])))
disp(numel(find(y>15000)))
disp(nnz(b))
%> 13
%> 3
%> 5000
%> 15000

%% disp(median(y(:))), disp(mode(mod(y(:),3))), disp(quantile(x,0.25))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(median(y(:)))
disp(mode(mod(y(:),3)))
disp(quantile(x,0.25))
%> 1.0000e+04
%> 1
%> -0.2500

%% disp(sum(erf(x))), disp(sum(gamma(x+3))), disp(sum(tanh(x))), disp(sum(log1p(abs(x)))), di
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(erf(x)))
disp(sum(gamma(x+3)))
disp(sum(tanh(x)))
disp(sum(log1p(abs(x))))
disp(sum(expm1(x)))
disp(sum(cbrt(x)))
disp(sum(log2(x+2)))
%> 6337.9
%> 1.1772e+05
%> 5941.3
%> 1.1215e+04
%> 2.6809e+04
%> 7599.0
%> 2.4479e+04

%% disp(sum(accumarray(mod((1:N)',5)+1,1)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(accumarray(mod((1:N)',5)+1,1)))
%> 20000

%% disp(norm(sum(hist(x,10))-N))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(norm(sum(hist(x,10))-N))
%> 0

%% x3=reshape(y,10,20,100); disp(size(sum(x3,3))), disp(sum(x3,3)(1:3)), disp(size(max(x3,[],
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
x3=reshape(y,10,20,100);
disp(size(sum(x3,3)))
disp(sum(x3,3)(1:3))
disp(size(max(x3,[],2)))
disp(size(mean(x3,1)))
disp(mean(x3,2)(1:3))
disp(cumsum(x3,3)(end))
%>    10   20
%>    990100   990200   990300
%>     10     1   100
%>      1    20   100
%>    96   97   98
%> 1010000

%% disp(nnz(tril(y))), disp(nnz(triu(y,3))), disp(trace(y(1:100,1:100)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(nnz(tril(y)))
disp(nnz(triu(y,3)))
disp(trace(y(1:100,1:100)))
%> 5050
%> 14750
%> 500050

%% disp(sum(xor(x>0,x>1))), disp(sum(power(abs(x),0.5)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(sum(xor(x>0,x>1)))
disp(sum(power(abs(x),0.5)))
%> 6666
%> 1.7016e+04

%% disp(any(isnan(sum(z)))), disp(all(isnan(cumsum(z)(5:end))))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(any(isnan(sum(z))))
disp(all(isnan(cumsum(z)(5:end))))
%> 1
%> 1

%% q=abs(int8(mod(y,256)-128)); disp(class(q)), disp(max(q(:))), disp(sum(double(q(:))))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
q=abs(int8(mod(y,256)-128));
disp(class(q))
disp(max(q(:)))
disp(sum(double(q(:))))
%> int8
%> 127
%> 1281442

%% q=floor(w/3); disp(class(q)), disp(sum(q(:)))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
q=floor(w/3);
disp(class(q))
disp(sum(q(:)))
%> int32
%> 6.6670e+07

%% e=zeros(0,5000); disp(sum(e)(1:3)), disp(size(max(e))), disp(size(mean(e,2))), disp(size(c
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
e=zeros(0,5000);
disp(sum(e)(1:3))
disp(size(max(e)))
disp(size(mean(e,2)))
disp(size(cumsum(e)))
disp(size(any(e)))
%>    0   0   0
%>       0   5000
%>    0   1
%>       0   5000
%>       1   5000

%% disp(size(ones(5000,1).*ones(1,3))), disp(sum(max(ones(5000,1),[1 2 3])))
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(size(ones(5000,1).*ones(1,3)))
disp(sum(max(ones(5000,1),[1 2 3])))
%>    5000      3
%>     5000   10000   15000

%% disp(size(cat(3,y,y))), disp(size([y;y])), disp(size(squeeze(x3(1,:,:)))), disp(size(vec(y
N = 20000; x = linspace(-1,2,N); y = reshape(1:N,100,200); s = single(y)/7; z = x; z(5:7:end) = NaN; b = y > 5000; w = int32(y); c = x + 2i*x; x3 = reshape(y,10,20,100);
disp(size(cat(3,y,y)))
disp(size([y;y]))
disp(size(squeeze(x3(1,:,:))))
disp(size(vec(y)))
disp(size(reshape(y,[],4)))
%>    100   200     2
%>    200   200
%>     20   100
%>    20000       1
%>    5000      4
