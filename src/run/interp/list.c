/* Runs a list: one vectorised loop an instruction. */
#include <string.h>

#include "run/interp/form.h"

static char *slot_of(const InterpWorker *w, RegId reg) {
    const Reg *r = &w->k->regs[reg];
    return (r->place == REG_SHARED ? w->k->shared : w->memory) + r->offset;
}

void worker_place_regs(const InterpKernel *k, char *memory) {
    char **regs = (char **)(void *)memory;
    for (uint32_t r = 0; r < k->n_regs; r++)
        regs[r] = (k->regs[r].place == REG_SHARED ? k->shared : memory) + k->regs[r].offset;
}

static void fill(InterpWorker *w, const Do *d, size_t n) {
    char value[16];
    memcpy(value, w->regs[d->out], w->k->regs[d->out].size);
    w->regs[d->out] = slot_of(w, d->out);
    w->k->ops->repeat[d->dtype](w->regs[d->out], value, 1, n);
}

void spread_rows(const InterpWorker *w, Dtype dtype, char *out, const char *rows) {
    if (w->k->layout == LAYOUT_ROWS)
        w->k->ops->repeat[dtype](out, rows, (size_t)w->rows, (size_t)w->width);
    else
        w->k->ops->tile[dtype](out, rows, (size_t)w->rows, (size_t)w->width);
}

static void spread(InterpWorker *w, const Do *d) {
    char *rows = w->regs[d->in[0]];
    if (w->width == 1) {
        w->regs[d->out] = rows;
        return;
    }
    w->regs[d->out] = slot_of(w, d->out);
    spread_rows(w, d->dtype, w->regs[d->out], rows);
}

static void bitcast(InterpWorker *w, const Do *d, size_t n) {
    const BlockOps *ops = w->k->ops;
    Dtype from = d->from, to = d->dtype;
    size_t size = dtype_info(to)->bits / 8;
    const char *x = w->regs[d->in[0]];
    char *out = w->regs[d->out], *temp = w->memory + w->k->temp_at;
    if (block_size(from) != dtype_info(from)->bits / 8u) {
        ops->pack[from](temp, x, n);
        x = temp;
    }
    if (block_size(to) != size)
        ops->unpack[to](out, x, n);
    else
        memcpy(out, x, n * size);
}

/* A value that all workers share must be in the place where they look for it. */
static void load(InterpWorker *w, const Do *d, size_t n) {
    char *slot = slot_of(w, d->out), *from = path_load(w, d->path, (RegShape)d->shape, slot);
    bool shared = w->k->regs[d->out].place == REG_SHARED;
    if (shared && from != slot)
        memcpy(slot, from, n * w->k->regs[d->out].size);
    w->regs[d->out] = shared ? slot : from;
}

static void aim(InterpWorker *w, const Do *d) {
    const Aim *a = &w->k->aims[d->index];
    char *memory = a->on ? path_direct(w, a->store, SHAPE_TILE) : NULL;
    w->regs[d->out] = memory ? memory : slot_of(w, d->out);
}

static void store(InterpWorker *w, const Do *d) {
    const char *from = w->regs[d->in[0]];
    /* A value that was computed where it belongs. */
    if (d->path->plain && !d->path->stream && from == path_direct(w, d->path, (RegShape)d->shape))
        return;
    path_store(w, d->path, (RegShape)d->shape, from);
}

bool list_run(InterpWorker *w, const DoList *list, uint32_t from, uint32_t to) {
    char **r = w->regs;
    for (uint32_t k = from; k < to; k++) {
        const Do *d = &list->at[k];
        size_t n = w->n[d->shape];
        switch ((DoCode)d->code) {
        case DO_STEP: {
            const void *in[3] = {r[d->in[0]], r[d->in[1]], r[d->in[2]]};
            d->fn.step(r[d->out], in, n);
            break;
        }
        case DO_SELECT:
            d->fn.select(r[d->out], (const uint8_t *)r[d->in[0]], r[d->in[1]], r[d->in[2]], n);
            break;
        case DO_CAST: d->fn.cast(r[d->out], r[d->in[0]], n); break;
        case DO_BITCAST: bitcast(w, d, n); break;
        case DO_LOAD: load(w, d, n); break;
        case DO_NUMBERS:
            path_numbers(w, d->path, (RegShape)d->shape, (int64_t *)(void *)r[d->out]);
            break;
        case DO_RANDOM:
            d->fn.random(r[d->out], (const uint64_t *)(void *)r[d->in[0]],
                         (const uint64_t *)(void *)r[d->in[1]],
                         (const int64_t *)(void *)r[d->in[2]], n);
            break;
        case DO_GATHER:
            if (!gather_run(w, d))
                return false;
            break;
        case DO_REDUCE:
            if (w->k->resident)
                reduce_whole(w, &w->k->reductions[d->index]);
            else
                reduce_feed(w, &w->k->reductions[d->index]);
            break;
        case DO_SCAN: scan_run(w, d); break;
        case DO_STORE: store(w, d); break;
        case DO_SCATTER:
            if (!scatter_run(w, d))
                return false;
            break;
        case DO_COPY: memcpy(r[d->out], r[d->in[0]], n * w->k->regs[d->out].size); break;
        case DO_FILL: fill(w, d, n); break;
        case DO_SPREAD: spread(w, d); break;
        case DO_ARRAY: array_run(w, d); break;
        case DO_REPLACE: array_replace(w, d); break;
        case DO_ELEMENT: array_element(w, d); break;
        case DO_PUT: array_put(w, d); break;
        case DO_AIM: aim(w, d); break;
        case DO_FOR:
        case DO_WHILE:
        case DO_IF:
            if (!control_run(w, list, d, k))
                return false;
            k = d->control->end - 1;
            break;
        }
    }
    return true;
}
