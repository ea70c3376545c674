#include "front/script/value/subscript.h"

#include <math.h>
#include <stdio.h>

#include "front/script/value/objects.h"
#include "front/script/value/label.h"

enum { PLACE_TEXT = 512 };

/* "_,3,_" of position 1 of 3; far from an end the places are counted. */
static void place_text(char text[PLACE_TEXT], uint32_t position, uint32_t n, const char *value) {
    size_t at = 0;
    uint32_t behind = n - 1 - position;
    if (position >= 4)
        at += (size_t)snprintf(text + at, PLACE_TEXT - at, "...[x%u]...", position);
    else
        for (uint32_t k = 0; k < position; k++)
            at += (size_t)snprintf(text + at, PLACE_TEXT - at, "_,");
    at += (size_t)snprintf(text + at, PLACE_TEXT - at, "%.100s", value);
    if (behind >= 4)
        snprintf(text + at, PLACE_TEXT - at, "...[x%u]...", behind);
    else
        for (uint32_t k = 0; k < behind; k++)
            at += (size_t)snprintf(text + at, PLACE_TEXT - at, ",_");
}

static bool fail_with(Interp *in, const IndexName *name, uint32_t position, uint32_t n,
                      const char *value, const char *why) {
    char text[PLACE_TEXT];
    place_text(text, position, n, value);
    if (name->deletes)
        return interp_fail_id(in, "Octave:invalid-index", "%s%s: %s",
                              name->name ? name->name : "index ", value, why);
    return interp_fail_id(in, "Octave:invalid-index", "%s(%s): %s",
                          name->name ? name->name : "index ", text, why);
}

#define NO_PLACE "subscripts must be either integers 1 to (2^63)-1 or logicals"

/* x is no place: as Octave writes such a number. */
static bool fail_number(Interp *in, const IndexName *name, uint32_t position, uint32_t n,
                        double x) {
    char text[80];
    if (isnan(x)) {
        snprintf(text, sizeof text, "nan");
    } else if (isinf(x)) {
        snprintf(text, sizeof text, x > 0 ? "inf" : "-inf");
    } else if (x == floor(x) && fabs(x) < 9e18) {
        snprintf(text, sizeof text, "%lld", (long long)x);
    } else {
        int len = snprintf(text, sizeof text, "%g", x);
        double nearest = floor(x + 0.5);
        bool dotted = false;
        for (int k = 0; k < len; k++)
            dotted |= text[k] == '.';
        if (!dotted && x != nearest)
            snprintf(text + len, sizeof text - (size_t)len, "%+g", x - nearest);
    }
    return fail_with(in, name, position, n, text, NO_PLACE);
}

bool subscript_out_of_bound(Interp *in, const char *name, uint32_t position, uint32_t n,
                            int64_t place, int64_t extent, const Shape *shape) {
    char value[32], text[PLACE_TEXT], dimensions[SHAPE_TEXT];
    snprintf(value, sizeof value, "%lld", (long long)place);
    place_text(text, position, n, value);
    return interp_fail_id(in, "Octave:index-out-of-bounds",
                          "%s(%s): out of bound %lld (dimensions are %s)", name ? name : "index ",
                          text, (long long)extent, shape_text(shape, dimensions));
}

/* ------------------------------------------------------------------------------ one subscript */

static inline bool is_place(double x) {
    return x >= 1 && x < 9.2e18 && x == (double)(int64_t)x;
}

static void set_range(Subscript *out, int64_t first, int64_t step, int64_t count) {
    int64_t last = first + (count ? count - 1 : 0) * step;
    *out = (Subscript){.kind = SUBSCRIPT_RANGE, .first = first, .step = step, .count = count};
    out->extent = count ? (last > first ? last : first) + 1 : 0;
    out->shape = shape_make(1, count);
}

