/* Levels, uses and phases of a kernel's values. */
#include <string.h>

#include "kernel/analysis.h"
#include "kernel/arrays.h"

/* ---- where values come from */

static void define(Analysis *a, ValId v, uint32_t n, bool hidden) {
    a->def[v] = n;
    a->hidden[v] = hidden;
}

/* Does the order of the elements matter to it? */
static bool is_ordered(const KernelInstr *i) {
    return i->code == K_REDUCE || i->code == K_SCAN || i->code == K_SCATTER;
}

static bool is_reverse(const KernelInstr *i) {
    return i->code == K_SCAN && (i->flags & KF_REVERSE);
}

/* Regions, and whether rows are walked both ways. */
static bool find_regions(Env *env, Analysis *a) {
    const Kernel *kernel = a->kernel;
    uint32_t open = NO_INSTR;
    bool ways[2] = {false, false};
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code == K_END)
            open = a->around[i->match];
        a->around[n] = open;
        if (is_ordered(i))
            ways[is_reverse(i)] = true;
        if (open != NO_INSTR && (is_ordered(i) || i->code == K_STORE))
            return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                            "a kernel stores, reduces or scans inside a loop or branch");
        if (i->value != NO_VAL)
            define(a, i->value, n, open != NO_INSTR || i->code == K_FOR);
        if (!instr_opens(i))
            continue;
        for (uint32_t c = 0; c < i->n_carries; c++) {
            const Carry *carry = &kernel->carries.at[i->carry + c];
            define(a, carry->result, n, open != NO_INSTR);
            if (i->code != K_IF)
                define(a, carry->phi, n, true);
        }
        open = n;
    }
    a->two_ways = ways[0] && ways[1];
    a->backwards = ways[1] && !ways[0];
    return true;
}

/* ---- levels */

static Level higher(Level x, Level y) {
    return x > y ? x : y;
}

static Level operands_level(const Analysis *a, const KernelInstr *i) {
    const ValId *in = kernel_in(a->kernel, i);
    Level level = LEVEL_UNIFORM;
    for (uint32_t k = 0; k < i->n_in; k++)
        level = higher(level, a->level[in[k]]);
    return level;
}

/* The lanes that the regions around an instruction leave on. */
static Level mask_around(const Analysis *a, uint32_t n) {
    for (uint32_t r = a->around[n]; r != NO_INSTR; r = a->around[r])
        if (a->mask[r] != LEVEL_UNIFORM)
            return a->mask[r];
    return LEVEL_UNIFORM;
}

static void raise(uint8_t *level, Level to, bool *changed) {
    if (*level < to) {
        *level = (uint8_t)to;
        *changed = true;
    }
}

static void level_region(Analysis *a, uint32_t n, bool *changed) {
    const KernelInstr *i = &a->kernel->body.at[n];
    Level test = operands_level(a, i->code == K_WHILE ? &a->kernel->body.at[i->match] : i);
    /* A row's lanes may be off one by one inside a region whose lanes are elements. */
    if (test != LEVEL_UNIFORM)
        test = higher(test, mask_around(a, n));
    raise(&a->mask[n], test, changed);
    /* The index, and what goes round: in all lanes that still run they may be the same, and yet not where
     * those end. */
    Level least = a->options.lanes_count ? test : LEVEL_UNIFORM;
    if (i->value != NO_VAL)
        raise(&a->level[i->value], higher(least, a->level[kernel_in(a->kernel, i)[0]]), changed);
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &a->kernel->carries.at[i->carry + c];
        Level most = higher(a->level[carry->init], a->level[carry->next]);
        if (i->code != K_IF) {
            Level result = a->options.lanes_count ? a->level[carry->result] : LEVEL_UNIFORM;
            raise(&a->level[carry->phi], higher(higher(most, least), result), changed);
            most = a->level[carry->phi];
        }
        raise(&a->level[carry->result], higher(test, most), changed);
    }
}

static void level_instr(Analysis *a, uint32_t n, bool *changed) {
    const KernelInstr *i = &a->kernel->body.at[n];
    if (instr_opens(i)) {
        level_region(a, n, changed);
        return;
    }
    if (i->value == NO_VAL || i->code == K_REDUCE)
        return;
    Level level = i->code == K_SCAN     ? LEVEL_FULL
                  : i->code == K_GATHER ? mask_around(a, n)
                                        : LEVEL_UNIFORM;
    raise(&a->level[i->value], higher(level, operands_level(a, i)), changed);
}

/* In maps what a row has one of is one an element. */
static Level in_rows(const Analysis *a, Level level) {
    return level == LEVEL_ROW && a->options.rows != ROWS_OF_KERNEL ? LEVEL_FULL : level;
}

