/*
 * Where extents come from. A name is bound by an input that has it; any other one was made up by
 * inference for an instruction, whose recipe is taken down before rewriting can drop it.
 */
#include "infer/infer.h"
#include "plan/planner.h"

/* ---- recipes */

void recipes_free(const frit_allocator *allocator, RecipeBook *book) {
    vec_free(allocator, &book->all);
    vec_free(allocator, &book->dims);
    vec_free(allocator, &book->conditions);
    index_free(allocator, &book->index);
}

bool recipes_copy(Env *env, RecipeBook *to, const RecipeBook *from) {
    return vec_copy(env, &to->all, &from->all) && vec_copy(env, &to->dims, &from->dims) &&
           index_copy(env, &to->index, &from->index);
}

static const Recipe *find_recipe(const RecipeBook *book, Dim name) {
    for (IndexCursor c = index_find(&book->index, hash_u64((uint64_t)name, 0));
         index_next(&book->index, &c);)
        if (book->all.at[c.id].name == name)
            return &book->all.at[c.id];
    return NULL;
}

static bool add_recipe(Env *env, RecipeBook *book, const Recipe *recipe) {
    TRY(vec_push(env, &book->all, *recipe));
    return index_add(env, &book->index, hash_u64((uint64_t)recipe->name, 0), book->all.len - 1);
}

static bool push_dims(Env *env, RecipeBook *book, const Dim *dims, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        TRY(vec_push(env, &book->dims, dims[k]));
    return true;
}

static int64_t list_entry(const int64_t *list, uint32_t n, uint32_t k, int64_t absent) {
    return k < n && list[k] != LIST_SKIPPED ? list[k] : absent;
}

/* The recipe for axis k of the result of an instruction; kind EXTENT_NUMBER: it makes none. */
static bool recipe_for(Env *env, RecipeBook *book, const Types *t, const Program *p, const Instr *i,
                       uint32_t k, Recipe *r) {
    const VarId *in = instr_in(p, i);
    uint32_t n, rank = type_rank(t, p->vars.at[i->out].type);
    const int64_t *list;
    r->kind = EXTENT_NUMBER;
    r->first = book->dims.len;
    if (i->n_in == 0)
        return true;
    TypeId x = p->vars.at[in[0]].type;
    switch (op_info(i->op)->rule) {
    case RULE_SLICE:
        r->kind = EXTENT_SLICE;
        list = attr_list(p, i, AT_START, &n);
        r->start = list_entry(list, n, k, LIST_SKIPPED);
        list = attr_list(p, i, AT_STOP, &n);
        r->stop = list_entry(list, n, k, LIST_SKIPPED);
        list = attr_list(p, i, AT_STEP, &n);
        r->step = list_entry(list, n, k, 1);
        r->n = 1;
        return push_dims(env, book, type_dims(t, x) + k, 1);
    case RULE_PAD:
        r->kind = EXTENT_SUM;
        r->n = 1;
        r->value = attr_list(p, i, AT_LO, &n)[k];
        r->value += attr_list(p, i, AT_HI, &n)[k];
        return push_dims(env, book, type_dims(t, x) + k, 1);
    case RULE_CONCAT:
        if (k != axis_of(attr_int(p, i, AT_AXIS, 0), rank))
            return true;
        r->kind = EXTENT_SUM;
        r->n = i->n_in;
        for (uint32_t o = 0; o < i->n_in; o++)
            TRY(push_dims(env, book, type_dims(t, p->vars.at[in[o]].type) + k, 1));
        return true;
    case RULE_CONVOLVE:
        r->kind = EXTENT_SUM;
        r->n = 2;
        r->value = -1;
        return push_dims(env, book, type_dims(t, x), 1) &&
               push_dims(env, book, type_dims(t, p->vars.at[in[1]].type), 1);
    case RULE_RESHAPE:
        list = attr_list(p, i, AT_SHAPE, &n);
        if (list[k] != DIM_REST)
            return true;
        r->kind = EXTENT_QUOTIENT;
        r->n = type_rank(t, x);
        r->m = n - 1;
        TRY(push_dims(env, book, type_dims(t, x), r->n));
        for (uint32_t o = 0; o < n; o++)
            if (o != k)
                TRY(push_dims(env, book, type_dims(t, p->vars.at[i->out].type) + o, 1));
        return true;
    default: return true;
    }
}

static bool collect_instr(Env *env, RecipeBook *book, const Types *t, const Program *p,
                          const Instr *i) {
    if (i->n_out != 1)
        return true;
    uint32_t rank = type_rank(t, p->vars.at[i->out].type);
    for (uint32_t k = 0; k < rank; k++) {
        Dim dim = type_dims(t, p->vars.at[i->out].type)[k];
        Recipe r = {.name = dim};
        if (!DIM_IS_NAME(dim) || find_recipe(book, dim))
            continue;
        TRY(recipe_for(env, book, t, p, i, k, &r));
        bool of_itself = false;
        for (uint32_t o = 0; o < r.n + r.m; o++)
            of_itself |= book->dims.at[r.first + o] == dim;
        if (r.kind != EXTENT_NUMBER && !of_itself)
            TRY(add_recipe(env, book, &r));
    }
    return true;
}

