/* Instructions about functions, declared variables, and what statements print. */
#include "front/script/vm/machine.h"

#include "front/script/show/show.h"

bool do_NARGIN(Interp *in, Frame *f, const Instr *i) {
    machine_set(in, f, i->a, value_double(i->x ? f->scope->nout : f->scope->nargin));
    return true;
}

bool do_IGNORE(Interp *in, Frame *f, const Instr *i) {
    (void)f;
    SESSION(in)->ignored = i->a | (uint64_t)i->b << 32;
    return true;
}

bool do_HANDLE(Interp *in, Frame *f, const Instr *i) {
    Value out = value_none();
    if (!handle_new(in, f, f->code->entry->unit, f->code->sites.at[i->b].name, &out))
        return false;
    machine_set(in, f, i->a, out);
    return true;
}

bool do_CLOSURE(Interp *in, Frame *f, const Instr *i) {
    Value out = value_none();
    if (!closure_new(in, f, f->code->functions.at[i->b], &out))
        return false;
    machine_set(in, f, i->a, out);
    return true;
}

bool do_DEFINE(Interp *in, Frame *f, const Instr *i) {
    FunctionEntry *entry = f->code->functions.at[i->a];
    return machine_define(in, entry->function->name, entry);
}

/* ---- global, persistent, defaults */

static bool link_to(Interp *in, Frame *f, const Instr *i, Box *box, bool made) {
    Value *reg = &f->registers[i->a], old = *reg;
    box->head.refs++;
    *reg = (Value){.kind = VALUE_REFERENCE, .as.object = &box->head};
    machine_drop(in, old);
    if (!made || !i->x)
        f->pc = f->code->code.at + i->b;
    return true;
}

bool do_GLOBAL(Interp *in, Frame *f, const Instr *i) {
    bool made = false;
    TRY(turn_refuse(in));
    Box *box = machine_global(in, machine_name_of(f, i->a), &made);
    return box && link_to(in, f, i, box, made);
}

bool do_PERSISTENT(Interp *in, Frame *f, const Instr *i) {
    TRY(turn_refuse(in));
    FunctionEntry *entry = f->code->entry;
    for (uint32_t k = 0; k < entry->persistent.len; k++)
        if (entry->persistent.at[k].slot == i->a)
            return link_to(in, f, i, entry->persistent.at[k].box, false);
    Value empty = value_none();
    if (!value_empty(in, &empty))
        return false;
    Persistent p = {i->a, box_new(in, empty)};
    if (!p.box)
        return false;
    if (!vec_push(&in->env, &entry->persistent, p)) {
        box_drop(in, p.box);
        return interp_fail_raw(in);
    }
    return link_to(in, f, i, p.box, true);
}

bool do_DEFAULT(Interp *in, Frame *f, const Instr *i) {
    (void)in;
    if (machine_behind(&f->registers[i->a])->kind != VALUE_NONE)
        f->pc = f->code->code.at + i->b;
    return true;
}

/* ---- the end of a call */

bool do_RETURN(Interp *in, Frame *f, const Instr *i) {
    (void)in, (void)i;
    f->done = true;
    return true;
}

bool do_RETURN_VALUE(Interp *in, Frame *f, const Instr *i) {
    Operand o;
    if (!operand_get(in, f, i->a, &o))
        return false;
    f->outs[0] = value_hold(o.v);
    *f->outc = 1;
    operand_release(in, f, i->a, &o);
    f->done = true;
    return true;
}

bool do_RETURN_LIST(Interp *in, Frame *f, const Instr *i) {
    (void)i;
    Session *s = SESSION(in);
    Mark mark = s->marks.at[s->marks.len - 1];
    uint32_t n = s->list.len - mark.begin, most = f->nout ? f->nout : 1;
    *f->outc = n < most ? n : most;
    for (uint32_t k = 0; k < *f->outc; k++) {
        f->outs[k] = s->list.at[mark.begin + k];
        s->list.at[mark.begin + k] = value_none();
    }
    list_cut(in, mark.begin, s->marks.len - 1);
    f->done = true;
    return true;
}

/* ---- printing */

static bool print(Interp *in, const char *name, Value v) {
    return v.kind == VALUE_NONE || show_print(in, name, v);
}

bool do_SHOW(Interp *in, Frame *f, const Instr *i) {
    Value v = value_hold(*machine_behind(&f->registers[i->a]));
    bool ok = print(in, script_name_text(&SESSION(in)->names, i->b), v);
    value_drop(in, v);
    return ok;
}

static bool set_answer(Interp *in, Frame *f, uint32_t reg, Value v, bool shown) {
    value_hold(v);
    machine_set(in, f, reg, value_hold(v));
    bool ok = !shown || print(in, "ans", v);
    value_drop(in, v);
    return ok;
}

bool do_LIST_SHOW(Interp *in, Frame *f, const Instr *i) {
    Session *s = SESSION(in);
    uint32_t begin = s->marks.at[s->marks.len - 1].begin;
    bool ok = true;
    for (uint32_t k = begin; k < s->list.len && ok; k++)
        if (s->list.at[k].kind != VALUE_NONE)
            ok = set_answer(in, f, i->a, s->list.at[k], i->x);
    list_cut(in, begin, s->marks.len - 1);
    return ok;
}

bool do_SHOW_NAME(Interp *in, Frame *f, const Instr *i) {
    Value v = value_hold(*machine_behind(&f->registers[i->a])), out = value_none();
    uint32_t outc = 0;
    if (v.kind != VALUE_NONE) {
        bool shown = !i->x || print(in, machine_name_text(in, f, i->a), v);
        value_drop(in, v);
        return shown;
    }
    CallSite *site = &f->code->variable_sites[i->a];
    bool ok = machine_site(in, f, site) && machine_call(in, &site->callee, NULL, 0, 0, &out, &outc);
    if (ok && outc && out.kind != VALUE_NONE)
        ok = set_answer(in, f, i->b, out, i->x);
    value_drop(in, out);
    return ok;
}

bool do_ANS(Interp *in, Frame *f, const Instr *i) {
    Operand o;
    if (!operand_get(in, f, i->b, &o))
        return false;
    bool ok = set_answer(in, f, i->a, o.v, i->x);
    operand_release(in, f, i->b, &o);
    return ok;
}
