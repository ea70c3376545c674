/* Functions of the user's, whose statements stand where they are called. */
#include "front/script/loop/nest.h"

enum { MOST_VARIABLES = 40, DEEPEST = 8, MOST_CALLS = 60 };

typedef struct Argument {
    uint32_t array, handle; /* both UINT32_MAX: num */
    Num num;
} Argument;

static bool may_inline(Nest *l, const ScriptNode *node, const ScriptFunction *f, uint32_t n) {
    const char *name = script_name_text(l->offer->tree->names, f->name);
    uint32_t deep = 0;
    for (const Inlined *outer = l->inlined; outer; outer = outer->outer)
        deep++;
    if (deep >= DEEPEST || l->frames >= MOST_CALLS)
        return nest_refuse(l, node, "functions that call too many others");
    bool anonymous = f->node && f->node->kind == SN_ANONYMOUS;
    if (!f->node || f->varargin || f->varargout || f->dynamic || n > f->n_params || f->n_nested ||
        f->scope.slots.len > MOST_VARIABLES || (!anonymous && (f->n_outputs == 0 || f->parent)))
        return nest_refuse(l, node, "a call of %s", name);
    for (uint32_t k = 0; k < f->n_params; k++)
        if (f->params[k]->a)
            return nest_refuse(l, node, "%s, which has default arguments", name);
    return true;
}

static bool argument(Nest *l, const ScriptNode *node, Argument *out) {
    out->array = out->handle = UINT32_MAX;
    if (node->kind == SN_NAME && node->binding == SB_SLOT) {
        uint32_t var = nest_variable(l, node);
        if (var == UINT32_MAX)
            return false;
        if (l->flow.kinds[var] == KIND_BIT(KIND_ARRAY)) {
            out->array = l->vars[var].array;
            return true;
        }
        if (l->flow.kinds[var] == KIND_BIT(KIND_OTHER) && l->vars[var].handle != UINT32_MAX) {
            out->handle = l->vars[var].handle;
            return true;
        }
    }
    return nest_expression(l, node, &out->num);
}

/* Its variables, none of which has a value when it is called. */
static bool make_variables(Nest *l, const ScriptFunction *f, uint32_t *first) {
    *first = l->n_vars;
    for (uint32_t slot = 0; slot < f->scope.slots.len; slot++) {
        uint32_t var = nest_new_variable(l, f->scope.slots.at[slot].name, slot);
        if (var == UINT32_MAX)
            return false;
        ll_entry(&l->text, "store i8 %d, ptr %s", KIND_UNSET, l->vars[var].tag.at);
        ll_entry(&l->text, "store double 0.0, ptr %s", l->vars[var].value.at);
        ll_store(&l->text, "i8", word_int(KIND_UNSET), l->vars[var].tag);
        l->flow.kinds[var] = KIND_BIT(KIND_UNSET);
    }
    return true;
}

static void give(Nest *l, uint32_t var, const Argument *argument) {
    if (argument->handle != UINT32_MAX) {
        l->vars[var].handle = argument->handle;
        ll_store(&l->text, "i8", word_int(KIND_OTHER), l->vars[var].tag);
        l->flow.kinds[var] = KIND_BIT(KIND_OTHER);
        return;
    }
    if (argument->array == UINT32_MAX) {
        nest_write(l, var, &argument->num);
        return;
    }
    l->vars[var].array = argument->array;
    ll_store(&l->text, "i8", word_int(KIND_ARRAY), l->vars[var].tag);
    l->flow.kinds[var] = KIND_BIT(KIND_ARRAY);
}

static bool body(Nest *l, const ScriptNode *node, const ScriptFunction *f,
                 const Argument *arguments, uint32_t n, uint32_t handle, Num *outs,
                 uint32_t n_outs) {
    uint32_t first;
    if (!make_variables(l, f, &first))
        return false;
    for (uint32_t k = 0; k < n; k++)
        if (f->params[k]->kind == SN_PARAMETER)
            give(l, first + f->params[k]->slot, &arguments[k]);
    if (handle != UINT32_MAX && !nest_give_captured(l, node, handle, first))
        return false;
    if (f->node->kind == SN_ANONYMOUS)
        return nest_expression(l, f->body, outs);
    if (!nest_block(l, f->body))
        return false;
    flow_merge(&l->inlined->at_leave, &l->flow);
    if (l->flow.reached)
        ll_go(&l->text, l->inlined->leave);
    l->flow = l->inlined->at_leave;
    if (!l->flow.reached)
        return nest_refuse(l, node, "a function that does not come back");
    ll_place(&l->text, l->inlined->leave);
    for (uint32_t k = 0; k < n_outs; k++)
        if (!nest_read(l, node, first + f->outputs[k]->slot, &outs[k]))
            return false;
    return true;
}

bool nest_inlined(Nest *l, const ScriptNode *node, const ScriptFunction *function,
                  const ScriptNode *const *args, uint32_t n, uint32_t handle, Num *outs,
                  uint32_t n_outs) {
    enum { MOST_ARGUMENTS = 8 };
    Argument arguments[MOST_ARGUMENTS];
    if (n > MOST_ARGUMENTS)
        return nest_refuse(l, node, "too many arguments");
    if (!may_inline(l, node, function, n))
        return false;
    if (n_outs > function->n_outputs && function->node->kind != SN_ANONYMOUS)
        return nest_refuse(l, node, "more results than there are");
    for (uint32_t k = 0; k < n; k++)
        if (!argument(l, args[k], &arguments[k]))
            return false;
    Inlined inlined = {.function = function,
                       .frame = ++l->frames,
                       .nargin = n,
                       .nargout = n_outs,
                       .leave = ll_label(&l->text),
                       .outer_jump = l->jump,
                       .outer = l->inlined};
    l->inlined = &inlined;
    l->jump = NULL;
    bool ok = body(l, node, function, arguments, n, handle, outs, n_outs);
    l->inlined = inlined.outer;
    l->jump = inlined.outer_jump;
    return ok;
}
