/* sum, prod, sumsq, mean and meansq; any and all. */
#include <math.h>

#include "front/script/builtin/reduce.h"
#include "front/script/builtin/reduce_codes.h"

/* ---- in memory */

/* Pairwise, so that long rows keep their digits. */
static double sum_of(const double *x, int64_t n, int64_t step, bool squares) {
    if (n <= 64) {
        double sum = 0;
        for (int64_t k = 0; k < n; k++)
            sum += squares ? x[k * step] * x[k * step] : x[k * step];
        return sum;
    }
    /* Depth is at most 57: every level halves n. */
    int64_t half = n / 2;
    return sum_of(x, half, step, squares) + sum_of(x + half * step, n - half, step, squares);
}

static void product_of(const double *x, int64_t n, bool complex, double *to) {
    double re = 1, im = 0;
    for (int64_t k = 0; k < n; k++) {
        if (!complex) {
            re *= x[k];
            continue;
        }
        double a = re * x[2 * k] - im * x[2 * k + 1];
        im = re * x[2 * k + 1] + im * x[2 * k];
        re = a;
    }
    to[0] = re;
    if (complex)
        to[1] = im;
}

static void sum_row(uint16_t code, double *row, int64_t n, bool complex, bool omit_nan,
                    double *to) {
    if (omit_nan && !complex)
        n = row_without_nan(row, n);
    int step = complex ? 2 : 1;
    if (code == SUM_PROD) {
        product_of(row, n, complex, to);
        return;
    }
    if (code == SUM_SUMSQ || code == SUM_MEANSQ) {
        to[0] = sum_of(row, n * step, 1, true);
        if (code == SUM_MEANSQ)
            to[0] /= (double)n;
        return;
    }
    for (int c = 0; c < step; c++) {
        to[c] = sum_of(row + c, n, step, false);
        if (code == SUM_MEAN)
            to[c] /= (double)n;
    }
}

static bool sum_in_memory(Interp *in, uint16_t code, const Reduction *r, ValueClass class_,
                          Value *out) {
    Rows rows;
    Numbers to;
    TRY(rows_of(in, r, &rows));
    bool stays = rows.complex && code != SUM_SUMSQ && code != SUM_MEANSQ;
    bool ok = numbers_new(in, class_, stays, &r->result, &to);
    if (ok) {
        for (int64_t k = 0; k < rows.count; k++)
            sum_row(code, rows.at + k * rows.n * (rows.complex ? 2 : 1), rows.n, rows.complex,
                    r->omit_nan, to.at + k * (stays ? 2 : 1));
        ok = numbers_value(in, &to, out);
    }
    reduce_rows_free(in, &rows);
    return ok;
}

/* Sums of 64-bit integers as such: no digit is lost, and they saturate. */
static bool sum_long(Interp *in, const Reduction *r, Value *out) {
    Array *x, *to;
    TRY(value_to_array(in, r->x, &x));
    uint32_t axis = 0;
    while (!(r->axes & (1u << axis)))
        axis++;
    Walk walk = walk_along(&x->shape, axis);
    bool ok = array_new_raw(in, (ValueClass)x->class_, false, &r->result, 0, &to);
    for (int64_t k = 0; ok && k < to->count; k++) {
        int64_t first = k % walk.inner + k / walk.inner * walk.inner * walk.n;
        long double sum =
            0; /* has 64 digits at least where integers of 64 bits are summed in earnest */
        for (int64_t i = 0; i < walk.n; i++) {
            int64_t place = first + i * walk.inner;
            sum += x->class_ == CLASS_INT64 ? (long double)((const int64_t *)x->data)[place]
                                            : (long double)((const uint64_t *)x->data)[place];
        }
        if (x->class_ == CLASS_INT64)
            ((int64_t *)to->data)[k] = sum >= 9223372036854775807.0L    ? INT64_MAX
                                       : sum <= -9223372036854775807.0L ? INT64_MIN
                                                                        : (int64_t)sum;
        else
            ((uint64_t *)to->data)[k] = sum >= 18446744073709551615.0L ? UINT64_MAX
                                        : sum <= 0                     ? 0
                                                                       : (uint64_t)sum;
    }
    array_drop(in, x);
    if (!ok)
        return false;
    *out = value_of_array(to);
    return value_simplify(in, out);
}

/* ---- recorded */

