/* Places: what stands on the left of an assignment. */
#include <stdio.h>

#include "front/slang/lower/flow.h"
#include "front/slang/lower/texture.h"

void lower_place_free(Lower *l, LocalPlace *place) {
    vec_free(l->env->allocator, &place->steps);
}

/* ---- finding the place */

static bool not_a_place(Lower *l, NodeId node) {
    lower_error(l, node, "this cannot be assigned to");
    lower_hint(l, "only variables, and members, components and elements of them can");
    return false;
}

static bool check_fixed(Lower *l, NodeId node, uint32_t local) {
    const Local *v = &l->locals.at[local];
    const char *name = strings_get(&l->k->m->strings, v->name);
    bool array = type_rank(&l->k->m->types, v->value.type) > 0;
    name += *name == '$'; /* a global */
    if (array && texture_writable(l, v->value.type))
        return true;
    if (!v->fixed && !array)
        return true;
    if (strcmp(name, "this") == 0) {
        lower_error(l, node, "this method cannot change `this`");
        lower_hint(l, "write [mutating] before the method");
    } else if (array) {
        lower_error(l, node, "%s cannot be written to: it is only read", name);
    } else {
        lower_error(l, node, "%s cannot be assigned to: it is constant", name);
        lower_hint(l, "declare it with its type or with var");
    }
    return false;
}

/* The field's number, or false. */
static bool find_field(const Lower *l, TypeId type, const char *name, uint32_t len, uint32_t *out) {
    const Types *t = &l->k->m->types;
    const Type *s = type_get(t, type);
    StrId id = strings_find(&l->k->m->strings, name, len);
    if (s->kind != TYPE_STRUCT || id == NO_STR)
        return false;
    for (uint32_t i = 0; i < s->count; i++)
        if (type_fields(t, s)[i].name == id) {
            *out = i;
            return true;
        }
    return false;
}

static bool push_step(Lower *l, LocalPlace *place, PlaceStep step, TypeId type) {
    place->type = type;
    return vec_push(l->env, &place->steps, step);
}

static TypeId part_type_of(Lower *l, TypeId type, uint32_t index, TypeId *out, bool *ok) {
    Types *t = &l->k->m->types;
    Type of = *type_get(t, type);
    *ok = true;
    switch (of.kind) {
    case TYPE_VECTOR: *ok = type_scalar(l->env, t, of.dtype, out); break;
    case TYPE_MATRIX: *ok = type_vector(l->env, t, of.dtype, of.cols, out); break;
    case TYPE_FIXED: *out = of.elem; break;
    case TYPE_STRUCT: *out = type_fields(t, &of)[index].type; break;
    default: *out = NO_TYPE; break;
    }
    return *out;
}

static bool push_part(Lower *l, LocalPlace *place, uint32_t index) {
    TypeId type = NO_TYPE;
    bool ok;
    part_type_of(l, place->type, index, &type, &ok);
    return ok && push_step(l, place, (PlaceStep){.kind = PLACE_PART, .index = index}, type);
}

/* Lanes of a swizzle such as xz or rgb. False: it is none. */
static bool read_lanes(const char *name, uint32_t len, PlaceStep *step) {
    static const char *const sets[2] = {"xyzw", "rgba"};
    for (int set = 0; len >= 1 && len <= 4 && set < 2; set++) {
        uint32_t n = 0;
        const char *at;
        while (n < len && (at = memchr(sets[set], name[n], 4)) != NULL)
            step->lanes[n++] = (uint8_t)(at - sets[set]);
        step->n_lanes = len;
        if (n == len)
            return true;
    }
    return false;
}

static bool push_swizzle(Lower *l, NodeId node, LocalPlace *place, PlaceStep step, const char *name,
                         uint32_t len) {
    Types *t = &l->k->m->types;
    Type of = *type_get(t, place->type);
    TypeId type;
    char text[TYPE_TEXT];
    uint32_t rows = of.kind == TYPE_VECTOR ? of.rows : 1;
    for (uint32_t i = 0; i < step.n_lanes; i++) {
        if (step.lanes[i] >= rows)
            return lower_error(l, node, "%s has no component %c", lower_show(l, place->type, text),
                               name[i]);
        for (uint32_t j = 0; j < i; j++)
            if (step.lanes[i] == step.lanes[j])
                return lower_error(l, node, ".%.*s names %c twice and cannot be assigned to",
                                   (int)len, name, name[i]);
    }
    step.kind = PLACE_LANES;
    TRY(step.n_lanes == 1 ? type_scalar(l->env, t, of.dtype, &type)
                          : type_vector(l->env, t, of.dtype, step.n_lanes, &type));
    return push_step(l, place, step, type);
}

