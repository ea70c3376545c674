/* Inference as a whole: what it leaves alone, what it makes, and that the checker agrees with it. */
#define _GNU_SOURCE
#include "harness.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frit/frit.h"

/* Every block moves when it grows, so that a stale pointer shows. */
typedef struct World {
    struct test_alloc *alloc;
    frit_context *context;
    frit_error error;
    frit_module *m;
} World;

static World open_world(const char *text) {
    World w = {.alloc = calloc(1, sizeof *w.alloc)};
    *w.alloc = (struct test_alloc)TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, w.alloc};
    w.context = frit_context_new(&allocator);
    CHECK_MSG(!frit_module_parse(w.context, text, strlen(text), &w.m, &w.error), "%u:%u: %s",
              w.error.line, w.error.column, w.error.message);
    return w;
}

static void close_world(World *w) {
    frit_module_free(w->m);
    frit_context_free(w->context);
    CHECK_ALLOC(w->alloc);
    free(w->alloc);
}

static frit_text print(const frit_module *m) {
    frit_text text;
    frit_error error;
    CHECK(!frit_module_print(m, &text, &error));
    return text;
}

static frit_module *infer(World *w, const frit_module *m, const char *entry,
                          const char *const *types, uint32_t count) {
    frit_module *typed = NULL;
    frit_status status = frit_module_infer(m, entry, types, count, NULL, &typed, &w->error);
    CHECK_MSG(!status, "%s (%s)", w->error.message, w->error.place);
    CHECK_MSG(!frit_module_check(typed, FRIT_CHECK_TYPED, &w->error), "%s (%s)", w->error.message,
              w->error.place);
    return typed;
}

static void check_text(const World *w, const frit_module *m, const char *want) {
    frit_text text = print(m);
    CHECK_STR(text.data, want);
    frit_text_free(w->context, &text);
}

/* The type of output k of the last program. */
static const char *output_type(const frit_module *m, uint32_t k, char buffer[100]) {
    uint32_t last = frit_module_program_count(m) - 1;
    frit_type_text(frit_var_type(m, last, frit_program_output(m, last, k)), buffer, 100);
    return buffer;
}

/* ---- types do not stick */

TEST(types_never_stick) {
    World w = open_world("program square(x) -> (r) { r = mul(x, x) }\n"
                         "program main(x, y) -> (r) { s = @square(x) r = add(s, y) }");
    static const char *const ints[] = {"i32", "i32"}, *const floats[] = {"f32[n]", "f32"};
    frit_text before = print(w.m);
    char type[100];
    for (int round = 0; round < 3; round++) {
        frit_module *a = infer(&w, w.m, NULL, ints, 2), *b = infer(&w, w.m, NULL, floats, 2);
        CHECK_STR(output_type(a, 0, type), "i32");
        CHECK_STR(output_type(b, 0, type), "f32[n]");
        check_text(&w, w.m, before.data);
        frit_module_free(a);
        frit_module_free(b);
    }
    frit_module *none = NULL;
    CHECK(frit_module_infer(w.m, NULL, NULL, 0, NULL, &none, &w.error) == FRIT_ERR_TYPE);
    CHECK(strstr(w.error.message, "input 0 (x) has no type"));
    check_text(&w, w.m, before.data);
    frit_text_free(w.context, &before);
    close_world(&w);
}

