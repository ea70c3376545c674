/* Statements: blocks, declarations, if, return, break and continue. */
#include "front/slang/lower/flow.h"

Loc flow_loc(const Lower *l) {
    Loc loc = {0};
    if (l->at)
        source_place(l->ast->source, l->ast->tokens.at[ast_node(l->ast, l->at)->token].start,
                     &loc.line, &loc.column);
    return loc;
}

/* ---- flags */

static bool bool_type(Lower *l, TypeId *out) {
    return type_scalar(l->env, &l->k->m->types, DT_BOOL, out);
}

static bool known_bool(Lower *l, bool value, KValue *out) {
    return lower_known(l, DT_BOOL, (Scalar){.u = value}, out);
}

bool flow_known(const KValue *v, bool value) {
    return v->known && (v->bits.lo != 0) == value;
}

bool flow_add_flag(Lower *l, const char *name, bool value, uint32_t *out) {
    StrId id;
    KValue v;
    TRY(strings_add(l->env, &l->k->m->strings, name, strlen(name), &id) &&
        known_bool(l, value, &v));
    *out = l->locals.len;
    return lower_add_local(l, id, v, true);
}

bool lower_not(Lower *l, KValue x, KValue *out) {
    if (x.known)
        return known_bool(l, x.bits.lo == 0, out);
    return lower_op(l, OP_not, &x, 1, NULL, x.type, out); /* of a flag */
}

bool lower_or(Lower *l, KValue x, KValue y, KValue *out) {
    if (x.known || y.known) {
        const KValue *known = x.known ? &x : &y;
        *out = known->bits.lo ? *known : x.known ? y : x;
        return true;
    }
    KValue in[2] = {x, y};
    return lower_op(l, OP_or, in, 2, NULL, x.type, out); /* of flags */
}

bool lower_and(Lower *l, KValue x, KValue y, KValue *out) {
    if (x.known || y.known) {
        const KValue *known = x.known ? &x : &y;
        *out = !known->bits.lo ? *known : x.known ? y : x;
        return true;
    }
    KValue in[2] = {x, y};
    return lower_op(l, OP_and, in, 2, NULL, x.type, out); /* of flags */
}

bool flow_exited(Lower *l, bool with_continue, KValue *out) {
    uint32_t flags[3] = {l->returned, l->broken, with_continue ? l->continued : NO_LOCAL};
    TRY(known_bool(l, false, out));
    for (int i = 0; i < 3; i++)
        if (flags[i] != NO_LOCAL)
            TRY(lower_or(l, *out, l->locals.at[flags[i]].value, out));
    return true;
}

static bool raise_flag(Lower *l, uint32_t flag) {
    l->dead = true;
    return known_bool(l, true, &l->locals.at[flag].value);
}

/* ---- branches */

bool lower_condition(Lower *l, NodeId node, KValue *out) {
    TypeId type;
    TRY(bool_type(l, &type) && lower_expr(l, node, out));
    return out->type == type || lower_convert(l, node, *out, type, false, out);
}

static bool rest_of_list(Lower *l, void *user) {
    const Rest *rest = user;
    return lower_list(l, rest->list, rest->from);
}

/* What follows, in a side of a branch that may have exited in part. */
static bool go_on(Lower *l, Rest *rest) {
    KValue exited;
    return flow_exited(l, true, &exited) && flow_guard(l, exited, rest_of_list, rest);
}

static bool sides(Lower *l, KValue cond, const KValues *before, BranchFn *then_fn,
                  BranchFn *other_fn, void *user, Rest *rest, Body *then, Body *other) {
    TRY(body_begin(l, then, before, NULL));
    bool ok = then_fn(l, user);
    TRY(body_leave(l, then));
    TRY(ok || !lower_stuck(l));
    TRY(body_begin(l, other, before, NULL));
    ok &= !other_fn || other_fn(l, user);
    /* Where one side has exited the other one goes on with what follows. */
    if (ok && rest && then->dead && !l->dead) {
        rest->taken = true;
        ok = go_on(l, rest);
    }
    TRY(body_leave(l, other));
    if (ok && rest && other->dead && !then->dead && !rest->taken) {
        rest->taken = true;
        body_resume(l, then);
        ok = go_on(l, rest);
        TRY(body_leave(l, then));
    }
    return ok && branch_join(l, cond, before, then, other);
}

bool lower_branch(Lower *l, KValue cond, BranchFn *then, BranchFn *other, void *user, Rest *rest) {
    if (cond.known) {
        BranchFn *taken = cond.bits.lo ? then : other;
        return !taken || taken(l, user);
    }
    KValues before = {0};
    Body a = {0}, b = {0};
    bool ok = locals_save(l, &before);
    if (ok) {
        ok = sides(l, cond, &before, then, other, user, rest, &a, &b);
        body_free(l, &b);
        body_free(l, &a);
        if (!ok)
            locals_restore(l, &before);
    }
    vec_free(l->env->allocator, &before);
    return ok;
}

static bool then_of(Lower *l, void *user) {
    return lower_scoped(l, ast_node(l->ast, *(NodeId *)user)->word[1]);
}

