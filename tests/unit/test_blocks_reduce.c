/* The interpreter's loops at every level: reductions and scans, against one element at a time. */
#include <math.h>
#include <string.h>

#include "blocks_fixture.h"

/* ---- a reduction written apart from the loops: what it starts from and the step it repeats */

static bool model_start(Op op, Dtype d, Scalar *start, Op *step) {
    double from = 0;
    switch (op) {
    case OP_sum:
    case OP_cumsum: *step = OP_add; break;
    case OP_prod:
    case OP_cumprod:
        *step = OP_mul;
        from = 1;
        break;
    case OP_max:
    case OP_cummax:
        *step = OP_maximum;
        from = -INFINITY; /* a cast to an integer saturates */
        break;
    case OP_min:
    case OP_cummin:
        *step = OP_minimum;
        from = INFINITY;
        break;
    default: return false;
    }
    Scalar in[3] = {{0}}, out;
    *start = scalar_cast(DT_F64, d, (Scalar){.f64 = from});
    return op_eval(*step, d, in, &out);
}

static bool is_nan(Dtype d, Scalar x) {
    Scalar in[3] = {x}, out = {0};
    return op_eval(OP_isnan, d, in, &out) && out.u != 0;
}

/* The dtype that accumulates. */
static Dtype wide(Dtype d) {
    return d == DT_F16 || d == DT_BF16 ? DT_F32 : d;
}

/* Elements first, first + stride, ... of a register, one after another. */
static bool model_reduce(Op op, Dtype d, bool omit, const void *x, size_t first, size_t n,
                         size_t stride, Scalar *out) {
    Op step = OP_NONE;
    Scalar acc = {0};
    bool stepped = model_start(op, wide(d), &acc, &step);
    if (!stepped && op != OP_count && op != OP_any && op != OP_all)
        return false;
    acc.u = op == OP_all ? 1 : acc.u;
    for (size_t i = first; i < n; i += stride) {
        Scalar v = block_get(d, x, i), in[3] = {acc, v, v};
        if (omit && is_nan(d, v))
            continue;
        if (stepped)
            op_eval(step, wide(d), in, &acc);
        else if (op == OP_count)
            acc.i++;
        else
            acc.u = op == OP_any ? acc.u | scalar_cast(d, DT_BOOL, v).u
                                 : acc.u & scalar_cast(d, DT_BOOL, v).u;
    }
    *out = acc;
    return true;
}

/* An accumulator's value as a register of the result has it. */
static void model_finish(Op op, Dtype d, void *reg, size_t i, Scalar acc) {
    Dtype result = op_result_dtype(op, d);
    block_put(result, reg, i, result == d ? scalar_cast(wide(d), d, acc) : acc);
}

/* Plain numbers now and then, so that not every sum is NaN. */
static void fill_some(Dtype d, TestBlock *x, uint64_t *random, bool plain) {
    block_fill(d, x->at, BLOCK, random);
    for (size_t i = 0; plain && i < BLOCK; i++) {
        Scalar v = {.f64 = (double)(1 + test_random_below(random, 1000)) / 512};
        v = scalar_cast(DT_F64, d, v);
        if (d == DT_C64)
            v.c64[1] = -v.c64[0] / 3;
        if (d == DT_C128)
            v.c128[1] = -v.c128[0] / 3;
        block_put(d, x->at, i, v);
    }
    block_one_nan(d, x->at, BLOCK);
}

static void check_result(const char *what, const BlockOps *b, Op op, Dtype d, TestBlock *got,
                         TestBlock *want, size_t n) {
    Dtype result = op_result_dtype(op, d);
    block_one_nan(result, got->at, n);
    block_one_nan(result, want->at, n);
    block_check(what, b, result, got->at, want->at, n);
}

/* In two calls, the second of which starts in the middle of the lanes. */
static void check_lanes(const BlockOps *b, Op op, Dtype d, bool omit, const TestBlock *x, size_t n,
                        size_t cut) {
    const ReduceFns *r = &b->reduce[op][d][omit];
    static TestBlock acc, got, want;
    const char *second = x->at + cut * block_size(d);
    r->start(acc.at, REDUCE_LANES);
    r->lanes(acc.at, x->at, cut, 0);
    r->lanes(acc.at, second, n - cut, (int64_t)cut);
    r->finish(got.at, acc.at, REDUCE_LANES);
    for (size_t lane = 0; lane < REDUCE_LANES; lane++) {
        Scalar v;
        model_reduce(op, d, omit, x->at, lane, n, REDUCE_LANES, &v);
        model_finish(op, d, want.at, lane, v);
    }
    check_result(op_info(op)->name, b, op, d, &got, &want, REDUCE_LANES);
}

