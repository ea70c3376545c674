/* Work on rows around reductions and scans as compiled code, in every walk, against the
 * interpreter. */
#include "llvm_rows_fixture.h"

static const int64_t lengths[] = {0, 1, 7, 16, 33, 100, 1023, 1024, 1500, 4200};
enum { N_LENGTHS = sizeof lengths / sizeof *lengths };

static void check(RowMaker *make, const void *user, const char *what, RowFill fill,
                  unsigned ways_below) {
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        Machine machine;
        km_machine(&machine, &km_allocator, 1, p.blocks->name);
        unsigned ways = p.blocks == blocks_level(0) ? WAYS_ALL : ways_below;
        check_rows(&p, &machine, what, make, user, fill, ways, lengths, N_LENGTHS);
        machine_free(&machine);
    }
    pieces_close(&p);
}

/* ---- reductions and what follows them */

static void make_softmax(RowKernel *k, const void *user) {
    Dtype d = *(const Dtype *)user;
    KernelMaker *m = &k->m;
    ValId x = row_load(k, d), most = km_reduce(m, OP_max, x, d, 0);
    ValId e = km_step(m, OP_exp, d, km_step(m, OP_sub, d, x, most), NO_VAL);
    ValId sum = km_reduce(m, OP_sum, e, d, 0);
    row_store(k, km_step(m, OP_div, d, e, sum));
    row_store_each(k, km_step(m, OP_add, d, km_step(m, OP_log, d, sum, NO_VAL), most));
}

TEST(softmax) {
    static const Dtype dtypes[] = {DT_F32, DT_F64, DT_BF16};
    for (unsigned d = 0; d < 3; d++)
        check(make_softmax, &dtypes[d], "softmax", FILL_TAME, WAY_ROWS | WAY_KEEPS);
}

/* With an offset for each row, a factor and an offset for each element of it. */
static void make_norm(RowKernel *k, const void *user) {
    Dtype d = *(const Dtype *)user;
    KernelMaker *m = &k->m;
    ValId x = row_load(k, d), each = row_load_each(k, d), by = row_load_line(k, d);
    ValId plus = row_load_line(k, d), one = km_const(m, d, 1.0), small = km_const(m, d, 1e-3);
    ValId moved = km_step(m, OP_add, d, x, each);
    ValId n = km_cast(m, d, km_reduce(m, OP_count, x, DT_I64, 0));
    ValId mean = km_step(m, OP_div, d, km_reduce(m, OP_sum, moved, d, 0), n);
    ValId off = km_step(m, OP_sub, d, moved, mean);
    ValId square = km_step(m, OP_mul, d, off, off);
    ValId variance = km_step(m, OP_div, d, km_reduce(m, OP_sum, square, d, 0), n);
    ValId scale = km_step(m, OP_div, d, one,
                          km_step(m, OP_sqrt, d, km_step(m, OP_add, d, variance, small), NO_VAL));
    ValId y = km_step(m, OP_mul, d, km_step(m, OP_mul, d, off, scale), by);
    row_store(k, km_step(m, OP_add, d, y, plus));
    row_store_each(k, mean);
    row_store_each(k, variance);
}

TEST(layer_norm) {
    static const Dtype dtypes[] = {DT_F32, DT_F64, DT_F16};
    for (unsigned d = 0; d < 3; d++)
        check(make_norm, &dtypes[d], "layer norm", FILL_TAME, WAY_ROWS | WAY_COLUMNS_ACROSS);
}

/* Values of several dtypes in one kernel, some costly and used in several walks. */
static void make_mixed(RowKernel *k, const void *user) {
    (void)user;
    KernelMaker *m = &k->m;
    ValId x = row_load(k, DT_F32), i = row_load(k, DT_I16), number = row_number(k, DT_I32);
    ValId wide = km_cast(m, DT_F64, x);
    ValId costly = km_step(m, OP_exp, DT_F64, km_step(m, OP_sin, DT_F64, wide, NO_VAL), NO_VAL);
    ValId truth = km_step(m, OP_lt, DT_F64, km_step(m, OP_sin, DT_F64, costly, NO_VAL), wide);
    ValId mean = km_reduce(m, OP_sum, costly, DT_F64, 0);
    ValId any = km_reduce(m, OP_any, truth, DT_BOOL, 0);
    ValId best = km_reduce(m, OP_argmax, i, DT_I64, 0);
    ValId most = km_reduce(m, OP_max, i, DT_I16, 0);
    ValId above = km_step(m, OP_gt, DT_F64, costly, mean);
    ValId here = km_step(m, OP_eq, DT_I64, km_cast(m, DT_I64, number), best);
    ValId one = km_const(m, DT_I16, 1), zero = km_const(m, DT_I16, 0);
    ValId count = km_reduce(m, OP_sum, km_select(m, above, one, zero), DT_I16, 0);
    row_store(k, km_step(m, OP_add, DT_I16, i, km_step(m, OP_sub, DT_I16, most, count)));
    row_store(k, km_select(m, truth, costly, mean));
    row_store(k, here);
    row_store_each(k, any);
    row_store_each(k, count);
    row_store_each(k, km_cast(m, DT_F16, mean));
}

