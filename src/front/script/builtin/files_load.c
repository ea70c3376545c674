/* load: what save wrote, and files of nothing but numbers. */
#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/script/builtin/files_table.h"
#include "front/script/builtin/functions.h"
#include "front/script/builtin/give.h"
#include "front/script/builtin/mat.h"
#include "front/script/builtin/streams.h"

enum { MAX_LOADED_DEPTH = 200 };

typedef struct Lines {
    Interp *in;
    const char *at, *end;
    const char *file;
} Lines;

static bool read_value(Lines *l, Value *out);

static bool broken(Lines *l) {
    return interp_fail(l->in, "load: failed to load from file %s", l->file);
}

/* The next line; its end is behind the line's last byte. False: none is left. */
static bool next_line(Lines *l, const char **from, const char **to) {
    if (l->at >= l->end)
        return false;
    const char *stop = memchr(l->at, '\n', (size_t)(l->end - l->at));
    *from = l->at;
    *to = stop ? stop : l->end;
    l->at = stop ? stop + 1 : l->end;
    if (*to > *from && (*to)[-1] == '\r')
        --*to;
    return true;
}

/* "# key: value" as the next line that is not empty. The value is at most size - 1 bytes. */
static bool read_key(Lines *l, const char *key, char *value, size_t size) {
    const char *from, *to;
    do
        if (!next_line(l, &from, &to))
            return false;
    while (from == to);
    size_t n = strlen(key);
    if (to - from < (ptrdiff_t)n + 4 - 1 || from[0] != '#' || memcmp(from + 2, key, n) ||
        from[2 + n] != ':')
        return false;
    from += n + 3;
    while (from < to && *from == ' ')
        from++;
    size_t len = (size_t)(to - from) < size - 1 ? (size_t)(to - from) : size - 1;
    memcpy(value, from, len);
    value[len] = '\0';
    return true;
}

static bool read_count(Lines *l, const char *key, int64_t *count) {
    char text[32];
    if (!read_key(l, key, text, sizeof text))
        return broken(l);
    *count = strtoll(text, NULL, 10);
    return (*count >= 0 && *count < 1ll << 40) || broken(l);
}

static double read_double(Lines *l) {
    char text[64];
    size_t n = 0;
    while (l->at < l->end && (isspace((unsigned char)*l->at) || strchr("(,)", *l->at)))
        l->at++;
    while (l->at < l->end && !isspace((unsigned char)*l->at) && !strchr("(,)", *l->at)) {
        if (n < sizeof text - 1)
            text[n++] = *l->at;
        l->at++;
    }
    text[n] = '\0';
    double x = (double)NAN;
    if (parse_f64(text, n, &x))
        return x;
    return !strcmp(text, "Inf") ? (double)INFINITY : !strcmp(text, "-Inf") ? -(double)INFINITY : x;
}

/* rank and extents; or rows and columns. */
static bool read_shape(Lines *l, Shape *shape) {
    char text[32];
    const char *start = l->at;
    if (read_key(l, "ndims", text, sizeof text)) {
        int64_t rank = strtoll(text, NULL, 10);
        if (rank < 2 || rank > VALUE_RANK_MAX)
            return broken(l);
        shape->rank = (uint32_t)rank;
        for (int64_t d = 0; d < rank; d++) {
            double x = read_double(l);
            if (!(x >= 0 && x < 1e15))
                return broken(l);
            shape->at[d] = (int64_t)x;
        }
        return true;
    }
    l->at = start;
    int64_t rows, columns;
    TRY(read_count(l, "rows", &rows) && read_count(l, "columns", &columns));
    *shape = shape_make(rows, columns);
    return true;
}

static void store(Array *a, int64_t k, double x) {
    if (a->class_ == CLASS_SINGLE)
        ((float *)a->data)[k] = (float)x;
    else
        ((double *)a->data)[k] = x;
}

