/* Functions of one number that the C library does not have. */
#include <float.h>
#include <math.h>

#include "front/script/builtin/elementwise.h"

#define PI 3.14159265358979323846

/* ---- degrees */

double sin_degrees(double x) {
    double r = fmod(x, 360);
    if (fabs(r) > 180)
        r -= copysign(360, r);
    if (fabs(r) > 90)
        r = copysign(180, r) - r;
    if (fabs(r) == 30)
        return copysign(0.5, r);
    return r == 0 ? 0 : sin(r * (PI / 180));
}

double cos_degrees(double x) {
    double r = fabs(fmod(x, 360));
    if (r > 180)
        r = 360 - r;
    if (r == 60)
        return 0.5;
    if (r == 120)
        return -0.5;
    return r > 45 && r < 135 ? sin((90 - r) * (PI / 180)) : cos(r * (PI / 180));
}

double tan_degrees(double x) {
    double r = fmod(x, 180);
    if (fabs(r) > 90)
        r -= copysign(180, r);
    if (fabs(r) == 45)
        return copysign(1, r);
    if (fabs(r) == 90)
        return copysign(INFINITY, r);
    return r == 0 ? 0 : tan(r * (PI / 180));
}

double asin_degrees(double x) {
    return fabs(x) == 0.5 ? copysign(30, x) : asin(x) * (180 / PI);
}

double acos_degrees(double x) {
    return x == 0.5 ? 60 : x == -0.5 ? 120 : acos(x) * (180 / PI);
}

double atan_degrees(double x) {
    return atan(x) * (180 / PI);
}

/* ---- gamma */

double special_gamma(double x) {
    if (x == 0)
        return signbit(x) ? -INFINITY : INFINITY;
    if ((x < 0 && x == floor(x)) || isinf(x))
        return INFINITY;
    if (x > 0 && x < 24 && x == floor(x)) {
        double product = 1;
        for (double k = 2; k < x; k++)
            product *= k;
        return product;
    }
    return tgamma(x);
}

double special_gammaln(double x) {
    return lgamma(x);
}

/* The derivative of gammaln: moved up by its recurrence, then its asymptotic series. */
double special_psi(double x) {
    if (x <= 0 && x == floor(x))
        return -INFINITY;
    if (x < 0)
        return special_psi(1 - x) - PI / tan(PI * x);
    double shift = 0;
    for (; x < 10; x++)
        shift -= 1 / x;
    double r = 1 / (x * x);
    double series =
        r *
        (1.0 / 12 -
         r * (1.0 / 120 -
              r * (1.0 / 252 - r * (1.0 / 240 - r * (1.0 / 132 - r * (691.0 / 32760 - r / 12))))));
    return shift + log(x) - 0.5 / x - series;
}

/* ---- error functions */

/* Where the density's tail has the probability p (at most a half): a rational estimate, good to three digits. */
static double tail_estimate(double p) {
    double t = sqrt(-2 * log(p));
    return t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                   (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

/* Halley's steps on erfc(y) = q, relative to q so that tails keep their digits. */
static double refine_erfc(double y, double q) {
    for (int k = 0; k < 3; k++) {
        double u = (erfc(y) - q) / (-2 / sqrt(PI) * exp(-y * y));
        y -= u / (1 + u * y);
    }
    return y;
}

double special_erfcinv(double q) {
    if (!(q >= 0 && q <= 2))
        return NAN;
    if (q == 0 || q == 2)
        return q == 0 ? INFINITY : -INFINITY;
    if (q == 1)
        return 0;
    if (q > 1)
        return -special_erfcinv(2 - q);
    return refine_erfc(tail_estimate(q / 2) / sqrt(2.0), q);
}

double special_erfinv(double x) {
    if (!(fabs(x) <= 1))
        return NAN;
    if (fabs(x) == 1)
        return copysign(INFINITY, x);
    if (x == 0)
        return x;
    double a = fabs(x);
    if (a > 0.5)
        return copysign(special_erfcinv(1 - a), x);
    double y = a < 1e-5 ? a * sqrt(PI) / 2 : tail_estimate((1 - a) / 2) / sqrt(2.0);
    for (int k = 0; k < 3; k++) {
        double u = (erf(y) - a) / (2 / sqrt(PI) * exp(-y * y));
        y -= u / (1 + u * y);
    }
    return copysign(y, x);
}

double special_erfcx(double x) {
    if (x < 5)
        return exp(x * x) * erfc(x);
    /* The continued fraction, from the inside. */
    double f = x;
    for (int k = 60; k >= 1; k--)
        f = x + k / 2.0 / f;
    return 1 / (sqrt(PI) * f);
}

/* exp(-x^2) times the integral of exp(t^2): its series where terms stay small, else the continued fraction. */
double special_dawson(double x) {
    double a = fabs(x);
    if (a < 5) {
        double term = x, sum = x;
        for (int k = 1; k < 200; k++) {
            term *= x * x / k;
            double add = term / (2 * k + 1);
            sum += add;
            if (fabs(add) < DBL_EPSILON * fabs(sum) / 4)
                break;
        }
        return exp(-x * x) * sum;
    }
    double f = 0;
    for (int k = 40; k >= 1; k--)
        f = k / 2.0 / (a - f);
    return copysign(0.5 / (a - f), x);
}

double special_erfi(double x) {
    return 2 / sqrt(PI) * exp(x * x) * special_dawson(x);
}
