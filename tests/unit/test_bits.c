/*
 * The same bits on every machine. Each test makes digests of results where architectures differ: steps on
 * special values, conversions out of range, mathematics, reductions, draws, products, random programs. Here
 * every level and compiled code must agree; with FRIT_TEST_BITS set to a file the digests are added to it,
 * a line each, and tests/same_bits.py compares the files of two builds.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks_fixture.h"
#include "gen/differ.h"
#include "gen/digest.h"
#include "gen/gen.h"
#include "gen/recorded.h"
#include "run_fixture.h"

static void tell(const char *part, const char *what, const char *of, uint64_t digest) {
    const char *path = getenv("FRIT_TEST_BITS");
    FILE *file = path ? fopen(path, "a") : NULL;
    CHECK_MSG(!path || file, "FRIT_TEST_BITS: cannot write %s", path);
    if (!file)
        return;
    fprintf(file, "%s %s %s %016" PRIx64 "\n", part, what, of, digest);
    fclose(file);
}

static void add_value(uint64_t *digest, Dtype dtype, Scalar value) {
    Bits bits = scalar_to_bits(dtype, value);
    digest_scalar(digest, dtype, &bits);
}

/* ---- scalars; that loops and compiled code do the same is what test_blocks and test_llvm_step hold */

enum { VALUES = 3000 };

TEST(steps_on_special_values) {
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++) {
        for (Op op = 0; op < OP_COUNT; op++) {
            uint64_t random = 1, digest = DIGEST_START;
            Scalar x[3], y = {0};
            bool is_step = true;
            for (int i = 0; is_step && i < VALUES; i++) {
                for (int k = 0; k < 3; k++)
                    x[k] = block_quiet(dtype,
                                       scalar_from_bits(dtype, block_random_bits(dtype, &random)));
                is_step = op_eval(op, dtype, x, &y);
                if (is_step)
                    add_value(&digest, op_result_dtype(op, dtype), y);
            }
            if (is_step)
                tell("step", op_info(op)->name, dtype_info(dtype)->name, digest);
        }
    }
}

TEST(casts_of_special_values) {
    for (Dtype from = 0; from < DTYPE_COUNT; from++) {
        for (Dtype to = 0; to < DTYPE_COUNT; to++) {
            uint64_t random = 2, digest = DIGEST_START;
            for (int i = 0; i < VALUES; i++) {
                Scalar v = scalar_from_bits(from, block_random_bits(from, &random));
                add_value(&digest, to, scalar_cast(from, to, v));
            }
            tell("cast", dtype_info(from)->name, dtype_info(to)->name, digest);
        }
    }
}

/* ---- programs, through every engine */

enum { ROWS = 35, COLUMNS = 2600, ELEMENTS = ROWS * COLUMNS, ITEM = 16 };

typedef struct Engine {
    const char *isa;
    frit_compile_policy compile;
} Engine;

typedef struct BitsProgram {
    const char *name;
    unsigned classes; /* of dtypes that stand for T */
    const char *text; /* T: the dtype; the input is T[m, n], the output any array of T */
} BitsProgram;

