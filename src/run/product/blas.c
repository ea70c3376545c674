/*
 * Fortran's interface is used, which every BLAS has. It takes columns for rows; the product of the
 * transposed matrices the other way round is what we want.
 */
#include "run/product/blas.h"

#include <dlfcn.h>
#include <string.h>

#include "base/getenv.h"

/* gfortran passes the lengths of strings at the end; others do not look there. */
typedef void GemmFn(const char *trans_a, const char *trans_b, const int *m, const int *n,
                    const int *k, const void *alpha, const void *a, const int *lda, const void *b,
                    const int *ldb, const void *beta, void *c, const int *ldc, size_t len_a,
                    size_t len_b);
typedef int CountThreadsFn(void);

struct Blas {
    void *handle;
    GemmFn *gemm[DTYPE_COUNT];
    CountThreadsFn *count_threads; /* NULL: not known */
    size_t size;                   /* bytes of this struct, the name included */
    char name[];
};

/*
 * The usual names, in this order. The last may be any BLAS, also the reference one, which is slower
 * than what frit does itself: it counts only if it says who it is.
 */
typedef struct Candidate {
    const char *file;
    bool may_be_slow;
} Candidate;

static const Candidate candidates[] = {
    {"libopenblas.so.0", false}, {"libopenblas.so", false}, {"libmkl_rt.so.2", false},
    {"libmkl_rt.so", false},     {"libblis.so.4", false},   {"libblis.so.3", false},
    {"libflexiblas.so.3", true}, {"libblas.so.3", true},
};

static const char *const thread_counts[] = {"openblas_get_num_threads", "MKL_Get_Max_Threads",
                                            "bli_thread_get_num_threads"};

/* A function, from what dlsym says is an object. */
static void look_up(void *handle, const char *symbol, void *function, size_t size) {
    void *address = dlsym(handle, symbol);
    memcpy(function, &address, size);
}

static bool find_functions(struct Blas *blas) {
    static const struct {
        Dtype dtype;
        const char *symbol;
    } gemms[] = {{DT_F32, "sgemm_"}, {DT_F64, "dgemm_"}, {DT_C64, "cgemm_"}, {DT_C128, "zgemm_"}};
    for (size_t k = 0; k < sizeof gemms / sizeof *gemms; k++) {
        GemmFn **gemm = &blas->gemm[gemms[k].dtype];
        look_up(blas->handle, gemms[k].symbol, gemm, sizeof *gemm);
        if (!*gemm)
            return false;
    }
    for (size_t k = 0; k < sizeof thread_counts / sizeof *thread_counts && !blas->count_threads;
         k++)
        look_up(blas->handle, thread_counts[k], &blas->count_threads, sizeof blas->count_threads);
    return true;
}

/* *out stays NULL where there is no such library. False: out of memory. */
static bool open_one(Env *env, const char *file, bool may_be_slow, struct Blas **out) {
    /* It may have threads, which do not survive that their code goes away. */
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle)
        return true;
    size_t size = sizeof **out + strlen(file) + 1;
    struct Blas *blas = env_new(env, size);
    if (!blas) {
        dlclose(handle);
        return false;
    }
    blas->handle = handle;
    blas->size = size;
    memcpy(blas->name, file, strlen(file) + 1);
    if (!find_functions(blas) || (may_be_slow && !blas->count_threads)) {
        blas_close(blas, env->allocator);
        return true;
    }
    *out = blas;
    return true;
}

struct Blas *blas_open(Env *env) {
    struct Blas *blas = NULL;
    const char *wanted = base_getenv("FRIT_BLAS");
    if (wanted && wanted[0] != '\0') {
        if (strcmp(wanted, "none") == 0)
            return NULL;
        if (open_one(env, wanted, false, &blas) && !blas)
            env_set_error(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                          "FRIT_BLAS: %s cannot be opened, or is no BLAS", wanted);
        return blas;
    }
    for (size_t k = 0; k < sizeof candidates / sizeof *candidates && !blas; k++) {
        if (!open_one(env, candidates[k].file, candidates[k].may_be_slow, &blas))
            return NULL;
    }
    return blas;
}

void blas_close(struct Blas *blas, const frit_allocator *allocator) {
    if (!blas)
        return;
    dlclose(blas->handle);
    env_free(allocator, blas, blas->size);
}

const char *blas_name(const struct Blas *blas) {
    return blas->name;
}

bool blas_has(const struct Blas *blas, Dtype dtype) {
    return blas && blas->gemm[dtype];
}

bool blas_is_parallel(const struct Blas *blas) {
    return blas->count_threads && blas->count_threads() > 1;
}

void blas_product(const struct Blas *blas, Dtype dtype, const BlasProduct *p) {
    /* Room for a number of any type; a pair's imaginary part is 0. */
    static const double one_f64[2] = {1, 0}, zero[2] = {0, 0};
    static const float one_f32[2] = {1, 0};
    const void *one = dtype_real(dtype) == DT_F64 ? (const void *)one_f64 : (const void *)one_f32;
    blas->gemm[dtype]("N", "N", &p->n, &p->m, &p->k, one, p->y, &p->y_row, p->x, &p->x_row,
                      p->adds ? one : (const void *)zero, p->out, &p->out_row, 1, 1);
}
