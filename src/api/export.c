/* Plans as C that needs no frit. */
#include "emit/c/export/export.h"

#include "api/api.h"

frit_status frit_export(const frit_plan *plan, const frit_export_options *options,
                        frit_text *source, frit_text *header, frit_error *error) {
    frit_error scratch;
    if (!plan || !source)
        return api_missing(error, FRIT_STAGE_EMIT, plan ? "source" : "plan");
    Env env = env_make(&plan->report.allocator, error, &scratch);
    frit_export_options all;
    env.error->stage = FRIT_STAGE_EMIT;
    if (!api_options(&env, frit_export_options, options, &all))
        return api_status(&env, false);
    Str text = str_make(&env), declaration = str_make(&env);
    ExportOptions how = {all.function_name, all.header_name, all.openmp};
    bool ok = export_plan(&env, plan->plan, &how, &text, &declaration) && str_finish(&text, source);
    if (ok && header && !str_finish(&declaration, header)) {
        env_free(env.allocator, source->data, source->cap);
        *source = (frit_text){0};
        ok = false;
    }
    if (!ok)
        str_free(&text);
    if (!ok || !header)
        str_free(&declaration);
    return api_status(&env, ok);
}
