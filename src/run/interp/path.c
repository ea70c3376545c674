/*
 * Elements between memory and registers: a run of places of a line of axes, piece by piece where
 * memory is not one straight line. Elements in a straight line that a register could hold as they
 * are stay where they are.
 */
#include "run/interp/form.h"

/* ---- preparing */

static void reach(Path *p, int64_t extent, int64_t stride) {
    int64_t far = (extent - 1) * stride;
    if (far < 0)
        p->low += far;
    else
        p->high += far;
}

static void set_bounds(Path *p) {
    p->low = p->high = p->offset;
    for (uint32_t k = 0; k < p->all.n; k++)
        if (p->all.axes[k].extent > 0)
            reach(p, p->all.axes[k].extent, p->all.axes[k].stride);
    for (uint32_t k = 0; k < p->n_indexed; k++)
        if (p->indexed_extents[k] > 0)
            reach(p, p->indexed_extents[k], p->indexed_strides[k]);
    p->high += p->size;
}

bool path_prepare(Env *env, InterpKernel *k, const int64_t *extents, const uint32_t *order,
                  uint32_t n_axes, uint32_t n_inner) {
    const Kernel *kernel = k->bound->kernel;
    uint32_t n = kernel->accesses.len, outer = n_axes - n_inner;
    k->paths = arena_new(env, &k->arena, (n + 1) * sizeof *k->paths);
    TRY(k->paths);
    for (uint32_t a = 0; a < n; a++) {
        const Access *access = &kernel->accesses.at[a];
        const BoundAccess *bound = &k->bound->accesses[a];
        const int64_t *strides = bound->strides + access->n_indexed;
        bool number = bound->pointer == UINT32_MAX;
        Path *p = &k->paths[a];
        *p = (Path){.pointer = bound->pointer, .offset = bound->offset, .empty = bound->empty};
        p->dtype = number ? DT_I64 : access->dtype;
        p->size = number ? 1 : dtype_info(p->dtype)->bits / 8;
        p->reg_size = (uint32_t)block_size(p->dtype);
        /* A host may take any byte for true: loading makes it 1. */
        p->plain = !number && p->size == p->reg_size && (access->store || p->dtype != DT_BOOL);
        p->n_indexed = access->n_indexed;
        p->indexed_strides = bound->strides;
        p->indexed_extents = bound->indexed;
        if (!number)
            p->offset += (int64_t)access->leaf;
        Axis *room = arena_new(env, &k->arena, (2 * (size_t)n_axes + 1) * sizeof *room);
        TRY(room);
        p->rows = line_make(room, extents, strides, order, 0, outer);
        p->inner = line_make(room + outer, extents, strides, order, outer, n_axes);
        p->all = line_make(room + n_axes, extents, strides, order, 0, n_axes);
        set_bounds(p);
    }
    return true;
}

/* ---- moving */

/* What a register's elements look like in memory, to move them with strides between registers. */
static Dtype reg_dtype(const Path *path) {
    return path->plain || path->reg_size == path->size ? path->dtype
           : path->pointer == UINT32_MAX               ? DT_I64
                                                       : DT_F32;
}

static Mover mover(const InterpWorker *w, const Path *path, bool store) {
    char *base = path->pointer == UINT32_MAX ? NULL : w->run->pointers[path->pointer];
    return (Mover){.ops = w->k->ops,
                   .dtype = path->dtype,
                   .moved = reg_dtype(path),
                   .reg_size = path->reg_size,
                   .base = base,
                   .temp = w->memory + w->k->temp_at,
                   .store = store};
}

static void move_shape(const InterpWorker *w, const Path *p, const Mover *m, RegShape shape,
                       char *reg) {
    if (w->n[shape] == 0)
        return;
    if (shape == SHAPE_ONE) {
        move_run(m, reg, p->offset, 0, 1);
    } else if (shape == SHAPE_ROWS) {
        move_line(m, &p->rows, reg, p->offset, w->row, (size_t)w->rows);
    } else if (w->k->layout == LAYOUT_ROWS) {
        move_line(m, &p->all, reg, p->offset, w->row * w->k->length + w->first, w->n[SHAPE_TILE]);
    } else {
        for (int64_t e = 0; e < w->width; e++)
            move_line(m, &p->rows, reg + (size_t)(e * w->rows) * p->reg_size,
                      p->offset + line_offset(&p->inner, w->first + e), w->row, (size_t)w->rows);
    }
}

