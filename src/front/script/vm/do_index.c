/* Instructions that index, call what is indexed, and fill the list. */
#include "front/script/vm/machine.h"

/* The function of a variable's name, which is not set. */
static CallSite *site_of(Frame *f, uint32_t reg) {
    return reg < f->code->first_const ? &f->code->variable_sites[reg] : NULL;
}

/* base(args): elements of a value, or a call of a handle. args are lent where it is a value, else taken. */
static bool index_value(Interp *in, Frame *f, uint32_t reg, Value base, Value *args, uint32_t n,
                        uint32_t nout, Value *outs, uint32_t *outc) {
    if (base.kind == VALUE_FUNCTION) {
        value_hold(base);
        bool ok = machine_call_value(in, base, args, n, nout, outs, outc);
        value_drop(in, base);
        return ok;
    }
    *outc = 1;
    return value_index(in, machine_name_text(in, f, reg), base, args, n, outs);
}

static bool index_or_call(Interp *in, Frame *f, uint32_t reg, Value *args, uint32_t n,
                          uint32_t nout, Value *outs, uint32_t *outc) {
    Value base = *machine_behind(&f->registers[reg]);
    if (base.kind != VALUE_NONE)
        return index_value(in, f, reg, base, args, n, nout, outs, outc);
    CallSite *site = site_of(f, reg);
    if (!site)
        return interp_fail(in, "value on right hand side of assignment is undefined");
    return machine_site(in, f, site) && machine_call(in, &site->callee, args, n, nout, outs, outc);
}

static bool one_value(Interp *in, uint32_t outc, Value v) {
    if (outc && v.kind != VALUE_NONE)
        return true;
    value_drop(in, v);
    return interp_fail(in, "value on right hand side of assignment is undefined");
}

/* a = base(subs), the subscripts being in registers of their own. */
static bool index_plain(Interp *in, Frame *f, uint32_t dst, uint32_t base, const uint32_t *regs,
                        uint32_t n) {
    Value args[2], out = value_none();
    uint32_t k, outc = 0;
    bool ok = true;
    for (k = 0; k < n && ok; k++) {
        Operand o;
        ok = operand_get(in, f, regs[k], &o);
        args[k] = ok ? value_hold(o.v) : value_none();
        if (ok)
            operand_release(in, f, regs[k], &o);
    }
    ok = ok && index_or_call(in, f, base, args, n, 1, &out, &outc) && one_value(in, outc, out);
    for (uint32_t j = 0; j < k; j++)
        value_drop(in, args[j]);
    machine_give_up(in, f, base);
    if (ok)
        machine_set(in, f, dst, out);
    return ok;
}

bool do_INDEX1(Interp *in, Frame *f, const Instr *i) {
    return index_plain(in, f, i->a, i->b, &i->c, 1);
}

bool do_INDEX2(Interp *in, Frame *f, const Instr *i) {
    uint32_t regs[2] = {i->b, i->c};
    return index_plain(in, f, i->a, i->x, regs, 2);
}

/* Arguments that a call may take, where they stay while the list grows. */
typedef struct Taken {
    Value *at;
    uint32_t n;
    bool on_stack;
} Taken;

static bool take_arguments(Interp *in, Frame *f, const Instr *i, Taken *out) {
    Value *args = machine_arguments(in, f, i, &out->n);
    out->on_stack = i->x == LIST_ARGUMENTS;
    out->at = args;
    if (!out->on_stack)
        return true;
    out->at = stack_take(in, out->n);
    if (!out->at)
        return false;
    memcpy(out->at, args, sizeof(Value) * out->n);
    memset(args, 0, sizeof(Value) * out->n);
    machine_arguments_done(in, f, i);
    return true;
}

static void give_arguments(Interp *in, Frame *f, const Instr *i, Taken *taken) {
    if (!taken->on_stack) {
        machine_arguments_done(in, f, i);
        return;
    }
    for (uint32_t k = 0; k < taken->n; k++)
        value_drop(in, taken->at[k]);
    stack_give(SESSION(in), taken->n);
}

