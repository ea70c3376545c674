/* What the tests of the Slang-style language share: source in, numbers out. */
#ifndef TESTS_UNIT_SLANG_FIXTURE_H
#define TESTS_UNIT_SLANG_FIXTURE_H

#include "front/slang/slang.h"
#include "run_fixture.h"

typedef struct SlangFixture {
    struct test_alloc alloc;
    frit_allocator allocator;
    frit_error error;
    Env env;
} SlangFixture;

void slang_fixture_init(SlangFixture *f);
void slang_fixture_end(SlangFixture *f);

/*
 * The function of the source as text of the IR, with a program `main` behind it that maps it over arrays of n elements.
 * The caller frees it. Fails the test when there are errors.
 */
char *slang_text(const char *source, const char *function);
/* All that is told about a source that has errors; "" when there are none. The caller frees it. */
char *slang_errors(const char *source);
/* Runs `function` of `source` over arrays of n elements, in: one array an input, out: one a result. */
void slang_run(const char *source, const char *function, int64_t n, void *const *in, uint32_t n_in,
               void *const *out, uint32_t n_out);
/* The same with the text of kernel_text at hand, in a context of the caller's. */
void slang_run_text(const frit_context *context, const char *text, int64_t n, void *const *in,
                    uint32_t n_in, void *const *out, uint32_t n_out);

#endif