bool recipes_collect(Env *env, const Module *m, RecipeBook *book) {
    for (ProgId id = m->programs.len; id-- > 0;) {
        const Program *p = m->programs.at[id];
        for (uint32_t n = 0; n < p->instrs.len; n++)
            TRY(collect_instr(env, book, &m->types, p, &p->instrs.at[n]));
    }
    return true;
}

static bool is_reshape(const Instr *i) {
    TypeRule rule = op_info(i->op)->rule;
    return rule == RULE_RESHAPE || rule == RULE_RESHAPE_LIKE;
}

/* Is the extent that of x[i:i+1], an index? It is 1 then, or 0 where the index is out of range. */
static bool is_of_index(const RecipeBook *book, Dim dim) {
    const Recipe *r = DIM_IS_NAME(dim) ? find_recipe(book, dim) : NULL;
    if (!r || r->kind != EXTENT_SLICE || (r->step != 1 && r->step != LIST_SKIPPED))
        return false;
    if (r->start == -1)
        return r->stop == LIST_SKIPPED;
    return r->start != LIST_SKIPPED && r->stop != LIST_SKIPPED && r->stop == r->start + 1;
}

/* A reshape that takes the axes of indices out asks that each of them is there: where another axis has no
 * elements, the numbers of elements are the same whatever the index is. */
static bool collect_indices(Env *env, const Types *t, TypeId x, TypeId y, RecipeBook *book) {
    uint32_t to = 0;
    for (uint32_t k = 0; k < type_rank(t, x); k++) {
        Dim dim = type_dims(t, x)[k];
        if (to < type_rank(t, y) && type_dims(t, y)[to] == dim) {
            to++;
            continue;
        }
        if (!is_of_index(book, dim))
            return true;
        Condition c = {.first = book->dims.len, .n_a = 1};
        TRY(push_dims(env, book, &dim, 1));
        TRY(vec_push(env, &book->conditions, c));
    }
    return true;
}

bool conditions_collect(Env *env, const Module *m, ProgId program, RecipeBook *book) {
    const Program *p = m->programs.at[program];
    const Types *t = &m->types;
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        if (!is_reshape(i))
            continue;
        TypeId x = p->vars.at[instr_in(p, i)[0]].type, y = p->vars.at[i->out].type;
        Condition c = {.first = book->dims.len, .n_a = type_rank(t, x), .n_b = type_rank(t, y)};
        if (!reshape_hangs(t, x, y))
            continue;
        TRY(push_dims(env, book, type_dims(t, x), c.n_a));
        TRY(push_dims(env, book, type_dims(t, y), c.n_b));
        TRY(vec_push(env, &book->conditions, c));
        TRY(collect_indices(env, t, x, y, book));
    }
    return true;
}

/* ---- extents */

static ExtentId find_extent(const Planner *pl, Dim dim) {
    for (IndexCursor c = index_find(&pl->extent_index, hash_u64((uint64_t)dim, 0));
         index_next(&pl->extent_index, &c);) {
        const Extent *e = &pl->plan->extents.at[c.id];
        if (DIM_IS_NAME(dim) ? e->name == DIM_NAME_OF(dim) : e->name == NO_STR && e->value == dim)
            return c.id;
    }
    return UINT32_MAX;
}

static bool add_extent(Planner *pl, Dim dim, const Extent *e, ExtentId *out) {
    TRY(vec_push(pl->env, &pl->plan->extents, *e));
    *out = pl->plan->extents.len - 1;
    return index_add(pl->env, &pl->extent_index, hash_u64((uint64_t)dim, 0), *out);
}

static bool fail_unknown(Planner *pl, Dim dim) {
    error_at_program(pl->env, pl->m, pl->p);
    return env_fail(pl->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_PLAN,
                    "no input says what the extent %s is",
                    strings_get(&pl->m->strings, DIM_NAME_OF(dim)));
}

bool extent_of(Planner *pl, Dim dim, ExtentId *out) {
    *out = find_extent(pl, dim);
    if (*out != UINT32_MAX)
        return true;
    if (DIM_IS_NAME(dim))
        return fail_unknown(pl, dim);
    return add_extent(pl, dim, &(Extent){.kind = EXTENT_NUMBER, .value = dim, .name = NO_STR}, out);
}

