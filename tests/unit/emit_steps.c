#include "emit_steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "harness.h"
#include "ir/text.h"

const char *const step_memory_c[DTYPE_COUNT] = {
    [DT_BOOL] = "uint8_t", [DT_I8] = "int8_t",    [DT_I16] = "int16_t",   [DT_I32] = "int32_t",
    [DT_I64] = "int64_t",  [DT_U8] = "uint8_t",   [DT_U16] = "uint16_t",  [DT_U32] = "uint32_t",
    [DT_U64] = "uint64_t", [DT_F16] = "uint16_t", [DT_BF16] = "uint16_t", [DT_F32] = "float",
    [DT_F64] = "double",   [DT_C64] = "frit_c64", [DT_C128] = "frit_c128"};

size_t dtype_bytes(Dtype dtype) {
    return dtype_info(dtype)->bits / 8u;
}

/* ---- operands */

static const double interesting[] = {0,
                                     1,
                                     0.5,
                                     1.5,
                                     2.5,
                                     2,
                                     3,
                                     7,
                                     8,
                                     0.1,
                                     1e-3,
                                     1e-7,
                                     0.9999,
                                     3.1415926535897931,
                                     1e-40,
                                     5e-324,
                                     1e-45,
                                     6e-8,
                                     6.1e-5,
                                     1e-320,
                                     100.7,
                                     127.5,
                                     128,
                                     255.5,
                                     256,
                                     32767.5,
                                     32768,
                                     65504,
                                     65519,
                                     65520,
                                     65536,
                                     8388609,
                                     2147483647.5,
                                     2147483648.0,
                                     4294967296.0,
                                     1e10,
                                     9.3e18,
                                     1.9e19,
                                     3.4e38,
                                     1e39,
                                     1e300,
                                     20,
                                     88.8,
                                     700,
                                     0x1.fep127,
                                     0x1.ffp127,
                                     33554433};

static const int64_t integers[] = {0,           1,
                                   2,           3,
                                   5,           7,
                                   8,           9,
                                   15,          16,
                                   17,          31,
                                   32,          33,
                                   63,          64,
                                   65,          99,
                                   127,         128,
                                   129,         255,
                                   256,         257,
                                   32767,       32768,
                                   65535,       65536,
                                   16777217,    2147483647,
                                   2147483648,  4294967295,
                                   4294967296,  4611686018427387905,
                                   INT64_MAX,   36028797018963969,
                                   549755813889};

static Bits from_double(Dtype dtype, double value) {
    Scalar v = {.f64 = value};
    return scalar_to_bits(dtype, scalar_cast(DT_F64, dtype, v));
}

static double some_double(uint64_t *state) {
    uint64_t kind = test_random_below(state, 8), n = sizeof interesting / sizeof *interesting;
    if (kind < 4) {
        double value = interesting[test_random_below(state, n)];
        return kind & 1 ? -value : value;
    }
    if (kind == 4)
        return test_random_below(state, 4) ? INFINITY * (test_random_below(state, 2) ? 1 : -1)
                                           : NAN;
    return ((double)test_random_below(state, 2000001) - 1e6) / (kind == 5 ? 1e5 : 1e6);
}

static Bits some_value(Dtype dtype, uint64_t *state) {
    Bits bits = {test_random(state), test_random(state)};
    size_t n = sizeof integers / sizeof *integers;
    switch (dtype_info(dtype)->class) {
    case CLASS_BOOL: bits.lo &= 1; break;
    case CLASS_SIGNED:
    case CLASS_UNSIGNED:
        if (test_random_below(state, 4))
            bits.lo = (uint64_t)integers[test_random_below(state, n)] *
                      (test_random_below(state, 2) ? 1u : UINT64_MAX);
        break;
    case CLASS_FLOAT:
        if (test_random_below(state, 6)) /* else any bits whatever */
            bits = from_double(dtype, some_double(state));
        break;
    case CLASS_COMPLEX: {
        Bits re = from_double(dtype_real(dtype), some_double(state));
        Bits im = from_double(dtype_real(dtype), some_double(state));
        bits = dtype == DT_C64 ? (Bits){re.lo | im.lo << 32, 0} : (Bits){re.lo, im.lo};
        break;
    }
    }
    return bits;
}

