/* What people are told about a call: what was decided, or what is wrong with it. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "front/slang/call/resolve.h"

bool problem_set(Call *call, Problem *problem, uint32_t top, frit_status status, const char *format,
                 ...) {
    va_list args;
    (void)call;
    va_start(args, format);
    problem->status = status;
    problem->top = top;
    problem->given = NO_ITEM;
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
        slang_print_type(&text, call->k, type);
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
    case FRIT_ARG_ANY: str_puts(out, "anything"); break;
    case FRIT_ARG_OTHER: str_puts(out, g->arg->type ? g->arg->type : "something else"); break;
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
    if (decl_node(call->k, c->decl)->kind != NODE_FUNCTION) {
        str_format(out, "%s %s", call_show(call, c->result, a), call->function);
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
    if (g->arg->kind == FRIT_ARG_ANY && !g->mapped)
        return;
    if (!fit->axes.named && fit->axes.n > c->shape.rank)
        return; /* the call has no shape yet */
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

/* Where in an argument: ".pos[1]". */
static void put_path(const Call *call, uint32_t given, Str *out) {
    uint32_t chain[MAX_ARG_DEPTH + 1], n = 0;
    for (; given != NO_ITEM && n <= MAX_ARG_DEPTH; given = call->given.at[given].parent)
        chain[n++] = given;
    for (uint32_t k = n; k > 1; k--) {
        uint32_t at = chain[k - 2], place = 0;
        const char *name = call->given.at[at].arg->name;
        for (uint32_t i = call->given.at[chain[k - 1]].first; i != at; i = call->given.at[i].next)
            place++;
        if (name)
            str_format(out, ".%s", name);
        else
            str_format(out, "[%u]", place);
    }
}

/* ---- the table of arguments */

enum { COLUMNS = 5 };

/* A line: of an argument, or of an item of one. */
typedef struct Row {
    Str text[COLUMNS]; /* name, given, parameter, shape, mapping */
    uint32_t top, given;
    bool missing, whole; /* whole: an argument, not an item of one */
} Row;

typedef struct Table {
    Call *call;
    const Candidate *c;
    Row *rows;
    uint32_t n, room;
} Table;

static Row *add_row(Table *t, uint32_t top, uint32_t given) {
    Row *row = &t->rows[t->n < t->room ? t->n++ : t->room - 1];
    row->top = top;
    row->given = given;
    return row;
}

/* What was given, its shape and its axes of the call. */
static void fill_given(Table *t, Row *row, const Fit *fit) {
    const Given *g = &t->call->given.at[row->given];
    char a[SHOW_TYPE];
    report_given(t->call, &row->text[1], row->given);
    if (fit && row->text[2].len == 0)
        str_puts(&row->text[2], call_show(t->call, fit->type, a));
    if (g->arg->kind == FRIT_ARG_ARRAY || g->arg->kind == FRIT_ARG_GRID)
        report_shape(&row->text[3], g->arg->shape, g->arg->rank);
    if (fit)
        put_mapping(t->call, &row->text[4], t->c, fit);
    else if ((g->arg->kind == FRIT_ARG_ARRAY || g->arg->kind == FRIT_ARG_ANY) && g->mapped) {
        int64_t map[MAX_RANK];
        for (uint32_t k = 0; k < g->map_count; k++)
            map[k] = g->map[k];
        report_shape(&row->text[4], map, g->map_count);
    }
}

static const Fit *find_fit(const Candidate *c, uint32_t given) {
    for (uint32_t k = 0; k < c->fits.len; k++)
        if (c->fits.at[k].given == given)
            return &c->fits.at[k];
    return NULL;
}

/* Fields and parts, each below what it is an item of. They follow it in the list of what is given. */
static void add_items(Table *t, uint32_t given) {
    const Call *call = t->call;
    uint32_t top = call->given.at[given].top;
    for (uint32_t i = given + 1; i < call->given.len && call->given.at[i].top == top; i++) {
        const Given *of = &call->given.at[call->given.at[i].parent];
        if (of->arg->kind != FRIT_ARG_FIELDS && of->arg->kind != FRIT_ARG_PARTS)
            continue; /* the numbers of a generator */
        Row *row = add_row(t, top, i);
        str_puts(&row->text[0], "  ");
        put_path(call, i, &row->text[0]);
        fill_given(t, row, find_fit(t->c, i));
    }
}

static void add_argument(Table *t, const CallParam *p, uint32_t top) {
    char a[SHOW_TYPE];
    Call *call = t->call;
    uint32_t given = top == RESULT_ARG ? call->result
                     : top == NO_ITEM  ? NO_ITEM
                                       : call->tops.at[top];
    Row *row = add_row(t, top, given);
    row->whole = true;
    str_puts(&row->text[0],
             p ? strings_get(&call->k->m->strings, p->name) : call_arg_name(call, t->c, top, a));
    if (p && p->mode != PASS_IN)
        str_puts(&row->text[2], p->mode == PASS_OUT ? "out " : "inout ");
    if (p && p->type != NO_TYPE)
        str_puts(&row->text[2], call_show(call, p->type, a));
    else if (top == RESULT_ARG && t->c->result != NO_TYPE)
        str_puts(&row->text[2], call_show(call, t->c->result, a));
    if (given == NO_ITEM) {
        bool has_default = p && p->has_default;
        row->missing = !has_default && !call->declaring;
        str_puts(&row->text[1], call->declaring ? "anything"
                                : has_default   ? "(default)"
                                                : "(missing)");
        return;
    }
    fill_given(t, row, find_fit(t->c, given));
    add_items(t, given);
}

