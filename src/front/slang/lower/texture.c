/*
 * Textures and buffers: values of array type, read at places and sampled.
 *
 * A texture is an array of its elements, rows first: component x of a coordinate goes along the last axis. Sampling is as in
 * Direct3D: the texel with number i along an axis of n has its centre at (i + 0.5) / n. Every index is brought into the
 * array before it is read.
 */
#include "front/slang/lower/texture.h"

#include <stdio.h>

KValue step_number(Steps *s, Dtype dtype, int64_t value) {
    KValue out = {0};
    Scalar scalar = {.i = value};
    if (dtype == DT_F32)
        scalar.f32 = (float)value;
    s->ok = s->ok && lower_known(s->l, dtype, scalar, &out);
    return out;
}

KValue step_binary(Steps *s, const char *op, KValue x, KValue y) {
    KValue out = {0};
    s->ok = s->ok && lower_binary(s->l, s->at, op, x, y, &out);
    return out;
}

KValue step_dtype(Steps *s, KValue x, Dtype dtype) {
    TypeId type;
    KValue out = {0};
    s->ok = s->ok && type_with_dtype(s->l->env, &s->l->k->m->types, x.type, dtype, &type) &&
            (x.type == type ? (out = x, true) : lower_convert(s->l, s->at, x, type, true, &out));
    return out;
}

/* A step of one op of the IR: those that the language has no operator for. */
KValue step_op(Steps *s, Op op, KValue x, KValue y, uint32_t n) {
    KValue in[2] = {x, y}, out = {0};
    s->ok = s->ok && lower_op(s->l, op, in, n, NULL, x.type, &out);
    return out;
}

KValue step_choose(Steps *s, KValue cond, KValue x, KValue y) {
    KValue in[3] = {cond, x, y}, out = {0};
    if (s->ok && cond.known)
        return cond.bits.lo ? x : y;
    s->ok = s->ok && lower_op(s->l, OP_select, in, 3, NULL, x.type, &out); /* cond ? x : y */
    return out;
}

KValue step_component(Steps *s, KValue v, uint32_t k) {
    KValue out = v;
    if (s->ok && type_get(&s->l->k->m->types, v.type)->kind == TYPE_VECTOR)
        s->ok = lower_part(s->l, v, k, &out);
    return out;
}

uint32_t texture_components(const Lower *l, TypeId type) {
    const Type *t = type_get(&l->k->m->types, type);
    return t->kind == TYPE_VECTOR ? t->rows : t->kind == TYPE_SCALAR ? 1 : 0;
}

/* The extent along an axis, as an int. */
KValue step_extent(Steps *s, KValue texture, uint32_t axis) {
    Types *t = &s->l->k->m->types;
    Attrs attrs = attrs_none();
    TypeId type;
    KValue out = {0};
    Dim dim = type_dims(t, texture.type)[axis];
    if (!DIM_IS_NAME(dim))
        return step_number(s, DT_I32, dim);
    attrs.word[AT_AXIS] = axis;
    s->ok = s->ok && type_scalar(s->l->env, t, DT_I64, &type) &&
            lower_op(s->l, OP_extent, &texture, 1, &attrs, type, &out); /* known when it runs */
    return step_dtype(s, out, DT_I32);
}

/* The element at indices by axis, which are in range. */
KValue step_element(Steps *s, KValue texture, const KValue *index) {
    Lower *l = s->l;
    const Types *t = &l->k->m->types;
    uint32_t rank = type_rank(t, texture.type);
    int64_t axes[MAX_TEXTURE_RANK] = {0, 1, 2};
    KValue in[1 + MAX_TEXTURE_RANK] = {texture}, out = {0};
    Attrs attrs = attrs_none();
    for (uint32_t k = 0; k < rank; k++)
        in[1 + k] = index[k];
    s->ok =
        s->ok && program_attr_list(l->env, l->p, axes, rank, &attrs.word[AT_AXES]) &&
        lower_op(l, OP_gather, in, 1 + rank, &attrs, type_elem(t, texture.type), &out); /* x[i] */
    return out;
}

