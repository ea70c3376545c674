/* Who runs a kernel, under every policy; and what can be seen of it. Through the public header alone. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "guarded.h"
#include "call_fixture.h"
#include "store_fixture.h"

static const char chain[] = "program chain(x: f32[n]) -> (r) {\n"
                            "  a = exp(x)\n  b = mul(a, x)\n  c = sin(b)\n  r = add(c, x)\n}";
enum { N = 5003 };

typedef struct Arrays {
    float x[N], r[N];
    int64_t n;
} Arrays;

static void fill(Arrays *a) {
    a->n = N;
    for (int k = 0; k < N; k++)
        a->x[k] = (float)(k % 101) / 50 - 1;
    memset(a->r, 0, sizeof a->r);
}

static frit_status run_chain(Ready *r, Arrays *a) {
    frit_tensor in = {a->x, &a->n, NULL}, out = {a->r, &a->n, NULL};
    return ready_run(r, &in, 1, &out, 1);
}

/* Skips the test where nothing can be compiled. */
static void need_llvm(Ready *r) {
    char version[64];
    if (frit_context_llvm(r->context, version, sizeof version, NULL) == FRIT_OK)
        return;
    ready_close(r);
    SKIP("there is no LLVM");
}

static void open_with(Ready *r, frit_context_options options, const char *text) {
    options.threads = options.threads ? options.threads : 1;
    options.cache_dir = options.cache_dir ? options.cache_dir : "";
    ready_open(r, &options, text);
}

typedef struct Counts {
    uint64_t kernels, interpreted;
} Counts;

static Counts counts(const Ready *r) {
    frit_context_info info = frit_context_describe(r->context);
    return (Counts){info.kernels, info.interpreted};
}

#define CHECK_RAN(ready, kernels_, interpreted_)                  \
    do {                                                          \
        CHECK_EQ_UINT(counts(ready).kernels, (kernels_));         \
        CHECK_EQ_UINT(counts(ready).interpreted, (interpreted_)); \
    } while (0)

static void interpreted_chain(Arrays *a) {
    Ready r;
    fill(a);
    open_with(&r,
              (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_OFF},
              chain);
    CHECK_OK(&r, run_chain(&r, a));
    CHECK_RAN(&r, 1, 1);
    CHECK_EQ_UINT(frit_cache_describe(r.context).misses, 0); /* nobody even looked */
    ready_close(&r);
}

/* ---- policies */

TEST(policies_of_contexts_and_calls) {
    static Arrays plain, a;
    Ready r;
    interpreted_chain(&plain);
    open_with(
        &r, (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_WAIT},
        chain);
    need_llvm(&r);
    fill(&a);
    CHECK_STR(frit_context_describe(r.context).compile, "wait");
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_RAN(&r, 1, 0);
    CHECK_EQ_MEM(a.r, plain.r, sizeof a.r);
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_OFF, &r.error));
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_RAN(&r, 2, 1);
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_REQUIRE, &r.error));
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_RAN(&r, 3, 1);
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_DEFAULT, &r.error));
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_RAN(&r, 4, 1);
    CHECK(frit_call_compile(r.call, (frit_compile_policy)99, &r.error) == FRIT_ERR_ARGUMENT);
    CHECK_EQ_UINT(frit_cache_describe(r.context).compiled, 1);
    ready_close(&r);
    frit_context *c;
    CHECK(frit_context_new_with(NULL,
                                &(frit_context_options){FRIT_SIZED(frit_context_options),
                                                        .compile = (frit_compile_policy)99},
                                &c, NULL) == FRIT_ERR_ARGUMENT);
}

static frit_status describe_with(const char *policy) {
    Ready r;
    static Arrays a;
    fill(&a);
    setenv("FRIT_COMPILE", policy, 1);
    memset(&r, 0, sizeof r);
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .cache_dir = ""};
    ready_context(&r, &options);
    const char *found = frit_context_describe(r.context).compile;
    frit_status status = *found ? FRIT_OK : FRIT_ERR_ARGUMENT;
    if (*found)
        CHECK_STR(found, policy);
    unsetenv("FRIT_COMPILE");
    ready_close(&r);
    return status;
}

