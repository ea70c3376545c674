/* The canonical text form, and the dump for people. */
#include <string.h>

#include "ir/lex.h"
#include "ir/parser.h"
#include "ir/text.h"

static void put_str(Str *out, const Module *m, StrId id) {
    print_name(out, strings_get(&m->strings, id), false);
}

void text_print_var(Str *out, const Module *m, const Program *p, VarId var) {
    StrId name = p->vars.at[var].name;
    uint32_t number;
    if (name == NO_STR) {
        str_putc(out, 'v');
        str_uint(out, var);
        return;
    }
    const char *text = strings_get(&m->strings, name);
    print_name(out, text, is_number_label(text, strlen(text), &number));
}

static void put_type_name(Str *out, const Strings *s, StrId name) {
    const char *text = strings_get(s, name);
    print_name(out, text, is_builtin_type_name(text, strlen(text)));
}

/* An element type. Nested fixed arrays print from the outside in, their lengths behind. */
static void put_elem(Str *out, const Strings *s, const Types *t, TypeId id) {
    uint32_t lengths[MAX_TYPE_DEPTH];
    unsigned depth = 0;
    const Type *type = type_get(t, id);
    for (; type->kind == TYPE_FIXED; type = type_get(t, type->elem)) {
        str_puts(out, "array(");
        lengths[depth++] = type->count;
    }
    if (type->kind == TYPE_STRUCT || type->kind == TYPE_PARAM)
        put_type_name(out, s, type->name);
    else
        str_puts(out, dtype_info(type->dtype)->name);
    if (type->kind == TYPE_VECTOR)
        str_format(out, "x%u", type->rows);
    if (type->kind == TYPE_MATRIX)
        str_format(out, "x%ux%u", type->rows, type->cols);
    while (depth)
        str_format(out, ",%u)", lengths[--depth]);
}

static void put_dim(Str *out, const Strings *s, Dim dim) {
    if (dim == DIM_REST)
        str_putc(out, '_');
    else if (DIM_IS_NAME(dim))
        print_name(out, strings_get(s, DIM_NAME_OF(dim)), false);
    else
        str_int(out, dim);
}

void type_print(Str *out, const Strings *s, const Types *t, TypeId id) {
    const Type *type = type_get(t, id);
    if (type->kind == TYPE_NONE)
        return;
    put_elem(out, s, t, type_elem(t, id));
    if (type->kind == TYPE_ANY_RANK)
        str_puts(out, "[...]");
    if (type->kind != TYPE_ARRAY)
        return;
    for (unsigned i = 0; i < type->count; i++) {
        str_putc(out, i ? ',' : '[');
        put_dim(out, s, type_dims(t, id)[i]);
    }
    str_putc(out, ']');
}

/* ---- literals */

/* A real number in its dtype so that it reads back to the same bits. */
static void put_real(Str *out, Dtype dtype, uint64_t bits) {
    Scalar value = scalar_from_bits(dtype, (Bits){bits, 0});
    char text[NUMBER_TEXT_MAX];
    bool nan = dtype == DT_F64 ? value.f64 != value.f64 : value.f32 != value.f32;
    if (nan && bits != float_nan(dtype_info(dtype)))
        str_format(out, "nan(0x%llx)", (unsigned long long)bits);
    else if (dtype == DT_F64)
        str_put(out, text, format_f64(text, value.f64));
    else /* 16-bit values are exact in f32, and its digits read back through double exactly */
        str_put(out, text, format_f32(text, value.f32));
}

void text_print_bits(Str *out, Dtype dtype, Bits bits) {
    Dtype real = dtype_real(dtype);
    switch (dtype_info(dtype)->class) {
    case CLASS_BOOL: str_puts(out, bits.lo ? "true" : "false"); break;
    case CLASS_SIGNED: str_int(out, scalar_from_bits(dtype, bits).i); break;
    case CLASS_UNSIGNED: str_uint(out, bits.lo); break;
    case CLASS_FLOAT: put_real(out, dtype, bits.lo); break;
    case CLASS_COMPLEX:
        str_putc(out, '(');
        put_real(out, real, real == DT_F32 ? (uint32_t)bits.lo : bits.lo);
        str_putc(out, ',');
        put_real(out, real, real == DT_F32 ? bits.lo >> 32 : bits.hi);
        str_putc(out, ')');
        break;
    }
}

