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
    RULE_CONST,
    RULE_ELEMENTWISE,
    RULE_SELECT,
    RULE_CAST,
    RULE_BITCAST,
    RULE_MAKE,
    RULE_EXTRACT,
    RULE_INSERT,
    RULE_ELEMENT,
    RULE_SET_ELEMENT,
    RULE_SWIZZLE,
    RULE_DOT,
    RULE_CROSS,
    RULE_LENGTH,
    RULE_NORMALIZE,
    RULE_MAT_MUL,
    RULE_MAT_TRANSPOSE,
    RULE_DETERMINANT,
    RULE_PACK,
    RULE_UNPACK,
    RULE_REDUCE,
    RULE_ARG_REDUCE,
    RULE_SAME_SHAPE,
    RULE_SCAN,
    RULE_MATMUL,
    RULE_CONTRACT,
    RULE_IOTA,
    RULE_FILL,
    RULE_BROADCAST,
    RULE_RESHAPE,
    RULE_RESHAPE_LIKE,
    RULE_TRANSPOSE,
    RULE_EXPAND_DIMS,
    RULE_SQUEEZE,
    RULE_SLICE,
    RULE_FLIP,
    RULE_PAD,
    RULE_CONCAT,
    RULE_STACK,
    RULE_GATHER,
    RULE_SCATTER,
    RULE_EXTENT,
    RULE_RANDOM,
    RULE_CALL,
    RULE_MAP,
    RULE_IF,
    RULE_FOR,
    RULE_WHILE,
    RULE_COUNT
} TypeRule;

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
    OPF_COSTLY = 64 /* takes several times as long as others of its kind */
};

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

/* Where the code that reads attributes finds them in a row; tests/unit checks each by name. */
enum {
    AT_CONST_VALUE = 0,
    AT_TO = 0, /* cast, bitcast, make, pack */
    AT_AXES = 0,
    AT_AXIS = 0, /* argmax, argmin, scans, concat, stack, extent */
    AT_KEEPDIMS = 1,
    AT_INDEX = 0, /* extract, insert */
    AT_LANES = 0,
    AT_SHAPE = 0, /* iota, fill, broadcast, reshape, random */
    AT_IOTA_AXIS = 1,
    AT_IOTA_TO = 2,
    AT_RANDOM_TO = 1,
    AT_PERM = 0,
    AT_START = 0,
    AT_STOP = 1,
    AT_STEP = 2,
    AT_LO = 0,
    AT_HI = 1,
    AT_X_AXES = 0,
    AT_Y_AXES = 1,
    AT_X_BATCH = 2,
    AT_Y_BATCH = 3,
    AT_CALLEE = 0,
    AT_THEN = 0,
    AT_ELSE = 1,
    AT_FOR_BODY = 0,
    AT_FOR_CARRY = 1,
    AT_WHILE_COND = 0,
    AT_WHILE_BODY = 1,
    AT_WHILE_CARRY = 2
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

const OpInfo *op_info(Op op);
/* OP_NONE when there is no such op. Knows the aliases too. */
Op op_from_name(const char *name, size_t len);
/* Another name for the op, or NULL. */
const char *op_alias(Op op);
/* Number of attributes in the row. */
unsigned op_attr_count(Op op);
/* Index of the attribute, or -1. */
int op_attr_find(Op op, const char *name, size_t len);

/*
 * The one place where a step on scalars is computed. in[] and out are in the domain of their dtype;
 * dtype is the operands'. False when the op has no such step.
 */
bool op_eval(Op op, Dtype dtype, const Scalar *in, Scalar *out);
/* Has it such a step? */
bool op_has_step(Op op, Dtype dtype);
/* Binary digits of the significand of a float dtype: `digits` in ops.def. */
unsigned float_digits(Dtype dtype);
/* Dtype of the result of an op on operands of that dtype, by the row's `result`. */
Dtype op_result_dtype(Op op, Dtype dtype);

#endif
