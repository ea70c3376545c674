/* Rules of arrays: where they stand, and that nothing is used that has been overwritten. */
#include "kernel/check_parts.h"

/* ---- where arrays stand */

static uint32_t count_of(const KernelCheck *c, ValId v) {
    return c->k->values.at[v].count;
}

/* How many elements operand number o has, for a value of `count`. */
static uint32_t operand_count(const KernelInstr *i, uint32_t o, uint32_t own, uint32_t count) {
    switch (i->code) {
    case K_COPY: return count;
    case K_PUT: return o == 0 ? count : 0;
    case K_ELEMENT: return o == 0 ? own : 0; /* any */
    default: return 0;
    }
}

static bool carries_fit(KernelCheck *c) {
    for (uint32_t n = 0; instr_opens(c->i) && n < c->i->n_carries; n++) {
        const Carry *carry = &c->k->carries.at[c->i->carry + n];
        uint32_t count = count_of(c, carry->result);
        Level level = (Level)c->k->values.at[carry->result].level;
        if (count_of(c, carry->init) != count || count_of(c, carry->next) != count ||
            (carry->phi != NO_VAL && count_of(c, carry->phi) != count))
            return kernel_broken(c, "carry %u is arrays of several lengths", n);
        if (count && (c->k->values.at[carry->init].level != level ||
                      c->k->values.at[carry->next].level != level))
            return kernel_broken(c, "carry %u is arrays of several levels", n);
    }
    return true;
}

bool kernel_arrays_fit(KernelCheck *c) {
    const KernelInstr *i = c->i;
    const ValId *in = kernel_in(c->k, i);
    uint32_t count = i->value == NO_VAL ? 0 : count_of(c, i->value);
    bool makes = i->code >= K_TABLE && i->code <= K_PUT && i->code != K_ELEMENT;
    if (makes != (count > 0))
        return kernel_broken(c, makes ? "it makes an array" : "it makes no array");
    for (uint32_t o = 0; o < i->n_in; o++)
        if (count_of(c, in[o]) != operand_count(i, o, count_of(c, in[o]), count) ||
            (i->code == K_ELEMENT && o == 0 && count_of(c, in[o]) == 0))
            return kernel_broken(c, "v%u is %s", in[o],
                                 count_of(c, in[o]) ? "an array that does not fit" : "no array");
    ValId old = instr_consumes(c->k, i);
    if (old != NO_VAL && c->k->values.at[old].level != c->k->values.at[i->value].level)
        return kernel_broken(c, "v%u is of another level than what is made in its place", old);
    return carries_fit(c);
}

/* ---- what is newest */

static bool is_newest(KernelCheck *c, ValId v) {
    if (!is_array(c->k, v) || (c->slot[v] != NO_VAL && c->newest[c->slot[v]] == v))
        return true;
    return kernel_broken(c, "v%u was changed, or is what another region left", v);
}

static bool become(KernelCheck *c, ValId slot, ValId v) {
    SlotChange change = {slot, c->newest[slot]};
    c->slot[v] = slot;
    c->newest[slot] = v;
    return vec_push(c->env, &c->changes, change);
}

/* Takes back what an arm or a turn changed. What is older than the region must be carried. */
static bool take_back(KernelCheck *c, const KernelInstr *opener, uint32_t since, bool first) {
    bool fine = true;
    while (c->changes.len > since) {
        SlotChange change = c->changes.at[--c->changes.len];
        bool carried = change.before == NO_VAL;
        for (uint32_t n = 0; n < opener->n_carries && !carried; n++) {
            const Carry *carry = &c->k->carries.at[opener->carry + n];
            ValId out = first ? carry->init : carry->next;
            carried = is_array(c->k, out) && c->slot[out] == change.slot;
        }
        fine &= carried;
        c->newest[change.slot] = change.before;
    }
    return fine ||
           kernel_broken(c, "an array from outside of the region is changed, and not carried");
}

/* At the opener of a loop, or where an arm or a turn ends: each carried array is the newest of its slot. */
static bool carried_are_newest(KernelCheck *c, const KernelInstr *opener, bool first) {
    for (uint32_t n = 0; n < opener->n_carries; n++) {
        const Carry *carry = &c->k->carries.at[opener->carry + n];
        ValId out = first ? carry->init : carry->next, slot;
        if (!is_array(c->k, out))
            continue;
        TRY(is_newest(c, out));
        slot = c->slot[out];
        if (c->i->code == K_END && slot != c->slot[carry->init])
            return kernel_broken(c, "carry %u is arrays of several slots", n);
        for (uint32_t m = 0; m < n; m++) {
            const Carry *other = &c->k->carries.at[opener->carry + m];
            ValId theirs = first ? other->init : other->next;
            if (is_array(c->k, theirs) && c->slot[theirs] == slot)
                return kernel_broken(c, "carries %u and %u share an array", m, n);
        }
    }
    return true;
}

static bool is_table(const KernelCheck *c, ValId slot) {
    return c->is_table[slot] != NO_VAL;
}

static bool open_loop(KernelCheck *c) {
    for (uint32_t n = 0; n < c->i->n_carries; n++) {
        const Carry *carry = &c->k->carries.at[c->i->carry + n];
        if (!is_array(c->k, carry->init))
            continue;
        if (is_table(c, c->slot[carry->init]))
            return kernel_broken(c, "a table goes round");
        TRY(become(c, c->slot[carry->init], carry->phi));
    }
    return true;
}

static bool close_region(KernelCheck *c) {
    const OpenRegion *region = &c->open.at[c->open.len - 1];
    const KernelInstr *opener = &c->k->body.at[region->instr];
    TRY(carried_are_newest(c, opener, false) && take_back(c, opener, region->changes, false));
    for (uint32_t n = 0; n < opener->n_carries; n++) {
        const Carry *carry = &c->k->carries.at[opener->carry + n];
        ValId slot = c->slot[carry->init];
        if (!is_array(c->k, carry->result))
            continue;
        if (c->newest[slot] == NO_VAL || is_table(c, slot))
            return kernel_broken(c, "carry %u is an array made inside, or a table", n);
        TRY(become(c, slot, carry->result));
    }
    return true;
}

bool kernel_arrays_are_newest(KernelCheck *c) {
    const KernelInstr *i = c->i;
    ValId old = instr_consumes(c->k, i);
    for (uint32_t o = 0; o < i->n_in; o++)
        TRY(is_newest(c, kernel_in(c->k, i)[o]));
    if (i->code == K_ELSE) {
        OpenRegion *region = &c->open.at[c->open.len - 1];
        const KernelInstr *opener = &c->k->body.at[region->instr];
        return carried_are_newest(c, opener, true) && take_back(c, opener, region->changes, true);
    }
    if (i->code == K_END)
        return close_region(c);
    c->since = c->changes.len;
    if (i->code == K_FOR || i->code == K_WHILE)
        return carried_are_newest(c, i, true) && open_loop(c);
    if (i->code == K_TABLE)
        c->is_table[i->value] = i->value;
    if (old != NO_VAL && is_table(c, c->slot[old]))
        return kernel_broken(c, "v%u is a table", old);
    if (i->value != NO_VAL && is_array(c->k, i->value))
        return become(c, old == NO_VAL ? i->value : c->slot[old], i->value);
    return true;
}
