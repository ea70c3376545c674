#include "kernel/check.h"

#include <stdio.h>

#include "kernel/check_parts.h"

typedef struct Rule {
    const char *name, *doc;
    bool (*holds)(KernelCheck *c);
} Rule;

bool kernel_broken(KernelCheck *c, const char *format, ...) {
    va_list args;
    frit_error *error = c->env->error;
    if (c->at.instr != NO_INSTR)
        snprintf(error->place, sizeof error->place, "kernel, instruction %u", c->at.instr);
    else if (c->at.access != NO_INSTR)
        snprintf(error->place, sizeof error->place, "kernel, access a%u", c->at.access);
    else
        snprintf(error->place, sizeof error->place, "kernel");
    va_start(args, format);
    check_fail(c->env, NULL, NULL, NO_INSTR, c->rule, format, args);
    va_end(args);
    return false;
}

/* ---- the kernel's tables */

static bool axes_are_few(KernelCheck *c) {
    if (c->k->n_axes > MAX_RANK || c->k->n_inner > c->k->n_axes)
        return kernel_broken(c, "%u axes, %u of them inner; there may be %d", c->k->n_axes,
                             c->k->n_inner, MAX_RANK);
    return true;
}

static bool values_are_sound(KernelCheck *c) {
    for (ValId v = 0; v < c->k->values.len; v++) {
        const KernelValue *value = &c->k->values.at[v];
        if (value->dtype >= DTYPE_COUNT || value->level > LEVEL_FULL)
            return kernel_broken(c, "v%u has no dtype or no level", v);
        if (value->count > ARRAY_COUNT_MOST)
            return kernel_broken(c, "v%u has %u elements; there may be %d", v, value->count,
                                 ARRAY_COUNT_MOST);
        if (value->level == LEVEL_ROW && c->k->n_inner == 0)
            return kernel_broken(c, "v%u is one a row, but there are no inner axes", v);
    }
    return true;
}

static const Rule kernel_rules[] = {
    {"axes", "there are at most 64 axes, and the inner ones are among them", axes_are_few},
    {"values", "a value has a dtype and a level; one a row needs inner axes; arrays are not long",
     values_are_sound},
};

/* ---- accesses */

static bool access_is_sound(KernelCheck *c) {
    const Access *a = c->a;
    if (a->dtype >= DTYPE_COUNT)
        return kernel_broken(c, "it has no dtype");
    if (a->n_indexed > MAX_RANK - c->k->n_axes)
        return kernel_broken(c, "%u indexed axes beside %u of the kernel; there may be %d in all",
                             a->n_indexed, c->k->n_axes, MAX_RANK);
    if (a->parts ? a->part >= a->parts : a->part != 0)
        return kernel_broken(c, "it is part %u of %u", a->part, a->parts);
    if (a->buffer == NO_BUFFER &&
        (a->store || a->n_indexed || a->leaf || a->parts || a->dtype != DT_I64))
        return kernel_broken(c, "an element number is an i64 and lies in no memory");
    return true;
}

static const Rule access_rules[] = {
    {"access-form",
     "an access has a dtype, few axes, and parts in order; an element number has no memory",
     access_is_sound},
};

/* ---- instructions */

static bool code_exists(KernelCheck *c) {
    return c->i->code < K_CODE_COUNT || kernel_broken(c, "there is no code number %u", c->i->code);
}

static bool pools_hold(KernelCheck *c) {
    const KernelInstr *i = c->i;
    if ((uint64_t)i->in + i->n_in > c->k->operands.len)
        return kernel_broken(c, "the operands lie outside of the kernel's pool");
    if (instr_opens(i) ? (uint64_t)i->carry + i->n_carries > c->k->carries.len : i->n_carries != 0)
        return kernel_broken(c, "the carries lie outside of the kernel's pool");
    return true;
}

static bool op_fits(KernelCheck *c) {
    const KernelInstr *i = c->i;
    if (instr_has_op(i) && (i->op >= OP_COUNT || kernel_code_of((Op)i->op) != i->code))
        return kernel_broken(c, "its op, number %u, is not of that kind", i->op);
    return true;
}

