/* Calls, branches and loops: the bodies are functions. */
#include "emit/emitter.h"

/* One call in the text. */
typedef struct CallText {
    const Instr *i;
    ProgId callee;
    bool counter;          /* the callee's first input is the loop's counter */
    uint32_t n_carried;    /* inputs, behind the counter, that are the instruction's results */
    char to;               /* first letter of the variables its results go to */
    int8_t axes[MAX_RANK]; /* where the callee's space lies in ours */
} CallText;

static bool make_call(Emitter *e, const Instr *i, unsigned attr, bool counter, uint32_t n_carried,
                      CallText *call) {
    *call = (CallText){.i = i,
                       .callee = (ProgId)attr_word(e->p, i, attr),
                       .counter = counter,
                       .n_carried = n_carried,
                       .to = 'v'};
    return place_callee(e, i, call->callee, call->axes);
}

static void put_counter(Emitter *e, const Instr *i) {
    str_format(&e->body, "k%u", i->out);
}

/* Input k of the callee, in the view it asks for. */
static void put_argument(Emitter *e, const CallText *call, uint32_t k, const VarReading *view) {
    TypeRule rule = op_info(call->i->op)->rule;
    uint32_t first = call->counter ? 1 : 0;
    if (k < first) {
        put_counter(e, call->i);
    } else if (k - first < call->n_carried) {
        put_var(e, &e->body, e->plan, call->i->out + (k - first), NO_VIEW);
    } else {
        uint32_t at = callee_operand(rule, k);
        VarId var = instr_in(e->p, call->i)[at];
        uint32_t own = !view || rule == RULE_MAP ? operand_view(e, call->i, at)
                                                 : callee_view(e, view, var, call->axes);
        put_var(e, &e->body, e->plan, var, own);
    }
}

static void put_arguments(Emitter *e, const CallText *call, uint32_t *n) {
    const SpaceFacts *plan = &e->plans.at[call->callee];
    const Program *q = e->m->programs.at[call->callee];
    for (uint32_t k = 0; k < q->n_inputs; k++) {
        uint32_t v = first_view(e, plan, k);
        if (!plan->plain && v == NO_VIEW) /* it does not use this one */
            continue;
        do {
            str_puts(&e->body, (*n)++ ? ", " : "");
            put_argument(e, call, k, v == NO_VIEW ? NULL : &e->views.at[v]);
            v = v == NO_VIEW ? NO_VIEW : e->views.at[v].next;
        } while (v != NO_VIEW);
    }
    for (unsigned k = 0; k < plan->rank; k++)
        if (plan->indices >> k & 1) {
            str_puts(&e->body, (*n)++ ? ", " : "");
            if (call->axes[k] >= 0)
                str_format(&e->body, "i%d", call->axes[k]);
            else
                put_literal(e, &e->body, DT_I64, (Bits){0, 0});
        }
}

/* "f(a, b, &v5, &v6)": results but a single one go through parameters. */
static void put_call(Emitter *e, const CallText *call) {
    const Program *q = e->m->programs.at[call->callee];
    uint32_t n = 0;
    put_function_name(e, &e->body, call->callee);
    str_putc(&e->body, '(');
    put_arguments(e, call, &n);
    for (uint32_t o = 0; q->outputs.len != 1 && o < q->outputs.len; o++) {
        str_puts(&e->body, n++ ? ", " : "");
        str_format(&e->body, "%s%c%u", e->d->out_by_pointer ? "&" : "", call->to, call->i->out + o);
    }
    str_putc(&e->body, ')');
}

/* A call whose results are the instruction's, as a statement. */
static void put_call_statement(Emitter *e, const CallText *call, const char *indent) {
    str_puts(&e->body, indent);
    if (e->m->programs.at[call->callee]->outputs.len == 1)
        str_format(&e->body, "v%u = ", call->i->out);
    put_call(e, call);
    str_puts(&e->body, ";\n");
}

bool state_call(Emitter *e, const Instr *i) {
    CallText call;
    TRY(make_call(e, i, AT_CALLEE, false, 0, &call));
    put_call_statement(e, &call, "\t");
    return true;
}

bool state_if(Emitter *e, const Instr *i) {
    CallText call;
    str_puts(&e->body, "\tif (");
    put_text(e, &e->body, operand(e, i, 0));
    str_puts(&e->body, ")\n");
    TRY(make_call(e, i, AT_THEN, false, 0, &call));
    put_call_statement(e, &call, "\t\t");
    str_puts(&e->body, "\telse\n");
    TRY(make_call(e, i, AT_ELSE, false, 0, &call));
    put_call_statement(e, &call, "\t\t");
    return true;
}

/* The results start as the carried values. */
static void start_carried(Emitter *e, const Instr *i, uint32_t first, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) {
        VarId var = instr_in(e->p, i)[first + k];
        Text to = result(e, i, k), value = text_open(e);
        put_var(e, &e->scratch, e->plan, var, view_like(e, var, i->out + k));
        assign(e, to, text_close(e, value));
    }
}

/* The body of a loop. Results that are parameters must not be arguments at the same time where the
 * dialect passes arguments as it likes: then they are new variables first. */
static void put_loop_body(Emitter *e, CallText *call) {
    const Instr *i = call->i;
    uint32_t n = e->m->programs.at[call->callee]->outputs.len;
    if (n == 1 || e->d->out_by_pointer) {
        str_putc(&e->body, '\n');
        put_call_statement(e, call, "\t\t");
        return;
    }
    str_puts(&e->body, " {\n");
    for (uint32_t k = 0; k < n; k++) {
        str_puts(&e->body, "\t\t");
        put_type(e, &e->body, elem_of(e, i->out + k));
        str_format(&e->body, " n%u;\n", i->out + k);
    }
    call->to = 'n';
    put_call_statement(e, call, "\t\t");
    for (uint32_t k = 0; k < n; k++)
        str_format(&e->body, "\t\tv%u = n%u;\n", i->out + k, i->out + k);
    str_puts(&e->body, "\t}\n");
}

bool state_for(Emitter *e, const Instr *i) {
    CallText call;
    uint32_t n = (uint32_t)attr_int(e->p, i, AT_FOR_CARRY, 0);
    if (n == 0) /* nothing comes out of it */
        return true;
    TRY(make_call(e, i, AT_FOR_BODY, true, n, &call));
    start_carried(e, i, 2, n);
    str_puts(&e->body, "\tfor (");
    put_type(e, &e->body, elem_of(e, instr_in(e->p, i)[0]));
    str_putc(&e->body, ' ');
    put_counter(e, i);
    str_puts(&e->body, " = ");
    put_text(e, &e->body, operand(e, i, 0));
    str_puts(&e->body, "; ");
    put_counter(e, i);
    str_puts(&e->body, " < ");
    put_text(e, &e->body, operand(e, i, 1));
    str_puts(&e->body, "; ");
    put_counter(e, i);
    str_puts(&e->body, "++)");
    put_loop_body(e, &call);
    return true;
}

bool state_while(Emitter *e, const Instr *i) {
    CallText condition, body;
    uint32_t n = (uint32_t)attr_int(e->p, i, AT_WHILE_CARRY, 0);
    if (n == 0)
        return true;
    TRY(make_call(e, i, AT_WHILE_COND, false, n, &condition));
    TRY(make_call(e, i, AT_WHILE_BODY, false, n, &body));
    start_carried(e, i, 0, n);
    str_puts(&e->body, "\twhile (");
    put_call(e, &condition);
    str_putc(&e->body, ')');
    put_loop_body(e, &body);
    return true;
}
