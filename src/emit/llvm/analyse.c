/* Levels, phases and lanes of a kernel's values. */
#include "emit/llvm/analyse.h"

#include "emit/llvm/slice.h"
#include "op/op.h"

static bool is_map(const Analysis *a) {
    return a->form->walk == WALK_MAP;
}

/* ---- where values come from */

static void define(Analysis *a, ValId v, uint32_t n, bool hidden) {
    a->def[v] = n;
    a->hidden[v] = hidden;
}

static bool find_regions(Env *env, Analysis *a) {
    const Kernel *kernel = a->kernel;
    uint32_t open = NO_INSTR;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code == K_END)
            open = a->around[i->match];
        a->around[n] = open;
        if (open != NO_INSTR && (is_effect(i) || i->code == K_REDUCE || i->code == K_SCAN))
            return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_EMIT,
                            "a kernel stores, reduces or scans inside a loop or branch");
        if (i->value != NO_VAL)
            define(a, i->value, n, open != NO_INSTR || i->code == K_FOR);
        if (!is_opener(i))
            continue;
        for (uint32_t c = 0; c < i->n_carries; c++) {
            const Carry *carry = &kernel->carries.at[i->carry + c];
            define(a, carry->result, n, open != NO_INSTR);
            if (i->code != K_IF)
                define(a, carry->phi, n, true);
        }
        open = n;
    }
    return true;
}

/* ---- levels */

static Level operands_level(const Analysis *a, const KernelInstr *i) {
    const ValId *in = kernel_in(a->kernel, i);
    Level level = LEVEL_UNIFORM;
    for (uint32_t k = 0; k < i->n_in; k++)
        if (a->level[in[k]] > level)
            level = a->level[in[k]];
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
    if (test != LEVEL_UNIFORM && mask_around(a, n) > test)
        test = mask_around(a, n);
    raise(&a->mask[n], test, changed);
    if (i->value != NO_VAL) /* the index: in all lanes that still run it has come as far */
        raise(&a->level[i->value], a->level[kernel_in(a->kernel, i)[0]], changed);
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &a->kernel->carries.at[i->carry + c];
        Level most = a->level[carry->init];
        if (a->level[carry->next] > most)
            most = a->level[carry->next];
        /* What goes round may be the same in all lanes that still run, and yet not where they end. */
        if (i->code != K_IF) {
            raise(&a->level[carry->phi], most, changed);
            most = a->level[carry->phi];
        }
        raise(&a->level[carry->result], test > most ? test : most, changed);
    }
}

static void level_instr(Analysis *a, uint32_t n, bool *changed) {
    const KernelInstr *i = &a->kernel->body.at[n];
    Level level = operands_level(a, i);
    switch (i->code) {
    case K_REDUCE: return;
    case K_FOR:
    case K_WHILE:
    case K_IF: level_region(a, n, changed); return;
    case K_STORE:
    case K_SCATTER:
        if (is_map(a) && level == LEVEL_ROW)
            level = LEVEL_FULL;
        raise(&a->at[n], level, changed);
        return;
    case K_SCAN: level = LEVEL_FULL; break;
    case K_GATHER:
        if (mask_around(a, n) > level)
            level = mask_around(a, n);
        break;
    default: break;
    }
    if (i->value != NO_VAL)
        raise(&a->level[i->value], level, changed);
}

/* What a value is at least: as the planner says; in a map the walk has rows of its own. */
static Level first_level(const Analysis *a, const KernelInstr *i) {
    Level level = a->kernel->values.at[i->value].level;
    if (i->code == K_CONST)
        return LEVEL_UNIFORM;
    if (i->code == K_REDUCE)
        return LEVEL_ROW;
    if (!is_map(a) || level == LEVEL_UNIFORM)
        return level;
    if (i->code == K_LOAD || i->code == K_GATHER)
        return a->form->along[i->access] == ALONG_ONE ? LEVEL_ROW : LEVEL_FULL;
    return i->code == K_INDEX || i->code == K_RANDOM ? LEVEL_FULL : LEVEL_UNIFORM;
}

