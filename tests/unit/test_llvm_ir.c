/* The builder of IR text: what its lines compute, its constants, line tables, failures. */
#include <stdlib.h>
#include <string.h>

#include "llvm_fixture.h"

TEST(targets) {
    const BlockOps *b;
    for (unsigned k = 0; target_at(k); k++) {
        const Target *t = target_at(k);
        CHECK(target_named(t->name) == t);
        CHECK(t->vector_bytes == 16 || t->vector_bytes == 32 || t->vector_bytes == 64);
    }
    CHECK(target_named("portable") == NULL);
    CHECK(target_named("neon") != NULL);
    FOR_LEVELS(b) {
        CHECK((target_named(b->name) != NULL) == (strcmp(b->name, "portable") != 0));
    }
}

/* f(frame, out): stores constants one after another. */
static void store_at(Pieces *p, Val v, unsigned at) {
    ir_store(&p->e.ir, v, ir_offset_const(&p->e.ir, piece_pointer(p, 1), at), 1);
}

TEST(constants) {
    static const uint32_t floats[] = {0,          0x80000000, 0x3f800000, 0x7f800000, 0xff800000,
                                      0x7fc00001, 0xffc12345, 0x7fa00001, 0x00000001, 0x007fffff};
    static const uint64_t doubles[] = {0x8000000000000000, 0x3ff0000000000001, 0x7ff8000000000001,
                                       0x7ff4000000000001, 1};
    enum { FLOATS = sizeof floats / 4, DOUBLES = sizeof doubles / 8, LANES = 4 };
    enum { BYTES = 16 * FLOATS + 32 * DOUBLES + 100 };
    char out[BYTES];
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        Ir *ir = &p.e.ir;
        pieces_begin(&p, LANES);
        piece_begin(&p, "f");
        for (unsigned k = 0; k < FLOATS; k++)
            store_at(&p, ir_float(ir, IR_F(32, LANES), floats[k]), 16 * k);
        for (unsigned k = 0; k < DOUBLES; k++)
            store_at(&p, ir_float(ir, IR_F(64, LANES), doubles[k]), 16 * FLOATS + 32 * k);
        unsigned at = 16 * FLOATS + 32 * DOUBLES;
        store_at(&p, ir_count(ir, IR_I(8, 16)), at);
        store_at(&p, ir_ones(ir, IR_I(16, 8)), at + 16);
        store_at(&p, ir_int(ir, IR_I(64, 1), (uint64_t)INT64_MIN), at + 32);
        store_at(&p, ir_int(ir, IR_I(8, 4), 0x1fe), at + 40);
        store_at(&p, ir_convert(ir, "zext", ir_int(ir, IR_I(1, 4), 1), IR_I(8, 4)), at + 44);
        store_at(&p, ir_zero(ir, IR_P), at + 48);
        store_at(&p, ir_float(ir, IR_F(16, 1), 0x3c00), at + 56);
        piece_end(&p);
        pieces_compile(&p);
        memset(out, 0xa5, sizeof out);
        piece(&p, "f")(NULL, (int64_t)out, 0, 0, 0, 0);
        for (unsigned k = 0; k < LANES * FLOATS; k++)
            CHECK_EQ_MEM(out + 4 * k, &floats[k / LANES], 4);
        for (unsigned k = 0; k < LANES * DOUBLES; k++)
            CHECK_EQ_MEM(out + 16 * FLOATS + 8 * k, &doubles[k / LANES], 8);
        CHECK_EQ_MEM(out + at, "\0\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17", 16);
        CHECK_EQ_MEM(out + at + 16, "\377\377\377\377\377\377\377\377\377", 9);
        CHECK_EQ_MEM(out + at + 32, "\0\0\0\0\0\0\0\200\376\376\376\376\1\1\1\1", 16);
        CHECK_EQ_MEM(out + at + 48, "\0\0\0\0\0\0\0\0\0\74\245", 11);
    }
    pieces_close(&p);
}

