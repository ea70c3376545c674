#include "base/env.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Env env_make(const frit_allocator *allocator, frit_error *error, frit_error *scratch) {
    Env env = {allocator, error ? error : scratch};
    env_clear_error(&env);
    return env;
}

void env_clear_error(const Env *env) {
    /* Its texts are long; what stands behind their ends nobody reads. */
    env->error->status = FRIT_OK;
    env->error->stage = FRIT_STAGE_NONE;
    env->error->line = env->error->column = 0;
    env->error->place[0] = env->error->message[0] = '\0';
}

void env_set_error(Env *env, frit_status status, frit_stage stage, const char *format, ...) {
    va_list args;
    va_start(args, format);
    env->error->status = status;
    env->error->stage = stage;
    vsnprintf(env->error->message, sizeof env->error->message, format, args);
    va_end(args);
}

void *env_resize(Env *env, void *ptr, size_t old_size, size_t new_size) {
    void *block = env->allocator->fn(env->allocator->user, ptr, old_size, new_size);
    if (!block)
        env_set_error(env, FRIT_ERR_NOMEM, env->error->stage, "out of memory");
    return block;
}

void env_free(const frit_allocator *allocator, void *ptr, size_t size) {
    if (ptr)
        allocator->fn(allocator->user, ptr, size, 0);
}

void *env_new(Env *env, size_t size) {
    void *object = env_resize(env, NULL, 0, size);
    if (object)
        memset(object, 0, size);
    return object;
}
