%% std: x=std([12;34](:)),y=var([1234],[0.10.20.30.4]), std(single([1234]))
x = std([1 2;3 4](:)), y = var([1 2 3 4],[0.1 0.2 0.3 0.4])
x = std(single([1 2 3 4]))
%> x = 1.2910
%> y = 1
%> x = 1.2910

%% var: var([12;34]), var([123],1), var([123],[112])
x = var([1 2;3 4])
x = var([1 2 3],1)
x = var([1 2 3],[1 1 2])
%> x =
%>
%>    2   2
%>
%> x = 0.6667
%> x = 0.6875

%% var: var(single([12])), var({1}), var([12;34],0,"all")
x = var(single([1 2]))
try
  x = var({1});
catch err
  disp(err.message)
end
x = var([1 2;3 4],0,"all")
%> x = 0.5000
%> var: X must be a numeric vector or matrix
%> x = 1.6667

%% var: var(ones(2,2,2),0,[12]), var([123],-1), var([123],[12])
x = var(ones(2,2,2),0,[1 2])
try
  x = var([1 2 3],-1);
catch err
  disp(err.message)
end
try
  x = var([1 2 3],[1 2]);
catch err
  disp(err.message)
end
%> x =
%>
%> ans(:,:,1) = 0
%> ans(:,:,2) = 0
%>
%> var: W must be 0, 1, or a vector of positive integers
%> var: the length of W must be equal to the size of X in the dimension along which variance is calculated

%% var: var(1), var([]), var(zeros(0,3))
x = var(1)
x = var([])
x = var(zeros(0,3))
%> x = 0
%> x = NaN
%> x =
%>
%>    NaN   NaN   NaN
%>

%% var: x=var([12;35],[0.20.8]), x=var([12;35],[0.20.8],2), var([12;34;59])
x=var([1 2;3 5],[0.2 0.8])
x=var([1 2;3 5],[0.2 0.8],2)
x = var([1 2;3 4;5 9])
%> x =
%>
%>    0.6400   1.4400
%>
%> x =
%>
%>    0.1600
%>    0.6400
%>
%> x =
%>
%>     4   13
%>

%% var: var([24445579],1), var(single([12;34])), var([12;34],0,2)
x = var([2 4 4 4 5 5 7 9],1)
x = var(single([1 2;3 4]))
x = var([1 2;3 4],0,2)
%> x = 4
%> x =
%>
%>    2   2
%>
%> x =
%>
%>    0.5000
%>    0.5000
%>

%% range: range([15]), range([12;53]), x=range([12;48],2)
x = range([1 5])
x = range([1 2;5 3])
x=range([1 2;4 8],2)
%> x = 4
%> x =
%>
%>    4   1
%>
%> x =
%>
%>    1
%>    4
%>

%% range: range([381]), range([1NaN3])
x = range([3 8 1])
x = range([1 NaN 3])
%> x = 7
%> x = 2

%% iqr: iqr([1234]), iqr([12345]), iqr([12345678])
x = iqr([1 2 3 4])
x = iqr([1 2 3 4 5])
x = iqr([1 2 3 4 5 6 7 8])
%> x = 2
%> x = 2.5000
%> x = 4

%% skewness: skewness([125]), skewness([12310],0), skewness([12310])
x = skewness([1 2 5])
x = skewness([1 2 3 10],0)
x = skewness([1 2 3 10])
%> x = 0.5280
%> x = 1.7636
%> x = 1.0182

%% kurtosis: kurtosis([1259]), kurtosis([12310],0), kurtosis([12310])
x = kurtosis([1 2 5 9])
x = kurtosis([1 2 3 10],0)
x = kurtosis([1 2 3 10])
%> x = 1.7224
%> x = 6.2280
%> x = 2.2304

%% meansq: meansq([123]), meansq([12;34])
x = meansq([1 2 3])
x = meansq([1 2;3 4])
%> x = 4.6667
%> x =
%>
%>     5   10
%>

%% prctile: prctile([12345]), prctile([12345],50), q=prctile([12;34;78],[2575])
x = prctile([1 2 3 4 5])
x = prctile([1 2 3 4 5],50)
q=prctile([1 2;3 4;7 8],[25 75])
%> x =
%>
%>    1.0000   1.7500   3.0000   4.2500   5.0000
%>
%> x = 3
%> q =
%>
%>    1.5000   2.5000
%>    6.0000   7.0000
%>

%% prctile: prctile([12345],[1050]), prctile([12345678910],[255075])
x = prctile([1 2 3 4 5],[10 50])
x = prctile([1 2 3 4 5 6 7 8 9 10],[25 50 75])
%> x =
%>
%>    1   3
%>
%> x =
%>
%>    3.0000   5.5000   8.0000
%>

