/* A program as a function of elements: signature, declarations, one statement an instruction. */
#include "emit/emitter.h"

unsigned view_number(const Emitter *e, const SpaceFacts *plan, VarId var, uint32_t view) {
    unsigned number = 0;
    if (view != NO_VIEW)
        for (uint32_t v = first_view(e, plan, var); v != view; v = e->views.at[v].next)
            number++;
    return number;
}

void put_var(Emitter *e, Str *out, const SpaceFacts *plan, VarId var, uint32_t view) {
    unsigned number = view_number(e, plan, var, view);
    str_putc(out, 'v');
    str_uint(out, var);
    if (number)
        str_format(out, "_%u", number);
}

Text operand(Emitter *e, const Instr *i, uint32_t k) {
    Text text = text_open(e);
    put_var(e, &e->scratch, e->plan, instr_in(e->p, i)[k], operand_view(e, i, k));
    return text_close(e, text);
}

Text result(Emitter *e, const Instr *i, uint32_t k) {
    Text text = text_open(e);
    put_var(e, &e->scratch, e->plan, i->out + k, NO_VIEW);
    return text_close(e, text);
}

void assign(Emitter *e, Text to, Text value) {
    str_putc(&e->body, '\t');
    put_text(e, &e->body, to);
    str_puts(&e->body, " = ");
    put_text(e, &e->body, value);
    str_puts(&e->body, ";\n");
}

/* ---- signature */

typedef struct Params {
    Str *out;
    uint32_t n;
} Params;

static void next_param(Params *params) {
    if (params->n++)
        str_puts(params->out, ", ");
}

static void put_inputs(Emitter *e, Params *params, const Program *p, const SpaceFacts *plan) {
    for (VarId v = 0; v < p->n_inputs; v++) {
        uint32_t view = first_view(e, plan, v);
        if (!plan->plain && view == NO_VIEW) /* nothing needs it */
            continue;
        do {
            next_param(params);
            put_type(e, params->out, type_elem(e->types, p->vars.at[v].type));
            str_putc(params->out, ' ');
            put_var(e, params->out, plan, v, view);
            view = view == NO_VIEW ? NO_VIEW : e->views.at[view].next;
        } while (view != NO_VIEW);
    }
    for (unsigned k = 0; k < plan->rank; k++)
        if (plan->indices >> k & 1) {
            next_param(params);
            put_scalar(e, params->out, DT_I64);
            str_format(params->out, " i%u", k);
        }
}

/* A result that comes back through a parameter. */
static void put_out_param(Emitter *e, Str *out, TypeId elem, uint32_t number) {
    for (const char *c = e->d->out_param; *c; c++)
        if (*c == '$')
            put_type(e, out, elem);
        else if (*c == '@')
            str_format(out, "r%u", number);
        else
            str_putc(out, *c);
}

static void put_signature(Emitter *e, Str *out, ProgId id, const char *before) {
    const Program *p = e->m->programs.at[id];
    const SpaceFacts *plan = &e->plans.at[id];
    Params params = {out, 0};
    str_puts(out, before);
    if (p->outputs.len == 1)
        put_type(e, out, type_elem(e->types, p->vars.at[p->outputs.at[0]].type));
    else
        str_puts(out, "void");
    str_putc(out, ' ');
    put_function_name(e, out, id);
    str_putc(out, '(');
    put_inputs(e, &params, p, plan);
    for (uint32_t o = 0; p->outputs.len != 1 && o < p->outputs.len; o++) {
        next_param(&params);
        put_out_param(e, out, type_elem(e->types, p->vars.at[p->outputs.at[o]].type), o);
    }
    str_puts(out, params.n ? ")" : e->d->no_params);
    str_puts(out, params.n ? "" : ")");
}

void put_prototype(Emitter *e, Str *out, ProgId id) {
    put_signature(e, out, id, e->d->prototype);
    str_puts(out, ";\n");
}

/* ---- declarations */

static bool declare(Emitter *e, VarId var) {
    TypeId type = elem_of(e, var);
    GroupOfType *known = &e->group_of.at[type];
    e->chain.at[var] = NO_VAR;
    if (known->program != e->id + 1) {
        *known = (GroupOfType){e->groups.len, e->id + 1};
        TypeGroup group = {type, var, var};
        return vec_push(e->env, &e->groups, group);
    }
    TypeGroup *group = &e->groups.at[known->group];
    e->chain.at[group->last] = var;
    group->last = var;
    return true;
}

