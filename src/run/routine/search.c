/* Where elements would go in a row that is in order. */
#include <math.h>
#include <string.h>

#include "run/routine/keys.h"
#include "run/routine/parts.h"

typedef struct Search {
    Dtype dtype;
    bool right, wide;
    int64_t n, stride; /* of the row */
    const char *row;
    const void *keys; /* of the row; NULL: it is read where it lies */
    const RoutineArray *in, *out;
    char *const *at;
} Search;

static int64_t search_row(const Search *s, uint64_t key) {
    int64_t low = 0, high = s->n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        uint64_t there = key_at(s->dtype, s->row + (middle * s->stride), true);
        if (s->right ? there <= key : there < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Without branches: how far to go is a product of a comparison. */
#define SEARCH_KEYS(name, KEY)                                             \
    static int64_t name(const KEY *keys, int64_t n, KEY key, bool right) { \
        const KEY *base = keys;                                            \
        if (right && key == (KEY)-1)                                       \
            return n;                   /* nothing stands behind it */     \
        KEY limit = (KEY)(key + right); /* those below it stand before */  \
        for (int64_t left = n; left > 1;) {                                \
            int64_t half = left / 2;                                       \
            base += (base[half - 1] < limit) * half;                       \
            left -= half;                                                  \
        }                                                                  \
        return (base - keys) + (n > 0 && *base < limit);                   \
    }
SEARCH_KEYS(search_narrow, uint32_t)
SEARCH_KEYS(search_wide, uint64_t)

static void search_part(void *user, int64_t first, int64_t end) {
    const Search *s = user;
    for (int64_t k = first; k < end; k++) {
        const char *in = s->at[1];
        char *out = s->at[2];
        int64_t left = k;
        for (uint32_t axis = s->in->rank; axis-- > 0;) {
            int64_t index = left % s->in->shape[axis];
            left /= s->in->shape[axis];
            in += index * s->in->strides[axis];
            out += index * s->out->strides[axis];
        }
        uint64_t key = key_at(s->dtype, in, true);
        int64_t found = !s->keys  ? search_row(s, key)
                        : s->wide ? search_wide(s->keys, s->n, key, s->right)
                                  : search_narrow(s->keys, s->n, (uint32_t)key, s->right);
        memcpy(out, &found, sizeof found);
    }
}

bool routine_search(Call *c) {
    enum { GRAIN = 8192 };
    const RoutineArray *a = &c->r->arrays[0], *x = &c->r->arrays[1];
    unsigned bits;
    if (dtype_info(a->dtype)->class == CLASS_COMPLEX)
        return env_fail(c->env, FRIT_ERR_TYPE, FRIT_STAGE_RUN,
                        "search does not take complex numbers");
    Search s = {.dtype = a->dtype,
                .right = c->r->words[0] != 0,
                .wide = key_width(a->dtype, &bits) == 64,
                .n = a->shape[0],
                .stride = a->strides[0],
                .row = c->at[0],
                .in = x,
                .out = &c->r->arrays[2],
                .at = c->at};
    int64_t count = array_count(x, 0);
    uint64_t size = (uint64_t)s.n * (s.wide ? 8 : 4) + 8;
    void *keys = NULL;
    if (count > s.n / 8) { /* looked at so often that it pays to have its keys */
        keys = memory_take(c->env, c->host->memory, size, NULL);
        TRY(keys);
        keys_load(s.dtype, s.row, s.stride, s.n, true, keys);
        s.keys = keys;
    }
    bool ok = parts_run(c, count, GRAIN, search_part, &s);
    if (keys)
        memory_give(c->host->memory, keys, size);
    return ok;
}
