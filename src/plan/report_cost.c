/*
 * Figures for given shapes: bytes that a plan reads and writes, what the same program would cost with
 * every step a kernel of its own, and how much memory temporaries take.
 */
#include "plan/layout.h"
#include "plan/report.h"

static uint64_t add(uint64_t a, uint64_t b) {
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint64_t times(uint64_t a, uint64_t b) {
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* ---- extents of the plans inside */

static uint32_t place_rank(const Plan *plan, Place place) {
    return place.view == VIEW_IDENTITY ? plan->buffers.at[place.buffer].rank
                                       : plan->views.at[place.view].rank;
}

/* Extent number k of a buffer seen through a view. */
static int64_t place_extent(const Plan *plan, const int64_t *extents, Place place, uint32_t k) {
    const Buffer *b = &plan->buffers.at[place.buffer];
    if (place.view == VIEW_IDENTITY)
        return extents[plan->shapes.at[b->shape + k]];
    return extents[plan->view_axes.at[plan->views.at[place.view].axes + k].extent];
}

/* How many operands of a step come before those that its bodies get; of a loop over numbers the
 * body gets the number first. */
static void body_operands(const PlanStep *step, uint32_t *skipped, uint32_t *own) {
    *skipped = step->kind == STEP_FOR ? 2 : step->kind == STEP_IF ? 1 : 0;
    *own = step->kind == STEP_FOR ? 1 : 0;
}

static bool body_extents(Env *env, const ReportPlan *outer, const PlanStep *step,
                         ReportPlan *inner) {
    const Plan *body = inner->plan;
    const Program *p = body->module->programs.at[body->program];
    uint32_t skipped, own, n = p->n_inputs;
    body_operands(step, &skipped, &own);
    size_t shapes_size = ((size_t)n + 1) * sizeof(int64_t *);
    size_t dims_size = ((size_t)n + 1) * MAX_RANK * sizeof(int64_t);
    const int64_t **shapes = env_new(env, shapes_size);
    int64_t *dims = shapes ? env_new(env, dims_size) : NULL;
    for (uint32_t i = 0; dims && i < n; i++) {
        shapes[i] = dims + (size_t)i * MAX_RANK;
        uint32_t rank = type_rank(&body->module->types, p->vars.at[i].type);
        uint32_t operand = i + skipped - own;
        if (i < own || operand >= step->n_in)
            continue;
        Place place = outer->plan->places.at[step->place + operand];
        if (place.buffer == NO_BUFFER)
            continue;
        uint32_t lead = place_rank(outer->plan, place) - rank; /* mapped axes */
        for (uint32_t k = 0; k < rank; k++)
            dims[(size_t)i * MAX_RANK + k] =
                place_extent(outer->plan, outer->extents, place, lead + k);
    }
    bool ok = dims && plan_extents(env, body, shapes, inner->extents);
    if (ok && step->kind == STEP_PANELS)
        ok = panel_bytes(env, outer->plan, step, shapes, inner->block, &inner->at_once);
    env_free(env->allocator, dims, dims_size);
    env_free(env->allocator, shapes, shapes_size);
    return ok;
}

static bool compute_extents(Env *env, Report *r, const int64_t *const *input_shapes) {
    for (uint32_t k = 0; k < r->plans.len; k++) {
        ReportPlan *p = &r->plans.at[k];
        if (!p->extents)
            p->extents = env_new(env, ((size_t)p->plan->extents.len + 1) * sizeof(int64_t));
        TRY(p->extents);
        if (p->host == NO_ENTRY) {
            TRY(plan_extents(env, p->plan, input_shapes, p->extents));
            continue;
        }
        const ReportEntry *host = &r->entries.at[p->host];
        TRY(body_extents(env, &r->plans.at[host->plan], entry_step(r, host), p));
    }
    return true;
}

/* ---- what entries read and write */

/* Elements along axes that move; along the others the same ones come again. */
static uint64_t moving_elements(const Strided *s, uint32_t first) {
    uint64_t n = 1;
    for (uint32_t k = first; k < s->rank; k++)
        n = s->shape[k] == 0 ? 0 : s->strides[k] ? times(n, (uint64_t)s->shape[k]) : n;
    for (uint32_t k = first; k < s->rank; k++)
        if (s->shape[k] == 0)
            return 0;
    return n;
}

/* The elements that are seen through a view of a buffer, each counted once. */
static uint64_t seen_elements(const ReportPlan *p, BufferId buffer, ViewId view, uint32_t first) {
    const Buffer *b = &p->plan->buffers.at[buffer];
    Strided s;
    ViewId stuck;
    plan_row_major(p->plan, p->extents, b->shape, b->rank, 1, &s);
    if (plan_view(p->plan, p->extents, view, &s, &stuck))
        return moving_elements(&s, first);
    /* A reshape that must copy: everything that is seen afterwards, but not more than there is. */
    const View *last = &p->plan->views.at[view];
    uint64_t n = 1;
    for (uint32_t k = first; k < last->rank; k++)
        n = times(n, (uint64_t)p->extents[p->plan->view_axes.at[last->axes + k].extent]);
    return n;
}

static uint64_t kernel_elements(const ReportPlan *p, const Kernel *kernel) {
    uint64_t n = 1;
    for (uint32_t k = 0; k < kernel->n_axes; k++)
        n *= (uint64_t)p->extents[p->plan->shapes.at[kernel->shape + k]];
    return n; /* plan_extents has checked that it fits */
}

static uint64_t access_bytes(const ReportPlan *p, const Kernel *kernel, const Access *a) {
    uint64_t walked = kernel_elements(p, kernel);
    uint64_t n =
        a->n_indexed ? walked : smaller(walked, seen_elements(p, a->buffer, a->view, a->n_indexed));
    return times(n, dtype_info(a->dtype)->bits / 8u);
}

static void measure_entry(Report *r, const ReportEntry *e) {
    const ReportPlan *p = &r->plans.at[e->plan];
    const Kernel *kernel = entry_slang(r, e);
    const PlanStep *step = entry_step(r, e);
    for (uint32_t u = 0; u < e->n_read + e->n_written; u++) {
        ReportUse *use = &r->uses.at[e->use + u];
        bool writes = u >= e->n_read;
        uint64_t bytes = 0;
        for (uint32_t i = 0; kernel && i < kernel->accesses.len; i++) {
            const Access *a = &kernel->accesses.at[i];
            if (a->buffer == use->buffer && a->store == writes)
                bytes = add(bytes, access_bytes(p, kernel, a));
        }
        uint32_t first = writes ? step->n_in : 0, end = first + (writes ? step->n_out : step->n_in);
        for (uint32_t i = first; !kernel && i < end; i++) {
            Place place = p->plan->places.at[step->place + i];
            if (place.buffer == use->buffer)
                bytes = add(bytes, times(seen_elements(p, place.buffer, place.view, 0),
                                         p->plan->buffers.at[place.buffer].elem_size));
        }
        use->bytes = smaller(bytes, plan_buffer_bytes(p->plan, p->extents, use->buffer));
    }
}

/* ---- the same program with every step a kernel of its own */

typedef struct Traffic {
    uint64_t read, written, kernels;
} Traffic;

static Traffic traffic_add(Traffic a, Traffic b) {
    return (Traffic){add(a.read, b.read), add(a.written, b.written), add(a.kernels, b.kernels)};
}

static Traffic traffic_larger(Traffic a, Traffic b) {
    return (Traffic){larger(a.read, b.read), larger(a.written, b.written),
                     larger(a.kernels, b.kernels)};
}

typedef struct Unfused {
    Env *env;
    const Report *report;
    uint32_t plan;       /* in report->plans */
    Index names;         /* of its extents */
    Traffic *by_program; /* of those that its kernels run */
    bool *needed;
    bool *by_host; /* by instruction of its program: a step of its own, counted there */
} Unfused;

static uint64_t type_bytes(const Unfused *u, TypeId type) {
    const ReportPlan *p = &u->report->plans.at[u->plan];
    const Types *t = &p->plan->module->types;
    uint64_t n = p->extents ? type_elem_size(t, type_elem(t, type)) : 0;
    for (uint32_t k = 0; k < type_rank(t, type); k++) {
        Dim dim = type_dims(t, type)[k];
        uint64_t extent = DIM_IS_NAME(dim) ? 1 : (uint64_t)dim;
        if (DIM_IS_NAME(dim) && p->extents)
            for (IndexCursor c = index_find(&u->names, hash_u64(DIM_NAME_OF(dim), 0));
                 index_next(&u->names, &c);)
                if (p->plan->extents.at[c.id].name == DIM_NAME_OF(dim))
                    extent = (uint64_t)p->extents[c.id];
        n = times(n, extent);
    }
    return n;
}

/* What a control step costs: one turn, or the dearer arm. */
static Traffic callee_traffic(const Unfused *u, const Program *p, const Instr *i) {
    Traffic sum = {0, 0, 0};
    for (unsigned k = 0; k < op_attr_count(i->op); k++) {
        if (op_info(i->op)->attrs[k].kind != ATTR_PROGRAM || !attr_has(p, i, k))
            continue;
        Traffic callee = u->by_program[attr_word(p, i, k)];
        sum = op_info(i->op)->rule == RULE_IF ? traffic_larger(sum, callee)
                                              : traffic_add(sum, callee);
    }
    return sum;
}

/* x * x reads x once. (Steps with very many operands have each once.) */
static bool is_repeated(const Program *p, const Instr *i, uint32_t operand) {
    const VarId *in = instr_in(p, i);
    for (uint32_t k = 0; k < operand && operand < 16; k++)
        if (in[k] == in[operand])
            return true;
    return false;
}

/* Kernels that a step needs by itself: joining copies each part, padding fills each border, and what
 * is scattered into is copied first. */
static uint64_t own_launches(const Program *p, const Instr *i) {
    uint32_t n_lo, n_hi;
    uint64_t n = 1;
    switch (op_info(i->op)->rule) {
    case RULE_CONCAT:
    case RULE_STACK: return i->n_in;
    case RULE_SCATTER: return 2;
    case RULE_PAD: {
        const int64_t *lo = attr_list(p, i, AT_LO, &n_lo), *hi = attr_list(p, i, AT_HI, &n_hi);
        for (uint32_t k = 0; k < n_lo && k < n_hi; k++)
            n += (uint64_t)(lo[k] != 0) + (uint64_t)(hi[k] != 0);
        return n;
    }
    default: return 1;
    }
}

/* bytes: by variable. A view has at most the bytes of what it shows. */
static Traffic instr_traffic(const Unfused *u, const Program *p, const Instr *i, uint64_t *bytes) {
    const OpInfo *info = op_info(i->op);
    Traffic t = {0, 0, own_launches(p, i)};
    for (uint32_t k = 0; k < i->n_out; k++)
        bytes[i->out + k] = type_bytes(u, p->vars.at[i->out + k].type);
    if (info->rule == RULE_CONST) { /* part of the code */
        bytes[i->out] = 0;
        return (Traffic){0, 0, 0};
    }
    if (info->flags & OPF_VIEW) {
        bytes[i->out] = smaller(bytes[i->out], bytes[instr_in(p, i)[0]]);
        return (Traffic){0, 0, 0};
    }
    if ((info->flags & OPF_CONTROL) && info->rule != RULE_MAP)
        return callee_traffic(u, p, i);
    for (uint32_t k = 0; k < i->n_in; k++)
        if (!is_repeated(p, i, k))
            t.read = add(t.read, bytes[instr_in(p, i)[k]]);
    for (uint32_t k = 0; k < i->n_out; k++)
        t.written = add(t.written, bytes[i->out + k]);
    return t;
}

static bool program_traffic(Unfused *u, ProgId id, Traffic *out) {
    const ReportPlan *own = &u->report->plans.at[u->plan];
    const Program *p = own->plan->module->programs.at[id];
    size_t size = ((size_t)p->vars.len + 1) * sizeof(uint64_t);
    uint64_t *bytes = env_new(u->env, size);
    TRY(bytes);
    *out = (Traffic){0, 0, 0};
    for (VarId v = 0; v < p->n_inputs; v++)
        bytes[v] = type_bytes(u, p->vars.at[v].type);
    for (uint32_t k = 0; k < p->instrs.len; k++) {
        Traffic t = instr_traffic(u, p, &p->instrs.at[k], bytes);
        if (id != own->plan->program || !u->by_host[k])
            *out = traffic_add(*out, t);
    }
    env_free(u->env->allocator, bytes, size);
    return true;
}

static void mark_callees(Unfused *u, ProgId id) {
    const Plan *plan = u->report->plans.at[u->plan].plan;
    const Program *p = plan->module->programs.at[id];
    for (uint32_t k = 0; k < p->instrs.len; k++) {
        const Instr *i = &p->instrs.at[k];
        if (!(op_info(i->op)->flags & OPF_CONTROL) || (id == plan->program && u->by_host[k]))
            continue;
        for (unsigned a = 0; a < op_attr_count(i->op); a++)
            if (op_info(i->op)->attrs[a].kind == ATTR_PROGRAM && attr_has(p, i, a))
                u->needed[attr_word(p, i, a)] = true;
    }
}

/* Programs refer only to those before them: marks go down, sums go up. */
static bool unfused_programs(Unfused *u, Traffic *out) {
    const Plan *plan = u->report->plans.at[u->plan].plan;
    for (uint32_t k = 0; k < plan->steps.len; k++)
        if (plan->steps.at[k].subs[0])
            u->by_host[plan->steps.at[k].instr] = true;
    for (uint32_t k = 0; k < plan->extents.len; k++)
        if (plan->extents.at[k].name != NO_STR)
            TRY(index_add(u->env, &u->names, hash_u64(plan->extents.at[k].name, 0), k));
    u->needed[plan->program] = true;
    for (ProgId id = plan->program + 1; id-- > 0;)
        if (u->needed[id])
            mark_callees(u, id);
    for (ProgId id = 0; id <= plan->program; id++)
        if (u->needed[id])
            TRY(program_traffic(u, id, &u->by_program[id]));
    *out = u->by_program[plan->program];
    return true;
}

static bool unfused_traffic(Env *env, const Report *r, uint32_t k, Traffic *out) {
    const Plan *plan = r->plans.at[k].plan;
    Unfused u = {.env = env, .report = r, .plan = k};
    size_t programs = (size_t)plan->program + 1;
    size_t instrs = (size_t)plan->module->programs.at[plan->program]->instrs.len + 1;
    u.by_program = env_new(env, programs * sizeof *u.by_program);
    u.needed = u.by_program ? env_new(env, programs) : NULL;
    u.by_host = u.needed ? env_new(env, instrs) : NULL;
    bool ok = u.by_host && unfused_programs(&u, out);
    env_free(env->allocator, u.by_host, instrs);
    env_free(env->allocator, u.needed, programs);
    env_free(env->allocator, u.by_program, programs * sizeof *u.by_program);
    index_free(env->allocator, &u.names);
    return ok;
}

/* ---- sums */

static bool is_panel(const Report *r, const ReportPlan *p) {
    return p->host != NO_ENTRY && entry_step(r, &r->entries.at[p->host])->kind == STEP_PANELS;
}

/* What the steps of a panel hand on to each other is in the cache, and no traffic. */
static uint64_t memory_bytes(const Report *r, const ReportEntry *e, uint32_t first, uint32_t n) {
    const ReportPlan *p = &r->plans.at[e->plan];
    uint64_t sum = 0;
    for (uint32_t k = first; k < first + n; k++) {
        const ReportUse *use = &r->uses.at[e->use + k];
        if (!is_panel(r, p) || p->plan->buffers.at[use->buffer].kind != BUFFER_TEMP)
            sum = add(sum, use->bytes);
    }
    return sum;
}

typedef struct PlanSums {
    Traffic fused, unfused;
    uint64_t peak;            /* own temporaries and, at once, those of the bodies */
    uint64_t inner_peak;      /* the most of its bodies */
    Traffic arm, unfused_arm; /* of a branch: its first arm, until the second is known */
} PlanSums;

static uint64_t turns_of(const ReportPlan *p, const PlanStep *step) {
    uint64_t n = 1;
    if (step->kind != STEP_MAP || step->n_out == 0 || !p->extents)
        return 1;
    Place place = p->plan->places.at[step->place + step->n_in]; /* a result has all mapped axes */
    for (uint32_t k = 0; k < step->n_batch && k < place_rank(p->plan, place); k++)
        n = times(n, (uint64_t)place_extent(p->plan, p->extents, place, k));
    return n;
}

static Traffic traffic_times(Traffic t, uint64_t n) {
    return (Traffic){times(t.read, n), times(t.written, n), times(t.kernels, n)};
}

/* Adds what a body costs to the plan whose step it belongs to. */
static void add_body(const Report *r, PlanSums *sums, uint32_t k) {
    const ReportPlan *body = &r->plans.at[k];
    const ReportEntry *host = &r->entries.at[body->host];
    const PlanStep *step = entry_step(r, host);
    PlanSums *outer = &sums[host->plan];
    uint64_t turns = turns_of(&r->plans.at[host->plan], step);
    Traffic fused = traffic_times(sums[k].fused, turns);
    Traffic unfused = traffic_times(sums[k].unfused, turns);
    outer->inner_peak = larger(outer->inner_peak, sums[k].peak);
    if (step->kind == STEP_IF && body->arm == 1) { /* bodies are added from the last to the first */
        outer->arm = fused;
        outer->unfused_arm = unfused;
        return;
    }
    if (step->kind == STEP_IF) {
        fused = traffic_larger(fused, outer->arm);
        unfused = traffic_larger(unfused, outer->unfused_arm);
    }
    outer->fused = traffic_add(outer->fused, fused);
    outer->unfused = traffic_add(outer->unfused, unfused);
}

/* A slot of a run's memory takes whole lines. */
static uint64_t slot_bytes(uint64_t bytes) {
    enum { LINE = 64 };
    return times(add(bytes, LINE - 1) / LINE, LINE);
}

/* What the loops of a plan take for themselves: an index or a condition, and two slots for each
 * carried value, turn and turn about. */
static uint64_t carried_bytes(const ReportPlan *p) {
    const Plan *plan = p->plan;
    uint64_t sum = 0;
    for (uint32_t k = 0; k < plan->steps.len; k++) {
        const PlanStep *step = &plan->steps.at[k];
        if (step->kind != STEP_FOR && step->kind != STEP_WHILE)
            continue;
        uint32_t skipped, own;
        body_operands(step, &skipped, &own);
        sum = add(sum, slot_bytes(1));
        for (uint32_t c = 0; c < step->n_carry; c++) {
            Place place = plan->places.at[step->place + skipped + c];
            uint64_t bytes = plan->buffers.at[place.buffer].elem_size;
            for (uint32_t axis = 0; axis < place_rank(plan, place); axis++)
                bytes = times(bytes, (uint64_t)place_extent(plan, p->extents, place, axis));
            sum = add(sum, times(slot_bytes(bytes), 2));
        }
    }
    return sum;
}

static bool own_peak(Env *env, const ReportPlan *p, uint64_t *out) {
    size_t size = ((size_t)p->plan->buffers.len + 1) * sizeof(uint64_t);
    uint64_t *offsets = env_new(env, size);
    TRY(offsets);
    bool ok = plan_layout(env, p->plan, p->extents, true, offsets, out);
    if (ok)
        *out = add(*out, carried_bytes(p));
    env_free(env->allocator, offsets, size);
    return ok;
}

static bool sum_up(Env *env, Report *r, PlanSums *sums) {
    for (uint32_t i = 0; i < r->entries.len; i++) {
        const ReportEntry *e = &r->entries.at[i];
        if (r->plans.at[e->plan].extents)
            measure_entry(r, e);
        if (!entry_is_host(r, e))
            sums[e->plan].fused = traffic_add(
                sums[e->plan].fused, (Traffic){memory_bytes(r, e, 0, e->n_read),
                                               memory_bytes(r, e, e->n_read, e->n_written), 1});
    }
    for (uint32_t k = r->plans.len; k-- > 0;) {
        Traffic own;
        if (is_panel(r, &r->plans.at[k]))
            sums[k].peak = r->plans.at[k].at_once;
        else if (r->plans.at[k].extents)
            TRY(own_peak(env, &r->plans.at[k], &sums[k].peak));
        TRY(unfused_traffic(env, r, k, &own));
        sums[k].peak = add(sums[k].peak, sums[k].inner_peak);
        sums[k].unfused = traffic_add(sums[k].unfused, own);
        if (r->plans.at[k].host != NO_ENTRY)
            add_body(r, sums, k);
    }
    return true;
}

static uint32_t count32(uint64_t n) {
    return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

bool report_add_cost(Env *env, Report *r, const int64_t *const *input_shapes) {
    if (input_shapes)
        TRY(compute_extents(env, r, input_shapes));
    size_t size = (size_t)r->plans.len * sizeof(PlanSums);
    PlanSums *sums = env_new(env, size);
    TRY(sums);
    bool ok = sum_up(env, r, sums);
    r->cost = (PlanCost){.bytes_read = sums[0].fused.read,
                         .bytes_written = sums[0].fused.written,
                         .unfused_read = sums[0].unfused.read,
                         .unfused_written = sums[0].unfused.written,
                         .peak = sums[0].peak,
                         .kernels = count32(sums[0].fused.kernels),
                         .unfused_kernels = count32(sums[0].unfused.kernels)};
    r->has_cost = ok && input_shapes;
    env_free(env->allocator, sums, size);
    return ok;
}
