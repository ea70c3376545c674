/*
 * The behaviours a bytecode program promises: building, printing, types, source; and the defects
 * such systems have had. Through the public header alone.
 */
#include <stdio.h>
#include <string.h>

#include "frit/frit.h"
#include "harness.h"

/* ---- helpers */

typedef struct World {
    struct test_alloc alloc;
    frit_context *context;
    frit_module *module;
    frit_error error;
} World;

static void open_world(World *w) {
    *w = (World){.alloc = TEST_ALLOC(0)};
    frit_allocator allocator = {test_alloc_fn, &w->alloc};
    w->context = frit_context_new(&allocator);
    CHECK(w->context);
    CHECK(frit_module_new(w->context, &w->module, &w->error) == FRIT_OK);
}

static void close_world(World *w) {
    frit_module_free(w->module);
    frit_context_free(w->context);
    CHECK_ALLOC(&w->alloc);
}

static void declare(World *w, const char *text) {
    CHECK_MSG(frit_module_declare(w->module, text, &w->error) == FRIT_OK, "%s", w->error.message);
}

static uint32_t finish(World *w, frit_builder *b) {
    uint32_t id = FRIT_NO_PROGRAM;
    CHECK_MSG(frit_builder_finish(b, &id, &w->error) == FRIT_OK, "%s", w->error.message);
    frit_builder_free(b);
    return id;
}

static frit_var call2(frit_builder *b, const char *callee, frit_var x, frit_var y,
                      const char *name) {
    return frit_builder_call(b, callee, (frit_var[]){x, y}, NULL, 2, &name);
}

static frit_var op2(frit_builder *b, const char *op, frit_var x, frit_var y, const char *name) {
    return frit_builder_op(b, op, (frit_var[]){x, y}, 2, NULL, &name);
}

static void check_type(const frit_module *m, uint32_t program, frit_var var, const char *want) {
    char type[128];
    frit_type_text(frit_var_type(m, program, var), type, sizeof type);
    CHECK_STR(type, want);
}

/* The typed module for input types separated by spaces ("" for none, - for not given). */
static frit_module *infer(World *w, const char *entry, const char *types) {
    char copy[256];
    const char *list[16];
    uint32_t n = 0;
    frit_module *typed = NULL;
    snprintf(copy, sizeof copy, "%s", types);
    for (char *t = strtok(copy, " "); t; t = strtok(NULL, " "))
        list[n++] = strcmp(t, "-") == 0 ? NULL : t;
    frit_status status =
        frit_module_infer(w->module, entry, n ? list : NULL, n, NULL, &typed, &w->error);
    CHECK_MSG(status == FRIT_OK, "%s", w->error.message);
    return typed;
}

static void check_dump(World *w, const frit_module *m, uint32_t program, const char *want) {
    frit_text text;
    CHECK(frit_program_dump(m, program, &text, &w->error) == FRIT_OK);
    CHECK_STR(text.data, want);
    frit_text_free(w->context, &text);
}

static void check_source(World *w, const frit_module *m, const char *program, const char *dialect,
                         const char *name, const char *want) {
    frit_text text;
    frit_emit_options options = {FRIT_SIZED(frit_emit_options), .dialect = dialect,
                                 .function_name = name};
    frit_status status = frit_module_emit(m, program, &options, &text, &w->error);
    CHECK_MSG(status == FRIT_OK, "%s", w->error.message);
    CHECK_MSG(strstr(text.data, want) != NULL, "not in the source:\n%s\n---\n%s", want, text.data);
    frit_text_free(w->context, &text);
}

/* a + b and (a * b) + c over declared functions, as the tests of such a system have them. */
static const char ft_add[] = "extern ft_add(a: i32, b: i32) -> (r: i32)";
static const char ft_mul[] = "extern ft_mul(a: i32, b: i32) -> (r: i32)";

static uint32_t build_sequence(World *w, const char *name) {
    frit_builder *b = frit_builder_new(w->module, name);
    frit_var x = frit_builder_input(b, "a", NULL), y = frit_builder_input(b, "b", NULL);
    frit_var z = frit_builder_input(b, "c", NULL);
    frit_var t = call2(b, "ft_mul", x, y, "t");
    frit_builder_output(b, call2(b, "ft_add", t, z, "result"));
    return finish(w, b);
}

