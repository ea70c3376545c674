#include "ir/type.h"

#include <string.h>

/* ---- strings */

bool strings_init(Env *env, Strings *s) {
    TRY(vec_push(env, &s->bytes, '\0'));
    return vec_push(env, &s->starts, 0);
}

bool strings_copy(Env *env, Strings *to, const Strings *from) {
    return vec_copy(env, &to->bytes, &from->bytes) && vec_copy(env, &to->starts, &from->starts) &&
           index_copy(env, &to->index, &from->index);
}

void strings_free(const frit_allocator *allocator, Strings *s) {
    vec_free(allocator, &s->bytes);
    vec_free(allocator, &s->starts);
    index_free(allocator, &s->index);
}

const char *strings_get(const Strings *s, StrId id) {
    return s->bytes.at + s->starts.at[id];
}

/* Length without the '\0': up to where the next string starts. */
static size_t string_len(const Strings *s, StrId id) {
    uint32_t end = id + 1 < s->starts.len ? s->starts.at[id + 1] : s->bytes.len;
    return end - s->starts.at[id] - 1;
}

StrId strings_find(const Strings *s, const char *text, size_t len) {
    for (IndexCursor c = index_find(&s->index, hash_bytes(text, len, 0));
         index_next(&s->index, &c);)
        if (string_len(s, c.id) == len && memcmp(strings_get(s, c.id), text, len) == 0)
            return c.id;
    return NO_STR;
}

bool strings_add(Env *env, Strings *s, const char *text, size_t len, StrId *out) {
    *out = NO_STR;
    if (len == 0)
        return true;
    *out = strings_find(s, text, len);
    if (*out != NO_STR)
        return true;
    if (len > UINT32_MAX / 2)
        return env_fail(env, FRIT_ERR_LIMIT, env->error->stage, "a name has more than 2^31 bytes");
    /* All room first: a failure must leave the table as it was. */
    TRY(vec_reserve(env, &s->bytes, (uint64_t)s->bytes.len + len + 1));
    TRY(vec_reserve(env, &s->starts, (uint64_t)s->starts.len + 1));
    TRY(index_add(env, &s->index, hash_bytes(text, len, 0), s->starts.len));
    *out = s->starts.len;
    s->starts.at[s->starts.len++] = s->bytes.len;
    memcpy(s->bytes.at + s->bytes.len, text, len);
    s->bytes.at[s->bytes.len + len] = '\0';
    s->bytes.len += (uint32_t)len + 1;
    return true;
}

/* ---- the type table */

bool types_init(Env *env, Types *t) {
    return vec_push(env, &t->all, ((Type){.kind = TYPE_NONE, .dtype = DT_NONE}));
}

bool types_copy(Env *env, Types *to, const Types *from) {
    return vec_copy(env, &to->all, &from->all) && vec_copy(env, &to->dims, &from->dims) &&
           vec_copy(env, &to->fields, &from->fields) && index_copy(env, &to->index, &from->index);
}

void types_free(const frit_allocator *allocator, Types *t) {
    vec_free(allocator, &t->all);
    vec_free(allocator, &t->dims);
    vec_free(allocator, &t->fields);
    index_free(allocator, &t->index);
}

static const Dim no_dims[1]; /* of everything but arrays */

static uint64_t type_hash(const Type *type, const Dim *dims) {
    uint64_t h = hash_u64(type->kind, 0);
    h = hash_u64((uint64_t)type->dtype << 16 | (uint64_t)type->rows << 8 | type->cols, h);
    h = hash_u64((uint64_t)type->elem << 32 | type->name, h);
    if (type->kind != TYPE_STRUCT) /* a struct is known by its name alone */
        h = hash_u64(type->count, h);
    return type->kind == TYPE_ARRAY ? hash_bytes(dims, type->count * sizeof *dims, h) : h;
}

static bool same_type(const Types *t, const Type *a, const Type *b, const Dim *b_dims) {
    if (a->kind != b->kind || a->dtype != b->dtype || a->rows != b->rows || a->cols != b->cols ||
        a->elem != b->elem || a->name != b->name)
        return false;
    if (a->kind == TYPE_STRUCT)
        return true;
    return a->count == b->count &&
           (a->kind != TYPE_ARRAY ||
            memcmp(t->dims.at + a->data, b_dims, b->count * sizeof *b_dims) == 0);
}

