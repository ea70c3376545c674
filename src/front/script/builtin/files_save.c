/* save: variables as lines of text that say what they are. */
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/give.h"
#include "front/script/builtin/mat.h"
#include "front/script/builtin/texts.h"
#include "front/script/show/number.h"

enum { MAX_SAVED_DEPTH = 200 };

static bool put_value(Interp *in, Str *out, const char *name, Value v);

static void put_number(Str *out, double x) {
    if (isnan(x))
        str_puts(out, "NaN");
    else if (isinf(x))
        str_puts(out, x < 0 ? "-Inf" : "Inf");
    else
        number_put(out, "", 0, 17, 'g', x);
}

/* As short as it reads back the same. */
static void put_short(Str *out, double x) {
    char text[NUMBER_TEXT_MAX];
    if (!isfinite(x)) {
        put_number(out, x);
        return;
    }
    format_f64(text, x);
    size_t len = strlen(text);
    if (len > 2 && !strcmp(text + len - 2, ".0"))
        text[len - 2] = '\0';
    str_puts(out, text);
}

static void put_element(Str *out, const Array *a, int64_t k) {
    if (a->complex) {
        bool single = a->class_ == CLASS_SINGLE;
        double re =
            single ? (double)((const float *)a->data)[2 * k] : ((const double *)a->data)[2 * k];
        double im = single ? (double)((const float *)a->data)[2 * k + 1]
                           : ((const double *)a->data)[2 * k + 1];
        str_putc(out, '(');
        put_short(out, re);
        str_putc(out, ',');
        put_short(out, im);
        str_putc(out, ')');
        return;
    }
    switch ((ValueClass)a->class_) {
    case CLASS_DOUBLE: put_short(out, ((const double *)a->data)[k]); return;
    case CLASS_SINGLE: put_short(out, (double)((const float *)a->data)[k]); return;
    case CLASS_INT8: str_int(out, ((const int8_t *)a->data)[k]); return;
    case CLASS_INT16: str_int(out, ((const int16_t *)a->data)[k]); return;
    case CLASS_INT32: str_int(out, ((const int32_t *)a->data)[k]); return;
    case CLASS_INT64: str_int(out, ((const int64_t *)a->data)[k]); return;
    case CLASS_UINT16: str_uint(out, ((const uint16_t *)a->data)[k]); return;
    case CLASS_UINT32: str_uint(out, ((const uint32_t *)a->data)[k]); return;
    case CLASS_UINT64: str_uint(out, ((const uint64_t *)a->data)[k]); return;
    default: str_uint(out, ((const uint8_t *)a->data)[k]); return;
    }
}

static void put_type(Str *out, const Array *a) {
    const char *shape = a->count == 1 ? "scalar" : "matrix";
    str_puts(out, "# type: ");
    if (a->class_ == CLASS_LOGICAL)
        str_puts(out, a->count == 1 ? "bool" : "bool matrix");
    else if (class_is_float((ValueClass)a->class_))
        str_format(out, "%s%s%s", a->class_ == CLASS_SINGLE ? "float " : "",
                   a->complex ? "complex " : "", shape);
    else
        str_format(out, "%s %s", class_name((ValueClass)a->class_), shape);
    str_putc(out, '\n');
}

static void put_extents(Str *out, const Shape *shape) {
    str_format(out, "# ndims: %u\n", shape->rank);
    for (uint32_t d = 0; d < shape->rank; d++)
        str_format(out, " %lld", (long long)shape->at[d]);
    str_putc(out, '\n');
}

static void put_text(Str *out, const Array *a) {
    int64_t rows = a->shape.at[0], columns = a->shape.at[1];
    str_format(out, "# type: %s\n# elements: %lld\n", a->quoted ? "string" : "sq_string",
               (long long)rows);
    for (int64_t i = 0; i < rows; i++) {
        str_format(out, "# length: %lld\n", (long long)columns);
        for (int64_t j = 0; j < columns; j++)
            str_putc(out, ((const char *)a->data)[i + j * rows]);
        str_putc(out, '\n');
    }
    if (rows == 0)
        str_puts(out, "# length: 0\n");
}

