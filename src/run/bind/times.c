/* What the steps of a bound plan take, for those who ask. */
#define _POSIX_C_SOURCE 200809L
#include "run/bind/times.h"

#include <time.h>

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* As a report lists them: a step, then what is in its bodies. The place after its last one. */
static ReportTime *set_steps(Bound *b, ReportTime *at) {
    for (uint32_t k = 0; k < b->steps.len; k++) {
        BoundStep *step = &b->steps.at[k];
        step->time = at;
        at = at ? at + 1 : NULL;
        ReportTime *body = at;      /* of panels, both sizes have one */
        for (int s = 0; s < 2; s++) /* as deep as programs nest */
            if (step->subs[s])
                at = set_steps(step->subs[s], step->plan->kind == STEP_PANELS ? body : at);
    }
    return at;
}

void bound_set_times(Bound *b, ReportTime *times) {
    if (b->times == times)
        return; /* and so have those inside it */
    b->times = times;
    set_steps(b, times);
    if (b->dense)
        bound_set_times(b->dense, times);
}

bool bound_run_timed(Env *env, Bound *b, BoundStep *step, int mode, RunStep *run) {
    uint64_t begin = now_ns();
    /* Elsewhere a step has only been asked for when its function returns. */
    bool ok = run(env, b, step, mode) && bound_wait(env, b, mode);
    step->time->runs++;
    step->time->ns += now_ns() - begin;
    return ok;
}
