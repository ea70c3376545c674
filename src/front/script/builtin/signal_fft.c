/* fft, fft2, fftn and their inverses. */
#include <math.h>
#include <string.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/matrices.h"
#include "front/script/builtin/state.h"
#include "run/linear/fft.h"
#include "front/script/value/objects.h"

/* An array of pairs that transforms are done on, one dimension after another. */
typedef struct Spectrum {
    Shape shape;
    int64_t count;
    Array *array;  /* of pairs; NULL as long as the source is all there is */
    double *at;    /* its elements */
    Matrix source; /* what came in */
    bool single, real;
    bool over[VALUE_RANK_MAX]; /* dimensions that are transformed */
} Spectrum;

static void drop_array(Interp *in, Spectrum *s) {
    if (s->array)
        value_drop(in, value_of_array(s->array));
    s->array = NULL;
    s->at = NULL;
}

static void spectrum_free(Interp *in, Spectrum *s) {
    drop_array(in, s);
    matrix_free(&in->env, &s->source);
}

static bool new_pairs(Interp *in, const Shape *shape, Array **out) {
    return array_new_raw(in, CLASS_DOUBLE, true, shape, 0, out);
}

static bool spectrum_open(Interp *in, const char *who, Value v, Spectrum *s) {
    *s = (Spectrum){.shape = value_shape(v), .count = value_count(v)};
    if (value_class(v) == CLASS_CHAR)
        return interp_fail(in, "invalid conversion from string to real N-D array");
    if ((v.kind != VALUE_CELL || s->count > 0) &&
        !matrix_take(in, who, v, TAKES_ALL, &s->source, &s->single))
        return false;
    s->real = !s->source.complex;
    return true;
}

/* Makes pairs of the source. */
static bool widen(Interp *in, Spectrum *s) {
    if (s->array)
        return true;
    if (!new_pairs(in, &s->shape, &s->array))
        return false;
    s->at = s->array->data;
    if (s->source.complex && s->count > 0)
        memcpy(s->at, s->source.at, (size_t)s->count * 2 * sizeof(double));
    for (int64_t k = 0; k < s->count && s->real; k++) {
        s->at[2 * k] = s->source.at[k];
        s->at[2 * k + 1] = 0;
    }
    matrix_free(&in->env, &s->source);
    return true;
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
    Array *array;
    if (!widen(in, s) || !new_pairs(in, &shape, &array))
        return false;
    double *at = array->data;
    memset(at, 0, (size_t)count * 2 * sizeof *at);
    for (int64_t k = 0; k < outer && count > 0; k++)
        memcpy(at + (2 * k * inner * n), s->at + (2 * k * inner * old),
               (size_t)(2 * inner * least) * sizeof(double));
    drop_array(in, s);
    s->array = array;
    s->at = at;
    s->count = count;
    s->shape = shape;
    return true;
}

/* ---- transforms that are kept for those of the same length to come */

enum { FFTS_KEPT = 4, FFT_KEPT_LENGTH = 1 << 18 };

typedef struct KeptFft {
    struct {
        int64_t n;
        Fft *fft;
        double *roots; /* powers of the root of 2 n, n pairs; NULL: nobody has asked for them */
    } at[FFTS_KEPT];
    uint32_t next;
} KeptFft;

static void drop_kept(Interp *in, KeptFft *kept, uint32_t k) {
    fft_close(&in->env, kept->at[k].fft);
    interp_release(in, kept->at[k].roots, (size_t)kept->at[k].n * 2 * sizeof(double));
    memset(&kept->at[k], 0, sizeof kept->at[k]);
}

void ffts_close(Interp *in) {
    KeptFft *kept = in->builtins->ffts;
    if (!kept)
        return;
    for (uint32_t k = 0; k < FFTS_KEPT; k++)
        drop_kept(in, kept, k);
    interp_release(in, kept, sizeof *kept);
    in->builtins->ffts = NULL;
}

/* The transform of that length, until fft_done; with the powers of the root of twice the length where roots is no NULL. */
static bool fft_take(Interp *in, int64_t n, Fft **fft, double **roots) {
    KeptFft *kept = in->builtins ? in->builtins->ffts : NULL;
    uint32_t k = 0;
    if (!kept && in->builtins) {
        kept = in->builtins->ffts = interp_alloc(in, sizeof *kept);
        if (!kept)
            return false;
        memset(kept, 0, sizeof *kept);
    }
    while (kept && k < FFTS_KEPT && kept->at[k].n != n)
        k++;
    if (kept && k < FFTS_KEPT && (!roots || kept->at[k].roots)) {
        *fft = kept->at[k].fft;
        if (roots)
            *roots = kept->at[k].roots;
        return true;
    }
    bool known = kept && k < FFTS_KEPT;
    double *powers = NULL;
    if (roots) {
        powers = interp_alloc(in, (size_t)n * 2 * sizeof(double));
        if (!powers)
            return false;
        fft_powers(2 * n, n, powers);
        *roots = powers;
    }
    if (known) {
        *fft = kept->at[k].fft;
    } else if (!fft_open(&in->env, n, fft)) {
        interp_release(in, powers, (size_t)n * 2 * sizeof(double));
        return interp_fail_raw(in);
    }
    if (kept && n <= FFT_KEPT_LENGTH) {
        if (!known) {
            k = kept->next++ % FFTS_KEPT;
            drop_kept(in, kept, k);
        }
        kept->at[k].n = n;
        kept->at[k].fft = *fft;
        kept->at[k].roots = powers;
    }
    return true;
}

