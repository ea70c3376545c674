/* Source text: what it says, what it refuses and why. Numbers are tested by the other test_emit_*. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "emit_steps.h"
#include "gen/gen.h"
#include "infer/infer.h"
#include "ir/text.h"
#include "opt/opt.h"

static const char *const dialects[] = {"c", "cuda", "opencl", "slang", "metal"};
enum { DIALECTS = sizeof dialects / sizeof *dialects };

static Module *typed_module(Env *env, const char *text) {
    Module *m = text_parse(env, text, strlen(text));
    if (!m)
        return NULL;
    TypeId *types = calloc(m->programs.at[m->programs.len - 1]->n_inputs + 1, sizeof *types);
    Module *typed = infer_module(env, m, m->programs.len - 1, types, &(InferOptions){0});
    free(types);
    module_free(m);
    return typed;
}

static void check_emit(const char *text, const char *dialect, const char *name, const char *want) {
    char *got = emit_text(text, dialect, name);
    CHECK_STR(got, want);
    free(got);
}

static void check_has(const char *text, const char *dialect, const char *part) {
    char *got = emit_text(text, dialect, NULL);
    CHECK_MSG(strstr(got, part), "in %s there is no\n%s\nin\n%s", dialect, part, got);
    free(got);
}

/* Emits the last program of the text, which must fail so; error gets the rest. */
static void check_refused(const char *text, const char *dialect, const char *name,
                          frit_status status, const char *message, frit_error *error) {
    struct test_alloc alloc = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &alloc};
    memset(error, 0, sizeof *error);
    Env env = {&allocator, error};
    Module *m = typed_module(&env, text);
    CHECK_MSG(m, "line %u: %s", error->line, error->message);
    Str out = str_make(&env);
    str_puts(&out, "before");
    CHECK(!emit_source(&out, m, m->programs.len - 1, dialect, name));
    CHECK_STR(out.data, "before");
    CHECK_EQ_NAMED(error->status, status, frit_status_name);
    CHECK_EQ_INT(error->stage, FRIT_STAGE_EMIT);
    CHECK_MSG(strstr(error->message, message), "\"%s\" does not say \"%s\"", error->message,
              message);
    str_free(&out);
    module_free(m);
    CHECK_ALLOC(&alloc);
}

/* ---- functions of scalars */

#define FT                                        \
    "extern ft_mul(a: i32, b: i32) -> (r: i32)\n" \
    "extern ft_add(a: i32, b: i32) -> (r: i32)\n"

static const char sequential[] =
    FT "program test_type_propagation(a: i32, b: i32, c: i32) -> (r) {\n"
       "  t = @ft_mul(a, b)\n"
       "  r = @ft_add(t, c)\n"
       "}\n";

TEST(sequential_calls_in_slang) {
    check_emit(sequential, "slang", NULL,
               "int __func_test_type_propagation(int v0, int v1, int v2)\n"
               "{\n"
               "\tint v3,v4;\n"
               "\tv3 = ft_mul(v0, v1);\n"
               "\tv4 = ft_add(v3, v2);\n"
               "\treturn v4;\n"
               "}\n");
}

TEST(simple_function_in_every_dialect) {
    for (int k = 0; k < DIALECTS; k++)
        check_has("program add(a: i32, b: i32) -> (r) {\n  r = add(a, b)\n}\n", dialects[k],
                  strcmp(dialects[k], "slang")
                      ? "int func_add(int v0, int v1)\n{\n\tint v2;\n\tv2 = "
                      : "int __func_add(int v0, int v1)\n{\n\tint v2;\n\tv2 = ");
}

TEST(joins) {
    check_emit(FT "program join(a: i32, b: i32, c: i32, d: i32) -> (r) {\n"
                  "  t = @ft_add(a, b)\n"
                  "  u = @ft_mul(c, d)\n"
                  "  r = @ft_add(t, u)\n"
                  "}\n",
               "slang", NULL,
               "int __func_join(int v0, int v1, int v2, int v3)\n"
               "{\n"
               "\tint v4,v5,v6;\n"
               "\tv4 = ft_add(v0, v1);\n"
               "\tv5 = ft_mul(v2, v3);\n"
               "\tv6 = ft_add(v4, v5);\n"
               "\treturn v6;\n"
               "}\n");
}

