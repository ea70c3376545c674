/*
 * The report as one JSON object. Keys never change their meaning; new ones may be added. What is not
 * known is null.
 */
#include "ir/text.h"
#include "plan/layout.h"
#include "plan/report.h"

/* The text since `from` as a JSON string in its place. */
static void quote_tail(Str *out, size_t from) {
    if (out->failed)
        return;
    Str text = str_make(out->env);
    str_put(&text, out->data ? out->data + from : "", out->len - from);
    out->len = from;
    str_putc(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c == '"' || c == '\\')
            str_putc(out, '\\');
        if (c < 0x20)
            str_format(out, "\\u%04x", c);
        else
            str_putc(out, (char)c);
    }
    str_putc(out, '"');
    out->failed |= !str_ok(&text);
    str_free(&text);
}

static void put_string(Str *out, const char *text) {
    size_t from = out->len;
    str_puts(out, text);
    quote_tail(out, from);
}

static void put_number_or_null(Str *out, bool known, uint64_t value) {
    if (known)
        str_uint(out, value);
    else
        str_puts(out, "null");
}

static const Program *program_of(const Plan *plan) {
    return plan->module->programs.at[plan->program];
}

static void put_var(Str *out, const Plan *plan, VarId var) {
    size_t from;
    str_puts(out, "{\"name\": ");
    from = out->len;
    text_print_var(out, plan->module, program_of(plan), var);
    quote_tail(out, from);
    str_puts(out, ", \"type\": ");
    from = out->len;
    type_print(out, &plan->module->strings, &plan->module->types,
               program_of(plan)->vars.at[var].type);
    quote_tail(out, from);
    str_putc(out, '}');
}

static void put_head(Str *out, const Plan *plan) {
    const Program *p = program_of(plan);
    str_puts(out, "{\n  \"program\": ");
    put_string(out, strings_get(&plan->module->strings, p->name));
    str_format(out, ",\n  \"fusion\": %s,\n  \"inputs\": [", plan->fuses ? "true" : "false");
    for (uint32_t i = 0; i < p->n_inputs; i++) {
        str_puts(out, i ? ", " : "");
        put_var(out, plan, i);
    }
    str_puts(out, "],\n  \"outputs\": [");
    for (uint32_t i = 0; i < p->outputs.len; i++) {
        str_puts(out, i ? ", " : "");
        put_var(out, plan, report_output(plan, i));
    }
    str_puts(out, "],\n");
}

/* ---- kernels */

static void put_uses(Str *out, const Report *r, const ReportEntry *e, uint32_t first, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const ReportUse *use = &r->uses.at[e->use + first + i];
        str_puts(out, i ? ", {\"name\": " : "{\"name\": ");
        size_t from = out->len;
        report_put_buffer(out, r, e->plan, use->buffer);
        quote_tail(out, from);
        str_format(out, ", \"buffer\": %u, \"bytes\": ", use->buffer);
        put_number_or_null(out, r->has_cost, use->bytes);
        str_putc(out, '}');
    }
}

static void put_axes(Str *out, const Plan *plan, const Kernel *kernel) {
    str_puts(out, "\"axes\": [");
    for (uint32_t k = 0; kernel && k < kernel->n_axes; k++) {
        str_puts(out, k ? ", " : "");
        size_t from = out->len;
        report_put_extent(out, plan, plan->shapes.at[kernel->shape + k]);
        quote_tail(out, from);
    }
    str_format(out, "], \"inner_axes\": %u", kernel ? kernel->n_inner : 0);
}

static void put_cut_axes(Str *out, const Plan *plan, const PlanStep *step) {
    str_puts(out, "\"axes\": [");
    for (uint32_t j = 0; j < step->n_cuts; j++) {
        str_puts(out, j ? ", " : "");
        size_t from = out->len;
        report_put_extent(out, plan, report_cut(plan, step, j));
        quote_tail(out, from);
    }
    str_puts(out, "], \"inner_axes\": 0");
}

static void put_steps(Str *out, const Report *r, const ReportEntry *e) {
    uint32_t n;
    const uint32_t *instrs = entry_instrs(r, e, &n);
    for (uint32_t i = 0; i < n; i++) {
        str_format(out, "%s{\"instruction\": %u, \"text\": ", i ? ", " : "", instrs[i]);
        size_t from = out->len;
        report_put_instr(out, entry_plan(r, e), instrs[i]);
        quote_tail(out, from);
        Loc loc = entry_loc(r, e, instrs[i]);
        str_puts(out, ", \"line\": ");
        put_number_or_null(out, loc.line != 0, loc.line);
        str_puts(out, ", \"column\": ");
        put_number_or_null(out, loc.column != 0, loc.column);
        str_putc(out, '}');
    }
}

static void put_string_or_null(Str *out, const char *text) {
    if (text)
        put_string(out, text);
    else
        str_puts(out, "null");
}

static void put_engine(Str *out, const ReportEngine *engine) {
    if (!engine->tier) {
        str_puts(out, "null");
        return;
    }
    str_puts(out, "{\"tier\": ");
    put_string(out, engine->tier);
    str_puts(out, ", \"note\": ");
    put_string_or_null(out, engine->note[0] ? engine->note : NULL);
    str_puts(out, ", \"target\": ");
    put_string_or_null(out, engine->target);
    str_puts(out, ", \"walk\": ");
    put_string_or_null(out, engine->walk);
    str_format(out, ", \"lanes\": %u}", engine->lanes);
}

