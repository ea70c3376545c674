/* How a kernel walks its space, and all the memory that takes. */
#include <string.h>

#include "kernel/axes.h"
#include "run/interp/prep.h"

enum {
    ROW_BYTES = 256 * 1024,  /* registers of rows that stay in the cache from phase to phase */
    BLOCK_BYTES = 24 * 1024, /* registers of a block, so that they stay in the first cache */
    BLOCK_MAX = 1024,
    BLOCK_MIN = 256,
    BLOCK_LEAST = 32, /* with arrays of lanes */
    ARRAY_BYTES = 128 * 1024,
    COLUMNS = 2048,         /* rows side by side, with up to 32 accumulators each */
    ACC_BYTES = 256 * 1024, /* of accumulators */
    SHORT_LENGTH = 24,      /* shorter rows are taken side by side even if they lie end to end */
    RESIDENT_SHORT = 512,   /* reductions alone: longer rows are taken in pieces */
    OWN_BYTES = 64 * 1024,  /* the first worker's memory is kept between runs up to this */
    LINE_BYTES = 64,
    LARGE_BYTES = 1 << 20,
    MEMORY_NS = 1 /* an element of which costs more is not waiting for memory */
};

static uint64_t lines(uint64_t bytes) {
    return (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

/* ---- axes */

static bool varies_inside(const BoundKernel *bound, uint32_t access) {
    const Kernel *kernel = bound->kernel;
    for (uint32_t a = kernel->n_axes - kernel->n_inner; a < kernel->n_axes; a++)
        if (bound->extents[a] != 1 && axis_strides(bound, access)[a] != 0)
            return true;
    return false;
}

/* A kernel whose rows mean nothing: every element by itself. */
static bool is_map(const BoundKernel *bound) {
    const Kernel *kernel = bound->kernel;
    if (kernel_has(kernel, K_REDUCE) || kernel_has(kernel, K_SCAN))
        return false;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code == K_STORE && kernel->n_inner > 0 &&
            kernel->values.at[kernel_in(kernel, i)[0]].level == LEVEL_ROW &&
            !varies_inside(bound, i->access))
            return false;
    }
    return true;
}

static void choose_axes(InterpKernel *k, bool map, Axes *axes) {
    axes_choose(k->bound, map, k->in_order, axes);
    k->n_rows = axes->n_rows;
    k->length = axes->length;
}

/* ---- what the kernel does */

static bool varies(const Line *line) {
    for (uint32_t k = 0; k < line->n; k++)
        if (line->axes[k].stride != 0)
            return true;
    return false;
}

/* Of the places that a store writes. */
static Level places_level(const Path *path) {
    if (varies(&path->inner) || path->empty) /* no element: no store, not even one for all */
        return LEVEL_FULL;
    return varies(&path->rows) ? LEVEL_ROW : LEVEL_UNIFORM;
}

static bool analyse_kernel(Prep *p, InterpKernel *k) {
    const Kernel *kernel = p->kernel;
    size_t size = (kernel->values.len + 1) * sizeof *p->store;
    uint8_t *places = arena_new(p->env, &p->arena, kernel->accesses.len + 1);
    TRY(places && (p->store = arena_new(p->env, &p->arena, size)));
    memset(p->store, 0xff, size); /* NO_INSTR */
    for (uint32_t n = kernel->body.len; n-- > 0;) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code != K_STORE)
            continue;
        places[i->access] = (uint8_t)places_level(&k->paths[i->access]);
        p->store[kernel_in(kernel, i)[0]] = n;
    }
    AnalysisOptions options = {.rows = p->map ? ROWS_NONE : ROWS_OF_KERNEL,
                               .places = places,
                               .lanes_count = true,
                               .stores_last = true};
    return analyse(p->env, &p->arena, &p->known, kernel, &options);
}

/* ---- sizes */

static int64_t smaller(int64_t x, int64_t y) {
    return x < y ? x : y;
}

static int64_t larger(int64_t x, int64_t y) {
    return x > y ? x : y;
}

