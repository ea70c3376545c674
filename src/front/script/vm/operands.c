/* How instructions read and write registers, and the list. */
#include "front/script/vm/machine.h"

NameId machine_name_of(const Frame *f, uint32_t reg) {
    return reg < f->code->first_const ? f->code->variables.at[reg] : 0;
}

const char *machine_name_text(Interp *in, const Frame *f, uint32_t reg) {
    NameId name = machine_name_of(f, reg);
    return name ? script_name_text(&SESSION(in)->names, name) : NULL;
}

/* The variable is not set: its name is that of a function. */
static bool call_unset(Interp *in, Frame *f, uint32_t reg, Operand *out) {
    if (reg >= f->code->first_const)
        return interp_fail(in, "value on right hand side of assignment is undefined");
    CallSite *site = &f->code->variable_sites[reg];
    if (!machine_site(in, f, site))
        return false;
    uint32_t n = 0;
    if (!machine_call(in, &site->callee, NULL, 0, 1, &out->own, &n))
        return false;
    if (!n)
        return interp_fail(in, "value on right hand side of assignment is undefined");
    out->v = out->own;
    return true;
}

bool operand_get(Interp *in, Frame *f, uint32_t reg, Operand *out) {
    Value *v = machine_behind(&f->registers[reg]);
    *out = (Operand){*v, value_none()};
    return v->kind != VALUE_NONE || call_unset(in, f, reg, out);
}

void operand_release(Interp *in, Frame *f, uint32_t reg, Operand *operand) {
    value_drop(in, operand->own);
    machine_give_up(in, f, reg);
}

void machine_set(Interp *in, Frame *f, uint32_t reg, Value v) {
    machine_store(in, &f->registers[reg], v);
}

/* ---- the list */

bool list_push(Interp *in, Value v) {
    Session *s = SESSION(in);
    if (vec_push(&in->env, &s->list, v))
        return true;
    value_drop(in, v);
    return interp_fail_raw(in);
}

void list_cut(Interp *in, uint32_t lists, uint32_t marks) {
    Session *s = SESSION(in);
    while (s->list.len > lists)
        value_drop(in, s->list.at[--s->list.len]);
    if (s->marks.len > marks)
        s->marks.len = marks;
}

Value *machine_arguments(Interp *in, Frame *f, const Instr *i, uint32_t *n) {
    Session *s = SESSION(in);
    if (i->x != LIST_ARGUMENTS) {
        *n = i->x;
        return &f->registers[i->b];
    }
    uint32_t begin = s->marks.at[s->marks.len - 1].begin;
    *n = s->list.len - begin;
    return s->list.at + begin;
}

void machine_arguments_done(Interp *in, Frame *f, const Instr *i) {
    Session *s = SESSION(in);
    if (i->x == LIST_ARGUMENTS) {
        list_cut(in, s->marks.at[s->marks.len - 1].begin, s->marks.len - 1);
        return;
    }
    for (uint32_t k = 0; k < i->x; k++)
        machine_give_up(in, f, i->b + k);
}
