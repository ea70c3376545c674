/*
 * Places. An elementwise program over arrays is computed element by element over one iteration
 * space, the shapes of its outputs together. A variable is then read at one element, and all that
 * can differ between variables is which axis of the space moves along which of theirs. That is found
 * from the outputs back: what an instruction's result is needed at says what its operands are needed
 * at. What no output needs gets no place and is left out.
 *
 * Instructions that would need two elements of a value at once (sums, gathers, …) have no source.
 */
#include <string.h>

#include "emit/emitter.h"

/* How the axes of the operands follow from those of the result. */
typedef enum AxisRule {
    ACCESS_NONE, /* not element by element */
    ACCESS_SAME, /* broadcast by trailing alignment */
    ACCESS_IOTA,
    ACCESS_EXPAND_DIMS,
    ACCESS_SQUEEZE,
    ACCESS_TRANSPOSE,
    ACCESS_CALLEE /* as the callee's inputs say */
} AxisRule;

static const uint8_t access_of[RULE_COUNT] = {
    [RULE_CONST] = ACCESS_SAME,
    [RULE_ELEMENTWISE] = ACCESS_SAME,
    [RULE_SELECT] = ACCESS_SAME,
    [RULE_CAST] = ACCESS_SAME,
    [RULE_BITCAST] = ACCESS_SAME,
    [RULE_MAKE] = ACCESS_SAME,
    [RULE_EXTRACT] = ACCESS_SAME,
    [RULE_INSERT] = ACCESS_SAME,
    [RULE_ELEMENT] = ACCESS_SAME,
    [RULE_SET_ELEMENT] = ACCESS_SAME,
    [RULE_SWIZZLE] = ACCESS_SAME,
    [RULE_DOT] = ACCESS_SAME,
    [RULE_MAT_MUL] = ACCESS_SAME,
    [RULE_MAT_TRANSPOSE] = ACCESS_SAME,
    [RULE_DETERMINANT] = ACCESS_SAME,
    [RULE_SAME_SHAPE] = ACCESS_SAME,
    [RULE_FILL] = ACCESS_SAME,
    [RULE_BROADCAST] = ACCESS_SAME,
    [RULE_IOTA] = ACCESS_IOTA,
    [RULE_SQUEEZE] = ACCESS_SQUEEZE,
    [RULE_EXPAND_DIMS] = ACCESS_EXPAND_DIMS,
    [RULE_MAP] = ACCESS_SAME,
    [RULE_TRANSPOSE] = ACCESS_TRANSPOSE,
    [RULE_CALL] = ACCESS_CALLEE,
    [RULE_IF] = ACCESS_CALLEE,
    [RULE_FOR] = ACCESS_CALLEE,
    [RULE_WHILE] = ACCESS_CALLEE,
};

enum { MAX_VIEWS = 64 }; /* of one input: they are searched one by one */

static TypeId type_of(const Emitter *e, VarId var) {
    return e->p->vars.at[var].type;
}

static unsigned rank_of(const Emitter *e, VarId var) {
    return type_rank(e->types, type_of(e, var));
}

static const Dim *dims_of(const Emitter *e, VarId var) {
    return type_dims(e->types, type_of(e, var));
}

uint32_t first_view(const Emitter *e, const SpaceFacts *plan, VarId var) {
    return plan->plain ? NO_VIEW : e->first_views.at[plan->views + var];
}

bool is_live(const Emitter *e, const Instr *i) {
    if (e->plan->plain)
        return true;
    for (uint32_t k = 0; k < i->n_out; k++)
        if (first_view(e, e->plan, i->out + k) != NO_VIEW)
            return true;
    return false;
}

/* A result of a live instruction that has a place: all have the same where there are several. */
static uint32_t result_view(const Emitter *e, const Instr *i) {
    uint32_t k = 0;
    while (first_view(e, e->plan, i->out + k) == NO_VIEW)
        k++;
    return first_view(e, e->plan, i->out + k);
}

static const int8_t *axes_of(const Emitter *e, uint32_t view) {
    return e->axes.at ? e->axes.at + e->views.at[view].axes : NULL; /* NULL: all have rank 0 */
}

static bool same_axes(const int8_t *a, const int8_t *b, unsigned rank) {
    return rank == 0 || memcmp(a, b, rank) == 0;
}

