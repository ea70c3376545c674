#include "ir/product.h"

#include "base/env.h"

static bool step(const ProductSteps *s, Op op, uint32_t x, uint32_t y, uint32_t *out) {
    return s->step(s->user, op, s->dtype, x, y, out);
}

/* Row x times column y, whose components stand `apart`: products added first to last. */
static bool inner_product(const ProductSteps *s, const uint32_t *x, const uint32_t *y,
                          unsigned apart, unsigned n, uint32_t *out) {
    TRY(step(s, OP_mul, x[0], y[0], out));
    for (unsigned k = 1; k < n; k++) {
        uint32_t product;
        TRY(step(s, OP_mul, x[k], y[k * apart], &product));
        /* what is there so far, plus the next product */
        TRY(step(s, OP_add, *out, product, out));
    }
    return true;
}

bool product_of(const ProductSteps *s, const Type *x, const uint32_t *a, const Type *y,
                const uint32_t *b, uint32_t out[PRODUCT_MAX], unsigned *n) {
    bool row = x->kind == TYPE_VECTOR, column = y->kind == TYPE_VECTOR;
    unsigned rows = row ? 1 : x->rows, inner = row ? x->rows : x->cols, cols = column ? 1 : y->cols;
    *n = rows * cols;
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < cols; c++)
            TRY(inner_product(s, a + r * inner, b + c, cols, inner, &out[r * cols + c]));
    return true;
}

/* Along the first row, terms from left to right with turning signs; each minor likewise. */
bool determinant_of(const ProductSteps *s, const uint32_t *m, unsigned n, uint32_t *out) {
    *out = m[0];
    for (unsigned skip = 0; n > 1 && skip < n; skip++) {
        uint32_t minor[9] = {0}, below, term;
        unsigned count = 0;
        for (unsigned k = n; k < n * n; k++)
            if (k % n != skip)
                minor[count++] = m[k];
        TRY(determinant_of(s, minor, n - 1, &below)); /* n is at most 4 */
        TRY(step(s, OP_mul, m[skip], below, &term));
        if (skip == 0)
            *out = term;
        else /* the signs turn */
            TRY(step(s, skip % 2 ? OP_sub : OP_add, *out, term, out));
    }
    return true;
}
