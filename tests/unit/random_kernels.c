#include "random_kernels.h"

#include <stdio.h>
#include <string.h>

#include "gen/gen.h"
#include "gen/parts.h"
#include "harness.h"
#include "kernel/text.h"
#include "pipeline/pipeline.h"
#include "run/bind/bound_parts.h"

enum { MOST_ARGS = 64, MOST_ELEMENTS = 1 << 16 };

typedef struct Taking {
    Env *env;
    Machine *machine;
    uint64_t seed;
    RandomKernel *take;
    void *user;
} Taking;

static void take_bound(const Taking *t, const Bound *b) {
    for (uint32_t s = 0; s < b->steps.len; s++) {
        const BoundStep *step = &b->steps.at[s];
        if (step->plan->kind == STEP_KERNEL)
            t->take(t->user, t->seed, &step->kernel);
        for (unsigned k = 0; k < 2; k++)
            if (step->subs[k])
                take_bound(t, step->subs[k]);
    }
}

/* Sizes by name; layouts with axes exchanged, backwards or with gaps. */
static bool lay_out(const Module *m, TypeId type, uint64_t *random, int64_t *names, int64_t *shape,
                    int64_t *strides) {
    static const int64_t sizes[] = {3, 5, 1, 2, 33, 4, 0, 130};
    uint32_t rank = type_rank(&m->types, type);
    int64_t size = (int64_t)type_elem_size(&m->types, type_elem(&m->types, type)), count = 1;
    uint64_t first = rank ? test_random_below(random, rank) : 0;
    for (uint32_t k = 0; k < rank; k++) {
        Dim dim = type_dims(&m->types, type)[k];
        int64_t *known = DIM_IS_NAME(dim) ? &names[DIM_NAME_OF(dim) % 64] : &dim;
        if (*known < 0)
            *known = sizes[test_random_below(random, 8)];
        shape[k] = *known;
        count *= shape[k] ? shape[k] : 1;
    }
    for (uint32_t k = rank; k-- > 0;) {
        uint32_t axis = (uint32_t)((k + first) % rank);
        strides[axis] = test_random_below(random, 4) ? size : -size;
        size *= (shape[axis] ? shape[axis] : 1) + (test_random_below(random, 4) == 0);
    }
    return count <= MOST_ELEMENTS;
}

static bool take_program(const Taking *t, Module *m) {
    const Program *p = m->programs.at[m->programs.len - 1];
    static int64_t shapes[MOST_ARGS][MAX_RANK], strides[MOST_ARGS][MAX_RANK];
    Layout in[MOST_ARGS];
    int64_t names[64];
    uint64_t random = t->seed * 77 + 1;
    PlanOptions options = {0};
    bool fits = p->n_inputs <= MOST_ARGS;
    for (int k = 0; k < 64; k++)
        names[k] = -1;
    for (uint32_t k = 0; fits && k < p->n_inputs; k++) {
        fits = lay_out(m, p->vars.at[k].type, &random, names, shapes[k], strides[k]);
        in[k] = (Layout){shapes[k], strides[k]};
    }
    Plan *plan = fits ? pipeline_plan(t->env, m, m->programs.len - 1, FRIT_STRICT, &options) : NULL;
    Bound *bound = plan ? bound_new(t->env, plan, t->machine, in, NULL) : NULL;
    if (bound)
        take_bound(t, bound);
    bound_free(bound);
    plan_free(plan);
    if (!plan) /* else it was taken over */
        module_free(m);
    return bound != NULL;
}

uint64_t random_kernels(Env *env, Machine *machine, uint64_t first, uint64_t n, RandomKernel *take,
                        void *user) {
    uint64_t refused = 0;
    for (uint64_t k = 0; k < n; k++) {
        Taking t = {env, machine, first + k, take, user};
        Module *m = gen_module(env, (GenOptions){.seed = t.seed, .mode = GEN_RUNNABLE});
        CHECK(m);
        refused += !take_program(&t, m);
    }
    return refused;
}

/* An angle of 1e12 is one that only the slow way does. */
void complex_kernels(Env *env, RandomKernel *take, void *user) {
    enum { ELEMENTS = 300 };
    for (Op op = 0; op < OP_COUNT; op++) {
        const OpInfo *info = op_info(op);
        for (Dtype d = DT_C64; info->source_z && info->source_z[0] == 'c' && d <= DT_C128; d++) {
            char text[800];
            const char *name = dtype_info(d)->name, *more = info->arity == 2 ? ", v1" : "";
            int size = d == DT_C64 ? 8 : 16, bytes = size * ELEMENTS;
            snprintf(text, sizeof text,
                     "kernel: map over [%d]\n  memory x: %d bytes\n  memory r: %d bytes\n"
                     "  memory s: %d bytes\n  a0: reads x [%d] %s\n  a1: writes r [%d] %s\n"
                     "  a2: writes s [%d] %s\n  v0: %s uniform = (1000000000000.0,0.5)\n"
                     "  v1: %s full = load a0\n  v2: %s full = mul v1, v0\n"
                     "  v3: %s full = %s v1%s\n  v4: %s full = %s v2%s\n"
                     "  store full a1, v3\n  store full a2, v4\n",
                     ELEMENTS, bytes, bytes, bytes, size, name, size, name, size, name, name, name,
                     name, name, info->name, more, name, info->name, more);
            KernelText *read = kernel_parse(env, text, strlen(text));
            CHECK_MSG(read, "%s\n%s", env->error->message, text);
            take(user, op, &read->bound);
            kernel_text_free(read);
        }
    }
}
