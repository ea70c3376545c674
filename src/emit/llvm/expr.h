/*
 * A step of ops.def as a tree: the column's text, which is C, read for one dtype. Types are C's:
 * operands narrower than int are promoted where C promotes them. Equal subtrees are one node.
 */
#ifndef FRIT_EMIT_LLVM_EXPR_H
#define FRIT_EMIT_LLVM_EXPR_H

#include "op/op.h"

typedef enum ExprKind {
    EX_CONST,   /* bits: an integer, extended to 64 bits by its sign, or a float of type.bits */
    EX_OPERAND, /* operand number `operand`, part `part` */
    EX_CAST,    /* kid[0] as another type of integers */
    EX_NEG,     /* -kid[0] */
    EX_INVERT,  /* ~kid[0] */
    EX_NOT,     /* !kid[0] */
    EX_BINARY,  /* token: + - * / % & | ^ << >> */
    EX_COMPARE, /* token: == != < <= > >= */
    EX_BOTH,    /* && */
    EX_EITHER,  /* || */
    EX_CHOOSE,  /* kid[0] ? kid[1] : kid[2] */
    EX_CALL     /* M(name) of n_kids operands */
} ExprKind;

typedef enum ExprToken {
    TOK_NONE,
    TOK_ADD,
    TOK_SUB,
    TOK_MUL,
    TOK_DIV,
    TOK_REM,
    TOK_AND,
    TOK_OR,
    TOK_XOR,
    TOK_SHL,
    TOK_SHR,
    TOK_EQ,
    TOK_NE,
    TOK_LT,
    TOK_LE,
    TOK_GT,
    TOK_GE,
    TOK_BOTH,
    TOK_EITHER
} ExprToken;

typedef enum NumberKind { NUM_SIGNED, NUM_UNSIGNED, NUM_FLOAT } NumberKind;

typedef struct NumberType {
    uint8_t kind; /* NumberKind */
    uint8_t bits; /* 8 to 64; 1: an operand that is a bool */
} NumberType;

typedef uint8_t ExprId;
enum { EXPR_MAX = 128, EXPR_NONE = 255 };

typedef struct ExprNode {
    uint8_t kind, token;
    NumberType type; /* of the value, after what C does to operands */
    uint8_t operand, part;
    uint8_t n_kids;
    ExprId kid[3];
    uint64_t bits;
    const char *name; /* of a call, in ops.def */
    uint8_t name_len;
} ExprNode;

typedef struct Expr {
    ExprNode node[EXPR_MAX];
    unsigned n;
    ExprId root[2]; /* the second: an imaginary part, or EXPR_NONE */
} Expr;

/* False when the text has something that is not C over the operands: ZF(...) and the like. */
bool expr_parse(Expr *out, const char *text, Dtype dtype);
/* Is the value 0 or 1 by its kind? */
bool expr_is_truth(const Expr *x, ExprId id);
/* int, or the type itself if that is wider; of two operands the one both become. */
NumberType number_promoted(NumberType type);
NumberType number_common(NumberType a, NumberType b);

#endif
