/* Bytecode as text, and back. */
#include "front/script/vm/code.h"

const char *op_name(OpCode op) {
    static const char *const names[] = {
#define OP(name, x, a, b, c) #name,
#include "front/script/vm/ops.def"
#undef OP
    };
    return names[op];
}

void code_dump(Str *out, const ScriptNames *names, const Code *code) {
    str_format(out, "code %s\n", script_name_text(names, code->entry->function->name));
    for (uint32_t k = 0; k < code->code.len; k++) {
        const Instr *i = &code->code.at[k];
        str_format(out, "%4u %-12s %u %u %u %u\n", k, op_name(i->op), i->x, i->a, i->b, i->c);
    }
}
