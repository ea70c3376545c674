#include "infer/unify.h"

static DimBinding *find(const Unifier *u, StrId name) {
    for (IndexCursor c = index_find(&u->index, hash_u64(name, 0)); index_next(&u->index, &c);)
        if (u->bindings.at[c.id].name == name)
            return &u->bindings.at[c.id];
    return NULL;
}

/* What a name is bound to, or NULL. */
static DimBinding *step(const Unifier *u, Dim dim) {
    return u && DIM_IS_NAME(dim) ? find(u, DIM_NAME_OF(dim)) : NULL;
}

Dim unify_resolve(Unifier *u, Dim dim) {
    Dim last = dim;
    DimBinding *b;
    while ((b = step(u, last)))
        last = b->to;
    /* The whole way points straight there from now on, or long ways would be gone again and again. */
    while ((b = step(u, dim)) && b->to != last) {
        dim = b->to;
        b->to = last;
    }
    return last;
}

bool unify_dims(Env *env, Module *m, Unifier *u, Dim a, Dim b, bool *same) {
    bool differs;
    Dim ra = unify_resolve(u, a), rb = unify_resolve(u, b);
    *same = ra == rb;
    if (*same || !u)
        return true;
    TRY(extent_differs(env, m, ra, rb, &differs));
    if (differs || (!DIM_IS_NAME(ra) && !DIM_IS_NAME(rb)))
        return true;
    /* The name that was made later gives way; a name gives way to a number. */
    bool keep_a = !DIM_IS_NAME(ra) || (DIM_IS_NAME(rb) && DIM_NAME_OF(ra) < DIM_NAME_OF(rb));
    DimBinding binding = {DIM_NAME_OF(keep_a ? rb : ra), keep_a ? ra : rb};
    TRY(index_add(env, &u->index, hash_u64(binding.name, 0), u->bindings.len));
    TRY(vec_push(env, &u->bindings, binding));
    *same = true;
    return true;
}

static bool is_derived(const Unifier *u, Dim dim) {
    if (!DIM_IS_NAME(dim))
        return false;
    for (IndexCursor c = index_find(&u->derived_index, hash_u64(DIM_NAME_OF(dim), 0));
         index_next(&u->derived_index, &c);)
        if (u->derived.at[c.id] == DIM_NAME_OF(dim))
            return true;
    return false;
}

bool unify_mark_derived(Env *env, Unifier *u, StrId name) {
    if (is_derived(u, DIM_NAMED(name)))
        return true;
    TRY(index_add(env, &u->derived_index, hash_u64(name, 0), u->derived.len));
    return vec_push(env, &u->derived, name);
}

static bool lasts(const Unifier *u, const DimBinding *b) {
    return !is_derived(u, DIM_NAMED(b->name)) && !is_derived(u, b->to);
}

uint32_t unify_lasting(const Unifier *u) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < u->bindings.len; i++)
        n += lasts(u, &u->bindings.at[i]);
    return n;
}

bool unify_forget_derived(Env *env, Unifier *u) {
    uint32_t kept = 0;
    index_clear(&u->index);
    for (uint32_t i = 0; i < u->bindings.len; i++) {
        if (!lasts(u, &u->bindings.at[i]))
            continue;
        TRY(index_add(env, &u->index, hash_u64(u->bindings.at[i].name, 0), kept));
        u->bindings.at[kept++] = u->bindings.at[i];
    }
    u->bindings.len = kept;
    return true;
}

void unify_free(const frit_allocator *allocator, Unifier *u) {
    vec_free(allocator, &u->bindings);
    index_free(allocator, &u->index);
    vec_free(allocator, &u->derived);
    index_free(allocator, &u->derived_index);
}
