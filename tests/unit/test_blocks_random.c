/* The interpreter's loops at every level: random numbers. */
#include <math.h>
#include <string.h>

#include "blocks_fixture.h"

static uint64_t keys[BLOCK], draws[BLOCK];
static int64_t elements[BLOCK];

static void set_all(uint64_t key, uint64_t draw, int64_t first) {
    for (size_t i = 0; i < BLOCK; i++) {
        keys[i] = key;
        draws[i] = draw;
        elements[i] = first + (int64_t)i;
    }
}

/* The vectors that Salmon and others published with Random123 for philox4x32-10. The second and third
 * have counters no element number of a 32-bit result reaches, but one of a 64-bit result does not
 * either: elements are taken as 64 bits without a sign, shifted. */
TEST(known_answers_of_philox) {
    const BlockOps *b;
    FOR_LEVELS(b) {
        static const uint32_t zero[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
        uint32_t got[8];
        uint64_t wide[8];
        set_all(0, 0, 0);
        b->random[OP_random_bits][DT_U32](got, keys, draws, elements, 4);
        CHECK_EQ_MEM(got, zero, sizeof zero);
        b->random[OP_random_bits][DT_U64](wide, keys, draws, elements, 2);
        CHECK_EQ_UINT(wide[0], 0xe169c58d6627e8d5);
        CHECK_EQ_UINT(wide[1], 0x9b00dbd8bc57ac4c);
    }
}

/* ---- Philox written apart from the loops, as its paper states it */

typedef struct Philox {
    uint32_t counter[4], key[2];
} Philox;

static void model_round(Philox *p) {
    uint64_t a = (uint64_t)p->counter[0] * 0xD2511F53u, c = (uint64_t)p->counter[2] * 0xCD9E8D57u;
    uint32_t next[4] = {(uint32_t)(c >> 32) ^ p->counter[1] ^ p->key[0], (uint32_t)c,
                        (uint32_t)(a >> 32) ^ p->counter[3] ^ p->key[1], (uint32_t)a};
    memcpy(p->counter, next, sizeof next);
}

static void model_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    Philox p;
    memcpy(p.counter, counter, sizeof p.counter);
    memcpy(p.key, key, sizeof p.key);
    for (int round = 0; round < 10; round++) {
        if (round > 0) {
            p.key[0] += 0x9E3779B9u;
            p.key[1] += 0xBB67AE85u;
        }
        model_round(&p);
    }
    memcpy(out, p.counter, sizeof p.counter);
}