/* Numbers of a class; integers of 64 bits go through doubles. */
static bool read_array(Lines *l, ValueClass class_, bool complex, bool scalar, Value *out) {
    Interp *in = l->in;
    Shape shape = shape_make(1, 1);
    bool table = class_is_float(class_);
    if (!scalar)
        TRY(read_shape(l, &shape));
    /* A matrix of two extents is written row by row, others in the order of memory. */
    const char *mark = l->at;
    int64_t count = shape_count(&shape);
    if (count < 0 || count > l->end - mark + 1)
        return broken(l);
    Array *a;
    TRY(value_array_new(in, table ? class_ : CLASS_DOUBLE, complex, &shape, &a));
    int64_t rows = shape.at[0], columns = shape.at[1];
    bool by_row = table && shape.rank == 2;
    for (int64_t k = 0; k < count; k++) {
        int64_t at = by_row ? k / columns + k % columns * rows : k;
        if (complex) {
            store(a, 2 * at, read_double(l));
            store(a, 2 * at + 1, read_double(l));
            l->at += l->at < l->end && *l->at == ')';
        } else {
            store(a, at, read_double(l));
        }
    }
    Value raw = value_of_array(a);
    bool ok = table ? (*out = value_hold(raw), true) : value_cast(in, raw, class_, out);
    value_drop(in, raw);
    return ok && value_simplify(in, out);
}

static bool read_text(Lines *l, bool quoted, Value *out) {
    Interp *in = l->in;
    int64_t rows, columns = 0;
    TRY(read_count(l, "elements", &rows));
    Values texts = {0};
    bool ok = true;
    for (int64_t i = 0; ok && i < rows; i++) {
        ok = read_count(l, "length", &columns);
        if (ok && columns > l->end - l->at)
            ok = broken(l);
        if (!ok)
            break;
        Value row;
        ok = value_row_text(in, l->at, (size_t)columns, quoted, &row) &&
             values_push(in, &texts, row);
        l->at += columns;
        l->at += l->at < l->end;
    }
    if (ok && rows == 0)
        ok = value_text(in, "", 0, quoted, out);
    else if (ok && rows == 1)
        *out = value_hold(texts.at[0]);
    else if (ok)
        ok = value_vertcat_texts(in, texts.at, (uint32_t)texts.count, out);
    values_free(in, &texts);
    return ok;
}

static bool read_cell(Lines *l, Value *out) {
    Shape shape;
    char name[128];
    TRY(read_shape(l, &shape));
    int64_t count = shape_count(&shape);
    if (count < 0 || count > l->end - l->at)
        return broken(l);
    TRY(value_cell_new(l->in, &shape, out));
    for (int64_t k = 0; k < count; k++)
        if (!read_key(l, "name", name, sizeof name) ||
            !read_value(l, &VALUE_CELL_OF(*out)->at[k])) {
            value_drop(l->in, *out);
            return l->in->failure.set ? false : broken(l);
        }
    return true;
}

static bool read_fields(Lines *l, Struct *s, int64_t fields) {
    char name[128];
    for (int64_t f = 0; f < fields; f++) {
        uint32_t at;
        Value v;
        if (!read_key(l, "name", name, sizeof name))
            return broken(l);
        TRY(value_struct_add_field(l->in, s, name, &at));
        TRY(read_value(l, &v));
        if (s->count == 1 && s->shape.rank == 2 && v.kind != VALUE_CELL) {
            s->at[at][0] = v;
            continue;
        }
        bool list = v.kind == VALUE_CELL && VALUE_CELL_OF(v)->count == s->count;
        for (int64_t k = 0; list && k < s->count; k++)
            s->at[at][k] = value_hold(VALUE_CELL_OF(v)->at[k]);
        value_drop(l->in, v);
    }
    return true;
}

