/*
 * What functions share: uniforms, what is in a cbuffer, textures, samplers and buffers of a file, and static variables. A
 * function is written as if it took all of them; those that it does not mention are left out when it is done.
 */
#include <stdio.h>

#include "front/slang/lower/flow.h"
#include "front/slang/lower/meaning.h"

bool is_global(const Slang *k, DeclId decl) {
    const Declared *d = &k->declared.at[decl];
    const Node *node = decl_node(k, decl);
    if (node->kind != NODE_VARIABLE || d->parent != NO_DECL || d->unit == 1)
        return false;
    return !(node->flags & (NF_CONST | NF_LET)) || (!node->word[1] && !(node->flags & NF_STATIC));
}

/* Its type, without a word where it has none: that is told where it is used. */
static bool global_type(Env *env, Slang *k, DeclId decl, TypeId *out) {
    Diagnostics silent = {.errors = 0};
    Lower l = lower_of_decl(env, k, &silent, decl, NO_TYPE);
    NodeId type = decl_node(k, decl)->word[0];
    StrId name = k->declared.at[decl].name;
    bool ok = type && lower_type(&l, type, out);
    if (ok && type_rank(&k->m->types, *out))
        ok = name_extents(&l, name, out);
    lower_end(&l);
    diagnostics_free(env->allocator, &silent);
    if (!ok)
        *out = NO_TYPE;
    return env->error->status == FRIT_OK;
}

static bool add_global(Env *env, Slang *k, DeclId decl) {
    char name[160];
    Global g = {.decl = decl, .state = decl_node(k, decl)->flags & NF_STATIC};
    TRY(global_type(env, k, decl, &g.type));
    if (g.type == NO_TYPE || (g.state && type_rank(&k->m->types, g.type)))
        return true;
    int n = snprintf(name, sizeof name, "$%.150s", decl_name(k, decl));
    return strings_add(env, &k->m->strings, name, (size_t)n, &g.name) &&
           vec_push(env, &k->globals, g);
}

bool globals_list(Env *env, Slang *k) {
    for (DeclId d = 0; d < k->declared.len; d++)
        if (is_global(k, d) && !(decl_node(k, d)->flags & NF_GROUP))
            TRY(add_global(env, k, d));
    return true;
}

/* They are listed in the order of their declarations. */
static uint32_t global_number(const Slang *k, DeclId decl) {
    uint32_t low = 0, high = k->globals.len;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (k->globals.at[middle].decl < decl)
            low = middle + 1;
        else
            high = middle;
    }
    return low < k->globals.len && k->globals.at[low].decl == decl ? low : UINT32_MAX;
}

uint32_t globals_local(const Lower *l, DeclId decl) {
    uint32_t number = l->first_global == UINT32_MAX ? UINT32_MAX : global_number(l->k, decl);
    return number == UINT32_MAX ? UINT32_MAX : l->first_global + number;
}

uint32_t globals_named(const Lower *l, StrId name) {
    if (l->first_global == UINT32_MAX)
        return UINT32_MAX;
    DeclId decl = find_from_unit(l->k, l->unit, name);
    return decl == NO_DECL ? UINT32_MAX : globals_local(l, decl);
}

uint32_t slang_find_global(const Slang *k, const char *name) {
    DeclId decl = slang_find(k, name, strlen(name));
    return decl == NO_DECL ? UINT32_MAX : global_number(k, decl);
}

/* ---- in a function */

bool globals_begin(Lower *l) {
    l->first_global = l->k->globals.len ? l->locals.len : UINT32_MAX;
    for (uint32_t g = 0; g < l->k->globals.len; g++) {
        Global global = l->k->globals.at[g];
        KValue value = {.type = global.type};
        TRY(program_input(l->env, l->k->m, l->p, NO_STR, global.type, &value.var));
        TRY(vec_push(l->env, &l->locals, ((Local){global.name, value, !global.state})));
    }
    return true;
}

/* The variable of the program that global g came in as. */
static VarId input_of(const Lower *l, uint32_t g) {
    return l->p->n_inputs - l->k->globals.len + g;
}

static bool has_changed(const Lower *l, uint32_t g) {
    const KValue *value = &l->locals.at[l->first_global + g].value;
    return l->k->globals.at[g].state && value->var != input_of(l, g);
}

bool globals_give(Lower *l) {
    uint32_t n = 0;
    for (uint32_t g = 0; l->first_global != UINT32_MAX && g < l->k->globals.len; g++) {
        VarId var;
        if (!has_changed(l, g))
            continue;
        if (n++ == MAX_STATE)
            return lower_error(l, l->at, "more than %d static variables are changed", MAX_STATE);
        TRY(lower_var(l, &l->locals.at[l->first_global + g].value, &var) &&
            program_output(l->env, l->p, var));
    }
    return true;
}

/* The inputs of the new program: all parameters, and the globals that are used. */
static bool keep_inputs(Lower *l, const Program *from, const bool *used, VarId *map, Instance *i) {
    Slang *k = l->k;
    uint32_t own = from->n_inputs - k->globals.len;
    for (uint32_t v = 0; v < from->n_inputs; v++) {
        const Global *g = v < own ? NULL : &k->globals.at[v - own];
        StrId name = g ? k->declared.at[g->decl].name : from->vars.at[v].name;
        if (g && !used[v])
            continue;
        TRY(program_input(l->env, k->m, l->p, name, from->vars.at[v].type, &map[v]));
        if (!g)
            continue;
        bool changed = g->state && l->locals.at[l->first_global + v - own].value.var != v;
        TRY(vec_push(l->env, &k->uses, ((GlobalUse){v - own, changed})));
        i->n_uses++;
    }
    return true;
}

static bool keep_used(Lower *l, Program *from, bool *used, VarId *map, Instance *i) {
    Body whole = {.p = from, .n = from->n_inputs};
    uint32_t own = from->n_inputs - l->k->globals.len;
    body_uses(&whole, used);
    for (uint32_t g = 0; g < l->k->globals.len; g++)
        used[own + g] |= has_changed(l, g);
    l->p = program_new(l->env, from->name);
    bool ok = l->p && keep_inputs(l, from, used, map, i) && body_replay(l, from, map);
    for (uint32_t o = 0; ok && o < from->outputs.len; o++)
        ok = program_output(l->env, l->p, map[from->outputs.at[o]]);
    return ok;
}

bool globals_end(Lower *l, InstanceId instance) {
    Program *from = l->p;
    Instance *i = &l->k->instances.at[instance];
    i->use = l->k->uses.len;
    i->n_uses = 0;
    if (l->first_global == UINT32_MAX)
        return true;
    size_t n_used = from->n_inputs * sizeof(bool), n_map = from->vars.len * sizeof(VarId);
    bool *used = env_resize(l->env, NULL, 0, n_used);
    VarId *map = env_resize(l->env, NULL, 0, n_map);
    bool ok = used && map;
    if (ok) {
        memset(used, 0, n_used);
        ok = keep_used(l, from, used, map, i);
    }
    if (used)
        env_free(l->env->allocator, used, n_used);
    if (map)
        env_free(l->env->allocator, map, n_map);
    if (l->p != from)
        program_free(l->env->allocator, from);
    return ok;
}

/* ---- from outside */

bool slang_has_value(const Slang *k, uint32_t global) {
    const Global *g = &k->globals.at[global];
    return g->state || decl_node(k, g->decl)->word[1];
}
