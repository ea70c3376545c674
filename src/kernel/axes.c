#include "kernel/axes.h"

#include <string.h>

#include "kernel/line.h"

bool kernel_has(const Kernel *kernel, KernelCode code) {
    for (uint32_t n = 0; n < kernel->body.len; n++)
        if (kernel->body.at[n].code == code)
            return true;
    return false;
}

bool kernel_is_map(const Kernel *kernel) {
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code == K_REDUCE || i->code == K_SCAN ||
            (i->code == K_STORE && i->flags == LEVEL_ROW && kernel->n_inner > 0))
            return false;
    }
    return true;
}

const int64_t *axis_strides(const BoundKernel *bound, uint32_t access) {
    return bound->accesses[access].strides + bound->kernel->accesses.at[access].n_indexed;
}

/* ---- order */

static int64_t size_of(int64_t stride) {
    return stride < 0 ? -stride : stride;
}

/* How many more accesses would have axis b, which now comes later, before axis a. */
static int votes_to_swap(const BoundKernel *bound, uint32_t a, uint32_t b) {
    int votes = 0;
    for (uint32_t k = 0; k < bound->kernel->accesses.len; k++) {
        const int64_t *strides = axis_strides(bound, k);
        if (bound->accesses[k].pointer == UINT32_MAX)
            continue;
        int64_t x = size_of(strides[a]), y = size_of(strides[b]);
        if (x != y && x != 0 && y != 0)
            votes += (x < y ? 1 : -1) * (bound->kernel->accesses.at[k].store ? 3 : 2);
    }
    return votes;
}

/* Puts the axes of most small strides last, among those from .. to. */
static void order_axes(const BoundKernel *bound, Axes *axes, uint32_t from, uint32_t to) {
    for (uint32_t k = from + 1; k < to; k++)
        for (uint32_t m = k; m > from; m--) {
            uint32_t a = axes->order[m - 1], b = axes->order[m];
            if (bound->extents[a] != 1 && bound->extents[b] != 1 && votes_to_swap(bound, a, b) <= 0)
                break;
            if (bound->extents[a] == 1 && bound->extents[b] == 1)
                break;
            if (bound->extents[b] == 1)
                break; /* where it stands does not matter */
            axes->order[m - 1] = b;
            axes->order[m] = a;
        }
}

void axes_choose(const BoundKernel *bound, bool map, bool in_order, Axes *axes) {
    const Kernel *kernel = bound->kernel;
    axes->n = kernel->n_axes;
    axes->n_inner = map ? kernel->n_axes : kernel->n_inner;
    for (uint32_t a = 0; a < axes->n; a++)
        axes->order[a] = a;
    if (!in_order)
        order_axes(bound, axes, 0, map ? axes->n : axes->n - axes->n_inner);
    axes->n_rows = axes->length = 1;
    for (uint32_t a = 0; a < axes->n; a++) {
        axes->extents[a] = bound->extents[axes->order[a]];
        if (a < axes->n - axes->n_inner)
            axes->n_rows *= axes->extents[a];
        else
            axes->length *= axes->extents[a];
    }
}

/* ---- rows side by side */

/* INT64_MAX: nothing moves along these axes. */
static int64_t smallest_stride(const BoundKernel *bound, const Axes *axes, uint32_t access,
                               uint32_t from, uint32_t to) {
    Axis room[MAX_RANK];
    Line line = line_make(room, axes->extents, axis_strides(bound, access), axes->order, from, to);
    int64_t least = INT64_MAX;
    for (uint32_t k = 0; k < line.n; k++) {
        int64_t stride = line.axes[k].stride, size = stride < 0 ? -stride : stride;
        if (size != 0 && size < least)
            least = size;
    }
    return least;
}

