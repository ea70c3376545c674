/* Options of the host's, which may know less of them than this library does. */
#include <string.h>

#include "api/api.h"

bool api_in_range(Env *env, frit_stage stage, const char *what, int number, int last) {
    return (number >= 0 && number <= last) ||
           env_fail(env, FRIT_ERR_ARGUMENT, stage, "%s number %d", what, number);
}

bool api_options_read(Env *env, const char *name, const void *given, void *to, size_t known) {
    size_t size;
    memset(to, 0, known);
    if (given) {
        memcpy(&size, given, sizeof size);
        if (size == 0)
            return env_fail(env, FRIT_ERR_ARGUMENT, env->error->stage,
                            "%s has a size of 0: it begins with FRIT_SIZED(%s)", name, name);
        if (size > known)
            return env_fail(
                env, FRIT_ERR_ARGUMENT, env->error->stage,
                "%s has a size of %zu, and this library knows %zu bytes of it: the host "
                "was built for a newer one",
                name, size, known);
        if (size % sizeof size != 0)
            return env_fail(env, FRIT_ERR_ARGUMENT, env->error->stage,
                            "%s has a size of %zu, which it never had", name, size);
        memcpy(to, given, size);
    }
    memcpy(to, &known, sizeof known);
    return true;
}
