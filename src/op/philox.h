/*
 * Philox4x32-10, which random numbers are made with (docs/ir.md), over whatever holds its words: vectors of
 * the interpreter's loops, values of the code that LLVM compiles.
 *
 * c[4] are the counter's words and k[2] the key's, of type `Word` and `Key`. What stands above a word's
 * 32 bits does not matter until the end:
 *   PRODUCT(x, m)  the 64 bits of the low word of x times the number m
 *   HIGH(x)        the upper one of the two words of x
 *   MIX(x, y, k)   x ^ y ^ k
 *   NEXT(k, w)     k + w
 */
#ifndef FRIT_OP_PHILOX_H
#define FRIT_OP_PHILOX_H

#define PHILOX_ROUNDS 10

#define PHILOX_ROUND(Word, c, k, PRODUCT, HIGH, MIX, NEXT)                       \
    do {                                                                         \
        Word p = PRODUCT((c)[0], 0xD2511F53u), q = PRODUCT((c)[2], 0xCD9E8D57u); \
        (c)[0] = MIX(HIGH(q), (c)[1], (k)[0]);                                   \
        (c)[2] = MIX(HIGH(p), (c)[3], (k)[1]);                                   \
        (c)[1] = q;                                                              \
        (c)[3] = p;                                                              \
        (k)[0] = NEXT((k)[0], 0x9E3779B9u);                                      \
        (k)[1] = NEXT((k)[1], 0xBB67AE85u);                                      \
    } while (0)

/*
 * What becomes of two words x and y: Box and Muller's two normals are radius * cos(angle) and
 * radius * sin(angle). unit is 2 to the minus bits of a word; SUM, TIMES, LOG, SQRT and CAP (the smaller one
 * of a number and 1) are the steps, NUMBER(c) the constant c.
 */
#define PHILOX_RADIUS(x, unit, NUMBER, SUM, TIMES, CAP, LOG, SQRT) \
    SQRT(TIMES(NUMBER(-2), LOG(CAP(TIMES(SUM(x, NUMBER(0.5)), NUMBER(unit))))))
#define PHILOX_ANGLE(y, unit, NUMBER, TIMES) \
    TIMES(NUMBER(6.2831853071795865), TIMES(y, NUMBER(unit)))

#endif
