/* Products of matrices in exported C, in the order of frit's own (run/product). */
#define FRIT_ROWS  4
#define FRIT_LANES 32

/* Offsets of the places along n axes from `first` on, row-major; NULL: there is no memory. */
MATH_PLAIN int64_t *frit_offsets(const frit_view *v, int first, int n, int64_t count) {
    int64_t *at = malloc(((size_t)count + 1) * sizeof *at);
    for (int64_t k = 0; at && k < count; k++) {
        int64_t left = k, offset = 0;
        for (int axis = first + n - 1; axis >= first; axis--) {
            offset += left % v->n[axis] * v->s[axis];
            left /= v->n[axis];
        }
        at[k] = offset;
    }
    return at;
}

/* The axes of a product: x is [batch, m, k], y [batch, k, n], the result [batch, m, n]. */
typedef struct frit_product {
    int64_t batch, m, n, k;
    int64_t *x_batch, *y_batch, *out_batch, *x_m, *out_m, *y_n, *out_n, *x_k, *y_k;
    char *panel_x, *panel_y;
} frit_product;

MATH_PLAIN void frit_product_end(frit_product *p) {
    free(p->x_batch);
    free(p->y_batch);
    free(p->out_batch);
    free(p->x_m);
    free(p->out_m);
    free(p->y_n);
    free(p->out_n);
    free(p->x_k);
    free(p->y_k);
    free(p->panel_x);
    free(p->panel_y);
}

/* size: of a number in the panels, of which x's have FRIT_ROWS lanes and y's FRIT_LANES. False: nothing to be done. */
MATH_PLAIN bool frit_product_start(frit_product *p, const frit_view *x, const frit_view *y,
                                   const frit_view *out, const int *axes, size_t size,
                                   int *status) {
    int nb = axes[0], nm = axes[1], nn = axes[2], nk = axes[3];
    memset(p, 0, sizeof *p);
    p->batch = frit_count(nb, out->n, 1);
    p->m = frit_count(nm, out->n + nb, 1);
    p->n = frit_count(nn, out->n + nb + nm, 1);
    p->k = frit_count(nk, x->n + nb + nm, 1);
    if (p->batch == 0 || p->m == 0 || p->n == 0)
        return false;
    p->x_batch = frit_offsets(x, 0, nb, p->batch);
    p->y_batch = frit_offsets(y, 0, nb, p->batch);
    p->out_batch = frit_offsets(out, 0, nb, p->batch);
    p->x_m = frit_offsets(x, nb, nm, p->m);
    p->out_m = frit_offsets(out, nb, nm, p->m);
    p->y_n = frit_offsets(y, nb + nk, nn, p->n);
    p->out_n = frit_offsets(out, nb + nm, nn, p->n);
    p->x_k = frit_offsets(x, nb + nm, nk, p->k);
    p->y_k = frit_offsets(y, nb, nk, p->k);
    p->panel_x = malloc(((size_t)p->k * FRIT_ROWS + 1) * size);
    p->panel_y = malloc(((size_t)p->k * FRIT_LANES + 1) * size);
    bool ok = p->x_batch && p->y_batch && p->out_batch && p->x_m && p->out_m && p->y_n &&
              p->out_n && p->x_k && p->y_k && p->panel_x && p->panel_y;
    *status = ok ? *status : FRIT_EXPORT_MEMORY;
    if (!ok)
        frit_product_end(p);
    return ok;
}

/*
 * A function that multiplies numbers summed as A, which LOAD reads from p, and STORE writes v to p. Products are added in
 * the order of k, one rounding each. y is walked in panels of FRIT_LANES columns, x in panels of FRIT_ROWS rows.
 */
