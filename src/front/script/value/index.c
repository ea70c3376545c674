/* x(...): elements of arrays, cells, structs; map(key). */
#include "front/script/value/index.h"

#include "front/script/value/objects.h"
#include "front/script/value/places.h"
#include "front/script/value/quick.h"
#include "front/script/value/turn.h"
#include "front/script/value/label.h"

/* Parts of this many bytes, and that are not too small a part of the whole, share its memory. */
enum { SHARED_BYTES = 65536, SHARED_PART = 4 };
/* Parts of recorded arrays that are at least this long are recorded too. */
enum { RECORDED_PART = 4096 };

/* ------------------------------------------------------------------------------------ arrays */

/* The block of a's elements from `first` on, without a copy. */
static bool share_block(Interp *in, Array *a, int64_t first, const Shape *shape, Value *out) {
    Array *part = object_new(in, VALUE_ARRAY, sizeof *part);
    if (!part)
        return false;
    part->class_ = a->class_;
    part->complex = a->complex;
    part->quoted = a->quoted;
    part->shape = *shape;
    part->count = shape_count(shape);
    part->data = (char *)a->data + (size_t)first * array_item(a);
    part->buffer = buffer_hold(a->buffer);
    part->room = part->count;
    *out = value_of_array(part);
    return true;
}

/* Slices of the recorded array of n axes, which is `view` in the end. */
static frit_status slice_lazy(const Places *p, frit_array *array, frit_array **view,
                              frit_error *raw) {
    int64_t start[VALUE_RANK_MAX], stop[VALUE_RANK_MAX], step[VALUE_RANK_MAX];
    for (uint32_t d = 0; d < p->n; d++) {
        uint32_t axis = p->n - 1 - d;
        const Subscript *s = &p->subs[d];
        bool range = s->kind == SUBSCRIPT_RANGE;
        start[axis] = range ? s->first : FRIT_LEFT_OUT;
        step[axis] = range ? s->step : FRIT_LEFT_OUT;
        int64_t end = s->first + s->count * s->step;
        stop[axis] = !range || (s->step < 0 && end < 0) ? FRIT_LEFT_OUT : end;
    }
    return frit_array_slice(array, start, stop, step, view, raw);
}

static void reversed(const int64_t *extents, uint32_t n, int64_t *out) {
    for (uint32_t d = 0; d < n; d++)
        out[n - 1 - d] = extents[d];
}

/* A part of an array that waits, which waits as well. *done false: it has to be looked at. */
static bool index_recorded(Interp *in, Array *a, const Places *p, const Shape *shape, bool *done,
                           Value *out) {
    *done = false;
    if (a->complex || p->total < RECORDED_PART)
        return true;
    for (uint32_t d = 0; d < p->n; d++)
        if (p->subs[d].kind == SUBSCRIPT_LIST)
            return true;
    int64_t extents[VALUE_RANK_MAX];
    frit_array *all, *folded = NULL, *part = NULL, *whole = NULL;
    TRY(value_to_frit(in, value_of_array(a), &all));
    reversed(p->extents, p->n, extents);
    frit_status status = frit_array_reshape(all, p->n, extents, &folded, &in->raw);
    frit_array_free(all);
    if (status == FRIT_OK)
        status = slice_lazy(p, folded, &part, &in->raw);
    if (status == FRIT_OK) {
        reversed(shape->at, shape->rank, extents);
        status = frit_array_reshape(part, shape->rank, extents, &whole, &in->raw);
    }
    frit_array_free(folded);
    frit_array_free(part);
    if (status == FRIT_ERR_NOMEM)
        return interp_fail_raw(in);
    if (status != FRIT_OK)
        return true;
    *done = true;
    return value_from_frit(in, whole, (ValueClass)a->class_, out);
}

