/* Types as data: scalar types, promotion, and what a type is made of. */
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "infer/infer.h"

/* ---- dtypes */

static frit_kind kind_of_class(DtypeClass class) {
    switch (class) {
    case CLASS_BOOL: return FRIT_KIND_BOOL;
    case CLASS_SIGNED: return FRIT_KIND_INT;
    case CLASS_UNSIGNED: return FRIT_KIND_UINT;
    case CLASS_FLOAT: return FRIT_KIND_FLOAT;
    default: return FRIT_KIND_COMPLEX;
    }
}

static frit_dtype public_dtype(Dtype dtype) {
    return dtype == DT_NONE ? FRIT_NO_DTYPE : (frit_dtype)dtype;
}

bool frit_dtype_describe(frit_dtype dtype, frit_dtype_info *info) {
    if (dtype >= DTYPE_COUNT || !info)
        return false;
    const DtypeInfo *row = dtype_info((Dtype)dtype);
    *info = (frit_dtype_info){.name = row->name,
                              .kind = kind_of_class(row->class),
                              .size = row->bits / 8u,
                              .real = public_dtype(dtype_real((Dtype)dtype)),
                              .digits = row->digits,
                              .exponent = row->exponent};
    return true;
}

frit_dtype frit_dtype_find(const char *name) {
    return name ? public_dtype(dtype_from_name(name, strlen(name))) : FRIT_NO_DTYPE;
}

frit_dtype frit_promote(frit_dtype a, frit_dtype b, frit_promotion promotion) {
    if (a >= DTYPE_COUNT || b >= DTYPE_COUNT || (unsigned)promotion > FRIT_PROMOTE_NUMPY)
        return FRIT_NO_DTYPE;
    return public_dtype(infer_promote((Dtype)a, (Dtype)b, promotion));
}

frit_dtype frit_promote_number(frit_dtype array, frit_kind number) {
    static const DtypeClass classes[] = {[FRIT_KIND_BOOL] = CLASS_BOOL,
                                         [FRIT_KIND_INT] = CLASS_SIGNED,
                                         [FRIT_KIND_UINT] = CLASS_UNSIGNED,
                                         [FRIT_KIND_FLOAT] = CLASS_FLOAT,
                                         [FRIT_KIND_COMPLEX] = CLASS_COMPLEX};
    if ((unsigned)number > FRIT_KIND_COMPLEX || (array != FRIT_NO_DTYPE && array >= DTYPE_COUNT))
        return FRIT_NO_DTYPE;
    Dtype own = array == FRIT_NO_DTYPE ? DT_NONE : (Dtype)array;
    return public_dtype(infer_promote_number(own, classes[number]));
}

frit_dtype frit_promote_float(frit_dtype dtype) {
    return dtype < DTYPE_COUNT ? public_dtype(infer_promote_float((Dtype)dtype)) : FRIT_NO_DTYPE;
}

/* ---- types */

/* NULL where there is none. */
static const Type *type_at(frit_type type) {
    return type.module && type.id != NO_TYPE && type.id < type.module->types.all.len
               ? type_get(&type.module->types, type.id)
               : NULL;
}

/* What an array's elements are; of an element itself. */
static TypeId element_of(frit_type type) {
    return type_elem(&type.module->types, type.id);
}

static frit_type_kind kind_of_type(TypeKind kind) {
    switch (kind) {
    case TYPE_SCALAR: return FRIT_TYPE_SCALAR;
    case TYPE_VECTOR: return FRIT_TYPE_VECTOR;
    case TYPE_MATRIX: return FRIT_TYPE_MATRIX;
    case TYPE_FIXED: return FRIT_TYPE_FIXED;
    case TYPE_STRUCT: return FRIT_TYPE_STRUCT;
    case TYPE_PARAM: return FRIT_TYPE_PARAMETER;
    default: return FRIT_TYPE_NONE;
    }
}

