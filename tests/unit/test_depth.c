/*
 * Depth and width that a program should not have, on a small stack: an answer or an error, never a
 * crash. The work is done in a thread of its own; the test looks at what it left.
 */
#include "harness.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frit/frit.h"
#include "gen/gen.h"

enum { STACK = 256 * 1024, DEEP = 10000 };

/* What a module went through, and how far it came. */
typedef struct Journey {
    char *text; /* given */
    frit_status parse, round_trip, infer, check, optimize, emit;
    frit_error error;
} Journey;

static frit_status take_text(const frit_context *context, const frit_module *m, Journey *j) {
    frit_text text = {0}, bytes = {0};
    frit_module *copy = NULL, *decoded = NULL;
    frit_status status = frit_module_print(m, &text, &j->error);
    if (!status)
        status = frit_module_encode(m, &bytes, &j->error);
    if (!status)
        status = frit_module_parse(context, text.data, text.len, &copy, &j->error);
    if (!status)
        status = frit_module_decode(context, bytes.data, bytes.len, &decoded, &j->error);
    frit_module_free(copy);
    frit_module_free(decoded);
    frit_text_free(context, &text);
    frit_text_free(context, &bytes);
    return status;
}

static void *travel(void *user) {
    Journey *j = user;
    frit_context *context = frit_context_new(NULL);
    frit_module *m = NULL, *typed = NULL;
    frit_text source = {0};
    j->parse = frit_module_parse(context, j->text, strlen(j->text), &m, &j->error);
    if (m) {
        j->round_trip = take_text(context, m, j);
        j->infer = frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &j->error);
    }
    if (typed) {
        frit_emit_options c = {FRIT_SIZED(frit_emit_options), .dialect = "c"};
        j->check = frit_module_check(typed, FRIT_CHECK_TYPED, &j->error);
        j->emit = frit_module_emit(typed, NULL, &c, &source, &j->error);
        j->optimize = frit_module_optimize(typed, NULL, NULL, &j->error);
    }
    frit_text_free(context, &source);
    frit_module_free(typed);
    frit_module_free(m);
    frit_context_free(context);
    return NULL;
}

/* Takes the text over. */
static Journey journey(char *text) {
    Journey j = {.text = text};
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(text);
    CHECK(!pthread_attr_init(&attributes) && !pthread_attr_setstacksize(&attributes, STACK));
    CHECK(!pthread_create(&thread, &attributes, travel, &j) && !pthread_join(thread, NULL));
    pthread_attr_destroy(&attributes);
    free(text);
    return j;
}

/* ---- texts */

typedef struct Text {
    char *data;
    size_t len, cap;
} Text;

__attribute__((format(printf, 2, 3))) static void add(Text *t, const char *format, ...) {
    va_list args;
    if (t->cap - t->len < 512) {
        t->cap = t->cap * 2 + 4096;
        t->data = realloc(t->data, t->cap);
        CHECK(t->data);
    }
    va_start(args, format);
    int n = vsnprintf(t->data + t->len, 512, format, args);
    va_end(args);
    CHECK(n >= 0 && n < 512);
    t->len += (size_t)n;
}

static char *repeat(const char *head, const char *part, unsigned n, const char *tail) {
    Text t = {0};
    add(&t, "%s", head);
    for (unsigned i = 0; i < n; i++)
        add(&t, "%s", part);
    add(&t, "%s", tail);
    return t.data;
}

/* ---- tests */

/* All of it works: every stage walks the call graph without a stack. */
TEST(calls) {
    frit_error error = {.status = FRIT_OK};
    Env env = {&gen_allocator, &error};
    Module *m = gen_call_chain(&env, DEEP);
    frit_text text;
    CHECK(m && !frit_module_print(m, &text, &error));
    module_free(m);
    char *copy = malloc(text.len + 1);
    CHECK(copy);
    memcpy(copy, text.data, text.len + 1);
    env_free(&gen_allocator, text.data, text.cap);
    Journey j = journey(copy);
    CHECK_MSG(!j.parse && !j.round_trip && !j.infer && !j.check, "%s", j.error.message);
    CHECK_MSG(!j.optimize || j.optimize == FRIT_ERR_LIMIT, "%s", j.error.message);
}

TEST(branches_and_loops_inside_each_other) {
    Text t = {0};
    add(&t, "program c(i, x) -> (r) { r = lt(i, i) }\nprogram p0(i, x) -> (x) { }\n");
    for (int k = 1; k < DEEP; k++)
        add(&t,
            k % 2 ? "program p%d(i, x) -> (r) { r = for(i, i, x, body=@p%d, carry=1) }\n"
                  : "program p%d(i, x) -> (r) { b = const(true) r = if(b, i, x, then=@p%d, "
                    "else=@p0) }\n",
            k, k - 1);
    add(&t, "program main(i: i32, x: f32) -> (r) { r = @p%d(i, x) }\n", DEEP - 1);
    Journey j = journey(t.data);
    CHECK_MSG(!j.parse && !j.round_trip && !j.infer && !j.check, "%s", j.error.message);
    CHECK_MSG(!j.optimize || j.optimize == FRIT_ERR_LIMIT, "%s", j.error.message);
}

/* Each program calls the one before twice: 2^60 steps when all is inlined. */
TEST(calls_that_double) {
    Text t = {0};
    add(&t, "program p0(x) -> (r) { r = neg(x) }\n");
    for (int k = 1; k < 60; k++)
        add(&t, "program p%d(x) -> (r) { a = @p%d(x) r = @p%d(a) }\n", k, k - 1, k - 1);
    add(&t, "program main(x: f32) -> (r) { r = @p59(x) }\n");
    Journey j = journey(t.data);
    CHECK_MSG(!j.parse && !j.round_trip && !j.infer && !j.check, "%s", j.error.message);
    CHECK_MSG(!j.optimize || j.optimize == FRIT_ERR_LIMIT, "%s", j.error.message);
}

