/* Values that are made for every element of a call: its place, its number, random numbers; and samplers. */
#include <stdio.h>
#include <string.h>

#include "front/slang/call/resolve.h"
#include "ir/text.h"

const char *generator_name(frit_arg_kind kind) {
    switch (kind) {
    case FRIT_ARG_CALL_ID: return "call_id";
    case FRIT_ARG_THREAD_ID: return "thread_id";
    case FRIT_ARG_GRID: return "grid";
    case FRIT_ARG_WANG_HASH: return "wang_hash";
    case FRIT_ARG_RANDOM: return "random";
    case FRIT_ARG_NORMAL: return "normal";
    case FRIT_ARG_SAMPLER: return "sampler";
    default: return "";
    }
}

/* What it makes first of all. */
static Dtype natural_dtype(frit_arg_kind kind) {
    switch (kind) {
    case FRIT_ARG_CALL_ID:
    case FRIT_ARG_GRID: return DT_I32;
    case FRIT_ARG_THREAD_ID:
    case FRIT_ARG_WANG_HASH: return DT_U32;
    default: return DT_F32;
    }
}

/* Components: 1 of a scalar, those of a vector or of a fixed array of scalars; 0: it has none. */
static uint32_t components(const Types *t, TypeId type) {
    const Type *of = type_get(t, type);
    switch (of->kind) {
    case TYPE_SCALAR: return 1;
    case TYPE_VECTOR: return of->rows;
    case TYPE_FIXED: return type_get(t, of->elem)->kind == TYPE_SCALAR ? of->count : 0;
    default: return 0;
    }
}

/* ---- samplers */

/* Its name as the number in SamplerState.mode: bit 0 linear, above it what is done behind the edge. */
static bool sampler_mode(const char *name, int64_t *out) {
    static const char *const filters[] = {"nearest ", "linear "};
    static const char *const addresses[] = {"clamp", "wrap", "border", "mirror"};
    for (int f = 0; name && f < 2; f++)
        for (int a = 0; a < 4; a++) {
            size_t len = strlen(filters[f]);
            *out = f | a << 1;
            if (!strncmp(name, filters[f], len) && !strcmp(name + len, addresses[a]))
                return true;
        }
    return false;
}

static bool fit_sampler(Call *call, Candidate *c, const Given *g, TypeId type) {
    const Type *t = type_get(&call->k->m->types, type);
    int64_t mode;
    char a[SHOW_TYPE];
    if (t->kind != TYPE_STRUCT ||
        strcmp(strings_get(&call->k->m->strings, t->name), "SamplerState") != 0)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "a sampler cannot be %s",
                           call_show(call, type, a));
    return sampler_mode(g->arg->type, &mode) ||
           problem_set(call, &c->problem, g->top, FRIT_ERR_ARGUMENT,
                       "there is no sampler \"%.60s\": nearest or linear, then clamp, wrap, border "
                       "or mirror",
                       g->arg->type ? g->arg->type : "");
}

/* ---- fitting */

static bool fail_type(Call *call, Candidate *c, const Given *g, TypeId type) {
    char a[SHOW_TYPE];
    return problem_set(call, &c->problem, g->top, FRIT_ERR_TYPE, "%s does not make %s",
                       generator_name(g->arg->kind), call_show(call, type, a));
}

static uint32_t items_needed(const Given *g) {
    switch (g->arg->kind) {
    case FRIT_ARG_GRID: return g->arg->item_count ? 2 * g->arg->rank : 0;
    case FRIT_ARG_WANG_HASH: return 2;
    case FRIT_ARG_RANDOM:
    case FRIT_ARG_NORMAL: return 4;
    default: return 0;
    }
}

