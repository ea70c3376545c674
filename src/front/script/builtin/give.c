#include "front/script/builtin/give.h"

bool give_text(Interp *in, BuiltinCall *call, const char *text, size_t len) {
    Value v;
    TRY(value_text(in, text, len, false, &v));
    return give(call, v);
}

bool argument_text(Interp *in, const BuiltinCall *call, uint32_t k, const char *what, char **text,
                   size_t *len) {
    if (k >= call->argc || !value_is_text(call->args[k]))
        return interp_fail(in, "%s: %s", call->name, what);
    return value_to_text(in, call->args[k], what, text, len);
}

bool set_field(Interp *in, Value *s, const char *name, Value v) {
    bool ok = value_assign_field(in, s, name, v);
    value_drop(in, v);
    return ok;
}

bool set_text_field(Interp *in, Value *s, const char *name, const char *text) {
    Value v;
    TRY(value_text(in, text, strlen(text), false, &v));
    return set_field(in, s, name, v);
}

bool hold_element(Interp *in, Value v, Value *out) {
    if (v.kind == VALUE_NONE)
        return value_empty(in, out);
    *out = value_hold(v);
    return true;
}

bool cell_of_texts(Interp *in, const char *const *texts, uint32_t count, bool column, Value *out) {
    Shape shape = column ? shape_make(count, 1) : shape_make(1, count);
    TRY(value_cell_new(in, &shape, out));
    Cell *cell = VALUE_CELL_OF(*out);
    for (uint32_t k = 0; k < count; k++)
        if (!value_text(in, texts[k], strlen(texts[k]), false, &cell->at[k])) {
            cell->at[k] = value_none();
            value_clear(in, out);
            return false;
        }
    return true;
}

bool fail_call(Interp *in, const BuiltinCall *call) {
    return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to %s", call->name);
}
