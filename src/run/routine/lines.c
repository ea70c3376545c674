/* Lines of arrays, shared between threads. */
#include <string.h>

#include "run/routine/parts.h"

void lines_open(Lines *lines, Call *call, LineFn *fn, void *user, const uint32_t *first, uint32_t n,
                uint32_t alone) {
    const Routine *r = call->r;
    memset(lines, 0, sizeof *lines);
    lines->call = call;
    lines->fn = fn;
    lines->user = user;
    lines->count = 1;
    for (uint32_t k = 0; k < r->n_in + r->n_out; k++) {
        const RoutineArray *a = &r->arrays[k];
        if (alone >> k & 1)
            continue;
        uint32_t rank = 0;
        for (uint32_t axis = 0; axis < a->rank; axis++) {
            if (axis >= first[k] && (n == 0 || axis < first[k] + n))
                continue;
            lines->shape[rank] = a->shape[axis];
            lines->strides[k][rank++] = a->strides[axis];
        }
        lines->rank = rank;
    }
    for (uint32_t axis = 0; axis < lines->rank; axis++)
        lines->count *= lines->shape[axis];
}

bool line_fail(Lines *lines, int64_t number, const frit_error *error) {
    pthread_mutex_lock(&lines->lock);
    if (!atomic_load(&lines->stops) || number < lines->failed) {
        lines->failed = number;
        lines->error = *error;
    }
    atomic_store(&lines->stops, true);
    pthread_mutex_unlock(&lines->lock);
    return false;
}

void lines_at(const Lines *lines, int64_t number, char **at) {
    const Routine *r = lines->call->r;
    for (uint32_t k = 0; k < r->n_in + r->n_out; k++)
        at[k] = lines->call->at[k];
    for (uint32_t axis = lines->rank; axis-- > 0;) {
        int64_t index = number % lines->shape[axis];
        number /= lines->shape[axis];
        for (uint32_t k = 0; k < r->n_in + r->n_out; k++)
            at[k] += index * lines->strides[k][axis];
    }
}

static void run_lines(void *user, uint64_t chunk, unsigned worker) {
    Lines *lines = user;
    int64_t first = (int64_t)chunk * lines->chunk, end = first + lines->chunk;
    for (int64_t n = first; n < end && n < lines->count; n++) {
        if (atomic_load_explicit(&lines->stops, memory_order_relaxed) ||
            machine_cancelled(lines->call->machine))
            return;
        char *at[ROUTINE_ARRAYS];
        lines_at(lines, n, at);
        lines->fn(lines, at, lines->room + (lines->scratch * worker), worker);
    }
}

bool lines_run(Lines *lines, double cost) {
    enum { ALONE = 50000, CHUNK = 20000 }; /* nanoseconds */
    Call *c = lines->call;
    if (lines->count == 0)
        return true;
    double each = cost < 1 ? 1 : cost;
    lines->chunk = each > CHUNK ? 1 : (int64_t)(CHUNK / each);
    uint64_t chunks =
        ((uint64_t)lines->count + (uint64_t)lines->chunk - 1) / (uint64_t)lines->chunk;
    bool alone = chunks == 1 || each * (double)lines->count < ALONE;
    uint64_t workers = alone ? 1 : workers_count(c->host->workers);
    lines->scratch = rounded_up(lines->scratch + 1);
    uint64_t size = lines->scratch * workers;
    lines->room = memory_take(c->env, c->host->memory, size, NULL);
    TRY(lines->room);
    pthread_mutex_init(&lines->lock, NULL);
    if (workers > 1)
        workers_run(c->host->workers, chunks, run_lines, lines);
    else
        for (uint64_t chunk = 0; chunk < chunks; chunk++)
            run_lines(lines, chunk, 0);
    pthread_mutex_destroy(&lines->lock);
    memory_give(c->host->memory, lines->room, size);
    if (atomic_load(&lines->stops)) {
        *c->env->error = lines->error;
        return false;
    }
    return true;
}

/* ---- parts of one row */

typedef struct Parts {
    PartFn *fn;
    void *user;
    int64_t n, grain;
} Parts;

static void run_part(void *user, uint64_t chunk, unsigned worker) {
    const Parts *p = user;
    int64_t first = (int64_t)chunk * p->grain, end = first + p->grain;
    (void)worker;
    p->fn(p->user, first, end < p->n ? end : p->n);
}

bool parts_run(Call *c, int64_t n, int64_t grain, PartFn *fn, void *user) {
    Parts parts = {fn, user, n, grain};
    uint64_t chunks = (uint64_t)((n + grain - 1) / grain);
    if (chunks <= 1 || workers_count(c->host->workers) == 1) {
        if (n > 0)
            fn(user, 0, n);
        return true;
    }
    workers_run(c->host->workers, chunks, run_part, &parts);
    return true;
}