/* Fields of one struct are values, those of an array of structs cells. */
static bool read_struct(Lines *l, bool one, Value *out) {
    Shape shape;
    int64_t fields;
    TRY(read_shape(l, &shape) && read_count(l, "length", &fields));
    TRY(value_struct_shaped(l->in, &shape, out));
    Struct *s = VALUE_STRUCT_OF(*out);
    bool ok = true;
    char name[128];
    for (int64_t f = 0; ok && one && f < fields; f++) {
        uint32_t at;
        ok = (read_key(l, "name", name, sizeof name) || broken(l)) &&
             value_struct_add_field(l->in, s, name, &at) && read_value(l, &s->at[at][0]);
    }
    ok = ok && (one || read_fields(l, s, fields));
    if (!ok)
        value_drop(l->in, *out);
    return ok;
}

static bool read_range(Lines *l, Value *out) {
    const char *from, *to;
    if (!next_line(l, &from, &to)) /* "# base, limit, increment" */
        return broken(l);
    double base = read_double(l), limit = read_double(l), step = read_double(l);
    return value_range(l->in, base, step, limit, out);
}

/* A type's words: "float complex matrix", "int8 scalar", "bool". */
static bool read_typed(Lines *l, const char *type, Value *out) {
    if (!strcmp(type, "cell"))
        return read_cell(l, out);
    if (!strcmp(type, "struct") || !strcmp(type, "scalar struct"))
        return read_struct(l, type[1] == 'c', out);
    if (!strcmp(type, "string") || !strcmp(type, "sq_string"))
        return read_text(l, type[1] == 't', out);
    if (strstr(type, "range"))
        return read_range(l, out);
    ValueClass class_ = CLASS_DOUBLE;
    char word[32];
    size_t n = strcspn(type, " ");
    if (n < sizeof word) {
        memcpy(word, type, n);
        word[n] = '\0';
        if (!strcmp(word, "float"))
            class_ = CLASS_SINGLE;
        else if (!strcmp(word, "bool"))
            class_ = CLASS_LOGICAL;
        else
            class_from_name(word, &class_);
    }
    bool complex = strstr(type, "complex") != NULL;
    bool scalar = strstr(type, "scalar") != NULL || !strcmp(type, "bool");
    if (!scalar && !strstr(type, "matrix"))
        return broken(l);
    return read_array(l, class_, complex, scalar, out);
}

static bool read_value(Lines *l, Value *out) {
    char type[64];
    *out = value_none();
    if (!read_key(l, "type", type, sizeof type) || l->in->depth >= MAX_LOADED_DEPTH)
        return broken(l);
    l->in->depth++;
    bool ok = read_typed(l, type, out);
    l->in->depth--;
    if (!ok)
        *out = value_none();
    return ok;
}

/* ---- the command */

static bool is_wanted_name(Interp *in, const BuiltinCall *call, uint32_t first, const char *name,
                           bool *wanted) {
    bool any = false;
    *wanted = false;
    for (uint32_t k = first; k < call->argc; k++) {
        char *pattern;
        size_t len;
        TRY(argument_text(in, call, k, "arguments must be strings", &pattern, &len));
        if (*pattern != '-') {
            any = true;
            *wanted |= fnmatch(pattern, name, 0) == 0;
        }
        release_text(in, pattern, len);
    }
    *wanted |= !any;
    return true;
}

static bool set_variable(Interp *in, BuiltinCall *call, Value *made, const char *name, Value v) {
    if (call->nout > 0)
        return set_field(in, made, name, v);
    bool ok = in->calls.set ? in->calls.set(in, 0, name, v)
                            : interp_fail(in, "load: there are no variables");
    value_drop(in, v);
    return ok;
}

static bool load_variables(Lines *l, BuiltinCall *call, uint32_t first, Value *made) {
    char name[128];
    Value v;
    while (read_key(l, "name", name, sizeof name)) {
        bool wanted;
        TRY(read_value(l, &v));
        if (!is_wanted_name(l->in, call, first, name, &wanted)) {
            value_drop(l->in, v);
            return false;
        }
        if (!wanted)
            value_drop(l->in, v);
        else
            TRY(set_variable(l->in, call, made, name, v));
        while (l->at < l->end && isspace((unsigned char)*l->at))
            l->at++;
    }
    return true;
}

