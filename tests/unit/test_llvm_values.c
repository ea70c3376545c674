/* Casts, bitcasts and roundings of compiled code, against the interpreter's loops bit for bit. */
#include <stdio.h>
#include <string.h>

#include "llvm_fixture.h"

enum { NAME = 64 };

static void cast_name(char *name, const char *what, Dtype from, Dtype to) {
    snprintf(name, NAME, "%s_%s_%s", what, dtype_info(from)->name, dtype_info(to)->name);
}

/* Runs a function (in, out) over the block, so many lanes at a time. */
static void run_over(PieceFn *fn, Dtype from, Dtype to, unsigned lanes, const TestBlock *in,
                     TestBlock *out) {
    for (size_t i = 0; i + lanes <= BLOCK; i += lanes)
        fn(NULL, (int64_t)(intptr_t)(in->at + i * block_size(from)),
           (int64_t)(intptr_t)(out->at + i * block_size(to)), 0, 0, 0);
}

static void check_all(const Pieces *p, const char *name, Dtype from, Dtype to, unsigned lanes,
                      const TestBlock *in, TestBlock *want) {
    static TestBlock got;
    char note[NAME + 16];
    size_t n = BLOCK / lanes * lanes;
    snprintf(note, sizeof note, "%s, %u lanes", name, lanes);
    run_over(piece(p, name), from, to, lanes, in, &got);
    block_one_nan(to, got.at, n);
    block_one_nan(to, want->at, n);
    block_check(note, p->blocks, to, got.at, want->at, n);
}

typedef Vec EmitCast(Emit *e, Vec x, Dtype to);

static void emit_one(Pieces *p, const char *name, Dtype from, Dtype to, EmitCast *cast) {
    piece_begin(p, name);
    Vec x = vec_from_regs(&p->e, from, p->e.lanes, piece_pointer(p, 1));
    vec_to_regs(&p->e, cast(&p->e, x, to), piece_pointer(p, 2));
    piece_end(p);
}

/* ---- casts */

static void emit_casts(Pieces *p, unsigned lanes) {
    char name[NAME];
    pieces_begin(p, lanes);
    p->e.ir.flags = "reassoc nsz arcp contract "; /* a cast is the same in every mode */
    for (Dtype from = 0; from < DTYPE_COUNT; from++)
        for (Dtype to = 0; to < DTYPE_COUNT; to++) {
            cast_name(name, "cast", from, to);
            emit_one(p, name, from, to, emit_cast);
        }
    pieces_compile(p);
}

static void check_casts(Pieces *p, unsigned lanes, const TestBlock *in) {
    static TestBlock want;
    char name[NAME];
    emit_casts(p, lanes);
    for (Dtype from = 0; from < DTYPE_COUNT; from++)
        for (Dtype to = 0; to < DTYPE_COUNT; to++) {
            cast_name(name, "cast", from, to);
            p->blocks->cast[from][to](want.at, in[from].at, BLOCK);
            check_all(p, name, from, to, lanes, &in[from], &want);
        }
}

/* Numbers at the ends of the ranges of integers, and a little beside them. */
static void put_edges(Dtype dtype, TestBlock *block) {
    size_t at = BLOCK / 2;
    for (int size = 7; size <= 64; size += size == 7 || size % 8 == 7 ? 1 : 7)
        for (int sign = -1; sign <= 1; sign += 2)
            for (int beside = -3; beside <= 3; beside++) {
                double limit = sign * (double)((uint64_t)1 << (size - 1)) * 2, step = 1;
                while (limit + step == limit || (float)(limit + step) == (float)limit)
                    step *= 2;
                Scalar v = {.f64 = limit + beside * (beside % 2 ? 0.5 : 1) * step};
                block_put(dtype, block->at, at++, scalar_cast(DT_F64, dtype, v));
            }
    CHECK(at < BLOCK);
}

static void fill_all(TestBlock *in) {
    uint64_t random = test_seed();
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++) {
        block_fill(dtype, in[dtype].at, BLOCK, &random);
        put_edges(dtype, &in[dtype]);
    }
}

