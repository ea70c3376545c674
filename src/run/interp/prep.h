/* What is known of a kernel while it is being prepared. */
#ifndef FRIT_RUN_INTERP_PREP_H
#define FRIT_RUN_INTERP_PREP_H

#include "kernel/slices.h"
#include "run/interp/form.h"

typedef struct Const {
    RegId reg;
    Dtype dtype;
    Bits bits;
    uint32_t element; /* of a table; CONST_ALL: of all the register */
} Const;
#define CONST_ALL UINT32_MAX

/* Memory that registers of one list take in turns. */
typedef struct RegSlot {
    uint8_t size, room; /* bytes of an element; Shape */
    uint32_t count;     /* of an array; 0: none */
    uint32_t list;
    uint32_t next_free;
} RegSlot;

typedef struct Prep {
    Env *env;
    InterpKernel *k;
    const Kernel *kernel;
    Arena *arena;
    bool map; /* no rows: everything that is not uniform is one an element */
    Analysis known;
    uint32_t *store; /* by value: a store of it, or NO_INSTR */

    /* Lowering. */
    Slice slice;                              /* the part of the body that the list needs */
    RegId *home, *home_spread, *reg, *spread; /* by value */
    RegId *numbers;                           /* by instruction: a random draw's element numbers */
    Control **control;                        /* by instruction: of an opener */
    VEC(Do) code;
    VEC(Do) spreads; /* those of the phase */
    VEC(Reg) regs;
    VEC(Const) consts;
    VEC(Aim) aims;
    VEC(uint32_t) aim_code; /* by aim: the instruction of its list that computes the value */
    uint32_t first_aim;     /* of the list */
    VEC(RegSlot) slots;
    uint32_t n_lists;
    uint64_t tile_bytes; /* that registers of a list take for an element of a tile, at most */
} Prep;

/* lower.c: fills the kernel's lists, resident or by phases. */
bool prep_lower(Prep *p);
/* allot.c: gives the registers from first_reg on, used by the list alone, their slots. */
bool prep_allot(Prep *p, const DoList *list, RegId first_reg);

#endif
