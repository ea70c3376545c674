/*
 * What a part of the tree may assign, found without lowering it: loops must know before their body is written which
 * locals have another value in each turn. Names are looked up as they stand, so a local that is hidden by an inner one of
 * the same name is counted too; that costs nothing but a known value.
 */
#include "front/slang/lower/flow.h"
#include "front/slang/lower/meaning.h"

typedef struct Visit {
    NodeId node;
    bool in_loop, in_switch; /* inside one of the part: a break or continue there is that one's */
    bool in_index;
} Visit;

typedef struct Walk {
    Lower *l;
    Uses *out;
    VEC(Visit) stack;
    VEC(uint8_t) seen; /* by local: 1 mentioned, 2 assigned, 4 in an index */
} Walk;

static uint32_t local_of(Walk *w, const char *name, uint32_t len) {
    Lower *l = w->l;
    StrId id = strings_find(&l->k->m->strings, name, len);
    Local *local = id == NO_STR ? NULL : lower_find_local(l, id);
    return local ? (uint32_t)(local - l->locals.at) : NO_LOCAL;
}

/* A global of that name, for what is no local. */
static uint32_t global_of(const Walk *w, const char *name, uint32_t len) {
    StrId id = strings_find(&w->l->k->m->strings, name, len);
    return id == NO_STR ? NO_LOCAL : globals_named(w->l, id);
}

static bool mark(Walk *w, uint32_t local, bool assigned) {
    if (local == NO_LOCAL)
        return true;
    uint8_t *seen = &w->seen.at[local];
    if (!(*seen & 1))
        TRY(vec_push(w->l->env, &w->out->mentioned, local));
    if (assigned && !(*seen & 2))
        TRY(vec_push(w->l->env, &w->out->assigned, local));
    *seen |= assigned ? 3 : 1;
    return true;
}

static bool mark_index(Walk *w, NodeId node) {
    uint32_t len;
    const char *name = ast_spelling(w->l->ast, ast_node(w->l->ast, node)->token, &len);
    uint32_t local = local_of(w, name, len);
    if (local == NO_LOCAL || (w->seen.at[local] & 4))
        return true;
    w->seen.at[local] |= 4;
    return vec_push(w->l->env, &w->out->indexing, local);
}

/* The local at the bottom of a place; `this` for a name that is none (it may be a field). */
static bool mark_root(Walk *w, NodeId node, bool assigned) {
    const Ast *ast = w->l->ast;
    uint32_t len;
    while (ast_node(ast, node)->kind == NODE_MEMBER || ast_node(ast, node)->kind == NODE_INDEX)
        node = ast_node(ast, node)->word[0];
    const Node *n = ast_node(ast, node);
    if (n->kind != NODE_NAME && n->kind != NODE_THIS)
        return true;
    const char *name = ast_spelling(ast, n->token, &len);
    uint32_t local = n->kind == NODE_NAME ? local_of(w, name, len) : NO_LOCAL;
    if (local == NO_LOCAL && n->kind == NODE_NAME)
        TRY(mark(w, global_of(w, name, len), assigned));
    return mark(w, local == NO_LOCAL ? local_of(w, "this", 4) : local, assigned);
}

/* What a function may change that is not its own. */
static bool mark_state(Walk *w) {
    const Lower *l = w->l;
    for (uint32_t g = 0; l->first_global != NO_LOCAL && g < l->k->globals.len; g++)
        if (l->k->globals.at[g].state)
            TRY(mark(w, l->first_global + g, true));
    return true;
}

/* ---- calls: which arguments may come back changed */

static bool may_change(const Ast *ast, const Node *function, uint32_t argument) {
    ListId params = function->word[1];
    if (argument == UINT32_MAX)
        return function->flags & NF_MUTATING;
    if (argument >= ast_count(ast, params))
        return false;
    return ast_node(ast, ast_item(ast, params, argument))->flags & NF_OUT;
}

