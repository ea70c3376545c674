/* Building programs call by call. */
#include <string.h>

#include "api/api.h"
#include "base/utf8.h"
#include "ir/check.h"
#include "ir/text.h"

struct frit_builder {
    Module *module;
    Program *program;
    frit_error error; /* the first one sticks: its status is not FRIT_OK from then on */
    bool spent;
    VEC(VarId) operands;
};

static bool failed(const frit_builder *b) {
    return !b || b->error.status != FRIT_OK || b->spent;
}

static Env builder_env(frit_builder *b) {
    Env env = {&b->module->allocator, &b->error};
    b->error.stage = FRIT_STAGE_BUILD;
    return env;
}

/* Keeps an error that a piece of text in a call gave, without the place in that text. */
static frit_var give_up(frit_builder *b) {
    b->error.stage = FRIT_STAGE_BUILD;
    b->error.line = b->error.column = 0;
    return FRIT_NO_VAR;
}

static bool intern(frit_builder *b, Env *env, const char *name, StrId *out) {
    *out = NO_STR;
    if (name && !utf8_is_name(name, strlen(name)))
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "a name must be UTF-8");
    return !name || strings_add(env, &b->module->strings, name, strlen(name), out);
}

/* A missing string is an empty one, which nothing is called. */
static const char *text_or_empty(const char *text) {
    return text ? text : "";
}

frit_builder *frit_builder_new(frit_module *module, const char *name) {
    frit_error scratch;
    if (!module)
        return NULL;
    name = text_or_empty(name);
    Env env = env_make(&module->allocator, NULL, &scratch);
    StrId id;
    frit_builder *b = env_new(&env, sizeof *b);
    if (!b)
        return NULL;
    b->module = module;
    bool text = utf8_is_name(name, strlen(name));
    if (strings_add(&env, &module->strings, text ? name : "", text ? strlen(name) : 0, &id) &&
        (b->program = program_new(&env, id))) {
        if (id == NO_STR || module_find(module, id) != NO_PROGRAM) {
            Env own = builder_env(b);
            env_set_error(&own, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD,
                          id == NO_STR ? "a program needs a name in UTF-8"
                                       : "the module already has a program called %s",
                          name);
        }
        return b;
    }
    frit_builder_free(b);
    return NULL;
}

void frit_builder_free(frit_builder *b) {
    if (!b)
        return;
    const frit_allocator *allocator = &b->module->allocator;
    program_free(allocator, b->program);
    vec_free(allocator, &b->operands);
    env_free(allocator, b, sizeof *b);
}

void frit_builder_type_param(frit_builder *b, const char *name) {
    StrId id;
    if (failed(b))
        return;
    Env env = builder_env(b);
    if (b->program->vars.len || b->program->type_params.len == MAX_TYPE_PARAMS)
        env_set_error(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD,
                      "type parameters come before the inputs, at most %d of them",
                      MAX_TYPE_PARAMS);
    else if (!intern(b, &env, name, &id) || !vec_push(&env, &b->program->type_params, id))
        give_up(b);
}

frit_var frit_builder_input(frit_builder *b, const char *name, const char *type) {
    StrId id;
    TypeId type_id = NO_TYPE;
    VarId var;
    if (failed(b))
        return FRIT_NO_VAR;
    Env env = builder_env(b);
    if (b->program->instrs.len) {
        env_set_error(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "inputs come before instructions");
        return FRIT_NO_VAR;
    }
    if ((type && !text_type(&env, b->module, b->program, type, &type_id)) ||
        !intern(b, &env, name, &id) ||
        !program_input(&env, b->module, b->program, id, type_id, &var))
        return give_up(b);
    return var;
}

static bool check_operands(frit_builder *b, Env *env, const frit_var *inputs, uint32_t n) {
    if (n && !inputs)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "the operands are missing");
    for (uint32_t k = 0; k < n; k++)
        if (inputs[k] >= b->program->vars.len)
            return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD,
                            "operand %u is variable %u, and there are only %u", k + 1, inputs[k],
                            b->program->vars.len);
    return true;
}

/* How many results an instruction has: one, or as many as the programs it runs say. */
static uint32_t result_count(const Module *m, const OpInfo *info, const Attrs *attrs) {
    if (!(info->flags & OPF_CONTROL))
        return 1;
    for (unsigned k = 0; k < MAX_ATTRS && info->attrs[k].kind != ATTR_END; k++) {
        int64_t word = attrs->word[k];
        /* A loop carries as many values as it says; others return what the first program does. */
        if (info->rule == RULE_FOR || info->rule == RULE_WHILE) {
            if (info->attrs[k].kind == ATTR_INT)
                return word > 0 && word <= UINT16_MAX ? (uint32_t)word : 0;
        } else if (info->attrs[k].kind == ATTR_PROGRAM && word != ATTR_ABSENT) {
            return m->programs.at[word]->outputs.len;
        }
    }
    return 0;
}

static bool append(frit_builder *b, Env *env, Op op, const VarId *inputs, uint32_t n,
                   const Attrs *attrs, const char *const *names, VarId *out) {
    uint32_t n_out = result_count(b->module, op_info(op), attrs);
    TRY(program_instr(env, b->program, op, inputs, n, attrs, n_out, NULL, (Loc){0, 0}, out));
    for (uint32_t k = 0; names && k < n_out; k++) {
        StrId id;
        TRY(intern(b, env, names[k], &id));
        TRY(id == NO_STR || program_name_var(env, b->module, b->program, *out + k, id));
    }
    return true;
}

