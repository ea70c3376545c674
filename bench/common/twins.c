/*
 * Mandelbrot and a ray marcher by hand, built with -O3 -march=native -ffast-math: in plain C, which no
 * compiler turns into vectors because every pixel takes its own number of turns, and with intrinsics:
 * 16 pixels at once, the ones that are done masked off, out of the loop when all are. Where there is no
 * AVX-512 the plain ones stand for all.
 */
#include "common/twins.h"

#include <math.h>
#include <stdbool.h>

void mandelbrot_plain(const float *x, const float *y, size_t w, size_t h, int32_t most,
                      int32_t *out) {
    for (size_t j = 0; j < h; j++)
        for (size_t i = 0; i < w; i++) {
            float a = 0, b = 0;
            int32_t n = 0;
            for (; a * a + b * b <= 4 && n < most; n++) {
                float next = a * a - b * b + x[i];
                b = 2 * a * b + y[j];
                a = next;
            }
            out[j * w + i] = n;
        }
}

/* ---- the ray marcher for one pixel */

typedef struct F3 {
    float x, y, z;
} F3;

static F3 at(F3 from, F3 along, float t) {
    return (F3){from.x + along.x * t, from.y + along.y * t, from.z + along.z * t};
}
static float dot3(F3 a, F3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static F3 normal3(F3 a) {
    float l = sqrtf(dot3(a, a));
    return (F3){a.x / l, a.y / l, a.z / l};
}
static float least(float a, float b) {
    return a < b ? a : b;
}
static float most(float a, float b) {
    return a > b ? a : b;
}
static float clamp01(float a) {
    return least(most(a, 0), 1);
}
static float mix(float a, float b, float t) {
    return a + t * (b - a);
}

static float scene(F3 p) {
    F3 s = {p.x + 0.9f, p.y - 0.7f, p.z};
    float ball = sqrtf(dot3(s, s)) - 0.7f;
    F3 q = {fabsf(p.x - 0.7f) - 0.45f, fabsf(p.y - 0.5f) - 0.45f, fabsf(p.z - 0.3f) - 0.45f};
    F3 o = {most(q.x, 0), most(q.y, 0), most(q.z, 0)};
    float box = sqrtf(dot3(o, o)) + least(most(q.x, most(q.y, q.z)), 0) - 0.05f;
    F3 r = {p.x - 0.2f, p.y - 0.35f, p.z + 1.4f};
    float round = sqrtf(r.x * r.x + r.z * r.z) - 0.55f;
    float ring = sqrtf(round * round + r.y * r.y) - 0.16f;
    float h = clamp01(0.5f + 0.5f * (box - ball) / 0.5f);
    return least(p.y, least(mix(box, ball, h) - 0.5f * h * (1 - h), ring));
}

static F3 slope(F3 p) {
    const float e = 0.002f;
    return normal3((F3){scene((F3){p.x + e, p.y, p.z}) - scene((F3){p.x - e, p.y, p.z}),
                        scene((F3){p.x, p.y + e, p.z}) - scene((F3){p.x, p.y - e, p.z}),
                        scene((F3){p.x, p.y, p.z + e}) - scene((F3){p.x, p.y, p.z - e})});
}

static const F3 eye = {0, 1.6f, -5};
#define SUN_LENGTH 1.1180339887f
static const F3 sun = {0.6f / SUN_LENGTH, 0.8f / SUN_LENGTH, -0.5f / SUN_LENGTH};

static float shadow(F3 p) {
    float light = 1, t = 0.03f;
    while (t < 6) {
        float d = scene(at(p, sun, t));
        if (d < 0.0005f)
            return 0;
        light = least(light, 12 * d / t);
        t += least(most(d, 0.02f), 0.3f);
    }
    return clamp01(light);
}

static void pixel(float u, float v, float *out) {
    F3 direction = normal3((F3){u, v - 0.25f, 2});
    float up = clamp01(direction.y), far = 0;
    F3 sky = {mix(0.85f, 0.25f, up), mix(0.9f, 0.45f, up), mix(1, 0.8f, up)};
    bool found = false;
    for (int i = 0; i < 96 && !found && far <= 20; i++) {
        float d = scene(at(eye, direction, far));
        found = d < 0.001f;
        far += found ? 0 : d;
    }
    if (found) {
        F3 p = at(eye, direction, far), n = slope(p);
        float lit = clamp01(dot3(n, sun)), fog = 1 - expf(-0.004f * far * far);
        if (lit > 0)
            lit *= shadow(at(p, n, 0.01f));
        bool odd = (((int)floorf(p.x) + (int)floorf(p.z)) & 1) != 0;
        float grey = odd ? 0.35f : 0.6f, dim = 0.35f * (0.5f + 0.5f * n.y);
        F3 m = p.y > 0.01f ? (F3){0.85f, 0.45f, 0.25f} : (F3){grey, grey, grey};
        sky = (F3){mix(m.x * (1.3f * lit + dim * 0.6f), sky.x, fog),
                   mix(m.y * (1.3f * 0.95f * lit + dim * 0.7f), sky.y, fog),
                   mix(m.z * (1.3f * 0.8f * lit + dim), sky.z, fog)};
    }
    out[0] = sky.x, out[1] = sky.y, out[2] = sky.z;
}

void march_plain(const float *uv, size_t n, float *out) {
    for (size_t k = 0; k < n; k++)
        pixel(uv[2 * k], uv[2 * k + 1], out + 3 * k);
}

#ifndef __AVX512F__

void mandelbrot_vector(const float *x, const float *y, size_t w, size_t h, int32_t turns,
                       int32_t *out) {
    mandelbrot_plain(x, y, w, h, turns, out);
}
void mandelbrot_two(const float *x, const float *y, size_t w, size_t h, int32_t turns,
                    int32_t *out) {
    mandelbrot_plain(x, y, w, h, turns, out);
}
void march_vector(const float *uv, size_t n, float *out) {
    march_plain(uv, n, out);
}

#else

#include <immintrin.h>

enum { LANES = 16 };

/* w is a multiple of LANES. */
void mandelbrot_vector(const float *x, const float *y, size_t w, size_t h, int32_t turns,
                       int32_t *out) {
    const __m512 four = _mm512_set1_ps(4);
    const __m512i one = _mm512_set1_epi32(1);
    for (size_t j = 0; j < h; j++)
        for (size_t i = 0; i < w; i += LANES) {
            __m512 cx = _mm512_loadu_ps(x + i), cy = _mm512_set1_ps(y[j]);
            __m512 a = _mm512_setzero_ps(), b = a;
            __m512i n = _mm512_setzero_si512();
            for (int32_t k = 0; k < turns; k++) {
                __m512 aa = a * a, bb = b * b, ab = a * b;
                __mmask16 on = _mm512_cmp_ps_mask(aa + bb, four, _CMP_LE_OQ);
                if (!on)
                    break;
                a = aa - bb + cx;
                b = ab + ab + cy;
                n = _mm512_mask_add_epi32(n, on, n, one);
            }
            _mm512_storeu_si512(out + j * w + i, n);
        }
}

/* w is a multiple of 2 * LANES. */
void mandelbrot_two(const float *x, const float *y, size_t w, size_t h, int32_t turns,
                    int32_t *out) {
    const __m512 four = _mm512_set1_ps(4);
    const __m512i one = _mm512_set1_epi32(1);
    for (size_t j = 0; j < h; j++)
        for (size_t i = 0; i < w; i += 2 * LANES) {
            __m512 cx = _mm512_loadu_ps(x + i), dx = _mm512_loadu_ps(x + i + LANES);
            __m512 cy = _mm512_set1_ps(y[j]), a = _mm512_setzero_ps(), b = a, c = a, d = a;
            __m512i n = _mm512_setzero_si512(), m = n;
            for (int32_t k = 0; k < turns; k++) {
                __m512 aa = a * a, bb = b * b, ab = a * b, cc = c * c, dd = d * d, cd = c * d;
                __mmask16 on = _mm512_cmp_ps_mask(aa + bb, four, _CMP_LE_OQ);
                __mmask16 also = _mm512_cmp_ps_mask(cc + dd, four, _CMP_LE_OQ);
                if (!(on | also))
                    break;
                a = aa - bb + cx, c = cc - dd + dx;
                b = ab + ab + cy, d = cd + cd + cy;
                n = _mm512_mask_add_epi32(n, on, n, one);
                m = _mm512_mask_add_epi32(m, also, m, one);
            }
            _mm512_storeu_si512(out + j * w + i, n);
            _mm512_storeu_si512(out + j * w + i + LANES, m);
        }
}

/* ---- 16 pixels of the ray marcher */

typedef __m512 V;
typedef struct V3 {
    V x, y, z;
} V3;

static inline V all(float x) {
    return _mm512_set1_ps(x);
}
static inline V root(V x) {
    return _mm512_sqrt_ps(x);
}
static inline V low(V a, V b) {
    return _mm512_min_ps(a, b);
}
static inline V high(V a, V b) {
    return _mm512_max_ps(a, b);
}
static inline V unit(V a) {
    return low(high(a, all(0)), all(1));
}
static inline V blend(V a, V b, V t) {
    return a + t * (b - a);
}
static inline __mmask16 less(V a, V b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}
static inline V pick(__mmask16 m, V a, V b) {
    return _mm512_mask_blend_ps(m, b, a);
}
static inline V inner(V3 a, V3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline V3 go(V3 from, V3 along, V t) {
    return (V3){from.x + along.x * t, from.y + along.y * t, from.z + along.z * t};
}
static inline V3 upright(V3 a) {
    V l = root(inner(a, a));
    return (V3){a.x / l, a.y / l, a.z / l};
}
static inline V3 same(F3 a) {
    return (V3){all(a.x), all(a.y), all(a.z)};
}

static inline V scenes(V3 p) {
    V3 s = {p.x + all(0.9f), p.y - all(0.7f), p.z};
    V ball = root(inner(s, s)) - all(0.7f), half = all(0.45f), none = all(0);
    V3 q = {_mm512_abs_ps(p.x - all(0.7f)) - half, _mm512_abs_ps(p.y - all(0.5f)) - half,
            _mm512_abs_ps(p.z - all(0.3f)) - half};
    V3 o = {high(q.x, none), high(q.y, none), high(q.z, none)};
    V box = root(inner(o, o)) + low(high(q.x, high(q.y, q.z)), none) - all(0.05f);
    V3 r = {p.x - all(0.2f), p.y - all(0.35f), p.z + all(1.4f)};
    V round = root(r.x * r.x + r.z * r.z) - all(0.55f);
    V ring = root(round * round + r.y * r.y) - all(0.16f);
    V h = unit(all(0.5f) + (box - ball));
    return low(p.y, low(blend(box, ball, h) - all(0.5f) * h * (all(1) - h), ring));
}

static V shadows(V3 p, __mmask16 on) {
    V light = all(1), t = all(0.03f);
    V3 way = same(sun);
    while ((on &= less(t, all(6)))) {
        V d = scenes(go(p, way, t));
        __mmask16 dark = on & less(d, all(0.0005f));
        light = _mm512_mask_mov_ps(light, dark, all(0));
        on &= (__mmask16)~dark;
        light = _mm512_mask_mov_ps(light, on, low(light, all(12) * d / t));
        t = t + low(high(d, all(0.02f)), all(0.3f));
    }
    return unit(light);
}

static V3 slopes(V3 p) {
    V e = all(0.002f);
    return upright((V3){scenes((V3){p.x + e, p.y, p.z}) - scenes((V3){p.x - e, p.y, p.z}),
                        scenes((V3){p.x, p.y + e, p.z}) - scenes((V3){p.x, p.y - e, p.z}),
                        scenes((V3){p.x, p.y, p.z + e}) - scenes((V3){p.x, p.y, p.z - e})});
}

static V decay(V x) {
    float lanes[LANES];
    _mm512_storeu_ps(lanes, x);
    for (int k = 0; k < LANES; k++)
        lanes[k] = expf(lanes[k]);
    return _mm512_loadu_ps(lanes);
}

/* What was met: ground in squares, everything above it in one colour. */
static V3 shade(V3 p, V3 n, V far, V3 sky, __mmask16 found) {
    V lit = unit(inner(n, same(sun))), fog = all(1) - decay(all(-0.004f) * far * far);
    __mmask16 day = found & less(all(0), lit);
    if (day)
        lit = _mm512_mask_mul_ps(lit, day, lit, shadows(go(p, n, all(0.01f)), day));
    __m512i square = _mm512_add_epi32(_mm512_cvttps_epi32(_mm512_floor_ps(p.x)),
                                      _mm512_cvttps_epi32(_mm512_floor_ps(p.z)));
    __mmask16 odd = _mm512_test_epi32_mask(square, _mm512_set1_epi32(1));
    __mmask16 above = less(all(0.01f), p.y);
    V grey = pick(odd, all(0.35f), all(0.6f)), dim = all(0.35f) * (all(0.5f) + all(0.5f) * n.y);
    V3 m = {pick(above, all(0.85f), grey), pick(above, all(0.45f), grey),
            pick(above, all(0.25f), grey)};
    return (V3){
        pick(found, blend(m.x * (all(1.3f) * lit + dim * all(0.6f)), sky.x, fog), sky.x),
        pick(found, blend(m.y * (all(1.3f * 0.95f) * lit + dim * all(0.7f)), sky.y, fog), sky.y),
        pick(found, blend(m.z * (all(1.3f * 0.8f) * lit + dim), sky.z, fog), sky.z)};
}

/* n is a multiple of LANES. */
void march_vector(const float *uv, size_t n, float *out) {
    const __m512i twos =
        _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    const __m512i threes =
        _mm512_set_epi32(45, 42, 39, 36, 33, 30, 27, 24, 21, 18, 15, 12, 9, 6, 3, 0);
    for (size_t k = 0; k < n; k += LANES, uv += 2 * LANES, out += 3 * LANES) {
        V u = _mm512_i32gather_ps(twos, uv, 4), v = _mm512_i32gather_ps(twos, uv + 1, 4);
        V3 direction = upright((V3){u, v - all(0.25f), all(2)}), from = same(eye);
        V up = unit(direction.y), far = all(0);
        V3 sky = {blend(all(0.85f), all(0.25f), up), blend(all(0.9f), all(0.45f), up),
                  blend(all(1), all(0.8f), up)};
        __mmask16 on = 0xffff, found = 0;
        for (int i = 0; i < 96 && on; i++) {
            V d = scenes(go(from, direction, far));
            __mmask16 here = on & less(d, all(0.001f));
            found |= here;
            on &= (__mmask16)~here;
            far = _mm512_mask_add_ps(far, on, far, d);
            on &= (__mmask16)~less(all(20), far);
        }
        if (found) {
            V3 p = go(from, direction, far);
            sky = shade(p, slopes(p), far, sky, found);
        }
        _mm512_i32scatter_ps(out, threes, sky.x, 4);
        _mm512_i32scatter_ps(out + 1, threes, sky.y, 4);
        _mm512_i32scatter_ps(out + 2, threes, sky.z, 4);
    }
}

#endif
