/* struct and what takes structs apart and puts them together. */
#include "front/script/builtin/give.h"

/* ------------------------------------------------------------------------------------- struct() */

/* The shape of the values that are cells with other than one element; false: two do not agree, which is the error. */
static bool shape_of_values(Interp *in, const BuiltinCall *call, Shape *shape) {
    uint32_t first = 0;
    *shape = shape_make(1, 1);
    for (uint32_t k = 1; k < call->argc; k += 2) {
        if (call->args[k].kind != VALUE_CELL || value_count(call->args[k]) == 1)
            continue;
        Shape s = value_shape(call->args[k]);
        if (first && !shape_same(shape, &s))
            return interp_fail(in,
                               "struct: dimensions of parameter %u do not match those of "
                               "parameter %u",
                               first + 1, k + 1);
        if (!first)
            first = k;
        *shape = s;
    }
    return true;
}

/* Field k / 2 of all elements. */
static bool fill_field(Interp *in, const BuiltinCall *call, uint32_t k, Struct *s) {
    char *name;
    size_t len;
    uint32_t index;
    Value v = call->args[k + 1];
    TRY(argument_text(in, call, k, "additional arguments must occur as \"field\", VALUE pairs",
                      &name, &len));
    bool ok = value_struct_add_field(in, s, name, &index);
    release_text(in, name, len);
    TRY(ok);
    for (int64_t e = 0; e < s->count; e++) {
        const Cell *cell = v.kind == VALUE_CELL ? VALUE_CELL_OF(v) : NULL;
        value_drop(in, s->at[index][e]);
        s->at[index][e] = value_hold(cell ? cell->at[cell->count == 1 ? 0 : e] : v);
    }
    return true;
}

bool builtin_struct(Interp *in, BuiltinCall *call) {
    Value out;
    Shape shape;
    if (call->argc == 1 && call->args[0].kind == VALUE_STRUCT)
        return give(call, value_hold(call->args[0]));
    if (call->argc == 1 && value_has_elements(call->args[0]) && value_is_empty(call->args[0])) {
        shape = value_shape(call->args[0]);
        return value_struct_shaped(in, &shape, &out) && give(call, out);
    }
    for (uint32_t k = 0; k < call->argc; k += 2)
        if (call->argc % 2 || !value_is_text(call->args[k]))
            return interp_fail(in,
                               "struct: additional arguments must occur as \"field\", VALUE pairs");
    TRY(shape_of_values(in, call, &shape));
    TRY(value_struct_shaped(in, &shape, &out));
    for (uint32_t k = 0; k < call->argc; k += 2)
        if (!fill_field(in, call, k, VALUE_STRUCT_OF(out))) {
            value_drop(in, out);
            return false;
        }
    return give(call, out);
}

/* --------------------------------------------------------------------------------------- fields */

bool builtin_fieldnames(Interp *in, BuiltinCall *call) {
    static const char *const of_map[] = {"Count", "KeyType", "ValueType"};
    Value out;
    if (call->args[0].kind == VALUE_MAP)
        return cell_of_texts(in, of_map, 3, true, &out) && give(call, out);
    if (call->args[0].kind != VALUE_STRUCT)
        return interp_fail(in, "fieldnames: Invalid input argument");
    const Struct *s = VALUE_STRUCT_OF(call->args[0]);
    return cell_of_texts(in, (const char *const *)s->names, s->fields, true, &out) &&
           give(call, out);
}

bool builtin_numfields(Interp *in, BuiltinCall *call) {
    if (call->args[0].kind != VALUE_STRUCT)
        return interp_fail(in, "numfields: argument must be a struct");
    return give(call, value_double(VALUE_STRUCT_OF(call->args[0])->fields));
}

/* Has the struct a field of the name that v is? */
static bool has_field(Interp *in, Value s, Value v, bool *out) {
    char *name;
    size_t len;
    *out = false;
    if (s.kind != VALUE_STRUCT || !value_is_text(v))
        return true;
    TRY(value_to_text(in, v, "isfield: a name must be text", &name, &len));
    *out = value_field_index(VALUE_STRUCT_OF(s), name) >= 0;
    release_text(in, name, len);
    return true;
}

bool builtin_isfield(Interp *in, BuiltinCall *call) {
    Value names = call->args[1], s = call->args[0];
    bool yes;
    if (names.kind != VALUE_CELL || s.kind != VALUE_STRUCT)
        return has_field(in, s, names, &yes) && give(call, value_logical(yes));
    const Cell *cell = VALUE_CELL_OF(names);
    Array *out;
    TRY(value_array_new(in, CLASS_LOGICAL, false, &cell->shape, &out));
    for (int64_t k = 0; k < cell->count; k++) {
        if (!has_field(in, s, cell->at[k], &yes)) {
            array_drop(in, out);
            return false;
        }
        ((unsigned char *)out->data)[k] = yes;
    }
    Value v = value_of_array(out);
    return value_simplify(in, &v) && give(call, v);
}