/* Many, to read long runs of memory, as long as their accumulators stay in the cache. */
static int64_t columns_at_once(const InterpKernel *k) {
    uint64_t bytes = 1;
    for (uint32_t n = 0; n < k->n_reductions; n++)
        bytes += k->reductions[n].fns.acc_size * (uint64_t)smaller(k->length, REDUCE_LANES);
    int64_t most = (int64_t)(ACC_BYTES / bytes) / BLOCK_MIN * BLOCK_MIN;
    return larger(smaller(most, COLUMNS), BLOCK_MIN);
}

static void choose_sizes(InterpKernel *k, uint64_t tile_bytes) {
    /* Little work on much memory: short blocks, so that several arrays are on their way at once. */
    int64_t block = !k->large             ? BLOCK_MAX
                    : k->cost > MEMORY_NS ? BLOCK_MAX
                    : k->straight         ? BLOCK_MIN / 2
                                          : BLOCK_MIN;
    /* Where arrays of lanes fill it, few of them: they are read here and there. */
    while ((block > BLOCK_MIN && (uint64_t)block * tile_bytes > BLOCK_BYTES) ||
           (block > BLOCK_LEAST && (uint64_t)block * tile_bytes > ARRAY_BYTES))
        block /= 2;
    int64_t length = larger(k->length, 1), rows = larger(k->n_rows, 1);
    if (k->resident) {
        k->width = k->length;
        k->tile_rows = smaller(rows, larger(block / length, 1));
        /* Side by side: enough of them for a vector, as long as they stay in the cache. */
        if (k->layout == LAYOUT_COLUMNS && k->tile_rows < 64)
            k->tile_rows = smaller(
                rows, larger(smaller(64, (int64_t)(ROW_BYTES / (tile_bytes + 1)) / length), 1));
    } else if (k->layout == LAYOUT_COLUMNS) {
        k->tile_rows = smaller(rows, columns_at_once(k));
        /* Enough rows for a block by themselves: one element at a time, read where it lies. */
        k->width = k->tile_rows >= BLOCK_MIN ? 1 : smaller(length, larger(block / k->tile_rows, 1));
    } else {
        k->tile_rows = 1;
        k->width = smaller(length, block);
    }
    k->block = (uint64_t)(k->tile_rows * larger(k->width, 1));
}

static bool lower(Prep *p, InterpKernel *k) {
    bool must = p->known.two_ways; /* in one walk */
    k->n_phases = p->known.n_phases;
    k->backwards = p->known.backwards;
    k->resident =
        must ||
        (!p->map && k->length <= RESIDENT_SHORT && (k->layout == LAYOUT_ROWS || k->n_phases > 1)) ||
        (k->n_phases > 1 && k->length <= ROW_BYTES);
    TRY(prep_lower(p));
    int64_t rows = k->layout == LAYOUT_COLUMNS ? smaller(16, larger(k->n_rows, 1)) : 1;
    if (k->resident && !must && k->length > RESIDENT_SHORT / 2 &&
        (uint64_t)(k->length * rows) * p->tile_bytes > ROW_BYTES) {
        k->resident = false;
        TRY(prep_lower(p));
    }
    choose_sizes(k, p->tile_bytes);
    return true;
}

/* ---- memory */

/* count: of an array; 0: none. */
static uint64_t room_bytes(const InterpKernel *k, uint8_t size, uint8_t room, uint32_t count) {
    uint64_t n = room == SHAPE_ONE ? 1 : room == SHAPE_ROWS ? (uint64_t)k->tile_rows : k->block;
    return lines(n * size * (count ? count : 1));
}

