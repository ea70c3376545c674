/* Order statistics: elements by their places in order. */
#include <stdlib.h>
#include <string.h>

#include "run/routine/keys.h"
#include "run/routine/parts.h"

enum { RANKED_BITS = 11, RANKED_FEW = 48, RANKED_MOST = 64 };

typedef struct Wanted {
    int64_t rank, place;
} Wanted;

#define KEY     uint32_t
#define NAME(f) narrow_##f
#include "run/routine/ranked_keys.h"
#undef KEY
#undef NAME
#define KEY     uint64_t
#define NAME(f) wide_##f
#include "run/routine/ranked_keys.h"
#undef KEY
#undef NAME

typedef struct Ranked {
    Dtype dtype;
    bool wide;
    int64_t n, m, in_stride, out_stride;
    const Wanted *wanted; /* ranks rise */
} Ranked;

static bool ranked_line(Lines *lines, char *const *at, char *scratch, unsigned worker) {
    const Ranked *r = lines->user;
    size_t size = r->wide ? 8 : 4;
    char *keys = scratch, *room = scratch + rounded_up((uint64_t)r->n * size + size);
    (void)worker;
    keys_load(r->dtype, at[0], r->in_stride, r->n, false, keys);
    for (int64_t first = 0; first < r->m; first += RANKED_MOST) {
        int64_t ranks[RANKED_MOST], m = r->m - first < RANKED_MOST ? r->m - first : RANKED_MOST;
        uint64_t found[RANKED_MOST];
        uint32_t narrow[RANKED_MOST];
        for (int64_t k = 0; k < m; k++)
            ranks[k] = r->wanted[first + k].rank;
        if (r->wide)
            wide_find((uint64_t *)keys, false, r->n, ranks, m, (uint64_t *)room, found);
        else
            narrow_find((uint32_t *)keys, false, r->n, ranks, m, (uint32_t *)room, narrow);
        for (int64_t k = 0; k < m; k++)
            keys_store(r->dtype, r->wide ? (const void *)&found[k] : &narrow[k],
                       at[2] + (r->wanted[first + k].place * r->out_stride), 0, 1);
    }
    return true;
}

static int by_rank(const void *a, const void *b) {
    const Wanted *x = a, *y = b;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* The places that are asked for, rising; negative ones count from the end. */
static bool read_wanted(Call *c, int64_t n, int64_t m, Wanted *wanted) {
    for (int64_t k = 0; k < m; k++) {
        int64_t rank;
        memcpy(&rank, c->at[1] + (k * c->r->arrays[1].strides[0]), sizeof rank);
        if (rank < -n || rank >= n)
            return env_fail(c->env, FRIT_ERR_INDEX, FRIT_STAGE_RUN,
                            "place %lld of %lld elements in order", (long long)rank, (long long)n);
        wanted[k] = (Wanted){rank < 0 ? rank + n : rank, k};
    }
    qsort(wanted, (size_t)m, sizeof *wanted, by_rank);
    return true;
}

bool routine_ranked(Call *c) {
    const RoutineArray *in = &c->r->arrays[0], *out = &c->r->arrays[2];
    uint32_t axis = axis_at(in, c->r->words[0]), first[] = {axis, 0, axis};
    unsigned bits;
    if (dtype_info(in->dtype)->class == CLASS_COMPLEX)
        return env_fail(c->env, FRIT_ERR_TYPE, FRIT_STAGE_RUN,
                        "ranked does not take complex numbers");
    Ranked r = {.dtype = in->dtype,
                .wide = key_width(in->dtype, &bits) == 64,
                .n = in->shape[axis],
                .m = out->shape[axis],
                .in_stride = in->strides[axis],
                .out_stride = out->strides[axis]};
    if (r.m == 0)
        return true;
    size_t size = (size_t)r.m * sizeof(Wanted);
    Wanted *wanted = env_resize(c->env, NULL, 0, size);
    TRY(wanted);
    r.wanted = wanted;
    Lines lines;
    lines_open(&lines, c, ranked_line, &r, first, 1, 2);
    lines.scratch = 3 * rounded_up((uint64_t)r.n * 8 + 8);
    bool ok = read_wanted(c, r.n, r.m, wanted) && lines_run(&lines, 4.0 * (double)r.n);
    env_free(c->env->allocator, wanted, size);
    return ok;
}