bool do_INDEX(Interp *in, Frame *f, const Instr *i) {
    Taken args;
    Value out = value_none();
    uint32_t outc = 0;
    if (!take_arguments(in, f, i, &args))
        return false;
    bool ok =
        index_or_call(in, f, i->c, args.at, args.n, 1, &out, &outc) && one_value(in, outc, out);
    give_arguments(in, f, i, &args);
    machine_give_up(in, f, i->c);
    if (ok)
        machine_set(in, f, i->a, out);
    return ok;
}

bool do_CALL(Interp *in, Frame *f, const Instr *i) {
    Taken args;
    Value out = value_none();
    uint32_t outc = 0;
    CallSite *site = &f->code->sites.at[i->c];
    if (!machine_site(in, f, site) || !take_arguments(in, f, i, &args))
        return false;
    bool ok = machine_call(in, &site->callee, args.at, args.n, 1, &out, &outc) &&
              one_value(in, outc, out);
    give_arguments(in, f, i, &args);
    if (ok)
        machine_set(in, f, i->a, out);
    return ok;
}

/* ---- all values, on the list */

static uint32_t wanted(Frame *f, uint32_t want) {
    return want == WANT_CALLER ? f->nout : want == WANT_REGISTER ? f->want : want;
}

bool do_WANT(Interp *in, Frame *f, const Instr *i) {
    (void)in;
    f->want = (uint32_t)f->registers[i->a].as.number;
    return true;
}

/* Calls, and puts what was given on the list. site NULL: base is indexed. */
static bool call_onto_list(Interp *in, Frame *f, CallSite *site, uint32_t base, Taken *args,
                           uint32_t nout) {
    uint32_t room = nout ? nout : 1, outc = 0;
    Value *outs = stack_take(in, room);
    if (!outs)
        return false;
    bool ok = site ? machine_call(in, &site->callee, args->at, args->n, nout, outs, &outc)
                   : index_or_call(in, f, base, args->at, args->n, nout, outs, &outc);
    if (outc > room)
        outc = room;
    for (uint32_t k = 0; k < room; k++) {
        if (!ok || k >= outc)
            value_drop(in, outs[k]);
        else
            ok = list_push(in, outs[k]);
    }
    stack_give(SESSION(in), room);
    return ok;
}

bool do_INDEX_LIST(Interp *in, Frame *f, const Instr *i) {
    Taken args;
    if (!take_arguments(in, f, i, &args))
        return false;
    bool ok = call_onto_list(in, f, NULL, i->c, &args, wanted(f, i->a));
    give_arguments(in, f, i, &args);
    machine_give_up(in, f, i->c);
    return ok;
}

bool do_CALL_LIST(Interp *in, Frame *f, const Instr *i) {
    Taken args;
    CallSite *site = &f->code->sites.at[i->c];
    if (!machine_site(in, f, site) || !take_arguments(in, f, i, &args))
        return false;
    bool ok = call_onto_list(in, f, site, 0, &args, wanted(f, i->a));
    give_arguments(in, f, i, &args);
    return ok;
}

bool do_LIST_NAME(Interp *in, Frame *f, const Instr *i) {
    Value v = *machine_behind(&f->registers[i->b]);
    if (v.kind != VALUE_NONE)
        return list_push(in, value_hold(v));
    CallSite *site = site_of(f, i->b);
    Taken none = {0};
    return machine_site(in, f, site) && call_onto_list(in, f, site, 0, &none, wanted(f, i->a));
}

bool do_LIST_OPEN(Interp *in, Frame *f, const Instr *i) {
    (void)f, (void)i;
    Session *s = SESSION(in);
    Mark mark = {s->list.len, 0};
    return vec_push(&in->env, &s->marks, mark) ? true : interp_fail_raw(in);
}

bool do_LIST_PUSH(Interp *in, Frame *f, const Instr *i) {
    Operand o;
    if (!operand_get(in, f, i->a, &o))
        return false;
    Value v = value_hold(o.v);
    operand_release(in, f, i->a, &o);
    return list_push(in, v);
}