static bool put_declarations(Emitter *e) {
    const Program *p = e->p;
    e->groups.len = 0;
    TRY(vec_reserve(e->env, &e->chain, p->vars.len));
    for (e->at = 0; e->at < p->instrs.len; e->at++) {
        const Instr *i = &p->instrs.at[e->at];
        for (uint32_t k = 0; k < i->n_out && is_live(e, i); k++) {
            TRY(check_type(e, elem_of(e, i->out + k)));
            TRY(declare(e, i->out + k));
        }
    }
    for (uint32_t g = 0; g < e->groups.len; g++) {
        str_putc(&e->body, '\t');
        put_type(e, &e->body, e->groups.at[g].type);
        char before = ' ';
        for (VarId v = e->groups.at[g].first; v != NO_VAR; v = e->chain.at[v]) {
            str_putc(&e->body, before);
            put_var(e, &e->body, e->plan, v, NO_VIEW);
            before = ',';
        }
        str_puts(&e->body, ";\n");
    }
    return true;
}

/* ---- statements on numbers */

/* Component k of an operand; a scalar beside vectors stands for every component. */
static Text operand_leaf(Emitter *e, const Instr *i, uint32_t k, Text value, unsigned component) {
    return leaf(e, type_get(e->types, elem_of(e, instr_in(e->p, i)[k])), value, component);
}

enum { MAX_LEAVES = 16, MAX_STEP_OPERANDS = 3 };

static bool state_elementwise(Emitter *e, const Instr *i) {
    const Type *type = type_get(e->types, elem_of(e, i->out));
    Dtype dtype = dtype_of(e, instr_in(e->p, i)[0]);
    Text values[MAX_STEP_OPERANDS], in[MAX_STEP_OPERANDS] = {{0, 0}}, leaves[MAX_LEAVES] = {{0, 0}};
    for (uint32_t k = 0; k < i->n_in; k++)
        values[k] = operand(e, i, k);
    for (unsigned c = 0; c < leaf_count(type); c++) {
        for (uint32_t k = 0; k < i->n_in; k++)
            in[k] = operand_leaf(e, i, k, values[k], c);
        TRY(step(e, i->op, dtype, in, &leaves[c]));
    }
    Text to = result(e, i, 0), value = from_leaves(e, type, leaves);
    assign(e, to, value);
    return true;
}

/* "if (c) v = x; else v = y;" for what has no conditional expression everywhere. */
static void put_choice(Emitter *e, Text condition, Text to, Text x, Text y) {
    str_puts(&e->body, "\tif (");
    put_text(e, &e->body, condition);
    str_puts(&e->body, ")\n\t");
    assign(e, to, x);
    str_puts(&e->body, "\telse\n\t");
    assign(e, to, y);
}

static bool state_select(Emitter *e, const Instr *i) {
    const Type *type = type_get(e->types, elem_of(e, i->out));
    Text values[3], in[3], leaves[MAX_LEAVES] = {{0, 0}}, to = result(e, i, 0);
    for (uint32_t k = 0; k < 3; k++)
        values[k] = operand(e, i, k);
    bool is_struct = type->dtype == DT_NONE || dtype_info(type->dtype)->class == CLASS_COMPLEX;
    if (is_struct && type->kind != TYPE_VECTOR && type->kind != TYPE_MATRIX) {
        put_choice(e, values[0], to, values[1], values[2]);
        return true;
    }
    for (unsigned c = 0; c < leaf_count(type); c++) {
        for (uint32_t k = 0; k < 3; k++)
            in[k] = operand_leaf(e, i, k, values[k], c);
        leaves[c] = text_open(e);
        put_text(e, &e->scratch, in[0]);
        str_puts(&e->scratch, " ? ");
        put_text(e, &e->scratch, in[1]);
        str_puts(&e->scratch, " : ");
        put_text(e, &e->scratch, in[2]);
        leaves[c] = text_close(e, leaves[c]);
    }
    assign(e, to, from_leaves(e, type, leaves));
    return true;
}

static bool state_cast(Emitter *e, const Instr *i) {
    const Type *type = type_get(e->types, elem_of(e, i->out));
    Dtype from = dtype_of(e, instr_in(e->p, i)[0]);
    Text value = operand(e, i, 0), to = result(e, i, 0), leaves[MAX_LEAVES] = {{0, 0}};
    for (unsigned c = 0; c < leaf_count(type); c++)
        leaves[c] = convert(e, from, type->dtype, operand_leaf(e, i, 0, value, c));
    assign(e, to, from_leaves(e, type, leaves));
    return true;
}

static bool state_bitcast(Emitter *e, const Instr *i) {
    const Type *from = type_get(e->types, elem_of(e, instr_in(e->p, i)[0]));
    const Type *type = type_get(e->types, elem_of(e, i->out));
    Text to = result(e, i, 0);
    assign(e, to, rebits(e, from, type, operand(e, i, 0)));
    return true;
}

