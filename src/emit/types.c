/* Types: how they are spelled, how their parts are reached, and the definitions of our own. */
#include <stdio.h>

#include "emit/emitter.h"

TypeId elem_of(const Emitter *e, VarId var) {
    return type_elem(e->types, e->p->vars.at[var].type);
}

Dtype dtype_of(const Emitter *e, VarId var) {
    return type_dtype(e->types, e->p->vars.at[var].type);
}

/* ---- spelling */

enum { NATIVE_NAME_MAX = 32 };

static const char *native_pattern(const Emitter *e, const Type *type) {
    return type->kind == TYPE_VECTOR   ? e->d->vectors[type->dtype]
           : type->kind == TYPE_MATRIX ? e->d->matrices[type->dtype]
                                       : NULL;
}

/* The dialect's own name of a vector or matrix type; false where it has none. */
static bool native_name(const Emitter *e, const Type *type, char name[NATIVE_NAME_MAX]) {
    const char *pattern = native_pattern(e, type);
    if (!pattern)
        return false;
    unsigned number = type->rows, n = 0;
    for (; *pattern && n < NATIVE_NAME_MAX - 1; pattern++) {
        bool place = *pattern == '#';
        name[n++] = place ? (char)('0' + number) : *pattern;
        if (place)
            number = type->cols;
    }
    name[n] = '\0';
    return true;
}

/* f32x3, f32x4x4: the type's name in frit. */
static void frit_name(const Type *type, char name[NATIVE_NAME_MAX]) {
    const char *dtype = dtype_info(type->dtype)->name;
    if (type->kind == TYPE_SCALAR)
        snprintf(name, NATIVE_NAME_MAX, "%s", dtype);
    else if (type->kind == TYPE_VECTOR)
        snprintf(name, NATIVE_NAME_MAX, "%sx%u", dtype, type->rows);
    else
        snprintf(name, NATIVE_NAME_MAX, "%sx%ux%u", dtype, type->rows, type->cols);
}

static void put_frit_name(Str *out, const Type *type) {
    char name[NATIVE_NAME_MAX];
    frit_name(type, name);
    str_puts(out, name);
}

/* Notes that the dialect lacks the type and we must define it. */
static void note_type(Emitter *e, TypeId id) {
    const Type *type = type_get(e->types, id);
    if (type->dtype != DT_NONE)
        e->needs |= 1u << type->dtype;
    if (type->kind == TYPE_VECTOR && !native_pattern(e, type))
        e->vectors[type->dtype] |= (uint8_t)(1u << type->rows);
    else if (type->kind == TYPE_MATRIX && !native_pattern(e, type))
        e->matrices[type->dtype] |= 1u << ((type->rows - 1) * 4 + type->cols - 1);
    else if (type->kind == TYPE_FIXED || type->kind == TYPE_STRUCT)
        e->type_uses.at[id] |= TYPE_DEFINED;
}

void put_scalar(Emitter *e, Str *out, Dtype dtype) {
    if (dtype == DT_NONE) /* of no scalar */
        return;
    e->needs |= 1u << dtype;
    if (e->d->scalars[dtype]) /* otherwise the whole file is refused in the end */
        str_puts(out, e->d->scalars[dtype]);
}

/* At most MAX_TYPE_DEPTH deep. */
void put_type_tag(Emitter *e, Str *out, TypeId elem) {
    const Type *type = type_get(e->types, elem);
    if (type->kind == TYPE_FIXED) {
        str_format(out, "array_%u_", type->count);
        put_type_tag(e, out, type->elem);
    } else if (type->kind == TYPE_STRUCT) {
        str_puts(out, "s_");
        put_struct_name(e, out, elem);
    } else {
        put_frit_name(out, type);
    }
}

static void put_fixed(Emitter *e, Str *out, TypeId id) {
    const Type *type = type_get(e->types, id);
    if (e->d->native_arrays) {
        str_puts(out, "Array<");
        put_type(e, out, type->elem); /* at most MAX_TYPE_DEPTH deep */
        str_format(out, ",%u>", type->count);
    } else {
        str_puts(out, "frit_");
        put_type_tag(e, out, id);
    }
}

void put_type(Emitter *e, Str *out, TypeId elem) {
    const Type *type = type_get(e->types, elem);
    char native[NATIVE_NAME_MAX];
    note_type(e, elem);
    if (type->kind == TYPE_SCALAR) {
        put_scalar(e, out, type->dtype);
    } else if (type->kind == TYPE_FIXED) {
        put_fixed(e, out, elem);
    } else if (type->kind == TYPE_STRUCT) {
        put_struct_name(e, out, elem);
    } else if (native_name(e, type, native)) {
        str_puts(out, native);
    } else {
        str_puts(out, "frit_");
        put_frit_name(out, type);
    }
}

bool check_type(Emitter *e, TypeId elem) {
    Dtype dtype = type_get(e->types, elem)->dtype;
    if (dtype != DT_NONE && !e->d->scalars[dtype])
        return unsupported(e, "%s has no %s", e->d->name, dtype_info(dtype)->name);
    return true;
}

/* ---- parts */

Text leaf(Emitter *e, const Type *type, Text value, unsigned k) {
    if (type->kind == TYPE_SCALAR)
        return value;
    Text text = text_open(e);
    put_text(e, &e->scratch, value);
    if (type->kind == TYPE_VECTOR) {
        str_putc(&e->scratch, '.');
        str_putc(&e->scratch, "xyzw"[k]);
    } else {
        str_format(&e->scratch, "%s[%u][%u]", native_pattern(e, type) ? "" : ".m", k / type->cols,
                   k % type->cols);
    }
    return text_close(e, text);
}

