/*
 * LLVM IR as text, line by line. A failed allocation sticks (see base/str.h): builders go on, and
 * ir_ok says so once at the end.
 *
 * A value is known by a number; 0 is none. Values have names in the text (%v7), so one may be used
 * before the line that defines it: that is how loops refer to what comes next (ir_reserve). Constants
 * are values too; they have no line and stand where they are used.
 *
 * Text goes into blocks one after another: ir_block ends nothing, so the block before it must have
 * been ended by a branch, a switch or a return.
 */
#ifndef FRIT_EMIT_LLVM_IR_H
#define FRIT_EMIT_LLVM_IR_H

#include "base/str.h"
#include "base/vec.h"
#include "emit/llvm/dialect.h"
#include "emit/llvm/target.h"

typedef uint32_t Val; /* 0: none */
typedef uint32_t Label;

typedef enum IrKind { IR_INT, IR_FLOAT, IR_PTR } IrKind;

typedef struct IrType {
    uint8_t kind;   /* IrKind */
    uint8_t bits;   /* 1, 8, 16, 32, 64, 128; of a pointer 64; a float of 16 is LLVM's half */
    uint16_t lanes; /* 1: a scalar */
} IrType;

#define IR_I(b, n) ((IrType){IR_INT, (uint8_t)(b), (uint16_t)(n)})
#define IR_F(b, n) ((IrType){IR_FLOAT, (uint8_t)(b), (uint16_t)(n)})
#define IR_P       ((IrType){IR_PTR, 64, 1})

typedef enum IrWhat {
    IR_COMPUTED, /* by a line of the text */
    IR_CONSTANT, /* the same in every lane: bits */
    IR_COUNT,    /* lane k has the number k */
    IR_TABLE     /* where a table of the module is: bits is its number */
} IrWhat;

typedef struct IrValue {
    IrType type;
    uint8_t what;  /* IrWhat */
    uint64_t bits; /* of what is computed: its number in the text */
} IrValue;

/* Line tables: which number of the metadata stands for a line of the function at hand. */
typedef struct IrLine {
    uint32_t line, number;
} IrLine;

/* Memory of the function at hand for what lives no longer than a few lines. */
enum { IR_SCRATCH = 8 };
typedef struct IrScratch {
    Val at; /* 0: not used in this function */
    uint64_t bytes;
} IrScratch;

typedef struct Ir {
    Env *env;
    const Target *target;
    const LlvmDialect *dialect; /* of the LLVM that will read the text */
    Str text;                   /* of the module */
    Str head;                   /* of the function at hand: what must stand in its first block */
    Str body;                   /* and the rest */
    Str declares;
    Str debug;           /* metadata of the lines */
    VEC(IrValue) values; /* number 0 is none */
    VEC(IrLine) lines;
    uint32_t n_names, n_labels, n_tables;
    Label block;      /* the one being filled */
    uint32_t line;    /* debug location for what follows; 0: none */
    uint32_t n_debug; /* numbers of metadata taken; 0: no line tables */
    uint32_t scope;   /* metadata of the function at hand */
    IrScratch scratch[IR_SCRATCH];
    bool has_rare;     /* branches that say so */
    bool has_past;     /* stores past the cache */
    bool short_masks;  /* avx512: masks of no more lanes than a register has of 4 bytes */
    const char *flags; /* fast-math flags of the next float operations: "", "contract " ... */
    bool failed;
} Ir;

void ir_begin(Ir *ir, Env *env, const Target *target, const LlvmDialect *dialect);
/* Makes line tables: from now on what ir->line says is a line of that file. */
void ir_debug_file(Ir *ir, const char *name);
bool ir_ok(const Ir *ir);
/* The module's text; the Ir is empty afterwards. False when something failed. */
bool ir_finish(Ir *ir, Str *out);
void ir_free(Ir *ir);

/* ---- functions: i32 name(ptr, i64 ...) */
/* params[0] is the frame; the others are i64. Fills params with values. */
void ir_function(Ir *ir, const char *name, unsigned n_params, Val *params);
void ir_function_end(Ir *ir);

/* ---- blocks */
Label ir_label(Ir *ir);
void ir_block(Ir *ir, Label label); /* what follows belongs to it */
void ir_jump(Ir *ir, Label to);
void ir_branch(Ir *ir, Val condition, Label yes, Label no); /* a scalar i1 */
/* The same where it hardly ever goes to `rare`: values are kept in registers for the other way. */
void ir_branch_rarely(Ir *ir, Val condition, Label rare, Label usual);
void ir_return(Ir *ir, int32_t code);
void ir_return_value(Ir *ir, Val code); /* an i32 */

