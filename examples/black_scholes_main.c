/*
 * Runs the kernel that `frit emit --dialect=c --name=call_price examples/black_scholes.frit` prints,
 * and checks it against the formula in double precision. `make demo` builds and runs it.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 100000 };

/* As emitted: the extent, then each array with its stride in elements, scalars as they are. */
void call_price(int64_t n0, const float *s, int64_t s_stride, const float *k, int64_t k_stride,
                const float *t, int64_t t_stride, float rate, float vol, float *price,
                int64_t price_stride);

static float s[N], k[N], t[N], price[N];

static double exact(double spot, double strike, double time, double rate, double vol) {
    double root = vol * sqrt(time), d1 = (log(spot / strike) + (rate + 0.5 * vol * vol) * time) / root;
    double d2 = d1 - root;
    return spot * 0.5 * erfc(-d1 * sqrt(0.5)) - strike * exp(-rate * time) * 0.5 * erfc(-d2 * sqrt(0.5));
}

int main(void) {
    double worst = 0;
    for (int i = 0; i < N; i++) {
        s[i] = 10.0f + (float)((int64_t)i * 7919 % 9000) * 0.01f;
        k[i] = 10.0f + (float)((int64_t)i * 104729 % 9000) * 0.01f;
        t[i] = 0.1f + (float)(i * 31 % 200) * 0.01f;
    }
    call_price(N, s, 1, k, 1, t, 1, 0.05f, 0.2f, price, 1);
    for (int i = 0; i < N; i++) {
        double error = fabs(price[i] - exact(s[i], k[i], t[i], 0.05f, 0.2f));
        if (!(error <= worst))
            worst = error;
    }
    printf("%d option prices; the first: spot %.2f strike %.2f -> %.4f; largest error %.2g\n", N,
           (double)s[0], (double)k[0], (double)price[0], worst);
    return worst < 1e-4 ? 0 : 1;
}
