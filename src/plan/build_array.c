/*
 * Fixed arrays that lanes have in memory: those of types of which an element is somewhere chosen by an index that is
 * known only when the program runs (in_memory_types). In a kernel such a value is one array for each scalar of its
 * elements, a *piece*; every other scalar is a piece of its own. Arrays in arrays are one array of all their elements.
 *
 * Here arrays are values that never change: which may be made in the place of another is found out when the
 * kernel is complete (settle.c).
 */
#include "kernel/arrays.h"
#include "plan/build.h"

/* ---- which types */

/* What fixed arrays in fixed arrays are made of at last, and of how many. */
static TypeId base_of(const Types *t, TypeId elem, uint64_t *count) {
    *count = 1;
    while (type_get(t, elem)->kind == TYPE_FIXED) {
        *count *= type_get(t, elem)->count;
        if (*count > ARRAY_COUNT_MOST)
            *count = ARRAY_COUNT_MOST + 1;
        elem = type_get(t, elem)->elem;
    }
    return elem;
}

static bool fits_memory(Planner *pl, TypeId elem, bool *fits) {
    const Types *t = &pl->m->types;
    Leaves leaves = {0};
    uint64_t count, bytes = 0;
    TypeId base = base_of(t, elem, &count);
    *fits = type_get(t, elem)->kind == TYPE_FIXED && type_get(t, elem)->count >= MEMORY_PARTS &&
            count <= ARRAY_COUNT_MOST && elem_leaf_count(t, base) <= ARRAY_COUNT_MOST;
    if (!*fits)
        return true;
    bool ok = leaves_of(pl->env, t, base, &leaves);
    for (uint32_t k = 0; ok && k < leaves.len; k++) {
        *fits &= dtype_info(leaves.at[k].dtype)->class != CLASS_COMPLEX;
        bytes += count * array_element_bytes(leaves.at[k].dtype);
    }
    vec_free(pl->env->allocator, &leaves);
    *fits &= bytes <= ARRAY_BYTES_MOST / 2;
    return ok;
}

bool in_memory_types(Planner *pl) {
    const Types *t = &pl->m->types;
    pl->n_in_memory = t->all.len;
    pl->in_memory = env_new(pl->env, (size_t)pl->n_in_memory + 1);
    if (!pl->in_memory)
        return false;
    for (uint32_t id = 0; id < pl->m->programs.len; id++) {
        const Program *p = pl->m->programs.at[id];
        for (uint32_t n = 0; n < p->instrs.len; n++) {
            TypeRule rule = op_info(p->instrs.at[n].op)->rule;
            if (rule != RULE_ELEMENT && rule != RULE_SET_ELEMENT)
                continue;
            TypeId elem = type_elem(t, p->vars.at[instr_in(p, &p->instrs.at[n])[0]].type);
            bool fits = pl->in_memory[elem];
            TRY(fits || fits_memory(pl, elem, &fits));
            pl->in_memory[elem] = fits;
        }
    }
    return true;
}

static bool in_memory(const Builder *b, TypeId elem) {
    return !b->all_leaves && elem < b->pl->n_in_memory && b->pl->in_memory[elem];
}

/* ---- pieces */

uint32_t elem_pieces(const Builder *b, TypeId elem) {
    const Types *t = &b->pl->m->types;
    const Type *type = type_get(t, elem);
    uint64_t count;
    uint32_t n = 0;
    if (in_memory(b, elem))
        return elem_leaf_count(t, base_of(t, elem, &count));
    switch (type->kind) {
    case TYPE_FIXED: return type->count * elem_pieces(b, type->elem);
    case TYPE_STRUCT:
        for (uint32_t k = 0; k < type->count; k++)
            n += elem_pieces(b, type_fields(t, type)[k].type);
        return n;
    default: return leaf_count(type);
    }
}

/* Part number index of an element type that is not in memory itself. */
static void piece_part(const Builder *b, TypeId elem, uint32_t index, uint32_t *first,
                       uint32_t *n) {
    const Types *t = &b->pl->m->types;
    const Type *type = type_get(t, elem);
    *first = 0;
    if (type->kind == TYPE_FIXED) {
        *n = elem_pieces(b, type->elem);
        *first = index * *n;
    } else if (type->kind == TYPE_STRUCT) {
        for (uint32_t k = 0; k < index; k++)
            *first += elem_pieces(b, type_fields(t, type)[k].type);
        *n = elem_pieces(b, type_fields(t, type)[index].type);
    } else {
        leaf_part(t, elem, index, first, n);
    }
}

