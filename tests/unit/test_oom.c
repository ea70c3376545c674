/*
 * Every allocation of every operation fails once, in turn: the answer is FRIT_ERR_NOMEM, nothing
 * leaks, and what the operation was given is as it was.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#include "frit/frit.h"
#include "gen/gen.h"

static const char program_text[] =
    "struct P { pos: f32x3, mass: f32 }\n"
    "extern e<T>(a: T, b: T) -> (r: T)\n"
    "program axpy<T>(a: T, x: T[n], y: T[n]) -> (r) {\n"
    "  t = mul(a, x)\n"
    "  r = add(t, y)\n"
    "}\n"
    "program less(i, n) -> (c) { c = lt(i, n) }\n"
    "program step(i, n) -> (j) {\n"
    "  one = const(1)\n"
    "  j = add(i, one)\n"
    "}\n"
    "program turn(k, acc, x) -> (r) { r = @axpy(x, acc, acc) }\n"
    "program inv(x) -> (r) { r = reciprocal(x) }\n"
    "program main(x: f32[m,4], y: f32[4], p: P, c: bool) -> (a, s, w, q, g, z, v) {\n"
    "  k = const(2.5)\n"
    "  l = const(1.5:f32)\n"
    "  kl = mul(k, l)\n"
    "  a = @axpy(kl, y, y=y)\n"
    "  s = softmax(x, axes=[1])\n"
    "  s2 = slice(x, start=[1,_], step=[1,2])\n"
    "  n = norm(x, axes=[-1], keepdims=true, ord=3.0)\n"
    "  i = const(0:i32)\n"
    "  w = while(i, i, cond=@less, body=@step, carry=1)\n"
    "  q = map(x, callee=@inv)\n"
    "  g = for(i, w, y, l, body=@turn, carry=1)\n"
    "  dead = cumsum(x, axis=0)\n"
    "  pos = extract(p, index=0)\n"
    "  u = normalize(pos)\n"
    "  z = @e(u, pos)\n"
    "  same = mul(x, l)\n"
    "  again = mul(x, l)\n"
    "  v = select(c, same, again)\n"
    "}\n";

/* Elementwise, so that every dialect has source for it. */
static const char kernel_text[] = "struct P { pos: f32x3, mass: f32 }\n"
                                  "extern e(a: f32) -> (r: f32)\n"
                                  "program half(x: f32) -> (r) {\n"
                                  "  h = const(0.5)\n"
                                  "  r = mul(x, h)\n"
                                  "}\n"
                                  "program main(x: f32, p: P, c: bool) -> (r, v, q) {\n"
                                  "  a = @half(x)\n"
                                  "  pos = extract(p, index=0)\n"
                                  "  v = mul(pos, a)\n"
                                  "  d = dot(v, v)\n"
                                  "  b = @e(d)\n"
                                  "  q = if(c, x, then=@half, else=@half)\n"
                                  "  s = sqrt(b)\n"
                                  "  r = select(c, s, d)\n"
                                  "}\n";

typedef struct World {
    struct test_alloc alloc;
    frit_context *context;
    frit_module *module; /* what the operation is given, if it is given one */
    frit_text text, bytes;
    const char *name; /* of a pass or a dialect */
    frit_check_stage stage;
} World;

typedef frit_status Operation(World *w, frit_error *error);

/* ---- operations: each frees what it made */

static frit_status op_parse(World *w, frit_error *error) {
    frit_module *out = NULL;
    frit_status status = frit_module_parse(w->context, w->text.data, w->text.len, &out, error);
    CHECK(!out == (status != FRIT_OK));
    frit_module_free(out);
    return status;
}

static frit_status op_decode(World *w, frit_error *error) {
    frit_module *out = NULL;
    frit_status status = frit_module_decode(w->context, w->bytes.data, w->bytes.len, &out, error);
    CHECK(!out == (status != FRIT_OK));
    frit_module_free(out);
    return status;
}

static frit_status op_print(World *w, frit_error *error) {
    frit_text out = {0};
    frit_status status = frit_module_print(w->module, &out, error);
    frit_text_free(w->context, &out);
    return status;
}

static frit_status op_dump(World *w, frit_error *error) {
    frit_text out = {0};
    uint32_t last = frit_module_program_count(w->module) - 1;
    frit_status status = frit_program_dump(w->module, last, &out, error);
    frit_text_free(w->context, &out);
    return status;
}

static frit_status op_encode(World *w, frit_error *error) {
    frit_text out = {0};
    frit_status status = frit_module_encode(w->module, &out, error);
    frit_text_free(w->context, &out);
    return status;
}

static frit_status op_check(World *w, frit_error *error) {
    return frit_module_check(w->module, w->stage, error);
}

