/* The steps of a plan: groups in the order of their levels. */
#include <stdlib.h>

#include "plan/planner.h"

bool add_kernel_step(Planner *pl, uint32_t instr) {
    PlanStep step = {.kind = STEP_KERNEL, .kernel = pl->plan->kernels.len - 1, .instr = instr};
    return vec_push(pl->env, &pl->plan->steps, step);
}

/* ---- kernels */

static int by_number(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* What a scatter changes, put into the result's memory first, unless it was made there. */
static bool begin_scatters(Planner *pl, const uint32_t *nodes, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) {
        const Instr *i = instr_at(pl, nodes[k]);
        if (op_info(i->op)->rule != RULE_SCATTER)
            continue;
        VarId x = instr_in(pl->p, i)[0];
        Ref ref = pl->scope.refs[x];
        Place from = pl->places[ref.base], to = pl->places[i->out];
        if (from.buffer == to.buffer && from.view == to.view && ref.view == VIEW_IDENTITY)
            continue;
        TRY(build_copy(pl, x, VIEW_IDENTITY, var_type(&pl->scope, x), to, nodes[k]));
        TRY(add_kernel_step(pl, nodes[k]));
    }
    return true;
}

static bool fused_step(Planner *pl, uint32_t group, uint32_t *nodes) {
    uint32_t n = 0;
    for (uint32_t k = pl->groups.at[group].head; k != NO_INSTR; k = pl->next[k])
        nodes[n++] = k;
    qsort(nodes, n, sizeof *nodes, by_number);
    TRY(begin_scatters(pl, nodes, n));
    TRY(build_group(pl, group, nodes, n));
    return add_kernel_step(pl, nodes[0]);
}

/* ---- joined arrays */

static bool part_step(Planner *pl, uint32_t instr, uint32_t operand) {
    const Instr *i = instr_at(pl, instr);
    VarId x = instr_in(pl->p, i)[operand];
    Ref ref = pl->scope.refs[x];
    Place outer = pl->places[i->out], own = pl->places[ref.base];
    ViewId part;
    TRY(part_view(pl, i, operand, &part));
    TRY(view_compose(pl, outer.view, part, &part));
    bool parted = op_info(i->op)->rule == RULE_UNPACK;
    if (ref.view == VIEW_IDENTITY && own.buffer == outer.buffer && own.view == part &&
        own.parted == parted)
        return true; /* made in its place */
    TRY(build_copy(pl, x, VIEW_IDENTITY, var_type(&pl->scope, x),
                   (Place){outer.buffer, part, parted}, instr));
    return add_kernel_step(pl, instr);
}

/* One side of one axis: axes before it are those of the inside, axes behind it go all the way. */
static bool border_step(Planner *pl, uint32_t instr, uint32_t axis, bool high) {
    const Instr *i = instr_at(pl, instr);
    Types *t = &pl->m->types;
    TypeId type = var_type(&pl->scope, i->out), own = var_type(&pl->scope, instr_in(pl->p, i)[0]);
    uint32_t n, rank = type_rank(t, type);
    const int64_t *lo = attr_list(pl->p, i, AT_LO, &n), *hi = attr_list(pl->p, i, AT_HI, &n);
    int64_t width = high ? hi[axis] : lo[axis];
    ViewAxis axes[MAX_RANK];
    Dim dims[MAX_RANK];
    ViewId view;
    TypeId slab;
    if (width == 0)
        return true;
    for (uint32_t k = 0; k < rank; k++) {
        axes[k] = (ViewAxis){.source = k, .start = LIST_SKIPPED, .stop = LIST_SKIPPED, .step = 1};
        dims[k] = k < axis ? type_dims(t, own)[k] : k == axis ? width : type_dims(t, type)[k];
        if (k < axis) {
            axes[k].start = lo[k] ? lo[k] : LIST_SKIPPED;
            axes[k].stop = hi[k] ? -hi[k] : LIST_SKIPPED;
        } else if (k == axis) {
            axes[k].start = high ? -width : LIST_SKIPPED;
            axes[k].stop = high ? LIST_SKIPPED : width;
        }
        TRY(extent_of(pl, dims[k], &axes[k].extent));
    }
    TRY(view_add(pl, pl->places[i->out].view, VIEW_SLICE, rank, axes, rank, &view));
    TRY(type_array(pl->env, t, type_elem(t, type), dims, rank, &slab));
    VarId value = instr_in(pl->p, i)[1];
    ViewId fit;
    TRY(view_fit(pl, VIEW_IDENTITY, var_type(&pl->scope, value), slab, &fit));
    TRY(build_copy(pl, value, fit, slab, (Place){pl->places[i->out].buffer, view, false}, instr));
    return add_kernel_step(pl, instr);
}