/* The bits of element i of an array; little end first, as everywhere in frit. */
static Bits element(const uint8_t *array, Dtype dtype, size_t i) {
    uint8_t bytes[16] = {0};
    Bits bits;
    memcpy(bytes, array + i * dtype_bytes(dtype), dtype_bytes(dtype));
    memcpy(&bits, bytes, sizeof bits);
    return bits;
}

static uint8_t *make_values(Dtype dtype, uint64_t *state) {
    uint8_t *values = malloc(STEP_VALUES * dtype_bytes(dtype));
    for (size_t i = 0; i < STEP_VALUES; i++) {
        Bits bits = some_value(dtype, state);
        memcpy(values + i * dtype_bytes(dtype), &bits, dtype_bytes(dtype));
    }
    return values;
}

/* ---- cases */

static bool is_word(const char *text) {
    while ((*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9'))
        text++;
    return *text == '\0';
}

static bool dialect_has(const StepDialect *d, Dtype dtype) {
    return d->f64 || (dtype != DT_F64 && dtype != DT_C128);
}

static bool has_step(const StepDialect *d, Op op, Dtype dtype) {
    const OpInfo *info = op_info(op);
    Scalar in[3] = {{0}}, out;
    if (info->rule != RULE_ELEMENTWISE || info->expand || (info->flags & d->lacks) ||
        !(info->accepts & dtype_info(dtype)->class) || !op_eval(op, dtype, in, &out))
        return false;
    if (dtype_info(dtype)->class != CLASS_COMPLEX)
        return true;
    bool complex_function = is_word(info->source_z) && info->source_z[0] == 'c';
    bool needs_hypot = strstr(info->source_z, "hypot") != NULL;
    return (d->complex_functions || !complex_function) && (!needs_hypot || !d->lacks);
}

static void add_case(Steps *s, StepCase c) {
    if ((s->n & (s->n - 1)) == 0)
        s->cases = realloc(s->cases, (s->n ? s->n * 2 : 1) * sizeof *s->cases);
    c.offset = s->out_size;
    s->out_size += STEP_VALUES * dtype_bytes(c.to);
    s->cases[s->n++] = c;
}

static void add_literals(Steps *s, Dtype dtype, uint64_t *state) {
    for (int k = 0; k < 12; k++)
        add_case(s, (StepCase){.kind = STEP_LITERAL,
                               .from = dtype,
                               .to = dtype,
                               .literal = scalar_to_bits(
                                   dtype, scalar_from_bits(dtype, some_value(dtype, state)))});
}

void steps_make(Steps *s, const StepDialect *d) {
    uint64_t state = test_seed();
    *s = (Steps){0};
    for (Dtype from = 0; from < DTYPE_COUNT; from++) {
        if (!dialect_has(d, from))
            continue;
        for (int k = 0; k < 3; k++)
            s->values[from][k] = make_values(from, &state);
        for (Op op = 0; op < OP_COUNT; op++)
            if (has_step(d, op, from))
                add_case(s, (StepCase){.kind = STEP_EVAL,
                                       .op = op,
                                       .from = from,
                                       .to = op_result_dtype(op, from)});
        for (Dtype to = 0; to < DTYPE_COUNT; to++) {
            if (!dialect_has(d, to))
                continue;
            add_case(s, (StepCase){.kind = STEP_CAST, .from = from, .to = to});
            if (dtype_bytes(from) == dtype_bytes(to) && from != DT_BOOL && to != DT_BOOL)
                add_case(s, (StepCase){.kind = STEP_BITCAST, .from = from, .to = to});
        }
        add_literals(s, from, &state);
    }
}

void steps_free(Steps *s) {
    free(s->cases);
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++)
        for (int k = 0; k < 3; k++)
            free(s->values[dtype][k]);
}

/* ---- the module */

static unsigned case_arity(const StepCase *c) {
    return c->kind == STEP_LITERAL ? 0 : c->kind == STEP_EVAL ? op_info(c->op)->arity : 1;
}

static void put_case_program(Str *out, const Module *scratch, const StepCase *c, size_t k) {
    str_format(out, "program s%zu(", k);
    for (unsigned a = 0; a < case_arity(c); a++)
        str_format(out, "%s%c: %s", a ? ", " : "", "xyz"[a], dtype_info(c->from) -> name);
    str_puts(out, ") -> (r) {\n  r = ");
    if (c->kind == STEP_LITERAL) {
        Literal literal = {LITERAL_TYPED, NO_TYPE, c->literal};
        for (TypeId id = 1; id < scratch->types.all.len; id++)
            if (scratch->types.all.at[id].kind == TYPE_SCALAR &&
                scratch->types.all.at[id].dtype == c->to)
                literal.type = id;
        str_puts(out, "const(");
        text_print_literal(out, scratch, &literal);
    } else {
        str_puts(out, c->kind == STEP_EVAL   ? op_info(c->op)->name
                      : c->kind == STEP_CAST ? "cast"
                                             : "bitcast");
        str_putc(out, '(');
        for (unsigned a = 0; a < case_arity(c); a++)
            str_format(out, "%s%c", a ? ", " : "", "xyz"[a]);
        if (c->kind != STEP_EVAL)
            str_format(out, ", to=%s", dtype_info(c->to)->name);
    }
    str_puts(out, ")\n}\n");
}

/* Calls every case, so that one file has them all. */
static void put_root(Str *out, const Steps *s) {
    str_puts(out, "program root(");
    const char *comma = "";
    for (Dtype d = 0; d < DTYPE_COUNT; d++)
        for (int a = 0; s->values[d][0] && a < 3; a++, comma = ", ")
            str_format(out, "%s%c%u: %s", comma, "xyz"[a], d, dtype_info(d) -> name);
    str_puts(out, ") -> (");
    for (size_t k = 0; k < s->n; k++)
        str_format(out, "%sr%zu", k ? ", " : "", k);
    str_puts(out, ") {\n");
    for (size_t k = 0; k < s->n; k++) {
        str_format(out, "  r%zu = @s%zu(", k, k);
        for (unsigned a = 0; a < case_arity(&s->cases[k]); a++)
            str_format(out, "%s%c%u", a ? ", " : "", "xyz"[a], s -> cases[k].from);
        str_puts(out, ")\n");
    }
    str_puts(out, "}\n");
}

static void put_driver(Str *out, const Steps *s, const StepDialect *d, Dtype from) {
    str_format(out, "%sdrive_%s(%s", d->driver, dtype_info(from)->name, d->first_param);
    for (int a = 0; a < 3; a++)
        str_format(out, "%s%s%s *%c, ", d->param, d->global, d->memory[from], "xyz"[a]);
    str_format(out, "%s%s%s *out, %s%s n)\n{\n\t%s {\n", d->param, d->global, d->memory[DT_U8],
               d->param, d->memory[DT_I64], d->loop);
    for (size_t k = 0; k < s->n; k++) {
        const StepCase *c = &s->cases[k];
        if (c->from != from)
            continue;
        str_format(out, "\t\t((%s%s *)(out + %zu))[i] = ", d->global, d->memory[c->to], c->offset);
        if (c->to == DT_BOOL)
            str_format(out, "(%s)", d->memory[DT_U8]);
        str_format(out, "%ss%zu(", d->function, k);
        for (unsigned a = 0; a < case_arity(c); a++)
            str_format(out, "%s%c[i]%s", a ? ", " : "", "xyz"[a], from == DT_BOOL ? " != 0" : "");
        str_puts(out, ");\n");
    }
    str_puts(out, "\t}\n}\n");
}

/* A module that has every scalar type, for printing literals. */
static Module *all_scalars(Env *env) {
    Str text = str_make(env);
    str_puts(&text, "program p(");
    for (Dtype d = 0; d < DTYPE_COUNT; d++)
        str_format(&text, "%sx%u: %s", d ? ", " : "", d, dtype_info(d)->name);
    str_puts(&text, ") -> (x0) {\n}\n");
    Module *m = text_parse(env, text.data, text.len);
    CHECK_MSG(m, "%s", env->error->message);
    str_free(&text);
    return m;
}

char *steps_source(const Steps *s, const StepDialect *d) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    Module *scratch = all_scalars(&env);
    Str text = str_make(&env), out = str_make(&env);
    for (size_t k = 0; k < s->n; k++)
        put_case_program(&text, scratch, &s->cases[k], k);
    put_root(&text, s);
    CHECK(str_ok(&text));
    char *source = emit_text(text.data, d->name, NULL);
    str_puts(&out, source);
    for (Dtype from = 0; from < DTYPE_COUNT; from++)
        if (s->values[from][0])
            put_driver(&out, s, d, from);
    free(source);
    str_free(&text);
    module_free(scratch);
    CHECK(str_ok(&out));
    return out.data;
}

