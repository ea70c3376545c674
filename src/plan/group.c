/*
 * Which nodes become one kernel. One walk forwards; a node joins the group of a value that it reads
 * element by element, and groups that turn out to belong together are merged.
 *
 * Every group has a level above those of all groups it reads from, so that groups can run in the
 * order of their levels and no two of them ever wait for each other. A group may be raised as long
 * as it stays below those that read from it.
 *
 * A space is a shape without extents of 1. Each value of a group is seen from the group's space
 * through one view (space_view); whoever reads it through exactly that view reads, at every place
 * of the space, what is made there. That is the whole rule of legality: a reduced value is seen
 * through a view that does not move along the reduced axes.
 */
#include "plan/planner.h"

enum {
    MAX_TRIES = 4, /* groups that a node asks before it makes its own */
    FITS = FUSION_RULE_COUNT
};

typedef enum Mode { MODE_FULL, MODE_ROW, MODE_COUNT } Mode;

/* A group that the node at hand reads from. */
typedef struct Link {
    uint32_t group, producer;
    uint32_t rule[MODE_COUNT]; /* FusionRule, or FITS */
    bool whole;
} Link;

/* What the node at hand asks of a group. */
typedef struct Wish {
    uint32_t instr;
    GroupKind kind;
    TypeId shape, space; /* of what it walks */
    ViewId full;         /* from the shape to the space */
    uint64_t mask;
    bool reduces, scans, reverse, scatters;
    bool may_be_row; /* elementwise: may also be work on whole rows */
    uint32_t size;
    VEC(Link) links;
} Wish;

uint32_t group_find(const Planner *pl, uint32_t group) {
    while (pl->groups.at[group].parent != group)
        group = pl->groups.at[group].parent;
    return group;
}

/* The group of the node that makes a value, or NO_GROUP. */
static uint32_t maker_group(Planner *pl, VarId base) {
    uint32_t maker = pl->scope.definers[base];
    if (maker == NO_INSTR || pl->group_of[maker] == NO_GROUP)
        return NO_GROUP;
    uint32_t root = group_find(pl, pl->group_of[maker]);
    pl->group_of[maker] = root; /* shortens the way for the next one */
    return root;
}

static bool record(Planner *pl, uint32_t producer, uint32_t consumer, VarId shared, uint32_t rule) {
    Apart apart = {producer, consumer, shared, (FusionRule)rule};
    return vec_push(pl->env, &pl->plan->apart, apart);
}

/* ---- what is legal and what pays */

static uint32_t special_rule(const Group *g) {
    switch (g->kind) {
    case GROUP_CONTRACT: return RULE_NOT_CONTRACTION;
    case GROUP_ROUTINE: return RULE_NOT_ROUTINE;
    case GROUP_HOST: return RULE_NOT_CONTROL;
    case GROUP_JOIN: return RULE_NOT_DIFFERENT_SPACE;
    case GROUP_FUSED: break;
    }
    return FITS;
}

/* Whether work with this mask can be in one kernel with the group's. */
static uint32_t same_rows(const Group *g, bool reduces, bool scans, bool reverse, uint64_t mask) {
    if ((g->scans && reduces) || (g->reduces && scans))
        return RULE_NOT_SCAN_ORDER;
    if (g->scans && scans && (g->mask != mask || g->reverse != reverse))
        return RULE_NOT_SCAN_ORDER;
    if (g->reduces && reduces && g->mask != mask)
        return RULE_NOT_DIFFERENT_AXES;
    return FITS;
}

static uint32_t can_merge(const Planner *pl, uint32_t a, uint32_t b) {
    const Group *x = &pl->groups.at[a], *y = &pl->groups.at[b];
    if (special_rule(x) != FITS || special_rule(y) != FITS)
        return special_rule(x) != FITS ? special_rule(x) : special_rule(y);
    if (x->space != y->space)
        return RULE_NOT_DIFFERENT_SPACE;
    if (x->scatters || y->scatters)
        return RULE_NOT_SCATTER;
    if (same_rows(x, y->reduces, y->scans, y->reverse, y->mask) != FITS)
        return same_rows(x, y->reduces, y->scans, y->reverse, y->mask);
    if (x->size + y->size > pl->plan->limits.instructions)
        return RULE_NOT_KERNEL_SIZE;
    if (x->arguments + y->arguments > pl->plan->limits.arguments)
        return RULE_NOT_ARGUMENTS;
    if (x->live + y->live > pl->plan->limits.live)
        return RULE_NOT_REGISTERS;
    return FITS;
}