static bool sum_recorded(Interp *in, uint16_t code, const Reduction *r, ValueClass class_,
                         Value *out) {
    ValueClass work = class_floating(class_is_float(class_) ? class_ : CLASS_DOUBLE);
    char text[REDUCTION_TEXT];
    reduction_text(r, text);
    Value x, result = value_none();
    TRY(value_cast(in, r->x, work, &x));
    bool squares = code == SUM_SUMSQ || code == SUM_MEANSQ, ok = true;
    if (squares) {
        if (value_is_complex(x))
            ok = record_on(in, "abs", &x, NULL, work);
        Value square = value_none();
        ok = ok && record(in, "mul", (Value[]){x, x}, 2, NULL, work, &square);
        value_drop(in, x);
        x = square;
    }
    const char *op = code == SUM_PROD                         ? "prod"
                     : code == SUM_MEAN || code == SUM_MEANSQ ? "mean"
                                                              : "sum";
    ok = ok && record(in, op, &x, 1, text, work, &result) && value_cast(in, result, class_, out);
    if (ok && class_is_float(class_) && (squares || value_is_positive(x)))
        value_note_positive(*out);
    value_drop(in, x);
    value_drop(in, result);
    return ok;
}

static bool recordable(Interp *in, const Reduction *r) {
    return value_waits(in, r->x) && reduction_length(r) > 0 && r->axes != 0 &&
           !(value_is_complex(r->x) && r->omit_nan);
}

bool reduce_sum(Interp *in, uint16_t code, const Reduction *r, Value *out) {
    ValueClass from = value_class(r->x), class_ = class_floating(from);
    if (r->native && (class_is_integer(from) || (from == CLASS_LOGICAL && code != SUM_MEAN)))
        class_ = from;
    if (r->as_double)
        class_ = CLASS_DOUBLE;
    if (class_is_integer(class_) && class_size(class_) == 8 && code == SUM_SUM && !r->all &&
        (r->axes & (r->axes - 1)) == 0 && r->axes)
        return sum_long(in, r, out);
    if (recordable(in, r))
        return sum_recorded(in, code, r, class_, out);
    return sum_in_memory(in, code, r, class_, out);
}

static const char *const sum_names[] = {"sum", "prod", "sumsq", "mean", "meansq"};

/* sum(x), sum(x, dim), sum(x, [1 2]), sum(..., 'all', 'omitnan', 'native'): the code says which. */
bool builtin_sum(Interp *in, BuiltinCall *call) {
    uint16_t code = call->row->code;
    Value v = call->args[0];
    call->outc = 1;
    if (call->argc == 1 && value_is_double(v)) {
        double x = v.as.number;
        call->outs[0] = value_double(code == SUM_SUMSQ || code == SUM_MEANSQ ? x * x : x);
        return true;
    }
    Reduction r;
    bool mean = code == SUM_MEAN || code == SUM_MEANSQ;
    if (mean && (value_class(v) == CLASS_CHAR || !value_has_elements(v)))
        return interp_fail(in, "%s: X must be a numeric vector or matrix", sum_names[code]);
    TRY(reduction_of(in, call, sum_names[code], 1, mean ? DIM_INTEGER : DIM_INVALID, true, &r));
    if (mean && !r.chosen && !r.all) {
        /* Means pass over dimensions of no elements. */
        r.axes = 1;
        for (uint32_t k = r.shape.rank; k-- > 0;)
            if (r.shape.at[k] > 1)
                r.axes = 1u << k;
        reduction_result(&r);
    }
    return reduce_sum(in, code, &r, &call->outs[0]);
}

/* mean(x, ..., 'g' or 'h'): geometric, harmonic. */
bool builtin_mean(Interp *in, BuiltinCall *call) {
    Value args[8], kept[2];
    BuiltinCall inner = *call;
    uint32_t argc = 0, kind = 0;
    for (uint32_t k = 0; k < call->argc && argc < 8; k++) {
        bool named = k > 0 && value_is_char(call->args[k]) && value_count(call->args[k]) == 1;
        if (named && argument_is_word(call, k, "g"))
            kind = 1;
        else if (named && argument_is_word(call, k, "h"))
            kind = 2;
        else if (!named || !argument_is_word(call, k, "a"))
            args[argc++] = call->args[k];
    }
    inner.args = args;
    inner.argc = argc;
    if (!kind) {
        bool done = builtin_sum(in, &inner);
        call->outc = inner.outc;
        return done;
    }
    /* exp(mean(log(x))), 1 / mean(1 / x) */
    Value one = value_double(1);
    if (kind == 1)
        TRY(elementwise_math(in, MATH_LOG, call->args[0], &kept[0]));
    else
        TRY(value_binary(in, BINARY_EDIV, one, call->args[0], &kept[0]));
    args[0] = kept[0];
    bool ok = builtin_sum(in, &inner);
    value_drop(in, kept[0]);
    TRY(ok);
    call->outc = 1;
    kept[1] = call->outs[0];
    call->outs[0] = value_none();
    ok = kind == 1 ? elementwise_math(in, MATH_EXP, kept[1], &call->outs[0])
                   : value_binary(in, BINARY_EDIV, one, kept[1], &call->outs[0]);
    value_drop(in, kept[1]);
    return ok;
}

