/* Contexts: options, and the machine behind them. */
#include <stdlib.h>

#include "api/record.h"
#include "run/contract.h"
#include "run/interp/blocks.h"

static void *malloc_fn(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

static bool check_isa(Env *env, const char *name, const char **out) {
    const BlockOps *blocks = name ? blocks_named(name) : NULL;
    *out = blocks ? blocks->name : NULL;
    if (name && !blocks)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "this CPU has no instruction set called %s", name);
    return true;
}

frit_status frit_context_new_with(const frit_allocator *allocator,
                                  const frit_context_options *options, frit_context **out,
                                  frit_error *error) {
    frit_allocator fallback = {malloc_fn, NULL};
    frit_error scratch;
    Env env = env_make(allocator ? allocator : &fallback, error, &scratch);
    const char *isa = NULL;
    *out = NULL;
    if (options && !check_isa(&env, options->isa, &isa))
        return api_status(&env, false);
    frit_context *context = env_new(&env, sizeof *context);
    if (!context)
        return api_status(&env, false);
    context->allocator = *env.allocator;
    if (options)
        context->options = *options;
    context->options.isa = isa;
    context->state = &context->own;
    atomic_init(&context->own.machine, NULL);
    *out = context;
    return api_status(&env, true);
}

frit_context *frit_context_new(const frit_allocator *allocator) {
    frit_context *context;
    frit_context_new_with(allocator, NULL, &context, NULL);
    return context;
}

static void free_machine(const frit_allocator *allocator, Machine *machine) {
    machine_free(machine, allocator);
    env_free(allocator, machine, sizeof *machine);
}

void frit_context_free(frit_context *context) {
    if (!context)
        return;
    frit_allocator allocator = context->allocator;
    Machine *machine = atomic_load(&context->own.machine);
    recorder_free(context->recorder);
    if (machine)
        free_machine(&allocator, machine);
    env_free(&allocator, context, sizeof *context);
}

/* ---- the machine */

static MachineOptions machine_options(const frit_context_options *o) {
    return (MachineOptions){.threads = o->threads,
                            .host_run = o->host_run,
                            .host_user = o->host_user,
                            .memory_cap = o->memory_cap ? o->memory_cap : (uint64_t)1 << 30,
                            .isa = o->isa,
                            /* A BLAS may give other bits for another layout of its operands. */
                            .no_blas = o->no_blas || o->verify};
}

static Machine *make_machine(Env *env, const frit_context *context) {
    const frit_context_options *o = &context->options;
    MachineOptions options = machine_options(o);
    Machine *machine = env_new(env, sizeof *machine);
    if (machine && !machine_init(env, machine, &options)) {
        env_free(env->allocator, machine, sizeof *machine);
        return NULL;
    }
    if (machine) {
        machine->progress = o->progress;
        machine->progress_user = o->progress_user;
    }
    return machine;
}

Machine *api_machine(Env *env, const frit_context *context) {
    Machine *known = atomic_load_explicit(&context->state->machine, memory_order_acquire);
    if (known)
        return known;
    Env own = {&context->allocator, env->error};
    Machine *made = make_machine(&own, context);
    if (!made)
        return NULL;
    /* Of two threads that were first at once, one throws its own away. */
    if (atomic_compare_exchange_strong(&context->state->machine, &known, made))
        return made;
    free_machine(&context->allocator, made);
    return known;
}

/* ---- changing */

static bool configure(Env *env, frit_context *context, const frit_context_options *options) {
    const Recorder *r = context->recorder;
    frit_context_options next = *options;
    MachineOptions parts;
    TRY(check_isa(env, options->isa, &next.isa));
    if (r && r->tape && (r->stores.len || r->waiting.len || r->n_arguments))
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "the context cannot be changed while work is recorded: flush it before");
    Machine *machine = atomic_load(&context->own.machine);
    if (machine) {
        parts = machine_options(&next);
        Env own = {&context->allocator, env->error};
        TRY(machine_change(&own, machine, &parts));
        machine->progress = next.progress;
        machine->progress_user = next.progress_user;
    }
    context->options = next;
    return true;
}

frit_status frit_context_configure(frit_context *context, const frit_context_options *options,
                                   frit_error *error) {
    static const frit_context_options none;
    frit_error scratch;
    Env env = env_make(&context->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_RUN;
    return api_status(&env, configure(&env, context, options ? options : &none));
}

/* ---- buffers */

void *frit_buffer_take(const frit_context *context, uint64_t size) {
    frit_error scratch;
    Env env = env_make(&context->allocator, NULL, &scratch);
    Machine *machine = api_machine(&env, context);
    return machine ? memory_take(&env, machine->memory, size, NULL) : NULL;
}

void frit_buffer_give(const frit_context *context, void *data, uint64_t size) {
    Machine *machine = atomic_load_explicit(&context->state->machine, memory_order_acquire);
    if (machine && data)
        memory_give(machine->memory, data, size);
}

/* ---- looking */

void frit_context_cancel(const frit_context *context) {
    Machine *machine = atomic_load_explicit(&context->state->machine, memory_order_acquire);
    if (machine)
        machine_cancel(machine);
}

frit_context_info frit_context_describe(const frit_context *context) {
    frit_error error;
    Env env = env_make(&context->allocator, NULL, &error);
    Machine *machine = api_machine(&env, context);
    if (!machine)
        return (frit_context_info){.isa = ""};
    MemoryUse use = memory_use(machine->memory);
    const Recorder *r = context->recorder;
    return (frit_context_info){.isa = machine->blocks->name,
                               .blas =
                                   machine_blas(machine) ? blas_name(machine_blas(machine)) : NULL,
                               .threads = workers_count(machine->workers),
                               .memory_used = use.used,
                               .memory_kept = use.kept,
                               .memory_peak = use.peak,
                               .plans = r ? r->plans_made : 0,
                               .plan_hits = r ? r->plan_hits : 0,
                               .kernels = atomic_load(&machine->kernels)};
}