TEST(the_environment_says_what_holds_by_default) {
    static const char *const policies[] = {"auto",  "wait",         "require",
                                           "never", "never,strict", "off"};
    for (unsigned k = 0; k < 6; k++)
        CHECK(describe_with(policies[k]) == FRIT_OK);
    CHECK(describe_with("perhaps") == FRIT_ERR_ARGUMENT);
}

/* ---- promotion */

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

TEST(a_kernel_that_pays_is_compiled_in_the_background) {
    static Arrays plain, a;
    Ready r;
    interpreted_chain(&plain);
    open_with(
        &r, (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_AUTO},
        chain);
    need_llvm(&r);
    fill(&a);
    uint64_t runs = 0;
    double spent = 0; /* milliseconds in calls: never less than what is on the kernel's account */
    while (frit_cache_describe(r.context).compiled == 0) {
        double start = now_ms();
        CHECK_OK(&r, run_chain(&r, &a));
        spent += now_ms() - start;
        CHECK_EQ_MEM(a.r, plain.r, sizeof a.r);
        runs++;
        CHECK_MSG(runs < 1000000, "it never was");
        frit_context_wait(r.context);
    }
    CHECK_MSG(runs > 10 || spent > 10, "compiled after %llu runs in %g ms, which cannot have paid",
              (unsigned long long)runs, spent);
    CHECK_RAN(&r, runs, runs);
    memset(a.r, 0, sizeof a.r);
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_RAN(&r, runs + 1, runs);
    CHECK_EQ_MEM(a.r, plain.r, sizeof a.r);
    ready_close(&r);
}

/* What one call compiled, another of the same structure uses; another size too. */
/* A loop of unknown length over many elements: by its estimate far longer than a compile, whatever it turns
 * out to be. */
TEST(a_very_long_first_run_is_compiled_before) {
    static const char text[] =
        "program more(x: f32, n: i32) -> (c) {\n  z = const(0)\n  c = gt(n, z)\n}\n"
        "program turn(x: f32, n: i32) -> (y, m) {\n  a = exp(x)\n  b = sin(a)\n  y = cos(b)\n"
        "  one = const(1)\n  m = sub(n, one)\n}\n"
        "program one(x: f32, n: i32) -> (y) {\n"
        "  y, m = while(x, n, cond=@more, body=@turn, carry=2)\n}\n"
        "program all(x: f32[k], n: i32) -> (r) {\n  r = map(x, n, callee=@one)\n}";
    enum { MANY = 4000000 };
    int64_t many = MANY, few = 100;
    int32_t turns = 1;
    float *x = calloc(MANY, sizeof *x), *y = calloc(MANY, sizeof *y);
    Ready r;
    CHECK(x && y);
    open_with(
        &r, (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_AUTO},
        text);
    need_llvm(&r);
    frit_tensor in[2] = {{x, &few, NULL}, {&turns, NULL, NULL}}, out = {y, &few, NULL};
    CHECK_OK(&r, ready_run(&r, in, 2, &out, 1));
    CHECK_RAN(&r, 1, 1);
    in[0].shape = out.shape = &many;
    CHECK_OK(&r, ready_run(&r, in, 2, &out, 1));
    CHECK_RAN(&r, 2, 1);
    CHECK(y[0] == y[MANY - 1] && y[0] > 0.6f && y[0] < 0.7f); /* cos(sin(1)) */
    ready_close(&r);
    free(x);
    free(y);
}

TEST(code_is_shared_between_calls_and_sizes) {
    static Arrays a;
    static const char same[] = "program other(y: f32[m]) -> (s) {\n"
                               "  p = exp(y)\n  q = mul(p, y)\n  t = sin(q)\n  s = add(t, y)\n}";
    Ready r;
    open_with(
        &r,
        (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_REQUIRE},
        chain);
    need_llvm(&r);
    fill(&a);
    CHECK_OK(&r, run_chain(&r, &a));
    a.n = 17;
    CHECK_OK(&r, run_chain(&r, &a));
    ready_drop(&r);
    ready_program(&r, same, false);
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_EQ_UINT(frit_cache_describe(r.context).compiled, 1);
    CHECK_RAN(&r, 3, 0);
    ready_close(&r);
}