/* _m01 (from 0) or _12 (from 1). */
static bool read_cell(const char *name, uint32_t len, PlaceStep *step) {
    int base = len == 4 && name[1] == 'm' ? '0' : '1';
    const char *digits = name + (len == 4 ? 2 : 1);
    if (!(len == 3 || (len == 4 && base == '0')) || name[0] != '_')
        return false;
    if (digits[0] < base || digits[0] > base + 3 || digits[1] < base || digits[1] > base + 3)
        return false;
    step->index = (uint32_t)(digits[0] - base);
    step->lanes[0] = (uint8_t)(digits[1] - base);
    return true;
}

/* _m00_m10 or _11_21: several of them, as a vector. */
static bool push_cells(Lower *l, NodeId node, LocalPlace *place, const char *name, uint32_t len) {
    Type of = *type_get(&l->k->m->types, place->type);
    uint32_t step = name[1] == 'm' ? 4 : 3, n = len / step;
    PlaceStep cells = {.kind = PLACE_CELLS, .n_lanes = n};
    char text[TYPE_TEXT];
    bool ok = n <= 4 && n * step == len;
    for (uint32_t i = 0; ok && i < n; i++) {
        PlaceStep one = {.kind = PLACE_CELL};
        ok =
            read_cell(name + i * step, step, &one) && one.index < of.rows && one.lanes[0] < of.cols;
        cells.lanes[i] = (uint8_t)(one.index << 4 | one.lanes[0]);
        for (uint32_t k = 0; k < i; k++)
            ok = ok && cells.lanes[k] != cells.lanes[i];
    }
    if (!ok)
        return lower_error(l, node, "%s has no elements %.*s that can be assigned to",
                           lower_show(l, place->type, text), (int)len, name);
    TypeId type;
    TRY(type_vector(l->env, &l->k->m->types, of.dtype, n, &type));
    return push_step(l, place, cells, type);
}

/* A property, or an element by a subscript: its type is that of what reads it. */
static bool push_property(Lower *l, NodeId node, LocalPlace *place, const char *name,
                          const KValue *index, bool *found) {
    KValue object, value;
    Arguments args = {.n = index != NULL};
    PlaceStep step = {.kind = PLACE_PROPERTY, .node = node, .n_lanes = args.n};
    if (index) {
        step.element = *index;
        args.node[0] = node;
        args.value[0] = *index;
        args.type[0] = index->type;
    }
    TRY(strings_add(l->env, &l->k->m->strings, name, strlen(name), &step.name));
    TRY(lower_place_read(l, place, &object));
    TRY(call_getter(l, node, object, name, &args, found, &value));
    return !*found || push_step(l, place, step, value.type);
}

static bool push_member(Lower *l, NodeId node, LocalPlace *place) {
    Type of = *type_get(&l->k->m->types, place->type);
    uint32_t len, field;
    const char *name = ast_spelling(l->ast, ast_node(l->ast, node)->token, &len);
    char text[TYPE_TEXT];
    PlaceStep step = {.kind = PLACE_CELL};
    if (find_field(l, place->type, name, len, &field))
        return push_part(l, place, field);
    if (of.kind == TYPE_STRUCT && has_property(l, place->type, name, len)) {
        char property[80];
        bool found;
        snprintf(property, sizeof property, "%.*s", (int)(len < 70 ? len : 70), name);
        return push_property(l, node, place, property, NULL, &found);
    }
    if ((of.kind == TYPE_VECTOR || of.kind == TYPE_SCALAR) && read_lanes(name, len, &step))
        return push_swizzle(l, node, place, step, name, len);
    if (of.kind == TYPE_MATRIX && len > 4 && name[0] == '_')
        return push_cells(l, node, place, name, len);
    if (of.kind == TYPE_MATRIX && read_cell(name, len, &step)) {
        TypeId type;
        if (step.index >= of.rows || step.lanes[0] >= of.cols)
            return lower_error(l, node, "%s has no component %.*s",
                               lower_show(l, place->type, text), (int)len, name);
        TRY(type_scalar(l->env, &l->k->m->types, of.dtype, &type));
        return push_step(l, place, step, type);
    }
    return lower_error(l, node, "%s has no member called %.*s", lower_show(l, place->type, text),
                       (int)len, name);
}

