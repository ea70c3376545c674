/* What the files of the public interface share. */
#ifndef FRIT_API_API_H
#define FRIT_API_API_H

#include "ir/program.h"

struct frit_context {
    frit_allocator allocator;
};

/* The status of a call: error->status when it failed, FRIT_OK (with a clean error) when not. */
frit_status api_status(const Env *env, bool ok);
/* "program entry of this module", by name; NULL is the last one. Fails with FRIT_ERR_ARGUMENT. */
bool api_program(Env *env, const Module *m, const char *name, ProgId *out);

#endif
