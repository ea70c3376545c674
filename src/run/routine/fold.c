/* Folds of parts of lines, and convolutions of rows. */
#include <string.h>

#include "run/linear/convolve.h"
#include "run/routine/parts.h"

/* A number as it is folded: integers wrap, floats and parts of complex numbers are doubles. */
typedef union Number {
    uint64_t u;
    double parts[2];
} Number;

static Number number_at(Dtype dtype, const char *at) {
    const DtypeInfo *info = dtype_info(dtype);
    Number x = {0};
    if (info->class & (CLASS_FLOAT | CLASS_COMPLEX)) {
        x.parts[1] = 0;
        doubles_load(dtype, at, 0, 1, info->class == CLASS_COMPLEX, x.parts);
        return x;
    }
    memcpy(&x.u, at, info->bits / 8);
    if (info->class == CLASS_SIGNED && info->bits < 64) {
        uint64_t sign = (uint64_t)1 << (info->bits - 1);
        x.u = (x.u ^ sign) - sign;
    }
    return x;
}

static void store_number(Dtype dtype, Number x, char *at) {
    const DtypeInfo *info = dtype_info(dtype);
    if (info->class & (CLASS_FLOAT | CLASS_COMPLEX))
        doubles_store(dtype, x.parts, info->class == CLASS_COMPLEX, at, 0, 1);
    else
        memcpy(at, &x.u, info->bits / 8);
}

enum { FOLD_ADD, FOLD_MUL, FOLD_MAX, FOLD_MIN };

static Number fold_inexact(Number a, Number b, int64_t fold) {
    if (fold == FOLD_ADD)
        return (Number){.parts = {a.parts[0] + b.parts[0], a.parts[1] + b.parts[1]}};
    if (fold == FOLD_MUL)
        return (Number){.parts = {a.parts[0] * b.parts[0] - a.parts[1] * b.parts[1],
                                  a.parts[0] * b.parts[1] + a.parts[1] * b.parts[0]}};
    if (a.parts[0] != a.parts[0] || b.parts[0] != b.parts[0])
        return a.parts[0] != a.parts[0] ? a : b;
    return (fold == FOLD_MAX ? a.parts[0] >= b.parts[0] : a.parts[0] <= b.parts[0]) ? a : b;
}

static Number fold_two(DtypeClass class, Number a, Number b, int64_t fold) {
    if (class & (CLASS_FLOAT | CLASS_COMPLEX))
        return fold_inexact(a, b, fold);
    if (fold == FOLD_ADD || fold == FOLD_MUL)
        return (Number){.u = fold == FOLD_ADD ? a.u + b.u : a.u * b.u};
    bool less = class == CLASS_SIGNED ? (int64_t)a.u < (int64_t)b.u : a.u < b.u;
    return less == (fold == FOLD_MIN) ? a : b;
}

typedef struct FoldAt {
    Dtype dtype;
    int64_t fold, n, m, in_stride, out_stride;
    const int64_t *places;
} FoldAt;

