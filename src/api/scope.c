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

/*
 * Ends the scopes inside of the first `outer` ones. Arrays leave them one by one, always the innermost: what is
 * released may make others, and may begin and end scopes. What it begins and leaves open is inside of
 * what is ended here, and is ended too.
 */
static void end_inside(Recorder *r, uint32_t outer) {
    r->ending++;
    while (r->scopes.len > outer) {
        frit_array *a = r->scopes.at[r->scopes.len - 1];
        if (a) {
            array_leave_scope(a);
            frit_array_free(a);
        } else {
            r->scopes.len--;
        }
    }
    r->ending--;
}

void scopes_end(Recorder *r) {
    end_inside(r, 0);
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
    end_inside(r, r->scopes.len - 1);
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
