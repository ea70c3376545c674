/*
 * What composite ops mean: their expansions are run element by element and compared with numbers
 * worked out here, in long double or by hand.
 */
#include "opt_fixture.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "meaning.h"

#define INF ((double)INFINITY)
#define NOT ((double)NAN)

enum { MAX_VALUES = 64 };

static double as_double(Dtype dtype, Bits bits) {
    return scalar_cast(dtype, DT_F64, scalar_from_bits(dtype, bits)).f64;
}

static Bits as_bits(Dtype dtype, double value) {
    return scalar_to_bits(dtype, scalar_cast(DT_F64, dtype, (Scalar){.f64 = value}));
}

/*
 * Runs `r = <call>` on inputs x, y, z of that type (written with extents, "f32[2,3]"), whose values
 * come one input after another. Returns how many results there are.
 */
static size_t run_call(const char *type, const char *call, const double *values, double *results) {
    char text[512];
    Bits bits[3][MAX_VALUES];
    const Bits *inputs[3] = {bits[0], bits[1], bits[2]};
    Fixture f;
    Outputs out;
    fixture_init(&f);
    snprintf(text, sizeof text, "program main(x: %s, y: %s, z: %s) -> (r) {\n  r = %s\n}\n", type,
             type, type, call);
    Module *m = read_typed(&f, text);
    optimize(&f, m, "expand", FRIT_STRICT);
    const Program *p = m->programs.at[m->programs.len - 1];
    TypeId in = p->vars.at[0].type;
    const Type *elem = type_get(&m->types, type_elem(&m->types, in));
    size_t n = elem->kind == TYPE_VECTOR ? elem->rows : 1;
    for (unsigned a = 0; a < type_rank(&m->types, in); a++)
        n *= (size_t)type_dims(&m->types, in)[a];
    unsigned used = strstr(call, "z") && strstr(call, ", z") ? 3 : strstr(call, ", y") ? 2 : 1;
    CHECK(n <= MAX_VALUES);
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < n; k++)
            bits[i][k] = as_bits(elem->dtype, i < used ? values[i * n + k] : 0);
    test_note("%s of %s", call, type);
    CHECK_EQ_INT(meaning_given(m, m->programs.len - 1, inputs, &out), MEANT_OK);
    Dtype result = type_dtype(&m->types, p->vars.at[p->outputs.at[0]].type);
    CHECK(out.n <= MAX_VALUES);
    for (size_t k = 0; k < out.n; k++)
        results[k] = as_double(result, out.at[k]);
    size_t count = out.n;
    free(out.at);
    module_free(m);
    return count;
}

/* Results within `ulps` of the dtype (with that many digits) of what they should be. */
static void check_near(const double *got, const double *want, size_t n, int digits, double ulps) {
    for (size_t k = 0; k < n; k++) {
        if (isnan(want[k]) || isinf(want[k]) || want[k] == 0 || ulps == 0) {
            CHECK_MSG(isnan(want[k]) ? isnan(got[k]) : got[k] == want[k],
                      "result %zu is %g, should be %g", k, got[k], want[k]);
            continue;
        }
        double unit = ldexp(1, ilogb(want[k]) - (digits - 1));
        CHECK_MSG(fabs(got[k] - want[k]) <= ulps * unit, "result %zu is %.17g, should be %.17g", k,
                  got[k], want[k]);
    }
}

typedef struct Row {
    const char *type, *call;
    double x[MAX_VALUES];
    double want[16];
    size_t n; /* of want */
    double ulps;
} Row;

static int digits_of(const char *type) {
    return type[0] == 'b'                 ? 8
           : strncmp(type, "f16", 3) == 0 ? 11
           : strncmp(type, "f32", 3) == 0 ? 24
           : strncmp(type, "c64", 3) == 0 ? 24
                                          : 53;
}

