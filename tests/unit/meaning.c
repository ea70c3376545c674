#include "meaning.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"

enum { MAX_STEPS = 3000, MAX_SCALARS = 1 << 16, MAX_OPERANDS = 64 };

typedef struct Machine {
    const Module *m;
    unsigned steps; /* left */
    Meant trouble;
} Machine;

static bool stop(Machine *k, Meant why) {
    k->trouble = why;
    return false;
}

/* ---- arrays */

/* The scalars an element type is made of. Types are nested at most MAX_TYPE_DEPTH deep. */
static bool add_leaves(const Types *t, TypeId elem, Array *a) {
    const Type *type = type_get(t, elem);
    unsigned n = type->kind == TYPE_MATRIX   ? type->rows * type->cols
                 : type->kind == TYPE_VECTOR ? type->rows
                 : type->kind == TYPE_SCALAR ? 1
                                             : type->count;
    for (unsigned k = 0; k < n; k++) {
        if (type->kind == TYPE_FIXED || type->kind == TYPE_STRUCT) {
            TypeId part = type->kind == TYPE_FIXED ? type->elem : type_fields(t, type)[k].type;
            TRY(add_leaves(t, part, a));
        } else {
            TRY(a->leaves < MAX_LEAVES);
            a->dtypes[a->leaves++] = type->dtype;
        }
    }
    return true;
}

/* An array of a type with zeros in it. */
static bool make(Machine *k, TypeId type, Array *out) {
    const Types *t = &k->m->types;
    *out = (Array){.type = type, .rank = type_rank(t, type), .count = 1};
    for (unsigned i = 0; i < out->rank; i++) {
        out->dims[i] = type_dims(t, type)[i];
        if (out->dims[i] < 0)
            return stop(k, MEANT_NOT_KNOWN);
        if (out->dims[i] > MAX_SCALARS || (out->count *= (size_t)out->dims[i]) > MAX_SCALARS)
            return stop(k, MEANT_TOO_MUCH);
    }
    if (!add_leaves(t, type_elem(t, type), out) || out->count * out->leaves > MAX_SCALARS)
        return stop(k, MEANT_TOO_MUCH);
    out->at = calloc(out->count * out->leaves + 1, sizeof *out->at);
    return out->at != NULL;
}

void meaning_split(const Array *a, size_t element, Dim index[MAX_RANK]) {
    for (unsigned i = a->rank; i-- > 0;) {
        index[i] = (Dim)(element % (size_t)a->dims[i]);
        element /= (size_t)a->dims[i];
    }
}

size_t meaning_join(const Array *a, const Dim *index) {
    size_t element = 0;
    for (unsigned i = 0; i < a->rank; i++)
        element = element * (size_t)a->dims[i] + (size_t)index[i];
    return element;
}

/* The element of `from` that broadcasting puts at element number `element` of `to`. */
static size_t broadcast_source(const Array *to, const Array *from, size_t element) {
    Dim at[MAX_RANK] = {0}, index[MAX_RANK] = {0};
    meaning_split(to, element, at);
    for (unsigned i = 0; i < from->rank; i++)
        index[i] = from->dims[i] == 1 ? 0 : at[to->rank - from->rank + i];
    return meaning_join(from, index);
}

/* A value of the dtype: small, special or, of integers, anything. Never a signalling NaN, of which
 * no result depends. */
static Bits some_value(uint64_t *state, Dtype dtype) {
    static const double special[] = {0, -0.0, 1, -1, 0.5, 1e30, 65504, -3e9, 255.5, 1e-310};
    uint64_t bits = test_random(state);
    double part[2] = {(double)(int8_t)bits / 4, (double)(int8_t)(bits >> 8) / 8};
    for (int i = 0; i < 2; i++)
        if ((bits >> (16 + 8 * i)) % 4 == 0)
            part[i] = special[(bits >> 40) % 10];
    Scalar value = {.c128 = {part[0], part[1]}};
    DtypeClass class = dtype_info(dtype)->class;
    if (class == CLASS_FLOAT && (bits >> 50) % 32 == 0)
        value.c128[0] = (bits >> 60) & 1 ? -__builtin_nan("5") : __builtin_inf();
    if (dtype == DT_BOOL)
        return (Bits){bits & 1, 0};
    if ((class == CLASS_SIGNED || class == CLASS_UNSIGNED) && (bits >> 50) % 4 == 0)
        return scalar_to_bits(dtype, (Scalar){.u = test_random(state)});
    return scalar_to_bits(dtype, scalar_cast(DT_C128, dtype, value));
}

