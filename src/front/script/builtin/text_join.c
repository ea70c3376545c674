/* Texts made one: strcat, strvcat, strjoin. */
#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"
#include "front/script/show/show.h"

/* ---- strcat: every argument as a list of texts */

typedef struct Part {
    const Cell *cell; /* NULL: rows of text */
    Text text;
    Shape shape;
    int64_t count;
} Part;

/* Numbers are characters. */
static bool part_open(Interp *in, Value v, Part *part) {
    *part = (Part){0};
    if (v.kind == VALUE_CELL) {
        part->cell = VALUE_CELL_OF(v);
        part->shape = part->cell->shape;
        part->count = part->cell->count;
        return is_cell_of_texts(v) ||
               interp_fail(in, "strcat: inputs must be strings or cells of strings");
    }
    if (v.kind > VALUE_ARRAY || v.kind < VALUE_NUMBER || value_is_complex(v))
        return interp_fail(in, "strcat: inputs must be strings or cells of strings");
    Value text;
    TRY(value_cast(in, v, CLASS_CHAR, &text));
    bool ok = chars_open(in, text, &part->text);
    value_drop(in, text);
    TRY(ok);
    int64_t rows = part->text.array->shape.at[0];
    part->count = rows > 0 ? rows : 1;
    part->shape = shape_make(part->count, 1);
    return true;
}

/* Element k, behind what is there; blanks at the end of rows of text are dropped. */
static bool part_put(Interp *in, const Part *part, int64_t k, Str *out) {
    if (part->cell) {
        Text text;
        TRY(chars_open(in, part->cell->at[k], &text));
        str_put(out, text.at, text.len);
        chars_close(in, &text);
        return true;
    }
    const Array *a = part->text.array;
    int64_t rows = a->shape.at[0], columns = rows ? a->count / rows : 0;
    while (columns > 0 && part->text.at[k + (columns - 1) * rows] == ' ')
        columns--;
    for (int64_t j = 0; j < columns; j++)
        str_putc(out, part->text.at[k + j * rows]);
    return true;
}

/* The shape of the result; -1: they do not go together. */
static int64_t common_shape(const Part *parts, uint32_t n, Shape *shape) {
    int64_t count = 1;
    *shape = shape_make(1, 1);
    for (uint32_t k = 0; k < n; k++) {
        if (parts[k].count == 1)
            continue;
        if (count != 1 && !shape_same(shape, &parts[k].shape))
            return -1;
        *shape = parts[k].shape;
        count = parts[k].count;
    }
    return count;
}

static bool join_parts(Interp *in, const Part *parts, uint32_t n, Values *made, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
        Str text = str_make(&in->env);
        bool ok = true;
        for (uint32_t p = 0; ok && p < n; p++)
            ok = part_put(in, &parts[p], parts[p].count == 1 ? 0 : k, &text);
        if (ok)
            ok = str_ok(&text)
                     ? values_push_text(in, made, text.data ? text.data : "", text.len, true)
                     : interp_fail_raw(in);
        str_free(&text);
        TRY(ok);
    }
    return true;
}

/* A char matrix of texts that were made. */
static bool rows_of(Interp *in, const Values *made, Value *out) {
    if (made->count == 1) {
        *out = value_hold(made->at[0]);
        return true;
    }
    return value_vertcat_texts(in, made->at, (uint32_t)made->count, out);
}

static bool strcat_parts(Interp *in, BuiltinCall *call, const Part *parts, bool any_cell) {
    Shape shape;
    int64_t count = common_shape(parts, call->argc, &shape);
    if (count < 0)
        return interp_fail(in, "strcat: arguments must be the same size, or be scalars");
    Values made = {0};
    Value out = value_none();
    bool ok = join_parts(in, parts, call->argc, &made, count);
    if (ok && any_cell) {
        ok = value_cell_new(in, &shape, &out);
        for (int64_t k = 0; ok && k < count; k++)
            VALUE_CELL_OF(out)->at[k] = value_hold(made.at[k]);
    } else if (ok) {
        ok = rows_of(in, &made, &out);
    }
    values_free(in, &made);
    if (ok)
        give_value(in, call, 0, out);
    return ok;
}

