/*
 * Random functions of the Slang-style language (random_slang.h) against an interpreter that walks the same tree. Every
 * function runs over an array, so that elements go different ways.
 */
#include <stdio.h>
#include <stdlib.h>

#include "slang_fixture.h"
#include "random_slang.h"

enum { ELEMENTS = 37 };

static void run_made(const frit_context *context, uint64_t seed) {
    static Made m;
    int32_t in[4][ELEMENTS], want[2][ELEMENTS], got[2][ELEMENTS];
    memset(&m, 0, sizeof m);
    m.state = seed;
    m.array = seed % 3 ? ARRAY : 4;
    for (int k = 0; k < MAX_FUNCTIONS; k++)
        made_function(&m);
    char *source = made_print(&m), name[8];
    snprintf(name, sizeof name, "f%d", MAX_FUNCTIONS - 1);
    test_note("seed %llu\n%s", (unsigned long long)seed, source);
    for (int i = 0; i < ELEMENTS; i++) {
        uint64_t steps = 0;
        for (int k = 0; k < 4; k++)
            in[k][i] = made_below(&m, 12) - 4;
        want[1][i] = in[2][i];
        want[0][i] =
            made_run(&m, MAX_FUNCTIONS - 1, in[0][i], in[1][i], &want[1][i], in[3][i], &steps);
        CHECK(steps < 100u * MAX_STEPS);
    }
    char *text = slang_text(source, name);
    slang_run_text(context, text, ELEMENTS, (void *[]){in[0], in[1], in[2], in[3]}, 4,
                   (void *[]){got[0], got[1]}, 2);
    for (int i = 0; i < ELEMENTS; i++)
        CHECK_MSG(got[0][i] == want[0][i] && got[1][i] == want[1][i],
                  "element %d: f(%d, %d, %d, %d) is %d and %d, should be %d and %d\n%s", i,
                  in[0][i], in[1][i], in[2][i], in[3][i], got[0][i], got[1][i], want[0][i],
                  want[1][i], source);
    free(text);
    free(source);
}

TEST(random_functions_do_what_they_say) {
    frit_context *context = run_context(1);
    for (uint64_t k = 0; k < test_scaled(300); k++)
        run_made(context, test_seed() * 1000003 + k);
    frit_context_free(context);
}

TEST(random_functions_compiled) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .compile = FRIT_COMPILE_REQUIRE, .cache_dir = ""};
    frit_context *context;
    frit_error error;
    char version[32];
    CHECK(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK);
    if (frit_context_llvm(context, version, sizeof version, &error) != FRIT_OK)
        SKIP("there is no LLVM here");
    for (uint64_t k = 0; k < test_scaled(30); k++)
        run_made(context, test_seed() * 2000003 + k);
    frit_context_free(context);
}
