/*
 * Every row of rules.def, by evaluation: both sides over special and random values of every element
 * type of its classes. Strict rules must agree bit for bit.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "infer/infer.h"
#include "ir/text.h"
#include "opt/opt.h"
#include "opt/rules.h"

static void *plain_alloc(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

static const frit_allocator allocator = {plain_alloc, NULL};

/* ---- values */

enum { MAX_VALUES = 80 };

typedef struct Values {
    Bits at[MAX_VALUES];
    unsigned n;
} Values;

static void add_value(Values *values, Dtype from, Dtype dtype, Scalar value) {
    if (values->n < MAX_VALUES)
        values->at[values->n++] = scalar_to_bits(dtype, scalar_cast(from, dtype, value));
}

static void integer_values(Values *values, Dtype dtype) {
    static const int64_t some[] = {0, 1, -1, 2, -2, 3, 5, 7, 8, 31, 32, 63, 64, 100, -100};
    uint64_t top = (uint64_t)1 << (dtype_info(dtype)->bits - 1);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        add_value(values, DT_I64, dtype, (Scalar){.i = some[i]});
    add_value(values, DT_U64, dtype, (Scalar){.u = top});
    add_value(values, DT_U64, dtype, (Scalar){.u = top + 1});
    add_value(values, DT_U64, dtype, (Scalar){.u = top - 1});
    add_value(values, DT_U64, dtype, (Scalar){.u = top >> 1});
}

/* Quiet NaNs of both signs with payloads. Signalling ones are not results: any step quiets them. */
static void nan_values(Values *values, Dtype dtype) {
    unsigned fraction = dtype == DT_F16 ? 10 : dtype == DT_BF16 ? 7 : dtype == DT_F32 ? 23 : 52;
    unsigned bits = dtype_info(dtype)->bits;
    uint64_t sign = (uint64_t)1 << (bits - 1), quiet = (uint64_t)1 << (fraction - 1);
    uint64_t exponent = (sign - 1) & ~(((uint64_t)1 << fraction) - 1);
    const uint64_t nans[] = {quiet, sign | quiet, quiet | 5, sign | quiet | 6};
    for (unsigned i = 0; i < 4 && values->n < MAX_VALUES; i++)
        values->at[values->n++] = (Bits){exponent | nans[i], 0};
}

static void float_values(Values *values, Dtype dtype) {
    static const double some[] = {0,   1,     0.5,  2,        1.5,     2.5,    3.7,      0.1,
                                  255, 65504, 1e-8, 1.0 / 64, 6.1e-05, 1e-310, 0x1p-149, INFINITY};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        add_value(values, DT_F64, dtype, (Scalar){.f64 = some[i]});
        add_value(values, DT_F64, dtype, (Scalar){.f64 = -some[i]});
    }
    nan_values(values, dtype);
}

static void complex_values(Values *values, Dtype dtype) {
    static const double some[] = {0, -0.0, 1, -1, 0.5, -2.5, INFINITY, NAN};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            add_value(values, DT_C128, dtype, (Scalar){.c128 = {some[i], some[j]}});
}

static void special_values(Values *values, Dtype dtype) {
    values->n = 0;
    switch (dtype_info(dtype)->class) {
    case CLASS_BOOL:
        values->at[values->n++] = (Bits){0, 0};
        values->at[values->n++] = (Bits){1, 0};
        break;
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: integer_values(values, dtype); break;
    case CLASS_FLOAT: float_values(values, dtype); break;
    default: complex_values(values, dtype); break;
    }
}