static Bits quiet(Dtype dtype, Bits bits) {
    Scalar value = scalar_from_bits(dtype, bits);
    if (dtype == DT_F32 && value.f32 != value.f32)
        bits.lo |= 0x400000;
    else if (dtype == DT_F64 && value.f64 != value.f64)
        bits.lo |= (uint64_t)1 << 51;
    else if (dtype == DT_C64)
        for (int i = 0; i < 2; i++)
            bits.lo |= value.c64[i] != value.c64[i] ? (uint64_t)0x400000 << (32 * i) : 0;
    else if (dtype == DT_C128) {
        bits.lo |= value.c128[0] != value.c128[0] ? (uint64_t)1 << 51 : 0;
        bits.hi |= value.c128[1] != value.c128[1] ? (uint64_t)1 << 51 : 0;
    } else {
        bits = scalar_to_bits(dtype, value); /* which quiets the halves */
    }
    return bits;
}

/* ---- steps on elements */

/* Where part number index of an element type starts, and how many scalars it has. */
static void part_of(const Types *t, TypeId elem, int64_t index, unsigned *start, unsigned *n) {
    const Type *type = type_get(t, elem);
    *start = 0;
    for (int64_t k = 0; k <= index; k++) {
        Array part = {.leaves = 0};
        *start += k ? *n : 0;
        if (type->kind == TYPE_VECTOR || type->kind == TYPE_MATRIX)
            *n = type->kind == TYPE_VECTOR ? 1 : type->cols;
        else
            *n = add_leaves(t, type->kind == TYPE_FIXED ? type->elem : type_fields(t, type)[k].type,
                            &part)
                     ? part.leaves
                     : 0;
    }
}

/* The operands' scalars at one element of the result. */
typedef struct Element {
    const Bits *at[MAX_OPERANDS];
} Element;

static bool known_step(const Instr *i, const Array *in, const Element *e, unsigned leaf,
                       Bits *out) {
    Scalar args[3] = {{0}}, result = {0};
    Dtype dtype = in[0].dtypes[0];
    if (op_info(i->op)->rule != RULE_ELEMENTWISE || i->n_in > 3)
        return false;
    for (uint32_t n = 0; n < i->n_in; n++)
        args[n] = scalar_from_bits(dtype, e->at[n][in[n].leaves == 1 ? 0 : leaf]);
    if (!op_eval(i->op, dtype, args, &result))
        return false;
    Dtype to = op_result_dtype(i->op, dtype);
    *out = scalar_to_bits(to, result);
    return true;
}

/* Nothing is known of the op but that each scalar of its result is a function of the element. */
static void unknown_element(const Program *p, const Instr *i, const Array *in, const Element *e,
                            const Array *out, Bits *to) {
    uint64_t h = attrs_hash(p, i);
    for (uint32_t n = 0; n < i->n_in; n++)
        h = hash_bytes(e->at[n], in[n].leaves * sizeof(Bits), h);
    for (unsigned leaf = 0; leaf < out->leaves; leaf++) {
        uint64_t state = hash_u64(leaf, h);
        to[leaf] = some_value(&state, out->dtypes[leaf]);
    }
}