static bool can_raise(const Group *g, uint32_t level) {
    return level <= g->level || level < g->min_consumer;
}

static void raise_to(Group *g, uint32_t level) {
    if (level > g->level)
        g->level = level;
}

static void merge(Planner *pl, uint32_t into, uint32_t from) {
    Group *a = &pl->groups.at[into], *b = &pl->groups.at[from];
    if (b->reduces || b->scans) {
        a->mask = b->mask;
        a->reverse = b->reverse;
    }
    a->reduces |= b->reduces;
    a->scans |= b->scans;
    raise_to(a, b->level);
    if (b->min_consumer < a->min_consumer)
        a->min_consumer = b->min_consumer;
    pl->next[a->tail] = b->head;
    a->tail = b->tail;
    if (b->first < a->first)
        a->first = b->first;
    a->size += b->size;
    a->arguments += b->arguments;
    a->live += b->live;
    b->parent = into;
}

/* Merges two groups where that makes no cycle; the larger one keeps its number. */
static bool try_merge(Planner *pl, uint32_t *a, uint32_t b) {
    Group *x = &pl->groups.at[*a], *y = &pl->groups.at[b];
    uint32_t level = x->level > y->level ? x->level : y->level;
    if (!can_raise(x, level) || !can_raise(y, level))
        return false;
    if (x->size < y->size) {
        uint32_t swap = *a;
        *a = b;
        b = swap;
    }
    merge(pl, *a, b);
    return true;
}

/* ---- what a node asks */

static GroupKind kind_of(const Planner *pl, uint32_t instr) {
    if (op_info(instr_at(pl, instr)->op)->flags & OPF_ROUTINE)
        return GROUP_ROUTINE;
    switch (rule_at(pl, instr)) {
    case RULE_MATMUL:
    case RULE_CONTRACT: return GROUP_CONTRACT;
    case RULE_PAD:
    case RULE_CONCAT:
    case RULE_UNPACK:
    case RULE_STACK: return GROUP_JOIN;
    case RULE_CALL:
    case RULE_MAP:
    case RULE_IF:
    case RULE_FOR:
    case RULE_WHILE: return pl->marks[instr] & MARK_REGION ? GROUP_FUSED : GROUP_HOST;
    default: return GROUP_FUSED;
    }
}

static bool wish_for(Planner *pl, uint32_t instr, Wish *w) {
    const Instr *i = instr_at(pl, instr);
    const Types *t = &pl->m->types;
    TypeRule rule = op_info(i->op)->rule;
    w->instr = instr;
    w->kind = kind_of(pl, instr);
    w->reduces = rule == RULE_REDUCE || rule == RULE_ARG_REDUCE;
    w->scans = rule == RULE_SCAN;
    w->scatters = rule == RULE_SCATTER;
    w->reverse = w->scans && attr_bool(pl->p, i, AT(cumsum, reverse));
    w->may_be_row = rule_is_elementwise(rule) && pl->plan->fuses;
    TRY(node_shape(pl, instr, &w->shape));
    TRY(space_of(pl, w->shape, &w->space));
    TRY(view_to_space(pl, w->shape, w->space, 0, &w->full));
    w->mask = w->reduces || w->scans ? reduced_axes(pl, i, w->shape) : 0;
    w->size = pl->reads.len + pl->cost[instr];
    for (uint32_t k = 0; k < i->n_out; k++)
        w->size += elem_leaf_count(t, type_elem(t, var_type(&pl->scope, i->out + k)));
    return true;
}

/* Could the node be work on whole rows of the group? Its shape is then the space without the mask. */
static bool row_shape(Planner *pl, const Wish *w, const Group *g, bool *yes) {
    const Types *t = &pl->m->types;
    uint32_t place = 0, rank = type_rank(t, w->space);
    *yes = false;
    if (!w->may_be_row || !g->reduces)
        return true;
    for (uint32_t k = 0; k < type_rank(t, g->space); k++) {
        if (g->mask >> k & 1)
            continue;
        if (place == rank || type_dims(t, w->space)[place] != type_dims(t, g->space)[k])
            return true;
        place++;
    }
    *yes = place == rank;
    return true;
}

