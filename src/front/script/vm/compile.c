/* Functions become bytecode. What is in here is shared by all of the compiler; expressions and statements are in the files beside. */
#include "front/script/vm/compile.h"

#include <math.h>

static void out_of_memory(Compiler *c) {
    c->failed = true;
}

uint32_t compile_here(const Compiler *c) {
    return c->code->code.len;
}

uint32_t emit(Compiler *c, OpCode op, uint32_t x, uint32_t a, uint32_t b, uint32_t z) {
    Env *env = &c->in->env;
    Instr instr = {(uint8_t)op, 0, (uint16_t)x, a, b, z};
    if (c->failed || !vec_push(env, &c->code->code, instr) ||
        !vec_push(env, &c->code->places, c->place)) {
        out_of_memory(c);
        return NO_JUMP;
    }
    return c->code->code.len - 1;
}

uint32_t compile_temps(Compiler *c, uint32_t n) {
    uint32_t first = c->temps;
    c->temps += n;
    if (c->temps > c->most_temps)
        c->most_temps = c->temps;
    return first | TEMP_FLAG;
}

/* The first register of the variables of the function `level` functions further out. */
static uint32_t level_base(const Compiler *c, uint32_t level) {
    if (level == 0)
        return 0;
    uint32_t base = c->code->n_vars;
    const FunctionEntry *e = c->entry->parent;
    for (uint32_t k = 1; k < level && e; k++, e = e->parent)
        base += e->own;
    return base;
}

uint32_t compile_variable(Compiler *c, const ScriptNode *name) {
    return level_base(c, name->level) + name->slot;
}

uint32_t compile_site(Compiler *c, NameId name, const ScriptNode *node) {
    CallSite site = {.name = name, .node = node};
    if (!vec_push(&c->in->env, &c->code->sites, site)) {
        out_of_memory(c);
        return 0;
    }
    return c->code->sites.len - 1;
}

uint32_t compile_scalar(Compiler *c, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t hash = hash_u64(bits, 0);
    for (IndexCursor k = index_find(&c->scalars, hash); index_next(&c->scalars, &k);)
        if (memcmp(&c->code->scalars.at[k.id], &value, sizeof value) == 0)
            return k.id | CONST_FLAG;
    uint32_t id = c->code->scalars.len;
    if (!vec_push(&c->in->env, &c->code->scalars, value) ||
        !index_add(&c->in->env, &c->scalars, hash, id)) {
        out_of_memory(c);
        return CONST_FLAG;
    }
    return id | CONST_FLAG;
}

uint32_t compile_constant(Compiler *c, Value value) {
    if (!vec_push(&c->in->env, &c->code->constants, value)) {
        value_drop(c->in, value);
        out_of_memory(c);
        return 0;
    }
    return c->code->constants.len - 1;
}

uint32_t compile_function(Compiler *c, const ScriptFunction *function) {
    Unit *unit = c->entry->unit;
    for (uint32_t k = 0; k < unit->n_entries; k++)
        if (unit->entries[k].function == function) {
            if (!vec_push(&c->in->env, &c->code->functions, &unit->entries[k]) ||
                !vec_push(&c->in->env, &c->code->function_names, function->name))
                out_of_memory(c);
            break;
        }
    return c->code->functions.len - 1;
}

/* ---- jumps */

static uint32_t *jump_field(Instr *i) {
    switch (i->op) {
    case OP_FOR_EMPTY:
    case OP_FOR_NEXT:
    case OP_TURN: return &i->c;
    case OP_GLOBAL:
    case OP_PERSISTENT:
    case OP_DEFAULT: return &i->b;
    default: return &i->a;
    }
}

void jump_add(Compiler *c, Jumps *jumps, uint32_t at) {
    if (c->failed)
        return;
    *jump_field(&c->code->code.at[at]) = jumps->any ? jumps->last : NO_JUMP;
    *jumps = (Jumps){at, true};
}

