/* Random numbers: Philox4x32-10 of a key, the number of the draw and the element's place, as frit's ops have it. */
#ifndef FRIT_SCRIPT_RANDOM_H
#define FRIT_SCRIPT_RANDOM_H

#include "front/script/value/value.h"

/* Of builtin_random. */
enum { RANDOM_UNIFORM, RANDOM_NORMAL, RANDOM_EXPONENTIAL };
/* Of builtin_random_shaped. */
enum { SHAPED_GAMMA, SHAPED_POISSON };

/* One draw's numbers, one after another. */
typedef struct RandomStream {
    uint64_t key, draw, place;
    double spare; /* the second normal of a pair */
    bool has_spare;
} RandomStream;
/* Of the next draw. */
RandomStream random_stream(Interp *in);
/* The 64 bits of an element of a draw. */
uint64_t random_bits_at(uint64_t key, uint64_t draw, uint64_t place);
/* In (0, 1), and with mean 0 and variance 1. */
double random_uniform(RandomStream *stream);
double random_normal(RandomStream *stream);

#endif
