#include "plan_fixture.h"

#include "kernel/check.h"
#include "kernel/text.h"

/* What only a plan knows: buffers, views, shapes, steps of the program. */
static void check_access(const Plan *plan, const Kernel *k, const Access *a) {
    CHECK(a->view < plan->views.len);
    if (a->view != VIEW_IDENTITY)
        CHECK_EQ_UINT(plan->views.at[a->view].rank, k->n_axes + a->n_indexed);
    if (a->buffer == NO_BUFFER)
        return;
    CHECK(a->buffer < plan->buffers.len);
    const Buffer *b = &plan->buffers.at[a->buffer];
    CHECK(a->leaf + dtype_info(a->dtype)->bits / 8 <= b->elem_size);
    CHECK(!a->store || b->kind != BUFFER_INPUT);
}

static void check_kernel(const Plan *plan, const Kernel *k) {
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    if (!kernel_check(&env, k, NULL)) {
        Str text = str_make(&env);
        kernel_print_body(&text, k, 2, true);
        FAIL("%s: %s\n%s", error.place, error.message, str_ok(&text) ? text.data : "");
    }
    CHECK(k->shape + k->n_axes <= plan->shapes.len && k->steps.len > 0);
    for (uint32_t a = 0; a < k->accesses.len; a++)
        check_access(plan, k, &k->accesses.at[a]);
}

/* What a step reads has been written by one before it. */
static void check_order(const Plan *plan) {
    uint8_t *written = calloc((size_t)plan->buffers.len + 1, 1);
    for (BufferId b = 0; b < plan->buffers.len; b++)
        written[b] = plan->buffers.at[b].kind == BUFFER_INPUT;
    for (uint32_t n = 0; n < plan->steps.len; n++) {
        const PlanStep *step = &plan->steps.at[n];
        if (step->kind != STEP_KERNEL) {
            for (uint32_t k = 0; k < step->n_in; k++)
                CHECK(written[plan->places.at[step->place + k].buffer]);
            for (uint32_t k = 0; k < step->n_out; k++)
                written[plan->places.at[step->place + step->n_in + k].buffer] = 1;
            continue;
        }
        const Kernel *k = &plan->kernels.at[step->kernel];
        for (uint32_t a = 0; a < k->accesses.len; a++)
            if (k->accesses.at[a].buffer != NO_BUFFER && !k->accesses.at[a].store)
                CHECK_MSG(written[k->accesses.at[a].buffer], "step %u reads what is not there", n);
        for (uint32_t a = 0; a < k->accesses.len; a++)
            if (k->accesses.at[a].store)
                written[k->accesses.at[a].buffer] = 1;
    }
    for (uint32_t k = 0; k < plan->outputs.len; k++)
        CHECK(written[plan->outputs.at[k]]);
    free(written);
}

void check_plan(const Plan *plan) {
    for (uint32_t k = 0; k < plan->kernels.len; k++)
        check_kernel(plan, &plan->kernels.at[k]);
    check_order(plan);
    for (uint32_t n = 0; n < plan->steps.len; n++)
        for (unsigned k = 0; k < 2; k++)
            if (plan->steps.at[n].subs[k])
                check_plan(plan->steps.at[n].subs[k]);
}
