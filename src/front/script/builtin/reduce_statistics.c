/* var, std, median and mode. */
#include <math.h>
#include <stdio.h>

#include "front/script/builtin/reduce_codes.h"

/* ---- variance */

typedef struct Weights {
    bool population; /* divided by n, not n - 1 */
    Numbers each;    /* a weight each; at is NULL: none */
} Weights;

/* The mean goes to mean[0], of complex rows mean[1] too. */
static double variance_of(double *row, int64_t n, bool complex, const Weights *w, bool omit_nan,
                          double *mean) {
    if (omit_nan && !complex && !w->each.at)
        n = row_without_nan(row, n);
    int step = complex ? 2 : 1;
    double total = 0, sum[2] = {0, 0}, squares = 0;
    for (int64_t k = 0; k < n; k++) {
        double weight = w->each.at ? w->each.at[k] : 1;
        total += weight;
        for (int c = 0; c < step; c++)
            sum[c] += weight * row[k * step + c];
    }
    for (int c = 0; c < step; c++)
        mean[c] = sum[c] / total;
    for (int64_t k = 0; k < n; k++) {
        double weight = w->each.at ? w->each.at[k] : 1;
        for (int c = 0; c < step; c++) {
            double off = row[k * step + c] - mean[c];
            squares += weight * off * off;
        }
    }
    if (n == 1)
        return isfinite(row[0]) ? 0 : NAN;
    if (w->each.at)
        return squares / total;
    return squares / (w->population ? (double)n : (double)(n - 1));
}

static bool spread_in_memory(Interp *in, const BuiltinCall *call, const Reduction *r,
                             const Weights *w, Value *outs) {
    Rows rows;
    Numbers to = {0}, means = {0};
    ValueClass class_ = class_floating(value_class(r->x));
    TRY(rows_of(in, r, &rows));
    bool ok = numbers_new(in, class_, false, &r->result, &to);
    if (ok && !numbers_new(in, class_, rows.complex, &r->result, &means)) {
        numbers_free(in, &to);
        ok = false;
    }
    if (ok) {
        int step = rows.complex ? 2 : 1;
        for (int64_t k = 0; k < rows.count; k++) {
            double x = variance_of(rows.at + k * rows.n * step, rows.n, rows.complex, w,
                                   r->omit_nan, means.at + k * step);
            to.at[k] = rows.n == 0 ? NAN : call->row->code == SPREAD_STD ? sqrt(x) : x;
        }
        ok = numbers_value(in, &to, &outs[0]);
        if (ok)
            ok = numbers_value(in, &means, &outs[1]);
        else
            numbers_free(in, &means);
    }
    reduce_rows_free(in, &rows);
    return ok;
}

static bool spread_recorded(Interp *in, const BuiltinCall *call, const Reduction *r,
                            const Weights *w, Value *outs) {
    char text[REDUCTION_TEXT], with[REDUCTION_TEXT + 24];
    ValueClass class_ = class_floating(value_class(r->x));
    Value x;
    reduction_text(r, text);
    snprintf(with, sizeof with, "%s, correction=%d", text, w->population ? 0 : 1);
    TRY(value_cast(in, r->x, class_, &x));
    bool ok =
        record(in, call->row->code == SPREAD_STD ? "std" : "var", &x, 1, with, class_, &outs[0]) &&
        (call->nout < 2 || record(in, "mean", &x, 1, text, class_, &outs[1]));
    if (ok)
        value_note_positive(outs[0]);
    value_drop(in, x);
    return ok;
}

static bool weights_of(Interp *in, Value v, Weights *w) {
    memset(w, 0, sizeof *w);
    if (value_is_empty(v))
        return true;
    if (!value_has_elements(v) || value_is_complex(v))
        return interp_fail(in, "var: W must be 0, 1, or a vector of positive integers");
    Numbers n;
    TRY(numbers_of(in, v, &n));
    bool ok = true;
    if (n.count == 1 && (n.at[0] == 0 || n.at[0] == 1)) {
        w->population = n.at[0] == 1;
        numbers_free(in, &n);
        return true;
    }
    for (int64_t k = 0; k < n.count; k++)
        ok = ok && n.at[k] >= 0;
    if (!ok || n.count == 1) {
        numbers_free(in, &n);
        return interp_fail(in, "var: W must be 0, 1, or a vector of positive integers");
    }
    w->each = n;
    return true;
}

