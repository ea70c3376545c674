/* The interpreter's loops at every level: what moves elements without changing them. */
#include <string.h>

#include "blocks_fixture.h"

/* Memory at an odd address, with room on both sides of its middle. */
enum { ROOM = 70000 };
static char memory[2 * ROOM + 1], before_memory[2 * ROOM + 1];

static size_t memory_size(Dtype dtype) {
    return dtype_info(dtype)->bits / 8u;
}

/* An element of memory as a register has it: a NaN of a half is quiet there. */
static Scalar fetch(Dtype dtype, const char *at) {
    Bits bits = {0, 0};
    memcpy(&bits, at, memory_size(dtype));
    if (dtype == DT_BOOL)
        bits.lo = bits.lo != 0;
    Scalar value = scalar_from_bits(dtype, bits);
    return dtype == DT_F16 || dtype == DT_BF16 ? block_quiet(dtype, value) : value;
}

static void put(Dtype dtype, char *at, Scalar value) {
    Bits bits = scalar_to_bits(dtype, value);
    memcpy(at, &bits, memory_size(dtype));
}

static void fill_memory(uint64_t *random) {
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = (char)test_random(random);
}

static const int strides[] = {1, 0, -1, 2, 3, 4, -2, -3, 7, -13};
enum { STRIDES = sizeof strides / sizeof *strides };

TEST(loads_with_every_stride) {
    static TestBlock got, want, before;
    uint64_t random = test_seed();
    memset(&before, 0xa5, sizeof before);
    fill_memory(&random);
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        for (size_t s = 0; s < 2 * STRIDES; s++) { /* also with a gap that is no whole element */
            int64_t stride = strides[s / 2] * (int64_t)memory_size(d) + (s % 2 ? 3 : 0);
            for (size_t l = 0; l < block_length_count; l++) {
                size_t n = block_lengths[l] < 500 ? block_lengths[l] : 257;
                const char *from = memory + ROOM + (l % 2);
                const BlockOps *b;
                for (size_t i = 0; i < n; i++)
                    block_put(d, want.at, i, fetch(d, from + (int64_t)i * stride));
                FOR_LEVELS(b) {
                    got = before;
                    b->load[d](got.at, from, stride, n);
                    block_check("load", b, d, got.at, want.at, n);
                    block_check_rest("load", b, n * block_size(d), &got, &before);
                }
            }
        }
    }
}

/* Stores n elements as the model does, then as b does, and compares the whole memory. */
static void check_store(const BlockOps *b, StoreFn *store, Dtype d, const TestBlock *x, char *to,
                        int64_t stride, size_t n) {
    static char want[sizeof memory];
    memcpy(memory, before_memory, sizeof memory);
    for (size_t i = 0; i < n; i++)
        put(d, to + (int64_t)i * stride, block_get(d, x->at, i));
    memcpy(want, memory, sizeof memory);
    memcpy(memory, before_memory, sizeof memory);
    store(to, stride, x->at, n);
    b->fence();
    CHECK_MSG(memcmp(memory, want, sizeof memory) == 0, "%s: %s, stride %lld, %zu elements",
              b->name, dtype_info(d)->name, (long long)stride, n);
}

TEST(stores_with_every_stride) {
    static TestBlock x;
    static const size_t lengths[] = {0, 1, 31, 257};
    uint64_t random = test_seed();
    fill_memory(&random);
    memcpy(before_memory, memory, sizeof memory);
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        block_fill(d, x.at, BLOCK, &random);
        for (size_t s = 0; s < STRIDES; s++)
            for (size_t l = 0; l < 4; l++) {
                int64_t size = (int64_t)memory_size(d);
                const BlockOps *b;
                FOR_LEVELS(b) {
                    char *to = memory + ROOM + l;
                    check_store(b, b->store[d], d, &x, to, strides[s] * size, lengths[l]);
                }
            }
    }
}

TEST(streams_past_the_cache) {
    static TestBlock x;
    uint64_t random = test_seed();
    char *to = memory + (64 - (uintptr_t)memory % 64);
    fill_memory(&random);
    memcpy(before_memory, memory, sizeof memory);
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        const BlockOps *b;
        block_fill(d, x.at, BLOCK, &random);
        FOR_LEVELS(b) {
            for (size_t l = 0; l < block_length_count; l++)
                check_store(b, b->stream[d], d, &x, to, (int64_t)memory_size(d), block_lengths[l]);
        }
    }
}

