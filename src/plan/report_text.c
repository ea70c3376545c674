/* The report for people at a terminal: short, at most 100 columns where names allow it. */
#include "ir/lex.h"
#include "ir/text.h"
#include "plan/layout.h"
#include "plan/report.h"

enum {
    SHOWN_STEPS = 24, /* of a kernel; of many more, so many and the last are shown */
    FEW_MORE = 6,
    SHOWN_KERNELS = 64,
    MAX_BODIES = 3, /* in each other */
    SHOWN_PAIRS = 6 /* of a rule */
};

static const char *plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

static void put_heading(Str *out, const Report *r) {
    const Plan *plan = r->plans.at[0].plan;
    const Program *p = plan->module->programs.at[plan->program];
    str_puts(out, "program ");
    print_name(out, strings_get(&plan->module->strings, p->name), false);
    str_format(out, ": %u kernel%s", r->cost.kernels, plural(r->cost.kernels));
    if (!plan->fuses)
        str_puts(out, ", fusion is off");
    else if (r->cost.unfused_kernels > r->cost.kernels)
        str_format(out, " instead of %u", r->cost.unfused_kernels);
    str_putc(out, '\n');
}

static void put_uses(Str *out, const Report *r, const ReportEntry *e, uint32_t first, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const ReportUse *use = &r->uses.at[e->use + first + i];
        str_puts(out, i ? ", " : " ");
        report_put_buffer(out, r, e->plan, use->buffer);
        if (r->has_cost) {
            str_puts(out, " (");
            report_put_bytes(out, use->bytes);
            str_putc(out, ')');
        }
    }
}

/* Steps that are not literals: those stand where they are used. */
static uint32_t count_shown(const Plan *plan, const uint32_t *instrs, uint32_t n) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += !report_is_literal(plan, instrs[i]);
    return count;
}

/* What a loop or branch that became part of a kernel does: the steps of its programs. room: how
 * many lines there may still be. */
static void put_bodies(Str *out, const Plan *plan, uint32_t instr, int indent, unsigned depth,
                       uint32_t *room) {
    const Program *p = plan->module->programs.at[plan->program];
    const Instr *i = &p->instrs.at[instr];
    for (unsigned k = 0; depth < MAX_BODIES && k < op_attr_count(i->op); k++) {
        const AttrInfo *attr = &op_info(i->op)->attrs[k];
        if (attr->kind != ATTR_PROGRAM || !attr_has(p, i, k))
            continue;
        Plan inside = *plan; /* the same module, from where that program stands */
        inside.program = (ProgId)attr_word(p, i, k);
        const Program *body = plan->module->programs.at[inside.program];
        str_format(out, "%*s%s:\n", indent, "", attr->name);
        for (uint32_t n = 0; n < body->instrs.len; n++) {
            if (report_is_literal(&inside, n) || (op_info(body->instrs.at[n].op)->flags & OPF_VIEW))
                continue;
            if (*room == 0) {
                str_format(out, "%*s...\n", indent + 2, "");
                break;
            }
            --*room;
            str_format(out, "%*s", indent + 2, "");
            report_put_instr(out, &inside, n);
            str_putc(out, '\n');
            put_bodies(out, &inside, n, indent + 4, depth + 1, room);
        }
    }
}

static void put_steps(Str *out, const Report *r, const ReportEntry *e, int indent) {
    const Plan *plan = entry_plan(r, e);
    uint32_t n, seen = 0, room = SHOWN_STEPS;
    const uint32_t *instrs = entry_instrs(r, e, &n);
    uint32_t count = count_shown(plan, instrs, n);
    bool literals = count == 0; /* nothing else to show */
    count = literals ? n : count;
    for (uint32_t i = 0; i < n; i++) {
        if (report_is_literal(plan, instrs[i]) && !literals)
            continue;
        seen++;
        if (count <= SHOWN_STEPS + FEW_MORE || seen <= SHOWN_STEPS || seen == count) {
            str_format(out, "%*s", indent, "");
            report_put_instr(out, plan, instrs[i]);
            str_putc(out, '\n');
            if (entry_slang(r, e))
                put_bodies(out, plan, instrs[i], indent + 2, 0, &room);
        } else if (seen == SHOWN_STEPS + 1) {
            str_format(out, "%*s... %u more ...\n", indent, "", count - SHOWN_STEPS - 1);
        }
    }
}

