/* Contexts: options, and the machine behind them. */
#include <stdlib.h>
#include <string.h>

#include "api/record.h"
#include "run/cache/store.h"
#include "run/tier/parts.h"
#include "run/tier/tier.h"

static void *malloc_fn(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

frit_allocator api_default_allocator(void) {
    return (frit_allocator){malloc_fn, NULL};
}

frit_allocator api_allocator(const frit_context *context) {
    return context->allocator;
}

static bool check_isa(Env *env, const DeviceKind *kind, const char *name, const char **out) {
    *out = name && kind->isa ? kind->isa(name) : NULL;
    return !name || *out ||
           env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                    "this %s has no instruction set called %s",
                    kind->type == DEVICE_CPU ? "CPU" : kind->name, name);
}

bool api_compile_policy(Env *env, frit_compile_policy policy) {
    return api_in_range(env, FRIT_STAGE_RUN, "there is no compile policy", (int)policy,
                        FRIT_COMPILE_OFF);
}

static void free_texts(const frit_allocator *allocator, ContextTexts *texts) {
    if (texts->cache_dir)
        env_free(allocator, texts->cache_dir, strlen(texts->cache_dir) + 1);
    if (texts->cache_packs)
        env_free(allocator, texts->cache_packs, strlen(texts->cache_packs) + 1);
    if (texts->llvm)
        env_free(allocator, texts->llvm, strlen(texts->llvm) + 1);
    *texts = (ContextTexts){0};
}

static bool copy_text(Env *env, const char *text, char **out) {
    if (!text)
        return true;
    size_t size = strlen(text) + 1;
    *out = env_resize(env, NULL, 0, size);
    TRY(*out);
    memcpy(*out, text, size);
    return true;
}

/* The options as a context has them, with texts of its own. On failure there is nothing to free. */
static bool take_options(Env *env, const DeviceKind *kind, const frit_context_options *from,
                         frit_context_options *to, ContextTexts *texts) {
    *to = *from;
    *texts = (ContextTexts){0};
    TRY(check_isa(env, kind, from->isa, &to->isa) && api_compile_policy(env, from->compile) &&
        api_in_range(env, FRIT_STAGE_RUN, NO_NUMERICS, (int)from->numerics, FRIT_FAST));
    if (!copy_text(env, from->cache_dir, &texts->cache_dir) ||
        !copy_text(env, from->cache_packs, &texts->cache_packs) ||
        !copy_text(env, from->llvm, &texts->llvm)) {
        free_texts(env->allocator, texts);
        return false;
    }
    to->cache_dir = texts->cache_dir;
    to->cache_packs = texts->cache_packs;
    to->llvm = texts->llvm;
    to->device = NULL; /* the context has its kind and number */
    return true;
}

frit_status frit_context_new_with(const frit_allocator *allocator,
                                  const frit_context_options *options, frit_context **out,
                                  frit_error *error) {
    frit_allocator fallback = api_default_allocator();
    frit_error scratch;
    if (!out || (allocator && !allocator->fn))
        return api_missing(error, FRIT_STAGE_NONE, out ? "the allocator's function" : "out");
    Env env = env_make(allocator ? allocator : &fallback, error, &scratch);
    *out = NULL;
    frit_context *context = env_new(&env, sizeof *context);
    if (!context)
        return api_status(&env, false);
    frit_context_options all;
    if (!api_options(&env, frit_context_options, options, &all) ||
        !device_named(&env, all.device, &context->kind, &context->number) ||
        !take_options(&env, context->kind, &all, &context->options, &context->texts)) {
        env_free(env.allocator, context, sizeof *context);
        return api_status(&env, false);
    }
    context->allocator = *env.allocator;
    context->state = &context->own;
    atomic_init(&context->own.machine, NULL);
    *out = context;
    return api_status(&env, true);
}

frit_context *frit_context_new(const frit_allocator *allocator) {
    frit_context *context = NULL;
    frit_context_new_with(allocator, NULL, &context, NULL);
    return context;
}

/* Does anything of the context run now? */
static bool is_running(const frit_context *context) {
    Machine *machine = atomic_load(&context->own.machine);
    return recorder_is_busy(context) || (context->recorder && context->recorder->ending) ||
           (machine && atomic_load(&machine->running) != 0);
}

void frit_context_free(frit_context *context) {
    Machine *machine = context ? atomic_load(&context->own.machine) : NULL;
    if (!context || (machine && !api_runs_stop(machine)) || is_running(context))
        return;
    frit_allocator allocator = context->allocator;
    recorder_free(context->recorder);
    if (machine) {
        machine_close(machine);
        api_machine_drop(machine);
    }
    free_texts(&allocator, &context->texts);
    env_free(&allocator, context, sizeof *context);
}

/* ---- the machine */

static MachineOptions machine_options(const frit_context *context, const frit_context_options *o) {
    return (MachineOptions){.kind = context->kind,
                            .number = context->number,
                            .threads = o->threads,
                            .host_run = o->host_run,
                            .host_user = o->host_user,
                            .memory_cap = o->memory_cap,
                            .isa = o->isa,
                            /* A BLAS may give other bits for another layout of its operands. */
                            .no_blas = o->no_blas || o->verify,
                            .compile = o->compile,
                            /* What one kernel may contract, two kernels may not. */
                            .strict_code = o->verify,
                            .cache_dir = o->cache_dir,
                            .packs = o->cache_packs,
                            .llvm = o->llvm,
                            .cache_memory = o->cache_memory,
                            .cache_disk = o->cache_disk};
}