frit_var frit_builder_op(frit_builder *b, const char *op_name, const frit_var *inputs,
                         uint32_t input_count, const char *attrs_text,
                         const char *const *result_names) {
    Attrs attrs;
    VarId out;
    if (failed(b))
        return FRIT_NO_VAR;
    Env env = builder_env(b);
    op_name = text_or_empty(op_name);
    Op op = op_from_name(op_name, strlen(op_name));
    if (op == OP_NONE) {
        env_set_error(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "there is no op called %s",
                      op_name);
        return FRIT_NO_VAR;
    }
    if (!check_operands(b, &env, inputs, input_count) ||
        !text_attrs(&env, b->module, b->program, op, attrs_text ? attrs_text : "", &attrs) ||
        !append(b, &env, op, inputs, input_count, &attrs, result_names, &out))
        return give_up(b);
    return out;
}

frit_var frit_builder_literal(frit_builder *b, const char *literal, const char *name) {
    Literal value;
    VarId out;
    StrId id;
    if (failed(b))
        return FRIT_NO_VAR;
    Env env = builder_env(b);
    if (!text_literal(&env, b->module, b->program, text_or_empty(literal), &value) ||
        !program_const(&env, b->program, &value, NO_TYPE, (Loc){0, 0}, &out) ||
        !intern(b, &env, name, &id) ||
        (id != NO_STR && !program_name_var(&env, b->module, b->program, out, id)))
        return give_up(b);
    return out;
}

/* The callee's input that argument k is for, or NO_VAR. */
static VarId input_slot(const Module *m, const Program *callee, const char *keyword, uint32_t k) {
    if (!keyword)
        return k < callee->n_inputs ? k : NO_VAR;
    StrId id = strings_find(&m->strings, keyword, strlen(keyword));
    VarId slot = id == NO_STR ? NO_VAR : program_find_var(callee, id);
    return slot < callee->n_inputs ? slot : NO_VAR;
}

/* Puts the arguments into b->operands in the order of the callee's inputs. */
static bool order_arguments(frit_builder *b, Env *env, const Program *callee,
                            const frit_var *inputs, const char *const *keywords, uint32_t n) {
    const char *callee_name = strings_get(&b->module->strings, callee->name);
    b->operands.len = 0;
    for (uint32_t k = 0; k < callee->n_inputs; k++)
        TRY(vec_push(env, &b->operands, NO_VAR));
    for (uint32_t k = 0; k < n; k++) {
        const char *keyword = keywords ? keywords[k] : NULL;
        VarId slot = input_slot(b->module, callee, keyword, k);
        if (slot == NO_VAR && keyword)
            return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "%s has no input called %s",
                            callee_name, keyword);
        if (slot == NO_VAR)
            return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "%s has no input number %u",
                            callee_name, k);
        if (b->operands.at[slot] != NO_VAR)
            return env_fail(
                env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "input %s of %s is given twice",
                strings_get(&b->module->strings, callee->vars.at[slot].name), callee_name);
        b->operands.at[slot] = inputs[k];
    }
    return n == callee->n_inputs ||
           env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "%s has %u inputs and is given %u",
                    callee_name, callee->n_inputs, n);
}

frit_var frit_builder_call(frit_builder *b, const char *callee, const frit_var *inputs,
                           const char *const *keywords, uint32_t input_count,
                           const char *const *result_names) {
    Attrs attrs = attrs_none();
    VarId out;
    ProgId id;
    if (failed(b))
        return FRIT_NO_VAR;
    Env env = builder_env(b);
    if (!api_program(&env, b->module, text_or_empty(callee), &id) ||
        !check_operands(b, &env, inputs, input_count) ||
        !order_arguments(b, &env, b->module->programs.at[id], inputs, keywords, input_count))
        return give_up(b);
    attrs.word[AT_CALLEE] = id;
    /* What this function is for. */
    if (!append(b, &env, OP_call, b->operands.at, b->operands.len, &attrs, result_names, &out))
        return give_up(b);
    return out;
}

void frit_builder_output(frit_builder *b, frit_var var) {
    if (failed(b))
        return;
    Env env = builder_env(b);
    if (check_operands(b, &env, &var, 1) && !program_output(&env, b->program, var))
        give_up(b);
}

void frit_builder_name(frit_builder *b, frit_var var, const char *name) {
    StrId id;
    if (failed(b))
        return;
    Env env = builder_env(b);
    if (check_operands(b, &env, &var, 1) &&
        (!intern(b, &env, name, &id) || !program_name_var(&env, b->module, b->program, var, id)))
        give_up(b);
}

frit_status frit_builder_finish(frit_builder *b, uint32_t *program, frit_error *error) {
    frit_error scratch;
    ProgId id;
    if (!b)
        return api_missing(error, FRIT_STAGE_BUILD, "builder");
    if (!failed(b)) {
        Env env = builder_env(b);
        if (check_built_program(&env, b->module, b->program, b->module->programs.len) &&
            module_add(&env, b->module, b->program, &id)) {
            b->program = NULL;
            if (program)
                *program = id;
        }
    } else if (b->spent) {
        Env env = builder_env(b);
        env_set_error(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_BUILD, "the builder was finished before");
    }
    b->spent = true;
    *(error ? error : &scratch) = b->error;
    if (b->error.status == FRIT_OK && error)
        memset(error, 0, sizeof *error);
    return b->error.status;
}

frit_status frit_module_declare(frit_module *module, const char *text, frit_error *error) {
    frit_error scratch;
    if (!module)
        return api_missing(error, FRIT_STAGE_BUILD, "module");
    Env env = env_make(&module->allocator, error, &scratch);
    text = text_or_empty(text);
    return api_status(&env, text_declare(&env, module, text, strlen(text)));
}
