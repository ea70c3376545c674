/* How many places a panel has. */
#include "plan/panels_size.h"

#include "plan/layout.h"

enum {
    ROWS_EVEN =
        512, /* from here on panels are whole tiles of a product (run/product/product_blas.c) */
    FAR_BYTES =
        1
        << 20, /* what rows are multiplied with is read from memory again for each panel: more rows, */
    FAR_ROWS = 8, /* so many times Limits.panel_rows, as long as a panel is */
    FAR_ROOM = 16 /* no more than so many times Limits.panel */
};

typedef struct Sizes {
    Env *env;
    const Plan *outer, *body;
    const PlanStep *step;
    const int64_t *const *whole;
    int64_t *dims;          /* of the body's inputs, cut */
    const int64_t **shapes; /* in them */
    int64_t *extents;       /* of the body */
    uint64_t *offsets;      /* of its buffers */
} Sizes;

static uint32_t input_rank(const Sizes *s, uint32_t k) {
    const Program *p = s->body->module->programs.at[s->body->program];
    return type_rank(&s->body->module->types, p->vars.at[k].type);
}

void panel_shape(const Plan *outer, const PlanStep *step, uint32_t k, const int64_t *block,
                 uint32_t rank, const int64_t *whole, int64_t *out) {
    for (uint32_t a = 0; a < rank; a++)
        out[a] = whole[a];
    for (uint32_t j = 0; j < step->n_cuts; j++) {
        uint8_t axis = panel_axis(outer, step, k, j);
        if (axis != NOT_CUT)
            out[axis] = block[j];
    }
}

/* Bytes that the values between the steps of a panel take. */
static bool bytes_of(Sizes *s, const int64_t *block, uint64_t *out) {
    for (uint32_t k = 0; k < s->step->n_in; k++) {
        int64_t *dims = s->dims + (size_t)k * MAX_RANK;
        s->shapes[k] = dims;
        panel_shape(s->outer, s->step, k, block, input_rank(s, k), s->whole[k], dims);
    }
    return plan_extents(s->env, s->body, s->shapes, s->extents) &&
           plan_layout(s->env, s->body, s->extents, true, s->offsets, out);
}

/* Bytes of what rows are multiplied with, in one batch, of the largest product of a panel. */
static uint64_t multiplied_with(const Sizes *s) {
    const Plan *plan = s->body;
    uint64_t most = 0;
    for (uint32_t n = 0; n < plan->steps.len; n++) {
        const PlanStep *step = &plan->steps.at[n];
        const Place *y = &plan->places.at[step->place + 1];
        if (step->kind != STEP_CONTRACT)
            continue;
        const Buffer *b = &plan->buffers.at[y->buffer];
        double bytes = b->elem_size; /* which cannot overflow */
        for (uint32_t a = 0; a < step->n_k + step->n_n; a++) {
            uint32_t axis = step->n_batch + a;
            ExtentId e = y->view == VIEW_IDENTITY
                             ? plan->shapes.at[b->shape + axis]
                             : plan->view_axes.at[plan->views.at[y->view].axes + axis].extent;
            bytes *= (double)s->extents[e];
        }
        if (bytes > (double)most)
            most = bytes < 0x1p62 ? (uint64_t)bytes : UINT64_MAX;
    }
    return most;
}

static void whole_extents(const Sizes *s, int64_t *block) {
    for (uint32_t j = 0; j < s->step->n_cuts; j++)
        for (uint32_t k = 0; k < s->step->n_in; k++) {
            uint8_t axis = panel_axis(s->outer, s->step, k, j);
            if (axis != NOT_CUT)
                block[j] = s->whole[k][axis];
        }
}

/* So many of `all` places that `bytes` for all become about `room`; the innermost axis has enough for a product. */
static int64_t share(const Sizes *s, int64_t all, uint64_t bytes, bool innermost) {
    const Limits *limits = &s->outer->limits;
    double room = (double)limits->panel, each = (double)bytes / (double)all;
    int64_t n = (int64_t)(room / each);
    if (innermost) {
        int64_t least = limits->panel_rows;
        if (multiplied_with(s) > FAR_BYTES && room * FAR_ROOM > each * (double)(least * FAR_ROWS))
            least *= FAR_ROWS;
        int64_t unit = n >= ROWS_EVEN ? ROWS_EVEN : least;
        n = n / unit * unit;
        n = n < least ? least : n;
    }
    return n < 1 ? 1 : n > all ? all : n;
}

static bool choose(Sizes *s, int64_t *block) {
    const Limits *limits = &s->outer->limits;
    uint64_t bytes;
    whole_extents(s, block);
    for (uint32_t j = 0; j < s->step->n_cuts; j++)
        if (block[j] == 0)
            return true; /* there is nothing to do */
    for (uint32_t j = 0; j < s->step->n_cuts; j++) {
        TRY(bytes_of(s, block, &bytes));
        if (bytes <= limits->panel)
            return true;
        int64_t all = block[j];
        block[j] = share(s, all, bytes, j + 1 == s->step->n_cuts);
        if (block[j] > 1)
            return true; /* no other axis has parts: there are two sizes of panels at most */
    }
    return true;
}

bool panel_bytes(Env *env, const Plan *outer, const PlanStep *step, const int64_t *const *whole,
                 int64_t *block, uint64_t *bytes) {
    const Plan *body = step->subs[0];
    size_t n = (size_t)step->n_in + 1, dims_size = n * MAX_RANK * sizeof(int64_t);
    size_t shapes_size = n * sizeof(int64_t *);
    size_t extents_size = ((size_t)body->extents.len + 1) * sizeof(int64_t);
    size_t offsets_size = ((size_t)body->buffers.len + 1) * sizeof(uint64_t);
    Sizes s = {.env = env, .outer = outer, .body = body, .step = step, .whole = whole};
    s.dims = env_new(env, dims_size);
    s.shapes = s.dims ? env_new(env, shapes_size) : NULL;
    s.extents = s.shapes ? env_new(env, extents_size) : NULL;
    s.offsets = s.extents ? env_new(env, offsets_size) : NULL;
    bool ok = s.offsets && choose(&s, block) && (!bytes || bytes_of(&s, block, bytes));
    env_free(env->allocator, s.offsets, offsets_size);
    env_free(env->allocator, s.extents, extents_size);
    env_free(env->allocator, s.shapes, shapes_size);
    env_free(env->allocator, s.dims, dims_size);
    return ok;
}

bool panel_extents(Env *env, const Plan *outer, const PlanStep *step, const int64_t *const *whole,
                   int64_t *block) {
    return panel_bytes(env, outer, step, whole, block, NULL);
}