bool script_strcat(Interp *in, BuiltinCall *call) {
    if (call->argc == 0)
        return give_chars(in, call, 0, "", 0);
    Part *parts = interp_alloc(in, call->argc * sizeof *parts);
    TRY(parts);
    memset(parts, 0, call->argc * sizeof *parts);
    bool ok = true, any_cell = false;
    for (uint32_t k = 0; ok && k < call->argc; k++) {
        any_cell |= call->args[k].kind == VALUE_CELL;
        ok = part_open(in, call->args[k], &parts[k]);
    }
    ok = ok && strcat_parts(in, call, parts, any_cell);
    for (uint32_t k = 0; k < call->argc; k++)
        chars_close(in, &parts[k].text);
    interp_release(in, parts, call->argc * sizeof *parts);
    return ok;
}

bool script_cstrcat(Interp *in, BuiltinCall *call) {
    for (uint32_t k = 0; k < call->argc; k++)
        if (!value_is_char(call->args[k]))
            return interp_fail(in, "cstrcat: arguments must be character strings");
    if (call->argc == 0)
        return give_chars(in, call, 0, "", 0);
    Value out;
    TRY(value_horzcat(in, call->args, call->argc, &out));
    give_value(in, call, 0, out);
    return true;
}

/* ---- rows below each other */

/* Counts rows, and the columns of the widest. */
static bool measure(const Value *texts, uint32_t n, int64_t *rows, int64_t *columns) {
    *rows = *columns = 0;
    for (uint32_t k = 0; k < n; k++) {
        Shape shape = value_shape(texts[k]);
        if (shape.rank > 2)
            return false;
        *rows += shape.at[0];
        if (shape.at[1] > *columns)
            *columns = shape.at[1];
    }
    return true;
}

bool value_vertcat_texts(Interp *in, const Value *texts, uint32_t n, Value *out) {
    int64_t rows, columns, row = 0;
    if (!measure(texts, n, &rows, &columns))
        return interp_fail(in, "char: wrong type argument 'cell array'");
    Shape shape = columns == 0 && rows <= 1 ? shape_make(0, 0) : shape_make(rows, columns);
    Array *made;
    TRY(value_array_new(in, CLASS_CHAR, false, &shape, &made));
    if (made->count)
        memset(made->data, ' ', (size_t)made->count);
    bool ok = true;
    for (uint32_t k = 0; ok && k < n; k++) {
        Text text;
        ok = chars_open(in, texts[k], &text);
        if (!ok)
            break;
        int64_t own = text.array->shape.at[0];
        for (int64_t e = 0; e < text.array->count; e++)
            ((char *)made->data)[row + e % own + e / own * rows] = text.at[e];
        row += own;
        chars_close(in, &text);
    }
    *out = value_of_array(made);
    if (ok)
        return value_simplify(in, out);
    value_clear(in, out);
    return false;
}

/* ---- strjoin */

static bool unescaped(Interp *in, Value v, Str *out) {
    Text text;
    TRY(chars_open(in, v, &text));
    bool ok = show_unescape(out, text.at, text.len) || interp_fail_raw(in);
    chars_close(in, &text);
    return ok;
}

static bool join(Interp *in, const Cell *cell, const Str *one, const Cell *between, Str *out) {
    for (int64_t k = 0; k < cell->count; k++) {
        Text text;
        TRY(chars_open(in, cell->at[k], &text));
        str_put(out, text.at, text.len);
        chars_close(in, &text);
        if (k + 1 == cell->count)
            break;
        if (!between) {
            str_put(out, one->data ? one->data : "", one->len);
            continue;
        }
        TRY(chars_open(in, between->at[k], &text));
        str_put(out, text.at, text.len);
        chars_close(in, &text);
    }
    return true;
}

bool script_strjoin(Interp *in, BuiltinCall *call) {
    Value texts = call->args[0], between = call->argc > 1 ? call->args[1] : value_none();
    bool list = between.kind == VALUE_CELL;
    if (!is_cell_of_texts(texts) || (call->argc > 1 && !value_is_char(between) && !list))
        return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to strjoin");
    if (list && (!is_cell_of_texts(between) || value_count(between) + 1 != value_count(texts)))
        return interp_fail(in, "strjoin: the number of delimiters does not match the number of "
                               "strings");
    Str one = str_make(&in->env), out = str_make(&in->env);
    bool ok = true;
    if (call->argc > 1 && !list)
        ok = unescaped(in, between, &one);
    else
        str_putc(&one, ' ');
    ok = ok && join(in, VALUE_CELL_OF(texts), &one, list ? VALUE_CELL_OF(between) : NULL, &out);
    if (ok)
        ok = give_str(in, call, 0, &out);
    else
        str_free(&out);
    str_free(&one);
    return ok;
}