static void run_parts(Machine *k, const Program *p, const Instr *i, const Array *in,
                      const Element *e, const Array *out, Bits *to) {
    const Types *t = &k->m->types;
    TypeId elem = i->n_in ? type_elem(t, in[0].type) : NO_TYPE;
    int64_t index = attr_int(p, i, AT_INDEX, 0);
    unsigned start = 0, n = 0;
    uint32_t lanes;
    const Type *type = type_get(t, elem);
    switch (op_info(i->op)->rule) {
    case RULE_MAKE:
        for (uint32_t a = 0; a < i->n_in; a++)
            for (unsigned leaf = 0; leaf < in[a].leaves; leaf++)
                to[start++] = e->at[a][leaf];
        for (; start < out->leaves; start++)
            to[start] = to[0]; /* one scalar for all */
        return;
    case RULE_ELEMENT:
    case RULE_SET_ELEMENT:
        index = scalar_from_bits(in[1].dtypes[0], e->at[1][0]).i;
        n = type->kind == TYPE_FIXED ? type->count : type->rows;
        if (dtype_info(in[1].dtypes[0])->class == CLASS_UNSIGNED && index < 0)
            index = INT64_MAX;
        index = index < 0 ? 0 : index >= n ? n - 1 : index;
        part_of(t, elem, index, &start, &n);
        if (op_info(i->op)->rule == RULE_ELEMENT) {
            memcpy(to, e->at[0] + start, n * sizeof *to);
            return;
        }
        memcpy(to, e->at[0], in[0].leaves * sizeof *to);
        memcpy(to + start, e->at[2], n * sizeof *to);
        return;
    case RULE_EXTRACT:
        part_of(t, elem, index, &start, &n);
        memcpy(to, e->at[0] + start, n * sizeof *to);
        return;
    case RULE_INSERT:
        part_of(t, elem, index, &start, &n);
        memcpy(to, e->at[0], in[0].leaves * sizeof *to);
        memcpy(to + start, e->at[1], n * sizeof *to);
        return;
    case RULE_SWIZZLE:
        for (unsigned leaf = 0; leaf < out->leaves; leaf++)
            to[leaf] = e->at[0][attr_list(p, i, AT_LANES, &lanes)[leaf]];
        return;
    case RULE_MAT_TRANSPOSE:
        for (unsigned leaf = 0; leaf < out->leaves; leaf++)
            to[leaf] = e->at[0][leaf % type->rows * type->cols + leaf / type->rows];
        return;
    case RULE_DOT: to[0] = meaning_dot(in[0].dtypes[0], e->at[0], e->at[1], in[0].leaves); return;
    default: unknown_element(p, i, in, e, out, to); return;
    }
}

static void run_element(Machine *k, const Program *p, const Instr *i, const Array *in,
                        const Element *e, const Array *out, Bits *to) {
    TypeRule rule = op_info(i->op)->rule;
    for (unsigned leaf = 0; leaf < out->leaves; leaf++) {
        Dtype dtype = out->dtypes[leaf];
        if (rule == RULE_CONST) {
            to[leaf] = quiet(dtype, attr_literal(p, i, AT_CONST_VALUE).bits);
        } else if (rule == RULE_SELECT) {
            unsigned from = e->at[0][in[0].leaves == 1 ? 0 : leaf].lo ? 1 : 2;
            to[leaf] = e->at[from][in[from].leaves == 1 ? 0 : leaf];
        } else if (rule == RULE_CAST) {
            Dtype from = in[0].dtypes[leaf];
            to[leaf] = scalar_to_bits(
                dtype, scalar_cast(from, dtype, scalar_from_bits(from, e->at[0][leaf])));
        } else if (!known_step(i, in, e, leaf, &to[leaf])) {
            run_parts(k, p, i, in, e, out, to);
            return;
        }
    }
}

static bool run_elements(Machine *k, const Program *p, const Instr *i, const Array *in,
                         const Array *out) {
    /* Reading bits as floats can make signalling NaNs, which are not results. */
    if (op_info(i->op)->rule == RULE_BITCAST)
        return stop(k, MEANT_NOT_KNOWN);
    for (size_t n = 0; n < out->count; n++) {
        Element e;
        for (uint32_t a = 0; a < i->n_in; a++)
            e.at[a] = in[a].at + broadcast_source(out, &in[a], n) * in[a].leaves;
        run_element(k, p, i, in, &e, out, out->at + n * out->leaves);
    }
    return true;
}

/* ---- views */

