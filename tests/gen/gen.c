/* The generator's common parts: random numbers, names, values, element types. */
#include "gen/gen.h"

#include <stdlib.h>
#include <string.h>

#include "gen/parts.h"

static void *malloc_fn(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

const frit_allocator gen_allocator = {malloc_fn, NULL};

/* splitmix64 */
uint64_t gen_bits(Gen *g) {
    uint64_t z = (g->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint32_t gen_below(Gen *g, uint32_t n) {
    return (uint32_t)((gen_bits(g) >> 32) * n >> 32);
}

bool gen_chance(Gen *g, unsigned percent) {
    return gen_below(g, 100) < percent;
}

/* ---- names */

static const char *const plain_names[] = {
    "a", "b",  "c",   "x",   "y",  "z", "w",    "acc", "tmp", "total", "m",   "n",    "k",
    "T", "x1", "a.b", "x.3", "_q", "U", "Pair", "p",   "add", "axes",  "sum", "then", "carry"};

/* Everything that a printer or a parser could trip over. */
static const char *const odd_names[] = {"v0",          "v3",
                                        "v17",         "v007",
                                        "v4294967295", "v99999999999",
                                        "_",           "-1",
                                        "1x",          "with space",
                                        "quote\"s",    "back\\slash",
                                        "new\nline",   "tab\t",
                                        "\x01",        "\x7f",
                                        "\xc3\xa9",    "\xe6\x97\xa5\xe6\x9c\xac",
                                        "f32",         "bf16x3",
                                        "array",       "true",
                                        "nan",         "inf",
                                        "program",     "extern",
                                        "struct",      "#hash",
                                        "@at",         "$axes",
                                        "a=b",         "a,b",
                                        "(x)",         "[n]",
                                        "{",           "->",
                                        "...",         " ",
                                        "%s%n",        "\xf0\x9f\x94\xa5",
                                        "\xef\xbf\xbf"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

bool gen_name(Gen *g, StrId *out) {
    char text[320];
    size_t len = 0;
    if (gen_chance(g, 80)) {
        const char *plain = plain_names[gen_below(g, COUNT(plain_names))];
        return strings_add(g->env, &g->m->strings, plain, strlen(plain), out);
    }
    if (gen_chance(g, 3)) {
        while (len < 300)
            text[len++] = "ab c"[gen_below(g, 4)];
        return strings_add(g->env, &g->m->strings, text, len, out);
    }
    for (unsigned parts = 1 + gen_below(g, 2); parts; parts--) {
        const char *part = odd_names[gen_below(g, COUNT(odd_names))];
        while (*part)
            text[len++] = *part++;
    }
    return strings_add(g->env, &g->m->strings, text, len, out);
}

bool gen_program_name(Gen *g, StrId *out) {
    do
        TRY(gen_name(g, out));
    while (module_find(g->m, *out) != NO_PROGRAM);
    return true;
}

/* ---- values */

static uint64_t float_bits(Gen *g, unsigned exponent_bits, unsigned fraction_bits) {
    uint64_t fraction = gen_bits(g) & (((uint64_t)1 << fraction_bits) - 1);
    uint64_t top = ((uint64_t)1 << exponent_bits) - 1, bias = top >> 1;
    uint64_t sign = gen_bits(g) & 1, exponent = gen_bits(g) & top;
    switch (gen_below(g, 9)) {
    case 0: exponent = fraction = 0; break;      /* zero */
    case 1: exponent = top, fraction = 0; break; /* infinity */
    case 2: exponent = top; break;               /* NaN, or infinity */
    case 3: exponent = 0; break;                 /* subnormal */
    case 4: exponent = 0, fraction = 1; break;   /* the smallest */
    case 5: exponent = top - 1, fraction = ((uint64_t)1 << fraction_bits) - 1; break; /* largest */
    case 6: exponent = bias + gen_below(g, 4), fraction = 0; break; /* 1, 2, 4, 8 */
    case 7:                                                         /* a plain NaN */
        sign = 0, exponent = top, fraction = (uint64_t)1 << (fraction_bits - 1);
        break;
    default: break;
    }
    return ((sign << exponent_bits) | exponent) << fraction_bits | fraction;
}

Bits gen_value(Gen *g, Dtype dtype) {
    unsigned bits = dtype_info(dtype)->bits;
    uint64_t mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1, lo;
    switch (dtype) {
    case DT_BOOL: return (Bits){gen_bits(g) & 1, 0};
    case DT_F16: return (Bits){float_bits(g, 5, 10), 0};
    case DT_BF16: return (Bits){float_bits(g, 8, 7), 0};
    case DT_F32: return (Bits){float_bits(g, 8, 23), 0};
    case DT_F64: return (Bits){float_bits(g, 11, 52), 0};
    case DT_C64: lo = float_bits(g, 8, 23); return (Bits){lo | float_bits(g, 8, 23) << 32, 0};
    case DT_C128: lo = float_bits(g, 11, 52); return (Bits){lo, float_bits(g, 11, 52)};
    default: break;
    }
    switch (gen_below(g, 6)) {
    case 0: lo = 0; break;
    case 1: lo = UINT64_MAX; break;                /* -1, or the largest */
    case 2: lo = (uint64_t)1 << (bits - 1); break; /* the smallest signed */
    case 3: lo = ((uint64_t)1 << (bits - 1)) - 1; break;
    case 4: lo = gen_below(g, 10); break;
    default: lo = gen_bits(g); break;
    }
    return (Bits){lo & mask, 0};
}

/* ---- element types */

bool gen_element_type(Gen *g, unsigned depth, TypeId *out) {
    Types *t = &g->m->types;
    Dtype dtype = (Dtype)gen_below(g, DTYPE_COUNT);
    uint32_t kind = gen_below(g, 10);
    if (kind == 0 && depth < 4) {
        TypeId elem;
        TRY(gen_element_type(g, depth + 1, &elem));
        return type_fixed(g->env, t, elem, 1 + gen_below(g, gen_chance(g, 10) ? 65536 : 4), out);
    }
    if (kind == 1 && g->n_structs) {
        *out = g->structs[gen_below(g, g->n_structs)];
        return true;
    }
    if (kind == 2)
        return type_vector(g->env, t, dtype, 2 + gen_below(g, 3), out);
    if (kind == 3)
        return type_matrix(g->env, t, dtype, 2 + gen_below(g, 3), 2 + gen_below(g, 3), out);
    return type_scalar(g->env, t, dtype, out);
}

static bool gen_struct(Gen *g) {
    Field fields[4];
    uint32_t n = 0, want = 1 + gen_below(g, 4);
    StrId name;
    while (n < want) {
        bool taken = false;
        TRY(gen_name(g, &fields[n].name));
        TRY(gen_element_type(g, 0, &fields[n].type));
        for (uint32_t i = 0; i < n; i++)
            taken |= fields[i].name == fields[n].name;
        n += !taken;
    }
    do
        TRY(gen_name(g, &name));
    while (type_find_struct(&g->m->types, name) != NO_TYPE);
    TRY(type_struct(g->env, &g->m->types, name, fields, n, &g->structs[g->n_structs]));
    g->n_structs++;
    return true;
}

bool gen_structs(Gen *g) {
    for (uint32_t n = gen_chance(g, 50) ? gen_below(g, COUNT(g->structs)) : 0; n; n--)
        TRY(gen_struct(g));
    return true;
}

/* ---- modules */

bool gen_add(Gen *g, Program *p, bool ok, ProgId *id) {
    if (ok && module_add(g->env, g->m, p, id))
        return true;
    program_free(g->env->allocator, p);
    return false;
}

Module *gen_module(Env *env, GenOptions options) {
    Gen g = {.env = env, .m = module_new(env), .size = options.size ? options.size : 12};
    /* Mixed once, so that seeds 1, 2, 3, ... do not give shifted copies of one stream. */
    g.state = hash_u64(options.seed, options.mode == GEN_FORM);
    bool ok = g.m && gen_structs(&g) &&
              (options.mode == GEN_FORM       ? gen_form_module(&g)
               : options.mode == GEN_RUNNABLE ? gen_runnable_module(&g)
                                              : gen_typed_module(&g));
    if (ok && options.mode == GEN_MOSTLY)
        gen_disturb(&g);
    if (ok)
        return g.m;
    module_free(g.m);
    return NULL;
}
