/* Shapes and classes of x(...) = rhs, before anything is changed. */
#include "front/script/value/index.h"
#include "front/script/value/objects.h"

static bool fail_shapes(Interp *in, const Shape *left, const Shape *right) {
    char a[SHAPE_TEXT], b[SHAPE_TEXT];
    return interp_fail_id(in, "Octave:nonconformant-args",
                          "=: nonconformant arguments (op1 is %s, op2 is %s)", shape_text(left, a),
                          shape_text(right, b));
}

static bool fail_resize(Interp *in) {
    return interp_fail_id(in, "Octave:invalid-resize",
                          "Invalid resizing operation or ambiguous assignment to an "
                          "out-of-bounds array element");
}

/* Without extents of 1; at least two are left. */
static Shape without_ones(const Shape *shape) {
    Shape result = {.rank = 0};
    for (uint32_t d = 0; d < shape->rank; d++)
        if (shape->at[d] != 1)
            result.at[result.rank++] = shape->at[d];
    while (result.rank < 2)
        result.at[result.rank++] = 1;
    return result;
}

/* x(s) = rhs: a vector grows along itself, and what is empty or a row becomes a row. */
static bool linear_shape(Interp *in, const Subscript *s, const Shape *shape, const Shape *rhs,
                         Shape *out) {
    int64_t count = shape_count(shape), given = shape_count(rhs);
    int64_t places = subscript_count(s, count), extent = subscript_extent(s, count);
    *out = *shape;
    if (given != 1 && places != given) {
        Shape left = shape_make(places, 1);
        return fail_shapes(in, &left, rhs);
    }
    if (extent == count)
        return true;
    if (shape->rank == 2 && shape->at[0] <= 1)
        *out = shape_make(1, extent);
    else if (shape->rank == 2 && shape->at[1] == 1)
        *out = shape_make(extent, 1);
    else
        return fail_resize(in);
    return true;
}

/* Colons of an array without any extent take theirs from the right side. */
static void ask_right_side(const Subscript *subs, uint32_t n, const Shape *rhs, int64_t *extents) {
    uint32_t not_scalar = 0, colons = 0;
    for (uint32_t d = 0; d < n; d++) {
        not_scalar += !subs[d].scalar;
        colons += subs[d].kind == SUBSCRIPT_COLON;
        extents[d] = subs[d].extent;
    }
    bool exact = (colons == n && rhs->rank <= n) || not_scalar == rhs->rank;
    Shape source = exact ? *rhs : without_ones(rhs);
    uint32_t next = 0;
    for (uint32_t d = 0; d < n; d++) {
        if (subs[d].scalar)
            continue;
        if (subs[d].kind == SUBSCRIPT_COLON)
            extents[d] = shape_at(&source, next);
        if (exact || n == 2 || subs[d].kind == SUBSCRIPT_COLON)
            next++;
    }
}

/* Are the places of the subscripts as many as the right side has, leaving ones out? */
static bool places_fit(const int64_t *places, uint32_t n, const Shape *rhs) {
    Shape right = without_ones(rhs);
    uint32_t next = 0;
    for (uint32_t d = 0; d < n; d++) {
        if (places[d] == 1)
            continue;
        if (next >= right.rank || places[d] != right.at[next])
            return false;
        next++;
    }
    return next >= right.rank || right.at[next] == 1;
}

static bool fail_places(Interp *in, const int64_t *places, uint32_t n, const Shape *rhs) {
    Shape left = {.rank = n};
    memcpy(left.at, places, n * sizeof *places);
    shape_trim(&left);
    Shape right = n == 2 ? shape_make(rhs->at[0], rhs->at[1]) : without_ones(rhs);
    return fail_shapes(in, &left, &right);
}

bool assigned_shape(Interp *in, const Subscript *subs, uint32_t n, const Shape *shape,
                    const Shape *rhs, Shape *out) {
    if (n == 1)
        return linear_shape(in, subs, shape, rhs, out);
    int64_t old[VALUE_RANK_MAX], extents[VALUE_RANK_MAX], places[VALUE_RANK_MAX];
    bool nothing = true, changed = false, no_places = false;
    for (uint32_t d = 0; d < shape->rank; d++)
        nothing = nothing && shape->at[d] == 0;
    shape_folded(shape, n, old);
    for (uint32_t d = 0; d < n; d++)
        extents[d] = subscript_extent(&subs[d], old[d]);
    if (nothing)
        ask_right_side(subs, n, rhs, extents);
    for (uint32_t d = 0; d < n; d++) {
        places[d] = subscript_count(&subs[d], extents[d]);
        changed = changed || extents[d] != old[d];
        no_places = no_places || places[d] == 0;
    }
    *out = *shape;
    if (shape_count(rhs) != 1 && !places_fit(places, n, rhs)) {
        /* Nothing may be written to nothing. */
        if (no_places && shape_count(rhs) == 0)
            return true;
        return fail_places(in, places, n, rhs);
    }
    if (!changed)
        return true;
    bool all = n == 2 && old[0] == 0 && old[1] == 0;
    for (uint32_t d = 0; d < n; d++)
        all = all && subscript_is_whole(&subs[d], extents[d]);
    if (n < shape->rank && !all)
        return fail_resize(in);
    *out = (Shape){.rank = n};
    memcpy(out->at, extents, n * sizeof *extents);
    shape_trim(out);
    return true;
}

bool assigned_class(ValueClass to, bool to_complex, ValueClass from, bool from_complex,
                    ValueClass *class_, bool *complex) {
    *class_ = to;
    *complex = to_complex || from_complex;
    bool exact = to == CLASS_LOGICAL || to == CLASS_CHAR;
    if (from_complex && !class_is_float(to))
        *class_ = from == CLASS_SINGLE && !exact ? CLASS_SINGLE : CLASS_DOUBLE;
    else if (to == CLASS_LOGICAL && from == CLASS_SINGLE)
        *class_ = CLASS_DOUBLE;
    else if (to == CLASS_CHAR && (from == CLASS_SINGLE || class_is_integer(from)))
        *class_ = CLASS_DOUBLE;
    return !(to == CLASS_LOGICAL && from == CLASS_CHAR);
}
