/* regexprep. */
#include <ctype.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/regex.h"
#include "front/script/builtin/texts.h"
#include "front/script/show/show.h"

typedef struct Replace {
    Regex regex;
    Str with; /* escapes but \$ are done */
    bool once, empty;
} Replace;

/* Escapes of the replacement; \$ and \\ are left for later, so that "\$1" is no group. */
static void read_replacement(const Text *text, Str *out) {
    for (size_t k = 0; k < text->len; k++) {
        if (text->at[k] != '\\' || k + 1 == text->len) {
            str_putc(out, text->at[k]);
        } else if (text->at[k + 1] == '$' || text->at[k + 1] == '\\') {
            str_put(out, text->at + k++, 2);
        } else if (strchr("abfnrtv", text->at[k + 1]) || isdigit((unsigned char)text->at[k + 1]) ||
                   text->at[k + 1] == 'x') {
            size_t end = k + 2;
            if (text->at[k + 1] == 'x')
                while (end < text->len && end < k + 4 && isxdigit((unsigned char)text->at[end]))
                    end++;
            else if (isdigit((unsigned char)text->at[k + 1]))
                while (end < text->len && end < k + 4 && isdigit((unsigned char)text->at[end]))
                    end++;
            show_unescape(out, text->at + k, end - k);
            k = end - 1;
        } else {
            str_putc(out, text->at[++k]);
        }
    }
}

/* The replacement of one match: $1 is a group, $0 all of it. */
static void put_replacement(const Replace *r, const RegexSearch *s, Str *out) {
    const char *at = r->with.data ? r->with.data : "", *end = at + r->with.len;
    for (; at < end; at++) {
        if (*at == '\\' && at + 1 < end) {
            str_putc(out, *++at);
        } else if (*at == '$' && at + 1 < end && isdigit((unsigned char)at[1])) {
            uint32_t group = (uint32_t)(*++at - '0');
            if (at + 1 < end && isdigit((unsigned char)at[1]) &&
                group * 10 + (uint32_t)(at[1] - '0') <= r->regex.groups)
                group = group * 10 + (uint32_t)(*++at - '0');
            if (group <= r->regex.groups && s->slots[2 * group] >= 0)
                str_put(out, s->text + s->slots[2 * group],
                        (size_t)(s->slots[2 * group + 1] - s->slots[2 * group]));
        } else {
            str_putc(out, *at);
        }
    }
}

static bool replace(Interp *in, const Replace *r, const Text *text, Str *out, bool *any) {
    RegexSearch s;
    TRY(search_open(&s, &r->regex, text->at, text->len));
    bool ok = true, found;
    size_t at = 0, done = 0;
    *any = false;
    while (ok && at <= text->len && (ok = search_next(&s, at, &found)) && found) {
        bool empty = s.slots[1] == s.slots[0];
        at = (size_t)s.slots[1] + empty;
        if (empty && !r->empty)
            continue;
        str_put(out, text->at + done, (size_t)s.slots[0] - done);
        put_replacement(r, &s, out);
        done = (size_t)s.slots[1];
        *any = true;
        if (r->once || (!empty && done == text->len))
            break;
    }
    str_put(out, text->at + done, text->len - done);
    search_close(&s);
    return ok && (str_ok(out) || interp_fail_raw(in));
}

static bool replace_text(Interp *in, Array *array, const void *user, Value *out) {
    Text text = {array, array->data ? array->data : "", (size_t)array->count};
    Str made = str_make(&in->env);
    bool any;
    bool ok = replace(in, user, &text, &made, &any);
    if (ok && !any)
        *out = value_hold(value_of_array(array));
    else if (ok)
        ok = value_text(in, made.data ? made.data : "", made.len, false, out);
    str_free(&made);
    return ok;
}

static bool replace_one(Interp *in, Value *v, Value pattern, Value with, RegexOptions options,
                        bool once, bool empty) {
    static const char error[] =
        "regexprep: all input arguments must be strings or cell arrays of strings";
    Replace r = {.regex = {.in = in}, .with = str_make(&in->env), .once = once, .empty = empty};
    Text p = {0}, w = {0};
    Value out;
    bool ok = chars_take(in, pattern, error, &p) && chars_take(in, with, error, &w) &&
              regex_compile(in, "regexprep", p.at, p.len, options, &r.regex);
    if (ok)
        read_replacement(&w, &r.with);
    ok = ok && (str_ok(&r.with) || interp_fail_raw(in)) &&
         chars_map(in, *v, replace_text, &r, error, &out);
    if (ok) {
        value_drop(in, *v);
        *v = out;
    }
    regex_free(&r.regex);
    str_free(&r.with);
    chars_close(in, &p);
    chars_close(in, &w);
    return ok;
}

static bool read_words(Interp *in, const BuiltinCall *call, RegexOptions *o, bool *once,
                       bool *empty) {
    for (uint32_t k = 3; k < call->argc; k++) {
        Value v = call->args[k];
        if (chars_are_word(in, v, "once"))
            *once = true;
        else if (chars_are_word(in, v, "ignorecase"))
            o->fold = true;
        else if (chars_are_word(in, v, "lineanchors"))
            o->lines = true;
        else if (chars_are_word(in, v, "dotexceptnewline"))
            o->dot_no_lines = true;
        else if (chars_are_word(in, v, "freespacing"))
            o->free_spacing = true;
        else if (chars_are_word(in, v, "emptymatch"))
            *empty = true;
        else if (!chars_are_word(in, v, "warnings") && !chars_are_word(in, v, "matchcase") &&
                 !chars_are_word(in, v, "stringanchors") && !chars_are_word(in, v, "dotall") &&
                 !chars_are_word(in, v, "literalspacing") && !chars_are_word(in, v, "noemptymatch"))
            return interp_fail(in, "regexprep: unrecognized option");
    }
    return true;
}

bool script_regexprep(Interp *in, BuiltinCall *call) {
    RegexOptions options = {0};
    bool once = false, empty = false;
    TRY(read_words(in, call, &options, &once, &empty));
    Value pattern = call->args[1], with = call->args[2], v = value_hold(call->args[0]);
    bool list = pattern.kind == VALUE_CELL, each = with.kind == VALUE_CELL, ok = true;
    int64_t count = list ? value_count(pattern) : 1;
    if (each && value_count(with) != 1 && value_count(with) != count)
        ok = interp_fail(in, "regexprep: number of patterns and replacements must match");
    for (int64_t k = 0; ok && k < count; k++) {
        Value p = list ? VALUE_CELL_OF(pattern)->at[k] : pattern;
        Value w = each ? VALUE_CELL_OF(with)->at[value_count(with) == 1 ? 0 : k] : with;
        ok = replace_one(in, &v, p, w, options, once, empty);
    }
    if (ok)
        give_value(in, call, 0, v);
    else
        value_drop(in, v);
    return ok;
}
