/* Arrays side by side as one recorded step: where a part is not in memory yet. */
#include "front/script/value/concat.h"
#include "front/script/value/recorded.h"

enum { PARTS_MOST = 16 };

static bool can_be_recorded(Interp *in, const Value *values, uint32_t n, const Shape *shape) {
    bool lazy = false;
    for (uint32_t k = 0; k < n; k++) {
        Shape x = value_shape(values[k]);
        if (value_is_empty(values[k]) || value_is_complex(values[k]) || x.rank != shape->rank)
            return false;
        lazy = lazy || (values[k].kind == VALUE_ARRAY && !VALUE_ARRAY_OF(values[k])->data);
    }
    return lazy && in->context && n > 1 && n <= PARTS_MOST;
}

bool recorded_concat(Interp *in, uint32_t axis, const Value *values, uint32_t n, ValueClass class_,
                     const Shape *shape, bool *done, Value *out) {
    frit_array *parts[PARTS_MOST], *made = NULL;
    uint32_t count = 0;
    bool ok = true;
    char attrs[24];
    *done = false;
    if (axis >= shape->rank || !can_be_recorded(in, values, n, shape))
        return true;
    for (; ok && count < n; count++) {
        Value cast;
        ok = value_cast(in, values[count], class_, &cast);
        if (!ok)
            break;
        ok = value_to_frit(in, cast, &parts[count]);
        value_drop(in, cast);
        if (!ok)
            break;
    }
    snprintf(attrs, sizeof attrs, "axis=%u", shape->rank - 1 - axis);
    ok = ok && record_op(in, "concat", parts, n, attrs, &made);
    for (uint32_t k = 0; k < count; k++)
        record_drop(parts[k]);
    *done = ok;
    return ok && value_from_frit(in, made, class_, out);
}
