#include "base/str.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Str str_make(Env *env) {
    return (Str){.env = env};
}

static bool reserve(Str *s, size_t more) {
    if (s->failed)
        return false;
    size_t need = s->len + more + 1; /* the final '\0' */
    if (need <= s->cap)
        return true;
    size_t cap = s->cap * 2 > need ? s->cap * 2 : need < 64 ? 64 : need;
    char *data = env_resize(s->env, s->data, s->cap, cap);
    if (!data) {
        s->failed = true;
        return false;
    }
    s->data = data;
    s->cap = cap;
    return true;
}

void str_put(Str *s, const char *bytes, size_t len) {
    if (!reserve(s, len) || !s->data)
        return;
    if (len > 0) /* bytes may be NULL then */
        memcpy(s->data + s->len, bytes, len);
    s->len += len;
    s->data[s->len] = '\0';
}

void str_puts(Str *s, const char *text) {
    str_put(s, text, strlen(text));
}

void str_putc(Str *s, char c) {
    str_put(s, &c, 1);
}

void str_uint(Str *s, uint64_t value) {
    char digits[20];
    size_t n = sizeof digits;
    do
        digits[--n] = (char)('0' + value % 10);
    while (value /= 10);
    str_put(s, digits + n, sizeof digits - n);
}

void str_int(Str *s, int64_t value) {
    if (value < 0)
        str_putc(s, '-');
    str_uint(s, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void str_vformat(Str *s, const char *format, va_list args) {
    char small[256];
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, format, args);
    if (n >= 0 && (size_t)n < sizeof small) {
        str_put(s, small, (size_t)n);
    } else if (n >= 0 && reserve(s, (size_t)n)) {
        vsnprintf(s->data + s->len, (size_t)n + 1, format, again);
        s->len += (size_t)n;
    }
    va_end(again);
}

void str_format(Str *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str_vformat(s, format, args);
    va_end(args);
}

bool str_ok(const Str *s) {
    return !s->failed;
}

void str_free(Str *s) {
    env_free(s->env->allocator, s->data, s->cap);
    s->data = NULL;
    s->len = s->cap = 0;
}

bool str_finish(Str *s, frit_text *out) {
    if (!s->data)
        str_put(s, "", 0);
    if (s->failed) {
        str_free(s);
        return false;
    }
    *out = (frit_text){s->data, s->len, s->cap};
    *s = str_make(s->env);
    return true;
}

/* ---- numbers. The C library's decimal point follows the host's locale; ours is always '.'. */

static size_t copy_with_point(char *to, const char *from) {
    size_t n = 0;
    bool point = false;
    for (; *from; from++) {
        bool plain = (*from >= '0' && *from <= '9') || *from == '-' || *from == '+' || *from == 'e';
        if (plain)
            to[n++] = *from;
        else if (!point) { /* the first byte of whatever the locale puts there */
            to[n++] = '.';
            point = true;
        }
    }
    to[n] = '\0';
    return n;
}

/* A number that looks like an integer gets ".0" so that it reads back as a real one. */
static size_t finish_real(char *buffer, size_t n) {
    if (strpbrk(buffer, ".e"))
        return n;
    memcpy(buffer + n, ".0", 3);
    return n + 2;
}

static size_t format_special(char *buffer, bool nan, bool negative) {
    const char *text = nan ? "nan" : negative ? "-inf" : "inf";
    memcpy(buffer, text, strlen(text) + 1);
    return strlen(text);
}

size_t format_f32(char *buffer, float value) {
    if (value != value || value - value != 0)
        return format_special(buffer, value != value, value < 0);
    char local[NUMBER_TEXT_MAX];
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(local, sizeof local, "%.*g", digits, (double)value);
        if (strtof(local, NULL) == value)
            break;
    }
    return finish_real(buffer, copy_with_point(buffer, local));
}

size_t format_f64(char *buffer, double value) {
    if (value != value || value - value != 0)
        return format_special(buffer, value != value, value < 0);
    char local[NUMBER_TEXT_MAX];
    static const int tries[] = {6, 15, 16, 17};
    for (int i = 0; i < 4; i++) {
        snprintf(local, sizeof local, "%.*g", tries[i], value);
        if (strtod(local, NULL) == value)
            break;
    }
    return finish_real(buffer, copy_with_point(buffer, local));
}

enum { LITERAL_MAX = 1024 }; /* a literal longer than this is not a number anybody wrote */

/* Copies to a C string with the locale's own decimal point, found by printing one. */
static bool to_local(char *local, size_t size, const char *text, size_t len) {
    char half[16];
    snprintf(half, sizeof half, "%.1f", 0.5); /* "0", point, "5" */
    size_t point_len = strlen(half) - 2, n = 0;
    if (len == 0 || len > LITERAL_MAX)
        return false;
    for (size_t i = 0; i < len; i++) {
        if (n + point_len + 1 >= size)
            return false;
        if (text[i] == '.') {
            memcpy(local + n, half + 1, point_len);
            n += point_len;
        } else if (text[i] > ' ' && text[i] != ',') {
            local[n++] = text[i];
        } else {
            return false;
        }
    }
    local[n] = '\0';
    return true;
}

bool parse_f32(const char *text, size_t len, float *value) {
    char local[LITERAL_MAX + 32], *end;
    if (!to_local(local, sizeof local, text, len))
        return false;
    *value = strtof(local, &end);
    return *end == '\0';
}

bool parse_f64(const char *text, size_t len, double *value) {
    char local[LITERAL_MAX + 32], *end;
    if (!to_local(local, sizeof local, text, len))
        return false;
    *value = strtod(local, &end);
    return *end == '\0';
}
