/* Blanks at the ends of text. */
#include <math.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"

typedef struct Trim {
    bool front;
} Trim;

/* '\0' is a blank for deblank alone. */
static bool blank_column(const Trim *t, const Array *text, int64_t column) {
    int64_t rows = text->shape.at[0];
    for (int64_t i = 0; i < rows; i++) {
        char c = ((const char *)text->data)[i + column * rows];
        if (!is_blank(c) || (c == '\0' && t->front))
            return false;
    }
    return true;
}

/* Columns that are blank in every row are dropped at the end, and at the front for strtrim. */
static bool trim(Interp *in, Array *text, const void *user, Value *out) {
    const Trim *t = user;
    int64_t rows = text->shape.at[0], first = 0, last = text->shape.at[1];
    if (text->shape.rank > 2)
        return interp_fail(in, "strtrim: S argument must be a string or cellstring");
    while (last > 0 && blank_column(t, text, last - 1))
        last--;
    while (t->front && first < last && blank_column(t, text, first))
        first++;
    if (last == first)
        return value_text(in, "", 0, false, out);
    Shape shape = shape_make(rows, last - first);
    Array *made;
    TRY(value_array_new(in, CLASS_CHAR, false, &shape, &made));
    memcpy(made->data, (const char *)text->data + first * rows, (size_t)made->count);
    made->quoted = text->quoted;
    *out = value_of_array(made);
    return value_simplify(in, out);
}

bool script_strtrim(Interp *in, BuiltinCall *call) {
    Trim t = {.front = true};
    Value out;
    TRY(chars_map(in, call->args[0], trim, &t, "strtrim: S argument must be a string or cellstring",
                  &out));
    give_value(in, call, 0, out);
    return true;
}

/* Empty arrays are left as they are. */
static bool deblank(Interp *in, Value v, Value *out) {
    static const char error[] = "deblank: S argument must be a string or cellstring";
    Trim t = {.front = false};
    if (v.kind == VALUE_NONE)
        return value_empty(in, out);
    if (v.kind != VALUE_CELL && value_is_empty(v) && !value_is_char(v)) {
        *out = value_hold(v);
        return true;
    }
    if (v.kind != VALUE_CELL || in->depth >= 256)
        return chars_map(in, v, trim, &t, error, out);
    const Cell *cell = VALUE_CELL_OF(v);
    Value made;
    TRY(value_cell_new(in, &cell->shape, &made));
    bool ok = true;
    in->depth++;
    for (int64_t k = 0; ok && k < cell->count; k++)
        ok = deblank(in, cell->at[k], &VALUE_CELL_OF(made)->at[k]);
    in->depth--;
    if (ok)
        *out = made;
    else
        value_drop(in, made);
    return ok;
}

bool script_deblank(Interp *in, BuiltinCall *call) {
    Value out;
    TRY(deblank(in, call->args[0], &out));
    give_value(in, call, 0, out);
    return true;
}

bool script_blanks(Interp *in, BuiltinCall *call) {
    double n = -1;
    if (value_is_scalar(call->args[0]) && call->args[0].kind <= VALUE_ARRAY)
        TRY(value_to_double(in, call->args[0], "blanks", &n));
    if (!(n >= 0) || n != nearbyint(n) || n > 1e15)
        return interp_fail(in, "blanks: N must be a non-negative integer");
    Shape shape = n > 0 ? shape_make(1, (int64_t)n) : shape_make(0, 0);
    Array *made;
    TRY(value_array_new(in, CLASS_CHAR, false, &shape, &made));
    memset(made->data, ' ', (size_t)made->count);
    Value out = value_of_array(made);
    TRY(value_simplify(in, &out));
    give_value(in, call, 0, out);
    return true;
}
