/* What becomes one kernel, what does not, and why. */
#include <stdio.h>
#include <time.h>

#include "plan_fixture.h"

/* Plans the text, and checks the number of kernels and the schedule of the last. */
static void check_kernels(const char *text, uint32_t n, Schedule schedule) {
    Fixture f;
    fixture_init(&f);
    Plan *plan = plan_of(&f, text, false);
    test_note("%s", text);
    CHECK_EQ_UINT(plan->kernels.len, n);
    CHECK_EQ_NAMED(plan->kernels.at[n - 1].schedule, schedule, schedule_name);
    plan_free(plan);
    plan = plan_of(&f, text, true);
    CHECK(plan->kernels.len >= n);
    plan_free(plan);
}

static bool has_rule(const Plan *plan, FusionRule rule) {
    for (uint32_t k = 0; k < plan->apart.len; k++)
        if (plan->apart.at[k].rule == rule)
            return true;
    return false;
}

/* The same, and that the rule is given as the reason. */
static void check_apart(const char *text, uint32_t n, FusionRule rule) {
    Fixture f;
    fixture_init(&f);
    Plan *plan = plan_of(&f, text, false);
    test_note("%s", text);
    CHECK_EQ_UINT(plan->kernels.len, n);
    CHECK_MSG(has_rule(plan, rule), "no pair is apart for %s", fusion_rule(rule)->name);
    plan_free(plan);
}

/* ---- one kernel */

TEST(elementwise_chains_are_one_kernel) {
    check_kernels(
        "program f(x: f32[n]) -> (r) { a = sin(x) b = mul(a, x) c = const(0.5) r = add(b, c) }", 1,
        SCHEDULE_MAP);
    check_kernels("program f(x: f32[m,n], y: f32[n], a: f32) -> (r, s) {"
                  " b = mul(x, y) r = add(b, a) e = exp(r) s = sub(e, x) }",
                  1, SCHEDULE_MAP);
}

TEST(black_scholes_is_one_kernel) {
    check_kernels(
        "program cnd(x: f32[n]) -> (r) {"
        " k = const(0.7071067811865476) one = const(1) half = const(0.5)"
        " a = mul(x, k) e = erf(a) s = add(one, e) r = mul(half, s) }"
        "program f(s: f32[n], k: f32[n], t: f32[n]) -> (call, put) {"
        " r = const(0.02) v = const(0.3) q = div(s, k) l = log(q) w = const(0.065)"
        " a = mul(w, t) b = add(l, a) u = sqrt(t) z = mul(v, u) d1 = div(b, z)"
        " d2 = sub(d1, z) n1 = @cnd(d1) n2 = @cnd(d2) m = neg(t) rt = mul(r, m) e = exp(rt)"
        " ke = mul(k, e) p1 = mul(s, n1) p2 = mul(ke, n2) call = sub(p1, p2)"
        " c2 = sub(call, s) put = add(c2, ke) }",
        1, SCHEDULE_MAP);
}

TEST(statistics_are_one_kernel) {
    static const char *const full[] = {"softmax(x, axes=[1])", "softmax(x, axes=[0])", "softmax(x)",
                                       "log_softmax(x, axes=[1])", "log_softmax(x, axes=[0])"};
    static const char *const rows[] = {
        "var(x, axes=[1])",       "std(x, axes=[0])",       "var(x)",
        "logsumexp(x, axes=[0])", "logsumexp(x, axes=[1])", "var(x, axes=[1], omit_nan=true)"};
    static const char *const once[] = {"mean(x, axes=[1])", "norm(x, ord=2.0)",
                                       "norm(x, axes=[0], ord=3.0)", "count_nonzero(x)"};
    char text[256];
    for (size_t k = 0; k < sizeof full / sizeof *full; k++) {
        snprintf(text, sizeof text, "program f(x: f32[m,n]) -> (r) { r = %s }", full[k]);
        check_kernels(text, 1, SCHEDULE_ROW_RESIDENT);
    }
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        snprintf(text, sizeof text, "program f(x: f32[m,n]) -> (r) { r = %s }", rows[k]);
        check_kernels(text, 1, SCHEDULE_ROW_RESIDENT);
    }
    for (size_t k = 0; k < sizeof once / sizeof *once; k++) {
        snprintf(text, sizeof text, "program f(x: f32[m,n]) -> (r) { r = %s }", once[k]);
        check_kernels(text, 1, SCHEDULE_REDUCE);
    }
}

