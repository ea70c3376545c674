/* Pass `expand`: composite ops become the simpler ones their row says they stand for. */
#include <string.h>

#include "infer/infer.h"
#include "ir/text.h"
#include "opt/passes.h"

/* A parsed expansion, kept while one program is being rewritten. */
typedef struct Expansion {
    const char *text; /* points into the op table: identifies it */
    Program *program;
} Expansion;

typedef struct Expander {
    Env *env;
    Module *module;
    const Program *from;
    Program *to;
    VarId *map;
    VEC(Expansion) known;
    VEC(VarId) operands;
} Expander;

/* Does "ord=2" hold for the instruction? Values are true or a number. */
static bool condition_holds(const Program *p, const Instr *i, const char *text, size_t len) {
    const char *equals = memchr(text, '=', len);
    size_t name_len = (size_t)(equals - text), value_len = len - name_len - 1;
    int k = op_attr_find(i->op, text, name_len);
    double value;
    if (op_info(i->op)->attrs[k].kind == ATTR_BOOL)
        return attr_bool(p, i, (unsigned)k);
    return attr_has(p, i, (unsigned)k) && parse_f64(equals + 1, value_len, &value) &&
           attr_real(p, i, (unsigned)k, 0) == value;
}

/* The alternative of the op's expansion that is meant: "a=1 ? …| b=2 ? …| …". */
static const char *choose(const Program *p, const Instr *i, size_t *len) {
    const char *text = op_info(i->op)->expand;
    for (;;) {
        text += strspn(text, " ");
        *len = strcspn(text, "|");
        const char *question = memchr(text, '?', *len);
        if (!question)
            return text;
        size_t condition = (size_t)(question - text);
        while (condition && text[condition - 1] == ' ')
            condition--;
        if (condition_holds(p, i, text, condition)) {
            *len -= (size_t)(question + 1 - text);
            return question + 1;
        }
        text += *len + 1; /* the last alternative has no condition, so there is another */
    }
}

static const Program *expansion(Expander *x, const Instr *i) {
    size_t len;
    const char *text = choose(x->from, i, &len);
    for (uint32_t k = 0; k < x->known.len; k++)
        if (x->known.at[k].text == text)
            return x->known.at[k].program;
    if (!vec_reserve(x->env, &x->known, (uint64_t)x->known.len + 1))
        return NULL;
    Program *program = text_expansion(x->env, x->module, i->op, text, len);
    if (program)
        x->known.at[x->known.len++] = (Expansion){text, program};
    return program;
}

/* Appends instruction i of program p, with operands of x->to, as primitive ops. *out: its result. */
static bool expand_instr(Expander *x, const Instr *i, uint32_t index) {
    const Program *body = expansion(x, i);
    VarId out;
    if (!body)
        return false;
    TRY(infer_expand(x->env, x->module, x->to, body, x->operands.at, x->from, i,
                     program_loc(x->from, index), &out));
    x->map[i->out] = out;
    StrId name = x->from->vars.at[i->out].name;
    return name == NO_STR || program_name_var(x->env, x->module, x->to, out, name);
}

static bool copy_instr(Expander *x, const Instr *i, uint32_t index) {
    Attrs attrs;
    VarId first;
    TRY(attrs_copy(x->env, x->from, i, x->to, &attrs));
    TRY(program_instr(x->env, x->to, i->op, x->operands.at, i->n_in, &attrs, i->n_out, NULL,
                      program_loc(x->from, index), &first));
    for (uint32_t k = 0; k < i->n_out; k++) {
        const Var *var = &x->from->vars.at[i->out + k];
        x->map[i->out + k] = first + k;
        x->to->vars.at[first + k].type = var->type;
        if (var->name != NO_STR)
            TRY(program_name_var(x->env, x->module, x->to, first + k, var->name));
    }
    return true;
}

/* One round: expansions may hold composites themselves, which the next round takes. */
static bool expand_round(Expander *x, bool *again) {
    TRY(program_copy_inputs(x->env, x->module, x->from, x->to));
    for (VarId v = 0; v < x->from->n_inputs; v++)
        x->map[v] = v;
    *again = false;
    for (uint32_t index = 0; index < x->from->instrs.len; index++) {
        const Instr *i = &x->from->instrs.at[index];
        x->operands.len = 0;
        for (uint32_t k = 0; k < i->n_in; k++)
            TRY(vec_push(x->env, &x->operands, x->map[instr_in(x->from, i)[k]]));
        uint32_t before = x->to->instrs.len;
        TRY(op_info(i->op)->expand ? expand_instr(x, i, index) : copy_instr(x, i, index));
        for (uint32_t k = before; k < x->to->instrs.len; k++)
            *again |= op_info(x->to->instrs.at[k].op)->expand != NULL;
    }
    for (uint32_t k = 0; k < x->from->outputs.len; k++)
        TRY(program_output(x->env, x->to, x->map[x->from->outputs.at[k]]));
    return true;
}

/* *out is the program after one round, or NULL on failure. */
static Program *run_round(OptContext *context, const Program *p, bool *again) {
    Expander x = {.env = context->env, .module = context->module, .from = p};
    const frit_allocator *allocator = x.env->allocator;
    size_t map_size = ((size_t)p->vars.len + 1) * sizeof *x.map;
    x.to = program_new(x.env, p->name);
    x.map = env_new(x.env, map_size);
    if (!x.to || !x.map || !expand_round(&x, again)) {
        program_free(allocator, x.to);
        x.to = NULL;
    }
    env_free(allocator, x.map, map_size);
    for (uint32_t k = 0; k < x.known.len; k++)
        program_free(allocator, x.known.at[k].program);
    vec_free(allocator, &x.known);
    vec_free(allocator, &x.operands);
    return x.to;
}

Program *pass_expand(OptContext *context, const Program *p) {
    bool again = false;
    Program *done = run_round(context, p, &again);
    while (done && again) {
        Program *next = run_round(context, done, &again);
        program_free(context->env->allocator, done);
        done = next;
    }
    return done;
}
