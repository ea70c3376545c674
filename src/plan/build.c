/* The kernel of a group: what its members need, then the members one after another. */
#include "kernel/arrays.h"
#include "plan/build.h"

/* ---- instructions */

unsigned level_of(const Builder *b, const ValId *in, uint32_t n) {
    unsigned level = LEVEL_UNIFORM;
    for (uint32_t k = 0; k < n; k++)
        if (b->k.values.at[in[k]].level > level)
            level = b->k.values.at[in[k]].level;
    return level;
}

unsigned view_level(const Builder *b, ViewId view) {
    uint64_t moves = view_moves(b->pl, view, b->k.n_axes);
    uint32_t outer = b->k.n_axes - b->k.n_inner;
    if (moves == 0)
        return LEVEL_UNIFORM;
    if (b->inner_of_one) /* its rows have one element, which is what there is */
        return LEVEL_FULL;
    return b->k.n_inner && moves >> outer == 0 ? LEVEL_ROW : LEVEL_FULL;
}

bool pool_push(Builder *b, ValId value) {
    return vec_push(b->env, &b->pool, value);
}

static bool new_value(Builder *b, Dtype dtype, unsigned level, Bits bits, ValId *out) {
    KernelValue value = {.dtype = (uint8_t)dtype, .level = (uint8_t)level, .bits = bits};
    *out = b->k.values.len;
    return vec_push(b->env, &b->k.values, value);
}

bool build_new_value(Builder *b, Dtype dtype, unsigned level, ValId *out) {
    return new_value(b, dtype, level, (Bits){0, 0}, out);
}

bool build_emit(Builder *b, KernelInstr instr, const ValId *in, uint32_t n_in, Dtype dtype,
                unsigned level, ValId *out) {
    ValId value = NO_VAL;
    instr.in = b->k.operands.len;
    instr.n_in = (uint16_t)n_in;
    instr.step = b->step;
    for (uint32_t k = 0; k < n_in; k++)
        TRY(vec_push(b->env, &b->k.operands, in[k]));
    if (level != NO_LEVEL)
        TRY(new_value(b, dtype, level, (Bits){0, 0}, &value));
    instr.value = value;
    if (out)
        *out = value;
    return vec_push(b->env, &b->k.body, instr);
}

bool build_const(Builder *b, Dtype dtype, Bits bits, ValId *out) {
    for (uint32_t k = b->constants.len; k-- > 0;) {
        const KernelValue *v = &b->k.values.at[b->constants.at[k].value];
        if (v->dtype == dtype && v->bits.lo == bits.lo && v->bits.hi == bits.hi) {
            *out = b->constants.at[k].value;
            return true;
        }
    }
    TRY(new_value(b, dtype, LEVEL_UNIFORM, bits, out));
    KernelInstr instr = {.code = K_CONST, .dtype = (uint8_t)dtype, .value = *out, .step = b->step};
    return vec_push(b->env, &b->constants, instr);
}

bool build_op(Builder *b, Op op, Dtype dtype, const ValId *in, uint32_t n_in, ValId *out) {
    KernelInstr instr = {.code = K_STEP, .dtype = (uint8_t)dtype, .op = (uint16_t)op};
    return build_emit(b, instr, in, n_in, op_result_dtype(op, dtype), level_of(b, in, n_in), out);
}

bool build_cast(Builder *b, Dtype from, Dtype to, ValId x, ValId *out) {
    *out = x;
    if (from == to)
        return true;
    KernelInstr instr = {.code = K_CAST, .dtype = (uint8_t)from};
    return build_emit(b, instr, &x, 1, to, level_of(b, &x, 1), out);
}

bool build_select(Builder *b, Dtype dtype, ValId c, ValId x, ValId y, ValId *out) {
    ValId in[3] = {c, x, y};
    KernelInstr instr = {.code = K_SELECT, .dtype = (uint8_t)dtype};
    return build_emit(b, instr, in, 3, dtype, level_of(b, in, 3), out);
}

bool build_access(Builder *b, const Access *access, uint32_t *out) {
    *out = b->k.accesses.len; /* values are made once, so that this is a new one */
    return vec_push(b->env, &b->k.accesses, *access);
}

/* ---- what is known */

static uint64_t known_hash(uint32_t frame, VarId base, ViewId view) {
    return hash_u64(((uint64_t)frame << 32) + base, view);
}

bool find_known(const Builder *b, uint32_t frame, VarId base, ViewId view, uint32_t *at) {
    for (IndexCursor c = index_find(&b->index, known_hash(frame, base, view));
         index_next(&b->index, &c);) {
        const Known *n = &b->known.at[c.id];
        if (n->frame == frame && n->base == base && n->view == view) {
            *at = n->at;
            return true;
        }
    }
    return false;
}

