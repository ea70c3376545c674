/* A module of the Slang-style language, and calls of it: described, resolved, planned and run. */
#ifndef TESTS_SLANG_CALL_FIXTURE_H
#define TESTS_SLANG_CALL_FIXTURE_H

#include <stdio.h>
#include <string.h>

#include "frit/frit.h"
#include "harness.h"

typedef struct Source {
    frit_context *context;
    frit_slang *slang;
} Source;

static inline Source source_load(const char *text) {
    Source s = {.context = frit_context_new(NULL)};
    frit_text report = {NULL, 0, 0};
    frit_error error;
    CHECK(s.context);
    if (frit_slang_load(s.context, text, strlen(text), NULL, &s.slang, &report, &error))
        FAIL("%s\n%s", error.message, report.data ? report.data : "");
    frit_text_free(s.context, &report);
    return s;
}

static inline void source_free(Source *s) {
    frit_slang_free(s->slang);
    frit_context_free(s->context);
}

/* ---- arguments; their shapes live as long as the block they stand in */

#define SHAPE(...)  \
    (int64_t[]) {   \
        __VA_ARGS__ \
    }
#define COUNT(list) (sizeof(list) / sizeof *(list))
#define ARRAY(t, ...)                                                         \
    (frit_arg) {                                                              \
        .kind = FRIT_ARG_ARRAY, .type = t, .rank = COUNT(SHAPE(__VA_ARGS__)), \
        .shape = SHAPE(__VA_ARGS__)                                           \
    }
#define RANK0(t)  ((frit_arg){.kind = FRIT_ARG_ARRAY, .type = t})
#define NUMBER(t) ((frit_arg){.kind = FRIT_ARG_NUMBER, .type = t})
#define ITEMS(k, ...)                               \
    ((frit_arg){.kind = k,                          \
                .items = (frit_arg[]){__VA_ARGS__}, \
                .item_count = COUNT(((frit_arg[]){__VA_ARGS__}))})

static inline frit_arg named(const char *name, frit_arg arg) {
    arg.name = name;
    return arg;
}

static inline frit_arg as_type(const char *type, frit_arg arg) {
    arg.cast = type;
    return arg;
}

static inline frit_arg mapped(frit_arg arg, const int32_t *map, uint32_t n) {
    arg.map = map;
    arg.map_count = n;
    arg.mapped = true;
    return arg;
}

#define MAP(...)  (int32_t[]){__VA_ARGS__}, COUNT(((int32_t[]){__VA_ARGS__}))
#define ARGS(...) (frit_arg[]){__VA_ARGS__}, COUNT(((frit_arg[]){__VA_ARGS__}))

/* ---- calls */

/* A call that is ready to run. */
typedef struct Ready {
    frit_resolved *resolved;
    frit_plan *plan;
    frit_call *call;
} Ready;

static inline Ready ready_with(Source *s, const char *function, const frit_arg *args, uint32_t n,
                               const frit_arg *result) {
    Ready r = {.plan = NULL};
    frit_text report = {NULL, 0, 0};
    frit_error error;
    if (frit_slang_resolve(s->slang, function, args, n, result, &r.resolved, &report, &error))
        FAIL("%s\n%s", error.message, report.data ? report.data : "");
    const frit_module *m = frit_resolved_module(r.resolved);
    CHECK_MSG(!frit_module_check(m, FRIT_CHECK_TYPED, &error), "%s", error.message);
    CHECK_MSG(!frit_plan_new(s->context, m, NULL, NULL, &r.plan, &error), "%s", error.message);
    CHECK_MSG(!frit_call_new(s->context, r.plan, &r.call, &error), "%s", error.message);
    return r;
}

static inline Ready ready(Source *s, const char *function, const frit_arg *args, uint32_t n) {
    return ready_with(s, function, args, n, NULL);
}

static inline void ready_free(Ready *r) {
    frit_call_free(r->call);
    frit_plan_free(r->plan);
    frit_resolved_free(r->resolved);
}

static inline void ready_run(Ready *r, const frit_tensor *in, uint32_t n_in, const frit_tensor *out,
                             uint32_t n_out) {
    frit_error error;
    CHECK_EQ_UINT(frit_plan_input_count(r->plan), n_in);
    CHECK_EQ_UINT(frit_plan_output_count(r->plan), n_out);
    CHECK_MSG(!frit_call_run(r->call, in, n_in, out, n_out, &error), "%s", error.message);
}

#define TENSORS(...) (frit_tensor[]){__VA_ARGS__}, COUNT(((frit_tensor[]){__VA_ARGS__}))
#define TENSOR(data, ...) \
    { data, SHAPE(__VA_ARGS__), NULL }
#define SCALAR(data) \
    { data, NULL, NULL }

/* The call cannot be made, and the report is as expected; the message is its first line (with the hint). */
static inline void refused(const char *file, int line, Source *s, const char *function,
                           const frit_arg *args, uint32_t n, const frit_arg *result,
                           frit_status status, const char *want) {
    frit_resolved *resolved = NULL;
    frit_text report = {NULL, 0, 0};
    frit_error error;
    frit_status got =
        frit_slang_resolve(s->slang, function, args, n, result, &resolved, &report, &error);
    test_check_str(file, line, "report", report.data, want);
    test_check_int(file, line, "status", got, status);
    size_t first = strcspn(want, "\n");
    if (strncmp(error.message, want, first) != 0)
        test_fail(file, line, "the message is \"%s\"", error.message);
    if (resolved)
        test_fail(file, line, "there is a resolved call all the same");
    frit_text_free(s->context, &report);
}

#endif