static void check_rows(const Row *rows, size_t n) {
    for (size_t k = 0; k < n; k++) {
        double got[MAX_VALUES] = {0};
        CHECK_EQ_UINT(run_call(rows[k].type, rows[k].call, rows[k].x, got), rows[k].n);
        check_near(got, rows[k].want, rows[k].n, digits_of(rows[k].type), rows[k].ulps);
    }
}
#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof *(rows))

TEST(softmax_of_large_numbers) {
    static const Row rows[] = {
        {"f64[3]",
         "softmax(x)",
         {1000, 1001, 1002},
         {0.09003057317038046, 0.24472847105479764, 0.6652409557748218},
         3,
         4},
        {"f64[3]", "softmax(x)", {-INF, 0, 0}, {0, 0.5, 0.5}, 3, 0},
        {"f64[3]", "softmax(x)", {-2000, 0, 2000}, {0, 0, 1}, 3, 0},
        {"f32[2,2]", "softmax(x, axes=[1])", {300, 300, -300, -300}, {.5, .5, .5, .5}, 4, 0},
        {"f32[2,2]", "softmax(x, axes=[0])", {300, 7, 300, -INF}, {.5, 1, .5, 0}, 4, 0},
        {"f64[2]", "softmax(x)", {NOT, 0}, {NOT, NOT}, 2, 0},
        {"f64[3]",
         "log_softmax(x)",
         {1000, 1001, 1002},
         {-2.4076059644443806, -1.4076059644443804, -0.4076059644443804},
         3,
         4},
        {"f64[2]", "log_softmax(x)", {-2000, 2000}, {-4000, 0}, 2, 0},
        {"f64[2]", "log_softmax(x)", {-INF, 3}, {-INF, 0}, 2, 0},
    };
    CHECK_ROWS(rows);
}

TEST(logsumexp_of_anything) {
    static const Row rows[] = {
        {"f64[3]", "logsumexp(x)", {1000, 1000, 1000}, {1001.0986122886682}, 1, 1},
        {"f64[2]", "logsumexp(x)", {-1000, -1001}, {-999.6867383124818}, 1, 1},
        {"f64[2]", "logsumexp(x)", {-INF, -INF}, {-INF}, 1, 0},
        {"f64[2]", "logsumexp(x)", {-INF, 5}, {5}, 1, 0},
        {"f64[3]", "logsumexp(x)", {INF, 5, -INF}, {INF}, 1, 0},
        {"f64[2]", "logsumexp(x)", {INF, INF}, {INF}, 1, 0},
        {"f64[2]", "logsumexp(x)", {NOT, 5}, {NOT}, 1, 0},
        {"f64[2]", "logsumexp(x)", {NOT, INF}, {NOT}, 1, 0},
        {"f64[2]", "logsumexp(x, omit_nan=true)", {NOT, 5}, {5}, 1, 0},
        {"f64[2]", "logsumexp(x, omit_nan=true)", {NOT, 1000}, {1000}, 1, 0},
        {"f64[2]", "logsumexp(x, omit_nan=true)", {NOT, NOT}, {-INF}, 1, 0},
        {"f64[2]", "logsumexp(x, omit_nan=true)", {NOT, INF}, {INF}, 1, 0},
        {"f64[0]", "logsumexp(x)", {0}, {-INF}, 1, 0},
        {"f32[2,2]", "logsumexp(x, axes=[0])", {3, -INF, -INF, 4}, {3, 4}, 2, 0},
        {"f32[2,2]", "logsumexp(x, axes=[1], keepdims=true)", {3, -INF, -INF, 4}, {3, 4}, 2, 0},
    };
    CHECK_ROWS(rows);
}

