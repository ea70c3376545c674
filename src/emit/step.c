/*
 * One step as text: the op table's own text with its tokens replaced. The same tokens serve the
 * helpers of prelude.def.
 */
#include <stdlib.h>
#include <string.h>

#include "emit/emitter.h"

/* ---- scratch text */

Text text_open(const Emitter *e) {
    return (Text){e->scratch.len, 0};
}

Text text_close(const Emitter *e, Text open) {
    return (Text){open.at, e->scratch.len - open.at};
}

void put_text(Emitter *e, Str *out, Text text) {
    char chunk[128]; /* a copy: out may be the scratch, which moves when it grows */
    while (text.len) {
        size_t n = text.len < sizeof chunk ? text.len : sizeof chunk;
        memcpy(chunk, e->scratch.data + text.at, n);
        str_put(out, chunk, n);
        text.at += n;
        text.len -= n;
    }
}

Text text_around(Emitter *e, const char *before, Text text, const char *after) {
    Text whole = text_open(e);
    str_puts(&e->scratch, before);
    put_text(e, &e->scratch, text);
    str_puts(&e->scratch, after);
    return text_close(e, whole);
}

void put_gap(Str *out) {
    if (out->len)
        str_putc(out, '\n');
}

void put_pattern(Str *out, const char *pattern, const char *type, const char *name,
                 const unsigned *numbers) {
    for (; *pattern; pattern++) {
        if (*pattern == '$' && type)
            str_puts(out, type);
        else if (*pattern == '@' && name)
            str_puts(out, name);
        else if (*pattern == '#' && numbers)
            str_uint(out, *numbers++);
        else
            str_putc(out, *pattern);
    }
}

/* ---- tokens */

Dtype computed_in(Dtype dtype) {
    switch (dtype_info(dtype)->domain) {
    case DOMAIN_F32:
    case DOMAIN_C64: return DT_F32;
    case DOMAIN_F64:
    case DOMAIN_C128: return DT_F64;
    default: return dtype;
    }
}

static bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t word_len(const char *text, const char *end) {
    size_t n = 0;
    while (text + n < end && is_word_char(text[n]))
        n++;
    return n;
}

static bool is_word(const char *text, size_t len, const char *word) {
    return strlen(word) == len && memcmp(text, word, len) == 0;
}

bool has_word(const char *list, const char *word, size_t len) {
    for (; list && *list; list++)
        if (*list == ' ' && strncmp(list + 1, word, len) == 0 && list[len + 1] == ' ')
            return true;
    return false;
}

/* Arguments between the parentheses that text starts with. */
static unsigned count_arguments(const char *text, const char *end) {
    unsigned depth = 0, commas = 0;
    for (; text < end; text++) {
        if (*text == '(')
            depth++;
        else if (*text == ')' && --depth == 0)
            break;
        else if (*text == ',' && depth == 1)
            commas++;
    }
    return commas + 1;
}

/* M(name): the function as the dialect spells it for the type at hand. rest is what follows. */
static bool put_math(Emitter *e, Str *out, const char *name, size_t len, Dtype dtype,
                     const char *rest, const char *end) {
    Dtype real = computed_in(dtype);
    const char *spelling = NULL;
    for (unsigned k = 0; k < MAX_SPELLINGS && e->d->spellings[k].name; k++)
        if (is_word(name, len, e->d->spellings[k].name))
            spelling = e->d->spellings[k].text;
    if (spelling && *spelling == '@') {
        name = spelling + 1;
        len = strlen(name);
    }
    Helper helper = helper_find(name, len);
    if (helper != NO_HELPER) {
        put_helper(e, out, helper, real);
        return true;
    }
    if (has_word(e->d->lacks, name, len))
        return unsupported(e, "%s has no function %.*s", e->d->name, (int)len, name);
    e->needs |= NEED_MATH;
    if (real == DT_F32 && e->d->exact_functions && !has_word(e->d->exact_functions, name, len)) {
        unsigned arity = count_arguments(rest, end);
        put_wrapper_name(out, &(Wrapper){name, (uint8_t)len, (uint8_t)arity, DT_F32});
        return note_wrapper(e, name, len, arity, DT_F32);
    }
    if (spelling)
        str_puts(out, spelling);
    else
        str_put(out, name, len);
    str_puts(out, real == DT_F32 ? e->d->f32_suffix : "");
    return true;
}