static bool access_fits(KernelCheck *c) {
    const KernelInstr *i = c->i;
    if (!instr_has_access(i))
        return true;
    if (i->access >= c->k->accesses.len)
        return kernel_broken(c, "there is no access a%u", i->access);
    const Access *a = &c->k->accesses.at[i->access];
    bool number = i->code == K_INDEX || i->code == K_RANDOM;
    bool indexed = i->code == K_GATHER || i->code == K_SCATTER;
    if (number != (a->buffer == NO_BUFFER))
        return kernel_broken(c, "a%u is %s", i->access, number ? "in memory" : "an element number");
    if (a->store != instr_is_effect(i))
        return kernel_broken(c, "a%u %s", i->access, a->store ? "writes" : "does not write");
    if ((a->n_indexed > 0) != indexed)
        return kernel_broken(c, "a%u has %u indexed axes", i->access, a->n_indexed);
    return true;
}

static uint32_t operands_wanted(const KernelCheck *c) {
    const KernelInstr *i = c->i;
    switch (i->code) {
    case K_STEP:
    case K_RANDOM: return op_info((Op)i->op)->arity;
    case K_PUT:
    case K_SELECT: return 3;
    case K_ELEMENT:
    case K_FOR: return 2;
    case K_ARRAY:
        return i->n_in == 1 || i->value >= c->k->values.len ? 1 : c->k->values.at[i->value].count;
    case K_COPY: return i->n_in == 2 ? 2 : 1;
    case K_CAST:
    case K_BITCAST:
    case K_REDUCE:
    case K_SCAN:
    case K_STORE:
    case K_TEST:
    case K_IF: return 1;
    case K_GATHER: return c->k->accesses.at[i->access].n_indexed;
    case K_SCATTER: return 1 + c->k->accesses.at[i->access].n_indexed;
    default: return 0;
    }
}

static bool arity_fits(KernelCheck *c) {
    uint32_t wanted = operands_wanted(c);
    return c->i->n_in == wanted ||
           kernel_broken(c, "it has %u operands instead of %u", c->i->n_in, wanted);
}

static bool value_fits(KernelCheck *c) {
    const KernelInstr *i = c->i;
    bool makes = i->code <= K_SCAN || i->code == K_FOR;
    if (makes ? i->value >= c->k->values.len : i->value != NO_VAL)
        return kernel_broken(c, makes ? "it makes no value" : "it makes a value");
    return true;
}

static bool flags_fit(KernelCheck *c) {
    const KernelInstr *i = c->i;
    bool fine = i->flags == 0;
    if (i->code == K_REDUCE)
        fine = fine || (i->flags == KF_OMIT_NAN && op_attr_find((Op)i->op, "omit_nan", 8) >= 0);
    else if (i->code == K_SCAN)
        fine = !(i->flags & ~(KF_REVERSE | KF_EXCLUSIVE));
    else if (i->code == K_STORE)
        fine = i->flags <= LEVEL_FULL && (i->flags != LEVEL_ROW || c->k->n_inner > 0);
    else if (i->code == K_SCATTER)
        fine = i->flags == LEVEL_FULL;
    if (!fine)
        return kernel_broken(c, "it has flags %u", i->flags);
    if (i->code == K_SCATTER ? i->combine >= COMBINE_COUNT : i->combine != 0)
        return kernel_broken(c, "there is no way number %u to combine", i->combine);
    return true;
}

