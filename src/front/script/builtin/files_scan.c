/* sscanf, fscanf: text read by a template. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/streams.h"
#include "front/script/builtin/texts.h"
#include "front/script/show/show.h"

typedef struct Scan {
    Interp *in;
    const char *at, *end; /* of the text */
    const char *format, *format_end;
    Doubles found;
    int64_t conversions;
    int64_t most;   /* -1: as many as there are */
    bool only_text; /* every conversion was %s, %c or %[ */
    bool stopped;
} Scan;

typedef struct Directive {
    bool skip; /* %*d */
    int width; /* 0: any */
    char letter;
    const char *set, *set_end; /* of %[ */
} Directive;

static void skip_space(Scan *s) {
    while (s->at < s->end && isspace((unsigned char)*s->at))
        s->at++;
}

static const char *limit(const Scan *s, int width) {
    return width > 0 && s->end - s->at > width ? s->at + width : s->end;
}

static bool take(Scan *s, double x) {
    return doubles_push(s->in, &s->found, x);
}

/* The number at the front, in at most width bytes; NULL: there is none. */
static const char *read_number(const Scan *s, const Directive *d, double *x) {
    char buffer[128];
    const char *end = limit(s, d->width);
    size_t n =
        (size_t)(end - s->at) < sizeof buffer - 1 ? (size_t)(end - s->at) : sizeof buffer - 1;
    memcpy(buffer, s->at, n);
    buffer[n] = '\0';
    char *stop = buffer;
    if (strchr("feg", tolower((unsigned char)d->letter))) {
        size_t len = 0;
        const char *word = buffer + (*buffer == '+' || *buffer == '-');
        bool named = !strncmp(word, "Inf", 3) || !strncmp(word, "NaN", 3) ||
                     !strncmp(word, "inf", 3) || !strncmp(word, "nan", 3);
        if (named) {
            *x = tolower((unsigned char)*word) == 'n' ? (double)NAN : (double)INFINITY;
            if (*buffer == '-')
                *x = -*x;
            return s->at + (word - buffer) + 3;
        }
        bool digits = false, point = false;
        if (buffer[len] == '+' || buffer[len] == '-')
            len++;
        for (; isdigit((unsigned char)buffer[len]) || (buffer[len] == '.' && !point); len++) {
            point |= buffer[len] == '.';
            digits |= buffer[len] != '.';
        }
        if (!digits)
            return NULL;
        if (tolower((unsigned char)buffer[len]) == 'e') {
            size_t power = len + 1;
            power += buffer[power] == '+' || buffer[power] == '-';
            if (isdigit((unsigned char)buffer[power])) {
                while (isdigit((unsigned char)buffer[power]))
                    power++;
                len = power;
            }
        }
        bool plus = *buffer == '+';
        return parse_f64(buffer + plus, len - plus, x) ? s->at + len : NULL;
    }
    int base = d->letter == 'x' || d->letter == 'X' ? 16
               : d->letter == 'o'                   ? 8
               : d->letter == 'i'                   ? 0
                                                    : 10;
    *x = (double)strtoll(buffer, &stop, base);
    return stop == buffer ? NULL : s->at + (stop - buffer);
}

static bool in_set(const Directive *d, char c) {
    const char *at = d->set;
    bool negative = at < d->set_end && *at == '^', found = false;
    at += negative;
    for (const char *first = at; at < d->set_end; at++) {
        if (at > first && *at == '-' && at + 1 < d->set_end) {
            found |= c >= at[-1] && c <= at[1];
            at++;
        } else {
            found |= *at == c;
        }
    }
    return found != negative;
}

/* Text of %s, %c or %[; false: nothing is there. */
static bool read_text(Scan *s, const Directive *d, bool *ok) {
    const char *from = s->at, *end = limit(s, d->letter == 'c' && !d->width ? 1 : d->width);
    while (s->at < end && (d->letter == 'c'   ? true
                           : d->letter == 's' ? !isspace((unsigned char)*s->at)
                                              : in_set(d, *s->at)))
        s->at++;
    for (const char *at = from; *ok && at < s->at && !d->skip; at++)
        *ok = take(s, (unsigned char)*at);
    return s->at > from;
}

