/* Expressions of scalars. */
#include <string.h>

#include "front/script/loop/nest.h"

/* A name that is no variable here, and everything that is called. */
static bool call_of(Nest *l, const ScriptNode *node, NameId name, const ScriptNode *const *args,
                    uint32_t n, Num *out) {
    const char *text = script_name_text(l->offer->tree->names, name);
    bool done, arguments = strcmp(text, "nargin") == 0;
    if (l->inlined && n == 0 && (arguments || strcmp(text, "nargout") == 0)) {
        *out = num_constant(arguments ? l->inlined->nargin : l->inlined->nargout);
        return true;
    }
    if (!nest_array_fact(l, node, text, args, n, &done, out))
        return false;
    if (done)
        return true;
    const ScriptFunction *function =
        l->offer->function_of ? l->offer->function_of(l->offer->user, name) : NULL;
    if (!nest_watch(l, name, function))
        return nest_refuse(l, node, "more functions than are compiled");
    return function ? nest_inlined(l, node, function, args, n, UINT32_MAX, out, 1)
                    : nest_builtin(l, node, text, args, n, out);
}

static bool name(Nest *l, const ScriptNode *node, Num *out) {
    if (node->binding == SB_SLOT) {
        uint32_t var = nest_variable(l, node);
        if (var == UINT32_MAX)
            return false;
        if (nest_is_variable(l, var))
            return nest_read(l, node, var, out);
    }
    return call_of(l, node, node->name, NULL, 0, out);
}

static bool field(Nest *l, const ScriptNode *node, Num *out) {
    uint32_t var = nest_variable(l, node);
    return var != UINT32_MAX && nest_read(l, node, var, out);
}

static bool index_(Nest *l, const ScriptNode *node, Num *out) {
    const ScriptNode *of = node->a;
    if (of->kind != SN_NAME && !nest_is_place(of))
        return nest_refuse(l, node, "an element of what is computed");
    if (of->kind == SN_FIELD || of->binding == SB_SLOT) {
        uint32_t var = nest_variable(l, of);
        if (var == UINT32_MAX)
            return false;
        if (nest_is_variable(l, var)) {
            uint32_t handle = l->vars[var].handle;
            if (handle != UINT32_MAX && l->flow.kinds[var] == KIND_BIT(KIND_OTHER))
                return nest_handle_called(l, node, handle, (const ScriptNode *const *)node->items,
                                          node->n_items, out);
            return nest_element(l, node, var, out);
        }
        if (of->kind == SN_FIELD)
            return nest_refuse(l, node, "a field that is not there");
    }
    return call_of(l, node, of->name, (const ScriptNode *const *)node->items, node->n_items, out);
}

static bool end_(Nest *l, const ScriptNode *node, Num *out) {
    if (!node->target || !nest_is_place(node->target->a))
        return nest_refuse(l, node, "an end that is not of a variable");
    uint32_t var = nest_variable(l, node->target->a);
    if (var == UINT32_MAX)
        return false;
    if (!nest_is_variable(l, var))
        return nest_refuse(l, node, "an end that is not of a variable");
    return nest_extent(l, node, var, node->position, node->target->n_items, out);
}

static bool number(Nest *l, const ScriptNode *node, Num *out) {
    if (node->flags & SF_IMAGINARY)
        return nest_refuse(l, node, "a complex number");
    if (node->number_class != NUMBER_DOUBLE)
        return nest_refuse(l, node, "an integer in other digits");
    *out = num_constant(node->number);
    return true;
}

/* & or | in a condition, which Octave takes for && and ||, and warns where the first side decides: the interpreter does that. */
static bool warning_value(Nest *l, const ScriptNode *node, Num *out) {
    Word first, second;
    if (!nest_condition(l, node->a, &first))
        return false;
    if (node->op == SO_OR)
        first = ll_make(&l->text, "xor i1 %s, true", first.at);
    nest_guard(l, first);
    if (!nest_condition(l, node->b, &second))
        return false;
    *out = num_test(second);
    return true;
}

static bool is_lazy(const ScriptNode *node) {
    return node->kind == SN_BINARY && (node->op == SO_AND_ALSO || node->op == SO_OR_ELSE);
}

