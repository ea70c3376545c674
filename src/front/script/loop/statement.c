/* Statements. What cannot be written in code, and does not stand in every turn's way, is where the loop is left. */
#include "front/script/loop/nest.h"

/* ---- assignments */

static bool assign_to(Nest *l, const ScriptNode *target, const Num *num) {
    bool indexed = target->kind == SN_INDEX;
    const ScriptNode *name = indexed ? target->a : target;
    if (!nest_is_place(name))
        return nest_refuse(l, target, "an assignment to a %s",
                           script_node_name((ScriptNodeKind)target->kind));
    uint32_t var = nest_variable(l, name);
    if (var == UINT32_MAX)
        return false;
    if (!nest_may_write(l, target, var))
        return false;
    if (num->kinds & ~SCALAR_BITS)
        return nest_refuse(l, target, "a value that is no number");
    if (indexed)
        return nest_store_element(l, target, var, num);
    nest_write(l, var, num);
    return true;
}

/* [a, b] = f(x) of a function of the user's. */
static bool assign_several(Nest *l, const ScriptNode *node) {
    enum { MOST_RESULTS = 8 };
    Num nums[MOST_RESULTS];
    const ScriptNode *call = node->a, *name = call->kind == SN_INDEX ? call->a : call;
    const ScriptFunction *f = NULL;
    if (name->kind == SN_NAME && name->binding == SB_FUNCTION && l->offer->function_of)
        f = l->offer->function_of(l->offer->user, name->name);
    /* Nothing may be left when something has been assigned: elements are looked at first. */
    for (uint32_t k = 1; k < node->n_items; k++)
        if (node->items[k]->kind != SN_NAME && node->items[k]->kind != SN_IGNORED)
            return nest_refuse(l, node, "an assignment to several elements");
    if (!f || node->n_items > MOST_RESULTS || !nest_watch(l, name->name, f))
        return nest_refuse(l, node, "an assignment to several variables");
    bool arguments = call->kind == SN_INDEX;
    if (!nest_inlined(l, call, f, arguments ? (const ScriptNode *const *)call->items : NULL,
                      arguments ? call->n_items : 0, UINT32_MAX, nums, node->n_items))
        return false;
    for (uint32_t k = 0; k < node->n_items; k++)
        if (node->items[k]->kind != SN_IGNORED && !assign_to(l, node->items[k], &nums[k]))
            return false;
    return true;
}

static bool assign(Nest *l, const ScriptNode *node) {
    Num num;
    if (node->n_items != 1)
        return assign_several(l, node);
    return nest_expression(l, node->a, &num) && assign_to(l, node->items[0], &num);
}

static bool update(Nest *l, const ScriptNode *node) {
    Num old, by = num_constant(1), num;
    if (!nest_expression(l, node->a, &old) || (node->b && !nest_expression(l, node->b, &by)))
        return false;
    return num_binary(l, node, (ScriptOp)node->op, &old, &by, &num) && assign_to(l, node->a, &num);
}

static bool evaluate(Nest *l, const ScriptNode *node) {
    if (node->flags & SF_PRINT)
        return nest_refuse(l, node, "a statement that prints");
    if (node->a->kind == SN_ASSIGN || node->a->kind == SN_UPDATE) {
        bool ok = node->a->kind == SN_ASSIGN ? assign(l, node->a) : update(l, node->a);
        nest_drawn_is_kept(l);
        return ok;
    }
    return nest_refuse(l, node, "a statement that is no assignment");
}

/* ---- branches */

static bool in_branch(Nest *l, const ScriptNode *block, Label after, Flow *end) {
    l->conditional++;
    bool ok = !block || nest_block(l, block);
    l->conditional--;
    if (!ok)
        return false;
    flow_merge(end, &l->flow);
    if (l->flow.reached)
        ll_go(&l->text, after);
    return true;
}

static bool finish(Nest *l, Label after, const Flow *end) {
    l->flow = *end;
    if (end->reached)
        ll_place(&l->text, after);
    return true;
}

static bool if_(Nest *l, const ScriptNode *node) {
    Text *text = &l->text;
    Label after = ll_label(text);
    Flow end = {.reached = false}, otherwise;
    for (uint32_t k = 0; k < node->n_items; k++) {
        const ScriptNode *clause = node->items[k];
        Label yes = ll_label(text), no = ll_label(text);
        if (!nest_branch(l, clause->a, yes, no, &otherwise))
            return false;
        bool drew = l->drew;
        ll_place(text, yes);
        nest_drawn_is_kept(l);
        if (!in_branch(l, clause->b, after, &end))
            return false;
        l->drew = drew;
        ll_place(text, no);
        l->flow = otherwise;
    }
    nest_drawn_is_kept(l);
    return in_branch(l, node->c, after, &end) && finish(l, after, &end);
}