static void find_levels(Analysis *a) {
    const Kernel *kernel = a->kernel;
    for (uint32_t v = 0; v < kernel->values.len; v++)
        a->level[v] = is_map(a) ? LEVEL_UNIFORM : kernel->values.at[v].level;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->value != NO_VAL)
            a->level[i->value] = (uint8_t)first_level(a, i);
        if (i->code == K_SCATTER || (i->code == K_STORE && i->flags != LEVEL_UNIFORM && is_map(a)))
            a->at[n] = LEVEL_FULL;
        else if (i->code == K_STORE)
            a->at[n] = i->flags;
    }
    /* Levels only grow and there are three, so this ends soon; loops are why once is not enough. */
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < kernel->body.len; n++)
            level_instr(a, n, &changed);
    }
    for (uint32_t n = 0; n < kernel->body.len; n++)
        a->uniform_stores |= is_effect(&kernel->body.at[n]) && a->at[n] == LEVEL_UNIFORM;
}

/* ---- uses */

static void use(Analysis *a, ValId v, Level level) {
    a->read[v] = true;
    if (a->used_at[v] < level)
        a->used_at[v] = (uint8_t)level;
}

static void find_uses(Analysis *a) {
    const Kernel *kernel = a->kernel;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        const ValId *in = kernel_in(kernel, i);
        Level level = is_effect(i)                               ? (Level)a->at[n]
                      : i->code == K_REDUCE || i->code == K_SCAN ? LEVEL_FULL
                      : is_opener(i)                             ? (Level)a->mask[n]
                      : i->code == K_TEST                        ? (Level)a->mask[a->around[n]]
                      : i->value != NO_VAL                       ? (Level)a->level[i->value]
                                                                 : LEVEL_UNIFORM;
        for (uint32_t k = 0; k < i->n_in; k++)
            use(a, in[k], level);
        for (uint32_t c = 0; is_opener(i) && c < i->n_carries; c++) {
            const Carry *carry = &kernel->carries.at[i->carry + c];
            use(a, carry->init, a->level[carry->result]);
            use(a, carry->next, a->level[carry->result]);
        }
    }
}

/* ---- phases */

/* Does the kernel walk its rows both ways? */
static void find_ways(Analysis *a, bool *backwards) {
    bool forward = false, backward = false;
    for (uint32_t n = 0; n < a->kernel->body.len; n++) {
        const KernelInstr *i = &a->kernel->body.at[n];
        bool reverse = i->code == K_SCAN && (i->flags & KF_REVERSE);
        forward |= i->code == K_REDUCE || i->code == K_SCATTER || (i->code == K_SCAN && !reverse);
        backward |= reverse;
    }
    a->two_ways = forward && backward;
    *backwards = backward && !forward;
}

/* The first walk from `phase` on that goes the way the instruction needs. */
static uint32_t walk_from(const Analysis *a, const KernelInstr *i, uint32_t phase) {
    bool ordered = i->code == K_REDUCE || i->code == K_SCAN || i->code == K_SCATTER;
    if (!a->two_ways || !ordered)
        return phase;
    bool odd = i->code == K_SCAN && (i->flags & KF_REVERSE);
    return phase % 2 == odd ? phase : phase + 1;
}

static uint32_t operands_phase(const Analysis *a, const KernelInstr *i) {
    const ValId *in = kernel_in(a->kernel, i);
    uint32_t phase = 0;
    for (uint32_t k = 0; k < i->n_in; k++)
        if (a->phase[in[k]] > phase)
            phase = a->phase[in[k]];
    return phase;
}

static uint32_t carries_phase(const Analysis *a, const KernelInstr *i, uint32_t phase) {
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &a->kernel->carries.at[i->carry + c];
        if (a->phase[carry->init] > phase)
            phase = a->phase[carry->init];
        if (a->phase[carry->next] > phase)
            phase = a->phase[carry->next];
    }
    return phase;
}

