/* Option structs begin with their size: hosts that know less of them than the library are served, others are told. */
#include <string.h>

#include "call_fixture.h"

static const char *const chain = "program f(x: f32[n]) -> (y) {\n    y = neg(x)\n}\n";

/* The first bytes of some options, with room for what a newer host would have behind them. */
typedef union Sized {
    size_t size;
    frit_context_options context;
    frit_infer_options infer;
    frit_opt_options opt;
    frit_emit_options emit;
    frit_plan_options plan;
    frit_compile_options compile;
    frit_slang_options slang;
    frit_cache_filter filter;
    char bytes[512];
} Sized;

/* Each function that takes options, with those and nothing else that could fail. */
typedef struct Taker {
    const char *name;
    size_t known;
    frit_status (*take)(Ready *r, const Sized *options);
} Taker;

static frit_status take_new(Ready *r, const Sized *o) {
    frit_context *made = NULL;
    frit_status status = frit_context_new_with(NULL, &o->context, &made, &r->error);
    CHECK((status == FRIT_OK) == (made != NULL));
    frit_context_free(made);
    return status;
}

static frit_status take_configure(Ready *r, const Sized *o) {
    return frit_context_configure(r->context, &o->context, &r->error);
}

static frit_status take_infer(Ready *r, const Sized *o) {
    frit_module *m = NULL;
    frit_status status = frit_module_infer(r->typed, NULL, NULL, 0, &o->infer, &m, &r->error);
    frit_module_free(m);
    return status;
}

static frit_status take_opt(Ready *r, const Sized *o) {
    return frit_module_optimize(r->typed, NULL, &o->opt, &r->error);
}

/* (Its dialect is not among the first bytes, so it is missing wherever the rest is cut off.) */
static frit_status take_emit(Ready *r, const Sized *o) {
    frit_text text = {NULL, 0, 0};
    Sized own = *o;
    own.emit.dialect = "c";
    frit_status status = frit_module_emit(r->typed, NULL, &own.emit, &text, &r->error);
    frit_text_free(r->context, &text);
    return status;
}

static frit_status take_plan(Ready *r, const Sized *o) {
    frit_plan *plan = NULL;
    frit_status status = frit_plan_new(r->context, r->typed, NULL, &o->plan, &plan, &r->error);
    frit_plan_free(plan);
    return status;
}

static frit_status take_compile(Ready *r, const Sized *o) {
    frit_call *call = NULL;
    frit_status status =
        frit_compile(r->context, chain, strlen(chain), &o->compile, &call, &r->error);
    frit_call_free(call);
    return status;
}

static frit_status take_slang(Ready *r, const Sized *o) {
    frit_slang *slang = NULL;
    frit_status status = frit_slang_load(r->context, "", 0, &o->slang, &slang, NULL, &r->error);
    frit_slang_free(slang);
    return status;
}

static frit_status take_filter(Ready *r, const Sized *o) {
    uint64_t count;
    return frit_cache_remove(r->context, "/nowhere/at/all", &o->filter, &count, &r->error);
}

static const Taker takers[] = {
    {"frit_context_options", sizeof(frit_context_options), take_new},
    {"frit_context_options", sizeof(frit_context_options), take_configure},
    {"frit_infer_options", sizeof(frit_infer_options), take_infer},
    {"frit_opt_options", sizeof(frit_opt_options), take_opt},
    {"frit_emit_options", sizeof(frit_emit_options), take_emit},
    {"frit_plan_options", sizeof(frit_plan_options), take_plan},
    {"frit_compile_options", sizeof(frit_compile_options), take_compile},
    {"frit_slang_options", sizeof(frit_slang_options), take_slang},
    {"frit_cache_filter", sizeof(frit_cache_filter), take_filter},
};
enum { N_TAKERS = sizeof takers / sizeof *takers };

/* It failed because of the size, and says whose. */
static void check_told(const Ready *r, const Taker *t, frit_status status, const char *what) {
    CHECK_MSG(status == FRIT_ERR_ARGUMENT, "%s: %d", t->name, (int)status);
    CHECK_MSG(strstr(r->error.message, t->name) && strstr(r->error.message, what), "%s: %s",
              t->name, r->error.message);
}

TEST(no_size_and_unknown_sizes_are_told) {
    Ready r;
    ready_open(&r, NULL, chain);
    for (unsigned k = 0; k < N_TAKERS; k++) {
        const Taker *t = &takers[k];
        Sized o = {.bytes = {0}};
        check_told(&r, t, t->take(&r, &o), "size of 0");
        o.size = t->known + sizeof(size_t);
        check_told(&r, t, t->take(&r, &o), "newer");
        o.size = SIZE_MAX;
        check_told(&r, t, t->take(&r, &o), "newer");
        o.size = sizeof(size_t) + 1; /* within a field */
        check_told(&r, t, t->take(&r, &o), "never");
    }
    ready_close(&r);
}

/* Behind what an older host knows lies something else of its own, which is not looked at. */
TEST(smaller_sizes_are_read_as_far_as_they_go) {
    Ready r;
    ready_open(&r, NULL, chain);
    for (unsigned k = 0; k < N_TAKERS; k++) {
        const Taker *t = &takers[k];
        Sized o;
        memset(&o, 0xa5, sizeof o);
        o.size = sizeof(size_t);
        frit_status status = t->take(&r, &o);
        if (t->take == take_emit)
            CHECK_MSG(strstr(r.error.message, "dialect"), "%s", r.error.message);
        else
            CHECK_MSG(status == FRIT_OK, "%s: %s", t->name, r.error.message);
    }
    ready_close(&r);
}

/* A host from before `no_fusion`: what it has set before counts, what it does not know is 0. */
TEST(an_older_host_s_options_count) {
    Ready r;
    Sized o;
    frit_context *c;
    memset(&o, 0xa5, sizeof o);
    o.context.size = offsetof(frit_context_options, host_run);
    o.context.threads = 3;
    ready_context(&r, NULL);
    CHECK_OK(&r, frit_context_new_with(NULL, &o.context, &c, &r.error));
    CHECK_EQ_UINT(frit_context_describe(c).threads, 3);
    frit_context_free(c);
    ready_close(&r);
}

/* Options within options have sizes of their own. */
TEST(options_within_options_are_checked) {
    Ready r;
    frit_call *call;
    frit_plan_options plan = {.size = 0};
    frit_infer_options infer = {.size = 0};
    frit_compile_options options = {FRIT_SIZED(frit_compile_options), .plan = &plan};
    ready_open(&r, NULL, chain);
    CHECK_EQ_INT(frit_compile(r.context, chain, strlen(chain), &options, &call, &r.error),
                 FRIT_ERR_ARGUMENT);
    CHECK(!call && strstr(r.error.message, "frit_plan_options"));
    options.plan = NULL;
    options.infer = &infer;
    CHECK_EQ_INT(frit_compile(r.context, chain, strlen(chain), &options, &call, &r.error),
                 FRIT_ERR_ARGUMENT);
    CHECK(!call && strstr(r.error.message, "frit_infer_options"));
    ready_close(&r);
}