static uint32_t find_view(const Emitter *e, VarId var, const int8_t *axes) {
    uint32_t view = first_view(e, e->plan, var);
    while (view != NO_VIEW && !same_axes(axes_of(e, view), axes, rank_of(e, var)))
        view = e->views.at[view].next;
    return view;
}

/* ---- operands */

static unsigned axis_from(int64_t axis, unsigned rank) {
    return (unsigned)(axis < 0 ? axis + rank : axis);
}

/* Set of the axes in a list attribute. */
static uint64_t axis_set(const int64_t *list, uint32_t n, unsigned rank) {
    uint64_t set = 0;
    for (uint32_t k = 0; k < n; k++)
        set |= (uint64_t)1 << axis_from(list[k], rank);
    return set;
}

/* Which axes of squeeze's operand are taken out. */
static uint64_t squeezed(const Emitter *e, const Instr *i, VarId x) {
    uint32_t n;
    const int64_t *list = attr_list(e->p, i, AT_AXES, &n);
    uint64_t set = axis_set(list, n, rank_of(e, x));
    for (unsigned k = 0; !list && k < rank_of(e, x); k++)
        set |= (uint64_t)(dims_of(e, x)[k] == 1) << k;
    return set;
}

static void transposed(const Emitter *e, const Instr *i, const int8_t *out, unsigned rank,
                       int8_t *axes) {
    uint32_t n;
    const int64_t *perm = attr_list(e->p, i, AT_PERM, &n);
    for (unsigned k = 0; k < rank; k++)
        axes[perm ? axis_from(perm[k], rank) : rank - 1 - k] = out[k];
}

/* An axis of extent 1 is always read at 0. */
static void settle_ones(const Emitter *e, VarId var, int8_t *axes) {
    for (unsigned k = 0; k < rank_of(e, var); k++)
        if (dims_of(e, var)[k] == 1)
            axes[k] = -1;
}

/* The axes of operand var where the result has `out`. */
static void operand_axes(const Emitter *e, const Instr *i, VarId var, const int8_t *out,
                         int8_t axes[MAX_RANK]) {
    unsigned rank = rank_of(e, var), out_rank = rank_of(e, i->out), from = 0;
    uint64_t gone;
    uint32_t n;
    const int64_t *list;
    switch (access_of[op_info(i->op)->rule]) {
    case ACCESS_TRANSPOSE: transposed(e, i, out, rank, axes); break;
    case ACCESS_EXPAND_DIMS:
        list = attr_list(e->p, i, AT_AXES, &n);
        gone = axis_set(list, n, out_rank);
        for (unsigned k = 0; k < out_rank; k++)
            if (!(gone >> k & 1))
                axes[from++] = out[k];
        break;
    case ACCESS_SQUEEZE:
        gone = squeezed(e, i, var);
        for (unsigned k = 0; k < rank; k++)
            axes[k] = gone >> k & 1 ? -1 : out[from++];
        break;
    default:
        for (unsigned k = 0; k < rank; k++)
            axes[k] = out[out_rank - rank + k];
        break;
    }
    settle_ones(e, var, axes);
}

uint32_t operand_view(Emitter *e, const Instr *i, uint32_t k) {
    VarId var = instr_in(e->p, i)[k];
    uint32_t view = first_view(e, e->plan, var);
    if (view == NO_VIEW || e->views.at[view].next == NO_VIEW)
        return view;
    int8_t axes[MAX_RANK];
    operand_axes(e, i, var, axes_of(e, result_view(e, i)), axes);
    return find_view(e, var, axes);
}

/* ---- demands */

static bool two_places(Emitter *e, VarId var) {
    Str name = str_make(e->env);
    const char *own = strings_get(&e->m->strings, e->p->vars.at[var].name);
    if (*own)
        str_puts(&name, own);
    else
        str_format(&name, "v%u", var);
    bool ok = str_ok(&name) &&
              unsupported(e,
                          "%s is needed at two different elements at once, which needs a schedule; "
                          "only elementwise programs have source yet",
                          name.data);
    str_free(&name);
    return ok;
}

