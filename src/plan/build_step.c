/* Steps that act on each element by itself. */
#include "kernel/arrays.h"
#include "plan/build.h"

/* Scalar `leaf` of an operand; an operand of one scalar stands beside every component. */
static ValId leaf_of(const Builder *b, uint32_t at, uint32_t leaves, uint32_t leaf) {
    return pool_at(b, at + (leaves == 1 ? 0 : leaf));
}

static bool elementwise(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    enum { MAX_ARITY = 4 };
    const VarId *in = instr_in(f->scope->p, i);
    uint32_t from[MAX_ARITY] = {0}, leaves[MAX_ARITY] = {0}, n = var_leaves(b, f, i->out);
    for (uint32_t k = 0; k < i->n_in; k++) {
        TRY(build_operand(b, f, i, k, view, &from[k]));
        leaves[k] = var_leaves(b, f, in[k]);
    }
    *at = b->pool.len;
    for (uint32_t leaf = 0; leaf < n; leaf++) {
        ValId values[MAX_ARITY], value;
        for (uint32_t k = 0; k < i->n_in; k++)
            values[k] = leaf_of(b, from[k], leaves[k], leaf);
        TRY(build_op(b, (Op)i->op, var_dtype(b, f, in[0]), values, i->n_in, &value));
        TRY(pool_push(b, value));
    }
    return true;
}

static bool choose(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    const VarId *in = instr_in(f->scope->p, i);
    uint32_t from[3], pieces[3], n = var_pieces(b, f, i->out);
    for (uint32_t k = 0; k < 3; k++) {
        TRY(build_operand(b, f, i, k, view, &from[k]));
        pieces[k] = var_pieces(b, f, in[k]);
    }
    *at = b->pool.len;
    for (uint32_t piece = 0; piece < n; piece++) {
        ValId x = leaf_of(b, from[1], pieces[1], piece), y = leaf_of(b, from[2], pieces[2], piece);
        ValId c = leaf_of(b, from[0], pieces[0], piece), value;
        if (is_array(&b->k, x))
            TRY(build_choose_array(b, c, x, y, &value));
        else
            TRY(build_select(b, (Dtype)b->k.values.at[x].dtype, c, x, y, &value));
        TRY(pool_push(b, value));
    }
    return true;
}

static bool convert(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    uint32_t from, n = var_leaves(b, f, i->out);
    Dtype old = var_dtype(b, f, instr_in(f->scope->p, i)[0]), to = var_dtype(b, f, i->out);
    TRY(build_operand(b, f, i, 0, view, &from));
    *at = b->pool.len;
    for (uint32_t leaf = 0; leaf < n; leaf++) {
        ValId value;
        TRY(build_cast(b, old, to, pool_at(b, from + leaf), &value));
        TRY(pool_push(b, value));
    }
    return true;
}

static bool literal(Builder *b, const Frame *f, const Instr *i, uint32_t *at) {
    Literal value = attr_literal(f->scope->p, i, AT_CONST_VALUE);
    ValId out;
    TRY(build_const(b, type_dtype(&b->pl->m->types, value.type), value.bits, &out));
    *at = b->pool.len;
    return pool_push(b, out);
}

/* An element number of an array of that shape, seen through the view. */
static bool element_number(Builder *b, const Dim *dims, uint32_t rank, ViewId view,
                           KernelInstr *instr) {
    Access access = {.buffer = NO_BUFFER, .view = view, .rank = rank, .dtype = DT_I64};
    TRY(shape_of(b->pl, dims, rank, &access.shape));
    return build_access(b, &access, &instr->access);
}

