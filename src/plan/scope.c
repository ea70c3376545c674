/*
 * What each instruction of a program is to the planner: a view of something, work that is repeated
 * by everyone who needs it because that costs less than memory does, or a node of its own.
 */
#include "plan/planner.h"

enum { VIEW_LIMIT = 6 }; /* views of one another on the way to work that is done anew */

void scope_free(const frit_allocator *allocator, Scope *s) {
    if (!s->p)
        return;
    env_free(allocator, s->definers, ((size_t)s->p->vars.len + 1) * sizeof *s->definers);
    env_free(allocator, s->refs, ((size_t)s->p->vars.len + 1) * sizeof *s->refs);
    *s = (Scope){0};
}

/* ---- views */

static bool ref_transpose(Planner *pl, const Program *p, const Instr *i, ViewId parent,
                          ViewId *out) {
    const Types *t = &pl->m->types;
    TypeId type = p->vars.at[i->out].type;
    uint32_t n, rank = type_rank(t, type);
    const int64_t *perm = attr_list(p, i, AT_PERM, &n);
    ViewAxis axes[MAX_RANK];
    for (uint32_t k = 0; k < rank; k++) {
        axes[k] = (ViewAxis){.source = perm ? axis_of(perm[k], rank) : rank - 1 - k};
        TRY(extent_of(pl, type_dims(t, type)[k], &axes[k].extent));
    }
    return view_add(pl, parent, VIEW_AXES, rank, axes, rank, out);
}

static int64_t entry(const int64_t *list, uint32_t n, uint32_t k, int64_t absent) {
    return k < n && list[k] != LIST_SKIPPED ? list[k] : absent;
}

static bool ref_slice(Planner *pl, const Program *p, const Instr *i, ViewId parent, ViewId *out) {
    const Types *t = &pl->m->types;
    TypeId type = p->vars.at[i->out].type;
    uint32_t n[3], rank = type_rank(t, type);
    const int64_t *lists[3] = {attr_list(p, i, AT_START, &n[0]), attr_list(p, i, AT_STOP, &n[1]),
                               attr_list(p, i, AT_STEP, &n[2])};
    ViewAxis axes[MAX_RANK];
    for (uint32_t k = 0; k < rank; k++) {
        axes[k] = (ViewAxis){.source = k,
                             .start = entry(lists[0], n[0], k, LIST_SKIPPED),
                             .stop = entry(lists[1], n[1], k, LIST_SKIPPED),
                             .step = entry(lists[2], n[2], k, 1)};
        TRY(extent_of(pl, type_dims(t, type)[k], &axes[k].extent));
    }
    return view_add(pl, parent, VIEW_SLICE, rank, axes, rank, out);
}

static bool ref_flip(Planner *pl, const Program *p, const Instr *i, ViewId parent, ViewId *out) {
    const Types *t = &pl->m->types;
    TypeId type = p->vars.at[i->out].type;
    uint32_t n, rank = type_rank(t, type);
    const int64_t *list = attr_list(p, i, AT_AXES, &n);
    ViewAxis axes[MAX_RANK];
    for (uint32_t k = 0; k < rank; k++) {
        axes[k] = (ViewAxis){
            .source = k, .start = LIST_SKIPPED, .stop = LIST_SKIPPED, .step = list ? 1 : -1};
        TRY(extent_of(pl, type_dims(t, type)[k], &axes[k].extent));
    }
    for (uint32_t k = 0; list && k < n; k++)
        axes[axis_of(list[k], rank)].step = -1;
    return view_add(pl, parent, VIEW_SLICE, rank, axes, rank, out);
}

static bool ref_of(Planner *pl, Scope *s, const Instr *i) {
    const Program *p = s->p;
    VarId x = instr_in(p, i)[0];
    TypeId from = var_type(s, x), to = var_type(s, i->out);
    ViewId parent = s->refs[x].view, *out = &s->refs[i->out].view;
    s->refs[i->out].base = s->refs[x].base;
    switch (op_info(i->op)->rule) {
    case RULE_BROADCAST: return view_fit(pl, parent, from, to, out);
    case RULE_TRANSPOSE: return ref_transpose(pl, p, i, parent, out);
    case RULE_SLICE: return ref_slice(pl, p, i, parent, out);
    case RULE_FLIP: return ref_flip(pl, p, i, parent, out);
    default: return view_reshape(pl, parent, from, to, out); /* reshapes, expand_dims, squeeze */
    }
}

