/* Cells: made, read with {}, written with () and {}. */
#include "front/script/value/index.h"
#include "front/script/value/label.h"
#include "front/script/value/objects.h"
#include "front/script/value/places.h"
#include "front/script/value/quick.h"

bool value_cell_new(Interp *in, const Shape *shape, Value *out) {
    int64_t count;
    uint64_t bytes;
    TRY(shape_bytes(in, shape, sizeof(Value), &count, &bytes));
    Cell *cell = object_new(in, VALUE_CELL, sizeof *cell);
    if (!cell)
        return false;
    cell->at = interp_alloc(in, (size_t)bytes);
    if (!cell->at) {
        interp_release(in, cell, sizeof *cell);
        return false;
    }
    memset(cell->at, 0, (size_t)bytes);
    cell->shape = *shape;
    shape_trim(&cell->shape);
    cell->count = cell->room = count;
    *out = (Value){.kind = VALUE_CELL, .as.object = &cell->head};
    return true;
}

void cell_free(Interp *in, Cell *cell) {
    for (int64_t k = 0; k < cell->count; k++)
        value_drop(in, cell->at[k]);
    interp_release(in, cell->at, (size_t)cell->room * sizeof(Value));
    interp_release(in, cell, sizeof *cell);
}

bool value_own_cell(Interp *in, Value *v, Cell **out) {
    Cell *cell = VALUE_CELL_OF(*v);
    if (cell->head.refs == 1) {
        *out = cell;
        return true;
    }
    Value copy;
    TRY(value_cell_new(in, &cell->shape, &copy));
    *out = VALUE_CELL_OF(copy);
    for (int64_t k = 0; k < cell->count; k++)
        (*out)->at[k] = value_hold(cell->at[k]);
    value_drop(in, *v);
    *v = copy;
    return true;
}

/* -------------------------------------------------------------------------------------- c{...} */

static bool fail_brace(Interp *in, Value base) {
    const char *what = base.kind == VALUE_STRUCT ? "struct" : value_label(base);
    if (base.kind == VALUE_MAP)
        return interp_fail(in, "containers.Map: only '()' indexing is supported");
    return interp_fail(in, "%s cannot be indexed with {", what);
}

/* An element as it is read: what was not set is []. */
static bool read_element(Interp *in, Value v, Value *out) {
    if (v.kind == VALUE_NONE)
        return value_empty(in, out);
    *out = value_hold(v);
    return true;
}

bool value_brace(Interp *in, const char *name, Value base, const Value *subs, uint32_t n,
                 Value **outs, uint32_t *count) {
    if (base.kind != VALUE_CELL)
        return fail_brace(in, base);
    Value part;
    TRY(value_index(in, name, base, subs, n, &part));
    Cell *cell = VALUE_CELL_OF(part);
    Value *block = NULL;
    bool ok = cell->count <= INT32_MAX;
    if (!ok)
        interp_fail(in, "a list of %lld values is too long", (long long)cell->count);
    block = ok ? interp_alloc(in, sizeof(Value) * (size_t)cell->count) : NULL;
    ok = block != NULL;
    for (int64_t k = 0; ok && k < cell->count; k++)
        if (!read_element(in, cell->at[k], &block[k])) {
            value_drop_all(in, block, (uint32_t)k);
            interp_release(in, block, sizeof(Value) * (size_t)cell->count);
            ok = false;
        }
    if (ok) {
        *outs = block;
        *count = (uint32_t)cell->count;
    }
    value_drop(in, part);
    return ok;
}

/* The place (from 0) that whole numbers in range mean, or -1: the long way finds out. */
static int64_t quick_cell_place(const Cell *cell, const Value *subs, uint32_t n) {
    if (n == 1 && value_is_double(subs[0]))
        return quick_place(subs[0].as.number, cell->count);
    if (n != 2 || cell->shape.rank != 2 || !value_is_double(subs[0]) || !value_is_double(subs[1]))
        return -1;
    int64_t i = quick_place(subs[0].as.number, cell->shape.at[0]);
    int64_t j = quick_place(subs[1].as.number, cell->shape.at[1]);
    return i < 0 || j < 0 ? -1 : i + j * cell->shape.at[0];
}

