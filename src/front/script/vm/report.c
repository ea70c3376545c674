/*
 * What became of statements on arrays: whenever recorded work has run, its report is read for the lines whose steps each kernel
 * computed, and why kernels were kept apart. Only of sessions that asked for it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "front/script/vm/machine.h"

enum { LINES_MOST = 64 };

/* A kernel's part of the report. */
typedef struct Ran {
    uint32_t lines[LINES_MOST], n; /* rising */
    bool more;
    uint64_t nanoseconds;
} Ran;

/* Functions of the library have lines that nobody wrote here: what they record counts for the line that called them. */
static bool is_library(const Session *s, const Unit *unit) {
    for (uint32_t k = 0; k < s->files_known.len; k++)
        if (s->files_known.at[k].unit == unit)
            return s->files_known.at[k].library != NULL;
    return false;
}

void report_note_line(Interp *in, const Frame *f) {
    uint32_t line, column;
    if (is_library(SESSION(in), f->code->entry->unit))
        return;
    machine_place(f, &line, &column);
    frit_set_place(in->context, line);
}

static void add_line(Ran *ran, uint32_t line) {
    uint32_t k = 0;
    while (k < ran->n && ran->lines[k] < line)
        k++;
    if (line == 0 || (k < ran->n && ran->lines[k] == line))
        return;
    if (ran->n == LINES_MOST) {
        ran->more = true;
        return;
    }
    memmove(&ran->lines[k + 1], &ran->lines[k], (ran->n - k) * sizeof ran->lines[0]);
    ran->lines[k] = line;
    ran->n++;
}

/* The number behind a key of the report, from there on and before `end`; NULL: it is not there. */
static const char *find_number(const char *from, const char *end, const char *key, uint64_t *out) {
    const char *at = strstr(from, key);
    if (!at || at >= end)
        return NULL;
    at += strlen(key);
    *out = strtoull(at, NULL, 10);
    return at;
}

/* The part of the report about a kernel: from `{"kernel": N,` to the next one, or to the end of the list. */
static bool find_kernel(const char *json, uint32_t kernel, const char **begin, const char **end) {
    char key[40];
    snprintf(key, sizeof key, "{\"kernel\": %u, \"schedule\"", kernel);
    *begin = strstr(json, key);
    if (!*begin)
        return false;
    snprintf(key, sizeof key, "{\"kernel\": %u, \"schedule\"", kernel + 1);
    *end = strstr(*begin, key);
    if (!*end)
        *end = strstr(*begin, "\n  \"apart\"");
    if (!*end)
        *end = *begin + strlen(*begin);
    return true;
}

static void read_kernel(const char *json, uint32_t kernel, Ran *out) {
    const char *at, *end;
    uint64_t number;
    *out = (Ran){.n = 0};
    if (!find_kernel(json, kernel, &at, &end))
        return;
    const char *steps = at;
    while ((steps = find_number(steps, end, "\"line\": ", &number)))
        add_line(out, (uint32_t)number);
    if (find_number(at, end, "\"nanoseconds\": ", &number))
        out->nanoseconds = number;
}

/* ---- as people read it */

/* "lines 3-5, 8". */
static void print_lines(Str *out, const Ran *ran) {
    if (ran->n == 0) {
        str_puts(out, "lines of the library");
        return;
    }
    str_puts(out, ran->n == 1 && !ran->more ? "line " : "lines ");
    for (uint32_t k = 0; k < ran->n; k++) {
        uint32_t last = k;
        while (last + 1 < ran->n && ran->lines[last + 1] == ran->lines[last] + 1)
            last++;
        str_format(out, "%s%u", k ? ", " : "", ran->lines[k]);
        if (last > k)
            str_format(out, "%s%u", last == k + 1 ? ", " : "-", ran->lines[last]);
        k = last;
    }
    if (ran->more)
        str_puts(out, " and more");
}

static void explain_kernels(Session *s, const frit_plan *plan, const char *json) {
    frit_kernel_info info;
    Ran ran;
    for (uint32_t k = 0; frit_plan_kernel(plan, k, &info); k++) {
        read_kernel(json, k, &ran);
        str_puts(&s->explained, "  ");
        print_lines(&s->explained, &ran);
        str_format(&s->explained, ": %u step%s in one kernel (%s)\n", info.step_count,
                   info.step_count == 1 ? "" : "s", info.schedule);
    }
}

