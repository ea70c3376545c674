/*
 * Packs and unpacks at the border of a program. Memory of vectors is that of scalars whose last axis is
 * full: where an input is only packed, the source takes the array of vectors, and where an output is
 * unpacked, it gives one.
 */
#include "emit/emitter.h"

/* The type that every instruction that reads the variable packs it to; NO_TYPE: not all do. */
static TypeId packed_type(const Program *p, VarId var) {
    TypeId type = NO_TYPE;
    for (uint32_t k = 0; k < p->outputs.len; k++)
        if (p->outputs.at[k] == var)
            return NO_TYPE;
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        for (uint32_t k = 0; k < i->n_in; k++) {
            if (instr_in(p, i)[k] != var)
                continue;
            TypeId own = p->vars.at[i->out].type;
            if (op_info(i->op)->rule != RULE_PACK || (type != NO_TYPE && type != own))
                return NO_TYPE;
            type = own;
        }
    }
    return type;
}

static bool is_read(const Program *p, VarId var) {
    for (uint32_t k = 0; k < p->operands.len; k++)
        if (p->operands.at[k] == var)
            return true;
    return false;
}

static void make_copy(Instr *i) {
    i->op = OP_copy; /* the same value under another name */
    i->attr = 0;
}

static bool has_packs(const Program *p) {
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        TypeRule rule = op_info(p->instrs.at[n].op)->rule;
        if (rule == RULE_PACK || rule == RULE_UNPACK)
            return true;
    }
    return false;
}

static void take_vectors(Program *p) {
    for (VarId v = 0; v < p->n_inputs; v++) {
        TypeId type = packed_type(p, v);
        if (type == NO_TYPE)
            continue;
        p->vars.at[v].type = type;
        for (uint32_t n = 0; n < p->instrs.len; n++) {
            Instr *i = &p->instrs.at[n];
            if (op_info(i->op)->rule == RULE_PACK && instr_in(p, i)[0] == v)
                make_copy(i);
        }
    }
}

static void give_vectors(Program *p) {
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        Instr *i = &p->instrs.at[n];
        if (op_info(i->op)->rule != RULE_UNPACK || is_read(p, i->out))
            continue;
        p->vars.at[i->out].type = p->vars.at[instr_in(p, i)[0]].type;
        make_copy(i);
    }
}

bool emit_open_borders(Env *env, const Module *m, ProgId id, Module **out) {
    *out = NULL;
    if (!has_packs(m->programs.at[id]))
        return true;
    *out = module_clone(env, m);
    if (!*out)
        return false;
    take_vectors((*out)->programs.at[id]);
    give_vectors((*out)->programs.at[id]);
    return true;
}
