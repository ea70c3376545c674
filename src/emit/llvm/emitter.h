/*
 * What the files that emit a kernel share.
 *
 * A value of a kernel becomes a Vec: one LLVM value, or two of a complex number. Its dtype decides how
 * it is held: bool as i1, integers as themselves, f16 and bf16 as f32 rounded to the 16-bit type after
 * each step (as in the interpreter's registers), c64 and c128 as two floats. It has one lane (a scalar)
 * or as many as the kernel has (Emit.lanes).
 */
#ifndef FRIT_EMIT_LLVM_EMITTER_H
#define FRIT_EMIT_LLVM_EMITTER_H

#include "emit/llvm/form.h"
#include "emit/llvm/ir.h"
#include "emit/llvm/llvm.h"
#include "op/op.h"

typedef struct Vec {
    Val part[2]; /* real, imaginary; part[1] is 0 unless complex; part[0] 0: no value */
    uint8_t dtype;
    uint16_t lanes;
} Vec;

struct Analysis;     /* kernel/analysis.h */
struct CodeAnalysis; /* analyse.h */

enum { HELD_AXES = 4 };

/* Fields of a FrameAccess, loaded at the beginning of a function; 0: the function does not use it. */
typedef struct AccessVals {
    Val at; /* of an element number an i64 */
    Val row, inner, places;
    Val indexed; /* stride and extent of each indexed axis; those of the first axes are here too: */
    Val strides[HELD_AXES], extents[HELD_AXES];
    Val steps; /* i64 lanes: how far each lane is from the first; 0: not known */
    Val past;  /* i1: FrameAccess.past; 0: it never is */
} AccessVals;

typedef struct Emit {
    Env *env;
    Ir ir;
    const Kernel *kernel;
    const Form *form;
    const LlvmOptions *options;
    struct Analysis *analysis;
    const struct CodeAnalysis *code;
    unsigned lanes; /* of a vector of this kernel: a power of two, at most 64; with reductions 32 */
    Val frame;      /* parameter of the function at hand */
    /* Which lanes are there: lanes of i1, or 0 when all are. What the lanes that are not there hold is
     * any value: it must not trap, be stored, reduced or looked at as an index. */
    Val mask;
    Vec *value;         /* by ValId: what is known in the place being emitted */
    Vec *spread;        /* by ValId: a scalar value splatted to vectors, or part[0] 0 */
    Vec *carried;       /* by carry: what goes round, while its loop or branch is being emitted */
    Vec *ended;         /* by carry of a loop: the results of lanes that are off, where what goes */
    Vec *next_ended;    /* round is one for all lanes; and what that is after the turn */
    Vec *parts;         /* by access: what was loaded or stored with its neighbours, or part[0] 0 */
    AccessVals *access; /* by access */
    Val *base;   /* by access: `at` and what the loops around lanes add; see emit_bases in body.h */
    bool failed; /* out of memory beside ir */
} Emit;

/* ---- value.c: dtypes and shapes of Vecs */
IrType vec_type(Dtype dtype, unsigned lanes); /* of each part */
bool vec_is_complex(Dtype dtype);
Vec vec_const(Emit *e, Dtype dtype, Bits bits, unsigned lanes);
Vec vec_splat(Emit *e, Vec x, unsigned lanes); /* itself where it has as many already */
Vec vec_select(Emit *e, Val condition, Vec x, Vec y);
/* The interpreter's register form in memory, elements one after another (bool a byte, half a float,
 * complex numbers in pairs): what StepFn, ScanFn and ScatterFn take. No mask. */
unsigned reg_bytes(Dtype dtype);
void vec_to_regs(Emit *e, Vec x, Val pointer);
Vec vec_from_regs(Emit *e, Dtype dtype, unsigned lanes, Val pointer);

/* ---- step.c, math.c: a step of the op table. Operands have all the same lanes. */
Vec emit_step(Emit *e, Op op, Dtype dtype, const Vec *in, unsigned n_in);
/* ---- cast.c, half.c */
Vec emit_cast(Emit *e, Vec x, Dtype to);
Vec emit_bitcast(Emit *e, Vec x, Dtype to);
/* The nearest f16 or bf16, as f32, of f32; itself for other dtypes. */
Val emit_round(Emit *e, Val x, Dtype dtype);
/* ---- random.c: key and draw are u64, number an i64 of as many lanes as the result */
Vec emit_random(Emit *e, Op op, Dtype dtype, Vec key, Vec draw, Val number);

/* ---- memory.c: elements as they lie in memory (bool: any byte but 0 is true; half: 2 bytes) */
/* One element at the pointer. */
Vec emit_load_one(Emit *e, Dtype dtype, Val pointer);
void emit_store_one(Emit *e, Vec x, Val pointer);
/* e->lanes elements, lane k at pointer + k * stride; stride (an i64) matters for ALONG_ANY only. Obeys
 * e->mask: touches no memory of lanes that are not there. */
Vec emit_load(Emit *e, Dtype dtype, Val pointer, Along along, Val stride);
void emit_store(Emit *e, Vec x, Val pointer, Along along, Val stride);
/* The same ALONG_NEXT, past the cache where `past` (i1) holds; then all lanes are there. */
void emit_store_past(Emit *e, Vec x, Val pointer, Val past);
/* Can it? Not of elements of which few fill a vector's line. */
bool emit_can_store_past(const Emit *e, Dtype dtype);
/* Lane k at base + offsets[k] (i64 lanes) where e->mask and `active` (or 0) are set; else any value. */
/* Lane k at base + at[k], of memory that is there whatever lanes are: at is i32 lanes. Elements as vectors hold them. */
Val emit_load_anywhere(Emit *e, IrType type, Val base, Val at);
void emit_store_anywhere(Emit *e, Val line, Val base, Val at);
Vec emit_gather(Emit *e, Dtype dtype, Val base, Val offsets, Val active);

/* ---- body.c, control.c, index.c: the instructions of a slice of the body, see kernel/slices.h */

#endif
