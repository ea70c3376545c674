/* LAPACK as it is found at run time: a table of addresses. Inside the room of linear algebra. */
#ifndef FRIT_RUN_LINEAR_LAPACK_H
#define FRIT_RUN_LINEAR_LAPACK_H

#include "run/linear/linear.h"

/* Names without the letter that says real or complex. */
typedef enum LapackName {
    LAPACK_GEMM,
    LAPACK_GETRF,
    LAPACK_GETRS,
    LAPACK_GETRI,
    LAPACK_GECON,
    LAPACK_POTRF,
    LAPACK_POTRS,
    LAPACK_POCON,
    LAPACK_TRTRS,
    LAPACK_TRCON,
    LAPACK_GELSD,
    LAPACK_GEQRF,
    LAPACK_GEQP3,
    LAPACK_ORGQR,
    LAPACK_GEHRD,
    LAPACK_ORGHR,
    LAPACK_SYEV,
    LAPACK_GEEVX,
    LAPACK_GGEV,
    LAPACK_GEES,
    LAPACK_GESVD,
    LAPACK_SYEVD,
    LAPACK_GESDD,
    LAPACK_COUNT
} LapackName;

typedef void LapackCode(void);

struct Linear {
    void *handle; /* NULL: own code */
    bool wide;    /* its integers have 64 bits */
    LapackCode *real[LAPACK_COUNT], *complex[LAPACK_COUNT];
    size_t size; /* bytes of this struct, the name included */
    char name[];
};

/* Integers go by address with 64 bits; a library that reads 32 finds the low half there. */
typedef int64_t Int;

/* May LAPACK be called for a matrix of these extents? */
bool lapack_is_there(const Linear *linear, int64_t rows, int64_t columns);
/* And is it worth it? Its threads take longer to wake than a small matrix does. */
static inline bool lapack_pays(const Linear *linear, int64_t rows, int64_t columns) {
    return (rows > 24 || columns > 24) && lapack_is_there(linear, rows, columns);
}
static inline LapackCode *lapack_code(const Linear *linear, LapackName name, bool complex) {
    return complex ? linear->complex[name] : linear->real[name];
}
/* A result that is a count or a state: the low half of it. */
static inline int32_t lapack_info(Int info) {
    return (int32_t)(uint32_t)(uint64_t)info;
}
/* Element k of an array of integers that LAPACK wrote. */
int64_t lapack_integer(const Linear *linear, const Int *array, int64_t k);

/* Real vectors of real values, and pairs of them of conjugate ones, become complex ones. */
bool lapack_widen_vectors(Env *env, const double *imaginary, const Matrix *real, Matrix *out);

/* What LAPACK asks for as work: made for each call, freed together. */
typedef struct LapackWork {
    Env *env;
    double *work, *real;
    Int *integers;
    Int lwork; /* numbers (pairs, where complex) of work */
    size_t work_bytes, real_bytes, integer_bytes;
} LapackWork;

/* Room of `count` numbers; 0: none. False: out of memory. */
bool lapack_work(LapackWork *w, bool complex, int64_t count);
bool lapack_work_real(LapackWork *w, int64_t count);
bool lapack_work_integers(LapackWork *w, int64_t count);
void lapack_work_free(LapackWork *w);

#endif
