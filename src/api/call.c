/* Prepared calls: a plan bound to the shapes it was last run with. */
#include <string.h>

#include "api/api.h"
#include "api/verify.h"
#include "pipeline/pipeline.h"

struct frit_call {
    frit_allocator allocator;
    frit_plan *source; /* of plan; a reference */
    const Plan *plan;
    Machine *machine;   /* a reference */
    atomic_uint state;  /* CALL_RUNNING, CALL_DOOMED */
    Verifier *verifier; /* NULL: not wanted */
    uint32_t n_in, n_out;
    Layout *layouts; /* of inputs, then of outputs */
    char **pointers; /* the same */
    bool *fresh;     /* by output: see frit_call_fresh */
    bool on_host;    /* it runs in the host's memory, and is over when its functions return */
    /* Of a call on a device whose memory the host cannot address; NULL: the host can. By argument; and by output:
     * fresh in the run in progress, as those are which are copied to the host. */
    Carried *carried;
    bool *fresh_there;
    BoundCache cache;
    uint64_t copied;             /* bytes, by the last run */
    ReportTime *times;           /* by kernel; NULL: it is not profiled */
    frit_compile_policy compile; /* what was asked for of this call */
};

/* Somebody runs it: a callback of the host may be on the stack, or another thread at work. Freed meanwhile,
 * it goes when that ends. */
enum { CALL_RUNNING = 1, CALL_DOOMED = 2 };

/* ---- bounds that were used before */

Bound *cache_find(Env *env, BoundCache *cache, const Plan *plan, Machine *machine,
                  const Layout *inputs, const Layout *outputs) {
    uint32_t k = 0;
    if (cache->generation != machine->generation) {
        cache_free(cache);
        cache->generation = machine->generation;
    }
    if (cache->at[0] && bound_fits(cache->at[0], inputs, outputs))
        return cache->at[0];
    while (k < KEPT_BOUNDS && cache->at[k] && !bound_fits(cache->at[k], inputs, outputs))
        k++;
    Bound *found = k < KEPT_BOUNDS ? cache->at[k] : NULL;
    if (!found) {
        found = pipeline_bind(env, plan, machine, inputs, outputs);
        if (!found)
            return NULL;
        if (k == KEPT_BOUNDS)
            bound_free(cache->at[--k]);
    }
    for (; k > 0; k--)
        cache->at[k] = cache->at[k - 1];
    cache->at[0] = found;
    return found;
}

void cache_free(BoundCache *cache) {
    for (uint32_t k = 0; k < KEPT_BOUNDS; k++) {
        bound_free(cache->at[k]);
        cache->at[k] = NULL;
    }
}

/* ---- life */

static size_t argument_count(const frit_call *call) {
    return (size_t)call->n_in + call->n_out + 1;
}

static size_t times_size(const frit_call *call) {
    return (frit_plan_kernel_count(call->source) + (size_t)1) * sizeof *call->times;
}

frit_status frit_call_new(const frit_context *context, const frit_plan *plan, frit_call **out,
                          frit_error *error) {
    frit_error scratch;
    if (!context || !plan || !out)
        return api_missing(error, FRIT_STAGE_RUN, !context ? "context" : plan ? "out" : "plan");
    Env env = env_make(&context->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_RUN;
    *out = NULL;
    frit_call *call = env_new(&env, sizeof *call);
    if (!call)
        return api_status(&env, false);
    call->allocator = context->allocator;
    call->source = api_plan_hold(plan);
    call->plan = plan->plan;
    call->n_in = call->plan->inputs.len;
    call->n_out = call->plan->outputs.len;
    call->machine = api_machine(&env, context);
    if (call->machine)
        api_machine_hold(call->machine);
    call->layouts = env_new(&env, argument_count(call) * sizeof *call->layouts);
    call->pointers = env_new(&env, argument_count(call) * sizeof *call->pointers);
    call->fresh = env_new(&env, argument_count(call) * sizeof *call->fresh);
    bool ok = call->machine && call->layouts && call->pointers && call->fresh;
    const DeviceKind *kind = call->machine ? call->machine->device->kind : NULL;
    call->on_host = kind && kind->addressable && !kind->wait;
    if (ok && kind && !kind->addressable) {
        call->carried = env_new(&env, argument_count(call) * sizeof *call->carried);
        call->fresh_there = env_new(&env, argument_count(call) * sizeof *call->fresh_there);
        ok = call->carried && call->fresh_there;
    }
    if (ok && context->options.verify)
        ok = (call->verifier = verifier_new(&env, call->plan, call->machine)) != NULL;
    if (ok)
        *out = call;
    else
        frit_call_free(call);
    return api_status(&env, ok);
}

void frit_call_free(frit_call *call) {
    if (!call || (atomic_fetch_or(&call->state, CALL_DOOMED) & CALL_RUNNING))
        return; /* the one who runs it frees it at the end */
    frit_allocator allocator = call->allocator;
    cache_free(&call->cache);
    verifier_free(call->verifier);
    env_free(&allocator, call->times, times_size(call));
    if (call->machine)
        api_machine_drop(call->machine);
    frit_plan_free(call->source);
    env_free(&allocator, call->layouts, argument_count(call) * sizeof *call->layouts);
    env_free(&allocator, call->pointers, argument_count(call) * sizeof *call->pointers);
    env_free(&allocator, call->fresh, argument_count(call) * sizeof *call->fresh);
    if (call->carried)
        env_free(&allocator, call->carried, argument_count(call) * sizeof *call->carried);
    if (call->fresh_there)
        env_free(&allocator, call->fresh_there, argument_count(call) * sizeof *call->fresh_there);
    env_free(&allocator, call, sizeof *call);
}

static bool fail_running(Env *env) {
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                    "the call runs: it cannot be used from within its callbacks, or from another "
                    "thread at the same time");
}