bool know(Builder *b, uint32_t frame, VarId base, ViewId view, uint32_t at) {
    Known n = {frame, base, view, at, known_hash(frame, base, view)};
    TRY(vec_push(b->env, &b->known, n));
    return index_add(b->env, &b->index, n.hash, b->known.len - 1);
}

void forget(Builder *b, uint32_t since) {
    while (b->known.len > since) {
        b->known.len--;
        index_remove(&b->index, b->known.at[b->known.len].hash, b->known.len);
    }
}

/* ---- memory */

bool read_leaves(Builder *b, TypeId type) {
    enum { MAX_LEAVES = 1 << 14 };
    const Types *t = &b->pl->m->types;
    b->leaves.len = 0;
    if (elem_leaf_count(t, type_elem(t, type)) > MAX_LEAVES)
        return env_fail(b->env, FRIT_ERR_LIMIT, FRIT_STAGE_PLAN, "elements of more than %d scalars",
                        MAX_LEAVES);
    return leaves_of(b->env, t, type_elem(t, type), &b->leaves);
}

bool leaf_access(Builder *b, TypeId type, Place place, ViewId view, uint32_t k, Access *out) {
    Leaf leaf = b->leaves.at[k];
    ViewId seen = place.view;
    if (place.parted)
        TRY(view_of_part(b->pl, seen, type, k, &seen));
    *out = (Access){
        .buffer = place.buffer, .leaf = place.parted ? 0 : leaf.offset, .dtype = leaf.dtype};
    if (b->leaves.len > 1 && b->leaves.len <= UINT8_MAX) {
        out->parts = (uint8_t)b->leaves.len;
        out->part = (uint8_t)k;
    } else {
        out->parts = b->parts;
        out->part = b->part;
    }
    return view_compose(b->pl, seen, view, &out->view);
}

static bool build_load(Builder *b, const Frame *f, VarId base, ViewId view, uint32_t *at) {
    Place place = b->pl->places[base];
    if (place.buffer == NO_BUFFER)
        return env_fail(b->env, FRIT_ERR_INTERNAL, FRIT_STAGE_PLAN,
                        "v%u is read before it is in memory", base);
    TRY(read_leaves(b, frame_type(f, base)));
    *at = b->pool.len;
    for (uint32_t k = 0; k < b->leaves.len; k++) {
        Leaf leaf = b->leaves.at[k];
        Access access;
        TRY(leaf_access(b, frame_type(f, base), place, view, k, &access));
        KernelInstr instr = {.code = K_LOAD, .dtype = (uint8_t)leaf.dtype};
        ValId value;
        TRY(build_access(b, &access, &instr.access));
        TRY(build_emit(b, instr, NULL, 0, leaf.dtype, view_level(b, access.view), &value));
        TRY(pool_push(b, value));
    }
    return build_pieces(b, frame_type(f, base), at);
}

static bool build_store(Builder *b, const Frame *f, VarId base, Place place, ViewId view,
                        uint32_t at) {
    unsigned level = view_level(b, view);
    TRY(build_leaves(b, frame_type(f, base), &at));
    TRY(read_leaves(b, frame_type(f, base)));
    for (uint32_t k = 0; k < b->leaves.len; k++) {
        Leaf leaf = b->leaves.at[k];
        Access access;
        TRY(leaf_access(b, frame_type(f, base), place, view, k, &access));
        access.store = true;
        KernelInstr instr = {.code = K_STORE, .dtype = (uint8_t)leaf.dtype};
        ValId value = pool_at(b, at + k);
        unsigned made = level_of(b, &value, 1); /* of the one row there is, where all is reduced */
        instr.flags =
            (uint8_t)(made > level || (b->inner_of_one && made == LEVEL_ROW) ? made : level);
        TRY(build_access(b, &access, &instr.access));
        TRY(build_emit(b, instr, &value, 1, DT_NONE, NO_LEVEL, NULL));
    }
    return true;
}

/* ---- values */

static bool note_step(Builder *b, uint32_t step) {
    return vec_push(b->env, &b->k.steps, step);
}

static bool build_base(Builder *b, const Frame *f, VarId base, ViewId view, uint32_t *at) {
    uint32_t maker = f->scope->definers[base], outside = b->step;
    const Planner *pl = b->pl;
    if (!f->outer && (maker == NO_INSTR || !(pl->marks[maker] & MARK_INLINE)))
        return build_load(b, f, base, view, at);
    if (maker == NO_INSTR) {
        if (f->arguments[base] != NO_VAR)
            return build_value(b, f->outer, f->arguments[base], view, at);
        return env_fail(b->env, FRIT_ERR_INTERNAL, FRIT_STAGE_PLAN,
                        "a loop reads its own value elsewhere");
    }
    if (!f->outer) {
        b->step = maker;
        TRY(note_step(b, maker));
    }
    TRY(build_step(b, f, &f->scope->p->instrs.at[maker], view, at));
    b->step = outside;
    return true;
}

