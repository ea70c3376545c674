#include "front/script/value/label.h"

#include "front/script/value/objects.h"

const char *value_label(Value v) {
    if (v.kind == VALUE_RANGE)
        return "double_range";
    if (v.kind == VALUE_NUMBER || v.kind == VALUE_ARRAY) {
        if (value_is_char(v))
            return value_is_quoted(v) ? "string" : "sq_string";
        if (value_class(v) == CLASS_LOGICAL)
            return value_count(v) == 1 ? "bool" : "bool matrix";
    }
    return value_type_name(v);
}
