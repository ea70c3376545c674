/* How much of a kernel's work a worker takes at once, and how many workers take part. */
#include "run/llvm/driver.h"

enum { GROUPS_MAX = 1 << 14 }; /* partial results of a row */

static int64_t larger(int64_t x, int64_t y) {
    return x > y ? x : y;
}

static int64_t rounded_up(int64_t x, int64_t unit) {
    return (x + unit - 1) / unit * unit;
}

static int64_t at_least(double x, int64_t least) {
    return x < (double)least ? least : x > 1e15 ? (int64_t)1e15 : (int64_t)x;
}

static int64_t map_grain(const CompiledKernel *k) {
    int64_t grain = at_least(TASK_NS / k->cost, PIECE_MIN);
    int64_t rows = k->tile_rows ? 2 * k->tile_rows : 1;
    if (k->length < grain || k->block)
        return larger(rounded_up(grain / k->length, rows), rows) * k->length;
    return rounded_up(grain, larger(k->period ? k->piece : PIECE_MIN, 1));
}

/* A power of two of chunks: partial results are combined as those of chunks are. Rows that lie side by
 * side share lines of memory, which are to stay near. */
static int64_t phase_grain(const CompiledKernel *k) {
    int64_t group = REDUCE_CHUNK, most = INT64_MAX;
    for (uint32_t a = 0; a < k->n; a++)
        if (k->batch > 1 && compiled_goes_across(k, a))
            most = larger(ROW_BYTES / LINE_BYTES, REDUCE_CHUNK);
    while (((double)group * k->cost * (double)k->batch < TASK_NS && group < most) ||
           k->length / group >= GROUPS_MAX)
        group *= 2;
    return larger(group, k->piece);
}

void compiled_share(CompiledKernel *k) {
    double row_ns = k->cost * (double)k->length;
    unsigned threads = k->in_order ? 1 : workers_count(k->host->workers);
    int64_t units = k->n_lines;
    k->n_workers = row_ns * (double)k->n_lines > PAYS_NS ? threads : 1;
    switch (k->form.walk) {
    case WALK_MAP:
        units = k->n_lines * k->length;
        k->grain = map_grain(k);
        break;
    case WALK_PHASES:
        units = k->length;
        k->grain = phase_grain(k);
        break;
    case WALK_COLUMNS:
        k->grain = larger(at_least(TASK_NS / row_ns, 1) / k->tile_rows, 1) * k->tile_rows;
        break;
    case WALK_ROWS: k->grain = at_least(TASK_NS / row_ns, 1); break;
    }
    k->n_tasks = (uint64_t)((units + k->grain - 1) / k->grain);
    if (k->n_workers > k->n_tasks)
        k->n_workers = (unsigned)k->n_tasks;
}