/* ---- results */

static Bits expected(const Steps *s, const StepCase *c, size_t i) {
    Scalar in[3] = {{0}}, out = {0};
    if (c->kind == STEP_LITERAL)
        return c->literal;
    if (c->kind == STEP_BITCAST)
        return element(s->values[c->from][0], c->from, i);
    for (int a = 0; a < 3; a++)
        in[a] = scalar_from_bits(c->from, element(s->values[c->from][a], c->from, i));
    if (c->kind == STEP_CAST)
        out = scalar_cast(c->from, c->to, in[0]);
    else
        CHECK(op_eval(c->op, c->from, in, &out));
    return scalar_to_bits(c->to, out);
}

/* Numbers in their order, so that neighbours are 1 apart. */
static int64_t in_order(Dtype dtype, uint64_t bits) {
    uint64_t sign = (uint64_t)1 << (dtype_info(dtype)->bits - 1);
    return bits & sign ? -(int64_t)(bits & ~sign) : (int64_t)bits;
}

static bool is_nan(Dtype dtype, Bits bits) {
    Scalar v = scalar_from_bits(dtype, bits);
    return dtype == DT_F64 ? v.f64 != v.f64 : v.f32 != v.f32;
}

static bool same_real(Dtype dtype, Bits got, Bits want, bool exact_nan, unsigned max_ulp) {
    if (got.lo == want.lo)
        return true;
    if (dtype_info(dtype)->class != CLASS_FLOAT)
        return false;
    if (is_nan(dtype, got) || is_nan(dtype, want))
        return is_nan(dtype, got) && is_nan(dtype, want) && !exact_nan;
    int64_t a = in_order(dtype, got.lo), b = in_order(dtype, want.lo);
    uint64_t apart = a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
    return apart <= max_ulp;
}

