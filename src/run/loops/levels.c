/* Which levels there are, and which of them this CPU can run. */
#include <string.h>

#include "run/loops/blocks.h"

extern const BlockOps blocks_portable;
#ifdef FRIT_X86_LEVELS /* the build compiles these as well */
#include <cpuid.h>

extern const BlockOps blocks_x86_64, blocks_avx2, blocks_avx512;

/* Not every compiler's __builtin_cpu_supports knows this one: leaf 1, bit 29 of ecx. */
static bool has_f16c(void) {
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx >> 29 & 1);
}

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c() &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512cd");
}

#elif defined FRIT_ARM_LEVELS
extern const BlockOps blocks_neon; /* every 64-bit ARM has it */
#endif

typedef struct LevelRow {
    const BlockOps *ops;
    bool (*can_run)(void); /* NULL: everywhere */
} LevelRow;

/* Best first. */
static const LevelRow levels[] = {
#ifdef FRIT_X86_LEVELS
    {&blocks_avx512, has_avx512},
    {&blocks_avx2, has_avx2},
    {&blocks_x86_64, NULL},
#elif defined FRIT_ARM_LEVELS
    {&blocks_neon, NULL},
#endif
    {&blocks_portable, NULL},
};
enum { LEVEL_COUNT = sizeof levels / sizeof *levels };

const BlockOps *blocks_level(unsigned index) {
    for (unsigned i = 0; i < LEVEL_COUNT; i++)
        if ((!levels[i].can_run || levels[i].can_run()) && index-- == 0)
            return levels[i].ops;
    return NULL;
}

const BlockOps *blocks_named(const char *name) {
    const BlockOps *ops;
    for (unsigned i = 0; (ops = blocks_level(i)) != NULL; i++)
        if (strcmp(ops->name, name) == 0)
            return ops;
    return NULL;
}

size_t block_size(Dtype dtype) {
    return dtype_info(dtype_info(dtype)->compute)->bits / 8u;
}
