/* One random instruction that makes, moves or rearranges arrays, by the type rule of its op. */
#include <string.h>

#include "gen/shapes.h"

static Extents random_shape(Typed *f, unsigned min_rank) {
    Extents e = {.rank = min_rank + gen_below(f->g, 3)};
    for (unsigned i = 0; i < e.rank; i++)
        e.at[i] = f->dims[gen_below(f->g, f->n_dims)];
    return e;
}

/* iota, fill, random bits and numbers: a shape attribute says it all. */
bool gen_new_array(Typed *f, Op op) {
    TypeRule rule = op_info(op)->rule;
    Attrs attrs = attrs_none();
    Extents shape = random_shape(f, rule == RULE_IOTA);
    Dtype dtype = (Dtype)gen_below(f->g, DTYPE_COUNT);
    VarId in[2] = {0, 0};
    TypeId e, u64;
    TRY(put_list(f, shape.at, shape.rank, &attrs.word[AT_SHAPE]));
    if (rule == RULE_FILL) {
        in[0] = gen_pick(f, like_any());
        if (type_rank(types_of(f), gen_type_of(f, in[0])) != 0)
            TRY(gen_literal_of(f, dtype, &in[0]));
        return emit_one(f, op, in, 1, &attrs, elem_of(f, in[0]), &shape);
    }
    if (!(dtype_info(dtype)->class & op_info(op)->accepts) || dtype == DT_BOOL)
        return true;
    TRY(type_scalar(f->g->env, types_of(f), dtype, &e));
    TRY(type_scalar(f->g->env, types_of(f), DT_U64, &u64));
    if (rule == RULE_IOTA) {
        attrs.word[AT_IOTA_AXIS] = gen_below(f->g, shape.rank);
        attrs.word[AT_IOTA_TO] = e;
        return emit_one(f, op, in, 0, &attrs, e, &shape);
    }
    attrs.word[AT_RANDOM_TO] = e;
    TRY(gen_value_of(f, u64, &in[0]) && gen_weak_literal(f, DT_U64, &in[1]));
    return in[0] == NO_VAR || emit_one(f, op, in, 2, &attrs, e, &shape);
}

bool gen_broadcast(Typed *f, Op op) {
    VarId x = gen_pick(f, like_any());
    Attrs attrs = attrs_none();
    Extents a = extents(f, x), out = random_shape(f, 0);
    if (out.rank + a.rank > 6)
        return true;
    for (unsigned i = 0; i < a.rank; i++)
        out.at[out.rank++] = a.at[i] == 1 ? f->dims[gen_below(f->g, f->n_dims)] : a.at[i];
    for (unsigned i = 0; i < out.rank; i++)
        if (!gen_is_bound(f, out.at[i]))
            return true;
    TRY(put_list(f, out.at, out.rank, &attrs.word[AT_SHAPE]));
    return emit_one(f, op, &x, 1, &attrs, elem_of(f, x), &out);
}

/* With named extents: all in one axis. */
static bool gen_flatten(Typed *f, Op op, VarId x) {
    Attrs attrs = attrs_none();
    Extents out = {.rank = 1};
    int64_t rest = DIM_REST;
    TRY(gen_unknown_dim(f, &out.at[0]));
    TRY(put_list(f, &rest, 1, &attrs.word[AT_SHAPE]));
    return emit_one(f, op, &x, 1, &attrs, elem_of(f, x), &out);
}

/* Two neighbouring extents multiplied, or an extent of 1 put in; sometimes with a rest. */
bool gen_reshape(Typed *f, Op op) {
    VarId x = gen_pick(f, like_any()),
          numbered = gen_pick(f, (Like){.dtype = DT_NONE, .numbered = true});
    Attrs attrs = attrs_none();
    if (x != numbered && type_rank(types_of(f), gen_type_of(f, x)) > 1 && gen_chance(f->g, 30))
        return gen_flatten(f, op, x);
    x = numbered;
    if (x == NO_VAR)
        return true;
    Extents a = extents(f, x), out = {.rank = 0};
    unsigned merge = a.rank > 1 ? gen_below(f->g, a.rank - 1) : a.rank;
    int64_t known = 1;
    double count = 1;
    for (unsigned i = 0; i < a.rank; i++)
        count *= (double)a.at[i] + 1;
    if (count > 1e12)
        return true;
    for (unsigned i = 0; i < a.rank; i++) {
        if (i > 0 && i - 1 == merge)
            out.at[out.rank - 1] *= a.at[i];
        else
            out.at[out.rank++] = a.at[i];
    }
    if (gen_chance(f->g, 30))
        out.at[out.rank++] = 1;
    Extents shape = out;
    if (out.rank && gen_chance(f->g, 30)) {
        unsigned rest = gen_below(f->g, out.rank);
        for (unsigned i = 0; i < out.rank; i++)
            known *= i == rest ? 1 : out.at[i];
        if (known)
            shape.at[rest] = DIM_REST;
    }
    TRY(put_list(f, shape.at, shape.rank, &attrs.word[AT_SHAPE]));
    return emit_one(f, op, &x, 1, &attrs, elem_of(f, x), &out);
}

