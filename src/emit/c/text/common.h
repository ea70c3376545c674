/*
 * What every dialect has in the same words, besides the mathematics of op/math: complex numbers, f16 and bf16, random
 * numbers. A kernel's source has those that it uses.
 */
#define m_fabs_f32(x)         fabsf(x)
#define m_fabs_f64(x)         fabs(x)
#define m_sqrt_f32(x)         f_sqrt(x)
#define m_sqrt_f64(x)         d_sqrt(x)
#define m_copysign_f32(x, y)  copysignf(x, y)
#define m_copysign_f64(x, y)  copysign(x, y)
#define m_nextafter_f32(x, y) nextafterf(x, y)
#define m_nextafter_f64(x, y) nextafter(x, y)
#define m_floor_f32(x)        f_floor(x)
#define m_floor_f64(x)        d_floor(x)
#define m_ceil_f32(x)         f_ceil(x)
#define m_ceil_f64(x)         d_ceil(x)
#define m_trunc_f32(x)        f_trunc(x)
#define m_trunc_f64(x)        d_trunc(x)
#define m_rint_f32(x)         f_rint(x)
#define m_rint_f64(x)         d_rint(x)
#define m_fma_f32(x, y, z)    f_fma(x, y, z)
#define m_fma_f64(x, y, z)    d_fma(x, y, z)
#define m_tgamma_f32(x)       ((float)m_tgamma_f64((double)(x)))
#define m_lgamma_f32(x)       ((float)m_lgamma_f64((double)(x)))

typedef struct frit_c64 {
    float re, im;
} frit_c64;

typedef struct frit_c128 {
    double re, im;
} frit_c128;

MATH_FN frit_c64 frit_c64_of(float re, float im) {
    frit_c64 z;
    z.re = re;
    z.im = im;
    return z;
}

MATH_FN frit_c128 frit_c128_of(double re, double im) {
    frit_c128 z;
    z.re = re;
    z.im = im;
    return z;
}

/* The nearest f16, as a float. */
MATH_FN float frit_round_f16(float x) {
    uint32_t b = f_bits(x), sign = b & 0x80000000u, m = b ^ sign;
    uint32_t normal = (m + 0xfffu + (m >> 13 & 1u)) & ~0x1fffu;
    normal = normal >= 0x47800000u ? 0x7f800000u : normal;
    uint32_t tiny = f_bits(f_of(m) + 0.5f - 0.5f);
    uint32_t nan = (m & ~0x1fffu) | 0x400000u;
    uint32_t finite = m < 0x38800000u ? tiny : normal;
    return f_of(sign | (m > 0x7f800000u ? nan : finite));
}

MATH_FN float frit_round_bf16(float x) {
    uint32_t b = f_bits(x);
    uint32_t near = b + 0x7fffu + (b >> 16 & 1u), nan = b | 0x400000u;
    return f_of((x != x ? nan : near) & 0xffff0000u);
}

MATH_FN uint16_t frit_pack_f16(float x) {
    uint32_t b = f_bits(x), sign = b >> 16 & 0x8000u, m = b & 0x7fffffffu;
    uint32_t normal = (m + 0xfffu + (m >> 13 & 1u)) >> 13;
    normal = normal >= 0x47800000u >> 13 ? 0x7c00u : normal - (112u << 10);
    uint32_t tiny = f_bits(f_of(m) + 0.5f) - 0x3f000000u;
    uint32_t nan = (m >> 13 & 0x3ffu) | 0x7e00u;
    uint32_t finite = m < 0x38800000u ? tiny : normal;
    return (uint16_t)(sign | (m > 0x7f800000u ? nan : finite));
}

MATH_FN float frit_unpack_f16(uint16_t bits) {
    uint32_t sign = (uint32_t)(bits & 0x8000u) << 16, m = bits & 0x7fffu;
    uint32_t quiet = m > 0x7c00u ? 0x400000u : 0u;
    uint32_t normal = (m << 13) + (112u << 23), special = m << 13 | 0x7f800000u | quiet;
    uint32_t tiny = f_bits((float)(int32_t)m * 0x1p-24f);
    uint32_t finite = m < 0x400u ? tiny : normal;
    return f_of(sign | (m >= 0x7c00u ? special : finite));
}

MATH_FN uint16_t frit_pack_bf16(float x) {
    return (uint16_t)(f_bits(frit_round_bf16(x)) >> 16);
}

MATH_FN float frit_unpack_bf16(uint16_t bits) {
    uint32_t quiet = (bits & 0x7fffu) > 0x7f80u ? 0x400000u : 0u;
    return f_of((uint32_t)bits << 16 | quiet);
}

/* As a float rounded to odd: its last bit is set if anything was lost. */
MATH_FN float frit_f64_to_odd(double x) {
    float f = (float)x;
    double back = (double)f;
    uint32_t b = f_bits(f);
    b -= (back > x && x > 0) || (back < x && x < 0) ? 1u : 0u;
    b |= back != x && x == x ? 1u : 0u;
    return f_of(b);
}

