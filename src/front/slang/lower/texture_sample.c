/* Sampling: between texels and beyond the edges. */
#include "front/slang/lower/texture.h"

/* ---- sampling */

/* What a sample is made of. In branches values are other ones, so that they are kept as locals. */
typedef struct Sample {
    NodeId at;
    uint32_t texture, place, border, result; /* locals */
    uint32_t mode;                           /* local with SamplerState.mode; NO_LOCAL: fixed */
    uint32_t offset;    /* local: what is added to the numbers of texels; NO_LOCAL: nothing */
    uint32_t reference; /* local: what texels are compared to; NO_LOCAL: they are what counts */
    uint32_t first;     /* the axes before it are those of whole textures */
    uint32_t component; /* of texels that are gathered */
    Address address;    /* where it is fixed */
} Sample;

static KValue mirrored(Steps *s, KValue i, KValue n) {
    KValue twice = step_binary(s, "*", n, step_number(s, DT_I32, 2));
    KValue m = step_op(s, OP_remainder, i, twice, 2); /* never negative */
    KValue back = step_binary(s, "-", step_binary(s, "-", twice, step_number(s, DT_I32, 1)), m);
    return step_choose(s, step_binary(s, "<", m, n), m, back);
}

/* The index brought into 0 .. n-1, by a mode that is known. */
static KValue addressed_as(Steps *s, KValue i, KValue n, Address address) {
    if (address == ADDRESS_WRAP)
        return step_op(s, OP_remainder, i, n, 2); /* never negative */
    return address == ADDRESS_MIRROR ? mirrored(s, i, n) : step_clamped(s, i, n);
}

static KValue has_address(Steps *s, KValue mode, Address address) {
    KValue bits =
        step_binary(s, "&", mode, step_number(s, DT_U32, MODE_ADDRESS_MASK << MODE_ADDRESS_SHIFT));
    return step_binary(s, "==", bits, step_number(s, DT_U32, address << MODE_ADDRESS_SHIFT));
}

static KValue addressed(Steps *s, const Sample *sample, KValue i, KValue n) {
    if (sample->mode == NO_LOCAL)
        return addressed_as(s, i, n, sample->address);
    KValue mode = s->l->locals.at[sample->mode].value;
    KValue out = addressed_as(s, i, n, ADDRESS_CLAMP);
    out = step_choose(s, has_address(s, mode, ADDRESS_WRAP), addressed_as(s, i, n, ADDRESS_WRAP),
                      out);
    return step_choose(s, has_address(s, mode, ADDRESS_MIRROR),
                       addressed_as(s, i, n, ADDRESS_MIRROR), out);
}

/* An index along one axis: brought into the array, and whether it was there before. */
typedef struct Tap {
    KValue index, inside;
} Tap;

static bool has_border(const Sample *sample) {
    return sample->mode != NO_LOCAL || sample->address == ADDRESS_BORDER;
}

/* Which of the textures: the nearest one that is there. */
static Tap layer_tap(Steps *s, KValue place, KValue n) {
    KValue i = step_op(s, OP_round, place, place, 1);
    return (Tap){step_clamped(s, step_dtype(s, i, DT_I32), n), step_number(s, DT_BOOL, 1)};
}

static Tap tap(Steps *s, const Sample *sample, KValue i, KValue n) {
    Tap out = {.index = addressed(s, sample, i, n)};
    if (has_border(sample))
        out.inside = step_inside(s, i, n);
    return out;
}

/* 1 where the reference is not beyond the texel. */
static KValue compared(Steps *s, const Sample *sample, KValue value) {
    if (sample->reference == NO_LOCAL)
        return value;
    KValue reference = s->l->locals.at[sample->reference].value;
    KValue passes = step_binary(s, "<=", reference, step_component(s, value, 0));
    return step_dtype(s, passes, DT_F32);
}

/* One texel, or the border. taps: by axis. */
static KValue texel(Steps *s, const Sample *sample, const Tap *const *taps, uint32_t rank) {
    Lower *l = s->l;
    KValue index[MAX_TEXTURE_RANK] = {{0}}, inside = {0};
    for (uint32_t k = 0; k < rank; k++)
        index[k] = taps[k]->index;
    KValue value = step_element(s, l->locals.at[sample->texture].value, index);
    if (!has_border(sample))
        return compared(s, sample, value);
    for (uint32_t k = 0; k < rank; k++)
        if (k == 0)
            inside = taps[k]->inside;
        else
            s->ok = s->ok && lower_and(l, inside, taps[k]->inside, &inside);
    if (sample->mode != NO_LOCAL) {
        KValue other = has_address(s, l->locals.at[sample->mode].value, ADDRESS_BORDER);
        s->ok = s->ok && lower_not(l, other, &other) && lower_or(l, inside, other, &inside);
    }
    value = step_choose(s, inside, value, l->locals.at[sample->border].value);
    return compared(s, sample, value);
}