TEST(values_of_several_dtypes) {
    check(make_mixed, NULL, "mixed", FILL_ANY, WAY_ROWS | WAY_COLUMNS_ACROSS | WAY_KEEPS);
}

static void make_complex(RowKernel *k, const void *user) {
    Dtype d = *(const Dtype *)user;
    KernelMaker *m = &k->m;
    ValId z = row_load(k, d), w = km_step(m, OP_mul, d, z, row_load_each(k, d));
    ValId e = km_step(m, OP_exp, d, w, NO_VAL);
    ValId sum = km_reduce(m, OP_sum, e, d, 0), product = km_reduce(m, OP_prod, z, d, 0);
    row_store(k, km_step(m, OP_div, d, e, sum));
    row_store_each(k, product);
    row_store_each(k, km_step(m, OP_mul, d, product, sum));
}

TEST(complex_rows) {
    static const Dtype dtypes[] = {DT_C64, DT_C128};
    for (unsigned d = 0; d < 2; d++)
        check(make_complex, &dtypes[d], "complex", FILL_TAME, WAY_ROWS | WAY_KEEPS);
}

/* A reduction of what is one for the row or the kernel walks a row of equal elements. */
static void make_equal(RowKernel *k, const void *user) {
    (void)user;
    KernelMaker *m = &k->m;
    ValId x = row_load(k, DT_F32), each = row_load_each(k, DT_F32);
    ValId third = km_const(m, DT_F32, 1.0 / 3.0);
    row_store_each(k, km_reduce(m, OP_sum, third, DT_F32, 0));
    row_store_each(k, km_reduce(m, OP_sum, each, DT_F32, 0));
    row_store_each(k, km_reduce(m, OP_sum, km_step(m, OP_mul, DT_F32, x, each), DT_F32, 0));
    row_store(k, each); /* and a value of the row stored for every element */
    row_store(k, third);
    row_store_each(k, third);
}

TEST(equal_elements) {
    check(make_equal, NULL, "equal elements", FILL_TAME, WAY_ROWS | WAY_COLUMNS_ACROSS);
}

/* Rows that are written where they were read. */
static void make_in_place(RowKernel *k, const void *user) {
    (void)user;
    KernelMaker *m = &k->m;
    ValId x = row_load(k, DT_F32), sum = km_reduce(m, OP_sum, x, DT_F32, 0);
    ValId off = km_step(m, OP_sub, DT_F32, x, sum);
    ValId most = km_reduce(m, OP_max, off, DT_F32, 0);
    row_store_each(k, most);
    row_store(k, off);
    row_store_in_place(k, km_step(m, OP_mul, DT_F32, off, most));
}

TEST(in_place) {
    check(make_in_place, NULL, "in place", FILL_TAME, WAY_ROWS | WAY_COLUMNS_ACROSS);
}

/* No reduction at all, but a value of each row that is stored. */
static void make_rows_alone(RowKernel *k, const void *user) {
    (void)user;
    KernelMaker *m = &k->m;
    ValId x = row_load(k, DT_F32), each = row_load_each(k, DT_F32);
    ValId root = km_step(m, OP_exp, DT_F32, each, NO_VAL);
    row_store(k, km_step(m, OP_add, DT_F32, x, root));
    row_store_each(k, root);
}

TEST(rows_without_reductions) {
    check(make_rows_alone, NULL, "rows alone", FILL_TAME, WAY_ROWS | WAY_COLUMNS_ACROSS);
}

/* ---- loops and branches */

