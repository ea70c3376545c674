/* What the files of the checker share. */
#ifndef FRIT_KERNEL_CHECK_PARTS_H
#define FRIT_KERNEL_CHECK_PARTS_H

#include "kernel/check.h"

enum { MADE_NOT, MADE_HERE, MADE_GONE /* inside a region that has ended */ };

typedef struct OpenRegion {
    uint32_t instr;  /* the opener */
    uint32_t middle; /* its test or else; NO_INSTR: not met yet */
    uint32_t since;  /* in KernelCheck.order: what was made inside */
} OpenRegion;

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
