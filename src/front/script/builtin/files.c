/* Open files: fopen, fgetl, fread and so on. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/give.h"
#include "front/script/builtin/streams.h"
#include "front/script/builtin/texts.h"

/* ---- fopen, fclose */

/* "rt", "r+b" as fopen has them; false: it is no mode. */
static bool read_mode(const char *mode, char out[8]) {
    size_t n = 0;
    if (!*mode || !strchr("rwa", *mode))
        return false;
    out[n++] = *mode;
    bool plus = false;
    for (const char *at = mode + 1; *at; at++) {
        if (*at == '+')
            plus = true;
        else if (!strchr("btz", *at))
            return false;
    }
    if (plus)
        out[n++] = '+';
    out[n++] = 'b';
    out[n] = '\0';
    return true;
}

static bool keep_stream(Interp *in, FILE *file, const char *name, const char *mode, int *number) {
    Streams *streams = streams_of(in);
    TRY(streams);
    int k = STREAM_FIRST;
    while (k < STREAM_MOST && streams->at[k].file)
        k++;
    if (k == STREAM_MOST)
        return interp_fail(in, "fopen: too many files are open");
    size_t bytes = strlen(name) + 1;
    char *copy = interp_alloc(in, bytes);
    TRY(copy);
    memcpy(copy, name, bytes);
    streams->at[k] = (Stream){.file = file, .name = copy};
    snprintf(streams->at[k].mode, sizeof streams->at[k].mode, "%s", mode);
    *number = k;
    return true;
}

bool script_fopen(Interp *in, BuiltinCall *call) {
    char *name, *mode = NULL, own[8] = "rb";
    size_t len, mode_len = 0;
    if (!value_is_char(call->args[0]))
        return interp_fail(in, "fopen: file name must be a string");
    TRY(argument_text(in, call, 0, "file name must be a string", &name, &len));
    bool ok = call->argc < 2 ||
              argument_text(in, call, 1, "file mode must be a string", &mode, &mode_len);
    if (ok && mode && !read_mode(mode, own))
        ok = interp_fail(in, "invalid mode specified");
    int number = -1, why = 0;
    if (ok) {
        FILE *file = fopen(name, own);
        why = file ? 0 : errno;
        if (file && !keep_stream(in, file, name, own, &number)) {
            fclose(file);
            ok = false;
        }
    }
    release_text(in, name, len);
    if (mode)
        release_text(in, mode, mode_len);
    if (!ok)
        return false;
    give_value(in, call, 0, value_double(number));
    const char *message = why ? strerror(why) : "";
    return !is_wanted(call, 1) || give_chars(in, call, 1, message, strlen(message));
}

static void close_stream(Interp *in, Stream *s) {
    fclose(s->file);
    interp_release(in, s->name, strlen(s->name) + 1);
    *s = (Stream){0};
}

bool script_fclose(Interp *in, BuiltinCall *call) {
    if (chars_are_word(in, call->args[0], "all")) {
        Streams *streams = streams_of(in);
        TRY(streams);
        for (int k = STREAM_FIRST; k < STREAM_MOST; k++)
            if (streams->at[k].file)
                close_stream(in, &streams->at[k]);
    } else {
        double number;
        TRY(value_to_double(in, call->args[0], "fclose", &number));
        if (number < 0 || number > 2) {
            Stream *s = stream_of(in, "fclose", call->args[0]);
            TRY(s);
            close_stream(in, s);
        }
    }
    give_value(in, call, 0, value_double(0));
    return true;
}

/* The code is one more than the number. */
bool script_stream_number(Interp *in, BuiltinCall *call) {
    give_value(in, call, 0, value_double(call->row->code - 1.0));
    return true;
}

/* ---- lines: the code is 1 for fgets, which keeps the end of the line */

static void before_reading(Stream *s) {
    if (s->wrote)
        fseek(s->file, 0, SEEK_CUR);
    s->wrote = false;
}