static void put_engine(Str *out, const ReportEngine *engine, int indent) {
    if (!engine->tier)
        return;
    str_format(out, "%*s%s", indent, "", engine->tier);
    if (engine->note[0])
        str_format(out, ": %s", engine->note);
    if (engine->target)
        str_format(out, " (%s: %s, %u lanes)", engine->target, engine->walk, engine->lanes);
    str_putc(out, '\n');
}

static void put_cuts(Str *out, const Report *r, uint32_t id) {
    const ReportEntry *e = &r->entries.at[id];
    const PlanStep *step = entry_step(r, e);
    const ReportPlan *body = report_panels(r, id);
    str_puts(out, " along [");
    for (uint32_t j = 0; j < step->n_cuts; j++) {
        str_puts(out, j ? ", " : "");
        report_put_extent(out, entry_plan(r, e), report_cut(entry_plan(r, e), step, j));
    }
    str_puts(out, "]");
    for (uint32_t j = 0; r->has_cost && j < step->n_cuts; j++) {
        str_puts(out, j ? " x " : ", ");
        str_int(out, body->block[j]);
    }
    str_puts(out, r->has_cost ? " at a time" : "");
}

/* What only panels of exist. */
static void put_never_formed(Str *out, const Report *r, uint32_t id, int indent) {
    const ReportPlan *body = report_panels(r, id);
    uint32_t n = 0;
    for (BufferId b = 0; b < body->plan->buffers.len; b++) {
        if (body->plan->buffers.at[b].kind != BUFFER_TEMP)
            continue;
        if (n++ == 0)
            str_format(out, "%*snever formed: ", indent, "");
        else
            str_puts(out, ", ");
        report_put_buffer(out, r, (uint32_t)(body - r->plans.at), b);
        if (r->has_cost) {
            str_puts(out, " (");
            report_put_bytes(out, plan_buffer_bytes(body->plan, body->extents, b));
            str_putc(out, ')');
        }
    }
    if (n && r->has_cost) {
        str_puts(out, "; ");
        report_put_bytes(out, body->at_once);
        str_puts(out, " at once");
    }
    if (n)
        str_putc(out, '\n');
}

static void put_entry(Str *out, const Report *r, uint32_t id) {
    const ReportEntry *e = &r->entries.at[id];
    const Kernel *kernel = entry_slang(r, e);
    int indent = 2 * (int)(e->depth < 20 ? e->depth : 20);
    bool panels = entry_step(r, e)->kind == STEP_PANELS;
    str_format(out, "\n%*skernel %u: %s", indent, "", id, entry_schedule(r, e));
    if (kernel) {
        str_puts(out, " over ");
        report_put_shape(out, entry_plan(r, e), kernel->shape, kernel->n_axes,
                         kernel->n_inner ? kernel->n_axes - kernel->n_inner : UINT32_MAX);
    }
    if (panels)
        put_cuts(out, r, id);
    str_format(out, "\n%*s", indent + 2, "");
    str_puts(out, e->n_read ? "reads" : "reads nothing");
    put_uses(out, r, e, 0, e->n_read);
    str_puts(out, "; writes");
    put_uses(out, r, e, e->n_read, e->n_written);
    str_putc(out, '\n');
    put_engine(out, &e->engine, indent + 2);
    if (panels)
        put_never_formed(out, r, id, indent + 2);
    else
        put_steps(out, r, e, indent + 4);
}

/* ---- figures */

