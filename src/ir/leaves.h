/*
 * Vectors, matrices, fixed arrays and structs as the scalars they are made of, their leaves: which leaf of a
 * result is which leaf of an operand. Who writes a program down in scalars says what a leaf is; here it is a
 * number that means something to him.
 */
#ifndef FRIT_IR_LEAVES_H
#define FRIT_IR_LEAVES_H

#include "ir/program.h"

/* Components of a scalar, vector or matrix. */
static inline unsigned leaf_count(const Type *type) {
    switch (type->kind) {
    case TYPE_VECTOR: return type->rows;
    case TYPE_MATRIX: return (unsigned)type->rows * type->cols;
    default: return 1;
    }
}
/* Leaves of any element type; UINT32_MAX / 2 when there are more. */
uint32_t elem_leaf_count(const Types *t, TypeId elem);
/* Leaves of part number index (a component, row, element or field), and how many come before it. */
void leaf_part(const Types *t, TypeId elem, uint32_t index, uint32_t *first, uint32_t *n);

/* How an op that only moves leaves (make, extract, insert, swizzle, mat_transpose) does it. */
typedef struct LeafMoves {
    void *user;
    const Types *types;
    const Program *p;
    TypeId (*elem)(void *user, VarId var);
    /* The next n leaves of the result are those of operand k, from `first` on. */
    bool (*take)(void *user, uint32_t k, uint32_t first, uint32_t n);
} LeafMoves;
bool leaves_moved(const LeafMoves *m, const Instr *i);

/* Choosing by an index that is known only when the program runs. */
typedef struct LeafChoice {
    void *user;
    /* A leaf that is `yes` where the index is at most k, elsewhere `no`. */
    bool (*at_most)(void *user, uint32_t k, uint32_t yes, uint32_t no, uint32_t *out);
} LeafChoice;
/* Part 0 where the index is at most 0, part 1 where it is at most 1, ..., else the last one: the index is
 * clamped as it goes. from: `parts` times n leaves. */
bool leaves_element(const LeafChoice *c, uint32_t parts, uint32_t n, const uint32_t *from,
                    uint32_t *out);
/* The same of a store: all[] is changed to the n new leaves where the index, clamped, says. */
bool leaves_set_element(const LeafChoice *c, uint32_t parts, uint32_t n, const uint32_t *new,
                        uint32_t *all);

#endif