/* var(x, w, dim), with 'all', [1 2] and 'omitnan'; the second output is the mean. */
bool builtin_spread(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    if (!value_has_elements(v) || value_is_char(v))
        return interp_fail(in, "var: X must be a numeric vector or matrix");
    Reduction r;
    bool named = call->argc > 1 && value_is_char(call->args[1]);
    TRY(reduction_of(in, call, "var", named ? 1 : 2, DIM_INTEGER, true, &r));
    Weights w;
    TRY(weights_of(in, call->argc > 1 && !named ? call->args[1] : value_none(), &w));
    if (call->argc < 2 || named)
        memset(&w, 0, sizeof w);
    bool ok = true;
    if (w.each.at && w.each.count != reduction_length(&r))
        ok = interp_fail(in, "var: the length of W must be equal to the size of X in the dimension "
                             "along which variance is calculated");
    Value outs[2] = {value_none(), value_none()};
    bool recorded = value_waits(in, v) && !value_is_complex(v) && !w.each.at && r.axes &&
                    reduction_length(&r) > 1;
    if (ok)
        ok = recorded ? spread_recorded(in, call, &r, &w, outs)
                      : spread_in_memory(in, call, &r, &w, outs);
    if (w.each.at)
        numbers_free(in, &w.each);
    if (!ok || call->nout < 2) {
        value_drop(in, outs[1]);
        outs[1] = value_none();
    }
    if (!ok) {
        value_drop(in, outs[0]);
        return false;
    }
    give(call, outs[0]);
    return call->nout < 2 || give(call, outs[1]);
}

/* ---- sorted rows */

static void sift(double *at, int64_t from, int64_t n) {
    double x = at[from];
    for (int64_t child; (child = 2 * from + 1) < n; from = child) {
        if (child + 1 < n && at[child + 1] > at[child])
            child++;
        if (!(at[child] > x))
            break;
        at[from] = at[child];
    }
    at[from] = x;
}

static void sort_by_heap(double *at, int64_t n) {
    for (int64_t k = n / 2; k-- > 0;)
        sift(at, k, n);
    for (int64_t k = n - 1; k > 0; k--) {
        double top = at[0];
        at[0] = at[k];
        at[k] = top;
        sift(at, 0, k);
    }
}

enum { SHORT_ROW = 24 };

static void sort_short(double *at, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        double x = at[i];
        int64_t k = i;
        for (; k > 0 && at[k - 1] > x; k--)
            at[k] = at[k - 1];
        at[k] = x;
    }
}

/* Puts elements that are at most the pivot before *from, others behind *to; what lies between is as large as it. */
static void part_row(double *at, int64_t n, int64_t *from, int64_t *to) {
    double a = at[0], b = at[n / 2], c = at[n - 1];
    double pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
    int64_t i = 0, k = n - 1;
    while (i <= k) {
        while (at[i] < pivot)
            i++;
        while (at[k] > pivot)
            k--;
        if (i <= k) {
            double x = at[i];
            at[i++] = at[k];
            at[k--] = x;
        }
    }
    *from = k + 1;
    *to = i;
}

/* In place; no NaN among them. */
static void sort_row(double *at, int64_t n) {
    int64_t from, to, turns = 2;
    for (int64_t k = n; k > 1; k /= 2)
        turns += 2;
    /* The longer part is what is left; a row that does not fall apart goes to the heap. */
    while (n > SHORT_ROW) {
        if (turns-- == 0) {
            sort_by_heap(at, n);
            return;
        }
        part_row(at, n, &from, &to);
        if (from < n - to) {
            sort_row(at, from);
            at += to;
            n -= to;
        } else {
            sort_row(at + to, n - to);
            n = from;
        }
    }
    sort_short(at, n);
}

/* The element that would be number k of the sorted row; those before it are not larger. */
static double select_row(double *at, int64_t n, int64_t k) {
    int64_t from, to, turns = 64;
    while (n > SHORT_ROW) {
        if (turns-- == 0) {
            sort_by_heap(at, n);
            return at[k];
        }
        part_row(at, n, &from, &to);
        if (k < from) {
            n = from;
        } else if (k < to) {
            return at[k];
        } else {
            at += to;
            n -= to;
            k -= to;
        }
    }
    sort_short(at, n);
    return at[k];
}

static double median_of(double *row, int64_t n, bool omit_nan) {
    int64_t kept = row_without_nan(row, n);
    if (kept == 0 || (kept < n && !omit_nan))
        return NAN;
    double high = select_row(row, kept, kept / 2), low = high;
    if (kept % 2 == 0) {
        low = row[0];
        for (int64_t k = 1; k < kept / 2; k++)
            low = row[k] > low ? row[k] : low;
    }
    if (low == high)
        return low;
    return kept % 2 ? high : (low + high) / 2;
}

