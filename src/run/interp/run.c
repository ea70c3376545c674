/* Runs a prepared kernel: by tiles, or by groups of chunks of a row that is worth splitting. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <string.h>

#include "run/interp/form.h"

enum {
    PAYS_NS = 40000,    /* work from which waking others pays */
    TASK_NS = 20000,    /* work that a worker takes at once */
    TASKS_MAX = 1 << 14 /* partial results of a split row */
};

bool run_stopped(const InterpWorker *w) {
    const InterpRun *run = w->run;
    return atomic_load_explicit(&run->stop, memory_order_relaxed) ||
           machine_cancelled(run->k->machine);
}

/* Asks now and then, from the thread whose call this is: a loop inside of a kernel may be long. */
bool loop_stopped(InterpWorker *w) {
    enum { TURNS = 4096 };
    InterpRun *run = w->run;
    const Machine *machine = w->k->machine;
    if (machine->progress && ++w->turns % TURNS == 0 &&
        pthread_equal(run->caller, pthread_self()) &&
        !machine->progress(machine->progress_user, atomic_load(&run->done), run->total))
        atomic_store(&run->stop, true);
    return run_stopped(w);
}

/* ---- one tile */

static void set_tile(InterpWorker *w, int64_t row, int64_t rows) {
    w->row = row;
    w->rows = rows;
    w->n[SHAPE_ONE] = 1;
    w->n[SHAPE_ROWS] = (size_t)rows;
}

static void set_piece(InterpWorker *w, int64_t first, int64_t width) {
    w->first = first;
    w->width = width;
    w->n[SHAPE_TILE] = (size_t)(w->rows * width);
}

static bool whole_list(InterpWorker *w, const DoList *list) {
    return list_run(w, list, 0, list->len);
}

static bool piece(InterpWorker *w, const DoList *list, int64_t first, int64_t width) {
    set_piece(w, first, width);
    if (!list_run(w, list, 0, list->len))
        return false;
    w->n_chunks += (uint32_t)((first + width) / REDUCE_CHUNK - first / REDUCE_CHUNK);
    return true;
}

/* Elements from .. to of the tile's rows, for one phase. */
static bool walk_pieces(InterpWorker *w, uint32_t phase, int64_t from, int64_t to) {
    const InterpKernel *k = w->k;
    const DoList *list = &k->pieces[phase];
    w->n_chunks = 0;
    set_piece(w, from, 0);
    for (uint32_t n = 0; n < k->n_reductions; n++)
        if (k->reductions[n].phase == phase)
            reduce_start(w, &k->reductions[n]);
    if (list->len == 0)
        return true;
    if (k->backwards) {
        int64_t last = (to - from) % k->width;
        for (int64_t at = to - (last ? last : k->width); at >= from; at -= k->width)
            if (!piece(w, list, at, at + k->width > to ? to - at : k->width))
                return false;
        return true;
    }
    for (int64_t at = from; at < to; at += k->width)
        if (!piece(w, list, at, to - at < k->width ? to - at : k->width))
            return false;
    return true;
}

static bool spread_phase(InterpWorker *w, uint32_t phase) {
    const InterpKernel *k = w->k;
    set_piece(w, 0, k->length < k->width ? k->length : k->width);
    return whole_list(w, &k->spread[phase]);
}

static bool walk_tile(InterpWorker *w, int64_t row, int64_t rows) {
    const InterpKernel *k = w->k;
    set_tile(w, row, rows);
    if (k->resident) {
        set_piece(w, 0, k->length);
        return whole_list(w, &k->whole);
    }
    TRY(whole_list(w, &k->at[0]));
    for (uint32_t phase = 0; phase < k->n_phases; phase++) {
        TRY(spread_phase(w, phase) && walk_pieces(w, phase, 0, k->length));
        for (uint32_t n = 0; n < k->n_reductions; n++) {
            const Reduction *r = &k->reductions[n];
            if (r->phase == phase)
                reduce_finish(w, r, reduce_close(w, r));
        }
        TRY(whole_list(w, &k->at[phase + 1]));
    }
    return true;
}

/* ---- tasks */

