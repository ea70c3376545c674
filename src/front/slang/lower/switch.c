/*
 * switch: the cases stand in a row, the one with default last, and a branch takes one half of them or the other, until one
 * is left. So many cases nest no deeper than their number has digits.
 */
#include "front/slang/lower/flow.h"

/* Those still in question. */
typedef struct Cases {
    uint32_t value; /* a local: its value is another one inside of a branch */
    const NodeId *all;
    uint32_t from, to; /* to - 1 is taken where no label fits */
} Cases;

/* v == a || v == b ... over the labels of cases from .. to-1 */
static bool is_one_of(Lower *l, const Cases *c, uint32_t from, uint32_t to, KValue *out) {
    KValue value = l->locals.at[c->value].value;
    TRY(lower_known(l, DT_BOOL, (Scalar){.u = 0}, out));
    for (uint32_t i = from; i < to; i++) {
        ListId labels = ast_node(l->ast, c->all[i])->word[0];
        for (uint32_t j = 0; j < ast_count(l->ast, labels); j++) {
            NodeId label = ast_item(l->ast, labels, j);
            KValue v, same;
            if (ast_node(l->ast, label)->kind == NODE_DEFAULT)
                continue;
            TRY(lower_expr_to(l, label, value.type, &v));
            TRY(lower_binary(l, label, "==", value, v, &same) && lower_or(l, *out, same, out));
        }
    }
    return true;
}

static bool choose(Lower *l, const Cases *c, Rest *rest);

static bool first_half(Lower *l, void *user) {
    const Cases *c = user;
    Cases half = {c->value, c->all, c->from, c->from + (c->to - c->from) / 2};
    return choose(l, &half, NULL);
}

static bool second_half(Lower *l, void *user) {
    const Cases *c = user;
    Cases half = {c->value, c->all, c->from + (c->to - c->from) / 2, c->to};
    return choose(l, &half, NULL);
}

/* The statements of a case. Where its end is reached without a break, that is only right in the last one. */
static bool run_case(Lower *l, NodeId node) {
    uint32_t scope = scope_begin(l);
    bool ok = !node || lower_list(l, ast_node(l->ast, node)->word[1], 0);
    scope_end(l, scope);
    return ok;
}

static bool choose(Lower *l, const Cases *c, Rest *rest) {
    KValue cond;
    Cases here = *c;
    if (c->to - c->from == 1)
        return run_case(l, c->all[c->from]);
    TRY(lower_enter(l, l->at));
    bool ok = is_one_of(l, c, c->from, c->from + (c->to - c->from) / 2, &cond) &&
              lower_branch(l, cond, first_half, second_half, &here, rest);
    lower_leave(l);
    return ok;
}

/* ---- checks that need no values */

/* Does the last statement of a case leave it? A block, an if with two sides, a loop without end may. */
static bool leaves(const Lower *l, NodeId node) {
    for (;;) {
        const Node *n = ast_node(l->ast, node);
        uint32_t count;
        switch ((NodeKind)n->kind) {
        case NODE_RETURN:
        case NODE_BREAK:
        case NODE_CONTINUE: return true;
        case NODE_BLOCK:
            count = ast_count(l->ast, n->word[0]);
            if (!count)
                return false;
            node = ast_item(l->ast, n->word[0], count - 1);
            continue;
        case NODE_IF:
            if (!n->word[2] || !leaves(l, n->word[1])) /* as deep as the tree, which is bounded */
                return false;
            node = n->word[2];
            continue;
        case NODE_SWITCH:
        case NODE_WHILE:
        case NODE_DO:
        case NODE_FOR: return false;
        default: return false;
        }
    }
}

static bool check_fall_through(Lower *l, NodeId node) {
    ListId cases = ast_node(l->ast, node)->word[1];
    uint32_t n = ast_count(l->ast, cases);
    for (uint32_t i = 0; i + 1 < n; i++) {
        NodeId at = ast_item(l->ast, cases, i);
        ListId statements = ast_node(l->ast, at)->word[1];
        uint32_t count = ast_count(l->ast, statements);
        if (count && leaves(l, ast_item(l->ast, statements, count - 1)))
            continue;
        lower_error(l, at, "this case runs on into the next one, which is not supported");
        lower_hint(l,
                   "end it with break, or let several labels stand before one list of statements");
        return false;
    }
    return true;
}

