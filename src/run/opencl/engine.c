/* Kernels from source, as an engine of an OpenCL device. */
#include <string.h>

#include "base/arena.h"
#include "emit/c/text.h"
#include "run/opencl/opencl.h"

typedef struct ClKernel {
    frit_allocator allocator;
    Arena *arena;
    OpenCl *cl;
    const BoundKernel *bound;
    TextSpace space;
    char *text; /* its source */
    size_t text_len;
    int64_t *sizes; /* the table of sizes, and as it was when it was sent */
    int64_t *sent;
    uint32_t n_sizes;
    cl_handle table; /* where it was sent to */
    bool indexed;    /* it may meet an index that is out of range */
    TextPlan plan;
} ClKernel;

static void free_kernel(void *kernel) {
    ClKernel *k = kernel;
    frit_allocator allocator = k->allocator;
    if (k->table)
        k->cl->api.clReleaseMemObject(k->table);
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

static bool write_source(Env *env, ClKernel *k) {
    Str text = str_make(env);
    bool ok = text_emit_bound(env, text_dialect("opencl"), k->bound, &k->space, &text) &&
              (k->text = arena_new(env, &k->arena, text.len));
    if (ok) {
        memcpy(k->text, text.data, text.len);
        k->text_len = text.len;
    }
    str_free(&text);
    return ok;
}

static bool lay_out(Env *env, ClKernel *k) {
    cl_int code = CL_OK;
    TRY(text_space(env, &k->arena, k->bound, &k->space));
    k->n_sizes = text_sizes_count(k->bound->kernel, k->space.n_outer + k->space.n_inner);
    size_t bytes = (k->n_sizes + 1) * sizeof *k->sizes;
    TRY(k->sizes = arena_new(env, &k->arena, bytes));
    TRY(k->sent = arena_new(env, &k->arena, bytes));
    text_sizes(k->bound, &k->space, k->sizes);
    k->table = k->cl->api.clCreateBuffer(k->cl->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    if (!k->table)
        return opencl_fail(env, "a table of sizes", code);
    k->indexed = takes_indices(k->bound->kernel);
    text_plan(k->bound, &k->space, k->cl->units, &k->plan);
    return true;
}

static void *prepare(Env *env, Machine *machine, const BoundKernel *bound, frit_numerics numerics,
                     unsigned choice) {
    (void)numerics; /* every step is rounded, which all of them allow */
    if (choice != 0)
        return NULL;
    ClKernel *k = env_new(env, sizeof *k);
    if (!k)
        return NULL;
    k->allocator = *env->allocator;
    k->cl = (OpenCl *)machine->device;
    k->bound = bound;
    if (lay_out(env, k) && write_source(env, k))
        return k;
    if (env->error->status == FRIT_ERR_UNSUPPORTED) /* what has no source is not for this engine */
        env_clear_error(env);
    free_kernel(k);
    return NULL;
}

/* ---- for the store */

static void key(const void *kernel, unsigned version, Str *out) {
    const ClKernel *k = kernel;
    (void)version;
    str_format(out, "opencl\n%s\n%s\n%s\n", k->cl->name, k->cl->driver, k->cl->build);
    str_put(out, k->text, k->text_len);
}

static bool emit(Env *env, const void *kernel, const char *debug_file, Str *text) {
    const ClKernel *k = kernel;
    (void)env, (void)debug_file;
    str_put(text, k->text, k->text_len);
    return str_ok(text);
}

static const char *target(const void *kernel) {
    (void)kernel;
    return "opencl";
}

/* ---- running; with the device's lock, as arguments of a kernel are set one by one */

static bool set_memories(Env *env, const ClKernel *k, cl_handle kernel, char *const *pointers,
                         int64_t *sizes, cl_uint *n) {
    const Kernel *form = k->bound->kernel;
    uint32_t n_axes = k->space.n_outer + k->space.n_inner;
    for (uint32_t a = 0; a < form->accesses.len; a++) {
        const BoundAccess *access = &k->bound->accesses[a];
        uint64_t offset = 0;
        if (access->pointer == UINT32_MAX)
            continue;
        const ClBlock *block = cl_block_of(k->cl, pointers[access->pointer], &offset);
        cl_handle memory = block ? block->memory : NULL;
        if (!block && !access->empty)
            return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                            "a kernel was given memory that is not the OpenCL device's");
        sizes[text_size_of_access(form, n_axes, a)] += (int64_t)offset;
        if (!memory)
            memory = k->table; /* of nothing, but some memory */
        cl_int code = k->cl->api.clSetKernelArg(kernel, (*n)++, sizeof memory, &memory);
        if (code != CL_OK)
            return opencl_fail(env, "an argument of a kernel", code);
    }
    return true;
}

static bool send_sizes(Env *env, ClKernel *k, const int64_t *sizes) {
    size_t bytes = k->n_sizes * sizeof *sizes;
    if (bytes == 0 || (k->sent[k->n_sizes] && memcmp(sizes, k->sent, bytes) == 0))
        return true;
    memcpy(k->sent, sizes, bytes);
    k->sent[k->n_sizes] = 0;
    cl_int code =
        k->cl->api.clEnqueueWriteBuffer(k->cl->queue, k->table, 1, 0, bytes, sizes, 0, NULL, NULL);
    k->sent[k->n_sizes] = code == CL_OK;
    return code == CL_OK || opencl_fail(env, "a table of sizes", code);
}

static bool launch(Env *env, ClKernel *k, cl_handle kernel, cl_uint n) {
    const OpenCl *cl = k->cl;
    int32_t zero = 0;
    size_t local = k->plan.launches[0].threads,
           threads = (size_t)k->plan.launches[0].groups * local;
    cl_int code = cl->api.clSetKernelArg(kernel, n, sizeof k->table, &k->table);
    if (code == CL_OK)
        code = cl->api.clSetKernelArg(kernel, n + 1, sizeof cl->failed, &cl->failed);
    if (code == CL_OK) /* no scratch: some memory */
        code = cl->api.clSetKernelArg(kernel, n + 2, sizeof k->table, &k->table);
    if (code == CL_OK && k->indexed)
        code = cl->api.clEnqueueWriteBuffer(cl->queue, cl->failed, 1, 0, sizeof zero, &zero, 0,
                                            NULL, NULL);
    if (code == CL_OK)
        code = cl->api.clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &threads, &local, 0, NULL,
                                              NULL);
    return code == CL_OK || opencl_fail(env, "to run a kernel", code);
}

