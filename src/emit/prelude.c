/* The helpers that the functions turned out to need, and wrappers around library functions. */
#include <string.h>

#include "emit/emitter.h"

typedef struct HelperInfo {
    const char *name, *text;
    Dtype type; /* DT_NONE: it varies */
} HelperInfo;

enum { DT_VARIES = DT_NONE };

static const HelperInfo table[HELPER_COUNT] = {
#define HELPER(id, type, text) {#id, text, (Dtype)DT_##type},
#include "emit/prelude.def"
#undef HELPER
};

Helper helper_find(const char *name, size_t len) {
    for (Helper h = 0; h < HELPER_COUNT; h++)
        if (strncmp(table[h].name, name, len) == 0 && table[h].name[len] == '\0')
            return h;
    return NO_HELPER;
}

void put_helper(Emitter *e, Str *out, Helper helper, Dtype dtype) {
    const HelperInfo *info = &table[helper];
    Dtype variant = info->type == DT_NONE ? dtype : info->type;
    e->helpers[helper] |= 1u << variant;
    str_format(out, "frit_%s", info->name);
    if (info->type == DT_NONE)
        str_format(out, "_%s", dtype_info(variant)->name);
}

/* ---- words of the helpers' texts */

static bool is_word(const char *text, size_t len, const char *word) {
    return strlen(word) == len && memcmp(text, word, len) == 0;
}

/* 2 to the power of the value bits of an integer type: the first number above its range. */
static double limit_of(Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    unsigned bits = info->class == CLASS_SIGNED ? info->bits - 1u : info->bits;
    return 2.0 * (double)((uint64_t)1 << (bits - 1));
}

static void put_range_end(Emitter *e, Str *out, Dtype dtype, bool max) {
    const DtypeInfo *info = dtype_info(dtype);
    uint64_t all = UINT64_MAX >> (64 - info->bits), half = all >> 1;
    uint64_t bits = info->class == CLASS_SIGNED ? (max ? half : ~half & all) : (max ? all : 0);
    put_literal(e, out, dtype, (Bits){bits, 0});
}

/* What depends on the width of a float: f32's or f64's. */
static void put_float_fact(Emitter *e, Str *out, bool wide, uint64_t narrow_bits,
                           uint64_t wide_bits) {
    if (wide)
        put_u64(e, out, wide_bits);
    else
        str_format(out, "0x%xu", (unsigned)narrow_bits);
}

void put_sigil_word(Emitter *e, Str *out, const char *word, size_t len, Dtype dtype) {
    const Dialect *d = e->d;
    Dtype named = dtype_from_name(word, len);
    bool wide = dtype == DT_F64;
    if (named != DT_NONE)
        put_scalar(e, out, named);
    else if (is_word(word, len, "re"))
        put_scalar(e, out, dtype_real(dtype));
    else if (is_word(word, len, "ub"))
        put_scalar(e, out, wide ? DT_U64 : DT_U32);
    else if (is_word(word, len, "mant"))
        str_puts(out, wide ? "52" : "23");
    else if (is_word(word, len, "hidden"))
        put_float_fact(e, out, wide, 0x800000, 0x10000000000000);
    else if (is_word(word, len, "inf"))
        put_float_fact(e, out, wide, 0x7f800000, 0x7ff0000000000000);
    else if (is_word(word, len, "min") || is_word(word, len, "max"))
        put_range_end(e, out, dtype, word[1] == 'a');
    else if (is_word(word, len, "limit32"))
        put_f32(e, out, (float)limit_of(dtype));
    else if (is_word(word, len, "limit64"))
        put_f64(e, out, limit_of(dtype));
    else if (is_word(word, len, "half_bits"))
        put_pattern(out, d->f16_bits, NULL, "x", NULL);
    else if (is_word(word, len, "half_of"))
        put_pattern(out, d->f16_of, NULL, "h", NULL);
    else if (is_word(word, len, "bits_body"))
        str_puts(out, wide ? d->f64_bits : d->f32_bits);
    else if (is_word(word, len, "of_bits_body"))
        str_puts(out, wide ? d->f64_of : d->f32_of);
}

/* ---- wrappers */

