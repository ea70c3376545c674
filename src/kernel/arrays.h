/*
 * Arrays of a kernel, which lanes have in memory of their own: what shares it, and how much it is.
 *
 * A table, a new array and a copy make a *slot*. What a put or a copy in the place of another makes, and what a
 * loop or branch carries, has the slot of what it is made of.
 */
#ifndef FRIT_KERNEL_ARRAYS_H
#define FRIT_KERNEL_ARRAYS_H

#include "kernel/kernel.h"

static inline bool is_array(const Kernel *k, ValId v) {
    return k->values.at[v].count > 0;
}

/* By value: the value that made its slot; NO_VAL: a scalar, or one whose slot no rule can tell. */
void kernel_slots(const Kernel *k, ValId *slot);
/* Bytes of an element, as registers hold it. */
unsigned array_element_bytes(Dtype dtype);
/* Bytes of all slots that are no tables, as registers hold their elements. slot: as kernel_slots gives it. */
uint64_t kernel_array_bytes(const Kernel *k, const ValId *slot);

/* The array that an instruction changes, so that it is gone: of a put, and of a copy in another's place. */
static inline ValId instr_consumes(const Kernel *k, const KernelInstr *i) {
    return i->code == K_PUT                    ? kernel_in(k, i)[0]
           : i->code == K_COPY && i->n_in == 2 ? kernel_in(k, i)[1]
                                               : NO_VAL;
}

#endif