TEST(casts) {
    static TestBlock in[DTYPE_COUNT];
    Pieces p;
    pieces_open(&p);
    fill_all(in);
    FOR_TARGETS(&p) {
        check_casts(&p, 1, in);
        check_casts(&p, p.target->vector_bytes / 4, in);
    }
    FOR_FOREIGN_TARGETS(&p) {
        emit_casts(&p, 1);
        emit_casts(&p, p.target->vector_bytes / 4);
    }
    pieces_close(&p);
}

/* ---- bitcasts */

#define FOR_EQUAL_SIZES(from, to)                    \
    for (Dtype from = 0; from < DTYPE_COUNT; from++) \
        for (Dtype to = 0; to < DTYPE_COUNT; to++)   \
            if (dtype_info(from)->bits == dtype_info(to)->bits)

static void emit_bitcasts(Pieces *p, unsigned lanes) {
    char name[NAME];
    pieces_begin(p, lanes);
    FOR_EQUAL_SIZES(from, to) {
        cast_name(name, "bits", from, to);
        emit_one(p, name, from, to, emit_bitcast);
    }
    pieces_compile(p);
}

static void check_bitcasts(Pieces *p, unsigned lanes, const TestBlock *in) {
    static TestBlock want, packed;
    char name[NAME];
    emit_bitcasts(p, lanes);
    FOR_EQUAL_SIZES(from, to) {
        cast_name(name, "bits", from, to);
        p->blocks->pack[from](packed.at, in[from].at, BLOCK);
        p->blocks->unpack[to](want.at, packed.at, BLOCK);
        check_all(p, name, from, to, lanes, &in[from], &want);
    }
}

TEST(bitcasts) {
    static TestBlock in[DTYPE_COUNT];
    Pieces p;
    pieces_open(&p);
    fill_all(in);
    for (Dtype d = 0; d < DTYPE_COUNT; d++) /* a NaN has no bits that are certain */
        block_one_nan(d, in[d].at, BLOCK);
    FOR_TARGETS(&p) {
        for (unsigned lanes = 1; lanes <= 64; lanes *= 2)
            check_bitcasts(&p, lanes, in);
    }
    FOR_FOREIGN_TARGETS(&p) {
        emit_bitcasts(&p, p.target->vector_bytes / 4);
    }
    pieces_close(&p);
}

/* ---- halves: every one of them, and what lies between two */

static Vec round_to(Emit *e, Vec x, Dtype to) {
    x.part[0] = emit_round(e, x.part[0], to);
    x.dtype = (uint8_t)to;
    return x;
}

static float between(Dtype dtype, uint32_t half, uint32_t low) {
    Scalar v = scalar_from_bits(dtype, (Bits){half, 0});
    uint32_t bits, beside[] = {0, 1, 0xfff, 0x1000, 0x1001, 0x1fff, 0x7fff, 0x8000, 0x8001, 0xffff};
    memcpy(&bits, &v.f32, sizeof bits);
    bits += beside[low % (sizeof beside / sizeof *beside)];
    memcpy(&v.f32, &bits, sizeof bits);
    return v.f32;
}

TEST(roundings) {
    static TestBlock in, want;
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        unsigned lanes = p.target->vector_bytes / 4;
        pieces_begin(&p, lanes);
        emit_one(&p, "f16", DT_F32, DT_F16, round_to);
        emit_one(&p, "bf16", DT_F32, DT_BF16, round_to);
        pieces_compile(&p);
        for (uint32_t half = 0, low = 0; half < 0x10000; low++) {
            for (size_t i = 0; i < BLOCK; i++, half++)
                block_put(DT_F32, in.at, i,
                          (Scalar){.f32 = between(half & 1 ? DT_F16 : DT_BF16, half & 0xffff,
                                                  low + (uint32_t)i)});
            p.blocks->cast[DT_F32][DT_F16](want.at, in.at, BLOCK);
            check_all(&p, "f16", DT_F32, DT_F16, lanes, &in, &want);
            p.blocks->cast[DT_F32][DT_BF16](want.at, in.at, BLOCK);
            check_all(&p, "bf16", DT_F32, DT_BF16, lanes, &in, &want);
        }
    }
    pieces_close(&p);
}

