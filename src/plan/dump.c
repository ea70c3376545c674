/*
 * The kernel form as text: everything an engine is given, in the order in which it stands. The same
 * plan gives the same bytes everywhere.
 */
#include "ir/lex.h"
#include "ir/text.h"
#include "kernel/text.h"
#include "plan/report.h"

/* ---- extents, views, buffers */

static void put_slice(Str *out, int64_t start, int64_t stop, int64_t step) {
    const int64_t part[3] = {start, stop, step};
    for (int i = 0; i < (step == LIST_SKIPPED ? 2 : 3); i++) {
        str_puts(out, i ? ":" : "");
        if (part[i] != LIST_SKIPPED)
            str_int(out, part[i]);
    }
}

static void put_product(Str *out, const Plan *plan, uint32_t first, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        str_puts(out, i ? "*" : "");
        report_put_extent(out, plan, plan->shapes.at[first + i]);
    }
    if (n == 0)
        str_putc(out, '1');
}

static void put_recipe(Str *out, const Plan *plan, const Extent *e) {
    switch (e->kind) {
    case EXTENT_NUMBER: str_int(out, e->value); break;
    case EXTENT_INPUT: str_format(out, "axis %u of input %u", e->axis, e->source); break;
    case EXTENT_SLICE:
        report_put_extent(out, plan, e->source);
        str_putc(out, '[');
        put_slice(out, e->start, e->stop, e->step);
        str_putc(out, ']');
        break;
    case EXTENT_SUM:
        for (uint32_t i = 0; i < e->n; i++) {
            str_puts(out, i ? " + " : "");
            report_put_extent(out, plan, plan->shapes.at[e->first + i]);
        }
        if (e->value || e->n == 0)
            str_format(
                out, " %c %llu", e->value < 0 ? '-' : '+',
                (unsigned long long)(e->value < 0 ? 0 - (uint64_t)e->value : (uint64_t)e->value));
        break;
    case EXTENT_QUOTIENT:
        put_product(out, plan, e->first, e->n);
        str_puts(out, " / ");
        put_product(out, plan, e->first + e->n, e->m);
        break;
    }
}

static void dump_extents(Str *out, const Plan *plan) {
    for (uint32_t i = 0; i < plan->extents.len; i++) {
        const Extent *e = &plan->extents.at[i];
        if (e->kind == EXTENT_NUMBER && e->name == NO_STR)
            continue; /* stands as itself wherever it is used */
        str_puts(out, "  extent ");
        report_put_extent(out, plan, i);
        str_puts(out, " = ");
        put_recipe(out, plan, e);
        str_putc(out, '\n');
    }
    for (uint32_t i = 0; i < plan->checks.len; i++) {
        const ExtentCheck *c = &plan->checks.at[i];
        str_puts(out, "  check ");
        put_product(out, plan, c->a, c->n_a);
        str_puts(out, " = ");
        put_product(out, plan, c->b, c->n_b);
        if (c->step == UINT32_MAX)
            str_puts(out, "  # of a step that is gone\n");
        else
            str_format(out, "  # %u\n", c->step);
    }
}

static const char *const view_names[] = {
    [VIEW_AXES] = "axes", [VIEW_SLICE] = "slice", [VIEW_RESHAPE] = "reshape", [VIEW_PART] = "part"};

static void dump_view(Str *out, const Plan *plan, ViewId id) {
    const View *view = &plan->views.at[id];
    str_format(out, "  view w%u = w%u %s [", id, view->parent, view_names[view->kind]);
    for (uint32_t k = 0; k < view->rank; k++) {
        const ViewAxis *axis = &plan->view_axes.at[view->axes + k];
        str_puts(out, k ? ", " : "");
        if (view->kind == VIEW_SLICE)
            put_slice(out, axis->start, axis->stop, axis->step);
        else if (view->kind == VIEW_AXES && axis->source != VIEW_NEW)
            str_format(out, "%u", axis->source);
        else if (view->kind == VIEW_AXES)
            str_puts(out, "new");
        for (int64_t i = 0; view->kind == VIEW_PART && i < axis->start; i++) {
            str_puts(out, i ? " + " : "");
            report_put_extent(out, plan, plan->shapes.at[axis->source + i]);
        }
        if (view->kind == VIEW_PART && axis->start == 0)
            str_putc(out, '0');
        if (view->kind != VIEW_RESHAPE)
            str_puts(out, " -> ");
        report_put_extent(out, plan, axis->extent);
    }
    str_puts(out, "]\n");
}

static void dump_buffer(Str *out, const Report *r, uint32_t plan_number, BufferId id) {
    static const char *const kinds[] = {"input", "output", "temporary"};
    const Plan *plan = r->plans.at[plan_number].plan;
    const Buffer *b = &plan->buffers.at[id];
    str_format(out, "  buffer b%u: %s", id, kinds[b->kind]);
    if (b->kind != BUFFER_TEMP)
        str_format(out, " %u", b->index);
    str_putc(out, ' ');
    report_put_buffer(out, r, plan_number, id);
    str_putc(out, ' ');
    report_put_shape(out, plan, b->shape, b->rank, UINT32_MAX);
    str_format(out, " of %u bytes, steps %u to %u", b->elem_size, b->first_step, b->last_step);
    if (b->in_place_of != NO_BUFFER)
        str_format(out, ", in place of b%u", b->in_place_of);
    str_putc(out, '\n');
}

/* ---- kernels */