/* Tasks are begun in order, so the smallest one that fails is always found. */
static bool begin_task(InterpWorker *w, uint64_t task) {
    return !run_stopped(w) && task < atomic_load_explicit(&w->run->failed, memory_order_relaxed);
}

static void end_task(InterpWorker *w, uint64_t task, bool fine) {
    InterpRun *run = w->run;
    if (w->k->streams)
        w->k->ops->fence();
    if (!fine && w->failure.set && task < w->failure.task) {
        w->failure.task = task;
        unsigned long long seen = atomic_load(&run->failed);
        while (task < seen && !atomic_compare_exchange_weak(&run->failed, &seen, task))
            ;
    }
    w->failure.set = false;
    Machine *machine = w->k->machine;
    if (!machine->progress)
        return;
    uint64_t done = atomic_fetch_add(&run->done, 1) + 1;
    if (!pthread_equal(run->caller, pthread_self()))
        return;
    run->told = true;
    if (!machine->progress(machine->progress_user, done, run->total))
        atomic_store(&run->stop, true);
}

/* Where other threads have done everything, the caller says so in the end. */
static void tell_progress(InterpRun *run) {
    const Machine *machine = run->k->machine;
    if (machine->progress && run->total && !run->told && !run_stopped(&run->workers[0]) &&
        !machine->progress(machine->progress_user, atomic_load(&run->done), run->total))
        atomic_store(&run->stop, true);
}

/* Some tiles. */
static void tile_task(void *user, uint64_t task, unsigned worker) {
    InterpRun *run = user;
    InterpWorker *w = &run->workers[worker];
    const InterpKernel *k = w->k;
    if (!begin_task(w, task))
        return;
    int64_t row = (int64_t)(task * run->tiles_per_task) * k->tile_rows;
    int64_t end = row + (int64_t)run->tiles_per_task * k->tile_rows;
    bool fine = true;
    for (end = end < k->n_rows ? end : k->n_rows; fine && row < end; row += k->tile_rows)
        fine = walk_tile(w, row, end - row < k->tile_rows ? end - row : k->tile_rows);
    end_task(w, task, fine);
}

/* A worker that comes new to a phase of a split row. */
static bool join_phase(InterpWorker *w) {
    InterpRun *run = w->run;
    const InterpWorker *first = &run->workers[0];
    if (w->stamp == run->stamp)
        return true;
    w->stamp = run->stamp;
    set_tile(w, run->row, run->rows);
    for (uint32_t r = 0; w != first && r < w->k->n_regs; r++)
        if (w->k->regs[r].place == REG_ROW)
            w->regs[r] = first->regs[r];
    return spread_phase(w, run->phase);
}

/* A group of chunks. */
static void group_task(void *user, uint64_t group, unsigned worker) {
    InterpRun *run = user;
    InterpWorker *w = &run->workers[worker];
    const InterpKernel *k = w->k;
    if (!begin_task(w, group))
        return;
    int64_t from = (int64_t)group * run->group, to = from + run->group;
    bool fine = join_phase(w) && walk_pieces(w, run->phase, from, to < k->length ? to : k->length);
    for (uint32_t n = 0; fine && n < k->n_reductions; n++) {
        const Reduction *r = &k->reductions[n];
        size_t bytes = (size_t)w->rows * r->fns.acc_size;
        if (r->phase == run->phase)
            memcpy(run->partials + run->partial_at[n] + group * bytes, reduce_close(w, r), bytes);
    }
    end_task(w, group, fine);
}

static void run_tasks(InterpRun *run, uint64_t n, ChunkFn *task) {
    if (run->n_workers > 1) {
        workers_run(run->k->host->workers, n, task, run);
        return;
    }
    for (uint64_t k = 0; k < n; k++)
        task(run, k, 0);
}

static bool run_failed(InterpRun *run) {
    return run_stopped(&run->workers[0]) || atomic_load(&run->failed) != UINT64_MAX;
}