/* All bits there are, to a half and back. */
TEST(every_half) {
    static TestBlock in, half, want;
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        unsigned lanes = p.target->vector_bytes / 4;
        emit_bitcasts(&p, lanes);
        for (uint32_t bits = 0; bits < 0x10000; bits += BLOCK / lanes * lanes)
            for (Dtype d = DT_F16; d <= DT_BF16; d++) {
                char name[NAME];
                for (size_t i = 0; i < BLOCK; i++)
                    block_put(DT_U16, in.at, i, (Scalar){.u = (bits + i) & 0xffff});
                cast_name(name, "bits", DT_U16, d);
                p.blocks->unpack[d](half.at, in.at, BLOCK);
                want = half;
                check_all(&p, name, DT_U16, d, lanes, &in, &want);
                block_one_nan(d, half.at, BLOCK);
                cast_name(name, "bits", d, DT_U16);
                p.blocks->pack[d](want.at, half.at, BLOCK);
                check_all(&p, name, d, DT_U16, lanes, &half, &want);
            }
    }
    pieces_close(&p);
}

/* ---- constants and choices */

TEST(constants_and_choices) {
    Pieces p;
    uint64_t random = test_seed();
    pieces_open(&p);
    FOR_TARGETS(&p) {
        static TestBlock got, want;
        unsigned lanes = p.target->vector_bytes / 4;
        Bits bits[DTYPE_COUNT][2];
        pieces_begin(&p, lanes);
        for (Dtype d = 0; d < DTYPE_COUNT; d++) {
            piece_begin(&p, dtype_info(d)->name);
            for (int k = 0; k < 2; k++)
                bits[d][k] = block_random_bits(d, &random);
            Vec x = vec_const(&p.e, d, bits[d][0], lanes);
            Vec y = vec_splat(&p.e, vec_const(&p.e, d, bits[d][1], 1), lanes);
            Val odd =
                ir_convert(&p.e.ir, "trunc", ir_count(&p.e.ir, IR_I(32, lanes)), IR_I(1, lanes));
            vec_to_regs(&p.e, vec_select(&p.e, odd, x, y), piece_pointer(&p, 1));
            piece_end(&p);
        }
        pieces_compile(&p);
        for (Dtype d = 0; d < DTYPE_COUNT; d++) {
            piece(&p, dtype_info(d)->name)(NULL, (int64_t)(intptr_t)got.at, 0, 0, 0, 0);
            for (unsigned k = 0; k < lanes; k++)
                block_put(d, want.at, k, scalar_from_bits(d, bits[d][k % 2 == 0]));
            block_one_nan(d, got.at, lanes);
            block_one_nan(d, want.at, lanes);
            block_check("constant", p.blocks, d, got.at, want.at, lanes);
        }
    }
    pieces_close(&p);
}

/* ---- no memory */

/* A function with something of everything. */
static void emit_all(Pieces *p) {
    Emit *e = &p->e;
    piece_begin(p, "all");
    Val at = piece_pointer(p, 1), to = piece_pointer(p, 2);
    Vec key = {.part = {p->params[3]}, .dtype = DT_U64, .lanes = 1};
    Val number = ir_count(&e->ir, IR_I(64, e->lanes));
    e->mask = vec_from_regs(e, DT_BOOL, e->lanes, piece_pointer(p, 5)).part[0];
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        Vec x = emit_load(e, d, at, ALONG_NEXT, 0);
        x = emit_cast(e, x, (d + 1) % DTYPE_COUNT);
        emit_store(e, x, to, ALONG_ANY, p->params[4]);
        emit_store(e, emit_gather(e, d, at, number, 0), to, ALONG_ONE, 0);
        if (dtype_info(d)->class == CLASS_FLOAT)
            emit_store(e, emit_random(e, OP_normal, d, key, key, number), to, ALONG_NEXT, 0);
    }
    e->mask = 0;
    piece_end(p);
}

static void fail_everywhere(const Target *target) {
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        Pieces p;
        Str text = {0};
        pieces_without_llvm(&p, &allocator);
        p.target = target;
        pieces_begin(&p, 8);
        emit_all(&p);
        bool done = ir_finish(&p.e.ir, &text);
        if (done)
            str_free(&text);
        CHECK_ALLOC(&a);
        CHECK(done == (a.failures == 0));
        CHECK_EQ_INT(p.error.status, done ? FRIT_OK : FRIT_ERR_NOMEM);
        if (done)
            break;
    }
}

TEST(allocations_may_fail) {
    const Target *target;
    for (unsigned k = 0; (target = target_at(k)) != NULL; k++)
        fail_everywhere(target);
}