static bool same(Dtype dtype, Bits got, Bits want, bool exact_nan, unsigned max_ulp) {
    if (dtype_info(dtype)->class != CLASS_COMPLEX)
        return same_real(dtype, got, want, exact_nan, max_ulp);
    if (dtype == DT_C64)
        return same_real(DT_F32, (Bits){got.lo & UINT32_MAX, 0}, (Bits){want.lo & UINT32_MAX, 0},
                         exact_nan, max_ulp) &&
               same_real(DT_F32, (Bits){got.lo >> 32, 0}, (Bits){want.lo >> 32, 0}, exact_nan,
                         max_ulp);
    return same_real(DT_F64, (Bits){got.lo, 0}, (Bits){want.lo, 0}, exact_nan, max_ulp) &&
           same_real(DT_F64, (Bits){got.hi, 0}, (Bits){want.hi, 0}, exact_nan, max_ulp);
}

/* A function of the mathematical library that may be off by some units in the last place. */
static bool rounds(const StepCase *c) {
    static const char exact[] =
        " fabs floor ceil trunc rint sqrt fmod copysign nextafter fma py_mod floor_div ";
    const OpInfo *info = op_info(c->op);
    DtypeClass class = dtype_info(c->from)->class;
    const char *source = class == CLASS_FLOAT     ? info->source_f
                         : class == CLASS_COMPLEX ? info->source_z
                                                  : NULL;
    if (c->kind != STEP_EVAL || !source)
        return false;
    for (const char *at = strstr(source, "M("); at; at = strstr(at + 1, "M(")) {
        char word[40];
        snprintf(word, sizeof word, " %.*s ", (int)strcspn(at + 2, ")"), at + 2);
        if (!strstr(exact, word))
            return true;
    }
    return false;
}

