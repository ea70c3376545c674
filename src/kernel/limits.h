/*
 * What a device can do, as far as those who plan and bind for it have to know. A device fills it in
 * (run/device/device.h).
 */
#ifndef FRIT_KERNEL_LIMITS_H
#define FRIT_KERNEL_LIMITS_H

#include <stdint.h>

typedef struct Limits {
    /* Of a kernel, about: instructions; arrays read and written; scalars that wait for their last reader. */
    uint32_t instructions, arguments, live;
    /* Steps of work that costs less than memory does, so that it is done anew wherever it is needed: of any work;
     * of work on scalars; of work that has one user, in the shape which that one sees. */
    uint32_t cheap, uniform, tree;
    /*
     * From how many nanoseconds on, by the estimate, a step is worth interrupting: where the copy of its results,
     * which that takes, is little beside it, and where it is not; from how many for each element on it is little.
     * And what one product of a contraction takes.
     */
    double dear_long, plain_long, dear_element, product;
    /* Bytes that steps around a product may hand on to each other at once, so that they stay in the cache; 0: such
     * steps run one after another, each on all there is. */
    uint64_t panel;
    /* And rows that a product needs, or it spends its time preparing what it multiplies them with. */
    uint32_t panel_rows;
} Limits;

/* Those of the CPU, which hold where no device was named. */
extern const Limits limits_of_cpu;

#endif
