/* Steps as LLVM IR: every op and dtype, against the interpreter's loops, bit for bit. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "llvm_fixture.h"

#include "emit/llvm/expr.h"
#include "emit/llvm/expr_ir.h"
#include "emit/llvm/math.h"

/* Lanes to test a step with: a scalar, a register full, and at the best level what kernels with
 * reductions have. */
enum { LANE_COUNTS = 3 };

static unsigned lanes_of(const Pieces *p, Dtype dtype, unsigned k) {
    unsigned full = p->target->vector_bytes / reg_bytes(dtype);
    if (k == 2)
        return target_at(0) == p->target ? 32 : 0;
    return k == 0 ? 1 : full < 2 ? 2 : full;
}

static bool has_step(const BlockOps *b, Op op, Dtype dtype) {
    return b->step[op][dtype] != NULL;
}

/* f(frame, out, x, y, z): a step on so many elements of registers. */
static void emit_one(Pieces *p, Op op, Dtype dtype, unsigned lanes) {
    Vec in[3];
    unsigned arity = op_info(op)->arity;
    piece_begin(p, op_info(op)->name);
    for (unsigned k = 0; k < arity; k++)
        in[k] = vec_from_regs(&p->e, dtype, lanes, piece_pointer(p, 2 + k));
    vec_to_regs(&p->e, emit_step(&p->e, op, dtype, in, arity), piece_pointer(p, 1));
    piece_end(p);
}

typedef struct Inputs {
    TestBlock at[3];
} Inputs;

/* Moderate values: those that take no special care. */
static void fill(Dtype dtype, Inputs *in, bool moderate, uint64_t *random) {
    for (int k = 0; k < 3; k++)
        block_fill(dtype, in->at[k].at, BLOCK, random);
    for (size_t i = 0; moderate && i < 3 * BLOCK; i++) {
        Scalar v = {.f64 = (double)(test_random_below(random, 20001)) / 1000 - 10};
        block_put(dtype, in->at[i / BLOCK].at, i % BLOCK, scalar_cast(DT_F64, dtype, v));
    }
}

/* Products and sums whose last digits lie just beside the middle between two f32, or cancel. */
static void fill_close(Inputs *in, uint64_t *random) {
    for (size_t i = 0; i < BLOCK; i++) {
        float sign[3], one = 1 + 0x1p-23f, less = 1 - 0x1p-23f;
        for (int k = 0; k < 3; k++)
            sign[k] = test_random_below(random, 2) ? -1.0f : 1.0f;
        int a = (int)test_random_below(random, 40) - 20,
            b = (int)test_random_below(random, 40) - 20;
        int gap = (int)test_random_below(random, 4) * 8 + (int)test_random_below(random, 3) - 1;
        float x = sign[0] * ldexpf(test_random_below(random, 2) ? one : 1, a);
        float y = sign[1] * ldexpf(test_random_below(random, 2) ? one : less, b);
        float z = ldexpf(1 + (float)test_random_below(random, 5) * 0x1p-23f, a + b + gap);
        block_put(DT_F32, in->at[0].at, i, (Scalar){.f32 = x});
        block_put(DT_F32, in->at[1].at, i, (Scalar){.f32 = y});
        block_put(DT_F32, in->at[2].at, i, (Scalar){.f32 = sign[2] * z});
    }
}

static void run_one(Pieces *p, Op op, Dtype dtype, unsigned lanes, const Inputs *in) {
    static TestBlock got, want;
    Dtype result = op_result_dtype(op, dtype);
    size_t size = block_size(dtype), step = block_size(result), n = BLOCK - BLOCK % lanes;
    const void *operands[3] = {in->at[0].at, in->at[1].at, in->at[2].at};
    LineFrame *frame = calloc(1, sizeof *frame);
    CHECK(frame != NULL);
    frame->steps = (const void *const *)p->blocks->step;
    PieceFn *f = piece(p, op_info(op)->name);
    n = lanes == 1 ? 300 : n;
    p->blocks->step[op][dtype](want.at, operands, n);
    for (size_t i = 0; i < n; i += lanes)
        f(frame, (int64_t)(got.at + i * step), (int64_t)(in->at[0].at + i * size),
          (int64_t)(in->at[1].at + i * size), (int64_t)(in->at[2].at + i * size), 0);
    block_one_nan(result, got.at, n);
    block_one_nan(result, want.at, n);
    test_note("%s: %s of %s, %u lanes", p->target->name, op_info(op)->name, dtype_info(dtype)->name,
              lanes);
    block_check(op_info(op)->name, p->blocks, result, got.at, want.at, n);
    free(frame);
}

