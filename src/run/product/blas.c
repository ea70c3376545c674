/*
 * Fortran's interface is used, which every BLAS has. It takes columns for rows; the product of the
 * transposed matrices the other way round is what we want.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "run/product/blas.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "base/getenv.h"

/*
 * Numbers are passed by address, with 64 bits: a library that reads 32 of them finds the low half there, which
 * is the number, for none has 2^31. gfortran passes the lengths of strings at the end; others do not look there.
 */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the low half of a number stands first");

typedef void GemmFn(const char *trans_a, const char *trans_b, const int64_t *m, const int64_t *n,
                    const int64_t *k, const void *alpha, const void *a, const int64_t *lda,
                    const void *b, const int64_t *ldb, const void *beta, void *c,
                    const int64_t *ldc, size_t len_a, size_t len_b);
typedef void GemvFn(const char *trans, const int64_t *m, const int64_t *n, const void *alpha,
                    const void *a, const int64_t *lda, const void *x, const int64_t *incx,
                    const void *beta, void *y, const int64_t *incy, size_t len);
typedef void SyrkFn(const char *uplo, const char *trans, const int64_t *n, const int64_t *k,
                    const void *alpha, const void *a, const int64_t *lda, const void *beta, void *c,
                    const int64_t *ldc, size_t len_uplo, size_t len_trans);
typedef double Dot64Fn(const int64_t *n, const void *x, const int64_t *incx, const void *y,
                       const int64_t *incy);
typedef float Dot32Fn(const int64_t *n, const void *x, const int64_t *incx, const void *y,
                      const int64_t *incy);
typedef int CountThreadsFn(void);