/* The place along each axis in units of texels, the first one's edge being 0. */
static void scaled(Steps *s, const Sample *sample, KValue *at, KValue *extents, uint32_t rank) {
    KValue place = s->l->locals.at[sample->place].value;
    for (uint32_t k = 0; k < rank; k++) {
        extents[k] = step_extent(s, s->l->locals.at[sample->texture].value, k);
        at[k] = step_component(s, place, rank - 1 - k);
        if (k < sample->first)
            continue;
        at[k] = step_binary(s, "*", step_component(s, place, rank - 1 - k),
                            step_dtype(s, extents[k], DT_F32));
        if (sample->offset != NO_LOCAL) {
            KValue offset = s->l->locals.at[sample->offset].value;
            offset = step_component(s, offset, rank - 1 - k);
            at[k] = step_binary(s, "+", at[k], step_dtype(s, offset, DT_F32));
        }
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
        taken[k] = &taps[k];
        if (k < sample->first) {
            taps[k] = layer_tap(&s, at[k], extents[k]);
            continue;
        }
        /* The texel that the place lies in. */
        KValue i = step_dtype(&s, step_op(&s, OP_floor, at[k], at[k], 1), DT_I32);
        taps[k] = tap(&s, sample, i, extents[k]);
    }
    KValue value = texel(&s, sample, taken, rank);
    if (s.ok)
        l->locals.at[sample->result].value = value;
    return s.ok;
}

/* x + t * (y - x) */
static KValue blend(Steps *s, KValue x, KValue y, KValue t) {
    return step_binary(s, "+", x, step_binary(s, "*", step_binary(s, "-", y, x), t));
}

/* The texels around the place, and how far behind the first ones it is. Bit k of a corner's number: the later one along axis
 * first + k. */
static bool corners(Steps *s, const Sample *sample, uint32_t rank, KValue *corner, KValue *t) {
    Lower *l = s->l;
    KValue at[MAX_TEXTURE_RANK] = {{0}}, extents[MAX_TEXTURE_RANK] = {{0}}, half = {0};
    Tap taps[MAX_TEXTURE_RANK][2];
    s->ok = lower_known(l, DT_F32, (Scalar){.f32 = 0.5f}, &half);
    scaled(s, sample, at, extents, rank);
    for (uint32_t k = 0; k < rank; k++) {
        if (k < sample->first) {
            taps[k][0] = layer_tap(s, at[k], extents[k]);
            continue;
        }
        at[k] = step_binary(s, "-", at[k], half);
        /* The texel whose centre lies before the place, and how far behind it that is. */
        KValue floor = step_op(s, OP_floor, at[k], at[k], 1), low = step_dtype(s, floor, DT_I32);
        t[k - sample->first] = step_binary(s, "-", at[k], floor);
        taps[k][0] = tap(s, sample, low, extents[k]);
        taps[k][1] =
            tap(s, sample, step_binary(s, "+", low, step_number(s, DT_I32, 1)), extents[k]);
    }
    for (uint32_t c = 0; c < 1u << (rank - sample->first); c++) {
        const Tap *taken[MAX_TEXTURE_RANK] = {NULL};
        for (uint32_t k = 0; k < rank; k++)
            taken[k] = k < sample->first ? &taps[k][0] : &taps[k][c >> (k - sample->first) & 1];
        corner[c] = texel(s, sample, taken, rank);
    }
    return s->ok;
}

static bool sample_linear(Lower *l, void *user) {
    const Sample *sample = user;
    Steps s = {l, sample->at, true};
    uint32_t rank = type_rank(&l->k->m->types, l->locals.at[sample->texture].value.type);
    KValue t[MAX_TEXTURE_RANK] = {{0}}, corner[1 << MAX_TEXTURE_RANK] = {{0}};
    TRY(corners(&s, sample, rank, corner, t));
    /* The last axis first: its bit is the highest. */
    for (uint32_t k = rank - sample->first; k-- > 0;)
        for (uint32_t c = 0; c < 1u << k; c++)
            corner[c] = blend(&s, corner[c], corner[c | 1u << k], t[k]);
    KValue *result = &l->locals.at[sample->result].value;
    if (s.ok)
        *result = step_dtype(&s, corner[0], type_dtype(&l->k->m->types, result->type));
    return s.ok;
}

/* One component of the four texels: those below first, then from the left to the right, as HLSL has it. */
static bool sample_gather(Lower *l, const Sample *sample, KValue *out) {
    static const uint32_t order[4] = {1, 3, 2, 0};
    Steps s = {l, sample->at, true};
    uint32_t rank = type_rank(&l->k->m->types, l->locals.at[sample->texture].value.type);
    KValue t[MAX_TEXTURE_RANK] = {{0}}, corner[1 << MAX_TEXTURE_RANK] = {{0}}, parts[4];
    TypeId type;
    if (rank - sample->first != 2)
        return lower_error(l, sample->at,
                           "only of textures with two axes four texels are gathered");
    TRY(corners(&s, sample, rank, corner, t));
    for (int k = 0; k < 4; k++)
        parts[k] = step_component(&s, corner[order[k]], sample->component);
    Dtype dtype = s.ok ? type_dtype(&l->k->m->types, parts[0].type) : DT_F32;
    return s.ok && type_vector(l->env, &l->k->m->types, dtype, 4, &type) &&
           lower_make(l, type, parts, 4, out);
}