static void explain_apart(Session *s, const frit_plan *plan, const char *json) {
    frit_apart_info apart;
    Ran before, after;
    for (uint32_t k = 0; frit_plan_apart(plan, k, &apart); k++) {
        read_kernel(json, apart.producer_kernel, &before);
        read_kernel(json, apart.consumer_kernel, &after);
        str_puts(&s->explained, "  ");
        print_lines(&s->explained, &before);
        str_puts(&s->explained, " and ");
        print_lines(&s->explained, &after);
        str_format(&s->explained, " apart: %s\n", apart.why);
    }
}

static void explain(Session *s, const frit_plan *plan, const char *json) {
    uint64_t all = 0, kernels = frit_plan_kernel_count(plan);
    find_number(json, json + strlen(json), "\"unfused_launches\": ", &all);
    if (all > kernels)
        str_format(&s->explained, "%llu kernel%s instead of %llu\n", (unsigned long long)kernels,
                   kernels == 1 ? "" : "s", (unsigned long long)all);
    else
        str_format(&s->explained, "%llu kernel%s\n", (unsigned long long)kernels,
                   kernels == 1 ? "" : "s");
    explain_kernels(s, plan, json);
    explain_apart(s, plan, json);
}

/* A kernel's time counts for its first line: its steps cannot be told apart. */
static void profile(Session *s, const frit_plan *plan, const char *json) {
    Ran ran;
    for (uint32_t k = 0; k < frit_plan_kernel_count(plan); k++) {
        read_kernel(json, k, &ran);
        uint32_t line = ran.n ? ran.lines[0] : 0, at = 0;
        while (at < s->line_times.len && s->line_times.at[at].line != line)
            at++;
        if (at == s->line_times.len &&
            !vec_push(&s->in.env, &s->line_times, ((LineTime){line, 0, 0})))
            return;
        s->line_times.at[at].kernels++;
        s->line_times.at[at].nanoseconds += ran.nanoseconds;
    }
}

/* Recorded work has run. What cannot be told for want of memory is not told. */
static void ran(Interp *in) {
    Session *s = SESSION(in);
    frit_text json = {NULL, 0, 0};
    frit_error ignored;
    const frit_plan *plan = frit_last_plan(in->context);
    if (!plan || frit_last_report(in->context, FRIT_REPORT_JSON, &json, &ignored) != FRIT_OK)
        return;
    if (s->explains)
        explain(s, plan, json.data);
    if (s->profiles)
        profile(s, plan, json.data);
    frit_text_free(in->context, &json);
}

void report_open(Session *s, bool explains, bool profiles) {
    s->explains = explains;
    s->profiles = profiles;
    s->notes_lines = explains || profiles;
    s->explained = str_make(&s->in.env);
    if (!s->notes_lines)
        return;
    s->in.calls.ran = ran;
    frit_set_profile(s->in.context, true);
}

void report_close(Session *s) {
    str_free(&s->explained);
    vec_free(&s->allocator, &s->line_times);
}

bool session_profile(Session *s, Str *out) {
    str_puts(out, "   line   kernels   milliseconds\n");
    for (uint32_t k = 0; k < s->line_times.len; k++) {
        const LineTime *t = &s->line_times.at[k];
        str_format(out, "%7u %9u %14.3f\n", t->line, t->kernels, (double)t->nanoseconds * 1e-6);
    }
    return str_ok(out);
}

bool session_explain(Session *s, Str *out) {
    str_puts(out, s->explained.data ? s->explained.data : "");
    const Unit *last = NULL;
    for (uint32_t k = 0; k < s->functions.len; k++) { /* texts that are still there */
        const Unit *unit = s->functions.at[k].entry->unit;
        for (uint32_t e = 0; unit != last && e < unit->n_entries; e++)
            if (unit->entries[e].code)
                machine_explain_loops(unit->entries[e].code, out);
        if (unit != last && unit->body.code)
            machine_explain_loops(unit->body.code, out);
        last = unit;
    }
    return str_ok(out);
}
