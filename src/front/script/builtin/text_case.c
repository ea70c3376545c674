/* Letters and kinds of characters. */
#include <ctype.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"

/* ---- upper, lower: the code is 1 for upper */

static int changed(int c, bool up) {
    return up ? (c >= 'a' && c <= 'z' ? c - 32 : c) : (c >= 'A' && c <= 'Z' ? c + 32 : c);
}

static bool change_text(Interp *in, const Array *text, bool up, Value *out) {
    Array *made;
    TRY(value_array_new(in, CLASS_CHAR, false, &text->shape, &made));
    made->quoted = text->quoted;
    for (int64_t k = 0; k < text->count; k++)
        ((char *)made->data)[k] = (char)changed(((const unsigned char *)text->data)[k], up);
    *out = value_of_array(made);
    return value_simplify(in, out);
}

static bool change_case(Interp *in, Value v, bool up, Value *out);

static bool change_cell(Interp *in, const Cell *cell, bool up, Value *out) {
    Value made;
    TRY(value_cell_new(in, &cell->shape, &made));
    bool ok = true;
    in->depth++;
    for (int64_t k = 0; ok && k < cell->count; k++)
        ok = change_case(in, cell->at[k], up, &VALUE_CELL_OF(made)->at[k]);
    in->depth--;
    if (ok)
        *out = made;
    else
        value_drop(in, made);
    return ok;
}

static bool change_case(Interp *in, Value v, bool up, Value *out) {
    if (v.kind == VALUE_CELL && in->depth < 256)
        return change_cell(in, VALUE_CELL_OF(v), up, out);
    if (value_is_char(v)) {
        Text text;
        TRY(chars_open(in, v, &text));
        bool ok = change_text(in, text.array, up, out);
        chars_close(in, &text);
        return ok;
    }
    if (v.kind == VALUE_STRUCT || v.kind == VALUE_FUNCTION || v.kind == VALUE_MAP)
        return interp_fail(in, "%s: not defined for %s", up ? "toupper" : "tolower",
                           v.kind == VALUE_STRUCT
                               ? (value_count(v) == 1 ? "scalar struct" : "struct")
                           : v.kind == VALUE_MAP ? "object"
                                                 : "function handle");
    *out = value_hold(v);
    return true;
}

bool script_upper(Interp *in, BuiltinCall *call) {
    Value out;
    TRY(change_case(in, call->args[0], call->row->code == 1, &out));
    give_value(in, call, 0, out);
    return true;
}

/* ---- isalpha and so on: the code is one of these */

enum {
    KIND_ALNUM,
    KIND_ALPHA,
    KIND_ASCII,
    KIND_CNTRL,
    KIND_DIGIT,
    KIND_GRAPH,
    KIND_LOWER,
    KIND_PRINT,
    KIND_PUNCT,
    KIND_SPACE,
    KIND_UPPER,
    KIND_XDIGIT
};

static bool is_of_kind(int c, int kind) {
    bool digit = c >= '0' && c <= '9', low = c >= 'a' && c <= 'z', up = c >= 'A' && c <= 'Z';
    switch (kind) {
    case KIND_ALNUM: return digit || low || up;
    case KIND_ALPHA: return low || up;
    case KIND_ASCII: return c < 128;
    case KIND_CNTRL: return c < 32 || c == 127;
    case KIND_DIGIT: return digit;
    case KIND_GRAPH: return c > 32 && c < 127;
    case KIND_LOWER: return low;
    case KIND_PRINT: return c >= 32 && c < 127;
    case KIND_PUNCT: return c > 32 && c < 127 && !digit && !low && !up;
    case KIND_SPACE: return c == ' ' || (c >= '\t' && c <= '\r');
    case KIND_UPPER: return up;
    default: return digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }
}

static bool look_at(Interp *in, const char *name, Value v, int kind, Value *out);

static bool look_at_cell(Interp *in, const char *name, const Cell *cell, int kind, Value *out) {
    Value made;
    TRY(value_cell_new(in, &cell->shape, &made));
    bool ok = true;
    in->depth++;
    for (int64_t k = 0; ok && k < cell->count; k++)
        ok = look_at(in, name, cell->at[k], kind, &VALUE_CELL_OF(made)->at[k]);
    in->depth--;
    if (ok)
        *out = made;
    else
        value_drop(in, made);
    return ok;
}

static bool look_at(Interp *in, const char *name, Value v, int kind, Value *out) {
    if (v.kind == VALUE_CELL && in->depth < 256)
        return look_at_cell(in, name, VALUE_CELL_OF(v), kind, out);
    if (v.kind > VALUE_ARRAY)
        return interp_fail(in, "%s: not defined for %s", name,
                           v.kind == VALUE_STRUCT
                               ? (value_count(v) == 1 ? "scalar struct" : "struct")
                           : v.kind == VALUE_FUNCTION ? "function handle"
                                                      : "object");
    Shape shape = value_shape(v);
    uint8_t *to;
    double *x;
    TRY(value_to_doubles(in, v, &x));
    bool ok = logicals_value(in, &shape, out, &to);
    for (int64_t k = 0; ok && k < value_count(v); k++)
        to[k] = x[k] >= 0 && x[k] <= 255 && is_of_kind((int)x[k], kind);
    interp_release(in, x, (size_t)value_count(v) * sizeof *x);
    return ok && value_simplify(in, out);
}

bool script_is_kind(Interp *in, BuiltinCall *call) {
    Value out;
    TRY(look_at(in, call->name, call->args[0], call->row->code, &out));
    give_value(in, call, 0, out);
    return true;
}