/* Start and step of a slice along an axis, as Python has them. */
static void slice_start(const Program *p, const Instr *i, unsigned axis, Dim extent, Dim *start,
                        Dim *step) {
    uint32_t n_start, n_step;
    const int64_t *starts = attr_list(p, i, AT_START, &n_start);
    const int64_t *steps = attr_list(p, i, AT_STEP, &n_step);
    *step = axis < n_step && steps[axis] != LIST_SKIPPED ? steps[axis] : 1;
    *start = *step < 0 ? extent - 1 : 0;
    if (axis < n_start && starts[axis] != LIST_SKIPPED) {
        Dim at = starts[axis] < 0 ? starts[axis] + extent : starts[axis];
        Dim low = *step < 0 ? -1 : 0, high = *step < 0 ? extent - 1 : extent;
        *start = at < low ? low : at > high ? high : at;
    }
}

bool meaning_in_list(const Program *p, const Instr *i, unsigned k, unsigned axis, unsigned rank) {
    uint32_t n;
    const int64_t *list = attr_list(p, i, k, &n);
    for (uint32_t a = 0; a < n; a++)
        if ((list[a] < 0 ? list[a] + (int64_t)rank : list[a]) == (int64_t)axis)
            return true;
    return !list;
}

/* The index in the operand of what stands at index `at` of the result. */
static void view_index(const Program *p, const Instr *i, const Array *x, const Dim *at,
                       Dim *index) {
    uint32_t n;
    const int64_t *perm = attr_list(p, i, AT_PERM, &n);
    for (unsigned axis = 0; axis < x->rank; axis++) {
        Dim start, step;
        switch (op_info(i->op)->rule) {
        case RULE_TRANSPOSE: {
            int64_t from = !perm            ? x->rank - 1 - axis
                           : perm[axis] < 0 ? perm[axis] + x->rank
                                            : perm[axis];
            index[from] = at[axis];
            break;
        }
        case RULE_FLIP:
            index[axis] = meaning_in_list(p, i, AT_AXES, axis, x->rank)
                              ? x->dims[axis] - 1 - at[axis]
                              : at[axis];
            break;
        default:
            slice_start(p, i, axis, x->dims[axis], &start, &step);
            index[axis] = start + step * at[axis];
            break;
        }
    }
}

static void put(const Array *out, size_t to, const Array *in, size_t from) {
    CHECK(out->at && in->at);
    memcpy(out->at + to * out->leaves, in->at + from * in->leaves, out->leaves * sizeof *out->at);
}

static void run_view(const Program *p, const Instr *i, const Array *in, const Array *out) {
    TypeRule rule = op_info(i->op)->rule;
    for (size_t n = 0; n < out->count; n++) {
        Dim at[MAX_RANK] = {0}, index[MAX_RANK] = {0};
        meaning_split(out, n, at);
        if (rule == RULE_TRANSPOSE || rule == RULE_FLIP || rule == RULE_SLICE) {
            view_index(p, i, &in[0], at, index);
            put(out, n, &in[0], meaning_join(&in[0], index));
        } else if (rule == RULE_BROADCAST || rule == RULE_FILL) {
            put(out, n, &in[0], broadcast_source(out, &in[0], n));
        } else { /* the others keep the elements in order */
            put(out, n, &in[0], n);
        }
    }
}

/* The same scalars in the same order, whether they are components or elements. */
static void run_repack(const Array *in, const Array *out) {
    CHECK(in->count * in->leaves == out->count * out->leaves);
    if (out->count)
        memcpy(out->at, in->at, out->count * out->leaves * sizeof *out->at);
}

static void run_extent(const Program *p, const Instr *i, const Array *in, const Array *out) {
    int64_t axis = attr_int(p, i, AT_AXIS, 0);
    out->at[0] = (Bits){(uint64_t)in->dims[axis < 0 ? axis + (int64_t)in->rank : axis], 0};
}

static void run_pad(const Program *p, const Instr *i, const Array *in, const Array *out) {
    uint32_t n_lo;
    const int64_t *lo = attr_list(p, i, AT_LO, &n_lo);
    for (size_t n = 0; n < out->count; n++) {
        Dim at[MAX_RANK] = {0};
        bool inside = true;
        meaning_split(out, n, at);
        for (unsigned axis = 0; axis < out->rank; axis++) {
            at[axis] -= lo[axis];
            inside &= at[axis] >= 0 && at[axis] < in[0].dims[axis];
        }
        put(out, n, inside ? &in[0] : &in[1], inside ? meaning_join(&in[0], at) : 0);
    }
}

