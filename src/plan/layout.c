/*
 * Walks the steps in order with a list of free ranges: a temporary takes the smallest range that is
 * large enough when its first step comes, and gives it back after its last.
 */
#include "plan/layout.h"

uint64_t plan_buffer_bytes(const Plan *plan, const int64_t *extents, BufferId buffer) {
    const Buffer *b = &plan->buffers.at[buffer];
    uint64_t bytes = b->elem_size;
    for (uint32_t k = 0; k < b->rank; k++)
        bytes *= (uint64_t)extents[plan->shapes.at[b->shape + k]];
    for (uint32_t k = 0; k < b->rank; k++)
        if (extents[plan->shapes.at[b->shape + k]] == 0)
            return 0;
    return bytes;
}

typedef struct FreeRange {
    uint64_t offset, size;
} FreeRange;

/* A buffer, and those that take its place one after another, live as one. */
typedef struct Lifetime {
    uint32_t root;                 /* the first of them */
    uint32_t last_step;            /* of a root: of all of them */
    uint64_t size;                 /* rounded up */
    uint32_t next_start, next_end; /* lists of roots, by step */
    bool replaced;                 /* another buffer has taken its place */
} Lifetime;

#define NONE UINT32_MAX

typedef struct LayoutWork {
    Env *env;
    const Plan *plan;
    Lifetime *lives;         /* by buffer */
    uint32_t *starts, *ends; /* by step: the first root that starts or ends there */
    VEC(FreeRange) free;     /* by offset; no two touch */
    bool in_place;
    uint64_t *offsets;
    uint64_t top;
} LayoutWork;

/* ---- lifetimes */

static bool takes_place(const LayoutWork *w, BufferId id) {
    const Buffer *b = &w->plan->buffers.at[id];
    if (b->in_place_of == NO_BUFFER || b->in_place_of >= w->plan->buffers.len)
        return false;
    const Buffer *old = &w->plan->buffers.at[b->in_place_of];
    return old->kind == BUFFER_TEMP && old->elem_size == b->elem_size &&
           old->first_step < b->first_step && old->last_step == b->first_step &&
           w->lives[b->in_place_of].size == w->lives[id].size && !w->lives[b->in_place_of].replaced;
}

static bool measure(LayoutWork *w, const int64_t *extents) {
    for (BufferId id = 0; id < w->plan->buffers.len; id++) {
        uint64_t bytes = plan_buffer_bytes(w->plan, extents, id);
        if (bytes > INT64_MAX - LAYOUT_ALIGN)
            return env_fail(w->env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN,
                            "the bytes of an array above 2^63-1");
        w->lives[id].size = (bytes + LAYOUT_ALIGN - 1) / LAYOUT_ALIGN * LAYOUT_ALIGN;
    }
    return true;
}

/* Buffers come in any order, so that the links are made first and followed to their ends after. */
static void link_places(LayoutWork *w) {
    const Plan *plan = w->plan;
    for (BufferId id = 0; id < plan->buffers.len; id++) {
        w->lives[id].root = id;
        if (w->in_place && plan->buffers.at[id].kind == BUFFER_TEMP && takes_place(w, id)) {
            w->lives[id].root = plan->buffers.at[id].in_place_of;
            w->lives[w->lives[id].root].replaced = true;
        }
    }
    for (BufferId id = 0; id < plan->buffers.len; id++)
        w->lives[id].last_step = plan->buffers.at[id].last_step;
    for (BufferId id = 0; id < plan->buffers.len; id++) {
        BufferId root = id;
        while (w->lives[root].root != root)
            root = w->lives[root].root;
        for (BufferId at = id, up; at != root; at = up) { /* shortens the way for the next */
            up = w->lives[at].root;
            w->lives[at].root = root;
        }
        if (w->lives[root].last_step < w->lives[id].last_step)
            w->lives[root].last_step = w->lives[id].last_step;
    }
}

static void sort_by_step(LayoutWork *w) {
    for (uint32_t s = 0; s < w->plan->steps.len; s++)
        w->starts[s] = w->ends[s] = NONE;
    for (BufferId id = w->plan->buffers.len; id-- > 0;) {
        const Buffer *b = &w->plan->buffers.at[id];
        Lifetime *life = &w->lives[id];
        if (b->kind != BUFFER_TEMP || life->root != id || b->first_step >= w->plan->steps.len)
            continue;
        uint32_t last =
            life->last_step < w->plan->steps.len ? life->last_step : w->plan->steps.len - 1;
        life->next_start = w->starts[b->first_step];
        w->starts[b->first_step] = id;
        life->next_end = w->ends[last];
        w->ends[last] = id;
    }
}