/* Near a root of a function that is not a root of any simpler one, libraries keep the distance to
 * the result small and not its share of the result. */
static bool near_a_root(const StepCase *c, Bits got, Bits want) {
    if (c->kind != STEP_EVAL || c->op != OP_lgamma)
        return false;
    Scalar a = scalar_from_bits(c->to, got), b = scalar_from_bits(c->to, want);
    double apart = c->to == DT_F64 ? a.f64 - b.f64 : (double)a.f32 - (double)b.f32;
    return fabs(apart) < (c->to == DT_F64 ? 1e-14 : 1e-6);
}

static double size_of(Dtype dtype, Bits bits) {
    Scalar v = scalar_cast(dtype, DT_C128, scalar_from_bits(dtype, bits));
    return hypot(v.c128[0], v.c128[1]);
}

/*
 * Functions of complex numbers are the C library's in emitted source. They are compared where both give numbers, by the
 * size of the difference: libraries differ in parts that are nothing beside the other, at infinities, and where a power has
 * an exponent so large that its last digits decide.
 */
static bool near_for_a_library(const StepCase *c, Bits got, Bits want) {
    const char *source = op_info(c->op)->source_z;
    if (c->kind != STEP_EVAL || dtype_info(c->from)->class != CLASS_COMPLEX || source[0] != 'c')
        return false;
    Scalar a = scalar_cast(c->to, DT_C128, scalar_from_bits(c->to, got));
    Scalar b = scalar_cast(c->to, DT_C128, scalar_from_bits(c->to, want));
    double size = size_of(c->to, want), apart = hypot(a.c128[0] - b.c128[0], a.c128[1] - b.c128[1]);
    bool narrow = c->to == DT_C64;
    if (!isfinite(size) || !isfinite(size_of(c->to, got)) || c->op == OP_pow)
        return true;
    return apart <= size * (narrow ? 0x1p-21 : 0x1p-47) + (narrow ? 0x1p-140 : 0x1p-1060);
}

static const char *show(char text[80], Dtype dtype, Bits bits) {
    Scalar v = scalar_from_bits(dtype, bits);
    if (dtype == DT_F64)
        snprintf(text, 80, "0x%llx (%.17g)", (unsigned long long)bits.lo, v.f64);
    else if (dtype_info(dtype)->class == CLASS_FLOAT)
        snprintf(text, 80, "0x%llx (%.9g)", (unsigned long long)bits.lo, (double)v.f32);
    else
        snprintf(text, 80, "0x%llx, 0x%llx", (unsigned long long)bits.lo,
                 (unsigned long long)bits.hi);
    return text;
}

void steps_check(const Steps *s, const uint8_t *out, unsigned max_ulp) {
    for (size_t k = 0; k < s->n; k++) {
        const StepCase *c = &s->cases[k];
        const char *name = c->kind == STEP_EVAL      ? op_info(c->op)->name
                           : c->kind == STEP_CAST    ? "cast"
                           : c->kind == STEP_BITCAST ? "bitcast"
                                                     : "const";
        bool exact_nan = c->kind == STEP_BITCAST || c->kind == STEP_LITERAL;
        unsigned ulp = rounds(c) ? max_ulp : 0;
        for (size_t i = 0; i < STEP_VALUES; i++) {
            Bits got = element(out + c->offset, c->to, i), want = expected(s, c, i);
            char x[80], y[80], z[80], g[80], w[80];
            CHECK_MSG(same(c->to, got, want, exact_nan, ulp) ||
                          (ulp && near_a_root(c, got, want)) || near_for_a_library(c, got, want),
                      "s%zu: %s from %s to %s of %s, %s, %s gives %s, should be %s", k, name,
                      dtype_info(c->from)->name, dtype_info(c->to)->name,
                      show(x, c->from, element(s->values[c->from][0], c->from, i)),
                      show(y, c->from, element(s->values[c->from][1], c->from, i)),
                      show(z, c->from, element(s->values[c->from][2], c->from, i)),
                      show(g, c->to, got), show(w, c->to, want));
        }
    }
}
