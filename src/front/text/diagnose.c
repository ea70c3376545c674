#include "front/text/diagnose.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- sources */

static bool find_lines(Env *env, Source *s) {
    TRY(vec_push(env, &s->lines, 0u));
    for (uint32_t i = 0; i < s->len; i++)
        if (s->text[i] == '\n')
            TRY(vec_push(env, &s->lines, i + 1));
    return true;
}

Source *source_new(Env *env, const char *name, const char *text, size_t len) {
    if (len > MAX_SOURCE) {
        env_set_error(env, FRIT_ERR_LIMIT, FRIT_STAGE_PARSE,
                      "%.100s has %zu bytes; a source may have %d", name, len, MAX_SOURCE);
        return NULL;
    }
    Source *s = env_new(env, sizeof *s);
    if (!s)
        return NULL;
    size_t name_size = strlen(name) + 1;
    s->allocator = *env->allocator;
    s->len = (uint32_t)len;
    s->name = env_new(env, name_size);
    if (s->name)
        memcpy(s->name, name, name_size);
    s->text = s->name ? env_new(env, len + 1) : NULL;
    if (!s->text) {
        source_free(s);
        return NULL;
    }
    if (len > 0)
        memcpy(s->text, text, len);
    if (find_lines(env, s))
        return s;
    source_free(s);
    return NULL;
}

void source_free(Source *s) {
    if (!s)
        return;
    frit_allocator allocator = s->allocator;
    vec_free(&allocator, &s->lines);
    env_free(&allocator, s->text, (size_t)s->len + 1);
    if (s->name)
        env_free(&allocator, s->name, strlen(s->name) + 1);
    env_free(&allocator, s, sizeof *s);
}

void source_place(const Source *s, uint32_t byte, uint32_t *line, uint32_t *column) {
    uint32_t low = 0, high = s->lines.len;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->lines.at[middle] <= byte)
            low = middle;
        else
            high = middle;
    }
    *line = low + 1;
    *column = byte - s->lines.at[low] + 1;
}

/* ---- collecting */

bool diagnose(Env *env, Diagnostics *d, Severity severity, const Source *source, uint32_t begin,
              uint32_t end, const char *format, ...) {
    bool full = d->all.len >= MAX_DIAGNOSTICS;
    if (severity == SEVERITY_ERROR)
        d->errors++;
    d->dropped = full || (severity == SEVERITY_NOTE && d->dropped);
    if (d->dropped)
        return true;
    TRY(vec_extend(env, &d->all, 1));
    Diagnostic *one = &d->all.at[d->all.len - 1];
    one->severity = severity;
    one->source = source;
    one->begin = begin < source->len ? begin : source->len;
    one->end = end < one->begin ? one->begin : end < source->len ? end : source->len;
    source_place(source, one->begin, &one->line, &one->column);
    va_list args;
    va_start(args, format);
    vsnprintf(one->message, sizeof one->message, format, args);
    va_end(args);
    return true;
}

void diagnose_hint(Diagnostics *d, const char *format, ...) {
    if (d->dropped || d->all.len == 0)
        return;
    Diagnostic *one = &d->all.at[d->all.len - 1];
    va_list args;
    va_start(args, format);
    vsnprintf(one->hint, sizeof one->hint, format, args);
    va_end(args);
}

void diagnostics_free(const frit_allocator *allocator, Diagnostics *d) {
    for (uint32_t i = 0; i < d->sources.len; i++)
        source_free(d->sources.at[i]);
    vec_free(allocator, &d->sources);
    vec_free(allocator, &d->all);
    d->errors = 0;
}

bool diagnostics_fail(Env *env, const Diagnostics *d, frit_status status) {
    for (uint32_t i = 0; i < d->all.len; i++) {
        const Diagnostic *one = &d->all.at[i];
        if (one->severity != SEVERITY_ERROR)
            continue;
        env->error->line = one->line;
        env->error->column = one->column;
        return env_fail(env, status, FRIT_STAGE_PARSE, "%s%s%s", one->message,
                        one->hint[0] ? "; " : "", one->hint);
    }
    return env_fail(env, status, FRIT_STAGE_PARSE, "the module has errors");
}

/* ---- telling */

enum {
    SHOWN_LINE =
        120 /* bytes of a source line that are shown; of a longer one the part around the error */
};

/* A line of the source, and which part of it is shown. */
typedef struct Shown {
    const char *text;
    uint32_t begin, end; /* in the line */
    uint32_t mark, mark_end;
} Shown;

static bool continues_character(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

static Shown shown_line(const Diagnostic *one) {
    const Source *s = one->source;
    uint32_t start = s->lines.at[one->line - 1];
    uint32_t end = one->line < s->lines.len ? s->lines.at[one->line] - 1 : s->len;
    while (end > start && s->text[end - 1] == '\r')
        end--;
    Shown shown = {.text = s->text + start, .end = end - start};
    shown.mark = one->column - 1 < shown.end ? one->column - 1 : shown.end;
    shown.mark_end = one->end - start < shown.end ? one->end - start : shown.end;
    if (shown.end > SHOWN_LINE) {
        if (shown.mark > SHOWN_LINE / 2)
            shown.begin = shown.mark - SHOWN_LINE / 2;
        if (shown.end - shown.begin > SHOWN_LINE)
            shown.end = shown.begin + SHOWN_LINE;
        while (shown.begin < shown.mark && continues_character(shown.text[shown.begin]))
            shown.begin++;
        while (shown.end > shown.mark && continues_character(shown.text[shown.end]))
            shown.end--;
        if (shown.mark_end > shown.end)
            shown.mark_end = shown.end;
    }
    return shown;
}

/* Bytes that a terminal would obey, or that are not text, become '?'. */
static void print_byte(Str *out, char c) {
    bool plain = c == '\t' || ((unsigned char)c >= ' ' && (unsigned char)c != 0x7f);
    str_putc(out, plain ? c : '?');
}

static void print_source_line(Str *out, const Diagnostic *one) {
    Shown shown = shown_line(one);
    str_format(out, "%6u | ", one->line);
    for (uint32_t i = shown.begin; i < shown.end; i++)
        print_byte(out, shown.text[i]);
    str_puts(out, "\n       | ");
    for (uint32_t i = shown.begin; i < shown.mark; i++)
        if (!continues_character(shown.text[i]))
            str_putc(out, shown.text[i] == '\t' ? '\t' : ' ');
    str_putc(out, '^');
    for (uint32_t i = shown.mark + 1; i < shown.mark_end; i++)
        if (!continues_character(shown.text[i]))
            str_putc(out, '~');
    str_putc(out, '\n');
}

void diagnostics_print(Str *out, const Diagnostics *d) {
    static const char *const names[] = {"error", "warning", "note"};
    uint32_t errors = 0;
    for (uint32_t i = 0; i < d->all.len; i++) {
        const Diagnostic *one = &d->all.at[i];
        errors += one->severity == SEVERITY_ERROR;
        str_format(out, "%s:%u:%u: %s: %s\n", one->source->name, one->line, one->column,
                   names[one->severity], one->message);
        print_source_line(out, one);
        if (one->hint[0])
            str_format(out, "       hint: %s\n", one->hint);
    }
    if (d->errors > errors)
        str_format(out, "and %u more errors\n", d->errors - errors);
}