bool scope_init(Planner *pl, ProgId id, Scope *s) {
    Env *env = pl->env;
    const Program *p = pl->m->programs.at[id];
    *s = (Scope){.id = id, .p = p};
    s->definers = program_definers(env, p);
    s->refs = s->definers ? env_new(env, ((size_t)p->vars.len + 1) * sizeof *s->refs) : NULL;
    if (!s->refs)
        return false;
    for (VarId v = 0; v < p->vars.len; v++)
        s->refs[v] = (Ref){v, VIEW_IDENTITY};
    for (uint32_t n = 0; n < p->instrs.len; n++)
        if (op_info(p->instrs.at[n].op)->flags & OPF_VIEW)
            TRY(ref_of(pl, s, &p->instrs.at[n]));
    return true;
}

/* ---- what to repeat */

/* About how long one step takes, in additions. */
static uint32_t step_cost(const OpInfo *info) {
    switch (info->rule) {
    case RULE_CONST:
    case RULE_EXTENT: return 0;
    case RULE_RANDOM: return 16;
    case RULE_ELEMENTWISE: return op_is_mathematics(info) ? 8 : 1;
    case RULE_ELEMENT:
    case RULE_SET_ELEMENT:
    case RULE_DOT:
    case RULE_MAT_MUL:
    case RULE_DETERMINANT: return 8;
    default: return 1; /* renames cost nothing, but trees of them must end too */
    }
}

/* Its operands' values in memory, as a node that uses it reads them. */
typedef struct Tree {
    uint32_t cost, loads;
    bool plain;   /* no long way of views to any of them */
    bool numbers; /* hangs on element numbers, which a reshape can make impossible to count */
} Tree;

static Tree tree_of(const Planner *pl, uint32_t instr, const uint32_t *loads) {
    const Instr *i = instr_at(pl, instr);
    TypeRule rule = op_info(i->op)->rule;
    Tree tree = {step_cost(op_info(i->op)), 0, true, rule == RULE_IOTA || rule == RULE_RANDOM};
    for (uint32_t k = 0; k < i->n_in && rule != RULE_EXTENT; k++) {
        VarId x = instr_in(pl->p, i)[k], base = pl->scope.refs[x].base;
        uint32_t maker = pl->scope.definers[base];
        tree.plain &= view_is_plain(pl, pl->scope.refs[x].view, VIEW_LIMIT);
        if (maker != NO_INSTR && (pl->marks[maker] & MARK_INLINE)) {
            tree.cost += pl->cost[maker] + (pl->scope.refs[x].view != VIEW_IDENTITY);
            tree.loads += loads[maker];
            tree.numbers |= (pl->marks[maker] & MARK_NUMBERS) != 0;
        } else {
            tree.loads += type_rank(&pl->m->types, var_type(&pl->scope, base)) > 0;
        }
    }
    if (tree.cost > 1 << 20)
        tree.cost = 1 << 20;
    return tree;
}

/* Who reads a value last, and through which view. */
typedef struct Reader {
    uint32_t instr;
    ViewId view;
    bool same_shape; /* the reader's result has the shape of what it sees */
    bool through;    /* the only reader, and it or what it makes is only seen through views */
    bool reshaped;   /* some reader sees it through a reshape */
    bool whole;      /* it is read from memory by the body of a region, or by a store in place */
    bool unpacked;   /* it becomes part of an array of scalars, where it can be made */
} Reader;

