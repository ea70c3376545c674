/* op_eval on integers and bools: every step, against arithmetic written apart from it. */
#include "harness.h"

#include <string.h>

#include "op/op.h"

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

static bool is_step(Op op) {
    return op_info(op)->rule == RULE_ELEMENTWISE && !op_info(op)->expand;
}

static bool takes(Op op, Dtype d) {
    return is_step(op) && (op_info(op)->accepts & dtype_info(d)->class) &&
           op_result_dtype(op, d) != DT_NONE;
}

/* ---- integers */

static Wide wrap(Wide v, unsigned bits, bool is_signed) {
    Wide size = (Wide)1 << bits, low = v % size;
    low = low < 0 ? low + size : low;
    return is_signed && low >= size / 2 ? low - size : low;
}

static Wide floor_quotient(Wide x, Wide y) {
    Wide q = x / y;
    return x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q;
}

static Wide power(Wide x, Wide y, unsigned bits) {
    Wide r = 1;
    if (y < 0)
        return x == 1 ? 1 : x == -1 ? (y % 2 ? -1 : 1) : 0;
    if (bits <= 8) { /* the definition itself */
        for (Wide i = 0; i < y; i++)
            r = wrap(r * x, bits, true);
        return r;
    }
    for (int b = 63; b >= 0; b--) { /* from the top: square, then multiply */
        r = wrap(r * r, 64, true);
        if (y >> b & 1)
            r = wrap(r * wrap(x, 64, true), 64, true);
    }
    return r;
}

static unsigned count_bits(Wide x, unsigned bits, int what) {
    unsigned set = 0, above = 0, below = 0;
    for (unsigned i = 0; i < bits; i++)
        set += (unsigned)(x >> i & 1);
    while (above < bits && !(x >> (bits - 1 - above) & 1))
        above++;
    while (below < bits && !(x >> below & 1))
        below++;
    return what == 0 ? set : what < 0 ? above : below;
}

/* The value before wrapping; false when there is no expectation. */
static bool expect_integer(Op op, Wide x, Wide y, unsigned bits, Wide *out) {
    Wide wide = bits;
    switch (op) {
    case OP_add: *out = x + y; return true;
    case OP_sub: *out = x - y; return true;
    case OP_mul: *out = (Wide)((UnsignedWide)x * (UnsignedWide)y); return true;
    case OP_floor_div: *out = y ? floor_quotient(x, y) : 0; return true;
    case OP_trunc_div: *out = y ? x / y : 0; return true;
    case OP_remainder: *out = y ? x - y * floor_quotient(x, y) : 0; return true;
    case OP_fmod: *out = y ? x - y * (x / y) : 0; return true;
    case OP_neg: *out = -x; return true;
    case OP_abs: *out = x < 0 ? -x : x; return true;
    case OP_sign: *out = x < 0 ? -1 : x > 0 ? 1 : 0; return true;
    case OP_pow: *out = power(x, y, bits); return true;
    case OP_maximum: *out = x < y ? y : x; return true;
    case OP_minimum: *out = x < y ? x : y; return true;
    case OP_floor:
    case OP_ceil:
    case OP_trunc:
    case OP_round: *out = x; return true;
    case OP_eq: *out = !(x - y); return true;
    case OP_ne: *out = !!(x - y); return true;
    case OP_lt: *out = x - y < 0; return true;
    case OP_le: *out = x - y <= 0; return true;
    case OP_gt: *out = x - y > 0; return true;
    case OP_ge: *out = x - y >= 0; return true;
    case OP_isnan:
    case OP_isinf: *out = 0; return true;
    case OP_isfinite: *out = 1; return true;
    case OP_and: *out = x & y; return true;
    case OP_or: *out = x | y; return true;
    case OP_xor: *out = x ^ y; return true;
    case OP_not: *out = -1 - x; return true;
    case OP_shl: *out = y < 0 || y >= wide ? 0 : x * ((Wide)1 << y); return true;
    case OP_shr: *out = floor_quotient(x, (Wide)1 << (y < 0 || y >= wide ? wide : y)); return true;
    case OP_popcount: *out = count_bits(x, bits, 0); return true;
    case OP_clz: *out = count_bits(x, bits, -1); return true;
    case OP_ctz: *out = count_bits(x, bits, 1); return true;
    default: return false;
    }
}