/* What a value is at least. */
static Level first_level(const Analysis *a, const KernelInstr *i) {
    Level level = in_rows(a, a->kernel->values.at[i->value].level);
    if (i->code == K_CONST || i->code == K_TABLE)
        return LEVEL_UNIFORM;
    if (i->code == K_REDUCE)
        return LEVEL_ROW;
    if (a->options.rows != ROWS_OF_CALL || level == LEVEL_UNIFORM)
        return level;
    if (i->code == K_LOAD || i->code == K_GATHER)
        return a->options.along[i->access] == 0 ? LEVEL_ROW : LEVEL_FULL;
    return i->code == K_INDEX || i->code == K_RANDOM ? LEVEL_FULL : LEVEL_UNIFORM;
}

/* What shares memory has one level. */
static void level_slots(Analysis *a, bool *changed) {
    for (ValId v = 0; v < a->kernel->values.len; v++)
        if (a->slot[v] != NO_VAL)
            raise(&a->level[a->slot[v]], (Level)a->level[v], changed);
    for (ValId v = 0; v < a->kernel->values.len; v++)
        if (a->slot[v] != NO_VAL)
            raise(&a->level[v], (Level)a->level[a->slot[v]], changed);
}

static void find_levels(Analysis *a) {
    const Kernel *kernel = a->kernel;
    for (uint32_t v = 0; v < kernel->values.len && a->options.rows != ROWS_OF_CALL; v++)
        a->level[v] = (uint8_t)in_rows(a, kernel->values.at[v].level);
    for (uint32_t n = 0; n < kernel->body.len; n++)
        if (kernel->body.at[n].value != NO_VAL)
            a->level[kernel->body.at[n].value] = (uint8_t)first_level(a, &kernel->body.at[n]);
    /* Levels only grow and there are three, so this ends soon; loops are why once is not enough. */
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < kernel->body.len; n++)
            level_instr(a, n, &changed);
        level_slots(a, &changed);
    }
}

/*
 * Arrays that are changed later, and those that rows have one of, are no part's to leave to another: which part runs
 * first, and how often, is not said. Each makes them anew.
 */
static void hide_arrays(Analysis *a) {
    const Kernel *kernel = a->kernel;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        ValId old = instr_consumes(kernel, i);
        if (old != NO_VAL)
            a->hidden[old] = true;
        for (uint32_t c = 0; instr_opens(i) && c < i->n_carries; c++) {
            const Carry *carry = &kernel->carries.at[i->carry + c];
            if (is_array(kernel, carry->result))
                a->hidden[carry->init] = a->hidden[carry->next] = true;
        }
    }
    for (ValId v = 0; v < kernel->values.len; v++)
        a->hidden[v] |= is_array(kernel, v) && a->level[v] != LEVEL_UNIFORM;
}

/* ---- uses */

static Level effect_level(const Analysis *a, const KernelInstr *i) {
    if (i->code == K_SCATTER)
        return LEVEL_FULL;
    Level level = a->options.places ? a->options.places[i->access] : i->flags;
    return in_rows(a, higher(level, operands_level(a, i)));
}

static void use(Analysis *a, ValId v, Level level) {
    a->read[v] = true;
    if (a->used_at[v] < level)
        a->used_at[v] = (uint8_t)level;
}

/* At which an instruction uses its operands. */
static Level level_of(const Analysis *a, uint32_t n) {
    const KernelInstr *i = &a->kernel->body.at[n];
    return instr_is_effect(i)                         ? effect_level(a, i)
           : i->code == K_REDUCE || i->code == K_SCAN ? LEVEL_FULL
           : instr_opens(i)                           ? a->mask[n]
           : i->code == K_TEST                        ? a->mask[a->around[n]]
           : i->value != NO_VAL                       ? a->level[i->value]
                                                      : LEVEL_UNIFORM;
}

static void find_uses(Analysis *a) {
    const Kernel *kernel = a->kernel;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        const ValId *in = kernel_in(kernel, i);
        Level level = level_of(a, n);
        for (uint32_t k = 0; k < i->n_in; k++)
            use(a, in[k], level);
        for (uint32_t c = 0; instr_opens(i) && c < i->n_carries; c++) {
            const Carry *carry = &kernel->carries.at[i->carry + c];
            use(a, carry->init, a->level[carry->result]);
            use(a, carry->next, a->level[carry->result]);
        }
        if (instr_is_effect(i)) {
            a->at[n] = (uint8_t)level;
            a->uniform_stores |= level == LEVEL_UNIFORM;
        }
        bool reads =
            i->code == K_LOAD || i->code == K_GATHER || i->code == K_INDEX || i->code == K_RANDOM;
        if ((reads || instr_is_effect(i)) && level > a->access_level[i->access])
            a->access_level[i->access] = (uint8_t)level;
    }
}