bool generator_fit(Call *call, Candidate *c, uint32_t given, TypeId type, Fit *fit) {
    const Given *g = &call->given.at[given];
    const Types *t = &call->k->m->types;
    frit_arg_kind kind = g->arg->kind;
    if (kind == FRIT_ARG_SAMPLER)
        return fit_sampler(call, c, g, type);
    uint32_t n = components(t, type);
    Dtype dtype = element_dtype(t, type);
    bool random = kind == FRIT_ARG_RANDOM || kind == FRIT_ARG_NORMAL;
    if (dtype == DT_NONE || (n == 0 && !random))
        return fail_type(call, c, g, type);
    int cost = number_cost(natural_dtype(kind), dtype);
    if (cost < 0)
        return fail_type(call, c, g, type);
    c->cost += (uint32_t)cost;
    if (g->arg->item_count != items_needed(g))
        return problem_set(call, &c->problem, g->top, FRIT_ERR_ARGUMENT,
                           "%s has %u numbers, not %u", generator_name(kind), items_needed(g),
                           g->arg->item_count);
    if (kind != FRIT_ARG_GRID)
        return true;
    if (n != g->arg->rank)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_SHAPE,
                           "a grid of rank %u has places of %u numbers, and the parameter takes %u",
                           g->arg->rank, g->arg->rank, n);
    if (g->mapped && g->map_count != g->arg->rank)
        return problem_set(call, &c->problem, g->top, FRIT_ERR_SHAPE,
                           "the mapping names %u axes of the call, and the grid has %u",
                           g->map_count, g->arg->rank);
    fit->axes.n = g->arg->rank;
    fit->axes.named = g->mapped;
    for (uint32_t k = 0; g->mapped && k < g->map_count; k++)
        fit->axes.at[k] = (uint8_t)g->map[k];
    return true;
}

bool generator_check(Call *call, Candidate *c, const Fit *fit) {
    const Given *g = &call->given.at[fit->given];
    char a[SHOW_TYPE];
    uint32_t n = components(&call->k->m->types, fit->type), rank = c->shape.rank;
    if (g->arg->kind != FRIT_ARG_CALL_ID || n >= rank)
        return true;
    problem_set(call, &c->problem, g->top, FRIT_ERR_SHAPE,
                "the call has %u axes, and %s has place for %u", rank,
                call_show(call, fit->type, a), n);
    c->problem.given = fit->given;
    return false;
}

/* ---- writing them */

static bool scalar_type(CallProgram *e, Dtype dtype, TypeId *out) {
    return type_scalar(e->env, &e->m->types, dtype, out);
}

static void all_full(CallProgram *e) {
    for (uint32_t k = 0; k < e->c->shape.rank; k++)
        e->full[k] = true;
}

/* 0, 1, 2, ... along an axis of the call. */
static bool emit_iota(CallProgram *e, uint32_t axis, Dtype dtype, VarId *out) {
    Attrs attrs = attrs_none();
    TypeId to;
    TRY(scalar_type(e, dtype, &to));
    TRY(program_attr_list(e->env, e->p, e->dims, e->c->shape.rank, &attrs.word[AT_SHAPE]));
    attrs.word[AT_IOTA_AXIS] = axis;
    attrs.word[AT_IOTA_TO] = to;
    all_full(e);
    /* a place along an axis is what this op is for */
    return entry_op(e, OP_iota, NULL, 0, &attrs, out);
}

/* A vector or fixed array of its components; one component is itself. */
static bool emit_make(CallProgram *e, const VarId *parts, uint32_t n, TypeId type, VarId *out) {
    Attrs attrs = attrs_none();
    *out = n ? parts[0] : NO_VAR;
    if (type_get(&e->m->types, type)->kind == TYPE_SCALAR)
        return true;
    attrs.word[AT_TO] = type;
    /* put together from scalars */
    return entry_op(e, OP_make, parts, n, &attrs, out);
}

/* The last axis comes first: x is the column. */
static bool emit_call_id(CallProgram *e, const Fit *fit, VarId *out) {
    uint32_t n = components(&e->m->types, fit->type), rank = e->c->shape.rank;
    Dtype dtype = element_dtype(&e->m->types, fit->type);
    VarId parts[MAX_RANK];
    if (n > MAX_RANK)
        return env_fail(e->env, FRIT_ERR_LIMIT, FRIT_STAGE_BUILD, "a place of more than %d numbers",
                        MAX_RANK);
    for (uint32_t k = 0; k < n; k++)
        TRY(k < rank ? emit_iota(e, rank - 1 - k, dtype, &parts[k])
                     : entry_const(e, dtype, 0, &parts[k]));
    return emit_make(e, parts, n, fit->type, out);
}

static bool binary(CallProgram *e, Op op, VarId x, VarId y, VarId *out) {
    VarId in[2] = {x, y};
    return entry_op(e, op, in, 2, NULL, out);
}

/* Item number k of a generator, converted. */
static bool emit_item(CallProgram *e, const Given *g, uint32_t k, Dtype dtype, VarId *out) {
    uint32_t i = g->first;
    TypeId to;
    while (k-- > 0)
        i = e->call->given.at[i].next;
    TRY(scalar_type(e, dtype, &to));
    return entry_cast(e, e->call->given.at[i].input, e->call->given.at[i].type, to, out);
}

