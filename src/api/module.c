/* Modules, and the calls that hand a module to one stage. */
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "emit/emit.h"
#include "infer/check_typed.h"
#include "ir/binary.h"
#include "ir/text.h"
#include "pipeline/pipeline.h"

void frit_text_free(const frit_context *context, frit_text *text) {
    if (!context || !text)
        return;
    env_free(&context->allocator, text->data, text->cap);
    *text = (frit_text){NULL, 0, 0};
}

frit_status api_status(const Env *env, bool ok) {
    if (!ok)
        return env->error->status;
    env_clear_error(env);
    return FRIT_OK;
}

bool api_program(Env *env, const Module *m, const char *name, ProgId *out) {
    if (!name && m->programs.len) {
        *out = m->programs.len - 1;
        return true;
    }
    StrId id = name ? strings_find(&m->strings, name, strlen(name)) : NO_STR;
    *out = id == NO_STR ? NO_PROGRAM : module_find(m, id);
    if (*out != NO_PROGRAM)
        return true;
    return name ? env_fail(env, FRIT_ERR_ARGUMENT, env->error->stage,
                           "there is no program called %s", name)
                : env_fail(env, FRIT_ERR_ARGUMENT, env->error->stage, "the module has no program");
}

/* ---- making and reading modules */

frit_status frit_module_new(const frit_context *context, frit_module **out, frit_error *error) {
    frit_error scratch;
    if (!context || !out)
        return api_missing(error, FRIT_STAGE_NONE, context ? "out" : "context");
    Env env = env_make(&context->allocator, error, &scratch);
    *out = module_new(&env);
    return api_status(&env, *out != NULL);
}

void frit_module_free(frit_module *module) {
    module_free(module);
}

/* A context, somewhere for the result, and something to read. */
static const char *not_given(const frit_context *context, const void *data, size_t len,
                             const void *out) {
    return !context ? "context" : !out ? "out" : !data && len ? "what is to be read" : NULL;
}

frit_status frit_module_parse(const frit_context *context, const char *text, size_t len,
                              frit_module **out, frit_error *error) {
    frit_error scratch;
    const char *missing = not_given(context, text, len, out);
    if (missing)
        return api_missing(error, FRIT_STAGE_PARSE, missing);
    Env env = env_make(&context->allocator, error, &scratch);
    *out = text_parse(&env, text ? text : "", len);
    return api_status(&env, *out != NULL);
}

frit_status frit_module_decode(const frit_context *context, const void *bytes, size_t len,
                               frit_module **out, frit_error *error) {
    frit_error scratch;
    const char *missing = not_given(context, bytes, len, out);
    if (missing)
        return api_missing(error, FRIT_STAGE_LOAD, missing);
    Env env = env_make(&context->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_LOAD;
    *out = binary_decode(&env, bytes ? bytes : "", len);
    return api_status(&env, *out != NULL);
}

frit_status frit_module_print(const frit_module *module, frit_text *out, frit_error *error) {
    frit_error scratch;
    if (!module || !out)
        return api_missing(error, FRIT_STAGE_NONE, module ? "out" : "module");
    Env env = env_make(&module->allocator, error, &scratch);
    Str text = str_make(&env);
    text_print(&text, module);
    return api_status(&env, str_finish(&text, out));
}

frit_status frit_module_encode(const frit_module *module, frit_text *out, frit_error *error) {
    frit_error scratch;
    if (!module || !out)
        return api_missing(error, FRIT_STAGE_NONE, module ? "out" : "module");
    Env env = env_make(&module->allocator, error, &scratch);
    Str bytes = str_make(&env);
    bool ok = binary_encode(&bytes, module);
    if (!ok)
        str_free(&bytes);
    return api_status(&env, ok && str_finish(&bytes, out));
}

frit_status frit_program_dump(const frit_module *module, uint32_t program, frit_text *out,
                              frit_error *error) {
    frit_error scratch;
    if (!module || !out)
        return api_missing(error, FRIT_STAGE_NONE, module ? "out" : "module");
    Env env = env_make(&module->allocator, error, &scratch);
    Str text = str_make(&env);
    if (program >= module->programs.len)
        return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_NONE,
                                         "there is no program number %u", program));
    text_dump(&text, module, module->programs.at[program]);
    return api_status(&env, str_finish(&text, out));
}