TEST(layer_norm_and_gelu_are_one_kernel) {
    check_kernels("program f(x: bf16[m,n], g: bf16[n], b: bf16[n]) -> (r) {"
                  " mu = mean(x, axes=[1], keepdims=true) v = var(x, axes=[1], keepdims=true)"
                  " e = const(0.00001) ve = add(v, e) s = rsqrt(ve) d = sub(x, mu) y = mul(d, s)"
                  " z = mul(y, g) w = add(z, b) r = gelu(w) }",
                  1, SCHEDULE_ROW_RESIDENT);
}

TEST(image_normalise_is_one_kernel) {
    check_kernels("program f(x: f32[b,h,w], g: f32, o: f32) -> (y) {"
                  " mu = mean(x, axes=[1,2], keepdims=true) d = sub(x, mu) q = mul(d, d)"
                  " v = mean(q, axes=[1,2], keepdims=true) e = const(0.000001) ve = add(v, e)"
                  " s = sqrt(ve) n = div(d, s) a = mul(n, g) c = add(a, o) z = const(0)"
                  " y = maximum(c, z) }",
                  1, SCHEDULE_ROW_RESIDENT);
}

TEST(several_results_of_one_input_are_one_kernel) {
    check_kernels("program f(x: f32[m,n]) -> (a, b, c) {"
                  " a = sum(x, axes=[1]) b = max(x, axes=[1]) c = mul(x, x) }",
                  1, SCHEDULE_REDUCE);
    check_kernels("program f(x: f32[m,n]) -> (a, b) { a = neg(x) b = exp(x) }", 1, SCHEDULE_MAP);
    check_kernels("program f(x: f32[n]) -> (a, b, c) { a = exp(x) b = copy(a) c = copy(x) }", 1,
                  SCHEDULE_MAP);
}

TEST(monte_carlo_is_one_kernel) {
    check_kernels("program step(t: i64, s: f32[n], key: u64, d: f32, v: f32) -> (s2) {"
                  " u = cast(t, to=u64) z = normal(key, u, shape=[n], to=f32) a = mul(v, z)"
                  " b = add(d, a) e = exp(b) s2 = mul(s, e) }"
                  "program f(s0: f32[n], key: u64, d: f32, v: f32, k: f32) -> (price) {"
                  " lo = const(0:i64) hi = const(256:i64)"
                  " s = for(lo, hi, s0, key, d, v, body=@step, carry=1)"
                  " p = sub(s, k) zero = const(0) q = maximum(p, zero) price = mean(q) }",
                  1, SCHEDULE_REDUCE);
}

TEST(maps_with_control_are_one_kernel) {
    check_kernels(
        "program c(z: f32, n: i32, x: f32) -> (r) { four = const(4:f32) r = lt(z, four) }"
        "program b(z: f32, n: i32, x: f32) -> (z2, n2) {"
        " one = const(1:i32) y = mul(z, z) z2 = add(y, x) n2 = add(n, one) }"
        "program g(x: f32) -> (n) { zero = const(0:f32) i = const(0:i32)"
        " z, n = while(zero, i, x, cond=@c, body=@b, carry=2) }"
        "program f(x: f32[m,n]) -> (r) { y = sin(x) k = map(y, callee=@g) r = cast(k, to=f32) }",
        1, SCHEDULE_LOOP);
    check_kernels("program t(x: f32[n], y: f32) -> (r) { r = mul(x, y) }"
                  "program e(x: f32[n], y: f32) -> (r) { r = sub(x, y) }"
                  "program f(x: f32[n], y: f32, c: bool) -> (r) {"
                  " a = exp(x) b = if(c, a, y, then=@t, else=@e) r = neg(b) }",
                  1, SCHEDULE_LOOP);
}

