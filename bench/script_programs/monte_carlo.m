% The price of an option from paths of a share; checked by its closed form.
M = round(1000000 * size_); T = 32;
rand('seed', 1); randn('seed', 1);
S = 100 * ones(M, 1, 'single'); dt = single(1 / 252); mu = single(0.05); sigma = single(0.2);
drift = (mu - 0.5 * sigma ^ 2) * dt; spread = sigma * sqrt(dt);
for t = 1:T
  Z = randn(M, 1, 'single');
  S = S .* exp(drift + spread .* Z);
end
payoff = max(S - single(100), 0);
price = mean(double(payoff)) * exp(-0.05 * T / 252);
printf('%.6g\n', price);
