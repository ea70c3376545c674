/*
 * Philox4x32-10. The words of all counters in order, for one key and draw, are one long stream: 32-bit
 * elements take one word each, 64-bit elements two. When the elements of a block stand side by side
 * in it, as they almost always do, each counter is computed once and vectors of counters at a time.
 */
#include "op/math/draws.h"
#include "run/loops/half.h"
#include "run/loops/tables.h"

#if LEVEL_X86
#include <immintrin.h>
#elif LEVEL_NEON
#include <arm_neon.h>
#endif

/* ---- LANES counters at once, one in each 64 bits of a vector */
#if FRIT_VECTOR == 64
typedef __m512i Vector;
#define ALL(x)         _mm512_set1_epi64((long long)(x))
#define ADD(x, y)      _mm512_add_epi64(x, y)
#define MULTIPLY(x, y) _mm512_mul_epu32(x, y)
#define XOR3(x, y, z)  _mm512_ternarylogic_epi64(x, y, z, 0x96)
#define OR(x, y)       _mm512_or_si512(x, y)
#define AND(x, y)      _mm512_and_si512(x, y)
#define UP(x)          _mm512_slli_epi64(x, 32)
#define DOWN(x)        _mm512_srli_epi64(x, 32)
#define LOW(x, y)      _mm512_unpacklo_epi64(x, y)
#define HIGH(x, y)     _mm512_unpackhi_epi64(x, y)
#define PUT(to, x)     _mm512_storeu_si512((void *)(to), x)
#define ORDER          _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7)
#elif FRIT_VECTOR == 32
typedef __m256i Vector;
#define ALL(x)         _mm256_set1_epi64x((long long)(x))
#define ADD(x, y)      _mm256_add_epi64(x, y)
#define MULTIPLY(x, y) _mm256_mul_epu32(x, y)
#define XOR3(x, y, z)  _mm256_xor_si256(_mm256_xor_si256(x, y), z)
#define OR(x, y)       _mm256_or_si256(x, y)
#define AND(x, y)      _mm256_and_si256(x, y)
#define UP(x)          _mm256_slli_epi64(x, 32)
#define DOWN(x)        _mm256_srli_epi64(x, 32)
#define LOW(x, y)      _mm256_unpacklo_epi64(x, y)
#define HIGH(x, y)     _mm256_unpackhi_epi64(x, y)
#define PUT(to, x)     _mm256_storeu_si256((void *)(to), x)
#define ORDER          _mm256_setr_epi64x(0, 2, 1, 3)
#elif LEVEL_NEON
typedef uint64x2_t Vector;
#define ALL(x)         vdupq_n_u64(x)
#define ADD(x, y)      vaddq_u64(x, y)
#define MULTIPLY(x, y) vmull_u32(vmovn_u64(x), vmovn_u64(y))
#define XOR3(x, y, z)  veorq_u64(veorq_u64(x, y), z)
#define OR(x, y)       vorrq_u64(x, y)
#define AND(x, y)      vandq_u64(x, y)
#define UP(x)          vshlq_n_u64(x, 32)
#define DOWN(x)        vshrq_n_u64(x, 32)
#define LOW(x, y)      vzip1q_u64(x, y)
#define HIGH(x, y)     vzip2q_u64(x, y)
#define PUT(to, x)     vst1q_u32(to, vreinterpretq_u32_u64(x))
#define ORDER          vcombine_u64(vcreate_u64(0), vcreate_u64(1))
#elif LEVEL_X86
typedef __m128i Vector;
#define ALL(x)         _mm_set1_epi64x((long long)(x))
#define ADD(x, y)      _mm_add_epi64(x, y)
#define MULTIPLY(x, y) _mm_mul_epu32(x, y)
#define XOR3(x, y, z)  _mm_xor_si128(_mm_xor_si128(x, y), z)
#define OR(x, y)       _mm_or_si128(x, y)
#define AND(x, y)      _mm_and_si128(x, y)
#define UP(x)          _mm_slli_epi64(x, 32)
#define DOWN(x)        _mm_srli_epi64(x, 32)
#define LOW(x, y)      _mm_unpacklo_epi64(x, y)
#define HIGH(x, y)     _mm_unpackhi_epi64(x, y)
#define PUT(to, x)     _mm_storeu_si128((void *)(to), x)
#define ORDER          _mm_set_epi64x(1, 0)
#else
typedef uint64_t Vector;
#define ALL(x)         (x)
#define ADD(x, y)      ((x) + (y))
#define MULTIPLY(x, y) (((x)&UINT32_MAX) * ((y)&UINT32_MAX))
#define XOR3(x, y, z)  ((x) ^ (y) ^ (z))
#define OR(x, y)       ((x) | (y))
#define AND(x, y)      ((x) & (y))
#define UP(x)          ((x) << 32)
#define DOWN(x)        ((x) >> 32)
#define ORDER          0
#endif
enum { LANES = sizeof(Vector) / 8 };
#define PRODUCT(x, m) MULTIPLY(x, ALL(m))
#define MIX(x, y, k)  XOR3(x, y, ALL((uint64_t)(k)))
#define NEXT(k, w)    ((k) + (w))