/* Notes that var is read at these axes. */
static bool demand(Emitter *e, VarId var, int8_t *axes) {
    settle_ones(e, var, axes);
    uint32_t last = NO_VIEW, ways = 0;
    for (uint32_t v = first_view(e, e->plan, var); v != NO_VIEW; v = e->views.at[v].next) {
        if (same_axes(axes_of(e, v), axes, rank_of(e, var)))
            return true;
        last = v;
        ways++;
    }
    if (last != NO_VIEW && var >= e->p->n_inputs)
        return two_places(e, var);
    if (ways == MAX_VIEWS)
        return unsupported(e, "an input is read in more than %d ways", MAX_VIEWS);
    VarReading view = {e->axes.len, NO_VIEW};
    for (unsigned k = 0; k < rank_of(e, var); k++)
        TRY(vec_push(e->env, &e->axes, axes[k]));
    uint32_t added = e->views.len;
    TRY(vec_push(e->env, &e->views, view));
    if (last == NO_VIEW)
        e->first_views.at[e->plan->views + var] = added;
    else
        e->views.at[last].next = added;
    return true;
}

/* Trailing alignment with the whole space; false when the extents are others. */
static bool align(const Emitter *e, VarId var, int8_t axes[MAX_RANK]) {
    unsigned rank = rank_of(e, var), space = e->plan->rank;
    const Dim *dims = dims_of(e, var), *whole = space ? e->dims.at + e->plan->dims : NULL;
    if (rank > space)
        return false;
    for (unsigned k = 0; k < rank; k++) {
        axes[k] = (int8_t)(space - rank + k);
        if (dims[k] != 1 && dims[k] != whole[space - rank + k])
            return false;
    }
    return true;
}

uint32_t output_view(const Emitter *e, VarId var) {
    int8_t axes[MAX_RANK];
    if (e->plan->plain)
        return NO_VIEW;
    align(e, var, axes);
    settle_ones(e, var, axes);
    return find_view(e, var, axes);
}

/* ---- callees */

uint32_t callee_operand(TypeRule rule, uint32_t k) {
    switch (rule) {
    case RULE_IF: return k + 1;                        /* behind the condition */
    case RULE_FOR: return k == 0 ? UINT32_MAX : k + 1; /* the counter; then behind the bounds */
    default: return k;
    }
}

/* How many of a callee's inputs, from input `first` on, are carried round a loop. */
static uint32_t carried(const Emitter *e, const Instr *i, uint32_t *first) {
    switch (op_info(i->op)->rule) {
    case RULE_FOR: *first = 1; return (uint32_t)attr_int(e->p, i, AT_FOR_CARRY, 0);
    case RULE_WHILE: *first = 0; return (uint32_t)attr_int(e->p, i, AT_WHILE_CARRY, 0);
    default: *first = 0; return 0;
    }
}

bool place_callee(Emitter *e, const Instr *i, ProgId callee, int8_t axes[MAX_RANK]) {
    const SpaceFacts *plan = &e->plans.at[callee];
    const Program *q = e->m->programs.at[callee];
    bool known[MAX_RANK] = {false};
    memset(axes, -1, MAX_RANK);
    if (plan->plain || plan->rank == 0)
        return true;
    for (uint32_t o = 0; o < i->n_out && o < q->outputs.len; o++) {
        unsigned rank = rank_of(e, i->out + o);
        const int8_t *own = axes_of(e, first_view(e, e->plan, i->out + o));
        for (unsigned k = 0; k < rank; k++) {
            unsigned axis = plan->rank - rank + k;
            if (dims_of(e, i->out + o)[k] == 1)
                continue;
            if (known[axis] && axes[axis] != own[k])
                return two_places(e, i->out + o);
            known[axis] = true;
            axes[axis] = own[k];
        }
    }
    return true;
}

static void compose(const Emitter *e, const VarReading *view, unsigned rank, const int8_t *axes,
                    int8_t *out) {
    for (unsigned k = 0; k < rank; k++) {
        int8_t axis = e->axes.at[view->axes + k];
        out[k] = (int8_t)(axis < 0 ? -1 : axes[axis]);
    }
}

uint32_t callee_view(const Emitter *e, const VarReading *view, VarId var, const int8_t *axes) {
    int8_t own[MAX_RANK];
    if (e->plan->plain)
        return NO_VIEW;
    compose(e, view, rank_of(e, var), axes, own);
    settle_ones(e, var, own);
    return find_view(e, var, own);
}

uint32_t view_like(const Emitter *e, VarId var, VarId like) {
    uint32_t view = first_view(e, e->plan, like);
    return view == NO_VIEW ? NO_VIEW : find_view(e, var, axes_of(e, view));
}

