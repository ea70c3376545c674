/*
 * The kernel form: the one thing every engine runs. No engine sees a program.
 *
 * A kernel walks a space of axes. The last n_inner of them are the inner axes, along which it may
 * reduce or scan; the others are outer. A *row* is all inner elements for one place of the outer
 * axes. Its body is a list of scalar instructions over values, each assigned once, that mean: for
 * every row, for every element of it, in whatever order gives the same result. Elements of vectors,
 * matrices, fixed arrays and structs are taken apart into scalars ("leaves") before a kernel is made.
 *
 * A value has a level: UNIFORM (one for the kernel), ROW (one a row) or FULL (one an element). A
 * reduction takes FULL values of a row and gives a ROW value; a FULL instruction may use it again,
 * which makes an engine walk the row another time (softmax walks it three times).
 *
 * Reductions of a row of n elements happen in an order that n alone decides (see reduce order in
 * docs/design.md): elements e with equal e % 32 inside each chunk of 1,024 are taken one after
 * another into a lane that starts from the op's identity, lanes are combined (l with l + 16, then
 * + 8, ... + 1), and the chunks' results are combined as a binary counter does: two neighbours of
 * equal size at once, what is left over from the right to the left.
 *
 * A value may be an *array*: scalars of one dtype, as many as it counts, of which an index that is known when the
 * kernel runs names one. Arrays are values, each made once, but a `put` makes the new one in the memory of the old
 * one, and a loop or branch what it carries: arrays that share memory are a *slot* (kernel/arrays.h), and of a slot
 * only the newest value may be used.
 */
#ifndef FRIT_KERNEL_KERNEL_H
#define FRIT_KERNEL_KERNEL_H

#include "ir/program.h"

typedef uint32_t ValId;
typedef uint32_t BufferId; /* in the plan */
typedef uint32_t ViewId;   /* in the plan */
typedef uint32_t ExtentId; /* in the plan */
#define NO_VAL    UINT32_MAX
#define NO_BUFFER UINT32_MAX
enum { VIEW_IDENTITY = 0 };

enum { REDUCE_LANES = 32, REDUCE_CHUNK = 1024 };

typedef enum Schedule {
    SCHEDULE_MAP,          /* no reduction, no scan */
    SCHEDULE_REDUCE,       /* reductions, and nothing FULL after one of them */
    SCHEDULE_ROW_RESIDENT, /* FULL work after a reduction of the same row */
    SCHEDULE_SCAN,
    SCHEDULE_LOOP, /* a map with a loop or branch inside */
    SCHEDULE_GATHER,
    SCHEDULE_SCATTER,
    SCHEDULE_COPY, /* loads and stores alone: copy, fill, a part of concat or pad */
    SCHEDULE_COUNT
} Schedule;

typedef enum Level { LEVEL_UNIFORM, LEVEL_ROW, LEVEL_FULL } Level;

typedef enum KernelCode {
    K_CONST,   /* bits */
    K_STEP,    /* op of the table with a step for dtype (that of the operands) */
    K_SELECT,  /* in: condition (bool), x, y */
    K_CAST,    /* dtype: from; the value's dtype: to */
    K_BITCAST, /* the same, of equal sizes */
    K_LOAD,    /* access */
    K_INDEX,   /* the element number that access names (an i64), cast to the value's dtype */
    K_RANDOM,  /* op: a random one; in: key (u64), draw (u64); access: the element number */
    K_GATHER,  /* access, whose first axes in[] index (integers of any dtype) */
    K_TABLE,   /* an array of constants: Kernel.tables from the value's bits.lo on */
    K_ARRAY,   /* a new array; in: its elements, or one that is all of them */
    K_COPY,    /* an array of the elements of in[0]: a new one, or in the place of in[1] */
    K_ELEMENT, /* in: an array, an index (an integer of any dtype, clamped to the range) */
    K_PUT,     /* in: an array, an index, the element that is there now; in the array's place */
    K_REDUCE,  /* op: a reduction; in: x; the value is of LEVEL_ROW */
    K_SCAN,    /* op: a scan, along the one inner axis */
    K_STORE, /* access; in: the value; flags: the Level at which it happens. No value of its own */
    K_SCATTER, /* access, in[0]: what to combine, in[1..]: indices. No value of its own */
    K_FOR,     /* in: lo, hi; value: the index; carries; body up to K_END */
    K_WHILE,   /* carries; what computes the condition up to K_TEST; body up to K_END */
    K_TEST,    /* in: the condition */
    K_IF,      /* in: the condition; up to K_ELSE, then up to K_END */
    K_ELSE,
    K_END,
    K_CODE_COUNT
} KernelCode;

