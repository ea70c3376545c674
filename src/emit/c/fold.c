/*
 * Reductions and scans, in the order that kernel/kernel.h fixes. Reduction 2 has lanes l2 (and their places p2 where it
 * looks for the best), and a counter c2 (d2) in which the results of chunks are combined.
 */
#include <stdio.h>

#include "emit/c/writer.h"
#include "op/op.h"

enum { STACK = 56 }; /* chunks of a row: their number has fewer digits */

typedef struct Folding {
    const KernelInstr *i;
    const Fold *fold;
    Dtype from, acc; /* of elements, of accumulators */
    unsigned number;
    bool omits;
} Folding;

static Folding folding_of(const Writer *w, uint32_t instr) {
    const KernelInstr *i = &w->kernel->body.at[instr];
    Folding f = {.i = i, .fold = op_fold((Op)i->op), .from = (Dtype)i->dtype};
    f.number = w->known.number[instr];
    f.omits = i->flags & KF_OMIT_NAN && dtype_info(f.from)->class & (CLASS_FLOAT | CLASS_COMPLEX);
    f.acc = f.fold->kind == FOLD_COUNT   ? DT_I64
            : f.fold->kind == FOLD_TRUTH ? DT_BOOL
                                         : acc_dtype(f.from);
    return f;
}

/* The number of elements is known without looking at them. */
static bool is_length(const Folding *f) {
    return f->fold->kind == FOLD_COUNT && !f->omits;
}

static void put_start(Writer *w, const Folding *f) {
    Dtype dtype = f->fold->kind == FOLD_TRUTH ? DT_U8 : f->acc;
    Bits start = fold_start(f->fold->start, dtype);
    if (f->fold->kind == FOLD_BEST)
        start = (Bits){0, 0};
    src_constant(&w->out, f->acc, start);
}

/* ---- two accumulators, or an accumulator and an element */

static void put_nan_test(Str *out, Dtype dtype, const char *x) {
    if (dtype_info(dtype)->class == CLASS_COMPLEX)
        str_format(out, "(%s.re != %s.re || %s.im != %s.im)", x, x, x, x);
    else
        str_format(out, "%s != %s", x, x);
}

/* x is better than y, wherever it stands; NaN beats every number. */
static void put_beats(Writer *w, const Folding *f, const char *x, const char *y, bool nans) {
    /* the comparison that the best one wins */
    const char *sign = f->fold->step == OP_gt ? ">" : "<";
    if (nans && dtype_info(f->from)->class == CLASS_FLOAT)
        str_format(&w->out, "(%s %s %s || (%s != %s && %s == %s))", x, sign, y, x, x, y, y);
    else
        str_format(&w->out, "%s %s %s", x, sign, y);
}

static void put_best_take(Writer *w, const Folding *f, const char *x, const char *lane) {
    char acc[64];
    snprintf(acc, sizeof acc, "l%u[%s]", f->number, lane);
    src_begin(w);
    str_puts(&w->out, "if (");
    if (f->omits)
        str_format(&w->out, "%s == %s && ", x, x);
    str_format(&w->out, "(p%u[%s] < 0 || ", f->number, lane);
    put_beats(w, f, x, acc, !f->omits);
    str_puts(&w->out, ")) {");
    src_end(w);
    src_line(w, "    %s = %s;", acc, x);
    src_line(w, "    p%u[%s] = e;", f->number, lane);
    src_line(w, "}");
}

/* a = a and b together, whose places are in q and r. Of two equals the earlier one. */
static void put_best_both(Writer *w, const Folding *f, const char *a, const char *b, const char *q,
                          const char *r) {
    src_begin(w);
    str_format(&w->out, "if (%s >= 0 && (%s < 0 || ", r, q);
    put_beats(w, f, b, a, true);
    str_puts(&w->out, " || (!(");
    put_beats(w, f, a, b, true);
    str_format(&w->out, ") && %s < %s))) {", r, q);
    src_end(w);
    src_line(w, "    %s = %s;", a, b);
    src_line(w, "    %s = %s;", q, r);
    src_line(w, "}");
}

static bool put_both(Writer *w, const Folding *f, const char *a, const char *b) {
    src_begin(w);
    str_format(&w->out, "%s = ", a);
    if (f->fold->kind == FOLD_COUNT)
        str_format(&w->out, "%s + %s", a, b);
    else if (f->fold->kind == FOLD_TRUTH) /* the step is `and` or `or` */
        str_format(&w->out, "%s %s %s", a, f->fold->step == OP_and ? "&&" : "||", b);
    else
        TRY(src_step(w, f->fold->step, f->acc, (const char *const[]){a, b, b}));
    str_putc(&w->out, ';');
    src_end(w);
    return true;
}