static void set_carries_phase(Analysis *a, const KernelInstr *i, uint32_t phase) {
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &a->kernel->carries.at[i->carry + c];
        a->phase[carry->result] = phase;
        if (i->code != K_IF)
            a->phase[carry->phi] = phase;
    }
}

/* A region as a whole waits for everything it uses. */
static uint32_t region_phase(Analysis *a, uint32_t n) {
    const Kernel *kernel = a->kernel;
    uint32_t phase = 0, last = n;
    do {
        const KernelInstr *i = &kernel->body.at[last];
        uint32_t needs = operands_phase(a, i);
        if (is_opener(i))
            needs = carries_phase(a, i, needs);
        if (needs > phase)
            phase = needs;
        last++;
    } while (!(kernel->body.at[last].code == K_END && kernel->body.at[last].match == n));
    for (uint32_t m = n; m <= last; m++) {
        const KernelInstr *i = &kernel->body.at[m];
        if (i->value != NO_VAL)
            a->phase[i->value] = phase;
        if (is_opener(i))
            set_carries_phase(a, i, phase);
    }
    return last;
}

static void find_phases(Analysis *a) {
    const Kernel *kernel = a->kernel;
    a->n_phases = is_map(a) ? 1 : 0;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (is_opener(i)) {
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
        bool walks = i->code == K_REDUCE || (is_effect(i) && a->at[n] == LEVEL_FULL);
        if (walks && phase + 1 > a->n_phases)
            a->n_phases = phase + 1;
    }
    /* Workers that share a row write it when all of them have been through the walks before. */
    for (uint32_t n = 0; n < kernel->body.len && a->form->walk == WALK_PHASES; n++)
        if (is_effect(&kernel->body.at[n]) && a->at[n] == LEVEL_FULL)
            a->instr_phase[n] = a->n_phases - 1;
}

static void find_access_levels(Analysis *a) {
    for (uint32_t n = 0; n < a->kernel->body.len; n++) {
        const KernelInstr *i = &a->kernel->body.at[n];
        bool reads =
            i->code == K_LOAD || i->code == K_GATHER || i->code == K_INDEX || i->code == K_RANDOM;
        if (!reads && !is_effect(i))
            continue;
        uint8_t level = is_effect(i) ? a->at[n] : a->level[i->value];
        if (level > a->access_level[i->access])
            a->access_level[i->access] = level;
    }
}

static void number_rows(Analysis *a) {
    for (ValId v = 0; v < a->kernel->values.len; v++) {
        a->row_number[v] = UINT32_MAX;
        if (a->level[v] == LEVEL_ROW && !a->hidden[v] && a->def[v] != NO_INSTR)
            a->row_number[v] = a->n_row_values++;
    }
}

/* ---- lanes */

/* Bytes of a component as steps compute on it. bool: 0. */
static unsigned component_bytes(Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    if (info->class == CLASS_BOOL)
        return 0;
    if (info->class == CLASS_COMPLEX)
        return info->bits / 16;
    return info->class == CLASS_FLOAT && info->bits < 32 ? 4 : info->bits / 8;
}

/* Does the instruction use its operand as nothing but an index, or as what an index is made of? */
static bool only_indexes(const Kernel *kernel, const KernelInstr *i, uint32_t operand,
                         const bool *matters) {
    if (i->code == K_GATHER || (i->code == K_SCATTER && operand > 0))
        return true;
    bool step = i->code == K_STEP || i->code == K_CAST || i->code == K_SELECT;
    return step && !matters[i->value] &&
           dtype_info(kernel->values.at[i->value].dtype)->class != CLASS_BOOL;
}