static bool read_range(Interp *in, const IndexName *name, uint32_t position, uint32_t n,
                       const Range *r, Subscript *out) {
    if (r->count == 0) {
        set_range(out, 0, 1, 0);
        return true;
    }
    double last = r->base + (double)(r->count - 1) * r->step;
    if (!is_place(r->base))
        return fail_number(in, name, position, n, r->base);
    if (r->count > 1 && r->step != floor(r->step))
        return fail_number(in, name, position, n, r->base + r->step);
    if (!is_place(last)) {
        /* The first that is none. */
        double steps = floor((r->base - 1) / -r->step) + 1;
        return fail_number(in, name, position, n, last < 1 ? r->base + steps * r->step : last);
    }
    set_range(out, (int64_t)r->base - 1, r->count > 1 ? (int64_t)r->step : 1, r->count);
    out->scalar = r->count == 1;
    return true;
}

/* An int64_t block of count; NULL and the error where there is no memory. */
static int64_t *new_list(Interp *in, int64_t count) {
    return interp_alloc(in, (size_t)count * sizeof(int64_t));
}

static bool read_mask(Interp *in, const Array *a, Subscript *out) {
    const unsigned char *mask = a->data;
    int64_t found = 0, first = 0, last = 0;
    for (int64_t k = 0; k < a->count; k++)
        found += mask[k] != 0;
    while (found && !mask[first])
        first++;
    while (last < a->count && found && mask[first + last])
        if (++last == found)
            break;
    /* One run is a range, where Octave takes it for one. */
    bool run = found && last == found && found > a->count / 16;
    int64_t *list = run ? NULL : new_list(in, found);
    if (!run && !list)
        return false;
    /* Without a branch, which nobody could foretell. */
    for (int64_t k = first, at = 0; !run && at < found; k++) {
        list[at] = k;
        at += mask[k] != 0;
    }
    if (!run)
        last = found ? list[found - 1] + 1 : 0;
    uint32_t long_axes = 0;
    for (uint32_t d = 0; d < a->shape.rank; d++)
        long_axes += a->shape.at[d] != 1;
    Shape shape = shape_make(found, 1);
    if (long_axes == 1) {
        shape = a->shape;
        for (uint32_t d = 0; d < shape.rank; d++)
            if (shape.at[d] != 1)
                shape.at[d] = found;
        shape_trim(&shape);
    }
    if (run)
        set_range(out, first, 1, found);
    else
        *out = (Subscript){.kind = SUBSCRIPT_LIST, .count = found, .extent = last, .list = list};
    out->shape = shape;
    return true;
}

static bool fill_list(const Array *a, int64_t *list, int64_t *most, double *wrong) {
    int64_t top = 0;
    const double *doubles = a->class_ == CLASS_DOUBLE ? a->data : NULL;
    for (int64_t k = 0; k < a->count; k++) {
        double x = doubles ? doubles[k] : element_double((ValueClass)a->class_, a->data, k);
        if (!is_place(x)) {
            *wrong = x;
            return false;
        }
        int64_t place = (int64_t)x - 1;
        list[k] = place;
        if (place >= top)
            top = place + 1;
    }
    *most = top;
    return true;
}

static bool read_array(Interp *in, const IndexName *name, uint32_t position, uint32_t n, Value v,
                       Subscript *out) {
    Array *a = VALUE_ARRAY_OF(v);
    if (a->complex) {
        char text[80];
        snprintf(text, sizeof text, "<%s>", value_label(v));
        return fail_with(in, name, position, n, text, NO_PLACE);
    }
    if (!value_data(in, a))
        return false;
    if (a->class_ == CLASS_LOGICAL && a->count != 1)
        return read_mask(in, a, out);
    int64_t *list = new_list(in, a->count);
    if (!list)
        return false;
    int64_t most = 0;
    double wrong = 0;
    if (!fill_list(a, list, &most, &wrong)) {
        interp_release(in, list, (size_t)a->count * sizeof(int64_t));
        return fail_number(in, name, position, n, wrong);
    }
    *out = (Subscript){.kind = SUBSCRIPT_LIST, .count = a->count, .extent = most, .list = list};
    out->shape = a->shape;
    return true;
}

