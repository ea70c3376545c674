/*
 * Loops. A counted loop becomes the IR's `for`, a short one over the elements of something is unrolled, all others become
 * `while`. What a turn changes is carried, nothing else.
 */
#include "front/slang/lower/loop.h"

void loop_free(Lower *l, Loop *loop) {
    const frit_allocator *a = l->env->allocator;
    body_free(l, &loop->test);
    body_free(l, &loop->turn);
    uses_free(a, &loop->uses);
    uses_free(a, &loop->body_uses);
    uses_free(a, &loop->cond_uses);
    vec_free(a, &loop->changes);
    vec_free(a, &loop->before);
    vec_free(a, &loop->carried);
    vec_free(a, &loop->inputs);
    vec_free(a, &loop->operands);
    vec_free(a, &loop->types);
    vec_free(a, &loop->used);
}

static bool find_uses(Lower *l, Loop *loop) {
    NodeId nodes[3] = {loop->cond, loop->step, loop->body};
    return uses_of(l, nodes, 3, &loop->uses) && uses_of(l, nodes, 1, &loop->cond_uses) &&
           uses_of(l, nodes + 2, 1, &loop->body_uses);
}

/* ---- one turn */

static bool step_of(Lower *l, void *user) {
    const Loop *loop = user;
    KValue ignored;
    return lower_expr(l, loop->step, &ignored);
}

static bool test_again(Lower *l, void *user) {
    const Loop *loop = user;
    KValue v;
    TRY(lower_condition(l, loop->cond, &v));
    l->locals.at[loop->go].value = v;
    return true;
}

static bool test_no_more(Lower *l, void *user) {
    const Loop *loop = user;
    return lower_known(l, DT_BOOL, (Scalar){.u = 0}, &l->locals.at[loop->go].value);
}

bool loop_step_is_private(Lower *l, const Loop *loop, bool *out) {
    Uses uses;
    bool ok = uses_of(l, &loop->step, 1, &uses);
    *out = ok;
    for (uint32_t i = 0; ok && i < uses.assigned.len; i++)
        *out &= uses.assigned.at[i] >= loop->own;
    uses_free(l->env->allocator, &uses);
    return ok;
}

/* The statements of the lead that are not tests, which have been made, then the others. */
static bool body_without_lead(Lower *l, const Loop *loop) {
    ListId list = ast_node(l->ast, loop->body)->word[0];
    for (uint32_t i = 0; i < loop->lead; i++) {
        NodeId node = ast_item(l->ast, list, i);
        if (ast_node(l->ast, node)->kind != NODE_IF)
            TRY(lower_statement(l, node));
    }
    return lower_list(l, list, loop->lead);
}

bool loop_turn_body(Lower *l, const Loop *loop) {
    uint32_t scope = scope_begin(l), continued = l->continued;
    TRY(flow_add_flag(l, "$continued", false, &l->continued));
    bool ok = loop->lead ? body_without_lead(l, loop) : lower_scoped(l, loop->body);
    l->continued = continued;
    scope_end(l, scope);
    l->dead = false;
    return ok;
}

/* Body, step, and the test where that comes at the end. */
static bool whole_turn(Lower *l, Loop *loop) {
    KValue exited, go;
    bool private = false;
    TRY(loop_turn_body(l, loop));
    TRY(flow_exited(l, false, &exited) && lower_not(l, exited, &go));
    if (loop->step && !flow_known(&go, false)) {
        TRY(loop_step_is_private(l, loop, &private));
        TRY(private || go.known ? step_of(l, loop)
                                : lower_branch(l, go, step_of, NULL, loop, NULL));
    }
    return loop->go == NO_LOCAL || lower_branch(l, go, test_again, test_no_more, loop, NULL);
}

/* ---- the loop as instructions */

static bool find_changes(Lower *l, Loop *loop) {
    TRY(vec_extend(l->env, &loop->changes, l->locals.len + 1));
    bool *changes = loop->changes.at;
    for (uint32_t i = 0; i < loop->uses.assigned.len; i++)
        changes[loop->uses.assigned.at[i]] = true;
    if (loop->uses.returns) {
        changes[l->returned] = true;
        if (l->result_local != NO_LOCAL)
            changes[l->result_local] = true;
    }
    changes[l->broken] = loop->uses.breaks;
    if (loop->go != NO_LOCAL)
        changes[loop->go] = true;
    return true;
}