/* Functions of the language itself that are not written in it. */
static bool builtin_changes(const char *name, uint32_t len, uint32_t argument) {
    static const char *const names[] = {"sincos", "modf", "frexp", "GetDimensions"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
            return argument != UINT32_MAX;
    return false;
}

/* argument UINT32_MAX: the value whose method is called. */
static bool call_changes(const Walk *w, const Node *callee, uint32_t argument) {
    const Slang *k = w->l->k;
    uint32_t len;
    const char *name = ast_spelling(w->l->ast, callee->token, &len);
    StrId id = strings_find(&k->m->strings, name, len);
    if (builtin_changes(name, len, argument))
        return true;
    for (DeclId d = 0; id != NO_STR && d < k->declared.len; d++)
        if (k->declared.at[d].name == id && decl_node(k, d)->kind == NODE_FUNCTION &&
            may_change(decl_ast(k, d), decl_node(k, d), argument))
            return true;
    /* A type as the callee: its constructors. */
    DeclId init = NO_DECL;
    StrId init_name = strings_find(&k->m->strings, "__init", 6);
    for (DeclId d = 0; argument != UINT32_MAX && init_name != NO_STR && d < k->declared.len; d++)
        if (k->declared.at[d].name == init_name && k->declared.at[d].parent != NO_DECL &&
            may_change(decl_ast(k, d), decl_node(k, d), argument))
            init = d;
    return init != NO_DECL;
}

/* Is it a function of the module or of what it imports? Unit 1 is the language's library. */
static bool is_users(const Walk *w, const Node *callee) {
    const Slang *k = w->l->k;
    uint32_t len;
    const char *name = ast_spelling(w->l->ast, callee->token, &len);
    StrId id = strings_find(&k->m->strings, name, len);
    for (DeclId d = 0; id != NO_STR && d < k->declared.len; d++)
        if (k->declared.at[d].name == id && k->declared.at[d].unit != 1)
            return true;
    return false;
}

static bool mark_call(Walk *w, const Node *call) {
    const Ast *ast = w->l->ast;
    const Node *callee = ast_node(ast, call->word[0]);
    bool users = callee->kind == NODE_MEMBER || is_users(w, callee);
    w->out->calls |= users;
    if (users)
        TRY(mark_state(w));
    if (callee->kind != NODE_NAME && callee->kind != NODE_MEMBER)
        return true;
    for (uint32_t i = 0; i < ast_count(ast, call->word[1]); i++)
        if (call_changes(w, callee, i))
            TRY(mark_root(w, ast_item(ast, call->word[1], i), true));
    if (!call_changes(w, callee, UINT32_MAX))
        return true;
    return callee->kind == NODE_MEMBER ? mark_root(w, callee->word[0], true)
                                       : mark(w, local_of(w, "this", 4), true);
}

/* ---- the walk */

static bool push(Walk *w, NodeId node, const Visit *from) {
    Visit v = *from;
    if (!node)
        return true;
    v.node = node;
    return vec_push(w->l->env, &w->stack, v);
}

static bool push_all(Walk *w, ListId list, const Visit *from) {
    for (uint32_t i = ast_count(w->l->ast, list); i-- > 0;)
        TRY(push(w, ast_item(w->l->ast, list, i), from));
    return true;
}

/* What each word of a kind of node is. */
typedef enum WordIs { WORD__, WORD_node, WORD_nodes, WORD_place } WordIs;
static const uint8_t words[NODE_KIND_COUNT][4] = {
#define NODE(kind, name, a, b, c, d) [NODE_##kind] = {WORD_##a, WORD_##b, WORD_##c, WORD_##d},
#include "front/slang/syntax/ast.def"
#undef NODE
};

static bool push_children(Walk *w, const Node *n, const Visit *from) {
    for (int i = 3; i >= 0; i--) {
        if (words[n->kind][i] == WORD_node)
            TRY(push(w, n->word[i], from));
        if (words[n->kind][i] == WORD_nodes)
            TRY(push_all(w, n->word[i], from));
    }
    return true;
}

static bool visit(Walk *w, Visit v) {
    const Node *n = ast_node(w->l->ast, v.node);
    const Ast *ast = w->l->ast;
    w->out->nodes++;
    switch ((NodeKind)n->kind) {
    case NODE_NAME:
        if (v.in_index)
            TRY(mark_index(w, v.node));
        TRY(mark_root(w, v.node, false));
        break;
    case NODE_THIS: TRY(mark_root(w, v.node, false)); break;
    case NODE_INDEX:
        TRY(push(w, n->word[0], &v));
        v.in_index = true;
        return push_all(w, n->word[1], &v);
    case NODE_ASSIGN:
    case NODE_POSTFIX: TRY(mark_root(w, n->word[0], true)); break;
    case NODE_UNARY:
        if (ast_is(ast, n->token, "++") || ast_is(ast, n->token, "--"))
            TRY(mark_root(w, n->word[0], true));
        break;
    case NODE_CALL: TRY(mark_call(w, n)); break;
    case NODE_RETURN: w->out->returns = true; break;
    case NODE_BREAK: w->out->breaks |= !v.in_loop && !v.in_switch; break;
    case NODE_CONTINUE: w->out->continues |= !v.in_loop; break;
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_DO: v.in_loop = true; break;
    case NODE_SWITCH: v.in_switch = true; break;
    default: break;
    }
    return push_children(w, n, &v);
}

bool uses_of(Lower *l, const NodeId *nodes, uint32_t n, Uses *out) {
    Walk w = {.l = l, .out = out};
    Visit outside = {0};
    *out = (Uses){0};
    bool ok = vec_extend(l->env, &w.seen, l->locals.len + 1);
    for (uint32_t i = 0; ok && i < n; i++)
        ok = push(&w, nodes[i], &outside);
    while (ok && w.stack.len)
        ok = visit(&w, w.stack.at[--w.stack.len]);
    vec_free(l->env->allocator, &w.stack);
    vec_free(l->env->allocator, &w.seen);
    return ok;
}

void uses_free(const frit_allocator *allocator, Uses *uses) {
    vec_free(allocator, &uses->mentioned);
    vec_free(allocator, &uses->assigned);
    vec_free(allocator, &uses->indexing);
}
