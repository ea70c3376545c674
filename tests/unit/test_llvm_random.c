/* Random numbers of compiled code, against the interpreter's loops bit for bit. */
#include <stdio.h>
#include <string.h>

#include "llvm_fixture.h"

enum { MOST = 64 };

typedef struct RandomOp {
    Op op;
    Dtype dtype;
} RandomOp;

/* Everything the interpreter can draw. */
static size_t random_ops(const BlockOps *b, RandomOp *out) {
    size_t n = 0;
    for (Op op = 0; op < OP_COUNT; op++)
        for (Dtype d = 0; d < DTYPE_COUNT; d++)
            if (b->random[op][d])
                out[n++] = (RandomOp){op, d};
    return n;
}

static void name_of(char name[64], RandomOp r, bool vectors) {
    snprintf(name, 64, "%s_%s%s", op_info(r.op)->name, dtype_info(r.dtype)->name,
             vectors ? "_vectors" : "");
}

/* (registers, first number, stride, keys, draws): of the keys one, or one a lane. */
static void emit_draw(Pieces *p, RandomOp r, bool vectors) {
    Emit *e = &p->e;
    Ir *ir = &e->ir;
    unsigned n = vectors ? e->lanes : 1;
    char name[64];
    name_of(name, r, vectors);
    piece_begin(p, name);
    Vec key = vec_from_regs(e, DT_U64, n, piece_pointer(p, 4));
    Vec draw = vec_from_regs(e, DT_U64, n, piece_pointer(p, 5));
    Val way =
        ir_bin(ir, "mul", ir_count(ir, IR_I(64, e->lanes)), ir_splat(ir, p->params[3], e->lanes));
    Val number = ir_bin(ir, "add", ir_splat(ir, p->params[2], e->lanes), way);
    ir->flags = "reassoc nsz arcp contract "; /* a draw is the same in every mode */
    vec_to_regs(e, emit_random(e, r.op, r.dtype, key, draw, number), piece_pointer(p, 1));
    ir->flags = "";
    piece_end(p);
}

static void check_draw(const Pieces *p, RandomOp r, bool vectors, uint64_t *random) {
    LineFrame frame = {.randoms = (const void *const *)p->blocks->random};
    uint64_t keys[MOST], draws[MOST];
    int64_t numbers[MOST];
    static TestBlock got, want;
    unsigned lanes = p->e.lanes, odd = (unsigned)test_random_below(random, 4 * lanes);
    int64_t first = (int64_t)(test_random(random) >> (8 + test_random_below(random, 50)));
    int64_t stride = test_random_below(random, 4) ? 1 : (int64_t)test_random_below(random, 7) - 3;
    char name[64];
    first -= test_random_below(random, 3) ? first % 4 : 0;
    first = stride < 0 && first < 256 ? 256 : first;
    keys[0] = test_random(random);
    draws[0] = test_random(random) >> test_random_below(random, 64);
    for (unsigned k = 0; k < lanes; k++) {
        keys[k] = keys[0] + (vectors && odd == k);
        draws[k] = draws[0] + (vectors && odd == lanes + k);
        numbers[k] = first + (int64_t)k * stride;
    }
    keys[0] += vectors && odd == 0;
    name_of(name, r, vectors);
    test_note("%s, %u lanes, from %lld by %lld", name, lanes, (long long)first, (long long)stride);
    p->blocks->random[r.op][r.dtype](want.at, keys, draws, numbers, lanes);
    piece(p, name)(&frame, (int64_t)(intptr_t)got.at, first, stride, (int64_t)(intptr_t)keys,
                   (int64_t)(intptr_t)draws);
    block_check(name, p->blocks, r.dtype, got.at, want.at, lanes);
}

static void emit_draws(Pieces *p, unsigned lanes, const RandomOp *ops, size_t n) {
    pieces_begin(p, lanes);
    for (size_t k = 0; k < n; k++) {
        emit_draw(p, ops[k], false);
        emit_draw(p, ops[k], true);
    }
    pieces_compile(p);
}

