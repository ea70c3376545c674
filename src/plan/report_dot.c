/*
 * The report for Graphviz: a cluster for each kernel with a node for each of its steps, bytes on the
 * edges between kernels, dashed edges between neighbours that stayed apart.
 */
#include "ir/lex.h"
#include "ir/text.h"
#include "plan/report.h"

/* The text since `from`, so that it can stand between quotes. */
static void escape_tail(Str *out, size_t from) {
    if (out->failed)
        return;
    Str text = str_make(out->env);
    str_put(&text, out->data ? out->data + from : "", out->len - from);
    out->len = from;
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] == '"' || text.data[i] == '\\')
            str_putc(out, '\\');
        str_putc(out, (unsigned char)text.data[i] < 0x20 ? ' ' : text.data[i]);
    }
    out->failed |= !str_ok(&text);
    str_free(&text);
}

static const Program *program_of(const Plan *plan) {
    return plan->module->programs.at[plan->program];
}

static void put_var_node(Str *out, const Plan *plan, const char *prefix, uint32_t number,
                         VarId var) {
    str_format(out, "  %s%u [shape=ellipse, label=\"", prefix, number);
    size_t from = out->len;
    text_print_var(out, plan->module, program_of(plan), var);
    str_puts(out, ": ");
    type_print(out, &plan->module->strings, &plan->module->types,
               program_of(plan)->vars.at[var].type);
    escape_tail(out, from);
    str_puts(out, "\"];\n");
}

/* ---- nodes */

static void put_cluster(Str *out, const Report *r, uint32_t id) {
    const ReportEntry *e = &r->entries.at[id];
    const Kernel *kernel = entry_slang(r, e);
    uint32_t n;
    const uint32_t *instrs = entry_instrs(r, e, &n);
    str_format(out, "  subgraph cluster_%u {\n    label=\"kernel %u: %s", id, id,
               entry_schedule(r, e));
    size_t from = out->len;
    if (kernel) {
        str_puts(out, " over ");
        report_put_shape(out, entry_plan(r, e), kernel->shape, kernel->n_axes,
                         kernel->n_inner ? kernel->n_axes - kernel->n_inner : UINT32_MAX);
    }
    escape_tail(out, from);
    str_puts(out, "\";\n");
    for (uint32_t i = 0; i < n; i++) {
        if (report_is_literal(entry_plan(r, e), instrs[i]))
            continue;
        str_format(out, "    k%u_%u [label=\"", id, instrs[i]);
        from = out->len;
        report_put_instr(out, entry_plan(r, e), instrs[i]);
        escape_tail(out, from);
        str_puts(out, "\"];\n");
    }
}

/* A cluster stays open for the entries that its bodies are made of. */
static void put_clusters(Str *out, const Report *r) {
    for (uint32_t id = 0; id < r->entries.len; id++) {
        uint32_t depth = r->entries.at[id].depth;
        uint32_t next = id + 1 < r->entries.len ? r->entries.at[id + 1].depth : 0;
        put_cluster(out, r, id);
        for (uint32_t open = depth + 1; open > next; open--)
            str_puts(out, "  }\n");
    }
}

/* ---- edges */

/* The value that is seen: a view that the entry does not list itself is looked through. */
static VarId seen_value(const Report *r, const ReportEntry *e, VarId var) {
    const Plan *plan = r->plans.at[e ? e->plan : 0].plan;
    const Program *p = program_of(plan);
    for (;;) {
        uint32_t maker = report_maker(plan, var);
        if (maker == NO_ENTRY || !(op_info(p->instrs.at[maker].op)->flags & OPF_VIEW) ||
            (e && entry_computes(r, e, maker)))
            return var;
        if (!e && r->plans.at[0].owners[maker] != NO_ENTRY)
            return var;
        var = instr_in(p, &p->instrs.at[maker])[0];
    }
}

/* Bytes of a buffer among uses `first` to `end` of an entry that holds var. */
static void put_bytes_of(Str *out, const Report *r, const ReportEntry *e, uint32_t first,
                         uint32_t end, VarId var) {
    for (uint32_t i = first; r->has_cost && i < end; i++) {
        const ReportUse *use = &r->uses.at[e->use + i];
        if (r->plans.at[e->plan].vars[use->buffer] != var)
            continue;
        str_puts(out, " [label=\"");
        report_put_bytes(out, use->bytes);
        str_puts(out, "\"]");
        return;
    }
}