void text_print_literal(Str *out, const Module *m, const Literal *literal) {
    Dtype dtype = type_dtype(&m->types, literal->type);
    switch (literal->form) {
    case LITERAL_TYPED: text_print_bits(out, dtype, literal->bits); break;
    case LITERAL_INT: str_int(out, (int64_t)literal->bits.lo); break;
    case LITERAL_UINT: str_uint(out, literal->bits.lo); break;
    case LITERAL_REAL: put_real(out, DT_F64, literal->bits.lo); break;
    case LITERAL_COMPLEX: text_print_bits(out, DT_C128, literal->bits); break;
    }
    if (literal->type != NO_TYPE && dtype != DT_BOOL) {
        str_putc(out, ':');
        type_print(out, &m->strings, &m->types, literal->type);
    }
}

/* ---- attributes */

static void put_list(Str *out, const Module *m, const Program *p, int64_t word, AttrKind kind) {
    const int64_t *list = p->attrs.at + word;
    str_putc(out, '[');
    for (int64_t i = 1; i <= list[0]; i++) {
        if (i > 1)
            str_putc(out, ',');
        if (kind == ATTR_DIMS)
            put_dim(out, &m->strings, list[i]);
        else if (list[i] == LIST_SKIPPED)
            str_putc(out, '_');
        else
            str_int(out, list[i]);
    }
    str_putc(out, ']');
}

static void put_attr_value(Str *out, const Module *m, const Program *p, const Instr *i,
                           unsigned k) {
    AttrKind kind = op_info(i->op)->attrs[k].kind;
    int64_t word = attr_word(p, i, k);
    char text[NUMBER_TEXT_MAX];
    Literal literal;
    if (ATTR_IS_REF(word)) {
        str_format(out, "$%d", ATTR_REF_OF(word));
        return;
    }
    switch (kind) {
    case ATTR_BOOL: str_puts(out, word ? "true" : "false"); break;
    case ATTR_INT: str_int(out, word); break;
    case ATTR_REAL: str_put(out, text, format_f64(text, attr_real(p, i, k, 0))); break;
    case ATTR_TYPE: type_print(out, &m->strings, &m->types, (TypeId)word); break;
    case ATTR_PROGRAM:
        str_putc(out, '@');
        put_str(out, m, m->programs.at[word]->name);
        break;
    case ATTR_LITERAL:
        literal = attr_literal(p, i, k);
        text_print_literal(out, m, &literal);
        break;
    case ATTR_COMBINE: str_puts(out, combine_name((Combine)word)); break;
    default: put_list(out, m, p, word, kind); break;
    }
}

void text_print_attrs(Str *out, const Module *m, const Program *p, const Instr *i, bool first) {
    const OpInfo *info = op_info(i->op);
    for (unsigned k = 0; k < op_attr_count(i->op); k++) {
        if (!attr_has(p, i, k))
            continue;
        if (!first)
            str_puts(out, ", ");
        first = false;
        if (info->attrs[k].kind != ATTR_LITERAL) {
            str_puts(out, info->attrs[k].name);
            str_putc(out, '=');
        }
        put_attr_value(out, m, p, i, k);
    }
}

/* ---- instructions and programs */

static void put_definition(Str *out, const Module *m, const Program *p, VarId var) {
    text_print_var(out, m, p, var);
    if (p->vars.at[var].type == NO_TYPE)
        return;
    str_puts(out, ": ");
    type_print(out, &m->strings, &m->types, p->vars.at[var].type);
}

static void put_operands(Str *out, const Module *m, const Program *p, const Instr *i) {
    for (uint32_t k = 0; k < i->n_in; k++) {
        if (k)
            str_puts(out, ", ");
        text_print_var(out, m, p, instr_in(p, i)[k]);
    }
}

/* What stands right of the `=`. */
static void put_action(Str *out, const Module *m, const Program *p, const Instr *i) {
    bool call = op_info(i->op)->rule == RULE_CALL; /* has a notation of its own */
    if (call) {
        str_putc(out, '@');
        put_str(out, m, m->programs.at[attr_word(p, i, AT_CALLEE)]->name);
    } else {
        str_puts(out, op_info(i->op)->name);
    }
    str_putc(out, '(');
    put_operands(out, m, p, i);
    if (!call)
        text_print_attrs(out, m, p, i, i->n_in == 0);
    str_putc(out, ')');
}

void text_print_instr(Str *out, const Module *m, const Program *p, const Instr *i) {
    for (uint32_t k = 0; k < i->n_out; k++) {
        if (k)
            str_puts(out, ", ");
        put_definition(out, m, p, i->out + k);
    }
    str_puts(out, " = ");
    put_action(out, m, p, i);
}

