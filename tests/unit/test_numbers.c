/* Extents, views and the layout of temporaries, against models that go element by element. */
#include "harness.h"

#include <string.h>

#include "opt_fixture.h"
#include "plan/layout.h"
#include "plan/plan.h"

/* ---- plans made by hand */

enum { MANY = 512 };

typedef struct HandPlan {
    Plan plan;
    Extent extents[MANY];
    ExtentId shapes[MANY];
    View views[MANY];
    ViewAxis axes[MANY];
    Buffer buffers[MANY];
    ExtentCheck checks[8];
    int64_t values[MANY]; /* of the extents */
} HandPlan;

static void hand_init(HandPlan *h) {
    memset(h, 0, sizeof *h);
    h->plan.extents.at = h->extents;
    h->plan.shapes.at = h->shapes;
    h->plan.views.at = h->views;
    h->plan.views.len = 1;
    h->plan.view_axes.at = h->axes;
    h->plan.buffers.at = h->buffers;
    h->plan.checks.at = h->checks;
}

static ExtentId hand_extent(HandPlan *h, int64_t value) {
    CHECK(h->plan.extents.len < MANY);
    h->extents[h->plan.extents.len] = (Extent){.kind = EXTENT_NUMBER, .value = value};
    h->values[h->plan.extents.len] = value;
    return h->plan.extents.len++;
}

static uint32_t hand_shape(HandPlan *h, const int64_t *values, uint32_t rank) {
    uint32_t first = h->plan.shapes.len;
    for (uint32_t k = 0; k < rank; k++)
        h->shapes[h->plan.shapes.len++] = hand_extent(h, values[k]);
    return first;
}

static ViewId hand_view(HandPlan *h, ViewId parent, ViewKind kind, uint32_t rank) {
    h->views[h->plan.views.len] = (View){parent, kind, rank, h->plan.view_axes.len};
    for (uint32_t k = 0; k < rank; k++)
        h->axes[h->plan.view_axes.len++] =
            (ViewAxis){0, k, LIST_SKIPPED, LIST_SKIPPED, LIST_SKIPPED};
    return h->plan.views.len++;
}

/* ---- the model: an array is its shape and the address of every element, row-major */

enum { CELLS = 4096, RANK = 8 };

typedef struct Model {
    uint32_t rank;
    int64_t shape[RANK];
    int64_t n;
    int64_t address[CELLS];
} Model;

static int64_t count_of(const int64_t *shape, uint32_t rank) {
    int64_t n = 1;
    for (uint32_t k = 0; k < rank; k++)
        n *= shape[k];
    return n;
}

static void model_place(const int64_t *shape, uint32_t rank, int64_t e, int64_t *place) {
    for (uint32_t k = rank; k-- > 0; e /= shape[k])
        place[k] = e % shape[k];
}

static int64_t model_number(const int64_t *shape, uint32_t rank, const int64_t *place) {
    int64_t e = 0;
    for (uint32_t k = 0; k < rank; k++)
        e = e * shape[k] + place[k];
    return e;
}

static void model_of(Model *m, const Strided *s) {
    int64_t place[RANK];
    m->rank = s->rank;
    memcpy(m->shape, s->shape, s->rank * sizeof *m->shape);
    m->n = count_of(s->shape, s->rank);
    CHECK(m->n <= CELLS);
    for (int64_t e = 0; e < m->n; e++) {
        model_place(s->shape, s->rank, e, place);
        m->address[e] = s->offset;
        for (uint32_t k = 0; k < s->rank; k++)
            m->address[e] += place[k] * s->strides[k];
    }
}

/* The elements that x[start:stop:step] takes of n, by asking each; returns how many. */
static int64_t model_slice(int64_t n, int64_t start, int64_t stop, int64_t step, int64_t *taken) {
    int64_t count = 0;
    if (step == LIST_SKIPPED)
        step = 1;
    bool from = start != LIST_SKIPPED, to = stop != LIST_SKIPPED;
    int64_t a = start < 0 ? start + (from ? n : 0) : start;
    int64_t b = stop < 0 ? stop + (to ? n : 0) : stop;
    int64_t origin = step > 0 ? (from && a > 0 ? a : 0) : (from && a < n ? a : n - 1);
    for (int64_t i = 0; i < n; i++) {
        int64_t e = step > 0 ? i : n - 1 - i;
        bool begun = step > 0 ? e >= origin : e <= origin;
        bool ended = to && (step > 0 ? e >= b : e <= b);
        if (begun && !ended && (e - origin) % step == 0)
            taken[count++] = e;
    }
    return count;
}