/* The value of an index. again: what it was when the call at hand read its arguments. */
static bool index_value(Lower *l, NodeId at, bool again, KValue *out) {
    for (uint32_t i = again && l->indices ? l->indices->len : 0; i-- > 0;)
        if (l->indices->at[i].ast == l->ast && l->indices->at[i].node == at) {
            *out = l->indices->at[i].value;
            return true;
        }
    return lower_expr(l, at, out);
}

/* t[i]: the index is a number or a vector. */
static bool push_texel(Lower *l, NodeId node, LocalPlace *place) {
    const Node *n = ast_node(l->ast, node);
    TypeId type = type_elem(&l->k->m->types, place->type);
    uint32_t rank = type_rank(&l->k->m->types, place->type);
    PlaceStep step = {.kind = PLACE_TEXEL};
    if (n->kind != NODE_INDEX || ast_count(l->ast, n->word[1]) != 1 ||
        texture_kind(l, place->type) == TEXTURE_BYTES)
        return lower_error(l, node, "an element of it can be assigned to: t[i] = x");
    NodeId at = ast_item(l->ast, n->word[1], 0);
    TRY(index_value(l, at, false, &step.element));
    TRY(texture_check_rank(l, node, l->locals.at[place->local].value));
    TRY(texture_check_place(l, at, step.element, rank, rank, true));
    return push_step(l, place, step, type);
}

static bool push_index(Lower *l, NodeId node, LocalPlace *place, bool again) {
    const Node *n = ast_node(l->ast, node);
    Type of = *type_get(&l->k->m->types, place->type);
    uint32_t count = of.kind == TYPE_VECTOR || of.kind == TYPE_MATRIX ? of.rows
                     : of.kind == TYPE_FIXED                          ? of.count
                                                                      : 0;
    char text[TYPE_TEXT];
    KValue index;
    int64_t known;
    if (has_property(l, place->type, "at", 2) && ast_count(l->ast, n->word[1]) == 1) {
        bool found;
        return index_value(l, ast_item(l->ast, n->word[1], 0), again, &index) &&
               push_property(l, node, place, "at", &index, &found);
    }
    if (!count)
        return lower_error(l, node, "%s has no elements to assign to",
                           lower_show(l, place->type, text));
    if (ast_count(l->ast, n->word[1]) != 1)
        return lower_error(l, node, "one index is needed here");
    NodeId at = ast_item(l->ast, n->word[1], 0);
    TRY(index_value(l, at, again, &index));
    const Type *it = type_get(&l->k->m->types, index.type);
    if (it->kind != TYPE_SCALAR ||
        !(dtype_info(it->dtype)->class & (CLASS_SIGNED | CLASS_UNSIGNED)))
        return lower_error(l, at, "an index is an integer, not a %s",
                           lower_show(l, index.type, text));
    if (!lower_known_int(l, &index, &known)) {
        TypeId type = NO_TYPE;
        bool ok;
        part_type_of(l, place->type, 0, &type, &ok);
        return ok &&
               push_step(l, place, (PlaceStep){.kind = PLACE_ELEMENT, .element = index}, type);
    }
    if (known < 0 || known >= count)
        return lower_error(l, at, "index %lld of a %s, which has %u elements", (long long)known,
                           lower_show(l, place->type, text), count);
    return push_part(l, place, (uint32_t)known);
}

