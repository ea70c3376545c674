/*
 * Random programs captured from recordings, under verify mode: it refuses nothing that runs without it, and
 * gives the same bits. Many steps fall away when they are rewritten (x - x, 0 * x, slices of slices), so that extents are
 * named after instructions that no program has any more.
 */
#include <stdio.h>
#include <string.h>

#include "frit/frit.h"
#include "harness.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)

enum { PROGRAMS = 400, STEPS = 14, ARRAYS = STEPS + 3, MODES = 2, MAX_AXES = 3, LARGEST = 4096 };

static uint64_t state;

static uint32_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

/* One step of a program. */
typedef struct Step {
    uint32_t kind, p, q, axis, pick;
    int64_t start[MAX_AXES], stop[MAX_AXES], step[MAX_AXES];
} Step;

static Step draw_step(uint32_t n_arrays) {
    Step s = {.kind = below(16),
              .p = below(n_arrays),
              .q = below(n_arrays),
              .axis = below(2),
              .pick = below(6)};
    for (unsigned k = 0; k < MAX_AXES; k++) {
        s.start[k] = below(3) ? (int64_t)below(4) - 1 : FRIT_LEFT_OUT;
        s.stop[k] = below(3) ? (int64_t)below(5) - 2 : FRIT_LEFT_OUT;
        s.step[k] = below(4) ? FRIT_LEFT_OUT : (int64_t)below(2) * 2 - 1 + (int64_t)below(2) * 2;
        if (s.step[k] == 0)
            s.step[k] = 2;
    }
    return s;
}

/* zero(x): whatever x holds, so its elements are needed by nobody. */
static frit_status zero(frit_context *c, frit_array *p, frit_array **out) {
    return frit_apply(c, "sub", (frit_array *[]){p, p}, 2, NULL, out, &error);
}

static frit_status assign_part(frit_array *p, const Step *s, frit_array *value) {
    frit_array *part;
    frit_status status = frit_array_slice(p, s->start, s->stop, s->step, &part, &error);
    if (status == FRIT_OK)
        status = frit_array_assign(part, value, &error);
    frit_array_free(part);
    return status;
}

static frit_status pad(frit_context *c, frit_array *p, const Step *s, frit_array **out) {
    char attrs[64];
    frit_array *value;
    uint32_t rank = frit_array_rank(p);
    frit_status status = frit_literal(c, "7:i32", &value, &error);
    snprintf(attrs, sizeof attrs,
             rank == 0   ? "lo=[], hi=[]"
             : rank == 1 ? "lo=[%u], hi=[%u]"
             : rank == 2 ? "lo=[%u,0], hi=[%u,1]"
                         : "lo=[%u,0,0], hi=[%u,1,0]",
             s->pick % 2, s->axis);
    if (status == FRIT_OK)
        status = frit_apply(c, "pad", (frit_array *[]){p, value}, 2, attrs, out, &error);
    frit_array_free(value);
    return status;
}

static frit_status do_step(frit_context *c, const Step *s, frit_array *const *arrays,
                           frit_array **out) {
    static const char *const binary[] = {"add", "mul", "sub", "maximum", "minimum", "bitwise_and"};
    static const char *const reduced[] = {"sum", "max", "cumsum"};
    frit_array *p = arrays[s->p], *q = arrays[s->q];
    char attrs[32];
    *out = NULL;
    switch (s->kind) {
    case 0:
    case 1: return frit_apply(c, binary[s->pick % 5], (frit_array *[]){p, q}, 2, NULL, out, &error);
    case 2:
    case 3: return zero(c, p, out);
    case 4: return frit_apply(c, "neg", &p, 1, NULL, out, &error);
    case 5:
        snprintf(attrs, sizeof attrs, s->pick % 3 == 2 ? "axis=%u" : "axes=[%u]", s->axis);
        return frit_apply(c, reduced[s->pick % 3], &p, 1, attrs, out, &error);
    case 6:
    case 7:
    case 8: return frit_array_slice(p, s->start, s->stop, s->step, out, &error);
    case 9:
    case 10:
    case 11: return assign_part(p, s, q);
    case 12: return frit_array_transpose(p, NULL, out, &error);
    case 13: return frit_apply(c, "reshape", &p, 1, "shape=[_]", out, &error);
    case 14:
        snprintf(attrs, sizeof attrs, "axis=%u", s->axis);
        return frit_apply(c, "concat", (frit_array *[]){p, q}, 2, attrs, out, &error);
    default: return pad(c, p, s, out);
    }
}

static bool too_large(const frit_array *a) {
    uint64_t n = 1;
    for (uint32_t k = 0; k < frit_array_rank(a); k++)
        n *= (uint64_t)frit_array_shape(a)[k];
    return n > LARGEST || frit_array_rank(a) > MAX_AXES;
}

typedef struct Inputs {
    int64_t shapes[3][2];
    int32_t values[3][20];
    frit_tensor tensors[3];
} Inputs;

/* Runs the plan, and says how that went. */
static frit_status run_in(frit_context *c, frit_module *m, const Inputs *in, int32_t *out,
                          uint64_t *count) {
    frit_plan *plan;
    frit_call *call = NULL;
    const int64_t *shape;
    uint32_t rank;
    *count = 0;
    frit_status status = frit_plan_new(c, m, NULL, NULL, &plan, &error);
    if (status == FRIT_OK)
        status = frit_call_new(c, plan, &call, &error);
    if (status == FRIT_OK)
        status = frit_call_shape(call, in->tensors, 3, 0, &shape, &rank, &error);
    if (status == FRIT_OK) {
        int64_t dims[8];
        *count = 1;
        for (uint32_t k = 0; k < rank; k++)
            *count *= (uint64_t)(dims[k] = shape[k]);
        CHECK(*count <= LARGEST);
        status = frit_call_run(call, in->tensors, 3, &(frit_tensor){out, dims, NULL}, 1, &error);
    }
    frit_call_free(call);
    frit_plan_free(plan);
    return status;
}

