/*
 * Few long rows, shared by all workers: the first worker does what there is one of for a row, all of
 * them a phase at a time, in groups of chunks. A task is a group of each row of a batch, because rows
 * may lie side by side in memory. The results of groups are combined as those of chunks.
 */
#include <string.h>

#include "run/llvm/driver.h"

static char *partial(const CodeRun *run, uint32_t sum, int64_t row, uint64_t task) {
    uint64_t rows = (uint64_t)run->k->batch, line = sum * rows + (uint64_t)row;
    return run->partials + (line * run->k->n_tasks + task) * SLOT_BYTES;
}

static char *accumulator(const CodeWorker *w, uint32_t sum) {
    return w->frame->partials + (size_t)sum * SLOT_BYTES;
}

static bool counts(const CompiledKernel *k, uint32_t sum) {
    return k->sums[sum].fns.acc_size == 0;
}

/* Values of rows are those that the first worker's code made. */
static void aim_anew(CodeWorker *w, int64_t row) {
    const CodeRun *run = w->run;
    const CompiledKernel *k = w->k;
    w->row = run->row + row;
    worker_seek(w, w->row);
    worker_aim(w, 0, 0);
    w->frame->values =
        run->workers[0].memory + k->values_at + (uint64_t)row * k->needs.n_values * SLOT_BYTES;
}

/* At a row of the batch. */
static inline void aim_at_row(CodeWorker *w, int64_t row) {
    if (w->row != w->run->row + row)
        aim_anew(w, row);
}

/* A group, in pieces where something is staged. */
static int32_t walk_group(CodeWorker *w, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    uint32_t phase = w->run->phase;
    if (!k->piece)
        return k->entries.phase[phase](w->frame, from, to);
    int64_t piece = k->piece;
    uint64_t n = 0;
    for (int64_t at = from; at < to; at += piece, n++) {
        int64_t end = to - at < piece ? to : at + piece;
        stage_in(w, at, end);
        int32_t code = k->entries.phase[phase](w->frame, at, end);
        if (code != RAN)
            return code;
        /* Stores are made in the last walk. */
        if (phase + 1 == k->needs.n_phases)
            stage_out(w, at, end);
        for (uint32_t s = 0; to - from > piece && s < k->needs.n_reductions; s++)
            if (!counts(k, s))
                sums_push(w->frame, s, 1, n, accumulator(w, s));
    }
    for (uint32_t s = 0; n > 1 && s < k->needs.n_reductions; s++)
        if (!counts(k, s))
            memcpy(accumulator(w, s), sums_fold(w->frame, s, 1, n), k->sums[s].fns.acc_size);
    return RAN;
}

static void group_task(void *user, uint64_t task, unsigned worker) {
    CodeRun *run = user;
    CodeWorker *w = &run->workers[worker];
    const CompiledKernel *k = w->k;
    if (!drive_begin(run))
        return;
    int64_t from = (int64_t)task * k->grain;
    int64_t to = k->length - from < k->grain ? k->length : from + k->grain;
    int32_t code = RAN;
    for (int64_t row = 0; code == RAN && row < run->rows; row++) {
        aim_at_row(w, row);
        code = walk_group(w, from, to);
        for (uint32_t s = 0; code == RAN && run->partials && s < k->needs.n_reductions; s++)
            memcpy(partial(run, s, row, task), accumulator(w, s), k->sums[s].fns.acc_size);
    }
    drive_end(w, code);
}

/* The accumulators of a row of the batch, where the first worker's code looks for them. */
static void combine(CodeRun *run, int64_t row) {
    const CompiledKernel *k = run->k;
    CodeWorker *w = &run->workers[0];
    for (uint32_t s = 0; run->partials && s < k->needs.n_reductions; s++) {
        if (counts(k, s))
            continue;
        for (uint64_t task = 0; task < k->n_tasks; task++)
            sums_push(w->frame, s, 1, task, partial(run, s, row, task));
        memcpy(accumulator(w, s), sums_fold(w->frame, s, 1, k->n_tasks), k->sums[s].fns.acc_size);
    }
}

/* What there is one of for a row, after phase - 1 and before phase. */
static int32_t rows_at(CodeRun *run, uint32_t phase) {
    const CompiledKernel *k = run->k;
    CodeWorker *w = &run->workers[0];
    int32_t code = RAN;
    for (int64_t row = 0; code == RAN && row < run->rows; row++) {
        aim_at_row(w, row);
        if (phase > 0)
            combine(run, row);
        code = k->entries.at[phase](w->frame, k->length);
    }
    return code;
}

static int32_t walk_batch(CodeRun *run) {
    const CompiledKernel *k = run->k;
    int32_t code = rows_at(run, 0);
    for (run->phase = 0; code == RAN && run->phase < k->needs.n_phases; run->phase++) {
        drive_tasks(run, k->n_tasks, group_task);
        if (!drive_begin(run))
            return RAN; /* it is known why */
        code = rows_at(run, run->phase + 1);
    }
    return code;
}

void phases_run(CodeRun *run) {
    const CompiledKernel *k = run->k;
    for (run->row = 0; run->row < k->n_lines; run->row += run->rows) {
        run->rows = k->n_lines - run->row < k->batch ? k->n_lines - run->row : k->batch;
        int32_t code = walk_batch(run);
        if (code != RAN)
            drive_end(&run->workers[0], code);
        if (!drive_begin(run))
            return;
    }
}