/* The sum of n numbers, four at a time from the front: a loop with what comes next reserved. */
static void emit_sum(Pieces *p) {
    Ir *ir = &p->e.ir;
    piece_begin(p, "sum");
    IrType four = IR_I(64, 4);
    Val from = piece_pointer(p, 2), n = p->params[3];
    Val next_i = ir_reserve(ir, IR_I(64, 1)), next_sum = ir_reserve(ir, four);
    Label before = ir->block, loop = ir_label(ir), done = ir_label(ir), body = ir_label(ir);
    ir_jump(ir, loop);
    ir_block(ir, loop);
    Val is[2] = {ir_zero(ir, IR_I(64, 1)), next_i}, sums[2] = {ir_zero(ir, four), next_sum};
    Label come[2] = {before, body};
    Val i = ir_phi(ir, 2, is, come), sum = ir_phi(ir, 2, sums, come);
    ir_branch(ir, ir_compare(ir, "slt", i, n), body, done);
    ir_block(ir, body);
    Val bytes = ir_bin(ir, "shl", i, ir_int(ir, IR_I(64, 1), 3));
    ir_become(ir, next_sum,
              ir_bin(ir, "add", sum, ir_load(ir, four, ir_offset(ir, from, bytes), 8)));
    ir_become(ir, next_i, ir_bin(ir, "add", i, ir_int(ir, IR_I(64, 1), 4)));
    ir_jump(ir, loop);
    ir_block(ir, done);
    /* lanes 0 and 2, 1 and 3, then the two */
    static const uint32_t high[] = {2, 3};
    static const uint32_t low[] = {0, 1};
    Val two = ir_bin(ir, "add", ir_shuffle(ir, sum, 0, low, 2), ir_shuffle(ir, sum, 0, high, 2));
    static const uint32_t second[] = {1};
    Val all = ir_bin(ir, "add", ir_lane(ir, two, ir_zero(ir, IR_I(64, 1))),
                     ir_shuffle(ir, two, 0, second, 1));
    store_at(p, all, 0);
    ir_return_value(ir, ir_convert(ir, "trunc", all, IR_I(32, 1)));
    ir_function_end(ir);
}

/* Scalars side by side, lanes in another order, one replaced, what lies at many places. */
static void emit_lanes(Pieces *p) {
    Ir *ir = &p->e.ir;
    static const uint32_t mixed[] = {7, 0, 5, UINT32_MAX}, pair[] = {0, 1};
    piece_begin(p, "lanes");
    Val x = ir_load(ir, IR_I(64, 4), piece_pointer(p, 2), 1), y = ir_splat(ir, p->params[3], 4);
    Val swapped = ir_shuffle(ir, x, y, mixed, 4);
    swapped = ir_set_lane(ir, swapped, p->params[4], ir_int(ir, IR_I(64, 1), 3));
    store_at(p, swapped, 0);
    store_at(p, ir_shuffle(ir, p->params[3], p->params[4], pair, 2), 32);
    Val places = ir_offset(ir, piece_pointer(p, 2),
                           ir_bin(ir, "mul", x, ir_splat(ir, ir_int(ir, IR_I(64, 1), 8), 4)));
    Val args[3] = {places, ir_ones(ir, IR_I(1, 4)), ir_zero(ir, IR_I(64, 4))};
    store_at(p, ir_call_masked(ir, "llvm.masked.gather.v4i64.v4p0", IR_I(64, 4), 3, args, 8), 48);
    Val less = ir_compare(ir, "slt", x, y);
    store_at(p, ir_convert(ir, "zext", ir_any(ir, less), IR_I(8, 1)), 80);
    store_at(p, ir_convert(ir, "zext", ir_all(ir, less), IR_I(8, 1)), 81);
    /* memory of its own, asked for twice: as large as the larger wish */
    Val room = ir_scratch(ir, 0, 8);
    CHECK(ir_scratch(ir, 0, 64) == room && ir_scratch(ir, 1, 8) != room);
    Val other = ir_alloca(ir, 32);
    ir_store(ir, y, ir_offset_const(ir, room, 32), 1);
    ir_store(ir, x, other, 1);
    store_at(p, ir_load(ir, IR_I(64, 4), ir_offset_const(ir, room, 32), 1), 88);
    store_at(p, ir_select(ir, less, ir_load(ir, IR_I(64, 4), other, 1), y), 120);
    piece_end(p);
}

