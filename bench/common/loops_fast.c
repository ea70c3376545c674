/* The loops once more, for gcc -O3 -march=native -ffast-math: what one would get who fuses by hand and
 * does not mind which bits come out. */
#define LOOP(name) fast_##name
#include "loops.c" /* NOLINT(bugprone-suspicious-include) */