/* Is the node better off where its value is reduced than in a group that reduces along other axes? */
static bool pays_elsewhere(Planner *pl, const Wish *w, const Group *g) {
    return g->reduces && w->may_be_row && reduced_elsewhere(pl, w->instr, w->space, g);
}

static uint32_t full_rule(Planner *pl, const Wish *w, const Group *g, const Read *read,
                          ViewId seen) {
    uint32_t rank = type_rank(&pl->m->types, w->space);
    uint64_t all = rank == 64 ? UINT64_MAX : (UINT64_C(1) << rank) - 1;
    if (special_rule(g) != FITS)
        return special_rule(g);
    /* Rows are walked in an order of their own, a scatter in that of its elements. */
    if (g->scatters || pl->space_view[read->base] == NO_VIEW ||
        (w->scatters && (g->reduces || g->scans)))
        return RULE_NOT_SCATTER;
    if (g->space != w->space) {
        bool elementwise = rule_is_elementwise(rule_at(pl, pl->scope.definers[read->base]));
        if ((view_moves(pl, seen, rank) & all) != all)
            return elementwise ? RULE_NOT_SMALLER_SPACE : RULE_NOT_DIFFERENT_SPACE;
        /* Elementwise work could be done where it is seen, by each of those who see it. */
        return elementwise && pl->uses[read->base] > 1 ? RULE_NOT_RECOMPUTE
                                                       : RULE_NOT_DIFFERENT_SPACE;
    }
    if (seen != pl->space_view[read->base])
        return RULE_NOT_WHOLE_VALUE;
    if (pays_elsewhere(pl, w, g))
        return RULE_NOT_LATER;
    return same_rows(g, w->reduces, w->scans, w->reverse, w->mask);
}

static bool judge(Planner *pl, const Wish *w, uint32_t group, const Read *read,
                  uint32_t rule[MODE_COUNT]) {
    Group g = pl->groups.at[group];
    bool row;
    ViewId seen;
    rule[MODE_FULL] = rule[MODE_ROW] = RULE_NOT_WHOLE_VALUE;
    if (special_rule(&g) != FITS)
        rule[MODE_FULL] = rule[MODE_ROW] = special_rule(&g);
    if (g.scatters)
        rule[MODE_FULL] = rule[MODE_ROW] = RULE_NOT_SCATTER;
    if (!pl->plan->fuses)
        rule[MODE_FULL] = rule[MODE_ROW] = RULE_NOT_OFF;
    if (read->whole || !pl->plan->fuses)
        return true;
    TRY(view_compose(pl, read->view, w->full, &seen));
    rule[MODE_FULL] = rule[MODE_ROW] = full_rule(pl, w, &g, read, seen);
    if (rule[MODE_FULL] == FITS || special_rule(&g) != FITS)
        rule[MODE_ROW] = rule[MODE_FULL] == FITS ? RULE_NOT_DIFFERENT_SPACE : rule[MODE_FULL];
    TRY(row_shape(pl, w, &g, &row));
    if (!row || special_rule(&g) != FITS)
        return true;
    TRY(view_to_space(pl, w->shape, g.space, g.mask, &seen));
    TRY(view_compose(pl, read->view, seen, &seen));
    if (seen == pl->space_view[read->base])
        rule[MODE_ROW] = FITS;
    return true;
}

static bool add_link(Planner *pl, Wish *w, const Read *read) {
    uint32_t group = maker_group(pl, read->base), rule[MODE_COUNT], at = 0;
    if (group == NO_GROUP)
        return true;
    TRY(judge(pl, w, group, read, rule));
    while (at < w->links.len && w->links.at[at].group != group)
        at++;
    if (at == w->links.len) {
        Link link = {.group = group,
                     .producer = pl->scope.definers[read->base],
                     .rule = {rule[0], rule[1]},
                     .whole = read->whole};
        return vec_push(pl->env, &w->links, link);
    }
    for (unsigned m = 0; m < MODE_COUNT; m++)
        if (rule[m] != FITS && w->links.at[at].rule[m] == FITS) {
            w->links.at[at].rule[m] = rule[m];
            w->links.at[at].producer = pl->scope.definers[read->base];
        }
    return true;
}

/* ---- joining */