/* Sums of doubles and floats, whose parts are next to each other: four at a time. */
static double sum_of(Dtype dtype, const char *at, int64_t n) {
    double sums[4] = {0, 0, 0, 0};
    for (int64_t i = 0; i < n; i++) {
        double x;
        float f;
        if (dtype == DT_F64) {
            memcpy(&x, at + (i * (int64_t)sizeof x), sizeof x);
        } else {
            memcpy(&f, at + (i * (int64_t)sizeof f), sizeof f);
            x = (double)f;
        }
        sums[i & 3] += x;
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* Whatever the strides the order is the same: a line with gaps is put together first. */
static bool sum_line(const FoldAt *f, char *const *at, char *scratch) {
    int64_t size = dtype_info(f->dtype)->bits / 8;
    const char *line = at[0];
    if (f->in_stride != size) {
        for (int64_t i = 0; i < f->n; i++)
            memcpy(scratch + (i * size), at[0] + (i * f->in_stride), (size_t)size);
        line = scratch;
    }
    for (int64_t k = 0; k < f->m; k++) {
        int64_t first = f->places[k], end = k + 1 < f->m ? f->places[k + 1] : f->n;
        double sum = sum_of(f->dtype, line + (first * size), end > first ? end - first : 1);
        doubles_store(f->dtype, &sum, false, at[2] + (k * f->out_stride), 0, 1);
    }
    return true;
}

static bool fold_line(Lines *lines, char *const *at, char *scratch, unsigned worker) {
    const FoldAt *f = lines->user;
    DtypeClass class = dtype_info(f->dtype)->class;
    (void)worker;
    if (class == CLASS_FLOAT && f->fold == FOLD_ADD)
        return sum_line(f, at, scratch);
    for (int64_t k = 0; k < f->m; k++) {
        int64_t first = f->places[k], end = k + 1 < f->m ? f->places[k + 1] : f->n;
        Number sum = number_at(f->dtype, at[0] + (first * f->in_stride));
        for (int64_t i = first + 1; i < end; i++)
            sum = fold_two(class, sum, number_at(f->dtype, at[0] + (i * f->in_stride)), f->fold);
        store_number(f->dtype, sum, at[2] + (k * f->out_stride));
    }
    return true;
}

static bool read_places(Call *c, FoldAt *f, int64_t *places) {
    for (int64_t k = 0; k < f->m; k++) {
        memcpy(&places[k], c->at[1] + (k * c->r->arrays[1].strides[0]), sizeof *places);
        if (places[k] < 0 || places[k] >= f->n)
            return env_fail(c->env, FRIT_ERR_INDEX, FRIT_STAGE_RUN,
                            "index %lld is out of bounds for %lld elements", (long long)places[k],
                            (long long)f->n);
    }
    return true;
}

bool routine_fold_at(Call *c) {
    const RoutineArray *in = &c->r->arrays[0], *out = &c->r->arrays[2];
    uint32_t axis = axis_at(in, c->r->words[0]), first[] = {axis, 0, axis};
    FoldAt f = {.dtype = in->dtype,
                .fold = c->r->words[1],
                .n = in->shape[axis],
                .m = out->shape[axis],
                .in_stride = in->strides[axis],
                .out_stride = out->strides[axis]};
    if (dtype_info(in->dtype)->bits == 16 && dtype_info(in->dtype)->class == CLASS_FLOAT)
        return env_fail(c->env, FRIT_ERR_TYPE, FRIT_STAGE_RUN, "fold_at takes no %s",
                        dtype_info(in->dtype)->name);
    if (f.m == 0)
        return true;
    size_t size = (size_t)f.m * sizeof(int64_t);
    int64_t *places = env_resize(c->env, NULL, 0, size);
    TRY(places);
    f.places = places;
    Lines lines;
    lines_open(&lines, c, fold_line, &f, first, 1, 2);
    lines.scratch = (uint64_t)f.n * 8;
    bool ok = read_places(c, &f, places) && lines_run(&lines, 3.0 * (double)f.n);
    env_free(c->env->allocator, places, size);
    return ok;
}

/* ---- convolutions */

typedef struct Rows {
    int64_t n, m; /* numbers of the longer one and of the shorter one */
    uint64_t *x, *y, *out;
} Rows;

static void convolve_integers(void *user, int64_t first, int64_t end) {
    const Rows *r = user;
    for (int64_t k = first; k < end; k++) {
        uint64_t sum = 0;
        int64_t low = k - r->n + 1 > 0 ? k - r->n + 1 : 0;
        for (int64_t j = low; j < r->m && j <= k; j++)
            sum += r->y[j] * r->x[k - j];
        r->out[k] = sum;
    }
}

static bool integers(Call *c) {
    const RoutineArray *a = c->r->arrays;
    Rows r = {.n = a[0].shape[0], .m = a[1].shape[0]};
    int64_t all = r.n + r.m - 1;
    uint64_t size = 2 * (uint64_t)(r.n + r.m) * sizeof(uint64_t);
    r.x = memory_take(c->env, c->host->memory, size, NULL);
    TRY(r.x);
    r.y = r.x + r.n;
    r.out = r.y + r.m;
    for (int64_t k = 0; k < r.n; k++)
        r.x[k] = number_at(a[0].dtype, c->at[0] + (k * a[0].strides[0])).u;
    for (int64_t k = 0; k < r.m; k++)
        r.y[k] = number_at(a[1].dtype, c->at[1] + (k * a[1].strides[0])).u;
    bool ok = parts_run(c, all, 65536 / (r.m < r.n ? r.m : r.n) + 1, convolve_integers, &r);
    for (int64_t k = 0; k < all && ok; k++)
        store_number(a[2].dtype, (Number){.u = r.out[k]}, c->at[2] + (k * a[2].strides[0]));
    memory_give(c->host->memory, r.x, size);
    return ok;
}

/* Pieces of the longer row, so that what is added to stays in the cache. */
static void convolve_doubles(const Matrix *x, const Matrix *y, Matrix *out) {
    enum { PIECE = 4096 };
    const Matrix *rows = x->rows >= y->rows ? x : y, *taps = x->rows >= y->rows ? y : x;
    int64_t width = x->complex ? 2 : 1;
    for (int64_t first = 0; first < rows->rows; first += PIECE) {
        int64_t n = rows->rows - first < PIECE ? rows->rows - first : PIECE;
        Matrix piece = {n, 1, x->complex, rows->at + (first * width)};
        Matrix to = {n + taps->rows - 1, 1, x->complex, out->at + (first * width)};
        linear_convolve(&piece, taps, &to);
    }
}

bool routine_convolve(Call *c) {
    const RoutineArray *a = c->r->arrays;
    const DtypeInfo *info = dtype_info(a[0].dtype);
    int64_t n = a[0].shape[0], m = a[1].shape[0], width = info->class == CLASS_COMPLEX ? 2 : 1;
    if (info->bits == 16 && info->class == CLASS_FLOAT)
        return env_fail(c->env, FRIT_ERR_TYPE, FRIT_STAGE_RUN, "convolve takes no %s", info->name);
    if (n == 0 || m == 0)
        return env_fail(c->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "a row without elements");
    if (!(info->class & (CLASS_FLOAT | CLASS_COMPLEX)))
        return integers(c);
    uint64_t size = 2 * (uint64_t)(n + m) * (uint64_t)width * sizeof(double);
    double *room = memory_take(c->env, c->host->memory, size, NULL);
    TRY(room);
    bool complex = width == 2;
    Matrix x = {n, 1, complex, room}, y = {m, 1, complex, room + (n * width)};
    Matrix out = {n + m - 1, 1, complex, room + ((n + m) * width)};
    if (a[0].dtype == DT_F64 && a[0].strides[0] == sizeof(double) &&
        (uintptr_t)c->at[0] % sizeof(double) == 0)
        x.at = (double *)(void *)c->at[0]; /* used where it lies */
    else
        doubles_load(a[0].dtype, c->at[0], a[0].strides[0], n, complex, x.at);
    doubles_load(a[1].dtype, c->at[1], a[1].strides[0], m, complex, y.at);
    memset(out.at, 0, linear_bytes(&out));
    convolve_doubles(&x, &y, &out);
    doubles_store(a[2].dtype, out.at, complex, c->at[2], a[2].strides[0], out.rows);
    memory_give(c->host->memory, room, size);
    return true;
}