/* One conversion; s->stopped: it does not fit. */
static bool convert(Scan *s, const Directive *d) {
    bool ok = true;
    bool text = strchr("sc[", d->letter) != NULL;
    if (d->letter != 'c' && d->letter != '[')
        skip_space(s);
    if (s->at == s->end) {
        s->stopped = true;
    } else if (text) {
        s->stopped = !read_text(s, d, &ok);
    } else {
        double x;
        const char *next = read_number(s, d, &x);
        s->stopped = !next;
        if (next) {
            s->at = next;
            ok = d->skip || take(s, x);
        }
    }
    if (!s->stopped && !d->skip) {
        s->conversions++;
        s->only_text &= text;
    }
    return ok;
}

static const char *read_directive(const char *at, const char *end, Directive *d) {
    *d = (Directive){0};
    if (at < end && *at == '*') {
        d->skip = true;
        at++;
    }
    for (; at < end && isdigit((unsigned char)*at) && d->width < 100000; at++)
        d->width = d->width * 10 + (*at - '0');
    while (at < end && strchr("hlL", *at) && *at)
        at++;
    if (at == end)
        return NULL;
    d->letter = *at++;
    if (d->letter == '[') {
        d->set = at;
        at += at < end && *at == '^';
        at += at < end && *at == ']';
        while (at < end && *at != ']')
            at++;
        d->set_end = at;
        return at < end ? at + 1 : NULL;
    }
    return strchr("diouxXfeEgGsc%", d->letter) ? at : NULL;
}

/* Once through the template; *any: a conversion was in it. */
static bool scan_once(Scan *s, bool *any) {
    const char *f = s->format;
    while (f < s->format_end && !s->stopped) {
        if (isspace((unsigned char)*f)) {
            skip_space(s);
            f++;
            continue;
        }
        Directive d = {.letter = '%'};
        bool directive = *f == '%';
        if (directive)
            f = read_directive(f + 1, s->format_end, &d);
        if (!f)
            return interp_fail(s->in, "sscanf: invalid format specified");
        if (d.letter == '%') {             /* a character as it is */
            char c = directive ? '%' : *f; /* %%, whose end f is at */
            f += !directive;
            skip_space(s);
            s->stopped = s->at == s->end || *s->at != c;
            s->at += !s->stopped;
            continue;
        }
        if (s->most >= 0 && s->found.count >= s->most) {
            s->stopped = true;
            return true;
        }
        *any = true;
        TRY(convert(s, &d));
    }
    return true;
}

static bool scan_all(Scan *s) {
    bool any = false;
    do
        TRY(scan_once(s, &any));
    while (!s->stopped && any && s->at < s->end);
    return true;
}

/* A column, or as the size says; text where all of it is text. */
static bool scanned(Scan *s, int64_t rows, int64_t columns, Value *out) {
    Interp *in = s->in;
    int64_t count = s->found.count;
    if (s->most >= 0 && count > s->most)
        count = s->most;
    Shape shape = shape_make(count, count || s->conversions == 0 ? 1 : 1);
    if (columns >= 0 && rows > 0)
        shape = shape_make(count < rows ? count : rows, count ? (count + rows - 1) / rows : 0);
    if (columns == -2 && rows > 0)
        shape = shape_make(rows, (count + rows - 1) / rows);
    bool text = s->only_text && s->conversions > 0;
    if (text && columns == -1)
        shape = shape_make(1, count);
    Array *made;
    TRY(value_array_new(in, text ? CLASS_CHAR : CLASS_DOUBLE, false, &shape, &made));
    for (int64_t k = 0; k < count && k < made->count; k++)
        if (text)
            ((char *)made->data)[k] = (char)(unsigned char)s->found.at[k];
        else
            ((double *)made->data)[k] = s->found.at[k];
    *out = value_of_array(made);
    return value_simplify(in, out);
}