static bool emit_array(Builder *b, KernelCode code, const ValId *in, uint32_t n_in, uint32_t count,
                       unsigned level, ValId *out) {
    Dtype dtype = (Dtype)b->k.values.at[in[0]].dtype;
    KernelInstr instr = {.code = (uint8_t)code, .dtype = (uint8_t)dtype};
    TRY(build_emit(b, instr, in, n_in, dtype, level, out));
    b->k.values.at[*out].count = count;
    return true;
}

/* A constant's bits, or NULL. */
static const Bits *constant(const Builder *b, ValId v) {
    for (uint32_t k = 0; k < b->constants.len; k++)
        if (b->constants.at[k].value == v)
            return &b->k.values.at[v].bits;
    return NULL;
}

static bool emit_table(Builder *b, const ValId *in, uint32_t count, ValId *out) {
    Dtype dtype = (Dtype)b->k.values.at[in[0]].dtype;
    Bits first = {b->k.tables.len, 0};
    for (uint32_t k = 0; k < count; k++)
        TRY(vec_push(b->env, &b->k.tables, b->k.values.at[in[k]].bits));
    KernelInstr instr = {.code = K_TABLE, .dtype = (uint8_t)dtype};
    TRY(build_emit(b, instr, NULL, 0, dtype, LEVEL_UNIFORM, out));
    b->k.values.at[*out].count = count;
    b->k.values.at[*out].bits = first;
    return vec_push(b->env, &b->table_values, *out);
}

/* One array of those scalars. */
static bool array_of(Builder *b, const ValId *in, uint32_t count, ValId *out) {
    bool same = true, constants = true;
    for (uint32_t k = 0; k < count && (same || constants); k++) {
        same &= in[k] == in[0];
        constants = constants && (k > 0 && in[k] == in[k - 1] ? true : constant(b, in[k]) != NULL);
    }
    if (same)
        return emit_array(b, K_ARRAY, in, 1, count, level_of(b, in, 1), out);
    if (constants)
        return emit_table(b, in, count, out);
    return emit_array(b, K_ARRAY, in, count, count, level_of(b, in, count), out);
}

/* Scalars of a value of the type from *leaf of the pool on as its pieces, at the pool's end. */
static bool put_pieces(Builder *b, TypeId elem, uint32_t *leaf) {
    const Types *t = &b->pl->m->types;
    const Type type = *type_get(t, elem);
    uint64_t count;
    if (!in_memory(b, elem) && (type.kind == TYPE_FIXED || type.kind == TYPE_STRUCT)) {
        for (uint32_t k = 0; k < type.count; k++)
            TRY(put_pieces(b, type.kind == TYPE_FIXED ? type.elem : type_fields(t, &type)[k].type,
                           leaf));
        return true;
    }
    if (!in_memory(b, elem)) {
        for (unsigned k = 0; k < leaf_count(&type); k++)
            TRY(pool_push(b, pool_at(b, (*leaf)++)));
        return true;
    }
    uint32_t n = elem_leaf_count(t, base_of(t, elem, &count));
    ValId *in = env_new(b->env, ((size_t)count + 1) * sizeof *in), out;
    bool ok = in != NULL;
    for (uint32_t piece = 0; ok && piece < n; piece++) {
        for (uint32_t k = 0; k < count; k++)
            in[k] = pool_at(b, *leaf + k * n + piece);
        ok = array_of(b, in, (uint32_t)count, &out) && pool_push(b, out);
    }
    if (in)
        env_free(b->env->allocator, in, ((size_t)count + 1) * sizeof *in);
    *leaf += (uint32_t)count * n;
    return ok;
}

bool build_pieces(Builder *b, TypeId type, uint32_t *at) {
    const Types *t = &b->pl->m->types;
    TypeId elem = type_elem(t, type);
    uint32_t leaf = *at;
    if (elem_pieces(b, elem) == elem_leaf_count(t, elem))
        return true;
    *at = b->pool.len;
    uint32_t n = elem_pieces(b, elem), made = *at;
    TRY(put_pieces(b, elem, &leaf));
    /* Pieces that are made stand behind each other, whatever was pushed for them. */
    return b->pool.len - made == n ||
           env_fail(b->env, FRIT_ERR_INTERNAL, FRIT_STAGE_PLAN, "pieces of an array are missing");
}