#define MAP(name, expression) \
    { #name, CLASS_FLOAT, "program p(x: T[m, n]) -> (r) {\n  y = abs(x)\n  r = " expression "\n}" }
/* Of numbers of every size; in most of them a sine or an exponential has a number to work on. */
#define MAP_COMPLEX(name)                                                          \
    {                                                                              \
        "complex " #name, CLASS_COMPLEX,                                           \
            "program p(x: T[m, n]) -> (r) {\n  k = const(0.01)\n  y = pow(x, k)\n" \
            "  a = " #name "(x)\n  b = " #name "(y)\n  r = add(a, b)\n}"           \
    }
#define REALS   (CLASS_SIGNED | CLASS_UNSIGNED | CLASS_FLOAT)
#define NUMBERS (REALS | CLASS_COMPLEX)

static const BitsProgram programs[] = {
    {"sum of rows", NUMBERS, "program p(x: T[m, n]) -> (r) { r = sum(x, axes=[1]) }"},
    {"sum of columns", NUMBERS, "program p(x: T[m, n]) -> (r) { r = sum(x, axes=[0]) }"},
    {"sum of all", NUMBERS, "program p(x: T[m, n]) -> (r) { r = sum(x) }"},
    {"product", NUMBERS, "program p(x: T[m, n]) -> (r) { r = prod(x, axes=[1]) }"},
    {"running sum", NUMBERS, "program p(x: T[m, n]) -> (r) { r = cumsum(x, axis=1) }"},
    {"running product", NUMBERS,
     "program p(x: T[m, n]) -> (r) { r = cumprod(x, axis=0, reverse=true) }"},
    {"largest", REALS, "program p(x: T[m, n]) -> (r) { r = max(x, axes=[1], omit_nan=false) }"},
    {"mean", CLASS_FLOAT | CLASS_COMPLEX, "program p(x: T[m, n]) -> (r) { r = mean(x, axes=[1]) }"},
    {"variance", CLASS_FLOAT, "program p(x: T[m, n]) -> (r) { r = var(x, axes=[1]) }"},
    {"logsumexp", CLASS_FLOAT, "program p(x: T[m, n]) -> (r) { r = logsumexp(x, axes=[1]) }"},
    {"norm", CLASS_FLOAT, "program p(x: T[m, n]) -> (r) { r = norm(x, axes=[0], ord=3.0) }"},
    {"softmax", CLASS_FLOAT, "program p(x: T[m, n]) -> (r) { r = softmax(x, axes=[1]) }"},
    {"matrix product", NUMBERS,
     "program p(x: T[m, n]) -> (r) {\n  t = transpose(x)\n  r = matmul(x, t)\n}"},
    {"quotients", NUMBERS & ~(unsigned)(CLASS_SIGNED | CLASS_UNSIGNED),
     "program p(x: T[m, n]) -> (r) {\n  y = flip(x)\n  r = div(x, y)\n}"},
    {"remainders", REALS,
     "program p(x: T[m, n]) -> (r) {\n  y = flip(x)\n  q = floor_div(x, y)\n"
     "  s = remainder(x, y)\n  r = add(q, s)\n}"},
    {"shifts", CLASS_SIGNED | CLASS_UNSIGNED,
     "program p(x: T[m, n]) -> (r) {\n  y = flip(x)\n  a = shl(x, y)\n  b = shr(x, y)\n"
     "  r = xor(a, b)\n}"},
    {"truncated", CLASS_FLOAT,
     "program p(x: T[m, n]) -> (r) {\n  a = cast(x, to=i32)\n  b = cast(x, to=u8)\n"
     "  c = cast(x, to=u64)\n  d = cast(a, to=T)\n  e = cast(b, to=T)\n  f = cast(c, to=T)\n"
     "  g = add(d, e)\n  r = add(g, f)\n}"},
    {"narrowed", REALS,
     "program p(x: T[m, n]) -> (r) {\n  a = cast(x, to=f16)\n  b = cast(x, to=bf16)\n"
     "  c = cast(a, to=T)\n  d = cast(b, to=T)\n  r = add(c, d)\n}"},
    {"uniform", CLASS_FLOAT,
     "program p(x: T[m, n]) -> (r) {\n  k = const(7:u64)\n  d = const(3:u64)\n"
     "  r = uniform(k, d, shape=[m, n], to=T)\n}"},
    {"normal", CLASS_FLOAT,
     "program p(x: T[m, n]) -> (r) {\n  k = const(7:u64)\n  d = const(3:u64)\n"
     "  r = normal(k, d, shape=[m, n], to=T)\n}"},
    {"random bits", CLASS_SIGNED | CLASS_UNSIGNED,
     "program p(x: T[m, n]) -> (r) {\n  k = const(7:u64)\n  d = const(3:u64)\n"
     "  r = random_bits(k, d, shape=[m, n], to=T)\n}"},
    MAP(exp, "exp(x)"),
    MAP(expm1, "expm1(x)"),
    MAP(log, "log(y)"),
    MAP(log1p, "log1p(y)"),
    MAP(sin, "sin(x)"),
    MAP(tan, "tan(x)"),
    MAP(atan, "atan(x)"),
    MAP(tanh, "tanh(x)"),
    MAP(sinh, "sinh(x)"),
    MAP(cbrt, "cbrt(x)"),
    MAP(rsqrt, "rsqrt(y)"),
    MAP(erf, "erf(x)"),
    MAP(gamma, "gamma(x)"),
    MAP(lgamma, "lgamma(x)"),
    MAP(pow, "pow(y, x)"),
    MAP(atan2, "atan2(x, y)"),
    MAP(gelu, "gelu(x)"),
    MAP_COMPLEX(sqrt),
    MAP_COMPLEX(exp),
    MAP_COMPLEX(expm1),
    MAP_COMPLEX(log),
    MAP_COMPLEX(log1p),
    MAP_COMPLEX(log2),
    MAP_COMPLEX(log10),
    MAP_COMPLEX(sin),
    MAP_COMPLEX(cos),
    MAP_COMPLEX(tan),
    MAP_COMPLEX(sinh),
    MAP_COMPLEX(cosh),
    MAP_COMPLEX(tanh),
    MAP_COMPLEX(asin),
    MAP_COMPLEX(acos),
    MAP_COMPLEX(atan),
    MAP_COMPLEX(asinh),
    MAP_COMPLEX(acosh),
    MAP_COMPLEX(atanh),
    {"complex pow", CLASS_COMPLEX,
     "program p(x: T[m, n]) -> (r) {\n  k = const(3)\n  y = sqrt(x)\n  z = div(y, k)\n  r = pow(x, "
     "z)\n}"},
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

/* The text with every T that is a word replaced. */
static void put_dtype(char *to, size_t size, const char *text, const char *dtype) {
    size_t len = 0;
    for (; *text; text++) {
        const char *put = *text == 'T' ? dtype : NULL;
        int n = put ? snprintf(to + len, size - len, "%s", put)
                    : snprintf(to + len, size - len, "%c", *text);
        len += (size_t)n;
        CHECK(len < size);
    }
}

static uint64_t run_digest(const Engine *engine, const char *text, Dtype dtype, void *in) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 2,
                                    .isa = engine->isa, .compile = engine->compile,
                                    .cache_dir = ""};
    static char out[ELEMENTS * ITEM];
    const int64_t in_shape[2] = {ROWS, COLUMNS}, *shape;
    frit_tensor x = {in, in_shape, NULL};
    frit_context *context;
    frit_call *call;
    frit_error error;
    uint32_t rank;
    CHECK_MSG(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK, "%s",
              error.message);
    frit_plan *plan = run_plan(context, text, engine->compile == FRIT_COMPILE_OFF);
    CHECK_MSG(frit_call_new(context, plan, &call, &error) == FRIT_OK, "%s", error.message);
    CHECK(frit_call_shape(call, &x, 1, 0, &shape, &rank, &error) == FRIT_OK);
    int64_t count = 1, sizes[2] = {0, 0};
    for (uint32_t k = 0; k < rank; k++)
        count *= sizes[k] = shape[k];
    frit_tensor y = {out, sizes, NULL};
    CHECK_MSG(frit_call_run(call, &x, 1, &y, 1, &error) == FRIT_OK, "%s: %s", text, error.message);
    uint64_t digest = DIGEST_START;
    for (int64_t e = 0; e < count; e++)
        digest_scalar(&digest, dtype, out + e * (dtype_info(dtype)->bits / 8));
    frit_call_free(call);
    frit_plan_free(plan);
    frit_context_free(context);
    return digest;
}

