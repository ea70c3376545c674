/* What the tests that run programs share: text in, numbers out. */
#ifndef TESTS_UNIT_RUN_FIXTURE_H
#define TESTS_UNIT_RUN_FIXTURE_H

#include <string.h>

#include "frit/frit.h"
#include "harness.h"

static inline frit_context *run_context(unsigned threads) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = threads};
    frit_context *context;
    frit_error error;
    CHECK_MSG(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK, "%s",
              error.message);
    return context;
}

/* The plan of the last program of the text, typed as it is declared. */
static inline frit_plan *run_plan(const frit_context *c, const char *text, bool no_fusion) {
    frit_error error;
    frit_module *m, *typed;
    frit_plan *plan;
    frit_plan_options options = {FRIT_SIZED(frit_plan_options), .no_fusion = no_fusion};
    CHECK_MSG(frit_module_parse(c, text, strlen(text), &m, &error) == FRIT_OK, "%u:%u: %s",
              error.line, error.column, error.message);
    CHECK_MSG(frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &error) == FRIT_OK, "%s: %s",
              error.place, error.message);
    CHECK_MSG(frit_plan_new(c, typed, NULL, &options, &plan, &error) == FRIT_OK, "%s: %s",
              error.place, error.message);
    frit_module_free(m);
    frit_module_free(typed);
    return plan;
}

static inline void run_planned(const frit_context *c, const frit_plan *plan, const frit_tensor *in,
                               uint32_t n_in, const frit_tensor *out, uint32_t n_out) {
    frit_error error;
    frit_call *call;
    CHECK_MSG(frit_call_new(c, plan, &call, &error) == FRIT_OK, "%s", error.message);
    CHECK_MSG(frit_call_run(call, in, n_in, out, n_out, &error) == FRIT_OK, "%s: %s", error.place,
              error.message);
    frit_call_free(call);
}

/* Runs the text fused and leaves the number of kernels it took. */
static inline uint32_t run_text(const frit_context *c, const char *text, const frit_tensor *in,
                                uint32_t n_in, const frit_tensor *out, uint32_t n_out) {
    frit_plan *plan = run_plan(c, text, false);
    run_planned(c, plan, in, n_in, out, n_out);
    uint32_t kernels = frit_plan_kernel_count(plan);
    frit_plan_free(plan);
    return kernels;
}

#define TENSOR(values, ...) ((frit_tensor){(values), (const int64_t[]){__VA_ARGS__}, NULL})
#define SCALAR(value)       ((frit_tensor){&(value), NULL, NULL})

/* A rule that kept two steps of the plan apart. */
static inline bool plan_names_rule(const frit_plan *plan, const char *rule) {
    frit_apart_info info;
    for (uint32_t k = 0; frit_plan_apart(plan, k, &info); k++)
        if (strcmp(info.rule, rule) == 0)
            return true;
    return false;
}

#endif