TEST(kernels_in_loops_of_the_host_are_compiled) {
    static const char text[] = "program turn(k: i32, v: f32[n]) -> (r) {\n"
                               "  m = max(v)\n  q = div(v, m)\n  r = exp(q)\n}\n"
                               "program loop(x: f32[n]) -> (r) {\n"
                               "  lo = const(0:i32)\n  hi = const(3:i32)\n"
                               "  r = for(lo, hi, x, body=@turn, carry=1)\n}\n";
    static Arrays a, b;
    Ready r;
    for (int k = 0; k < 2; k++) {
        Arrays *to = k ? &b : &a;
        fill(to);
        to->n = 100;
        open_with(&r,
                  (frit_context_options){FRIT_SIZED(frit_context_options),
                                         .compile = k ? FRIT_COMPILE_REQUIRE : FRIT_COMPILE_OFF},
                  text);
        if (k)
            need_llvm(&r);
        CHECK_OK(&r, run_chain(&r, to));
        Counts c = counts(&r);
        CHECK(c.kernels >= 3 && c.interpreted == (k ? 0 : c.kernels));
        ready_close(&r);
    }
    CHECK_EQ_MEM(a.r, b.r, sizeof a.r);
}

/* How many kernels of a plan are compiled when the first of them is. */
static uint64_t compiled_at_once(const char *text) {
    enum { SIDE = 64 };
    static float x[SIDE * SIDE], out[SIDE * SIDE];
    const int64_t shape[2] = {SIDE, SIDE};
    frit_tensor in = {x, shape, NULL}, to = {out, shape, NULL};
    Ready r;
    open_with(&r,
              (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_AUTO,
                                     .no_blas = true},
              text);
    need_llvm(&r);
    CHECK_EQ_UINT(frit_plan_kernel_count(r.plan), 4); /* exp, panels: the product, exp2 */
    for (int runs = 0; frit_cache_describe(r.context).compiled == 0; runs++) {
        CHECK_MSG(runs < 1000000, "nothing was");
        CHECK_OK(&r, ready_run(&r, &in, 1, &to, 1));
        frit_context_wait(r.context);
    }
    uint64_t compiled = frit_cache_describe(r.context).compiled;
    Counts before = counts(&r);
    CHECK_OK(&r, ready_run(&r, &in, 1, &to, 1));
    CHECK_EQ_UINT(counts(&r).interpreted - before.interpreted, 2 - compiled);
    ready_close(&r);
    return compiled;
}

/* When one kernel of a plan is compiled, so are those that would be next. (By the clock: on a busy
 * machine one of them may seem slow.) */
TEST(kernels_of_a_plan_are_compiled_together) {
    NEEDS_HOST(
        "its panels have two rows, so that one kernel takes many times as long as the other");
    static const char text[] = "program both(x: f32[n, n]) -> (r) {\n"
                               "  a = exp(x)\n  p = matmul(a, a)\n  r = exp2(p)\n}";
    for (int tries = 0; compiled_at_once(text) != 2; tries++)
        CHECK_MSG(tries < 10, "they never were");
}

/* Who waits for the first kernel has the others compiled meanwhile, also those that do not run now. */
TEST(who_waits_compiles_a_plan_as_one_batch) {
    static const char text[] = "program yes(v: f32[n]) -> (r) {\n"
                               "  m = max(v)\n  q = div(v, m)\n  r = exp(q)\n}\n"
                               "program no(v: f32[n]) -> (r) {\n"
                               "  m = sum(v)\n  q = mul(v, m)\n  r = cos(q)\n}\n"
                               "program both(x: f32[n]) -> (r) {\n"
                               "  s = sum(x)\n  z = const(0:f32)\n  c = gt(s, z)\n"
                               "  r = if(c, x, then=@yes, else=@no)\n}\n";
    static Arrays a;
    Ready r;
    open_with(
        &r, (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_WAIT},
        text);
    need_llvm(&r);
    fill(&a);
    CHECK_OK(&r, run_chain(&r, &a));
    frit_context_wait(r.context);
    uint64_t compiled = frit_cache_describe(r.context).compiled;
    for (int k = 0; k < N; k++)
        a.x[k] = -a.x[k];
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK(counts(&r).interpreted == 0);
    CHECK_EQ_UINT(frit_cache_describe(r.context).compiled, compiled);
    ready_close(&r);
}