/* ---- random views */

static uint64_t rng;

static int64_t below(int64_t n) {
    return (int64_t)test_random_below(&rng, (uint64_t)n);
}

static int64_t slice_number(void) {
    static const int64_t odd[] = {LIST_SKIPPED,  INT64_MIN + 1, INT64_MIN + 2, INT64_MAX,
                                  INT64_MAX - 1, -1000,         1000,          LIST_SKIPPED};
    return below(3) == 0 ? odd[below(8)] : below(13) - 6;
}

static ViewId random_axes(HandPlan *h, ViewId parent, const Model *from, Model *to) {
    uint32_t rank = (uint32_t)below(5);
    ViewId view = hand_view(h, parent, VIEW_AXES, rank);
    to->rank = rank;
    for (uint32_t k = 0; k < rank; k++) {
        ViewAxis *axis = &h->axes[h->views[view].axes + k];
        axis->source =
            from->rank == 0 || below(4) == 0 ? VIEW_NEW : (uint32_t)below((int64_t)from->rank);
        to->shape[k] = axis->source == VIEW_NEW || (from->shape[axis->source] == 1 && below(2))
                           ? below(4)
                           : from->shape[axis->source];
        axis->extent = hand_extent(h, to->shape[k]);
    }
    to->n = count_of(to->shape, rank);
    for (int64_t e = 0; e < to->n; e++) {
        int64_t place[RANK], old[RANK] = {0};
        model_place(to->shape, rank, e, place);
        /* An axis taken twice is a diagonal: each adds its own steps. */
        to->address[e] = from->n ? from->address[0] : 0;
        for (uint32_t k = 0; k < rank; k++) {
            uint32_t source = h->axes[h->views[view].axes + k].source;
            if (source == VIEW_NEW || from->shape[source] < 2 || from->n == 0)
                continue;
            memset(old, 0, sizeof old);
            old[source] = place[k];
            to->address[e] +=
                from->address[model_number(from->shape, from->rank, old)] - from->address[0];
        }
    }
    return view;
}

static ViewId random_slice(HandPlan *h, ViewId parent, const Model *from, Model *to) {
    int64_t taken[RANK][64];
    ViewId view = hand_view(h, parent, VIEW_SLICE, from->rank);
    to->rank = from->rank;
    for (uint32_t k = 0; k < from->rank; k++) {
        ViewAxis *axis = &h->axes[h->views[view].axes + k];
        axis->start = slice_number();
        axis->stop = slice_number();
        axis->step = slice_number();
        if (axis->step == 0)
            axis->step = -1;
        to->shape[k] = model_slice(from->shape[k], axis->start, axis->stop, axis->step, taken[k]);
        axis->extent = hand_extent(h, to->shape[k]);
    }
    to->n = count_of(to->shape, to->rank);
    for (int64_t e = 0; e < to->n; e++) {
        int64_t place[RANK];
        model_place(to->shape, to->rank, e, place);
        for (uint32_t k = 0; k < to->rank; k++)
            place[k] = taken[k][place[k]];
        to->address[e] = from->address[model_number(from->shape, from->rank, place)];
    }
    return view;
}

/* The same along each axis: elements from where some numbers add up to. */
static ViewId random_part(HandPlan *h, ViewId parent, const Model *from, Model *to) {
    int64_t first[RANK] = {0};
    ViewId view = hand_view(h, parent, VIEW_PART, from->rank);
    to->rank = from->rank;
    for (uint32_t k = 0; k < from->rank; k++) {
        ViewAxis *axis = &h->axes[h->views[view].axes + k];
        int64_t parts[2] = {below(from->shape[k] + 1), 0};
        parts[1] = below(from->shape[k] - parts[0] + 1);
        axis->start = below(3);
        axis->source = hand_shape(h, parts, (uint32_t)axis->start);
        first[k] = (axis->start > 0 ? parts[0] : 0) + (axis->start > 1 ? parts[1] : 0);
        to->shape[k] = below(from->shape[k] - first[k] + 1);
        axis->extent = hand_extent(h, to->shape[k]);
    }
    to->n = count_of(to->shape, to->rank);
    for (int64_t e = 0; e < to->n; e++) {
        int64_t place[RANK];
        model_place(to->shape, to->rank, e, place);
        for (uint32_t k = 0; k < to->rank; k++)
            place[k] += first[k];
        to->address[e] = from->address[model_number(from->shape, from->rank, place)];
    }
    return view;
}

