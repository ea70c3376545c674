/* Keys in order by vectors, where the CPU has AVX-512. */
#include "run/routine/vector_sort.h"

#include <string.h>

/* Networks are unrolled, and the places that keys go to are constants then. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#if defined(__x86_64__)
#include <immintrin.h>

#define VECTOR __attribute__((target("avx512f,avx512bw,avx512vl,popcnt")))
enum { FEW_VECTORS = 8 };
typedef __m512i Vector;

static bool can_vector(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}

/* Bits of the keys of a vector that have another one `step` behind them. */
#define FIRST(step) \
    ((step) == 1 ? 0x5555u : (step) == 2 ? 0x3333u : (step) == 4 ? 0x0f0fu : 0x00ffu)

static const uint64_t wide_turned[3][8] = {
    {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5}, {4, 5, 6, 7, 0, 1, 2, 3}};
static const uint32_t narrow_turned[4][16] = {
    {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14},
    {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13},
    {4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11},
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7}};

#define LOAD(p)     _mm512_loadu_si512((const void *)(p))
#define STORE(p, v) _mm512_storeu_si512((void *)(p), v)

#define KEY                  uint64_t
#define NAME(f)              wide_##f
#define LANES                8
#define Mask                 __mmask8
#define ALL(x)               _mm512_set1_epi64((long long)(x))
#define MIN(a, b)            _mm512_min_epu64(a, b)
#define MAX(a, b)            _mm512_max_epu64(a, b)
#define BELOW(a, b)          _mm512_cmplt_epu64_mask(a, b)
#define EQUAL_OR_BELOW(a, b) _mm512_cmple_epu64_mask(a, b)
#define COMPRESS(m, v)       _mm512_maskz_compress_epi64(m, v)
#define TURN(v, p)           _mm512_permutexvar_epi64(p, v)
#define PICK(m, a, b)        _mm512_mask_blend_epi64(m, a, b)
#include "run/routine/vector_keys.h"
#undef KEY
#undef NAME
#undef LANES
#undef Mask
#undef ALL
#undef MIN
#undef MAX
#undef BELOW
#undef EQUAL_OR_BELOW
#undef COMPRESS
#undef TURN
#undef PICK

#define KEY                  uint32_t
#define NAME(f)              narrow_##f
#define LANES                16
#define Mask                 __mmask16
#define ALL(x)               _mm512_set1_epi32((int)(x))
#define MIN(a, b)            _mm512_min_epu32(a, b)
#define MAX(a, b)            _mm512_max_epu32(a, b)
#define BELOW(a, b)          _mm512_cmplt_epu32_mask(a, b)
#define EQUAL_OR_BELOW(a, b) _mm512_cmple_epu32_mask(a, b)
#define COMPRESS(m, v)       _mm512_maskz_compress_epi32(m, v)
#define TURN(v, p)           _mm512_permutexvar_epi32(p, v)
#define PICK(m, a, b)        _mm512_mask_blend_epi32(m, a, b)
#include "run/routine/vector_keys.h"

#else

bool wide_vector_sort(uint64_t *keys, int64_t n, uint64_t *room) {
    (void)keys;
    (void)n;
    (void)room;
    return false;
}

bool narrow_vector_sort(uint32_t *keys, int64_t n, uint32_t *room) {
    (void)keys;
    (void)n;
    (void)room;
    return false;
}

#endif