/* The parameters in order, arguments that belong to none, the place of the result. */
static void fill_rows(Table *t) {
    const Candidate *c = t->c;
    for (uint32_t k = 0; k < c->params.len; k++)
        add_argument(t, &c->params.at[k], c->params.at[k].top);
    for (uint32_t top = 0; top < t->call->tops.len; top++) {
        bool taken = false;
        for (uint32_t k = 0; k < c->params.len; k++)
            taken |= c->params.at[k].top == top;
        if (!taken)
            add_argument(t, NULL, top);
    }
    if (t->call->result != NO_ITEM)
        add_argument(t, NULL, RESULT_ARG);
}

static void put_row(Str *out, const Row *row, const size_t width[COLUMNS], bool mark) {
    size_t spaces = 0;
    str_puts(out, mark ? "  -> " : "     ");
    for (int k = 0; k < COLUMNS; k++) {
        for (; row->text[k].len && spaces > 0; spaces--)
            str_putc(out, ' ');
        str_puts(out, row->text[k].data ? row->text[k].data : "");
        spaces += width[k] ? width[k] + 2 - row->text[k].len : 0;
    }
    str_putc(out, '\n');
}

/* Is this the row that is wrong? */
static bool is_marked(const Row *row, const Problem *p) {
    if (!p)
        return false;
    if (p->top == NO_ITEM)
        return row->missing;
    return row->given != NO_ITEM && row->top == p->top &&
           (p->given == NO_ITEM ? row->whole : p->given == row->given);
}

static void print_rows(const Table *t, const Problem *p, Str *out) {
    static const char *const titles[COLUMNS] = {"argument", "given", "parameter", "shape",
                                                "mapping"};
    Row title;
    size_t width[COLUMNS] = {0};
    for (int k = 0; k < COLUMNS; k++) {
        for (uint32_t r = 0; r < t->n; r++)
            width[k] = t->rows[r].text[k].len > width[k] ? t->rows[r].text[k].len : width[k];
        title.text[k] = str_make(out->env);
        if (width[k])
            str_puts(&title.text[k], titles[k]);
        width[k] = title.text[k].len > width[k] ? title.text[k].len : width[k];
    }
    if (t->n)
        put_row(out, &title, width, false);
    for (uint32_t r = 0; r < t->n; r++)
        put_row(out, &t->rows[r], width, is_marked(&t->rows[r], p));
    for (int k = 0; k < COLUMNS; k++) {
        out->failed |= title.text[k].failed;
        str_free(&title.text[k]);
    }
}

/* p: what is wrong, or NULL. */
static void put_table(Call *call, const Candidate *c, const Problem *p, Str *out) {
    Table t = {.call = call, .c = c, .room = c->params.len + call->given.len + 2};
    t.rows = env_new(call->env, t.room * sizeof *t.rows);
    out->failed |= !t.rows;
    if (!t.rows)
        return;
    for (uint32_t r = 0; r < t.room; r++)
        for (int k = 0; k < COLUMNS; k++)
            t.rows[r].text[k] = str_make(call->env);
    fill_rows(&t);
    print_rows(&t, p, out);
    for (uint32_t r = 0; r < t.room; r++)
        for (int k = 0; k < COLUMNS; k++) {
            out->failed |= t.rows[r].text[k].failed;
            str_free(&t.rows[r].text[k]);
        }
    env_free(call->env->allocator, t.rows, t.room * sizeof *t.rows);
}

/* ---- the whole */

void report_call(Call *call, const Candidate *c, Str *out) {
    report_head(call, c, out);
    str_puts(out, "\n  shape of the call: ");
    report_shape(out, c->shape.extents, c->shape.rank);
    str_putc(out, '\n');
    put_table(call, c, NULL, out);
}

static void put_problem(Call *call, const Candidate *c, const Problem *p, Str *out) {
    char a[SHOW_TYPE];
    if (p->top != NO_ITEM) {
        str_puts(out, call_arg_name(call, c, p->top, a));
        put_path(call, p->given, out);
        str_puts(out, ": ");
    }
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
            put_table(call, c, p, out);
        } else {
            for (uint32_t k = 0; call->candidates.at && k < call->candidates.len; k++)
                put_candidate(call, &call->candidates.at[k], out);
            str_putc(out, '\n');
            Candidate none = {.decl = NO_DECL};
            put_table(call, &none, NULL, out);
        }
    }
    if (str_ok(&first) && str_ok(out))
        env_set_error(call->env, p->status, FRIT_STAGE_BUILD, "%s%s%s%s", first.data,
                      *p->hint ? " (" : "", p->hint, *p->hint ? ")" : "");
    str_free(&first);
    return false;
}