TEST(views_cost_nothing) {
    check_kernels("program f(x: f32[n], y: f32[n]) -> (r) {"
                  " s = add(x, y) e = exp(s) r = slice(e, start=[1], step=[2]) }",
                  1, SCHEDULE_MAP);
    check_kernels("program f(x: f32[m,n], y: f32[n,m]) -> (r) {"
                  " t = transpose(x) f = flip(t) b = reshape(f, shape=[n,m]) r = add(b, y) }",
                  1, SCHEDULE_MAP);
    check_kernels("program f(x: f32[m,n]) -> (r) { r = transpose(x) }", 1, SCHEDULE_COPY);
}

TEST(memory_steps_merge_with_their_neighbours) {
    /* Both halves are made in their place. */
    check_kernels("program f(x: f32[m], y: f32[n]) -> (r) {"
                  " a = exp(x) b = sin(y) r = concat(a, b, axis=0) }",
                  2, SCHEDULE_MAP);
    check_kernels("program f(x: f32[n], i: i64[m]) -> (r) { j = neg(i) g = gather(x, j, axes=[0]) "
                  "r = exp(g) }",
                  1, SCHEDULE_GATHER);
    check_kernels("program f(v: f32[m], i: i64[m]) -> (r) {"
                  " z = const(0:f32) x = fill(z, shape=[100]) w = exp(v)"
                  " r = scatter(x, w, i, axes=[0], combine=add) }",
                  2, SCHEDULE_SCATTER);
    check_kernels("program f(x: f32[n]) -> (r) { e = exp(x) c = cumsum(e, axis=0) r = neg(c) }", 1,
                  SCHEDULE_SCAN);
}

/* ---- apart */

TEST(reads_of_other_elements_stay_apart) {
    check_apart("program f(x: f32[m,m]) -> (r) { y = exp(x) t = transpose(y) r = add(y, t) }", 2,
                RULE_NOT_WHOLE_VALUE);
    /* Along the other axis than the one reduced: NumPy aligns at the last. */
    check_apart("program f(x: f32[m,m]) -> (r) { s = max(x, axes=[1]) r = div(x, s) }", 2,
                RULE_NOT_WHOLE_VALUE);
    check_kernels(
        "program f(x: f32[m,m]) -> (r) { s = max(x, axes=[1], keepdims=true) r = div(x, s) }", 1,
        SCHEDULE_ROW_RESIDENT);
    check_kernels("program f(x: f32[m,n]) -> (r) { s = max(x) r = div(x, s) }", 1,
                  SCHEDULE_ROW_RESIDENT);
}

TEST(what_is_cheap_is_repeated) {
    check_kernels("program f(x: f32[m,m]) -> (r) { y = neg(x) t = transpose(y) r = add(y, t) }", 1,
                  SCHEDULE_MAP);
}

