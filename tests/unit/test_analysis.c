/* What engines learn of a kernel before they make their own of it. */
#include "kernel/slices.h"

#include "harness.h"
#include "kernels.h"

enum { ROWS = 3, COLUMNS = 40 };
static const int64_t extents[] = {ROWS, COLUMNS}, dense[] = {COLUMNS * 4, 4};
static float x[ROWS * COLUMNS], y[ROWS * COLUMNS], z[ROWS * COLUMNS];

static void start(KernelMaker *m) {
    km_start(m, &km_allocator, 2, 1, extents);
    km_access(m, DT_F32, false, x, dense);
    km_access(m, DT_F32, true, y, dense);
    km_access(m, DT_F32, true, z, dense);
}

static uint32_t n_wanted(const KernelMaker *m, const Slice *s, KernelCode code) {
    uint32_t count = 0;
    for (uint32_t n = 0; n < m->kernel.body.len; n++)
        count += s->wanted[n] && m->kernel.body.at[n].code == code;
    return count;
}

/* Softmax walks a row three times, and twice what is x's alone is stored in the first walk that it can. */
TEST(walks_over_a_row) {
    KernelMaker m;
    start(&m);
    ValId v = km_load(&m, 0, LEVEL_FULL);
    ValId most = km_reduce(&m, OP_max, v, DT_F32, 0);
    ValId e = km_step(&m, OP_exp, DT_F32, km_step(&m, OP_sub, DT_F32, v, most), NO_VAL);
    ValId sum = km_reduce(&m, OP_sum, e, DT_F32, 0);
    km_store(&m, 1, km_step(&m, OP_div, DT_F32, e, sum));
    km_store(&m, 2, km_step(&m, OP_add, DT_F32, v, v));
    uint32_t last = m.kernel.body.len - 1;
    for (int k = 0; k < 4; k++) {
        bool keeps = k & 1, waits = k & 2;
        AnalysisOptions options = {.keeps = keeps, .stores_last = waits};
        Arena *arena = NULL;
        Analysis a;
        CHECK(analyse(&m.env, &arena, &a, &m.kernel, &options));
        CHECK(slices_find(&m.env, &arena, &a));
        CHECK_EQ_INT(a.n_phases, 3);
        CHECK_EQ_INT(a.n_reductions, 2);
        CHECK_EQ_INT(a.phase[most], 1);
        CHECK_EQ_INT(a.phase[e], 1);
        CHECK_EQ_INT(a.phase[sum], 2);
        CHECK_EQ_INT(a.instr_phase[last], waits ? 2 : 0);
        CHECK_EQ_INT(a.level[most], LEVEL_ROW);
        CHECK_EQ_INT(a.used_at[most], LEVEL_FULL);
        /* The exponential is kept by the second walk or computed again by the third. */
        CHECK_EQ_INT(a.kept_in[e], keeps ? 1 : NO_PHASE);
        CHECK(!a.phases[0].needed[e] && a.phases[1].needed[e]);
        CHECK_EQ_INT(a.phases[2].needed[e], !keeps);
        CHECK(a.phases[2].used[e] && slice_is_leaf(&a, &a.phases[2], e) == keeps);
        for (uint32_t p = 0; p < 3; p++) {
            CHECK_EQ_INT(n_wanted(&m, &a.phases[p], K_REDUCE), p < 2);
            CHECK_EQ_INT(n_wanted(&m, &a.phases[p], K_STORE), waits ? 2 * (p == 2) : p != 1);
            CHECK(!walks_backwards(&a, p));
        }
        arena_free(&km_allocator, &arena);
    }
    km_end(&m);
}