/* The smallest of those there are most of; how many, to *times. */
static double mode_of(double *row, int64_t n, double *times) {
    int64_t kept = row_without_nan(row, n), best = 0;
    double found = NAN;
    sort_row(row, kept);
    for (int64_t k = 0; k < kept;) {
        int64_t end = k;
        while (end < kept && row[end] == row[k])
            end++;
        if (end - k > best) {
            best = end - k;
            found = row[k];
        }
        k = end;
    }
    *times = (double)best;
    return found;
}

/* Rows that may be changed: omit_nan asks for a copy. */
static bool own_rows(Interp *in, const Reduction *r, Rows *rows) {
    Reduction copy = *r;
    copy.omit_nan = true;
    return rows_of(in, &copy, rows);
}

bool builtin_median(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    if (!value_has_elements(v) || value_is_char(v))
        return interp_fail(in, "median: X must be a numeric vector or matrix");
    if (value_is_empty(v))
        return interp_fail(in, "median: X cannot be an empty matrix");
    if (value_is_complex(v))
        return interp_fail(in, "median: X must be real");
    Reduction r;
    Rows rows;
    Numbers to;
    TRY(reduction_of(in, call, "median", 1, DIM_INTEGER, false, &r));
    TRY(own_rows(in, &r, &rows));
    bool ok = numbers_new(in, value_class(v), false, &r.result, &to);
    if (ok) {
        for (int64_t k = 0; k < rows.count; k++)
            to.at[k] = median_of(rows.at + k * rows.n, rows.n, r.omit_nan);
        ok = numbers_value(in, &to, &call->outs[0]);
        call->outc = 1;
    }
    reduce_rows_free(in, &rows);
    return ok;
}

/* For each row the numbers that occur as often as its mode, as a column. */
static bool mode_ties(Interp *in, ValueClass class_, const Rows *rows, const Shape *shape,
                      const double *times, Value *out) {
    TRY(value_cell_new(in, shape, out));
    Cell *cell = VALUE_CELL_OF(*out);
    bool ok = true;
    for (int64_t k = 0; ok && k < rows->count; k++) {
        double *row = rows->at + k * rows->n; /* sorted, without NaN, by mode_of */
        int64_t n = 0;
        for (int64_t i = 0; i < rows->n;) {
            int64_t end = i;
            while (end < rows->n && row[end] == row[i])
                end++;
            if (end == i)
                break;
            if ((double)(end - i) == times[k])
                row[n++] = row[i];
            i = end;
        }
        Shape column = shape_make(n, 1);
        Numbers ties;
        ok = numbers_new(in, class_, false, &column, &ties);
        if (ok) {
            if (n)
                memcpy(ties.at, row, (size_t)n * sizeof *row);
            ok = numbers_value(in, &ties, &cell->at[k]);
        }
    }
    if (!ok)
        value_clear(in, out);
    return ok;
}

/* [m, f, c] = mode(x, dim) */
bool builtin_mode(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    if (!value_has_elements(v) || value_is_char(v) || value_is_complex(v))
        return interp_fail(in, "mode: X must be a numeric vector or matrix");
    Reduction r;
    Rows rows;
    Numbers to = {0}, times = {0};
    TRY(reduction_of(in, call, "mode", 1, DIM_INTEGER, false, &r));
    TRY(own_rows(in, &r, &rows));
    bool ok = numbers_new(in, value_class(v), false, &r.result, &to) &&
              numbers_new(in, CLASS_DOUBLE, false, &r.result, &times);
    for (int64_t k = 0; ok && k < rows.count; k++)
        to.at[k] = mode_of(rows.at + k * rows.n, rows.n, &times.at[k]);
    Value ties = value_none();
    if (ok && call->nout > 2)
        ok = mode_ties(in, value_class(v), &rows, &r.result, times.at, &ties);
    reduce_rows_free(in, &rows);
    if (!ok) {
        numbers_free(in, &to);
        numbers_free(in, &times);
        return false;
    }
    ok = numbers_value(in, &to, &call->outs[0]);
    call->outc = 1;
    if (ok && call->nout > 1) {
        ok = numbers_value(in, &times, &call->outs[1]);
        call->outc = 2;
    } else {
        numbers_free(in, &times);
    }
    if (call->nout > 2 && ok)
        return give(call, ties);
    value_drop(in, ties);
    return ok;
}
