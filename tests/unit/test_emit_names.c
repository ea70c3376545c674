/* Names in source: what gives way to what, what cannot, and that compilers agree. */
#define _GNU_SOURCE
#include "harness.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emitter.h"
#include "emit_steps.h"
#include "gen/gen.h"
#include "infer/infer.h"
#include "ir/text.h"

static const char *const dialects[] = {"c", "cuda", "opencl", "slang", "metal"};
enum { DIALECTS = sizeof dialects / sizeof *dialects };

/* Fails unless a C compiler takes it with every warning an error; extra stands behind it. */
static void check_compiles(const char *text, const char *name, const char *extra) {
    char *source = emit_text(text, "c", name), *whole;
    CHECK(asprintf(&whole, "%s%s", source, extra) > 0);
    dlclose(compile_c(whole));
    free(source);
    free(whole);
}

static Module *typed_text(Env *env, const char *text) {
    Module *m = text_parse(env, text, strlen(text));
    CHECK_MSG(m, "line %u: %s", env->error->line, env->error->message);
    TypeId *types = calloc(m->programs.at[m->programs.len - 1]->n_inputs + 1, sizeof *types);
    Module *typed = infer_module(env, m, m->programs.len - 1, types, &(InferOptions){0});
    CHECK_MSG(typed, "%s", env->error->message);
    free(types);
    module_free(m);
    return typed;
}

static void check_refused(const char *text, const char *dialect, const char *name,
                          frit_status status, const char *message) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    Module *m = typed_text(&env, text);
    Str out = str_make(&env);
    CHECK_MSG(!emit_source(&out, m, m->programs.len - 1, dialect, name), "%s", dialect);
    CHECK_EQ_NAMED(error.status, status, frit_status_name);
    CHECK_MSG(strstr(error.message, message), "\"%s\" does not say \"%s\"", error.message, message);
    str_free(&out);
    module_free(m);
}

/* ---- extern functions and the library */

#define EXTERN_SIN(T)                      \
    "extern sin(x: " T ") -> (r: " T ")\n" \
    "program main(x: " T ") -> (r) {\n  a = @sin(x)\n  r = sin(a)\n}\n"

TEST(extern_named_as_a_library_function) {
    static const char *const declaring[] = {"c", "cuda", "opencl", "metal"};
    for (size_t k = 0; k < sizeof declaring / sizeof *declaring; k++)
        check_refused(EXTERN_SIN("f32"), declaring[k], NULL, FRIT_ERR_UNSUPPORTED,
                      "cannot call the extern function \"sin\": its library has that name");
    check_refused("extern sin(x: f64, y: f64) -> (r: f64)\n"
                  "program main(x: f64) -> (r) {\n  r = @sin(x, x)\n}\n",
                  "c", NULL, FRIT_ERR_UNSUPPORTED, "\"sin\": its library");
    check_refused("extern csqrt(x: f64) -> (r: f64)\n"
                  "program main(x: f64) -> (r) {\n  r = @csqrt(x)\n}\n",
                  "c", NULL, FRIT_ERR_UNSUPPORTED, "\"csqrt\": its library");
    /* nothing is declared there: it is the library's function that is called */
    char *source = emit_text(EXTERN_SIN("f32"), "slang", NULL);
    CHECK(strstr(source, "v1 = sin(v0);"));
    free(source);
}

TEST(extern_that_is_the_library_function) {
    check_compiles(EXTERN_SIN("f64"), NULL, "");
    check_compiles(
        "extern sinf(x: f32) -> (r: f32)\nextern fma(x: f64, y: f64, z: f64) -> (r: f64)\n"
        "program main(x: f32, y: f64) -> (r, s, t) {\n"
        "  r = @sinf(x)\n  s = @fma(y, y, y)\n  t = sin(x)\n}\n",
        NULL, "");
}

TEST(extern_named_as_ours) {
    for (int k = 0; k < DIALECTS; k++)
        check_refused("extern frit_bits_f32(x: f32) -> (r: u32)\n"
                      "program main(x: f32) -> (a, b) {\n"
                      "  a = @frit_bits_f32(x)\n  b = bitcast(x, to=u32)\n}\n",
                      dialects[k], NULL, FRIT_ERR_UNSUPPORTED,
                      "\"frit_bits_f32\": names that start with frit_");
}

/* ---- programs */