/* Can the node be in the group, next to what it reads from elsewhere? */
static uint32_t try_join(Planner *pl, Wish *w, uint32_t at, Mode mode, uint32_t *out) {
    uint32_t group = w->links.at[at].group, need = 0;
    if (pl->groups.at[group].size + w->size > pl->plan->limits.instructions)
        return RULE_NOT_KERNEL_SIZE;
    if (pl->groups.at[group].arguments >= pl->plan->limits.arguments)
        return RULE_NOT_ARGUMENTS;
    if (pl->groups.at[group].live >= pl->plan->limits.live)
        return RULE_NOT_REGISTERS;
    for (uint32_t k = 0; k < w->links.len; k++) {
        const Link *l = &w->links.at[k];
        bool apart = l->rule[mode] != FITS || can_merge(pl, group, l->group) != FITS;
        if (k != at && apart && pl->groups.at[l->group].level + 1 > need)
            need = pl->groups.at[l->group].level + 1;
    }
    if (!can_raise(&pl->groups.at[group], need))
        return RULE_NOT_CYCLE;
    raise_to(&pl->groups.at[group], need);
    for (uint32_t k = 0; k < w->links.len; k++) {
        uint32_t other = group_find(pl, w->links.at[k].group);
        if (other == group || w->links.at[k].rule[mode] != FITS ||
            can_merge(pl, group, other) != FITS)
            continue;
        uint32_t joint = group;
        if (try_merge(pl, &joint, other)) {
            group = joint;
            continue;
        }
        if (!can_raise(&pl->groups.at[group], pl->groups.at[other].level + 1))
            return RULE_NOT_CYCLE;
        raise_to(&pl->groups.at[group], pl->groups.at[other].level + 1);
    }
    /* Merging may have met limits that let a group stay apart which was to be merged. */
    for (uint32_t k = 0; k < w->links.len; k++) {
        uint32_t other = group_find(pl, w->links.at[k].group);
        if (other == group)
            continue;
        if (!can_raise(&pl->groups.at[group], pl->groups.at[other].level + 1))
            return RULE_NOT_CYCLE;
        raise_to(&pl->groups.at[group], pl->groups.at[other].level + 1);
    }
    *out = group;
    return FITS;
}

static bool new_group(Planner *pl, const Wish *w, uint32_t *out) {
    Group g = {.kind = w->kind,
               .parent = pl->groups.len,
               .space = w->space,
               .level = 1,
               .min_consumer = UINT32_MAX,
               .head = NO_INSTR,
               .tail = NO_INSTR,
               .first = w->instr};
    for (uint32_t k = 0; k < w->links.len; k++)
        raise_to(&g, pl->groups.at[group_find(pl, w->links.at[k].group)].level + 1);
    *out = pl->groups.len;
    return vec_push(pl->env, &pl->groups, g);
}

static void append_member(Planner *pl, uint32_t group, const Wish *w) {
    Group *g = &pl->groups.at[group];
    if (w->reduces || w->scans) {
        g->mask = w->mask;
        g->reverse = w->reverse;
    }
    g->reduces |= w->reduces;
    g->scans |= w->scans;
    g->scatters |= w->scatters;
    g->size += w->size;
    pl->next[w->instr] = NO_INSTR;
    if (g->tail == NO_INSTR)
        g->head = w->instr;
    else
        pl->next[g->tail] = w->instr;
    g->tail = w->instr;
    if (w->instr < g->first)
        g->first = w->instr;
    pl->group_of[w->instr] = group;
}

static uint32_t scalars_of(const Planner *pl, VarId var) {
    const Types *t = &pl->m->types;
    return elem_leaf_count(t, type_elem(t, var_type(&pl->scope, var)));
}

/* Results wait for their readers; what the node was the last to read waits no more. */
static void count_live(Planner *pl, uint32_t group, const Wish *w) {
    const Instr *i = instr_at(pl, w->instr);
    for (uint32_t k = 0; k < i->n_out; k++)
        if (pl->uses[i->out + k] > 0)
            pl->groups.at[group].live += scalars_of(pl, i->out + k);
    for (uint32_t k = 0; k < pl->reads.len; k++) {
        VarId base = pl->reads.at[k].base;
        uint32_t maker = maker_group(pl, base);
        if (maker == NO_GROUP || ++pl->read_count[base] != pl->uses[base])
            continue;
        uint32_t n = scalars_of(pl, base), *live = &pl->groups.at[maker].live;
        *live -= n < *live ? n : *live;
    }
}

