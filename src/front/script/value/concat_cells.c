/* Cells and structs side by side. */
#include "front/script/value/concat.h"

bool fail_concat_kinds(Interp *in, const Concat *c, const Value *values, uint32_t n) {
    Shape shape;
    static const char *const integers[] = {"int8 matrix",   "int16 matrix", "int32 matrix",
                                           "int64 matrix",  "uint8 matrix", "uint16 matrix",
                                           "uint32 matrix", "uint64 matrix"};
    for (uint32_t k = 0; k < n; k++)
        if (values[k].kind == VALUE_MAP)
            return interp_fail(in, "containers.Map/horzcat method failed");
    Value a = values[0], b = values[n > 1];
    if (a.kind == VALUE_FUNCTION)
        return interp_fail(in,
                           "octave_base_value::resize (): wrong type argument 'function handle'");
    TRY(concat_shape(in, c, values, n, &shape));
    for (uint32_t k = 1; k < n; k++)
        if (value_class(values[k]) == CLASS_COUNT) {
            b = values[k];
            break;
        }
    const char *left = a.kind == VALUE_STRUCT             ? "struct"
                       : class_is_integer(value_class(a)) ? integers[value_class(a) - CLASS_INT8]
                       : value_is_complex(a)              ? "complex matrix"
                                                          : "matrix";
    return interp_fail(in, "concatenation operator not implemented for '%s' by '%s' operations",
                       left, value_type_name(b));
}

/* Where element k of a part goes in the result: parts are laid out along the axis. */
typedef struct Place {
    int64_t inner, stride, run, at;
} Place;

static Place place_of(uint32_t axis, const Shape *whole, const Shape *part, int64_t at) {
    Place p = {.inner = 1, .at = at};
    for (uint32_t k = 0; k < axis; k++)
        p.inner *= shape_at(whole, k);
    p.stride = p.inner * shape_at(whole, axis);
    p.run = p.inner * shape_at(part, axis);
    p.at *= p.inner;
    return p;
}

static int64_t place_at(const Place *p, int64_t k) {
    return k / p->run * p->stride + p->at + k % p->run;
}

/* ---- cells */

/* A part as a cell, of an empty array one without elements: a new reference. */
static bool as_cell(Interp *in, Value v, Value *out) {
    Shape one = shape_make(1, 1);
    *out = value_none();
    if (v.kind == VALUE_CELL) {
        *out = value_hold(v);
        return true;
    }
    if (value_class(v) != CLASS_COUNT && value_is_empty(v) && !value_is_char(v))
        one = value_shape(v);
    TRY(value_cell_new(in, &one, out));
    if (VALUE_CELL_OF(*out)->count)
        VALUE_CELL_OF(*out)->at[0] = value_hold(v);
    return true;
}

static bool join_cells(Interp *in, const Concat *c, const Value *parts, uint32_t n, Value *out) {
    Shape shape = shape_make(0, 0);
    int64_t at = 0;
    for (uint32_t k = 0; k < n; k++) {
        Shape before = shape, x = value_shape(parts[k]);
        if (!shape_concat(c->axis, c->brackets, &shape, &x))
            return fail_concat(in, c->axis, c->brackets, &before, &x);
    }
    TRY(value_cell_new(in, &shape, out));
    Cell *result = VALUE_CELL_OF(*out);
    for (uint32_t k = 0; k < n; k++) {
        const Cell *part = VALUE_CELL_OF(parts[k]);
        Place place = place_of(c->axis, &result->shape, &part->shape, at);
        for (int64_t e = 0; e < part->count; e++)
            result->at[place_at(&place, e)] = value_hold(part->at[e]);
        at += part->count ? shape_at(&part->shape, c->axis) : 0;
    }
    return true;
}

bool concat_cells(Interp *in, const Concat *c, const Value *values, uint32_t n, Value *out) {
    Value *parts = interp_alloc(in, n * sizeof *parts);
    uint32_t made = 0;
    bool ok = parts != NULL;
    for (; ok && made < n; made++) {
        ok = as_cell(in, values[made], &parts[made]);
        if (!ok)
            break;
    }
    ok = ok && join_cells(in, c, parts, n, out);
    if (parts) {
        value_drop_all(in, parts, made);
        interp_release(in, parts, n * sizeof *parts);
    }
    return ok;
}

bool value_cell_row(Interp *in, const Value *values, uint32_t n, Value *out) {
    Shape shape = shape_make(n > 0, n);
    TRY(value_cell_new(in, &shape, out));
    for (uint32_t k = 0; k < n; k++)
        VALUE_CELL_OF(*out)->at[k] = value_hold(values[k]);
    return true;
}

/* ---- structs */

static bool fields_fit(const Struct *a, const Struct *b) {
    if (a->fields != b->fields)
        return false;
    for (uint32_t k = 0; k < a->fields; k++)
        if (value_field_index(b, a->names[k]) < 0)
            return false;
    return true;
}

static bool copy_struct(Interp *in, const Struct *from, const Place *place, Struct *to) {
    (void)in;
    for (uint32_t f = 0; f < to->fields; f++) {
        int32_t g = value_field_index(from, to->names[f]);
        for (int64_t e = 0; e < from->count; e++) {
            Value *at = &to->at[f][place_at(place, e)];
            value_drop(in, *at);
            *at = value_hold(from->at[g][e]);
        }
    }
    return true;
}

static bool join_structs(Interp *in, const Concat *c, const Value *values, uint32_t n,
                         const Struct *first, Struct *result) {
    int64_t at = 0;
    uint32_t index;
    for (uint32_t f = 0; f < first->fields; f++)
        TRY(value_struct_add_field(in, result, first->names[f], &index));
    for (uint32_t k = 0; k < n; k++) {
        if (values[k].kind != VALUE_STRUCT)
            continue;
        const Struct *s = VALUE_STRUCT_OF(values[k]);
        Place place = place_of(c->axis, &result->shape, &s->shape, at);
        copy_struct(in, s, &place, result);
        at += s->count ? shape_at(&s->shape, c->axis) : 0;
    }
    return true;
}

bool concat_structs(Interp *in, const Concat *c, const Value *values, uint32_t n, Value *out) {
    const Struct *first = NULL;
    Shape shape = shape_make(0, 0);
    for (uint32_t k = 0; k < n; k++) {
        Shape before = shape, x = value_shape(values[k]);
        if (values[k].kind != VALUE_STRUCT) {
            if (value_class(values[k]) == CLASS_COUNT || !value_is_empty(values[k]))
                return fail_concat_kinds(in, c, values, n);
            if (!shape_concat(c->axis, c->brackets, &shape, &x))
                return fail_concat(in, c->axis, c->brackets, &before, &x);
            continue;
        }
        const Struct *s = VALUE_STRUCT_OF(values[k]);
        if (first && !fields_fit(first, s))
            return interp_fail(in, "cat: field names mismatch in concatenating structs");
        first = first ? first : s;
        if (!shape_concat(c->axis, c->brackets, &shape, &x))
            return fail_concat(in, c->axis, c->brackets, &before, &x);
    }
    TRY(value_struct_shaped(in, &shape, out));
    if (join_structs(in, c, values, n, first, VALUE_STRUCT_OF(*out)))
        return true;
    value_clear(in, out);
    return false;
}
