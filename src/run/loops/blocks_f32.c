/* The steps on f32. */
#define STEPS_F32
#include "run/loops/hurry.h"
#include "run/loops/step_loop.h"

#define AS_IT_IS(v)          (v)
#define LOOP(name, question) HURRY_LOOP(F32, name, question, float, f32, AS_IT_IS)
#define TEST(name, question) HURRY_IF(F32, name)
MATH_SLOW_PATHS(LOOP)
HURRY_CHOICE(F32, float, MATH_SLOW_PATHS(TEST))

/* After what says which steps to make, and what of them. */
#include "run/loops/steps.h"