/* ---- 1-7: building and printing */

TEST(behaviour_1_an_empty_program_keeps_its_name) {
    World w;
    open_world(&w);
    uint32_t p = finish(&w, frit_builder_new(w.module, "empty"));
    CHECK_STR(frit_program_name(w.module, p), "empty");
    CHECK_EQ_UINT(frit_program_input_count(w.module, p), 0);
    CHECK_EQ_UINT(frit_program_output_count(w.module, p), 0);
    CHECK_EQ_UINT(frit_program_instr_count(w.module, p), 0);
    CHECK_EQ_UINT(frit_program_var_count(w.module, p), 0);
    close_world(&w);
}

TEST(behaviours_2_and_3_variables_are_numbered_in_order_and_named) {
    World w;
    open_world(&w);
    declare(&w, ft_add);
    frit_builder *b = frit_builder_new(w.module, "p");
    CHECK_EQ_UINT(frit_builder_input(b, "a", NULL), 0);
    CHECK_EQ_UINT(frit_builder_input(b, "b", NULL), 1);
    CHECK_EQ_UINT(call2(b, "ft_add", 0, 1, "temporary"), 2);
    CHECK_EQ_UINT(call2(b, "ft_add", 2, 1, "result"), 3);
    frit_builder_output(b, 3);
    uint32_t p = finish(&w, b);
    CHECK_EQ_UINT(frit_program_output(w.module, p, 0), 3);
    CHECK_STR(frit_var_name(w.module, p, 0), "a");
    CHECK_STR(frit_var_name(w.module, p, 2), "temporary");
    CHECK_STR(frit_var_name(w.module, p, 3), "result");
    close_world(&w);
}

TEST(behaviour_4_a_call_records_callee_inputs_and_outputs) {
    World w;
    open_world(&w);
    declare(&w, ft_add);
    declare(&w, ft_mul);
    uint32_t sub = build_sequence(&w, "sub");
    frit_builder *b = frit_builder_new(w.module, "p");
    frit_var in[3];
    for (int i = 0; i < 3; i++)
        in[i] = frit_builder_input(b, NULL, NULL);
    frit_builder_output(b, frit_builder_call(b, "sub", in, NULL, 3, NULL));
    uint32_t p = finish(&w, b);
    frit_instr plain = frit_program_instr(w.module, sub, 0),
               nested = frit_program_instr(w.module, p, 0);
    CHECK_STR(plain.callee, "ft_mul");
    CHECK_EQ_UINT(plain.input_count, 2);
    CHECK_EQ_UINT(plain.inputs[1], 1);
    CHECK_EQ_UINT(plain.first_output, 3);
    CHECK_EQ_UINT(plain.output_count, 1);
    CHECK_STR(nested.callee, "sub");
    CHECK_EQ_UINT(nested.input_count, 3);
    close_world(&w);
}

TEST(behaviour_5_the_dump_shows_everything) {
    World w;
    open_world(&w);
    declare(&w, ft_add);
    declare(&w, ft_mul);
    frit_builder *b = frit_builder_new(w.module, "complex_chain");
    frit_var v[4];
    const char *names[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 4; i++)
        v[i] = frit_builder_input(b, names[i], NULL);
    frit_var t1 = call2(b, "ft_add", v[0], v[1], "t1"), t2 = call2(b, "ft_mul", v[2], v[3], "t2");
    frit_builder_output(b, call2(b, "ft_add", t1, t2, "result"));
    finish(&w, b);
    frit_module *typed = infer(&w, "complex_chain", "");
    check_dump(&w, typed, frit_module_find(typed, "complex_chain"),
               "Program: complex_chain\n"
               "============================================================\n"
               "Inputs: v0:a:i32, v1:b:i32, v2:c:i32, v3:d:i32\n"
               "Outputs: v6:result:i32\n"
               "\n"
               "Variables:\n"
               "  v0:a:i32\n"
               "  v1:b:i32\n"
               "  v2:c:i32\n"
               "  v3:d:i32\n"
               "  v4:t1:i32\n"
               "  v5:t2:i32\n"
               "  v6:result:i32\n"
               "\n"
               "Instructions:\n"
               "     0: call ft_add(v0, v1) -> (v4)\n"
               "     1: call ft_mul(v2, v3) -> (v5)\n"
               "     2: call ft_add(v4, v5) -> (v6)\n");
    frit_module_free(typed);
    close_world(&w);
}

