/* Optimised programs compute what they did before: every bit of it under strict numerics. */
#include <stdio.h>

#include "meaning.h"
#include "opt_fixture.h"

/* ---- random modules of scalar programs with control flow */

typedef struct Maker {
    Fixture *f;
    Module *m;
    Program *p;
    uint64_t state;
    Dtype dtypes[4]; /* few, so that values meet */
} Maker;

static uint32_t below(Maker *k, uint32_t n) {
    return (uint32_t)test_random_below(&k->state, n);
}

static Dtype var_dtype(const Maker *k, VarId var) {
    return type_dtype(&k->m->types, k->p->vars.at[var].type);
}

static bool make_const(Maker *k, Dtype dtype, VarId *out) {
    static const double some[] = {0, 1, -1, -0.0, 2, 0.5, 8, 3, -2, 1e30, 100};
    Scalar value = {.f64 = some[below(k, sizeof some / sizeof *some)]};
    Literal literal = {LITERAL_TYPED, NO_TYPE, {0, 0}};
    literal.bits = scalar_to_bits(dtype, scalar_cast(DT_F64, dtype, value));
    if (below(k, 8) == 0 && dtype == DT_F32)
        literal.bits.lo = test_random(&k->state) % 2 ? 0x7fc00005 : 0xff800000;
    return type_scalar(&k->f->env, &k->m->types, dtype, &literal.type) &&
           program_const(&k->f->env, k->p, &literal, literal.type, (Loc){0, 0}, out);
}

/* A variable of the dtype: one of the last ones, or a new literal. */
static bool pick(Maker *k, Dtype dtype, VarId *out) {
    for (int tries = 0; tries < 12 && k->p->vars.len; tries++) {
        uint32_t near = k->p->vars.len < 12 ? k->p->vars.len : 12;
        *out = tries < 6 ? k->p->vars.len - 1 - below(k, near) : below(k, k->p->vars.len);
        if (var_dtype(k, *out) == dtype)
            return true;
    }
    return make_const(k, dtype, out);
}

static bool make_op(Maker *k) {
    VarId in[3], out;
    Attrs attrs = attrs_none();
    Op op = (Op)below(k, OP_FIRST_ROUTINE);
    const OpInfo *info = op_info(op);
    Dtype dtype = k->dtypes[below(k, 4)];
    TypeId to;
    if (info->rule == RULE_SELECT) {
        TRY(pick(k, DT_BOOL, &in[0]) && pick(k, dtype, &in[1]) && pick(k, dtype, &in[2]));
        return infer_append(&k->f->env, k->m, k->p, op, in, 3, NULL, (Loc){0, 0}, &out);
    }
    if (info->rule == RULE_CAST) {
        TRY(type_scalar(&k->f->env, &k->m->types, k->dtypes[below(k, 4)], &to));
        attrs.word[AT_TO] = to;
        TRY(pick(k, dtype, &in[0]));
        return infer_append(&k->f->env, k->m, k->p, op, in, 1, &attrs, (Loc){0, 0}, &out);
    }
    if (info->rule != RULE_ELEMENTWISE || !(info->accepts & dtype_info(dtype)->class) ||
        info->expand || op_result_dtype(op, dtype) == DT_NONE)
        return true;
    for (uint32_t n = 0; n < info->arity; n++)
        TRY(pick(k, dtype, &in[n]));
    return infer_append(&k->f->env, k->m, k->p, op, in, info->arity, NULL, (Loc){0, 0}, &out);
}

/* Operands for the inputs of a callee from its number `first` on. */
static bool pick_inputs(Maker *k, const Program *callee, uint32_t first, VarId *in) {
    for (uint32_t n = first; n < callee->n_inputs; n++)
        TRY(pick(k, type_dtype(&k->m->types, callee->vars.at[n].type), &in[n - first]));
    return true;
}

static bool append_control(Maker *k, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
                           const Program *callee) {
    TypeId types[16];
    VarId out;
    for (uint32_t n = 0; n < callee->outputs.len; n++)
        types[n] = callee->vars.at[callee->outputs.at[n]].type;
    return program_instr(&k->f->env, k->p, op, in, n_in, attrs, callee->outputs.len, types,
                         (Loc){0, 0}, &out);
}

