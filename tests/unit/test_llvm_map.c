/*
 * Maps as compiled code: programs through the planner, run by a driver of a few lines and by the
 * interpreter, at every level this CPU has. The bits must be the same.
 */
#include <stdlib.h>
#include <string.h>

#include "llvm_map_fixture.h"

#define AXPY                                             \
    "program p(a: f32, x: f32[n], y: f32[n]) -> (r) {\n" \
    "  t = mul(a, x)\n  r = add(t, y)\n}\n"

TEST(lengths) {
    static const int64_t lengths[] = {1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 100};
    Case cases[sizeof lengths / sizeof *lengths];
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        cases[k] = (Case){AXPY, lengths[k], 0, 0, "rrr", RAN};
    CHECK_CASES(cases);
}

TEST(dtypes) {
    static const Case cases[] = {
        {"program p(x: i8[n], y: i8[n]) -> (r) { t = mul(x, y) r = add(t, x) }", 150, 0, 0, "rr",
         RAN},
        {"program p(x: u16[n], y: u16[n]) -> (r) { r = maximum(x, y) }", 75, 0, 0, "rr", RAN},
        {"program p(x: f64[n], y: f32[n]) -> (r, s) { t = cast(y, to=f64) r = add(x, t) s = "
         "sqrt(y) }",
         37, 0, 0, "rr", RAN},
        {"program p(x: f16[n], y: bf16[n]) -> (r, s) { r = mul(x, x) s = add(y, y) }", 45, 0, 0,
         "rr", RAN},
        {"program p(x: c64[n], y: c64[n]) -> (r, s) { r = mul(x, y) s = real(x) }", 21, 0, 0, "rr",
         RAN},
        {"program p(x: bool[n], y: i64[n], z: i64[n]) -> (r, s) { r = select(x, y, z) s = not(x) }",
         70, 0, 0, "rrr", RAN},
        {"program p(x: f32x3[n], y: f32[n]) -> (r) { r = mul(x, y) }", 70, 0, 0, "rr", RAN},
        {"struct P { a: f32, b: f32 }\n"
         "program p(x: P[n]) -> (r) { a = extract(x, index=0) b = extract(x, index=1) r = "
         "sub(a, b) }",
         70, 0, 0, "r", RAN},
    };
    CHECK_CASES(cases);
}

TEST(layouts) {
    static const char text[] =
        "program p(x: f32[m,n], y: f32[n], z: f32[m,1], s: f32) -> (r) {\n"
        "  e = exp(z)\n  t = mul(x, e)\n  u = add(t, y)\n  r = sub(u, s)\n}\n";
    static const char cube[] = "program p(x: i32[k,m,n], y: i32[k,1,n]) -> (r) { r = xor(x, y) }\n";
    static const Case cases[] = {
        {text, 19, 5, 0, "rrrr", RAN}, {text, 19, 5, 0, "tfgr", RAN}, {text, 33, 3, 0, "frtr", RAN},
        {text, 16, 1, 0, "grfr", RAN}, {text, 1, 40, 0, "rrrr", RAN}, {cube, 17, 3, 4, "rr", RAN},
        {cube, 18, 2, 3, "tg", RAN},   {cube, 5, 2, 2, "ft", RAN},
    };
    CHECK_CASES(cases);
}

TEST(uniform_results) {
    static const Case cases[] = {
        {"program p(a: f32, b: f32, x: f32[n]) -> (s, r) { s = add(a, b) r = mul(x, s) }", 20, 0, 0,
         "rrr", RAN},
        {"program p(a: f64, b: f64) -> (s) { t = sin(a) s = add(t, b) }", 0, 0, 0, "rr", RAN},
    };
    CHECK_CASES(cases);
}

TEST(numbers_and_random) {
    static const Case cases[] = {
        {"program p(x: f32[m,n]) -> (r) { i = iota(shape=[m,n], axis=0, to=f32) r = mul(x, i) }",
         37, 3, 0, "r", RAN},
        {"program p(x: i64[n]) -> (r) { i = iota(shape=[n], axis=0, to=i64) r = sub(x, i) }", 50, 0,
         0, "f", RAN},
        {"program p(k: u64, d: u64, x: f32[m,n]) -> (r) { u = uniform(k, d, shape=[m,n], to=f32) r "
         "= add(x, u) }",
         101, 3, 0, "rrr", RAN},
        {"program p(k: u64, d: u64, x: f64[n]) -> (r) { u = normal(k, d, shape=[n], to=f64) r = "
         "add(x, u) }",
         61, 0, 0, "rrr", RAN},
    };
    CHECK_CASES(cases);
}