MATH_FN float frit_u64_to_odd(uint64_t x) {
    uint64_t folded = (x & ~(uint64_t)0xffff) | (uint64_t)((x & 0xffff) != 0) << 16;
    return frit_f64_to_odd((double)(x >> 53 ? folded : x));
}

MATH_FN float frit_i64_to_odd(int64_t x) {
    float size = frit_u64_to_odd(x < 0 ? 0 - (uint64_t)x : (uint64_t)x);
    return x < 0 ? -size : size;
}

MATH_FN uint64_t frit_c64_bits(frit_c64 z) {
    return f_bits(z.re) | (uint64_t)f_bits(z.im) << 32;
}

MATH_FN frit_c64 frit_c64_of_bits(uint64_t w) {
    return frit_c64_of(f_of((uint32_t)w), f_of((uint32_t)(w >> 32)));
}

/* Philox4x32-10: the four words of a counter. */
typedef struct frit_words {
    uint32_t w[4];
} frit_words;

MATH_FN frit_words frit_philox(uint64_t counter, uint64_t draw, uint64_t key) {
    uint32_t c0 = (uint32_t)counter, c1 = (uint32_t)(counter >> 32);
    uint32_t c2 = (uint32_t)draw, c3 = (uint32_t)(draw >> 32);
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    for (int round = 0; round < 10; round++) {
        uint64_t p = (uint64_t)c0 * 0xD2511F53u, q = (uint64_t)c2 * 0xCD9E8D57u;
        c0 = (uint32_t)(q >> 32) ^ c1 ^ k0;
        c2 = (uint32_t)(p >> 32) ^ c3 ^ k1;
        c1 = (uint32_t)q;
        c3 = (uint32_t)p;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    frit_words words;
    words.w[0] = c0;
    words.w[1] = c1;
    words.w[2] = c2;
    words.w[3] = c3;
    return words;
}

MATH_FN uint32_t frit_word32(uint64_t key, uint64_t draw, uint64_t number) {
    return frit_philox(number / 4, draw, key).w[number % 4];
}

MATH_FN uint64_t frit_word64(uint64_t key, uint64_t draw, uint64_t number) {
    frit_words words = frit_philox(number / 2, draw, key);
    unsigned k = 2 * (unsigned)(number % 2);
    return words.w[k] | (uint64_t)words.w[k + 1] << 32;
}

MATH_FN float frit_uniform_f32(uint64_t key, uint64_t draw, uint64_t number) {
    return (float)(int32_t)(frit_word32(key, draw, number) >> 8) * 0x1p-24f;
}

MATH_FN float frit_uniform_f16(uint64_t key, uint64_t draw, uint64_t number) {
    return (float)(int32_t)(frit_word32(key, draw, number) >> 21) * 0x1p-11f;
}

MATH_FN float frit_uniform_bf16(uint64_t key, uint64_t draw, uint64_t number) {
    return (float)(int32_t)(frit_word32(key, draw, number) >> 24) * 0x1p-8f;
}

MATH_FN double frit_uniform_f64(uint64_t key, uint64_t draw, uint64_t number) {
    uint64_t v = frit_word64(key, draw, number) >> 11;
    return (double)(int32_t)(v >> 27) * 0x1p-26 + (double)(int32_t)(v & 0x7ffffff) * 0x1p-53;
}

/* Box and Muller: of two neighbours the first is the cosine, the second the sine. */
MATH_FN float frit_normal_f32(uint64_t key, uint64_t draw, uint64_t number) {
    frit_words words = frit_philox(number / 4, draw, key);
    unsigned k = (unsigned)(number % 4) & 2u;
    float u = ((float)words.w[k] + 0.5f) * 0x1p-32f;
    u = u < 1.0f ? u : 1.0f;
    float radius = f_sqrt(-2.0f * m_log_f32(u));
    float angle = 6.2831853071795865f * ((float)words.w[k + 1] * 0x1p-32f);
    return radius * (number % 2 ? m_sin_main_f32(angle) : m_cos_main_f32(angle));
}

MATH_FN double frit_normal_f64(uint64_t key, uint64_t draw, uint64_t number) {
    uint64_t first = frit_word64(key, draw, number & ~(uint64_t)1);
    uint64_t second = frit_word64(key, draw, number | 1);
    double x = (double)(uint32_t)(first >> 32) * 0x1p32 + (double)(uint32_t)first;
    double y = (double)(uint32_t)(second >> 32) * 0x1p32 + (double)(uint32_t)second;
    double u = (x + 0.5) * 0x1p-64;
    u = u < 1.0 ? u : 1.0;
    double radius = d_sqrt(-2.0 * m_log_f64(u));
    double angle = 6.2831853071795865 * (y * 0x1p-64);
    return radius * (number % 2 ? m_sin_main_f64(angle) : m_cos_main_f64(angle));
}

MATH_FN float frit_normal_f16(uint64_t key, uint64_t draw, uint64_t number) {
    return frit_round_f16(frit_normal_f32(key, draw, number));
}

MATH_FN float frit_normal_bf16(uint64_t key, uint64_t draw, uint64_t number) {
    return frit_round_bf16(frit_normal_f32(key, draw, number));
}