/* Any bits that are a value; a NaN's quiet bit is set. */
static Bits random_bits(uint64_t *state, Dtype dtype) {
    Bits bits = {test_random(state), test_random(state)};
    Scalar value;
    if (dtype == DT_BOOL)
        bits.lo &= 1;
    value = scalar_from_bits(dtype, bits);
    if (dtype == DT_F32 && value.f32 != value.f32)
        bits.lo |= 0x400000;
    if (dtype == DT_F64 && value.f64 != value.f64)
        bits.lo |= (uint64_t)1 << 51;
    if (dtype_info(dtype)->class == CLASS_COMPLEX) /* of moderate size, so that something is seen */
        return scalar_to_bits(dtype, scalar_cast(DT_C128, dtype,
                                                 (Scalar){.c128 = {(double)(int8_t)bits.lo / 8,
                                                                   (double)(int8_t)bits.hi / 8}}));
    return scalar_to_bits(dtype, scalar_from_bits(dtype, bits));
}

/* Numbers on which real algebra holds up to rounding: sizes around 1. */
static Bits ordinary_bits(uint64_t *state, Dtype dtype) {
    double part[2];
    for (int i = 0; i < 2; i++) {
        part[i] = 0.5 + (double)test_random_below(state, 1000) / 500;
        part[i] = test_random(state) & 1 ? part[i] : -part[i];
    }
    if (dtype == DT_BOOL)
        return (Bits){test_random(state) & 1, 0};
    return scalar_to_bits(dtype, scalar_cast(DT_C128, dtype, (Scalar){.c128 = {part[0], part[1]}}));
}

/* ---- evaluating a side */

typedef struct Value {
    Dtype dtype;
    Bits bits;
} Value;

typedef struct Sample {
    Dtype dtype; /* of x */
    unsigned swaps;
    Bits letters[26];
} Sample;

static Dtype letter_dtype(char letter, Dtype dtype) {
    return letter == 'b' ? DT_BOOL : dtype;
}

/* False where an op has no such step. */
static bool evaluate(const RuleTree *tree, uint8_t place, const Sample *sample, Value *out) {
    const RuleNode *node = &tree->nodes[place];
    if (node->kind == NODE_LETTER) {
        *out =
            (Value){letter_dtype(node->letter, sample->dtype), sample->letters[node->letter - 'a']};
        return true;
    }
    if (node->kind == NODE_LITERAL) {
        *out = (Value){node->dtype == DT_BOOL ? DT_BOOL : sample->dtype,
                       rule_literal(node, sample->dtype)};
        return true;
    }
    Value args[RULE_MAX_ARGS] = {{DT_NONE, {0, 0}}};
    Scalar in[3] = {{0}}, result = {0};
    unsigned swap = node->swap && (sample->swaps >> (node->swap - 1) & 1);
    for (unsigned k = 0; k < node->n_args; k++) {
        if (!evaluate(tree, node->args[k ^ swap], sample, &args[k]))
            return false;
        in[k] = scalar_from_bits(args[k].dtype, args[k].bits);
    }
    if (op_info(node->op)->rule == RULE_SELECT) { /* no step of the table: a choice */
        *out = args[args[0].bits.lo ? 1 : 2];
        return args[0].dtype == DT_BOOL && args[1].dtype == args[2].dtype;
    }
    for (unsigned k = 1; k < node->n_args; k++)
        if (args[k].dtype != args[0].dtype)
            return false;
    if (!(op_info(node->op)->accepts & dtype_info(args[0].dtype)->class) ||
        !op_eval(node->op, args[0].dtype, in, &result))
        return false;
    out->dtype = op_result_dtype(node->op, args[0].dtype);
    out->bits = scalar_to_bits(out->dtype, result);
    return true;
}

/* ---- comparing the sides */

static double real_of(Value v) {
    Scalar s = scalar_cast(v.dtype, DT_C128, scalar_from_bits(v.dtype, v.bits));
    return s.c128[0];
}

static double imag_of(Value v) {
    Scalar s = scalar_cast(v.dtype, DT_C128, scalar_from_bits(v.dtype, v.bits));
    return s.c128[1];
}

static double epsilon(Dtype dtype) {
    switch (dtype_real(dtype)) {
    case DT_F16: return 0x1p-10;
    case DT_BF16: return 0x1p-7;
    case DT_F32: return 0x1p-23;
    case DT_F64: return 0x1p-52;
    default: return 0;
    }
}

