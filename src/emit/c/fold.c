/*
 * Reductions and scans, in the order that kernel/kernel.h fixes. Reduction 2 has lanes l2 (and their places p2 where it
 * looks for the best), and a counter c2 (d2) in which the results of chunks are combined.
 */
#include <stdio.h>

#include "emit/c/fold.h"

enum { STACK = 56 }; /* chunks of a row: their number has fewer digits */

/* ---- a row */

void fold_declare(Writer *w, uint32_t instr) {
    Folding f = folding_of(w, instr);
    if (fold_is_length(&f))
        return;
    src_line(w, "%s l%u[32], c%u[%u];", src_type_of(f.acc), f.number, f.number, (unsigned)STACK);
    if (f.fold->kind == FOLD_BEST)
        src_line(w, "int64_t p%u[32], d%u[%u];", f.number, f.number, (unsigned)STACK);
}

/* Lanes as they are before the first element of a chunk. */
static void put_lanes_start(Writer *w, uint32_t phase) {
    src_open(w, "for (int lane = 0; lane < 32; lane++)");
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (w->kernel->body.at[n].code != K_REDUCE || w->known.instr_phase[n] != phase)
            continue;
        Folding f = folding_of(w, n);
        if (fold_is_length(&f))
            continue;
        src_begin(w);
        str_format(&w->out, "l%u[lane] = ", f.number);
        fold_put_start(w, &f);
        str_putc(&w->out, ';');
        src_end(w);
        if (f.fold->kind == FOLD_BEST)
            src_line(w, "p%u[lane] = -1;", f.number);
    }
    src_close(w);
}

void fold_begin(Writer *w, uint32_t phase) {
    put_lanes_start(w, phase);
}

bool fold_take(Writer *w, uint32_t instr, const char *lane) {
    Folding f = folding_of(w, instr);
    char x[NAME_ROOM], acc[64], place[64];
    if (fold_is_length(&f))
        return true;
    src_value_name(x, kernel_in(w->kernel, f.i)[0]);
    if (w->teams) {
        snprintf(acc, sizeof acc, "a%u", f.number);
        snprintf(place, sizeof place, "b%u", f.number);
    } else {
        snprintf(acc, sizeof acc, "l%u[%s]", f.number, lane);
        snprintf(place, sizeof place, "p%u[%s]", f.number, lane);
    }
    return fold_put_take(w, &f, acc, place, x);
}

static bool combine(Writer *w, const Folding *f, const char *array, const char *places,
                    const char *a, const char *b) {
    char left[48], right[48], q[48], r[48];
    snprintf(left, sizeof left, "%s%u[%s]", array, f->number, a);
    snprintf(right, sizeof right, "%s%u[%s]", array, f->number, b);
    snprintf(q, sizeof q, "%s%u[%s]", places, f->number, a);
    snprintf(r, sizeof r, "%s%u[%s]", places, f->number, b);
    return fold_put_both(w, f, left, right, q, r);
}

static bool each(Writer *w, uint32_t phase, const char *array, const char *places, const char *a,
                 const char *b) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (w->kernel->body.at[n].code != K_REDUCE || w->known.instr_phase[n] != phase)
            continue;
        Folding f = folding_of(w, n);
        if (!fold_is_length(&f))
            TRY(combine(w, &f, array, places, a, b));
    }
    return true;
}

static void push(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (w->kernel->body.at[n].code != K_REDUCE || w->known.instr_phase[n] != phase)
            continue;
        Folding f = folding_of(w, n);
        if (fold_is_length(&f))
            continue;
        src_line(w, "c%u[top] = l%u[0];", f.number, f.number);
        if (f.fold->kind == FOLD_BEST)
            src_line(w, "d%u[top] = p%u[0];", f.number, f.number);
    }
}

/* Each step is a loop of its own, of which a compiler makes a few vectors. */
static bool put_halves(Writer *w, uint32_t phase) {
    for (unsigned half = REDUCE_LANES / 2; half > 0; half /= 2) {
        char other[NAME_ROOM];
        snprintf(other, sizeof other, "lane + %u", half);
        src_open(w, "for (int lane = 0; lane < %u; lane++)", half);
        TRY(each(w, phase, "l", "p", "lane", other));
        src_close(w);
    }
    return true;
}

bool fold_lanes(Writer *w, uint32_t phase) {
    TRY(put_halves(w, phase));
    push(w, phase);
    src_open(w, "for (int64_t odd = chunks++; odd & 1; odd >>= 1)");
    src_line(w, "top--;");
    TRY(each(w, phase, "c", "d", "top", "top + 1"));
    src_close(w);
    src_line(w, "top++;");
    return true;
}

/* ---- the result of a row */

static void put_result(Writer *w, uint32_t n) {
    Folding f = folding_of(w, n);
    char acc[NAME_ROOM], place[NAME_ROOM];
    snprintf(acc, sizeof acc, "c%u[0]", f.number);
    snprintf(place, sizeof place, "d%u[0]", f.number);
    fold_put_result(w, &f, "chunks", acc, place);
}

bool fold_finish(Writer *w, uint32_t phase) {
    src_open(w, "for (top--; top > 0; top--)");
    TRY(each(w, phase, "c", "d", "top - 1", "top"));
    src_close(w);
    return true;
}

void fold_results_declare(Writer *w, uint32_t phase) {
    char name[NAME_ROOM];
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        const KernelInstr *i = &w->kernel->body.at[n];
        if (i->code != K_REDUCE || w->known.instr_phase[n] != phase)
            continue;
        src_value_name(name, i->value);
        src_line(w, "%s %s;", src_type_of((Dtype)w->kernel->values.at[i->value].dtype), name);
    }
}

void fold_results(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++)
        if (w->kernel->body.at[n].code == K_REDUCE && w->known.instr_phase[n] == phase)
            put_result(w, n);
}

/* ---- scans: t1 is what scan 1 has come to */

void scan_declare(Writer *w, uint32_t instr) {
    Folding f = folding_of(w, instr);
    src_begin(w);
    str_format(&w->out, "%s t%u = ", src_type_of(f.acc), f.number);
    fold_put_start(w, &f);
    str_putc(&w->out, ';');
    src_end(w);
}

bool src_scan(Writer *w, uint32_t instr) {
    Folding f = folding_of(w, instr);
    char x[NAME_ROOM], name[NAME_ROOM], acc[NAME_ROOM];
    Dtype dtype = (Dtype)w->kernel->values.at[f.i->value].dtype;
    bool half = dtype == DT_F16 || dtype == DT_BF16, exclusive = f.i->flags & KF_EXCLUSIVE;
    src_value_name(x, kernel_in(w->kernel, f.i)[0]);
    src_value_name(name, f.i->value);
    snprintf(acc, sizeof acc, "t%u", f.number);
    for (unsigned turn = 0; turn < 2; turn++) {
        if ((turn == 0) != exclusive)
            TRY(fold_put_take(w, &f, acc, NULL, x));
        else if (half)
            src_line(w, "const float %s = m_round_%s(%s);", name, dtype_info(dtype)->name, acc);
        else
            src_line(w, "const %s %s = %s;", src_type_of(dtype), name, acc);
    }
    return true;
}