static bool emit_grid(CallProgram *e, const Fit *fit, VarId *out) {
    const Given *g = &e->call->given.at[fit->given];
    Dtype dtype = element_dtype(&e->m->types, fit->type);
    uint32_t rank = g->arg->rank;
    VarId parts[MAX_RANK];
    for (uint32_t k = 0; k < rank; k++) {
        uint32_t own = rank - 1 - k;
        VarId offset, stride, place;
        TRY(emit_iota(e, call_axis(&e->c->shape, &fit->axes, own), dtype, &place));
        if (g->arg->item_count) {
            TRY(emit_item(e, g, own, dtype, &offset) &&
                emit_item(e, g, rank + own, dtype, &stride));
            /* offset + place * stride */
            TRY(binary(e, OP_mul, place, stride, &place) &&
                binary(e, OP_add, offset, place, &place));
        }
        parts[k] = place;
    }
    return emit_make(e, parts, rank, fit->type, out);
}

/* The number of an element in the call, row by row. */
static bool emit_number(CallProgram *e, VarId *out) {
    uint32_t rank = e->c->shape.rank;
    TypeId u32;
    TRY(scalar_type(e, DT_U32, &u32));
    if (rank == 0)
        return entry_const(e, DT_U32, 0, out);
    TRY(emit_iota(e, 0, DT_U32, out));
    for (uint32_t k = 1; k < rank; k++) {
        VarId place, size;
        TypeId i64;
        Attrs attrs = attrs_none();
        TRY(emit_iota(e, k, DT_U32, &place) && scalar_type(e, DT_I64, &i64));
        attrs.word[AT_AXIS] = k;
        /* number * extent + place */
        TRY(entry_op(e, OP_extent, &place, 1, &attrs, &size) &&
            entry_cast(e, size, i64, u32, &size));
        TRY(binary(e, OP_mul, *out, size, out) && binary(e, OP_add, *out, place, out));
    }
    return true;
}

static bool emit_thread_id(CallProgram *e, const Fit *fit, VarId *out) {
    uint32_t n = components(&e->m->types, fit->type);
    Dtype dtype = element_dtype(&e->m->types, fit->type);
    TypeId u32, to;
    VarId parts[MAX_RANK];
    if (n > MAX_RANK)
        return env_fail(e->env, FRIT_ERR_LIMIT, FRIT_STAGE_BUILD, "a place of more than %d numbers",
                        MAX_RANK);
    TRY(scalar_type(e, DT_U32, &u32) && scalar_type(e, dtype, &to));
    TRY(emit_number(e, &parts[0]) && entry_cast(e, parts[0], u32, to, &parts[0]));
    for (uint32_t k = 1; k < n; k++)
        TRY(entry_const(e, dtype, 0, &parts[k]));
    return emit_make(e, parts, n, fit->type, out);
}

/* ---- random numbers */

/* Wang's hash of 32 bits, as often as asked and once more; h begins as the element's number, mixed with the seed. */
static const char wang_text[] =
    "program wang_round(h: u32) -> (r) {\n"
    "  c61 = const(61:u32) c16 = const(16:u32) c9 = const(9:u32) c4 = const(4:u32)\n"
    "  prime = const(668265261:u32) c15 = const(15:u32)\n"
    "  a = xor(h, c61) b = shr(h, c16) c = xor(a, b) d = mul(c, c9)\n"
    "  s = shr(d, c4) f = xor(d, s) g = mul(f, prime) t = shr(g, c15) r = xor(g, t)\n"
    "}\n"
    "program wang_turn(i: u32, h: u32) -> (r) { r = @wang_round(h) }\n"
    "program wang_hash(number: u32, seed: u32, more: u32) -> (r) {\n"
    "  s = @wang_round(seed) h = xor(number, s) once = @wang_round(h) zero = const(0:u32)\n"
    "  r = for(zero, more, once, body=@wang_turn, carry=1)\n"
    "}\n";

/* Puts the programs above behind those that are there. */
static bool import_wang(CallProgram *e, ProgId *hash, ProgId *round) {
    Module *m = text_parse(e->env, wang_text, sizeof wang_text - 1);
    if (!m)
        return false;
    bool ok = module_import(e->env, e->m, m, 2, hash) && module_import(e->env, e->m, m, 0, round);
    module_free(m);
    return ok;
}

static bool emit_map(CallProgram *e, ProgId callee, const VarId *in, uint32_t n, VarId *out) {
    Attrs attrs = attrs_none();
    attrs.word[AT_CALLEE] = callee;
    /* a program of scalars, for each element */
    return entry_op(e, OP_map, in, n, &attrs, out);
}