static ViewId random_reshape(HandPlan *h, ViewId parent, const Model *from, Model *to) {
    int64_t left = from->n;
    to->rank = 0;
    while (to->rank < 5 && (left > 1 || below(2))) {
        int64_t extent = left == 0 ? below(3) : 1;
        for (int64_t tries = 0; left > 1 && tries < 4; tries++) {
            int64_t factor = 1 + below(left < 13 ? left : 13);
            if (left % factor == 0)
                extent = factor;
        }
        to->shape[to->rank++] = extent;
        left = left == 0 ? 0 : left / extent;
    }
    if (left != 1)
        to->shape[to->rank++] = left;
    ViewId view = hand_view(h, parent, VIEW_RESHAPE, to->rank);
    for (uint32_t k = 0; k < to->rank; k++)
        h->axes[h->views[view].axes + k].extent = hand_extent(h, to->shape[k]);
    to->n = from->n;
    CHECK_EQ_INT(count_of(to->shape, to->rank), from->n);
    memcpy(to->address, from->address, (size_t)from->n * sizeof *to->address);
    return view;
}

/* Are there strides that give every element its address? */
static bool model_is_strided(const Model *m) {
    int64_t strides[RANK] = {0};
    for (uint32_t k = 0; k < m->rank && m->n > 0; k++) {
        int64_t place[RANK] = {0};
        place[k] = 1;
        if (m->shape[k] > 1)
            strides[k] = m->address[model_number(m->shape, m->rank, place)] - m->address[0];
    }
    for (int64_t e = 0; e < m->n; e++) {
        int64_t place[RANK], address = m->address[0];
        model_place(m->shape, m->rank, e, place);
        for (uint32_t k = 0; k < m->rank; k++)
            address += place[k] * strides[k];
        if (address != m->address[e])
            return false;
    }
    return true;
}

static void check_same(const Strided *s, const Model *m) {
    static Model got;
    CHECK_EQ_UINT(s->rank, m->rank);
    for (uint32_t k = 0; k < m->rank; k++)
        CHECK_EQ_INT(s->shape[k], m->shape[k]);
    model_of(&got, s);
    CHECK_EQ_MEM(got.address, m->address, (size_t)m->n * sizeof *m->address);
}

static void random_array(Strided *s) {
    *s = (Strided){.rank = (uint32_t)below(5), .offset = below(1000) * 4};
    for (uint32_t k = 0; k < s->rank; k++) {
        s->shape[k] = below(8) ? 1 + below(6) : 0;
        s->strides[k] = (below(9) - 4) * 4;
    }
    if (below(2)) { /* one after another, as most arrays are; some axes backwards */
        int64_t stride = below(2) ? 4 : -4;
        for (uint32_t k = s->rank; k-- > 0; stride *= s->shape[k] ? s->shape[k] : 1)
            s->strides[k] = stride;
    }
}

/* How many of the reshapes went through, and how many did not. */
typedef struct Tally {
    uint64_t moved, stuck;
} Tally;

static void check_chain(HandPlan *h, Tally *tally) {
    static Model models[6];
    static ViewId (*const kinds[])(HandPlan *, ViewId, const Model *, Model *) = {
        random_axes, random_slice, random_reshape, random_part};
    Strided s;
    ViewId view = VIEW_IDENTITY, stuck = UINT32_MAX, after = VIEW_IDENTITY;
    int length = 1 + (int)below(5);
    random_array(&s);
    Strided start = s;
    model_of(&models[0], &s);
    for (int i = 0; i < length; i++) {
        int64_t kind = below(4);
        if (kind == 0 && models[i].n == 0) /* what it would show of nothing is nobody's business */
            kind = 1;
        view = kinds[kind](h, view, &models[i], &models[i + 1]);
        if (models[i + 1].n > 256)
            return;
        if (model_is_strided(&models[i + 1])) {
            tally->moved += kind == 2;
            continue;
        }
        /* A reshape that must copy. Then the rest goes on from the copy. */
        tally->stuck++;
        CHECK_EQ_INT(kind, 2);
        CHECK(!plan_view_after(&h->plan, h->values, view, after, &s, &stuck));
        CHECK_EQ_UINT(stuck, view);
        check_same(&s, &models[i]);
        s = (Strided){.rank = models[i + 1].rank};
        int64_t stride = 4;
        for (uint32_t k = s.rank; k-- > 0; stride *= s.shape[k]) {
            s.shape[k] = models[i + 1].shape[k];
            s.strides[k] = stride;
        }
        model_of(&models[i + 1], &s);
        after = view;
        start = s;
    }
    CHECK(plan_view_after(&h->plan, h->values, view, after, &s, &stuck));
    check_same(&s, &models[length]);
    if (after == VIEW_IDENTITY) {
        CHECK(plan_view(&h->plan, h->values, view, &start, &stuck));
        check_same(&start, &models[length]);
    }
}

