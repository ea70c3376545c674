/* Cells, structs and maps: their elements stand two blanks further in. */
#include <stdio.h>
#include "front/script/show/shown.h"

/* ---- cells */

static bool shown_elements(Shown *s, const Cell *cell) {
    Shown inner = *s;
    inner.indent += 2;
    inner.nested = true;
    inner.plain = false;
    inner.int_width = 0;
    for (int64_t k = 0; k < cell->count; k++) {
        char name[64];
        snprintf(name, sizeof name, "[%lld,%lld]", (long long)(k % cell->shape.at[0]) + 1,
                 (long long)(k / cell->shape.at[0]) + 1);
        TRY(shown_value(&inner, name, cell->at[k]));
    }
    return true;
}

bool shown_cell(Shown *s, const char *name, Cell *cell) {
    if (cell->shape.rank > 2) {
        char text[SHAPE_TEXT];
        shown_line_start(s, name);
        str_format(s->out, "{%s Cell Array}\n", shape_text(&cell->shape, text));
        return true;
    }
    if (cell->count == 0) {
        shown_empty(s, name, "{}", &cell->shape);
        return true;
    }
    shown_block_start(s, name, false);
    shown_indent(s);
    str_puts(s->out, "{\n");
    TRY(shown_elements(s, cell));
    shown_indent(s);
    str_puts(s->out, "}\n");
    shown_block_end(s);
    return true;
}

/* ---- structs */

/* What Octave calls a kind of value in the list of the fields of a struct that is too deep to be shown. */
static void put_kind(Str *out, Value v) {
    const char *class_ = value_class_name(v);
    bool scalar = value_is_scalar(v);
    switch ((ValueKind)v.kind) {
    case VALUE_CELL: str_puts(out, "cell"); return;
    case VALUE_STRUCT: str_puts(out, scalar ? "scalar struct" : "struct"); return;
    case VALUE_FUNCTION: str_puts(out, "function handle"); return;
    case VALUE_MAP: str_puts(out, "object"); return;
    case VALUE_RANGE: str_puts(out, value_is_empty(v) ? "matrix" : "double_range"); return;
    case VALUE_NUMBER:
    case VALUE_ARRAY: break;
    default: str_puts(out, "matrix"); return;
    }
    ValueClass c = value_class(v);
    if (c == CLASS_CHAR) {
        str_puts(out, value_is_quoted(v) ? "string" : "sq_string");
        return;
    }
    if (c == CLASS_LOGICAL) {
        str_puts(out, scalar ? "bool" : "bool matrix");
        return;
    }
    if (c == CLASS_SINGLE)
        str_puts(out, "float ");
    else if (c != CLASS_DOUBLE)
        str_format(out, "%s ", class_);
    if (value_is_complex(v))
        str_puts(out, "complex ");
    str_puts(out, scalar ? "scalar" : "matrix");
}

static void put_field_kinds(Shown *s, const Struct *st) {
    for (uint32_t f = 0; f < st->fields; f++) {
        char text[SHAPE_TEXT];
        Shape shape = value_shape(st->at[f][0]);
        shown_indent(s);
        str_format(s->out, "%s: %s ", st->names[f], shape_text(&shape, text));
        put_kind(s->out, st->at[f][0]);
        str_putc(s->out, '\n');
    }
}

static bool shown_fields(Shown *s, const Struct *st) {
    Shown inner = *s;
    inner.nested = true;
    inner.plain = false;
    inner.levels--;
    inner.int_width = 0;
    if (s->levels <= 0) {
        put_field_kinds(&inner, st);
        return true;
    }
    for (uint32_t f = 0; f < st->fields; f++)
        TRY(shown_value(&inner, st->names[f], st->at[f][0]));
    return true;
}

static void put_title(Shown *s, const char *text) {
    shown_indent(s);
    str_format(s->out, "%s\n", text);
    if (!s->in->format_compact)
        str_putc(s->out, '\n');
}

static void put_names(Shown *s, const Struct *st) {
    char text[SHAPE_TEXT];
    shown_indent(s);
    str_format(s->out, "%s struct array containing the fields:\n", shape_text(&st->shape, text));
    if (!s->in->format_compact)
        str_putc(s->out, '\n');
    for (uint32_t f = 0; f < st->fields; f++) {
        shown_indent(s);
        str_format(s->out, "  %s\n", st->names[f]);
    }
}

bool shown_struct(Shown *s, const char *name, Struct *st) {
    bool one = st->count == 1 && st->shape.rank == 2;
    Shown inner = *s;
    inner.indent += 2;
    shown_block_start(s, name, true);
    if (!one) {
        put_names(&inner, st);
    } else {
        if (!s->plain)
            put_title(&inner, "scalar structure containing the fields:");
        inner.indent += 2;
        TRY(shown_fields(&inner, st));
    }
    shown_block_end(s);
    return true;
}

/* ---- maps */

/* Its class and properties, but for those whose names begin with a small letter. */
static void shown_object(Shown *s, const Map *map) {
    shown_indent(s);
    str_format(s->out, "%s object with properties:\n\n", map->class_name);
    for (int64_t k = 0; k < map->count; k++)
        if (map->at[k].text[0] < 'a') {
            shown_indent(s);
            str_format(s->out, "  %s\n", map->at[k].text);
        }
    str_putc(s->out, '\n');
}

bool shown_map(Shown *s, const char *name, Map *map) {
    bool compact = s->in->format_compact;
    Shown inner = *s;
    inner.indent += 2;
    shown_block_start(s, name, true);
    if (map->class_name) {
        shown_object(s, map);
        return true;
    }
    shown_indent(&inner);
    str_puts(s->out, "containers.Map object with properties:\n");
    if (!s->nested || !compact)
        str_putc(s->out, '\n');
    if (!s->nested) {
        str_format(s->out, "    Count     : %lld\n    KeyType   : %s\n    ValueType : %s\n\n",
                   (long long)map->count, map->key_type, map->value_type);
    } else {
        inner.indent += 4;
        shown_indent(&inner);
        str_puts(s->out, "       Count: [1x1 uint64]\n");
        shown_indent(&inner);
        str_format(s->out, "     KeyType: %s\n", map->key_type);
        shown_indent(&inner);
        str_format(s->out, "   ValueType: %s\n", map->value_type);
        shown_indent(&inner);
        str_puts(s->out, "         map: [1x1 struct]\n");
        shown_indent(&inner);
        str_format(s->out, "numeric_keys: %d\n", map->numeric);
    }
    shown_block_end(s);
    return true;
}
