/*
 * The bits of floats, and floats of bits, as C has them. Source in C has this text too (emit/c); other dialects have
 * words of their own for it.
 */

MATH_FN uint32_t f_bits(float v) {
    uint32_t w;
    memcpy(&w, &v, sizeof w);
    return w;
}

MATH_FN float f_of(uint32_t w) {
    float v;
    memcpy(&v, &w, sizeof v);
    return v;
}

MATH_FN uint64_t d_bits(double v) {
    uint64_t w;
    memcpy(&w, &v, sizeof w);
    return w;
}

MATH_FN double d_of(uint64_t w) {
    double v;
    memcpy(&v, &w, sizeof v);
    return v;
}
