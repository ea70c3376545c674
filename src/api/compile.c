/* From text to a call, through all stages. */
#include "api/api.h"

static frit_status compile(const frit_context *context, const frit_module *parsed,
                           const frit_compile_options *o, frit_call **out, frit_error *error) {
    frit_module *typed;
    frit_plan *plan = NULL;
    frit_status status = frit_module_infer(parsed, o->program, o->input_types, o->input_count,
                                           o->infer, &typed, error);
    if (status == FRIT_OK)
        status = frit_plan_new(context, typed, NULL, o->plan, &plan, error);
    if (status == FRIT_OK)
        status = frit_call_new(context, plan, out, error);
    if (status == FRIT_OK)
        status = frit_call_compile(*out, o->compile, error);
    if (status != FRIT_OK) {
        frit_call_free(*out);
        *out = NULL;
    }
    frit_plan_free(plan); /* the call has a reference */
    frit_module_free(typed);
    return status;
}

frit_status frit_compile(const frit_context *context, const char *text, size_t len,
                         const frit_compile_options *options, frit_call **out, frit_error *error) {
    frit_compile_options all;
    frit_error scratch;
    frit_module *parsed;
    if (!out || !context)
        return api_missing(error, FRIT_STAGE_NONE, out ? "context" : "out");
    Env env = env_make(&context->allocator, error, &scratch);
    *out = NULL;
    if (!api_options(&env, frit_compile_options, options, &all))
        return api_status(&env, false);
    frit_status status = frit_module_parse(context, text, len, &parsed, error);
    if (status != FRIT_OK)
        return status;
    status = compile(context, parsed, &all, out, error);
    frit_module_free(parsed);
    return status;
}