TEST(views_are_what_their_elements_say) {
    static HandPlan h;
    Tally tally = {0, 0};
    rng = test_seed();
    for (size_t i = 0; i < test_scaled(20000); i++) {
        test_note("chain %zu", i);
        hand_init(&h);
        check_chain(&h, &tally);
    }
    CHECK_MSG((tally.moved > 300 && tally.stuck > 300) || test_scaled(20000) < 20000,
              "%llu reshapes without a copy, %llu with", (unsigned long long)tally.moved,
              (unsigned long long)tally.stuck);
}

TEST(a_long_chain_of_views) {
    static HandPlan h;
    hand_init(&h);
    ViewId view = VIEW_IDENTITY, stuck;
    Strided s = {.rank = 1, .shape = {10000}, .strides = {8}};
    int64_t first = 0, count = 10000, step = 8;
    for (int i = 0; i < 301; i++) {
        view = hand_view(&h, view, VIEW_SLICE, 1);
        if (i % 3) {
            h.axes[h.views[view].axes].start = i % 17;
            first += step * (i % 17);
            count -= i % 17;
        } else {
            h.axes[h.views[view].axes].step = -1;
            first += step * (count - 1);
            step = -step;
        }
    }
    CHECK(plan_view(&h.plan, h.values, view, &s, &stuck));
    CHECK_EQ_INT(s.shape[0], count);
    CHECK_EQ_INT(s.strides[0], step);
    CHECK_EQ_INT(s.offset, first);
}

TEST(row_major_of_huge_and_empty_shapes) {
    static HandPlan h;
    hand_init(&h);
    Strided s;
    uint32_t shape = hand_shape(&h, (const int64_t[]){3, 1, 5}, 3);
    plan_row_major(&h.plan, h.values, shape, 3, 2, &s);
    CHECK_EQ_UINT(s.rank, 3);
    CHECK_EQ_INT(s.strides[0], 10);
    CHECK_EQ_INT(s.strides[1], 10);
    CHECK_EQ_INT(s.strides[2], 2);
    shape = hand_shape(&h, (const int64_t[]){0, INT64_MAX, INT64_MAX, 2}, 4);
    plan_row_major(&h.plan, h.values, shape, 4, 8, &s);
    CHECK_EQ_INT(s.strides[2], 16);
    CHECK_EQ_INT(s.shape[1], INT64_MAX);
}

/* ---- extents */

typedef struct ExtentCase {
    Fixture f;
    HandPlan h;
    BufferId inputs[8];
} ExtentCase;

/* A plan of extents around a real program, whose inputs are buffers 0, 1, ... in order. */
static void case_init(ExtentCase *c, const char *text) {
    fixture_init(&c->f);
    hand_init(&c->h);
    c->h.plan.module = read_typed(&c->f, text);
    c->h.plan.program = c->h.plan.module->programs.len - 1;
    c->h.plan.inputs.at = c->inputs;
}

static ExtentId case_extent(ExtentCase *c, Extent e, const char *name) {
    e.name = name ? strings_find(&c->h.plan.module->strings, name, strlen(name)) : NO_STR;
    CHECK(!name || e.name != NO_STR);
    c->h.extents[c->h.plan.extents.len] = e;
    return c->h.plan.extents.len++;
}

static uint32_t case_shape(ExtentCase *c, const ExtentId *ids, uint32_t n) {
    uint32_t first = c->h.plan.shapes.len;
    for (uint32_t k = 0; k < n; k++)
        c->h.shapes[c->h.plan.shapes.len++] = ids[k];
    return first;
}

