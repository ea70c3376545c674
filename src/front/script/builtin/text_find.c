/* Text in text: strfind, strrep, index, strtok, startsWith. */
#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"

/* The next place (from 0) of what in text at or after from; -1: none. */
static int64_t find_text(const char *text, size_t len, const char *what, size_t n, size_t from) {
    if (n == 0 || n > len)
        return -1;
    for (size_t k = from; k + n <= len; k++)
        if (text[k] == what[0] && memcmp(text + k, what, n) == 0)
            return (int64_t)k;
    return -1;
}

/* "overlaps", value behind the arguments. */
static bool read_overlaps(Interp *in, const BuiltinCall *call, uint32_t from, bool *overlaps,
                          bool *force) {
    for (uint32_t k = from; k < call->argc; k += 2) {
        bool overlap = chars_are_word(in, call->args[k], "overlaps");
        bool cell = force && chars_are_word(in, call->args[k], "forcecelloutput");
        if (!overlap && !cell) {
            char *word;
            size_t len;
            TRY(value_to_text(in, call->args[k], "unknown option", &word, &len));
            interp_fail(in, "%s: unknown option: %s", call->name, word);
            interp_release(in, word, len + 1);
            return false;
        }
        if (k + 1 == call->argc)
            return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to %s", call->name);
        TRY(value_is_true(in, call->args[k + 1], overlap ? overlaps : force));
    }
    return true;
}

/* ---- strfind */

typedef struct Wanted {
    Text what;
    bool overlaps;
} Wanted;

static bool find_all(Interp *in, Array *text, const void *user, Value *out) {
    const Wanted *w = user;
    Doubles places = {0};
    bool ok = true;
    int64_t at = 0;
    while (ok && (at = find_text(text->data, (size_t)text->count, w->what.at, w->what.len,
                                 (size_t)at)) >= 0) {
        ok = doubles_push(in, &places, (double)at + 1);
        at += w->overlaps ? 1 : (int64_t)w->what.len;
    }
    ok = ok && doubles_value(in, places.at, places.count > 0, places.count, out);
    doubles_free(in, &places);
    return ok;
}

/* Each pattern of a cell in one text. */
static bool find_each(Interp *in, Value text, const Cell *patterns, bool overlaps, Value *out) {
    Wanted w = {.overlaps = overlaps};
    TRY(value_cell_new(in, &patterns->shape, out));
    bool ok = true;
    for (int64_t k = 0; ok && k < patterns->count; k++) {
        ok = chars_open(in, patterns->at[k], &w.what) &&
             chars_map(in, text, find_all, &w,
                       "strfind: first argument must be a string or cell array of strings",
                       &VALUE_CELL_OF(*out)->at[k]);
        chars_close(in, &w.what);
    }
    if (!ok)
        value_clear(in, out);
    return ok;
}

static bool in_cell(Interp *in, Value *v) {
    Shape one = shape_make(1, 1);
    Value cell;
    TRY(value_cell_new(in, &one, &cell));
    VALUE_CELL_OF(cell)->at[0] = *v;
    *v = cell;
    return true;
}

bool script_strfind(Interp *in, BuiltinCall *call) {
    bool overlaps = true, force = false;
    TRY(read_overlaps(in, call, 2, &overlaps, &force));
    Value text = call->args[0], pattern = call->args[1], out;
    if (!value_is_char(pattern) && !is_cell_of_texts(pattern))
        return interp_fail(in, "strfind: PATTERN must be a string or cell array of strings");
    if (text.kind == VALUE_CELL && !is_cell_of_texts(text))
        return interp_fail(in, "strfind: each element of CELLSTR must be a string");
    if (text.kind != VALUE_CELL && !value_is_char(text))
        return interp_fail(in, "strfind: first argument must be a string or cell array of strings");
    if (pattern.kind == VALUE_CELL) {
        TRY(find_each(in, text, VALUE_CELL_OF(pattern), overlaps, &out));
    } else {
        Wanted w = {.overlaps = overlaps};
        TRY(chars_open(in, pattern, &w.what));
        bool ok = chars_map(in, text, find_all, &w, "", &out);
        chars_close(in, &w.what);
        TRY(ok);
        if (force && text.kind != VALUE_CELL && !in_cell(in, &out)) {
            value_drop(in, out);
            return false;
        }
    }
    give_value(in, call, 0, out);
    return true;
}

/* ---- strrep */

typedef struct Replacement {
    Text what, with;
    bool overlaps;
} Replacement;

/* Places that overlap are each replaced: of "aaa" with "aa" by "b" two. */
static bool replace_all(Interp *in, Array *text, const void *user, Value *out) {
    const Replacement *r = user;
    const char *bytes = text->data;
    size_t len = (size_t)text->count, done = 0;
    int64_t at = find_text(bytes, len, r->what.at, r->what.len, 0);
    if (at < 0) {
        *out = value_hold(value_of_array(text));
        return true;
    }
    Str made = str_make(&in->env);
    for (; at >= 0; at = find_text(bytes, len, r->what.at, r->what.len,
                                   (size_t)at + (r->overlaps ? 1 : r->what.len))) {
        if ((size_t)at > done)
            str_put(&made, bytes + done, (size_t)at - done);
        str_put(&made, r->with.at, r->with.len);
        done = (size_t)at + r->what.len;
    }
    str_put(&made, bytes + done, len - done);
    bool ok = str_ok(&made) ? value_text(in, made.data ? made.data : "", made.len, false, out)
                            : interp_fail_raw(in);
    str_free(&made);
    return ok;
}