/* A module that was inferred can be inferred again for other types once they are cleared. */
TEST(cleared_types_come_back) {
    World w = open_world("extern e(a: f32) -> (r: f32)\n"
                         "program row(x: f32[n]) -> (s) { s = sum(x) }\n"
                         "program half<T>(x: T) -> (r) { h = const(0.5:T) r = mul(x, h) }\n"
                         "program main(x: f32[m,n]) -> (r, t, u) { r = map(x, callee=@row)"
                         " t = map(x, callee=@half) u = map(r, callee=@e) }");
    frit_module *typed = infer(&w, w.m, NULL, NULL, 0);
    frit_text before = print(typed);
    CHECK(!frit_module_clear_types(typed, &w.error));
    char type[100];
    uint32_t last = frit_module_program_count(typed) - 1;
    CHECK_STR(output_type(typed, 0, type), "");
    frit_type_text(frit_var_type(typed, last, 0), type, sizeof type);
    CHECK_STR(type, "f32[m,n]");
    frit_module *again = infer(&w, typed, NULL, NULL, 0);
    check_text(&w, again, before.data);
    /* and on the module as it was written: generic programs keep what binds their parameters */
    CHECK(!frit_module_clear_types(w.m, &w.error));
    frit_module *third = infer(&w, w.m, NULL, NULL, 0);
    check_text(&w, third, before.data);
    frit_text_free(w.context, &before);
    frit_module_free(third);
    frit_module_free(again);
    frit_module_free(typed);
    close_world(&w);
}

/* ---- the arguments of the call */

TEST(input_types_of_the_call) {
    World w = open_world("program f(x: f32[n], y) -> (r) { r = mul(x, y) } program g(a) -> (a) {}");
    frit_module *typed = NULL;
    char type[100];
    const char *types[] = {NULL, "f32"}, *sizes[] = {"f32[8]", "f32[8]"},
               *wrong[] = {"i32[8]", "f32"};
    typed = infer(&w, w.m, "f", types, 2);
    CHECK_STR(output_type(typed, 0, type), "f32[n]");
    frit_module_free(typed);
    typed = infer(&w, w.m, "f", sizes, 2);
    CHECK_STR(output_type(typed, 0, type), "f32[8]");
    frit_module_free(typed);
    typed = (frit_module *)&w; /* must be set to NULL by every failure */
    CHECK(frit_module_infer(w.m, "f", wrong, 2, NULL, &typed, &w.error) == FRIT_ERR_TYPE);
    CHECK(typed == NULL);
    CHECK_STR(w.error.message, "x is declared f32[n] but is i32[8]");
    CHECK(frit_module_infer(w.m, "f", types, 1, NULL, &typed, &w.error) == FRIT_ERR_ARGUMENT);
    CHECK_STR(w.error.message, "1 input types for a program of 2 inputs");
    CHECK(frit_module_infer(w.m, "h", NULL, 0, NULL, &typed, &w.error) == FRIT_ERR_ARGUMENT);
    CHECK_STR(w.error.message, "there is no program called h");
    const char *bad[] = {"f32[n", NULL};
    CHECK(frit_module_infer(w.m, "f", bad, 2, NULL, &typed, &w.error) == FRIT_ERR_SYNTAX);
    CHECK_STR(w.error.place, "the type given for input 0 of f");
    CHECK_EQ_UINT(w.error.line, 0);
    CHECK(frit_module_infer(w.m, "f", types, 2, NULL, &typed, NULL) == FRIT_OK);
    frit_module_free(typed);
    close_world(&w);

    World empty = open_world("struct S { a: f32 }");
    CHECK(frit_module_infer(empty.m, NULL, NULL, 0, NULL, &typed, &empty.error) ==
          FRIT_ERR_ARGUMENT);
    CHECK_STR(empty.error.message, "the module has no program");
    close_world(&empty);
}

/* ---- instances */

TEST(only_what_is_reached_and_once_for_each_type) {
    World w =
        open_world("program unused(x) -> (x) {}\n"
                   "program f(x) -> (r) { r = neg(x) }\n"
                   "program g(x, y) -> (a, b, c, d) { a = @f(x) b = @f(y) c = @f(a) d = @f(x) }\n"
                   "program later(x: f32) -> (x) {}");
    static const char *const same[] = {"f32", "f32"}, *const two[] = {"f32", "i32[n]"};
    frit_module *typed = infer(&w, w.m, "g", same, 2);
    CHECK_EQ_UINT(frit_module_program_count(typed), 2);
    frit_module_free(typed);
    typed = infer(&w, w.m, "g", two, 2);
    CHECK_EQ_UINT(frit_module_program_count(typed), 3);
    CHECK_STR(frit_program_name(typed, 0), "f");
    CHECK_STR(frit_program_name(typed, 2), "g");
    frit_module_free(typed);
    close_world(&w);
}