static bool state_const(Emitter *e, const Instr *i) {
    Literal literal = attr_literal(e->p, i, AT_CONST_VALUE);
    if (literal.form != LITERAL_TYPED) {
        error_at_instr(e->env, e->m, e->p, e->at);
        return env_fail(e->env, FRIT_ERR_CHECK, FRIT_STAGE_EMIT,
                        "a literal without a type; infer the types before asking for source");
    }
    Text to = result(e, i, 0), value = text_open(e);
    put_literal(e, &e->scratch, dtype_of(e, i->out), literal.bits);
    assign(e, to, text_close(e, value));
    return true;
}

/* Ops that only say where an element stands. */
static bool state_same(Emitter *e, const Instr *i) {
    Text to = result(e, i, 0);
    assign(e, to, operand(e, i, 0));
    return true;
}

static bool state_iota(Emitter *e, const Instr *i) {
    int64_t axis = attr_int(e->p, i, AT_IOTA_AXIS, 0);
    if (axis < 0)
        axis += type_rank(e->types, e->p->vars.at[i->out].type);
    uint32_t view = first_view(e, e->plan, i->out);
    int8_t along = e->axes.at[e->views.at[view].axes + axis];
    Text to = result(e, i, 0), index = text_open(e);
    if (along >= 0)
        str_format(&e->scratch, "i%d", along);
    else
        put_literal(e, &e->scratch, DT_I64, (Bits){0, 0});
    index = text_close(e, index);
    assign(e, to, convert(e, DT_I64, dtype_of(e, i->out), index));
    return true;
}

/* NULL: not element by element. */
static StatementFn *const statements[RULE_COUNT] = {
    [RULE_CONST] = state_const,
    [RULE_ELEMENTWISE] = state_elementwise,
    [RULE_SELECT] = state_select,
    [RULE_CAST] = state_cast,
    [RULE_BITCAST] = state_bitcast,
    [RULE_MAKE] = state_make,
    [RULE_EXTRACT] = state_extract,
    [RULE_INSERT] = state_insert,
    [RULE_ELEMENT] = state_element,
    [RULE_SET_ELEMENT] = state_set_element,
    [RULE_SWIZZLE] = state_move,
    [RULE_DOT] = state_product,
    [RULE_MAT_MUL] = state_product,
    [RULE_MAT_TRANSPOSE] = state_move,
    [RULE_DETERMINANT] = state_determinant,
    [RULE_SAME_SHAPE] = state_same,
    [RULE_FILL] = state_same,
    [RULE_BROADCAST] = state_same,
    [RULE_EXPAND_DIMS] = state_same,
    [RULE_SQUEEZE] = state_same,
    [RULE_TRANSPOSE] = state_same,
    [RULE_IOTA] = state_iota,
    [RULE_CALL] = state_call,
    [RULE_MAP] = state_call,
    [RULE_IF] = state_if,
    [RULE_FOR] = state_for,
    [RULE_WHILE] = state_while,
};

static bool put_statement(Emitter *e, const Instr *i) {
    const OpInfo *info = op_info(i->op);
    e->scratch.len = 0;
    if (!statements[info->rule])
        return unsupported(e, "%s needs a schedule; only elementwise programs have source yet",
                           info->name);
    return statements[info->rule](e, i);
}

static void put_results(Emitter *e) {
    const Program *p = e->p;
    bool one = p->outputs.len == 1;
    for (uint32_t o = 0; o < p->outputs.len; o++) {
        VarId var = p->outputs.at[o];
        if (one)
            str_puts(&e->body, "\treturn ");
        else
            str_format(&e->body, "\t%sr%u = ", e->d->out_by_pointer ? "*" : "", o);
        put_var(e, &e->body, e->plan, var, output_view(e, var));
        str_puts(&e->body, ";\n");
    }
}

bool put_function(Emitter *e, ProgId id) {
    e->p = e->m->programs.at[id];
    e->plan = &e->plans.at[id];
    e->id = id;
    e->at = 0;
    for (VarId v = 0; v < e->p->n_inputs; v++)
        TRY(check_type(e, elem_of(e, v)));
    bool exported = id == e->entry && !e->plan->kernel;
    put_gap(&e->body);
    put_signature(e, &e->body, id, exported ? e->d->entry_function : e->d->sub_function);
    str_puts(&e->body, "\n{\n");
    TRY(put_declarations(e));
    size_t first_statement = e->body.len;
    for (e->at = 0; e->at < e->p->instrs.len; e->at++)
        if (is_live(e, &e->p->instrs.at[e->at]))
            TRY(put_statement(e, &e->p->instrs.at[e->at]));
    TRY(put_unread(e, first_statement));
    put_results(e);
    str_puts(&e->body, "}\n");
    return str_ok(&e->body) && str_ok(&e->scratch);
}
