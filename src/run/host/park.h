/* Sleeping until a word of memory changes: a futex on Linux, a condition variable elsewhere. */
#ifndef FRIT_RUN_HOST_PARK_H
#define FRIT_RUN_HOST_PARK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

/* A condition variable serves every system, and is what the tests of it ask for. */
#if defined(__linux__) && !defined(FRIT_NO_FUTEX)
#define PARK_FUTEX 1
#else
#define PARK_FUTEX 0
#endif

/* Serves any number of words. */
typedef struct Park {
#if PARK_FUTEX
    char unused;
#else
    pthread_mutex_t lock;
    pthread_cond_t changed;
#endif
} Park;

void park_init(Park *park);
void park_free(Park *park);
/* Sleeps while *word is value; may also return for no reason. */
void park_wait(Park *park, atomic_uint *word, unsigned value);
/* Call after changing *word. Wakes at least n of those who wait for it, as far as there are any. */
void park_wake(Park *park, atomic_uint *word, unsigned n);

#endif