static bool else_of(Lower *l, void *user) {
    NodeId other = ast_node(l->ast, *(NodeId *)user)->word[2];
    return !other || lower_scoped(l, other);
}

static bool lower_if(Lower *l, NodeId node, Rest *rest) {
    KValue cond;
    bool ok = lower_condition(l, ast_node(l->ast, node)->word[0], &cond);
    if (ok)
        return lower_branch(l, cond, then_of, else_of, &node, rest);
    TRY(!lower_stuck(l));
    /* Both sides may have errors of their own. */
    then_of(l, &node);
    TRY(!lower_stuck(l));
    else_of(l, &node);
    l->dead = false;
    return false;
}

/* ---- lists of statements */

typedef struct Guarded {
    BranchFn *fn;
    void *user;
} Guarded;

bool flow_lower_flags(Lower *l) {
    uint32_t flags[3] = {l->returned, l->broken, l->continued};
    for (int i = 0; i < 3; i++)
        if (flags[i] != NO_LOCAL)
            TRY(known_bool(l, false, &l->locals.at[flags[i]].value));
    return true;
}

static bool with_flags_down(Lower *l, void *user) {
    const Guarded *g = user;
    return flow_lower_flags(l) && g->fn(l, g->user);
}

/* Nothing happens where a flag is up; if there is only one, it is that. */
static bool nothing_more(Lower *l, void *user) {
    (void)user;
    uint32_t flags[3] = {l->returned, l->broken, l->continued}, up = NO_LOCAL, n = 0;
    for (int i = 0; i < 3; i++)
        if (flags[i] != NO_LOCAL && !flow_known(&l->locals.at[flags[i]].value, false)) {
            up = flags[i];
            n++;
        }
    if (n == 1)
        TRY(known_bool(l, true, &l->locals.at[up].value));
    l->dead = true;
    return true;
}

bool flow_guard(Lower *l, KValue exited, BranchFn *fn, void *user) {
    Guarded g = {fn, user};
    KValue go;
    if (exited.known)
        return exited.bits.lo || fn(l, user);
    TRY(lower_not(l, exited, &go));
    return lower_branch(l, go, with_flags_down, nothing_more, &g, NULL);
}

/* For its errors only: what comes right behind a return, break or continue. */
static bool lower_unreached(Lower *l, ListId list, uint32_t from) {
    KValues before = {0};
    Body b = {0};
    bool ok = locals_save(l, &before);
    if (ok) {
        ok = body_begin(l, &b, &before, NULL);
        ok = ok && flow_lower_flags(l) && lower_list(l, list, from);
        body_free(l, &b);
        locals_restore(l, &before);
        l->dead = true;
    }
    vec_free(l->env->allocator, &before);
    return ok;
}

static bool is_exit(const Lower *l, NodeId node) {
    NodeKind kind = ast_node(l->ast, node)->kind;
    return kind == NODE_RETURN || kind == NODE_BREAK || kind == NODE_CONTINUE;
}

bool lower_list(Lower *l, ListId list, uint32_t from) {
    uint32_t n = ast_count(l->ast, list);
    bool ok = true;
    for (uint32_t i = from; i < n; i++) {
        NodeId node = ast_item(l->ast, list, i);
        NodeKind kind = ast_node(l->ast, node)->kind;
        bool branches = kind == NODE_IF || kind == NODE_SWITCH;
        Rest rest = {list, i + 1, i + 1 == n};
        bool last = rest.taken, good;
        TRY(lower_enter(l, node));
        l->at = node;
        if (kind == NODE_IF)
            good = lower_if(l, node, last ? NULL : &rest);
        else if (kind == NODE_SWITCH)
            good = lower_switch(l, node, last ? NULL : &rest);
        else
            good = lower_statement(l, node);
        lower_leave(l);
        ok &= good;
        TRY(good || !lower_stuck(l));
        if (last || (branches && rest.taken))
            return ok;
        if (l->dead)
            return ok & (!is_exit(l, node) || lower_unreached(l, list, i + 1));
        KValue exited;
        TRY(flow_exited(l, true, &exited));
        if (!exited.known) {
            TRY(lower_enter(l, node));
            good = flow_guard(l, exited, rest_of_list, &rest);
            lower_leave(l);
            return ok & good;
        }
    }
    return ok;
}

bool lower_scoped(Lower *l, NodeId statement) {
    uint32_t scope = scope_begin(l);
    bool ok = lower_statement(l, statement);
    scope_end(l, scope);
    return ok;
}

/* ---- declarations */

static bool name_of(Lower *l, const Node *node, StrId *out) {
    uint32_t len;
    const char *text = ast_spelling(l->ast, node->token, &len);
    return strings_add(l->env, &l->k->m->strings, text, len, out);
}

/* Things that Slang refuses, and that would be mistakes. */
static bool check_declaration(Lower *l, NodeId node, StrId name) {
    const Node *v = ast_node(l->ast, node);
    if ((v->flags & NF_STATIC) && !(v->flags & NF_CONST))
        return lower_error(l, node, "a static variable that is not const is not supported");
    for (uint32_t k = l->scope; k < l->locals.len; k++)
        if (l->locals.at[k].name == name)
            return lower_error(l, node, "%s is declared in this scope already",
                               strings_get(&l->k->m->strings, name));
    return true;
}

