/* The interpreter's loops at every level: steps, casts and choices, against one element at a time. */
#include <string.h>

#include "blocks_fixture.h"

TEST(levels_are_there) {
    const BlockOps *last = NULL, *b;
    FOR_LEVELS(b) {
        CHECK(blocks_named(b->name) == b);
        last = b;
    }
    CHECK(last != NULL);
    CHECK_STR(last->name, "portable");
    CHECK(blocks_named("") == NULL);
    CHECK(blocks_named("avx") == NULL);
#if defined __x86_64__
    CHECK(blocks_named("x86-64") != NULL);
#endif
}

/* What op_eval gives of each element; false when there is no such step. */
static bool model_step(Op op, Dtype dtype, const TestBlock *in, TestBlock *out, size_t n) {
    Dtype result = op_result_dtype(op, dtype);
    for (size_t i = 0; i < n; i++) {
        Scalar x[3], y = {0};
        for (int k = 0; k < 3; k++)
            x[k] = block_get(dtype, in[k].at, i);
        if (!op_eval(op, dtype, x, &y))
            return false;
        block_put(result, out->at, i, y);
    }
    block_one_nan(result, out->at, n);
    return true;
}

static void check_step(const BlockOps *b, Op op, Dtype dtype, const TestBlock *in,
                       const TestBlock *want) {
    Dtype result = op_result_dtype(op, dtype);
    static TestBlock got, before;
    for (size_t l = 0; l < block_length_count; l++) {
        size_t n = block_lengths[l];
        const void *operands[3] = {in[0].at, in[1].at, in[2].at};
        memset(&before, 0xa5, sizeof before);
        got = before;
        b->step[op][dtype](got.at, operands, n);
        block_one_nan(result, got.at, n);
        block_check(op_info(op)->name, b, result, got.at, want->at, n);
        block_check_rest(op_info(op)->name, b, n * block_size(result), &got, &before);
    }
    for (unsigned k = 0; k < op_info(op)->arity; k++) { /* in place */
        const void *operands[3] = {in[0].at, in[1].at, in[2].at};
        if (block_size(result) > block_size(dtype))
            continue;
        got = in[k];
        operands[k] = got.at;
        b->step[op][dtype](got.at, operands, BLOCK);
        block_one_nan(result, got.at, BLOCK);
        block_check(op_info(op)->name, b, result, got.at, want->at, BLOCK);
    }
}

/* Moderate values: a block without any that needs special care. */
static void check_steps_on(Dtype dtype, bool moderate) {
    static TestBlock in[3], want;
    uint64_t random = test_seed();
    size_t found = 0;
    for (int k = 0; k < 3; k++)
        block_fill(dtype, in[k].at, BLOCK, &random);
    for (size_t i = 0; moderate && i < 3 * BLOCK; i++) {
        Scalar v = {.f64 = (double)(test_random_below(&random, 20001)) / 1000 - 10};
        block_put(dtype, in[i / BLOCK].at, i % BLOCK, scalar_cast(DT_F64, dtype, v));
    }
    for (Op op = 0; op < OP_COUNT; op++) {
        bool is_step = model_step(op, dtype, in, &want, BLOCK);
        const BlockOps *b;
        FOR_LEVELS(b) {
            CHECK_MSG((b->step[op][dtype] != NULL) == is_step, "%s: %s of %s", b->name,
                      op_info(op)->name, dtype_info(dtype)->name);
            if (is_step)
                check_step(b, op, dtype, in, &want);
            found += is_step;
        }
    }
    CHECK(found > 0);
}

static void check_steps(Dtype dtype) {
    check_steps_on(dtype, false);
    check_steps_on(dtype, true);
}

TEST(steps_on_bools) {
    check_steps(DT_BOOL);
}

TEST(steps_on_signed_integers) {
    check_steps(DT_I8);
    check_steps(DT_I16);
    check_steps(DT_I32);
    check_steps(DT_I64);
}

TEST(steps_on_unsigned_integers) {
    check_steps(DT_U8);
    check_steps(DT_U16);
    check_steps(DT_U32);
    check_steps(DT_U64);
}

TEST(steps_on_halves) {
    check_steps(DT_F16);
    check_steps(DT_BF16);
}

TEST(steps_on_f32) {
    check_steps(DT_F32);
}

TEST(steps_on_f64) {
    check_steps(DT_F64);
}

TEST(steps_on_complex_numbers) {
    check_steps(DT_C64);
    check_steps(DT_C128);
}