static void check_dtype(Pieces *p, Dtype dtype) {
    static Inputs plain, moderate;
    uint64_t random = test_seed();
    unsigned found = 0;
    fill(dtype, &plain, false, &random);
    fill(dtype, &moderate, true, &random);
    for (unsigned k = 0; k < LANE_COUNTS && lanes_of(p, dtype, k); k++) {
        unsigned lanes = lanes_of(p, dtype, k);
        pieces_begin(p, lanes);
        for (Op op = 0; op < OP_COUNT; op++)
            if (has_step(p->blocks, op, dtype))
                emit_one(p, op, dtype, lanes);
        pieces_compile(p);
        for (Op op = 0; op < OP_COUNT; op++) {
            if (!has_step(p->blocks, op, dtype))
                continue;
            run_one(p, op, dtype, lanes, &plain);
            run_one(p, op, dtype, lanes, &moderate);
            found++;
        }
    }
    CHECK(found > 0);
}

/* Where no instruction rounds once, it is worked out. */
TEST(sums_of_products) {
    static Inputs close;
    const Op op = op_from_name("fma", 3);
    uint64_t random = test_seed();
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        pieces_begin(&p, 8);
        emit_one(&p, op, DT_F32, 8);
        pieces_compile(&p);
        for (unsigned k = 0; k < 20; k++) {
            fill_close(&close, &random);
            run_one(&p, op, DT_F32, 8, &close);
        }
    }
    pieces_close(&p);
}

static void check_class(DtypeClass class) {
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++)
            if (dtype_info(dtype)->class == class)
                check_dtype(&p, dtype);
    }
    pieces_close(&p);
}

TEST(steps_on_bools) {
    check_class(CLASS_BOOL);
}

TEST(steps_on_signed_integers) {
    check_class(CLASS_SIGNED);
}

TEST(steps_on_unsigned_integers) {
    check_class(CLASS_UNSIGNED);
}

TEST(steps_on_floats) {
    check_class(CLASS_FLOAT);
}

TEST(steps_on_complex_numbers) {
    check_class(CLASS_COMPLEX);
}

static bool op_has_source(Op op, Dtype dtype) {
    return op_source(op_info(op), dtype) && op_result_dtype(op, dtype) != DT_NONE;
}

/* Code for other machines is made, and needs nothing that is not there. */
TEST(steps_elsewhere) {
    Pieces p;
    pieces_open(&p);
    FOR_FOREIGN_TARGETS(&p) {
        for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++) {
            unsigned lanes = p.target->vector_bytes / reg_bytes(dtype);
            pieces_begin(&p, lanes);
            for (Op op = 0; op < OP_COUNT; op++)
                if (op_has_source(op, dtype))
                    emit_one(&p, op, dtype, lanes);
            pieces_compile(&p);
        }
    }
    pieces_close(&p);
}

/* ---- what is not built but left to the interpreter */

static bool is_native(Op op, Dtype dtype, const Target *target) {
    Expr x;
    const char *source = op_source(op_info(op), dtype);
    if (source && dtype_info(dtype)->class == CLASS_COMPLEX && math_find_complex(source, target))
        return true;
    return source && expr_parse(&x, source, dtype) && expr_is_native(&x, target);
}

/* A row whose text is misread would still be right, but slow: so these are named. */
TEST(few_steps_are_calls) {
    static const char *const real[] = {"fmod", "remainder", "floor_div", "nextafter"};
    const Target *best = target_at(0), *least = target_named("x86-64");
    for (Op op = 0; op < OP_COUNT; op++) {
        const OpInfo *info = op_info(op);
        bool called = false;
        for (size_t k = 0; k < sizeof real / sizeof *real; k++)
            called |= strcmp(info->name, real[k]) == 0;
        test_note("%s", info->name);
        if (info->source_f) {
            CHECK(is_native(op, DT_F32, best) == !called);
            CHECK(is_native(op, DT_F64, best) == !called);
            CHECK(is_native(op, DT_F16, best) == (!called && strcmp(info->name, "fma") != 0));
        }
        bool power = strcmp(info->name, "pow") == 0;
        if (info->source_i)
            CHECK(is_native(op, DT_I8, least) == !power && is_native(op, DT_I64, least) == !power);
        if (info->source_u)
            CHECK(is_native(op, DT_U16, least) == !power && is_native(op, DT_U32, best) == !power);
        if (info->source_b)
            CHECK(is_native(op, DT_BOOL, least));
        bool unit = strcmp(info->name, "sign") == 0;
        if (info->source_z)
            CHECK(is_native(op, DT_C64, best) == !unit && is_native(op, DT_C128, best) == !unit);
    }
    /* Without a fused multiplication f64 mathematics is left to the interpreter. */
    CHECK(!is_native(op_from_name("exp", 3), DT_F64, least));
    CHECK(!is_native(op_from_name("exp", 3), DT_C64, least));
    CHECK(is_native(op_from_name("exp", 3), DT_F32, least));
    CHECK(is_native(op_from_name("fma", 3), DT_F32, least));
    CHECK(!is_native(op_from_name("fma", 3), DT_F64, least));
}

/* ---- the slow way of a few functions */

static unsigned calls;

static void count_call(void *out, const void *const *in, size_t n) {
    calls++;
    memcpy(out, in[0], n * sizeof(float));
}

