%% fft: 1
fft([1 2 3 4])
fft([])
fft(zeros(0,3))
%> ans =
%>
%>    10 +  0i   -2 +  2i   -2 +  0i   -2 -  2i
%>
%> ans = [](0x0)
%> ans = [](0x3)

%% fft: 2
fft(zeros(3,0))
fft({})
fft(int8([1 2]))
%> ans = [](3x0)
%> ans = [](0x0)
%> ans =
%>
%>    3  -1
%>

%% fft: 3
fft(true)
fft([1 2;3 4])
fft([1 2;3 4],[],2)
%> ans = 1
%> ans =
%>
%>    4   6
%>   -2  -2
%>
%> ans =
%>
%>    3  -1
%>    7  -1
%>

%% fft: 4
fft([1 2 3],5)
fft([1 2 3],2)
fft([1 2 3],0)
%> ans =
%>
%>  Columns 1 through 4:
%>
%>    6.0000 +      0i  -0.8090 - 3.6655i   0.3090 + 1.6776i   0.3090 - 1.6776i
%>
%>  Column 5:
%>
%>   -0.8090 + 3.6655i
%>
%> ans =
%>
%>    3  -1
%>
%> ans = [](1x0)

%% fft: 5
fft([1 2 3],1.5)
fft(5)
%> ans =
%>
%>    3  -1
%>
%> ans = 5

%% fft: 6
fft(5,3)
class(fft(single([1 2])))
%> ans =
%>
%>    5
%>    5
%>    5
%>
%> ans = single

%% fft: 7
fft(ones(2,3,2),[],3)
isreal(fft([1 1]))
isreal(fft([1 2 3]))
%> ans =
%>
%> ans(:,:,1) =
%>
%>    2   2   2
%>    2   2   2
%>
%> ans(:,:,2) =
%>
%>    0   0   0
%>    0   0   0
%>
%> ans = 1
%> ans = 0

%% fft: 8
isreal(fft([0 0 0]))
isreal(fft([1 0 0]))
%> ans = 1
%> ans = 1

%% fft: what is refused or warned of, 9
fft('ab')
%> error: invalid conversion from string to real N-D array

%% fft: what is refused or warned of, 10
fft([1 2 3],-1)
%> error: fft: number of points (N) must be greater than zero

%% fft: what is refused or warned of, 11
fft([1 2 3],[],3)
%> error: fft: DIM must be a valid dimension along which to perform FFT

%% fft: what is refused or warned of, 12
fft([1 2 3],[],0)
%> error: fft: DIM must be a valid dimension along which to perform FFT

%% fft: what is refused or warned of, 13
fft([1 2 3],[],-1)
%> error: fft: DIM must be a valid dimension along which to perform FFT

%% fft: what is refused or warned of, 14
fft([1 2 3],"a")
%> error: invalid conversion from string to real scalar

%% ifft: 1
ifft([1 2 3 4])
ifft(fft([1 2 3]))
ifft([1+i 2 3])
%> ans =
%>
%>    2.5000 +      0i  -0.5000 - 0.5000i  -0.5000 +      0i  -0.5000 + 0.5000i
%>
%> ans =
%>
%>    1   2   3
%>
%> ans =
%>
%>    2.0000 + 0.3333i  -0.5000 + 0.0447i  -0.5000 + 0.6220i
%>

%% ifft: 2
x=ifft([4 1-i 0 1+i])
isreal(ifft(fft([1 2 3])))
isreal(ifft([10 -2+2i -2 -2-2i]))
%> x =
%>
%>    1.5000   1.5000   0.5000   0.5000
%>
%> ans = 1
%> ans = 1

%% fft2: 1
fft2([1 2;3 4])
fft2([1 2;3 4],3,3)
fft2([])
%> ans =
%>
%>    10   -2
%>    -4    0
%>
%> ans =
%>
%>    10.0000 +       0i    1.0000 -  5.1962i    1.0000 +  5.1962i
%>    -0.5000 -  6.0622i   -3.5000 -  0.8660i    2.5000 -  0.8660i
%>    -0.5000 +  6.0622i    2.5000 +  0.8660i   -3.5000 +  0.8660i
%>
%> ans = [](0x0)

%% fft2: 2
fft2([1 2],1)
fft2(ones(2,2,2))
%> ans =
%>
%>    3  -1
%>
%> ans =
%>
%> ans(:,:,1) =
%>
%>    4   0
%>    0   0
%>
%> ans(:,:,2) =
%>
%>    4   0
%>    0   0
%>

%% ifft2: 1
ifft2([1 2;3 4])
%> ans =
%>
%>    2.5000  -0.5000
%>   -1.0000        0
%>

%% fftn: 1
fftn([1 2;3 4])
fftn([1 2;3 4],[3 3])
%> ans =
%>
%>    10   -2
%>    -4    0
%>
%> ans =
%>
%>    10.0000 +       0i    1.0000 -  5.1962i    1.0000 +  5.1962i
%>    -0.5000 -  6.0622i   -3.5000 -  0.8660i    2.5000 -  0.8660i
%>    -0.5000 +  6.0622i    2.5000 +  0.8660i   -3.5000 +  0.8660i
%>

%% ifftn: 1
ifftn(fftn(ones(2,2,2)))
%> ans =
%>
%> ans(:,:,1) =
%>
%>    1   1
%>    1   1
%>
%> ans(:,:,2) =
%>
%>    1   1
%>    1   1
%>

%% fftshift: 1
fftshift([1 2 3 4 5])
fftshift([1 2;3 4])
fftshift([1 2;3 4;5 6],1)
%> ans =
%>
%>    4   5   1   2   3
%>
%> ans =
%>
%>    4   3
%>    2   1
%>
%> ans =
%>
%>    5   6
%>    1   2
%>    3   4
%>

%% fftshift: 2
fftshift("abc")
%> ans = cab

%% ifftshift: 1
ifftshift([1 2 3 4 5])
%> ans =
%>
%>    3   4   5   1   2
%>

%% nextpow2: 1
nextpow2(100)
nextpow2([1 2 3 0 -5 Inf NaN])
%> ans = 7
%> ans =
%>
%>      0     1     2     0     3   Inf   NaN
%>

%% nextpow2: what is refused or warned of, 2
nextpow2("a")
%> error: nextpow2: X must be numeric

%% fftconv: 1
fftconv([1 2],[1 3])
%> ans =
%>
%>    1   5   6
%>

%% fftfilt: 1
fftfilt([1 1],[1 2 3])
%> ans =
%>
%>    1   3   5
%>
