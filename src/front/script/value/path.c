/* s.a(3).b{2} = rhs: what lies between is made where it is missing. */
#include "front/script/value/index.h"
#include "front/script/value/label.h"
#include "front/script/value/objects.h"
#include "front/script/value/places.h"

/* What is the same on the whole way down. */
typedef struct Path {
    const char *name;
    Value rhs;
    bool deletes;
} Path;

static bool assign_steps(Interp *in, const Path *path, Value *base, const Step *steps, uint32_t n);

/* Nothing yet, or an array without elements: {} and .name make of it what they need. */
static bool is_nothing(Value v) {
    return v.kind == VALUE_NONE || (v.kind < VALUE_CELL && value_count(v) == 0);
}

/* [], {} or '' inside of something: what is assigned to a part of it says what it becomes. */
static bool is_zero_by_zero(Value v) {
    Shape shape = value_shape(v);
    return v.kind != VALUE_NONE && v.kind <= VALUE_CELL && shape.rank == 2 && shape.at[0] == 0 &&
           shape.at[1] == 0;
}

static bool assign_last(Interp *in, const Path *path, Value *base, const Step *step) {
    switch (step->kind) {
    case STEP_PAREN:
        return path->deletes ? value_delete(in, path->name, base, step->subs, step->n)
                             : value_assign(in, path->name, base, step->subs, step->n, path->rhs);
    case STEP_BRACE:
        return value_assign_brace(in, path->name, base, step->subs, step->n, path->rhs);
    default: return value_assign_field(in, base, step->name, path->rhs);
    }
}

/* The steps from what *slot holds, which is taken out meanwhile: its one reference lets it be changed in place. */
static bool assign_inside(Interp *in, const Path *path, Value *slot, const Step *steps,
                          uint32_t n) {
    Value inner = *slot, nothing = value_none();
    bool empty = steps->kind == STEP_PAREN && !path->deletes && is_zero_by_zero(inner);
    *slot = value_none();
    bool ok = assign_steps(in, path, empty ? &nothing : &inner, steps, n);
    if (empty && ok) {
        value_drop(in, inner);
        inner = nothing;
    }
    *slot = inner;
    return ok;
}

/* ---------------------------------------------------------------------------------------- .name */

static bool assign_field(Interp *in, const Path *path, Value *base, const Step *steps, uint32_t n) {
    int32_t f = -1;
    if (base->kind == VALUE_STRUCT && VALUE_STRUCT_OF(*base)->count == 1)
        f = value_field_index(VALUE_STRUCT_OF(*base), steps->name);
    if (f >= 0) {
        Struct *s;
        TRY(value_own_struct(in, base, &s));
        return assign_inside(in, path, &s->at[f][0], steps + 1, n - 1);
    }
    if (base->kind == VALUE_MAP) {
        Value inner;
        TRY(value_field(in, *base, steps->name, &inner));
        if (VALUE_MAP_OF(*base)->class_name) {
            bool ok = assign_inside(in, path, &inner, steps + 1, n - 1) &&
                      value_set_property(in, VALUE_MAP_OF(*base), steps->name, inner);
            value_drop(in, inner);
            return ok;
        }
        value_drop(in, inner);
        return interp_fail(in, "containers.Map: properties are read-only");
    }
    bool several = base->kind == VALUE_STRUCT && VALUE_STRUCT_OF(*base)->count != 1;
    if (several && value_field_index(VALUE_STRUCT_OF(*base), steps->name) >= 0)
        return interp_fail(in, "%s",
                           n == 2 && steps[1].kind == STEP_FIELD
                               ? NOT_ONE_PLACE
                               : "a cs-list cannot be further indexed");
    if (base->kind == VALUE_FUNCTION)
        return interp_fail(in, "can't perform indexed assignment for function handle type");
    bool empty_cell = base->kind == VALUE_CELL && is_zero_by_zero(*base);
    if (base->kind != VALUE_STRUCT && !is_nothing(*base) && !empty_cell)
        return interp_fail(in, "%s cannot be indexed with .", value_label(*base));
    Value inner = value_none();
    bool ok = assign_steps(in, path, &inner, steps + 1, n - 1);
    if (ok && several)
        ok = interp_fail(in, "octave_map::setfield: internal error");
    ok = ok && value_assign_field(in, base, steps->name, inner);
    value_drop(in, inner);
    return ok;
}

