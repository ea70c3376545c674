% The heat equation on a square plate, explicit steps: each step of the loop is one kernel.
n = 50; steps = 400; alpha = 0.2;
u = zeros(n);
u(1, :) = 100;
u(:, end) = 50;
inner = 2:n - 1;
for k = 1:steps
  laplace = u(inner - 1, inner) + u(inner + 1, inner) + u(inner, inner - 1) + ...
            u(inner, inner + 1) - 4 * u(inner, inner);
  u(inner, inner) += alpha * laplace;
end
printf("in the middle %.4f, on average %.4f\n", u(n / 2, n / 2), mean(u(:)));
disp(round(u(1:7:end, 1:7:end)));