static frit_status op_infer(World *w, frit_error *error) {
    frit_module *out = NULL;
    frit_infer_options options = {FRIT_SIZED(frit_infer_options), .promotion = FRIT_PROMOTE_NUMPY};
    frit_status status = frit_module_infer(w->module, NULL, NULL, 0, &options, &out, error);
    CHECK(!out == (status != FRIT_OK));
    frit_module_free(out);
    return status;
}

static frit_status op_infer_given(World *w, frit_error *error) {
    static const char *const types[] = {"f32[rows,4]", NULL, "P", NULL};
    frit_module *out = NULL;
    frit_status status = frit_module_infer(w->module, "main", types, 4, NULL, &out, error);
    frit_module_free(out);
    return status;
}

static frit_status op_clear(World *w, frit_error *error) {
    return frit_module_clear_types(w->module, error);
}

static frit_status op_optimize(World *w, frit_error *error) {
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = FRIT_FAST,
                                .check = w->name == NULL};
    return frit_module_optimize(w->module, w->name, &options, error);
}

static frit_status op_emit(World *w, frit_error *error) {
    frit_text out = {0};
    frit_emit_options options = {FRIT_SIZED(frit_emit_options), .dialect = w->name};
    frit_status status = frit_module_emit(w->module, NULL, &options, &out, error);
    frit_text_free(w->context, &out);
    return status;
}

static frit_status op_declare(World *w, frit_error *error) {
    return frit_module_declare(w->module, "extern more<T>(x: T[n,5], y: P) -> (r: T[n], s: P)",
                               error);
}

static frit_status op_build(World *w, frit_error *error) {
    frit_builder *b = frit_builder_new(w->module, "built");
    if (!b) {
        error->status = FRIT_ERR_NOMEM;
        return FRIT_ERR_NOMEM;
    }
    static const char *const names[] = {"first", "second"};
    frit_builder_type_param(b, "T");
    frit_var x = frit_builder_input(b, "x", "T[n]"), y = frit_builder_input(b, "y", NULL);
    frit_var one = frit_builder_literal(b, "1:T", "one");
    frit_var r = frit_builder_op(b, "add", (frit_var[]){x, one}, 2, NULL, names);
    frit_var s = frit_builder_op(b, "sum", &r, 1, "axes=[0], keepdims=true", NULL);
    frit_var t = frit_builder_call(b, "axpy", (frit_var[]){one, x, y},
                                   (const char *[]){NULL, NULL, "y"}, 3, names);
    frit_builder_name(b, s, "sum of all");
    frit_builder_output(b, s);
    frit_builder_output(b, t);
    frit_status status = frit_builder_finish(b, NULL, error);
    frit_builder_free(b);
    return status;
}

/* ---- the sweep */

static void world_start(World *w) {
    memset(w, 0, sizeof *w);
    struct test_alloc fresh = TEST_ALLOC(0);
    w->alloc = fresh;
    frit_allocator allocator = {test_alloc_fn, &w->alloc};
    w->context = frit_context_new(&allocator);
    CHECK(w->context);
}

static void world_parse(World *w, const char *text) {
    frit_error error;
    CHECK_MSG(!frit_module_parse(w->context, text, strlen(text), &w->module, &error), "%u: %s",
              error.line, error.message);
    CHECK(!frit_module_print(w->module, &w->text, &error));
    CHECK(!frit_module_encode(w->module, &w->bytes, &error));
}

/* Puts the typed module in the place of the one that was parsed. */
static void world_infer(World *w) {
    frit_error error;
    frit_module *typed;
    CHECK_MSG(!frit_module_infer(w->module, NULL, NULL, 0, NULL, &typed, &error), "%s: %s",
              error.place, error.message);
    frit_module_free(w->module);
    w->module = typed;
    frit_text_free(w->context, &w->text);
    CHECK(!frit_module_print(w->module, &w->text, &error));
}

static void world_end(World *w) {
    frit_text_free(w->context, &w->text);
    frit_text_free(w->context, &w->bytes);
    frit_module_free(w->module);
    frit_context_free(w->context);
    CHECK_ALLOC(&w->alloc);
}

static void check_untouched(World *w) {
    frit_text now = {0};
    if (!w->module)
        return;
    CHECK(!frit_module_print(w->module, &now, NULL));
    CHECK_STR(now.data, w->text.data);
    frit_text_free(w->context, &now);
}