/* Instances get numbers behind their names; names that are in use already stay with their owners. */
TEST(instances_do_not_take_names) {
    World w =
        open_world("program f(x) -> (r) { r = neg(x) }\n"
                   "program f.1(x) -> (r) { r = abs(x) }\n"
                   "program f.2(x: i32, y: f32) -> (a, b, c) { a = @f(x) b = @f(y) c = @f.1(y) }");
    frit_module *typed = infer(&w, w.m, NULL, NULL, 0);
    CHECK_EQ_UINT(frit_module_program_count(typed), 4);
    CHECK_STR(frit_program_name(typed, 3), "f.2");
    CHECK(frit_module_find(typed, "f") != FRIT_NO_PROGRAM);
    CHECK(frit_module_find(typed, "f.1") != FRIT_NO_PROGRAM);
    frit_instr call = frit_program_instr(typed, 3, 2);
    CHECK_STR(call.callee, "f.1");
    frit_module_free(typed);
    close_world(&w);
}

/* ---- extents */

/* One name after another turns out to be the next: every one is the number in the end. */
TEST(many_names_meet) {
    enum { N = 2000 };
    char *text = malloc(N * 120);
    char *at = text + sprintf(text, "program main(x0: f32[m0]");
    for (int i = 1; i < N; i++)
        at += sprintf(at, ", x%d: f32[m%d]", i, i);
    at += sprintf(at, ", last: f32[7]) -> (s) {\n");
    for (int i = 1; i < N; i++)
        at += sprintf(at, "  a%d = add(x%d, x%d)\n", i, i, i - 1);
    sprintf(at, "  s = add(x0, last)\n}\n");
    World w = open_world(text);
    frit_module *typed = infer(&w, w.m, NULL, NULL, 0);
    char type[100];
    CHECK_STR(output_type(typed, 0, type), "f32[7]");
    frit_type_text(frit_var_type(typed, 0, N / 2), type, sizeof type);
    CHECK_STR(type, "f32[7]");
    frit_module_free(typed);
    close_world(&w);
    free(text);
}

/* What is learnt at the end of one walk matters to its beginning, again and again. */
static void write_late_facts(char *text, int n) {
    char *at = text + sprintf(text, "program main(x0: f32[m0]");
    for (int i = 1; i <= n; i++)
        at += sprintf(at, ", x%d: f32[m%d]", i, i);
    at += sprintf(at, ", last: f32[1000]) -> (s) {\n");
    for (int i = n; i > 0; i--) /* m(i) is m(i-1) less one: known only once m(i-1) is */
        at += sprintf(at, "  t%d = slice(x%d, start=[1]) a%d = add(t%d, x%d)\n", i, i - 1, i, i, i);
    sprintf(at, "  s = add(x0, last)\n}\n");
}

TEST(facts_learnt_late) {
    char text[20000], type[100];
    write_late_facts(text, 40);
    World w = open_world(text);
    frit_module *typed = infer(&w, w.m, NULL, NULL, 0);
    frit_type_text(frit_var_type(typed, 0, 40), type, sizeof type);
    CHECK_STR(type, "f32[960]");
    frit_module_free(typed);
    close_world(&w);
    write_late_facts(text, 150);
    w = open_world(text);
    typed = NULL;
    frit_status status = frit_module_infer(w.m, NULL, NULL, 0, NULL, &typed, &w.error);
    CHECK(status == FRIT_ERR_LIMIT);
    CHECK(typed == NULL);
    close_world(&w);
}

/* How many elements Python's x[start:stop:step] has, by walking; OUT leaves an entry out. */
enum { OUT = 99 };