/* Only a lane that is there makes the whole step be done again. */
TEST(slow_lanes) {
    enum { LANES = 8 };
    static StepFn *table[OP_COUNT][DTYPE_COUNT];
    const Op op = op_from_name("sin", 3);
    Pieces p;
    pieces_open(&p);
    table[op][DT_F32] = count_call;
    FOR_TARGETS(&p) {
        pieces_begin(&p, LANES);
        piece_begin(&p, "some");
        Emit *e = &p.e;
        Val count = ir_splat(&e->ir, p.params[3], LANES);
        e->mask = ir_compare(&e->ir, "slt", ir_count(&e->ir, IR_I(64, LANES)), count);
        Vec x = vec_from_regs(e, DT_F32, LANES, piece_pointer(&p, 2));
        Vec y = emit_step(e, op, DT_F32, &x, 1);
        vec_to_regs(e, y, piece_pointer(&p, 1));
        piece_end(&p);
        pieces_compile(&p);
        LineFrame *frame = calloc(1, sizeof *frame);
        CHECK(frame != NULL);
        frame->steps = (const void *const *)table;
        float in[LANES] = {1, 2, 3, 0x1p20f, 5, 6, 7, INFINITY}, out[LANES];
        for (int64_t n = 0; n <= LANES; n++) {
            calls = 0;
            piece(&p, "some")(frame, (int64_t)out, (int64_t)in, n, 0, 0);
            CHECK_EQ_UINT(calls, n > 3);
            CHECK(n <= 3 || memcmp(out, in, sizeof out) == 0);
            CHECK(n > 3 || (out[0] > 0.84f && out[0] < 0.85f));
        }
        free(frame);
    }
    pieces_close(&p);
}

/* ---- numerics */

static unsigned count_in(const char *text, const char *word) {
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        n++;
    return n;
}

/* The text of a step in a mode. */
static void emit_in(Pieces *p, frit_numerics numerics, const char *op, Str *text) {
    p->target = target_at(0);
    pieces_begin(p, 16);
    p->form.numerics = numerics;
    emit_one(p, op_from_name(op, strlen(op)), DT_F32, 16);
    CHECK(ir_finish(&p->e.ir, text));
}

TEST(numerics_are_flags) {
    static const struct {
        frit_numerics numerics;
        const char *flags;
    } modes[] = {{FRIT_CONTRACT, "fmul contract <"},
                 {FRIT_FAST, "fmul reassoc nsz arcp contract <"}};
    struct test_alloc a = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &a};
    Pieces p;
    Str text;
    pieces_without_llvm(&p, &allocator);
    emit_in(&p, FRIT_STRICT, "mul", &text);
    CHECK_EQ_UINT(count_in(text.data, "fmul <16 x float>"), 1);
    str_free(&text);
    for (unsigned k = 0; k < 2; k++) {
        emit_in(&p, modes[k].numerics, "mul", &text);
        CHECK_EQ_UINT(count_in(text.data, modes[k].flags), 1);
        str_free(&text);
        /* Mathematics takes none; what stands around it does. */
        emit_in(&p, modes[k].numerics, "exp", &text);
        CHECK_EQ_UINT(count_in(text.data, "contract"), 0);
        str_free(&text);
        emit_in(&p, modes[k].numerics, "rsqrt", &text);
        CHECK_EQ_UINT(count_in(text.data, "fdiv "), 1);
        CHECK_EQ_UINT(count_in(text.data, "contract"), 1);
        str_free(&text);
    }
}

/* The same text each time, whatever was emitted before. */
TEST(text_is_the_same) {
    struct test_alloc a = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &a};
    Pieces p;
    Str text, again;
    pieces_without_llvm(&p, &allocator);
    emit_in(&p, FRIT_STRICT, "cbrt", &text);
    emit_in(&p, FRIT_STRICT, "cbrt", &again);
    CHECK_STR(again.data, text.data);
    str_free(&text);
    str_free(&again);
}

/* ---- no memory */

static bool emit_some(Env *env) {
    static const char *const ops[] = {"exp", "sin", "fmod", "floor_div"};
    Pieces p = {.env = *env, .target = target_at(0)};
    Str text;
    pieces_begin(&p, 8);
    for (unsigned k = 0; k < 4; k++) {
        emit_one(&p, op_from_name(ops[k], strlen(ops[k])), DT_F32, 8);
        emit_one(&p, op_from_name("floor_div", 9), DT_I64, 8);
        emit_one(&p, op_from_name("div", 3), DT_C64, 8);
    }
    if (!ir_finish(&p.e.ir, &text))
        return false;
    str_free(&text);
    return true;
}

TEST(out_of_memory) {
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        frit_error error = {0};
        bool done = emit_some(&(Env){&allocator, &error});
        CHECK_ALLOC(&a);
        CHECK(done == (a.failures == 0));
        CHECK(done || error.status == FRIT_ERR_NOMEM);
        if (done)
            break;
    }
}