static bool make_control(Maker *k) {
    VarId in[16];
    Attrs attrs = attrs_none();
    ProgId id = below(k, k->m->programs.len & ~1u);
    const Program *callee = k->m->programs.at[id];
    attrs.word[AT_CALLEE] = id;
    /* Programs come in pairs of one signature, (i32, f32, bool) -> (f32, i32): see make_module. */
    switch (below(k, 4)) {
    case 0:
        TRY(pick_inputs(k, callee, 0, in));
        return append_control(k, below(k, 2) ? OP_call : OP_map, in, callee->n_inputs, &attrs,
                              callee);
    case 1:
        attrs.word[AT_ELSE] = id ^ 1;
        TRY(pick(k, DT_BOOL, &in[0]) && pick_inputs(k, callee, 0, in + 1));
        return append_control(k, OP_if, in, callee->n_inputs + 1, &attrs, callee);
    default: return true;
    }
}

/* for: (i: i32, carried f32, carried i32, rest bool) -> (f32, i32), bounds small or literals. */
static bool make_loop(Maker *k, ProgId body) {
    VarId in[5], out;
    TypeId types[2];
    Attrs attrs = attrs_none();
    attrs.word[AT_FOR_BODY] = body;
    attrs.word[AT_FOR_CARRY] = 2;
    TRY(make_const(k, DT_I32, &in[0]) && make_const(k, DT_I32, &in[1]));
    TRY(pick(k, DT_F32, &in[2]) && pick(k, DT_I32, &in[3]) && pick(k, DT_BOOL, &in[4]));
    types[0] = k->p->vars.at[in[2]].type;
    types[1] = k->p->vars.at[in[3]].type;
    return program_instr(&k->f->env, k->p, OP_for, in, 5, &attrs, 2, types, (Loc){0, 0}, &out);
}

static bool make_program(Maker *k, const Dtype *inputs, uint32_t n_inputs, uint32_t size,
                         ProgId loop_body) {
    char name[32];
    StrId id;
    ProgId made;
    VarId var;
    int len = snprintf(name, sizeof name, "f%u", k->m->programs.len);
    TRY(strings_add(&k->f->env, &k->m->strings, name, (size_t)len, &id));
    k->p = program_new(&k->f->env, id);
    TRY(k->p);
    for (uint32_t n = 0; n < n_inputs; n++) {
        TypeId type;
        TRY(type_scalar(&k->f->env, &k->m->types, inputs[n], &type));
        TRY(program_input(&k->f->env, k->m, k->p, NO_STR, type, &var));
    }
    for (uint32_t n = 0; n < size; n++) {
        TRY(make_op(k) && make_op(k) && make_op(k));
        if (k->m->programs.len >= 2 && loop_body != NO_PROGRAM && below(k, 4) == 0)
            TRY(make_control(k));
        if (loop_body != NO_PROGRAM && below(k, 12) == 0)
            TRY(make_loop(k, loop_body));
    }
    for (int n = 0; n < 2; n++) {
        TRY(pick(k, n ? DT_I32 : DT_F32, &var));
        TRY(program_output(&k->f->env, k->p, var));
    }
    return module_add(&k->f->env, k->m, k->p, &made);
}

/* Pairs of programs of one signature, then a loop body, then programs that use them all. */
static Module *make_module(Fixture *f, uint64_t seed) {
    static const Dtype plain[] = {DT_I32, DT_F32, DT_BOOL};
    static const Dtype body[] = {DT_I32, DT_F32, DT_I32, DT_BOOL};
    Maker k = {.f = f, .m = module_new(&f->env), .state = seed};
    Dtype others[] = {DT_F64, DT_U8, DT_F16, DT_I64, DT_U32, DT_BF16, DT_C64, DT_I16};
    k.dtypes[0] = DT_F32;
    k.dtypes[1] = DT_I32;
    k.dtypes[2] = DT_BOOL;
    k.dtypes[3] = others[below(&k, 8)];
    CHECK(k.m);
    for (int n = 0; n < 4; n++)
        CHECK_MSG(make_program(&k, plain, 3, 6, NO_PROGRAM), "%s", f->error.message);
    CHECK(make_program(&k, body, 4, 6, NO_PROGRAM) && make_program(&k, body, 4, 6, NO_PROGRAM));
    for (int n = 0; n < 4; n++)
        CHECK_MSG(make_program(&k, plain, 3, 12, 4), "%s", f->error.message);
    return k.m;
}

/* ---- the same before and after */

static void check_same_meaning(const Module *before, const Module *after, uint64_t seed,
                               size_t *compared) {
    Outputs want, got;
    Meant meant = meaning_of(before, before->programs.len - 1, seed, &want);
    if (meant == MEANT_OK) {
        CHECK_EQ_INT(meaning_of(after, after->programs.len - 1, seed, &got), MEANT_OK);
        CHECK_EQ_UINT(got.n, want.n);
        CHECK_EQ_MEM(got.at, want.at, want.n * sizeof *want.at);
        free(got.at);
        ++*compared;
    }
    free(want.at);
}