/* One number of any class. */
static bool read_number(Interp *in, const IndexName *name, uint32_t position, uint32_t n, Value v,
                        Subscript *out) {
    double x = v.as.number;
    if (v.class_ == CLASS_LOGICAL) {
        set_range(out, 0, 1, x != 0);
        out->shape = shape_make(out->count, out->count);
        out->scalar = x != 0;
        return true;
    }
    if (v.class_ == CLASS_CHAR && x == ':') {
        *out = (Subscript){.kind = SUBSCRIPT_COLON};
        return true;
    }
    if (v.class_ == CLASS_INT64)
        x = (double)v.as.i64;
    else if (v.class_ == CLASS_UINT64)
        x = (double)v.as.u64;
    if (!is_place(x))
        return fail_number(in, name, position, n, x);
    set_range(out, (int64_t)x - 1, 1, 1);
    out->scalar = true;
    return true;
}

/* A complex scalar is told with its value, other things with their type. */
static bool fail_kind(Interp *in, const IndexName *name, uint32_t position, uint32_t n, Value v) {
    char text[120];
    if (v.kind == VALUE_ARRAY) {
        Array *a = VALUE_ARRAY_OF(v);
        if (!value_data(in, a))
            return false;
        double re = element_double((ValueClass)a->class_, a->data, 0);
        double im = element_double((ValueClass)a->class_, a->data, 1);
        snprintf(text, sizeof text, "%g%+gi", re, im);
        return fail_with(in, name, position, n, text,
                         "subscripts must be real (forgot to initialize i or j?)");
    }
    snprintf(text, sizeof text, "<%s>", value_label(v));
    return fail_with(in, name, position, n, text, NO_PLACE);
}

static bool read_one(Interp *in, const IndexName *name, uint32_t position, uint32_t n, Value v,
                     Subscript *out) {
    switch (v.kind) {
    case VALUE_COLON: *out = (Subscript){.kind = SUBSCRIPT_COLON}; return true;
    case VALUE_NUMBER: return read_number(in, name, position, n, v, out);
    case VALUE_RANGE: return read_range(in, name, position, n, VALUE_RANGE_OF(v), out);
    case VALUE_ARRAY: {
        Array *a = VALUE_ARRAY_OF(v);
        if (!a->complex && a->count == 1) /* a number that was waiting */
            return value_data(in, a) &&
                   read_number(in, name, position, n, number_at((ValueClass)a->class_, a->data, 0),
                               out);
        if (!a->complex || a->count != 1)
            return read_array(in, name, position, n, v, out);
        return fail_kind(in, name, position, n, v);
    }
    default: return fail_kind(in, name, position, n, v);
    }
}

bool subscripts_read(Interp *in, const IndexName *name, const Value *subs, uint32_t n,
                     Subscript *out) {
    if (n > VALUE_RANK_MAX)
        return interp_fail(in, "an index has at most %d subscripts", VALUE_RANK_MAX);
    for (uint32_t k = 0; k < n; k++)
        if (!read_one(in, name, k, n, subs[k], &out[k])) {
            subscripts_free(in, out, k);
            return false;
        }
    return true;
}

void subscripts_free(Interp *in, Subscript *subs, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        if (subs[k].kind == SUBSCRIPT_LIST)
            interp_release(in, subs[k].list, (size_t)subs[k].count * sizeof(int64_t));
}

int64_t subscript_count(const Subscript *s, int64_t extent) {
    return s->kind == SUBSCRIPT_COLON ? extent : s->count;
}

int64_t subscript_extent(const Subscript *s, int64_t extent) {
    return s->extent > extent ? s->extent : extent;
}

bool subscript_is_whole(const Subscript *s, int64_t extent) {
    if (s->kind == SUBSCRIPT_COLON)
        return true;
    if (s->count != extent)
        return false;
    if (s->kind == SUBSCRIPT_RANGE)
        return extent == 0 || (s->first == 0 && (s->step == 1 || extent == 1));
    for (int64_t k = 0; k < extent; k++)
        if (s->list[k] != k)
            return false;
    return true;
}

void shape_folded(const Shape *shape, uint32_t n, int64_t *extents) {
    for (uint32_t d = 0; d < n; d++)
        extents[d] = shape_at(shape, d);
    for (uint32_t d = n; d < shape->rank; d++)
        extents[n - 1] *= shape->at[d];
}