bool loop_carries(Lower *l, Loop *loop, uint32_t variable) {
    for (uint32_t k = 0; k < loop->before.len; k++) {
        loop->changes.at[k] &= k != variable && !body_keeps(&loop->turn, &loop->before, k);
        if (loop->changes.at[k])
            TRY(vec_push(l->env, &loop->carried, k));
    }
    return body_outputs(l, &loop->turn, loop->carried.at, loop->carried.len);
}

/* Writes a turn, and finds out what it really changes: that is carried. */
static bool write_turn(Lower *l, Loop *loop, bool *ok) {
    TRY(locals_save(l, &loop->before) && find_changes(l, loop));
    TRY(body_begin(l, &loop->turn, &loop->before, loop->changes.at));
    TRY(flow_lower_flags(l)); /* else the turn would not be taken */
    *ok = whole_turn(l, loop);
    TRY(body_leave(l, &loop->turn));
    locals_restore(l, &loop->before);
    TRY(*ok);
    return loop_carries(l, loop, NO_LOCAL);
}

/* while (c) { float d = e; if (d > 1) break; ... }: the break belongs to the test. */
static bool test_lead(Lower *l, const Loop *loop, KValue *answer) {
    ListId list = loop->lead ? ast_node(l->ast, loop->body)->word[0] : 0;
    uint32_t around = l->scope; /* the locals are cut when the test is left */
    bool ok = true;
    l->scope = l->locals.len;
    for (uint32_t i = 0; ok && i < loop->lead; i++) {
        NodeId node = ast_item(l->ast, list, i);
        const Node *n = ast_node(l->ast, node);
        KValue leave;
        if (n->kind != NODE_IF)
            ok = lower_statement(l, node);
        else
            ok = lower_condition(l, n->word[0], &leave) && lower_not(l, leave, &leave) &&
                 lower_and(l, *answer, leave, answer);
    }
    l->scope = around;
    return ok;
}

static bool write_test(Lower *l, Loop *loop, KValue *answer) {
    KValue exited, cond;
    VarId var;
    TRY(body_begin(l, &loop->test, &loop->before, loop->changes.at));
    if (loop->go != NO_LOCAL) {
        *answer = l->locals.at[loop->go].value;
    } else {
        TRY(flow_exited(l, false, &exited) && lower_not(l, exited, answer));
        if (loop->cond)
            TRY(lower_condition(l, loop->cond, &cond) && lower_and(l, *answer, cond, answer));
        TRY(test_lead(l, loop, answer));
    }
    TRY(lower_var(l, answer, &var) && program_output(l->env, loop->test.p, var));
    TRY(body_leave(l, &loop->test));
    locals_restore(l, &loop->before);
    l->dead = false;
    return true;
}

bool loop_inputs(Lower *l, Loop *loop, uint32_t variable) {
    VarId var;
    TRY(vec_extend(l->env, &loop->used, loop->before.len + 1));
    body_uses(&loop->turn, loop->used.at);
    if (loop->test.p)
        body_uses(&loop->test, loop->used.at);
    if (variable != NO_LOCAL)
        TRY(vec_push(l->env, &loop->inputs, variable));
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        uint32_t k = loop->carried.at[i];
        TRY(lower_var(l, &loop->before.at[k], &var) && vec_push(l->env, &loop->operands, var));
        TRY(vec_push(l->env, &loop->types, loop->before.at[k].type));
        TRY(vec_push(l->env, &loop->inputs, k));
    }
    for (uint32_t k = 0; k < loop->before.len; k++)
        if (loop->used.at[k] && !loop->changes.at[k] && k != variable) {
            TRY(lower_var(l, &loop->before.at[k], &var) && vec_push(l->env, &loop->operands, var));
            TRY(vec_push(l->env, &loop->inputs, k));
        }
    return true;
}

bool loop_results(Lower *l, const Loop *loop, VarId first) {
    for (uint32_t i = 0; i < loop->carried.len; i++) {
        Local *local = &l->locals.at[loop->carried.at[i]];
        local->value = (KValue){.type = loop->types.at[i], .var = first + i};
        TRY(lower_name_value(l, local->name, &local->value));
    }
    return true;
}

