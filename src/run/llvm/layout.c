/* The memory of a worker: its frame, and what the code and staging need. */
#include <math.h>
#include <string.h>

#include "run/llvm/driver.h"

enum {
    OWN_BYTES = 64 * 1024, /* the first worker's memory is kept between runs up to this */
    TEMP_SIZE = 16         /* bytes of an element that is on its way */
};

/* Sizes that no memory has stay such. */
static uint64_t times(uint64_t x, uint64_t y) {
    uint64_t product;
    return __builtin_mul_overflow(x, y, &product) || product > INT64_MAX / 16 ? INT64_MAX / 16
                                                                              : product;
}

/* Takes so many bytes at *at; returns where they are. */
static uint64_t take(uint64_t *at, uint64_t bytes) {
    uint64_t here = *at;
    uint64_t next = here + (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    *at = next > INT64_MAX / 16 ? INT64_MAX / 16 : next;
    return here;
}

/* ---- reductions */

/* Fills the functions; false without an error: there is none, and the interpreter will say so. */
static bool find_sums(Env *env, CompiledKernel *k) {
    const Kernel *kernel = k->bound->kernel;
    uint32_t n = 0;
    TRY(k->sums = arena_new(env, &k->arena, (k->needs.n_reductions + 1) * sizeof *k->sums));
    for (uint32_t x = 0; x < kernel->body.len && n < k->needs.n_reductions; x++) {
        const KernelInstr *i = &kernel->body.at[x];
        if (i->code != K_REDUCE)
            continue;
        Dtype dtype = kernel->values.at[kernel_in(kernel, i)[0]].dtype;
        bool omits = i->flags & KF_OMIT_NAN;
        Sum *sum = &k->sums[n++];
        sum->fns = k->host->blocks->reduce[i->op][dtype][omits];
        if (!sum->fns.acc_size)
            return false;
        /* Of all elements, not of those that are numbers: the code needs no accumulators. */
        if (op_fold(i->op)->kind == FOLD_COUNT && !omits)
            sum->fns.acc_size = 0;
    }
    return true;
}

static void lay_sums(CompiledKernel *k, uint64_t *at) {
    bool columns = k->form.walk == WALK_COLUMNS;
    uint64_t chunks = (uint64_t)k->length / REDUCE_CHUNK + 1;
    uint64_t rows = columns ? (uint64_t)k->tile_rows : 1;
    k->n_levels = 66 - (uint32_t)__builtin_clzll(chunks);
    if (columns && k->length <= REDUCE_CHUNK)
        return;
    for (uint32_t n = 0; n < k->needs.n_reductions; n++)
        k->sums[n].stack = take(at, times(k->n_levels * rows, k->sums[n].fns.acc_size));
}

/* ---- everything */

static void lay_stages(CompiledKernel *k, uint64_t *at) {
    uint64_t piece = (uint64_t)k->piece, length = (uint64_t)k->length;
    bool some = false;
    for (uint32_t a = 0; a < k->n; a++) {
        Reach *r = &k->reach[a];
        if (r->staging == STAGE_PLACES)
            r->room = take(at, times(k->form.walk == WALK_PHASES ? piece : length, 8));
        else if (r->staging == STAGE_TILE)
            r->room = take(at, (uint64_t)k->tile_rows * TILE_PITCH * r->size);
        else if (r->staging)
            r->room = take(at, times(piece, r->size));
        some |= r->staging && r->staging != STAGE_TILE;
    }
    if (some)
        k->temp_at = take(at, times(piece > length ? length : piece ? piece : length, TEMP_SIZE));
}

static uint64_t scratch_bytes(const CompiledKernel *k) {
    uint64_t elements = times(k->needs.element_bytes, (uint64_t)k->length);
    if (k->form.walk == WALK_COLUMNS)
        return times(k->needs.row_bytes + elements, (uint64_t)k->tile_rows);
    return k->needs.row_bytes + (k->form.walk == WALK_ROWS ? elements : 0);
}

bool compiled_lay_out(Env *env, CompiledKernel *k) {
    TRY(find_sums(env, k));
    uint64_t at = 0;
    k->frame_at = take(&at, sizeof(LineFrame) + k->n * sizeof(FrameAccess));
    k->offsets_at = take(&at, k->n * sizeof(int64_t));
    k->uniform_at = take(&at, k->uniform_stores ? k->n * SLOT_BYTES : 0);
    k->values_at = take(&at, (uint64_t)(k->needs.n_values * k->batch) * SLOT_BYTES);
    k->partials_at = take(&at, (uint64_t)k->needs.n_reductions * SLOT_BYTES);
    k->scans_at = take(&at, (uint64_t)k->needs.n_scans * SCAN_STATE);
    k->cleared = at;
    lay_sums(k, &at);
    lay_stages(k, &at);
    k->scratch_at = take(&at, scratch_bytes(k));
    k->arrays_at = take(&at, k->needs.array_bytes);
    k->worker_size = at;
    if (at > OWN_BYTES)
        return true;
    char *own = arena_new(env, &k->arena, (size_t)at + LINE_BYTES);
    TRY(own);
    k->own = own + (LINE_BYTES - (uintptr_t)own % LINE_BYTES) % LINE_BYTES;
    worker_fill(k, k->own);
    return true;
}

/* ---- a frame */

static void fill_accesses(const CompiledKernel *k, LineFrame *frame, char *memory) {
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        FrameAccess *access = &frame->access[a];
        bool copied = r->staging && r->staging != STAGE_PLACES;
        access->row = k->n_grid ? r->grid[k->n_grid - 1] : 0;
        if (r->staging == STAGE_TILE)
            access->row = (int64_t)TILE_PITCH * (int64_t)r->size;
        access->inner = copied ? (int64_t)r->size : r->inner;
        access->indexed = r->index;
        if (copied)
            access->at = memory + r->room;
        else if (r->staging == STAGE_PLACES)
            access->places = (const int64_t *)(const void *)(memory + r->room);
        else if (r->store && r->level == LEVEL_UNIFORM)
            access->at = memory + k->uniform_at + (uint64_t)a * SLOT_BYTES;
    }
}

void worker_fill(const CompiledKernel *k, char *memory) {
    const BlockOps *ops = k->host->blocks;
    LineFrame *frame = (LineFrame *)(void *)(memory + k->frame_at);
    memset(memory, 0, (size_t)k->cleared);
    frame->steps = (const void *const *)(const void *)ops->step;
    frame->scatters = (const void *const *)(const void *)ops->scatter;
    frame->scans = (const void *const *)(const void *)ops->scan;
    frame->randoms = (const void *const *)(const void *)ops->random;
    frame->fma = fma;
    frame->push = sums_push;
    frame->fold = sums_fold;
    frame->poll = drive_poll;
    frame->scratch = memory + k->scratch_at;
    frame->arrays = memory + k->arrays_at;
    frame->values = memory + k->values_at;
    frame->partials = memory + k->partials_at;
    frame->scan_states = memory + k->scans_at;
    frame->tile_rows = k->form.walk == WALK_COLUMNS ? k->tile_rows : 0;
    fill_accesses(k, frame, memory);
}