static TypeId find(const Types *t, const Type *type, const Dim *dims, uint64_t hash) {
    for (IndexCursor c = index_find(&t->index, hash); index_next(&t->index, &c);)
        if (same_type(t, type_get(t, c.id), type, dims))
            return c.id;
    return NO_TYPE;
}

/* Finds or adds; dims are those of an array, fields those of a struct. */
static bool intern(Env *env, Types *t, Type type, const Dim *dims, const Field *fields,
                   TypeId *out) {
    uint64_t hash = type_hash(&type, dims);
    *out = find(t, &type, dims, hash);
    if (*out != NO_TYPE)
        return true;
    uint32_t n_dims = type.kind == TYPE_ARRAY ? type.count : 0;
    uint32_t n_fields = type.kind == TYPE_STRUCT ? type.count : 0;
    TRY(vec_reserve(env, &t->all, (uint64_t)t->all.len + 1));
    TRY(vec_reserve(env, &t->dims, (uint64_t)t->dims.len + n_dims));
    TRY(vec_reserve(env, &t->fields, (uint64_t)t->fields.len + n_fields));
    TRY(index_add(env, &t->index, hash, t->all.len));
    type.data = n_dims ? t->dims.len : t->fields.len;
    if (n_dims)
        memcpy(t->dims.at + t->dims.len, dims, n_dims * sizeof *dims);
    if (n_fields)
        memcpy(t->fields.at + t->fields.len, fields, n_fields * sizeof *fields);
    t->dims.len += n_dims;
    t->fields.len += n_fields;
    *out = t->all.len;
    t->all.at[t->all.len++] = type;
    return true;
}

bool type_scalar(Env *env, Types *t, Dtype dtype, TypeId *out) {
    return intern(env, t, (Type){.kind = TYPE_SCALAR, .dtype = dtype}, no_dims, NULL, out);
}

bool type_vector(Env *env, Types *t, Dtype dtype, unsigned n, TypeId *out) {
    Type type = {.kind = TYPE_VECTOR, .dtype = dtype, .rows = (uint8_t)n};
    return intern(env, t, type, no_dims, NULL, out);
}

bool type_matrix(Env *env, Types *t, Dtype dtype, unsigned rows, unsigned cols, TypeId *out) {
    Type type = {.kind = TYPE_MATRIX, .dtype = dtype, .rows = (uint8_t)rows, .cols = (uint8_t)cols};
    return intern(env, t, type, no_dims, NULL, out);
}

static bool check_depth(Env *env, unsigned depth) {
    if (depth > MAX_TYPE_DEPTH)
        return env_fail(env, FRIT_ERR_LIMIT, env->error->stage,
                        "types are nested more than %d deep", MAX_TYPE_DEPTH);
    return true;
}

bool type_fixed(Env *env, Types *t, TypeId elem, uint32_t n, TypeId *out) {
    const Type *e = type_get(t, elem);
    TRY(check_depth(env, e->depth + 1u));
    if (n > MAX_TYPE_PARTS)
        return env_fail(env, FRIT_ERR_LIMIT, env->error->stage,
                        "a fixed array of %u elements; at most %d are allowed", n, MAX_TYPE_PARTS);
    Type type = {.kind = TYPE_FIXED,
                 .dtype = DT_NONE,
                 .elem = elem,
                 .count = n,
                 .depth = (uint8_t)(e->depth + 1),
                 .generic = e->generic};
    return intern(env, t, type, no_dims, NULL, out);
}

bool type_param(Env *env, Types *t, StrId name, TypeId *out) {
    Type type = {.kind = TYPE_PARAM, .dtype = DT_NONE, .name = name, .generic = true};
    return intern(env, t, type, no_dims, NULL, out);
}

bool type_struct(Env *env, Types *t, StrId name, const Field *fields, uint32_t n, TypeId *out) {
    unsigned depth = 0;
    for (uint32_t i = 0; i < n; i++)
        if (type_get(t, fields[i].type)->depth > depth)
            depth = type_get(t, fields[i].type)->depth;
    TRY(check_depth(env, depth + 1));
    if (n > MAX_FIELDS)
        return env_fail(env, FRIT_ERR_LIMIT, env->error->stage,
                        "a struct of %u fields; at most %d are allowed", n, MAX_FIELDS);
    Type type = {.kind = TYPE_STRUCT,
                 .dtype = DT_NONE,
                 .name = name,
                 .count = n,
                 .depth = (uint8_t)(depth + 1)};
    return intern(env, t, type, no_dims, fields, out);
}

