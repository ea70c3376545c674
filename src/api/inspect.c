/* Looking inside modules and the op table. */
#include <stdio.h>
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

size_t frit_var_type(const frit_module *module, uint32_t program, frit_var var, char *buffer,
                     size_t size) {
    const Program *p = program_at(module, program);
    frit_error scratch;
    if (!module || (size && !buffer))
        return 0;
    Env env = env_make(&module->allocator, NULL, &scratch);
    Str text = str_make(&env);
    if (p && var < p->vars.len)
        type_print(&text, &module->strings, &module->types, p->vars.at[var].type);
    size_t len = str_ok(&text) ? text.len : 0;
    if (size)
        snprintf(buffer, size, "%s", str_ok(&text) && text.data ? text.data : "");
    str_free(&text);
    return len;
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
