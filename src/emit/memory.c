/*
 * Elements in memory lie packed, part after part. The dialects pad their own vectors and structs
 * each in its way, so aggregates are read and written scalar by scalar: through a pointer to their
 * scalars where all are of one type, through bytes otherwise.
 */
#include <stdio.h>

#include "emit/emitter.h"

/* ---- layouts */

static ElemLayout scalar_layout(Dtype dtype, unsigned count) {
    uint32_t bytes = dtype_info(dtype)->bits / 8u;
    return (ElemLayout){.leaf = dtype,
                        .count = count,
                        .bytes = (uint64_t)bytes * count,
                        .align = dtype_info(dtype)->class == CLASS_COMPLEX ? bytes / 2 : bytes};
}

/* Puts n elements of `with` behind what is there. */
static void append(ElemLayout *layout, const ElemLayout *with, uint64_t n, bool first) {
    uint64_t limit = (uint64_t)1 << 48; /* sizes that no memory holds stay there */
    layout->misaligned |=
        with->misaligned || layout->bytes % with->align || with->bytes % with->align;
    if (first)
        layout->leaf = with->leaf;
    else if (layout->leaf != with->leaf)
        layout->leaf = DT_NONE;
    layout->bytes += n * with->bytes;
    layout->count += n * with->count;
    if (layout->bytes > limit)
        layout->bytes = limit;
    if (layout->align < with->align)
        layout->align = with->align;
}

static ElemLayout layout_of(Emitter *e, const Type *type) {
    ElemLayout layout = {.leaf = DT_NONE, .align = 1};
    switch (type->kind) {
    case TYPE_SCALAR:
    case TYPE_VECTOR:
    case TYPE_MATRIX: return scalar_layout(type->dtype, leaf_count(type));
    case TYPE_FIXED: append(&layout, &e->layouts.at[type->elem], type->count, true); break;
    case TYPE_STRUCT:
        for (uint32_t k = 0; k < type->count; k++)
            append(&layout, &e->layouts.at[type_fields(e->types, type)[k].type], 1, k == 0);
        break;
    default: break;
    }
    layout.misaligned |= layout.bytes % layout.align != 0;
    if (layout.leaf == DT_NONE)
        layout.count = layout.bytes;
    return layout;
}

/* Parts have smaller numbers than wholes, so one pass is enough. */
bool make_layouts(Emitter *e) {
    TRY(vec_reserve(e->env, &e->layouts, e->types->all.len));
    for (TypeId id = 0; id < e->types->all.len; id++)
        e->layouts.at[e->layouts.len++] = layout_of(e, type_get(e->types, id));
    return true;
}

bool check_layout(Emitter *e, TypeId elem, VarId var) {
    const ElemLayout *layout = &e->layouts.at[elem];
    const Type *type = type_get(e->types, elem);
    if (layout->leaf != DT_NONE || !layout->misaligned)
        return true;
    error_at_program(e->env, e->m, e->p);
    return env_fail(
        e->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT,
        "v%u has elements of %s, whose parts are not aligned when they lie packed; put "
        "larger parts first and fill up the end",
        var, type->kind == TYPE_STRUCT ? strings_get(&e->m->strings, type->name) : "a fixed array");
}

uint64_t memory_units(const Emitter *e, TypeId elem) {
    return e->layouts.at[elem].count;
}

/* A bool is a byte. */
static Dtype memory_dtype(const ElemLayout *layout) {
    return layout->leaf == DT_BOOL || layout->leaf == DT_NONE ? DT_U8 : layout->leaf;
}

void put_memory_type(Emitter *e, Str *out, TypeId elem) {
    put_scalar(e, out, memory_dtype(&e->layouts.at[elem]));
}

/* ---- one element */

static bool is_scalar(const Emitter *e, TypeId elem) {
    return type_get(e->types, elem)->kind == TYPE_SCALAR;
}

/* frit_load_f32x3, frit_store_s_Particle */
static void put_memory_name(Emitter *e, Str *out, const char *what, TypeId elem) {
    str_format(out, "frit_%s_", what);
    put_type_tag(e, out, elem);
}