bool shape_of(Planner *pl, const Dim *dims, uint32_t rank, uint32_t *first) {
    TRY(vec_reserve(pl->env, &pl->plan->shapes, (uint64_t)pl->plan->shapes.len + rank + 1));
    *first = pl->plan->shapes.len;
    for (uint32_t k = 0; k < rank; k++) {
        ExtentId id;
        TRY(extent_of(pl, dims[k], &id));
        TRY(vec_push(pl->env, &pl->plan->shapes, id));
    }
    return true;
}

bool extents_known(const Planner *pl, const Program *p) {
    const Types *t = &pl->m->types;
    for (VarId v = 0; v < p->vars.len; v++) {
        TypeId type = p->vars.at[v].type;
        for (uint32_t k = 0; k < type_rank(t, type); k++) {
            Dim dim = type_dims(t, type)[k];
            if (DIM_IS_NAME(dim) && find_extent(pl, dim) == UINT32_MAX)
                return false;
        }
    }
    return true;
}

static bool bind_inputs(Planner *pl) {
    const Types *t = &pl->m->types;
    for (uint32_t v = 0; v < pl->p->n_inputs; v++) {
        TypeId type = pl->p->vars.at[v].type;
        for (uint32_t k = 0; k < type_rank(t, type); k++) {
            Dim dim = type_dims(t, type)[k];
            ExtentId id = find_extent(pl, dim);
            if (id != UINT32_MAX)
                continue;
            Extent e = {.kind = EXTENT_NUMBER, .value = dim, .name = NO_STR};
            if (DIM_IS_NAME(dim))
                e = (Extent){
                    .kind = EXTENT_INPUT, .source = v, .axis = k, .name = DIM_NAME_OF(dim)};
            TRY(add_extent(pl, dim, &e, &id));
        }
    }
    return true;
}

/* A recipe in extents of this plan. *known is false where one is of another program. */
static bool derived_extent(Planner *pl, const Recipe *r, Extent *out, bool *known) {
    const Dim *dims = pl->book->dims.at + r->first;
    *known = true;
    *out = (Extent){.kind = r->kind,
                    .n = r->n,
                    .m = r->m,
                    .value = r->value,
                    .start = r->start,
                    .stop = r->stop,
                    .step = r->step,
                    .name = NO_STR};
    for (uint32_t k = 0; k < r->n + r->m; k++)
        if (DIM_IS_NAME(dims[k]) && find_extent(pl, dims[k]) == UINT32_MAX)
            *known = false;
    if (!*known)
        return true;
    return r->kind == EXTENT_SLICE ? extent_of(pl, dims[0], &out->source)
                                   : shape_of(pl, dims, r->n + r->m, &out->first);
}

static bool make_derived(Planner *pl, const Recipe *r) {
    Extent e;
    ExtentId id;
    bool known;
    TRY(derived_extent(pl, r, &e, &known));
    if (!known)
        return true; /* whoever needs it is told */
    e.name = DIM_NAME_OF(r->name);
    return add_extent(pl, r->name, &e, &id);
}

/* The conditions of the program that the whole plan is of. */
static uint32_t condition_count(const Planner *pl) {
    return pl->budget->depth == 1 ? pl->book->conditions.len : 0;
}

static void need_recipe(const Planner *pl, Dim dim, uint8_t *needed) {
    if (!DIM_IS_NAME(dim) || find_extent(pl, dim) != UINT32_MAX)
        return;
    const Recipe *r = find_recipe(pl->book, dim);
    if (r)
        needed[r - pl->book->all.at] = 1;
}

/* Recipes that are needed, backwards from what types and conditions mention; then in their order. */
static bool derive(Planner *pl) {
    const Types *t = &pl->m->types;
    const RecipeBook *book = pl->book;
    uint8_t *needed = env_new(pl->env, (size_t)book->all.len + 1);
    if (!needed)
        return false;
    for (uint32_t v = 0; v < pl->p->vars.len; v++) {
        TypeId type = pl->p->vars.at[v].type;
        for (uint32_t k = 0; k < type_rank(t, type); k++)
            need_recipe(pl, type_dims(t, type)[k], needed);
    }
    for (uint32_t n = 0; n < condition_count(pl); n++) {
        const Condition *c = &book->conditions.at[n];
        for (uint32_t k = 0; k < c->n_a + c->n_b; k++)
            need_recipe(pl, book->dims.at[c->first + k], needed);
    }
    for (uint32_t n = book->all.len; n-- > 0;)
        for (uint32_t k = 0; needed[n] && k < book->all.at[n].n + book->all.at[n].m; k++) {
            const Recipe *r = find_recipe(book, book->dims.at[book->all.at[n].first + k]);
            if (r && r < book->all.at + n && find_extent(pl, r->name) == UINT32_MAX)
                needed[r - book->all.at] = 1;
        }
    bool ok = true;
    for (uint32_t n = 0; ok && n < book->all.len; n++)
        if (needed[n] && find_extent(pl, book->all.at[n].name) == UINT32_MAX)
            ok = make_derived(pl, &book->all.at[n]);
    env_free(pl->env->allocator, needed, (size_t)book->all.len + 1);
    return ok;
}