static bool matches_one(Nest *l, const ScriptNode *label, const Num *value, Word *out) {
    Num other, same;
    if (!nest_expression(l, label, &other))
        return false;
    if ((other.kinds | value->kinds) & CLASS_BIT(CLASS_CHAR))
        return nest_refuse(l, label, "a case of text");
    if (!num_binary(l, label, SO_EQUAL, value, &other, &same))
        return false;
    if (word_is_none(*out))
        *out = same.test;
    else
        *out = ll_make(&l->text, "or i1 %s, %s", out->at, same.test.at);
    return true;
}

static bool matches(Nest *l, const ScriptNode *label, const Num *value, Word *out) {
    *out = word_none();
    if (label->kind != SN_CELL)
        return matches_one(l, label, value, out);
    for (uint32_t r = 0; r < label->n_items; r++)
        for (uint32_t k = 0; k < label->items[r]->n_items; k++)
            if (!matches_one(l, label->items[r]->items[k], value, out))
                return false;
    if (word_is_none(*out))
        *out = word_of("false");
    return true;
}

static bool switch_(Nest *l, const ScriptNode *node) {
    Text *text = &l->text;
    Label after = ll_label(text);
    Flow end = {.reached = false};
    Num value;
    if (!nest_expression(l, node->a, &value))
        return false;
    if (value.kinds & ~SCALAR_BITS)
        return nest_refuse(l, node, "a switch of what is no number");
    for (uint32_t k = 0; k < node->n_items; k++) {
        Label yes = ll_label(text), no = ll_label(text);
        Word test;
        if (!matches(l, node->items[k]->a, &value, &test))
            return false;
        ll_fork(text, test, yes, no);
        Flow otherwise = l->flow;
        bool drew = l->drew;
        ll_place(text, yes);
        nest_drawn_is_kept(l);
        if (!in_branch(l, node->items[k]->b, after, &end))
            return false;
        l->drew = drew;
        ll_place(text, no);
        l->flow = otherwise;
    }
    nest_drawn_is_kept(l);
    return in_branch(l, node->c, after, &end) && finish(l, after, &end);
}

/* ---- jumps */

static bool jump(Nest *l, const ScriptNode *node) {
    bool out = node->kind == SN_BREAK;
    if (!l->jump)
        return nest_refuse(l, node, "a %s without a loop", out ? "break" : "continue");
    flow_merge(out ? &l->jump->at_after : &l->jump->at_next, &l->flow);
    ll_go(&l->text, out ? l->jump->after : l->jump->next);
    l->flow.reached = false;
    return true;
}

static bool return_(Nest *l, const ScriptNode *node) {
    if (!l->inlined)
        return nest_refuse(l, node, "a return");
    flow_merge(&l->inlined->at_leave, &l->flow);
    ll_go(&l->text, l->inlined->leave);
    l->flow.reached = false;
    return true;
}

/* ---- any */

static bool any(Nest *l, const ScriptNode *node) {
    switch ((ScriptNodeKind)node->kind) {
    case SN_BLOCK: return nest_block(l, node);
    case SN_EVALUATE: return evaluate(l, node);
    case SN_IF: return if_(l, node);
    case SN_SWITCH: return switch_(l, node);
    case SN_FOR: return nest_for(l, node, false);
    case SN_WHILE: return nest_while(l, node);
    case SN_DO_UNTIL: return nest_until(l, node);
    case SN_BREAK:
    case SN_CONTINUE: return jump(l, node);
    case SN_RETURN: return return_(l, node);
    default: return nest_refuse(l, node, "a %s", script_node_name((ScriptNodeKind)node->kind));
    }
}

static void note_leaving(Nest *l) {
    LoopCode *code = l->code;
    if (code->leaves[0] == '\0') {
        memcpy(code->leaves, code->why, sizeof code->leaves);
        code->leaves_line = code->why_line;
    }
    code->why[0] = '\0';
}

static bool statement(Nest *l, const ScriptNode *node) {
    uint32_t point = l->point, active = l->n_active, conditional = l->conditional, depth = l->depth;
    Jump *jumps = l->jump;
    Inlined *inlined = l->inlined;
    if (!inlined)
        l->point = nest_point(l, LOOP_AT_STATEMENT, node);
    if (l->point == UINT32_MAX || depth >= LOOP_NESTED)
        return nest_refuse(l, node, "a loop of too many statements");
    size_t len = l->text.body.len;
    bool open = l->text.open;
    l->depth++;
    bool ok = any(l, node);
    l->depth = depth;
    if (!ok && conditional > 0 && !l->no_memory && str_ok(&l->text.body)) {
        l->text.body.len = len; /* as if nothing of it had been written */
        l->text.body.data[len] = '\0';
        l->text.open = open;
        l->n_active = active;
        l->conditional = conditional;
        l->jump = jumps;
        l->inlined = inlined;
        note_leaving(l);
        nest_leave(l);
        l->flow.reached = false;
        ok = true;
    }
    l->point = point;
    return ok;
}

bool nest_block(Nest *l, const ScriptNode *block) {
    for (uint32_t k = 0; k < block->n_items && l->flow.reached; k++)
        if (!statement(l, block->items[k]))
            return false;
    return true;
}