/* Takes the block of values. */
static bool push_block(Interp *in, Value *values, uint32_t n) {
    bool ok = true;
    for (uint32_t k = 0; k < n; k++) {
        if (ok)
            ok = list_push(in, values[k]);
        else
            value_drop(in, values[k]);
    }
    interp_release(in, values, sizeof(Value) * n);
    return ok;
}

static bool empty_braces(Interp *in) {
    return interp_fail(in, "invalid empty index expression {}, use {:} instead");
}

bool do_LIST_BRACE(Interp *in, Frame *f, const Instr *i) {
    Operand base;
    uint32_t n, count = 0;
    Value *values = NULL;
    if (!operand_get(in, f, i->a, &base))
        return false;
    Value *args = machine_arguments(in, f, i, &n);
    bool ok = n ? value_brace(in, machine_name_text(in, f, i->a), base.v, args, n, &values, &count)
                : empty_braces(in);
    machine_arguments_done(in, f, i);
    operand_release(in, f, i->a, &base);
    return ok && push_block(in, values, count);
}

/* pkg.f without arguments. */
static bool call_member(Interp *in, Value *f, uint32_t nout) {
    Value called = *f;
    uint32_t outc = 0;
    *f = value_none();
    bool ok = machine_call_value(in, called, NULL, 0, nout, f, &outc);
    value_drop(in, called);
    return ok && (outc >= nout || interp_fail(in, "value on the right hand side of the assignment "
                                                  "not defined"));
}

static bool list_field(Interp *in, Frame *f, uint32_t reg, const char *name) {
    Operand base;
    uint32_t count = 0;
    Value *values = NULL;
    if (!operand_get(in, f, reg, &base))
        return false;
    if (value_is_package(base.v)) {
        Value out = value_none();
        bool called = machine_package_member(in, base.v, name, &out) &&
                      (value_is_package(out) || call_member(in, &out, 0));
        operand_release(in, f, reg, &base);
        return called && (out.kind == VALUE_NONE || list_push(in, out));
    }
    bool ok = value_field_list(in, base.v, name, &values, &count);
    operand_release(in, f, reg, &base);
    return ok && push_block(in, values, count);
}

bool do_LIST_FIELD(Interp *in, Frame *f, const Instr *i) {
    return list_field(in, f, i->a, script_name_text(&SESSION(in)->names, i->b));
}

/* The text of a field's name that was computed; freed with interp_release(len + 1). */
static bool field_text(Interp *in, Frame *f, uint32_t reg, char **text, size_t *len) {
    Operand o;
    if (!operand_get(in, f, reg, &o))
        return false;
    bool ok = value_to_text(in, o.v, "dynamic structure field names must be strings", text, len);
    operand_release(in, f, reg, &o);
    return ok;
}

bool do_LIST_FIELD_OF(Interp *in, Frame *f, const Instr *i) {
    char *text;
    size_t len;
    if (!field_text(in, f, i->b, &text, &len))
        return false;
    bool ok = list_field(in, f, i->a, text);
    interp_release(in, text, len + 1);
    return ok;
}

static Mark *top_mark(Interp *in) {
    Session *s = SESSION(in);
    return &s->marks.at[s->marks.len - 1];
}

bool do_LIST_DROP(Interp *in, Frame *f, const Instr *i) {
    (void)f, (void)i;
    list_cut(in, top_mark(in)->begin, SESSION(in)->marks.len - 1);
    return true;
}

bool do_LIST_TAKE(Interp *in, Frame *f, const Instr *i) {
    Session *s = SESSION(in);
    Mark *mark = top_mark(in);
    uint32_t at = mark->begin + mark->cursor++;
    if (at >= s->list.len || s->list.at[at].kind == VALUE_NONE) {
        if (i->b == 1 && s->list.len == mark->begin)
            return interp_fail(in, "value on right hand side of assignment is undefined");
        return interp_fail(in, "element number %u undefined in return list", i->b);
    }
    Value v = s->list.at[at];
    s->list.at[at] = value_none();
    machine_set(in, f, i->a, v);
    return true;
}

bool do_LIST_SKIP(Interp *in, Frame *f, const Instr *i) {
    (void)f, (void)i;
    top_mark(in)->cursor++;
    return true;
}