/* How each result is seen from the space. */
static bool place_results(Planner *pl, uint32_t group, const Wish *w, Mode mode) {
    const Instr *i = instr_at(pl, w->instr);
    const Group g = pl->groups.at[group];
    for (uint32_t k = 0; k < i->n_out; k++) {
        TypeId type = var_type(&pl->scope, i->out + k), own;
        uint64_t without = mode == MODE_ROW ? g.mask : w->reduces ? w->mask : 0;
        pl->space_view[i->out + k] = NO_VIEW;
        if (g.kind != GROUP_FUSED || w->scatters)
            continue;
        TRY(space_of(pl, type, &own));
        if (mode == MODE_FULL && !w->reduces && own != g.space)
            without = UINT64_MAX; /* one value that a loop carries along */
        TRY(view_to_space(pl, type, g.space, without, &pl->space_view[i->out + k]));
    }
    return true;
}

/* Groups by level, high ones first: what a node reads last is nearest. */
static uint32_t best_link(const Planner *pl, const Wish *w, const bool *tried, Mode *mode) {
    uint32_t best = UINT32_MAX;
    for (uint32_t k = 0; k < w->links.len; k++) {
        const Link *l = &w->links.at[k];
        bool fits = l->rule[MODE_FULL] == FITS || l->rule[MODE_ROW] == FITS;
        if (!fits || (k < 64 && tried[k]) || k >= 64)
            continue;
        if (best == UINT32_MAX || pl->groups.at[group_find(pl, l->group)].level >
                                      pl->groups.at[group_find(pl, w->links.at[best].group)].level)
            best = k;
    }
    if (best != UINT32_MAX)
        *mode = w->links.at[best].rule[MODE_FULL] == FITS ? MODE_FULL : MODE_ROW;
    return best;
}

static bool settle(Planner *pl, Wish *w, uint32_t *group, Mode *mode) {
    bool tried[64] = {false};
    *group = NO_GROUP;
    *mode = MODE_FULL;
    for (unsigned n = 0; w->kind == GROUP_FUSED && n < MAX_TRIES && *group == NO_GROUP; n++) {
        Mode m = MODE_FULL;
        uint32_t at = best_link(pl, w, tried, &m);
        if (at == UINT32_MAX)
            break;
        tried[at] = true;
        w->links.at[at].group = group_find(pl, w->links.at[at].group);
        uint32_t rule = try_join(pl, w, at, m, group);
        if (rule == FITS)
            *mode = m;
        else
            w->links.at[at].rule[m] = rule;
    }
    return *group != NO_GROUP || new_group(pl, w, group);
}

static uint32_t first_reason(const Planner *pl, uint32_t group, const Link *l, Mode mode) {
    uint32_t own = special_rule(&pl->groups.at[group]);
    uint32_t merged = can_merge(pl, group, group_find(pl, l->group));
    if (!pl->plan->fuses)
        return RULE_NOT_OFF;
    if (own != FITS)
        return own;
    if (l->rule[mode] != FITS)
        return l->rule[mode];
    return merged != FITS ? merged : RULE_NOT_CYCLE;
}

static bool note_neighbours(Planner *pl, const Wish *w, uint32_t group, Mode mode) {
    for (uint32_t k = 0; k < w->links.len; k++) {
        uint32_t other = group_find(pl, w->links.at[k].group);
        if (other == group)
            continue;
        if (pl->groups.at[group].level < pl->groups.at[other].min_consumer)
            pl->groups.at[other].min_consumer = pl->groups.at[group].level;
        TRY(record(pl, w->links.at[k].producer, w->instr, NO_VAR,
                   first_reason(pl, group, &w->links.at[k], mode)));
    }
    return true;
}

/* ---- siblings: groups that read the same array over the same space */

static bool same_sibling(const Planner *pl, uint32_t id, TypeId space, VarId base, ViewId view) {
    const Sibling *s = &pl->sibling_list.at[id];
    return s->space == space && s->base == base && s->view == view;
}

/* Does the node read from that group anyway? Then a reason is noted there. */
static bool is_linked(Planner *pl, const Wish *w, uint32_t group) {
    for (uint32_t l = 0; l < w->links.len; l++)
        if (group_find(pl, w->links.at[l].group) == group)
            return true;
    return false;
}

