#include "front/script/builtin/texts.h"

#include <ctype.h>

enum { MAX_CELL_DEPTH = 256 };

bool chars_open(Interp *in, Value v, Text *out) {
    *out = (Text){0};
    TRY(value_to_array(in, v, &out->array));
    out->at = out->array->data ? out->array->data : "";
    out->len = (size_t)out->array->count;
    return true;
}

void chars_close(Interp *in, Text *text) {
    if (text->array)
        value_drop(in, value_of_array(text->array));
    text->array = NULL;
}

bool chars_take(Interp *in, Value v, const char *error, Text *out) {
    *out = (Text){0};
    if (!value_is_char(v))
        return interp_fail(in, "%s", error);
    return chars_open(in, v, out);
}

bool is_cell_of_texts(Value v) {
    if (v.kind != VALUE_CELL)
        return false;
    const Cell *cell = VALUE_CELL_OF(v);
    for (int64_t k = 0; k < cell->count; k++)
        if (!value_is_char(cell->at[k]))
            return false;
    return true;
}

bool same_word(const Text *text, const char *word) {
    if (strlen(word) != text->len)
        return false;
    for (size_t k = 0; k < text->len; k++)
        if (tolower((unsigned char)text->at[k]) != tolower((unsigned char)word[k]))
            return false;
    return true;
}

bool chars_are_word(Interp *in, Value v, const char *word) {
    Text text;
    if (!value_is_char(v) || !chars_open(in, v, &text))
        return false;
    bool same = same_word(&text, word);
    chars_close(in, &text);
    return same;
}

/* ---- outputs */

bool is_wanted(const BuiltinCall *call, uint32_t k) {
    return k == 0 || k < call->nout;
}

void give_value(Interp *in, BuiltinCall *call, uint32_t k, Value v) {
    if (!is_wanted(call, k)) {
        value_drop(in, v);
        return;
    }
    call->outs[k] = v;
    if (call->outc < k + 1)
        call->outc = k + 1;
}

bool give_chars(Interp *in, BuiltinCall *call, uint32_t k, const char *text, size_t len) {
    Value v;
    TRY(value_text(in, text, len, false, &v));
    give_value(in, call, k, v);
    return true;
}

bool give_str(Interp *in, BuiltinCall *call, uint32_t k, Str *text) {
    bool ok = str_ok(text) ? give_chars(in, call, k, text->data ? text->data : "", text->len)
                           : interp_fail_raw(in);
    str_free(text);
    return ok;
}

bool doubles_value(Interp *in, const double *x, int64_t rows, int64_t columns, Value *out) {
    Shape shape = shape_make(rows, columns);
    Array *array;
    TRY(value_array_new(in, CLASS_DOUBLE, false, &shape, &array));
    if (array->count)
        memcpy(array->data, x, (size_t)array->count * sizeof *x);
    *out = value_of_array(array);
    return value_simplify(in, out);
}

bool give_doubles(Interp *in, BuiltinCall *call, uint32_t k, const double *x, int64_t rows,
                  int64_t columns) {
    Value v;
    TRY(doubles_value(in, x, rows, columns, &v));
    give_value(in, call, k, v);
    return true;
}

bool logicals_value(Interp *in, const Shape *shape, Value *out, uint8_t **bytes) {
    Array *array;
    TRY(value_array_new(in, CLASS_LOGICAL, false, shape, &array));
    *bytes = array->data;
    *out = value_of_array(array);
    return true;
}

bool rows_value(Interp *in, const TextRow *rows, int64_t count, Value *out) {
    size_t most = 0;
    for (int64_t k = 0; k < count; k++)
        if (rows[k].len > most)
            most = rows[k].len;
    if (count == 0)
        return value_text(in, "", 0, false, out);
    Shape shape = shape_make(count, (int64_t)most);
    Array *array;
    TRY(value_array_new(in, CLASS_CHAR, false, &shape, &array));
    char *to = array->data;
    for (int64_t k = 0; k < count; k++)
        for (size_t j = 0; j < most; j++)
            to[k + (int64_t)j * count] = j < rows[k].len ? rows[k].at[j] : ' ';
    *out = value_of_array(array);
    return value_simplify(in, out);
}

/* ---- cells */

static bool map_cell(Interp *in, const Cell *cell, TextFn *fn, const void *user, const char *error,
                     Value *out) {
    Value made;
    TRY(value_cell_new(in, &cell->shape, &made));
    bool ok = true;
    for (int64_t k = 0; ok && k < cell->count; k++)
        ok = chars_map(in, cell->at[k], fn, user, error, &VALUE_CELL_OF(made)->at[k]);
    if (ok)
        *out = made;
    else
        value_drop(in, made);
    return ok;
}

bool chars_map(Interp *in, Value v, TextFn *fn, const void *user, const char *error, Value *out) {
    if (v.kind == VALUE_CELL) {
        if (in->depth >= MAX_CELL_DEPTH)
            return interp_fail(in, "%s", error);
        in->depth++;
        bool ok = map_cell(in, VALUE_CELL_OF(v), fn, user, error, out);
        in->depth--;
        return ok;
    }
    Text text;
    TRY(chars_take(in, v, error, &text));
    bool ok = fn(in, text.array, user, out);
    chars_close(in, &text);
    return ok;
}

bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

/* ---- lists */

bool doubles_push(Interp *in, Doubles *list, double x) {
    if (list->count == list->room) {
        int64_t room = list->room ? list->room * 2 : 16;
        double *at =
            interp_resize(in, list->at, (size_t)list->room * sizeof *at, (size_t)room * sizeof *at);
        TRY(at);
        list->at = at;
        list->room = room;
    }
    list->at[list->count++] = x;
    return true;
}

void doubles_free(Interp *in, Doubles *list) {
    interp_release(in, list->at, (size_t)list->room * sizeof *list->at);
    *list = (Doubles){0};
}

bool values_push(Interp *in, Values *list, Value v) {
    if (list->count == list->room) {
        int64_t room = list->room ? list->room * 2 : 8;
        Value *at =
            interp_resize(in, list->at, (size_t)list->room * sizeof *at, (size_t)room * sizeof *at);
        if (!at) {
            value_drop(in, v);
            return false;
        }
        list->at = at;
        list->room = room;
    }
    list->at[list->count++] = v;
    return true;
}

bool values_push_text(Interp *in, Values *list, const char *text, size_t len, bool row) {
    Value v;
    TRY(row ? value_row_text(in, text, len, false, &v) : value_text(in, text, len, false, &v));
    return values_push(in, list, v);
}

void values_free(Interp *in, Values *list) {
    for (int64_t k = 0; k < list->count; k++)
        value_drop(in, list->at[k]);
    interp_release(in, list->at, (size_t)list->room * sizeof *list->at);
    *list = (Values){0};
}

bool values_to_cell(Interp *in, Values *list, bool column, Value *out) {
    Shape shape = column ? shape_make(list->count, 1) : shape_make(1, list->count);
    TRY(value_cell_new(in, &shape, out));
    for (int64_t k = 0; k < list->count; k++)
        VALUE_CELL_OF(*out)->at[k] = list->at[k];
    list->count = 0;
    return true;
}
