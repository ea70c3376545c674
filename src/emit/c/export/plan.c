/* The function that runs a plan: extents, buffers, steps. */
#include "emit/c/export/parts.h"

/* ---- buffers */

static void put_shape(Exporter *x, const Buffer *b) {
    export_list(x, x->plan->shapes.at + b->shape, b->rank);
    str_format(&x->out, ", %u, &status);\n", b->elem_size);
}

static bool is_used(const Exporter *x, const Buffer *b) {
    return b->first_step < x->plan->steps.len;
}

static void put_buffers(Exporter *x) {
    for (uint32_t id = 0; id < x->plan->buffers.len; id++) {
        const Buffer *b = &x->plan->buffers.at[id];
        if (b->kind == BUFFER_TEMP) {
            str_format(&x->out, "    b[%u].data = NULL;\n", id);
            continue;
        }
        str_format(&x->out, "    frit_argument(&b[%u], &%s[%u], ", id,
                   b->kind == BUFFER_INPUT ? "in" : "out", b->index);
        put_shape(x, b);
    }
}

/* A temporary has memory from the first step that touches it to the last. */
static void put_taken(Exporter *x, uint32_t step) {
    for (uint32_t id = 0; id < x->plan->buffers.len; id++) {
        const Buffer *b = &x->plan->buffers.at[id];
        if (b->kind != BUFFER_TEMP || b->first_step != step)
            continue;
        str_format(&x->out, "        frit_take(&b[%u], ", id);
        put_shape(x, b);
    }
}

static void put_given_back(Exporter *x, uint32_t step) {
    for (uint32_t id = 0; id < x->plan->buffers.len; id++) {
        const Buffer *b = &x->plan->buffers.at[id];
        if (b->kind == BUFFER_TEMP && is_used(x, b) && b->last_step == step)
            str_format(&x->out, "        frit_give(&b[%u]);\n", id);
    }
}

static void put_all_given_back(Exporter *x) {
    for (uint32_t id = 0; id < x->plan->buffers.len; id++)
        if (x->plan->buffers.at[id].kind == BUFFER_TEMP)
            str_format(&x->out, "    frit_give(&b[%u]);\n", id);
}

/* ---- outputs that overlap something: they are made elsewhere and copied, as if everything had been read first */

static void put_overlap(Exporter *x, BufferId a, BufferId b) {
    str_format(&x->out, "frit_overlap(&b[%u], %u, &b[%u], %u)", a, x->plan->buffers.at[a].elem_size,
               b, x->plan->buffers.at[b].elem_size);
}

static void put_clashes(Exporter *x, uint32_t output) {
    const Plan *plan = x->plan;
    BufferId own = plan->outputs.at[output];
    str_format(&x->out, "    const bool apart_%u = true", output);
    for (uint32_t k = 0; k < plan->inputs.len; k++) {
        BufferId id = plan->inputs.at[k];
        Meeting meeting = export_meeting(plan, output, k);
        if (meeting == MEET_ALWAYS)
            continue;
        str_puts(&x->out, " && ");
        if (meeting == MEET_SAME)
            str_format(&x->out, "(frit_same_place(&b[%u], &b[%u]) || ", own, id);
        str_puts(&x->out, "!");
        put_overlap(x, own, id);
        str_puts(&x->out, meeting == MEET_SAME ? ")" : "");
    }
    for (uint32_t k = 0; k < plan->outputs.len; k++) {
        if (k == output)
            continue;
        str_puts(&x->out, " && !");
        put_overlap(x, own, plan->outputs.at[k]);
    }
    str_puts(&x->out, ";\n");
}

static void put_staging(Exporter *x) {
    const Plan *plan = x->plan;
    str_format(&x->out, "    frit_view real[%u];\n", plan->outputs.len ? plan->outputs.len : 1);
    for (uint32_t k = 0; k < plan->outputs.len; k++)
        put_clashes(x, k);
    for (uint32_t k = 0; k < plan->outputs.len; k++) {
        BufferId id = plan->outputs.at[k];
        str_format(&x->out,
                   "    real[%u].data = NULL;\n    if (!apart_%u)\n        frit_stage(&b[%u], "
                   "&real[%u], %u, &status);\n",
                   k, k, id, k, plan->buffers.at[id].elem_size);
    }
}