static bool join_step(Planner *pl, uint32_t instr) {
    const Instr *i = instr_at(pl, instr);
    if (op_info(i->op)->rule != RULE_PAD) {
        for (uint32_t k = 0; k < i->n_in; k++)
            TRY(part_step(pl, instr, k));
        return true;
    }
    TRY(part_step(pl, instr, 0));
    for (uint32_t k = 0; k < type_rank(&pl->m->types, var_type(&pl->scope, i->out)); k++)
        TRY(border_step(pl, instr, k, false) && border_step(pl, instr, k, true));
    return true;
}

/* ---- everything */

typedef struct Turn {
    uint32_t level, first, group;
} Turn;

static int by_turn(const void *a, const void *b) {
    const Turn *x = a, *y = b;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static bool run_turn(Planner *pl, uint32_t group, uint32_t *nodes) {
    uint32_t head = pl->groups.at[group].head;
    switch (pl->groups.at[group].kind) {
    case GROUP_FUSED: return fused_step(pl, group, nodes);
    case GROUP_JOIN: return join_step(pl, head);
    case GROUP_CONTRACT: return contract_step(pl, head);
    case GROUP_ROUTINE: return routine_step(pl, head);
    case GROUP_HOST: return host_step(pl, head);
    }
    return true;
}

/* ---- lifetimes */

static void touch(Plan *plan, BufferId id, uint32_t step) {
    if (id == NO_BUFFER)
        return;
    Buffer *b = &plan->buffers.at[id];
    if (b->first_step == UINT32_MAX)
        b->first_step = step;
    b->last_step = step;
}

static void find_lifetimes(Plan *plan) {
    for (uint32_t s = 0; s < plan->steps.len; s++) {
        const PlanStep *step = &plan->steps.at[s];
        if (step->kind != STEP_KERNEL) {
            for (uint32_t k = 0; k < step->n_in + step->n_out; k++)
                touch(plan, plan->places.at[step->place + k].buffer, s);
            continue;
        }
        const Kernel *kernel = &plan->kernels.at[step->kernel];
        for (uint32_t k = 0; k < kernel->accesses.len; k++)
            touch(plan, kernel->accesses.at[k].buffer, s);
    }
    for (BufferId id = 0; id < plan->buffers.len; id++)
        if (plan->buffers.at[id].first_step == UINT32_MAX)
            plan->buffers.at[id].first_step = 0; /* of no elements, or never read */
}

/* ---- memory that is used again in place */

static bool same_layout(const Plan *plan, const Buffer *a, const Buffer *b) {
    return a->elem_size == b->elem_size && a->rank == b->rank &&
           (a->rank == 0 || memcmp(plan->shapes.at + a->shape, plan->shapes.at + b->shape,
                                   a->rank * sizeof(ExtentId)) == 0);
}

/* All accesses of the kernel to the buffer are of elements of one scalar, through that view. */
static bool only_through(const Plan *plan, const Kernel *k, BufferId id, ViewId view, bool store) {
    for (uint32_t n = 0; n < k->accesses.len; n++) {
        const Access *a = &k->accesses.at[n];
        if (a->buffer == id && (a->view != view || a->store != store || a->n_indexed ||
                                dtype_info(a->dtype)->bits / 8 != plan->buffers.at[id].elem_size))
            return false;
    }
    return true;
}

/* From which instruction on the buffer may be written: an engine may compute what is stored there
 * straight into memory. */
static uint32_t first_write(const Kernel *k, BufferId written) {
    ValId stored = NO_VAL;
    for (uint32_t n = 0; n < k->body.len; n++) {
        const KernelInstr *i = &k->body.at[n];
        if (i->code == K_STORE && k->accesses.at[i->access].buffer == written)
            stored = kernel_in(k, i)[0];
    }
    for (uint32_t n = 0; n < k->body.len; n++)
        if (k->body.at[n].value == stored)
            return n;
    return 0;
}

/* Is what is read from the one used for the last time when the other may be written? What is loaded
 * may stay where it lies until then. */
static bool read_before(const Kernel *k, BufferId read, BufferId written) {
    uint32_t write = first_write(k, written);
    for (uint32_t n = 0; n < k->body.len; n++) {
        const KernelInstr *i = &k->body.at[n];
        if (i->code != K_LOAD || k->accesses.at[i->access].buffer != read)
            continue;
        if (n >= write)
            return false;
        for (uint32_t m = write + 1; m < k->body.len; m++)
            for (uint32_t o = 0; o < k->body.at[m].n_in; o++)
                if (kernel_in(k, &k->body.at[m])[o] == i->value)
                    return false;
    }
    return true;
}

/* A kernel that walks its elements once may write each where it has just read one for good. */
static void reuse_in_place(Plan *plan, uint32_t step, bool *taken) {
    const Kernel *k = &plan->kernels.at[plan->steps.at[step].kernel];
    if (k->schedule != SCHEDULE_MAP)
        return;
    for (uint32_t s = 0; s < k->accesses.len; s++) {
        const Access *store = &k->accesses.at[s];
        if (!store->store || store->buffer == NO_BUFFER)
            continue;
        Buffer *out = &plan->buffers.at[store->buffer];
        if (out->first_step != step || out->in_place_of != NO_BUFFER ||
            !only_through(plan, k, store->buffer, store->view, true))
            continue;
        for (uint32_t l = 0; l < k->accesses.len; l++) {
            const Access *load = &k->accesses.at[l];
            if (load->store || load->buffer == NO_BUFFER || taken[load->buffer] ||
                load->view != store->view)
                continue;
            const Buffer *in = &plan->buffers.at[load->buffer];
            if (in->kind != BUFFER_TEMP || in->last_step != step || in->first_step == step ||
                !same_layout(plan, in, out) ||
                !only_through(plan, k, load->buffer, load->view, false) ||
                !read_before(k, load->buffer, store->buffer))
                continue;
            out->in_place_of = load->buffer;
            taken[load->buffer] = true;
            break;
        }
    }
}

static bool find_in_place(Planner *pl) {
    Plan *plan = pl->plan;
    size_t size = (size_t)plan->buffers.len + 1;
    bool *taken = env_new(pl->env, size);
    if (!taken)
        return false;
    for (uint32_t s = 0; s < plan->steps.len; s++)
        if (plan->steps.at[s].kind == STEP_KERNEL)
            reuse_in_place(plan, s, taken);
    env_free(pl->env->allocator, taken, size);
    return true;
}

static bool make_steps(Planner *pl, Turn *turns, uint32_t *nodes) {
    uint32_t n = 0;
    for (uint32_t g = 0; g < pl->groups.len; g++) {
        const Group *group = &pl->groups.at[g];
        if (group->parent == g)
            turns[n++] = (Turn){group->level, group->first, g};
    }
    if (n)
        qsort(turns, n, sizeof *turns, by_turn);
    for (uint32_t k = 0; k < n; k++)
        TRY(run_turn(pl, turns[k].group, nodes));
    find_lifetimes(pl->plan);
    return !pl->plan->fuses || find_in_place(pl);
}

bool plan_steps(Planner *pl) {
    size_t turns_size = ((size_t)pl->groups.len + 1) * sizeof(Turn);
    size_t nodes_size = ((size_t)pl->p->instrs.len + 1) * sizeof(uint32_t);
    Turn *turns = env_new(pl->env, turns_size);
    uint32_t *nodes = turns ? env_new(pl->env, nodes_size) : NULL;
    bool ok = nodes && make_steps(pl, turns, nodes);
    env_free(pl->env->allocator, turns, turns_size);
    env_free(pl->env->allocator, nodes, nodes_size);
    return ok;
}