static bool is_single(const Builder *b, TypeId type) {
    const Types *t = &b->pl->m->types;
    for (uint32_t k = 0; k < type_rank(t, type); k++)
        if (type_dims(t, type)[k] != 1)
            return false;
    return true;
}

bool build_value(Builder *b, const Frame *f, VarId var, ViewId view, uint32_t *at) {
    Ref ref = f->scope->refs[var];
    TRY(view_compose(b->pl, ref.view, view, &view));
    if (is_single(b, frame_type(f, ref.base))) /* however it is seen, there is one */
        TRY(view_to_axes(b, frame_type(f, ref.base), &view));
    if (find_known(b, f->number, ref.base, view, at))
        return true;
    TRY(build_base(b, f, ref.base, view, at));
    return know(b, f->number, ref.base, view, *at);
}

bool build_operand(Builder *b, const Frame *f, const Instr *i, uint32_t operand, ViewId view,
                   uint32_t *at) {
    VarId x = instr_in(f->scope->p, i)[operand];
    ViewId fit;
    TRY(view_fit(b->pl, VIEW_IDENTITY, frame_type(f, x), frame_type(f, i->out), &fit));
    TRY(view_compose(b->pl, fit, view, &view));
    return build_value(b, f, x, view, at);
}

bool view_to_axes(Builder *b, TypeId type, ViewId *out) {
    TypeId own;
    TRY(space_of(b->pl, type, &own));
    TRY(view_to_space(b->pl, type, b->space, own == b->space ? 0 : UINT64_MAX, out));
    return view_compose(b->pl, *out, b->to_axes, out);
}

/* ---- reductions and scans */

static bool build_reduce(Builder *b, const Frame *f, const Instr *i, uint32_t *at) {
    enum { AT_OMIT_NAN = AT(sum, omit_nan) };
    VarId x = instr_in(f->scope->p, i)[0];
    uint32_t from;
    ViewId view;
    ValId value;
    Dtype dtype = var_dtype(b, f, x);
    const OpInfo *info = op_info(i->op);
    bool omits =
        info->attrs[AT_OMIT_NAN].kind == ATTR_BOOL && attr_bool(f->scope->p, i, AT_OMIT_NAN);
    KernelInstr instr = {
        .code = K_REDUCE, .dtype = (uint8_t)dtype, .op = i->op, .flags = omits ? KF_OMIT_NAN : 0};
    TRY(view_to_axes(b, frame_type(f, x), &view));
    TRY(build_value(b, f, x, view, &from));
    ValId in = pool_at(b, from);
    TRY(build_emit(b, instr, &in, 1, op_result_dtype(i->op, dtype), LEVEL_ROW, &value));
    *at = b->pool.len;
    return pool_push(b, value);
}

static bool build_scan(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    enum { AT_REVERSE = AT(cumsum, reverse), AT_EXCLUSIVE = AT(cumsum, exclusive) };
    const Program *p = f->scope->p;
    uint32_t from;
    ValId value;
    Dtype dtype = var_dtype(b, f, i->out);
    KernelInstr instr = {.code = K_SCAN, .dtype = (uint8_t)dtype, .op = i->op};
    instr.flags = (uint8_t)((attr_bool(p, i, AT_REVERSE) ? KF_REVERSE : 0) |
                            (attr_bool(p, i, AT_EXCLUSIVE) ? KF_EXCLUSIVE : 0));
    TRY(build_operand(b, f, i, 0, view, &from));
    ValId in = pool_at(b, from);
    TRY(build_emit(b, instr, &in, 1, dtype, LEVEL_FULL, &value));
    *at = b->pool.len;
    return pool_push(b, value);
}

/* ---- nodes */