static bool write_while(Lower *l, Loop *loop, KValue answer) {
    Attrs attrs = attrs_none();
    ProgId test, turn;
    VarId out;
    if (answer.known && answer.bits.lo == 0)
        return true; /* no turn at all */
    if (answer.known) {
        lower_error(l, loop->node, "this loop never ends");
        lower_hint(l, "there is no break or return in it that is ever reached");
        return false;
    }
    TRY(loop_inputs(l, loop, NO_LOCAL));
    TRY(body_finish(l, &loop->test, "while", loop->inputs.at, loop->inputs.len, &test));
    TRY(body_finish(l, &loop->turn, "turn", loop->inputs.at, loop->inputs.len, &turn));
    attrs.word[AT_WHILE_COND] = test;
    attrs.word[AT_WHILE_BODY] = turn;
    attrs.word[AT_WHILE_CARRY] = loop->carried.len;
    /* The IR's loop is what this is about. */
    TRY(program_instr(l->env, l->p, OP_while, loop->operands.at, loop->operands.len, &attrs,
                      loop->carried.len, loop->types.at, flow_loc(l), &out));
    return loop_results(l, loop, out);
}

/* Ends only by a return: then that has happened afterwards. */
static bool ends_by_return(const Lower *l, const Loop *loop) {
    return loop->go == NO_LOCAL && !loop->lead_breaks && !loop->changes.at[l->broken] &&
           loop->changes.at[l->returned];
}

static bool is_always_true(Lower *l, const Loop *loop) {
    const Node *n = loop->cond ? ast_node(l->ast, loop->cond) : NULL;
    return !n || (n->kind == NODE_BOOL && ast_is(l->ast, n->token, "true"));
}

static bool return_of(Lower *l, void *user) {
    const Loop *loop = user;
    return lower_scoped(l, ast_node(l->ast, loop->lead_return)->word[1]);
}

/* Behind a loop that a return at the beginning of its body has ended, if its condition still holds. */
static bool return_behind(Lower *l, Loop *loop) {
    ListId list = ast_node(l->ast, loop->body)->word[0];
    uint32_t scope = scope_begin(l);
    KValue cond, leave;
    bool ok = lower_known(l, DT_BOOL, (Scalar){.u = 1}, &cond);
    if (!is_always_true(l, loop))
        ok = ok && lower_condition(l, loop->cond, &cond);
    for (uint32_t i = 0; ok && i + 1 < loop->lead; i++)
        ok = lower_statement(l, ast_item(l->ast, list, i));
    if (ok && !is_always_true(l, loop))
        ok = lower_condition(l, ast_node(l->ast, loop->lead_return)->word[0], &leave) &&
             lower_and(l, cond, leave, &cond);
    ok = ok && lower_branch(l, cond, return_of, NULL, loop, NULL);
    scope_end(l, scope);
    return ok;
}

static bool repeat(Lower *l, Loop *loop) {
    KValue answer = {0};
    bool ok;
    TRY(write_turn(l, loop, &ok));
    TRY(write_test(l, loop, &answer) && write_while(l, loop, answer));
    if (loop->lead_return)
        return return_behind(l, loop);
    /* A turn that always returns, of a loop that has at least one. */
    bool at_once = loop->tests_late && flow_known(&loop->turn.values.at[l->returned], true);
    if (at_once || (is_always_true(l, loop) && ends_by_return(l, loop))) {
        l->dead = true;
        return lower_known(l, DT_BOOL, (Scalar){.u = 1}, &l->locals.at[l->returned].value);
    }
    return true;
}

/* if (c) break; or if (c) return e; without an else. */
static bool is_exit_if(const Lower *l, NodeId node, NodeKind exit) {
    const Node *n = ast_node(l->ast, node);
    if (n->kind != NODE_IF || n->word[2])
        return false;
    n = ast_node(l->ast, n->word[1]);
    if (n->kind == NODE_BLOCK && ast_count(l->ast, n->word[0]) == 1)
        n = ast_node(l->ast, ast_item(l->ast, n->word[0], 0));
    return (NodeKind)n->kind == exit;
}

/* Does the body leave the loop anywhere behind its first `from` statements? */
static bool leaves_later(Lower *l, ListId list, uint32_t from, bool *out) {
    bool ok = true;
    *out = false;
    for (uint32_t i = from; ok && i < ast_count(l->ast, list); i++) {
        NodeId node = ast_item(l->ast, list, i);
        Uses uses;
        ok = uses_of(l, &node, 1, &uses);
        *out |= uses.breaks || uses.returns;
        uses_free(l->env->allocator, &uses);
    }
    return ok;
}

