#include "run/loops/counter.h"

#include <string.h>

#include "kernel/counter.h"

static char *entry(Counter c, uint32_t level) {
    return c.stack + level * c.rows * c.fns->acc_size;
}

static uint32_t entries(uint64_t n) {
    return (uint32_t)__builtin_popcountll(n);
}

#define HALF(n)    ((n) >> 1)
#define BELOW(top) ((top)-1)
#define JOIN(top)  c.fns->combine(entry(c, top), entry(c, (top) + 1), c.rows)
#define ONES(k)    (UINT64_MAX << (k))
#define NOT(n)     (~(n))

static void join(Counter c, uint64_t n, uint32_t top) {
    while (n & 1)
        COUNTER_TURN(n, top, HALF, BELOW, JOIN);
}

void counter_push(Counter c, uint64_t n, const void *accs) {
    uint32_t top = entries(n);
    memcpy(entry(c, top), accs, c.rows * c.fns->acc_size);
    join(c, n, top);
}

char *counter_fold(Counter c, uint64_t n) {
    uint32_t top = entries(n);
    if (top == 0)
        c.fns->start(entry(c, 0), c.rows);
    else
        join(c, COUNTER_OF_ALL(top - 1, ONES, NOT), top - 1);
    return entry(c, 0);
}
