/* Own steps of linear algebra on real numbers. */
#include "front/script/linear/own.h"

#include <math.h>
#include <string.h>

#define T       double
#define NAME(f) own_real_##f
#define CONJ(x) (x)
#define RE(x)   (x)
#define IM(x)   (0.0)
#define ABS(x)  fabs(x)
#define SIZE(x) fabs(x)
#include "front/script/linear/own_steps.h"
#include "front/script/linear/own_eigen_steps.h"
