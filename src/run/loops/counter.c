#include "run/loops/counter.h"

#include <string.h>

static char *entry(Counter c, uint32_t level) {
    return c.stack + level * c.rows * c.fns->acc_size;
}

static uint32_t entries(uint64_t n) {
    return (uint32_t)__builtin_popcountll(n);
}

void counter_push(Counter c, uint64_t n, const void *accs) {
    uint32_t top = entries(n);
    memcpy(entry(c, top), accs, c.rows * c.fns->acc_size);
    for (; n & 1; n >>= 1, top--)
        c.fns->combine(entry(c, top - 1), entry(c, top), c.rows);
}

char *counter_fold(Counter c, uint64_t n) {
    uint32_t top = entries(n);
    if (top == 0)
        c.fns->start(entry(c, 0), c.rows);
    for (; top > 1; top--)
        c.fns->combine(entry(c, top - 2), entry(c, top - 1), c.rows);
    return entry(c, 0);
}