/* Groups that reduce the same array along different axes stand side by side; each is met. */
static bool meet_sibling(Planner *pl, const Wish *w, const Read *read, uint32_t *group) {
    enum { MOST = 8 };
    uint32_t rank = type_rank(&pl->m->types, w->space), n = 0, before = NO_INSTR, why = FITS;
    uint64_t all = rank == 64 ? UINT64_MAX : (UINT64_C(1) << rank) - 1;
    ViewId seen;
    TRY(view_compose(pl, read->view, w->full, &seen));
    if (maker_group(pl, read->base) == *group)
        return true;
    bool shares = rank > 0 && (view_moves(pl, seen, rank) & all) == all;
    uint64_t hash = hash_u64(((uint64_t)w->space << 32) + seen, read->base);
    IndexCursor c = index_find(&pl->siblings, hash);
    while (n < MOST && index_next(&pl->siblings, &c)) {
        if (!same_sibling(pl, c.id, w->space, read->base, seen))
            continue;
        Sibling *s = &pl->sibling_list.at[c.id];
        uint32_t other = group_find(pl, pl->group_of[s->instr]);
        uint32_t rule = shares && other != *group ? can_merge(pl, *group, other) : FITS;
        if (rule == FITS && shares && other != *group &&
            pays_elsewhere(pl, w, &pl->groups.at[other]))
            rule = RULE_NOT_LATER;
        bool one = other == *group || (shares && rule == FITS && try_merge(pl, group, other));
        if (one || !shares) {
            pl->groups.at[*group].arguments += !one;
            s->instr = w->instr;
            return true;
        }
        n++;
        if (is_linked(pl, w, other))
            continue;
        before = s->instr;
        why = rule == FITS ? RULE_NOT_CYCLE : rule;
    }
    pl->groups.at[*group].arguments++;
    if (before != NO_INSTR)
        TRY(record(pl, before, w->instr, read->base, why));
    if (n == MOST)
        return true;
    TRY(vec_push(pl->env, &pl->sibling_list, ((Sibling){w->space, read->base, seen, w->instr})));
    return index_add(pl->env, &pl->siblings, hash, pl->sibling_list.len - 1);
}

/* ---- the walk */

static bool place_node(Planner *pl, Wish *w, uint32_t instr) {
    uint32_t group;
    Mode mode;
    TRY(node_reads(pl, instr));
    TRY(wish_for(pl, instr, w));
    for (uint32_t k = 0; k < pl->reads.len; k++) {
        Read read = pl->reads.at[k];
        TRY(add_link(pl, w, &read));
    }
    TRY(settle(pl, w, &group, &mode));
    append_member(pl, group, w);
    count_live(pl, group, w);
    TRY(place_results(pl, group, w, mode));
    TRY(note_neighbours(pl, w, group, mode));
    if (!pl->plan->fuses || w->kind != GROUP_FUSED || w->scatters || mode == MODE_ROW)
        return true;
    for (uint32_t k = 0; k < pl->reads.len; k++) {
        Read read = pl->reads.at[k];
        if (!read.whole)
            TRY(meet_sibling(pl, w, &read, &group));
    }
    return true;
}

/* Pairs that ended up in one kernel after all are no neighbours. What a kernel makes and is only
 * unpacked is made in its place. */
static void drop_joined(Planner *pl) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < pl->plan->apart.len; k++) {
        Apart a = pl->plan->apart.at[k];
        bool in_place = rule_at(pl, a.consumer) == RULE_UNPACK && pl->plan->fuses &&
                        pl->groups.at[group_of(pl, a.producer)].kind == GROUP_FUSED;
        if (group_of(pl, a.producer) != group_of(pl, a.consumer) && !in_place)
            pl->plan->apart.at[kept++] = a;
    }
    pl->plan->apart.len = kept;
}

bool plan_group(Planner *pl) {
    Wish w = {0};
    bool ok = true;
    for (uint32_t n = 0; n < pl->p->instrs.len; n++)
        pl->group_of[n] = NO_GROUP;
    for (uint32_t n = 0; ok && n < pl->p->instrs.len; n++) {
        if (!(pl->marks[n] & MARK_NODE))
            continue;
        w.links.len = 0;
        ok = place_node(pl, &w, n);
    }
    vec_free(pl->env->allocator, &w.links);
    if (ok)
        drop_joined(pl);
    return ok;
}
