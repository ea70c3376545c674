/*
 * The whole of frit.h, called with NULL where something is needed: an error that names it, never a crash.
 * tests/install/library.py checks that every public function is called here.
 */
#include <string.h>

#include "frit/frit.h"
#include "guarded.h"
#include "harness.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)
/* Refused, with a message; what is there stays as it was. */
#define BAD(call)                                                         \
    do {                                                                  \
        memset(&error, 0, sizeof error);                                  \
        frit_status got_ = (call);                                        \
        CHECK_MSG(got_ == FRIT_ERR_ARGUMENT, "%s: %d", #call, (int)got_); \
        CHECK_MSG(error.message[0], "%s says nothing", #call);            \
    } while (0)

static const char *const PROGRAM =
    "program f(x: f32[n], y: f32[n]) -> (z) {\n    z = add(x, y)\n}\n";

typedef struct Objects {
    frit_context *c;
    frit_module *m, *typed;
    frit_plan *plan;
    frit_call *call;
    frit_array *a;
    frit_slang *slang;
} Objects;

static Objects make_objects(void) {
    static const char *const kernel = "float twice(float x) { return x + x; }";
    Objects o;
    int64_t n = 3;
    OK(frit_context_new_with(NULL, NULL, &o.c, &error));
    OK(frit_module_parse(o.c, PROGRAM, strlen(PROGRAM), &o.m, &error));
    OK(frit_module_infer(o.m, NULL, NULL, 0, NULL, &o.typed, &error));
    OK(frit_plan_new(o.c, o.typed, NULL, NULL, &o.plan, &error));
    OK(frit_call_new(o.c, o.plan, &o.call, &error));
    OK(frit_array_new(o.c, "f32", 1, &n, NULL, NULL, &o.a, &error));
    OK(frit_slang_load(o.c, kernel, strlen(kernel), NULL, &o.slang, NULL, &error));
    return o;
}

static void free_objects(Objects *o) {
    frit_slang_free(o->slang);
    frit_array_free(o->a);
    frit_call_free(o->call);
    frit_plan_free(o->plan);
    frit_module_free(o->typed);
    frit_module_free(o->m);
    frit_context_free(o->c);
}

TEST(versions_and_names_need_nothing) {
    frit_compile_policy policy = FRIT_COMPILE_WAIT;
    CHECK(frit_version() && frit_abi_version() == FRIT_ABI_VERSION);
    CHECK(frit_status_name((frit_status)-1) && frit_stage_name((frit_stage)-1));
    CHECK(!frit_compile_name((frit_compile_policy)99));
    CHECK(!frit_compile_from_name(NULL, &policy) && !frit_compile_from_name("auto", NULL));
    CHECK(policy == FRIT_COMPILE_WAIT);
    CHECK(!frit_pass_name(9999) && !frit_pass_doc(9999) && !frit_dialect_name(9999));
    CHECK(!frit_op_describe(0, NULL) && !frit_op_describe(UINT32_MAX, &(frit_op_info){0}));
    CHECK(!frit_op_attr(0, 0, NULL) && !frit_op_attr(UINT32_MAX, 0, &(frit_attr_info){0}));
}

TEST(contexts) {
    Objects o = make_objects();
    frit_allocator nothing = {NULL, NULL};
    frit_context *c;
    frit_text text = {NULL, 0, 0};
    uint64_t count, more;
    char buffer[4];
    CHECK(!frit_context_new(&nothing));
    BAD(frit_context_new_with(&nothing, NULL, &c, &error));
    BAD(frit_context_new_with(NULL, NULL, NULL, &error));
    frit_context_free(NULL);
    BAD(frit_context_configure(NULL, NULL, &error));
    frit_context_cancel(NULL);
    frit_context_wait(NULL);
    frit_context_stop(NULL);
    CHECK_STR(frit_context_describe(NULL).isa, "");
    CHECK(!frit_device_list(0, NULL));
    CHECK_EQ_UINT(frit_cache_describe(NULL).compiled, 0);
    CHECK(!frit_buffer_take(NULL, 8));
    frit_buffer_give(NULL, buffer, 4);
    frit_buffer_give(o.c, NULL, 4);
    frit_text_free(NULL, &text);
    frit_text_free(o.c, NULL);
    BAD(frit_context_llvm(NULL, buffer, sizeof buffer, &error));
    BAD(frit_context_llvm(o.c, NULL, 4, &error));
    BAD(frit_context_llvm_file(NULL, buffer, sizeof buffer, NULL, &error));
    BAD(frit_context_llvm_file(o.c, NULL, 4, NULL, &error));
    frit_loop *loop = NULL;
    BAD(frit_loop_compile(NULL, "", 0, NULL, true, &loop, &error));
    BAD(frit_loop_compile(o.c, NULL, 0, NULL, true, &loop, &error));
    BAD(frit_loop_compile(o.c, "", 0, NULL, true, NULL, &error));
    CHECK(frit_loop_run(NULL, buffer) == 0);
    frit_loop_free(NULL);
    CHECK(!frit_loop_step(NULL, "exp", 0) && !frit_loop_step(o.c, NULL, 0) &&
          !frit_loop_step(o.c, "no such op", 0) && !frit_loop_step(o.c, "exp", FRIT_NO_DTYPE));
    BAD(frit_cache_missing(NULL, &text, &error));
    BAD(frit_cache_missing(o.c, NULL, &error));
    BAD(frit_cache_warnings(NULL, &text, &error));
    BAD(frit_cache_warnings(o.c, NULL, &error));
    BAD(frit_cache_each(NULL, "x", NULL, NULL, &error));
    BAD(frit_cache_each(o.c, "x", NULL, NULL, &error));
    BAD(frit_cache_folder(NULL, &text, &count, &error));
    BAD(frit_cache_folder(o.c, NULL, &count, &error));
    BAD(frit_cache_folder(o.c, &text, NULL, &error));
    BAD(frit_cache_remove(NULL, "x", NULL, &count, &error));
    BAD(frit_cache_remove(o.c, "x", NULL, NULL, &error));
    BAD(frit_cache_pack(NULL, "x", NULL, "y", &count, &error));
    BAD(frit_cache_pack(o.c, "x", NULL, NULL, &count, &error));
    BAD(frit_cache_pack(o.c, "x", NULL, "y", NULL, &error));
    BAD(frit_cache_unpack(NULL, "y", "x", &count, &more, &error));
    BAD(frit_cache_unpack(o.c, NULL, "x", &count, &more, &error));
    BAD(frit_cache_unpack(o.c, "y", "x", NULL, &more, &error));
    BAD(frit_cache_unpack(o.c, "y", "x", &count, NULL, &error));
    CHECK(frit_context_configure(o.c, NULL, NULL) == FRIT_OK); /* an error may be NULL anywhere */
    CHECK(frit_context_configure(NULL, NULL, NULL) == FRIT_ERR_ARGUMENT);
    free_objects(&o);
}

TEST(modules) {
    Objects o = make_objects();
    frit_module *out;
    frit_text text = {NULL, 0, 0};
    char buffer[4];
    BAD(frit_module_new(NULL, &out, &error));
    BAD(frit_module_new(o.c, NULL, &error));
    frit_module_free(NULL);
    BAD(frit_module_parse(NULL, PROGRAM, 4, &out, &error));
    BAD(frit_module_parse(o.c, NULL, 4, &out, &error));
    BAD(frit_module_parse(o.c, PROGRAM, 4, NULL, &error));
    OK(frit_module_parse(o.c, NULL, 0, &out, &error));
    frit_module_free(out);
    BAD(frit_module_decode(NULL, PROGRAM, 4, &out, &error));
    BAD(frit_module_decode(o.c, NULL, 4, &out, &error));
    BAD(frit_module_decode(o.c, PROGRAM, 4, NULL, &error));
    CHECK(frit_module_decode(o.c, NULL, 0, &out, &error) == FRIT_ERR_FORMAT);
    BAD(frit_module_print(NULL, &text, &error));
    BAD(frit_module_print(o.m, NULL, &error));
    BAD(frit_program_dump(NULL, 0, &text, &error));
    BAD(frit_program_dump(o.m, 0, NULL, &error));
    BAD(frit_module_encode(NULL, &text, &error));
    BAD(frit_module_encode(o.m, NULL, &error));
    BAD(frit_module_check(NULL, FRIT_CHECK_BUILT, &error));
    CHECK_EQ_UINT(frit_module_program_count(NULL), 0);
    CHECK_EQ_UINT(frit_module_find(NULL, "f"), FRIT_NO_PROGRAM);
    CHECK_EQ_UINT(frit_module_find(o.m, NULL), FRIT_NO_PROGRAM);
    CHECK_STR(frit_program_name(NULL, 0), "");
    CHECK_EQ_UINT(frit_program_input_count(NULL, 0), 0);
    CHECK_EQ_UINT(frit_program_output_count(NULL, 0), 0);
    CHECK_EQ_UINT(frit_program_var_count(NULL, 0), 0);
    CHECK_EQ_UINT(frit_program_instr_count(NULL, 0), 0);
    CHECK_EQ_UINT(frit_program_output(NULL, 0, 0), FRIT_NO_VAR);
    CHECK_STR(frit_var_name(NULL, 0, 0), "");
    CHECK_EQ_UINT(frit_type_text(frit_var_type(NULL, 0, 0), buffer, 4), 0);
    CHECK_EQ_UINT(frit_type_text(frit_var_type(o.m, 0, 0), NULL, 4), 0);
    CHECK_EQ_UINT(frit_type_text(frit_var_type(o.m, 0, 0), NULL, 0), 6);
    CHECK(!frit_var_type(NULL, 0, 0).module);
    frit_bounds bounds;
    CHECK(!frit_input_bounds(NULL, 0, 0, &bounds) && !frit_input_bounds(o.m, 0, 0, NULL));
    CHECK(!frit_input_bounds(o.m, 9, 0, &bounds) && !frit_input_bounds(o.m, 0, 9, &bounds));
    CHECK_STR(frit_program_instr(NULL, 0, 0).op, "");
    BAD(frit_module_infer(NULL, NULL, NULL, 0, NULL, &out, &error));
    BAD(frit_module_infer(o.m, NULL, NULL, 0, NULL, NULL, &error));
    BAD(frit_module_clear_types(NULL, &error));
    BAD(frit_module_optimize(NULL, NULL, NULL, &error));
    BAD(frit_module_emit(NULL, NULL,
                         &(frit_emit_options){FRIT_SIZED(frit_emit_options), .dialect = "c"}, &text,
                         &error));
    BAD(frit_module_emit(o.typed, NULL,
                         &(frit_emit_options){FRIT_SIZED(frit_emit_options), .dialect = "c"}, NULL,
                         &error));
    BAD(frit_module_emit(o.typed, NULL, NULL, &text, &error));
    BAD(frit_module_declare(NULL, "extern f(a: i32) -> (r: i32)", &error));
    CHECK(frit_module_declare(o.m, NULL, &error) != FRIT_OK);
    BAD(frit_module_reduce(NULL, o.typed, NULL, &out, &error));
    BAD(frit_module_reduce(o.c, NULL, NULL, &out, &error));
    BAD(frit_module_reduce(o.c, o.typed, NULL, NULL, &error));
    free_objects(&o);
}

TEST(types_of_nothing_are_none) {
    frit_type none = {NULL, 0};
    frit_type_info info;
    frit_dtype_info row;
    frit_field field;
    char text[4] = "xxx";
    CHECK(frit_dtype_find(NULL) == FRIT_NO_DTYPE && !frit_dtype_describe(0, NULL));
    CHECK(!frit_dtype_describe(99, &row));
    CHECK(frit_promote(0, 99, FRIT_PROMOTE_NUMPY) == FRIT_NO_DTYPE);
    CHECK(frit_promote(0, 1, (frit_promotion)9) == FRIT_NO_DTYPE);
    CHECK(frit_promote_number(99, FRIT_KIND_INT) == FRIT_NO_DTYPE);
    CHECK(frit_promote_number(0, (frit_kind)9) == FRIT_NO_DTYPE);
    CHECK(frit_promote_float(99) == FRIT_NO_DTYPE);
    CHECK(!frit_type_describe(none, &info) && !frit_type_field(none, 0, &field));
    CHECK(frit_type_extent(none, 0).size == -1 && frit_type_part(none, 0) == 0);
    CHECK(!frit_type_item(none).module && !frit_type_element(none).module);
    CHECK_EQ_UINT(frit_type_text(none, text, sizeof text), 0);
    CHECK_STR(text, "");
    Objects o = make_objects();
    frit_type type = frit_var_type(o.m, 0, 0), beyond = {o.m, 99999};
    CHECK(!frit_type_describe(type, NULL) && !frit_type_describe(beyond, &info));
    CHECK(!frit_type_field(type, 0, NULL) && frit_type_text(type, NULL, 4) == 0);
    free_objects(&o);
}

TEST(builders) {
    Objects o = make_objects();
    uint32_t program = 7;
    CHECK(!frit_builder_new(NULL, "g"));
    frit_builder_free(NULL);
    frit_builder_type_param(NULL, "T");
    CHECK_EQ_UINT(frit_builder_input(NULL, "x", "f32"), FRIT_NO_VAR);
    CHECK_EQ_UINT(frit_builder_op(NULL, "add", NULL, 0, NULL, NULL), FRIT_NO_VAR);
    CHECK_EQ_UINT(frit_builder_literal(NULL, "1", NULL), FRIT_NO_VAR);
    CHECK_EQ_UINT(frit_builder_call(NULL, "f", NULL, NULL, 0, NULL), FRIT_NO_VAR);
    frit_builder_output(NULL, 0);
    frit_builder_name(NULL, 0, "x");
    BAD(frit_builder_finish(NULL, &program, &error));
    /* The first error sticks, whichever argument was missing. */
    for (int which = 0; which < 6; which++) {
        frit_builder *b = frit_builder_new(o.m, which == 0 ? NULL : "g");
        frit_var x = frit_builder_input(b, "x", NULL);
        if (which == 1)
            frit_builder_op(b, NULL, &x, 1, NULL, NULL);
        else if (which == 2)
            frit_builder_op(b, "neg", NULL, 1, NULL, NULL);
        else if (which == 3)
            frit_builder_literal(b, NULL, NULL);
        else if (which == 4)
            frit_builder_call(b, NULL, &x, NULL, 1, NULL);
        else if (which == 5)
            frit_builder_call(b, "f", NULL, NULL, 2, NULL);
        CHECK(frit_builder_finish(b, &program, &error) != FRIT_OK && error.message[0]);
        BAD(frit_builder_finish(b, &program, &error)); /* it is spent */
        CHECK_EQ_UINT(program, 7);
        frit_builder_free(b);
    }
    CHECK_EQ_UINT(frit_module_program_count(o.m), 1);
    free_objects(&o);
}

/* Numbers that an enum does not have, and sizes that a struct of options never had. */
TEST(options_that_there_are_not) {
    static const int numbers[] = {-1, 7, 99, INT32_MAX, INT32_MIN};
    Objects o = make_objects();
    frit_context *c;
    frit_module *m;
    frit_plan *plan;
    frit_call *call;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        frit_context_options work = {FRIT_SIZED(frit_context_options)}, compile = work;
        frit_plan_options planned = {FRIT_SIZED(frit_plan_options)};
        frit_opt_options passes = {FRIT_SIZED(frit_opt_options)};
        frit_infer_options types = {FRIT_SIZED(frit_infer_options)};
        frit_compile_options all = {FRIT_SIZED(frit_compile_options)};
        test_note("%d", numbers[k]);
        work.numerics = planned.numerics = passes.numerics = (frit_numerics)numbers[k];
        compile.compile = all.compile = (frit_compile_policy)numbers[k];
        types.promotion = (frit_promotion)numbers[k];
        BAD(frit_context_new_with(NULL, &work, &c, &error));
        BAD(frit_context_new_with(NULL, &compile, &c, &error));
        BAD(frit_context_configure(o.c, &work, &error));
        BAD(frit_plan_new(o.c, o.typed, NULL, &planned, &plan, &error));
        BAD(frit_module_optimize(o.typed, "dce", &passes, &error));
        BAD(frit_module_infer(o.m, NULL, NULL, 0, &types, &m, &error));
        BAD(frit_compile(o.c, PROGRAM, strlen(PROGRAM), &all, &call, &error));
    }
    size_t sizes[] = {0, 1, sizeof(size_t) + 1, sizeof(frit_plan_options) + 8, SIZE_MAX};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        frit_plan_options planned = {sizes[k]};
        BAD(frit_plan_new(o.c, o.typed, NULL, &planned, &plan, &error));
    }
    free_objects(&o);
}

