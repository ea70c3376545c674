/*
 * Textures and buffers: values of array type, read at places and sampled.
 *
 * A texture is an array of its elements, rows first: component x of a coordinate goes along the last axis. Sampling is as in
 * Direct3D: the texel with number i along an axis of n has its centre at (i + 0.5) / n. Every index is brought into the
 * array before it is read.
 */
#include "front/slang/lower/flow.h"

enum { MAX_TEXTURE_RANK = 3, MODE_LINEAR = 1, MODE_ADDRESS_SHIFT = 1, MODE_ADDRESS_MASK = 3 };

/* Behind the edge; the numbers stand in SamplerState.mode too. */
typedef enum Address { ADDRESS_CLAMP, ADDRESS_WRAP, ADDRESS_BORDER, ADDRESS_MIRROR } Address;

/* Writes steps one after another; after a failure all of them do nothing. */
typedef struct Steps {
    Lower *l;
    NodeId at;
    bool ok;
} Steps;

static KValue number(Steps *s, Dtype dtype, int64_t value) {
    KValue out = {0};
    Scalar scalar = {.i = value};
    if (dtype == DT_F32)
        scalar.f32 = (float)value;
    s->ok = s->ok && lower_known(s->l, dtype, scalar, &out);
    return out;
}

static KValue binary(Steps *s, const char *op, KValue x, KValue y) {
    KValue out = {0};
    s->ok = s->ok && lower_binary(s->l, s->at, op, x, y, &out);
    return out;
}

static KValue to_dtype(Steps *s, KValue x, Dtype dtype) {
    TypeId type;
    KValue out = {0};
    s->ok = s->ok && type_with_dtype(s->l->env, &s->l->k->m->types, x.type, dtype, &type) &&
            (x.type == type ? (out = x, true) : lower_convert(s->l, s->at, x, type, true, &out));
    return out;
}

/* A step of one op of the IR: those that the language has no operator for. */
static KValue step(Steps *s, Op op, KValue x, KValue y, uint32_t n) {
    KValue in[2] = {x, y}, out = {0};
    s->ok = s->ok && lower_op(s->l, op, in, n, NULL, x.type, &out);
    return out;
}

static KValue choose(Steps *s, KValue cond, KValue x, KValue y) {
    KValue in[3] = {cond, x, y}, out = {0};
    if (s->ok && cond.known)
        return cond.bits.lo ? x : y;
    s->ok = s->ok && lower_op(s->l, OP_select, in, 3, NULL, x.type, &out); /* cond ? x : y */
    return out;
}

static KValue component(Steps *s, KValue v, uint32_t k) {
    KValue out = v;
    if (s->ok && type_get(&s->l->k->m->types, v.type)->kind == TYPE_VECTOR)
        s->ok = lower_part(s->l, v, k, &out);
    return out;
}

static uint32_t components(const Lower *l, TypeId type) {
    const Type *t = type_get(&l->k->m->types, type);
    return t->kind == TYPE_VECTOR ? t->rows : t->kind == TYPE_SCALAR ? 1 : 0;
}

/* The extent along an axis, as an int. */
static KValue extent(Steps *s, KValue texture, uint32_t axis) {
    Types *t = &s->l->k->m->types;
    Attrs attrs = attrs_none();
    TypeId type;
    KValue out = {0};
    Dim dim = type_dims(t, texture.type)[axis];
    if (!DIM_IS_NAME(dim))
        return number(s, DT_I32, dim);
    attrs.word[AT_AXIS] = axis;
    s->ok = s->ok && type_scalar(s->l->env, t, DT_I64, &type) &&
            lower_op(s->l, OP_extent, &texture, 1, &attrs, type, &out); /* known when it runs */
    return to_dtype(s, out, DT_I32);
}