/* The variable at the bottom of it. */
static bool find_root(Lower *l, NodeId node, LocalPlace *place) {
    const Node *n = ast_node(l->ast, node);
    uint32_t len, field;
    const char *name = ast_spelling(l->ast, n->token, &len);
    StrId this_name = strings_find(&l->k->m->strings, "this", 4);
    Local *self = this_name == NO_STR ? NULL : lower_find_local(l, this_name);
    Local *local = NULL;
    if (n->kind == NODE_NAME) {
        StrId id = strings_find(&l->k->m->strings, name, len);
        local = id == NO_STR ? NULL : lower_find_local(l, id);
    } else if (n->kind == NODE_THIS) {
        local = self;
    }
    bool member = !local && n->kind == NODE_NAME && self &&
                  find_field(l, self->value.type, name, len, &field);
    bool property = !local && !member && n->kind == NODE_NAME && self &&
                    has_property(l, self->value.type, name, len);
    if (member || property)
        local = self;
    if (!local && n->kind == NODE_NAME) {
        StrId id = strings_find(&l->k->m->strings, name, len);
        uint32_t global = id == NO_STR ? NO_LOCAL : globals_named(l, id);
        local = global == NO_LOCAL ? NULL : &l->locals.at[global];
    }
    if (!local) {
        KValue ignored;
        /* Whatever is wrong with it as a value is said first. */
        if (n->kind == NODE_NAME || n->kind == NODE_THIS)
            TRY(lower_expr(l, node, &ignored));
        return not_a_place(l, node);
    }
    if (local->value.type == NO_TYPE)
        return false; /* its declaration was wrong, which has been told */
    place->local = (uint32_t)(local - l->locals.at);
    place->type = local->value.type;
    TRY(check_fixed(l, node, place->local));
    if (property) {
        char text[80];
        snprintf(text, sizeof text, "%.*s", (int)(len < 70 ? len : 70), name);
        return push_property(l, node, place, text, NULL, &property);
    }
    return !member || push_part(l, place, field);
}

static bool find_place(Lower *l, NodeId node, bool again, LocalPlace *out) {
    VEC(NodeId) way = {0};
    *out = (LocalPlace){.at = node};
    NodeId at = node;
    bool ok = true;
    for (; ok; at = ast_node(l->ast, at)->word[0]) {
        NodeKind kind = ast_node(l->ast, at)->kind;
        if (kind != NODE_MEMBER && kind != NODE_INDEX)
            break;
        ok = vec_push(l->env, &way, at);
    }
    ok = ok && find_root(l, at, out);
    if (ok && !way.len && type_rank(&l->k->m->types, out->type))
        ok = lower_error(l, node, "an array is not assigned to as a whole");
    for (uint32_t i = way.len; ok && i-- > 0;)
        ok = i + 1 == way.len && type_rank(&l->k->m->types, out->type)
                 ? push_texel(l, way.at[i], out)
             : ast_node(l->ast, way.at[i])->kind == NODE_MEMBER
                 ? push_member(l, way.at[i], out)
                 : push_index(l, way.at[i], out, again);
    vec_free(l->env->allocator, &way);
    return ok;
}

bool lower_place(Lower *l, NodeId node, LocalPlace *out) {
    return find_place(l, node, false, out);
}

/* ---- reading and writing */

static bool read_element(Lower *l, KValue of, KValue index, KValue *out) {
    KValue in[2] = {of, index};
    TypeId type = NO_TYPE;
    bool ok;
    part_type_of(l, of.type, 0, &type, &ok);
    return ok && lower_op(l, OP_element, in, 2, NULL, type, out); /* x[i] with i not known */
}

/* value: what is written, NULL of what is read. */
static void property_arguments(const PlaceStep *step, const KValue *value, Arguments *args) {
    args->n = 0;
    if (value) {
        args->node[args->n] = step->node;
        args->value[args->n] = *value;
        args->type[args->n++] = value->type;
    }
    if (step->n_lanes) {
        args->node[args->n] = step->node;
        args->value[args->n] = step->element;
        args->type[args->n++] = step->element.type;
    }
}

static bool property_read(Lower *l, KValue of, const PlaceStep *step, KValue *out) {
    Arguments args;
    char name[80];
    bool found;
    snprintf(name, sizeof name, "%s", strings_get(&l->k->m->strings, step->name));
    property_arguments(step, NULL, &args);
    return call_getter(l, step->node, of, name, &args, &found, out);
}