TEST(plans_and_calls) {
    Objects o = make_objects();
    frit_plan *plan;
    frit_call *call;
    frit_text text = {NULL, 0, 0};
    const int64_t n = 3, *shape;
    float data[3] = {1, 2, 3};
    frit_tensor in[2] = {{data, &n, NULL}, {data, &n, NULL}}, shapeless[2] = {{data, NULL, NULL}};
    frit_plan_cost_info cost;
    uint32_t rank;
    char buffer[4];
    BAD(frit_plan_new(NULL, o.typed, NULL, NULL, &plan, &error));
    BAD(frit_plan_new(o.c, NULL, NULL, NULL, &plan, &error));
    BAD(frit_plan_new(o.c, o.typed, NULL, NULL, NULL, &error));
    frit_plan_free(NULL);
    CHECK_EQ_UINT(frit_plan_input_count(NULL), 0);
    CHECK_EQ_UINT(frit_plan_output_count(NULL), 0);
    CHECK_EQ_UINT(frit_plan_kernel_count(NULL), 0);
    CHECK(!frit_plan_kernel(NULL, 0, &(frit_kernel_info){0}) && !frit_plan_kernel(o.plan, 0, NULL));
    CHECK_EQ_UINT(frit_plan_kernel_step(NULL, 0, 0, buffer, 4), 0);
    CHECK_EQ_UINT(frit_plan_kernel_step(o.plan, 0, 0, NULL, 4), 0);
    CHECK_EQ_UINT(frit_plan_apart_count(NULL), 0);
    CHECK(!frit_plan_apart(NULL, 0, &(frit_apart_info){0}) && !frit_plan_apart(o.plan, 0, NULL));
    BAD(frit_plan_cost(NULL, in, 2, &cost, &error));
    BAD(frit_plan_cost(o.plan, NULL, 2, &cost, &error));
    BAD(frit_plan_cost(o.plan, shapeless, 2, &cost, &error));
    BAD(frit_plan_cost(o.plan, in, 2, NULL, &error));
    BAD(frit_plan_report(NULL, NULL, 0, FRIT_REPORT_TEXT, &text, &error));
    BAD(frit_export(NULL, NULL, NULL, NULL, &error));
    BAD(frit_plan_report(o.plan, NULL, 0, FRIT_REPORT_TEXT, NULL, &error));
    BAD(frit_plan_report(o.plan, shapeless, 2, FRIT_REPORT_TEXT, &text, &error));
    BAD(frit_plan_code(NULL, o.plan, 0, in, 2, NULL, FRIT_CODE_LLVM, &text, &error));
    BAD(frit_plan_code(o.c, NULL, 0, in, 2, NULL, FRIT_CODE_LLVM, &text, &error));
    BAD(frit_plan_code(o.c, o.plan, 0, NULL, 2, NULL, FRIT_CODE_LLVM, &text, &error));
    BAD(frit_plan_code(o.c, o.plan, 0, shapeless, 2, NULL, FRIT_CODE_LLVM, &text, &error));
    BAD(frit_plan_code(o.c, o.plan, 0, in, 2, NULL, FRIT_CODE_LLVM, NULL, &error));
    BAD(frit_plan_explain(NULL, o.plan, in, 2, NULL, FRIT_REPORT_TEXT, &text, &error));
    BAD(frit_plan_explain(o.c, NULL, in, 2, NULL, FRIT_REPORT_TEXT, &text, &error));
    BAD(frit_plan_explain(o.c, o.plan, NULL, 2, NULL, FRIT_REPORT_TEXT, &text, &error));
    BAD(frit_plan_explain(o.c, o.plan, in, 2, NULL, FRIT_REPORT_TEXT, NULL, &error));
    BAD(frit_call_new(NULL, o.plan, &call, &error));
    BAD(frit_call_new(o.c, NULL, &call, &error));
    BAD(frit_call_new(o.c, o.plan, NULL, &error));
    frit_call_free(NULL);
    BAD(frit_call_shape(NULL, in, 2, 0, &shape, &rank, &error));
    BAD(frit_call_shape(o.call, NULL, 2, 0, &shape, &rank, &error));
    BAD(frit_call_shape(o.call, shapeless, 2, 0, &shape, &rank, &error));
    BAD(frit_call_shape(o.call, in, 2, 0, NULL, &rank, &error));
    BAD(frit_call_shape(o.call, in, 2, 0, &shape, NULL, &error));
    BAD(frit_call_run(NULL, in, 2, in, 1, &error));
    BAD(frit_call_run(o.call, NULL, 2, in, 1, &error));
    BAD(frit_call_run(o.call, in, 2, NULL, 1, &error));
    BAD(frit_call_run(o.call, shapeless, 2, in, 1, &error));
    BAD(frit_call_run(o.call, in, 2, shapeless, 1, &error));
    BAD(frit_call_run(o.call, in, 2, &(frit_tensor){NULL, &n, NULL}, 1, &error));
    BAD(frit_call_compile(NULL, FRIT_COMPILE_OFF, &error));
    CHECK_EQ_UINT(frit_type_text(frit_plan_input_type(NULL, 0), buffer, 4), 0);
    CHECK_EQ_UINT(frit_type_text(frit_plan_input_type(o.plan, 0), NULL, 4), 0);
    CHECK_EQ_UINT(frit_type_text(frit_plan_output_type(NULL, 0), buffer, 4), 0);
    CHECK_EQ_UINT(frit_type_text(frit_plan_output_type(o.plan, 9), buffer, 4), 0);
    CHECK(!frit_call_plan(NULL));
    uint64_t bytes;
    BAD(frit_call_fresh(NULL, 0, true, &error));
    BAD(frit_call_fresh(o.call, 9, true, &error));
    CHECK_EQ_UINT(frit_call_copied(NULL), 0);
    frit_kernel_time time;
    BAD(frit_call_profile(NULL, true, &error));
    CHECK(!frit_call_time(NULL, 0, &time) && !frit_call_time(o.call, 0, &time));
    OK(frit_call_profile(o.call, true, &error));
    CHECK(!frit_call_time(o.call, 9, &time) && !frit_call_time(o.call, 0, NULL));
    OK(frit_call_profile(o.call, false, &error));
    uint32_t order[8];
    BAD(frit_call_order(NULL, in, 2, 0, order, &error));
    BAD(frit_call_order(o.call, NULL, 2, 0, order, &error));
    BAD(frit_call_order(o.call, in, 2, 9, order, &error));
    BAD(frit_call_order(o.call, in, 2, 0, NULL, &error));
    BAD(frit_call_copies(NULL, in, 2, NULL, 0, &bytes, &error));
    BAD(frit_call_copies(o.call, NULL, 2, NULL, 0, &bytes, &error));
    BAD(frit_call_copies(o.call, shapeless, 2, NULL, 0, &bytes, &error));
    BAD(frit_call_copies(o.call, in, 2, NULL, 0, NULL, &error));
    BAD(frit_compile(NULL, PROGRAM, strlen(PROGRAM), NULL, &call, &error));
    BAD(frit_compile(o.c, NULL, 4, NULL, &call, &error));
    BAD(frit_compile(o.c, PROGRAM, strlen(PROGRAM), NULL, NULL, &error));
    frit_run *run;
    BAD(frit_call_start(NULL, in, 2, in, 1, &run, &error));
    BAD(frit_call_start(o.call, NULL, 2, in, 1, &run, &error));
    BAD(frit_call_start(o.call, in, 2, NULL, 1, &run, &error));
    BAD(frit_call_start(o.call, in, 2, in, 1, NULL, &error));
    OK(frit_call_start(o.call, shapeless, 2, in, 1, &run, &error));
    BAD(frit_run_wait(run, &error)); /* as frit_call_run says it */
    frit_run_free(run);
    CHECK(!frit_run_done(NULL));
    frit_run_cancel(NULL);
    frit_run_free(NULL);
    BAD(frit_run_wait(NULL, &error));
    BAD(frit_call_report(NULL, FRIT_REPORT_TEXT, &text, &error));
    OK(frit_call_run(o.call, in, 2, in, 1, &error));
    BAD(frit_call_report(o.call, FRIT_REPORT_TEXT, NULL, &error));
    CHECK_EQ_F32(data[2], 6);
    free_objects(&o);
}

