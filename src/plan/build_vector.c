/* Vectors, matrices, fixed arrays and structs: their scalars are values of the kernel (ir/leaves.h). */
#include "ir/product.h"
#include "plan/build.h"

/* ---- parts */

static TypeId elem_of(const Builder *b, const Frame *f, VarId var) {
    return type_elem(&b->pl->m->types, frame_type(f, var));
}

static bool push_range(Builder *b, uint32_t from, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        TRY(pool_push(b, pool_at(b, from + k)));
    return true;
}

/* What leaves_moved asks of the builder. */
typedef struct Moves {
    Builder *b;
    const Frame *f;
    VEC(uint32_t) from; /* where the operands' leaves are in the pool */
} Moves;

static TypeId moved_elem(void *moves, VarId var) {
    const Moves *m = moves;
    return elem_of(m->b, m->f, var);
}

static bool take_leaves(void *moves, uint32_t k, uint32_t first, uint32_t n) {
    const Moves *m = moves;
    return push_range(m->b, m->from.at[k] + first, n);
}

/* make, swizzle, mat_transpose */
static bool move(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    Moves moves = {.b = b, .f = f};
    LeafMoves m = {&moves, &b->pl->m->types, f->scope->p, moved_elem, take_leaves};
    bool ok = true;
    for (uint32_t k = 0; ok && k < i->n_in; k++) {
        uint32_t from;
        ok = build_operand(b, f, i, k, view, &from) &&
             build_leaves(b, frame_type(f, instr_in(f->scope->p, i)[k]), &from) &&
             vec_push(b->env, &moves.from, from);
    }
    *at = b->pool.len;
    ok = ok && leaves_moved(&m, i) && build_pieces(b, frame_type(f, i->out), at);
    vec_free(b->env->allocator, &moves.from);
    return ok;
}

/* How many parts an index can tell apart: where there are more, it cannot reach the last ones. */
static uint32_t reachable_parts(const Type *type, Dtype index) {
    uint32_t count =
        type->kind == TYPE_VECTOR || type->kind == TYPE_MATRIX ? type->rows : type->count;
    uint64_t most = dtype_info(index)->bits == 8    ? 127
                    : dtype_info(index)->bits == 16 ? 32767
                                                    : UINT32_MAX;
    if (dtype_info(index)->class == CLASS_UNSIGNED)
        most = 2 * most + 1;
    return count > most + 1 ? (uint32_t)most + 1 : count;
}

/* An index, and what it was last compared with: an odd k and an even one. */
typedef struct IndexValue {
    Builder *b;
    Dtype dtype;
    ValId value, here[2];
    uint32_t k[2];
} IndexValue;

static bool choose(void *index, uint32_t k, ValId yes, ValId no, ValId *out) {
    IndexValue *x = index;
    ValId *here = &x->here[k % 2], in[2] = {x->value, 0};
    if (*here == NO_VAL || x->k[k % 2] != k) {
        TRY(build_const(x->b, x->dtype, (Bits){k, 0}, &in[1]));
        TRY(build_op(x->b, OP_le, x->dtype, in, 2, here)); /* "at most" */
        x->k[k % 2] = k;
    }
    return build_select(x->b, (Dtype)x->b->k.values.at[yes].dtype, *here, yes, no, out);
}

/* element and set_element */
static bool choose_element(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    enum { WHOLE, INDEX, NEW };
    const VarId *in = instr_in(f->scope->p, i);
    const Type type = *type_get(&b->pl->m->types, elem_of(b, f, in[WHOLE]));
    Dtype dtype = var_dtype(b, f, in[INDEX]);
    bool stores = i->n_in > NEW;
    uint32_t from[NEW + 1], parts = reachable_parts(&type, dtype);
    uint32_t n = var_leaves(b, f, stores ? in[NEW] : i->out);
    for (uint32_t k = 0; k < i->n_in; k++)
        TRY(build_operand(b, f, i, k, view, &from[k]) &&
            build_leaves(b, frame_type(f, in[k]), &from[k]));
    IndexValue index = {b, dtype, pool_at(b, from[INDEX]), {NO_VAL, NO_VAL}, {0, 0}};
    LeafChoice choice = {&index, choose};
    *at = b->pool.len;
    TRY(push_range(b, from[WHOLE], var_leaves(b, f, i->out)));
    ValId *pool = b->pool.at; /* nothing more is put there until the choice is made */
    TRY(stores ? leaves_set_element(&choice, parts, n, pool + from[NEW], pool + *at)
               : leaves_element(&choice, parts, n, pool + from[WHOLE], pool + *at));
    return build_pieces(b, frame_type(f, i->out), at);
}

