/* Escapes as text and back. */
#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"
#include "front/script/show/show.h"

bool script_do_string_escapes(Interp *in, BuiltinCall *call) {
    Text text;
    TRY(chars_take(in, call->args[0], "do_string_escapes: STRING argument must be of type string",
                   &text));
    Str out = str_make(&in->env);
    show_unescape(&out, text.at, text.len);
    chars_close(in, &text);
    return give_str(in, call, 0, &out);
}

bool script_undo_string_escapes(Interp *in, BuiltinCall *call) {
    static const char bytes[] = "\a\b\f\n\r\t\v\\\"", letters[] = "abfnrtv\\\"";
    Text text;
    TRY(chars_take(in, call->args[0], "undo_string_escapes: STRING argument must be a string",
                   &text));
    Str out = str_make(&in->env);
    for (size_t k = 0; k < text.len; k++) {
        const char *at = text.at[k] ? strchr(bytes, text.at[k]) : NULL;
        if (at)
            str_format(&out, "\\%c", letters[at - bytes]);
        else if (text.at[k] == 0)
            str_puts(&out, "\\0");
        else
            str_putc(&out, text.at[k]);
    }
    chars_close(in, &text);
    return give_str(in, call, 0, &out);
}

/* The code is not looked at: the first argument says what is wanted. */
bool script_regexptranslate(Interp *in, BuiltinCall *call) {
    Text text;
    bool wild = chars_are_word(in, call->args[0], "wildcard");
    if (!wild && !chars_are_word(in, call->args[0], "escape"))
        return interp_fail(in, "regexptranslate: invalid operation OP");
    TRY(chars_take(in, call->args[1], "regexptranslate: S must be a string", &text));
    Str out = str_make(&in->env);
    for (size_t k = 0; k < text.len; k++) {
        char c = text.at[k];
        if (wild && c == '*')
            str_puts(&out, ".*");
        else if (wild && c == '?')
            str_putc(&out, '.');
        else if (wild ? c == '.' : c && strchr("$.?[]^|\\/(){}*+", c) != NULL)
            str_format(&out, "\\%c", c);
        else
            str_putc(&out, c);
    }
    chars_close(in, &text);
    return give_str(in, call, 0, &out);
}

/* ---- strjust: the blanks of each row move to one end */

static bool fills(char c) {
    return c == ' ' || c == '\0';
}

static void justify(const char *from, char *to, int64_t rows, int64_t columns, int where) {
    int64_t first = 0, last = columns;
    while (first < columns && fills(from[first * rows]))
        first++;
    while (last > first && fills(from[(last - 1) * rows]))
        last--;
    int64_t n = last - first, start = where == 0 ? 0 : where == 1 ? (columns - n) / 2 : columns - n;
    for (int64_t j = 0; j < columns; j++)
        to[j * rows] = j >= start && j < start + n ? from[(first + j - start) * rows] : ' ';
}

bool script_strjust(Interp *in, BuiltinCall *call) {
    int where = 2;
    if (call->argc > 1)
        where = chars_are_word(in, call->args[1], "left")     ? 0
                : chars_are_word(in, call->args[1], "center") ? 1
                                                              : 2;
    Text text;
    TRY(chars_take(in, call->args[0], "strjust: S must be a string", &text));
    Array *made;
    bool ok = value_array_new(in, CLASS_CHAR, false, &text.array->shape, &made);
    if (ok) {
        int64_t rows = text.array->shape.at[0], columns = text.array->shape.at[1];
        for (int64_t i = 0; i < rows; i++)
            justify(text.at + i, (char *)made->data + i, rows, columns, where);
        give_value(in, call, 0, value_of_array(made));
    }
    chars_close(in, &text);
    return ok;
}