static void put_array(Str *out, const Array *a) {
    bool table = class_is_float((ValueClass)a->class_) && a->shape.rank == 2;
    put_type(out, a);
    if (a->count == 1) {
        put_element(out, a, 0);
        str_putc(out, '\n');
        return;
    }
    if (!table) {
        put_extents(out, &a->shape);
        for (int64_t k = 0; k < a->count; k++) {
            str_putc(out, ' ');
            put_element(out, a, k);
            str_putc(out, '\n');
        }
        return;
    }
    int64_t rows = a->shape.at[0], columns = a->shape.at[1];
    str_format(out, "# rows: %lld\n# columns: %lld\n", (long long)rows, (long long)columns);
    for (int64_t i = 0; i < rows && columns; i++) {
        for (int64_t j = 0; j < columns; j++) {
            str_putc(out, ' ');
            put_element(out, a, i + j * rows);
        }
        str_putc(out, '\n');
    }
}

static bool put_cell(Interp *in, Str *out, const Cell *cell) {
    int64_t rows = cell->shape.at[0];
    str_puts(out, "# type: cell\n");
    if (cell->shape.rank > 2)
        put_extents(out, &cell->shape);
    else
        str_format(out, "# rows: %lld\n# columns: %lld\n", (long long)rows,
                   (long long)cell->shape.at[1]);
    for (int64_t k = 0; k < cell->count; k++) {
        TRY(put_value(in, out, "<cell-element>", cell->at[k]));
        if ((k + 1) % rows == 0)
            str_putc(out, '\n');
    }
    return true;
}

static bool put_struct(Interp *in, Str *out, const Struct *s) {
    bool one = s->count == 1 && s->shape.rank == 2;
    str_format(out, "# type: %sstruct\n", one ? "scalar " : "");
    put_extents(out, &s->shape);
    str_format(out, "# length: %u\n", s->fields);
    for (uint32_t f = 0; f < s->fields; f++) {
        if (one) {
            TRY(put_value(in, out, s->names[f], s->at[f][0]));
            continue;
        }
        Value cell;
        TRY(value_cell_new(in, &s->shape, &cell));
        for (int64_t k = 0; k < s->count; k++)
            VALUE_CELL_OF(cell)->at[k] = value_hold(s->at[f][k]);
        bool ok = put_value(in, out, s->names[f], cell);
        value_drop(in, cell);
        TRY(ok);
    }
    return true;
}

static bool put_content(Interp *in, Str *out, const char *name, Value v) {
    if (v.kind == VALUE_CELL)
        return put_cell(in, out, VALUE_CELL_OF(v));
    if (v.kind == VALUE_STRUCT)
        return put_struct(in, out, VALUE_STRUCT_OF(v));
    if (v.kind == VALUE_NONE) {
        str_puts(out, "# type: matrix\n# rows: 0\n# columns: 0\n");
        return true;
    }
    if (v.kind < VALUE_NUMBER || v.kind > VALUE_ARRAY)
        return interp_fail(in, "save: wrong type argument '%s' of %s", value_class_name(v), name);
    Array *a;
    TRY(value_to_array(in, v, &a));
    if (a->class_ == CLASS_CHAR)
        put_text(out, a);
    else
        put_array(out, a);
    value_drop(in, value_of_array(a));
    return true;
}

static bool put_value(Interp *in, Str *out, const char *name, Value v) {
    if (in->depth >= MAX_SAVED_DEPTH)
        return interp_fail(in, "save: values stand too deep inside each other");
    str_format(out, "# name: %s\n", name);
    in->depth++;
    bool ok = put_content(in, out, name, v);
    in->depth--;
    str_puts(out, "\n\n");
    return ok;
}

/* -ascii: the rows of a matrix of numbers. */
static bool put_ascii(Interp *in, Str *out, Value v) {
    double *x;
    if (v.kind > VALUE_ARRAY)
        return interp_fail(in, "save: wrong type argument '%s'", value_class_name(v));
    Shape shape = value_shape(v);
    TRY(value_to_doubles(in, v, &x));
    for (int64_t i = 0; i < shape.at[0]; i++) {
        for (int64_t j = 0; j < value_count(v) / shape.at[0]; j++) {
            str_putc(out, ' ');
            if (isfinite(x[i + j * shape.at[0]]))
                number_put(out, "", 0, 8, 'e', x[i + j * shape.at[0]]);
            else
                put_number(out, x[i + j * shape.at[0]]);
        }
        str_putc(out, '\n');
    }
    interp_release(in, x, (size_t)value_count(v) * sizeof *x);
    return true;
}