/* Element `index` of an array. */
static bool read_at(Builder *b, ValId array, ValId index, ValId *out) {
    ValId in[2] = {array, index};
    Dtype dtype = (Dtype)b->k.values.at[array].dtype;
    KernelInstr instr = {.code = K_ELEMENT, .dtype = (uint8_t)dtype};
    return build_emit(b, instr, in, 2, dtype, level_of(b, in, 2), out);
}

static bool number(Builder *b, uint32_t value, ValId *out) {
    return build_const(b, DT_I32, (Bits){value, 0}, out);
}

static bool put_leaves(Builder *b, TypeId elem, uint32_t *piece) {
    const Types *t = &b->pl->m->types;
    const Type type = *type_get(t, elem);
    uint64_t count;
    if (!in_memory(b, elem) && (type.kind == TYPE_FIXED || type.kind == TYPE_STRUCT)) {
        for (uint32_t k = 0; k < type.count; k++)
            TRY(put_leaves(b, type.kind == TYPE_FIXED ? type.elem : type_fields(t, &type)[k].type,
                           piece));
        return true;
    }
    if (!in_memory(b, elem)) {
        for (unsigned k = 0; k < leaf_count(&type); k++)
            TRY(pool_push(b, pool_at(b, (*piece)++)));
        return true;
    }
    uint32_t n = elem_leaf_count(t, base_of(t, elem, &count));
    for (uint32_t k = 0; k < count; k++) {
        ValId index, leaf;
        TRY(number(b, k, &index));
        for (uint32_t p = 0; p < n; p++)
            TRY(read_at(b, pool_at(b, *piece + p), index, &leaf) && pool_push(b, leaf));
    }
    *piece += n;
    return true;
}

bool build_leaves(Builder *b, TypeId type, uint32_t *at) {
    const Types *t = &b->pl->m->types;
    TypeId elem = type_elem(t, type);
    uint32_t piece = *at;
    if (elem_pieces(b, elem) == elem_leaf_count(t, elem))
        return true;
    *at = b->pool.len;
    return put_leaves(b, elem, &piece);
}

bool build_own_array(Builder *b, ValId *array, unsigned level) {
    for (uint32_t k = 0; k < b->table_values.len; k++)
        if (b->table_values.at[k] == *array)
            return emit_array(b, K_COPY, array, 1, b->k.values.at[*array].count, level, array);
    return true;
}

/* ---- one element of it */

static TypeId elem_of(const Builder *b, const Frame *f, VarId var) {
    return type_elem(&b->pl->m->types, frame_type(f, var));
}

/* What makes a variable of the frame that is no view of another one. */
static const Instr *maker_of(const Frame *f, VarId var) {
    Ref ref = f->scope->refs[var];
    uint32_t maker = f->scope->definers[var];
    return ref.base != var || ref.view != VIEW_IDENTITY || maker == NO_INSTR
               ? NULL
               : &f->scope->p->instrs.at[maker];
}

/* Is what makes the variable, seen through the view, taken apart in this kernel? Then so is what it is made of. */
static bool is_made_here(const Builder *b, const Frame *f, VarId var, ViewId view) {
    uint32_t at;
    return f->outer || (b->pl->marks[f->scope->definers[var]] & MARK_INLINE) ||
           find_known(b, f->number, var, view, &at);
}

/* An index into `count` parts, in the range, as an i32. */
static bool clamped(Builder *b, ValId index, uint32_t count, ValId *out) {
    Dtype dtype = (Dtype)b->k.values.at[index].dtype;
    const DtypeInfo *info = dtype_info(dtype);
    bool is_signed = info->class == CLASS_SIGNED;
    ValId in[2] = {index, 0};
    *out = index;
    if (is_signed) {
        TRY(build_const(b, dtype, (Bits){0, 0}, &in[1]));
        TRY(build_op(b, OP_maximum, dtype, in, 2, out)); /* not below the first */
    }
    if (info->bits - is_signed > 31 || count - 1 < 1u << (info->bits - is_signed)) {
        in[0] = *out;
        TRY(build_const(b, dtype, (Bits){count - 1, 0}, &in[1]));
        TRY(build_op(b, OP_minimum, dtype, in, 2, out)); /* nor above the last */
    }
    return build_cast(b, dtype, DT_I32, *out, out);
}

/* A part of arrays in memory: `length` elements from `start` (NO_VAL: 0) on. */
typedef struct Window {
    uint32_t at; /* its pieces, in the pool */
    uint32_t n;  /* of them */
    uint32_t length;
    ValId start;
} Window;

