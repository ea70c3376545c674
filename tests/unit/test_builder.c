/* The builder: what it makes is what the text would say, and a wrong call changes nothing. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#include "frit/frit.h"

typedef struct World {
    struct test_alloc alloc;
    frit_context *context;
    frit_module *m;
    frit_error error;
} World;

static void open_world(World *w, const char *text) {
    *w = (World){.alloc = TEST_ALLOC(0)};
    frit_allocator allocator = {test_alloc_fn, &w->alloc};
    w->context = frit_context_new(&allocator);
    CHECK_MSG(!frit_module_parse(w->context, text, strlen(text), &w->m, &w->error), "%s",
              w->error.message);
}

static void close_world(World *w) {
    frit_module_free(w->m);
    frit_context_free(w->context);
    CHECK_ALLOC(&w->alloc);
}

static void check_text(World *w, const char *want) {
    frit_text text;
    CHECK(!frit_module_print(w->m, &text, &w->error));
    CHECK_STR(text.data, want);
    frit_text_free(w->context, &text);
}

static const char helpers[] = "struct S { a: f32, b: i32 }\n"
                              "\n"
                              "extern two(a: f32, b: f32) -> (p: f32, q: f32)\n"
                              "\n"
                              "program step(i, c, x) -> (r) {\n"
                              "  r = add(c, x)\n"
                              "}\n"
                              "\n"
                              "program less(c, x) -> (r) {\n"
                              "  r = lt(c, x)\n"
                              "}\n";

/* ---- what it makes */

TEST(builds_what_the_text_says) {
    World w;
    open_world(&w, helpers);
    frit_builder *b = frit_builder_new(w.m, "main");
    frit_builder_type_param(b, "T");
    frit_var x = frit_builder_input(b, "x", "T[m,n]"), k = frit_builder_input(b, NULL, NULL);
    frit_var s = frit_builder_input(b, "s", "S");
    CHECK_EQ_UINT(x, 0);
    CHECK_EQ_UINT(k, 1);
    CHECK_EQ_UINT(s, 2);
    frit_var h = frit_builder_literal(b, "0.5:f32", "half"),
             one = frit_builder_literal(b, "1", NULL);
    CHECK_EQ_UINT(h, 3);
    frit_var add = frit_builder_op(b, "add", (frit_var[]){x, k}, 2, NULL, NULL);
    const char *name = "total";
    frit_var sum = frit_builder_op(b, "sum", &add, 1, "axes=[1], keepdims=true", &name);
    const char *names[] = {NULL, "q"};
    frit_var two = frit_builder_call(b, "two", (frit_var[]){h, one}, NULL, 2, names);
    frit_var loop =
        frit_builder_op(b, "for", (frit_var[]){one, k, sum, x}, 4, "body=@step, carry=1", NULL);
    frit_var field = frit_builder_op(b, "extract", &s, 1, "index=1", NULL);
    CHECK_EQ_UINT(two + 2, loop);
    frit_builder_output(b, loop);
    frit_builder_output(b, two + 1);
    frit_builder_output(b, x);
    frit_builder_name(b, field, "b");
    uint32_t program = 99;
    CHECK_MSG(!frit_builder_finish(b, &program, &w.error), "%s", w.error.message);
    CHECK_EQ_UINT(program, 3);
    CHECK_EQ_UINT(w.error.status, FRIT_OK);
    frit_builder_free(b);
    char want[2000];
    snprintf(want, sizeof want, "%s\n%s", helpers,
             "program main<T>(x: T[m,n], v1, s: S) -> (v9, q, x) {\n"
             "  half = const(0.5:f32)\n"
             "  v4 = const(1)\n"
             "  v5 = add(x, v1)\n"
             "  total = sum(v5, axes=[1], keepdims=true)\n"
             "  v7, q = @two(half, v4)\n"
             "  v9 = for(v4, v1, total, x, body=@step, carry=1)\n"
             "  b = extract(s, index=1)\n"
             "}\n");
    check_text(&w, want);
    CHECK(!frit_module_check(w.m, FRIT_CHECK_BUILT, &w.error));
    close_world(&w);
}