TEST(arrays) {
    Objects o = make_objects();
    frit_array *out;
    const int64_t n = 3, *strides;
    float data[3];
    void *at;
    frit_text text = {NULL, 0, 0};
    BAD(frit_array_new(NULL, "f32", 1, &n, NULL, NULL, &out, &error));
    BAD(frit_array_new(o.c, NULL, 1, &n, NULL, NULL, &out, &error));
    BAD(frit_array_new(o.c, "f32", 1, NULL, NULL, NULL, &out, &error));
    BAD(frit_array_new(o.c, "f32", 1, &n, NULL, NULL, NULL, &error));
    BAD(frit_array_wrap(NULL, "f32", 1, &n, NULL, data, false, NULL, NULL, &out, &error));
    BAD(frit_array_wrap(o.c, NULL, 1, &n, NULL, data, false, NULL, NULL, &out, &error));
    BAD(frit_array_wrap(o.c, "f32", 1, NULL, NULL, data, false, NULL, NULL, &out, &error));
    BAD(frit_array_wrap(o.c, "f32", 1, &n, NULL, NULL, false, NULL, NULL, &out, &error));
    BAD(frit_array_wrap(o.c, "f32", 1, &n, NULL, data, false, NULL, NULL, NULL, &error));
    frit_tensor memory = {.data = data, .shape = &n};
    BAD(frit_array_wrap_tensor(NULL, "f32", 1, &memory, false, NULL, NULL, &out, &error));
    BAD(frit_array_wrap_tensor(o.c, NULL, 1, &memory, false, NULL, NULL, &out, &error));
    BAD(frit_array_wrap_tensor(o.c, "f32", 1, NULL, false, NULL, NULL, &out, &error));
    BAD(frit_array_wrap_tensor(o.c, "f32", 1, &memory, false, NULL, NULL, NULL, &error));
    BAD(frit_array_tensor(NULL, &memory, &error));
    BAD(frit_array_tensor(o.a, NULL, &error));
    frit_array_retain(NULL);
    frit_array_free(NULL);
    CHECK_EQ_UINT(frit_array_rank(NULL), 0);
    CHECK(!frit_array_is_given(NULL));
    CHECK(!frit_array_shape(NULL));
    CHECK(!frit_array_strides(NULL));
    CHECK_STR(frit_array_type(NULL), "");
    CHECK(!frit_array_element(NULL).module && frit_array_dtype(NULL) == FRIT_NO_DTYPE);
    CHECK_EQ_UINT(frit_array_item_size(NULL), 0);
    CHECK_EQ_INT(frit_array_device(NULL).type, 0);
    CHECK(!frit_array_strides(NULL));
    CHECK(!frit_array_is_ready(NULL) && !frit_array_is_read_only(NULL));
    CHECK(!frit_array_must_run(NULL, true) && !frit_array_must_run(NULL, false));
    BAD(frit_array_read(NULL, data, sizeof data, &error));
    BAD(frit_array_read(o.a, NULL, sizeof data, &error));
    BAD(frit_array_data(NULL, &at, &strides, &error));
    BAD(frit_array_data(o.a, NULL, &strides, &error));
    if (host_is_first())
        OK(frit_array_data(o.a, &at, NULL, &error));
    BAD(frit_apply(NULL, "neg", &o.a, 1, NULL, &out, &error));
    BAD(frit_apply(o.c, NULL, &o.a, 1, NULL, &out, &error));
    BAD(frit_apply(o.c, "neg", NULL, 1, NULL, &out, &error));
    BAD(frit_apply(o.c, "neg", &(frit_array *){NULL}, 1, NULL, &out, &error));
    BAD(frit_apply(o.c, "neg", &o.a, 1, NULL, NULL, &error));
    BAD(frit_literal(NULL, "1:f32", &out, &error));
    CHECK(frit_literal(o.c, NULL, &out, &error) != FRIT_OK && error.message[0]);
    BAD(frit_literal(o.c, "1:f32", NULL, &error));
    frit_array *two[2] = {o.a, o.a}, *gap[2] = {o.a, NULL};
    BAD(frit_apply_program(NULL, o.m, NULL, two, 2, &out, 1, &error));
    BAD(frit_apply_program(o.c, NULL, NULL, two, 2, &out, 1, &error));
    BAD(frit_apply_program(o.c, o.m, NULL, NULL, 2, &out, 1, &error));
    BAD(frit_apply_program(o.c, o.m, NULL, gap, 2, &out, 1, &error));
    BAD(frit_apply_program(o.c, o.m, NULL, two, 2, NULL, 1, &error));
    BAD(frit_array_slice(NULL, NULL, NULL, NULL, &out, &error));
    BAD(frit_array_slice(o.a, NULL, NULL, NULL, NULL, &error));
    BAD(frit_array_transpose(NULL, NULL, &out, &error));
    BAD(frit_array_transpose(o.a, NULL, NULL, &error));
    BAD(frit_array_reshape(NULL, 1, &n, &out, &error));
    BAD(frit_array_reshape(o.a, 1, NULL, &out, &error));
    BAD(frit_array_reshape(o.a, 1, &n, NULL, &error));
    BAD(frit_array_squeeze(NULL, 0, NULL, &out, &error));
    BAD(frit_array_squeeze(o.a, 1, NULL, &out, &error));
    BAD(frit_array_squeeze(o.a, 0, NULL, NULL, &error));
    BAD(frit_array_expand(NULL, 0, NULL, &out, &error));
    BAD(frit_array_expand(o.a, 1, NULL, &out, &error));
    BAD(frit_array_expand(o.a, 0, NULL, NULL, &error));
    BAD(frit_array_broadcast(NULL, 1, &n, &out, &error));
    BAD(frit_array_broadcast(o.a, 1, NULL, &out, &error));
    BAD(frit_array_broadcast(o.a, 1, &n, NULL, &error));
    BAD(frit_scope_begin(NULL, &error));
    BAD(frit_scope_end(NULL, &error));
    BAD(frit_scope_end(o.c, &error));
    BAD(frit_scope_keep(NULL, &error));
    BAD(frit_array_assign(NULL, o.a, &error));
    BAD(frit_array_assign(o.a, NULL, &error));
    BAD(frit_flush(NULL, &error));
    frit_discard(NULL);
    CHECK(!frit_discard_failed(NULL));
    CHECK_EQ_UINT(frit_recorded(NULL), 0);
    CHECK_EQ_UINT(frit_recorded_stores(NULL), 0);
    frit_set_place(NULL, 3);
    frit_set_profile(NULL, true);
    CHECK(!frit_last_plan(NULL));
    BAD(frit_last_report(NULL, FRIT_REPORT_TEXT, &text, &error));
    BAD(frit_last_report(o.c, FRIT_REPORT_TEXT, NULL, &error));
    BAD(frit_last_mismatch(NULL, &text, &error));
    BAD(frit_last_mismatch(o.c, NULL, &error));
    free_objects(&o);
}