static bool index_array(Interp *in, Array *a, const Places *p, Value *out) {
    Shape shape = places_shape(p, &a->shape);
    bool done;
    if (!a->data) {
        TRY(index_recorded(in, a, p, &shape, &done, out));
        if (done)
            return true;
    }
    TRY(value_data(in, a));
    size_t item = array_item(a);
    int64_t first;
    if ((uint64_t)p->total * item >= SHARED_BYTES && p->total >= a->count / SHARED_PART &&
        places_are_block(p, &first))
        return share_block(in, a, first, &shape, out);
    Array *result;
    TRY(array_new_raw(in, (ValueClass)a->class_, a->complex, &shape, 0, &result));
    result->quoted = a->quoted;
    places_gather(p, item, result->data, a->data);
    *out = value_of_array(result);
    if (result->count == 1 || result->complex)
        return value_simplify(in, out);
    return true;
}

/* ----------------------------------------------------------------------------- cells, structs */

static bool index_cell(Interp *in, const Cell *cell, const Places *p, Value *out) {
    Shape shape = places_shape(p, &cell->shape);
    TRY(value_cell_new(in, &shape, out));
    Cell *part = VALUE_CELL_OF(*out);
    places_gather(p, sizeof(Value), part->at, cell->at);
    for (int64_t k = 0; k < part->count; k++)
        value_hold(part->at[k]);
    return true;
}

static bool index_struct(Interp *in, const Struct *s, const Places *p, Value *out) {
    Shape shape = places_shape(p, &s->shape);
    TRY(value_struct_shaped(in, &shape, out));
    Struct *part = VALUE_STRUCT_OF(*out);
    part->class_name = s->class_name;
    for (uint32_t f = 0; f < s->fields; f++) {
        uint32_t index;
        if (!value_struct_add_field(in, part, s->names[f], &index)) {
            value_clear(in, out);
            *out = value_none();
            return false;
        }
        places_gather(p, sizeof(Value), part->at[index], s->at[f]);
        for (int64_t k = 0; k < part->count; k++)
            value_hold(part->at[index][k]);
    }
    return true;
}

/* ----------------------------------------------------------------------------------- indexing */

static bool index_places(Interp *in, Value base, const Places *p, Value *out) {
    if (base.kind == VALUE_CELL)
        return index_cell(in, VALUE_CELL_OF(base), p, out);
    if (base.kind == VALUE_STRUCT)
        return index_struct(in, VALUE_STRUCT_OF(base), p, out);
    if (base.kind == VALUE_ARRAY)
        return index_array(in, VALUE_ARRAY_OF(base), p, out);
    Array *a;
    TRY(value_to_array(in, base, &a));
    a->quoted = base.kind == VALUE_NUMBER && base.quoted;
    bool ok = index_array(in, a, p, out);
    array_drop(in, a);
    return ok;
}

/* r(a:b) of whole numbers stays a range. */
static bool index_range(Interp *in, const Range *r, const Places *p, bool *done, Value *out) {
    const Subscript *s = p->subs;
    *done = p->n == 1 && s->kind == SUBSCRIPT_RANGE && s->count > 1 && !s->scalar &&
            r->base == (double)(int64_t)r->base && r->step == (double)(int64_t)r->step;
    if (!*done)
        return true;
    double base = r->base + (double)s->first * r->step, step = (double)s->step * r->step;
    return value_range(in, base, step, base + (double)(s->count - 1) * step, out);
}

bool value_index_read(Interp *in, const char *name, Value base, const Subscript *subs, uint32_t n,
                      Value *out) {
    Shape shape = value_shape(base);
    Places places;
    places_set(&places, subs, n, &shape);
    TRY(places_check(in, name, &places, &shape));
    bool done = false;
    if (base.kind == VALUE_RANGE)
        TRY(index_range(in, VALUE_RANGE_OF(base), &places, &done, out));
    return done || index_places(in, base, &places, out);
}

