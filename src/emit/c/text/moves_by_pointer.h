/* Elements of memory in dialects whose pointers say what they point to. */
MATH_FN int8_t frit_load_i8(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const int8_t *)p;
}

MATH_FN void frit_store_i8(FRIT_GLOBAL char *p, int8_t x) {
    *(FRIT_GLOBAL int8_t *)p = x;
}

MATH_FN int16_t frit_load_i16(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const int16_t *)p;
}

MATH_FN void frit_store_i16(FRIT_GLOBAL char *p, int16_t x) {
    *(FRIT_GLOBAL int16_t *)p = x;
}

MATH_FN int32_t frit_load_i32(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const int32_t *)p;
}

MATH_FN void frit_store_i32(FRIT_GLOBAL char *p, int32_t x) {
    *(FRIT_GLOBAL int32_t *)p = x;
}

MATH_FN int64_t frit_load_i64(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const int64_t *)p;
}

MATH_FN void frit_store_i64(FRIT_GLOBAL char *p, int64_t x) {
    *(FRIT_GLOBAL int64_t *)p = x;
}

MATH_FN uint8_t frit_load_u8(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const uint8_t *)p;
}

MATH_FN void frit_store_u8(FRIT_GLOBAL char *p, uint8_t x) {
    *(FRIT_GLOBAL uint8_t *)p = x;
}

MATH_FN uint16_t frit_load_u16(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const uint16_t *)p;
}

MATH_FN void frit_store_u16(FRIT_GLOBAL char *p, uint16_t x) {
    *(FRIT_GLOBAL uint16_t *)p = x;
}

MATH_FN uint32_t frit_load_u32(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const uint32_t *)p;
}

MATH_FN void frit_store_u32(FRIT_GLOBAL char *p, uint32_t x) {
    *(FRIT_GLOBAL uint32_t *)p = x;
}

MATH_FN uint64_t frit_load_u64(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const uint64_t *)p;
}

MATH_FN void frit_store_u64(FRIT_GLOBAL char *p, uint64_t x) {
    *(FRIT_GLOBAL uint64_t *)p = x;
}

MATH_FN float frit_load_f32(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const float *)p;
}

MATH_FN void frit_store_f32(FRIT_GLOBAL char *p, float x) {
    *(FRIT_GLOBAL float *)p = x;
}

MATH_FN double frit_load_f64(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const double *)p;
}

MATH_FN void frit_store_f64(FRIT_GLOBAL char *p, double x) {
    *(FRIT_GLOBAL double *)p = x;
}

MATH_FN frit_c64 frit_load_c64(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const frit_c64 *)p;
}

MATH_FN void frit_store_c64(FRIT_GLOBAL char *p, frit_c64 x) {
    *(FRIT_GLOBAL frit_c64 *)p = x;
}

MATH_FN frit_c128 frit_load_c128(FRIT_GLOBAL const char *p) {
    return *(FRIT_GLOBAL const frit_c128 *)p;
}

MATH_FN void frit_store_c128(FRIT_GLOBAL char *p, frit_c128 x) {
    *(FRIT_GLOBAL frit_c128 *)p = x;
}