TEST(means_and_variances) {
    static const Row rows[] = {
        {"f64[4]", "mean(x)", {1, 2, 3, 6}, {3}, 1, 0},
        {"f64[2,3]", "mean(x, axes=[0])", {1, 2, 3, 5, 8, 1}, {3, 5, 2}, 3, 0},
        {"f64[2,3]", "mean(x, axes=[1], keepdims=true)", {1, 2, 3, 5, 8, 2}, {2, 5}, 2, 0},
        {"f64[3]", "mean(x)", {1, NOT, 3}, {NOT}, 1, 0},
        {"f64[3]", "mean(x, omit_nan=true)", {1, NOT, 3}, {2}, 1, 0},
        {"f64[2]", "mean(x, omit_nan=true)", {NOT, NOT}, {NOT}, 1, 0},
        {"f64[0]", "mean(x)", {0}, {NOT}, 1, 0},
        {"f64[2]", "mean(x)", {INF, 1}, {INF}, 1, 0},
        {"f64[2]", "mean(x)", {INF, -INF}, {NOT}, 1, 0},
        {"f64[4]", "var(x)", {1, 2, 3, 6}, {3.5}, 1, 0},
        {"f64[3]", "var(x, correction=1.0)", {1, 2, 6}, {7}, 1, 0},
        {"f64[3]", "var(x, correction=0.5)", {1, 2, 6}, {5.6}, 1, 1},
        {"f64[2]", "var(x, correction=2.0)", {1, 3}, {INF}, 1, 0},
        {"f64[1]", "var(x, correction=2.0)", {1}, {NOT}, 1, 0},
        {"f64[2]", "var(x, correction=3.0)", {1, 3}, {INF}, 1, 0}, /* not negative */
        {"f64[2]", "std(x, correction=3.0)", {1, 3}, {INF}, 1, 0},
        {"f64[2,2]", "var(x, axes=[0])", {1, 5, 3, 5}, {1, 0}, 2, 0},
        {"f64[2,2]", "var(x, axes=[1], keepdims=true)", {1, 5, 3, 5}, {4, 1}, 2, 0},
        {"f64[3]", "var(x)", {1, NOT, 3}, {NOT}, 1, 0},
        {"f64[3]", "var(x, omit_nan=true)", {1, NOT, 3}, {1}, 1, 0},
        {"f64[3]", "var(x, omit_nan=true, correction=1.0)", {1, NOT, 3}, {2}, 1, 0},
        {"f64[3]", "var(x, omit_nan=true, correction=3.0)", {1, NOT, 3}, {INF}, 1, 0},
        {"f64[2]", "var(x, omit_nan=true)", {NOT, NOT}, {NOT}, 1, 0},
        {"f64[0]", "var(x)", {0}, {NOT}, 1, 0},
        {"f64[2]", "var(x)", {INF, INF}, {NOT}, 1, 0},
        {"f64[2]", "var(x, omit_nan=true)", {INF, INF}, {NOT}, 1, 0},
        {"f64[3]", "var(x, omit_nan=true)", {INF, NOT, 3}, {NOT}, 1, 0},
        {"f64[3]", "var(x)", {1e9 + 1, 1e9 + 2, 1e9 + 6}, {14.0 / 3}, 1, 1},
        {"f64[4]", "std(x)", {1, 2, 3, 6}, {1.8708286933869707}, 1, 1},
        {"f64[3]",
         "std(x, omit_nan=true, correction=1.0)",
         {1, NOT, 3},
         {1.4142135623730951},
         1,
         1},
        {"f64[2,2]", "std(x, axes=[1], keepdims=true)", {1, 5, 3, 5}, {2, 1}, 2, 0},
    };
    CHECK_ROWS(rows);
}