/* Where its value has an error the variable is there all the same, so that no more is said about it. */
static bool declare_variable(Lower *l, NodeId node) {
    const Node *v = ast_node(l->ast, node);
    KValue value = {.type = NO_TYPE, .var = NO_VAR};
    StrId name;
    TRY(name_of(l, v, &name));
    bool ok = check_declaration(l, node, name) && lower_variable(l, node, &value);
    TRY(ok || !lower_stuck(l));
    if (!ok)
        value = (KValue){.type = NO_TYPE, .var = NO_VAR};
    value.literal = false;
    return lower_add_local(l, name, value, v->flags & (NF_CONST | NF_LET)) && ok;
}

static bool lower_declarations(Lower *l, NodeId node) {
    ListId list = ast_node(l->ast, node)->word[0];
    bool ok = true;
    for (uint32_t i = 0; i < ast_count(l->ast, list); i++) {
        ok &= lower_statement(l, ast_item(l->ast, list, i));
        TRY(ok || !lower_stuck(l));
    }
    return ok;
}

/* ---- exits */

static bool lower_return(Lower *l, NodeId node) {
    NodeId value = ast_node(l->ast, node)->word[0];
    char type[TYPE_TEXT];
    if (value && l->result == NO_TYPE)
        return lower_error(l, value, "this function gives nothing, so there is nothing to return");
    if (!value && l->result != NO_TYPE)
        return lower_error(l, node, "this function gives a %s: the return needs a value",
                           lower_show(l, l->result, type));
    if (value) {
        KValue v;
        TRY(lower_expr_to(l, value, l->result, &v));
        v.literal = false;
        l->locals.at[l->result_local].value = v;
    }
    return raise_flag(l, l->returned);
}

static bool lower_exit(Lower *l, NodeId node) {
    bool is_break = ast_node(l->ast, node)->kind == NODE_BREAK;
    uint32_t flag = is_break ? l->broken : l->continued;
    if (flag == NO_LOCAL)
        return lower_error(l, node,
                           is_break ? "a break outside of a loop or switch"
                                    : "a continue outside of a loop");
    return raise_flag(l, flag);
}

static bool lower_block(Lower *l, NodeId node) {
    uint32_t scope = scope_begin(l);
    bool ok = lower_list(l, ast_node(l->ast, node)->word[0], 0);
    scope_end(l, scope);
    return ok;
}

static bool one_statement(Lower *l, NodeId node) {
    const Node *s = ast_node(l->ast, node);
    KValue ignored;
    switch ((NodeKind)s->kind) {
    case NODE_BLOCK: return lower_block(l, node);
    case NODE_DECLARATIONS: return lower_declarations(l, node);
    case NODE_VARIABLE: return declare_variable(l, node);
    case NODE_EXPRESSION: return lower_expr(l, s->word[0], &ignored);
    case NODE_IF: return lower_if(l, node, NULL);
    case NODE_FOR: return lower_for(l, node);
    case NODE_WHILE: return lower_while(l, node);
    case NODE_DO: return lower_do(l, node);
    case NODE_SWITCH: return lower_switch(l, node, NULL);
    case NODE_BREAK:
    case NODE_CONTINUE: return lower_exit(l, node);
    case NODE_RETURN: return lower_return(l, node);
    case NODE_EMPTY:
    case NODE_TYPE_ALIAS: return true;
    case NODE_ERROR: return false;
    default:
        return lower_error(l, node, "%s inside a function is not supported",
                           node_kind_name((NodeKind)s->kind));
    }
}

bool lower_statement(Lower *l, NodeId node) {
    TRY(lower_enter(l, node));
    NodeId at = l->at;
    l->at = node;
    bool ok = one_statement(l, node);
    l->at = at;
    lower_leave(l);
    return ok;
}

bool lower_body(Lower *l, NodeId block) {
    KValue result;
    StrId name;
    l->returned = l->result_local = l->broken = l->continued = NO_LOCAL;
    l->unrolled = 1;
    l->nesting = 0;
    l->scope = l->locals.len;
    l->dead = false;
    TRY(flow_add_flag(l, "$returned", false, &l->returned));
    if (l->result != NO_TYPE) {
        TRY(lower_zero(l, l->result, &result));
        TRY(strings_add(l->env, &l->k->m->strings, "$result", 7, &name));
        l->result_local = l->locals.len;
        TRY(lower_add_local(l, name, result, true));
    }
    TRY(lower_scoped(l, block));
    if (l->result != NO_TYPE && !flow_known(&l->locals.at[l->returned].value, true)) {
        char type[TYPE_TEXT];
        lower_error(l, block,
                    "the function gives a %s, but not every way through it ends in a return",
                    lower_show(l, l->result, type));
        lower_hint(l, "add a return at the end");
        return false;
    }
    return true;
}
