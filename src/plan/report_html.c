/*
 * The report as one HTML page that needs nothing else: no scripts, no links. It has the parts and the
 * style sheet of the page that Python's reports are saved as (python/frit/_explain/report.py, report.css).
 */
#include <string.h>

#include "frit_report_css.h"
#include "plan/report.h"

enum { SHOWN_STEPS = 8, FEW_MORE = 2 }; /* of a list; of many more, the rest is folded away */

/* The text since `from`, as HTML has to spell it. */
static void escape_tail(Str *out, size_t from) {
    if (out->failed)
        return;
    Str text = str_make(out->env);
    str_put(&text, out->data ? out->data + from : "", out->len - from);
    out->len = from;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        if (c == '&')
            str_puts(out, "&amp;");
        else if (c == '<')
            str_puts(out, "&lt;");
        else if (c == '>')
            str_puts(out, "&gt;");
        else if (c == '"')
            str_puts(out, "&quot;");
        else
            str_putc(out, c);
    }
    out->failed |= !str_ok(&text);
    str_free(&text);
}

static void put_escaped(Str *out, const char *text) {
    size_t from = out->len;
    str_puts(out, text);
    escape_tail(out, from);
}

static const char *program_name(const Report *r) {
    const Plan *plan = r->plans.at[0].plan;
    return strings_get(&plan->module->strings, plan->module->programs.at[plan->program]->name);
}

/* ---- the head */

static uint64_t moved(const PlanCost *c) {
    return c->bytes_read + c->bytes_written;
}

static uint64_t moved_unfused(const PlanCost *c) {
    return c->unfused_read + c->unfused_written;
}

static void put_summary(Str *out, const Report *r) {
    const PlanCost *c = &r->cost;
    uint64_t now = moved(c), before = moved_unfused(c);
    str_format(out, "<p>%u kernel%s instead of %u", c->kernels, c->kernels == 1 ? "" : "s",
               c->unfused_kernels);
    if (r->has_cost && before) {
        str_puts(out, "; ");
        report_put_bytes(out, now);
        str_puts(out, " moved instead of ");
        report_put_bytes(out, before);
        double less = 100 * (1 - (double)now / (double)before);
        if (less >= 0.5)
            str_format(out, " (%.0f %% less)", less);
    }
    str_puts(out, ".</p>\n");
}

static void put_tile(Str *out, uint64_t bytes, const char *label, const uint64_t *instead) {
    str_puts(out, "<div class=\"tile\"><b>");
    report_put_bytes(out, bytes);
    str_format(out, "</b><span>%s", label);
    if (instead)
        report_put_bytes(out, *instead);
    str_puts(out, "</span></div>");
}

static void put_tiles(Str *out, const Report *r) {
    const PlanCost *c = &r->cost;
    uint64_t now = moved(c), before = moved_unfused(c);
    str_format(out,
               "<div class=\"tiles\"><div class=\"tile\"><b>%u</b><span>kernel%s instead of %u"
               "</span></div>",
               c->kernels, c->kernels == 1 ? "" : "s", c->unfused_kernels);
    if (r->has_cost) {
        put_tile(out, now, "moved instead of ", &before);
        put_tile(out, before > now ? before - now : 0, "saved in each call", NULL);
        put_tile(out, c->peak, "of temporaries at once", NULL);
    }
    if (r->has_copied && r->copied)
        put_tile(out, r->copied, "copied besides", NULL);
    str_puts(out, "</div>\n");
}

/* The picture without its own colours: the page's follow light and dark. */
static void put_graph(Str *out, const Report *r) {
    static const char open[] = "<style>", close[] = "</style>\n";
    Str picture = str_make(out->env);
    report_svg(&picture, r);
    str_puts(out, "<h2>Graph</h2>\n<div class=\"graph\">");
    if (str_ok(&picture)) {
        const char *from = strstr(picture.data, open), *to = strstr(picture.data, close);
        if (from && to) {
            str_put(out, picture.data, (size_t)(from - picture.data));
            str_puts(out, to + sizeof close - 1);
        } else {
            str_puts(out, picture.data);
        }
    }
    str_puts(out, "</div>\n");
    out->failed |= !str_ok(&picture);
    str_free(&picture);
}

/* ---- kernels */

/* Lines of a list, the later ones folded away. */
typedef struct List {
    Str *out;
    uint32_t n, cut;
} List;

static List list_begin(Str *out, uint32_t n) {
    str_puts(out, "<ul class=\"steps\">");
    return (List){out, 0, n > SHOWN_STEPS + FEW_MORE ? SHOWN_STEPS : n};
}

static void list_item(List *list, uint32_t total) {
    if (list->n == list->cut)
        str_format(list->out, "</ul><details><summary>%u more</summary><ul class=\"steps\">",
                   total - list->cut);
    list->n++;
    str_puts(list->out, "<li>");
}

static void list_end(const List *list) {
    str_puts(list->out, list->n > list->cut ? "</ul></details>" : "</ul>");
}

static void put_steps(Str *out, const Report *r, const ReportEntry *e) {
    const Plan *plan = entry_plan(r, e);
    uint32_t n, count = 0;
    const uint32_t *instrs = entry_instrs(r, e, &n);
    for (uint32_t i = 0; i < n; i++)
        count += !report_is_literal(plan, instrs[i]);
    bool literals = count == 0; /* nothing else to show */
    count = literals ? n : count;
    List list = list_begin(out, count);
    for (uint32_t i = 0; i < n; i++) {
        if (report_is_literal(plan, instrs[i]) && !literals)
            continue;
        list_item(&list, count);
        size_t from = out->len;
        report_put_instr(out, plan, instrs[i]);
        escape_tail(out, from);
        str_puts(out, "</li>");
    }
    list_end(&list);
}

