/* Programs that would cost too much, and arguments that are not there, are errors. */
#include <stdio.h>
#include <string.h>

#include "frit/frit.h"
#include "harness.h"

typedef struct World {
    struct test_alloc alloc;
    frit_context *context;
    frit_module *module;
    frit_error error;
} World;

static void open_world(World *w, const char *text) {
    *w = (World){.alloc = TEST_ALLOC(0)};
    frit_allocator allocator = {test_alloc_fn, &w->alloc};
    w->context = frit_context_new(&allocator);
    CHECK_MSG(frit_module_parse(w->context, text, strlen(text), &w->module, &w->error) == FRIT_OK,
              "%s", w->error.message);
}

static void close_world(World *w) {
    frit_module_free(w->module);
    frit_context_free(w->context);
    CHECK_ALLOC(&w->alloc);
}

static frit_status infer_status(World *w) {
    frit_module *typed = NULL;
    frit_status status = frit_module_infer(w->module, NULL, NULL, 0, NULL, &typed, &w->error);
    frit_module_free(typed);
    return status;
}

/* Each level calls the one below with three types: 3^18 combinations. */
TEST(combinations_of_types_are_bounded) {
    char text[8192];
    int n = snprintf(text, sizeof text, "program p0(x) -> (r) { r = neg(x) }\n");
    for (int i = 1; i < 19; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "program p%d(x) -> (r) { a = @p%d(x) y = concat(x, x, axis=0) b = @p%d(y)"
                      " z = concat(x, a, x, axis=0) c = @p%d(z) r = neg(x) }\n",
                      i, i - 1, i - 1, i - 1);
    snprintf(text + n, sizeof text - (size_t)n, "program main(x: f32[n]) -> (r) { r = @p18(x) }\n");
    World w;
    open_world(&w, text);
    CHECK_EQ_NAMED(infer_status(&w), FRIT_ERR_LIMIT, frit_status_name);
    CHECK_MSG(w.alloc.peak_bytes < 512u << 20, "%zu bytes", w.alloc.peak_bytes);
    close_world(&w);
}

TEST(extents_that_cannot_be_equal_are_an_error) {
    const char *texts[] = {
        "program p(x: f32[n]) -> (r) { a = slice(x, start=[1]) r = add(a, x) }",
        ("program step(i, s) -> (r) { r = slice(s, start=[1]) }"
         " program p(x: f32[n]) -> (r) {"
         " lo = const(0) hi = const(3) r = for(lo, hi, x, body=@step, carry=1) }"),
        ("program a(x) -> (x) {} program b(x) -> (r) { r = slice(x, start=[1]) }"
         " program p(c: bool, x: f32[n]) -> (r) { r = if(c, x, then=@a, else=@b) }"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        World w;
        open_world(&w, texts[i]);
        frit_status status = infer_status(&w);
        CHECK_MSG(status == FRIT_ERR_SHAPE || status == FRIT_ERR_TYPE, "%s", texts[i]);
        CHECK_MSG(strstr(w.error.message, "n-1") != NULL, "%s", w.error.message);
        close_world(&w);
    }
}

/* m and n turn out to be one after "m+n" got its name. */
TEST(computed_extents_follow_the_names_they_are_made_of) {
    World w;
    frit_module *typed;
    char type[64];
    open_world(&w,
               "program m(x: f32[n], y: f32[m]) -> (r) {"
               " a = concat(x, y, axis=0) c = add(x, y) d = concat(x, x, axis=0) r = add(a, d) }");
    CHECK_MSG(frit_module_infer(w.module, NULL, NULL, 0, NULL, &typed, &w.error) == FRIT_OK, "%s",
              w.error.message);
    CHECK_EQ_UINT(frit_program_instr_count(typed, 0), 4); /* nothing had to be put in */
    char sum[64], input[64];
    frit_type_text(frit_var_type(typed, 0, 0), input, sizeof input);
    frit_type_text(frit_var_type(typed, 0, 1), type, sizeof type);
    CHECK_STR(type, input);
    frit_type_text(frit_var_type(typed, 0, 2), sum, sizeof sum);
    frit_type_text(frit_var_type(typed, 0, 4), type, sizeof type);
    CHECK_STR(type, sum);
    frit_module_free(typed);
    close_world(&w);
}

TEST(missing_arguments_are_errors) {
    World w;
    uint32_t id;
    open_world(&w, "program p(x: f32) -> (x) {}");
    frit_builder *b = frit_builder_new(w.module, NULL);
    CHECK_EQ_NAMED(frit_builder_finish(b, &id, &w.error), FRIT_ERR_ARGUMENT, frit_status_name);
    frit_builder_free(b);
    for (int i = 0; i < 4; i++) {
        b = frit_builder_new(w.module, "q");
        frit_var x = frit_builder_input(b, NULL, "f32"), got = 0;
        if (i == 0)
            got = frit_builder_op(b, NULL, &x, 1, NULL, NULL);
        else if (i == 1)
            got = frit_builder_op(b, "neg", NULL, 1, NULL, NULL);
        else if (i == 2)
            got = frit_builder_literal(b, NULL, NULL);
        else
            got = frit_builder_call(b, NULL, &x, NULL, 1, NULL);
        CHECK_EQ_UINT(got, FRIT_NO_VAR);
        CHECK(frit_builder_finish(b, &id, &w.error) != FRIT_OK);
        frit_builder_free(b);
    }
    CHECK(frit_module_declare(w.module, NULL, &w.error) != FRIT_OK);
    CHECK_EQ_UINT(frit_module_find(w.module, NULL), FRIT_NO_PROGRAM);
    CHECK_EQ_NAMED(frit_module_check(w.module, (frit_check_stage)99, &w.error), FRIT_ERR_ARGUMENT,
                   frit_status_name);
    CHECK_EQ_UINT(frit_module_program_count(w.module), 1);
    close_world(&w);
}

/* A chain of names that are made one from the last to the first takes no longer than the other way. */
TEST(long_chains_of_equal_extents) {
    enum { N = 3000 };
    static char text[N * 120];
    int n = snprintf(text, sizeof text, "program p(");
    for (int i = 0; i <= N; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%sx%d: f32[e%d]", i ? ", " : "", i, i);
    n += snprintf(text + n, sizeof text - (size_t)n, ") -> (a1) {\n");
    for (int i = N; i > 0; i--)
        n += snprintf(text + n, sizeof text - (size_t)n, "a%d = add(x%d, x%d)\n", i, i - 1, i);
    snprintf(text + n, sizeof text - (size_t)n, "}\n");
    World w;
    frit_module *typed;
    char type[32];
    open_world(&w, text);
    CHECK(frit_module_infer(w.module, NULL, NULL, 0, NULL, &typed, &w.error) == FRIT_OK);
    for (frit_var v = 0; v < 2 * N; v += 997) {
        frit_type_text(frit_var_type(typed, 0, v), type, sizeof type);
        CHECK_STR(type, "f32[e0]");
    }
    frit_module_free(typed);
    close_world(&w);
}
