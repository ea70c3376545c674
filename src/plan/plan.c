/* Plans: from a typed module, rewritten by then, to steps. */
#include "plan/panels.h"

enum {
    MAX_PLANS = 4096, /* of one module: where calls and loops are not taken apart */
    MAX_NESTING = 64  /* of them inside each other: each takes some of the stack */
};

static const FusionRuleInfo rules[] = {
#define LEGALITY                          true
#define PROFIT                            false
#define FUSION_RULE(id, name, kind, text) {name, kind, text},
#include "plan/fusion.def"
#undef FUSION_RULE
#undef LEGALITY
#undef PROFIT
};

const FusionRuleInfo *fusion_rule(FusionRule rule) {
    return &rules[rule];
}

/* ---- making */

/* Every output a value of its own that some step computes, so that it can be made in its place. */
static bool own_outputs(Planner *pl) {
    Program *p = pl->p;
    uint8_t *taken = env_new(pl->env, (size_t)p->vars.len + 1);
    size_t size = (size_t)p->vars.len + 1;
    uint32_t *definers = taken ? program_definers(pl->env, p) : NULL;
    uint32_t n_definers = p->vars.len + 1;
    bool ok = definers != NULL;
    for (uint32_t k = 0; ok && k < p->outputs.len; k++) {
        VarId v = p->outputs.at[k];
        uint32_t maker = definers[v];
        bool view = maker != NO_INSTR && (op_info(p->instrs.at[maker].op)->flags & OPF_VIEW);
        if (maker != NO_INSTR && !view && !taken[v]) {
            taken[v] = 1;
            continue;
        }
        TypeId type = p->vars.at[v].type;
        /* the op that means a value in memory of its own */
        ok = program_instr(pl->env, p, OP_copy, &v, 1, NULL, 1, &type, (Loc){0, 0},
                           &p->outputs.at[k]);
    }
    env_free(pl->env->allocator, taken, size);
    env_free(pl->env->allocator, definers, n_definers * sizeof *definers);
    return ok;
}

#define PER_VAR(field)   (((size_t)pl->p->vars.len + 1) * sizeof *pl->field)
#define PER_INSTR(field) (((size_t)pl->p->instrs.len + 1) * sizeof *pl->field)

static bool open_planner(Planner *pl) {
    pl->marks = env_new(pl->env, PER_INSTR(marks));
    pl->cost = env_new(pl->env, PER_INSTR(cost));
    pl->uses = env_new(pl->env, PER_VAR(uses));
    pl->read_count = env_new(pl->env, PER_VAR(read_count));
    pl->kept = env_new(pl->env, PER_VAR(kept));
    pl->region_space = env_new(pl->env, PER_INSTR(region_space));
    pl->region_whole = env_new(pl->env, PER_INSTR(region_whole));
    pl->joined_shape = env_new(pl->env, PER_INSTR(joined_shape));
    pl->group_of = env_new(pl->env, PER_INSTR(group_of));
    pl->next = env_new(pl->env, PER_INSTR(next));
    pl->space_view = env_new(pl->env, PER_VAR(space_view));
    pl->places = env_new(pl->env, PER_VAR(places));
    TRY(pl->marks && pl->cost && pl->uses && pl->read_count && pl->kept && pl->region_space &&
        pl->region_whole && pl->joined_shape && pl->group_of && pl->next && pl->space_view &&
        pl->places);
    TRY(vec_push(pl->env, &pl->plan->views, ((View){0, VIEW_AXES, 0, 0})));
    return vec_push(pl->env, &pl->from_rank, 0);
}

static void close_planner(Planner *pl) {
    const frit_allocator *a = pl->env->allocator;
    env_free(a, pl->marks, PER_INSTR(marks));
    env_free(a, pl->cost, PER_INSTR(cost));
    env_free(a, pl->uses, PER_VAR(uses));
    env_free(a, pl->read_count, PER_VAR(read_count));
    env_free(a, pl->kept, PER_VAR(kept));
    env_free(a, pl->region_space, PER_INSTR(region_space));
    env_free(a, pl->region_whole, PER_INSTR(region_whole));
    env_free(a, pl->joined_shape, PER_INSTR(joined_shape));
    env_free(a, pl->group_of, PER_INSTR(group_of));
    env_free(a, pl->next, PER_INSTR(next));
    env_free(a, pl->space_view, PER_VAR(space_view));
    env_free(a, pl->places, PER_VAR(places));
    env_free(a, pl->in_memory, (size_t)pl->n_in_memory + 1);
    scope_free(a, &pl->scope);
    index_free(a, &pl->extent_index);
    index_free(a, &pl->view_index);
    index_free(a, &pl->siblings);
    program_free(a, pl->outlined);
    vec_free(a, &pl->panels);
    vec_free(a, &pl->from_rank);
    vec_free(a, &pl->whole);
    vec_free(a, &pl->groups);
    vec_free(a, &pl->reads);
    vec_free(a, &pl->sibling_list);
    vec_free(a, &pl->changed);
}

