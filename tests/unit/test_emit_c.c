/* C source, compiled and run: it gives what op_eval gives, bit for bit. */
#define _GNU_SOURCE
#include "harness.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit_steps.h"

TEST(every_step_cast_and_literal) {
    StepDialect c = {.name = "c",
                     .complex_functions = true,
                     .f64 = true,
                     .function = "func_",
                     .first_param = "",
                     .param = "",
                     .driver = "void ",
                     .global = "",
                     .loop = "(void)y;\n\t(void)z;\n\tfor (long i = 0; i < n; i++)"};
    memcpy(c.memory, step_memory_c, sizeof c.memory);
    Steps steps;
    steps_make(&steps, &c);
    char *source = steps_source(&steps, &c);
    void *library = compile_c(source);
    uint8_t *out = malloc(steps.out_size);
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++) {
        char name[32];
        snprintf(name, sizeof name, "drive_%s", dtype_info(dtype)->name);
        void (*drive)(const void *, const void *, const void *, void *, int64_t);
        void *symbol = dlsym(library, name);
        memcpy(&drive, &symbol, sizeof drive);
        CHECK(drive);
        drive(steps.values[dtype][0], steps.values[dtype][1], steps.values[dtype][2], out,
              STEP_VALUES);
    }
    /* The functions are the C library's there, ours here. */
    steps_check(&steps, out, 10);
    dlclose(library);
    free(out);
    free(source);
    steps_free(&steps);
}

/*
 * Compiles the last program of a text as C with a function `int check(void)` behind it, which gives
 * 0 or the line of the first thing that is wrong.
 */
static void run_check(const char *text, const char *check) {
    char *source = emit_text(text, "c", NULL), *whole;
    CHECK(asprintf(
              &whole,
              "%s\n#include <string.h>\n#define EXPECT(x) if (!(x)) return __LINE__\n#line 1\n%s",
              source, check) > 0);
    void *library = compile_c(whole);
    int (*run)(void);
    void *symbol = dlsym(library, "check");
    memcpy(&run, &symbol, sizeof run);
    int line = run();
    CHECK_MSG(line == 0, "line %d of the check fails; the source is\n%s", line, whole);
    dlclose(library);
    free(whole);
    free(source);
}

TEST(kernel_with_any_strides) {
    run_check(
        "program main(x: f32[m,n], y: f32[n], k: f32, b: bool[m,1]) -> (r, s) {\n"
        "  t = mul(x, y)\n"
        "  u = add(t, k)\n"
        "  r = select(b, u, x)\n"
        "  s = neg(y)\n"
        "}\n",
        "int check(void) {\n"
        "    float x[6] = {1, 2, 3, 4, 5, 6}, y[2] = {10, 100}, r[6] = {0}, s[2] = {0};\n"
        "    uint8_t b[3] = {1, 0, 1};\n"
        "    /* x is the transpose of a 2x3 array, y runs backwards, r is written backwards */\n"
        "    func_main(3, 2, x, 1, 3, y + 1, -1, 0.5f, b, 1, 12345, r + 5, -2, -1, s, 1);\n"
        "    float want[6] = {100.5f, 40.5f, 2, 5, 300.5f, 60.5f};\n"
        "    for (int i = 0; i < 6; i++) EXPECT(r[5 - i] == want[i]);\n"
        "    EXPECT(s[0] == -100 && s[1] == -10);\n"
        "    /* broadcast by strides of 0, and in place */\n"
        "    func_main(3, 2, x, 0, 0, y, 0, 0.0f, b, 0, 0, x, 0, 0, s, 0);\n"
        "    EXPECT(x[0] == 1e6f && x[1] == 2 && s[0] == -10);\n"
        "    func_main(0, 2, 0, 1, 1, 0, 1, 0.0f, 0, 1, 1, 0, 1, 1, 0, 1); /* nothing to do */\n"
        "    return 0;\n"
        "}\n");
}

