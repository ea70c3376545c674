/* The parameters of a function that may be meant, which arguments are theirs, and the globals that it needs. */
#include <string.h>

#include "front/slang/call/resolve.h"

bool call_is_method(const Call *call, DeclId decl) {
    return call->k->declared.at[decl].parent != NO_DECL &&
           !(decl_node(call->k, decl)->flags & (NF_STATIC | NF_CONSTRUCTOR));
}

bool params_list(Call *call, Candidate *c) {
    const Ast *ast = decl_ast(call->k, c->decl);
    const Node *f = decl_node(call->k, c->decl);
    CallParam p = {.top = NO_ITEM, .fit = NO_ITEM, .own = NO_ITEM, .global = NO_ITEM};
    if (call_is_method(call, c->decl)) {
        TRY(strings_add(call->env, &call->k->m->strings, "this", 4, &p.name));
        TRY(vec_push(call->env, &c->params, p));
    }
    for (uint32_t k = 0; k < ast_count(ast, f->word[1]); k++) {
        const Node *param = ast_node(ast, ast_item(ast, f->word[1], k));
        uint32_t len;
        const char *name = ast_spelling(ast, param->token, &len);
        p.own = k;
        p.has_default = param->word[1] != 0;
        TRY(strings_add(call->env, &call->k->m->strings, name, len, &p.name));
        TRY(vec_push(call->env, &c->params, p));
    }
    return true;
}

static uint32_t find_param(const Call *call, const Candidate *c, const char *name) {
    for (uint32_t k = 0; k < c->params.len; k++)
        if (!strcmp(strings_get(&call->k->m->strings, c->params.at[k].name), name))
            return k;
    return NO_ITEM;
}

static bool is_missing(const Call *call, const CallParam *p) {
    return p->top == NO_ITEM && !p->has_default && !call->declaring;
}

static bool tell_missing(Call *call, Candidate *c, const CallParam *p) {
    return problem_set(call, &c->problem, NO_ITEM, FRIT_ERR_ARGUMENT, "parameter %s is missing",
                       strings_get(&call->k->m->strings, p->name));
}

bool params_give(Call *call, Candidate *c) {
    uint32_t place = 0;
    for (uint32_t top = 0; top < call->tops.len; top++) {
        const char *name = call->given.at[call->tops.at[top]].arg->name;
        uint32_t k = name ? find_param(call, c, name) : place++;
        if (k == NO_ITEM && slang_find_global(call->k, name) != NO_ITEM)
            continue; /* params_take_globals has it */
        if (k == NO_ITEM)
            return problem_set(call, &c->problem, top, FRIT_ERR_ARGUMENT,
                               "there is no parameter called %.100s", name);
        if (k >= c->params.len)
            return problem_set(call, &c->problem, top, FRIT_ERR_ARGUMENT, "it takes %u argument%s",
                               c->params.len, c->params.len == 1 ? "" : "s");
        if (c->params.at[k].top != NO_ITEM)
            return problem_set(call, &c->problem, top, FRIT_ERR_ARGUMENT,
                               "parameter %.100s is given twice", name ? name : "");
        c->params.at[k].top = top;
    }
    for (uint32_t k = 0; k < c->params.len; k++)
        if (is_missing(call, &c->params.at[k]))
            return tell_missing(call, c, &c->params.at[k]);
    return true;
}

/* The argument that is given for a global by its name. */
static uint32_t global_argument(const Call *call, const Candidate *c, uint32_t own,
                                uint32_t global) {
    for (uint32_t top = 0; top < call->tops.len; top++) {
        const char *name = call->given.at[call->tops.at[top]].arg->name;
        bool taken = !name || slang_find_global(call->k, name) != global;
        for (uint32_t k = 0; !taken && k < own; k++)
            taken = c->params.at[k].top == top; /* a parameter of that name */
        if (!taken)
            return top;
    }
    return NO_ITEM;
}

bool params_take_globals(Call *call, Candidate *c) {
    Diagnostics later = {.errors = 0}; /* when it was chosen */
    Slang *k = call->k;
    if (k->globals.len == 0 && k->instances.at[c->instance].program != NO_PROGRAM)
        return true;
    bool ok = slang_lower(call->env, k, c->instance, &later);
    diagnostics_free(call->env->allocator, &later);
    if (!ok)
        return call->env->error->status == FRIT_OK;
    Instance i = k->instances.at[c->instance];
    uint32_t own = c->params.len;
    for (uint32_t u = 0; u < i.n_uses; u++) {
        const Global *g = &k->globals.at[slang_uses(k, &i, u)->global];
        CallParam p = {.name = k->declared.at[g->decl].name,
                       .type = g->type,
                       .fit = NO_ITEM,
                       .own = NO_ITEM,
                       .global = slang_uses(k, &i, u)->global};
        p.has_default = slang_has_value(k, p.global);
        p.top = global_argument(call, c, own, p.global);
        TRY(vec_push(call->env, &c->params, p));
    }
    for (uint32_t p = own; p < c->params.len; p++)
        if (is_missing(call, &c->params.at[p]))
            return tell_missing(call, c, &c->params.at[p]);
    return true;
}