static bool plan_all(Planner *pl) {
    if (pl->p->external)
        return env_fail(pl->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_PLAN,
                        "the function %s is defined elsewhere and cannot be run",
                        strings_get(&pl->m->strings, pl->p->name));
    if (pl->budget->plans == 0 || pl->budget->depth > MAX_NESTING)
        return env_fail(
            pl->env, FRIT_ERR_LIMIT, FRIT_STAGE_PLAN,
            "more than %d loops, branches and calls that run step by step, or %d inside "
            "each other",
            MAX_PLANS, MAX_NESTING);
    pl->budget->plans--;
    return in_memory_types(pl) && plan_make_extents(pl) &&
           scope_init(pl, pl->plan->program, &pl->scope) && mark_carried(pl) && scope_mark(pl) &&
           plan_group(pl) && plan_place(pl) && plan_steps(pl);
}

Plan *plan_program(Env *env, Module *m, ProgId id, const Plan *like, RecipeBook *book,
                   Budget *budget, Carried carried) {
    Plan *plan = env_new(env, sizeof *plan);
    if (!plan)
        return NULL;
    plan->allocator = *env->allocator;
    plan->module = m;
    plan->program = plan->source = id;
    plan->limits = like->limits;
    plan->fuses = like->fuses;
    plan->numerics = like->numerics;
    Planner pl = {.env = env,
                  .plan = plan,
                  .m = m,
                  .p = m->programs.at[id],
                  .book = book,
                  .budget = budget,
                  .carried = carried};
    budget->depth++;
    bool ok = own_outputs(&pl);
    ok = ok && plan_panels(&pl) && open_planner(&pl) && plan_all(&pl);
    budget->depth--;
    close_planner(&pl);
    if (ok)
        return plan;
    plan_free(plan);
    return NULL;
}

/* ---- the module */

void plan_recipes_free(const frit_allocator *allocator, RecipeBook *book) {
    if (!book)
        return;
    recipes_free(allocator, book);
    env_free(allocator, book, sizeof *book);
}

RecipeBook *plan_recipes(Env *env, const Module *typed, ProgId program,
                         const PlanOptions *options) {
    const Plan *again = options ? options->again : NULL;
    RecipeBook *book = env_new(env, sizeof *book);
    if (book && (!again || recipes_copy(env, book, again->recipes)) &&
        recipes_collect(env, typed, book) && conditions_collect(env, typed, program, book))
        return book;
    plan_recipes_free(env->allocator, book);
    return NULL;
}

Plan *plan_new(Env *env, Module *typed, ProgId program, frit_numerics numerics,
               const PlanOptions *options, RecipeBook *book) {
    Budget budget = {.plans = MAX_PLANS};
    Plan like = {.limits = options && options->limits ? *options->limits : limits_of_cpu,
                 .fuses = !(options && options->no_fusion),
                 .numerics = numerics};
    if (!recipes_collect(env, typed, book))
        return NULL;
    Plan *plan = plan_program(env, typed, program, &like, book, &budget, (Carried){0, 0});
    if (plan) {
        plan->owns_module = true;
        plan->recipes = book;
    }
    return plan;
}

static void free_kernels(Plan *plan) {
    for (uint32_t k = 0; k < plan->kernels.len; k++)
        kernel_free(&plan->allocator, &plan->kernels.at[k]);
    vec_free(&plan->allocator, &plan->kernels);
}

void plan_free(Plan *plan) {
    if (!plan)
        return;
    frit_allocator a = plan->allocator;
    free_kernels(plan);
    for (uint32_t s = 0; s < plan->steps.len; s++)
        for (unsigned k = 0; k < 2; k++)
            plan_free(plan->steps.at[s].subs[k]); /* as deep as programs nest */
    vec_free(&a, &plan->extents);
    vec_free(&a, &plan->checks);
    vec_free(&a, &plan->shapes);
    vec_free(&a, &plan->views);
    vec_free(&a, &plan->view_axes);
    vec_free(&a, &plan->buffers);
    vec_free(&a, &plan->inputs);
    vec_free(&a, &plan->outputs);
    vec_free(&a, &plan->steps);
    vec_free(&a, &plan->places);
    vec_free(&a, &plan->cuts);
    vec_free(&a, &plan->apart);
    plan_recipes_free(&a, plan->recipes);
    if (plan->owns_module)
        module_free(plan->module);
    env_free(&a, plan, sizeof *plan);
}
