/*
 * What is the right to buy at 100 worth, a year from now, of a share that stands at 100? Two hundred
 * thousand paths of 256 random steps each, as one kernel: a path lives in registers, and nothing is
 * stored but the sums. The answer is compared with the formula.
 */
#include <frit/frit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS = 200000, STEPS = 256 };

/* examples/loop.frit has the same with comments. */
static const char text[] =
    "program step(t: i64, s: f32[paths], key: u64, drift: f32, scale: f32) -> (next) {"
    "  draw = cast(t, to=u64)"
    "  z = normal(key, draw, shape=[paths], to=f32)"
    "  zs = mul(z, scale)"
    "  e = add(drift, zs)"
    "  g = exp(e)"
    "  next = mul(s, g)"
    "}"
    "program simulate(s0: f32[paths], key: u64, drift: f32, scale: f32) -> (value) {"
    "  lo = const(0)"
    "  hi = const(256)"
    "  s = for(lo, hi, s0, key, drift, scale, body=@step, carry=1)"
    "  strike = const(100)"
    "  over = sub(s, strike)"
    "  payoff = relu(over)"
    "  value = mean(payoff)"
    "}";

/* The mean of max(s - 100, 0) for s = 100 exp(normal of this mean and deviation). */
static double exact(double mean, double deviation) {
    double d = mean / deviation;
    return 100 * (exp(mean + deviation * deviation / 2) * 0.5 * erfc(-(d + deviation) / sqrt(2)) -
                  0.5 * erfc(-d / sqrt(2)));
}

int main(void) {
    const double rate = 0.05, volatility = 0.2, dt = 1.0 / 252;
    float drift = (float)((rate - volatility * volatility / 2) * dt);
    float scale = (float)(volatility * sqrt(dt)), value = 0;
    uint64_t key = 42;
    float *start = malloc(PATHS * sizeof *start);
    for (int i = 0; start && i < PATHS; i++)
        start[i] = 100;
    const int64_t paths[] = {PATHS};
    const frit_tensor inputs[] = {
        {.data = start, .shape = paths}, {.data = &key}, {.data = &drift}, {.data = &scale}};
    const frit_tensor output = {.data = &value};

    frit_error error = {.message = "out of memory"};
    frit_context *context = frit_context_new(NULL);
    frit_module *module = NULL, *typed = NULL;
    frit_plan *plan = NULL;
    frit_call *call = NULL;
    unsigned kernels = 0;
    bool ran = start && context &&
               !frit_module_parse(context, text, strlen(text), &module, &error) &&
               !frit_module_infer(module, NULL, NULL, 0, NULL, &typed, &error) &&
               !frit_plan_new(context, typed, NULL, NULL, &plan, &error) &&
               !frit_call_new(context, plan, &call, &error) &&
               !frit_call_run(call, inputs, 4, &output, 1, &error);
    if (ran) {
        kernels = frit_plan_kernel_count(plan);
        printf("%d paths of %d steps, kernels: %u; worth %.3f, exactly %.3f\n", PATHS, STEPS,
               kernels, (double)value, exact(STEPS * (double)drift, sqrt(STEPS) * (double)scale));
    } else {
        printf("%s\n", error.message);
    }
    /* Four times the deviation of a mean of so many paths, and what f32 adds. */
    bool near =
        fabs((double)value - exact(STEPS * (double)drift, sqrt(STEPS) * (double)scale)) < 0.15;
    frit_call_free(call);
    frit_plan_free(plan);
    frit_module_free(typed);
    frit_module_free(module);
    frit_context_free(context);
    free(start);
    return ran && near && kernels == 1 ? 0 : 1;
}