/* ---- stages */

frit_status frit_module_check(const frit_module *module, frit_check_stage stage,
                              frit_error *error) {
    frit_error scratch;
    if (!module)
        return api_missing(error, FRIT_STAGE_CHECK, "module");
    Env env = env_make(&module->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_CHECK;
    if ((unsigned)stage > FRIT_CHECK_FLAT)
        return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_CHECK,
                                         "there is no stage number %d", (int)stage));
    return api_status(&env, check_module(&env, module, stage));
}

/* Reads the input types into a scratch module: the one given is const. */
static bool read_types(Env *env, Module *tables, const Program *p, const char *const *texts,
                       TypeId *out) {
    for (uint32_t i = 0; i < p->n_inputs; i++) {
        out[i] = NO_TYPE;
        if (!texts || !texts[i])
            continue;
        if (!text_type(env, tables, NULL, texts[i], &out[i])) {
            snprintf(env->error->place, sizeof env->error->place,
                     "the type given for input %u of %s", i,
                     strings_get(&tables->strings, p->name));
            env->error->line = env->error->column = 0;
            return false;
        }
    }
    return true;
}

/* Lends `tables` the programs of m, so that ids of both are good in it. */
static Module *infer_with(Env *env, Module *tables, const Module *m, ProgId entry,
                          const char *const *texts, const InferOptions *options) {
    const Program *p = m->programs.at[entry];
    size_t size = ((size_t)p->n_inputs + 1) * sizeof(TypeId);
    TypeId *types = env_new(env, size);
    if (!types)
        return NULL;
    tables->programs.at = m->programs.at;
    tables->programs.len = m->programs.len;
    tables->by_name = m->by_name;
    Module *typed = read_types(env, tables, p, texts, types)
                        ? pipeline_infer(env, tables, entry, types, options)
                        : NULL;
    tables->programs.at = NULL;
    tables->programs.len = 0;
    tables->by_name = (Index){0};
    env_free(env->allocator, types, size);
    return typed;
}

frit_status frit_module_infer(const frit_module *module, const char *entry,
                              const char *const *input_types, uint32_t input_count,
                              const frit_infer_options *options, frit_module **out,
                              frit_error *error) {
    frit_error scratch;
    if (!module || !out)
        return api_missing(error, FRIT_STAGE_INFER, module ? "out" : "module");
    Env env = env_make(&module->allocator, error, &scratch);
    frit_infer_options all;
    ProgId id;
    *out = NULL;
    env.error->stage = FRIT_STAGE_INFER;
    if (!api_options(&env, frit_infer_options, options, &all) ||
        !api_in_range(&env, FRIT_STAGE_INFER, "there is no promotion", (int)all.promotion,
                      FRIT_PROMOTE_NUMPY) ||
        !api_program(&env, module, entry, &id))
        return api_status(&env, false);
    InferOptions inner = {all.promotion, all.default_f32};
    if (input_types && input_count != module->programs.at[id]->n_inputs)
        return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_INFER,
                                         "%u input types for a program of %u inputs", input_count,
                                         module->programs.at[id]->n_inputs));
    Module *tables = module_clone_tables(&env, module);
    if (tables)
        *out = infer_with(&env, tables, module, id, input_types, &inner);
    module_free(tables);
    return api_status(&env, *out != NULL);
}

/* Which programs a map runs: what one call gets is decided by the ranks of their inputs. */
static void mark_mapped(const Module *m, bool *mapped) {
    for (uint32_t i = 0; i < m->programs.len; i++) {
        const Program *p = m->programs.at[i];
        for (uint32_t k = 0; k < p->instrs.len; k++)
            if (op_info(p->instrs.at[k].op)->rule == RULE_MAP)
                mapped[attr_word(p, &p->instrs.at[k], AT_CALLEE)] = true;
    }
}

