/* Writing MAT-files of version 5, not compressed. */
#include "front/script/builtin/arrays.h"
#include "front/script/builtin/give.h"
#include "front/script/builtin/mat.h"

static void put_bits(Str *out, uint64_t bits, size_t size) {
    for (size_t k = 0; k < size; k++)
        str_putc(out, (char)(bits >> 8 * k));
}

static void pad(Str *out, size_t len) {
    for (; len % 8; len++)
        str_putc(out, '\0');
}

static void put_tag(Str *out, uint32_t type, size_t len) {
    put_bits(out, type, 4);
    put_bits(out, len, 4);
}

/* An element whose length is not known yet: where it is, and its end. */
static size_t begin(Str *out, uint32_t type) {
    put_tag(out, type, 0);
    return out->len;
}

static bool finish(Interp *in, Str *out, size_t start) {
    if (!str_ok(out))
        return interp_fail_raw(in);
    size_t len = out->len - start;
    if (len > UINT32_MAX)
        return interp_fail(in, "save: a variable is too large for a MAT-file");
    for (size_t k = 0; k < 4; k++)
        out->data[start - 4 + k] = (char)(len >> 8 * k);
    pad(out, len);
    return true;
}

static void put_head(Str *out, uint32_t kind, uint32_t flags, const Shape *shape,
                     const char *name) {
    size_t len = strlen(name);
    put_tag(out, MAT_UINT32, 8);
    put_bits(out, kind | flags << 8, 4);
    put_bits(out, 0, 4);
    put_tag(out, MAT_INT32, 4 * (size_t)shape->rank);
    for (uint32_t d = 0; d < shape->rank; d++)
        put_bits(out, (uint64_t)shape->at[d], 4);
    pad(out, 4 * (size_t)shape->rank);
    put_tag(out, MAT_INT8, len);
    str_put(out, name, len);
    pad(out, len);
}

/* Every `step`th number of the array from `first` on. */
static bool put_numbers(Interp *in, Str *out, const Array *a, uint32_t type, size_t first,
                        size_t step) {
    size_t size = class_size((ValueClass)a->class_);
    size_t start = begin(out, type);
    for (size_t k = 0; k < (size_t)a->count; k++) {
        uint64_t bits = 0;
        const char *at = (const char *)a->data + (first + k * step) * size;
        switch (size) {
        case 1: bits = *(const uint8_t *)at; break;
        case 2: bits = *(const uint16_t *)(const void *)at; break;
        case 4: bits = *(const uint32_t *)(const void *)at; break;
        default: bits = *(const uint64_t *)(const void *)at;
        }
        put_bits(out, bits, type == MAT_UINT16 && size == 1 ? 2 : size);
    }
    return finish(in, out, start);
}

static bool put_array(Interp *in, Str *out, const char *name, const Array *a) {
    /* By ValueClass: the kind of array, the type of its numbers. */
    static const uint8_t kinds[CLASS_COUNT][2] = {{MAT_IS_DOUBLE, MAT_DOUBLE},
                                                  {MAT_IS_SINGLE, MAT_FLOAT},
                                                  {8, MAT_INT8},
                                                  {10, MAT_INT16},
                                                  {12, MAT_INT32},
                                                  {14, MAT_INT64},
                                                  {9, MAT_UINT8},
                                                  {11, MAT_UINT16},
                                                  {13, MAT_UINT32},
                                                  {15, MAT_UINT64},
                                                  {9, MAT_UINT8},
                                                  {MAT_IS_CHAR, MAT_UINT16}};
    const uint8_t *kind = kinds[a->class_];
    uint32_t flags =
        (a->complex ? MAT_COMPLEX : 0) | (a->class_ == CLASS_LOGICAL ? MAT_LOGICAL : 0);
    for (uint32_t d = 0; d < a->shape.rank; d++)
        if (a->shape.at[d] > INT32_MAX)
            return interp_fail(in, "save: a variable is too large for a MAT-file");
    put_head(out, kind[0], flags, &a->shape, name);
    if (!a->complex)
        return put_numbers(in, out, a, kind[1], 0, 1);
    return put_numbers(in, out, a, kind[1], 0, 2) && put_numbers(in, out, a, kind[1], 1, 2);
}

static bool put_struct(Interp *in, Str *out, const char *name, const Struct *s) {
    size_t longest = 31;
    for (uint32_t f = 0; f < s->fields; f++)
        longest = strlen(s->names[f]) > longest ? strlen(s->names[f]) : longest;
    put_head(out, MAT_IS_STRUCT, 0, &s->shape, name);
    put_bits(out, 4u << 16 | MAT_INT32, 4);
    put_bits(out, longest + 1, 4);
    put_tag(out, MAT_INT8, (longest + 1) * s->fields);
    for (uint32_t f = 0; f < s->fields; f++) {
        size_t len = strlen(s->names[f]);
        str_puts(out, s->names[f]);
        for (; len <= longest; len++)
            str_putc(out, '\0');
    }
    pad(out, (longest + 1) * s->fields);
    for (int64_t k = 0; k < s->count; k++)
        for (uint32_t f = 0; f < s->fields; f++)
            TRY(mat_put_variable(in, out, "", s->at[f][k]));
    return true;
}

static bool put_content(Interp *in, Str *out, const char *name, Value v) {
    if (v.kind == VALUE_CELL) {
        const Cell *cell = VALUE_CELL_OF(v);
        put_head(out, MAT_IS_CELL, 0, &cell->shape, name);
        for (int64_t k = 0; k < cell->count; k++)
            TRY(mat_put_variable(in, out, "", cell->at[k]));
        return true;
    }
    if (v.kind == VALUE_STRUCT)
        return put_struct(in, out, name, VALUE_STRUCT_OF(v));
    Array *a;
    if (v.kind == VALUE_NONE) {
        Shape none = shape_make(0, 0);
        put_head(out, MAT_IS_DOUBLE, 0, &none, name);
        put_tag(out, MAT_DOUBLE, 0);
        return true;
    }
    if (v.kind < VALUE_NUMBER || v.kind > VALUE_ARRAY)
        return interp_fail(in, "save: wrong type argument '%s' of %s", value_class_name(v), name);
    TRY(value_to_array(in, v, &a));
    bool ok = put_array(in, out, name, a);
    value_drop(in, value_of_array(a));
    return ok;
}

bool mat_put_variable(Interp *in, Str *out, const char *name, Value v) {
    if (in->depth >= MAT_DEEPEST)
        return interp_fail(in, "save: values stand too deep inside each other");
    size_t start = begin(out, MAT_MATRIX);
    in->depth++;
    bool ok = put_content(in, out, name, v);
    in->depth--;
    return ok && finish(in, out, start);
}

void mat_put_header(Str *out) {
    static const char text[] = "MATLAB 5.0 MAT-file, written by frit";
    str_puts(out, text);
    for (size_t k = sizeof text - 1; k < 116; k++)
        str_putc(out, ' ');
    put_bits(out, 0, 8);
    put_bits(out, 0x0100, 2);
    str_puts(out, "IM");
}
