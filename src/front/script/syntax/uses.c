/* Which names each function reads and assigns to. */
#include "front/script/syntax/uses.h"

/* ---- the table */

static Use *find_use(const Uses *uses, NameId name) {
    for (IndexCursor c = index_find(&uses->index, hash_u64(name, 0)); index_next(&uses->index, &c);)
        if (uses->all.at[c.id].name == name)
            return &uses->all.at[c.id];
    return NULL;
}

uint32_t script_use_flags(const Uses *uses, NameId name) {
    const Use *use = find_use(uses, name);
    return use ? use->flags : 0;
}

bool script_add_use(Env *env, Uses *uses, NameId name, uint32_t flags) {
    Use *use = find_use(uses, name);
    if (use) {
        use->flags |= flags;
        return true;
    }
    return vec_push(env, &uses->all, ((Use){name, flags})) &&
           index_add(env, &uses->index, hash_u64(name, 0), uses->all.len - 1);
}

void script_free_uses(const frit_allocator *allocator, Uses *uses, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        vec_free(allocator, &uses[i].all);
        index_free(allocator, &uses[i].index);
    }
}

/* ---- reading a function */

typedef struct Collector {
    Env *env;
    const ScriptNames *names;
    Uses *uses; /* of the function that is read */
} Collector;

static bool is_one_of(const char *name, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

/* Calls of these may make variables that the text does not name. */
static void note_call(Collector *c, NameId name) {
    static const char *const words[] = {"eval",   "evalc", "evalin", "assignin", "load",
                                        "source", "run",   "input",  "keyboard"};
    if (is_one_of(script_name_text(c->names, name), words, sizeof words / sizeof *words))
        c->uses->makes_variables = true;
}

static bool collect(Collector *c, const ScriptNode *node);

static bool collect_children(Collector *c, const ScriptNode *node) {
    TRY(collect(c, node->a) && collect(c, node->b) && collect(c, node->c));
    for (uint32_t i = 0; i < node->n_items; i++)
        TRY(collect(c, node->items[i]));
    return true;
}

/* A left side: its name is assigned to, what indexes it is read. */
static bool collect_target(Collector *c, const ScriptNode *node, uint32_t flags) {
    for (; node && node->kind != SN_NAME; node = node->a) {
        TRY(collect(c, node->b));
        for (uint32_t i = 0; i < node->n_items; i++)
            TRY(collect(c, node->items[i]));
    }
    return !node || script_add_use(c->env, c->uses, node->name, USE_ASSIGNED | flags);
}

static bool collect_assign(Collector *c, const ScriptNode *node) {
    TRY(collect(c, node->a));
    for (uint32_t i = 0; i < node->n_items; i++)
        TRY(collect_target(c, node->items[i], 0));
    return true;
}

static bool collect(Collector *c, const ScriptNode *node) {
    if (!node)
        return true;
    switch ((ScriptNodeKind)node->kind) {
    case SN_NAME:
        note_call(c, node->name);
        return script_add_use(c->env, c->uses, node->name, USE_READ);
    case SN_HANDLE:
    case SN_COMMAND: note_call(c, node->name); return true;
    case SN_ANONYMOUS:
    case SN_FUNCTION: return true; /* read by themselves */
    case SN_ASSIGN: return collect_assign(c, node);
    case SN_UPDATE: return collect(c, node->b) && collect_target(c, node->a, USE_READ);
    case SN_FOR: return collect(c, node->b) && collect_target(c, node->a, 0) && collect(c, node->c);
    case SN_TRY: return collect(c, node->a) && collect_target(c, node->b, 0) && collect(c, node->c);
    case SN_DECLARED:
        return collect(c, node->a) && script_add_use(c->env, c->uses, node->name, USE_ASSIGNED);
    case SN_EVALUATE:
        if (node->a && node->a->kind == SN_NAME && !node->a->parens)
            TRY(script_add_use(c->env, c->uses, node->a->name, USE_BARE));
        return collect_children(c, node);
    default: return collect_children(c, node);
    }
}

static bool add_list_name(Collector *c, const char *name) {
    NameId id = script_find_name(c->names, name, strlen(name));
    return !id || script_add_use(c->env, c->uses, id, USE_OWN);
}

static bool collect_function(Collector *c, const ScriptFunction *f) {
    for (uint32_t i = 0; i < f->n_params; i++)
        if (f->params[i]->name)
            TRY(script_add_use(c->env, c->uses, f->params[i]->name, USE_OWN));
    if (f->varargin)
        TRY(add_list_name(c, "varargin"));
    for (uint32_t i = 0; i < f->n_outputs; i++)
        TRY(script_add_use(c->env, c->uses, f->outputs[i]->name, USE_OWN));
    if (f->varargout)
        TRY(add_list_name(c, "varargout"));
    for (uint32_t i = 0; i < f->n_params; i++)
        TRY(collect(c, f->params[i]->a));
    return collect(c, f->body);
}

/* ---- from inner functions to outer ones */

uint32_t script_outer_uses(const ScriptTree *tree, const ScriptFunction *f) {
    return f->parent ? f->parent->id : tree->n_all;
}

/* What an anonymous function reads the one around it has to have; what a nested one assigns to may be shared. */
static bool hand_out(Env *env, const ScriptTree *tree, Uses *uses, const ScriptFunction *f) {
    bool anonymous = f->node->kind == SN_ANONYMOUS;
    if (!anonymous && !f->parent)
        return true;
    Uses *outer = &uses[script_outer_uses(tree, f)];
    const Uses *inner = &uses[f->id];
    for (uint32_t i = 0; i < inner->all.len; i++) {
        Use use = inner->all.at[i];
        if (use.flags & USE_OWN)
            continue;
        if (anonymous)
            TRY(script_add_use(env, outer, use.name, USE_READ));
        else if (use.flags & (USE_ASSIGNED | USE_BELOW))
            TRY(script_add_use(env, outer, use.name, USE_BELOW));
    }
    return true;
}

bool script_collect_uses(Env *env, const ScriptTree *tree, Uses *uses) {
    Collector c = {env, tree->names, NULL};
    uint32_t n = tree->n_all;
    VEC(const ScriptFunction *) functions = {0};
    bool ok = true;
    for (const ScriptFunction *f = tree->first_function; ok && f; f = f->next) {
        c.uses = &uses[f->id];
        ok = collect_function(&c, f) && vec_push(env, &functions, f);
    }
    c.uses = &uses[n];
    ok = ok && collect(&c, tree->body->body);
    for (uint32_t i = n; ok && i > 0; i--)
        ok = hand_out(env, tree, uses, functions.at[i - 1]);
    vec_free(env->allocator, &functions);
    return ok;
}