bool script_strrep(Interp *in, BuiltinCall *call) {
    static const char error[] = "strrep: PTN and REP arguments must be strings or cell arrays of "
                                "strings";
    Replacement r = {.overlaps = true};
    TRY(read_overlaps(in, call, 3, &r.overlaps, NULL));
    Value text = call->args[0], out;
    if (!value_is_char(call->args[1]) || !value_is_char(call->args[2]))
        return interp_fail(in, "%s", error);
    if (text.kind != VALUE_CELL && !value_is_char(text))
        return interp_fail(in, "strrep: S must be a string or cell array of strings");
    if (text.kind == VALUE_CELL && !is_cell_of_texts(text))
        return interp_fail(in, "strrep: each element of S must be a string");
    bool ok = chars_take(in, call->args[1], error, &r.what) &&
              chars_take(in, call->args[2], error, &r.with) &&
              chars_map(in, text, replace_all, &r, error, &out);
    chars_close(in, &r.what);
    chars_close(in, &r.with);
    if (ok)
        give_value(in, call, 0, out);
    return ok;
}

/* ---- index, rindex: the code is 1 for the last place */

typedef struct Sought {
    Text what;
    bool last;
} Sought;

static double place_of(const Sought *s, const Array *text) {
    int64_t at = find_text(text->data, (size_t)text->count, s->what.at, s->what.len, 0), next = at;
    while (s->last && next >= 0) {
        at = next;
        next =
            find_text(text->data, (size_t)text->count, s->what.at, s->what.len, (size_t)next + 1);
    }
    return (double)at + 1;
}

static bool places_of(Interp *in, Value v, const Sought *s, Value *out) {
    if (v.kind != VALUE_CELL) {
        Text text;
        TRY(chars_take(in, v, "index: S must be a string or cell array of strings", &text));
        *out = value_double(place_of(s, text.array));
        chars_close(in, &text);
        return true;
    }
    const Cell *cell = VALUE_CELL_OF(v);
    Array *made;
    TRY(value_array_new(in, CLASS_DOUBLE, false, &cell->shape, &made));
    *out = value_of_array(made);
    for (int64_t k = 0; k < cell->count; k++) {
        Text text;
        if (!chars_take(in, cell->at[k], "index: S must be a string or cell array of strings",
                        &text)) {
            value_clear(in, out);
            return false;
        }
        ((double *)made->data)[k] = place_of(s, text.array);
        chars_close(in, &text);
    }
    return value_simplify(in, out);
}

bool script_index(Interp *in, BuiltinCall *call) {
    Sought s = {.last = call->row->code == 1};
    if (call->argc > 2)
        s.last = chars_are_word(in, call->args[2], "last");
    TRY(chars_take(in, call->args[1], "index: T must be a string", &s.what));
    Value out;
    bool ok = places_of(in, call->args[0], &s, &out);
    chars_close(in, &s.what);
    if (ok)
        give_value(in, call, 0, out);
    return ok;
}

/* ---- startsWith, endsWith: the code is 1 for the end */

typedef struct Ends {
    bool at_end, fold;
} Ends;

static bool has_end(const Ends *e, const Text *text, const Text *end) {
    if (end->len > text->len)
        return false;
    const char *at = text->at + (e->at_end ? text->len - end->len : 0);
    for (size_t k = 0; k < end->len; k++) {
        char a = at[k], b = end->at[k];
        if (e->fold && a >= 'A' && a <= 'Z')
            a = (char)(a + 32);
        if (e->fold && b >= 'A' && b <= 'Z')
            b = (char)(b + 32);
        if (a != b)
            return false;
    }
    return true;
}

static bool has_any_end(Interp *in, const Ends *e, Value v, Value ends, bool *found) {
    Text text, end;
    TRY(chars_open(in, v, &text));
    bool ok = true;
    *found = false;
    int64_t count = ends.kind == VALUE_CELL ? value_count(ends) : 1;
    for (int64_t k = 0; ok && !*found && k < count; k++) {
        ok = chars_open(in, ends.kind == VALUE_CELL ? VALUE_CELL_OF(ends)->at[k] : ends, &end);
        *found = ok && has_end(e, &text, &end);
        if (ok)
            chars_close(in, &end);
    }
    chars_close(in, &text);
    return ok;
}

bool script_starts_with(Interp *in, BuiltinCall *call) {
    Ends e = {.at_end = call->row->code == 1};
    Value v = call->args[0], ends = call->args[1];
    if (!value_is_char(v) && !is_cell_of_texts(v))
        return interp_fail(in, "%s: STR must be a string or cell array of strings", call->name);
    if (!value_is_char(ends) && !is_cell_of_texts(ends))
        return interp_fail(in, "%s: PATTERN must be a string or cell array of strings", call->name);
    if (call->argc == 4 && chars_are_word(in, call->args[2], "IgnoreCase"))
        TRY(value_is_true(in, call->args[3], &e.fold));
    else if (call->argc > 2)
        return interp_fail(in, "%s: third input must be \"IgnoreCase\"", call->name);
    Shape one = shape_make(1, 1);
    bool cell = v.kind == VALUE_CELL, ok = true;
    Value out;
    uint8_t *bytes;
    TRY(logicals_value(in, cell ? &VALUE_CELL_OF(v)->shape : &one, &out, &bytes));
    for (int64_t k = 0; ok && k < (cell ? value_count(v) : 1); k++) {
        bool found;
        ok = has_any_end(in, &e, cell ? VALUE_CELL_OF(v)->at[k] : v, ends, &found);
        bytes[k] = ok && found;
    }
    if (!ok || !value_simplify(in, &out)) {
        value_drop(in, out);
        return false;
    }
    give_value(in, call, 0, out);
    return true;
}
