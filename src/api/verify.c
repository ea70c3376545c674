#include "api/verify.h"

#include <string.h>

#include "pipeline/pipeline.h"

struct Verifier {
    frit_allocator allocator;
    const Plan *fused;
    Plan *unfused;
    Machine *machine;
    BoundCache fused_cache, unfused_cache; /* for row-major outputs */
    char **results;                        /* of the fused run, then of the unfused one */
};

static size_t results_size(const Plan *plan) {
    return (2 * (size_t)plan->outputs.len + 1) * sizeof(char *);
}

Verifier *verifier_new(Env *env, const Plan *fused, Machine *machine) {
    Verifier *v = env_new(env, sizeof *v);
    if (!v)
        return NULL;
    v->allocator = *env->allocator;
    v->fused = fused;
    v->machine = machine;
    v->results = env_new(env, results_size(fused));
    Module *module = v->results ? module_clone(env, fused->module) : NULL;
    /* The program has been rewritten as its numerics allow; doing so again changes nothing. */
    v->unfused =
        module ? pipeline_plan(
                     env, module, fused->source, FRIT_STRICT,
                     &(PlanOptions){.no_fusion = true, .limits = &fused->limits, .again = fused})
               : NULL;
    if (v->unfused)
        return v;
    module_free(module);
    verifier_free(v);
    return NULL;
}

void verifier_free(Verifier *v) {
    if (!v)
        return;
    frit_allocator allocator = v->allocator;
    cache_free(&v->fused_cache);
    cache_free(&v->unfused_cache);
    env_free(&allocator, v->results, results_size(v->fused));
    if (v->unfused)
        plan_free(v->unfused);
    env_free(&allocator, v, sizeof *v);
}

/* ---- comparing */

static uint64_t output_bytes(const Verifier *v, const Bound *bound, uint32_t k) {
    const Buffer *buffer = &v->fused->buffers.at[v->fused->outputs.at[k]];
    const int64_t *shape = bound_output_shape(bound, k);
    uint64_t bytes = buffer->elem_size;
    for (uint32_t axis = 0; axis < buffer->rank; axis++)
        bytes *= (uint64_t)shape[axis];
    return bytes;
}

/* Bytes of an element, highest first, as people write numbers. */
static void show_bytes(char *out, const char *at, uint32_t size) {
    static const char digits[] = "0123456789abcdef";
    for (uint32_t k = size < 16 ? size : 16; k-- > 0;) {
        *out++ = digits[(unsigned char)at[k] >> 4];
        *out++ = digits[(unsigned char)at[k] & 15];
    }
    *out = '\0';
}

static bool fail_mismatch(Env *env, const Verifier *v, uint32_t k, uint64_t element, const char *x,
                          const char *y) {
    const Plan *plan = v->fused;
    const Program *p = plan->module->programs.at[plan->program];
    const Buffer *buffer = &plan->buffers.at[plan->outputs.at[k]];
    char fused[33], unfused[33];
    show_bytes(fused, x, buffer->elem_size);
    show_bytes(unfused, y, buffer->elem_size);
    error_at_program(env, plan->module, p);
    return env_fail(env, FRIT_ERR_MISMATCH, FRIT_STAGE_RUN,
                    "output %u (%s): element %llu is 0x%s fused and 0x%s step by step", k,
                    strings_get(&plan->module->strings, p->vars.at[p->outputs.at[k]].name),
                    (unsigned long long)element, fused, unfused);
}

/* Which NaN a step gives is not specified: element_same. */
static bool compare_bytes(Env *env, const Verifier *v, uint32_t k, uint64_t bytes, const char *x,
                          const char *y) {
    const Types *types = &v->fused->module->types;
    const Buffer *buffer = &v->fused->buffers.at[v->fused->outputs.at[k]];
    TypeId elem = type_elem(types, buffer->type);
    if (memcmp(x, y, bytes) == 0)
        return true;
    for (uint64_t at = 0; at < bytes; at += buffer->elem_size)
        if (!element_same(types, elem, x + at, y + at))
            return fail_mismatch(env, v, k, at / buffer->elem_size, x + at, y + at);
    return true;
}

/* Of two runs' results, where the host can read them. */
static bool compare_output(Env *env, const Verifier *v, const Bound *bound, uint32_t k) {
    Device *device = v->machine->device;
    char *const at[] = {v->results[k], v->results[v->fused->outputs.len + k]};
    uint64_t bytes = output_bytes(v, bound, k);
    char *x = device_map(env, device, at[0], bytes);
    char *y = x ? device_map(env, device, at[1], bytes) : NULL;
    bool ok = y && compare_bytes(env, v, k, bytes, x, y);
    device_unmap(device, at[0], x, bytes);
    device_unmap(device, at[1], y, bytes);
    return ok;
}

static bool compare(Env *env, const Verifier *v, const Bound *bound) {
    for (uint32_t k = 0; k < v->fused->outputs.len; k++)
        TRY(compare_output(env, v, bound, k));
    return true;
}

/* ---- running */

static void give_results(Verifier *v, const Bound *bound, uint32_t n) {
    Device *device = v->machine->device;
    for (uint32_t k = 0; k < n; k++)
        device->kind->give(device, v->results[k],
                           output_bytes(v, bound, k % v->fused->outputs.len));
}

bool verifier_run(Env *env, Verifier *v, Bound *bound, const Layout *inputs, char *const *in,
                  char *const *out) {
    Device *device = v->machine->device;
    uint32_t n = v->fused->outputs.len, taken = 0;
    unsigned long since = atomic_load(&v->machine->cancels);
    bound_copied_start(bound);
    Bound *fused = cache_find(env, &v->fused_cache, v->fused, v->machine, inputs, NULL);
    TRY(fused);
    Bound *unfused = cache_find(env, &v->unfused_cache, v->unfused, v->machine, inputs, NULL);
    TRY(unfused);
    bound_set_compile(fused, bound_compile(bound));
    bound_set_compile(unfused, bound_compile(bound));
    bound_set_stop(fused, bound_stop(bound));
    bound_set_stop(unfused, bound_stop(bound));
    while (taken < 2 * n &&
           (v->results[taken] = device->kind->take(env, device, output_bytes(v, fused, taken % n))))
        taken++;
    bool ok = taken == 2 * n && bound_run(env, fused, in, v->results, NULL) &&
              bound_run(env, unfused, in, v->results + n, NULL) && compare(env, v, fused);
    /* Each run alone does not see what was asked for between the two. */
    if (ok && atomic_load(&v->machine->cancels) != since)
        ok = env_fail(env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
    for (uint32_t k = 0; ok && k < n; k++)
        ok = bound_copy_out(env, bound, k, out[k], v->results[k]);
    give_results(v, fused, taken);
    return ok;
}