TEST(norms) {
    static const Row rows[] = {
        {"f64[4]", "norm(x, ord=0.0)", {0, -0.0, 2, NOT}, {2}, 1, 0},
        {"f64[4]", "norm(x, ord=0.0, omit_nan=true)", {0, -0.0, 2, NOT}, {1}, 1, 0},
        {"f64[3]", "norm(x, ord=1.0)", {-1, 2, -3}, {6}, 1, 0},
        {"f64[2]", "norm(x, ord=2.0)", {-3, 4}, {5}, 1, 0},
        {"f64[2,2]", "norm(x, ord=2.0, axes=[1])", {-3, 4, 5, -12}, {5, 13}, 2, 0},
        {"f64[2,2]", "norm(x, ord=2.0, axes=[1], keepdims=true)", {-3, 4, 5, -12}, {5, 13}, 2, 0},
        {"f64[3]", "norm(x, ord=3.0)", {-3, 4, -5}, {6}, 1, 2},
        {"f64[2]", "norm(x, ord=0.5)", {4, -9}, {25}, 1, 2},
        {"f64[2]", "norm(x, ord=-1.0)", {2, -2}, {1}, 1, 2},
        {"f64[3]", "norm(x, ord=inf)", {-7, 4, 5}, {7}, 1, 0},
        {"f64[3]", "norm(x, ord=-inf)", {-7, 4, -5}, {4}, 1, 0},
        {"f64[3]", "norm(x, ord=inf)", {1, NOT, 5}, {NOT}, 1, 0},
        {"f64[3]", "norm(x, ord=inf, omit_nan=true)", {1, NOT, -5}, {5}, 1, 0},
        {"f64[3]", "norm(x, ord=-inf, omit_nan=true)", {1, NOT, -5}, {1}, 1, 0},
        {"f64[3]", "norm(x, ord=2.0, omit_nan=true)", {3, NOT, -4}, {5}, 1, 0},
        {"f64[3]", "norm(x, ord=1.0, omit_nan=true)", {3, NOT, -4}, {7}, 1, 0},
        {"f64[3]", "norm(x, ord=3.0, omit_nan=true)", {0, NOT, -4}, {4}, 1, 2},
        {"f64[2]", "norm(x, ord=2.0)", {-INF, 4}, {INF}, 1, 0},
        {"f64[0]", "norm(x, ord=0.0)", {0}, {0}, 1, 0},
        {"f64[0]", "norm(x, ord=1.0)", {0}, {0}, 1, 0},
        {"f64[0]", "norm(x, ord=2.0)", {0}, {0}, 1, 0},
        {"f64[0]", "norm(x, ord=3.0)", {0}, {0}, 1, 0},
        {"f64[0]", "norm(x, ord=-3.0)", {0}, {INF}, 1, 0},
        {"f64[0]", "norm(x, ord=inf)", {0}, {0}, 1, 0},
        {"f64[0]", "norm(x, ord=-inf)", {0}, {INF}, 1, 0},
        {"c64[2]", "norm(x, ord=1.0)", {-1, 2}, {3}, 1, 0}, /* its result is an f32 */
        {"c64[3]", "norm(x, ord=3.0)", {-3, 4, -5}, {6}, 1, 2},
        {"c64[3]", "norm(x, ord=0.0)", {-3, 0, -5}, {2}, 1, 0},
        {"f64[4]", "count_nonzero(x)", {0, -0.0, NOT, -INF}, {2}, 1, 0},
        {"f64[4]", "count_nonzero(x, omit_nan=true)", {0, -0.0, NOT, -INF}, {1}, 1, 0},
        {"i32[2,2]", "count_nonzero(x, axes=[0])", {0, 1, -2, 3}, {1, 2}, 2, 0},
        {"bool[2,2]",
         "count_nonzero(x, axes=[1], keepdims=true, omit_nan=true)",
         {0, 1, 1, 1},
         {1, 2},
         2,
         0},
        {"f64[0]", "count_nonzero(x)", {0}, {0}, 1, 0},
    };
    CHECK_ROWS(rows);
}

