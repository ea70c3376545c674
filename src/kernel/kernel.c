#include "kernel/kernel.h"

static const char *const schedule_names[SCHEDULE_COUNT] = {
    [SCHEDULE_MAP] = "map",
    [SCHEDULE_REDUCE] = "reduce",
    [SCHEDULE_ROW_RESIDENT] = "row-resident",
    [SCHEDULE_SCAN] = "scan",
    [SCHEDULE_LOOP] = "loop",
    [SCHEDULE_GATHER] = "gather",
    [SCHEDULE_SCATTER] = "scatter",
    [SCHEDULE_COPY] = "copy",
};

const char *schedule_name(Schedule schedule) {
    return schedule_names[schedule];
}

KernelCode kernel_code_of(Op op) {
    if (op_info(op)->expand)
        return K_CODE_COUNT;
    switch (op_info(op)->rule) {
    case RULE_ELEMENTWISE: return K_STEP;
    case RULE_REDUCE:
    case RULE_ARG_REDUCE: return K_REDUCE;
    case RULE_SCAN: return K_SCAN;
    case RULE_RANDOM: return K_RANDOM;
    default: return K_CODE_COUNT;
    }
}

void kernel_free(const frit_allocator *allocator, Kernel *k) {
    vec_free(allocator, &k->body);
    vec_free(allocator, &k->values);
    vec_free(allocator, &k->operands);
    vec_free(allocator, &k->carries);
    vec_free(allocator, &k->accesses);
    vec_free(allocator, &k->tables);
    vec_free(allocator, &k->steps);
}

/* ---- the schedule */

/* Is there work on single elements, or another walk over them, that waits for a reduction? */
static bool returns_to_rows(const Kernel *k, uint8_t *waits) {
    for (uint32_t n = 0; n < k->body.len; n++) {
        const KernelInstr *i = &k->body.at[n];
        bool waiting = i->code == K_REDUCE;
        for (uint32_t o = 0; o < i->n_in; o++) {
            if (!waits[kernel_in(k, i)[o]])
                continue;
            if (i->code == K_REDUCE || (i->code == K_STORE && i->flags == LEVEL_FULL) ||
                (i->value != NO_VAL && k->values.at[i->value].level == LEVEL_FULL))
                return true;
            waiting = true;
        }
        if (i->value != NO_VAL)
            waits[i->value] = waiting;
    }
    return false;
}

Schedule kernel_schedule(const Kernel *k, uint8_t *waits) {
    bool has[K_CODE_COUNT] = {false};
    bool computes = false;
    for (uint32_t n = 0; n < k->body.len; n++) {
        unsigned code = k->body.at[n].code;
        has[code] = true;
        computes |= code != K_LOAD && code != K_STORE && code != K_CONST;
    }
    if (has[K_SCATTER])
        return SCHEDULE_SCATTER;
    if (has[K_SCAN])
        return SCHEDULE_SCAN;
    if (has[K_REDUCE])
        return returns_to_rows(k, waits) ? SCHEDULE_ROW_RESIDENT : SCHEDULE_REDUCE;
    if (has[K_FOR] || has[K_WHILE] || has[K_IF])
        return SCHEDULE_LOOP;
    if (has[K_GATHER])
        return SCHEDULE_GATHER;
    return computes ? SCHEDULE_MAP : SCHEDULE_COPY;
}