static Scalar model_combine(Op op, Dtype d, Scalar a, Scalar b) {
    Scalar start, in[3] = {a, b}, out = {0};
    Op step;
    if (model_start(op, wide(d), &start, &step))
        op_eval(step, wide(d), in, &out);
    else if (op == OP_count)
        out.i = a.i + b.i;
    else
        out.u = op == OP_any ? a.u | b.u : a.u & b.u;
    return out;
}

/* Three rows of columns: the first two into one accumulator, combined with that of the third. */
static void check_columns(const BlockOps *b, Op op, Dtype d, bool omit, const TestBlock *x,
                          size_t n) {
    const ReduceFns *r = &b->reduce[op][d][omit];
    static TestBlock acc, other, got, want;
    size_t third = n / 3, row = third * block_size(d);
    r->start(acc.at, third);
    r->start(other.at, third);
    r->columns(acc.at, x->at, third, 0);
    r->columns(acc.at, x->at + row, third, 1);
    r->columns(other.at, x->at + 2 * row, third, 2);
    r->combine(acc.at, other.at, third);
    r->finish(got.at, acc.at, third);
    for (size_t c = 0; c < third; c++) {
        Scalar v, w;
        model_reduce(op, d, omit, x->at, c, 2 * third, third, &v);
        model_reduce(op, d, omit, x->at, 2 * third + c, 3 * third, third, &w);
        model_finish(op, d, want.at, c, model_combine(op, d, v, w));
    }
    check_result(op_info(op)->name, b, op, d, &got, &want, third);
}

static bool has_model(Op op, Dtype d) {
    static TestBlock none;
    Scalar v;
    return model_reduce(op, d, false, none.at, 0, 0, 1, &v);
}

TEST(reductions) {
    static TestBlock x;
    uint64_t random = test_seed();
    size_t found = 0;
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        for (int plain = 0; plain < 2; plain++) {
            fill_some(d, &x, &random, plain);
            for (Op op = 0; op < OP_COUNT; op++) {
                const BlockOps *b;
                if (op_info(op)->rule != RULE_REDUCE || op_info(op)->expand || !has_model(op, d))
                    continue;
                bool omits = op_attr_find(op, "omit_nan", 8) >= 0;
                FOR_LEVELS(b) {
                    CHECK(b->reduce[op][d][1].acc_size != 0 || !omits);
                    for (int omit = 0; omit <= omits; omit++)
                        for (size_t l = 0; l < block_length_count; l++) {
                            size_t n = block_lengths[l];
                            check_lanes(b, op, d, omit, &x, n, n * 2 / 5);
                            check_columns(b, op, d, omit, &x, n);
                        }
                }
                found++;
            }
        }
    }
    CHECK(found > 0);
}

/* Every reduction that the op table has is there for every dtype it takes, and no other. */
TEST(reductions_are_complete) {
    const BlockOps *b;
    FOR_LEVELS(b) {
        for (Op op = 0; op < OP_COUNT; op++)
            for (Dtype d = 0; d < DTYPE_COUNT; d++) {
                const OpInfo *info = op_info(op);
                bool wanted = (info->rule == RULE_REDUCE || info->rule == RULE_ARG_REDUCE) &&
                              !info->expand && (info->accepts & dtype_info(d)->class);
                bool scanned = info->rule == RULE_SCAN && (info->accepts & dtype_info(d)->class);
                bool random = info->rule == RULE_RANDOM && (info->accepts & dtype_info(d)->class);
                test_note("%s: %s of %s", b->name, info->name, dtype_info(d)->name);
                CHECK((b->reduce[op][d][0].acc_size != 0) == wanted);
                CHECK((b->scan[op][d] != NULL) == scanned);
                CHECK((b->scan_start[op][d] != NULL) == scanned);
                CHECK((b->random[op][d] != NULL) == random);
            }
    }
}

