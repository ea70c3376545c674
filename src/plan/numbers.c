/*
 * What a plan's extents and views are for given arguments. Whatever is wrong with the arguments'
 * shapes is found here, before anything runs.
 */
#include "plan/plan.h"

/* ---- slices */

typedef struct Range {
    int64_t first, count; /* first: of no elements, anything */
} Range;

/* A bound of a slice, counted from the end when negative, kept between low and high. */
static int64_t slice_bound(int64_t bound, int64_t n, int64_t low, int64_t high) {
    if (bound < 0)
        bound += n; /* of different signs: cannot overflow */
    return bound < low ? low : bound > high ? high : bound;
}

/* What start:stop:step takes of n elements, as Python counts. */
static Range slice_range(int64_t n, int64_t start, int64_t stop, int64_t step) {
    if (step == LIST_SKIPPED)
        step = 1;
    if (step == 0) /* no program that is typed has one */
        return (Range){0, 0};
    int64_t low = step < 0 ? -1 : 0, high = step < 0 ? n - 1 : n;
    int64_t first =
        start == LIST_SKIPPED ? (step < 0 ? high : low) : slice_bound(start, n, low, high);
    int64_t end = stop == LIST_SKIPPED ? (step < 0 ? low : high) : slice_bound(stop, n, low, high);
    if (step > 0)
        return (Range){first, first < end ? (end - first - 1) / step + 1 : 0};
    return (Range){first, end < first ? (first - end - 1) / -step + 1 : 0};
}

/* ---- extents */

typedef struct Binding {
    Env *env;
    const Plan *plan;
    const Program *program;
    int64_t *values;
} Binding;

static bool fail_limit(Binding *b, const char *what) {
    error_at_program(b->env, b->plan->module, b->program);
    return env_fail(b->env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN, "%s above 2^63-1", what);
}

/* Of extents shapes[first .. first + n); 0 if one of them is, however large the others are. */
static bool product_of(const Binding *b, uint32_t first, uint32_t n, int64_t *out) {
    bool fits = true;
    *out = 1;
    for (uint32_t i = 0; i < n; i++) {
        int64_t value = b->values[b->plan->shapes.at[first + i]];
        if (value == 0) {
            *out = 0;
            return true;
        }
        fits = fits && !__builtin_mul_overflow(*out, value, out);
    }
    return fits;
}

static bool sum_extent(Binding *b, const Extent *e, int64_t *out) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < e->n; i++)
        if (__builtin_add_overflow(sum, b->values[b->plan->shapes.at[e->first + i]], &sum))
            return fail_limit(b, "an extent");
    if (__builtin_add_overflow(sum, e->value, &sum))
        return fail_limit(b, "an extent");
    *out = sum < 0 ? 0 : sum; /* "n-1" of nothing is nothing */
    return true;
}

/*
 * Both products of a quotient. Extents that stand on both sides cancel, so that one of them may be 0.
 */
static bool quotient_sides(Binding *b, const Extent *e, int64_t *above, int64_t *below) {
    const ExtentId *num = b->plan->shapes.at + e->first, *den = num + e->n;
    bool used[MAX_RANK] = {false}, zero = false, fits = true;
    *above = *below = 1;
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t k = 0;
        while (k < e->m && k < MAX_RANK && (used[k] || den[k] != num[i]))
            k++;
        if (k < e->m && k < MAX_RANK) {
            used[k] = true;
            continue;
        }
        zero |= b->values[num[i]] == 0;
        fits = fits && !__builtin_mul_overflow(*above, b->values[num[i]], above);
    }
    if (zero)
        *above = 0;
    if (!fits && !zero)
        return fail_limit(b, "a number of elements");
    for (uint32_t k = 0; k < e->m; k++)
        if ((k >= MAX_RANK || !used[k]) && __builtin_mul_overflow(*below, b->values[den[k]], below))
            *below = INT64_MAX; /* more than there can be above: the quotient is not exact */
    for (uint32_t k = 0; k < e->m; k++)
        if ((k >= MAX_RANK || !used[k]) && b->values[den[k]] == 0)
            *below = 0;
    if (*below != 0)
        return true;
    error_at_program(b->env, b->plan->module, b->program);
    return env_fail(b->env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                    "an extent left to be worked out (_) beside one of 0 could be anything");
}