bool gen_reshape_like(Typed *f, Op op) {
    VarId x = gen_pick(f, like_any()), y = NO_VAR;
    Extents shape = extents(f, x);
    for (int tries = 0; tries < 8 && y == NO_VAR; tries++) {
        VarId v = gen_pick(f, like_any());
        Extents e = extents(f, v);
        if (e.rank == shape.rank && memcmp(e.at, shape.at, e.rank * sizeof *e.at) == 0)
            y = v;
    }
    VarId in[2] = {x, y == NO_VAR ? x : y};
    return emit_one(f, op, in, 2, NULL, elem_of(f, x), &shape);
}

bool gen_transpose(Typed *f, Op op) {
    VarId x = gen_pick(f, like_any());
    Attrs attrs = attrs_none();
    int64_t perm[MAX_RANK];
    Extents a = extents(f, x), out = {.rank = a.rank};
    bool given = gen_chance(f->g, 60);
    for (unsigned i = 0; i < a.rank; i++)
        perm[i] = a.rank - 1 - i;
    for (unsigned i = 1; given && i < a.rank; i++) {
        uint32_t j = gen_below(f->g, i + 1);
        int64_t swap = perm[i];
        perm[i] = perm[j];
        perm[j] = swap;
    }
    for (unsigned i = 0; i < a.rank; i++)
        out.at[i] = a.at[perm[i]];
    if (given)
        TRY(put_list(f, perm, a.rank, &attrs.word[AT_PERM]));
    return emit_one(f, op, &x, 1, &attrs, elem_of(f, x), &out);
}

bool gen_expand_dims(Typed *f, Op op) {
    VarId x = gen_pick(f, like_any());
    Attrs attrs = attrs_none();
    Extents a = extents(f, x), out = {.rank = 0};
    int64_t axes[2];
    unsigned n = gen_below(f->g, 3), rank = a.rank + n, from = 0;
    if (rank > 6)
        return true;
    for (unsigned i = 0; i < n; i++)
        axes[i] = gen_below(f->g, rank);
    if (n == 2 && axes[0] == axes[1])
        return true;
    for (unsigned i = 0; i < rank; i++) {
        bool fresh = (n > 0 && axes[0] == i) || (n > 1 && axes[1] == i);
        out.at[out.rank++] = fresh ? 1 : a.at[from++];
    }
    TRY(put_list(f, axes, n, &attrs.word[AT_AXES]));
    return emit_one(f, op, &x, 1, &attrs, elem_of(f, x), &out);
}

bool gen_squeeze(Typed *f, Op op) {
    VarId x = gen_pick(f, like_any());
    Attrs attrs = attrs_none();
    Extents a = extents(f, x), out = {.rank = 0};
    int64_t axes[MAX_RANK];
    uint32_t n = 0;
    bool given = gen_chance(f->g, 50);
    for (unsigned i = 0; i < a.rank; i++)
        if (a.at[i] == 1 && (!given || gen_chance(f->g, 70)))
            axes[n++] = i;
        else
            out.at[out.rank++] = a.at[i];
    if (given)
        TRY(put_list(f, axes, n, &attrs.word[AT_AXES]));
    return emit_one(f, op, &x, 1, &attrs, elem_of(f, x), &out);
}

bool gen_slice(Typed *f, Op op) {
    VarId x = gen_pick(f, like_any());
    Attrs attrs = attrs_none();
    Extents a = extents(f, x);
    int64_t start[MAX_RANK], stop[MAX_RANK], step[MAX_RANK];
    for (unsigned i = 0; i < a.rank; i++) {
        start[i] = stop[i] = step[i] = LIST_SKIPPED;
        if (gen_chance(f->g, 40)) {
            if (gen_chance(f->g, 30))
                step[i] = -1;
            continue;
        }
        if (a.at[i] < 0) {
            start[i] = (int64_t)gen_below(f->g, 3) - 1;
            stop[i] = gen_chance(f->g, 50) ? -1 : 7;
            TRY(gen_unknown_dim(f, &a.at[i]));
            continue;
        }
        int64_t n = a.at[i], lo = gen_below(f->g, (uint32_t)n + 1);
        int64_t hi = lo + gen_below(f->g, (uint32_t)(n - lo) + 1), by = 1 + gen_below(f->g, 3);
        start[i] = lo > 0 && lo < n && gen_chance(f->g, 30) ? lo - n : lo;
        stop[i] = hi == n ? n + 5 : hi;
        step[i] = by;
        a.at[i] = (hi - lo + by - 1) / by;
    }
    TRY(put_list(f, start, a.rank, &attrs.word[AT_START]));
    TRY(put_list(f, stop, a.rank, &attrs.word[AT_STOP]));
    TRY(put_list(f, step, a.rank, &attrs.word[AT_STEP]));
    return emit_one(f, op, &x, 1, &attrs, elem_of(f, x), &a);
}