static void case_input(ExtentCase *c, const ExtentId *ids, uint32_t rank) {
    uint32_t input = c->h.plan.inputs.len++;
    c->inputs[input] = c->h.plan.buffers.len;
    c->h.buffers[c->h.plan.buffers.len++] = (Buffer){.kind = BUFFER_INPUT,
                                                     .index = input,
                                                     .elem_size = 4,
                                                     .rank = rank,
                                                     .shape = case_shape(c, ids, rank)};
}

static bool case_run(ExtentCase *c, const int64_t *const *shapes) {
    memset(&c->f.error, 0, sizeof c->f.error);
    return plan_extents(&c->f.env, &c->h.plan, shapes, c->h.values);
}

static void check_fails(ExtentCase *c, const int64_t *const *shapes, frit_status status,
                        const char *message) {
    CHECK(!case_run(c, shapes));
    CHECK_STR(c->f.error.message, message);
    CHECK_EQ_NAMED(c->f.error.status, status, frit_status_name);
    CHECK(strncmp(c->f.error.place, "program p", 9) == 0);
}

TEST(inputs_must_fit_their_types) {
    static ExtentCase c;
    case_init(&c, "program p(x: f32[m,n], y: f32[n,3], z: f32[n,k,k]) -> (r) { r = neg(x) }");
    ExtentId m = case_extent(&c, (Extent){.kind = EXTENT_INPUT, .source = 0, .axis = 0}, "m");
    ExtentId n = case_extent(&c, (Extent){.kind = EXTENT_INPUT, .source = 0, .axis = 1}, "n");
    ExtentId three = case_extent(&c, (Extent){.kind = EXTENT_NUMBER, .value = 3}, NULL);
    case_input(&c, (ExtentId[]){m, n}, 2);
    case_input(&c, (ExtentId[]){n, three}, 2);
    c.inputs[c.h.plan.inputs.len++] = NO_BUFFER; /* z */
    const int64_t x[] = {2, 5}, y[] = {5, 3}, z[] = {5, 4, 4};
    CHECK(case_run(&c, (const int64_t *[]){x, y, z}));
    CHECK_EQ_INT(c.h.values[m], 2);
    CHECK_EQ_INT(c.h.values[n], 5);
    check_fails(&c, (const int64_t *[]){x, (int64_t[]){1, 3}, z}, FRIT_ERR_SHAPE,
                "axis 0 of input 1 (y) has the extent 1; its type says n, which is 5");
    check_fails(&c, (const int64_t *[]){x, (int64_t[]){5, 4}, z}, FRIT_ERR_SHAPE,
                "axis 1 of input 1 (y) has the extent 4; its type says 3");
    check_fails(&c, (const int64_t *[]){x, y, (int64_t[]){4, 4, 4}}, FRIT_ERR_SHAPE,
                "axis 0 of input 2 (z) has the extent 4; its type says n, which is 5");
    check_fails(&c, (const int64_t *[]){x, y, (int64_t[]){5, 4, 6}}, FRIT_ERR_SHAPE,
                "axis 2 of input 2 (z) has the extent 6; its type says k, which is 4");
    check_fails(&c, (const int64_t *[]){(int64_t[]){-1, 5}, y, z}, FRIT_ERR_SHAPE,
                "axis 0 of input 0 (x) has the extent -1");
    check_fails(&c, (const int64_t *[]){(int64_t[]){INT64_MAX / 5 + 1, 5}, y, z}, FRIT_ERR_LIMIT,
                "the bytes of an array above 2^63-1");
    check_fails(&c, (const int64_t *[]){(int64_t[]){INT64_MAX / 20 + 1, 5}, y, z}, FRIT_ERR_LIMIT,
                "the bytes of an array above 2^63-1");
    CHECK(case_run(&c, (const int64_t *[]){(int64_t[]){INT64_MAX / 20, 5}, y, z}));
    module_free(c.h.plan.module);
}

