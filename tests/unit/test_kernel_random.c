/*
 * Kernels of random programs as text: what is read is what was printed, and runs to the same bits on every
 * engine. Also: what the planner makes keeps every rule of the checker.
 */
#include <stdlib.h>

#include "gen/gen.h"
#include "gen/parts.h"
#include "harness.h"
#include "ir/text.h"
#include "kernel/check.h"
#include "kernel/room.h"
#include "kernel/text.h"
#include "kernels.h"
#include "pipeline/pipeline.h"
#include "run/bind/bound_parts.h"
#include "run/cache/store.h"
#include "run/llvm/compiled.h"
#include "run/tier/once.h"

enum { MOST_ARGS = 64, MOST_ELEMENTS = 1 << 16 };

typedef struct Tried {
    Env env;
    frit_error error;
    Machine *machine; /* that runs them */
    bool compiles;
    uint64_t seed;
    unsigned kernels, left, schedules; /* left: not compiled */
} Tried;

/* ---- one kernel */

static void check_same_instr(const Kernel *x, const Kernel *y, uint32_t n) {
    const KernelInstr *a = &x->body.at[n], *b = &y->body.at[n];
    CHECK(a->code == b->code && a->dtype == b->dtype && a->flags == b->flags &&
          a->combine == b->combine && a->n_in == b->n_in && a->value == b->value &&
          a->n_carries == b->n_carries && a->match == b->match);
    CHECK(!instr_has_op(a) || a->op == b->op);
    CHECK(!instr_has_access(a) || a->access == b->access);
    for (uint32_t o = 0; o < a->n_in; o++)
        CHECK_EQ_UINT(kernel_in(x, a)[o], kernel_in(y, b)[o]);
    if (a->n_carries)
        CHECK_EQ_MEM(x->carries.at + a->carry, y->carries.at + b->carry,
                     a->n_carries * sizeof *x->carries.at);
}

static void check_same_access(const BoundKernel *x, const BoundKernel *y, uint32_t n) {
    const Access *a = &x->kernel->accesses.at[n], *b = &y->kernel->accesses.at[n];
    const BoundAccess *p = &x->accesses[n], *q = &y->accesses[n];
    CHECK((a->buffer == NO_BUFFER) == (b->buffer == NO_BUFFER) && a->n_indexed == b->n_indexed &&
          a->leaf == b->leaf && a->dtype == b->dtype && a->store == b->store &&
          a->parts == b->parts && a->part == b->part);
    CHECK(p->elem_size == q->elem_size && p->offset == q->offset && p->empty == q->empty);
    CHECK_EQ_MEM(p->strides, q->strides, (a->n_indexed + x->kernel->n_axes) * sizeof *p->strides);
    CHECK_EQ_MEM(p->indexed, q->indexed, a->n_indexed * sizeof *p->indexed);
}

static void check_same(const BoundKernel *x, const BoundKernel *y) {
    const Kernel *a = x->kernel, *b = y->kernel;
    CHECK(a->schedule == b->schedule && a->n_axes == b->n_axes && a->n_inner == b->n_inner);
    CHECK(a->body.len == b->body.len && a->values.len == b->values.len &&
          a->accesses.len == b->accesses.len);
    CHECK_EQ_MEM(x->extents, y->extents, a->n_axes * sizeof *x->extents);
    for (ValId v = 0; v < a->values.len; v++)
        CHECK(a->values.at[v].dtype == b->values.at[v].dtype &&
              a->values.at[v].level == b->values.at[v].level &&
              a->values.at[v].bits.lo == b->values.at[v].bits.lo &&
              a->values.at[v].bits.hi == b->values.at[v].bits.hi);
    for (uint32_t n = 0; n < a->accesses.len; n++)
        check_same_access(x, y, n);
    for (uint32_t n = 0; n < a->body.len; n++)
        check_same_instr(a, b, n);
}

/* Runs it in memory of its own: the digests of all stores, or the status. */
static uint64_t run(Tried *t, const char *engine, const BoundKernel *bound,
                    const KernelMemory *memories, uint32_t n) {
    KernelRoom room;
    uint64_t digest = 1;
    CHECK_MSG(room_new(&t->env, memories, n, &room), "%s", t->error.message);
    room_fill(&room, bound, t->seed);
    const Engine *found = engine_named(&t->env, t->machine, engine);
    CHECK_MSG(found, "%s", t->error.message);
    bool ran = run_once(&t->env, t->machine, found, bound, FRIT_STRICT, &room);
    CHECK_MSG(ran || t->error.status == FRIT_ERR_INDEX ||
                  (t->error.status == FRIT_ERR_UNSUPPORTED && found != t->machine->device->at_once),
              "%s: %s", engine, t->error.message);
    for (uint32_t a = 0; ran && a < bound->kernel->accesses.len; a++)
        if (bound->kernel->accesses.at[a].store)
            digest = digest * 31 + room_digest(&room, bound, a);
    room_free(&room);
    return ran ? digest : t->error.status;
}