TEST(captures_and_exchange) {
    Objects o = make_objects();
    frit_context *apart;
    frit_array *x, *value;
    frit_module *m;
    frit_range range;
    const int64_t n = 3;
    struct DLManagedTensorVersioned *tensor;
    struct DLManagedTensor *legacy;
    OK(frit_context_new_with(NULL, NULL, &apart, &error));
    BAD(frit_array_placeholder(NULL, "f32", 1, &n, &x, &error));
    BAD(frit_array_placeholder(apart, NULL, 1, &n, &x, &error));
    BAD(frit_array_placeholder(apart, "f32", 1, NULL, &x, &error));
    BAD(frit_array_placeholder(apart, "f32", 1, &n, NULL, &error));
    OK(frit_array_placeholder(apart, "f32", 1, &n, &x, &error));
    CHECK(!frit_array_changed(NULL));
    CHECK_EQ_UINT(frit_array_store_count(NULL), 0);
    BAD(frit_array_store(NULL, 0, &value, &range, &error));
    BAD(frit_array_store(x, 0, NULL, &range, &error));
    BAD(frit_array_store(x, 0, &value, NULL, &error));
    BAD(frit_array_store(x, 0, &value, &range, &error)); /* nothing was assigned */
    BAD(frit_capture(NULL, &x, 1, &x, 1, "f", false, &m, &error));
    BAD(frit_capture_part(NULL, &x, 1, &x, 1, "f", false, &m, &error));
    BAD(frit_capture_part(apart, &x, 1, &x, 1, "f", false, NULL, &error));
    BAD(frit_capture(apart, NULL, 1, &x, 1, "f", false, &m, &error));
    BAD(frit_capture(apart, &x, 1, NULL, 1, "f", false, &m, &error));
    BAD(frit_capture(apart, &x, 1, &(frit_array *){NULL}, 1, "f", false, &m, &error));
    BAD(frit_capture(apart, &(frit_array *){NULL}, 1, &x, 1, "f", false, &m, &error));
    BAD(frit_capture(apart, &x, 1, &x, 1, NULL, false, &m, &error));
    BAD(frit_capture(apart, &x, 1, &x, 1, "f", false, NULL, &error));
    /* Of another context. */
    BAD(frit_capture(apart, &x, 1, &o.a, 1, "f", false, &m, &error));
    BAD(frit_capture(apart, &o.a, 1, &x, 1, "f", false, &m, &error));
    BAD(frit_apply(apart, "neg", &o.a, 1, NULL, &value, &error));
    BAD(frit_array_assign(o.a, x, &error));
    BAD(frit_apply_program(apart, o.m, NULL, (frit_array *[]){x, o.a}, 2, &value, 1, &error));
    BAD(frit_array_to_dlpack(NULL, NULL, NULL, &tensor, &error));
    BAD(frit_array_to_dlpack(o.a, NULL, NULL, NULL, &error));
    BAD(frit_array_to_dlpack_legacy(NULL, NULL, NULL, &legacy, &error));
    BAD(frit_array_to_dlpack_legacy(o.a, NULL, NULL, NULL, &error));
    BAD(frit_array_from_dlpack(o.c, NULL, &x, &error));
    BAD(frit_array_from_dlpack_legacy(o.c, NULL, &x, &error));
    OK(frit_array_to_dlpack_legacy(o.a, NULL, NULL, &legacy, &error));
    BAD(frit_array_from_dlpack_legacy(NULL, legacy, &value, &error));
    BAD(frit_array_from_dlpack_legacy(o.c, legacy, NULL, &error));
    OK(frit_array_from_dlpack_legacy(o.c, legacy, &value, &error));
    frit_array_free(value);
    OK(frit_array_to_dlpack(o.a, NULL, NULL, &tensor, &error));
    frit_dlpack_free(NULL);
    frit_dlpack_free_legacy(NULL);
    BAD(frit_array_from_dlpack(NULL, tensor, &value, &error));
    BAD(frit_array_from_dlpack(o.c, tensor, NULL, &error));
    OK(frit_array_from_dlpack(o.c, tensor, &value, &error));
    frit_array_free(value);
    frit_array_free(x);
    frit_context_free(apart);
    free_objects(&o);
}

