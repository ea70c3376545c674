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

/* A size known when it is compiled makes memcpy one move. Elements that are neighbours in memory are
 * read one after another; the next of them are far away, and asked for in time. */
#define COPY_TILE(bytes)                                                                      \
    for (int64_t e = 0; e < n; e++) {                                                         \
        __builtin_prefetch(moved_by(from, (e + AHEAD) * inner));                              \
        for (int64_t k = 0; k < rows; k++)                                                    \
            memcpy(to + (k * TILE_PITCH + e) * (bytes), from + k * row + e * inner, (bytes)); \
    }

static void copy_tile(char *to, const char *from, int64_t row, int64_t inner, int64_t rows,
                      int64_t n, uint32_t size) {
    switch (size) {
    case 1: COPY_TILE(1); break;
    case 2: COPY_TILE(2); break;
    case 4: COPY_TILE(4); break;
    case 8: COPY_TILE(8); break;
    default: COPY_TILE(16); break;
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