TEST(structs_in_memory_are_packed) {
    run_check(
        "struct In { pos: f32x3, mass: f32 }\n"
        "struct P { id: i64, in: In, flags: boolx3, kind: u8, h: f16, tag: u16, m: array(u32,2) }\n"
        "program main(p: P[n], q: P) -> (r, mass, f, w) {\n"
        "  in = extract(p, index=1)\n"
        "  pos = extract(in, index=0)\n"
        "  mass = extract(in, index=1)\n"
        "  pos2 = mul(pos, mass)\n"
        "  in2 = insert(in, pos2, index=0)\n"
        "  a = insert(p, in2, index=1)\n"
        "  f0 = extract(p, index=2)\n"
        "  f = not(f0)\n"
        "  b = insert(a, f, index=2)\n"
        "  m = extract(q, index=6)\n"
        "  r = insert(b, m, index=6)\n"
        "  i = extract(p, index=3)\n"
        "  w = element(m, i)\n"
        "}\n",
        "#pragma pack(push, 1)\n"
        "struct packed { int64_t id; float pos[3], mass; uint8_t flags[3], kind; uint16_t h, tag; "
        "uint32_t m[2]; };\n"
        "#pragma pack(pop)\n"
        "int check(void) {\n"
        "    struct packed p[2] = {{7, {1, 2, 3}, 2, {1, 0, 1}, 0, 0x3c00, 5, {1, 2}},\n"
        "                          {8, {4, 5, 6}, 3, {0, 0, 0}, 9, 0x4000, 6, {3, 4}}};\n"
        "    struct packed q = {0, {0, 0, 0}, 0, {0, 0, 0}, 0, 0, 0, {77, 78}}, r[2];\n"
        "    float mass[2];\n"
        "    uint8_t f[6];\n"
        "    uint32_t w[2];\n"
        "    EXPECT(sizeof(struct packed) == 40);\n"
        "    func_main(2, (uint8_t *)p, 1, (uint8_t *)&q, (uint8_t *)r, 1, mass, 1, f, 1, w, 1);\n"
        "    struct packed want[2] = {{7, {2, 4, 6}, 2, {0, 1, 0}, 0, 0x3c00, 5, {77, 78}},\n"
        "                             {8, {12, 15, 18}, 3, {1, 1, 1}, 9, 0x4000, 6, {77, 78}}};\n"
        "    EXPECT(memcmp(r, want, sizeof r) == 0);\n"
        "    EXPECT(mass[0] == 2 && mass[1] == 3);\n"
        "    EXPECT(memcmp(f, \"\\0\\1\\0\\1\\1\\1\", 6) == 0);\n"
        "    EXPECT(w[0] == 77 && w[1] == 78); /* an index past the end is the last */\n"
        "    return 0;\n"
        "}\n");
}

TEST(vectors_and_matrices) {
    run_check("program main(a: f32x3, b: f32x3, k: f32, m: f32x2x3, i: i32) -> (dot, r, sw, one, "
              "t, mm, mv, vm, d, e, ins, row, c) {\n"
              "  dot = dot(a, b)\n"
              "  s = add(a, k)\n"
              "  r = maximum(s, b)\n"
              "  sw = swizzle(a, lanes=[2,0])\n"
              "  one = swizzle(a, lanes=[1])\n"
              "  t = mat_transpose(m)\n"
              "  mm = mat_mul(m, t)\n"
              "  mv = mat_mul(m, a)\n"
              "  vm = mat_mul(sw, m)\n"
              "  sq = make(a, b, k, k, one, to=f32x3x3)\n"
              "  d = determinant(sq)\n"
              "  e = element(a, i)\n"
              "  ins = insert(m, a, index=1)\n"
              "  row = extract(m, index=1)\n"
              "  lt = lt(a, b)\n"
              "  c = select(lt, a, b)\n"
              "}\n",
              "int check(void) {\n"
              "    frit_f32x3 a = {1, 2, 3}, b = {4, -5, 6}, r, mv0, vm, row, c;\n"
              "    frit_f32x2 sw, mv;\n"
              "    frit_f32x2x3 m = {{{1, 2, 3}, {4, 5, 6}}}, ins;\n"
              "    frit_f32x3x2 t;\n"
              "    frit_f32x2x2 mm;\n"
              "    float dot, one, d, e;\n"
              "    (void)mv0;\n"
              "    func_main(a, b, 0.5f, m, -4, &dot, &r, &sw, &one, &t, &mm, &mv, &vm, &d, &e, "
              "&ins, &row, &c);\n"
              "    EXPECT(dot == 12 && one == 2 && e == 1);\n"
              "    EXPECT(r.x == 4 && r.y == 2.5f && r.z == 6);\n"
              "    EXPECT(sw.x == 3 && sw.y == 1);\n"
              "    EXPECT(t.m[0][0] == 1 && t.m[0][1] == 4 && t.m[2][0] == 3 && t.m[2][1] == 6);\n"
              "    EXPECT(mm.m[0][0] == 14 && mm.m[0][1] == 32 && mm.m[1][0] == 32 && mm.m[1][1] "
              "== 77);\n"
              "    EXPECT(mv.x == 14 && mv.y == 32);\n"
              "    EXPECT(vm.x == 7 && vm.y == 11 && vm.z == 15);\n"
              "    /* 1 2 3 / 4 -5 6 / .5 .5 2 */\n"
              "    EXPECT(d == 1 * (-10 - 3) - 2 * (8 - 3) + 3 * (2 + 2.5f));\n"
              "    EXPECT(ins.m[0][2] == 3 && ins.m[1][0] == 1 && ins.m[1][2] == 3);\n"
              "    EXPECT(row.x == 4 && row.z == 6);\n"
              "    EXPECT(c.x == 1 && c.y == -5 && c.z == 3);\n"
              "    func_main(a, b, 0.5f, m, 9, &dot, &r, &sw, &one, &t, &mm, &mv, &vm, &d, &e, "
              "&ins, &row, &c);\n"
              "    EXPECT(e == 3);\n"
              "    return 0;\n"
              "}\n");
}