/* The struct with the fields of these numbers, in this order. */
static bool with_fields(Interp *in, const Struct *s, const uint32_t *fields, uint32_t n,
                        Value *out) {
    TRY(value_struct_shaped(in, &s->shape, out));
    Struct *other = VALUE_STRUCT_OF(*out);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t index;
        if (!value_struct_add_field(in, other, s->names[fields[k]], &index)) {
            value_clear(in, out);
            return false;
        }
        for (int64_t e = 0; e < s->count; e++)
            other->at[index][e] = value_hold(s->at[fields[k]][e]);
    }
    return true;
}

/* Strikes the field that v names; left: true where a field stays. */
static bool strike(Interp *in, const Struct *s, Value v, bool *left) {
    char *name;
    size_t len;
    TRY(value_to_text(in, v, "rmfield: second argument must be a cellstr or character string",
                      &name, &len));
    int32_t f = value_field_index(s, name);
    if (f < 0 || !left[f])
        interp_fail(in, "rmfield: structure does not contain field %s", name);
    release_text(in, name, len);
    if (f < 0 || !left[f])
        return false;
    left[f] = false;
    return true;
}

bool builtin_rmfield(Interp *in, BuiltinCall *call) {
    Value names = call->args[1], out;
    if (call->args[0].kind != VALUE_STRUCT)
        return interp_fail(in, "rmfield: first argument must be a struct");
    const Struct *s = VALUE_STRUCT_OF(call->args[0]);
    size_t bytes = s->fields * (sizeof(uint32_t) + sizeof(bool));
    uint32_t *fields = interp_alloc(in, bytes), n = 0;
    if (!fields)
        return false;
    bool *left = (bool *)(fields + s->fields), ok = true;
    memset(left, 1, s->fields);
    if (names.kind == VALUE_CELL)
        for (int64_t k = 0; ok && k < VALUE_CELL_OF(names)->count; k++)
            ok = strike(in, s, VALUE_CELL_OF(names)->at[k], left);
    else
        ok = strike(in, s, names, left);
    for (uint32_t f = 0; f < s->fields; f++)
        if (left[f])
            fields[n++] = f;
    ok = ok && with_fields(in, s, fields, n, &out);
    interp_release(in, fields, bytes);
    return ok && give(call, out);
}

/* -------------------------------------------------------------------------------- orderfields */

/* The order of the fields: alphabetical, of another struct, of names, of numbers. */
static bool order_by_name(const Struct *s, uint32_t *order) {
    for (uint32_t k = 0; k < s->fields; k++) {
        uint32_t at = k;
        while (at > 0 && strcmp(s->names[order[at - 1]], s->names[k]) > 0) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = k;
    }
    return true;
}

static bool fail_order(Interp *in) {
    return interp_fail(in, "orderfields: FIELDS must match the fields of S1");
}

static bool order_like(Interp *in, const Struct *s, Value like, uint32_t *order) {
    double *numbers;
    if (value_count(like) != s->fields && like.kind != VALUE_STRUCT)
        return fail_order(in);
    if (like.kind == VALUE_STRUCT) {
        const Struct *other = VALUE_STRUCT_OF(like);
        for (uint32_t k = 0; k < s->fields; k++) {
            int32_t f = k < other->fields ? value_field_index(s, other->names[k]) : -1;
            if (f < 0 || other->fields != s->fields)
                return fail_order(in);
            order[k] = (uint32_t)f;
        }
        return true;
    }
    if (like.kind == VALUE_CELL) {
        for (uint32_t k = 0; k < s->fields; k++) {
            char *name;
            size_t len;
            TRY(value_to_text(in, VALUE_CELL_OF(like)->at[k],
                              "orderfields: second argument must be a struct, cellstr, or "
                              "permutation vector",
                              &name, &len));
            int32_t f = value_field_index(s, name);
            release_text(in, name, len);
            if (f < 0)
                return fail_order(in);
            order[k] = (uint32_t)f;
        }
        return true;
    }
    TRY(value_to_doubles(in, like, &numbers));
    bool ok = true;
    for (uint32_t k = 0; k < s->fields; k++) {
        ok = ok && numbers[k] >= 1 && numbers[k] <= s->fields;
        order[k] = ok ? (uint32_t)numbers[k] - 1 : 0;
    }
    interp_release(in, numbers, s->fields * sizeof *numbers);
    return ok || interp_fail(in, "orderfields: invalid permutation vector P");
}

bool builtin_orderfields(Interp *in, BuiltinCall *call) {
    Value out, p;
    if (call->args[0].kind != VALUE_STRUCT)
        return interp_fail(in, "orderfields: argument must be a struct");
    const Struct *s = VALUE_STRUCT_OF(call->args[0]);
    size_t bytes = s->fields * sizeof(uint32_t);
    uint32_t *order = interp_alloc(in, bytes);
    if (!order)
        return false;
    bool ok = call->argc > 1 ? order_like(in, s, call->args[1], order) : order_by_name(s, order);
    ok = ok && with_fields(in, s, order, s->fields, &out);
    if (ok) {
        give(call, out);
        Array *places;
        Shape shape = shape_make(s->fields, 1);
        ok = array_new_raw(in, CLASS_DOUBLE, false, &shape, 0, &places);
        for (uint32_t k = 0; ok && k < s->fields; k++)
            ((double *)places->data)[k] = order[k] + 1.0;
        if (ok) {
            p = value_of_array(places);
            ok = value_simplify(in, &p) && (call->nout > 1 ? give(call, p) : true);
            if (call->nout < 2)
                value_drop(in, p);
        }
    }
    interp_release(in, order, bytes);
    return ok;
}

