/* C expressions as LLVM IR: texts that no row has, with what a C compiler makes of them. */
#include <string.h>

#include "llvm_fixture.h"

#include "emit/llvm/expr_ir.h"
#include "op/math.h"

/* They are meant to be hard to read. */
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"

#define TEXTS(X)                                  \
    X((T)((U)x - (U)y - (U)1))                    \
    X((T)((U)x * 3 + (U)y * 5 - 1))               \
    X((T)((x & 7) - (y & 7) * 2))                 \
    X((T)((U)x + 1 << 2))                         \
    X((T)((x & 63) + 1 >> 2 - 1))                 \
    X((T)(~x ^ y | x & 3))                        \
    X((T)(-(x & 15) * 2))                         \
    X((T)((U)x + 1 >> 3))                         \
    X((T)((U)x > y))                              \
    X((T)(x >> 3))                                \
    X((T)((U)x >> 3))                             \
    X((T)(x < y ? 1 : x == y ? 0 - 1 : 2))        \
    X((T)(!x + !(x - x) * 2))                     \
    X((T)((x > 0) == (y > 0)))                    \
    X((T)((x > 0) + (y > 0) != 1))                \
    X((T)(x && y || !y && x > 5))                 \
    X((T)(x < (U)5))                              \
    X((T)(x >= (U)y))                             \
    X((T)(x < 0 - 3))                             \
    X((T)(x <= bits + 992 & y >= 0 - 992 - bits)) \
    X((T)(ux > bits))                             \
    X((T)M(popcount)(x))                          \
    X((T)M(popcount)(ux))                         \
    X((T)M(bit_length)(x))                        \
    X((T)M(bit_length)(x & y))                    \
    X((T)(y == 0 ? 0 : (x & 127) / (y | 64) + (x & 127) % (y | 64)))

#define M(name) m_##name
#define CASES(dtype, type, unsigned_type, wide)                \
    static type eval_##dtype(unsigned which, type x, type y) { \
        typedef type T;                                        \
        typedef wide U;                                        \
        const int bits = 8 * sizeof x;                         \
        const unsigned_type ux = (unsigned_type)x;             \
        unsigned k = 0;                                        \
        (void)(T)0, (void)(U)0, (void)bits, (void)ux;          \
        TEXTS(CASE)                                            \
        return 0;                                              \
    }
#define CASE(e)       \
    if (k++ == which) \
        return e;
CASES(i8, int8_t, uint8_t, uint32_t)
CASES(i16, int16_t, uint16_t, uint32_t)
CASES(i32, int32_t, uint32_t, uint32_t)
CASES(i64, int64_t, uint64_t, uint64_t)
#undef M

#define TEXT(e) #e,
static const char *const texts[] = {TEXTS(TEXT)};
enum { N_TEXTS = sizeof texts / sizeof *texts, NUMBERS = 64 };

static int64_t eval(Dtype dtype, unsigned which, int64_t x, int64_t y) {
    switch (dtype) {
    case DT_I8: return eval_i8(which, (int8_t)x, (int8_t)y);
    case DT_I16: return eval_i16(which, (int16_t)x, (int16_t)y);
    case DT_I32: return eval_i32(which, (int32_t)x, (int32_t)y);
    default: return eval_i64(which, x, y);
    }
}

static void emit_text(Pieces *p, Dtype dtype, unsigned which, unsigned lanes) {
    char name[] = {'t', (char)('a' + which), '\0'};
    Expr x;
    CHECK_MSG(expr_parse(&x, texts[which], dtype), "%s", texts[which]);
    CHECK_MSG(expr_is_native(&x, p->target), "%s", texts[which]);
    piece_begin(p, name);
    Vec in[2];
    for (unsigned k = 0; k < 2; k++)
        in[k] = vec_from_regs(&p->e, dtype, lanes, piece_pointer(p, 2 + k));
    ExprIr b = {.e = &p->e, .x = &x, .in = in, .lanes = lanes};
    Vec v = {.dtype = (uint8_t)dtype, .lanes = (uint16_t)lanes};
    v.part[0] = expr_integer(&b, x.root[0], dtype_info(dtype)->bits);
    vec_to_regs(&p->e, v, piece_pointer(p, 1));
    piece_end(p);
}