/* Identities that show: the sum of -0 is 0; of nothing, what docs/ir.md says. */
TEST(reductions_of_little) {
    const BlockOps *b;
    FOR_LEVELS(b) {
        double acc, minus_zero = -0.0, out;
        const ReduceFns *sum = &b->reduce[OP_sum][DT_F64][0];
        CHECK_EQ_UINT(sum->acc_size, sizeof acc);
        sum->start(&acc, 1);
        sum->columns(&acc, &minus_zero, 1, 0);
        sum->finish(&out, &acc, 1);
        CHECK_EQ_F64(out, 0.0);
        int8_t least, most;
        b->reduce[OP_max][DT_I8][0].start(&least, 1);
        b->reduce[OP_min][DT_I8][0].start(&most, 1);
        CHECK_EQ_INT(least, -128);
        CHECK_EQ_INT(most, 127);
    }
}

/* 1 + 2^-11 is no f16, but a sum may stand there before it is rounded at the end. */
TEST(halves_are_summed_in_f32) {
    static const float x[4] = {1, 0x1p-11f, 0x1p-11f, 0};
    const BlockOps *b;
    FOR_LEVELS(b) {
        const ReduceFns *r = &b->reduce[OP_sum][DT_F16][0];
        float acc, sum, state[SCAN_STATE / sizeof(float)], running[4];
        r->start(&acc, 1);
        for (int i = 0; i < 4; i++)
            r->columns(&acc, x + i, 1, i);
        r->finish(&sum, &acc, 1);
        CHECK_EQ_F32(sum, 1 + 0x1p-10f);
        b->scan_start[OP_cumsum][DT_F16](state);
        b->scan[OP_cumsum][DT_F16](running, x, state, 4, false, false);
        CHECK_EQ_F32(running[1], 1.0f);
        CHECK_EQ_F32(running[2], 1 + 0x1p-10f);
    }
}

/* ---- argmax and argmin */

/* Is a better than b? NaN is better than any number. */
static bool beats(Op op, Dtype d, Scalar a, Scalar b) {
    Scalar in[3] = {a, b}, out = {0};
    if (is_nan(d, a) || is_nan(d, b))
        return is_nan(d, a) && !is_nan(d, b);
    op_eval(op == OP_argmax ? OP_gt : OP_lt, d, in, &out);
    return out.u != 0;
}

static int64_t model_arg(Op op, Dtype d, bool omit, const void *x, size_t first, size_t n,
                         size_t stride) {
    int64_t best = -1;
    for (size_t i = first; i < n; i += stride) {
        Scalar v = block_get(d, x, i);
        if (omit && is_nan(d, v))
            continue;
        if (best < 0 || beats(op, d, v, block_get(d, x, (size_t)best)))
            best = (int64_t)i;
    }
    return best < 0 ? 0 : best;
}

static void check_arg(const BlockOps *b, Op op, Dtype d, bool omit, const TestBlock *x, size_t n) {
    static _Alignas(64) char acc[BLOCK * 32];
    static int64_t got[BLOCK];
    const ReduceFns *r = &b->reduce[op][d][omit];
    CHECK(r->acc_size <= 32);
    r->start(acc, REDUCE_LANES);
    size_t cut = n / 3;
    r->lanes(acc, x->at, cut, 0);
    r->lanes(acc, x->at + cut * block_size(d), n - cut, (int64_t)cut);
    r->finish(got, acc, REDUCE_LANES);
    for (size_t lane = 0; lane < REDUCE_LANES; lane++)
        CHECK_EQ_INT(got[lane], model_arg(op, d, omit, x->at, lane, n, REDUCE_LANES));
    for (size_t half = REDUCE_LANES / 2; half > 0; half /= 2)
        r->combine(acc, acc + half * r->acc_size, half);
    r->finish(got, acc, 1);
    CHECK_EQ_INT(got[0], model_arg(op, d, omit, x->at, 0, n, 1));

    size_t columns = n / 3;
    r->start(acc, columns);
    for (size_t row = 0; row < 3; row++)
        r->columns(acc, x->at + row * columns * block_size(d), columns, (int64_t)row);
    r->finish(got, acc, columns);
    for (size_t c = 0; c < columns; c++) {
        int64_t want = model_arg(op, d, omit, x->at, c, 3 * columns, columns);
        bool none = omit && is_nan(d, block_get(d, x->at, (size_t)want));
        CHECK_EQ_INT(got[c], none ? 0 : want / (int64_t)columns);
    }
}

