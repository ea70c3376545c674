/* A context whose options change between work, and its buffers. */
#include <string.h>

#include "guarded.h"
#include "harness.h"
#include "frit/frit.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)

enum { N = 100 };

/* A chain that fuses into one kernel. */
static void run_chain(frit_context *c, float want) {
    const int64_t n = N;
    float values[N], got[N];
    frit_array *x, *y, *z;
    for (int k = 0; k < N; k++)
        values[k] = (float)k;
    OK(frit_array_new(c, "f32", 1, &n, NULL, values, &x, &error));
    OK(frit_apply(c, "add", (frit_array *[]){x, x}, 2, NULL, &y, &error));
    OK(frit_apply(c, "mul", (frit_array *[]){y, x}, 2, NULL, &z, &error));
    CHECK_EQ_UINT(frit_recorded(c), 2);
    CHECK_EQ_UINT(frit_recorded_stores(c), 0);
    OK(frit_array_assign(x, z, &error));
    CHECK_EQ_UINT(frit_recorded_stores(c), 1);
    frit_array_free(y);
    frit_array_free(z);
    CHECK(frit_context_configure(c, NULL, &error) == FRIT_ERR_ARGUMENT);
    OK(frit_array_read(x, got, sizeof got, &error));
    CHECK_EQ_F32(got[7], want);
    CHECK_EQ_UINT(frit_recorded(c), 0);
    CHECK_EQ_UINT(frit_recorded_stores(c), 0);
    frit_array_free(x);
}

/* A device of source has the host as its helper, and another one's name. */
static void check_isa(const frit_context *c, const char *name) {
    if (!source_is_first())
        CHECK_STR(frit_context_describe(c).isa, name);
}

TEST(recorded_work_follows_the_options) {
    frit_context *c;
    OK(frit_context_new_with(
        NULL, &(frit_context_options){FRIT_SIZED(frit_context_options), .threads = 1}, &c, &error));
    run_chain(c, 98);
    CHECK_EQ_UINT(frit_plan_kernel_count(frit_last_plan(c)), 1);
    OK(frit_context_configure(
        c,
        &(frit_context_options){FRIT_SIZED(frit_context_options), .threads = 2, .no_fusion = true},
        &error));
    CHECK_EQ_UINT(frit_context_describe(c).threads, 2);
    run_chain(c, 98);
    CHECK_EQ_UINT(frit_plan_kernel_count(frit_last_plan(c)), 2); /* no plan made otherwise */
    OK(frit_context_configure(
        c, &(frit_context_options){FRIT_SIZED(frit_context_options), .threads = 1, .verify = true},
        &error));
    CHECK(!frit_context_describe(c).blas);
    run_chain(c, 98);
    CHECK_EQ_UINT(frit_plan_kernel_count(frit_last_plan(c)), 1);
    OK(frit_context_configure(
        c, &(frit_context_options){FRIT_SIZED(frit_context_options), .isa = "portable"}, &error));
    check_isa(c, "portable");
    run_chain(c, 98);
    CHECK_EQ_UINT(frit_context_describe(c).plan_hits, 1); /* the first plan */
    CHECK(frit_context_configure(
              c, &(frit_context_options){FRIT_SIZED(frit_context_options), .isa = "none"},
              &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_context_configure(
              c, &(frit_context_options){FRIT_SIZED(frit_context_options), .threads = 5000},
              &error) == FRIT_ERR_LIMIT);
    check_isa(c, "portable"); /* as it was */
    run_chain(c, 98);
    frit_context_free(c);
}

static bool count_progress(void *user, uint64_t done, uint64_t total) {
    (void)done, (void)total;
    ++*(int *)user;
    return true;
}

/* A call that was prepared before runs with the new options. */
TEST(calls_follow_the_options) {
    static const char text[] = "program f(x: f32[n]) -> (r) { r = add(x, x) }";
    const int64_t n = N;
    float x[N] = {1}, r[N];
    frit_tensor in = {x, &n, NULL}, out = {r, &n, NULL};
    frit_context *c;
    frit_module *m, *typed;
    frit_plan *plan;
    frit_call *call;
    int told = 0;
    OK(frit_context_new_with(
        NULL, &(frit_context_options){FRIT_SIZED(frit_context_options), .threads = 1}, &c, &error));
    OK(frit_module_parse(c, text, strlen(text), &m, &error));
    OK(frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &error));
    OK(frit_plan_new(c, typed, NULL, NULL, &plan, &error));
    OK(frit_call_new(c, plan, &call, &error));
    OK(frit_call_run(call, &in, 1, &out, 1, &error));
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .progress = count_progress, .progress_user = &told};
    OK(frit_context_configure(c, &options, &error));
    OK(frit_call_run(call, &in, 1, &out, 1, &error));
    CHECK(told > 0);
    int before = told;
    OK(frit_context_configure(c, NULL, &error));
    OK(frit_call_run(call, &in, 1, &out, 1, &error));
    CHECK_EQ_INT(told, before);
    CHECK_EQ_F32(r[0], 2);
    frit_call_free(call);
    frit_plan_free(plan);
    frit_module_free(typed);
    frit_module_free(m);
    frit_context_free(c);
}

static frit_context *busy;
static frit_status while_running;

static bool configure_inside(void *user, uint64_t done, uint64_t total) {
    (void)user, (void)done, (void)total;
    while_running = frit_context_configure(busy, NULL, NULL);
    return true;
}

TEST(a_context_at_work_is_not_changed) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .progress = configure_inside};
    const int64_t n = N;
    float values[N] = {1}, got[N];
    frit_array *x, *y;
    OK(frit_context_new_with(NULL, &options, &busy, &error));
    OK(frit_array_new(busy, "f32", 1, &n, NULL, values, &x, &error));
    OK(frit_apply(busy, "neg", &x, 1, NULL, &y, &error));
    OK(frit_array_read(y, got, sizeof got, &error));
    CHECK(while_running == FRIT_ERR_ARGUMENT);
    frit_array_free(x);
    frit_array_free(y);
    frit_context_free(busy);
}

TEST(buffers_are_aligned_and_come_back) {
    NEEDS_HOST("it writes into the buffers");
    frit_context *c = frit_context_new(NULL);
    char *first = frit_buffer_take(c, 1000), *second = frit_buffer_take(c, 0);
    CHECK(first && second && first != second);
    CHECK_EQ_UINT((uintptr_t)first % 64, 0);
    memset(first, 1, 1000);
    frit_buffer_give(c, first, 1000);
    char *again = frit_buffer_take(c, 1000);
    CHECK(again == first);
    CHECK(frit_buffer_take(c, UINT64_MAX) == NULL);
    frit_buffer_give(c, again, 1000);
    frit_buffer_give(c, second, 0);
    frit_buffer_give(c, NULL, 10);
    CHECK_EQ_UINT(frit_context_describe(c).memory_used, 0);
    /* A smaller limit gives memory back at once. */
    OK(frit_context_configure(
        c, &(frit_context_options){FRIT_SIZED(frit_context_options), .memory_cap = 1}, &error));
    CHECK_EQ_UINT(frit_context_describe(c).memory_kept, 0);
    frit_context_free(c);
}