bool axes_prefer_columns(const BoundKernel *bound, const Axes *axes, int64_t short_length) {
    uint32_t n_outer = axes->n - axes->n_inner;
    int inner = 0, outer = 0;
    for (uint32_t a = 0; a < bound->kernel->accesses.len; a++) {
        int64_t in = smallest_stride(bound, axes, a, n_outer, axes->n);
        int64_t out = smallest_stride(bound, axes, a, 0, n_outer);
        /* What does not move along both is small beside what does, and stays in the cache. */
        if (bound->accesses[a].pointer == UINT32_MAX || in == INT64_MAX || out == INT64_MAX)
            continue;
        if (in <= out)
            inner++;
        else
            outer++;
    }
    return outer > inner || (axes->length < short_length && axes->n_rows >= 2 * short_length);
}

/* ---- cost: what a loop does counts for each of its turns, some when they are not known */

static bool is_straight(const BoundKernel *bound, const Axes *axes, uint32_t access) {
    Axis room[MAX_RANK];
    return line_make(room, axes->extents, axis_strides(bound, access), axes->order, 0, axes->n).n <=
           1;
}

/* Functions of complex numbers are C's, one element after another. */
static double step_cost(const Kernel *kernel, const KernelInstr *i) {
    const OpInfo *info = op_info(i->op);
    Dtype dtype = kernel->values.at[kernel_in(kernel, i)[0]].dtype;
    bool complex = dtype_info(dtype)->class == CLASS_COMPLEX;
    if (info->flags & OPF_COSTLY)
        return complex ? 400 : 5;
    if (op_is_mathematics(info))
        return complex ? 40 : 0.8;
    return 0.08;
}

static double instr_cost(const BoundKernel *bound, const Axes *axes, const KernelInstr *i) {
    switch (i->code) {
    case K_STEP: return step_cost(bound->kernel, i);
    case K_LOAD:
    case K_STORE: return is_straight(bound, axes, i->access) ? 0.15 : 0.6;
    case K_RANDOM: return 2.5;
    case K_ELEMENT:
    case K_PUT: return 1;
    case K_ARRAY:
    case K_COPY: return 0.1 * bound->kernel->values.at[i->value].count;
    case K_GATHER: return 1.5;
    case K_SCAN: return 0.8;
    case K_CONST: return 0;
    default: return 0.1;
    }
}

static bool known_number(const Kernel *kernel, ValId v, double *out) {
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        if (kernel->body.at[n].code != K_CONST || kernel->body.at[n].value != v)
            continue;
        const KernelValue *value = &kernel->values.at[v];
        Scalar s = scalar_from_bits(value->dtype, value->bits);
        *out = (double)scalar_cast(value->dtype, DT_I64, s).i;
        return true;
    }
    return false;
}

bool axes_turns_known(const Kernel *kernel, const KernelInstr *loop) {
    double number;
    return known_number(kernel, kernel_in(kernel, loop)[0], &number) &&
           known_number(kernel, kernel_in(kernel, loop)[1], &number);
}

static double turns(const Kernel *kernel, const KernelInstr *i) {
    double known[2] = {0, 64};
    for (unsigned k = 0; i->code == K_FOR && k < 2; k++)
        (void)known_number(kernel, kernel_in(kernel, i)[k], &known[k]);
    return i->code == K_IF ? 1 : known[1] > known[0] ? known[1] - known[0] : 1;
}

bool axes_cost(Env *env, const BoundKernel *bound, const Axes *axes, double *out) {
    const Kernel *kernel = bound->kernel;
    /* How often each region around the instruction at hand is run, all of them together. */
    size_t size = (kernel->body.len + 1) * sizeof(double);
    double *times = env_new(env, size), cost = 0;
    TRY(times);
    uint32_t depth = 0;
    times[0] = 1;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code == K_END)
            depth--;
        cost += instr_cost(bound, axes, i) * times[depth];
        if (i->code != K_FOR && i->code != K_WHILE && i->code != K_IF)
            continue;
        times[depth + 1] = times[depth] * turns(kernel, i);
        depth++;
    }
    env_free(env->allocator, times, size);
    *out = cost < 0.1 ? 0.1 : cost;
    return true;
}