struct Blas {
    void *handle;
    GemmFn *gemm[DTYPE_COUNT];
    GemvFn *gemv[DTYPE_COUNT];
    SyrkFn *syrk[DTYPE_COUNT];
    Dot32Fn *dot32;
    Dot64Fn *dot64;
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

/* How a library spells its functions: those in NumPy's and SciPy's packages have names of their own. */
typedef struct Spelling {
    const char *before, *after;
} Spelling;
static const Spelling spellings[] = {{"", "_"}, {"scipy_", "_64_"}, {"", "_64_"}, {"scipy_", "_"}};

enum { NAME_ROOM = 64, PATH_ROOM = 4096 };

/* A function, from what dlsym says is an object. */
static bool look_up(void *handle, const char *symbol, void *function, size_t size) {
    void *address = dlsym(handle, symbol);
    memcpy(function, &address, size);
    return address != NULL;
}

static bool look_up_spelt(void *handle, const Spelling *spelling, const char *name, void *function,
                          size_t size) {
    char symbol[NAME_ROOM];
    snprintf(symbol, sizeof symbol, "%s%s%s", spelling->before, name, spelling->after);
    return look_up(handle, symbol, function, size);
}

static void find_thread_count(struct Blas *blas) {
    for (size_t k = 0; k < sizeof thread_counts / sizeof *thread_counts; k++) {
        /* OpenBLAS spells its own functions without the line of Fortran's names. */
        static const Spelling own[] = {{"", ""}, {"scipy_", "64_"}, {"", "64_"}, {"scipy_", ""}};
        for (size_t s = 0; s < sizeof own / sizeof *own; s++)
            if (look_up_spelt(blas->handle, &own[s], thread_counts[k], &blas->count_threads,
                              sizeof blas->count_threads))
                return;
    }
}

static bool find_functions(struct Blas *blas) {
    static const struct {
        Dtype dtype;
        const char *gemm, *gemv, *syrk;
    } names[] = {{DT_F32, "sgemm", "sgemv", "ssyrk"},
                 {DT_F64, "dgemm", "dgemv", "dsyrk"},
                 {DT_C64, "cgemm", "cgemv", "csyrk"},
                 {DT_C128, "zgemm", "zgemv", "zsyrk"}};
    const Spelling *spelling = spellings, *end = spellings + sizeof spellings / sizeof *spellings;
    GemmFn *any;
    while (spelling < end && !look_up_spelt(blas->handle, spelling, "dgemm", &any, sizeof any))
        spelling++;
    bool all = spelling < end;
    for (size_t k = 0; k < sizeof names / sizeof *names && all; k++) {
        Dtype d = names[k].dtype;
        all = look_up_spelt(blas->handle, spelling, names[k].gemm, &blas->gemm[d], sizeof any) &&
              look_up_spelt(blas->handle, spelling, names[k].gemv, &blas->gemv[d], sizeof any) &&
              look_up_spelt(blas->handle, spelling, names[k].syrk, &blas->syrk[d], sizeof any);
    }
    all = all && look_up_spelt(blas->handle, spelling, "sdot", &blas->dot32, sizeof any) &&
          look_up_spelt(blas->handle, spelling, "ddot", &blas->dot64, sizeof any);
    find_thread_count(blas);
    return all;
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

/* Notes the first library of the process that is a fast BLAS by its name, such as the one that NumPy brings. */
static int note_loaded(struct dl_phdr_info *info, size_t size, void *user) {
    static const char *const begins[] = {"libscipy_openblas", "libopenblas", "libmkl_rt.",
                                         "libblis."};
    (void)size;
    const char *slash = strrchr(info->dlpi_name, '/'), *file = slash ? slash + 1 : info->dlpi_name;
    for (size_t k = 0; k < sizeof begins / sizeof *begins; k++) {
        if (strncmp(file, begins[k], strlen(begins[k])) == 0 &&
            strlen(info->dlpi_name) < PATH_ROOM) {
            memcpy(user, info->dlpi_name, strlen(info->dlpi_name) + 1);
            return 1;
        }
    }
    return 0;
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
    /* Two BLAS libraries in one process have two pools of threads, which fight: one that is there is taken. */
    char loaded[PATH_ROOM] = "";
    dl_iterate_phdr(note_loaded, loaded);
    if (loaded[0] != '\0' && !open_one(env, loaded, false, &blas))
        return NULL;
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

/* Room for a number of any type; a pair's imaginary part is 0. */
static const double one_f64[2] = {1, 0}, zero_f64[2] = {0, 0};
static const float one_f32[2] = {1, 0};

static const void *one_of(Dtype dtype) {
    return dtype_real(dtype) == DT_F64 ? (const void *)one_f64 : (const void *)one_f32;
}

void blas_product(const struct Blas *blas, Dtype dtype, const BlasProduct *p) {
    const void *one = one_of(dtype), *zero = zero_f64;
    blas->gemm[dtype](p->y.turned ? "T" : "N", p->x.turned ? "T" : "N", &p->n, &p->m, &p->k, one,
                      p->y.at, &p->y.row, p->x.at, &p->x.row, p->adds ? one : zero, p->out,
                      &p->out_row, 1, 1);
}

void blas_square(const struct Blas *blas, Dtype dtype, const BlasProduct *p) {
    const void *one = one_of(dtype), *zero = zero_f64;
    /* Its lower half by columns is our upper one by rows. */
    blas->syrk[dtype]("L", p->x.turned ? "N" : "T", &p->m, &p->k, one, p->x.at, &p->x.row,
                      p->adds ? one : zero, p->out, &p->out_row, 1, 1);
}

void blas_vector(const struct Blas *blas, Dtype dtype, const BlasVector *p) {
    const int64_t *rows = p->matrix.turned ? &p->m : &p->k,
                  *columns = p->matrix.turned ? &p->k : &p->m;
    blas->gemv[dtype](p->matrix.turned ? "N" : "T", rows, columns, one_of(dtype), p->matrix.at,
                      &p->matrix.row, p->vector, &p->step, zero_f64, p->out, &p->out_step, 1);
}

void blas_dot(const struct Blas *blas, Dtype dtype, const BlasVector *p) {
    if (dtype == DT_F64)
        *(double *)p->out = blas->dot64(&p->k, p->matrix.at, &p->matrix.row, p->vector, &p->step);
    else
        *(float *)p->out = blas->dot32(&p->k, p->matrix.at, &p->matrix.row, p->vector, &p->step);
}