TEST(scalar_programs_keep_every_bit) {
    size_t n = test_scaled(300), compared = 0;
    for (size_t seed = 1; seed <= n; seed++) {
        Fixture f;
        fixture_init(&f);
        test_note("seed %zu", seed);
        Module *before = make_module(&f, seed), *after = make_module(&f, seed);
        optimize(&f, after, NULL, FRIT_STRICT);
        for (uint64_t k = 0; k < 10; k++)
            check_same_meaning(before, after, seed * 10 + k, &compared);
        module_free(before);
        module_free(after);
    }
    CHECK(compared >= n); /* of ten times as many; the others run for ever */
}

TEST(each_pass_keeps_every_bit) {
    for (uint32_t p = 0; pass_at(p); p++) {
        size_t n = test_scaled(60), compared = 0;
        for (size_t seed = 1; seed <= n; seed++) {
            Fixture f;
            fixture_init(&f);
            test_note("pass %s, seed %zu", pass_at(p)->name, seed);
            Module *before = make_module(&f, seed), *after = make_module(&f, seed);
            optimize(&f, after, pass_at(p)->name, FRIT_STRICT);
            for (uint64_t k = 0; k < 3; k++)
                check_same_meaning(before, after, seed * 3 + k, &compared);
            module_free(before);
            module_free(after);
        }
        CHECK(compared > n / 2);
    }
}

/* The type with every named extent made a number: 2 or 3, by its name. */
static TypeId with_numbers(Env *env, Module *m, TypeId type) {
    Dim dims[MAX_RANK];
    unsigned rank = type_rank(&m->types, type);
    TypeId out;
    for (unsigned i = 0; i < rank; i++) {
        Dim dim = type_dims(&m->types, type)[i];
        dims[i] = DIM_IS_NAME(dim) ? 2 + (Dim)(DIM_NAME_OF(dim) & 1) : dim;
    }
    CHECK(type_array(env, &m->types, type_elem(&m->types, type), dims, rank, &out));
    return out;
}

/* A random module of arrays, typed for extents that are numbers; NULL when they do not suit it. */
static Module *array_module(Fixture *f, uint64_t seed) {
    GenOptions options = {.seed = seed, .mode = GEN_TYPED, .size = seed % 4 ? 0 : 30};
    InferOptions infer = {FRIT_PROMOTE_NONE, false};
    Module *m = gen_module(&f->env, options);
    CHECK(m);
    const Program *entry = m->programs.at[m->programs.len - 1];
    TypeId *inputs = calloc(entry->n_inputs + 1, sizeof *inputs);
    for (uint32_t k = 0; k < entry->n_inputs; k++)
        if (entry->vars.at[k].type != NO_TYPE)
            inputs[k] = with_numbers(&f->env, m, entry->vars.at[k].type);
    Module *out = infer_module(&f->env, m, m->programs.len - 1, inputs, &infer);
    free(inputs);
    module_free(m);
    return out;
}

/* Everything but expand, which puts other ops in place of those that nothing is known of here. */
TEST(array_programs_keep_every_bit) {
    size_t n = test_scaled(1500), compared = 0;
    for (size_t seed = 1; seed <= n; seed++) {
        Fixture f;
        fixture_init(&f);
        test_note("seed %zu", seed);
        Module *before = array_module(&f, seed), *after = array_module(&f, seed);
        if (before) {
            optimize(&f, after, "inline,fold,simplify,cse,dce", FRIT_STRICT);
            check_same_meaning(before, after, seed, &compared);
        }
        module_free(before);
        module_free(after);
    }
    CHECK_MSG(compared > n / 3, "only %zu of %zu were compared", compared, n);
}

/* ---- chains that code rules look at: random ones are too rare in random programs */

static Module *chain_start(Maker *k, Fixture *f, const char *name, TypeId type, uint64_t seed) {
    StrId id;
    VarId var;
    *k = (Maker){.f = f, .m = k->m, .state = seed};
    CHECK(strings_add(&f->env, &k->m->strings, name, strlen(name), &id));
    k->p = program_new(&f->env, id);
    CHECK(k->p && program_input(&f->env, k->m, k->p, NO_STR, type, &var));
    return k->m;
}

