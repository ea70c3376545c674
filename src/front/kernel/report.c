/* What people are told about a call: what was decided, or what is wrong with it. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "front/kernel/resolve.h"

bool problem_set(Call *call, Problem *problem, uint32_t top, frit_status status, const char *format,
                 ...) {
    va_list args;
    (void)call;
    va_start(args, format);
    problem->status = status;
    problem->top = top;
    problem->hint[0] = '\0';
    vsnprintf(problem->reason, sizeof problem->reason, format, args);
    va_end(args);
    return false;
}

void problem_hint(Problem *problem, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(problem->hint, sizeof problem->hint, format, args);
    va_end(args);
}

const char *call_show(Call *call, TypeId type, char buffer[SHOW_TYPE]) {
    Str text = str_make(call->env);
    if (type == NO_TYPE)
        str_puts(&text, "void");
    else
        kernels_print_type(&text, call->k, type);
    snprintf(buffer, SHOW_TYPE, "%s", text.data ? text.data : "");
    call->failed |= !str_ok(&text);
    str_free(&text);
    return buffer;
}

const char *call_arg_name(Call *call, const Candidate *c, uint32_t top, char buffer[SHOW_TYPE]) {
    if (top == RESULT_ARG)
        return "_result";
    for (uint32_t k = 0; c && k < c->params.len; k++)
        if (c->params.at[k].top == top)
            return strings_get(&call->k->m->strings, c->params.at[k].name);
    const char *name = top < call->tops.len ? call->given.at[call->tops.at[top]].arg->name : NULL;
    if (name)
        snprintf(buffer, SHOW_TYPE, "%.80s", name);
    else
        snprintf(buffer, SHOW_TYPE, "argument %u", top + 1);
    return buffer;
}

/* ---- pieces */

void report_shape(Str *out, const int64_t *shape, uint32_t rank) {
    str_putc(out, '(');
    for (uint32_t k = 0; k < rank; k++) {
        if (k)
            str_puts(out, ", ");
        str_int(out, shape[k]);
    }
    str_puts(out, rank == 1 ? ",)" : ")");
}

void report_given(Call *call, Str *out, uint32_t given) {
    const Given *g = &call->given.at[given];
    char a[SHOW_TYPE];
    switch (g->arg->kind) {
    case FRIT_ARG_ARRAY: str_format(out, "array of %s", call_show(call, g->type, a)); break;
    case FRIT_ARG_NUMBER: {
        unsigned class = dtype_info(type_dtype(&call->k->m->types, g->type))->class;
        str_puts(out, class == CLASS_BOOL ? "bool" : class == CLASS_FLOAT ? "number" : "integer");
        break;
    }
    case FRIT_ARG_FIELDS:
        str_puts(out, "fields ");
        for (uint32_t i = g->first; i != NO_ITEM; i = call->given.at[i].next) {
            const char *name = call->given.at[i].arg->name;
            str_puts(out, i == g->first ? "" : ", ");
            str_puts(out, name ? name : "?");
        }
        break;
    case FRIT_ARG_PARTS:
        str_format(out, "%u part%s", g->arg->item_count, g->arg->item_count == 1 ? "" : "s");
        break;
    default: str_puts(out, generator_name(g->arg->kind));
    }
    if (g->cast != NO_TYPE)
        str_format(out, " as %s", call_show(call, g->cast, a));
}

void report_head(Call *call, const Candidate *c, Str *out) {
    char a[SHOW_TYPE];
    if (c->decl == NO_DECL) {
        str_format(out, "%s(...)", call_show(call, c->result, a));
        return;
    }
    if (c->self != NO_TYPE)
        str_format(out, "%s: ", call_show(call, c->self, a));
    ast_print_head(out, decl_ast(call->k, c->decl), call->k->declared.at[c->decl].node);
}

