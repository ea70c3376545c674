/* fft, fft2, fftn and their inverses. */
#include <math.h>
#include <string.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/matrices.h"
#include "front/script/linear/fft.h"

/* An array of pairs that transforms are done on, one dimension after another. */
typedef struct Spectrum {
    Shape shape;
    int64_t count;
    double *at;
    bool single, real;         /* what came in */
    bool over[VALUE_RANK_MAX]; /* dimensions that were transformed */
} Spectrum;

static size_t bytes_of(int64_t count) {
    return (size_t)(count > 0 ? count : 1) * 2 * sizeof(double);
}

static void spectrum_free(Interp *in, Spectrum *s) {
    interp_release(in, s->at, bytes_of(s->count));
    s->at = NULL;
}

static bool spectrum_open(Interp *in, const char *who, Value v, Spectrum *s) {
    Matrix m;
    *s = (Spectrum){.shape = value_shape(v)};
    if (v.kind == VALUE_CELL && value_count(v) == 0)
        v = value_none();
    if (value_class(v) == CLASS_CHAR)
        return interp_fail(in, "invalid conversion from string to real N-D array");
    if (v.kind != VALUE_NONE && !matrix_take(in, who, v, TAKES_ALL, &m, &s->single))
        return false;
    if (v.kind == VALUE_NONE)
        m = (Matrix){0};
    s->count = m.rows * m.columns;
    s->real = !m.complex;
    s->at = interp_alloc(in, bytes_of(s->count));
    for (int64_t k = 0; k < s->count && s->at; k++) {
        s->at[2 * k] = m.complex ? m.at[2 * k] : m.at[k];
        s->at[2 * k + 1] = m.complex ? m.at[2 * k + 1] : 0;
    }
    matrix_free(&in->env, &m);
    return s->at != NULL;
}

/* Elements before and after the dimension. */
static int64_t inner_count(const Shape *shape, uint32_t dim) {
    int64_t count = 1;
    for (uint32_t k = 0; k < dim; k++)
        count *= shape->at[k];
    return count;
}

/* Cuts the dimension to n, or fills it with zeros. */
static bool resize(Interp *in, Spectrum *s, uint32_t dim, int64_t n) {
    int64_t old = s->shape.at[dim], inner = inner_count(&s->shape, dim), outer = 1;
    if (old == n)
        return true;
    for (uint32_t k = dim + 1; k < s->shape.rank; k++)
        outer *= s->shape.at[k];
    Shape shape = s->shape;
    shape.at[dim] = n;
    int64_t count = shape_count(&shape), least = old < n ? old : n;
    if (count < 0 || count > INT64_MAX / 32)
        return interp_fail(in, "out of memory or dimension too large for Octave's index type");
    double *at = interp_alloc(in, bytes_of(count));
    if (!at)
        return false;
    memset(at, 0, bytes_of(count));
    for (int64_t k = 0; k < outer && count > 0; k++)
        memcpy(at + (2 * k * inner * n), s->at + (2 * k * inner * old),
               (size_t)(2 * inner * least) * sizeof(double));
    spectrum_free(in, s);
    s->at = at;
    s->count = count;
    s->shape = shape;
    return true;
}

static bool transform(Interp *in, Spectrum *s, uint32_t dim, bool inverse) {
    int64_t n = s->shape.at[dim], inner = inner_count(&s->shape, dim);
    Fft *fft;
    s->over[dim] = true;
    if (s->count == 0 || n == 1)
        return true;
    if (!fft_open(&in->env, n, &fft))
        return interp_fail_raw(in);
    if (inner == 1) {
        FftLayout at = {1, n};
        fft_run(fft, inverse, s->count / n, s->at, at, s->at, at);
    } else {
        FftLayout at = {inner, 1};
        for (int64_t k = 0; k < s->count; k += inner * n)
            fft_run(fft, inverse, inner, s->at + (2 * k), at, s->at + (2 * k), at);
    }
    fft_close(&in->env, fft);
    return true;
}

/* ---- what is real on one side is its own mirror image on the other */

typedef bool Mirror(double *x, double *y);

/* Calls for each element and the one at minus its place in the dimensions that are transformed; false: one call was. */
static bool each_pair(const Spectrum *s, Mirror *look) {
    int64_t place[VALUE_RANK_MAX] = {0}, step[VALUE_RANK_MAX];
    for (uint32_t d = 0; d < s->shape.rank; d++)
        step[d] = inner_count(&s->shape, d);
    for (int64_t k = 0; k < s->count; k++) {
        int64_t other = 0;
        for (uint32_t d = 0; d < s->shape.rank; d++)
            other += step[d] * (s->over[d] && place[d] ? s->shape.at[d] - place[d] : place[d]);
        if (other >= k && !look(s->at + (2 * k), s->at + (2 * other)))
            return false;
        for (uint32_t d = 0; d < s->shape.rank && ++place[d] == s->shape.at[d]; d++)
            place[d] = 0;
    }
    return true;
}

static bool are_mirrored(double *x, double *y) {
    return x[0] == y[0] && x[1] == -y[1];
}

static bool make_mirrored(double *x, double *y) {
    if (x == y)
        x[1] = isnan(x[1]) ? x[1] : 0;
    y[0] = x[0];
    y[1] = x == y ? x[1] : -x[1];
    return true;
}