/* ---------------------------------------------------------------------------------------- {...} */

/* The one place (from 0) that the subscripts mean in an array of the shape, and the shape that has it; -1: several. */
static bool one_place(Interp *in, const char *name, const Step *step, const Shape *shape,
                      Shape *grown, int64_t *place) {
    Subscript read[VALUE_RANK_MAX];
    IndexName who = {.name = name};
    Shape one = shape_make(1, 1);
    TRY(subscripts_read(in, &who, step->subs, step->n, read));
    bool ok = assigned_shape(in, read, step->n, shape, &one, grown);
    Places places;
    *place = -1;
    if (ok)
        places_set(&places, read, step->n, grown);
    if (ok && places.total == 1) {
        int64_t *list;
        ok = places_list(in, &places, &list);
        if (ok) {
            *place = list[0];
            interp_release(in, list, sizeof *list);
        }
    }
    subscripts_free(in, read, step->n);
    return ok;
}

static bool assign_in_cell(Interp *in, const Path *path, Value *base, const Step *steps,
                           uint32_t n) {
    Shape shape = base->kind == VALUE_CELL ? VALUE_CELL_OF(*base)->shape : shape_make(0, 0);
    Shape grown;
    int64_t place;
    if (base->kind != VALUE_CELL && !is_nothing(*base))
        /* Its error. */
        return value_assign_brace(in, path->name, base, steps->subs, steps->n, path->rhs);
    TRY(one_place(in, path->name, steps, &shape, &grown, &place));
    if (place < 0)
        return interp_fail(in, NOT_ONE_PLACE);
    if (shape_same(&shape, &grown)) {
        Cell *cell;
        TRY(value_own_cell(in, base, &cell));
        return assign_inside(in, path, &cell->at[place], steps + 1, n - 1);
    }
    Value inner = value_none();
    bool ok = assign_steps(in, path, &inner, steps + 1, n - 1) &&
              value_assign_brace(in, path->name, base, steps->subs, steps->n, inner);
    value_drop(in, inner);
    return ok;
}

/* --------------------------------------------------------------------------------- (...).name... */

static bool assign_new_element(Interp *in, const Path *path, Value *base, const Step *steps,
                               uint32_t n, const Shape *grown, int64_t place) {
    Value inner = n > 2 ? value_none() : value_hold(path->rhs);
    uint32_t index = 0;
    Struct *s;
    bool ok = n <= 2 || assign_steps(in, path, &inner, steps + 2, n - 2);
    Value work = value_none();
    if (ok && base->kind != VALUE_STRUCT)
        ok = value_struct_shaped(in, grown, &work);
    Value *target = base->kind == VALUE_STRUCT ? base : &work;
    ok = ok && struct_with_shape(in, target, grown, &s) &&
         value_struct_add_field(in, s, steps[1].name, &index);
    if (ok) {
        Value old = s->at[index][place];
        s->at[index][place] = inner;
        value_drop(in, old);
        inner = value_none();
        if (target == &work) {
            value_drop(in, *base);
            *base = work;
            work = value_none();
        }
    }
    value_drop(in, work);
    value_drop(in, inner);
    return ok;
}

static bool assign_in_struct(Interp *in, const Path *path, Value *base, const Step *steps,
                             uint32_t n) {
    Shape shape = base->kind == VALUE_STRUCT ? VALUE_STRUCT_OF(*base)->shape : shape_make(0, 0);
    Shape grown;
    int64_t place;
    TRY(one_place(in, path->name, steps, &shape, &grown, &place));
    if (place < 0)
        return interp_fail(in, NOT_ONE_PLACE);
    int32_t f = -1;
    if (base->kind == VALUE_STRUCT && shape_same(&shape, &grown))
        f = value_field_index(VALUE_STRUCT_OF(*base), steps[1].name);
    if (f < 0)
        return assign_new_element(in, path, base, steps, n, &grown, place);
    Struct *s;
    TRY(value_own_struct(in, base, &s));
    if (n > 2)
        return assign_inside(in, path, &s->at[f][place], steps + 2, n - 2);
    Value old = s->at[f][place];
    s->at[f][place] = value_hold(path->rhs);
    value_drop(in, old);
    return true;
}

