/*
 * Random functions of the Slang-style language: nested loops, branches, exits, arrays and swizzles. What is made is a tree,
 * which one file makes, one prints and one runs.
 */
#ifndef TESTS_UNIT_RANDOM_SLANG_H
#define TESTS_UNIT_RANDOM_SLANG_H

#include "harness.h"

enum {
    MAX_NODES = 4000,
    MAX_VARS = 64,
    MAX_FUNCTIONS = 3,
    ARRAY = 8,  /* elements of an array, at most: see Made.array */
    TABLE = 12, /* of the constant table */
    LANES = 3,  /* of a vector */
    MAX_STEPS = 200000
};

typedef enum Kind {
    /* expressions: integers */
    E_NUMBER,
    E_VAR,
    E_ELEMENT, /* a: variable (array or vector), b: index, kept in range by & */
    E_TABLE,   /* a: added to parameter 3, an index into the table */
    E_RAW,     /* a: array, b: a parameter: clamped */
    E_LANE,    /* a: vector, value: lane */
    E_BINARY,  /* value: the operator */
    E_NEGATE,
    E_CHOICE,
    E_TRUTH, /* a: condition; as 0 or 1 */
    E_CALL,  /* value: function; a, b: arguments; c: variable for the inout one */
    /* conditions */
    C_COMPARE,
    C_AND,
    C_OR,
    C_NOT,
    C_BUMP, /* a: variable: v++ < value */
    C_CALL, /* a: a call, which may change a variable: f(...) > value */
    /* statements */
    S_DECLARE, /* a: variable, b: first value or 0 */
    S_ASSIGN,  /* a: place (an expression), b: value, value: operator or 0 */
    S_BUMP,    /* a: place, value: 0..3: ++x --x x++ x-- */
    S_LANES,   /* a: vector, value: lanes (two, in base 3), b, c: their values */
    S_COPY,    /* a: array, b: array */
    S_VECTOR,  /* a: vector, b, c, d: its components */
    S_IF,      /* a: condition, b: block, c: block or 0 */
    S_FOR,     /* a: variable, b: bound, c: block, value: kind */
    S_WHILE,   /* a: condition, b: counter, c: block, value: most turns */
    S_DO,
    S_SWITCH, /* a: value, b: first CASE */
    S_CASE,   /* value: label, 99 default; a: block */
    S_BLOCK,  /* a: first statement */
    S_BREAK,
    S_CONTINUE,
    S_RETURN
} Kind;

typedef struct Tree {
    Kind kind;
    int a, b, c, d, value;
    int next; /* in a list of statements or cases; 0: the end */
} Tree;

typedef enum VarKind { V_INT, V_ARRAY, V_VECTOR } VarKind;

typedef struct Function {
    int body, n_vars;
    VarKind kind[MAX_VARS];
    bool is_fixed[MAX_VARS]; /* loop variables and the like */
} Function;

typedef struct Made {
    uint64_t state;
    Tree at[MAX_NODES];
    int n;
    int array; /* elements of arrays: of 4 they are chosen among, of 8 they lie in memory */
    Function functions[MAX_FUNCTIONS];
    int n_functions;
    /* while making one */
    Function *f;
    int scope[MAX_VARS], n_scope, loops, switches, depth, n_calls;
} Made;

/* Element k of the table. */
static inline int made_table(int k) {
    return k * k * 7 % 23 - 9;
}
/* From 0 to n - 1, of the state. */
int made_below(Made *m, int n);
/* One more function, which may call those before it. Variables 0, 1: parameters; 2: the inout one; 3: a parameter
 * that is never assigned. */
void made_function(Made *m);
/* All of them as source; the caller frees it. */
char *made_print(const Made *m);
/* What the function gives for these arguments; steps counts what was run. */
int32_t made_run(const Made *m, int function, int32_t a, int32_t b, int32_t *inout, int32_t raw,
                 uint64_t *steps);

#endif