/* Can the statement be part of the test? nodes: how large those so far are. */
static bool is_lead(Lower *l, NodeId node, uint32_t *nodes, bool *out) {
    enum { MAX_LEAD = 32 /* nodes of the tree */ };
    const Node *n = ast_node(l->ast, node);
    Uses all, test;
    *out = false;
    if (n->kind != NODE_VARIABLE && n->kind != NODE_DECLARATIONS &&
        !is_exit_if(l, node, NODE_BREAK) && !is_exit_if(l, node, NODE_RETURN))
        return true;
    NodeId tested = n->kind == NODE_IF ? n->word[0] : node;
    bool ok = uses_of(l, &node, 1, &all);
    ok = uses_of(l, &tested, 1, &test) && ok;
    *nodes += test.nodes;
    *out = ok && all.assigned.len == 0 && !test.calls && *nodes <= MAX_LEAD;
    uses_free(l->env->allocator, &test);
    uses_free(l->env->allocator, &all);
    return ok;
}

/*
 * How many statements at the beginning of the body can be part of the test: declarations and exits that change nothing.
 * Those are computed twice in a turn, in the test and behind it, so they have to be small. A return can be the only exit: it is
 * made behind the loop, where the values are still those that led to it.
 */
static bool find_lead(Lower *l, Loop *loop) {
    const Node *body = ast_node(l->ast, loop->body);
    ListId list = body->kind == NODE_BLOCK ? body->word[0] : 0;
    uint32_t nodes = 0;
    bool fits, later;
    for (uint32_t i = 0; i < ast_count(l->ast, list); i++) {
        NodeId node = ast_item(l->ast, list, i);
        TRY(is_lead(l, node, &nodes, &fits));
        if (!fits)
            return true;
        if (is_exit_if(l, node, NODE_RETURN)) {
            TRY(leaves_later(l, list, i + 1, &later));
            if (later || loop->lead_breaks)
                return true;
            loop->lead = i + 1;
            loop->lead_return = node;
            return true;
        }
        if (ast_node(l->ast, node)->kind == NODE_IF) {
            loop->lead = i + 1;
            loop->lead_breaks = true;
        }
    }
    return true;
}

/* The general loop: `while`. */
static bool lower_repeated(Lower *l, Loop *loop) {
    uint32_t n = l->locals.len, broken = l->broken;
    KValue first = {0};
    bool effects = loop->cond_uses.assigned.len > 0;
    loop->go = NO_LOCAL;
    if (effects && !loop->tests_late)
        TRY(lower_condition(l, loop->cond, &first));
    TRY(flow_add_flag(l, "$broken", false, &l->broken));
    bool ok = true;
    if (effects || loop->tests_late) {
        ok = flow_add_flag(l, "$go", true, &loop->go);
        if (ok && effects && !loop->tests_late)
            l->locals.at[loop->go].value = first;
    } else {
        ok = find_lead(l, loop);
    }
    ok = ok && repeat(l, loop);
    if (!ok && loop->before.len)
        locals_restore(l, &loop->before); /* what they are in the body means nothing here */
    l->broken = broken;
    l->locals.len = n;
    return ok;
}

static bool lower_loop(Lower *l, Loop *loop) {
    bool done = false;
    bool ok = find_uses(l, loop) && (!loop->step || lower_counted(l, loop, &done)) &&
              (done || lower_repeated(l, loop));
    loop_free(l, loop);
    return ok;
}

bool lower_while(Lower *l, NodeId node) {
    const Node *n = ast_node(l->ast, node);
    Loop loop = {.node = node, .cond = n->word[0], .body = n->word[1], .own = l->locals.len};
    return lower_loop(l, &loop);
}

bool lower_do(Lower *l, NodeId node) {
    const Node *n = ast_node(l->ast, node);
    Loop loop = {.node = node,
                 .cond = n->word[1],
                 .body = n->word[0],
                 .own = l->locals.len,
                 .tests_late = true};
    return lower_loop(l, &loop);
}

bool lower_for(Lower *l, NodeId node) {
    const Node *n = ast_node(l->ast, node);
    uint32_t own = l->locals.len, scope = scope_begin(l);
    if (n->word[0] && !lower_statement(l, n->word[0])) {
        scope_end(l, scope);
        return false;
    }
    Loop loop = {
        .node = node, .cond = n->word[1], .step = n->word[2], .body = n->word[3], .own = own};
    bool ok = lower_loop(l, &loop);
    scope_end(l, scope);
    return ok;
}
