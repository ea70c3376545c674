/*
 * Arrays that lanes have of their own: element 0 of all lanes of the array's shape, then element 1, and so on. Lanes
 * that are off read some element; they write none.
 */
#include <string.h>

#include "run/interp/form.h"

static const Reg *reg_of(const InterpWorker *w, RegId reg) {
    return &w->k->regs[reg];
}

/* The lanes of that shape that are on; NULL: all are. */
static const uint8_t *mask_of(InterpWorker *w, RegShape shape) {
    bool masked = w->mask && w->mask_shape <= shape && shape != SHAPE_ONE;
    return masked ? mask_at(w, shape) : NULL;
}

void array_run(InterpWorker *w, const Do *d) {
    const Reg *out = reg_of(w, d->out);
    size_t bytes = w->n[d->shape] * out->size;
    for (uint32_t k = 0; k < out->count; k++)
        memcpy(w->regs[d->out] + k * bytes, w->regs[d->in[d->n_in == 1 ? 0 : k]], bytes);
}

/* Element k of an array, at a shape at least its own: where it is, or in the line. */
static const char *line_of(InterpWorker *w, const Do *d, uint32_t k, char *line) {
    const Reg *from = reg_of(w, d->in[0]);
    const char *at = w->regs[d->in[0]] + k * w->n[from->shape] * from->size;
    if (from->shape == d->shape)
        return at;
    if (from->shape == SHAPE_ONE)
        w->k->ops->repeat[d->dtype](line, at, 1, w->n[d->shape]);
    else
        spread_rows(w, d->dtype, line, at);
    return line;
}

void array_replace(InterpWorker *w, const Do *d) {
    const Reg *out = reg_of(w, d->out);
    const uint8_t *mask = mask_of(w, (RegShape)d->shape);
    size_t n = w->n[d->shape];
    for (uint32_t k = 0; k < out->count; k++) {
        char *to = w->regs[d->out] + k * n * out->size;
        const char *from = line_of(w, d, k, w->regs[d->in[1]]);
        if (mask)
            w->k->ops->select[d->dtype](to, mask, from, to, n);
        else
            memcpy(to, from, n * out->size);
    }
}

void array_element(InterpWorker *w, const Do *d) {
    const Reg *array = reg_of(w, d->in[0]);
    const char *base = w->regs[d->in[0]];
    char *out = w->regs[d->out];
    uint32_t *at = (uint32_t *)(void *)w->regs[d->in[2]];
    size_t n = w->n[d->shape], rows = (size_t)w->rows, width = (size_t)w->width;
    w->k->ops->clamp[d->from](at, w->regs[d->in[1]], array->count - 1, n);
    if (array->shape == d->shape) {
        d->fn.pick(out, base, at, n, 1, n);
    } else if (array->shape == SHAPE_ONE) {
        d->fn.pick(out, base, at, 1, 0, n);
    } else if (w->k->layout == LAYOUT_ROWS) {
        for (size_t row = 0; row < rows; row++)
            d->fn.pick(out + row * width * array->size, base + row * array->size, at + row * width,
                       rows, 0, width);
    } else {
        for (size_t e = 0; e < width; e++)
            d->fn.pick(out + e * rows * array->size, base, at + e * rows, rows, 1, rows);
    }
}

void array_put(InterpWorker *w, const Do *d) {
    const Reg *array = reg_of(w, d->out);
    uint32_t *at = (uint32_t *)(void *)w->regs[d->in[2]];
    const uint8_t *mask = mask_of(w, (RegShape)d->shape);
    size_t n = w->n[d->shape];
    w->k->ops->clamp[d->from](at, w->regs[d->in[1]], array->count - 1, n);
    d->fn.put(w->regs[d->out], at, w->regs[d->in[3]], mask, n, n);
}
