/* Reductions and scans, step by step: an element to an accumulator, two accumulators, a result. */
#include "emit/c/fold.h"

Folding folding_of_kernel(const Kernel *kernel, uint32_t instr) {
    const KernelInstr *i = &kernel->body.at[instr];
    Folding f = {.i = i, .fold = op_fold((Op)i->op), .from = (Dtype)i->dtype};
    f.omits = i->flags & KF_OMIT_NAN && dtype_info(f.from)->class & (CLASS_FLOAT | CLASS_COMPLEX);
    f.acc = f.fold->kind == FOLD_COUNT   ? DT_I64
            : f.fold->kind == FOLD_TRUTH ? DT_BOOL
                                         : acc_dtype(f.from);
    return f;
}

Folding folding_of(const Writer *w, uint32_t instr) {
    Folding f = folding_of_kernel(w->kernel, instr);
    f.number = w->known.number[instr];
    return f;
}

bool fold_is_length(const Folding *f) {
    return f->fold->kind == FOLD_COUNT && !f->omits;
}

void fold_put_start(Writer *w, const Folding *f) {
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

/* Without branches, so that lanes can be taken side by side. */
static void put_best_take(Writer *w, const Folding *f, const char *acc, const char *place,
                          const char *x) {
    src_block(w);
    src_begin(w);
    str_format(&w->out, "const bool better%u = ", f->number);
    if (f->omits)
        str_format(&w->out, "%s == %s && ", x, x);
    str_format(&w->out, "(%s < 0 || ", place);
    put_beats(w, f, x, acc, !f->omits);
    str_puts(&w->out, ");");
    src_end(w);
    src_line(w, "%s = better%u ? %s : %s;", acc, f->number, x, acc);
    src_line(w, "%s = better%u ? e : %s;", place, f->number, place);
    src_close(w);
}

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

bool fold_put_both(Writer *w, const Folding *f, const char *a, const char *b, const char *q,
                   const char *r) {
    if (f->fold->kind == FOLD_BEST) {
        put_best_both(w, f, a, b, q, r);
        return true;
    }
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

bool fold_put_take(Writer *w, const Folding *f, const char *acc, const char *place, const char *x) {
    if (f->fold->kind == FOLD_BEST) {
        put_best_take(w, f, acc, place, x);
        return true;
    }
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

void fold_put_result(Writer *w, const Folding *f, const char *chunks, const char *acc,
                     const char *place) {
    char name[NAME_ROOM];
    Dtype dtype = (Dtype)w->kernel->values.at[f->i->value].dtype;
    src_value_name(name, f->i->value);
    src_begin(w);
    str_format(&w->out, "%s = ", name);
    if (fold_is_length(f)) {
        str_puts(&w->out, "length");
    } else if (f->fold->kind == FOLD_BEST) {
        str_format(&w->out, "%s && %s > 0 ? %s : 0", chunks, place, place);
    } else {
        str_format(&w->out, "%s ? ", chunks);
        if (dtype_info(f->acc)->class == CLASS_COMPLEX)
            str_format(
                &w->out,
                "%s_of(%s.re != %s.re ? (float)NAN : %s.re, %s.im != %s.im ? (float)NAN : %s.im)",
                src_type_of(f->acc), acc, acc, acc, acc, acc, acc);
        else if (dtype == DT_F16 || dtype == DT_BF16)
            str_format(&w->out, "m_round_%s(%s)", dtype_info(dtype)->name, acc);
        else
            str_puts(&w->out, acc);
        str_puts(&w->out, " : ");
        fold_put_start(w, f);
    }
    str_putc(&w->out, ';');
    src_end(w);
}