/* Values that are more than a part of an index. */
static void find_matters(const Analysis *a, bool *matters) {
    const Kernel *kernel = a->kernel;
    for (uint32_t c = 0; c < kernel->carries.len; c++) {
        const Carry *carry = &kernel->carries.at[c];
        matters[carry->init] = matters[carry->next] = matters[carry->result] = true;
    }
    for (uint32_t n = kernel->body.len; n-- > 0;) {
        const KernelInstr *i = &kernel->body.at[n];
        for (uint32_t k = 0; k < i->n_in; k++)
            if (!only_indexes(kernel, i, k, matters))
                matters[kernel_in(kernel, i)[k]] = true;
    }
}

/*
 * A loop whose lanes end one by one waits for each step of a turn before the next. Where its turns are
 * short two vectors go round together, so that one computes while the other waits; they must find
 * room in the registers.
 */
static bool waits_for_itself(const Analysis *a) {
    const Kernel *kernel = a->kernel;
    unsigned n = 0, most = a->form->target->vector_bytes >= 64 ? 32 : 16;
    bool loops = false;
    for (uint32_t k = 0; k < kernel->body.len; k++) {
        const KernelInstr *i = &kernel->body.at[k];
        bool loop = i->code == K_FOR || i->code == K_WHILE;
        loops |= loop && a->mask[k] == LEVEL_FULL;
        n += a->around[k] != NO_INSTR && i->value != NO_VAL && a->level[i->value] == LEVEL_FULL;
    }
    return loops && n <= most;
}

/* Are there numbers of fewer than 4 bytes, or bools in memory? */
static bool has_bytes(const Kernel *kernel) {
    for (ValId v = 0; v < kernel->values.len; v++) {
        const DtypeInfo *info = dtype_info((Dtype)kernel->values.at[v].dtype);
        if (info->class != CLASS_BOOL && info->bits < 32)
            return true;
    }
    for (uint32_t k = 0; k < kernel->accesses.len; k++)
        if (kernel->accesses.at[k].dtype == DT_BOOL)
            return true;
    return false;
}

/* Vectors fill a register with the largest component that is computed on. */
static void choose_lanes(Analysis *a, bool *matters) {
    enum { LIGHT = 12 /* instructions */ };
    const Kernel *kernel = a->kernel;
    unsigned widest = 1, most = a->n_reductions ? 32 : 64;
    bool random = false;
    Level least = a->form->walk == WALK_COLUMNS ? LEVEL_ROW : LEVEL_FULL;
    find_matters(a, matters);
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        random |= i->code == K_RANDOM;
        ValId v = is_effect(i) ? kernel_in(kernel, i)[0] : i->value;
        if (v == NO_VAL || (is_effect(i) ? a->at[n] : a->level[v]) < least ||
            (!is_effect(i) && !matters[v]) ||
            (i->code == K_INDEX && kernel->values.at[v].dtype == DT_I64) || i->code == K_REDUCE)
            continue;
        unsigned bytes = component_bytes(kernel->values.at[v].dtype);
        widest = bytes > widest ? bytes : widest;
    }
    a->lanes = a->form->target->vector_bytes / widest;
    if (random && a->form->walk != WALK_COLUMNS)
        a->lanes *= widest == 4 ? 4 : 2; /* counters fill registers, several chains at once */
    if (a->form->walk == WALK_COLUMNS && kernel->body.len <= LIGHT)
        a->lanes *= 2; /* what is done once a vector costs as much as so small a body */
    if (a->form->walk == WALK_MAP && waits_for_itself(a)) {
        a->lanes *= 2;
        a->in_pairs = widest == 4 && !has_bytes(kernel);
    }
    a->lanes = a->lanes > most ? most : a->lanes < 2 ? 2 : a->lanes;
}

unsigned level_lanes(const Analysis *a, Level level) {
    if (level == LEVEL_UNIFORM || (level == LEVEL_ROW && a->form->walk != WALK_COLUMNS))
        return 1;
    return a->lanes;
}

unsigned value_lanes(const Analysis *a, ValId v) {
    return level_lanes(a, a->level[v]);
}

/* ---- all of it */

typedef struct Carve {
    char *base; /* NULL: counts alone */
    size_t used;
} Carve;

