/*
 * Named extents that turned out to be the same. A name stands for an extent that is not known to be
 * 1, so names never broadcast: two that meet are one.
 */
#ifndef FRIT_INFER_UNIFY_H
#define FRIT_INFER_UNIFY_H

#include "ir/program.h"

typedef struct DimBinding {
    StrId name;
    Dim to;
} DimBinding;

typedef struct Unifier {
    VEC(DimBinding) bindings;
    Index index; /* StrId -> binding */
    /* Names that say how an extent is computed ("m+n"): they change when m or n turns out to be
     * something else, so what is known of them lasts only while nothing new is learnt of others. */
    VEC(StrId) derived;
    Index derived_index; /* StrId -> derived */
    bool hanging;        /* a type was made in the belief that a name stays a name */
} Unifier;

/* The number or the name that represents dim by now. A NULL unifier knows nothing. */
Dim unify_resolve(Unifier *u, Dim dim);
/* Makes a and b the same; *same is false when they cannot be: different numbers, or n and n-1. */
bool unify_dims(Env *env, Module *m, Unifier *u, Dim a, Dim b, bool *same);
/* Two names of the forms n, n+k, n-k with one n and different offsets (extent.c). */
bool extent_differs(Env *env, Module *m, Dim a, Dim b, bool *differs);
bool unify_mark_derived(Env *env, Unifier *u, StrId name);
/* How many bindings are about names that are not derived. */
uint32_t unify_lasting(const Unifier *u);
/* Forgets all others. */
bool unify_forget_derived(Env *env, Unifier *u);
void unify_free(const frit_allocator *allocator, Unifier *u);

#endif