TEST(custom_name) {
    frit_error error;
    char *got = emit_text(sequential, "slang", "my_kernel");
    CHECK(strncmp(got, "int my_kernel(int v0", 20) == 0);
    free(got);
    static const char *const wrong[] = {"",   "3x",     "a b",  "float", "float4x4",
                                        "v3", "frit_x", "a__b", "x-y"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        check_refused(sequential, "slang", wrong[k], FRIT_ERR_ARGUMENT, "cannot be the name",
                      &error);
    check_refused(sequential, "c", "ft_mul", FRIT_ERR_ARGUMENT, "is the name of a function",
                  &error);
}

TEST(sub_programs_come_once_and_first) {
    check_emit("program unused(x: i32) -> (x) {\n}\n"
               "program twice(x: f32) -> (r) {\n  r = add(x, x)\n}\n"
               "program main(x: f32) -> (r) {\n"
               "  a = @twice(x)\n  b = @twice(a)\n  r = @twice(b)\n"
               "}\n",
               "cuda", NULL,
               "// Strict numerics: compile with -fmad=false and no fast mathematics.\n"
               "\n"
               "static __device__ float func_twice(float v0)\n"
               "{\n\tfloat v1;\n\tv1 = v0 + v0;\n\treturn v1;\n}\n"
               "\n"
               "__device__ float func_main(float v0)\n"
               "{\n"
               "\tfloat v1,v2,v3;\n"
               "\tv1 = func_twice(v0);\n"
               "\tv2 = func_twice(v1);\n"
               "\tv3 = func_twice(v2);\n"
               "\treturn v3;\n"
               "}\n");
}

TEST(several_results) {
    static const char text[] = "program two(x: i32, y: u8) -> (y, x) {\n}\n"
                               "program main(x: i32, y: u8) -> (a, b) {\n  a, b = @two(x, y)\n}\n";
    check_has(
        text, "c",
        "void func_main(int v0, uint8_t v1, uint8_t *r0, int *r1)\n{\n\tuint8_t v2;\n\tint v3;\n"
        "\tfunc_two(v0, v1, &v2, &v3);\n\t*r0 = v2;\n\t*r1 = v3;\n}\n");
    check_has(text, "metal",
              "static void func_two(int v0, uchar v1, thread uchar *r0, thread int *r1)");
    check_has(text, "slang",
              "void __func_main(int v0, uint8_t v1, out uint8_t r0, out int r1)\n{\n\tuint8_t "
              "v2;\n\tint v3;\n"
              "\t__func_two(v0, v1, v2, v3);\n\tr0 = v2;\n\tr1 = v3;\n}\n");
}

TEST(prototypes_of_externs) {
    check_has(sequential, "c", "int ft_mul(int v0, int v1);\nint ft_add(int v0, int v1);\n");
    check_has("extern two(a: f32) -> (r: f32, s: i32)\nprogram main(x: f32) -> (a, b) {\n  a, b = "
              "@two(x)\n}\n",
              "c", "void two(float v0, float *r0, int *r1);\n");
}

TEST(generic_externs) {
    static const char text[] = "extern gmul<T>(a: T, b: T) -> (r: T)\n"
                               "program main(x: i32, y: f32) -> (a, b) {\n"
                               "  a = @gmul(x, x)\n  b = @gmul(y, y)\n"
                               "}\n";
    frit_error error;
    check_has(text, "slang", "\tv2 = gmul(v0, v0);\n\tv3 = gmul(v1, v1);\n");
    check_has(text, "cuda",
              "__device__ int gmul(int v0, int v1);\n__device__ float gmul(float v0, float v1);\n");
    check_refused(text, "c", NULL, FRIT_ERR_UNSUPPORTED, "\"gmul\" with two sets of types", &error);
}

TEST(externs_that_cannot_be_called) {
    frit_error error;
    static const char text[] =
        "extern \"a b\"(x: i32) -> (r: i32)\nprogram main(x: i32) -> (r) {\n  r = @\"a b\"(x)\n}\n";
    static const char scoped[] = "extern \"m::f\"(x: i32) -> (r: i32)\nprogram main(x: i32) -> (r) "
                                 "{\n  r = @\"m::f\"(x)\n}\n";
    for (int k = 0; k < DIALECTS; k++)
        check_refused(text, dialects[k], NULL, FRIT_ERR_UNSUPPORTED, "\"a b\"", &error);
    check_refused(scoped, "c", NULL, FRIT_ERR_UNSUPPORTED, "\"m::f\"", &error);
    check_has(scoped, "slang", "v1 = m::f(v0);");
}

TEST(names_become_identifiers) {
    check_has(
        "program \"a.b\"(x: i32) -> (x) {\n}\n"
        "program \"a b\"(x: i32) -> (x) {\n}\n"
        "program a_b(x: i32) -> (x) {\n}\n"
        "program main(x: i32) -> (c) {\n  a = @\"a.b\"(x)\n  b = @\"a b\"(a)\n  c = @a_b(b)\n}\n",
        "c", "\tv1 = func_a_b__0(v0);\n\tv2 = func_a_b__1(v1);\n\tv3 = func_a_b(v2);\n");
    check_has(
        "struct float4 { int: i32, plain: f32, \"a b\": u8 }\n"
        "program main(x: float4) -> (a, b, c) {\n"
        "  a = extract(x, index=0)\n  b = extract(x, index=1)\n  c = extract(x, index=2)\n}\n",
        "slang", "\tv1 = v0.int__0;\n\tv2 = v0.plain;\n\tv3 = v0.a_b__2;\n");
}

/* ---- control flow */

TEST(control_flow) {
    static const char text[] =
        "program yes(x: i32) -> (r) {\n  r = neg(x)\n}\n"
        "program no(x: i32) -> (x) {\n}\n"
        "program step(i: i32, a: i32, b: i32, k: i32) -> (b, r) {\n  s = add(a, i)\n  r = mul(s, "
        "k)\n}\n"
        "program more(a: i32) -> (r) {\n  l = const(100:i32)\n  r = lt(a, l)\n}\n"
        "program grow(a: i32) -> (r) {\n  r = add(a, a)\n}\n"
        "program main(c: bool, n: i32, k: i32) -> (x, y, z) {\n"
        "  x = if(c, k, then=@yes, else=@no)\n"
        "  zero = const(0:i32)\n"
        "  y, u = for(zero, n, x, k, k, body=@step, carry=2)\n"
        "  z = while(u, cond=@more, body=@grow, carry=1)\n"
        "}\n";
    check_has(text, "c",
              "\tif (v0)\n\t\tv3 = func_yes(v2);\n\telse\n\t\tv3 = func_no(v2);\n"
              "\tv4 = 0;\n"
              "\tv5 = v3;\n\tv6 = v2;\n"
              "\tfor (int k5 = v4; k5 < v1; k5++)\n\t\tfunc_step(k5, v5, v6, v2, &v5, &v6);\n"
              "\tv7 = v6;\n"
              "\twhile (func_more(v7))\n\t\tv7 = func_grow(v7);\n");
    /* an out parameter must not be an argument as well */
    check_has(text, "slang",
              "\tfor (int k5 = v4; k5 < v1; k5++) {\n\t\tint n5;\n\t\tint n6;\n"
              "\t\t__func_step(k5, v5, v6, v2, n5, n6);\n\t\tv5 = n5;\n\t\tv6 = n6;\n\t}\n");
}

/* ---- kernels */

TEST(pairs_read_one_input_twice) {
    check_has(
        "program main(x: f32[n]) -> (r) {\n"
        "  a = expand_dims(x, axes=[1])\n  b = expand_dims(x, axes=[0])\n  r = sub(a, b)\n}\n",
        "c", "func_main__element(v0[i1 * v0_s0], v0[i0 * v0_s0])");
}

TEST(dead_steps_are_left_out_of_kernels) {
    char *got = emit_text("program main(x: f32[n], y: f32[m]) -> (r) {\n"
                          "  s = sum(y, axes=[0])\n  d = exp(y)\n  r = neg(x)\n}\n",
                          "c", NULL);
    CHECK(strstr(got, "const float *v1, int64_t v1_s0")); /* the kernel keeps its parameters */
    CHECK(strstr(got, "float func_main__element(float v0)\n"));
    CHECK(!strstr(got, "exp"));
    free(got);
}

TEST(smaller_outputs_are_written_once) {
    check_has("program main(x: f32[m,n], y: f32[n], k: f32) -> (r, s, t) {\n"
              "  r = add(x, y)\n  s = neg(y)\n  t = neg(k)\n}\n",
              "c",
              "\t\t\tr0[i0 * r0_s0 + i1 * r0_s1] = t0;\n"
              "\t\t\tif (i0 == 0)\n\t\t\t\tr1[i1 * r1_s0] = t1;\n"
              "\t\t\tif (i0 == 0 && i1 == 0)\n\t\t\t\tr2[0] = t2;\n");
}

/* ---- refusals */

TEST(source_before_types) {
    static const char text[] = "program main(x, y: f32) -> (r) {\n  r = add(x, y)\n}\n";
    struct test_alloc alloc = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &alloc};
    frit_error error = {0};
    Env env = {&allocator, &error};
    Module *m = text_parse(&env, text, strlen(text));
    Str out = str_make(&env);
    CHECK(m && !emit_source(&out, m, 0, "slang", NULL));
    CHECK_EQ_NAMED(error.status, FRIT_ERR_CHECK, frit_status_name);
    CHECK_STR(error.message, "x has no type; infer the types before asking for source");
    CHECK_STR(error.place, "program main");
    module_free(m);
    static const char generic[] = "program g<T>(a: f32, t: T) -> (a) {\n}\n";
    m = text_parse(&env, generic, strlen(generic));
    CHECK(m && !emit_source(&out, m, 0, "slang", NULL));
    CHECK_STR(error.message, "t: T has no settled type; infer the types before asking for source");
    module_free(m);
    str_free(&out);
    CHECK_ALLOC(&alloc);
}

