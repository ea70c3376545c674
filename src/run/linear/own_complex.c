/* Own steps of linear algebra on complex numbers. */
#include "run/linear/own.h"

#include <math.h>
#include <string.h>

#define T       Pair
#define NAME(f) own_complex_##f
#define CONJ(x) conj(x)
#define RE(x)   creal(x)
#define IM(x)   cimag(x)
#define ABS(x)  cabs(x)
/* What LAPACK chooses pivots by. */
#define SIZE(x) (fabs(creal(x)) + fabs(cimag(x)))
#include "run/linear/own_steps.h"
#include "run/linear/own_eigen_steps.h"
