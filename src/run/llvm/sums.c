/* Accumulators of chunks that compiled code hands over. */
#include "run/llvm/driver.h"
#include "run/loops/counter.h"

static Counter counter(const LineFrame *frame, uint64_t k, uint64_t rows) {
    const CodeWorker *w = frame->user;
    const Sum *sum = &w->k->sums[k];
    return (Counter){&sum->fns, w->memory + sum->stack, rows};
}

void sums_push(LineFrame *frame, uint64_t k, uint64_t rows, uint64_t n, const void *accs) {
    counter_push(counter(frame, k, rows), n, accs);
}

const char *sums_fold(LineFrame *frame, uint64_t k, uint64_t rows, uint64_t n) {
    return counter_fold(counter(frame, k, rows), n);
}