static bool add_value(Lower *l, const char *name, KValue value, uint32_t *out) {
    TRY(flow_add_flag(l, name, false, out));
    value.literal = false;
    l->locals.at[*out].value = value;
    return true;
}

/* Where the direction meets a face: u, v and the face's number (prelude.def). */
static bool cube_place(Lower *l, NodeId at, KValue direction, KValue *out) {
    Candidates c = {0};
    StrId name;
    InstanceId instance;
    uint32_t which;
    Arguments args = {.n = 1};
    args.node[0] = at;
    args.value[0] = direction;
    args.type[0] = direction.type;
    TRY(strings_add(l->env, &l->k->m->strings, "__cube_place", 12, &name));
    bool ok = candidates_add(l, &c, find_in_unit(l->k, 1, name), NO_TYPE, 0) &&
              choose_candidate(l, at, "__cube_place", &c, NULL, 0, &args, &instance, &which) &&
              call_instance(l, at, instance, NULL, 0, &args, out);
    candidates_free(l, &c);
    return ok;
}

/* Converts what is sampled at, and puts all of it into locals. */
static bool prepare(Lower *l, Sample *sample, KValue texture, NodeId place, const KValue *border) {
    TextureKind kind = texture_kind(l, texture.type);
    Types *t = &l->k->m->types;
    Steps s = {l, sample->at, true};
    uint32_t rank = type_rank(t, texture.type);
    TypeId elem = type_elem(t, texture.type);
    KValue at, zero;
    TRY(texture_check_rank(l, sample->at, texture));
    if (kind == TEXTURE_BYTES)
        return lower_error(l, sample->at, "a buffer of bytes has no texels");
    sample->first = kind != TEXTURE_PLAIN;
    TRY(lower_expr(l, place, &at) && texture_check_place(l, place, at, rank, rank, false));
    at = step_dtype(&s, at, DT_F32);
    if (kind == TEXTURE_CUBE)
        TRY(s.ok && cube_place(l, sample->at, at, &at));
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
    bool vector = texture_components(l, type_elem(t, texture.type)) > 0;
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
    Sample sample = {.at = call,
                     .mode = NO_LOCAL,
                     .offset = NO_LOCAL,
                     .reference = NO_LOCAL,
                     .address = address};
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

/* ---- by what is in a SamplerState */

/* What texels become on the way: numbers that are compared, or what they are. */
static bool prepare_request(Lower *l, KValue texture, const SampleRequest *r, Sample *sample) {
    Steps s = {l, r->call, true};
    KValue value, zero;
    if (r->offset) {
        uint32_t rank = type_rank(&l->k->m->types, texture.type) - sample->first;
        TRY(lower_expr(l, r->offset, &value));
        TRY(texture_check_place(l, r->offset, value, rank, rank, true));
        TRY(add_value(l, "$offset", value, &sample->offset));
    }
    if (r->how == SAMPLE_COMPARE || r->reference) {
        TRY(lower_expr(l, r->reference, &value));
        value = step_dtype(&s, step_component(&s, value, 0), DT_F32);
        TRY(s.ok && add_value(l, "$reference", value, &sample->reference));
    }
    if (r->how == SAMPLE_COMPARE) {
        TRY(lower_known(l, DT_F32, (Scalar){.u = 0}, &zero));
        l->locals.at[sample->result].value = zero;
    }
    return s.ok;
}

bool texture_sample(Lower *l, KValue texture, const SampleRequest *r, KValue *out) {
    Sample sample = {
        .at = r->call, .offset = NO_LOCAL, .reference = NO_LOCAL, .component = r->component};
    KValue state, mode;
    Steps s = {l, r->call, true};
    TRY(lower_expr(l, r->state, &state));
    const Type *t = type_get(&l->k->m->types, state.type);
    if (t->kind != TYPE_STRUCT ||
        strcmp(strings_get(&l->k->m->strings, t->name), "SamplerState") != 0)
        return lower_error(l, r->state, "a SamplerState is needed here");
    TRY(r->how != SAMPLE_VALUE || check_linear(l, r->call, texture));
    TRY(array_unwritten(l, r->call, texture) && lower_part(l, state, 0, &mode) &&
        prepare(l, &sample, texture, r->place, NULL));
    TRY(add_value(l, "$mode", mode, &sample.mode) && prepare_request(l, texture, r, &sample));
    if (r->how == SAMPLE_GATHER)
        return sample_gather(l, &sample, out);
    KValue bit = step_binary(&s, "&", mode, step_number(&s, DT_U32, MODE_LINEAR));
    KValue linear = step_binary(&s, "!=", bit, step_number(&s, DT_U32, 0));
    TRY(s.ok && lower_branch(l, linear, sample_linear, sample_nearest, &sample, NULL));
    *out = l->locals.at[sample.result].value;
    return true;
}