/*
 * Puts the words of LANES counters one after another. What stands in the upper half of a lane does
 * not matter until the end: the products are those of the lower halves. ORDER is such that joining
 * the pairs of words brings the counters into order.
 */
INLINE void philox(uint32_t *words, Vector counter, Vector draw, uint64_t key) {
    Vector c[4] = {counter, DOWN(counter), draw, DOWN(draw)};
    uint32_t k[2] = {(uint32_t)key, (uint32_t)(key >> 32)};
    for (int round = 0; round < PHILOX_ROUNDS; round++)
        PHILOX_ROUND(Vector, c, k, PRODUCT, DOWN, MIX, NEXT);
    Vector low = ALL((uint64_t)UINT32_MAX);
    Vector first = OR(AND(c[0], low), UP(c[1])), second = OR(AND(c[2], low), UP(c[3]));
#if FRIT_VECTOR > 0
    PUT(words, LOW(first, second));
    PUT(words + 2 * LANES, HIGH(first, second));
#else
    words[0] = (uint32_t)first;
    words[1] = (uint32_t)(first >> 32);
    words[2] = (uint32_t)second;
    words[3] = (uint32_t)(second >> 32);
#endif
}

/* ---- what becomes of words */
INLINE uint64_t word64(const uint32_t *w) {
    return w[0] | (uint64_t)w[1] << 32;
}

/* ---- the stream, and how elements find their words in it */
enum { CHUNK = 256 }; /* counters at a time */

/* Words of the counters from `counter` on, and of a few more that make the last vector whole. */
static void fill_words(uint32_t *words, uint64_t counter, size_t n, uint64_t draw, uint64_t key) {
    Vector at = ADD(ALL(counter), ORDER), draws = ALL(draw);
    for (size_t i = 0; i < n; i += LANES) {
        philox(words + 4 * i, at, draws, key);
        at = ADD(at, ALL((uint64_t)LANES));
    }
}

/* Do all elements stand one after another, with one key and draw? */
static bool side_by_side(const uint64_t *key, const uint64_t *draw, const int64_t *element,
                         size_t n) {
    uint64_t differs = 0;
    for (size_t i = 0; i < n; i++)
        differs |= (key[i] ^ key[0]) | (draw[i] ^ draw[0]) |
                   ((uint64_t)element[i] ^ ((uint64_t)element[0] + i));
    return differs == 0;
}

/* How many do from the first on; at least 1. */
static size_t run_length(const uint64_t *key, const uint64_t *draw, const int64_t *element,
                         size_t n) {
    size_t run = 1;
    while (run < n && key[run] == key[0] && draw[run] == draw[0] &&
           (uint64_t)element[run] == (uint64_t)element[0] + run)
        run++;
    return run;
}

/*
 * RANDOM(name, OUT, PER, MAKE): MAKE(out, words, counters) makes the results of so many counters, PER
 * of each, from their words, four of each.
 */
#define RANDOM(name, OUT, PER, MAKE)                                                               \
    FLAT static void name##_run(OUT *out, uint64_t key, uint64_t draw, uint64_t first, size_t n) { \
        _Alignas(64) uint32_t words[CHUNK * 4];                                                    \
        _Alignas(64) OUT made[CHUNK * (PER)];                                                      \
        while (n > 0) {                                                                            \
            size_t skip = (size_t)(first % (PER)), room = CHUNK * (PER)-skip;                      \
            size_t take = n < room ? n : room, counters = (skip + take + (PER)-1) / (PER);         \
            OUT *to = skip || take % (PER) ? made : out;                                           \
            fill_words(words, first / (PER), counters, draw, key);                                 \
            MAKE(to, words, counters);                                                             \
            if (to == made)                                                                        \
                memcpy(out, made + skip, take * sizeof *out);                                      \
            out += take, first += take, n -= take;                                                 \
        }                                                                                          \
    }                                                                                              \
    static void name(void *to, const uint64_t *key, const uint64_t *draw, const int64_t *element,  \
                     size_t n) {                                                                   \
        OUT *out = to;                                                                             \
        bool whole = side_by_side(key, draw, element, n);                                          \
        for (size_t i = 0, run; i < n; i += run) {                                                 \
            run = whole ? n : run_length(key + i, draw + i, element + i, n - i);                   \
            name##_run(out + i, key[i], draw[i], (uint64_t)element[i], run);                       \
        }                                                                                          \
    }