static bool put_take(Writer *w, const Folding *f, const char *acc, const char *x) {
    src_begin(w);
    str_format(&w->out, "%s = ", acc);
    if (f->fold->kind == FOLD_COUNT) {
        str_format(&w->out, "%s + (", acc);
        put_nan_test(&w->out, f->from, x);
        str_puts(&w->out, " ? 0 : 1)");
    } else if (f->fold->kind == FOLD_TRUTH) { /* likewise */
        str_format(&w->out, "%s %s (", acc, f->fold->step == OP_and ? "&&" : "||");
        src_cast(&w->out, f->from, DT_BOOL, x);
        str_puts(&w->out, ")");
    } else {
        if (f->omits) {
            put_nan_test(&w->out, f->from, x);
            str_format(&w->out, " ? %s : ", acc);
        }
        TRY(src_step(w, f->fold->step, f->acc, (const char *const[]){acc, x, x}));
    }
    str_putc(&w->out, ';');
    src_end(w);
    return true;
}

/* ---- a row */

void fold_declare(Writer *w, uint32_t instr) {
    Folding f = folding_of(w, instr);
    if (is_length(&f))
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
        if (is_length(&f))
            continue;
        src_begin(w);
        str_format(&w->out, "l%u[lane] = ", f.number);
        put_start(w, &f);
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
    char x[NAME_ROOM], acc[64];
    if (is_length(&f))
        return true;
    src_value_name(x, kernel_in(w->kernel, f.i)[0]);
    if (f.fold->kind == FOLD_BEST) {
        put_best_take(w, &f, x, lane);
        return true;
    }
    snprintf(acc, sizeof acc, "l%u[%s]", f.number, lane);
    return put_take(w, &f, acc, x);
}

static bool combine(Writer *w, const Folding *f, const char *array, const char *places,
                    const char *a, const char *b) {
    char left[48], right[48], q[48], r[48];
    snprintf(left, sizeof left, "%s%u[%s]", array, f->number, a);
    snprintf(right, sizeof right, "%s%u[%s]", array, f->number, b);
    snprintf(q, sizeof q, "%s%u[%s]", places, f->number, a);
    snprintf(r, sizeof r, "%s%u[%s]", places, f->number, b);
    if (f->fold->kind != FOLD_BEST)
        return put_both(w, f, left, right);
    put_best_both(w, f, left, right, q, r);
    return true;
}

static bool each(Writer *w, uint32_t phase, const char *array, const char *places, const char *a,
                 const char *b) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (w->kernel->body.at[n].code != K_REDUCE || w->known.instr_phase[n] != phase)
            continue;
        Folding f = folding_of(w, n);
        if (!is_length(&f))
            TRY(combine(w, &f, array, places, a, b));
    }
    return true;
}

static void push(Writer *w, uint32_t phase) {
    for (uint32_t n = 0; n < w->kernel->body.len; n++) {
        if (w->kernel->body.at[n].code != K_REDUCE || w->known.instr_phase[n] != phase)
            continue;
        Folding f = folding_of(w, n);
        if (is_length(&f))
            continue;
        src_line(w, "c%u[top] = l%u[0];", f.number, f.number);
        if (f.fold->kind == FOLD_BEST)
            src_line(w, "d%u[top] = p%u[0];", f.number, f.number);
    }
}

bool fold_lanes(Writer *w, uint32_t phase) {
    src_open(w, "for (int half_of = 16; half_of; half_of /= 2)");
    src_open(w, "for (int lane = 0; lane < half_of; lane++)");
    TRY(each(w, phase, "l", "p", "lane", "lane + half_of"));
    src_close(w);
    src_close(w);
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
    char name[NAME_ROOM], acc[NAME_ROOM];
    Dtype dtype = (Dtype)w->kernel->values.at[f.i->value].dtype;
    src_value_name(name, f.i->value);
    src_begin(w);
    str_format(&w->out, "%s = ", name);
    if (is_length(&f)) {
        str_puts(&w->out, "length;");
        src_end(w);
        return;
    }
    snprintf(acc, sizeof acc, "c%u[0]", f.number);
    if (f.fold->kind == FOLD_BEST)
        str_format(&w->out, "chunks && d%u[0] > 0 ? d%u[0] : 0", f.number, f.number);
    else {
        str_puts(&w->out, "chunks ? ");
        if (dtype_info(f.acc)->class == CLASS_COMPLEX)
            str_format(
                &w->out,
                "%s_of(%s.re != %s.re ? (float)NAN : %s.re, %s.im != %s.im ? (float)NAN : %s.im)",
                src_type_of(f.acc), acc, acc, acc, acc, acc, acc);
        else if (dtype == DT_F16 || dtype == DT_BF16)
            str_format(&w->out, "frit_round_%s(%s)", dtype_info(dtype)->name, acc);
        else
            str_puts(&w->out, acc);
        str_puts(&w->out, " : ");
        put_start(w, &f);
    }
    str_putc(&w->out, ';');
    src_end(w);
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
    put_start(w, &f);
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
            TRY(put_take(w, &f, acc, x));
        else if (half)
            src_line(w, "const float %s = frit_round_%s(%s);", name, dtype_info(dtype)->name, acc);
        else
            src_line(w, "const %s %s = %s;", src_type_of(dtype), name, acc);
    }
    return true;
}