TEST(what_needs_a_schedule) {
    frit_error error;
    check_refused("program main(x: f32[n]) -> (r) {\n  y = exp(x)\n  r = sum(y)\n}\n", "c", NULL,
                  FRIT_ERR_UNSUPPORTED,
                  "sum needs a schedule; only elementwise programs have source yet", &error);
    CHECK_STR(error.place, "program main, instruction 1");
    CHECK_EQ_UINT(error.line, 3);
    static const char *const steps[] = {"r = cumsum(x, axis=0)", "r = matmul(x, x)", "r = flip(x)",
                                        "r = reshape(x, shape=[4,9])", "r = concat(x, x, axis=0)"};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        char text[128], op[32];
        snprintf(text, sizeof text, "program main(x: f32[6,6]) -> (r) {\n  %s\n}\n", steps[k]);
        snprintf(op, sizeof op, "%.*s needs a schedule", (int)strcspn(steps[k] + 4, "("),
                 steps[k] + 4);
        check_refused(text, "cuda", NULL, FRIT_ERR_UNSUPPORTED, op, &error);
    }
    check_refused("program row(x: f32[n]) -> (r) {\n  r = neg(x)\n}\n"
                  "program main(x: f32[m,n]) -> (r) {\n  r = map(x, callee=@row)\n}\n",
                  "c", NULL, FRIT_ERR_UNSUPPORTED, "maps a program over arrays of arrays", &error);
}