TypeId type_find_struct(const Types *t, StrId name) {
    Type type = {.kind = TYPE_STRUCT, .dtype = DT_NONE, .name = name};
    return find(t, &type, no_dims, type_hash(&type, no_dims));
}

bool type_array(Env *env, Types *t, TypeId elem, const Dim *dims, unsigned rank, TypeId *out) {
    if (rank == 0) {
        *out = elem;
        return true;
    }
    if (rank > MAX_RANK)
        return env_fail(env, FRIT_ERR_LIMIT, env->error->stage,
                        "an array of rank %u; at most %d is allowed", rank, MAX_RANK);
    const Type *e = type_get(t, elem);
    Type type = {.kind = TYPE_ARRAY,
                 .dtype = DT_NONE,
                 .elem = elem,
                 .count = rank,
                 .depth = e->depth,
                 .generic = e->generic};
    return intern(env, t, type, dims, NULL, out);
}

bool type_any_rank(Env *env, Types *t, TypeId elem, TypeId *out) {
    Type type = {.kind = TYPE_ANY_RANK,
                 .dtype = DT_NONE,
                 .elem = elem,
                 .depth = type_get(t, elem)->depth,
                 .generic = true};
    return intern(env, t, type, no_dims, NULL, out);
}

/* ---- reading */

const Dim *type_dims(const Types *t, TypeId id) {
    const Type *type = type_get(t, id);
    return type->kind == TYPE_ARRAY ? t->dims.at + type->data : t->dims.at;
}

bool type_with_elem(Env *env, Types *t, TypeId id, TypeId elem, TypeId *out) {
    const Type *type = type_get(t, id);
    if (type->kind == TYPE_ANY_RANK)
        return type_any_rank(env, t, elem, out);
    if (type->kind != TYPE_ARRAY) {
        *out = elem;
        return true;
    }
    /* Copied: interning may move the pool the dims lie in. */
    Dim dims[MAX_RANK];
    unsigned rank = type->count;
    memcpy(dims, t->dims.at + type->data, rank * sizeof *dims);
    return type_array(env, t, elem, dims, rank, out);
}

bool type_with_dtype(Env *env, Types *t, TypeId id, Dtype dtype, TypeId *out) {
    Type e = *type_get(t, type_elem(t, id));
    TypeId elem;
    if (e.kind == TYPE_VECTOR)
        TRY(type_vector(env, t, dtype, e.rows, &elem));
    else if (e.kind == TYPE_MATRIX)
        TRY(type_matrix(env, t, dtype, e.rows, e.cols, &elem));
    else
        TRY(type_scalar(env, t, dtype, &elem));
    return type_with_elem(env, t, id, elem, out);
}

const Field *type_fields(const Types *t, const Type *type) {
    return t->fields.at + type->data;
}

/* Depth is bounded by MAX_TYPE_DEPTH, so recursion is. */
uint32_t type_elem_align(const Types *t, TypeId elem) {
    Dtype dtype = type_dtype(t, elem);
    return dtype == DT_NONE ? 1 : dtype_info(dtype_real(dtype))->bits / 8u;
}

uint64_t type_elem_size(const Types *t, TypeId elem) {
    const Type *type = type_get(t, elem);
    uint64_t size = 0;
    switch (type->kind) {
    case TYPE_SCALAR: return dtype_info(type->dtype)->bits / 8u;
    case TYPE_VECTOR: return dtype_info(type->dtype)->bits / 8u * type->rows;
    case TYPE_MATRIX: return dtype_info(type->dtype)->bits / 8u * type->rows * type->cols;
    case TYPE_FIXED: return type->count * type_elem_size(t, type->elem);
    case TYPE_STRUCT:
        for (uint32_t i = 0; i < type->count; i++)
            size += type_elem_size(t, type_fields(t, type)[i].type);
        return size;
    default: return 0;
    }
}

unsigned type_components(const Types *t, TypeId elem, Dim dims[MAX_RANK], Dtype *dtype) {
    unsigned n = 0;
    for (; type_get(t, elem)->kind == TYPE_FIXED; elem = type_get(t, elem)->elem)
        dims[n++] = type_get(t, elem)->count; /* at most MAX_TYPE_DEPTH of them */
    const Type *type = type_get(t, elem);
    *dtype = type->dtype;
    if (type->kind == TYPE_SCALAR)
        return n;
    if (type->kind != TYPE_VECTOR && type->kind != TYPE_MATRIX)
        return 0;
    dims[n++] = type->rows;
    if (type->kind == TYPE_MATRIX)
        dims[n++] = type->cols;
    return n;
}