TEST(extern_named_as_a_program) {
    static const char calls[] = "extern func_m(x: f32) -> (r: f32)\n"
                                "program m(x: f32) -> (r) {\n  r = neg(x)\n}\n"
                                "program main(x: f32) -> (r) {\n  a = @m(x)\n  r = @func_m(a)\n}\n";
    char *source = emit_text(calls, "c", NULL);
    CHECK(strstr(source, "\tv1 = func_m__0(v0);\n\tv2 = func_m(v1);\n"));
    free(source);
    check_compiles(calls, NULL, "float func_m(float x)\n{\n\treturn x;\n}\n");
    static const char entry[] = "extern func_m(x: f32) -> (r: f32)\n"
                                "program m(x: f32) -> (r) {\n  r = @func_m(x)\n}\n";
    check_refused(entry, "c", NULL, FRIT_ERR_UNSUPPORTED,
                  "the function of program m is called func_m, and so is an extern function");
    check_compiles(entry, "other", "float func_m(float x)\n{\n\treturn x;\n}\n");
    check_refused("extern func_m__element(x: f32) -> (r: f32)\n"
                  "program m(x: f32[n]) -> (r) {\n  r = map(x, callee=@func_m__element)\n}\n",
                  "c", NULL, FRIT_ERR_UNSUPPORTED, "is called func_m__element");
}

TEST(name_that_the_library_has) {
    static const char text[] = "program main(x: f32) -> (r) {\n  r = sin(x)\n}\n";
    for (int k = 0; k < DIALECTS; k++)
        check_refused(text, dialects[k], "sin", FRIT_ERR_ARGUMENT, "whose library has it");
    check_refused(text, "c", "sinf", FRIT_ERR_ARGUMENT, "whose library has it");
    check_refused(text, "c", "main", FRIT_ERR_ARGUMENT, "whose library has it");
    check_compiles(text, "step", ""); /* of another dialect's library */
    check_refused(text, "opencl", "step", FRIT_ERR_ARGUMENT, "whose library has it");
}

/* ---- structs */

/* A struct with the name, as a value, in arrays, and beside the op sin. */
static char *struct_text(const char *name, const char *extra, const char *call) {
    char *text;
    CHECK(asprintf(&text,
                   "struct %s { x: f32, y: f32 }\n%s"
                   "program inner(s: %s) -> (r) {\n  a = extract(s, index=0)\n  b = sin(a)\n"
                   "  c = %s\n  r = insert(s, c, index=1)\n}\n"
                   "program main(s: %s[n], t: %s) -> (r, u) {\n"
                   "  r = map(s, callee=@inner)\n  u = @inner(t)\n}\n",
                   name, extra, name, call, name, name) > 0);
    return text;
}

TEST(structs_give_way) {
    static const char *const names[] = {"sin",     "sinf", "cos",     "isnan", "y0", "i",
                                        "k",       "p",    "sizes",   "tid",   "x",  "threads",
                                        "func_in", "csin", "float_t", "v3",    "n0"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        test_note("struct %s", names[k]);
        char *text = struct_text(names[k], "", "neg(b)");
        check_compiles(text, NULL, "");
        free(text);
    }
    char *text = struct_text("kernel_of_mine", "", "neg(b)");
    check_compiles(text, "kernel_of_mine", "");
    char *plain = emit_text(text, "c", NULL);
    CHECK(strstr(plain, "typedef struct kernel_of_mine {")); /* nothing else is called so */
    free(plain);
    free(text);
}

TEST(structs_give_way_to_externs) {
    char *text = struct_text("e", "extern e(x: f32) -> (r: f32)\n", "@e(b)");
    check_compiles(text, NULL, "float e(float x)\n{\n\treturn x;\n}\n");
    char *source = emit_text(text, "c", NULL), *name = strstr(source, "typedef struct e__"), *met;
    CHECK(name);
    /* an extern function that has the other name, too */
    char other[16], both[200], call[40];
    CHECK(sscanf(name, "typedef struct %15s", other) == 1);
    free(text);
    free(source);
    snprintf(both, sizeof both, "extern e(x: f32) -> (r: f32)\nextern %s(x: f32) -> (r: f32)\n",
             other);
    snprintf(call, sizeof call, "@e(b)\n  d = @%s(b)", other);
    text = struct_text("e", both, call);
    CHECK(asprintf(&met,
                   "float e(float x)\n{\n\treturn x;\n}\nfloat %s(float x)\n{\n\treturn x;\n}\n",
                   other) > 0);
    check_compiles(text, NULL, met);
    free(met);
    free(text);
}

