#include "front/script/value/places.h"

#include <string.h>

void places_set(Places *p, const Subscript *subs, uint32_t n, const Shape *shape) {
    *p = (Places){.subs = subs, .n = n, .total = 1};
    shape_folded(shape, n, p->extents);
    int64_t stride = 1;
    p->inner = n;
    for (uint32_t d = 0; d < n; d++) {
        p->counts[d] = subscript_count(&subs[d], p->extents[d]);
        p->strides[d] = stride;
        stride *= p->extents[d];
        p->total *= p->counts[d];
        if (p->inner == n && p->counts[d] != 1)
            p->inner = d;
    }
    if (p->inner == n)
        p->inner = 0;
}

bool places_check(Interp *in, const char *name, const Places *p, const Shape *shape) {
    for (uint32_t d = 0; d < p->n; d++)
        if (p->subs[d].extent > p->extents[d])
            return subscript_out_of_bound(in, name, d, p->n, p->subs[d].extent, p->extents[d],
                                          shape);
    return true;
}

static bool is_vector(const Shape *shape, uint32_t *axis) {
    uint32_t found = 0;
    for (uint32_t d = 0; d < shape->rank; d++)
        if (shape->at[d] != 1) {
            *axis = d;
            found++;
        }
    return found == 1;
}

Shape places_shape(const Places *p, const Shape *shape) {
    Shape result = {.rank = p->n};
    uint32_t axis, other;
    if (p->n == 1) {
        const Subscript *s = p->subs;
        if (s->kind == SUBSCRIPT_COLON)
            return shape_make(p->total, 1);
        if (p->extents[0] == 1 || s->count == 1 || !is_vector(&s->shape, &other) ||
            !is_vector(shape, &axis))
            return s->shape;
        /* Of a vector by a vector: as the first stands. */
        result = *shape;
        result.at[axis] = s->count;
    } else {
        memcpy(result.at, p->counts, sizeof p->counts);
    }
    shape_trim(&result);
    return result;
}

bool places_are_block(const Places *p, int64_t *first) {
    uint32_t d = 0;
    *first = 0;
    while (d < p->n && subscript_is_whole(&p->subs[d], p->extents[d]))
        d++;
    for (uint32_t k = d; k < p->n; k++) {
        const Subscript *s = &p->subs[k];
        if (s->kind == SUBSCRIPT_COLON ? p->extents[k] != 1 : s->kind != SUBSCRIPT_RANGE)
            return false;
        if (k > d ? p->counts[k] != 1 : (s->kind == SUBSCRIPT_RANGE && s->step != 1))
            return false;
        *first += s->first * p->strides[k];
    }
    return true;
}

/* ------------------------------------------------------------------------------------- rows */

typedef struct Pair {
    uint64_t a, b;
} Pair;

/* Copies one row: its places are base + stride * place. */
#define ROWS(T, name)                                                                    \
    static void gather_##name(const Subscript *s, int64_t count, int64_t stride, T *to,  \
                              const T *from) {                                           \
        if (s->kind == SUBSCRIPT_LIST) {                                                 \
            for (int64_t k = 0; k < count; k++)                                          \
                to[k] = from[s->list[k] * stride];                                       \
            return;                                                                      \
        }                                                                                \
        int64_t step = s->kind == SUBSCRIPT_COLON ? stride : s->step * stride;           \
        from += s->first * stride;                                                       \
        if (step == 1)                                                                   \
            memcpy(to, from, (size_t)count * sizeof(T));                                 \
        else                                                                             \
            for (int64_t k = 0; k < count; k++)                                          \
                to[k] = from[k * step];                                                  \
    }                                                                                    \
    static void scatter_##name(const Subscript *s, int64_t count, int64_t stride, T *to, \
                               const T *from, int64_t next) {                            \
        if (s->kind == SUBSCRIPT_LIST) {                                                 \
            for (int64_t k = 0; k < count; k++)                                          \
                to[s->list[k] * stride] = from[k * next];                                \
            return;                                                                      \
        }                                                                                \
        int64_t step = s->kind == SUBSCRIPT_COLON ? stride : s->step * stride;           \
        to += s->first * stride;                                                         \
        if (step == 1 && next == 1)                                                      \
            memmove(to, from, (size_t)count * sizeof(T));                                \
        else if (next == 0) {                                                            \
            T one = *from;                                                               \
            for (int64_t k = 0; k < count; k++)                                          \
                to[k * step] = one;                                                      \
        } else                                                                           \
            for (int64_t k = 0; k < count; k++)                                          \
                to[k * step] = from[k];                                                  \
    }