/* ---- the free ranges */

static void free_remove(LayoutWork *w, uint32_t at) {
    memmove(w->free.at + at, w->free.at + at + 1, (w->free.len - at - 1) * sizeof *w->free.at);
    w->free.len--;
}

static bool take(LayoutWork *w, uint64_t size, uint64_t *offset) {
    uint32_t best = NONE;
    for (uint32_t i = 0; i < w->free.len; i++)
        if (w->free.at[i].size >= size &&
            (best == NONE || w->free.at[i].size < w->free.at[best].size))
            best = i;
    if (best != NONE) {
        FreeRange *range = &w->free.at[best];
        *offset = range->offset;
        range->offset += size;
        range->size -= size;
        if (range->size == 0)
            free_remove(w, best);
        return true;
    }
    uint32_t last = w->free.len - 1;
    *offset = w->top;
    if (w->free.len && w->free.at[last].offset + w->free.at[last].size == w->top) {
        *offset = w->free.at[last].offset; /* what is free at the end grows */
        free_remove(w, last);
    }
    if (size > INT64_MAX - *offset)
        return env_fail(w->env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN,
                        "the bytes of the temporaries above 2^63-1");
    w->top = *offset + size;
    return true;
}

static bool give(LayoutWork *w, uint64_t offset, uint64_t size) {
    uint32_t at = w->free.len;
    while (at > 0 && w->free.at[at - 1].offset > offset)
        at--;
    bool joins_left = at > 0 && w->free.at[at - 1].offset + w->free.at[at - 1].size == offset;
    bool joins_right = at < w->free.len && offset + size == w->free.at[at].offset;
    if (joins_left) {
        w->free.at[at - 1].size += size;
        if (joins_right) {
            w->free.at[at - 1].size += w->free.at[at].size;
            free_remove(w, at);
        }
        return true;
    }
    if (joins_right) {
        w->free.at[at].offset = offset;
        w->free.at[at].size += size;
        return true;
    }
    TRY(vec_reserve(w->env, &w->free, (uint64_t)w->free.len + 1));
    memmove(w->free.at + at + 1, w->free.at + at, (w->free.len - at) * sizeof *w->free.at);
    w->free.at[at] = (FreeRange){offset, size};
    w->free.len++;
    return true;
}

static bool place_all(LayoutWork *w) {
    for (uint32_t s = 0; s < w->plan->steps.len; s++) {
        for (BufferId id = w->starts[s]; id != NONE; id = w->lives[id].next_start) {
            w->offsets[id] = 0;
            if (w->lives[id].size)
                TRY(take(w, w->lives[id].size, &w->offsets[id]));
        }
        for (BufferId id = w->ends[s]; id != NONE; id = w->lives[id].next_end)
            if (w->lives[id].size)
                TRY(give(w, w->offsets[id], w->lives[id].size));
    }
    for (BufferId id = 0; id < w->plan->buffers.len; id++)
        if (w->plan->buffers.at[id].kind == BUFFER_TEMP)
            w->offsets[id] = w->offsets[w->lives[id].root];
    return true;
}

bool plan_layout(Env *env, const Plan *plan, const int64_t *extents, bool in_place,
                 uint64_t *offsets, uint64_t *total) {
    LayoutWork w = {.env = env, .plan = plan, .in_place = in_place, .offsets = offsets};
    size_t lives_size = ((size_t)plan->buffers.len + 1) * sizeof *w.lives;
    size_t steps_size = ((size_t)plan->steps.len + 1) * sizeof *w.starts;
    for (BufferId id = 0; id < plan->buffers.len; id++)
        offsets[id] = UINT64_MAX;
    w.lives = env_new(env, lives_size);
    w.starts = w.lives ? env_new(env, steps_size) : NULL;
    w.ends = w.starts ? env_new(env, steps_size) : NULL;
    bool ok = w.ends && measure(&w, extents);
    if (ok) {
        link_places(&w);
        sort_by_step(&w);
        ok = place_all(&w);
    }
    *total = w.top;
    vec_free(env->allocator, &w.free);
    env_free(env->allocator, w.ends, steps_size);
    env_free(env->allocator, w.starts, steps_size);
    env_free(env->allocator, w.lives, lives_size);
    return ok;
}