static bool all_numbers(const Types *t, TypeId type) {
    for (uint32_t k = 0; k < type_rank(t, type); k++)
        if (DIM_IS_NAME(type_dims(t, type)[k]))
            return false;
    return true;
}

/* An input may have a name that an instruction makes up too ("n-1"): both must then be the same. */
static bool check_made_up(Planner *pl, uint32_t n) {
    const Types *t = &pl->m->types;
    const Instr *i = instr_at(pl, n);
    TypeId type = pl->p->vars.at[i->out].type;
    for (uint32_t k = 0; i->n_out == 1 && k < type_rank(t, type); k++) {
        Recipe r = {.name = type_dims(t, type)[k]};
        ExtentId id = DIM_IS_NAME(r.name) ? find_extent(pl, r.name) : UINT32_MAX;
        if (id == UINT32_MAX || pl->plan->extents.at[id].kind != EXTENT_INPUT)
            continue;
        TRY(recipe_for(pl->env, pl->book, t, pl->p, i, k, &r));
        bool known = r.kind == EXTENT_SLICE || r.kind == EXTENT_SUM; /* products: see below */
        for (uint32_t o = 0; known && o < r.n; o++)
            known = pl->book->dims.at[r.first + o] != r.name;
        Extent e;
        if (known)
            TRY(derived_extent(pl, &r, &e, &known));
        if (!known)
            continue;
        ExtentCheck check = {.n_a = 1, .n_b = 1, .a = pl->plan->shapes.len, .step = n};
        check.b = check.a + 1;
        TRY(vec_push(pl->env, &pl->plan->extents, e));
        TRY(vec_push(pl->env, &pl->plan->shapes, id));
        TRY(vec_push(pl->env, &pl->plan->shapes, pl->plan->extents.len - 1));
        TRY(vec_push(pl->env, &pl->plan->checks, check));
    }
    return true;
}

static bool make_checks(Planner *pl) {
    const Types *t = &pl->m->types;
    for (uint32_t n = 0; n < pl->p->instrs.len; n++) {
        const Instr *i = instr_at(pl, n);
        TRY(check_made_up(pl, n));
        if (!is_reshape(i))
            continue;
        TypeId x = pl->p->vars.at[instr_in(pl->p, i)[0]].type, y = pl->p->vars.at[i->out].type;
        ExtentCheck check = {.n_a = type_rank(t, x), .n_b = type_rank(t, y), .step = n};
        if (all_numbers(t, x) && all_numbers(t, y))
            continue;
        TRY(shape_of(pl, type_dims(t, x), check.n_a, &check.a));
        TRY(shape_of(pl, type_dims(t, y), check.n_b, &check.b));
        TRY(vec_push(pl->env, &pl->plan->checks, check));
    }
    return true;
}

static bool same_extents(const Plan *plan, uint32_t a, uint32_t b, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        if (plan->shapes.at[a + k] != plan->shapes.at[b + k])
            return false;
    return true;
}

static bool is_checked(const Plan *plan, const ExtentCheck *check) {
    for (uint32_t n = 0; n < plan->checks.len; n++) {
        const ExtentCheck *c = &plan->checks.at[n];
        if (c->n_a == check->n_a && c->n_b == check->n_b &&
            same_extents(plan, c->a, check->a, c->n_a) &&
            same_extents(plan, c->b, check->b, c->n_b))
            return true;
    }
    return false;
}

/* What steps asked for that are gone: an error that they would have been must not go with them. */
static bool check_conditions(Planner *pl) {
    for (uint32_t n = 0; n < condition_count(pl); n++) {
        const Condition *c = &pl->book->conditions.at[n];
        const Dim *dims = pl->book->dims.at + c->first;
        ExtentCheck check = {.n_a = c->n_a, .n_b = c->n_b, .step = NO_INSTR};
        bool known = true;
        for (uint32_t k = 0; k < c->n_a + c->n_b; k++)
            known &= !DIM_IS_NAME(dims[k]) || find_extent(pl, dims[k]) != UINT32_MAX;
        if (!known)
            continue; /* of a program that is run inside, which has a plan and checks of its own */
        TRY(shape_of(pl, dims, c->n_a, &check.a));
        TRY(shape_of(pl, dims + c->n_a, c->n_b, &check.b));
        if (!is_checked(pl->plan, &check))
            TRY(vec_push(pl->env, &pl->plan->checks, check));
    }
    return true;
}

bool plan_make_extents(Planner *pl) {
    return bind_inputs(pl) && derive(pl) && make_checks(pl) && check_conditions(pl);
}