TEST(recipes_of_extents) {
    static ExtentCase c;
    case_init(&c, "program p(x: f32[m,n]) -> (r) { r = reshape(x, shape=[3,_]) }");
    ExtentId m = case_extent(&c, (Extent){.kind = EXTENT_INPUT, .source = 0, .axis = 0}, "m");
    ExtentId n = case_extent(&c, (Extent){.kind = EXTENT_INPUT, .source = 0, .axis = 1}, "n");
    ExtentId three = case_extent(&c, (Extent){.kind = EXTENT_NUMBER, .value = 3}, NULL);
    case_input(&c, (ExtentId[]){m, n}, 2);
    uint32_t mnn = case_shape(&c, (ExtentId[]){m, n, n}, 3);
    ExtentId sum =
        case_extent(&c, (Extent){.kind = EXTENT_SUM, .first = mnn, .n = 3, .value = -4}, NULL);
    ExtentId slice = case_extent(
        &c,
        (Extent){.kind = EXTENT_SLICE, .source = n, .start = -2, .stop = LIST_SKIPPED, .step = -2},
        NULL);
    uint32_t sides = case_shape(&c, (ExtentId[]){m, n, three, m}, 4);
    ExtentId rest =
        case_extent(&c, (Extent){.kind = EXTENT_QUOTIENT, .first = sides, .n = 2, .m = 2}, NULL);
    const int64_t *shapes[] = {(int64_t[]){4, 6}};
    CHECK(case_run(&c, shapes));
    CHECK_EQ_INT(c.h.values[sum], 12);
    CHECK_EQ_INT(c.h.values[slice], 3); /* 4, 2, 0 */
    CHECK_EQ_INT(c.h.values[rest], 2);
    /* m stands on both sides, so that it may be 0; fewer than no elements are none. */
    CHECK(case_run(&c, (const int64_t *[]){(int64_t[]){0, 0}}));
    CHECK_EQ_INT(c.h.values[sum], 0);
    CHECK_EQ_INT(c.h.values[rest], 0);
    CHECK(case_run(&c, (const int64_t *[]){(int64_t[]){0, 3}}));
    CHECK_EQ_INT(c.h.values[rest], 1);
    check_fails(&c, (const int64_t *[]){(int64_t[]){1, 5}}, FRIT_ERR_SHAPE,
                "5 elements do not divide by 3");
    check_fails(&c, (const int64_t *[]){(int64_t[]){0, INT64_MAX}}, FRIT_ERR_LIMIT,
                "an extent above 2^63-1");
    /* A check says the same, and for whom. */
    uint32_t b = case_shape(&c, (ExtentId[]){three, rest}, 2);
    c.h.checks[c.h.plan.checks.len++] = (ExtentCheck){mnn, 2, b, 2, 0};
    check_fails(&c, (const int64_t *[]){(int64_t[]){4, 5}}, FRIT_ERR_SHAPE,
                "reshape: these shapes do not have the same number of elements: [m = 4, n = 5] and "
                "[3, 1]");
    CHECK_STR(c.f.error.place, "program p, instruction 0");
    c.h.shapes[sides + 3] = case_extent(&c, (Extent){.kind = EXTENT_NUMBER, .value = 0}, NULL);
    c.h.values[c.h.shapes[sides + 3]] = 0;
    check_fails(&c, shapes, FRIT_ERR_SHAPE,
                "an extent left to be worked out (_) beside one of 0 could be anything");
    module_free(c.h.plan.module);
}

/* ---- the layout of temporaries */

static void random_buffers(HandPlan *h, uint32_t n_steps) {
    static PlanStep steps[64];
    uint32_t n = (uint32_t)below(40);
    h->plan.steps.at = steps;
    h->plan.steps.len = n_steps;
    for (uint32_t i = 0; i < n; i++) {
        int64_t shape[2] = {below(20), below(40)};
        uint32_t first = (uint32_t)below(n_steps);
        Buffer *b = &h->buffers[h->plan.buffers.len++];
        *b = (Buffer){.kind = (BufferKind)(below(6) ? BUFFER_TEMP : below(2)),
                      .elem_size = 1u << below(4),
                      .rank = 2,
                      .shape = hand_shape(h, shape, 2),
                      .first_step = first,
                      .last_step = first + (uint32_t)below(n_steps - first),
                      .in_place_of = NO_BUFFER};
        if (i && below(2)) { /* takes the place of another one, or so it says */
            b->in_place_of = (BufferId)below(i);
            const Buffer *old = &h->buffers[b->in_place_of];
            if (below(4)) {
                b->shape = old->shape;
                b->elem_size = old->elem_size;
            }
            if (below(4) && old->last_step > old->first_step) {
                b->first_step = old->last_step;
                b->last_step = b->first_step + (uint32_t)below(n_steps - b->first_step);
            }
        }
    }
}