TEST(behaviour_6_counts_of_instructions_and_variables) {
    World w;
    open_world(&w);
    frit_builder *b = frit_builder_new(w.module, "one");
    frit_var x = frit_builder_input(b, "x", NULL), y = frit_builder_input(b, "y", NULL);
    frit_builder_output(b, op2(b, "add", x, y, NULL));
    uint32_t one = finish(&w, b);
    CHECK_EQ_UINT(frit_program_instr_count(w.module, one), 1);
    CHECK_EQ_UINT(frit_program_var_count(w.module, one), 3);

    b = frit_builder_new(w.module, "chain");
    x = frit_builder_input(b, "x", NULL), y = frit_builder_input(b, "y", NULL);
    frit_var z = frit_builder_input(b, "z", NULL);
    frit_var s = op2(b, "add", x, y, NULL), t = op2(b, "mul", s, z, NULL);
    frit_builder_output(b, op2(b, "sub", t, s, NULL));
    uint32_t chain = finish(&w, b);
    CHECK_EQ_UINT(frit_program_var_count(w.module, chain), 6);
    CHECK_STR(frit_program_instr(w.module, chain, 0).op, "add");
    CHECK_STR(frit_program_instr(w.module, chain, 1).op, "mul");
    CHECK_EQ_UINT(frit_program_instr(w.module, chain, 1).inputs[0], s);
    CHECK_EQ_UINT(frit_program_instr(w.module, chain, 2).inputs[1], s);

    b = frit_builder_new(w.module, "join");
    frit_var in[4];
    for (int i = 0; i < 4; i++)
        in[i] = frit_builder_input(b, NULL, NULL);
    s = op2(b, "add", in[0], in[1], NULL), t = op2(b, "mul", in[2], in[3], NULL);
    frit_builder_output(b, op2(b, "add", s, t, NULL));
    CHECK_EQ_UINT(frit_program_var_count(w.module, finish(&w, b)), 7);
    close_world(&w);
}

TEST(behaviour_7_sub_program_after_call_and_a_function_three_times) {
    World w;
    open_world(&w);
    declare(&w, ft_add);
    declare(&w, ft_mul);
    build_sequence(&w, "sub");
    frit_builder *b = frit_builder_new(w.module, "p");
    frit_var x = frit_builder_input(b, "x", NULL), y = frit_builder_input(b, "y", NULL);
    frit_var t = call2(b, "ft_add", x, y, NULL);
    frit_var u = frit_builder_call(b, "sub", (frit_var[]){t, x, y}, NULL, 3, NULL);
    for (int i = 0; i < 3; i++)
        u = call2(b, "ft_add", u, x, NULL);
    frit_builder_output(b, u);
    uint32_t p = finish(&w, b);
    CHECK_EQ_UINT(frit_program_instr_count(w.module, p), 5);
    CHECK_STR(frit_program_instr(w.module, p, 1).callee, "sub");
    for (uint32_t i = 2; i < 5; i++)
        CHECK_STR(frit_program_instr(w.module, p, i).callee, "ft_add");
    close_world(&w);
}

/* ---- 8-12: types */

TEST(behaviour_8_no_types_before_all_types_after) {
    World w;
    open_world(&w);
    declare(&w, ft_add);
    declare(&w, "extern to_float(a: i32) -> (r: f32)");
    frit_builder *b = frit_builder_new(w.module, "p");
    frit_var x = frit_builder_input(b, "x", NULL), y = frit_builder_input(b, "y", NULL);
    frit_var t = call2(b, "ft_add", x, y, "t");
    frit_builder_output(b, frit_builder_call(b, "to_float", &t, NULL, 1, NULL));
    uint32_t p = finish(&w, b);
    for (frit_var v = 0; v < 4; v++)
        check_type(w.module, p, v, "");
    frit_module *typed = infer(&w, "p", "");
    uint32_t q = frit_module_find(typed, "p");
    for (frit_var v = 0; v < 3; v++)
        check_type(typed, q, v, "i32");
    check_type(typed, q, 3, "f32"); /* what its producer returns */
    for (frit_var v = 0; v < 4; v++)
        check_type(w.module, p, v, ""); /* and nothing stuck */
    frit_module_free(typed);
    close_world(&w);
}

