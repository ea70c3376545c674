/* The name in the error of an index: x.a(7) and c{2}(7) fail with that of the variable they begin with. */
#include <string.h>

#include "front/script/vm/machine.h"

/* The register that an instruction indexes, or UINT32_MAX. */
static uint32_t indexed_by(const Instr *i) {
    switch ((OpCode)i->op) {
    case OP_INDEX1:
    case OP_FIELD:
    case OP_FIELD_OF: return i->b;
    case OP_INDEX2: return i->x;
    case OP_INDEX:
    case OP_INDEX_LIST:
    case OP_BRACE: return i->c;
    case OP_LIST_BRACE:
    case OP_LIST_FIELD:
    case OP_LIST_FIELD_OF: return i->a;
    default: return UINT32_MAX;
    }
}

static bool gives(const Instr *i, uint32_t reg) {
    return op_field(i->op, 1) == DST && i->a == reg;
}

/* What is indexed was made a few instructions before, from what begins with a variable. 0: it begins with something else. */
static NameId root_of(const Frame *f, const Instr *i) {
    const Instr *first = f->code->code.at;
    uint32_t reg = indexed_by(i);
    while (reg != UINT32_MAX && reg >= f->code->first_const) {
        if (reg < f->code->first_temp)
            return 0;
        while (i > first && !gives(i - 1, reg))
            i--;
        if (i == first)
            return 0;
        reg = indexed_by(--i);
    }
    if (reg == UINT32_MAX || machine_behind(&f->registers[reg])->kind == VALUE_NONE)
        return 0; /* a function of that name was called */
    return machine_name_of(f, reg);
}

void machine_name_index(Interp *in, const Frame *f) {
    static const char unnamed[] = "index (";
    const char *message = interp_message(in), *id = in->failure.identifier;
    if (strncmp(message, unnamed, sizeof unnamed - 1) != 0 || in->failure.no_memory ||
        (strcmp(id, "Octave:index-out-of-bounds") != 0 && strcmp(id, "Octave:invalid-index") != 0))
        return;
    NameId name = root_of(f, f->pc - 1);
    if (!name)
        return;
    Str text = str_make(&in->env);
    str_format(&text, "%s%s", script_name_text(&SESSION(in)->names, name),
               message + sizeof unnamed - 2);
    char identifier[sizeof in->failure.identifier];
    memcpy(identifier, id, sizeof identifier);
    if (str_ok(&text))
        interp_fail_id(in, identifier, "%s", text.data);
    str_free(&text);
}