/* Two buffers may share memory where one takes the other's place, step by step. */
static bool takes_place_of(const HandPlan *h, const uint64_t *offsets, BufferId id, BufferId old) {
    const Buffer *b = &h->buffers[id];
    return b->in_place_of == old && h->buffers[old].last_step == b->first_step &&
           offsets[id] == offsets[old];
}

static void check_apart(const HandPlan *h, const uint64_t *offsets, BufferId a, BufferId b) {
    const Buffer *x = &h->buffers[a], *y = &h->buffers[b];
    uint64_t x_end = offsets[a] + plan_buffer_bytes(&h->plan, h->values, a);
    uint64_t y_end = offsets[b] + plan_buffer_bytes(&h->plan, h->values, b);
    bool together = x->first_step <= y->last_step && y->first_step <= x->last_step;
    bool overlap =
        offsets[a] < y_end && offsets[b] < x_end && x_end > offsets[a] && y_end > offsets[b];
    CHECK_MSG(!together || !overlap || takes_place_of(h, offsets, a, b) ||
                  takes_place_of(h, offsets, b, a),
              "buffers %u and %u overlap", a, b);
}

/* What is alive at once, at most: no layout can do with less. */
static uint64_t least_total(const HandPlan *h, const uint64_t *offsets) {
    uint64_t least = 0;
    for (uint32_t s = 0; s < h->plan.steps.len; s++) {
        uint64_t alive = 0;
        for (BufferId i = 0; i < h->plan.buffers.len; i++) {
            const Buffer *b = &h->buffers[i];
            bool shared = b->in_place_of != NO_BUFFER && s == b->first_step &&
                          takes_place_of(h, offsets, i, b->in_place_of);
            if (b->kind == BUFFER_TEMP && b->first_step <= s && s <= b->last_step && !shared)
                alive += plan_buffer_bytes(&h->plan, h->values, i);
        }
        least = alive > least ? alive : least;
    }
    return least;
}

TEST(temporaries_alive_together_lie_apart) {
    static HandPlan h;
    static uint64_t offsets[MANY];
    frit_error error;
    Env env = env_make(&gen_allocator, &error, &error);
    uint64_t shared = 0, sum_total = 0, sum_least = 0;
    rng = test_seed();
    for (size_t round = 0; round < test_scaled(1000); round++) {
        uint64_t total;
        test_note("round %zu", round);
        hand_init(&h);
        random_buffers(&h, 1 + (uint32_t)below(30));
        CHECK(plan_layout(&env, &h.plan, h.values, true, offsets, &total));
        for (BufferId a = 0; a < h.plan.buffers.len; a++) {
            if (h.buffers[a].kind != BUFFER_TEMP) {
                CHECK(offsets[a] == UINT64_MAX);
                continue;
            }
            CHECK_EQ_UINT(offsets[a] % LAYOUT_ALIGN, 0);
            CHECK(offsets[a] + plan_buffer_bytes(&h.plan, h.values, a) <= total);
            shared += h.buffers[a].in_place_of != NO_BUFFER &&
                      takes_place_of(&h, offsets, a, h.buffers[a].in_place_of);
            for (BufferId b = 0; b < a; b++)
                if (h.buffers[b].kind == BUFFER_TEMP)
                    check_apart(&h, offsets, a, b);
        }
        sum_total += total;
        sum_least += least_total(&h, offsets);
    }
    CHECK(shared > 1000 || test_scaled(1000) < 1000);
    /* Not the best layout there is, but near it. */
    CHECK_MSG(sum_total < sum_least + sum_least / 4, "%llu bytes, where %llu are alive",
              (unsigned long long)sum_total, (unsigned long long)sum_least);
}

TEST(layout_without_memory) {
    static HandPlan h;
    static uint64_t offsets[MANY];
    rng = 7;
    hand_init(&h);
    random_buffers(&h, 30);
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        frit_error error;
        Env env = env_make(&allocator, &error, &error);
        uint64_t total;
        bool done = plan_layout(&env, &h.plan, h.values, true, offsets, &total);
        CHECK_ALLOC(&a);
        CHECK(done == (a.failures == 0));
        if (done)
            break;
        CHECK_EQ_NAMED(error.status, FRIT_ERR_NOMEM, frit_status_name);
    }
}
