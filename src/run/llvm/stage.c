/*
 * Elements that do not lie in a straight line, to and from one: raw bytes, whatever they mean.
 *
 * What is staged at a time are elements from .. to of the line that the odometer stands at. In
 * WALK_PHASES the code counts a row's elements from 0 and finds element `from` at the beginning of the
 * copy, because the address it is given lies so much before it.
 */
#include <string.h>

#include "run/llvm/driver.h"

enum { LINE_BYTES = 64 };

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

static Mover mover(const Worker *w, const Reach *r) {
    bool places = r->staging == STAGE_PLACES;
    Dtype dtype = places ? DT_I64 : raw_dtype(r->size);
    return (Mover){.ops = w->k->machine->blocks,
                   .dtype = dtype,
                   .moved = dtype,
                   .reg_size = places ? sizeof(int64_t) : r->size,
                   .base = places ? NULL : w->run->pointers[r->pointer],
                   .temp = w->memory + w->k->temp_at,
                   .store = r->store && !places};
}

/* Offsets of the elements from the first of the line. The same for all lines: where there is room for
 * a whole line, they are written down once. */
static void stage_places(Worker *w, const Reach *r, FrameAccess *access, int64_t from, int64_t to) {
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

void stage_in(Worker *w, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    bool parts = k->form.walk == WALK_PHASES;
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        FrameAccess *access = &w->frame->access[a];
        char *room = w->memory + r->room;
        if (r->staging == STAGE_PLACES)
            stage_places(w, r, access, from, to);
        else if (r->staging)
            access->at = parts ? moved_by(room, -from * (int64_t)r->size) : room;
        if (r->staging != STAGE_LOAD)
            continue;
        Mover m = mover(w, r);
        move_line(&m, &r->line, room, w->offset[a], from, (size_t)(to - from));
    }
    w->placed = true;
}

/* Up to the first whole line of memory by plain stores, the rest past the cache. */
static void stream_out(const Worker *w, const Reach *r, char *to, const char *from, size_t n) {
    size_t off = (uintptr_t)to % LINE_BYTES, head = off ? (LINE_BYTES - off) / r->size : 0;
    if (off % r->size != 0 || head > n)
        head = n;
    memcpy(to, from, head * r->size);
    to += head * r->size;
    from += head * r->size;
    if (n > head)
        w->k->machine->blocks->stream[raw_dtype(r->size)](to, (int64_t)r->size, from, n - head);
}

void stage_out(Worker *w, int64_t from, int64_t to) {
    const CompiledKernel *k = w->k;
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        char *room = w->memory + r->room;
        size_t n = (size_t)(to - from);
        if (r->staging == STAGE_STORE) {
            Mover m = mover(w, r);
            move_line(&m, &r->line, room, w->offset[a], from, n);
        } else if (r->staging == STAGE_STREAM) {
            int64_t offset = w->offset[a] + from * (int64_t)r->size;
            stream_out(w, r, w->run->pointers[r->pointer] + offset, room, n);
        }
    }
}

/* So that after it every piece begins with a line of memory, for one of the streams. */
int64_t stage_first_piece(const Worker *w, int64_t from) {
    const CompiledKernel *k = w->k;
    for (uint32_t a = 0; k->streams && a < k->n; a++) {
        const Reach *r = &k->reach[a];
        if (r->staging != STAGE_STREAM)
            continue;
        int64_t offset = w->offset[a] + from * (int64_t)r->size;
        size_t off = (uintptr_t)(w->run->pointers[r->pointer] + offset) % LINE_BYTES;
        return k->piece - (int64_t)(off / r->size);
    }
    return k->piece;
}
