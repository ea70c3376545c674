/* Loops that a front end writes as LLVM text. */
#include <frit/frit.h>
#include <string.h>

#include "harness.h"

/* word 1 is added to word 2 as often as it says; the step in word 3 gives the absolute value of word 4, to word 5. */
static const char text[] = "; optimise\n"
                           "define i32 @frit_loop(ptr %f) \"no-builtins\" {\n"
                           "entry:\n"
                           "  %np = getelementptr i64, ptr %f, i64 1\n"
                           "  %n = load i64, ptr %np\n"
                           "  %tp = getelementptr i64, ptr %f, i64 2\n"
                           "  br label %head\n"
                           "head:\n"
                           "  %k = phi i64 [0, %entry], [%k1, %body]\n"
                           "  %t = phi i64 [0, %entry], [%t1, %body]\n"
                           "  %go = icmp slt i64 %k, %n\n"
                           "  br i1 %go, label %body, label %end\n"
                           "body:\n"
                           "  %k1 = add i64 %k, 1\n"
                           "  %t1 = add i64 %t, %n\n"
                           "  br label %head\n"
                           "end:\n"
                           "  store i64 %t, ptr %tp\n"
                           "  %sp = getelementptr i64, ptr %f, i64 3\n"
                           "  %s = load ptr, ptr %sp\n"
                           "  %x = getelementptr i64, ptr %f, i64 4\n"
                           "  %y = getelementptr i64, ptr %f, i64 5\n"
                           "  %in = alloca [3 x ptr]\n"
                           "  store ptr %x, ptr %in\n"
                           "  call void %s(ptr %y, ptr %in, i64 1)\n"
                           "  ret i32 7\n"
                           "}\n";

static frit_context *make_context(frit_compile_policy policy) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .compile = policy, .cache_dir = ""};
    frit_context *c = NULL;
    CHECK_EQ_INT(frit_context_new_with(NULL, &options, &c, NULL), FRIT_OK);
    return c;
}

/* NULL: there is no LLVM. */
static frit_context *make_with_llvm(void) {
    frit_context *c = make_context(FRIT_COMPILE_AUTO);
    char version[32];
    if (frit_context_llvm(c, version, sizeof version, NULL) == FRIT_OK)
        return c;
    frit_context_free(c);
    return NULL;
}

TEST(text_is_optimised_kept_and_called) {
    frit_context *c = make_with_llvm();
    if (!c)
        SKIP("there is no LLVM");
    frit_error error;
    frit_loop *loop = NULL, *again = NULL;
    CHECK_MSG(frit_loop_compile(c, text, strlen(text), "sum", true, &loop, &error) == FRIT_OK, "%s",
              error.message);
    CHECK(loop);
    CHECK_EQ_INT(frit_loop_compile(c, text, strlen(text), "sum", false, &again, &error), FRIT_OK);
    CHECK_MSG(again, "it is there, and nobody has to wait");
    CHECK_EQ_UINT(frit_cache_describe(c).compiled, 1);
    int64_t frame[6] = {0, 5, 0, 0, 0, 0};
    double x = -2.5, y;
    frit_step_fn *step = frit_loop_step(c, "abs", frit_dtype_find("f64"));
    CHECK(step);
    memcpy(&frame[3], &step, sizeof step);
    memcpy(&frame[4], &x, sizeof x);
    CHECK_EQ_INT(frit_loop_run(again, frame), 7);
    CHECK_EQ_INT(frame[2], 25);
    memcpy(&y, &frame[5], sizeof y);
    CHECK(y == 2.5);
    frit_loop_free(loop);
    frit_loop_free(again);
    frit_context_free(c);
}

TEST(what_cannot_be_compiled_says_why) {
    frit_context *c = make_with_llvm();
    if (!c)
        SKIP("there is no LLVM");
    static const char *const wrong[] = {"; optimise\nno program",
                                        "; optimise\ndefine void @other() { ret void }\n"};
    for (int k = 0; k < 2; k++) {
        frit_error error;
        frit_loop *loop = NULL;
        CHECK(frit_loop_compile(c, wrong[k], strlen(wrong[k]), NULL, true, &loop, &error) !=
              FRIT_OK);
        CHECK(!loop && error.message[0] != '\0');
    }
    frit_context_free(c);
}

TEST(where_nothing_may_be_compiled_there_are_no_loops) {
    static const frit_compile_policy policies[] = {FRIT_COMPILE_OFF, FRIT_COMPILE_NEVER};
    for (int k = 0; k < 2; k++) {
        frit_context *c = make_context(policies[k]);
        frit_error error;
        frit_loop *loop = NULL;
        CHECK_EQ_NAMED(frit_loop_compile(c, text, strlen(text), NULL, true, &loop, &error),
                       FRIT_ERR_UNSUPPORTED, frit_status_name);
        CHECK(!loop);
        frit_context_free(c);
    }
}
