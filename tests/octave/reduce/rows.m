Rows that are sorted, picked from, looked through.

%% medians of rows of every kind
k = mod((1:1001) * 7919, 1009); x = [k, k + 0.5, fliplr(k), 3 * ones(1, 60)];
median(k), median(x), median([1 NaN 2]), median(k(1:1000)), median(1:40), median([2 2 2 2])
median(reshape(mod((1:3000) * 31, 97), 100, 30))(1:8)
%> ans = 505
%> ans = 495
%> ans = NaN
%> ans = 505.50
%> ans = 20.500
%> ans = 2
%> ans =
%>
%>    48.500   48.500   48.500   48.500   47.500   47.500   47.500   47.500
%>

%% modes
k = mod((1:4000) .^ 2, 57); mode(k), mode([3 3 1 1]), mode([1 NaN NaN]), mode(reshape(k, 1000, 4))
%> ans = 1
%> ans = 1
%> ans = 1
%> ans =
%>
%>    43    1   28    1
%>

%% running extremes of doubles
x = [NaN 2 1 NaN 5 3 -1]; cummax(x), cummin(x), cummin(reshape([4 2 6 NaN 1 9], 2, 3), 2), cummax([3 1; 2 8; 5 0])
%> ans =
%>
%>    NaN     2     2     2     5     5     5
%>
%> ans =
%>
%>    NaN     2     1     1     1     1    -1
%>
%> ans =
%>
%>    4   4   1
%>    2   2   2
%>
%> ans =
%>
%>    3   1
%>    3   8
%>    5   8
%>

%% triangles
A = reshape(1:20, 4, 5);
triu(A), tril(A), triu(A, 2), tril(A, -1), triu(A, -9), tril(A, 9), triu(A', 1), tril(single(A) > 5, 0), triu('abc'), tril(1:0)
%> ans =
%>
%>     1    5    9   13   17
%>     0    6   10   14   18
%>     0    0   11   15   19
%>     0    0    0   16   20
%>
%> ans =
%>
%>     1    0    0    0    0
%>     2    6    0    0    0
%>     3    7   11    0    0
%>     4    8   12   16    0
%>
%> ans =
%>
%>     0    0    9   13   17
%>     0    0    0   14   18
%>     0    0    0    0   19
%>     0    0    0    0    0
%>
%> ans =
%>
%>     0    0    0    0    0
%>     2    0    0    0    0
%>     3    7    0    0    0
%>     4    8   12    0    0
%>
%> ans =
%>
%>     1    5    9   13   17
%>     2    6   10   14   18
%>     3    7   11   15   19
%>     4    8   12   16   20
%>
%> ans =
%>
%>     1    5    9   13   17
%>     2    6   10   14   18
%>     3    7   11   15   19
%>     4    8   12   16   20
%>
%> ans =
%>
%>     0    2    3    4
%>     0    0    7    8
%>     0    0    0   12
%>     0    0    0    0
%>     0    0    0    0
%>
%> ans =
%>
%>   0  0  0  0  0
%>   0  1  0  0  0
%>   0  1  1  0  0
%>   0  1  1  1  0
%>
%> ans = abc
%> ans = [](1x0)

%% in order or not
issorted([1 2 2 3]), issorted([3 1]), issorted([1 NaN]), issorted([NaN 1]), issorted([1 NaN 2]), issorted([]), issorted(5), issorted([2 NaN 1])
%> ans = 1
%> ans = 0
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 0

%% points
linspace(0, 1, 5), linspace(3, 3, 3), linspace(-1, 1, 5), linspace(0, 1, 1), linspace(1, 0, 4), linspace(0, Inf, 3), linspace([1; 2], 4, 4)
%> ans =
%>
%>         0   0.2500   0.5000   0.7500   1.0000
%>
%> ans =
%>
%>    3   3   3
%>
%> ans =
%>
%>   -1.0000  -0.5000        0   0.5000   1.0000
%>
%> ans = 1
%> ans =
%>
%>    1.0000   0.6667   0.3333        0
%>
%> ans =
%>
%>      0   Inf   Inf
%>
%> ans =
%>
%>    1.0000   2.0000   3.0000   4.0000
%>    2.0000   2.6667   3.3333   4.0000
%>

%% products
A = reshape(mod(1:37 * 19, 11), 37, 19); B = reshape(mod(1:19 * 23, 7), 19, 23); C = A * B; sum(C(:)), C(37, 23), C(16, 20), C(33, 3)
S = single(A) * B; isequal(double(S), C), D = A(1:3, 1:2) * B(1:2, 1:5)
%> ans = 242351
%> ans = 290
%> ans = 309
%> ans = 310
%> ans = 1
%> D =
%>
%>    11    6   29   17    5
%>    14   12   38   22    6
%>    17   18   47   27    7
%>

%% a waiting logical as an index
s = std((1:10000) / 7); s(s == 0) = 1; s > 0, t = sum(ones(1, 5000)); t(t == 5000) = 3
%> ans = 1
%> t = 3

%% any and all of large arrays
x = zeros(100, 60); x(7, 3) = 1; any(x)(1:5), all(x == 0)(1:5), any(x(:)), all(x(:)), any(x, 2)(6:8)', any(any(x)), all([]), any(x')(6:8), all(ones(70) > 0, 1)(1:3)
%> ans =
%>
%>   0  0  1  0  0
%>
%> ans =
%>
%>   1  1  0  1  1
%>
%> ans = 1
%> ans = 0
%> ans =
%>
%>   0  1  0
%>
%> ans = 1
%> ans = 1
%> ans =
%>
%>   0  1  0
%>
%> ans =
%>
%>   1  1  1
%>