static Env call_env(const frit_call *call, frit_error *error, frit_error *scratch) {
    Env env = env_make(call ? &call->allocator : NULL, error, scratch);
    env.error->stage = FRIT_STAGE_RUN;
    return env;
}

/* Misuse that can be told, before anything is touched. */
static bool call_may_open(Env *env, const frit_call *call) {
    if (!call)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "the call is NULL");
    if (atomic_load_explicit(&call->machine->closed, memory_order_relaxed))
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "the context of the call was freed: the call can only be freed too");
    return !(atomic_load_explicit(&call->state, memory_order_acquire) & CALL_RUNNING) ||
           fail_running(env);
}

/* What every function of a call begins with. */
static bool call_open(Env *env, const frit_call *call, frit_error *error, frit_error *scratch) {
    *env = call_env(call, error, scratch);
    return call_may_open(env, call);
}

/* ---- arguments */

static bool check_count(Env *env, const frit_call *call, const char *what,
                        const frit_tensor *tensors, uint32_t got, uint32_t want) {
    if (got == want && (tensors || got == 0))
        return true;
    error_at_program(env, call->plan->module, call->plan->module->programs.at[call->plan->program]);
    if (got == want)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "the %ss are missing", what);
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "%u %ss for a program of %u", got, what,
                    want);
}

static bool check_output(Env *env, const frit_call *call, uint32_t output) {
    return output < call->n_out ||
           env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "there is no output number %u", output);
}

static const char *argument_name(const frit_call *call, uint32_t k) {
    const Module *m = call->plan->module;
    const Program *p = m->programs.at[call->plan->program];
    VarId var = k < call->n_in ? k : p->outputs.at[k - call->n_in];
    return strings_get(&m->strings, p->vars.at[var].name);
}

/* On which side each lies, where that is not all the host's memory. first: 0, or the number of inputs. */
static bool sort_tensors(Env *env, frit_call *call, uint32_t first, const frit_tensor *tensors,
                         uint32_t n) {
    const Device *device = call->machine->device;
    frit_device own = device_id(device);
    for (uint32_t k = 0; k < n; k++) {
        bool there = device_takes(device, tensors[k].device);
        char name[DEVICE_NAME_SIZE], own_name[DEVICE_NAME_SIZE];
        uint32_t at = first + k;
        if (call->carried)
            call->carried[at] = (Carried){.host = !there, .strides = tensors[k].strides};
        if (there)
            continue;
        if (!device_same(tensors[k].device, (frit_device){0, 0}))
            return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                            "%s %u (%s): it is on the device %s, and the call runs on %s",
                            at < call->n_in ? "input" : "output", k, argument_name(call, at),
                            device_name(name, tensors[k].device), device_name(own_name, own));
        call->layouts[at].strides = NULL;
    }
    return true;
}

_Static_assert(sizeof(frit_device) == sizeof(uint64_t), "looked at as one word");

/* Layouts and pointers. Not 0: one of them names a device. */
static inline uint64_t copy_tensors(Layout *layouts, char **pointers, const frit_tensor *tensors,
                                    uint32_t n) {
    uint64_t named = 0;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t device;
        memcpy(&device, &tensors[k].device, sizeof device);
        layouts[k] = (Layout){tensors[k].shape, tensors[k].strides};
        pointers[k] = tensors[k].data;
        named |= device;
    }
    return named;
}