%% quantile: quantile([12345],[0.250.5]), quantile([12345]',[0.250.5]), quantile([12;34],0.5)
x = quantile([1 2 3 4 5],[0.25 0.5])
x = quantile([1 2 3 4 5]',[0.25 0.5])
x = quantile([1 2;3 4],0.5)
%> x =
%>
%>    1.7500   3.0000
%>
%> x =
%>
%>    1.7500   3.0000
%>
%> x =
%>
%>    2   3
%>

%% quantile: quantile([12345],0.3,2,7), [q]=quantile([12345;23456],[0.20.5]), [q]=quantile([12345;23456
x = quantile([1 2 3 4 5],0.3,2,7)
[q]=quantile([1 2 3 4 5;2 3 4 5 6],[0.2 0.5])
[q]=quantile([1 2 3 4 5;2 3 4 5 6],[0.2 0.5],2)
%> x = 2.2000
%> q =
%>
%>    1.0000   2.0000   3.0000   4.0000   5.0000
%>    1.5000   2.5000   3.5000   4.5000   5.5000
%>
%> q =
%>
%>    1.5000   3.0000
%>    2.5000   4.0000
%>

%% quantile: q=quantile([13491120],[0.10.330.8],2,1), q=quantile([13491120],[0.10.330.8],2,2), q=quanti
q=quantile([1 3 4 9 11 20],[0.1 0.33 0.8],2,1)
q=quantile([1 3 4 9 11 20],[0.1 0.33 0.8],2,2)
q=quantile([1 3 4 9 11 20],[0.1 0.33 0.8],2,3)
%> q =
%>
%>     1    3   11
%>
%> q =
%>
%>     1    3   11
%>
%> q =
%>
%>     1    3   11
%>

%% quantile: q=quantile([13491120],[0.10.330.8],2,4), q=quantile([13491120],[0.10.330.8],2,6), q=quanti
q=quantile([1 3 4 9 11 20],[0.1 0.33 0.8],2,4)
q=quantile([1 3 4 9 11 20],[0.1 0.33 0.8],2,6)
q=quantile([1 3 4 9 11 20],[0.1 0.33 0.8],2,7)
%> q =
%>
%>     1.0000    2.9600   10.6000
%>
%> q =
%>
%>     1.0000    3.3100   16.4000
%>
%> q =
%>
%>     2.0000    3.6500   11.0000
%>

%% quantile: q=quantile([13491120],[0.10.330.8],2,8), q=quantile([13491120],[0.10.330.8],2,9), quantile
q=quantile([1 3 4 9 11 20],[0.1 0.33 0.8],2,8)
q=quantile([1 3 4 9 11 20],[0.1 0.33 0.8],2,9)
x = quantile([1 2 3 4 5 6],[0.1 0.5 0.9])
%> q =
%>
%>     1.0000    3.4233   14.6000
%>
%> q =
%>
%>     1.0000    3.4375   14.3750
%>
%> x =
%>
%>    1.1000   3.5000   5.9000
%>

%% quantile: quantile([1234],0.5,2)
x = quantile([1 2 3 4],0.5,2)
%> x = 2.5000

%% cov: cov([123],[124]), cov([12;34;57]), cov(1)
x = cov([1 2 3],[1 2 4])
x = cov([1 2;3 4;5 7])
x = cov(1)
%> x = 1.5000
%> x =
%>
%>    4.0000   5.0000
%>    5.0000   6.3333
%>
%> x = 0

%% cov: x=cov([12;34;57],1), x=cov([123],[457]), cov([1234],[2469])
x=cov([1 2;3 4;5 7],1)
x=cov([1 2 3],[4 5 7])
x = cov([1 2 3 4],[2 4 6 9])
%> x =
%>
%>    2.6667   3.3333
%>    3.3333   4.2222
%>
%> x = 1.5000
%> x = 3.8333

%% corr: corr([123]',[124]'), corr([1234]',[2469]')
x = corr([1 2 3]',[1 2 4]')
x = corr([1 2 3 4]',[2 4 6 9]')
%> x = 0.9820
%> x = 0.9944

%% corrcoef: corrcoef([123],[124]), x=corrcoef([12;35;44])
x = corrcoef([1 2 3],[1 2 4])
x=corrcoef([1 2;3 5;4 4])
%> x =
%>
%>    1.0000   0.9820
%>    0.9820   1.0000
%>
%> x =
%>
%>    1.0000   0.7857
%>    0.7857   1.0000
%>

%% center: center([123]), center([12;36])
x = center([1 2 3])
x = center([1 2;3 6])
%> x =
%>
%>   -1   0   1
%>
%> x =
%>
%>   -1  -2
%>    1   2
%>

%% zscore: zscore([123]), [z,mu,s]=zscore([123]), zscore([12;36])
x = zscore([1 2 3])
[z,mu,s]=zscore([1 2 3])
x = zscore([1 2;3 6])
%> x =
%>
%>   -1   0   1
%>
%> z =
%>
%>   -1   0   1
%>
%> mu = 2
%> s = 1
%> x =
%>
%>   -0.7071  -0.7071
%>    0.7071   0.7071
%>

%% bounds: bounds([312]), [s,l]=bounds([312])
x = bounds([3 1 2])
[s,l]=bounds([3 1 2])
%> x = 1
%> s = 1
%> l = 3

%% mad: mad([124]), mad([124],1), mad([12310])
x = mad([1 2 4])
x = mad([1 2 4],1)
x = mad([1 2 3 10])
%> x = 1.1111
%> x = 1
%> x = 3

%% rescale: rescale([123])
x = rescale([1 2 3])
%> x =
%>
%>         0   0.5000   1.0000
%>

%% ranks: ranks([312])
x = ranks([3 1 2])
%> x =
%>
%>    3   1   2
%>
