/* Misuse that can be told: what public functions begin with. */
#include "api/record.h"

frit_status api_missing(frit_error *error, frit_stage stage, const char *what) {
    frit_error scratch;
    Env env = env_make(NULL, error, &scratch);
    return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, stage, "%s is NULL", what));
}

static bool fail_busy(Env *env) {
    return env_fail(
        env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
        "work of this context runs: from within its callbacks nothing that is recorded, "
        "and no array, can be used");
}

bool recorder_is_busy(const frit_context *context) {
    return context->recorder && context->recorder->busy;
}

Recorder *recorder_open(Env *env, frit_context *context, frit_error *error, frit_error *scratch) {
    *env = env_make(context ? &context->allocator : NULL, error, scratch);
    env->error->stage = FRIT_STAGE_RUN;
    if (!context) {
        env_set_error(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "context is NULL");
        return NULL;
    }
    if (recorder_is_busy(context)) {
        fail_busy(env);
        return NULL;
    }
    return recorder_get(env, context);
}

bool array_open(Env *env, const frit_array *a, frit_error *error, frit_error *scratch) {
    *env = env_make(a ? &a->recorder->allocator : NULL, error, scratch);
    env->error->stage = FRIT_STAGE_RUN;
    if (!a)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "the array is NULL");
    if (!a->recorder->context)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "the context of the array was freed: the array can only be freed too");
    return !a->recorder->busy || fail_busy(env);
}
