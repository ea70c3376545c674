/* Text taken apart: strsplit, ostrsplit, strtok, substr. */
#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"
#include "front/script/show/show.h"

/* ---- strsplit */

typedef struct Separators {
    Str *at;
    int64_t count;
    bool collapse, regexp;
} Separators;

static bool add_separator(Interp *in, Separators *s, Value v) {
    Text text;
    TRY(chars_take(in, v, "strsplit: S and DEL must be string values", &text));
    s->at[s->count] = str_make(&in->env);
    bool ok = show_unescape(&s->at[s->count++], text.at, text.len) || interp_fail_raw(in);
    chars_close(in, &text);
    return ok;
}

/* How long the separator at text is, the longest that fits; 0: none. */
static size_t separator_at(const Separators *s, const char *text, size_t len) {
    size_t most = 0;
    for (int64_t k = 0; k < s->count; k++) {
        size_t n = s->at[k].len;
        if (n > most && n <= len && memcmp(text, s->at[k].data, n) == 0)
            most = n;
    }
    return most;
}

static bool split(Interp *in, const Separators *s, const Text *text, Values *parts,
                  Values *between) {
    size_t start = 0, at = 0;
    while (at < text->len) {
        size_t n = separator_at(s, text->at + at, text->len - at), end = at + n;
        if (n == 0) {
            at++;
            continue;
        }
        while (s->collapse && (n = separator_at(s, text->at + end, text->len - end)) != 0)
            end += n;
        TRY(values_push_text(in, parts, text->at + start, at - start, false));
        TRY(values_push_text(in, between, text->at + at, end - at, false));
        start = at = end;
    }
    return values_push_text(in, parts, text->at + start, text->len - start, false);
}

/* With a regular expression regexp splits. */
static bool split_by_regexp(Interp *in, BuiltinCall *call, Value pattern, bool collapse) {
    Str text = str_make(&in->env);
    Text own;
    Value args[4] = {call->args[0]}, outs[2] = {value_none(), value_none()};
    uint32_t outc = 0;
    TRY(chars_take(in, pattern, "strsplit: S and DEL must be string values", &own));
    str_puts(&text, collapse ? "(" : "");
    str_put(&text, own.at, own.len);
    str_puts(&text, collapse ? ")+" : "");
    chars_close(in, &own);
    bool ok = str_ok(&text) || interp_fail_raw(in);
    ok = ok && value_text(in, text.data ? text.data : "", text.len, false, &args[1]) &&
         value_text(in, "split", 5, false, &args[2]) && value_text(in, "match", 5, false, &args[3]);
    const Builtin *regexp = builtin_find("regexp");
    ok = ok && regexp && builtin_call(in, regexp, args, 4, 2, outs, &outc);
    for (int k = 1; k < 4; k++)
        value_drop(in, args[k]);
    str_free(&text);
    if (ok) {
        give_value(in, call, 0, outs[0]);
        give_value(in, call, 1, outs[1]);
    } else {
        value_drop(in, outs[0]);
        value_drop(in, outs[1]);
    }
    return ok;
}

/* The words behind the separators; *next is the first that is no separator. */
static bool read_options(Interp *in, const BuiltinCall *call, uint32_t first, Separators *s) {
    for (uint32_t k = first; k < call->argc; k += 2) {
        if (k + 1 == call->argc) /* strsplit (s, sep, collapse) */
            return value_is_true(in, call->args[k], &s->collapse);
        if (chars_are_word(in, call->args[k], "collapsedelimiters")) {
            TRY(value_is_true(in, call->args[k + 1], &s->collapse));
        } else if (chars_are_word(in, call->args[k], "delimitertype")) {
            s->regexp = chars_are_word(in, call->args[k + 1], "regularexpression");
        } else {
            char *word;
            size_t len;
            TRY(value_to_text(in, call->args[k], "invalid parameter name", &word, &len));
            interp_fail_id(in, "Octave:strsplit:invalid_parameter_name",
                           "strsplit: invalid parameter name, '%s'", word);
            interp_release(in, word, len + 1);
            return false;
        }
    }
    return true;
}

static bool give_parts(Interp *in, BuiltinCall *call, Values *parts, Values *between) {
    Value cell;
    TRY(values_to_cell(in, parts, false, &cell));
    give_value(in, call, 0, cell);
    TRY(values_to_cell(in, between, false, &cell));
    give_value(in, call, 1, cell);
    return true;
}

static bool is_option(Interp *in, Value v) {
    return chars_are_word(in, v, "collapsedelimiters") || chars_are_word(in, v, "delimitertype");
}

bool script_strsplit(Interp *in, BuiltinCall *call) {
    Separators s = {.collapse = true};
    bool given = call->argc > 1 && !is_option(in, call->args[1]);
    Value del = given ? call->args[1] : value_none();
    if (!value_is_char(call->args[0]) || (given && !value_is_char(del) && !is_cell_of_texts(del)))
        return interp_fail(in, "strsplit: S and DEL must be string values");
    TRY(read_options(in, call, given ? 2 : 1, &s));
    if (s.regexp && value_is_char(del))
        return split_by_regexp(in, call, del, s.collapse);
    static const char blanks[] = " \f\n\r\t\v";
    int64_t room = !given                   ? (int64_t)sizeof blanks - 1
                   : del.kind == VALUE_CELL ? value_count(del)
                                            : 1;
    if (value_shape(call->args[0]).at[0] > 1)
        return interp_fail(in, "strsplit: S must be a char row vector");
    s.at = interp_alloc(in, (size_t)room * sizeof *s.at);
    TRY(s.at);
    bool ok = true;
    for (int64_t k = 0; !given && k < room; k++) {
        s.at[s.count] = str_make(&in->env);
        str_putc(&s.at[s.count++], blanks[k]);
    }
    for (int64_t k = 0; ok && given && k < room; k++)
        ok = add_separator(in, &s, del.kind == VALUE_CELL ? VALUE_CELL_OF(del)->at[k] : del);
    Text text = {0};
    Values parts = {0}, between = {0};
    ok = ok && chars_open(in, call->args[0], &text) && split(in, &s, &text, &parts, &between) &&
         give_parts(in, call, &parts, &between);
    chars_close(in, &text);
    values_free(in, &parts);
    values_free(in, &between);
    for (int64_t k = 0; k < s.count; k++)
        str_free(&s.at[k]);
    interp_release(in, s.at, (size_t)room * sizeof *s.at);
    return ok;
}