TEST(two_elements_at_once) {
    frit_error error;
    check_refused("program main(x: f32[n,n]) -> (r) {\n  y = exp(x)\n  t = transpose(y)\n  r = "
                  "add(y, t)\n}\n",
                  "c", NULL, FRIT_ERR_UNSUPPORTED, "y is needed at two different elements at once",
                  &error);
    check_refused("program main(x: f32[m], y: f32[n]) -> (x, y) {\n}\n", "c", NULL,
                  FRIT_ERR_UNSUPPORTED, "output 1 has another shape", &error);
}

TEST(composite_ops_are_expanded_first) {
    frit_error error;
    check_refused("program main(x: f32) -> (r) {\n  r = gelu(x)\n}\n", "c", NULL, FRIT_ERR_CHECK,
                  "gelu is a composite op", &error);
    CHECK_STR(error.place, "program main, instruction 0");
}

TEST(what_a_dialect_lacks) {
    frit_error error;
    check_refused("program main(x: f64) -> (x) {\n}\n", "metal", NULL, FRIT_ERR_UNSUPPORTED,
                  "metal has no f64", &error);
    check_refused("struct S { a: i32, b: f64 }\nprogram main(x: S) -> (x) {\n}\n", "metal", NULL,
                  FRIT_ERR_UNSUPPORTED, "metal has no f64", &error);
    check_refused("program main(x: f32) -> (r) {\n  r = erf(x)\n}\n", "slang", NULL,
                  FRIT_ERR_UNSUPPORTED, "slang has no function for erf", &error);
    CHECK_STR(error.place, "program main, instruction 0");
    check_refused("program main(x: c64) -> (r) {\n  r = abs(x)\n}\n", "metal", NULL,
                  FRIT_ERR_UNSUPPORTED, "metal has no function hypot", &error);
    check_refused("program main(x: c64) -> (r) {\n  r = sqrt(x)\n}\n", "opencl", NULL,
                  FRIT_ERR_UNSUPPORTED, "opencl has no complex function sqrt", &error);
    check_has("program main(x: c64) -> (r) {\n  r = sqrt(x)\n}\n", "c", "v1 = frit_csqrt_c64(v0);");
}