/* x(2){1} = v, x(2)(3) = v and the like: the part is read, changed and put back. */
static bool assign_in_part(Interp *in, const Path *path, Value *base, const Step *steps,
                           uint32_t n) {
    Value part;
    TRY(value_index(in, path->name, *base, steps->subs, steps->n, &part));
    bool ok = assign_steps(in, path, &part, steps + 1, n - 1) &&
              value_assign(in, path->name, base, steps->subs, steps->n, part);
    value_drop(in, part);
    return ok;
}

static bool assign_paren(Interp *in, const Path *path, Value *base, const Step *steps, uint32_t n) {
    if (base->kind == VALUE_FUNCTION)
        return interp_fail(in, "can't perform indexed assignment for function handle type");
    if (base->kind == VALUE_MAP)
        return interp_fail(in, "containers.Map: only one level of indexing is supported");
    bool field = steps[1].kind == STEP_FIELD;
    if (field && (base->kind == VALUE_STRUCT || is_nothing(*base)))
        return assign_in_struct(in, path, base, steps, n);
    if (base->kind == VALUE_CELL && field && VALUE_CELL_OF(*base)->count == 0)
        return assign_in_struct(in, path, base, steps, n);
    if (base->kind == VALUE_CELL && field)
        return interp_fail(in, "cell cannot be indexed with .");
    if (base->kind < VALUE_CELL && base->kind != VALUE_NONE) {
        bool scalar = value_is_scalar(*base) && !value_is_char(*base);
        return interp_fail(in, "in indexed assignment of %s, last %s index must be ()",
                           base->kind == VALUE_RANGE ? "matrix" : value_label(*base),
                           scalar ? "rhs" : "lhs");
    }
    return assign_in_part(in, path, base, steps, n);
}

static bool assign_steps(Interp *in, const Path *path, Value *base, const Step *steps, uint32_t n) {
    if (n == 1)
        return assign_last(in, path, base, steps);
    switch (steps->kind) {
    case STEP_FIELD: return assign_field(in, path, base, steps, n);
    case STEP_BRACE: return assign_in_cell(in, path, base, steps, n);
    default: return assign_paren(in, path, base, steps, n);
    }
}

bool value_assign_path(Interp *in, const char *name, Value *base, const Step *steps, uint32_t n,
                       Value rhs, bool delete) {
    /* Held: it may be a part of what is changed. */
    Path path = {name, value_hold(rhs), delete};
    bool ok = n && assign_steps(in, &path, base, steps, n);
    value_drop(in, rhs);
    return ok;
}

/* --------------------------------------------------------------------------------------- reading */

/* Are all places of the subscripts in v? */
static bool is_inside(Interp *in, const char *name, Value v, const Step *step, bool *out) {
    Subscript read[VALUE_RANK_MAX];
    IndexName who = {.name = name};
    Shape shape = value_shape(v);
    Places places;
    TRY(subscripts_read(in, &who, step->subs, step->n, read));
    places_set(&places, read, step->n, &shape);
    *out = true;
    for (uint32_t d = 0; d < step->n; d++)
        *out = *out && read[d].extent <= places.extents[d];
    subscripts_free(in, read, step->n);
    return true;
}

static bool read_step(Interp *in, const char *name, Value v, const Step *step, Value *out) {
    bool inside = true;
    *out = value_none();
    if (v.kind == VALUE_NONE)
        return true;
    if (step->kind == STEP_FIELD) {
        if (is_nothing(v) ||
            (v.kind == VALUE_STRUCT && value_field_index(VALUE_STRUCT_OF(v), step->name) < 0))
            return true;
        return value_field(in, v, step->name, out);
    }
    if (v.kind != VALUE_MAP && v.kind != VALUE_FUNCTION)
        TRY(is_inside(in, name, v, step, &inside));
    if (!inside)
        return true;
    return step->kind == STEP_BRACE ? value_brace_one(in, name, v, step->subs, step->n, out)
                                    : value_index(in, name, v, step->subs, step->n, out);
}

bool value_read_path(Interp *in, const char *name, Value base, const Step *steps, uint32_t n,
                     Value *out) {
    Value v = value_hold(base);
    for (uint32_t k = 0; k + 1 < n; k++) {
        Value next;
        bool ok = read_step(in, name, v, &steps[k], &next);
        value_drop(in, v);
        if (!ok)
            return false;
        v = next;
    }
    *out = v;
    return true;
}
