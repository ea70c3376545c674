/* Kernels from source, as an engine of a device. */
#include <string.h>

#include "base/arena.h"
#include "run/gpu/gpu.h"

typedef struct GpuKernel {
    frit_allocator allocator;
    Arena *arena;
    GpuDevice *gpu;
    const Machine *machine;
    const BoundKernel *bound;
    TextSpace space;
    TextPlan plan;
    char *text; /* its source */
    size_t text_len;
    /* The table of sizes: with nothing added to where accesses begin; as a run has it; as the device has it. */
    int64_t *sizes, *now, *sent;
    uint32_t n_sizes;
    bool by_value; /* it is a parameter itself */
    bool is_sent;
    char *table;  /* where the device has it */
    char *failed; /* where kernels say that an index is out of range; NULL: it has none */
    GpuArg *args;
} GpuKernel;

static void free_kernel(void *kernel) {
    GpuKernel *k = kernel;
    frit_allocator allocator = k->allocator;
    gpu_give(&k->gpu->device, k->table, 0);
    gpu_give(&k->gpu->device, k->failed, 0);
    arena_free(&allocator, &k->arena);
    env_free(&allocator, k, sizeof *k);
}

/* ---- preparing */

static bool takes_indices(const Kernel *kernel) {
    for (uint32_t n = 0; n < kernel->body.len; n++)
        if (kernel->body.at[n].code == K_GATHER || kernel->body.at[n].code == K_SCATTER)
            return true;
    return false;
}

static bool write_source(Env *env, GpuKernel *k) {
    Str text = str_make(env);
    bool ok =
        text_emit_bound(env, text_dialect(k->gpu->driver->dialect), k->bound, &k->space, &text) &&
        (k->text = arena_new(env, &k->arena, text.len));
    if (ok) {
        memcpy(k->text, text.data, text.len);
        k->text_len = text.len;
    }
    str_free(&text);
    return ok;
}

enum { MORE_ARGUMENTS = 3 }; /* than accesses: the table, failed, scratch */

static bool lay_out(Env *env, GpuKernel *k) {
    const Kernel *kernel = k->bound->kernel;
    const TextDialect *dialect = text_dialect(k->gpu->driver->dialect);
    TRY(text_space(env, &k->arena, k->bound, &k->space));
    TRY(text_plan(env, &k->arena, dialect, k->bound, k->gpu->facts.units, k->gpu->walk, &k->space,
                  &k->plan));
    k->by_value = text_by_value(dialect, kernel, &k->space.form);
    k->n_sizes = text_sizes_count(kernel, k->space.form.n_outer + k->space.form.n_inner);
    size_t bytes = (k->n_sizes + 1) * sizeof *k->sizes;
    TRY(k->sizes = arena_new(env, &k->arena, bytes));
    TRY(k->now = arena_new(env, &k->arena, bytes));
    TRY(k->sent = arena_new(env, &k->arena, bytes));
    TRY(k->args =
            arena_new(env, &k->arena, (kernel->accesses.len + MORE_ARGUMENTS) * sizeof *k->args));
    text_sizes(k->bound, &k->space, k->sizes);
    TRY(k->table = gpu_take(env, &k->gpu->device, bytes));
    if (takes_indices(kernel))
        TRY(k->failed = gpu_take(env, &k->gpu->device, sizeof(int32_t)));
    return gpu_copies_ready(env, k->gpu);
}

static void *prepare(Env *env, Machine *machine, const BoundKernel *bound, frit_numerics numerics,
                     unsigned choice) {
    (void)numerics; /* every step is rounded, which all of them allow */
    if (choice != 0 || !gpu_usable(env, gpu_of(machine->device)))
        return NULL;
    GpuKernel *k = env_new(env, sizeof *k);
    if (!k)
        return NULL;
    k->allocator = *env->allocator;
    k->gpu = gpu_of(machine->device);
    k->machine = machine;
    k->bound = bound;
    bool laid_out = lay_out(env, k);
    if (laid_out && write_source(env, k))
        return k;
    if (laid_out &&
        env->error->status == FRIT_ERR_UNSUPPORTED) /* what has no source is not for this engine */
        env_clear_error(env);
    free_kernel(k);
    return NULL;
}

/* ---- for the store */

static void key(const void *kernel, unsigned version, Str *out) {
    const GpuKernel *k = kernel;
    (void)version;
    str_format(out, "%s\n%s\n", k->gpu->driver->name, k->gpu->facts.words);
    str_put(out, k->text, k->text_len);
}

static bool emit(Env *env, const void *kernel, const char *debug_file, Str *text) {
    const GpuKernel *k = kernel;
    (void)env, (void)debug_file;
    str_put(text, k->text, k->text_len);
    return str_ok(text);
}

static const char *target(const void *kernel) {
    return ((const GpuKernel *)kernel)->gpu->driver->name;
}

/* ---- running */

