/* Accumulators of chunks, combined as kernel/kernel.h says: a binary counter. */
#include <string.h>

#include "run/llvm/driver.h"

static char *entry(const Worker *w, const Sum *sum, uint32_t level, uint64_t rows) {
    return w->memory + sum->stack + level * rows * sum->fns.acc_size;
}

/* What the stack holds after n chunks: as many entries as n has bits. */
static uint32_t entries(uint64_t n) {
    return (uint32_t)__builtin_popcountll(n);
}

void sums_push(Frame *frame, uint64_t k, uint64_t rows, uint64_t n, const void *accs) {
    const Worker *w = frame->user;
    const Sum *sum = &w->k->sums[k];
    uint32_t top = entries(n);
    memcpy(entry(w, sum, top, rows), accs, rows * sum->fns.acc_size);
    for (; n & 1; n >>= 1, top--)
        sum->fns.combine(entry(w, sum, top - 1, rows), entry(w, sum, top, rows), rows);
}

const char *sums_fold(Frame *frame, uint64_t k, uint64_t rows, uint64_t n) {
    const Worker *w = frame->user;
    const Sum *sum = &w->k->sums[k];
    uint32_t top = entries(n);
    if (top == 0)
        sum->fns.start(entry(w, sum, 0, rows), rows);
    for (; top > 1; top--)
        sum->fns.combine(entry(w, sum, top - 2, rows), entry(w, sum, top - 1, rows), rows);
    return entry(w, sum, 0, rows);
}