/* R(value): a literal of the type at hand. */
static bool put_real(Emitter *e, Str *out, const char *text, size_t len, Dtype dtype) {
    double value;
    if (!parse_f64(text, len, &value))
        return env_fail(e->env, FRIT_ERR_INTERNAL, FRIT_STAGE_EMIT, "R(%.*s) is not a number",
                        (int)len, text);
    if (computed_in(dtype) == DT_F32)
        put_f32(e, out, (float)value);
    else
        put_f64(e, out, value);
    return true;
}

static Dtype unsigned_of(unsigned bits) {
    return bits <= 8 ? DT_U8 : bits <= 16 ? DT_U16 : bits <= 32 ? DT_U32 : DT_U64;
}

/* The unsigned type steps are done in: at least as wide as int, so that nothing is promoted. */
static Dtype arithmetic_type(Dtype dtype) {
    return dtype_info(dtype)->bits <= 32 ? DT_U32 : DT_U64;
}

/* ux: x as its unsigned bits, without the sign's copies above them. */
static void put_unsigned_x(Emitter *e, Str *out, Dtype dtype, Text x) {
    unsigned bits = dtype_info(dtype)->bits;
    str_puts(out, "((");
    put_scalar(e, out, arithmetic_type(dtype));
    str_putc(out, ')');
    if (bits < 32 && dtype_info(dtype)->class == CLASS_SIGNED) {
        str_putc(out, '(');
        put_scalar(e, out, unsigned_of(bits));
        str_putc(out, ')');
    }
    put_text(e, out, x);
    str_putc(out, ')');
}

/* x, y, z, and of complex operands xr, xi, … */
static bool put_operand(Emitter *e, Str *out, const char *word, size_t len, Dtype dtype,
                        const Text *in) {
    if (len > 2 || word[0] < 'x' || word[0] > 'z')
        return false;
    bool complex = dtype_info(dtype)->class == CLASS_COMPLEX;
    if (len == 2 && !(complex && (word[1] == 'r' || word[1] == 'i')))
        return false;
    put_text(e, out, in[word[0] - 'x']);
    if (len == 2)
        str_puts(out, word[1] == 'r' ? ".re" : ".im");
    return true;
}

static void put_word(Emitter *e, Str *out, const char *word, size_t len, Dtype dtype,
                     const Text *in) {
    if (is_word(word, len, "T"))
        put_scalar(e, out, dtype);
    else if (is_word(word, len, "U"))
        put_scalar(e, out, arithmetic_type(dtype));
    else if (in && is_word(word, len, "bits"))
        str_uint(out, dtype_info(dtype)->bits);
    else if (in && is_word(word, len, "digits"))
        str_uint(out, dtype_info(dtype)->digits);
    else if (in && is_word(word, len, "ux"))
        put_unsigned_x(e, out, dtype, in[0]);
    else if (!in || !put_operand(e, out, word, len, dtype, in))
        str_put(out, word, len);
}

/* @name and $word of a helper's text. Returns what follows. */
static const char *put_sigil(Emitter *e, Str *out, const char *text, const char *end, Dtype dtype) {
    const char *word = text + 1;
    size_t len = word_len(word, end);
    if (*text == '@')
        put_helper(e, out, helper_find(word, len), dtype);
    else
        put_sigil_word(e, out, word, len, dtype);
    return word + len;
}

/* M(…), R(…) and X(…): what stands between the parentheses is [text, close). */
static bool put_bracketed(Emitter *e, Str *out, char kind, const char *text, const char *close,
                          const char *end, Dtype dtype) {
    size_t len = (size_t)(close - text);
    if (kind == 'M')
        return put_math(e, out, text, len, dtype, close + 1, end);
    if (kind == 'R')
        return put_real(e, out, text, len, dtype);
    put_u64(e, out, strtoull(text, NULL, 16));
    return true;
}

bool put_template(Emitter *e, Str *out, const char *text, size_t len, Dtype dtype, const Text *in) {
    const char *end = text + len;
    while (text < end) {
        size_t n = word_len(text, end);
        if (n == 0 && (*text == '@' || *text == '$') && !in) {
            text = put_sigil(e, out, text, end, dtype);
        } else if (n == 0 || (*text >= '0' && *text <= '9')) {
            str_put(out, text, n ? n : 1);
            text += n ? n : 1;
        } else if (n == 1 && text + 1 < end && text[1] == '(' && strchr("MRX", *text)) {
            const char *close = memchr(text, ')', (size_t)(end - text));
            if (!close)
                return env_fail(e->env, FRIT_ERR_INTERNAL, FRIT_STAGE_EMIT, "an open %s", text);
            TRY(put_bracketed(e, out, *text, text + 2, close, end, dtype));
            text = close + 1;
        } else {
            put_word(e, out, text, n, dtype, in);
            text += n;
        }
    }
    return true;
}