TEST(gathers) {
    static const Case cases[] = {
        {"program p(x: f32[n], i: i64[m]) -> (r) { g = gather(x, i, axes=[0]) r = neg(g) }", 30, 77,
         0, "ri", RAN},
        {"program p(x: f64[n,k], i: i32[m]) -> (r) { r = gather(x, i, axes=[0]) }", 30, 9, 5, "ti",
         RAN},
        {"program p(x: i16[n], i: u8[m]) -> (r) { g = gather(x, i, axes=[0]) r = add(g, g) }", 30,
         50, 0, "ri", RAN},
        {"program p(x: f32[n,n], i: i64[m], j: i16[m]) -> (r) { r = gather(x, i, j, axes=[0,1]) }",
         12, 41, 0, "fii", RAN},
        {"program p(x: c128[n], i: u64[m]) -> (r) { r = gather(x, i, axes=[0]) }", 12, 9, 0, "ri",
         RAN},
        {"program p(x: f32[n], i: i64) -> (r) { g = gather(x, i, axes=[0]) r = add(x, g) }", 30, 0,
         0, "ri", RAN},
        {"program p(x: f32[n], i: i64[m]) -> (r) { r = gather(x, i, axes=[0]) }", 30, 77, 0, "rb",
         RAN_INTO_INDEX},
        {"program p(x: f32[n], i: u64[m]) -> (r) { r = gather(x, i, axes=[0]) }", 30, 77, 0, "rr",
         RAN_INTO_INDEX},
        {"program p(x: f32[n], i: i8[m]) -> (r) { r = gather(x, i, axes=[0]) }", 30, 77, 0, "r<",
         RAN_INTO_INDEX},
        {"program p(x: f32[n], i: i64[m]) -> (r) { r = gather(x, i, axes=[0]) }", 30, 48, 0, "r>",
         RAN_INTO_INDEX},
        {"program p(x: f32[n], i: u16[m]) -> (r) { r = gather(x, i, axes=[0]) }", 30, 33, 0, "r>",
         RAN_INTO_INDEX},
    };
    CHECK_CASES(cases);
}

TEST(scatters) {
    static const Case cases[] = {
        {"program p(x: f32[n], v: f32[m], i: i64[m]) -> (r) { r = scatter(x, v, i, axes=[0], "
         "combine=add) }",
         10, 77, 0, "rsi", RAN},
        {"program p(x: i8[n], v: i8[m], i: u8[m]) -> (r) { r = scatter(x, v, i, axes=[0], "
         "combine=max) }",
         10, 130, 0, "rri", RAN},
        {"program p(x: bf16[n,k], v: bf16[m,k], i: i32[m]) -> (r) { r = scatter(x, v, i, axes=[0]) "
         "}",
         10, 7, 5, "rri", RAN},
        {"program p(x: c64[n], v: c64[m], i: i64[m]) -> (r) { r = scatter(x, v, i, axes=[0], "
         "combine=mul) }",
         10, 23, 0, "rri", RAN},
        {"program p(x: f32[n], v: f32[m], i: i64[m]) -> (r) { r = scatter(x, v, i, axes=[0]) }", 10,
         77, 0, "rrb", RAN_INTO_INDEX},
    };
    CHECK_CASES(cases);
}

#define COLLATZ                                                                      \
    "program on(x: u32, n: i32) -> (c) { one = const(1) c = gt(x, one) }\n"          \
    "program odd(x: u32) -> (y) { three = const(3) one = const(1) t = mul(x, three)" \
    "  y = add(t, one) }\n"                                                          \
    "program even(x: u32) -> (y) { one = const(1) y = shr(x, one) }\n"               \
    "program next(x: u32, n: i32) -> (y, m) { one = const(1) b = and(x, one)"        \
    "  c = cast(b, to=bool) y = if(c, x, then=@odd, else=@even) m = add(n, one) }\n" \
    "program collatz(x: u32) -> (m) { zero = const(0:i32)"                           \
    "  y, m = while(x, zero, cond=@on, body=@next, carry=2) }\n"                     \
    "program p(x: u32[n]) -> (r) { r = map(x, callee=@collatz) }\n"