/* Of an access: a block that the device knows, and in the table how far into it; or an address as it stands. */
static bool find_memory(Env *env, GpuKernel *k, uint32_t access, char *pointer, GpuMemory *out) {
    uint64_t offset = 0;
    *out = (GpuMemory){.address = pointer};
    if (k->gpu->driver->addresses)
        return true;
    const GpuBlock *block = gpu_block_of(k->gpu, pointer, &offset);
    if (!block) { /* of nothing: any memory will do */
        TRY(k->bound->accesses[access].empty ||
            env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                     "a kernel was given memory that is not the %s device's",
                     k->gpu->driver->title));
        block = gpu_block_of(k->gpu, k->table, &offset);
        offset = 0;
    }
    uint32_t n_axes = k->space.form.n_outer + k->space.form.n_inner;
    k->now[text_size_of_access(k->bound->kernel, n_axes, access)] += (int64_t)offset;
    *out = block->memory;
    return true;
}

static GpuPlace place_of(const GpuKernel *k, const char *address) {
    GpuPlace place = {.offset = 0};
    const GpuBlock *block = gpu_block_of(k->gpu, address, &place.offset);
    place.memory = block->memory;
    return place;
}

static bool set_arguments(Env *env, GpuKernel *k, char *const *pointers, const char *scratch,
                          uint32_t *n) {
    const Kernel *kernel = k->bound->kernel;
    memcpy(k->now, k->sizes, k->n_sizes * sizeof *k->now);
    *n = 0;
    for (uint32_t a = 0; a < kernel->accesses.len; a++) {
        const BoundAccess *access = &k->bound->accesses[a];
        if (access->pointer == UINT32_MAX)
            continue;
        k->args[*n] = (GpuArg){.bytes = NULL};
        TRY(find_memory(env, k, a, pointers[access->pointer], &k->args[(*n)++].memory));
    }
    const char *more[MORE_ARGUMENTS] = {k->table, k->failed, scratch};
    for (unsigned m = 0; m < MORE_ARGUMENTS; m++)
        k->args[(*n)++] = (GpuArg){.memory = place_of(k, more[m] ? more[m] : k->table).memory};
    if (k->by_value)
        k->args[*n - MORE_ARGUMENTS] =
            (GpuArg){.bytes = k->now, .size = (k->n_sizes + 1) * sizeof *k->now};
    return true;
}

static bool send_sizes(Env *env, GpuKernel *k) {
    size_t bytes = k->n_sizes * sizeof *k->now;
    if (bytes == 0 || k->by_value || (k->is_sent && memcmp(k->now, k->sent, bytes) == 0))
        return true;
    k->is_sent = false;
    TRY(k->gpu->driver->write(env, k->gpu->state, place_of(k, k->table), k->now, bytes));
    memcpy(k->sent, k->now, bytes);
    k->is_sent = true;
    return true;
}

/* With the device's lock: what is launched of one kernel stays together, and arguments of functions are set one by one. */
static bool launch(Env *env, GpuKernel *k, const GpuProgram *program, char *const *pointers,
                   const char *scratch) {
    const GpuDriver *driver = k->gpu->driver;
    uint32_t n;
    TRY(set_arguments(env, k, pointers, scratch, &n) && send_sizes(env, k));
    if (program->n_functions != k->plan.n_launches)
        return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                        "a kernel's program has %u functions, and %u are launched",
                        program->n_functions, k->plan.n_launches);
    if (k->failed)
        TRY(driver->fill(env, k->gpu->state, place_of(k, k->failed), 0, sizeof(int32_t)));
    for (uint32_t l = 0; l < k->plan.n_launches; l++)
        TRY(k->plan.launches[l].groups == 0 ||
            driver->launch(env, k->gpu->state, program->functions[l], &k->plan.launches[l], k->args,
                           n));
    return true;
}

static bool may_run(Env *env, const GpuKernel *k) {
    TRY(gpu_usable(env, k->gpu));
    return !gpu_stopped(k->machine) ||
           env_fail(env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
}

static EngineRan run(Env *env, void *kernel, Code *code, char *const *pointers) {
    GpuKernel *k = kernel;
    Device *device = &k->gpu->device;
    int32_t failed = 0;
    char *scratch = NULL;
    if (!may_run(env, k) ||
        (k->plan.scratch && !(scratch = gpu_take(env, device, k->plan.scratch))))
        return ENGINE_FAILED;
    pthread_mutex_lock(&k->gpu->lock);
    bool ok = launch(env, k, gpu_program_of(code), pointers, scratch);
    pthread_mutex_unlock(&k->gpu->lock);
    gpu_give(device, scratch, k->plan.scratch); /* to who asks for something after this */
    if (ok && k->failed)
        ok = gpu_wait(env, device, k->machine) &&
             gpu_read(env, device, &failed, k->failed, sizeof failed);
    return !ok ? ENGINE_FAILED : failed ? ENGINE_BAD_INDEX : ENGINE_RAN;
}

static bool describe(Env *env, const void *kernel, ReportEngine *out) {
    const GpuKernel *k = kernel;
    (void)env;
    out->target = k->gpu->driver->name;
    out->walk = text_walk_name(k->space.form.walk);
    out->lanes = 1;
    return true;
}

const Engine gpu_engine = {.hooks = &gpu_hooks,
                           .choices = 1,
                           .in_place = true,
                           .prepare = prepare,
                           .free = free_kernel,
                           .run = run,
                           .key = key,
                           .emit = emit,
                           .target = target,
                           .describe = describe};
