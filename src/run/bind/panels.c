/*
 * Steps that run panel by panel. Panels are walked with the last cut axis fastest. All are of one size, but those that
 * are left over at the end of an axis: there are at most two sizes, for only one axis has panels of more than one place
 * and fewer than all. Each size is bound once.
 */
#include "plan/panels_size.h"
#include "run/bind/bound_parts.h"

/* Where the panels of a step lie. */
typedef struct Walk {
    uint32_t n;               /* cut axes */
    int64_t whole[MAX_CUTS];  /* places along each */
    int64_t block[MAX_CUTS];  /* of a panel */
    int64_t at[MAX_CUTS];     /* the panel at hand: its first place */
    int64_t extent[MAX_CUTS]; /* and how many it has */
} Walk;

static const BoundPlace *place_of(const Bound *b, const BoundStep *step, uint32_t k) {
    return &b->places.at[step->place + k];
}

static int64_t whole_of(const Bound *b, const BoundStep *step, uint32_t j) {
    for (uint32_t k = 0; k < step->plan->n_in; k++) {
        uint8_t axis = panel_axis(b->plan, step->plan, k, j);
        if (axis != NOT_CUT)
            return place_of(b, step, k)->at.shape[axis];
    }
    return 0;
}

static void walk_extents(Walk *w) {
    for (uint32_t j = 0; j < w->n; j++) {
        int64_t left = w->whole[j] - w->at[j];
        w->extent[j] = left < w->block[j] ? left : w->block[j];
    }
}

static void walk_begin(const Bound *b, const BoundStep *step, Walk *w) {
    *w = (Walk){.n = step->plan->n_cuts};
    for (uint32_t j = 0; j < w->n; j++) {
        w->whole[j] = whole_of(b, step, j);
        w->block[j] = step->block[j];
    }
    walk_extents(w);
}

static bool walk_next(Walk *w) {
    uint32_t j = w->n;
    while (j > 0 && (w->at[j - 1] += w->block[j - 1]) >= w->whole[j - 1])
        w->at[--j] = 0;
    walk_extents(w);
    return j > 0;
}

static bool is_left_over(const Walk *w) {
    for (uint32_t j = 0; j < w->n; j++)
        if (w->extent[j] != w->block[j])
            return true;
    return false;
}

/* ---- binding */

/* The body for panels of that size. */
static bool bind_size(Env *env, Bound *b, BoundStep *step, const int64_t *extent, Bound **out) {
    const PlanStep *plan = step->plan;
    uint32_t n = plan->n_in + plan->n_out;
    size_t layouts_size = (n + (size_t)1) * sizeof(Layout);
    size_t dims_size = (n + (size_t)1) * MAX_RANK * sizeof(int64_t);
    Layout *layouts = env_new(env, layouts_size);
    int64_t *dims = layouts ? env_new(env, dims_size) : NULL;
    for (uint32_t k = 0; dims && k < n; k++) {
        const Strided *at = &place_of(b, step, k)->at;
        int64_t *shape = dims + (size_t)k * MAX_RANK;
        panel_shape(b->plan, plan, k, extent, at->rank, at->shape, shape);
        layouts[k] = (Layout){shape, at->strides};
    }
    if (dims)
        *out = bound_new_part(env, plan->subs[0], b->machine, layouts, layouts + plan->n_in,
                              step->whole);
    env_free(env->allocator, dims, dims_size);
    env_free(env->allocator, layouts, layouts_size);
    if (dims && *out)
        (*out)->parent = b;
    return dims && *out;
}

static bool find_block(Env *env, const Bound *b, BoundStep *step) {
    uint32_t n = step->plan->n_in;
    size_t size = (n + (size_t)1) * sizeof(int64_t *);
    const int64_t **shapes = env_new(env, size);
    TRY(shapes);
    for (uint32_t k = 0; k < n; k++)
        shapes[k] = place_of(b, step, k)->at.shape;
    step->whole = env_new(env, ((size_t)step->plan->subs[0]->extents.len + 1) * sizeof(int64_t));
    bool ok = step->whole && panel_extents(env, b->plan, step->plan, shapes, step->block) &&
              plan_extents(env, step->plan->subs[0], shapes, step->whole);
    env_free(env->allocator, (void *)shapes, size);
    return ok;
}

bool bound_panels_bind(Env *env, Bound *b, BoundStep *step) {
    Walk w;
    step->block = bound_numbers(b, step->plan->n_cuts);
    TRY(find_block(env, b, step));
    walk_begin(b, step, &w);
    TRY(bind_size(env, b, step, w.extent, &step->subs[0]));
    uint64_t all = 1, even = 1;
    int64_t rest[MAX_CUTS];
    for (uint32_t j = 0; j < w.n; j++) {
        int64_t n = w.block[j] ? w.whole[j] / w.block[j] : 0, left = w.whole[j] - n * w.block[j];
        even *= (uint64_t)n;
        all *= (uint64_t)n + (left > 0);
        rest[j] = left > 0 ? left : w.block[j];
    }
    step->turns[0] = even;
    step->turns[1] = all - even;
    return all == even || bind_size(env, b, step, rest, &step->subs[1]);
}

/* ---- running */

static bool run_panel(Env *env, Bound *b, const BoundStep *step, const Walk *w, char **at) {
    const PlanStep *plan = step->plan;
    for (uint32_t k = 0; k < plan->n_in + plan->n_out; k++) {
        const BoundPlace *p = place_of(b, step, k);
        at[k] = b->pointers[p->slot] + p->at.offset;
        for (uint32_t j = 0; j < w->n; j++) {
            uint8_t axis = panel_axis(b->plan, plan, k, j);
            if (axis != NOT_CUT)
                at[k] += w->at[j] * p->at.strides[axis];
        }
    }
    if (step->time)
        step->time->turns++;
    return !bound_cancelled(env, b) &&
           bound_execute(env, step->subs[is_left_over(w)], at, at + plan->n_in, NORMAL);
}

bool bound_panels_run(Env *env, Bound *b, const BoundStep *step) {
    size_t size = ((size_t)step->plan->n_in + step->plan->n_out + 1) * sizeof(char *);
    Walk w;
    if (step->turns[0] + step->turns[1] == 0)
        return true;
    char **at = env_new(env, size);
    TRY(at);
    walk_begin(b, step, &w);
    bool ok = true;
    do
        ok = run_panel(env, b, step, &w, at);
    while (ok && walk_next(&w));
    env_free(env->allocator, at, size);
    return ok;
}