static void put_time(Str *out, const ReportTime *time) {
    if (!time) {
        str_puts(out, "null");
        return;
    }
    str_format(out, "{\"runs\": %llu, \"turns\": %llu, \"nanoseconds\": %llu}",
               (unsigned long long)time->runs, (unsigned long long)time->turns,
               (unsigned long long)time->ns);
}

/* What only panels of exist. */
static void put_never_formed(Str *out, const Report *r, uint32_t id) {
    const ReportPlan *body = report_panels(r, id);
    bool any = false;
    for (BufferId b = 0; body && b < body->plan->buffers.len; b++) {
        if (body->plan->buffers.at[b].kind != BUFFER_TEMP)
            continue;
        str_puts(out, any ? ", {\"name\": " : "{\"name\": ");
        size_t from = out->len;
        report_put_buffer(out, r, (uint32_t)(body - r->plans.at), b);
        quote_tail(out, from);
        str_puts(out, ", \"bytes\": ");
        put_number_or_null(out, r->has_cost,
                           r->has_cost ? plan_buffer_bytes(body->plan, body->extents, b) : 0);
        str_putc(out, '}');
        any = true;
    }
}

static void put_entry(Str *out, const Report *r, uint32_t id) {
    const ReportEntry *e = &r->entries.at[id];
    uint32_t host = r->plans.at[e->plan].host;
    str_format(out, "%s    {\"kernel\": %u, \"schedule\": \"%s\", \"host\": ", id ? ",\n" : "\n",
               id, entry_schedule(r, e));
    put_number_or_null(out, host != NO_ENTRY, host);
    str_format(out, ", \"body\": %u, ", r->plans.at[e->plan].arm);
    if (report_panels(r, id))
        put_cut_axes(out, entry_plan(r, e), entry_step(r, e));
    else
        put_axes(out, entry_plan(r, e), entry_slang(r, e));
    str_puts(out, ",\n     \"reads\": [");
    put_uses(out, r, e, 0, e->n_read);
    str_puts(out, "],\n     \"writes\": [");
    put_uses(out, r, e, e->n_read, e->n_written);
    str_puts(out, "],\n     \"steps\": [");
    put_steps(out, r, e);
    str_puts(out, "],\n     \"never_formed\": [");
    put_never_formed(out, r, id);
    str_puts(out, "], \"at_once\": ");
    const ReportPlan *body = report_panels(r, id);
    put_number_or_null(out, body && r->has_cost, body ? body->at_once : 0);
    str_puts(out, ",\n     \"engine\": ");
    put_engine(out, &e->engine);
    str_puts(out, ",\n     \"time\": ");
    put_time(out, r->times ? &r->times[id] : NULL);
    str_putc(out, '}');
}

/* ---- pairs, figures */

static void put_side(Str *out, const Report *r, const ReportApart *a, const char *key,
                     uint32_t instr, uint32_t entry) {
    str_format(out, "\"%s\": {\"instruction\": %u, \"text\": ", key, instr);
    size_t from = out->len;
    report_put_instr(out, r->plans.at[a->plan].plan, instr);
    quote_tail(out, from);
    str_puts(out, ", \"kernel\": ");
    put_number_or_null(out, entry != NO_ENTRY, entry);
    str_puts(out, "}, ");
}

static void put_apart(Str *out, const Report *r, uint32_t i) {
    const ReportApart *a = &r->apart.at[i];
    const Plan *plan = r->plans.at[a->plan].plan;
    const FusionRuleInfo *rule = fusion_rule(a->apart->rule);
    str_format(out, "%s    {\"rule\": \"%s\", \"kind\": \"%s\", \"why\": ", i ? ",\n" : "\n",
               rule->name, rule->legality ? "legality" : "profit");
    put_string(out, rule->text);
    str_puts(out, ",\n     ");
    put_side(out, r, a, "producer", a->apart->producer, a->producer);
    put_side(out, r, a, "consumer", a->apart->consumer, a->consumer);
    str_puts(out, "\"shared\": ");
    size_t from = out->len;
    if (a->apart->shared == NO_VAR) {
        str_puts(out, "null");
    } else {
        text_print_var(out, plan->module, program_of(plan), a->apart->shared);
        quote_tail(out, from);
    }
    str_putc(out, '}');
}

static void put_cost(Str *out, const Report *r) {
    const PlanCost *c = &r->cost;
    const struct {
        const char *key;
        uint64_t value;
    } bytes[] = {{"bytes_read", c->bytes_read},
                 {"bytes_written", c->bytes_written},
                 {"unfused_bytes_read", c->unfused_read},
                 {"unfused_bytes_written", c->unfused_written},
                 {"peak_bytes", c->peak}};
    str_format(out, "  \"cost\": {\"launches\": %u, \"unfused_launches\": %u", c->kernels,
               c->unfused_kernels);
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        str_format(out, ", \"%s\": ", bytes[i].key);
        put_number_or_null(out, r->has_cost, bytes[i].value);
    }
    str_puts(out, ", \"bytes_copied\": ");
    put_number_or_null(out, r->has_copied, r->copied);
    str_puts(out, "}\n}\n");
}

void report_json(Str *out, const Report *r) {
    put_head(out, r->plans.at[0].plan);
    str_puts(out, "  \"kernels\": [");
    for (uint32_t i = 0; i < r->entries.len; i++)
        put_entry(out, r, i);
    str_puts(out, "],\n  \"apart\": [");
    for (uint32_t i = 0; i < r->apart.len; i++)
        put_apart(out, r, i);
    str_puts(out, "],\n");
    put_cost(out, r);
}