TEST(names_of_policies) {
    frit_compile_policy policy = FRIT_COMPILE_OFF;
    for (int k = 0; k <= FRIT_COMPILE_OFF; k++) {
        CHECK(frit_compile_from_name(frit_compile_name((frit_compile_policy)k), &policy));
        CHECK_EQ_INT(policy, k);
    }
    CHECK(!frit_compile_name((frit_compile_policy)(FRIT_COMPILE_OFF + 1)));
    CHECK(!frit_compile_from_name("soon", &policy) && policy == FRIT_COMPILE_OFF);
}

TEST(another_instruction_set_is_other_code) {
    static const char *const sets[] = {"x86-64", "avx2", "avx512", "neon", "portable"};
    static Arrays plain, a;
    Ready r;
    interpreted_chain(&plain);
    open_with(
        &r, (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_WAIT},
        chain);
    need_llvm(&r);
    fill(&a);
    for (unsigned k = 0; k < sizeof sets / sizeof *sets; k++) {
        frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                        .compile = FRIT_COMPILE_WAIT, .cache_dir = "",
                                        .isa = sets[k]};
        if (frit_context_configure(r.context, &options, &r.error) != FRIT_OK)
            continue; /* not on this CPU */
        Counts before = counts(&r);
        memset(a.r, 0, sizeof a.r);
        CHECK_OK(&r, run_chain(&r, &a));
        CHECK_EQ_MEM(a.r, plain.r, sizeof a.r);
        CHECK_EQ_UINT(counts(&r).interpreted - before.interpreted,
                      strcmp(sets[k], "portable") == 0);
    }
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_REQUIRE, &r.error));
    CHECK(run_chain(&r, &a) == FRIT_ERR_UNSUPPORTED);
    CHECK(strstr(r.error.message, "portable"));
    ready_close(&r);
}

/* ---- without a compiler */

TEST(without_llvm_everything_is_interpreted) {
    static Arrays plain, a;
    Ready r;
    char version[8] = "x";
    interpreted_chain(&plain);
    setenv("FRIT_LLVM", "none", 1);
    open_with(
        &r, (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_WAIT},
        chain);
    fill(&a);
    CHECK(frit_context_llvm(r.context, version, sizeof version, &r.error) != FRIT_OK);
    CHECK(version[0] == '\0' && strstr(r.error.message, "FRIT_LLVM"));
    for (int k = 0; k < 3; k++)
        CHECK_OK(&r, run_chain(&r, &a));
    CHECK_EQ_MEM(a.r, plain.r, sizeof a.r);
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_REQUIRE, &r.error));
    memset(a.r, 0, sizeof a.r);
    CHECK(run_chain(&r, &a) == FRIT_ERR_UNSUPPORTED);
    CHECK_MSG(strstr(r.error.message, "chain") && strstr(r.error.message, "FRIT_LLVM"), "%s",
              r.error.message);
    CHECK(a.r[7] == 0); /* nothing was written */
    unsetenv("FRIT_LLVM");
    ready_close(&r);
}

typedef struct Told {
    int n;
    char last[512];
} Told;

static void note_warning(void *user, const char *message) {
    Told *told = user;
    told->n++;
    snprintf(told->last, sizeof told->last, "%s", message);
}

TEST(never_names_what_is_missing) {
    static Arrays a;
    Told told = {0};
    Ready r;
    frit_text text;
    open_with(&r,
              (frit_context_options){FRIT_SIZED(frit_context_options),
                                     .compile = FRIT_COMPILE_NEVER, .warn = note_warning,
                                     .warn_user = &told},
              chain);
    fill(&a);
    for (int k = 0; k < 3; k++) {
        a.n = N - k; /* each is prepared anew */
        CHECK_OK(&r, run_chain(&r, &a));
    }
    bool compilable = strcmp(frit_context_describe(r.context).isa, "portable") != 0;
    CHECK_EQ_INT(told.n, compilable ? 1 : 0);
    CHECK(!compilable || strstr(told.last, "chain, kernel 0: map exp mul sin add"));
    CHECK_OK(&r, frit_cache_missing(r.context, &text, &r.error));
    CHECK(!compilable || strstr(text.data, "chain, kernel 0"));
    frit_text_free(r.context, &text);
    CHECK_EQ_UINT(frit_cache_describe(r.context).compiled, 0);
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_NEVER_STRICT, &r.error));
    memset(a.r, 0, sizeof a.r);
    CHECK(run_chain(&r, &a) == FRIT_ERR_UNSUPPORTED);
    CHECK(!compilable || strstr(r.error.message, "frit cache pack"));
    CHECK(a.r[7] == 0);
    ready_close(&r);
}

