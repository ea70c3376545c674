/* Plans of programs written as text, and a checker of what every kernel promises. */
#ifndef TESTS_UNIT_PLAN_FIXTURE_H
#define TESTS_UNIT_PLAN_FIXTURE_H

#include "opt_fixture.h"
#include "pipeline/pipeline.h"

/* Every kernel of the plan and of those inside it keeps the rules of kernel/kernel.h. */
void check_plan(const Plan *plan);

static inline Plan *plan_of(Fixture *f, const char *text, bool no_fusion) {
    Module *m = read_typed(f, text);
    PlanOptions options = {.no_fusion = no_fusion};
    Plan *plan = pipeline_plan(&f->env, m, m->programs.len - 1, FRIT_STRICT, &options);
    CHECK_MSG(plan, "%s: %s", f->error.place, f->error.message);
    check_plan(plan);
    return plan;
}

#endif