static void check_draws(Pieces *p, unsigned lanes, uint64_t *random) {
    RandomOp ops[64];
    size_t n = random_ops(p->blocks, ops);
    CHECK(n > 10);
    emit_draws(p, lanes, ops, n);
    for (size_t k = 0; k < n; k++)
        for (unsigned turn = 0; turn < 200; turn++)
            check_draw(p, ops[k], turn % 4 == 0, random);
}

/* ---- element numbers out of a table, under a mask */

/* (registers, numbers, mask, keys, draws) */
static void emit_crooked(Pieces *p, RandomOp r) {
    Emit *e = &p->e;
    char name[64];
    name_of(name, r, false);
    piece_begin(p, name);
    e->mask = vec_from_regs(e, DT_BOOL, e->lanes, piece_pointer(p, 3)).part[0];
    Vec key = vec_from_regs(e, DT_U64, 1, piece_pointer(p, 4));
    Vec draw = vec_from_regs(e, DT_U64, 1, piece_pointer(p, 5));
    Val number = emit_load(e, DT_I64, piece_pointer(p, 2), ALONG_NEXT, 0).part[0];
    vec_to_regs(e, emit_random(e, r.op, r.dtype, key, draw, number), piece_pointer(p, 1));
    e->mask = 0;
    piece_end(p);
}

static void check_crooked(const Pieces *p, RandomOp r, uint64_t *random) {
    LineFrame frame = {.randoms = (const void *const *)p->blocks->random};
    uint64_t key = test_random(random), draw = 7, keys[MOST], draws[MOST];
    int64_t numbers[MOST];
    uint8_t mask[MOST];
    static TestBlock got, want;
    unsigned lanes = p->e.lanes;
    unsigned there = (unsigned)test_random_below(random, lanes) + 1;
    unsigned odd = (unsigned)test_random_below(random, 2 * lanes);
    char name[64];
    for (unsigned k = 0; k < lanes; k++) {
        mask[k] = k < there;
        numbers[k] = 40 + (int64_t)k + (odd == k); /* one is not where it should be */
        keys[k] = key;
        draws[k] = draw;
    }
    name_of(name, r, false);
    test_note("%s, %u lanes, %u there, %u is wrong", name, lanes, there, odd);
    p->blocks->random[r.op][r.dtype](want.at, keys, draws, numbers, there);
    piece(p, name)(&frame, (int64_t)(intptr_t)got.at, (int64_t)(intptr_t)numbers,
                   (int64_t)(intptr_t)mask, (int64_t)(intptr_t)&key, (int64_t)(intptr_t)&draw);
    block_check(name, p->blocks, r.dtype, got.at, want.at, there);
}

TEST(draws_of_crooked_rows) {
    Pieces p;
    uint64_t random = test_seed();
    Access access = {.buffer = NO_BUFFER};
    Kernel kernel = {.accesses = {.at = &access, .len = 1, .cap = 1}};
    const uint8_t along[] = {ALONG_PLACES};
    pieces_open(&p);
    FOR_TARGETS(&p) {
        RandomOp ops[64];
        size_t n = random_ops(p.blocks, ops);
        pieces_begin(&p, 32); /* as rows have */
        p.form.along = along;
        p.e.kernel = &kernel;
        for (size_t k = 0; k < n; k++)
            emit_crooked(&p, ops[k]);
        pieces_compile(&p);
        for (size_t k = 0; k < n; k++)
            for (unsigned turn = 0; turn < 200; turn++)
                check_crooked(&p, ops[k], &random);
    }
    pieces_close(&p);
}

TEST(draws) {
    Pieces p;
    uint64_t random = test_seed();
    pieces_open(&p);
    FOR_TARGETS(&p) {
        for (unsigned lanes = 1; lanes <= p.target->vector_bytes / 2; lanes *= 2)
            check_draws(&p, lanes, &random);
    }
    FOR_FOREIGN_TARGETS(&p) {
        RandomOp ops[64];
        emit_draws(&p, p.target->vector_bytes / 2, ops, random_ops(blocks_level(0), ops));
    }
    pieces_close(&p);
}