/* ---- any, all */

static bool truth_in_memory(Interp *in, uint16_t code, const Reduction *r, Value *out) {
    Rows rows;
    Array *to;
    TRY(rows_of(in, r, &rows));
    bool ok = array_new_raw(in, CLASS_LOGICAL, false, &r->result, 0, &to);
    for (int64_t k = 0; ok && k < rows.count; k++) {
        bool any = false, all = true;
        int step = rows.complex ? 2 : 1;
        const double *row = rows.at + k * rows.n * step;
        for (int64_t i = 0; i < rows.n; i++) {
            bool yes = row[i * step] != 0 || (rows.complex && row[i * step + 1] != 0);
            any = any || yes;
            all = all && yes;
        }
        ((uint8_t *)to->data)[k] = code == TRUTH_ANY ? any : all;
    }
    reduce_rows_free(in, &rows);
    if (!ok)
        return false;
    *out = value_of_array(to);
    return value_simplify(in, out);
}

/* Along the first dimension, or of all elements, of doubles or logicals in memory: each row up to the element that decides. False: it
 * is none of these. */
static bool truth_of_memory(Interp *in, uint16_t code, Value v, const Reduction *r, Value *out) {
    const Array *x = v.kind == VALUE_ARRAY ? VALUE_ARRAY_OF(v) : NULL;
    int64_t n = reduction_length(r), count = shape_count(&r->result);
    Array *to;
    if (!x || !x->data || x->complex || n <= 0 || in->turn || count * n != x->count ||
        (x->class_ != CLASS_DOUBLE && x->class_ != CLASS_LOGICAL) ||
        (count != 1 && (r->axes != 1 || x->shape.at[0] != n)))
        return false;
    if (!array_new_raw(in, CLASS_LOGICAL, false, &r->result, 0, &to)) {
        interp_clear_error(in);
        return false;
    }
    bool any = code == TRUTH_ANY;
    for (int64_t j = 0; j < count; j++) {
        const double *doubles = (const double *)x->data + j * n;
        const uint8_t *bytes = (const uint8_t *)x->data + j * n;
        int64_t k = 0;
        if (x->class_ == CLASS_DOUBLE)
            while (k < n && (doubles[k] != 0) != any)
                k++;
        else
            while (k < n && (bytes[k] != 0) != any)
                k++;
        ((uint8_t *)to->data)[j] = (k < n) == any;
    }
    *out = value_of_array(to);
    if (!value_simplify(in, out))
        interp_clear_error(in);
    return out->kind != VALUE_NONE;
}

bool builtin_any_all(Interp *in, BuiltinCall *call) {
    uint16_t code = call->row->code;
    Value v = call->args[0];
    Reduction r;
    call->outc = 1;
    if (call->argc == 1 && v.kind == VALUE_NUMBER && value_is_double(v)) {
        call->outs[0] = value_logical(v.as.number != 0);
        return true;
    }
    TRY(reduction_of(in, call, call->name, 1, DIM_INVALID_ARGUMENT, true, &r));
    if (r.axes && truth_of_memory(in, code, v, &r, &call->outs[0]))
        return true;
    /* Of a row or column that is empty in its other dimension too, there is nothing to ask. */
    if (value_waits(in, v) && r.axes && reduction_length(&r) > 0) {
        char text[REDUCTION_TEXT];
        r.omit_nan = false;
        return record(in, code == TRUTH_ANY ? "any" : "all", &v, 1, reduction_text(&r, text),
                      CLASS_LOGICAL, &call->outs[0]);
    }
    return truth_in_memory(in, code, &r, &call->outs[0]);
}
