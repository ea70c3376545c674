/* A run of compiled code: memory, tasks, what there is one of, and how it ended. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "run/llvm/driver.h"

enum { ASK_POLLS = 64 };

/* ---- stopping */

static void tell(CodeRun *run, uint64_t done) {
    const Machine *machine = run->k->machine;
    if (!machine->progress(machine->progress_user, done, run->total))
        atomic_store(&run->stop, true);
}

/* From loops inside of a kernel, which may be long. Asks the host now and then, from the thread whose
 * call this is. */
uint64_t drive_poll(LineFrame *frame) {
    CodeWorker *w = frame->user;
    CodeRun *run = w->run;
    if (run->k->machine->progress && ++w->polls % ASK_POLLS == 0 &&
        pthread_equal(run->caller, pthread_self()))
        tell(run, atomic_load(&run->done));
    return !drive_begin(run);
}

void drive_end(CodeWorker *w, int32_t code) {
    CodeRun *run = w->run;
    if (w->k->streams)
        w->k->host->blocks->fence();
    if (code == RAN_INTO_INDEX)
        atomic_store(&run->bad_index, true);
    if (code == RAN_STOPPED && drive_begin(run))
        atomic_store(&run->stop, true);
    if (!w->k->machine->progress)
        return;
    uint64_t done = atomic_fetch_add(&run->done, 1) + 1;
    if (!pthread_equal(run->caller, pthread_self()))
        return;
    run->told = true;
    tell(run, done);
}

/* ---- tasks */

static void lines_task(void *user, uint64_t task, unsigned worker) {
    CodeRun *run = user;
    CodeWorker *w = &run->workers[worker];
    const CompiledKernel *k = w->k;
    if (!drive_begin(run))
        return;
    bool map = k->form.walk == WALK_MAP;
    int64_t end = map ? k->n_lines * k->length : k->n_lines;
    int64_t from = (int64_t)task * k->grain;
    int64_t to = end - from < k->grain ? end : from + k->grain;
    drive_end(w, map ? drive_map(w, from, to) : drive_lines(w, from, to));
}

void drive_tasks(CodeRun *run, uint64_t n, ChunkFn *task) {
    if (run->n_workers > 1) {
        workers_run(run->k->host->workers, n, task, run);
        return;
    }
    for (uint64_t t = 0; t < n; t++)
        task(run, t, 0);
}

/* ---- what is stored once */

/* Made at first and put where they belong at last: until then others may load what is there. */
static bool make_uniform(CodeRun *run) {
    const CompiledKernel *k = run->k;
    CodeWorker *w = &run->workers[0];
    if (!k->entries.uniform)
        return true;
    worker_seek(w, 0);
    worker_aim(w, 0, 0);
    int32_t code = k->entries.uniform(w->frame);
    if (code != RAN)
        drive_end(w, code);
    return code == RAN;
}

static void store_uniform(CodeRun *run) {
    const CompiledKernel *k = run->k;
    for (uint32_t a = 0; k->entries.uniform && a < k->n; a++) {
        const Reach *r = &k->reach[a];
        if (r->store && r->level == LEVEL_UNIFORM && !k->bound->accesses[a].empty)
            memcpy(run->pointers[r->pointer] + r->offset,
                   run->workers[0].memory + k->uniform_at + (size_t)a * SLOT_BYTES, r->size);
    }
}

/* ---- memory of a run */

typedef struct RunMemory {
    char *block;
    uint64_t size;
    CodeWorker one;
} RunMemory;