/* A NaN alone goes through a step as it is; where two meet, one of them does. */
TEST(a_nan_keeps_its_bits) {
    static TestBlock x, y, got;
    const BlockOps *b;
    FOR_LEVELS(b) {
        for (size_t i = 0; i < 33; i++) {
            uint32_t bits = 0xffc00001 + (uint32_t)i;
            memcpy(x.at + 4 * i, &bits, sizeof bits);
            block_put(DT_F32, y.at, i, (Scalar){.f32 = (float)i});
        }
        const void *first[] = {x.at, y.at}, *second[] = {y.at, x.at};
        b->step[OP_add][DT_F32](got.at, first, 33);
        block_check("add", b, DT_F32, got.at, x.at, 33);
        b->step[OP_maximum][DT_F32](got.at, second, 33);
        block_check("maximum", b, DT_F32, got.at, x.at, 33);
        b->step[OP_mul][DT_F32](got.at, second, 33);
        block_check("mul", b, DT_F32, got.at, x.at, 33);
    }
}

TEST(casts) {
    static TestBlock x, want, got, before;
    uint64_t random = test_seed();
    memset(&before, 0xa5, sizeof before);
    for (Dtype from = 0; from < DTYPE_COUNT; from++) {
        block_fill(from, x.at, BLOCK, &random);
        for (Dtype to = 0; to < DTYPE_COUNT; to++) {
            const BlockOps *b;
            for (size_t i = 0; i < BLOCK; i++)
                block_put(to, want.at, i, scalar_cast(from, to, block_get(from, x.at, i)));
            test_note("from %s", dtype_info(from)->name);
            FOR_LEVELS(b) {
                for (size_t l = 0; l < block_length_count; l++) {
                    size_t n = block_lengths[l];
                    got = before;
                    b->cast[from][to](got.at, x.at, n);
                    block_check("cast", b, to, got.at, want.at, n);
                    block_check_rest("cast", b, n * block_size(to), &got, &before);
                }
                if (block_size(to) > block_size(from))
                    continue;
                got = x;
                b->cast[from][to](got.at, got.at, BLOCK);
                block_check("cast in place", b, to, got.at, want.at, BLOCK);
            }
        }
    }
}

/* Every f16 and bf16, and floats all around them. */
TEST(halves_round_as_the_scalar_functions_do) {
    static TestBlock x, packed, back, rounded;
    enum { STEP = 1024 };
    for (Dtype dtype = DT_F16; dtype <= DT_BF16; dtype++) {
        for (uint32_t start = 0; start < 65536; start += STEP) {
            const BlockOps *b;
            for (uint32_t i = 0; i < STEP; i++) {
                static const int32_t off[8] = {0, 1, -1, 0x1000, 0xfff, 0x1001, 0x8000, 0x7fff};
                float near = dtype == DT_F16 ? f16_to_f32((uint16_t)(start + i))
                                             : bf16_to_f32((uint16_t)(start + i));
                uint32_t bits;
                memcpy(&bits, &near, sizeof bits);
                bits += (uint32_t)off[i % 8];
                memcpy(x.at + 4 * i, &bits, sizeof bits);
            }
            FOR_LEVELS(b) {
                b->pack[dtype](packed.at, x.at, STEP);
                b->unpack[dtype](back.at, packed.at, STEP);
                b->cast[DT_F32][dtype](rounded.at, x.at, STEP);
                for (size_t i = 0; i < STEP; i++) {
                    float value = block_get(DT_F32, x.at, i).f32;
                    uint16_t want = dtype == DT_F16 ? f16_from_f32(value) : bf16_from_f32(value);
                    float wide = dtype == DT_F16 ? f16_to_f32(want) : bf16_to_f32(want);
                    CHECK_EQ_UINT(block_get(DT_U16, packed.at, i).u, want);
                    CHECK_EQ_F32(block_get(DT_F32, back.at, i).f32, wide);
                    CHECK_EQ_F32(block_get(DT_F32, rounded.at, i).f32, wide);
                }
            }
        }
    }
}

TEST(select_takes_one_or_the_other) {
    static TestBlock c, x, y, want, got, before;
    uint64_t random = test_seed();
    memset(&before, 0xa5, sizeof before);
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        const BlockOps *b;
        block_fill(DT_BOOL, c.at, BLOCK, &random);
        block_fill(d, x.at, BLOCK, &random);
        block_fill(d, y.at, BLOCK, &random);
        for (size_t i = 0; i < BLOCK; i++)
            block_put(d, want.at, i, block_get(d, c.at[i] ? x.at : y.at, i));
        FOR_LEVELS(b) {
            for (size_t l = 0; l < block_length_count; l++) {
                size_t n = block_lengths[l];
                got = before;
                b->select[d](got.at, (const uint8_t *)c.at, x.at, y.at, n);
                block_check("select", b, d, got.at, want.at, n);
                block_check_rest("select", b, n * block_size(d), &got, &before);
            }
            got = x;
            b->select[d](got.at, (const uint8_t *)c.at, got.at, y.at, BLOCK);
            block_check("select in place", b, d, got.at, want.at, BLOCK);
            got = y;
            b->select[d](got.at, (const uint8_t *)c.at, x.at, got.at, BLOCK);
            block_check("select in place", b, d, got.at, want.at, BLOCK);
        }
    }
}