Text from_leaves(Emitter *e, const Type *type, const Text *leaves) {
    char native[NATIVE_NAME_MAX];
    if (type->kind == TYPE_SCALAR)
        return leaves[0];
    Text text = text_open(e);
    if (native_name(e, type, native)) {
        put_pattern(&e->scratch, e->d->construct, native, NULL, NULL);
    } else {
        str_puts(&e->scratch, "frit_make_");
        put_frit_name(&e->scratch, type);
        str_putc(&e->scratch, '(');
    }
    for (unsigned k = 0; k < leaf_count(type); k++) {
        str_puts(&e->scratch, k ? ", " : "");
        put_text(e, &e->scratch, leaves[k]);
    }
    str_putc(&e->scratch, ')');
    return text_close(e, text);
}

Text part(Emitter *e, const Type *type, Text value, uint32_t index) {
    Text text = text_open(e);
    put_text(e, &e->scratch, value);
    if (type->kind == TYPE_STRUCT) {
        str_putc(&e->scratch, '.');
        put_field_name(e, &e->scratch, type, index);
    } else {
        str_format(&e->scratch, "%s[%u]", e->d->native_arrays ? "" : ".a", index);
    }
    return text_close(e, text);
}

/* ---- definitions */

static void open_struct(Emitter *e, Str *out, TypeId id) {
    put_gap(out);
    str_puts(out, e->d->typedef_structs ? "typedef struct " : "struct ");
    put_type(e, out, id);
    str_puts(out, " {\n");
}

static void close_struct(Emitter *e, Str *out, TypeId id) {
    str_putc(out, '}');
    if (e->d->typedef_structs) {
        str_putc(out, ' ');
        put_type(e, out, id);
    }
    str_puts(out, ";\n");
}

/* "static inline frit_T frit_make_T(scalar a0, scalar a1)" */
static void put_maker(Emitter *e, Str *out, const Type *type, const char *name) {
    unsigned n = leaf_count(type);
    put_gap(out);
    str_format(out, "%sfrit_%s frit_make_%s(", e->d->helper, name, name);
    for (unsigned k = 0; k < n; k++) {
        str_puts(out, k ? ", " : "");
        put_scalar(e, out, type->dtype);
        str_format(out, " a%u", k);
    }
    str_format(out, ")\n{\n\tfrit_%s r;\n", name);
    for (unsigned k = 0; k < n; k++)
        if (type->kind == TYPE_VECTOR)
            str_format(out, "\tr.%c = a%u;\n", "xyzw"[k], k);
        else
            str_format(out, "\tr.m[%u][%u] = a%u;\n", k / type->cols, k % type->cols, k);
    str_puts(out, "\treturn r;\n}\n");
}

/* A vector or matrix that the dialect lacks. */
static void define_numbers(Emitter *e, Str *out, const Type *type) {
    char name[NATIVE_NAME_MAX];
    frit_name(type, name);
    put_gap(out);
    str_format(out, "%sstruct frit_%s {\n\t", e->d->typedef_structs ? "typedef " : "", name);
    put_scalar(e, out, type->dtype);
    if (type->kind == TYPE_MATRIX)
        str_format(out, " m[%u][%u];\n}", type->rows, type->cols);
    else
        str_format(out, " %.*s;\n}", 3 * type->rows - 2, "x, y, z, w");
    if (e->d->typedef_structs)
        str_format(out, " frit_%s", name);
    str_puts(out, ";\n");
    put_maker(e, out, type, name);
}

static void define_struct(Emitter *e, Str *out, TypeId id) {
    const Type *type = type_get(e->types, id);
    open_struct(e, out, id);
    for (uint32_t k = 0; k < type->count; k++) {
        str_putc(out, '\t');
        put_type(e, out, type_fields(e->types, type)[k].type);
        str_putc(out, ' ');
        put_field_name(e, out, type, k);
        str_puts(out, ";\n");
    }
    close_struct(e, out, id);
}

static void define_fixed(Emitter *e, Str *out, TypeId id) {
    const Type *type = type_get(e->types, id);
    open_struct(e, out, id);
    str_putc(out, '\t');
    put_type(e, out, type->elem);
    str_format(out, " a[%u];\n", type->count);
    close_struct(e, out, id);
}

/* What a needed type is made of is needed too. Parts have smaller numbers than wholes. */
static void note_parts(Emitter *e) {
    for (TypeId id = e->type_uses.len; id-- > 1;) {
        const Type *type = type_get(e->types, id);
        if (!(e->type_uses.at[id] & TYPE_DEFINED))
            continue;
        if (type->kind == TYPE_FIXED)
            note_type(e, type->elem);
        for (uint32_t k = 0; type->kind == TYPE_STRUCT && k < type->count; k++)
            note_type(e, type_fields(e->types, type)[k].type);
    }
}

void put_type_definitions(Emitter *e, Str *out) {
    note_parts(e);
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++) {
        for (uint8_t n = 2; n <= 4; n++)
            if (e->vectors[dtype] & 1u << n)
                define_numbers(e, out, &(Type){.kind = TYPE_VECTOR, .dtype = dtype, .rows = n});
        for (uint8_t k = 0; k < 16; k++)
            if (e->matrices[dtype] & 1u << k)
                define_numbers(e, out,
                               &(Type){.kind = TYPE_MATRIX,
                                       .dtype = dtype,
                                       .rows = (uint8_t)(k / 4 + 1),
                                       .cols = (uint8_t)(k % 4 + 1)});
    }
    for (TypeId id = 1; id < e->type_uses.len; id++) {
        if (!(e->type_uses.at[id] & TYPE_DEFINED))
            continue;
        if (type_get(e->types, id)->kind == TYPE_STRUCT)
            define_struct(e, out, id);
        else if (!e->d->native_arrays)
            define_fixed(e, out, id);
    }
}