TEST(empty_programs) {
    World w;
    open_world(&w, "");
    frit_builder *b = frit_builder_new(w.m, "nothing");
    CHECK(!frit_builder_finish(b, NULL, NULL));
    frit_builder_free(b);
    CHECK_STR(frit_program_name(w.m, 0), "nothing");
    CHECK_EQ_UINT(frit_program_input_count(w.m, 0), 0);
    CHECK_EQ_UINT(frit_program_output_count(w.m, 0), 0);
    CHECK_EQ_UINT(frit_program_instr_count(w.m, 0), 0);
    CHECK_EQ_UINT(frit_program_var_count(w.m, 0), 0);
    check_text(&w, "program nothing() -> () {\n}\n");
    close_world(&w);
}

TEST(keyword_arguments) {
    World w;
    open_world(&w, "extern f(a: f32, b: f32, c: f32) -> (r: f32)");
    frit_builder *b = frit_builder_new(w.m, "main");
    frit_var x = frit_builder_input(b, "x", "f32"), y = frit_builder_input(b, "y", "f32");
    frit_var z = frit_builder_input(b, "z", "f32");
    const char *all[] = {"c", "a", "b"}, *some[] = {NULL, "c", "b"}, *none[] = {NULL, NULL, NULL};
    frit_builder_call(b, "f", (frit_var[]){x, y, z}, all, 3, NULL);
    frit_builder_call(b, "f", (frit_var[]){x, y, z}, some, 3, NULL);
    frit_builder_call(b, "f", (frit_var[]){x, y, z}, none, 3, NULL);
    CHECK_MSG(!frit_builder_finish(b, NULL, &w.error), "%s", w.error.message);
    frit_builder_free(b);
    check_text(&w, "extern f(a: f32, b: f32, c: f32) -> (r: f32)\n\n"
                   "program main(x: f32, y: f32, z: f32) -> () {\n"
                   "  v3 = @f(y, z, x)\n  v4 = @f(x, z, y)\n  v5 = @f(x, y, z)\n}\n");
    close_world(&w);
}

TEST(names_are_made_unique) {
    World w;
    open_world(&w, "");
    frit_builder *b = frit_builder_new(w.m, "main");
    frit_var x = frit_builder_input(b, "x", NULL);
    frit_builder_input(b, "x", NULL);
    frit_builder_input(b, "x.3", NULL);
    frit_builder_input(b, "x", NULL); /* x.3 is taken */
    frit_builder_input(b, "v9", NULL);
    frit_var y = frit_builder_op(b, "neg", &x, 1, NULL, (const char *[]){"x"});
    frit_builder_name(b, x, "y"); /* frees x ... */
    frit_builder_name(b, y, "x"); /* ... for this one */
    frit_builder_name(b, y, "x"); /* its own name */
    frit_var z = frit_builder_literal(b, "1", "x");
    frit_builder_name(b, z, NULL); /* no name at all */
    frit_builder_name(b, z, "");
    CHECK_MSG(!frit_builder_finish(b, NULL, &w.error), "%s", w.error.message);
    frit_builder_free(b);
    check_text(&w, "program main(y, x.1, x.3, x.3.3, \"v9\") -> () {\n"
                   "  x = neg(y)\n"
                   "  v6 = const(1)\n"
                   "}\n");
    close_world(&w);
}

/* ---- wrong calls */

enum { CASES = 36 };