TEST(kernels_from_source) {
    Objects o = make_objects();
    frit_slang *out;
    frit_resolved *r;
    frit_text text = {NULL, 0, 0};
    const int64_t n = 3;
    frit_arg arg = {.type = "f32", .rank = 1, .shape = &n};
    BAD(frit_slang_load(NULL, "", 0, NULL, &out, NULL, &error));
    BAD(frit_slang_load(o.c, NULL, 3, NULL, &out, NULL, &error));
    BAD(frit_slang_load(o.c, "", 0, NULL, NULL, NULL, &error));
    OK(frit_slang_load(o.c, NULL, 0, NULL, &out, NULL, &error));
    frit_slang_free(out);
    BAD(frit_slang_read(NULL, "x", NULL, &out, NULL, &error));
    BAD(frit_slang_read(o.c, NULL, NULL, &out, NULL, &error));
    BAD(frit_slang_read(o.c, "x", NULL, NULL, NULL, &error));
    frit_slang_free(NULL);
    CHECK(!frit_slang_refused(NULL, 0, NULL) && !frit_slang_refused(o.slang, 0, NULL));
    BAD(frit_slang_print(NULL, &text, &error));
    BAD(frit_slang_print(o.slang, NULL, &error));
    CHECK(frit_slang_find(NULL, "x") == FRIT_SLANG_NONE);
    CHECK(frit_slang_find(o.slang, NULL) == FRIT_SLANG_NONE);
    CHECK(!frit_slang_name(NULL, 0));
    BAD(frit_slang_describe(NULL, "twice", &text, &error));
    BAD(frit_slang_describe(o.slang, NULL, &text, &error));
    BAD(frit_slang_describe(o.slang, "twice", NULL, &error));
    frit_type type;
    BAD(frit_slang_type(NULL, "float", &type, &error));
    BAD(frit_slang_type(o.slang, NULL, &type, &error));
    BAD(frit_slang_type(o.slang, "float", NULL, &error));
    CHECK(!frit_resolved_parameter_type(NULL, 0).module && !frit_resolved_value_type(NULL).module);
    BAD(frit_slang_resolve(NULL, "twice", &arg, 1, NULL, &r, NULL, &error));
    BAD(frit_slang_resolve(o.slang, NULL, &arg, 1, NULL, &r, NULL, &error));
    BAD(frit_slang_resolve(o.slang, "twice", NULL, 1, NULL, &r, NULL, &error));
    BAD(frit_slang_resolve(o.slang, "twice", &arg, 1, NULL, NULL, NULL, &error));
    /* What an argument says is there and is not. */
    const frit_arg hollow[] = {
        {.type = "f32", .rank = 1},
        {.rank = 1, .shape = &n},
        {.kind = FRIT_ARG_NUMBER},
        {.kind = FRIT_ARG_FIELDS, .item_count = 1},
        {.kind = FRIT_ARG_PARTS, .item_count = 2},
        {.kind = FRIT_ARG_GRID, .rank = 1},
        {.kind = FRIT_ARG_RANDOM, .item_count = 4},
        {.type = "f32", .rank = 1, .shape = &n, .mapped = true, .map_count = 1}};
    for (size_t k = 0; k < sizeof hollow / sizeof *hollow; k++)
        BAD(frit_slang_resolve(o.slang, "twice", &hollow[k], 1, NULL, &r, NULL, &error));
    const frit_arg nameless = {.type = "f32", .rank = 1, .shape = &n};
    const frit_arg odd[] = {{.kind = FRIT_ARG_OTHER},
                            {.kind = FRIT_ARG_SAMPLER},
                            {.kind = FRIT_ARG_WANG_HASH},
                            {.kind = FRIT_ARG_NORMAL},
                            {.kind = FRIT_ARG_FIELDS, .items = &nameless, .item_count = 1}};
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
        CHECK(frit_slang_resolve(o.slang, "twice", &odd[k], 1, NULL, &r, NULL, &error) &&
              error.message[0]);
    BAD(frit_slang_declare(NULL, "twice", NULL, 0, &r, NULL, &error));
    BAD(frit_slang_declare(o.slang, NULL, NULL, 0, &r, NULL, &error));
    BAD(frit_slang_declare(o.slang, "twice", NULL, 1, &r, NULL, &error));
    BAD(frit_slang_declare(o.slang, "twice", NULL, 0, NULL, NULL, &error));
    frit_resolved_free(NULL);
    CHECK(!frit_resolved_parameter(NULL, 0) && !frit_resolved_module(NULL));
    CHECK_EQ_UINT(frit_resolved_output_count(NULL), 0);
    CHECK_EQ_UINT(frit_resolved_output_info(NULL, 0).dtype, FRIT_NO_DTYPE);
    CHECK_EQ_UINT(frit_resolved_rank(NULL), 0);
    CHECK_EQ_UINT(frit_resolved_value_count(NULL), 0);
    CHECK(!frit_resolved_is_struct(NULL) && !frit_resolved_takes_result(NULL));
    BAD(frit_resolved_describe(NULL, &text, &error));
    OK(frit_slang_resolve(o.slang, "twice", &arg, 1, NULL, &r, NULL, &error));
    BAD(frit_resolved_describe(r, NULL, &error));
    frit_resolved_free(r);
    free_objects(&o);
}