/* ---- phases */

/* The first walk from `phase` on that goes the way the instruction needs. */
static uint32_t walk_from(const Analysis *a, const KernelInstr *i, uint32_t phase) {
    if (!a->two_ways || !is_ordered(i))
        return phase;
    return phase % 2 == is_reverse(i) ? phase : phase + 1;
}

static uint32_t later(uint32_t x, uint32_t y) {
    return x > y ? x : y;
}

static uint32_t operands_phase(const Analysis *a, const KernelInstr *i) {
    const ValId *in = kernel_in(a->kernel, i);
    uint32_t phase = 0;
    for (uint32_t k = 0; k < i->n_in; k++)
        phase = later(phase, a->phase[in[k]]);
    return phase;
}

static uint32_t carries_phase(const Analysis *a, const KernelInstr *i) {
    uint32_t phase = 0;
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &a->kernel->carries.at[i->carry + c];
        phase = later(phase, later(a->phase[carry->init], a->phase[carry->next]));
    }
    return phase;
}

static void set_phase(Analysis *a, const KernelInstr *i, uint32_t phase) {
    if (i->value != NO_VAL)
        a->phase[i->value] = phase;
    for (uint32_t c = 0; instr_opens(i) && c < i->n_carries; c++) {
        const Carry *carry = &a->kernel->carries.at[i->carry + c];
        a->phase[carry->result] = phase;
        if (i->code != K_IF)
            a->phase[carry->phi] = phase;
    }
}

/* A region as a whole waits for everything it uses. */
static uint32_t region_phase(Analysis *a, uint32_t n) {
    const KernelInstr *body = a->kernel->body.at;
    uint32_t phase = 0, last = n;
    do {
        phase = later(phase, operands_phase(a, &body[last]));
        if (instr_opens(&body[last]))
            phase = later(phase, carries_phase(a, &body[last]));
        last++;
    } while (!(body[last].code == K_END && body[last].match == n));
    for (uint32_t m = n; m <= last; m++)
        set_phase(a, &body[m], phase);
    return last;
}

static void find_phases(Analysis *a) {
    const Kernel *kernel = a->kernel;
    a->n_phases = a->options.rows != ROWS_OF_KERNEL;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (instr_opens(i)) {
            n = region_phase(a, n);
            continue;
        }
        uint32_t phase = walk_from(a, i, operands_phase(a, i));
        a->instr_phase[n] = phase;
        if (i->code == K_REDUCE)
            a->number[n] = a->n_reductions++;
        if (i->code == K_SCAN)
            a->number[n] = a->n_scans++;
        if (i->value != NO_VAL)
            a->phase[i->value] = phase + (i->code == K_REDUCE);
        if (i->code == K_REDUCE || (instr_is_effect(i) && a->at[n] == LEVEL_FULL))
            a->n_phases = later(a->n_phases, phase + 1);
    }
    bool moves = a->options.stores_last && a->n_phases > 1;
    for (uint32_t n = 0; moves && n < kernel->body.len; n++)
        if (instr_is_effect(&kernel->body.at[n]) && a->at[n] == LEVEL_FULL)
            a->instr_phase[n] = a->n_phases - 1;
}

/* ---- all of it */

/* All of them in one block. */
static bool new_arrays(Env *env, Arena **arena, Analysis *a) {
    size_t values = a->kernel->values.len + 1, instrs = a->kernel->body.len + 1;
    size_t words = 4 * values + 3 * instrs;
    size_t bytes = 4 * values + 2 * instrs + a->kernel->accesses.len + 1;
    TRY(a->def = arena_new(env, arena, words * sizeof *a->def + bytes));
    a->kept_in = a->def + values;
    a->phase = a->kept_in + values;
    a->slot = a->phase + values;
    a->around = a->slot + values;
    a->instr_phase = a->around + instrs;
    a->number = a->instr_phase + instrs;
    a->level = (uint8_t *)(a->number + instrs);
    a->used_at = a->level + values;
    a->read = (bool *)(a->used_at + values);
    a->hidden = a->read + values;
    a->mask = (uint8_t *)(a->hidden + values);
    a->at = a->mask + instrs;
    a->access_level = a->at + instrs;
    memset(a->def, 0xff, 2 * values * sizeof *a->def); /* NO_INSTR, NO_PHASE */
    return true;
}

bool analyse(Env *env, Arena **arena, Analysis *a, const Kernel *kernel,
             const AnalysisOptions *options) {
    *a = (Analysis){.kernel = kernel, .options = *options};
    TRY(new_arrays(env, arena, a) && find_regions(env, a));
    kernel_slots(kernel, a->slot);
    find_levels(a);
    hide_arrays(a);
    find_uses(a);
    find_phases(a);
    return true;
}