static bool is_zero(const Emitter *e, Text text) {
    return text.len == 1 && e->scratch.data[text.at] == '0';
}

/* "frit_load_f32x3(p + 3": an aggregate is moved by a function that is given its address. */
static void put_move(Emitter *e, Str *out, const char *what, TypeId elem, Text pointer,
                     Text units) {
    e->type_uses.at[elem] |= *what == 'l' ? TYPE_LOADED : TYPE_STORED;
    put_memory_name(e, out, what, elem);
    str_putc(out, '(');
    put_text(e, out, pointer);
    if (!is_zero(e, units)) {
        str_puts(out, " + ");
        put_text(e, out, units);
    }
}

Text load(Emitter *e, TypeId elem, Text pointer, Text units) {
    Text text = text_open(e);
    Str *out = &e->scratch;
    if (is_scalar(e, elem)) {
        put_text(e, out, pointer);
        str_putc(out, '[');
        put_text(e, out, units);
        str_puts(out, e->layouts.at[elem].leaf == DT_BOOL ? "] != 0" : "]");
    } else {
        put_move(e, out, "load", elem, pointer, units);
        str_putc(out, ')');
    }
    return text_close(e, text);
}

void put_store(Emitter *e, Str *out, TypeId elem, Text pointer, Text units, Text value) {
    if (!is_scalar(e, elem)) {
        put_move(e, out, "store", elem, pointer, units);
        str_puts(out, ", ");
        put_text(e, out, value);
        str_puts(out, ");\n");
        return;
    }
    put_text(e, out, pointer);
    str_putc(out, '[');
    put_text(e, out, units);
    str_puts(out, "] = ");
    if (e->layouts.at[elem].leaf == DT_BOOL) {
        str_putc(out, '(');
        put_scalar(e, out, DT_U8);
        str_putc(out, ')');
    }
    put_text(e, out, value);
    str_puts(out, ";\n");
}

/* ---- functions that load and store an aggregate */

static void put_pointer_type(Emitter *e, Str *out, const char *pattern, TypeId elem) {
    for (; *pattern; pattern++)
        if (*pattern == '$')
            put_memory_type(e, out, elem);
        else
            str_putc(out, *pattern);
}

static Text plain_text(Emitter *e, const char *words) {
    Text text = text_open(e);
    str_puts(&e->scratch, words);
    return text_close(e, text);
}

/* A part that stands `at` units behind p, which it reads as its own kind of pointer. */
static void move_part(Emitter *e, Str *out, TypeId whole, TypeId piece, const char *at, Text value,
                      bool store) {
    Text pointer, units;
    if (memory_dtype(&e->layouts.at[whole]) == memory_dtype(&e->layouts.at[piece])) {
        pointer = plain_text(e, "p");
        units = plain_text(e, at);
    } else {
        pointer = text_open(e);
        str_puts(&e->scratch, "((");
        put_pointer_type(e, &e->scratch, store ? e->d->pointer_out : e->d->pointer_in, piece);
        str_format(&e->scratch, ")(p + %s))", at);
        pointer = text_close(e, pointer);
        units = plain_text(e, "0");
    }
    if (store) {
        put_store(e, out, piece, pointer, units, value);
        return;
    }
    Text loaded = load(e, piece, pointer, units);
    put_text(e, out, value);
    str_puts(out, " = ");
    put_text(e, out, loaded);
    str_puts(out, ";\n");
}

/* "x.pos" or "x.a[i]" */
static void move_struct(Emitter *e, Str *out, TypeId id, bool store) {
    const Type *type = type_get(e->types, id);
    uint64_t at = 0;
    for (uint32_t k = 0; k < type->count; k++) {
        TypeId piece = type_fields(e->types, type)[k].type;
        char place[24];
        snprintf(place, sizeof place, "%llu", (unsigned long long)at);
        e->scratch.len = 0;
        str_putc(out, '\t');
        move_part(e, out, id, piece, place, part(e, type, plain_text(e, "x"), k), store);
        bool mixed = e->layouts.at[id].leaf == DT_NONE;
        at += mixed ? e->layouts.at[piece].bytes : e->layouts.at[piece].count;
    }
}