static __attribute__((noinline)) bool sort_both(Env *env, frit_call *call,
                                                const frit_tensor *inputs,
                                                const frit_tensor *outputs) {
    return sort_tensors(env, call, 0, inputs, call->n_in) &&
           (!outputs || sort_tensors(env, call, call->n_in, outputs, call->n_out));
}

/* outputs may be NULL: they do not matter yet. */
static inline bool take_tensors(Env *env, frit_call *call, const frit_tensor *inputs,
                                const frit_tensor *outputs) {
    uint32_t n = call->n_in;
    uint64_t named = copy_tensors(call->layouts, call->pointers, inputs, n);
    if (outputs)
        named |= copy_tensors(call->layouts + n, call->pointers + n, outputs, call->n_out);
    return (!named && call->on_host) || sort_both(env, call, inputs, outputs);
}

static bool fail_data(Env *env, const frit_call *call, const Bound *bound, uint32_t argument) {
    const Module *m = call->plan->module;
    bool in = argument < call->n_in;
    const char *kind = in ? "input" : "output", *name = argument_name(call, argument);
    uint32_t k = in ? argument : argument - call->n_in;
    error_at_program(env, m, m->programs.at[call->plan->program]);
    if (call->pointers[argument])
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "%s %u (%s): its address is not a multiple of %u", kind, k, name,
                        bound_align(bound, argument));
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "%s %u (%s): no data was given", kind,
                    k, name);
}

/* Memory for everything that has elements; what has none gets an address that is not NULL. */
static bool check_data(Env *env, frit_call *call, const Bound *bound) {
    uint32_t k = bound_odd_data(bound, call->pointers, 0);
    for (; k < call->n_in + call->n_out; k = bound_odd_data(bound, call->pointers, k + 1)) {
        if (!bound_is_empty(bound, k))
            return fail_data(env, call, bound, k);
        call->pointers[k] = (char *)call->pointers;
    }
    return true;
}

/* ---- using one */

/* The plan bound to these inputs and row-major outputs; NULL: an error. The output is one it has. */
static Bound *bound_for(Env *env, frit_call *call, const frit_tensor *inputs, uint32_t input_count,
                        uint32_t output) {
    if (!check_count(env, call, "input", inputs, input_count, call->n_in) ||
        !check_output(env, call, output) || !take_tensors(env, call, inputs, NULL))
        return NULL;
    machine_enter(call->machine);
    Bound *bound = cache_find(env, &call->cache, call->plan, call->machine, call->layouts, NULL);
    machine_leave(call->machine);
    return bound;
}

frit_status frit_call_shape(frit_call *call, const frit_tensor *inputs, uint32_t input_count,
                            uint32_t output, const int64_t **shape, uint32_t *rank,
                            frit_error *error) {
    frit_error scratch;
    Env env;
    if (!shape || !rank)
        return api_missing(error, FRIT_STAGE_RUN, shape ? "rank" : "shape");
    *shape = NULL;
    *rank = 0;
    if (!call_open(&env, call, error, &scratch))
        return api_status(&env, false);
    Bound *bound = bound_for(&env, call, inputs, input_count, output);
    if (bound) {
        *shape = bound_output_shape(bound, output);
        *rank = call->plan->buffers.at[call->plan->outputs.at[output]].rank;
    }
    return api_status(&env, bound != NULL);
}

frit_status frit_call_order(frit_call *call, const frit_tensor *inputs, uint32_t input_count,
                            uint32_t output, uint32_t *order, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!order)
        return api_missing(error, FRIT_STAGE_RUN, "order");
    if (!call_open(&env, call, error, &scratch))
        return api_status(&env, false);
    Bound *bound = bound_for(&env, call, inputs, input_count, output);
    if (bound)
        (void)bound_output_order(bound, output, order);
    return api_status(&env, bound != NULL);
}

/* Why a call cannot be run. False. */
static __attribute__((noinline)) bool fail_claim(Env *env, const frit_call *call,
                                                 const frit_tensor *inputs, uint32_t input_count,
                                                 const frit_tensor *outputs,
                                                 uint32_t output_count) {
    return call_may_open(env, call) &&
           check_count(env, call, "input", inputs, input_count, call->n_in) &&
           check_count(env, call, "output", outputs, output_count, call->n_out) &&
           fail_running(env);
}