TEST(misaligned_structs) {
    frit_error error;
    static const char text[] = "struct Odd { a: u8, b: f32 }\nprogram main(x: Odd[n]) -> (r) {\n  "
                               "r = extract(x, index=1)\n}\n";
    check_refused(text, "c", NULL, FRIT_ERR_UNSUPPORTED,
                  "elements of Odd, whose parts are not aligned", &error);
}

TEST(unknown_dialect) {
    frit_error error;
    check_refused(sequential, "fortran", NULL, FRIT_ERR_ARGUMENT,
                  "no dialect is called \"fortran\"; there are c, cuda, opencl, slang, metal",
                  &error);
    for (uint32_t k = 0; k < DIALECTS; k++)
        CHECK_STR(emit_dialect_name(k), dialects[k]);
    CHECK(!emit_dialect_name(DIALECTS));
}

/* ---- size and memory */

/* A bit of everything: struct and vector arrays, several views, calls, loops, many helpers. */
static const char rich[] =
    "struct P { pos: f32x3, mass: f32, id: i32, on: bool, k: u8, t: u16 }\n"
    "extern e(a: f32, b: f32) -> (r: f32)\n"
    "program inner(x, k) -> (r) {\n  a = mul(x, k)\n  r = maximum(a, x)\n}\n"
    "program step(i, a, b) -> (r) {\n  f = cast(i, to=f32)\n  g = mul(f, b)\n  r = add(a, g)\n}\n"
    "program main(p: P[m,n], x: f32[n], h: f16[m,1], k: f32, n: i32) -> (q, r, s, t, w) {\n"
    "  m = extract(p, index=1)\n"
    "  a = @inner(m, k)\n"
    "  b = map(a, x, callee=@e)\n"
    "  zero = const(0:i32)\n"
    "  c = for(zero, n, b, a, body=@step, carry=1)\n"
    "  v = extract(p, index=0)\n"
    "  u = mul(v, c)\n"
    "  q = insert(p, u, index=0)\n"
    "  j = iota(shape=[m,n], axis=0, to=bf16)\n"
    "  r = cast(j, to=u8)\n"
    "  g = remainder(h, h)\n"
    "  s = cast(g, to=i64)\n"
    "  o = make(v, v, v, to=f32x3x3)\n"
    "  d = determinant(o)\n"
    "  z = complex(d, d)\n"
    "  t = mul(z, z)\n"
    "  f = make(k, x, k, to=array(f32,3))\n"
    "  w = element(f, n)\n"
    "}\n";

