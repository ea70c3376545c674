#include "infer/bind.h"

#include <string.h>

void bindings_free(const frit_allocator *allocator, Bindings *b) {
    vec_free(allocator, &b->extents);
    index_free(allocator, &b->extent_index);
    vec_free(allocator, &b->params);
}

static const DimBinding *find_extent(const Bindings *b, StrId name) {
    for (IndexCursor c = index_find(&b->extent_index, hash_u64(name, 0));
         index_next(&b->extent_index, &c);)
        if (b->extents.at[c.id].name == name)
            return &b->extents.at[c.id];
    return NULL;
}

/* Few: at most MAX_TYPE_PARAMS. */
static const ParamBinding *find_param(const Bindings *b, StrId name) {
    for (uint32_t i = 0; i < b->params.len; i++)
        if (b->params.at[i].name == name)
            return &b->params.at[i];
    return NULL;
}

/* Element types: fixed arrays are entered together, then a parameter binds or the ids are equal. */
static bool match_elem(Env *env, const Module *m, Bindings *b, TypeId declared, TypeId actual,
                       bool *fits) {
    const Type *d = type_get(&m->types, declared), *a = type_get(&m->types, actual);
    while (d->kind == TYPE_FIXED && a->kind == TYPE_FIXED && d->count == a->count) {
        declared = d->elem;
        actual = a->elem;
        d = type_get(&m->types, declared);
        a = type_get(&m->types, actual);
    }
    if (d->kind != TYPE_PARAM) {
        *fits = declared == actual;
        return true;
    }
    const ParamBinding *known = find_param(b, d->name);
    *fits = !known || known->type == actual;
    return known || vec_push(env, &b->params, ((ParamBinding){d->name, actual}));
}

static bool match_dim(Env *env, Module *m, Unifier *u, Bindings *b, Dim declared, Dim actual,
                      bool *fits) {
    if (!DIM_IS_NAME(declared))
        return unify_dims(env, m, u, declared, actual, fits);
    const DimBinding *known = find_extent(b, DIM_NAME_OF(declared));
    if (known)
        return unify_dims(env, m, u, known->to, actual, fits);
    *fits = true;
    TRY(index_add(env, &b->extent_index, hash_u64(DIM_NAME_OF(declared), 0), b->extents.len));
    return vec_push(env, &b->extents, ((DimBinding){DIM_NAME_OF(declared), actual}));
}

bool bind_match(Env *env, Module *m, Unifier *u, Bindings *b, TypeId declared, TypeId actual,
                bool *fits) {
    const Types *t = &m->types;
    *fits = true;
    if (declared == NO_TYPE)
        return true;
    TRY(match_elem(env, m, b, type_elem(t, declared), type_elem(t, actual), fits));
    if (!*fits || type_get(t, declared)->kind == TYPE_ANY_RANK)
        return true;
    *fits = type_rank(t, declared) == type_rank(t, actual);
    for (unsigned i = 0; *fits && i < type_rank(t, declared); i++)
        TRY(match_dim(env, m, u, b, type_dims(t, declared)[i], type_dims(t, actual)[i], fits));
    return true;
}

Dim bind_subst_dim(Unifier *u, const Bindings *b, Dim dim) {
    const DimBinding *known = DIM_IS_NAME(dim) ? find_extent(b, DIM_NAME_OF(dim)) : NULL;
    return unify_resolve(u, known ? known->to : dim);
}

static bool subst_elem(Env *env, Module *m, const Bindings *b, TypeId elem, TypeId *out) {
    uint32_t lengths[MAX_TYPE_DEPTH];
    unsigned depth = 0;
    const Type *type = type_get(&m->types, elem);
    *out = elem;
    if (!type->generic)
        return true;
    for (; type->kind == TYPE_FIXED; type = type_get(&m->types, elem)) {
        lengths[depth++] = type->count;
        elem = type->elem;
    }
    const ParamBinding *known = type->kind == TYPE_PARAM ? find_param(b, type->name) : NULL;
    *out = known ? known->type : elem;
    while (depth)
        TRY(type_fixed(env, &m->types, *out, lengths[--depth], out));
    return true;
}

bool bind_subst(Env *env, Module *m, Unifier *u, const Bindings *b, TypeId declared, TypeId *out) {
    TypeId elem;
    Dim dims[MAX_RANK];
    Type type = *type_get(&m->types, declared);
    TRY(subst_elem(env, m, b, type_elem(&m->types, declared), &elem));
    if (type.kind == TYPE_ANY_RANK)
        return type_any_rank(env, &m->types, elem, out);
    unsigned rank = type_rank(&m->types, declared);
    for (unsigned i = 0; i < rank; i++)
        dims[i] = bind_subst_dim(u, b, type_dims(&m->types, declared)[i]);
    return type_array(env, &m->types, elem, dims, rank, out);
}

bool unify_types(Env *env, Module *m, Unifier *u, TypeId a, TypeId b, bool *same) {
    const Types *t = &m->types;
    *same = a == b;
    if (*same)
        return true;
    *same = type_elem(t, a) == type_elem(t, b) && type_rank(t, a) == type_rank(t, b);
    for (unsigned i = 0; *same && i < type_rank(t, a); i++)
        TRY(unify_dims(env, m, u, type_dims(t, a)[i], type_dims(t, b)[i], same));
    return true;
}
