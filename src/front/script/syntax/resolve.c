/* What each name of a script is: a slot of its function, one of a function around it, or a function's name. */
#include "front/script/syntax/uses.h"

typedef struct Resolver {
    Env *env;
    ScriptTree *tree;
    ScriptScope *body; /* where the body is evaluated */
    Uses *uses;        /* by id; behind them those of the body */
    NameId ans;
} Resolver;

/* The index that a node stands in. */
typedef struct Enclosing {
    ScriptNode *index;
    uint32_t position;
    const struct Enclosing *outer;
} Enclosing;

/* ---- where variables live */

static bool is_anonymous(const ScriptFunction *f) {
    return f && f->node->kind == SN_ANONYMOUS;
}

static const ScriptScope *scope_of(const Resolver *r, const ScriptFunction *f) {
    return f ? &f->scope : r->body;
}

static const Uses *uses_of(const Resolver *r, const ScriptFunction *f) {
    return &r->uses[f ? f->id : r->tree->n_all];
}

/* f NULL: the body. Anonymous functions have what they took along, nested ones look further out. */
static bool find_variable(const Resolver *r, const ScriptFunction *f, NameId name, uint32_t *slot,
                          uint32_t *level) {
    *level = 0;
    for (;;) {
        *slot = script_scope_find(scope_of(r, f), name);
        if (*slot != UINT32_MAX)
            return true;
        if (!f || is_anonymous(f) || !f->parent)
            return false;
        f = f->parent;
        ++*level;
    }
}

/* Is it a variable whatever happens, as far as texts tell? Else its name may turn out to be a function's. */
static bool is_sure(const Resolver *r, const ScriptFunction *f, NameId name) {
    for (;;) {
        if (script_use_flags(uses_of(r, f), name) & (USE_OWN | USE_ASSIGNED))
            return true;
        if (!f) {
            uint32_t slot = script_scope_find(r->body, name);
            return slot != UINT32_MAX && r->body->slots.at[slot].assigned;
        }
        if (!f->parent && !is_anonymous(f))
            return false;
        f = f->parent;
    }
}

/* ---- slots */

