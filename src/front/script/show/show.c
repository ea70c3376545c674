#include "front/script/show/shown.h"

#include <string.h>

/* ---- lines */

void shown_indent(Shown *s) {
    str_format(s->out, "%*s", s->indent, "");
}

void shown_line_start(Shown *s, const char *name) {
    if (s->plain)
        return;
    shown_indent(s);
    str_format(s->out, "%s = ", name);
}

void shown_block_start(Shown *s, const char *name, bool blank) {
    if (s->plain)
        return;
    shown_indent(s);
    str_format(s->out, "%s =\n", name);
    if (blank && !s->in->format_compact)
        str_putc(s->out, '\n');
}

void shown_block_end(Shown *s) {
    if (!s->plain && (!s->nested || !s->in->format_compact))
        str_putc(s->out, '\n');
}

void shown_empty(Shown *s, const char *name, const char *brackets, const Shape *shape) {
    char text[SHAPE_TEXT];
    shown_line_start(s, name);
    str_format(s->out, "%s(%s)\n", brackets, shape_text(shape, text));
}

/* ---- numbers and handles */

/* A real scalar that is no array. */
static void number_text(Shown *s, Value v) {
    switch ((ValueClass)v.class_) {
    case CLASS_INT64: str_int(s->out, v.as.i64); return;
    case CLASS_UINT64: str_uint(s->out, v.as.u64); return;
    case CLASS_CHAR: str_putc(s->out, (char)(unsigned char)v.as.number); return;
    case CLASS_DOUBLE:
    case CLASS_SINGLE: {
        NumberForm form = form_of_number(s->in->format, v.as.number, v.class_ == CLASS_SINGLE);
        form_put(s->out, &form, v.as.number);
        return;
    }
    default: str_int(s->out, (int64_t)v.as.number); return;
    }
}

static bool shown_function(Shown *s, const char *name, const Function *f) {
    if (f->name) {
        shown_line_start(s, name);
        str_format(s->out, "@%s\n", f->name);
        return true;
    }
    shown_block_start(s, name, true);
    if (f->calls && f->calls->print)
        TRY(f->calls->print(s->in, f->code, s->out));
    str_putc(s->out, '\n');
    shown_block_end(s);
    return true;
}

static bool shown_any(Shown *s, const char *name, Value v) {
    switch ((ValueKind)v.kind) {
    case VALUE_NONE: {
        Shape none = {2, {0, 0}};
        shown_empty(s, name, "[]", &none);
        return true;
    }
    case VALUE_COLON:
        shown_line_start(s, name);
        str_puts(s->out, ":\n");
        return true;
    case VALUE_NUMBER:
        shown_line_start(s, name);
        number_text(s, v);
        str_putc(s->out, '\n');
        return true;
    case VALUE_RANGE: return shown_range(s, name, VALUE_RANGE_OF(v));
    case VALUE_ARRAY: return shown_array(s, name, VALUE_ARRAY_OF(v));
    case VALUE_CELL: return shown_cell(s, name, VALUE_CELL_OF(v));
    case VALUE_STRUCT: return shown_struct(s, name, VALUE_STRUCT_OF(v));
    case VALUE_FUNCTION: return shown_function(s, name, VALUE_FUNCTION_OF(v));
    case VALUE_MAP: return shown_map(s, name, VALUE_MAP_OF(v));
    }
    return true;
}

bool shown_value(Shown *s, const char *name, Value v) {
    if (s->in->depth >= MAX_SHOWN_DEPTH)
        return interp_fail(s->in, "values stand too deep inside each other to be shown");
    TRY(value_narrow(s->in, v));
    s->in->depth++;
    bool ok = shown_any(s, name, v);
    s->in->depth--;
    return ok;
}

/* ---- the room's entry */

enum { STRUCT_LEVELS = 2 };

bool show_named(Interp *in, const char *name, Value v, Str *out) {
    Shown s = {.in = in, .out = out, .levels = STRUCT_LEVELS};
    TRY(shown_value(&s, name, v));
    return str_ok(out) || interp_fail_raw(in);
}

bool show_plain(Interp *in, Value v, Str *out) {
    Shown s = {.in = in, .out = out, .levels = STRUCT_LEVELS, .plain = true};
    TRY(shown_value(&s, "", v));
    return str_ok(out) || interp_fail_raw(in);
}

bool show_print(Interp *in, const char *name, Value v) {
    Str text = str_make(&in->env);
    bool ok = show_named(in, name, v, &text);
    if (ok)
        interp_write(in, text.data ? text.data : "", text.len);
    str_free(&text);
    return ok;
}
