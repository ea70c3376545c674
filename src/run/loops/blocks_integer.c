/* The steps on integers and bools. */
#define STEPS_INTEGER
#include "run/loops/step_loop.h"
/* After the line above, which says what to make of them. */
#include "run/loops/steps.h"
