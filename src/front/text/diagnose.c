#include "front/text/diagnose.h"

#include <stdarg.h>
#include <stdio.h>

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
        const char *file = source_file(one->source, one->begin);
        bool other = file != one->source->name;
        env->error->line = one->line;
        env->error->column = one->column;
        return env_fail(env, status, FRIT_STAGE_PARSE, "%s%s%s%s%s", other ? file : "",
                        other ? ": " : "", one->message, one->hint[0] ? "; " : "", one->hint);
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
    uint32_t index = source_line(s, one->begin), start = s->lines.at[index];
    uint32_t end = index + 1 < s->lines.len ? s->lines.at[index + 1] - 1 : s->len;
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
    for (uint32_t i = 0; i < d->all.len && i < MAX_PRINTED; i++) {
        const Diagnostic *one = &d->all.at[i];
        errors += one->severity == SEVERITY_ERROR;
        str_format(out, "%s:%u:%u: %s: %s\n", source_file(one->source, one->begin), one->line,
                   one->column, names[one->severity], one->message);
        print_source_line(out, one);
        if (one->hint[0])
            str_format(out, "       hint: %s\n", one->hint);
    }
    if (d->errors > errors)
        str_format(out, "and %u more errors\n", d->errors - errors);
}