static const char *input_name(const Binding *b, uint32_t input) {
    return strings_get(&b->plan->module->strings, b->program->vars.at[input].name);
}

static bool input_extent(Binding *b, const int64_t *const *shapes, uint32_t input, uint32_t axis,
                         int64_t *out) {
    *out = shapes[input][axis];
    if (*out >= 0)
        return true;
    error_at_program(b->env, b->plan->module, b->program);
    return env_fail(b->env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                    "axis %u of input %u (%s) has the extent %lld", axis, input,
                    input_name(b, input), (long long)*out);
}

static bool compute_extent(Binding *b, const Extent *e, const int64_t *const *shapes,
                           int64_t *out) {
    int64_t above, below;
    switch (e->kind) {
    case EXTENT_NUMBER: *out = e->value; return true;
    case EXTENT_INPUT: return input_extent(b, shapes, e->source, e->axis, out);
    case EXTENT_SLICE:
        *out = slice_range(b->values[e->source], e->start, e->stop, e->step).count;
        return true;
    case EXTENT_SUM: return sum_extent(b, e, out);
    case EXTENT_QUOTIENT:
        TRY(quotient_sides(b, e, &above, &below));
        *out = above / below; /* that nothing is left over: check_quotients */
        return true;
    }
    return true;
}

/* ---- whether they fit */

static void show_product(Str *out, const Binding *b, uint32_t first, uint32_t n) {
    const Plan *plan = b->plan;
    str_putc(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        ExtentId id = plan->shapes.at[first + i];
        StrId name = plan->extents.at[id].name;
        str_puts(out, i ? ", " : "");
        if (name != NO_STR)
            str_format(out, "%s = ", strings_get(&plan->module->strings, name));
        str_int(out, b->values[id]);
    }
    str_putc(out, ']');
}

static void error_at_check(const Binding *b, const ExtentCheck *check) {
    if (check->step == UINT32_MAX)
        error_at_program(b->env, b->plan->module, b->program);
    else
        error_at_instr(b->env, b->plan->module, b->program, check->step);
}

static bool fail_check(Binding *b, const ExtentCheck *check, const char *what) {
    Str text = str_make(b->env);
    show_product(&text, b, check->a, check->n_a);
    str_puts(&text, " and ");
    show_product(&text, b, check->b, check->n_b);
    bool ok = str_ok(&text);
    if (ok) {
        /* of a step that is gone: those that count elements are reshapes */
        Op op = check->step == UINT32_MAX ? OP_reshape : b->program->instrs.at[check->step].op;
        error_at_check(b, check);
        env_set_error(b->env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN, "%s: %s", op_info(op)->name, what);
        size_t len = strlen(b->env->error->message);
        size_t room = sizeof b->env->error->message - len - 1;
        size_t more = text.len < room ? text.len : room;
        memcpy(b->env->error->message + len, text.data, more);
        b->env->error->message[len + more] = '\0';
    }
    str_free(&text);
    return false;
}

static bool run_checks(Binding *b) {
    for (uint32_t i = 0; i < b->plan->checks.len; i++) {
        const ExtentCheck *check = &b->plan->checks.at[i];
        int64_t a, c;
        if (!product_of(b, check->a, check->n_a, &a) || !product_of(b, check->b, check->n_b, &c)) {
            fail_limit(b, "a number of elements");
            error_at_check(b, check);
            return false;
        }
        if (a == c)
            continue;
        return fail_check(b, check,
                          check->n_a == 1 && check->n_b == 1
                              ? "extents that must be equal differ: "
                              : "these shapes do not have the same number of elements: ");
    }
    return true;
}

