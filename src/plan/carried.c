/*
 * Arrays that a loop carries, of which a turn stores some elements: s[t] = f(s[t - 1]). Such a store is to happen
 * in place, or each turn would copy the array. So what is stored is made before the first of it is stored: in a
 * kernel of its own, wherever it may come from the array. Whether a turn can then write where it reads is found when
 * the plan is bound (run/bind/in_place.c).
 */
#include "plan/planner.h"

/* The scatter that makes the variable, or NULL. */
static const Instr *scatter_of(const Planner *pl, VarId var) {
    uint32_t maker = pl->scope.definers[var];
    return maker != NO_INSTR && rule_at(pl, maker) == RULE_SCATTER ? instr_at(pl, maker) : NULL;
}

/* What the scatter changes, if it is a variable as it is. */
static VarId changed_by(const Planner *pl, const Instr *scatter) {
    Ref ref = pl->scope.refs[instr_in(pl->p, scatter)[0]];
    return ref.view == VIEW_IDENTITY ? ref.base : NO_VAR;
}

/* Is the next turn's array this one's, changed by scatters alone? */
static bool is_changed(const Planner *pl, uint32_t c) {
    VarId var = pl->p->outputs.at[c];
    const Instr *scatter;
    while (var != NO_VAR && (scatter = scatter_of(pl, var)) != NULL)
        var = changed_by(pl, scatter);
    return var == pl->carried.first + c && scatter_of(pl, pl->p->outputs.at[c]);
}

/* By variable: does it depend on an array that is changed? */
static void find_dependent(const Planner *pl, uint8_t *dependent) {
    for (uint32_t n = 0; n < pl->p->instrs.len; n++) {
        const Instr *i = instr_at(pl, n);
        uint8_t any = 0;
        for (uint32_t k = 0; k < i->n_in; k++)
            any |= dependent[instr_in(pl->p, i)[k]];
        for (uint32_t k = 0; k < i->n_out; k++)
            dependent[i->out + k] = any;
    }
}

bool mark_carried(Planner *pl) {
    bool some = false;
    for (uint32_t c = 0; !some && c < pl->carried.n; c++)
        some = is_changed(pl, c);
    if (!some || !pl->plan->fuses)
        return true;
    size_t size = (size_t)pl->p->vars.len + 1;
    uint8_t *dependent = env_new(pl->env, size);
    TRY(dependent);
    for (uint32_t c = 0; c < pl->carried.n; c++)
        dependent[pl->carried.first + c] = is_changed(pl, c);
    find_dependent(pl, dependent);
    for (uint32_t c = 0; c < pl->carried.n; c++) {
        if (!is_changed(pl, c))
            continue;
        const Instr *scatter;
        for (VarId var = pl->p->outputs.at[c]; (scatter = scatter_of(pl, var)) != NULL;
             var = changed_by(pl, scatter))
            if (dependent[instr_in(pl->p, scatter)[1]])
                pl->marks[pl->scope.definers[var]] |= MARK_CARRIED;
    }
    env_free(pl->env->allocator, dependent, size);
    return true;
}
