/* The steps on f64. */
#define STEPS_F64
#include "run/loops/hurry.h"
#include "run/loops/step_loop.h"

#define AS_IT_IS(v)          (v)
#define LOOP(name, question) HURRY_LOOP(F64, name, question, double, f64, AS_IT_IS)
#define TEST(name, question) HURRY_IF(F64, name)
MATH_SLOW_PATHS(LOOP)
HURRY_CHOICE(F64, double, MATH_SLOW_PATHS(TEST))

/* After what says which steps to make, and what of them. */
#include "run/loops/steps.h"