#define FRIT_PRODUCT(NAME, A, LOAD, STORE)                                                    \
    static void NAME(const frit_view *x, const frit_view *y, const frit_view *out,            \
                     const int *axes, int *status) {                                          \
        frit_product q;                                                                       \
        if (!frit_product_start(&q, x, y, out, axes, sizeof(A), status))                      \
            return;                                                                           \
        A *px = (A *)q.panel_x, *py = (A *)q.panel_y;                                         \
        for (int64_t b = 0; b < q.batch; b++)                                                 \
            for (int64_t j = 0; j < q.n; j += FRIT_LANES) {                                   \
                int64_t lanes = q.n - j < FRIT_LANES ? q.n - j : FRIT_LANES;                  \
                for (int64_t k = 0; k < q.k; k++)                                             \
                    for (int64_t l = 0; l < FRIT_LANES; l++) {                                \
                        const char *p = y->data + y->at + q.y_batch[b] + q.y_k[k] +           \
                                        q.y_n[l < lanes ? j + l : j];                         \
                        py[k * FRIT_LANES + l] = LOAD;                                        \
                    }                                                                         \
                for (int64_t i = 0; i < q.m; i += FRIT_ROWS) {                                \
                    int64_t rows = q.m - i < FRIT_ROWS ? q.m - i : FRIT_ROWS;                 \
                    A sums[FRIT_ROWS][FRIT_LANES] = {{0}};                                    \
                    for (int64_t k = 0; k < q.k; k++)                                         \
                        for (int64_t r = 0; r < FRIT_ROWS; r++) {                             \
                            const char *p = x->data + x->at + q.x_batch[b] + q.x_k[k] +       \
                                            q.x_m[r < rows ? i + r : i];                      \
                            px[k * FRIT_ROWS + r] = LOAD;                                     \
                        }                                                                     \
                    for (int64_t k = 0; k < q.k; k++)                                         \
                        for (int r = 0; r < FRIT_ROWS; r++)                                   \
                            for (int l = 0; l < FRIT_LANES; l++)                              \
                                sums[r][l] += py[k * FRIT_LANES + l] * px[k * FRIT_ROWS + r]; \
                    for (int64_t r = 0; r < rows; r++)                                        \
                        for (int64_t l = 0; l < lanes; l++) {                                 \
                            char *p = out->data + out->at + q.out_batch[b] + q.out_m[i + r] + \
                                      q.out_n[j + l];                                         \
                            const A v = sums[r][l];                                           \
                            STORE                                                             \
                        }                                                                     \
                }                                                                             \
            }                                                                                 \
        frit_product_end(&q);                                                                 \
    }

/* The same of complex numbers: Z, whose parts are A. */
#define FRIT_PRODUCT_COMPLEX(NAME, Z, A, LOAD, STORE)                                           \
    static void NAME(const frit_view *x, const frit_view *y, const frit_view *out,              \
                     const int *axes, int *status) {                                            \
        frit_product q;                                                                         \
        if (!frit_product_start(&q, x, y, out, axes, 2 * sizeof(A), status))                    \
            return;                                                                             \
        A *py = (A *)q.panel_y;                                                                 \
        for (int64_t b = 0; b < q.batch; b++)                                                   \
            for (int64_t j = 0; j < q.n; j += FRIT_LANES) {                                     \
                int64_t lanes = q.n - j < FRIT_LANES ? q.n - j : FRIT_LANES;                    \
                for (int64_t k = 0; k < q.k; k++)                                               \
                    for (int64_t l = 0; l < FRIT_LANES; l++) {                                  \
                        const char *p = y->data + y->at + q.y_batch[b] + q.y_k[k] +             \
                                        q.y_n[l < lanes ? j + l : j];                           \
                        const Z v = LOAD;                                                       \
                        py[2 * k * FRIT_LANES + l] = v.re;                                      \
                        py[(2 * k + 1) * FRIT_LANES + l] = v.im;                                \
                    }                                                                           \
                for (int64_t i = 0; i < q.m; i++) {                                             \
                    A re[FRIT_LANES] = {0}, im[FRIT_LANES] = {0};                               \
                    for (int64_t k = 0; k < q.k; k++) {                                         \
                        const char *p = x->data + x->at + q.x_batch[b] + q.x_k[k] + q.x_m[i];   \
                        const Z u = LOAD;                                                       \
                        const A *yr = py + 2 * k * FRIT_LANES, *yi = yr + FRIT_LANES;           \
                        for (int l = 0; l < FRIT_LANES; l++) {                                  \
                            re[l] += yr[l] * u.re - yi[l] * u.im;                               \
                            im[l] += yi[l] * u.re + yr[l] * u.im;                               \
                        }                                                                       \
                    }                                                                           \
                    for (int64_t l = 0; l < lanes; l++) {                                       \
                        char *p =                                                               \
                            out->data + out->at + q.out_batch[b] + q.out_m[i] + q.out_n[j + l]; \
                        Z v;                                                                    \
                        v.re = re[l];                                                           \
                        v.im = im[l];                                                           \
                        STORE                                                                   \
                    }                                                                           \
                }                                                                               \
            }                                                                                   \
        frit_product_end(&q);                                                                   \
    }