/* Each type makes two new ones of the program before: instances must not double for ever. */
TEST(types_that_multiply) {
    Text t = {0};
    add(&t, "program p0(x) -> (r) { r = neg(x) }\n");
    for (int k = 1; k < 40; k++)
        add(&t,
            "program p%d(x) -> (r) { a = stack(x, x, axis=0) b = @p%d(x) c = @p%d(a)"
            " r = add(b, c) }\n",
            k, k - 1, k - 1);
    add(&t, "program main(x: f32) -> (r) { r = @p39(x) }\n");
    Journey j = journey(t.data);
    CHECK(!j.parse && !j.round_trip);
    CHECK_MSG(!j.infer || j.infer == FRIT_ERR_LIMIT || j.infer == FRIT_ERR_SHAPE, "%s",
              j.error.message);
}

TEST(brackets_and_types) {
    static const char *const parts[] = {"array(",     "(",
                                        "[",          "{",
                                        "<",          "\"",
                                        "->",         "f32[",
                                        "-",          "@",
                                        "const(",     "axes=[",
                                        "0x",         "1e",
                                        "#",          "nan(",
                                        ",",          ":",
                                        "=",          "struct S {",
                                        "program p(", "program p() -> (",
                                        "v"};
    static const char *const heads[] = {"",
                                        "program p(x: ",
                                        "program p() -> () { x = ",
                                        "program p() -> () { x = const(",
                                        "struct S { a: ",
                                        "program p(x: f32["};
    for (size_t h = 0; h < sizeof heads / sizeof *heads; h++)
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            test_note("%s and %s", heads[h], parts[k]);
            Journey j = journey(repeat(heads[h], parts[k], 20000, ""));
            CHECK(j.parse == FRIT_ERR_SYNTAX || j.parse == FRIT_ERR_LIMIT ||
                  (j.parse == FRIT_OK && h == 0 && strcmp(parts[k], "#") == 0));
        }
}

TEST(fixed_arrays_inside_each_other) {
    for (unsigned depth = 30; depth < 36; depth++) {
        Text t = {0};
        add(&t, "program p(x: ");
        for (unsigned i = 0; i < depth; i++)
            add(&t, "array(");
        add(&t, "f32");
        for (unsigned i = 0; i < depth; i++)
            add(&t, ",1)");
        add(&t, "[n]) -> (x) { }\n");
        Journey j = journey(t.data);
        test_note("depth %u: %s", depth, j.error.message);
        CHECK(depth <= 32 ? !j.parse && !j.round_trip && !j.infer && !j.check
                          : j.parse == FRIT_ERR_SYNTAX || j.parse == FRIT_ERR_LIMIT);
    }
}

TEST(structs_inside_each_other) {
    Text t = {0};
    add(&t, "struct s0 { a: f32 }\n");
    for (int k = 1; k < DEEP; k++)
        add(&t, "struct s%d { a: s%d, b: s%d }\n", k, k - 1, k - 1);
    Journey j = journey(t.data);
    CHECK(j.parse == FRIT_ERR_LIMIT);
}

/* As deep as structs may be, each twice as large as the one before. */
TEST(structs_that_double) {
    Text t = {0};
    add(&t, "struct s1 { a: f32 }\n");
    for (int k = 2; k <= 32; k++)
        add(&t, "struct s%d { a: s%d, b: s%d }\n", k, k - 1, k - 1);
    add(&t,
        "program p(x: s32, y: s32[n]) -> (x, r) {\n  c = const(true)\n  r = select(c, x, y)\n}\n");
    Journey j = journey(t.data);
    CHECK_MSG(!j.parse && !j.round_trip && !j.infer && !j.check, "%s", j.error.message);
}

TEST(ranks) {
    for (unsigned rank = 63; rank < 67; rank++) {
        Text t = {0};
        add(&t, "program p(x: f32[");
        for (unsigned i = 0; i < rank; i++)
            add(&t, "%s2", i ? "," : "");
        add(&t, "]) -> (x) { }\n");
        Journey j = journey(t.data);
        CHECK(rank <= 64 ? !j.parse && !j.infer
                         : j.parse == FRIT_ERR_SYNTAX || j.parse == FRIT_ERR_LIMIT);
    }
}

TEST(a_wide_program) {
    Text t = {0};
    add(&t, "program f(");
    for (int i = 0; i < DEEP; i++)
        add(&t, "%sx%d", i ? ", " : "", i);
    add(&t, ") -> (");
    for (int i = 0; i < DEEP; i++)
        add(&t, "%sx%d", i ? ", " : "", i);
    add(&t, ") { }\nprogram main(x: f32) -> (y0) {\n  ");
    for (int i = 0; i < DEEP; i++)
        add(&t, "%sy%d", i ? ", " : "", i);
    add(&t, " = @f(");
    for (int i = 0; i < DEEP; i++)
        add(&t, "%sx", i ? ", " : "");
    add(&t, ")\n  s = stack(");
    for (int i = 0; i < DEEP; i++)
        add(&t, "%sy%d, ", "", i);
    add(&t, "x, axis=0)\n}\n");
    Journey j = journey(t.data);
    CHECK_MSG(!j.parse && !j.round_trip && !j.infer && !j.check && !j.optimize, "%s",
              j.error.message);
}