/* Marks the names of extents that attributes mention ("n[0:1]" in a reshape to [n[0:1], 4]). */
static void mark_mentioned(const Program *p, bool *mentioned) {
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        for (unsigned k = 0; i->attr && k < op_attr_count(i->op); k++) {
            uint32_t count = 0;
            if (op_info(i->op)->attrs[k].kind != ATTR_DIMS)
                continue;
            const int64_t *list = attr_list(p, i, k, &count);
            for (uint32_t d = 0; d < count; d++)
                if (DIM_IS_NAME(list[d]))
                    mentioned[DIM_NAME_OF(list[d])] = true;
        }
    }
}

/* Does the type have an extent that is mentioned and that no variable before it had? */
static bool says_extent(const Types *t, TypeId type, bool *mentioned) {
    bool any = false;
    for (unsigned k = 0; type != NO_TYPE && k < type_rank(t, type); k++) {
        Dim dim = type_dims(t, type)[k];
        if (!DIM_IS_NAME(dim) || !mentioned[DIM_NAME_OF(dim)])
            continue;
        mentioned[DIM_NAME_OF(dim)] = false;
        any = true;
    }
    return any;
}

frit_status frit_module_clear_types(frit_module *module, frit_error *error) {
    frit_error scratch;
    if (!module)
        return api_missing(error, FRIT_STAGE_NONE, "module");
    Env env = env_make(&module->allocator, error, &scratch);
    size_t size = (size_t)module->programs.len + module->strings.starts.len + 1;
    bool *mapped = env_new(&env, size);
    if (!mapped)
        return api_status(&env, false);
    bool *mentioned = mapped + module->programs.len;
    mark_mapped(module, mapped);
    for (uint32_t i = 0; i < module->programs.len; i++) {
        Program *p = module->programs.at[i];
        /* The inputs of a generic program say what its type parameters are. */
        bool keep = i + 1 == module->programs.len || mapped[i] || p->type_params.len;
        memset(mentioned, 0, module->strings.starts.len);
        mark_mentioned(p, mentioned);
        for (VarId v = 0; !p->external && v < p->vars.len; v++)
            if (!says_extent(&module->types, p->vars.at[v].type, mentioned) &&
                (v >= p->n_inputs || !keep))
                p->vars.at[v].type = NO_TYPE;
    }
    env_free(&module->allocator, mapped, size);
    return api_status(&env, true);
}

frit_status frit_module_optimize(frit_module *module, const char *passes,
                                 const frit_opt_options *options, frit_error *error) {
    frit_error scratch;
    if (!module)
        return api_missing(error, FRIT_STAGE_OPT, "module");
    Env env = env_make(&module->allocator, error, &scratch);
    frit_opt_options all;
    env.error->stage = FRIT_STAGE_OPT;
    return api_status(
        &env, api_options(&env, frit_opt_options, options, &all) &&
                  api_in_range(&env, FRIT_STAGE_OPT, NO_NUMERICS, (int)all.numerics, FRIT_FAST) &&
                  pipeline_optimise(&env, module, passes, &all));
}

const char *frit_pass_name(uint32_t index) {
    const Pass *pass = pass_at(index);
    return pass ? pass->name : NULL;
}

const char *frit_pass_doc(uint32_t index) {
    const Pass *pass = pass_at(index);
    return pass ? pass->doc : NULL;
}

frit_status frit_module_emit(const frit_module *module, const char *program,
                             const frit_emit_options *options, frit_text *out, frit_error *error) {
    frit_error scratch;
    if (!module || !out)
        return api_missing(error, FRIT_STAGE_EMIT, module ? "out" : "module");
    Env env = env_make(&module->allocator, error, &scratch);
    frit_emit_options all;
    ProgId id;
    env.error->stage = FRIT_STAGE_EMIT;
    if (!api_options(&env, frit_emit_options, options, &all))
        return api_status(&env, false);
    if (!all.dialect)
        return api_status(
            &env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT, "no dialect was named"));
    if (!api_program(&env, module, program, &id))
        return api_status(&env, false);
    Str text = str_make(&env);
    bool ok = emit_source(&text, module, id, all.dialect, all.function_name);
    if (!ok)
        str_free(&text);
    return api_status(&env, ok && str_finish(&text, out));
}

const char *frit_dialect_name(uint32_t index) {
    return emit_dialect_name(index);
}