static int count_slice(int n, int start, int stop, int step) {
    int count = 0;
    int first = start == OUT ? (step > 0 ? 0 : n - 1) : start < 0 ? start + n : start;
    int end = stop == OUT ? (step > 0 ? n : -1) : stop < 0 ? stop + n : stop;
    first = step > 0 ? (first < 0 ? 0 : first) : (first > n - 1 ? n - 1 : first);
    end = step < 0 && end < -1 ? -1 : end;
    for (int i = first; i >= 0 && i < n && (step > 0 ? i < end : i > end); i += step)
        count++;
    return count;
}

static const char *entry_text(int value, char buffer[12]) {
    snprintf(buffer, 12, "%d", value);
    return value == OUT ? "_" : buffer;
}

TEST(slices_are_counted_as_python_counts) {
    static const int steps[] = {OUT, 1, 2, 3, 7, -1, -2, -3, -7};
    char *text = malloc(400000), a[12], b[12], c[12], type[100], want[20];
    for (int n = 0; n <= 5; n++) {
        char *at = text + sprintf(text, "program main(x: f32[%d]) -> () {\n", n);
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
            for (int start = -8; start <= 8; start++)
                for (int stop = -8; stop <= 8; stop++)
                    at += sprintf(at, "  v%d = slice(x, start=[%s], stop=[%s], step=[%s])\n",
                                  1 + ((int)s * 17 + start + 8) * 17 + stop + 8,
                                  entry_text(start == 8 ? OUT : start, a),
                                  entry_text(stop == 8 ? OUT : stop, b), entry_text(steps[s], c));
        sprintf(at, "}\n");
        World w = open_world(text);
        frit_module *typed = infer(&w, w.m, NULL, NULL, 0);
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
            for (int start = -8; start <= 8; start++)
                for (int stop = -8; stop <= 8; stop++) {
                    uint32_t var = 1 + (uint32_t)(((int)s * 17 + start + 8) * 17 + stop + 8);
                    frit_type_text(frit_var_type(typed, 0, var), type, sizeof type);
                    snprintf(want, sizeof want, "f32[%d]",
                             count_slice(n, start == 8 ? OUT : start, stop == 8 ? OUT : stop,
                                         steps[s] == OUT ? 1 : steps[s]));
                    test_note("%d elements [%d:%d:%d], %d left out", n, start, stop, steps[s], OUT);
                    CHECK_STR(type, want);
                }
        frit_module_free(typed);
        close_world(&w);
    }
    free(text);
}

/* ---- everything the golden files type */

static char *read_file(const char *folder, const char *name) {
    char path[800];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    CHECK_MSG(file, "%s cannot be read", path);
    char *text = calloc(1, 300000);
    CHECK(fread(text, 1, 299999, file) > 0);
    fclose(file);
    return text;
}

/* The text is read back as a module that is as well typed, and typing it again changes nothing. */
static void check_typed_again(World *w, const frit_module *typed,
                              const frit_infer_options *options) {
    frit_text once = print(typed);
    frit_module *read = NULL, *again = NULL;
    test_note("%s", once.data);
    CHECK_MSG(!frit_module_check(typed, FRIT_CHECK_TYPED, &w->error), "%s", w->error.message);
    CHECK_MSG(!frit_module_parse(w->context, once.data, once.len, &read, &w->error), "%s",
              w->error.message);
    CHECK_MSG(!frit_module_check(read, FRIT_CHECK_TYPED, &w->error), "%s", w->error.message);
    CHECK_MSG(!frit_module_infer(read, NULL, NULL, 0, options, &again, &w->error), "%s",
              w->error.message);
    check_text(w, again, once.data);
    frit_module_free(again);
    CHECK(!frit_module_clear_types(read, &w->error));
    CHECK_MSG(!frit_module_infer(read, NULL, NULL, 0, options, &again, &w->error), "%s",
              w->error.message);
    check_text(w, again, once.data);
    frit_module_free(again);
    frit_module_free(read);
    frit_text_free(w->context, &once);
}