static const Rule instr_rules[] = {
    {"code", "the code is one of kernel.h", code_exists},
    {"pool", "operands and carries lie inside of the kernel's pools", pools_hold},
    {"op", "steps, reductions, scans and draws have an op of that kind", op_fits},
    {"access", "an access is in memory, written and indexed as the instruction needs it",
     access_fits},
    {"arity", "an instruction has as many operands as its code, op or access takes", arity_fits},
    {"value", "an instruction makes one value, or none where its code makes none", value_fits},
    {"flags", "flags and combination are those that the code knows", flags_fit},
    {"known", "operands were made before, in a region that is still open",
     kernel_operands_are_known},
    {"nesting", "regions open, are divided and end in order, and markers name the next one",
     kernel_regions_nest},
    {"carries", "what a region carries is made before it and inside of it",
     kernel_carries_are_known},
    {"outside", "nothing stores, reduces or scans inside a region", kernel_effects_are_outside},
    {"dtypes", "operands and values have the dtypes that the code asks for", kernel_dtypes_fit},
    {"constant", "a constant's unused bits are 0, and a bool is 0 or 1", kernel_constant_is_sound},
    {"arrays", "arrays stand where arrays are taken, of as many elements, and scalars elsewhere",
     kernel_arrays_fit},
    {"levels",
     "no operand is of a higher level than what is made of it; a reduction gives one a row",
     kernel_levels_fit},
    {"newest",
     "of arrays that share memory only the newest is used; what a region changes it carries",
     kernel_arrays_are_newest},
    {"made-once", "every value is made once", kernel_makes_once},
};

/* ---- the kernel, after its instructions */

static bool regions_are_closed(KernelCheck *c) {
    if (c->open.len == 0)
        return true;
    c->at.instr = c->open.at[c->open.len - 1].instr;
    return kernel_broken(c, "the region has no end");
}

static bool values_are_made(KernelCheck *c) {
    for (ValId v = 0; v < c->k->values.len; v++)
        if (c->made[v] == MADE_NOT)
            return kernel_broken(c, "v%u is nowhere made", v);
    return true;
}

static bool something_is_stored(KernelCheck *c) {
    for (uint32_t n = 0; n < c->k->body.len; n++)
        if (instr_is_effect(&c->k->body.at[n]))
            return true;
    return kernel_broken(c, "it stores nothing");
}

/* What the planner never puts together, and engines need not either. */
static bool kinds_are_apart(KernelCheck *c) {
    bool reduces = false, scatters = false, ways[2] = {false};
    for (uint32_t n = 0; n < c->k->body.len; n++) {
        const KernelInstr *i = &c->k->body.at[n];
        reduces |= i->code == K_REDUCE;
        scatters |= i->code == K_SCATTER;
        ways[i->flags & KF_REVERSE ? 1 : 0] |= i->code == K_SCAN;
    }
    if (reduces + scatters + ways[0] + ways[1] > 1)
        return kernel_broken(c, "it reduces, scatters or scans, and does another of these too");
    return true;
}

static bool schedule_fits(KernelCheck *c) {
    memset(c->made, 0, (size_t)c->k->values.len + 1);
    Schedule wanted = kernel_schedule(c->k, c->made);
    if (c->k->schedule != wanted)
        return kernel_broken(c, "the schedule is %s instead of %s",
                             c->k->schedule < SCHEDULE_COUNT ? schedule_name(c->k->schedule)
                                                             : "unknown",
                             schedule_name(wanted));
    return true;
}

static bool arrays_are_small(KernelCheck *c) {
    return kernel_array_bytes(c->k, c->slot) <= ARRAY_BYTES_MOST ||
           kernel_broken(c, "they take %llu bytes",
                         (unsigned long long)kernel_array_bytes(c->k, c->slot));
}

static const Rule closing_rules[] = {
    {"closed", "every region ends", regions_are_closed},
    {"all-made", "every value is made", values_are_made},
    {"array-room", "the arrays of a lane take 64 KiB at most", arrays_are_small},
    {"effect", "a kernel stores something", something_is_stored},
    {"one-kind", "a kernel reduces, scatters, or scans in one direction", kinds_are_apart},
    {"schedule", "the schedule is the one that the body has", schedule_fits},
};

/* ---- bound kernels */

static const Rule bound_rules[] = {
    {"extents", "extents are not negative, and their product fits 60 bits", bound_extents_fit},
    {"memories", "a memory begins at or before where its pointer points, and ends behind that",
     bound_memories_are_sound},
};

static const Rule bound_access_rules[] = {
    {"pointer", "an access in memory has one of the memories, an element number has none",
     bound_pointer_is_known},
    {"element", "the scalar lies inside of its element", bound_leaf_fits},
    {"inside", "all that an access may touch lies inside of its memory", bound_access_is_inside},
    {"empty", "an access of no elements has an axis of none", bound_empty_is_empty},
};