/* MAKE for results that need no more than their own word: all of a block are one loop. */
#define EACH(name, OUT, WORD, PER, VALUE)                                        \
    FLAT static void make_##name(OUT *out, const uint32_t *w, size_t counters) { \
        SIDE_BY_SIDE                                                             \
        for (size_t i = 0; i < counters * (PER); i++)                            \
            out[i] = VALUE(WORD(w, i));                                          \
    }                                                                            \
    RANDOM(random_##name, OUT, PER, make_##name)
#define WORD32(w, i) (w)[i]
#define WORD64(w, i) word64((w) + 2 * (i))
EACH(bits_8, uint8_t, WORD32, 4, (uint8_t))
EACH(bits_16, uint16_t, WORD32, 4, (uint16_t))
EACH(bits_32, uint32_t, WORD32, 4, )
EACH(bits_64, uint64_t, WORD64, 2, )
EACH(uniform_F16, float, WORD32, 4, uniform_f16)
EACH(uniform_BF16, float, WORD32, 4, uniform_bf16)
EACH(uniform_F32, float, WORD32, 4, uniform_f32)
EACH(uniform_F64, double, WORD64, 2, uniform_f64)

/*
 * Box and Muller: two words give two normals. They have arrays of their own until they are done, which
 * keeps the compiler from computing a cosine and a sine side by side in one vector; so they share
 * what is the same in both.
 */
#define NORMAL(dtype, FLOAT, PER, RADIUS, ANGLE, COS, SIN, ROUND)                      \
    FLAT static void normals_##dtype(FLOAT *out, const uint32_t *w, size_t counters) { \
        FLOAT even[CHUNK * 2], odd[CHUNK * 2];                                         \
        size_t n = counters * (PER) / 2;                                               \
        SIDE_BY_SIDE                                                                   \
        for (size_t i = 0; i < n; i++) {                                               \
            even[i] = RADIUS(w + i * 8 / (PER));                                       \
            odd[i] = ANGLE(w + i * 8 / (PER) + 4 / (PER));                             \
        }                                                                              \
        SIDE_BY_SIDE                                                                   \
        for (size_t i = 0; i < n; i++) {                                               \
            FLOAT radius = even[i], angle = odd[i];                                    \
            even[i] = ROUND(radius * COS(angle));                                      \
            odd[i] = ROUND(radius * SIN(angle));                                       \
        }                                                                              \
        for (size_t i = 0; i < n; i++) {                                               \
            out[2 * i] = even[i];                                                      \
            out[2 * i + 1] = odd[i];                                                   \
        }                                                                              \
    }                                                                                  \
    RANDOM(random_normal_##dtype, FLOAT, PER, normals_##dtype)
#define PLAIN(v)     (v)
#define RADIUS_32(w) radius_f32((w)[0])
#define ANGLE_32(w)  angle_f32((w)[0])
#define RADIUS_64(w) radius_f64(word64(w))
#define ANGLE_64(w)  angle_f64(word64(w))
NORMAL(F32, float, 4, RADIUS_32, ANGLE_32, m_cos_main_f32, m_sin_main_f32, PLAIN)
NORMAL(F16, float, 4, RADIUS_32, ANGLE_32, m_cos_main_f32, m_sin_main_f32, round_F16)
NORMAL(BF16, float, 4, RADIUS_32, ANGLE_32, m_cos_main_f32, m_sin_main_f32, round_BF16)
NORMAL(F64, double, 2, RADIUS_64, ANGLE_64, m_cos_main_f64, m_sin_main_f64, PLAIN)

RandomFn *const LV(randoms)[OP_COUNT][DTYPE_COUNT] = {
    /* Every op of the family. */
    [OP_random_bits] = {[DT_I8] = random_bits_8,
                        [DT_U8] = random_bits_8,
                        [DT_I16] = random_bits_16,
                        [DT_U16] = random_bits_16,
                        [DT_I32] = random_bits_32,
                        [DT_U32] = random_bits_32,
                        [DT_I64] = random_bits_64,
                        [DT_U64] = random_bits_64},
    /* Floats only. */
    [OP_uniform] = {[DT_F16] = random_uniform_F16,
                    [DT_BF16] = random_uniform_BF16,
                    [DT_F32] = random_uniform_F32,
                    [DT_F64] = random_uniform_F64},
    /* Floats only. */
    [OP_normal] = {[DT_F16] = random_normal_F16,
                   [DT_BF16] = random_normal_BF16,
                   [DT_F32] = random_normal_F32,
                   [DT_F64] = random_normal_F64},
};
