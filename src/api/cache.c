/* The cache on disk, as the public interface shows it. */
#include "api/api.h"
#include "run/cache/manage.h"

frit_status frit_cache_each(const frit_context *context, const char *where, frit_cache_fn *each,
                            void *user, frit_error *error) {
    frit_error scratch;
    if (!context || !each)
        return api_missing(error, FRIT_STAGE_NONE, context ? "each" : "context");
    Env env = env_make(&context->allocator, error, &scratch);
    return api_status(&env, manage_each(&env, where, each, user));
}

frit_status frit_cache_folder(const frit_context *context, frit_text *path, uint64_t *cap,
                              frit_error *error) {
    frit_error scratch;
    if (!context || !path || !cap)
        return api_missing(error, FRIT_STAGE_NONE, !context ? "context" : path ? "cap" : "path");
    Env env = env_make(&context->allocator, error, &scratch);
    Str text = str_make(&env);
    if (manage_folder(&env, &text, cap))
        return api_status(&env, str_finish(&text, path));
    str_free(&text);
    return api_status(&env, false);
}

frit_status frit_cache_remove(const frit_context *context, const char *folder,
                              const frit_cache_filter *filter, uint64_t *count, frit_error *error) {
    frit_error scratch;
    if (!context || !count)
        return api_missing(error, FRIT_STAGE_NONE, context ? "count" : "context");
    Env env = env_make(&context->allocator, error, &scratch);
    frit_cache_filter all;
    return api_status(&env, api_options(&env, frit_cache_filter, filter, &all) &&
                                manage_remove(&env, folder, &all, count));
}

frit_status frit_cache_pack(const frit_context *context, const char *folder,
                            const frit_cache_filter *filter, const char *file, uint64_t *count,
                            frit_error *error) {
    frit_error scratch;
    if (!context || !file || !count)
        return api_missing(error, FRIT_STAGE_NONE, !context ? "context" : file ? "count" : "file");
    Env env = env_make(&context->allocator, error, &scratch);
    frit_cache_filter all;
    return api_status(&env, api_options(&env, frit_cache_filter, filter, &all) &&
                                manage_pack(&env, folder, &all, file, count));
}

frit_status frit_cache_unpack(const frit_context *context, const char *file, const char *folder,
                              uint64_t *count, uint64_t *refused, frit_error *error) {
    frit_error scratch;
    if (!context || !file || !count || !refused)
        return api_missing(error, FRIT_STAGE_NONE,
                           !context ? "context"
                           : !file  ? "file"
                           : count  ? "refused"
                                    : "count");
    Env env = env_make(&context->allocator, error, &scratch);
    return api_status(&env, manage_unpack(&env, file, folder, count, refused));
}
