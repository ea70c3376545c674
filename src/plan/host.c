/* Steps that are no kernels: contractions, routines, and control that runs plans. */
#include "plan/panels.h"

/* Where an operand lies, seen through the view of its variable and another one behind it. */
static bool operand_place(Planner *pl, VarId var, ViewId behind, Place *out) {
    Ref ref = pl->scope.refs[var];
    *out = pl->places[ref.base];
    if (out->buffer == NO_BUFFER)
        return env_fail(pl->env, FRIT_ERR_INTERNAL, FRIT_STAGE_PLAN, "v%u is not in memory",
                        ref.base);
    TRY(view_compose(pl, out->view, ref.view, &out->view));
    return view_compose(pl, out->view, behind, &out->view);
}

static bool push_operand(Planner *pl, VarId var, ViewId behind) {
    Place place;
    TRY(operand_place(pl, var, behind, &place));
    return vec_push(pl->env, &pl->plan->places, place);
}

/* ---- contractions */

static bool push_axes(Planner *pl, const uint32_t *axes, uint32_t n, const Dim *own,
                      const Dim *broadcast, ViewAxis *to, uint32_t *rank) {
    for (uint32_t k = 0; k < n; k++) {
        if (*rank == MAX_RANK)
            return env_fail(pl->env, FRIT_ERR_LIMIT, FRIT_STAGE_PLAN,
                            "a product of more than %d axes", MAX_RANK);
        Dim dim = axes[k] == VIEW_NEW ? broadcast[k] : own[axes[k]];
        to[*rank] = (ViewAxis){.source = axes[k]};
        TRY(extent_of(pl, dim, &to[(*rank)++].extent));
    }
    return true;
}

static bool contract_operand(Planner *pl, const Instr *i, uint32_t operand, const ProductAxes *s) {
    const Types *t = &pl->m->types;
    VarId x = instr_in(pl->p, i)[operand];
    TypeId type = var_type(&pl->scope, x);
    const Dim *own = type_dims(t, type), *out = type_dims(t, var_type(&pl->scope, i->out));
    ViewAxis axes[MAX_RANK];
    uint32_t rank = 0;
    ViewId view;
    TRY(push_axes(pl, s->batch, s->n_batch, own, out, axes, &rank));
    if (operand == 0)
        TRY(push_axes(pl, s->own, s->n_own, own, out, axes, &rank));
    TRY(push_axes(pl, s->summed, s->n_summed, own, out, axes, &rank));
    if (operand == 1)
        TRY(push_axes(pl, s->own, s->n_own, own, out, axes, &rank));
    TRY(view_add(pl, VIEW_IDENTITY, VIEW_AXES, type_rank(t, type), axes, rank, &view));
    return push_operand(pl, x, view);
}

bool contract_step(Planner *pl, uint32_t instr) {
    const Instr *i = instr_at(pl, instr);
    ProductAxes s[2];
    PlanStep step = {.kind = STEP_CONTRACT,
                     .place = pl->plan->places.len,
                     .n_in = 2,
                     .n_out = 1,
                     .instr = instr,
                     .dtype = type_dtype(&pl->m->types, var_type(&pl->scope, i->out))};
    for (uint32_t k = 0; k < 2; k++) {
        product_axes(&pl->m->types, pl->p, i, k, &s[k]);
        TRY(contract_operand(pl, i, k, &s[k]));
    }
    step.n_batch = s[0].n_batch;
    step.n_m = s[0].n_own;
    step.n_n = s[1].n_own;
    step.n_k = s[0].n_summed;
    TRY(push_operand(pl, i->out, VIEW_IDENTITY));
    return vec_push(pl->env, &pl->plan->steps, step);
}

/* ---- routines */

bool routine_step(Planner *pl, uint32_t instr) {
    const Instr *i = instr_at(pl, instr);
    PlanStep step = {.kind = STEP_ROUTINE,
                     .place = pl->plan->places.len,
                     .n_in = i->n_in,
                     .n_out = i->n_out,
                     .instr = instr};
    for (uint32_t k = 0; k < i->n_in; k++)
        TRY(push_operand(pl, instr_in(pl->p, i)[k], VIEW_IDENTITY));
    for (uint32_t k = 0; k < i->n_out; k++)
        TRY(push_operand(pl, i->out + k, VIEW_IDENTITY));
    return vec_push(pl->env, &pl->plan->steps, step);
}

/* ---- control */

