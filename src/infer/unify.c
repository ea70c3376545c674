#include "infer/unify.h"

static Binding *find(const Unifier *u, StrId name) {
    for (IndexCursor c = index_find(&u->index, hash_u64(name, 0)); index_next(&u->index, &c);)
        if (u->bindings.at[c.id].name == name)
            return &u->bindings.at[c.id];
    return NULL;
}

/* What a name is bound to, or NULL. */
static Binding *step(const Unifier *u, Dim dim) {
    return u && DIM_IS_NAME(dim) ? find(u, DIM_NAME_OF(dim)) : NULL;
}

Dim unify_resolve(Unifier *u, Dim dim) {
    Dim last = dim;
    Binding *b;
    while ((b = step(u, last)))
        last = b->to;
    /* The whole way points straight there from now on, or long ways would be gone again and again. */
    while ((b = step(u, dim)) && b->to != last) {
        dim = b->to;
        b->to = last;
    }
    return last;
}

bool unify_dims(Env *env, Unifier *u, Dim a, Dim b, bool *same) {
    Dim ra = unify_resolve(u, a), rb = unify_resolve(u, b);
    *same = ra == rb;
    if (*same || !u)
        return true;
    if (!DIM_IS_NAME(ra) && !DIM_IS_NAME(rb))
        return true;
    /* The name that was made later gives way; a name gives way to a number. */
    bool keep_a = !DIM_IS_NAME(ra) || (DIM_IS_NAME(rb) && DIM_NAME_OF(ra) < DIM_NAME_OF(rb));
    Binding binding = {DIM_NAME_OF(keep_a ? rb : ra), keep_a ? ra : rb};
    TRY(index_add(env, &u->index, hash_u64(binding.name, 0), u->bindings.len));
    TRY(vec_push(env, &u->bindings, binding));
    *same = true;
    return true;
}

void unify_free(const frit_allocator *allocator, Unifier *u) {
    vec_free(allocator, &u->bindings);
    index_free(allocator, &u->index);
}