static bool count_along(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    const Types *t = &b->pl->m->types;
    TypeId type = frame_type(f, i->out);
    uint32_t rank = type_rank(t, type);
    uint32_t axis = axis_of(attr_int(f->scope->p, i, AT_IOTA_AXIS, 0), rank);
    ViewAxis axes[MAX_RANK];
    ViewId seen;
    ValId value;
    KernelInstr instr = {.code = K_INDEX, .dtype = (uint8_t)var_dtype(b, f, i->out)};
    for (uint32_t k = 0; k < rank; k++) {
        axes[k] = (ViewAxis){.source = k == axis ? 0 : VIEW_NEW};
        TRY(extent_of(b->pl, type_dims(t, type)[k], &axes[k].extent));
    }
    TRY(view_add(b->pl, VIEW_IDENTITY, VIEW_AXES, 1, axes, rank, &seen));
    TRY(view_compose(b->pl, seen, view, &seen));
    TRY(element_number(b, type_dims(t, type) + axis, 1, seen, &instr));
    TRY(build_emit(b, instr, NULL, 0, (Dtype)instr.dtype, view_level(b, seen), &value));
    *at = b->pool.len;
    return pool_push(b, value);
}

/* An extent is the number of the first element of the second row of two that are so long. */
static bool extent(Builder *b, const Frame *f, const Instr *i, uint32_t *at) {
    const Types *t = &b->pl->m->types;
    TypeId x = frame_type(f, instr_in(f->scope->p, i)[0]);
    uint32_t axis = axis_of(attr_int(f->scope->p, i, AT_AXIS, 0), type_rank(t, x));
    Dim dims[2] = {2, type_dims(t, x)[axis]};
    ViewAxis axes[MAX_RANK];
    ViewId seen;
    ValId value;
    KernelInstr instr = {.code = K_INDEX, .dtype = DT_I64};
    for (uint32_t k = 0; k < 2; k++) {
        axes[k] = (ViewAxis){.source = k, .start = LIST_SKIPPED, .stop = LIST_SKIPPED, .step = 1};
        TRY(extent_of(b->pl, k ? dims[1] : 1, &axes[k].extent));
    }
    axes[0].start = 1;
    TRY(view_add(b->pl, VIEW_IDENTITY, VIEW_SLICE, 2, axes, 2, &seen));
    for (uint32_t k = 0; k < b->k.n_axes; k++)
        axes[k] = (ViewAxis){.source = VIEW_NEW, .extent = b->pl->plan->shapes.at[b->k.shape + k]};
    TRY(view_add(b->pl, seen, VIEW_AXES, 2, axes, b->k.n_axes, &seen));
    TRY(element_number(b, dims, 2, seen, &instr));
    TRY(build_emit(b, instr, NULL, 0, DT_I64, LEVEL_UNIFORM, &value));
    *at = b->pool.len;
    return pool_push(b, value);
}

static bool draw(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    const Types *t = &b->pl->m->types;
    TypeId type = frame_type(f, i->out);
    uint32_t key, number;
    ValId in[2], value;
    KernelInstr instr = {.code = K_RANDOM, .op = i->op, .dtype = (uint8_t)var_dtype(b, f, i->out)};
    TRY(build_operand(b, f, i, 0, view, &key));
    TRY(build_operand(b, f, i, 1, view, &number));
    in[0] = pool_at(b, key);
    in[1] = pool_at(b, number);
    unsigned level = level_of(b, in, 2), own = view_level(b, view);
    TRY(element_number(b, type_dims(t, type), type_rank(t, type), view, &instr));
    TRY(build_emit(b, instr, in, 2, (Dtype)instr.dtype, level > own ? level : own, &value));
    *at = b->pool.len;
    return pool_push(b, value);
}

bool build_step(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    switch (op_info(i->op)->rule) {
    case RULE_CONST: return literal(b, f, i, at);
    case RULE_ELEMENTWISE: return elementwise(b, f, i, view, at);
    case RULE_SELECT: return choose(b, f, i, view, at);
    case RULE_CAST: return convert(b, f, i, view, at);
    case RULE_BITCAST: return build_bitcast(b, f, i, view, at);
    case RULE_SAME_SHAPE:
    case RULE_FILL: return build_operand(b, f, i, 0, view, at);
    case RULE_IOTA: return count_along(b, f, i, view, at);
    case RULE_EXTENT: return extent(b, f, i, at);
    case RULE_RANDOM: return draw(b, f, i, view, at);
    case RULE_GATHER: return build_gather(b, f, i, view, at);
    default: return build_vector(b, f, i, view, at);
    }
}
