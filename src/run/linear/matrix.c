/* Matrices, and their product. */
#include <math.h>
#include <string.h>

#include "run/linear/lapack.h"
#include "run/linear/own.h"

size_t linear_bytes(const Matrix *m) {
    return (size_t)m->rows * (size_t)m->columns * sizeof(double) * (m->complex ? 2 : 1);
}

bool matrix_new(Env *env, int64_t rows, int64_t columns, bool complex, Matrix *out) {
    *out = (Matrix){rows, columns, complex, NULL};
    int64_t count, bytes;
    if (__builtin_mul_overflow(rows, columns, &count) ||
        __builtin_mul_overflow(count, complex ? 16 : 8, &bytes))
        return env_fail(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "out of memory");
    if (bytes == 0)
        return true;
    out->at = env_new(env, (size_t)bytes);
    return out->at != NULL;
}

bool matrix_copy(Env *env, const Matrix *m, bool complex, Matrix *out) {
    TRY(matrix_new(env, m->rows, m->columns, complex || m->complex, out));
    if (!m->at || !out->at)
        return true;
    if (m->complex == out->complex) {
        memcpy(out->at, m->at, linear_bytes(m));
    } else {
        for (int64_t k = 0; k < m->rows * m->columns; k++)
            out->at[2 * k] = m->at[k];
    }
    return true;
}

void matrix_free(Env *env, Matrix *m) {
    if (m->at)
        env_free(env->allocator, m->at, linear_bytes(m));
    *m = (Matrix){0, 0, false, NULL};
}

bool matrix_turned(Env *env, const Matrix *m, Matrix *out) {
    TRY(matrix_new(env, m->columns, m->rows, m->complex, out));
    for (int64_t j = 0; j < m->columns; j++)
        for (int64_t i = 0; i < m->rows; i++) {
            int64_t from = i + (j * m->rows), to = j + (i * m->columns);
            if (m->complex) {
                out->at[2 * to] = m->at[2 * from];
                out->at[2 * to + 1] = -m->at[2 * from + 1];
            } else {
                out->at[to] = m->at[from];
            }
        }
    return true;
}

bool matrix_is_hermitian(const Matrix *m) {
    if (m->rows != m->columns)
        return false;
    int64_t n = m->rows;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= j; i++) {
            int64_t k = i + (j * n), l = j + (i * n);
            if (m->complex ? m->at[2 * k] != m->at[2 * l] || m->at[2 * k + 1] != -m->at[2 * l + 1]
                           : m->at[k] != m->at[l])
                return false;
        }
    return true;
}

double matrix_norm_1(const Matrix *m) {
    double most = 0;
    for (int64_t j = 0; j < m->columns; j++) {
        double sum = 0;
        for (int64_t i = j * m->rows; i < (j + 1) * m->rows; i++)
            sum += m->complex ? hypot(m->at[2 * i], m->at[2 * i + 1]) : fabs(m->at[i]);
        if (!(sum <= most))
            most = sum;
    }
    return most;
}

bool linear_product(Env *env, Linear *linear, const Matrix *a, const Matrix *b, Matrix *out) {
    typedef void Gemm(const char *, const char *, const Int *, const Int *, const Int *,
                      const void *, const void *, const Int *, const void *, const Int *,
                      const void *, void *, const Int *, size_t, size_t);
    TRY(matrix_new(env, a->rows, b->columns, a->complex, out));
    Int m = a->rows, n = b->columns, k = a->columns;
    if (m == 0 || n == 0 || k == 0)
        return true;
    if (lapack_is_there(linear, m, n) && k < INT32_MAX) {
        static const double one[2] = {1, 0}, zero[2] = {0, 0};
        ((Gemm *)lapack_code(linear, LAPACK_GEMM, a->complex))("N", "N", &m, &n, &k, one, a->at, &m,
                                                               b->at, &k, zero, out->at, &m, 1, 1);
    } else if (a->complex) {
        own_complex_product(m, n, k, 1, (const Pair *)a->at, m, (const Pair *)b->at, k,
                            (Pair *)out->at, m);
    } else {
        own_real_product(m, n, k, 1, a->at, m, b->at, k, out->at, m);
    }
    return true;
}
