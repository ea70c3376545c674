/* Matrices in text files: dlmread, dlmwrite, csvread, csvwrite. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "front/script/builtin/files_table.h"
#include "front/script/builtin/functions.h"
#include "front/script/builtin/give.h"
#include "front/script/builtin/streams.h"
#include "front/script/builtin/texts.h"
#include "front/script/show/number.h"
#include "front/script/show/show.h"

/* ---- reading */

void number_table_free(Interp *in, NumberTable *t) {
    doubles_free(in, &t->x);
    doubles_free(in, &t->ends);
}

/* The number at the front of a field; what is none is 0, and *known false. */
static double field_number(const char *at, const char *end, bool *known) {
    char buffer[64];
    size_t n = 0;
    while (at < end && isspace((unsigned char)*at))
        at++;
    if (at < end && *at == '+')
        at++;
    while (at < end && !isspace((unsigned char)*at) && n < sizeof buffer - 1)
        buffer[n++] = *at++;
    buffer[n] = '\0';
    double x = 0;
    *known = n > 0;
    if (n && parse_f64(buffer, n, &x))
        return x;
    const char *word = buffer + (*buffer == '-');
    if (!strcmp(word, "Inf") || !strcmp(word, "inf"))
        return *buffer == '-' ? -(double)INFINITY : (double)INFINITY;
    if (!strcmp(word, "NaN") || !strcmp(word, "nan") || !strcmp(word, "NA"))
        return (double)NAN;
    *known = false;
    return 0;
}

static char guess_separator(const char *at, const char *end) {
    for (; at < end && *at != '\n'; at++)
        if (*at == ',' || *at == ';' || *at == '\t' || *at == ':')
            return *at;
    return ' ';
}

static bool read_line(Interp *in, NumberTable *t, const char *at, const char *end, char sep) {
    bool blank = sep == ' ', known;
    while (blank && at < end && isspace((unsigned char)*at))
        at++;
    while (at < end || (!blank && at == end && at[-1] == sep)) {
        const char *stop = at;
        while (stop < end && (blank ? !isspace((unsigned char)*stop) : *stop != sep))
            stop++;
        double x = field_number(at, stop, &known);
        TRY(doubles_push(in, &t->x, x));
        t->unknown |= !known;
        if (stop == end)
            break;
        at = stop + 1;
        while (blank && at < end && isspace((unsigned char)*at))
            at++;
    }
    return doubles_push(in, &t->ends, (double)t->x.count);
}

bool number_table_read(Interp *in, const char *text, size_t len, int64_t skip, char sep,
                       bool comments, NumberTable *t) {
    const char *at = text, *end = text + len;
    for (; at < end && skip > 0; skip--) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        at = line ? line + 1 : end;
    }
    if (!sep)
        sep = guess_separator(at, end);
    while (at < end) {
        const char *line = memchr(at, '\n', (size_t)(end - at)), *stop = line ? line : end;
        const char *last = stop, *first = at;
        const char *mark = at;
        while (comments && mark < stop && *mark != '%' && *mark != '#')
            mark++;
        if (comments)
            last = mark;
        while (last > at && (last[-1] == '\r' || (last[-1] == ' ' && sep == ' ')))
            last--;
        while (first < last && isspace((unsigned char)*first) && sep == ' ')
            first++;
        if (first < last)
            TRY(read_line(in, t, first, last, sep));
        at = line ? line + 1 : end;
    }
    return true;
}

bool number_table_value(Interp *in, const NumberTable *t, int64_t skip, double fill, Value *out) {
    int64_t most = 0, before = 0;
    for (int64_t i = 0; i < t->ends.count; i++) {
        int64_t n = (int64_t)t->ends.at[i] - before;
        most = n > most ? n : most;
        before = (int64_t)t->ends.at[i];
    }
    most = most > skip ? most - skip : 0;
    Shape shape = shape_make(most ? t->ends.count : 0, most);
    Array *made;
    TRY(value_array_new(in, CLASS_DOUBLE, false, &shape, &made));
    before = 0;
    for (int64_t i = 0; most && i < t->ends.count; i++) {
        int64_t n = (int64_t)t->ends.at[i] - before;
        for (int64_t j = 0; j < most; j++)
            ((double *)made->data)[i + j * t->ends.count] =
                j + skip < n ? t->x.at[before + j + skip] : fill;
        before = (int64_t)t->ends.at[i];
    }
    *out = value_of_array(made);
    return value_simplify(in, out);
}

