/* Compiled twice: loops_fast.c includes it under other names, with other options. */
#include "common/loops.h"

#include <math.h>
#include <stdint.h>

#ifndef LOOP
#define LOOP(name) loop_##name
#endif

void LOOP(elementwise_math)(const LoopArgs *a) {
    const float *x = a->in[0];
    for (size_t i = 0; i < a->n; i++) {
        float y0 = sinf(x[i]) * expf(-x[i] / 10.0f);
        float y1 = y0 * cosf(x[i] / 4.0f) + 0.25f * (y0 * y0);
        a->out[0][i] = tanhf(y1) + 0.1f * y1;
    }
}

void LOOP(axpby)(const LoopArgs *a) {
    const float *x = a->in[0], *y = a->in[1];
    float p = a->in[2][0], q = a->in[3][0], *r = a->out[0];
    for (size_t i = 0; i < a->n; i++)
        r[i] = p * x[i] + q * y[i];
}

static float phi(float x) {
    return 0.5f * (1.0f + erff(x * 0.70710678f));
}

void LOOP(black_scholes)(const LoopArgs *a) {
    const float *s = a->in[0], *k = a->in[1], *t = a->in[2];
    float r = a->in[3][0], v = a->in[4][0];
    for (size_t i = 0; i < a->n; i++) {
        float root = v * sqrtf(t[i]);
        float d1 = (logf(s[i] / k[i]) + (r + 0.5f * (v * v)) * t[i]) / root, d2 = d1 - root;
        float discounted = k[i] * expf(-r * t[i]);
        float call = s[i] * phi(d1) - discounted * phi(d2);
        a->out[0][i] = call;
        a->out[1][i] = call - s[i] + discounted;
    }
}

void LOOP(softmax_rows)(const LoopArgs *a) {
    for (size_t r = 0; r < a->rows; r++) {
        const float *x = a->in[0] + r * a->cols;
        float *y = a->out[0] + r * a->cols, top = -INFINITY, sum = 0;
        for (size_t c = 0; c < a->cols; c++)
            top = x[c] > top ? x[c] : top;
        for (size_t c = 0; c < a->cols; c++)
            sum += y[c] = expf(x[c] - top);
        for (size_t c = 0; c < a->cols; c++)
            y[c] /= sum;
    }
}

void LOOP(layer_norm_gelu)(const LoopArgs *a) {
    const float *gain = a->in[1], *bias = a->in[2];
    for (size_t r = 0; r < a->rows; r++) {
        const float *x = a->in[0] + r * a->cols;
        float *y = a->out[0] + r * a->cols, sum = 0, squares = 0;
        for (size_t c = 0; c < a->cols; c++)
            sum += x[c];
        float mean = sum / (float)a->cols;
        for (size_t c = 0; c < a->cols; c++)
            squares += (x[c] - mean) * (x[c] - mean);
        float scale = 1.0f / sqrtf(squares / (float)a->cols + 1e-5f);
        for (size_t c = 0; c < a->cols; c++) {
            float z = (x[c] - mean) * scale * gain[c] + bias[c];
            y[c] = 0.5f * z * (1.0f + erff(z * 0.70710678f));
        }
    }
}

void LOOP(sum_squares)(const LoopArgs *a) {
    float sum = 0;
    for (size_t i = 0; i < a->n; i++)
        sum += a->in[0][i] * a->in[0][i];
    a->out[0][0] = sum;
}

void LOOP(column_means)(const LoopArgs *a) {
    float *sum = a->out[0];
    for (size_t c = 0; c < a->cols; c++)
        sum[c] = 0;
    for (size_t r = 0; r < a->rows; r++)
        for (size_t c = 0; c < a->cols; c++)
            sum[c] += a->in[0][r * a->cols + c];
    for (size_t c = 0; c < a->cols; c++)
        sum[c] /= (float)a->rows;
}

void LOOP(image_normalise)(const LoopArgs *a) {
    size_t pixels = a->rows * a->cols;
    for (size_t b = 0; b < a->batch; b++) {
        const float *x = a->in[0] + b * pixels;
        float *y = a->out[0] + b * pixels, sum = 0, squares = 0;
        for (size_t i = 0; i < pixels; i++)
            sum += x[i];
        float mean = sum / (float)pixels;
        for (size_t i = 0; i < pixels; i++)
            squares += (x[i] - mean) * (x[i] - mean);
        float sigma = sqrtf(squares / (float)pixels + 1e-6f);
        for (size_t i = 0; i < pixels; i++) {
            float z = (x[i] - mean) / sigma * 1.0123f - 0.02f;
            y[i] = powf(z > 0 ? z : 0, 1.8f);
        }
    }
}

/* Not the same draws: xorshift and Box-Muller, as somebody in a hurry would. */
void LOOP(monte_carlo)(const LoopArgs *a) {
    const float drift = (0.05f - 0.5f * 0.2f * 0.2f) / 252, scale = 0.2f * sqrtf(1.0f / 252);
    uint64_t state = 88172645463325252u;
    double sum = 0;
    for (size_t i = 0; i < a->n; i++) {
        float s = a->in[0][i];
        for (size_t t = 0; t < a->steps; t += 2) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            float u = ((float)(uint32_t)state + 0.5f) * 0x1p-32f;
            float angle = (float)(state >> 32) * (0x1p-32f * 6.2831853f);
            float radius = sqrtf(-2.0f * logf(u));
            s *= expf(drift + scale * radius * cosf(angle));
            s *= expf(drift + scale * radius * sinf(angle));
        }
        sum += s > 100 ? s - 100 : 0;
    }
    a->out[0][0] = (float)(sum / (double)a->n);
}
