/* Looks for a library with LAPACK: the one that carries BLAS (src/run/product/blas.c has the same names), else the system's. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "run/linear/lapack.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "base/getenv.h"

enum { NAME_ROOM = 64, PATH_ROOM = 4096 };

/* The real and the complex names of each, in the order of LapackName. */
static const char *const names[LAPACK_COUNT][2] = {
    {"dgemm", "zgemm"},   {"dgetrf", "zgetrf"}, {"dgetrs", "zgetrs"}, {"dgetri", "zgetri"},
    {"dgecon", "zgecon"}, {"dpotrf", "zpotrf"}, {"dpotrs", "zpotrs"}, {"dpocon", "zpocon"},
    {"dtrtrs", "ztrtrs"}, {"dtrcon", "ztrcon"}, {"dgelsd", "zgelsd"}, {"dgeqrf", "zgeqrf"},
    {"dgeqp3", "zgeqp3"}, {"dorgqr", "zungqr"}, {"dgehrd", "zgehrd"}, {"dorghr", "zunghr"},
    {"dsyev", "zheev"},   {"dgeevx", "zgeevx"}, {"dggev", "zggev"},   {"dgees", "zgees"},
    {"dgesvd", "zgesvd"}, {"dsyevd", "zheevd"}, {"dgesdd", "zgesdd"}};

typedef struct Spelling {
    const char *before, *after;
} Spelling;
static const Spelling spellings[] = {{"", "_"}, {"scipy_", "_64_"}, {"", "_64_"}, {"scipy_", "_"}};

static const char *const candidates[] = {"libopenblas.so.0", "libopenblas.so", "libmkl_rt.so.2",
                                         "libmkl_rt.so",     "libblis.so.4",   "libflexiblas.so.3",
                                         "liblapack.so.3",   "liblapack.so"};

static bool look_up(void *handle, const Spelling *spelling, const char *name, LapackCode **out) {
    char symbol[NAME_ROOM];
    snprintf(symbol, sizeof symbol, "%s%s%s", spelling->before, name, spelling->after);
    void *address = dlsym(handle, symbol);
    memcpy(out, &address, sizeof *out);
    return address != NULL;
}

static bool find_all(Linear *linear) {
    for (size_t s = 0; s < sizeof spellings / sizeof *spellings; s++) {
        bool all = true;
        for (int k = 0; k < LAPACK_COUNT && all; k++)
            all = look_up(linear->handle, &spellings[s], names[k][0], &linear->real[k]) &&
                  look_up(linear->handle, &spellings[s], names[k][1], &linear->complex[k]);
        if (all)
            return true;
    }
    return false;
}

/* Factors a small matrix: where the row numbers stand says how wide its integers are. */
static void find_width(Linear *linear) {
    typedef void Getrf(const Int *m, const Int *n, double *a, const Int *lda, Int *swaps,
                       Int *info);
    double a[4] = {1, 3, 2, 4};
    Int two = 2, info = 0, swaps[2] = {-1, -1};
    ((Getrf *)linear->real[LAPACK_GETRF])(&two, &two, a, &two, swaps, &info);
    linear->wide = swaps[0] == 2;
}

static Linear *new_linear(Env *env, const char *name) {
    size_t size = sizeof(Linear) + strlen(name) + 1;
    Linear *linear = env_new(env, size);
    if (linear) {
        linear->size = size;
        memcpy(linear->name, name, strlen(name) + 1);
    }
    return linear;
}

/* *out stays NULL where the library is none of LAPACK's. False: out of memory. */
static bool open_one(Env *env, const char *file, Linear **out) {
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle)
        return true;
    Linear *linear = new_linear(env, file);
    if (!linear) {
        dlclose(handle);
        return false;
    }
    linear->handle = handle;
    if (find_all(linear)) {
        find_width(linear);
        *out = linear;
    } else {
        linear_close(linear, env->allocator);
    }
    return true;
}

/* Notes the first library of the process that has LAPACK by its name, such as the one that NumPy brings. */
static int note_loaded(struct dl_phdr_info *info, size_t size, void *user) {
    static const char *const begins[] = {"libscipy_openblas", "libopenblas", "libmkl_rt."};
    (void)size;
    const char *slash = strrchr(info->dlpi_name, '/'), *file = slash ? slash + 1 : info->dlpi_name;
    for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
        if (strncmp(file, begins[k], strlen(begins[k])) == 0 &&
            strlen(info->dlpi_name) < PATH_ROOM) {
            memcpy(user, info->dlpi_name, strlen(info->dlpi_name) + 1);
            return 1;
        }
    return 0;
}

Linear *linear_open(Env *env) {
    Linear *linear = NULL;
    const char *wanted = base_getenv("FRIT_BLAS");
    if (wanted && wanted[0] != '\0') {
        if (strcmp(wanted, "none") != 0 && !open_one(env, wanted, &linear))
            return NULL;
        return linear ? linear : new_linear(env, "own");
    }
    char loaded[PATH_ROOM] = "";
    dl_iterate_phdr(note_loaded, loaded);
    if (loaded[0] != '\0' && !open_one(env, loaded, &linear))
        return NULL;
    for (size_t k = 0; k < sizeof candidates / sizeof *candidates && !linear; k++)
        if (!open_one(env, candidates[k], &linear))
            return NULL;
    return linear ? linear : new_linear(env, "own");
}

void linear_close(Linear *linear, const frit_allocator *allocator) {
    if (!linear)
        return;
    if (linear->handle)
        dlclose(linear->handle);
    env_free(allocator, linear, linear->size);
}

const char *linear_name(const Linear *linear) {
    return linear ? linear->name : "own";
}

bool lapack_is_there(const Linear *linear, int64_t rows, int64_t columns) {
    return linear && linear->handle && rows > 0 && columns > 0 && rows < INT32_MAX &&
           columns < INT32_MAX;
}

int64_t lapack_integer(const Linear *linear, const Int *array, int64_t k) {
    if (linear->wide)
        return array[k];
    int32_t narrow;
    memcpy(&narrow, (const char *)array + (k * (int64_t)sizeof narrow), sizeof narrow);
    return narrow;
}

/* ---- work */

bool lapack_work(LapackWork *w, bool complex, int64_t count) {
    if (w->work)
        env_free(w->env->allocator, w->work, w->work_bytes);
    w->lwork = count > 0 ? count : 1;
    w->work_bytes = (size_t)w->lwork * sizeof(double) * (complex ? 2 : 1);
    w->work = env_new(w->env, w->work_bytes);
    return w->work != NULL;
}

bool lapack_work_real(LapackWork *w, int64_t count) {
    if (w->real)
        env_free(w->env->allocator, w->real, w->real_bytes);
    w->real_bytes = (size_t)(count > 0 ? count : 1) * sizeof(double);
    w->real = env_new(w->env, w->real_bytes);
    return w->real != NULL;
}

bool lapack_work_integers(LapackWork *w, int64_t count) {
    if (w->integers)
        env_free(w->env->allocator, w->integers, w->integer_bytes);
    w->integer_bytes = (size_t)(count > 0 ? count : 1) * sizeof(Int);
    w->integers = env_new(w->env, w->integer_bytes);
    return w->integers != NULL;
}

void lapack_work_free(LapackWork *w) {
    env_free(w->env->allocator, w->work, w->work_bytes);
    env_free(w->env->allocator, w->real, w->real_bytes);
    env_free(w->env->allocator, w->integers, w->integer_bytes);
    w->work = w->real = NULL;
    w->integers = NULL;
}
