/*
 * Elements that do not lie in a straight line, to and from one: raw bytes, whatever they mean.
 *
 * What is staged at a time are elements from .. to of the line that the odometer stands at. In
 * WALK_PHASES the code counts a row's elements from 0 and finds element `from` at the beginning of the
 * copy, because the address it is given lies so much before it.
 */
#include <string.h>

#include "run/llvm/driver.h"

enum { AHEAD = 16 /* elements */ };

static char *moved_by(const char *at, int64_t bytes) {
    union {
        uintptr_t number;
        char *pointer;
    } to = {.number = (uintptr_t)at + (uintptr_t)bytes};
    return to.pointer;
}

/* A dtype whose elements are so many bytes that nobody looks into. */
static Dtype raw_dtype(uint32_t size) {
    return size == 1   ? DT_U8
           : size == 2 ? DT_U16
           : size == 4 ? DT_U32
           : size == 8 ? DT_U64
                       : DT_C128;
}

static Mover mover(const CodeWorker *w, const Reach *r) {
    bool places = r->staging == STAGE_PLACES;
    Dtype dtype = places ? DT_I64 : raw_dtype(r->size);
    return (Mover){.ops = w->k->host->blocks,
                   .dtype = dtype,
                   .moved = dtype,
                   .reg_size = places ? sizeof(int64_t) : r->size,
                   .base = places ? NULL : w->run->pointers[r->pointer],
                   .temp = w->memory + w->k->temp_at,
                   .store = r->store && !places};
}

/* Offsets of the elements from the first of the line. The same for all lines: where there is room for
 * a whole line, they are written down once. */
static void stage_places(CodeWorker *w, const Reach *r, FrameAccess *access, int64_t from,
                         int64_t to) {
    bool parts = w->k->form.walk == WALK_PHASES;
    char *room = w->memory + r->room;
    Mover m = mover(w, r);
    if (!parts && w->placed)
        return;
    if (!parts)
        from = 0, to = w->k->length;
    move_line(&m, &r->line, room, 0, from, (size_t)(to - from));
    access->places =
        (const int64_t *)(const void *)moved_by(room, -from * (int64_t)sizeof(int64_t));
}

void stage_in(CodeWorker *w, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    bool parts = k->form.walk == WALK_PHASES, again = k->period && from % k->period == 0;
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        FrameAccess *access = &w->frame->access[a];
        char *room = w->memory + r->room;
        if (r->staging == STAGE_PLACES)
            stage_places(w, r, access, from, to);
        else if (r->staging)
            access->at = parts ? moved_by(room, -from * (int64_t)r->size) : room;
        if (r->staging != STAGE_LOAD || (r->periodic && again && w->staged >= to - from))
            continue;
        Mover m = mover(w, r);
        move_line(&m, &r->line, room, w->offset[a], from, (size_t)(to - from));
    }
    w->placed = true;
    w->staged = !again ? 0 : w->staged > to - from ? w->staged : to - from;
}

/* ---- tiles */

enum { BLOCK_BYTES = 16 }; /* of a vector that every machine has */
typedef uint8_t Bytes __attribute__((vector_size(BLOCK_BYTES)));
typedef uint16_t Pairs __attribute__((vector_size(BLOCK_BYTES)));
typedef uint32_t Fours __attribute__((vector_size(BLOCK_BYTES)));
typedef uint64_t Eights __attribute__((vector_size(BLOCK_BYTES)));

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define HAS_BLOCKS
#endif
#endif

#ifdef HAS_BLOCKS
/* The first halves of two lines, element by element in turn; then the second halves. */
static inline __attribute__((always_inline)) void interleave(const Bytes *a, const Bytes *b,
                                                             Bytes *out, uint32_t size) {
    Bytes x = *a, y = *b;
    if (size == 1) {
        out[0] =
            __builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        out[1] = __builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30,
                                         15, 31);
    } else if (size == 2) {
        Pairs u = (Pairs)x, v = (Pairs)y;
        out[0] = (Bytes)__builtin_shufflevector(u, v, 0, 8, 1, 9, 2, 10, 3, 11);
        out[1] = (Bytes)__builtin_shufflevector(u, v, 4, 12, 5, 13, 6, 14, 7, 15);
    } else if (size == 4) {
        Fours u = (Fours)x, v = (Fours)y;
        out[0] = (Bytes)__builtin_shufflevector(u, v, 0, 4, 1, 5);
        out[1] = (Bytes)__builtin_shufflevector(u, v, 2, 6, 3, 7);
    } else {
        Eights u = (Eights)x, v = (Eights)y;
        out[0] = (Bytes)__builtin_shufflevector(u, v, 0, 2);
        out[1] = (Bytes)__builtin_shufflevector(u, v, 1, 3);
    }
}

