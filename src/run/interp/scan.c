/* Scans along the rows of a tile, piece by piece. */
#include <string.h>

#include "run/interp/form.h"

static void scan_rows(const InterpWorker *w, const Do *d, char *states, bool starts) {
    const BlockOps *ops = w->k->ops;
    size_t bytes = (size_t)w->width * block_size(d->from);
    for (size_t row = 0; row < (size_t)w->rows; row++) {
        char *state = states + row * SCAN_STATE;
        if (starts)
            ops->scan_start[d->op][d->from](state);
        ops->scan[d->op][d->from](w->regs[d->out] + row * bytes, w->regs[d->in[0]] + row * bytes,
                                  state, (size_t)w->width, d->flags & KF_EXCLUSIVE,
                                  d->flags & KF_REVERSE);
    }
}

/* The accumulators of all rows as an element's number. */
static void put(const InterpWorker *w, const Do *d, Dtype acc, char *out, const char *state) {
    size_t rows = (size_t)w->rows;
    if (acc == d->from)
        memcpy(out, state, rows * block_size(acc));
    else
        w->k->ops->cast[acc][d->from](out, state, rows);
}

/* All rows side by side: one step for each element. */
static void scan_columns(const InterpWorker *w, const Do *d, char *state, bool starts) {
    const BlockOps *ops = w->k->ops;
    Dtype acc = acc_dtype(d->from);
    size_t rows = (size_t)w->rows, bytes = rows * block_size(acc);
    if (starts) {
        char one[SCAN_STATE];
        ops->scan_start[d->op][d->from](one);
        ops->repeat[acc](state, one, 1, rows);
    }
    for (int64_t k = 0; k < w->width; k++) {
        size_t e = (size_t)(d->flags & KF_REVERSE ? w->width - 1 - k : k);
        char *x = w->regs[d->in[0]] + e * bytes, *out = w->regs[d->out] + e * bytes;
        if (d->flags & KF_EXCLUSIVE)
            put(w, d, acc, out, state);
        const void *in[3] = {state, x, x};
        d->fn.step(state, in, rows);
        if (!(d->flags & KF_EXCLUSIVE))
            put(w, d, acc, out, state);
    }
}

StepFn *scan_step(const BlockOps *ops, Op scan, Dtype dtype) {
    return ops->step[op_fold(scan)->step][acc_dtype(dtype)];
}

void scan_run(InterpWorker *w, const Do *d) {
    const InterpKernel *k = w->k;
    char *states = w->memory + k->scans + d->index * (size_t)k->tile_rows * SCAN_STATE;
    bool starts = d->flags & KF_REVERSE ? w->first + w->width == k->length : w->first == 0;
    if (k->layout == LAYOUT_ROWS)
        scan_rows(w, d, states, starts);
    else
        scan_columns(w, d, states, starts);
}