/* In the environment it holds whatever a context or call asks for. */
TEST(never_in_the_environment_is_enforced) {
    static Arrays a;
    Ready r;
    setenv("FRIT_COMPILE", "never", 1);
    open_with(
        &r, (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_WAIT},
        chain);
    fill(&a);
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_RAN(&r, 1, 1);
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_REQUIRE, &r.error));
    CHECK(run_chain(&r, &a) == FRIT_ERR_UNSUPPORTED);
    CHECK_OK(&r, frit_call_compile(r.call, FRIT_COMPILE_OFF, &r.error));
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_EQ_UINT(frit_cache_describe(r.context).compiled, 0);
    unsetenv("FRIT_COMPILE");
    ready_close(&r);
}

/* A process with a warm cache on disk: compiled from the first call, by nobody. */
TEST(a_warm_cache_on_disk_needs_no_compiler) {
    static Arrays plain, a;
    char path[64];
    Ready r;
    interpreted_chain(&plain);
    folder_make(path);
    open_with(&r,
              (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_WAIT,
                                     .cache_dir = path},
              chain);
    need_llvm(&r);
    fill(&a);
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_STR(frit_cache_describe(r.context).directory, path);
    ready_close(&r);
    setenv("FRIT_LLVM", "none", 1);
    open_with(&r, (frit_context_options){FRIT_SIZED(frit_context_options), .cache_dir = path},
              chain);
    memset(a.r, 0, sizeof a.r);
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_RAN(&r, 1, 0);
    CHECK_EQ_UINT(frit_cache_describe(r.context).disk_hits, 1);
    CHECK_EQ_MEM(a.r, plain.r, sizeof a.r);
    /* Another folder is another cache. */
    CHECK_OK(&r, frit_context_configure(r.context,
                                        &(frit_context_options){FRIT_SIZED(frit_context_options),
                                                                .threads = 1, .cache_dir = ""},
                                        &r.error));
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_RAN(&r, 2, 1);
    unsetenv("FRIT_LLVM");
    ready_close(&r);
    folder_remove(path);
}

/* ---- running */

TEST(in_place_and_out_of_range) {
    static const char pick[] =
        "program pick(x: f32[n], i: i64[n]) -> (r) { r = gather(x, i, axes=[0]) }";
    static Arrays plain, a;
    static int64_t index[N];
    Ready r;
    interpreted_chain(&plain);
    open_with(
        &r,
        (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_REQUIRE},
        chain);
    need_llvm(&r);
    fill(&a);
    frit_tensor x = {a.x, &a.n, NULL}, out = {a.r, &a.n, NULL};
    CHECK_OK(&r, ready_run(&r, &x, 1, &x, 1));
    CHECK_EQ_MEM(a.x, plain.r, sizeof a.x);
    ready_drop(&r);
    ready_program(&r, pick, false);
    index[4000] = N;
    frit_tensor in[2] = {x, {index, &a.n, NULL}};
    CHECK(ready_run(&r, in, 2, &out, 1) == FRIT_ERR_INDEX);
    CHECK_MSG(strstr(r.error.message, "index 5003") && strstr(r.error.place, "pick"), "%s: %s",
              r.error.place, r.error.message);
    CHECK(a.r[7] == 0);
    index[4000] = -1;
    frit_status again = ready_run(&r, in, 2, &out, 1);
    CHECK(again == FRIT_OK || again == FRIT_ERR_INDEX); /* as the op has it; never a crash */
    index[4000] = 3;
    CHECK_OK(&r, ready_run(&r, in, 2, &out, 1));
    CHECK_EQ_F32(a.r[4000], a.x[3]);
    ready_close(&r);
}

/* ---- what can be seen */