/* ---- straight lines */

/* The stride of the shape's places if they lie in one straight line, in *offset where it begins. */
static bool straight(const InterpWorker *w, const Path *p, RegShape shape, int64_t *offset,
                     int64_t *stride) {
    *offset = p->offset;
    *stride = p->size;
    if (shape == SHAPE_ONE)
        return true;
    const Line *line = shape == SHAPE_TILE && w->k->layout == LAYOUT_ROWS ? &p->all : &p->rows;
    if (line->n > 1)
        return false;
    int64_t start = line == &p->all ? w->row * w->k->length + w->first : w->row;
    if (line->n == 1) {
        *stride = line->axes[0].stride;
        *offset += start * *stride;
    }
    if (shape == SHAPE_ROWS || w->k->layout == LAYOUT_ROWS)
        return true;
    *offset += line_offset(&p->inner, w->first);
    if (w->width == 1)
        return true;
    int64_t across = p->inner.n ? p->inner.axes[0].stride : 0;
    if (w->rows == 1)
        *stride = across;
    return p->inner.n <= 1 && across == *stride * w->rows;
}

char *path_direct(const InterpWorker *w, const Path *p, RegShape shape) {
    int64_t offset, stride;
    if (!p->plain || !straight(w, p, shape, &offset, &stride) ||
        (stride != (int64_t)p->size && w->n[shape] > 1))
        return NULL;
    char *at = w->run->pointers[p->pointer] + offset;
    size_t align = p->size < 8 ? p->size : 8;
    return ((uintptr_t)at & (align - 1)) == 0 ? at : NULL;
}

/* Lines of this block, so that several arrays are on their way at once, and of those that follow. */
static void prefetch(const char *at, size_t bytes) {
    enum { LINE = 64, AHEAD = 1024 };
    for (size_t line = 0; line < bytes; line += LINE) {
        __builtin_prefetch(at + line);
        __builtin_prefetch(at + AHEAD + line);
    }
}

char *path_load(InterpWorker *w, const Path *p, RegShape shape, char *slot) {
    char *memory = path_direct(w, p, shape);
    if (memory && w->k->large && shape == SHAPE_TILE)
        prefetch(memory, w->n[shape] * p->size);
    if (memory)
        return memory;
    Mover m = mover(w, p, false);
    int64_t offset, stride;
    if (w->n[shape] > 0 && straight(w, p, shape, &offset, &stride))
        move_run(&m, slot, offset, stride, w->n[shape]);
    else
        move_shape(w, p, &m, shape, slot);
    return slot;
}

/* The C language has no way to give a register to StoreFn's other direction without a cast. */
static char *unqualified(const char *reg) {
    union {
        const char *from;
        char *to;
    } u = {reg};
    return u.to;
}

void path_store(InterpWorker *w, const Path *p, RegShape shape, const char *reg) {
    Mover m = mover(w, p, true);
    int64_t offset, stride;
    if (w->n[shape] == 0)
        return;
    if (!straight(w, p, shape, &offset, &stride)) {
        move_shape(w, p, &m, shape, unqualified(reg));
        return;
    }
    char *to = m.base + offset;
    if (p->stream && stride == (int64_t)p->size && (uintptr_t)to % 64 == 0)
        m.ops->stream[p->dtype](to, stride, reg, w->n[shape]);
    else
        m.ops->store[p->dtype](to, stride, reg, w->n[shape]);
}

void path_numbers(InterpWorker *w, const Path *p, RegShape shape, int64_t *reg) {
    Path numbers = *p;
    numbers.pointer = UINT32_MAX;
    numbers.dtype = DT_I64;
    numbers.reg_size = sizeof(int64_t);
    Mover m = mover(w, &numbers, false);
    move_shape(w, &numbers, &m, shape, (char *)reg);
}