static bool property_write(Lower *l, KValue of, const PlaceStep *step, KValue value, KValue *out) {
    Arguments args;
    char name[80];
    snprintf(name, sizeof name, "%s", strings_get(&l->k->m->strings, step->name));
    property_arguments(step, &value, &args);
    return call_setter(l, step->node, of, name, &args, out);
}

static bool read_step(Lower *l, KValue of, const PlaceStep *step, KValue *out) {
    KValue parts[4] = {0};
    Attrs attrs = attrs_none();
    TypeId type;
    Types *t = &l->k->m->types;
    switch (step->kind) {
    case PLACE_PART: return lower_part(l, of, step->index, out);
    case PLACE_TEXEL: return texture_load(l, l->at, of, step->element, out);
    case PLACE_ELEMENT: return read_element(l, of, step->element, out);
    case PLACE_CELL:
        return lower_part(l, of, step->index, &parts[0]) &&
               lower_part(l, parts[0], step->lanes[0], out);
    case PLACE_PROPERTY: return property_read(l, of, step, out);
    case PLACE_CELLS:
        for (uint32_t i = 0; i < step->n_lanes; i++)
            TRY(lower_part(l, of, step->lanes[i] >> 4, &parts[i]) &&
                lower_part(l, parts[i], step->lanes[i] & 15, &parts[i]));
        TRY(type_vector(l->env, t, type_get(t, of.type)->dtype, step->n_lanes, &type));
        return lower_make(l, type, parts, step->n_lanes, out);
    default: break;
    }
    if (type_get(t, of.type)->kind == TYPE_SCALAR) {
        *out = of;
        return true;
    }
    for (uint32_t i = 0; i < step->n_lanes; i++)
        TRY(lower_part(l, of, step->lanes[i], &parts[i]));
    if (step->n_lanes == 1) {
        *out = parts[0];
        return true;
    }
    TRY(type_vector(l->env, t, type_get(t, of.type)->dtype, step->n_lanes, &type));
    attrs.word[AT_TO] = type;
    return lower_op(l, OP_make, parts, step->n_lanes, &attrs, type, out); /* v.xz as a value */
}

static bool write_step(Lower *l, KValue of, const PlaceStep *step, KValue value, KValue *out) {
    KValue part = value, in[3] = {of, step->element, value};
    switch (step->kind) {
    case PLACE_PART: return lower_with_part(l, of, step->index, value, out);
    case PLACE_ELEMENT:
        /* x[i] = v with i not known */
        return lower_op(l, OP_set_element, in, 3, NULL, of.type, out);
    case PLACE_CELL:
        TRY(lower_part(l, of, step->index, &part));
        TRY(lower_with_part(l, part, step->lanes[0], value, &part));
        return lower_with_part(l, of, step->index, part, out);
    case PLACE_PROPERTY: return property_write(l, of, step, value, out);
    case PLACE_CELLS:
        for (uint32_t i = 0; i < step->n_lanes; i++) {
            KValue row, one;
            TRY(lower_part(l, of, step->lanes[i] >> 4, &row) && lower_part(l, value, i, &one));
            TRY(lower_with_part(l, row, step->lanes[i] & 15, one, &row));
            TRY(lower_with_part(l, of, step->lanes[i] >> 4, row, &of));
        }
        *out = of;
        return true;
    default: break;
    }
    *out = of;
    if (type_get(&l->k->m->types, of.type)->kind == TYPE_SCALAR) {
        *out = value;
        return true;
    }
    for (uint32_t i = 0; i < step->n_lanes; i++) {
        if (step->n_lanes > 1)
            TRY(lower_part(l, value, i, &part));
        TRY(lower_with_part(l, *out, step->lanes[i], part, out));
    }
    return true;
}

bool lower_place_read(Lower *l, const LocalPlace *place, KValue *out) {
    *out = l->locals.at[place->local].value;
    for (uint32_t i = 0; i < place->steps.len; i++)
        TRY(read_step(l, *out, &place->steps.at[i], out));
    return true;
}

