/* What the files of the public interface do with arguments, options and errors. */
#ifndef FRIT_API_HOST_H
#define FRIT_API_HOST_H

#include "base/env.h"

/* malloc's. */
frit_allocator api_default_allocator(void);

/* Is it a number of an enum that ends with `last`? what begins the error: "there is no promotion". */
bool api_in_range(Env *env, frit_stage stage, const char *what, int number, int last);

/*
 * Options as this library knows them, from a host that may know less of them, or none at all (NULL): what is not
 * given is 0. New fields come at the end, never into the padding there, which nobody has set.
 */
#define api_options(env, type, given, to)                                                   \
    api_options_read(env, #type, 1 ? (given) : (const type *)NULL, 1 ? (to) : (type *)NULL, \
                     sizeof(type))
bool api_options_read(Env *env, const char *name, const void *given, void *to, size_t known);

/* An argument that must be there is NULL: fills the error (which may be NULL too) with its name. */
frit_status api_missing(frit_error *error, frit_stage stage, const char *what);

/* The status of a call: error->status when it failed, FRIT_OK (with a clean error) when not. */
frit_status api_status(const Env *env, bool ok);
/* The context's own. */
frit_allocator api_allocator(const frit_context *context);

#endif