static void check_integer(Op op, Dtype d, uint64_t x_bits, uint64_t y_bits) {
    Scalar in[3] = {scalar_from_bits(d, scalar_to_bits(d, (Scalar){.u = x_bits})),
                    scalar_from_bits(d, scalar_to_bits(d, (Scalar){.u = y_bits})),
                    {0}},
           out = {0};
    bool is_signed = dtype_info(d)->class == CLASS_SIGNED;
    Dtype result = op_result_dtype(op, d);
    Wide x = is_signed ? (Wide)in[0].i : (Wide)in[0].u,
         y = is_signed ? (Wide)in[1].i : (Wide)in[1].u, want;
    test_note("%s of %s %lld %lld", op_info(op)->name, dtype_info(d)->name, (long long)in[0].i,
              (long long)in[1].i);
    CHECK_MSG(expect_integer(op, x, y, dtype_info(d)->bits, &want),
              "nothing is expected of it yet");
    CHECK(op_eval(op, d, in, &out));
    want = wrap(want, dtype_info(result)->bits, dtype_info(result)->class == CLASS_SIGNED);
    CHECK_EQ_INT(out.i, (int64_t)want);
    /* and the result is as it is at rest */
    CHECK_EQ_UINT(scalar_from_bits(result, scalar_to_bits(result, out)).u, out.u);
}

TEST(integers_of_8_bits_exhaustive) {
    for (Op op = 0; op < OP_COUNT; op++)
        for (int k = 0; k < 2; k++) {
            Dtype d = k ? DT_U8 : DT_I8;
            unsigned seconds = op_info(op)->arity == 2 ? 256 : 1;
            for (unsigned x = 0; takes(op, d) && x < 256; x++)
                for (unsigned y = 0; y < seconds; y++)
                    check_integer(op, d, x, y);
        }
}

TEST(integers_of_other_widths) {
    static const Dtype dtypes[] = {DT_I16, DT_U16, DT_I32, DT_U32, DT_I64, DT_U64};
    uint64_t state = test_seed();
    for (Op op = 0; op < OP_COUNT; op++)
        for (size_t k = 0; k < 6; k++) {
            Dtype d = dtypes[k];
            unsigned bits = dtype_info(d)->bits;
            if (!takes(op, d))
                continue;
            /* the ends, the middle, and around the powers of two */
            uint64_t odd[] = {0,
                              1,
                              2,
                              3,
                              UINT64_MAX,
                              UINT64_MAX - 1,
                              (uint64_t)1 << (bits - 1),
                              ((uint64_t)1 << (bits - 1)) - 1,
                              ((uint64_t)1 << (bits - 1)) + 1,
                              bits,
                              bits - 1,
                              bits + 1,
                              (uint64_t)1 << (bits / 2),
                              7,
                              0 - (uint64_t)7,
                              10};
            for (size_t i = 0; i < 16; i++)
                for (size_t j = 0; j < 16; j++)
                    check_integer(op, d, odd[i], odd[j]);
            for (size_t i = 0; i < test_scaled(2000); i++) {
                uint64_t x = test_random(&state) >> test_random_below(&state, 64);
                uint64_t y = test_random(&state) >> test_random_below(&state, 64);
                check_integer(op, d, i & 1 ? 0 - x : x, i & 2 ? 0 - y : y);
            }
        }
}

TEST(bools) {
    for (Op op = 0; op < OP_COUNT; op++)
        for (unsigned v = 0; takes(op, DT_BOOL) && v < 4; v++) {
            bool x = v & 1, y = v & 2, want = false;
            Scalar in[3] = {{.u = x}, {.u = y}, {0}}, out = {0};
            test_note("%s of %d %d", op_info(op)->name, x, y);
            CHECK(op_eval(op, DT_BOOL, in, &out));
            switch (op) {
            case OP_eq: want = x == y; break;
            case OP_ne:
            case OP_xor: want = x != y; break;
            case OP_and: want = x && y; break;
            case OP_or: want = x || y; break;
            case OP_not: want = !x; break;
            default: FAIL("nothing is expected of it yet");
            }
            CHECK_EQ_UINT(out.u, want);
        }
}

TEST(every_step_is_expected) {
    for (Op op = 0; op < OP_COUNT; op++) {
        Wide out;
        test_note("%s: add what is expected of it to this file", op_info(op)->name);
        CHECK(!takes(op, DT_I32) || expect_integer(op, 1, 1, 32, &out));
    }
}
