/* What the type parameters and the named extents of one program stand for in one of its calls. */
#ifndef FRIT_INFER_BIND_H
#define FRIT_INFER_BIND_H

#include "infer/unify.h"
#include "ir/program.h"

typedef struct ParamBinding {
    StrId name;
    TypeId type;
} ParamBinding;

typedef struct Bindings {
    VEC(DimBinding) extents;
    Index extent_index; /* StrId -> extent */
    VEC(ParamBinding) params;
} Bindings;

void bindings_free(const frit_allocator *allocator, Bindings *b);

/* Fits an actual type to a declared one, binding names on the way; *fits says whether it does. */
bool bind_match(Env *env, Module *m, Unifier *u, Bindings *b, TypeId declared, TypeId actual,
                bool *fits);
/* The declared type with everything bound put in. What is not bound stays. */
bool bind_subst(Env *env, Module *m, Unifier *u, const Bindings *b, TypeId declared, TypeId *out);
Dim bind_subst_dim(Unifier *u, const Bindings *b, Dim dim);
/* Makes two types one, extents unified; *same is false when they cannot be. */
bool unify_types(Env *env, Module *m, Unifier *u, TypeId a, TypeId b, bool *same);

#endif
