/* Layouts at the limits of their numbers. Copies are tested with what uses them. */
#include "harness.h"
#include "run/device/strided.h"
#include "run/host/transfer.h"

TEST(what_overlaps_itself) {
    static const struct {
        int64_t shape[2], strides[2];
        bool injective;
    } cases[] = {
        {{3, 4}, {16, 4}, true},
        {{3, 4}, {12, 4}, false},
        {{3, 4}, {-16, 4}, true},
        {{3, 4}, {0, 4}, false},
        {{1, 4}, {INT64_MIN, 4}, true}, /* a stride that is never taken */
        {{0, 4}, {INT64_MIN, 0}, true},
        {{2, 4}, {INT64_MIN, 4}, true},
        {{2, 2}, {INT64_MIN, INT64_MIN}, false},
        {{2, 3}, {INT64_MAX, INT64_MAX / 2}, false},
        {{2, 3}, {INT64_MAX, 4}, true},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        CHECK_MSG(strided_is_injective(2, cases[k].shape, cases[k].strides, 4) ==
                      cases[k].injective,
                  "case %zu", k);
    /* The bytes inside are more than a number can hold. */
    static const int64_t shape[3] = {3, INT64_MAX, 5}, strides[3] = {INT64_MAX, INT64_MAX, 4};
    CHECK(!strided_is_injective(3, shape, strides, 4));
}
