/* Ranges: base:step:limit without its elements. */
#include <float.h>
#include <math.h>

#include "front/script/value/operators.h"

double range_at(const Range *r, int64_t k) {
    double x = k ? r->base + (double)k * r->step : r->base;
    if (k + 1 == r->count && k)
        x = r->step > 0 ? fmin(x, r->limit) : fmax(x, r->limit); /* never beyond it by rounding */
    return x;
}

void range_fill(const Range *r, int64_t from, int64_t count, double *out) {
    for (int64_t k = 0; k < count; k++)
        out[k] = r->base + (double)(from + k) * r->step;
    if (count && from == 0)
        out[0] = r->base;
    if (count && from + count == r->count)
        out[count - 1] = range_at(r, r->count - 1);
}

static bool is_near(double a, double b, double eps) {
    return fabs(a - b) < 3 * eps * fmax(fabs(a), fabs(b));
}

/* The quotient may miss a whole number by a few roundings. */
static int64_t count_within(double base, double step, double limit, double eps) {
    if (base != base || step != step || limit != limit)
        return 1;
    if (step == 0 || (step > 0 && base > limit) || (step < 0 && base < limit))
        return 0;
    double steps = (limit - base) / step, whole = round(steps);
    if (fabs(steps - whole) > 3 * eps * fmax(fabs(steps), 1))
        whole = floor(steps);
    /* Beside large numbers rounding decides whether the last element is the limit; the one before or behind it may be. */
    if (!is_near(base + whole * step, limit, eps)) {
        if (whole > 0 && is_near(base + (whole - 1) * step, limit, eps))
            whole--;
        else if (is_near(base + (whole + 1) * step, limit, eps))
            whole++;
    }
    return whole >= 0x1p62 || whole != whole ? -1 : (int64_t)whole + 1;
}

int64_t range_count(double base, double step, double limit) {
    return count_within(base, step, limit, DBL_EPSILON);
}

/* A range of so many elements. */
static bool make_range(Interp *in, double base, double step, double limit, int64_t count,
                       Value *out) {
    Range *r = object_new(in, VALUE_RANGE, sizeof *r);
    if (!r)
        return false;
    *r = (Range){r->head, base, step, limit, count, false};
    *out = (Value){.kind = VALUE_RANGE, .as.object = &r->head};
    return true;
}

static bool derive_range(Interp *in, double base, double step, double limit, int64_t count,
                         Value *out) {
    TRY(make_range(in, base, step, limit, count, out));
    VALUE_RANGE_OF(*out)->derived = true;
    return true;
}

bool value_range(Interp *in, double base, double step, double limit, Value *out) {
    return range_within(in, base, step, limit, DBL_EPSILON, out);
}

bool range_within(Interp *in, double base, double step, double limit, double eps, Value *out) {
    int64_t count = count_within(base, step, limit, eps);
    if (count < 0)
        return interp_fail(in,
                           isinf(limit) || isinf(base)
                               ? "range with infinite number of elements cannot be stored"
                               : "out of memory or dimension too large for Octave's index type");
    if (base != base || step != step || limit != limit) {
        *out = value_double((double)NAN);
        return true;
    }
    return make_range(in, base, step, limit, count, out);
}

/* ---- operators that keep a range a range: those whose elements are exact either way */

static bool is_whole(double x) {
    return x == floor(x) && fabs(x) < 0x1p50;
}

static bool is_whole_range(const Range *r) {
    return is_whole(r->base) && is_whole(r->step) && is_whole(r->base + (double)r->count * r->step);
}

bool range_negated(Interp *in, const Range *r, Value *out) {
    return derive_range(in, -r->base, -r->step, -r->limit, r->count, out);
}

bool range_shifted(Interp *in, const Range *r, double by, bool *done, Value *out) {
    *done = is_whole_range(r) && is_whole(by);
    return !*done || derive_range(in, r->base + by, r->step, r->limit + by, r->count, out);
}

bool range_scaled(Interp *in, const Range *r, double by, bool *done, Value *out) {
    *done = by != 0 && is_whole_range(r) && is_whole(by) && is_whole(by * r->step) &&
            is_whole(by * r->base) && is_whole(by * (r->base + (double)r->count * r->step));
    return !*done || derive_range(in, r->base * by, r->step * by, r->limit * by, r->count, out);
}