static void set_hooks(Machine *machine, const frit_context_options *o) {
    machine->progress = o->progress;
    machine->progress_user = o->progress_user;
    machine->warn = o->warn;
    machine->warn_user = o->warn_user;
}

/* A machine that several may hold, with the allocator that it goes back to. */
typedef struct SharedMachine {
    Machine machine;
    frit_allocator allocator;
} SharedMachine;

void api_machine_hold(Machine *machine) {
    atomic_fetch_add_explicit(&machine->refs, 1, memory_order_relaxed);
}

void api_machine_drop(Machine *machine) {
    SharedMachine *shared = (SharedMachine *)machine;
    if (atomic_fetch_sub_explicit(&machine->refs, 1, memory_order_acq_rel) != 1)
        return;
    frit_allocator allocator = shared->allocator;
    machine_free(machine);
    env_free(&allocator, shared, sizeof *shared);
}

static Machine *make_machine(Env *env, const frit_context *context) {
    const frit_context_options *o = &context->options;
    MachineOptions options = machine_options(context, o);
    SharedMachine *made = env_new(env, sizeof *made);
    if (!made)
        return NULL;
    if (!machine_init(env, &made->machine, &options)) {
        env_free(env->allocator, made, sizeof *made);
        return NULL;
    }
    made->allocator = *env->allocator;
    set_hooks(&made->machine, o);
    return &made->machine;
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
    api_machine_drop(made);
    return known;
}

/* ---- changing */

/* Its arrays lie there. */
static bool keeps_device(Env *env, const frit_context *context, const char *device) {
    const DeviceKind *kind;
    unsigned number;
    if (!device || !device[0])
        return true;
    TRY(device_named(env, device, &kind, &number));
    return (kind == context->kind && number == context->number) ||
           env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                    "the device of a context cannot be changed: make another context for \"%s\"",
                    device);
}

static bool configure(Env *env, frit_context *context, const frit_context_options *options) {
    const Recorder *r = context->recorder;
    Env own = {&context->allocator, env->error};
    frit_context_options given, next;
    ContextTexts texts;
    if (is_running(context))
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "the context cannot be changed while work runs");
    if (r && r->tape && (r->stores.len || r->waiting.len || r->n_arguments))
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "the context cannot be changed while work is recorded: flush it before");
    TRY(api_options(env, frit_context_options, options, &given));
    TRY(keeps_device(env, context, given.device));
    TRY(take_options(&own, context->kind, &given, &next, &texts));
    Machine *machine = atomic_load(&context->own.machine);
    if (machine) {
        MachineOptions parts = machine_options(context, &next);
        if (!machine_change(&own, machine, &parts)) {
            free_texts(&context->allocator, &texts);
            return false;
        }
        set_hooks(machine, &next);
    }
    free_texts(&context->allocator, &context->texts);
    context->texts = texts;
    context->options = next;
    return true;
}

frit_status frit_context_configure(frit_context *context, const frit_context_options *options,
                                   frit_error *error) {
    frit_error scratch;
    if (!context)
        return api_missing(error, FRIT_STAGE_RUN, "context");
    Env env = env_make(&context->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_RUN;
    return api_status(&env, configure(&env, context, options));
}

/* ---- buffers */

void *frit_buffer_take(const frit_context *context, uint64_t size) {
    frit_error scratch;
    if (!context)
        return NULL;
    Env env = env_make(&context->allocator, NULL, &scratch);
    Machine *machine = api_machine(&env, context);
    return machine ? machine->device->kind->take(&env, machine->device, size) : NULL;
}

void frit_buffer_give(const frit_context *context, void *data, uint64_t size) {
    Machine *machine =
        context ? atomic_load_explicit(&context->state->machine, memory_order_acquire) : NULL;
    if (machine && data)
        machine->device->kind->give(machine->device, data, size);
}

/* ---- looking */

void frit_context_cancel(const frit_context *context) {
    Machine *machine =
        context ? atomic_load_explicit(&context->state->machine, memory_order_acquire) : NULL;
    if (machine)
        machine_cancel(machine);
}

frit_context_info frit_context_describe(const frit_context *context) {
    frit_error error;
    Env env = env_make(context ? &context->allocator : NULL, NULL, &error);
    Machine *machine = context ? api_machine(&env, context) : NULL;
    if (!machine)
        return (frit_context_info){.isa = "", .compile = ""};
    Device *device = machine->device;
    MemoryUse use = device->kind->use(device);
    DeviceFacts facts = {.isa = ""};
    device->kind->describe(device, &facts);
    const Recorder *r = context->recorder;
    frit_context_info info = {.device = device_id(device),
                              .isa = facts.isa,
                              .blas = facts.blas,
                              .threads = facts.threads,
                              .memory_used = use.used,
                              .memory_kept = use.kept,
                              .memory_peak = use.peak,
                              .plans = r ? r->plans_made : 0,
                              .plan_hits = r ? r->plan_hits : 0,
                              .kernels = atomic_load(&machine->kernels),
                              .interpreted = atomic_load(&machine->interpreted),
                              .contractions = atomic_load(&machine->contracted),
                              .copied = atomic_load(&machine->copied),
                              .copied_in = device->kind->addressable ? 0 : atomic_load(&device->in),
                              .copied_out =
                                  device->kind->addressable ? 0 : atomic_load(&device->out),
                              .compile = tier_policy_name(machine->compile)};
    if (!store_compiler_peek(machine->device->store, info.llvm, sizeof info.llvm))
        info.llvm[0] = '\0';
    return info;
}