/* A store's flags are the Level of its access: it happens for every element, once a row (of no
 * elements too) or once, whatever the level of the value; a scatter's are LEVEL_FULL. An operand may be of a lower level than
 * the instruction that uses it, also in a reduction, which walks a row of equal elements then. */
enum KernelFlags {
    KF_OMIT_NAN = 1,  /* reduce */
    KF_REVERSE = 2,   /* scan: from the last element to the first */
    KF_EXCLUSIVE = 4, /* scan: without the element itself */
};

/* in and carries stand in the kernel's pools. An instruction without a value has value NO_VAL. */
typedef struct KernelInstr {
    uint8_t code;    /* KernelCode */
    uint8_t dtype;   /* of the operands, where the code says so; else of the value */
    uint8_t flags;   /* KernelFlags */
    uint8_t combine; /* scatter */
    uint16_t op;     /* step, reduce, scan, random */
    uint16_t n_in;
    uint32_t in; /* first operand, in Kernel.operands */
    ValId value;
    uint32_t access;           /* in Kernel.accesses */
    uint32_t carry, n_carries; /* for, while, if: in Kernel.carries */
    uint32_t
        match; /* for, while, if, test, else, end: the next marker of its region (end: its opener) */
    uint32_t step; /* which instruction of the program it comes from, for reports */
} KernelInstr;

/*
 * What goes round a loop: phi is init at first and next afterwards; result is what it was when the
 * loop ended. Of a branch: init is the value of the first arm, next of the second, result is the
 * one of the arm that ran; phi is NO_VAL.
 */
typedef struct Carry {
    ValId init, phi, next, result;
} Carry;

typedef struct KernelValue {
    uint8_t dtype;  /* Dtype */
    uint8_t level;  /* Level */
    uint32_t count; /* of an array: its elements; 0: a scalar */
    Bits bits;      /* of a K_CONST; of a K_TABLE where it begins */
} KernelValue;

/* Elements of an array, and bytes of all arrays that a lane has at once. */
enum { ARRAY_COUNT_MOST = 1 << 14, ARRAY_BYTES_MOST = 1 << 16 };

/*
 * Where a load, store, gather or scatter finds its elements. The view takes the buffer's shape (of
 * an element number: that of the array it numbers, row-major) to the shape
 * [indexed axes ..., axes of the kernel ...].
 */
typedef struct Access {
    BufferId buffer; /* NO_BUFFER: an element number */
    ViewId view;
    uint32_t shape;     /* of an element number: its first extent in Plan.shapes */
    uint32_t rank;      /* and how many */
    uint32_t n_indexed; /* gather, scatter */
    uint32_t leaf;      /* bytes from the start of the element */
    Dtype dtype;
    bool store;
    /* Of the components of a vector that are moved one after another: how many there are, and which it is.
     * They may lie side by side. 0: nothing of the kind. */
    uint8_t parts, part;
} Access;

typedef struct Kernel {
    Schedule schedule;
    uint32_t n_axes, n_inner;
    uint32_t shape; /* its first extent in Plan.shapes; outer axes first */
    VEC(KernelInstr) body;
    VEC(KernelValue) values;
    VEC(ValId) operands;
    VEC(Carry) carries;
    VEC(Access) accesses;
    VEC(Bits) tables;
    VEC(uint32_t) steps; /* the program's instructions that it computes, in order */
} Kernel;

static inline const ValId *kernel_in(const Kernel *k, const KernelInstr *i) {
    return k->operands.at + i->in;
}

static inline bool instr_has_access(const KernelInstr *i) {
    return i->code == K_LOAD || i->code == K_INDEX || i->code == K_RANDOM || i->code == K_GATHER ||
           i->code == K_STORE || i->code == K_SCATTER;
}

static inline bool instr_has_op(const KernelInstr *i) {
    return i->code == K_STEP || i->code == K_REDUCE || i->code == K_SCAN || i->code == K_RANDOM;
}

/* Does a region begin with it? */
static inline bool instr_opens(const KernelInstr *i) {
    return i->code == K_FOR || i->code == K_WHILE || i->code == K_IF;
}

static inline bool instr_is_effect(const KernelInstr *i) {
    return i->code == K_STORE || i->code == K_SCATTER;
}

/* The code of instructions with that op; K_CODE_COUNT: none has it. */
KernelCode kernel_code_of(Op op);
const char *schedule_name(Schedule schedule);
/* The schedule that follows from the body. waits: zero for each value. */
Schedule kernel_schedule(const Kernel *k, uint8_t *waits);
/* Its vectors; the kernel is empty then. */
void kernel_free(const frit_allocator *allocator, Kernel *k);

#endif