/* Values that nobody sees but through a view are computed where they are seen. */
static void find_seen_through(const Planner *pl, Reader *readers) {
    for (uint32_t n = pl->p->instrs.len; n-- > 0;) {
        const Instr *i = instr_at(pl, n);
        Reader *r = &readers[i->out];
        if (i->n_out != 1 || !rule_is_elementwise(op_info(i->op)->rule) || pl->uses[i->out] != 1 ||
            r->instr == NO_INSTR || !view_is_plain(pl, r->view, VIEW_LIMIT) ||
            !view_is_injective(pl, r->view))
            continue;
        const Instr *user = instr_at(pl, r->instr);
        bool elementwise = rule_is_elementwise(op_info(user->op)->rule);
        /* Where the reader broadcasts it, it would be computed many times over. */
        r->through = r->view != VIEW_IDENTITY
                         ? r->same_shape || !elementwise
                         : r->same_shape && elementwise && readers[user->out].through;
    }
}

static bool is_rank_0(const Planner *pl, VarId var) {
    const Types *t = &pl->m->types;
    TypeId type = var_type(&pl->scope, var);
    for (uint32_t k = 0; k < type_rank(t, type); k++)
        if (type_dims(t, type)[k] != 1)
            return false;
    return true;
}

static bool may_repeat(const Planner *pl, uint32_t instr, const Reader *readers, const Tree *tree) {
    const Instr *i = instr_at(pl, instr);
    const OpInfo *info = op_info(i->op);
    uint32_t leaves =
        elem_leaf_count(&pl->m->types, type_elem(&pl->m->types, var_type(&pl->scope, i->out)));
    if (!rule_is_elementwise(info->rule) || !tree->plain || leaves > pl->plan->limits.tree ||
        (tree->numbers && readers[i->out].reshaped) || readers[i->out].whole)
        return false;
    if (info->rule == RULE_CONST || info->rule == RULE_IOTA || info->rule == RULE_EXTENT ||
        info->rule == RULE_PACK)
        return true;
    if (readers[i->out].unpacked)
        return false;
    if (is_rank_0(pl, i->out) && tree->cost <= pl->plan->limits.uniform)
        return true;
    if (tree->cost <= pl->plan->limits.cheap && tree->loads <= 1)
        return true;
    return tree->cost <= pl->plan->limits.tree && readers[i->out].through;
}

static bool same_shape(const Planner *pl, VarId a, VarId b) {
    const Types *t = &pl->m->types;
    TypeId x = var_type(&pl->scope, a), y = var_type(&pl->scope, b);
    uint32_t rank = type_rank(t, x);
    return rank == type_rank(t, y) &&
           (rank == 0 || memcmp(type_dims(t, x), type_dims(t, y), rank * sizeof(Dim)) == 0);
}

bool reads_whole(const Planner *pl, uint32_t instr, uint32_t operand) {
    TypeRule rule = rule_at(pl, instr);
    if (op_info(instr_at(pl, instr)->op)->flags & OPF_CONTROL) {
        const uint8_t *whole = pl->whole.at + pl->region_whole[instr];
        return !(pl->marks[instr] & MARK_REGION) || whole[operand];
    }
    if (op_info(instr_at(pl, instr)->op)->flags & OPF_ROUTINE)
        return true;
    if (rule == RULE_SCATTER && operand == 1)
        return pl->marks[instr] & MARK_CARRIED;
    return (rule == RULE_GATHER && operand == 0) || rule == RULE_MATMUL || rule == RULE_CONTRACT;
}

VarId whole_base(const Planner *pl, uint32_t instr, VarId var) {
    bool by_kernel = (pl->marks[instr] & MARK_REGION) || rule_at(pl, instr) == RULE_GATHER;
    while (true) {
        VarId base = pl->scope.refs[var].base;
        uint32_t maker = pl->scope.definers[base];
        if (!by_kernel || !pl->plan->fuses || maker == NO_INSTR || rule_at(pl, maker) != RULE_PACK)
            return base;
        var = instr_in(pl->p, instr_at(pl, maker))[0];
    }
}