TEST(behaviour_9_types_flow_through_sub_programs_and_come_back_after_clearing) {
    World w;
    open_world(&w);
    declare(&w, "extern to_float(a: i32) -> (r: f32)");
    frit_builder *b = frit_builder_new(w.module, "untyped_sub");
    frit_var x = frit_builder_input(b, "x", NULL);
    frit_builder_output(b, op2(b, "mul", x, x, NULL));
    finish(&w, b);
    b = frit_builder_new(w.module, "p");
    x = frit_builder_input(b, "x", "i32");
    frit_var t = frit_builder_call(b, "to_float", &x, NULL, 1, NULL);
    frit_var f = frit_builder_call(b, "untyped_sub", &t, NULL, 1, NULL); /* typed by a temporary */
    frit_builder_output(b, f);
    finish(&w, b);
    frit_module *typed = infer(&w, "p", "");
    check_type(typed, frit_module_find(typed, "untyped_sub"), 0, "f32");
    check_type(typed, frit_module_find(typed, "p"), f, "f32");

    frit_text first, second;
    CHECK(frit_module_print(typed, &first, &w.error) == FRIT_OK);
    CHECK(frit_module_clear_types(typed, &w.error) == FRIT_OK);
    check_type(typed, frit_module_find(typed, "p"), f, "");
    frit_module *again = NULL;
    CHECK_MSG(frit_module_infer(typed, "p", NULL, 0, NULL, &again, &w.error) == FRIT_OK, "%s",
              w.error.message);
    CHECK(frit_module_print(again, &second, &w.error) == FRIT_OK);
    CHECK_STR(second.data, first.data);
    frit_text_free(w.context, &first);
    frit_text_free(w.context, &second);
    frit_module_free(again);
    frit_module_free(typed);
    close_world(&w);
}

TEST(behaviour_10_a_generic_function_resolves_per_call) {
    World w;
    open_world(&w);
    declare(&w, "extern gmul<T>(a: T, b: T) -> (r: T)");
    frit_builder *b = frit_builder_new(w.module, "p");
    frit_var i = frit_builder_input(b, "i", "i32"), f = frit_builder_input(b, "f", "f32");
    frit_var x = call2(b, "gmul", i, i, "x"), y = call2(b, "gmul", f, f, "y");
    frit_builder_output(b, x);
    frit_builder_output(b, y);
    finish(&w, b);
    frit_module *typed = infer(&w, "p", "");
    uint32_t p = frit_module_find(typed, "p");
    check_type(typed, p, x, "i32");
    check_type(typed, p, y, "f32");
    frit_module_free(typed);
    close_world(&w);
}

TEST(behaviour_11_an_input_without_a_type_is_named_in_the_error) {
    World w;
    open_world(&w);
    frit_builder *b = frit_builder_new(w.module, "p");
    frit_var x = frit_builder_input(b, "x", "f32"), y = frit_builder_input(b, "mystery", NULL);
    frit_builder_output(b, op2(b, "add", x, y, NULL));
    finish(&w, b);
    frit_module *typed = NULL;
    CHECK(frit_module_infer(w.module, "p", NULL, 0, NULL, &typed, &w.error) == FRIT_ERR_TYPE);
    CHECK(typed == NULL);
    CHECK_MSG(strstr(w.error.message, "mystery") != NULL, "%s", w.error.message);
    CHECK_EQ_INT(w.error.stage, FRIT_STAGE_INFER);
    close_world(&w);
}