/* ---- steps */

Text widened(Emitter *e, Dtype dtype, Text x) {
    if (dtype != DT_F16 && dtype != DT_BF16)
        return x;
    Text text = text_open(e);
    put_helper(e, &e->scratch, dtype == DT_F16 ? HELPER_f16_to_f32 : HELPER_bf16_to_f32, DT_NONE);
    str_putc(&e->scratch, '(');
    put_text(e, &e->scratch, x);
    str_putc(&e->scratch, ')');
    return text_close(e, text);
}

/* What must stand around a step's text to make it a value of its type; false: nothing. */
static bool open_result(Emitter *e, Dtype dtype, const char *source) {
    Str *out = &e->scratch;
    const DtypeInfo *info = dtype_info(dtype);
    bool integer = info->class == CLASS_SIGNED || info->class == CLASS_UNSIGNED;
    if (dtype == DT_F16 || dtype == DT_BF16) {
        put_helper(e, out, dtype == DT_F16 ? HELPER_f16_from_f32 : HELPER_bf16_from_f32, DT_NONE);
    } else if (info->class == CLASS_COMPLEX) {
        put_helper(e, out, HELPER_make, dtype);
    } else if (integer && (info->bits < 32 || source[0] == 'M') && strncmp(source, "(T)", 3) != 0) {
        /* int, or the 64 bits of a helper: back to the type */
        str_putc(out, '(');
        put_scalar(e, out, dtype);
        str_putc(out, ')');
    } else {
        return false;
    }
    str_putc(out, '(');
    return true;
}

/* "csqrt": a function of C's complex.h, or ours beside it. */
static bool complex_function(Emitter *e, const OpInfo *info, Dtype dtype, const Text *in,
                             Text *out) {
    const char *name = info->source_z;
    if (!e->d->complex_functions)
        return unsupported(e, "%s has no complex function %s", e->d->name, name + 1);
    Wrapper wrapper = {name, (uint8_t)strlen(name), info->arity, dtype};
    TRY(note_wrapper(e, name, wrapper.len, wrapper.arity, dtype));
    Text text = text_open(e);
    put_wrapper_name(&e->scratch, &wrapper);
    for (unsigned k = 0; k < info->arity; k++) {
        str_puts(&e->scratch, k ? ", " : "(");
        put_text(e, &e->scratch, in[k]);
    }
    str_putc(&e->scratch, ')');
    *out = text_close(e, text);
    return true;
}

/* Of "digits < 24 ? a : b", in which a has no other colon, the branch for the type. */
static const char *branch_of(const char *source, Dtype dtype, size_t *len) {
    static const char narrow[] = "digits < 24 ? ";
    *len = strlen(source);
    if (strncmp(source, narrow, sizeof narrow - 1) != 0)
        return source;
    const char *colon = strchr(source, ':');
    const char *from = dtype_info(dtype)->digits < 24 ? source + sizeof narrow - 1 : colon + 2;
    *len = from < colon ? (size_t)(colon - 1 - from) : strlen(from);
    return from;
}

bool step(Emitter *e, Op op, Dtype dtype, const Text *in, Text *out) {
    const OpInfo *info = op_info(op);
    const char *source = op_source(info, dtype);
    DtypeClass class = dtype_info(dtype)->class;
    if (!source)
        return unsupported(e, "%s has no step for %s", info->name, dtype_info(dtype)->name);
    if (info->flags & e->d->lacks_flag)
        return unsupported(e, "%s has no function for %s", e->d->name, info->name);
    if (class == CLASS_FLOAT || class == CLASS_COMPLEX)
        e->needs |= NEED_STRICT;
    if (class == CLASS_COMPLEX && word_len(source, source + strlen(source)) == strlen(source) &&
        source[0] == 'c')
        return complex_function(e, info, dtype, in, out);
    Text wide[3] = {{0, 0}};
    for (unsigned k = 0; k < info->arity && k < 3; k++)
        wide[k] = widened(e, dtype, in[k]);
    Text text = text_open(e);
    bool wrapped = open_result(e, op_result_dtype(op, dtype), source);
    size_t len;
    const char *branch = branch_of(source, dtype, &len);
    TRY(put_template(e, &e->scratch, branch, len, dtype, wide));
    if (wrapped)
        str_putc(&e->scratch, ')');
    *out = text_close(e, text);
    return true;
}