TEST(pack_and_unpack_are_memory_s_form) {
    static TestBlock x, packed, back;
    uint64_t random = test_seed();
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        const BlockOps *b;
        block_fill(d, x.at, BLOCK, &random);
        FOR_LEVELS(b) {
            b->pack[d](packed.at, x.at, BLOCK);
            b->unpack[d](back.at, packed.at, BLOCK);
            block_check("unpack", b, d, back.at, x.at, BLOCK);
            for (size_t i = 0; i < BLOCK; i++) {
                Bits bits = scalar_to_bits(d, block_get(d, x.at, i));
                CHECK_EQ_MEM(packed.at + i * memory_size(d), &bits, memory_size(d));
            }
        }
    }
}

TEST(gathers_from_offsets) {
    static TestBlock got, want, before;
    static int64_t offsets[BLOCK];
    uint64_t random = test_seed();
    memset(&before, 0xa5, sizeof before);
    fill_memory(&random);
    for (size_t i = 0; i < BLOCK; i++)
        offsets[i] = (int64_t)test_random_below(&random, ROOM) - ROOM / 2;
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        const BlockOps *b;
        for (size_t i = 0; i < BLOCK; i++)
            block_put(d, want.at, i, fetch(d, memory + ROOM + offsets[i]));
        FOR_LEVELS(b) {
            for (size_t l = 0; l < block_length_count; l++) {
                size_t n = block_lengths[l];
                got = before;
                b->gather[d](got.at, memory + ROOM, offsets, n);
                block_check("gather", b, d, got.at, want.at, n);
                block_check_rest("gather", b, n * block_size(d), &got, &before);
            }
        }
    }
}

static const Op combine_step[COMBINE_COUNT] = {OP_NONE, OP_add, OP_mul, OP_maximum, OP_minimum};

/* Many elements meet in few places, so that the order counts. */
TEST(scatters_one_after_another) {
    static TestBlock x, start, want, got;
    static int64_t offsets[BLOCK];
    enum { PLACES = 50 };
    uint64_t random = test_seed();
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        int64_t size = (int64_t)memory_size(d);
        const BlockOps *b = blocks_level(0);
        block_fill(d, got.at, PLACES, &random);
        b->pack[d](start.at, got.at, PLACES);
        block_fill(d, x.at, BLOCK, &random);
        block_one_nan(d, x.at, BLOCK);
        for (size_t i = 0; i < BLOCK; i++)
            offsets[i] = (int64_t)test_random_below(&random, PLACES) * size;
        for (Combine c = 0; c < COMBINE_COUNT; c++) {
            Scalar in[3] = {{0}}, out = {0};
            bool exists = c == COMBINE_SET || op_eval(combine_step[c], d, in, &out);
            want = start;
            for (size_t i = 0; exists && i < BLOCK; i++) {
                in[0] = fetch(d, want.at + offsets[i]);
                out = in[1] = block_get(d, x.at, i);
                if (c != COMBINE_SET)
                    op_eval(combine_step[c], d, in, &out);
                put(d, want.at + offsets[i], out);
            }
            FOR_LEVELS(b) {
                CHECK((b->scatter[d][c] != NULL) == exists);
                if (!exists)
                    continue;
                got = start;
                b->scatter[d][c](got.at, offsets, x.at, BLOCK);
                static TestBlock g, w; /* as registers, where NaN can be told */
                b->unpack[d](g.at, got.at, PLACES);
                b->unpack[d](w.at, want.at, PLACES);
                block_one_nan(d, g.at, PLACES);
                block_one_nan(d, w.at, PLACES);
                block_check(combine_name(c), b, d, g.at, w.at, PLACES);
            }
        }
    }
}

TEST(repeat_and_tile) {
    static TestBlock x, got, want, before;
    static const size_t pairs[][2] = {{0, 3}, {3, 0}, {1, 1}, {1, 257}, {3, 5}, {17, 31}, {31, 2}};
    uint64_t random = test_seed();
    memset(&before, 0xa5, sizeof before);
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        block_fill(d, x.at, BLOCK, &random);
        for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
            size_t n = pairs[p][0], times = pairs[p][1];
            const BlockOps *b;
            FOR_LEVELS(b) {
                for (size_t i = 0; i < n * times; i++)
                    block_put(d, want.at, i, block_get(d, x.at, i / times));
                got = before;
                b->repeat[d](got.at, x.at, n, times);
                block_check("repeat", b, d, got.at, want.at, n * times);
                block_check_rest("repeat", b, n * times * block_size(d), &got, &before);
                for (size_t i = 0; i < n * times; i++)
                    block_put(d, want.at, i, block_get(d, x.at, i % n));
                got = before;
                b->tile[d](got.at, x.at, n, times);
                block_check("tile", b, d, got.at, want.at, n * times);
                block_check_rest("tile", b, n * times * block_size(d), &got, &before);
            }
        }
    }
}