bool value_brace_one(Interp *in, const char *name, Value base, const Value *subs, uint32_t n,
                     Value *out) {
    if (base.kind == VALUE_CELL) {
        int64_t k = quick_cell_place(VALUE_CELL_OF(base), subs, n);
        if (k >= 0)
            return read_element(in, VALUE_CELL_OF(base)->at[k], out);
    }
    Value *list;
    uint32_t count;
    TRY(value_brace(in, name, base, subs, n, &list, &count));
    bool ok = count == 1;
    if (ok)
        *out = value_hold(list[0]);
    else if (count == 0)
        interp_fail_id(in, "Octave:index-out-of-bounds", "indexing produces no results");
    else
        interp_fail(in, "some elements undefined in argument list");
    value_drop_all(in, list, count);
    interp_release(in, list, sizeof(Value) * count);
    return ok;
}

/* ---------------------------------------------------------------------------------- assignment */

static void replace(Interp *in, Value *at, Value v) {
    Value old = *at;
    *at = value_hold(v);
    value_drop(in, old);
}

/* *base as a cell with one reference, of the shape. Nothing is changed where it fails. */
static bool cell_with_shape(Interp *in, Value *base, const Shape *shape, Cell **out) {
    if (base->kind != VALUE_CELL) {
        Value made;
        TRY(value_cell_new(in, shape, &made));
        value_drop(in, *base);
        *base = made;
        *out = VALUE_CELL_OF(made);
        return true;
    }
    TRY(value_own_cell(in, base, out));
    Cell *cell = *out;
    if (shape_same(&cell->shape, shape))
        return true;
    TRY(values_grow(in, &cell->at, &cell->room, &cell->shape, shape));
    cell->shape = *shape;
    cell->count = shape_count(shape);
    return true;
}

/* The values of `from` (one of them for all, where it is one) at the places. */
static bool store_values(Interp *in, Value *base, const Subscript *subs, uint32_t n,
                         const Shape *from_shape, const Value *from) {
    Shape shape = base->kind == VALUE_CELL ? VALUE_CELL_OF(*base)->shape : shape_make(0, 0);
    Shape grown;
    int64_t *list, given = shape_count(from_shape);
    TRY(assigned_shape(in, subs, n, &shape, from_shape, &grown));
    Places places;
    places_set(&places, subs, n, &grown);
    TRY(places_list(in, &places, &list));
    Cell *cell;
    bool ok = cell_with_shape(in, base, &grown, &cell);
    for (int64_t k = 0; ok && k < places.total; k++)
        replace(in, &cell->at[list[k]], from[given == 1 ? 0 : k]);
    interp_release(in, list, (size_t)places.total * sizeof(int64_t));
    return ok;
}

bool assign_to_cell(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n,
                    Value rhs) {
    Subscript read[VALUE_RANK_MAX];
    IndexName who = {.name = name};
    Shape one = shape_make(1, 1);
    TRY(subscripts_read(in, &who, subs, n, read));
    /* Held: a cell may be put into itself. */
    value_hold(rhs);
    bool ok = rhs.kind == VALUE_CELL ? store_values(in, base, read, n, &VALUE_CELL_OF(rhs)->shape,
                                                    VALUE_CELL_OF(rhs)->at)
                                     : store_values(in, base, read, n, &one, &rhs);
    value_drop(in, rhs);
    subscripts_free(in, read, n);
    return ok;
}

/* May {} or .name make something new of it? */
static bool is_nothing(Value v) {
    return v.kind == VALUE_NONE || (v.kind < VALUE_CELL && value_count(v) == 0);
}

bool value_assign_brace(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n,
                        Value rhs) {
    if (base->kind == VALUE_FUNCTION)
        return interp_fail(in, "can't perform indexed assignment for function handle type");
    if (base->kind != VALUE_CELL && !is_nothing(*base))
        return fail_brace(in, *base);
    if (base->kind == VALUE_CELL && VALUE_CELL_OF(*base)->head.refs == 1) {
        int64_t k = quick_cell_place(VALUE_CELL_OF(*base), subs, n);
        if (k >= 0) {
            replace(in, &VALUE_CELL_OF(*base)->at[k], rhs);
            return true;
        }
    }
    Subscript read[VALUE_RANK_MAX];
    IndexName who = {.name = name};
    Shape one = shape_make(1, 1);
    TRY(subscripts_read(in, &who, subs, n, read));
    Value target = base->kind == VALUE_CELL ? *base : value_none();
    int64_t places = 1;
    for (uint32_t k = 0; k < n; k++)
        places *= subscript_count(&read[k], value_end(target, k, n));
    value_hold(rhs);
    bool ok =
        places == 1 ? store_values(in, base, read, n, &one, &rhs) : interp_fail(in, NOT_ONE_PLACE);
    value_drop(in, rhs);
    subscripts_free(in, read, n);
    return ok;
}