static void run_concat(const Program *p, const Instr *i, const Array *in, const Array *out) {
    int64_t axis = attr_int(p, i, AT_AXIS, 0);
    axis += axis < 0 ? (int64_t)out->rank : 0;
    for (size_t n = 0; n < out->count; n++) {
        Dim at[MAX_RANK] = {0};
        uint32_t a = 0;
        meaning_split(out, n, at);
        for (; at[axis] >= in[a].dims[axis]; a++)
            at[axis] -= in[a].dims[axis];
        put(out, n, &in[a], meaning_join(&in[a], at));
    }
}

/* Nothing is known of the op at all. */
static void run_unknown(const Program *p, const Instr *i, const Array *in, const Array *out) {
    uint64_t h = attrs_hash(p, i);
    for (uint32_t a = 0; a < i->n_in; a++) {
        h = hash_bytes(in[a].dims, in[a].rank * sizeof *in[a].dims, h);
        h = hash_bytes(in[a].at, in[a].count * in[a].leaves * sizeof(Bits), h);
    }
    for (size_t n = 0; n < out->count * out->leaves; n++) {
        uint64_t state = hash_u64(n, h);
        out->at[n] = some_value(&state, out->dtypes[n % out->leaves]);
    }
}

/* ---- programs */

static bool run_program(Machine *k, ProgId id, const Array *in, Array *out);

static void free_arrays(Array *at, uint32_t n) {
    for (uint32_t a = 0; a < n; a++)
        free(at[a].at);
}

static void move_arrays(Array *to, Array *from, uint32_t n) {
    for (uint32_t a = 0; a < n; a++) {
        free(to[a].at);
        to[a] = from[a];
        from[a].at = NULL;
    }
}

static bool copy_array(Machine *k, const Array *from, Array *to) {
    TRY(make(k, from->type, to));
    CHECK(from->at);
    memcpy(to->at, from->at, from->count * from->leaves * sizeof *to->at);
    return true;
}

/* for and while: the body's inputs are the index (of for), the carried values and the rest. */
static bool run_loop(Machine *k, const Program *p, const Instr *i, const Array *in, Array *out) {
    bool counted = op_info(i->op)->rule == RULE_FOR;
    uint32_t first = counted ? 2 : 0, lead = counted ? 1 : 0, n = i->n_in - first + lead;
    ProgId body = (ProgId)attr_word(p, i, counted ? AT_FOR_BODY : AT_WHILE_BODY);
    Array args[MAX_OPERANDS] = {{0}}, next[MAX_OPERANDS] = {{0}}, go = {0};
    CHECK(!counted || (in[0].at && in[1].at));
    Dtype dtype = counted ? in[0].dtypes[0] : DT_I64;
    int64_t at = counted ? scalar_from_bits(dtype, in[0].at[0]).i : 0;
    int64_t end = counted ? scalar_from_bits(dtype, in[1].at[0]).i : 0;
    bool is_unsigned = dtype_info(dtype)->class == CLASS_UNSIGNED;
    bool ok = !counted || copy_array(k, &in[0], &args[0]);
    for (uint32_t a = lead; ok && a < n; a++)
        ok = copy_array(k, &in[first + a - lead], &args[a]);
    while (ok) {
        if (!counted) {
            ok = run_program(k, (ProgId)attr_word(p, i, AT_WHILE_COND), args, &go);
            if (!ok || !go.at[0].lo)
                break;
            free_arrays(&go, 1);
            go.at = NULL;
        } else if (is_unsigned ? (uint64_t)at >= (uint64_t)end : at >= end) {
            break;
        } else {
            args[0].at[0] = scalar_to_bits(dtype, (Scalar){.i = at++});
        }
        ok = (k->steps > 0 || stop(k, MEANT_TOO_MUCH)) && k->steps-- &&
             run_program(k, body, args, next);
        move_arrays(args + lead, next, ok ? i->n_out : 0);
    }
    move_arrays(out, args + lead, ok ? i->n_out : 0);
    free_arrays(&go, 1);
    free_arrays(args, n);
    free_arrays(next, i->n_out);
    return ok;
}

