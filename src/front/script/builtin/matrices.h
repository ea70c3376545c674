/* Values as matrices of doubles and back, for builtins of linear algebra. */
#ifndef FRIT_SCRIPT_MATRICES_H
#define FRIT_SCRIPT_MATRICES_H

#include "front/script/builtin/builtin.h"
#include "run/linear/linear.h"

/* What builtins of linear algebra take. */
typedef enum MatrixTakes {
    TAKES_INTEGERS = 1, /* as doubles */
    TAKES_LOGICAL = 2,
    TAKES_TEXT = 4,
    TAKES_ALL = 7
} MatrixTakes;

/*
 * The elements as a matrix, which is the caller's; what has more than two dimensions is seen as one of two. *single: the
 * results shall be single. who: for the error, "WHO: wrong type argument 'cell'".
 */
bool matrix_take(Interp *in, const char *who, Value v, unsigned takes, Matrix *out, bool *single);
/* Fails unless v has two dimensions that are equal; who says so: "inverse: A must be a square matrix". */
bool matrix_is_square(Interp *in, const char *who, Value v);
/* "int8 scalar", "complex matrix", as errors name what a value is. */
void argument_type_name(Value v, char buffer[64]);

/* "WHO: wrong type argument 'cell'"; false. */
bool argument_wrong_type(Interp *in, const char *who, Value v);

/* A value of the matrix, which is freed also on failure. A 1 x 1 one becomes a number; a complex one without imaginary
 * parts becomes real. */
bool matrix_give(Interp *in, Matrix *m, bool single, Value *out);
/* The same as the next output of a call. */
bool call_give_matrix(Interp *in, BuiltinCall *call, Matrix *m, bool single);
bool call_give(BuiltinCall *call, Value v);
/* Numbers as the next output. */
bool call_give_doubles(Interp *in, BuiltinCall *call, int64_t rows, int64_t columns,
                       const double *x, bool single);
/* Frees all of them. */
void matrices_free(Interp *in, Matrix *m, uint32_t count);
/* Is argument k there and this text? */
bool call_text_is(Interp *in, const BuiltinCall *call, uint32_t k, const char *text);
/* Argument k as text in a buffer, "" where it is none, or longer. */
const char *call_text(Interp *in, const BuiltinCall *call, uint32_t k, char buffer[32]);
/* Warns that a matrix is singular where rcond says so. */
bool warn_singular(Interp *in, double rcond, bool single);
bool rcond_is_singular(double rcond, bool single);

#endif
