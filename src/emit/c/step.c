/* One step as source: the op table's own text with its words replaced. */
#include <stdlib.h>
#include <string.h>

#include "emit/c/writer.h"
#include "op/op.h"

typedef struct StepText {
    Writer *w;
    Dtype dtype;           /* of the operands */
    const char *const *in; /* their names */
    const DtypeInfo *info;
    bool wide; /* its floats are f64 */
} StepText;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t word_len(const char *text, const char *end) {
    size_t n = 0;
    while (text + n < end && (is_letter(text[n]) || (text[n] >= '0' && text[n] <= '9')))
        n++;
    return n;
}

static bool is_word(const char *text, size_t len, const char *word) {
    return strlen(word) == len && memcmp(text, word, len) == 0;
}

/* M(name), R(number): what stands between the parentheses. */
static void put_bracketed(const StepText *s, char kind, const char *text, size_t len) {
    Str *out = &s->w->out;
    bool floats = s->info->class == CLASS_FLOAT || s->info->class == CLASS_COMPLEX;
    if (kind == 'M') {
        str_format(out, "m_%.*s", (int)len, text);
        str_puts(out, !floats ? "" : s->wide ? "_f64" : "_f32");
        return;
    }
    double value = 0;
    (void)parse_f64(text, len, &value);
    str_format(out, s->wide ? "%a" : "%af", s->wide ? value : (double)(float)value);
}

/* x, y and z, and of complex operands xr, xi, … */
static bool put_operand(const StepText *s, const char *word, size_t len) {
    Str *out = &s->w->out;
    bool complex = s->info->class == CLASS_COMPLEX;
    if (len > 2 || word[0] < 'x' || word[0] > 'z' || len != (complex ? 2U : 1U))
        return false;
    str_puts(out, s->in[word[0] - 'x']);
    if (complex)
        str_puts(out, word[1] == 'r' ? ".re" : ".im");
    return true;
}

static void put_word(const StepText *s, const char *word, size_t len) {
    Str *out = &s->w->out;
    unsigned bits = s->info->bits;
    if (is_word(word, len, "T"))
        str_puts(out, src_type_of(s->dtype));
    else if (is_word(word, len, "U"))
        str_puts(out, bits <= 32 ? "uint32_t" : "uint64_t");
    else if (is_word(word, len, "bits"))
        str_uint(out, bits);
    else if (is_word(word, len, "digits"))
        str_uint(out, s->info->digits);
    else if (is_word(word, len, "ux"))
        str_format(out, "((%s)(uint%u_t)%s)", bits <= 32 ? "uint32_t" : "uint64_t", bits, s->in[0]);
    else if (!put_operand(s, word, len))
        str_put(out, word, len);
}

static void put_text(const StepText *s, const char *text, const char *end) {
    while (text < end) {
        size_t n = word_len(text, end);
        if (n == 1 && (*text == 'M' || *text == 'R') && text + 1 < end && text[1] == '(') {
            const char *close = memchr(text, ')', (size_t)(end - text));
            put_bracketed(s, *text, text + 2, (size_t)(close - text - 2));
            text = close + 1;
        } else if (n && is_letter(*text)) {
            put_word(s, text, n);
            text += n;
        } else {
            str_put(&s->w->out, text, n ? n : 1);
            text += n ? n : 1;
        }
    }
}

/* Of "digits < 24 ? a : b", in which a has no other colon, the branch for the dtype. */
static const char *branch_of(const char *source, const DtypeInfo *info, const char **end) {
    static const char narrow[] = "digits < 24 ? ";
    *end = source + strlen(source);
    if (strncmp(source, narrow, sizeof narrow - 1) != 0)
        return source;
    const char *colon = strchr(source, ':');
    if (info->digits >= 24)
        return colon + 2;
    *end = colon - 1;
    return source + sizeof narrow - 1;
}

/* The comma between the parts of a complex number. */
static const char *comma_of(const char *text, const char *end) {
    unsigned depth = 0;
    for (; text < end; text++) {
        depth += *text == '(';
        depth -= *text == ')';
        if (*text == ',' && depth == 0)
            return text;
    }
    return NULL;
}

/* "csqrt": op/math has m_csqrt_f64. */
static bool is_complex_function(const char *source) {
    return source[0] == 'c' && word_len(source, source + strlen(source)) == strlen(source);
}

/* f(re, im) of f64, and of two operands f(re, im, re, im); the result is rounded. */
static void put_complex_function(const StepText *s, const char *name, unsigned arity) {
    Str *out = &s->w->out;
    str_format(out, "%s_of_math(m_%s_f64(", src_type_of(s->dtype), name);
    for (unsigned k = 0; k < arity; k++)
        str_format(out, "%s(double)%s.re, (double)%s.im", k ? ", " : "", s->in[k], s->in[k]);
    str_puts(out, "))");
}

bool src_step(Writer *w, Op op, Dtype dtype, const char *const *in) {
    Str *out = &w->out;
    const OpInfo *info = op_info(op);
    const char *source = op_source(info, dtype), *end;
    Dtype result = op_result_dtype(op, dtype);
    StepText s = {w, dtype, in, dtype_info(dtype), false};
    s.wide = s.info->domain == DOMAIN_F64 || s.info->domain == DOMAIN_C128;
    if (!source)
        return src_unsupported(w, "%s has no step for %s", info->name, s.info->name);
    if (s.info->class == CLASS_COMPLEX && is_complex_function(source)) {
        put_complex_function(&s, source, info->arity);
        return true;
    }
    source = branch_of(source, s.info, &end);
    const char *comma = comma_of(source, end);
    if (comma) {
        str_format(out, "%s_of(", src_type_of(result));
        put_text(&s, source, comma);
        str_puts(out, ", ");
        put_text(&s, comma + 2, end);
        str_putc(out, ')');
        return true;
    }
    bool half = result == DT_F16 || result == DT_BF16;
    if (half)
        str_format(out, "m_round_%s(", dtype_info(result)->name);
    else if (dtype_info(result)->class & (CLASS_SIGNED | CLASS_UNSIGNED))
        str_format(out, "(%s)(", src_type_of(result));
    else
        str_putc(out, '(');
    put_text(&s, source, end);
    str_putc(out, ')');
    return true;
}
