/* A program as text, ready to be called. Through the public header alone. */
#ifndef TESTS_UNIT_CALL_FIXTURE_H
#define TESTS_UNIT_CALL_FIXTURE_H

#include <string.h>

#include "frit/frit.h"
#include "harness.h"

typedef struct Ready {
    struct test_alloc alloc;
    frit_context *context;
    frit_module *typed;
    frit_plan *plan;
    frit_call *call;
    frit_error error;
} Ready;

#define CHECK_OK(ready, status)                                                       \
    do {                                                                              \
        frit_status status_ = (status);                                               \
        CHECK_MSG(status_ == FRIT_OK, "%s: %s (%s)", #status, (ready)->error.message, \
                  (ready)->error.place);                                              \
    } while (0)

static inline void ready_context(Ready *r, const frit_context_options *options) {
    struct test_alloc fresh = TEST_ALLOC(0);
    memset(r, 0, sizeof *r);
    r->alloc = fresh;
    frit_allocator allocator = {test_alloc_fn, &r->alloc};
    CHECK_OK(r, frit_context_new_with(&allocator, options, &r->context, &r->error));
}

static inline void ready_program(Ready *r, const char *text, bool no_fusion) {
    frit_module *module = NULL;
    frit_plan_options options = {FRIT_SIZED(frit_plan_options), .no_fusion = no_fusion};
    CHECK_OK(r, frit_module_parse(r->context, text, strlen(text), &module, &r->error));
    CHECK_OK(r, frit_module_infer(module, NULL, NULL, 0, NULL, &r->typed, &r->error));
    frit_module_free(module);
    CHECK_OK(r, frit_plan_new(r->context, r->typed, NULL, &options, &r->plan, &r->error));
    CHECK_OK(r, frit_call_new(r->context, r->plan, &r->call, &r->error));
}

static inline void ready_open(Ready *r, const frit_context_options *options, const char *text) {
    ready_context(r, options);
    ready_program(r, text, false);
}

/* Forgets the program, keeps the context. */
static inline void ready_drop(Ready *r) {
    frit_call_free(r->call);
    frit_plan_free(r->plan);
    frit_module_free(r->typed);
    r->call = NULL;
    r->plan = NULL;
    r->typed = NULL;
}

static inline void ready_close(Ready *r) {
    ready_drop(r);
    frit_context_free(r->context);
    CHECK_ALLOC(&r->alloc);
}

static inline frit_status ready_run(Ready *r, const frit_tensor *in, uint32_t n_in,
                                    const frit_tensor *out, uint32_t n_out) {
    return frit_call_run(r->call, in, n_in, out, n_out, &r->error);
}

#endif