/* A carried value stands where the loop's result stands, every time round. */
static bool demand_carried(Emitter *e, const Instr *i, uint32_t k, const VarReading *view,
                           const int8_t *axes) {
    VarId to = i->out + k;
    int8_t own[MAX_RANK];
    compose(e, view, rank_of(e, to), axes, own);
    settle_ones(e, to, own);
    return same_axes(own, axes_of(e, first_view(e, e->plan, to)), rank_of(e, to)) ||
           two_places(e, to);
}

/* What a callee needs of our operands. */
static bool demand_callee(Emitter *e, const Instr *i, ProgId callee) {
    const SpaceFacts *plan = &e->plans.at[callee];
    const Program *q = e->m->programs.at[callee];
    TypeRule rule = op_info(i->op)->rule;
    int8_t axes[MAX_RANK], own[MAX_RANK] = {0};
    uint32_t first, n_carried = carried(e, i, &first);
    TRY(place_callee(e, i, callee, axes));
    for (unsigned k = 0; k < plan->rank; k++)
        if (plan->indices >> k & 1 && axes[k] >= 0)
            e->plans.at[e->id].indices |= (uint64_t)1 << axes[k];
    for (uint32_t k = 0; k < q->n_inputs; k++) {
        uint32_t at = callee_operand(rule, k);
        if (at == UINT32_MAX)
            continue;
        VarId var = instr_in(e->p, i)[at];
        if (plan->plain) { /* nothing but scalars */
            if (rank_of(e, var) != 0)
                return unsupported(e, "a function of scalars is given an array; map it");
            if (k - first >= n_carried)
                TRY(demand(e, var, own));
            continue;
        }
        for (uint32_t v = first_view(e, plan, k); v != NO_VIEW; v = e->views.at[v].next) {
            VarReading view = e->views.at[v];
            if (k - first < n_carried) {
                TRY(demand_carried(e, i, k - first, &view, axes));
            } else {
                compose(e, &view, rank_of(e, var), axes, own);
                TRY(demand(e, var, own));
            }
        }
    }
    return true;
}

/* A callee that takes or gives whole arrays cannot be run on one element of each. */
static bool check_mapped(Emitter *e, const Instr *i) {
    ProgId callee = (ProgId)attr_word(e->p, i, AT_CALLEE);
    if (e->plans.at[callee].kernel)
        return unsupported(e, "maps a program over arrays of arrays, which needs a schedule; "
                              "only elementwise programs have source yet");
    return true;
}

/* ---- programs */

static bool needs_schedule(Emitter *e, const Instr *i) {
    return unsupported(e, "%s needs a schedule; only elementwise programs have source yet",
                       op_info(i->op)->name);
}

static bool place_control(Emitter *e, const Instr *i) {
    const OpInfo *info = op_info(i->op);
    int8_t axes[MAX_RANK] = {0};
    uint32_t first, n_carried = carried(e, i, &first);
    /* Results that nobody reads are computed all the same. */
    for (uint32_t k = 0; k < i->n_out; k++)
        if (first_view(e, e->plan, i->out + k) == NO_VIEW) {
            if (!align(e, i->out + k, axes))
                return unsupported(e, "%s has an unused result of another shape", info->name);
            TRY(demand(e, i->out + k, axes));
        }
    for (uint32_t k = 0; k < i->n_in; k++) /* bounds and conditions */
        if (info->rule != RULE_CALL && k < info->arity)
            TRY(demand(e, instr_in(e->p, i)[k], axes));
    for (uint32_t k = 0; k < n_carried; k++) {
        VarId start = instr_in(e->p, i)[callee_operand(info->rule, first + k)];
        if (rank_of(e, start))
            memcpy(axes, axes_of(e, first_view(e, e->plan, i->out + k)), rank_of(e, start));
        TRY(demand(e, start, axes));
    }
    for (unsigned k = 0; k < op_attr_count(i->op); k++)
        if (info->attrs[k].kind == ATTR_PROGRAM)
            TRY(demand_callee(e, i, (ProgId)attr_word(e->p, i, k)));
    return true;
}

