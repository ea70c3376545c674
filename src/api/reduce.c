/*
 * Looking for inputs on which a program gives other bits fused than unfused, and for a small program
 * that still does.
 */
#include <string.h>

#include "api/record.h"
#include "api/shrink.h"
#include "ir/text.h"

enum { SEEDS = 6, MAX_TRIES = 2000, MAX_BYTES = 1 << 24 };

/* ---- inputs */

typedef struct Rng {
    uint64_t state;
} Rng;

static uint64_t draw(Rng *rng) {
    rng->state += 0x9e3779b97f4a7c15u;
    return hash_stable(&rng->state, sizeof rng->state, 0);
}

/* Mostly small numbers, where floats are exact and integers do not wrap; now and then any bits. */
static Bits random_bits_of(Dtype dtype, Rng *rng) {
    static const double odd[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1e30, -1e30, 1e-310, __builtin_inf()};
    uint64_t r = draw(rng);
    double number =
        r % 8 == 0 ? odd[r / 8 % (sizeof odd / sizeof *odd)] : (double)(int64_t)(r >> 16) / 0x1p44;
    Scalar value = scalar_cast(DT_F64, dtype_real(dtype), (Scalar){.f64 = number});
    if (dtype_real(dtype) == dtype)
        return scalar_to_bits(dtype, value);
    Scalar pair = {0};
    if (dtype_complex(DT_F32) == dtype)
        pair.c64[0] = value.f32, pair.c64[1] = (float)(r % 5);
    else
        pair.c128[0] = value.f64, pair.c128[1] = (double)(r % 5);
    return scalar_to_bits(dtype, pair);
}

static void fill_scalars(Dtype dtype, uint32_t n, char **at, Rng *rng) {
    size_t size = dtype_info(dtype)->bits / 8;
    for (uint32_t k = 0; k < n; k++, *at += size) {
        Bits bits = random_bits_of(dtype, rng);
        memcpy(*at, &bits, size); /* little end first */
    }
}

/* One element. Types nest at most MAX_TYPE_DEPTH deep. */
static void fill_element(const Types *types, TypeId elem, char **at, Rng *rng) {
    const Type *t = type_get(types, elem);
    if (t->kind == TYPE_FIXED)
        for (uint32_t k = 0; k < t->count; k++)
            fill_element(types, t->elem, at, rng);
    else if (t->kind == TYPE_STRUCT)
        for (uint32_t k = 0; k < t->count; k++)
            fill_element(types, type_fields(types, t)[k].type, at, rng);
    else
        fill_scalars(t->dtype,
                     t->kind == TYPE_MATRIX   ? (uint32_t)t->rows * t->cols
                     : t->kind == TYPE_VECTOR ? t->rows
                                              : 1,
                     at, rng);
}

/* ---- one run */

typedef struct Tensor {
    frit_tensor t;
    size_t bytes;
} Tensor;

/* What one trial holds; all of it is freed together. */
typedef struct Trial {
    Env *env;
    const frit_context *context;
    frit_plan *plans[2];
    frit_call *calls[2]; /* fused, unfused */
    VEC(Tensor) in, out[2];
    VEC(frit_tensor) args; /* scratch */
    VEC(int64_t) dims;
} Trial;

static void free_tensors(const frit_allocator *allocator, Tensor *at, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        env_free(allocator, at[k].t.data, at[k].bytes + 1);
}

static void trial_free(Trial *t) {
    const frit_allocator *allocator = t->env->allocator;
    free_tensors(allocator, t->in.at, t->in.len);
    vec_free(allocator, &t->in);
    for (int k = 0; k < 2; k++) {
        free_tensors(allocator, t->out[k].at, t->out[k].len);
        vec_free(allocator, &t->out[k]);
        frit_call_free(t->calls[k]);
        frit_plan_free(t->plans[k]);
    }
    vec_free(allocator, &t->args);
    vec_free(allocator, &t->dims);
}

