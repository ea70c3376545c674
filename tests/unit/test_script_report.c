/* Which statements of a script became one kernel. */
#include <stdio.h>
#include <string.h>

#include "front/script/vm/vm.h"
#include "harness.h"

typedef struct Printed {
    char text[4096];
    size_t len;
} Printed;

static void write_text(void *user, const char *bytes, size_t len) {
    Printed *p = user;
    if (p->len + len < sizeof p->text) {
        memcpy(p->text + p->len, bytes, len);
        p->len += len;
    }
}

/* What --explain says of the script; freed by the caller. */
static void explain(const char *script, Printed *printed, Printed *told) {
    frit_error error;
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1, .cache_dir = "",
                                    .compile = FRIT_COMPILE_OFF};
    frit_context *context;
    *printed = *told = (Printed){.len = 0};
    CHECK(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK);
    SessionOptions how = {.context = context,
                          .write = write_text,
                          .write_user = printed,
                          .explain = true,
                          .profile = true};
    Session *s = session_open(&how, &error);
    CHECK_MSG(s, "%s", error.message);
    Diagnostics none = {.errors = 0};
    SessionText text = {.name = "test", .text = script, .len = strlen(script)};
    CHECK_MSG(session_run(s, &text, &none), "%s", interp_message(session_interp(s)));
    Str out = str_make(&session_interp(s)->env);
    CHECK(session_explain(s, &out));
    write_text(told, out.data, out.len);
    str_free(&out);
    session_close(s);
    frit_context_free(context);
}

TEST(statements_of_a_loop_are_one_kernel) {
    Printed printed, told;
    explain("x = ones(10000, 1);\n"
            "for t = 1:3\n"
            "  y = x .* 2;\n"
            "  x = y + 1;\n"
            "end\n"
            "disp(x(7))\n",
            &printed, &told);
    CHECK_STR(printed.text, "15\n");
    CHECK(strstr(told.text, "1 kernel instead of "));
    CHECK(strstr(told.text, "3, 4: "));
    CHECK(strstr(told.text, "steps in one kernel (map)"));
}

TEST(what_keeps_kernels_apart_is_told) {
    Printed printed, told;
    explain("A = reshape((1:10000)', 100, 100);\n"
            "B = A * A';\n"
            "C = B + 1;\n"
            "disp(C(1, 1) > 0)\n",
            &printed, &told);
    CHECK_STR(printed.text, "1\n");
    CHECK(strstr(told.text, "line 2 and line 3 apart: a contraction runs as a kernel of its own"));
}

/* The loop is one `for` of the IR, and nothing of it is gone through. */
static void check_plan(const char *script, const char *turns) {
    Printed printed, told;
    explain(script, &printed, &told);
    CHECK_STR(printed.text, "1\n");
    CHECK_MSG(strstr(told.text, turns), "%s", told.text);
}

TEST(a_loop_over_arrays_is_one_loop_plan) {
    check_plan("M = 5000; S = 100 * ones(M, 1, 'single');\n" /* Monte Carlo */
               "for t = 1:32\n"
               "  Z = randn(M, 1, 'single');\n"
               "  S = S .* exp(single(0.001) + single(0.01) .* Z);\n"
               "end\n"
               "disp(mean(S) > 50)\n",
               "the loop in line 2: one loop plan, of 31 turns\n");
    check_plan("M = 5000; X = rand(M, 40, 'single'); Y = zeros(M, 1, 'single');\n" /* IIR */
               "for t = 1:40\n"
               "  Y = single(0.98) .* Y + single(0.02) .* X(:, t);\n"
               "end\n"
               "disp(mean(Y) > 0)\n",
               "the loop in line 2: one loop plan, of 39 turns\n");
    check_plan("p = 64; C = 128; W = zeros(p, C, 'single');\n" /* NLMS */
               "for t = 1:20\n"
               "  x = rand(p, C, 'single');\n"
               "  d = sum(x .* x, 1);\n"
               "  e = d - sum(x .* W, 1);\n"
               "  W = W + single(0.5) * x .* (e ./ (sum(x .^ 2, 1) + single(1e-3)));\n"
               "end\n"
               "disp(mean(W(:)) > 0)\n",
               "the loop in line 2: one loop plan, of 19 turns\n");
}

TEST(a_loop_with_effects_is_none) {
    Printed printed, told;
    explain("x = ones(5000, 1);\n"
            "for t = 1:4\n"
            "  x = x + 1;\n"
            "  disp(t)\n"
            "end\n",
            &printed, &told);
    CHECK_STR(printed.text, "1\n2\n3\n4\n");
    CHECK(!strstr(told.text, "one loop plan"));
}
