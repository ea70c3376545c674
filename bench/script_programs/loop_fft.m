% A fast Fourier transform by hand, of complex numbers.
n = 2 ^ round(log2(4096 * size_)); z = complex(mod((1:n) * 7, 11), mod((1:n) * 3, 5)); j = 1;
for i = 1:n - 1
  if i < j, h = z(i); z(i) = z(j); z(j) = h; end
  k = n / 2;
  while k < j, j = j - k; k = k / 2; end
  j = j + k;
end
len = 2;
while len <= n
  w0 = exp(-2i * pi / len);
  for i = 1:len:n
    w = complex(1, 0);
    for k = 0:len / 2 - 1
      p = z(i + k); q = z(i + k + len / 2) * w;
      z(i + k) = p + q; z(i + k + len / 2) = p - q; w = w * w0;
    end
  end
  len = len * 2;
end
printf('%.8g\n', abs(z(1)), abs(z(3)), abs(z(n)));