static void put_unstaging(Exporter *x) {
    const Plan *plan = x->plan;
    for (uint32_t k = 0; k < plan->outputs.len; k++)
        str_format(&x->out, "    frit_unstage(&b[%u], &real[%u], %u, status);\n",
                   plan->outputs.at[k], k, plan->buffers.at[plan->outputs.at[k]].elem_size);
}

/* ---- steps */

static void put_comment(Exporter *x, const PlanStep *step) {
    str_puts(&x->out, "    /* ");
    if (step->kind == STEP_KERNEL) {
        const Kernel *kernel = &x->plan->kernels.at[step->kernel];
        for (uint32_t k = 0; k < kernel->steps.len; k++) {
            str_puts(&x->out, k ? "\n     * " : "");
            export_instr(x, kernel->steps.at[k]);
        }
    } else {
        export_instr(x, step->instr);
    }
    str_puts(&x->out, " */\n");
}

static bool put_step(Exporter *x, uint32_t number, const uint32_t *subs) {
    const PlanStep *step = &x->plan->steps.at[number];
    BufferId from, to;
    bool moves =
        step->kind == STEP_KERNEL && export_moves(&x->plan->kernels.at[step->kernel], &from, &to);
    put_comment(x, step);
    str_puts(&x->out, "    if (status == FRIT_EXPORT_OK");
    if (moves && from != to &&
        x->plan != x->whole) /* of what loops carry it would put everything where it is */
        str_format(&x->out, " && !frit_same_place(&b[%u], &b[%u])", from, to);
    str_puts(&x->out, ") {\n        frit_copy *copies = NULL;\n");
    put_taken(x, number);
    TRY(step->kind == STEP_KERNEL ? export_kernel(x, step) : export_control(x, step, subs));
    str_puts(&x->out, "        frit_put_back(copies, status);\n");
    put_given_back(x, number);
    str_puts(&x->out, "    }\n");
    return true;
}

/* The functions of what is inside the steps; their numbers. */
static bool put_parts(Exporter *x, uint32_t *subs) {
    const Plan *plan = x->plan;
    const Program *program = x->program;
    for (uint32_t k = 0; k < plan->steps.len; k++)
        for (int s = 0; s < 2; s++) {
            x->plan = plan->steps.at[k].subs[s];
            if (!x->plan)
                continue;
            TRY(export_function(x, &subs[2 * k + (uint32_t)s])); /* as deep as programs nest */
        }
    x->plan = plan;
    x->program = program;
    return true;
}

/* The most axes that anything has. */
static void count_axes(Exporter *x) {
    const Plan *plan = x->plan;
    for (uint32_t k = 0; k < plan->buffers.len; k++)
        x->rank = plan->buffers.at[k].rank > x->rank ? plan->buffers.at[k].rank : x->rank;
    for (uint32_t k = 0; k < plan->views.len; k++)
        x->rank = plan->views.at[k].rank > x->rank ? plan->views.at[k].rank : x->rank;
    for (uint32_t k = 0; k < plan->kernels.len; k++)
        for (uint32_t a = 0; a < plan->kernels.at[k].accesses.len; a++) {
            uint32_t rank = plan->kernels.at[k].accesses.at[a].rank;
            x->rank = rank > x->rank ? rank : x->rank;
        }
}

bool export_function(Exporter *x, uint32_t *number) {
    const Plan *plan = x->plan;
    Str *out = &x->out;
    uint32_t n = plan->steps.len;
    uint32_t *subs = arena_new(x->env, &x->arena, (2 * (size_t)n + 1) * sizeof *subs);
    TRY(subs && put_parts(x, subs));
    x->program = plan->module->programs.at[plan->program];
    *number = x->n_plans++;
    count_axes(x);
    str_format(out, "\nstatic int %s_plan_%u(const frit_array *in, const frit_array *out) {\n",
               x->name, *number);
    str_puts(out, "    int status = FRIT_EXPORT_OK;\n");
    str_format(out, "    int64_t e[%u];\n", plan->extents.len ? plan->extents.len : 1);
    str_format(out, "    frit_view b[%u];\n", plan->buffers.len ? plan->buffers.len : 1);
    export_extents(x);
    put_buffers(x);
    if (plan == x->whole)
        put_staging(x);
    for (uint32_t k = 0; k < n; k++)
        TRY(put_step(x, k, subs + 2 * (size_t)k));
    put_all_given_back(x);
    if (plan == x->whole)
        put_unstaging(x);
    str_puts(out, "    (void)in, (void)out, (void)e, (void)b;\n    return status;\n}\n");
    return str_ok(out);
}