/* The extents inside an element, from the outermost in; what is left without those of fixed arrays. */
static uint32_t part_extents(const Types *t, TypeId elem, uint32_t parts[MAX_TYPE_DEPTH + 2],
                             const Type **inner) {
    uint32_t n = 0;
    const Type *type = type_get(t, elem);
    for (; type->kind == TYPE_FIXED; type = type_get(t, type->elem))
        parts[n++] = type->count;
    *inner = type;
    if (type->kind == TYPE_VECTOR || type->kind == TYPE_MATRIX)
        parts[n++] = type->rows;
    if (type->kind == TYPE_MATRIX)
        parts[n++] = type->cols;
    return n;
}

bool frit_type_describe(frit_type type, frit_type_info *info) {
    const Type *whole = type_at(type), *inner;
    uint32_t parts[MAX_TYPE_DEPTH + 2];
    if (!whole || !info)
        return false;
    const Types *t = &type.module->types;
    const Type *elem = type_get(t, element_of(type));
    uint32_t part_rank = part_extents(t, element_of(type), parts, &inner);
    bool named = elem->kind == TYPE_STRUCT || elem->kind == TYPE_PARAM;
    *info = (frit_type_info){.kind = kind_of_type(elem->kind),
                             .dtype = public_dtype(inner->dtype),
                             .rank = type_rank(t, type.id),
                             .any_rank = whole->kind == TYPE_ANY_RANK,
                             .part_rank = part_rank,
                             .field_count = elem->kind == TYPE_STRUCT ? elem->count : 0,
                             .name = named ? strings_get(&type.module->strings, elem->name) : "",
                             .size = type_elem_size(t, element_of(type))};
    return true;
}

frit_extent frit_type_extent(frit_type type, uint32_t axis) {
    if (!type_at(type) || axis >= type_rank(&type.module->types, type.id))
        return (frit_extent){-1, NULL};
    Dim dim = type_dims(&type.module->types, type.id)[axis];
    if (!DIM_IS_NAME(dim))
        return (frit_extent){dim, NULL};
    return (frit_extent){-1, strings_get(&type.module->strings, DIM_NAME_OF(dim))};
}

uint32_t frit_type_part(frit_type type, uint32_t axis) {
    uint32_t parts[MAX_TYPE_DEPTH + 2];
    const Type *inner;
    if (!type_at(type))
        return 0;
    uint32_t n = part_extents(&type.module->types, element_of(type), parts, &inner);
    return axis < n ? parts[axis] : 0;
}

bool frit_type_field(frit_type type, uint32_t index, frit_field *out) {
    if (!type_at(type) || !out)
        return false;
    const Types *t = &type.module->types;
    const Type *elem = type_get(t, element_of(type));
    if (elem->kind != TYPE_STRUCT || index >= elem->count)
        return false;
    const Field *fields = type_fields(t, elem);
    uint64_t offset = 0;
    for (uint32_t k = 0; k < index; k++)
        offset += type_elem_size(t, fields[k].type);
    *out = (frit_field){.name = strings_get(&type.module->strings, fields[index].name),
                        .type = {type.module, fields[index].type},
                        .offset = offset};
    return true;
}

frit_type frit_type_element(frit_type type) {
    return type_at(type) ? (frit_type){type.module, element_of(type)} : type;
}

frit_type frit_type_item(frit_type type) {
    const Type *fixed = type_at(type);
    bool is_one = fixed && fixed->kind == TYPE_FIXED;
    return is_one ? (frit_type){type.module, fixed->elem} : (frit_type){NULL, NO_TYPE};
}

size_t frit_type_text(frit_type type, char *buffer, size_t size) {
    frit_error scratch;
    if (size && buffer)
        buffer[0] = '\0';
    if (!type_at(type) || (size && !buffer))
        return 0;
    Env env = env_make(&type.module->allocator, NULL, &scratch);
    Str text = str_make(&env);
    type_print(&text, &type.module->strings, &type.module->types, type.id);
    size_t len = str_ok(&text) ? text.len : 0;
    if (len && size)
        snprintf(buffer, size, "%s", text.data);
    str_free(&text);
    return len;
}