static const Rule bound_instr_rules[] = {
    {"places", "an access moves along the axes of its level alone, a store along all of them",
     bound_places_fit},
};

/* ---- running the lists */

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool follow(KernelCheck *c, const Rule *rules, size_t n) {
    for (size_t k = 0; k < n; k++) {
        c->rule = rules[k].name;
        TRY(rules[k].holds(c));
    }
    return true;
}

static bool follow_accesses(KernelCheck *c, const Rule *rules, size_t n) {
    for (uint32_t a = 0; a < c->k->accesses.len; a++) {
        c->at.access = a;
        c->a = &c->k->accesses.at[a];
        TRY(follow(c, rules, n));
    }
    c->at.access = NO_INSTR;
    return true;
}

static bool follow_instrs(KernelCheck *c, const Rule *rules, size_t n) {
    for (uint32_t k = 0; k < c->k->body.len; k++) {
        c->at.instr = k;
        c->i = &c->k->body.at[k];
        TRY(follow(c, rules, n));
    }
    c->at.instr = NO_INSTR;
    return true;
}

static bool follow_kernel(KernelCheck *c) {
    return follow(c, kernel_rules, COUNT(kernel_rules)) &&
           follow_accesses(c, access_rules, COUNT(access_rules)) &&
           follow_instrs(c, instr_rules, COUNT(instr_rules)) &&
           follow(c, closing_rules, COUNT(closing_rules));
}

static bool follow_bound(KernelCheck *c) {
    return follow(c, bound_rules, COUNT(bound_rules)) &&
           follow_accesses(c, bound_access_rules, COUNT(bound_access_rules)) &&
           follow_instrs(c, bound_instr_rules, COUNT(bound_instr_rules));
}

static bool check(KernelCheck *c, KernelPlace *where) {
    const frit_allocator *allocator = c->env->allocator;
    size_t size = (size_t)c->k->values.len + 1;
    c->at = (KernelPlace){NO_INSTR, NO_INSTR};
    c->made = env_new(c->env, size);
    c->slot = env_new(c->env, 3 * size * sizeof *c->slot);
    if (c->slot) {
        memset(c->slot, 0xff, 3 * size * sizeof *c->slot); /* NO_VAL */
        c->newest = c->slot + size;
        c->is_table = c->newest + size;
    }
    bool ok = c->made && c->slot && follow_kernel(c) && (!c->bound || follow_bound(c));
    if (where)
        *where = c->at;
    vec_free(allocator, &c->order);
    vec_free(allocator, &c->open);
    vec_free(allocator, &c->changes);
    if (c->slot)
        env_free(allocator, c->slot, 3 * size * sizeof *c->slot);
    if (c->made)
        env_free(allocator, c->made, size);
    return ok;
}

bool kernel_check(Env *env, const Kernel *kernel, KernelPlace *where) {
    KernelCheck c = {.env = env, .k = kernel};
    return check(&c, where);
}

bool bound_kernel_check(Env *env, const BoundKernel *bound, const KernelMemory *memories,
                        uint32_t n, KernelPlace *where) {
    KernelCheck c = {
        .env = env, .k = bound->kernel, .bound = bound, .memories = memories, .n_memories = n};
    return check(&c, where);
}

bool kernel_check_rule(uint32_t index, CheckRule *out) {
    static const struct {
        const Rule *rules;
        size_t n;
    } lists[] = {{kernel_rules, COUNT(kernel_rules)},
                 {access_rules, COUNT(access_rules)},
                 {instr_rules, COUNT(instr_rules)},
                 {closing_rules, COUNT(closing_rules)},
                 {bound_rules, COUNT(bound_rules)},
                 {bound_access_rules, COUNT(bound_access_rules)},
                 {bound_instr_rules, COUNT(bound_instr_rules)}};
    for (size_t k = 0; k < COUNT(lists); index -= (uint32_t)lists[k++].n)
        if (index < lists[k].n) {
            *out = (CheckRule){lists[k].rules[index].name, lists[k].rules[index].doc};
            return true;
        }
    return false;
}