/* seen: by variable, the last entry that has read it: further edges carry nothing new. */
static void put_operand_edge(Str *out, const Report *r, uint32_t id, uint32_t instr, VarId var,
                             uint32_t *seen) {
    const ReportEntry *e = &r->entries.at[id];
    const ReportPlan *p = &r->plans.at[e->plan];
    var = seen_value(r, e, var);
    uint32_t maker = report_maker(p->plan, var);
    bool inside = maker != NO_ENTRY && entry_computes(r, e, maker);
    uint32_t owner = maker == NO_ENTRY ? NO_ENTRY : inside ? id : p->owners[maker];
    if (maker == NO_ENTRY && e->plan != 0)
        return; /* an operand of the loop, which has an edge of its own */
    if (maker != NO_ENTRY && (owner == NO_ENTRY || report_is_literal(p->plan, maker)))
        return;
    if (maker == NO_ENTRY)
        str_format(out, "  in%u", var);
    else
        str_format(out, "  k%u_%u", owner, maker);
    str_format(out, " -> k%u_%u", id, instr);
    if (!inside && seen[var] != id + 1)
        put_bytes_of(out, r, e, 0, e->n_read, var);
    seen[var] = id + 1;
    str_puts(out, ";\n");
}

static void put_edges_of(Str *out, const Report *r, uint32_t id, uint32_t *seen) {
    const Program *p = program_of(entry_plan(r, &r->entries.at[id]));
    uint32_t n;
    const uint32_t *instrs = entry_instrs(r, &r->entries.at[id], &n);
    for (uint32_t i = 0; i < n; i++) {
        const Instr *instr = &p->instrs.at[instrs[i]];
        for (uint32_t k = 0; k < instr->n_in; k++)
            put_operand_edge(out, r, id, instrs[i], instr_in(p, instr)[k], seen);
    }
}

static void put_edges(Str *out, const Report *r) {
    uint32_t most = 0;
    for (uint32_t k = 0; k < r->plans.len; k++)
        if (program_of(r->plans.at[k].plan)->vars.len > most)
            most = program_of(r->plans.at[k].plan)->vars.len;
    size_t size = ((size_t)most + 1) * sizeof(uint32_t);
    uint32_t *seen = env_new(out->env, size);
    if (!seen) {
        out->failed = true;
        return;
    }
    for (uint32_t id = 0; id < r->entries.len; id++)
        put_edges_of(out, r, id, seen);
    env_free(out->env->allocator, seen, size);
}

static void put_output_edges(Str *out, const Report *r) {
    const Plan *plan = r->plans.at[0].plan;
    const Program *p = program_of(plan);
    for (uint32_t i = 0; i < p->outputs.len; i++) {
        VarId var = seen_value(r, NULL, p->outputs.at[i]);
        uint32_t maker = report_maker(plan, var);
        uint32_t owner = maker == NO_ENTRY ? NO_ENTRY : r->plans.at[0].owners[maker];
        if (owner == NO_ENTRY || report_is_literal(plan, maker))
            continue;
        const ReportEntry *e = &r->entries.at[owner];
        str_format(out, "  k%u_%u -> out%u", owner, maker, i);
        put_bytes_of(out, r, e, e->n_read, e->n_read + e->n_written, report_output(plan, i));
        str_puts(out, ";\n");
    }
}

static void put_apart_edges(Str *out, const Report *r) {
    for (uint32_t i = 0; i < r->apart.len; i++) {
        const ReportApart *a = &r->apart.at[i];
        const Plan *plan = r->plans.at[a->plan].plan;
        if (a->producer == NO_ENTRY || a->consumer == NO_ENTRY ||
            report_is_literal(plan, a->apart->producer))
            continue;
        str_format(out,
                   "  k%u_%u -> k%u_%u [style=dashed, color=gray50, fontcolor=gray30, "
                   "constraint=false, label=\"%s\"%s];\n",
                   a->producer, a->apart->producer, a->consumer, a->apart->consumer,
                   fusion_rule(a->apart->rule)->name,
                   a->apart->shared == NO_VAR ? "" : ", dir=none");
    }
}

void report_dot(Str *out, const Report *r) {
    const Plan *plan = r->plans.at[0].plan;
    const Program *p = program_of(plan);
    str_puts(out, "digraph \"");
    size_t from = out->len;
    str_puts(out, strings_get(&plan->module->strings, p->name));
    escape_tail(out, from);
    str_puts(out, "\" {\n"
                  "  node [shape=box, style=filled, fillcolor=white, fontname=monospace, "
                  "fontsize=10];\n"
                  "  edge [fontname=monospace, fontsize=9];\n"
                  "  graph [fontname=monospace, fontsize=10, style=\"rounded,filled\", "
                  "fillcolor=gray95, color=gray60];\n");
    for (uint32_t i = 0; i < p->n_inputs; i++)
        put_var_node(out, plan, "in", i, i);
    for (uint32_t i = 0; i < p->outputs.len; i++)
        put_var_node(out, plan, "out", i, report_output(plan, i));
    put_clusters(out, r);
    put_edges(out, r);
    put_output_edges(out, r);
    put_apart_edges(out, r);
    str_puts(out, "}\n");
}