static void try_kernel(Tried *t, const BoundKernel *bound) {
    uint32_t n = kernel_memory_count(bound);
    KernelMemory *memories = calloc(n + 1, sizeof *memories);
    Str text = str_make(&t->env), again = str_make(&t->env);
    CHECK_MSG(kernel_memories(&t->env, bound, memories, n), "%s", t->error.message);
    kernel_print(&text, bound, memories, n);
    CHECK(str_ok(&text));
    test_note("seed %llu\n%s", (unsigned long long)t->seed, text.data);
    CHECK_MSG(bound_kernel_check(&t->env, bound, memories, n, NULL), "%s: %s", t->error.place,
              t->error.message);
    KernelText *read = kernel_parse(&t->env, text.data, text.len);
    CHECK_MSG(read, "%u:%u: %s", t->error.line, t->error.column, t->error.message);
    check_same(bound, &read->bound);
    kernel_print(&again, &read->bound, read->memories.at, read->memories.len);
    CHECK_STR(again.data, text.data);
    /* Where memories have other numbers they are filled otherwise: the original takes its own. */
    uint64_t want = run(t, "interpreted", &read->bound, read->memories.at, read->memories.len);
    if (n == read->memories.len)
        CHECK_EQ_UINT(run(t, "interpreted", bound, memories, n), want);
    if (t->compiles) {
        uint64_t got = run(t, "compiled", &read->bound, read->memories.at, read->memories.len);
        bool left = got == FRIT_ERR_UNSUPPORTED; /* those without elements */
        CHECK(left || got == want);
        t->left += left;
    }
    t->kernels++;
    t->schedules |= 1u << bound->kernel->schedule;
    kernel_text_free(read);
    str_free(&text);
    str_free(&again);
    free(memories);
}

/* ---- programs */

static void try_bound(Tried *t, const Bound *b) {
    for (uint32_t s = 0; s < b->steps.len; s++) {
        const BoundStep *step = &b->steps.at[s];
        if (step->plan->kind == STEP_KERNEL)
            try_kernel(t, &step->kernel);
        for (unsigned k = 0; k < 2; k++)
            if (step->subs[k])
                try_bound(t, step->subs[k]);
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

static bool try_program(Tried *t, Module *m) {
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
    Plan *plan =
        fits ? pipeline_plan(&t->env, m, m->programs.len - 1, FRIT_STRICT, &options) : NULL;
    Bound *bound = plan ? bound_new(&t->env, plan, t->machine, in, NULL) : NULL;
    if (bound)
        try_bound(t, bound);
    bound_free(bound);
    plan_free(plan);
    if (!plan) /* else it was taken over */
        module_free(m);
    return bound != NULL;
}

/* So many programs have kernels of all kinds. */
enum { ENOUGH = 400 };

static void try_programs(bool compiles, uint64_t first, uint64_t n) {
    Machine machine;
    uint64_t refused = 0;
    Tried t = {.machine = &machine, .compiles = compiles};
    t.env = (Env){&gen_allocator, &t.error};
    km_any_machine(&machine, &gen_allocator, 2, NULL);
    if (compiles && (!engine_named(&t.env, &machine, "compiled") ||
                     !store_can_compile(&t.env, machine.device->store))) {
        machine_free(&machine);
        SKIP("nothing can be compiled here");
    }
    for (uint64_t k = 0; k < n; k++) {
        t.seed = first + k;
        Module *m = gen_module(&t.env, (GenOptions){.seed = t.seed, .mode = GEN_RUNNABLE});
        CHECK(m);
        refused += !try_program(&t, m);
    }
    machine_free(&machine);
    test_note("%llu programs, %llu refused, %u kernels", (unsigned long long)n,
              (unsigned long long)refused, t.kernels);
    CHECK(refused * 2 < n && t.kernels > n / 2 && t.left * 4 < t.kernels);
    /* Scatters and gathers are rare among random programs; tests/golden/kernel has them. */
    unsigned rare = 1u << SCHEDULE_SCATTER | 1u << SCHEDULE_GATHER;
    if (n >= ENOUGH)
        CHECK_EQ_UINT(t.schedules | rare, (1u << SCHEDULE_COUNT) - 1);
}

TEST(random_kernels_survive_text_and_run_the_same) {
    try_programs(false, test_seed() + 3000, (uint64_t)test_scaled(4000));
}

TEST(random_kernels_from_text_compiled_equal_interpreted) {
    try_programs(true, test_seed() + 90000, (uint64_t)test_scaled(400));
}