bool script_fgetl(Interp *in, BuiltinCall *call) {
    Stream *s = stream_of(in, call->name, call->args[0]);
    TRY(s);
    double most = INFINITY;
    if (call->argc > 1)
        TRY(value_to_double(in, call->args[1], call->name, &most));
    before_reading(s);
    Str line = str_make(&in->env);
    int c = 0;
    bool end = false;
    while ((double)line.len < most && !end && (c = getc(s->file)) != EOF) {
        end = c == '\n';
        if (!end || call->row->code)
            str_putc(&line, (char)c);
    }
    /* The end of the file is known as soon as the last line is read. */
    int next = c == EOF ? EOF : getc(s->file);
    if (next != EOF)
        ungetc(next, s->file);
    s->at_end = next == EOF;
    if (c == EOF && line.len == 0) {
        str_free(&line);
        give_value(in, call, 0, value_double(-1));
        give_value(in, call, 1, value_double(0));
        return true;
    }
    give_value(in, call, 1, value_double((double)line.len + (end && !call->row->code)));
    return give_str(in, call, 0, &line);
}

bool script_feof(Interp *in, BuiltinCall *call) {
    Stream *s = stream_of(in, "feof", call->args[0]);
    TRY(s);
    give_value(in, call, 0, value_logical(s->at_end || feof(s->file)));
    return true;
}

/* ---- places */

bool script_frewind(Interp *in, BuiltinCall *call) {
    Stream *s = stream_of(in, "frewind", call->args[0]);
    TRY(s);
    rewind(s->file);
    s->at_end = false;
    if (call->nout > 0)
        give_value(in, call, 0, value_double(0));
    return true;
}

bool script_ftell(Interp *in, BuiltinCall *call) {
    Stream *s = stream_of(in, "ftell", call->args[0]);
    TRY(s);
    give_value(in, call, 0, value_double((double)ftell(s->file)));
    return true;
}

bool script_fseek(Interp *in, BuiltinCall *call) {
    Stream *s = stream_of(in, "fseek", call->args[0]);
    TRY(s);
    double offset, origin = 0;
    TRY(value_to_double(in, call->args[1], "fseek", &offset));
    int from = SEEK_SET;
    if (call->argc > 2 && value_is_char(call->args[2])) {
        from = chars_are_word(in, call->args[2], "eof")   ? SEEK_END
               : chars_are_word(in, call->args[2], "cof") ? SEEK_CUR
                                                          : SEEK_SET;
    } else if (call->argc > 2) {
        TRY(value_to_double(in, call->args[2], "fseek", &origin));
        from = origin > 0 ? SEEK_END : origin < 0 ? SEEK_SET : SEEK_CUR;
    }
    bool moved = fseek(s->file, (long)offset, from) == 0;
    s->at_end = false;
    give_value(in, call, 0, value_double(moved ? 0 : -1));
    return true;
}

/* ---- fread, fwrite */

typedef struct Precision {
    ValueClass from, to;
} Precision;

static bool known_type(const char *name, ValueClass *out) {
    static const struct {
        const char *name;
        ValueClass class_;
    } types[] = {
        {"uchar", CLASS_UINT8},      {"unsigned char", CLASS_UINT8}, {"schar", CLASS_INT8},
        {"signed char", CLASS_INT8}, {"char*1", CLASS_CHAR},         {"short", CLASS_INT16},
        {"int", CLASS_INT32},        {"long", CLASS_INT64},          {"ushort", CLASS_UINT16},
        {"uint", CLASS_UINT32},      {"ulong", CLASS_UINT64},        {"float", CLASS_SINGLE},
        {"float32", CLASS_SINGLE},   {"real*4", CLASS_SINGLE},       {"float64", CLASS_DOUBLE},
        {"real*8", CLASS_DOUBLE},    {"integer*1", CLASS_INT8},      {"integer*2", CLASS_INT16},
        {"integer*4", CLASS_INT32},  {"integer*8", CLASS_INT64}};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (!strcmp(types[k].name, name)) {
            *out = types[k].class_;
            return true;
        }
    return class_from_name(name, out);
}

/* "uint8", "uint8=>char", "*int16"; without anything else than a type the elements become doubles. */
static bool read_precision(Interp *in, const BuiltinCall *call, uint32_t k, Precision *out) {
    *out = (Precision){CLASS_UINT8, CLASS_DOUBLE};
    if (call->argc <= k)
        return true;
    char *text;
    size_t len;
    TRY(argument_text(in, call, k, "PRECISION must be a string", &text, &len));
    char *arrow = strstr(text, "=>"), *from = text + (*text == '*');
    bool same = *text == '*', ok;
    if (arrow)
        *arrow = '\0';
    ok = known_type(from, &out->from) && (!arrow || known_type(arrow + 2, &out->to));
    if (same)
        out->to = out->from;
    else if (!arrow && out->from == CLASS_CHAR)
        out->to = CLASS_DOUBLE;
    if (!ok)
        interp_fail(in, "%s: invalid PRECISION specified", call->name);
    release_text(in, text, len);
    return ok;
}