/* Few different values, so that there are ties; the specials among them. */
static void fill_ties(Dtype d, TestBlock *x, uint64_t *random, unsigned of) {
    static const double few[] = {1, 2, NAN, -INFINITY, -3, INFINITY, 0};
    for (size_t i = 0; i < BLOCK; i++) {
        Scalar v = {.f64 = few[test_random_below(random, of)]};
        block_put(d, x->at, i, scalar_cast(DT_F64, d, v));
    }
}

TEST(places_of_the_largest_and_smallest) {
    static TestBlock x;
    uint64_t random = test_seed();
    for (Dtype d = DT_I8; d <= DT_F64; d++)
        for (unsigned of = 1; of <= 8; of++) {
            const BlockOps *b;
            if (of < 8)
                fill_ties(d, &x, &random, of);
            else
                block_fill(d, x.at, BLOCK, &random);
            FOR_LEVELS(b) {
                for (size_t l = 0; l < block_length_count; l++)
                    for (int omit = 0; omit < 2; omit++) {
                        size_t n = block_lengths[l];
                        test_note("%s: %s, %u values, %zu elements, omit %d", b->name,
                                  dtype_info(d)->name, of, n, omit);
                        check_arg(b, OP_argmax, d, omit, &x, n);
                        check_arg(b, OP_argmin, d, omit, &x, n);
                    }
            }
        }
    for (size_t i = 0; i < BLOCK; i++) /* nothing but -inf and NaN */
        block_put(DT_F32, x.at, i, (Scalar){.f32 = i < 40 ? NAN : -INFINITY});
    const BlockOps *b;
    FOR_LEVELS(b) {
        check_arg(b, OP_argmax, DT_F32, true, &x, BLOCK);
        check_arg(b, OP_argmin, DT_F32, true, &x, BLOCK);
    }
}

/* ---- scans */

static void model_scan(Op op, Dtype d, const TestBlock *x, TestBlock *out, size_t n, bool exclusive,
                       bool reverse) {
    Scalar acc;
    Op step;
    CHECK(model_start(op, wide(d), &acc, &step));
    for (size_t k = 0; k < n; k++) {
        size_t i = reverse ? n - 1 - k : k;
        Scalar in[3] = {acc, block_get(d, x->at, i)}, before = acc;
        op_eval(step, wide(d), in, &acc);
        block_put(d, out->at, i, scalar_cast(wide(d), d, exclusive ? before : acc));
    }
    block_one_nan(d, out->at, n);
}

/* In two calls, the state going from the one to the other. */
static void check_scan(const BlockOps *b, Op op, Dtype d, const TestBlock *x, size_t n,
                       unsigned how) {
    static TestBlock got, want;
    _Alignas(16) char state[SCAN_STATE];
    bool exclusive = how & 1, reverse = how & 2;
    size_t cut = n / 3, size = block_size(d);
    model_scan(op, d, x, &want, n, exclusive, reverse);
    b->scan_start[op][d](state);
    got = *x;
    for (int part = 0; part < 2; part++) {
        bool low = (part == 0) != reverse;
        size_t at = low ? 0 : cut * size;
        const char *from = how & 4 ? got.at : x->at; /* in place */
        b->scan[op][d](got.at + at, from + at, state, low ? cut : n - cut, exclusive, reverse);
    }
    block_one_nan(d, got.at, n);
    block_check(op_info(op)->name, b, d, got.at, want.at, n);
}

TEST(scans) {
    static TestBlock x;
    uint64_t random = test_seed();
    for (Dtype d = 0; d < DTYPE_COUNT; d++)
        for (int plain = 0; plain < 2; plain++) {
            fill_some(d, &x, &random, plain);
            for (Op op = 0; op < OP_COUNT; op++) {
                const BlockOps *b;
                FOR_LEVELS(b) {
                    if (!b->scan[op][d])
                        continue;
                    for (size_t l = 0; l < block_length_count; l++)
                        for (unsigned how = 0; how < 8; how++)
                            check_scan(b, op, d, &x, block_lengths[l], how);
                }
            }
        }
}
