/* Lines and their parts, call by call. */
#include "run/llvm/driver.h"

/* ---- the odometer */

void worker_seek(CodeWorker *w, int64_t line) {
    const CompiledKernel *k = w->k;
    for (uint32_t a = 0; a < k->n; a++)
        w->offset[a] = k->reach[a].offset;
    for (uint32_t x = k->n_grid; x-- > 0;) {
        int64_t at = x ? line % k->grid[x] : line;
        line = x ? line / k->grid[x] : 0;
        w->at[x] = at;
        for (uint32_t a = 0; at && a < k->n; a++)
            w->offset[a] += at * k->reach[a].grid[x];
    }
}

static void step_axis(CodeWorker *w, uint32_t axis, int64_t by) {
    const CompiledKernel *k = w->k;
    w->at[axis] += by;
    for (uint32_t a = 0; a < k->n; a++)
        w->offset[a] += by * k->reach[a].grid[axis];
}

void worker_advance(CodeWorker *w, int64_t rows) {
    const CompiledKernel *k = w->k;
    if (k->n_grid == 0)
        return;
    uint32_t axis = k->n_grid - 1;
    step_axis(w, axis, rows);
    for (; axis > 0 && w->at[axis] == k->grid[axis]; axis--) {
        step_axis(w, axis, -k->grid[axis]);
        step_axis(w, axis - 1, 1);
    }
}

int64_t worker_lines_left(const CodeWorker *w) {
    uint32_t n = w->k->n_grid;
    return n ? w->k->grid[n - 1] - w->at[n - 1] : 1;
}

void worker_aim(CodeWorker *w, int64_t row, int64_t from) {
    const CompiledKernel *k = w->k;
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        if ((r->staging && r->staging != STAGE_PLACES) || (r->store && r->level == LEVEL_UNIFORM))
            continue;
        uintptr_t at = r->pointer == UINT32_MAX ? 0 : (uintptr_t)w->run->pointers[r->pointer];
        at += (uintptr_t)w->offset[a];
        if (row)
            at += (uintptr_t)(row * r->grid[k->n_grid - 1]);
        if (r->staging != STAGE_PLACES)
            at += (uintptr_t)(from * r->inner);
        /* Numbers until here: on the way it may be outside the array. NOLINTNEXTLINE(performance-no-int-to-ptr) */
        w->frame->access[a].at = (char *)at;
    }
}

/* ---- maps */

/* A part of one line, piece by piece. */
static int32_t map_staged(CodeWorker *w, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    for (int64_t n = k->piece; from < to; from += n) {
        if (n > to - from)
            n = to - from;
        stage_in(w, from, from + n);
        worker_aim(w, 0, from);
        int32_t code = k->entries.lines(w->frame, 1, n);
        if (code != RAN)
            return code;
        stage_out(w, from, from + n);
    }
    return RAN;
}

/* Which stores go past the cache in a call that begins where the frame is aimed at. */
static void aim_past(const CodeWorker *w, int64_t rows) {
    const CompiledKernel *k = w->k;
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        FrameAccess *access = &w->frame->access[a];
        access->past = r->past && (uintptr_t)access->at % LINE_BYTES == 0 &&
                       (rows == 1 || r->grid[k->n_grid - 1] % LINE_BYTES == 0);
    }
}

/* Elements until the first store that could go past the cache can. */
static int64_t until_aligned(const CodeWorker *w, int64_t from) {
    const CompiledKernel *k = w->k;
    for (uint32_t a = 0; k->streams && a < k->n; a++) {
        const Reach *r = &k->reach[a];
        if (!r->past)
            continue;
        uintptr_t at = (uintptr_t)w->run->pointers[r->pointer] +
                       (uintptr_t)(w->offset[a] + from * (int64_t)r->size);
        return (int64_t)((LINE_BYTES - at % LINE_BYTES) % LINE_BYTES / r->size);
    }
    return 0;
}

static int32_t map_plain(CodeWorker *w, int64_t rows, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    int64_t head = rows == 1 ? until_aligned(w, from) : 0;
    int32_t code = RAN;
    for (int64_t n; code == RAN && from < to; from += n, head = 0) {
        n = head && head < to - from ? head : to - from;
        worker_aim(w, 0, from);
        if (k->streams)
            aim_past(w, rows);
        code = k->entries.lines(w->frame, rows, n);
    }
    return code;
}

/* Some elements of all lines, then the next: lines of memory that go across are used up before they
 * leave the cache. */
static int32_t map_blocks(CodeWorker *w, int64_t rows, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    int64_t most = k->tile_rows ? k->tile_rows : rows, n;
    for (; from < to; from += n) {
        n = to - from < k->block ? to - from : k->block;
        for (int64_t row = 0; row < rows; row += most) {
            int64_t count = rows - row < most ? rows - row : most;
            stage_tile(w, row, count, from, from + n);
            worker_aim(w, row, from);
            int32_t code = k->entries.lines(w->frame, count, n);
            if (code != RAN)
                return code;
        }
    }
    return RAN;
}

/* Elements from .. to, counted over all lines. */
int32_t drive_map(CodeWorker *w, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    int64_t length = k->length, line = k->n_grid ? from / length : 0;
    int64_t left = to - from;
    from -= line * length;
    worker_seek(w, line);
    while (left > 0) {
        int64_t n = length - from < left ? length - from : left, rows = 1;
        if (n == length && !k->piece) {
            rows = worker_lines_left(w);
            rows = rows < left / length ? rows : left / length;
        }
        int32_t code = k->piece   ? map_staged(w, from, from + n)
                       : k->block ? map_blocks(w, rows, from, from + n)
                                  : map_plain(w, rows, from, from + n);
        if (code != RAN)
            return code;
        left -= rows * n;
        from += n;
        if (from == length) {
            worker_advance(w, rows);
            from = 0;
        }
    }
    return RAN;
}

/* ---- rows */

/* Lines from .. to. */
int32_t drive_lines(CodeWorker *w, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    int64_t most = k->tile_rows ? k->tile_rows : k->piece ? 1 : INT64_MAX;
    bool staged = k->piece || k->form.placed;
    worker_seek(w, from);
    while (from < to) {
        int64_t rows = worker_lines_left(w);
        rows = rows < to - from ? rows : to - from;
        rows = rows < most ? rows : most;
        if (staged)
            stage_in(w, 0, k->length);
        worker_aim(w, 0, 0);
        int32_t code = k->entries.lines(w->frame, rows, k->length);
        if (code != RAN)
            return code;
        if (staged)
            stage_out(w, 0, k->length);
        worker_advance(w, rows);
        from += rows;
    }
    return RAN;
}
