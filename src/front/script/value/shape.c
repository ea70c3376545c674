/* Shapes: how many elements along each dimension. */
#include "front/script/value/value.h"

#include <stdio.h>
#include <string.h>

Shape shape_make(int64_t rows, int64_t columns) {
    return (Shape){.rank = 2, .at = {rows, columns}};
}

void shape_trim(Shape *shape) {
    while (shape->rank > 2 && shape->at[shape->rank - 1] == 1)
        shape->rank--;
}

int64_t shape_count(const Shape *shape) {
    int64_t count = 1;
    for (uint32_t k = 0; k < shape->rank; k++)
        if (shape->at[k] == 0)
            return 0;
    for (uint32_t k = 0; k < shape->rank; k++)
        if (shape->at[k] < 0 || __builtin_mul_overflow(count, shape->at[k], &count))
            return -1;
    return count;
}

bool shape_same(const Shape *a, const Shape *b) {
    return a->rank == b->rank && !memcmp(a->at, b->at, a->rank * sizeof a->at[0]);
}

int64_t shape_at(const Shape *shape, uint32_t axis) {
    return axis < shape->rank ? shape->at[axis] : 1;
}

const char *shape_text(const Shape *shape, char buffer[SHAPE_TEXT]) {
    size_t at = 0;
    buffer[0] = '\0';
    for (uint32_t k = 0; k < shape->rank && at < SHAPE_TEXT; k++)
        at += (size_t)snprintf(buffer + at, SHAPE_TEXT - at, k ? "x%lld" : "%lld",
                               (long long)shape->at[k]);
    return buffer;
}