bool gen_flip(Typed *f, Op op) {
    VarId x = gen_pick(f, like_any());
    Attrs attrs = attrs_none();
    bool has[MAX_RANK];
    Extents a = extents(f, x);
    if (gen_chance(f->g, 60))
        TRY(random_axes(f, a.rank, 50, has, &attrs.word[AT_AXES]));
    return emit_one(f, op, &x, 1, &attrs, elem_of(f, x), &a);
}

bool gen_pad(Typed *f, Op op) {
    VarId in[2], x = gen_pick(f, like_any());
    Attrs attrs = attrs_none();
    int64_t lo[MAX_RANK], hi[MAX_RANK];
    Extents a = extents(f, x);
    for (unsigned i = 0; i < a.rank; i++) {
        lo[i] = gen_below(f->g, 3);
        hi[i] = gen_below(f->g, 3);
        if (a.at[i] >= 0)
            a.at[i] += lo[i] + hi[i];
        else if (lo[i] + hi[i])
            TRY(gen_unknown_dim(f, &a.at[i]));
    }
    in[0] = x;
    TRY(gen_value_of(f, elem_of(f, x), &in[1]));
    if (in[1] == NO_VAR)
        return true;
    TRY(put_list(f, lo, a.rank, &attrs.word[AT_LO]) && put_list(f, hi, a.rank, &attrs.word[AT_HI]));
    return emit_one(f, op, in, 2, &attrs, elem_of(f, x), &a);
}

/* concat and stack: some of one type. */
bool gen_joined(Typed *f, Op op) {
    bool concat = op_info(op)->rule == RULE_CONCAT;
    VarId in[3], x = gen_pick(f, (Like){.dtype = DT_NONE, .min_rank = concat});
    Attrs attrs = attrs_none();
    if (x == NO_VAR)
        return true;
    Extents a = extents(f, x), out = a;
    uint32_t n = 1 + gen_below(f->g, 3), axis = gen_below(f->g, a.rank + !concat);
    for (uint32_t i = 0; i < n; i++)
        in[i] = i == 0 ? x : gen_pick(f, (Like){.type = gen_type_of(f, x), .dtype = DT_NONE});
    attrs.word[AT_AXIS] = axis;
    if (concat) {
        if (out.at[axis] >= 0)
            out.at[axis] *= n;
        else if (n > 1)
            TRY(gen_unknown_dim(f, &out.at[axis]));
    } else {
        if (a.rank > 5)
            return true;
        memmove(out.at + axis + 1, out.at + axis, (a.rank - axis) * sizeof *out.at);
        out.at[axis] = n;
        out.rank++;
    }
    return emit_one(f, op, in, n, &attrs, elem_of(f, x), &out);
}

/* gather and scatter along one axis. */
bool gen_indexed(Typed *f, Op op) {
    bool gather = op_info(op)->rule == RULE_GATHER;
    VarId in[3], x = gen_pick(f, (Like){.dtype = DT_NONE, .min_rank = 1});
    Attrs attrs = attrs_none();
    if (x == NO_VAR)
        return true;
    VarId index = gen_pick(
        f, (Like){.dtype = DT_NONE, .kinds = SCALARS, .classes = CLASS_SIGNED | CLASS_UNSIGNED});
    if (index == NO_VAR)
        TRY(gen_literal_of(f, DT_I32, &index));
    Extents a = extents(f, x), out = extents(f, index);
    int64_t axis = gen_below(f->g, a.rank);
    if (out.rank + a.rank > 6)
        return true;
    for (unsigned i = 0; i < a.rank; i++)
        if (i != axis)
            out.at[out.rank++] = a.at[i];
    TRY(put_list(f, &axis, 1, &attrs.word[AT_AXES]));
    in[0] = x;
    in[1] = index;
    if (gather)
        return emit_one(f, op, in, 2, &attrs, elem_of(f, x), &out);
    TypeId values;
    TRY(array_type(f, elem_of(f, x), &out, &values));
    TRY(gen_value_of(f, gen_chance(f->g, 50) ? values : elem_of(f, x), &in[1]));
    in[2] = index;
    Type e = elem(f, x);
    unsigned classes = CLASS_SIGNED | CLASS_UNSIGNED | CLASS_FLOAT;
    if (e.kind == TYPE_SCALAR && dtype_info(e.dtype)->class & classes && gen_chance(f->g, 70))
        attrs.word[1] = gen_below(f->g, COMBINE_COUNT);
    return in[1] == NO_VAR || emit_one(f, op, in, 3, &attrs, elem_of(f, x), &a);
}
