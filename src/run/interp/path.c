/*
 * Elements between memory and registers: a run of places of a line of axes, piece by piece where
 * memory is not one straight line. Elements in a straight line that a register could hold as they
 * are stay where they are.
 */
#include "run/interp/form.h"

/* Rows of a line up to this long are taken column by column: one call for each column. */
enum { SHORT_ROW = 32 };

/* ---- preparing */

static Line make_line(Axis *room, const int64_t *extents, const int64_t *strides,
                      const uint32_t *order, uint32_t from, uint32_t to) {
    uint32_t n = 0;
    for (uint32_t k = from; k < to; k++) {
        int64_t extent = extents[k];
        int64_t stride = order[k] == UINT32_MAX ? 0 : strides[order[k]];
        if (extent == 1)
            continue;
        Axis *last = n ? &room[n - 1] : NULL;
        if (last && last->stride == stride * extent) {
            last->extent *= extent;
            last->stride = stride;
        } else {
            room[n++] = (Axis){extent, stride};
        }
    }
    return (Line){n, room};
}

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
        p->rows = make_line(room, extents, strides, order, 0, outer);
        p->inner = make_line(room + outer, extents, strides, order, outer, n_axes);
        p->all = make_line(room + n_axes, extents, strides, order, 0, n_axes);
        set_bounds(p);
    }
    return true;
}

/* ---- moving: one way or the other, over a run of places of a line */

typedef struct Mover {
    const Path *path;
    const BlockOps *ops;
    char *base; /* of memory; NULL: element numbers */
    char *temp; /* room for a block */
    bool store;
} Mover;

static Mover mover(const Worker *w, const Path *path, bool store) {
    char *base = path->pointer == UINT32_MAX ? NULL : w->run->pointers[path->pointer];
    return (Mover){path, w->k->ops, base, w->memory + w->k->temp_at, store};
}

/* A straight run. */
static void move_run(const Mover *m, char *reg, int64_t offset, int64_t stride, size_t n) {
    if (!m->base)
        m->ops->count_up((int64_t *)(void *)reg, offset, stride, n);
    else if (m->store)
        m->ops->store[m->path->dtype](m->base + offset, stride, reg, n);
    else
        m->ops->load[m->path->dtype](reg, m->base + offset, stride, n);
}

/* What a register's elements look like in memory, to move them with strides between registers. */
static Dtype reg_dtype(const Path *path) {
    return path->plain || path->reg_size == path->size ? path->dtype
           : path->pointer == UINT32_MAX               ? DT_I64
                                                       : DT_F32;
}

/* `rows` rows of `inner.extent` elements each, all short. */
static void move_short_rows(const Mover *m, char *reg, int64_t offset, Axis outer, Axis inner,
                            size_t rows) {
    const Path *p = m->path;
    size_t length = (size_t)inner.extent;
    if (!m->store && inner.stride == 0) {
        move_run(m, m->temp, offset, outer.stride, rows);
        m->ops->repeat[p->dtype](reg, m->temp, rows, length);
        return;
    }
    if (!m->store && outer.stride == 0) {
        move_run(m, m->temp, offset, inner.stride, length);
        m->ops->tile[p->dtype](reg, m->temp, length, rows);
        return;
    }
    Dtype dtype = reg_dtype(p);
    int64_t step = (int64_t)(length * p->reg_size);
    for (size_t j = 0; j < length; j++) {
        char *column = reg + j * p->reg_size;
        int64_t at = offset + (int64_t)j * inner.stride;
        if (m->store)
            m->ops->load[dtype](m->temp, column, step, rows);
        move_run(m, m->temp, at, outer.stride, rows);
        if (!m->store)
            m->ops->store[dtype](column, step, m->temp, rows);
    }
}

/* An odometer over a line. */
typedef struct LinePlace {
    int64_t at[MAX_RANK];
    int64_t offset;
} LinePlace;

