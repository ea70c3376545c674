/*
 * Reductions in the order that kernel/kernel.h fixes. Lanes of a chunk stand [lane][row]; when the
 * chunk ends they are folded, and the result joins the stack of run/loops/counter.h.
 */
#include <string.h>

#include "run/interp/form.h"
#include "run/loops/counter.h"

static void no_start(void *acc, size_t n) {
    (void)acc, (void)n;
}

static void no_elements(void *acc, const void *x, size_t n, int64_t first) {
    (void)acc, (void)x, (void)n, (void)first;
}

static void no_combine(void *acc, const void *other, size_t n) {
    (void)acc, (void)other, (void)n;
}

const ReduceFns reduce_nothing = {
    .start = no_start, .lanes = no_elements, .columns = no_elements, .combine = no_combine};

static char *lanes_of(const InterpWorker *w, const Reduction *r) {
    return w->memory + r->lanes;
}

static Counter counter(const InterpWorker *w, const Reduction *r, size_t rows) {
    return (Counter){&r->fns, w->memory + r->stack, rows};
}

/* Folds the lanes of a chunk of `count` elements into the first. Lanes without an element are the
 * identity, which changes nothing unless all_lanes says so. */
static void fold_lanes(const Reduction *r, char *lanes, size_t rows, int64_t count) {
    size_t seen = REDUCE_LANES;
    if (!r->all_lanes && count < REDUCE_LANES)
        seen = (size_t)count;
    for (size_t half = REDUCE_LANES / 2; half > 0; half /= 2) {
        if (seen <= half)
            continue;
        r->fns.combine(lanes, lanes + half * rows * r->fns.acc_size, (seen - half) * rows);
        seen = half;
    }
}

static void lanes_start(const Reduction *r, char *lanes, size_t rows, int64_t count) {
    size_t n = !r->all_lanes && count < REDUCE_LANES ? (size_t)count : REDUCE_LANES;
    r->fns.start(lanes, n * rows);
}

/* Elements first .. first + width of rows that stand side by side, inside one chunk. */
static void feed_columns(const Reduction *r, char *lanes, const char *x, int64_t first,
                         int64_t width, size_t rows) {
    for (int64_t e = 0; e < width;) {
        int64_t lane = (first + e) % REDUCE_LANES, run = REDUCE_LANES - lane;
        if (run > width - e)
            run = width - e;
        if (r->indexed)
            run = 1;
        r->fns.columns(lanes + (size_t)lane * rows * r->fns.acc_size,
                       x + (size_t)e * rows * r->x_size, (size_t)run * rows, first + e);
        e += run;
    }
}

/* ---- whole rows in one register */

static char *chunk(const InterpWorker *w, const Reduction *r, const char *x, int64_t first,
                   int64_t n, size_t rows) {
    char *lanes = lanes_of(w, r);
    lanes_start(r, lanes, rows, n);
    if (w->k->layout == LAYOUT_COLUMNS)
        feed_columns(r, lanes, x, first, n, rows);
    else
        r->fns.lanes(lanes, x, (size_t)n, first);
    fold_lanes(r, lanes, rows, n);
    return lanes;
}

/* One row, or all rows of a tile side by side. */
static const char *reduce_rows(const InterpWorker *w, const Reduction *r, const char *x,
                               size_t rows) {
    int64_t length = w->k->length;
    if (length > 0 && length <= REDUCE_CHUNK)
        return chunk(w, r, x, 0, length, rows);
    uint64_t chunks = 0;
    Counter stack = counter(w, r, rows);
    for (int64_t at = 0; at < length; at += REDUCE_CHUNK, chunks++) {
        int64_t n = length - at < REDUCE_CHUNK ? length - at : REDUCE_CHUNK;
        counter_push(stack, chunks, chunk(w, r, x + (size_t)at * rows * r->x_size, at, n, rows));
    }
    return counter_fold(stack, chunks);
}

void reduce_whole(InterpWorker *w, const Reduction *r) {
    size_t rows = (size_t)w->rows, acc = r->fns.acc_size;
    const char *x = w->regs[r->x];
    if (w->k->layout == LAYOUT_COLUMNS || rows == 1) {
        reduce_finish(w, r, reduce_rows(w, r, x, rows));
        return;
    }
    /* The results wait behind the stack, which one row needs no more of. */
    char *results = w->memory + r->stack + w->k->n_levels * acc;
    for (size_t k = 0; k < rows; k++)
        memcpy(results + k * acc, reduce_rows(w, r, x + k * (size_t)w->k->length * r->x_size, 1),
               acc);
    reduce_finish(w, r, results);
}

/* ---- piece by piece */

void reduce_start(InterpWorker *w, const Reduction *r) {
    lanes_start(r, lanes_of(w, r), (size_t)w->rows, w->k->length);
}

/* A chunk that this piece ends is closed; n_chunks is counted by the caller, once for all. */
void reduce_feed(InterpWorker *w, const Reduction *r) {
    const char *x = w->regs[r->x];
    size_t rows = (size_t)w->rows;
    char *lanes = lanes_of(w, r);
    uint64_t chunks = w->n_chunks;
    for (int64_t at = 0; at < w->width;) {
        int64_t first = w->first + at, n = REDUCE_CHUNK - first % REDUCE_CHUNK;
        if (n > w->width - at)
            n = w->width - at;
        const char *from = x + (size_t)at * rows * r->x_size;
        if (w->k->layout == LAYOUT_COLUMNS)
            feed_columns(r, lanes, from, first, n, rows);
        else
            r->fns.lanes(lanes, from, (size_t)n, first);
        at += n;
        if ((first + n) % REDUCE_CHUNK == 0) {
            fold_lanes(r, lanes, rows, REDUCE_CHUNK);
            counter_push(counter(w, r, rows), chunks++, lanes);
            r->fns.start(lanes, REDUCE_LANES * rows);
        }
    }
}

char *reduce_close(InterpWorker *w, const Reduction *r) {
    size_t rows = (size_t)w->rows;
    int64_t end = w->first + w->width, open = end % REDUCE_CHUNK;
    uint64_t chunks = w->n_chunks;
    if (open) {
        char *lanes = lanes_of(w, r);
        fold_lanes(r, lanes, rows, open);
        counter_push(counter(w, r, rows), chunks++, lanes);
    }
    return counter_fold(counter(w, r, rows), chunks);
}

void reduce_finish(InterpWorker *w, const Reduction *r, const char *accs) {
    int64_t *counts = (int64_t *)(void *)w->regs[r->out];
    for (int64_t k = 0; r->counts && k < w->rows; k++)
        counts[k] = w->k->length;
    if (!r->counts)
        r->fns.finish(w->regs[r->out], accs, (size_t)w->rows);
}

char *reduce_partials(InterpWorker *w, const Reduction *r, const char *partials, uint64_t n) {
    size_t rows = (size_t)w->rows;
    for (uint64_t g = 0; g < n; g++)
        counter_push(counter(w, r, rows), g, partials + g * rows * r->fns.acc_size);
    return counter_fold(counter(w, r, rows), n);
}