static void chain_end(Maker *k, VarId first_output) {
    ProgId id;
    for (VarId v = first_output; v < k->p->vars.len; v++)
        CHECK(program_output(&k->f->env, k->p, v));
    CHECK(module_add(&k->f->env, k->m, k->p, &id));
}

/* Every cast of a cast of every type. */
static Module *cast_module(Fixture *f, Dtype from, Dtype by) {
    Maker k = {.m = module_new(&f->env)};
    TypeId type;
    VarId middle, var = 0;
    CHECK(k.m && type_scalar(&f->env, &k.m->types, from, &type));
    chain_start(&k, f, "casts", type, 0);
    for (Dtype to = 0; to <= DTYPE_COUNT; to++) {
        Attrs attrs = attrs_none();
        CHECK(type_scalar(&f->env, &k.m->types, to ? (Dtype)(to - 1) : by, &type));
        attrs.word[AT_TO] = type;
        CHECK(infer_append(&f->env, k.m, k.p, OP_cast, to ? &middle : &var, 1, &attrs, (Loc){0, 0},
                           to ? &var : &middle));
    }
    chain_end(&k, middle);
    return k.m;
}

TEST(casts_keep_every_bit) {
    size_t compared = 0;
    uint32_t shorter = 0;
    for (Dtype from = 0; from < DTYPE_COUNT; from++)
        for (Dtype by = 0; by < DTYPE_COUNT; by++) {
            Fixture f;
            fixture_init(&f);
            test_note("%s by way of %s", dtype_info(from)->name, dtype_info(by)->name);
            Module *before = cast_module(&f, from, by), *after = cast_module(&f, from, by);
            optimize(&f, after, "simplify,dce", FRIT_STRICT);
            shorter += after->programs.at[0]->instrs.len < before->programs.at[0]->instrs.len;
            for (uint64_t seed = 0; seed < 200; seed++)
                check_same_meaning(before, after, seed, &compared);
            module_free(before);
            module_free(after);
        }
    CHECK_EQ_UINT(compared, (size_t)DTYPE_COUNT * DTYPE_COUNT * 200);
    CHECK(shorter > DTYPE_COUNT);
}

/* A random list, often one that suits. */
static int64_t random_list(Maker *k, AttrKind kind, unsigned rank) {
    static const Dim shapes[][4] = {{2, 3, 4, 1}, {4, 6, 1, 1}, {24, 1, 1, 1}, {3, 2, 2, 2}};
    static const unsigned ranks[] = {3, 2, 1, 4};
    int64_t list[4], word;
    uint32_t n = below(k, 5), shape = below(k, 4);
    if (kind == ATTR_DIMS)
        n = ranks[shape];
    else if (below(k, 2))
        n = rank < 4 ? rank : 4;
    for (uint32_t i = 0; i < n; i++)
        list[i] = kind == ATTR_DIMS  ? shapes[shape][i]
                  : below(k, 8) == 0 ? LIST_SKIPPED
                                     : (int64_t)below(k, 6) - 2;
    if (kind == ATTR_INTS && below(k, 2)) /* a permutation */
        for (uint32_t i = 0; i < n; i++) {
            uint32_t j = below(k, i + 1);
            list[i] = list[j];
            list[j] = i;
        }
    CHECK(program_attr_list(&k->f->env, k->p, list, n, &word));
    return word;
}

/* One step on a recent variable; nothing where it does not fit. */
static void chain_step(Maker *k, Op op) {
    const OpInfo *info = op_info(op);
    Attrs attrs = attrs_none();
    VarId in[4] = {0}, out;
    uint32_t recent = k->p->vars.len < 4 ? k->p->vars.len : 4;
    uint32_t n = info->flags & OPF_VARIADIC ? 1 + below(k, 4) : info->arity;
    for (uint32_t a = 0; a < n; a++)
        in[a] = k->p->vars.len - 1 - below(k, recent);
    unsigned rank = type_rank(&k->m->types, k->p->vars.at[in[0]].type);
    for (unsigned a = 0; a < op_attr_count(op); a++) {
        AttrKind kind = info->attrs[a].kind;
        if (!info->attrs[a].required && below(k, 3) == 0)
            continue;
        attrs.word[a] = kind == ATTR_INTS || kind == ATTR_DIMS ? random_list(k, kind, rank)
                        : kind == ATTR_TYPE ? k->p->vars.at[below(k, k->p->vars.len)].type
                                            : below(k, 4);
    }
    bool fits = infer_append(&k->f->env, k->m, k->p, op, in, n, &attrs, (Loc){0, 0}, &out);
    CHECK(fits || k->f->error.status != FRIT_ERR_NOMEM);
}

