/* What comes of a call that is resolved. */
#include "front/slang/call/resolve.h"

#include <string.h>

frit_resolved *resolved_new(Env *env) {
    frit_resolved *out = env_new(env, sizeof *out);
    if (!out)
        return NULL;
    out->allocator = *env->allocator;
    if (strings_init(env, &out->strings))
        return out;
    resolved_free(out);
    return NULL;
}

bool resolved_take_parameters(Call *call, const Candidate *c, frit_resolved *out) {
    for (uint32_t k = 0; k < c->params.len; k++) {
        const char *name = strings_get(&call->k->m->strings, c->params.at[k].name);
        StrId own;
        TRY(strings_add(call->env, &out->strings, name, strlen(name), &own));
        ResolvedParameter parameter = {own, c->params.at[k].type};
        TRY(vec_push(call->env, &out->parameters, parameter));
    }
    out->language = call->k->m;
    out->value = c->result;
    return true;
}

void resolved_free(frit_resolved *r) {
    if (!r)
        return;
    frit_allocator allocator = r->allocator;
    module_free(r->module);
    strings_free(&allocator, &r->strings);
    vec_free(&allocator, &r->outputs);
    vec_free(&allocator, &r->parameters);
    env_free(&allocator, r, sizeof *r);
}
