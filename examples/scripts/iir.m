% A recursive filter, written as a loop over samples and with filter: the same numbers.
fs = 1000;
t = 0:1 / fs:1 - 1 / fs;
x = sin(2 * pi * 5 * t) + 0.5 * sin(2 * pi * 200 * t);

a = exp(-2 * pi * 20 / fs);
y = zeros(size(x));
state = 0;
for k = 1:numel(x)
  state = a * state + (1 - a) * x(k);
  y(k) = state;
end

z = filter(1 - a, [1, -a], x);
printf("the two agree: %d\n", max(abs(y - z)) < 1e-12);
rms = @(v) sqrt(mean(v.^2));
printf("rms before %.4f, after %.4f\n", rms(x), rms(y));
spectrum = abs(fft(y)) / numel(y);
[top, where] = max(spectrum(1:end / 2));
printf("the strongest frequency is %d Hz\n", where - 1);