TEST(golden_programs_are_typed_well) {
    const char *root = getenv("FRIT_SRC");
    char folder[500];
    snprintf(folder, sizeof folder, "%s/tests/golden/infer", root ? root : ".");
    DIR *dir = opendir(folder);
    unsigned typed_count = 0;
    if (!dir)
        SKIP("the golden files are not here");
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!strstr(entry->d_name, ".frit"))
            continue;
        char *text = read_file(folder, entry->d_name);
        World w = open_world(text);
        for (uint32_t p = 0; p < frit_module_program_count(w.m); p++)
            for (int mode = 0; mode < 3; mode++) {
                frit_infer_options options = {FRIT_SIZED(frit_infer_options),
                                              .promotion = (frit_promotion)mode,
                                              .default_f32 = p % 2};
                frit_module *typed = NULL;
                if (frit_module_infer(w.m, frit_program_name(w.m, p), NULL, 0, &options, &typed,
                                      &w.error))
                    continue;
                check_typed_again(&w, typed, &options);
                typed_count++;
                frit_module_free(typed);
            }
        close_world(&w);
        free(text);
    }
    closedir(dir);
    CHECK(typed_count > 300);
}

/* ---- errors say where */

TEST(errors_name_the_place) {
    World w = open_world("program inner(x, y) -> (r) {\n  t = neg(x)\n  r = add(t, y)\n}\n"
                         "program main(x: f32, y: i32) -> (r) {\n  r = @inner(x, y)\n}");
    frit_module *typed = NULL;
    CHECK(frit_module_infer(w.m, NULL, NULL, 0, NULL, &typed, &w.error) == FRIT_ERR_TYPE);
    CHECK_EQ_UINT(w.error.stage, FRIT_STAGE_INFER);
    CHECK_STR(w.error.place, "program inner, instruction 1");
    CHECK_EQ_UINT(w.error.line, 3);
    CHECK_EQ_UINT(w.error.column, 3);
    CHECK_STR(w.error.message, "add: operands of f32 and i32; cast one of them");
    close_world(&w);
}

/* ---- no memory */

static const char everything[] = "struct S { a: f32, b: i32 }\n"
                                 "extern e(x: f32[n], k: f32) -> (r: f32[n])\n"
                                 "program half<T>(x: T) -> (r) { h = const(0.5:T) r = mul(x, h) }\n"
                                 "program tail(x: f32[n]) -> (r) { r = slice(x, start=[1]) }\n"
                                 "program body(i, c, x) -> (r) { r = add(c, x) }\n"
                                 "program main(x, k, y: f32[5], z: f32[q], s: S[q]) -> (r, w) {\n"
                                 "  t = @e(x, k)\n"
                                 "  u = @tail(t)\n"
                                 "  v = concat(u, z, axis=0)\n"
                                 "  a = add(z, y)\n"
                                 "  one = const(1)\n"
                                 "  b = map(a, callee=@half)\n"
                                 "  lo = const(0)\n"
                                 "  c = for(lo, one, b, a, body=@body, carry=1)\n"
                                 "  f = extract(s, index=0)\n"
                                 "  r = slice(v, stop=[-4])\n"
                                 "  d = add(r, x)\n"
                                 "  w = softmax(c)\n"
                                 "}\n";

/* The n-th allocation fails, for every n: a clear status, nothing lost, nothing left half done. */
TEST(memory_may_run_out_anywhere) {
    for (size_t n = 1;; n++) {
        struct test_alloc alloc = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &alloc};
        frit_context *context = frit_context_new(&allocator);
        frit_module *m = NULL, *typed = NULL;
        frit_error error = {.status = FRIT_OK};
        frit_status status = FRIT_ERR_NOMEM;
        if (context)
            status = frit_module_parse(context, everything, strlen(everything), &m, &error);
        if (!status)
            status = frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &error);
        if (!status)
            status = frit_module_clear_types(typed, &error);
        test_note("allocation %zu: %s", n, error.message);
        CHECK(status == (alloc.failures ? FRIT_ERR_NOMEM : FRIT_OK));
        frit_module_free(typed);
        frit_module_free(m);
        frit_context_free(context);
        CHECK_ALLOC(&alloc);
        if (!alloc.failures)
            break;
    }
}