TEST(reasons_are_given) {
    check_apart("program f(x: f32[m,n]) -> (a, b) { a = sum(x, axes=[1]) b = sum(x, axes=[0]) }", 2,
                RULE_NOT_DIFFERENT_AXES);
    check_apart("program f(x: f32[n]) -> (r) { e = exp(x) a = slice(e, start=[1])"
                " b = slice(e, stop=[-1]) r = sub(a, b) }",
                2, RULE_NOT_RECOMPUTE);
    check_apart("program f(x: f32[m,n], y: f32[n]) -> (r) { e = exp(y) r = mul(x, e) }", 2,
                RULE_NOT_SMALLER_SPACE);
    check_apart("program f(x: f32[m,n], y: f32[n,k]) -> (r) { e = exp(y) r = matmul(x, e) }", 1,
                RULE_NOT_CONTRACTION);
    check_apart(
        "program f(x: f32[n]) -> (r) { a = cumsum(x, axis=0) r = cumsum(a, axis=0, reverse=true) }",
        2, RULE_NOT_SCAN_ORDER);
    check_apart("program f(x: f32[n], v: f32[m], i: i64[m]) -> (r) {"
                " s = scatter(x, v, i, axes=[0]) r = exp(s) }",
                3, RULE_NOT_SCATTER);
    check_apart("program f(x: f32[m,n], v: f32[m,n], i: i64[m]) -> (r) {"
                " c = cumsum(v, axis=0, reverse=true) r = scatter(x, c, i, axes=[0]) }",
                3, RULE_NOT_SCATTER);
    check_apart("program b(i: i64, x: f32[n]) -> (r) { s = cumsum(x, axis=0) r = mul(x, s) }"
                "program f(x: f32[n]) -> (r) { e = exp(x) lo = const(0:i64) hi = const(3:i64)"
                " a = for(lo, hi, e, body=@b, carry=1) r = neg(a) }",
                4, RULE_NOT_CONTROL);
}

TEST(cycles_are_refused) {
    /* What is gathered needs all of y, and r needs it together with y. */
    check_apart("program f(x: f32[n], i: i64[n]) -> (r) {"
                " y = exp(x) g = gather(y, i, axes=[0]) r = add(y, g) }",
                2, RULE_NOT_CYCLE);
    /* t waits for a, r for t: both sums of a cannot be in the kernel that makes it. */
    check_apart(
        "program f(x: f32[m,n]) -> (r) {"
        " a = exp(x) s = sum(a, axes=[0], keepdims=true) t = sum(a, axes=[1], keepdims=true)"
        " u = mul(a, s) r = mul(u, t) }",
        2, RULE_NOT_DIFFERENT_AXES);
}

TEST(without_fusion_every_step_is_a_kernel) {
    Fixture f;
    fixture_init(&f);
    Plan *plan = plan_of(&f, "program f(x: f32[m,n]) -> (r) { r = softmax(x, axes=[1]) }", true);
    CHECK_EQ_UINT(plan->kernels.len, 5);
    CHECK(has_rule(plan, RULE_NOT_OFF));
    plan_free(plan);
}

TEST(functions_defined_elsewhere_are_named) {
    Fixture f;
    fixture_init(&f);
    Module *m = read_typed(&f, "extern noise(p: f32) -> (r: f32)\n"
                               "program f(x: f32) -> (r) { r = @noise(x) }");
    CHECK(!pipeline_plan(&f.env, m, m->programs.len - 1, FRIT_STRICT, NULL));
    CHECK_EQ_INT(f.error.status, FRIT_ERR_UNSUPPORTED);
    CHECK_EQ_INT(f.error.stage, FRIT_STAGE_PLAN);
    CHECK(strstr(f.error.message, "noise"));
    module_free(m);
}

/* ---- random programs, size, memory */

TEST(random_plans_keep_the_rules) {
    Fixture f;
    fixture_init(&f);
    size_t planned = 0, n = test_scaled(300);
    for (size_t k = 0; k < n; k++) {
        uint64_t seed = test_seed() * 7919 + k;
        test_note("seed %llu", (unsigned long long)seed);
        Module *m = gen_module(&f.env, (GenOptions){.seed = seed, .mode = GEN_TYPED});
        CHECK(m);
        Module *t = typed(&f.env, m);
        CHECK(t);
        PlanOptions options = {.no_fusion = k % 3 == 0};
        Plan *plan = pipeline_plan(&f.env, t, t->programs.len - 1, FRIT_STRICT, &options);
        if (plan)
            check_plan(plan);
        else
            CHECK_MSG(f.error.status == FRIT_ERR_UNSUPPORTED || f.error.status == FRIT_ERR_LIMIT,
                      "%s", f.error.message);
        planned += plan != NULL;
        if (!plan)
            module_free(t);
        plan_free(plan);
        module_free(m);
    }
    CHECK(planned * 10 > n * 9);
}

