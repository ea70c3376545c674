/*
 * Products of small matrices for one row of an instruction set, included by matrix_product.c for each: no include guard.
 *
 *   PRODUCT_NAME(f)  what a function is called
 *   PRODUCT_TARGET   attribute
 *   PRODUCT_TYPE     of the elements
 *
 * c = a b by columns. Elements of c are added to in the order of k, one product at a time, whichever block they are in.
 */

typedef PRODUCT_TYPE PRODUCT_NAME(rows)
    __attribute__((vector_size(PRODUCT_ROWS * sizeof(PRODUCT_TYPE))));

/* Rows i .. i + PRODUCT_ROWS - 1 of columns j .. j + 3. */
PRODUCT_TARGET static inline void PRODUCT_NAME(block)(int64_t m, int64_t inner,
                                                      const PRODUCT_TYPE *a, const PRODUCT_TYPE *b,
                                                      PRODUCT_TYPE *c) {
    PRODUCT_NAME(rows) x, s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    for (int64_t k = 0; k < inner; k++) {
        memcpy(&x, a + k * m, sizeof x);
        s0 += x * b[k];
        s1 += x * b[k + inner];
        s2 += x * b[k + 2 * inner];
        s3 += x * b[k + 3 * inner];
    }
    memcpy(c, &s0, sizeof x);
    memcpy(c + m, &s1, sizeof x);
    memcpy(c + 2 * m, &s2, sizeof x);
    memcpy(c + 3 * m, &s3, sizeof x);
}

/* The rows from `first` on of a column. */
PRODUCT_TARGET static void PRODUCT_NAME(rest)(int64_t m, int64_t inner, int64_t first,
                                              const PRODUCT_TYPE *restrict a,
                                              const PRODUCT_TYPE *restrict b,
                                              PRODUCT_TYPE *restrict c) {
    for (int64_t i = first; i < m; i++)
        c[i] = 0;
    for (int64_t k = 0; k < inner; k++)
        for (int64_t i = first; i < m; i++)
            c[i] += a[k * m + i] * b[k];
}

PRODUCT_TARGET static void PRODUCT_NAME(product)(int64_t m, int64_t inner, int64_t n,
                                                 const PRODUCT_TYPE *a, const PRODUCT_TYPE *b,
                                                 PRODUCT_TYPE *c) {
    int64_t rows = m / PRODUCT_ROWS * PRODUCT_ROWS, columns = n / 4 * 4;
    for (int64_t j = 0; j < columns; j += 4)
        for (int64_t i = 0; i < rows; i += PRODUCT_ROWS)
            PRODUCT_NAME(block)(m, inner, a + i, b + j * inner, c + j * m + i);
    for (int64_t j = 0; j < n; j++)
        if (j >= columns || rows < m)
            PRODUCT_NAME(rest)(m, inner, j < columns ? rows : 0, a, b + j * inner, c + j * m);
}
