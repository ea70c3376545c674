/* Structs: made, their fields, s(...) = rhs. */
#include "front/script/value/index.h"
#include "front/script/value/label.h"
#include "front/script/value/objects.h"
#include "front/script/value/places.h"

bool value_struct_shaped(Interp *in, const Shape *shape, Value *out) {
    int64_t count;
    uint64_t bytes;
    TRY(shape_bytes(in, shape, sizeof(Value), &count, &bytes));
    Struct *s = object_new(in, VALUE_STRUCT, sizeof *s);
    if (!s)
        return false;
    s->shape = *shape;
    shape_trim(&s->shape);
    s->count = s->room = count;
    *out = (Value){.kind = VALUE_STRUCT, .as.object = &s->head};
    return true;
}

bool value_struct_new(Interp *in, Value *out) {
    Shape one = shape_make(1, 1);
    return value_struct_shaped(in, &one, out);
}

static void name_free(Interp *in, char *name) {
    interp_release(in, name, strlen(name) + 1);
}

void struct_free(Interp *in, Struct *s) {
    for (uint32_t f = 0; f < s->fields; f++) {
        for (int64_t k = 0; k < s->count; k++)
            value_drop(in, s->at[f][k]);
        interp_release(in, s->at[f], (size_t)s->room * sizeof(Value));
        name_free(in, s->names[f]);
    }
    interp_release(in, s->at, s->field_room * sizeof *s->at);
    interp_release(in, s->names, s->field_room * sizeof *s->names);
    interp_release(in, s, sizeof *s);
}

int32_t value_field_index(const Struct *s, const char *name) {
    for (uint32_t f = 0; f < s->fields; f++)
        if (s->names[f][0] == name[0] && !strcmp(s->names[f], name))
            return (int32_t)f;
    return -1;
}

/* Room for one more field. */
static bool fields_grow(Interp *in, Struct *s) {
    if (s->fields < s->field_room)
        return true;
    uint32_t room = s->field_room ? 2 * s->field_room : 4;
    char **names = interp_alloc(in, room * sizeof *names);
    Value **at = names ? interp_alloc(in, room * sizeof *at) : NULL;
    if (!at) {
        interp_release(in, names, room * sizeof *names);
        return false;
    }
    if (s->fields) {
        memcpy(names, s->names, s->fields * sizeof *names);
        memcpy(at, s->at, s->fields * sizeof *at);
    }
    interp_release(in, s->names, s->field_room * sizeof *names);
    interp_release(in, s->at, s->field_room * sizeof *at);
    s->names = names;
    s->at = at;
    s->field_room = room;
    return true;
}

bool value_struct_add_field(Interp *in, Struct *s, const char *name, uint32_t *index) {
    int32_t found = value_field_index(s, name);
    if (found >= 0) {
        *index = (uint32_t)found;
        return true;
    }
    TRY(fields_grow(in, s));
    char *copy = text_copy(in, name, strlen(name));
    Value *block = copy ? interp_alloc(in, (size_t)s->room * sizeof(Value)) : NULL;
    if (!block) {
        if (copy)
            name_free(in, copy);
        return false;
    }
    memset(block, 0, (size_t)s->room * sizeof(Value));
    s->names[s->fields] = copy;
    s->at[s->fields] = block;
    *index = s->fields++;
    return true;
}

bool value_own_struct(Interp *in, Value *v, Struct **out) {
    Struct *s = VALUE_STRUCT_OF(*v);
    if (s->head.refs == 1) {
        *out = s;
        return true;
    }
    Value copy;
    TRY(value_struct_shaped(in, &s->shape, &copy));
    Struct *other = VALUE_STRUCT_OF(copy);
    other->class_name = s->class_name;
    for (uint32_t f = 0; f < s->fields; f++) {
        uint32_t index;
        if (!value_struct_add_field(in, other, s->names[f], &index)) {
            value_drop(in, copy);
            return false;
        }
        for (int64_t k = 0; k < s->count; k++)
            other->at[index][k] = value_hold(s->at[f][k]);
    }
    value_drop(in, *v);
    *v = copy;
    *out = other;
    return true;
}

/* --------------------------------------------------------------------------------------- s.name */

static bool fail_dot(Interp *in, Value base) {
    return interp_fail(in, "%s cannot be indexed with .", value_label(base));
}

static bool read_field(Interp *in, Value v, Value *out) {
    if (v.kind == VALUE_NONE)
        return value_empty(in, out);
    *out = value_hold(v);
    return true;
}

static bool fail_no_field(Interp *in, const char *name) {
    return interp_fail_id(in, "Octave:invalid-indexing", "structure has no member '%s'", name);
}