typedef struct Saving {
    bool ascii, append, mat;
    bool fields; /* -struct: the fields of the struct that is named next are the variables */
    char *file;
    size_t file_len;
    uint32_t names; /* how many arguments are names, from first on */
    uint32_t first;
    Str text;
} Saving;

static bool save_one(Interp *in, Saving *s, const char *name, Value v) {
    return s->ascii ? put_ascii(in, &s->text, v)
           : s->mat ? mat_put_variable(in, &s->text, name, v)
                    : put_value(in, &s->text, name, v);
}

static bool save_fields(Interp *in, Saving *s, Value v) {
    const Struct *fields = v.kind == VALUE_STRUCT ? VALUE_STRUCT_OF(v) : NULL;
    if (!fields || fields->count != 1)
        return interp_fail(in, "save: '-struct' needs the name of a scalar struct");
    for (uint32_t f = 0; f < fields->fields; f++)
        TRY(save_one(in, s, fields->names[f], fields->at[f][0]));
    return true;
}

static bool save_matching(Interp *in, Saving *s, const char *pattern) {
    bool any = false;
    for (uint32_t k = 0; in->calls.variable; k++) {
        const char *name = in->calls.variable(in, 0, k);
        if (!name)
            break;
        if (fnmatch(pattern, name, 0))
            continue;
        Value v;
        TRY(in->calls.get(in, 0, name, &v));
        if (v.kind == VALUE_NONE)
            continue;
        any = true;
        bool ok = s->fields ? save_fields(in, s, v) : save_one(in, s, name, v);
        value_drop(in, v);
        TRY(ok);
    }
    return any || interp_fail(in, "save: no such variable: '%s'", pattern);
}

/* Options begin with a minus; the first word that is none is the file, the others are names. */
static bool read_words(Interp *in, const BuiltinCall *call, Saving *s, bool run) {
    static const char *const mat_words[] = {"-v6",  "-v7",         "-6",  "-7",
                                            "-mat", "-mat-binary", "-V6", "-V7"};
    for (uint32_t k = 0; k < call->argc; k++) {
        char *word;
        size_t len;
        bool ok = true, keep = false;
        TRY(argument_text(in, call, k, "arguments must be strings", &word, &len));
        if (*word == '-') {
            s->ascii |= !strcmp(word, "-ascii");
            s->append |= !strcmp(word, "-append");
            s->fields |= !strcmp(word, "-struct");
            for (size_t w = 0; w < sizeof mat_words / sizeof *mat_words; w++)
                s->mat |= !strcmp(word, mat_words[w]);
        } else if (!s->file) {
            s->file = word;
            s->file_len = len;
            keep = true;
        } else if (run && k != s->first) {
            ok = save_matching(in, s, word);
            s->names++;
        }
        if (s->file == word)
            s->first = k;
        if (!keep)
            release_text(in, word, len);
        TRY(ok);
    }
    return true;
}

bool script_save(Interp *in, BuiltinCall *call) {
    Saving s = {.text = str_make(&in->env)};
    bool ok = read_words(in, call, &s, false);
    if (ok && !s.file)
        ok = fail_call(in, call);
    if (ok && s.mat && !s.append)
        mat_put_header(&s.text);
    else if (ok && !s.ascii && !s.append)
        str_puts(&s.text, "# Created by frit\n");
    ok = ok && read_words(in, call, &s, true) && (s.names > 0 || save_matching(in, &s, "*")) &&
         (str_ok(&s.text) || interp_fail_raw(in));
    if (ok) {
        FILE *file = fopen(s.file, s.append ? "ab" : "wb");
        ok = file && fwrite(s.text.data, 1, s.text.len, file) == s.text.len;
        if (file)
            fclose(file);
        if (!ok)
            interp_fail(in, "save: unable to open output file '%s'", s.file);
    }
    if (s.file)
        release_text(in, s.file, s.file_len);
    str_free(&s.text);
    return ok;
}
