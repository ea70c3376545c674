#include "elem.h"

#include <ctype.h>
#include <string.h>

/* NumPy has no bf16; the packages that add one write it as two bytes of nothing in particular. */
static const ScalarType scalars[] = {
    {"bool", "b1", 1, 1}, {"i8", "i1", 1, 1},  {"i16", "i2", 2, 2},    {"i32", "i4", 4, 4},
    {"i64", "i8", 8, 8},  {"u8", "u1", 1, 1},  {"u16", "u2", 2, 2},    {"u32", "u4", 4, 4},
    {"u64", "u8", 8, 8},  {"f16", "f2", 2, 2}, {"bf16", "V2", 2, 2},   {"f32", "f4", 4, 4},
    {"f64", "f8", 8, 8},  {"c64", "c8", 8, 4}, {"c128", "c16", 16, 8},
};
enum { N_SCALARS = sizeof scalars / sizeof *scalars };

const ScalarType *scalar_named(const char *name, size_t len) {
    for (int k = 0; k < N_SCALARS; k++) {
        if (strlen(scalars[k].name) == len && memcmp(scalars[k].name, name, len) == 0)
            return &scalars[k];
    }
    return NULL;
}

const ScalarType *scalar_coded(const char *code, size_t len) {
    for (int k = 0; k < N_SCALARS; k++) {
        if (strlen(scalars[k].code) == len && memcmp(scalars[k].code, code, len) == 0)
            return &scalars[k];
    }
    return NULL;
}

/* A name in quotes may hold anything, "[" too. */
size_t elem_length(const char *type) {
    size_t len = 0;
    if (type[0] == '"') {
        for (len = 1; type[len] != '\0' && type[len] != '"'; len++)
            len += type[len] == '\\' && type[len + 1] != '\0';
        len += type[len] == '"';
    }
    return len + strcspn(type + len, "[");
}

/* A number of at most six digits, more than 0. */
static bool parse_extent(const char **at, const char *end, int64_t *out) {
    const char *start = *at;
    *out = 0;
    while (*at < end && isdigit((unsigned char)**at) && *at - start < 6)
        *out = *out * 10 + (*(*at)++ - '0');
    return *at > start && *out > 0;
}

/* "f32", "f32x3", "f32x4x4", "array(f32x2,8)": [at, end). Outer axes come first. */
static bool parse_numbers(const char *at, const char *end, ElemField *out) {
    static const char array[] = "array(";
    size_t array_len = sizeof array - 1;
    if ((size_t)(end - at) > array_len && strncmp(at, array, array_len) == 0 && end[-1] == ')') {
        const char *comma = end;
        while (comma > at && *comma != ',')
            comma--;
        const char *digits = comma + 1;
        if (comma == at || out->rank == ELEM_RANK ||
            !parse_extent(&digits, end - 1, &out->shape[out->rank]) || digits != end - 1)
            return false;
        out->rank++;
        return parse_numbers(at + array_len, comma, out);
    }
    const char *name = at;
    while (at < end && *at != 'x')
        at++;
    out->scalar = scalar_named(name, (size_t)(at - name));
    while (out->scalar && at < end) {
        at++; /* the x */
        if (out->rank == ELEM_RANK || !parse_extent(&at, end, &out->shape[out->rank]))
            return false;
        out->rank++;
        if (at < end && *at != 'x')
            return false;
    }
    return out->scalar != NULL;
}

static bool parse_field(const char *at, const char *end, ElemField *out) {
    out->rank = 0;
    if (!parse_numbers(at, end, out))
        return false;
    out->size = out->scalar->size;
    for (unsigned k = 0; k < out->rank; k++) {
        out->size *= (uint64_t)out->shape[k];
        if (out->size > UINT32_MAX)
            return false;
    }
    return true;
}

/* What stands between the braces of "struct NAME { ... }" in canonical text; NULL: nowhere. */
static const char *find_struct(const char *text, const char *name, size_t len, const char **end) {
    static const char keyword[] = "struct ";
    for (const char *at = text; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, keyword, sizeof keyword - 1) != 0)
            continue;
        const char *start = at + sizeof keyword - 1;
        if (strncmp(start, name, len) != 0 || strncmp(start + len, " { ", 3) != 0)
            continue;
        start += len + 3;
        *end = strstr(start, " }");
        return *end ? start : NULL;
    }
    return NULL;
}

static bool parse_struct(const char *at, const char *end, Elem *out) {
    while (at < end) {
        if (out->n_fields == ELEM_FIELDS)
            return false;
        ElemField *field = &out->fields[out->n_fields++];
        const char *colon = strstr(at, ": ");
        if (!colon || colon >= end || colon - at >= ELEM_NAME || *at == '"')
            return false;
        memcpy(field->name, at, (size_t)(colon - at));
        field->name[colon - at] = '\0';
        const char *type = colon + 2, *next = strstr(type, ", ");
        const char *type_end = next && next < end ? next : end;
        if (!parse_field(type, type_end, field))
            return false;
        out->size += field->size;
        at = next && next < end ? next + 2 : end;
    }
    out->is_struct = true;
    return out->n_fields > 0;
}

bool elem_parse(const char *type, const char *module_text, Elem *out) {
    memset(out, 0, sizeof *out);
    size_t len = elem_length(type);
    if (len == 0)
        return false;
    if (parse_field(type, type + len, &out->fields[0])) {
        out->n_fields = 1;
        out->size = out->fields[0].size;
        return true;
    }
    memset(out, 0, sizeof *out);
    const char *end, *body = find_struct(module_text, type, len, &end);
    return body && parse_struct(body, end, out);
}

bool elem_same(const Elem *a, const Elem *b) {
    if (a->is_struct != b->is_struct || a->n_fields != b->n_fields)
        return false;
    for (unsigned k = 0; k < a->n_fields; k++) {
        if (a->fields[k].scalar != b->fields[k].scalar || a->fields[k].size != b->fields[k].size)
            return false;
    }
    return true;
}