bool value_field(Interp *in, Value base, const char *name, Value *out) {
    if (base.kind == VALUE_MAP)
        return value_map_property(in, VALUE_MAP_OF(base), name, out);
    if (base.kind != VALUE_STRUCT)
        return fail_dot(in, base);
    const Struct *s = VALUE_STRUCT_OF(base);
    int32_t f = value_field_index(s, name);
    if (f < 0)
        return fail_no_field(in, name);
    if (s->count != 1)
        return interp_fail(in, "some elements undefined in argument list");
    return read_field(in, s->at[f][0], out);
}

bool value_field_list(Interp *in, Value base, const char *name, Value **outs, uint32_t *count) {
    const Struct *s = base.kind == VALUE_STRUCT ? VALUE_STRUCT_OF(base) : NULL;
    int64_t n = s ? s->count : 1;
    int32_t f = s ? value_field_index(s, name) : 0;
    if (f < 0)
        return fail_no_field(in, name);
    if (n > INT32_MAX)
        return interp_fail(in, "a list of %lld values is too long", (long long)n);
    Value *list = interp_alloc(in, sizeof(Value) * (size_t)n);
    if (!list)
        return false;
    bool ok = true;
    int64_t k = 0;
    for (; ok && k < n; k++)
        ok = s ? read_field(in, s->at[f][k], &list[k]) : value_field(in, base, name, &list[k]);
    if (!ok) {
        value_drop_all(in, list, (uint32_t)k - 1);
        interp_release(in, list, sizeof(Value) * (size_t)n);
        return false;
    }
    *outs = list;
    *count = (uint32_t)n;
    return true;
}

/* Is it an array without elements, or nothing at all, of which .name makes a struct? */
static bool becomes_struct(Value v) {
    Shape shape = value_shape(v);
    if (v.kind == VALUE_CELL)
        return shape.at[0] == 0 && shape.at[1] == 0;
    return v.kind == VALUE_NONE || (v.kind < VALUE_CELL && value_count(v) == 0);
}

bool value_assign_field(Interp *in, Value *base, const char *name, Value rhs) {
    if (base->kind == VALUE_FUNCTION)
        return interp_fail(in, "can't perform indexed assignment for function handle type");
    if (base->kind == VALUE_MAP && VALUE_MAP_OF(*base)->class_name)
        return value_set_property(in, VALUE_MAP_OF(*base), name, rhs);
    if (base->kind == VALUE_MAP)
        return interp_fail(in, "containers.Map: properties are read-only");
    Value target = *base;
    if (becomes_struct(*base))
        TRY(value_struct_new(in, &target));
    else if (base->kind != VALUE_STRUCT && value_is_scalar(*base))
        return fail_dot(in, *base);
    else if (base->kind != VALUE_STRUCT || VALUE_STRUCT_OF(*base)->count != 1)
        return interp_fail(in, NOT_ONE_PLACE);
    Struct *s;
    uint32_t index = 0;
    bool made = base->kind != VALUE_STRUCT;
    /* A struct may be put into itself. */
    value_hold(rhs);
    bool ok = value_own_struct(in, &target, &s) && value_struct_add_field(in, s, name, &index);
    if (ok) {
        Value old = s->at[index][0];
        s->at[index][0] = value_hold(rhs);
        value_drop(in, old);
    }
    if (made && ok)
        value_drop(in, *base);
    else if (made)
        value_drop(in, target);
    if (!made || ok)
        *base = target;
    value_drop(in, rhs);
    return ok;
}

/* ---------------------------------------------------------------------------------- s(...) = rhs */

/* All blocks get the shape, or none does. */
static bool grow_fields(Interp *in, Struct *s, const Shape *shape) {
    int64_t count, wanted;
    uint64_t bytes;
    TRY(shape_bytes(in, shape, 2 * sizeof(Value), &count, &bytes));
    if (grow_keeps_places(&s->shape, shape) && count <= s->room) {
        for (uint32_t f = 0; f < s->fields; f++)
            for (int64_t k = s->count; k < count; k++)
                s->at[f][k] = value_none();
        return true;
    }
    wanted = s->count ? grow_room(s->count, count) : count;
    Value **blocks = interp_alloc(in, s->field_room * sizeof *blocks);
    uint32_t made = 0;
    while (blocks && made < s->fields) {
        blocks[made] = interp_alloc(in, (size_t)wanted * sizeof(Value));
        if (!blocks[made])
            break;
        made++;
    }
    if (!blocks || made < s->fields) {
        while (made)
            interp_release(in, blocks[--made], (size_t)wanted * sizeof(Value));
        interp_release(in, blocks, s->field_room * sizeof *blocks);
        return false;
    }
    for (uint32_t f = 0; f < s->fields; f++) {
        memset(blocks[f], 0, (size_t)wanted * sizeof(Value));
        grow_copy(sizeof(Value), blocks[f], shape, s->at[f], &s->shape);
        interp_release(in, s->at[f], (size_t)s->room * sizeof(Value));
    }
    interp_release(in, s->at, s->field_room * sizeof *s->at);
    s->at = blocks;
    s->room = wanted;
    return true;
}

