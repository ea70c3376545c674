/* What the files of routines share. */
#ifndef FRIT_RUN_ROUTINE_PARTS_H
#define FRIT_RUN_ROUTINE_PARTS_H

#include "ir/type.h"
#include "run/host/host.h"
#include "run/linear/fft.h"
#include "run/linear/linear.h"
#include "run/routine/routine.h"

typedef struct Call {
    Env *env;
    Machine *machine;
    HostDevice *host;
    const Routine *r;
    char *const *at;
} Call;

/* One function for each routine; routines.c has the table. */
typedef bool RoutineFn(Call *c);
RoutineFn routine_sort, routine_argsort, routine_ranked, routine_search, routine_fold_at,
    routine_convolve, routine_fft, routine_rfft, routine_irfft, routine_solve, routine_inverse,
    routine_cholesky, routine_determinants, routine_qr, routine_svd, routine_eigh, routine_eig,
    routine_gamma_draws, routine_poisson_draws, routine_binomial_draws;

/* ---- lines.c: the same for every line or matrix of an array */

typedef struct Lines Lines;
/* at: an address by array; scratch: lines->scratch bytes of this worker. False: it failed, and line_fail was called. */
typedef bool LineFn(Lines *lines, char *const *at, char *scratch, unsigned worker);

struct Lines {
    Call *call;
    LineFn *fn;
    void *user;
    uint64_t scratch;
    uint32_t rank; /* of what is gone through */
    int64_t shape[MAX_RANK], strides[ROUTINE_ARRAYS][MAX_RANK], count;
    /* Of the run. */
    char *room;
    int64_t chunk;
    pthread_mutex_t lock;
    frit_error error; /* of the first line that failed */
    int64_t failed;
    atomic_bool stops;
};

/* Lines of all arrays: the axes but `n` from `first` on of each (0: all from there on). Arrays of `alone` (bits) are the same for all. */
void lines_open(Lines *lines, Call *call, LineFn *fn, void *user, const uint32_t *first, uint32_t n,
                uint32_t alone);
/* Where the arrays are at line number `number`. */
void lines_at(const Lines *lines, int64_t number, char **at);
/* cost: nanoseconds of one line, about. */
bool lines_run(Lines *lines, double cost);
/* Notes why a line has no result. False. */
bool line_fail(Lines *lines, int64_t number, const frit_error *error);

/* fn(user, first, end, worker) for parts of 0 ... n - 1, of `grain` or more. */
typedef void PartFn(void *user, int64_t first, int64_t end);
bool parts_run(Call *c, int64_t n, int64_t grain, PartFn *fn, void *user);

/* Elements that a routine's array has along its axes from `first` on. */
static inline int64_t array_count(const RoutineArray *a, uint32_t first) {
    int64_t n = 1;
    for (uint32_t k = first; k < a->rank; k++)
        n *= a->shape[k];
    return n;
}
/* An axis as a row says it, from the front. */
static inline uint32_t axis_at(const RoutineArray *a, int64_t axis) {
    return (uint32_t)(axis < 0 ? axis + a->rank : axis);
}
static inline uint64_t rounded_up(uint64_t bytes) {
    return (bytes + MEMORY_ALIGN - 1) & ~(uint64_t)(MEMORY_ALIGN - 1);
}

/* ---- room.c */

/* A transform for one thread. */
typedef struct ReadyFft {
    int64_t n;
    bool
        real; /* of n real numbers: where n is even, fft is of n / 2, and roots are for fft_run_real */
    Fft *fft;
    double *roots;
    size_t root_bytes;
} ReadyFft;
/* To be given back. NULL: out of memory. */
ReadyFft *room_take_fft(Env *env, HostDevice *host, int64_t n, bool real);
void room_give_fft(HostDevice *host, ReadyFft *ready);
/* LAPACK, looked for when it is first asked for; *out NULL: own code. False: out of memory. */
bool room_linear(Env *env, HostDevice *host, Linear **out);

/* ---- numbers.c: elements of any strides to doubles and back; complex ones are pairs */

/* pairs: real numbers become pairs, too. */
void doubles_load(Dtype dtype, const char *at, int64_t stride, int64_t n, bool pairs, double *to);
/* pairs: what comes is pairs; of them the real parts where the dtype is real. */
void doubles_store(Dtype dtype, const double *from, bool pairs, char *at, int64_t stride,
                   int64_t n);

#endif