/* all: every allocation after the one that fails does too. Returns how many there were. */
static size_t sweep_once(World *w, Operation *operation, const char *what, bool all) {
    for (size_t n = 1;; n++) {
        frit_error error = {.status = FRIT_OK};
        test_note("%s, allocation %zu", what, n);
        size_t failures = w->alloc.failures;
        w->alloc.fail_after = all;
        w->alloc.fail_at = w->alloc.calls + n;
        frit_status status = operation(w, &error);
        w->alloc.fail_at = 0;
        failures = w->alloc.failures - failures;
        CHECK_MSG(!w->alloc.misuse, "%s", w->alloc.misuse);
        if (failures == 0) {
            CHECK_MSG(status == FRIT_OK, "%s: %s", error.place, error.message);
            return n - 1;
        }
        CHECK_MSG(status == FRIT_ERR_NOMEM, "status %s: %s", frit_status_name(status),
                  error.message);
        CHECK_EQ_INT(error.status, status);
        check_untouched(w);
    }
}

enum { UNTYPED = false, TYPED = true };

/* Both sorts of failure, each in a world of its own: what succeeds at the end changes things. */
static size_t sweep(const char *text, bool typed, Operation *operation, const char *name,
                    frit_check_stage stage, const char *what) {
    size_t n = 0;
    for (int all = 0; all < 2; all++) {
        World w;
        world_start(&w);
        world_parse(&w, text);
        if (typed)
            world_infer(&w);
        w.name = name;
        w.stage = stage;
        n = sweep_once(&w, operation, what, all);
        world_end(&w);
    }
    return n;
}

TEST(forms) {
    CHECK(sweep(program_text, UNTYPED, op_parse, NULL, 0, "parse") > 20);
    CHECK(sweep(program_text, UNTYPED, op_decode, NULL, 0, "decode") > 20);
    CHECK(sweep(program_text, UNTYPED, op_print, NULL, 0, "print") > 1);
    CHECK(sweep(program_text, UNTYPED, op_dump, NULL, 0, "dump") > 1);
    CHECK(sweep(program_text, UNTYPED, op_encode, NULL, 0, "encode") > 2);
}

TEST(checks) {
    sweep(program_text, UNTYPED, op_check, NULL, FRIT_CHECK_BUILT, "check built");
    CHECK(sweep(program_text, TYPED, op_check, NULL, FRIT_CHECK_TYPED, "check typed") > 5);
}

TEST(inference) {
    CHECK(sweep(program_text, UNTYPED, op_infer, NULL, 0, "infer") > 20);
    CHECK(sweep(program_text, UNTYPED, op_infer_given, NULL, 0, "infer for given types") > 20);
    sweep(program_text, TYPED, op_clear, NULL, 0, "clear types");
}

TEST(building) {
    CHECK(sweep(program_text, UNTYPED, op_build, NULL, 0, "build") > 5);
    CHECK(sweep(program_text, UNTYPED, op_declare, NULL, 0, "declare") > 2);
}

TEST(each_pass) {
    for (uint32_t i = 0; frit_pass_name(i); i++)
        CHECK(sweep(program_text, TYPED, op_optimize, frit_pass_name(i), 0, frit_pass_name(i)) > 5);
}

TEST(all_passes) {
    CHECK(sweep(program_text, TYPED, op_optimize, NULL, 0, "all passes") > 50);
}

TEST(each_dialect) {
    for (uint32_t i = 0; frit_dialect_name(i); i++)
        CHECK(sweep(kernel_text, TYPED, op_emit, frit_dialect_name(i), 0, frit_dialect_name(i)) >
              5);
}

TEST(making_things) {
    for (size_t n = 1; n <= 2; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        frit_context *context = frit_context_new(&allocator);
        frit_module *module = NULL;
        CHECK(!context == (n == 1));
        if (context)
            CHECK_EQ_INT(frit_module_new(context, &module, NULL), FRIT_ERR_NOMEM);
        CHECK(!module);
        frit_context_free(context);
        CHECK_ALLOC(&a);
    }
}

/* Random programs reach what the texts above do not. */
TEST(random_programs) {
    for (uint64_t k = 0; k < test_scaled(6); k++) {
        frit_error error = {.status = FRIT_OK};
        Env env = {&gen_allocator, &error};
        GenOptions options = {.seed = test_seed() + k, .mode = GEN_TYPED, .size = 6};
        Module *m = gen_module(&env, options);
        frit_text text;
        CHECK(m && !frit_module_print(m, &text, &error));
        sweep(text.data, UNTYPED, op_parse, NULL, 0, "parse");
        sweep(text.data, UNTYPED, op_decode, NULL, 0, "decode");
        sweep(text.data, UNTYPED, op_infer, NULL, 0, "infer");
        sweep(text.data, TYPED, op_check, NULL, FRIT_CHECK_TYPED, "check");
        sweep(text.data, TYPED, op_optimize, NULL, 0, "all passes");
        env_free(&gen_allocator, text.data, text.cap);
        module_free(m);
    }
}