/* Halves each element until it is below the row's mean; then again for the row. */
static void make_loops(RowKernel *k, const void *user) {
    (void)user;
    KernelMaker *m = &k->m;
    Dtype d = DT_F32;
    ValId x = row_load(k, d), half = km_const(m, d, 0.5), lo = km_const(m, DT_I32, 0);
    ValId limit = km_step(m, OP_abs, d, km_reduce(m, OP_sum, x, d, 0), NO_VAL);
    ValId small = km_step(m, OP_add, d, limit, km_const(m, d, 0.125));
    /* while (phi > small) phi = phi / 2, one an element */
    ValId phi = km_value(m, d, LEVEL_FULL), out = km_value(m, d, LEVEL_FULL);
    uint32_t carry = km_carry(m, x, phi, out);
    uint32_t open = km_open(m, K_WHILE, NULL, 0, NO_VAL, carry, 1);
    km_middle(m, K_TEST, open, km_step(m, OP_gt, d, phi, small));
    m->kernel.carries.at[carry].next = km_step(m, OP_mul, d, phi, half);
    km_close(m, open);
    ValId sum = km_reduce(m, OP_sum, out, d, 0);
    /* for 0 .. 3 of the row: a step of Newton's */
    ValId root = km_value(m, d, LEVEL_ROW), done = km_value(m, d, LEVEL_ROW);
    carry = km_carry(m, km_step(m, OP_abs, d, sum, NO_VAL), root, done);
    ValId index = km_value(m, DT_I32, LEVEL_UNIFORM), hi = km_const(m, DT_I32, 3);
    open = km_open(m, K_FOR, (ValId[]){lo, hi}, 2, index, carry, 1);
    ValId over = km_step(m, OP_div, d, sum, km_step(m, OP_add, d, root, half));
    m->kernel.carries.at[carry].next =
        km_step(m, OP_mul, d, half, km_step(m, OP_add, d, root, over));
    km_close(m, open);
    row_store(k, km_step(m, OP_sub, d, out, done));
    row_store_each(k, done);
}

TEST(loops_in_rows) {
    check(make_loops, NULL, "loops", FILL_TAME, WAY_ROWS | WAY_COLUMNS_ACROSS);
}

/* ---- scans */

typedef struct Scan {
    Op op;
    Dtype dtype;
} Scan;

static void make_scan(RowKernel *k, const void *user) {
    const Scan *s = user;
    ValId x = row_load(k, s->dtype);
    row_store(k, km_scan(&k->m, s->op, x, 0));
    row_store(k, km_scan(&k->m, s->op, x, KF_EXCLUSIVE));
}

static void make_reverse(RowKernel *k, const void *user) {
    const Scan *s = user;
    ValId x = row_load(k, s->dtype);
    row_store(k, km_scan(&k->m, s->op, x, KF_REVERSE));
    row_store(k, km_scan(&k->m, s->op, x, KF_REVERSE | KF_EXCLUSIVE));
}

TEST(scans_of_each_dtype) {
    static const Op ops[] = {OP_cumsum, OP_cumprod, OP_cummax, OP_cummin};
    static const int64_t few[] = {0, 1, 17, 64, 100, 1500};
    Pieces p;
    pieces_open(&p);
    unsigned turn = 0;
    FOR_TARGETS(&p) {
        Machine machine;
        km_machine(&machine, &km_allocator, 1, p.blocks->name);
        for (unsigned d = 0; d < DTYPE_COUNT; d++)
            for (unsigned n = 0; n < 4; n++) {
                Scan s = {ops[n], (Dtype)d};
                if (!(op_info(s.op)->accepts & dtype_info(s.dtype)->class))
                    continue;
                bool turns = turn++ % 2;
                check_rows(&p, &machine, op_info(s.op)->name, turns ? make_scan : make_reverse, &s,
                           FILL_ANY, WAY_ROWS | WAY_COLUMNS_ACROSS, few, 6);
            }
        machine_free(&machine);
    }
    pieces_close(&p);
}

/* Scans of scans, of what a reduction gave, and reductions of scans. */
static void make_scan_chain(RowKernel *k, const void *user) {
    Dtype d = *(const Dtype *)user;
    KernelMaker *m = &k->m;
    ValId x = row_load(k, d), first = km_scan(m, OP_cumsum, x, 0);
    ValId most = km_reduce(m, OP_max, first, d, 0);
    ValId off = km_step(m, OP_sub, d, first, most);
    ValId second = km_scan(m, OP_cummax, off, KF_EXCLUSIVE);
    row_store(k, second);
    row_store(k, km_scan(m, OP_cumsum, second, 0));
    row_store_each(k, km_reduce(m, OP_sum, second, d, 0));
    row_store_each(k, most);
}

