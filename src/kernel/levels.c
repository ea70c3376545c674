#include "kernel/levels.h"

#include "kernel/arrays.h"

static void raise(uint8_t *level, uint8_t to, bool *changed) {
    if (*level < to) {
        *level = to;
        *changed = true;
    }
}

/* What is carried is at least what goes in, what comes back and what the bounds or the test are. */
static void raise_carries(Kernel *k, const KernelInstr *opener, bool *changed) {
    const KernelInstr *test = opener->code == K_WHILE ? &k->body.at[opener->match] : opener;
    uint8_t asked = LEVEL_UNIFORM;
    bool ignored;
    for (uint32_t o = 0; o < test->n_in; o++)
        raise(&asked, k->values.at[kernel_in(k, test)[o]].level, &ignored);
    for (uint32_t c = 0; c < opener->n_carries; c++) {
        const Carry *carry = &k->carries.at[opener->carry + c];
        uint8_t *result = &k->values.at[carry->result].level;
        raise(result, asked, changed);
        raise(result, k->values.at[carry->init].level, changed);
        raise(result, k->values.at[carry->next].level, changed);
        if (carry->phi != NO_VAL)
            raise(&k->values.at[carry->phi].level, *result, changed);
        if (is_array(k, carry->result)) { /* one memory, one level */
            raise(&k->values.at[carry->init].level, *result, changed);
            raise(&k->values.at[carry->next].level, *result, changed);
        }
    }
}

void kernel_raise_levels(Kernel *k) {
    /* Levels only grow and there are three, so this ends soon; loops are why once is not enough. */
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < k->body.len; n++) {
            KernelInstr *i = &k->body.at[n];
            uint8_t *level = i->code == K_STORE   ? &i->flags
                             : i->value != NO_VAL ? &k->values.at[i->value].level
                                                  : NULL;
            if (instr_opens(i))
                raise_carries(k, i, &changed);
            if (instr_consumes(k, i) != NO_VAL)
                raise(&k->values.at[instr_consumes(k, i)].level, *level, &changed);
            for (uint32_t o = 0; level && i->code != K_REDUCE && o < i->n_in; o++)
                raise(level, k->values.at[kernel_in(k, i)[o]].level, &changed);
        }
    }
}
