/* The op table: what is true of an op whatever program it stands in. */
#ifndef FRIT_OP_OP_H
#define FRIT_OP_OP_H

#include "op/dtype.h"

typedef enum Op {
#define OP(name, ...) OP_##name,
#define ALIAS(name, op)
#include "op/ops.def"
#undef OP
#undef ALIAS
    OP_COUNT,
    OP_NONE = 0xffff
} Op;

/* How the types of an op's results follow from its operands; infer/ has a function for each. */
typedef enum TypeRule {
#define RULE(id, function, flags) RULE_##id,
#include "op/type_rules.def"
#undef RULE
    RULE_COUNT
} TypeRule;

/* What the table of rules says: see its flags. */
bool rule_maps(TypeRule rule);
bool rule_is_elementwise(TypeRule rule);

typedef enum ResultElement {
    RESULT_SAME,
    RESULT_BOOL,
    RESULT_REAL,
    RESULT_COMPLEX,
    RESULT_I64
} ResultElement;

enum OpFlags {
    OPF_VARIADIC = 1,   /* the last named operand may come any number of times */
    OPF_COMMUTES = 2,   /* x op y is y op x (for floats: up to which NaN comes out) */
    OPF_VIEW = 4,       /* moves no data */
    OPF_CONTROL = 8,    /* runs other programs; see the callee attributes */
    OPF_NOT_SLANG = 16, /* the dialect's library lacks the function */
    OPF_NOT_METAL = 32,
    OPF_COSTLY = 64, /* takes several times as long as others of its kind */
    OPF_ROUTINE =
        128 /* a function of whole arrays, which runs as a step of its own (run/routine) */
};

/* From this one on, to the end of the table, ops are routines. */
enum { OP_FIRST_ROUTINE = OP_sort };

typedef enum AttrKind {
    ATTR_END, /* closes an op's list */
    ATTR_BOOL,
    ATTR_INT,
    ATTR_REAL, /* a double */
    ATTR_INTS, /* integers, `_` for one left out */
    ATTR_DIMS, /* extents: numbers or names */
    ATTR_TYPE,
    ATTR_PROGRAM, /* a program of the same module, before this one */
    ATTR_LITERAL,
    ATTR_COMBINE /* a word: how scatter combines */
} AttrKind;

typedef enum Combine {
    COMBINE_SET,
    COMBINE_ADD,
    COMBINE_MUL,
    COMBINE_MAX,
    COMBINE_MIN,
    COMBINE_COUNT
} Combine;
const char *combine_name(Combine combine);

typedef struct AttrInfo {
    const char *name;
    AttrKind kind;
    bool required;
} AttrInfo;

/* A byte for each attribute of a row, so that its offset is its position. */
#define OP(id, family, operands, arity, rule, accepts, result, flags, f, i, u, b, z, expand, doc, \
           ...)                                                                                   \
    typedef struct At_##id {                                                                      \
        char __VA_ARGS__;                                                                         \
    } At_##id;
#define A(name, kind, need) at_##name
#define NOATTR              at_none
#define ALIAS(name, op)
#include "op/ops.def"
#undef OP
#undef A
#undef NOATTR
#undef ALIAS
#define AT(op, name) offsetof(At_##op, at_##name)

/* Where the code that reads attributes finds them in a row. Those that serve several ops stand at the
 * same place in each; tests/unit checks all by name. */
