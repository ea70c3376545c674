#include "plan_fixture.h"

typedef struct Seen {
    const Plan *plan;
    const Kernel *k;
    uint8_t *defined; /* by value: 0 not yet, 1 there, 2 was inside a region that has ended */
    uint32_t *order;  /* values in the order in which they are made */
    uint32_t n;
} Seen;

static void define(Seen *s, ValId v) {
    CHECK(v < s->k->values.len);
    CHECK_MSG(s->defined[v] == 0, "value %u is made twice", v);
    s->defined[v] = 1;
    s->order[s->n++] = v;
}

static void use(const Seen *s, ValId v) {
    CHECK(v < s->k->values.len);
    CHECK_MSG(s->defined[v] == 1, "value %u is used where it is not known", v);
}

static void leave(Seen *s, uint32_t since) {
    while (s->n > since)
        s->defined[s->order[--s->n]] = 2;
}

static bool has_access(unsigned code) {
    return code == K_LOAD || code == K_STORE || code == K_GATHER || code == K_SCATTER ||
           code == K_INDEX || code == K_RANDOM;
}

static void check_access(const Seen *s, const KernelInstr *i) {
    CHECK(i->access < s->k->accesses.len);
    const Access *a = &s->k->accesses.at[i->access];
    bool number = i->code == K_INDEX || i->code == K_RANDOM;
    CHECK(a->view < s->plan->views.len);
    CHECK(number == (a->buffer == NO_BUFFER));
    CHECK(a->store == (i->code == K_STORE || i->code == K_SCATTER));
    CHECK((a->n_indexed > 0) == (i->code == K_GATHER || i->code == K_SCATTER));
    if (a->view != VIEW_IDENTITY)
        CHECK_EQ_UINT(s->plan->views.at[a->view].rank, s->k->n_axes + a->n_indexed);
    if (number)
        return;
    CHECK(a->buffer < s->plan->buffers.len);
    const Buffer *b = &s->plan->buffers.at[a->buffer];
    CHECK(a->leaf + dtype_info(a->dtype)->bits / 8 <= b->elem_size);
    CHECK(!a->store || b->kind != BUFFER_INPUT);
}

static void check_levels(const Seen *s, const KernelInstr *i) {
    const Kernel *k = s->k;
    if (i->value == NO_VAL)
        return;
    unsigned level = k->values.at[i->value].level;
    CHECK(level <= LEVEL_FULL);
    if (i->code == K_REDUCE) {
        CHECK_EQ_UINT(level, LEVEL_ROW);
        CHECK(k->n_inner > 0);
        return;
    }
    for (uint32_t o = 0; o < i->n_in; o++)
        CHECK(k->values.at[kernel_in(k, i)[o]].level <= level);
}

typedef struct Open {
    uint32_t instr, since;
} Open;

static void open_region(Seen *s, Open *stack, uint32_t *depth, uint32_t at) {
    const KernelInstr *i = &s->k->body.at[at];
    CHECK(*depth < 32);
    for (uint32_t c = 0; c < i->n_carries && i->code != K_IF; c++)
        use(s, s->k->carries.at[i->carry + c].init);
    stack[(*depth)++] = (Open){at, s->n};
    for (uint32_t c = 0; c < i->n_carries && i->code != K_IF; c++)
        define(s, s->k->carries.at[i->carry + c].phi);
}

static void end_region(Seen *s, Open *stack, uint32_t *depth, uint32_t at) {
    CHECK(*depth > 0);
    Open open = stack[--*depth];
    const KernelInstr *i = &s->k->body.at[open.instr];
    CHECK_EQ_UINT(s->k->body.at[at].match, open.instr);
    for (uint32_t c = 0; c < i->n_carries; c++)
        use(s, s->k->carries.at[i->carry + c].next);
    leave(s, open.since);
    for (uint32_t c = 0; c < i->n_carries; c++)
        define(s, s->k->carries.at[i->carry + c].result);
}

static void check_marker(Seen *s, Open *stack, uint32_t *depth, uint32_t at) {
    const KernelInstr *i = &s->k->body.at[at];
    CHECK(i->match < s->k->body.len);
    switch (i->code) {
    case K_FOR:
    case K_WHILE:
    case K_IF: open_region(s, stack, depth, at); break;
    case K_ELSE:
        CHECK(*depth > 0);
        const KernelInstr *open = &s->k->body.at[stack[*depth - 1].instr];
        for (uint32_t c = 0; c < open->n_carries; c++)
            use(s, s->k->carries.at[open->carry + c].init);
        leave(s, stack[*depth - 1].since);
        break;
    case K_END: end_region(s, stack, depth, at); break;
    default: break;
    }
}

static void check_kernel(const Plan *plan, const Kernel *k) {
    Seen s = {.plan = plan, .k = k};
    Open stack[32];
    uint32_t depth = 0;
    bool stores = false;
    s.defined = calloc((size_t)k->values.len + 1, 1);
    s.order = calloc((size_t)k->values.len + 1, sizeof *s.order);
    CHECK(k->n_inner <= k->n_axes && k->shape + k->n_axes <= plan->shapes.len);
    for (uint32_t n = 0; n < k->body.len; n++) {
        const KernelInstr *i = &k->body.at[n];
        for (uint32_t o = 0; o < i->n_in; o++)
            use(&s, kernel_in(k, i)[o]);
        if (has_access(i->code))
            check_access(&s, i);
        check_levels(&s, i);
        if (i->code >= K_FOR)
            check_marker(&s, stack, &depth, n);
        if (i->value != NO_VAL)
            define(&s, i->value);
        stores |= i->code == K_STORE || i->code == K_SCATTER;
    }
    CHECK_EQ_UINT(depth, 0);
    CHECK(stores && k->steps.len > 0);
    free(s.defined);
    free(s.order);
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