static bool add_tensor(Trial *t, const int64_t *shape, uint32_t rank, size_t item, Tensor *out) {
    size_t bytes = item;
    for (uint32_t k = 0; k < rank; k++)
        if (__builtin_mul_overflow(bytes, (size_t)shape[k], &bytes) || bytes > MAX_BYTES)
            return env_fail(t->env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN, "an array too large to try");
    *out = (Tensor){{env_new(t->env, bytes + 1), shape, NULL}, bytes};
    return out->t.data != NULL;
}

/* A number for a named extent: the same in one trial, another in the next. */
static int64_t extent_for(const Module *m, Dim dim, uint64_t seed) {
    static const int64_t sizes[] = {3, 1, 33, 0, 100, 1030, 7, 2, 64, 5};
    enum { N = sizeof sizes / sizeof *sizes };
    if (!DIM_IS_NAME(dim))
        return dim;
    const char *name = strings_get(&m->strings, DIM_NAME_OF(dim));
    return sizes[(hash_stable(name, strlen(name), 1) + seed) % N];
}

static bool make_inputs(Trial *t, const Module *m, const Program *p, uint64_t seed) {
    Rng rng = {seed};
    for (uint32_t k = 0; k < p->n_inputs; k++)
        TRY(vec_extend(t->env, &t->dims, type_rank(&m->types, p->vars.at[k].type)));
    int64_t *dims = t->dims.at;
    for (uint32_t k = 0; k < p->n_inputs; k++) {
        TypeId type = p->vars.at[k].type, elem = type_elem(&m->types, type);
        uint32_t rank = type_rank(&m->types, type);
        Tensor tensor;
        for (uint32_t d = 0; d < rank; d++)
            dims[d] = extent_for(m, type_dims(&m->types, type)[d], seed);
        TRY(add_tensor(t, dims, rank, type_elem_size(&m->types, elem), &tensor));
        if (!vec_push(t->env, &t->in, tensor)) {
            free_tensors(t->env->allocator, &tensor, 1);
            return false;
        }
        for (char *at = tensor.t.data; at < (char *)tensor.t.data + tensor.bytes;)
            fill_element(&m->types, elem, &at, &rng);
        dims += rank;
    }
    return true;
}

static bool make_outputs(Trial *t, const Module *m, const Program *p, int which) {
    t->args.len = 0;
    for (uint32_t k = 0; k < t->in.len; k++)
        TRY(vec_push(t->env, &t->args, t->in.at[k].t));
    for (uint32_t k = 0; k < p->outputs.len; k++) {
        TypeId elem = type_elem(&m->types, p->vars.at[p->outputs.at[k]].type);
        const int64_t *shape;
        uint32_t rank;
        Tensor tensor;
        TRY(frit_call_shape(t->calls[which], t->args.at, t->in.len, k, &shape, &rank,
                            t->env->error) == FRIT_OK);
        TRY(add_tensor(t, shape, rank, type_elem_size(&m->types, elem), &tensor));
        if (!vec_push(t->env, &t->out[which], tensor)) {
            free_tensors(t->env->allocator, &tensor, 1);
            return false;
        }
    }
    return true;
}

static bool run_one(Trial *t, const Module *m, const Program *p, int which) {
    frit_plan_options options = {FRIT_SIZED(frit_plan_options), .no_fusion = which == 1};
    TRY(frit_plan_new(t->context, m, NULL, &options, &t->plans[which], t->env->error) == FRIT_OK);
    TRY(frit_call_new(t->context, t->plans[which], &t->calls[which], t->env->error) == FRIT_OK);
    TRY(make_outputs(t, m, p, which));
    for (uint32_t k = 0; k < t->out[which].len; k++)
        TRY(vec_push(t->env, &t->args, t->out[which].at[k].t));
    return frit_call_run(t->calls[which], t->args.at, t->in.len, t->args.at + t->in.len,
                         t->out[which].len, t->env->error) == FRIT_OK;
}