static void move_fixed(Emitter *e, Str *out, TypeId id, bool store) {
    const Type *type = type_get(e->types, id);
    const ElemLayout *piece = &e->layouts.at[type->elem];
    char place[40];
    bool mixed = e->layouts.at[id].leaf == DT_NONE;
    unsigned long long units = mixed ? piece->bytes : piece->count;
    snprintf(place, sizeof place, units == 1 ? "k" : "k * %llu", units);
    str_format(out, "\tfor (int k = 0; k < %u; k++)\n\t\t", type->count);
    move_part(e, out, id, type->elem, place, plain_text(e, e->d->native_arrays ? "x[k]" : "x.a[k]"),
              store);
}

/* A vector or matrix: its components stand one after another. */
static void move_numbers(Emitter *e, Str *out, TypeId id, bool store) {
    const Type *type = type_get(e->types, id);
    bool is_bool = type->dtype == DT_BOOL;
    for (unsigned k = 0; k < leaf_count(type); k++) {
        e->scratch.len = 0;
        Text component = leaf(e, type, plain_text(e, "x"), k);
        str_putc(out, '\t');
        if (store)
            str_format(out, "p[%u] = ", k);
        if (store && is_bool) {
            str_putc(out, '(');
            put_scalar(e, out, DT_U8);
            str_putc(out, ')');
        }
        put_text(e, out, component);
        if (!store)
            str_format(out, " = p[%u]%s", k, is_bool ? " != 0" : "");
        str_puts(out, ";\n");
    }
}

static void move_parts(Emitter *e, Str *out, TypeId id, bool store) {
    TypeKind kind = type_get(e->types, id)->kind;
    if (kind == TYPE_STRUCT)
        move_struct(e, out, id, store);
    else if (kind == TYPE_FIXED)
        move_fixed(e, out, id, store);
    else
        move_numbers(e, out, id, store);
}

static void put_load(Emitter *e, Str *out, TypeId id) {
    put_gap(out);
    str_puts(out, e->d->helper);
    put_type(e, out, id);
    str_putc(out, ' ');
    put_memory_name(e, out, "load", id);
    str_putc(out, '(');
    put_pointer_type(e, out, e->d->pointer_in, id);
    str_puts(out, "p)\n{\n\t");
    put_type(e, out, id);
    str_puts(out, " x;\n");
    move_parts(e, out, id, false);
    str_puts(out, "\treturn x;\n}\n");
}

static void put_store_function(Emitter *e, Str *out, TypeId id) {
    put_gap(out);
    str_puts(out, e->d->helper);
    str_puts(out, "void ");
    put_memory_name(e, out, "store", id);
    str_putc(out, '(');
    put_pointer_type(e, out, e->d->pointer_out, id);
    str_puts(out, "p, ");
    put_type(e, out, id);
    str_puts(out, " x)\n{\n");
    move_parts(e, out, id, true);
    str_puts(out, "}\n");
}

/* Parts of what is loaded are loaded; they have smaller numbers. */
static void note_parts(Emitter *e) {
    for (TypeId id = e->type_uses.len; id-- > 1;) {
        uint8_t uses = e->type_uses.at[id] & (TYPE_LOADED | TYPE_STORED);
        const Type *type = type_get(e->types, id);
        if (type->kind == TYPE_FIXED)
            e->type_uses.at[type->elem] |= uses;
        for (uint32_t k = 0; type->kind == TYPE_STRUCT && uses && k < type->count; k++)
            e->type_uses.at[type_fields(e->types, type)[k].type] |= uses;
    }
}

void put_memory_functions(Emitter *e, Str *out) {
    note_parts(e);
    for (TypeId id = 1; id < e->type_uses.len; id++) {
        if (is_scalar(e, id))
            continue;
        if (e->type_uses.at[id] & TYPE_LOADED)
            put_load(e, out, id);
        if (e->type_uses.at[id] & TYPE_STORED)
            put_store_function(e, out, id);
    }
}
