/*
 * The binary counter by which chunks are combined (kernel.h), over whatever holds its numbers: the
 * interpreter's own, values of the code that LLVM compiles.
 *
 * A stack has an accumulator for every one in the number n of chunks so far, the newest on top. A new chunk
 * lies above them, at `top`; it joins its neighbours of equal size. While n is odd, a COUNTER_TURN:
 *   HALF(n), BELOW(top)  are n / 2 and top - 1
 *   JOIN(top)            combines the entry at top, which is older, with what is joined so far
 * After the last chunk what is left is joined from the topmost entry on: the same, but n is
 * COUNTER_OF_ALL(entries below it), as many ones.
 */
#ifndef FRIT_KERNEL_COUNTER_H
#define FRIT_KERNEL_COUNTER_H

#define COUNTER_TURN(n, top, HALF, BELOW, JOIN) \
    do {                                        \
        (top) = BELOW(top);                     \
        (n) = HALF(n);                          \
        JOIN(top);                              \
    } while (0)
/* ONES(k): -1 shifted up by k. */
#define COUNTER_OF_ALL(entries, ONES, NOT) NOT(ONES(entries))

#endif