/* ---- values */
IrType ir_type(const Ir *ir, Val v);
/* Is it the same constant in every lane? Then which. */
bool ir_is_constant(const Ir *ir, Val v, uint64_t *bits);
bool ir_same_type(IrType a, IrType b);
Val ir_int(Ir *ir, IrType type, uint64_t value);  /* the same in every lane */
Val ir_float(Ir *ir, IrType type, uint64_t bits); /* IEEE bits of type.bits */
Val ir_zero(Ir *ir, IrType type);
Val ir_ones(Ir *ir, IrType type);  /* all bits set */
Val ir_count(Ir *ir, IrType type); /* <0, 1, 2, ...> of an integer type */
/* A constant table of the module: scalars that are constants, one after another; where it is. */
Val ir_table_begin(Ir *ir, IrType type, uint32_t count);
void ir_table_put(Ir *ir, IrType type, Val constant, uint32_t k);
void ir_table_end(Ir *ir);
/* A value whose line comes later: to be given to ir_become. */
Val ir_reserve(Ir *ir, IrType type);
/* Makes `reserved` the same as v, here. */
void ir_become(Ir *ir, Val reserved, Val v);
/* Must be the first things of their block. `from` are the blocks control comes from. */
Val ir_phi(Ir *ir, unsigned n, const Val *values, const Label *from);

/* ---- operations. Both operands of an op have the same type. `op` as LLVM spells it. */
Val ir_bin(Ir *ir, const char *op, Val a, Val b); /* "add" "fadd" "and" "lshr" "sdiv" ...; floats
                                                           take ir->flags */
Val ir_neg_float(Ir *ir, Val a);
Val ir_compare(Ir *ir, const char *op, Val a, Val b); /* "eq" "slt" "ult": icmp; "oeq" "olt" "une"
                                                           "uno": fcmp; gives i1 of as many lanes */
Val ir_select(Ir *ir, Val condition, Val a, Val b);   /* condition: lanes of i1, or one */
Val ir_convert(Ir *ir, const char *op, Val a, IrType to); /* "trunc" "zext" "sext" "fptrunc" "fpext"
                                                           "sitofp" "uitofp" "fptosi" "fptoui"
                                                           "bitcast" "inttoptr" "ptrtoint" */
/* An intrinsic whose name ends in the type of its result: ("llvm.fma", a, b, c). */
Val ir_intrinsic(Ir *ir, const char *name, IrType result, unsigned n, const Val *args);
/* Any other intrinsic or function by its full name: declared when first used. result.lanes 0: void. */
Val ir_call(Ir *ir, const char *name, IrType result, unsigned n, const Val *args);
/* A masked load or store, of at most 3 arguments: what its pointers point to is aligned to `align`
 * bytes, which goes where the dialect has it. */
Val ir_call_masked(Ir *ir, const char *name, IrType result, unsigned n, const Val *args,
                   unsigned align);
/* How names of intrinsics spell a type: "f32", "v16i1", "v8p0". */
enum { IR_SUFFIX_MAX = 16 };
void ir_suffix(IrType type, char out[IR_SUFFIX_MAX]);
/* Through a pointer. result.lanes 0: void. */
Val ir_call_pointer(Ir *ir, Val function, IrType result, unsigned n, const Val *args);

/* ---- lanes */
Val ir_splat(Ir *ir, Val scalar, unsigned lanes); /* a constant stays a constant */
Val ir_lane(Ir *ir, Val vector, Val index);       /* extractelement; of one lane itself */
Val ir_set_lane(Ir *ir, Val vector, Val value, Val index);
/* Lanes `which` of a followed by b; UINT32_MAX: any. b may be 0. */
Val ir_shuffle(Ir *ir, Val a, Val b, const uint32_t *which, unsigned n);
Val ir_any(Ir *ir, Val mask); /* lanes of i1 to one i1: is one of them set? */
Val ir_all(Ir *ir, Val mask);

/* ---- memory. Addresses may be any: alignment is 1 unless said otherwise. */
/* Slot k of the scratch memory, at least so large. Whoever asks for it again overwrites it. Aligned
 * to 64. */
Val ir_scratch(Ir *ir, unsigned k, uint64_t bytes);
Val ir_alloca(Ir *ir, uint64_t bytes); /* aligned to 64, in the first block */
Val ir_offset(Ir *ir, Val pointer,
              Val bytes); /* bytes: an i64; lanes of them give lanes of pointers */
Val ir_offset_const(Ir *ir, Val pointer, int64_t bytes);
Val ir_load(Ir *ir, IrType type, Val pointer, unsigned align);
void ir_store(Ir *ir, Val v, Val pointer, unsigned align);
/* Past the cache, to an address that is a multiple of the whole vector's size. */
void ir_store_past(Ir *ir, Val v, Val pointer);

#endif