static void dump_access(Str *out, const Plan *plan, const Kernel *k, uint32_t index) {
    const Access *a = &k->accesses.at[index];
    str_format(out, "    a%u: ", index);
    if (a->buffer == NO_BUFFER) {
        str_puts(out, "number in ");
        report_put_shape(out, plan, a->shape, a->rank, UINT32_MAX);
    } else {
        str_format(out, "%s b%u", a->store ? "writes" : "reads", a->buffer);
    }
    if (a->view != VIEW_IDENTITY)
        str_format(out, " w%u", a->view);
    if (a->n_indexed)
        str_format(out, " indexed %u", a->n_indexed);
    if (a->leaf)
        str_format(out, " + %u", a->leaf);
    if (a->buffer != NO_BUFFER)
        str_format(out, " %s", dtype_info(a->dtype)->name);
    str_putc(out, '\n');
}

static void dump_kernel(Str *out, const Plan *plan, uint32_t index) {
    const Kernel *k = &plan->kernels.at[index];
    str_format(out, "  kernel %u: %s over ", index, schedule_name(k->schedule));
    report_put_shape(out, plan, k->shape, k->n_axes,
                     k->n_inner ? k->n_axes - k->n_inner : UINT32_MAX);
    str_putc(out, '\n');
    for (uint32_t i = 0; i < k->accesses.len; i++)
        dump_access(out, plan, k, i);
    kernel_print_body(out, k, 4, true);
}

/* ---- steps */

static void dump_places(Str *out, const Plan *plan, uint32_t first, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        Place place = plan->places.at[first + i];
        str_puts(out, i ? ", " : " ");
        if (place.buffer == NO_BUFFER)
            str_puts(out, "nothing");
        else
            str_format(out, "b%u", place.buffer);
        if (place.view != VIEW_IDENTITY)
            str_format(out, " w%u", place.view);
    }
}

/* Of each place, the axes that are cut. */
static void dump_cuts(Str *out, const Plan *plan, const PlanStep *step) {
    str_puts(out, " cut");
    for (uint32_t k = 0; k < step->n_in + step->n_out; k++) {
        str_puts(out, " [");
        for (uint32_t j = 0; j < step->n_cuts; j++) {
            uint8_t axis = panel_axis(plan, step, k, j);
            str_puts(out, j ? " " : "");
            if (axis == NOT_CUT)
                str_putc(out, '_');
            else
                str_uint(out, axis);
        }
        str_putc(out, ']');
    }
    str_putc(out, ',');
}

static void dump_step(Str *out, const Report *r, const ReportEntry *e) {
    const Plan *plan = entry_plan(r, e);
    const PlanStep *step = entry_step(r, e);
    str_format(out, "  step %u: ", e->step);
    if (step->kind == STEP_KERNEL) {
        str_format(out, "kernel %u\n", step->kernel);
        return;
    }
    str_puts(out, entry_schedule(r, e));
    if (step->kind == STEP_CONTRACT)
        str_format(out, " %s, axes %u %u %u %u,", dtype_info(step->dtype)->name, step->n_batch,
                   step->n_m, step->n_n, step->n_k);
    else if (step->kind == STEP_ROUTINE)
        str_format(
            out, " %s,",
            op_info(plan->module->programs.at[plan->program]->instrs.at[step->instr].op)->name);
    else if (step->kind == STEP_MAP)
        str_format(out, " over %u axes,", step->n_batch);
    else if (step->kind == STEP_PANELS)
        dump_cuts(out, plan, step);
    else
        str_format(out, " carries %u,", step->n_carry);
    dump_places(out, plan, step->place, step->n_in);
    str_puts(out, " ->");
    dump_places(out, plan, step->place + step->n_in, step->n_out);
    str_format(out, "  # %u\n", step->instr);
}

static void dump_plan(Str *out, const Report *r, uint32_t index) {
    const ReportPlan *p = &r->plans.at[index];
    const Plan *plan = p->plan;
    const Program *program = plan->module->programs.at[plan->program];
    str_format(out, "%splan %u: program ", index ? "\n" : "", index);
    print_name(out, strings_get(&plan->module->strings, program->name), false);
    if (p->host != NO_ENTRY) {
        const ReportEntry *host = &r->entries.at[p->host];
        str_format(out, ", body %u of step %u of plan %u", p->arm, host->step, host->plan);
    }
    str_puts(out, plan->fuses ? "\n" : ", fusion off\n");
    dump_extents(out, plan);
    for (ViewId id = 1; id < plan->views.len; id++)
        dump_view(out, plan, id);
    for (BufferId id = 0; id < plan->buffers.len; id++)
        dump_buffer(out, r, index, id);
    for (uint32_t i = 0; i < plan->kernels.len; i++)
        dump_kernel(out, plan, i);
    uint32_t left = p->n_entries;
    for (uint32_t i = p->entry; left > 0; i++)
        if (r->entries.at[i].plan == index) {
            dump_step(out, r, &r->entries.at[i]);
            left--;
        }
    for (uint32_t i = 0; i < plan->apart.len; i++) {
        const Apart *a = &plan->apart.at[i];
        str_format(out, "  apart %u and %u: %s", a->producer, a->consumer,
                   fusion_rule(a->rule)->name);
        if (a->shared != NO_VAR) {
            str_puts(out, ", sharing ");
            text_print_var(out, plan->module, program, a->shared);
        }
        str_putc(out, '\n');
    }
}

void plan_dump(Str *out, const Plan *plan) {
    Report report;
    if (!report_new(out->env, plan, &report)) {
        out->failed = true;
        return;
    }
    for (uint32_t i = 0; i < report.plans.len; i++)
        dump_plan(out, &report, i);
    report_free(&report);
}