/* Operand a of a map at one place of the leading axes: `rank` axes are the callee's own. */
static bool map_operand(Machine *k, const Program *callee, uint32_t a, const Array *x,
                        const Array *lead, size_t place, Array *out) {
    Array front = *x;
    TRY(make(k, callee->vars.at[a].type, out));
    front.rank = x->rank - out->rank;
    size_t element = broadcast_source(lead, &front, place);
    memcpy(out->at, x->at + element * out->count * out->leaves,
           out->count * out->leaves * sizeof *out->at);
    return true;
}

static bool run_map(Machine *k, const Program *p, const Instr *i, const Array *in, Array *out) {
    ProgId id = (ProgId)attr_word(p, i, AT_CALLEE);
    const Program *callee = k->m->programs.at[id];
    const Types *t = &k->m->types;
    Array lead = out[0];
    lead.rank -= type_rank(t, callee->vars.at[callee->outputs.at[0]].type);
    lead.count = 1;
    for (unsigned axis = 0; axis < lead.rank; axis++)
        lead.count *= (size_t)lead.dims[axis];
    bool ok = true;
    for (size_t place = 0; ok && place < lead.count; place++) {
        Array args[MAX_OPERANDS] = {{0}}, results[MAX_OPERANDS] = {{0}};
        for (uint32_t a = 0; ok && a < i->n_in; a++)
            ok = map_operand(k, callee, a, &in[a], &lead, place, &args[a]);
        ok = ok && run_program(k, id, args, results);
        for (uint32_t n = 0; ok && n < i->n_out; n++) {
            size_t size = results[n].count * results[n].leaves;
            memcpy(out[n].at + place * size, results[n].at, size * sizeof(Bits));
        }
        free_arrays(args, i->n_in);
        free_arrays(results, i->n_out);
    }
    return ok;
}

static bool run_control(Machine *k, const Program *p, const Instr *i, const Array *in, Array *out) {
    switch (op_info(i->op)->rule) {
    case RULE_CALL: return run_program(k, (ProgId)attr_word(p, i, AT_CALLEE), in, out);
    case RULE_IF:
        CHECK(in[0].at);
        return run_program(k, (ProgId)attr_word(p, i, in[0].at[0].lo ? AT_THEN : AT_ELSE), in + 1,
                           out);
    case RULE_MAP:
        for (uint32_t n = 0; n < i->n_out; n++)
            TRY(make(k, p->vars.at[i->out + n].type, &out[n]));
        return i->n_out == 0 || run_map(k, p, i, in, out);
    default: return run_loop(k, p, i, in, out);
    }
}

static bool run_plain(Machine *k, const Program *p, const Instr *i, const Array *in, Array *out) {
    TRY(make(k, p->vars.at[i->out].type, out));
    if (op_info(i->op)->rule <= RULE_DETERMINANT) /* those come first in the list of rules */
        return run_elements(k, p, i, in, out);
    switch (op_info(i->op)->rule) {
    case RULE_FILL:
    case RULE_BROADCAST:
    case RULE_RESHAPE:
    case RULE_RESHAPE_LIKE:
    case RULE_TRANSPOSE:
    case RULE_EXPAND_DIMS:
    case RULE_SQUEEZE:
    case RULE_SLICE:
    case RULE_FLIP: run_view(p, i, in, out); return true;
    case RULE_SAME_SHAPE:
        if (op_info(i->op)->expand)
            run_unknown(p, i, in, out);
        else
            run_view(p, i, in, out); /* a copy */
        return true;
    case RULE_REDUCE:
        if (!meaning_reduce(p, i, in, out))
            run_unknown(p, i, in, out);
        return true;
    case RULE_PACK:
    case RULE_UNPACK: run_repack(in, out); return true;
    case RULE_EXTENT: run_extent(p, i, in, out); return true;
    case RULE_PAD: run_pad(p, i, in, out); return true;
    case RULE_CONCAT: run_concat(p, i, in, out); return true;
    default: run_unknown(p, i, in, out); return true;
    }
}

