/* Shapes and operands of instructions of known types, and the instructions in shapes.c. */
#ifndef TESTS_GEN_SHAPES_H
#define TESTS_GEN_SHAPES_H

#include <string.h>

#include "gen/parts.h"

typedef struct Extents {
    unsigned rank;
    Dim at[MAX_RANK];
} Extents;

static inline Types *types_of(const Typed *f) {
    return &f->g->m->types;
}

static inline Extents extents(const Typed *f, VarId var) {
    const Types *t = types_of(f);
    TypeId type = gen_type_of(f, var);
    Extents e = {.rank = type_rank(t, type)};
    if (e.rank)
        memcpy(e.at, type_dims(t, type), e.rank * sizeof *e.at);
    return e;
}

static inline TypeId elem_of(const Typed *f, VarId var) {
    return type_elem(types_of(f), gen_type_of(f, var));
}

static inline Dtype dtype_of(const Typed *f, VarId var) {
    return type_dtype(types_of(f), gen_type_of(f, var));
}

static inline Type elem(const Typed *f, VarId var) {
    return *type_get(types_of(f), elem_of(f, var));
}

static inline bool array_type(Typed *f, TypeId e, const Extents *shape, TypeId *out) {
    return type_array(f->g->env, types_of(f), e, shape->at, shape->rank, out);
}

/*
 * Only what fits without making a named extent equal to another: such an equation shows everywhere.
 */
static inline bool join(Extents *a, const Extents *b) {
    Extents out = {.rank = a->rank > b->rank ? a->rank : b->rank};
    for (unsigned i = 1; i <= out.rank; i++) {
        Dim x = i <= a->rank ? a->at[a->rank - i] : 1, y = i <= b->rank ? b->at[b->rank - i] : 1;
        if (x != y && x != 1 && y != 1)
            return false;
        out.at[out.rank - i] = x == 1 ? y : x;
    }
    *a = out;
    return true;
}

static inline Like like_any(void) {
    return (Like){.dtype = DT_NONE};
}

/* Scalars, vectors or matrices that the op takes. */
static inline VarId pick_for(Typed *f, Op op, unsigned kinds, unsigned min_rank) {
    return gen_pick(f, (Like){.dtype = DT_NONE,
                              .kinds = kinds,
                              .classes = op_info(op)->accepts,
                              .min_rank = min_rank});
}

static inline bool put_list(Typed *f, const int64_t *items, uint32_t n, int64_t *word) {
    return program_attr_list(f->g->env, f->p, items, n, word);
}

/* Optional bools, and the real attributes that some reductions have. */
static inline void loose_attrs(Typed *f, Op op, Attrs *attrs) {
    static const double reals[] = {0, 1, 2, 0.5, 3};
    for (unsigned k = 0; k < op_attr_count(op); k++) {
        const AttrInfo *info = &op_info(op)->attrs[k];
        if (info->kind == ATTR_BOOL && gen_chance(f->g, 50))
            attrs->word[k] = gen_below(f->g, 2);
        if (info->kind == ATTR_REAL && (info->required || gen_chance(f->g, 50)))
            attrs->word[k] = attr_real_word(reals[gen_below(f->g, 5)]);
    }
}

/* One result of that element type and those extents. */
static inline bool emit_one(Typed *f, Op op, const VarId *in, uint32_t n, const Attrs *attrs,
                            TypeId e, const Extents *shape) {
    TypeId type;
    VarId out;
    TRY(array_type(f, e, shape, &type));
    return gen_emit(f, op, in, n, attrs, &type, 1, &out);
}

/* A random set of axes as a list, some counted from the end. has: by axis. */
static inline bool random_axes(Typed *f, unsigned rank, unsigned percent, bool *has,
                               int64_t *word) {
    int64_t list[MAX_RANK];
    uint32_t n = 0;
    for (unsigned i = 0; i < rank; i++) {
        has[i] = gen_chance(f->g, percent);
        if (has[i])
            list[n++] = gen_chance(f->g, 30) ? (int64_t)i - rank : (int64_t)i;
    }
    for (uint32_t i = 1; i < n; i++) { /* in any order */
        uint32_t j = gen_below(f->g, i + 1);
        int64_t swap = list[i];
        list[i] = list[j];
        list[j] = swap;
    }
    return put_list(f, list, n, word);
}

/* Appends an instruction of that op, or nothing when nothing fits. */
typedef bool GenFn(Typed *f, Op op);

GenFn gen_new_array, gen_broadcast, gen_reshape, gen_reshape_like, gen_transpose, gen_expand_dims,
    gen_squeeze, gen_slice, gen_flip, gen_pad, gen_joined, gen_indexed;

#endif
