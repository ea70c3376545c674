#include "elem.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* IEEE 754's formats of that size; the packages that add others write them as bytes of nothing in particular. */
static bool in_numpy(const frit_dtype_info *info) {
    return info->size == 2 ? info->digits == 11 : info->size >= 4;
}

bool scalar_of(frit_dtype dtype, ScalarType *out) {
    static const char letters[] = {[FRIT_KIND_BOOL] = 'b',
                                   [FRIT_KIND_INT] = 'i',
                                   [FRIT_KIND_UINT] = 'u',
                                   [FRIT_KIND_FLOAT] = 'f',
                                   [FRIT_KIND_COMPLEX] = 'c'};
    frit_dtype_info real;
    if (!frit_dtype_describe(dtype, &out->info) || !frit_dtype_describe(out->info.real, &real))
        return false;
    char letter = out->info.digits && !in_numpy(&out->info) ? 'V' : letters[out->info.kind];
    out->dtype = dtype;
    out->part = real.size;
    snprintf(out->code, sizeof out->code, "%c%u", letter, (unsigned)out->info.size);
    return true;
}

bool scalar_coded(const char *code, size_t len, ScalarType *out) {
    for (frit_dtype d = 0; scalar_of(d, out); d++)
        if (strlen(out->code) == len && memcmp(out->code, code, len) == 0)
            return true;
    return false;
}

/* Numbers: a scalar, a vector, a matrix, or fixed arrays of these. */
static bool field_of(frit_type type, const frit_type_info *info, ElemField *out) {
    if (info->part_rank > ELEM_RANK || info->size == 0 || info->size > UINT32_MAX ||
        !scalar_of(info->dtype, &out->scalar))
        return false;
    out->rank = info->part_rank;
    for (uint32_t k = 0; k < info->part_rank; k++)
        out->shape[k] = frit_type_part(type, k);
    out->size = info->size;
    return true;
}

/* Names that NumPy's files can hold as they are. */
static bool take_name(const char *name, ElemField *out) {
    size_t len = strlen(name);
    for (size_t k = 0; k < len; k++)
        if (!isalnum((unsigned char)name[k]) && name[k] != '_' && name[k] != '.')
            return false;
    if (len >= sizeof out->name)
        return false;
    memcpy(out->name, name, len + 1);
    return true;
}

static bool struct_of(frit_type type, uint32_t n, Elem *out) {
    if (n == 0 || n > ELEM_FIELDS)
        return false;
    for (uint32_t k = 0; k < n; k++) {
        frit_field field;
        frit_type_info info;
        if (!frit_type_field(type, k, &field) || !frit_type_describe(field.type, &info) ||
            !take_name(field.name, &out->fields[k]) ||
            !field_of(field.type, &info, &out->fields[k]))
            return false;
    }
    out->n_fields = n;
    out->is_struct = true;
    return true;
}

bool elem_from_type(frit_type type, Elem *out) {
    frit_type_info info;
    memset(out, 0, sizeof *out);
    if (!frit_type_describe(type, &info))
        return false;
    out->size = info.size;
    if (info.kind == FRIT_TYPE_STRUCT)
        return struct_of(type, info.field_count, out);
    out->n_fields = 1;
    return field_of(type, &info, &out->fields[0]);
}

bool elem_same(const Elem *a, const Elem *b) {
    if (a->is_struct != b->is_struct || a->n_fields != b->n_fields)
        return false;
    for (unsigned k = 0; k < a->n_fields; k++) {
        if (a->fields[k].scalar.dtype != b->fields[k].scalar.dtype ||
            a->fields[k].size != b->fields[k].size)
            return false;
    }
    return true;
}
