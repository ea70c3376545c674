/* The steps on integers and bools. */
#define STEPS_INTEGER
#include "run/interp/step_loop.h"
/* After the line above, which says what to make of them. */
#include "run/interp/steps.h"
