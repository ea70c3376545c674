/* What is known of a kernel while it is being prepared. */
#ifndef FRIT_RUN_INTERP_PREP_H
#define FRIT_RUN_INTERP_PREP_H

#include "run/interp/form.h"

#define NO_INSTR UINT32_MAX

typedef enum Site { SITE_UNIFORM, SITE_ROW, SITE_PIECE, SITE_WHOLE } Site;

typedef struct Const {
    RegId reg;
    Dtype dtype;
    Bits bits;
} Const;

/* Memory that registers of one list take in turns. */
typedef struct Slot {
    uint8_t size, room; /* bytes of an element; Shape */
    uint32_t list;
    uint32_t next_free;
} Slot;

typedef struct Prep {
    Env *env;
    InterpKernel *k;
    const Kernel *kernel;
    Arena *arena;
    bool map; /* no rows: everything that is not uniform is one an element */

    /* By value. */
    uint8_t *shape, *used_at; /* Shape; the largest Shape of an instruction that uses it */
    uint32_t *phase;          /* walks over the row that must be over before it can be had */
    uint32_t *def;            /* its instruction */
    bool *hidden;             /* known inside a region alone */
    uint32_t *store;          /* a store of it, or NO_INSTR */
    /* By instruction. */
    uint32_t *around; /* the opener of the region it is in, or NO_INSTR */
    uint8_t *mask;    /* of an opener: Shape of the lanes that are on; SHAPE_ONE: all or none */
    uint8_t *at;      /* of stores and the like: Shape of the places */

    /* The slice of the body that a list needs (slice.c). */
    Site site;
    uint32_t site_phase;
    bool *wanted, *needed, *live; /* by instruction, value, carry */
    ValId *todo;
    uint32_t n_todo;

    /* Lowering. */
    RegId *home, *home_spread, *reg, *spread; /* by value */
    RegId *numbers;                           /* by instruction: a random draw's element numbers */
    Control **control;                        /* by instruction: of an opener */
    uint32_t *reduction;                      /* by instruction: its number */
    VEC(Do) code;
    VEC(Do) spreads; /* those of the phase */
    VEC(Reg) regs;
    VEC(Const) consts;
    VEC(Aim) aims;
    VEC(uint32_t) aim_code; /* by aim: the instruction of its list that computes the value */
    uint32_t first_aim;     /* of the list */
    VEC(Slot) slots;
    uint32_t n_lists;
    uint64_t tile_bytes; /* that registers of a list take for an element of a tile, at most */
} Prep;

/* analyse.c: shapes, phases, regions. */
bool prep_analyse(Prep *p);
/* slice.c: which instructions, values and carries the list of p->site needs. */
void prep_slice(Prep *p);
bool prep_is_leaf(const Prep *p, ValId v);
/* lower.c: fills the kernel's lists, resident or by phases. */
bool prep_lower(Prep *p);
/* allot.c: gives the registers from first_reg on, used by the list alone, their slots. */
bool prep_allot(Prep *p, const List *list, RegId first_reg);

#endif