void jump_to(Compiler *c, Jumps *jumps, uint32_t target) {
    if (c->failed || !jumps->any)
        return;
    for (uint32_t at = jumps->last; at != NO_JUMP;) {
        uint32_t *field = jump_field(&c->code->code.at[at]);
        at = *field;
        *field = target;
    }
    *jumps = (Jumps){0, false};
}

void jump_here(Compiler *c, Jumps *jumps) {
    jump_to(c, jumps, compile_here(c));
}

bool node_is_list(const ScriptNode *node) {
    return node->kind == SN_BRACE_INDEX || node->kind == SN_FIELD || node->kind == SN_DYNAMIC_FIELD;
}

/* ---- the end: every register gets its number */

static uint32_t final_register(const Code *code, uint32_t reg) {
    if (reg & TEMP_FLAG)
        return code->first_temp + (reg & ~TEMP_FLAG);
    if (reg & CONST_FLAG && reg != NO_REGISTER)
        return code->first_const + (reg & ~CONST_FLAG);
    return reg;
}

static bool is_register(OpField kind) {
    return kind == DST || kind == REG || kind == KEEP || kind == ARGS;
}

static void number_registers(Code *code) {
    for (uint32_t k = 0; k < code->code.len; k++) {
        Instr *i = &code->code.at[k];
        uint32_t *at[3] = {&i->a, &i->b, &i->c};
        for (int f = 0; f < 3; f++)
            if (is_register(op_field(i->op, (uint32_t)f + 1)))
                *at[f] = final_register(code, *at[f]);
    }
    for (uint32_t k = 0; k < code->path_registers.len; k++)
        code->path_registers.at[k] = final_register(code, code->path_registers.at[k]);
    for (uint32_t k = 0; k < code->steps.len; k++)
        if (code->steps.at[k].dynamic)
            code->steps.at[k].first = final_register(code, code->steps.at[k].first);
    for (uint32_t k = 0; k < code->loops.len; k++)
        code->loops.at[k].state = final_register(code, code->loops.at[k].state);
}

/* ---- a function */

static bool add_variables(Compiler *c, const ScriptScope *scope, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        TRY(vec_push(&c->in->env, &c->code->variables, scope->slots.at[k].name));
    return true;
}

static bool lay_out(Compiler *c, const ScriptScope *scope) {
    Code *code = c->code;
    code->n_vars = c->function->node ? c->entry->own : scope->slots.len;
    TRY(add_variables(c, scope, code->n_vars));
    if (c->function->node && c->function->node->kind == SN_FUNCTION)
        for (const FunctionEntry *e = c->entry->parent; e; e = e->parent) {
            TRY(add_variables(c, &e->function->scope, e->own));
            c->shared = true;
        }
    code->first_const = code->variables.len;
    return true;
}

/* Can a call change a variable of this function? */
static bool shares(const ScriptNode *node) {
    if (!node)
        return false;
    if (node->kind == SN_GLOBAL || node->kind == SN_PERSISTENT)
        return true;
    if (node->kind == SN_FUNCTION || node->kind == SN_ANONYMOUS)
        return false;
    for (uint32_t k = 0; k < node->n_items; k++)
        if (shares(node->items[k]))
            return true;
    return shares(node->a) || shares(node->b) || shares(node->c);
}

static void compile_defaults(Compiler *c) {
    for (uint32_t k = 0; k < c->function->n_params; k++) {
        const ScriptNode *p = c->function->params[k];
        if (p->kind != SN_PARAMETER || !p->a)
            continue;
        Jumps given = {0};
        jump_add(c, &given, emit(c, OP_DEFAULT, 0, compile_variable(c, p), 0, 0));
        compile_into(c, p->a, compile_variable(c, p), USE_ASSIGN);
        jump_here(c, &given);
    }
}

static bool gives_list(const ScriptNode *node) {
    return node_is_list(node) || node->kind == SN_INDEX || node->kind == SN_NAME;
}