/* One wrong thing on a builder that has inputs x: f32[n] (0) and y (1); what it should say. */
static const char *do_wrong(frit_builder *b, int which) {
    static const frit_var ok[] = {0, 1, 0, 1, 0}, beyond[] = {0, 2}, none[] = {0, FRIT_NO_VAR};
    static const char *const unknown[] = {NULL, "c"}, *const twice[] = {"a", "a"},
                             *const again[] = {NULL, "a"};
    static const char *const bad_utf8[] = {"\xff"}, *const internal[] = {NULL, "p"};
    switch (which) {
    case 0: frit_builder_op(b, "ad", ok, 2, NULL, NULL); return "there is no op called ad";
    case 1: frit_builder_op(b, "", ok, 2, NULL, NULL); return "there is no op called ";
    case 2:
        frit_builder_op(b, "add", beyond, 2, NULL, NULL);
        return "operand 2 is variable 2, and there are only 2";
    case 3:
        frit_builder_op(b, "add", none, 2, NULL, NULL);
        return "operand 2 is variable 4294967295";
    case 4: frit_builder_op(b, "sum", ok, 1, "axis=0", NULL); return "sum has no attribute axis";
    case 5: frit_builder_op(b, "sum", ok, 1, "axes=0", NULL); return "expected `[`";
    case 6:
        frit_builder_op(b, "sum", ok, 1, "axes=[0] keepdims=true", NULL);
        return "expected the end, found `keepdims`";
    case 7: frit_builder_op(b, "sum", ok, 1, "axes=[0],", NULL); return "sum has no attribute ";
    case 8:
        frit_builder_op(b, "sum", ok, 1, "axes=[0], axes=[0]", NULL);
        return "axes is given twice";
    case 9: frit_builder_op(b, "sum", ok, 1, "axes=[0] }", NULL); return "expected the end";
    case 10: frit_builder_op(b, "cast", ok, 1, "to=float", NULL); return "no type called float";
    case 11: frit_builder_op(b, "cast", ok, 1, "to=U", NULL); return "no type called U";
    case 12: frit_builder_op(b, "map", ok, 1, "callee=@main", NULL); return "no program main above";
    case 13: frit_builder_op(b, "add", ok, 2, "\xff", NULL); return "byte 0xff";
    case 14: frit_builder_op(b, "neg", ok, 1, NULL, bad_utf8); return "a name must be UTF-8";
    case 15: frit_builder_literal(b, "1.5:i32", NULL); return "expected an integer of i32";
    case 16: frit_builder_literal(b, "", NULL); return "expected a literal";
    case 17: frit_builder_literal(b, "1 2", NULL); return "expected the end, found `2`";
    case 18: frit_builder_literal(b, "1", "\xc3"); return "a name must be UTF-8";
    case 19:
        frit_builder_call(b, "nobody", ok, NULL, 2, NULL);
        return "there is no program called nobody";
    case 20:
        frit_builder_call(b, "main", ok, NULL, 2, NULL);
        return "there is no program called main";
    case 21:
        frit_builder_call(b, "two", ok, NULL, 1, NULL);
        return "two has 2 inputs and is given 1";
    case 22: frit_builder_call(b, "two", ok, NULL, 3, NULL); return "two has no input number 2";
    case 23: frit_builder_call(b, "two", beyond, NULL, 2, NULL); return "operand 2 is variable 2";
    case 24: frit_builder_call(b, "two", ok, unknown, 2, NULL); return "two has no input called c";
    case 25:
        frit_builder_call(b, "two", ok, twice, 2, NULL);
        return "input a of two is given twice";
    case 26:
        frit_builder_call(b, "two", ok, again, 2, NULL);
        return "input a of two is given twice";
    case 27: frit_builder_call(b, "two", ok, internal, 2, NULL); return "two has no input called p";
    case 28: frit_builder_output(b, 2); return "variable 2, and there are only 2";
    case 29: frit_builder_name(b, 7, "z"); return "variable 7, and there are only 2";
    case 30: frit_builder_name(b, 0, "\xff"); return "a name must be UTF-8";
    case 31: frit_builder_input(b, "z", "f33"); return "no type called f33";
    case 32: frit_builder_input(b, "z", "f32 x"); return "expected the end, found `x`";
    case 33: frit_builder_input(b, "\xff", "f32"); return "a name must be UTF-8";
    case 34: frit_builder_type_param(b, "T"); return "type parameters come before the inputs";
    default:
        frit_builder_op(b, "neg", ok, 1, NULL, NULL);
        frit_builder_input(b, "late", NULL);
        return "inputs come before instructions";
    }
}

TEST(wrong_calls_stick_and_change_nothing) {
    for (int which = 0; which < CASES; which++) {
        World w;
        open_world(&w, helpers);
        frit_builder *b = frit_builder_new(w.m, "main");
        frit_builder_input(b, "x", "f32[n]");
        frit_builder_input(b, "y", NULL);
        const char *words = do_wrong(b, which);
        test_note("case %d: %s", which, words);
        /* whatever follows does nothing, and right calls do not help */
        CHECK_EQ_UINT(frit_builder_input(b, "z", NULL), FRIT_NO_VAR);
        CHECK_EQ_UINT(frit_builder_op(b, "neg", (frit_var[]){0}, 1, NULL, NULL), FRIT_NO_VAR);
        CHECK_EQ_UINT(frit_builder_op(b, "nonsense", NULL, 0, "(", NULL), FRIT_NO_VAR);
        CHECK_EQ_UINT(frit_builder_literal(b, "1", NULL), FRIT_NO_VAR);
        CHECK_EQ_UINT(frit_builder_call(b, "two", (frit_var[]){0, 1}, NULL, 2, NULL), FRIT_NO_VAR);
        frit_builder_output(b, 0);
        frit_builder_name(b, 0, "other");
        frit_builder_type_param(b, "U");
        uint32_t program = 77;
        frit_status status = frit_builder_finish(b, &program, &w.error);
        CHECK(status != FRIT_OK && w.error.status == status);
        CHECK_EQ_UINT(w.error.stage, FRIT_STAGE_BUILD);
        CHECK_EQ_UINT(w.error.line, 0);
        CHECK_MSG(strstr(w.error.message, words), "it says: %s", w.error.message);
        CHECK_EQ_UINT(program, 77);
        frit_builder_free(b);
        check_text(&w, helpers);
        CHECK_EQ_UINT(frit_module_program_count(w.m), 3);
        CHECK_EQ_UINT(frit_module_find(w.m, "main"), FRIT_NO_PROGRAM);
        close_world(&w);
    }
}