static void line_seek(const Line *line, int64_t start, LinePlace *place) {
    for (uint32_t k = line->n; k-- > 0;) {
        int64_t extent = line->axes[k].extent;
        int64_t at = k ? start % extent : start;
        start = k ? start / extent : 0;
        place->at[k] = at;
        place->offset += at * line->axes[k].stride;
    }
}

/* Adds `count` to axis k, which is not left unless it ends exactly there. */
static void line_advance(const Line *line, uint32_t k, int64_t count, LinePlace *place) {
    place->at[k] += count;
    place->offset += count * line->axes[k].stride;
    while (k > 0 && place->at[k] == line->axes[k].extent) {
        place->offset -= place->at[k] * line->axes[k].stride;
        place->at[k] = 0;
        k--;
        place->at[k]++;
        place->offset += line->axes[k].stride;
    }
}

static void move_line(const Mover *m, const Line *line, char *reg, int64_t offset, int64_t start,
                      size_t n) {
    uint32_t last = line->n ? line->n - 1 : 0;
    if (line->n <= 1) {
        int64_t stride = line->n ? line->axes[0].stride : 0;
        move_run(m, reg, offset + start * stride, stride, n);
        return;
    }
    LinePlace place;
    place.offset = offset;
    line_seek(line, start, &place);
    Axis inner = line->axes[last], outer = line->axes[last - 1];
    while (n > 0) {
        int64_t rows = outer.extent - place.at[last - 1];
        if (rows > (int64_t)n / inner.extent)
            rows = (int64_t)n / inner.extent;
        size_t count;
        if (place.at[last] == 0 && inner.extent <= SHORT_ROW && rows > 1) {
            move_short_rows(m, reg, place.offset, outer, inner, (size_t)rows);
            count = (size_t)(rows * inner.extent);
            line_advance(line, last - 1, rows, &place);
        } else {
            int64_t run = inner.extent - place.at[last];
            count = run < (int64_t)n ? (size_t)run : n;
            move_run(m, reg, place.offset, inner.stride, count);
            line_advance(line, last, (int64_t)count, &place);
        }
        reg += count * m->path->reg_size;
        n -= count;
    }
}

static int64_t line_offset(const Line *line, int64_t place) {
    int64_t offset = 0;
    for (uint32_t k = line->n; k-- > 0 && place > 0;) {
        int64_t extent = line->axes[k].extent;
        offset += (k ? place % extent : place) * line->axes[k].stride;
        place = k ? place / extent : 0;
    }
    return offset;
}

static void move_shape(const Worker *w, const Mover *m, Shape shape, char *reg) {
    const Path *p = m->path;
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
static bool straight(const Worker *w, const Path *p, Shape shape, int64_t *offset,
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

char *path_direct(const Worker *w, const Path *p, Shape shape) {
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

char *path_load(Worker *w, const Path *p, Shape shape, char *slot) {
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
        move_shape(w, &m, shape, slot);
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

void path_store(Worker *w, const Path *p, Shape shape, const char *reg) {
    Mover m = mover(w, p, true);
    int64_t offset, stride;
    if (w->n[shape] == 0)
        return;
    if (!straight(w, p, shape, &offset, &stride)) {
        move_shape(w, &m, shape, unqualified(reg));
        return;
    }
    char *to = m.base + offset;
    if (p->stream && stride == (int64_t)p->size && (uintptr_t)to % 64 == 0)
        m.ops->stream[p->dtype](to, stride, reg, w->n[shape]);
    else
        m.ops->store[p->dtype](to, stride, reg, w->n[shape]);
}

void path_numbers(Worker *w, const Path *p, Shape shape, int64_t *reg) {
    Path numbers = *p;
    numbers.pointer = UINT32_MAX;
    numbers.dtype = DT_I64;
    numbers.reg_size = sizeof(int64_t);
    Mover m = mover(w, &numbers, false);
    move_shape(w, &m, shape, (char *)reg);
}