static bool count_use(Planner *pl, Reader *readers, uint32_t n, uint32_t k) {
    const Instr *i = instr_at(pl, n);
    VarId x = instr_in(pl->p, i)[k];
    TypeRule rule = op_info(i->op)->rule;
    Ref ref = pl->scope.refs[x];
    bool whole = reads_whole(pl, n, k);
    ViewId view = ref.view;
    if (rule == RULE_PACK) /* all its scalars are seen in that way */
        TRY(view_of_leaf(pl, view, var_type(&pl->scope, x),
                         type_elem(&pl->m->types, var_type(&pl->scope, i->out)), 0, &view));
    Reader *r = &readers[ref.base];
    bool unpacked = rule == RULE_UNPACK && view == VIEW_IDENTITY;
    pl->uses[ref.base]++;
    *r = (Reader){.instr = n,
                  .view = view,
                  .same_shape = same_shape(pl, x, i->out),
                  .reshaped = r->reshaped || view_reshapes(pl, view),
                  .whole = r->whole,
                  .unpacked = r->unpacked || unpacked};
    if (whole) {
        VarId base = whole_base(pl, n, x);
        readers[base].whole |= (pl->marks[n] & (MARK_REGION | MARK_CARRIED)) != 0;
        pl->kept[base] = 1;
    }
    return true;
}

/* Counts readers of each value and notes how the last one sees it. */
static bool count_uses(Planner *pl, Reader *readers) {
    const Program *p = pl->p;
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        if ((op_info(i->op)->flags & OPF_VIEW) || op_info(i->op)->rule == RULE_EXTENT)
            continue;
        if (op_info(i->op)->flags & OPF_CONTROL)
            TRY(region_mark(pl, n));
        for (uint32_t k = 0; k < i->n_in; k++)
            TRY(count_use(pl, readers, n, k));
    }
    for (uint32_t k = 0; k < p->outputs.len; k++) {
        pl->uses[p->outputs.at[k]]++;
        pl->kept[p->outputs.at[k]] = 1;
        readers[p->outputs.at[k]].instr = NO_INSTR;
    }
    return true;
}

static bool mark_all(Planner *pl, Reader *readers, uint32_t *loads) {
    TRY(count_uses(pl, readers));
    find_seen_through(pl, readers);
    for (uint32_t n = 0; n < pl->p->instrs.len; n++) {
        const Instr *i = instr_at(pl, n);
        if (op_info(i->op)->flags & OPF_VIEW) {
            pl->marks[n] = MARK_VIEW;
            continue;
        }
        Tree tree = tree_of(pl, n, loads);
        if (pl->plan->fuses && i->n_out == 1 && may_repeat(pl, n, readers, &tree)) {
            pl->marks[n] |= MARK_INLINE | (tree.numbers ? MARK_NUMBERS : 0);
            pl->cost[n] = tree.cost;
            loads[n] = tree.loads;
        } else {
            pl->marks[n] |= MARK_NODE;
        }
        for (uint32_t k = 0; k < i->n_out; k++)
            if (pl->kept[i->out + k])
                pl->marks[n] |= MARK_NODE;
    }
    return true;
}

bool scope_mark(Planner *pl) {
    size_t vars = ((size_t)pl->p->vars.len + 1) * sizeof(Reader);
    size_t instrs = ((size_t)pl->p->instrs.len + 1) * sizeof(uint32_t);
    Reader *readers = env_new(pl->env, vars);
    uint32_t *loads = readers ? env_new(pl->env, instrs) : NULL;
    bool ok = loads && mark_all(pl, readers, loads);
    env_free(pl->env->allocator, readers, vars);
    env_free(pl->env->allocator, loads, instrs);
    return ok;
}

/* ---- leaves */

static bool add_leaves(Env *env, const Types *t, TypeId elem, uint32_t offset, Leaves *out) {
    const Type *type = type_get(t, elem);
    if (type->kind == TYPE_FIXED || type->kind == TYPE_STRUCT) {
        for (uint32_t k = 0; k < type->count; k++) {
            TypeId part = type->kind == TYPE_FIXED ? type->elem : type_fields(t, type)[k].type;
            TRY(add_leaves(env, t, part, offset, out));
            offset += (uint32_t)type_elem_size(t, part);
        }
        return true;
    }
    for (uint32_t k = 0; k < elem_leaf_count(t, elem); k++)
        TRY(vec_push(env, out,
                     ((Leaf){type->dtype, offset + k * dtype_info(type->dtype)->bits / 8})));
    return true;
}

bool leaves_of(Env *env, const Types *t, TypeId elem, Leaves *out) {
    return add_leaves(env, t, elem, 0, out);
}