static bool tensors_differ(const Types *types, TypeId elem, const Tensor *a, const Tensor *b) {
    size_t item = type_elem_size(types, elem);
    const char *x = a->t.data, *y = b->t.data;
    if (a->bytes != b->bytes)
        return true;
    for (size_t at = 0; at < a->bytes; at += item)
        if (!element_same(types, elem, x + at, y + at))
            return true;
    return false;
}

static bool outputs_differ(const Trial *t, const Module *m, const Program *p) {
    for (uint32_t k = 0; k < t->out[0].len; k++)
        if (tensors_differ(&m->types, type_elem(&m->types, p->vars.at[p->outputs.at[k]].type),
                           &t->out[0].at[k], &t->out[1].at[k]))
            return true;
    return false;
}

/* One input of the seed's making. An input that cannot be run shows nothing. */
static bool differs_for(Env *env, const frit_context *context, const Module *m, uint64_t seed,
                        bool *differs) {
    const Program *p = m->programs.at[m->programs.len - 1];
    Trial t = {.env = env, .context = context};
    bool ok = make_inputs(&t, m, p, seed) && run_one(&t, m, p, 0) && run_one(&t, m, p, 1);
    *differs = ok && outputs_differ(&t, m, p);
    /* In verify mode the fused run finds out by itself. */
    *differs |= !ok && env->error->status == FRIT_ERR_MISMATCH;
    trial_free(&t);
    return ok || env->error->status != FRIT_ERR_NOMEM;
}

static bool still_differs(void *user, Env *env, const Module *m, bool *still) {
    *still = false;
    for (uint64_t seed = 0; seed < SEEDS && !*still; seed++)
        TRY(differs_for(env, user, m, seed, still));
    return true;
}

/* ---- the public functions */

/* The context for a callback that takes no const pointer; nothing writes through it. */
typedef union ConstContext {
    const frit_context *context;
    void *user;
} ConstContext;

static bool reduce(Env *env, const frit_context *context, const Module *typed, Module **out) {
    ConstContext user = {.context = context};
    bool differs;
    *out = NULL;
    TRY(still_differs(user.user, env, typed, &differs));
    if (!differs)
        return true;
    *out = shrink(env, typed, MAX_TRIES, still_differs, user.user);
    return *out != NULL;
}

frit_status frit_module_reduce(const frit_context *context, const frit_module *module,
                               const char *program, frit_module **out, frit_error *error) {
    frit_error scratch;
    if (!context || !module || !out)
        return api_missing(error, FRIT_STAGE_RUN, !context ? "context" : module ? "out" : "module");
    Env env = env_make(&context->allocator, error, &scratch);
    ProgId id;
    *out = NULL;
    env.error->stage = FRIT_STAGE_RUN;
    if (!api_program(&env, module, program, &id))
        return api_status(&env, false);
    /* A module whose last program is the one that is meant. */
    Module *m = module_clone_tables(&env, module);
    ProgId at;
    bool ok = m && module_import(&env, m, module, id, &at) && reduce(&env, context, m, out);
    module_free(m);
    return api_status(&env, ok);
}

static bool print_mismatch(Env *env, const frit_context *context, const Module *typed, Str *text) {
    Module *small;
    TRY(reduce(env, context, typed, &small));
    text_print(text, small ? small : typed);
    module_free(small);
    return str_ok(text);
}

frit_status frit_last_mismatch(const frit_context *context, frit_text *out, frit_error *error) {
    frit_error scratch;
    if (!context || !out)
        return api_missing(error, FRIT_STAGE_RUN, context ? "out" : "context");
    Env env = env_make(&context->allocator, error, &scratch);
    const Recorder *r = context->recorder;
    env.error->stage = FRIT_STAGE_RUN;
    if (!r || r->mismatch == UINT32_MAX)
        return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                                         "no recorded work has shown a mismatch"));
    Str text = str_make(&env);
    bool ok = print_mismatch(&env, context, r->plans.at[r->mismatch].plan->plan->module, &text);
    if (!ok)
        str_free(&text);
    return api_status(&env, ok && str_finish(&text, out));
}