static void make_two_ways(RowKernel *k, const void *user) {
    Dtype d = *(const Dtype *)user;
    KernelMaker *m = &k->m;
    ValId x = row_load(k, d), left = km_scan(m, OP_cumsum, x, 0);
    ValId right = km_scan(m, OP_cumsum, x, KF_REVERSE);
    ValId sum = km_reduce(m, OP_sum, x, d, 0);
    ValId both = km_step(m, OP_sub, d, km_step(m, OP_add, d, left, right), sum);
    row_store(k, both);
    ValId again = km_scan(m, OP_cummin, both, KF_REVERSE | KF_EXCLUSIVE);
    row_store(k, km_step(m, OP_mul, d, again, left));
    row_store_each(k, km_reduce(m, OP_max, again, d, 0));
    row_store(k, km_scan(m, OP_cummax, again, 0));
}

static void make_backwards(RowKernel *k, const void *user) {
    Dtype d = *(const Dtype *)user;
    KernelMaker *m = &k->m;
    ValId x = row_load(k, d), first = km_scan(m, OP_cumsum, x, KF_REVERSE);
    ValId second = km_scan(m, OP_cummax, km_step(m, OP_sub, d, first, x), KF_REVERSE);
    row_store(k, second);
    row_store(k, km_step(m, OP_add, d, km_scan(m, OP_cumsum, second, KF_REVERSE | KF_EXCLUSIVE),
                         row_load_each(k, d)));
}

TEST(scans_among_reductions) {
    static const Dtype dtypes[] = {DT_F32, DT_I64, DT_F16};
    for (unsigned d = 0; d < 3; d++) {
        check(make_scan_chain, &dtypes[d], "scan chain", FILL_TAME, WAY_ROWS | WAY_COLUMNS_ACROSS);
        check(make_two_ways, &dtypes[d], "two ways", FILL_TAME, WAY_ROWS | WAY_COLUMNS_ACROSS);
        check(make_backwards, &dtypes[d], "backwards", FILL_TAME, WAY_ROWS | WAY_COLUMNS_ACROSS);
    }
}

/* ---- emitting */

/* Everything that takes memory: scans both ways, reductions in registers and in memory. */
static void make_much(RowKernel *k, const void *user) {
    make_mixed(k, user);
    make_two_ways(k, &(Dtype){DT_F32});
}

static const struct {
    Walk walk;
    bool keeps;
} walks[] = {{WALK_ROWS, false}, {WALK_ROWS, true}, {WALK_PHASES, false}, {WALK_COLUMNS, true}};

TEST(out_of_memory) {
    for (unsigned w = 0; w < 4; w++) {
        RowMaker *make = walks[w].walk == WALK_PHASES ? make_mixed : make_much;
        bool done = false;
        for (size_t n = 1; !done; n += 1 + n / 40) {
            struct test_alloc a = TEST_ALLOC(n);
            frit_allocator allocator = {test_alloc_fn, &a};
            frit_error error = {0};
            Env env = {&allocator, &error};
            test_note("walk %u, allocation %zu", w, n);
            done = row_emit(&env, target_named(n % 2 ? "avx512" : "avx2"), walks[w].walk,
                            walks[w].keeps, make, NULL, NULL);
            CHECK_ALLOC(&a);
            CHECK(done == (a.failures == 0));
            CHECK_EQ_INT(error.status, done ? FRIT_OK : FRIT_ERR_NOMEM);
        }
    }
}

/* Code for a CPU that is not this one is made all the same. */
TEST(compiles_for_neon) {
    Pieces p;
    Dtype dtype = DT_F32;
    pieces_open(&p);
    for (unsigned w = 0; w < 4; w++) {
        bool phases = walks[w].walk == WALK_PHASES;
        CHECK_MSG(row_emit(&p.env, target_named("neon"), walks[w].walk, walks[w].keeps,
                           phases ? make_mixed : make_much, NULL, p.llvm),
                  "%s", p.error.message);
        CHECK_MSG(row_emit(&p.env, target_named("neon"), walks[w].walk, walks[w].keeps,
                           make_softmax, &dtype, p.llvm),
                  "%s", p.error.message);
    }
    pieces_close(&p);
}
