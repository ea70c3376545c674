/*
 * Loops that count: for (int i = a; i < b; i++) is the IR's `for` where nothing in the body changes i or b and nothing leaves
 * the loop early. Where the number of turns is known and small, and the body reads elements by number, it is unrolled: then
 * elements are parts, which cost nothing, instead of a choice among all.
 */
#include "front/slang/lower/loop.h"

enum {
    MAX_UNROLLED = 4096, /* nodes of the tree, in all copies, of a loop nobody asked to unroll */
    MAX_UNROLLED_ASKED = 1 << 17, /* of one with [unroll] */
    MAX_TURNS = 16,     /* more are a loop: arrays that long lie in memory, tables are read */
    MAX_TURNS_LEFT = 8, /* where it can be left early: each turn is a branch then */
    MAX_TURNS_ASKED = 4096
};

static bool has(const uint32_t *list, uint32_t n, uint32_t local) {
    for (uint32_t i = 0; i < n; i++)
        if (list[i] == local)
            return true;
    return false;
}

static bool is_local(Lower *l, NodeId node, uint32_t local) {
    const Node *n = ast_node(l->ast, node);
    uint32_t len;
    if (n->kind != NODE_NAME)
        return false;
    const char *name = ast_spelling(l->ast, n->token, &len);
    StrId id = strings_find(&l->k->m->strings, name, len);
    const Local *found = id == NO_STR ? NULL : lower_find_local(l, id);
    return found && (uint32_t)(found - l->locals.at) == local;
}

static bool has_attribute(const Lower *l, NodeId node, const char *a, const char *b) {
    ListId attrs = ast_node(l->ast, node)->attrs;
    for (uint32_t i = 0; i < ast_count(l->ast, attrs); i++) {
        TokenId token = ast_node(l->ast, ast_item(l->ast, attrs, i))->token;
        if (ast_is(l->ast, token, a) || ast_is(l->ast, token, b))
            return true;
    }
    return false;
}

/* Is everything that the condition and the step read left alone by the body? */
static bool body_is_apart(Lower *l, const Loop *loop, bool *out) {
    NodeId nodes[2] = {loop->cond, loop->step};
    Uses uses;
    bool ok = uses_of(l, nodes, 2, &uses);
    *out = ok;
    for (uint32_t i = 0; ok && i < uses.mentioned.len; i++)
        *out &=
            !has(loop->body_uses.assigned.at, loop->body_uses.assigned.len, uses.mentioned.at[i]);
    uses_free(l->env->allocator, &uses);
    return ok;
}

/* ---- unrolling */

/* How many turns there are, if condition and step are known: they are evaluated turn by turn. UINT32_MAX: not known. */
static bool count_turns(Lower *l, const Loop *loop, uint32_t limit, uint32_t *out) {
    KValues before = {0};
    KValue cond, ignored;
    uint32_t turns = 0;
    TRY(locals_save(l, &before));
    uint32_t errors = l->diagnostics->errors, kept = l->diagnostics->all.len;
    bool ok = true, known = true, more = true;
    while (ok && known && more && turns <= limit) {
        ok = lower_condition(l, loop->cond, &cond);
        known = ok && cond.known;
        more = known && cond.bits.lo;
        if (more) {
            ok = lower_expr(l, loop->step, &ignored);
            turns++;
        }
    }
    locals_restore(l, &before);
    vec_free(l->env->allocator, &before);
    *out = ok && known && turns <= limit ? turns : UINT32_MAX;
    if (!ok && !lower_stuck(l)) {
        /* It will be told when the loop is lowered. */
        l->diagnostics->errors = errors;
        l->diagnostics->all.len = kept;
        ok = true;
    }
    return ok;
}

static bool one_turn(Lower *l, void *user) {
    return loop_turn_body(l, user);
}

static bool unroll_turns(Lower *l, Loop *loop, uint32_t turns) {
    KValue exited, ignored;
    for (uint32_t i = 0; i < turns; i++) {
        TRY(flow_exited(l, false, &exited));
        if (flow_known(&exited, true))
            break;
        TRY(flow_guard(l, exited, one_turn, loop));
        l->dead = false;
        TRY(lower_expr(l, loop->step, &ignored));
    }
    return true;
}

static bool unroll(Lower *l, Loop *loop, uint32_t turns) {
    uint32_t n = l->locals.len, broken = l->broken, copies = l->unrolled;
    TRY(flow_add_flag(l, "$broken", false, &l->broken));
    l->unrolled *= turns ? turns : 1;
    bool ok = unroll_turns(l, loop, turns);
    l->unrolled = copies;
    l->broken = broken;
    l->locals.len = n;
    l->dead = flow_known(&l->locals.at[l->returned].value, true);
    return ok;
}

/* The number of turns if it is to be unrolled, else UINT32_MAX. */
static bool should_unroll(Lower *l, const Loop *loop, bool apart, uint32_t *turns) {
    bool asked = has_attribute(l, loop->node, "unroll", "ForceUnroll");
    bool private;
    uint64_t room = asked ? MAX_UNROLLED_ASKED : MAX_UNROLLED;
    const Uses *body = &loop->body_uses;
    *turns = UINT32_MAX;
    TRY(loop_step_is_private(l, loop, &private));
    if (!apart || !private || has_attribute(l, loop->node, "loop", "fastopt"))
        return true;
    bool indexes = false;
    for (uint32_t k = loop->own; k < l->locals.len; k++)
        indexes |= has(body->indexing.at, body->indexing.len, k);
    if (!asked && !indexes)
        return true;
    uint32_t most = asked                           ? MAX_TURNS_ASKED
                    : body->breaks || body->returns ? MAX_TURNS_LEFT
                                                    : MAX_TURNS;
    uint64_t fit = room / ((uint64_t)l->unrolled * (body->nodes + 1));
    return count_turns(l, loop, fit < most ? (uint32_t)fit : most, turns);
}