static void run_split(InterpRun *run) {
    const InterpKernel *k = run->k;
    InterpWorker *w = &run->workers[0];
    uint64_t n = ((uint64_t)k->length + (uint64_t)run->group - 1) / (uint64_t)run->group;
    for (run->row = 0; run->row < k->n_rows; run->row += k->tile_rows) {
        int64_t left = k->n_rows - run->row;
        run->rows = left < k->tile_rows ? left : k->tile_rows;
        set_tile(w, run->row, run->rows);
        if (!begin_task(w, 0))
            return;
        bool fine = whole_list(w, &k->at[0]);
        for (run->phase = 0; fine && run->phase < k->n_phases; run->phase++) {
            run->stamp++;
            run_tasks(run, n, group_task);
            if (run_failed(run))
                return;
            for (uint32_t r = 0; r < k->n_reductions; r++)
                if (k->reductions[r].phase == run->phase)
                    reduce_finish(w, &k->reductions[r],
                                  reduce_partials(w, &k->reductions[r],
                                                  run->partials + run->partial_at[r], n));
            fine = whole_list(w, &k->at[run->phase + 1]);
        }
        if (!fine)
            end_task(w, 0, false);
    }
}

/* ---- how to share the work */

typedef struct Share {
    bool split;
    unsigned n_workers;
    uint64_t n_tasks, tiles_per_task;
    int64_t group;
} Share;

static uint64_t at_least(double x, uint64_t least) {
    return x < (double)least ? least : (uint64_t)x;
}

static Share share_work(const InterpKernel *k) {
    Share s = {.n_workers = 1};
    uint64_t n_tiles = (uint64_t)((k->n_rows + k->tile_rows - 1) / k->tile_rows);
    double row_ns = (double)(k->length ? k->length : 1) * k->cost,
           tile_ns = row_ns * (double)k->tile_rows;
    double total = interp_cost(k);
    unsigned threads = k->in_order ? 1 : workers_count(k->host->workers);
    if (total > PAYS_NS)
        s.n_workers = threads;
    s.tiles_per_task = at_least(TASK_NS / tile_ns, 1);
    s.n_tasks = (n_tiles + s.tiles_per_task - 1) / s.tiles_per_task;
    /* Few long rows: more workers than tiles, or tiles so long that nobody could stop one. */
    bool few = s.n_workers > 1 && n_tiles < 4 * (uint64_t)s.n_workers && tile_ns > 2 * TASK_NS;
    s.split = k->splits && (few || tile_ns > 100.0 * TASK_NS);
    if (s.split) {
        s.group = REDUCE_CHUNK;
        while ((double)s.group * k->cost * (double)k->tile_rows < TASK_NS ||
               k->length / s.group >= TASKS_MAX)
            s.group *= 2;
        s.n_tasks = (uint64_t)((k->length + s.group - 1) / s.group) * k->n_phases * n_tiles;
    }
    if (s.n_workers > s.n_tasks)
        s.n_workers = s.n_tasks ? (unsigned)s.n_tasks : 1;
    return s;
}

double interp_cost(const InterpKernel *k) {
    return (double)(k->length ? k->length : 1) * (double)k->n_rows * k->cost;
}

unsigned interp_threads(const InterpKernel *k) {
    return workers_count(k->host->workers);
}

/* ---- memory of a run */

typedef struct InterpMemory {
    void *block;
    uint64_t size;
    InterpWorker one;
} InterpMemory;

static bool prepare_run(Env *env, InterpRun *run, const Share *share, InterpMemory *memory) {
    InterpKernel *k = run->k;
    /* Worker numbers are below the number of threads, however few take part. */
    unsigned n = share->n_workers > 1 ? workers_count(k->host->workers) : 1;
    uint64_t size = 0, heads = ((uint64_t)n * sizeof(InterpWorker) + 63) / 64 * 64;
    unsigned owned = k->own ? 1 : 0;
    run->n_workers = n;
    if (n > 1 || !owned || share->split)
        size = heads + (n - owned) * k->worker_size;
    run->group = share->group;
    if (share->split) {
        uint64_t groups = (uint64_t)((k->length + share->group - 1) / share->group);
        for (uint32_t r = 0; r < k->n_reductions; r++) {
            k->partial_at[r] = size;
            size +=
                (groups * (uint64_t)k->tile_rows * k->reductions[r].fns.acc_size + 63) / 64 * 64;
        }
    }
    memory->size = size;
    memory->block = NULL;
    run->workers = &memory->one;
    if (size) {
        memory->block = memory_take(env, k->host->memory, size, NULL);
        TRY(memory->block);
        run->workers = memory->block;
    }
    run->partials = memory->block;
    run->partial_at = k->partial_at;
    for (unsigned t = 0; t < n; t++) {
        InterpWorker *w = &run->workers[t];
        memset(w, 0, sizeof *w);
        w->run = run;
        w->k = k;
        w->failure.task = UINT64_MAX;
        w->memory =
            t < owned ? k->own : (char *)memory->block + heads + (t - owned) * k->worker_size;
        w->regs = (char **)(void *)w->memory;
        if (t >= owned)
            worker_place_regs(k, w->memory);
    }
    return true;
}