static uint64_t lay_states(InterpKernel *k, uint64_t at) {
    uint64_t chunks = (uint64_t)k->length / REDUCE_CHUNK + 1;
    uint64_t side = k->layout == LAYOUT_COLUMNS ? (uint64_t)k->tile_rows : 1;
    k->n_levels = 66 - (uint32_t)__builtin_clzll(chunks);
    for (uint32_t n = 0; n < k->n_reductions; n++) {
        Reduction *r = &k->reductions[n];
        r->lanes = at;
        at += lines(REDUCE_LANES * side * r->fns.acc_size);
        r->stack = at;
        at += lines((k->n_levels * side + (uint64_t)k->tile_rows) * r->fns.acc_size);
    }
    k->scans = at;
    return at + lines(k->n_scans * (uint64_t)k->tile_rows * SCAN_STATE);
}

/* Registers that are not a list's own, one after another; those of a list share what follows. */
static bool lay_out(Prep *p, InterpKernel *k) {
    k->n_regs = p->regs.len;
    k->regs = arena_new(p->env, &k->arena, (k->n_regs + 1) * sizeof *k->regs);
    uint64_t *slot_at = arena_new(p->env, &p->arena, (p->slots.len + 1) * sizeof *slot_at);
    TRY(k->regs && slot_at);
    uint64_t shared = 0, at = lines(k->n_regs * sizeof(char *));
    for (uint32_t r = 0; r < k->n_regs; r++) {
        Reg *reg = &p->regs.at[r];
        uint64_t *next = reg->place == REG_SHARED ? &shared : &at;
        if (reg->place == REG_LIST)
            continue;
        reg->offset = *next;
        *next += room_bytes(k, reg->size, reg->room, reg->count);
    }
    at = lay_states(k, at);
    k->temp_at = at;
    at += lines(k->block * TEMP_SIZE);
    uint64_t end = at, next = at;
    for (uint32_t s = 0; s < p->slots.len; s++) {
        const RegSlot *slot = &p->slots.at[s];
        if (s > 0 && slot->list != p->slots.at[s - 1].list)
            next = at;
        slot_at[s] = next;
        next += room_bytes(k, slot->size, slot->room, slot->count);
        end = next > end ? next : end;
    }
    for (uint32_t r = 0; r < k->n_regs; r++) {
        Reg *reg = &p->regs.at[r];
        if (reg->place == REG_LIST && reg->slot != UINT32_MAX)
            reg->offset = slot_at[reg->slot];
        k->regs[r] = *reg;
    }
    k->shared_size = shared;
    k->worker_size = end;
    return true;
}

/* A value as a register holds it. */
static void to_register(Dtype dtype, Bits bits, void *out) {
    Scalar s = scalar_from_bits(dtype, bits);
    switch (dtype_info(dtype)->domain) {
    case DOMAIN_F32: memcpy(out, &s.f32, sizeof s.f32); break;
    case DOMAIN_F64: memcpy(out, &s.f64, sizeof s.f64); break;
    case DOMAIN_C64: memcpy(out, s.c64, sizeof s.c64); break;
    case DOMAIN_C128: memcpy(out, s.c128, sizeof s.c128); break;
    default: {
        uint8_t b = (uint8_t)s.u;
        uint16_t h = (uint16_t)s.u;
        uint32_t w = (uint32_t)s.u;
        switch (block_size(dtype)) {
        case 1: memcpy(out, &b, 1); break;
        case 2: memcpy(out, &h, 2); break;
        case 4: memcpy(out, &w, 4); break;
        default: memcpy(out, &s.u, 8); break;
        }
    }
    }
}

static char *align_up(char *at) {
    return at + (LINE_BYTES - (uintptr_t)at % LINE_BYTES) % LINE_BYTES;
}