static bool element(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    if (!element_is_in_memory(b, f, i))
        return choose_element(b, f, i, view, at);
    return op_info(i->op)->rule == RULE_ELEMENT ? build_element(b, f, i, view, at)
                                                : build_set_element(b, f, i, view, at);
}

/* ---- components that are axes */

static bool pack(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    VarId x = instr_in(f->scope->p, i)[0];
    TypeId array = frame_type(f, x), elem = elem_of(b, f, i->out);
    VEC(ValId) parts = {0};
    bool ok = true;
    uint32_t n = var_leaves(b, f, i->out);
    for (uint32_t k = 0; ok && k < n; k++) {
        uint32_t one;
        ViewId seen;
        b->parts = (uint8_t)(n <= UINT8_MAX ? n : 0);
        b->part = (uint8_t)(n <= UINT8_MAX ? k : 0);
        ok = view_of_leaf(b->pl, VIEW_IDENTITY, array, elem, k, &seen) &&
             view_compose(b->pl, seen, view, &seen) && build_value(b, f, x, seen, &one) &&
             vec_push(b->env, &parts, pool_at(b, one));
    }
    b->parts = b->part = 0;
    *at = b->pool.len;
    for (uint32_t k = 0; ok && k < parts.len; k++)
        ok = pool_push(b, parts.at[k]);
    ok = ok && build_pieces(b, frame_type(f, i->out), at);
    vec_free(b->env->allocator, &parts);
    return ok;
}

/* ---- products */

static bool product_step(void *builder, Op op, Dtype dtype, ValId x, ValId y, ValId *out) {
    ValId in[2] = {x, y};
    return build_op(builder, op, dtype, in, 2, out);
}

/* The components of an operand; its type and where they are in the pool. */
static bool components(Builder *b, const Frame *f, const Instr *i, uint32_t k, ViewId view,
                       Type *type, ValId out[PRODUCT_MAX]) {
    VarId x = instr_in(f->scope->p, i)[k];
    uint32_t from;
    *type = *type_get(&b->pl->m->types, elem_of(b, f, x));
    TRY(build_operand(b, f, i, k, view, &from));
    for (uint32_t c = 0; c < var_leaves(b, f, x); c++)
        out[c] = pool_at(b, from + c);
    return true;
}

/* dot and mat_mul */
static bool product(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    Type x, y;
    ValId left[PRODUCT_MAX], right[PRODUCT_MAX], values[PRODUCT_MAX];
    unsigned n;
    TRY(components(b, f, i, 0, view, &x, left) && components(b, f, i, 1, view, &y, right));
    ProductSteps steps = {b, x.dtype, product_step};
    TRY(product_of(&steps, &x, left, &y, right, values, &n));
    *at = b->pool.len;
    for (unsigned k = 0; k < n; k++)
        TRY(pool_push(b, values[k]));
    return true;
}

static bool determinant(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    Type x;
    ValId m[PRODUCT_MAX], value;
    TRY(components(b, f, i, 0, view, &x, m));
    ProductSteps steps = {b, x.dtype, product_step};
    TRY(determinant_of(&steps, m, x.rows, &value));
    *at = b->pool.len;
    return pool_push(b, value);
}

bool build_vector(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    switch (op_info(i->op)->rule) {
    case RULE_MAKE:
    case RULE_SWIZZLE:
    case RULE_MAT_TRANSPOSE: return move(b, f, i, view, at);
    case RULE_INSERT: return build_insert(b, f, i, view, at);
    case RULE_EXTRACT: return build_element(b, f, i, view, at);
    case RULE_ELEMENT:
    case RULE_SET_ELEMENT: return element(b, f, i, view, at);
    case RULE_PACK: return pack(b, f, i, view, at);
    case RULE_DOT:
    case RULE_MAT_MUL: return product(b, f, i, view, at);
    case RULE_DETERMINANT: return determinant(b, f, i, view, at);
    default:
        return env_fail(b->env, FRIT_ERR_INTERNAL, FRIT_STAGE_PLAN, "%s is no elementwise step",
                        op_info(i->op)->name);
    }
}
