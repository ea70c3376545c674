/* What a value is, without a look at its elements. */
#include "front/script/value/objects.h"

Shape value_shape(Value v) {
    switch ((ValueKind)v.kind) {
    case VALUE_RANGE: return shape_make(1, VALUE_RANGE_OF(v)->count);
    case VALUE_ARRAY: return VALUE_ARRAY_OF(v)->shape;
    case VALUE_CELL: return VALUE_CELL_OF(v)->shape;
    case VALUE_STRUCT: return VALUE_STRUCT_OF(v)->shape;
    case VALUE_MAP: return shape_make(VALUE_MAP_OF(v)->count, 1);
    case VALUE_NONE: return shape_make(0, 0);
    default: return shape_make(1, 1);
    }
}

int64_t value_count(Value v) {
    switch ((ValueKind)v.kind) {
    case VALUE_RANGE: return VALUE_RANGE_OF(v)->count;
    case VALUE_ARRAY: return VALUE_ARRAY_OF(v)->count;
    case VALUE_CELL: return VALUE_CELL_OF(v)->count;
    case VALUE_STRUCT: return VALUE_STRUCT_OF(v)->count;
    case VALUE_MAP: return VALUE_MAP_OF(v)->count;
    case VALUE_NONE: return 0;
    default: return 1;
    }
}

ValueClass value_class(Value v) {
    switch ((ValueKind)v.kind) {
    case VALUE_NUMBER: return (ValueClass)v.class_;
    case VALUE_RANGE: return CLASS_DOUBLE;
    case VALUE_ARRAY: return (ValueClass)VALUE_ARRAY_OF(v)->class_;
    default: return CLASS_COUNT;
    }
}

const char *value_class_name(Value v) {
    switch ((ValueKind)v.kind) {
    case VALUE_NONE: /* an element of a cell that was not set reads as [] */ return "double";
    case VALUE_COLON: return "magic-colon";
    case VALUE_CELL: return "cell";
    case VALUE_STRUCT:
        return VALUE_STRUCT_OF(v)->class_name ? VALUE_STRUCT_OF(v)->class_name : "struct";
    case VALUE_FUNCTION: return "function_handle";
    case VALUE_MAP:
        return VALUE_MAP_OF(v)->class_name ? VALUE_MAP_OF(v)->class_name : "containers.Map";
    default: return class_name(value_class(v));
    }
}

bool value_is_complex(Value v) {
    return v.kind == VALUE_ARRAY && VALUE_ARRAY_OF(v)->complex;
}

bool value_is_numeric(Value v) {
    return value_class(v) < CLASS_LOGICAL;
}

bool value_is_char(Value v) {
    return value_class(v) == CLASS_CHAR;
}

bool value_is_text(Value v) {
    Shape shape = value_shape(v);
    return value_is_char(v) && shape.rank == 2 && (shape.at[0] == 1 || value_count(v) == 0);
}

bool value_is_quoted(Value v) {
    return v.kind == VALUE_NUMBER ? v.quoted : v.kind == VALUE_ARRAY && VALUE_ARRAY_OF(v)->quoted;
}

bool value_is_scalar(Value v) {
    Shape shape = value_shape(v);
    return shape.rank == 2 && shape.at[0] == 1 && shape.at[1] == 1;
}

bool value_is_empty(Value v) {
    return value_count(v) == 0;
}
