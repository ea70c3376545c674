/* Programs that several tests of source use, and the compilers it goes to. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emit/emit.h"
#include "emit_steps.h"
#include "gen/gen.h"
#include "harness.h"
#include "infer/infer.h"
#include "ir/text.h"

const char emit_kernel_text[] =
    "struct Particle { pos: f32x3, mass: f32, id: i32, alive: bool, kind: u8, tag: u16 }\n"
    "program force(p: Particle, g: f32x3) -> (r) {\n"
    "  m = extract(p, index=1)\n"
    "  r = mul(g, m)\n"
    "}\n"
    "program main(p: Particle[m,n], g: f32x3, t: f16[n], z: c128[m,1], on: bool) -> (f, q, w, d) "
    "{\n"
    "  f = map(p, g, callee=@force)\n"
    "  x = extract(p, index=0)\n"
    "  y = make(x, x, x, to=f32x3x3)\n"
    "  d = determinant(y)\n"
    "  v = mat_mul(y, x)\n"
    "  q = insert(p, v, index=0)\n"
    "  h = cast(t, to=f64)\n"
    "  i = iota(shape=[m,n], axis=1, to=f64)\n"
    "  a = add(h, i)\n"
    "  b = cast(a, to=c128)\n"
    "  c = mul(b, z)\n"
    "  w = select(on, c, b)\n"
    "}\n";

/* One program for a dtype: outputs are gathered in `outputs`. */
static void put_vector_program(Str *out, Dtype dtype, bool with_f64) {
    const char *d = dtype_info(dtype)->name;
    DtypeClass class = dtype_info(dtype)->class;
    bool ordered = class == CLASS_SIGNED || class == CLASS_UNSIGNED || class == CLASS_FLOAT;
    Str body = str_make(out->env), outputs = str_make(out->env);
    str_puts(&outputs, "s, e, ins, t, f1, row, sel2");
    str_format(
        &body,
        "  s = swizzle(x, lanes=[1,1,0])\n  e = element(x, i)\n  ne = ne(x, y)\n  sel = select(ne, "
        "x, y)\n"
        "  ins = insert(sel, k, index=1)\n  mk = make(k, to=%sx2x3)\n  row = extract(mk, index=1)\n"
        "  t = mat_transpose(mk)\n  fx = make(x, y, to=array(%sx3,2))\n  f1 = element(fx, i)\n"
        "  sel2 = select(c, s, x)\n",
        d, d);
    if (class != CLASS_BOOL) {
        str_puts(&body, "  a = add(x, k)\n  m = mul(a, y)\n  dt = dot(m, y)\n  mm = mat_mul(mk, "
                        "t)\n  mv = mat_mul(mk, x)\n");
        str_puts(&outputs, ", a, dt, mm, mv");
    }
    if (ordered) {
        str_puts(&body, "  mx = maximum(x, y)\n  lt = lt(x, y)\n  q = select(lt, x, k)\n");
        str_puts(&outputs, ", mx, q");
    }
    if (class == CLASS_FLOAT) {
        str_format(&body, "  sq = make(x, y, x, to=%sx3x3)\n  det = determinant(sq)\n", d);
        str_puts(&outputs, ", det");
    }
    for (Dtype to = 0; to < DTYPE_COUNT; to++)
        if (with_f64 || (to != DT_F64 && to != DT_C128)) {
            str_format(&body, "  cast%u = cast(x, to=%s)\n", to, dtype_info(to)->name);
            str_format(&outputs, ", cast%u", to);
        }
    CHECK(str_ok(&body) && str_ok(&outputs));
    str_format(out, "program v%s(x: %sx3, y: %sx3, k: %s, i: u8, c: bool) -> (%s) {\n%s}\n", d, d,
               d, d, outputs.data, body.data);
    str_free(&body);
    str_free(&outputs);
}

char *emit_vectors_text(bool with_f64) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    Str out = str_make(&env), inputs = str_make(&env), calls = str_make(&env);
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        if (!with_f64 && (d == DT_F64 || d == DT_C128))
            continue;
        put_vector_program(&out, d, with_f64);
        str_format(&inputs, "x%u: %sx3, k%u: %s, ", d, dtype_info(d)->name, d, dtype_info(d)->name);
        /* as many results as the program above has: one more than commas before its arrow */
        const char *end = strrchr(out.data, '>');
        unsigned results = 1;
        for (const char *at = end; *at != ')'; at++)
            results += *at == ',';
        for (unsigned k = 0; k < results; k++)
            str_format(&calls, "%sr%u_%u", k ? ", " : "  ", d, k);
        str_format(&calls, " = @v%s(x%u, x%u, k%u, i, c)\n", dtype_info(d)->name, d, d, d);
    }
    CHECK(str_ok(&inputs) && str_ok(&calls));
    str_format(&out, "program main(%si: u8, c: bool) -> (r0_0) {\n%s}\n", inputs.data, calls.data);
    str_free(&inputs);
    str_free(&calls);
    CHECK(str_ok(&out));
    return out.data;
}

char *emit_text(const char *text, const char *dialect, const char *function_name) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    Module *m = text_parse(&env, text, strlen(text));
    CHECK_MSG(m, "line %u: %s", error.line, error.message);
    const Program *last = m->programs.at[m->programs.len - 1];
    TypeId *types = calloc(last->n_inputs + 1, sizeof *types);
    Module *typed = infer_module(&env, m, m->programs.len - 1, types, &(InferOptions){0});
    CHECK_MSG(typed, "line %u: %s", error.line, error.message);
    Str out = str_make(&env);
    bool ok = emit_source(&out, typed, typed->programs.len - 1, dialect, function_name);
    CHECK_MSG(ok, "line %u: %s", error.line, error.message);
    free(types);
    module_free(m);
    module_free(typed);
    return out.data;
}

/* ---- compilers */

void *compile_with(const char *command, const char *source, const char *suffix) {
    char folder[] = "/tmp/frit-emit-XXXXXX", from[64], to[64], whole[1024];
    CHECK(mkdtemp(folder));
    snprintf(from, sizeof from, "%s/emitted.%s", folder, suffix);
    snprintf(to, sizeof to, "%s/emitted.so", folder);
    FILE *file = fopen(from, "w");
    CHECK(file && fputs(source, file) >= 0 && fclose(file) == 0);
    snprintf(whole, sizeof whole, "cd %s && %s", folder, command);
    int status = system(whole);
    void *library = status == 0 ? dlopen(to, RTLD_NOW) : NULL;
    if (status == 0) { /* otherwise the source stays there to be looked at */
        snprintf(whole, sizeof whole, "rm -r %s", folder);
        CHECK_EQ_INT(system(whole), 0);
    }
    CHECK_MSG(status == 0, "in %s: %s fails", folder, command);
    CHECK_MSG(library, "%s", dlerror());
    return library;
}

void skip_foreign_code(void) {
    const char *sanitizers = getenv("FRIT_SANITIZE");
    if (sanitizers && *sanitizers)
        SKIP("the driver is not built for sanitizers");
}

void *compile_c(const char *source) {
    char command[512];
    snprintf(command, sizeof command,
             "%s -std=c11 -O1 -ffp-contract=off -fno-strict-aliasing -Wall -Wextra -Werror "
             "-Wfatal-errors -fPIC -shared -o emitted.so emitted.c -lm",
             getenv("CC") ? getenv("CC") : "cc");
    return compile_with(command, source, "c");
}
