% The price of an option by simulation, beside the closed form. Random numbers are a generator of our own,
% so that everybody gets the same ones.
paths = 20000; steps = 16;
S0 = 100; K = 105; r = 0.03; sigma = 0.25; T = 1;
dt = T / steps;

seed = 12345 + (0:paths - 1)';
S = S0 * ones(paths, 1);
for k = 1:steps
  seed = mod(1664525 * seed + 1013904223, 2^32);
  u1 = (seed + 1) / (2^32 + 1);
  seed = mod(1664525 * seed + 1013904223, 2^32);
  u2 = seed / 2^32;
  z = sqrt(-2 * log(u1)) .* cos(2 * pi * u2);
  S = S .* exp((r - sigma^2 / 2) * dt + sigma * sqrt(dt) * z);
end
payoff = exp(-r * T) * max(S - K, 0);
price = mean(payoff);
spread = std(payoff) / sqrt(paths);

d1 = (log(S0 / K) + (r + sigma^2 / 2) * T) / (sigma * sqrt(T));
d2 = d1 - sigma * sqrt(T);
normal = @(x) 0.5 * (1 + erf(x / sqrt(2)));
exact = S0 * normal(d1) - K * exp(-r * T) * normal(d2);
printf("simulated %.3f, exact %.3f, standard error %.3f\n", price, exact, spread);
printf("within four standard errors: %d\n", abs(price - exact) < 4 * spread);