static bool near(Value a, Value b) {
    double scale = 4 + fabs(real_of(a)) + fabs(imag_of(a)), limit = 16 * epsilon(a.dtype) * scale;
    return fabs(real_of(a) - real_of(b)) <= limit && fabs(imag_of(a) - imag_of(b)) <= limit;
}

typedef struct Checker {
    const RuleTree *tree;
    Sample sample;
    char letters[8]; /* those of the pattern */
    unsigned n_letters;
    Values specials, bools;
    unsigned compared;
    char wrong[256]; /* what was found */
} Checker;

static void collect_letters(Checker *c, uint8_t place) {
    const RuleNode *node = &c->tree->nodes[place];
    if (node->kind == NODE_LETTER && !memchr(c->letters, node->letter, c->n_letters))
        c->letters[c->n_letters++] = node->letter;
    for (unsigned k = 0; k < node->n_args; k++)
        collect_letters(c, node->args[k]);
}

static bool report(Checker *c, Value left, Value right) {
    int n = snprintf(c->wrong, sizeof c->wrong, "%s for %s, swaps %u:", c->tree->text->name,
                     dtype_info(c->sample.dtype)->name, c->sample.swaps);
    for (unsigned k = 0; k < c->n_letters; k++)
        n += snprintf(c->wrong + n, sizeof c->wrong - (size_t)n, " %c=%llx:%llx", c->letters[k],
                      (unsigned long long)c->sample.letters[c->letters[k] - 'a'].lo,
                      (unsigned long long)c->sample.letters[c->letters[k] - 'a'].hi);
    snprintf(c->wrong + n, sizeof c->wrong - (size_t)n, " gives %llx:%llx and %llx:%llx",
             (unsigned long long)left.bits.lo, (unsigned long long)left.bits.hi,
             (unsigned long long)right.bits.lo, (unsigned long long)right.bits.hi);
    return false;
}

/* One choice of values. Sets *possible to false where the pattern has no such step. */
static bool compare(Checker *c, bool *possible) {
    Value left, right;
    *possible = evaluate(c->tree, c->tree->pattern, &c->sample, &left);
    if (!*possible)
        return true;
    if (!evaluate(c->tree, c->tree->replacement, &c->sample, &right) || left.dtype != right.dtype) {
        snprintf(c->wrong, sizeof c->wrong, "%s for %s: the replacement has no such step",
                 c->tree->text->name, dtype_info(c->sample.dtype)->name);
        return false;
    }
    bool same = left.bits.lo == right.bits.lo && left.bits.hi == right.bits.hi;
    if (c->tree->text->level != FRIT_STRICT) {
        bool defined = isfinite(real_of(left)) && isfinite(imag_of(left));
        c->compared += defined;
        return !defined || same || near(left, right) || report(c, left, right);
    }
    c->compared++;
    return same || report(c, left, right);
}

static Bits *slot(Checker *c, unsigned k) {
    return &c->sample.letters[c->letters[k] - 'a'];
}

static bool takes(const Checker *c, unsigned k) {
    char name = c->letters[k];
    return rule_letter_takes(name, letter_dtype(name, c->sample.dtype),
                             c->sample.letters[name - 'a']);
}

/* Every combination of special values. */
static bool try_specials(Checker *c, bool *possible) {
    unsigned counters[8] = {0}, k;
    do {
        bool all = true;
        for (k = 0; k < c->n_letters; k++) {
            const Values *from = c->letters[k] == 'b' ? &c->bools : &c->specials;
            *slot(c, k) = from->at[counters[k]];
            all &= takes(c, k);
        }
        if (all && !compare(c, possible))
            return false;
        for (k = 0; k < c->n_letters; k++) {
            const Values *from = c->letters[k] == 'b' ? &c->bools : &c->specials;
            if (++counters[k] < from->n)
                break;
            counters[k] = 0;
        }
    } while (*possible && k < c->n_letters);
    return true;
}