/* What the simple ones give of nothing. */
TEST(reductions_of_nothing) {
    static const Row rows[] = {
        {"f32[0]", "sum(x)", {0}, {0}, 1, 0},
        {"f32[0]", "prod(x)", {0}, {1}, 1, 0},
        {"f32[0]", "max(x)", {0}, {-INF}, 1, 0},
        {"f32[0]", "min(x)", {0}, {INF}, 1, 0},
        {"i8[0]", "max(x)", {0}, {-128}, 1, 0},
        {"u8[0]", "max(x)", {0}, {0}, 1, 0},
        {"i8[0]", "min(x)", {0}, {127}, 1, 0},
        {"u8[0]", "min(x)", {0}, {255}, 1, 0},
        {"f32[2]", "max(x, omit_nan=true)", {NOT, NOT}, {-INF}, 1, 0},
        {"f32[0]", "count(x)", {0}, {0}, 1, 0},
        {"f32[0]", "any(x)", {0}, {0}, 1, 0},
        {"f32[0]", "all(x)", {0}, {1}, 1, 0},
    };
    CHECK_ROWS(rows);
}

/* ---- f16 and bf16: added up in f32 */

/* Runs the call on n equal numbers. */
static double of_many(const char *dtype, const char *call, double value, double last) {
    char type[32];
    double x[MAX_VALUES] = {0}, got[MAX_VALUES] = {0};
    snprintf(type, sizeof type, "%s[%d]", dtype, MAX_VALUES);
    for (int k = 0; k < MAX_VALUES; k++)
        x[k] = value;
    x[MAX_VALUES - 1] = last;
    run_call(type, call, x, got);
    return got[0];
}

TEST(halves_are_added_up_in_f32) {
    /* 64 times 30000 is beyond f16; 64 steps of 1 above 256 are lost in bf16. */
    CHECK_EQ_F64(of_many("f16", "mean(x)", 30000, 30000), 30000.0);
    CHECK_EQ_F64(of_many("f16", "var(x)", 100, 3172), INF);
    CHECK_EQ_F64(of_many("f16", "std(x)", 100, 3172), 381.0);  /* the root of 145152 */
    CHECK_EQ_F64(of_many("bf16", "mean(x)", 257, 257), 256.0); /* which 257 is, there */
    CHECK_EQ_F64(of_many("bf16", "mean(x)", 1.0078125, 1.0078125), 1.0078125);
    CHECK_EQ_F64(of_many("bf16", "norm(x, ord=1.0)", 5, 5), 320.0);
    CHECK_EQ_F64(of_many("f16", "norm(x, ord=2.0)", 1000, 1000), 8000.0);
    CHECK_EQ_F64(of_many("f16", "norm(x, ord=3.0)", 1000, 1000), 4000.0);
    CHECK_EQ_F64(of_many("f16", "norm(x, ord=0.0)", 1000, 1000), 64.0);
    CHECK_EQ_F64(of_many("bf16", "softmax(x)", 3, 3), 0x1p-6);
    CHECK_EQ_F64(of_many("bf16", "softmax(x)", 0, 6.0625), 0x1.0ap-9); /* 1 / (63 + 429.4) */
    CHECK_EQ_F64(of_many("bf16", "log_softmax(x)", 3, 3), -4.15625);
    CHECK_EQ_F64(of_many("bf16", "logsumexp(x)", 3, 3), 7.15625);
}

/* ---- functions of elements */

