/* Fused equals unfused, bit for bit: random programs, random layouts. */
#include <stdlib.h>

#include "gen/differ.h"
#include "gen/gen.h"
#include "harness.h"
#include "ir/text.h"

static void fail_with(Env *env, const Module *m, uint64_t seed, const char *why) {
    Str text = str_make(env);
    text_print(&text, m);
    FAIL("seed %llu: %s\n%s", (unsigned long long)seed, why, str_ok(&text) ? text.data : "");
}

static frit_context *context_with(unsigned threads, const char *isa) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = threads,
                                    .isa = isa};
    frit_context *context;
    frit_error error;
    CHECK_MSG(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK, "%s",
              error.message);
    return context;
}

/* The share of programs that could not be run must stay small, or the test tests nothing. */
static void compare_programs(frit_context *fused, frit_context *plain, uint64_t first, uint64_t n) {
    uint64_t refused = 0;
    for (uint64_t k = 0; k < n; k++) {
        frit_error error = {.status = FRIT_OK};
        Env env = {&gen_allocator, &error};
        uint64_t seed = first + k;
        char why[600];
        Module *m = gen_module(&env, (GenOptions){.seed = seed, .mode = GEN_RUNNABLE});
        CHECK_MSG(m, "seed %llu: %s", (unsigned long long)seed, error.message);
        Differ d = differ(fused, plain, m, seed, why, sizeof why);
        if (d == DIFFER_MISMATCH)
            fail_with(&env, m, seed, why);
        refused += d == DIFFER_REFUSED;
        module_free(m);
    }
    test_note("%llu programs, %llu refused alike", (unsigned long long)n,
              (unsigned long long)refused);
    CHECK_MSG(refused * 5 < n, "%llu of %llu programs were refused", (unsigned long long)refused,
              (unsigned long long)n);
}

TEST(random_programs_fused_equal_unfused) {
    frit_context *fused = context_with(2, NULL), *plain = context_with(1, NULL);
    compare_programs(fused, plain, test_seed() + 1, (uint64_t)test_scaled(20000));
    frit_context_free(fused);
    frit_context_free(plain);
}

TEST(random_programs_on_seven_threads_and_the_portable_level) {
    frit_context *fused = context_with(7, NULL), *plain = context_with(1, "portable");
    compare_programs(fused, plain, test_seed() + 500000, (uint64_t)test_scaled(2000));
    frit_context_free(fused);
    frit_context_free(plain);
}
