/* NVRTC, the CUDA compiler that is a library; it works without a GPU. */
#ifndef TESTS_UNIT_NVRTC_H
#define TESTS_UNIT_NVRTC_H

#include <stdbool.h>
#include <stddef.h>

/* What is needed of nvrtc.h, so that building the tests does not need it. */
typedef struct Nvrtc {
    void *library;
    int (*create)(void **, const char *, const char *, int, const char *const *,
                  const char *const *);
    int (*compile)(void *, int, const char *const *);
    int (*log_size)(void *, size_t *);
    int (*log)(void *, char *);
    int (*cubin_size)(void *, size_t *);
    int (*cubin)(void *, char *);
    int (*destroy)(void **);
} Nvrtc;

/* Skips the test where it is not there. */
void start_nvrtc(Nvrtc *n);
/* The machine code for sm_90, malloc'ed. */
char *compile_cuda(Nvrtc *n, const char *source, size_t *size);
/* The function of a library, for a pointer to it. */
bool library_function(void *library, void *slot, const char *name);

#endif
