/* Values as other classes: double ... char, cast, typecast. */
#include <stdio.h>

#include "front/script/builtin/give.h"

/* Numbers as a class of numbers. */
static bool convert(Interp *in, const char *who, Value v, ValueClass class_, Value *out) {
    if (class_ == CLASS_LOGICAL && (!value_has_elements(v) || value_is_char(v)))
        return interp_fail(in, "%s: wrong type argument '%s'", who,
                           value_is_char(v) ? (value_is_quoted(v) ? "string" : "sq_string")
                                            : value_type_name(v));
    if (!value_has_elements(v) || (class_is_integer(class_) && value_is_complex(v)))
        return interp_fail(in, "invalid conversion from %s to %s", value_type_name(v),
                           class_name(class_));
    return value_cast(in, v, class_, out);
}

bool builtin_cast_to(Interp *in, BuiltinCall *call) {
    Value out;
    return convert(in, call->name, call->args[0], (ValueClass)call->row->code, &out) &&
           give(call, out);
}

/* cast(x, class), cast(x, 'like', y) */
bool builtin_cast(Interp *in, BuiltinCall *call) {
    char word[WORD_TEXT];
    ValueClass class_;
    Value out, v = call->args[0];
    if (!value_word(call->args[1], word))
        return interp_fail(in, "cast: TYPE must be a string");
    if (!strcmp(word, "like") && call->argc == 3)
        class_ = value_class(call->args[2]);
    else if (!class_from_name(word, &class_))
        return interp_fail(in, "cast: type conversion to '%s' is not supported", word);
    if (!value_has_elements(v) || class_ == CLASS_COUNT)
        return interp_fail(in, "cast: type conversion from '%s' is not supported",
                           value_class_name(v));
    return convert(in, "cast", v, class_, &out) && give(call, out);
}

/* The same bytes as elements of another class. */
bool builtin_typecast(Interp *in, BuiltinCall *call) {
    char word[WORD_TEXT];
    ValueClass class_;
    Array *from, *to;
    if (!value_has_elements(call->args[0]))
        return interp_fail(in, "typecast: invalid input CLASS: %s",
                           value_class_name(call->args[0]));
    if (!value_word(call->args[1], word))
        return interp_fail(in, "typecast: TYPE must be a string");
    if (!class_from_name(word, &class_) || class_ == CLASS_LOGICAL)
        return interp_fail(in, "typecast: cannot convert to %s class", word);
    TRY(value_to_array(in, call->args[0], &from));
    size_t bytes = (size_t)from->count * array_item(from), item = class_size(class_);
    if (bytes % item) {
        array_drop(in, from);
        return interp_fail(in, "typecast: incorrect number of input values to make output value");
    }
    int64_t count = (int64_t)(bytes / item);
    bool row = from->shape.rank == 2 && from->shape.at[0] == 1;
    Shape shape = row ? shape_make(1, count) : shape_make(count, count ? 1 : from->shape.at[1]);
    if (!count && !row)
        shape = shape_make(0, 0);
    bool ok = array_new_raw(in, class_, false, &shape, 0, &to);
    if (ok)
        memcpy(to->data, from->data, bytes);
    array_drop(in, from);
    TRY(ok);
    Value out = value_of_array(to);
    if (!value_simplify(in, &out)) {
        value_drop(in, out);
        return false;
    }
    return give(call, out);
}

/* ----------------------------------------------------------------------------------------- char */

/* Rows of text that are being collected. */
typedef struct Rows {
    Value *at;
    int64_t count, room, width;
} Rows;

static bool rows_add(Interp *in, Rows *rows, Value v) {
    if (rows->count == rows->room) {
        int64_t room = rows->room ? 2 * rows->room : 8;
        Value *block = interp_resize(in, rows->at, (size_t)rows->room * sizeof *block,
                                     (size_t)room * sizeof *block);
        if (!block)
            return false;
        rows->at = block;
        rows->room = room;
    }
    Shape shape = value_shape(v);
    if (shape.at[1] > rows->width)
        rows->width = shape.at[1];
    rows->at[rows->count++] = value_hold(v);
    return true;
}

/* A value as text: elements of a cell one after another. */
static bool collect(Interp *in, const char *who, Rows *rows, Value v) {
    if (v.kind == VALUE_NONE) {
        Value empty;
        TRY(value_text(in, "", 0, false, &empty));
        bool ok = rows_add(in, rows, empty);
        value_drop(in, empty);
        return ok;
    }
    if (v.kind == VALUE_CELL) {
        if (in->depth > 200)
            return interp_fail(in, "%s: cells are nested too deeply", who);
        in->depth++;
        bool ok = true;
        for (int64_t k = 0; ok && k < VALUE_CELL_OF(v)->count; k++)
            ok = collect(in, who, rows, VALUE_CELL_OF(v)->at[k]);
        in->depth--;
        return ok;
    }
    if (!value_has_elements(v))
        return interp_fail(in, "%s: wrong type argument '%s'", who, value_type_name(v));
    Value text;
    TRY(value_cast(in, v, CLASS_CHAR, &text));
    bool ok = value_shape(text).rank == 2 ||
              interp_fail(in, "%s: unable to convert some args to strings", who);
    ok = ok && rows_add(in, rows, text);
    value_drop(in, text);
    return ok;
}

static void reduce_rows_free(Interp *in, Rows *rows) {
    for (int64_t k = 0; k < rows->count; k++)
        value_drop(in, rows->at[k]);
    interp_release(in, rows->at, (size_t)rows->room * sizeof *rows->at);
}

/* All rows below one another, with blanks behind the short ones. */
static bool rows_text(Interp *in, const Rows *rows, bool keep_empty, Value *out) {
    int64_t height = 0, at = 0;
    for (int64_t k = 0; k < rows->count; k++) {
        Shape s = value_shape(rows->at[k]);
        height += value_count(rows->at[k]) ? s.at[0] : keep_empty;
    }
    Array *text;
    Shape shape = shape_make(height, height ? rows->width : 0);
    TRY(array_new_raw(in, CLASS_CHAR, false, &shape, 0, &text));
    memset(text->data, ' ', (size_t)text->count);
    for (int64_t k = 0; k < rows->count; k++) {
        Array *row;
        if (!value_to_array(in, rows->at[k], &row)) {
            array_drop(in, text);
            return false;
        }
        int64_t high = row->count ? row->shape.at[0] : 0, wide = row->count / (high ? high : 1);
        for (int64_t j = 0; j < wide; j++)
            memcpy((char *)text->data + j * height + at, (char *)row->data + j * high,
                   (size_t)high);
        at += high ? high : keep_empty;
        array_drop(in, row);
    }
    *out = value_of_array(text);
    return value_simplify(in, out);
}

bool builtin_char(Interp *in, BuiltinCall *call) {
    Value out;
    Rows rows = {0};
    if (call->argc == 1 && value_has_elements(call->args[0]))
        return value_cast(in, call->args[0], CLASS_CHAR, &out) && give(call, out);
    if (call->argc == 1 && call->args[0].kind != VALUE_CELL)
        return interp_fail(in,
                           "octave_base_value::convert_to_str_internal (): wrong type argument "
                           "'%s'",
                           value_type_name(call->args[0]));
    bool ok = true;
    for (uint32_t k = 0; ok && k < call->argc; k++)
        ok = collect(in, call->name, &rows, call->args[k]);
    ok = ok && rows_text(in, &rows, call->row->code == 0, &out);
    reduce_rows_free(in, &rows);
    return ok && give(call, out);
}