TEST(activations) {
    static const Row rows[] = {
        {"f64[5]", "sigmoid(x)", {0, 1000, -1000, INF, -INF}, {0.5, 1, 0, 1, 0}, 5, 0},
        {"f64[2]", "sigmoid(x)", {1, -2}, {0.7310585786300049, 0.11920292202211755}, 2, 2},
        {"f64[4]", "silu(x)", {0, 1000, -1000, INF}, {0, 1000, 0, INF}, 4, 0},
        {"f64[2]", "silu(x)", {1, -2}, {0.7310585786300049, -0.2384058440442351}, 2, 2},
        {"f64[4]", "softplus(x)", {1000, -1000, INF, -INF}, {1000, 0, INF, 0}, 4, 0},
        {"f64[3]",
         "softplus(x)",
         {0, 1, -30},
         {0.6931471805599453, 1.3132616875182228, 9.357622968839737e-14},
         3,
         2},
        {"f64[3]", "softplus(x)", {NOT, 0, 0}, {NOT, 0.6931471805599453, 0.6931471805599453}, 3, 2},
        {"f64[4]", "relu(x)", {-INF, -1, 2, NOT}, {0, 0, 2, NOT}, 4, 0},
        {"f64[4]",
         "gelu(x)",
         {0, 1, -1, 100},
         {0, 0.8413447460685429, -0.15865525393145707, 100},
         4,
         2},
        {"f64[4]",
         "gelu(x, approximate=true)",
         {0, 1, -1, 100},
         {0, 0.8411919906082768, -0.15880800939172324, 100},
         4,
         4},
        {"f64[2]", "square(x)", {-3, 1e200}, {9, INF}, 2, 0},
        {"f64[3]", "reciprocal(x)", {-4, 0, INF}, {-0.25, INF, 0}, 3, 0},
    };
    CHECK_ROWS(rows);
}

TEST(functions_of_several_operands) {
    static const Row rows[] = {
        {"f64[4]",
         "logaddexp(x, y)",
         {INF, -INF, -INF, 5, INF, -INF, 3, -INF},
         {INF, -INF, 3, 5},
         4,
         0},
        {"f64[2]", "logaddexp(x, y)", {INF, -INF, -INF, INF}, {INF, INF}, 2, 0},
        {"f64[3]",
         "logaddexp(x, y)",
         {1000, -1000, 0, 1000, -1001, 1},
         {1000.6931471805599, -999.6867383124818, 1.3132616875182228},
         3,
         1},
        {"f64[2]", "logaddexp(x, y)", {NOT, 1, 1, NOT}, {NOT, NOT}, 2, 0},
        {"f64[4]",
         "clip(x, y, z)",
         {-5, 0.5, 7, NOT, 0, 0, 0, 0, 1, 1, 1, 1},
         {0, 0.5, 1, NOT},
         4,
         0},
        {"f64[1]", "clip(x, y, z)", {5, 3, 1}, {1}, 1, 0}, /* the upper bound has the last word */
        {"f64[3]", "lerp(x, y, z)", {1, 1, 1, 5, 5, 5, 0, 1, 0.25}, {1, 5, 2}, 3, 0},
        {"f64x3", "cross(x, y)", {1, 2, 3, 4, 5, 7}, {-1, 5, -3}, 3, 0},
        {"f64x3", "cross(x, y)", {1, 0, 0, 0, 1, 0}, {0, 0, 1}, 3, 0},
        {"f64x2", "length(x)", {-3, 4}, {5}, 1, 0},
        {"f64x4[2]", "length(x)", {1, 1, 1, 1, 2, 4, 4, 8}, {2, 10}, 2, 0},
        {"f64x2[2]", "normalize(x)", {3, -4, 0, 2}, {0.6, -0.8, 0, 1}, 4, 0},
        {"f64x2", "normalize(x)", {0, 0}, {NOT, NOT}, 2, 0},
    };
    CHECK_ROWS(rows);
}

/* A cast to the type a value has already adds no instruction. */
TEST(expansions_in_f32_have_no_casts_of_floats) {
    static const char *const calls[] = {"softmax(x)",       "log_softmax(x)",
                                        "logsumexp(x)",     "norm(x, ord=2.0)",
                                        "norm(x, ord=3.0)", "norm(x, ord=-inf)"};
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        char text[128];
        Fixture f;
        fixture_init(&f);
        snprintf(text, sizeof text, "program main(x: f32[n]) -> (r) { r = %s }", calls[k]);
        Module *m = read_typed(&f, text);
        optimize(&f, m, "expand", FRIT_STRICT);
        char *shown = show(&f.env, m);
        CHECK_MSG(!strstr(shown, "cast("), "%s", shown);
        free(shown);
        module_free(m);
    }
}