TEST(loops) {
    static const char uniform[] =
        "program turn(k: u8, s: f32[n], q: i32, x: f32[n]) -> (r, p) { f = cast(k, to=f32)"
        "  t = mul(s, x) r = add(t, f) i = cast(k, to=i32) p = add(q, i) }\n"
        "program p(lo: u8, hi: u8, s: f32[n], q: i32, x: f32[n]) -> (r, u) {"
        "  r, u = for(lo, hi, s, q, x, body=@turn, carry=2) }\n";
    /* Each lane its own number of turns; the index has 8 bits and would wrap. Two values change places. */
    static const char own[] =
        "program turn(k: i8, a: f32, b: c64, x: f32) -> (c, d) { f = cast(k, to=f32) g = add(a, f)"
        "  d = cast(g, to=c64) e = mul(b, b) h = real(e) c = add(h, x) }\n"
        "program f(lo: i8, x: f32) -> (a, b) { hi = const(105:i8) z = cast(x, to=c64)"
        "  a, b = for(lo, hi, x, z, x, body=@turn, carry=2) }\n"
        "program p(lo: i8[n], x: f32[n]) -> (a, b) { a, b = map(lo, x, callee=@f) }\n";
    /* A loop in an arm that some lanes take, whose bounds are the same for all of a row. */
    static const char nested[] =
        "program turn(k: i64, a: f64, x: f64) -> (b) { s = sin(a) b = add(s, x) }\n"
        "program yes(x: f64, hi: i64) -> (y) { lo = const(0:i64)"
        "  y = for(lo, hi, x, x, body=@turn, carry=1) }\n"
        "program no(x: f64, hi: i64) -> (y) { y = neg(x) }\n"
        "program f(x: f64, hi: i64) -> (y) { zero = const(0.0:f64) c = gt(x, zero)"
        "  y = if(c, x, hi, then=@yes, else=@no) }\n"
        "program p(x: f64[m,n], hi: i64[m,1]) -> (r) { r = map(x, hi, callee=@f) }\n";
    static const Case cases[] = {
        {COLLATZ, 100, 0, 0, "b", RAN}, {uniform, 40, 0, 0, "ssrsr", RAN},
        {own, 70, 0, 0, "rr", RAN},     {nested, 21, 4, 0, "rs", RAN},
        {nested, 21, 4, 0, "ts", RAN},
    };
    CHECK_CASES(cases);
}

TEST(branches) {
    static const char scalar[] =
        "program yes(x: f32[n], b: bool) -> (y, c) { y = exp(x) c = not(b) }\n"
        "program no(x: f32[n], b: bool) -> (y, c) { y = neg(x) c = copy(b) }\n"
        "program p(q: f32, x: f32[n], b: bool) -> (r, c) { z = const(0.0:f32) w = gt(q, z)"
        "  r, c = if(w, x, b, then=@yes, else=@no) }\n";
    static const char deep[] = "program a(x: f32) -> (y) { y = exp(x) }\n"
                               "program b(x: f32) -> (y) { y = tanh(x) }\n"
                               "program c(x: f32) -> (y) { z = const(2.0:f32) w = gt(x, z) y = "
                               "if(w, x, then=@a, else=@b) }\n"
                               "program d(x: f32) -> (y) { z = const(-2.0:f32) w = lt(x, z) y = "
                               "if(w, x, then=@b, else=@c) }\n"
                               "program f(x: f32) -> (y) { z = const(0.0:f32) w = lt(x, z) y = "
                               "if(w, x, then=@d, else=@c) }\n"
                               "program p(x: f32[n]) -> (r) { r = map(x, callee=@f) }\n";
    static const Case cases[] = {
        {scalar, 30, 0, 0, "srr", RAN},
        {deep, 100, 0, 0, "r", RAN},
    };
    CHECK_CASES(cases);
}

/* A table is read at an index that is wrong for lanes that are off:
 * if (x < 4) r = (x odd ? t[x] : 0) else r = x. */
