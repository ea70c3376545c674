/* What messages about operators call a value. Text and truth values are numbers there. */
#include "front/script/value/objects.h"

static const char *const scalar_names[CLASS_COUNT] = {
    "scalar",        "float scalar",  "int8 scalar",  "int16 scalar",
    "int32 scalar",  "int64 scalar",  "uint8 scalar", "uint16 scalar",
    "uint32 scalar", "uint64 scalar", "scalar",       "scalar"};
static const char *const matrix_names[CLASS_COUNT] = {
    "matrix",        "float matrix",  "int8 matrix",  "int16 matrix",
    "int32 matrix",  "int64 matrix",  "uint8 matrix", "uint16 matrix",
    "uint32 matrix", "uint64 matrix", "matrix",       "matrix"};

const char *value_type_name(Value v) {
    switch ((ValueKind)v.kind) {
    case VALUE_NONE: return "matrix";
    case VALUE_COLON: return "magic-colon";
    case VALUE_CELL: return "cell";
    case VALUE_STRUCT: return value_is_scalar(v) ? "scalar struct" : "struct";
    case VALUE_FUNCTION: return "function handle";
    case VALUE_MAP: return "object";
    default: break;
    }
    bool scalar = value_is_scalar(v);
    if (!value_is_complex(v))
        return (scalar ? scalar_names : matrix_names)[value_class(v)];
    if (value_class(v) == CLASS_SINGLE)
        return scalar ? "float complex scalar" : "float complex matrix";
    return scalar ? "complex scalar" : "complex matrix";
}