static bool take_memory(Prep *p, InterpKernel *k) {
    char *shared = arena_new(p->env, &k->arena, (size_t)k->shared_size + LINE_BYTES);
    TRY(shared);
    k->shared = align_up(shared);
    for (uint32_t n = 0; n < p->consts.len; n++) {
        const Const *c = &p->consts.at[n];
        const Reg *reg = &k->regs[c->reg];
        uint64_t count = reg->room == SHAPE_ONE    ? 1
                         : reg->room == SHAPE_ROWS ? (uint64_t)k->tile_rows
                                                   : k->block;
        char value[16];
        to_register(c->dtype, c->bits, value);
        if (c->element != CONST_ALL) {
            memcpy(k->shared + reg->offset + (size_t)c->element * reg->size, value, reg->size);
            continue;
        }
        k->ops->repeat[c->dtype](k->shared + reg->offset, value, 1, (size_t)count);
    }
    if (k->worker_size > OWN_BYTES)
        return true;
    char *own = arena_new(p->env, &k->arena, (size_t)k->worker_size + LINE_BYTES);
    TRY(own);
    k->own = align_up(own);
    worker_place_regs(k, k->own);
    return true;
}

static bool keep_aims(Prep *p, InterpKernel *k) {
    k->n_aims = p->aims.len;
    k->aims = arena_new(p->env, &k->arena, (p->aims.len + 1) * sizeof *k->aims);
    TRY(k->aims);
    if (p->aims.len)
        memcpy(k->aims, p->aims.at, p->aims.len * sizeof *k->aims);
    return true;
}

/* ---- streaming */

static void choose_streams(InterpKernel *k) {
    k->straight = !kernel_has(k->bound->kernel, K_REDUCE);
    for (uint32_t a = 0; a < k->bound->kernel->accesses.len; a++) {
        Path *p = &k->paths[a];
        k->straight &= p->all.n <= 1;
        k->large |= p->pointer != UINT32_MAX && p->high - p->low >= LARGE_BYTES;
        if (!k->bound->kernel->accesses.at[a].store || !p->plain || p->n_indexed > 0 ||
            p->all.n != 1 || p->all.axes[0].stride != (int64_t)p->size)
            continue;
        p->stream = (uint64_t)p->all.axes[0].extent * p->size >= k->host->stream_bytes;
        k->streams |= p->stream;
    }
}

static bool prepare(Prep *p, InterpKernel *k) {
    Axes axes;
    k->in_order = kernel_has(p->kernel, K_SCATTER);
    p->map = is_map(k->bound);
    choose_axes(k, p->map, &axes);
    TRY(path_prepare(p->env, k, axes.extents, axes.order, axes.n, axes.n_inner));
    bool columns = !p->map && k->n_rows > 1 && axes_prefer_columns(k->bound, &axes, SHORT_LENGTH);
    k->layout = columns ? LAYOUT_COLUMNS : LAYOUT_ROWS;
    choose_streams(k);
    TRY(analyse_kernel(p, k));
    TRY(axes_cost(p->env, k->bound, &axes, &k->cost));
    TRY(lower(p, k));
    k->splits = !k->resident && !k->in_order && !kernel_has(p->kernel, K_SCAN);
    return lay_out(p, k) && keep_aims(p, k) && take_memory(p, k);
}

InterpKernel *interp_new(Env *env, Machine *machine, const BoundKernel *bound) {
    HostDevice *host = host_of(env, machine);
    InterpKernel *k = host ? env_new(env, sizeof *k) : NULL;
    if (!k)
        return NULL;
    k->allocator = *env->allocator;
    k->machine = machine;
    k->host = host;
    k->ops = host->blocks;
    k->bound = bound;
    Prep p = {.env = env, .k = k, .kernel = bound->kernel};
    bool done = prepare(&p, k);
    vec_free(env->allocator, &p.code);
    vec_free(env->allocator, &p.spreads);
    vec_free(env->allocator, &p.regs);
    vec_free(env->allocator, &p.consts);
    vec_free(env->allocator, &p.aims);
    vec_free(env->allocator, &p.aim_code);
    vec_free(env->allocator, &p.slots);
    arena_free(env->allocator, &p.arena);
    if (done)
        return k;
    interp_free(k);
    return NULL;
}

void interp_free(InterpKernel *k) {
    if (!k)
        return;
    arena_free(&k->allocator, &k->arena);
    frit_allocator allocator = k->allocator;
    env_free(&allocator, k, sizeof *k);
}
