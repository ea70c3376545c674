/* Compiled kernels and their cache, as the public interface shows them. */
#include <inttypes.h>
#include <stdio.h>

#include "api/api.h"
#include "pipeline/pipeline.h"
#include "run/cache/store.h"
#include "run/bind/engines.h"
#include "run/tier/tier.h"

/* The machine if there is one already. */
static Machine *known_machine(const frit_context *context) {
    return !context ? NULL : atomic_load_explicit(&context->state->machine, memory_order_acquire);
}

const char *frit_compile_name(frit_compile_policy policy) {
    return tier_policy_name(policy);
}

bool frit_compile_from_name(const char *name, frit_compile_policy *out) {
    return name && out && tier_policy_named(name, out);
}

void frit_context_wait(const frit_context *context) {
    Machine *machine = known_machine(context);
    if (machine)
        store_wait(machine->device->store);
}

void frit_context_stop(const frit_context *context) {
    Machine *machine = known_machine(context);
    if (machine)
        store_stop(machine->device->store);
}

frit_status frit_context_llvm(const frit_context *context, char *buffer, size_t size,
                              frit_error *error) {
    frit_error scratch;
    if (!context || (size && !buffer))
        return api_missing(error, FRIT_STAGE_RUN, context ? "buffer" : "context");
    Env env = env_make(&context->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_RUN;
    if (size)
        buffer[0] = '\0';
    Machine *machine = api_machine(&env, context);
    return api_status(&env, machine &&
                                store_compiler_version(&env, machine->device->store, buffer, size));
}

frit_status frit_context_llvm_file(const frit_context *context, char *buffer, size_t size,
                                   unsigned *major, frit_error *error) {
    frit_error scratch;
    if (!context || (size && !buffer))
        return api_missing(error, FRIT_STAGE_RUN, context ? "buffer" : "context");
    Env env = env_make(&context->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_RUN;
    Machine *machine = api_machine(&env, context);
    const CompilerPlace *place =
        machine ? store_compiler_place(&env, machine->device->store) : NULL;
    if (size)
        snprintf(buffer, size, "%s", place ? place->path : "");
    if (major)
        *major = place ? place->major : 0;
    return api_status(&env, place);
}

/* ---- the cache */

frit_cache_info frit_cache_describe(const frit_context *context) {
    frit_error error;
    Env env = env_make(context ? &context->allocator : NULL, NULL, &error);
    Machine *machine = context ? api_machine(&env, context) : NULL;
    if (!machine)
        return (frit_cache_info){0};
    StoreStats s = store_stats(machine->device->store);
    return (frit_cache_info){.directory = store_directory(machine->device->store),
                             .memory_hits = s.memory_hits,
                             .disk_hits = s.disk_hits,
                             .pack_hits = s.pack_hits,
                             .misses = s.misses,
                             .compiled = s.compiled,
                             .failed = s.failed,
                             .compile_ns = s.compile_ns,
                             .rejected = s.rejected,
                             .published = s.published,
                             .publish_fails = s.publish_fails,
                             .evicted = s.evicted,
                             .disk_evicted = s.disk_evicted,
                             .held_bytes = s.held_bytes,
                             .held_kernels = s.held_kernels,
                             .queued = s.queued,
                             .missing = s.missing,
                             .warnings = s.warnings};
}

typedef bool LineFn(CodeStore *store, uint32_t k, char *buffer, size_t size);

static uint64_t missing_of(const StoreStats *stats) {
    return stats->missing;
}

static uint64_t warnings_of(const StoreStats *stats) {
    return stats->warnings;
}

static frit_status put_lines(const frit_context *context, LineFn *line_at,
                             uint64_t (*count)(const StoreStats *), frit_text *out,
                             frit_error *error) {
    frit_error scratch;
    if (!context || !out)
        return api_missing(error, FRIT_STAGE_RUN, context ? "out" : "context");
    Env env = env_make(&context->allocator, error, &scratch);
    char line[512];
    env.error->stage = FRIT_STAGE_RUN;
    Machine *machine = api_machine(&env, context);
    if (!machine)
        return api_status(&env, false);
    Str text = str_make(&env);
    StoreStats stats = store_stats(machine->device->store); /* before: others may add to them */
    uint64_t n = 0;
    for (; n < UINT32_MAX && line_at(machine->device->store, (uint32_t)n, line, sizeof line); n++) {
        str_puts(&text, line);
        str_putc(&text, '\n');
    }
    if (count(&stats) > n)
        str_format(&text, "and %" PRIu64 " more\n", count(&stats) - n);
    return api_status(&env, str_finish(&text, out));
}

frit_status frit_cache_missing(const frit_context *context, frit_text *out, frit_error *error) {
    return put_lines(context, store_missing_label, missing_of, out, error);
}

frit_status frit_cache_warnings(const frit_context *context, frit_text *out, frit_error *error) {
    return put_lines(context, store_warning, warnings_of, out, error);
}

/* ---- code */

/* What the device would have to copy first lies row-major there. */
static void take_layouts(const Device *device, Layout *to, const frit_tensor *from, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) {
        bool there = device_takes(device, from[k].device);
        to[k] = (Layout){from[k].shape, there ? from[k].strides : NULL};
    }
}

/* The plan for arguments of these layouts. The caller frees. */
static Bound *bind(Env *env, const frit_context *context, const Plan *plan,
                   const frit_tensor *inputs, uint32_t n, const frit_tensor *outputs) {
    Machine *machine = api_machine(env, context);
    size_t size = ((size_t)plan->inputs.len + plan->outputs.len + 1) * sizeof(Layout);
    if (n != plan->inputs.len || (n && !inputs)) {
        env_set_error(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "%u inputs for a program that has %u",
                      inputs ? n : 0, plan->inputs.len);
        return NULL;
    }
    Layout *layouts = machine ? env_new(env, size) : NULL;
    if (!layouts)
        return NULL;
    take_layouts(machine->device, layouts, inputs, n);
    if (outputs)
        take_layouts(machine->device, layouts + n, outputs, plan->outputs.len);
    machine_enter(machine);
    Bound *bound = pipeline_bind(env, plan, machine, layouts, outputs ? layouts + n : NULL);
    machine_leave(machine);
    env_free(env->allocator, layouts, size);
    return bound;
}

frit_status frit_plan_explain(const frit_context *context, const frit_plan *plan,
                              const frit_tensor *inputs, uint32_t input_count,
                              const frit_tensor *outputs, frit_report_format format, frit_text *out,
                              frit_error *error) {
    frit_error scratch;
    if (!context || !plan || !out)
        return api_missing(error, FRIT_STAGE_RUN, !context ? "context" : plan ? "out" : "plan");
    Env env = env_make(&context->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_RUN;
    Bound *bound = bind(&env, context, plan->plan, inputs, input_count, outputs);
    uint64_t copied = 0;
    bool ok =
        bound && bound_copies(&env, bound, NULL, NULL, NULL, &copied) &&
        api_bound_report(&env, plan->plan, bound, &(RunFigures){.copied = copied}, format, out);
    bound_free(bound);
    return api_status(&env, ok);
}

frit_status frit_plan_code(const frit_context *context, const frit_plan *plan, uint32_t kernel,
                           const frit_tensor *inputs, uint32_t input_count,
                           const frit_tensor *outputs, frit_code_format format, frit_text *out,
                           frit_error *error) {
    frit_error scratch;
    if (!context || !plan || !out)
        return api_missing(error, FRIT_STAGE_RUN, !context ? "context" : plan ? "out" : "plan");
    Env env = env_make(&context->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_RUN;
    if (kernel >= plan->report.entries.len || (unsigned)format > FRIT_CODE_CUDA)
        return api_status(&env,
                          env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                                   "there is no kernel number %u, or no code format number %d",
                                   kernel, (int)format));
    Bound *bound = bind(&env, context, plan->plan, inputs, input_count, outputs);
    if (!bound)
        return api_status(&env, false);
    Str text = str_make(&env);
    bool ok = bound_code(&env, bound, &plan->report, kernel, format, &text);
    bound_free(bound);
    if (ok)
        return api_status(&env, str_finish(&text, out));
    str_free(&text);
    return api_status(&env, false);
}