static void fft_done(Interp *in, Fft *fft, int64_t n, double *roots) {
    const KeptFft *kept = in->builtins ? in->builtins->ffts : NULL;
    for (uint32_t k = 0; kept && k < FFTS_KEPT; k++)
        if (kept->at[k].fft == fft)
            return;
    fft_close(&in->env, fft);
    interp_release(in, roots, (size_t)n * 2 * sizeof(double));
}

/* Real columns of an even length go through a transform of half of it. */
static bool transform_real(Interp *in, Spectrum *s, int64_t n, int64_t columns) {
    Fft *fft = NULL;
    double *roots;
    if (!new_pairs(in, &s->shape, &s->array) || !fft_take(in, n / 2, &fft, &roots))
        return false;
    s->at = s->array->data;
    fft_run_real(fft, roots, columns, s->source.at, s->at);
    fft_done(in, fft, n / 2, roots);
    matrix_free(&in->env, &s->source);
    return true;
}

static bool transform(Interp *in, Spectrum *s, uint32_t dim, bool inverse) {
    int64_t n = s->shape.at[dim], inner = inner_count(&s->shape, dim);
    Fft *fft;
    if (s->count == 0 || n == 1)
        return widen(in, s);
    if (!s->array && s->real && inner == 1 && n % 2 == 0 && !inverse)
        return transform_real(in, s, n, s->count / n);
    if (!widen(in, s))
        return false;
    if (!fft_take(in, n, &fft, NULL))
        return false;
    FftLayout at = {inner, inner == 1 ? n : 1};
    int64_t block = inner == 1 ? s->count : inner * n;
    for (int64_t k = 0; k < s->count; k += block)
        fft_run(fft, inverse, block / n, s->at + (2 * k), at, s->at + (2 * k), at);
    fft_done(in, fft, n, NULL);
    return true;
}

/* ---- what is real on one side is its own mirror image on the other */

typedef bool Mirror(double *x, double *y);

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

/* Calls for each element of the first dimension from `at` and the one at minus its place, in the other column. */
static bool each_in_column(const Spectrum *s, int64_t at, int64_t other, Mirror *look) {
    int64_t n = s->shape.at[0];
    double *x = s->at + (2 * at), *y = s->at + (2 * other);
    for (int64_t i = 0; i < n; i++) {
        int64_t j = s->over[0] && i ? n - i : i;
        if ((at < other || i <= j) && !look(x + (2 * i), y + (2 * j)))
            return false;
    }
    return true;
}

/* The same for all, column after column; false: one call was. */
static bool each_pair(const Spectrum *s, Mirror *look) {
    int64_t place[VALUE_RANK_MAX] = {0}, n = s->shape.at[0];
    for (int64_t k = 0; k < s->count; k += n) {
        int64_t other = 0, step = n;
        for (uint32_t d = 1; d < s->shape.rank; d++) {
            other += step * (s->over[d] && place[d] ? s->shape.at[d] - place[d] : place[d]);
            step *= s->shape.at[d];
        }
        if (k <= other && !each_in_column(s, k, other, look))
            return false;
        for (uint32_t d = 1; d < s->shape.rank && ++place[d] == s->shape.at[d]; d++)
            place[d] = 0;
    }
    return true;
}

/* The pairs as they are wanted: real parts alone, singles. */
static bool spectrum_value(Interp *in, Spectrum *s, bool real, Value *out) {
    Array *a = s->array;
    if (real || s->single) {
        if (!array_new_raw(in, s->single ? CLASS_SINGLE : CLASS_DOUBLE, !real, &s->shape, 0, &a))
            return false;
        for (int64_t k = 0; k < s->count * (real ? 1 : 2); k++) {
            double x = s->at[real ? 2 * k : k];
            if (s->single)
                ((float *)a->data)[k] = (float)x;
            else
                ((double *)a->data)[k] = x;
        }
    } else {
        s->array = NULL;
    }
    shape_trim(&a->shape);
    *out = value_of_array(a);
    return value_simplify(in, out);
}

static bool spectrum_give(Interp *in, BuiltinCall *call, Spectrum *s, bool real) {
    Value v = value_none();
    if (spectrum_value(in, s, real, &v))
        return call_give(call, v);
    value_drop(in, v);
    return false;
}

/* over and sizes (negative: as it is) say which dimensions are transformed. */
static bool run_transforms(Interp *in, BuiltinCall *call, Spectrum *s, const bool *over,
                           const int64_t *sizes, bool inverse) {
    bool ok = true, real = false;
    for (uint32_t d = 0; d < s->shape.rank && ok; d++)
        if (over[d] && sizes[d] >= 0)
            ok = resize(in, s, d, sizes[d]);
    memcpy(s->over, over, sizeof s->over);
    uint32_t dims = 0, last = 0;
    if (ok && inverse && s->count > 0)
        ok = widen(in, s) && (real = each_pair(s, are_mirrored), true);
    for (uint32_t d = 0; d < s->shape.rank && ok; d++)
        if (over[d]) {
            ok = transform(in, s, d, inverse);
            dims++;
            last = d;
        }
    bool done = dims == 1 && s->count && s->shape.at[last] % 2 == 0 &&
                inner_count(&s->shape, last) == 1; /* by transform_real */
    if (ok && s->real && !real && !(done && !inverse))
        each_pair(s, make_mirrored);
    ok = ok && widen(in, s) && spectrum_give(in, call, s, real);
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
    if (call->argc == 1 && value_count(call->args[0]) == 0) {
        call->outc = 1;
        return value_empty(in, &call->outs[0]);
    }
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
