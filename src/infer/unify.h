/*
 * Named extents that turned out to be the same. A name stands for an extent that is not known to be
 * 1, so names never broadcast: two that meet are one.
 */
#ifndef FRIT_INFER_UNIFY_H
#define FRIT_INFER_UNIFY_H

#include "ir/type.h"

typedef struct Binding {
    StrId name;
    Dim to;
} Binding;

typedef struct Unifier {
    VEC(Binding) bindings;
    Index index;  /* StrId -> binding */
    bool hanging; /* a type was made in the belief that a name stays a name */
} Unifier;

/* The number or the name that represents dim by now. A NULL unifier knows nothing. */
Dim unify_resolve(Unifier *u, Dim dim);
/* Makes a and b the same; *same is false when they are different numbers. */
bool unify_dims(Env *env, Unifier *u, Dim a, Dim b, bool *same);
void unify_free(const frit_allocator *allocator, Unifier *u);

#endif