/* Moderate values, among which a special one is rare: results are numbers, and of every size. */
static void fill_input(char *to, Dtype dtype) {
    uint64_t random = 3;
    size_t size = dtype_info(dtype)->bits / 8;
    for (int i = 0; i < ELEMENTS; i++) {
        Scalar v = {.f64 = (double)test_random_below(&random, 1 << 20) / (1 << 17) - 4};
        Bits bits = scalar_to_bits(dtype, scalar_cast(DT_F64, dtype, v));
        if (dtype == DT_C64 || dtype == DT_C128 || test_random_below(&random, 5000) == 0)
            bits = block_random_bits(dtype, &random);
        memcpy(to + (size_t)i * size, &bits, size);
    }
}

static bool has_llvm(void) {
    char version[32];
    frit_error error;
    frit_context *context = run_context(1);
    bool has = frit_context_llvm(context, version, sizeof version, &error) == FRIT_OK;
    frit_context_free(context);
    return has;
}

static void run_everywhere(const BitsProgram *program, Dtype dtype, char *in, bool llvm) {
    const char *name = dtype_info(dtype)->name;
    char text[600];
    const BlockOps *level;
    put_dtype(text, sizeof text, program->text, name);
    uint64_t want = run_digest(&(Engine){NULL, FRIT_COMPILE_OFF}, text, dtype, in);
    FOR_LEVELS(level) {
        CHECK_MSG(run_digest(&(Engine){level->name, FRIT_COMPILE_OFF}, text, dtype, in) == want,
                  "%s of %s: interpreted at level %s other bits", program->name, name, level->name);
        if (llvm && level == blocks_level(0)) /* the other targets: test_tiers */
            CHECK_MSG(run_digest(&(Engine){level->name, FRIT_COMPILE_REQUIRE}, text, dtype, in) ==
                          want,
                      "%s of %s: compiled for %s other bits", program->name, name, level->name);
    }
    tell("program", program->name, name, want);
}