enum {
    AT_CONST_VALUE = AT(const, value),
    AT_TO = AT(cast, to), /* cast, bitcast, make, pack */
    AT_AXES = AT(sum, axes), /* reductions, expand_dims, squeeze, flip, gather, scatter */
    AT_AXIS = AT(argmax, axis), /* argmax, argmin, scans, concat, stack, extent */
    AT_KEEPDIMS = AT(sum, keepdims),
    AT_INDEX = AT(extract, index), /* extract, insert */
    AT_LANES = AT(swizzle, lanes),
    AT_SHAPE = AT(iota, shape), /* iota, fill, broadcast, reshape, random */
    AT_IOTA_AXIS = AT(iota, axis),
    AT_IOTA_TO = AT(iota, to),
    AT_RANDOM_TO = AT(random_bits, to),
    AT_PERM = AT(transpose, perm),
    AT_START = AT(slice, start),
    AT_STOP = AT(slice, stop),
    AT_STEP = AT(slice, step),
    AT_LO = AT(pad, lo),
    AT_HI = AT(pad, hi),
    AT_X_AXES = AT(contract, x_axes),
    AT_Y_AXES = AT(contract, y_axes),
    AT_X_BATCH = AT(contract, x_batch),
    AT_Y_BATCH = AT(contract, y_batch),
    AT_CALLEE = AT(call, callee), /* call, map */
    AT_THEN = AT(if, then),
    AT_ELSE = AT(if, else),
    AT_FOR_BODY = AT(for, body),
    AT_FOR_CARRY = AT(for, carry),
    AT_WHILE_COND = AT(while, cond),
    AT_WHILE_BODY = AT(while, body),
    AT_WHILE_CARRY = AT(while, carry),
};

enum { MAX_ATTRS = 5 }; /* with the closing ATTR_END */

typedef struct OpInfo {
    const char *name, *family, *operands, *doc;
    const char *expand; /* composite ops only */
    uint8_t arity;
    uint8_t accepts; /* mask of DtypeClass */
    TypeRule rule;
    ResultElement result;
    uint16_t flags;
    AttrInfo attrs[MAX_ATTRS];
    /* One step as text for the source dialects: float, signed, unsigned, bool, complex. */
    const char *source_f, *source_i, *source_u, *source_b, *source_z;
} OpInfo;

/* The rows of ops.def by op. Passes look at a row or two for every instruction, so reading is inline. */
extern const OpInfo op_table[];

static inline const OpInfo *op_info(Op op) {
    return &op_table[op];
}
/* The column of a row for operands of a dtype: one step as text. NULL: the op has no such step. */
const char *op_source(const OpInfo *info, Dtype dtype);
/* A function that takes many times as long as an addition. */
bool op_is_mathematics(const OpInfo *info);

/* What a reduction or a scan does: the columns of REDUCTION, TRUTH, BEST and SCAN in ops.def. */
typedef enum FoldKind {
    FOLD_NONE,
    FOLD_STEP,  /* repeats a step, accumulator first, from `start`; gives the last one */
    FOLD_SCAN,  /* likewise; gives each */
    FOLD_COUNT, /* elements; gives their number */
    FOLD_TRUTH, /* repeats `and` or `or` of "is not zero" */
    FOLD_BEST /* the element for which `step` (gt or lt) is true against all others; gives its place */
} FoldKind;

/* What an accumulator holds before the first element: what the step then leaves out of account. */
typedef enum FoldStart {
    START_ZERO,
    START_ONE,
    START_LEAST, /* -inf or the smallest integer */
    START_MOST   /* inf or the largest */
} FoldStart;

typedef struct Fold {
    FoldKind kind;
    Op step;
    FoldStart start;
} Fold;

/* FOLD_NONE for ops that fold nothing, and for composites. */
const Fold *op_fold(Op op);
/* The value of a dtype that accumulators start from. */
Bits fold_start(FoldStart start, Dtype dtype);
/* OP_NONE when there is no such op. Knows the aliases too. */
Op op_from_name(const char *name, size_t len);
/* Another name for the op, or NULL. */
const char *op_alias(Op op);
/* Number of attributes in the row. */
static inline unsigned op_attr_count(Op op) {
    unsigned n = 0;
    while (n < MAX_ATTRS && op_table[op].attrs[n].kind != ATTR_END)
        n++;
    return n;
}
/* Index of the attribute, or -1. */
int op_attr_find(Op op, const char *name, size_t len);

/*
 * The one place where a step on scalars is computed. in[] and out are in the domain of their dtype;
 * dtype is the operands'. False when the op has no such step.
 */
bool op_eval(Op op, Dtype dtype, const Scalar *in, Scalar *out);
/* Does the op take elements of the dtype? */
bool op_accepts(Op op, Dtype dtype);
/* Has it such a step? */
bool op_has_step(Op op, Dtype dtype);
/* Dtype of the result of an op on operands of that dtype, by the row's `result`. */
Dtype op_result_dtype(Op op, Dtype dtype);

#endif
