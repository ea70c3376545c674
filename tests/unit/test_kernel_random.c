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
#include "random_kernels.h"
#include "run/cache/store.h"
#include "run/llvm/compiled.h"
#include "run/tier/once.h"

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

static void try_kernel(void *user, uint64_t seed, const BoundKernel *bound) {
    Tried *t = user;
    t->seed = seed;
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

/* So many programs have kernels of all kinds. */
enum { ENOUGH = 400 };

static void try_programs(bool compiles, uint64_t first, uint64_t n) {
    Machine machine;
    uint64_t refused;
    Tried t = {.machine = &machine, .compiles = compiles};
    t.env = (Env){&gen_allocator, &t.error};
    km_any_machine(&machine, &gen_allocator, 2, NULL);
    if (compiles && (!engine_named(&t.env, &machine, "compiled") ||
                     !store_can_compile(&t.env, machine.device->store))) {
        machine_free(&machine);
        SKIP("nothing can be compiled here");
    }
    refused = random_kernels(&t.env, &machine, first, n, try_kernel, &t);
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