/* An operand of a map as [mapped axes ..., axes of what one call gets]. */
static bool mapped_operand(Planner *pl, const Instr *i, uint32_t k, const Program *callee,
                           uint32_t n_mapped) {
    const Types *t = &pl->m->types;
    VarId x = instr_in(pl->p, i)[k];
    TypeId type = var_type(&pl->scope, x);
    const Dim *own = type_dims(t, type), *out = type_dims(t, var_type(&pl->scope, i->out));
    uint32_t rank = type_rank(t, type), inner = type_rank(t, callee->vars.at[k].type);
    uint32_t lead = rank - inner;
    ViewAxis axes[MAX_RANK];
    ViewId view;
    if (n_mapped + inner > MAX_RANK)
        return env_fail(pl->env, FRIT_ERR_LIMIT, FRIT_STAGE_PLAN, "a map over more than %d axes",
                        MAX_RANK);
    for (uint32_t a = 0; a < n_mapped + inner; a++) {
        uint32_t source = a + lead - n_mapped;
        bool has = a >= n_mapped || (a + lead >= n_mapped && own[source] == out[a]);
        axes[a] = (ViewAxis){.source = has ? source : VIEW_NEW};
        TRY(extent_of(pl, has ? own[source] : out[a], &axes[a].extent));
    }
    TRY(view_add(pl, VIEW_IDENTITY, VIEW_AXES, rank, axes, n_mapped + inner, &view));
    return push_operand(pl, x, view);
}

static StepKind step_kind(TypeRule rule) {
    return rule == RULE_FOR     ? STEP_FOR
           : rule == RULE_WHILE ? STEP_WHILE
           : rule == RULE_IF    ? STEP_IF
                                : STEP_MAP; /* a call is a map over no axes */
}

/* The body of panels has none itself: it is given what fits the cache. */
static bool panel_sub(Planner *pl, const PanelCall *call, PlanStep *step) {
    Plan like = {.limits = pl->plan->limits, .fuses = true, .numerics = pl->plan->numerics};
    like.limits.panel = 0;
    step->kind = STEP_PANELS;
    step->n_cuts = call->n_cuts;
    step->cut = call->cut;
    step->subs[0] =
        plan_program(pl->env, pl->m, call->body, &like, pl->book, pl->budget, (Carried){0, 0});
    return step->subs[0] != NULL;
}

static bool make_subs(Planner *pl, const Instr *i, PlanStep *step) {
    const OpInfo *info = op_info(i->op);
    unsigned n = 0, body = step->kind == STEP_WHILE ? 1 : 0;
    for (unsigned k = 0; k < op_attr_count((Op)i->op); k++) {
        if (info->attrs[k].kind != ATTR_PROGRAM)
            continue;
        Carried carried = {step->kind == STEP_FOR, n == body ? step->n_carry : 0};
        step->subs[n] = plan_program(pl->env, pl->m, (ProgId)attr_word(pl->p, i, k), pl->plan,
                                     pl->book, pl->budget, carried);
        if (!step->subs[n++]) {
            plan_free(step->subs[0]);
            return false;
        }
    }
    return true;
}

bool host_step(Planner *pl, uint32_t instr) {
    const Instr *i = instr_at(pl, instr);
    const Types *t = &pl->m->types;
    TypeRule rule = op_info(i->op)->rule;
    PlanStep step = {.kind = step_kind(rule),
                     .place = pl->plan->places.len,
                     .n_in = i->n_in,
                     .n_out = i->n_out,
                     .instr = instr};
    if (rule == RULE_FOR || rule == RULE_WHILE)
        step.n_carry = i->n_out;
    const PanelCall *panels = panel_call(pl, i);
    if (rule == RULE_MAP) {
        const Program *callee = pl->m->programs.at[attr_word(pl->p, i, AT_CALLEE)];
        step.n_batch = type_rank(t, var_type(&pl->scope, i->out)) -
                       type_rank(t, callee->vars.at[callee->outputs.at[0]].type);
        for (uint32_t k = 0; k < i->n_in; k++)
            TRY(mapped_operand(pl, i, k, callee, step.n_batch));
    } else {
        for (uint32_t k = 0; k < i->n_in; k++)
            TRY(push_operand(pl, instr_in(pl->p, i)[k], VIEW_IDENTITY));
    }
    for (uint32_t k = 0; k < i->n_out; k++)
        TRY(push_operand(pl, i->out + k, VIEW_IDENTITY));
    TRY(panels ? panel_sub(pl, panels, &step) : make_subs(pl, i, &step));
    if (vec_push(pl->env, &pl->plan->steps, step))
        return true;
    plan_free(step.subs[0]);
    plan_free(step.subs[1]);
    return false;
}