/* Holds the model against the published vectors, so that it may stand for them. */
TEST(the_model_is_philox) {
    static const uint32_t counters[3][4] = {{0, 0, 0, 0},
                                            {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
                                            {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}};
    static const uint32_t key[3][2] = {{0, 0}, {0xffffffff, 0xffffffff}, {0xa4093822, 0x299f31d0}};
    static const uint32_t want[3][4] = {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                        {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                        {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
    for (int i = 0; i < 3; i++) {
        uint32_t got[4];
        model_philox(counters[i], key[i], got);
        CHECK_EQ_MEM(got, want[i], sizeof got);
    }
}

/* Word number `word` of the counter. */
static uint32_t model_word(size_t i, uint64_t counter, unsigned word) {
    uint32_t c[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)draws[i],
                     (uint32_t)(draws[i] >> 32)};
    uint32_t k[2] = {(uint32_t)keys[i], (uint32_t)(keys[i] >> 32)}, out[4];
    model_philox(c, k, out);
    return out[word];
}

static uint32_t word32(size_t i, uint64_t element) {
    return model_word(i, element >> 2, (unsigned)(element & 3));
}

static uint64_t word64(size_t i, uint64_t element) {
    unsigned first = 2 * (unsigned)(element & 1);
    return model_word(i, element >> 1, first) | (uint64_t)model_word(i, element >> 1, first + 1)
                                                    << 32;
}

static Scalar eval(Op op, Dtype d, Scalar x, Scalar y) {
    Scalar in[3] = {x, y}, out = {0};
    CHECK(op_eval(op, d, in, &out));
    return out;
}

static float model_normal_f32(size_t i, uint64_t e) {
    float u = ((float)word32(i, e & ~(uint64_t)1) + 0.5f) * 0x1p-32f;
    float angle = 6.2831853f * ((float)word32(i, e | 1) * 0x1p-32f);
    Scalar l = eval(OP_log, DT_F32, (Scalar){.f32 = u}, (Scalar){0});
    Scalar r = eval(OP_sqrt, DT_F32, (Scalar){.f32 = -2.0f * l.f32}, (Scalar){0});
    Scalar t = eval(e & 1 ? OP_sin : OP_cos, DT_F32, (Scalar){.f32 = angle}, (Scalar){0});
    return r.f32 * t.f32;
}

static double model_normal_f64(size_t i, uint64_t e) {
    double u = ((double)word64(i, e & ~(uint64_t)1) + 0.5) * 0x1p-64;
    double angle = 6.283185307179586 * ((double)word64(i, e | 1) * 0x1p-64);
    Scalar l = eval(OP_log, DT_F64, (Scalar){.f64 = u}, (Scalar){0});
    Scalar r = eval(OP_sqrt, DT_F64, (Scalar){.f64 = -2.0 * l.f64}, (Scalar){0});
    Scalar t = eval(e & 1 ? OP_sin : OP_cos, DT_F64, (Scalar){.f64 = angle}, (Scalar){0});
    return r.f64 * t.f64;
}

static Scalar model_draw(Op op, Dtype d, size_t i) {
    uint64_t e = (uint64_t)elements[i];
    if (op == OP_random_bits)
        return (Scalar){.u = dtype_info(d)->bits == 64 ? word64(i, e) : word32(i, e)};
    if (op == OP_uniform)
        switch (d) {
        case DT_F16: return (Scalar){.f32 = (float)(word32(i, e) >> 21) / 2048};
        case DT_BF16: return (Scalar){.f32 = (float)(word32(i, e) >> 24) / 256};
        case DT_F32: return (Scalar){.f32 = (float)(word32(i, e) >> 8) / 16777216};
        default: return (Scalar){.f64 = (double)(word64(i, e) >> 11) * 0x1p-53};
        }
    if (d == DT_F64)
        return (Scalar){.f64 = model_normal_f64(i, e)};
    return scalar_cast(DT_F32, d, (Scalar){.f32 = model_normal_f32(i, e)});
}

static void check_draws(size_t n) {
    static TestBlock got, want, before;
    memset(&before, 0xa5, sizeof before);
    for (Dtype d = 0; d < DTYPE_COUNT; d++)
        for (Op op = 0; op < OP_COUNT; op++) {
            const BlockOps *b;
            if (op_info(op)->rule != RULE_RANDOM || !blocks_level(0)->random[op][d])
                continue;
            for (size_t i = 0; i < n; i++)
                block_put(d, want.at, i, model_draw(op, d, i));
            FOR_LEVELS(b) {
                got = before;
                b->random[op][d](got.at, keys, draws, elements, n);
                block_check(op_info(op)->name, b, d, got.at, want.at, n);
                block_check_rest(op_info(op)->name, b, n * block_size(d), &got, &before);
            }
        }
}

TEST(draws_side_by_side) {
    static const int64_t firsts[] = {0, 1, 2, 3, 1021, 0x3fffffff0, 0x7ffffffffffff000};
    for (size_t l = 0; l < block_length_count; l++)
        if (block_lengths[l] != BLOCK) {
            set_all(0x299f31d0a4093822, 0x0370734413198a2e, firsts[l % 7]);
            check_draws(block_lengths[l]);
        }
    for (int64_t first = 0; first < 4; first++) {
        set_all(7, (uint64_t)first, first);
        check_draws(first == 3 ? BLOCK : 45);
    }
}

/* The same numbers when keys, draws and elements come in any order: a draw is a function of them. */
TEST(draws_in_any_order) {
    uint64_t random = test_seed();
    for (size_t i = 0; i < BLOCK; i++) {
        keys[i] = test_random(&random);
        draws[i] = test_random(&random) >> test_random_below(&random, 64);
        elements[i] = (int64_t)(test_random(&random) >> (1 + test_random_below(&random, 63)));
    }
    check_draws(300);
    set_all(5, 6, 0);
    for (size_t i = 0; i < BLOCK; i++)
        elements[i] = 1000 - (int64_t)i / 2;
    check_draws(100);
}

/* Mean, variance, and the fourth moment of the normal, within five standard errors. */
TEST(moments) {
    enum { ROUNDS = 64 };
    static float x[BLOCK];
    static double y[BLOCK];
    double n = (double)BLOCK * ROUNDS, u1 = 0, u2 = 0, n1 = 0, n2 = 0, n4 = 0, m1 = 0, m2 = 0;
    const BlockOps *b = blocks_level(0);
    for (int64_t round = 0; round < ROUNDS; round++) {
        set_all(2026, 1, round * BLOCK);
        b->random[OP_uniform][DT_F32](x, keys, draws, elements, BLOCK);
        for (size_t i = 0; i < BLOCK; i++) {
            CHECK(x[i] >= 0 && x[i] < 1);
            u1 += (double)x[i];
            u2 += (double)x[i] * (double)x[i];
        }
        set_all(2026, 2, round * BLOCK);
        b->random[OP_normal][DT_F32](x, keys, draws, elements, BLOCK);
        b->random[OP_normal][DT_F64](y, keys, draws, elements, BLOCK);
        for (size_t i = 0; i < BLOCK; i++) {
            double v = (double)x[i];
            n1 += v, n2 += v * v, n4 += v * v * v * v;
            m1 += y[i], m2 += y[i] * y[i];
        }
    }
    CHECK(fabs(u1 / n - 0.5) < 5 * sqrt(1.0 / 12 / n));
    CHECK(fabs(u2 / n - 1.0 / 3) < 5 * sqrt(4.0 / 45 / n));
    CHECK(fabs(n1 / n) < 5 / sqrt(n));
    CHECK(fabs(n2 / n - 1) < 5 * sqrt(2 / n));
    CHECK(fabs(n4 / n - 3) < 5 * sqrt(96 / n));
    CHECK(fabs(m1 / n) < 5 / sqrt(n));
    CHECK(fabs(m2 / n - 1) < 5 * sqrt(2 / n));
}
