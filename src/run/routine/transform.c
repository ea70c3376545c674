/* Fourier transforms along an axis, in doubles, several lines side by side. */
#include <math.h>
#include <string.h>

#include "run/routine/parts.h"

enum { BESIDE = 8 }; /* as many lanes as a transform of few elements has */

typedef struct Transform {
    Lines lines;
    int64_t n, n_in, n_out; /* of the transform; elements of a line that comes, and that goes */
    int64_t in_stride, out_stride;
    Dtype in, out;
    bool inverse;
    /* count rows of n pairs (numbers, of real ones) at `x`, which may be lost, to rows at y */
    void (*run)(const struct Transform *t, ReadyFft *ready, int64_t count, double *x, double *y);
    atomic_bool failed;
} Transform;

static void run_complex(const Transform *t, ReadyFft *ready, int64_t count, double *x, double *y) {
    fft_run(ready->fft, t->inverse, count, x, (FftLayout){1, t->n}, y, (FftLayout){1, t->n});
}

static void run_real(const Transform *t, ReadyFft *ready, int64_t count, double *x, double *y) {
    if (ready->roots) {
        fft_run_real(ready->fft, ready->roots, count, x, y);
        return;
    }
    for (int64_t k = count * t->n; k-- > 0;) { /* in its own place, from behind */
        x[2 * k] = x[k];
        x[2 * k + 1] = 0;
    }
    fft_run(ready->fft, false, count, x, (FftLayout){1, t->n}, y, (FftLayout){1, t->n});
}

/* x: n / 2 + 1 pairs of a transform of real numbers, in rows of n pairs. y: the numbers, in rows of n pairs. */
static void back_even(const Transform *t, ReadyFft *ready, double *x, double *y) {
    int64_t h = t->n / 2;
    x[1] = x[2 * h + 1] = 0; /* as real numbers have it */
    double first = (x[0] + x[2 * h]) / 2, other = (x[0] - x[2 * h]) / 2;
    for (int64_t k = 1; k <= h - k; k++) {
        double *a = x + (2 * k), *b = x + (2 * (h - k));
        double wr = ready->roots[2 * k], wi = -ready->roots[2 * k + 1];
        double er = (a[0] + b[0]) / 2, ei = (a[1] - b[1]) / 2;
        double dr = (a[0] - b[0]) / 2, di = (a[1] + b[1]) / 2;
        double or = dr * wr - di * wi, oi = dr * wi + di * wr;
        a[0] = er - oi;
        a[1] = ei + or ;
        b[0] = er + oi;
        b[1] = or -ei;
    }
    x[0] = first;
    x[1] = other;
    fft_run(ready->fft, true, 1, x, (FftLayout){1, h}, y, (FftLayout){1, h});
}

static void run_back(const Transform *t, ReadyFft *ready, int64_t count, double *x, double *y) {
    int64_t n = t->n;
    for (int64_t r = 0; r < count; r++) {
        double *row = x + (2 * n * r), *out = y + (2 * n * r);
        if (ready->roots) {
            back_even(t, ready, row, out);
            continue;
        }
        row[1] = 0;
        for (int64_t k = 1; 2 * k < n; k++) {
            row[2 * (n - k)] = row[2 * k];
            row[2 * (n - k) + 1] = -row[2 * k + 1];
        }
        fft_run(ready->fft, true, 1, row, (FftLayout){1, n}, out, (FftLayout){1, n});
        for (int64_t k = 0; k < n; k++)
            out[k] = out[2 * k];
    }
}

static void transform_some(Transform *t, ReadyFft *ready, int64_t first, int64_t count, double *x,
                           double *y) {
    char *at[BESIDE][ROUTINE_ARRAYS];
    bool back = t->run == run_back, pairs = t->run != run_real;
    for (int64_t k = 0; k < count; k++) {
        lines_at(&t->lines, first + k, at[k]);
        doubles_load(t->in, at[k][0], t->in_stride, t->n_in, pairs,
                     x + (k * t->n * (pairs ? 2 : 1)));
    }
    t->run(t, ready, count, x, y);
    for (int64_t k = 0; k < count; k++)
        doubles_store(t->out, y + (2 * k * t->n), !back, at[k][1], t->out_stride, t->n_out);
}

static void transform_part(void *user, int64_t first, int64_t end) {
    Transform *t = user;
    Call *c = t->lines.call;
    frit_error error;
    Env env = {c->env->allocator, &error};
    uint64_t size = rounded_up((uint64_t)t->n * 2 * sizeof(double)) * BESIDE * 2;
    double *room = memory_take(&env, c->host->memory, size, NULL);
    ReadyFft *ready = room ? room_take_fft(&env, c->host, t->n, t->run != run_complex) : NULL;
    if (!ready)
        atomic_store(&t->failed, true);
    for (int64_t k = first; ready && k < end && !machine_cancelled(c->machine); k += BESIDE)
        transform_some(t, ready, k, end - k < BESIDE ? end - k : BESIDE, room,
                       room + (size / 2 / sizeof(double)));
    if (ready)
        room_give_fft(c->host, ready);
    if (room)
        memory_give(c->host->memory, room, size);
}

static bool transform(Call *c, Transform *t) {
    const RoutineArray *in = &c->r->arrays[0], *out = &c->r->arrays[1];
    uint32_t axis = axis_at(in, c->r->words[0]), first[] = {axis, axis};
    t->n_in = in->shape[axis];
    t->n_out = out->shape[axis];
    t->in_stride = in->strides[axis];
    t->out_stride = out->strides[axis];
    t->in = in->dtype;
    t->out = out->dtype;
    lines_open(&t->lines, c, NULL, NULL, first, 1, 0);
    if (t->lines.count == 0 || t->n == 0)
        return true;
    int64_t grain = 16384 / t->n + 1;
    TRY(parts_run(c, t->lines.count, (grain + BESIDE - 1) / BESIDE * BESIDE, transform_part, t));
    if (atomic_load(&t->failed))
        return env_fail(c->env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "out of memory");
    return true;
}

bool routine_fft(Call *c) {
    const RoutineArray *in = &c->r->arrays[0];
    Transform t = {.run = run_complex, .inverse = c->r->words[1] != 0};
    t.n = in->shape[axis_at(in, c->r->words[0])];
    return transform(c, &t);
}

bool routine_rfft(Call *c) {
    const RoutineArray *in = &c->r->arrays[0];
    Transform t = {.run = run_real};
    t.n = in->shape[axis_at(in, c->r->words[0])];
    return transform(c, &t);
}

bool routine_irfft(Call *c) {
    Transform t = {.run = run_back, .n = c->r->words[1]};
    return transform(c, &t);
}