TEST(counts_up) {
    static int64_t got[BLOCK];
    const BlockOps *b;
    FOR_LEVELS(b) {
        for (size_t l = 0; l < block_length_count; l++) {
            size_t n = block_lengths[l];
            memset(got, 0xa5, sizeof got);
            b->count_up(got, 5000000000, -3, n);
            for (size_t i = 0; i < n; i++)
                CHECK_EQ_INT(got[i], 5000000000 - 3 * (int64_t)i);
            if (n < BLOCK)
                CHECK_EQ_UINT((uint64_t)got[n], 0xa5a5a5a5a5a5a5a5);
        }
    }
}

/* ---- indices */

static void check_good_indices(Dtype d, uint64_t *random) {
    static TestBlock index;
    static int64_t offsets[BLOCK], want[BLOCK];
    static uint8_t active[BLOCK];
    bool is_signed = dtype_info(d)->class == CLASS_SIGNED;
    const int64_t extent = 100, stride = -24;
    for (size_t i = 0; i < BLOCK; i++) {
        int64_t v = (int64_t)test_random_below(random, is_signed ? 200 : 100);
        v -= is_signed ? 100 : 0;
        block_put(d, index.at, i, (Scalar){.i = v});
        active[i] = (uint8_t)(test_random(random) & 1);
        want[i] = (int64_t)i + (v < 0 ? v + extent : v) * stride;
    }
    const BlockOps *b;
    FOR_LEVELS(b) {
        for (size_t l = 0; l < block_length_count; l++) {
            size_t n = block_lengths[l];
            b->count_up(offsets, 0, 1, BLOCK);
            CHECK_EQ_UINT(b->index[d](offsets, index.at, extent, stride, NULL, n), n);
            CHECK_EQ_MEM(offsets, want, n * sizeof *want);
            b->count_up(offsets, 0, 1, BLOCK);
            CHECK_EQ_UINT(b->index[d](offsets, index.at, extent, stride, active, n), n);
            for (size_t i = 0; i < n; i++)
                CHECK_EQ_INT(offsets[i], active[i] ? want[i] : (int64_t)i);
        }
    }
}

static void check_bad_index(Dtype d, Scalar bad, size_t at) {
    static TestBlock index;
    static int64_t offsets[BLOCK];
    static uint8_t active[BLOCK];
    const BlockOps *b;
    memset(index.at, 0, sizeof index.at);
    memset(active, 1, sizeof active);
    active[at] = 0;
    block_put(d, index.at, at, bad);
    block_put(d, index.at, BLOCK - 1, bad); /* the first one counts */
    FOR_LEVELS(b) {
        memset(offsets, 0, sizeof offsets);
        CHECK_EQ_UINT(b->index[d](offsets, index.at, 100, 8, NULL, BLOCK), at);
        CHECK_EQ_UINT(b->index[d](offsets, index.at, 100, 8, active, BLOCK - 1), BLOCK - 1);
        CHECK_EQ_INT(offsets[at], 0);
    }
}

TEST(indices_become_offsets) {
    uint64_t random = test_seed();
    for (Dtype d = DT_I8; d <= DT_U64; d++) {
        bool is_signed = dtype_info(d)->class == CLASS_SIGNED;
        uint64_t largest = UINT64_MAX >> (64 - dtype_info(d)->bits + is_signed);
        check_good_indices(d, &random);
        check_bad_index(d, (Scalar){.u = 100}, 0);
        check_bad_index(d, (Scalar){.u = largest}, 70);
        if (is_signed) {
            check_bad_index(d, (Scalar){.i = -101}, 33);
            check_bad_index(d, (Scalar){.i = -1 - (int64_t)largest}, 1000);
        }
    }
    CHECK(blocks_level(0)->index[DT_F32] == NULL);
    CHECK(blocks_level(0)->index[DT_BOOL] == NULL);
}
