/*
 * What every source of the loops has in common. Such a source is compiled once for each
 * instruction-set level, with FRIT_LEVEL set to the level's name as C can spell it; without it, for
 * the portable one. LV(name) is the name at this level.
 */
#ifndef FRIT_RUN_LOOPS_LEVEL_H
#define FRIT_RUN_LOOPS_LEVEL_H

#include <string.h>

#include "run/loops/blocks.h"

#ifndef FRIT_LEVEL
#define FRIT_LEVEL      portable
#define FRIT_LEVEL_NAME "portable"
#define FRIT_VECTOR     0 /* bytes of a vector register; 0: no vector instructions */
#endif
/* What the vectors are. */
#if FRIT_VECTOR > 0 && defined __x86_64__
#define LEVEL_X86 1
#elif FRIT_VECTOR > 0 && defined __aarch64__
#define LEVEL_NEON 1
#endif
#ifndef LEVEL_X86
#define LEVEL_X86 0
#endif
#ifndef LEVEL_NEON
#define LEVEL_NEON 0
#endif

#define LV_PASTE(name, level)  name##_##level
#define LV_EXPAND(name, level) LV_PASTE(name, level)
#define LV(name)               LV_EXPAND(name, FRIT_LEVEL)

/*
 * Before a loop whose iterations may run side by side: out is an operand itself or overlaps none,
 * which the compiler cannot know. A loop that it leaves scalar all the same is no defect.
 */
#if FRIT_VECTOR == 0
#define SIDE_BY_SIDE
#elif defined __clang__
#define SIDE_BY_SIDE _Pragma("clang loop vectorize(assume_safety)")
#else
#define SIDE_BY_SIDE _Pragma("GCC ivdep")
#endif

/* Everything that a loop calls becomes part of it: only then is there anything to vectorise. */
#define FLAT   __attribute__((flatten))
#define INLINE static inline __attribute__((always_inline))

/* ---- what a register holds of each dtype */
typedef struct PairF32 {
    float re, im;
} PairF32;
typedef struct PairF64 {
    double re, im;
} PairF64;
typedef uint8_t RegBOOL, RegU8;
typedef uint16_t RegU16;
typedef uint32_t RegU32;
typedef uint64_t RegU64;
typedef int8_t RegI8;
typedef int16_t RegI16;
typedef int32_t RegI32;
typedef int64_t RegI64;
typedef float RegF16, RegBF16, RegF32;
typedef double RegF64;
typedef PairF32 RegC64;
typedef PairF64 RegC128;

/* Memory, which may be at any address. */
typedef uint16_t __attribute__((aligned(1), may_alias)) Mem16;
typedef uint32_t __attribute__((aligned(1), may_alias)) Mem32;
typedef uint64_t __attribute__((aligned(1), may_alias)) Mem64;
typedef struct __attribute__((aligned(1), may_alias, packed)) Mem128 {
    uint64_t half[2];
} Mem128;

#endif