bool note_wrapper(Emitter *e, const char *name, size_t len, unsigned arity, Dtype dtype) {
    for (uint32_t k = 0; k < e->wrappers.len; k++) {
        const Wrapper *known = &e->wrappers.at[k];
        if (known->dtype == dtype && known->len == len && memcmp(known->name, name, len) == 0)
            return true;
    }
    Wrapper wrapper = {name, (uint8_t)len, (uint8_t)arity, dtype};
    return vec_push(e->env, &e->wrappers, wrapper);
}

void put_wrapper_name(Str *out, const Wrapper *wrapper) {
    str_format(out, "frit_%.*s_%s", (int)wrapper->len, wrapper->name,
               dtype_info(wrapper->dtype)->name);
}

static void put_wrapper_head(Emitter *e, Str *out, const Wrapper *w) {
    put_gap(out);
    str_puts(out, e->d->helper);
    put_scalar(e, out, w->dtype);
    str_putc(out, ' ');
    put_wrapper_name(out, w);
    for (unsigned k = 0; k < w->arity; k++) {
        str_puts(out, k ? ", " : "(");
        put_scalar(e, out, w->dtype);
        str_format(out, " %c", "xyz"[k]);
    }
    str_puts(out, ")\n{\n");
}

/* f32 by way of f64, rounded once. */
static void put_real_wrapper(Emitter *e, Str *out, const Wrapper *w) {
    put_wrapper_head(e, out, w);
    str_format(out, "\treturn (float)%.*s(", (int)w->len, w->name);
    for (unsigned k = 0; k < w->arity; k++)
        str_format(out, "%s(double)%c", k ? ", " : "", "xyz"[k]);
    str_puts(out, ");\n}\n");
}

static void put_complex_wrapper(Emitter *e, Str *out, const Wrapper *w) {
    Helper ours = helper_find(w->name, w->len);
    e->needs |= NEED_COMPLEX | NEED_MATH;
    put_wrapper_head(e, out, w);
    str_puts(out, "\tdouble complex r = ");
    if (ours != NO_HELPER)
        put_helper(e, out, ours, DT_F64);
    else
        str_put(out, w->name, w->len);
    for (unsigned k = 0; k < w->arity; k++) {
        str_puts(out, k ? ", " : "(");
        put_helper(e, out, HELPER_complex_of, DT_F64);
        str_format(out, "(%c.re, %c.im)", "xyz"[k], "xyz"[k]);
    }
    str_puts(out, ");\n\treturn ");
    put_helper(e, out, HELPER_make, w->dtype);
    const char *narrow = w->dtype == DT_C64 ? "(float)" : "";
    str_format(out, "(%screal(r), %scimag(r));\n}\n", narrow, narrow);
}

/* ---- all of it */

static bool put_one(Emitter *e, Str *out, Helper helper) {
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++) {
        if (!(e->helpers[helper] & 1u << dtype))
            continue;
        put_gap(out);
        str_puts(out, e->d->helper);
        const char *text = table[helper].text;
        TRY(put_template(e, out, text, strlen(text), dtype, NULL));
    }
    return true;
}

/* Helpers use only those above them: from the last to the first, each notes what it needs. */
static bool note_helpers(Emitter *e) {
    for (Helper h = HELPER_COUNT; h-- > 0;) {
        TRY(put_one(e, &e->scratch, h));
        e->scratch.len = 0;
    }
    return true;
}

bool put_prelude(Emitter *e, Str *out) {
    for (uint32_t k = 0; k < e->wrappers.len; k++)
        if (dtype_info(e->wrappers.at[k].dtype)->class == CLASS_COMPLEX)
            put_complex_wrapper(e, &e->scratch, &e->wrappers.at[k]);
    TRY(note_helpers(e));
    for (uint32_t k = 0; k < e->wrappers.len; k++)
        if (dtype_info(e->wrappers.at[k].dtype)->class == CLASS_FLOAT)
            put_real_wrapper(e, out, &e->wrappers.at[k]);
    for (Helper h = 0; h < HELPER_COUNT; h++)
        TRY(put_one(e, out, h));
    for (uint32_t k = 0; k < e->wrappers.len; k++)
        if (dtype_info(e->wrappers.at[k].dtype)->class == CLASS_COMPLEX)
            put_complex_wrapper(e, out, &e->wrappers.at[k]);
    return true;
}