/* Rows and columns that are wanted: n, [m n], [m Inf]; -1: as many as there are. */
static bool read_sizes(Interp *in, Value v, int64_t *rows, int64_t *columns) {
    double *x;
    int64_t count = value_count(v);
    TRY(value_to_doubles(in, v, &x));
    *rows = -1;
    *columns = 1;
    if (count > 0 && isfinite(x[0]))
        *rows = (int64_t)x[0];
    if (count > 1)
        *columns = isfinite(x[1]) ? (int64_t)x[1] : -1;
    interp_release(in, x, (size_t)count * sizeof *x);
    return true;
}

/* All that is left, or so many bytes. */
static bool read_bytes(Interp *in, Stream *s, int64_t most, Str *out) {
    char block[4096];
    while (most != 0) {
        size_t want = most < 0 || most > (int64_t)sizeof block ? sizeof block : (size_t)most;
        size_t got = fread(block, 1, want, s->file);
        str_put(out, block, got);
        if (most > 0)
            most -= (int64_t)got;
        if (got < want) {
            s->at_end = true;
            break;
        }
    }
    return str_ok(out) || interp_fail_raw(in);
}

static bool shape_read(int64_t count, int64_t rows, int64_t columns, Shape *shape) {
    if (columns == 1)
        *shape = shape_make(count, 1);
    else if (rows > 0)
        *shape = shape_make(rows, (count + rows - 1) / rows);
    else
        *shape = shape_make(0, 0);
    return true;
}

bool script_fread(Interp *in, BuiltinCall *call) {
    Stream *s = stream_of(in, "fread", call->args[0]);
    TRY(s);
    int64_t rows = -1, columns = 1;
    Precision p;
    TRY(call->argc < 2 || read_sizes(in, call->args[1], &rows, &columns));
    TRY(read_precision(in, call, 2, &p));
    before_reading(s);
    size_t item = class_size(p.from);
    int64_t wanted = rows < 0 || columns < 0 ? -1 : rows * columns * (int64_t)item;
    Str bytes = str_make(&in->env);
    Array *made = NULL;
    bool ok = read_bytes(in, s, wanted, &bytes);
    int64_t count = (int64_t)(bytes.len / item);
    Shape shape;
    if (ok && shape_read(count, rows, columns, &shape))
        ok = value_array_new(in, p.from, false, &shape, &made);
    if (ok) {
        if (count)
            memcpy(made->data, bytes.data, (size_t)count * item);
        Value raw = value_of_array(made), out = value_none();
        ok = value_cast(in, raw, p.to, &out) && value_simplify(in, &out);
        value_drop(in, raw);
        if (ok)
            give_value(in, call, 0, out);
        give_value(in, call, 1, value_double((double)count));
    }
    str_free(&bytes);
    return ok;
}

bool script_fwrite(Interp *in, BuiltinCall *call) {
    Precision p;
    TRY(read_precision(in, call, 2, &p));
    Value cast;
    Array *array;
    TRY(value_cast(in, call->args[1], p.from == CLASS_CHAR ? CLASS_UINT8 : p.from, &cast));
    bool ok = value_to_array(in, cast, &array);
    value_drop(in, cast);
    TRY(ok);
    ok = stream_write(in, "fwrite", call->args[0], array->data ? array->data : "",
                      (size_t)array->count * class_size((ValueClass)array->class_));
    if (ok && call->nout > 0)
        give_value(in, call, 0, value_double((double)array->count));
    value_drop(in, value_of_array(array));
    return ok;
}

/* ---- whole files */

bool file_bytes(Interp *in, const char *name, Str *out, bool *opened) {
    FILE *file = fopen(name, "rb");
    *opened = file != NULL;
    if (!file)
        return true;
    Stream s = {.file = file};
    bool ok = read_bytes(in, &s, -1, out);
    fclose(file);
    return ok;
}

bool script_fileread(Interp *in, BuiltinCall *call) {
    char *name;
    size_t len;
    TRY(argument_text(in, call, 0, "FILENAME argument must be a string", &name, &len));
    Str text = str_make(&in->env);
    bool opened, ok = file_bytes(in, name, &text, &opened);
    if (ok && !opened)
        ok = interp_fail(in, "fileread: cannot open file");
    release_text(in, name, len);
    if (ok)
        return give_str(in, call, 0, &text);
    str_free(&text);
    return false;
}