static inline bool claim(Env *env, frit_call *call, const frit_tensor *inputs, uint32_t input_count,
                         const frit_tensor *outputs, uint32_t output_count) {
    unsigned idle = 0; /* of two threads that come at once, one gets it */
    if (call && !atomic_load_explicit(&call->machine->closed, memory_order_relaxed) &&
        input_count == call->n_in && output_count == call->n_out && (inputs || !input_count) &&
        (outputs || !output_count) &&
        atomic_compare_exchange_strong_explicit(&call->state, &idle, CALL_RUNNING,
                                                memory_order_acquire, memory_order_relaxed))
        return true;
    return fail_claim(env, call, inputs, input_count, outputs, output_count);
}

bool api_call_claim(Env *env, frit_call *call, const frit_tensor *inputs, uint32_t input_count,
                    const frit_tensor *outputs, uint32_t output_count, frit_error *error,
                    frit_error *scratch) {
    *env = call_env(call, error, scratch);
    return claim(env, call, inputs, input_count, outputs, output_count);
}

void api_call_unclaim(frit_call *call) {
    unsigned before =
        atomic_fetch_and_explicit(&call->state, ~(unsigned)CALL_RUNNING, memory_order_acq_rel);
    if (before & CALL_DOOMED)
        frit_call_free(call);
}

static inline bool run_bound(Env *env, frit_call *call, Bound *bound, const bool *fresh) {
    char **out = call->pointers + call->n_in;
    return call->verifier
               ? verifier_run(env, call->verifier, bound, call->layouts, call->pointers, out)
               : bound_run(env, bound, call->pointers, out, fresh);
}

/* Outputs that are copied to the host afterwards nobody knows where they are made. */
static const bool *fresh_there(frit_call *call) {
    if (!call->carried)
        return call->fresh;
    for (uint32_t k = 0; k < call->n_out; k++)
        call->fresh_there[k] = call->fresh[k] || call->carried[call->n_in + k].host;
    return call->fresh_there;
}

/* On a device that is not the host. */
static __attribute__((noinline)) bool run_there(Env *env, frit_call *call, Bound *bound) {
    Device *device = call->machine->device;
    bool ok = (!call->carried || bound_carry_in(env, bound, call->carried, call->pointers)) &&
              run_bound(env, call, bound, fresh_there(call)) &&
              (!call->carried || bound_carry_out(env, bound, call->carried));
    /* Also after a failure: what still runs may use the memory that goes back now. */
    Env own = {env->allocator, ok ? env->error : &(frit_error){0}};
    ok &= device_wait(&own, device, NULL);
    if (call->carried)
        bound_carry_end(bound, call->carried);
    return ok;
}

static bool run_claimed(Env *env, frit_call *call, const atomic_bool *stop) {
    Bound *bound = cache_find(env, &call->cache, call->plan, call->machine, call->layouts,
                              call->layouts + call->n_in);
    call->copied = 0;
    TRY(bound && check_data(env, call, bound));
    bound_set_compile(bound, machine_policy(call->machine, call->compile));
    bound_set_stop(bound, stop);
    bound_set_times(bound, call->times);
    bool ok =
        call->on_host ? run_bound(env, call, bound, call->fresh) : run_there(env, call, bound);
    call->copied = bound_copied(bound);
    return ok;
}

static frit_status run_and_unclaim(Env *env, frit_call *call, const frit_tensor *inputs,
                                   const frit_tensor *outputs, const atomic_bool *stop) {
    bool ok = take_tensors(env, call, inputs, outputs);
    if (ok) {
        machine_enter(call->machine);
        ok = run_claimed(env, call, stop);
        machine_leave(call->machine);
    }
    frit_status status = api_status(env, ok);
    /* Others may free a call that runs in the background alone. Else nobody but this thread's own callbacks can
     * have, and what they left is seen without a locked instruction. */
    if (stop || atomic_load_explicit(&call->state, memory_order_relaxed) != CALL_RUNNING)
        api_call_unclaim(call);
    else
        atomic_store_explicit(&call->state, 0, memory_order_release);
    return status;
}

frit_status api_call_run_claimed(frit_call *call, const frit_tensor *inputs,
                                 const frit_tensor *outputs, const atomic_bool *stop,
                                 frit_error *error) {
    frit_error scratch;
    Env env = call_env(call, error, &scratch);
    return run_and_unclaim(&env, call, inputs, outputs, stop);
}

frit_status frit_call_run(frit_call *call, const frit_tensor *inputs, uint32_t input_count,
                          const frit_tensor *outputs, uint32_t output_count, frit_error *error) {
    frit_error scratch;
    Env env = call_env(call, error, &scratch);
    if (!claim(&env, call, inputs, input_count, outputs, output_count))
        return api_status(&env, false);
    return run_and_unclaim(&env, call, inputs, outputs, NULL);
}

