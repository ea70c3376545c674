/* Reductions: which dimensions, which options, and arrays as rows. */
#ifndef FRIT_SCRIPT_REDUCE_H
#define FRIT_SCRIPT_REDUCE_H

#include "front/script/builtin/arrays.h"

/* What is said about a dimension that is none. */
typedef enum DimWords {
    DIM_INVALID,          /* "sum: invalid dimension DIM = 0" */
    DIM_INVALID_ARGUMENT, /* "cumsum: invalid dimension argument = 0" */
    DIM_VALID,            /* "max: DIM must be a valid dimension" */
    DIM_INTEGER           /* "mean: DIM must be an integer and a valid dimension" */
} DimWords;

/* A call taken apart: what is reduced over which dimensions. */
typedef struct Reduction {
    Value x; /* lent */
    Shape shape;
    uint32_t axes; /* a bit each, from the first dimension */
    bool chosen;   /* dimensions were given */
    bool all, omit_nan, native, as_double;
    Shape result;
} Reduction;

/* Options and dimensions from argument `from` on. sums: of [] there is one result. */
bool reduction_of(Interp *in, const BuiltinCall *call, const char *who, uint32_t from,
                  DimWords words, bool sums, Reduction *out);
/* The shape of the result, of its shape and axes. */
void reduction_result(Reduction *r);
/* "axes=[0, 1], keepdims=true" of frit's. */
enum { REDUCTION_TEXT = 96 };
const char *reduction_text(const Reduction *r, char text[REDUCTION_TEXT]);
/* The result of 'all' is a scalar: *v has as many dimensions as there were. */
int64_t reduction_length(const Reduction *r);

/* The rows that are reduced, one after another; of complex numbers pairs. */
typedef struct Rows {
    Numbers numbers; /* their memory, or */
    double *block;   /* a block of its own */
    size_t bytes;
    double *at;
    int64_t n, count; /* elements of a row; rows */
    bool complex;
} Rows;
bool rows_of(Interp *in, const Reduction *r, Rows *out);
void reduce_rows_free(Interp *in, Rows *rows);
/* Leaves NaN out of a row; how many are left. */
int64_t row_without_nan(double *row, int64_t n);

#endif