static bool try_random(Checker *c, uint64_t *state, bool *possible) {
    bool strict = c->tree->text->level == FRIT_STRICT;
    for (size_t n = 0; *possible && n < test_scaled(400); n++) {
        bool all = true;
        for (unsigned k = 0; k < c->n_letters; k++) {
            Dtype dtype = letter_dtype(c->letters[k], c->sample.dtype);
            *slot(c, k) = strict ? random_bits(state, dtype) : ordinary_bits(state, dtype);
            all &= takes(c, k);
        }
        if (all && !compare(c, possible))
            return false;
    }
    return true;
}

/* Both sides for one element type, in every order that commutative ops allow. */
static bool verify_dtype(Checker *c, Dtype dtype, bool *possible) {
    uint64_t state = test_seed();
    c->sample.dtype = dtype;
    special_values(&c->specials, dtype);
    special_values(&c->bools, DT_BOOL);
    *possible = true;
    for (unsigned swaps = 0; swaps < 1u << c->tree->n_swaps; swaps++) {
        c->sample.swaps = swaps;
        if (c->tree->text->level == FRIT_STRICT && !try_specials(c, possible))
            return false;
        if (!try_random(c, &state, possible))
            return false;
    }
    return true;
}

/* False, with the reason in wrong, when a rule does not hold or cannot be looked at. */
static bool verify(const RuleText *text, char wrong[256]) {
    frit_error error, scratch;
    Env env = env_make(&allocator, &error, &scratch);
    RuleTree tree;
    Checker c = {.tree = &tree};
    bool ok = rule_parse(&env, text, &tree), any = false;
    if (!ok)
        snprintf(c.wrong, sizeof c.wrong, "%.200s", error.message);
    if (ok)
        collect_letters(&c, tree.pattern);
    for (Dtype dtype = 0; ok && dtype < DTYPE_COUNT; dtype++) {
        bool possible = true;
        if (!(text->classes & dtype_info(dtype)->class))
            continue;
        ok = verify_dtype(&c, dtype, &possible);
        any |= possible;
    }
    if (ok && (!any || c.compared < 10)) {
        snprintf(c.wrong, sizeof c.wrong, "%s was compared only %u times", text->name, c.compared);
        ok = false;
    }
    memcpy(wrong, c.wrong, sizeof c.wrong);
    return ok;
}

TEST(every_rule_holds) {
    char wrong[256];
    unsigned n = 0;
    for (const RuleText *text; (text = rule_text(n)); n++)
        CHECK_MSG(verify(text, wrong), "%s", wrong);
    CHECK(n >= 60);
}

