#include "random_kernels.h"

#include "gen/gen.h"
#include "gen/parts.h"
#include "harness.h"
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