/* ---- reading by number */

KValue step_inside(Steps *s, KValue i, KValue n) {
    KValue low = step_binary(s, ">=", i, step_number(s, DT_I32, 0)),
           high = step_binary(s, "<", i, n), out = {0};
    s->ok = s->ok && lower_and(s->l, low, high, &out);
    return out;
}

KValue step_clamped(Steps *s, KValue i, KValue n) {
    KValue zero = step_number(s, DT_I32, 0);
    KValue last = step_binary(s, "-", n, step_number(s, DT_I32, 1));
    return step_op(s, OP_maximum, step_op(s, OP_minimum, i, last, 2), zero, 2); /* of integers */
}

/* The element with that number, zero where there is none. at: x, y, z. */
bool texture_load(Lower *l, NodeId node, KValue texture, KValue at, KValue *out) {
    Steps s = {l, node, true};
    uint32_t rank = type_rank(&l->k->m->types, texture.type);
    KValue index[MAX_TEXTURE_RANK] = {{0}}, inside = step_number(&s, DT_BOOL, 1), zero = {0};
    for (uint32_t k = 0; k < rank; k++) {
        KValue n = step_extent(&s, texture, k),
               i = step_dtype(&s, step_component(&s, at, rank - 1 - k), DT_I32);
        KValue here = step_inside(&s, i, n);
        s.ok = s.ok && (k ? lower_and(l, inside, here, &inside) : (inside = here, true));
        index[k] = step_clamped(&s, i, n);
    }
    *out = step_element(&s, texture, index);
    s.ok = s.ok && lower_zero(l, out->type, &zero);
    *out = step_choose(&s, inside, *out, zero);
    return s.ok && array_stored(l, node, texture, index, rank, out);
}

static const char *const kind_marks[] = {"", "layer..", "face..", "byte.."};

static const char *first_extent(const Lower *l, TypeId type) {
    const Types *t = &l->k->m->types;
    const Dim *dims = type_rank(t, type) ? type_dims(t, type) : NULL;
    return dims && DIM_IS_NAME(dims[0]) ? strings_get(&l->k->m->strings, DIM_NAME_OF(dims[0])) : "";
}

bool texture_writable(const Lower *l, TypeId type) {
    return !strncmp(first_extent(l, type), "rw..", 4);
}

TextureKind texture_kind(const Lower *l, TypeId type) {
    const char *name = first_extent(l, type);
    name += strncmp(name, "rw..", 4) ? 0 : 4;
    for (int k = TEXTURE_LAYERS; k <= TEXTURE_BYTES; k++)
        if (!strncmp(name, kind_marks[k], strlen(kind_marks[k])))
            return (TextureKind)k;
    return TEXTURE_PLAIN;
}

void texture_mark(const Lower *l, TypeId type, char out[16]) {
    snprintf(out, 16, "%s%s", texture_writable(l, type) ? "rw.." : "",
             kind_marks[texture_kind(l, type)]);
}

bool texture_check_rank(Lower *l, NodeId node, KValue texture) {
    return type_rank(&l->k->m->types, texture.type) <= MAX_TEXTURE_RANK ||
           lower_error(l, node, "a texture has at most %d axes", MAX_TEXTURE_RANK);
}

bool texture_check_place(Lower *l, NodeId node, KValue at, uint32_t low, uint32_t high,
                         bool integer) {
    char text[TYPE_TEXT];
    uint32_t n = texture_components(l, at.type);
    Dtype dtype = type_dtype(&l->k->m->types, at.type);
    bool fits = n >= low && n <= high && dtype != DT_NONE;
    if (fits)
        return true;
    const char *kind = integer ? "int" : "float";
    if (low == 1)
        return lower_error(l, node, "the place is a %s; a %s is needed here",
                           lower_show(l, at.type, text), kind);
    return lower_error(l, node, "the place is a %s; a %s%u is needed here",
                       lower_show(l, at.type, text), kind, low);
}

