/* What the files that bind plans and run them share. */
#ifndef FRIT_RUN_BIND_BOUND_PARTS_H
#define FRIT_RUN_BIND_BOUND_PARTS_H

#include "plan/layout.h"
#include "run/bind/bound.h"
#include "run/device/strided.h"
#include "run/tier/tier.h"

/* An input or output as the caller lays it out. */
typedef struct Argument {
    const char *kind; /* "input" or "output" */
    uint32_t number;
    const char *name;
    BufferId buffer; /* NO_BUFFER: an input that nothing reads */
    uint32_t rank;
    uint32_t align; /* bytes that its address and strides are multiples of */
    int64_t elem_size, count;
    int64_t low, high;     /* bytes from its address that it touches: [low, high) */
    bool row_major;        /* strides is what NULL stands for */
    bool dense, injective; /* see strided.h */
    const int64_t *shape, *strides;
} Argument;

/*
 * Memory of a run: the plan's buffers first, then stand-ins and what host control needs for itself.
 * offset is in the arena; NO_OFFSET: the caller's.
 */
typedef struct MemorySlot {
    uint64_t offset;
} MemorySlot;
#define NO_OFFSET UINT64_MAX

/*
 * A contiguous copy of a strided place, for a reshape that strides cannot express. Filled before the
 * step; where the step writes there, what it wrote goes back afterwards.
 */
typedef struct StandIn {
    uint32_t slot, copy; /* slots */
    bool written;
    uint32_t elem_size;
    Strided place; /* in slot */
} StandIn;

typedef struct BoundPlace {
    uint32_t slot;
    uint32_t elem_size;
    Strided at;
} BoundPlace;

/* The answer to the last question of bound_in_place. */
typedef enum InPlace { IN_PLACE_UNKNOWN, IN_PLACE_FINE, IN_PLACE_WRONG } InPlace;
typedef struct InPlaceKnown {
    InPlace answer;
    int64_t ahead;
} InPlaceKnown;

enum { NORMAL, QUIET, MODE_COUNT };

typedef struct BoundStep {
    const PlanStep *plan;
    uint32_t stand_in, n_stand_ins; /* in Bound.stand_ins */
    uint32_t place;                 /* in Bound.places; all but kernels */
    BoundKernel kernel;             /* of a kernel */
    Tier tier[MODE_COUNT];          /* and who runs it */
    /* A kernel that only puts what lies in one slot into another, in the same order: nothing where both are the
     * same memory. */
    bool moves;
    uint32_t from, to;
    uint64_t stays;    /* of a loop, bit c: what it carries as number c is changed where it lies */
    Matrices matrices; /* of a contraction */
    /* Of panels (panels.c): the places of one along each cut axis; all extents of the body where nothing is cut; how
     * many panels there are, and how many that are left over. */
    int64_t *block, *whole;
    uint64_t turns[2];
    uint32_t slot;    /* for, while: its own slots; see control.c */
    Bound *subs[2];   /* of panels: of one, of one that is left over */
    ReportTime *time; /* what it takes is added there; NULL: nobody asks */
} BoundStep;