static bool is_real(const Lower *l, TypeId type) {
    Dtype dtype = type_dtype(&l->k->m->types, type);
    return dtype != DT_NONE && (dtype_info(dtype)->class & CLASS_FLOAT);
}

/* Each value once, each known, and one default at most. *at: the case with default, or n. */
static bool check_labels(Lower *l, NodeId node, TypeId type, uint32_t *at) {
    ListId cases = ast_node(l->ast, node)->word[1];
    VEC(int64_t) seen = {0};
    bool ok = true;
    *at = ast_count(l->ast, cases);
    for (uint32_t i = 0; ok && i < ast_count(l->ast, cases); i++) {
        ListId labels = ast_node(l->ast, ast_item(l->ast, cases, i))->word[0];
        for (uint32_t j = 0; ok && j < ast_count(l->ast, labels); j++) {
            NodeId label = ast_item(l->ast, labels, j);
            int64_t value = 0;
            if (ast_node(l->ast, label)->kind == NODE_DEFAULT) {
                if (*at != ast_count(l->ast, cases))
                    ok = lower_error(l, label, "a switch has one default at most");
                *at = i;
                continue;
            }
            KValue v;
            ok = lower_expr(l, label, &v);
            if (ok && is_real(l, v.type))
                ok = lower_error(l, label, "a case needs an integer");
            ok = ok && lower_convert(l, label, v, type, false, &v);
            if (ok && !lower_known_int(l, &v, &value))
                ok = lower_error(l, label, "a case needs a value that is known while compiling");
            for (uint32_t s = 0; ok && s < seen.len; s++)
                if (seen.at[s] == value)
                    ok =
                        lower_error(l, label, "there is a case for %lld already", (long long)value);
            ok = ok && vec_push(l->env, &seen, value);
        }
    }
    vec_free(l->env->allocator, &seen);
    return ok;
}

/* The cases in the order of `choose`. all: room for one more than there are. */
static uint32_t order_cases(const Lower *l, NodeId node, uint32_t with_default, NodeId *all) {
    ListId cases = ast_node(l->ast, node)->word[1];
    uint32_t n = 0;
    for (uint32_t i = 0; i < ast_count(l->ast, cases); i++)
        if (i != with_default)
            all[n++] = ast_item(l->ast, cases, i);
    /* Without a default nothing happens where no label fits. */
    all[n++] = with_default < ast_count(l->ast, cases) ? ast_item(l->ast, cases, with_default) : 0;
    return n;
}

static bool switch_on(Lower *l, NodeId node, KValue *value) {
    const Node *n = ast_node(l->ast, node);
    char text[TYPE_TEXT];
    TRY(lower_expr(l, n->word[0], value));
    const Type *t = type_get(&l->k->m->types, value->type);
    if (t->kind == TYPE_SCALAR &&
        dtype_info(t->dtype)->class & (CLASS_SIGNED | CLASS_UNSIGNED | CLASS_BOOL))
        return true;
    return lower_error(l, n->word[0], "a switch is over an integer or an enum, not a %s",
                       lower_show(l, value->type, text));
}

static bool run_switch(Lower *l, NodeId node, const KValue *value, NodeId *all) {
    uint32_t n_locals = l->locals.len, broken = l->broken, with_default;
    TRY(check_fall_through(l, node) && check_labels(l, node, value->type, &with_default));
    Cases c = {n_locals, all, 0, order_cases(l, node, with_default, all)};
    TRY(flow_add_flag(l, "$case", false, &c.value));
    l->locals.at[c.value].value = *value;
    TRY(flow_add_flag(l, "$broken", false, &l->broken));
    bool ok = choose(l, &c, NULL);
    /* A break ends the switch and nothing more; the other exits go on. */
    KValue exited;
    l->broken = broken;
    l->locals.len = n_locals;
    TRY(ok && flow_exited(l, true, &exited));
    l->dead = flow_known(&exited, true);
    return true;
}

bool lower_switch(Lower *l, NodeId node, Rest *rest) {
    (void)rest;
    KValue value;
    size_t room = (ast_count(l->ast, ast_node(l->ast, node)->word[1]) + 1) * sizeof(NodeId);
    TRY(switch_on(l, node, &value));
    NodeId *all = env_new(l->env, room);
    bool ok = all && run_switch(l, node, &value, all);
    env_free(l->env->allocator, all, room);
    return ok;
}