TEST(behaviour_12_an_input_takes_its_type_from_its_binding) {
    World w;
    open_world(&w);
    frit_builder *b = frit_builder_new(w.module, "p");
    frit_var x = frit_builder_input(b, "x", NULL), y = frit_builder_input(b, "y", NULL);
    frit_var r = op2(b, "mul", x, y, NULL);
    frit_builder_output(b, r);
    finish(&w, b);
    frit_module *typed = infer(&w, "p", "f64[128,256] f64");
    check_type(typed, 0, x, "f64[128,256]");
    check_type(typed, 0, y, "f64");
    check_type(typed, 0, r, "f64[128,256]");
    frit_module_free(typed);
    close_world(&w);
}

/* ---- 13-14: source */

TEST(behaviour_13_source_as_people_know_it) {
    World w;
    open_world(&w);
    declare(&w, ft_add);
    declare(&w, ft_mul);
    build_sequence(&w, "test_type_propagation");
    frit_module *typed = infer(&w, NULL, "");
    /* the seed's own example, token for token */
    check_source(&w, typed, NULL, "slang", NULL,
                 "int __func_test_type_propagation(int v0, int v1, int v2)\n"
                 "{\n"
                 "\tint v3,v4;\n"
                 "\tv3 = ft_mul(v0, v1);\n"
                 "\tv4 = ft_add(v3, v2);\n"
                 "\treturn v4;\n"
                 "}\n");
    check_source(&w, typed, NULL, "slang", "my_own_name",
                 "int my_own_name(int v0, int v1, int v2)\n");
    frit_module_free(typed);

    frit_builder *b = frit_builder_new(w.module, "with_sub");
    frit_var x = frit_builder_input(b, "x", "i32");
    frit_var t =
        frit_builder_call(b, "test_type_propagation", (frit_var[]){x, x, x}, NULL, 3, NULL);
    frit_builder_output(b, call2(b, "ft_add", t, x, NULL));
    finish(&w, b);
    typed = infer(&w, NULL, "");
    check_source(&w, typed, NULL, "slang", NULL,
                 "v1 = __func_test_type_propagation(v0, v0, v0);\n");
    frit_module_free(typed);

    b = frit_builder_new(w.module, "add");
    x = frit_builder_input(b, "x", "i32");
    frit_builder_output(b, call2(b, "ft_add", x, frit_builder_input(b, "y", "i32"), NULL));
    finish(&w, b);
    typed = infer(&w, NULL, "");
    check_source(&w, typed, NULL, "slang", "add", "int add(int v0, int v1)\n");
    frit_module_free(typed);
    close_world(&w);
}

TEST(behaviour_14_source_before_types_is_an_error) {
    World w;
    open_world(&w);
    declare(&w, ft_add);
    declare(&w, ft_mul);
    build_sequence(&w, "p");
    frit_text text;
    frit_emit_options options = {FRIT_SIZED(frit_emit_options), .dialect = "slang"};
    CHECK(frit_module_emit(w.module, "p", &options, &text, &w.error) != FRIT_OK);
    CHECK_EQ_INT(w.error.stage, FRIT_STAGE_EMIT);
    CHECK_MSG(strstr(w.error.message, "type") != NULL, "%s", w.error.message);
    close_world(&w);
}

/* ---- defects seen elsewhere */

TEST(defect_types_stick_to_the_program) {
    World w;
    open_world(&w);
    frit_builder *b = frit_builder_new(w.module, "p");
    frit_var x = frit_builder_input(b, "x", NULL);
    frit_var r = op2(b, "add", x, x, NULL);
    frit_builder_output(b, r);
    finish(&w, b);
    frit_module *ints = infer(&w, "p", "i32"), *floats = infer(&w, "p", "f32");
    check_type(ints, 0, r, "i32");
    check_type(floats, 0, r, "f32");
    frit_module_free(ints);
    frit_module_free(floats);
    close_world(&w);
}

TEST(defect_two_programs_of_one_name_collide) {
    World w;
    open_world(&w);
    finish(&w, frit_builder_new(w.module, "p"));
    frit_builder *b = frit_builder_new(w.module, "p");
    uint32_t id;
    CHECK(frit_builder_finish(b, &id, &w.error) == FRIT_ERR_ARGUMENT);
    frit_builder_free(b);
    CHECK_EQ_UINT(frit_module_program_count(w.module), 1);
    close_world(&w);
}

