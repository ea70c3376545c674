#define _POSIX_C_SOURCE 200809L
#include "common/ceiling.h"

#include <stdint.h>
#include <stdlib.h>

#include "common/measure.h"
#include "run/host/workers.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { PIECE = 1 << 16 }; /* elements claimed at once */

struct Ceiling {
    frit_error error;
    frit_allocator allocator;
    Env env;
    Workers *workers;
    const float *x, *y;
    float *r;
    size_t n;
    unsigned reads, writes;
    float sums[256]; /* by worker, so that reading is not optimised away */
};

static void *plain(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

Ceiling *ceiling_new(unsigned threads, size_t n, const float *x, const float *y, float *r) {
    Ceiling *c = calloc(1, sizeof *c);
    if (!c)
        exit(4);
    c->allocator = (frit_allocator){plain, NULL};
    c->env = (Env){&c->allocator, &c->error};
    c->workers = workers_new(&c->env, threads, NULL, NULL);
    c->n = n;
    c->x = x;
    c->y = y;
    c->r = r;
    return c;
}

void ceiling_free(Ceiling *c) {
    workers_free(c->workers);
    free(c);
}

/* Several sums side by side, so that only memory is waited for. */
static float piece_sum(const float *x, size_t n) {
    enum { LANES = 64 };
    float lanes[LANES] = {0}, sum = 0;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++)
            lanes[k] += x[i + (size_t)k];
    for (int k = 0; k < LANES; k++)
        sum += lanes[k];
    return sum;
}

static void piece_write(float *r, const float *x, const float *y, size_t n) {
#if defined(__x86_64__)
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 v = _mm_load_ps(x + i);
        if (y)
            v = _mm_add_ps(v, _mm_load_ps(y + i));
        _mm_stream_ps(r + i, v);
    }
    for (; i < n; i++)
        r[i] = x[i] + (y ? y[i] : 0);
    _mm_sfence();
#else
    for (size_t i = 0; i < n; i++)
        r[i] = x[i] + (y ? y[i] : 0);
#endif
}

static void run_piece(void *user, uint64_t piece, unsigned worker) {
    Ceiling *c = user;
    size_t first = (size_t)piece * PIECE, n = c->n - first < PIECE ? c->n - first : PIECE;
    if (c->writes)
        piece_write(c->r + first, c->x + first, c->reads > 1 ? c->y + first : NULL, n);
    else
        c->sums[worker % 256] += piece_sum(c->x + first, n);
    if (!c->writes && c->reads > 1)
        c->sums[worker % 256] += piece_sum(c->y + first, n);
}

double ceiling_run(Ceiling *c, unsigned reads, unsigned writes) {
    c->reads = reads;
    c->writes = writes;
    double start = now();
    workers_run(c->workers, (c->n + PIECE - 1) / PIECE, run_piece, c);
    return now() - start;
}