/* After the checks, whose messages say more. */
static bool check_quotients(Binding *b) {
    for (uint32_t i = 0; i < b->plan->extents.len; i++) {
        const Extent *e = &b->plan->extents.at[i];
        int64_t above, below;
        if (e->kind != EXTENT_QUOTIENT)
            continue;
        TRY(quotient_sides(b, e, &above, &below));
        if (above % below == 0)
            continue;
        error_at_program(b->env, b->plan->module, b->program);
        return env_fail(b->env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                        "%lld elements do not divide by %lld", (long long)above, (long long)below);
    }
    return true;
}

static bool fail_input(Binding *b, uint32_t input, uint32_t axis, int64_t got, StrId name,
                       int64_t want) {
    error_at_program(b->env, b->plan->module, b->program);
    if (name == NO_STR)
        return env_fail(b->env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                        "axis %u of input %u (%s) has the extent %lld; its type says %lld", axis,
                        input, input_name(b, input), (long long)got, (long long)want);
    return env_fail(b->env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                    "axis %u of input %u (%s) has the extent %lld; its type says %s, which is %lld",
                    axis, input, input_name(b, input), (long long)got,
                    strings_get(&b->plan->module->strings, name), (long long)want);
}

/*
 * What a dim of an input's type is already: by the plan, or by an input before it. False: it may be
 * anything.
 */
static bool known_dim(const Binding *b, const int64_t *const *shapes, uint32_t input, uint32_t axis,
                      int64_t *out) {
    const Types *t = &b->plan->module->types;
    Dim dim = type_dims(t, b->program->vars.at[input].type)[axis];
    *out = dim;
    if (!DIM_IS_NAME(dim))
        return true;
    for (uint32_t i = 0; i < b->plan->extents.len; i++)
        if (b->plan->extents.at[i].name == DIM_NAME_OF(dim)) {
            *out = b->values[i];
            return true;
        }
    for (uint32_t i = 0; i <= input; i++) {
        TypeId type = b->program->vars.at[i].type;
        uint32_t rank = i < input ? type_rank(t, type) : axis;
        for (uint32_t k = 0; k < rank; k++)
            if (type_dims(t, type)[k] == dim) {
                *out = shapes[i][k];
                return true;
            }
    }
    return false;
}

/* An input that nothing reads must fit its type all the same. */
static bool check_unread_input(Binding *b, const int64_t *const *shapes, uint32_t input) {
    const Types *t = &b->plan->module->types;
    TypeId type = b->program->vars.at[input].type;
    for (uint32_t axis = 0; axis < type_rank(t, type); axis++) {
        Dim dim = type_dims(t, type)[axis];
        int64_t want, got;
        TRY(input_extent(b, shapes, input, axis, &got));
        if (known_dim(b, shapes, input, axis, &want) && got != want)
            return fail_input(b, input, axis, got, DIM_IS_NAME(dim) ? DIM_NAME_OF(dim) : NO_STR,
                              want);
    }
    return true;
}

static bool check_inputs(Binding *b, const int64_t *const *shapes) {
    const Plan *plan = b->plan;
    for (uint32_t input = 0; input < plan->inputs.len; input++) {
        if (plan->inputs.at[input] == NO_BUFFER) {
            TRY(check_unread_input(b, shapes, input));
            continue;
        }
        const Buffer *buffer = &plan->buffers.at[plan->inputs.at[input]];
        for (uint32_t axis = 0; axis < buffer->rank; axis++) {
            ExtentId id = plan->shapes.at[buffer->shape + axis];
            int64_t got;
            TRY(input_extent(b, shapes, input, axis, &got));
            if (got != b->values[id])
                return fail_input(b, input, axis, got, plan->extents.at[id].name, b->values[id]);
        }
    }
    return true;
}