static void run_programs(unsigned classes) {
    static char in[ELEMENTS * ITEM];
    bool llvm = has_llvm();
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++) {
        unsigned class = dtype_info(dtype)->class;
        if (!(class & classes))
            continue;
        fill_input(in, dtype);
        for (int k = 0; k < PROGRAMS; k++)
            if (class & programs[k].classes)
                run_everywhere(&programs[k], dtype, in, llvm);
    }
}

TEST(programs_of_floats) {
    run_programs(CLASS_FLOAT);
}

TEST(programs_of_integers) {
    run_programs(CLASS_SIGNED | CLASS_UNSIGNED);
}

TEST(programs_of_complex_numbers) {
    run_programs(CLASS_COMPLEX);
}

/* ---- random programs: fused and, where there is LLVM, compiled; against unfused and interpreted */

TEST(random_programs) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 2,
                                    .compile = has_llvm() ? FRIT_COMPILE_REQUIRE : FRIT_COMPILE_OFF,
                                    .cache_dir = ""};
    frit_context *fused, *plain = run_context(1);
    frit_error error = {.status = FRIT_OK};
    Env env = {&gen_allocator, &error};
    CHECK(frit_context_new_with(NULL, &options, &fused, &error) == FRIT_OK);
    /* Fewer where nothing is compared with another machine: test_tiers has more. */
    uint64_t n = (uint64_t)test_scaled(getenv("FRIT_TEST_BITS") ? 20000 : 300);
    for (uint64_t seed = 1; seed <= n; seed++) {
        char why[600], name[32];
        uint64_t digest;
        Module *m = gen_module(&env, (GenOptions){.seed = seed, .mode = GEN_RUNNABLE});
        CHECK_MSG(m, "seed %" PRIu64 ": %s", seed, error.message);
        Differ d = differ_digest(fused, plain, m, seed, why, sizeof why, &digest);
        CHECK_MSG(d != DIFFER_MISMATCH, "seed %" PRIu64 ": %s", seed, why);
        snprintf(name, sizeof name, "%" PRIu64, seed);
        tell("random", name, d == DIFFER_SAME ? "ran" : "refused", digest);
        module_free(m);
    }
    frit_context_free(fused);
    frit_context_free(plain);
}

/* ---- and what they gave when the table was made (bench-random --digests): no bit of a result changes unseen */

static const uint64_t recorded[] = {
#define RECORDED(digest) digest,
#include "recorded_bits.def"
#undef RECORDED
};
enum { RECORDED_COUNT = sizeof recorded / sizeof *recorded, RECORDED_PARTS = 4 };

static void compare_recorded(unsigned part) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 2,
                                    .compile = FRIT_COMPILE_OFF, .no_blas = true, .cache_dir = ""};
    frit_context *fused, *plain;
    frit_error error;
    char why[700];
    CHECK(frit_context_new_with(NULL, &options, &fused, &error) == FRIT_OK);
    options.threads = 1;
    CHECK(frit_context_new_with(NULL, &options, &plain, &error) == FRIT_OK);
    for (unsigned k = part; k < (unsigned)test_scaled(RECORDED_COUNT); k += RECORDED_PARTS) {
        uint64_t digest;
        char name[32];
        CHECK_MSG(recorded_digest(fused, plain, k * RECORDED_PROGRAMS, &digest, why, sizeof why),
                  "%s", why);
        CHECK_MSG(digest == recorded[k],
                  "random programs from seed %u on give other bits than when they were recorded",
                  k * RECORDED_PROGRAMS);
        snprintf(name, sizeof name, "%u", k * RECORDED_PROGRAMS);
        tell("recorded", name, "on", digest);
    }
    frit_context_free(fused);
    frit_context_free(plain);
}

TEST(recorded_random_programs_part_1) {
    compare_recorded(0);
}

TEST(recorded_random_programs_part_2) {
    compare_recorded(1);
}

TEST(recorded_random_programs_part_3) {
    compare_recorded(2);
}

TEST(recorded_random_programs_part_4) {
    compare_recorded(3);
}
