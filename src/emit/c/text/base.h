/* What the mathematics of op/math stands on besides the words of a dialect. */
typedef float F_T;
typedef uint32_t FW_T;
typedef double D_T;
typedef uint64_t DW_T;
typedef bool M_T;
#define CTX_PARAM
#define CTX

MATH_FN DW_T dw_sar(DW_T w, int k) {
    DW_T sign = (DW_T)1 << (63 - k);
    return ((w >> k) ^ sign) - sign;
}

MATH_FN M_T m_and(M_T a, M_T b) {
    return a & b;
}

MATH_FN M_T m_or(M_T a, M_T b) {
    return a | b;
}