/* Everything that is walked or stored can be counted in an int64_t: elements, and bytes. */
static bool check_sizes(Binding *b) {
    const Plan *plan = b->plan;
    int64_t n, bytes;
    for (uint32_t i = 0; i < plan->buffers.len; i++) {
        const Buffer *buffer = &plan->buffers.at[i];
        if (!product_of(b, buffer->shape, buffer->rank, &n) ||
            __builtin_mul_overflow(n, (int64_t)buffer->elem_size, &bytes))
            return fail_limit(b, "the bytes of an array");
    }
    for (uint32_t i = 0; i < plan->kernels.len; i++) {
        const Kernel *k = &plan->kernels.at[i];
        if (!product_of(b, k->shape, k->n_axes, &n))
            return fail_limit(b, "a number of elements");
        for (uint32_t a = 0; a < k->accesses.len; a++)
            if (k->accesses.at[a].buffer == NO_BUFFER &&
                !product_of(b, k->accesses.at[a].shape, k->accesses.at[a].rank, &n))
                return fail_limit(b, "a number of elements");
    }
    for (uint32_t i = 0; i < plan->views.len; i++) {
        const View *view = &plan->views.at[i];
        bool fits = true, zero = false;
        n = 1;
        for (uint32_t k = 0; k < view->rank && view->kind == VIEW_RESHAPE; k++) {
            int64_t value = b->values[plan->view_axes.at[view->axes + k].extent];
            zero |= value == 0;
            fits = fits && !__builtin_mul_overflow(n, value, &n);
        }
        if (!fits && !zero)
            return fail_limit(b, "a number of elements");
    }
    return true;
}

/* ---- whether views show what their extents say: two names may meet that arguments tell apart */

static bool fail_view(Binding *b, const ViewAxis *axis, const char *what, int64_t n) {
    const Extent *e = &b->plan->extents.at[axis->extent];
    error_at_program(b->env, b->plan->module, b->program);
    return env_fail(b->env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN, "%s is %lld, but %s %lld elements",
                    e->name == NO_STR ? "an extent"
                                      : strings_get(&b->plan->module->strings, e->name),
                    (long long)b->values[axis->extent], what, (long long)n);
}

/* old: the extents of what is seen; of a reshape they are compared elsewhere. */
static bool check_axis(Binding *b, const View *view, const ViewAxis *axis, int64_t old) {
    int64_t now = b->values[axis->extent], first = 0;
    switch (view->kind) {
    case VIEW_AXES: return now == old || old == 1 || fail_view(b, axis, "what has it has", old);
    case VIEW_SLICE:
        first = slice_range(old, axis->start, axis->stop, axis->step).count;
        return now == first || fail_view(b, axis, "the slice that has it takes", first);
    case VIEW_PART:
        for (int64_t i = 0; i < axis->start; i++)
            first += b->values[b->plan->shapes.at[axis->source + i]];
        return now <= old - first || fail_view(b, axis, "where it has its place are", old - first);
    case VIEW_RESHAPE: return true;
    }
    return true;
}

/* shape: of the buffer (its first extent in Plan.shapes), for a view without a parent. */
static bool check_view(Binding *b, ViewId id, uint32_t shape) {
    const Plan *plan = b->plan;
    const View *view = &plan->views.at[id], *parent = &plan->views.at[view->parent];
    for (uint32_t k = 0; k < view->rank && view->kind != VIEW_RESHAPE; k++) {
        const ViewAxis *axis = &plan->view_axes.at[view->axes + k];
        uint32_t source = view->kind == VIEW_AXES ? axis->source : k;
        if (source == VIEW_NEW)
            continue;
        ExtentId old = view->parent == VIEW_IDENTITY
                           ? plan->shapes.at[shape + source]
                           : plan->view_axes.at[parent->axes + source].extent;
        if (old != axis->extent || view->kind != VIEW_AXES)
            TRY(check_axis(b, view, axis, b->values[old]));
    }
    return true;
}

static bool check_first_view(Binding *b, ViewId view, uint32_t shape) {
    if (view == VIEW_IDENTITY)
        return true;
    while (b->plan->views.at[view].parent != VIEW_IDENTITY)
        view = b->plan->views.at[view].parent;
    return check_view(b, view, shape);
}

