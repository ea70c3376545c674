/*
 * A growing text. A failed allocation sticks: later writes do nothing, and str_ok says so once at
 * the end, so that printers read as a list of what they print.
 */
#ifndef FRIT_BASE_STR_H
#define FRIT_BASE_STR_H

#include "base/env.h"

#include <stdarg.h>

typedef struct Str {
    Env *env;
    char *data; /* always ends in '\0' once anything was written */
    size_t len, cap;
    bool failed;
} Str;

Str str_make(Env *env);
void str_put(Str *s, const char *bytes, size_t len);
void str_puts(Str *s, const char *text);
void str_putc(Str *s, char c);
void str_int(Str *s, int64_t value);
void str_uint(Str *s, uint64_t value);
void str_format(Str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_vformat(Str *s, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
/* False when a write failed; env->error is then filled. */
bool str_ok(const Str *s);
void str_free(Str *s);
/* Hands the text over to the caller of the public interface. On failure frees it. */
bool str_finish(Str *s, frit_text *out);

/* Shortest decimal that reads back to the same bits: "0.1", "1e+30", "inf", "nan". The value of a
 * NaN's payload is not written. Independent of the locale. Returns the length. */
enum { NUMBER_TEXT_MAX = 40 };
size_t format_f32(char *buffer, float value);
size_t format_f64(char *buffer, double value);
/* Read len bytes of decimal or hexadecimal floating-point text; false when that is not all of it. */
bool parse_f32(const char *text, size_t len, float *value);
bool parse_f64(const char *text, size_t len, double *value);

#endif
