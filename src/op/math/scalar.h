/*
 * What the mathematics stands on where a value is one number, in the compiler that builds frit and in the sources that
 * frit writes (emit/c).
 */

typedef float F_T;
typedef uint32_t FW_T;
typedef double D_T;
typedef uint64_t DW_T;
typedef bool M_T;
#define CTX_PARAM
#define CTX

/* A shift that keeps the sign: 64-bit ones are not there on every level, hence by way of unsigned. */
MATH_FN DW_T dw_sar(DW_T w, int k) {
    DW_T sign = (DW_T)1 << (63 - k);
    return ((w >> k) ^ sign) - sign;
}

/* Both operands are there already: no branch. */
MATH_FN M_T m_and(M_T a, M_T b) {
    return a & b;
}

MATH_FN M_T m_or(M_T a, M_T b) {
    return a | b;
}