/* Which axes of the call it has, and what is gathered: "(0, 1), 3 gathered". */
static void put_mapping(Call *call, Str *out, const Candidate *c, const Fit *fit) {
    if (fit->kind == FIT_WHOLE)
        str_puts(out, "whole");
    if (fit->kind == FIT_MAKE)
        str_puts(out, "by part");
    if (fit->given == NO_ITEM || (fit->kind != FIT_LOAD && fit->kind != FIT_MADE))
        return;
    const Given *g = &call->given.at[fit->given];
    if (fit->axes.n) {
        int64_t at[MAX_RANK];
        for (uint32_t k = 0; k < fit->axes.n; k++)
            at[k] = call_axis(&c->shape, &fit->axes, k);
        report_shape(out, at, fit->axes.n);
    } else
        str_puts(out, fit->kind == FIT_MADE ? "each call" : "all calls");
    if (fit->kind == FIT_LOAD && g->arg->kind == FRIT_ARG_ARRAY && g->arg->rank > fit->axes.n) {
        str_puts(out, " + ");
        report_shape(out, g->arg->shape + fit->axes.n, g->arg->rank - fit->axes.n);
    }
}

/* ---- the table of arguments */

enum { COLUMNS = 5 };

typedef struct Cells {
    Str text[COLUMNS]; /* name, given, parameter, shape, mapping */
} Cells;

static Cells cells_make(Call *call) {
    Cells cells;
    for (int k = 0; k < COLUMNS; k++)
        cells.text[k] = str_make(call->env);
    return cells;
}

static void fill_cells(Call *call, const Candidate *c, const CallParam *p, uint32_t top,
                       bool mapped, Cells *cells) {
    char a[SHOW_TYPE];
    uint32_t given = top == RESULT_ARG ? call->result
                     : top == NO_ITEM  ? NO_ITEM
                                       : call->tops.at[top];
    uint32_t fit = p ? p->fit : top == RESULT_ARG ? c->result_fit : NO_ITEM;
    if (p)
        str_puts(&cells->text[0], strings_get(&call->k->m->strings, p->name));
    else
        str_puts(&cells->text[0], call_arg_name(call, c, top, a));
    if (given != NO_ITEM)
        report_given(call, &cells->text[1], given);
    else
        str_puts(&cells->text[1], p && p->has_default ? "(default)" : "(missing)");
    if (p && p->mode != PASS_IN)
        str_puts(&cells->text[2], p->mode == PASS_OUT ? "out " : "inout ");
    if (p && p->type != NO_TYPE)
        str_puts(&cells->text[2], call_show(call, p->type, a));
    else if (!p && top == RESULT_ARG && c->result != NO_TYPE)
        str_puts(&cells->text[2], call_show(call, c->result, a));
    if (given != NO_ITEM && (call->given.at[given].arg->kind == FRIT_ARG_ARRAY ||
                             call->given.at[given].arg->kind == FRIT_ARG_GRID))
        report_shape(&cells->text[3], call->given.at[given].arg->shape,
                     call->given.at[given].arg->rank);
    if (mapped && fit != NO_ITEM)
        put_mapping(call, &cells->text[4], c, &c->fits.at[fit]);
}

static void put_row(Str *out, const Cells *cells, const size_t width[COLUMNS], const char *mark) {
    Str line = str_make(out->env);
    str_puts(&line, mark);
    for (int k = 0; k < COLUMNS; k++) {
        str_puts(&line, cells->text[k].data ? cells->text[k].data : "");
        for (size_t w = cells->text[k].len; w < width[k] + 2; w++)
            str_putc(&line, ' ');
    }
    while (line.len && line.data[line.len - 1] == ' ')
        line.len--;
    str_put(out, line.data ? line.data : "", line.len);
    str_putc(out, '\n');
    out->failed |= line.failed;
    str_free(&line);
}

/* All rows: the parameters in order, arguments that belong to none, the place of the result. at_fault: marked. */
static uint32_t fill_rows(Call *call, const Candidate *c, bool mapped, Cells *rows,
                          uint32_t *tops) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < c->params.len; k++, n++) {
        tops[n] = c->params.at[k].top;
        fill_cells(call, c, &c->params.at[k], c->params.at[k].top, mapped, &rows[n]);
    }
    for (uint32_t top = 0; top < call->tops.len; top++) {
        bool taken = false;
        for (uint32_t k = 0; k < c->params.len; k++)
            taken |= c->params.at[k].top == top;
        if (taken)
            continue;
        tops[n] = top;
        fill_cells(call, c, NULL, top, mapped, &rows[n++]);
    }
    if (call->result != NO_ITEM) {
        tops[n] = RESULT_ARG;
        fill_cells(call, c, NULL, RESULT_ARG, mapped, &rows[n++]);
    }
    return n;
}