frit_status frit_call_fresh(frit_call *call, uint32_t output, bool fresh, frit_error *error) {
    frit_error scratch;
    Env env;
    bool ok = call_open(&env, call, error, &scratch) && check_output(&env, call, output);
    if (ok)
        call->fresh[output] = fresh;
    return api_status(&env, ok);
}

uint64_t frit_call_copied(const frit_call *call) {
    return call ? call->copied : 0;
}

frit_status frit_call_copies(frit_call *call, const frit_tensor *inputs, uint32_t input_count,
                             const frit_tensor *outputs, uint32_t output_count, uint64_t *bytes,
                             frit_error *error) {
    frit_error scratch;
    Env env;
    if (!bytes)
        return api_missing(error, FRIT_STAGE_RUN, "bytes");
    *bytes = 0;
    if (!call_open(&env, call, error, &scratch) ||
        !check_count(&env, call, "input", inputs, input_count, call->n_in) ||
        (outputs && !check_count(&env, call, "output", outputs, output_count, call->n_out)))
        return api_status(&env, false);
    if (!take_tensors(&env, call, inputs, outputs))
        return api_status(&env, false);
    /* What is carried there gets memory of its own. */
    for (uint32_t k = 0; outputs && call->carried && k < call->n_out; k++)
        if (call->carried[call->n_in + k].host)
            call->pointers[call->n_in + k] = NULL;
    machine_enter(call->machine);
    Bound *bound = cache_find(&env, &call->cache, call->plan, call->machine, call->layouts,
                              outputs ? call->layouts + call->n_in : NULL);
    bool ok = bound && bound_copies(&env, bound, call->pointers,
                                    outputs ? call->pointers + call->n_in : NULL,
                                    outputs ? fresh_there(call) : call->fresh, bytes);
    machine_leave(call->machine);
    return api_status(&env, ok);
}

/* ---- what its kernels take */

static bool start_times(Env *env, frit_call *call) {
    if (!call->times)
        call->times = env_new(env, times_size(call));
    else
        memset(call->times, 0, times_size(call));
    return call->times != NULL;
}

static void stop_times(frit_call *call) {
    for (uint32_t k = 0; k < KEPT_BOUNDS; k++)
        if (call->cache.at[k])
            bound_set_times(call->cache.at[k], NULL);
    env_free(&call->allocator, call->times, times_size(call));
    call->times = NULL;
}

frit_status frit_call_profile(frit_call *call, bool on, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!call_open(&env, call, error, &scratch))
        return api_status(&env, false);
    if (on)
        return api_status(&env, start_times(&env, call));
    stop_times(call);
    return api_status(&env, true);
}

bool frit_call_time(const frit_call *call, uint32_t kernel, frit_kernel_time *time) {
    if (!call || !time || (atomic_load_explicit(&call->state, memory_order_acquire) & CALL_RUNNING))
        return false;
    if (!call->times || kernel >= frit_plan_kernel_count(call->source))
        return false;
    const ReportTime *t = &call->times[kernel];
    *time = (frit_kernel_time){.runs = t->runs, .turns = t->turns, .nanoseconds = t->ns};
    return true;
}

const ReportTime *api_call_times(const frit_call *call) {
    return call->times;
}

void api_call_fresh(frit_call *call, uint32_t n) {
    for (uint32_t k = 0; k < call->n_out; k++)
        call->fresh[k] = k < n;
}

/* ---- compiled kernels */

frit_status frit_call_compile(frit_call *call, frit_compile_policy policy, frit_error *error) {
    frit_error scratch;
    Env env;
    bool ok = call_open(&env, call, error, &scratch) && api_compile_policy(&env, policy);
    if (ok)
        call->compile = policy;
    return api_status(&env, ok);
}

const frit_plan *frit_call_plan(const frit_call *call) {
    return call ? call->source : NULL;
}

const Plan *api_call_plan(const frit_call *call) {
    return call->plan;
}

Machine *api_call_machine(const frit_call *call) {
    return call->machine;
}

const Bound *api_call_bound(const frit_call *call) {
    return call->cache.generation == call->machine->generation ? call->cache.at[0] : NULL;
}

frit_status frit_call_report(const frit_call *call, frit_report_format format, frit_text *out,
                             frit_error *error) {
    frit_error scratch;
    Env env;
    if (!call_open(&env, call, error, &scratch))
        return api_status(&env, false);
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    const Bound *bound = api_call_bound(call);
    if (!bound)
        return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                                         "the call has not been run on anything"));
    RunFigures figures = {.copied = call->copied, .times = call->times};
    return api_status(&env, api_bound_report(&env, call->plan, bound, &figures, format, out));
}