bool lower_texture_index(Lower *l, NodeId node, KValue texture, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    uint32_t rank = type_rank(&l->k->m->types, texture.type);
    KValue at;
    TRY(texture_check_rank(l, node, texture));
    if (ast_count(l->ast, n->word[1]) != 1)
        return lower_error(l, node, "one index is needed here, which may be a vector");
    NodeId index = ast_item(l->ast, n->word[1], 0);
    TRY(lower_expr(l, index, &at) && texture_check_place(l, index, at, rank, rank, true));
    return texture_load(l, node, texture, at, out);
}

/* ---- methods */

/* A method that samples: what stands between the place and the offset is of levels, of which there is one. */
typedef struct SampleMethod {
    const char *name;
    SampleHow how;
    uint32_t skipped; /* arguments behind the place (and the reference) */
    uint32_t component;
    bool compares;
} SampleMethod;

static const SampleMethod sample_methods[] = {
    {"Sample", SAMPLE_VALUE, 0, 0, false},
    {"SampleLevel", SAMPLE_VALUE, 1, 0, false},
    {"SampleBias", SAMPLE_VALUE, 1, 0, false},
    {"SampleGrad", SAMPLE_VALUE, 2, 0, false},
    {"SampleCmp", SAMPLE_COMPARE, 0, 0, true},
    {"SampleCmpLevelZero", SAMPLE_COMPARE, 0, 0, true},
    {"SampleCmpLevel", SAMPLE_COMPARE, 1, 0, true},
    {"Gather", SAMPLE_GATHER, 0, 0, false},
    {"GatherRed", SAMPLE_GATHER, 0, 0, false},
    {"GatherGreen", SAMPLE_GATHER, 0, 1, false},
    {"GatherBlue", SAMPLE_GATHER, 0, 2, false},
    {"GatherAlpha", SAMPLE_GATHER, 0, 3, false},
    {"GatherCmp", SAMPLE_GATHER, 0, 0, true},
    {"GatherCmpRed", SAMPLE_GATHER, 0, 0, true},
};

static const SampleMethod *sample_method(const char *name, uint32_t len) {
    for (size_t i = 0; i < sizeof sample_methods / sizeof *sample_methods; i++)
        if (strlen(sample_methods[i].name) == len && !memcmp(sample_methods[i].name, name, len))
            return &sample_methods[i];
    return NULL;
}

static bool call_sample(Lower *l, NodeId call, KValue texture, const SampleMethod *m, KValue *out) {
    ListId args = ast_node(l->ast, call)->word[1];
    uint32_t n = ast_count(l->ast, args), least = 2 + m->compares + m->skipped;
    SampleRequest r = {.call = call, .how = m->how, .component = m->component};
    KValue ignored;
    if (n < least || n > least + 1)
        return lower_error(l, call, "%s takes a sampler, a place%s%s, and perhaps an offset",
                           m->name, m->compares ? ", what it is compared to" : "",
                           m->skipped ? " and what says the level" : "");
    r.state = ast_item(l->ast, args, 0);
    r.place = ast_item(l->ast, args, 1);
    r.reference = m->compares ? ast_item(l->ast, args, 2) : 0;
    for (uint32_t i = 0; i < m->skipped; i++)
        TRY(lower_expr(l, ast_item(l->ast, args, 2 + m->compares + i), &ignored));
    r.offset = n > least ? ast_item(l->ast, args, least) : 0;
    return texture_sample(l, texture, &r, out);
}

