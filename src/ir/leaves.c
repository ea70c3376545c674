#include "ir/leaves.h"

#include "base/env.h"

uint32_t elem_leaf_count(const Types *t, TypeId elem) {
    const Type *type = type_get(t, elem);
    uint64_t n = 0;
    switch (type->kind) {
    case TYPE_FIXED:
        n = (uint64_t)type->count * elem_leaf_count(t, type->elem); /* MAX_TYPE_DEPTH deep */
        break;
    case TYPE_STRUCT:
        for (uint32_t k = 0; k < type->count; k++)
            n += elem_leaf_count(t, type_fields(t, type)[k].type);
        break;
    default: return leaf_count(type);
    }
    return n > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)n;
}

void leaf_part(const Types *t, TypeId elem, uint32_t index, uint32_t *first, uint32_t *n) {
    const Type *type = type_get(t, elem);
    *first = 0;
    switch (type->kind) {
    case TYPE_MATRIX:
        *n = type->cols;
        *first = index * type->cols;
        break;
    case TYPE_FIXED:
        *n = elem_leaf_count(t, type->elem);
        *first = index * *n;
        break;
    case TYPE_STRUCT:
        for (uint32_t k = 0; k < index; k++)
            *first += elem_leaf_count(t, type_fields(t, type)[k].type);
        *n = elem_leaf_count(t, type_fields(t, type)[index].type);
        break;
    default:
        *n = 1;
        *first = index;
        break;
    }
}

/* ---- ops that only move */

static TypeId operand_elem(const LeafMoves *m, const Instr *i, uint32_t k) {
    return m->elem(m->user, instr_in(m->p, i)[k]);
}

static bool make(const LeafMoves *m, const Instr *i, uint32_t total) {
    uint32_t made = 0;
    for (uint32_t k = 0; k < i->n_in; k++) {
        uint32_t n = elem_leaf_count(m->types, operand_elem(m, i, k));
        TRY(m->take(m->user, k, 0, n));
        made += n;
    }
    for (; made > 0 && made < total; made++) /* one part alone fills the whole */
        TRY(m->take(m->user, 0, 0, 1));
    return true;
}

static bool insert(const LeafMoves *m, const Instr *i, uint32_t total) {
    enum { WHOLE, PART };
    uint32_t first, n;
    leaf_part(m->types, operand_elem(m, i, WHOLE), (uint32_t)attr_int(m->p, i, AT_INDEX, 0), &first,
              &n);
    TRY(m->take(m->user, WHOLE, 0, first));
    TRY(m->take(m->user, PART, 0, n));
    return m->take(m->user, WHOLE, first + n, total - first - n);
}

static bool extract(const LeafMoves *m, const Instr *i) {
    uint32_t first, n;
    leaf_part(m->types, operand_elem(m, i, 0), (uint32_t)attr_int(m->p, i, AT_INDEX, 0), &first,
              &n);
    return m->take(m->user, 0, first, n);
}

static bool swizzle(const LeafMoves *m, const Instr *i) {
    uint32_t n;
    const int64_t *lanes = attr_list(m->p, i, AT_LANES, &n);
    for (uint32_t k = 0; k < n; k++)
        TRY(m->take(m->user, 0, (uint32_t)lanes[k], 1));
    return true;
}

static bool mat_transpose(const LeafMoves *m, const Instr *i) {
    const Type *type = type_get(m->types, operand_elem(m, i, 0));
    uint32_t rows = type->rows, cols = type->cols;
    for (uint32_t k = 0; k < rows * cols; k++)
        TRY(m->take(m->user, 0, k % rows * cols + k / rows, 1));
    return true;
}

bool leaves_moved(const LeafMoves *m, const Instr *i) {
    switch (op_info(i->op)->rule) {
    case RULE_MAKE: return make(m, i, elem_leaf_count(m->types, m->elem(m->user, i->out)));
    case RULE_EXTRACT: return extract(m, i);
    case RULE_INSERT: return insert(m, i, elem_leaf_count(m->types, m->elem(m->user, i->out)));
    case RULE_SWIZZLE: return swizzle(m, i);
    default: return mat_transpose(m, i);
    }
}

/* ---- an index that is known late */

bool leaves_element(const LeafChoice *c, uint32_t parts, uint32_t n, const uint32_t *from,
                    uint32_t *out) {
    for (uint32_t leaf = 0; leaf < n; leaf++)
        out[leaf] = from[(parts - 1) * n + leaf];
    for (uint32_t k = parts - 1; k-- > 0;)
        for (uint32_t leaf = 0; leaf < n; leaf++)
            TRY(c->at_most(c->user, k, from[k * n + leaf], out[leaf], &out[leaf]));
    return true;
}

/* Part k is new where the index is at most 0; at most k, but not at most k - 1; above all others. */
bool leaves_set_element(const LeafChoice *c, uint32_t parts, uint32_t n, const uint32_t *new,
                        uint32_t *all) {
    for (uint32_t k = 0; k < parts; k++)
        for (uint32_t leaf = 0; leaf < n; leaf++) {
            uint32_t old = all[k * n + leaf], *made = &all[k * n + leaf];
            *made = new[leaf];
            if (k + 1 < parts)
                TRY(c->at_most(c->user, k, new[leaf], old, made));
            if (k > 0)
                TRY(c->at_most(c->user, k - 1, old, *made, made));
        }
    return true;
}