/* map(key) */
static bool index_map(Interp *in, Value base, const Value *subs, uint32_t n, Value *out) {
    if (n == 0) {
        *out = value_hold(base);
        return true;
    }
    bool ok;
    MapEntry *entry = value_map_find(in, VALUE_MAP_OF(base), subs[0], &ok);
    if (!ok)
        return false;
    if (!entry)
        return value_map_missing(in, subs[0]);
    *out = value_hold(entry->value);
    return true;
}

/* x() is x, and Octave says that it is odd. */
static bool index_nothing(Interp *in, Value base, Value *out) {
    const char *what = "matrix", *before = "";
    ValueClass class_ = value_class(base);
    *out = value_hold(base);
    if (class_ == CLASS_CHAR || base.kind == VALUE_MAP)
        return true;
    if (base.kind == VALUE_CELL)
        what = "cell array";
    else if (base.kind == VALUE_STRUCT)
        what = "struct";
    else if (class_ == CLASS_SINGLE)
        before = value_is_complex(base) ? "float complex " : "float ";
    else if (class_ == CLASS_LOGICAL)
        before = "bool ";
    else if (class_ != CLASS_DOUBLE)
        before = class_name(class_);
    else if (value_is_complex(base))
        before = "complex ";
    const char *blank = class_is_integer(class_) && class_ != CLASS_COUNT ? " " : "";
    if (interp_warn(in, "", "'%s%s%s' object indexed with empty index list", before, blank, what))
        return true;
    value_clear(in, out);
    return false;
}

bool value_index(Interp *in, const char *name, Value base, const Value *subs, uint32_t n,
                 Value *out) {
    if (n == 1 ? value_get_1(base, subs[0], out) : n == 2 && value_get_2(base, subs, out))
        return true;
    if (in->turn) {
        bool done;
        TRY(turn_index(in, base, subs, n, &done, out));
        if (done)
            return true;
    }
    if (base.kind == VALUE_MAP)
        return index_map(in, base, subs, n, out);
    if (base.kind < VALUE_NUMBER || base.kind == VALUE_FUNCTION)
        return interp_fail(in, "%s cannot be indexed with (", value_label(base));
    if (n == 0)
        return index_nothing(in, base, out);
    Subscript read[VALUE_RANK_MAX];
    IndexName who = {.name = name};
    TRY(subscripts_read(in, &who, subs, n, read));
    bool ok = value_index_read(in, name, base, read, n, out);
    subscripts_free(in, read, n);
    return ok;
}

bool value_get_slow(Value base, int64_t k, Value *out) {
    if (base.kind == VALUE_RANGE) {
        const Range *r = VALUE_RANGE_OF(base);
        if (k >= r->count)
            return false;
        double x = r->base + (double)k * r->step;
        bool over = r->step > 0 ? x > r->limit : x < r->limit;
        *out = value_double(over ? r->limit : x);
        return true;
    }
    if (base.kind != VALUE_ARRAY)
        return false;
    const Array *a = VALUE_ARRAY_OF(base);
    if (!a->data || a->complex || k >= a->count)
        return false;
    *out = (Value){.kind = VALUE_NUMBER, .class_ = a->class_, .quoted = a->quoted};
    if (a->class_ == CLASS_INT64)
        out->as.i64 = ((const int64_t *)a->data)[k];
    else if (a->class_ == CLASS_UINT64)
        out->as.u64 = ((const uint64_t *)a->data)[k];
    else
        out->as.number = element_double((ValueClass)a->class_, a->data, k);
    return true;
}

int64_t value_end(Value base, uint32_t position, uint32_t count) {
    if (base.kind == VALUE_MAP)
        return VALUE_MAP_OF(base)->count;
    Shape shape = value_shape(base);
    if (count == 1)
        return shape_count(&shape);
    if (position + 1 < count)
        return shape_at(&shape, position);
    int64_t extent = shape_at(&shape, position);
    for (uint32_t d = position + 1; d < shape.rank; d++)
        extent *= shape.at[d];
    return extent;
}