TEST(loops_and_lanes) {
    int64_t numbers[12] = {3, 0, 2, 1}, sum = 6;
    for (int k = 4; k < 12; k++)
        sum += numbers[k] = 1000 * k;
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        int64_t out[19];
        pieces_begin(&p, 4);
        emit_sum(&p);
        emit_lanes(&p);
        pieces_compile(&p);
        CHECK_EQ_INT(piece(&p, "sum")(NULL, (int64_t)out, (int64_t)numbers, 12, 0, 0), sum);
        CHECK_EQ_INT(out[0], sum);
        CHECK_EQ_INT(piece(&p, "sum")(NULL, (int64_t)out, (int64_t)numbers, 0, 0, 0), 0);
        CHECK_EQ_INT(piece(&p, "lanes")(NULL, (int64_t)out, (int64_t)numbers, 2, 9, 0), RAN);
        static const int64_t want[] = {2, 3, 2, 9, 2, 9, /* gathered */ 1, 3, 2, 0};
        CHECK_EQ_MEM(out, want, sizeof want);
        CHECK_EQ_INT(((char *)out)[80], 1);
        CHECK_EQ_INT(((char *)out)[81], 0);
        static const int64_t more[] = {2, 2, 2, 2, 2, 0, 2, 1};
        CHECK_EQ_MEM(out + 11, more, sizeof more);
        piece(&p, "lanes")(NULL, (int64_t)out, (int64_t)numbers, 4, 9, 0);
        CHECK_EQ_INT(((char *)out)[81], 1);
        piece(&p, "lanes")(NULL, (int64_t)out, (int64_t)numbers, 0, 9, 0);
        CHECK_EQ_INT(((char *)out)[80], 0);
    }
    pieces_close(&p);
}

/* A function whose lines have numbers; quotes and blanks in the name of the file are no trouble. */
static bool emit_with_lines(Env *env, const Target *target, Str *out) {
    Ir ir;
    Val params[2];
    ir_begin(&ir, env, target, dialect_of(0));
    ir_debug_file(&ir, "/some where/\"a\\b\".frit");
    for (unsigned f = 0; f < 2; f++) {
        ir_function(&ir, f ? "second" : "first", 2, params);
        Val x = ir_bin(&ir, "add", params[1], params[1]);
        ir.line = 7;
        x = ir_bin(&ir, "add", x, x);
        ir.line = 3;
        x = ir_bin(&ir, "mul", x, x);
        ir.line = 7;
        x = ir_bin(&ir, "xor", x, params[1]);
        ir_return_value(&ir, ir_convert(&ir, "trunc", x, IR_I(32, 1)));
        ir.line = 0;
        ir_function_end(&ir);
    }
    return ir_finish(&ir, out);
}

TEST(lines) {
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        Str text, object = str_make(&p.env), assembly = str_make(&p.env);
        CHECK(emit_with_lines(&p.env, p.target, &text));
        /* one place for each line of each function */
        unsigned n = 0;
        for (const char *at = text.data; (at = strstr(at, "!DILocation")) != NULL; at++)
            n++;
        CHECK_EQ_UINT(n, 4);
        CHECK(strstr(text.data, "\\22a\\5Cb\\22.frit") != NULL);
        CHECK_MSG(llvm_compile(&p.env, p.llvm, p.target, text.data, text.len, &object), "%s",
                  p.error.message);
        CHECK(llvm_assembly(&p.env, p.llvm, p.target, text.data, text.len, &assembly));
        CHECK(strstr(assembly.data, ".loc\t1 7 1") != NULL);
        CHECK(strstr(assembly.data, ".loc\t1 3 1") != NULL);
        str_free(&text);
        str_free(&object);
        str_free(&assembly);
    }
    pieces_close(&p);
}

TEST(out_of_memory) {
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        frit_error error = {0};
        Env env = {&allocator, &error};
        Str text;
        bool done = emit_with_lines(&env, target_at(0), &text);
        if (done)
            str_free(&text);
        CHECK_ALLOC(&a);
        CHECK(done == (a.failures == 0));
        CHECK(done || error.status == FRIT_ERR_NOMEM);
        if (done)
            break;
    }
}

/* A mistake of whoever builds is said, not compiled. */
TEST(mistakes) {
    struct test_alloc a = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &a};
    for (unsigned which = 0; which < 4; which++) {
        frit_error error = {0};
        Env env = {&allocator, &error};
        Ir ir;
        Val params[2];
        Str text;
        ir_begin(&ir, &env, target_at(0), dialect_of(0));
        ir_function(&ir, "f", 2, params);
        Val small = ir_int(&ir, IR_I(32, 1), 1);
        Label here = ir.block;
        if (which == 0)
            ir_bin(&ir, "add", params[1], small);
        else if (which == 1)
            ir_bin(&ir, "add", params[1], 0);
        else if (which == 2)
            ir_become(&ir, ir_reserve(&ir, IR_P), small);
        else
            ir_phi(&ir, 2, (Val[]){params[1], small}, (Label[]){here, here});
        ir_return(&ir, 0);
        ir_function_end(&ir);
        CHECK(!ir_finish(&ir, &text));
        CHECK_EQ_INT(error.status, FRIT_ERR_INTERNAL);
        CHECK_ALLOC(&a);
    }
}