/* start = start + step * index, or index itself where it needs no clamping before the array's own. */
static bool advance(Builder *b, Window *w, ValId index, uint32_t parts) {
    ValId in[2];
    w->length /= parts;
    if (w->start == NO_VAL && w->length == 1) {
        w->start = index;
        return true;
    }
    TRY(clamped(b, index, parts, &in[0]));
    if (w->length > 1) {
        TRY(number(b, w->length, &in[1]));
        TRY(build_op(b, OP_mul, DT_I32, in, 2, &in[0])); /* whole parts before it */
    }
    if (w->start != NO_VAL) {
        in[1] = w->start;
        TRY(build_op(b, OP_add, DT_I32, in, 2, &in[0])); /* and those around it */
    }
    w->start = in[0];
    return true;
}

static bool window_of(Builder *b, const Frame *f, const Instr *i, uint32_t operand, ViewId view,
                      Window *w) {
    enum { WHOLE, INDEX };
    VarId x = instr_in(f->scope->p, i)[operand];
    const Instr *maker = maker_of(f, x);
    const Types *t = &b->pl->m->types;
    ViewId seen;
    TRY(view_fit(b->pl, VIEW_IDENTITY, frame_type(f, x), frame_type(f, i->out), &seen));
    TRY(view_compose(b->pl, seen, view, &seen));
    if (maker && op_info(maker->op)->rule == RULE_ELEMENT && is_made_here(b, f, x, seen) &&
        in_memory(b, elem_of(b, f, instr_in(f->scope->p, maker)[WHOLE]))) {
        uint32_t index;
        view = seen;
        TRY(window_of(b, f, maker, WHOLE, view, w)); /* as deep as arrays nest */
        TRY(build_operand(b, f, maker, INDEX, view, &index));
        return advance(b, w, pool_at(b, index),
                       type_get(t, elem_of(b, f, instr_in(f->scope->p, maker)[WHOLE]))->count);
    }
    uint64_t count;
    w->n = elem_leaf_count(t, base_of(t, elem_of(b, f, x), &count));
    w->length = (uint32_t)count;
    w->start = NO_VAL;
    return build_operand(b, f, i, operand, view, &w->at);
}

/* Where element number k of the window is. */
static bool place_in(Builder *b, const Window *w, uint32_t k, ValId *out) {
    ValId in[2] = {w->start, 0};
    *out = w->start;
    if (w->start == NO_VAL)
        return number(b, k, out);
    if (w->length == 1)
        return true;
    TRY(number(b, k, &in[1]));
    return build_op(b, OP_add, DT_I32, in, 2, out); /* it and those before it */
}

static bool read_window(Builder *b, const Window *w, TypeId elem, uint32_t *at) {
    ValId index, leaf;
    *at = b->pool.len;
    for (uint32_t k = 0; k < w->length; k++) {
        TRY(place_in(b, w, k, &index));
        for (uint32_t p = 0; p < w->n; p++)
            TRY(read_at(b, pool_at(b, w->at + p), index, &leaf) && pool_push(b, leaf));
    }
    return build_pieces(b, elem, at);
}

/* element and extract */
bool build_element(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    enum { WHOLE, INDEX };
    const Types *t = &b->pl->m->types;
    TypeId elem = elem_of(b, f, instr_in(f->scope->p, i)[WHOLE]);
    bool known = op_info(i->op)->rule == RULE_EXTRACT;
    uint32_t first, n, index;
    int64_t part = known ? attr_int(f->scope->p, i, AT_INDEX, 0) : 0;
    if (!in_memory(b, elem)) {
        piece_part(b, elem, (uint32_t)part, &first, &n);
        TRY(build_operand(b, f, i, WHOLE, view, at));
        *at += first;
        return true;
    }
    Window w;
    ValId place;
    TRY(window_of(b, f, i, WHOLE, view, &w));
    if (known) {
        TRY(number(b, (uint32_t)part, &place));
    } else {
        TRY(build_operand(b, f, i, INDEX, view, &index));
        place = pool_at(b, index);
    }
    TRY(advance(b, &w, place, type_get(t, elem)->count));
    return read_window(b, &w, type_get(t, elem)->elem, at);
}

bool element_is_in_memory(const Builder *b, const Frame *f, const Instr *i) {
    return in_memory(b, elem_of(b, f, instr_in(f->scope->p, i)[0]));
}