static void compile_body(Compiler *c) {
    const ScriptNode *body = c->function->body;
    if (c->function->node && c->function->node->kind == SN_ANONYMOUS) {
        c->place = body->place;
        if (gives_list(body)) {
            emit(c, OP_LIST_OPEN, 0, 0, 0, 0);
            compile_list(c, body, WANT_CALLER);
            emit(c, OP_RETURN_LIST, 0, 0, 0, 0);
        } else {
            emit(c, OP_RETURN_VALUE, 0, compile_operand(c, body), 0, 0);
        }
        return;
    }
    compile_defaults(c);
    if (!c->function->node && c->entry->unit->gives && body->n_items &&
        body->items[body->n_items - 1]->kind == SN_EVALUATE) {
        for (uint32_t k = 0; k + 1 < body->n_items; k++)
            compile_statement(c, body->items[k]);
        emit(c, OP_LIST_OPEN, 0, 0, 0, 0);
        compile_list(c, body->items[body->n_items - 1]->a, WANT_CALLER);
        emit(c, OP_RETURN_LIST, 0, 0, 0, 0);
        return;
    }
    compile_block(c, body);
    emit(c, OP_RETURN, 0, 0, 0, 0);
}

bool code_compile(Interp *in, ScriptNames *names, FunctionEntry *entry, const ScriptScope *scope,
                  Code **out) {
    Code *code = interp_alloc(in, sizeof *code);
    if (!code)
        return false;
    memset(code, 0, sizeof *code);
    code->entry = entry;
    code->name = entry->function->name;
    Compiler c = {.in = in,
                  .names = names,
                  .entry = entry,
                  .function = entry->function,
                  .code = code,
                  .want = NO_REGISTER};
    NameId ans = script_find_name(names, "ans", 3);
    c.ans = script_scope_find(scope, ans);
    c.shared =
        entry->function->dynamic || entry->function->n_nested || shares(entry->function->body);
    c.failed = !lay_out(&c, scope);
    if (!c.failed)
        compile_body(&c);
    index_free(in->env.allocator, &c.scalars);
    if (c.failed) {
        code_free(in, code);
        return in->failure.set ? false : interp_fail_raw(in);
    }
    code->variable_sites = interp_alloc(in, sizeof(CallSite) * code->variables.len);
    if (!code->variable_sites) {
        code_free(in, code);
        return false;
    }
    memset(code->variable_sites, 0, sizeof(CallSite) * code->variables.len);
    for (uint32_t k = 0; k < code->variables.len; k++)
        code->variable_sites[k].name = code->variables.at[k];
    code->first_temp = code->first_const + code->scalars.len;
    code->n_registers = code->first_temp + c.most_temps;
    number_registers(code);
    *out = code;
    return true;
}

void code_free(Interp *in, Code *code) {
    if (!code)
        return;
    const frit_allocator *allocator = in->env.allocator;
    value_drop_all(in, code->constants.at, code->constants.len);
    machine_forget_loops(in, code);
    for (uint32_t k = 0; k < code->loops.len; k++)
        loop_site_free(in, &code->loops.at[k].site);
    vec_free(allocator, &code->code);
    vec_free(allocator, &code->places);
    vec_free(allocator, &code->scalars);
    vec_free(allocator, &code->constants);
    vec_free(allocator, &code->sites);
    vec_free(allocator, &code->functions);
    vec_free(allocator, &code->function_names);
    vec_free(allocator, &code->steps);
    vec_free(allocator, &code->path_registers);
    vec_free(allocator, &code->paths);
    vec_free(allocator, &code->guards);
    vec_free(allocator, &code->loops);
    vec_free(allocator, &code->statements);
    if (code->variable_sites)
        interp_release(in, code->variable_sites, sizeof(CallSite) * code->variables.len);
    vec_free(allocator, &code->variables);
    interp_release(in, code, sizeof *code);
}

const char *code_variable(const Code *code, const ScriptNames *names, uint32_t reg) {
    return reg < code->first_const ? script_name_text(names, code->variables.at[reg]) : NULL;
}
