/*
 * Axes are merged where strides allow, then the result is cut into tiles, each of which one worker
 * computes from beginning to end: by BLAS where there is one and the matrices are big, else by hand.
 */
#include "run/product/contract.h"

#include <string.h>

#include "run/loops/blocks.h"
#include "run/product/product.h"

static void group_push(AxisGroup *g, int64_t extent, int64_t whole, const int64_t *strides) {
    g->count *= extent;
    g->whole *= whole;
    if (extent == 1)
        return;
    bool merges = g->n > 0;
    for (int o = 0; o < N_OPERANDS && merges; o++)
        merges = g->strides[o][g->n - 1] == strides[o] * extent;
    if (!merges)
        g->extents[g->n++] = 1;
    uint32_t last = g->n - 1;
    g->extents[last] *= extent;
    for (int o = 0; o < N_OPERANDS; o++)
        g->strides[o][last] = strides[o];
}

static void group_fill(AxisGroup *g, const Matrices *a, uint32_t first, uint32_t n) {
    for (uint32_t k = first; k < first + n; k++) {
        const int64_t strides[] = {a->x_strides[k], a->y_strides[k], a->out_strides[k]};
        group_push(g, a->extents[k], a->whole ? a->whole[k] : a->extents[k], strides);
    }
}

/*
 * A batch axis along which one operand does not move is one more axis of the other: many small
 * products become one big one.
 */
static void fill_groups(Product *p, const Matrices *a) {
    p->batch.count = p->m.count = p->n.count = p->k.count = 1;
    p->batch.whole = p->m.whole = p->n.whole = p->k.whole = 1;
    for (uint32_t k = 0; k < a->n_batch; k++) {
        AxisGroup *to = a->y_strides[k] == 0 ? &p->m : a->x_strides[k] == 0 ? &p->n : &p->batch;
        group_fill(to, a, k, 1);
    }
    group_fill(&p->m, a, a->n_batch, a->n_m);
    group_fill(&p->n, a, a->n_batch + a->n_m, a->n_n);
    group_fill(&p->k, a, a->n_batch + a->n_m + a->n_n, a->n_k);
}

void group_at(const AxisGroup *g, int64_t place, int64_t offsets[N_OPERANDS]) {
    memset(offsets, 0, N_OPERANDS * sizeof *offsets);
    for (uint32_t k = g->n; k-- > 0;) {
        int64_t index = place % g->extents[k];
        place /= g->extents[k];
        for (int o = 0; o < N_OPERANDS; o++)
            offsets[o] += index * g->strides[o][k];
    }
}

TileOffsets group_offsets(const AxisGroup *g, int operand, int64_t first, uint32_t n, int64_t *at) {
    TileOffsets out = {at, n, g->n <= 1 ? g->strides[operand][0] : TILE_UNEVEN};
    int64_t last_extent = g->n > 0 ? g->extents[g->n - 1] : 1;
    int64_t last_stride = g->n > 0 ? g->strides[operand][g->n - 1] : 0;
    for (uint32_t k = 0; k < n;) {
        int64_t offsets[N_OPERANDS];
        group_at(g, first + k, offsets);
        int64_t offset = offsets[operand], left = last_extent - (first + k) % last_extent;
        for (; left > 0 && k < n; left--, k++, offset += last_stride)
            at[k] = offset;
    }
    return out;
}

static int64_t ceil_div(int64_t a, int64_t b) {
    return a / b + (a % b != 0);
}

int64_t tile_count(const Product *p, uint32_t tile_m, uint32_t tile_n) {
    return p->batch.count * ceil_div(p->m.count, tile_m) * ceil_div(p->n.count, tile_n);
}

TilePlace tile_place(const Product *p, uint32_t tile_m, uint32_t tile_n, int64_t tile) {
    int64_t across = ceil_div(p->n.count, tile_n), down = ceil_div(p->m.count, tile_m);
    TilePlace at = {.column = tile % across * tile_n, .row = tile / across % down * tile_m};
    int64_t rows = p->m.count - at.row, columns = p->n.count - at.column;
    at.rows = rows < tile_m ? (uint32_t)rows : tile_m;
    at.columns = columns < tile_n ? (uint32_t)columns : tile_n;
    group_at(&p->batch, tile / across / down, at.batch);
    return at;
}

static void run_chunk(void *user, uint64_t chunk, unsigned worker) {
    const Tiles *tiles = user;
    if (machine_cancelled(tiles->machine))
        return;
    int64_t first = (int64_t)chunk * tiles->chunk, end = first + tiles->chunk;
    for (int64_t tile = first; tile < end && tile < tiles->n; tile++)
        tiles->run(tiles->how, tile, tiles->scratch + (tiles->scratch_size * worker));
}

bool tiles_run(Env *env, Tiles *tiles, bool alone) {
    uint64_t chunks = (uint64_t)ceil_div(tiles->n, tiles->chunk);
    uint64_t workers = alone || chunks <= 1 ? 1 : workers_count(tiles->host->workers);
    tiles->scratch_size = (tiles->scratch_size + MEMORY_ALIGN - 1) & ~(uint64_t)(MEMORY_ALIGN - 1);
    uint64_t size = tiles->scratch_size * workers;
    tiles->scratch = memory_take(env, tiles->host->memory, size, NULL);
    TRY(tiles->scratch);
    if (workers > 1) {
        workers_run(tiles->host->workers, chunks, run_chunk, tiles);
    } else {
        for (uint64_t chunk = 0; chunk < chunks; chunk++)
            run_chunk(tiles, chunk, 0);
    }
    memory_give(tiles->host->memory, tiles->scratch, size);
    if (machine_cancelled(tiles->machine))
        return env_fail(env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
    return true;
}

bool contract_run(Env *env, Machine *machine, const Matrices *shape, const char *x, const char *y,
                  char *out) {
    HostDevice *host = host_of(env, machine);
    TRY(host);
    Product p = {.machine = machine, .host = host, .dtype = shape->dtype, .x = x, .y = y};
    p.out = out;
    const char *level = host->blocks ? host->blocks->name : NULL;
    if (!tile_type(shape->dtype, level, &p.type))
        return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "there are no products of %s",
                        dtype_info(shape->dtype)->name);
    fill_groups(&p, shape);
    if (p.batch.count == 0 || p.m.count == 0 || p.n.count == 0)
        return true;
    bool tiny = product_suits_tiny(&p),
         cut = p.n.count != p.n.whole; /* by hand it has the same bits */
    TRY(tiny && !cut                      ? product_tiny(env, &p, level)
        : !tiny && product_suits_blas(&p) ? product_blas(env, &p)
                                          : product_own(env, &p));
    if (machine->progress && !machine->progress(machine->progress_user, 1, 1))
        return env_fail(env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
    return true;
}
