/*
 * Statements that read what nothing else reads, "(void)v3;", so that a host may compile with every
 * warning on. What is read shows in the text: a step may ignore an operand.
 */
#include "emit/emitter.h"

static bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static const char *read_number(const char *text, uint32_t *number) {
    uint64_t value = 0;
    const char *start = text;
    for (; *text >= '0' && *text <= '9' && value < UINT32_MAX; text++)
        value = value * 10 + (uint64_t)(*text - '0');
    *number = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
    return text > start ? text : NULL;
}

/* Notes a word "v3" or "v3_1". */
static void note_read(Emitter *e, const char *word) {
    uint32_t var, view = 0;
    const char *end = *word == 'v' ? read_number(word + 1, &var) : NULL;
    if (end && *end == '_')
        end = read_number(end + 1, &view);
    if (end && !is_word_char(*end) && var < e->reads.len && view < 64)
        e->reads.at[var] |= (uint64_t)1 << view;
}

/* Every word but the first of a line, which is what the statement sets. */
static void note_reads(Emitter *e, size_t from) {
    bool first = true;
    for (const char *at = e->body.data + from; *at;) {
        if (!is_word_char(*at)) {
            first |= *at++ == '\n';
            continue;
        }
        if (!first)
            note_read(e, at);
        first = false;
        while (is_word_char(*at))
            at++;
    }
}

static void put_read(Emitter *e, VarId var, uint32_t view, unsigned number) {
    if (e->reads.at[var] >> number & 1)
        return;
    str_puts(&e->body, "\t(void)");
    put_var(e, &e->body, e->plan, var, view);
    str_puts(&e->body, ";\n");
}

static void put_input_reads(Emitter *e, VarId var) {
    uint32_t view = first_view(e, e->plan, var);
    if (e->plan->plain)
        put_read(e, var, NO_VIEW, 0);
    for (unsigned number = 0; view != NO_VIEW; view = e->views.at[view].next)
        put_read(e, var, view, number++);
}

bool put_unread(Emitter *e, size_t from) {
    const Program *p = e->p;
    if (!e->d->warns_of_unused || !str_ok(&e->body))
        return str_ok(&e->body);
    e->reads.len = 0;
    TRY(vec_extend(e->env, &e->reads, p->vars.len));
    note_reads(e, from);
    for (uint32_t o = 0; o < p->outputs.len; o++) {
        VarId var = p->outputs.at[o];
        e->reads.at[var] |= (uint64_t)1 << view_number(e, e->plan, var, output_view(e, var));
    }
    for (VarId v = 0; v < p->n_inputs; v++)
        put_input_reads(e, v);
    for (e->at = 0; e->at < p->instrs.len; e->at++) {
        const Instr *i = &p->instrs.at[e->at];
        for (uint32_t k = 0; k < i->n_out && is_live(e, i); k++)
            put_read(e, i->out + k, NO_VIEW, 0);
    }
    return true;
}

/* ---- kernels */

/* Set of the variable's axes along which a view moves, or one of those from it on. */
static uint64_t moving_axes(const Emitter *e, VarId var, uint32_t view, bool only) {
    uint64_t moves = 0;
    for (; view != NO_VIEW; view = only ? NO_VIEW : e->views.at[view].next)
        for (unsigned k = 0; k < type_rank(e->types, e->p->vars.at[var].type); k++)
            if (e->axes.at[e->views.at[view].axes + k] >= 0)
                moves |= (uint64_t)1 << k;
    return moves;
}

static void put_stride_reads(Emitter *e, char letter, uint32_t number, VarId var, uint64_t moves) {
    for (unsigned k = 0; k < type_rank(e->types, e->p->vars.at[var].type); k++)
        if (!(moves >> k & 1))
            str_format(&e->body, "\t(void)%c%u_s%u;\n", letter, number, k);
}

void put_unread_params(Emitter *e) {
    const Program *p = e->p;
    if (!e->d->warns_of_unused)
        return;
    for (VarId v = 0; v < p->n_inputs; v++) {
        uint32_t view = first_view(e, e->plan, v);
        if (view == NO_VIEW)
            str_format(&e->body, "\t(void)v%u;\n", v);
        put_stride_reads(e, 'v', v, v, moving_axes(e, v, view, false));
    }
    for (uint32_t o = 0; o < p->outputs.len; o++) {
        VarId var = p->outputs.at[o];
        put_stride_reads(e, 'r', o, var, moving_axes(e, var, output_view(e, var), true));
    }
}