struct Bound {
    frit_allocator allocator;
    const Plan *plan;
    TierPlan tiers;   /* what its kernels' tiers know of it */
    Device *device;   /* that it belongs to */
    Machine *machine; /* own */
    Machine own;
    unsigned long since; /* of the call in progress; see Machine */
    /* The same without cancellation and progress, for a kernel that writes what must not stay half
     * written. */
    Machine quiet;
    int64_t *extents;
    const int64_t *whole; /* of a body of panels: all extents where nothing is cut; else NULL */
    Argument *inputs, *outputs;
    VEC(int64_t) numbers;      /* pool that does not move: shapes and strides */
    VEC(BoundAccess) accesses; /* the same */
    VEC(StandIn) stand_ins;
    VEC(BoundPlace) places;
    VEC(BoundStep) steps;
    uint32_t n_kernels; /* among them */
    VEC(MemorySlot) slots;
    char **pointers;     /* by slot */
    uint64_t arena_size; /* bytes */
    char *kept;          /* a small arena stays; NULL: not made yet, or too large */
    uint64_t kept_size;
    /* For each output: something can go wrong after it was first written. */
    bool *early;
    InPlaceKnown *in_place; /* [output][input] */
    bool *staged;           /* by output, of the run in progress: it is made elsewhere */
    char **elsewhere;       /* and where */
    Bound *parent;          /* the one that has it as the body of a step; NULL: none */
    /* Bytes that the run in progress has copied, of the outermost one: results made elsewhere, stand-ins, what
     * loops are given and give back. */
    uint64_t copied;
    ReportTime *times; /* see bound_set_times */
    bool ends;         /* no kernel of it can go on for ever: a call need not stay with it */
    Bound *dense;      /* for the same inputs and row-major outputs; made when first needed */
};

/* Number k, inputs first. */
static inline const Argument *argument_at(const Bound *b, uint32_t k) {
    uint32_t n = b->plan->inputs.len;
    return k < n ? &b->inputs[k] : &b->outputs[k - n];
}

/* ---- bind.c */

bool bind_steps(Env *env, Bound *b);
/* Numbers and accesses that bind_steps will take from the pools. */
void bind_sizes(const Plan *plan, uint64_t *numbers, uint64_t *accesses);
int64_t *bound_numbers(Bound *b, uint32_t n);
/* A slot of so many bytes in the arena. */
bool bound_slot(Env *env, Bound *b, uint64_t size, uint32_t *out);

/* ---- bound.c */

/* Can the argument lie with these strides (NULL: row-major)? */
bool bound_check_strides(Env *env, const Bound *b, const Argument *a, const int64_t *strides);

/* A part of panels: whole as in Bound, or NULL. */
Bound *bound_new_part(Env *env, const Plan *plan, Machine *machine, const Layout *inputs,
                      const Layout *outputs, const int64_t *whole);

/* ---- panels.c */

bool bound_panels_bind(Env *env, Bound *b, BoundStep *step);
bool bound_panels_run(Env *env, Bound *b, const BoundStep *step);

/* ---- in_place.c */

/* Fills in BoundStep.moves of a kernel. */
void bound_find_moves(BoundStep *step);
/* May kernels write in place, whichever engine runs them? */
bool bound_engines_in_place(const Bound *b);
/* May the output be written where the input is, whose address is `ahead` bytes before its own? */
bool bound_in_place(Env *env, Bound *b, uint32_t output, uint32_t input, int64_t ahead);
/* The first step that writes the buffer and the last that reads it; false: there is none. */
bool bound_first_write(const Bound *b, BufferId buffer, uint32_t *step);
bool bound_last_read(const Bound *b, BufferId buffer, uint32_t *step);
/* Can the step fail when it has already written something? So can one that is worth interrupting. */
bool bound_fails_late(Env *env, const Bound *b, uint32_t step, bool *late);

/* ---- stage.c */

/* Copies within the device, and counts the bytes. Strides in bytes. */
bool bound_copy(Env *env, Bound *b, uint32_t rank, const int64_t *shape, size_t elem_size,
                CopySide to, CopySide from);

/* ---- steps.c and control.c */

/* Everything of the plan once, on the pointers of its inputs and outputs. mode: of the last step. */
bool bound_execute(Env *env, Bound *b, char *const *inputs, char *const *outputs, int mode);
bool bound_control_run(Env *env, Bound *b, const BoundStep *step);
/* Bytes that a loop copies before its first turn and after its last; 0: it is no loop. */
uint64_t bound_control_copies(const Bound *b, const BoundStep *step);
bool bound_control_bind(Env *env, Bound *b, BoundStep *step);
/* Until the device has done what steps of this mode asked for. */
bool bound_wait(Env *env, const Bound *b, int mode);
bool bound_cancelled(Env *env, const Bound *b);

#endif