/* ---- ostrsplit: any of the characters separates; so does the end of a row */

static bool split_rows(Interp *in, const Array *text, const Text *chars, bool strip,
                       Values *parts) {
    const char *bytes = text->data;
    int64_t rows = text->shape.at[0], columns = text->shape.at[1];
    Str part = str_make(&in->env);
    bool ok = true;
    for (int64_t i = 0; ok && i < rows; i++)
        for (int64_t j = 0; ok && j <= columns; j++) {
            bool end = j == columns || memchr(chars->at, bytes[i + j * rows], chars->len);
            if (!end) {
                str_putc(&part, bytes[i + j * rows]);
                continue;
            }
            if (part.failed)
                ok = interp_fail_raw(in);
            else if (part.len || !strip)
                ok = values_push_text(in, parts, part.data ? part.data : "", part.len, true);
            part.len = 0;
        }
    str_free(&part);
    return ok;
}

bool script_ostrsplit(Interp *in, BuiltinCall *call) {
    static const char error[] = "ostrsplit: S and SEP must be string values";
    Text text, chars = {0};
    bool strip = false;
    TRY(call->argc < 3 || value_is_true(in, call->args[2], &strip));
    TRY(chars_take(in, call->args[0], error, &text));
    Values parts = {0};
    Value cell;
    bool ok = chars_take(in, call->args[1], error, &chars);
    if (ok && text.len == 0) {
        Shape none = shape_make(0, 0);
        ok = value_cell_new(in, &none, &cell);
    } else {
        ok = ok && split_rows(in, text.array, &chars, strip, &parts) &&
             values_to_cell(in, &parts, false, &cell);
    }
    if (ok)
        give_value(in, call, 0, cell);
    values_free(in, &parts);
    chars_close(in, &text);
    chars_close(in, &chars);
    return ok;
}

/* ---- strtok */

static bool is_in(const Text *chars, char c) {
    return chars->array ? memchr(chars->at, c, chars->len) != NULL : is_blank(c);
}

static bool token_of(Interp *in, const Text *chars, Value v, Value *token, Value *rest) {
    Text text;
    if (value_shape(v).at[0] > 1 && value_is_char(v))
        return interp_fail(in, "strtok: STR cannot be a 2-D character array");
    TRY(chars_take(in, v, "strtok: STR must be a string or cell array of strings", &text));
    size_t from = 0, to;
    while (from < text.len && is_in(chars, text.at[from]))
        from++;
    for (to = from; to < text.len && !is_in(chars, text.at[to]);)
        to++;
    bool ok = text.len == 0 ? value_text(in, "", 0, false, token)
                            : value_row_text(in, text.at + from, to - from, false, token);
    if (ok && !(ok = value_text(in, text.at + to, text.len - to, false, rest)))
        value_drop(in, *token);
    chars_close(in, &text);
    return ok;
}

static bool tokens_of(Interp *in, const Text *chars, const Cell *cell, Value *tokens,
                      Value *rests) {
    *tokens = *rests = value_none();
    bool ok = value_cell_new(in, &cell->shape, tokens) && value_cell_new(in, &cell->shape, rests);
    for (int64_t k = 0; ok && k < cell->count; k++)
        ok = token_of(in, chars, cell->at[k], &VALUE_CELL_OF(*tokens)->at[k],
                      &VALUE_CELL_OF(*rests)->at[k]);
    if (!ok) {
        value_drop(in, *tokens);
        value_drop(in, *rests);
    }
    return ok;
}

bool script_strtok(Interp *in, BuiltinCall *call) {
    Text chars = {0};
    if (call->argc > 1)
        TRY(chars_take(in, call->args[1], "strtok: DELIM must be a string", &chars));
    Value v = call->args[0], token, rest;
    bool ok = v.kind == VALUE_CELL ? tokens_of(in, &chars, VALUE_CELL_OF(v), &token, &rest)
                                   : token_of(in, &chars, v, &token, &rest);
    chars_close(in, &chars);
    TRY(ok);
    give_value(in, call, 0, token);
    give_value(in, call, 1, rest);
    return true;
}

/* ---- substr */

bool script_substr(Interp *in, BuiltinCall *call) {
    Text text;
    double offset, len;
    TRY(value_to_double(in, call->args[1], "substr", &offset));
    TRY(chars_take(in, call->args[0], "substr: S must be a string", &text));
    len = (double)text.len - offset + 1;
    bool ok = call->argc < 3 || value_to_double(in, call->args[2], "substr", &len);
    if (ok && !(offset >= 1 && offset <= (double)text.len))
        ok = interp_fail(in, "substr: OFFSET = %g out of range", offset);
    else if (ok && !(len >= 0 && offset + len - 1 <= (double)text.len))
        ok = interp_fail(in, "substr: length LEN must be in the range 0 to %g",
                         (double)text.len - offset + 1);
    ok = ok && give_chars(in, call, 0, text.at + (size_t)offset - 1, (size_t)len);
    chars_close(in, &text);
    return ok;
}