TEST(bitcasts_of_other_shapes) {
    run_check(
        "program main(a: u8x4, b: f64, c: c64, d: u16x4) -> (w, x, y, z) {\n"
        "  w = bitcast(a, to=u32)\n"
        "  x = bitcast(b, to=u8x4x2)\n"
        "  y = bitcast(c, to=i16x4)\n"
        "  z = bitcast(d, to=c64)\n"
        "}\n",
        "int check(void) {\n"
        "    frit_u8x4 a = {1, 2, 3, 0xfe};\n"
        "    frit_c64 c = {1.5f, -0.0f}, z;\n"
        "    frit_u16x4 d = {1, 2, 0xffff, 0x7f80};\n"
        "    double b = -1.2345e100;\n"
        "    uint32_t w;\n"
        "    frit_u8x4x2 x;\n"
        "    frit_i16x4 y;\n"
        "    func_main(a, b, c, d, &w, &x, &y, &z);\n"
        "    EXPECT(w == 0xfe030201u);\n"
        "    EXPECT(memcmp(&x, &b, 8) == 0 && memcmp(&y, &c, 8) == 0 && memcmp(&z, &d, 8) == 0);\n"
        "    return 0;\n"
        "}\n");
}

TEST(control_flow_over_arrays) {
    run_check("program half(x, k) -> (r) {\n  h = const(0.5:f32)\n  r = mul(x, h)\n}\n"
              "program twice(x, k) -> (r) {\n  r = mul(x, k)\n}\n"
              "program step(i, a, b, x) -> (b, r) {\n  f = cast(i, to=f32)\n  t = mul(f, x)\n  r = "
              "add(a, t)\n}\n"
              "program under(i, a, n) -> (r) {\n  r = lt(i, n)\n}\n"
              "program count(i, a, n) -> (j, r) {\n  one = const(1:i32)\n  j = add(i, one)\n  r = "
              "add(a, a)\n}\n"
              "program main(x: f32[n], c: bool, k: f32, n: i32) -> (p, a, b, w) {\n"
              "  p = if(c, x, k, then=@half, else=@twice)\n"
              "  lo = const(1:i32)\n"
              "  a, b = for(lo, n, x, p, x, body=@step, carry=2)\n"
              "  last, w = while(lo, x, n, cond=@under, body=@count, carry=2)\n"
              "}\n",
              "int check(void) {\n"
              "    float x[2] = {1, 10}, p[2], a[2], b[2], w[2];\n"
              "    func_main(2, x, 1, 1, 3.0f, 4, p, 1, a, 1, b, 1, w, 1);\n"
              "    EXPECT(p[0] == 0.5f && p[1] == 5 && w[0] == 8 && w[1] == 80);\n"
              "    for (int i = 0; i < 2; i++) {\n"
              "        float u = x[i], v = p[i];\n"
              "        for (int k = 1; k < 4; k++) {\n"
              "            float next = u + (float)k * x[i];\n"
              "            u = v;\n"
              "            v = next;\n"
              "        }\n"
              "        EXPECT(a[i] == u && b[i] == v);\n"
              "    }\n"
              "    func_main(2, x, 1, 0, 3.0f, 0, p, 1, a, 1, b, 1, w, 1);\n"
              "    EXPECT(p[0] == 3 && p[1] == 30 && a[0] == 1 && b[1] == 30);\n"
              "    return 0;\n"
              "}\n");
}

TEST(indices_and_views) {
    run_check(
        "program grid(x) -> (r) {\n"
        "  i = iota(shape=[m,n], axis=0, to=f32)\n"
        "  r = add(x, i)\n"
        "}\n"
        "program main(x: f32[m,n], y: f32[n], z: f32[1,n,1]) -> (r, t) {\n"
        "  g = @grid(x)\n"
        "  t = transpose(g)\n"
        "  j = iota(shape=[n,m], axis=-1, to=i16)\n"
        "  f = cast(j, to=f32)\n"
        "  e = expand_dims(y, axes=[1])\n"
        "  s = squeeze(z, axes=[0])\n"
        "  a = sub(e, s)\n"
        "  b = broadcast(a, shape=[n,m])\n"
        "  k = const(1000:f32)\n"
        "  l = fill(k, shape=[n,m])\n"
        "  c = add(t, f)\n"
        "  d = add(c, b)\n"
        "  r = add(d, l)\n"
        "}\n",
        "int check(void) {\n"
        "    float x[6] = {1, 2, 3, 4, 5, 6}, y[3] = {10, 20, 30}, z[3] = {1, 2, 3}, r[6], t[6];\n"
        "    func_main(3, 2, x, 3, 1, y, 1, z, 3, 1, 1, r, 2, 1, t, 2, 1);\n"
        "    for (int n = 0; n < 3; n++)\n"
        "        for (int m = 0; m < 2; m++) {\n"
        "            EXPECT(t[n * 2 + m] == x[m * 3 + n] + m);\n"
        "            EXPECT(r[n * 2 + m] == x[m * 3 + n] + 2 * m + (y[n] - z[n]) + 1000);\n"
        "        }\n"
        "    return 0;\n"
        "}\n");
}

TEST(vectors_of_every_dtype) {
    char *text = emit_vectors_text(true), *source = emit_text(text, "c", NULL);
    dlclose(compile_c(source));
    free(source);
    free(text);
}
