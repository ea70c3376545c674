/* Scopes: lists of the arrays that were given out while one was the innermost. */
#include "api/record.h"

static void link_into(frit_array *a, uint32_t scope) {
    frit_array **last = &a->recorder->scopes.at[scope - 1];
    a->scope = scope;
    a->scope_before = *last;
    a->scope_after = NULL;
    if (*last)
        (*last)->scope_after = a;
    *last = a;
}

void array_enter_scope(frit_array *a) {
    link_into(a, a->recorder->scopes.len);
}

void array_leave_scope(frit_array *a) {
    if (a->scope == 0)
        return;
    if (a->scope_after)
        a->scope_after->scope_before = a->scope_before;
    else
        a->recorder->scopes.at[a->scope - 1] = a->scope_before;
    if (a->scope_before)
        a->scope_before->scope_after = a->scope_after;
    a->scope = 0;
}

/* Arrays leave it one by one: what one of them releases may make others. */
static void end_innermost(Recorder *r) {
    uint32_t scope = r->scopes.len;
    while (r->scopes.at[scope - 1]) {
        frit_array *a = r->scopes.at[scope - 1];
        array_leave_scope(a);
        frit_array_free(a);
    }
    r->scopes.len = scope - 1;
}

void scopes_end(Recorder *r) {
    while (r->scopes.len)
        end_innermost(r);
}

frit_status frit_scope_begin(frit_context *context, frit_error *error) {
    frit_error scratch;
    Env env;
    Recorder *r = recorder_open(&env, context, error, &scratch);
    return api_status(&env, r && vec_push(&env, &r->scopes, NULL));
}

frit_status frit_scope_end(frit_context *context, frit_error *error) {
    frit_error scratch;
    Env env;
    Recorder *r = recorder_open(&env, context, error, &scratch);
    if (!r)
        return api_status(&env, false);
    if (r->scopes.len == 0)
        return api_status(&env,
                          env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "no scope is open"));
    end_innermost(r);
    return api_status(&env, true);
}

frit_status frit_scope_keep(frit_array *array, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!array_open(&env, array, error, &scratch))
        return api_status(&env, false);
    array_leave_scope(array);
    return api_status(&env, true);
}
