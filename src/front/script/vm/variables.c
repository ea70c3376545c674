/* Variables: references to those that stand elsewhere, scopes, and variables by name. */
#include "front/script/vm/machine.h"

#include <stdlib.h>

Box *box_new(Interp *in, Value v) {
    Box *box = interp_alloc(in, sizeof *box);
    if (!box) {
        value_drop(in, v);
        return NULL;
    }
    *box = (Box){{1, VALUE_REFERENCE}, v};
    return box;
}

void box_drop(Interp *in, Box *box) {
    if (--box->head.refs)
        return;
    value_drop(in, box->value);
    interp_release(in, box, sizeof *box);
}

void machine_drop(Interp *in, Value v) {
    if (v.kind == VALUE_REFERENCE)
        box_drop(in, BOX_OF(v));
    else
        value_drop(in, v);
}

void machine_store(Interp *in, Value *reg, Value v) {
    Value *to = machine_behind(reg), old = *to;
    *to = v;
    value_drop(in, old);
}

Box *machine_box(Interp *in, Value *reg) {
    if (reg->kind != VALUE_REFERENCE) {
        Value v = *reg;
        Box *box = box_new(in, value_hold(v));
        if (!box)
            return NULL;
        value_drop(in, v);
        *reg = (Value){.kind = VALUE_REFERENCE, .as.object = &box->head};
    }
    return BOX_OF(*reg);
}

Box *machine_global(Interp *in, NameId name, bool *made) {
    Session *s = SESSION(in);
    for (uint32_t k = 0; k < s->globals.len; k++)
        if (s->globals.at[k].name == name)
            return s->globals.at[k].box;
    Value empty = value_none();
    if (!value_empty(in, &empty))
        return NULL;
    Global g = {name, box_new(in, empty)};
    if (!g.box)
        return NULL;
    if (!vec_push(&in->env, &s->globals, g)) {
        box_drop(in, g.box);
        interp_fail_raw(in);
        return NULL;
    }
    *made = true;
    return g.box;
}

/* ---- scopes */

Value *scope_slot(Interp *in, Scope *scope, uint32_t slot, bool make) {
    Frame *holder = scope->holder;
    if (holder->code && slot < holder->code->n_vars)
        return &holder->registers[slot];
    uint32_t at = slot - scope->base;
    if (at >= scope->more.len) {
        if (!make)
            return NULL;
        if (!vec_extend(&in->env, &scope->more, at + 1 - scope->more.len)) {
            interp_fail_raw(in);
            return NULL;
        }
    }
    return &scope->more.at[at];
}

void scope_drop(Interp *in, Scope *scope) {
    for (uint32_t k = 0; k < scope->more.len; k++)
        machine_drop(in, scope->more.at[k]);
    vec_free(in->env.allocator, &scope->more);
}

Scope *scope_up(Session *s, uint32_t up) {
    if (up == INTERP_OUTERMOST || !s->frame)
        return &s->base.own;
    Scope *scope = s->frame->scope;
    for (; up; up--) {
        Frame *caller = scope->owner->caller;
        if (!caller)
            return &s->base.own;
        scope = caller->scope;
    }
    return scope;
}

bool scope_get(Interp *in, Scope *scope, NameId name, Value *out) {
    *out = value_none();
    uint32_t slot = name ? script_scope_find(scope->names, name) : UINT32_MAX;
    Value *v = slot == UINT32_MAX ? NULL : scope_slot(in, scope, slot, false);
    if (v)
        *out = value_hold(*machine_behind(v));
    return true;
}

bool scope_set(Interp *in, Scope *scope, const char *name, Value v) {
    Session *s = SESSION(in);
    NameId id = script_name(&in->env, &s->names, name, strlen(name));
    uint32_t slot = id ? script_scope_slot(&in->env, scope->names, id) : UINT32_MAX;
    if (slot == UINT32_MAX)
        return interp_fail_raw(in);
    Value *to = scope_slot(in, scope, slot, true);
    if (!to)
        return false;
    scope->names->slots.at[slot].assigned = true;
    machine_store(in, to, value_hold(v));
    return true;
}

void scope_clear(Interp *in, Scope *scope, NameId name) {
    uint32_t slot = name ? script_scope_find(scope->names, name) : UINT32_MAX;
    Value *v = slot == UINT32_MAX ? NULL : scope_slot(in, scope, slot, false);
    if (!v)
        return;
    Value old = *v;
    *v = value_none();
    machine_drop(in, old);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted anew when the first one is asked for. */
static bool sort_names(Session *s, Scope *scope) {
    s->sorted.len = 0;
    for (uint32_t k = 0; k < scope->names->slots.len; k++) {
        Value *v = scope_slot(&s->in, scope, k, false);
        if (!v || machine_behind(v)->kind == VALUE_NONE)
            continue;
        if (!vec_push(&s->in.env, &s->sorted,
                      script_name_text(&s->names, scope->names->slots.at[k].name)))
            return interp_fail_raw(&s->in);
    }
    if (s->sorted.len)
        qsort(s->sorted.at, s->sorted.len, sizeof *s->sorted.at, by_text);
    return true;
}

const char *scope_variable(Session *s, Scope *scope, uint32_t index) {
    if (index == 0 && !sort_names(s, scope))
        return NULL;
    return index < s->sorted.len ? s->sorted.at[index] : NULL;
}