/* ---- another element in it */

/* What makes a value, if that is one of the last instructions; or NULL. */
static const KernelInstr *maker_near(const Builder *b, ValId v) {
    enum { NEAR = 64 };
    uint32_t n = b->k.body.len;
    for (uint32_t k = n; k > 0 && k + NEAR > n; k--)
        if (b->k.body.at[k - 1].value == v)
            return &b->k.body.at[k - 1];
    return NULL;
}

/* Is it what stands there already? Then it is not written again. */
static bool stands_there(const Builder *b, ValId array, ValId index, ValId new) {
    const KernelInstr *i = maker_near(b, new);
    return i && i->code == K_ELEMENT && kernel_in(&b->k, i)[0] == array &&
           kernel_in(&b->k, i)[1] == index;
}

/* Writes the leaves from `from` of the pool on into the window; what becomes of its arrays goes to `arrays`. */
static bool write_window(Builder *b, const Window *w, uint32_t from, ValId *arrays) {
    ValId index;
    for (uint32_t k = 0; k < w->length; k++) {
        TRY(place_in(b, w, k, &index));
        for (uint32_t p = 0; p < w->n; p++) {
            ValId in[3] = {arrays[p], index, pool_at(b, from + k * w->n + p)};
            unsigned level = level_of(b, in, 3);
            if (stands_there(b, pool_at(b, w->at + p), index, in[2]))
                continue;
            if (b->diverges && b->diverging_level > level)
                level = b->diverging_level;
            TRY(build_own_array(b, &in[0], level));
            TRY(emit_array(b, K_PUT, in, 3, b->k.values.at[in[0]].count, level, &arrays[p]));
        }
    }
    return true;
}

/*
 * Of a[i][j] = x the IR has a = set(a, i, set(element(a, i), j, x)): one element is written, where the inner one is
 * made of just what the outer one replaces.
 */
static const Instr *inner_store(const Builder *b, const Frame *f, ViewId view, const Instr *outer) {
    enum { WHOLE, INDEX, NEW };
    VarId whole = instr_in(f->scope->p, outer)[WHOLE], index = instr_in(f->scope->p, outer)[INDEX];
    VarId new = instr_in(f->scope->p, outer)[NEW];
    const Instr *set = maker_of(f, new);
    if (!set || op_info(set->op)->rule != RULE_SET_ELEMENT || !is_made_here(b, f, new, view) ||
        frame_type(f, new) != frame_type(f, instr_in(f->scope->p, set)[WHOLE]))
        return NULL;
    const Instr *read = maker_of(f, instr_in(f->scope->p, set)[WHOLE]);
    if (!read || op_info(read->op)->rule != RULE_ELEMENT)
        return NULL;
    const VarId *in = instr_in(f->scope->p, read);
    return in[WHOLE] == whole && in[INDEX] == index ? set : NULL;
}

/* set_element and insert of a whole that is in memory. */
static bool store_element(Builder *b, const Frame *f, const Instr *i, ViewId view, Window *w,
                          ValId *arrays) {
    enum { WHOLE, INDEX, NEW };
    const Types *t = &b->pl->m->types;
    const VarId *in = instr_in(f->scope->p, i);
    bool known = op_info(i->op)->rule == RULE_INSERT;
    VarId new = in[known ? INDEX : NEW];
    TypeId elem = elem_of(b, f, in[WHOLE]);
    uint32_t index, from;
    ValId place;
    if (known) {
        TRY(number(b, (uint32_t)attr_int(f->scope->p, i, AT_INDEX, 0), &place));
    } else {
        TRY(build_operand(b, f, i, INDEX, view, &index));
        place = pool_at(b, index);
    }
    TRY(advance(b, w, place, type_get(t, elem)->count));
    const Instr *inner = known ? NULL : inner_store(b, f, view, i);
    if (inner && in_memory(b, elem_of(b, f, new)))
        return store_element(b, f, inner, view, w, arrays); /* as deep as arrays nest */
    TRY(build_operand(b, f, i, known ? INDEX : NEW, view, &from));
    TRY(build_leaves(b, frame_type(f, new), &from));
    return write_window(b, w, from, arrays);
}