static EngineRan run_locked(Env *env, ClKernel *k, cl_handle kernel, char *const *pointers) {
    const OpenCl *cl = k->cl;
    cl_uint n = 0;
    int32_t failed = 0;
    size_t bytes = (k->n_sizes + 1) * sizeof *k->sizes;
    int64_t *sizes = env_resize(env, NULL, 0, bytes);
    if (!sizes)
        return ENGINE_FAILED;
    memcpy(sizes, k->sizes, bytes);
    bool ok = set_memories(env, k, kernel, pointers, sizes, &n) && send_sizes(env, k, sizes) &&
              launch(env, k, kernel, n);
    env_free(env->allocator, sizes, bytes);
    if (!ok)
        return ENGINE_FAILED;
    if (!k->indexed)
        return ENGINE_RAN;
    cl_int code = cl->api.clEnqueueReadBuffer(cl->queue, cl->failed, 1, 0, sizeof failed, &failed,
                                              0, NULL, NULL);
    if (code != CL_OK) {
        opencl_fail(env, "a read", code);
        return ENGINE_FAILED;
    }
    return failed ? ENGINE_BAD_INDEX : ENGINE_RAN;
}

static EngineRan run(Env *env, void *kernel, Code *code, char *const *pointers) {
    ClKernel *k = kernel;
    pthread_mutex_lock(&k->cl->lock);
    EngineRan ran = run_locked(env, k, cl_kernel_of(code), pointers);
    pthread_mutex_unlock(&k->cl->lock);
    return ran;
}

static bool describe(Env *env, const void *kernel, ReportEngine *out) {
    const ClKernel *k = kernel;
    (void)env;
    out->target = "opencl";
    out->walk = k->space.map ? "map" : "rows";
    out->lanes = 1;
    return true;
}

const Engine opencl_engine = {.name = "opencl",
                              .hooks = &opencl_hooks,
                              .choices = 1,
                              .prepare = prepare,
                              .free = free_kernel,
                              .run = run,
                              .key = key,
                              .emit = emit,
                              .target = target,
                              .describe = describe};
