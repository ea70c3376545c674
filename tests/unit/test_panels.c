/*
 * Steps around products, panel by panel: the same bits as step by step. frit's own products, for a BLAS may round
 * otherwise when it is given fewer rows. The guarded device of the tests has panels of two rows on.
 */
#include "gen/differ.h"
#include "gen/gen.h"
#include "gen/products.h"
#include "harness.h"
#include "ir/text.h"

static frit_context *own_products(const char *device, unsigned threads) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = threads,
                                    .device = device, .no_blas = true};
    frit_context *context;
    frit_error error;
    CHECK_MSG(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK, "%s",
              error.message);
    return context;
}

static frit_module *parse(const frit_context *context, const char *text) {
    frit_module *module, *typed;
    frit_error error;
    CHECK_MSG(frit_module_parse(context, text, strlen(text), &module, &error) == FRIT_OK, "%s\n%s",
              error.message, text);
    CHECK_MSG(frit_module_infer(module, NULL, NULL, 0, NULL, &typed, &error) == FRIT_OK, "%s\n%s",
              error.message, text);
    frit_module_free(module);
    return typed;
}

/* How many of the plan's steps are panels. */
static unsigned panels_of(const frit_context *context, const frit_module *typed) {
    frit_plan *plan;
    frit_error error;
    unsigned n = 0;
    CHECK_MSG(frit_plan_new(context, typed, NULL, NULL, &plan, &error) == FRIT_OK, "%s",
              error.message);
    for (uint32_t k = 0; k < frit_plan_kernel_count(plan); k++) {
        frit_kernel_info info;
        CHECK(frit_plan_kernel(plan, k, &info));
        n += strcmp(info.schedule, "panels") == 0;
    }
    frit_plan_free(plan);
    return n;
}

TEST(random_programs_around_products_give_the_same_bits_in_panels) {
    frit_context *fused = own_products("guarded", 2), *plain = own_products("cpu", 1);
    uint64_t refused = 0, panels = 0, n = (uint64_t)test_scaled(3000);
    for (uint64_t k = 0; k < n; k++) {
        uint64_t seed = test_seed() + 77000000 + k;
        frit_error error = {.status = FRIT_OK};
        Env env = {&gen_allocator, &error};
        Str text = str_make(&env);
        char why[600];
        gen_products(&text, seed);
        CHECK(str_ok(&text));
        frit_module *typed = parse(plain, text.data);
        panels += panels_of(fused, typed) > 0;
        Differ d = differ(fused, plain, typed, seed, why, sizeof why);
        if (d == DIFFER_MISMATCH)
            FAIL("seed %llu: %s\n%s", (unsigned long long)seed, why, text.data);
        refused += d == DIFFER_REFUSED;
        frit_module_free(typed);
        str_free(&text);
    }
    test_note("%llu programs, %llu with panels, %llu refused alike", (unsigned long long)n,
              (unsigned long long)panels, (unsigned long long)refused);
    CHECK(refused * 5 < n);
    CHECK(panels * 2 > n);
    frit_context_free(fused);
    frit_context_free(plain);
}
