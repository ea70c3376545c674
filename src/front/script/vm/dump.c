/* Bytecode as text: a line a thing, which read.c reads back. What stands behind `;` is for people. */
#include "front/script/vm/code.h"

const char *op_name(OpCode op) {
    static const char *const names[] = {
#define OP(name, x, a, b, c) #name,
#include "front/script/vm/ops.def"
#undef OP
    };
    return names[op];
}

OpField op_field(uint8_t op, uint32_t k) {
    static const uint8_t fields[OP_COUNT][4] = {
#define OP(name, x, a, b, c) {x, a, b, c},
#include "front/script/vm/ops.def"
#undef OP
    };
    return (OpField)fields[op][k];
}

static const char *name_or_dash(const ScriptNames *names, NameId name) {
    return name ? script_name_text(names, name) : "-";
}

/* ---- constants */

static void put_bytes(Str *out, const unsigned char *bytes, size_t n) {
    for (size_t k = 0; k < n; k++)
        str_format(out, "%02x", bytes[k]);
}

static void put_constant(Str *out, Value v) {
    if (v.kind == VALUE_NUMBER) {
        str_format(out, "constant number %u %u ", v.class_, v.quoted);
        put_bytes(out, (const unsigned char *)&v.as.u64, sizeof v.as.u64);
    } else {
        const Array *a = VALUE_ARRAY_OF(v);
        size_t bytes = class_size((ValueClass)a->class_) * (a->complex ? 2 : 1) * (size_t)a->count;
        str_format(out, "constant array %u %u %u %lld %lld ", a->class_, a->complex, a->quoted,
                   (long long)a->shape.at[0], (long long)a->shape.at[1]);
        put_bytes(out, a->data, bytes);
    }
    str_putc(out, '\n');
}

/* ---- tables */

static void put_tables(Str *out, const ScriptNames *names, const Code *code) {
    char number[NUMBER_TEXT_MAX];
    for (uint32_t k = 0; k < code->variables.len; k++)
        str_format(out, "variable %s ; %u\n", script_name_text(names, code->variables.at[k]), k);
    for (uint32_t k = 0; k < code->scalars.len; k++) {
        format_f64(number, code->scalars.at[k]);
        str_format(out, "scalar %s ; %u\n", number, code->first_const + k);
    }
    for (uint32_t k = 0; k < code->constants.len; k++)
        put_constant(out, code->constants.at[k]);
    for (uint32_t k = 0; k < code->sites.len; k++)
        str_format(out, "site %s ; %u\n", name_or_dash(names, code->sites.at[k].name), k);
    for (uint32_t k = 0; k < code->function_names.len; k++)
        str_format(out, "function %s ; %u\n", name_or_dash(names, code->function_names.at[k]), k);
    for (uint32_t k = 0; k < code->paths.len; k++)
        str_format(out, "path %u %u %u\n", code->paths.at[k].base, code->paths.at[k].first,
                   code->paths.at[k].n);
    for (uint32_t k = 0; k < code->steps.len; k++) {
        const PathStep *s = &code->steps.at[k];
        str_format(out, "step %u %u %u %u %s\n", s->kind, s->dynamic, s->n, s->first,
                   name_or_dash(names, s->name));
    }
    for (uint32_t k = 0; k < code->path_registers.len; k++)
        str_format(out, "subscript %u\n", code->path_registers.at[k]);
    for (uint32_t k = 0; k < code->guards.len; k++)
        str_format(out, "guard %u %u %u\n", code->guards.at[k].begin, code->guards.at[k].end,
                   code->guards.at[k].handler);
    for (uint32_t k = 0; k < code->loops.len; k++)
        str_format(out, "loop %u %u %u\n", code->loops.at[k].state, code->loops.at[k].turn,
                   code->loops.at[k].test);
}

/* ---- instructions */

static void put_comment(Str *out, const ScriptNames *names, const Code *code, const Instr *i) {
    const uint32_t fields[4] = {i->x, i->a, i->b, i->c};
    str_puts(out, " ;");
    for (uint32_t k = 0; k < 4; k++) {
        OpField kind = op_field(i->op, k);
        const char *text = NULL;
        if (kind == DST || kind == REG || kind == KEEP || (kind == ARGS && i->x == 1))
            text = code_variable(code, names, fields[k]);
        else if (kind == NAME)
            text = script_name_text(names, fields[k]);
        else if (kind == SITE && fields[k] < code->sites.len)
            text = script_name_text(names, code->sites.at[fields[k]].name);
        if (text && *text)
            str_format(out, " %s", text);
    }
    str_putc(out, '\n');
}

void code_dump(Str *out, const ScriptNames *names, const Code *code) {
    str_format(out, "code %s %u %u %u %u\n", name_or_dash(names, code->name), code->n_vars,
               code->first_const, code->first_temp, code->n_registers);
    put_tables(out, names, code);
    for (uint32_t k = 0; k < code->code.len; k++) {
        const Instr *i = &code->code.at[k];
        str_format(out, "%u %s %u %u", k, op_name((OpCode)i->op), i->y, i->x);
        const uint32_t fields[3] = {i->a, i->b, i->c};
        for (uint32_t f = 0; f < 3; f++) {
            if (op_field(i->op, f + 1) == NAME)
                str_format(out, " %s", name_or_dash(names, fields[f]));
            else
                str_format(out, " %u", fields[f]);
        }
        str_format(out, " @%u", code->places.at[k]);
        put_comment(out, names, code, i);
    }
    str_puts(out, "end\n");
}
