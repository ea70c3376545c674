/* The words that kernels are written in, for a compiler of C11. One thread does everything, unless OpenMP is there. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What is inlined whatever its size, as a loop over it becomes one over vectors then; and loops whose turns may be taken
 * side by side: each reads what it writes before it does. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpass-failed"
#define FRIT_INLINE       __attribute__((always_inline))
#define FRIT_SIDE_BY_SIDE _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define FRIT_INLINE       __attribute__((always_inline))
#define FRIT_SIDE_BY_SIDE _Pragma("GCC ivdep")
#else
#define FRIT_INLINE
#define FRIT_SIDE_BY_SIDE
#endif

#define FRIT_KERNEL static
#define FRIT_GLOBAL
#define FRIT_THREAD  0
#define FRIT_THREADS 1

#define MATH_FN                   static inline FRIT_INLINE
#define MATH_PLAIN                static inline
#define MATH_TABLE(type, name, n) static const type name[n]

#define f_fma(a, b, c) fmaf(a, b, c)
#define d_fma(a, b, c) fma(a, b, c)
#define f_sqrt(v)      sqrtf(v)
#define d_sqrt(v)      sqrt(v)
#define f_rint(v)      rintf(v)
#define d_rint(v)      rint(v)
#define f_floor(v)     floorf(v)
#define d_floor(v)     floor(v)
#define f_ceil(v)      ceilf(v)
#define d_ceil(v)      ceil(v)
#define f_trunc(v)     truncf(v)
#define d_trunc(v)     trunc(v)
