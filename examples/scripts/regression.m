% A least-squares fit with \, its residuals, and a table of structs.
x = (0:0.5:10)';
truth = [1.5, -0.7, 0.12];
noise = 0.05 * sin(37 * x);
y = truth(1) + truth(2) * x + truth(3) * x.^2 + noise;

models = struct('name', {}, 'degree', {}, 'error', {});
for degree = 1:3
  X = x.^(0:degree);
  beta = X \ y;
  models(end + 1) = struct('name', sprintf("degree %d", degree), 'degree', degree, ...
                           'error', norm(y - X * beta));
end
for model = models
  printf("%s: residual %.4f\n", model.name, model.error);
end
errors = [models.error];
best = find(errors < 1.05 * min(errors), 1);
beta = (x.^(0:models(best).degree)) \ y;
printf("chosen: %s, coefficients%s\n", models(best).name, sprintf(" %.3f", beta));
p = polyfit(x, y, models(best).degree);
printf("the same by polyfit: %d\n", norm(fliplr(p)' - beta) < 1e-8);
