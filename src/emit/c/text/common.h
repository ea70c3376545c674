/*
 * What every dialect has in the same words, besides the mathematics of op/math: complex numbers, and which words of
 * Philox are whose. A kernel's source has those that it uses.
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

/* What a function of op/math gives. */
MATH_FN frit_c64 frit_c64_of_math(D_Complex z) {
    return frit_c64_of((float)z.re, (float)z.im);
}

MATH_FN frit_c128 frit_c128_of_math(D_Complex z) {
    return frit_c128_of(z.re, z.im);
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

MATH_FN uint64_t philox_product(uint64_t x, uint32_t m) {
    return (x & 0xffffffffu) * m;
}

MATH_FN uint64_t philox_high(uint64_t x) {
    return x >> 32;
}

MATH_FN uint64_t philox_mix(uint64_t x, uint64_t y, uint32_t k) {
    return x ^ y ^ k;
}

MATH_FN uint32_t philox_next(uint32_t k, uint32_t w) {
    return k + w;
}

MATH_FN frit_words frit_philox(uint64_t counter, uint64_t draw, uint64_t key) {
    uint64_t c[4];
    uint32_t k[2];
    frit_words words;
    c[0] = counter;
    c[1] = counter >> 32;
    c[2] = draw;
    c[3] = draw >> 32;
    k[0] = (uint32_t)key;
    k[1] = (uint32_t)(key >> 32);
    for (int round = 0; round < PHILOX_ROUNDS; round++)
        PHILOX_ROUND(uint64_t, c, k, philox_product, philox_high, philox_mix, philox_next);
    for (int i = 0; i < 4; i++)
        words.w[i] = (uint32_t)c[i];
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
    return uniform_f32(frit_word32(key, draw, number));
}

MATH_FN float frit_uniform_f16(uint64_t key, uint64_t draw, uint64_t number) {
    return uniform_f16(frit_word32(key, draw, number));
}

MATH_FN float frit_uniform_bf16(uint64_t key, uint64_t draw, uint64_t number) {
    return uniform_bf16(frit_word32(key, draw, number));
}

MATH_FN double frit_uniform_f64(uint64_t key, uint64_t draw, uint64_t number) {
    return uniform_f64(frit_word64(key, draw, number));
}

/* Box and Muller: of two neighbours the first is the cosine, the second the sine. */
MATH_FN float frit_normal_f32(uint64_t key, uint64_t draw, uint64_t number) {
    frit_words words = frit_philox(number / 4, draw, key);
    unsigned k = (unsigned)(number % 4) & 2u;
    float radius = radius_f32(words.w[k]), angle = angle_f32(words.w[k + 1]);
    return radius * (number % 2 ? m_sin_main_f32(angle) : m_cos_main_f32(angle));
}

MATH_FN double frit_normal_f64(uint64_t key, uint64_t draw, uint64_t number) {
    double radius = radius_f64(frit_word64(key, draw, number & ~(uint64_t)1));
    double angle = angle_f64(frit_word64(key, draw, number | 1));
    return radius * (number % 2 ? m_sin_main_f64(angle) : m_cos_main_f64(angle));
}

MATH_FN float frit_normal_f16(uint64_t key, uint64_t draw, uint64_t number) {
    return m_round_f16(frit_normal_f32(key, draw, number));
}

MATH_FN float frit_normal_bf16(uint64_t key, uint64_t draw, uint64_t number) {
    return m_round_bf16(frit_normal_f32(key, draw, number));
}