static Module *chain_module(Fixture *f, uint64_t seed) {
    static const Op views[] = {OP_transpose,   OP_reshape, OP_flip,      OP_slice, OP_broadcast,
                               OP_expand_dims, OP_squeeze, OP_transpose, OP_flip,  OP_reshape,
                               OP_concat,      OP_pad,     OP_copy,      OP_neg};
    static const Op parts[] = {OP_make,    OP_extract, OP_insert, OP_swizzle,
                               OP_element, OP_extract, OP_make,   OP_mat_transpose};
    Maker k = {.m = module_new(&f->env)};
    TypeId type;
    const Dim dims[] = {2, 3, 4};
    bool of_parts = seed % 2;
    CHECK(k.m && type_scalar(&f->env, &k.m->types, DT_I32, &type));
    if (of_parts)
        CHECK(seed % 4 == 1 ? type_vector(&f->env, &k.m->types, DT_I32, 3, &type)
                            : type_matrix(&f->env, &k.m->types, DT_I32, 2, 3, &type));
    else
        CHECK(type_array(&f->env, &k.m->types, type, dims, 3, &type));
    chain_start(&k, f, "chain", type, seed);
    for (int n = 0; n < 40 && k.p->vars.len < 16; n++) {
        VarId var;
        if (of_parts && n % 8 == 0)
            CHECK(make_const(&k, DT_I32, &var));
        chain_step(&k, of_parts ? parts[below(&k, 8)] : views[below(&k, 14)]);
    }
    chain_end(&k, 0);
    return k.m;
}

TEST(chains_keep_every_bit) {
    size_t n = test_scaled(3000), compared = 0, shorter = 0;
    for (size_t seed = 1; seed <= n; seed++) {
        Fixture f;
        fixture_init(&f);
        test_note("seed %zu", seed);
        Module *before = chain_module(&f, seed), *after = chain_module(&f, seed);
        optimize(&f, after, "simplify,dce", FRIT_STRICT);
        shorter += after->programs.at[0]->instrs.len < before->programs.at[0]->instrs.len;
        check_same_meaning(before, after, seed, &compared);
        module_free(before);
        module_free(after);
    }
    CHECK(compared > n / 2 && shorter > n / 4);
}

/* Maps and loops that must stay as they are, or be entered with care. */
TEST(control_keeps_every_bit) {
    static const char *const texts[] = {
        /* leading axes: y belongs to the rows, not to the columns */
        "program f(x: i32[n], y: i32) -> (r) {\n  r = mul(x, y)\n}\n"
        "program main(x: i32[3,3], y: i32[3]) -> (r) {\n  r = map(x, y, callee=@f)\n}\n",
        "program f(x: i32, y: i32) -> (r, y, k) {\n  k = const(7:i32)\n  r = sub(x, y)\n}\n"
        "program main(x: i32[3,1], y: i32[2]) -> (r, s, t) {\n"
        "  r, s, t = map(x, y, callee=@f)\n}\n",
        "extern e(i: i32, x: i32, y: i32) -> (r: i32)\n"
        "program main(x: i32, y: i32) -> (r, s) {\n  one = const(1:i32)\n  two = const(2:i32)\n"
        "  r = for(one, two, x, y, body=@e, carry=1)\n"
        "  s = for(two, one, x, y, body=@e, carry=1)\n}\n",
        "program f(i: i32, x: i32, y: i32) -> (s, r) {\n  s = mul(x, i)\n  r = sub(y, x)\n}\n"
        "program main(x: i32, y: i32) -> (r, s) {\n  one = const(5:i32)\n  two = const(6:i32)\n"
        "  r, s = for(one, two, x, y, body=@f, carry=2)\n}\n",
    };
    size_t compared = 0;
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        Fixture f;
        fixture_init(&f);
        test_note("text %zu", n);
        Module *before = read_typed(&f, texts[n]), *after = read_typed(&f, texts[n]);
        optimize(&f, after, NULL, FRIT_STRICT);
        for (uint64_t seed = 0; seed < 10; seed++)
            check_same_meaning(before, after, seed, &compared);
        module_free(before);
        module_free(after);
    }
    CHECK_EQ_UINT(compared, 40);
}

TEST(twice_is_once_for_scalars) {
    for (size_t seed = 1; seed <= test_scaled(200); seed++) {
        Fixture f;
        fixture_init(&f);
        test_note("seed %zu", seed);
        Module *m = make_module(&f, seed);
        check_fixed_point(&f, m, (frit_numerics)(seed % 3));
        module_free(m);
    }
}
