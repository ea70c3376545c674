/*
 * What every fallible function of the library is given: where memory comes from and where an error
 * goes. A function that fails fills env->error once, returns false (or NULL) and its callers pass
 * that on, so the first and most precise message wins.
 */
#ifndef FRIT_BASE_ENV_H
#define FRIT_BASE_ENV_H

#include "frit/frit.h"

typedef struct Env {
    const frit_allocator *allocator;
    frit_error *error; /* never NULL */
} Env;

/* Passes a failure on. */
#define TRY(expression)    \
    do {                   \
        if (!(expression)) \
            return false;  \
    } while (0)

/* Makes an env over a scratch error when the caller gave none. */
Env env_make(const frit_allocator *allocator, frit_error *error, frit_error *scratch);

/* Nothing is wrong. */
void env_clear_error(const Env *env);
void env_set_error(Env *env, frit_status status, frit_stage stage, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Fills the error; false, in a way that compilers and checkers can see. */
#define env_fail(...) (env_set_error(__VA_ARGS__), false)

/* realloc with sizes. Returns NULL and fills the error on failure; new_size must not be 0. */
void *env_resize(Env *env, void *ptr, size_t old_size, size_t new_size);
void env_free(const frit_allocator *allocator, void *ptr, size_t size);
/* A zeroed object. */
void *env_new(Env *env, size_t size);

#endif
