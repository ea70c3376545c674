/* Vectors, matrices, fixed arrays and structs: mostly which scalar is which. */
#include "ir/product.h"
#include "plan/build.h"

/* ---- parts */

/* Scalars of part number index, and how many come before it. */
static void part_of(const Types *t, TypeId elem, uint32_t index, uint32_t *first, uint32_t *n) {
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

static TypeId elem_of(const Builder *b, const Frame *f, VarId var) {
    return type_elem(&b->pl->m->types, frame_type(f, var));
}

static bool push_range(Builder *b, uint32_t from, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        TRY(pool_push(b, pool_at(b, from + k)));
    return true;
}

static bool make(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    VEC(uint32_t) parts = {0};
    const VarId *in = instr_in(f->scope->p, i);
    uint32_t total = var_leaves(b, f, i->out);
    bool ok = true;
    for (uint32_t k = 0; ok && k < i->n_in; k++) {
        uint32_t from;
        ok = build_operand(b, f, i, k, view, &from) && vec_push(b->env, &parts, from);
    }
    *at = b->pool.len;
    for (uint32_t k = 0; ok && k < i->n_in; k++)
        ok = push_range(b, parts.at[k], var_leaves(b, f, in[k]));
    while (ok && b->pool.len > *at &&
           b->pool.len - *at < total) /* one part alone fills the whole */
        ok = pool_push(b, pool_at(b, *at));
    vec_free(b->env->allocator, &parts);
    return ok;
}

static bool extract(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    uint32_t first, n;
    part_of(&b->pl->m->types, elem_of(b, f, instr_in(f->scope->p, i)[0]),
            (uint32_t)attr_int(f->scope->p, i, AT_INDEX, 0), &first, &n);
    TRY(build_operand(b, f, i, 0, view, at));
    *at += first;
    return true;
}

static bool insert(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    uint32_t first, n, whole, part, total = var_leaves(b, f, i->out);
    part_of(&b->pl->m->types, elem_of(b, f, i->out),
            (uint32_t)attr_int(f->scope->p, i, AT_INDEX, 0), &first, &n);
    TRY(build_operand(b, f, i, 0, view, &whole));
    TRY(build_operand(b, f, i, 1, view, &part));
    *at = b->pool.len;
    TRY(push_range(b, whole, first) && push_range(b, part, n));
    return push_range(b, whole + first + n, total - first - n);
}

static bool swizzle(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    uint32_t from, n;
    const int64_t *lanes = attr_list(f->scope->p, i, AT_LANES, &n);
    TRY(build_operand(b, f, i, 0, view, &from));
    *at = b->pool.len;
    for (uint32_t k = 0; k < n; k++)
        TRY(pool_push(b, pool_at(b, from + (uint32_t)lanes[k])));
    return true;
}

static bool mat_transpose(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    const Type type = *type_get(&b->pl->m->types, elem_of(b, f, instr_in(f->scope->p, i)[0]));
    uint32_t from;
    TRY(build_operand(b, f, i, 0, view, &from));
    *at = b->pool.len;
    for (uint32_t c = 0; c < type.cols; c++)
        for (uint32_t r = 0; r < type.rows; r++)
            TRY(pool_push(b, pool_at(b, from + r * type.cols + c)));
    return true;
}

/* Is the index at most k? Of small integers a k that they cannot reach is never asked. */
static bool at_most(Builder *b, Dtype dtype, ValId index, uint32_t k, ValId *out) {
    Bits bits = {k, 0};
    ValId in[2] = {index, 0};
    TRY(build_const(b, dtype, bits, &in[1]));
    return build_op(b, OP_le, dtype, in, 2, out); /* how clamping an index to the range is meant */
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

/* Part 0 where i <= 0, part 1 where i <= 1, ..., else the last one: this clamps as it goes. */
static bool element(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    const Types *t = &b->pl->m->types;
    VarId x = instr_in(f->scope->p, i)[0], index_var = instr_in(f->scope->p, i)[1];
    const Type type = *type_get(t, elem_of(b, f, x));
    uint32_t from, at_index, n = var_leaves(b, f, i->out);
    Dtype dtype = var_dtype(b, f, index_var);
    uint32_t count = reachable_parts(&type, dtype);
    TRY(build_operand(b, f, i, 0, view, &from));
    TRY(build_operand(b, f, i, 1, view, &at_index));
    *at = b->pool.len;
    TRY(push_range(b, from + (count - 1) * n, n));
    for (uint32_t k = count - 1; k-- > 0;) {
        ValId here;
        TRY(at_most(b, dtype, pool_at(b, at_index), k, &here));
        for (uint32_t leaf = 0; leaf < n; leaf++) {
            ValId one = pool_at(b, from + k * n + leaf);
            TRY(build_select(b, (Dtype)b->k.values.at[one].dtype, here, one, pool_at(b, *at + leaf),
                             &b->pool.at[*at + leaf]));
        }
    }
    return true;
}

/* Part k is new where the index, clamped, is k: at most 0, at most k but not at most k - 1, above
 * all others. */
static bool set_element(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    enum { WHOLE, INDEX, NEW };
    const VarId *in = instr_in(f->scope->p, i);
    const Type type = *type_get(&b->pl->m->types, elem_of(b, f, in[WHOLE]));
    Dtype dtype = var_dtype(b, f, in[INDEX]);
    uint32_t count = reachable_parts(&type, dtype), n = var_leaves(b, f, in[NEW]);
    uint32_t from[3], total = var_leaves(b, f, i->out);
    ValId below = NO_VAL; /* is the index at most k - 1? */
    for (uint32_t k = WHOLE; k <= NEW; k++)
        TRY(build_operand(b, f, i, k, view, &from[k]));
    *at = b->pool.len;
    TRY(push_range(b, from[WHOLE], total));
    for (uint32_t k = 0; k < count; k++) {
        ValId up_to = NO_VAL;
        if (k + 1 < count)
            TRY(at_most(b, dtype, pool_at(b, from[INDEX]), k, &up_to));
        for (uint32_t leaf = 0; leaf < n; leaf++) {
            ValId *out = &b->pool.at[*at + k * n + leaf], old = *out, made;
            ValId new = pool_at(b, from[NEW] + leaf);
            Dtype own = (Dtype)b->k.values.at[old].dtype;
            made = new;
            if (up_to != NO_VAL)
                TRY(build_select(b, own, up_to, new, old, &made));
            if (below != NO_VAL)
                TRY(build_select(b, own, below, old, made, &made));
            b->pool.at[*at + k * n + leaf] = made;
        }
        below = up_to;
    }
    return true;
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
    case RULE_MAKE: return make(b, f, i, view, at);
    case RULE_EXTRACT: return extract(b, f, i, view, at);
    case RULE_INSERT: return insert(b, f, i, view, at);
    case RULE_ELEMENT: return element(b, f, i, view, at);
    case RULE_SET_ELEMENT: return set_element(b, f, i, view, at);
    case RULE_PACK: return pack(b, f, i, view, at);
    case RULE_SWIZZLE: return swizzle(b, f, i, view, at);
    case RULE_DOT:
    case RULE_MAT_MUL: return product(b, f, i, view, at);
    case RULE_MAT_TRANSPOSE: return mat_transpose(b, f, i, view, at);
    case RULE_DETERMINANT: return determinant(b, f, i, view, at);
    default:
        return env_fail(b->env, FRIT_ERR_INTERNAL, FRIT_STAGE_PLAN, "%s is no elementwise step",
                        op_info(i->op)->name);
    }
}
