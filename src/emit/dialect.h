/*
 * What a source dialect is: a row of data. The emitter asks the row and never which dialect it is,
 * so adding one is adding a row to dialect.c.
 *
 * Patterns are texts with places to fill: `$` is a type, `@` a name, `#` a number.
 */
#ifndef FRIT_EMIT_DIALECT_H
#define FRIT_EMIT_DIALECT_H

#include "op/op.h"

/* What a program turned out to need from the head of the file: dtypes (bit 1 << dtype) and: */
enum {
    NEED_MATH = 1 << 16,    /* a function of the mathematical library */
    NEED_COMPLEX = 1 << 17, /* one of the complex functions */
    NEED_STRICT = 1 << 18,  /* a step whose rounding matters */
    NEED_ALWAYS = 1 << 19
};

typedef struct HeadLine {
    uint32_t needs; /* printed when any of these is needed */
    const char *text;
} HeadLine;

typedef struct Spelling {
    const char *name, *text; /* text may start with `@`: a helper of prelude.def */
} Spelling;

enum { MAX_HEAD_LINES = 10, MAX_SPELLINGS = 6 };

typedef struct Dialect {
    const char *name;
    const char *function_prefix;       /* of programs' functions */
    const char *scalars[DTYPE_COUNT];  /* NULL: the dialect has no such type */
    const char *vectors[DTYPE_COUNT];  /* pattern by length; NULL: a struct of ours */
    const char *matrices[DTYPE_COUNT]; /* pattern by rows and columns; NULL: a struct of ours */
    const char *construct;             /* pattern for a native vector or matrix, up to its `(` */
    bool native_arrays;                /* Array<T, N> is a value; otherwise a struct of ours */
    bool typedef_structs;              /* a struct's name needs a typedef to be a type */
    bool scopes;                       /* a function may be called a::b */
    bool overloads;                    /* two functions may have one name */
    const char *i64_suffix, *u64_suffix, *f64_suffix; /* of literals */
    bool decimal_literals; /* the compiler reads decimals with correct rounding */

    HeadLine head[MAX_HEAD_LINES];
    /* Bodies of functions that read x's bits as another type. */
    const char *f32_bits, *f32_of, *f64_bits, *f64_of;
    const char *f16_bits, *f16_of; /* patterns: `@` is the expression */

    /* Names its library takes besides those of C's mathematical functions: " a b ". */
    const char *library;
    uint16_t lacks_flag;    /* the op flag that says "not in this dialect" */
    const char *lacks;      /* functions M() may ask for and the dialect has not: " a b " */
    const char *f32_suffix; /* of a function for f32 */
    /* Functions that are exact for f32; NULL: every f32 function is used as it is. With a list, the
     * others are computed in f64 and rounded once. */
    const char *exact_functions;
    Spelling spellings[MAX_SPELLINGS];
    bool complex_functions; /* C's csqrt and its family */

    const char *entry_function, *sub_function, *helper; /* before a function's type */
    bool warns_of_unused;  /* its compilers do, and "(void)x;" tells them not to */
    const char *no_params; /* what stands between the parentheses of a function without any */
    const char *out_param; /* pattern: a result that is not returned */
    bool out_by_pointer;   /* given as &x and written as *x */
    const char *prototype; /* before an extern's prototype; NULL: none is written */

    /* Kernels. */
    const char *kernel;                              /* before its name */
    const char *thread_params;                       /* first parameters, or NULL */
    const char *array_in, *array_out, *scalar_param; /* patterns; # is the parameter's number */
    const char *pointer_in, *pointer_out;            /* patterns: an array's type in a helper */
    const char *sizes_param; /* when extents and strides come as one array: that parameter */
    const char *last_params; /* or NULL */
    /* First index of a thread and what to add for its next; NULL: plain nested loops. */
    const char *grid_first, *grid_step;
} Dialect;

/* NULL when there is none of that name. */
const Dialect *dialect_find(const char *name);
/* NULL past the end. */
const Dialect *dialect_at(uint32_t index);

#endif
