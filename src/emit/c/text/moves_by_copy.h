/* Elements of memory in C, where arrays may lie anywhere and be of another type. */
MATH_FN int8_t frit_load_i8(const char *p) {
    int8_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_i8(char *p, int8_t x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN int16_t frit_load_i16(const char *p) {
    int16_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_i16(char *p, int16_t x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN int32_t frit_load_i32(const char *p) {
    int32_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_i32(char *p, int32_t x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN int64_t frit_load_i64(const char *p) {
    int64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_i64(char *p, int64_t x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN uint8_t frit_load_u8(const char *p) {
    uint8_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_u8(char *p, uint8_t x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN uint16_t frit_load_u16(const char *p) {
    uint16_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_u16(char *p, uint16_t x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN uint32_t frit_load_u32(const char *p) {
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_u32(char *p, uint32_t x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN uint64_t frit_load_u64(const char *p) {
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_u64(char *p, uint64_t x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN float frit_load_f32(const char *p) {
    float x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_f32(char *p, float x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN double frit_load_f64(const char *p) {
    double x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_f64(char *p, double x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN frit_c64 frit_load_c64(const char *p) {
    frit_c64 x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_c64(char *p, frit_c64 x) {
    memcpy(p, &x, sizeof x);
}

MATH_FN frit_c128 frit_load_c128(const char *p) {
    frit_c128 x;
    memcpy(&x, p, sizeof x);
    return x;
}

MATH_FN void frit_store_c128(char *p, frit_c128 x) {
    memcpy(p, &x, sizeof x);
}
