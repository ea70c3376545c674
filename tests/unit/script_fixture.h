/* An interpreter for tests of values, and values of a few numbers. */
#ifndef TESTS_SCRIPT_FIXTURE_H
#define TESTS_SCRIPT_FIXTURE_H

#include <string.h>

#include "front/script/value/value.h"
#include "harness.h"

typedef struct ScriptFixture {
    frit_context *context;
    struct test_alloc alloc;
    frit_allocator allocator;
    Interp in;
} ScriptFixture;

static inline Interp *script_open(ScriptFixture *f) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1, .cache_dir = "",
                                    .compile = FRIT_COMPILE_OFF};
    frit_error error;
    CHECK(frit_context_new_with(NULL, &options, &f->context, &error) == FRIT_OK);
    f->alloc = (struct test_alloc)TEST_ALLOC(0);
    f->allocator = (frit_allocator){test_alloc_fn, &f->alloc};
    CHECK(interp_open(&f->in, &f->allocator, f->context));
    return &f->in;
}

static inline void script_close(ScriptFixture *f) {
    interp_close(&f->in);
    frit_context_free(f->context);
    CHECK_ALLOC(&f->alloc);
}

#endif