static bool write_through(Lower *l, const LocalPlace *place, KValue value, KValues *way) {
    TRY(vec_push(l->env, way, l->locals.at[place->local].value));
    for (uint32_t i = 0; i + 1 < place->steps.len; i++) {
        KValue next;
        TRY(read_step(l, way->at[i], &place->steps.at[i], &next) && vec_push(l->env, way, next));
    }
    bool texel = place->steps.len && place->steps.at[0].kind == PLACE_TEXEL;
    for (uint32_t i = place->steps.len; i-- > texel;)
        TRY(write_step(l, way->at[i], &place->steps.at[i], value, &value));
    if (texel)
        return array_store(l, place->at, place->local, NULL, place->steps.at[0].element, value,
                           COMBINE_SET);
    value.literal = false;
    l->locals.at[place->local].value = value;
    return lower_name_value(l, l->locals.at[place->local].name, &value);
}

bool lower_place_write(Lower *l, const LocalPlace *place, KValue value) {
    KValues way = {0};
    if (value.type != place->type)
        TRY(lower_convert(l, place->at, value, place->type, false, &value));
    bool ok = write_through(l, place, value, &way);
    vec_free(l->env->allocator, &way);
    return ok;
}

bool lower_store(Lower *l, NodeId node, KValue value) {
    LocalPlace place;
    bool ok = find_place(l, node, true, &place) && lower_place_write(l, &place, value);
    lower_place_free(l, &place);
    return ok;
}

/* ---- assignments */

/* The result of x op y goes back into the type of x: without a word where only the dtype differs (h *= 2.0). */
static bool narrow_back(Lower *l, NodeId at, TypeId type, KValue *value) {
    const Types *t = &l->k->m->types;
    const Type *a = type_get(t, type), *b = type_get(t, value->type);
    bool same_shape = a->kind == b->kind && a->rows == b->rows && a->cols == b->cols &&
                      a->dtype != DT_NONE && b->dtype != DT_NONE;
    return value->type == type || lower_convert(l, at, *value, type, same_shape, value);
}

static bool assign_to(Lower *l, NodeId node, const LocalPlace *place, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    uint32_t len;
    const char *sign = ast_spelling(l->ast, n->token, &len);
    char op[4] = "";
    KValue x, y;
    if (len == 1) {
        TRY(lower_expr_to(l, n->word[1], place->type, out));
        return lower_place_write(l, place, *out);
    }
    memcpy(op, sign, len - 1 < sizeof op ? len - 1 : sizeof op - 1);
    TRY(lower_expr(l, n->word[1], &y));
    TRY(lower_place_read(l, place, &x));
    if (lower_type_of(l, x.type)->kind ==
        TYPE_STRUCT) { /* operator+= of its own gives the new value */
        char own[6];
        bool found;
        KValue in[2] = {x, y};
        snprintf(own, sizeof own, "%s=", op);
        TRY(call_operator(l, node, own, in, 2, &found, out));
        if (found && out->type == x.type)
            return lower_place_write(l, place, *out);
    }
    TRY(lower_binary(l, node, op, x, y, out) && narrow_back(l, node, place->type, out));
    return lower_place_write(l, place, *out);
}

static bool step_by_one(Lower *l, NodeId node, const LocalPlace *place, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    KValue was, is, one;
    char sign[2] = {0};
    uint32_t len;
    sign[0] = ast_spelling(l->ast, n->token, &len)[0];
    TRY(lower_place_read(l, place, &was));
    TRY(lower_known(l, DT_I32, (Scalar){.i = 1}, &one));
    one.literal = true;
    TRY(lower_binary(l, node, sign, was, one, &is) && narrow_back(l, node, place->type, &is));
    TRY(lower_place_write(l, place, is));
    *out = n->kind == NODE_POSTFIX ? was : is;
    return true;
}

bool lower_assign(Lower *l, NodeId node, KValue *out) {
    const Node *n = ast_node(l->ast, node);
    LocalPlace place;
    bool ok = lower_place(l, n->word[0], &place) &&
              (n->kind == NODE_ASSIGN ? assign_to(l, node, &place, out)
                                      : step_by_one(l, node, &place, out));
    lower_place_free(l, &place);
    if (ok)
        out->literal = false;
    return ok;
}