static void check_texts(Pieces *p, Dtype dtype, unsigned lanes) {
    static TestBlock in[2], out;
    uint64_t random = test_seed();
    size_t size = block_size(dtype);
    pieces_begin(p, lanes);
    for (unsigned k = 0; k < N_TEXTS; k++)
        emit_text(p, dtype, k, lanes);
    pieces_compile(p);
    for (unsigned k = 0; k < 2; k++) {
        block_fill(dtype, in[k].at, BLOCK, &random);
        for (size_t i = 0; i < NUMBERS / 2; i++) /* small ones, often equal */
            block_put(dtype, in[k].at, 2 * i + k, (Scalar){.i = (int64_t)(i % 9) - 4});
    }
    for (unsigned k = 0; k < N_TEXTS; k++) {
        char name[] = {'t', (char)('a' + k), '\0'};
        for (size_t i = 0; i < NUMBERS; i += lanes)
            piece(p, name)(NULL, (int64_t)(out.at + i * size), (int64_t)(in[0].at + i * size),
                           (int64_t)(in[1].at + i * size), 0, 0);
        for (size_t i = 0; i < NUMBERS; i++) {
            int64_t x = block_get(dtype, in[0].at, i).i, y = block_get(dtype, in[1].at, i).i;
            test_note("%s: %s of %s, x %lld, y %lld", p->target->name, texts[k],
                      dtype_info(dtype)->name, (long long)x, (long long)y);
            CHECK_EQ_INT(block_get(dtype, out.at, i).i, eval(dtype, k, x, y));
        }
    }
}

TEST(texts_mean_what_c_means) {
    Pieces p;
    pieces_open(&p);
    FOR_TARGETS(&p) {
        for (Dtype dtype = DT_I8; dtype <= DT_I64; dtype++) {
            check_texts(&p, dtype, 1);
            check_texts(&p, dtype, 16);
        }
    }
    pieces_close(&p);
}

/* What is no expression over the operands is left alone. */
TEST(not_an_expression) {
    static const char *const not_real[] = {
        "csqrt", "x +",   "x y",  "(x", "M(sin)(x",         "M(f)()", "R(one)", "w",
        "xr",    "x ? y", "bits", "",   "M(f)(x, x, x, x)", "1.5",    "(T)x"};
    Expr x;
    for (size_t k = 0; k < sizeof not_real / sizeof *not_real; k++)
        CHECK_MSG(!expr_parse(&x, not_real[k], DT_F32), "%s", not_real[k]);
    CHECK(!expr_parse(&x, "x", DT_C64) && !expr_parse(&x, "R(1)", DT_I32));
    CHECK(expr_parse(&x, "xr, -xi", DT_C64) && x.root[1] != EXPR_NONE);
    CHECK(expr_parse(&x, "M(no_such)(x)", DT_F32) && !expr_is_native(&x, target_at(0)));
    CHECK(expr_parse(&x, "M(sin)(x, y)", DT_F32) && !expr_is_native(&x, target_at(0)));
    CHECK(expr_parse(&x, "M(ipow)(x, y)", DT_I32) && !expr_is_native(&x, target_at(0)));
    /* a choice that is known leaves no trace of the other side */
    CHECK(expr_parse(&x, "digits < 24 ? M(no_such)(x) : M(sin)(x)", DT_F32));
    CHECK(expr_is_native(&x, target_at(0)));
    CHECK(expr_parse(&x, "digits < 24 ? M(no_such)(x) : M(sin)(x)", DT_BF16));
    CHECK(!expr_is_native(&x, target_at(0)));
    /* too many different parts */
    char sum[2000] = "x";
    for (size_t k = 0; k < 300; k++)
        memcpy(sum + 1 + 4 * k, k % 2 ? " * y" : " + x", 5);
    CHECK(!expr_parse(&x, sum, DT_F32));
}