/* Processor time of planning a straight program of n instructions. */
static double time_of(uint32_t n, uint32_t *kernels) {
    Fixture f;
    fixture_init(&f);
    Module *m = gen_straight(&f.env, n);
    Module *t = typed(&f.env, m);
    CHECK(t);
    clock_t start = clock();
    Plan *plan = pipeline_plan(&f.env, t, t->programs.len - 1, FRIT_STRICT, NULL);
    double time = (double)(clock() - start) / CLOCKS_PER_SEC;
    CHECK(plan);
    *kernels = plan->kernels.len;
    for (uint32_t k = 0; k < plan->kernels.len; k++)
        CHECK(plan->kernels.at[k].body.len < 4096);
    CHECK(plan->apart.len < 4 * n);
    plan_free(plan);
    module_free(m);
    return time;
}

/* Ten times the size takes about ten times as long; a little more is left for caches and noise. */
TEST(planning_is_nearly_linear) {
    uint32_t small, large;
    double best = 1e9;
    for (unsigned n = 0; n < 3 && best > 12; n++) {
        double a = time_of(2000, &small), b = time_of(20000, &large);
        best = b / a < best ? b / a : best;
    }
    CHECK_MSG(best <= 16, "ten times the size took %.1f times as long", best);
    CHECK(large > small);
}

TEST(out_of_memory_leaves_nothing_behind) {
    static const char *const texts[] = {
        "program t(x: f32[n], y: f32) -> (r) { r = mul(x, y) }"
        "program e(x: f32[n], y: f32) -> (r) { r = sub(x, y) }"
        "program f(x: f32[n], y: f32, c: bool) -> (r, s) {"
        " a = exp(x) b = if(c, a, y, then=@t, else=@e) r = concat(b, x, axis=0) s = sum(b) }",
        "program b(i: i64, x: f32[n]) -> (r) { s = sum(x) r = mul(x, s) }"
        "program f(x: f32[n], y: f32[n]) -> (r) { lo = const(0:i64) hi = const(3:i64)"
        " a = for(lo, hi, x, body=@b, carry=1) r = matmul(a, y) }",
        "program c(x: f32, y: f32) -> (r) { r = lt(x, y) }"
        "program d(x: f32, y: f32) -> (r) { k = const(1:f32) r = add(x, k) }"
        "program g(x: f32, y: f32) -> (r) { r = while(x, y, cond=@c, body=@d, carry=1) }"
        "program f(x: f32[n], i: i64[n], y: f32x2[n]) -> (r, s, t) {"
        " a = map(x, x, callee=@g) b = gather(a, i, axes=[0]) u = scatter(a, b, i, axes=[0])"
        " v = cumsum(u, axis=0) z = const(0:f32) p = pad(v, z, lo=[1], hi=[2])"
        " r = reshape(p, shape=[_,1]) q = bitcast(y, to=u64) s = transpose(q)"
        " t = softmax(u) }"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        for (size_t n = 1;; n++) {
            struct test_alloc alloc = TEST_ALLOC(n);
            frit_allocator allocator = {test_alloc_fn, &alloc};
            frit_error error, scratch;
            Env quiet = env_make(&gen_allocator, &error, &scratch);
            Env env = env_make(&allocator, &error, &scratch);
            alloc.fail_at = 0; /* until the typed module is there */
            Module *m = text_parse(&quiet, texts[k], strlen(texts[k]));
            Module *t = m ? typed(&env, m) : NULL;
            CHECK(t);
            alloc.fail_at = alloc.calls + n;
            Plan *plan = pipeline_plan(&env, t, t->programs.len - 1, FRIT_STRICT, NULL);
            bool done = plan != NULL;
            CHECK(done == (alloc.failures == 0));
            CHECK(done || error.status == FRIT_ERR_NOMEM);
            if (!done)
                module_free(t);
            plan_free(plan);
            module_free(m);
            CHECK_ALLOC(&alloc);
            if (done)
                break;
        }
}