bool build_set_element(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    const Types *t = &b->pl->m->types;
    TypeId elem = elem_of(b, f, instr_in(f->scope->p, i)[0]);
    uint64_t count;
    Window w = {.n = elem_leaf_count(t, base_of(t, elem, &count)), .start = NO_VAL};
    size_t size = ((size_t)w.n + 1) * sizeof(ValId);
    ValId *arrays = env_new(b->env, size);
    w.length = (uint32_t)count;
    bool ok = arrays && build_operand(b, f, i, 0, view, &w.at);
    for (uint32_t p = 0; ok && p < w.n; p++)
        arrays[p] = pool_at(b, w.at + p);
    ok = ok && store_element(b, f, i, view, &w, arrays);
    *at = b->pool.len;
    for (uint32_t p = 0; ok && p < w.n; p++)
        ok = pool_push(b, arrays[p]);
    if (arrays)
        env_free(b->env->allocator, arrays, size);
    return ok;
}

/* ---- others */

/* insert into a whole whose parts have pieces of their own */
bool build_insert(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    enum { WHOLE, PART };
    TypeId elem = elem_of(b, f, instr_in(f->scope->p, i)[WHOLE]);
    uint32_t first, n, whole, part, total = elem_pieces(b, elem);
    if (in_memory(b, elem))
        return build_set_element(b, f, i, view, at);
    piece_part(b, elem, (uint32_t)attr_int(f->scope->p, i, AT_INDEX, 0), &first, &n);
    TRY(build_operand(b, f, i, WHOLE, view, &whole) && build_operand(b, f, i, PART, view, &part));
    *at = b->pool.len;
    for (uint32_t k = 0; k < total; k++)
        TRY(pool_push(b, pool_at(b, k >= first && k < first + n ? part + k - first : whole + k)));
    return true;
}

/* The put that has just made x of y, or NULL. */
static const KernelInstr *put_into(const Builder *b, ValId x, ValId y) {
    const KernelInstr *i = maker_near(b, x);
    return i && i->code == K_PUT && kernel_in(&b->k, i)[0] == y ? i : NULL;
}

/* Where one is the other with another element, only that is chosen. */
static bool choose_element(Builder *b, const KernelInstr *put, ValId condition, bool where,
                           ValId *out) {
    const ValId *from = kernel_in(&b->k, put);
    ValId in[3] = {from[0], from[1], from[2]};
    ValId old, all[2] = {condition, in[0]};
    TRY(read_at(b, in[0], in[1], &old));
    TRY(build_select(b, (Dtype)b->k.values.at[old].dtype, condition, where ? in[2] : old,
                     where ? old : in[2], &in[2]));
    unsigned level = level_of(b, in, 3), other = level_of(b, all, 2);
    level = other > level ? other : level;
    if (b->diverges && b->diverging_level > level)
        level = b->diverging_level;
    TRY(build_own_array(b, &in[0], level));
    return emit_array(b, K_PUT, in, 3, b->k.values.at[in[0]].count, level, out);
}

/* One of two arrays, by a condition: as a branch in which nothing is computed. */
bool build_choose_array(Builder *b, ValId condition, ValId x, ValId y, ValId *out) {
    const KernelInstr *put = put_into(b, x, y), *other = put_into(b, y, x);
    if (put || other)
        return choose_element(b, put ? put : other, condition, put != NULL, out);
    KernelInstr marks[3] = {{.code = K_IF}, {.code = K_ELSE}, {.code = K_END}};
    ValId all[3] = {condition, x, y};
    unsigned level = level_of(b, all, 3);
    uint32_t at[3];
    Carry carry = {.phi = NO_VAL};
    if (b->diverges && b->diverging_level > level)
        level = b->diverging_level;
    for (unsigned k = 0; k < 3; k++) {
        at[k] = b->k.body.len;
        TRY(build_emit(b, marks[k], &condition, k == 0, DT_NONE, NO_LEVEL, NULL));
        ValId own = all[k < 2 ? k + 1 : 2];
        if (k < 2)
            TRY(build_own_array(b, &own, level));
        *(k == 0 ? &carry.init : k == 1 ? &carry.next : &own) = own;
    }
    for (unsigned k = 0; k < 3; k++)
        b->k.body.at[at[k]].match = at[(k + 1) % 3];
    TRY(build_new_value(b, (Dtype)b->k.values.at[x].dtype, level, &carry.result));
    b->k.values.at[carry.result].count = b->k.values.at[x].count;
    b->k.body.at[at[0]].carry = b->k.carries.len;
    b->k.body.at[at[0]].n_carries = 1;
    *out = carry.result;
    return vec_push(b->env, &b->k.carries, carry);
}
