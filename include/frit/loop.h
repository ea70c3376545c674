/* Loops that a front end has written as LLVM text: compiled, kept and called like kernels, but not checked like them. */
#ifndef FRIT_LOOP_H
#define FRIT_LOOP_H

#include "frit/context.h"
#include "frit/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct frit_loop frit_loop;

/*
 * Code for a text that defines `i32 @frit_loop(ptr)` and calls nothing but intrinsics that become instructions. It is
 * optimised, kept in the context's cache by its text, and makes no sense of what the text does: whoever writes it
 * answers for every address. wait: compiles it now where it is not there; otherwise that happens in the background,
 * and *out is NULL until it is done. Where nothing can be compiled the error says why. label, for people, may be NULL.
 */
FRIT_API frit_status frit_loop_compile(const frit_context *context, const char *text, size_t len,
                                       const char *label, bool wait, frit_loop **out,
                                       frit_error *error);
/* Calls it. From several threads at once. */
FRIT_API int32_t frit_loop_run(const frit_loop *loop, void *frame);
FRIT_API void frit_loop_free(frit_loop *loop);

/* void(void *out, const void *const *in, size_t n): an elementwise step as frit's kernels do it, bit by bit. */
typedef void frit_step_fn(void *out, const void *const *in, size_t n);
/* NULL: there is no such step of that dtype. The function lives as long as the library. */
FRIT_API frit_step_fn *frit_loop_step(const frit_context *context, const char *op,
                                      frit_dtype dtype);

#ifdef __cplusplus
}
#endif

#endif