static bool load_method(Lower *l, NodeId call, KValue texture, KValue *out) {
    ListId args = ast_node(l->ast, call)->word[1];
    uint32_t rank = type_rank(&l->k->m->types, texture.type);
    KValue at;
    uint32_t n = ast_count(l->ast, args);
    if (n != 1 && n != 2)
        return lower_error(l, call, "Load takes a place, and perhaps an offset");
    NodeId node = ast_item(l->ast, args, 0);
    /* A texture's place may have its level behind it, of which there is one. */
    TRY(lower_expr(l, node, &at) && texture_check_place(l, node, at, rank, rank + 1, true));
    if (n == 2) {
        KValue offset, parts[MAX_TEXTURE_RANK];
        Steps s = {l, call, true};
        TypeId type;
        uint32_t own = rank - (texture_kind(l, texture.type) != TEXTURE_PLAIN);
        node = ast_item(l->ast, args, 1);
        TRY(lower_expr(l, node, &offset) && texture_check_place(l, node, offset, own, own, true));
        for (uint32_t k = 0; k < rank; k++) {
            parts[k] = step_dtype(&s, step_component(&s, at, k), DT_I32);
            if (k < own)
                parts[k] = step_binary(&s, "+", parts[k],
                                       step_dtype(&s, step_component(&s, offset, k), DT_I32));
        }
        at = parts[0];
        TRY(s.ok && (rank == 1 || (type_vector(l->env, &l->k->m->types, DT_I32, rank, &type) &&
                                   lower_make(l, type, parts, rank, &at))));
    }
    return texture_load(l, call, texture, at, out);
}

/* GetDimensions(out w, out h), or (level, out w, out h, out levels); of a buffer also (out count, out stride). */
static bool dimensions_method(Lower *l, NodeId call, KValue texture) {
    ListId args = ast_node(l->ast, call)->word[1];
    uint32_t rank = type_rank(&l->k->m->types, texture.type), n = ast_count(l->ast, args);
    Steps s = {l, call, true};
    bool cube = texture_kind(l, texture.type) == TEXTURE_CUBE;
    uint32_t all = rank;
    rank -= cube; /* nobody asks how many faces there are */
    uint32_t first = n == rank + 2 ? 1 : 0;
    bool stride = rank == 1 && n == 2;
    if (n != rank && n != rank + 2 && !stride)
        return lower_error(l, call, "GetDimensions of this takes %u places to write to", rank);
    for (uint32_t k = 0; k < rank; k++) {
        KValue size = step_dtype(&s, step_extent(&s, texture, all - 1 - k), DT_U32);
        size.literal = true; /* goes into an int or a float without a word */
        TRY(s.ok && lower_store(l, ast_item(l->ast, args, first + k), size));
    }
    const Types *t = &l->k->m->types;
    uint64_t size = type_elem_size(t, type_elem(t, texture.type));
    KValue levels = step_number(&s, DT_U32, stride ? (int64_t)size : 1);
    levels.literal = true;
    return (!first && !stride) || (s.ok && lower_store(l, ast_item(l->ast, args, n - 1), levels));
}

static bool is_called(const char *name, uint32_t len, const char *text) {
    return strlen(text) == len && memcmp(name, text, len) == 0;
}

bool lower_texture_method(Lower *l, NodeId call, KValue texture, const char *name, uint32_t len,
                          KValue *out) {
    uint32_t n = l->locals.len;
    const SampleMethod *sample = sample_method(name, len);
    bool ok;
    *out = (KValue){.type = NO_TYPE, .var = NO_VAR};
    TRY(texture_check_rank(l, call, texture));
    if (texture_kind(l, texture.type) == TEXTURE_BYTES)
        return texture_bytes_method(l, call, texture, name, len, out);
    if (sample)
        ok = call_sample(l, call, texture, sample, out);
    else if (is_called(name, len, "Load"))
        ok = load_method(l, call, texture, out);
    else if (is_called(name, len, "GetDimensions"))
        return dimensions_method(l, call, texture);
    else
        return lower_error(l, call, "textures and buffers have no method called %.*s", (int)len,
                           name);
    l->locals.len = n;
    return ok;
}
