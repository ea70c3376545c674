/* x(...) = [] */
#include "front/script/value/index.h"
#include "front/script/value/objects.h"
#include "front/script/value/places.h"

/* The places of the axis that stay. */
static bool places_left(Interp *in, const Subscript *s, int64_t extent, Subscript *out) {
    unsigned char *gone = interp_alloc(in, (size_t)extent);
    if (!gone)
        return false;
    memset(gone, 0, (size_t)extent);
    int64_t left = extent;
    for (int64_t k = 0; k < subscript_count(s, extent); k++) {
        int64_t place = s->kind == SUBSCRIPT_COLON ? k : subscript_at(s, k);
        left -= !gone[place];
        gone[place] = 1;
    }
    int64_t *list = interp_alloc(in, (size_t)left * sizeof *list);
    for (int64_t k = 0, at = 0; list && k < extent; k++)
        if (!gone[k])
            list[at++] = k;
    interp_release(in, gone, (size_t)extent);
    *out = (Subscript){.kind = SUBSCRIPT_LIST, .count = left, .extent = extent, .list = list};
    out->shape = shape_make(1, left);
    return list != NULL;
}

static bool fail_bound(Interp *in, bool linear, int64_t place, int64_t extent) {
    return interp_fail_id(
        in, "Octave:index-out-of-bounds", "%s: index out of bounds: value %lld out of bound %lld",
        linear ? "A(I) = []" : "A(..,I,..) = []", (long long)place, (long long)extent);
}

/* base with the elements that the subscripts pick, in the shape. */
static bool keep(Interp *in, Value *base, const Subscript *subs, uint32_t n, const Shape *shape) {
    Value part;
    TRY(value_index_read(in, NULL, *base, subs, n, &part));
    if (part.kind == VALUE_ARRAY) {
        Array *reshaped;
        bool ok = array_reshaped(in, VALUE_ARRAY_OF(part), shape, &reshaped);
        value_drop(in, part);
        if (!ok)
            return false;
        part = value_of_array(reshaped);
    } else if (part.kind == VALUE_CELL) {
        VALUE_CELL_OF(part)->shape = *shape;
    } else if (part.kind == VALUE_STRUCT) {
        VALUE_STRUCT_OF(part)->shape = *shape;
    }
    value_drop(in, *base);
    *base = part;
    return true;
}

static bool delete_linear(Interp *in, Value *base, const Subscript *s) {
    Shape shape = value_shape(*base);
    int64_t count = shape_count(&shape);
    Subscript left;
    if (s->kind != SUBSCRIPT_COLON && s->count == 0)
        return true;
    if (s->extent > count)
        return fail_bound(in, true, s->extent, count);
    TRY(places_left(in, s, count, &left));
    bool column = shape.rank == 2 && shape.at[1] == 1 && shape.at[0] != 1;
    bool row = shape.rank == 2 && shape.at[0] == 1 && shape.at[1] != 1;
    bool gaps = s->kind == SUBSCRIPT_LIST || (s->kind == SUBSCRIPT_RANGE && s->step != 1);
    Shape result = shape_make(1, left.count);
    if (s->kind == SUBSCRIPT_COLON)
        result = shape_make(0, 0);
    else if (column || (!row && gaps))
        result = shape_make(left.count, 1);
    bool ok = keep(in, base, &left, 1, &result);
    subscripts_free(in, &left, 1);
    return ok;
}

/* Nothing is deleted where one of the subscripts means nothing. */
static bool means_nothing(const Subscript *subs, uint32_t n, const Shape *shape) {
    uint32_t others = 0;
    for (uint32_t d = 0; d < n; d++) {
        int64_t extent = shape_at(shape, d);
        if (subscript_count(&subs[d], extent) == 0)
            return true;
        if (!subscript_is_whole(&subs[d], extent) && ++others == 2)
            return false;
    }
    return false;
}

static bool delete_places(Interp *in, Value *base, const Subscript *subs, uint32_t n) {
    Shape shape = value_shape(*base);
    uint32_t axis = 0, others = 0;
    if (n == 1)
        return delete_linear(in, base, subs);
    for (uint32_t d = 0; d < n; d++)
        if (subs[d].kind != SUBSCRIPT_COLON) {
            if (!others++)
                axis = d;
        }
    if (others > 1)
        return means_nothing(subs, n, &shape) ||
               interp_fail(in, "a null assignment can only have one non-colon index");
    if (axis >= shape.rank)
        return interp_fail(in, "invalid dimension in delete_elements");
    const Subscript *s = &subs[axis];
    if (s->kind != SUBSCRIPT_COLON && s->count == 0)
        return true;
    if (s->extent > shape.at[axis])
        return fail_bound(in, false, s->extent, shape.at[axis]);
    Subscript all[VALUE_RANK_MAX] = {{.kind = SUBSCRIPT_COLON}};
    Subscript *left = &all[axis];
    TRY(places_left(in, s, shape.at[axis], left));
    Shape result = shape;
    result.at[axis] = left->count;
    shape_trim(&result);
    bool ok = keep(in, base, all, shape.rank, &result);
    subscripts_free(in, left, 1);
    return ok;
}

bool value_delete(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n) {
    if (base->kind == VALUE_FUNCTION)
        return interp_fail(in, "can't perform indexed assignment for function handle type");
    if (base->kind == VALUE_MAP) {
        Value empty;
        TRY(value_empty(in, &empty));
        bool ok = value_assign(in, name, base, subs, n, empty);
        value_drop(in, empty);
        return ok;
    }
    Subscript read[VALUE_RANK_MAX];
    IndexName who = {.name = name, .deletes = base->kind < VALUE_CELL};
    Value work = *base;
    if (base->kind == VALUE_NONE)
        TRY(value_empty(in, &work));
    bool ok = subscripts_read(in, &who, subs, n, read);
    if (ok) {
        ok = n && delete_places(in, &work, read, n);
        subscripts_free(in, read, n);
    }
    if (ok)
        *base = work;
    else if (base->kind == VALUE_NONE)
        value_drop(in, work);
    if (!ok && n == 0)
        return interp_fail(in, "invalid empty index list");
    return ok && value_simplify(in, base);
}