static void *take(Carve *c, size_t n, size_t size) {
    size_t at = (c->used + 7) / 8 * 8;
    c->used = at + (n + 1) * size;
    return c->base ? c->base + at : NULL;
}

static bool *lay_arrays(Analysis *a, Carve *c) {
    size_t values = a->kernel->values.len, instrs = a->kernel->body.len;
    a->level = take(c, values, 1);
    a->used_at = take(c, values, 1);
    a->read = take(c, values, 1);
    a->phase = take(c, values, sizeof *a->phase);
    a->def = take(c, values, sizeof *a->def);
    a->hidden = take(c, values, 1);
    a->kept_in = take(c, values, sizeof *a->kept_in);
    a->kept_at = take(c, values, sizeof *a->kept_at);
    a->row_number = take(c, values, sizeof *a->row_number);
    a->todo = take(c, values, sizeof *a->todo);
    a->roots = take(c, values, 1);
    a->cost = take(c, values, sizeof *a->cost);
    a->around = take(c, instrs, sizeof *a->around);
    a->mask = take(c, instrs, 1);
    a->at = take(c, instrs, 1);
    a->instr_phase = take(c, instrs, sizeof *a->instr_phase);
    a->number = take(c, instrs, sizeof *a->number);
    a->access_level = take(c, a->kernel->accesses.len, 1);
    return take(c, values, 1);
}

static void lay_slice(const Analysis *a, Carve *c, Slice *s) {
    Slice empty = {0};
    s = s ? s : &empty;
    s->wanted = take(c, a->kernel->body.len, 1);
    s->needed = take(c, a->kernel->values.len, 1);
    s->used = take(c, a->kernel->values.len, 1);
    s->live = take(c, a->kernel->carries.len, 1);
}

static void lay_slices(Analysis *a, Carve *c) {
    a->backwards = take(c, a->n_phases, 1);
    a->at_slices = take(c, a->n_phases + 1, sizeof *a->at_slices);
    a->phases = take(c, a->n_phases, sizeof *a->phases);
    lay_slice(a, c, &a->uniform);
    for (uint32_t p = 0; p <= a->n_phases; p++) {
        lay_slice(a, c, a->at_slices ? &a->at_slices[p] : NULL);
        if (p < a->n_phases)
            lay_slice(a, c, a->phases ? &a->phases[p] : NULL);
    }
}

static bool analyse_levels(Env *env, Analysis *a, bool **scratch) {
    Carve c = {0};
    lay_arrays(a, &c);
    a->sizes[0] = c.used;
    TRY(a->blocks[0] = env_new(env, c.used));
    c = (Carve){.base = a->blocks[0]};
    *scratch = lay_arrays(a, &c);
    for (ValId v = 0; v < a->kernel->values.len; v++)
        a->def[v] = NO_INSTR, a->kept_in[v] = NO_PHASE;
    TRY(find_regions(env, a));
    find_levels(a);
    find_access_levels(a);
    return true;
}

bool analyse(Env *env, Analysis *a, const Kernel *kernel, const Form *form) {
    bool *scratch, backwards;
    *a = (Analysis){.kernel = kernel, .form = form};
    TRY(analyse_levels(env, a, &scratch));
    find_uses(a);
    find_ways(a, &backwards);
    find_phases(a);
    number_rows(a);
    choose_lanes(a, scratch);
    Carve c = {0};
    lay_slices(a, &c);
    a->sizes[1] = c.used;
    TRY(a->blocks[1] = env_new(env, c.used));
    c = (Carve){.base = a->blocks[1]};
    lay_slices(a, &c);
    for (uint32_t p = 0; p < a->n_phases; p++)
        a->backwards[p] = a->two_ways ? p % 2 : backwards;
    slices_find(a);
    return true;
}

void analysis_free(const frit_allocator *allocator, Analysis *a) {
    for (unsigned k = 0; k < 2; k++)
        if (a->blocks[k])
            env_free(allocator, a->blocks[k], a->sizes[k]);
    *a = (Analysis){0};
}