/* The program from the placeholders to one array: plain, and under verify mode. False: it is none. */
static bool check_output(uint32_t program, frit_context *recording, frit_context *const *contexts,
                         frit_array *const *arrays, frit_array *output, const Inputs *in) {
    static int32_t got[MODES][LARGEST];
    uint64_t count[MODES];
    frit_status status[MODES];
    char said[MODES][384];
    frit_module *m;
    if (frit_capture(recording, arrays, 3, &output, 1, "f", false, &m, &error) != FRIT_OK)
        return false;
    for (unsigned mode = 0; mode < MODES; mode++) {
        status[mode] = run_in(contexts[mode], m, in, got[mode], &count[mode]);
        memcpy(said[mode], error.message, sizeof said[mode]);
    }
    frit_module_free(m);
    CHECK_MSG(status[1] == status[0], "program %u: %s, and under verify mode: %s", program, said[0],
              said[1]);
    CHECK_EQ_UINT(count[1], count[0]);
    CHECK_MSG(memcmp(got[0], got[1], count[0] * sizeof **got) == 0, "program %u differs", program);
    return status[0] == FRIT_OK;
}

static uint32_t run_program(uint32_t program, frit_context *recording,
                            frit_context *const *contexts) {
    frit_array *arrays[ARRAYS];
    Inputs in;
    uint32_t n = 0, n_run = 0;
    state = program * 0x9e3779b97f4a7c15u + 1;
    for (; n < 3; n++) {
        in.shapes[n][0] = below(4) + 2;
        in.shapes[n][1] = below(3) + 2;
        for (unsigned i = 0; i < 20; i++)
            in.values[n][i] = (int32_t)below(9) - 4;
        in.tensors[n] = (frit_tensor){in.values[n], in.shapes[n], NULL};
        OK(frit_array_placeholder(recording, "i32", n == 2 ? 1 : 2, in.shapes[n], &arrays[n],
                                  &error));
    }
    for (uint32_t k = 0; k < STEPS; k++) {
        Step step = draw_step(n);
        do_step(recording, &step, arrays, &arrays[n]); /* what does not fit is left out */
        if (arrays[n] && too_large(arrays[n]))
            frit_array_free(arrays[n]);
        else if (arrays[n])
            n++;
    }
    for (uint32_t k = 0; k < n; k++)
        n_run += check_output(program, recording, contexts, arrays, arrays[k], &in);
    frit_discard(recording);
    for (uint32_t k = 0; k < n; k++)
        frit_array_free(arrays[k]);
    return n_run;
}

TEST(verify_mode_refuses_nothing_that_runs_without_it) {
    frit_context *contexts[MODES], *recording;
    uint32_t n_run = 0;
    OK(frit_context_new_with(NULL, NULL, &recording, &error));
    for (unsigned mode = 0; mode < MODES; mode++)
        OK(frit_context_new_with(NULL,
                                 &(frit_context_options){FRIT_SIZED(frit_context_options),
                                                         .threads = 1, .verify = mode == 1,
                                                         .cache_dir = ""},
                                 &contexts[mode], &error));
    for (uint32_t program = 0; program < PROGRAMS; program++)
        n_run += run_program(program, recording, contexts);
    CHECK_MSG(n_run > 3 * PROGRAMS, "only %u programs ran", n_run);
    for (unsigned mode = 0; mode < MODES; mode++)
        frit_context_free(contexts[mode]);
    frit_context_free(recording);
}

/* v = a - a; v[0] = 2: nothing of a is left, and neither is the slice that named an extent. */
TEST(an_extent_named_after_a_step_that_fell_away) {
    frit_context *recording, *c;
    frit_module *m;
    const int64_t three = 3, first = 0, second = 1;
    int32_t values[] = {5, 6, 7}, got[3];
    frit_tensor in = {values, &three, NULL}, out = {got, &three, NULL};
    frit_array *a, *v, *part, *two;
    OK(frit_context_new_with(NULL, NULL, &recording, &error));
    OK(frit_context_new_with(
        NULL, &(frit_context_options){FRIT_SIZED(frit_context_options), .verify = true}, &c,
        &error));
    OK(frit_array_placeholder(recording, "i32", 1, &three, &a, &error));
    OK(zero(recording, a, &v));
    OK(frit_array_slice(v, &first, &second, NULL, &part, &error));
    OK(frit_literal(recording, "2:i32", &two, &error));
    OK(frit_array_assign(part, two, &error));
    OK(frit_capture(recording, &a, 1, &v, 1, "f", false, &m, &error));
    frit_plan *plan;
    frit_call *call;
    OK(frit_plan_new(c, m, NULL, NULL, &plan, &error));
    OK(frit_call_new(c, plan, &call, &error));
    OK(frit_call_run(call, &in, 1, &out, 1, &error));
    CHECK(got[0] == 2 && got[1] == 0 && got[2] == 0);
    frit_call_free(call);
    frit_plan_free(plan);
    frit_module_free(m);
    frit_discard(recording);
    frit_array *all[] = {a, v, part, two};
    for (unsigned k = 0; k < 4; k++)
        frit_array_free(all[k]);
    frit_context_free(recording);
    frit_context_free(c);
}
