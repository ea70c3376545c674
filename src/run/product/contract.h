/*
 * Sums of products: out[b,m,n] = sum over k of x[b,m,k] * y[b,k,n], for any strides. Through BLAS for
 * f32, f64, c64 and c128 where one was found and the product is not tiny, else blocked by hand, where products
 * are added to 0 in the order of k. f16 and bf16 add up in f32 and round at the end. Of nothing
 * (k = 0) the sum is 0. By hand, and of two matrices, the result depends on neither threads nor strides.
 */
#ifndef FRIT_RUN_PRODUCT_CONTRACT_H
#define FRIT_RUN_PRODUCT_CONTRACT_H

#include <pthread.h>
#include <stdatomic.h>

#include "run/host/host.h"

/* On the machine's host, from whose memory its scratch comes. Fails for want of it, or with FRIT_ERR_CANCELLED. */
bool contract_run(Env *env, Machine *machine, const Matrices *shape, const char *x, const char *y,
                  char *out);

struct Blas;
/* A BLAS that is looked for when it is first needed. */
typedef struct BlasSlot {
    pthread_mutex_t lock;
    atomic_bool looked;
    struct Blas *blas; /* once looked; NULL: none was found */
    frit_allocator allocator;
} BlasSlot;

/* Where the environment names one it is opened at once: it may not be there. */
bool blas_slot_new(Env *env, BlasSlot **out);
void blas_slot_free(BlasSlot *slot, const frit_allocator *allocator);
/* The BLAS to use, looked for when it is first asked for: loading one takes milliseconds. NULL: none. */
struct Blas *blas_of(BlasSlot *slot);

/* Looks for a BLAS: FRIT_BLAS (a path, or "none"), else one that the process has loaded, else the usual names. NULL: none, which is not an
 * error; out of memory or a FRIT_BLAS that is no BLAS is one, and then env->error says so. */
struct Blas *blas_open(Env *env);
void blas_close(struct Blas *blas, const frit_allocator *allocator);
const char *blas_name(const struct Blas *blas);

#endif