/* What a variable of a MAT-file goes to. */
typedef struct Loaded {
    BuiltinCall *call;
    uint32_t first;
    Value made;
} Loaded;

static bool put_loaded(Interp *in, void *user, const char *name, Value v) {
    Loaded *l = user;
    bool wanted = false;
    if (is_wanted_name(in, l->call, l->first, name, &wanted) && wanted)
        return set_variable(in, l->call, &l->made, name, v);
    value_drop(in, v);
    return !in->failure.set;
}

static bool load_mat(Interp *in, BuiltinCall *call, uint32_t first, const char *file,
                     const Str *text) {
    Loaded l = {call, first, value_none()};
    bool ok = call->nout == 0 || value_struct_new(in, &l.made);
    ok = ok && mat_read(in, text->data, text->len, file, put_loaded, &l);
    if (ok && call->nout > 0)
        give_value(in, call, 0, l.made);
    else
        value_drop(in, l.made);
    return ok;
}

/* Of a file of numbers the variable has the file's name. */
static bool load_numbers(Lines *l, BuiltinCall *call) {
    NumberTable t = {0};
    Value m;
    bool ok = number_table_read(l->in, l->at, (size_t)(l->end - l->at), 0, 0, true, &t);
    if (ok && (t.unknown || t.ends.count == 0))
        ok = interp_fail(l->in, "load: unable to determine file format of '%s'", l->file);
    ok = ok && number_table_value(l->in, &t, 0, 0, &m);
    number_table_free(l->in, &t);
    TRY(ok);
    if (call->nout > 0) {
        give_value(l->in, call, 0, m);
        return true;
    }
    const char *base = strrchr(l->file, '/');
    char name[64];
    snprintf(name, sizeof name, "%s", base ? base + 1 : l->file);
    name[strcspn(name, ".")] = '\0';
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return set_variable(l->in, call, NULL, name, m);
}

static bool load_file(Interp *in, BuiltinCall *call, uint32_t first, const char *file,
                      const Str *text) {
    if (text->data && mat_is_file(text->data, text->len))
        return load_mat(in, call, first, file, text);
    Lines l = {in, text->data ? text->data : "", NULL, file};
    l.end = l.at + text->len;
    const char *at = l.at, *from, *to;
    while (l.at < l.end && (*l.at == '#' || *l.at == '\n')) {
        at = l.at;
        if (next_line(&l, &from, &to) && to - from > 7 && !memcmp(from, "# name:", 7))
            break;
        at = NULL;
    }
    l.at = at ? at : text->data;
    if (!at || l.at == l.end || *l.at != '#') {
        l.at = text->data ? text->data : "";
        return load_numbers(&l, call);
    }
    Value made = value_none();
    bool ok = call->nout == 0 || value_struct_new(in, &made);
    ok = ok && load_variables(&l, call, first, &made);
    if (ok && call->nout > 0)
        give_value(in, call, 0, made);
    else
        value_drop(in, made);
    return ok;
}

bool script_load(Interp *in, BuiltinCall *call) {
    uint32_t k = 0;
    char *file = NULL;
    size_t len = 0;
    for (; k < call->argc && !file; k++) {
        TRY(argument_text(in, call, k, "arguments must be strings", &file, &len));
        if (*file == '-') {
            release_text(in, file, len);
            file = NULL;
        }
    }
    if (!file)
        return fail_call(in, call);
    Str text = str_make(&in->env);
    bool opened, ok = file_bytes(in, file, &text, &opened);
    if (ok && !opened)
        ok = interp_fail(in, "load: unable to find file %s", file);
    ok = ok && load_file(in, call, k, file, &text);
    str_free(&text);
    release_text(in, file, len);
    return ok;
}