TEST(defect_a_generic_sub_program_at_two_types_breaks) {
    World w;
    open_world(&w);
    frit_builder *b = frit_builder_new(w.module, "twice");
    frit_var x = frit_builder_input(b, "x", NULL);
    frit_builder_output(b, op2(b, "add", x, x, NULL));
    finish(&w, b);
    b = frit_builder_new(w.module, "p");
    frit_var i = frit_builder_input(b, "i", "i32"), f = frit_builder_input(b, "f", "f32[n]");
    frit_var u = frit_builder_call(b, "twice", &i, NULL, 1, NULL);
    frit_var v = frit_builder_call(b, "twice", &f, NULL, 1, NULL);
    frit_var again = frit_builder_call(b, "twice", &u, NULL, 1, NULL);
    frit_builder_output(b, v);
    finish(&w, b);
    frit_module *typed = infer(&w, "p", "");
    uint32_t p = frit_module_find(typed, "p");
    check_type(typed, p, u, "i32");
    check_type(typed, p, v, "f32[n]");
    check_type(typed, p, again, "i32");
    CHECK_EQ_UINT(frit_module_program_count(typed), 3); /* one for each type, not for each call */
    frit_module_free(typed);
    close_world(&w);
}

TEST(defect_an_unused_input_shifts_the_types_after_it) {
    World w;
    open_world(&w);
    frit_builder *b = frit_builder_new(w.module, "p");
    frit_builder_input(b, "unused", NULL);
    frit_var x = frit_builder_input(b, "x", NULL);
    frit_var r = op2(b, "mul", x, x, NULL);
    frit_builder_output(b, r);
    finish(&w, b);
    frit_module *typed = infer(&w, "p", "bool f32");
    check_type(typed, 0, 0, "bool");
    check_type(typed, 0, x, "f32");
    check_type(typed, 0, r, "f32");
    frit_module_free(typed);
    close_world(&w);
}

TEST(defect_the_first_consumer_fixes_the_type_of_an_input) {
    World w;
    open_world(&w);
    declare(&w, ft_add);
    declare(&w, "extern fadd(a: f32, b: f32) -> (r: f32)");
    frit_builder *b = frit_builder_new(w.module, "p");
    frit_var x = frit_builder_input(b, "x", NULL);
    frit_builder_output(b, call2(b, "ft_add", x, x, NULL));
    frit_builder_output(b, call2(b, "fadd", x, x, NULL));
    finish(&w, b);
    frit_module *typed = NULL; /* two consumers, two answers: nobody may choose one */
    CHECK(frit_module_infer(w.module, "p", NULL, 0, NULL, &typed, &w.error) == FRIT_ERR_TYPE);
    CHECK_MSG(strstr(w.error.message, "(x)") != NULL, "%s", w.error.message);
    close_world(&w);
}

TEST(defect_only_the_first_output_is_returned) {
    World w;
    open_world(&w);
    frit_builder *b = frit_builder_new(w.module, "sum_and_difference");
    frit_var x = frit_builder_input(b, "x", NULL), y = frit_builder_input(b, "y", NULL);
    frit_builder_output(b, op2(b, "add", x, y, NULL));
    frit_builder_output(b, op2(b, "lt", x, y, NULL));
    finish(&w, b);
    b = frit_builder_new(w.module, "p");
    frit_var in[] = {frit_builder_input(b, "x", "f32"), frit_builder_input(b, "y", "f32")};
    const char *keywords[] = {"y", "x"}; /* and by keyword, in any order */
    frit_var first = frit_builder_call(b, "sum_and_difference", in, keywords, 2, NULL);
    frit_builder_output(b, first);
    frit_builder_output(b, first + 1);
    finish(&w, b);
    frit_module *typed = infer(&w, "p", "");
    uint32_t p = frit_module_find(typed, "p");
    CHECK_EQ_UINT(frit_program_output_count(typed, p), 2);
    check_type(typed, p, frit_program_output(typed, p, 0), "f32");
    check_type(typed, p, frit_program_output(typed, p, 1), "bool");
    CHECK_EQ_UINT(frit_program_instr(typed, p, 0).output_count, 2);
    CHECK_EQ_UINT(frit_program_instr(typed, p, 0).inputs[0], in[1]);
    frit_module_free(typed);
    close_world(&w);
}
