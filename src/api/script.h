/* What the files of the public interface of scripts share. */
#ifndef FRIT_API_SCRIPT_H
#define FRIT_API_SCRIPT_H

#include "api/host.h"
#include "frit/script.h"
#include "front/script/vm/vm.h"

/* A session and the values of it that the host has: the last of them frees it. */
struct frit_script {
    Session *session;
    frit_context *context; /* lent, or own */
    frit_allocator allocator;
    uint32_t refs; /* the host's, while it is open, and one of each value */
    bool own_context, closed;
};

struct frit_value {
    frit_script *script;
    uint32_t refs;
    Value value; /* a reference */
};

/* An env over the host's error, or a scratch. */
Env script_env(const frit_script *script, frit_error *error, frit_error *scratch);
void script_release(frit_script *script);
/* The failure of the interpreter becomes the host's error. */
frit_status script_failure(frit_script *script, frit_status status, Env *env);
/* Takes the value over, also on failure. */
frit_status script_give(frit_script *script, Value v, frit_value **out, Env *env);

#endif
