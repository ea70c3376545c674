/* What kind of value is it? */
#include "front/script/builtin/types.h"

#include <math.h>

#include "front/script/builtin/give.h"

bool builtin_class(Interp *in, BuiltinCall *call) {
    if (call->argc > 1)
        return interp_fail(in, "class: ID (class name) must be a string");
    const char *name = value_class_name(call->args[0]);
    return give_text(in, call, name, strlen(name));
}

/* ------------------------------------------------------------------------------------- is...() */

static bool is_vector(Value v) {
    Shape s = value_shape(v);
    return s.rank == 2 && (s.at[0] == 1 || s.at[1] == 1);
}

static bool is_real(Value v) {
    return value_has_elements(v) && !value_is_complex(v);
}

static bool is_cellstr(Value v) {
    if (v.kind != VALUE_CELL)
        return false;
    const Cell *cell = VALUE_CELL_OF(v);
    for (int64_t k = 0; k < cell->count; k++)
        if (!value_is_char(cell->at[k]))
            return false;
    return true;
}

static bool is_shape(Value v, TypeQuestion question) {
    Shape s = value_shape(v);
    switch (question) {
    case TYPE_SCALAR: return value_count(v) == 1;
    case TYPE_VECTOR: return is_vector(v);
    case TYPE_ROW: return s.rank == 2 && s.at[0] == 1;
    case TYPE_COLUMN: return s.rank == 2 && s.at[1] == 1;
    case TYPE_MATRIX: return s.rank == 2;
    case TYPE_SQUARE: return s.rank == 2 && s.at[0] == s.at[1];
    default: return value_count(v) == 0;
    }
}

static bool is_type(Value v, TypeQuestion question) {
    ValueClass class_ = value_class(v);
    bool quoted = value_is_quoted(v);
    switch (question) {
    case TYPE_NUMERIC: return value_is_numeric(v);
    case TYPE_REAL: return is_real(v);
    case TYPE_COMPLEX: return value_is_complex(v);
    case TYPE_CHAR: return class_ == CLASS_CHAR;
    case TYPE_CELLSTR: return is_cellstr(v);
    case TYPE_LOGICAL: return class_ == CLASS_LOGICAL;
    case TYPE_FLOAT: return class_ != CLASS_COUNT && class_is_float(class_);
    case TYPE_INTEGER: return class_ != CLASS_COUNT && class_is_integer(class_);
    case TYPE_FUNCTION: return v.kind == VALUE_FUNCTION;
    case TYPE_STRUCT: return v.kind == VALUE_STRUCT;
    case TYPE_CELL: return v.kind == VALUE_CELL;
    case TYPE_OBJECT: return v.kind == VALUE_MAP;
    case TYPE_SINGLE_QUOTED: return class_ == CLASS_CHAR && !quoted;
    case TYPE_DOUBLE_QUOTED: return class_ == CLASS_CHAR && quoted;
    case TYPE_NEVER: return false;
    default: return is_shape(v, question);
    }
}

bool builtin_is_type(Interp *in, BuiltinCall *call) {
    (void)in;
    return give(call, value_logical(is_type(call->args[0], (TypeQuestion)call->row->code)));
}

/* Is it of the class, or of the group of classes? */
static bool is_of(Value v, const char *name) {
    if (!strcmp(name, "numeric"))
        return value_is_numeric(v);
    if (!strcmp(name, "float"))
        return is_type(v, TYPE_FLOAT);
    if (!strcmp(name, "integer"))
        return is_type(v, TYPE_INTEGER);
    if (!strcmp(name, "handle") && v.kind == VALUE_MAP)
        return true;
    return !strcmp(name, value_class_name(v));
}

bool builtin_isa(Interp *in, BuiltinCall *call) {
    Value names = call->args[1];
    char *name;
    size_t len;
    if (names.kind != VALUE_CELL) {
        TRY(argument_text(in, call, 1, "CLASSNAME must be a string or cell array of strings", &name,
                          &len));
        bool yes = is_of(call->args[0], name);
        release_text(in, name, len);
        return give(call, value_logical(yes));
    }
    const Cell *cell = VALUE_CELL_OF(names);
    Array *out;
    TRY(value_array_new(in, CLASS_LOGICAL, false, &cell->shape, &out));
    for (int64_t k = 0; k < cell->count; k++) {
        if (!value_to_text(in, cell->at[k],
                           "isa: CLASSNAME must be a string or cell array of strings", &name,
                           &len)) {
            array_drop(in, out);
            return false;
        }
        ((unsigned char *)out->data)[k] = is_of(call->args[0], name);
        release_text(in, name, len);
    }
    Value v = value_of_array(out);
    if (!value_simplify(in, &v)) {
        value_drop(in, v);
        return false;
    }
    return give(call, v);
}

/* isindex(x, n): could x be a subscript (of n elements)? */
bool builtin_isindex(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    double most = (double)INT64_MAX, *x;
    if (call->argc > 1)
        TRY(value_to_double(in, call->args[1], "isindex", &most));
    if (!value_has_elements(v) || value_is_complex(v) || value_is_char(v))
        return give(call, value_logical(false));
    int64_t count = value_count(v);
    bool yes = true;
    TRY(value_to_doubles(in, v, &x));
    if (value_class(v) == CLASS_LOGICAL)
        yes = (double)count <= most;
    else
        for (int64_t k = 0; k < count && yes; k++)
            yes = x[k] >= 1 && x[k] <= most && x[k] == floor(x[k]);
    interp_release(in, x, (size_t)count * sizeof *x);
    return give(call, value_logical(yes));
}

/* Bytes of the elements; of cells and structs those of what is in them. */
static int64_t size_of(Value v, uint32_t depth) {
    int64_t bytes = 0;
    if (depth > 100)
        return 0;
    switch ((ValueKind)v.kind) {
    case VALUE_RANGE: return 24;
    case VALUE_NUMBER: return (int64_t)class_size((ValueClass)v.class_);
    case VALUE_ARRAY: return VALUE_ARRAY_OF(v)->count * (int64_t)array_item(VALUE_ARRAY_OF(v));
    case VALUE_CELL:
        for (int64_t k = 0; k < VALUE_CELL_OF(v)->count; k++)
            bytes += size_of(VALUE_CELL_OF(v)->at[k], depth + 1);
        return bytes;
    case VALUE_STRUCT:
        for (uint32_t f = 0; f < VALUE_STRUCT_OF(v)->fields; f++)
            for (int64_t k = 0; k < VALUE_STRUCT_OF(v)->count; k++)
                bytes += size_of(VALUE_STRUCT_OF(v)->at[f][k], depth + 1);
        return bytes;
    default: return 0;
    }
}

int64_t value_bytes(Value v) {
    return size_of(v, 0);
}

bool builtin_sizeof(Interp *in, BuiltinCall *call) {
    (void)in;
    return give(call, value_double((double)value_bytes(call->args[0])));
}

/* ------------------------------------------------------------------------------------- isequal */

bool builtin_isequal(Interp *in, BuiltinCall *call) {
    bool equal = true;
    for (uint32_t k = 1; equal && k < call->argc; k++)
        TRY(call->row->code ? value_is_equal_nan(in, call->args[0], call->args[k], &equal)
                            : value_is_equal(in, call->args[0], call->args[k], &equal));
    return give(call, value_logical(equal));
}