void text_print_program(Str *out, const Module *m, const Program *p) {
    str_puts(out, p->external ? "extern " : "program ");
    put_str(out, m, p->name);
    for (uint32_t i = 0; i < p->type_params.len; i++) {
        str_puts(out, i ? ", " : "<");
        put_type_name(out, &m->strings, p->type_params.at[i]);
    }
    if (p->type_params.len)
        str_putc(out, '>');
    str_putc(out, '(');
    for (uint32_t i = 0; i < p->n_inputs; i++) {
        if (i)
            str_puts(out, ", ");
        put_definition(out, m, p, i);
    }
    str_puts(out, ") -> (");
    for (uint32_t i = 0; i < p->outputs.len; i++) {
        if (i)
            str_puts(out, ", ");
        if (p->external)
            put_definition(out, m, p, p->outputs.at[i]);
        else
            text_print_var(out, m, p, p->outputs.at[i]);
    }
    str_puts(out, p->external ? ")\n" : ") {\n");
    for (uint32_t i = 0; i < p->instrs.len; i++) {
        str_puts(out, "  ");
        text_print_instr(out, m, p, &p->instrs.at[i]);
        str_putc(out, '\n');
    }
    if (!p->external)
        str_puts(out, "}\n");
}

static void put_struct(Str *out, const Module *m, const Type *type) {
    str_puts(out, "struct ");
    put_type_name(out, &m->strings, type->name);
    str_puts(out, " { ");
    for (uint32_t i = 0; i < type->count; i++) {
        const Field *field = &type_fields(&m->types, type)[i];
        if (i)
            str_puts(out, ", ");
        put_str(out, m, field->name);
        str_puts(out, ": ");
        type_print(out, &m->strings, &m->types, field->type);
    }
    str_puts(out, " }\n");
}

void text_print(Str *out, const Module *m) {
    bool blank = false;
    for (TypeId id = 0; id < m->types.all.len; id++)
        if (type_get(&m->types, id)->kind == TYPE_STRUCT) {
            put_struct(out, m, type_get(&m->types, id));
            blank = true;
        }
    for (uint32_t i = 0; i < m->programs.len; i++) {
        if (blank)
            str_putc(out, '\n');
        blank = true;
        text_print_program(out, m, m->programs.at[i]);
    }
}

/* ---- the dump */

static void dump_var(Str *out, const Module *m, const Program *p, VarId var) {
    str_format(out, "v%u", var);
    if (p->vars.at[var].name != NO_STR)
        str_format(out, ":%s", strings_get(&m->strings, p->vars.at[var].name));
    if (p->vars.at[var].type != NO_TYPE) {
        str_putc(out, ':');
        type_print(out, &m->strings, &m->types, p->vars.at[var].type);
    }
}

static void dump_instr(Str *out, const Module *m, const Program *p, uint32_t index) {
    const Instr *i = &p->instrs.at[index];
    bool call = op_info(i->op)->rule == RULE_CALL;
    str_format(out, "  %4u: ", index);
    if (call) {
        const Program *callee = m->programs.at[attr_word(p, i, AT_CALLEE)];
        str_format(out, "%s %s(", callee->external ? "call" : "call_sub",
                   strings_get(&m->strings, callee->name));
    } else {
        str_format(out, "%s(", op_info(i->op)->name);
    }
    for (uint32_t k = 0; k < i->n_in; k++)
        str_format(out, "%sv%u", k ? ", " : "", instr_in(p, i)[k]);
    if (!call)
        text_print_attrs(out, m, p, i, i->n_in == 0);
    str_puts(out, ") -> (");
    for (uint32_t k = 0; k < i->n_out; k++)
        str_format(out, "%sv%u", k ? ", " : "", i->out + k);
    str_puts(out, ")\n");
}

void text_dump(Str *out, const Module *m, const Program *p) {
    static const char rule[] = "============================================================";
    str_format(out, "%s: ", p->external ? "Extern" : "Program");
    str_puts(out, strings_get(&m->strings, p->name));
    str_format(out, "\n%s\nInputs: ", rule);
    for (uint32_t i = 0; i < p->n_inputs; i++) {
        str_puts(out, i ? ", " : "");
        dump_var(out, m, p, i);
    }
    str_puts(out, p->n_inputs ? "\nOutputs: " : "(none)\nOutputs: ");
    for (uint32_t i = 0; i < p->outputs.len; i++) {
        str_puts(out, i ? ", " : "");
        dump_var(out, m, p, p->outputs.at[i]);
    }
    str_puts(out, p->outputs.len ? "\n\nVariables:\n" : "(none)\n\nVariables:\n");
    for (VarId v = 0; v < p->vars.len; v++) {
        str_puts(out, "  ");
        dump_var(out, m, p, v);
        str_putc(out, '\n');
    }
    str_puts(out, "\nInstructions:\n");
    for (uint32_t i = 0; i < p->instrs.len; i++)
        dump_instr(out, m, p, i);
}