/* Mistakes that only the whole program shows. */
TEST(finish_checks_the_program) {
    static const struct {
        const char *op, *attrs, *words;
        uint32_t operands;
    } rows[] = {
        {"add", NULL, "add takes 2 operands, not 1", 1},
        {"neg", NULL, "neg takes 1 operand, not 2", 2},
        {"cast", NULL, "cast needs its attribute to", 1},
        {"for", "body=@step", "for needs its attribute carry", 3},
        {"for", "body=@step, carry=0", "for carries 0 values", 4},
        {"for", "body=@step, carry=70000", "for carries 70000 values", 4},
        {"for", "body=@step, carry=-1", "for carries -1 values", 4},
        {"while", "cond=@less, body=@step, carry=1", "has 3 inputs and is given 2", 2},
        {"if", "then=@step", "if needs its attribute else", 4},
        {"map", NULL, "map needs its attribute callee", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        World w;
        open_world(&w, helpers);
        frit_builder *b = frit_builder_new(w.m, "main");
        frit_builder_input(b, "x", NULL);
        frit_builder_input(b, "y", NULL);
        frit_builder_op(b, rows[i].op, (frit_var[]){0, 1, 0, 1}, rows[i].operands, rows[i].attrs,
                        NULL);
        test_note("%s(%s)", rows[i].op, rows[i].attrs ? rows[i].attrs : "");
        CHECK(frit_builder_finish(b, NULL, &w.error) == FRIT_ERR_CHECK);
        CHECK_MSG(strstr(w.error.message, rows[i].words), "it says: %s", w.error.message);
        CHECK_STR(w.error.place, "program main, instruction 0");
        frit_builder_free(b);
        check_text(&w, helpers);
        close_world(&w);
    }
}

TEST(program_names_that_cannot_be) {
    static const struct {
        const char *name, *words;
    } rows[] = {{"", "a program needs a name"},
                {"\xff", "UTF-8"},
                {"two", "the module already has a program called two"}};
    for (size_t i = 0; i < 3; i++) {
        World w;
        open_world(&w, helpers);
        frit_builder *b = frit_builder_new(w.m, rows[i].name);
        CHECK(b);
        CHECK_EQ_UINT(frit_builder_input(b, "x", NULL), FRIT_NO_VAR);
        CHECK(frit_builder_finish(b, NULL, &w.error) == FRIT_ERR_ARGUMENT);
        CHECK_MSG(strstr(w.error.message, rows[i].words), "it says: %s", w.error.message);
        frit_builder_free(b);
        check_text(&w, helpers);
        close_world(&w);
    }
}

TEST(type_parameters_that_cannot_be) {
    static const char *const names[] = {"f32", "array", "f32x3", "", "S", "\xff"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        World w;
        open_world(&w, helpers);
        frit_builder *b = frit_builder_new(w.m, "main");
        frit_builder_type_param(b, names[i]);
        frit_status status = frit_builder_finish(b, NULL, &w.error);
        /* a name of the language is possible in quotes, as in the text */
        bool possible = i < 3;
        test_note("%s: %s", names[i], w.error.message);
        CHECK((status == FRIT_OK) == possible);
        frit_builder_free(b);
        if (possible) {
            frit_text text;
            frit_module *again = NULL;
            CHECK(!frit_module_print(w.m, &text, &w.error));
            CHECK_MSG(!frit_module_parse(w.context, text.data, text.len, &again, &w.error), "%s",
                      text.data);
            frit_module_free(again);
            frit_text_free(w.context, &text);
        } else {
            check_text(&w, helpers);
        }
        close_world(&w);
    }
    World w;
    open_world(&w, "");
    frit_builder *b = frit_builder_new(w.m, "main");
    frit_builder_type_param(b, "T");
    frit_builder_type_param(b, "T");
    CHECK(frit_builder_finish(b, NULL, &w.error) != FRIT_OK);
    CHECK(strstr(w.error.message, "called T"));
    frit_builder_free(b);
    b = frit_builder_new(w.m, "main");
    for (int i = 0; i < 65; i++) {
        char name[20];
        snprintf(name, sizeof name, "T%d", i);
        frit_builder_type_param(b, name);
    }
    CHECK(frit_builder_finish(b, NULL, &w.error) == FRIT_ERR_ARGUMENT);
    CHECK(strstr(w.error.message, "at most 64"));
    frit_builder_free(b);
    CHECK_EQ_UINT(frit_module_program_count(w.m), 0);
    close_world(&w);
}

/* ---- its life */

TEST(freed_half_way) {
    World w;
    open_world(&w, helpers);
    frit_builder *b = frit_builder_new(w.m, "main");
    frit_var x = frit_builder_input(b, "x", "f32[n]");
    frit_builder_op(b, "sum", &x, 1, "axes=[0]", (const char *[]){"s"});
    frit_builder_free(b);
    frit_builder_free(NULL);
    check_text(&w, helpers);
    CHECK_EQ_UINT(frit_module_program_count(w.m), 3);
    close_world(&w);
}

TEST(finished_twice) {
    World w;
    open_world(&w, "");
    frit_builder *b = frit_builder_new(w.m, "main");
    CHECK(!frit_builder_finish(b, NULL, &w.error));
    CHECK(frit_builder_finish(b, NULL, &w.error) == FRIT_ERR_ARGUMENT);
    CHECK_STR(w.error.message, "the builder was finished before");
    CHECK_EQ_UINT(frit_builder_input(b, "x", NULL), FRIT_NO_VAR);
    frit_builder_output(b, 0);
    frit_builder_free(b);
    CHECK_EQ_UINT(frit_module_program_count(w.m), 1);
    close_world(&w);
}

TEST(two_builders_at_once) {
    World w;
    open_world(&w, "");
    frit_builder *a = frit_builder_new(w.m, "a"), *b = frit_builder_new(w.m, "b"),
                 *twin = frit_builder_new(w.m, "a");
    uint32_t first, second;
    frit_builder_input(a, "x", "f32");
    frit_builder_input(b, "x", "f64");
    CHECK(!frit_builder_finish(b, &second, &w.error));
    CHECK(!frit_builder_finish(a, &first, &w.error));
    CHECK_EQ_UINT(second, 0);
    CHECK_EQ_UINT(first, 1);
    CHECK(frit_builder_finish(twin, NULL, &w.error) != FRIT_OK);
    frit_builder_free(a);
    frit_builder_free(b);
    frit_builder_free(twin);
    check_text(&w, "program b(x: f64) -> () {\n}\n\nprogram a(x: f32) -> () {\n}\n");
    close_world(&w);
}

/* ---- looking inside */

TEST(types_are_cut_as_snprintf_does) {
    World w;
    open_world(&w, "program f(x: f32x3[m,\"a b\"], y) -> () {}");
    static const char want[] = "f32x3[m,\"a b\"]";
    for (size_t size = 0; size < sizeof want + 3; size++) {
        char buffer[40];
        memset(buffer, '#', sizeof buffer);
        CHECK_EQ_UINT(frit_type_text(frit_var_type(w.m, 0, 0), buffer, size), strlen(want));
        if (size) {
            size_t kept = size - 1 < strlen(want) ? size - 1 : strlen(want);
            CHECK(strncmp(buffer, want, kept) == 0 && buffer[kept] == '\0');
        }
        CHECK(buffer[size] == '#');
    }
    CHECK_EQ_UINT(frit_type_text(frit_var_type(w.m, 0, 0), NULL, 0), strlen(want));
    char none[4] = "xxx";
    CHECK_EQ_UINT(frit_type_text(frit_var_type(w.m, 0, 1), none, sizeof none), 0);
    CHECK_STR(none, "");
    CHECK_EQ_UINT(frit_type_text(frit_var_type(w.m, 0, 2), none, sizeof none), 0);
    CHECK_EQ_UINT(frit_type_text(frit_var_type(w.m, 1, 0), none, sizeof none), 0);
    close_world(&w);
}

TEST(numbers_that_are_not_there) {
    World w;
    open_world(&w, "program f(x) -> (x) {}");
    CHECK_STR(frit_program_name(w.m, 1), "");
    CHECK_EQ_UINT(frit_program_input_count(w.m, 1), 0);
    CHECK_EQ_UINT(frit_program_output_count(w.m, 1), 0);
    CHECK_EQ_UINT(frit_program_var_count(w.m, UINT32_MAX), 0);
    CHECK_EQ_UINT(frit_program_instr_count(w.m, 1), 0);
    CHECK_EQ_UINT(frit_program_output(w.m, 0, 1), FRIT_NO_VAR);
    CHECK_EQ_UINT(frit_program_output(w.m, 1, 0), FRIT_NO_VAR);
    CHECK_STR(frit_var_name(w.m, 0, 1), "");
    CHECK_STR(frit_var_name(w.m, 1, 0), "");
    CHECK_EQ_UINT(frit_module_find(w.m, ""), FRIT_NO_PROGRAM);
    CHECK_EQ_UINT(frit_module_find(w.m, "x"), FRIT_NO_PROGRAM);
    frit_instr none = frit_program_instr(w.m, 0, 0);
    CHECK_STR(none.op, "");
    CHECK_EQ_UINT(none.first_output, FRIT_NO_VAR);
    frit_text text;
    CHECK(frit_program_dump(w.m, 1, &text, &w.error) == FRIT_ERR_ARGUMENT);
    frit_op_info op;
    frit_attr_info attr;
    CHECK(!frit_op_describe(UINT32_MAX, &op));
    CHECK(!frit_op_attr(0, 99, &attr));
    CHECK(!frit_op_attr(UINT32_MAX, 0, &attr));
    CHECK(frit_pass_name(99) == NULL && frit_pass_doc(99) == NULL && frit_dialect_name(99) == NULL);
    close_world(&w);
}

TEST(instructions_are_described) {
    World w;
    open_world(
        &w,
        "extern e(a: f32) -> (p: f32, q: f32)\n"
        "program f(x) -> (r) { r, s = @e(x) t, u = map(r, callee=@e) k = const(1) z = add(t, k) }");
    frit_instr call = frit_program_instr(w.m, 1, 0), map = frit_program_instr(w.m, 1, 1);
    frit_instr literal = frit_program_instr(w.m, 1, 2), add = frit_program_instr(w.m, 1, 3);
    CHECK_STR(call.op, "call");
    CHECK_STR(call.callee, "e");
    CHECK_EQ_UINT(call.first_output, 1);
    CHECK_EQ_UINT(call.output_count, 2);
    CHECK_STR(map.op, "map");
    CHECK_STR(map.callee, "e");
    CHECK_EQ_UINT(map.inputs[0], 1);
    CHECK_EQ_UINT(literal.input_count, 0);
    CHECK(literal.callee == NULL);
    CHECK_STR(add.op, "add");
    CHECK_EQ_UINT(add.input_count, 2);
    CHECK_EQ_UINT(add.inputs[0], 3);
    CHECK_EQ_UINT(add.inputs[1], 5);
    CHECK_EQ_UINT(add.first_output, 6);
    close_world(&w);
}

/* Pointers that are const may be shared: a change of a signature does not compile here. */
TEST(const_where_nothing_changes) {
    frit_status (*print)(const frit_module *, frit_text *, frit_error *) = frit_module_print;
    frit_status (*encode)(const frit_module *, frit_text *, frit_error *) = frit_module_encode;
    frit_status (*check)(const frit_module *, frit_check_stage, frit_error *) = frit_module_check;
    frit_status (*dump)(const frit_module *, uint32_t, frit_text *, frit_error *) =
        frit_program_dump;
    frit_status (*infer)(const frit_module *, const char *, const char *const *, uint32_t,
                         const frit_infer_options *, frit_module **, frit_error *) =
        frit_module_infer;
    frit_status (*emit)(const frit_module *, const char *, const frit_emit_options *, frit_text *,
                        frit_error *) = frit_module_emit;
    frit_status (*parse)(const frit_context *, const char *, size_t, frit_module **, frit_error *) =
        frit_module_parse;
    frit_type (*type)(const frit_module *, uint32_t, frit_var) = frit_var_type;
    CHECK(print && encode && check && dump && infer && emit && parse && type);
}