static bool lazy_value(Nest *l, const ScriptNode *node, Num *out) {
    Text *text = &l->text;
    Label yes = ll_label(text), no = ll_label(text), after = ll_label(text);
    Word slot = ll_slot(text, "i1");
    Flow other;
    if (!nest_branch(l, node, yes, no, &other))
        return false;
    ll_place(text, yes);
    ll_store(text, "i1", word_of("true"), slot);
    ll_go(text, after);
    ll_place(text, no);
    ll_store(text, "i1", word_of("false"), slot);
    ll_place(text, after);
    flow_merge(&l->flow, &other);
    *out = num_test(ll_load(text, "i1", slot));
    return true;
}

static bool binary(Nest *l, const ScriptNode *node, Num *out) {
    Num a, b;
    if (is_lazy(node))
        return lazy_value(l, node, out);
    if (node->flags & SF_SHORT_CIRCUIT && (node->op == SO_AND || node->op == SO_OR))
        return warning_value(l, node, out);
    return nest_expression(l, node->a, &a) && nest_expression(l, node->b, &b) &&
           num_binary(l, node, (ScriptOp)node->op, &a, &b, out);
}

static bool one_character(Nest *l, const ScriptNode *node, Num *out) {
    if (node->len != 1)
        return nest_refuse(l, node, "text");
    *out = num_class(word_double((unsigned char)node->text[0]), CLASS_CHAR);
    return true;
}

static bool expression(Nest *l, const ScriptNode *node, Num *out) {
    Num a;
    switch ((ScriptNodeKind)node->kind) {
    case SN_NUMBER: return number(l, node, out);
    case SN_TEXT: return one_character(l, node, out);
    case SN_NAME: return name(l, node, out);
    case SN_FIELD: return field(l, node, out);
    case SN_END: return end_(l, node, out);
    case SN_INDEX: return index_(l, node, out);
    case SN_BINARY: return binary(l, node, out);
    case SN_UNARY:
        return nest_expression(l, node->a, &a) && num_unary(l, node, (ScriptOp)node->op, &a, out);
    case SN_POSTFIX: /* of a scalar it is the scalar */ return nest_expression(l, node->a, out);
    default: return nest_refuse(l, node, "a %s", script_node_name((ScriptNodeKind)node->kind));
    }
}

bool nest_expression(Nest *l, const ScriptNode *node, Num *out) {
    if (l->depth >= LOOP_NESTED)
        return nest_refuse(l, node, "an expression that is too deep");
    l->depth++;
    bool ok = expression(l, node, out);
    l->depth--;
    return ok;
}

bool nest_condition(Nest *l, const ScriptNode *node, Word *out) {
    Num num;
    return nest_expression(l, node, &num) && num_truth(l, node, &num, out);
}

static bool branch(Nest *l, const ScriptNode *node, Label yes, Label no, Flow *no_flow) {
    if (node->kind == SN_UNARY && node->op == SO_NOT) {
        Flow yes_flow;
        if (!nest_branch(l, node->a, no, yes, &yes_flow))
            return false;
        *no_flow = l->flow;
        l->flow = yes_flow;
        return true;
    }
    if (!is_lazy(node)) {
        Word test;
        if (!nest_condition(l, node, &test))
            return false;
        *no_flow = l->flow;
        ll_fork(&l->text, test, yes, no);
        return true;
    }
    Label second = ll_label(&l->text);
    bool both = node->op == SO_AND_ALSO;
    Flow first;
    if (!nest_branch(l, node->a, both ? second : yes, both ? no : second, &first))
        return false;
    if (!both) { /* the second is asked where the first is not so */
        Flow so = l->flow;
        l->flow = first;
        first = so;
    }
    ll_place(&l->text, second);
    if (!nest_branch(l, node->b, yes, no, no_flow))
        return false;
    flow_merge(both ? no_flow : &l->flow, &first);
    return true;
}

bool nest_branch(Nest *l, const ScriptNode *node, Label yes, Label no, Flow *no_flow) {
    if (l->depth >= LOOP_NESTED)
        return nest_refuse(l, node, "a condition that is too deep");
    l->depth++;
    bool ok = branch(l, node, yes, no, no_flow);
    l->depth--;
    return ok;
}