/* The element at indices by axis, which are in range. */
static KValue element_at(Steps *s, KValue texture, const KValue *index) {
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

static KValue is_inside(Steps *s, KValue i, KValue n) {
    KValue low = binary(s, ">=", i, number(s, DT_I32, 0)), high = binary(s, "<", i, n), out = {0};
    s->ok = s->ok && lower_and(s->l, low, high, &out);
    return out;
}

static KValue clamped(Steps *s, KValue i, KValue n) {
    KValue zero = number(s, DT_I32, 0);
    KValue last = binary(s, "-", n, number(s, DT_I32, 1));
    return step(s, OP_maximum, step(s, OP_minimum, i, last, 2), zero, 2); /* of integers */
}

/* The element with that number, zero where there is none. at: x, y, z. */
static bool load(Lower *l, NodeId node, KValue texture, KValue at, KValue *out) {
    Steps s = {l, node, true};
    uint32_t rank = type_rank(&l->k->m->types, texture.type);
    KValue index[MAX_TEXTURE_RANK] = {{0}}, inside = number(&s, DT_BOOL, 1), zero = {0};
    for (uint32_t k = 0; k < rank; k++) {
        KValue n = extent(&s, texture, k),
               i = to_dtype(&s, component(&s, at, rank - 1 - k), DT_I32);
        KValue here = is_inside(&s, i, n);
        s.ok = s.ok && (k ? lower_and(l, inside, here, &inside) : (inside = here, true));
        index[k] = clamped(&s, i, n);
    }
    *out = element_at(&s, texture, index);
    s.ok = s.ok && lower_zero(l, out->type, &zero);
    *out = choose(&s, inside, *out, zero);
    return s.ok;
}

static bool check_rank(Lower *l, NodeId node, KValue texture) {
    return type_rank(&l->k->m->types, texture.type) <= MAX_TEXTURE_RANK ||
           lower_error(l, node, "a texture has at most %d axes", MAX_TEXTURE_RANK);
}

static bool check_coordinate(Lower *l, NodeId node, KValue at, uint32_t low, uint32_t high,
                             bool integer) {
    char text[TYPE_TEXT];
    uint32_t n = components(l, at.type);
    Dtype dtype = type_dtype(&l->k->m->types, at.type);
    bool fits = n >= low && n <= high && dtype != DT_NONE &&
                (!integer || (dtype_info(dtype)->class & (CLASS_SIGNED | CLASS_UNSIGNED)));
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
    TRY(check_rank(l, node, texture));
    if (ast_count(l->ast, n->word[1]) != 1)
        return lower_error(l, node, "one index is needed here, which may be a vector");
    NodeId index = ast_item(l->ast, n->word[1], 0);
    TRY(lower_expr(l, index, &at) && check_coordinate(l, index, at, rank, rank, true));
    return load(l, node, texture, at, out);
}

/* ---- sampling */

/* What a sample is made of. In branches values are other ones, so that they are kept as locals. */
typedef struct Sample {
    NodeId at;
    uint32_t texture, place, border, result; /* locals */
    uint32_t mode;                           /* local with SamplerState.mode; NO_LOCAL: fixed */
    Address address;                         /* where it is fixed */
} Sample;

static KValue mirrored(Steps *s, KValue i, KValue n) {
    KValue twice = binary(s, "*", n, number(s, DT_I32, 2));
    KValue m = step(s, OP_remainder, i, twice, 2); /* never negative */
    KValue back = binary(s, "-", binary(s, "-", twice, number(s, DT_I32, 1)), m);
    return choose(s, binary(s, "<", m, n), m, back);
}

/* The index brought into 0 .. n-1, by a mode that is known. */
static KValue addressed_as(Steps *s, KValue i, KValue n, Address address) {
    if (address == ADDRESS_WRAP)
        return step(s, OP_remainder, i, n, 2); /* never negative */
    return address == ADDRESS_MIRROR ? mirrored(s, i, n) : clamped(s, i, n);
}

static KValue has_address(Steps *s, KValue mode, Address address) {
    KValue bits = binary(s, "&", mode, number(s, DT_U32, MODE_ADDRESS_MASK << MODE_ADDRESS_SHIFT));
    return binary(s, "==", bits, number(s, DT_U32, address << MODE_ADDRESS_SHIFT));
}

static KValue addressed(Steps *s, const Sample *sample, KValue i, KValue n) {
    if (sample->mode == NO_LOCAL)
        return addressed_as(s, i, n, sample->address);
    KValue mode = s->l->locals.at[sample->mode].value;
    KValue out = addressed_as(s, i, n, ADDRESS_CLAMP);
    out = choose(s, has_address(s, mode, ADDRESS_WRAP), addressed_as(s, i, n, ADDRESS_WRAP), out);
    return choose(s, has_address(s, mode, ADDRESS_MIRROR), addressed_as(s, i, n, ADDRESS_MIRROR),
                  out);
}

/* An index along one axis: brought into the array, and whether it was there before. */
typedef struct Tap {
    KValue index, inside;
} Tap;

static bool has_border(const Sample *sample) {
    return sample->mode != NO_LOCAL || sample->address == ADDRESS_BORDER;
}

static Tap tap(Steps *s, const Sample *sample, KValue i, KValue n) {
    Tap out = {.index = addressed(s, sample, i, n)};
    if (has_border(sample))
        out.inside = is_inside(s, i, n);
    return out;
}

/* One texel, or the border. taps: by axis. */
static KValue texel(Steps *s, const Sample *sample, const Tap *const *taps, uint32_t rank) {
    Lower *l = s->l;
    KValue index[MAX_TEXTURE_RANK] = {{0}}, inside = {0};
    for (uint32_t k = 0; k < rank; k++)
        index[k] = taps[k]->index;
    KValue value = element_at(s, l->locals.at[sample->texture].value, index);
    if (!has_border(sample))
        return value;
    for (uint32_t k = 0; k < rank; k++)
        if (k == 0)
            inside = taps[k]->inside;
        else
            s->ok = s->ok && lower_and(l, inside, taps[k]->inside, &inside);
    if (sample->mode != NO_LOCAL) {
        KValue other = has_address(s, l->locals.at[sample->mode].value, ADDRESS_BORDER);
        s->ok = s->ok && lower_not(l, other, &other) && lower_or(l, inside, other, &inside);
    }
    return choose(s, inside, value, l->locals.at[sample->border].value);
}

/* The place along each axis in units of texels, the first one's edge being 0. */
static void scaled(Steps *s, const Sample *sample, KValue *at, KValue *extents, uint32_t rank) {
    KValue place = s->l->locals.at[sample->place].value;
    for (uint32_t k = 0; k < rank; k++) {
        extents[k] = extent(s, s->l->locals.at[sample->texture].value, k);
        at[k] = binary(s, "*", component(s, place, rank - 1 - k), to_dtype(s, extents[k], DT_F32));
    }
}

static bool sample_nearest(Lower *l, void *user) {
    const Sample *sample = user;
    Steps s = {l, sample->at, true};
    uint32_t rank = type_rank(&l->k->m->types, l->locals.at[sample->texture].value.type);
    KValue at[MAX_TEXTURE_RANK] = {{0}}, extents[MAX_TEXTURE_RANK] = {{0}};
    Tap taps[MAX_TEXTURE_RANK];
    const Tap *taken[MAX_TEXTURE_RANK] = {NULL};
    scaled(&s, sample, at, extents, rank);
    for (uint32_t k = 0; k < rank; k++) {
        /* The texel that the place lies in. */
        KValue i = to_dtype(&s, step(&s, OP_floor, at[k], at[k], 1), DT_I32);
        taps[k] = tap(&s, sample, i, extents[k]);
        taken[k] = &taps[k];
    }
    KValue value = texel(&s, sample, taken, rank);
    if (s.ok)
        l->locals.at[sample->result].value = value;
    return s.ok;
}

/* x + t * (y - x) */
static KValue blend(Steps *s, KValue x, KValue y, KValue t) {
    return binary(s, "+", x, binary(s, "*", binary(s, "-", y, x), t));
}

static bool sample_linear(Lower *l, void *user) {
    const Sample *sample = user;
    Steps s = {l, sample->at, true};
    uint32_t rank = type_rank(&l->k->m->types, l->locals.at[sample->texture].value.type);
    KValue at[MAX_TEXTURE_RANK] = {{0}}, extents[MAX_TEXTURE_RANK] = {{0}},
           t[MAX_TEXTURE_RANK] = {{0}}, corner[1 << MAX_TEXTURE_RANK] = {{0}}, half = {0};
    Tap taps[MAX_TEXTURE_RANK][2];
    s.ok = lower_known(l, DT_F32, (Scalar){.f32 = 0.5f}, &half);
    scaled(&s, sample, at, extents, rank);
    for (uint32_t k = 0; k < rank; k++) {
        at[k] = binary(&s, "-", at[k], half);
        /* The texel whose centre lies before the place, and how far behind it that is. */
        KValue floor = step(&s, OP_floor, at[k], at[k], 1), low = to_dtype(&s, floor, DT_I32);
        t[k] = binary(&s, "-", at[k], floor);
        taps[k][0] = tap(&s, sample, low, extents[k]);
        taps[k][1] = tap(&s, sample, binary(&s, "+", low, number(&s, DT_I32, 1)), extents[k]);
    }
    for (uint32_t c = 0; c < 1u << rank; c++) {
        const Tap *taken[MAX_TEXTURE_RANK] = {NULL};
        for (uint32_t k = 0; k < rank; k++)
            taken[k] = &taps[k][c >> k & 1];
        corner[c] = texel(&s, sample, taken, rank);
    }
    /* The last axis first: its bit is the highest. */
    for (uint32_t k = rank; k-- > 0;)
        for (uint32_t c = 0; c < 1u << k; c++)
            corner[c] = blend(&s, corner[c], corner[c | 1u << k], t[k]);
    KValue *result = &l->locals.at[sample->result].value;
    if (s.ok)
        *result = to_dtype(&s, corner[0], type_dtype(&l->k->m->types, result->type));
    return s.ok;
}

static bool add_value(Lower *l, const char *name, KValue value, uint32_t *out) {
    TRY(flow_add_flag(l, name, false, out));
    value.literal = false;
    l->locals.at[*out].value = value;
    return true;
}

/* Converts what is sampled at, and puts all of it into locals. */
static bool prepare(Lower *l, Sample *sample, KValue texture, NodeId place, const KValue *border) {
    Types *t = &l->k->m->types;
    Steps s = {l, sample->at, true};
    uint32_t rank = type_rank(t, texture.type);
    TypeId elem = type_elem(t, texture.type);
    KValue at, zero;
    TRY(check_rank(l, sample->at, texture));
    TRY(lower_expr(l, place, &at) && check_coordinate(l, place, at, rank, rank, false));
    at = to_dtype(&s, at, DT_F32);
    TRY(s.ok && lower_zero(l, elem, &zero));
    TRY(add_value(l, "$texture", texture, &sample->texture));
    TRY(add_value(l, "$place", at, &sample->place));
    TRY(add_value(l, "$border", border ? *border : zero, &sample->border));
    return add_value(l, "$sample", zero, &sample->result);
}

static bool check_linear(Lower *l, NodeId node, KValue texture) {
    const Types *t = &l->k->m->types;
    Dtype dtype = type_dtype(t, texture.type);
    char text[TYPE_TEXT];
    bool vector = components(l, type_elem(t, texture.type)) > 0;
    if (vector && dtype != DT_NONE && (dtype_info(dtype)->class & CLASS_FLOAT))
        return true;
    return lower_error(l, node, "a texture of %s cannot be interpolated",
                       lower_show(l, type_elem(t, texture.type), text));
}

/* ---- sample_linear(t, uv) and its kind */

/* "sample_", then nearest or linear, then nothing or the word of an Address. False: no such name. */
static bool read_sample_name(const char *name, uint32_t len, bool *linear, Address *address) {
    static const char *const words[] = {"_clamp", "_wrap", "_border", "_mirror"};
    static const char *const kinds[] = {"sample_nearest", "sample_linear"};
    for (int k = 0; k < 2; k++) {
        size_t n = strlen(kinds[k]);
        if (len < n || memcmp(name, kinds[k], n) != 0)
            continue;
        *linear = k == 1;
        *address = ADDRESS_CLAMP;
        if (len == n)
            return true;
        for (int w = 0; w < 4; w++)
            if (len - n == strlen(words[w]) && memcmp(name + n, words[w], len - n) == 0) {
                *address = (Address)w;
                return true;
            }
    }
    return false;
}

static bool sample_call(Lower *l, NodeId call, bool linear, Address address, KValue *out) {
    ListId args = ast_node(l->ast, call)->word[1];
    uint32_t n = ast_count(l->ast, args), want = address == ADDRESS_BORDER ? 3 : 2;
    Sample sample = {.at = call, .mode = NO_LOCAL, .address = address};
    KValue texture, border;
    char text[TYPE_TEXT];
    if (n != 2 && n != want)
        return lower_error(l, call, "a texture, a place%s are needed here",
                           want == 3 ? " and the border's value" : "");
    TRY(lower_expr(l, ast_item(l->ast, args, 0), &texture));
    const Types *t = &l->k->m->types;
    if (type_rank(t, texture.type) == 0)
        return lower_error(l, ast_item(l->ast, args, 0), "a texture is needed here, not a %s",
                           lower_show(l, texture.type, text));
    if (linear)
        TRY(check_linear(l, call, texture));
    if (n == 3)
        TRY(lower_expr_to(l, ast_item(l->ast, args, 2), type_elem(t, texture.type), &border));
    TRY(prepare(l, &sample, texture, ast_item(l->ast, args, 1), n == 3 ? &border : NULL));
    TRY(linear ? sample_linear(l, &sample) : sample_nearest(l, &sample));
    *out = l->locals.at[sample.result].value;
    return true;
}

bool lower_texture_call(Lower *l, NodeId call, const char *name, uint32_t len, bool *found,
                        KValue *out) {
    bool linear;
    Address address;
    uint32_t n = l->locals.len;
    *found = read_sample_name(name, len, &linear, &address);
    if (!*found)
        return true;
    bool ok = sample_call(l, call, linear, address, out);
    l->locals.len = n;
    return ok;
}

/* ---- methods */

/* Sample(s, uv), SampleLevel(s, uv, 0): by what is in the SamplerState. */
static bool sample_by_state(Lower *l, NodeId call, KValue texture, bool level, KValue *out) {
    ListId args = ast_node(l->ast, call)->word[1];
    uint32_t n = ast_count(l->ast, args);
    Sample sample = {.at = call};
    KValue state, mode, ignored;
    Steps s = {l, call, true};
    if (n != (level ? 3u : 2u))
        return lower_error(l, call, "a sampler and a place%s are needed here",
                           level ? " and a level" : "");
    TRY(lower_expr(l, ast_item(l->ast, args, 0), &state));
    const Type *t = type_get(&l->k->m->types, state.type);
    if (t->kind != TYPE_STRUCT ||
        strcmp(strings_get(&l->k->m->strings, t->name), "SamplerState") != 0)
        return lower_error(l, ast_item(l->ast, args, 0), "a SamplerState is needed here");
    if (level)
        TRY(lower_expr(l, ast_item(l->ast, args, 2), &ignored)); /* there is one level */
    TRY(check_linear(l, call, texture) && lower_part(l, state, 0, &mode));
    TRY(prepare(l, &sample, texture, ast_item(l->ast, args, 1), NULL));
    TRY(add_value(l, "$mode", mode, &sample.mode));
    KValue bit = binary(&s, "&", mode, number(&s, DT_U32, MODE_LINEAR));
    KValue linear = binary(&s, "!=", bit, number(&s, DT_U32, 0));
    TRY(s.ok && lower_branch(l, linear, sample_linear, sample_nearest, &sample, NULL));
    *out = l->locals.at[sample.result].value;
    return true;
}

static bool load_method(Lower *l, NodeId call, KValue texture, KValue *out) {
    ListId args = ast_node(l->ast, call)->word[1];
    uint32_t rank = type_rank(&l->k->m->types, texture.type);
    KValue at;
    if (ast_count(l->ast, args) != 1)
        return lower_error(l, call, "Load takes one place");
    NodeId node = ast_item(l->ast, args, 0);
    /* A texture's place may have its level behind it, of which there is one. */
    TRY(lower_expr(l, node, &at) && check_coordinate(l, node, at, rank, rank + 1, true));
    return load(l, call, texture, at, out);
}

/* GetDimensions(out w, out h), or (level, out w, out h, out levels); of a buffer also (out count, out stride). */
static bool dimensions_method(Lower *l, NodeId call, KValue texture) {
    ListId args = ast_node(l->ast, call)->word[1];
    uint32_t rank = type_rank(&l->k->m->types, texture.type), n = ast_count(l->ast, args);
    Steps s = {l, call, true};
    uint32_t first = n == rank + 2 ? 1 : 0;
    bool stride = rank == 1 && n == 2;
    if (n != rank && n != rank + 2 && !stride)
        return lower_error(l, call, "GetDimensions of this takes %u places to write to", rank);
    for (uint32_t k = 0; k < rank; k++) {
        KValue size = to_dtype(&s, extent(&s, texture, rank - 1 - k), DT_U32);
        size.literal = true; /* goes into an int or a float without a word */
        TRY(s.ok && lower_store(l, ast_item(l->ast, args, first + k), size));
    }
    const Types *t = &l->k->m->types;
    uint64_t size = type_elem_size(t, type_elem(t, texture.type));
    KValue levels = number(&s, DT_U32, stride ? (int64_t)size : 1);
    levels.literal = true;
    return (!first && !stride) || (s.ok && lower_store(l, ast_item(l->ast, args, n - 1), levels));
}

static bool is_called(const char *name, uint32_t len, const char *text) {
    return strlen(text) == len && memcmp(name, text, len) == 0;
}

bool lower_texture_method(Lower *l, NodeId call, KValue texture, const char *name, uint32_t len,
                          KValue *out) {
    uint32_t n = l->locals.len;
    bool level = is_called(name, len, "SampleLevel"), ok;
    *out = (KValue){.type = NO_TYPE, .var = NO_VAR};
    TRY(check_rank(l, call, texture));
    if (level || is_called(name, len, "Sample"))
        ok = sample_by_state(l, call, texture, level, out);
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