static bool check_views(Binding *b) {
    const Plan *plan = b->plan;
    for (ViewId id = 1; id < plan->views.len; id++)
        if (plan->views.at[id].parent != VIEW_IDENTITY)
            TRY(check_view(b, id, 0));
    for (uint32_t i = 0; i < plan->kernels.len; i++)
        for (uint32_t k = 0; k < plan->kernels.at[i].accesses.len; k++) {
            const Access *a = &plan->kernels.at[i].accesses.at[k];
            uint32_t shape = a->buffer == NO_BUFFER ? a->shape : plan->buffers.at[a->buffer].shape;
            TRY(check_first_view(b, a->view, shape));
        }
    for (uint32_t i = 0; i < plan->places.len; i++)
        if (plan->places.at[i].buffer != NO_BUFFER)
            TRY(check_first_view(b, plan->places.at[i].view,
                                 plan->buffers.at[plan->places.at[i].buffer].shape));
    return true;
}

bool plan_extents(Env *env, const Plan *plan, const int64_t *const *input_shapes, int64_t *values) {
    Binding b = {env, plan, plan->module->programs.at[plan->program], values};
    for (uint32_t i = 0; i < plan->extents.len; i++)
        TRY(compute_extent(&b, &plan->extents.at[i], input_shapes, &values[i]));
    return check_inputs(&b, input_shapes) && run_checks(&b) && check_quotients(&b) &&
           check_sizes(&b) && check_views(&b);
}

/* ---- views */

void plan_row_major(const Plan *plan, const int64_t *extents, uint32_t shape, uint32_t rank,
                    int64_t elem_size, Strided *out) {
    int64_t stride = elem_size;
    out->rank = rank;
    out->offset = 0;
    for (uint32_t k = rank; k-- > 0;) {
        out->shape[k] = extents[plan->shapes.at[shape + k]];
        out->strides[k] = stride;
        /* Too large only where another extent is 0, and no stride is ever used. */
        if (__builtin_mul_overflow(stride, out->shape[k], &stride))
            stride = 0;
    }
}

