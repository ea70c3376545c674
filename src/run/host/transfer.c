#include "run/host/transfer.h"

#include <string.h>

#include "ir/type.h"

/* ---- copying */

/* The axes that are left when those of extent 1 are dropped and neighbours that continue each other
 * on both sides are joined. */
typedef struct Walk {
    uint32_t rank;
    int64_t shape[MAX_RANK], to[MAX_RANK], from[MAX_RANK];
} Walk;

/* False: there are no elements. */
static bool walk_init(Walk *w, uint32_t rank, const int64_t *shape, const int64_t *to,
                      const int64_t *from) {
    w->rank = 0;
    for (uint32_t k = 0; k < rank; k++) {
        if (shape[k] == 0)
            return false;
        if (shape[k] == 1)
            continue;
        uint32_t last = w->rank - 1;
        if (w->rank && w->to[last] == to[k] * shape[k] && w->from[last] == from[k] * shape[k]) {
            w->shape[last] *= shape[k];
            w->to[last] = to[k];
            w->from[last] = from[k];
            continue;
        }
        w->shape[w->rank] = shape[k];
        w->to[w->rank] = to[k];
        w->from[w->rank++] = from[k];
    }
    if (w->rank == 0) {
        w->shape[0] = 1;
        w->to[0] = w->from[0] = 0;
        w->rank = 1;
    }
    return true;
}

/* A size known when it is compiled makes memcpy one or two moves. */
#define COPY_ELEMENTS(size)         \
    for (int64_t k = 0; k < n; k++) \
    memcpy(to + k * to_stride, from + k * from_stride, (size_t)(size))

static void copy_row(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n,
                     size_t elem_size) {
    if (to_stride == (int64_t)elem_size && from_stride == (int64_t)elem_size) {
        memcpy(to, from, (size_t)n * elem_size);
        return;
    }
    switch (elem_size) {
    case 1: COPY_ELEMENTS(1); break;
    case 2: COPY_ELEMENTS(2); break;
    case 4: COPY_ELEMENTS(4); break;
    case 8: COPY_ELEMENTS(8); break;
    case 12: COPY_ELEMENTS(12); break;
    case 16: COPY_ELEMENTS(16); break;
    case 24: COPY_ELEMENTS(24); break;
    default: COPY_ELEMENTS(elem_size); break;
    }
}

static void copy_walk(const Walk *w, char *to, const char *from, size_t elem_size) {
    int64_t index[MAX_RANK] = {0};
    uint32_t last = w->rank - 1;
    for (;;) {
        copy_row(to, w->to[last], from, w->from[last], w->shape[last], elem_size);
        uint32_t k = last;
        while (k > 0 && ++index[k - 1] == w->shape[k - 1]) {
            k--;
            index[k] = 0;
            to -= w->to[k] * (w->shape[k] - 1);
            from -= w->from[k] * (w->shape[k] - 1);
        }
        if (k == 0)
            return;
        to += w->to[k - 1];
        from += w->from[k - 1];
    }
}

/* Bytes of one chunk of a large copy: enough to be worth waking a thread for. */
enum { COPY_CHUNK = 1 << 20 };

typedef struct FlatCopy {
    char *to;
    const char *from;
    uint64_t size;
} FlatCopy;

static void flat_chunk(void *user, uint64_t chunk, unsigned worker) {
    const FlatCopy *copy = user;
    uint64_t start = chunk * COPY_CHUNK, left = copy->size - start;
    (void)worker;
    memcpy(copy->to + start, copy->from + start, left < COPY_CHUNK ? left : COPY_CHUNK);
}

void transfer_copy(Workers *workers, uint32_t rank, const int64_t *shape, size_t elem_size,
                   TransferSide to, TransferSource from) {
    Walk w;
    if (!walk_init(&w, rank, shape, to.strides, from.strides))
        return;
    uint32_t last = w.rank - 1;
    if (last > 0 && w.to[last] == (int64_t)elem_size && w.from[last] == w.to[last]) {
        elem_size *= (size_t)w.shape[last]; /* rows without gaps, a vector each, say */
        w.rank = last;
    }
    bool flat = w.rank == 1 && w.to[0] == (int64_t)elem_size && w.from[0] == w.to[0];
    uint64_t size = flat ? (uint64_t)w.shape[0] * elem_size : 0;
    if (workers && size >= 2 * (uint64_t)COPY_CHUNK) {
        FlatCopy copy = {to.data, from.data, size};
        workers_run(workers, (size + COPY_CHUNK - 1) / COPY_CHUNK, flat_chunk, &copy);
        return;
    }
    copy_walk(&w, to.data, from.data, elem_size);
}