TEST(gather_of_some_lanes) {
    enum { N = 75 };
    int32_t x[N], out[N], table[4] = {70, -80, 90, -100};
    int64_t n = N;
    Fixture f;
    const BlockOps *blocks;
    fixture_init(&f);
    Llvm *llvm = llvm_open_any(&f.env);
    if (!llvm)
        SKIP("there is no LLVM here");
    for (int k = 0; k < N; k++)
        x[k] = k * 7919 % 9;
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    km_access(&m, DT_I32, false, x, (int64_t[]){4});
    km_access(&m, DT_I32, true, out, (int64_t[]){4});
    km_indexed(&m, DT_I32, false, table, 4, 4, (int64_t[]){0});
    ValId vx = km_load(&m, 0, LEVEL_FULL), four = km_const(&m, DT_I32, 4);
    ValId one = km_const(&m, DT_I32, 1), bit = km_step(&m, OP_and, DT_I32, vx, one);
    ValId small = km_step(&m, OP_lt, DT_I32, vx, four), odd = km_step(&m, OP_eq, DT_I32, bit, one);
    ValId r = km_value(&m, DT_I32, LEVEL_FULL), q = km_value(&m, DT_I32, LEVEL_FULL);
    uint32_t arms = km_carry(&m, NO_VAL, NO_VAL, r), inner = km_carry(&m, NO_VAL, NO_VAL, q);
    uint32_t branch = km_open(&m, K_IF, &small, 1, NO_VAL, arms, 1);
    uint32_t inside = km_open(&m, K_IF, &odd, 1, NO_VAL, inner, 1);
    m.kernel.carries.at[inner].init = km_gather(&m, 2, vx);
    km_middle(&m, K_ELSE, inside, NO_VAL);
    m.kernel.carries.at[inner].next = bit;
    km_close(&m, inside);
    m.kernel.carries.at[arms].init = q;
    km_middle(&m, K_ELSE, branch, NO_VAL);
    m.kernel.carries.at[arms].next = vx;
    km_close(&m, branch);
    km_store(&m, 1, r);
    FOR_LEVELS(blocks) {
        Driver d;
        if (!target_named(blocks->name))
            continue;
        driver_open(&d, &m.bound, m.pointers, blocks);
        Form form = {.target = target_named(blocks->name), .walk = WALK_MAP, .along = d.along};
        Code *code = compile_kernel(&f.env, llvm, d.kernel, &form);
        memset(out, 0, sizeof out);
        CHECK_EQ_INT(driver_run(&d, code), RAN);
        for (int k = 0; k < N; k++)
            CHECK_EQ_INT(out[k], x[k] >= 4 ? x[k] : x[k] % 2 ? table[x[k]] : 0);
        x[70] = -5; /* out of range, and on */
        CHECK_EQ_INT(driver_run(&d, code), RAN_INTO_INDEX);
        x[70] = 0;
        code_unref(code);
        free(d.frame);
    }
    km_end(&m);
    llvm_close(llvm);
}

static uint64_t at_once(LineFrame *frame) {
    ++*(int *)frame->user;
    return 1;
}

/* A loop that never ends asks whether to stop. */
TEST(stops) {
    static const char text[] =
        "program on(x: f32) -> (c) { c = eq(x, x) }\n"
        "program same(x: f32) -> (y) { y = neg(x) }\n"
        "program f(x: f32) -> (y) { y = while(x, cond=@on, body=@same, carry=1) }\n"
        "program p(x: f32[n]) -> (r) { r = map(x, callee=@f) }\n";
    static const Case c = {text, 20, 0, 0, "s", RAN_STOPPED};
    Ran r = {0};
    const BlockOps *blocks;
    fixture_init(&r.f);
    Llvm *llvm = llvm_open_any(&r.f.env);
    if (!llvm)
        SKIP("there is no LLVM here");
    FOR_LEVELS(blocks) {
        const Target *target = target_named(blocks->name);
        if (!target)
            continue;
        memset(&r, 0, sizeof r);
        ran_open(&r, &c, blocks->name);
        int asked = 0;
        Driver d;
        driver_open(&d, &r.bound->steps.at[0].kernel, r.pointers, blocks);
        d.frame->poll = at_once;
        d.frame->user = &asked;
        Form form = {.target = target, .walk = WALK_MAP, .along = d.along};
        Code *code = compile_kernel(&r.f.env, llvm, d.kernel, &form);
        CHECK_EQ_INT(driver_run(&d, code), RAN_STOPPED);
        CHECK_EQ_INT(asked, 1);
        code_unref(code);
        free(d.frame);
        ran_close(&r);
    }
    llvm_close(llvm);
}

