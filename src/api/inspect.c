/* Looking inside modules and the op table. */
#include <string.h>

#include "api/api.h"

static const Program *program_at(const frit_module *module, uint32_t program) {
    return module && program < module->programs.len ? module->programs.at[program] : NULL;
}

uint32_t frit_module_program_count(const frit_module *module) {
    return module ? module->programs.len : 0;
}

uint32_t frit_module_find(const frit_module *module, const char *name) {
    StrId id = module && name ? strings_find(&module->strings, name, strlen(name)) : NO_STR;
    return id == NO_STR ? FRIT_NO_PROGRAM : module_find(module, id);
}

const char *frit_program_name(const frit_module *module, uint32_t program) {
    const Program *p = program_at(module, program);
    return p ? strings_get(&module->strings, p->name) : "";
}

uint32_t frit_program_input_count(const frit_module *module, uint32_t program) {
    const Program *p = program_at(module, program);
    return p ? p->n_inputs : 0;
}

uint32_t frit_program_output_count(const frit_module *module, uint32_t program) {
    const Program *p = program_at(module, program);
    return p ? p->outputs.len : 0;
}

uint32_t frit_program_var_count(const frit_module *module, uint32_t program) {
    const Program *p = program_at(module, program);
    return p ? p->vars.len : 0;
}

uint32_t frit_program_instr_count(const frit_module *module, uint32_t program) {
    const Program *p = program_at(module, program);
    return p ? p->instrs.len : 0;
}

frit_var frit_program_output(const frit_module *module, uint32_t program, uint32_t index) {
    const Program *p = program_at(module, program);
    return p && index < p->outputs.len ? p->outputs.at[index] : FRIT_NO_VAR;
}

const char *frit_var_name(const frit_module *module, uint32_t program, frit_var var) {
    const Program *p = program_at(module, program);
    return p && var < p->vars.len ? strings_get(&module->strings, p->vars.at[var].name) : "";
}

frit_type frit_var_type(const frit_module *module, uint32_t program, frit_var var) {
    const Program *p = program_at(module, program);
    return (frit_type){module, p && var < p->vars.len ? p->vars.at[var].type : NO_TYPE};
}

/* An integer of 64 bits without axes: what numbers of the host's are given as. */
static bool is_wide_integer(const Types *t, TypeId type) {
    const Type *got = type_get(t, type);
    return got->kind == TYPE_SCALAR && (got->dtype == DT_I64 || got->dtype == DT_U64);
}

static bool integer_bounds(const Types *t, TypeId type, frit_bounds *out) {
    const Type *got = type_get(t, type);
    if (got->kind != TYPE_SCALAR)
        return false;
    const DtypeInfo *info = dtype_info(got->dtype);
    uint64_t half = (uint64_t)1 << (info->bits - 1);
    if (info->class == CLASS_SIGNED)
        *out = (frit_bounds){-(int64_t)(half - 1) - 1, half - 1};
    else if (info->class == CLASS_UNSIGNED)
        *out = (frit_bounds){0, 2 * (half - 1) + 1};
    return info->class == CLASS_SIGNED || info->class == CLASS_UNSIGNED;
}

bool frit_input_bounds(const frit_module *module, uint32_t program, uint32_t input,
                       frit_bounds *out) {
    const Program *p = program_at(module, program);
    bool found = false;
    if (!p || !out || input >= p->n_inputs ||
        !is_wide_integer(&module->types, p->vars.at[input].type))
        return false;
    for (uint32_t k = 0; k < p->instrs.len && !found; k++) {
        const Instr *i = &p->instrs.at[k];
        if (i->op == OP_cast && instr_in(p, i)[0] == input) /* to the type of a parameter */
            found = integer_bounds(&module->types, p->vars.at[i->out].type, out);
    }
    return found;
}

frit_instr frit_program_instr(const frit_module *module, uint32_t program, uint32_t index) {
    const Program *p = program_at(module, program);
    if (!p || index >= p->instrs.len)
        return (frit_instr){.op = "", .first_output = FRIT_NO_VAR};
    const Instr *i = &p->instrs.at[index];
    bool calls = op_info(i->op)->rule == RULE_CALL || op_info(i->op)->rule == RULE_MAP;
    return (frit_instr){
        .op = op_info(i->op)->name,
        .callee = calls ? strings_get(&module->strings,
                                      module->programs.at[attr_word(p, i, AT_CALLEE)]->name)
                        : NULL,
        .inputs = instr_in(p, i),
        .input_count = i->n_in,
        .first_output = i->out,
        .output_count = i->n_out,
    };
}

/* ---- the op table, for reference texts */

static const char *const kind_names[] = {
    [ATTR_BOOL] = "bool",       [ATTR_INT] = "int",         [ATTR_REAL] = "real",
    [ATTR_INTS] = "ints",       [ATTR_DIMS] = "extents",    [ATTR_TYPE] = "type",
    [ATTR_PROGRAM] = "program", [ATTR_LITERAL] = "literal", [ATTR_COMBINE] = "set|add|mul|max|min",
};

bool frit_op_describe(uint32_t op, frit_op_info *info) {
    if (op >= OP_COUNT || !info)
        return false;
    const OpInfo *row = op_info((Op)op);
    *info = (frit_op_info){.name = row->name,
                           .alias = op_alias((Op)op),
                           .family = row->family,
                           .operands = row->operands,
                           .doc = row->doc,
                           .variadic = (row->flags & OPF_VARIADIC) != 0,
                           .composite = row->expand != NULL,
                           .takes_bool = (row->accepts & CLASS_BOOL) != 0,
                           .takes_int = (row->accepts & (CLASS_SIGNED | CLASS_UNSIGNED)) != 0,
                           .takes_float = (row->accepts & CLASS_FLOAT) != 0,
                           .takes_complex = (row->accepts & CLASS_COMPLEX) != 0,
                           .attr_count = op_attr_count((Op)op)};
    return true;
}

bool frit_op_attr(uint32_t op, uint32_t index, frit_attr_info *info) {
    if (!info || op >= OP_COUNT || index >= op_attr_count((Op)op))
        return false;
    const AttrInfo *attr = &op_info((Op)op)->attrs[index];
    *info = (frit_attr_info){attr->name, kind_names[attr->kind], attr->required};
    return true;
}