static uint64_t lines(uint64_t bytes) {
    return (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

static void worker_init(CodeWorker *w, CodeRun *run, char *memory) {
    const CompiledKernel *k = run->k;
    w->run = run;
    w->k = k;
    w->memory = memory;
    w->frame = (LineFrame *)(void *)(memory + k->frame_at);
    w->offset = (int64_t *)(void *)(memory + k->offsets_at);
    w->row = -1;
    w->polls = 0;
    w->staged = 0;
    w->placed = false;
    w->frame->user = w;
}

static bool has_partials(const CompiledKernel *k) {
    return k->form.walk == WALK_PHASES && (k->n_tasks > 1 || k->batch > 1);
}

/* Of workers and of partial results. False: more than there can be. */
static bool count_bytes(const CodeRun *run, unsigned n_workers, uint64_t *partials,
                        uint64_t *workers) {
    const CompiledKernel *k = run->k;
    const uint64_t most = PTRDIFF_MAX / 4;
    *partials = 0;
    if (has_partials(k)) {
        uint64_t slots;
        if (__builtin_mul_overflow(k->n_tasks, (uint64_t)k->batch, &slots) ||
            __builtin_mul_overflow(slots, (uint64_t)k->needs.n_reductions * SLOT_BYTES, partials) ||
            *partials > most)
            return false;
        *partials = lines(*partials);
    }
    return !__builtin_mul_overflow((uint64_t)n_workers, (uint64_t)k->worker_size, workers) &&
           *workers <= most;
}

static bool take_shared(Env *env, CodeRun *run, RunMemory *memory) {
    CompiledKernel *k = run->k;
    /* Worker numbers are below the number of threads, however few take part. */
    unsigned n = run->n_workers ? run->n_workers : 1, owned = k->own ? 1 : 0;
    uint64_t heads = lines((uint64_t)n * sizeof(CodeWorker)), partials, workers;
    if (!count_bytes(run, n - owned, &partials, &workers))
        return env_fail(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "out of memory");
    if (n > 1 || !owned || partials) {
        memory->size = heads + partials + workers;
        memory->block = memory_take(env, k->host->memory, memory->size, NULL);
        TRY(memory->block);
        run->workers = (CodeWorker *)(void *)memory->block;
    }
    run->partials = partials ? memory->block + heads : NULL;
    if (partials)
        memset(run->partials, 0, partials);
    for (unsigned t = 0; t < n; t++) {
        char *at = k->own;
        if (t >= owned) {
            at = memory->block + heads + partials + (t - owned) * k->worker_size;
            worker_fill(k, at);
        }
        worker_init(&run->workers[t], run, at);
    }
    return true;
}

static bool take_memory(Env *env, CodeRun *run, RunMemory *memory) {
    const CompiledKernel *k = run->k;
    memory->block = NULL;
    memory->size = 0;
    run->workers = &memory->one;
    if (run->n_workers > 1 || !k->own || has_partials(k))
        return take_shared(env, run, memory);
    worker_init(&memory->one, run, k->own);
    return true;
}

/* ---- all of it */

static EngineRan result(Env *env, CodeRun *run) {
    if (atomic_load(&run->bad_index))
        return ENGINE_BAD_INDEX;
    if (!drive_is_stopped(run))
        return ENGINE_RAN;
    env_set_error(env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
    return ENGINE_FAILED;
}

/* Where other threads have done everything, the caller says so in the end. */
static void tell_last(CodeRun *run) {
    if (run->k->machine->progress && run->total && !run->told && !drive_is_stopped(run))
        tell(run, atomic_load(&run->done));
}

/* What the host is told of: all tasks, and whose call it is. */
static void expect_progress(CodeRun *run) {
    const CompiledKernel *k = run->k;
    bool phases = k->form.walk == WALK_PHASES;
    uint64_t batches = phases ? (uint64_t)((k->n_lines + k->batch - 1) / k->batch) : 1;
    run->total = k->n_tasks * batches * (phases ? k->needs.n_phases : 1);
    run->caller = pthread_self();
}

EngineRan compiled_drive(Env *env, CompiledKernel *k, char *const *pointers) {
    CodeRun run = {.k = k, .pointers = pointers};
    RunMemory memory;
    run.n_workers = k->n_workers > 1 ? workers_count(k->host->workers) : 1;
    if (k->machine->progress)
        expect_progress(&run);
    atomic_init(&run.bad_index, false);
    atomic_init(&run.stop, false);
    atomic_init(&run.done, 0);
    if (!take_memory(env, &run, &memory))
        return ENGINE_FAILED;
    if (make_uniform(&run) && k->lines_stores) {
        if (k->form.walk == WALK_PHASES)
            phases_run(&run);
        else
            drive_tasks(&run, k->n_tasks, lines_task);
    }
    tell_last(&run);
    EngineRan ended = result(env, &run);
    if (ended == ENGINE_RAN)
        store_uniform(&run);
    if (memory.block)
        memory_give(k->host->memory, memory.block, memory.size);
    return ended;
}