/* The test itself is able to fail. */
TEST(wrong_rules_are_caught) {
    static const RuleText rules[] = {
        {"zero_float", FRIT_STRICT, CLASS_FLOAT, "add(x, 0)", "x"},
        {"minus_zero", FRIT_STRICT, CLASS_FLOAT, "sub(x, -0.0)", "x"},
        {"nan_times_zero", FRIT_STRICT, CLASS_FLOAT, "mul(x, 0)", "0"},
        {"neg_by_sub", FRIT_STRICT, CLASS_FLOAT, "sub(-0.0, x)", "neg(x)"},
        {"nan_sign", FRIT_STRICT, CLASS_FLOAT, "mul(x, -1)", "neg(x)"},
        {"nan_order", FRIT_STRICT, CLASS_FLOAT, "add(x, y)", "add(y, x)"},
        {"nan_compares", FRIT_STRICT, CLASS_FLOAT, "not(lt(x, y))", "ge(x, y)"},
        {"max_order", FRIT_STRICT, CLASS_FLOAT, "maximum(x, y)", "maximum(y, x)"},
        {"div_literal", FRIT_STRICT, CLASS_FLOAT, "div(x, q)", "mul(x, div(1, q))"},
        {"wide_abs", FRIT_STRICT, CLASS_SIGNED, "ge(abs(x), 0)", "true"},
        {"halved", FRIT_STRICT, CLASS_SIGNED, "trunc_div(x, p)", "shr(x, ctz(p))"},
        {"complex_one", FRIT_STRICT, CLASS_COMPLEX, "mul(x, 1)", "x"},
        {"one_swap", FRIT_STRICT, CLASS_SIGNED, "add(x, mul(x, y))", "add(x, mul(y, y))"},
        {"bool_or", FRIT_STRICT, CLASS_BOOL, "or(x, y)", "xor(x, y)"},
        {"fast_sign", FRIT_FAST, CLASS_FLOAT, "abs(x)", "x"},
        {"fast_factor", FRIT_FAST, CLASS_FLOAT, "pow(x, 3)", "mul(x, x)"},
        {"other_type", FRIT_FAST, CLASS_FLOAT, "eq(x, y)", "x"},
        {"no_step", FRIT_STRICT, CLASS_FLOAT, "and(x, y)", "and(y, x)"},
        {"no_op", FRIT_STRICT, CLASS_FLOAT, "frobnicate(x)", "x"},
        {"no_end", FRIT_STRICT, CLASS_FLOAT, "neg(x", "x"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char wrong[256];
        CHECK_MSG(!verify(&rules[i], wrong), "%s was not caught", rules[i].name);
        CHECK(wrong[0] != '\0');
    }
}

/* ---- form */

/* Ops of a side that are left to compute: what has literals only is folded. */
static unsigned count_ops(const RuleTree *tree, uint8_t place, bool *literal) {
    const RuleNode *node = &tree->nodes[place];
    unsigned n = 1;
    *literal = node->kind == NODE_LITERAL ||
               (node->kind == NODE_LETTER && rule_letter_is_literal(node->letter));
    if (node->kind != NODE_OP)
        return 0;
    *literal = true;
    for (unsigned k = 0; k < node->n_args; k++) {
        bool arg;
        n += count_ops(tree, node->args[k], &arg);
        *literal &= arg;
    }
    return *literal ? 0 : n;
}

TEST(rules_are_well_formed) {
    frit_error error, scratch;
    Env env = env_make(&allocator, &error, &scratch);
    for (uint32_t n = 0; rule_text(n); n++) {
        const RuleText *text = rule_text(n);
        RuleTree tree;
        bool literal;
        CHECK_MSG(rule_parse(&env, text, &tree), "%s", error.message);
        Checker left = {.tree = &tree}, right = {.tree = &tree};
        collect_letters(&left, tree.pattern);
        collect_letters(&right, tree.replacement);
        CHECK_MSG(memchr(left.letters, 'x', left.n_letters), "%s has no x", text->name);
        for (unsigned k = 0; k < right.n_letters; k++)
            CHECK_MSG(memchr(left.letters, right.letters[k], left.n_letters),
                      "%s makes %c from nothing", text->name, right.letters[k]);
        /* Multiplications are cheaper than a power, so there may be more of them. */
        if (strncmp(text->pattern, "pow(", 4) != 0)
            CHECK_MSG(count_ops(&tree, tree.replacement, &literal) <=
                          count_ops(&tree, tree.pattern, &literal),
                      "%s makes programs longer", text->name);
        for (uint32_t m = 0; m < n; m++)
            CHECK_MSG(strcmp(rule_text(m)->name, text->name) != 0, "two rules are called %s",
                      text->name);
    }
}

/* ---- every rule does something in a program */

typedef struct Maker {
    Env *env;
    Module *m;
    Program *p;
    const RuleTree *tree;
    Dtype dtype;
    VarId letters[26];
} Maker;

static bool make_literal(Maker *k, Dtype dtype, Bits bits, VarId *out) {
    Literal literal = {LITERAL_TYPED, NO_TYPE, bits};
    return type_scalar(k->env, &k->m->types, dtype, &literal.type) &&
           program_const(k->env, k->p, &literal, literal.type, (Loc){0, 0}, out);
}

/* Inputs for the variables, all before the first instruction. */
static bool make_inputs(Maker *k, const Checker *c) {
    for (unsigned n = 0; n < c->n_letters; n++) {
        char name = c->letters[n];
        TypeId type;
        if (rule_letter_is_literal(name))
            continue;
        TRY(type_scalar(k->env, &k->m->types, letter_dtype(name, k->dtype), &type));
        TRY(program_input(k->env, k->m, k->p, NO_STR, type, &k->letters[name - 'a']));
    }
    return true;
}

static bool make_node(Maker *k, uint8_t place, VarId *out) {
    const RuleNode *node = &k->tree->nodes[place];
    VarId in[RULE_MAX_ARGS];
    if (node->kind == NODE_LITERAL)
        return make_literal(k, node->dtype == DT_BOOL ? DT_BOOL : k->dtype,
                            rule_literal(node, k->dtype), out);
    if (node->kind == NODE_LETTER && rule_letter_is_literal(node->letter)) {
        /* 4 and 8 suit every letter; they are not 0 or 1, which have rules of their own. */
        Scalar value = {.i = node->letter == 'd' ? 8 : 4};
        return make_literal(k, k->dtype,
                            scalar_to_bits(k->dtype, scalar_cast(DT_I64, k->dtype, value)), out);
    }
    *out = k->letters[node->kind == NODE_LETTER ? node->letter - 'a' : 0];
    if (node->kind == NODE_LETTER)
        return true;
    for (unsigned n = 0; n < node->n_args; n++)
        TRY(make_node(k, node->args[n], &in[n]));
    return infer_append(k->env, k->m, k->p, node->op, in, node->n_args, NULL, (Loc){0, 0}, out);
}

static char *program_text(Env *env, const Module *m) {
    Str text = str_make(env);
    text_print(&text, m);
    CHECK(str_ok(&text));
    return text.data;
}

/* A program that is the pattern, simplified; false when the element type has no such program. */
static bool fires(const RuleText *text, Dtype dtype) {
    frit_error error, scratch;
    Env env = env_make(&allocator, &error, &scratch);
    RuleTree tree;
    StrId name;
    ProgId id;
    VarId result;
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = text->level,
                                .check = true};
    CHECK(rule_parse(&env, text, &tree));
    Checker c = {.tree = &tree};
    collect_letters(&c, tree.pattern);
    Maker k = {.env = &env, .m = module_new(&env), .tree = &tree, .dtype = dtype};
    CHECK(k.m && strings_add(&env, &k.m->strings, "f", 1, &name));
    k.p = program_new(&env, name);
    CHECK(k.p && make_inputs(&k, &c));
    bool possible = make_node(&k, tree.pattern, &result);
    if (!possible) {
        program_free(&allocator, k.p);
        module_free(k.m);
        return false;
    }
    CHECK(program_output(&env, k.p, result) && module_add(&env, k.m, k.p, &id));
    char *before = program_text(&env, k.m);
    CHECK_MSG(opt_run(&env, k.m, "simplify,dce", &options), "%s: %s", text->name, error.message);
    char *after = program_text(&env, k.m);
    CHECK_MSG(strcmp(before, after) != 0, "%s for %s does nothing:\n%s", text->name,
              dtype_info(dtype)->name, before);
    free(before);
    free(after);
    module_free(k.m);
    return true;
}

TEST(every_rule_fires) {
    for (uint32_t n = 0; rule_text(n); n++) {
        bool any = false;
        for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++)
            if (rule_text(n)->classes & dtype_info(dtype)->class)
                any |= fires(rule_text(n), dtype);
        CHECK_MSG(any, "%s is possible for no type", rule_text(n)->name);
    }
}