static void put_table(Call *call, const Candidate *c, bool mapped, uint32_t at_fault, bool faulty,
                      Str *out) {
    static const char *const titles[COLUMNS] = {"argument", "given", "parameter", "shape",
                                                "mapping"};
    size_t room = (size_t)c->params.len + call->tops.len + 2, width[COLUMNS] = {0};
    Cells *rows = env_new(call->env, room * sizeof *rows);
    uint32_t *tops = env_new(call->env, room * sizeof *tops);
    if (rows && tops) {
        for (size_t k = 0; k < room; k++)
            rows[k] = cells_make(call);
        for (int k = 0; k < COLUMNS; k++)
            if (mapped || k + 1 < COLUMNS)
                str_puts(&rows[0].text[k], titles[k]);
        uint32_t n = 1 + fill_rows(call, c, mapped, rows + 1, tops + 1);
        for (uint32_t r = 0; r < n; r++)
            for (int k = 0; k < COLUMNS; k++)
                width[k] = rows[r].text[k].len > width[k] ? rows[r].text[k].len : width[k];
        for (uint32_t r = 0; n > 1 && r < n; r++) {
            bool missing = rows[r].text[1].data && !strcmp(rows[r].text[1].data, "(missing)");
            bool mark = r > 0 && faulty && (missing || (tops[r] == at_fault && !missing));
            put_row(out, &rows[r], width, mark ? "  -> " : "     ");
        }
        for (size_t r = 0; r < room; r++)
            for (int k = 0; k < COLUMNS; k++) {
                out->failed |= rows[r].text[k].failed;
                str_free(&rows[r].text[k]);
            }
    } else
        out->failed = true;
    env_free(call->env->allocator, rows, room * sizeof *rows);
    env_free(call->env->allocator, tops, room * sizeof *tops);
}

/* ---- the whole */

void report_call(Call *call, const Candidate *c, Str *out) {
    report_head(call, c, out);
    str_puts(out, "\n  shape of the call: ");
    report_shape(out, c->shape.extents, c->shape.rank);
    str_putc(out, '\n');
    put_table(call, c, true, NO_ITEM, false, out);
}

static void put_problem(Call *call, const Candidate *c, const Problem *p, Str *out) {
    char a[SHOW_TYPE];
    if (p->top != NO_ITEM)
        str_format(out, "%s: ", call_arg_name(call, c, p->top, a));
    str_puts(out, p->reason);
}

/* One candidate of several: its head, and why not. */
static void put_candidate(Call *call, const Candidate *c, Str *out) {
    str_puts(out, "\n  ");
    report_head(call, c, out);
    str_putc(out, '\n');
    if (c->fits_call) {
        str_format(out, "     fits, at cost %u\n", c->cost);
        return;
    }
    str_puts(out, "     ");
    put_problem(call, c, &c->problem, out);
    str_putc(out, '\n');
}

static const Candidate *only_one(const Call *call) {
    return call->candidates.len == 1 ? &call->candidates.at[0] : NULL;
}

bool report_failure(Call *call, Str *out) {
    const Candidate *c = only_one(call);
    const Problem *p = &call->problem;
    Str first = str_make(call->env);
    str_format(&first, "%s: ", call->function);
    put_problem(call, c, p, &first);
    if (str_ok(&first)) {
        str_puts(out, first.data);
        str_putc(out, '\n');
        if (*p->hint)
            str_format(out, "  hint: %s\n", p->hint);
        if (c) {
            str_puts(out, "\n  ");
            report_head(call, c, out);
            str_puts(out, "\n\n");
            put_table(call, c, false, p->top, true, out);
        } else {
            for (uint32_t k = 0; k < call->candidates.len; k++)
                put_candidate(call, &call->candidates.at[k], out);
            str_putc(out, '\n');
            Candidate none = {.decl = NO_DECL};
            put_table(call, &none, false, NO_ITEM, false, out);
        }
    }
    if (str_ok(&first) && str_ok(out))
        env_set_error(call->env, p->status, FRIT_STAGE_BUILD, "%s%s%s%s", first.data,
                      *p->hint ? " (" : "", p->hint, *p->hint ? ")" : "");
    str_free(&first);
    return false;
}
