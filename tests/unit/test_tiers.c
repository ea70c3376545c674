/*
 * Both tiers give the same bits: random programs, random layouts, compiled at every vector width that
 * this CPU can run, against the interpreter with every step a kernel of its own.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/differ.h"
#include "gen/gen.h"
#include "harness.h"
#include "ir/text.h"
#include "other_llvm.h"
#include "run/loops/blocks.h"

static frit_context *context_with(unsigned threads, const char *isa, frit_compile_policy compile,
                                  const char *llvm) {
    frit_context_options options = {FRIT_SIZED(frit_context_options),
                                    .threads = threads,
                                    .isa = isa,
                                    .compile = compile,
                                    .cache_dir = "",
                                    .llvm = llvm};
    frit_context *context;
    frit_error error;
    CHECK_MSG(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK, "%s",
              error.message);
    return context;
}

static void compare(frit_context *compiled, frit_context *plain, uint64_t seed, uint64_t *refused) {
    frit_error error = {.status = FRIT_OK};
    Env env = {&gen_allocator, &error};
    char why[600];
    Module *m = gen_module(&env, (GenOptions){.seed = seed, .mode = GEN_RUNNABLE});
    CHECK_MSG(m, "seed %llu: %s", (unsigned long long)seed, error.message);
    Differ d = differ(compiled, plain, m, seed, why, sizeof why);
    if (d == DIFFER_MISMATCH) {
        Str text = str_make(&env);
        text_print(&text, m);
        FAIL("seed %llu: %s\n%s", (unsigned long long)seed, why, str_ok(&text) ? text.data : "");
    }
    *refused += d == DIFFER_REFUSED;
    module_free(m);
}

/* llvm: NULL for the one that is taken by itself. */
static void compare_tiers(const char *isa, unsigned threads, uint64_t first, uint64_t n,
                          const char *llvm) {
    if (!blocks_named(isa))
        SKIP("this CPU has no such level");
    frit_context *compiled = context_with(threads, isa, FRIT_COMPILE_REQUIRE, llvm);
    frit_context *plain = context_with(1, NULL, FRIT_COMPILE_OFF, NULL);
    char version[32];
    frit_error error;
    if (frit_context_llvm(compiled, version, sizeof version, &error) != FRIT_OK)
        SKIP("there is no LLVM");
    uint64_t refused = 0;
    for (uint64_t k = 0; k < n; k++)
        compare(compiled, plain, first + k, &refused);
    frit_cache_info info = frit_cache_describe(compiled);
    test_note("%llu programs, %llu refused alike, %llu kernels compiled by LLVM %s",
              (unsigned long long)n, (unsigned long long)refused, (unsigned long long)info.compiled,
              version);
    /* A few may all be of a kind. */
    CHECK_MSG(n < 50 || refused * 5 < n, "%llu of %llu programs were refused",
              (unsigned long long)refused, (unsigned long long)n);
    CHECK_MSG(n < 50 || info.compiled > n / 4, "only %llu kernels were compiled",
              (unsigned long long)info.compiled);
    frit_context_free(compiled);
    frit_context_free(plain);
}

/* 3,600 programs a level, in parts that can run side by side; FRIT_TEST_SCALE for more. */
enum { PART = 900 };

static void compare_part(const char *isa, unsigned threads, uint64_t part) {
    uint64_t n = (uint64_t)test_scaled(PART);
    compare_tiers(isa, threads, test_seed() + 1 + part * n, n, NULL);
}

#define PARTS(level, isa, threads)                        \
    TEST(random_programs_compiled_for_##level##_part_1) { \
        compare_part(isa, threads, 0);                    \
    }                                                     \
    TEST(random_programs_compiled_for_##level##_part_2) { \
        compare_part(isa, threads, 1);                    \
    }                                                     \
    TEST(random_programs_compiled_for_##level##_part_3) { \
        compare_part(isa, threads, 2);                    \
    }                                                     \
    TEST(random_programs_compiled_for_##level##_part_4) { \
        compare_part(isa, threads, 3);                    \
    }

PARTS(avx512, "avx512", 2)
PARTS(avx2, "avx2", 2)
PARTS(x86_64, "x86-64", 1)
PARTS(neon, "neon", 2)

/* The first of these programs by every other LLVM that is here; bench-random --llvm has more of them. */
enum { OTHERS_PART = 600 };

static void compare_others(const char *isa, unsigned threads) {
    CompilerPlace place;
    unsigned others = 0;
    for (unsigned major = LLVM_OLDEST; major <= OTHER_LLVM_MAX; major++) {
        if (!other_llvm(major, &place))
            continue;
        others++;
        compare_tiers(isa, threads, test_seed() + 1, (uint64_t)test_scaled(OTHERS_PART),
                      place.path);
    }
    if (!others)
        SKIP("there is no second LLVM");
}

TEST(random_programs_compiled_by_other_llvms_for_avx512) {
    compare_others("avx512", 2);
}
TEST(random_programs_compiled_by_other_llvms_for_avx2) {
    compare_others("avx2", 2);
}
TEST(random_programs_compiled_by_other_llvms_for_x86_64) {
    compare_others("x86-64", 1);
}
TEST(random_programs_compiled_by_other_llvms_for_neon) {
    compare_others("neon", 2);
}
