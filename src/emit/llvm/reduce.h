/*
 * Reductions as IR, in the order that kernel/kernel.h fixes: what an accumulator is, how it takes an
 * element, how two become one, and what comes out in the end.
 *
 * Inside a chunk an accumulator is *narrow*: a count or the place of an argmax has no more bits than
 * 1,024 elements need. When the chunk is folded it is made *wide*: that of ReduceFns of the
 * interpreter, whose format in memory it has as well.
 */
#ifndef FRIT_EMIT_LLVM_REDUCE_H
#define FRIT_EMIT_LLVM_REDUCE_H

#include "emit/llvm/emitter.h"

typedef enum AccKind {
    ACC_STEP,   /* repeats a step of the table, from its identity */
    ACC_COUNT,  /* of elements that are not NaN */
    ACC_LENGTH, /* of all elements: there is no accumulator */
    ACC_TRUTH,  /* is some element, are all elements not zero? */
    ACC_BEST    /* the best element so far and its place */
} AccKind;

typedef struct Reducer {
    uint32_t instr;  /* in the kernel's body */
    uint32_t number; /* of the reduction */
    uint32_t phase;
    AccKind kind;
    Op op;          /* of the instruction */
    Op step;        /* ACC_STEP */
    bool flag;      /* ACC_TRUTH: any, not all; ACC_BEST: the largest, not the smallest */
    bool omit;      /* elements that are NaN */
    bool ordered;   /* combining b with a is not combining a with b: zeros of two signs */
    bool all_lanes; /* lanes that saw nothing change the result too */
    /* ACC_BEST: lanes begin with the worst value there is, at the chunk's first place, and nobody asks whether they have
     * one yet. If nothing is better all elements are equal, and the first one is it. */
    bool seeded;
    Dtype x;         /* of elements */
    Dtype value;     /* of what is accumulated: f32 for halves */
    unsigned narrow; /* bits of a narrow count, truth or place */
    unsigned n_parts;
    ValId in, out;
} Reducer;

/* part: of a complex number two; of ACC_BEST the value and its place. */
typedef struct Acc {
    Val part[2];
    unsigned lanes;
} Acc;

enum {
    ACC_BYTES = 16 /* room for a wide accumulator in memory, whatever it is */
};

/* What a reduction or scan repeats its step from. */
Vec step_start(Emit *e, Op op, Dtype dtype, unsigned lanes);

/* narrow truths: i1 where vectors of them are registers (bits 1), else of the bits given. */
void reducer_init(Reducer *r, const Kernel *kernel, uint32_t instr, unsigned truth_bits);
IrType acc_type(const Reducer *r, unsigned part, unsigned lanes, bool wide);
/* Bytes of a wide one in memory: ReduceFns.acc_size. */
unsigned acc_size(const Reducer *r);

Acc acc_start(Emit *e, const Reducer *r, unsigned lanes, bool wide);
/* place: the element's number in its chunk, narrow; ACC_BEST alone looks at it. Lanes that are not
 * `on` stay as they are; 0: all are on. */
Acc acc_take(Emit *e, const Reducer *r, Acc acc, Vec x, Val place, Val on);
/* Both narrow or both wide; a comes first. */
Acc acc_combine(Emit *e, const Reducer *r, Acc a, Acc b);
/* The REDUCE_LANES lanes of a chunk, in n vectors, to one; changes the vectors. After `turns` (an i64)
 * turns of a loop that takes the first and puts it last, vector j is lanes of number j + turns. */
Acc acc_fold(Emit *e, const Reducer *r, Acc *vectors, unsigned n, Val turns);
/* first: the number of the chunk's first element in the row (an i64). */
Acc acc_widen(Emit *e, const Reducer *r, Acc acc, Val first);
/* What comes out: a value of the kernel. */
Vec acc_finish(Emit *e, const Reducer *r, Acc acc);
Vec acc_finish_length(Emit *e, Val length, unsigned lanes);

/* Wide ones in memory, one after another, acc_size apart. Of more lanes than one e->lanes. */
void acc_put(Emit *e, const Reducer *r, Acc acc, Val pointer);
Acc acc_get(Emit *e, const Reducer *r, Val pointer, unsigned lanes);

#endif