/* Every function that a step calls is one that structs give way to. */
TEST(no_struct_is_named_as_a_function_of_a_step) {
    size_t words = 0;
    for (Op op = 0; op < OP_COUNT; op++) {
        const char *source = op_info(op)->source_f;
        for (const char *at = source ? strstr(source, "M(") : NULL; at; at = strstr(at + 1, "M(")) {
            char name[32], part[48];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 2, ")"), at + 2);
            if (helper_find(name, strlen(name)) != NO_HELPER)
                continue; /* its name starts with frit_ */
            char *text = struct_text(name, "", "neg(b)");
            snprintf(part, sizeof part, "struct %s {", name);
            for (int k = 0; k < DIALECTS; k++) {
                test_note("struct %s in %s", name, dialects[k]);
                char *got = emit_text(text, dialects[k], NULL);
                CHECK(!strstr(got, part));
                free(got);
            }
            free(text);
            words++;
        }
    }
    CHECK(words > 30);
}

/* ---- what is not read */

TEST(every_warning_may_be_an_error) {
    static const char *const texts[] = {
        /* parameters, steps and calls that nothing needs */
        "extern e(x: f32) -> (r: f32)\n"
        "program two(x: f32, y: f32) -> (a, b) {\n  a = neg(x)\n  b = neg(a)\n}\n"
        "program main(x: f32, y: i32, z: f32x3) -> (r) {\n"
        "  d = exp(x)\n  r, s = @two(x, d)\n  t = @e(s)\n  w = insert(z, t, index=0)\n}\n",
        /* an output that is an input, and nothing at all */
        "program main(x: f32, y: f32) -> (y) {\n}\n",
        "program main(x: f32) -> () {\n}\n",
        /* a function that only a dead step runs */
        "program f(x: f32) -> (r) {\n  r = neg(x)\n}\n"
        "program main(x: f32[n], y: f32[m]) -> (r) {\n  d = map(x, callee=@f)\n  r = neg(x)\n}\n",
        /* axes of one element, an input that is not used, one that is read twice */
        "program main(x: f32[1,n], y: f32[m,1], z: f64[k], s: f32[1]) -> (a, b, c) {\n"
        "  a = add(x, y)\n  b = neg(x)\n  c = neg(s)\n}\n",
        "program main(x: f32[n], y: f32[n]) -> (r, s) {\n  a = expand_dims(x, axes=[1])\n"
        "  b = expand_dims(x, axes=[0])\n  r = sub(a, b)\n  s = expand_dims(x, axes=[1])\n}\n",
        "program main(x: f32[1,1]) -> (r) {\n  r = neg(x)\n}\n",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        test_note("text %zu", k);
        check_compiles(texts[k], NULL, k == 0 ? "float e(float x)\n{\n\treturn x;\n}\n" : "");
    }
}

/* ---- size */

static size_t peak_of_inputs(unsigned n) {
    struct test_alloc alloc = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &alloc};
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    Str text = str_make(&env);
    str_puts(&text, "program main(x0: f32[n]");
    for (unsigned k = 1; k < n; k++)
        str_format(&text, ", x%u: f32[n]", k);
    str_puts(&text, ") -> (r) {\n  v0 = neg(x0)\n");
    for (unsigned k = 1; k < n; k++)
        str_format(&text, "  v%u = add(v%u, x%u)\n", k, k - 1, k);
    str_format(&text, "  r = neg(v%u)\n}\n", n - 1);
    CHECK(str_ok(&text));
    Module *m = typed_text(&env, text.data);
    Env counted = {&allocator, &error};
    Str out = str_make(&counted);
    CHECK_MSG(emit_source(&out, m, 0, "c", NULL), "%s", error.message);
    str_free(&out);
    str_free(&text);
    module_free(m);
    CHECK_ALLOC(&alloc);
    return alloc.peak_bytes;
}

TEST(many_inputs_take_linear_memory) {
    size_t half = peak_of_inputs(10000), whole = peak_of_inputs(20000);
    CHECK_MSG(whole < 3 * half, "%zu bytes for 10000 inputs, %zu for 20000", half, whole);
}