ROWS(uint8_t, 1)
ROWS(uint16_t, 2)
ROWS(uint32_t, 4)
ROWS(uint64_t, 8)
ROWS(Pair, 16)

/* Where the row stands whose numbers on the axes but the inner one are in `at`. */
static int64_t row_offset(const Places *p, const int64_t *at) {
    int64_t offset = 0;
    for (uint32_t d = 0; d < p->n; d++)
        if (d != p->inner) {
            int64_t place =
                p->subs[d].kind == SUBSCRIPT_COLON ? at[d] : subscript_at(&p->subs[d], at[d]);
            offset += place * p->strides[d];
        }
    return offset;
}

/* False: that was the last. */
static bool next_row(const Places *p, int64_t *at) {
    for (uint32_t d = p->inner + 1; d < p->n; d++) {
        if (++at[d] < p->counts[d])
            return true;
        at[d] = 0;
    }
    return false;
}

void places_gather(const Places *p, size_t item, void *to, const void *from) {
    if (p->total == 0)
        return;
    int64_t at[VALUE_RANK_MAX] = {0};
    const Subscript *s = &p->subs[p->inner];
    int64_t count = p->counts[p->inner], stride = p->strides[p->inner];
    char *row = to;
    do {
        const char *base = (const char *)from + (size_t)row_offset(p, at) * item;
        switch (item) {
        case 1: gather_1(s, count, stride, (uint8_t *)row, (const uint8_t *)base); break;
        case 2: gather_2(s, count, stride, (uint16_t *)row, (const uint16_t *)base); break;
        case 4: gather_4(s, count, stride, (uint32_t *)row, (const uint32_t *)base); break;
        case 8: gather_8(s, count, stride, (uint64_t *)row, (const uint64_t *)base); break;
        default: gather_16(s, count, stride, (Pair *)row, (const Pair *)base); break;
        }
        row += (size_t)count * item;
    } while (next_row(p, at));
}

void places_scatter(const Places *p, size_t item, void *to, const void *from, bool fill) {
    if (p->total == 0)
        return;
    int64_t at[VALUE_RANK_MAX] = {0}, next = !fill;
    const Subscript *s = &p->subs[p->inner];
    int64_t count = p->counts[p->inner], stride = p->strides[p->inner];
    const char *row = from;
    do {
        char *base = (char *)to + (size_t)row_offset(p, at) * item;
        switch (item) {
        case 1: scatter_1(s, count, stride, (uint8_t *)base, (const uint8_t *)row, next); break;
        case 2: scatter_2(s, count, stride, (uint16_t *)base, (const uint16_t *)row, next); break;
        case 4: scatter_4(s, count, stride, (uint32_t *)base, (const uint32_t *)row, next); break;
        case 8: scatter_8(s, count, stride, (uint64_t *)base, (const uint64_t *)row, next); break;
        default: scatter_16(s, count, stride, (Pair *)base, (const Pair *)row, next); break;
        }
        row += (size_t)(count * next) * item;
    } while (next_row(p, at));
}

bool places_list(Interp *in, const Places *p, int64_t **out) {
    *out = interp_alloc(in, (size_t)p->total * sizeof(int64_t));
    if (!*out)
        return false;
    if (p->total == 0)
        return true;
    int64_t at[VALUE_RANK_MAX] = {0}, filled = 0;
    const Subscript *s = &p->subs[p->inner];
    do {
        int64_t offset = row_offset(p, at);
        for (int64_t k = 0; k < p->counts[p->inner]; k++) {
            int64_t place = s->kind == SUBSCRIPT_COLON ? k : subscript_at(s, k);
            (*out)[filled++] = offset + place * p->strides[p->inner];
        }
    } while (next_row(p, at));
    return true;
}