bool struct_with_shape(Interp *in, Value *base, const Shape *shape, Struct **out) {
    if (base->kind != VALUE_STRUCT) {
        Value made;
        TRY(value_struct_shaped(in, shape, &made));
        value_drop(in, *base);
        *base = made;
        *out = VALUE_STRUCT_OF(made);
        return true;
    }
    TRY(value_own_struct(in, base, out));
    Struct *s = *out;
    if (shape_same(&s->shape, shape))
        return true;
    TRY(grow_fields(in, s, shape));
    s->shape = *shape;
    s->count = shape_count(shape);
    return true;
}

/* The fields of `to` in `from`; all names of one are those of the other. A block of to->fields. */
static bool match_fields(Interp *in, const Struct *to, const Struct *from, uint32_t **out) {
    bool same = to->fields == from->fields;
    *out = interp_alloc(in, to->fields * sizeof **out);
    if (!*out)
        return false;
    for (uint32_t f = 0; same && f < to->fields; f++) {
        int32_t found = value_field_index(from, to->names[f]);
        same = found >= 0;
        (*out)[f] = (uint32_t)found;
    }
    if (same)
        return true;
    interp_release(in, *out, to->fields * sizeof **out);
    *out = NULL;
    return interp_fail(in, "incompatible fields in struct assignment");
}

static void store_fields(Interp *in, Struct *s, const int64_t *list, int64_t total,
                         const Struct *from, const uint32_t *fields) {
    for (uint32_t f = 0; f < s->fields; f++)
        for (int64_t k = 0; k < total; k++) {
            Value *at = &s->at[f][list[k]], old = *at;
            *at = value_hold(from->at[fields[f]][from->count == 1 ? 0 : k]);
            value_drop(in, old);
        }
}

/* A struct without fields gets those of another. */
static bool take_names(Interp *in, Struct *s, const Struct *from) {
    uint32_t index;
    for (uint32_t f = 0; !s->fields || f < from->fields; f++) {
        if (f >= from->fields)
            break;
        TRY(value_struct_add_field(in, s, from->names[f], &index));
    }
    return true;
}

static bool assign_struct(Interp *in, Value *base, const Subscript *subs, uint32_t n,
                          const Struct *from) {
    Shape shape = value_shape(*base), grown;
    TRY(assigned_shape(in, subs, n, &shape, &from->shape, &grown));
    Places places;
    places_set(&places, subs, n, &grown);
    int64_t *list = NULL;
    uint32_t *fields = NULL;
    Value work = value_hold(*base);
    Struct *s;
    bool fresh = base->kind != VALUE_STRUCT || VALUE_STRUCT_OF(*base)->fields == 0;
    bool ok;
    if (fresh) {
        /* A new one altogether. */
        value_drop(in, work);
        ok = value_struct_shaped(in, &grown, &work) && take_names(in, VALUE_STRUCT_OF(work), from);
    } else {
        value_drop(in, *base);
        ok = true;
    }
    ok = ok && match_fields(in, VALUE_STRUCT_OF(work), from, &fields);
    ok = ok && places_list(in, &places, &list);
    ok = ok && struct_with_shape(in, &work, &grown, &s);
    if (ok)
        store_fields(in, s, list, places.total, from, fields);
    if (list)
        interp_release(in, list, (size_t)places.total * sizeof *list);
    if (fields)
        interp_release(in, fields, VALUE_STRUCT_OF(work)->fields * sizeof *fields);
    if (fresh && ok)
        value_drop(in, *base);
    else if (fresh && work.kind == VALUE_STRUCT)
        value_drop(in, work);
    if (!fresh || ok)
        *base = work;
    return ok;
}

bool assign_to_struct(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n,
                      Value rhs) {
    Subscript read[VALUE_RANK_MAX];
    IndexName who = {.name = name};
    if (rhs.kind != VALUE_STRUCT)
        return interp_fail(in, "invalid structure assignment");
    TRY(subscripts_read(in, &who, subs, n, read));
    value_hold(rhs);
    bool ok = assign_struct(in, base, read, n, VALUE_STRUCT_OF(rhs));
    value_drop(in, rhs);
    subscripts_free(in, read, n);
    return ok;
}