TEST(reports_and_code) {
    static const char text[] = "program two(x: f32[m, k], y: f32[k, n]) -> (r) {\n"
                               "  p = matmul(x, y)\n  r = exp(p)\n}";
    const int64_t shape[2] = {8, 8};
    static Arrays a;
    Ready r;
    frit_text got;
    open_with(
        &r, (frit_context_options){FRIT_SIZED(frit_context_options), .compile = FRIT_COMPILE_WAIT},
        chain);
    bool compilable = strcmp(frit_context_describe(r.context).isa, "portable") != 0;
    fill(&a);
    frit_tensor in = {NULL, &a.n, NULL};
    CHECK(frit_call_report(r.call, FRIT_REPORT_TEXT, &got, &r.error) == FRIT_ERR_ARGUMENT);
    CHECK_OK(&r,
             frit_plan_explain(r.context, r.plan, &in, 1, NULL, FRIT_REPORT_TEXT, &got, &r.error));
    CHECK(!compilable || strstr(got.data, "\n  interpreted: not compiled yet ("));
    frit_text_free(r.context, &got);
    if (compilable) {
        CHECK_OK(
            &r, frit_plan_code(r.context, r.plan, 0, &in, 1, NULL, FRIT_CODE_LLVM, &got, &r.error));
        CHECK(strstr(got.data, "define i32 @frit_map("));
        frit_text_free(r.context, &got);
    }
    CHECK(frit_plan_code(r.context, r.plan, 1, &in, 1, NULL, FRIT_CODE_LLVM, &got, &r.error) ==
          FRIT_ERR_ARGUMENT);
    CHECK(frit_plan_code(r.context, r.plan, 0, &in, 0, NULL, FRIT_CODE_LLVM, &got, &r.error) ==
          FRIT_ERR_ARGUMENT);
    need_llvm(&r);
    CHECK_OK(&r, run_chain(&r, &a));
    CHECK_OK(&r, frit_call_report(r.call, FRIT_REPORT_JSON, &got, &r.error));
    CHECK(strstr(got.data, "\"engine\": {\"tier\": \"compiled\", \"note\": null"));
    frit_text_free(r.context, &got);
    CHECK_OK(
        &r, frit_plan_code(r.context, r.plan, 0, &in, 1, NULL, FRIT_CODE_ASSEMBLY, &got, &r.error));
    CHECK(strstr(got.data, "frit_map:"));
    frit_text_free(r.context, &got);
    ready_drop(&r);
    ready_program(&r, text, false);
    frit_tensor both[2] = {{NULL, shape, NULL}, {NULL, shape, NULL}};
    for (uint32_t k = 0; k < 2; k++) /* panels, and the contraction in them */
        CHECK(frit_plan_code(r.context, r.plan, k, both, 2, NULL, FRIT_CODE_LLVM, &got, &r.error) ==
              FRIT_ERR_ARGUMENT);
    CHECK_OK(&r,
             frit_plan_code(r.context, r.plan, 2, both, 2, NULL, FRIT_CODE_LLVM, &got, &r.error));
    frit_text_free(r.context, &got);
    ready_close(&r);
}

/* Every allocation fails once: an error, or a run that did without. Never a wrong result. */
TEST(out_of_memory) {
    static Arrays plain, a;
    char path[64];
    interpreted_chain(&plain);
    folder_make(path);
    for (int round = 0; round < 2; round++) /* the second finds the code on disk */
        for (size_t n = 1;; n++) {
            Ready r;
            fill(&a);
            open_with(&r,
                      (frit_context_options){FRIT_SIZED(frit_context_options),
                                             .compile = FRIT_COMPILE_WAIT, .cache_dir = path},
                      chain);
            r.alloc.fail_at = r.alloc.calls + n;
            frit_status status = run_chain(&r, &a);
            size_t failures = r.alloc.failures;
            r.alloc.fail_at = 0;
            CHECK(status == FRIT_OK || status == FRIT_ERR_NOMEM);
            if (status == FRIT_OK)
                CHECK_EQ_MEM(a.r, plain.r, sizeof a.r);
            memset(a.r, 0, sizeof a.r);
            CHECK_OK(&r, run_chain(&r, &a)); /* it is as it was */
            CHECK_EQ_MEM(a.r, plain.r, sizeof a.r);
            ready_close(&r);
            if (!failures)
                break;
            if (round == 0 && n > 12)
                n += 6; /* each of these compiles */
        }
    folder_remove(path);
}