/* Strides are the caller's, and may be anything where they are never used. */
static int64_t times(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static void view_axes(const Plan *plan, const int64_t *extents, const View *view, Strided *s) {
    Strided old = *s;
    s->rank = view->rank;
    for (uint32_t k = 0; k < view->rank; k++) {
        const ViewAxis *axis = &plan->view_axes.at[view->axes + k];
        s->shape[k] = extents[axis->extent];
        /* An axis of extent 1 may be repeated too. */
        bool moves = axis->source != VIEW_NEW && old.shape[axis->source] == s->shape[k];
        s->strides[k] = moves ? old.strides[axis->source] : 0;
    }
}

static void move_offset(Strided *s, uint32_t axis, int64_t elements) {
    s->offset = (int64_t)((uint64_t)s->offset + (uint64_t)times(elements, s->strides[axis]));
}

static void view_slice(const Plan *plan, const View *view, Strided *s) {
    for (uint32_t k = 0; k < view->rank; k++) {
        const ViewAxis *axis = &plan->view_axes.at[view->axes + k];
        Range range = slice_range(s->shape[k], axis->start, axis->stop, axis->step);
        s->shape[k] = range.count;
        if (range.count > 0)
            move_offset(s, k, range.first);
        /* The step reaches another element, so that it is less than the old extent. */
        if (range.count > 1 && axis->step != LIST_SKIPPED)
            s->strides[k] = times(s->strides[k], axis->step);
    }
}

static void view_part(const Plan *plan, const int64_t *extents, const View *view, Strided *s) {
    for (uint32_t k = 0; k < view->rank; k++) {
        const ViewAxis *axis = &plan->view_axes.at[view->axes + k];
        int64_t first = 0; /* at most the old extent */
        for (int64_t i = 0; i < axis->start; i++)
            first += extents[plan->shapes.at[axis->source + i]];
        s->shape[k] = extents[axis->extent];
        if (s->shape[k] > 0)
            move_offset(s, k, first);
    }
}

/*
 * Takes old axes and new axes from the right, until both hold the same number of elements. The old
 * ones of such a group must follow each other in memory like one long axis, which the new ones then
 * divide; between groups nothing needs to fit. That is also necessary: the first element beyond an
 * old axis that is no boundary of the new shape has its address from both sides.
 */
static bool reshape_group(const Strided *old, Strided *s, uint32_t *old_end, uint32_t *new_end) {
    uint32_t i = *old_end - 1, j = *new_end - 1;
    uint64_t had = (uint64_t)old->shape[i], has = (uint64_t)s->shape[j];
    while (had != has) {
        if (had < has) {
            if (i == 0 || old->strides[i - 1] != times(old->strides[i], old->shape[i]))
                return false;
            had *= (uint64_t)old->shape[--i];
        } else {
            if (j == 0)
                return false;
            has *= (uint64_t)s->shape[--j];
        }
    }
    int64_t stride = old->strides[*old_end - 1];
    for (uint32_t k = *new_end; k-- > j;) {
        s->strides[k] = stride;
        stride = times(stride, s->shape[k]);
    }
    *old_end = i;
    *new_end = j;
    return true;
}

static bool view_reshape(const Plan *plan, const int64_t *extents, const View *view, Strided *s) {
    Strided old = {.offset = s->offset}, new = {.rank = view->rank, .offset = s->offset};
    bool empty = false;
    for (uint32_t k = 0; k < s->rank; k++) {
        if (s->shape[k] == 1)
            continue;
        old.shape[old.rank] = s->shape[k];
        old.strides[old.rank++] = s->strides[k];
    }
    for (uint32_t k = 0; k < view->rank; k++) {
        new.shape[k] = extents[plan->view_axes.at[view->axes + k].extent];
        empty |= new.shape[k] == 0;
    }
    uint32_t old_end = old.rank, new_end = new.rank;
    while (!empty && new_end > 0) {
        if (new.shape[new_end - 1] == 1) {
            new_end--; /* stride 0 */
            continue;
        }
        if (old_end == 0 || !reshape_group(&old, &new, &old_end, &new_end))
            return false;
    }
    *s = new;
    return true;
}

static bool apply_view(const Plan *plan, const int64_t *extents, const View *view, Strided *s) {
    switch (view->kind) {
    case VIEW_AXES: view_axes(plan, extents, view, s); return true;
    case VIEW_SLICE: view_slice(plan, view, s); return true;
    case VIEW_PART: view_part(plan, extents, view, s); return true;
    case VIEW_RESHAPE: return view_reshape(plan, extents, view, s);
    }
    return true;
}

bool plan_view_after(const Plan *plan, const int64_t *extents, ViewId view, ViewId after,
                     Strided *s, ViewId *stuck) {
    enum { BLOCK = 64 }; /* parents come before children, and a chain has any length */
    ViewId chain[BLOCK];
    uint32_t length = 0;
    for (ViewId v = view; v != after && v != VIEW_IDENTITY; v = plan->views.at[v].parent)
        length++;
    for (uint32_t done = 0; done < length;) {
        uint32_t n = length - done < BLOCK ? length - done : BLOCK;
        ViewId v = view;
        for (uint32_t skip = length - done - n; skip > 0; skip--)
            v = plan->views.at[v].parent;
        for (uint32_t k = n; k-- > 0; v = plan->views.at[v].parent)
            chain[k] = v;
        for (uint32_t k = 0; k < n; k++)
            if (!apply_view(plan, extents, &plan->views.at[chain[k]], s)) {
                *stuck = chain[k];
                return false;
            }
        done += n;
    }
    return true;
}

bool plan_view(const Plan *plan, const int64_t *extents, ViewId view, Strided *s, ViewId *stuck) {
    return plan_view_after(plan, extents, view, VIEW_IDENTITY, s, stuck);
}