/* ---- the IR's for */

/* i++, ++i, i += 1 */
static bool steps_by_one(Lower *l, NodeId step, uint32_t variable) {
    const Node *n = ast_node(l->ast, step);
    bool counts =
        (n->kind == NODE_POSTFIX || n->kind == NODE_UNARY) && ast_is(l->ast, n->token, "++");
    bool adds = n->kind == NODE_ASSIGN && ast_is(l->ast, n->token, "+=") &&
                ast_node(l->ast, n->word[1])->kind == NODE_NUMBER &&
                ast_is(l->ast, ast_node(l->ast, n->word[1])->token, "1");
    return (counts || adds) && is_local(l, n->word[0], variable);
}

/* The node of b in i < b or i <= b, 0 if it is neither. */
static NodeId upper_bound(Lower *l, NodeId cond, uint32_t variable, bool *inclusive) {
    const Node *n = ast_node(l->ast, cond);
    if (!cond || n->kind != NODE_BINARY)
        return 0;
    *inclusive = ast_is(l->ast, n->token, "<=") || ast_is(l->ast, n->token, ">=");
    if ((ast_is(l->ast, n->token, "<") || ast_is(l->ast, n->token, "<=")) &&
        is_local(l, n->word[0], variable))
        return n->word[1];
    if ((ast_is(l->ast, n->token, ">") || ast_is(l->ast, n->token, ">=")) &&
        is_local(l, n->word[1], variable))
        return n->word[0];
    return 0;
}

/* Does the bound depend on the variable, or change anything? */
static bool bound_is_plain(Lower *l, NodeId bound, uint32_t variable, bool *out) {
    Uses uses;
    bool ok = uses_of(l, &bound, 1, &uses);
    *out = ok && uses.assigned.len == 0 && !has(uses.mentioned.at, uses.mentioned.len, variable);
    uses_free(l->env->allocator, &uses);
    return ok;
}

static bool write_counted_turn(Lower *l, Loop *loop, uint32_t variable) {
    TRY(locals_save(l, &loop->before));
    TRY(vec_extend(l->env, &loop->changes, l->locals.len + 1));
    for (uint32_t i = 0; i < loop->body_uses.assigned.len; i++)
        loop->changes.at[loop->body_uses.assigned.at[i]] = true;
    loop->changes.at[variable] = true;
    TRY(body_begin(l, &loop->turn, &loop->before, loop->changes.at));
    bool ok = loop_turn_body(l, loop);
    TRY(body_leave(l, &loop->turn));
    locals_restore(l, &loop->before);
    return ok && loop_carries(l, loop, variable);
}

static bool write_for(Lower *l, Loop *loop, uint32_t variable, KValue end) {
    Attrs attrs = attrs_none();
    ProgId turn;
    VarId lo, hi, out;
    TRY(write_counted_turn(l, loop, variable));
    if (loop->carried.len == 0)
        return true;
    TRY(lower_var(l, &loop->before.at[variable], &lo) && lower_var(l, &end, &hi));
    TRY(vec_push(l->env, &loop->operands, lo) && vec_push(l->env, &loop->operands, hi));
    TRY(loop_inputs(l, loop, variable));
    TRY(body_finish(l, &loop->turn, "turn", loop->inputs.at, loop->inputs.len, &turn));
    attrs.word[AT_FOR_BODY] = turn;
    attrs.word[AT_FOR_CARRY] = loop->carried.len;
    /* The IR's counted loop is what this is about. */
    TRY(program_instr(l->env, l->p, OP_for, loop->operands.at, loop->operands.len, &attrs,
                      loop->carried.len, loop->types.at, flow_loc(l), &out));
    return loop_results(l, loop, out);
}

static bool lower_ir_for(Lower *l, Loop *loop, bool *done) {
    uint32_t variable = loop->own;
    bool inclusive = false, plain;
    KValue end, one;
    if (l->locals.len != loop->own + 1 || loop->body_uses.breaks || loop->body_uses.returns)
        return true;
    const Type *t = type_get(&l->k->m->types, l->locals.at[variable].value.type);
    if (t->kind != TYPE_SCALAR || !(dtype_info(t->dtype)->class & (CLASS_SIGNED | CLASS_UNSIGNED)))
        return true;
    NodeId bound = upper_bound(l, loop->cond, variable, &inclusive);
    if (!bound || !steps_by_one(l, loop->step, variable))
        return true;
    TRY(bound_is_plain(l, bound, variable, &plain));
    if (!plain)
        return true;
    TRY(lower_expr(l, bound, &end));
    if (end.type != l->locals.at[variable].value.type && !end.literal)
        return true; /* compared as another type: what is written so far goes unused */
    TRY(lower_convert(l, bound, end, l->locals.at[variable].value.type, true, &end));
    if (inclusive) {
        TRY(lower_known(l, DT_I32, (Scalar){.i = 1}, &one));
        one.literal = true;
        TRY(lower_binary(l, bound, "+", end, one, &end));
        TRY(lower_convert(l, bound, end, l->locals.at[variable].value.type, true, &end));
    }
    *done = true;
    return write_for(l, loop, variable, end);
}

bool lower_counted(Lower *l, Loop *loop, bool *done) {
    uint32_t turns;
    bool apart;
    *done = false;
    if (!loop->cond || loop->tests_late || loop->cond_uses.assigned.len)
        return true;
    TRY(body_is_apart(l, loop, &apart));
    TRY(should_unroll(l, loop, apart, &turns));
    if (turns != UINT32_MAX) {
        *done = true;
        return unroll(l, loop, turns);
    }
    return !apart || lower_ir_for(l, loop, done);
}
