#include "pipeline/pipeline.h"

#include "infer/check_typed.h"

/* ---- infer */

Module *pipeline_infer(Env *env, const Module *m, ProgId entry, const TypeId *types,
                       const InferOptions *options) {
    if (types)
        return infer_module(env, m, entry, types, options);
    size_t size = ((size_t)m->programs.at[entry]->n_inputs + 1) * sizeof(TypeId);
    TypeId *declared = env_new(env, size); /* NO_TYPE: as declared */
    Module *typed = declared ? infer_module(env, m, entry, declared, options) : NULL;
    env_free(env->allocator, declared, size);
    return typed;
}

/* ---- check, optimise */

static bool check_typed(Env *env, const Module *m) {
    env->error->stage = FRIT_STAGE_OPT; /* which it is for */
    return check_module(env, m, FRIT_CHECK_TYPED);
}

bool pipeline_optimise(Env *env, Module *m, const char *passes, const frit_opt_options *options) {
    return check_typed(env, m) && opt_run(env, m, passes, options);
}

/* ---- check, optimise, plan */

/* Programs behind the one that is planned cannot matter to it. */
static void drop_behind(Module *m, ProgId id) {
    while (m->programs.len > id + 1) {
        Program *p = m->programs.at[--m->programs.len];
        index_remove(&m->by_name, hash_u64(p->name, 0), m->programs.len);
        program_free(&m->allocator, p);
    }
}

Plan *pipeline_plan(Env *env, Module *typed, ProgId program, frit_numerics numerics,
                    const PlanOptions *options) {
    const frit_opt_options passes = {FRIT_SIZED(frit_opt_options), .numerics = numerics};
    StrId name = typed->programs.at[program]->name;
    struct RecipeBook *book = NULL;
    Plan *plan = NULL;
    drop_behind(typed, program);
    if (check_typed(env, typed))
        book = plan_recipes(env, typed, program, options);
    bool ok = book && opt_run(env, typed, NULL, &passes);
    env->error->stage = FRIT_STAGE_PLAN;
    if (ok)
        plan = plan_new(env, typed, module_find(typed, name), numerics, options, book);
    if (!plan)
        plan_recipes_free(env->allocator, book);
    return plan;
}

/* ---- bind */

Bound *pipeline_bind(Env *env, const Plan *plan, Machine *machine, const Layout *inputs,
                     const Layout *outputs) {
    return bound_new(env, plan, machine, inputs, outputs);
}