static bool emit_wang(CallProgram *e, const Fit *fit, VarId *out) {
    const Given *g = &e->call->given.at[fit->given];
    uint32_t n = components(&e->m->types, fit->type);
    VarId in[3], parts[MAX_RANK];
    TypeId u32, to;
    ProgId hash, round;
    if (n > MAX_RANK)
        return env_fail(e->env, FRIT_ERR_LIMIT, FRIT_STAGE_BUILD, "more than %d random numbers",
                        MAX_RANK);
    TRY(scalar_type(e, DT_U32, &u32));
    TRY(scalar_type(e, element_dtype(&e->m->types, fit->type), &to));
    TRY(emit_number(e, &in[0]) && emit_item(e, g, 0, DT_U32, &in[1]) &&
        emit_item(e, g, 1, DT_U32, &in[2]));
    TRY(import_wang(e, &hash, &round) && emit_map(e, hash, in, 3, &parts[0]));
    for (uint32_t k = 1; k < n; k++)
        TRY(emit_map(e, round, &parts[k - 1], 1, &parts[k]));
    for (uint32_t k = 0; k < n; k++)
        TRY(entry_cast(e, parts[k], u32, to, &parts[k]));
    return emit_make(e, parts, n, fit->type, out);
}

/* Draws for all components of all elements, in that order; then scaled. */
static bool emit_draws(CallProgram *e, const Fit *fit, VarId *out) {
    const Given *g = &e->call->given.at[fit->given];
    bool uniform = g->arg->kind == FRIT_ARG_RANDOM;
    uint32_t rank = e->c->shape.rank, n;
    Dtype dtype = element_dtype(&e->m->types, fit->type);
    Dim shape[MAX_RANK];
    TypeId to;
    VarId in[2], lo, scale;
    Attrs attrs = attrs_none();
    memcpy(shape, e->dims, rank * sizeof *shape);
    n = element_extents(&e->m->types, fit->type, shape + rank, MAX_RANK - rank);
    if (n > MAX_RANK - rank)
        return env_fail(e->env, FRIT_ERR_LIMIT, FRIT_STAGE_BUILD, "an array of more than %d axes",
                        MAX_RANK);
    TRY(scalar_type(e, dtype, &to) && emit_item(e, g, 0, DT_U64, &in[0]) &&
        emit_item(e, g, 1, DT_U64, &in[1]));
    TRY(program_attr_list(e->env, e->p, shape, rank + n, &attrs.word[AT_SHAPE]));
    attrs.word[AT_RANDOM_TO] = to;
    /* counters: fusing or splitting the call changes nothing */
    TRY(entry_op(e, uniform ? OP_uniform : OP_normal, in, 2, &attrs, out));
    TRY(emit_item(e, g, 2, dtype, &lo) && emit_item(e, g, 3, dtype, &scale));
    if (uniform) /* in [lo, hi): lo + u * (hi - lo) */
        TRY(binary(e, OP_sub, scale, lo, &scale));
    TRY(binary(e, OP_mul, *out, scale, out) && binary(e, OP_add, lo, *out, out));
    all_full(e);
    attrs = attrs_none();
    attrs.word[AT_TO] = fit->type;
    /* components are the last axes */
    return n == 0 || entry_op(e, OP_pack, out, 1, &attrs, out);
}

static bool emit_sampler(CallProgram *e, const Fit *fit, VarId *out) {
    int64_t mode = 0;
    Attrs attrs = attrs_none();
    sampler_mode(e->call->given.at[fit->given].arg->type, &mode);
    TRY(entry_const(e, DT_U32, mode, out));
    attrs.word[AT_TO] = fit->type;
    /* its one field */
    return entry_op(e, OP_make, out, 1, &attrs, out);
}

bool generator_emit(CallProgram *e, const Fit *fit, VarId *out) {
    switch (e->call->given.at[fit->given].arg->kind) {
    case FRIT_ARG_CALL_ID: return emit_call_id(e, fit, out);
    case FRIT_ARG_THREAD_ID: return emit_thread_id(e, fit, out);
    case FRIT_ARG_GRID: return emit_grid(e, fit, out);
    case FRIT_ARG_WANG_HASH: return emit_wang(e, fit, out);
    case FRIT_ARG_SAMPLER: return emit_sampler(e, fit, out);
    default: return emit_draws(e, fit, out);
    }
}