/*
 * A square block whose lines are neighbours in memory, a line becoming a column: lines of the first half interleaved with
 * those of the second, as often as it takes for every bit of a line's number to become one of a column's.
 */
static inline __attribute__((always_inline)) void copy_block(char *to, int64_t pitch,
                                                             const char *from, int64_t inner,
                                                             uint32_t size) {
    const uint32_t side = BLOCK_BYTES / size;
    Bytes line[BLOCK_BYTES], next[BLOCK_BYTES];
#pragma GCC unroll 16
    for (uint32_t k = 0; k < side; k++)
        memcpy(&line[k], from + k * inner, BLOCK_BYTES);
#pragma GCC unroll 4
    for (uint32_t turned = 1; turned < side; turned *= 2) {
#pragma GCC unroll 8
        for (uint32_t k = 0; k < side / 2; k++)
            interleave(&line[k], &line[k + side / 2], &next[2 * k], size);
#pragma GCC unroll 16
        for (uint32_t k = 0; k < side; k++)
            line[k] = next[k];
    }
#pragma GCC unroll 16
    for (uint32_t k = 0; k < side; k++)
        memcpy(to + k * pitch, &line[k], BLOCK_BYTES);
}
enum { MOST_SIDE = BLOCK_BYTES };
#else
static void copy_block(char *to, int64_t pitch, const char *from, int64_t inner, uint32_t size) {
    (void)to, (void)pitch, (void)from, (void)inner, (void)size;
}
enum { MOST_SIDE = 1 }; /* no blocks */
#endif

/* Elements that are neighbours in memory are read one after another; the next of them are far away, and asked for in
 * time. The size is known when it is compiled: a memcpy is one move. */
static inline __attribute__((always_inline)) void copy_tile_of(char *to, const char *from,
                                                               int64_t row, int64_t inner,
                                                               int64_t rows, int64_t n,
                                                               uint32_t size) {
    const int64_t side = BLOCK_BYTES / size < MOST_SIDE ? BLOCK_BYTES / size : MOST_SIDE;
    const int64_t pitch = (int64_t)TILE_PITCH * size;
    int64_t whole = row == (int64_t)size && side > 1 ? rows / side * side : 0, e = 0;
    for (; whole && e + side <= n; e += side) {
        for (int64_t k = 0; k < side; k++)
            __builtin_prefetch(moved_by(from, (e + k + AHEAD) * inner));
        for (int64_t k = 0; k < whole; k += side)
            copy_block(to + k * pitch + e * size, pitch, from + k * row + e * inner, inner, size);
        for (int64_t x = e; x < e + side; x++)
            for (int64_t k = whole; k < rows; k++)
                memcpy(to + k * pitch + x * size, from + k * row + x * inner, size);
    }
    for (; e < n; e++) {
        __builtin_prefetch(moved_by(from, (e + AHEAD) * inner));
        for (int64_t k = 0; k < rows; k++)
            memcpy(to + k * pitch + e * size, from + k * row + e * inner, size);
    }
}

static void copy_tile(char *to, const char *from, int64_t row, int64_t inner, int64_t rows,
                      int64_t n, uint32_t size) {
    switch (size) {
    case 1: copy_tile_of(to, from, row, inner, rows, n, 1); break;
    case 2: copy_tile_of(to, from, row, inner, rows, n, 2); break;
    case 4: copy_tile_of(to, from, row, inner, rows, n, 4); break;
    case 8: copy_tile_of(to, from, row, inner, rows, n, 8); break;
    default: copy_tile_of(to, from, row, inner, rows, n, 16); break;
    }
}

void stage_tile(CodeWorker *w, int64_t row, int64_t rows, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        if (r->staging != STAGE_TILE)
            continue;
        int64_t next = r->grid[k->n_grid - 1];
        int64_t offset = w->offset[a] + row * next + from * r->inner;
        copy_tile(w->memory + r->room, w->run->pointers[r->pointer] + offset, next, r->inner, rows,
                  to - from, r->size);
    }
}

/* ---- back */

void stage_out(CodeWorker *w, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        char *room = w->memory + r->room;
        size_t n = (size_t)(to - from);
        if (r->staging != STAGE_STORE)
            continue;
        Mover m = mover(w, r);
        move_line(&m, &r->line, room, w->offset[a], from, n);
    }
}
