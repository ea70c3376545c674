/*
 * Loops and branches. Where all lanes agree they run as in any program. Where lanes may differ, the
 * lanes that are on are remembered in a mask, everything is computed for all of them, and what a
 * lane that is off carries stays as it is; nobody looks at the rest.
 */
#include <string.h>

#include "run/interp/form.h"

/* The mask around, at the shape; NULL: all lanes are on. */
const uint8_t *mask_at(InterpWorker *w, RegShape shape) {
    if (!w->mask || w->mask_shape == shape)
        return w->mask;
    char *temp = w->memory + w->k->temp_at;
    spread_rows(w, DT_BOOL, temp, (const char *)w->mask);
    return (const uint8_t *)temp;
}

/* Lanes that are on both around and in test; false: none is. */
static bool make_mask(uint8_t *mask, const uint8_t *around, const uint8_t *test, bool want,
                      size_t n) {
    uint8_t some = 0;
    for (size_t k = 0; k < n; k++) {
        uint8_t on = (uint8_t)((test[k] == want) & (around ? around[k] : 1));
        mask[k] = on;
        some |= on;
    }
    return some;
}

static void copy_reg(InterpWorker *w, RegId to, RegId from, size_t n) {
    if (w->regs[to] != w->regs[from])
        memcpy(w->regs[to], w->regs[from], n * w->k->regs[to].size);
}

static void start_carries(InterpWorker *w, const Control *c) {
    for (uint32_t k = 0; k < c->n_carries; k++)
        copy_reg(w, c->carries[k].phi, c->carries[k].init, w->n[c->carries[k].shape]);
}

static void step_carries(InterpWorker *w, const Control *c, RegShape mask_shape) {
    for (uint32_t k = 0; k < c->n_carries; k++) {
        const DoCarry *carry = &c->carries[k];
        size_t n = w->n[carry->shape];
        if (carry->next == carry->phi)
            continue;
        if (!c->divergent) {
            copy_reg(w, carry->phi, carry->next, n);
            continue;
        }
        const uint8_t *mask = (const uint8_t *)w->regs[c->mask];
        if ((RegShape)carry->shape != mask_shape) {
            char *temp = w->memory + w->k->temp_at;
            spread_rows(w, DT_BOOL, temp, (const char *)mask);
            mask = (const uint8_t *)temp;
        }
        w->k->ops->select[carry->dtype](w->regs[carry->phi], mask, w->regs[carry->next],
                                        w->regs[carry->phi], n);
    }
}

/* Does the loop go on? Sets the mask where lanes differ. */
static bool goes_on(InterpWorker *w, const Do *d, const uint8_t *around) {
    const Control *c = d->control;
    const uint8_t *test = (const uint8_t *)w->regs[c->test];
    if (!c->divergent)
        return test[0] != 0;
    return make_mask((uint8_t *)w->regs[c->mask], around, test, true, w->n[d->shape]);
}

/* The mask around, kept apart from the room that mask_at uses. */
typedef struct Around {
    const uint8_t *mask;
    RegShape shape;
} Around;

static Around enter(InterpWorker *w, const Do *d) {
    Around around = {w->mask, w->mask_shape};
    if (d->control->divergent) {
        w->mask = (const uint8_t *)w->regs[d->control->mask];
        w->mask_shape = (RegShape)d->shape;
    }
    return around;
}

static void leave(InterpWorker *w, Around around) {
    w->mask = around.mask;
    w->mask_shape = around.shape;
}

/* One more time round: the body with the lanes that are on. */
static bool run_body(InterpWorker *w, const DoList *list, const Do *d, uint32_t from) {
    Around around = enter(w, d);
    bool fine = list_run(w, list, from, d->control->end);
    leave(w, around);
    if (fine)
        step_carries(w, d->control, (RegShape)d->shape);
    return fine;
}

static bool run_for(InterpWorker *w, const DoList *list, const Do *d, uint32_t at) {
    const Control *c = d->control;
    size_t n = w->n[d->shape];
    copy_reg(w, d->out, d->in[0], n);
    for (bool first = true;; first = false) {
        const void *compare[3] = {w->regs[d->out], w->regs[d->in[1]], w->regs[d->in[1]]};
        c->less(w->regs[c->test], compare, n);
        /* The index of a lane that is off grows too, and may wrap: once off, always off. */
        const uint8_t *on = first || !c->divergent ? mask_at(w, (RegShape)d->shape)
                                                   : (const uint8_t *)w->regs[c->mask];
        if (!goes_on(w, d, on))
            return true;
        if (!run_body(w, list, d, at + 1) || loop_stopped(w))
            return false;
        const void *add[3] = {w->regs[d->out], w->regs[c->one], w->regs[c->one]};
        c->add(w->regs[d->out], add, n);
    }
}

static bool run_while(InterpWorker *w, const DoList *list, const Do *d, uint32_t at) {
    const Control *c = d->control;
    bool first = true;
    for (;;) {
        /* The test is computed with the lanes of the last turn: others do not count any more. */
        Around around = {w->mask, w->mask_shape};
        if (!first)
            around = enter(w, d);
        bool fine = list_run(w, list, at + 1, c->middle);
        const uint8_t *on = mask_at(w, (RegShape)d->shape);
        bool more = fine && goes_on(w, d, on);
        leave(w, around);
        if (!more)
            return fine;
        first = false;
        if (!run_body(w, list, d, c->middle) || loop_stopped(w))
            return false;
    }
}

static void merge_arms(InterpWorker *w, const Do *d, bool first) {
    const Control *c = d->control;
    for (uint32_t k = 0; k < c->n_carries; k++) {
        const DoCarry *carry = &c->carries[k];
        size_t n = w->n[carry->shape];
        if (!c->divergent) {
            copy_reg(w, carry->phi, first ? carry->init : carry->next, n);
            continue;
        }
        const char *test = w->regs[d->in[0]];
        if (carry->shape != d->shape) {
            char *temp = w->memory + w->k->temp_at;
            spread_rows(w, DT_BOOL, temp, test);
            test = temp;
        }
        w->k->ops->select[carry->dtype](w->regs[carry->phi], (const uint8_t *)test,
                                        w->regs[carry->init], w->regs[carry->next], n);
    }
}

/* An arm without a lane is left out: a loop in it might never end. */
static bool run_arm(InterpWorker *w, const DoList *list, const Do *d, bool want, uint32_t from,
                    uint32_t to) {
    const Control *c = d->control;
    const uint8_t *test = (const uint8_t *)w->regs[d->in[0]];
    if (!c->divergent)
        return (test[0] != 0) != want || list_run(w, list, from, to);
    if (!make_mask((uint8_t *)w->regs[c->mask], mask_at(w, (RegShape)d->shape), test, want,
                   w->n[d->shape]))
        return true;
    Around around = enter(w, d);
    bool fine = list_run(w, list, from, to);
    leave(w, around);
    return fine;
}

bool control_run(InterpWorker *w, const DoList *list, const Do *d, uint32_t at) {
    const Control *c = d->control;
    if (d->code == DO_IF) {
        if (!run_arm(w, list, d, true, at + 1, c->middle) ||
            !run_arm(w, list, d, false, c->middle, c->end))
            return false;
        merge_arms(w, d, w->regs[d->in[0]][0] != 0);
        return true;
    }
    start_carries(w, c);
    return d->code == DO_FOR ? run_for(w, list, d, at) : run_while(w, list, d, at);
}