/* ------------------------------------------------------------------------ structs and cells */

/* fields x shape of the struct */
bool builtin_struct2cell(Interp *in, BuiltinCall *call) {
    Value out;
    if (call->args[0].kind != VALUE_STRUCT)
        return interp_fail(in, "struct2cell: argument must be a struct");
    const Struct *s = VALUE_STRUCT_OF(call->args[0]);
    if (s->shape.rank == VALUE_RANK_MAX)
        return interp_fail(in, "struct2cell: too many dimensions");
    Shape shape = {.rank = s->shape.rank + 1, .at = {s->fields}};
    memcpy(shape.at + 1, s->shape.at, s->shape.rank * sizeof *shape.at);
    /* n x 1 structs give a matrix. */
    if (s->shape.rank == 2 && s->shape.at[1] == 1)
        shape.rank = 2;
    TRY(value_cell_new(in, &shape, &out));
    Cell *cell = VALUE_CELL_OF(out);
    for (int64_t e = 0; e < s->count; e++)
        for (uint32_t f = 0; f < s->fields; f++)
            cell->at[e * s->fields + f] = value_hold(s->at[f][e]);
    return give(call, out);
}

/* Names of fields from a cell of texts, a text, or rows of text: *names is a cell of texts. */
static bool names_of(Interp *in, Value v, Value *names) {
    *names = value_none();
    bool ok = v.kind == VALUE_CELL;
    for (int64_t k = 0; ok && k < VALUE_CELL_OF(v)->count; k++)
        ok = value_is_text(VALUE_CELL_OF(v)->at[k]);
    if (ok) {
        *names = value_hold(v);
        return true;
    }
    if (!value_is_text(v))
        return interp_fail(
            in, "cell2struct: FIELDS must be a cell array of strings or a scalar string");
    Shape one = shape_make(1, 1);
    TRY(value_cell_new(in, &one, names));
    VALUE_CELL_OF(*names)->at[0] = value_hold(v);
    return true;
}

/* Element (f, e) of a cell whose axis `axis` counts fields. */
static int64_t place_along(const Walk *walk, int64_t f, int64_t e) {
    return e % walk->inner + walk->inner * (f + walk->n * (e / walk->inner));
}

static bool fill_struct(Interp *in, const Cell *cell, const Cell *names, uint32_t axis, Value out) {
    Struct *s = VALUE_STRUCT_OF(out);
    Walk walk = walk_along(&cell->shape, axis);
    for (int64_t f = 0; f < names->count; f++) {
        char *name;
        size_t len;
        uint32_t index;
        TRY(value_to_text(in, names->at[f], "cell2struct: FIELDS must be text", &name, &len));
        bool ok = value_struct_add_field(in, s, name, &index);
        release_text(in, name, len);
        TRY(ok);
        for (int64_t e = 0; e < s->count; e++) {
            value_drop(in, s->at[index][e]);
            s->at[index][e] = value_hold(cell->at[place_along(&walk, f, e)]);
        }
    }
    return true;
}

bool builtin_cell2struct(Interp *in, BuiltinCall *call) {
    Value names, out;
    uint32_t axis = 0;
    if (call->args[0].kind != VALUE_CELL)
        return interp_fail(in, "cell2struct: argument CELL must be of type cell array");
    const Cell *cell = VALUE_CELL_OF(call->args[0]);
    if (call->argc > 2)
        TRY(argument_axis(in, "cell2struct", call->args[2], &axis));
    if (axis >= cell->shape.rank)
        return interp_fail(in, "cell2struct: DIM must be a valid dimension");
    TRY(names_of(in, call->args[1], &names));
    bool ok = value_count(names) == cell->shape.at[axis] ||
              interp_fail(in, "cell2struct: number of FIELDS does not match dimension");
    if (ok) {
        /* The other axes are those of the struct; a vector is a column. */
        Shape shape = {.rank = 0};
        for (uint32_t d = 0; d < cell->shape.rank; d++)
            if (d != axis)
                shape.at[shape.rank++] = cell->shape.at[d];
        if (shape.rank == 1)
            shape.at[shape.rank++] = 1;
        shape_trim(&shape);
        ok = value_struct_shaped(in, &shape, &out);
    }
    if (ok && !fill_struct(in, cell, VALUE_CELL_OF(names), axis, out)) {
        value_drop(in, out);
        ok = false;
    }
    value_drop(in, names);
    return ok && give(call, out);
}