/* rows, columns: columns -1 where there is one number only, -2 for Inf. */
static bool read_size(Interp *in, const BuiltinCall *call, int64_t *rows, int64_t *columns,
                      int64_t *most) {
    *rows = *columns = *most = -1;
    if (call->argc < 3 || value_is_char(call->args[2]))
        return true;
    double *x;
    int64_t count = value_count(call->args[2]);
    TRY(value_to_doubles(in, call->args[2], &x));
    if (count > 0 && isfinite(x[0]))
        *rows = *most = (int64_t)x[0];
    if (count > 1) {
        *columns = isfinite(x[1]) ? (int64_t)x[1] : -2;
        *most = *columns >= 0 && *rows >= 0 ? *rows * *columns : -1;
    }
    interp_release(in, x, (size_t)count * sizeof *x);
    return true;
}

/* "C": each conversion is an output of its own. */
static bool scan_outputs(Scan *s, BuiltinCall *call) {
    const char *f = s->format;
    uint32_t k = 0;
    while (f < s->format_end && !s->stopped) {
        const char *start = f;
        Directive d = {.letter = 0};
        while (f < s->format_end && *f != '%')
            f++;
        if (f < s->format_end)
            f = read_directive(f + 1, s->format_end, &d);
        if (!f)
            return interp_fail(s->in, "%s: invalid format specified", call->name);
        Scan part = *s;
        bool any = false;
        Value v;
        part.format = start;
        part.format_end = f;
        part.found = (Doubles){0};
        part.conversions = 0;
        part.only_text = true;
        bool ok = scan_once(&part, &any);
        s->at = part.at;
        s->stopped = part.stopped;
        if (ok && part.conversions > 0 && is_wanted(call, k)) {
            ok = scanned(&part, -1, -1, &v);
            if (ok)
                give_value(s->in, call, k++, v);
        }
        s->conversions += part.conversions;
        doubles_free(s->in, &part.found);
        TRY(ok);
    }
    for (; k < call->nout; k++) {
        Value empty;
        TRY(value_empty(s->in, &empty));
        give_value(s->in, call, k, empty);
    }
    return true;
}

static bool scan_text(Interp *in, BuiltinCall *call, const char *text, size_t len) {
    Text format;
    int64_t rows, columns;
    Scan s = {.in = in, .at = text, .end = text + len, .only_text = true};
    TRY(read_size(in, call, &rows, &columns, &s.most));
    TRY(chars_take(in, call->args[1], "sscanf: format TEMPLATE must be a string", &format));
    Str own = str_make(&in->env);
    bool raw = !value_is_quoted(call->args[1]);
    if (raw)
        show_unescape(&own, format.at, format.len);
    s.format = raw && own.data ? own.data : format.at;
    s.format_end = s.format + (raw ? own.len : format.len);
    Value out;
    bool ok = str_ok(&own) || interp_fail_raw(in);
    if (ok && call->argc > 2 && value_is_char(call->args[2])) {
        ok = scan_outputs(&s, call);
    } else {
        ok = ok && scan_all(&s) && scanned(&s, rows, columns, &out);
        if (ok) {
            give_value(in, call, 0, out);
            give_value(in, call, 1, value_double((double)s.conversions));
            ok = !is_wanted(call, 2) || give_chars(in, call, 2, "", 0);
            give_value(in, call, 3, value_double((double)(s.at - text) + 1));
        }
    }
    doubles_free(in, &s.found);
    str_free(&own);
    chars_close(in, &format);
    return ok;
}

bool script_sscanf(Interp *in, BuiltinCall *call) {
    Text text;
    TRY(chars_take(in, call->args[0], "sscanf: argument STRING must be a string", &text));
    bool ok = scan_text(in, call, text.at, text.len);
    chars_close(in, &text);
    return ok;
}

/* The rest of the file is read. */
bool script_fscanf(Interp *in, BuiltinCall *call) {
    Stream *s = stream_of(in, "fscanf", call->args[0]);
    TRY(s);
    Str text = str_make(&in->env);
    int c;
    while ((c = getc(s->file)) != EOF)
        str_putc(&text, (char)c);
    s->at_end = true;
    bool ok = str_ok(&text) || interp_fail_raw(in);
    ok = ok && scan_text(in, call, text.data ? text.data : "", text.len);
    str_free(&text);
    return ok;
}
