/* What tests set and see of the CUDA that is played for them (cuda.c). */
#ifndef FRIT_TESTS_DOUBLES_CUDA_H
#define FRIT_TESTS_DOUBLES_CUDA_H

#include <stddef.h>
#include <stdint.h>

typedef struct PlayedCuda {
    /* Set by tests. */
    int devices, capability;
    uint64_t memory;    /* bytes there are */
    int fails_alloc;    /* so many allocations fail first */
    int next_wait;      /* what the next wait or query says; 0: nothing is wrong */
    int next_launch;    /* the same of a launch */
    int launches_first; /* so many that are not refused before that */
    _Atomic int busy;   /* what was launched does not end */
    int archs[8];       /* that the compiler knows, up to a 0 */
    /* Seen. */
    uint64_t used;
    int blocks, modules, streams, retained; /* that there are now */
    _Atomic int launches;
    int waits, copies_here, copies_there, moves, fills;
    int outside; /* calls without a context that must have one, and addresses of no block */
    int depth;   /* contexts that were made current and not put back */
    unsigned groups, threads; /* of the last launch */
    char options[512];        /* of the last compile */
} PlayedCuda;

typedef PlayedCuda *played_cuda_fn(void);

#endif