%% running sums
A = reshape(1:12, 3, 4); cumsum(A), cumsum(A, 2), cumprod(A(1:2, :)), cumsum(1:5), cumsum(A, 3)(2, 2), x = cumsum(ones(1, 9000)); x(end), cumprod([])
%> ans =
%>
%>     1    4    7   10
%>     3    9   15   21
%>     6   15   24   33
%>
%> ans =
%>
%>     1    5   12   22
%>     2    7   15   26
%>     3    9   18   30
%>
%> ans =
%>
%>      1     4     7    10
%>      2    20    56   110
%>
%> ans =
%>
%>     1    3    6   10   15
%>
%> ans = 5
%> ans = 9000
%> ans = [](0x0)

%% not
x = mod(1:9, 3); ~x, ~zeros(2), try, ~[1 NaN], catch e, disp(e.message), end
%> ans =
%>
%>   0  0  1  0  0  1  0  0  1
%>
%> ans =
%>
%>   1  1
%>   1  1
%>
%> invalid conversion from NaN to logical

%% what is not zero
x = mod(1:20, 3); find(x), find(x, 2), find(x, 2, 'last'), nnz(x), nnz(single(x)), nnz(x > 1), find([0 1i 0]), find(x > 5), nnz([1i 0])
%> ans =
%>
%>     1    2    4    5    7    8   10   11   13   14   16   17   19   20
%>
%> ans =
%>
%>    1   2
%>
%> ans =
%>
%>    19   20
%>
%> ans = 14
%> ans = 14
%> ans = 7
%> ans = 2
%> ans = [](1x0)
%> ans = 1

%% transforms
x = mod((1:5000) .^ 2, 17); y = fft(x); abs(y(1)) - sum(x), max(abs(ifft(y) - x)) < 1e-12, y(2) == conj(y(end))
z = fft(x'); isequal(z.', y), w = fft(reshape(x, 100, 50), [], 2); abs(w(3, 2) - conj(w(3, 50))), max(abs(fft(x) - y))
%> ans = 0
%> ans = 1
%> ans = 1
%> ans = 1
%> ans = 0
%> ans = 0

%% points as steps
%! the points of one line and of two are the same; Octave rounds them otherwise
for c = {{0, 1, 5001}, {-1, 1, 5001}, {3, -7, 6000}, {1e-3, 1e5, 9999}, {-2, 2, 4097}}
  a = c{1}{1}; b = c{1}{2}; n = c{1}{3}; x = linspace(a, b, n); y = linspace([a; a], b, n)(1, :);
  printf("%d %g %g %g\n", isequal(x, y), x(1), x(end), x(ceil(n / 2)));
end
%> 1 0 1 0.5
%> 1 -1 1 0
%> 1 3 -7 -1.99917
%> 1 0.001 100000 50000
%> 1 -2 2 0

%% powers of what is not negative
y = max((1:5000) - 3, 0); z = y .^ 1.5; z(1), z(5) - 2 ^ 1.5, w = max(-0 * ones(1, 5000), 0) .^ 1.5; w(1), isreal(min(y, -1) .^ 0.5), isreal(max(-y, -1) .^ 0.5)
%> ans = 0
%> ans = 0
%> ans = 0
%> ans = 0
%> ans = 0