TEST(every_allocation_may_fail) {
    for (int k = 0; k < DIALECTS; k++) {
        struct test_alloc plain = TEST_ALLOC(0);
        frit_allocator allocator = {test_alloc_fn, &plain};
        frit_error error = {0};
        Env env = {&allocator, &error};
        Module *m = typed_module(&env, rich);
        CHECK_MSG(m, "line %u: %s", error.line, error.message);
        for (size_t n = 1;; n++) {
            struct test_alloc failing = TEST_ALLOC(n);
            frit_allocator failing_allocator = {test_alloc_fn, &failing};
            frit_error failure = {0};
            Env failing_env = {&failing_allocator, &failure};
            Str out = str_make(&failing_env);
            bool ok = emit_source(&out, m, m->programs.len - 1, dialects[k], NULL);
            CHECK_MSG(ok || failing.failures, "%s: %s", dialects[k], failure.message);
            CHECK(ok || failure.status == FRIT_ERR_NOMEM);
            CHECK(ok == (failing.failures == 0));
            str_free(&out);
            CHECK_ALLOC(&failing);
            if (ok)
                break;
        }
        module_free(m);
        CHECK_ALLOC(&plain);
    }
}

/* Emits every program in every dialect: source, or a refusal that says why. */
static void emit_all(Module *m, frit_status other) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    for (ProgId id = 0; id < m->programs.len; id++)
        for (int k = 0; k < DIALECTS; k++) {
            Str out = str_make(&env);
            memset(&error, 0, sizeof error);
            bool ok = emit_source(&out, m, id, dialects[k], NULL);
            CHECK_MSG(ok || error.status == FRIT_ERR_UNSUPPORTED || error.status == other ||
                          m->programs.at[id]->external,
                      "%s: %s: %s", dialects[k], error.place, error.message);
            CHECK(ok ? out.len > 0 : error.message[0] != '\0');
            str_free(&out);
        }
}

static Module *random_typed(uint64_t seed) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    Module *m = gen_module(&env, (GenOptions){.seed = seed, .mode = GEN_TYPED});
    CHECK(m);
    TypeId *types = calloc(m->programs.at[m->programs.len - 1]->n_inputs + 1, sizeof *types);
    Module *typed = infer_module(&env, m, m->programs.len - 1, types, &(InferOptions){0});
    CHECK_MSG(typed &&
                  opt_run(&env, typed, "expand", &(frit_opt_options){FRIT_SIZED(frit_opt_options)}),
              "%s: %s", error.place, error.message);
    free(types);
    module_free(m);
    return typed;
}

TEST(random_programs) {
    uint64_t state = test_seed();
    for (size_t n = test_scaled(300); n > 0; n--) {
        uint64_t seed = test_random(&state);
        test_note("seed %llu", (unsigned long long)seed);
        Module *m = random_typed(seed);
        emit_all(m, FRIT_ERR_UNSUPPORTED);
        module_free(m);
    }
}

TEST(random_programs_without_types) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    uint64_t state = test_seed();
    for (size_t n = test_scaled(300); n > 0; n--) {
        uint64_t seed = test_random(&state);
        test_note("seed %llu", (unsigned long long)seed);
        Module *m = gen_module(&env, (GenOptions){.seed = seed, .mode = GEN_TYPED});
        CHECK(m);
        emit_all(m, FRIT_ERR_CHECK);
        module_free(m);
    }
}

TEST(deep_calls) {
    enum { DEPTH = 10000 };
    char *text = malloc(DEPTH * 64), *at = text;
    at += sprintf(at, "program p0(x: f32[n]) -> (r) {\n  r = neg(x)\n}\n");
    for (int k = 1; k < DEPTH; k++)
        at += sprintf(at, "program p%d(x) -> (r) {\n  r = @p%d(x)\n}\n", k, k - 1);
    sprintf(at, "program main(x: f32[n]) -> (r) {\n  r = @p%d(x)\n}\n", DEPTH - 1);
    char *got = emit_text(text, "opencl", NULL);
    CHECK(strstr(got, "v1 = func_p9998(v0);"));
    free(got);
    free(text);
}

TEST(long_programs) {
    enum { STEPS = 100000 };
    char *text = malloc((size_t)STEPS * 32 + 100), *at = text;
    at += sprintf(at, "program main(x: f32, k: i32) -> (v%d) {\n  v2 = neg(x)\n", STEPS + 1);
    for (int k = 3; k < STEPS + 2; k++)
        at += sprintf(at, "  v%d = add(v%d, x)\n", k, k - 1);
    sprintf(at, "}\n");
    char *got = emit_text(text, "c", NULL);
    CHECK(strstr(got, "\tv100001 = v100000 + v0;\n\t(void)v1;\n\treturn v100001;\n}\n"));
    free(got);
    free(text);
}