static void put_cell(Str *out, Env *env, uint64_t bytes, int width) {
    Str cell = str_make(env);
    report_put_bytes(&cell, bytes);
    str_format(out, "%*s", width, str_ok(&cell) ? cell.data : "");
    out->failed |= !str_ok(&cell);
    str_free(&cell);
}

static void put_extents(Str *out, const Report *r) {
    const ReportPlan *p = &r->plans.at[0];
    bool first = true;
    for (uint32_t i = 0; i < p->plan->extents.len; i++) {
        if (p->plan->extents.at[i].kind != EXTENT_INPUT)
            continue;
        str_puts(out, first ? "\nwith " : ", ");
        report_put_extent(out, p->plan, i);
        str_puts(out, " = ");
        str_int(out, p->extents[i]);
        first = false;
    }
    str_puts(out, first ? "\n" : "\n\n");
}

static void put_cost(Str *out, const Report *r) {
    const PlanCost *c = &r->cost;
    const struct {
        const char *name;
        uint64_t fused, unfused;
    } rows[] = {{"read", c->bytes_read, c->unfused_read},
                {"written", c->bytes_written, c->unfused_written}};
    put_extents(out, r);
    str_format(out, "              %s      unfused\n  launches  %11u  %11u\n",
               r->plans.at[0].plan->fuses ? "    fused" : "this plan", c->kernels,
               c->unfused_kernels);
    for (int i = 0; i < 2; i++) {
        str_format(out, "  %-9s ", rows[i].name);
        put_cell(out, out->env, rows[i].fused, 11);
        put_cell(out, out->env, rows[i].unfused, 13);
        str_putc(out, '\n');
    }
    str_puts(out, "  temporaries");
    put_cell(out, out->env, c->peak, 10);
    str_puts(out, " at once\n");
    if (!r->has_copied || !r->copied)
        return;
    str_puts(out, "  copied     ");
    put_cell(out, out->env, r->copied, 10);
    str_putc(out, '\n');
}

/* ---- why not */

static void put_pair(Str *out, const Report *r, const ReportApart *a) {
    const Plan *plan = r->plans.at[a->plan].plan;
    str_puts(out, "    ");
    report_put_side(out, r, a, a->apart->producer, a->producer);
    str_puts(out, a->apart->shared == NO_VAR ? " -> " : " and ");
    report_put_side(out, r, a, a->apart->consumer, a->consumer);
    if (a->apart->shared != NO_VAR) {
        str_puts(out, ", which share ");
        text_print_var(out, plan->module, plan->module->programs.at[plan->program],
                       a->apart->shared);
    }
    str_putc(out, '\n');
}

static void put_apart(Str *out, const Report *r) {
    bool any = false;
    for (int rule = 0; rule < FUSION_RULE_COUNT; rule++) {
        const FusionRuleInfo *info = fusion_rule((FusionRule)rule);
        uint32_t n = 0;
        for (uint32_t i = 0; i < r->apart.len; i++) {
            if (r->apart.at[i].apart->rule != (FusionRule)rule)
                continue;
            if (n == 0)
                str_format(out, "%s  %s: %s\n", any ? "" : "\nnot fused\n", info->name, info->text);
            if (n++ < SHOWN_PAIRS)
                put_pair(out, r, &r->apart.at[i]);
            any = true;
        }
        if (n > SHOWN_PAIRS)
            str_format(out, "    ... and %u more\n", n - SHOWN_PAIRS);
    }
}

void report_text(Str *out, const Report *r) {
    put_heading(out, r);
    for (uint32_t i = 0; i < r->entries.len; i++)
        if (i < SHOWN_KERNELS || r->entries.len <= SHOWN_KERNELS + FEW_MORE)
            put_entry(out, r, i);
        else if (i == SHOWN_KERNELS)
            str_format(out, "\n... %u more kernels ...\n", r->entries.len - SHOWN_KERNELS);
    if (r->has_cost)
        put_cost(out, r);
    put_apart(out, r);
}
