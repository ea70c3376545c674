/* What becomes of a value later on, as far as grouping asks. */
#include "plan/planner.h"

enum {
    FAR = 64,      /* instructions ahead that are looked at */
    DEEP = 4,      /* elementwise steps between a value and its reduction */
    FEW_INPUTS = 2 /* arrays that are read instead of writing one and reading it again */
};

uint64_t reduced_axes(const Planner *pl, const Instr *i, TypeId shape) {
    const Types *t = &pl->m->types;
    TypeRule rule = op_info(i->op)->rule;
    uint32_t n = 0, rank = type_rank(t, shape), place = 0;
    bool has[MAX_RANK] = {false}, listed = attr_has(pl->p, i, AT_AXES);
    if (listed && rule == RULE_REDUCE) {
        const int64_t *list = attr_list(pl->p, i, AT_AXES, &n);
        for (uint32_t k = 0; k < n; k++)
            has[axis_of(list[k], rank)] = true;
    } else if (listed) { /* one axis: of argmax and the like, and of scans */
        has[axis_of(attr_int(pl->p, i, AT_AXIS, 0), rank)] = true;
    }
    uint64_t mask = 0;
    for (uint32_t k = 0; k < rank; k++) {
        if (type_dims(t, shape)[k] == 1)
            continue;
        mask |= (uint64_t)(!listed || has[k]) << place;
        place++;
    }
    return mask;
}

/* The node that reads a value, which has one reader; NO_INSTR: it is far away, or sees it through a view. */
static uint32_t reader_of(const Planner *pl, uint32_t instr) {
    VarId value = instr_at(pl, instr)->out;
    for (uint32_t n = instr + 1; n < pl->p->instrs.len && n - instr <= FAR; n++) {
        const Instr *i = instr_at(pl, n);
        for (uint32_t k = 0; k < i->n_in && pl->marks[n] & MARK_NODE; k++) {
            Ref ref = pl->scope.refs[instr_in(pl->p, i)[k]];
            if (ref.base == value)
                return ref.view == VIEW_IDENTITY ? n : NO_INSTR;
        }
    }
    return NO_INSTR;
}

/* Is all that a step reads over the whole space there before anything runs, and not much? */
static bool reads_inputs(Planner *pl, TypeId space) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < pl->reads.len; k++) {
        const Read *read = &pl->reads.at[k];
        TypeId own;
        if (!space_of(pl, var_type(&pl->scope, read->base), &own))
            return false;
        if (type_rank(&pl->m->types, own) < type_rank(&pl->m->types, space))
            continue;
        if (pl->scope.definers[read->base] != NO_INSTR)
            return false;
        count++;
    }
    return count <= FEW_INPUTS;
}

bool reduced_elsewhere(Planner *pl, uint32_t instr, TypeId space, const Group *group) {
    if (!reads_inputs(pl, space))
        return false;
    for (unsigned depth = 0; depth < DEEP; depth++) {
        const Instr *i = instr_at(pl, instr);
        if (i->n_out != 1 || pl->uses[i->out] != 1)
            return false;
        instr = reader_of(pl, instr);
        if (instr == NO_INSTR)
            return false;
        TypeRule rule = rule_at(pl, instr);
        TypeId shape, own;
        if (!node_shape(pl, instr, &shape) || !space_of(pl, shape, &own) || own != space)
            return false;
        if (rule == RULE_REDUCE || rule == RULE_ARG_REDUCE)
            return reduced_axes(pl, instr_at(pl, instr), shape) != group->mask;
        if (!rule_is_elementwise(rule))
            return false;
    }
    return false;
}