/* Statements of these are no scripts: functions with many of them stay as they are. */
static bool is_common_statement(const char *name) {
    static const char *const words[] = {"tic",  "toc",   "clc",  "clear", "close", "figure",
                                        "hold", "pause", "more", "rng",   "beep",  "drawnow",
                                        "disp", "axis",  "grid", "ans",   "shg",   "colorbar"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

static bool is_dynamic(const Resolver *r, const Uses *uses) {
    if (uses->makes_variables)
        return true;
    for (uint32_t i = 0; i < uses->all.len; i++) {
        const Use *use = &uses->all.at[i];
        if ((use->flags & USE_BARE) && !(use->flags & (USE_OWN | USE_ASSIGNED | USE_BELOW)) &&
            !is_common_statement(script_name_text(r->tree->names, use->name)))
            return true;
    }
    return false;
}

static bool is_variable(const Resolver *r, const ScriptFunction *f, const Use *use) {
    if (f->dynamic || (use->flags & (USE_OWN | USE_ASSIGNED)) || use->name == r->ans)
        return true;
    return (use->flags & USE_READ) && (use->flags & USE_BELOW);
}

static bool add_slot(const Resolver *r, ScriptScope *scope, NameId name, bool assigned) {
    uint32_t slot = script_scope_slot(r->env, scope, name);
    TRY(slot != UINT32_MAX);
    scope->slots.at[slot].assigned |= assigned;
    return true;
}

/* Parameters and outputs come first among the uses, so first among the slots. */
static bool fill_function(const Resolver *r, ScriptFunction *f) {
    const Uses *uses = &r->uses[f->id];
    f->dynamic = is_dynamic(r, uses);
    for (uint32_t i = 0; i < uses->all.len; i++) {
        const Use *use = &uses->all.at[i];
        uint32_t slot, level;
        bool shared = !(use->flags & USE_OWN) && f->parent &&
                      find_variable(r, f->parent, use->name, &slot, &level);
        if (!shared && is_variable(r, f, use))
            TRY(add_slot(r, &f->scope, use->name, use->flags & (USE_OWN | USE_ASSIGNED)));
    }
    return true;
}

static bool fill_anonymous(const Resolver *r, ScriptFunction *f) {
    const Uses *uses = &r->uses[f->id];
    if (uses->all.len == 0)
        return true;
    f->captures = arena_new(r->env, &r->tree->arena, uses->all.len * sizeof *f->captures);
    TRY(f->captures);
    for (uint32_t i = 0; i < uses->all.len; i++) {
        const Use *use = &uses->all.at[i];
        ScriptCapture capture;
        bool own = use->flags & USE_OWN;
        if (!own && !find_variable(r, f->parent, use->name, &capture.outer, &capture.level))
            continue;
        TRY(add_slot(r, &f->scope, use->name, true));
        capture.slot = script_scope_find(&f->scope, use->name);
        if (!own)
            f->captures[f->n_captures++] = capture;
    }
    return true;
}

static bool fill_body(const Resolver *r) {
    const Uses *uses = &r->uses[r->tree->n_all];
    for (uint32_t i = 0; i < uses->all.len; i++)
        TRY(add_slot(r, r->body, uses->all.at[i].name, uses->all.at[i].flags & USE_ASSIGNED));
    r->tree->body->dynamic = true;
    return add_slot(r, r->body, r->ans, true);
}

/* ---- names */

static void bind(const Resolver *r, const ScriptFunction *f, ScriptNode *node) {
    uint32_t slot, level;
    bool found = node->name && find_variable(r, f, node->name, &slot, &level);
    node->binding = found ? SB_SLOT : SB_FUNCTION;
    node->slot = found ? slot : 0;
    node->level = found ? (uint16_t)level : 0;
}

/* ---- end in indices */

static bool may_have_end(const ScriptNode *index) {
    const ScriptNode *of = index->a;
    return of->kind != SN_HANDLE && !(of->kind == SN_NAME && of->binding != SB_SLOT);
}

static const Enclosing *next_with_end(const Enclosing *e) {
    while (e && !may_have_end(e->index))
        e = e->outer;
    return e;
}

/* What the node (an END, or an INDEX that may be a call) counts on, and so on outwards. */
static void bind_end(const Resolver *r, const ScriptFunction *f, ScriptNode *node,
                     const Enclosing *enclosing) {
    for (;;) {
        const Enclosing *e = next_with_end(enclosing);
        if (!e)
            return;
        node->target = e->index;
        node->position = e->position;
        bool seen = e->index->flags & SF_HAS_END;
        e->index->flags |= SF_HAS_END;
        const ScriptNode *of = e->index->a;
        if (seen || of->kind != SN_NAME || e->index->kind != SN_INDEX || is_sure(r, f, of->name))
            return;
        node = e->index;
        enclosing = e->outer;
    }
}

static void resolve_node(const Resolver *r, const ScriptFunction *f, ScriptNode *node,
                         const Enclosing *enclosing) {
    if (!node)
        return;
    switch ((ScriptNodeKind)node->kind) {
    case SN_NAME:
    case SN_DECLARED: bind(r, f, node); break;
    case SN_HANDLE:
    case SN_COMMAND: node->binding = SB_FUNCTION; return;
    case SN_END: bind_end(r, f, node, enclosing); return;
    case SN_ANONYMOUS:
    case SN_FUNCTION: return;
    default: break;
    }
    bool index = node->kind == SN_INDEX || node->kind == SN_BRACE_INDEX;
    resolve_node(r, f, node->a, enclosing);
    resolve_node(r, f, node->b, enclosing);
    resolve_node(r, f, node->c, enclosing);
    for (uint32_t i = 0; i < node->n_items; i++) {
        Enclosing inside = {node, i, enclosing};
        resolve_node(r, f, node->items[i], index ? &inside : enclosing);
    }
}

static uint32_t list_slot(const Resolver *r, const ScriptFunction *f, const char *name) {
    return script_scope_find(&f->scope, script_find_name(r->tree->names, name, strlen(name)));
}

static void resolve_function(const Resolver *r, ScriptFunction *f) {
    for (uint32_t i = 0; i < f->n_params; i++) {
        bind(r, f, f->params[i]);
        resolve_node(r, f, f->params[i]->a, NULL);
    }
    for (uint32_t i = 0; i < f->n_outputs; i++)
        bind(r, f, f->outputs[i]);
    if (f->varargin)
        f->varargin_slot = list_slot(r, f, "varargin");
    if (f->varargout)
        f->varargout_slot = list_slot(r, f, "varargout");
    resolve_node(r, f, f->body, NULL);
}

/* ---- the tree */

static bool resolve_tree(Resolver *r) {
    r->ans = script_name(r->env, r->tree->names, "ans", 3);
    TRY(r->ans && script_collect_uses(r->env, r->tree, r->uses) && fill_body(r));
    for (ScriptFunction *f = r->tree->first_function; f; f = f->next)
        TRY(is_anonymous(f) ? fill_anonymous(r, f) : fill_function(r, f));
    for (ScriptFunction *f = r->tree->first_function; f; f = f->next)
        resolve_function(r, f);
    resolve_node(r, NULL, r->tree->body->body, NULL);
    return true;
}

bool script_resolve(Env *env, ScriptTree *tree, ScriptScope *scope, Diagnostics *diagnostics) {
    (void)diagnostics;
    uint32_t count = tree->n_all + 1;
    Resolver r = {.env = env, .tree = tree, .body = scope ? scope : &tree->body->scope};
    r.uses = env_new(env, count * sizeof *r.uses);
    TRY(r.uses);
    bool ok = resolve_tree(&r);
    script_free_uses(env->allocator, r.uses, count);
    env_free(env->allocator, r.uses, count * sizeof *r.uses);
    return ok;
}