/* The code is 1 for csvread. */
bool script_dlmread(Interp *in, BuiltinCall *call) {
    char *name, sep = call->row->code == 1 ? ',' : 0;
    size_t len;
    uint32_t k = 1;
    double rows = 0, columns = 0;
    if (k < call->argc && value_is_char(call->args[k])) {
        Text text;
        Str own = str_make(&in->env);
        TRY(chars_open(in, call->args[k++], &text));
        show_unescape(&own, text.at, text.len);
        sep = own.len ? own.data[0] : sep;
        str_free(&own);
        chars_close(in, &text);
    }
    if (k + 1 < call->argc)
        TRY(value_to_double(in, call->args[k], call->name, &rows) &&
            value_to_double(in, call->args[k + 1], call->name, &columns));
    TRY(argument_text(in, call, 0, "FILE argument must be a string or file id", &name, &len));
    Str text = str_make(&in->env);
    NumberTable t = {0};
    Value out;
    bool opened, ok = file_bytes(in, name, &text, &opened);
    if (ok && !opened)
        ok = interp_fail(in, "%s: unable to open file '%s'", "dlmread", name);
    release_text(in, name, len);
    ok = ok &&
         number_table_read(in, text.data ? text.data : "", text.len, (int64_t)rows, sep, false,
                           &t) &&
         number_table_value(in, &t, (int64_t)columns, 0, &out);
    if (ok)
        give_value(in, call, 0, out);
    str_free(&text);
    number_table_free(in, &t);
    return ok;
}

/* ---- writing */

typedef struct Writing {
    Str separator, newline, precision;
    bool append;
} Writing;

static bool take_text(Interp *in, Value v, Str *out) {
    Text text;
    TRY(chars_take(in, v, "dlmwrite: option must be a string", &text));
    out->len = 0;
    bool ok = show_unescape(out, text.at, text.len) || interp_fail_raw(in);
    chars_close(in, &text);
    return ok;
}

static bool take_precision(Interp *in, Value v, Str *out) {
    double digits;
    if (value_is_char(v))
        return take_text(in, v, out);
    TRY(value_to_double(in, v, "dlmwrite", &digits));
    out->len = 0;
    str_format(out, "%%.%dg", (int)digits);
    return true;
}

static bool read_writing(Interp *in, const BuiltinCall *call, Writing *w) {
    str_putc(&w->separator, ',');
    str_putc(&w->newline, '\n');
    str_puts(&w->precision, "%.16g");
    for (uint32_t k = 2; k < call->argc; k++) {
        Value v = call->args[k];
        bool more = k + 1 < call->argc;
        if (chars_are_word(in, v, "delimiter") && more)
            TRY(take_text(in, call->args[++k], &w->separator));
        else if (chars_are_word(in, v, "newline") && more)
            TRY(take_text(in, call->args[++k], &w->newline));
        else if (chars_are_word(in, v, "precision") && more)
            TRY(take_precision(in, call->args[++k], &w->precision));
        else if (chars_are_word(in, v, "append") && more)
            w->append = chars_are_word(in, call->args[++k], "on");
        else if (chars_are_word(in, v, "-append"))
            w->append = true;
        else if (value_is_char(v) && k == 2)
            TRY(take_text(in, v, &w->separator));
    }
    return true;
}

static bool write_rows(Interp *in, const Writing *w, Value m, Str *out) {
    Shape shape = value_shape(m);
    int64_t rows = shape.at[0], columns = rows ? value_count(m) / rows : 0;
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < columns; j++) {
            Value x;
            TRY(value_element(in, m, i + j * rows, &x));
            bool ok = show_format(in, "dlmwrite", w->precision.data, w->precision.len, &x, 1, out);
            value_drop(in, x);
            TRY(ok);
            if (j + 1 < columns)
                str_put(out, w->separator.data, w->separator.len);
        }
        str_put(out, w->newline.data, w->newline.len);
    }
    return str_ok(out) || interp_fail_raw(in);
}

bool script_dlmwrite(Interp *in, BuiltinCall *call) {
    Writing w = {str_make(&in->env), str_make(&in->env), str_make(&in->env), false};
    Str out = str_make(&in->env);
    char *name = NULL;
    size_t len = 0;
    bool ok = read_writing(in, call, &w) && write_rows(in, &w, call->args[1], &out) &&
              argument_text(in, call, 0, "FILE must be a string", &name, &len);
    if (ok) {
        FILE *file = fopen(name, w.append ? "ab" : "wb");
        ok = file && fwrite(out.data ? out.data : "", 1, out.len, file) == out.len;
        if (file)
            fclose(file);
        if (!ok)
            interp_fail(in, "%s: unable to open file '%s'", call->name, name);
    }
    if (name)
        release_text(in, name, len);
    str_free(&w.separator);
    str_free(&w.newline);
    str_free(&w.precision);
    str_free(&out);
    return ok;
}
