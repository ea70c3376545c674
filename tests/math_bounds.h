/* How far a f32 is from the number it stands for, in units of the last place (ulp). */
#ifndef TESTS_MATH_BOUNDS_H
#define TESTS_MATH_BOUNDS_H

#include <math.h>

/* The unit is that of the binade of `want`, 2^-149 below the normal numbers. An infinity is right
 * where want is one, or so large that it rounds to one; beside that edge either side may be met. A
 * wrong NaN, infinity or zero is infinitely far. */
static inline double math_error_f32(float got, double want) {
    int exponent;
    if (want != want)
        return got != got ? 0 : (double)INFINITY;
    if (got != got)
        return (double)INFINITY;
    if (fabs(want) >= 0x1.ffffffp127 || fabsf(got) == INFINITY)
        return fabs(want) > 0x1.fffffcp127 && fabsf(got) >= 0x1.fffffep127f &&
                       !signbit(got) == !signbit(want) && (want - want == 0 || got == (float)want)
                   ? 0
                   : (double)INFINITY;
    if (want == 0)
        return got == 0 ? 0 : (double)INFINITY;
    frexp(want, &exponent);
    exponent = exponent - 24 < -149 ? -149 : exponent - 24;
    return ldexp(fabs((double)got - want), -exponent);
}

#endif
