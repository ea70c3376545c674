/* What the files of the checker share. */
#ifndef FRIT_KERNEL_CHECK_PARTS_H
#define FRIT_KERNEL_CHECK_PARTS_H

#include "kernel/arrays.h"
#include "kernel/check.h"

enum { MADE_NOT, MADE_HERE, MADE_GONE /* inside a region that has ended */ };

typedef struct OpenRegion {
    uint32_t instr;   /* the opener */
    uint32_t middle;  /* its test or else; NO_INSTR: not met yet */
    uint32_t since;   /* in KernelCheck.order: what was made inside */
    uint32_t changes; /* in KernelCheck.changes: what was changed inside, or in the arm at hand */
} OpenRegion;

/* A slot's newest value is another one since. */
typedef struct SlotChange {
    ValId slot, before;
} SlotChange;

/* Where the checker stands. A rule may rely on every rule above it and on all lists before. */
typedef struct KernelCheck {
    Env *env;
    const Kernel *k;
    const BoundKernel *bound; /* NULL: the form alone */
    const KernelMemory *memories;
    uint32_t n_memories;
    KernelPlace at;
    const KernelInstr *i;
    const Access *a;
    const char *rule;
    uint8_t *made;    /* by value */
    VEC(ValId) order; /* values that are known, in the order in which they were made */
    VEC(OpenRegion) open;
    ValId *slot;     /* by value, as kernel_slots has it, for those that are made */
    ValId *newest;   /* by slot */
    ValId *is_table; /* by slot: itself, or NO_VAL */
    uint32_t since;  /* in changes: what the opener at hand changes */
    VEC(SlotChange) changes;
} KernelCheck;

/* Always false. */
bool kernel_broken(KernelCheck *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- check_body.c: rules of instructions, in this order */
bool kernel_operands_are_known(KernelCheck *c);
bool kernel_regions_nest(KernelCheck *c);
bool kernel_carries_are_known(KernelCheck *c);
bool kernel_effects_are_outside(KernelCheck *c);
bool kernel_dtypes_fit(KernelCheck *c);
bool kernel_constant_is_sound(KernelCheck *c);
bool kernel_levels_fit(KernelCheck *c);
/* check_arrays.c */
bool kernel_arrays_fit(KernelCheck *c);
bool kernel_arrays_are_newest(KernelCheck *c);
bool kernel_makes_once(KernelCheck *c);

/* ---- check_bound.c */
bool bound_extents_fit(KernelCheck *c);
bool bound_memories_are_sound(KernelCheck *c);
bool bound_pointer_is_known(KernelCheck *c);
bool bound_leaf_fits(KernelCheck *c);
bool bound_access_is_inside(KernelCheck *c);
bool bound_empty_is_empty(KernelCheck *c);
bool bound_places_fit(KernelCheck *c);

#endif
