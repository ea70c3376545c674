/* Steps of frit's on values. */
#include "front/script/builtin/arrays.h"
#include "front/script/value/operators.h"
#include "front/script/value/recorded.h"

enum { MOST_INPUTS = 8 };

bool count_is_big(Interp *in, int64_t count) {
    return in->context && count >= RECORD_FROM;
}

bool value_waits(Interp *in, Value v) {
    return in->context && is_recorded_size(v);
}

/* Numbers are run-time values of rank 0: another one finds the same plan. */
static bool input_of(Interp *in, Value v, frit_array **out) {
    if (v.kind == VALUE_NUMBER && class_is_float((ValueClass)v.class_))
        return record_number(in, class_dtype((ValueClass)v.class_, false), v.as.number, out);
    return value_to_frit(in, v, out);
}

bool record(Interp *in, const char *op, const Value *args, uint32_t n, const char *attrs,
            ValueClass class_, Value *out) {
    frit_array *inputs[MOST_INPUTS] = {NULL}, *result = NULL;
    bool ok = n <= MOST_INPUTS;
    for (uint32_t k = 0; ok && k < n; k++)
        ok = input_of(in, args[k], &inputs[k]);
    if (ok) {
        ok = frit_apply(in->context, op, inputs, n, attrs, &result, &in->raw) == FRIT_OK ||
             interp_fail_raw(in);
    }
    for (uint32_t k = 0; k < n && k < MOST_INPUTS; k++)
        if (inputs[k])
            frit_array_free(inputs[k]);
    return ok && value_from_frit(in, result, class_, out);
}

bool record_on(Interp *in, const char *op, Value *v, const char *attrs, ValueClass class_) {
    Value result;
    TRY(record(in, op, v, 1, attrs, class_, &result));
    value_drop(in, *v);
    *v = result;
    return true;
}

bool record_with(Interp *in, const char *op, Value *v, double x) {
    ValueClass class_ = value_class(*v);
    Value both[2] = {*v, value_number(class_, x)}, result;
    TRY(record(in, op, both, 2, NULL, class_, &result));
    value_drop(in, *v);
    *v = result;
    return true;
}