static bool place_instr(Emitter *e, const Instr *i) {
    TypeRule rule = op_info(i->op)->rule;
    AxisRule access = access_of[rule];
    int8_t axes[MAX_RANK] = {0}, out[MAX_RANK] = {0};
    if (access == ACCESS_NONE)
        return needs_schedule(e, i);
    if (access == ACCESS_CALLEE)
        return place_control(e, i);
    if (rule == RULE_MAP)
        TRY(check_mapped(e, i));
    /* Copied: demands make the pool grow. */
    unsigned rank = rank_of(e, i->out);
    if (rank)
        memcpy(out, axes_of(e, result_view(e, i)), rank);
    if (access == ACCESS_IOTA) {
        int8_t axis = out[axis_from(attr_int(e->p, i, AT_IOTA_AXIS, 0), rank)];
        if (axis >= 0)
            e->plans.at[e->id].indices |= (uint64_t)1 << axis;
    }
    for (uint32_t k = 0; k < i->n_in; k++) {
        operand_axes(e, i, instr_in(e->p, i)[k], out, axes);
        TRY(demand(e, instr_in(e->p, i)[k], axes));
    }
    return true;
}

/* The shapes of the outputs together. */
static bool make_space(Emitter *e, SpaceFacts *plan) {
    const Program *p = e->p;
    plan->dims = e->dims.len;
    plan->rank = 0;
    for (uint32_t o = 0; o < p->outputs.len; o++)
        if (rank_of(e, p->outputs.at[o]) > plan->rank)
            plan->rank = (uint8_t)rank_of(e, p->outputs.at[o]);
    for (unsigned k = 0; k < plan->rank; k++)
        TRY(vec_push(e->env, &e->dims, 1));
    for (uint32_t o = 0; o < p->outputs.len; o++) {
        unsigned rank = rank_of(e, p->outputs.at[o]);
        if (rank == 0)
            continue;
        Dim *whole = e->dims.at + plan->dims + (plan->rank - rank);
        const Dim *dims = dims_of(e, p->outputs.at[o]);
        for (unsigned k = 0; k < rank; k++)
            if (whole[k] == 1)
                whole[k] = dims[k];
    }
    return true;
}

static bool demand_outputs(Emitter *e) {
    for (uint32_t o = 0; o < e->p->outputs.len; o++) {
        int8_t axes[MAX_RANK] = {0};
        if (!align(e, e->p->outputs.at[o], axes)) {
            error_at_program(e->env, e->m, e->p);
            return env_fail(e->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT,
                            "output %u has another shape than those before it, which needs several "
                            "kernels; only elementwise programs have source yet",
                            o);
        }
        TRY(demand(e, e->p->outputs.at[o], axes));
    }
    return true;
}

static void look_for_arrays(const Emitter *e, SpaceFacts *plan) {
    const Program *p = e->p;
    plan->plain = true;
    for (VarId v = 0; v < p->vars.len; v++)
        plan->plain &= rank_of(e, v) == 0;
    for (VarId v = 0; v < p->n_inputs; v++)
        plan->kernel |= rank_of(e, v) != 0;
    for (uint32_t o = 0; o < p->outputs.len; o++)
        plan->kernel |= rank_of(e, p->outputs.at[o]) != 0;
}

bool place_program(Emitter *e, ProgId id) {
    SpaceFacts *plan = &e->plans.at[id];
    const Program *p = e->p = e->m->programs.at[id];
    e->plan = plan;
    e->id = id;
    e->at = 0;
    look_for_arrays(e, plan);
    if (p->external && plan->kernel) {
        error_at_program(e->env, e->m, p);
        return env_fail(e->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT,
                        "an extern function that takes whole arrays cannot be called from source");
    }
    if (plan->plain)
        return true;
    plan->views = e->first_views.len;
    TRY(vec_reserve(e->env, &e->first_views, (uint64_t)plan->views + p->vars.len));
    for (VarId v = 0; v < p->vars.len; v++)
        e->first_views.at[e->first_views.len++] = NO_VIEW;
    TRY(make_space(e, plan));
    TRY(demand_outputs(e));
    for (VarId v = 0; !plan->kernel && v < p->n_inputs; v++) { /* a function keeps its parameters */
        int8_t none[MAX_RANK] = {0};
        TRY(demand(e, v, none));
    }
    for (e->at = p->instrs.len; e->at-- > 0;)
        if (is_live(e, &p->instrs.at[e->at]))
            TRY(place_instr(e, &p->instrs.at[e->at]));
    return true;
}