static bool build_node(Builder *b, const Frame *f, uint32_t instr) {
    Planner *pl = b->pl;
    const Instr *i = instr_at(pl, instr);
    TypeRule rule = op_info(i->op)->rule;
    uint32_t at = 0;
    ViewId view = VIEW_IDENTITY;
    b->step = instr;
    TRY(note_step(b, instr));
    if (rule == RULE_SCATTER)
        return build_scatter(b, f, i);
    if (op_info(i->op)->flags & OPF_CONTROL)
        TRY(build_region(b, f, i));
    for (uint32_t k = 0; k < i->n_out; k++) {
        VarId out = i->out + k;
        TRY(view_compose(pl, pl->space_view[out], b->to_axes, &view));
        if (op_info(i->op)->flags & OPF_CONTROL) {
            if (!find_known(b, f->number, out, view, &at))
                return env_fail(b->env, FRIT_ERR_INTERNAL, FRIT_STAGE_PLAN,
                                "a region has no result");
        } else {
            if (rule == RULE_REDUCE || rule == RULE_ARG_REDUCE)
                TRY(build_reduce(b, f, i, &at));
            else if (rule == RULE_SCAN)
                TRY(build_scan(b, f, i, view, &at));
            else if (!find_known(b, f->number, out, view, &at))
                TRY(build_step(b, f, i, view, &at));
            TRY(know(b, f->number, out, view, at));
        }
        if (pl->places[out].buffer != NO_BUFFER)
            TRY(build_store(b, f, out, pl->places[out], view, at));
    }
    return true;
}

/* ---- the kernel */

static bool open_kernel(Builder *b, Planner *pl, TypeId space, uint64_t mask, bool inner) {
    const Types *t = &pl->m->types;
    Dim dims[MAX_RANK + 1];
    uint32_t rank = type_rank(t, space), n = 0;
    *b = (Builder){.pl = pl, .env = pl->env, .space = space};
    for (unsigned last = 0; last < 2; last++)
        for (uint32_t k = 0; k < rank; k++)
            if ((mask >> k & 1) == last) {
                dims[n++] = type_dims(t, space)[k];
                b->k.n_inner += last;
            }
    TRY(view_to_kernel(pl, VIEW_IDENTITY, space, mask, inner, &b->to_axes));
    if (inner && mask == 0) {
        dims[n++] = 1;
        b->k.n_inner = 1;
        b->inner_of_one = true;
    }
    b->k.n_axes = n;
    return shape_of(pl, dims, n, &b->k.shape);
}

static void close_builder(Builder *b) {
    const frit_allocator *a = b->env->allocator;
    kernel_free(a, &b->k);
    vec_free(a, &b->constants);
    vec_free(a, &b->pool);
    vec_free(a, &b->known);
    vec_free(a, &b->leaves);
    vec_free(a, &b->table_values);
    index_free(a, &b->index);
}

/* Do its arrays take too much memory? Then it is made again without any. */
static bool find_room(Builder *b) {
    size_t size = ((size_t)b->k.values.len + 1) * sizeof(ValId);
    ValId *slot = env_new(b->env, size);
    if (!slot)
        return false;
    kernel_slots(&b->k, slot);
    b->too_large = kernel_array_bytes(&b->k, slot) > ARRAY_BYTES_MOST;
    env_free(b->env->allocator, slot, size);
    return true;
}

static bool finish_kernel(Builder *b) {
    TRY(kernel_tidy(b) && find_room(b));
    if (b->too_large)
        return true;
    TRY(vec_push(b->env, &b->pl->plan->kernels, b->k));
    b->k = (Kernel){0};
    return true;
}

static bool build_members(Builder *b, const Frame *f, const uint32_t *nodes, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        TRY(build_node(b, f, nodes[k]));
    return finish_kernel(b);
}

bool build_group(Planner *pl, uint32_t group, const uint32_t *nodes, uint32_t n) {
    const Group g = pl->groups.at[group];
    Frame f = {.scope = &pl->scope};
    bool rows = g.reduces || g.scans, ok = true, again = false;
    do {
        Builder b;
        ok = open_kernel(&b, pl, g.space, rows ? g.mask : 0, rows);
        b.n_frames = 1;
        b.all_leaves = again;
        ok = ok && build_members(&b, &f, nodes, n);
        again = ok && b.too_large;
        close_builder(&b);
    } while (again);
    return ok;
}

static bool copy_value(Builder *b, const Frame *f, VarId var, ViewId from, TypeId type, Place to) {
    uint32_t at;
    ViewId axes, seen;
    TRY(view_to_axes(b, type, &axes));
    TRY(view_compose(b->pl, from, axes, &seen));
    TRY(build_value(b, f, var, seen, &at));
    TRY(build_store(b, f, var, to, axes, at));
    return finish_kernel(b);
}

bool build_copy(Planner *pl, VarId var, ViewId view, TypeId type, Place to, uint32_t instr) {
    Frame f = {.scope = &pl->scope};
    TypeId space;
    bool ok = true, again = false;
    TRY(space_of(pl, type, &space));
    do {
        Builder b;
        ok = open_kernel(&b, pl, space, 0, false);
        b.n_frames = 1;
        b.all_leaves = again;
        b.step = instr;
        ok = ok && note_step(&b, instr) && copy_value(&b, &f, var, view, type, to);
        again = ok && b.too_large;
        close_builder(&b);
    } while (again);
    return ok;
}