/* A value may be computed into the memory of its store unless that is still to be read. */
static void set_aims(InterpKernel *k, char *const *pointers) {
    for (uint32_t a = 0; a < k->n_aims; a++) {
        Aim *aim = &k->aims[a];
        uintptr_t low = (uintptr_t)pointers[aim->store->pointer] + (uintptr_t)aim->store->low;
        uintptr_t high = (uintptr_t)pointers[aim->store->pointer] + (uintptr_t)aim->store->high;
        aim->on = true;
        for (uint32_t l = 0; aim->on && l < k->bound->kernel->accesses.len; l++) {
            const Path *p = &k->paths[l];
            if (!aim->late[l])
                continue;
            uintptr_t base = (uintptr_t)pointers[p->pointer];
            aim->on = base + (uintptr_t)p->high <= low || high <= base + (uintptr_t)p->low;
        }
    }
}

static bool report(Env *env, InterpRun *run) {
    const Failure *first = NULL;
    for (unsigned t = 0; t < run->n_workers; t++) {
        const Failure *f = &run->workers[t].failure;
        if (f->task != UINT64_MAX && (!first || f->task < first->task))
            first = f;
    }
    if (first)
        run->k->failed_instr = first->instr;
    if (first && first->is_unsigned)
        return env_fail(env, FRIT_ERR_INDEX, FRIT_STAGE_RUN,
                        "%s: index %llu is outside an axis of %lld elements",
                        first->scatter ? "scatter" : "gather", (unsigned long long)first->index,
                        (long long)first->extent);
    if (first)
        return env_fail(env, FRIT_ERR_INDEX, FRIT_STAGE_RUN,
                        "%s: index %lld is outside an axis of %lld elements",
                        first->scatter ? "scatter" : "gather", (long long)first->index,
                        (long long)first->extent);
    if (run_stopped(&run->workers[0]))
        return env_fail(env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
    return true;
}

/* Everything that is the same for all rows, by the first worker, repeated as far as a block goes. */
static bool run_uniform(InterpRun *run) {
    const InterpKernel *k = run->k;
    InterpWorker *w = &run->workers[0];
    set_tile(w, 0, k->tile_rows);
    set_piece(w, 0, k->width);
    w->n[SHAPE_TILE] = (size_t)k->block;
    if (whole_list(w, &k->uniform))
        return true;
    end_task(w, 0, false);
    return false;
}

uint32_t interp_failed(const InterpKernel *k) {
    return k->failed_instr;
}

bool interp_run(Env *env, InterpKernel *k, char *const *pointers) {
    Share share = share_work(k);
    InterpRun run = {.k = k, .pointers = pointers, .tiles_per_task = share.tiles_per_task};
    InterpMemory memory;
    run.caller = pthread_self();
    run.total = share.n_tasks;
    atomic_init(&run.failed, UINT64_MAX);
    atomic_init(&run.stop, false);
    atomic_init(&run.done, 0);
    TRY(prepare_run(env, &run, &share, &memory));
    set_aims(k, pointers);
    if (run_uniform(&run)) {
        if (share.split)
            run_split(&run);
        else
            run_tasks(&run, share.n_tasks, tile_task);
    }
    tell_progress(&run);
    bool fine = report(env, &run);
    if (memory.block)
        memory_give(k->host->memory, memory.block, memory.size);
    return fine;
}