static bool spectrum_give(Interp *in, BuiltinCall *call, Spectrum *s, bool real) {
    Array *a;
    Value v;
    shape_trim(&s->shape);
    if (!value_array_new(in, s->single ? CLASS_SINGLE : CLASS_DOUBLE, !real, &s->shape, &a))
        return false;
    int64_t width = real ? 1 : 2;
    for (int64_t k = 0; k < s->count * width; k++) {
        double x = s->at[real ? 2 * k : k];
        if (s->single)
            ((float *)a->data)[k] = (float)x;
        else
            ((double *)a->data)[k] = x;
    }
    v = value_of_array(a);
    if (!value_simplify(in, &v)) {
        value_drop(in, v);
        return false;
    }
    return call_give(call, v);
}

/* over and sizes (negative: as it is) say which dimensions are transformed. */
static bool run_transforms(Interp *in, BuiltinCall *call, Spectrum *s, const bool *over,
                           const int64_t *sizes, bool inverse) {
    bool ok = true, real = false;
    for (uint32_t d = 0; d < s->shape.rank && ok; d++)
        if (over[d] && sizes[d] >= 0)
            ok = resize(in, s, d, sizes[d]);
    memcpy(s->over, over, sizeof s->over);
    if (ok && inverse && s->count > 0)
        real = each_pair(s, are_mirrored);
    for (uint32_t d = 0; d < s->shape.rank && ok; d++)
        if (over[d])
            ok = transform(in, s, d, inverse);
    if (ok && s->real && !real)
        each_pair(s, make_mirrored);
    ok = ok && spectrum_give(in, call, s, real);
    spectrum_free(in, s);
    return ok;
}

/* ---- calls */

static bool read_size(Interp *in, const BuiltinCall *call, uint32_t k, int64_t *out) {
    double x;
    *out = -1;
    if (k >= call->argc || value_count(call->args[k]) != 1)
        return true;
    if (value_class(call->args[k]) == CLASS_CHAR)
        return interp_fail(in, "invalid conversion from string to real scalar");
    if (!value_to_double(in, call->args[k], call->name, &x))
        return false;
    if (isnan(x))
        return interp_fail(in, "%s: number of points (N) cannot be NaN", call->name);
    if (x < 0)
        return interp_fail(in, "%s: number of points (N) must be greater than zero", call->name);
    if (x > 1e15)
        return interp_fail(in, "out of memory or dimension too large for Octave's index type");
    *out = (int64_t)llround(x);
    return true;
}

/* code: 1 for the inverse. */
bool builtin_fft(Interp *in, BuiltinCall *call) {
    Spectrum s;
    bool over[VALUE_RANK_MAX] = {false};
    int64_t sizes[VALUE_RANK_MAX], n;
    Shape shape = value_shape(call->args[0]);
    uint32_t dim = 0;
    if (!read_size(in, call, 1, &n))
        return false;
    while (dim + 1 < shape.rank && shape.at[dim] == 1)
        dim++;
    if (shape.at[dim] == 1)
        dim = 0;
    if (call->argc > 2) {
        double x;
        if (!value_to_double(in, call->args[2], call->name, &x))
            return false;
        if (!(x >= 1 && x <= shape.rank && x == floor(x)))
            return interp_fail(in, "%s: DIM must be a valid dimension along which to perform FFT",
                               call->name);
        dim = (uint32_t)x - 1;
    }
    over[dim] = true;
    sizes[dim] = n;
    return spectrum_open(in, call->name, call->args[0], &s) &&
           run_transforms(in, call, &s, over, sizes, call->row->code == 1);
}

/* fft2 (x, m, n) */
bool builtin_fft2(Interp *in, BuiltinCall *call) {
    Spectrum s;
    bool over[VALUE_RANK_MAX] = {true, true};
    int64_t sizes[VALUE_RANK_MAX];
    return read_size(in, call, 1, &sizes[0]) && read_size(in, call, 2, &sizes[1]) &&
           spectrum_open(in, call->name, call->args[0], &s) &&
           run_transforms(in, call, &s, over, sizes, call->row->code == 1);
}

/* fftn (x, size) */
bool builtin_fftn(Interp *in, BuiltinCall *call) {
    Spectrum s;
    bool over[VALUE_RANK_MAX] = {false};
    int64_t sizes[VALUE_RANK_MAX];
    Shape shape = value_shape(call->args[0]);
    for (uint32_t d = 0; d < shape.rank; d++) {
        over[d] = true;
        sizes[d] = -1;
    }
    if (call->argc > 1) {
        double *wanted;
        int64_t count = value_count(call->args[1]);
        if (count != shape.rank)
            return interp_fail(in, "%s: SIZE must be a vector of length dim", call->name);
        if (!value_to_doubles(in, call->args[1], &wanted))
            return false;
        bool fine = true;
        for (int64_t d = 0; d < count; d++) {
            fine = fine && wanted[d] >= 0 && wanted[d] < 1e15;
            sizes[d] = fine ? (int64_t)wanted[d] : 0;
        }
        interp_release(in, wanted, (size_t)count * sizeof *wanted);
        if (!fine)
            return interp_fail(in, "%s: all dimensions in SIZE must be greater than zero",
                               call->name);
    }
    return spectrum_open(in, call->name, call->args[0], &s) &&
           run_transforms(in, call, &s, over, sizes, call->row->code == 1);
}