TEST(walks_both_ways) {
    KernelMaker m;
    start(&m);
    ValId forth = km_scan(&m, OP_cumsum, km_load(&m, 0, LEVEL_FULL), 0);
    ValId back = km_scan(&m, OP_cumsum, forth, KF_REVERSE);
    km_store(&m, 1, km_step(&m, OP_add, DT_F32, forth, back));
    Arena *arena = NULL;
    Analysis a;
    CHECK(analyse(&m.env, &arena, &a, &m.kernel, &(AnalysisOptions){.rows = ROWS_OF_KERNEL}));
    CHECK(slices_find(&m.env, &arena, &a));
    CHECK(a.two_ways && !walks_backwards(&a, 0) && walks_backwards(&a, 1));
    CHECK_EQ_INT(a.n_phases, 2);
    CHECK_EQ_INT(a.kept_in[forth], 0); /* no backward walk can make it */
    CHECK_EQ_INT(n_wanted(&m, &a.phases[0], K_SCAN), 1);
    CHECK_EQ_INT(n_wanted(&m, &a.phases[1], K_SCAN), 1);
    arena_free(&km_allocator, &arena);
    km_end(&m);
}

/* A loop of as many turns as each element says, over what a row has one of. */
TEST(loops_wait_and_their_lanes_differ) {
    KernelMaker m;
    start(&m);
    ValId v = km_load(&m, 0, LEVEL_FULL);
    ValId most = km_reduce(&m, OP_max, v, DT_F32, 0);
    ValId bounds[2] = {km_const(&m, DT_I32, 0), km_cast(&m, DT_I32, v)};
    ValId i = km_value(&m, DT_I32, LEVEL_UNIFORM), s = km_value(&m, DT_F32, LEVEL_ROW);
    ValId end = km_value(&m, DT_F32, LEVEL_ROW);
    uint32_t carry = km_carry(&m, most, s, end), loop = km_open(&m, K_FOR, bounds, 2, i, carry, 1);
    m.kernel.carries.at[carry].next = km_step(&m, OP_add, DT_F32, s, most);
    km_close(&m, loop);
    km_store(&m, 1, end);
    for (int k = 0; k < 2; k++) {
        Arena *arena = NULL;
        Analysis a;
        CHECK(analyse(&m.env, &arena, &a, &m.kernel, &(AnalysisOptions){.lanes_count = k}));
        CHECK_EQ_INT(a.mask[loop], LEVEL_FULL);
        CHECK_EQ_INT(a.level[i], k ? LEVEL_FULL : LEVEL_UNIFORM);
        CHECK_EQ_INT(a.level[s], k ? LEVEL_FULL : LEVEL_ROW);
        CHECK_EQ_INT(a.level[end], LEVEL_FULL);
        CHECK(a.hidden[i] && a.hidden[s] && !a.hidden[end]);
        CHECK_EQ_INT(a.phase[end], 1);
        CHECK_EQ_INT(a.n_phases, 2);
        arena_free(&km_allocator, &arena);
    }
    km_end(&m);
}

/* Of a map: whose rows are meant decides what is one a row. */
TEST(rows_of_maps) {
    KernelMaker m;
    km_start(&m, &km_allocator, 2, 0, extents);
    km_access(&m, DT_F32, false, x, dense);
    km_access(&m, DT_F32, false, y, (int64_t[]){4, 0});
    km_access(&m, DT_F32, true, z, dense);
    ValId each = km_load(&m, 0, LEVEL_FULL), one = km_load(&m, 1, LEVEL_FULL);
    ValId twice = km_step(&m, OP_add, DT_F32, one, one);
    km_store(&m, 2, km_step(&m, OP_mul, DT_F32, each, twice));
    static const uint8_t along[] = {1, 0, 1};
    for (int k = 0; k < 2; k++) {
        Arena *arena = NULL;
        Analysis a;
        AnalysisOptions options = {.rows = k ? ROWS_OF_CALL : ROWS_NONE, .along = along};
        CHECK(analyse(&m.env, &arena, &a, &m.kernel, &options));
        CHECK_EQ_INT(a.level[twice], k ? LEVEL_ROW : LEVEL_FULL);
        CHECK_EQ_INT(a.access_level[0], LEVEL_FULL);
        CHECK_EQ_INT(a.access_level[1], k ? LEVEL_ROW : LEVEL_FULL);
        CHECK_EQ_INT(a.n_phases, 1);
        arena_free(&km_allocator, &arena);
    }
    km_end(&m);
}