static void put_uses(Str *out, const Report *r, const ReportEntry *e, uint32_t first, uint32_t n) {
    str_puts(out, "<td><code>");
    size_t from = out->len;
    for (uint32_t i = 0; i < n; i++) {
        str_puts(out, i ? ", " : "");
        report_put_buffer(out, r, e->plan, r->uses.at[e->use + first + i].buffer);
    }
    escape_tail(out, from);
    str_puts(out, "</code></td>");
}

static void put_engine(Str *out, const ReportEngine *engine) {
    str_puts(out, "<td>");
    size_t from = out->len;
    if (engine->tier) {
        str_puts(out, engine->tier);
        if (engine->note[0])
            str_format(out, ": %s", engine->note);
        else if (engine->target)
            str_format(out, " (%s: %s, %u lanes)", engine->target, engine->walk, engine->lanes);
    }
    escape_tail(out, from);
    str_puts(out, "</td>");
}

static void put_entry(Str *out, const Report *r, uint32_t id) {
    const ReportEntry *e = &r->entries.at[id];
    const Kernel *kernel = entry_slang(r, e);
    str_format(out, "<tr class=\"%s%s\"><td>%u</td><td class=\"schedule\">%s</td><td><code>",
               entry_is_host(r, e) ? "control " : "", e->depth ? "inside" : "", id,
               entry_schedule(r, e));
    size_t from = out->len;
    if (kernel)
        report_put_shape(out, entry_plan(r, e), kernel->shape, kernel->n_axes,
                         kernel->n_inner ? kernel->n_axes - kernel->n_inner : UINT32_MAX);
    escape_tail(out, from);
    str_puts(out, "</code></td><td>");
    put_steps(out, r, e);
    str_puts(out, "</td>");
    put_uses(out, r, e, 0, e->n_read);
    put_uses(out, r, e, e->n_read, e->n_written);
    str_puts(out, "<td class=\"number\">");
    if (r->has_cost)
        report_put_bytes(out, entry_bytes_read(r, e) + entry_bytes_written(r, e));
    str_puts(out, "</td>");
    put_engine(out, &e->engine);
    str_puts(out, "</tr>\n");
}

static void put_kernels(Str *out, const Report *r) {
    str_puts(out,
             "<h2>Kernels</h2>\n<div class=\"scroll\"><table class=\"kernels\"><thead><tr>"
             "<th>kernel</th><th>schedule</th><th>over</th><th>steps</th><th>reads</th>"
             "<th>writes</th><th class=\"number\">bytes</th><th>runs</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < r->entries.len; i++)
        put_entry(out, r, i);
    str_puts(out, "</tbody></table></div>\n");
}

/* ---- why not */

static void put_rule(Str *out, const Report *r, FusionRule rule, uint32_t count) {
    const FusionRuleInfo *info = fusion_rule(rule);
    str_format(out, "<tr><td class=\"rule\">%s</td><td>", info->name);
    put_escaped(out, info->text);
    str_format(out, " <span class=\"kind\">(together it would be %s)</span></td><td>",
               info->legality ? "wrong" : "slower");
    List list = list_begin(out, count);
    for (uint32_t i = 0; i < r->apart.len; i++) {
        const ReportApart *a = &r->apart.at[i];
        if (a->apart->rule != rule)
            continue;
        list_item(&list, count);
        size_t from = out->len;
        report_put_side(out, r, a, a->apart->producer, a->producer);
        str_puts(out, a->apart->shared == NO_VAR ? " -> " : " and ");
        report_put_side(out, r, a, a->apart->consumer, a->consumer);
        escape_tail(out, from);
        str_puts(out, "</li>");
    }
    list_end(&list);
    str_puts(out, "</td></tr>\n");
}

static void put_apart(Str *out, const Report *r) {
    if (r->apart.len == 0) {
        str_puts(out,
                 "<h2>What stayed apart</h2>\n<p class=\"soft\">Nothing: all neighbouring steps "
                 "became one kernel.</p>\n");
        return;
    }
    str_puts(out,
             "<h2>What stayed apart, and why</h2>\n<div class=\"scroll\"><table class=\"apart\">"
             "<thead><tr><th>rule</th><th>why</th><th>between</th></tr></thead><tbody>\n");
    for (int rule = 0; rule < FUSION_RULE_COUNT; rule++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < r->apart.len; i++)
            count += r->apart.at[i].apart->rule == (FusionRule)rule;
        if (count)
            put_rule(out, r, (FusionRule)rule, count);
    }
    str_puts(out, "</tbody></table></div>\n");
}

void report_html(Str *out, const Report *r) {
    str_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n"
                  "<link rel=\"icon\" href=\"data:,\">\n<title>");
    put_escaped(out, program_name(r));
    str_puts(out, " \xe2\x80\x93 frit report</title>\n<style>\n");
    for (const char *const *line = text_report; *line; line++) {
        str_puts(out, *line);
        str_putc(out, '\n');
    }
    str_puts(out, "</style>\n</head>\n<body class=\"frit-report\">\n<main>\n"
                  "<p class=\"brand\">frit report</p>\n<h1>");
    put_escaped(out, program_name(r));
    str_puts(out, "</h1>\n");
    put_summary(out, r);
    put_tiles(out, r);
    put_graph(out, r);
    put_kernels(out, r);
    put_apart(out, r);
    str_format(out, "<footer>Made by frit %d.%d.%d.</footer>\n</main>\n</body>\n</html>\n",
               FRIT_VERSION_MAJOR, FRIT_VERSION_MINOR, FRIT_VERSION_PATCH);
}
