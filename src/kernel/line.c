#include "kernel/line.h"

#include <stddef.h>

Line line_make(Axis *room, const int64_t *extents, const int64_t *strides, const uint32_t *order,
               uint32_t from, uint32_t to) {
    uint32_t n = 0;
    for (uint32_t k = from; k < to; k++) {
        int64_t extent = extents[k];
        int64_t stride = order[k] == UINT32_MAX ? 0 : strides[order[k]];
        if (extent == 1)
            continue;
        Axis *last = n ? &room[n - 1] : NULL;
        if (last && last->stride == stride * extent) {
            last->extent *= extent;
            last->stride = stride;
        } else {
            room[n++] = (Axis){extent, stride};
        }
    }
    return (Line){n, room};
}

int64_t line_offset(const Line *line, int64_t place) {
    int64_t offset = 0;
    for (uint32_t k = line->n; k-- > 0 && place > 0;) {
        int64_t extent = line->axes[k].extent;
        offset += (k ? place % extent : place) * line->axes[k].stride;
        place = k ? place / extent : 0;
    }
    return offset;
}