/* ---- line tables, keys and failures */

/* Line k + 1 is instruction k of the program. */
TEST(line_tables) {
    Fixture f;
    fixture_init(&f);
    Llvm *llvm = llvm_open_any(&f.env);
    if (!llvm)
        SKIP("there is no LLVM here");
    Plan *plan = plan_of(&f, AXPY, false);
    uint8_t along[8] = {ALONG_ONE, ALONG_NEXT, ALONG_NEXT, ALONG_NEXT};
    Form form = {.target = target_named("x86-64"),
                 .llvm = llvm_place(llvm)->major,
                 .walk = WALK_MAP,
                 .along = along};
    LlvmOptions options = {.debug_file = "/tmp/listing"};
    Str text = str_make(&f.env), object = str_make(&f.env);
    CHECK(llvm_emit(&f.env, &plan->kernels.at[0], &form, &options, &text));
    CHECK(strstr(text.data, "/tmp/listing") || strstr(text.data, "listing"));
    CHECK(strstr(text.data, "line: 1,") && strstr(text.data, "line: 2,"));
    CHECK_MSG(llvm_compile(&f.env, llvm, form.target, text.data, text.len, &object), "%s",
              f.error.message);
    str_free(&text);
    str_free(&object);
    plan_free(plan);
    llvm_close(llvm);
}

static char *key_of(const char *text, uint8_t along, Walk walk, const char *target) {
    Fixture f;
    fixture_init(&f);
    Plan *plan = plan_of(&f, text, false);
    uint8_t alongs[32];
    memset(alongs, along, sizeof alongs);
    Form form = {.target = target_named(target), .walk = walk, .along = alongs};
    Str key = str_make(&f.env);
    llvm_key(&key, &plan->kernels.at[0], &form);
    CHECK(str_ok(&key));
    plan_free(plan);
    return key.data;
}

TEST(keys) {
    static const char other[] = "program q(b: f32, v: f32[m], w: f32[m]) -> (r) {\n"
                                "  t = mul(b, v)\n  r = add(t, w)\n}\n";
    static const char less[] = "program p(a: f32, x: f32[n], y: f32[n]) -> (r) {\n"
                               "  t = mul(a, x)\n  r = sub(t, y)\n}\n";
    char *key = key_of(AXPY, ALONG_NEXT, WALK_MAP, "avx2"),
         *same = key_of(other, ALONG_NEXT, WALK_MAP, "avx2");
    CHECK_STR(key, same);
    char *differ[] = {
        key_of(less, ALONG_NEXT, WALK_MAP, "avx2"), key_of(AXPY, ALONG_ANY, WALK_MAP, "avx2"),
        key_of(AXPY, ALONG_NEXT, WALK_ROWS, "avx2"), key_of(AXPY, ALONG_NEXT, WALK_MAP, "x86-64")};
    for (size_t k = 0; k < sizeof differ / sizeof *differ; k++) {
        CHECK(strcmp(key, differ[k]) != 0);
        free(differ[k]);
    }
    free(key);
    free(same);
}

/* Every allocation in turn fails. */
TEST(out_of_memory) {
    Fixture f;
    fixture_init(&f);
    static const char *const texts[] = {AXPY, COLLATZ};
    for (size_t t = 0; t < 2; t++) {
        Plan *plan = plan_of(&f, texts[t], false);
        uint8_t along[32];
        memset(along, ALONG_NEXT, sizeof along);
        Form form = {.target = target_named("avx2"), .walk = WALK_MAP, .along = along};
        for (size_t n = 1;; n++) {
            struct test_alloc a = TEST_ALLOC(n);
            frit_allocator allocator = {test_alloc_fn, &a};
            frit_error error = {0};
            Env env = {&allocator, &error};
            Str text = str_make(&env);
            bool done = llvm_emit(&env, &plan->kernels.at[0], &form, NULL, &text);
            str_free(&text);
            CHECK_ALLOC(&a);
            CHECK(done == (a.failures == 0));
            if (done)
                break;
            CHECK_EQ_INT(error.status, FRIT_ERR_NOMEM);
        }
        plan_free(plan);
    }
}
