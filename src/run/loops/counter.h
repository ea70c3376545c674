/*
 * Accumulators of chunks, combined as kernel/counter.h says. After n chunks the stack
 * holds as many entries as n has bits, each one accumulator a row.
 */
#ifndef FRIT_RUN_LOOPS_COUNTER_H
#define FRIT_RUN_LOOPS_COUNTER_H

#include "run/loops/blocks.h"

typedef struct Counter {
    const ReduceFns *fns;
    char *stack; /* rows * acc_size bytes an entry */
    size_t rows;
} Counter;

/* One more chunk's accumulators onto a stack of n. */
void counter_push(Counter c, uint64_t n, const void *accs);
/* All that a stack of n holds, from the right to the left, into its first entry. */
char *counter_fold(Counter c, uint64_t n);

#endif