/* ---- elements and fields as one value */

/* What one value of a list of n is, for what needs it. */
static bool pick(Interp *in, Value *values, uint32_t n, ListUse use, Value *out) {
    bool ok = n == 1 || (use == USE_ASSIGN && n > 0);
    if (ok) {
        *out = value_hold(values[0]);
        if (out->kind == VALUE_NONE)
            ok = value_empty(in, out);
    }
    value_drop_all(in, values, n);
    interp_release(in, values, sizeof(Value) * n);
    if (use == USE_CONDITION && !ok) {
        *out = value_logical(false); /* a list is never true */
        return true;
    }
    if (ok)
        return true;
    if (use == USE_INDEXED)
        return interp_fail(in, "a cs-list cannot be further indexed");
    if (use == USE_ASSIGN)
        return interp_fail(in, "invalid number of elements on RHS of assignment");
    return interp_fail(in, "some elements undefined in argument list");
}

bool do_BRACE(Interp *in, Frame *f, const Instr *i) {
    Operand base;
    uint32_t n, count = 0;
    Value *values = NULL, out = value_none();
    if (!operand_get(in, f, i->c, &base)) {
        machine_arguments_done(in, f, i);
        return false;
    }
    Value *args = machine_arguments(in, f, i, &n);
    const char *name = machine_name_text(in, f, i->c);
    bool scalar = true, ok;
    for (uint32_t k = 0; k < n; k++)
        scalar = scalar && args[k].kind == VALUE_NUMBER && args[k].class_ != CLASS_LOGICAL;
    if (n == 0)
        ok = empty_braces(in);
    else if (scalar && base.v.kind == VALUE_CELL)
        ok = value_brace_one(in, name, base.v, args, n, &out);
    else
        ok = value_brace(in, name, base.v, args, n, &values, &count) &&
             pick(in, values, count, (ListUse)i->y, &out);
    machine_arguments_done(in, f, i);
    operand_release(in, f, i->c, &base);
    if (ok)
        machine_set(in, f, i->a, out);
    return ok;
}

static bool field(Interp *in, Frame *f, const Instr *i, const char *name) {
    Operand base;
    uint32_t count = 0;
    Value *values = NULL, out = value_none();
    if (!operand_get(in, f, i->b, &base))
        return false;
    bool ok;
    if (value_is_package(base.v))
        ok = machine_package_member(in, base.v, name, &out) &&
             (i->y == USE_INDEXED || value_is_package(out) || call_member(in, &out, 1));
    else if (base.v.kind == VALUE_MAP && i->y == USE_INDEXED &&
             value_has_method(VALUE_MAP_OF(base.v), name))
        ok = value_map_method(in, base.v, name, &out);
    else if (base.v.kind != VALUE_STRUCT || value_count(base.v) == 1)
        ok = value_field(in, base.v, name, &out);
    else
        ok = value_field_list(in, base.v, name, &values, &count) &&
             pick(in, values, count, (ListUse)i->y, &out);
    operand_release(in, f, i->b, &base);
    if (ok)
        machine_set(in, f, i->a, out);
    return ok;
}

bool do_FIELD(Interp *in, Frame *f, const Instr *i) {
    return field(in, f, i, script_name_text(&SESSION(in)->names, i->c));
}

bool do_FIELD_OF(Interp *in, Frame *f, const Instr *i) {
    char *text;
    size_t len;
    if (!field_text(in, f, i->c, &text, &len))
        return false;
    bool ok = field(in, f, i, text);
    interp_release(in, text, len + 1);
    return ok;
}

bool do_END(Interp *in, Frame *f, const Instr *i) {
    Value base = *machine_behind(&f->registers[i->b]);
    if (base.kind == VALUE_NONE && i->b < f->code->first_const)
        return interp_fail(in, "invalid use of 'end': may only be used to index existing value");
    int64_t end = base.kind == VALUE_NONE ? 0 : value_end(base, i->x, i->c);
    machine_set(in, f, i->a, value_double((double)end));
    return true;
}