/* A function that is defined elsewhere: unknown, but the same for the same operands. */
static bool run_external(Machine *k, const Program *p, const Array *in, Array *out) {
    uint64_t h = hash_u64(p->name, 0);
    for (uint32_t a = 0; a < p->n_inputs; a++)
        h = hash_bytes(in[a].at, in[a].count * in[a].leaves * sizeof(Bits), h);
    for (uint32_t n = 0; n < p->outputs.len; n++) {
        uint64_t state = hash_u64(n, h);
        TRY(make(k, p->vars.at[p->outputs.at[n]].type, &out[n]));
        for (size_t at = 0; at < out[n].count * out[n].leaves; at++)
            out[n].at[at] = some_value(&state, out[n].dtypes[at % out[n].leaves]);
    }
    return true;
}

static bool run_instr(Machine *k, const Program *p, const Instr *i, Array *vars) {
    Array in[MAX_OPERANDS] = {{0}};
    if (i->n_in > MAX_OPERANDS || i->n_out > MAX_OPERANDS)
        return stop(k, MEANT_TOO_MUCH);
    if (k->steps == 0)
        return stop(k, MEANT_TOO_MUCH);
    k->steps--;
    for (uint32_t a = 0; a < i->n_in; a++)
        in[a] = vars[instr_in(p, i)[a]];
    return op_info(i->op)->flags & OPF_CONTROL ? run_control(k, p, i, in, vars + i->out)
                                               : run_plain(k, p, i, in, vars + i->out);
}

/* Fills out with arrays of its own. Nested as deep as programs are, which is not deep in tests. */
static bool run_program(Machine *k, ProgId id, const Array *in, Array *out) {
    const Program *p = k->m->programs.at[id];
    if (p->external)
        return run_external(k, p, in, out);
    Array *vars = calloc(p->vars.len + 1, sizeof *vars);
    bool ok = true;
    CHECK(vars);
    for (uint32_t a = 0; ok && a < p->n_inputs; a++)
        ok = copy_array(k, &in[a], &vars[a]);
    for (uint32_t n = 0; ok && n < p->instrs.len; n++)
        ok = run_instr(k, p, &p->instrs.at[n], vars);
    for (uint32_t n = 0; ok && n < p->outputs.len; n++)
        ok = copy_array(k, &vars[p->outputs.at[n]], &out[n]);
    free_arrays(vars, p->vars.len);
    free(vars);
    return ok;
}

static void append_outputs(const Array *results, uint32_t n, Outputs *out) {
    for (uint32_t a = 0; a < n; a++) {
        size_t size = results[a].count * results[a].leaves;
        out->at = realloc(out->at, (out->n + size + 1) * sizeof *out->at);
        CHECK(out->at && results[a].at);
        memcpy(out->at + out->n, results[a].at, size * sizeof *out->at);
        out->n += size;
    }
}

/* given: NULL to make them from the seed. */
static Meant run_on(const Module *m, ProgId id, const Bits *const *given, uint64_t seed,
                    Outputs *out) {
    Machine k = {m, MAX_STEPS, MEANT_OK};
    const Program *p = m->programs.at[id];
    Array in[MAX_OPERANDS] = {{0}}, results[MAX_OPERANDS] = {{0}};
    bool ok = p->n_inputs <= MAX_OPERANDS && p->outputs.len <= MAX_OPERANDS;
    *out = (Outputs){NULL, 0};
    for (uint32_t a = 0; ok && a < p->n_inputs; a++) {
        uint64_t state = hash_u64(a, seed);
        ok = make(&k, p->vars.at[a].type, &in[a]);
        for (size_t n = 0; ok && n < in[a].count * in[a].leaves; n++)
            in[a].at[n] = given ? given[a][n] : some_value(&state, in[a].dtypes[n % in[a].leaves]);
    }
    ok = ok && run_program(&k, id, in, results);
    append_outputs(results, ok ? p->outputs.len : 0, out);
    free_arrays(in, MAX_OPERANDS);
    free_arrays(results, MAX_OPERANDS);
    if (!ok && k.trouble == MEANT_OK)
        k.trouble = MEANT_TOO_MUCH;
    return k.trouble;
}

Meant meaning_of(const Module *m, ProgId id, uint64_t seed, Outputs *out) {
    return run_on(m, id, NULL, seed, out);
}

Meant meaning_given(const Module *m, ProgId id, const Bits *const *inputs, Outputs *out) {
    return run_on(m, id, inputs, 0, out);
}
