/*
 * The innermost loop of a product of matrices, included by tile.c once for every element type and
 * instruction-set level. No include guard: it is meant to come many times.
 *
 *   TILE_NAME     what the function is called
 *   TILE_T        element type
 *   TILE_BYTES    of a vector
 *   TILE_TARGET   attribute for the level
 *   TILE_COMPLEX  1: elements are pairs; panels and sums keep their parts apart
 *
 * Products are added in the order of k, one rounding each, so that every level, and every way to cut
 * the matrices, gives the same bits.
 */
#define TILE_PASTE_(a, b) a##b
#define TILE_PASTE(a, b)  TILE_PASTE_(a, b)
#define TILE_VECTOR       TILE_PASTE(TILE_NAME, _vector)
#define TILE_SOME_ROWS    TILE_PASTE(TILE_NAME, _rows)

typedef TILE_T TILE_VECTOR __attribute__((vector_size(TILE_BYTES)));

#if TILE_COMPLEX

TILE_TARGET static inline __attribute__((always_inline)) void TILE_SOME_ROWS(
    const TILE_T *a, const TILE_T *b, TILE_T *sums, size_t ld, size_t plane, size_t k,
    unsigned rows) {
    enum { LANES = TILE_BYTES / sizeof(TILE_T) };
    TILE_VECTOR re[TILE_ROWS], im[TILE_ROWS];
    TILE_UNROLL
    for (unsigned i = 0; i < rows; i++) {
        memcpy(&re[i], sums + (i * ld), sizeof re[i]);
        memcpy(&im[i], sums + plane + (i * ld), sizeof im[i]);
    }
    for (size_t p = 0; p < k; p++, a += 2 * TILE_ROWS, b += 2 * LANES) {
        TILE_VECTOR y, z;
        memcpy(&y, b, sizeof y);
        memcpy(&z, b + LANES, sizeof z);
        TILE_UNROLL
        for (unsigned i = 0; i < rows; i++) {
            TILE_T u = a[i], v = a[TILE_ROWS + i];
            re[i] += y * u - z * v;
            im[i] += z * u + y * v;
        }
    }
    TILE_UNROLL
    for (unsigned i = 0; i < rows; i++) {
        memcpy(sums + (i * ld), &re[i], sizeof re[i]);
        memcpy(sums + plane + (i * ld), &im[i], sizeof im[i]);
    }
}

#else

TILE_TARGET static inline __attribute__((always_inline)) void TILE_SOME_ROWS(
    const TILE_T *a, const TILE_T *b, TILE_T *sums, size_t ld, size_t plane, size_t k,
    unsigned rows) {
    enum { LANES = TILE_BYTES / sizeof(TILE_T) };
    (void)plane;
    TILE_VECTOR left[TILE_ROWS], right[TILE_ROWS];
    TILE_UNROLL
    for (unsigned i = 0; i < rows; i++) {
        memcpy(&left[i], sums + (i * ld), sizeof left[i]);
        memcpy(&right[i], sums + (i * ld) + LANES, sizeof right[i]);
    }
    for (size_t p = 0; p < k; p++, a += TILE_ROWS, b += 2 * LANES) {
        TILE_VECTOR y, z;
        memcpy(&y, b, sizeof y);
        memcpy(&z, b + LANES, sizeof z);
        TILE_UNROLL
        for (unsigned i = 0; i < rows; i++) {
            TILE_T u = a[i];
            left[i] += y * u;
            right[i] += z * u;
        }
    }
    TILE_UNROLL
    for (unsigned i = 0; i < rows; i++) {
        memcpy(sums + (i * ld), &left[i], sizeof left[i]);
        memcpy(sums + (i * ld) + LANES, &right[i], sizeof right[i]);
    }
}

#endif

/* The rows of the panel behind the last live one are computed too, unless there are many. */
TILE_TARGET static void TILE_NAME(const void *a, const void *b, void *sums, size_t ld, size_t plane,
                                  size_t k, unsigned rows) {
    if (rows > TILE_ROWS / 2)
        TILE_SOME_ROWS(a, b, sums, ld, plane, k, TILE_ROWS);
    else if (rows > 1)
        TILE_SOME_ROWS(a, b, sums, ld, plane, k, TILE_ROWS / 2);
    else
        TILE_SOME_ROWS(a, b, sums, ld, plane, k, 1);
}

#undef TILE_PASTE_
#undef TILE_PASTE
#undef TILE_VECTOR
#undef TILE_SOME_ROWS
#undef TILE_NAME
#undef TILE_T
#undef TILE_COMPLEX
