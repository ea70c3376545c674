/* Own steps of linear algebra on real numbers. */
#include "run/linear/own.h"

#include <math.h>
#include <string.h>

#define T       double
#define NAME(f) own_real_##f
#define CONJ(x) (x)
#define RE(x)   (x)
#define IM(x)   (0.0)
#define ABS(x)  fabs(x)
#define SIZE(x) fabs(x)
#include "run/linear/own_steps.h"
#include "run/linear/own_eigen_steps.h"
